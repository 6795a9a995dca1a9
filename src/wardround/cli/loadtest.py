"""``wardround loadtest``: what a server bears on this machine."""

import asyncio
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wardround.cli.commands import Json, examples
from wardround.cli.laboratory import app
from wardround.cli.output import InputError, grid, progress, say, tell_json, the_game
from wardround.games import games as installed_games
from wardround.lab.bench import is_compiled, processor

if TYPE_CHECKING:
    from wardround.server.load import ColdLoad, Load, LoadFigures, Target
    from wardround.server.store import Store

__all__ = ["app"]

GAME = "dice_hospital"
MOST_TABLES = 10_000
UNLIMITED = (
    *("--requests-per-second", "0", "--messages-per-second", "0", "--tables-per-hour", "0"),
    *("--client-connections", "30000", "--open-connections", "30000"),
)
"""Settings of a server whose client may ask for anything: here one client is all of them."""

SERVER = "from wardround.cli import main; main()"
"""What runs a server."""


@dataclass(frozen=True)
class Found:
    """What was measured, and on what."""

    database: str
    loads: "list[LoadFigures]"
    cold: "list[ColdLoad]"
    busy_before: float

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return {
            "database": self.database,
            "compiled": is_compiled(),
            "python": platform.python_version(),
            "processor": processor(),
            "cores": os.cpu_count(),
            "busy_before": self.busy_before,
            "loads": [one.to_json() for one in self.loads],
            "cold": [one.to_json() for one in self.cold],
        }


def check_length(seconds: float) -> float:
    """Refuse a length of time that is none."""
    if not isfinite(seconds):
        raise InputError(
            f"A measurement cannot last {seconds} seconds.",
            where="--seconds",
            expected="a number of at least 0.1",
        )
    return seconds


@app.command(
    "loadtest",
    epilog=examples(
        "wardround loadtest",
        "wardround loadtest --database postgresql+psycopg://wardround@localhost/empty",
        "wardround loadtest --tables 0 --cold 0 --game clinic",
        "wardround loadtest --at http://127.0.0.1:8000",
    ),
)
def loadtest(
    game: Annotated[str, typer.Option(metavar="GAME", help="What is played.")] = GAME,
    tables: Annotated[
        int,
        typer.Option(min=0, max=MOST_TABLES, help="Tables with a steady rate; 0 leaves this out."),
    ] = 200,
    rate: Annotated[
        float, typer.Option(min=0.01, max=100, help="Actions a second at each of them.")
    ] = 1.0,
    saturated: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_TABLES,
            help="Tables that play as fast as they are answered; 0 leaves this out.",
        ),
    ] = 50,
    cold: Annotated[
        int,
        typer.Option(
            min=0,
            max=100_000,
            help="Actions of tables that are read from the database; 0 leaves this out.",
        ),
    ] = 1000,
    seconds: Annotated[
        float, typer.Option(min=0.1, callback=check_length, help="Length of each measurement.")
    ] = 20.0,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="DATABASE",
            help="Address of an empty database for the server; else an SQLite file of its own.",
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="URL",
            help="Measure a server that runs; the tables that are made stay there.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure how much a server bears: a steady load, saturation, tables that are not in memory.

    A server is started for it, without limits for one client. What is measured is how long
    acknowledgements take, and how much of the processor an action needs.
    """
    from wardround.server.load import Load, Target

    chosen = the_game(game)
    loads = [
        Load(chosen.id, count, each, seconds)
        for count, each in ((tables, rate), (saturated, 0.0))
        if count
    ]
    busy = round(os.getloadavg()[0], 2)
    if not loads and (at is not None or not cold):
        raise InputError(
            "Nothing is to be measured.",
            where="--tables, --saturated, --cold",
            expected="one of them above 0 (tables are read with a server of one's own alone)",
        )
    if at is not None:
        if database is not None:
            raise InputError(
                "A server that runs has its database already.",
                where="--database",
                expected="one of --at and --database",
            )
        found = Found(at, _measured(Target(at), loads, []), [], busy)
    else:
        found = _at_home(database, loads, cold, busy)
    if as_json:
        tell_json(found.to_json())
    else:
        _show(found)


def _at_home(database: str | None, loads: "Sequence[Load]", cold: int, busy: float) -> Found:
    """Measure a server of one's own; what it was given to keep is deleted again."""
    from wardround.server.store import Store

    with tempfile.TemporaryDirectory(prefix="wardround-load-") as folder:
        url = database or f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        with closing(Store(url)) as store:
            store.lock()
            store.migrate()
            read = _cold(store, cold) if cold else []
        measured: list[LoadFigures] = []
        made: list[str] = []
        try:
            if loads:
                with _started(url, Path(folder)) as target:
                    measured = _measured(target, loads, made)
        finally:
            if database is not None:
                with closing(Store(url)) as store:
                    store.delete(made)
        return Found(store.engine.dialect.name, measured, read, busy)


