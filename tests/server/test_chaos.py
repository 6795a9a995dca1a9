"""Lines that drop, double and delay what passes: every game ends, and is the one of its record."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection as Line

from tests.server.cluster import PATIENCE, Asked, Person, neighbour, playing, processes
from tests.server.pages import BOT, ME, OPEN, Json
from tests.server.test_processes import check_record
from tests.server.toy import EVERY_GAME

DISTURBED = 0.1
"""The share of the frames that something happens to, in either direction."""

DELAY_SECONDS = 0.2
"""The longest delay; frames that come meanwhile overtake the one that waits."""

QUIET_SECONDS = 0.3
"""Seconds after which a page that has heard nothing asks again, and repeats what is in flight."""


class Chaos:
    """A proxy for live connections that drops, doubles and delays frames.

    Args:
        address: Where the server is.
        rng: Decides what happens to which frame.
    """

    def __init__(self, address: str, rng: Random) -> None:
        self._behind = address
        self._rng = rng
        self._ending = asyncio.Event()
        self._ready: Future[str] = Future()
        self.happened = {"dropped": 0, "doubled": 0, "delayed": 0}
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        self.address = self._ready.result(PATIENCE)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        async with serve(self._pass, "127.0.0.1", 0, compression=None) as server:
            host, port = next(iter(server.sockets)).getsockname()[:2]
            self._ready.set_result(f"{host}:{port}")
            await self._ending.wait()

    def stop(self) -> None:
        """End it, with its connections."""
        self._loop.call_soon_threadsafe(self._ending.set)
        self._thread.join(PATIENCE)

    async def _pass(self, near: ServerConnection) -> None:
        assert near.request is not None
        where = f"ws://{self._behind}{near.request.path}"
        async with connect(where, compression=None, max_size=None) as far:
            ways = [asyncio.create_task(self._carry(*way)) for way in ((near, far), (far, near))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _carry(
        self, come: ServerConnection | ClientConnection, go: ServerConnection | ClientConnection
    ) -> None:
        late: set[asyncio.Task[None]] = set()
        with suppress(ConnectionClosed):
            async for frame in come:
                what = self._rng.choice(list(self.happened))
                if self._rng.random() >= DISTURBED:
                    await go.send(frame)
                    continue
                self.happened[what] += 1
                if what == "delayed":
                    late.add(asyncio.create_task(self._send_late(go, frame)))
                elif what == "doubled":
                    await go.send(frame)
                    await go.send(frame)

    async def _send_late(self, go: ServerConnection | ClientConnection, frame: Any) -> None:
        await asyncio.sleep(self._rng.random() * DELAY_SECONDS)
        with suppress(ConnectionClosed):
            await go.send(frame)


@contextmanager
def chaos(servers: list[Asked], seed: int) -> Iterator[list[Chaos]]:
    """A proxy before each server."""
    made = [Chaos(at.address, Random(seed + number)) for number, at in enumerate(servers)]
    try:
        yield made
    finally:
        for proxy in made:
            proxy.stop()


@dataclass
class Patient(Person):
    """Somebody whose page asks again when it hears nothing, and minds no order of what it hears."""

    def _receive(self, line: Line) -> Json:
        try:
            text = line.recv(timeout=QUIET_SECONDS)
        except TimeoutError:
            hello = {"type": "hello", "token": self.token, "have": -1, "seat": self.seat}
            for again in (hello, self.in_flight):
                if again is not None:
                    line.send(json.dumps(again))
            return {}
        message: Json = json.loads(text)
        self.raw.append(str(text))
        if message["type"] == "state":
            self.states.append(message)
            if message["version"] >= self.state.get("version", 0):
                self.state = message
        return message


def sit_down(servers: list[Asked], proxies: list[Chaos], game: str, seed: int) -> list[Person]:
    """A table of two people, who come to different processes through bad lines, and a bot."""
    ends = {"rounds": 3} if game == "toy" else {}
    body = {"game": game, "seats": [ME, OPEN, BOT], "options": ends}
    made = servers[seed % 2].made("/api/tables", body)
    table, goes = made["table"], threading.Semaphore(1_000_000)
    joined = servers[1].made(f"/api/tables/{table}/join", {"name": "Bo", "seat": 1})
    ways: list[Any] = list(proxies)
    return [
        Patient(ways[::way], table, token, seat, Random(seed * 2 + seat), goes)
        for seat, (token, way) in enumerate(((made["token"], 1), (joined["token"], -1)))
    ]


def play_all(database: str, servers: list[Asked], games: list[str], seed: int = 0) -> str:
    """Play games at once; what happened on the lines. Each must be the one of its record."""
    with chaos(servers, seed) as proxies:
        tables = [sit_down(servers, proxies, game, seed + n) for n, game in enumerate(games)]
        with playing(*(person for table in tables for person in table)):
            pass
        happened = {
            what: sum(one.happened[what] for one in proxies)
            for what in ("dropped", "doubled", "delayed")
        }
    for people in tables:
        check_record(database, people)
    assert all(happened.values())
    return f"{len(games)} of {len(games)} games equal to their record; frames: {happened}"


def test_games_on_bad_lines_are_those_of_their_records(own_postgres: str) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(neighbour(own_postgres)) for _ in range(2)]
        print(play_all(own_postgres, list(servers), ["toy", "pyrrameds"]))


@pytest.mark.long
def test_forty_games_on_bad_lines_are_those_of_their_records(own_postgres: str) -> None:
    with processes(own_postgres, 2) as servers:
        for turn in range(8):
            print(play_all(own_postgres, list(servers), list(EVERY_GAME), 100 * turn))
