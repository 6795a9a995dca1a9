#!/usr/bin/env python3
"""Measure the server: many tables at once, every move stored, acknowledged and shown to all pages.

Starts a server of its own on an empty database, seats two pages at every table and lets them play
at random. Prints moves a second, the time from sending a move to its acknowledgement, and the
processor time of the server for each move.

    load_test.py [--tables 200] [--rate 1] [--seconds 20] [--game dice_hospital] [--json]

`--rate 0` plays as fast as the server answers.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

SERVER = """
import sys
from wardround.server import Settings, serve
serve(
    Settings(
        database=f"sqlite:///{sys.argv[1]}",
        port=0,
        requests_per_second=0,
        messages_per_second=0,
        tables_per_hour=0,
        client_connections=10_000,
        open_connections=10_000,
    )
)
"""


@dataclass
class Measures:
    """What was seen."""

    latencies: list[float] = field(default_factory=list)
    bytes_received: int = 0
    refused: int = 0


@dataclass
class Pace:
    """Spreads the moves of one table evenly over time; rate 0 does not wait."""

    rate: float
    due: float

    async def wait(self) -> None:
        """Wait for the table's next turn to move."""
        if self.rate:
            self.due = max(self.due, time.perf_counter() - 1 / self.rate)
            delay = self.due - time.perf_counter()
            self.due += 1 / self.rate
            await asyncio.sleep(max(0.0, delay))


class Page:
    """One seat at one table."""

    def __init__(self, socket: ClientConnection, seat: int, pace: Pace, measures: Measures) -> None:
        self.socket = socket
        self.seat = seat
        self.pace = pace
        self.measures = measures
        self.state: dict[str, Any] = {}
        self.sent = 0

    async def receive(self) -> dict[str, Any]:
        """The next message; a state is remembered."""
        text = await self.socket.recv()
        self.measures.bytes_received += len(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.state = message
        return message

    async def play(self, token: str, end: float) -> None:
        """Move at random whenever asked, until the time is over or the game is."""
        hello = {"type": "hello", "token": token, "have": -1, "seat": self.seat}
        await self.socket.send(json.dumps(hello))
        await self.receive()
        while not self.state["over"] and time.perf_counter() < end:
            if not self.state["choices"]:
                await asyncio.wait_for(self.receive(), max(0.01, end - time.perf_counter()))
                continue
            await self.pace.wait()
            version = await self.move()
            while self.state["version"] < version:
                await self.receive()

    async def move(self) -> int:
        """One move, and the time until it is answered; the version that it made."""
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
        while True:
            answer = await self.receive()
            if answer.get("id") == message["id"]:
                break
        self.measures.latencies.append(time.perf_counter() - begun)
        self.measures.refused += answer["type"] != "ack"
        return int(answer["version"])


async def play_table(
    address: str, made: dict[str, Any], seat: int, pace: Pace, measures: Measures, end: float
) -> None:
    """Play one seat of a table."""
    url = f"ws://{address}/api/tables/{made['table']}/live"
    async with connect(url, max_size=None, compression=None) as socket:
        try:
            await Page(socket, seat, pace, measures).play(made["token"], end)
        except TimeoutError:
            return


def create(address: str, game: str) -> dict[str, Any]:
    """A table for two on one device."""
    body = {"game": game, "seats": [{"kind": "me"}, {"kind": "device"}]}
    request = urllib.request.Request(
        f"http://{address}/api/tables",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server
        made: dict[str, Any] = json.load(answer)
        return made


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used (Linux; 0 elsewhere)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


async def measure(address: str, pid: int, arguments: argparse.Namespace) -> dict[str, float]:
    """Play for a while; the figures."""
    tables = [create(address, arguments.game) for _ in range(arguments.tables)]
    measures = Measures()
    begun = time.perf_counter()
    used = processor_seconds(pid)
    end = begun + arguments.seconds
    pages = []
    for made in tables:
        pace = Pace(arguments.rate, begun + random.random() / (arguments.rate or 1.0))
        pages += [play_table(address, made, seat, pace, measures, end) for seat in (0, 1)]
    await asyncio.gather(*pages)
    wall = time.perf_counter() - begun
    used = processor_seconds(pid) - used
    moves = len(measures.latencies)
    centiles = statistics.quantiles(measures.latencies, n=100)
    return {
        "tables": arguments.tables,
        "moves": moves,
        "refused": measures.refused,
        "moves_per_second": round(moves / wall, 1),
        "p50_ms": round(centiles[49] * 1000, 2),
        "p99_ms": round(centiles[98] * 1000, 2),
        "server_ms_per_move": round(used / moves * 1000, 3),
        "server_load_percent": round(100 * used / wall, 1),
        "kilobytes_per_move": round(measures.bytes_received / moves / 1024, 1),
    }


def main() -> None:
    """Read the arguments, run the server, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=1.0, help="moves a second at each table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", default="dice_hospital")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", SERVER, str(Path(folder) / "tables.sqlite3")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http://" not in line:
                sys.exit("the server did not start")
            address = line.split("http://")[1].split("/")[0]
            figures = asyncio.run(measure(address, process.pid, arguments))
        finally:
            process.terminate()
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:20} {figure}")


if __name__ == "__main__":
    main()
