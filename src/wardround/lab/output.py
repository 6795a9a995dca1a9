"""Results as tables: a row for every seat of every game, written for other programs."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from wardround.lab.errors import LabError
from wardround.lab.simulate import Played, Simulation

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".parquet", ".csv", ".jsonl")


def check_path(path: str | Path) -> Path:
    """The path, if results can be written there.

    Raises:
        LabError: The ending names no known format, or there is no such folder.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise LabError(
            f"The format of {path.name!r} is not known.",
            where=str(path),
            expected="a file name that ends in " + ", ".join(SUFFIXES),
        )
    if not path.parent.is_dir():
        raise LabError(
            "The folder does not exist.", where=str(path.parent), expected="an existing folder"
        )
    return path


def table(plan: Simulation, played: Iterable[Played]) -> "pl.DataFrame":
    """A data frame with a row for every seat of every game."""
    import polars as pl

    rows = [
        {
            "game": one.number,
            "seed": one.seed,
            "seat": seat,
            "number": bot,
            "bot": plan.seats[bot],
            "score": one.scores[seat],
            "rank": one.ranks[seat],
            "return": one.returns[seat],
            "decisions": one.decisions[seat],
            "rounds": one.rounds,
        }
        for one in played
        for seat, bot in enumerate(one.bots)
    ]
    return pl.DataFrame(rows)


def write(frame: "pl.DataFrame", path: str | Path) -> None:
    """Write a data frame in the format that the path's ending names.

    Raises:
        LabError: See :func:`check_path`; or the file cannot be written.
    """
    path = check_path(path)
    try:
        if path.suffix == ".parquet":
            frame.write_parquet(path)
        elif path.suffix == ".csv":
            frame.write_csv(path)
        else:
            frame.write_ndjson(path)
    except OSError as error:
        raise LabError(
            f"The results cannot be written: {error}.",
            where=str(path),
            expected="a file that may be written",
        ) from error
