"""Plays by a network that has learned the game by playing it (:mod:`wardround.network`).

Alone it takes the likeliest action; with a number of iterations the network is prior and value of
the search (:mod:`wardround.bots.search`), in place of the game's evaluation.
"""

from functools import partial
from importlib import import_module
from typing import Any, Final

from wardround.bots.bot import Bot, BotInfo, MakeBot, Turn
from wardround.bots.search import Search
from wardround.bots.search_bot import MOST_ITERATIONS, SearchBot
from wardround.bots.tree import Node
from wardround.core import State, UnknownBot

EXPECTED: Final = (
    "the iterations of a search that uses the network, such as 200; or the name of a network in "
    "the folder WARDROUND_NETWORKS; or both: 200/NAME"
)


def networks() -> Any:
    """The module that runs networks; only here NumPy is needed.

    Raises:
        UnknownBot: NumPy is not installed.
    """
    try:
        return import_module("wardround.network")
    except ImportError as error:
        raise UnknownBot(
            f"The bot 'trained' cannot play: {error.msg}.",
            where="trained",
            expected="NumPy, which comes with the extra 'vector'",
        ) from error


def network_for(turn: Turn, name: str) -> Any:
    """The network of a name.

    Raises:
        UnknownBot: NumPy is not installed.
        NetworkError: There is no such network, or it is for something else.
    """
    return networks().network_for(turn.game.id, turn.players, name, turn.layout())


class TrainedBot(Bot):
    """Takes the action that the network finds likeliest.

    Args:
        seed: Says nothing: the choice follows from what the seat sees.
        name: Of the network; the one that comes with Wardround where nothing is said.
    """

    def __init__(self, seed: int | str, name: str = "") -> None:
        self._name = name
        self._network: Any = None

    def choose(self, turn: Turn) -> int:
        """The likeliest action."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        if self._network is None:
            self._network = network_for(turn, self._name)
        return int(self._network.choice(turn.observation(), turn.legal))


class TrainedSearch(Search):
    """A search that asks the network what is likely and what it is worth.

    Args:
        game: The game's id.
        seat: The seat that searches.
        players: Number of seats.
        paranoid: Whether the others are thought to play against this seat.
        network: The network.
    """

    def __init__(self, game: str, seat: int, players: int, paranoid: bool, network: Any) -> None:
        super().__init__(game, seat, players, paranoid)
        self._network = network

    def actions(self, state: State, seat: int) -> list[int]:
        """All legal actions: the network says which are worth a look."""
        return state.legal_actions(seat)

    def _expand(self, state: State, seat: int, node: Node, actions: list[int]) -> None:
        priors: dict[int, float] = self._network.priors(state, seat)
        node.grow(actions, [priors[action] for action in actions])

    def _estimate(self, state: State) -> list[float]:
        values: list[float] = self._network.values(state)
        return values


class TrainedSearchBot(SearchBot):
    """Searches with the network.

    Args:
        seed: Fixes its chance.
        iterations: How often the position is played on for one choice.
        name: Of the network.
    """

    def __init__(self, seed: int | str, iterations: int, name: str = "") -> None:
        super().__init__(seed, iterations)
        self._name = name
        self._network: Any = None

    def _begun(self, turn: Turn) -> Search:
        if self._network is None:
            self._network = network_for(turn, self._name)
        return TrainedSearch(turn.game.id, turn.seat, turn.players, False, self._network)


def read(text: str) -> tuple[int, str]:
    """The iterations, 0 without a search, and the name of the network in ``200``, ``200/NAME``.

    Raises:
        ValueError: The text says nothing of the kind.
    """
    first, slash, name = text.partition("/")
    digits = first.isascii() and first.isdecimal()
    if not digits:
        first, name = "0", text
    plain = name.replace("-", "").replace("_", "")
    if (slash or not digits) and not (plain.isascii() and plain.isalnum()):
        raise ValueError(f"{name!r} is no name of a network.")
    number = int(first) if len(first) <= len(str(MOST_ITERATIONS)) else MOST_ITERATIONS + 1
    if digits and not 1 <= number <= MOST_ITERATIONS:
        raise ValueError(f"a search takes 1 to {MOST_ITERATIONS} iterations.")
    return number, name


def configure(text: str) -> MakeBot:
    """What makes a bot of parameters such as ``200``, ``NAME``, ``200/NAME``.

    Raises:
        ValueError: They are none.
    """
    iterations, name = read(text)
    if iterations:
        return partial(TrainedSearchBot, iterations=iterations, name=name)
    return partial(TrainedBot, name=name)


def check(parameters: str, game: str, players: int) -> None:
    """Find the network for a game.

    Raises:
        ValueError: These are no parameters.
        UnknownBot: NumPy is not installed.
        NetworkError: There is no such network, or it is for something else.
    """
    networks().network_for(game, players, read(parameters)[1] if parameters else "")


BOT: BotInfo = BotInfo(
    "trained",
    "Trained",
    "Plays by a network that has learned the game by playing it.",
    TrainedBot,
    EXPECTED,
    configure,
    check,
)
