"""What a position is worth to a seat: one evaluation per game, found by the game's id.

An evaluation is made for the position in which a move begins and compares the positions in which
it may end. Ours stand here, one module a game; a game of another package brings its own by the
entry point group ``wardround.evaluations``, under the game's id. A game without one is judged by
points.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from wardround.core import State, brought
from wardround.games import OURS, games

GROUP: Final = "wardround.evaluations"


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
        """The legal actions of the seat that are worth a look: at least one.

        A search asks about positions far from where the evaluation was made.
        """
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
        lowest, highest = position.game.return_bounds(position.players)
        return lead + 1e6 * position.returns()[self._seat] / (highest - lowest)

    def sensible(self, position: State) -> list[int]:
        """All legal actions."""
        return position.legal_actions(self._seat)


MakeEvaluation = Callable[[State, int], Evaluation]
"""What the entry point names: the class of the evaluation, or a function that makes one."""


def evaluation(position: State, seat: int) -> Evaluation:
    """The evaluation for a move that begins here."""
    return maker(position.game.id)(position, seat)


@cache
def maker(game: str) -> MakeEvaluation:
    """What makes the evaluations of a game: :class:`Points` where it brings none that works."""
    if game in OURS:
        ours: MakeEvaluation = import_module(f"{__name__}.{game}").Outlook
        return ours
    theirs: MakeEvaluation = evaluations(game).get(game, Points)
    return theirs


def evaluations(only: str = "") -> dict[str, MakeEvaluation]:
    """The evaluations that other packages bring, by the id of the game.

    Args:
        only: Look for that of this game alone.
    """
    return brought(GROUP, _fault, entry_points, OURS, only)


def _fault(game: str, make: Any) -> str:
    if not callable(make):
        return f"it makes no evaluations: {type(make).__name__}"
    return "" if game in games() else "no game of this id is installed"
