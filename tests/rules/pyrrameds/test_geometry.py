"""PY-3: cells, supports, neighbours, open cells, the hull."""

import pytest

from tests.rules.pyrrameds.board import OPERATIONS, ROW1, ROW2, ROWP, Board, Cell
from wardround.games.pyrrameds.geometry import (
    CELLS,
    NEIGHBOURS,
    NOWHERE,
    NUMBER,
    SUPPORTS,
    array_column,
    hull,
    in_pyramid,
    pyramid,
    starting_row,
)
from wardround.testing import clause


def supports(*cell: int) -> set[Cell]:
    return {CELLS[one] for one in SUPPORTS[NUMBER[cell[0], cell[1]]] if one != NOWHERE}


def neighbours(row: int, *cell: int) -> set[Cell]:
    found = {CELLS[one] for one in NEIGHBOURS[NUMBER[cell[0], cell[1]]]}
    return {(x, y) for x, y in found if in_pyramid(row, x, y)}


@clause("EX-01", "PY-3.4", "PY-3.5", "PY-3.6", "PY-3.7", "PY-3.8")
@pytest.mark.parametrize(("row", "cells", "free"), [(6, 36, 30), (8, 64, 56)])
def test_both_pyramids_shrink_by_one_a_layer_and_share_the_row(
    row: int, cells: int, free: int
) -> None:
    found = [CELLS[cell] for cell in pyramid(row)]
    assert len(found) == cells == row * row
    assert cells - len(starting_row(row)) == free == row * row - row
    for d in range(row):
        for y in {d, -d}:
            layer = [x for x, other in found if other == y]
            assert layer == list(range(d, 2 * (row - 1) - d + 1, 2))
            assert len(layer) == row - d


@clause("EX-02", "PY-3.1", "PY-3.2", "PY-3.3", "PY-3.26")
def test_cells_are_pairs_of_equal_parity_inside_the_pyramid() -> None:
    found = {CELLS[cell] for cell in pyramid(6)}
    assert {(0, 0), (10, 0), (1, 1), (9, -1), (2, 2), (5, 5), (5, -5)} <= found
    for x, y in [(1, 0), (0, 1), (11, 1), (12, 0), (1, 2), (3, 5), (6, 6)]:
        assert (x, y) not in found
    assert all((x - y) % 2 == 0 for x, y in found)


@clause("PY-3.26")
def test_cells_outside_the_pyramid_are_no_candidates() -> None:
    board = Board(ROW1, hands=["R8 G1"]).do(0, "place", "R8")
    answer = board.state.why_not(0, board.action(0, (12, 0)))
    assert answer is not None
    assert answer.clause == ""


@clause("EX-03", "PY-3.10", "PY-3.11", "PY-3.12", "PY-3.13")
def test_two_cells_nearer_to_the_row_support_a_cell() -> None:
    assert supports(3, 1) == supports(3, -1) == {(2, 0), (4, 0)}
    assert supports(4, 2) == {(3, 1), (5, 1)}
    assert supports(4, -2) == {(3, -1), (5, -1)}
    assert supports(9, 1) == {(8, 0), (10, 0)}
    assert supports(4, 0) == set()
    for cell in pyramid(6):
        if CELLS[cell][1]:
            assert set(SUPPORTS[cell]) <= set(pyramid(6))


@clause("EX-04", "PY-3.14", "PY-3.15")
def test_six_neighbours_as_far_as_they_are_cells() -> None:
    assert neighbours(6, 4, 0) == {(2, 0), (6, 0), (3, 1), (5, 1), (3, -1), (5, -1)}
    assert neighbours(6, 0, 0) == {(2, 0), (1, 1), (1, -1)}
    assert neighbours(6, 5, 5) == {(4, 4), (6, 4)} & {CELLS[cell] for cell in pyramid(6)}
    assert neighbours(6, 1, 1) == {(3, 1), (0, 0), (2, 0), (2, 2)}
    for cell in range(NOWHERE):
        assert all(cell in NEIGHBOURS[other] for other in NEIGHBOURS[cell])
        assert all(other in NEIGHBOURS[cell] for other in SUPPORTS[cell] if other != NOWHERE)


@clause("EX-05", "PY-3.16", "PY-3.20")
def test_at_first_the_two_layers_beside_the_row_are_open() -> None:
    assert Board(ROW1).open_cells() == {(x, y) for x in (1, 3, 5, 7, 9) for y in (1, -1)}


