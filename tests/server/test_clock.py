"""Clocks at tables: what is used, for whom time runs, what is told, and what outlasts a restart."""

import gc
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from tests.server.cluster import neighbour
from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page, changed
from tests.server.test_company import join, no, ok, until
from tests.server.test_keeping import db
from tests.server.test_proposals import gone, page_at, play, propose, said
from tests.server.toy import GAME
from wardround.server import Settings, create_app
from wardround.server.clock import (
    LONGEST_MOVE,
    LONGEST_RESERVE,
    Clock,
    Pace,
    SeatTime,
    Taken,
    Times,
    read_pace,
    read_times,
)
from wardround.server.keeping import back_up
from wardround.server.store import DAY, StorageError, Store, TableRow
from wardround.server.tables import Tables

PACE = Pace(10, 60)
TURNS: Json = {"move": 10, "reserve": 60}


# --- the clock by itself --------------------------------------------------------------------------


def clock(seats: int = 2, running: tuple[int, ...] = (0,), pace: Pace = PACE) -> Clock:
    return Clock.begun(pace, seats, running, 0.0)


def left(one: Clock, seat: int = 0) -> int:
    """Seconds that a seat that has its turn has left in all."""
    return sum(one.left(seat, asked=True)) // 1000


def test_free_time_comes_first_then_the_reserve_and_then_nothing() -> None:
    begun = clock()
    assert begun.left(0, asked=True) == (10_000, 60_000)
    assert begun.passed(4.5).left(0, asked=True) == (5_500, 60_000)
    assert begun.passed(25).left(0, asked=True) == (0, 45_000)
    assert begun.passed(1000).left(0, asked=True) == (0, 0)
    assert begun.passed(1000).left(0, asked=False) == (10_000, 0)
    assert begun.passed(1000).left(1, asked=True) == (10_000, 60_000)
    assert begun.passed(-5) == begun


def test_a_turn_begins_anew_where_it_is_a_new_one() -> None:
    thought = clock().passed(25)
    assert left(thought.taken(Taken(0, [0], [0]))) == 45
    assert left(thought.taken(Taken(0, [0], [0, 1]))) == 55
    others = thought.taken(Taken(0, [0], [1])).running([1]).passed(30)
    assert left(others.taken(Taken(1, [1], [0]))) == 55
    assert left(others, 1) == 65


def test_one_of_several_who_decide_at_once_has_one_turn_until_all_have() -> None:
    both = clock(running=(0, 1)).passed(5)
    waits = both.taken(Taken(0, [0, 1], [1])).running([1]).passed(8)
    assert left(waits, 1) == 62
    anew = waits.taken(Taken(1, [1], [0, 1]))
    assert (left(anew, 0), left(anew, 1)) == (70, 70)


def test_what_is_taken_back_gives_no_time_back() -> None:
    ended = clock().passed(25).taken(Taken(0, [0], [1])).running([1]).passed(26)
    assert left(ended.taken(Taken(0, [1], [0], back=1))) == 45
    anew = clock().passed(8).taken(Taken(0, [0], [0, 1])).passed(16)
    assert left(anew.taken(Taken(0, [0, 1], [0], back=1))) == 54
    further = anew.taken(Taken(0, [0, 1], [0, 1])).taken(Taken(0, [0, 1], [0, 1], back=1))
    assert left(further) == 62


def test_whoever_is_back_has_free_time_and_the_reserve_as_it_was() -> None:
    assert clock().passed(1000).relieved(0).left(0, asked=True) == (10_000, 0)


PACES = st.builds(Pace, st.integers(0, 30), st.integers(0, 90))
DELAYS = st.integers(0, 200).map(lambda eighths: eighths / 8)


@given(PACES, st.lists(DELAYS, max_size=8))
def test_time_that_passes_bit_by_bit_is_the_same(pace: Pace, delays: list[float]) -> None:
    by_bits, at = clock(pace=pace), 0.0
    for delay in delays:
        at += delay
        by_bits = by_bits.passed(at)
    assert by_bits == clock(pace=pace).passed(at)


