"""Going back by agreement and to the beginning of a turn: the same game, however it is read."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy_game import GAME
from wardround.core import REWIND, Match, Record, UndoRefused, replay, returned_to

Step = tuple[int, int]


def played(seed: str, rng: Random, most: int = 30) -> tuple[Match, list[Step]]:
    """A game with actions, undos, restarts and steps back, and its history."""
    match = Match(GAME, 3, seed, {"rounds": 3})
    history: list[Step] = []
    for _ in range(most):
        if match.state.is_over:
            break
        seat = rng.randrange(3)
        undo = match.can_undo(seat)
        kind = rng.random()
        if undo.asks and kind < 0.3:
            match.rewind(seat)
            history.append((seat, REWIND))
        elif undo.allowed and kind < 0.2:
            match.undo(seat)
            history.append((seat, -1))
        elif undo.allowed and kind < 0.4:
            history.append((seat, -match.restart(seat)))
        else:
            seat = rng.choice(match.state.asked())
            action = rng.choice(match.state.legal_actions(seat))
            match.act(seat, action)
            history.append((seat, action))
    return match, history


def read(seed: str, history: list[Step], *, prepared: bool) -> Match:
    """The game that a history gives, told where it goes back to or not."""
    match = Match(GAME, 3, seed, {"rounds": 3})
    match.returns = returned_to(history) if prepared else set()
    for seat, action in history:
        if action == REWIND:
            match.rewind(seat)
        elif action < 0:
            match.restart(seat, -action)
        else:
            match.act(seat, action)
    return match


def same(one: Match, other: Match) -> None:
    assert one.state.digest() == other.state.digest()
    assert one.version == other.version
    assert one.standing() == other.standing()
    for seat in range(3):
        assert one.can_undo(seat).allowed == other.can_undo(seat).allowed
        assert one.can_undo(seat).turn == other.can_undo(seat).turn
        assert one.log(seat) == other.log(seat)


@given(seed=st.integers(0, 2**32))
def test_a_history_is_the_same_game_however_it_is_read(seed: int) -> None:
    match, history = played(str(seed), Random(seed))
    same(match, read(str(seed), history, prepared=True))
    same(match, read(str(seed), history, prepared=False))
    same(match, match.at(match.version))
    earlier = match.version // 2
    same(match.at(earlier), read(str(seed), history[:earlier], prepared=True))
    replayed = replay(Record.parse(match.record().to_text()), GAME)
    assert replayed.state.digest() == match.state.digest()


def test_the_games_of_the_test_go_back_in_every_way() -> None:
    histories = [played(str(seed), Random(seed))[1] for seed in range(40)]
    taken = [action for history in histories for _, action in history if action < 0]
    assert REWIND in taken
    assert -1 in taken
    assert any(REWIND < action < -1 for action in taken)


def rolled() -> Match:
    """A game whose last action drew chance."""
    match = Match(GAME, 2, "seed")
    for seat, action in ((0, "bid:1"), (1, "bid:2")):
        match.act(seat, GAME.parse(action))
    while "roll" not in [action for _, action in match.standing()]:
        seat = match.state.asked()[0]
        names = [GAME.notation(action) for action in match.state.legal_actions(seat)]
        match.act(seat, GAME.parse("roll" if "roll" in names else names[0]))
    return match


def test_the_same_choice_brings_the_same_dice_again() -> None:
    match = rolled()
    seat, action = match.standing()[-1]
    after = match.state.digest()
    assert match.can_undo(seat).asks
    assert not match.can_undo(seat).allowed
    match.rewind(seat)
    assert match.state.digest() != after
    assert seat in match.state.asked()
    match.act(seat, GAME.parse(action))
    assert match.state.digest() == after


def test_what_others_did_since_is_gone_too_and_all_read_the_same() -> None:
    match = rolled()
    first, _ = match.standing()[0]
    others = [seat for seat in range(match.players) if seat != first]
    version = match.version
    while match.can_undo(first).allowed is False and len(match.standing()) > 1:
        match.rewind(first)
    assert match.version > version
    texts = {tuple(line.text for line in match.log(seat, version + 1)) for seat in (first, *others)}
    assert len(texts) == 1
    assert "By agreement the game goes back to before the last choice of" in str(texts)


def test_there_is_nothing_to_go_back_to_before_the_first_action_and_after_the_end() -> None:
    match = Match(GAME, 2, "seed", {"rounds": 1})
    assert not match.can_undo(0).asks
    with pytest.raises(UndoRefused, match="not acted"):
        match.rewind(0)
    while not match.state.is_over:
        seat = match.state.asked()[0]
        match.act(seat, match.state.legal_actions(seat)[0])
    assert not match.can_undo(0).asks
    with pytest.raises(UndoRefused, match="over"):
        match.rewind(0)


@pytest.mark.parametrize("count", [0, -1, 9])
def test_a_restart_takes_back_what_can_be_taken_back(count: int) -> None:
    match = Match(GAME, 2, "seed")
    match.act(0, GAME.parse("bid:1"))
    with pytest.raises(UndoRefused, match="cannot be taken back"):
        match.restart(0, count)
    assert match.restart(0) == 1
    with pytest.raises(UndoRefused, match="not acted"):
        match.restart(0)


def test_where_a_history_goes_back_to() -> None:
    history = [(0, 5), (1, 6), (0, 7), (0, -2), (1, REWIND), (0, 1), (0, REWIND), (1, REWIND)]
    assert returned_to(history) == {2, 6}
    assert returned_to([(0, REWIND), (0, -3)]) == set()
