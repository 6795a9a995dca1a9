"""The games as environments of Gymnasium (https://gymnasium.farama.org): one seat learns.

    import gymnasium
    import wardround.adapters.gymnasium

    env = gymnasium.make("wardround/DiceHospital-v0", players=3, bots="greedy")
    observation, info = env.reset(seed=1)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

Bots hold the other seats. An observation is the row of numbers that ``state.layout()`` explains;
the mask of legal actions stands in ``info["action_mask"]``, and ``env.unwrapped.action_masks()``
gives it, too, as sb3-contrib asks for it. The reward is the seat's return at the end of the game
and 0 before.

:class:`SelfPlayVectorEnv` holds many games at once and lets one policy play all seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from wardround.adapters import AdapterError, missing
from wardround.bots import Bot, Turn, make_bot
from wardround.core import Game, IllegalAction, SeatError, State, UnknownAction
from wardround.games import games

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("wardround.adapters.gymnasium", "gymnasium", error) from error

from wardround.adapters.spaces import (
    FRAMES_PER_SECOND,
    RENDER_MODES,
    Seeds,
    check_render_mode,
    game_and_seats,
    masked,
    observed,
    render,
    row_space,
)
from wardround.vector import SharedVector, Vector

ILLEGAL: Final = -1.0
"""The reward for an illegal action, which ends the game."""
NAMESPACE: Final = "wardround"


class Env(gymnasium.Env[Any, Any]):
    """One seat of a game; bots hold the others.

    Args:
        game: The game, or its id.
        players: Number of seats; two, or the fewest that the game takes, where nothing is said.
        bots: The kind of bot of all other seats, or the kinds in the order of the seats.
        seat: The seat that learns; None draws another one for every game.
        render_mode: ``"human"`` (printed), ``"ansi"`` (a text), ``"svg"``, ``"rgb_array"`` (an
            array, drawn with Pillow): what the seat sees.
        options: The game's options.

    Raises:
        UnknownGame, SeatError, OptionError, MaterialError: There is no such game or seat.
        UnknownBot: No such bot is installed.
        AdapterError: There are too many or too few bots, or the render mode is none.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by Gymnasium)
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        bots: str | Sequence[str] = "random",
        seat: int | None = 0,
        *,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.game, self.players = game_and_seats(game, players)
        self.options = dict(options)
        if seat is not None and not 0 <= seat < self.players:
            raise SeatError(
                f"There is no seat {seat}.", where="seat", expected=f"0 to {self.players - 1}"
            )
        self.fixed_seat = seat
        self.bots = kinds_of_bots(bots, self.players - 1)
        self.seat = 0 if seat is None else seat
        self._seeds = Seeds()
        self._players: dict[int, Bot] = {}
        self._done = True
        self._state = self.game.new(self.players, 0, options)
        self.observation_space = row_space(self._state.layout())
        self.action_space = spaces.Discrete(self.game.num_actions)

    @property
    def position(self) -> State:
        """The true position, with everything that the seat does not see."""
        return self._state

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin the next game and let the bots play until the seat is asked.

        Args:
            seed: Fixes its chance, the bots', and that of the games after it.
            options: Nothing is read from them; those of the game were given before.
        """
        super().reset(seed=seed)
        text = self._seeds.next(seed)
        if self.fixed_seat is None:
            self.seat = Random(f"{text}/seat").randrange(self.players)
        others = [seat for seat in range(self.players) if seat != self.seat]
        self._players = {
            seat: make_bot(kind, f"{text}/bot {seat}")
            for seat, kind in zip(others, self.bots, strict=True)
        }
        self._state = self.game.new(self.players, text, self.options)
        self._let_bots_play()
        self._done = self._state.over
        return observed(self._state, self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Carry out an action of the seat and let the bots play until it is asked again.

        An illegal action ends the game with a reward of -1; ``info["illegal"]`` says why.

        Raises:
            AdapterError: The game is over.
        """
        if self._done:
            raise AdapterError("The game is over.", where="step", expected="reset")
        try:
            self._state.apply(self.seat, action)
        except (IllegalAction, UnknownAction) as error:
            self._done = True
            told = {**self._info(), "illegal": str(error)}
            return observed(self._state, self.seat), ILLEGAL, True, False, told
        self._let_bots_play()
        over = self._state.over
        self._done = over
        reward = self._state.returns()[self.seat]
        return observed(self._state, self.seat), reward, over, False, self._info()

    def _let_bots_play(self) -> None:
        state = self._state
        while not state.over and state.asked()[0] != self.seat:
            seat = state.asked()[0]
            state.apply(seat, self._players[seat].choose(Turn(state, seat)))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": masked(self._state, self.seat, self.game.num_actions)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, as MaskablePPO of sb3-contrib asks for it."""
        return masked(self._state, self.seat, self.game.num_actions).astype(np.bool_)

    def render(self) -> Any:
        """The table as the seat sees it, in the render mode of this environment."""
        return render(self._state, self.seat, self.render_mode)


