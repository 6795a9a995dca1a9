"""The Move phase: in which order people are asked, where they may end, what it costs (CL-10).

All people count as lifted; one after another gets a final place (CL-10.36).
"""

from typing import Final

from wardround.core import Objection
from wardround.games.clinic.material import (
    CLASS,
    COLUMN,
    CONSULTATION,
    DOCTOR,
    KIND,
    LABORATORY,
    NURSE,
    OFFICE,
    OPERATING,
    OUT,
    PATIENT,
    ROOM,
    SERVICE,
    STAFF,
    WAITING,
    colour_of,
    label_of,
    patient,
    person_at,
    place_of,
)
from wardround.games.clinic.paths import FAR, Route, minutes, reachable, route
from wardround.games.clinic.state import UNPLACED, Clinic, Table, hosts

NOT_A_MODULE: Final = Objection("CL-10.25", "People end in modules.")
NOT_FOR_CLASS: Final = Objection("CL-10.34", "This person cannot end in that module.")
NO_DOCTORS: Final = Objection("CL-10.26", "No further Doctor fits there.")
NO_STAFF: Final = Objection("CL-10.28", "An Office holds one Staff.")
NO_PATIENTS: Final = Objection("CL-10.29", "No further Patient fits there.")
INACTIVE: Final = Objection("CL-10.35", "It touches no Service on its floor, so no Patient there.")
INACTIVE_EMPLOYEE: Final = Objection("CL-10.26", "That Room is not active.")
WRONG_LABEL: Final = Objection("CL-10.29", "It hosts the Patients of another Service.")
STAYS: Final = Objection("CL-10.33", "A Patient in an Extreme Consultation stays there.")
NOT_TO_EC: Final = Objection(
    "CL-10.32", "A Patient from a Room never goes to an Extreme Consultation."
)
NO_CHANGE: Final = Objection("CL-10.32", "Patients do not change their module in this game.")
NOT_FROM_ROOM: Final = Objection("CL-10.32", "An Operating Room takes Patients from the column.")
EC_FROM_QUEUE: Final = Objection("CL-10.19", "An Extreme Consultation is filled from the queues.")
NO_WAY: Final = Objection("CL-10.20", "There is no way to that module.")
BLOCKS: Final = Objection("CL-10.38", "Then another Patient would find no place.")
NOT_IN_COLUMN: Final = Objection("CL-10.30", "Only a Patient of the column can stay there.")


