"""Every action of the game: a dense id, a notation, a few words. An id means the same everywhere.

Spaces have the same numbers on both boards (``board.py``), so both share one list.
"""

from typing import Final

from wardround.core import Actions
from wardround.games.clinic.board import CELLS, EDGE_NAMES, PLACES, cell_name, place_name
from wardround.games.clinic.material import (
    ACTIONS as CHOICES,
)
from wardround.games.clinic.material import (
    BONUS as TILES,
)
from wardround.games.clinic.material import (
    COLOURS,
    COMPONENTS,
    LETTERS,
    id_of,
)

MOST_BOUGHT: Final = 173
CELL_NAMES: Final = [cell_name(cell) for cell in range(CELLS)]
SPACES: Final = [(row, space) for row in range(1, 6) for space in range(1, 5)]
"""The spaces of all queues: row and space, from 1."""


def place_words(place: int) -> str:
    """A car place in words: "edge b3E", "the lot b3", "the side b3E"."""
    name = place_name(place)
    if ":" not in name:
        return f"edge {name}"
    kind, where = name.split(":")
    return f"the {kind} {where}"


def _named(verb: str, words: str, names: list[str]) -> list[tuple[str, str]]:
    """One row for each name: "at:a1", "at a1"."""
    return [(f"{verb}:{id_of(name)}", words.format(name)) for name in names]


def _cells(verb: str, words: str) -> list[tuple[str, str]]:
    return [(f"{verb}:{name}", words.format(name)) for name in CELL_NAMES]


def _car_places(verb: str, words: str) -> list[tuple[str, str]]:
    return [
        (f"{verb}:{place_name(place)}", words.format(place_words(place))) for place in range(PLACES)
    ]


def _spaces(verb: str, words: str, spaces: list[tuple[int, int]]) -> list[tuple[str, str]]:
    return [(f"{verb}:{row}:{space}", words.format(row, space)) for row, space in spaces]


ACTIONS: Final = Actions()
END: Final = ACTIONS.one("end", "end the action")
NONE: Final = ACTIONS.one("none", "no bonus Office")
STAY: Final = ACTIONS.one("stay", "stay in the column")
CONFIRM: Final = ACTIONS.one("confirm", "go as planned")
AUTO_PARK: Final = ACTIONS.one("auto:park", "park where it costs least")
AUTO_LEAVE: Final = ACTIONS.one("auto:leave", "send the Car that is most in the way")
AUTO_CARE: Final = ACTIONS.one("auto:care", "treat everybody who can be treated")
AUTO_REST: Final = ACTIONS.one("auto:rest", "the rest stays")
AUTO_MOVE: Final = ACTIONS.one("auto:move", "move everyone sensibly")
AUTO_GATES: Final = ACTIONS.one("auto:gates", "open all Helipads")
REPARK: Final = ACTIONS.one("repark", "move a Car")
BONUS: Final = ACTIONS.many("bonus", _named("bonus", "bonus tile {}", TILES))
CHOOSE: Final = ACTIONS.many("choose", _named("choose", "choose {}", CHOICES))
BUILD: Final = ACTIONS.many("build", _named("build", "build: {}", COMPONENTS))
AT: Final = ACTIONS.many("at", _cells("at", "at {}"))
EDGE: Final = ACTIONS.many("edge", [(f"edge:{edge}", f"Entrance at {edge}") for edge in EDGE_NAMES])
PARK: Final = ACTIONS.many("park", _car_places("park", "park at {}"))
LEAVE: Final = ACTIONS.many("leave", _car_places("leave", "the Car at {} leaves"))
HIRE: Final = ACTIONS.many(
    "hire",
    [
        *[(f"hire:doctor:{space}", f"hire the Doctor on space {space}") for space in range(1, 6)],
        ("hire:nurse", "hire a Nurse"),
        ("hire:staff", "hire a Staff"),
    ],
)
HIRE_NURSE: Final = HIRE + 5
HIRE_STAFF: Final = HIRE + 6
TAKE: Final = ACTIONS.many("take", _spaces("take", "take row {}, space {}, to the column", SPACES))
"""TAKE + 4 * row + space - 1; the same for TAKE_EC, SWAP_UP (from row 2) and SWAP_DOWN."""
TAKE_EC: Final = ACTIONS.many(
    "take_ec", _spaces("ec", "take row {}, space {}, to Extreme Consultation", SPACES)
)
SWAP_UP: Final = ACTIONS.many(
    "swap_up", _spaces("up", "swap row {}, space {}, with the row above", SPACES[4:])
)
SWAP_DOWN: Final = ACTIONS.many(
    "swap_down", _spaces("down", "swap row {}, space {}, with the row below", SPACES[:16])
)
GATE_OPEN: Final = ACTIONS.many(
    "gate", [("gate:open", "open the Helipad"), ("gate:shut", "close the Helipad")]
)
GATE_SHUT: Final = GATE_OPEN + 1
TO: Final = ACTIONS.many("to", _cells("to", "to {}"))
AGAIN: Final = ACTIONS.many(
    "again",
    [
        *_cells("again", "move the people of {} differently"),
        ("again:column", "move the Patients of the column differently"),
    ],
)
"""AGAIN + space, or + CELLS for the column."""
IN: Final = ACTIONS.many("in", _cells("in", "treat in {}"))
TREAT: Final = ACTIONS.many(
    "treat",
    [
        (f"treat:{one}{other}", f"the {sick} Patient by the {doctor} Doctor")
        for one, sick in zip(LETTERS, COLOURS, strict=True)
        for other, doctor in zip(LETTERS, COLOURS, strict=True)
    ],
)
"""TREAT + 4 * colour of the Patient + colour of the Doctor."""
BUY: Final = ACTIONS.many(
    "buy", [(f"buy:{number}", f"buy {number} PP") for number in range(MOST_BOUGHT + 1)]
)
ALL: Final = len(ACTIONS)
