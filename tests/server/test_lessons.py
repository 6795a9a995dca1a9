"""Guided first games: step by step, kept through reload, restart and undo, left, played on."""

import json
import logging
from collections.abc import Iterator
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from tests.games.test_lessons import BIDDING, taught
from tests.server.pages import BOT, ME, House, Json, Page
from tests.server.toy import GAME as TOY
from wardround.core import Game, Lesson, Record, replay
from wardround.core.lesson import LEARNER
from wardround.games import games
from wardround.server import Settings, create_app
from wardround.server.store import Store

GAMES = games()
PYRRAMEDS = GAMES["pyrrameds"]


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    """A server with the games, and one that has no lesson."""
    with TestClient(create_app(settings, {**GAMES, TOY.id: TOY})) as client:
        yield House(client)


def lesson_of(game: Game) -> Lesson:
    lesson = game.lesson()
    assert lesson is not None
    return lesson


def begin(house: House, game: str) -> Json:
    answer = house.client.post(f"/api/games/{game}/lesson", json={"name": "Ada"})
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


def guided(page: Page) -> Json:
    """What the guided game says when the learner is to act, or when it is over."""
    while page.state["lesson"] is not None and not page.state["lesson"]["text"]:
        page.until("state")
    told: Json = page.state["lesson"]
    return told


def follow(page: Page, steps: int) -> list[Json]:
    """Do what is asked, up to a step; everything that was said."""
    said = []
    while not (told := guided(page))["over"] and told["step"] <= steps:
        said.append(told)
        version = page.state["version"]
        assert page.act(LEARNER, told["action"])["type"] == "ack"
        page.until_version(version + 1)
    return said


def ask(page: Page, kind: str, **fields: object) -> Json:
    id = str(uuid4())
    page.send(type=kind, id=id, seat=LEARNER, **fields)
    while (answer := page.receive()).get("id") != id:
        pass
    return answer


