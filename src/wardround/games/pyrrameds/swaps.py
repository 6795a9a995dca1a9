"""Which two cards of the pyramid may change places (PY-7, PY-8.62 ff., PY-9.16 ff.)."""

from typing import Final

from wardround.core import Objection
from wardround.games.pyrrameds.cards import (
    PATIENT,
    SPECIAL,
    SWAP_ADJACENT,
    SWAP_NO_REVEAL,
)
from wardround.games.pyrrameds.geometry import NEIGHBOURS
from wardround.games.pyrrameds.paths import NOTHING
from wardround.games.pyrrameds.state import Table

NO_REVEAL: Final = -1
"""The card revealed where none is (PY-8.63)."""
EVERY_CARD: Final = (1 << NOTHING) - 1

EMPTY: Final = Objection("PY-7.2", "No card lies there.")
SAME: Final = Objection("PY-7.2", "The two places must be different.")
EARLIER: Final = Objection(
    "PY-7.19", "A pair is named from the place that comes first, bottom up and left to right."
)
NOT_OF_TYPE: Final = Objection("PY-7.9", "At least one of the two must be {wanted}.")
NOT_WANTED: Final = Objection("PY-7.10", "Both must be {wanted}, as the patient wants.")
NOT_ONE_WANTED: Final = Objection(
    "PY-7.11", "At least one of the two must be {wanted}, as the patient wants."
)
NOT_BESIDE: Final = Objection(
    "PY-8.62", "Only neighbouring cards may be swapped while Near swaps lies in the pyramid."
)
NO_PARTNER: Final = Objection("PY-7.19", "No later place makes a legal pair with this one.")
A_SPECIAL: Final = Objection("PY-7.5", "A special card cannot be revealed.")
NO_PAIR: Final = Objection("PY-7.6", "No two cards in the pyramid could be swapped for this card.")


def swappable(table: Table, card: int) -> int:
    """What the revealed card makes swappable, as bits; every card where none is revealed."""
    return EVERY_CARD if card == NO_REVEAL else table.faces[card].wants


def both_wanted(table: Table, card: int) -> bool:
    """Whether both cards, not only one, must be what the revealed card wants (PY-7.10)."""
    return card != NO_REVEAL and table.faces[card].kind == PATIENT and not table.terms.loose


def pair_objection(table: Table, card: int, first: int, second: int) -> Objection | None:
    """Why two occupied cells, in cell order, may not be swapped for the card revealed."""
    if second == first:
        return SAME
    if second < first:
        return EARLIER
    if card != NO_REVEAL:
        lying = table.openings().ground.lying
        wanted = swappable(table, card)
        one, other = (wanted >> lying[first]) & 1, (wanted >> lying[second]) & 1
        if both_wanted(table, card):
            if not (one and other):
                return NOT_WANTED
        elif not (one or other):
            return NOT_ONE_WANTED if table.faces[card].kind == PATIENT else NOT_OF_TYPE
    if table.openings().acts(SWAP_ADJACENT) and second not in NEIGHBOURS[first]:
        return NOT_BESIDE
    return None


def second_cells(table: Table, card: int, first: int) -> list[int]:
    """The legal partners of an occupied cell, later in cell order."""
    openings = table.openings()
    lying = openings.ground.lying
    found: list[int] = []
    wanted = swappable(table, card)
    if not (wanted >> lying[first]) & 1:
        if both_wanted(table, card):
            return found
    elif not both_wanted(table, card):
        wanted = EVERY_CARD
    for cell in NEIGHBOURS[first] if openings.acts(SWAP_ADJACENT) else table.belonging:
        if cell > first and (wanted >> lying[cell]) & 1:
            found.append(cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
    return found


def first_cells(table: Table, card: int) -> list[int]:
    """The occupied cells that have a legal partner later in cell order."""
    openings = table.openings()
    lying = openings.ground.lying
    found: list[int] = []
    if openings.acts(SWAP_ADJACENT):
        for cell in table.belonging:
            if lying[cell] != NOTHING and second_cells(table, card, cell):
                found.append(cell)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return found
    wanted = swappable(table, card)
    both = both_wanted(table, card)
    later = 0
    for cell in reversed(table.belonging):
        one = lying[cell]
        if one == NOTHING:
            continue
        partners = wanted if both or not (wanted >> one) & 1 else EVERY_CARD
        if later & partners and (not both or (wanted >> one) & 1):
            found.append(cell)
        later |= 1 << one
    found.reverse()
    return found


def has_pair(table: Table, card: int) -> bool:
    """Whether any two cells may be swapped for the card revealed."""
    openings = table.openings()
    if openings.acts(SWAP_ADJACENT):
        return len(first_cells(table, card)) > 0
    ground = openings.ground
    found = ground.once & swappable(table, card)
    if both_wanted(table, card):
        return found & ground.twice != 0 or found & (found - 1) != 0
    return found != 0  # what it can be swapped with lies in the row, if nowhere else


def reveal_objection(table: Table, card: int) -> Objection | None:
    """Why the card may not be revealed for a swap (PY-7.5, PY-7.6)."""
    if table.faces[card].kind == SPECIAL:
        return A_SPECIAL
    return None if has_pair(table, card) else NO_PAIR


def silent(table: Table) -> bool:
    """Whether swaps are made without revealing a card (PY-8.63, PY-8.64)."""
    return table.openings().acts(SWAP_NO_REVEAL)


def can_swap(table: Table, seat: int) -> bool:
    """Whether the seat has a legal swap (PY-7.23)."""
    if silent(table):
        return has_pair(table, NO_REVEAL)
    for card in table.hands[seat]:
        if reveal_objection(table, card) is None:
            return True
    return False


def legal_pairs(table: Table, card: int) -> list[tuple[int, int]]:
    """All pairs of cells that may be swapped for the card revealed, each once."""
    occupied = table.occupied()
    return [
        (first, second)
        for first in occupied
        for second in occupied
        if second > first and pair_objection(table, card, first, second) is None
    ]
