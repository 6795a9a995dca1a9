"""The environments of PettingZoo: its own tests, and what they do not look at."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.test import max_cycles_test as pettingzoo_max_cycles_test
from pettingzoo.test import test_save_obs as pettingzoo_save_obs_test
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.wrappers import BaseParallelWrapper

from tests.toy_game import GAME as TOY
from wardround.adapters import AdapterError
from wardround.adapters.pettingzoo import ILLEGAL, env, parallel_env, raw_env
from wardround.core import IllegalAction, OptionError, SeatError, UnknownGame
from wardround.games import OURS, game

GAMES = sorted(OURS)
TURNS = [id for id in GAMES if not game(id).simultaneous]
TOGETHER = [id for id in GAMES if game(id).simultaneous]
OF_A_DICT = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)
"""What PettingZoo's test says of every observation with a mask, its own games' included."""


def table(id: str, **more: Any) -> dict[str, Any]:
    """A game with several seats."""
    return {"game": id, "players": max(2, game(id).min_players), **more}


def play(made: Any, rng: Random, most: int = 1_000_000) -> list[tuple[str, int]]:
    """Play at random by the masks; who did what."""
    done: list[tuple[str, int]] = []
    for agent in made.agent_iter():
        observation, _, terminated, truncated, _ = made.last()
        if terminated or truncated or len(done) == most:
            break
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        made.step(action)
        done.append((agent, action))
    return done


class Legal(spaces.Discrete):
    """Actions of which ``sample`` draws a legal one: for tests that know no masks."""

    def __init__(self, length: int, mask: Callable[[], Any]) -> None:
        super().__init__(length)
        self.mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A legal action."""
        return super().sample(self.mask() if mask is None else mask, probability)


