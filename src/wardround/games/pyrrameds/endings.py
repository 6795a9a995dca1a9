"""How the game ends and who wins (PY-10)."""

from typing import Final

from wardround.games.pyrrameds.cards import (
    PATH_BACKTRACK,
    PATH_ERROR,
    PATH_TELEPORT,
    PATIENT,
    SWAP_NO_REVEAL,
)
from wardround.games.pyrrameds.paths import WILD, Requirements
from wardround.games.pyrrameds.state import (
    ALL_PASSED,
    DEAD,
    ENDINGS,
    GAME_ON,
    PLACED,
    STALLED,
    TURN_CAP,
    Table,
)

LINES: Final = ("dealt", "left")
"""Lines of the breakdown of points: the cards dealt to a seat, less those left in its hand."""


def icons(table: Table, seat: int) -> int:
    """The requirement icons on all patients of a hand (PY-10.16)."""
    count = 0
    for card in table.hands[seat]:
        count += len(table.faces[card].needs)
    return count


def blocked(table: Table) -> int:
    """Which ending of a blocked game has been reached after a turn, or ``GAME_ON`` (PY-10.14)."""
    if table.passes >= table.players:
        return ALL_PASSED
    if table.terms.dead_test and table.main == PLACED and is_dead(table):
        return DEAD
    if table.terms.stall_rounds and table.idle >= table.terms.stall_rounds * table.players:
        return STALLED
    if table.terms.turn_cap and table.turns >= table.terms.turn_cap:
        return TURN_CAP
    return GAME_ON


def is_dead(table: Table) -> bool:
    """Whether nobody can ever place again, whatever is swapped (PY-10.11, PY-10.12)."""
    if table.terms.loose:
        return False
    smallest = 0
    for hand in table.hands:
        for number in hand:
            card = table.faces[number]
            if card.kind != PATIENT:
                return False
            if smallest == 0 or len(card.needs) < smallest:
                smallest = len(card.needs)
    openings = table.openings()
    for effect in (SWAP_NO_REVEAL, PATH_TELEPORT, PATH_BACKTRACK, PATH_ERROR):
        if openings.lies(effect):
            return False
    chain = Requirements([WILD] * smallest)
    for cell in openings.cells:
        if openings.ground.allows(cell, chain):
            return False
    return True


def conclude(table: Table, reason: int) -> None:
    """The game is over; all hands are shown (PY-10.21)."""
    table.finish(reason)
    table.tell("end", -1, (reason,))
    for seat in range(table.players):
        if table.hands[seat]:
            table.tell("hand", seat, tuple([table.face(card) for card in table.hands[seat]]))
    table.tell("winners", -1, tuple(ranking(table)[0]))


def ranking(table: Table) -> list[list[int]]:
    """Seats in groups of equal rank: fewest cards, then fewest icons (PY-10.15 to PY-10.20)."""
    keys = [(len(table.hands[seat]), icons(table, seat)) for seat in range(table.players)]
    return [
        [seat for seat in range(table.players) if keys[seat] == key] for key in sorted(set(keys))
    ]


def sheet(table: Table, seat: int) -> list[int]:
    """What a seat's points are made of, by :data:`LINES`; their sum is its points."""
    return [table.hand_size, -len(table.hands[seat])]


def scores(table: Table) -> list[int]:
    """How many of the cards dealt each seat has got rid of."""
    return [sum(sheet(table, seat)) for seat in range(table.players)]


def ending(table: Table) -> str:
    """``empty_hand``, or which of the endings of a blocked game (PY-10.18)."""
    return ENDINGS[table.ended_by]
