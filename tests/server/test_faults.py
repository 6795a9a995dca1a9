"""Programs of games and bots that fail at a table: log and players hear of it, play goes on."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page
from tests.server.toy import GAME, Call, Roll, Toy
from wardround.bots import Bot
from wardround.core import Match, NotAsked
from wardround.server import Settings, create_app, live
from wardround.server.store import Store
from wardround.server.table import Table
from wardround.server.tables import Tables

SECRET = "the seed is 42"


def crash(*_args: Any, **_kwargs: Any) -> Any:
    raise KeyError(SECRET)


def leave(*_args: Any, **_kwargs: Any) -> Any:
    raise SystemExit(SECRET)


def recurse(*args: Any, **kwargs: Any) -> Any:
    return recurse(*args, **kwargs)


def stop(*_args: Any, **_kwargs: Any) -> Any:
    raise RuntimeError(SECRET)


def mislead(*_args: Any, **_kwargs: Any) -> Any:
    raise NotAsked(SECRET, where=SECRET)


WAYS: list[Callable[..., Any]] = [crash, leave, recurse, stop]


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


def traceback_in(caplog: pytest.LogCaptureFixture) -> None:
    """The log holds a traceback, and the table it came from."""
    told = [record for record in caplog.records if record.exc_info]
    assert told
    assert all("table" in record.getMessage() for record in told)


def no_secret(*pages: Page) -> None:
    """Nothing of the fault went over the line."""
    assert not any(SECRET in text or "Traceback" in text for page in pages for text in page.raw)


def alive(page: Page) -> None:
    page.send(type="ping")
    page.until("pong")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("owner", "method"),
    [(Call, "take"), (Call, "ask"), (Toy, "choice"), (Match, "act"), (Toy, "copy")],
)
def test_an_action_at_which_the_game_fails_does_nothing_and_everybody_hears_of_it(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    owner: type,
    method: str,
    way: Callable[..., Any],
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page, house.page(made["table"]) as other:
        with monkeypatch.context() as broken:
            broken.setattr(owner, method, way)
            answer = page.act(0, "call-1", id="a")
            assert (answer["type"], answer["code"]) == ("reject", "table_broken")
            assert answer["expected"]
            alive(page)
        notice = other.until("error")
        assert (notice["code"], notice["where"]) == ("table_broken", "seat 0 (Ada)")
        assert "an action of Ada" in notice["message"]
        traceback_in(caplog)
        assert house.table(made["table"])["version"] == 0
        assert page.act(0, "call-1", id="a")["version"] == 1
        assert other.until_version(1)["asked"] == [1]
        no_secret(page, other)


def test_a_flow_that_fails_later_rolls_the_table_back(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
        with monkeypatch.context() as broken:
            broken.setattr(Toy, "proceed", crash)
            assert page.act(1, "call-2", id="b", expected=0)["code"] == "table_broken"
        traceback_in(caplog)
        assert page.act(1, "call-2", id="b", expected=1)["version"] == 2
        assert page.until_version(2)["asked"] == [0]
        no_secret(page)


def test_a_choice_that_breaks_a_rule_of_its_own_is_a_fault_not_a_refusal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(Toy, "choice", mislead)
            assert page.act(0, "call-1")["code"] == "table_broken"
        assert page.act(0, "call-1")["version"] == 1
        no_secret(page)


@pytest.mark.parametrize("way", [*WAYS, mislead])
@pytest.mark.parametrize(("owner", "method"), [(Toy, "view"), (Toy, "status"), (Match, "can_undo")])
def test_a_view_that_fails_is_said_and_comes_back(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    owner: type,
    method: str,
    way: Callable[..., Any],
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(owner, method, way)
            assert page.act(0, "call-1")["version"] == 1
            error = page.until("error")
            assert (error["code"], error["where"]) == ("table_broken", "the view of seat 0")
            alive(page)
        traceback_in(caplog)
        page.send(type="look", seat=1)
        assert page.until("state")["version"] == 1
        assert page.act(1, "call-2")["version"] == 2
        no_secret(page)


def test_a_log_that_fails_is_said(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(GAME, "event_text", crash)
            page.act(0, "call-1")
            assert page.until("error")["code"] == "table_broken"
        page.send(type="hello", token=made["token"], seat=0)
        assert [line["text"] for line in page.until("state")["log"]] == ["Ada calls 1."]
        traceback_in(caplog)


@pytest.mark.parametrize("way", [*WAYS])
@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("choice", {"type": "why", "action": "call-1"}),
        ("choice", {"type": "why", "spot": "seat/0/card"}),
        ("why_not", {"type": "why", "action": "call-1"}),
        ("explain", {"type": "why", "spot": "deck"}),
        ("legal_actions", {"type": "places", "expected": 0, "piece": "deck"}),
        ("legal_actions", {"type": "why", "spot": "deck", "piece": "seat/0/card"}),
        ("preview", {"type": "preview", "expected": 0, "action": "call-1"}),
        ("view", {"type": "preview", "expected": 0, "action": "call-1"}),
    ],
)
def test_a_question_at_which_the_game_fails_is_answered(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    method: str,
    message: Json,
    way: Callable[..., Any],
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        monkeypatch.setattr(Toy, method, way)
        page.send(id="w", seat=0, **message)
        answer = page.until("reject")
        assert (answer["id"], answer["code"]) == ("w", "table_broken")
        alive(page)
        traceback_in(caplog)
        no_secret(page)


def test_an_undo_at_which_the_game_fails_takes_nothing_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.act(1, "call-2", expected=0)
        page.until_version(2)
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.act(0, "call-1")
        page.until_version(1)
        with monkeypatch.context() as broken:
            broken.setattr(Match, "_deed", crash)
            page.send(type="undo", id="u", seat=0, expected=1)
            assert page.until("reject")["code"] == "table_broken"
        page.send(type="undo", id="u", seat=0, expected=1)
        assert page.until("ack")["version"] == 2


@pytest.mark.parametrize("way", [*WAYS, mislead])
def test_a_game_that_cannot_begin_makes_no_table(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    way: Callable[..., Any],
) -> None:
    monkeypatch.setattr(Toy, "proceed", way)
    body = {"game": "toy", "options": {}, "seats": [ME, BOT]}
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code >= 400
    assert way is mislead or SECRET not in answer.text
    assert tables_of(house) == 0
    if way is not mislead:
        assert answer.json()["code"] == "table_broken"
        traceback_in(caplog)


def tables_of(house: House) -> int:
    store = Store(house.client.app.state.tables.settings.database)  # type: ignore[attr-defined]
    with store.engine.connect() as connection:
        found = connection.exec_driver_sql("select count(*) from tables").scalar()
    store.close()
    return int(found or 0)


def test_options_at_which_the_game_fails_make_no_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "check_options", crash)
    body = {"game": "toy", "options": {}, "seats": [ME, BOT]}
    answer = house.client.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (500, "table_broken")
    assert SECRET not in answer.text


def test_a_game_that_cannot_begin_leaves_the_last_seat_open(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.create(ME, OPEN)
    join = f"/api/tables/{made['table']}/join"
    with monkeypatch.context() as broken:
        broken.setattr(Toy, "proceed", crash)
        assert house.client.post(join, json={"name": "Cy"}).json()["code"] == "table_broken"
    assert house.table(made["table"])["state"] == "waiting"
    assert house.client.post(join, json={"name": "Cy"}).json()["seat"] == 1
    assert house.table(made["table"])["state"] == "playing"


@pytest.mark.parametrize("path", ["/at/1", "/record"])
def test_looking_back_at_what_the_game_cannot_show_is_answered(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    made = house.create(ME, DEVICE)
    house.play_out(made["table"], made["token"], [0, 1])
    monkeypatch.setattr(Toy, "view", crash)
    monkeypatch.setattr(Match, "record", crash)
    answer = house.client.get(f"/api/tables/{made['table']}{path}")
    assert (answer.status_code, answer.json()["code"]) == (500, "table_broken")
    assert SECRET not in answer.text
    traceback_in(caplog)


def test_a_fault_of_the_server_itself_is_said_without_its_words(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        with monkeypatch.context() as broken:
            broken.setattr(Table, "take", crash)
            answer = page.act(0, "call-1")
            assert (answer["type"], answer["code"]) == ("reject", "server_fault")
        with monkeypatch.context() as broken:
            broken.setattr(Table, "about", crash)
            told = house.client.get(f"/api/tables/{made['table']}")
            assert (told.status_code, told.json()["code"]) == (500, "server_fault")
            assert SECRET not in told.text
        assert page.act(0, "call-1")["version"] == 1
        no_secret(page)
    assert len([record for record in caplog.records if record.exc_info]) == 2


@pytest.mark.parametrize("name", ["json_text", "_send"])
def test_a_writer_that_fails_says_so_and_closes(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    made = house.create(ME, DEVICE)
    real: Callable[..., Any] = getattr(live, name)
    failed: list[str] = []

    def once(*args: Any) -> Any:
        if failed:
            return real(*args)
        failed.append(name)
        raise UnicodeEncodeError("utf-8", "", 0, 0, SECRET)

    with house.page(made["table"], made["token"], 0) as page:
        monkeypatch.setattr(live, name, once)
        page.send(type="ping")
        assert page.until("error")["code"] == "server_fault"
        assert page.session.receive() == {
            "type": "websocket.close",
            "code": 4500,
            "reason": "server_fault",
        }
        no_secret(page)
    traceback_in(caplog)


def test_a_connection_that_fails_says_so_and_closes(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = house.create(ME, DEVICE)
    monkeypatch.setattr(Tables, "get", crash)
    with house.connect(made["table"]) as page:
        assert page.until("error")["code"] == "server_fault"
        assert page.session.receive()["code"] == 4500
    traceback_in(caplog)


# --- bots -----------------------------------------------------------------------------------------


class Leaving(Bot):
    """A bot that ends the program."""

    def choose(self, turn: object) -> int:
        raise SystemExit(SECRET)


def test_a_bot_that_ends_the_program_does_not(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("wardround.server.table.make_bot", lambda _id, _seed: Leaving())
    made = house.create(ME, BOT)
    with house.page(made["table"], made["token"]) as page:
        assert page.until("error")["code"] == "bot_failed"
        assert page.until_version(1)["asked"] == [0]
        no_secret(page)
    traceback_in(caplog)


@pytest.mark.parametrize(
    ("owner", "method", "code"),
    [
        (Roll, "take", "table_broken"),
        (Toy, "copy", "bot_failed"),
        (Table, "_run_bot", "bot_failed"),
    ],
)
def test_bots_that_cannot_go_on_say_so_and_do_when_they_can(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    owner: type,
    method: str,
    code: str,
) -> None:
    made = house.create(BOT, BOT, BOT)
    with monkeypatch.context() as broken:
        broken.setattr(owner, method, crash)
        with house.page(made["table"]) as page:
            errors = [page.until("error")]
            while errors[-1]["code"] != "bot_failed":
                errors.append(page.until("error"))
            assert code in [error["code"] for error in errors]
            assert errors[-1]["message"].startswith("The bots stopped")
            alive(page)
            no_secret(page)
    traceback_in(caplog)
    with house.page(made["table"]) as page:
        while not page.state["over"]:
            page.receive()


@pytest.fixture
def quiet(settings: Settings) -> Iterator[House]:
    """A server that would hand its own faults on to the test; there must be none."""
    app = create_app(settings, {GAME.id: GAME})
    with TestClient(app, raise_server_exceptions=True) as client:
        yield House(client)


def test_no_fault_reaches_the_program_that_runs_the_server(
    quiet: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "rules", crash)
    answer = quiet.client.get("/api/games/toy/rules")
    assert (answer.status_code, json.loads(answer.text)["code"]) == (500, "server_fault")