def kinds_of_bots(bots: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """The kind of bot of each of the other seats.

    Raises:
        UnknownBot: No such bot is installed.
        AdapterError: There are too many or too few.
    """
    kinds = (bots,) * seats if isinstance(bots, str) else tuple(bots)
    if len(kinds) != seats:
        raise AdapterError(
            f"There are {len(kinds)} bots.", where="bots", expected=f"{seats}, or one kind for all"
        )
    for kind in kinds:
        make_bot(kind, 0)
    return kinds


class SelfPlayVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games at once; in each that seat acts that is asked first, so one policy plays all.

    A game that ends is followed by the next one in the same step: observations, masks and seats
    are of that one already. ``infos`` holds

    - ``action_mask``: 1 for each legal action of the seat that acts,
    - ``seat``: that seat,

    and where a game ended (``_final_obs``)

    - ``final_obs``: what the seat that acted last saw at the end,
    - ``final_info["seat"]``: that seat,
    - ``final_info["returns"]``: the returns of all seats.

    The reward is the return of the seat that acted, where a game ended; a learner that plays all
    seats takes those of the others from ``final_info``.

    Args:
        game: The game, or its id.
        num_envs: How many games.
        players: Number of seats; two, or the fewest that the game takes, where nothing is said.
        workers: How many processes play; with more than one the game must be an installed one.
        copy: Whether observations and masks are copies, as those of Gymnasium's own vectors; if
            not, the next step writes new ones into the same arrays, which is quicker.
        options: The game's options.

    Raises:
        The errors of :class:`wardround.vector.Vector`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared so by Gymnasium)
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        workers: int = 1,
        copy: bool = True,
        **options: object,
    ) -> None:
        self.game, self.players = game_and_seats(game, players)
        self.num_envs = num_envs
        self.workers = workers
        self.copy = copy
        self.options = dict(options)
        self._seeds = Seeds()
        self._games: Vector | SharedVector = Vector(
            self.game, num_envs, players=self.players, options=options
        )
        self.single_observation_space = row_space(self._games.layout)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin all games anew.

        Args:
            seed: Fixes all chance from now on.
            options: Nothing is read from them; those of the game were given before.
        """
        super().reset(seed=seed)
        text = self._seeds.next(seed)
        self.close_extras()
        if self.workers == 1:
            self._games = Vector(
                self.game, self.num_envs, players=self.players, seed=text, options=self.options
            )
        else:
            self._games = SharedVector(
                self.game.id,
                self.num_envs,
                self.workers,
                players=self.players,
                seed=text,
                options=self.options,
            )
        return self._observations(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Carry out one action in every game.

        Raises:
            VectorError, IllegalAction, UnknownAction: See :meth:`wardround.vector.Vector.step`.
        """
        games = self._games
        acted = games.seats.copy()
        games.step(actions)
        ended = games.ended.copy()
        rewards = games.returns[np.arange(self.num_envs), acted]
        infos = self._infos()
        if ended.any():
            last = np.full(self.num_envs, None, object)
            for place in np.flatnonzero(ended):
                last[place] = games.final_observations[place].copy()
            final = {"seat": acted, "_seat": ended, "returns": games.returns.copy()}
            infos |= {"final_obs": last, "_final_obs": ended}
            infos |= {"final_info": {**final, "_returns": ended}, "_final_info": ended}
        return self._observations(), rewards, ended, np.zeros_like(ended), infos

    def random_actions(self, rng: Random) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely."""
        return self._games.random_actions(rng)

    def _observations(self) -> NDArray[np.float32]:
        rows = self._games.observations
        return rows.copy() if self.copy else rows

    def _infos(self) -> dict[str, Any]:
        masks = self._games.masks.view(np.int8)
        return {
            "action_mask": masks.copy() if self.copy else masks,
            "seat": self._games.seats.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes that play."""
        if isinstance(self._games, SharedVector):
            self._games.close()


def title(id: str) -> str:
    """How a game is called in Gymnasium's ids: ``DiceHospital`` for ``dice_hospital``."""
    return "".join(word.capitalize() for word in id.split("_"))


def register() -> None:
    """Register all installed games, as importing this module does.

    ``wardround/DiceHospital-v0`` is an :class:`Env`, ``wardround/DiceHospitalSelfPlay-v0`` a
    :class:`SelfPlayVectorEnv` for ``gymnasium.make_vec``.
    """
    for id in games():
        one, all_seats = f"{NAMESPACE}/{title(id)}-v0", f"{NAMESPACE}/{title(id)}SelfPlay-v0"
        if one not in gymnasium.registry:
            gymnasium.register(one, f"{__name__}:Env", kwargs={"game": id})
            gymnasium.register(
                all_seats,
                vector_entry_point=f"{__name__}:SelfPlayVectorEnv",
                kwargs={"game": id},
            )


register()