def undo(page: Page) -> None:
    version = page.state["version"]
    assert ask(page, "undo", expected=version)["type"] == "ack"
    page.until_version(version + 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_leads_through_all_its_steps(house: House, game: str) -> None:
    made = begin(house, game)
    lesson = lesson_of(GAMES[game])
    assert [seat["name"] for seat in made["seats"]] == ["Ada", *lesson.rivals]
    with house.page(made["table"], made["token"]) as page:
        said = follow(page, len(lesson.steps))
        texts = [told["text"] for told in said]
        assert list(dict.fromkeys(texts)) == [step.text for step in lesson.steps]
        assert [told["action"] for told in said] == [
            press.action for step in lesson.steps for press in step.presses
        ]
        assert {told["steps"] for told in said} == {len(lesson.steps)}
        last = guided(page)
        assert (last["over"], last["text"], last["action"]) == (True, lesson.closing, None)
        assert page.state["choices"]
        assert page.state["seed"] is None
        everything = "".join(page.raw)
        assert lesson.seed not in everything, "the seed is told at the end"


def test_another_action_is_refused_with_what_is_meant(house: House) -> None:
    made = begin(house, "pyrrameds")
    with house.page(made["table"], made["token"]) as page:
        answer = page.act(LEARNER, "swap")
        assert (answer["type"], answer["code"]) == ("reject", "lesson")
        assert answer["message"] == (
            "The guided game is about something else here. Place one of your cards in the pyramid."
        )
        assert "leaving the guided game" in answer["expected"]
        forbidden = page.act(LEARNER, "b04")
        assert forbidden["code"] == "illegal_action", "what the rules forbid is said by them"
        assert page.act(LEARNER, "place")["type"] == "ack"


def test_a_guided_game_goes_on_after_reload_and_restart(settings: Settings) -> None:
    with TestClient(create_app(settings, GAMES)) as client:
        made = begin(house := House(client), "dice_hospital")
        with house.page(made["table"], made["token"]) as page:
            follow(page, 6)
            before = guided(page)
        with house.page(made["table"], made["token"]) as page:
            assert guided(page) == before
    assert before["step"] == 7
    with TestClient(create_app(settings, GAMES)) as client:
        house = House(client)
        with house.page(made["table"], made["token"]) as page:
            assert guided(page) == before
            assert page.state["table"]["hints"] is False
            follow(page, 15)
            assert guided(page)["over"]
            assert page.state["table"]["hints"] is True


def test_an_undo_leads_back_in_the_guided_game(house: House) -> None:
    made = begin(house, "clinic")
    with house.page(made["table"], made["token"]) as page:
        follow(page, 9)
        told = guided(page)
        assert told["action"] == "build:garden"
        page.act(LEARNER, "build:garden")
        page.until("state")
        assert guided(page)["action"] == "at:b2"
        undo(page)
        assert guided(page) == told
        follow(page, 14)
        assert guided(page)["over"]


def test_only_the_learner_reads_the_lesson(house: House) -> None:
    made = begin(house, "clinic")
    with house.page(made["table"]) as page:
        assert page.state["lesson"] is None
        assert ask(page, "leave_lesson")["code"] == "not_your_seat"


def test_who_leaves_plays_freely_and_the_bots_by_their_level(settings: Settings) -> None:
    with TestClient(create_app(settings, GAMES)) as client:
        made = begin(house := House(client), "pyrrameds")
        with house.page(made["table"], made["token"]) as page:
            follow(page, 2)
            assert ask(page, "leave_lesson")["type"] == "ack"
            while page.state["lesson"] is not None:
                page.until("state")
            assert page.state["table"]["hints"] is True
            assert ask(page, "leave_lesson")["code"] == "no_lesson"
            assert page.act(LEARNER, page.state["choices"][0]["notation"])["type"] == "ack"
    with TestClient(create_app(settings, GAMES)) as client:
        house = House(client)
        with house.page(made["table"], made["token"]) as page:
            assert page.state["lesson"] is None, "it is left for good"


def test_a_guided_game_is_played_on_to_its_end_and_recorded_like_others(house: House) -> None:
    made = begin(house, "pyrrameds")
    lesson = lesson_of(PYRRAMEDS)
    with house.page(made["table"], made["token"]) as page:
        follow(page, len(lesson.steps))
        page.act(LEARNER, page.state["choices"][0]["notation"])
        page.until("state")
        assert page.state["lesson"] is None, "who has acted freely has read the closing"
        while not page.state["over"]:
            if page.state["choices"]:
                page.act(LEARNER, page.state["choices"][0]["notation"])
            page.until("state")
        assert page.state["seed"] == lesson.seed
    text = house.client.get(f"/api/tables/{made['table']}/record").text
    match = replay(Record.parse(text), PYRRAMEDS)
    assert match.state.is_over
    assert match.place_in(lesson) is None
    headers = {"Authorization": f"Bearer {made['token']}"}
    address = f"/api/tables/{made['table']}/rematch"
    following = house.client.post(address, json={"rotate": False}, headers=headers).json()
    with house.page(following["table"], made["token"]) as page:
        assert page.state["lesson"] is None, "the rematch is an ordinary game"


def test_a_game_without_a_lesson_is_told_and_refused(house: House) -> None:
    listed = {game["id"]: game["lesson"] for game in house.client.get("/api/games").json()}
    assert listed == {**dict.fromkeys(GAMES, True), "toy": False}
    answer = house.client.post("/api/games/toy/lesson", json={})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_lesson")
    assert answer.json()["expected"] == "one of " + ", ".join(sorted(GAMES))
    assert house.client.post("/api/games/chess/lesson", json={}).status_code == 404
    wrong = house.client.post("/api/games/clinic/lesson", json={"seed": "1"})
    assert (wrong.status_code, wrong.json()["where"]) == (422, "seed")
    ordinary = house.create(ME, BOT)
    with house.page(ordinary["table"], ordinary["token"]) as page:
        assert ask(page, "leave_lesson")["code"] == "no_lesson"


def test_a_lesson_that_cannot_be_read_is_left_out(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    broken = taught("seed = ")
    with (
        caplog.at_level(logging.WARNING),
        TestClient(create_app(settings, {broken.id: broken})) as c,
    ):
        assert [game["lesson"] for game in c.get("/api/games").json()] == [False]
    assert "the guided game of auction is left out" in caplog.text


def test_rules_that_have_changed_let_the_game_go_on_freely(settings: Settings) -> None:
    game = taught()
    with TestClient(create_app(settings, {game.id: game})) as client:
        made = begin(house := House(client), game.id)
        with house.page(made["table"], made["token"]) as page:
            follow(page, 2)
            assert guided(page)["step"] == 3
    changed = taught(BIDDING.replace('"bid:3"', '"bid:33"'))
    with TestClient(create_app(settings, {game.id: changed})) as client:
        house = House(client)
        with house.page(made["table"], made["token"]) as page:
            assert page.state["lesson"] is None
            assert page.act(LEARNER, "bid:9")["type"] == "ack"


def test_what_a_database_holds_of_a_lesson_is_read_strictly(settings: Settings) -> None:
    with TestClient(create_app(settings, GAMES)) as client:
        made = begin(House(client), "clinic")
    store = Store(settings.database)
    stored = store.load(made["table"])
    assert stored is not None
    assert (stored.lesson, stored.seed) == ("guided", lesson_of(GAMES["clinic"]).seed)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET lesson = 'taught'")
    with TestClient(create_app(settings, GAMES)) as client:
        answer = client.get(f"/api/tables/{made['table']}")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert json.loads(answer.text)["where"] == f"table {made['table']}"
    store.close()
