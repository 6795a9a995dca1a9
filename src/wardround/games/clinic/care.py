"""Patient care: which treatments are possible, what they pay; and the expenses (CL-11)."""

from typing import Final

from wardround.core import Objection
from wardround.games.clinic import moving
from wardround.games.clinic.board import CELLS
from wardround.games.clinic.material import (
    COLUMN,
    CONSULTATION,
    GARDEN,
    HELIPAD,
    KIND,
    OFFICE,
    OPERATING,
    ROOM,
    patient_place,
)
from wardround.games.clinic.state import BUSINESS, INCOME, Clinic, Table, gardens_beside, hosts

NO_TREATMENT: Final = Objection("CL-11.10", "Patients are treated in Rooms and the like only.")
NOT_ACTIVE: Final = Objection("CL-11.10", "It touches no Service, so nobody is treated there.")
NOBODY_SICK: Final = Objection("CL-11.4", "No Patient is there.")
NO_DOCTOR: Final = Objection("CL-11.4", "No Doctor who has not treated anybody is there.")
NO_NURSES: Final = Objection("CL-11.5", "Too few Nurses are free there.")
NO_SUCH_PATIENT: Final = Objection("CL-11.4", "No Patient of that colour is there.")
NO_SUCH_DOCTOR: Final = Objection("CL-11.8", "No Doctor of that colour is free there.")


def nurses_needed(table: Table, thing: int, sick: int, doctor: int) -> int:
    """Nurses that a treatment needs (CL-11.5 to CL-11.7).

    Args:
        thing: The kind of module.
        sick: The Patient's colour.
        doctor: The Doctor's colour.
    """
    if thing == CONSULTATION:
        return 0
    needed = abs(sick - doctor)
    return max(0, needed - table.terms.or_nurses) if thing == OPERATING else needed


def fee(table: Table, clinic: Clinic, cell: int, sick: int) -> int:
    """What a treatment pays (CL-11.15 to CL-11.19)."""
    thing = clinic.cells[cell]
    if thing == CONSULTATION and not table.terms.ec_by_colour:
        return table.terms.ec_fee
    pay = table.terms.income[sick]
    if thing == ROOM:
        pay += table.terms.garden_bonus * gardens_beside(table, clinic, cell)
    return pay


def occupied(clinic: Clinic) -> list[int]:
    """Modules with a Patient, ascending."""
    found: list[int] = []
    for code in clinic.patients:
        cell = patient_place(code)
        if cell >= COLUMN:
            break
        if not found or found[-1] != cell:
            found.append(cell)
    return found


def sick_colours(clinic: Clinic, cell: int) -> list[int]:
    """Colours of the Patients in a module, ascending."""
    colours = [code % 4 for code in moving.patients_of(clinic, cell)]
    colours.sort()
    return colours


def free_doctors(clinic: Clinic, cell: int) -> list[int]:
    """Colours of the Doctors in a module who have not treated anybody this round."""
    busy = clinic.busy_doctors[:]
    free: list[int] = []
    for code in clinic.doctors:
        if code // 4 == cell:
            if code in busy:
                busy.remove(code)
            else:
                free.append(code % 4)
    return free


def free_nurses(clinic: Clinic, cell: int) -> int:
    """Nurses in a module who have not helped this round."""
    return clinic.nurses.count(cell) - clinic.busy_nurses.count(cell)


def module_objection(table: Table, clinic: Clinic, cell: int) -> Objection | None:
    """Whether some treatment is possible in a module (CL-11.4 to CL-11.10)."""
    thing = clinic.cells[cell]
    if thing not in (ROOM, OPERATING, CONSULTATION):
        return NO_TREATMENT
    if thing != CONSULTATION and not hosts(table, clinic, cell):
        return NOT_ACTIVE
    sick = sick_colours(clinic, cell)
    if not sick:
        return NOBODY_SICK
    doctors = free_doctors(clinic, cell)
    if not doctors:
        return NO_DOCTOR
    nurses = free_nurses(clinic, cell)
    for patient in sick:
        for doctor in doctors:
            if nurses_needed(table, thing, patient, doctor) <= nurses:
                return None
    return NO_NURSES


def pair_objection(
    table: Table, clinic: Clinic, cell: int, sick: int, doctor: int
) -> Objection | None:
    """Whether a Doctor can treat a Patient in a module (CL-11.4 to CL-11.8)."""
    if sick not in sick_colours(clinic, cell):
        return NO_SUCH_PATIENT
    if doctor not in free_doctors(clinic, cell):
        return NO_SUCH_DOCTOR
    needed = nurses_needed(table, clinic.cells[cell], sick, doctor)
    return None if needed <= free_nurses(clinic, cell) else NO_NURSES


def treat(table: Table, seat: int, cell: int, sick: int, doctor: int) -> None:
    """One treatment: the Patient leaves, the team has worked, the fee is counted (CL-11.12 ff.)."""
    clinic = table.clinics[seat]
    code = next(one for one in moving.patients_of(clinic, cell) if one % 4 == sick)
    clinic.patients.remove(code)
    clinic.busy_doctors = [*clinic.busy_doctors, cell * 4 + doctor]
    needed = nurses_needed(table, clinic.cells[cell], sick, doctor)
    clinic.busy_nurses = clinic.busy_nurses + [cell] * needed
    if clinic.cells[cell] == OPERATING and cell not in clinic.operated:
        clinic.operated = [*clinic.operated, cell]
    pay = fee(table, clinic, cell, sick)
    clinic.ledger[INCOME] += pay
    if table.terms.treated_to_pool:
        table.patient_pool[sick] += 1
    else:
        table.patients_out += 1
    table.tell("treat", seat, (cell, sick, doctor, needed, pay))


