"""A game being played: actions, versions, undo, the log, looking back."""

import pytest

from tests.toy_game import GAME, ToyState
from wardround.core import (
    SPECTATOR,
    IllegalAction,
    Match,
    NotAsked,
    OptionError,
    RecordError,
    SeatError,
    StaleAction,
    UndoRefused,
    UnknownAction,
    commitment,
    replay,
)

CHANCE = "Chance was drawn or something hidden was revealed since."
ANSWERED = "Another player has answered to it."


def match_at_bids(players: int = 3, rounds: int = 2) -> Match:
    return Match(GAME, players, "toy", {"rounds": rounds})


def test_names_of_both_directions_stand_apart_in_sentences() -> None:
    match = Match(GAME, 2, "toy", names=["דוד", "Ada"])
    assert "\u2068דוד\u2069 and Ada: " in state(match).status()
    act(match, 0, "bid:1")
    assert match.log(SPECTATOR)[-1].text.startswith("\u2068דוד\u2069 bids")
    assert match.record().header.names == ["דוד", "Ada"]
    again = match.at(0)
    assert "\u2068דוד\u2069 and Ada: " in state(again).status()


def test_a_new_name_is_used_everywhere_at_once() -> None:
    match = match_at_bids(2)
    act(match, 0, "bid:1")
    earlier = match.state.copy()
    match.rename(["Ada", "עלי"])
    assert match.log(SPECTATOR)[-1].text.startswith("Ada bids")
    assert earlier.status().startswith("\u2068עלי\u2069: ")
    with pytest.raises(SeatError, match="3 names for 2 seats"):
        match.rename(["Ada", "Ben", "Cleo"])


def match_at_turns(players: int = 3) -> Match:
    """The turns are taken in the order of the seats."""
    match = match_at_bids(players)
    for seat in range(players):
        act(match, seat, f"bid:{2 - min(seat, 2)}")
    return match


def act(match: Match, seat: int, *notations: str) -> None:
    for notation in notations:
        match.act(seat, GAME.parse(notation))


def state(match: Match) -> ToyState:
    assert isinstance(match.state, ToyState)
    return match.state


def held(match: Match, seat: int) -> int:
    return state(match).hands[seat][0]


# --- play -------------------------------------------------------------------------------------


def test_a_match_begins_at_the_first_question() -> None:
    match = Match(GAME, 3, 7, {"winner": "low"}, names=["Ada", "Ben", "Cleo"])
    assert match.version == 0
    assert match.players == 3
    assert match.seed == "7"
    assert match.seed_hash == commitment("7")
    assert match.options == {"rounds": 2, "demands": True, "winner": "low"}
    assert match.state.asked() == [0, 1, 2]
    assert len(match.setup_chance()) == 14
    assert match.last_chance() == []


def test_bad_beginnings_are_refused() -> None:
    with pytest.raises(SeatError, match="not for 5 players"):
        Match(GAME, 5, "x")
    with pytest.raises(OptionError, match="no option 'speed'"):
        Match(GAME, 2, "x", {"speed": 1})
    with pytest.raises(SeatError) as caught:
        Match(GAME, 2, "x", names=["Ada"])
    assert caught.value.expected == "2 names"


def test_every_action_is_a_version() -> None:
    match = match_at_bids()
    match.act(1, GAME.parse("bid:0"), expected=0)
    assert match.version == 1
    match.act(0, GAME.parse("bid:2"), expected=1)
    assert match.version == 2


@pytest.mark.parametrize("expected", [-1, 0, 2])
def test_a_stale_action_changes_nothing(expected: int) -> None:
    match = match_at_bids()
    act(match, 1, "bid:0")
    before = match.state.digest()
    with pytest.raises(StaleAction) as caught:
        match.act(0, GAME.parse("bid:2"), expected=expected)
    assert caught.value.code == "stale_action"
    assert caught.value.expected == "version 1"
    assert f"not {expected}" in caught.value.message
    assert (match.version, match.state.digest()) == (1, before)


