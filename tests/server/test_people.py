"""People with a name: signing in, seats on all devices, ratings, history, being forgotten."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from tests.server.cluster import neighbour
from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, changed
from tests.server.toy import GAME
from wardround.cli import main
from wardround.core import Record
from wardround.rating import MIDDLE, Rating, after_game, beginning, in_points
from wardround.server import Settings, codes, create_app, results
from wardround.server.people import MOST_SESSIONS, PAGE, People, Signed
from wardround.server.relations import Base, ResultRow, ResultSeatRow
from wardround.server.results import Result, SeatResult
from wardround.server.seats import hash_token
from wardround.server.store import (
    NewStep,
    Store,
    StoredEntry,
    StoredSeat,
    StoredTable,
)


class Somebody:
    """Somebody with a name, and one device of theirs.

    Args:
        house: The server.
        answer: What it answered when they chose the name or signed in.
    """

    def __init__(self, house: House, answer: Json) -> None:
        self.house = house
        self.code = answer.get("code", "")
        self.token = answer["token"]
        self.name = answer["person"]["name"]

    def ask(self, path: str = "", method: str = "GET", body: Any = None) -> Any:
        """The data of the answer to a question about oneself."""
        return self.call(f"/api/people/me{path}", method, body).json()

    def call(self, path: str, method: str = "POST", body: Any = None) -> Any:
        """The answer to a request of who is signed in here."""
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.house.client.request(method, path, json=body, headers=headers)

    def create(self, *seats: Json, rated: bool = False) -> Json:
        """Make a table."""
        body = {"game": "toy", "seats": seats, "rated": rated}
        answer: Json = self.call("/api/tables", body=body).json()
        return answer

    def join(self, table: str, **more: Any) -> Json:
        """Take an open seat."""
        path = f"/api/tables/{table}/join"
        answer: Json = self.call(path, body={"name": self.name, **more}).json()
        return answer

    def tables(self) -> dict[str, list[Json]]:
        """The own seats by table."""
        return {one["table"]: one["held"] for one in self.ask("/tables")}


def somebody(house: House, name: str = "Ada") -> Somebody:
    """Somebody who chooses a name."""
    answer = house.client.post("/api/people", json={"name": name})
    assert answer.status_code == 201, answer.text
    return Somebody(house, answer.json())


def signed_in(house: House, code: str) -> Somebody:
    """The same person on another device."""
    answer = house.client.post("/api/people/sign-in", json={"code": code})
    assert answer.status_code == 200, answer.text
    return Somebody(house, answer.json())


def finish(house: House, table: str, tokens: Sequence[str], seed: int = 1) -> Json:
    """Play a table to its end, each seat from its own device; the last state."""
    rng = Random(seed)
    with house.page(table, tokens[0], 0) as one, house.page(table, tokens[1], 1) as other:
        pages = (one, other)
        while not one.state["over"]:
            seat = one.state["asked"][0]
            choice = rng.choice(pages[seat].state["choices"])
            answer = pages[seat].act(seat, choice["notation"])
            assert answer["type"] == "ack"
            for page in pages:
                page.until_version(answer["version"])
        return one.state


def rated_game(one: Somebody, other: Somebody, seed: int = 1) -> tuple[Json, Json]:
    """A rated game of two people, played to its end: the table as it was made, the last state."""
    made = one.create(ME, OPEN, rated=True)
    joined = other.join(made["table"])
    return made, finish(one.house, made["table"], [made["token"], joined["token"]], seed)


# --- codes and sessions ---------------------------------------------------------------------------


@given(st.text(min_size=16, max_size=60), st.binary(min_size=32, max_size=32), st.text(max_size=40))
def test_what_is_closed_opens_with_the_right_secret_alone(
    token: str, key: bytes, secret: str
) -> None:
    assert codes.opened(codes.closed(key, secret), secret) == key
    assert codes.opened(codes.closed(key, secret), secret + "x") != key
    token = token.encode("ascii", "replace").decode()
    kept = codes.sealed(token, key)
    assert codes.unsealed(kept, codes.hash_of(token), key) == token
    assert codes.unsealed(kept, codes.hash_of(token), bytes(32)) is None or key == bytes(32)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from(["", " ", "-", "\n"])), min_size=1))
def test_a_code_is_known_however_it_is_typed(ways: list[tuple[bool, str]]) -> None:
    code = codes.new_code()
    typed = "".join(
        between + (letter.upper() if large else letter)
        for letter, (large, between) in zip(code, cycle(ways), strict=False)
    )
    assert codes.bare_code(typed) == codes.bare_code(code)
    assert len(codes.LETTERS) ** codes.LENGTH > 2**128
    assert not set(codes.LETTERS) & set("il1o0")


def test_a_name_is_chosen_and_its_secrets_are_kept_as_hashes(
    house: House, settings: Settings
) -> None:
    ada = somebody(house, "  Ada  ")
    made = ada.create(ME, OPEN)
    assert ada.ask()["person"]["name"] == "Ada"
    other = signed_in(house, ada.code.upper().replace("-", " "))
    assert other.token != ada.token
    assert other.ask()["person"] == ada.ask()["person"]
    assert [one["mine"] for one in ada.ask()["sessions"]].count(True) == 1
    file = settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection:
        kept = "\n".join(connection.iterdump())
    for secret in (ada.code, codes.bare_code(ada.code), ada.token, other.token, made["token"]):
        assert secret not in kept
        assert secret.encode().hex() not in kept
    assert hash_token(made["token"]) in kept


def test_a_code_that_nobody_has_is_refused(house: House) -> None:
    for code, words in (("abc", "3 letters"), (codes.new_code(), "Nobody has this code")):
        answer = house.client.post("/api/people/sign-in", json={"code": code})
        assert (answer.status_code, answer.json()["code"]) == (403, "unknown_code")
        assert words in answer.json()["message"]


def test_a_new_code_makes_the_one_before_invalid(house: House) -> None:
    ada = somebody(house)
    made = ada.create(ME, OPEN)
    code = ada.ask("/code", "POST")["code"]
    answer = house.client.post("/api/people/sign-in", json={"code": ada.code})
    assert answer.json()["code"] == "unknown_code"
    other = signed_in(house, code)
    assert other.tables()[made["table"]][0]["token"] == made["token"]


def test_sessions_end_one_by_one_or_everywhere_else(house: House) -> None:
    ada = somebody(house)
    second, third = signed_in(house, ada.code), signed_in(house, ada.code)
    stranger = somebody(house)
    number = next(one["number"] for one in second.ask()["sessions"] if one["mine"])
    assert stranger.ask(f"/sessions/{number}", "DELETE")["code"] == "unknown_session"
    assert ada.ask(f"/sessions/{number}", "DELETE") == {"ended": 1}
    refused = second.call("/api/people/me", "GET")
    assert (refused.status_code, refused.json()["code"]) == (401, "forged_token")
    assert third.ask("/sessions", "DELETE") == {"ended": 1}
    assert ada.ask()["code"] == "forged_token"
    assert len(third.ask()["sessions"]) == 1
    assert stranger.ask()["person"]


def test_the_session_that_was_used_least_gives_way(house: House) -> None:
    ada = somebody(house)
    for _ in range(MOST_SESSIONS):
        last = signed_in(house, ada.code)
    assert ada.ask()["code"] == "forged_token"
    assert len(last.ask()["sessions"]) == MOST_SESSIONS


def test_another_name_is_one_for_all_devices(house: House) -> None:
    ada = somebody(house)
    other = signed_in(house, ada.code)
    assert other.ask("/name", "POST", {"name": "Adele"})["person"]["name"] == "Adele"
    assert ada.ask()["person"]["name"] == "Adele"
    assert ada.ask("/name", "POST", {"name": " "})["where"] == "name"


def test_one_client_may_not_try_many_codes(settings: Settings) -> None:
    with TestClient(create_app(changed(settings, names_per_hour=2), {GAME.id: GAME})) as client:
        ada, _ = somebody(House(client)), somebody(House(client), "Bo")
        answer = client.post("/api/people", json={"name": "Cleo"})
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        assert "--names-per-hour" in answer.json()["where"]
        for code in (codes.new_code(), ada.code):
            client.post("/api/people/sign-in", json={"code": code})
        refused = client.post("/api/people/sign-in", json={"code": ada.code})
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) > 60


def test_a_server_without_names_says_so_and_keeps_nothing(settings: Settings) -> None:
    with TestClient(create_app(changed(settings, people=False), {GAME.id: GAME})) as client:
        house = House(client)
        assert client.get("/api/about").json()["people"] is False
        refused = client.post("/api/people", json={"name": "Ada"})
        assert (refused.status_code, refused.json()["code"]) == (403, "no_people")
        assert "--people" in refused.json()["where"]
        headers = {"Authorization": "Bearer of-another-time"}
        for path in ("me", "me/tables", "me/games", "me/everything"):
            assert client.get(f"/api/people/{path}", headers=headers).json()["code"] == "no_people"
        body: Json = {"game": "toy", "seats": [ME, DEVICE]}
        made = client.post("/api/tables", json=body, headers=headers).json()
        house.play_out(made["table"], made["token"], (0, 1))
        body["rated"] = True
        assert client.post("/api/tables", json=body, headers=headers).json()["code"] == "not_named"
        service: Any = client.app
        with service.state.tables.store.store.transaction() as session:
            assert session.scalars(select(ResultRow)).all() == []


# --- seats on all devices -------------------------------------------------------------------------


def test_seats_made_and_joined_are_open_on_every_device(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made = ada.create(ME, OPEN)
    joined = bo.join(made["table"])
    lesson = house.create(ME, DEVICE)  # of nobody who is signed in
    assert house.table(made["table"])["seats"][1]["name"] == "Bo"
    for person, seat, token in ((ada, 0, made["token"]), (bo, 1, joined["token"])):
        elsewhere = signed_in(house, person.code)
        assert list(elsewhere.tables()) == [made["table"]]
        (held,) = elsewhere.tables()[made["table"]]
        assert (held["token"], held["seats"], held["names"]) == (token, [seat], [person.name])
        with house.page(made["table"], held["token"], seat) as page:
            assert page.state["mine"] == [seat]
    assert lesson["table"] not in ada.tables()


def test_a_join_whose_answer_was_lost_is_the_same_seat(house: House) -> None:
    ada, token = somebody(house), "t" * 30
    made = house.create(OPEN, OPEN)
    assert ada.join(made["table"], token=token) == ada.join(made["table"], token=token)
    assert ada.tables()[made["table"]][0]["seats"] == [0]


def test_earlier_seats_are_linked_when_one_asks_for_it(house: House) -> None:
    before, waiting = house.create(ME, DEVICE), house.create(ME, OPEN)
    ada, bo = somebody(house), somebody(house, "Bo")
    house.play_out(before["table"], before["token"], (0, 1))
    seats = [{"table": one["table"], "token": one["token"]} for one in (before, waiting)]
    wrong = {"table": before["table"], "token": waiting["token"]}
    linked = ada.ask("/seats", "POST", {"seats": seats})["linked"]
    assert linked == {before["table"]: True, waiting["table"]: True}
    assert ada.ask("/seats", "POST", {"seats": [wrong]})["linked"] == {before["table"]: False}
    assert ada.tables()[before["table"]][0]["seats"] == [0, 1]
    assert [game["table"] for game in ada.ask("/games")] == [before["table"]]
    assert set(bo.ask("/seats", "POST", {"seats": seats})["linked"].values()) == {False}
    assert bo.tables() == {}


def test_a_seat_that_is_left_or_taken_by_another_is_no_longer_ones_own(house: House) -> None:
    ada, bo, cleo = somebody(house), somebody(house, "Bo"), somebody(house, "Cleo")
    made = ada.create(ME, OPEN, OPEN)
    table, joined = made["table"], bo.join(made["table"], seat=1)
    with house.page(table, joined["token"], 1) as page:
        page.send(type="swap", id="1", seat=1, to=2)
        page.until("ack")
        assert bo.tables()[table][0]["seats"] == [2]
        page.send(type="leave", id="2", seat=2)
        page.until("ack")
    assert bo.tables() == {}
    assert cleo.join(table, seat=2)["seat"] == 2
    assert cleo.tables()[table][0]["seats"] == [2]
    with house.page(table, made["token"], 0) as page:
        page.send(type="kick", id="3", who=2)
        page.until("ack")
    assert cleo.tables() == {}
    assert bo.join(table)["seat"] == 1
    assert list(bo.tables()) == [table]


def test_the_table_of_a_rematch_is_linked_as_well(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made, _ = rated_game(ada, bo)
    path = f"/api/tables/{made['table']}/rematch"
    headers = {"Authorization": f"Bearer {made['token']}"}
    after = house.client.post(path, json={"rotate": True}, headers=headers).json()
    assert after["rated"]
    assert ada.tables()[after["table"]][0]["seats"] == [1]
    assert bo.tables()[after["table"]][0]["seats"] == [0]


def test_who_is_not_signed_in_any_more_is_told_so(house: House) -> None:
    ada = somebody(house)
    ada.ask(f"/sessions/{ada.ask()['sessions'][0]['number']}", "DELETE")
    assert ada.create(ME, OPEN)["code"] == "forged_token"
    made = house.create(OPEN, OPEN)
    assert ada.join(made["table"])["code"] == "forged_token"


# --- rated games ----------------------------------------------------------------------------------


def test_a_rated_game_needs_two_people_with_names(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    body = {"game": "toy", "seats": [ME, OPEN], "rated": True}
    assert house.client.post("/api/tables", json=body).json()["code"] == "not_named"
    for seats in ([ME, BOT], [ME, DEVICE], [ME, OPEN, DEVICE]):
        assert ada.create(*seats, rated=True)["code"] == "seat"
    made = ada.create(ME, OPEN, rated=True)
    table = made["table"]
    assert house.table(table)["rated"]
    refused = house.client.post(f"/api/tables/{table}/join", json={"name": "Dan"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_named")
    assert ada.join(table)["code"] == "table_full"
    assert ada.join(table, token=made["token"]) == {"token": made["token"], "seat": 0}
    assert bo.join(table)["seat"] == 1


def test_there_are_no_hints_in_a_rated_game(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made = ada.create(ME, OPEN, rated=True)
    assert house.table(made["table"])["hints"] is False
    bo.join(made["table"])
    with house.page(made["table"], made["token"], 0) as page:
        page.send(type="hint", id="h", seat=0, expected=0)
        answer = page.until("reject")
    assert answer["code"] == "no_hints"
    assert "not rated" in answer["expected"]


def test_a_rated_game_changes_both_ratings_once(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made, end = rated_game(ada, bo)
    ranks = [1 + end["ranking"].index(group) for group in end["ranking"] for _ in group]
    by_seat = dict(zip([seat for group in end["ranking"] for seat in group], ranks, strict=True))
    expected = after_game([beginning()] * 2, [by_seat[0], by_seat[1]], changing=True)
    for person, rating in zip((ada, bo), expected, strict=True):
        (one,) = person.ask("/statistics")
        assert (one["game"], one["players"], one["games"]) == ("toy", 2, 1)
        assert one["rating"]["value"] == round(in_points(rating).value)
        assert one["rating"]["spread"] == round(in_points(rating).spread)
        assert one["rating"]["sure"] is False
        (game,) = person.ask("/games")
        assert game["rated"]
        assert [seat["points"] for seat in game["seats"]] == end["scores"]
        assert [seat["rank"] for seat in game["seats"]] == [by_seat[0], by_seat[1]]
    # Played again from disk, and looked at, it counts no more.
    house.client.get(f"/api/tables/{made['table']}/record")
    assert len(ada.ask("/games")) == 1


def test_a_rating_is_sure_after_some_games_and_has_a_course(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    for seed in range(5):
        rated_game(ada, bo, seed)
    (mine,), (theirs,) = ada.ask("/statistics"), bo.ask("/statistics")
    assert mine["rating"]["sure"]
    assert len(mine["course"]) == mine["rating"]["games"] == mine["games"] == 5
    assert mine["course"][-1] == mine["rating"]["value"]
    assert mine["wins"] + theirs["wins"] >= 5
    assert (mine["rating"]["value"] - MIDDLE) * (theirs["rating"]["value"] - MIDDLE) <= 0
    assert mine["rating"]["spread"] < round(in_points(beginning()).spread)


def ended(seats: Sequence[Json], rated: bool = True) -> Result:
    """A result of seats, each by its holder, bot and rank."""
    told = [
        SeatResult(n, f"P{n}", one.get("bot"), one.get("holder"), 10 - n, one.get("rank", n + 1))
        for n, one in enumerate(seats)
    ]
    return Result("t", "toy", rated, tuple(told))


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of each kind."""
    if request.param == "postgresql":
        url = str(request.getfixturevalue("own_postgres"))
    else:
        url = f"sqlite:///{tmp_path / 't.sqlite3'}"
    made = Store(url)
    made.migrate()
    yield made
    made.close()


