"""What the game says reads as people write; every action has words, whatever is asked."""

from random import Random

import pytest

from wardround.core import Match, State
from wardround.games.clinic import GAME
from wardround.testing.sentences import faults_as_sentence, faults_in, sentence_faults

NAMES = ("Ada", "Béla", "Cleo", "Dmitri")


@pytest.mark.slow
def test_what_is_said_under_many_options() -> None:
    assert sentence_faults(GAME, games=20) == {}


@pytest.mark.long
def test_what_is_said_under_all_options() -> None:
    assert sentence_faults(GAME) == {}


def check_words(state: State, seat: int, action: int) -> None:
    """An action has a label, a sentence and, if it is not legal, a reason."""
    choice = state.choice(seat, action)
    assert choice.notation == GAME.notation(action)
    assert not faults_in(choice.label), choice.label
    assert not faults_as_sentence(choice.sentence), choice.sentence
    objection = state.why_not(seat, action)
    assert (objection is None) == (action in state.legal_actions(seat))
    assert objection is None or not faults_as_sentence(objection.text), objection.text


@pytest.mark.parametrize("seed", range(3))
def test_every_action_can_be_asked_about_at_every_question(seed: int) -> None:
    """All actions at each kind of question, and some of them all over the game."""
    rng = Random(seed)
    options = {"board": ["4x3", "3x3"][seed % 2], "free_reparking": True, "or_same_floor": False}
    match = Match(GAME, 2 + seed, seed, options, NAMES[: 2 + seed])
    seen: set[str] = set()
    while not match.state.is_over:
        state = match.state
        seat = rng.choice(state.asked())
        name = state.decision(seat).name()
        count = 6 if name in seen else GAME.num_actions
        seen.add(name)
        for action in rng.sample(range(GAME.num_actions), count):
            check_words(state, seat, action)
        match.act(seat, rng.choice(state.legal_actions(seat)))
    assert len(seen) > 10
    for line in match.log(0):
        assert not faults_as_sentence(line.text, NAMES), line.text
