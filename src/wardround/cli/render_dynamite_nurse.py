"""The table of Dynamite Nurse as text."""

from collections.abc import Sequence
from typing import Any

from wardround.cli.output import grid, say
from wardround.core.words import counted

View = dict[str, Any]


def show(view: View, names: Sequence[str]) -> None:
    """Print the turn, the town, the patients on the way, the own hospital, and the others."""
    turn = view["turn"]
    whose = f", {names[turn]}" if turn >= 0 else ""
    say(f"Turn {view['turn_number']}{whose}: {view['phase_name']}", "bold")
    words, points = view["words"], view["points"]
    say(
        f"To spend     {points['gold']} {words['gold']}, {points['tp']} {words['tp']}, "
        f"{points['treatments']} {words['treatments']}, {points['purchases']} {words['purchases']}"
        + (f", {points['either']} of either" if points["either"] else "")
    )
    _town(view["town"], words)
    say(f"{words['ambulances']}:")
    for patient in view["ambulances"]:
        say(f"  {patient['place']}. {patient['label']}")
    own = view["viewer"]
    if own >= 0:
        _hospital(view["seats"][own], names[own], words)
    _others([seat for seat in view["seats"] if seat["seat"] != own], names, words)


def _town(town: View, words: View) -> None:
    rows = [
        (
            card["name"],
            str(card["count"]),
            str(card["cost"]),
            str(card["gold"]),
            str(card["tp"]),
            str(card["vp"]),
        )
        for card in town["supply"]
    ]
    gold, tp = f"{words['gold']}#", f"{words['tp']}#"
    grid((words["town"], "left#", "cost#", gold, tp, "VP#"), rows)
    for pile in ("events", "nurses", "dungeon", "kill_marks"):
        if town[pile]:
            say(f"  {town[pile]['label']}")


def _hospital(seat: View, name: str, words: View) -> None:
    say()
    marks = counted(seat["kill_marks"], words["kill mark"])
    title = f", {words['title']}" if seat["title"] else ""
    say(f"{name} (you): {seat['sheet']['total']} points, {marks}{title}", "bold")
    for patient in seat["admitted"]:
        say(f"Admitted     {patient['label']}")
    say(f"Hand         {', '.join(card['name'] for card in seat['hand']) or 'none'}")
    if seat["play"]:
        say(f"Played       {', '.join(card['name'] for card in seat['play'])}")
    piles = [seat[pile]["label"] for pile in ("deck", "discard", "unused")]
    say(f"Beside it    {'; '.join(piles)}")


def _others(seats: list[View], names: Sequence[str], words: View) -> None:
    rows = [
        (
            names[seat["seat"]],
            str(seat["sheet"]["total"]),
            str(seat["kill_marks"]),
            str(seat["hand_count"]),
            str(seat["deck"]["count"]),
            " ".join(patient["notation"] for patient in seat["admitted"]),
            words["title"] if seat["title"] else "",
        )
        for seat in seats
    ]
    say()
    grid(("", "points#", "marks#", "hand#", "deck#", "admitted", ""), rows)
