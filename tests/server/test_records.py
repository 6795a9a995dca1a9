"""Opening a record: a table that shows the game of a file that somebody brought."""

import json
from collections.abc import Callable
from random import Random

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, House, Json, changed
from tests.server.toy import EVERY_GAME, GAME
from wardround.core import Game, Match
from wardround.server import Settings, create_app
from wardround.server.records import LONGEST_BROUGHT


def played(game: Game = GAME, actions: int | None = None, players: int = 3) -> Match:
    """A game of chance, to its end or so many actions far."""
    match = Match(game, players, f"a record of {game.id}", names=["Ada", "Bo", "Cy"][:players])
    rng = Random(game.id)
    while not match.state.is_over and match.version != actions:
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


def bring(house: House, text: str) -> tuple[int, Json]:
    answer = house.client.post("/api/records", json={"record": text})
    return answer.status_code, answer.json()


def opened(house: House, match: Match) -> Json:
    status, made = bring(house, match.record().to_text())
    assert status == 201, made
    return made


def bearer(made: Json) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['token']}"}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_finished_game_is_there_as_it_was(full_house: House, game: str) -> None:
    match = played(EVERY_GAME[game])
    made = opened(full_house, match)
    about = full_house.table(made["table"])
    assert about["state"] == "over"
    assert about["opened"] is True
    assert about["seed_hash"] == match.seed_hash
    assert [seat["name"] for seat in about["seats"]] == ["Ada", "Bo", "Cy"]
    with full_house.page(made["table"], made["token"]) as page:
        assert page.state["mine"] == []
        assert page.state["host"] is True
        assert page.state["scores"] == match.state.scores()
        assert page.state["seed"] == match.seed
    for seat in (0, 2):
        earlier = match.at(match.version // 2)
        address = f"/api/tables/{made['table']}/at/{earlier.version}?seat={seat}"
        position = full_house.client.get(address).json()
        assert position["view"] == json.loads(json.dumps(earlier.state.view(seat)))
    record = full_house.client.get(f"/api/tables/{made['table']}/record").text
    assert record == match.record().to_text()


def test_what_if_goes_on_from_it(house: House) -> None:
    made = opened(house, played())
    answer = house.client.post(f"/api/tables/{made['table']}/what-if", json={"version": 2})
    assert answer.status_code == 201
    tried = house.table(answer.json()["table"])
    assert (tried["origin"], tried["opened"]) == (made["table"], False)


def test_an_unfinished_game_is_open_to_who_brought_it_only(house: House) -> None:
    match = played(actions=4)
    made = opened(house, match)
    table = f"/api/tables/{made['table']}"
    assert house.table(made["table"])["state"] == "playing"
    other = f"{table}/at/{match.version}?seat=1"
    assert house.client.get(other).status_code == 403
    position = house.client.get(other, headers=bearer(made)).json()
    assert position["view"] == json.loads(json.dumps(match.state.view(1)))
    with house.page(made["table"]) as page:
        assert page.state["seed"] is None
        assert page.state["choices"] == []
    assert house.client.get(f"{table}/record").status_code == 409
    body = {"version": match.version, "seat": 1}
    refused = house.client.post(f"{table}/what-if", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_playing")
    tried = house.client.post(f"{table}/what-if", json=body, headers=bearer(made)).json()
    assert [seat["kind"] for seat in tried["seats"]] == ["bot", "me", "bot"]
    with house.page(tried["table"], tried["token"], 1) as page:
        while 1 not in page.state["asked"] and not page.state["over"]:
            page.until("state")
        assert page.act(1, page.state["choices"][0]["notation"])["type"] == "ack"
    assert house.table(made["table"])["version"] == match.version


def test_nobody_sits_down_where_a_record_is_shown(house: House) -> None:
    for match in (played(), played(actions=4)):
        made = opened(house, match)
        for seat in (None, 0):
            body = {"name": "Eve"} if seat is None else {"name": "Eve", "seat": seat}
            answer = house.client.post(f"/api/tables/{made['table']}/join", json=body)
            assert (answer.status_code, answer.json()["code"]) == (409, "table_full")


def test_only_the_token_of_who_brought_it_opens_it(house: House) -> None:
    made, other = opened(house, played(actions=4)), opened(house, played(actions=4))
    address = f"/api/tables/{made['table']}/at/1?seat=0"
    assert house.client.get(address, headers=bearer(other)).status_code == 401


def test_who_made_a_table_to_play_at_sees_no_more_than_before(house: House) -> None:
    """Being the host opens a record, and nothing else."""
    made = house.create(ME, DEVICE, BOT)
    address = f"/api/tables/{made['table']}/at/0?seat=2"
    assert house.client.get(address, headers=bearer(made)).status_code == 403
    where, headers = f"/api/tables/{made['table']}/what-if", bearer(made)
    answer = house.client.post(where, json={"version": 0, "seat": 2}, headers=headers)
    assert answer.status_code == 403
    own = house.client.post(where, json={"version": 0}, headers=headers).json()
    assert house.table(own["table"])["guessed"] is True, "its own seat gets a guess, not the truth"


def test_it_is_there_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        made = opened(House(client), played(actions=4))
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        assert House(client).table(made["table"])["opened"] is True
        address = f"/api/tables/{made['table']}/at/4?seat=1"
        assert client.get(address, headers=bearer(made)).status_code == 200


def test_equal_names_are_told_apart_and_odd_ones_cleaned(house: House) -> None:
    match = played()
    match.rename(["Ada", "ada", "B\u202eo"])
    made = opened(house, match)
    assert [seat["name"] for seat in made["seats"]] == ["Ada", "ada (2)", "Bo"]


def header(**values: object) -> Callable[[list[Json]], None]:
    return lambda lines: lines[0].update(values)


def step(**values: object) -> Callable[[list[Json]], None]:
    return lambda lines: lines[1].update(values)


def without_seed(lines: list[Json]) -> None:
    del lines[0]["seed"]


REFUSALS: list[tuple[Callable[[list[Json]], None], int, str, str]] = [
    (header(wardround=2), 422, "record, line 1", "The format version is 2"),
    (header(game="chess"), 404, "record, line 1", "'chess', which is not here"),
    (header(rules="0.1"), 422, "record, line 1", "version 0.1 of the rules"),
    (header(options={"rounds": 99}), 422, "record, line 1", "99"),
    (header(names=["Ada", "", "Cy"]), 422, "record, line 1", "Nothing of this name can be seen"),
    (header(seed="x" * 129), 422, "record, line 1", "The seed is too long"),
    (header(seed="other"), 422, "record, line 1", "does not have the hash"),
    (without_seed, 422, "record, line 1", "does not tell its seed"),
    (step(do="fly"), 422, "record, line 2", "fly"),
    (step(seat=7), 422, "record, line 2", "7"),
    (step(extra=1), 422, "record, line 2", "extra"),
    (lambda lines: lines[-1]["result"].update(scores=[1]), 422, "record, line ", "differs"),
]


@pytest.mark.parametrize(("damage", "status", "where", "words"), REFUSALS)
def test_what_is_no_record_of_a_game_here_is_refused(
    house: House, damage: Callable[[list[Json]], None], status: int, where: str, words: str
) -> None:
    lines = [json.loads(line) for line in played().record().to_text().splitlines()]
    damage(lines)
    found, problem = bring(house, "\n".join(map(json.dumps, lines)))
    assert found == status, problem
    assert problem["where"].startswith(where), problem
    assert words in problem["message"]
    assert problem["expected"]


def test_a_move_against_the_rules_is_named_with_its_rule(house: House) -> None:
    lines = played().record().to_text().splitlines()
    calls = [(at, json.loads(line)) for at, line in enumerate(lines) if '"call-' in line]
    at, first = calls[0]
    again = next(number for number, call in calls[1:] if call["seat"] == first["seat"])
    lines[again] = json.dumps({**json.loads(lines[again]), "do": first["do"]})
    status, problem = bring(house, "\n".join(lines))
    assert status == 422
    assert problem["where"] == f"record, line {again + 1}"
    assert problem["clause"] == "TOY-2.1"
    assert problem["message"] == "This number was called before."
    assert at < again


@pytest.mark.parametrize("text", ["", "hello", "[1]", "{}", "\ufeff", "\u0000" * 30, "[" * 5000])
def test_what_is_no_record_at_all_is_refused(house: House, text: str) -> None:
    status, problem = bring(house, text)
    assert (status, problem["code"]) == (422, "record")
    assert problem["where"].startswith("record")


def test_a_record_that_is_too_long_is_refused(house: House) -> None:
    status, problem = bring(house, "x" * (LONGEST_BROUGHT + 1))
    assert (status, problem["code"]) == (413, "too_large")
    assert str(LONGEST_BROUGHT) in problem["expected"]
    status, problem = bring(house, "x" * (2 * LONGEST_BROUGHT))
    assert (status, problem["where"]) == (413, "Content-Length")
    assert house.client.get("/api/about").json()["longest_record"] == LONGEST_BROUGHT


def test_other_requests_stay_short(house: House) -> None:
    body = {"game": "toy", "seats": [ME], "options": {"long": "x" * 100_000}}
    assert house.client.post("/api/tables", json=body).status_code == 413


def test_playing_it_again_has_its_time(settings: Settings) -> None:
    hasty = changed(settings, work_seconds=1e-9)
    with TestClient(create_app(hasty, {GAME.id: GAME})) as client:
        status, problem = bring(House(client), played().record().to_text())
    assert (status, problem["code"]) == (503, "overloaded")


def test_opening_counts_among_the_tables_made(settings: Settings) -> None:
    few = changed(settings, tables_per_hour=2)
    with TestClient(create_app(few, {GAME.id: GAME})) as client:
        house = House(client)
        text = played().record().to_text()
        assert bring(house, text)[0] == 201
        assert bring(house, "no record")[0] == 422
        status, problem = bring(house, text)
        assert (status, problem["code"]) == (429, "too_many")


def test_the_server_keeps_only_so_many(small_house: House) -> None:
    text = played().record().to_text()
    assert [bring(small_house, text)[0] for _ in range(3)] == [201, 201, 503]
