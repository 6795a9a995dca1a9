"""Every action of the game: a dense id, a notation, a few words (PY-12.1).

The list is that of the largest table (all sets, a row of ten, six players); an id means the same in
every game, and a smaller game uses fewer of them.
"""

from typing import Final

from wardround.core import Actions
from wardround.games.pyrrameds.cards import IDS, LETTERS, TYPES
from wardround.games.pyrrameds.geometry import NOWHERE, cell_name, hull, pyramid
from wardround.games.pyrrameds.words import place_name

PLAYERS: Final = 6

ACTIONS: Final = Actions()
PLACE: Final = ACTIONS.one("place", "place a card")
SWAP: Final = ACTIONS.one("swap", "swap two cards")
PASS: Final = ACTIONS.one("pass", "pass")
CARD: Final = ACTIONS.many("card", [(id, f"card {id}") for id in IDS])
CELL: Final = ACTIONS.many("cell", [(cell_name(cell), place_name(cell)) for cell in range(NOWHERE)])
PLAYER: Final = ACTIONS.many(
    "player", [(f"seat:{seat}", f"seat {seat + 1}") for seat in range(PLAYERS)]
)
STOP: Final = ACTIONS.one("stop", "stop")
TYPE: Final = ACTIONS.many(
    "type",
    [(f"without:{letter}", f"without {name}") for letter, name in zip(LETTERS, TYPES, strict=True)],
)


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
