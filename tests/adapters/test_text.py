"""Positions as text, and answers as actions."""

from random import Random

import pytest

from wardround.adapters.text import AnswerError, describe, question, read_answer
from wardround.core import SPECTATOR, IllegalAction, NotAsked, State
from wardround.games import OURS, game

GAMES = sorted(OURS)
EVERY = 7
"""Every so many decisions a position is looked at."""


def positions(id: str, players: int = 0) -> list[State]:
    """Positions from all parts of a game, with somebody asked."""
    state = game(id).new(players or max(2, game(id).min_players), 3)
    rng = Random(3)
    found = []
    decisions = 0
    while not state.is_over:
        if decisions % EVERY == 0:
            found.append(state.copy())
        seat = state.asked()[0]
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        decisions += 1
    return found


@pytest.mark.parametrize("id", GAMES)
def test_a_seat_gets_the_same_text_wherever_it_cannot_tell_positions_apart(id: str) -> None:
    for number, state in enumerate(positions(id)):
        seat = state.asked()[0]
        other = state.determinize(seat, Random(number))
        assert question(state, seat) == question(other, seat)


@pytest.mark.parametrize("id", GAMES)
def test_every_choice_is_offered_and_can_be_answered(id: str) -> None:
    for state in positions(id):
        seat = state.asked()[0]
        prompt = question(state, seat)
        assert state.prompt(seat) in prompt
        for number, choice in enumerate(state.choices(seat), 1):
            offered = f"[{choice.notation}] {choice.sentence} {choice.warning}".rstrip()
            assert f"\n{number}. {offered}\n" in prompt
            for answer in (str(number), choice.notation, f"I think.\n\n[{choice.notation}]\n \n"):
                assert read_answer(answer, state, seat) == choice.action


@pytest.mark.parametrize("id", GAMES)
def test_a_view_becomes_compact_text(id: str) -> None:
    """At most half of the characters of the JSON, and every line says something."""
    for state in positions(id):
        for viewer in (state.asked()[0], SPECTATOR):
            view = state.view(viewer)
            text = describe(view)
            assert len(text) < len(str(view)) / 2
            assert all(line.strip() for line in text.split("\n"))
            assert "{" not in text
            assert state.chance.seed == "3"


def test_what_is_the_same_is_said_once() -> None:
    view = {
        "game": "test",
        "round": 2,
        "nothing": [],
        "beds": [
            {"spot": "a", "label": "Bed 1: empty"},
            {"spot": "b", "label": "Bed 2: red"},
            {"spot": "c", "label": "Bed 3: empty"},
        ],
        "table": [{"patients": 1, "points": 0}, {"patients": 2, "points": 3}],
        "seats": [{"label": "Seat 1", "cash": 3, "hand": [{"label": "Card", "costs": [1, 2]}]}],
        "price": {"low": 1, "high": 3},
        "deep": {"inner": {"pieces": [{"label": "One"}]}},
    }
    assert describe(view).split("\n") == [
        "round: 2",
        "beds: Bed 1, Bed 3: empty; Bed 2: red",
        "table (patients/points): 1/0, 2/3",
        "seats 0: Seat 1",
        " cash: 3",
        " hand: Card (costs: 1, 2)",
        "price: low 1, high 3",
        "deep:",
        " inner:",
        "  pieces: One",
    ]


def test_the_rules_the_news_and_a_refusal_are_told_where_wanted() -> None:
    state = game("dice_hospital").new(2, 1)
    seat = state.asked()[0]
    bare = question(state, seat)
    full = question(state, seat, ["Seat 2 waits.", ""], rules=True, refused="That is no choice.")
    clause = next(state.game.rules().clauses())
    assert f"{clause.id} {clause.text}" in full
    assert "SINCE YOUR LAST CHOICE\nSeat 2 waits.\n\nQUESTION" in full
    assert "YOUR LAST ANSWER WAS NOT ACCEPTED\nThat is no choice." in full
    assert not any(told in bare for told in (clause.text, "SINCE", "NOT ACCEPTED"))


@pytest.mark.parametrize(
    "answer",
    ["", " \n", "0", "99", "9" * 5000, "1.", "١", "1 or 2", "-1", "+1", "[1]", "1\nbut I hope not"],
)
def test_an_answer_that_names_no_choice_is_refused(answer: str) -> None:
    state = game("dice_hospital").new(2, 1)
    with pytest.raises(AnswerError, match="a number from 1 to") as told:
        read_answer(answer, state, state.asked()[0])
    assert len(str(told.value)) < 300


def test_a_forbidden_action_is_refused_with_its_rule() -> None:
    for state in positions("dice_hospital"):
        seat = state.asked()[0]
        for action in state.decision(seat).candidates(state, seat):
            objection = state.why_not(seat, action)
            if objection is not None:
                with pytest.raises(IllegalAction, match=objection.clause):
                    read_answer(state.game.notation(action), state, seat)
                return
    pytest.fail("nothing was ever forbidden")


def test_a_seat_that_is_not_asked_has_no_question() -> None:
    state = game("dynamite_nurse").new(3, 1)
    idle = next(seat for seat in range(3) if seat not in state.asked())
    with pytest.raises(NotAsked):
        question(state, idle)
    with pytest.raises(NotAsked):
        read_answer("1", state, idle)
