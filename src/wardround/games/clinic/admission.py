"""Admit Patients: queue points, takes, swaps, and the duty to admit who was swapped (CL-9).

The Patients swapped in this action and not admitted yet (the X of the rules) are places in the
queues: ``4 * row + space``, both counted from 0.
"""

from typing import Final

from wardround.core import Objection
from wardround.games.clinic import actions as act
from wardround.games.clinic.material import COLUMN, HELIPAD, NOBODY, QUEUE, patient
from wardround.games.clinic.options import fixed
from wardround.games.clinic.parking import free_place, room_for
from wardround.games.clinic.state import Clinic, Table

BONUS_MONEY: Final = fixed("bonus_money")

EMPTY_SPACE: Final = Objection("CL-9.4", "No Patient stands on that space of the queue.")
TOO_FEW_POINTS: Final = Objection("CL-9.4", "You have too few queue points for that space.")
NOT_OWNED: Final = Objection("CL-9.7", "You own no Service of that row.")
SLOT_FULL: Final = Objection("CL-9.7", "Your slot for that Service is full.")
NO_CAR_PLACE: Final = Objection("CL-9.8", "You have no free car place.")
NO_CONSULTATION: Final = Objection("CL-9.11", "You have no empty Extreme Consultation.")
SWAPPED_BEFORE: Final = Objection("CL-9.17", "That Patient was swapped in this action already.")
NO_POINT_FOR_SWAP: Final = Objection("CL-9.14", "A swap costs a queue point.")
NOT_ADMITTED: Final = Objection("CL-9.21", "A Patient you swapped must be admitted first.")
COULD_NOT_ADMIT: Final = Objection(
    "CL-9.19", "Then not everybody whom you swapped could be admitted in this action."
)


def queue_points(table: Table, clinic: Clinic) -> int:
    """Queue points of an Admit action (CL-9.1)."""
    ways = sum(clinic.entrances) + clinic.count(HELIPAD)
    return table.terms.qp_base + table.terms.qp_per_entrance * ways


def place_of_take(action: int) -> tuple[int, int]:
    """Row and space (from 0) that a take names."""
    number = (action - act.TAKE) % (act.TAKE_EC - act.TAKE)
    return number // QUEUE, number % QUEUE


def objection(table: Table, clinic: Clinic, action: int) -> Objection | None:
    """Whether a step of an Admit action is allowed (CL-9)."""
    if action == act.END:
        return NOT_ADMITTED if clinic.xs else None
    if action >= act.SWAP_UP:
        return swap_objection(table, clinic, action)
    row, space = place_of_take(action)
    if table.queues[QUEUE * row + space] == NOBODY:
        return EMPTY_SPACE
    if space + 1 > clinic.qp:
        return TOO_FEW_POINTS
    if action < act.TAKE_EC:
        service = table.service_of(row)
        if not clinic.owns_service(service):
            return NOT_OWNED
        if clinic.in_slot(service) >= table.terms.column_slots:
            return SLOT_FULL
    elif not clinic.empty_consultations():
        return NO_CONSULTATION
    if not free_place(table, clinic):
        return NO_CAR_PLACE
    if clinic.xs and not _feasible_after_take(table, clinic, row, space, action < act.TAKE_EC):
        return COULD_NOT_ADMIT
    return None


def _feasible_after_take(
    table: Table, clinic: Clinic, row: int, space: int, to_column: bool
) -> bool:
    rows = len(table.queues) // QUEUE
    slots = [free_slots(table, clinic, number) for number in range(rows)]
    consultations = len(clinic.empty_consultations())
    if to_column:
        slots[row] -= 1
    else:
        consultations -= 1
    xs = without(clinic.xs, row, space)
    points = clinic.qp - space - 1
    room = room_for(table, clinic, points + 1) - 1
    return feasible(table.queues, row, xs, points, slots, consultations, room)


def free_slots(table: Table, clinic: Clinic, row: int) -> int:
    """Patients that the column still takes from a row (CL-9.7, CL-9.20)."""
    service = table.service_of(row)
    if not clinic.owns_service(service):
        return 0
    return table.terms.column_slots - clinic.in_slot(service)


def without(xs: list[int], row: int, space: int) -> list[int]:
    """The places of the X after a Patient left a row: those behind have moved up (CL-9.5)."""
    moved: list[int] = []
    for place in xs:
        if place // QUEUE == row and place % QUEUE >= space:
            if place % QUEUE > space:
                moved.append(place - 1)
        else:
            moved.append(place)
    return moved


