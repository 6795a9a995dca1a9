"""Several processes serve one database: one has a table at a time, and nothing is lost with it."""

import asyncio
import json
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text, update
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.cluster import (
    LEASE,
    PATIENCE,
    Neighbour,
    Person,
    Process,
    ask,
    neighbour,
    owner,
    playing,
    processes,
    wait_until,
)
from tests.server.pages import BOT, DEVICE, ME, OPEN, Json
from tests.server.toy import EVERY_GAME
from wardround.cli import main
from wardround.core import Match
from wardround.server.clock import Times
from wardround.server.forwarding import CLIENT, HOST, SIGNATURE, sign
from wardround.server.processes import Lost, Processes, Registry
from wardround.server.store import (
    NewStep,
    NotOwner,
    ProcessRow,
    StorageError,
    Store,
    StoredEntry,
    StoredSeat,
    StoredTable,
    StoreThread,
    TableRow,
    WriteConflict,
)

GAME = "dice_hospital"
SHORT_LEASE = 10.0
"""Seconds after which a process counts as standing still where a test waits for it."""


@pytest.fixture
def store(own_postgres: str) -> Iterator[Store]:
    """An empty database for several processes."""
    made = Store(own_postgres, LEASE)
    made.migrate()
    yield made
    made.close()


@pytest.fixture
def registries(store: Store) -> Iterator[list[Registry]]:
    """What two processes know of one another."""
    made = [Registry(store), Registry(store)]
    yield made
    for registry in made:
        registry.hang_up()


def a_table(name: str = "a") -> StoredTable:
    seats = (StoredSeat(0, "me", "Ada", None, "h"), StoredSeat(1, "open", "Bo", None, None))
    return StoredTable(name, "toy", "1", {"rounds": 2, "loud": False}, "s", "waiting", seats)


def step(version: int, owner: int | None, name: str | None = None) -> NewStep:
    return NewStep("a", StoredEntry(version, name, 0, "act", "roll"), over=False, owner=owner)


def has(row: ProcessRow | None) -> tuple[int, str]:
    """Number and address of a process that has a table."""
    assert row is not None
    return row.number, row.address


def two_processes(store: Store, registries: list[Registry]) -> tuple[Registry, int, Registry, int]:
    """Two processes with their numbers, and a table that the first of them has."""
    store.create(a_table(), 10)
    one, other = registries
    first, second = one.enter("one:1").number, other.enter("other:2").number
    assert has(one.claim("a", first)) == (first, "one:1")
    return one, first, other, second


