"""The table of Clinic as text: every floor of the own clinic as a plan.

Colours are letters: W, Y, O, R. In a plan DW is a white Doctor, PY a yellow Patient, N a Nurse.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from wardround.cli.output import grid, say
from wardround.core.words import counted

View = dict[str, Any]

EMPTY = "-"
COLUMNS = "abcdefgh"


def show(view: View, names: Sequence[str]) -> None:
    """Print the round, the queues, the University, the own clinic, and the others in short."""
    order = ", ".join(names[seat] for seat in view["order"])
    acting = f" ({view['acting']})" if view["acting"] else ""
    say(f"Round {view['round']} of {view['rounds']}, {view['phase_name']}{acting}", "bold")
    say(f"Turn order   {order}")
    for row in view["rows"]:
        spaces = " ".join(_letter(space["colour"]) for space in row["spaces"])
        say(f"Queue {row['row']}      {spaces}  {row['service']}")
    doctors = " ".join(f"{_letter(one['colour'])} ${one['price']}" for one in view["university"])
    say(f"University   {doctors}; {view['nurses']['label']}, {view['staff']['label']}")
    own = view["viewer"]
    if own >= 0:
        _clinic(view["seats"][own], names[own], view["board"])
    _others([seat for seat in view["seats"] if seat["seat"] != own], names)


def _letter(colour: str | None) -> str:
    return colour[0].upper() if colour else EMPTY


def _person(person: View) -> str:
    kind: str = person["kind"]
    colour = person.get("colour")
    return kind[0] + (_letter(colour) if colour else "")


def _clinic(seat: View, name: str, board: View) -> None:
    say()
    say(
        f"{name} (you): {counted(seat['score'], 'point')}, ${seat['cash']}, "
        f"clock {seat['clock']}, {seat['popularity']['label']}",
        "bold",
    )
    for floor in range(board["floors"]):
        cells = [cell for cell in seat["cells"] if cell["floor"] == floor]
        if any(cell["thing"] for cell in cells):
            _floor(floor, cells, board["columns"])
    cars = [edge["edge"] for edge in seat["edges"] if edge["car"]]
    entrances = [edge["edge"] for edge in seat["edges"] if edge["entrance"]]
    say(f"Entrances    {' '.join(entrances) or 'none'}; Cars: {' '.join(cars) or 'none'}")
    for title, people in (("Column", seat["column"]["patients"]), ("Outside", seat["outside"])):
        if people:
            say(f"{title:12} {', '.join(person['name'] for person in people)}")
    if seat["forecast"]:
        result = seat["forecast"]["result"]
        say(f"If the round ended now: {'-' if result < 0 else ''}${abs(result)}")


def _floor(floor: int, cells: list[View], columns: int) -> None:
    by_place = {(cell["row"], cell["column"]): cell for cell in cells}
    rows = sorted({cell["row"] for cell in cells})
    grid(
        (f"floor {floor}", *COLUMNS[:columns]),
        [
            (str(row), *(_cell(by_place.get((row, column + 1))) for column in range(columns)))
            for row in rows
        ],
    )


def _cell(cell: View | None) -> str:
    if cell is None or not cell["thing"]:
        return EMPTY
    people = Counter(_person(person) for person in cell["people"])
    crowd = " ".join(f"{count}{who}" if count > 1 else who for who, count in people.items())
    cars = f" {cell['cars']} Cars" if cell["cars"] else ""
    return f"{cell['name']}{cars}" + (f"\n{crowd}" if crowd else "")


def _others(seats: list[View], names: Sequence[str]) -> None:
    rows = [
        (
            names[seat["seat"]],
            str(seat["score"]),
            str(seat["cash"]),
            seat["clock"],
            str(seat["popularity"]["points"]),
            str(sum(1 for cell in seat["cells"] if cell["thing"])),
            str(len(seat["column"]["patients"])),
            ", ".join(one["name"] for one in seat["actions"] if one["used"]),
        )
        for seat in seats
    ]
    columns = ("", "points#", "cash#", "clock#", "popular#", "modules#", "column#", "actions used")
    say()
    grid(columns, rows)
