"""Results as tables: a row for every seat of every game, written for other programs."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from wardround.core import check_target, write_file
from wardround.lab.errors import LabError
from wardround.lab.simulate import Played, Simulation

if TYPE_CHECKING:
    import polars as pl

SUFFIXES = (".parquet", ".csv", ".jsonl")


def check_path(path: str | Path) -> Path:
    """The path, if results can be written there.

    Raises:
        LabError: The ending names no known format, or the file cannot be written.
    """
    path = Path(path)
    if path.suffix not in SUFFIXES:
        raise LabError(
            f"The format of {path.name!r} is not known.",
            where=str(path),
            expected="a file name that ends in " + ", ".join(SUFFIXES),
        )
    check_target(path, LabError)
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
