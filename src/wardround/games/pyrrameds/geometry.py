"""The cells of both pyramids and how they lie to each other.

A cell is a pair (x, y) with "doubled x": side neighbours differ by 2 in x, rows by 1 in y; y = 0 is
the starting row, y > 0 the upper pyramid, y < 0 the lower one (PY-3.1 to PY-3.4). Cells are numbers
in cell order (ascending y, then x) within the hull of the longest row, so a number means the same
cell for every row size. ``NOWHERE`` is the number of no cell; lists by cell have a place for it
where that saves a question.
"""

from typing import Final

LONGEST_ROW: Final = 10


def in_hull(row: int, x: int, y: int) -> bool:
    """Whether the cell lies within one cell beyond each original end (PY-3.24)."""
    d = abs(y)
    return d <= row + 1 and d - 2 <= x <= 2 * row - d and (x - y) % 2 == 0


def in_pyramid(row: int, x: int, y: int) -> bool:
    """Whether the cell belongs to the pyramid before any extension (PY-3.4, PY-3.5)."""
    d = abs(y)
    return d <= row - 1 and d <= x <= 2 * (row - 1) - d and (x - y) % 2 == 0


CELLS: Final = [
    (x, y)
    for y in range(-LONGEST_ROW - 1, LONGEST_ROW + 2)
    for x in range(-2, 2 * LONGEST_ROW + 1)
    if in_hull(LONGEST_ROW, x, y)
]
"""Coordinates of every cell, in cell order (PY-3.22)."""
NOWHERE: Final = len(CELLS)
NUMBER: Final = {cell: number for number, cell in enumerate(CELLS)}
"""The number of a pair of coordinates."""
X: Final = [x for x, _ in CELLS]
Y: Final = [y for _, y in CELLS]

SIDEWAYS: Final = [(-2, 0), (2, 0)]
DIAGONALS: Final = [(-1, -1), (1, -1), (-1, 1), (1, 1)]


def cell_name(cell: int) -> str:
    """The notation of a cell: ``(3,1)``."""
    x, y = CELLS[cell]
    return f"({x},{y})"


def number_of(x: int, y: int) -> int:
    """The number of a cell, or ``NOWHERE`` outside the hull of the longest row."""
    return NUMBER.get((x, y), NOWHERE)


def _supports(cell: int) -> tuple[int, int]:
    x, y = CELLS[cell]
    if y == 0:
        return (NOWHERE, NOWHERE)
    below = y - 1 if y > 0 else y + 1
    return (number_of(x - 1, below), number_of(x + 1, below))


def _neighbours(cell: int) -> list[int]:
    x, y = CELLS[cell]
    found = [number_of(x + dx, y + dy) for dx, dy in SIDEWAYS + DIAGONALS]
    return sorted(number for number in found if number != NOWHERE)


SUPPORTS: Final = [_supports(cell) for cell in range(NOWHERE)]
"""The two cells that carry a cell (PY-3.10 to PY-3.12); ``NOWHERE`` where there is none."""
NEIGHBOURS: Final = [_neighbours(cell) for cell in range(NOWHERE)]
"""The up to six cells around a cell (PY-3.14), as far as they lie in the hull."""


def pyramid(row: int) -> list[int]:
    """The cells that belong to both pyramids and the row from the beginning, in cell order."""
    return [number for number, (x, y) in enumerate(CELLS) if in_pyramid(row, x, y)]


def hull(row: int) -> list[int]:
    """The cells that could ever belong to the pyramid with Operations, in cell order."""
    return [number for number, (x, y) in enumerate(CELLS) if in_hull(row, x, y)]


def starting_row(row: int) -> list[int]:
    """The cells of the starting row, from left to right."""
    return [number_of(2 * place, 0) for place in range(row)]


def array_column(x: int, y: int) -> int:
    """The column of a cell when layers are written flush left (PY-3.21)."""
    return (x - abs(y) % 2) // 2


def extended(row: int, belonging: list[int], cell: int) -> list[int]:
    """The belonging cells after one was added: others follow where both supports belong (PY-3.25).

    Args:
        row: The row size.
        belonging: The cells that belong to the pyramid, in cell order.
        cell: The cell that is added.
    """
    belongs = set(belonging)
    belongs.add(cell)
    grown = True
    while grown:
        grown = False
        for other in hull(row):
            left, right = SUPPORTS[other]
            if other not in belongs and left in belongs and right in belongs:
                belongs.add(other)
                grown = True
    return sorted(belongs)


def layer_ends(row: int, belonging: list[int], y: int) -> list[int]:
    """The cells directly beyond both ends of a layer or the row, within the hull (PY-8.26)."""
    places = [X[cell] for cell in belonging if Y[cell] == y]
    if not places:
        return []
    ends = [min(places) - 2, max(places) + 2]
    return [number_of(x, y) for x in ends if in_hull(row, x, y)]
