"""A server killed in the middle of play goes on with every acknowledged action and no other."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.pages import BOT, DEVICE, ME, Json
from wardround.server.store import Store, StoredEntry


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    address: str

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def post(self, path: str, body: Json) -> Json:
        """One REST request."""
        request = urllib.request.Request(
            f"http://{self.address}{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
            made: Json = json.load(answer)
            return made


@contextmanager
def running(database: Path, root: Path) -> Iterator[Server]:
    """A started server; killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.run_server", str(database), "0"],
        cwd=root,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://([\d.]+:\d+)/", line)
            assert found is not None, line + process.stdout.read()
            yield Server(process, found[1])
        finally:
            process.kill()


@dataclass
class Player:
    """Plays a whole table as fast as it can, and remembers what was acknowledged."""

    address: str
    table: str
    token: str
    seats: list[int]
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)
    in_flight: Json | None = None
    state: Json = field(default_factory=dict)
    done: bool = False

    def play(self, rng: Random, prefix: str) -> None:
        """Act until the game is over or the server is gone."""
        try:
            with connect(f"ws://{self.address}/api/tables/{self.table}/live") as socket:
                self.socket = socket
                self.hello()
                if self.in_flight is not None:
                    self.finish()
                number = 0
                while not self.state["over"]:
                    self.turn(rng, f"{prefix}{number}")
                    number += 1
                self.done = True
        except (ConnectionClosed, OSError):
            return

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        message: Json = json.loads(self.socket.recv(timeout=20))
        if message["type"] == "state":
            self.state = message
        return message

    def hello(self) -> None:
        self.send({"type": "hello", "token": self.token, "have": -1, "seat": self.seats[0]})
        while self.receive()["type"] != "state":
            pass

    def turn(self, rng: Random, name: str) -> None:
        mine = [seat for seat in self.state["asked"] if seat in self.seats]
        if not mine:
            self.receive()
            return
        if self.state["seat"] != mine[0]:
            self.send({"type": "look", "seat": mine[0]})
            while self.state["seat"] != mine[0]:
                self.receive()
            return
        if self.state["choices"]:
            self.in_flight = {
                "type": "act",
                "id": name,
                "seat": mine[0],
                "expected": self.state["version"],
                "action": rng.choice(self.state["choices"])["notation"],
            }
            self.finish()

    def finish(self) -> None:
        """Send what is in flight (again) until it is answered; wait for the position it made."""
        assert self.in_flight is not None
        message = self.in_flight
        self.send(message)
        while True:
            answer = self.receive()
            if answer.get("id") == message["id"]:
                break
        if answer["type"] == "ack":
            self.acked[message["id"]] = (answer["version"], message["action"])
            while self.state["version"] < answer["version"]:
                self.receive()
        else:
            assert answer["code"] == "stale_action", answer
            self.receive()
        self.in_flight = None


def stored(database: Path, table: str) -> tuple[StoredEntry, ...]:
    store = Store(f"sqlite:///{database}")
    found = store.load(table)
    store.close()
    assert found is not None
    return found.entries


def sit_down(server: Server, opponents: list[Json]) -> Player:
    """A new table, and the player of all its seats but the bots'."""
    body = {"game": "toy", "seats": [ME, *opponents], "options": {"rounds": 4}}
    made = server.post("/api/tables", body)
    held = [seat["seat"] for seat in made["seats"] if seat["kind"] != "bot"]
    return Player("", made["table"], made["token"], held)


@contextmanager
def playing(server: Server, players: list[Player], name: str) -> Iterator[None]:
    """Let all players play at once, until their games are over or the server is gone."""
    threads = []
    for number, player in enumerate(players):
        player.address = server.address
        work = threading.Thread(target=player.play, args=(Random(number), f"{name}-"))
        threads.append(work)
        work.start()
    yield
    for work in threads:
        work.join(timeout=30)
        assert not work.is_alive()


def wait_for_more_acks(players: list[Player], more: int) -> None:
    """Wait until so many further actions are acknowledged, or all games are over."""
    enough = sum(len(player.acked) for player in players) + more
    end = time.monotonic() + 20
    while sum(len(p.acked) for p in players) < enough and not all(p.done for p in players):
        assert time.monotonic() < end
        time.sleep(0.0005)


def check(player: Player, entries: tuple[StoredEntry, ...]) -> None:
    """Every acknowledged action is there at its version; besides at most the one in flight."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    mine = {e.client_id: (e.version, e.action) for e in entries if e.client_id is not None}
    assert len(mine) == sum(entry.client_id is not None for entry in entries)
    for name, acknowledged in player.acked.items():
        assert mine.pop(name) == acknowledged
    in_flight = set() if player.in_flight is None else {player.in_flight["id"]}
    assert set(mine) <= in_flight
    assert {e.seat for e in entries if e.client_id is None}.isdisjoint(player.seats)


@pytest.mark.slow
@pytest.mark.parametrize("opponents", [[DEVICE, DEVICE], [BOT, DEVICE]], ids=["device", "bot"])
def test_killed_servers_lose_nothing_that_was_acknowledged(
    tmp_path: Path, project_root: Path, opponents: list[Json]
) -> None:
    database = tmp_path / "tables.sqlite3"
    rng = Random(7)
    players: list[Player] = []
    for start in range(5):
        with running(database, project_root) as server:
            players = players or [sit_down(server, opponents) for _ in range(3)]
            with playing(server, players, str(start)):
                wait_for_more_acks(players, 8)
                time.sleep(rng.random() * 0.005)
                server.kill()
        for player in players:
            check(player, stored(database, player.table))
        if start < 3:
            assert not all(player.done for player in players)
    with running(database, project_root) as server, playing(server, players, "last"):
        pass
    for player in players:
        assert player.done
        check(player, stored(database, player.table))


@pytest.mark.long
def test_fifty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path, project_root: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    rng = Random(11)
    everybody: list[Player] = []
    for start in range(50):
        with running(database, project_root) as server:
            going = [player for player in everybody if not player.done]
            new = [sit_down(server, [BOT, DEVICE]) for _ in range(4 - len(going))]
            everybody += new
            with playing(server, going + new, str(start)):
                wait_for_more_acks(going + new, 8)
                time.sleep(rng.random() * 0.005)
                server.kill()
        for player in going + new:
            check(player, stored(database, player.table))
    for player in everybody:
        check(player, stored(database, player.table))
    print(f"50 kills, {sum(len(player.acked) for player in everybody):,} acknowledged actions kept")
