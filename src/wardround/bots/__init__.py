"""Players that are programs: ours, and those of others by entry point ``wardround.bots``.

One of others that does not work is left out (see :mod:`wardround.core.plugins`).
"""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from wardround.bots import greedy_bot, random_bot
from wardround.bots.bot import Bot, BotInfo, Turn
from wardround.core import Problem, UnknownBot, plugins
from wardround.core import problems as all_problems

__all__ = ["Bot", "BotInfo", "Turn", "bots", "make_bot", "problems"]

GROUP = "wardround.bots"
OURS = {info.id: info for info in (random_bot.BOT, greedy_bot.BOT)}


@cache
def bots() -> dict[str, BotInfo]:
    """All installed bots by id, ours first."""
    return {**OURS, **_theirs()}


def make_bot(id: str, seed: int | str) -> Bot:
    """A bot for one seat of one game.

    Args:
        id: The kind of bot.
        seed: Fixes its own chance.

    Raises:
        UnknownBot: No such bot is installed, or it does not work.
    """
    info = OURS.get(id) or bots().get(id)
    if info is None:
        reasons = [str(problem) for problem in problems() if problem.name == id]
        raise UnknownBot(
            " ".join([f"No bot {id!r} is installed.", *reasons]),
            where="bot",
            expected="one of " + ", ".join(bots()),
        )
    return info.make(seed)


def problems() -> list[Problem]:
    """The bots of other packages that are left out, and why."""
    bots()
    return all_problems(GROUP)


def _theirs() -> dict[str, BotInfo]:
    return plugins(GROUP, BotInfo, OURS, _told, entry_points)


def _told(info: Any) -> object:
    texts = [info.id, info.title, info.description]
    if not all(isinstance(text, str) for text in texts) or not callable(info.make):
        raise TypeError("id, title and description are texts, make is a function")
    return texts
