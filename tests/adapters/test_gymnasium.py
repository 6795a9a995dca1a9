"""The environments of Gymnasium: its own checker, and what it does not look at."""

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tests.toy_game import GAME as TOY
from wardround.adapters import AdapterError
from wardround.adapters.gymnasium import ILLEGAL, Env, SelfPlayVectorEnv, title
from wardround.bots import Turn, make_bot
from wardround.core import SeatError, UnknownBot
from wardround.games import OURS, game
from wardround.vector import SharedVector, Vector, VectorError

GAMES = sorted(OURS)


def drawn(mask: Any, rng: Random) -> int:
    """A legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


# --- one seat -------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_gymnasium_check_env(id: str) -> None:
    check_env(gymnasium.make(f"wardround/{title(id)}-v0").unwrapped)


@pytest.mark.slow
@pytest.mark.parametrize("id", GAMES)
def test_gymnasium_check_env_for_every_number_of_players(id: str) -> None:
    for players in range(game(id).min_players, game(id).max_players + 1):
        made = gymnasium.make(f"wardround/{title(id)}-v0", players=players, seat=None)
        check_env(made.unwrapped)


def test_the_ids_are_known_after_the_import_alone() -> None:
    program = (
        "import gymnasium; "
        "env = gymnasium.make('wardround.adapters.gymnasium:wardround/DiceHospital-v0'); "
        "print(env.unwrapped.game.id, env.action_space)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "dice_hospital Discrete(255)\n"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("id", GAMES)
def test_the_environment_is_the_game_with_bots(id: str, seat: int) -> None:
    """What the seat sees and gets is what the engine gives when the bots play by themselves."""
    players = max(2, game(id).min_players)
    made = Env(id, players, "random", seat)
    row, info = made.reset(seed=9)
    state = game(id).new(players, 9)
    bots = {one: make_bot("random", f"9/bot {one}") for one in range(players) if one != seat}
    rng = Random(9)
    reward, terminated = 0.0, False
    while not state.is_over:
        asked = state.asked()[0]
        if asked != seat:
            state.apply(asked, bots[asked].choose(Turn(state, asked)))
            continue
        assert not terminated
        assert reward == 0.0
        expected = np.zeros(len(state.layout()), np.float32)
        state.observe_into(seat, expected)
        np.testing.assert_array_equal(row, expected)
        assert bytes(info["action_mask"]) == bytes(state.mask(seat))
        assert bytes(made.action_masks()) == bytes(state.mask(seat))
        action = rng.choice(state.legal_actions(seat))
        state.apply(seat, action)
        row, reward, terminated, truncated, info = made.step(action)
        assert not truncated
    assert terminated
    assert reward == state.returns()[seat]
    assert made.position.digest() == state.digest()
    with pytest.raises(AdapterError, match="The game is over"):
        made.step(0)


def test_an_illegal_action_ends_the_game_and_is_explained() -> None:
    made = Env("dice_hospital")
    _, info = made.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = made.step(illegal)
    assert (reward, terminated, truncated) == (ILLEGAL, True, False)
    assert "Expected:" in info["illegal"]
    made.reset()
    _, reward, _, _, info = made.step(10_000)
    assert reward == ILLEGAL
    assert "no action 10000" in info["illegal"]


def test_another_seat_for_every_game_where_none_is_said() -> None:
    made = Env("dice_hospital", 4, seat=None)
    seats = []
    for number in range(40):
        made.reset(seed=7 if number == 0 else None)
        seats.append(made.seat)
    assert set(seats) == {0, 1, 2, 3}
    made.reset(seed=7)
    assert made.seat == seats[0]


def test_a_picture_shows_what_the_seat_sees_and_not_what_others_hold() -> None:
    made = Env("pyrrameds", 2, seat=1, render_mode="ansi")
    made.reset(seed=1)
    shown = made.render()
    own, others = (made.position.view(seat)["hands"][seat]["cards"] for seat in (1, 0))
    labels = ["; ".join(card["label"] for card in cards) for cards in (own, others)]
    assert f" cards: {labels[0]}\n" in shown
    assert labels[1] not in shown


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"bots": "nobody"}, UnknownBot, "nobody"),
        ({"bots": ["random"]}, AdapterError, "1 bots"),
        ({"seat": 3}, SeatError, "no seat 3"),
        ({"render_mode": "hologram"}, AdapterError, "hologram"),
    ],
)
def test_what_is_not_possible_is_told(
    wrong: dict[str, Any], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        Env("clinic", 3, **wrong)


def test_gymnasium_makes_vectors_of_it() -> None:
    many = gymnasium.make_vec(
        "wardround/Pyrrameds-v0",
        num_envs=3,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": AutoresetMode.SAME_STEP},
    )
    rows, infos = many.reset(seed=1)
    assert rows.shape == many.observation_space.shape
    rng = Random(1)
    ended = 0
    while ended < 3:
        actions = np.array([drawn(mask, rng) for mask in infos["action_mask"]])
        rows, _, terminated, _, infos = many.step(actions)
        ended += int(terminated.sum())
    assert ended >= 3


# --- all seats ------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_the_vector_is_that_of_the_engine(id: str) -> None:
    """Observations, masks, seats, ends and returns; nothing that was returned changes later."""
    players = max(2, game(id).min_players)
    made = gymnasium.make_vec(f"wardround/{title(id)}SelfPlay-v0", num_envs=5, players=players)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    rows, infos = made.reset(seed=4)
    games = Vector(id, 5, players=players, seed=4)
    rng = Random(4)
    ends = 0
    while ends < 5:
        np.testing.assert_array_equal(rows, games.observations)
        np.testing.assert_array_equal(infos["action_mask"], games.masks)
        np.testing.assert_array_equal(infos["seat"], games.seats)
        acted = games.seats.copy()
        actions = games.random_actions(rng)
        games.step(actions)
        before, kept = rows, rows.copy()
        rows, rewards, terminated, truncated, infos = made.step(actions)
        np.testing.assert_array_equal(before, kept)
        np.testing.assert_array_equal(terminated, games.ended)
        assert not truncated.any()
        np.testing.assert_array_equal(rewards, games.returns[np.arange(5), acted])
        assert ("final_obs" in infos) == bool(games.ended.any())
        for place in np.flatnonzero(games.ended):
            ends += 1
            np.testing.assert_array_equal(
                infos["final_obs"][place], games.final_observations[place]
            )
            assert infos["_final_obs"][place]
            assert infos["final_info"]["seat"][place] == acted[place]
            np.testing.assert_array_equal(
                infos["final_info"]["returns"][place], games.returns[place]
            )
    assert rows.dtype == made.single_observation_space.dtype
    assert rows in made.observation_space


def test_wrappers_of_gymnasium_understand_the_ends() -> None:
    made = RecordEpisodeStatistics(SelfPlayVectorEnv("pyrrameds", 3))
    _, infos = made.reset(seed=1)
    rng = Random(1)
    while "episode" not in infos:
        actions = np.array([drawn(mask, rng) for mask in infos["action_mask"]])
        _, _, _, _, infos = made.step(actions)
    place = int(np.flatnonzero(infos["_episode"])[0])
    assert infos["episode"]["l"][place] > 10
    assert 0.0 <= infos["episode"]["r"][place] <= 1.0


def test_several_processes_play_the_same_games() -> None:
    shared, alone = (SelfPlayVectorEnv("clinic", 4, workers=workers) for workers in (2, 1))
    try:
        rows, infos = shared.reset(seed=3)
        expected, _ = alone.reset(seed=3)
        assert isinstance(shared._games, SharedVector)
        rng = Random(3)
        for _ in range(20):
            np.testing.assert_array_equal(rows, expected)
            actions = np.array([drawn(mask, rng) for mask in infos["action_mask"]])
            rows, _, _, _, infos = shared.step(actions)
            expected, _, _, _, _ = alone.step(actions)
    finally:
        shared.close()
        alone.close()
    with pytest.raises(VectorError, match="closed"):
        shared.step(np.zeros(4, np.int64))


def test_games_follow_from_the_seed() -> None:
    made = SelfPlayVectorEnv("dice_hospital", 2)
    first = made.reset(seed=1)[0]
    second = made.reset()[0]
    again = made.reset(seed=1)[0]
    np.testing.assert_array_equal(first, again)
    assert (first != second).any()


def test_arrays_are_those_of_the_engine_where_no_copies_are_wanted() -> None:
    made = SelfPlayVectorEnv("pyrrameds", 2, copy=False)
    rows, infos = made.reset(seed=1)
    before = rows.copy()
    actions = np.array([drawn(mask, Random(1)) for mask in infos["action_mask"]])
    after, _, _, _, _ = made.step(actions)
    assert after is rows
    assert (rows != before).any()


def test_a_game_that_is_not_installed_can_be_played() -> None:
    one, many = Env(TOY), SelfPlayVectorEnv(TOY, 2)
    assert one.reset(seed=1)[0] in one.observation_space
    assert many.reset(seed=1)[0] in many.observation_space
