"""What a position of Clinic is worth to a seat, in hundredths of a point.

- points that would be scored now, with Doctors as they will be after the next Administration;
- the present round: income of the treatments that "move everyone sensibly" would plan, less the
  expenses; a dollar of profit is a third of a point, a dollar of loss a little less;
- the rounds left: treatments that Doctors, places and queue points allow, at an average income,
  less the expenses;
- cash, as far as it can still be turned into something;
- Patients who will not be treated: what they cost at the end, or when they die.

Shortcuts are taken where there are any; what others do is not looked at. Which action is chosen
in secret is decided by what the clinic lacks. Only whole numbers are used.
"""

from typing import Final

from wardround.core import State
from wardround.games.clinic import actions as act
from wardround.games.clinic import admission, care, moving, scoring
from wardround.games.clinic.material import ADMIT as ADMIT_ACTION
from wardround.games.clinic.material import (
    BUILD,
    CONSULTATION,
    HIRE,
    LABORATORY,
    OPERATING,
    QUEUE,
    RED,
    ROOM,
    SERVICE,
)
from wardround.games.clinic.plan import Planner
from wardround.games.clinic.state import BUSINESS, Clinic, Table, hosts

POINT: Final = 100
DOLLAR: Final = 33
"""A dollar of profit: a third of a point."""
AVERAGE_FEE: Final = 13
NEEDED: Final = 8
RESERVE: Final = 45
"""A dollar in hand before the last round, up to ``NEEDED``: a loss would cost points otherwise."""
ENOUGH: Final = 16
CASH: Final = 18
"""A dollar beyond that, up to ``ENOUGH``."""
SPARE: Final = 25
"""A Doctor, a place or a queue point that has no counterpart yet, for each round left."""
HELP: Final = 110
"""A Nurse for each round left: without one, only Patients of a Doctor's own level are treated."""
MINUTES: Final = 20
"""Average minutes of a treatment in the rounds left (a point for 30 minutes)."""