@given(PACES, st.lists(st.tuples(DELAYS, st.sampled_from(["goes on", "ends", "opens"]))))
def test_nothing_is_gained_by_choosing_and_taking_back(
    pace: Pace, choices: list[tuple[float, str]]
) -> None:
    """Somebody chooses, and takes each choice back, in every way that a choice can lead on."""
    one, at = clock(len(choices) + 2, pace=pace), 0.0
    taken: list[list[int]] = []
    asked = [0]
    for delay, how in choices:
        at += delay
        after = {"goes on": asked, "ends": [1], "opens": [0, len(taken) + 2]}[how]
        one = one.passed(at).taken(Taken(0, asked, after))
        if how == "ends":
            one = one.taken(Taken(0, after, asked, back=1))
        else:
            taken.append(asked)
            asked = after
    for before in reversed(taken):
        one = one.taken(Taken(0, asked, before, back=1))
        asked = before
    assert sum(one.left(0, asked=True)) == max(0, (pace.move + pace.reserve) * 1000 - at * 1000)


@st.composite
def games(draw: st.DrawFn) -> tuple[Pace, list[tuple[float, str, int, list[int]]]]:
    """A pace, and what happens: after how long, what, by whom, and who is asked after it."""
    events = st.tuples(
        DELAYS,
        st.sampled_from(["act", "act", "undo", "pause", "relieved", "restart"]),
        st.integers(0, 2),
        st.lists(st.integers(0, 2), unique=True).map(sorted),
    )
    return draw(PACES), draw(st.lists(events, max_size=20))


@given(games())
def test_used_time_never_comes_back_and_is_never_more_than_has_passed(
    game: tuple[Pace, list[tuple[float, str, int, list[int]]]],
) -> None:
    pace, events = game
    one, at, asked = clock(3, pace=pace), 0.0, [0]
    ran = [0.0] * 3
    for delay, what, seat, after in events:
        before, running = one, one.times.running
        at += delay
        one = one.passed(at)
        for number in running:
            ran[number] += delay * 1000
        match what:
            case "act" | "undo":
                one = one.taken(Taken(seat, asked, after, back=what == "undo")).running(after)
                asked = after
            case "pause":
                one = one.running([] if running else asked)
            case "relieved":
                one = one.relieved(seat)
            case "restart":
                stored = read_times(asdict(one.times), 3)
                assert stored is not None
                one = Clock(pace, stored, at)
        for number, (old, new) in enumerate(zip(before.times.seats, one.times.seats, strict=True)):
            assert old.used <= new.used <= pace.reserve * 1000
            assert new.used <= ran[number]
            assert min(one.left(number, asked=True)) >= 0


@pytest.mark.parametrize(
    "data",
    [
        5,
        {"seats": [], "running": []},
        {"seats": [{}, {}], "running": [2]},
        {"seats": [{"used": -1}, {}], "running": []},
        {"seats": [{"used": "x"}, {}], "running": []},
    ],
)
def test_what_is_no_clock_is_not_read_as_one(data: Any) -> None:
    with pytest.raises(ValueError, match="clock"):
        read_times(data, 2)


@pytest.mark.parametrize("data", [5, {"move": 3}, {"move": -1, "reserve": 3}])
def test_what_is_no_pace_is_not_read_as_one(data: Any) -> None:
    with pytest.raises(ValueError, match="clock"):
        read_pace(data)


# --- a table with a clock -------------------------------------------------------------------------


