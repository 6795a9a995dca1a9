"""Many games in one object are the same games as single ones."""

from random import Random

import pytest

from tests.toy_game import GAME
from wardround.core import IllegalAction, UnknownAction
from wardround.core.batch import Batch

COUNT = 3


def batch(first: int = 0) -> Batch:
    return Batch(GAME, 2, COUNT, "batch", {"rounds": 1}, first)


def test_each_place_plays_the_game_of_its_seed() -> None:
    games = batch()
    assert games.begun == [1] * COUNT
    singles = [GAME.new(2, f"batch/{place}/1", {"rounds": 1}) for place in range(COUNT)]
    rng = Random(1)
    ended: list[int] = []
    while not ended:
        assert games.seats() == [single.first_asked() for single in singles]
        masks = [mask for single in singles for mask in single.mask(single.first_asked())]
        assert list(bytes(memoryview(games.masks()))) == masks
        actions = [rng.choice(single.legal_actions(single.first_asked())) for single in singles]
        for single, action in zip(singles, actions, strict=True):
            single.apply(single.first_asked(), action)
        ended = games.step(actions)
        assert [state.digest() for state in games.states] == [one.digest() for one in singles]
    assert ended == [place for place, single in enumerate(singles) if single.over]
    games.restart(ended[0])
    assert games.seed_of(ended[0]) == f"batch/{ended[0]}/2"


def test_places_are_numbered_from_the_first_one_on() -> None:
    assert batch(first=7).seed_of(1) == "batch/8/1"
    assert batch().states[2].digest() == batch(first=2).states[0].digest()


def test_random_actions_are_legal_and_reach_every_one() -> None:
    games = batch()
    seen: list[set[int]] = [set() for _ in range(COUNT)]
    rng = Random(2)
    for _ in range(200):
        for place, action in enumerate(games.random_actions(rng)):
            seen[place].add(action)
    assert [sorted(found) for found in seen] == [
        state.legal_actions(state.first_asked()) for state in games.states
    ]


def test_an_action_that_is_not_legal_is_named_with_its_place() -> None:
    games = batch()
    legal = games.random_actions(Random(3))
    games.check(legal)
    with pytest.raises(IllegalAction) as caught:
        games.check([legal[0], GAME.parse("demand:0"), legal[2]])
    assert caught.value.where.startswith("game 1, ")
    with pytest.raises(UnknownAction):
        games.check([legal[0], legal[1], 10**6])