@clause("EX-06", "PY-3.16", "PY-3.9")
def test_a_card_closes_its_cell_and_opens_those_that_rest_on_it() -> None:
    board = Board(ROW1, {(1, 1): "R8"})
    assert (1, 1) not in board.open_cells()
    assert (2, 2) in board.open_cells()
    assert (2, -2) not in board.open_cells()
    assert board.why_not("R1", (1, 1)) == "PY-3.9"


@clause("EX-07", "PY-3.18", "PY-3.19", "PY-4.17", "R-12")
def test_a_hole_below_a_card_is_tested_against_its_own_supports() -> None:
    board = Board(ROW1, {(1, 1): "R8", (2, 2): "B3"})
    assert (3, 1) in board.open_cells()
    assert board.takes((3, 1)) == {1, 8, 9}
    assert (3, 3) in board.open_cells()
    assert (4, 2) not in board.open_cells()


@clause("EX-08", "PY-3.17")
def test_no_card_hangs_in_the_air() -> None:
    board = Board(ROW1)
    for card in ("R8", "P[RB]1", "S[add]1"):
        assert board.why_not(card, (2, 2)) == "PY-3.17"
        assert board.why_not(card, (0, 0)) == "PY-3.9"


@clause("EX-09", "PY-3.16", "PY-10.6", "PY-4.3")
def test_a_full_pyramid_leaves_only_swaps() -> None:
    full = {CELLS[cell]: "R1" for cell in pyramid(4) if CELLS[cell][1]}
    board = Board("R4 B7 G2 O9", full, hands=["R8 G7"])
    assert board.open_cells() == set()
    assert board.legal(0) == {"swap"}
    assert board.state.why_not(0, board.action(0, "place")) is not None
    assert not board.state.is_over
    board.swap(0, "R8", (0, 0), (2, 0))
    assert not board.state.is_over


@clause("EX-10", "PY-3.21")
def test_array_columns() -> None:
    cells = [(0, 0), (10, 0), (1, 1), (9, -1), (4, 2), (5, 3)]
    assert [array_column(x, y) for x, y in cells] == [0, 5, 0, 4, 2, 2]


@clause("EX-11", "PY-3.22", "PY-3.23")
def test_cell_order_without_operations() -> None:
    order = [CELLS[cell] for cell in pyramid(6)]
    assert order == sorted(order, key=lambda cell: (cell[1], cell[0]))
    places = {0: (5, -5), 1: (4, -4), 15: (0, 0), 20: (10, 0), 35: (5, 5)}
    assert {place: order[place] for place in places} == places
    assert len(order) == 36


@clause("EX-12", "PY-3.23", "PY-3.24", "PY-3.25")
def test_the_hull_with_operations() -> None:
    cells = [CELLS[cell] for cell in hull(6)]
    assert len(cells) == 64
    assert min(cells, key=lambda cell: cell[1]) == (5, -7)
    assert max(cells, key=lambda cell: cell[1]) == (5, 7)
    assert [x for x, y in cells if y == 0] == list(range(-2, 13, 2))
    board = Board(ROW1, sets=OPERATIONS)
    assert board.belonging() == {CELLS[cell] for cell in pyramid(6)}


@clause("PY-3.25", "PY-3.27", "PY-8.29")
def test_an_added_cell_brings_those_that_rest_on_it_and_stays() -> None:
    board = Board(ROW1, sets=OPERATIONS, added=[(12, 0)])
    assert len(board.belonging()) == 49
    assert {(11, 1), (11, -1), (6, 6), (6, -6)} <= board.belonging()
    again = Board(ROW1, sets=OPERATIONS, added=[(12, 0), (-2, 0)])
    assert len(again.belonging()) == 64


@clause("PY-3.1", "PY-3.4")
@pytest.mark.parametrize("row", range(4, 11))
def test_every_row_size_lies_in_the_numbered_cells(row: int) -> None:
    assert [CELLS[cell] for cell in starting_row(row)] == [(2 * x, 0) for x in range(row)]
    assert set(pyramid(row)) <= set(hull(row))
    assert len(hull(row)) == (row + 2) ** 2


@clause("PY-3.2", "PY-6.14")
def test_up_is_up_on_the_whole_table() -> None:
    above = Board(ROWP, {(5, 1): "R1", (6, 2): "B2"})
    below = Board(ROWP, {(5, -1): "R1", (6, -2): "B2"})
    for board, y in ((above, 1), (below, -1)):
        assert not board.why_not("P[RB]3", (7, 3 * y))
    assert Board(ROW2).open_cells() == {(x, y) for x in (1, 3, 5, 7, 9) for y in (1, -1)}