def _cold(store: "Store", actions: int) -> "list[ColdLoad]":
    """How long reading tables of every game takes."""
    from wardround.server.load import cold_load

    every, found = installed_games().values(), []
    with progress("Games read") as report:
        for done, game in enumerate(every):
            report(done, len(every))
            found.append(cold_load(store, game, actions))
    return found


def _measured(target: "Target", loads: "Sequence[Load]", tables: list[str]) -> "list[LoadFigures]":
    """What a server does under each load; the tables that are made are put into the list."""
    from wardround.server.load import measure

    figures: list[LoadFigures] = []
    with progress("Loads measured") as report:
        for done, load in enumerate(loads):
            report(done, len(loads))
            figures.append(asyncio.run(measure(target, load, tables)))
    return figures


@contextmanager
def _started(database: str, folder: Path) -> "Iterator[Target]":
    """A server of one's own, in a process of its own."""
    from wardround.server.load import LoadError, Target

    words = ["serve", "--port", "0", "--database", database, *UNLIMITED]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("WARDROUND_")}
    said = folder / "said"
    with (
        said.open("w") as errors,
        subprocess.Popen(  # noqa: S603 - this program itself
            [sys.executable, "-c", SERVER, *words],
            env=kept,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            place = re.search(r"http://\S+", process.stdout.readline())
            if place is None:
                process.wait()
                lines = said.read_text(encoding="utf-8", errors="replace").strip()
                raise LoadError(
                    "The server did not start: " + (lines or "it said nothing."),
                    where="wardround serve",
                    expected="an empty database that can be written to",
                )
            yield Target(place[0], process.pid)
        finally:
            process.terminate()


def _show(found: Found) -> None:
    rows = [
        (
            f"{one.load.tables}",
            f"{one.load.rate:g}" if one.load.rate else "as many as answered",
            f"{one.actions:,}",
            f"{one.actions_per_second:,.0f}",
            *(f"{ms:.1f} ms" for ms in (one.p50_ms, one.p99_ms, one.longest_ms)),
            "unknown" if one.core_percent is None else f"{one.core_percent:.0f} %",
            "unknown" if one.per_processor_second is None else f"{one.per_processor_second:,.0f}",
            f"{one.kilobytes_per_action:.1f} KB",
        )
        for one in found.loads
    ]
    answered = ("half within#", "99 % within#", "all within#")
    cost = ("of a core#", "a processor second#", "sent for one#")
    if rows:
        grid(("tables#", "actions/s each", "actions#", "a second#", *answered, *cost), rows)
    if found.cold:
        grid(
            ("game", "seats#", "actions#", "games#", "1,000 actions read in#", "processor#"),
            [
                (
                    one.game,
                    f"{one.players}",
                    f"{one.actions:,}",
                    f"{one.games}",
                    f"{one.ms_for_1000:.1f} ms",
                    f"{one.processor_ms_for_1000:.1f} ms",
                )
                for one in found.cold
            ],
        )
    data = found.to_json()
    kind = "compiled" if data["compiled"] else "plain"
    say(
        f"{data['database']}; {kind}; Python {data['python']}; {data['cores']} cores, "
        f"{data['processor']}; load {data['busy_before']:g} before"
    )
