"""What the commands print: text and tables for people, JSON for programs, errors, progress."""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from wardround.core import Game, WardroundError
from wardround.games import game as find_game

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

_game: ContextVar[Game | None] = ContextVar("game", default=None)


class InputError(WardroundError):
    """Something on the command line that is not possible."""

    code = "input"


def the_game(id: str) -> Game:
    """The game of this id; errors quote its rules from now on.

    Raises:
        UnknownGame: No such game is installed.
    """
    game = find_game(id)
    _game.set(game)
    return game


def say(text: str = "", style: str = "") -> None:
    """Print text for people, as it is."""
    out.print(text, style=style or None, markup=False, soft_wrap=True)


def markdown(text: str) -> None:
    """Print Markdown: laid out on a terminal, as it is elsewhere."""
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        say(text)


def tell_json(data: Any) -> None:
    """Print JSON for programs."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print a table; columns whose name ends in ``#`` hold numbers."""
    table = Table(title=title or None, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(
            column.removesuffix("#"), justify="right" if column.endswith("#") else "left"
        )
    for row in rows:
        table.add_row(*[_plain(cell) for cell in row])
    out.print(table)


def _plain(cell: str) -> str:
    return cell.replace("[", "\\[")


def error_lines(error: WardroundError) -> list[str]:
    """An error in its parts: what, where, what was expected, and the rule with its text."""
    lines = [error.message]
    if error.where:
        lines.append(f"  where:    {error.where}")
    if error.expected:
        lines.append(f"  expected: {error.expected}")
    if error.clause:
        lines.append(f"  rule:     {error.clause}{clause_text(error.clause)}")
    return lines


def clause_text(clause: str) -> str:
    """The text of a clause of the game at hand, after a space; empty if there is none."""
    game = _game.get()
    found = game.rules().index().get(clause) if game else None
    return f" {found.text}" if found else ""


def tell_error(error: WardroundError) -> None:
    """Print an error for people, without a traceback."""
    first, *rest = error_lines(error)
    err.print(f"Error: {first}", style="bold red", markup=False, soft_wrap=True)
    for line in rest:
        err.print(line, markup=False, soft_wrap=True)


class Report(Protocol):
    """Takes the number of things done and of all things."""

    def __call__(self, done: int, total: int) -> None:
        """Show how far the work is."""
        ...


@contextmanager
def progress(what: str) -> Iterator[Report]:
    """A progress bar on standard error, if that is a terminal."""
    bar = Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report