def test_refused_actions_change_nothing() -> None:
    match = match_at_turns()
    act(match, 0, "roll")
    before, lines = match.state.digest(), match.log(0)
    for seat, action, error in (
        (0, GAME.parse("roll"), NotAsked),
        (1, GAME.parse("demand:1"), IllegalAction),
        (1, GAME.parse("bid:0"), IllegalAction),
        (1, 999, UnknownAction),
        (1, -1, UnknownAction),
        (7, GAME.parse("roll"), SeatError),
        (-1, GAME.parse("roll"), SeatError),
    ):
        with pytest.raises(error):
            match.act(seat, action)
        assert (match.version, match.state.digest(), match.log(0)) == (4, before, lines)
    act(match, 1, "roll")
    assert match.version == 5


def test_an_error_inside_the_game_leaves_the_match_as_it_was() -> None:
    match = match_at_turns()
    before = match.state.digest()
    with pytest.raises(ValueError, match="not between 0 and 5"):
        match.act(0, GAME.parse("roll"), script=[17])
    assert (match.version, match.state.digest()) == (3, before)
    act(match, 0, "roll")
    assert match.version == 4


def test_chance_is_recorded_with_the_action_that_drew_it() -> None:
    match = match_at_turns()
    act(match, 0, "roll")
    (outcome,) = match.last_chance()
    assert state(match).points[0] == outcome + 1
    act(match, 1, "refuse" if match.state.stacks[1][-1].name() == "give" else "draw")
    assert match.last_chance() == []


def test_chance_can_be_scripted() -> None:
    match = match_at_turns()
    match.act(0, GAME.parse("roll"), script=[4])
    assert state(match).points[0] == 5
    assert match.last_chance() == [4]


# --- undo -------------------------------------------------------------------------------------


def test_the_own_last_action_can_be_taken_back() -> None:
    match = match_at_turns()
    before = match.state.digest()
    card = held(match, 0)
    act(match, 0, f"play:{card}")
    answer = match.can_undo(0)
    assert (answer.allowed, answer.reason, answer.what) == (True, "", f"you play:{card}")
    match.undo(0)
    assert match.state.digest() == before
    assert match.version == 5
    assert match.log(0)[-1].text == f"Seat 1 takes back: you play:{card}."
    assert match.log(0)[-1].private
    assert match.log(1)[-1].text == "Seat 1 takes back a choice.", "it may have been a secret one"
    assert not match.log(1)[-1].private
    act(match, 0, f"play:{card}")
    assert match.version == 6


def test_nothing_is_taken_back_before_the_first_action() -> None:
    match = match_at_bids()
    assert match.can_undo(0).to_json() == {
        "allowed": False,
        "reason": "You have not acted yet.",
        "what": "",
        "turn": False,
        "asks": False,
    }
    with pytest.raises(UndoRefused) as caught:
        match.undo(0)
    assert caught.value.code == "undo_refused"
    assert caught.value.where == "seat 0"


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_seats_take_back(seat: int) -> None:
    with pytest.raises(SeatError, match=f"no seat {seat}"):
        match_at_bids().undo(seat)


def test_undo_ends_at_chance() -> None:
    match = match_at_turns()
    act(match, 0, "roll")
    assert match.can_undo(0).reason == CHANCE
    before = match.state.digest()
    with pytest.raises(UndoRefused, match="Chance was drawn"):
        match.undo(0)
    assert (match.version, match.state.digest()) == (4, before)


def test_undo_ends_when_something_hidden_is_revealed() -> None:
    match = match_at_turns()
    act(match, 0, "draw")
    assert match.last_chance() == []
    assert match.can_undo(0).reason == CHANCE


def test_undo_ends_when_somebody_elses_action_drew_chance() -> None:
    match = match_at_turns()
    act(match, 0, f"play:{held(match, 0)}")
    act(match, 1, "roll")
    assert match.can_undo(0).reason == CHANCE


