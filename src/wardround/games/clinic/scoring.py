"""Points at the end of the game, and the ranking (CL-13)."""

from typing import Final

from wardround.games.clinic.board import CELLS, GROUND
from wardround.games.clinic.material import GARDEN, ROOM
from wardround.games.clinic.state import Clinic, Table, hosts

LINES: Final = (
    "track",
    "doctors",
    "nurses",
    "staff",
    "buildings",
    "rooms",
    "patients",
    "time",
    "gardens",
)


def sheet(table: Table, clinic: Clinic) -> list[int]:
    """The points of a clinic as it stands, line by line (CL-13.1 to CL-13.9)."""
    terms = table.terms
    return [
        clinic.pp,
        sum([terms.score_doctor[code % 4] for code in clinic.doctors]),
        terms.score_nurse * len(clinic.nurses),
        0,
        building_points(table, clinic.buildings),
        room_points(table, clinic),
        -sum([terms.score_patient[code % 4] for code in clinic.patients]),
        -(clinic.minutes // terms.time_unit),
        terms.score_garden * clinic.count(GARDEN),
    ]


def building_points(table: Table, buildings: int) -> int:
    """Points for the number of buildings (CL-13.5)."""
    points = table.terms.score_building
    if not buildings:
        return 0
    if buildings <= len(points):
        return points[buildings - 1]
    return points[-1] + table.terms.score_building_more * (buildings - len(points))


def room_points(table: Table, clinic: Clinic) -> int:
    """Points for active Rooms by their floor (CL-13.6)."""
    total = 0
    for cell in range(CELLS):
        if clinic.cells[cell] == ROOM and hosts(table, clinic, cell):
            total += table.terms.score_room[cell // GROUND]
    return total


def scores(table: Table) -> list[int]:
    """What every player would score now (at the end: the final score)."""
    return [sum(sheet(table, clinic)) for clinic in table.clinics]


def ranking(table: Table) -> list[list[int]]:
    """Seats, best first: score, then fewer minutes, then the more popular (CL-13.11 ff.)."""
    points = scores(table)
    keys = [
        (-points[seat], table.clinics[seat].minutes, -table.order.index(seat))
        for seat in range(table.players)
    ]
    seats = list(range(table.players))
    seats.sort(key=keys.__getitem__)
    return [[seat] for seat in seats]
