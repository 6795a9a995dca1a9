"""How actions are shown: every action has an answer at every question."""

from random import Random

import pytest

from tests.rules.pyrrameds.board import ALL, BASE, ROW1, ROW2, Board, new
from wardround.games.pyrrameds import GAME, actions, decisions
from wardround.games.pyrrameds.geometry import LONGEST_ROW, NUMBER, hull
from wardround.games.pyrrameds.state import Table
from wardround.games.pyrrameds.words import place_name
from wardround.testing import clause
from wardround.testing.sentences import faults_as_sentence, faults_in, sentence_faults


def ask_everything(state: Table, seat: int) -> None:
    """Ask how each action of the game would be shown, and why it cannot be done."""
    legal = set(state.legal_actions(seat))
    for action in range(GAME.num_actions):
        choice = state.choice(seat, action)
        assert choice.label, GAME.notation(action)
        assert not faults_in(choice.label), choice.label
        assert not faults_as_sentence(choice.sentence), choice.sentence
        answer = state.why_not(seat, action)
        assert (answer is None) == (action in legal)
        assert answer is None or not faults_as_sentence(answer.text), answer.text


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("sets", [BASE, ALL])
def test_every_action_has_an_answer_at_every_question(players: int, sets: str) -> None:
    rng = Random(f"{players} {sets}")
    asked: set[str] = set()
    for seed in range(3):
        state = new(players, seed, sets=sets)
        while not state.is_over:
            seat = state.asked()[0]
            kind = state.decision(seat).name()
            if kind not in asked or rng.random() < 0.01:
                asked.add(kind)
                ask_everything(state, seat)
            state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert asked >= {"turn", "place_card", "place_cell", "reveal_card", "name_opponent"}


QUESTIONS = {
    "turn": decisions.TURN,
    "place_card": decisions.PLACE_CARD,
    "place_cell": decisions.PlaceCell(1),
    "reveal_card": decisions.REVEAL_CARD,
    "first_cell": decisions.FirstCell(7),
    "second_cell": decisions.SecondCell(7, NUMBER[0, 0]),
    "name_opponent": decisions.NameOpponent(0, [0, 1]),
    "show_card": decisions.ShowCard(1, 0, [6, 1]),
    "remove_cell": decisions.RemoveCell(NUMBER[1, 1]),
    "add_card": decisions.ADD_CARD,
    "add_cell": decisions.AddCell(7),
    "extend_card": decisions.EXTEND_CARD,
    "extend_cell": decisions.ExtendCell(7),
    "swap_hand_card": decisions.SwapHandCard(NUMBER[1, 1]),
    "swap_hand_cell": decisions.SwapHandCell(NUMBER[1, 1], 7),
    "see_hand": decisions.SEE,
    "replace_card": decisions.ReplaceCard([7]),
    "easy_card": decisions.EASY_CARD,
    "easy_type": decisions.EasyType(8),
    "easy_cell": decisions.EasyCell(8, 0),
}


@pytest.mark.parametrize("name", decisions.QUESTIONS.names)
def test_every_action_has_an_answer_at_each_kind_of_question(name: str) -> None:
    board = Board(ROW2, {(1, 1): "S[remove]9"}, ["R9 P[RB]1", "B1 B2"], sets=ALL)
    board.state.replace(0, QUESTIONS[name])
    board.state.relist()
    assert QUESTIONS[name].name() == name
    ask_everything(board.state, 0)


def test_places_are_named_by_layer_and_from_the_left() -> None:
    names = {cell: place_name(NUMBER[cell]) for cell in ((0, 0), (4, 0), (3, 1), (2, -2), (5, 5))}
    assert list(names.values()) == [
        "place 1 of the row",
        "place 3 of the row",
        "place 2 of upper layer 1",
        "place 1 of lower layer 2",
        "place 1 of upper layer 5",
    ]
    cells = hull(LONGEST_ROW)
    assert len({place_name(cell) for cell in cells}) == len(cells)
    assert place_name(NUMBER[-2, 0]) == "the left end of the row"


def test_an_open_place_is_called_by_the_cards_that_carry_it() -> None:
    board = Board("R4 B7 P[GO]2 O9", {(3, 1): "G5"}, ["G8 P[RB]1"], sets=ALL)
    board.state.replace(0, decisions.PlaceCell(board.state.hands[0][0]))
    board.state.relist()
    labels = {choice.notation: choice.label for choice in board.state.choices(0)}
    assert labels == {
        "(1,1)": "Above red 4 and blue 7",
        "(2,2)": "Above green 5, to its left",
        "(4,2)": "Above green 5, to its right",
        "(1,-1)": "Below red 4 and blue 7",
        "(3,-1)": "Below blue 7 and patient 2",
    }


@clause("PY-4.10", "PY-4.11")
def test_a_full_pyramid_is_the_reason_given() -> None:
    state = Board("R4 B7 G2 O9", hands=["R8 P[RB]1"]).state
    state.replace(0, decisions.PLACE_CARD)
    for cell in state.belonging:
        if state.cells[cell] < 0:
            state.put(0, cell)
    state.relist()
    for card in state.hands[0]:
        answer = state.why_not(0, actions.CARD + card)
        assert answer is not None
        assert answer.text == "There is no open place."


def test_sentences_of_a_few_games_have_no_fault() -> None:
    assert sentence_faults(GAME, games=3) == {}


@pytest.mark.slow
def test_sentences_of_many_configurations_have_no_fault() -> None:
    assert sentence_faults(GAME, games=10) == {}


@pytest.mark.long
def test_sentences_of_every_configuration_have_no_fault() -> None:
    assert sentence_faults(GAME) == {}


def test_the_words_of_a_wildcard() -> None:
    board = Board(ROW1, hands=["P[R?]1 R9"], sets=ALL)
    state = board.state
    state.replace(0, decisions.EasyType(board.id_of(0, "P[R?]1")))
    state.relist()
    choice = state.choice(0, GAME.parse("without:?"))
    assert choice.label == "Without wildcard"
    assert choice.sentence == "Leave out one wildcard requirement."