def people_of(store: Store, count: int) -> list[Signed]:
    """People with one seat token each: ``token-0`` and so on."""
    people = People(store)
    found = [people.choose(f"P{number}")[0] for number in range(count)]
    for number, person in enumerate(found):
        people.link(person, f"token-{number}")
    return found


def holder(number: int) -> str:
    return hash_token(f"token-{number}")


@pytest.mark.parametrize(
    ("seats", "rated", "counts"),
    [
        ([{"holder": 0}, {"holder": 1}], True, True),
        ([{"holder": 0}, {"holder": 1}, {"bot": "random"}], True, True),
        ([{"holder": 0}, {"holder": 1}], False, False),
        ([{"holder": 0}, {"bot": "random"}], True, False),
        ([{"holder": 0}, {"holder": 9}], True, False),
        ([{"holder": 0}, {"holder": 0}], True, False),
        ([{"holder": 0}, {"holder": 1}, {"holder": 1}], True, False),
        ([{"holder": 0}, {"holder": 1, "bot": "random"}], True, False),
        ([{"holder": 0, "rank": None}, {"holder": 1, "rank": None}], True, False),
    ],
    ids=[
        "two people",
        "and a bot",
        "not meant to",
        "alone with a bot",
        "one without a name",
        "one person twice",
        "one of them twice",
        "a stand-in at the end",
        "ended early",
    ],
)
def test_which_games_count(store: Store, seats: list[Json], rated: bool, counts: bool) -> None:
    people_of(store, 2)
    told: list[Json] = [
        {**one, "holder": holder(one["holder"])} if "holder" in one else one for one in seats
    ]
    with store.engine.begin() as connection:
        results.note(connection, ended(told, rated), 5)
    with store.transaction() as session:
        assert session.scalar(select(ResultRow.rated)) is counts
        changed = session.scalars(select(ResultSeatRow).where(ResultSeatRow.mu.is_not(None))).all()
    assert [seat.seat for seat in changed] == ([0, 1] if counts else [])


