"""``wardround new``: a package with a game that runs at once, made from the one that ships here.

The files of :mod:`wardround.examples` are the templates: names are replaced, nothing else.
"""

import keyword
import re
import secrets
import shutil
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from typing import Final

from wardround.cli.output import InputError
from wardround.games import games

EXAMPLE: Final = "auction"
PREFIX: Final = "AU"
LONGEST: Final = 40
NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
TOP: Final = PurePosixPath()
NO_TEMPLATE: Final = ("__pycache__", ".pyc")


def new_package(name: str, parent: Path) -> Path:
    """Write a package with a game, its rules, tests, a bot and all that a game may bring.

    Args:
        name: The id of the game and the name of the package.
        parent: The folder in which the package's folder is made.

    Returns:
        The package's folder.

    Raises:
        InputError: The name or the folder is not possible; nothing is left behind then.
    """
    check_name(name)
    target = parent / name
    if not parent.is_dir():
        raise InputError(
            "The folder does not exist.", where=str(parent), expected="an existing folder"
        )
    if target.exists() or target.is_symlink():
        raise InputError(
            f"There is something called {name} already.",
            where=str(target),
            expected="another name, or another folder (--into)",
        )
    unfinished = parent / f".wardround-{secrets.token_hex(8)}"
    try:
        for place, text in package(name).items():
            path = unfinished / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        unfinished.rename(target)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise InputError(
            f"The package cannot be written: {error.strerror or error}.",
            where=str(target),
            expected="a folder in which you may write",
        ) from error
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    return target


def check_name(name: str) -> None:
    """Make sure that a package and a game can be called so.

    Raises:
        InputError: They cannot.
    """
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        reason = f"{name!r} is no name of a package."
    elif keyword.iskeyword(name) or keyword.issoftkeyword(name):
        reason = f"{name!r} is a word of Python's own."
    elif name in games():
        reason = f"There is a game {name!r} already."
    elif name in sys.stdlib_module_names or _is_taken(name):
        reason = f"There is a module {name!r} already, which would not be found any more."
    else:
        return
    raise InputError(
        reason,
        where="NAME",
        expected="small letters and digits, words joined by _, such as night_shift; "
        f"at most {LONGEST} characters",
    )


def _is_taken(name: str) -> bool:
    """Whether a module of this name is installed; a mere folder does not count."""
    found = find_spec(name)
    return found is not None and found.origin is not None


def package(name: str) -> dict[PurePosixPath, str]:
    """The files of a package with a game of this name."""
    found: dict[PurePosixPath, str] = {}
    for folder, text_of in _templates(files("wardround.examples")).items():
        found[_place(folder, name)] = renamed(text_of.read_text(encoding="utf-8"), name)
    return found


def _templates(folder: Traversable, at: PurePosixPath = TOP) -> dict[PurePosixPath, Traversable]:
    found: dict[PurePosixPath, Traversable] = {}
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.endswith(NO_TEMPLATE):
            continue
        if one.is_dir():
            found |= _templates(one, at / one.name)
        elif at.parts:
            found[at / one.name] = one
    return found


def _place(template: PurePosixPath, name: str) -> PurePosixPath:
    """Where the copy of a template stands in the package."""
    inner = PurePosixPath(*template.parts[1:])
    if template.parts[0] == "project":
        return inner
    if inner.name == f"test_{EXAMPLE}.py":
        return PurePosixPath("tests", f"test_{name}.py")
    return PurePosixPath("src", name, inner)


def renamed(text: str, name: str) -> str:
    """The text of a template with the names of another game.

    Args:
        text: It speaks of Auction, of ``auction``, and of clauses such as ``AU-1.1``.
        name: The id of the other game.
    """
    words = name.split("_")
    title = " ".join(word.capitalize() for word in words)
    text = text.replace(f"wardround.examples.{EXAMPLE}", name)
    text = re.sub(rf"\b{PREFIX}-(?=\d)", f"{prefix(name)}-", text)
    text = re.sub(rf"\b{EXAMPLE.capitalize()}\b", title, text)
    return re.sub(rf"(?<![A-Za-z]){EXAMPLE}(?![A-Za-z])", name, text)


def prefix(name: str) -> str:
    """The letters before the numbers of the clauses: ``NS`` for ``night_shift``."""
    words = [re.sub(r"[0-9]", "", word) for word in name.split("_")]
    words = [word for word in words if word]
    letters = "".join(word[0] for word in words) if len(words) > 1 else words[0][:2]
    return letters.upper()