def feasible(
    queues: list[int],
    shortened: int,
    xs: list[int],
    points: int,
    slots: list[int],
    consultations: int,
    cars: int,
) -> bool:
    """Whether all X can be admitted by takes alone (CL-9.20).

    Args:
        queues: The queues; the row ``shortened`` holds one Patient more than it will (-1: none).
        slots: Free slots of the column for each row.
        consultations: Empty Extreme Consultations.
        cars: Free car places, counted up to the points (a take costs at least one).
    """
    rows = sorted({place // QUEUE for place in xs})
    lengths: list[int] = []
    for row in rows:
        length = 0
        while length < QUEUE and queues[QUEUE * row + length] != NOBODY:
            length += 1
        lengths.append(length - int(row == shortened))
    return _admitted(rows, lengths, 0, xs, points, slots, consultations, cars)


def _admitted(
    rows: list[int],
    lengths: list[int],
    number: int,
    xs: list[int],
    points: int,
    slots: list[int],
    consultations: int,
    cars: int,
) -> bool:
    """Choose for each row a set of Patients that holds its X, row by row."""
    if points < 0 or consultations < 0 or cars < 0:
        return False
    if number == len(rows):
        return True
    row = rows[number]
    must = 0
    for place in xs:
        if place // QUEUE == row:
            must |= 1 << place % QUEUE
    for chosen in range(1 << lengths[number]):
        if chosen & must == must:
            cost, size = takes(chosen)
            over = max(0, size - max(0, slots[row]))
            if _admitted(
                rows,
                lengths,
                number + 1,
                xs,
                points - cost,
                slots,
                consultations - over,
                cars - size,
            ):
                return True
    return False


def takes(chosen: int) -> tuple[int, int]:
    """Queue points and number of takes for a set of spaces, from the head on (CL-9.20)."""
    cost = size = 0
    for space in range(QUEUE):
        if chosen >> space & 1:
            cost += space + 1 - size
            size += 1
    return cost, size


# --- swaps ------------------------------------------------------------------------------------


def swapped_rows(action: int) -> tuple[int, int, int]:
    """Row and space of X, and the row that he goes to."""
    if action < act.SWAP_DOWN:
        row, space = divmod(action - act.SWAP_UP, QUEUE)
        return row + 1, space, row
    row, space = divmod(action - act.SWAP_DOWN, QUEUE)
    return row, space, row + 1


def swap_objection(table: Table, clinic: Clinic, action: int) -> Objection | None:
    """Whether a swap is allowed (CL-9.14 to CL-9.21)."""
    row, space, other = swapped_rows(action)
    if table.queues[QUEUE * row + space] == NOBODY:
        return EMPTY_SPACE
    if clinic.qp < table.terms.swap_cost:
        return NO_POINT_FOR_SWAP
    if QUEUE * row + space in clinic.xs:
        return SWAPPED_BEFORE
    if clinic.qp < table.terms.swap_cost + 1:
        return COULD_NOT_ADMIT
    queues = table.queues[:]
    xs = exchange(queues, clinic.xs, row, space, other)
    slots = [free_slots(table, clinic, number) for number in range(len(queues) // QUEUE)]
    left = clinic.qp - table.terms.swap_cost
    consultations = len(clinic.empty_consultations())
    if not feasible(queues, NOBODY, xs, left, slots, consultations, left):
        return COULD_NOT_ADMIT
    room = room_for(table, clinic, left)
    if room == left or feasible(queues, NOBODY, xs, left, slots, consultations, room):
        return None
    return COULD_NOT_ADMIT


def exchange(queues: list[int], xs: list[int], row: int, space: int, other: int) -> list[int]:
    """Move X to another row of the queues; the places of all X afterwards (CL-9.15, CL-9.16)."""
    here, there = QUEUE * row + space, QUEUE * other + space
    if queues[there] != NOBODY:
        queues[here], queues[there] = queues[there], queues[here]
        moved = [here if place == there else place for place in xs]
        return sorted([*moved, there])
    colour = queues[here]
    for place in range(here, QUEUE * row + QUEUE - 1):
        queues[place] = queues[place + 1]
    queues[QUEUE * row + QUEUE - 1] = NOBODY
    goal = QUEUE * other
    while queues[goal] != NOBODY:
        goal += 1
    queues[goal] = colour
    return sorted([*without(xs, row, space), goal])


def swap(table: Table, seat: int, action: int) -> None:
    """Carry out a swap (CL-9.14 to CL-9.16)."""
    clinic = table.clinics[seat]
    row, space, other = swapped_rows(action)
    colour = table.queues[QUEUE * row + space]
    clinic.xs = exchange(table.queues, clinic.xs, row, space, other)
    clinic.qp -= table.terms.swap_cost
    table.tell("swap", seat, (row, space, other, colour))


def admit(table: Table, seat: int, row: int, space: int, place: int) -> None:
    """A Patient is taken out of a queue (CL-9.4 to CL-9.6, CL-9.10).

    Args:
        place: The column, or an Extreme Consultation.
    """
    clinic = table.clinics[seat]
    colour = table.leave_queue(row, space)
    clinic.xs = without(clinic.xs, row, space)
    clinic.qp -= space + 1
    clinic.join(patient(place, table.service_of(row), colour))
    table.tell("admit", seat, (row, space, colour, -1 if place == COLUMN else place))
