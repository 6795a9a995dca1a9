"""What if, from a game that goes on: a table of one's own where what is hidden is guessed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page
from tests.server.test_leaks import call, everything_sent, live_table, step
from tests.server.test_records import bearer
from tests.server.toy import EVERY_GAME, GAME
from wardround.core import SPECTATOR, Match
from wardround.server import Settings, create_app
from wardround.server.store import StoredTable
from wardround.server.table import begin
from wardround.server.tables import Tables

SAMPLE = "sample"


def ask(house: House, made: Json, version: int, seat: int = 0, **body: object) -> tuple[int, Json]:
    """Try out something on a seat from a version; the status of the answer, and the answer."""
    return asked(house, made["table"], bearer(made), version=version, seat=seat, **body)


def asked(house: House, table: str, headers: dict[str, str], **body: object) -> tuple[int, Json]:
    answer = house.client.post(f"/api/tables/{table}/what-if", json=body, headers=headers)
    return answer.status_code, answer.json()


def begun(house: House, *seats: Json, game: str = "toy", steps: int = 0) -> Json:
    """A table of one device where some random actions were taken."""
    made = house.create(*(seats or (ME, DEVICE, DEVICE)), game=game)
    rng = Random(game)
    if steps:
        with house.page(made["table"], made["token"], 0) as page:
            for _ in range(steps):
                step(page.state, page, rng)
    return made


def await_choice(page: Page, notation: str) -> None:
    """Wait until the seat looked at may do this."""
    while notation not in [choice["notation"] for choice in page.state["choices"]]:
        page.until("state")


def await_turn(page: Page) -> None:
    """Wait until the seat looked at is asked, or the game is over."""
    while page.state["seat"] not in page.state["asked"] and not page.state["over"]:
        page.until("state")


def previewed(page: Page) -> bool:
    """Whether the first choice can be looked at beforehand; not if it is gone by then."""
    seat, version = page.state["seat"], page.state["version"]
    action = page.state["choices"][0]["notation"]
    page.send(type="preview", id="p", seat=seat, expected=version, action=action)
    while True:
        answer = page.receive()
        if answer.get("id") == "p":
            return bool(answer["type"] == "preview")


def act(page: Page) -> None:
    """Do the first choice; if it is gone by then, the first of those that there are now."""
    await_turn(page)
    while True:
        answer = page.act(page.state["seat"], page.state["choices"][0]["notation"])
        if answer["type"] == "ack":
            page.until_version(answer["version"])
            return
        assert answer["code"] == "stale_action"
        page.until_version(answer["version"])


def play_out(page: Page) -> None:
    """Play the own seat to the end."""
    await_turn(page)
    while not page.state["over"]:
        act(page)
        await_turn(page)


def stored(house: House, table: str) -> StoredTable:
    service: Tables = house.client.app.state.tables  # type: ignore[attr-defined]
    return call(house, lambda: service.read(table))


@contextmanager
def other_world(number: int, seat: int) -> Iterator[None]:
    """The true world is another one that the seat cannot tell from it; 0 for the true one.

    What guesses are drawn from is the same for all.
    """

    def exchanged(*args: Any) -> Match | None:
        match = begin(*args)
        if number and match is not None:
            match.state = match.state.determinize(seat, Random(number))
        return match

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("wardround.server.trial.begin", exchanged)
        patch.setattr("wardround.server.tables.fresh_generator", lambda: Random(SAMPLE))
        yield


@pytest.mark.parametrize("game", EVERY_GAME)
def test_it_goes_on_from_what_the_seat_sees(full_house: House, game: str) -> None:
    made = begun(full_house, game=game, steps=5)
    version = full_house.table(made["table"])["version"]
    status, tried = ask(full_house, made, version - 1, seat=1, bot="random")
    assert status == 201, tried
    assert [seat["kind"] for seat in tried["seats"]] == ["bot", "me", "bot"]
    about = full_house.table(tried["table"])
    assert (about["origin"], about["guessed"]) == (made["table"], True)
    assert (about["seed_hash"], about["pledge"]) == (None, None)
    address = f"/api/tables/{made['table']}/at/{version - 1}?seat=1"
    before = full_house.client.get(address, headers=bearer(made)).json()
    address = f"/api/tables/{tried['table']}/at/0?seat=1"
    assert full_house.client.get(address, headers=bearer(tried)).json()["view"] == before["view"]
    with full_house.page(tried["table"], tried["token"], 1) as page:
        for _ in range(3):
            await_turn(page)
            while not previewed(page):  # the bots have moved meanwhile
                await_turn(page)
            act(page)
    assert full_house.table(made["table"])["version"] == version


def test_it_goes_back_by_agreement_to_its_beginning(house: House) -> None:
    _, tried = ask(house, begun(house), 0)
    with house.page(tried["table"], tried["token"], 0) as page:
        assert page.act(0, "call-3")["type"] == "ack"
        await_choice(page, "roll")
        version = page.state["version"]
        page.send(type="propose", id="u", seat=0, expected=version, what="undo")
        assert page.until("ack")["id"] == "u"
        page.until_version(version + 1)
        await_choice(page, "call-3")
        assert page.log[-1]["text"].startswith("By agreement")


def test_bots_stay_and_the_present_is_a_beginning_too(house: House) -> None:
    made = house.create(ME, BOT)
    status, tried = ask(house, made, 0)
    assert status == 201
    assert [seat["bot"] for seat in tried["seats"]] == [None, "random"]
    with house.page(tried["table"], tried["token"], 0) as page:
        assert page.state["table"]["seats"][0]["name"] == "Ada"
        again, further = ask(house, tried, page.state["version"])
    assert again == 201
    assert house.table(further["table"])["origin"] == tried["table"]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_it_does_not_depend_on_what_the_seat_cannot_know(full_house: House, game: str) -> None:
    made = begun(full_house, game=game, steps=9)
    for version, seat in ((9, 0), (6, 1), (4, 2)):
        found = []
        for number in range(3):
            with other_world(number, seat):
                status, tried = ask(full_house, made, version, seat=seat)
            assert status == 201, tried
            id = tried["table"]
            guess = stored(full_house, id)
            sent = [
                everything_sent(full_house, id, viewer).replace(id, "ID")
                for viewer in (seat, SPECTATOR)
            ]
            found.append((guess.start, guess.entries, guess.seed, guess.pledge, sent))
        assert found[0][0] is not None
        assert found[1:] == [found[0]] * 2


def test_other_generators_give_other_guesses(house: House) -> None:
    made = begun(house)
    starts = []
    for _ in range(4):
        _, tried = ask(house, made, 0)
        starts.append(json.dumps(stored(house, tried["table"]).start))
    assert len(set(starts)) == 4


def test_nothing_of_the_true_game_is_ever_told(house: House) -> None:
    made = begun(house, ME, BOT)
    secrets = stored(house, made["table"])
    assert secrets.salt is not None
    _, tried = ask(house, made, 0)
    kept = stored(house, tried["table"])
    assert (kept.seed, kept.salt, kept.deal, kept.entries) == ("", None, None, ())
    with house.page(tried["table"], tried["token"], 0) as page:
        play_out(page)
        assert page.state["seed"] is None
        told = list(page.raw)
    where = f"/api/tables/{tried['table']}"
    parts = ("", "/course", "/fairness", "/at/0?seat=1", "/at/1?seat=1", "/record")
    told += [house.client.get(where + part).text for part in parts]
    told.append(json.dumps(kept.start))
    for text in told:
        assert secrets.seed not in text
        assert secrets.salt not in text
    fair = house.client.get(f"{where}/fairness").json()
    assert set(fair.values()) == {None}


def test_it_has_no_record(house: House) -> None:
    made = begun(house, ME, BOT)
    _, tried = ask(house, made, 0)
    with house.page(tried["table"], tried["token"], 0) as page:
        for _ in range(2):
            refused = house.client.get(f"/api/tables/{tried['table']}/record")
            assert refused.status_code == 409
            assert refused.json()["message"].startswith("There is no record of what was tried out")
            play_out(page)


def test_who_has_no_seat_tries_nothing_out(house: House) -> None:
    made = begun(house)
    status, problem = asked(house, made["table"], {}, version=0)
    assert (status, problem["message"]) == (409, "The game is not over.")
    status, problem = ask(house, made, 0, seat=3)
    assert (status, problem["code"]) == (403, "not_your_seat")
    strange = {"Authorization": "Bearer " + "x" * 30}
    status, problem = asked(house, made["table"], strange, version=0)
    assert (status, problem["code"]) == (401, "forged_token")
    status, problem = ask(house, made, 99)
    assert (status, problem["code"]) == (422, "bad_message")


def test_nothing_is_tried_out_against_people_on_other_devices(house: House) -> None:
    made = house.create(ME, OPEN)
    status, problem = ask(house, made, 0)
    assert (status, problem["message"]) == (409, "The game has not begun.")
    body = {"name": "Bo"}
    joined = house.client.post(f"/api/tables/{made['table']}/join", json=body).json()
    assert house.table(made["table"])["trials"] is False
    for token, seat in ((made["token"], 0), (joined["token"], 1)):
        status, problem = ask(house, {**made, "token": token}, 0, seat=seat)
        assert (status, problem["code"]) == (403, "no_trial")
        assert "another device" in problem["expected"]


def test_nothing_is_tried_out_while_a_game_is_guided(full_house: House) -> None:
    made = full_house.client.post("/api/games/pyrrameds/lesson", json={}).json()
    status, problem = ask(full_house, made, 0)
    assert (status, problem["code"]) == (403, "no_trial")


def test_it_outlasts_a_restart_and_the_game_that_it_comes_from(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        made = begun(house, ME, BOT)
        _, tried = ask(house, made, 0)
        with house.page(tried["table"], tried["token"], 0) as page:
            page.act(0, "call-2")
        kept = live_table(house, tried["table"])._match
        assert kept is not None
        digest, version = kept.at(1).state.digest(), kept.version
        service: Tables = client.app.state.tables  # type: ignore[attr-defined]
        assert service.store.store.delete([made["table"]]) == 1
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        match = live_table(house, tried["table"])._match
        assert match is not None
        assert match.at(1).state.digest() == digest
        assert match.version >= version
        with house.page(tried["table"], tried["token"], 0) as page:
            play_out(page)
        assert house.table(tried["table"])["state"] == "over"
        _, further = asked(house, tried["table"], {}, version=1)
        assert house.table(further["table"])["guessed"] is True
