"""Players ask the others: to take back what they cannot alone, to end. And the turn restarted."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from tests.server.cluster import PATIENCE, neighbour, processes, wait_until
from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page, changed
from tests.server.running import post, running
from tests.server.test_company import join, no, ok, until
from tests.server.toy import GAME
from wardround.core import Record, replay
from wardround.server import Settings, create_app
from wardround.server.proposals import (
    NOTHING,
    Ballot,
    Proposal,
    Undecided,
    read_undecided,
)
from wardround.server.results import Result
from wardround.server.store import NewStep, StorageError
from wardround.server.tables import Tables


@pytest.fixture
def quick(settings: Settings) -> Iterator[House]:
    """A server that does not wait long for answers."""
    with TestClient(create_app(changed(settings, answer_seconds=0.2), {GAME.id: GAME})) as client:
        yield House(client)


def together(*pages: Page) -> int:
    """Let every page receive the newest version; which it is."""
    version = max(int(page.state["version"]) for page in pages)
    for page in pages:
        page.until_version(version)
    return version


def play(pages: list[Page], *steps: tuple[int, str]) -> None:
    for seat, action in steps:
        version = together(*pages)
        assert pages[seat].act(seat, action)["type"] == "ack"
        for page in pages:
            page.until_version(version + 1)


def propose(page: Page, seat: int, what: str = "undo") -> Json:
    """Ask to take the last action back, or for something else; what all read then."""
    ok(page, "propose", seat=seat, what=what, expected=page.state["version"])
    return proposal(page)


def last_told(page: Page) -> Json | None:
    """What is proposed, as the page has read it last."""
    told = [message for message in map(json.loads, page.raw) if "table" in message]
    found: Json | None = told[-1]["table"]["proposal"]
    return found


def proposal(page: Page) -> Json:
    """What is proposed, once the page has read of something."""
    while (found := last_told(page)) is None:
        page.receive()
    return found


def gone(page: Page) -> None:
    """Wait until nothing is proposed any more."""
    while last_told(page) is not None:
        page.receive()


def said(page: Page, words: str) -> str:
    """A line of the table with these words, once the page has heard it."""
    while True:
        for message in map(json.loads, page.raw):
            for line in message.get("lines", []):
                if words in line["text"] and not line["name"]:
                    return str(line["text"])
        page.receive()


class Two:
    """A table of two people, each with a page of their own."""

    def __init__(self, house: House, *seats: Json) -> None:
        self.house = house
        made = house.create(ME, OPEN, *seats)
        self.table: str = made["table"]
        self.tokens = [made["token"], join(house, made["table"], "Bo")]


def test_with_all_agreeing_the_game_goes_back(house: House) -> None:
    two = Two(house)
    with (
        house.page(two.table, two.tokens[0]) as ada,
        house.page(two.table, two.tokens[1]) as bo,
        house.page(two.table) as watcher,
    ):
        play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        assert ada.state["undo"]["allowed"] is False
        assert ada.state["undo"]["asks"] is True
        die = ada.state["view"]["scores"][0]
        asked = propose(ada, 0)
        assert (asked["what"], asked["seat"], asked["asked"]) == ("undo", 0, [1])
        assert proposal(bo) == asked
        assert proposal(watcher) == asked
        assert said(bo, "asks") == "Ada asks to take back their last choice."
        ok(bo, "vote", seat=1, number=asked["number"], agree=True)
        for page in (ada, bo, watcher):
            assert "stays known" in said(page, "All agree")
            assert page.until_version(4)["asked"] == [0]
            assert page.state["table"]["proposal"] is None
            assert page.log[-1]["text"].startswith("By agreement the game goes back")
        play([ada, bo], (0, "roll"))
        assert ada.state["view"]["scores"][0] == die
        play([ada, bo], (1, "stay"))
    match = replay_to_the_end(two)
    assert [action for _, action in match][:4] == ["call-1", "call-2", "roll", "stay"]


def replay_to_the_end(two: Two) -> list[tuple[int, str]]:
    """Play the table to its end at random; the actions of its record, which replays."""
    rng = Random(1)
    with (
        two.house.page(two.table, two.tokens[0]) as ada,
        two.house.page(two.table, two.tokens[1]) as bo,
    ):
        pages = [ada, bo]
        while not ada.state["over"]:
            seat = ada.state["asked"][0]
            play(pages, (seat, rng.choice(pages[seat].state["choices"])["notation"]))
    text = two.house.client.get(f"/api/tables/{two.table}/record").text
    return replay(Record.parse(text), GAME).standing()


def test_a_history_with_it_is_read_again_and_shown_by_version(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        two = Two(house)
        with (
            house.page(two.table, two.tokens[0]) as ada,
            house.page(two.table, two.tokens[1]) as bo,
        ):
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"), (1, "roll"))
            ok(bo, "vote", seat=1, number=propose(ada, 0)["number"], agree=True)
            together(ada, bo)
            ada.until_version(5)
            view = ada.state["view"]
            log = [line["text"] for line in ada.log]
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = two.house = House(client)
        with house.page(two.table, two.tokens[0]) as ada:
            assert ada.state["version"] == 5
            assert ada.state["view"] == view
            assert [line["text"] for line in ada.log] == log
        before = house.client.get(f"/api/tables/{two.table}/at/4").json()
        assert before["view"]["scores"] != view["scores"]
        replay_to_the_end(two)


@pytest.mark.parametrize("who", [0, 1])
def test_a_refusal_and_a_withdrawal_end_it(house: House, who: int) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        pages = [ada, bo]
        play(pages, (0, "call-1"), (1, "call-2"), (0, "roll"))
        number = propose(ada, 0)["number"]
        ok(pages[who], "vote", seat=who, number=number, agree=False)
        for page in pages:
            gone(page)
            assert said(page, ("any more", "does not agree")[who])
        assert no(bo, "vote", seat=1, number=number, agree=True)["code"] == "not_proposed"
        assert ada.state["version"] == 3
        play(pages, (1, "stay"))


def test_an_action_and_leaving_end_it(house: House) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[1]) as bo:
        with house.page(two.table, two.tokens[0]) as ada:
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
            number = propose(ada, 0)["number"]
            assert bo.act(1, "stay", expected=3)["type"] == "ack"
            assert said(ada, "went on")
            assert no(bo, "vote", seat=1, number=number, agree=True)["code"] == "not_proposed"
            ada.until_version(4)
            propose(ada, 0)
            proposal(bo)
        gone(bo)
        assert said(bo, "Ada has left")
        assert house.table(two.table)["version"] == 4


def test_what_cannot_be_asked_is_refused(house: House) -> None:
    two = Two(house)
    with (
        house.page(two.table, two.tokens[0]) as ada,
        house.page(two.table, two.tokens[1]) as bo,
        house.page(two.table) as watcher,
    ):
        fields: Json = {"seat": 0, "what": "undo", "expected": 0}
        assert no(ada, "propose", **fields)["message"] == "You have not acted yet."
        play([ada, bo], (0, "call-1"))
        refused = no(ada, "propose", **{**fields, "expected": 1})
        assert refused["message"] == "You can take it back without asking."
        play([ada, bo], (1, "call-2"), (0, "roll"))
        assert no(ada, "propose", **fields)["code"] == "stale_action"
        for page in (bo, watcher):
            assert no(page, "propose", **{**fields, "expected": 3})["code"] == "not_your_seat"
        number = propose(ada, 0)["number"]
        again = no(bo, "propose", seat=1, what="undo", expected=3)
        assert again["code"] == "not_proposed"
        for page in (bo, watcher):
            assert no(page, "vote", seat=0, number=number, agree=True)["code"] == "not_your_seat"
        assert no(bo, "vote", seat=1, number=number ^ 1, agree=True)["code"] == "not_proposed"


def test_nobody_asks_without_end(house: House) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        for _ in range(5):
            ok(ada, "vote", seat=0, number=propose(ada, 0)["number"], agree=False)
        assert no(ada, "propose", seat=0, what="undo", expected=3)["code"] == "too_many"


def test_after_the_end_nothing_is_asked(house: House) -> None:
    made = house.create(ME, DEVICE, rounds=1)
    house.play_out(made["table"], made["token"], (0, 1))
    with house.page(made["table"], made["token"], 0) as page:
        version = page.state["version"]
        refused = no(page, "propose", seat=0, what="undo", expected=version)
        assert refused["code"] == "undo_refused"
        page.send(type="restart", id="r", seat=0, expected=version)
        assert page.until("reject")["code"] == "undo_refused"


def test_a_device_of_several_people_is_one_voice_and_bots_agree(house: House) -> None:
    made = house.create(ME, DEVICE, BOT)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
        page.send(type="look", seat=1)
        until(page, lambda message: message.get("seat") == 1)
        page.act(1, "call-2", expected=page.state["version"])
        until(page, lambda message: message.get("asked") == [0])
        page.act(0, "roll", expected=page.state["version"])
        state = until(page, lambda message: message.get("asked") == [1])
        ok(page, "propose", seat=0, what="undo", expected=state["version"])
        assert until(page, lambda message: message.get("asked") == [0])
        assert page.state["version"] == state["version"] + 1


def test_bots_wait_for_the_answers(house: House) -> None:
    two = Two(house, BOT)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        ada.act(0, "call-1")
        bo.until_version(ada.state["version"] + 1)
        bo.act(1, "call-2", expected=bo.state["version"])
        state = until(ada, lambda message: message.get("asked") == [0])
        assert ada.act(0, "roll", expected=state["version"])["type"] == "ack"
        state = until(bo, lambda message: message.get("asked") == [1])
        ada.until_version(state["version"])
        number = propose(ada, 0)["number"]
        # Bo is asked something and a bot is not; when Bo has rolled it goes on, and not before.
        time.sleep(0.2)
        assert house.table(two.table)["version"] == state["version"]
        ok(bo, "vote", seat=1, number=number, agree=False)
        assert bo.act(1, "stay", expected=state["version"])["type"] == "ack"
        until(bo, lambda message: message.get("version", 0) >= state["version"] + 2)


def test_who_is_away_for_long_is_not_waited_for(quick: House) -> None:
    two = Two(quick)
    with quick.page(two.table, two.tokens[0]) as ada:
        with quick.page(two.table, two.tokens[1]) as bo:
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        ok(ada, "propose", seat=0, what="undo", expected=3)
        assert ada.until_version(4)["asked"] == [0]
        assert said(ada, "All agree")


def test_who_is_here_and_says_nothing_lets_it_lapse(quick: House) -> None:
    two = Two(quick)
    with quick.page(two.table, two.tokens[0]) as ada, quick.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        propose(ada, 0)
        assert said(bo, "Not everybody has answered")
        assert quick.table(two.table)["version"] == 3
        assert quick.table(two.table)["proposal"] is None


def test_what_could_not_be_stored_has_not_happened(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(house)
    tables: Tables = house.client.app.state.tables  # type: ignore[attr-defined]

    def full(*steps: NewStep) -> None:
        raise StorageError("The disk is full.", where="database", expected="room")

    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        number = propose(ada, 0)["number"]
        with monkeypatch.context() as patch:
            patch.setattr(tables.store.store, "append", full)
            assert no(bo, "vote", seat=1, number=number, agree=True)["code"] == "storage"
        gone(ada)
        gone(bo)
        assert house.table(two.table)["version"] == 3
        play([ada, bo], (1, "stay"))


def test_those_who_are_asked_read_nothing_of_what_it_is_about(house: House) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-3"), (1, "call-2"), (0, "stay"), (1, "stay"), (0, "call-4"))
        play([ada, bo], (1, "call-5"))
        seen = len(bo.raw)
        ok(bo, "vote", seat=1, number=propose(ada, 0)["number"], agree=True)
        bo.until_version(7)
        told = [json.loads(text) for text in bo.raw[seen:]]
        heard = [line["text"] for message in told for line in message.get("lines", [])]
        heard += [line["text"] for message in told for line in message.get("log", [])]
        assert len(heard) >= 3
        assert not any("call" in text or "4" in text for text in heard)


# --- the game ended early ---------------------------------------------------------------------


def test_with_all_agreeing_the_game_ends(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        two = Two(house)
        with (
            house.page(two.table, two.tokens[0]) as ada,
            house.page(two.table, two.tokens[1]) as bo,
            house.page(two.table) as watcher,
        ):
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
            assert house.client.get(f"/api/tables/{two.table}/record").status_code == 409
            asked = propose(bo, 1, "end")
            assert (asked["what"], asked["seat"], asked["asked"]) == ("end", 1, [0])
            assert said(ada, "asks") == "Bo asks to end the game here."
            ok(ada, "vote", seat=0, number=asked["number"], agree=True)
            for page in (ada, bo, watcher):
                until(page, lambda message: message.get("over"))
                assert page.state["status"] == "The game was ended early."
                assert page.state["asked"] == page.state["choices"] == []
                assert len(page.state["scores"]) == 2
                assert page.state["ranking"] is None
                assert page.state["table"]["state"] == "over"
                assert page.state["seed"]
                assert "Nobody has won" in said(page, "All agree")
            for page, seat in ((ada, 0), (bo, 1)):
                refused = page.act(seat, "stay", expected=3)
                assert (refused["type"], refused["code"]) == ("reject", "not_playing")
                assert page.state["undo"] == {**page.state["undo"], "allowed": False, "asks": False}
            for what in ("undo", "end"):
                refused = no(ada, "propose", seat=0, what=what, expected=3)
                assert refused["code"] == "not_playing"
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        with house.page(two.table, two.tokens[0]) as ada:
            assert ada.state["over"] is True
            assert ada.state["version"] == 3
            assert ada.state["choices"] == []
        text = client.get(f"/api/tables/{two.table}/record").text
        assert replay(Record.parse(text), GAME).standing() == [
            (0, "call-1"),
            (1, "call-2"),
            (0, "roll"),
        ]
        last = client.get(f"/api/tables/{two.table}/at/3").json()
        assert (last["over"], last["asked"]) == (True, [])
        assert client.get(f"/api/tables/{two.table}/at/2").json()["over"] is False
        headers = {"Authorization": f"Bearer {two.tokens[0]}"}
        again = client.post(f"/api/tables/{two.table}/rematch", json={}, headers=headers)
        assert again.status_code == 200


def test_who_plays_alone_with_bots_ends_the_game_at_once(house: House) -> None:
    made = house.create(ME, BOT)
    with house.page(made["table"], made["token"]) as page:
        ok(page, "propose", seat=0, what="end", expected=0)
        until(page, lambda message: message.get("over"))
        version = page.state["version"]
        time.sleep(0.2)
        assert house.table(made["table"])["version"] == version


def test_one_refusal_is_enough_to_play_on(house: House) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        number = propose(ada, 0, "end")["number"]
        ok(bo, "vote", seat=1, number=number, agree=False)
        gone(ada)
        play([ada, bo], (0, "call-1"))


def test_an_end_that_could_not_be_stored_has_not_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(house)
    tables: Tables = house.client.app.state.tables  # type: ignore[attr-defined]

    def full(table: str, owner: int | None = None, result: Result | None = None) -> None:
        raise StorageError("The disk is full.", where="database", expected="room")

    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        number = propose(ada, 0, "end")["number"]
        with monkeypatch.context() as patch:
            patch.setattr(tables.store.store, "end", full)
            assert no(bo, "vote", seat=1, number=number, agree=True)["code"] == "storage"
        gone(ada)
        assert house.table(two.table)["state"] == "playing"
        play([ada, bo], (0, "call-1"))


# --- the turn restarted -----------------------------------------------------------------------


def test_a_turn_is_restarted_at_once(full_house: House) -> None:
    made = full_house.create(ME, game="dice_hospital")
    with full_house.page(made["table"], made["token"], 0) as page:
        rng = Random(5)
        while not page.state["undo"]["turn"]:
            assert not page.state["over"]
            page.act(0, rng.choice(page.state["choices"])["notation"])
            page.until_version(page.state["version"] + 1)
        version = page.state["version"]
        for _ in range(2):  # the answer may have been lost
            page.send(type="restart", id="r", seat=0, expected=version)
            assert page.until("ack") == {"type": "ack", "version": version + 1, "id": "r"}
        page.until_version(version + 1)
        assert "takes back" in page.log[-1]["text"]
        assert page.state["undo"]["allowed"] is False or page.state["undo"]["turn"] is False
        view = page.state["view"]
    past = full_house.client.get(
        f"/api/tables/{made['table']}/at/{version + 1}?seat=0",
        headers={"Authorization": f"Bearer {made['token']}"},
    )
    assert past.json()["view"] == view


def test_a_restart_of_what_cannot_be_taken_back_is_refused(house: House) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"))
        ada.send(type="restart", id="r", seat=0, expected=3)
        assert ada.until("reject")["code"] == "undo_refused"
        assert ada.state["version"] == 3


# --- two processes ----------------------------------------------------------------------------


class Line:
    """A connection to a process, as a page uses one."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line

    def send_text(self, text: str) -> None:
        self.line.send(text)

    def receive_text(self) -> str:
        return str(self.line.recv(timeout=PATIENCE))