class ByTheRules(BaseParallelWrapper[str, Any, Any]):
    """A parallel environment whose action spaces draw legal actions."""

    def __init__(self, made: parallel_env) -> None:
        super().__init__(made)
        self.seen: dict[str, Any] = {}
        self.legal = {agent: self._space(agent) for agent in made.possible_agents}

    def _space(self, agent: str) -> Legal:
        return Legal(self.env.action_space(agent).n, lambda: self.seen[agent]["action_mask"])

    def action_space(self, agent: str) -> Any:
        return self.legal[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        self.seen, infos = super().reset(seed, options)
        return self.seen, infos

    def step(self, actions: Any) -> Any:
        self.seen, *rest = super().step(actions)
        return self.seen, *rest


# --- PettingZoo's own tests -----------------------------------------------------------------


@pytest.mark.filterwarnings(*OF_A_DICT)
@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_api(id: str, make: Callable[..., Any]) -> None:
    api_test(make(**table(id)), num_cycles=40)


@pytest.mark.slow
@pytest.mark.filterwarnings(*OF_A_DICT)
@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_api_for_every_number_of_players(id: str) -> None:
    for players in range(game(id).min_players, game(id).max_players + 1):
        api_test(env(id, players), num_cycles=400)


@pytest.mark.parametrize("make", [env, raw_env])
@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_seed(id: str, make: Callable[..., Any]) -> None:
    seed_test(lambda: make(**table(id)), num_cycles=40)


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_render(id: str) -> None:
    def is_svg(shown: object) -> bool:
        return isinstance(shown, str) and shown.startswith("<svg") and "</svg>" in shown

    render_test(lambda render_mode: env(id, render_mode=render_mode), {"svg": is_svg})


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_save_obs(
    id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Our observations are no pictures, and PettingZoo's test says that it saves none."""
    monkeypatch.chdir(tmp_path)
    pettingzoo_save_obs_test(env(id))
    assert "Observations must be Box" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo_performance_benchmark(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(raw_env(id))
    assert float(capsys.readouterr().out.split("turns per second")[0].split("\n")[-1]) > 100


@pytest.mark.filterwarnings(*OF_A_DICT)
@pytest.mark.parametrize("id", TOGETHER)
def test_pettingzoo_parallel(id: str) -> None:
    parallel_api_test(parallel_env(**table(id)), num_cycles=1000)
    parallel_seed_test(lambda: ByTheRules(parallel_env(**table(id))), num_cycles=40)


@pytest.mark.parametrize("id", TOGETHER)
def test_pettingzoo_max_cycles(id: str) -> None:
    """It counts cycles in which every agent acts, as those of the parallel environment do."""

    def together(max_cycles: int) -> ByTheRules:
        return ByTheRules(parallel_env(**table(id, max_cycles=max_cycles)))

    pettingzoo_max_cycles_test(
        SimpleNamespace(
            parallel_env=together, env=lambda max_cycles: parallel_to_aec(together(max_cycles))
        )
    )


# --- what they do not look at ---------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_the_environment_is_the_game(id: str) -> None:
    """Agents, observations, masks and rewards are those of the engine, to the end of a game."""
    made = raw_env(**table(id))
    made.reset(seed=5)
    state = game(id).new(made.players, 5)
    rng = Random(5)
    while not state.is_over:
        seat = state.asked()[0]
        assert made.agent_selection == f"player_{seat}"
        observation, reward, terminated, truncated, info = made.last()
        assert (reward, terminated, truncated) == (0.0, False, False)
        row = np.zeros(len(state.layout()), np.float32)
        state.observe_into(seat, row)
        np.testing.assert_array_equal(observation["observation"], row)
        assert bytes(observation["action_mask"]) == bytes(state.mask(seat))
        assert bytes(info["action_mask"]) == bytes(state.mask(seat))
        for other in range(state.players):
            mask = made.observe(f"player_{other}")["action_mask"]
            assert bytes(mask) == bytes(state.mask(other))
        action = rng.choice(state.legal_actions(seat))
        state.apply(seat, action)
        made.step(np.int64(action))
    returns = {}
    for agent in made.agent_iter():
        _, returns[agent], terminated, truncated, _ = made.last()
        assert terminated
        assert not truncated
        made.step(None)
    assert list(returns.values()) == state.returns()
    assert sum(returns.values()) > 0
    assert made.agents == []


def test_arrays_are_not_written_again() -> None:
    made = env("dice_hospital")
    made.reset(seed=1)
    first = made.last()[0]
    kept = {name: array.copy() for name, array in first.items()}
    play(made, Random(1), 30)
    for name, array in first.items():
        np.testing.assert_array_equal(array, kept[name])


def test_an_illegal_action_ends_the_wrapped_game_and_is_refused_by_the_raw_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrapped, bare = env("pyrrameds"), raw_env("pyrrameds")
    for made in (wrapped, bare):
        made.reset(seed=1)
    agent = wrapped.agent_selection
    illegal = int(np.flatnonzero(wrapped.last()[0]["action_mask"] == 0)[0])
    wrapped.step(illegal)
    assert wrapped.rewards[agent] == ILLEGAL
    assert all(wrapped.terminations.values())
    before = bare.position.digest()
    with pytest.raises(IllegalAction):
        bare.step(illegal)
    assert bare.position.digest() == before
    play(bare, Random(1))
    assert all(bare.terminations.values())


def test_games_after_a_seed_follow_from_it() -> None:
    def rows() -> list[list[tuple[str, int]]]:
        made = env("dice_hospital", 2)
        found = []
        for seed in (3, None, None, 3):
            made.reset(seed=seed)
            found.append(play(made, Random(1), 40))
        return found

    first, second, third, again = rows()
    assert first == again
    assert len({str(one) for one in (first, second, third)}) == 3
    assert rows() == [first, second, third, again]


def test_games_without_a_seed_differ() -> None:
    played = set()
    for _ in range(3):
        made = env("dice_hospital")
        made.reset()
        played.add(str(play(made, Random(1), 40)))
    assert len(played) == 3


def test_it_is_cut_off_when_an_agent_has_acted_often_enough() -> None:
    made = raw_env("clinic", max_cycles=7)
    made.reset(seed=1)
    done = [agent for agent, _ in play(made, Random(1))]
    assert max(done.count(agent) for agent in made.possible_agents) == 7
    assert all(made.truncations.values())
    assert not any(made.terminations.values())


def test_the_picture_shows_the_text() -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        made = env("dice_hospital", 2, render_mode=mode)
        made.reset(seed=1)
        shown[mode] = made.render()
    assert "round: 1; rounds: 8" in shown["ansi"]
    assert "round: 1; rounds: 8" in shown["svg"]
    picture = shown["rgb_array"]
    assert picture.min() < 100 < 240 < picture.max()
    assert f'height="{picture.shape[0]}"' in shown["svg"]


def test_nobody_sees_the_hands_in_a_picture() -> None:
    made = env("pyrrameds", 2, render_mode="ansi")
    made.reset(seed=1)
    assert "Hand of Seat 1, Hand of Seat 2: " in made.render()
    own = made.unwrapped.position.view(0)["hands"][0]["cards"]
    assert own
    assert all(card["label"] not in made.render() for card in own)


@pytest.mark.parametrize("id", TOGETHER)
def test_what_is_simultaneous_happens_in_one_step(id: str) -> None:
    """A whole game takes fewer steps than decisions, and ends as it does one by one."""
    made = parallel_env(**table(id))
    seen, infos = made.reset(seed=2)
    state = game(id).new(made.players, 2)
    rng = Random(2)
    steps = decisions = 0
    rewards: dict[str, float] = {}
    while made.agents:
        actions = {
            agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            for agent in made.agents
        }
        for seat in state.asked():
            assert actions[f"player_{seat}"] in state.legal_actions(seat)
            state.apply(seat, actions[f"player_{seat}"])
            decisions += 1
        waiting = [agent for agent, action in actions.items() if action == made.wait]
        seen, rewards, terminated, truncated, infos = made.step(actions)
        assert infos.keys() == seen.keys() == rewards.keys() == set(made.possible_agents)
        assert made.position.digest() == state.digest()
        assert len(waiting) < made.players
        assert set(terminated.values()) == {state.is_over}
        assert set(truncated.values()) == {False}
        steps += 1
    assert list(rewards.values()) == state.returns()
    assert steps < decisions


@pytest.mark.parametrize("id", TURNS)
def test_nothing_is_parallel_where_seats_are_asked_one_after_another(id: str) -> None:
    with pytest.raises(AdapterError, match="one seat after another"):
        parallel_env(id)


def test_mistakes_in_a_parallel_step_are_told_and_change_nothing() -> None:
    made = parallel_env("dice_hospital", 2)
    seen, _ = made.reset(seed=1)
    before = made.position.digest()
    asked = made.position.asked()
    good = {agent: int(np.flatnonzero(one["action_mask"])[0]) for agent, one in seen.items()}
    idle = next(seat for seat in range(2) if seat not in asked)
    with pytest.raises(AdapterError, match=f"player_{idle} is not asked"):
        made.step({**good, f"player_{idle}": 0})
    with pytest.raises(AdapterError, match="player_1 does nothing"):
        made.step({"player_0": good["player_0"]})
    illegal = int(np.flatnonzero(seen[f"player_{asked[0]}"]["action_mask"][:-1] == 0)[0])
    with pytest.raises(IllegalAction):
        made.step({**good, f"player_{asked[0]}": illegal})
    assert made.position.digest() == before


def test_a_game_that_is_not_installed_can_be_played() -> None:
    made = env(TOY)
    made.reset(seed=1)
    play(made, Random(1))
    assert all(made.terminations.values())


def test_options_are_those_of_the_game() -> None:
    made = env("pyrrameds", 3, preset="book")
    made.reset(seed=1)
    assert made.unwrapped.position.options["preset"] == "book"


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"game": "night_shift"}, UnknownGame, "night_shift"),
        ({"players": 9}, SeatError, "not for 9 players"),
        ({"no_such_option": 1}, OptionError, "no_such_option"),
        ({"render_mode": "hologram"}, AdapterError, "hologram"),
        ({"max_cycles": 0}, AdapterError, "max_cycles"),
    ],
)
def test_what_is_not_possible_is_told(
    wrong: dict[str, Any], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        env(**{"game": "clinic", **wrong})