def test_the_database_is_not_written_to_beside_a_server(
    own_postgres: str,
    store: Store,
    registries: list[Registry],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store.create(a_table(), 10)
    one, other = registries
    one.enter("one:1")
    for words in (["import", str(tmp_path / "tables.jsonl")], ["delete", "a", "--yes"]):
        (tmp_path / "tables.jsonl").write_text("{}\n")
        with pytest.raises(SystemExit) as stop:
            main(["db", *words, "--database", own_postgres])
        assert stop.value.code == 2
        told = capsys.readouterr().err
        assert "Servers are using this database: one:1." in told
        assert "end them first" in told
    assert store.ids() == ["a"]
    one.hang_up()  # as its death does
    wait_until(lambda: _is_quiet(other), "the end of its session")
    with pytest.raises(SystemExit) as stop:
        main(["db", "delete", "a", "--yes", "--database", own_postgres])
    assert stop.value.code == 0
    assert store.ids() == []


def _is_quiet(registry: Registry) -> bool:
    try:
        registry.check_nobody()
    except StorageError:
        return False
    return True


# --- who has a table ------------------------------------------------------------------------------


def test_a_table_is_one_process_s_until_that_is_dead(
    store: Store, registries: list[Registry]
) -> None:
    one, first, other, second = two_processes(store, registries)
    assert has(other.claim("a", second)) == (first, "one:1")
    assert [row.number for row in other.beat(second)] == [first]
    one.hang_up()  # what the death of the process does to its session
    wait_until(lambda: not other.beat(second), "the death of the first process")
    assert has(other.claim("a", second))[0] == second
    assert owner(store, "a") == second
    with pytest.raises(Lost):
        one.beat(first)
    store.create(a_table("b"), 10)
    with pytest.raises(NotOwner):
        one.claim("b", first)


def test_who_stands_still_is_struck_out_and_notices(
    store: Store, registries: list[Registry]
) -> None:
    one, first, other, second = two_processes(store, registries)
    with store.engine.begin() as connection:
        silent = timedelta(seconds=LEASE)
        one_row = update(ProcessRow).where(ProcessRow.number == first)
        connection.execute(one_row.values(seen=ProcessRow.seen - silent))
    assert other.beat(second) == []
    assert has(other.claim("a", second))[0] == second
    with pytest.raises(Lost):
        one.beat(first)


def test_a_table_that_does_not_exist_is_nobodys(store: Store, registries: list[Registry]) -> None:
    registry, _ = registries
    number = registry.enter("").number
    assert registry.claim("nothing", number) is None
    assert owner(store, "nothing") is None


def test_who_leaves_leaves_its_tables(store: Store, registries: list[Registry]) -> None:
    one, first, other, second = two_processes(store, registries)
    one.leave(first)
    assert has(other.claim("a", second))[0] == second
    assert other.beat(second) == []


def test_nothing_is_written_about_a_table_of_another_process(
    store: Store, registries: list[Registry]
) -> None:
    one, first, other, second = two_processes(store, registries)
    store.append(step(1, first, "x"))
    one.leave(first)
    assert has(other.claim("a", second))[0] == second
    before = store.load("a")
    late: list[Any] = [
        lambda: store.append(step(2, first)),
        lambda: store.append(NewStep("a", step(2, first).entry, over=True, owner=first)),
        lambda: store.take_seat("a", 1, "Cy", "hash", starts=True, owner=first),
        lambda: store.arrange("a", a_table().seats, quiet=True, owner=first),
        lambda: store.leave_lesson("a", owner=first),
        lambda: store.keep_times("a", Times(()), owner=first),
        lambda: store.say("a", "players", 0, "Ada", "hello", owner=first),
    ]
    for write in late:
        with pytest.raises(NotOwner):
            write()
    assert store.load("a") == before
    assert store.talk("a") == []
    store.append(step(2, second))


def test_the_record_is_safe_even_from_who_names_no_process(
    store: Store, registries: list[Registry]
) -> None:
    store.create(a_table(), 10)
    registry, _ = registries
    number = registry.enter("").number
    registry.claim("a", number)
    store.append(step(1, number, "x"))
    for twice in (step(1, None, "y"), step(2, None, "x"), step(1, number, "z")):
        with pytest.raises(WriteConflict):
            store.append(twice)
    loaded = store.load("a")
    assert loaded is not None
    assert loaded.entries == (step(1, None, "x").entry,)


def test_steps_of_a_lost_table_do_not_spoil_the_others(
    store: Store, registries: list[Registry]
) -> None:
    registry, _ = registries
    number = registry.enter("").number
    for name, has in (("a", None), ("b", number)):
        store.create(a_table(name), 10, has)
    entry = StoredEntry(1, None, 0, "act", "roll")
    steps = [NewStep(name, entry, over=False, owner=number) for name in ("a", "b")]
    assert [type(outcome) for outcome in store.append_each(steps)] == [NotOwner, type(None)]


def test_a_table_is_taken_after_what_is_being_written(
    store: Store, registries: list[Registry]
) -> None:
    one, first, other, second = two_processes(store, registries)
    with ThreadPoolExecutor(1) as pool:
        with store.engine.begin() as connection:
            connection.execute(text("UPDATE tables SET touched = 0 WHERE id = 'a'"))
            one.leave(first)
            taking = pool.submit(other.claim, "a", second)
            time.sleep(0.3)
            assert not taking.done()
        assert has(taking.result(60))[0] == second
    assert owner(store, "a") == second


@pytest.mark.slow
def test_who_stands_still_while_it_writes_keeps_nobody_from_the_table(
    store: Store, registries: list[Registry]
) -> None:
    one, first, other, second = two_processes(store, registries)
    brief = Store(store.url, lease_seconds=2)
    still = brief.engine.connect()
    still.execute(text("UPDATE tables SET touched = 0 WHERE id = 'a'"))
    one.leave(first)
    assert has(other.claim("a", second))[0] == second
    still.invalidate()
    still.close()
    brief.close()


def test_processes_that_start_at_once_make_one_database(own_postgres: str) -> None:
    stores = [Store(own_postgres) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        for made in [pool.submit(store.migrate) for store in stores]:
            made.result()
    for store in stores:
        store.look()
        store.close()


def test_the_eldest_keeps_house_and_who_is_gone_is_noticed(store: Store) -> None:
    async def live() -> None:
        one, other = (Processes(StoreThread(store)) for _ in range(2))
        await one.beat()
        await other.beat()
        await one.beat()
        assert (one.keeps_house, other.keeps_house) == (True, False)
        (peer,) = other.peers
        await one.retire()
        await other.beat()
        assert peer.gone.is_set()
        assert other.keeps_house
        assert other.peers == []
        await other.retire()
        with pytest.raises(Exception, match="about to end"):
            other.check()

    asyncio.run(live())


def test_a_process_whose_session_ends_lets_go_and_begins_anew(store: Store) -> None:
    async def live() -> None:
        let_go: list[bool] = []
        process = Processes(StoreThread(store))
        process.lost = lambda: let_go.append(True)
        await process.beat()
        store.create(a_table(), 10)
        number = await process.take("a")
        assert process.has("a")
        with store.engine.begin() as connection:
            others = "FROM pg_stat_activity WHERE datname = current_database() "
            ended = f"SELECT pg_terminate_backend(pid) {others} AND pid <> pg_backend_pid()"
            connection.execute(text(ended))
        await process.beat()
        assert let_go == [True]
        assert not process.has("a")
        with pytest.raises(Exception, match="lost its connection"):
            process.number_for_new()
        await process.beat()
        assert await process.take("a") > number
        await process.retire()

    asyncio.run(live())


# --- processes that run ---------------------------------------------------------------------------


@pytest.fixture
def pair(own_postgres: str) -> Iterator[list[Neighbour]]:
    """Two servers of one database; a client may read one earlier position."""
    limited = {"positions_per_second": 0.1, "proxies": "127.0.0.1", "metrics_path": "/metrics"}
    with neighbour(own_postgres, **limited) as one, neighbour(own_postgres, **limited) as two:
        yield [one, two]


def from_address(last: int, token: str | None = None) -> dict[str, str]:
    """The headers of a request of a certain client."""
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    return {"X-Forwarded-For": f"192.0.2.{last}", **bearer}


def sit_down(servers: list[Process], may_act: threading.Semaphore, *others: Json) -> list[Person]:
    """A new table of two people, each at a process of their own, and others."""
    one, two = servers[:2]
    body = {"game": GAME, "seats": [ME, OPEN, *others], "options": {}}
    made = one.made("/api/tables", body)
    table = made["table"]
    joined = two.made(f"/api/tables/{table}/join", {"name": "Bo", "seat": 1})
    return [
        Person(servers[:], table, made["token"], 0, Random(1), may_act),
        Person([two, one, *servers[2:]], table, joined["token"], 1, Random(2), may_act),
    ]


def check_record(database: str, people: list[Person]) -> None:
    """Every acknowledged action stands where it was acknowledged, and no other but the bots'."""
    store = Store(database)
    stored = store.load(people[0].table)
    store.close()
    assert stored is not None
    assert stored.state == "over"
    entries = stored.entries
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    for person in people:
        mine = {e.client_id: (e.version, e.action) for e in entries if e.seat == person.seat}
        assert mine == person.acked
    check_shown(stored, people)


def check_shown(stored: StoredTable, people: list[Person]) -> None:
    """What each was shown is what the rules let their seat see; no secret of another came along."""
    match = Match(
        EVERY_GAME[stored.game],
        len(stored.seats),
        stored.seed,
        stored.options,
        [seat.name for seat in stored.seats],
        rules=stored.rules_version,
    )
    shown: dict[int, list[tuple[int, Json]]] = {}
    for person in people:
        for state in person.states:
            assert state["seat"] == person.seat
            shown.setdefault(state["version"], []).append((person.seat, state))
    for version in range(len(stored.entries) + 1):
        if version:
            entry = stored.entries[version - 1]
            match.act(entry.seat, match.game.parse(entry.action))
        for seat, state in shown.get(version, []):
            assert state["view"] == json.loads(json.dumps(match.state.view(seat)))
            lines = [line.to_json() for line in match.log(seat, state["log_from"])]
            assert state["log"] == json.loads(json.dumps(lines))
    for person in people:
        others = [other.token for other in people if other is not person]
        for said in person.raw:
            assert not any(token in said for token in others)
            assert stored.seed not in said or json.loads(said)["over"]


def waiting(people: list[Person], more: int) -> None:
    """Let people act so often, and wait until they have."""
    enough = sum(len(person.acked) for person in people) + more
    people[0].may_act.release(more)
    wait_until(lambda: sum(len(person.acked) for person in people) >= enough, f"{more} actions")


def has_the_table(store: Store, table: str, servers: list[Process]) -> Process:
    """The process that has a table."""
    number = owner(store, table)
    return next(server for server in servers if server.number == number)


@pytest.mark.slow
def test_people_on_two_processes_play_a_whole_game(store: Store) -> None:
    with processes(store.url, 2) as servers:
        people = sit_down(servers, threading.Semaphore(100_000), BOT, BOT)
        with playing(*people):
            pass
        check_record(store.url, people)
        one, two = (server.ask(f"/api/tables/{people[0].table}/record") for server in servers)
        assert one == two
        assert one[0] == 200
        with store.transaction() as session:
            keys = session.scalars(select(ProcessRow.key)).all()
        assert len(set(keys)) == 2
        assert not any(key in server.output for key in keys for server in servers)


def test_people_at_two_processes_meet(pair: list[Neighbour]) -> None:
    """Seats, talk, who is away, what is refused: the same wherever one looks from."""
    one, two = pair
    body = {"game": "toy", "seats": [ME, OPEN], "options": {"rounds": 1}}
    made = one.made("/api/tables", body)
    place = f"/api/tables/{made['table']}"
    with connect(f"ws://{one.address}{place}/live") as ada:
        ada.send(json.dumps({"type": "hello", "token": made["token"]}))
        joined = two.ask(f"{place}/join", {"name": "Ada"})[1]
        with connect(f"ws://{two.address}{place}/live") as bo:
            bo.send(json.dumps({"type": "hello", "token": joined["token"]}))
            heard = until(bo, "state")
            assert [seat["name"] for seat in heard["table"]["seats"]] == ["Ada", "Ada (2)"]
            assert two.ask(place)[1]["away"] == one.ask(place)[1]["away"] == []
            bo.send(json.dumps({"type": "say", "id": "s", "seat": 1, "text": "Good evening."}))
            assert until(ada, "talk")["lines"][0]["text"] == "Good evening."
            assert "wardround_forwarded_pages 1.0" in two.ask("/metrics")[1]
            assert "wardround_live_pages 2.0" in one.ask("/metrics")[1]
            bo.send("nothing that could be read")
            assert until(bo, "error")["code"] == "bad_message"
        wait_until(lambda: one.ask(place)[1]["away"] == [1], "it to be noticed that Bo left")
    with connect(f"ws://{two.address}{place}/live") as stranger:
        stranger.send(json.dumps({"type": "hello", "token": "made up"}))
        assert until(stranger, "error")["code"] == "forged_token"
        with pytest.raises(ConnectionClosed) as closed:
            stranger.recv(timeout=30)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    foreign = {"Origin": "https://elsewhere.example"}
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://{two.address}{place}/live", additional_headers=foreign).__enter__()
    assert refused.value.response.status_code == 403
    assert b"foreign_origin" in (refused.value.response.body or b"")
    for client, server in enumerate(pair, 100):
        mine = from_address(client, joined["token"])
        assert server.ask(f"{place}/rematch", {}, mine)[1]["code"] == "not_playing"
        assert server.ask(f"{place}/at/0?seat=1", None, mine)[0] == 200
        assert server.ask(f"{place}/at/0?seat=0", None, from_address(client + 10))[0] == 403
        assert server.ask(f"{place}/nothing")[0] == 404
        assert server.ask(f"{place}/%00%23", None, {"X-Name": "Zo\xeb"})[0] == 404
        assert server.ask(f"{place}/join")[0] == 405
        status, refusal = server.ask(f"{place}/join", {"name": "Cy", "seat": 1})
        assert (status, refusal["code"]) == (409, "table_full")


def test_nobody_outside_speaks_as_a_process(pair: list[Neighbour]) -> None:
    one, two = pair
    made = one.made("/api/tables", {"game": "toy", "seats": [ME, DEVICE], "options": {}})
    place = f"/api/tables/{made['table']}"
    assert two.ask(f"{place}/at/0", None, from_address(1))[0] == 200
    # The share is each client's own, whichever process they asked.
    for server in pair:
        status, refusal = server.ask(f"{place}/at/0", None, from_address(1))
        assert (status, refusal["code"]) == (429, "too_many")
    assert two.ask(f"{place}/at/0", None, from_address(2))[0] == 200
    wrong = sign("a key that I made up", "GET", made["table"], "192.0.2.3", "localhost")
    forged = {CLIENT: "192.0.2.3", HOST: "localhost", SIGNATURE: wrong}
    for headers in ({}, forged):
        assert ask(one.door, place, None, headers)[0] == 421
        assert ask(one.door, "/api/about", None, headers)[0] == 421
    # At the door for people such headers mean nothing.
    for server in pair:
        assert server.ask(f"{place}/at/0", None, {**from_address(1), **forged})[0] == 429
        assert server.ask(place, None, {"Host": "evil.example"})[0] == 403


def test_a_server_that_ends_tells_its_pages_and_readiness(pair: list[Neighbour]) -> None:
    one, two = pair
    made = one.made("/api/tables", {"game": "toy", "seats": [ME, DEVICE], "options": {}})
    place = f"/api/tables/{made['table']}"
    assert one.ask("/api/ready")[0] == two.ask("/api/ready")[0] == 200
    hello = json.dumps({"type": "hello", "token": made["token"], "seat": 0})
    with (
        connect(f"ws://{one.address}{place}/live") as near,
        connect(f"ws://{two.address}{place}/live") as far,
    ):
        for page in (near, far):
            page.send(hello)
            until(page, "state")
        one.stop()
        for page in (near, far):
            with pytest.raises(ConnectionClosed) as closed:
                until(page, "error")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
    with connect(f"ws://{two.address}{place}/live") as page:
        page.send(hello)
        assert until(page, "state")["version"] == 0
    with pytest.raises(StorageError, match="about to end"):
        one.tables.ownership.check()
    assert two.ask(place)[0] == 200


def test_an_act_that_comes_too_late_is_left_to_the_new_owner(
    pair: list[Neighbour], own_postgres: str
) -> None:
    """Whoever has lost a table answers nothing about it, and sends its pages away."""
    one, two = pair
    made = one.made("/api/tables", {"game": "toy", "seats": [ME, DEVICE], "options": {}})
    place = f"/api/tables/{made['table']}"
    act = {"type": "act", "id": "a", "seat": 0, "expected": 0, "action": "call-1"}
    say = {"type": "say", "id": "s", "seat": 0, "text": "Hello."}
    hello = json.dumps({"type": "hello", "token": made["token"], "seat": 0})
    store = Store(own_postgres)
    for message in (act, say):
        with connect(f"ws://{one.address}{place}/live") as page:
            page.send(hello)
            until(page, "state")
            there = owner(store, made["table"])
            with store.engine.begin() as connection:
                connection.execute(update(TableRow).values(owner=None))
            page.send(json.dumps(message))
            with pytest.raises(ConnectionClosed) as closed:
                until(page, "reject")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        with connect(f"ws://{two.address}{place}/live") as page:
            page.send(hello)
            until(page, "state")
            assert owner(store, made["table"]) != there
            page.send(json.dumps({**message}))
            assert until(page, "ack")["version"] == 1
        two, one = one, two
    store.close()


@pytest.mark.long
def test_a_process_that_cannot_be_reached_is_named_in_the_log(store: Store) -> None:
    unreachable = Registry(store)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    number = unreachable.enter(f"127.0.0.1:{port}").number
    with store.engine.begin() as connection:
        lives = update(ProcessRow).where(ProcessRow.number == number)
        connection.execute(lives.values(seen=ProcessRow.seen + timedelta(hours=1)))
    store.create(a_table("unreachable"), 10, number)
    with processes(store.url, 1, f"lease_seconds={SHORT_LEASE}") as (server,):
        wait_until(
            lambda: server.ask("/api/tables/unreachable")[1]["code"] == "broke_off", "a refusal"
        )
        assert f"process {number} cannot be reached at 127.0.0.1:{port}" in server.output
        unreachable.hang_up()
        wait_until(lambda: server.ask("/api/tables/unreachable")[0] == 200, "the table")


@pytest.mark.long
def test_a_process_that_stands_still_loses_its_tables_and_knows_it(store: Store) -> None:
    with processes(store.url, 2, f"lease_seconds={SHORT_LEASE}") as servers:
        people = sit_down(servers, threading.Semaphore(0), BOT)
        with playing(*people):
            waiting(people, 4)
            still = has_the_table(store, people[0].table, servers)
            before = still.number
            stopped = time.monotonic()
            still.send(signal.SIGSTOP)
            people[0].may_act.release(6)
            wait_until(lambda: _went_on(people, stopped), "play going on")
            print(told([_went_on(people, stopped) - stopped]))
            assert owner(store, people[0].table) != before
            still.send(signal.SIGCONT)
            wait_until(lambda: still.number > before, "the process to begin anew")
            waiting(people, 4)
            wait_until(lambda: still.ask(f"/api/tables/{people[0].table}")[0] == 200, "an answer")
            people[0].may_act.release(100_000)
        check_record(store.url, people)


def until(line: Any, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(line.recv(timeout=30))
        if message["type"] == kind:
            return message


@pytest.mark.slow
def test_a_rematch_is_one_table_wherever_it_is_asked_for(own_postgres: str) -> None:
    with processes(own_postgres, 2) as (one, two):
        body = {"game": "toy", "seats": [ME, DEVICE], "options": {"rounds": 1}}
        made = one.made("/api/tables", body)
        place, bearer = f"/api/tables/{made['table']}", {"Authorization": f"Bearer {made['token']}"}
        play_out(two.address, made)
        status, following = two.ask(f"{place}/rematch", {}, bearer)
        assert status == 200, following
        one.kill()
        assert two.ask(f"/api/tables/{following['table']}")[0] == 200
        assert two.ask(f"{place}/rematch", {}, bearer)[1] == {**following, "away": [0, 1]}


def play_out(address: str, made: Json) -> None:
    """Play a table of one holder to its end."""
    rng = Random(1)
    with connect(f"ws://{address}/api/tables/{made['table']}/live") as line:
        line.send(json.dumps({"type": "hello", "token": made["token"], "seat": 0}))
        state = until(line, "state")
        while not state["over"]:
            if not state["choices"]:
                line.send(json.dumps({"type": "look", "seat": state["asked"][0]}))
            else:
                action = rng.choice(state["choices"])["notation"]
                message = {"type": "act", "id": str(rng.random()), "seat": state["seat"]}
                line.send(json.dumps({**message, "expected": state["version"], "action": action}))
            state = until(line, "state")


def play_while_owners_die(database: str, kills: int, end: signal.Signals) -> list[float]:
    """Kill the process that has the table in play, again and again; seconds until play went on."""
    waits = []
    with closing(Store(database)) as store, processes(database, 2) as servers:
        people = sit_down(servers, threading.Semaphore(0), BOT)
        with playing(*people):
            for number in range(kills):
                waiting(people, 4)
                for person in people:
                    person.at[:] = servers[:]
                dying = has_the_table(store, people[0].table, servers)
                people[0].may_act.release(2)  # somebody is about to act
                time.sleep(Random(number).random() * 0.05)
                ended = time.monotonic()
                dying.send(end)
                people[0].may_act.release(4)
                waits.append(_going_on(people, ended))
                dying.kill()
                servers.remove(dying)
                servers.append(Process(database))
                assert servers[-1].address
            people[0].may_act.release(100_000)
        check_record(database, people)
    return waits


def _going_on(people: list[Person], ended: float) -> float:
    """Wait until play has gone on, and say how long that took.

    Whoever ends in order may still answer all that people were allowed to do; so now and then they
    may do one thing more.
    """
    waited = 0.0
    while not _went_on(people, ended):
        assert waited < PATIENCE, "waited in vain for play going on"
        time.sleep(0.1)
        waited += 0.1
        if round(waited * 10) % 40 == 0:
            people[0].may_act.release()
    return _went_on(people, ended) - ended


def _went_on(people: list[Person], ended: float) -> float:
    """When the first action was acknowledged on a connection opened since; 0 if none was."""
    since = [acked for p in people for opened, acked in list(p.first_acks) if opened > ended]
    return min(since, default=0.0)


def told(waits: list[float]) -> str:
    """The figures, in a sentence."""
    median, most = statistics.median(waits), max(waits)
    return f"{len(waits)} times play went on after {median:.2f} s (median), {most:.2f} s at most"


@pytest.mark.slow
def test_play_goes_on_when_the_process_of_the_table_is_killed(own_postgres: str) -> None:
    waits = play_while_owners_die(own_postgres, 3, signal.SIGKILL)
    print(told(waits))
    assert max(waits) < 30  # 3 s on a machine that has nothing else to do


@pytest.mark.long
def test_play_goes_on_within_three_seconds_twenty_times(own_postgres: str) -> None:
    waits = play_while_owners_die(own_postgres, 20, signal.SIGKILL)
    print(told(waits))
    assert max(waits) < 3


@pytest.mark.slow
def test_a_process_that_ends_hands_its_tables_over(own_postgres: str) -> None:
    waits = play_while_owners_die(own_postgres, 2, signal.SIGTERM)
    print(told(waits))
    assert max(waits) < 30


@pytest.mark.slow
def test_a_second_process_on_an_sqlite_file_is_refused(tmp_path: Path, project_root: Path) -> None:
    database = str(tmp_path / "t.sqlite3")
    first = Process(database)
    try:
        assert first.address
        command = [sys.executable, "-m", "tests.server.run_server", database, "0"]
        second = subprocess.run(command, cwd=project_root, capture_output=True, text=True)
        assert second.returncode != 0
        assert f"Another process ({first.process.pid}) is using this database." in second.stderr
    finally:
        first.kill()
