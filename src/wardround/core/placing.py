"""Where a piece may be put: a first answer that names it, and those that may follow.

People drag a piece to a place. What they may pick up and where it may go is not told anywhere by
itself: it follows from the choices, and from the pieces that each of them names, in the positions
that they lead to.
"""

from typing import Final

from wardround.core.decision import Objection
from wardround.core.errors import Unforeseeable
from wardround.core.state import State

LONGEST: Final = 3
"""Answers of the longest way: to place a card, this card, there."""


def places(state: State, seat: int, piece: str) -> dict[str, list[list[int]]]:
    """Where a piece may be put, and by which answers.

    An answer names the piece, and a question that goes on with the same move has one that names
    the place; or the rules ask for the place first. What comes after chance or after something
    hidden is not looked at. Spots that one answer names together are the same to the rules, so
    none of them is a place for another; and where two questions are of the same kind, both pick,
    and nothing is put anywhere.

    Args:
        state: The position; it stays as it is.
        seat: Who is asked.
        piece: The spot of the piece.

    Returns:
        For each place the shortest ways there: the actions of a move, in order.

    Raises:
        SeatError, NotAsked: See :meth:`State.decision`.
    """
    number = state.seat(seat)
    state.decision(number)
    found: dict[str, list[list[int]]] = {}
    for way, same, after in _begun(state, number, piece, [], []):
        for action, spots in _named(after, number):
            if piece not in spots:
                _add(found, [*way, action], [spot for spot in spots if spot not in same])
    for first, spots in _named(state, number):
        if piece in spots or not spots:
            continue
        for second in _naming(_going_on(state, number, first), number, piece):
            _add(found, [first, second], spots)
    return {place: _shortest(ways) for place, ways in found.items()}


def why_not_there(
    state: State, seat: int, piece: str, place: str
) -> list[tuple[str, Objection | None]]:
    """What forbids to put a piece at a place.

    Args:
        state: The position; it stays as it is.
        seat: Who is asked.
        piece: The spot of the piece.
        place: The spot of the place.

    Returns:
        For each answer that would put it there: its sentence and its objection. Nothing, if
        no question after the piece is about the place.

    Raises:
        SeatError, NotAsked: See :meth:`State.decision`.
    """
    number = state.seat(seat)
    state.decision(number)
    answers: list[tuple[str, Objection | None]] = []
    told: set[str] = set()
    for _, _, after in _begun(state, number, piece, [], []):
        for sentence, objection in after.explain(number, place):
            if objection is not None and objection.text not in told:
                told.add(objection.text)
                answers.append((sentence, objection))
    return answers


def _begun(
    state: State, seat: int, piece: str, way: list[int], same: list[str]
) -> list[tuple[list[int], list[str], State]]:
    """The positions in which a move begun with the piece goes on: answers, spots, position."""
    if len(way) + 1 == LONGEST:
        return []
    found: list[tuple[list[int], list[str], State]] = []
    for action, spots in _named(state, seat):
        after = _going_on(state, seat, action) if piece in spots else None
        if after is not None:
            steps, named = [*way, action], [*same, *spots]
            found.append((steps, named, after))
            found += _begun(after, seat, piece, steps, named)
    return found


def _named(state: State, seat: int) -> list[tuple[int, list[str]]]:
    """The legal actions and the spots that each of them names."""
    return [
        (action, state.game.choice(state, seat, action).spots)
        for action in state.legal_actions(seat)
    ]


def _naming(state: State | None, seat: int, piece: str) -> list[int]:
    """The legal actions that name the piece."""
    if state is None:
        return []
    return [action for action, spots in _named(state, seat) if piece in spots]


def _going_on(state: State, seat: int, action: int) -> State | None:
    """The position after an action, if another kind of question goes on with the move there."""
    kind = state.decision(seat).name()
    after = state.copy()
    after.chance.freeze()
    try:
        after.apply(seat, action)
    except Unforeseeable:
        return None
    if not after.mid_move(seat) or after.decision(seat).name() == kind:
        return None
    return after


def _add(found: dict[str, list[list[int]]], way: list[int], spots: list[str]) -> None:
    for place in spots:
        ways = found.setdefault(place, [])
        if way not in ways:
            ways.append(way)


def _shortest(ways: list[list[int]]) -> list[list[int]]:
    least = min(len(way) for way in ways)
    return [way for way in ways if len(way) == least]