@contextmanager
def page_at(address: str, table: str, token: str | None) -> Iterator[Page]:
    with connect(f"ws://{address}/api/tables/{table}/live", open_timeout=PATIENCE) as line:
        page = Page(Line(line))  # type: ignore[arg-type]
        page.hello(token)
        yield page


def test_people_on_two_processes_agree(own_postgres: str) -> None:
    with neighbour(own_postgres) as one, neighbour(own_postgres) as two:
        made = one.made("/api/tables", {"game": "toy", "options": {}, "seats": [ME, OPEN]})
        table = made["table"]
        bo_s = two.made(f"/api/tables/{table}/join", {"name": "Bo"})["token"]
        pledges = {at.ask(f"/api/tables/{table}/fairness")[1]["pledge"] for at in (one, two)}
        assert len(pledges) == 1
        with (
            page_at(one.address, table, made["token"]) as ada,
            page_at(two.address, table, bo_s) as bo,
        ):
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "roll"), (1, "roll"))
            assert propose(bo, 1)["asked"] == [0]
            asked = proposal(ada)
            assert (asked["seat"], asked["asked"]) == (1, [0])
            ok(ada, "vote", seat=0, number=asked["number"], agree=True)
            for page in (ada, bo):
                assert page.until_version(5)["asked"] == [1]


