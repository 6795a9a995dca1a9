"""Cars: where they may stand, and which place costs the fewest building spaces (CL-7)."""

from typing import Final

from wardround.core import Objection
from wardround.games.clinic.board import GROUND, LOTS, NOWHERE, SIDES
from wardround.games.clinic.building import beset
from wardround.games.clinic.material import EMPTY, KIND
from wardround.games.clinic.state import Clinic, Table, lot_room

NOT_A_PLACE: Final = Objection("CL-7.4", "That is no car place on this board.")
BESIDE_MODULE: Final = Objection("CL-7.5", "A module stands beside that edge.")
NEAR_ENTRANCE: Final = Objection("CL-6.30", "There is an Entrance on that edge.")
EDGE_TAKEN: Final = Objection("CL-7.4", "A Car stands there already.")
NO_LOT: Final = Objection("CL-7.4", "There is no Parking lot on that space.")
LOT_FULL: Final = Objection("CL-7.9", "That Parking lot is full.")
NO_CUBE: Final = Objection("CL-1.13", "No cube is left for another Car.")
NO_CAR: Final = Objection("CL-7.14", "No Car of yours stands there.")
STANDS_THERE: Final = Objection("CL-7.13", "The Car stands there already.")
NO_OTHER_PLACE: Final = Objection("CL-7.13", "There is no other free place for that Car.")


def places(table: Table) -> list[int]:
    """All car places of a board, ascending: edges or sides, and lots."""
    return table.terms.car_places


def free_places(table: Table, clinic: Clinic) -> list[int]:
    """All car places where a new Car may be parked (CL-7.3)."""
    found: list[int] = []
    if not table.terms.physical or table.cubes_left() > 0:
        for place in table.terms.car_places:
            if spot_objection(table, clinic, place) is None:
                found.append(place)  # noqa: PERF401 (a comprehension costs a call on 3.11)
    return found


def place_objection(table: Table, clinic: Clinic, place: int) -> Objection | None:
    """Whether a new Car may be parked there (CL-7.3 to CL-7.9)."""
    if table.terms.physical and table.cubes_left() < 1:
        return NO_CUBE
    return spot_objection(table, clinic, place)


def move_objection(table: Table, clinic: Clinic, origin: int, place: int) -> Objection | None:
    """Whether a Car may be moved from one place to another (CL-7.13)."""
    if table.first_release():
        return place_objection(table, clinic, place)
    return STANDS_THERE if place == origin else spot_objection(table, clinic, place)


def leave_objection(table: Table, clinic: Clinic, origin: int) -> Objection | None:
    """Whether a Car stands there that can be moved elsewhere (CL-7.13)."""
    if not clinic.cars[origin]:
        return NO_CAR
    for place in places(table):
        if move_objection(table, clinic, origin, place) is None:
            return None
    return NO_OTHER_PLACE


def spot_objection(table: Table, clinic: Clinic, place: int) -> Objection | None:
    """Whether there is room for a Car (CL-7.4 to CL-7.9)."""
    if place >= SIDES:
        return side_objection(table, clinic, place)
    if place >= LOTS:
        room = lot_room(table, clinic, place - LOTS)
        if not room:
            return NO_LOT
        return LOT_FULL if clinic.cars[place] >= room else None
    return edge_objection(table, clinic, place)


def edge_objection(table: Table, clinic: Clinic, edge: int) -> Objection | None:
    """A Car on an edge (CL-7.5, CL-7.6)."""
    if table.terms.per_space:
        return NOT_A_PLACE
    if clinic.cars[edge]:
        return EDGE_TAKEN
    if clinic.entrances[edge]:
        return NEAR_ENTRANCE
    free = 0
    spaces = table.terms.board.edge_spaces[edge]
    for ground in spaces:
        free += int(KIND[clinic.cells[ground]] == 0)
    needed = len(spaces) if table.terms.strict else 1
    return None if free >= needed else BESIDE_MODULE


def side_objection(table: Table, clinic: Clinic, place: int) -> Objection | None:
    """A Car on one side of a space (CL-7.7)."""
    ground, side = (place - SIDES) // 4, (place - SIDES) % 4
    if not table.terms.per_space or ground % 4 >= table.terms.board.columns:
        return NOT_A_PLACE
    if KIND[clinic.cells[ground]] != 0:
        return BESIDE_MODULE
    if clinic.entrances[table.terms.board.sides[ground][side]]:
        return NEAR_ENTRANCE
    return EDGE_TAKEN if clinic.cars[place] else None


def free_place(table: Table, clinic: Clinic) -> bool:
    """Whether another Car can be parked (CL-7.3)."""
    if table.terms.physical and table.cubes_left() < 1:
        return False
    for place in places(table):
        if place_objection(table, clinic, place) is None:
            return True
    return False


def room_for(table: Table, clinic: Clinic, most: int) -> int:
    """How many Cars can still be parked, counted up to ``most``."""
    number = 0
    for place in places(table):
        if place_objection(table, clinic, place) is None:
            number += 1
            if place in range(LOTS, SIDES):
                number += lot_room(table, clinic, place - LOTS) - clinic.cars[place] - 1
            if number >= most:
                break
    if table.terms.physical:
        number = min(number, max(0, table.cubes_left()))
    return min(number, most)


def touched(table: Table, place: int) -> list[int]:
    """The ground spaces that a Car on this place keeps free of modules."""
    if place >= SIDES:
        return [(place - SIDES) // 4]
    return [] if place >= LOTS else table.terms.board.edge_spaces[place]


def building_spaces(table: Table, clinic: Clinic, place: int) -> int:
    """Spaces at a place on which, as far as Cars are concerned, a module may still be built."""
    number = 0
    for ground in touched(table, place):
        number += int(clinic.cells[ground] == EMPTY and not beset(table, clinic, ground))
    return number


def best_place(table: Table, clinic: Clinic) -> int:
    """SC-1: the free place that costs the fewest building spaces; -1 if none is free."""
    best, least = NOWHERE, GROUND
    for place in places(table):
        if place_objection(table, clinic, place) is None:
            lost = building_spaces(table, clinic, place)
            if lost < least:
                best, least = place, lost
    return best


def best_departure(table: Table, clinic: Clinic) -> int:
    """SC-2: the place of the Car whose removal gives the most building spaces."""
    best, most = NOWHERE, -1
    for place in places(table):
        if clinic.cars[place]:
            clinic.cars[place] -= 1
            won = building_spaces(table, clinic, place)
            clinic.cars[place] += 1
            if clinic.cars[place] > 1:
                won = 0
            if won > most:
                best, most = place, won
    return best
