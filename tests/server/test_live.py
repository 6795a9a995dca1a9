"""The live connection: what it shows, what it refuses, and that nothing is done twice."""

import json
import threading
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page, changed
from tests.server.toy import GAME
from wardround.bots import Bot, Turn
from wardround.core import Match
from wardround.server import Settings, create_app, tables
from wardround.server.schemas import LONGEST_MESSAGE
from wardround.server.store import NewStep, StorageError, Store, StoredEntry


def closed_with(page: Page) -> tuple[Json, int]:
    """The error and the code with which the server closes the connection."""
    error = page.until("error")
    with pytest.raises(WebSocketDisconnect) as closed:
        page.receive()
    return error, closed.value.code


# --- greeting -----------------------------------------------------------------------------------


def test_the_first_state_shows_my_seat_and_my_choices(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], seat=0) as page:
        state = page.state
        assert (state["seat"], state["mine"], state["asked"]) == (0, [0, 1], [0, 1])
        assert [choice["notation"] for choice in state["choices"]][:2] == ["call-0", "call-1"]
        assert state["prompt"] == "Call a number."
        assert state["status"] == "Ada and Bo: call a number."
        assert (state["seed"], state["scores"], state["ranking"]) == (None, [], None)
        assert state["table"]["seed_hash"]