# --- another process goes on with it ----------------------------------------------------------


def test_what_people_were_asked_outlives_a_restart(settings: Settings) -> None:
    patient = changed(settings, away_seconds=0.0)
    place: Json = {}
    tokens: list[str] = []

    @contextmanager
    def seated(port: int) -> Iterator[list[Page]]:
        with ExitStack() as stack:
            address = f"127.0.0.1:{port}"
            yield [stack.enter_context(page_at(address, place["table"], token)) for token in tokens]

    fields: Json = {"who": 2, "bot": "random"}
    with ExitStack() as gone_with_the_server, running(patient) as port:
        body = {"game": "toy", "options": {}, "seats": [ME, OPEN, OPEN]}
        place = post(port, "/api/tables", body)[1]
        join_it = f"/api/tables/{place['table']}/join"
        tokens = [place["token"], post(port, join_it, {"name": "Bo"})[1]["token"]]
        post(port, join_it, {"name": "Cy"})  # and never comes
        ada, bo = gone_with_the_server.enter_context(seated(port))
        ok(ada, "stand_in", seat=0, **fields)
        asked = propose(ada, 0, "end")
        assert asked["asked"] == [1, 2]
    with running(patient) as port, seated(port) as (ada, bo):
        assert proposal(bo) == asked
        ok(bo, "stand_in", seat=1, **fields)
        assert said(bo, "plays for Cy now")
        ok(bo, "vote", seat=1, number=asked["number"], agree=True)
        until(ada, lambda message: message.get("over"))


