"""PY-4: the turn, and placing medicine and specials."""

import pytest

from tests.rules.pyrrameds.board import OPERATIONS, ROW1, ROW2, Board, Cell
from wardround.core import Match, Objection
from wardround.games.pyrrameds import GAME
from wardround.testing import clause

NUMBERS = set(range(1, 10))
FIRST_LAYER = {
    1: {1, 2, 3, 8, 9},
    3: {1, 8, 9},
    5: {1},
    7: {1, 2, 3, 4},
    9: NUMBERS - {5},
}


# --- the number test ------------------------------------------------------------------------


@clause("EX-13", "EX-14", "PY-4.9", "PY-4.10", "PY-4.12", "PY-4.14", "PY-4.19")
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("x", "numbers"), FIRST_LAYER.items())
def test_a_number_must_be_above_all_or_below_all_supports(
    x: int, numbers: set[int], side: int
) -> None:
    assert Board(ROW1).takes((x, side)) == numbers


@clause("EX-15", "PY-4.13", "R-10")
def test_an_equal_number_fails() -> None:
    board = Board(ROW1)
    assert board.why_not("R5", (9, 1)) == "PY-4.13"
    assert board.why_not("B7", (1, 1)) == "PY-4.13"
    assert board.why_not("B5", (1, 1)) == "PY-4.14"


@clause("PY-4.12", "PY-4.13", "PY-4.14")
@pytest.mark.parametrize(
    ("card", "cell", "text"),
    [
        ("R5", (1, 1), "5 is neither above nor below both 4 and 7."),
        ("R4", (1, 1), "4 is neither above nor below both 4 and 7: it equals one."),
        ("R5", (9, 1), "5 is neither above nor below 5: it is equal."),
    ],
)
def test_the_reason_names_the_supports(card: str, cell: Cell, text: str) -> None:
    board = Board(ROW1, {(1, -1): "R8", (3, -1): "R8"}, hands=[f"{card} R8"]).do(0, "place", card)
    answer = board.state.why_not(0, board.action(0, cell))
    assert isinstance(answer, Objection)
    assert answer.text == text
    assert answer.clause == board.why_not(card, cell)


@clause("EX-16", "PY-4.15", "R-11")
def test_one_support_takes_every_other_number() -> None:
    assert Board(ROW1, {(1, 1): "R8"}).takes((2, 2)) == NUMBERS - {8}


@clause("EX-17", "PY-4.16", "R-09")
def test_patients_and_specials_support_with_their_numbers() -> None:
    board = Board("P[RB]4 S[see_hand]7 G2 O9 R5 B5", sets=OPERATIONS)
    assert board.takes((1, 1)) == {1, 2, 3, 8, 9}


@clause("EX-18", "PY-4.17", "PY-4.18")
def test_neighbours_and_types_do_not_matter() -> None:
    board = Board(ROW1, {(1, 1): "R8"})
    assert board.why_not("G8", (3, 1)) == ""
    for type in "RBGO":
        assert board.takes((3, 1), type) == {1, 8, 9}


@clause("EX-19", "PY-4.20", "PY-8.2")
def test_specials_are_tested_like_medicine() -> None:
    board = Board(ROW1, sets=OPERATIONS)
    assert board.why_not("S[remove]3", (1, 1)) == ""
    assert board.why_not("S[path_error]5", (1, 1)) == "PY-4.14"


@clause("EX-26", "PY-4.23")
def test_both_supports_count_at_the_edges() -> None:
    board = Board(ROW1, {(7, 1): "G3", (9, 1): "G4"})
    assert board.takes((1, 1)) == {1, 2, 3, 8, 9}
    assert board.takes((8, 2)) == {1, 2, 5, 6, 7, 8, 9}


# --- the turn -------------------------------------------------------------------------------


@clause("EX-20", "PY-4.2", "PY-4.3", "PY-4.4", "D-01", "R-13", "R-14")
def test_place_and_swap_are_both_offered_and_passing_is_not() -> None:
    board = Board(ROW1, hands=["R8 P[RRR]1"])
    assert board.legal(0) == {"place", "swap"}
    refusal = board.scenario().refuses(0, "pass", clause="PY-4.4")
    assert "only if" in refusal.message