class Time:
    """The time that a server under test goes by."""

    def __init__(self) -> None:
        self.now = 1000.0

    def goes_on(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A time that goes on only where a test says so."""
    made = Time()
    fake = SimpleNamespace(monotonic=lambda: made.now)
    monkeypatch.setattr("wardround.server.clock.time", fake)
    return made


class Two:
    """A table of two people with a clock, and their tokens."""

    def __init__(self, house: House, pace: Json = TURNS) -> None:
        made = house.create(ME, OPEN, clock=pace)
        self.table = made["table"]
        self.tokens = made["token"], join(house, self.table, "Bo")


def tables_of(house: House) -> Tables:
    tables: Tables = house.client.app.state.tables  # type: ignore[attr-defined]
    return tables


@contextmanager
def serving(settings: Settings, served: float = 0) -> Iterator[House]:
    """A server that counts, when it ends, to have run for so many seconds."""
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        yield house
        tables_of(house)._unserved = served


def seconds(page: Page, seat: int) -> tuple[float, float]:
    """What a seat has left, as the page was told last."""
    told = page.state["times"]["seats"][seat]
    return told["free"] / 1000, told["reserve"] / 1000


def again(page: Page, token: str) -> Json:
    """Ask for the state as it is now."""
    return page.hello(token)


def test_the_clock_is_told_and_runs_for_whoever_is_asked(house: House, time: Time) -> None:
    two = Two(house)
    assert house.table(two.table)["clock"] == TURNS
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        assert again(ada, two.tokens[0])["times"]["running"] == [0, 1]
        time.goes_on(4)
        play([ada, bo], (0, "call-1"))
        assert bo.state["times"]["running"] == [1]
        assert (seconds(bo, 0), seconds(bo, 1)) == ((10, 60), (6, 60))
        time.goes_on(16)
        again(bo, two.tokens[1])
        assert (seconds(bo, 0), seconds(bo, 1)) == ((10, 60), (0, 50))
        play([ada, bo], (1, "call-2"))
        assert ada.state["times"]["running"] == [0]
        assert (seconds(ada, 0), seconds(ada, 1)) == ((10, 60), (10, 50))


def test_those_who_take_changes_and_those_who_watch_are_told_too(house: House, time: Time) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table) as watcher:
        ada.hello(two.tokens[0], changes=True)
        time.goes_on(4)
        assert ada.act(0, "call-1")["type"] == "ack"
        for page in (ada, watcher):
            page.until_version(1)
            assert seconds(page, 1) == (6, 60)
        assert '"type":"change"' in ada.raw[-1]


def test_without_a_clock_nothing_is_told_or_stored(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        assert page.state["table"]["clock"] is page.state["times"] is None
        page.act(0, "call-1")
    tables = tables_of(house)
    stored = tables.store.store.load(made["table"])
    assert stored is not None
    assert stored.clock is None
    assert stored.times is None


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"move": 0, "reserve": 0}, "clock"),
        ({}, "clock"),
        ({"move": -1, "reserve": 5}, "clock.move"),
        ({"move": 14 * DAY + 1}, "clock.move"),
        ({"move": 1, "reserve": 30 * DAY + 1}, "clock.reserve"),
        ({"move": 1.5}, "clock.move"),
        ({"move": "30"}, "clock.move"),
        ({"move": 30, "bonus": 5}, "clock.bonus"),
        (30, "clock"),
    ],
)
def test_what_is_no_clock_is_refused(house: House, wrong: Any, where: str) -> None:
    body = {"game": "toy", "seats": [ME, OPEN], "clock": wrong}
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code == 422
    assert answer.json()["where"] == where
    assert answer.json()["expected"]


def test_taking_back_gains_nothing_and_the_time_of_others_does_not_stop(
    house: House, time: Time
) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        time.goes_on(8)
        play([ada, bo], (0, "call-1"))
        time.goes_on(100)
        ada.send(type="undo", id="u", seat=0, expected=ada.state["version"])
        ada.until_version(2)
        assert ada.state["times"]["running"] == [0, 1]
        assert (seconds(ada, 0), seconds(ada, 1)) == ((2, 60), (0, 0))


def test_bots_have_no_clock(house: House, time: Time) -> None:
    made = house.create(ME, BOT, clock=TURNS)
    with house.page(made["table"], made["token"]) as page:
        assert page.state["times"]["seats"][1] is None
        assert page.act(0, "call-1")["type"] == "ack"
        until(page, lambda message: message.get("asked") == [0])
        assert page.state["times"]["running"] == [0]


def test_no_time_runs_before_the_game_nor_after_it(house: House, time: Time) -> None:
    made = house.create(ME, OPEN, clock=TURNS, rounds=1)
    with house.page(made["table"], made["token"]) as ada:
        assert ada.state["times"] is None
        time.goes_on(1000)
        bo_s = join(house, made["table"], "Bo")
        until(ada, lambda message: message.get("asked") == [0, 1])
        assert seconds(ada, 0) == (10, 60)
        with house.page(made["table"], bo_s) as bo:
            play([ada, bo], (0, "call-1"), (1, "call-2"), (0, "stay"), (1, "stay"))
            assert ada.state["over"]
            assert ada.state["times"] is None


def test_while_something_is_proposed_no_time_runs(house: House, time: Time) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        time.goes_on(5)
        number = propose(ada, 0, "end")["number"]
        told = until(bo, lambda message: message["type"] == "table" and message["times"])
        assert told["times"]["running"] == []
        time.goes_on(500)
        ok(bo, "vote", seat=1, number=number, agree=False)
        gone(ada)
        time.goes_on(2)
        again(ada, two.tokens[0])
        assert ada.state["times"]["running"] == [0, 1]
        assert (seconds(ada, 0), seconds(ada, 1)) == ((3, 60), (3, 60))


def test_what_all_agree_to_take_back_costs_the_time_that_was_thought(
    house: House, time: Time
) -> None:
    two = Two(house)
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"), (1, "call-2"))
        time.goes_on(7)
        play([ada, bo], (0, "roll"))
        ok(bo, "vote", seat=1, number=propose(ada, 0)["number"], agree=True)
        ada.until_version(4)
        assert ada.state["times"]["running"] == [0]
        assert seconds(ada, 0) == (3, 60)


def test_the_others_vote_for_a_bot_where_time_is_used_up(house: House, time: Time) -> None:
    two = Two(house)
    vote: Json = {"seat": 0, "who": 1, "bot": "random"}
    with house.page(two.table, two.tokens[0]) as ada, house.page(two.table, two.tokens[1]) as bo:
        play([ada, bo], (0, "call-1"))
        time.goes_on(69.9)
        refused = no(ada, "stand_in", **vote)
        assert refused["code"] == "present"
        assert refused["expected"].endswith("or is out of time")
        time.goes_on(0.1)
        assert (
            no(bo, "stand_in", **{**vote, "seat": 1})["message"] == "Only the others decide that."
        )
        ok(ada, "stand_in", **vote)
        assert said(bo, "plays for Bo now")
        until(ada, lambda message: message.get("asked") == [0])
        ok(bo, "back", seat=1)
        play([ada, bo], (0, "stay"))
        assert bo.state["times"]["running"] == [1]
        assert seconds(bo, 1) == (10, 0)
        assert no(ada, "stand_in", **vote)["code"] == "present"
        time.goes_on(10)
        ok(ada, "stand_in", **vote)


def test_of_three_two_must_agree_and_who_acts_is_not_voted_on_any_more(
    house: House, time: Time
) -> None:
    made = house.create(ME, OPEN, OPEN, clock={"move": 5, "reserve": 0})
    table = made["table"]
    tokens = [made["token"], join(house, table, "Bo"), join(house, table, "Cy")]
    with (
        house.page(table, tokens[0]) as ada,
        house.page(table, tokens[1]) as bo,
        house.page(table, tokens[2]) as cy,
    ):
        time.goes_on(5)
        ok(ada, "stand_in", seat=0, who=2, bot="random")
        assert said(bo, "1 of 2").endswith("playing for Cy, who is out of time: 1 of 2 agree.")
        assert cy.act(2, "call-1")["type"] == "ack"
        assert cy.act(2, "call-1", expected=cy.until_version(1)["version"])["type"] == "reject"
        cy.send(type="undo", id="u", seat=2, expected=1)
        bo.until_version(2)
        assert bo.state["times"]["seats"][2] == {"free": 0, "reserve": 0}
        ok(bo, "stand_in", seat=1, who=2, bot="random")
        assert house.table(table)["seats"][2]["stand_in"] is None
        ok(ada, "stand_in", seat=0, who=2, bot="random")
        assert house.table(table)["seats"][2]["stand_in"] == "random"


def test_a_rematch_has_the_clock_and_what_is_tried_out_has_none(house: House) -> None:
    made = house.create(ME, DEVICE, clock=TURNS, rounds=1)
    house.play_out(made["table"], made["token"], (0, 1))
    headers = {"Authorization": f"Bearer {made['token']}"}
    where = f"/api/tables/{made['table']}"
    after = house.client.post(f"{where}/rematch", json={}, headers=headers).json()
    assert after["clock"] == TURNS
    tried = house.client.post(f"{where}/what-if", json={"version": 1}, headers=headers).json()
    assert house.table(tried["table"])["clock"] is None


# --- kept -----------------------------------------------------------------------------------------


def test_a_restart_costs_nobody_time_and_gives_none(settings: Settings, time: Time) -> None:
    """What servers ran counts, also while nobody had the table; what they were off does not."""
    with serving(settings) as house:
        two = Two(house)
        with house.page(two.table, two.tokens[0]) as ada:
            time.goes_on(4)
            ada.act(0, "call-1")
    time.goes_on(1_000_000)
    with serving(settings, 26) as house, house.page(two.table, two.tokens[1]) as bo:
        assert (seconds(bo, 0), seconds(bo, 1)) == ((10, 60), (6, 60))
        time.goes_on(26)
        assert bo.act(1, "call-2")["type"] == "ack"
    with serving(settings, 3600) as house, house.page(two.table, two.tokens[1]) as bo:
        assert bo.state["times"]["running"] == [0]
        assert (seconds(bo, 0), seconds(bo, 1)) == ((10, 60), (10, 40))
    with serving(settings) as house, house.page(two.table, two.tokens[1]) as bo:
        assert seconds(bo, 0) == (0, 0)


def test_while_a_table_is_not_in_memory_its_time_runs(small_house: House, time: Time) -> None:
    two = Two(small_house)
    small_house.create(ME, OPEN)  # there is room for one table in memory
    gc.collect()
    time.goes_on(21)
    with small_house.page(two.table, two.tokens[0]) as ada:
        assert seconds(ada, 0) == (0, 50)  # a second is what the service does not tell exactly


def test_a_pause_outlasts_a_restart(settings: Settings, time: Time, tmp_path: Path) -> None:
    """While something is proposed nobody's time runs, also where the server stops meanwhile."""
    copy = tmp_path / "copy.sqlite3"
    with serving(settings) as house:
        two, store = Two(house), tables_of(house).store.store

        def paused() -> bool:
            stored = store.load(two.table)
            return stored is not None and stored.times is not None and not stored.times.running

        with house.page(two.table, two.tokens[0]) as ada:
            time.goes_on(8)
            propose(ada, 0, "end")
            while not paused():
                house.client.get("/api/about")
            back_up(store, copy)
    at_copy = changed(settings, database=f"sqlite:///{copy}")
    with closing(Store(at_copy.database)) as store:
        store.tick(500)
    with serving(at_copy) as house, house.page(two.table, two.tokens[0]) as ada:
        asked = ada.state["table"]["proposal"]
        assert ada.state["times"]["running"] == []
        assert seconds(ada, 0) == (2, 60)
        ada.send(type="vote", id="no", seat=0, number=asked["number"], agree=False)
        until(ada, lambda message: message.get("times", {}).get("running") == [0, 1])


def test_a_step_that_could_not_be_stored_takes_no_time_twice(
    house: House, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Two(house)
    tables = tables_of(house)

    def full(*_steps: Any) -> None:
        raise StorageError("The disk is full.", where="database", expected="room")

    with house.page(two.table, two.tokens[0]) as ada:
        time.goes_on(4)
        with monkeypatch.context() as patch:
            patch.setattr(tables.store.store, "append", full)
            assert ada.act(0, "call-1")["code"] == "storage"
        time.goes_on(3)
        again(ada, two.tokens[0])
        assert ada.state["times"]["running"] == [0, 1]
        assert 3 <= seconds(ada, 0)[0] <= 4  # read anew: of the service a second is not told
        assert ada.act(0, "call-1")["type"] == "ack"


def test_a_clock_is_exported_imported_and_checked(
    settings: Settings, time: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardround.cli.database.games", lambda: {GAME.id: GAME})
    with serving(settings) as house:
        two = Two(house)
        with house.page(two.table, two.tokens[0]) as ada:
            time.goes_on(25)
            ada.act(0, "call-1")
    lines, other = tmp_path / "lines.jsonl", f"sqlite:///{tmp_path / 'other.sqlite3'}"
    with closing(Store(other)) as store:
        store.migrate()
        store.tick(500 * DAY)  # it has served for longer
    assert db("export", str(lines), "--database", settings.database) == 0
    assert db("import", str(lines), "--database", other) == 0
    assert db("check", "--database", other) == 0
    with closing(Store(other)) as store:
        stored = store.load(two.table)
        assert stored is not None
        assert stored.clock == PACE
        used = SeatTime(used=15_000, spent=25_000)
        assert stored.times == Times((replace(used, choices=1), used), (1,))
    at_other = changed(settings, database=other)
    with serving(at_other) as house, house.page(two.table, two.tokens[1]) as bo:
        assert seconds(bo, 1) == (0, 45)
    with closing(Store(other)) as store, store.engine.begin() as connection:
        connection.execute(update(TableRow).values(times={"seats": 5}))
    assert db("check", "--database", other) == 1


def test_a_clock_goes_on_in_another_process(own_postgres: str) -> None:
    """The process that has the table leaves; what was used stays used, and nobody's time jumps."""
    with neighbour(own_postgres) as two:
        with neighbour(own_postgres) as one:
            body: Json = {"game": "toy", "options": {}, "seats": [ME, OPEN]}
            made = one.made("/api/tables", {**body, "clock": {"move": 3600, "reserve": 60}})
            table = made["table"]
            bo_s = one.made(f"/api/tables/{table}/join", {"name": "Bo"})["token"]
            with (
                page_at(one.address, table, made["token"]) as ada,
                page_at(two.address, table, bo_s) as bo,
            ):
                play([ada, bo], (0, "call-1"))
                before = bo.state["times"]
        with page_at(two.address, table, bo_s) as bo:
            after = bo.state["times"]
            assert after["running"] == before["running"] == [1]
            assert after["seats"][0] == before["seats"][0]
            assert 3000 <= seconds(bo, 1)[0] <= 3600
            assert seconds(bo, 1)[1] == 60


def test_the_client_offers_the_times_that_the_server_takes(project_root: Path) -> None:
    lobby = project_root / "web" / "src" / "lobby"
    move, reserve = LONGEST_MOVE // DAY, LONGEST_RESERVE // DAY
    bounds = f"LONGEST: Pace = {{ move: {move} * DAY, reserve: {reserve} * DAY }};"
    assert bounds in (lobby / "clocks.ts").read_text(encoding="utf-8")
    words = f"A turn of at most {move} days, a reserve of at most {reserve}, "
    assert words in (lobby / "clockWords.ts").read_text(encoding="utf-8")
