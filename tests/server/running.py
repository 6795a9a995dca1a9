"""A server in a thread, on a real line, and how long others wait while it is attacked."""

import json
import socket
import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread
from typing import ClassVar

from websockets.sync.client import ClientConnection, connect

from tests.server.pages import DEVICE, ME, Json
from tests.server.toy import GAME
from wardround.core import Game
from wardround.server import Settings, create_app
from wardround.server.app import Server, listen

GAMES: Mapping[str, Game] = {GAME.id: GAME}


@contextmanager
def running(settings: Settings, games: Mapping[str, Game] = GAMES) -> Iterator[int]:
    """A server in a thread; its port."""
    listener = listen(settings)
    ready = Event()
    server = Server(create_app(settings, games), ready.set)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    assert ready.wait(20)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


def talk(port: int, data: bytes, patience: float = 10) -> bytes:
    """What the server answers to some bytes until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as line:
        line.sendall(data)
        return everything(line)


def everything(line: socket.socket) -> bytes:
    """All that is still sent."""
    found = b""
    try:
        while part := line.recv(65_536):
            found += part
    except ConnectionResetError:
        pass
    return found


def post(port: int, path: str, body: object) -> tuple[int, Json]:
    """Status and data of the answer to a request."""
    text = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n"
    first, _, data = talk(port, head.encode() + text).partition(b"\r\n\r\n")
    return int(first.split()[1]), json.loads(data)


def new_table(port: int) -> Json:
    """A table of two seats of one holder."""
    status, made = post(port, "/api/tables", {"game": "toy", "options": {}, "seats": [ME, DEVICE]})
    assert status == 201, made
    return made


@contextmanager
def live_page(port: int, made: Json) -> Iterator[ClientConnection]:
    """A live connection that has received its first state."""
    with connect(f"ws://127.0.0.1:{port}/api/tables/{made['table']}/live") as page:
        page.send(json.dumps({"type": "hello", "token": made["token"], "seat": 0}))
        assert json.loads(page.recv(10))["type"] == "state"
        yield page


CALM = 20
"""Answers that are measured before an attack."""

PATIENCE = 0.5
"""Seconds for 99 of 100 answers during an attack. Alone on its machine the server takes under
ALONE; tests share their processors, so where calm answers take long, five times that is allowed."""

ALONE = 0.05
"""Seconds for the same on a machine that has nothing else to do (``make long``)."""


class Bystander:
    """Somebody who plays on while others attack: how long each answer took, before and then."""

    strict: ClassVar[bool] = False
    """Whether the machine is taken to have nothing else to do."""

    def __init__(self) -> None:
        self.calm: list[float] = []
        self.waits: list[float] = []

    def __str__(self) -> str:
        calm = max(self.calm) * 1e3
        return f"{len(self.waits)} answers, p99 {self.p99 * 1e3:.0f} ms (calm: {calm:.0f} ms)"

    @property
    def is_held_up(self) -> bool:
        """Whether the attack made answers late."""
        return self.p99 > (ALONE if self.strict else max(PATIENCE, 5 * max(self.calm)))

    @property
    def p99(self) -> float:
        """The longest wait but for one in a hundred."""
        return statistics.quantiles(self.waits, n=100)[-1]


@contextmanager
def bystander(port: int, made: Json) -> Iterator[Bystander]:
    """Ask what an action would change, again and again, while the block lasts.

    That goes through the event loop and the rules, as any message does.
    """
    waits = Bystander()
    begun, done = Event(), Event()

    def play() -> None:
        ask = {"type": "preview", "seat": 0, "expected": 0, "action": "call-1"}
        with live_page(port, made) as page:
            while not done.is_set() or len(waits.waits) < CALM:
                asked = time.perf_counter()
                page.send(json.dumps({**ask, "id": "a"}))
                answer = json.loads(page.recv(60))
                while answer["type"] != "preview":  # somebody came or went
                    answer = json.loads(page.recv(60))
                took = time.perf_counter() - asked
                (waits.waits if begun.is_set() else waits.calm).append(took)
                if len(waits.calm) == CALM:
                    begun.set()
                time.sleep(0.01)

    thread = Thread(target=play)
    thread.start()
    try:
        assert begun.wait(60)
        yield waits
    finally:
        done.set()
        thread.join(60)
    assert len(waits.waits) >= CALM
    print(waits)