def table_of(name: str) -> StoredTable:
    seats = tuple(StoredSeat(n, "open", f"P{n}", None, holder(n)) for n in (0, 1))
    options: dict[str, bool | int | str] = {"rounds": 2, "loud": False}
    return StoredTable(name, "toy", "1", options, "s", "playing", seats, rated=True)


def last_step(name: str) -> NewStep:
    result = Result(
        name,
        "toy",
        True,
        tuple(SeatResult(n, f"P{n}", None, holder(n), 5 - n, n + 1) for n in (0, 1)),
    )
    return NewStep(name, StoredEntry(1, "x", 0, "act", "stay"), True, None, None, result)


def counted(store: Store) -> int:
    with store.transaction() as session:
        return len(session.scalars(select(ResultRow.number)).all())


def test_a_fault_while_the_end_is_stored_loses_and_doubles_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    people_of(store, 2)
    store.create(table_of("a"), 10)
    true_note = results.note

    def fails(*args: Any) -> None:
        true_note(*args)
        raise OperationalError("commit", {}, Exception("the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(results, "note", fails)
        (refusal,) = store.append_each([last_step("a")])
        assert refusal is not None
    loaded = store.load("a")
    assert loaded is not None
    assert (loaded.state, loaded.entries, counted(store)) == ("playing", (), 0)
    assert store.append_each([last_step("a")]) == [None]
    assert store.append_each([last_step("a")])[0] is not None  # sent again: the version is there
    assert counted(store) == 1
    with store.engine.begin() as connection:  # a repaired history, played to its end again
        results.note(connection, ended([{"holder": holder(0)}, {"holder": holder(1)}]), 9)
        again = Result("a", "toy", True, last_step("a").result.seats)  # type: ignore[union-attr]
        results.note(connection, again, 9)
    assert counted(store) == 2


KILLED = """
import os, sys
from tests.server.test_people import last_step
from wardround.server import results
from wardround.server.store import Store
true_note = results.note
def note(*args):
    true_note(*args)
    os.kill(os.getpid(), 9)
results.note = note
Store(sys.argv[1]).append(last_step("a"))
"""


def test_a_server_killed_while_the_end_is_stored_loses_and_doubles_nothing(
    tmp_path: Path, project_root: Path
) -> None:
    store = Store(f"sqlite:///{tmp_path / 't.sqlite3'}")
    with closing(store):
        store.migrate()
        people_of(store, 2)
        store.create(table_of("a"), 10)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, store.url], check=False, cwd=project_root
    )
    assert killed.returncode == -9
    with closing(Store(store.url)) as after:
        loaded = after.load("a")
        assert loaded is not None
        assert (loaded.state, counted(after)) == ("playing", 0)
        after.append(last_step("a"))
        assert counted(after) == 1


