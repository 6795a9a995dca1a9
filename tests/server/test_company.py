"""A table is a place: seats change hands, people talk, somebody away is played for, and again."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page, changed
from tests.server.toy import GAME
from wardround.server import Settings, create_app
from wardround.server.store import LINES_KEPT, Store, StoredSeat, StoredTable


def ask(page: Page, kind: str, **fields: Any) -> Json:
    """Send a message with an id; its answer."""
    id = str(uuid4())
    page.send(type=kind, id=id, **fields)
    while True:
        answer = page.receive()
        if answer.get("id") == id:
            return answer


def ok(page: Page, kind: str, **fields: Any) -> None:
    answer = ask(page, kind, **fields)
    assert answer["type"] == "ack", answer


def no(page: Page, kind: str, **fields: Any) -> Json:
    answer = ask(page, kind, **fields)
    assert answer["type"] == "reject", answer
    assert answer["message"].endswith(".")
    assert answer["expected"]
    return answer


def names(house: House, table: str) -> list[str]:
    return [seat["name"] for seat in house.table(table)["seats"]]


def join(house: House, table: str, name: str, seat: int | None = None) -> str:
    body = {"name": name, "seat": seat}
    token: str = house.client.post(f"/api/tables/{table}/join", json=body).json()["token"]
    return token


def until(page: Page, what: Any) -> Json:
    """The next message for which something holds."""
    while True:
        message = page.receive()
        if what(message):
            return message


# --- seats ----------------------------------------------------------------------------------------


def test_seats_are_renamed_left_and_taken_again_before_the_start(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    table = made["table"]
    bo = join(house, table, "Bo", 1)
    with house.page(table, made["token"]) as host, house.page(table, bo) as page:
        assert (host.state["host"], page.state["host"]) == (True, False)
        ok(page, "rename", seat=1, name="Ada")
        until(host, lambda m: m["table"]["seats"][1]["name"] != "Bo")
        assert names(house, table)[:2] == ["Ada", "Ada (2)"]
        assert no(page, "rename", seat=0, name="X")["code"] == "not_your_seat"
        ok(page, "leave", seat=1)
        state = until(page, lambda message: message["type"] == "state")
        assert state["mine"] == []
        assert [seat["taken"] for seat in house.table(table)["seats"]] == [True, False, False]
    with house.connect(table) as page:
        page.send(type="hello", token=bo)
        assert page.until("error")["code"] == "forged_token"
    join(house, table, "Cy")
    assert names(house, table)[:2] == ["Ada", "Cy"]
    join(house, table, "Di")
    assert house.table(table)["state"] == "playing"


def test_only_the_host_sends_others_away(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    table = made["table"]
    bo = join(house, table, "Bo", 2)
    with house.page(table, made["token"]) as host, house.page(table, bo) as page:
        assert no(page, "kick", who=0)["code"] == "not_host"
        assert no(host, "kick", who=1)["code"] == "table_full"
        assert no(host, "kick", who=9)["code"] == "table_full"
        ok(host, "kick", who=2)
        assert until(page, lambda m: m["type"] == "state" and not m["mine"])["seat"] == -1
        assert no(page, "leave", seat=2)["code"] == "not_your_seat"
    assert not house.table(table)["seats"][2]["taken"]


def test_the_host_may_leave_and_is_the_host_all_the_same(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    with house.page(made["table"], made["token"]) as host:
        ok(host, "leave", seat=0)
    with house.page(made["table"], made["token"]) as host:
        assert (host.state["mine"], host.state["host"]) == ([], True)
        join(house, made["table"], "Bo", 1)
        ok(host, "kick", who=1)


def test_seats_are_swapped(house: House) -> None:
    made = house.create(ME, OPEN, BOT, OPEN)
    table = made["table"]
    bo = join(house, table, "Bo", 1)
    with house.page(table, made["token"]) as host, house.page(table, bo) as page:
        assert no(page, "swap", seat=1, to=0)["code"] == "table_full"
        assert no(page, "swap", seat=0, to=3)["code"] == "not_your_seat"
        ok(page, "swap", seat=1, to=3)
        state = until(page, lambda m: m["type"] == "state" and m["mine"] == [3])
        assert state["seat"] == 3
        ok(host, "swap", seat=0, to=3)
        until(page, lambda m: m["type"] == "state" and m["mine"] == [0])
        ok(host, "swap", seat=2, to=1)
    seats = house.table(table)["seats"]
    assert [seat["name"] for seat in seats] == ["Bo", "Random", "Player 3", "Ada"]
    assert [seat["kind"] for seat in seats] == ["open", "bot", "open", "me"]
    join(house, table, "Cy")
    with house.page(table, bo) as page:
        assert page.state["seat"] == 0
        assert page.act(0, "call-1")["type"] == "ack"
        for kind, fields in (
            ("leave", {"seat": 0}),
            ("rename", {"seat": 0, "name": "X"}),
        ):
            assert no(page, kind, **fields)["code"] == "not_playing"


def test_what_was_arranged_is_there_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        made = house.create(ME, OPEN, OPEN)
        with house.page(made["table"], made["token"]) as page:
            ok(page, "swap", seat=0, to=2)
            ok(page, "rename", seat=2, name="Zoe")
            ok(page, "mute", who=-1, muted=True)
            ok(page, "say", text="hello")
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        with House(client).page(made["table"], made["token"]) as page:
            assert (page.state["mine"], page.state["host"]) == ([2], True)
            assert page.state["table"]["quiet"] is True
            assert page.until("talk")["lines"][0]["text"] == "hello"
        assert names(House(client), made["table"])[2] == "Zoe"


# --- talk -----------------------------------------------------------------------------------------


def test_players_and_spectators_talk_apart(house: House) -> None:
    made = house.create(ME, DEVICE)
    table = made["table"]
    with (
        house.page(table, made["token"], 0) as ada,
        house.page(table, made["token"], 1) as bo,
        house.page(table) as one,
        house.page(table) as two,
    ):
        ok(ada, "say", text="  my   hand is good ", seat=0)
        line = bo.until("talk")["lines"][0]
        assert (line["seat"], line["name"], line["text"]) == (0, "Ada", "my hand is good")
        ok(one, "say", text="she bluffs", name="Eve")
        line = two.until("talk")["lines"][0]
        assert (line["seat"], line["name"], line["text"]) == (-1, "Eve", "she bluffs")
        assert no(one, "say", text="x", seat=0)["code"] == "not_your_seat"
        for page in (ada, bo, one, two):
            page.send(type="ping")
            page.until("pong")
        assert not any("bluffs" in text for page in (ada, bo) for text in page.raw)
        assert not any("my hand" in text for page in (one, two) for text in page.raw)
    with house.page(table) as late:
        assert [line["text"] for line in late.until("talk")["lines"]] == ["she bluffs"]


def test_the_host_mutes(house: House) -> None:
    made = house.create(ME, OPEN)
    bo = join(house, made["table"], "Bo")
    with (
        house.page(made["table"], made["token"]) as host,
        house.page(made["table"], bo) as page,
        house.page(made["table"]) as watcher,
    ):
        assert no(page, "mute", who=0, muted=True)["code"] == "not_host"
        ok(host, "mute", who=1, muted=True)
        assert no(page, "say", text="why?")["code"] == "silenced"
        ok(watcher, "say", text="hm")
        ok(host, "mute", who=-1, muted=True)
        assert no(watcher, "say", text="hm")["code"] == "silenced"
        ok(host, "mute", who=1, muted=False)
        ok(page, "say", text="thanks")
        assert page.act(1, "call-1")["type"] == "ack"
    assert house.table(made["table"])["seats"][1]["muted"] is False


@pytest.mark.parametrize("text", ["", "   ", "a\u202eb", "\x00", "x" * 501, "\ud800"])
def test_what_cannot_be_read_is_not_said(house: House, text: str) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.session.send_text(json.dumps({"type": "say", "id": "a", "text": text}))
        assert page.until("error")["code"] == "bad_message"


def test_nobody_talks_too_fast(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        answers = [ask(page, "say", text=f"line {number}") for number in range(7)]
        assert [answer["type"] for answer in answers[:5]] == ["ack"] * 5
        assert answers[-1]["code"] == "too_many"


def test_a_table_keeps_the_newest_lines(settings: Settings) -> None:
    store = Store(settings.database)
    store.migrate()
    with closing(store):
        seats = (StoredSeat(0, "me", "Ada", None, "h"),)
        store.create(StoredTable("a", "toy", "1", {}, "s", "waiting", seats), 5)
        for number in range(LINES_KEPT + 5):
            store.say("a", "players", 0, "Ada", str(number))
        assert [line.text for line in store.talk("a")] == [
            str(number) for number in range(5, LINES_KEPT + 5)
        ]
        assert store.delete(["a"]) == 1
        assert store.talk("a") == []


# --- away, and played for -------------------------------------------------------------------------


@pytest.fixture
def patient(settings: Settings) -> Iterator[House]:
    """A server that calls away who is not connected."""
    with TestClient(create_app(changed(settings, away_seconds=0.0), {GAME.id: GAME})) as client:
        yield House(client)


def test_who_is_away_is_told(house: House) -> None:
    made = house.create(ME, OPEN)
    bo = join(house, made["table"], "Bo")
    assert house.table(made["table"])["away"] == [0, 1]
    with house.page(made["table"], made["token"]) as page:
        with house.page(made["table"], bo):
            assert until(page, lambda m: m["type"] == "table" and m["table"]["away"] == [])
        assert until(page, lambda m: m["type"] == "table" and m["table"]["away"] == [1])


def test_a_bot_plays_for_somebody_after_a_vote_until_they_are_back(patient: House) -> None:
    made = patient.create(ME, OPEN, OPEN)
    table = made["table"]
    bo, cy = join(patient, table, "Bo", 1), join(patient, table, "Cy", 2)
    with patient.page(table, made["token"]) as ada, patient.page(table, cy) as page:
        fields = {"seat": 0, "who": 1, "bot": "random"}
        assert no(ada, "stand_in", **{**fields, "bot": "nobody"})["code"] == "unknown_bot"
        assert no(ada, "stand_in", **{**fields, "who": 2})["code"] == "present"
        assert no(page, "stand_in", **fields)["code"] == "not_your_seat"
        ok(ada, "stand_in", **fields)
        ok(ada, "stand_in", **fields)
        note = page.until("talk")["lines"][0]
        assert (note["seat"], note["name"]) == (-1, "")
        assert note["text"].endswith("playing for Bo, who is away: 1 of 2 agree.")
        assert patient.table(table)["seats"][1]["stand_in"] is None
        assert page.act(2, "call-2")["type"] == "ack"
        ok(page, "stand_in", **{**fields, "seat": 2})
        assert "plays for Bo now" in "".join(page.raw)
        assert ada.act(0, "call-1")["type"] == "ack"
        # Bo has called, and in the round of dice the bot rolls or stays for Bo.
        page.until_version(3)
        assert ada.act(0, "stay", expected=ada.until_version(3)["version"])["type"] == "ack"
        assert until(page, lambda m: m["type"] == "state" and m["version"] >= 5)["asked"] == [2]
        assert no(ada, "stand_in", **fields)["code"] == "table_full"
        with patient.page(table, bo) as back:
            assert back.state["table"]["seats"][1]["stand_in"] == "random"
            ok(back, "back", seat=1)
            assert no(back, "back", seat=1)["code"] == "table_full"
            assert page.act(2, "stay", expected=5)["type"] == "ack"
            until(back, lambda m: m["type"] == "state" and m["view"]["round"] == 2)
            assert 1 in back.state["asked"]
            time.sleep(0.1)
            assert back.act(1, back.state["choices"][0]["notation"])["type"] == "ack"


def test_nobody_is_played_for_who_was_here_a_moment_ago(house: House) -> None:
    made = house.create(ME, OPEN)
    join(house, made["table"], "Bo")
    with house.page(made["table"], made["token"]) as page:
        refused = no(page, "stand_in", seat=0, who=1, bot="random")
        assert refused["code"] == "present"
        assert "60 seconds" in refused["expected"]


def test_one_who_is_alone_with_the_absent_decides_alone(patient: House) -> None:
    made = patient.create(ME, OPEN)
    join(patient, made["table"], "Bo")
    with patient.page(made["table"], made["token"]) as page:
        ok(page, "stand_in", seat=0, who=1, bot="random")
        rng = Random(1)
        while not page.state["over"]:
            if 0 in page.state["asked"]:
                page.act(0, rng.choice(page.state["choices"])["notation"])
            page.until("state")
        record = patient.client.get(f"/api/tables/{made['table']}/record")
        assert record.status_code == 200


# --- rematch --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rotate", "order"), [(False, ["Ada", "Bo"]), (True, ["Bo", "Ada"])])
def test_the_same_people_play_again_with_the_tokens_they_have(
    house: House, rotate: bool, order: list[str]
) -> None:
    made = house.create(ME, OPEN, rounds=1)
    table, ada = made["table"], made["token"]
    bo = join(house, table, "Bo")

    def rematch(token: str | None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        body = {"rotate": rotate}
        return house.client.post(f"/api/tables/{table}/rematch", json=body, headers=headers)

    assert rematch(ada).json()["code"] == "not_playing"
    with house.page(table, ada) as one, house.page(table, bo) as two:
        for page, seat, action in ((one, 0, "call-1"), (two, 1, "call-2"), (one, 0, "stay")):
            assert page.act(seat, action, expected=page.state["version"])["type"] == "ack"
            one.until_version(page.state["version"] + 1)
            two.until_version(one.state["version"])
        assert two.act(1, "stay")["type"] == "ack"
        assert two.until_version(4)["over"]
        assert rematch(None).json()["code"] == "not_your_seat"
        assert rematch("x" * 30).status_code == 401
        again = rematch(bo).json()
        assert rematch(ada).json()["table"] == again["table"]
        told = until(one, lambda m: m["type"] == "state" and m["table"]["next"])
        assert told["table"]["next"] == again["table"] != table
    assert (again["state"], again["options"]) == ("playing", {"rounds": 1, "loud": False})
    assert names(house, again["table"]) == order
    with house.page(again["table"], bo) as page:
        assert page.state["seat"] == order.index("Bo")
        assert page.act(page.state["seat"], "call-3")["type"] == "ack"
