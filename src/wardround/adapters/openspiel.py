"""The games as Python games of OpenSpiel (https://github.com/google-deepmind/open_spiel).

    import pyspiel
    import wardround.adapters.openspiel

    game = pyspiel.load_game("python_clinic(players=3)")

Importing this module registers every installed game as ``python_`` and its id. The parameters are
``players`` (two, or the fewest that the game takes) and ``options``, a text such as
``"name:value;name:value"``.

The first node of a game is chance: one of :data:`DEALS` seeds, all equally likely. Everything after
it follows from that seed and the actions, so a position is its history. OpenSpiel's search on the
true position therefore foresees the dice; a position of ``resample_from_infostate`` has new hidden
things and a new future. Its history is still that of the true one: do not serialize it.

Where several seats decide at the same time they are asked one after another, the first seat first.
A later one sees what an earlier one did in the open, as at a table; nothing that it may do depends
on that.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wardround.adapters import AdapterError, missing
from wardround.adapters.text import describe
from wardround.core import SPECTATOR, Game, State
from wardround.games import game as installed_game
from wardround.games import games

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing("wardround.adapters.openspiel", "openspiel", error) from error

DEALS: Final = 4096
"""How many seeds the first chance node has."""
LONGEST: Final = 100_000
"""Decisions that OpenSpiel is told a game may have: more than any has."""
BITS: Final = 2**32


def short_name(id: str) -> str:
    """What OpenSpiel calls a game: ``python_clinic`` for ``clinic``."""
    return f"python_{id}"


def game_type(game: Game) -> Any:
    """What OpenSpiel is told of a game before anything is chosen."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game.id),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": max(2, game.min_players), "options": ""},
    )


def options_of(text: str) -> dict[str, str]:
    """The options in the parameter ``options``.

    Raises:
        AdapterError: It is no list of names and values.
    """
    options: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        name, colon, value = part.partition(":")
        if not colon:
            raise AdapterError(
                f"{part!r} is no option.", where="options", expected="name:value;name:value"
            )
        options[name.strip()] = value.strip()
    return options


class SpielGame(pyspiel.Game):
    """A game with its number of players and its options.

    Args:
        game: The game's id.
        kind: What was registered.
        params: OpenSpiel's parameters.

    Raises:
        SeatError, OptionError, AdapterError: The game does not take them.
    """

    def __init__(self, game: str, kind: Any, params: dict[str, Any]) -> None:
        self.game = installed_game(game)
        usual = max(2, self.game.min_players)
        self.players = self.game.number_of_seats(int(params.get("players", usual)))
        self.options = options_of(str(params.get("options", "")))
        self.first = self.game.new(self.players, 0, self.options)
        lowest, highest = self.game.return_bounds(self.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=DEALS,
            num_players=self.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        """The chance node with which a game begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """What writes the tensors and strings of a seat."""
        if iig_obs_type is None:
            return SpielObserver(len(self.first.layout()), recall=True)
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.NONE:
            return SpielObserver(0, iig_obs_type.perfect_recall, public=True)
        return SpielObserver(len(self.first.layout()), iig_obs_type.perfect_recall)


class Held:
    """A position, which OpenSpiel copies as the engine does: quickly.

    Args:
        state: The position; None before the deal.
    """

    def __init__(self, state: State | None) -> None:
        self.state = state

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.state is None else self.state.copy())


class SpielState(pyspiel.State):
    """A position, or the chance node before the deal.

    Args:
        game: The game.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.held = Held(None)
        # What every seat was told since the deal, and last what who watches was.
        self.told: tuple[tuple[str, ...], ...] = ((),) * (game.players + 1)

    def current_player(self) -> int:
        """The seat that is asked first."""
        state = self.held.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.over else state.first_asked()

    def _legal_actions(self, player: int) -> list[int]:
        state = self.held.state
        return (
            [] if state is None or player != self.current_player() else state.legal_actions(player)
        )

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal, all equally likely."""
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        state = self.held.state
        if state is None:
            self.held = Held(game.game.new(game.players, int(action), game.options))
            return
        state.log = []
        seat = state.first_asked()
        state.apply(seat, int(action))
        viewers = (*range(game.players), SPECTATOR)
        self.told = tuple(
            told + tuple(self._news(state, viewer))
            for viewer, told in zip(viewers, self.told, strict=True)
        )
        state.log = None

    def _news(self, state: State, viewer: int) -> list[str]:
        events = state.log or []
        return [
            text for event in events if (text := state.game.event_text(event, viewer, state.names))
        ]

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}"
        notation: str = self.get_game().game.notation(action)
        return notation

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.held.state is not None and self.held.state.over

    def returns(self) -> list[float]:
        """The return of every seat at the end, 0 before."""
        state = self.held.state
        return [0.0] * self.num_players() if state is None else state.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A position that the seat cannot tell from this one.

        Args:
            player: The seat.
            sampler: Gives numbers from 0 to 1.
        """
        other: SpielState = self.clone()
        state = self.held.state
        if state is not None:
            rng = Random(f"{int(sampler() * BITS)}/{int(sampler() * BITS)}")
            other.held = Held(state.determinize(player, rng))
        return other

    def __str__(self) -> str:
        state = self.held.state
        return "before the deal" if state is None else f"{state.status()}\n{state.digest()}"


class SpielObserver:
    """What a seat sees, as a tensor and as a text.

    The tensor is the row that ``state.layout()`` explains: it holds the position as the seat sees
    it and not how it came about, for the information state, too. The text of an information state
    has what the seat was told since the deal above what it sees now.

    Args:
        length: Numbers of a tensor; there is none for the public.
        recall: Whether it is of an information state.
        public: Whether it is what who watches sees, whoever the seat is.
    """

    def __init__(self, length: int, recall: bool, public: bool = False) -> None:
        self.recall = recall
        self.public = public
        self.tensor = None if public else np.zeros(length, np.float32)
        self.dict = {} if public else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the tensor; zeros before the deal."""
        if self.tensor is None:
            return
        if state.held.state is None:
            self.tensor.fill(0)
        else:
            state.held.state.observe_into(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat reads, or who watches."""
        inner = state.held.state
        viewer = SPECTATOR if self.public else player
        seen = "before the deal" if inner is None else describe(inner.view(viewer))
        if inner is not None and viewer in inner.asked():
            seen += f"\n{inner.prompt(viewer)}"
        text = seen if self.public else f"seat {player}\n{seen}"
        return "\n".join((*state.told[viewer], text)) if self.recall else text


def register() -> None:
    """Register all installed games, as importing this module does; those that are stay."""
    known = set(pyspiel.registered_names())
    for id in games():
        if short_name(id) not in known:
            kind = game_type(installed_game(id))
            pyspiel.register_game(kind, _class_of(id, kind))


def _class_of(id: str, kind: Any) -> type[SpielGame]:
    """A class of its own for a game.

    OpenSpiel frees what it registered after Python has ended, which a class, unlike a function,
    survives.
    """

    def begin(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, id, kind, params or {})

    return type(f"{short_name(id)}_game", (SpielGame,), {"__init__": begin})


register()
