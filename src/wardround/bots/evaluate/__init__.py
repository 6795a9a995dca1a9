"""What a position is worth to a seat: one evaluation per game, found by the game's id.

An evaluation is made for the position in which a move begins and compares the positions in which
it may end. A game without an evaluation of its own is judged by points.
"""

from collections.abc import Callable
from typing import Protocol

from wardround.bots.evaluate import clinic, dice_hospital, dynamite_nurse, pyrrameds
from wardround.core import State


class Evaluation(Protocol):
    """Compares the ends of a seat's moves. Made with the position at the move's begin.

    Attributes:
        declines: The actions that stop or decline: chosen wherever nothing else is worth more.
            None, where what cannot be told apart may still turn out well later.
    """

    declines: frozenset[int]

    def worth(self, position: State) -> float:
        """How good the position is for the seat; only differences mean anything."""
        ...

    def sensible(self, position: State) -> list[int]:
        """The legal actions of the seat that are worth a look: at least one."""
        ...


class Points:
    """The seat's points, less those of the best other seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    declines: frozenset[int] = frozenset()

    def __init__(self, position: State, seat: int) -> None:
        self._seat = seat

    def worth(self, position: State) -> float:
        """The lead in points; at the end of the game the result comes before it."""
        scores = position.scores()
        others = [score for seat, score in enumerate(scores) if seat != self._seat]
        lead = float(scores[self._seat] - max(others, default=0))
        if not position.is_over:
            return lead
        span = position.game.max_return - position.game.min_return or 1.0
        return lead + 1e6 * position.returns()[self._seat] / span

    def sensible(self, position: State) -> list[int]:
        """All legal actions."""
        return position.legal_actions(self._seat)


def evaluation(position: State, seat: int) -> Evaluation:
    """The evaluation for a move that begins here."""
    make = EVALUATIONS.get(position.game.id, Points)
    return make(position, seat)


EVALUATIONS: dict[str, Callable[[State, int], Evaluation]] = {
    "clinic": clinic.Outlook,
    "dice_hospital": dice_hospital.Outlook,
    "dynamite_nurse": dynamite_nurse.Outlook,
    "pyrrameds": pyrrameds.Outlook,
}
