"""A determinization depends on what the seat sees and on the generator, on nothing else."""

import json
from random import Random

import pytest

from wardround.core import Match, State
from wardround.games import game, games


def positions(id: str, seed: int) -> list[State]:
    """Positions of a random game with most players."""
    rng = Random(seed)
    state = game(id).new(game(id).max_players, seed)
    found: list[State] = []
    while not state.is_over:
        if rng.random() < 0.06:
            found.append(state.copy())
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return found


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("id", list(games()))
def test_positions_that_look_the_same_give_the_same_sample(id: str, seed: int) -> None:
    """The true world is exchanged for others that the seat cannot tell from it."""
    compared = 0
    for state in positions(id, seed)[:40]:
        for seat in range(state.players):
            sample = state.determinize(seat, Random("sample")).snapshot()
            for number in range(2):
                other = state.determinize(seat, Random(number))
                assert other.determinize(seat, Random("sample")).snapshot() == sample
                compared += other.digest() != state.digest()
    assert compared > 50


@pytest.mark.parametrize("id", list(games()))
def test_other_generators_give_other_samples(id: str) -> None:
    """What is hidden really moves, wherever something is hidden from a seat."""
    state = positions(id, 3)[0]
    seat = state.asked()[0]
    samples = {state.determinize(seat, Random(number)).digest() for number in range(20)}
    assert len(samples) == 20, "each has a chance of its own at least"


@pytest.mark.parametrize("id", list(games()))
def test_a_sample_can_be_stored_and_played_on(id: str) -> None:
    """Whoever's turn it is, and in the middle of a move, too."""
    waiting = 0
    for state in positions(id, 4)[:12]:
        for seat in range(state.players):
            text = json.dumps(state.determinize(seat, Random("sample")).snapshot())
            start = game(id).restore(json.loads(text))
            match = Match(game(id), state.players, "", start=start)
            assert match.state.view(seat) == state.view(seat)
            assert match.state.prompt(seat) == state.prompt(seat)
            assert match.state.asked() == state.asked()
            assert match.state.legal_actions(seat) == state.legal_actions(seat)
            match.state.rollout(Random(1))
            assert match.state.is_over
            waiting += seat not in state.asked()
    assert waiting > 0