def test_a_spectator_sees_no_secret_and_has_no_choice(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"]) as page:
        assert (page.state["seat"], page.state["mine"], page.state["choices"]) == (-1, [], [])
        assert page.act(0, "call-1")["code"] == "not_your_seat"


def test_who_holds_several_seats_sees_none_until_looking(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"]) as page:
        cards = [seat["card"]["value"] for seat in page.state["view"]["seats"]]
        assert (page.state["seat"], page.state["mine"], cards) == (-1, [0, 1], [None, None])
        page.send(type="look", seat=1)
        page.until("state")
        cards = [seat["card"]["value"] for seat in page.state["view"]["seats"]]
        assert page.state["seat"] == 1
        assert cards[0] is None
        assert cards[1] in range(1, 10)
        page.send(type="look", seat=2)
        assert page.until("error")["code"] == "not_your_seat"
        page.send(type="look", seat=-1)
        assert page.until("state")["choices"] == []


def test_who_holds_one_seat_looks_at_it(house: House) -> None:
    made = house.create(ME, BOT)
    with house.page(made["table"], made["token"]) as page:
        assert page.state["seat"] == 0


@pytest.mark.parametrize(
    ("first", "code", "where", "close"),
    [
        ({"type": "hello", "token": "forged"}, "forged_token", "token", 4401),
        ({"type": "hello", "token": None, "seat": 0}, "not_your_seat", "seat", 4403),
        ({"type": "hello", "token": 7}, "bad_message", "token", 4422),
        ({"type": "hello", "token": "x" * 200}, "bad_message", "token", 4422),
        ({"type": "hello", "have": "all"}, "bad_message", "have", 4422),
        ({"type": "ping"}, "bad_message", "type", 4422),
    ],
)
def test_a_bad_hello_is_answered_and_closed(
    house: House, first: Json, code: str, where: str, close: int
) -> None:
    made = house.create(ME, BOT)
    with house.connect(made["table"]) as page:
        page.send(**first)
        error, closed = closed_with(page)
        assert (error["code"], error["where"], closed) == (code, where, close)
        assert error["expected"]


def test_an_unknown_table_is_answered_and_closed(house: House) -> None:
    with house.connect("nowhere") as page:
        error, closed = closed_with(page)
        assert (error["code"], closed) == ("unknown_table", 4404)


def test_silence_is_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.server.live.HELLO_SECONDS", 0.05)
    made = house.create(ME, BOT)
    with house.connect(made["table"]) as page:
        error, closed = closed_with(page)
        assert (error["message"], error["expected"]) == ("Nothing was said.", "a hello")
        assert closed == 4422


def test_a_page_of_another_site_may_not_connect(settings: Settings) -> None:
    known = changed(settings, origins=("https://friend.example",))
    with TestClient(create_app(known, {"toy": GAME})) as client:
        house = House(client)
        table = house.create(ME, BOT)["table"]
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            house.connect(table, origin="https://evil.example"),
        ):
            pass
        assert denied.value.status_code == 403
        assert denied.value.json()["code"] == "foreign_origin"
        for origin in ("http://testserver", "https://friend.example"):
            with house.connect(table, origin=origin) as page:
                assert page.hello(None)["seat"] == -1


def test_a_table_takes_only_so_many_connections(small_house: House) -> None:
    table = small_house.create(ME, BOT)["table"]
    with (
        small_house.page(table),
        small_house.page(table),
        small_house.page(table),
        small_house.connect(table) as page,
    ):
        page.send(type="hello")
        error, closed = closed_with(page)
        assert (error["code"], closed) == ("table_full", 4409)


def test_seat_holders_have_places_beside_the_spectators(settings: Settings) -> None:
    full = changed(settings, max_connections=1, seat_connections=2)
    with TestClient(create_app(full, {"toy": GAME})) as client:
        house = House(client)
        made = house.create(ME, BOT)
        mine = (made["table"], made["token"])
        with house.page(made["table"]) as watcher, house.page(*mine), house.page(*mine):
            with house.connect(made["table"]) as page:
                page.send(type="hello", token=made["token"])
                error, closed = closed_with(page)
                assert (error["code"], closed) == ("table_full", 4409)
                assert "--seat-connections" in error["expected"]
            watcher.send(type="hello", token=made["token"])
            assert watcher.until("error")["code"] == "table_full"
            watcher.send(type="ping")
            watcher.until("pong")


def test_a_page_that_reads_nothing_is_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.create(ME, BOT)
    with house.page(made["table"]) as page:
        monkeypatch.setattr("wardround.server.live.MOST_WAITING", 0)
        page.send(type="ping")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.receive()
        assert closed.value.code == 1013


# --- bad messages -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "where", "expected"),
    [
        ("not json", "bad_message", "message", "JSON"),
        ("[1]", "bad_message", "message", ""),
        ('{"type": "fly"}', "bad_message", "type", "'act'"),
        ('{"seat": 1}', "bad_message", "type", "hello, look, visible, act"),
        ('{"type": "act", "id": "a", "seat": 0, "expected": 0}', "bad_message", "action", "value"),
        (
            '{"type": "act", "id": "a", "seat": "0", "expected": 0, "action": "x"}',
            "bad_message",
            "seat",
            "integer",
        ),
        (
            '{"type": "act", "id": "a", "seat": 0, "expected": -1, "action": "x"}',
            "bad_message",
            "expected",
            "greater than or equal to 0",
        ),
        ('{"type": "undo", "id": "", "seat": 0, "expected": 0}', "bad_message", "id", "1"),
        ('{"type": "why", "id": "a", "seat": 0}', "bad_message", "spot", "either spot or action"),
        (json.dumps({"type": "ping", "x": "y" * LONGEST_MESSAGE}), "too_large", "message", "16384"),
    ],
)
def test_bad_messages_are_answered_and_the_page_stays(
    house: House, text: str, code: str, where: str, expected: str
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.session.send_text(text)
        error = page.until("error")
        assert (error["code"], error["where"]) == (code, where)
        assert expected in error["expected"]
        assert error.get("id", "a") == "a" if '"id": "a"' in text else True
        page.send(type="ping")
        assert page.until("pong") == {"type": "pong"}
        assert house.table(made["table"])["version"] == 0


def test_bytes_are_answered_with_an_error(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.session.send_bytes(b"\x00")
        assert page.until("error")["message"] == "The message is not text."


# --- acting -------------------------------------------------------------------------------------


def test_an_action_is_acknowledged_before_it_is_shown(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page, house.page(made["table"]) as other:
        assert page.act(0, "call-3")["version"] == 1
        kinds = [json.loads(text)["type"] for text in page.raw]
        assert kinds == ["state", "ack"]
        assert page.until_version(1)["view"]["seats"][0]["call"] == 3
        assert other.until_version(1)["view"]["seats"][0]["call"] is None
        assert [line["text"] for line in page.log] == ["Ada calls 3."]
        assert [line["text"] for line in other.log] == ["Ada has called."]


@pytest.mark.parametrize(
    ("seat", "action", "code", "message", "clause"),
    [
        (0, "roll", "illegal_action", "not one of the answers", ""),
        (0, "fly", "unknown_action", "no action written 'fly'", ""),
        (2, "call-1", "not_your_seat", "You do not hold seat 2.", ""),
        (-1, "call-1", "not_your_seat", "You do not hold seat -1.", ""),
    ],
)
def test_wrong_actions_are_refused(
    house: House, seat: int, action: str, code: str, message: str, clause: str
) -> None:
    made = house.create(ME, DEVICE, OPEN)
    house.client.post(f"/api/tables/{made['table']}/join", json={"name": "Cy"})
    with house.page(made["table"], made["token"], 0) as page:
        answer = page.act(seat, action)
        assert (answer["type"], answer["code"], answer["clause"]) == ("reject", code, clause)
        assert message in answer["message"]
        assert answer["version"] == 0
        assert answer["where"]
        assert answer["expected"]


def test_an_action_against_a_rule_names_the_clause(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        for seat, action in ((0, "call-1"), (1, "call-2"), (0, "stay"), (1, "stay")):
            page.act(seat, action)
            page.until_version(page.state["version"] + 1)
        answer = page.act(0, "call-1")
        assert (answer["code"], answer["clause"]) == ("illegal_action", "TOY-2.1")
        assert answer["message"] == "This number was called before."
        assert answer["where"] == "seat 0, action call-1"
        assert answer["expected"] == "call-0 or call-2 or call-3 or call-4 or call-5"


def test_an_action_out_of_turn_is_refused(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
        answer = page.act(0, "call-2")
        assert (answer["code"], answer["message"]) == (
            "not_asked",
            "This seat has nothing to decide now.",
        )
        assert answer["expected"] == "an action of seat 1"


def test_a_stale_action_is_refused_and_the_state_comes_again(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
        page.act(1, "call-2")
        page.until_version(2)
        answer = page.act(0, "roll", expected=1)
        assert (answer["code"], answer["where"], answer["expected"], answer["version"]) == (
            "stale_action",
            "expected",
            "2",
            2,
        )
        assert page.receive()["type"] == "state"
        assert page.act(0, "roll", expected=7)["code"] == "stale_action"
        assert house.table(made["table"])["version"] == 2


def test_simultaneous_choices_of_others_make_nothing_stale(house: House) -> None:
    made = house.create(ME, DEVICE, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        assert page.act(2, "call-2", expected=0)["version"] == 1
        assert page.act(1, "call-2", expected=0)["version"] == 2
        assert page.act(1, "call-3", expected=0)["code"] == "stale_action"
        assert page.act(0, "call-2", expected=0)["version"] == 3
        assert page.act(0, "roll", expected=0)["code"] == "stale_action"


def test_a_repeated_message_gets_the_first_answer_and_does_nothing(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        first = page.act(0, "call-1", id="a")
        page.until_version(1)
        assert page.act(1, "call-2", id="b", expected=0)["version"] == 2
        page.until_version(2)
        assert page.act(0, "call-1", id="a") == first
        assert page.act(0, "call-1", id="a", expected=0) == first
        reused = page.act(0, "roll", id="a")
        assert (reused["code"], reused["where"]) == ("reused_id", "id")
        refused = page.act(1, "roll", id="c")
        assert refused["code"] == "not_asked"
        page.act(0, "stay")
        page.until_version(3)
        assert page.act(1, "roll", id="c")["message"] == refused["message"]
        assert house.table(made["table"])["version"] == 3


def test_duplicated_and_reordered_messages_leave_one_game(house: House) -> None:
    made = house.create(ME, DEVICE, rounds=4)
    rng = Random(5)
    with house.page(made["table"], made["token"], 0) as page, house.page(made["table"]) as other:
        old: list[Json] = []
        steps = 0
        while not page.state["over"]:
            seat = page.state["asked"][0]
            page.send(type="look", seat=seat)
            while page.state["seat"] != seat:
                page.receive()
            choice = rng.choice(page.state["choices"])
            message = {
                "type": "act",
                "id": f"m{steps}",
                "seat": seat,
                "expected": page.state["version"],
                "action": choice["notation"],
            }
            old.append(message)
            for sent in (*rng.sample(old, min(3, len(old))), message, message):
                page.send(**sent)
            steps += 1
            page.until_version(steps)
            assert page.state["version"] == steps
        assert house.table(made["table"])["version"] == steps
        other.until_version(steps)
        assert other.state["scores"] == page.state["scores"]
        answers = [json.loads(text) for text in page.raw]
        acked = {a["id"]: a["version"] for a in answers if a["type"] == "ack"}
        assert acked == {f"m{number}": number + 1 for number in range(steps)}
        assert [a for a in answers if a["type"] == "reject"] == []


def test_two_tabs_of_one_seat_both_live(house: House) -> None:
    made = house.create(ME, DEVICE)
    with (
        house.page(made["table"], made["token"], 0) as one,
        house.page(made["table"], made["token"], 0) as two,
    ):
        assert one.act(0, "call-1")["type"] == "ack"
        assert two.until_version(1)["view"] == one.until_version(1)["view"]
        assert two.act(1, "call-1")["type"] == "ack"
        assert one.until_version(2)["version"] == 2


def test_a_page_that_was_away_gets_only_the_lines_it_lacks(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(1, "call-2")
    with house.page(made["table"], made["token"], 0, have=1) as page:
        assert (page.state["version"], page.state["log_from"]) == (2, 2)
        assert [line["text"] for line in page.state["log"]] == ["Bo has called."]
        page.send(type="hello", token=made["token"], have=-1, seat=0)
        page.until("state")
        assert [line["version"] for line in page.state["log"]] == [1, 2]
        page.send(type="hello", token=made["token"], have=99, seat=0)
        page.until("state")
        assert page.state["log_from"] == 0


# --- undo, preview, why ---------------------------------------------------------------------------


def test_undo_takes_back_and_grows_the_version(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        assert page.state["undo"]["allowed"] is False
        page.act(0, "call-1")
        page.until_version(1)
        undo = page.state["undo"]
        assert (undo["allowed"], undo["reason"], undo["what"]) == (True, "", "call 1")
        assert (undo["turn"], undo["asks"]) == (False, False)
        page.send(type="undo", id="u", seat=0, expected=1)
        assert page.until("ack") == {"type": "ack", "version": 2, "id": "u"}
        assert page.until_version(2)["view"]["seats"][0]["call"] is None
        assert page.log[-1]["text"] == "Ada takes back: call 1."
        page.send(type="undo", id="u", seat=0, expected=1)
        assert page.until("ack")["version"] == 2
        page.send(type="undo", id="v", seat=1, expected=2)
        refused = page.until("reject")
        assert (refused["code"], refused["message"]) == ("undo_refused", "You have not acted yet.")


def test_nothing_is_undone_after_the_end(house: House) -> None:
    made = house.create(ME, DEVICE, rounds=1)
    with house.page(made["table"], made["token"], 0) as page:
        for seat, action in ((0, "call-1"), (1, "call-2"), (0, "stay"), (1, "stay")):
            page.act(seat, action)
            page.until_version(page.state["version"] + 1)
        assert page.state["over"]
        assert page.state["undo"]["allowed"] is False
        page.send(type="undo", id="u", seat=1, expected=4)
        refused = page.until("reject")
        assert refused["code"] == "undo_refused"
        assert refused["message"] == "The game is over and its secrets are told."
        assert page.act(0, "call-3")["message"] == "The game is over."


def test_a_preview_changes_nothing(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.send(type="preview", id="p", seat=0, expected=0, action="call-4")
        preview = page.until("preview")
        assert (preview["id"], preview["version"], preview["chance"]) == ("p", 0, False)
        assert ["/seats/0/call", None, 4] in preview["changes"]
        page.send(type="preview", id="q", seat=0, expected=3, action="call-4")
        assert page.until("reject")["code"] == "stale_action"
        assert house.table(made["table"])["version"] == 0


def test_why_names_the_rule(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        for seat, action in ((0, "call-1"), (1, "call-2"), (0, "stay"), (1, "stay")):
            page.act(seat, action)
            page.until_version(page.state["version"] + 1)
        page.send(type="why", id="w", seat=0, action="call-1")
        assert page.until("why")["reasons"] == [
            {"sentence": "call 1", "clause": "TOY-2.1", "text": "This number was called before."}
        ]
        page.send(type="why", id="w", seat=0, spot="seat/0/card")
        reasons = page.until("why")["reasons"]
        assert [bool(reason["clause"]) for reason in reasons] == [False, True, *[False] * 4]
        page.send(type="why", id="w", seat=3, spot="deck")
        assert page.until("reject")["code"] == "not_your_seat"


def test_where_a_piece_may_be_put(full_house: House) -> None:
    made = full_house.create(ME, DEVICE, game="pyrrameds")
    with full_house.page(made["table"], made["token"], seat=0) as page:
        seat = page.state["asked"][0]
        page.send(type="look", seat=seat)
        state = page.until("state")
        piece = state["choices"][0]["spots"][0]
        asked = {"seat": seat, "expected": state["version"], "piece": piece}
        page.send(type="places", id="p", **asked)
        answer = page.until("places")
        assert (answer["id"], answer["version"]) == ("p", state["version"])
        place, ((first, *_),) = next(iter(answer["places"].items()))
        assert (place.split("/")[0], first) == ("cell", "place")
        cells = [cell for layer in state["view"]["pyramid"] for cell in layer["cells"]]
        taken = next(cell["spot"] for cell in cells if cell["card"])
        page.send(type="why", id="w", seat=seat, spot=taken, piece=piece)
        assert page.until("why")["reasons"][0]["clause"].startswith("PY-")
        page.send(type="places", id="q", **{**asked, "expected": state["version"] + 9})
        assert page.until("reject")["code"] == "stale_action"
        page.send(type="places", id="r", **{**asked, "seat": 5})
        assert page.until("reject")["code"] == "not_your_seat"


def test_a_hint_is_a_legal_choice_from_what_the_seat_sees(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.send(type="hint", id="h", seat=0, expected=0)
        hint = page.until("hint")
        assert (hint["id"], hint["version"]) == ("h", 0)
        offered = {choice["notation"] for choice in page.state["choices"]}
        assert 1 <= len(hint["choices"]) <= 3
        assert {choice["action"] for choice in hint["choices"]} <= offered
        assert all(0 <= choice["value"] <= 1 for choice in hint["choices"])
        page.send(type="hint", id="i", seat=0, expected=9)
        assert page.until("reject")["code"] == "stale_action"
        page.send(type="hint", id="j", seat=3, expected=0)
        assert page.until("reject")["code"] == "not_your_seat"


def test_one_hint_is_thought_about_at_a_time_and_moves_go_on(house: House) -> None:
    made = house.create(ME, BOT)
    with house.page(made["table"], made["token"], 0) as page:
        page.send(type="hint", id="h", seat=0, expected=0)
        page.send(type="hint", id="i", seat=0, expected=0)
        assert page.until("reject")["code"] == "too_many"
        page.act(0, "call-1")
        assert page.until("hint")["id"] == "h"


def test_no_hints_against_people_on_other_devices(house: House) -> None:
    made = house.create(ME, OPEN)
    house.client.post(f"/api/tables/{made['table']}/join", json={"name": "Bo"})
    with house.page(made["table"], made["token"], 0) as page:
        page.send(type="hint", id="h", seat=0, expected=0)
        assert page.until("reject")["code"] == "no_hints"
        assert page.state["table"]["hints"] is False
    shared = house.create(ME, DEVICE)
    with house.page(shared["table"], shared["token"], 0) as page:
        assert page.state["table"]["hints"] is True
        page.send(type="hint", id="h", seat=0, expected=0)
        assert page.until("hint")["choices"]


def test_no_hints_where_the_settings_give_none(settings: Settings) -> None:
    with TestClient(create_app(changed(settings, hint_seconds=0), {"toy": GAME})) as client:
        without = House(client)
        made = without.create(ME, BOT)
        assert without.table(made["table"])["hints"] is False
        with without.page(made["table"], made["token"], 0) as page:
            page.send(type="hint", id="h", seat=0, expected=0)
            refused = page.until("reject")
            assert refused["code"] == "no_hints"
            assert "hint-seconds" in refused["expected"]


# --- storing --------------------------------------------------------------------------------------


def failing(*_args: Any, **_kwargs: Any) -> None:
    raise StorageError("The database did not store it.", expected="room")


def test_a_write_error_stops_the_action_loudly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page, house.page(made["table"]) as other:
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", failing)
            answer = page.act(0, "call-1", id="a")
            assert (answer["code"], answer["version"]) == ("storage", 0)
        page.send(type="hello", token=made["token"], have=-1, seat=0)
        assert page.until("state")["view"]["seats"][0]["call"] is None
        assert page.act(0, "call-1", id="a")["type"] == "ack"
        assert other.until_version(1)["version"] == 1


def test_an_action_that_was_stored_but_not_answered_is_there_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append

    def store_and_fail(*args: Any, **kwargs: Any) -> None:
        append(*args, **kwargs)
        raise StorageError("The connection to the database broke.")

    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(Store, "append", store_and_fail)
            assert page.act(0, "call-1", id="a")["code"] == "storage"
        assert page.act(0, "call-1", id="a") == {"type": "ack", "version": 1, "id": "a"}
        assert page.until_version(1)["view"]["seats"][0]["call"] == 1
        assert house.table(made["table"])["version"] == 1


def test_a_full_disk_is_a_storage_error(
    house: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: Any) -> None:
        raise OperationalError("insert", {}, Exception("disk full"))

    made = house.create(ME, DEVICE)
    monkeypatch.setattr("wardround.server.store._entry_values", full)
    with house.page(made["table"], made["token"], 0) as page:
        assert page.act(0, "call-1")["code"] == "storage"


def test_another_process_that_wrote_first_wins(house: House, settings: Settings) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        rival = Store(settings.database)
        entry = StoredEntry(1, "r", 0, "act", "call-5")
        rival.append(NewStep(made["table"], entry, over=False))
        rival.close()
        answer = page.act(0, "call-1")
        assert (answer["code"], answer["version"]) == ("stale_action", 1)
        assert page.until_version(1)["view"]["seats"][0]["call"] == 5
        assert page.act(0, "call-5", id="r")["version"] == 1


def test_rules_that_crash_do_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_args: Any) -> None:
        raise ZeroDivisionError

    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(Match, "act", crash)
            assert page.act(0, "call-1")["code"] == "table_broken"
        assert page.act(0, "call-1")["version"] == 1


def test_tables_leave_memory_and_come_back(small_house: House) -> None:
    one = small_house.create(ME, DEVICE)
    with small_house.page(one["table"], one["token"], 0) as page:
        page.act(0, "call-1", id="a")
    two = small_house.create(ME, DEVICE)
    service: tables.Tables = small_house.client.app.state.tables  # type: ignore[attr-defined]
    assert list(service._recent) == [two["table"]]
    with small_house.page(one["table"], one["token"], 0) as page:
        assert page.state["version"] == 1
        assert page.act(0, "call-1", id="a")["version"] == 1


# --- bots -----------------------------------------------------------------------------------------


def test_bots_answer_and_their_actions_are_stored(house: House, settings: Settings) -> None:
    made = house.create(ME, BOT, BOT)
    with house.page(made["table"], made["token"]) as page:
        page.until_version(2)
        assert page.state["asked"] == [0]
        assert page.act(0, "call-1", expected=0)["type"] == "ack"
        page.until_version(3)
        assert page.state["asked"] == [0]
        assert page.act(0, "stay")["type"] == "ack"
        page.until_version(8)
        assert page.state["view"]["round"] == 2
    store = Store(settings.database)
    stored = store.load(made["table"])
    store.close()
    assert stored is not None
    assert [entry.seat in (1, 2) for entry in stored.entries] == [
        entry.client_id is None for entry in stored.entries
    ]


def test_a_table_of_bots_plays_itself_when_somebody_watches(house: House) -> None:
    made = house.create(BOT, BOT)
    assert made["token"] is None
    assert house.table(made["table"])["version"] == 0
    with house.page(made["table"]) as page:
        while not page.state["over"]:
            page.receive()
        assert page.state["ranking"]


class Crashing(Bot):
    """A bot that fails in one of three ways."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.late = threading.Event()

    def choose(self, turn: Turn) -> int:
        if self.way == "crash":
            raise ZeroDivisionError
        if self.way == "hang":
            self.late.wait(0.5)
        return 999


@pytest.mark.parametrize(
    ("way", "reason"), [("crash", "failed"), ("illegal", "failed"), ("hang", "too long")]
)
def test_a_failing_bot_is_reported_and_replaced_by_chance(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, way: str, reason: str
) -> None:
    monkeypatch.setattr("wardround.server.table.make_bot", lambda _id, _seed: Crashing(way))
    quick = changed(settings, bot_seconds=0.02)
    with TestClient(create_app(quick, {"toy": GAME})) as client:
        house = House(client)
        made = house.create(ME, BOT)
        with house.page(made["table"], made["token"]) as page:
            notice = page.until("error")
            assert notice["code"] == "bot_failed"
            assert notice["message"].startswith("Bot random could not decide")
            assert reason in notice["message"]
            assert notice["where"] == "seat 1 (Random)"
            page.until_version(1)
            assert page.state["asked"] == [0]


def test_bots_stop_when_nothing_can_be_stored_and_go_on_later(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.create(ME, BOT)
    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", failing)
        with house.page(made["table"], made["token"]) as page:
            assert page.until("error")["expected"] == "room"
    with house.page(made["table"], made["token"]) as page:
        assert page.until_version(1)["asked"] == [0]
