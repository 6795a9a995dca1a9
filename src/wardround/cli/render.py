"""Views as text. Any game can be shown; a game may have a table of its own.

A game of another package brings one by the entry point group ``wardround.tables``, under the
game's id: a function that makes text of a view and the names of the seats.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib.metadata import entry_points
from typing import Any, Final

from wardround.cli import (
    render_clinic,
    render_dice_hospital,
    render_dynamite_nurse,
    render_pyrrameds,
)
from wardround.cli.output import say, say_error
from wardround.core import brought
from wardround.games import OURS, games

View = dict[str, Any]
Renderer = Callable[[View, Sequence[str]], None]
MakeText = Callable[[View, Sequence[str]], str]

GROUP: Final = "wardround.tables"


def show_view(view: View, names: Sequence[str]) -> None:
    """Print a view.

    Args:
        view: What the viewer sees (``State.view``).
        names: Names of the seats.
    """
    _renderer(str(view.get("game")))(view, names)


@cache
def _renderer(game: str) -> Renderer:
    if game in RENDERERS:
        return RENDERERS[game]
    theirs = {} if game in OURS else tables(game)
    return partial(_show_theirs, theirs[game]) if game in theirs else show_any


def tables(only: str = "") -> dict[str, MakeText]:
    """The tables that other packages bring, by the id of the game.

    Args:
        only: Look for that of this game alone.
    """
    return brought(GROUP, _fault, entry_points, OURS, only)


def _fault(game: str, table: Any) -> str:
    if not callable(table):
        return f"it makes no text: {type(table).__name__}"
    return "" if game in games() else "no game of this id is installed"


def _show_theirs(table: MakeText, view: View, names: Sequence[str]) -> None:
    """A table of another package; plainly, and with the reason, where it fails."""
    try:
        text = table(view, names)
        if not isinstance(text, str):
            raise TypeError(f"it gives no text, but a {type(text).__name__}")
    except Exception as error:
        say_error(f"The table of {view.get('game')} fails: {type(error).__name__}: {error}.")
        show_any(view, names)
        return
    say(text)


def show_any(view: View, names: Sequence[str]) -> None:
    """Print the view of a game that nothing is known about: labels, and what is nested in them."""
    for line in outline(view):
        say(line)


def outline(data: Any, depth: int = 0) -> Iterator[str]:
    """JSON data as indented lines; a piece with a label is its label."""
    pad = "  " * depth
    for key, value in _parts(data):
        name = f"{key}: " if key else "- "
        if isinstance(value, dict) and "label" in value:
            yield f"{pad}{name}{value['label']}"
            inner = {k: v for k, v in value.items() if isinstance(v, (dict, list)) and v}
            yield from outline(inner, depth + 1)
        elif _simple(value):
            yield f"{pad}{name}{_scalar(value)}"
        else:
            yield f"{pad}{name}".rstrip()
            yield from outline(value, depth + 1)


def _parts(data: Any) -> list[tuple[str, Any]]:
    if isinstance(data, dict):
        return [(str(key), value) for key, value in data.items() if key != "spot"]
    return [("", value) for value in data]


def _simple(value: Any) -> bool:
    if isinstance(value, list):
        return all(not isinstance(one, (dict, list)) for one in value)
    return not isinstance(value, dict) or not value


def _scalar(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_scalar(one) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == {} else str(value)


RENDERERS: dict[str, Renderer] = {
    "clinic": render_clinic.show,
    "dice_hospital": render_dice_hospital.show,
    "dynamite_nurse": render_dynamite_nurse.show,
    "pyrrameds": render_pyrrameds.show,
}
