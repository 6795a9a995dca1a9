"""Opponents for people: four levels, each clearly stronger than the one below.

Which bot plays at a level in a game stands in :data:`PLAYED_BY`; how strong they are is measured in
``docs/ladder.md``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from wardround.bots.bot import Bot, BotInfo, Turn
from wardround.bots.greedy_bot import GreedyBot
from wardround.bots.search_bot import SearchBot


@dataclass(frozen=True)
class Level:
    """How a level plays a game.

    Args:
        iterations: Of the search for a choice; 0 looks one whole move ahead only.
        slips: Percent of the choices that are left to chance.
    """

    iterations: int = 0
    slips: int = 0


LEVELS: Final = ("student", "resident", "consultant", "professor")
USUAL: Final = (Level(slips=25), Level(), Level(iterations=100), Level(iterations=1000))
LATE_SEARCH: Final = (Level(slips=40), Level(slips=15), Level(), Level(iterations=1000))
"""For a game in which a short search is weaker than looking one whole move ahead."""
PLAYED_BY: Final[dict[str, tuple[Level, ...]]] = {
    "dice_hospital": LATE_SEARCH,
    "dynamite_nurse": USUAL,
    "clinic": USUAL,
    "pyrrameds": USUAL,
}
"""By game, in the order of ``LEVELS``; a game that was not measured is played by ``USUAL``."""
DESCRIPTIONS: Final = (
    "For first games: sees a good move and often slips.",
    "Looks one whole move ahead; in Dice Hospital it slips now and then.",
    "Looks a little further than the present move; in Dice Hospital at all of that move.",
    "Plays as well as it can in a few seconds.",
)


class LevelBot(Bot):
    """Plays any game at a level.

    Args:
        level: The place in ``LEVELS``.
        seed: Fixes its choices.
    """

    def __init__(self, level: int, seed: int | str) -> None:
        self._level = level
        self._seed = seed
        self._rng = Random(f"{seed}/slips")
        self._slips = 0
        self._player: Bot | None = None

    def choose(self, turn: Turn) -> int:
        """What the bot of this level chooses in this game, or, where it slips, anything."""
        player = self._player
        if player is None:
            plays = PLAYED_BY.get(turn.game.id, USUAL)[self._level]
            player = (
                SearchBot(self._seed, plays.iterations)
                if plays.iterations
                else GreedyBot(self._seed)
            )
            self._player = player
            self._slips = plays.slips
        if self._slips and self._rng.randrange(100) < self._slips:
            return self._rng.choice(turn.legal)
        return player.choose(turn)


def _maker(level: int) -> Callable[[int | str], Bot]:
    return partial(LevelBot, level)


BOTS: Final[tuple[BotInfo, ...]] = tuple(
    BotInfo(id, id.capitalize(), DESCRIPTIONS[level], _maker(level))
    for level, id in enumerate(LEVELS)
)
