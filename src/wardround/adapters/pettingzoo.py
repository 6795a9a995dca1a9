"""The games as environments of PettingZoo (https://pettingzoo.farama.org).

    env = env("dice_hospital", players=4)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            env.step(None)
        else:
            env.step(env.action_space(agent).sample(observation["action_mask"]))

An observation is a dict: ``"observation"`` is the row of numbers that ``state.layout()`` explains,
``"action_mask"`` has 1 for each legal action; the mask stands in the infos, too. Agents are
``player_0`` ... in the order of the seats. The reward of an agent is its return at the end of the
game and 0 before.

Where several seats decide at the same time, :func:`env` asks them one after another, the first
seat first, and none sees what the others chose; :func:`parallel_env` lets them act in one step.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from wardround.adapters import AdapterError, missing
from wardround.core import SPECTATOR, Game, State

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("wardround.adapters.pettingzoo", "pettingzoo", error) from error

from wardround.adapters.spaces import (
    FRAMES_PER_SECOND,
    RENDER_MODES,
    Seeds,
    check_render_mode,
    game_and_seats,
    mask_space,
    masked,
    observed,
    render,
    row_space,
)

ILLEGAL: Final = -1.0
"""The reward of an agent whose illegal action ends the game in :func:`env`."""
WAIT: Final = "wait"
"""What an agent of :func:`parallel_env` does that is not asked anything."""

Observation = dict[str, Any]


def env(
    game: Game | str,
    players: int | None = None,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    **options: object,
) -> AECEnv[str, Any, Any]:
    """The game with PettingZoo's usual wrappers.

    An illegal action ends the game: the agent that took it gets -1, the others 0. Calls in an
    order that PettingZoo forbids are told.

    Args:
        game: The game, or its id.
        players: Number of seats; two, or the fewest that the game takes, where nothing is said.
        render_mode: ``"human"`` (printed), ``"ansi"`` (a text), ``"svg"``, ``"rgb_array"`` (an
            array, drawn with Pillow): what a spectator sees.
        max_cycles: The game is cut off when an agent has acted so often.
        options: The game's options.

    Raises:
        UnknownGame, SeatError, OptionError, MaterialError: There is no such game.
        AdapterError: The render mode or the number of cycles is none.
    """
    bare = raw_env(game, players, render_mode=render_mode, max_cycles=max_cycles, **options)
    checked: AECEnv[str, Any, Any] = wrappers.TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class _Seats:
    """What both kinds of environment know of their game."""

    metadata: dict[str, Any]

    def _sit(
        self,
        game: Game | str,
        players: int | None,
        render_mode: str | None,
        max_cycles: int | None,
        options: Mapping[str, object],
        more_actions: int,
    ) -> None:
        check_render_mode(render_mode)
        if max_cycles is not None and max_cycles < 1:
            raise AdapterError(
                f"{max_cycles} cycles are too few.", where="max_cycles", expected="at least 1"
            )
        self.game, self.players = game_and_seats(game, players)
        self.options = dict(options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.num_actions = self.game.num_actions + more_actions
        self.possible_agents = [f"player_{seat}" for seat in range(self.players)]
        self.agents: list[str] = []
        self._seeds = Seeds()
        self._state = self.game.new(self.players, 0, options)
        row, mask = row_space(self._state.layout()), mask_space(self.num_actions)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.num_actions) for agent in self.possible_agents
        }
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.metadata = {
            "name": f"{self.game.id}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_SECOND,
            "is_parallelizable": False,
        }

    def _begin(self, seed: int | None) -> None:
        self.agents = self.possible_agents[:]
        self._state = self.game.new(self.players, self._seeds.next(seed), self.options)

    @property
    def position(self) -> State:
        """The true position, with everything that the agents do not see."""
        return self._state

    def observation_space(self, agent: str) -> spaces.Dict:
        """What the agent sees: a row of numbers and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The game's actions by number."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """The table as a spectator sees it, in the render mode of this environment."""
        return render(self._state, SPECTATOR, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(_Seats, AECEnv[str, Any, Any]):  # noqa: N801 (PettingZoo's name)
    """The game without wrappers, for speed: an illegal action raises the engine's error.

    Args:
        game: See :func:`env`.
        players: See :func:`env`.
        render_mode: See :func:`env`.
        max_cycles: See :func:`env`.
        options: See :func:`env`.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self._sit(game, players, render_mode, max_cycles, options, 0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next game.

        Args:
            seed: Fixes its chance, and that of the games after it.
            options: Nothing is read from them; those of the game were given before.
        """
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        nothing = np.zeros(self.num_actions, np.int8)
        self.infos = {agent: {"action_mask": nothing} for agent in self.agents}
        self._acted = [0] * self.players
        self._turn()

    def step(self, action: Any) -> None:
        """Carry out an action of the agent that is selected; ``None`` where it is finished.

        Raises:
            UnknownAction, IllegalAction: The rules forbid it; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        self._state.apply(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._acted[seat] += 1
        if self._state.over:
            self._end()
        elif self._acted[seat] == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._turn()

    def _turn(self) -> None:
        """Select the agent of the seat that is asked first, and work out its mask."""
        seat = self._state.asked()[0]
        agent = self.possible_agents[seat]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": masked(self._state, seat, self.num_actions)}

    def _end(self) -> None:
        self.rewards = dict(zip(self.possible_agents, self._state.returns(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What the agent sees now."""
        seat = self._seat_of[agent]
        mask = (
            self.infos[agent]["action_mask"]
            if agent == self.agent_selection and agent in self.infos
            else masked(self._state, seat, self.num_actions)
        )
        return {"observation": observed(self._state, seat), "action_mask": mask}


class parallel_env(_Seats, ParallelEnv[str, Any, Any]):  # noqa: N801 (PettingZoo's name)
    """A game with simultaneous decisions: in a step every seat that is asked acts.

    An agent whose seat is not asked has one action, the last one (``num_actions - 1``): to wait.
    What is simultaneous in the rules does not depend on each other, so the actions of a step can be
    carried out in the order of the seats. Games that only ever ask one seat are refused: nothing
    in them is parallel, :func:`env` is their interface.

    Args:
        game: See :func:`env`.
        players: See :func:`env`.
        render_mode: See :func:`env`.
        max_cycles: The game is cut off after so many steps.
        options: See :func:`env`.

    Raises:
        UnknownGame, SeatError, OptionError, MaterialError: There is no such game.
        AdapterError: Its decisions come one after another, or see :func:`env`.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self._sit(game, players, render_mode, max_cycles, options, 1)
        if not self.game.simultaneous:
            raise AdapterError(
                f"{self.game.title} asks one seat after another: nothing in it is parallel.",
                where="parallel_env",
                expected="wardround.adapters.pettingzoo.env",
            )
        self.wait = self.num_actions - 1
        self._steps = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next game.

        Args:
            seed: Fixes its chance, and that of the games after it.
            options: Nothing is read from them; those of the game were given before.
        """
        self._begin(seed)
        self._steps = 0
        return self._seen()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Carry out the actions of all agents.

        Args:
            actions: By agent; those that are not asked :attr:`wait`.

        Raises:
            AdapterError: An agent is missing, or one acts that is not asked.
            UnknownAction, IllegalAction: The rules forbid an action; nothing has changed.
        """
        chosen = self._checked(actions)
        for seat, action in chosen.items():
            self._state.apply(seat, action)
        self._steps += 1
        agents, over = self.agents, self._state.over
        cut = not over and self._steps == self.max_cycles
        seen, infos = self._seen()
        rewards = dict(zip(agents, self._state.returns(), strict=True))
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _checked(self, actions: Mapping[str, Any]) -> dict[int, Any]:
        """The actions of the seats that are asked: all of them are legal."""
        asked = self._state.asked()
        chosen: dict[int, Any] = {}
        for agent in self.agents:
            if agent not in actions:
                raise AdapterError(
                    f"{agent} does nothing.", where="step", expected="an action of every agent"
                )
            seat, action = self._seat_of[agent], actions[agent]
            if seat in asked:
                number = self.game.action(action)
                if number not in self._state.legal_actions(seat):
                    raise self._state.refusal(seat, number)
                chosen[seat] = number
            elif action != self.wait:
                raise AdapterError(
                    f"{agent} is not asked anything.",
                    where="step",
                    expected=f"{self.wait} ({WAIT})",
                )
        return chosen

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        seen: dict[str, Observation] = {}
        asked = self._state.asked()
        for seat, agent in enumerate(self.possible_agents):
            mask = masked(self._state, seat, self.num_actions)
            if seat not in asked:
                mask[self.wait] = 1
            seen[agent] = {"observation": observed(self._state, seat), "action_mask": mask}
        infos = {agent: {"action_mask": one["action_mask"]} for agent, one in seen.items()}
        return seen, infos