@clause("EX-21", "PY-4.4", "PY-4.5", "PY-11.16", "PY-12.4", "R-14", "R-69")
def test_who_can_do_nothing_passes_without_showing_a_card() -> None:
    board = Board(ROW2, hands=[SPARE_MEDICINE, "P[OO]7", "R1 R2"], active=0)
    before = board.hand(1)
    board.place(0, "R9", (3, 1))
    assert board.state.asked() == [2]
    assert board.hand(1) == before
    assert board.known(3, 1) == []
    lines = board.texts(0)
    assert "Seat 2 can neither place nor swap and passes." in lines
    assert board.state.passes == 1


SPARE_MEDICINE = "R9 R8"


@clause("PY-4.1", "PY-4.7", "PY-4.24", "PY-11.1")
def test_turns_go_clockwise_and_each_counts_once() -> None:
    board = Board(ROW1, hands=["R8 G1"] * 3, active=1)
    board.place(1, "R8", (1, 1))
    assert board.state.asked() == [2]
    board.swap(2, "R8", (0, 0), (2, 0))
    assert board.state.asked() == [0]
    board.place(0, "G1", (5, 1))
    assert board.state.asked() == [1]
    assert board.state.turns == 3
    assert board.state.view(-1)["turn"] == 4


@clause("EX-22", "PY-4.6", "PY-4.9", "PY-2.17", "R-15", "D-02", "D-03")
def test_nobody_draws_when_a_card_is_laid() -> None:
    board = Board(ROW1, hands=["R8 G1 B9"], sets=OPERATIONS, pile="R1 R2")
    board.place(0, "R8", (1, 1))
    assert board.hand(0) == ["G1", "B9"]
    assert board.at(1, 1) == "R8"
    assert len(board.state.pile) == 2


@clause("EX-23", "PY-4.21", "PY-7.15", "R-27")
def test_a_card_once_laid_is_never_tested_again() -> None:
    board = Board(ROW1, {(1, 1): "R8"}, hands=["B1 O1"])
    board.swap(0, "B1", (2, 0), (6, 0))
    assert board.at(2, 0) == "O9"
    assert board.at(1, 1) == "R8"


@clause("EX-24", "PY-4.22", "PY-10.1", "PY-0.4", "INV-32")
def test_the_last_card_wins_at_once() -> None:
    board = Board(ROW1, hands=["G8"]).place(0, "G8", (1, 1))
    assert board.state.is_over
    assert board.state.ending() == "empty_hand"
    assert board.state.returns() == [1.0, 0.0, 0.0]
    assert board.state.asked() == []


@clause("EX-25", "PY-4.11", "PY-4.22", "PY-5.21", "R-21")
def test_a_patient_as_the_last_card_gives_no_looks() -> None:
    board = Board(ROW2, hands=["P[RB]1"]).place(0, "P[RB]1", (3, 1))
    assert board.state.is_over
    assert board.question(0) == ""


@clause("EX-27", "PY-4.8", "PY-7.7", "R-29")
def test_a_reveal_is_final() -> None:
    match_board = Board(ROW1, hands=["R8 G7"]).do(0, "swap", "R8")
    assert match_board.question(0) == "first_cell"
    refusal = match_board.scenario().refuses(0, "place")
    assert refusal.clause == ""


@clause("PY-4.8", "R-29", "PY-12.7")
def test_a_choice_can_be_taken_back_until_a_card_is_laid_or_revealed() -> None:
    match = Match(GAME, 3, "undo", {"start_player": "0"})
    match.act(0, GAME.parse("place"))
    card = match.state.legal_actions(0)[0]
    match.act(0, card)
    assert match.can_undo(0).allowed
    match.undo(0)
    assert match.state.mid_move(0)
    assert match.log(0)[-1].text.startswith("Seat 1 takes back: place ")
    assert match.log(1)[-1].text == "Seat 1 takes back a choice."
    match.undo(0)
    match.act(0, GAME.parse("swap"))
    match.act(0, match.state.legal_actions(0)[0])
    assert not match.can_undo(0).allowed


@clause("PY-4.2", "PY-4.3")
def test_without_a_place_only_the_swap_remains() -> None:
    board = Board(ROW1, hands=["R5 R6"])
    board.state.cells = Board("R1 R9 R1 R9 R1 R9").state.cells
    board.state._openings = None
    board.state.faces = Board("R1 R9 R1 R9 R1 R9", hands=["R5 R6"]).state.faces
    board.state.relist()
    assert board.legal(0) == {"swap"}
    board.scenario().refuses(0, "place", clause="PY-4.3")
