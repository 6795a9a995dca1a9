"""How much a server bears, measured from outside: by pages that play, as browsers do.

Two pages sit at every table and choose at random. Each action is sent, stored, acknowledged, and
shown to both; when a game is over, the next one begins. Measured is the time from sending an action
to its acknowledgement, and (where the server runs on this machine) the server's processor time.
"""

import asyncio
import json
import os
import random
import statistics
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from wardround.core import Game, Match, WardroundError
from wardround.server.app import calm_collector
from wardround.server.shown import Json
from wardround.server.store import Store, StoredEntry, StoredSeat, StoredTable
from wardround.server.table import begin

SEATS = ({"kind": "me"}, {"kind": "device"})
"""Two seats on one device: one token holds both, and each is shown on a page of its own."""

PATIENCE_SECONDS = 60.0
"""How long an answer may take before the server counts as gone."""

FEWEST = 2
"""Acknowledgements that are waited for, however long that takes: fewer say nothing."""

COLD_RUNS = 5
"""How often each history is read; the median counts."""

SEED = "load"


class LoadError(WardroundError):
    """The server cannot be measured: it is not there, or refuses what is needed."""

    code = "load"


@dataclass(frozen=True, slots=True)
class Load:
    """What is to be played.

    Attributes:
        game: The game's id.
        tables: How many tables at once.
        rate: Actions a second at each table; 0 plays as fast as the server answers.
        seconds: For how long.
    """

    game: str
    tables: int
    rate: float
    seconds: float


@dataclass(frozen=True)
class LoadFigures:
    """What a server did under a load.

    Attributes:
        load: What was played.
        actions: Actions that were acknowledged.
        refused: Answers that were refusals.
        actions_per_second: Acknowledged actions a second of the clock.
        p50_ms: Half of the acknowledgements came within so many milliseconds.
        p99_ms: 99 of 100 did.
        longest_ms: All did.
        core_percent: The server's share of one core; None where it is on another machine.
        per_processor_second: Acknowledged actions for each second of the server's processor time.
        kilobytes_per_action: What the server sent for each, to both pages.
    """

    load: Load
    actions: int
    refused: int
    actions_per_second: float
    p50_ms: float
    p99_ms: float
    longest_ms: float
    core_percent: float | None
    per_processor_second: float | None
    kilobytes_per_action: float

    def to_json(self) -> Json:
        """The figures as plain data."""
        data = asdict(self)
        return {**data.pop("load"), **data}


@dataclass
class Measures:
    """What the pages saw, and until when they play."""

    end: float
    latencies: list[float] = field(default_factory=list)
    bytes_received: int = 0
    refused: int = 0

    @property
    def seconds_left(self) -> float:
        """For how long pages still play; 0 when that is over."""
        if len(self.latencies) < FEWEST:
            return PATIENCE_SECONDS
        return max(0.0, self.end - time.perf_counter())


@dataclass
class Pace:
    """Spreads the actions of one table evenly over time; rate 0 does not wait."""

    rate: float
    due: float

    async def wait(self) -> None:
        """Wait for the table's next turn to act."""
        if self.rate:
            self.due = max(self.due, time.perf_counter() - 1 / self.rate)
            delay = self.due - time.perf_counter()
            self.due += 1 / self.rate
            await asyncio.sleep(max(0.0, delay))


def apply_changes(before: Json, change: Json) -> Json:
    """The state message that a message of changes to another one stands for.

    Args:
        before: The other one; it is changed.
        change: The message of changes.
    """
    parts = change.pop("set")
    after = {**before, **change, "type": "state"}
    for (*way, last), value in parts:
        part: Any = after
        for step in way:
            part = part[step]
        part[last] = value
    return after


