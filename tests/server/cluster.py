"""Several server processes on one PostgreSQL database, and people who play on them."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import select
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.server.pages import UNLIMITED, Json
from tests.server.toy import EVERY_GAME
from wardround.server import Settings, create_app
from wardround.server.app import Server, doors_for_processes, listen
from wardround.server.processes import Processes
from wardround.server.store import Store, TableRow
from wardround.server.tables import Tables

ROOT = Path(__file__).parents[2]
PATIENCE = 300.0
"""Seconds after which a test gives up waiting: machines may be slow and busy."""

LEASE = 120.0
"""Seconds after which a process counts as standing still, unless a test is about that: on a busy
machine it may only be slow."""

SILENCE = 2.0
"""Seconds of silence after which a page asks whether anybody is there, and then gives up."""


def wait_until(holds: Callable[[], Any], what: str, patience: float = PATIENCE) -> None:
    """Wait for something to be the case."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


class Asked:
    """A server that can be asked.

    Attributes:
        address: Where people reach it.
        door: Where other processes reach it.
    """

    address: str
    door: str

    def ask(
        self, path: str, body: Json | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """One request; status and data of the answer."""
        return ask(self.address, path, body, headers)

    def made(self, path: str, body: Json) -> Json:
        """What it made, once it is one of the processes."""
        while (answer := self.ask(path, body))[0] == 503:
            time.sleep(0.2)
        assert answer[0] in (200, 201), answer
        data: Json = answer[1]
        return data


class Neighbour(Asked):
    """A server in a thread of this process, which the others take for a process of its own.

    Args:
        database: The address of the database.
        settings: More settings.
    """

    def __init__(self, database: str, **settings: Any) -> None:
        said = {"database": database, "port": 0, "lease_seconds": LEASE, **UNLIMITED, **settings}
        self.settings = Settings(static=Path("nowhere"), **said)
        listener = listen(self.settings)
        app = create_app(self.settings, EVERY_GAME)
        self._sockets = [listener, *doors_for_processes(app, listener)]
        host, port = listener.getsockname()[:2]
        self.address = f"{host}:{port}"
        ready = threading.Event()
        self.tables: Tables = app.state.tables
        assert isinstance(self.tables.ownership, Processes)
        self.processes = self.tables.ownership
        self.door = self.processes.address
        self._server = Server(app, ready.set)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": self._sockets})
        self._thread.start()
        assert ready.wait(PATIENCE)

    def stop(self) -> None:
        """End it, as SIGTERM would."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        for listener in self._sockets:
            listener.close()


@contextmanager
def neighbour(database: str, **settings: Any) -> Iterator[Neighbour]:
    """A started server in a thread; stopped at the end."""
    started = Neighbour(database, **settings)
    try:
        yield started
    finally:
        started.stop()


class Process(Asked):
    """A server process.

    Args:
        database: The address of the database.
        settings: More settings, as NAME=VALUE.
    """

    def __init__(self, database: str, *settings: str) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.server.run_server", database, "0"),
                *("log_level=info", "GAMES=all", f"lease_seconds={LEASE}", *settings),
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                self.lines.append(line)

    def _said(self, pattern: str) -> list[str]:
        return re.findall(pattern, "".join(self.lines))

    @property
    def output(self) -> str:
        """All that it has said."""
        return "".join(self.lines)

    @property
    def address(self) -> str:  # type: ignore[override]
        """Where people reach it."""
        said = r"Wardround is at http://([\d.]+:\d+)/"
        wait_until(lambda: self._said(said) or self.process.poll() is not None, "a server")
        assert self._said(said), self.output
        return self._said(said)[0]

    @property
    def number(self) -> int:
        """Its number among the processes."""
        return int(self._said(r"this is process (\d+) at")[-1])

    def send(self, number: int) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        self.send(signal.SIGKILL)
        self.process.wait()
        self._reader.join()


def ask(
    address: str, path: str, body: Json | None = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """One request; status and data of the answer."""
    request = urllib.request.Request(
        f"http://{address}{path}",
        None if body is None else json.dumps(body).encode(),
        {"Content-Type": "application/json", **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - our own
            status, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            status, text = error.code, error.read().decode()
    try:
        return status, json.loads(text)
    except ValueError:
        return status, text


@contextmanager
def processes(database: str, count: int, *settings: str) -> Iterator[list[Process]]:
    """Started servers, which all see one another; what is left of them is killed at the end.

    More may be put into the list.
    """
    started = [Process(database, *settings) for _ in range(count)]
    try:
        for process in started:
            assert process.address
        yield started
    finally:
        for process in started:
            process.send(signal.SIGCONT)
            process.kill()


def owner(store: Store, table: str) -> int | None:
    """The number of the process that has a table."""
    with store.transaction() as session:
        return session.scalar(select(TableRow.owner).where(TableRow.id == table))


@dataclass
class Person:
    """Plays one seat at random, wherever they are let in, and remembers what was acknowledged.

    Attributes:
        at: The processes, the one to go to first in front; a lost connection leads to the next.
        table: The table.
        token: What proves the seat.
        seat: The seat.
        rng: What they choose by.
        may_act: Acquired before each new action.
        acked: Version and action of what was acknowledged, by the message's id.
        first_acks: For each connection when it was opened, and when it first acknowledged.
        states: Everything that was shown.
        raw: Every message, as it was received.
    """

    at: list[Process]
    table: str
    token: str
    seat: int
    rng: Random
    may_act: threading.Semaphore
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)
    in_flight: Json | None = None
    first_acks: list[tuple[float, float]] = field(default_factory=list)
    states: list[Json] = field(default_factory=list)
    raw: list[str] = field(default_factory=list)
    state: Json = field(default_factory=dict)
    done: bool = False
    failure: BaseException | None = None

    def play(self) -> None:
        """Play to the end of the game."""
        try:
            while not self.done:
                try:
                    self._connect()
                except (ConnectionClosed, InvalidHandshake, OSError, EOFError):
                    self.at.append(self.at.pop(0))
                    time.sleep(0.05)
        except BaseException as error:
            self.failure = error
            raise

    def _connect(self) -> None:
        self._opened = time.monotonic()
        where = f"ws://{self.at[0].address}/api/tables/{self.table}/live"
        with connect(where, open_timeout=20) as line:
            hello = {"type": "hello", "token": self.token, "have": -1, "seat": self.seat}
            line.send(json.dumps(hello))
            self.state = {}
            while not self.state:
                self._receive(line)
            if self.in_flight is not None:
                self._finish(line)
            while not self.state["over"]:
                if self.state["choices"] and self.may_act.acquire(timeout=0.05):
                    self._act(line)
                else:
                    self._receive(line)
            self.done = True

    def _act(self, line: ClientConnection) -> None:
        self.in_flight = {
            "type": "act",
            "id": f"{self.seat}-{len(self.acked)}-{self.rng.random()}",
            "seat": self.seat,
            "expected": self.state["version"],
            "action": self.rng.choice(self.state["choices"])["notation"],
        }
        self._finish(line)

    def _finish(self, line: ClientConnection) -> None:
        message = self.in_flight
        assert message is not None
        line.send(json.dumps(message))
        while (answer := self._receive(line)).get("id") != message["id"]:
            pass
        if answer["type"] == "ack":
            if not self.first_acks or self.first_acks[-1][0] != self._opened:
                self.first_acks.append((self._opened, time.monotonic()))
            self.acked[message["id"]] = (answer["version"], message["action"])
        else:
            assert answer["code"] == "stale_action", answer
            self.may_act.release()
        self.in_flight = None
        while self.state["version"] < answer["version"]:
            self._receive(line)

    def _receive(self, line: ClientConnection) -> Json:
        try:
            text = line.recv(timeout=SILENCE)
        except TimeoutError:
            line.send('{"type": "ping"}')
            text = line.recv(timeout=2 * SILENCE)
        message: Json = json.loads(text)
        self.raw.append(str(text))
        if message["type"] == "state":
            self.state = message
            self.states.append(message)
        return message


@contextmanager
def playing(*people: Person) -> Iterator[None]:
    """Let people play; at the end all of them must have finished their games."""
    threads = [threading.Thread(target=person.play, daemon=True) for person in people]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join(PATIENCE)
    for person in people:
        assert person.failure is None
        assert person.done, f"seat {person.seat} is at version {person.state.get('version')}"
