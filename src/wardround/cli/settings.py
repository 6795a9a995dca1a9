"""Options of a game as they are given on the command line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from wardround.core import Game, OptionError, read_file

LONGEST_FILE = 1_000_000
"""Bytes of the largest file that is read for an option."""

Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game; may be repeated."),
]


def settings(
    game: Game, raw: Iterable[str] | None, material: Path | None = None
) -> dict[str, object]:
    """The options given with ``--set`` and ``--material``; for a file option the file is read.

    Raises:
        OptionError: One is not of the form NAME=VALUE, or stands twice, or a file cannot be read.
    """
    given = list(raw or ())
    if material is not None:
        given.append(f"material={material}")
    files = {option.name for option in game.options if option.kind == "file"}
    chosen: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(
                f"{text!r} sets nothing.", where="--set", expected="NAME=VALUE, without spaces"
            )
        if name in chosen:
            raise OptionError(
                f"{name!r} is set twice.", where="--set", expected="each option at most once"
            )
        chosen[name] = _text_of(name, Path(value)) if name in files and value else value
    return chosen


def _text_of(option: str, path: Path) -> str:
    return read_file(path, LONGEST_FILE, OptionError, f"a text file for the option {option}")
