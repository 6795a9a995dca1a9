"""What is pickled goes on as the original does."""

import pickle
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.toy_game import GAME
from wardround.core import IllegalAction, Match, WardroundError


def begun() -> Match:
    match = Match(GAME, 3, "pickle", names=["Ada", "Ben", "Cleo"])
    rng = Random(4)
    for _ in range(7):
        seat = match.state.first_asked()
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


def again(thing: Any) -> list[Any]:
    return [pickle.loads(pickle.dumps(thing)), deepcopy(thing)]  # noqa: S301


def test_a_match_goes_on() -> None:
    match = begun()
    for other in again(match):
        assert other.record().to_text() == match.record().to_text()
        assert list(other.state.names) == ["Ada", "Ben", "Cleo"]
        assert other.version == match.version
        rng, same = Random(5), Random(5)
        one = again(match)[0]
        while not other.state.is_over:
            for each, chance in ((one, rng), (other, same)):
                seat = each.state.first_asked()
                each.act(seat, chance.choice(each.state.legal_actions(seat)))
        assert one.record().to_text() == other.record().to_text()


def test_a_position_goes_on_with_its_chance_and_log() -> None:
    state = begun().state
    state.log = []
    for other in again(state):
        assert other.digest() == state.digest()
        assert other.names == state.names
        assert other.log == []
        copies = (state.copy(), other)
        assert copies[0].rollout(Random(1)) == copies[1].rollout(Random(1))
        assert copies[0].scores() == copies[1].scores()


@pytest.mark.parametrize("kind", [WardroundError, IllegalAction])
def test_an_error_keeps_its_four_parts(kind: type[WardroundError]) -> None:
    error = kind("wrong", where="here", expected="right", clause="TOY-1")
    for other in again(error):
        assert type(other) is kind
        assert other.to_json() == error.to_json()
        assert str(other) == "wrong Where: here. Expected: right. Rule: TOY-1."
