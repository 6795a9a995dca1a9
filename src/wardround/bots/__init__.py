"""Players that are programs: ours, and those of others by entry point ``wardround.bots``.

One of others that does not work is left out (see :mod:`wardround.core.plugins`).
"""

from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from wardround.bots import greedy_bot, levels, random_bot, search_bot, trained_bot
from wardround.bots.bot import Bot, BotInfo, Turn
from wardround.core import Problem, UnknownBot, WardroundError, plugins
from wardround.core import problems as all_problems

__all__ = [
    "Bot",
    "BotInfo",
    "Turn",
    "bot_for",
    "bot_named",
    "bots",
    "make_bot",
    "offered",
    "problems",
]

GROUP = "wardround.bots"
OURS = {
    info.id: info
    for info in (random_bot.BOT, greedy_bot.BOT, search_bot.BOT, trained_bot.BOT, *levels.BOTS)
}


@cache
def bots() -> dict[str, BotInfo]:
    """All installed bots by id, ours first."""
    return {**OURS, **_theirs()}


def offered() -> dict[str, BotInfo]:
    """The bots that play every game, for lists from which people choose."""
    return {id: info for id, info in bots().items() if info.check is None}


def bot_named(name: str, where: str = "bot") -> BotInfo:
    """The bot of a name: an id, or an id with parameters such as ``search:1000``.

    Args:
        name: As it is written wherever bots are named.
        where: The place that an error names.

    Returns:
        What is known of it; id and title hold the parameters.

    Raises:
        UnknownBot: No such bot is installed, it does not work, or these are no parameters of it.
    """
    id, colon, parameters = name.partition(":")
    info = OURS.get(id) or bots().get(id)
    if info is None:
        reasons = [str(problem) for problem in problems() if problem.name == id]
        raise UnknownBot(
            " ".join([f"No bot {id!r} is installed.", *reasons]), where=where, expected=_spellings()
        )
    if not colon:
        return info
    if info.configure is None:
        raise UnknownBot(
            f"The bot {id!r} has no parameters.",
            where=where,
            expected=f"{id} without {name[len(id) :]!r}",
        )
    try:
        make = info.configure(parameters)
    except ValueError as error:
        raise UnknownBot(
            f"{name!r} names no bot: {error}",
            where=where,
            expected=f"{id}, or {id}: and {info.parameters}",
        ) from error
    return replace(info, id=name, title=f"{info.title} {parameters}", make=make)


def bot_for(name: str, game: str, players: int, where: str = "bot") -> BotInfo:
    """The bot of a name, if it can play a game.

    Args:
        name: See :func:`bot_named`.
        game: The game's id.
        players: Number of seats.
        where: The place that an error names.

    Raises:
        UnknownBot: See :func:`bot_named`; or it cannot play this game.
    """
    info = bot_named(name, where)
    if info.check is not None:
        try:
            info.check(name.partition(":")[2], game, players)
        except WardroundError as error:
            raise UnknownBot(
                error.message, where=where, expected=error.expected or "another bot"
            ) from error
    return info


def make_bot(name: str, seed: int | str) -> Bot:
    """A bot for one seat of one game.

    Args:
        name: See :func:`bot_named`.
        seed: Fixes its own chance.

    Raises:
        UnknownBot: See :func:`bot_named`.
    """
    return bot_named(name).make(seed)


def _spellings() -> str:
    """How the installed bots are named, for an error."""
    return "one of " + ", ".join(
        [f"{info.id}[:...]" if info.configure else info.id for info in bots().values()]
    )


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
    if ":" in info.id or "," in info.id:
        raise ValueError("an id holds neither a colon nor a comma")
    return texts