def test_the_last_of_simultaneous_choices_reveals_them_all() -> None:
    match = match_at_bids(2)
    act(match, 0, "bid:0")
    assert match.can_undo(0).allowed
    act(match, 1, "bid:1")
    assert [match.can_undo(seat).reason for seat in (0, 1)] == [CHANCE, CHANCE]


def test_simultaneous_choices_of_others_stay() -> None:
    match = match_at_bids()
    act(match, 0, "bid:0")
    act(match, 1, "bid:1")
    match.undo(0)
    assert match.state.asked() == [0, 2]
    assert state(match).bids == [-1, 1, -1]
    assert match.version == 3
    assert match.can_undo(1).allowed
    act(match, 0, "bid:2")
    match.undo(1)
    assert state(match).bids == [2, -1, -1]
    act(match, 1, "bid:1")
    act(match, 2, "bid:0")
    assert state(match).last_bids == [2, 1, 0]


def test_an_answer_of_another_seat_blocks() -> None:
    match = match_at_turns()
    act(match, 0, "demand:1")
    assert match.can_undo(0).allowed
    act(match, 1, "refuse")
    assert match.can_undo(0).reason == ANSWERED
    with pytest.raises(UndoRefused, match="answered"):
        match.undo(0)
    match.undo(1)
    match.undo(0)
    assert match.state.asked() == [0]
    assert match.state.stacks[0][-1].name() == "turn"


def test_the_next_turn_blocks() -> None:
    match = match_at_turns()
    act(match, 0, f"play:{held(match, 0)}")
    act(match, 1, f"play:{held(match, 1)}")
    assert match.can_undo(0).reason == ANSWERED
    assert match.can_undo(1).allowed


def test_nothing_is_taken_back_after_the_end() -> None:
    match = Match(GAME, 2, "toy", {"rounds": 1})
    act(match, 0, "bid:1")
    act(match, 1, "bid:0")
    act(match, 0, "roll")
    act(match, 1, f"play:{held(match, 1)}")
    assert match.state.is_over
    answer = match.can_undo(1)
    assert not answer.allowed
    assert answer.reason == "The game is over; its seed is no longer secret."
    with pytest.raises(UndoRefused, match="The game is over"):
        match.undo(1)


def test_several_actions_are_taken_back_one_after_the_other() -> None:
    match = match_at_bids(4)
    start = match.state.digest()
    act(match, 0, "bid:0")
    act(match, 1, "bid:1")
    act(match, 2, "bid:2")
    match.undo(1)
    match.undo(0)
    match.undo(2)
    assert match.state.digest() == start
    assert match.version == 6
    assert not match.can_undo(0).allowed


def test_after_an_undo_the_record_holds_what_stands() -> None:
    match = match_at_turns()
    act(match, 0, f"play:{held(match, 0)}")
    match.undo(0)
    act(match, 0, "roll")
    record = match.record()
    assert [step.action for step in record.steps] == ["bid:2", "bid:1", "bid:0", "roll"]
    assert replay(record, GAME).state.digest() == match.state.digest()


# --- the log ----------------------------------------------------------------------------------


def test_everybody_reads_what_they_may_know() -> None:
    match = Match(GAME, 2, "toy", names=["Ada", "Ben"])
    act(match, 0, "bid:2")
    own, other = match.log(0, since=1), match.log(1, since=1)
    assert [line.text for line in own] == ["Ada bids. It is 2."]
    assert [line.text for line in other] == ["Ada bids."]
    assert match.log(SPECTATOR, since=1) == other
    assert own[0].private
    assert own[0].to_json() == {"version": 1, "seat": 0, "text": own[0].text, "private": True}
    assert [line.version for line in match.log(0)] == [0] * 6 + [1]
    dealt = [line.text for line in match.log(1)][:6]
    assert sum("It is" in text for text in dealt) == 3