class Outlook:
    """The evaluation of Clinic for the moves of one seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    declines: frozenset[int] = frozenset((act.END, act.NONE))

    def __init__(self, position: State, seat: int) -> None:
        self._seat = seat
        self._round = _table(position).round

    # --- worth ------------------------------------------------------------------------------

    def worth(self, position: State) -> float:
        """Hundredths of a point that the seat may expect."""
        table = _table(position)
        clinic = table.clinics[self._seat]
        total = POINT * sum(scoring.sheet(table, clinic))
        if table.over:
            return total
        total -= POINT * _patient_points(table, clinic)
        total -= POINT * _regression(table, clinic)
        left = table.terms.rounds - table.round
        costs = _costs(table, clinic)
        if table.phase < BUSINESS:
            total += self._present(table, clinic, costs)
        else:
            total += self._waiting(table, clinic, len(clinic.patients))
        total += left * self._later(table, clinic, costs)
        return total + _cash(clinic.cash, left)

    def _present(self, table: Table, clinic: Clinic, costs: int) -> int:
        """This round's result as it is planned now, and the Patients left over."""
        trial = _planned(table, self._seat)
        planned = trial.clinics[self._seat]
        income = treated = 0
        for cell in planned.modules():
            for pair in care.best_team(trial, planned, cell):
                income += care.fee(trial, planned, cell, pair // 4)
                treated += 1
                code = next(
                    one for one in moving.patients_of(planned, cell) if one % 4 == pair // 4
                )
                planned.patients.remove(code)
        result = income - costs
        walked = POINT * planned.minutes // table.terms.time_unit
        walked -= POINT * clinic.minutes // table.terms.time_unit
        missing = max(0, -result - clinic.cash)
        total = DOLLAR * result - (POINT - DOLLAR) * missing - walked
        return total + self._waiting(trial, planned, len(planned.patients))

    def _waiting(self, table: Table, clinic: Clinic, number: int) -> int:
        """What the Patients who were not treated cost."""
        last = table.round >= table.terms.rounds
        total = 0
        for code in clinic.patients:
            after = code % 4 + 1
            if after > RED:
                total -= POINT * table.terms.death_pp
            elif last:
                total -= POINT * table.terms.score_patient[after]
            else:
                total += 60 - 40 * after
        return total - (0 if last else 60 * max(0, number - 3))

    def _later(self, table: Table, clinic: Clinic, costs: int) -> int:
        """A later round: what can be treated with what is there."""
        places = _places(table, clinic)
        labs = clinic.count(LABORATORY)
        doctors = len(clinic.doctors)
        points = admission.queue_points(table, clinic)
        services = len({thing for thing in clinic.cells if SERVICE <= thing < ROOM})
        fetched = 2 * points - 1
        able = min(doctors, places, fetched, 1 + 2 * services)
        spare = min(doctors, able + 2) + min(places, able + 2) + min(fetched, able + 2) - 3 * able
        helped = min(len(clinic.nurses), able)
        worth = DOLLAR * (AVERAGE_FEE * able - costs) - POINT * MINUTES * able // 30
        worth += HELP * helped + SPARE * spare + 30 * min(services, 3)
        return worth + POINT * min(labs, 1) * int(doctors > able)

    # --- what need not be looked at -----------------------------------------------------------

    def sensible(self, position: State) -> list[int]:
        """Legal actions that are worth a look: shortcuts where there are any."""
        table = _table(position)
        legal = table.legal_actions(self._seat)
        for shortcut in (
            act.AUTO_PARK,
            act.AUTO_LEAVE,
            act.AUTO_CARE,
            act.AUTO_MOVE,
            act.AUTO_GATES,
        ):
            if shortcut in legal:
                return [shortcut]
        if act.CONFIRM in legal:
            return [act.CONFIRM]
        if act.CHOOSE <= legal[0] < act.BUILD:
            return [self._lacking(table, legal)]
        if legal[0] >= act.BUY:
            return sorted({legal[0], legal[len(legal) // 2], legal[-1]})
        found = [action for action in legal if action != act.REPARK]
        found = [action for action in found if not act.SWAP_UP <= action < act.GATE_OPEN]
        return found or legal

    def _lacking(self, table: Table, legal: list[int]) -> int:
        """The action that the clinic needs most."""
        clinic = table.clinics[self._seat]
        places = _places(table, clinic)
        doctors = len(clinic.doctors)
        able = min(doctors + 1, places)
        last = table.round == table.terms.rounds
        need = [0, 0, 0]
        if clinic.cash >= 3:
            need[BUILD] = 6 if last else 3 + 2 * max(0, doctors + 2 - places)
            need[HIRE] = 8 if last else 4 + 2 * max(-1, places - doctors)
        wanted = min(able - len(clinic.patients), _obtainable(table, clinic))
        need[ADMIT_ACTION] = 4 * wanted + table.action_phase
        for action in range(3):
            need[action] -= 3 * clinic.used_actions[action]
        return max(legal, key=lambda action: (need[action - act.CHOOSE], action))


def _places(table: Table, clinic: Clinic) -> int:
    """Patients that can be treated at a time."""
    places = 0
    for cell in clinic.modules():
        thing = clinic.cells[cell]
        if thing == CONSULTATION:
            places += 1
        elif thing in (ROOM, OPERATING) and hosts(table, clinic, cell):
            places += 2 if thing == ROOM else 1
    return places


def _obtainable(table: Table, clinic: Clinic) -> int:
    """Patients within reach whom a Doctor could treat with the Nurses there are."""
    points = admission.queue_points(table, clinic)
    levels = {code % 4 for code in clinic.doctors}
    nurses = len(clinic.nurses)
    found = 0
    for row in range(table.rows()):
        if clinic.owns_service(table.service_of(row)):
            for space in range(min(points, table.length(row))):
                colour = table.queues[QUEUE * row + space]
                found += int(any(abs(colour - level) <= nurses for level in levels))
    return min(points, found)


def _table(position: State) -> Table:
    if not isinstance(position, Table):
        raise TypeError(f"not a position of Clinic: {type(position).__name__}")
    return position


def _planned(table: Table, seat: int) -> Table:
    """A copy in which the seat's people stand where "move everyone sensibly" would send them."""
    trial = table.copy()
    assert isinstance(trial, Table)
    clinic = trial.clinics[seat]
    if not clinic.people:
        moving.lift_everybody(trial, clinic)
    if clinic.entrances.count(1):
        Planner(trial, clinic).run()
        moving.settle(trial, seat)
    return trial


def _costs(table: Table, clinic: Clinic) -> int:
    """Expenses of a round, before anything is used; Staff are counted as if at work."""
    saved = min(care.upkeep(table, clinic), table.terms.staff_saving * len(clinic.staff))
    costs = care.salaries(table, clinic) + care.upkeep(table, clinic) - saved
    return costs + care.helipad_costs(table, clinic)


def _patient_points(table: Table, clinic: Clinic) -> int:
    """What the score sheet takes off for Patients (they are judged one by one instead)."""
    return -sum([table.terms.score_patient[code % 4] for code in clinic.patients])


def _regression(table: Table, clinic: Clinic) -> int:
    """Points that Doctors lose by the next Administration."""
    points = table.terms.score_doctor
    return sum([points[code % 4] - points[max(0, code % 4 - 1)] for code in clinic.doctors])


def _cash(cash: int, left: int) -> int:
    """What money in hand is worth."""
    if not left:
        return cash
    return RESERVE * min(cash, NEEDED) + CASH * max(0, min(cash, ENOUGH) - NEEDED)
