"""A bot for Auction. A bot is offered for every game, so this one plays others at random."""

from random import Random

from wardround.bots import Bot, BotInfo, Turn


class SteadyBot(Bot):
    """Bids the card that is nearest to the prize.

    Args:
        seed: Fixes its choices in other games.
    """

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)

    def choose(self, turn: Turn) -> int:
        """One of the legal actions, from what the seat sees."""
        if turn.game.id != "auction":
            return self._rng.choice(turn.legal)
        prize = turn.view()["prize"]["worth"]
        cards = {action: int(turn.notation(action).split(":")[1]) for action in turn.legal}
        return min(cards, key=lambda action: abs(cards[action] - prize))


BOT = BotInfo(
    "auction_steady", "Steady (Auction)", "Bids the card that is nearest to the prize.", SteadyBot
)
