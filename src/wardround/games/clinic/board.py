"""The geometry of the player boards: spaces, edges, car places, and who touches whom.

Every space of both boards has one number: ``floor * 12 + row * 4 + column`` (all counted from 0).
The 3x3 board is the 4x3 board without column d, and the order of the numbers is the printed one
on both (spaces by floor, row, column; edges space by space: west, south, east, north).
"""

from typing import Final

COLUMNS: Final = "abcd"
ROWS: Final = 3
GROUND: Final = 12
"""Ground spaces of the larger board, and the step from a space to the one above it."""
FLOORS: Final = 5
"""Floors that have a number; the fifth is used by Helipads under one option only (CL-6.33)."""
CELLS: Final = GROUND * FLOORS
EDGES: Final = 31
LOTS: Final = EDGES
"""First car place of the lots: LOTS + ground space."""
SIDES: Final = LOTS + GROUND
"""First car place of the single sides of ground spaces: SIDES + 4 * space + side (CL-7.7)."""
PLACES: Final = SIDES + 4 * GROUND
SIDE_NAMES: Final = "WSEN"
NOWHERE: Final = -1


def cell_name(cell: int) -> str:
    """The name of a space: "c2", or "c2.1" above the ground."""
    floor, ground = cell // GROUND, cell % GROUND
    name = f"{COLUMNS[ground % 4]}{ground // 4 + 1}"
    return f"{name}.{floor}" if floor else name


def _edge_table() -> tuple[list[str], list[list[int]], list[list[int]]]:
    """Names of the edges, the ground spaces at each, and for each ground space W, S, E, N."""
    names: list[str] = []
    spaces: list[list[int]] = []
    sides = [[NOWHERE] * 4 for _ in range(GROUND)]
    for ground in range(GROUND):
        column, row = ground % 4, ground // 4
        for side, drawn in enumerate((column == 0, row == 0, True, True)):
            if drawn:
                sides[ground][side] = len(names)
                names.append(cell_name(ground) + SIDE_NAMES[side])
                spaces.append([ground])
        if column:
            sides[ground][0] = sides[ground - 1][2]
            spaces[sides[ground][0]].append(ground)
        if row:
            sides[ground][1] = sides[ground - 4][3]
            spaces[sides[ground][1]].append(ground)
    return names, spaces, sides


_TABLE: Final = _edge_table()
EDGE_NAMES: Final[list[str]] = _TABLE[0]
EDGE_SPACES: Final[list[list[int]]] = _TABLE[1]
SIDE_EDGES: Final[list[list[int]]] = _TABLE[2]


def place_name(place: int) -> str:
    """The name of a car place: edge "b3E", lot "lot:b3", or one side of a space "side:b3E"."""
    if place < LOTS:
        return EDGE_NAMES[place]
    if place < SIDES:
        return f"lot:{cell_name(place - LOTS)}"
    number = place - SIDES
    return f"side:{cell_name(number // 4)}{SIDE_NAMES[number % 4]}"


def _neighbours(cell: int, columns: int) -> list[int]:
    """The spaces that share a face with a space: W, E, S, N, below, above (CL-6.1)."""
    floor, row, column = cell // GROUND, cell % GROUND // 4, cell % 4
    found: list[int] = []
    if column:
        found.append(cell - 1)
    if column + 1 < columns:
        found.append(cell + 1)
    if row:
        found.append(cell - 4)
    if row + 1 < ROWS:
        found.append(cell + 4)
    if floor:
        found.append(cell - GROUND)
    if floor + 1 < FLOORS:
        found.append(cell + GROUND)
    return found


def in_line(one: int, other: int) -> bool:
    """Whether two spaces differ in exactly one of column, row and floor (CL-6.40)."""
    return (
        int(one % 4 != other % 4)
        + int(one % GROUND // 4 != other % GROUND // 4)
        + int(one // GROUND != other // GROUND)
    ) == 1


class Board:
    """One ground plan with its floors.

    Args:
        columns: 4 (columns a to d) or 3.
        floors: Floors that modules may stand on.
    """

    def __init__(self, columns: int, floors: int) -> None:
        self.columns = columns
        self.floors = floors
        self.ground = [cell for cell in range(GROUND) if cell % 4 < columns]
        self.cells = [floor * GROUND + ground for floor in range(floors) for ground in self.ground]
        self.neighbours: list[list[int]] = []
        self.level: list[list[int]] = []
        for cell in range(CELLS):
            near = _neighbours(cell, columns) if cell % 4 < columns else []
            self.neighbours.append(near)
            self.level.append([other for other in near if other // GROUND == cell // GROUND])
        self.edge_spaces = [
            [ground for ground in spaces if ground % 4 < columns] for spaces in EDGE_SPACES
        ]
        self.edges = [edge for edge in range(EDGES) if self.edge_spaces[edge]]
        self.boundary = [edge for edge in self.edges if len(self.edge_spaces[edge]) == 1]
        self.sides = [SIDE_EDGES[ground] for ground in range(GROUND)]

    def has_floor(self, cell: int) -> bool:
        """Whether modules may stand as high as that."""
        return cell // GROUND < self.floors


def car_places(board: Board, per_space: bool) -> list[int]:
    """All car places of a board, ascending: edges or sides, and lots."""
    lots = [LOTS + ground for ground in board.ground]
    if per_space:
        return lots + [SIDES + 4 * ground + side for ground in board.ground for side in range(4)]
    return board.edges + lots


BOARDS: Final = {"4x3": Board(4, 4), "3x3": Board(3, 4)}
