"""The table of Pyrrameds as text: both pyramids as they lie, the hands, the cards that are out.

A medicine is its type and number (R1); a patient the types that are wanted and the number (GOO4).
"""

from collections.abc import Sequence
from typing import Any

from wardround.cli.output import say
from wardround.core.words import counted

View = dict[str, Any]

OPEN = "."
"""A place where a card could lie now."""


def show(view: View, names: Sequence[str]) -> None:
    """Print whose turn it is, the pyramids, and what the viewer knows of the hands."""
    active = view["active"]
    passes, most = view["blocked_after"]["passes"]
    waiting = f", {passes} of {most} passes in a row" if passes else ""
    whose = "the game is over" if active is None else names[active]
    say(f"Turn {view['turn']}: {whose}{waiting}", "bold")
    for line in pyramid_lines(view["pyramid"]):
        say(line)
    say(f"({OPEN} a place where a card could lie)")
    for hand in view["hands"]:
        _hand(hand, names[hand["seat"]], hand["seat"] == view["viewer"])
    if view["revealed"]:
        say(f"Revealed     {_short(view['revealed'])}")
    if view["out"]:
        say("Out          " + " ".join(_short(card) for card in view["out"]))
    if view["pile"]:
        say(f"Pile         {view['pile']['label']}")


def pyramid_lines(layers: Sequence[View]) -> list[str]:
    """The layers, the highest first, each card above the two that it rests on."""
    shown = [
        (cell["x"], layer["y"], _short(cell["card"]) if cell["card"] else OPEN)
        for layer in layers
        for cell in layer["cells"]
        if cell["card"] or cell["open"]
    ]
    if not shown:
        return []
    step = (max(len(text) for _, _, text in shown) + 2) // 2
    first = min(x for x, _, _ in shown)
    lines = []
    for layer in layers:
        line = ""
        for x, y, text in shown:
            if y == layer["y"]:
                line = line.ljust((x - first) * step) + text
        if line:
            mark = ">" if layer["y"] == 0 else " "
            lines.append(f"{mark} {line}")
    return lines


def _short(card: View) -> str:
    notation: str = card["notation"]
    return notation.removeprefix("P").replace("[", "").replace("]", "")


def _hand(hand: View, name: str, own: bool) -> None:
    known = " ".join(_short(card) for card in hand["cards"])
    hidden = f"{hand['hidden']} hidden" if hand["hidden"] else ""
    cards = ", ".join(part for part in (known, hidden) if part) or "none"
    say(f"{name}{' (you)' if own else ''}: {counted(hand['count'], 'card')}: {cards}")