class Team:
    """A set of Patients of one module that can be treated together (SC-3)."""

    def __init__(self, pairs: list[int], pay: int, levels: list[int]) -> None:
        self.pairs = pairs
        self.pay = pay
        self.levels = levels


def best_team(table: Table, clinic: Clinic, cell: int) -> list[int]:
    """SC-3 for one module: pairs as 4 * Patient + Doctor in the order of treatment."""
    if module_objection(table, clinic, cell) is not None:
        return []
    sick = sick_colours(clinic, cell)
    sick.reverse()
    best = Team([], 0, [])
    for chosen in range(1, 1 << len(sick)):
        group = [sick[index] for index in range(len(sick)) if chosen >> index & 1]
        pairs = _match(
            table,
            clinic.cells[cell],
            group,
            free_doctors(clinic, cell),
            free_nurses(clinic, cell),
        )
        if len(pairs) == len(group):
            pay = sum([fee(table, clinic, cell, colour) for colour in group])
            if (pay, len(group), group) > (best.pay, len(best.levels), best.levels):
                best = Team(pairs, pay, group)
    return best.pairs


def _match(table: Table, thing: int, sick: list[int], doctors: list[int], nurses: int) -> list[int]:
    """Doctors for all of these Patients, fewest Nurses first; empty if it cannot be."""
    if not sick:
        return []
    options = [(nurses_needed(table, thing, sick[0], doctor), doctor) for doctor in set(doctors)]
    options.sort()
    for needed, doctor in options:
        if needed > nurses:
            break
        others = doctors[:]
        others.remove(doctor)
        rest = _match(table, thing, sick[1:], others, nurses - needed)
        if len(rest) == len(sick) - 1:
            return [4 * sick[0] + doctor, *rest]
    return []


# --- expenses -------------------------------------------------------------------------------------


def salaries(table: Table, clinic: Clinic) -> int:
    """Salaries of all employees (CL-11.20 to CL-11.22)."""
    terms = table.terms
    total = terms.salary_nurse * len(clinic.nurses) + terms.salary_staff * len(clinic.staff)
    for code in clinic.doctors:
        total += terms.salary[code % 4]
    return total


def upkeep(table: Table, clinic: Clinic) -> int:
    """Upkeep of modules and Gardens before Staff lower it (CL-11.23)."""
    total = 0
    for thing in clinic.cells:
        if KIND[thing] != 0:
            total += table.terms.upkeep_module
        elif thing == GARDEN:
            total += table.terms.upkeep_garden
    return total


def saving(table: Table, clinic: Clinic) -> int:
    """What Staff in Offices lower the upkeep by (CL-11.24, CL-11.25)."""
    at_work = 0
    for place in clinic.staff:
        at_work += int(place < CELLS and clinic.cells[place] == OFFICE)
    return min(upkeep(table, clinic), table.terms.staff_saving * at_work)


def helipad_costs(table: Table, clinic: Clinic) -> int:
    """What Helipads (or, under an option, Operating Rooms) cost this round (CL-11.26)."""
    terms = table.terms
    payer = OPERATING if terms.or_pays else HELIPAD
    used = clinic.operated if terms.or_pays else clinic.used_pads
    total = 0
    for cell in range(CELLS):
        if clinic.cells[cell] == payer:
            total += terms.used if cell in used else terms.idle
    return total


def settlement(table: Table, clinic: Clinic, income: int) -> list[int]:
    """The whole ledger of a Business phase, in the order of ``LEDGER`` (CL-11.29 to CL-11.32).

    A loss is paid from cash, then with popularity; what is still missing is debt.

    Args:
        income: What the treatments of the phase pay.
    """
    due = [
        salaries(table, clinic),
        upkeep(table, clinic),
        saving(table, clinic),
        helipad_costs(table, clinic),
    ]
    result = income - due[0] - due[1] + due[2] - due[3] - clinic.debt
    after = clinic.cash + result
    sold = min(clinic.pp, max(0, -after))
    missing = max(0, -after) - sold
    return [income, *due, result, clinic.cash, sold, missing, 0, max(0, after), clinic.debt]


def forecast(table: Table, clinic: Clinic) -> list[int]:
    """The ledger of the coming Business phase as things stand.

    Everybody who has a planned place counts as there, all others stay where they are; then
    everybody is treated who can be (SC-3), after what was treated already.
    """
    scene = moving.as_planned(table, clinic)
    income = scene.ledger[INCOME]
    if table.phase != BUSINESS:
        income = 0
        scene.busy_doctors = []
        scene.busy_nurses = []
        scene.operated = []
    for cell in scene.modules():
        team = best_team(table, scene, cell)
        income += sum([fee(table, scene, cell, pair // 4) for pair in team])
        if team and scene.cells[cell] == OPERATING:
            scene.operated = [*scene.operated, cell]
    return settlement(table, scene, income)
