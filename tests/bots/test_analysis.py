"""What the search says about positions and about games that were played."""

from dataclasses import replace
from random import Random

import pytest

from tests.bots.test_search import hard, position
from tests.toy_game import GAME as TOY
from wardround.bots import Turn, make_bot
from wardround.bots.analysis import (
    LONGEST,
    MISTAKE,
    PositionAnalysis,
    analyse,
    analyse_position,
    choices_of,
    judge,
    searcher,
)
from wardround.core import (
    IllegalAction,
    Match,
    NotAsked,
    Record,
    RecordError,
    SeatError,
    UnknownBot,
)
from wardround.games import OURS, game

QUICK = "search:30"


def played(id: str, actions: int, seed: str = "analysis") -> Record:
    """The beginning of a game in which everything is left to chance."""
    found = TOY if id == TOY.id else game(id)
    match = Match(found, max(2, found.min_players), seed)
    rng = Random(seed)
    while not match.state.is_over and match.version < actions:
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match.record()


# --- a position -----------------------------------------------------------------------------


@pytest.mark.parametrize("id", OURS)
def test_every_legal_action_is_judged(id: str) -> None:
    state, seat = hard(position(id, 40))
    before = state.digest()
    found = analyse_position(state, seat, QUICK, "all")
    assert sorted(line.action for line in found.lines) == state.legal_actions(seat)
    for line in found.lines:
        assert line.visits > 0
        assert 0.0 <= line.value <= 1.0
        assert line.sentence == state.choice(seat, line.action).sentence
        assert line.plan[0] == line.notation == state.game.notation(line.action)
        assert len(line.plan) == len(line.words) <= LONGEST
    assert state.digest() == before


@pytest.mark.parametrize("id", OURS)
def test_the_best_action_is_what_the_bot_plays(id: str) -> None:
    for choices in (10, 30, 50):
        state, seat = hard(position(id, choices))
        found = analyse_position(state, seat, QUICK, "same")
        assert found.best.action == make_bot(QUICK, "same").choose(Turn(state, seat))


@pytest.mark.parametrize("id", OURS)
@pytest.mark.parametrize("choices", [5, 45])
def test_what_is_said_does_not_depend_on_what_is_hidden(id: str, choices: int) -> None:
    state, seat = hard(position(id, choices))
    found = analyse_position(state, seat, QUICK, 5, state.legal_actions(seat)[-1])
    for number in range(3):
        other = state.determinize(seat, Random(number))
        again = analyse_position(other, seat, QUICK, 5, state.legal_actions(seat)[-1])
        assert again == found


def test_what_others_chose_in_secret_is_not_seen() -> None:
    state = game("clinic").new(2, "secret")
    while len(state.asked()) < 2 or state.decision(0).name() != "choose_action":
        asked = state.asked()[0]
        state.apply(asked, state.legal_actions(asked)[0])
    found: list[PositionAnalysis] = []
    for action in state.legal_actions(0):
        after = state.copy()
        after.apply(0, action)
        if after.asked() == [1]:
            found.append(analyse_position(after, 1, QUICK))
    assert len(found) > 1
    assert all(one == found[0] for one in found)


def test_the_action_that_was_played_is_looked_at_more_closely() -> None:
    state, seat = hard(position("dice_hospital", 10))
    alone = analyse_position(state, seat, "search:200", 3)
    seldom = min(alone.lines, key=lambda line: line.visits)
    assert seldom.visits < 40
    closer = analyse_position(state, seat, "search:200", 3, seldom.action)
    assert closer.line(seldom.action).visits == 40
    assert closer.best == alone.best


def test_an_action_that_the_evaluation_leaves_out_is_judged_too() -> None:
    """The bot would not even look at it, but a person may have played it."""
    state = position("dice_hospital", 0)
    rng = Random(2)
    while True:
        seat = state.asked()[0]
        search, _ = searcher(QUICK, 1).consider(Turn(state, seat))
        left_out = set(state.legal_actions(seat)) - set(search.actions(state, seat))
        if left_out:
            break
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    found = analyse_position(state, seat, QUICK, 1, min(left_out))
    assert all(found.line(action).visits > 0 for action in left_out)
    assert found.best.action not in left_out


def test_what_cannot_be_analysed_is_refused() -> None:
    state = game("pyrrameds").new(2, 1)
    seat = state.asked()[0]
    other = 1 - seat
    with pytest.raises(NotAsked):
        analyse_position(state, other, QUICK)
    with pytest.raises(SeatError):
        analyse_position(state, 2, QUICK)
    missing = next(one for one in range(9) if one not in state.legal_actions(seat))
    with pytest.raises(IllegalAction):
        analyse_position(state, seat, QUICK, 1, missing)


@pytest.mark.parametrize("bot", ["greedy", "professor", "search:x", "nobody"])
def test_only_a_search_can_judge(bot: str) -> None:
    with pytest.raises(UnknownBot) as raised:
        analyse_position(game("pyrrameds").new(2, 1), 0, bot)
    assert "search" in raised.value.expected


# --- a game ---------------------------------------------------------------------------------