class Page:
    """One seat at one table."""

    def __init__(self, socket: ClientConnection, seat: int, pace: Pace, measures: Measures) -> None:
        self.socket = socket
        self.seat = seat
        self.pace = pace
        self.measures = measures
        self.state: Json = {}
        self.sent = 0

    async def receive(self) -> Json:
        """The next message; a state is remembered."""
        text = await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE_SECONDS)
        self.measures.bytes_received += len(text)
        message: Json = from_json(text)
        if message["type"] == "change":
            message = apply_changes(self.state, message)
        if message["type"] == "state":
            self.state = message
        return message

    async def play(self, token: str) -> None:
        """Act at random whenever asked, until the game or the time is over."""
        hello = {"type": "hello", "token": token, "have": -1, "seat": self.seat, "changes": True}
        await self.socket.send(json.dumps(hello))
        while not self.state:
            await self.receive()
        while not self.state["over"] and (left := self.measures.seconds_left):
            if not self.state["choices"]:
                await asyncio.wait_for(self.receive(), left)
                continue
            await self.pace.wait()
            version = await self.act()
            while self.state["version"] < version:
                await self.receive()

    async def act(self) -> int:
        """One action, and the time until it is answered; the version that the table has then."""
        self.sent += 1
        message = {
            "type": "act",
            "id": f"{self.seat}-{self.sent}",
            "seat": self.seat,
            "expected": self.state["version"],
            "action": random.choice(self.state["choices"])["notation"],
        }
        begun = time.perf_counter()
        await self.socket.send(json.dumps(message))
        while (answer := await self.receive()).get("id") != message["id"]:
            pass
        if answer["type"] == "ack":
            self.measures.latencies.append(time.perf_counter() - begun)
        else:
            self.measures.refused += 1
        return int(answer["version"])


