"""What if: a table of one's own that goes on from a position of a finished game."""

from random import Random

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, House, Json
from tests.server.toy import EVERY_GAME, GAME
from wardround.server import Settings, create_app


def played_out(house: House, *seats: Json, game: str = "toy") -> Json:
    made = house.create(*seats, game=game)
    people = [seat["seat"] for seat in made["seats"] if seat["kind"] != "bot"]
    rng = Random(game)
    with house.page(made["table"], made["token"], people[0]) as page:
        while not page.state["over"]:
            mine = [seat for seat in page.state["asked"] if seat in people]
            if not mine:
                page.until("state")
                continue
            if page.state["seat"] != mine[0]:
                page.send(type="look", seat=mine[0])
                page.until("state")
                continue
            page.act(mine[0], rng.choice(page.state["choices"])["notation"])
            page.until("state")
    return made


def what_if(house: House, table: str, **body: object) -> tuple[int, Json]:
    answer = house.client.post(f"/api/tables/{table}/what-if", json=body)
    return answer.status_code, answer.json()


@pytest.mark.parametrize("game", EVERY_GAME)
def test_it_goes_on_from_the_position_with_bots(full_house: House, game: str) -> None:
    made = played_out(full_house, ME, DEVICE, DEVICE, game=game)
    last = full_house.table(made["table"])["version"]
    version = last // 2
    status, tried = what_if(full_house, made["table"], version=version, seat=1, bot="random")
    assert status == 201
    assert full_house.table(tried["table"])["origin"] == made["table"]
    assert [seat["kind"] for seat in tried["seats"]] == ["bot", "me", "bot"]
    address = f"/api/tables/{made['table']}/at/{version}?seat=1"
    bearer = {"Authorization": f"Bearer {made['token']}"}
    before = full_house.client.get(address, headers=bearer).json()
    again = full_house.client.get(
        f"/api/tables/{tried['table']}/at/{version}?seat=1",
        headers={"Authorization": f"Bearer {tried['token']}"},
    ).json()
    assert again["view"] == before["view"]
    with full_house.page(tried["table"], tried["token"], 1) as page:
        while 1 not in page.state["asked"] and not page.state["over"]:
            page.until("state")
        if not page.state["over"]:
            assert page.act(1, page.state["choices"][0]["notation"])["type"] == "ack"
    assert full_house.table(made["table"])["version"] == last


def test_bots_of_the_game_stay_and_its_seed_is_told_only_at_the_end(house: House) -> None:
    made = played_out(house, ME, BOT)
    _, tried = what_if(house, made["table"], version=0)
    assert [seat["bot"] for seat in tried["seats"]] == [None, "random"]
    with house.page(tried["table"], tried["token"], 0) as page:
        assert page.state["seed"] is None
        assert page.state["table"]["seed_hash"] == house.table(made["table"])["seed_hash"]


def test_only_a_finished_game_is_tried_out(house: House) -> None:
    made = house.create(ME, DEVICE)
    status, problem = what_if(house, made["table"], version=0)
    assert status == 409
    assert problem["message"] == "The game is not over."


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"version": 999}, 422, "There is no version 999"),
        ({"version": 1, "seat": 7}, 422, "There is no seat 7"),
        ({"version": 1, "bot": "nobody"}, 422, "nobody"),
        ({"version": -1}, 422, ""),
        ({}, 422, ""),
    ],
)
def test_what_is_not_there_is_refused(house: House, body: Json, status: int, words: str) -> None:
    made = played_out(house, ME, DEVICE)
    found, problem = what_if(house, made["table"], **body)
    assert found == status, problem
    assert words in problem["message"]


def test_the_end_itself_is_no_beginning(house: House) -> None:
    made = played_out(house, ME, DEVICE)
    last = house.table(made["table"])["version"]
    status, problem = what_if(house, made["table"], version=last)
    assert status == 409
    assert problem["message"] == "The game is over there."


def test_it_is_there_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        made = played_out(House(client), ME, DEVICE)
        _, tried = what_if(House(client), made["table"], version=1)
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        assert House(client).table(tried["table"])["origin"] == made["table"]
        assert House(client).table(tried["table"])["version"] >= 1


def test_after_the_end_the_past_is_seen_through_any_eyes(house: House) -> None:
    made = house.create(ME, {"kind": "device", "name": "Bo"})
    other = f"/api/tables/{made['table']}/at/0?seat=1"
    assert house.client.get(other).status_code == 403
    made = played_out(house, ME, DEVICE)
    other = f"/api/tables/{made['table']}/at/0?seat=1"
    answer = house.client.get(other)
    assert answer.status_code == 200
    assert answer.json()["seat"] == 1
    assert house.client.get(other.replace("seat=1", "seat=2")).status_code == 403