def test_games_that_end_at_once_all_count(store: Store) -> None:
    ada, _ = people_of(store, 2)
    games, workers = 12, 4
    for number in range(games):
        store.create(table_of(f"g{number}"), 100)

    def end(first: int) -> None:
        for number in range(first, games, workers):
            step = last_step(f"g{number}")
            while store.append_each([step]) != [None]:  # SQLite has one writer at a time
                pass

    threads = [Thread(target=end, args=(first,)) for first in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = [beginning()] * 2
    for _ in range(games):
        expected = after_game(expected, [1, 2], changing=True)
    (one,) = People(store).statistics(ada)
    assert one["rating"]["games"] == games
    assert one["rating"]["value"] == round(in_points(expected[0]).value)


@given(
    st.lists(st.tuples(st.floats(10, 40), st.floats(1, 9)), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_who_wins_never_falls_below_who_loses_by_that(
    before: list[tuple[float, float]], rng: Random
) -> None:
    ranks = list(range(1, len(before) + 1))
    rng.shuffle(ranks)
    ratings = [Rating(mu, sigma) for mu, sigma in before]
    after = after_game(ratings, ranks, changing=True)
    assert after[ranks.index(1)].mu >= ratings[ranks.index(1)].mu
    assert after[ranks.index(len(ranks))].mu <= ratings[ranks.index(len(ranks))].mu
    assert all(one.sigma > 0 for one in after)


# --- history --------------------------------------------------------------------------------------


def test_the_history_tells_finished_games_alone(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    running = ada.create(ME, OPEN)
    bo.join(running["table"])
    assert ada.ask("/games") == []
    against_bot = ada.create(ME, BOT)
    table = against_bot["table"]
    with house.page(table, against_bot["token"], 0) as page:
        while not page.state["over"]:
            if 0 in page.state["asked"]:
                page.act(0, page.state["choices"][0]["notation"])
            page.receive()
    made, end = rated_game(ada, bo)
    first, second = ada.ask("/games")
    assert (first["table"], second["table"]) == (made["table"], table)
    assert [seat["mine"] for seat in first["seats"]] == [True, False]
    assert (second["rated"], second["rating"]) == (False, None)
    assert second["seats"][1]["bot"] == "random"
    assert [game["table"] for game in ada.ask(f"/games?before={first['number']}")] == [table]
    assert [game["table"] for game in bo.ask("/games")] == [made["table"]]
    assert end["seed"] not in json.dumps(ada.ask("/games"))
    by_players = {one["players"]: one for one in ada.ask("/statistics")}
    assert by_players[2]["games"] == 2
    assert by_players[2]["rating"]["games"] == 1


def test_a_game_ended_early_has_no_ranks_and_counts_for_nothing(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made = ada.create(ME, OPEN, rated=True)
    joined = bo.join(made["table"])
    with (
        house.page(made["table"], made["token"], 0) as one,
        house.page(made["table"], joined["token"], 1) as other,
    ):
        one.send(type="propose", id="p", seat=0, expected=0, what="end")
        one.until("ack")
        while not other.state["table"]["proposal"]:
            message = other.receive()
            if message["type"] == "table":
                other.state["table"] = message["table"]
        number = other.state["table"]["proposal"]["number"]
        other.send(type="vote", id="v", seat=1, number=number, agree=True)
        other.until("ack")
    (game,) = ada.ask("/games")
    assert (game["early"], game["rated"], game["rating"]) == (True, False, None)
    assert [seat["rank"] for seat in game["seats"]] == [None, None]
    (one_kind,) = ada.ask("/statistics")
    assert (one_kind["games"], one_kind["mean"], one_kind["rating"]) == (0, None, None)


def test_guided_games_and_what_is_tried_out_are_not_in_the_history(full_house: House) -> None:
    house, ada = full_house, somebody(full_house)
    made = ada.create(ME, BOT)
    with house.page(made["table"], made["token"], 0) as page:
        while not page.state["over"]:
            if 0 in page.state["asked"]:
                page.act(0, page.state["choices"][0]["notation"])
            page.receive()
    tried = ada.call(
        f"/api/tables/{made['table']}/what-if", body={"version": 0, "seat": 0, "bot": "random"}
    )
    tried = house.client.post(
        f"/api/tables/{made['table']}/what-if",
        json={"version": 0, "seat": 0, "bot": "random"},
    ).json()
    seats = [{"table": tried["table"], "token": tried["token"]}]
    assert ada.ask("/seats", "POST", {"seats": seats})["linked"] == {tried["table"]: True}
    with house.page(tried["table"], tried["token"], 0) as page:
        while not page.state["over"]:
            if 0 in page.state["asked"]:
                page.act(0, page.state["choices"][0]["notation"])
            page.receive()
    lesson = ada.call("/api/games/pyrrameds/lesson", body={}).json()
    assert lesson["table"] in ada.tables()
    assert [game["table"] for game in ada.ask("/games")] == [made["table"]]


def test_the_history_comes_in_pages(store: Store) -> None:
    ada, bo = people_of(store, 2)
    with store.engine.begin() as connection:
        for number in range(PAGE + 3):
            result = last_step(f"g{number}").result
            assert result is not None
            results.note(connection, result, number)
    people = People(store)
    first = people.games(ada, None)
    rest = people.games(ada, first[-1]["number"])
    assert [len(first), len(rest)] == [PAGE, 3]
    assert first[0]["table"] == f"g{PAGE + 2}"
    assert len(people.games(bo, None, None)) == PAGE + 3
    assert not any(game["kept"] for game in first)


def test_a_table_that_is_deleted_stays_in_the_history_of_people(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made, end = rated_game(ada, bo)
    nobodys = house.create(ME, DEVICE)
    house.play_out(nobodys["table"], nobodys["token"], (0, 1))
    service: Any = house.client.app
    store: Store = service.state.tables.store.store
    assert counted(store) == 2
    rating = ada.ask("/statistics")[0]["rating"]
    assert ada.ask("/games")[0]["kept"]
    assert store.delete([made["table"], nobodys["table"]]) == 2
    assert counted(store) == 1
    (game,) = ada.ask("/games")
    assert (game["table"], game["kept"]) == (made["table"], False)
    assert [seat["points"] for seat in game["seats"]] == end["scores"]
    assert ada.ask("/statistics")[0]["rating"] == rating
    assert ada.ask("/everything")["records"] == {}


# --- everything about me --------------------------------------------------------------------------


def test_everything_holds_own_games_and_no_secret(house: House) -> None:
    ada, bo = somebody(house), somebody(house, "Bo")
    made, end = rated_game(ada, bo)
    running = ada.create(ME, OPEN)
    joined = bo.join(running["table"])
    with house.page(running["table"], running["token"], 0) as page:
        page.send(type="say", id="1", text="Good luck", seat=0)
        page.until("ack")
    answer = ada.call("/api/people/me/everything", "GET")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert told["person"]["name"] == "Ada"
    assert {one["table"]: one["seats"] for one in told["tables"]} == {
        made["table"]: [0],
        running["table"]: [0],
    }
    assert [line["text"] for line in told["said"]] == ["Good luck"]
    assert [game["table"] for game in told["games"]] == [made["table"]]
    assert list(told["records"]) == [made["table"]]
    record = Record.parse(told["records"][made["table"]], "record")
    assert record.header.seed == end["seed"]
    service: Any = house.client.app
    stored = service.state.tables.store.store.load(running["table"])
    secrets = [ada.token, ada.code, bo.token, made["token"], running["token"], joined["token"]]
    for secret in (*secrets, *map(hash_token, secrets), stored.seed):
        assert secret not in answer.text
    assert "Good luck" not in bo.call("/api/people/me/everything", "GET").text


def test_who_is_deleted_is_somebody_in_the_history_of_others(
    house: House, settings: Settings
) -> None:
    ada, bo = somebody(house, "Adalovelace"), somebody(house, "Bo")
    made, _ = rated_game(ada, bo)
    running = ada.create({"kind": "me", "name": "At the table"}, OPEN)
    bo.join(running["table"])
    alone = ada.create(ME, DEVICE)
    house.play_out(alone["table"], alone["token"], (0, 1))
    service: Any = house.client.app
    store: Store = service.state.tables.store.store
    store.delete([alone["table"]])
    rating = bo.ask("/statistics")[0]["rating"]
    elsewhere = signed_in(house, ada.code)
    assert ada.ask(method="DELETE") == {"status": "deleted"}
    for device in (ada, elsewhere):
        assert device.ask()["code"] == "forged_token"
    refused = house.client.post("/api/people/sign-in", json={"code": ada.code})
    assert refused.json()["code"] == "unknown_code"
    (game,) = bo.ask("/games")
    assert [seat["name"] for seat in game["seats"]] == [None, "Bo"]
    assert bo.ask("/statistics")[0]["rating"] == rating
    assert house.table(made["table"])["seats"][0]["name"] == "Somebody"
    record = house.client.get(f"/api/tables/{made['table']}/record").text
    assert "Somebody" in record
    # The game that goes on keeps its seat, under the name that stood there.
    with house.page(running["table"], running["token"], 0) as page:
        assert page.act(0, "call-1")["type"] == "ack"
    file = settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection:
        kept = "\n".join(connection.iterdump())
    assert "Adalovelace" not in kept
    assert hash_token(alone["token"]) not in kept
    assert counted(store) == 1


def test_nobody_reads_or_changes_what_is_of_another(house: House) -> None:
    ada, bo, cleo = somebody(house), somebody(house, "Bo"), somebody(house, "Cleo")
    made, _ = rated_game(ada, bo)
    assert cleo.tables() == {}
    assert cleo.ask("/games") == cleo.ask("/statistics") == []
    seen = json.dumps([bo.ask(path) for path in ("", "/tables", "/games", "/statistics")])
    assert made["token"] not in seen
    assert ada.ask()["person"]["id"] not in seen
    seat_token = house.client.get(
        "/api/people/me", headers={"Authorization": f"Bearer {made['token']}"}
    )
    assert seat_token.status_code == 401
    with house.connect(made["table"]) as page:
        page.send(type="hello", token=ada.token)
        assert page.until("error")["code"] == "forged_token"


# --- several processes ----------------------------------------------------------------------------


def test_who_is_signed_in_is_known_at_every_process(own_postgres: str) -> None:
    """Also where the one that was asked does not have the table, and passes the question on."""
    with neighbour(own_postgres) as one, neighbour(own_postgres) as two:
        ada, bo = (at.made("/api/people", {"name": n}) for at, n in ((one, "Ada"), (two, "Bo")))
        ada_s, bo_s = ({"Authorization": f"Bearer {who['token']}"} for who in (ada, bo))
        body = {"game": "toy", "seats": [ME, OPEN], "rated": True, "options": {}}
        status, made = one.ask("/api/tables", body, ada_s)
        assert status == 201, made
        place = f"/api/tables/{made['table']}"
        refused = two.ask(f"{place}/join", {"name": "Cy"})[1]
        assert refused["code"] == "not_named"
        assert two.ask(f"{place}/join", {"name": "Bo"}, {"Authorization": "Bearer x"})[0] == 401
        status, joined = two.ask(f"{place}/join", {"name": "Bo"}, bo_s)
        assert (status, joined["seat"]) == (200, 1)
        for at in (one, two):
            for who, seat in ((ada_s, 0), (bo_s, 1)):
                (told,) = at.ask("/api/people/me/tables", None, who)[1]
                assert told["table"] == made["table"]
                assert [held["seats"] for held in told["held"]] == [[seat]]


# --- moving it ------------------------------------------------------------------------------------


def db(*words: str) -> int:
    """Run ``wardround db``; its exit status."""
    with pytest.raises(SystemExit) as end:
        main(["db", *words])
    return int(end.value.code or 0)


@pytest.mark.parametrize("way", ["export", "backup", "repair"])
def test_people_move_with_their_tables(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        ada, bo = somebody(House(client)), somebody(House(client), "Bo")
        made, _ = rated_game(ada, bo)
        before = [ada.ask(path) for path in ("", "/tables", "/games", "/statistics")]
    copy = tmp_path / "copy.sqlite3"
    address = f"sqlite:///{copy}"
    if way == "export":
        file = str(tmp_path / "all.jsonl")
        assert db("export", file, "--database", settings.database) == 0
        assert "1 table and 2 people written" in capsys.readouterr().out
        assert db("import", file, "--database", address) == 0
        assert "1 table and 2 people taken in." in capsys.readouterr().out
        assert db("import", file, "--database", address) == 1
        assert capsys.readouterr().out.count("is there already") == 3
        only = tmp_path / "one.jsonl"
        words = ["--table", made["table"], "--database", settings.database]
        assert db("export", str(only), *words) == 0
        assert "person" not in only.read_text(encoding="utf-8")
    elif way == "backup":
        assert db("backup", str(copy), "--database", settings.database) == 0
    else:
        assert db("repair", "--database", settings.database) == 0
        assert "1 table and 2 people kept." in capsys.readouterr().out
        address = settings.database
    moved = changed(settings, database=address)
    with TestClient(create_app(moved, {GAME.id: GAME})) as client:
        ada.house = House(client)
        after = [ada.ask(path) for path in ("", "/tables", "/games", "/statistics")]
        for one in (before, after):  # how a session is numbered is nobody's concern
            one[0]["sessions"] = [{**s, "number": 0} for s in one[0]["sessions"]]
            one[1] = [{**table, "touched": 0} for table in one[1]]
            one[2] = [{**game, "number": 0} for game in one[2]]
        assert after == before
        assert signed_in(House(client), ada.code).tables() == ada.tables()


def test_whoever_runs_the_server_can_delete_a_person(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    def people() -> list[Json]:
        capsys.readouterr()
        assert db("people", "--json", "--database", settings.database) == 0
        found: list[Json] = json.loads(capsys.readouterr().out)["people"]
        return found

    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        ada, bo = somebody(house, "Adalovelace"), somebody(house, "Bo")
        made, _ = rated_game(ada, bo)
        told = people()
        assert [(one["name"], one["seats"]) for one in told] == [("Adalovelace", 1), ("Bo", 1)]
        id = told[0]["id"]
        assert ada.token not in json.dumps(told)
        words = ("forget", id, "--yes", "--database", settings.database)
        assert db(*words) == 2
        assert "using this database" in capsys.readouterr().err
    assert db("forget", "0" * 16, "--yes", "--database", settings.database) == 2
    assert "There is no such person." in capsys.readouterr().err
    assert db(*words) == 0
    assert "Adalovelace is deleted; 1 table without the name now." in capsys.readouterr().out
    assert [one["name"] for one in people()] == ["Bo"]
    assert db("people", "--database", settings.database) == 0
    assert "Bo" in capsys.readouterr().out
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        bo.house = house = House(client)
        assert house.table(made["table"])["seats"][0]["name"] == "Somebody"
        assert [seat["name"] for seat in bo.ask("/games")[0]["seats"]] == [None, "Bo"]
        assert house.client.post("/api/people/sign-in", json={"code": ada.code}).status_code != 200
    file = settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as connection:
        assert "Adalovelace" not in "\n".join(connection.iterdump())


def test_every_relation_of_people_is_moved() -> None:
    from wardround.server.keeping import PARTS, PEOPLE_PARTS

    told = {*PARTS, *PEOPLE_PARTS, "service", "processes"}
    assert told == set(Base.metadata.tables)
