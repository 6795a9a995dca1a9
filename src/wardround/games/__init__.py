"""The games that are installed: ours, and those of others by entry point ``wardround.games``."""

from functools import cache
from importlib.metadata import entry_points

from wardround.core import Game, UnknownGame
from wardround.games.clinic import GAME as CLINIC
from wardround.games.dice_hospital import GAME as DICE_HOSPITAL
from wardround.games.dynamite_nurse import GAME as DYNAMITE_NURSE
from wardround.games.pyrrameds import GAME as PYRRAMEDS

__all__ = ["game", "games"]


@cache
def games() -> dict[str, Game]:
    """All installed games by id, ours first."""
    ours: tuple[Game, ...] = (DICE_HOSPITAL, DYNAMITE_NURSE, CLINIC, PYRRAMEDS)
    found: dict[str, Game] = {game.id: game for game in ours}
    for entry in entry_points(group="wardround.games"):
        if entry.name not in found:
            found[entry.name] = entry.load()
    return found


def game(id: str) -> Game:
    """The game of this id.

    Raises:
        UnknownGame: No such game is installed.
    """
    found = games().get(id)
    if found is None:
        raise UnknownGame(
            f"No game {id!r} is installed.", where="game", expected="one of " + ", ".join(games())
        )
    return found
