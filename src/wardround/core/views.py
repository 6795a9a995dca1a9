"""The keys of a view that others than its own game read.

Everything else in a view is between the game and its drawing. These keys mean the same in every
game that sends them; none has to be sent. :func:`misused` says where one is not what it must be.
"""

from collections.abc import Mapping
from typing import Any, TypedDict


class SharedKeys(TypedDict, total=False):
    """What the client's shell and default table, the terminal and ``simulate`` read of a view."""

    game: str
    """The id of the game: the terminal and the client draw the view as its."""

    viewer: int
    """Who sees this: a seat, which is drawn first, or -1 for somebody who watches."""

    round: int
    """How far the game is, from 0 or 1 on; in the table of results of ``simulate``."""

    seats: list[dict[str, Any]]
    """What lies before each seat, in the order of the seats; ``seat`` in it is its number."""

    scores: list[float]
    """The points of each seat so far, in the order of the seats."""

    over: bool
    """Whether the game is over."""

    ranking: list[list[int]] | None
    """Seats by rank as in ``State.ranking``, or None while the game goes on."""


def round_of(view: Mapping[str, Any]) -> int:
    """The number of the round in a view; 0 where it tells none."""
    value = view.get("round")
    return value if isinstance(value, int) else 0


def misused(
    view: Mapping[str, Any], game: str, viewer: int, players: int, ranking: list[list[int]] | None
) -> str:
    """Which shared key of a view is not what others take it for; empty if all are right.

    Args:
        view: The view.
        game: The id of the game.
        viewer: Who sees it.
        players: Number of seats.
        ranking: The ranking of a game that is over, else None.
    """
    over = ranking is not None
    seats = view.get("seats", [{} for _ in range(players)])
    scores = view.get("scores", [0] * players)
    listed = isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)
    scored = isinstance(scores, list) and all(_is_number(number) for number in scores)
    wanted = {
        "game": (view.get("game", game) == game, f"{game!r}, the id of the game"),
        "viewer": (view.get("viewer", viewer) == viewer, f"{viewer}, who sees it"),
        "round": (_is_count(view.get("round", 0)), "a whole number from 0 on"),
        "seats": (listed and len(seats) == players, f"a list of {players} objects"),
        "scores": (scored and len(scores) == players, f"a list of {players} numbers"),
        "over": (view.get("over", over) is over, f"{over}, as the game is"),
        "ranking": (view.get("ranking", ranking) == ranking, f"{ranking}, as the game's"),
    }
    for key, (right, expected) in wanted.items():
        if not right:
            return f"the key {key!r} of the view is {view[key]!r:.80}; expected: {expected}"
    for number, seat in enumerate(seats):
        if seat.get("seat", number) != number:
            return f"the view lists seat {seat['seat']!r} in place {number} of 'seats'"
    return ""


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
