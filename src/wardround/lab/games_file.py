"""Games of a study on disk: what was played need not be played again.

An SQLite file with the facts of every game, under a description of what was played. A study takes
from it the games that are there and adds those that are not; the same games come out either way.
"""

import json
import sqlite3
import zlib
from collections.abc import Generator
from contextlib import closing
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Final

from wardround import __version__
from wardround.core import check_target
from wardround.lab.errors import LabError
from wardround.lab.facts import Facts, watch
from wardround.lab.simulate import Simulation

MARK: Final = 0x57617264
"""SQLite's application_id: tells such a file from other databases."""
SCHEMA: Final = """
CREATE TABLE simulations (id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE);
CREATE TABLE games (
    simulation INTEGER NOT NULL, number INTEGER NOT NULL, facts BLOB NOT NULL,
    PRIMARY KEY (simulation, number)
) WITHOUT ROWID;
"""
PACE: Final = 1.0
"""Seconds of play that a kill may cost."""
EXPECTED: Final = "a new file, or one that `wardround balance --keep` wrote"


@cache
def _facts() -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(Facts)


class GamesFile:
    """A file of games. Only one program at a time may have it open; :meth:`close` ends that.

    Args:
        path: The file, which is made if it is not there.

    Raises:
        LabError: It cannot be written, holds something else, or another program writes it.
    """

    def __init__(self, path: Path) -> None:
        check_target(path, LabError)
        self.path = path
        self._written = monotonic()
        self._file = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._file.execute("BEGIN IMMEDIATE")
            self._prepare()
        except sqlite3.DatabaseError as error:
            self._file.close()
            raise self._fault(error) from error
        except LabError:
            self._file.close()
            raise

    def _prepare(self) -> None:
        (mark,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not mark and not tables:
            self._file.execute(f"PRAGMA application_id = {MARK}")
            for statement in SCHEMA.split(";"):
                self._file.execute(statement)
        elif mark != MARK:
            raise LabError("It holds something else.", where=str(self.path), expected=EXPECTED)

    def _fault(self, error: sqlite3.DatabaseError) -> LabError:
        where = str(self.path)
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return LabError(
                "Another program is writing these games.", where=where, expected="to wait for it"
            )
        return LabError(f"The file is of no use: {error}.", where=where, expected=EXPECTED)

    def watch(self, plan: Simulation, jobs: int = 1) -> Generator[Facts]:
        """The facts of all games of a simulation, in order: read, and from there on played.

        Args:
            plan: What is played.
            jobs: Processes that play (:func:`wardround.lab.facts.watch`).

        Raises:
            LabError: What stands in the file cannot be read, or the file cannot be written.
        """
        try:
            place = self._place(plan)
            number = 0
            for one in self._read(place, plan.games):
                yield one
                number += 1
            with closing(watch(plan, jobs, number)) as played:
                for one in played:
                    self._add(place, one)
                    yield one
        except sqlite3.DatabaseError as error:
            raise self._fault(error) from error

    def _place(self, plan: Simulation) -> int:
        words = json.dumps(
            {
                "wardround": __version__,
                "game": plan.game.id,
                "rules_version": plan.game.rules_version,
                "seats": plan.seats,
                "seed": plan.seed,
                "options": dict(plan.options),
                "rotate": plan.rotate,
            },
            sort_keys=True,
        )
        self._file.execute("INSERT OR IGNORE INTO simulations (words) VALUES (?)", (words,))
        found = self._file.execute("SELECT id FROM simulations WHERE words = ?", (words,))
        return int(found.fetchone()[0])

    def _read(self, place: int, games: int) -> Generator[Facts]:
        """The first games, up to one that is missing."""
        rows = self._file.execute(
            "SELECT number, facts FROM games WHERE simulation = ? AND number < ? ORDER BY number",
            (place, games),
        )
        for expected, (number, blob) in enumerate(rows):
            if number != expected:
                return
            try:
                facts: Facts = _facts().validate_json(zlib.decompress(blob))
            except (zlib.error, ValueError) as error:
                raise LabError(
                    f"Game {number} cannot be read.", where=str(self.path), expected=EXPECTED
                ) from error
            yield facts

    def _add(self, place: int, facts: Facts) -> None:
        blob = zlib.compress(_facts().dump_json(facts))
        self._file.execute(
            "INSERT OR REPLACE INTO games VALUES (?, ?, ?)", (place, facts.played.number, blob)
        )
        if monotonic() - self._written > PACE:
            self._file.execute("COMMIT")
            self._file.execute("BEGIN IMMEDIATE")
            self._written = monotonic()

    def close(self) -> None:
        """Write what is not written yet, and let the file go."""
        if self._file.in_transaction:
            self._file.execute("COMMIT")
        self._file.close()