def test_who_asked_and_does_not_come_back_has_asked_nothing(settings: Settings) -> None:
    quick = changed(settings, answer_seconds=0.2)
    with ExitStack() as stack, running(settings) as port:
        body = {"game": "toy", "options": {}, "seats": [ME, OPEN]}
        made = post(port, "/api/tables", body)[1]
        bo_s = post(port, f"/api/tables/{made['table']}/join", {"name": "Bo"})[1]["token"]
        address = f"127.0.0.1:{port}"
        ada = stack.enter_context(page_at(address, made["table"], made["token"]))
        propose(ada, 0, "end")
    with running(quick) as port, page_at(f"127.0.0.1:{port}", made["table"], bo_s) as bo:
        assert said(bo, "Not everybody has answered")
        gone(bo)
        assert bo.state["over"] is False


def test_a_step_decides_what_was_asked_before_it() -> None:
    asked = Undecided(Proposal(7, "undo", 0, 4, ("ada",)), {1: Ballot(1, 3, {"ada": "random"})})
    stored = asked.to_json()
    assert read_undecided(stored, 4, {0: 4, 1: 2}) == asked
    assert read_undecided(stored, 5, {0: 5, 1: 2}) == replace(asked, proposal=None)
    assert read_undecided(stored, 5, {0: 4, 1: 5}) == NOTHING
    assert read_undecided(None, 5, {0: 5}) == NOTHING
    assert NOTHING.to_json() is None
    damaged: Any
    for damaged in ([], {}, {**(stored or {}), "ballots": 1}):
        with pytest.raises(ValueError, match="votes that are none"):
            read_undecided(damaged, 4, {0: 4, 1: 2})
    with pytest.raises(ValueError, match=r"not there: \[1\]"):
        read_undecided(stored, 4, {0: 4})