def lift_everybody(table: Table, clinic: Clinic) -> None:
    """The people in the order in which they get their places (CL-10.36, CL-10.37)."""
    order = table.terms.service_order
    keyed: list[list[int]] = []
    for code in clinic.patients:
        place = place_of(code)
        row = order.index(label_of(code)) if place == COLUMN else 0
        keyed.append([int(place == COLUMN), place, row, -colour_of(code), label_of(code), code])
    keyed += [[2, code // 4, 0, -(code % 4), 0, CLASS * DOCTOR + code] for code in clinic.doctors]
    keyed += [[3, code, 0, 0, 0, CLASS * NURSE + code] for code in clinic.nurses]
    keyed += [[4, code, 0, 0, 0, CLASS * STAFF + code] for code in clinic.staff]
    keyed.sort()
    clinic.people = [key[5] for key in keyed]
    clinic.goals = [UNPLACED] * len(clinic.people)


def next_person(clinic: Clinic) -> int:
    """The number of the first person without a place; -1 if everybody has one."""
    for number, goal in enumerate(clinic.goals):
        if goal == UNPLACED:
            return number
    return UNPLACED


def placed(clinic: Clinic, kind: int, place: int) -> int:
    """How many people of a class have been given this place."""
    number = 0
    for index, goal in enumerate(clinic.goals):
        if goal == place and clinic.people[index] // CLASS == kind:
            number += 1
    return number


def goal_objection(table: Table, clinic: Clinic, person: int, place: int) -> Objection | None:
    """Whether a person may end at a place, given those placed so far (CL-10.25 to CL-10.35)."""
    start = place_of(person)
    kind = person // CLASS
    if place == COLUMN:
        return None if start == COLUMN else NOT_IN_COLUMN
    if KIND[clinic.cells[place]] == 0:
        return NOT_A_MODULE
    objection = (
        patient_objection(table, clinic, person, start, place)
        if kind == PATIENT
        else employee_objection(table, clinic, kind, place)
    )
    if objection is None and start != place and not consultation_from_column(clinic, person, place):
        objection = None if reachable(table, clinic, start, place) else NO_WAY
    if objection is None and kind == PATIENT and not table.never_blocked():
        objection = blocking_objection(table, clinic, person, place)
    return objection


def cells_legal(table: Table, clinic: Clinic, person: int) -> list[int]:
    """All modules where :func:`goal_objection` lets a person end."""
    found: list[int] = []
    for place in clinic.modules():
        if goal_objection(table, clinic, person, place) is None:
            found.append(place)  # noqa: PERF401 (a comprehension costs a call on 3.11)
    return found


def patient_objection(
    table: Table, clinic: Clinic, person: int, start: int, place: int
) -> Objection | None:
    """Where a Patient may end (CL-10.29 to CL-10.35)."""
    terms = table.terms
    thing = clinic.cells[place]
    if thing not in (ROOM, OPERATING, CONSULTATION):
        return NOT_FOR_CLASS
    if start != COLUMN and start != place:
        if clinic.cells[start] == CONSULTATION:
            return STAYS
        if thing == CONSULTATION:
            return NOT_TO_EC
        if not terms.room_change:
            return NO_CHANGE
        if thing == OPERATING and not terms.or_from_room:
            return NOT_FROM_ROOM
    if thing == CONSULTATION:
        if start == COLUMN and not terms.ec_from_column:
            return EC_FROM_QUEUE
    else:
        labels = hosts(table, clinic, place)
        if not labels:
            return INACTIVE
        if label_of(person) not in labels:
            return WRONG_LABEL
    return None if placed(clinic, PATIENT, place) < patients_in(table, thing) else NO_PATIENTS


def patients_in(table: Table, thing: int) -> int:
    """Patients that a module holds (CL-10.29)."""
    if thing == ROOM:
        return table.terms.room_patients
    return table.terms.or_patients if thing == OPERATING else table.terms.ec_patients


def employee_objection(table: Table, clinic: Clinic, kind: int, place: int) -> Objection | None:
    """Where an employee may end (CL-10.26 to CL-10.28, CL-10.34)."""
    thing = clinic.cells[place]
    if SERVICE <= thing < ROOM:
        return None
    if thing == WAITING:
        return NOT_FOR_CLASS
    if kind == STAFF:
        if thing != OFFICE:
            return NOT_FOR_CLASS
        return None if placed(clinic, STAFF, place) < table.terms.office_staff else NO_STAFF
    if thing == OFFICE or (kind == NURSE and thing == LABORATORY):
        return NOT_FOR_CLASS
    if thing == ROOM and not table.terms.inactive_employees and not hosts(table, clinic, place):
        return INACTIVE_EMPLOYEE
    if kind == NURSE:
        return None
    return None if placed(clinic, DOCTOR, place) < doctors_in(table, thing) else NO_DOCTORS


def doctors_in(table: Table, thing: int) -> int:
    """Doctors that a module holds (CL-10.26)."""
    if thing == ROOM:
        return table.terms.room_doctors
    if thing == LABORATORY:
        return table.terms.lab_doctors
    return table.terms.or_doctors if thing == OPERATING else table.terms.ec_doctors


def consultation_from_column(clinic: Clinic, person: int, place: int) -> bool:
    """Whether a person goes from the column to an Extreme Consultation, for nothing (CL-10.19)."""
    return (
        person // CLASS == PATIENT
        and place_of(person) == COLUMN
        and place < COLUMN
        and clinic.cells[place] == CONSULTATION
    )


def blocking_objection(table: Table, clinic: Clinic, person: int, place: int) -> Objection | None:
    """All Patients in modules still to be placed keep a place (CL-10.38)."""
    number = next_person(clinic)
    if number == UNPLACED or clinic.people[number] != person:
        return None
    return None if leaves_places(table, clinic, number, place) else BLOCKS


def leaves_places(table: Table, clinic: Clinic, number: int, place: int) -> bool:
    """Whether all Patients in modules find a place if one of the people goes to this place."""
    kept = clinic.goals
    clinic.goals = kept[:]
    clinic.goals[number] = place
    fixed = clinic.goals[:]
    found = True
    for other, person in enumerate(clinic.people):
        if person < CLASS and place_of(person) != COLUMN and fixed[other] == UNPLACED:
            found = found and _find_place(table, clinic, other, fixed, [])
    clinic.goals = kept
    return found


def _find_place(
    table: Table, clinic: Clinic, number: int, fixed: list[int], tried: list[int]
) -> bool:
    """Give a Patient a place; where it is full, one who was placed for trial moves on."""
    person = clinic.people[number]
    start = place_of(person)
    for place in [start, *clinic.modules()]:
        objection = patient_objection(table, clinic, person, start, place)
        if place in tried or objection not in (None, NO_PATIENTS):
            continue
        if start != place and not reachable(table, clinic, start, place):
            continue
        tried.append(place)
        found = objection is None
        for other, goal in enumerate(clinic.goals):
            if not found and goal == place and fixed[other] == UNPLACED:
                found = _find_place(table, clinic, other, fixed, tried)
        if found:
            clinic.goals[number] = place
            return True
    return False


def rest_objection(table: Table, clinic: Clinic) -> Objection | None:
    """Whether everybody not placed can stay; employees outside go to a Service (CL-10.39)."""
    kept = clinic.goals[:]
    objection: Objection | None = None
    for number, person in enumerate(clinic.people):
        if clinic.goals[number] != UNPLACED:
            continue
        place = place_of(person)
        if place == OUT:
            continue
        objection = (
            patient_objection(table, clinic, person, place, place)
            if person < CLASS and place != COLUMN
            else None
            if place == COLUMN
            else employee_objection(table, clinic, person // CLASS, place)
        )
        if objection is not None:
            break
        clinic.goals[number] = place
    clinic.goals = kept
    return objection


def place_rest(table: Table, clinic: Clinic) -> None:
    """SC-4: everybody not placed stays; employees outside go to the nearest Service (CL-10.39)."""
    for number, person in enumerate(clinic.people):
        if clinic.goals[number] == UNPLACED:
            place = place_of(person)
            clinic.goals[number] = nearest_service(table, clinic) if place == OUT else place


def nearest_service(table: Table, clinic: Clinic) -> int:
    """The Service that costs least from outside; the first of equals."""
    best, least = UNPLACED, FAR + 1
    for cell in clinic.modules():
        if SERVICE <= clinic.cells[cell] < ROOM:
            cost = minutes(table, clinic, OUT, cell)
            if cost < least:
                best, least = cell, cost
    return best


def charges(table: Table, clinic: Clinic) -> list[Route]:
    """The routes of everybody placed, in order, with the Helipads that they use (CL-10.46)."""
    used = clinic.used_pads[:]
    routes: list[Route] = []
    for number, person in enumerate(clinic.people):
        goal = clinic.goals[number]
        if goal == UNPLACED:
            break
        routes.append(charge(table, clinic, person, goal, used))
        for pad in routes[-1].pads:
            if pad not in used:
                used.append(pad)
    return routes


def charge(table: Table, clinic: Clinic, person: int, goal: int, used: list[int]) -> Route:
    """The route of one person to a final place (CL-10.4, CL-10.7, CL-10.19)."""
    start = place_of(person)
    if start == goal or consultation_from_column(clinic, person, goal):
        return Route(0, [], [start, goal] if start != goal else [start])
    return route(table, clinic, start, goal, used)


def waiting_minutes(table: Table, clinic: Clinic) -> int:
    """What the Waiting Rooms take off (CL-10.41, CL-10.42)."""
    return table.terms.waiting * clinic.count(WAITING)


def settle(table: Table, seat: int) -> None:
    """Everybody walks; the clock goes on (CL-10.41 to CL-10.44)."""
    clinic = table.clinics[seat]
    routes = charges(table, clinic)
    total = 0
    for number, person in enumerate(clinic.people):
        walked = routes[number]
        total += walked.minutes
        use_pads(table, clinic, walked)
        if table.log is not None and clinic.goals[number] != place_of(person):
            table.tell("walk", seat, (person, walked.minutes, *walked.stops))
    arrive(clinic)
    saved = waiting_minutes(table, clinic) + clinic.credit
    clinic.round_minutes = max(0, total - saved)
    clinic.credit = max(0, saved - total) if table.terms.waiting_carries else 0
    clinic.minutes += clinic.round_minutes
    table.tell("clock", seat, (total, saved, clinic.round_minutes, clinic.minutes))


def use_pads(table: Table, clinic: Clinic, walked: Route) -> None:
    """Note the Helipads of a route as used this round (CL-10.23)."""
    for pad in walked.pads:
        if pad not in clinic.used_pads and not table.terms.used_by_queue:
            clinic.used_pads = sorted([*clinic.used_pads, pad])


def as_planned(table: Table, clinic: Clinic) -> Clinic:
    """A copy of a clinic in which everybody went as planned; who has no plan yet stays."""
    scene = clinic.copy()
    if scene.people:
        place_rest(table, scene)
        for walked in charges(table, scene):
            use_pads(table, scene, walked)
        arrive(scene)
    return scene


def arrive(clinic: Clinic) -> None:
    """Everybody stands at the place that was chosen."""
    groups: list[list[int]] = [[], [], [], []]
    for number, person in enumerate(clinic.people):
        moved = person_at(person, clinic.goals[number])
        groups[moved // CLASS].append(moved % CLASS)
    for group in groups:
        group.sort()
    clinic.patients, clinic.doctors, clinic.nurses, clinic.staff = groups
    clinic.people = []
    clinic.goals = []
    clinic.again = []
    clinic.planned = False


def patients_of(clinic: Clinic, cell: int) -> list[int]:
    """Patients in a module."""
    first = patient(cell, 0, 0)
    last = patient(cell + 1, 0, 0)
    return [code for code in clinic.patients if first <= code < last]
