"""Results on disk: one file with a row for every seat, or a folder that grows with the run.

A run folder holds ``run.json``, which says what is played, and for each table a folder with one
Parquet file for so many games. A file is written whole or not at all, that of the table ``games``
last, so whatever ends the program, what counts is complete; going on from there gives the same
bytes as a run that nothing ended.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Generator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from wardround.core import check_target, write_file, write_parts
from wardround.lab.errors import LabError
from wardround.lab.simulate import Played, Simulation
from wardround.lab.tables import COLUMNS, TABLES, played_games

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".parquet", ".csv", ".jsonl")
RUN_FILE: Final = "run.json"
SCHEMA: Final = 2
"""The version of the tables; it changes with :data:`wardround.lab.tables.COLUMNS`."""
GAMES_PER_FILE: Final = 1000
PART: Final = 1 << 20
"""Bytes of a large file that are in memory at once."""
MARK: Final = "games"
"""The table whose file is written last: games that stand in it are complete in all tables."""


def is_file(path: str | Path) -> bool:
    """Whether results with this name are one file, not a folder."""
    return Path(path).suffix != ""


def check_path(path: str | Path) -> Path:
    """The path, if results can be written there as one file.

    Raises:
        LabError: The ending names no known format, or the file cannot be written.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise LabError(
            f"The format of {path.name!r} is not known.",
            where=str(path),
            expected="a file name that ends in "
            + ", ".join(SUFFIXES)
            + ", or one without ending for a folder of tables",
        )
    check_target(path, LabError)
    return path


def write(frame: "pl.DataFrame", path: str | Path) -> None:
    """Write a data frame in the format that the path's ending names, whole or not at all.

    Raises:
        LabError: See :func:`check_path`.
    """
    path = check_path(path)
    data = BytesIO()
    if path.suffix == ".parquet":
        frame.write_parquet(data)
    elif path.suffix == ".csv":
        frame.write_csv(data)
    else:
        frame.write_ndjson(data)
    write_file(path, data.getvalue(), LabError)


