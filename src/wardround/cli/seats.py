"""Seats as they are written on the command line."""

from wardround.bots import bots as installed_bots
from wardround.cli.output import InputError
from wardround.core import Game

PERSON = "me"
"""What a person is called among the seats."""
LONGEST_NUMBER = 9
"""Digits of the largest number that is understood."""


def seat_list(text: str) -> list[str]:
    """The seats given with ``--seats``."""
    return [seat.strip() for seat in text.split(",")]


def bot_list(text: str) -> list[str]:
    """The seats given with ``--seats`` where only bots play.

    Raises:
        InputError: A person is among them.
    """
    seats = seat_list(text)
    if PERSON in seats:
        raise InputError(
            "People take part only in `wardround play`.",
            where="--seats",
            expected="a bot for each seat: " + ", ".join(installed_bots()),
        )
    return seats


def seat_counts(game: Game, text: str) -> list[int]:
    """The numbers of players given with ``--players``.

    Raises:
        InputError: One is not a whole number.
    """
    if not text:
        return list(range(game.min_players, game.max_players + 1))
    return whole_numbers(text, "--players", "number of players", "2,3")


def whole_numbers(text: str, where: str, what: str, example: str) -> list[int]:
    """Numbers with commas between them; none if nothing is given.

    Args:
        text: What was given.
        where: With which option.
        what: What each of them is.
        example: What could have been given.

    Raises:
        InputError: One is not a whole number.
    """
    words = [word.strip() for word in text.split(",")] if text else []
    for word in words:
        if not word.isdecimal() or len(word) > LONGEST_NUMBER:
            raise InputError(
                f"{word!r} is no {what}.",
                where=where,
                expected=f"whole numbers with commas, e.g. {example}",
            )
    return [int(word) for word in words]
