"""PY-9: masked numbers, wildcard medicine, "?" requirements."""

import pytest

from tests.rules.pyrrameds.board import INTENSIVE, ROW1, ROWW, Board, modes
from wardround.games.pyrrameds.cards import parse_card
from wardround.testing import clause

NUMBERS = set(range(1, 10))


def board(row: str = ROWW, **hands: str) -> Board:
    return Board(row, sets=INTENSIVE, hands=list(hands.values()))


@clause("EX-110", "PY-9.1", "PY-9.2", "R-40")
def test_a_masked_number_fits_everywhere() -> None:
    table = Board(ROW1, {(1, 1): "R8"}, sets=INTENSIVE)
    assert all(table.why_not("T?", cell) == "" for cell in table.open_cells())


@clause("EX-111", "PY-9.3", "PY-9.6", "PY-9.8", "R-41")
def test_masked_supports_are_ignored_but_support() -> None:
    table = board("R4 T? B6 U? O9 P[RB]?")
    assert table.takes((1, 1)) == NUMBERS - {4}
    assert table.takes((3, 1)) == table.takes((5, 1)) == NUMBERS - {6}
    assert table.takes((7, 1)) == table.takes((9, 1)) == NUMBERS - {9}
    assert {(3, 1), (9, -1)} <= table.open_cells()


@clause("EX-112", "PY-9.4", "PY-9.5", "R-41")
def test_a_masked_number_is_never_fixed() -> None:
    table = Board("R4 T? U? G2 O9 B5", hands=["R3 R1"], sets=INTENSIVE)
    assert table.takes((3, 1)) == NUMBERS
    table.place(0, "R3", (3, 1))
    assert table.takes((1, 1)) == NUMBERS - {4}


@clause("EX-113", "PY-9.6")
def test_a_masked_patient_is_placed_by_its_path() -> None:
    row = "P[GG]1 P[OO]2 R3 G4 R5 P[RR]6"
    assert board(row).why_not("P[GRR]?", (3, 1)) == ""
    assert board(row).why_not("P[GRR]?", (9, 1)) == ""
    assert board(row).why_not("P[GGR]?", (3, 1)) == "PY-5.4"


@clause("EX-114", "PY-9.7", "PY-9.17")
def test_a_masked_card_keeps_its_type() -> None:
    row = "P[GG]1 P[OO]2 T? U4 R5 P[RR]6"
    assert board(row).why_not("P[TU]1", (3, 1)) == ""
    assert ((4, 0), (6, 0)) in board(row).pairs("T1")
    assert board(row).pairs("P[TU]1") == {((4, 0), (6, 0))}


@clause("EX-115", "EX-116", "EX-117", "PY-9.9", "PY-9.10", "PY-9.12", "PY-9.13", "R-42")
@pytest.mark.parametrize(
    ("patient", "x", "legal"),
    [
        ("P[T?]1", 3, "zrs"),
        ("P[R?]1", 3, ""),
        ("P[RU]1", 7, "zr"),
        ("P[RB]1", 7, ""),
        ("P[U?]1", 7, "zrs"),
        ("P[BTU]1", 3, "zrs"),
        ("P[GT?]1", 3, "zrs"),
        ("P[BGT]1", 3, ""),
        ("P[BG?]1", 3, ""),
        ("P[B??]1", 3, "zrs"),
    ],
)
def test_any_one_for_any_one(patient: str, x: int, legal: str) -> None:
    assert modes(ROWW, {}, patient, (x, 1), sets=INTENSIVE) == legal


@clause("EX-118", "PY-9.11", "R-42")
def test_a_question_mark_still_needs_medicine() -> None:
    row = "P[GG]1 P[OO]2 T3 P[OO]4 ?5 P[RR]6"
    assert modes(row, {}, "P[T?]1", (5, 1), sets=INTENSIVE) == ""


@clause("EX-119", "PY-9.14", "PY-5.7")
def test_a_wildcard_serves_every_patient_anew() -> None:
    table = Board(ROWW, hands=["P[BU]1 P[RU]1 R1"], sets=INTENSIVE)
    table.place(0, "P[BU]1", (7, 1))
    assert table.why_not("P[RU]1", (7, -1)) == ""
    assert [value for value in table.state.snapshot() if "meets" in value] == []


@clause("EX-120", "PY-9.15", "PY-5.8", "PY-10.16")
def test_question_marks_count_as_icons() -> None:
    table = Board(ROWW, hands=["P[BB?]1 R1"], sets=INTENSIVE)
    row = "P[GG]1 P[OO]2 B3 ?4 B5 P[RR]6"
    laid = Board(row, hands=["P[BB?]1 R1"], sets=INTENSIVE).place(0, "P[BB?]1", (3, 1))
    assert laid.state.view(0)["reward"]["needs"] == ["B", "B", "?"]
    assert len(parse_card("P[BB?]1").needs) == 3
    assert table.state.faces[table.id_of(0, "P[BB?]1")].requirements.size == 3


@clause("EX-121", "PY-9.16", "R-43")
def test_a_revealed_wildcard_allows_any_medicine() -> None:
    assert len(board().pairs("?1")) == 12


@clause("EX-122", "PY-9.17", "R-44")
def test_a_wildcard_in_the_pyramid_is_of_every_type() -> None:
    table = board()
    assert table.pairs("R1") == {
        pair for pair in table.pairs("?1") | table.pairs("R1") if (8, 0) in pair
    }
    assert len(table.pairs("R1")) == 5
    assert len(table.pairs("T1")) == 9
    assert table.pairs("P[RT]1") == {((4, 0), (8, 0))}
    assert table.pairs("P[RR]1") == set()


@clause("EX-123", "PY-9.18", "R-45")
def test_a_question_mark_patient_exchanges_any_medicine() -> None:
    assert board().pairs("P[R?]1") == {
        ((4, 0), (6, 0)),
        ((4, 0), (8, 0)),
        ((6, 0), (8, 0)),
    }
    loose = Board(ROWW, sets=INTENSIVE, loose_patient_swap="on")
    assert len(loose.pairs("P[R?]1")) == 12


@clause("EX-124", "PY-9.19")
def test_a_wildcard_with_a_number_is_tested() -> None:
    table = Board(ROW1, sets=INTENSIVE)
    assert table.why_not("?5", (1, 1)) == "PY-4.14"
    assert table.why_not("?8", (1, 1)) == ""
