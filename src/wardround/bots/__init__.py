"""Players that are programs: ours, and those of others by entry point ``wardround.bots``."""

from functools import cache
from importlib.metadata import entry_points

from wardround.bots import greedy_bot, random_bot
from wardround.bots.bot import Bot, BotInfo, Turn
from wardround.core import UnknownBot

__all__ = ["Bot", "BotInfo", "Turn", "bots", "make_bot"]


@cache
def bots() -> dict[str, BotInfo]:
    """All installed bots by id, ours first."""
    found = {info.id: info for info in (random_bot.BOT, greedy_bot.BOT)}
    for entry in entry_points(group="wardround.bots"):
        if entry.name not in found:
            found[entry.name] = entry.load()
    return found


def make_bot(id: str, seed: int | str) -> Bot:
    """A bot for one seat of one game.

    Args:
        id: The kind of bot.
        seed: Fixes its own chance.

    Raises:
        UnknownBot: No such bot is installed.
    """
    info = bots().get(id)
    if info is None:
        raise UnknownBot(
            f"No bot {id!r} is installed.", where="bot", expected="one of " + ", ".join(bots())
        )
    return info.make(seed)
