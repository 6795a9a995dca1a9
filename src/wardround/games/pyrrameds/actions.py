"""Every action of the game: a dense id, a notation, a few words (PY-12.1).

The list is that of the largest table (all sets, a row of ten, six players); an id means the same in
every game, and a smaller game uses fewer of them.
"""

from typing import Final

from wardround.games.pyrrameds.cards import CARDS, IDS, LETTERS, TYPES
from wardround.games.pyrrameds.geometry import NOWHERE, cell_name, hull, pyramid
from wardround.games.pyrrameds.words import place_name

PLAYERS: Final = 6

PLACE: Final = 0
SWAP: Final = 1
PASS: Final = 2
CARD: Final = 3
"""Card number k is CARD + k."""
CELL: Final = CARD + CARDS
PLAYER: Final = CELL + NOWHERE
STOP: Final = PLAYER + PLAYERS
TYPE: Final = STOP + 1
ACTIONS: Final = TYPE + len(TYPES)


def _catalogue() -> list[tuple[str, str]]:
    """Notation and words of every action, in the order of the ids."""
    rows = [("place", "place a card"), ("swap", "swap two cards"), ("pass", "pass")]
    rows += [(id, f"card {id}") for id in IDS]
    rows += [(cell_name(cell), place_name(cell)) for cell in range(NOWHERE)]
    rows += [(f"seat:{seat}", f"seat {seat + 1}") for seat in range(PLAYERS)]
    rows += [("stop", "stop")]
    rows += [
        (f"without:{letter}", f"without {name}")
        for letter, name in zip(LETTERS, TYPES, strict=True)
    ]
    return rows


CATALOGUE: Final = _catalogue()
assert len(CATALOGUE) == ACTIONS

FAMILIES: Final = (
    ("place", PLACE),
    ("swap", SWAP),
    ("pass", PASS),
    ("card", CARD),
    ("cell", CELL),
    ("player", PLAYER),
    ("stop", STOP),
    ("type", TYPE),
)
"""Kinds of actions, each with its first id."""


def family(action: int) -> tuple[str, int]:
    """The kind of an action, and its number within the kind."""
    name, first = FAMILIES[0]
    for other, start in FAMILIES:
        if action >= start:
            name, first = other, start
    return name, action - first


def distinct_actions(
    players: int, row: int, cards: int, operations: bool, intensive_care: bool
) -> int:
    """How many actions can occur in a game with these options (PY-12.1, PY-12.2).

    Args:
        players: Number of seats.
        row: The row size.
        cards: Number of cards in the deck.
        operations: Whether Operations is in.
        intensive_care: Whether Intensive Care is in.
    """
    cells = len(hull(row) if operations else pyramid(row))
    types = 0 if not operations else 7 if intensive_care else 4
    return CARD + cards + cells + players + 1 + types
