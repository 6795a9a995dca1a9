"""SC-6, "move everyone sensibly": a plan of the whole Move phase, by a rule of thumb.

1. Treatments are planned one after another, the most profitable first: a Patient, a Doctor and the
   Nurses needed meet in a module. A treatment is worth its income (and the death that it prevents,
   if the Patient is red), less a little for every minute walked and every Nurse.
2. A Doctor without a treatment goes to a free Laboratory: the most skilled who can still progress.
3. Staff go to free Offices, the nearest first, as long as that lowers the upkeep.
4. Everybody else stays; employees from outside go to the nearest Service.

Patients who are not treated keep their places, so nobody loses one. Whoever has a place already is
left there and counted in.
"""

from typing import Final

from wardround.games.clinic.care import fee, nurses_needed
from wardround.games.clinic.material import (
    CLASS,
    COLUMN,
    CONSULTATION,
    DOCTOR,
    LABORATORY,
    NURSE,
    OFFICE,
    OPERATING,
    OUT,
    PATIENT,
    RED,
    ROOM,
    STAFF,
    place_of,
)
from wardround.games.clinic.moving import (
    charge,
    employee_objection,
    goal_objection,
    leaves_places,
    nearest_service,
    patient_objection,
    patients_in,
    rest_objection,
)
from wardround.games.clinic.paths import FAR, minutes
from wardround.games.clinic.state import UNPLACED, Clinic, Table, hosts

DOLLAR: Final = 30
"""Worth of a dollar; a minute is worth 3, a tenth of it (1 PP costs $3 or 30 minutes)."""
MINUTE: Final = 3
DEATH: Final = 9 * DOLLAR
NURSE_WORTH: Final = 2 * DOLLAR
SAVING: Final = 3 * DOLLAR


class Treatment:
    """A treatment that could be planned: numbers of the people, module, worth."""

    def __init__(self, sick: int, doctor: int, nurses: list[int], cell: int, worth: int) -> None:
        self.sick = sick
        self.doctor = doctor
        self.nurses = nurses
        self.cell = cell
        self.worth = worth