def test_a_vote_that_could_not_be_stored_is_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(house)
    tables: Tables = house.client.app.state.tables  # type: ignore[attr-defined]

    def full(*given: object, **named: object) -> None:
        raise StorageError("The disk is full.", where="database", expected="room")

    with house.page(two.table, two.tokens[0]) as ada:
        with monkeypatch.context() as patch:
            patch.setattr(tables.store.store, "keep_undecided", full)
            refused = no(ada, "propose", seat=0, what="end", expected=0)
            assert refused["code"] == "storage"
        assert house.table(two.table)["proposal"] is None
        assert propose(ada, 0, "end")["asked"] == [1]


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_asked_at_one_process_is_answered_at_another(
    own_postgres: str, end: signal.Signals
) -> None:
    with processes(own_postgres, 2, f"answer_seconds={2 * PATIENCE}") as (one, two):
        made = one.made("/api/tables", {"game": "toy", "options": {}, "seats": [ME, OPEN]})
        table = made["table"]
        bo_s = one.made(f"/api/tables/{table}/join", {"name": "Bo"})["token"]
        with page_at(one.address, table, made["token"]) as ada:
            asked = propose(ada, 0, "end")
            one.send(end)
            one.process.wait(PATIENCE)
        wait_until(lambda: two.ask(f"/api/tables/{table}")[0] == 200, "the other process")
        with (
            page_at(two.address, table, made["token"]) as ada,
            page_at(two.address, table, bo_s) as bo,
        ):
            assert proposal(bo)["number"] == asked["number"]
            ok(bo, "vote", seat=1, number=asked["number"], agree=True)
            until(ada, lambda message: message.get("over"))