def test_a_gift_is_read_by_giver_and_taker_only() -> None:
    match = match_at_turns()
    act(match, 0, "demand:1")
    card = held(match, 1)
    act(match, 1, f"give:{card}")
    texts = {viewer: match.log(viewer, since=5)[0].text for viewer in (-1, 0, 1, 2)}
    assert texts[0] == texts[1] == f"Seat 2 gives a card to seat 0. It is {card}."
    assert texts[2] == texts[-1] == "Seat 2 gives a card to seat 0."


# --- looking back -----------------------------------------------------------------------------


def test_every_earlier_version_can_be_looked_at() -> None:
    match = match_at_bids()
    digests = [match.state.digest()]

    def note(step: object) -> None:
        digests.append(match.state.digest())

    note(act(match, 0, "bid:2"))  # type: ignore[func-returns-value]
    note(act(match, 1, "bid:1"))  # type: ignore[func-returns-value]
    note(match.undo(0))  # type: ignore[func-returns-value]
    note(act(match, 0, "bid:0"))  # type: ignore[func-returns-value]
    note(act(match, 2, "bid:2"))  # type: ignore[func-returns-value]
    note(act(match, 2, "roll"))  # type: ignore[func-returns-value]
    for version, digest in enumerate(digests):
        earlier = match.at(version)
        assert (earlier.version, earlier.state.digest()) == (version, digest)
        assert earlier.log(1) == match.log(1)[: len(earlier.log(1))]
    assert match.at(6).record().to_text() == match.record().to_text()


@pytest.mark.parametrize("version", [-1, 1])
def test_other_versions_do_not_exist(version: int) -> None:
    with pytest.raises(StaleAction) as caught:
        match_at_bids().at(version)
    assert caught.value.expected == "a version from 0 to 0"


def test_a_replay_without_the_seed_can_be_looked_at_too() -> None:
    match = match_at_turns()
    act(match, 0, "roll")
    act(match, 1, "draw")
    replayed = replay(match.record(with_seed=False), GAME)
    assert replayed.seed_hash == match.seed_hash
    for version in range(match.version + 1):
        earlier = replayed.at(version)
        assert earlier.state.view(1) == match.at(version).state.view(1)
        assert earlier.seed_hash == match.seed_hash


def test_a_replay_without_the_seed_cannot_go_on_past_chance() -> None:
    match = match_at_turns()
    act(match, 0, "roll")
    replayed = replay(match.record(with_seed=False), GAME)
    with pytest.raises(ValueError, match="fewer chance outcomes"):
        act(replayed, 1, "roll")
    assert replayed.version == match.version
    card = held(replayed, 1)
    act(replayed, 1, f"play:{card}")
    assert replayed.version == match.version + 1


# --- going on from a position ---------------------------------------------------------------------


def going_on() -> Match:
    """A match from a position in the middle of another one, with the chance to come of that."""
    start = match_at_turns(3).state
    return Match(GAME, 3, "", {"rounds": 9}, ["Ada", "Bo", "Cleo"], start=start)


def test_a_match_goes_on_from_a_position() -> None:
    before = match_at_turns(3).state.digest()
    match = going_on()
    assert match.options == {**match.options, "rounds": 2}
    assert match.state.digest() == before
    assert (match.version, match.log(SPECTATOR)) == (0, [])
    assert not match.can_undo(0).allowed
    first = match.state.first_asked()
    act(match, first, "roll")
    assert match.log(SPECTATOR)[0].text.startswith("Ada")
    after = match.state.digest()
    match.rewind(first)
    assert match.state.digest() == before
    act(match, first, "roll")
    assert match.state.digest() == after, "the same dice come again"
    assert match.at(1).state.digest() == after
    assert match.at(2).state.digest() == before
    assert match.start is not None
    assert match.start.digest() == before


def test_what_goes_on_from_a_position_has_no_record() -> None:
    with pytest.raises(RecordError, match="has no record") as caught:
        going_on().record()
    assert caught.value.where == "match"
    assert caught.value.expected == "a game that was played from its beginning"
