"""How actions are shown: an answer for every action of the game at every open question."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.rules.dynamite_nurse.packs import with_value
from tests.rules.dynamite_nurse.test_decisions import CASES
from tests.rules.dynamite_nurse.town import LETTERS, Town
from wardround.core import State
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.decisions import QUESTIONS
from wardround.testing.configurations import configurations
from wardround.testing.sentences import faults_as_sentence, faults_in

OWN_PACK = with_value("P08", "row", '"Q8"', with_value("surgery", "id", '"cut"'))
"""A pack without two ids of ours, and with two that ours does not have."""


def spots(view: Any) -> Iterator[str]:
    """The spots of all pieces of a view."""
    if isinstance(view, dict):
        if "spot" in view:
            yield view["spot"]
        for value in view.values():
            yield from spots(value)
    elif isinstance(view, list):
        for value in view:
            yield from spots(value)


def answer_for_all(state: State, seat: int) -> None:
    """Ask for every action of the game; read what is said."""
    there = set(spots(state.view(seat)))
    legal = set(state.legal_actions(seat))
    for action in range(GAME.num_actions):
        choice = state.choice(seat, action)
        assert choice.notation == GAME.notation(action)
        assert choice.label[0].isupper()
        assert not faults_in(choice.label), choice.label
        assert not faults_as_sentence(choice.sentence), choice.sentence
        assert set(choice.spots) <= there, (choice.notation, choice.spots)
        objection = state.why_not(seat, action)
        assert (objection is None) == (action in legal)
        if objection:
            assert not faults_as_sentence(objection.text), objection.text


@pytest.mark.parametrize("case", [case for case in CASES if case.legal], ids=str)
def test_every_action_is_shown_at_every_question(case: Any) -> None:
    answer_for_all(case.town().table, LETTERS.index(case.by))


def test_the_cases_open_every_question() -> None:
    assert {case.question for case in CASES} == set(QUESTIONS.names)


@pytest.mark.parametrize("number", range(4))
def test_every_action_is_shown_in_games(number: int) -> None:
    rows = configurations(GAME)
    row = rows[7 * number % len(rows)]
    options = {**row.options, "pack": OWN_PACK if number % 2 else ""}
    state = GAME.new(row.players, number, options)
    rng = Random(number)
    for _ in range(300):
        if state.is_over:
            break
        seat = state.asked()[0]
        if rng.random() < 0.05:
            answer_for_all(state, seat)
        state.apply(seat, rng.choice(state.legal_actions(seat)))


def said(town: Town, notation: str, by: str = "") -> tuple[str, str]:
    """Label and sentence of an action."""
    choice = town.table.choice(LETTERS.index(by) if by else town.turn, GAME.parse(notation))
    return choice.label, choice.sentence


def test_what_is_not_there_is_named_by_its_place() -> None:
    town = Town(3)
    assert said(town, "operate:5.2") == (
        "Operation: patient 2 of seat 5",
        "Operation on patient 2 of seat 5: acquire it.",
    )
    assert said(town, "care:2.6")[0] == "Care: patient 6 of Seat 2"
    assert said(town, "player:4") == ("Seat 4", "Choose seat 4.")
    assert said(town, "ambulance:30")[0] == "Place 30 in the Ambulances"
    assert said(town, "buy:action_7") == ("Buy card action_7", "Buy card action_7.")
    assert said(town, "row_3c")[0] == "Patient row_3"


def test_a_choice_says_what_it_is_for() -> None:
    town = Town(dungeon="P02").do("end")
    assert said(town, "player:1") == ("Yourself", "Take charge of Sick P02.")
    assert said(town, "player:2") == ("Seat 2", "Put Seat 2 in charge of Sick P02.")
    beds = Town(admitted={"A": "P01n P02c P05n"}, dungeon="P02").do("end", "player:3")
    assert (
        said(beds, "patient:1.1")[1]
        == "Leave Sick P01 without a bed: it enters Critical Condition."
    )
    assert said(beds, "patient:1.2")[1] == "Leave Sick P02 (Critical) without a bed: it dies."
    letter = Town(admitted={"A": "P01n"}).play("reference_letter")
    assert said(letter, "patient:1.1")[1] == "Give Sick P01 to another player."
    trade = Town(acquired={"A": "P02n P05n", "B": "P03n P01n"}).play("calypso_ivanna")
    assert said(trade, "player:2")[1] == "Trade with Seat 2."
    trade.do("player:2")
    assert said(trade, "player:1") == ("Yourself", "Pick first.")
    for edition, top, word in (
        ("town", "goes to the bottom", "Purchase"),
        ("village", "stays on top", "buy"),
    ):
        sentence = said(Town(edition=edition, events="erase ev_intern"), "ask")[1]
        assert sentence.endswith(f"; the first one {top}. It uses up a {word} in any case.")
