"""The games that are installed: ours, and those of others by entry point ``wardround.games``.

A game is imported when it is asked for, and one of others that does not work is left out (see
:mod:`wardround.core.plugins`).
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from wardround.core import Game, Problem, UnknownGame, plugins
from wardround.core import problems as all_problems

__all__ = ["game", "games", "problems"]

GROUP: Final = "wardround.games"
OURS: Final = ("dice_hospital", "dynamite_nurse", "clinic", "pyrrameds")


@cache
def games() -> dict[str, Game]:
    """All installed games by id, ours first."""
    return {**{id: _ours(id) for id in OURS}, **_theirs()}


def game(id: str) -> Game:
    """The game of this id; no other one is imported for it.

    Raises:
        UnknownGame: No such game is installed, or it does not work.
    """
    if id in OURS:
        return _ours(id)
    found = _theirs(id)
    if id in found:
        return found[id]
    reasons = [str(problem) for problem in all_problems(GROUP) if problem.name == id]
    raise UnknownGame(
        " ".join([f"No game {id!r} is installed.", *reasons]),
        where="game",
        expected="one of " + ", ".join(games()),
    )


def problems() -> list[Problem]:
    """The games of other packages that are left out, and why."""
    games()
    return all_problems(GROUP)


def _ours(id: str) -> Game:
    found: Game = import_module(f"wardround.games.{id}").GAME
    return found


def _theirs(only: str = "") -> dict[str, Game]:
    return plugins(GROUP, Game, OURS, _told, entry_points, only)


def _told(one: Any) -> object:
    return one.to_json()