@pytest.mark.parametrize("id", OURS)
def test_the_same_seed_says_the_same(id: str) -> None:
    record = played(id, 30)
    found = list(analyse(record, QUICK, "seed", first=11, last=20))
    assert found
    assert found == list(analyse(record, QUICK, "seed", first=11, last=20))


@pytest.mark.no_cover
def test_another_seed_draws_other_samples() -> None:
    record = played("clinic", 30)
    first, other = (list(analyse(record, QUICK, seed, first=11)) for seed in (1, 2))
    assert [one.number for one in first] == [one.number for one in other]
    assert first != other


@pytest.mark.no_cover
@pytest.mark.parametrize("id", OURS)
def test_what_is_said_of_a_choice_does_not_depend_on_the_others(id: str) -> None:
    record = played(id, 24)
    whole = {one.number: one for one in analyse(record, QUICK)}
    number = max(whole)
    assert list(analyse(record, QUICK, first=number, last=number)) == [whole[number]]
    seat = whole[number].seat
    own = list(analyse(record, QUICK, seats=[seat], first=number - 3))
    assert own == [one for one in whole.values() if one.seat == seat and one.number >= number - 3]


@pytest.mark.parametrize("id", OURS)
def test_choices_are_those_of_the_record_where_there_was_a_choice(id: str) -> None:
    record = played(id, 60)
    found = choices_of(record)
    match = Match(game(id), record.header.players, record.header.seed)
    expected = []
    for number, step in enumerate(record.steps, start=1):
        if len(match.state.legal_actions(step.seat)) > 1:
            expected.append((number, step.seat, step.action, match.state.digest()))
        match.act(step.seat, match.game.parse(step.action))
    assert [
        (one.number, one.seat, match.game.notation(one.played), one.position.digest())
        for one in found
    ] == expected


@pytest.mark.no_cover
def test_a_record_without_its_seed_is_judged_the_same() -> None:
    record = played("dice_hospital", 40)
    record_without = Record.parse(record.to_text())
    record_without.header.seed = ""
    found = list(analyse(record, QUICK, first=20))
    assert list(analyse(record_without, QUICK, first=20)) == found


def thrown_away() -> tuple[Record, int, int]:
    """A toy game whose last deed loses where another would have won.

    Returns:
        The record, the seat, and the action that would have won.
    """
    for deal in range(200):
        match = Match(TOY, 2, f"deal {deal}", {"rounds": 1})
        for deed in ("bid:2", "bid:1", "play:1"):
            seat = match.state.asked()[0]
            action = TOY.parse(deed)
            if action in match.state.legal_actions(seat):
                match.act(seat, action)
        won, lost = TOY.parse("play:2"), TOY.parse("play:0")
        if match.version == 3 and {won, lost} <= set(match.state.legal_actions(1)):
            match.act(1, lost)
            return match.record(), 1, won
    raise AssertionError("no such game was found")


def test_a_win_thrown_away_is_a_mistake() -> None:
    record, seat, won = thrown_away()
    assert record.result is not None
    assert record.result["ranking"] == [[0], [1]]
    *_, last = analyse(record, "search:100", game=TOY)
    assert (last.number, last.seat) == (4, seat)
    assert last.played.notation == "play:0"
    assert last.mistake
    assert last.loss > 0.8
    assert last.analysis.line(won).value > 0.9
    assert last.played.value < 0.1
    assert last.best.value - last.played.value == pytest.approx(last.loss)
    assert last.to_json()["mistake"] is True


def test_what_was_best_loses_nothing() -> None:
    asked = next(one for one in choices_of(played("pyrrameds", 30)) if one.number > 10)
    best = analyse_position(asked.position, asked.seat, QUICK, f"1/{asked.number}").best
    again = judge(replace(asked, played=best.action), QUICK)
    assert (again.loss, again.mistake) == (0.0, False)


def test_a_choice_that_did_better_than_the_best_loses_nothing() -> None:
    found = next(analyse(played("dice_hospital", 20), QUICK))
    better = replace(found.best, value=found.best.value + 0.2)
    worse = replace(found.best, value=found.best.value - MISTAKE - 0.001)
    assert replace(found, played=better).loss == 0.0
    assert replace(found, played=worse).mistake
    assert not replace(found, played=replace(worse, value=worse.value + 0.002)).mistake


@pytest.mark.parametrize(
    ("first", "last", "message"),
    [
        (0, None, "The record has no action 0; it has 20 actions."),
        (21, None, "The record has no action 21; it has 20 actions."),
        (1, 21, "The record has no action 21; it has 20 actions."),
        (9, 8, "Action 9 comes after action 8."),
    ],
)
def test_actions_that_are_not_there_are_refused(first: int, last: int | None, message: str) -> None:
    with pytest.raises(RecordError) as raised:
        analyse(played("clinic", 20), QUICK, first=first, last=last)
    assert raised.value.message == message
    assert raised.value.expected.startswith("a number from 1 to ")


def test_errors_come_before_the_search() -> None:
    record = played("clinic", 20)
    with pytest.raises(SeatError):
        analyse(record, QUICK, seats=[2])
    with pytest.raises(UnknownBot):
        analyse(record, "greedy")
    record.steps[3].action = "nothing"
    with pytest.raises(RecordError) as raised:
        analyse(record, QUICK)
    assert raised.value.where == "record, line 5"
