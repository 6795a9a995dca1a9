"""What the commands print: text and tables for people, JSON for programs, errors, progress.

Everything for people goes through :func:`clean`, so nothing that a record, a pack or a name holds
can command the terminal. On a terminal text is laid out for its width; anywhere else nothing is cut
and nothing wrapped, so that it can be searched.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO, Any, Protocol

from rich.cells import cell_len
from rich.console import Console, ConsoleDimensions
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from wardround.cli.streams import encodable
from wardround.core import Game, WardroundError, isolated, told_apart
from wardround.core.names import END_OF_ISOLATE, ISOLATE, LONGEST_NAME, BadName, clean_name
from wardround.games import game as find_game

ENDLESS = 1_000_000
"""Columns where nobody counts them."""
READABLE = 20
"""Columns that text in a table needs, or it is not laid out as a table."""
BORDERS = 3
"""Columns that the borders of one column of a table take."""
LONGEST_PART = 1_500
"""Characters of a part of an error that are shown."""
NARROWEST = 20
"""Columns that wrapped text has at least, however far it is indented."""

COMMANDING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066\u2067\ud800-\udfff]"
)
"""Characters that do something to a terminal, or that none can show."""
ISOLATES = re.compile(f"[{ISOLATE}{END_OF_ISOLATE}]")
HANGING = re.compile(r"\s*(?:\S+(?: \S+)?\s{2,})?")
"""What stands before the text of a line: blanks, perhaps a number or a label."""


class _Screen(Console):
    """A terminal with its width, or a file or pipe without one."""

    @property
    def size(self) -> ConsoleDimensions:
        """Columns and lines."""
        found = super().size
        return found if self.file.isatty() else ConsoleDimensions(ENDLESS, found.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        """Nobody sets it."""


out = _Screen(highlight=False, emoji=False)
err = _Screen(stderr=True, highlight=False, emoji=False)

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


def clean(text: str, stream: IO[str] | None = None) -> str:
    """The text as it may be printed: what could command the terminal is spelled out.

    Args:
        text: Text from anywhere.
        stream: Where it will be printed; standard output if not given.
    """
    spelled = COMMANDING.sub(_spelled, text.replace("\t", "    "))
    lines = [line if _is_closed(line) else ISOLATES.sub("", line) for line in spelled.split("\n")]
    return encodable("\n".join(lines), sys.stdout if stream is None else stream)


def _spelled(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode()


def _is_closed(line: str) -> bool:
    """Whether every isolate of the line ends in it: what follows reads in its own direction."""
    open_ones = 0
    for mark in ISOLATES.findall(line):
        open_ones += 1 if mark == ISOLATE else -1
        if open_ones < 0:
            return False
    return open_ones == 0


def shown_names(names: Sequence[str]) -> list[str]:
    """Names of seats, from anywhere, as people can read and tell them apart."""
    return [isolated(name) for name in told_apart([_shown_name(*one) for one in enumerate(names)])]


def _shown_name(seat: int, name: str) -> str:
    try:
        return clean_name(name)
    except BadName:
        visible = "".join(character for character in name if character.isprintable()).strip()
        return f"{visible[: LONGEST_NAME - 1]}…" if visible else f"Seat {seat + 1}"


def say(text: str = "", style: str = "") -> None:
    """Print text for people."""
    _print(out, text, style)


def say_error(text: str, style: str = "") -> None:
    """Print text for people on standard error."""
    _print(err, text, style)


def _print(screen: Console, text: str, style: str) -> None:
    lines = clean(text, screen.file).split("\n")
    if screen.file.isatty():
        lines = [part for line in lines for part in wrapped(line, screen.width)]
    screen.print(Text("\n".join(lines), style=style), soft_wrap=True)


def wrapped(line: str, width: int) -> list[str]:
    """The line in parts that fit a terminal, broken between words.

    Parts begin where the text of the first one does, after its number or label. A line with a word
    that fits nowhere, such as a long path, is left to the terminal: it can be copied then.
    """
    if cell_len(line) <= width:
        return [line]
    start = _hanging(line, width)
    first, words = line[:start], line[start:].split(" ")
    room = width - cell_len(first)
    if any(cell_len(word) > room for word in words):
        return [line]
    parts = [words[0]]
    for word in words[1:]:
        if cell_len(parts[-1]) + 1 + cell_len(word) <= room:
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    blank = " " * cell_len(first)
    return [f"{blank if number else first}{part}" for number, part in enumerate(parts)]


def _hanging(line: str, width: int) -> int:
    """Where the text of a line begins."""
    found = HANGING.match(line)
    start = found.end() if found else 0
    if width - cell_len(line[:start]) < NARROWEST:
        start = len(line) - len(line.lstrip())
    return start if width - start >= NARROWEST else 0


def markdown(text: str) -> None:
    """Print Markdown: laid out on a terminal, as it is elsewhere."""
    if out.file.isatty():
        out.print(Markdown(clean(text)))
    else:
        say(text)


def tell_json(data: Any) -> None:
    """Print JSON for programs; what the encoding lacks, or terminals obey, is written as escape."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        text = json.dumps(data, indent=2)
    sys.stdout.write(COMMANDING.sub(_escaped, ISOLATES.sub(_escaped, text)) + "\n")


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print a table; columns whose name ends in ``#`` hold numbers.

    Numbers, and words, are never broken: where the terminal is too narrow for that, every row is
    printed as a record, one field a line.
    """
    cells = [[clean(cell) for cell in row] for row in rows]
    names = [clean(column.removesuffix("#")) for column in columns]
    numeric = [column.endswith("#") for column in columns]
    if title:
        say(title, "bold")
    room = out.width - BORDERS * len(names) - 1
    widths = column_widths(
        [list(column) for column in zip(names, *cells, strict=True)], numeric, room
    )
    if widths is None:
        _records(names, cells)
        return
    table = Table()
    for name, number, width in zip(names, numeric, widths, strict=True):
        table.add_column(
            Text(name), justify="right" if number else "left", width=width, no_wrap=number
        )
    for row in cells:
        table.add_row(*map(Text, row))
    out.print(table)


def column_widths(
    columns: Sequence[Sequence[str]], numeric: Sequence[bool], room: int
) -> list[int] | None:
    """How wide the columns of a table are; None if it would not be readable.

    Args:
        columns: The cells of each column, its name first.
        numeric: Whether a column holds numbers, which are not broken at spaces either.
        room: How wide all columns may be together.
    """
    widest = [max(_widest(cell.split("\n")) for cell in column) for column in columns]
    widths = [
        whole if number else min(whole, max(READABLE, *(_widest(cell.split()) for cell in column)))
        for whole, number, column in zip(widest, numeric, columns, strict=True)
    ]
    if sum(widths) > room:
        return None
    while (left := room - sum(widths)) > 0:
        growing = [place for place, whole in enumerate(widest) if widths[place] < whole]
        if not growing:
            break
        for place in growing[:left]:
            widths[place] += min(max(1, left // len(growing)), widest[place] - widths[place])
    return widths


def _widest(texts: Sequence[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _records(names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    label = max(map(cell_len, names)) + 2
    for number, row in enumerate(rows):
        if number:
            say()
        for name, cell in zip(names, row, strict=True):
            first, *rest = cell.split("\n")
            head = f"{name}:" if name else ""
            if first or rest:
                say(f"{head}{' ' * (label - cell_len(head))}{first}")
            for line in rest:
                say(f"{' ' * label}{line}")


def error_lines(error: WardroundError) -> list[str]:
    """An error in its parts: what, where, what was expected, and the rule with its text."""
    lines = [_short(error.message)]
    if error.where:
        lines.append(f"  where:    {_short(error.where)}")
    if error.expected:
        lines.append(f"  expected: {_short(error.expected)}")
    if error.clause:
        lines.append(f"  rule:     {error.clause}{clause_text(error.clause)}")
    return lines


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_PART else f"{text[:LONGEST_PART]} ..."


def clause_text(clause: str) -> str:
    """The text of a clause of the game at hand, after a space; empty if there is none."""
    game = _game.get()
    found = game.rules().index().get(clause) if game else None
    return f" {found.text}" if found else ""


def tell_error(error: WardroundError) -> None:
    """Print an error for people, without a traceback."""
    first, *rest = error_lines(error)
    say_error(f"Error: {first}", "bold red")
    for line in rest:
        say_error(line)


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
        disable=not err.file.isatty(),
    )
    with bar:
        task = bar.add_task(what, total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report
