"""What a position of Pyrrameds is worth to a seat.

The aim is an empty hand, so what counts is what is left in it and how hard that is to get rid of:

- every card in the hand costs; a patient costs more with every requirement;
- a card that could be laid now costs less, and less still where it could be laid several ways;
- cards in the hand of the opponent who has fewest are good for the seat.

Looks and revealed cards are not valued. What is tried is narrowed to what usually is best: a card
is placed whenever one can be, the hardest patient first; only where nothing can be placed are swaps
tried, a fixed number of them, spread over the pyramid.

Only whole numbers are used: the bot chooses the same on every Python.
"""

from typing import Final

from wardround.core import State
from wardround.games.pyrrameds import actions as act
from wardround.games.pyrrameds import placement
from wardround.games.pyrrameds.cards import PATIENT
from wardround.games.pyrrameds.decisions import (
    FirstCell,
    PlaceCard,
    RevealCard,
    SecondCell,
    Turn,
)
from wardround.games.pyrrameds.state import Table

WON: Final = 1_000_000
CARD: Final = 1000
"""What a card in the hand costs."""
REQUIREMENT: Final = 200
"""What each requirement of a patient in the hand costs on top."""
STUCK: Final = 400
"""What a card costs that cannot be laid anywhere now."""
CHOICE: Final = 25
"""What each place where a card can be laid is worth, up to ``CHOICES`` of them."""
CHOICES: Final = 6
RIVAL: Final = 300
"""What a card of the opponent with fewest cards is worth."""
FIRST_CELLS: Final = 10
SECOND_CELLS: Final = 8
"""How many cells of each kind are tried for a swap."""


class Outlook:
    """The evaluation of Pyrrameds for the moves of one seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.

    Raises:
        TypeError: The position is of another game.
    """

    declines: frozenset[int] = frozenset((act.STOP,))

    def __init__(self, position: State, seat: int) -> None:
        _table(position)
        self._seat = seat

    def worth(self, position: State) -> float:
        """Thousandths of a card that the seat is ahead; a win is worth more than anything."""
        table = _table(position)
        if table.over:
            return int(WON * position.returns()[self._seat])
        total = 0
        for card in table.hands[self._seat]:
            total -= self._burden(table, card)
        rivals = [len(hand) for seat, hand in enumerate(table.hands) if seat != self._seat]
        return total + RIVAL * min(rivals)

    def _burden(self, table: Table, card: int) -> int:
        """What it costs to hold a card."""
        burden = CARD + REQUIREMENT * len(table.faces[card].needs)
        places = len(placement.fits(table, card, CHOICES))
        return burden - CHOICE * places if places else burden + STUCK

    def sensible(self, position: State) -> list[int]:
        """The legal actions that are worth a look."""
        legal = position.legal_actions(self._seat)
        table = _table(position)
        question = table.decision(self._seat)
        if isinstance(question, Turn):
            return [act.PLACE] if act.PLACE in legal else legal
        if isinstance(question, PlaceCard):
            return _hardest(table, legal)
        if isinstance(question, RevealCard):
            return _different(table, legal)
        if isinstance(question, FirstCell):
            return _spread(legal, FIRST_CELLS)
        if isinstance(question, SecondCell):
            return _spread(legal, SECOND_CELLS)
        return legal


def _table(position: State) -> Table:
    if not isinstance(position, Table):
        raise TypeError(f"a position of Pyrrameds was expected, not of {position.game.title}")
    return position


def _hardest(table: Table, legal: list[int]) -> list[int]:
    """The largest patients among cards that can be placed; all of them if there is no patient."""
    sizes = [len(table.faces[action - act.CARD].needs) for action in legal]
    largest = max(sizes)
    return [action for action, size in zip(legal, sizes, strict=True) if size == largest]


def _different(table: Table, legal: list[int]) -> list[int]:
    """One card for each kind of swap that revealing a card allows."""
    found: list[int] = []
    seen: set[tuple[bool, int]] = set()
    for action in legal:
        face = table.faces[action - act.CARD]
        kind = (face.kind == PATIENT, face.wants)
        if kind not in seen:
            seen.add(kind)
            found.append(action)
    return found


def _spread(actions: list[int], most: int) -> list[int]:
    """At most so many of the actions, evenly spread."""
    if len(actions) <= most:
        return actions
    return [actions[place * len(actions) // most] for place in range(most)]