@dataclass(frozen=True)
class Target:
    """A server to measure.

    Args:
        address: Where it is: ``http://HOST:PORT``.
        process: The number of its process, if that is on this machine.

    Raises:
        LoadError: The address is none.
    """

    address: str
    process: int | None = None

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.address)
            known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # half an IPv6 address, or a port that is none
            known = False
        if not known:
            raise LoadError(
                f"{self.address!r} is no address of a server.",
                where="--at",
                expected="http://HOST:PORT or https://HOST",
            )

    @property
    def live(self) -> str:
        """Where its live connections are."""
        return "ws" + self.address.removeprefix("http").rstrip("/")

    def create(self, game: str) -> Json:
        """Make a table for two pages.

        Raises:
            LoadError: The server is not there, or refuses.
        """
        request = urllib.request.Request(  # noqa: S310 - http or https
            f"{self.address.rstrip('/')}/api/tables",
            json.dumps({"game": game, "seats": SEATS}).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
                made: Json = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(self.address, error.code, error.read()) from error
        except (OSError, ValueError) as error:
            raise self.gone(error) from error
        return made

    def gone(self, error: Exception) -> LoadError:
        """What is said when it does not answer."""
        reason = getattr(error, "reason", None) or error
        return LoadError(
            f"The server does not answer: {reason or type(error).__name__}.",
            where=self.address,
            expected="a server that runs (wardround serve)",
        )

    def processor_seconds(self) -> float | None:
        """The processor time that the server has used (on Linux); None if it cannot be known."""
        if self.process is None:
            return None
        try:
            text = Path(f"/proc/{self.process}/stat").read_text(encoding="ascii")
        except OSError:
            return None
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _refusal(address: str, status: int, body: bytes) -> LoadError:
    try:
        said = from_json(body)
        message, expected = str(said["message"]), str(said["expected"])
    except (ValueError, KeyError, TypeError):
        message, expected = f"It answers with status {status}.", "a Wardround server"
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        expected += "; for measuring, start it with --tables-per-hour 0 --requests-per-second 0"
    return LoadError(f"The server refuses: {message}", where=address, expected=expected)


async def measure(target: Target, load: Load, tables: list[str]) -> LoadFigures:
    """Play for a while.

    Args:
        target: The server. Its limits must allow what is played.
        load: What to play.
        tables: The ids of the tables that are made are put in here, whatever happens then.

    Raises:
        LoadError: The server is not there, refuses, or does not answer any more.
    """
    calm_collector()  # this program's pauses would be taken for the server's
    create = partial(_create, target, load.game, tables)
    first = [await create() for _ in range(load.tables)]
    used, begun = target.processor_seconds(), time.perf_counter()
    measures = Measures(begun + load.seconds)
    await asyncio.gather(*(_play_table(target, load, made, create, measures) for made in first))
    wall = time.perf_counter() - begun
    now = target.processor_seconds()
    spent = None if used is None or now is None else now - used
    return _figures(load, measures, wall, spent)


async def _create(target: Target, game: str, tables: list[str]) -> Json:
    made = await asyncio.to_thread(target.create, game)
    tables.append(made["table"])
    return made


async def _play_table(
    target: Target,
    load: Load,
    made: Json,
    create: Callable[[], Awaitable[Json]],
    measures: Measures,
) -> None:
    """Play one game after another at a table's place, until the time is over."""
    pace = Pace(load.rate, time.perf_counter() + random.random() / (load.rate or 1.0))
    while True:
        pages = (_play_seat(target, made, seat, pace, measures) for seat in (0, 1))
        await asyncio.gather(*pages)
        if not measures.seconds_left:
            return
        made = await create()


async def _play_seat(target: Target, made: Json, seat: int, pace: Pace, measures: Measures) -> None:
    """Play one seat of a table."""
    where = f"{target.live}/api/tables/{made['table']}/live"
    try:
        async with connect(where, max_size=None, compression=None) as socket:
            await Page(socket, seat, pace, measures).play(made["token"])
    except TimeoutError as error:
        if measures.seconds_left:
            raise target.gone(error) from error
    except (WebSocketException, OSError) as error:
        raise target.gone(error) from error


def _figures(load: Load, measures: Measures, wall: float, spent: float | None) -> LoadFigures:
    latencies = sorted(measures.latencies)
    actions = len(latencies)
    centiles = statistics.quantiles(latencies, n=100, method="inclusive")
    return LoadFigures(
        load,
        actions,
        measures.refused,
        round(actions / wall, 1),
        round(centiles[49] * 1000, 2),
        round(centiles[98] * 1000, 2),
        round(latencies[-1] * 1000, 2),
        None if spent is None else round(100 * spent / wall, 1),
        None if not spent else round(actions / spent, 1),
        round(measures.bytes_received / actions / 1024, 1),
    )


# --- tables that are not in memory ----------------------------------------------------------------


@dataclass(frozen=True)
class ColdLoad:
    """How long a table takes that nobody has looked at for long.

    Attributes:
        game: The game's id.
        players: Its seats: the most that it takes.
        actions: Actions of the histories that were read: of one game, or of several short ones.
        games: How many that were.
        ms_for_1000: Milliseconds in which 1,000 actions are read from the database and played
            again.
        processor_ms_for_1000: This process's processor time for that: what other programs on the
            machine disturb little.
    """

    game: str
    players: int
    actions: int
    games: int
    ms_for_1000: float
    processor_ms_for_1000: float

    def to_json(self) -> Json:
        """The figures as plain data."""
        return asdict(self)


def cold_load(store: Store, game: Game, actions: int) -> ColdLoad:
    """Store games of so many actions together, and measure how long reading them takes.

    The tables are deleted again.

    Args:
        store: The database, in its present shape.
        game: The game.
        actions: How many actions at least.

    Raises:
        StorageError: The database refuses.
    """
    played: list[StoredTable] = []
    while sum(len(table.entries) for table in played) < actions:
        played.append(_played(game, len(played), actions))
    ids = [table.id for table in played]
    try:
        for table in played:
            store.insert(table)
        times = [_read_all(store, game, ids) for _ in range(COLD_RUNS)]
    finally:
        store.delete(ids)
    count = sum(len(table.entries) for table in played)
    clock, processor = (statistics.median(several) for several in zip(*times, strict=True))
    per_action = 1e6 / count
    return ColdLoad(
        game.id,
        game.max_players,
        count,
        len(played),
        round(clock * per_action, 2),
        round(processor * per_action, 2),
    )


def _played(game: Game, number: int, actions: int) -> StoredTable:
    """A table with a random game, of no more than so many actions."""
    rng = random.Random(f"{SEED} {game.id} {number}")
    options = dict(game.check_options(None, game.max_players))
    seed = f"{SEED} {number}"
    match = Match(game, game.max_players, seed, options)
    ids: Counter[int] = Counter()
    entries: list[StoredEntry] = []
    while not match.state.is_over and len(entries) < actions:
        seat = rng.choice(match.state.asked())
        action = rng.choice(match.state.legal_actions(seat))
        match.act(seat, action)
        ids[seat] += 1
        notation, name = game.notation(action), f"{seat}-{ids[seat]}"
        entries.append(StoredEntry(len(entries) + 1, name, seat, "act", notation))
    return StoredTable(
        id=f"load{rng.getrandbits(64):016x}",
        game=game.id,
        rules_version=game.rules_version,
        options=options,
        seed=seed,
        state="over" if match.state.is_over else "playing",
        seats=tuple(
            StoredSeat(seat, "device", f"Player {seat + 1}", None, None)
            for seat in range(game.max_players)
        ),
        entries=tuple(entries),
    )


def _read_all(store: Store, game: Game, ids: list[str]) -> tuple[float, float]:
    """Seconds in which tables are read and their games played again: by clock and processor."""
    begun, used = time.perf_counter(), time.process_time()
    for id in ids:
        stored = store.load(id)
        assert stored is not None
        begin(stored, game)
    return time.perf_counter() - begun, time.process_time() - used