class Planner:
    """Finds places for everybody who has none.

    Args:
        table: The position; only the clinic's ``goals`` are changed.
        clinic: Whose people move.
    """

    def __init__(self, table: Table, clinic: Clinic) -> None:
        self.table = table
        self.clinic = clinic
        self.fixed = clinic.goals[:]
        self.busy = [False] * len(clinic.people)
        self.all_can_stay = rest_objection(table, clinic) is None
        self.rooms = [
            cell
            for cell in clinic.modules()
            if clinic.cells[cell] in (ROOM, OPERATING, CONSULTATION)
            and (clinic.cells[cell] == CONSULTATION or hosts(table, clinic, cell))
        ]

    def run(self) -> None:
        """Give everybody a place."""
        while True:
            best = self._best_treatment()
            if best is None:
                break
            for number in [best.sick, best.doctor, *best.nurses]:
                self.busy[number] = True
                self.clinic.goals[number] = best.cell
        self._to_laboratories()
        self._to_offices()
        self._rest()

    # --- treatments -------------------------------------------------------------------------

    def _best_treatment(self) -> Treatment | None:
        best: Treatment | None = None
        for cell in self.rooms:
            for sick in self._numbers(PATIENT):
                if self._may_be_treated(sick, cell):
                    for doctor in self._numbers(DOCTOR):
                        found = self._treatment(sick, doctor, cell)
                        if found is not None and (best is None or found.worth > best.worth):
                            best = found
        return best if best is not None and best.worth > 0 else None

    def _numbers(self, kind: int) -> list[int]:
        """People of a class who have no part in a treatment yet."""
        return [
            number
            for number, person in enumerate(self.clinic.people)
            if person // CLASS == kind and not self.busy[number]
        ]

    def _may_go(self, number: int, cell: int) -> bool:
        """Whether a person may be planned for a module."""
        if self.fixed[number] != UNPLACED:
            return self.fixed[number] == cell
        person = self.clinic.people[number]
        start = place_of(person)
        if person // CLASS == PATIENT:
            return patient_objection(self.table, self.clinic, person, start, cell) is None
        return employee_objection(self.table, self.clinic, person // CLASS, cell) is None

    def _may_be_treated(self, sick: int, cell: int) -> bool:
        """The Patient may come here, and nobody who would stay or must move loses the place."""
        if not self._may_go(sick, cell):
            return False
        moves = self.fixed[sick] != cell and place_of(self.clinic.people[sick]) != cell
        if moves and self._expected(cell) >= patients_in(self.table, self.clinic.cells[cell]):
            return False
        return self.all_can_stay or leaves_places(self.table, self.clinic, sick, cell)

    def _expected(self, cell: int) -> int:
        """Patients who are planned for a module or would stay there."""
        number = 0
        for index, person in enumerate(self.clinic.people):
            if person < CLASS:
                goal = self.clinic.goals[index]
                if goal == UNPLACED:
                    goal = place_of(person)
                number += int(goal == cell)
        return number

    def _walk(self, number: int, cell: int) -> int:
        person = self.clinic.people[number]
        start = place_of(person)
        if person < CLASS and start == COLUMN and self.clinic.cells[cell] == CONSULTATION:
            return 0
        return minutes(self.table, self.clinic, start, cell)

    def _treatment(self, sick: int, doctor: int, cell: int) -> Treatment | None:
        """The treatment with the nearest Nurses, if it can be planned."""
        if not self._may_go(doctor, cell):
            return None
        clinic, people = self.clinic, self.clinic.people
        needed = nurses_needed(
            self.table, clinic.cells[cell], people[sick] % 4, people[doctor] % CLASS % 4
        )
        walked = self._walk(sick, cell) + self._walk(doctor, cell)
        nurses: list[int] = []
        if needed:
            near = [
                (self._walk(number, cell), number)
                for number in self._numbers(NURSE)
                if self._may_go(number, cell)
            ]
            if len(near) < needed:
                return None
            near.sort()
            for cost, number in near[:needed]:
                walked += cost
                nurses.append(number)
        if walked >= FAR:
            return None
        worth = DOLLAR * fee(self.table, clinic, cell, people[sick] % 4) - MINUTE * walked
        worth -= NURSE_WORTH * needed
        if people[sick] % 4 == RED:
            worth += DEATH
        return Treatment(sick, doctor, nurses, cell, worth)

    # --- the others -------------------------------------------------------------------------

    def _to_laboratories(self) -> None:
        for cell in self.clinic.modules():
            if self.clinic.cells[cell] != LABORATORY:
                continue
            taken = False
            for number in self._numbers(DOCTOR):
                taken = taken or self.clinic.goals[number] == cell
            best, most = UNPLACED, -1
            for number in self._numbers(DOCTOR):
                colour = self.clinic.people[number] % CLASS % 4
                free = self.clinic.goals[number] == UNPLACED and colour != RED
                if free and colour > most and self._walk(number, cell) < FAR:
                    best, most = number, colour
            if not taken and best != UNPLACED:
                self.clinic.goals[best] = cell

    def _to_offices(self) -> None:
        for number in self._numbers(STAFF):
            if self.clinic.goals[number] != UNPLACED:
                continue
            best, least = UNPLACED, SAVING // MINUTE
            for cell in self.clinic.modules():
                if self.clinic.cells[cell] == OFFICE and self._may_go(number, cell):
                    cost = self._walk(number, cell)
                    if cost < least:
                        best, least = cell, cost
            if best != UNPLACED:
                self.clinic.goals[number] = best

    def _rest(self) -> None:
        """Everybody else stays where that is allowed, or goes to the cheapest place that is."""
        goals = self.clinic.goals
        for number, person in enumerate(self.clinic.people):
            if goals[number] != UNPLACED:
                continue
            start = place_of(person)
            if start == OUT:
                goals[number] = nearest_service(self.table, self.clinic)
            elif goal_objection(self.table, self.clinic, person, start) is None:
                goals[number] = start
            else:
                goals[number] = self._cheapest(person)

    def _cheapest(self, person: int) -> int:
        """The place that costs least among those that are allowed."""
        best, least = UNPLACED, FAR + 1
        for cell in self.clinic.modules():
            if goal_objection(self.table, self.clinic, person, cell) is None:
                cost = charge(self.table, self.clinic, person, cell, []).minutes
                if cost < least:
                    best, least = cell, cost
        return best
