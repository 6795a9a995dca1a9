"""Views as text. Any game can be shown; a game may have a renderer of its own."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from wardround.cli import render_dice_hospital
from wardround.cli.output import say

View = dict[str, Any]
Renderer = Callable[[View, Sequence[str]], None]


def show_view(view: View, names: Sequence[str]) -> None:
    """Print a view.

    Args:
        view: What the viewer sees (``State.view``).
        names: Names of the seats.
    """
    RENDERERS.get(str(view.get("game")), show_any)(view, names)


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


RENDERERS: dict[str, Renderer] = {"dice_hospital": render_dice_hospital.show}
