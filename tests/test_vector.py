"""Vectors: many games as arrays are the same games as single ones."""

import os
import signal
import subprocess
import sys
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.cli.terminal import ROOT, environment
from tests.toy_game import GAME as TOY
from wardround.core import Game, IllegalAction, OptionError, SeatError, UnknownAction, UnknownGame
from wardround.games import game, games
from wardround.vector import Arrays, SharedVector, Vector, VectorError

IDS = list(games())
STEPS = {"clinic": 700}


def same_as_single_play(vector: Any, steps: int, seeds: Any) -> int:
    """Play at random, and the same actions in single games; how many games ended."""
    played: Game = vector.game
    single = [played.new(vector.players, seed) for seed in seeds()]
    rng = Random(3)
    ended = 0
    row = np.zeros(len(vector.layout), np.float32)
    for _ in range(steps):
        actions = vector.random_actions(rng)
        seats = vector.seats.tolist()
        for place, state in enumerate(single):
            assert state.asked()[0] == seats[place]
            state.observe_into(seats[place], row)
            assert np.array_equal(vector.observations[place], row)
            assert bytes(vector.masks[place]) == bytes(state.mask(seats[place]))
            state.apply(seats[place], actions[place])
        vector.step(actions)
        for place, state in enumerate(single):
            assert bool(vector.ended[place]) == state.is_over
            assert vector.returns[place].tolist() == pytest.approx(state.returns())
            if state.is_over:
                ended += 1
                state.observe_into(seats[place], row)
                assert np.array_equal(vector.final_observations[place], row)
                single[place] = played.new(vector.players, seeds()[place])
    return ended


@pytest.mark.no_cover
@pytest.mark.parametrize("id", IDS)
def test_the_games_are_those_of_single_play(id: str) -> None:
    vector = Vector(id, 5, seed=7)

    def seeds() -> list[str]:
        return [vector.seed_of(place) for place in range(5)]

    assert seeds()[4] == "7/4/1"
    assert same_as_single_play(vector, STEPS.get(id, 250), seeds) >= 3
    assert vector.seed_of(0) != "7/0/1"


def test_players_and_options_are_those_asked_for() -> None:
    vector = Vector("dynamite_nurse", 2, players=4, options={"edition": "village"}, seed="x")
    assert vector.players == 4
    assert vector.returns.shape == (2, 4)
    state = game("dynamite_nurse").new(4, vector.seed_of(1), {"edition": "village"})
    assert np.array_equal(vector.observations[1], np.array(row(state), np.float32))


def row(state: Any) -> list[float]:
    """What the seat that acts sees."""
    numbers = [0.0] * len(state.layout())
    state.observe_into(state.asked()[0], numbers)
    return numbers


def test_more_games_than_a_block() -> None:
    vector = Vector(TOY, 37, players=3, seed=2)
    for place in (0, 15, 16, 36):
        state = TOY.new(3, vector.seed_of(place))
        assert vector.observations[place].tolist() == row(state)


def test_an_illegal_action_changes_nothing() -> None:
    vector = Vector("pyrrameds", 3, seed=1)
    before = {name: value.copy() for name, value in arrays(vector).items()}
    legal = vector.random_actions(Random(1))
    wrong = legal.copy()
    wrong[2] = np.flatnonzero(vector.masks[2] == 0)[0]
    with pytest.raises(IllegalAction, match="game 2, seat") as refused:
        vector.step(wrong)
    assert refused.value.expected
    wrong[2] = vector.game.num_actions
    with pytest.raises(UnknownAction):
        vector.step(wrong)
    for name, value in arrays(vector).items():
        assert np.array_equal(value, before[name]), name
    vector.step(legal)


def arrays(vector: Arrays) -> dict[str, Any]:
    """All arrays by name."""
    return {name: value for name, value in vars(vector).items() if isinstance(value, np.ndarray)}


@pytest.mark.parametrize("actions", [[1], np.zeros((3, 1), int), [0.0, 0.0, 0.0], "abc", None])
def test_actions_that_do_not_fit_are_refused(actions: Any) -> None:
    with pytest.raises(VectorError, match="actions are of shape"):
        Vector(TOY, 3).step(actions)


def test_actions_of_every_kind_of_whole_numbers() -> None:
    for kind in (np.int8, np.int32, np.uint16, np.int64):
        vector = Vector(TOY, 3)
        vector.step(vector.random_actions(Random(1)).astype(kind))


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Vector("chess", 2)
    with pytest.raises(SeatError):
        Vector("clinic", 2, players=9)
    with pytest.raises(OptionError):
        Vector("clinic", 2, options={"colour": 1})
    with pytest.raises(VectorError, match="0 games"):
        Vector("clinic", 0)
    with pytest.raises(VectorError, match="5 processes cannot share 3 games"):
        SharedVector("clinic", 3, 5)


@pytest.mark.parametrize("workers", [1, 2])
def test_several_processes_play_the_same_games(workers: int) -> None:
    alone = Vector("dynamite_nurse", 5, seed=3)
    with SharedVector("dynamite_nurse", 5, workers, seed=3) as shared:
        rng = Random(2)
        for _ in range(60):
            for name, value in arrays(alone).items():
                assert np.array_equal(value, arrays(shared)[name]), name
            actions = alone.random_actions(rng)
            alone.step(actions)
            shared.step(actions)
        wrong = shared.random_actions(rng)
        wrong[4] = np.flatnonzero(shared.masks[4] == 0)[0]
        with pytest.raises(IllegalAction):
            shared.step(wrong)
        seen = shared.observations.copy()
    assert np.array_equal(shared.observations, seen)
    with pytest.raises(VectorError, match="closed"):
        shared.step(wrong)


PARENT = """
import os, time
from wardround.vector import SharedVector
if __name__ == "__main__":
    games = SharedVector("pyrrameds", 2, 2)
    print(*[process.pid for process, *_ in games._workers], flush=True)
    time.sleep(60)
"""


def test_no_process_outlives_its_parent() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment(PYTHONPATH=str(ROOT)),
    ) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(workers) == 2
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + 30
    while any(map(alive, workers)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(alive, workers))


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
        return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
