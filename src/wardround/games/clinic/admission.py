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
    if clinic.xs and not Desk(table, clinic).admits_after_take(row, space, action < act.TAKE_EC):
        return COULD_NOT_ADMIT
    return None


def free_slots(table: Table, clinic: Clinic, row: int) -> int:
    """Patients that the column still takes from a row (CL-9.7, CL-9.20)."""
    service = table.service_of(row)
    if not clinic.owns_service(service):
        return 0
    return max(0, table.terms.column_slots - clinic.in_slot(service))


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


def takes(chosen: int) -> tuple[int, int]:
    """Queue points and number of takes for a set of spaces, from the head on (CL-9.20)."""
    cost = size = 0
    for space in range(QUEUE):
        if chosen >> space & 1:
            cost += space + 1 - size
            size += 1
    return cost, size


def _best_takes(length: int, must: int) -> list[tuple[int, int]]:
    """:func:`takes` of the sets that hold certain spaces, without those that another one beats."""
    found: list[tuple[int, int]] = []
    for cost, size in sorted({takes(one) for one in range(1 << length) if one & must == must}):
        if not found or size < found[-1][1]:
            found.append((cost, size))
    return found


BEST_TAKES: Final = [
    [_best_takes(length, must) for must in range(1 << QUEUE)] for length in range(QUEUE + 1)
]
"""For the length of a row and the spaces, as bits, that have to be taken from it."""


class Desk:
    """What an Admit action still offers, worked out once for all its steps.

    Args:
        table: The position.
        clinic: Whose action it is.
    """

    def __init__(self, table: Table, clinic: Clinic) -> None:
        rows = table.rows()
        self.points = clinic.qp
        self.left = clinic.qp - table.terms.swap_cost
        self.lengths = [table.length(row) for row in range(rows)]
        self.slots = [free_slots(table, clinic, row) for row in range(rows)]
        self.consultations = len(clinic.empty_consultations())
        self.cars = room_for(table, clinic, clinic.qp)
        self.swapped = [0] * rows
        for place in clinic.xs:
            self.swapped[place // QUEUE] |= 1 << place % QUEUE

    def admits_after_take(self, row: int, space: int, to_column: bool) -> bool:
        """Whether all X can be admitted if this Patient is taken first (CL-9.19, CL-9.20)."""
        lengths, swapped, slots = self.lengths[:], self.swapped[:], self.slots[:]
        lengths[row] -= 1
        swapped[row] = moved_up(swapped[row], space)
        slots[row] -= int(to_column)
        consultations = self.consultations - int(not to_column)
        points = self.points - space - 1
        return _admits(lengths, swapped, slots, 0, points, consultations, self.cars - 1)

    def admits_after_swap(self, row: int, space: int, other: int) -> bool:
        """Whether all X can be admitted if this Patient is swapped first (CL-9.19, CL-9.20)."""
        beside = space < self.lengths[other]
        if not self.swapped_any():
            goal = space if beside else self.lengths[other]
            place = self.slots[other] > 0 or self.consultations > 0
            return goal < self.left and place and self.cars > 0
        lengths, swapped = self.lengths[:], self.swapped[:]
        if beside:
            swapped[row] |= swapped[other] & 1 << space
            swapped[other] |= 1 << space
        else:
            swapped[row] = moved_up(swapped[row], space)
            swapped[other] |= 1 << lengths[other]
            lengths[row] -= 1
            lengths[other] += 1
        return _admits(lengths, swapped, self.slots, 0, self.left, self.consultations, self.cars)

    def swapped_any(self) -> bool:
        """Whether somebody was swapped in this action and not admitted yet."""
        for bits in self.swapped:
            if bits:
                return True
        return False

    # --- whole lists ------------------------------------------------------------------------

    def takes_legal(self) -> list[int]:
        """All takes that :func:`objection` allows."""
        found: list[int] = []
        if self.cars:
            for row in range(len(self.lengths)):
                if self.slots[row]:
                    self._add_takes(found, act.TAKE + QUEUE * row, row, True)
            if self.consultations:
                for row in range(len(self.lengths)):
                    self._add_takes(found, act.TAKE_EC + QUEUE * row, row, False)
        return found

    def _add_takes(self, found: list[int], first: int, row: int, to_column: bool) -> None:
        duty = self.swapped_any()
        for space in range(min(self.lengths[row], self.points)):
            if not duty or self.admits_after_take(row, space, to_column):
                found.append(first + space)  # noqa: PERF401 (a comprehension costs a call on 3.11)

    def swaps_legal(self) -> list[int]:
        """All swaps that :func:`swap_objection` allows."""
        found: list[int] = []
        if self.left > 0 and self.cars:
            rows = len(self.lengths)
            for row in range(1, rows):
                self._add_swaps(found, act.SWAP_UP + QUEUE * (row - 1), row, row - 1)
            for row in range(rows - 1):
                self._add_swaps(found, act.SWAP_DOWN + QUEUE * row, row, row + 1)
        return found

    def _add_swaps(self, found: list[int], first: int, row: int, other: int) -> None:
        for space in range(self.lengths[row]):
            before = self.swapped[row] >> space & 1
            if not before and self.admits_after_swap(row, space, other):
                found.append(first + space)


def moved_up(bits: int, space: int) -> int:
    """Spaces of a row, as bits, after a Patient left it: those behind have moved up (CL-9.5)."""
    ahead = (1 << space) - 1
    return bits & ahead | bits >> 1 & ~ahead


def _admits(
    lengths: list[int],
    swapped: list[int],
    slots: list[int],
    row: int,
    points: int,
    consultations: int,
    cars: int,
) -> bool:
    """Whether all X from a row on can be admitted by takes alone (CL-9.20).

    Args:
        lengths: Patients in each row.
        swapped: The X of each row, as bits.
        slots: Free slots of the column for each row.
        row: The first row that counts.
        points: Queue points.
        consultations: Empty Extreme Consultations.
        cars: Free car places.
    """
    while row < len(swapped) and not swapped[row]:
        row += 1
    if row == len(swapped):
        return True
    for cost, size in BEST_TAKES[lengths[row]][swapped[row]]:
        over = max(0, size - slots[row])
        if cost <= points and size <= cars and over <= consultations:  # noqa: SIM102
            if _admits(
                lengths, swapped, slots, row + 1, points - cost, consultations - over, cars - size
            ):
                return True
    return False


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
    desk = Desk(table, clinic)
    return None if desk.admits_after_swap(row, space, other) else COULD_NOT_ADMIT


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
