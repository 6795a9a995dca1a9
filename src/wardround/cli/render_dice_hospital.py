"""The table of Dice Hospital as text. Patients: colour and value, ``+`` if treated."""

from collections.abc import Sequence
from typing import Any

from wardround.cli.output import grid, say

View = dict[str, Any]

EMPTY = "--"
BEDS_OF_A_WARD = 3


def show(view: View, names: Sequence[str]) -> None:
    """Print the round, the market, the own hospital in full, and the others in short."""
    first = view["first_player"]
    first_player = f", first player: {names[first]}" if first is not None else ""
    say(
        f"Round {view['round']} of {view['rounds']}, phase {view['phase']}: "
        f"{view['phase_name']}{first_player}",
        "bold",
    )
    _market(view, names)
    own = view["viewer"]
    if own >= 0:
        _hospital(view["seats"][own], names[own])
    _others([seat for seat in view["seats"] if seat["seat"] != own], names)


def _market(view: View, names: Sequence[str]) -> None:
    ambulances = [
        f"{one['number']}: {_dice(one['dice']) or 'empty'}"
        + (f" ({names[one['taken_by']]})" if one["taken_by"] is not None else "")
        for one in view["ambulances"]
    ]
    if any(one["dice"] or one["taken_by"] is not None for one in view["ambulances"]):
        say("Ambulances   " + "   ".join(ambulances))
    if view["rolled"]:
        say("To be sorted " + _dice(view["rolled"]))
    for kind in ("departments", "specialists"):
        for piece in view["display"][kind]:
            say(f"On offer     {piece['name']} ({piece['clause']}): {piece['text']}")
    bag = view["bag"]
    say(f"Bag          {bag['red']} red, {bag['yellow']} yellow, {bag['green']} green")


def _dice(dice: list[View]) -> str:
    return " ".join(_letter(die["colour"]) + str(die["value"] or "?") for die in dice)


def _letter(colour: str) -> str:
    return colour[0].upper()


def _patient(patient: View | None) -> str:
    if patient is None:
        return EMPTY
    text = _letter(patient["colour"]) + str(patient["value"])
    if patient["current"] != patient["colour"]:
        text += ">" + _letter(patient["current"])
    return text + ("+" if patient["treated"] else "")


def _hospital(seat: View, name: str) -> None:
    say()
    say(
        f"{name} (you): {seat['score']} points, {seat['blood_bags']['label']}, "
        f"{seat['fatalities']['label']}, {seat['nurses']['label']}",
        "bold",
    )
    wards = []
    for first in range(0, len(seat["beds"]), BEDS_OF_A_WARD):
        beds = [
            ("*" if bed["spot"] in seat["chosen"] else "") + _patient(bed["patient"])
            for bed in seat["beds"][first : first + BEDS_OF_A_WARD]
        ]
        wards.append(f"[{' '.join(beds)}]")
    say("Wards        " + " ".join(wards) + "   (+ treated, * chosen)")
    if seat["waiting"]:
        say("Arriving     " + _dice(seat["waiting"]))
    if seat["discharged"]:
        say(f"Discharged   {' '.join(_letter(one['colour']) for one in seat['discharged'])}")
    for one in seat["departments"]:
        used = f" [used by {one['meeple']}]" if one["used"] else ""
        say(f"Department   {one['name']} ({one['clause']}): {one['text']}{used}")
    for one in seat["specialists"]:
        placed = " [placed]" if one["used"] else ""
        say(f"Specialist   {one['name']} ({one['clause']}): {one['text']}{placed}")
    for one in [seat["administrator"]] if seat["administrator"] else seat["dealt"]:
        say(f"Administr.   {one['name']} ({one['clause']}): {one['text']}")


def _others(seats: list[View], names: Sequence[str]) -> None:
    rows = [
        (
            names[seat["seat"]],
            str(seat["score"]),
            str(seat["blood_bags"]["count"]),
            str(seat["fatalities"]["count"]),
            str(seat["ambulance"] or ""),
            " ".join(sorted(_patient(bed["patient"]) for bed in seat["beds"] if bed["patient"])),
            ", ".join(_improvements(seat)),
        )
        for seat in seats
    ]
    columns = ("", "points#", "bags#", "dead#", "ambulance#", "patients", "improvements")
    say()
    grid(columns, rows)


def _improvements(seat: View) -> list[str]:
    return [
        one["name"]
        for one in [*seat["departments"], *seat["specialists"]]
        if not one.get("printed")
    ]
