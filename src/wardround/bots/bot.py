"""What a bot is, and what it may know."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep
from typing import Any, Final

from mypy_extensions import mypyc_attr

from wardround.core import Declaration, Layout, State

TURN_OF_OTHERS: Final = 0.005
"""Seconds after which a thread that thinks lets others in, as the interpreter does by itself."""


class Breath:
    """Lets other threads in now and then while a bot thinks: compiled code does not by itself."""

    def __init__(self) -> None:
        self._taken = monotonic()

    def take(self) -> None:
        """To be called often; it does something when it is time."""
        if monotonic() - self._taken > TURN_OF_OTHERS:
            sleep(0)
            self._taken = monotonic()


class Turn:
    """A question put to a seat, with what the seat may know and nothing else.

    The true position stays inside: a bot gets the seat's view, its observation, and samples of
    what the position could be.

    Args:
        position: The true position. It is not changed.
        seat: The seat that is asked.

    Raises:
        SeatError, NotAsked: The seat has nothing to decide.
    """

    def __init__(self, position: State, seat: int) -> None:
        position.decision(seat)
        self.__position = position
        self.seat = seat
        self.legal = position.legal_actions(seat)

    @property
    def game(self) -> Declaration:
        """The game that is played."""
        return self.__position.game

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.__position.players

    @property
    def mid_move(self) -> bool:
        """Whether the question continues a move that the seat has begun."""
        return self.__position.mid_move(self.seat)

    def view(self) -> dict[str, Any]:
        """What the seat sees, as JSON data."""
        return self.__position.view(self.seat)

    def observation(self) -> dict[str, list[float]]:
        """What the seat sees, as named vectors of fixed length."""
        return self.__position.observation(self.seat)

    def layout(self) -> Layout:
        """What the numbers of the observation mean."""
        return self.__position.layout()

    def sample(self, rng: Random) -> State:
        """A position that the seat cannot tell from the true one; the bot may play on in it.

        Args:
            rng: The bot's own source of chance. Hidden things and all future chance come from it.
        """
        return self.__position.determinize(self.seat, rng)

    def notation(self, action: int) -> str:
        """The action's short text."""
        return self.__position.game.notation(action)

    def parse(self, text: str) -> int:
        """The action of a notation.

        Raises:
            UnknownAction: No action is written so.
        """
        return self.__position.game.parse(text)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A player that is a program. One bot plays one seat of one game."""

    @abstractmethod
    def choose(self, turn: Turn) -> int:
        """One of ``turn.legal``."""


MakeBot = Callable[[int | str], Bot]
"""Makes a bot from the seed of its own chance; the same seed makes it choose the same."""


@dataclass(frozen=True)
class BotInfo:
    """A kind of bot, as it is offered to people.

    Args:
        id: Short name on command lines and in tables, without a colon or a comma.
        title: Name for people.
        description: One or two sentences: how it plays.
        make: Makes a bot with its usual parameters.
        parameters: What may follow the id and a colon, for people: "1000 (iterations) or ...".
            Empty if nothing may.
        configure: Makes sense of what follows the colon; it raises ``ValueError`` with a sentence
            where it cannot.
        check: Raises a ``WardroundError`` where it cannot play a game: is called with what follows
            the colon, the game's id and the number of seats. None plays them all.
    """

    id: str
    title: str
    description: str
    make: MakeBot
    parameters: str = ""
    configure: Callable[[str], MakeBot] | None = None
    check: Callable[[str, str, int], None] | None = None
