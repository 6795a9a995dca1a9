"""Every action of the game: a dense id, a notation, a few words. An id means the same everywhere.

Spaces have the same numbers on both boards (``board.py``), so both share one list.
"""

from typing import Final

from wardround.games.clinic.board import (
    CELLS,
    EDGE_NAMES,
    EDGES,
    PLACES,
    cell_name,
    place_name,
)
from wardround.games.clinic.material import (
    ACTIONS as CHOICES,
)
from wardround.games.clinic.material import (
    BONUS as TILES,
)
from wardround.games.clinic.material import (
    COLOURS,
    COMPONENT_IDS,
    COMPONENTS,
    LETTERS,
)

MOST_BOUGHT: Final = 173

END: Final = 0
NONE: Final = 1
STAY: Final = 2
CONFIRM: Final = 3
AUTO_PARK: Final = 4
AUTO_LEAVE: Final = 5
AUTO_CARE: Final = 6
AUTO_REST: Final = 7
AUTO_MOVE: Final = 8
AUTO_GATES: Final = 9
REPARK: Final = 10
BONUS: Final = 11
CHOOSE: Final = BONUS + len(TILES)
BUILD: Final = CHOOSE + len(CHOICES)
AT: Final = BUILD + len(COMPONENTS)
EDGE: Final = AT + CELLS
PARK: Final = EDGE + EDGES
LEAVE: Final = PARK + PLACES
HIRE: Final = LEAVE + PLACES
HIRE_NURSE: Final = HIRE + 5
HIRE_STAFF: Final = HIRE + 6
TAKE: Final = HIRE + 7
"""TAKE + 4 * row + space - 1; the same for TAKE_EC, SWAP_UP (from row 2) and SWAP_DOWN."""
TAKE_EC: Final = TAKE + 20
SWAP_UP: Final = TAKE_EC + 20
SWAP_DOWN: Final = SWAP_UP + 16
GATE_OPEN: Final = SWAP_DOWN + 16
GATE_SHUT: Final = GATE_OPEN + 1
TO: Final = GATE_SHUT + 1
AGAIN: Final = TO + CELLS
"""AGAIN + space, or + CELLS for the column."""
IN: Final = AGAIN + CELLS + 1
TREAT: Final = IN + CELLS
"""TREAT + 4 * colour of the Patient + colour of the Doctor."""
BUY: Final = TREAT + 16
ALL: Final = BUY + MOST_BOUGHT + 1


def _single() -> list[tuple[str, str]]:
    return [
        ("end", "end the action"),
        ("none", "no bonus Office"),
        ("stay", "stay in the column"),
        ("confirm", "go as planned"),
        ("auto:park", "park where it costs least"),
        ("auto:leave", "send the Car that is most in the way"),
        ("auto:care", "treat everybody who can be treated"),
        ("auto:rest", "the rest stays"),
        ("auto:move", "move everyone sensibly"),
        ("auto:gates", "open all Helipads"),
        ("repark", "move a Car"),
    ]


def _queue_rows() -> list[tuple[str, str]]:
    spaces = [(row, space) for row in range(1, 6) for space in range(1, 5)]
    rows = [
        (f"take:{row}:{space}", f"take row {row}, space {space}, to the column")
        for row, space in spaces
    ]
    rows += [
        (f"ec:{row}:{space}", f"take row {row}, space {space}, to Extreme Consultation")
        for row, space in spaces
    ]
    rows += [
        (f"up:{row}:{space}", f"swap row {row}, space {space}, with the row above")
        for row, space in spaces[4:]
    ]
    rows += [
        (f"down:{row}:{space}", f"swap row {row}, space {space}, with the row below")
        for row, space in spaces[:16]
    ]
    return rows


def _catalogue() -> list[tuple[str, str]]:
    cells = [cell_name(cell) for cell in range(CELLS)]
    rows = _single()
    rows += [(f"bonus:{tile.lower()}", f"bonus tile {tile}") for tile in TILES]
    rows += [(f"choose:{choice.lower()}", f"choose {choice}") for choice in CHOICES]
    rows += [
        (f"build:{id}", f"build: {name}")
        for id, name in zip(COMPONENT_IDS, COMPONENTS, strict=True)
    ]
    rows += [(f"at:{cell}", f"at {cell}") for cell in cells]
    rows += [(f"edge:{edge}", f"Entrance at {edge}") for edge in EDGE_NAMES]
    rows += [
        (f"park:{place_name(place)}", f"park at {place_words(place)}") for place in range(PLACES)
    ]
    rows += [
        (f"leave:{place_name(place)}", f"the Car at {place_words(place)} leaves")
        for place in range(PLACES)
    ]
    rows += [(f"hire:doctor:{space}", f"hire the Doctor on space {space}") for space in range(1, 6)]
    rows += [("hire:nurse", "hire a Nurse"), ("hire:staff", "hire a Staff")]
    rows += _queue_rows()
    rows += [("gate:open", "open the Helipad"), ("gate:shut", "close the Helipad")]
    rows += [(f"to:{cell}", f"to {cell}") for cell in cells]
    rows += [(f"again:{cell}", f"move the people of {cell} differently") for cell in cells]
    rows.append(("again:column", "move the Patients of the column differently"))
    rows += [(f"in:{cell}", f"treat in {cell}") for cell in cells]
    rows += [
        (
            f"treat:{LETTERS[sick]}{LETTERS[doctor]}",
            f"the {COLOURS[sick]} Patient by the {COLOURS[doctor]} Doctor",
        )
        for sick in range(4)
        for doctor in range(4)
    ]
    rows += [(f"buy:{number}", f"buy {number} PP") for number in range(MOST_BOUGHT + 1)]
    return rows


def place_words(place: int) -> str:
    """A car place in words: "edge b3E", "the lot b3", "the side b3E"."""
    name = place_name(place)
    if ":" not in name:
        return f"edge {name}"
    kind, where = name.split(":")
    return f"the {kind} {where}"


CATALOGUE: Final = _catalogue()
assert len(CATALOGUE) == ALL

FAMILIES: Final = (
    ("single", END),
    ("bonus", BONUS),
    ("choose", CHOOSE),
    ("build", BUILD),
    ("at", AT),
    ("edge", EDGE),
    ("park", PARK),
    ("leave", LEAVE),
    ("hire", HIRE),
    ("take", TAKE),
    ("take_ec", TAKE_EC),
    ("swap_up", SWAP_UP),
    ("swap_down", SWAP_DOWN),
    ("gate", GATE_OPEN),
    ("to", TO),
    ("again", AGAIN),
    ("in", IN),
    ("treat", TREAT),
    ("buy", BUY),
)
"""Kinds of actions, each with its first id."""


def family(action: int) -> tuple[str, int]:
    """The kind of an action, and its number within the kind."""
    name, first = FAMILIES[0]
    for other, start in FAMILIES:
        if action >= start:
            name, first = other, start
    return name, action - first
