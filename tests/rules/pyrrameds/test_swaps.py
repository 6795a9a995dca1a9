"""PY-7: swaps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.pyrrameds.board import OPERATIONS, ROW1, ROW2, Board, Cell
from wardround.games.pyrrameds.geometry import CELLS
from wardround.testing import clause


def pairs_with(*cells: Cell, row: int = 6) -> set[tuple[Cell, Cell]]:
    """All pairs of the row that hold at least one of the cells."""
    line = [(2 * x, 0) for x in range(row)]
    return {
        (one, other)
        for one in line
        for other in line
        if one < other and (one in cells or other in cells)
    }


@clause("EX-62", "EX-73", "PY-7.1", "PY-7.9", "PY-7.13", "R-25")
@pytest.mark.parametrize("number", [7, 1])
def test_revealed_medicine_needs_one_card_of_its_type(number: int) -> None:
    board = Board(ROW1)
    assert board.pairs(f"G{number}") == pairs_with((4, 0))
    assert len(board.pairs(f"G{number}")) == 5
    assert board.pairs(f"R{number}") == pairs_with((0, 0), (8, 0))
    assert len(board.pairs(f"R{number}")) == 9


@clause("EX-63", "PY-7.10", "PY-7.12", "R-24")
def test_a_revealed_patient_needs_two_wanted_cards() -> None:
    board = Board(ROW1)
    assert board.pairs("P[RG]3") == {((0, 0), (4, 0)), ((0, 0), (8, 0)), ((4, 0), (8, 0))}
    assert board.pairs("P[RR]3") == {((0, 0), (8, 0))}
    assert board.pairs("P[GG]3") == set()


@clause("EX-63", "PY-7.6", "D-04")
def test_a_card_without_a_pair_cannot_be_revealed() -> None:
    board = Board(ROW1, hands=["P[GG]3 P[RG]3 R1"]).do(0, "swap")
    assert board.legal(0) == {"P[GR]3", "R1"}
    board.scenario().refuses(0, "b07", clause="PY-7.6")


@clause("EX-64", "PY-7.11", "R-24")
def test_one_wanted_card_is_enough_in_the_loose_swap() -> None:
    assert len(Board(ROW1, loose_patient_swap="on").pairs("P[RG]3")) == 12


@clause("PY-7.11", "R-24")
@pytest.mark.parametrize(
    ("preset", "chosen", "players", "loose"),
    [
        ("recommended", "preset", 2, True),
        ("recommended", "preset", 3, False),
        ("recommended", "auto", 2, True),
        ("book", "preset", 2, False),
        ("book", "auto", 2, True),
        ("book", "on", 4, True),
        ("recommended", "off", 2, False),
    ],
)
def test_when_the_loose_swap_holds(preset: str, chosen: str, players: int, loose: bool) -> None:
    board = Board(ROW1, players=players, preset=preset, loose_patient_swap=chosen)
    assert board.state.terms.loose is loose


@clause("EX-65", "PY-7.9", "PY-7.22", "R-25")
def test_medicine_may_move_a_patient_and_a_patient_moves_only_medicine() -> None:
    board = Board(ROW2, hands=["R1 P[RB]1"])
    assert ((0, 0), (4, 0)) in board.pairs("R1")
    assert board.pairs("P[RB]1") == {((4, 0), (6, 0))}
    board.swap(0, "R1", (0, 0), (4, 0))
    assert (board.at(0, 0), board.at(4, 0)) == ("R3", "P[GG]1")


@clause("EX-66", "PY-7.5", "PY-7.6", "PY-7.23", "R-28")
def test_a_special_is_not_revealed() -> None:
    board = Board(ROW1, hands=["S[add]3 S[remove]3", "R8 R9"], sets=OPERATIONS)
    assert board.question(0) == "turn"
    board.scenario().refuses(0, "swap", clause="PY-7.23")
    other = Board(ROW1, hands=["S[add]3 R1 B1"], sets=OPERATIONS).do(0, "swap")
    other.scenario().refuses(0, "b07", clause="PY-7.5")


@clause("EX-67", "PY-7.2", "D-05", "D-06")
def test_two_different_occupied_cells() -> None:
    board = Board(ROW1, hands=["R8 G7"]).do(0, "swap", "R8")
    board.scenario().refuses(0, "(1,1)", clause="PY-7.2")
    board.do(0, (0, 0))
    board.scenario().refuses(0, "(0,0)", clause="PY-7.2")
    board.scenario().refuses(0, "(1,1)", clause="PY-7.2")


@clause("EX-68", "EX-69", "PY-7.3", "PY-7.4", "PY-7.14", "PY-7.15", "PY-7.16", "PY-7.20")
@clause("R-27", "INV-20")
def test_any_two_cells_change_places_and_nothing_is_tested() -> None:
    board = Board(ROW1, {(1, 1): "R8", (9, -1): "B9"}, hands=["R7 R7"])
    before = board.open_cells()
    board.swap(0, "R7", (9, -1), (1, 1))
    assert (board.at(1, 1), board.at(9, -1)) == ("B9", "R8")
    assert board.open_cells() == before
    assert board.takes((2, 2)) == set(range(1, 9))


@clause("EX-70", "PY-7.15", "R-27")
def test_a_patient_stays_without_its_path() -> None:
    board = Board(ROW2, {(3, 1): "P[RB]5"}, hands=["R1 R1"])
    board.swap(0, "R1", (4, 0), (10, 0))
    assert board.at(3, 1) == "P[BR]5"


@clause("EX-71", "PY-7.7", "PY-7.8", "PY-7.18", "PY-11.7", "PY-11.9", "R-22", "R-23", "INV-30")
def test_a_revealed_card_stays_in_the_hand_known_to_all() -> None:
    board = Board(ROW1, hands=["G7 R8", "R1 G1", "R1 G1"])
    board.log()
    board.do(0, "swap", "G7")
    assert all(board.known(viewer, 0) == ["G7"] for viewer in (1, 2, 3))
    assert board.texts(-1) == ["Seat 1 reveals green 7 for a swap."]
    assert board.state.view(1)["revealed"]["notation"] == "G7"
    board.do(0, (0, 0))
    assert board.hand(0) == ["G7", "R8"]
    board.swap(1, "R1", (0, 0), (4, 0))
    assert board.at(0, 0) == "R4"
    board.swap(2, "R1", (0, 0), (2, 0))
    board.swap(0, "G7", (0, 0), (4, 0))
    assert board.known(1, 0) == ["G7"]


@clause("EX-72", "PY-7.17", "R-26")
def test_equal_faces_may_be_swapped() -> None:
    board = Board("R4 B7 G2 O9 R4 B5", hands=["R1 R2"])
    board.swap(0, "R1", (0, 0), (8, 0))
    assert board.at(0, 0) == board.at(8, 0) == "R4"
    assert board.state.turns == 1


@clause("EX-74", "PY-7.19", "PY-12.6", "D-05", "D-06")
def test_a_pair_is_named_from_the_earlier_cell() -> None:
    board = Board(ROW1, hands=["P[RG]3 R1"]).do(0, "swap", "P[RG]3")
    assert board.cells(0) == {(0, 0), (4, 0)}
    board.scenario().refuses(0, "(8,0)", clause="PY-7.19")
    early = board.scenario().branch()
    early.when(0, "(0,0)")
    early.refuses(0, "(2,0)", clause="PY-7.10")
    board.do(0, (4, 0))
    assert board.at(4, 0) == "R5", "the only partner was taken at once"


@clause("PY-7.19")
def test_the_second_cell_is_never_the_earlier_one() -> None:
    board = Board(ROW1, hands=["R1 G1"]).do(0, "swap", "R1", (4, 0))
    assert board.at(8, 0) == "G2"
    other = Board("R4 R7 R2 O9 R5 B5", hands=["R1 G1"]).do(0, "swap", "R1", (4, 0))
    other.scenario().refuses(0, "(0,0)", clause="PY-7.19")


@clause("EX-75", "PY-7.21", "R-48")
def test_a_swap_triggers_nothing() -> None:
    board = Board("R4 S[remove]3 G2 P[RB]4 R5 B5", {(1, 1): "R9"}, ["R1 R2"], sets=OPERATIONS)
    board.swap(0, "R1", (0, 0), (2, 0))
    assert board.state.asked() == [1]
    again = Board(ROW2, hands=["R1 R2"]).swap(0, "R1", (0, 0), (4, 0))
    assert again.question(0) == "turn", "the others pass"


@clause("EX-76", "PY-7.23", "PY-4.3", "R-13")
def test_swapping_is_no_mere_fallback() -> None:
    assert Board(ROW1, hands=["R8 G7"]).legal(0) == {"place", "swap"}


@clause("PY-7.2", "D-06")
def test_reasons_name_the_medicine_wanted() -> None:
    board = Board(ROW1, hands=["G1 R1"]).do(0, "swap", "G1", (0, 0))
    assert board.at(0, 0) == "G2"
    other = Board(ROW1, {(1, 1): "G9"}, hands=["G1 R1"]).do(0, "swap", "G1", (0, 0))
    answer = other.state.why_not(0, other.action(0, (2, 0)))
    assert answer is not None
    assert answer.clause == "PY-7.9"
    assert answer.text == "At least one of the two must be green medicine."
    loose = Board(ROW1, {(1, 1): "G9"}, hands=["P[GG]1 R1"], loose_patient_swap="on").do(
        0, "swap", "P[GG]1", (0, 0)
    )
    answer = loose.state.why_not(0, loose.action(0, (2, 0)))
    assert answer is not None
    assert answer.clause == "PY-7.11"


# --- properties -----------------------------------------------------------------------------

CARDS = ["R1", "B2", "G3", "O4", "U5", "T6", "?7", "P[RB]8", "P[B?]2", "S[remove]3"]
rows = st.lists(st.sampled_from(CARDS), min_size=6, max_size=6)
revealed = st.sampled_from([card for card in CARDS if not card.startswith("S")])


def lying_type(board: Board, cell: Cell) -> str:
    card = board.at(*cell)
    assert card is not None
    return card[0] if card[0] not in "PS" else ""


def wanted(text: str) -> str:
    types = text[2:-2] if text.startswith("P") else text[0]
    return "RBGOUT?" if "?" in types else types + "?"


@clause("INV-21", "INV-22", "PY-7.9", "PY-7.10", "PY-7.11", "PY-9.16", "PY-9.17", "PY-9.18")
@settings(max_examples=60, deadline=None)
@given(rows, revealed)
def test_legal_pairs_by_the_letter_of_the_rules(row: list[str], text: str) -> None:
    strict = Board(" ".join(row), sets="base+operations+intensive_care")
    loose = Board(" ".join(row), sets="base+operations+intensive_care", loose_patient_swap="on")
    line = [(2 * x, 0) for x in range(6)]
    both = {(one, other) for one in line for other in line if one < other}
    either = {
        pair
        for pair in both
        if any(
            lying_type(strict, cell) and lying_type(strict, cell) in wanted(text) for cell in pair
        )
    }
    all_wanted = {
        pair
        for pair in both
        if all(
            lying_type(strict, cell) and lying_type(strict, cell) in wanted(text) for cell in pair
        )
    }
    assert strict.pairs(text) == (all_wanted if text.startswith("P") else either)
    assert loose.pairs(text) == either
    assert strict.pairs(text) <= loose.pairs(text)
    near = Board(
        " ".join(row), {(1, 1): "S[swap_adjacent]9"}, sets="base+operations+intensive_care"
    )
    assert {pair for pair in near.pairs(text) if (1, 1) not in pair} == {
        pair for pair in strict.pairs(text) if pair[1][0] - pair[0][0] == 2
    }


@clause("PY-7.20", "INV-20")
def test_a_swap_is_its_own_inverse() -> None:
    board = Board(ROW1, {(1, 1): "R8"}, hands=["R1 R2", "R3 R4", "R5 R6"])
    before = {CELLS[cell]: board.at(*CELLS[cell]) for cell in board.state.occupied()}
    board.swap(0, "R1", (0, 0), (1, 1))
    changed = {cell for cell, card in before.items() if board.at(*cell) != card}
    assert changed == {(0, 0), (1, 1)}
    board.swap(1, "R3", (0, 0), (1, 1))
    assert {cell: board.at(*cell) for cell in before} == before