class RunFolder:
    """A simulation on disk, as far as it was played.

    Only one program at a time may have it open; :meth:`close` lets it go.

    Args:
        path: The folder, which is made if it is not there.
        plan: What is played.
        tables: The tables that are kept; ``games`` is always among them.
        games_per_file: How many games stand in one file of each table.
        resume: Whether to go on with what is there.
        replace: Whether a run that is there may be deleted.

    Raises:
        LabError: It cannot be written, holds something else, another run, or a run that shall
            neither be resumed nor replaced, or another program writes it.
    """

    def __init__(
        self,
        path: str | Path,
        plan: Simulation,
        tables: Sequence[str] = TABLES,
        games_per_file: int = GAMES_PER_FILE,
        resume: bool = False,
        replace: bool = False,
    ) -> None:
        self.path = Path(path)
        self.plan = plan
        self.tables = (MARK, *(table for table in tables if table != MARK))
        self.games_per_file = games_per_file
        self.done = 0
        """Games that stand in it, from the first one on."""
        self._rows: dict[str, list[pl.DataFrame]] = {table: [] for table in self.tables}
        self._written = 0
        self._lock = _locked(self.path)
        try:
            found = self._found()
            if found is None or (replace and not resume):
                self._clear()
            elif resume:
                self._check(found)
                self._find_done()
                self._check_games()
            else:
                raise LabError(
                    "The folder holds a run already.",
                    where=str(self.path),
                    expected="another name, --resume to go on with it, or --force to replace it",
                )
            self._describe()
        except BaseException:
            self.close()
            raise

    # --- what is there ----------------------------------------------------------------------

    def _found(self) -> dict[str, Any] | None:
        """What the folder says of its run; None if it is empty."""
        try:
            data = json.loads((self.path / RUN_FILE).read_text(encoding="utf-8"))
        except FileNotFoundError:
            if any(self.path.iterdir()):
                raise LabError(
                    "The folder holds other things than a run.",
                    where=str(self.path),
                    expected="a folder that is empty or not there yet",
                ) from None
            return None
        except (OSError, ValueError) as error:
            raise LabError(
                f"The run cannot be read: {error}.",
                where=str(self.path / RUN_FILE),
                expected="the file that `wardround simulate --out` wrote",
            ) from error
        if not isinstance(data, dict):
            raise LabError("It describes no run.", where=str(self.path / RUN_FILE))
        return data

    def _description(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "schema": SCHEMA,
            "game": plan.game.id,
            "rules_version": plan.game.rules_version,
            "seats": list(plan.seats),
            "rotate": plan.rotate,
            "seed": plan.seed,
            "options": dict(plan.options),
            "games": plan.games,
            "games_per_file": self.games_per_file,
            "tables": {
                table: {name: f"{kind}: {text}" for name, (kind, text) in COLUMNS[table].items()}
                for table in self.tables
            },
            "actions": list(plan.game.notations),
        }

    def _describe(self) -> None:
        text = json.dumps(self._description(), indent=2) + "\n"
        write_file(self.path / RUN_FILE, text.encode(), LabError)
        for table in self.tables:
            (self.path / table).mkdir(exist_ok=True)

    def _check(self, found: Mapping[str, Any]) -> None:
        for name, value in self._description().items():
            if name != "games" and found.get(name) != value:
                raise LabError(
                    f"The folder holds another run: its {name!r} is not the same.",
                    where=str(self.path / RUN_FILE),
                    expected=f"{name}: {json.dumps(value)[:200]}",
                )

    def _check_games(self) -> None:
        if self.done > self.plan.games:
            raise LabError(
                f"The folder holds {self.done} games already.",
                where=str(self.path),
                expected=f"at least so many games, not {self.plan.games}",
            )

    def _clear(self) -> None:
        (self.path / RUN_FILE).unlink(missing_ok=True)
        for table in TABLES:
            shutil.rmtree(self.path / table, ignore_errors=True)

    def _file(self, table: str, number: int) -> Path:
        return self.path / table / f"{number:06}.parquet"

    def _find_done(self) -> None:
        """Count the complete files, and take back the rows of the last one if it is not full."""
        while self._read_mark(self._written) == self.games_per_file:
            self._written += 1
        self.done = self._written * self.games_per_file
        last = self._read_mark(self._written)
        if last:
            self.done += last
            for table in self.tables:
                rows = self._read(table, self._written)
                self._rows[table].append(rows.filter(rows["game"] < self.done))
        self._sweep(self._written + (1 if last else 0))

    def _sweep(self, number: int) -> None:
        """Delete files that were never complete, from this number on."""
        for table in self.tables:
            for file in (self.path / table).iterdir():
                if file.suffix != ".parquet" or int(file.stem) >= number:
                    file.unlink()

    def _read_mark(self, number: int) -> int:
        if not self._file(MARK, number).exists():
            return 0
        return self._read(MARK, number).height

    def _read(self, table: str, number: int) -> "pl.DataFrame":
        import polars as pl

        file = self._file(table, number)
        try:
            return pl.read_parquet(file)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise LabError(
                f"The file cannot be read: {error}.",
                where=str(file),
                expected="the file that `wardround simulate --out` wrote",
            ) from error

    def played(self) -> Generator[Played]:
        """The games that stand in it, for a folder that keeps the table ``seats``."""
        for number in range(-(-self.done // self.games_per_file)):
            yield from played_games(self._read(MARK, number), self._read("seats", number))

    # --- writing ------------------------------------------------------------------------------

    def add(self, tables: Mapping[str, "pl.DataFrame"]) -> None:
        """Take the rows of the next games, and write the files that are full.

        Raises:
            LabError: A file cannot be written.
        """
        for table in self.tables:
            self._rows[table].append(tables[table])
        self.done += tables[MARK].height
        while self.done >= (self._written + 1) * self.games_per_file:
            self._write()
            self._written += 1
            for table, rows in self._rows.items():
                self._rows[table] = [self._left(rows[-1])]

    def _left(self, rows: "pl.DataFrame") -> "pl.DataFrame":
        return rows.filter(rows["game"] >= self._written * self.games_per_file)

    def flush(self) -> None:
        """Write what is there, though the last file of each table is not full.

        Raises:
            LabError: A file cannot be written.
        """
        if self.done > self._written * self.games_per_file:
            self._write()

    def _write(self) -> None:
        """Write the next file of each table with the games that there are."""
        import polars as pl

        end = (self._written + 1) * self.games_per_file
        for table in reversed(self.tables):
            rows = pl.concat(self._rows[table], rechunk=True)
            data = BytesIO()
            rows.filter(rows["game"] < end).write_parquet(data, compression="zstd")
            write_file(self._file(table, self._written), data.getvalue(), LabError)

    def close(self) -> None:
        """Let the folder go; what was not flushed is lost."""
        os.close(self._lock)


def _locked(path: Path) -> int:
    """Open a folder, which is made if it is not there, for this program alone."""
    check_folder = path if path.is_dir() else path.parent
    check_target(check_folder / ".wardround", LabError)
    try:
        path.mkdir(exist_ok=True)
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise LabError(
            f"The folder cannot be made: {error.strerror}.",
            where=str(path),
            expected="a folder that may be written",
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise LabError(
            "Another program is writing this run.", where=str(path), expected="to wait for its end"
        ) from error
    return lock


class RowFile:
    """One file with a row for every seat of every game: gathered beside, written at the end.

    Args:
        path: Where it will be written.
        plan: What is played.

    Raises:
        LabError: See :func:`check_path`.
    """

    def __init__(self, path: str | Path, plan: Simulation) -> None:
        self.path = check_path(path)
        self._beside = TemporaryDirectory(prefix="wardround-")
        self._folder = RunFolder(self._beside.name, plan, ("seats",))
        self.tables = self._folder.tables
        self.add = self._folder.add

    def write(self, place: Path) -> int:
        """Write the rows of all games so far.

        Args:
            place: Where.

        Returns:
            How many rows there are.

        Raises:
            LabError: It cannot be written: what stood there still does.
        """
        import polars as pl

        self._folder.flush()
        rows = pl.scan_parquet(Path(self._beside.name) / "seats" / "*.parquet")
        whole = Path(self._beside.name) / f"rows{place.suffix}"
        if place.suffix == ".parquet":
            rows.sink_parquet(whole)
        elif place.suffix == ".csv":
            rows.sink_csv(whole)
        else:
            rows.sink_ndjson(whole)
        with whole.open("rb") as file:
            write_parts(place, iter(lambda: file.read(PART), b""), LabError)
        count: int = rows.select(pl.len()).collect().item()
        return count

    def close(self) -> None:
        """Throw away what was gathered."""
        self._folder.close()
        self._beside.cleanup()
