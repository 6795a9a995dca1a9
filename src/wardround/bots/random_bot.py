"""Plays at random."""

from random import Random

from wardround.bots.bot import Bot, BotInfo, Turn


class RandomBot(Bot):
    """Chooses among the legal actions, each equally likely.

    Args:
        seed: Fixes its choices.
    """

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)

    def choose(self, turn: Turn) -> int:
        """Any legal action."""
        return self._rng.choice(turn.legal)


BOT: BotInfo = BotInfo(
    "random", "Random", "Chooses any legal action, each equally likely.", RandomBot
)
