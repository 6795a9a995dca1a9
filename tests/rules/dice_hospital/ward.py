"""One activation from all sides: what may be placed and picked, and all that can come of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.rules.dice_hospital.table import (
    DEPARTMENT_IDS,
    MEEPLE_IDS,
    House,
    Options,
    activation,
    hospital,
    table,
)
from wardround.core import Event
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects
from wardround.games.dice_hospital.material import ANY, DEPARTMENTS, LETTERS, patient_notation
from wardround.games.dice_hospital.state import NO_BED, Hospital, Table
from wardround.testing import Scenario

BESIDE = House("Y4u")
"""A second seat that is not done, so that phase 3 goes on whatever seat 0 does."""

ALL_NURSES: Mapping[str, str] = {
    "critical_care": "nurse",
    "intensive_care": "nurse",
    "clinic": "nurse",
}
"""All three nurses are placed already."""

Outcome = tuple[tuple[str, ...], tuple[str, ...], int]
"""Patients, discharge area, blood bags: what an effect leaves behind."""


def ward(
    patients: str = "",
    *,
    bags: int = 0,
    departments: Sequence[str] = (),
    specialists: Sequence[str] = (),
    administrator: str | None = None,
    placed: Mapping[str, str] | None = None,
    discharged: str = "",
    options: Options | None = None,
) -> Scenario:
    """Seat 0 at its activation menu; seat 1 is not done either, so the phase stays open."""
    return activation(
        patients,
        bags=bags,
        departments=departments,
        specialists=specialists,
        administrator=administrator,
        placed=placed,
        discharged=discharged,
        others=[BESIDE],
        active=(0, 1),
        options=options,
    )


def last(
    patients: str = "",
    *,
    bags: int = 0,
    departments: Sequence[str] = (),
    specialists: Sequence[str] = (),
    administrator: str | None = None,
    fatalities: int = 0,
    score: int = 0,
    placed: Mapping[str, str] | None = None,
    others: Sequence[str | House] = (),
    options: Options | None = None,
) -> Scenario:
    """Seat 0 is the last to be done in round 8: being done ends the game."""
    return activation(
        patients,
        bags=bags,
        departments=departments,
        specialists=specialists,
        administrator=administrator,
        fatalities=fatalities,
        score=score,
        placed=placed,
        others=others,
        options=options,
        round_number=8,
    )


def offered(scenario: Scenario, meeple: str) -> set[str]:
    """Departments of seat 0 at which the meeple may be placed now."""
    if f"place:{meeple}" not in scenario.legal(0):
        return set()
    trial = scenario.branch()
    position = table(trial)
    position.push(0, decisions.AT_DEPARTMENT[MEEPLE_IDS.index(meeple)])
    position.relist()
    return {notation.removeprefix("at:") for notation in trial.legal(0)}


def picking(scenario: Scenario, department: str, meeple: str = "nurse") -> Scenario:
    """A branch in which seat 0 is asked for the first patient there, forced answers not given."""
    assert department in offered(scenario, meeple), f"{meeple} cannot be placed at {department}"
    trial = scenario.branch()
    position = table(trial)
    number = DEPARTMENT_IDS.index(department)
    use = effects.Use(
        effects.SOURCE_DEPARTMENT,
        effects.free_slot(position.hospitals[0], number),
        MEEPLE_IDS.index(meeple),
        DEPARTMENTS[number].effect,
        (),
        ANY,
        [],
    )
    position.push(0, decisions.PickPatient(use))
    position.relist()
    return trial


def targets(scenario: Scenario, department: str, meeple: str = "nurse") -> set[str]:
    """Patients of seat 0 that may be picked first there without a colour change."""
    return bare(picking(scenario, department, meeple).legal(0))


def bare(notations: Iterable[str]) -> set[str]:
    """The patients among some actions."""
    return {notation for notation in notations if notation[0] in LETTERS}


def treat(scenario: Scenario, department: str, *patients: str, meeple: str = "nurse") -> Scenario:
    """Place a meeple of seat 0 and pick the patients; what is forced already is not said again."""
    return step_by_step(scenario, f"place:{meeple}", f"at:{department}", *patients)


def use(scenario: Scenario, *patients: str) -> Scenario:
    """Use the pending effect of seat 0; what is forced already is not said again."""
    return step_by_step(scenario, "use", *patients)


def bag_heal(scenario: Scenario, *patients: str) -> Scenario:
    """Heal with a blood bag of seat 0; what is forced already is not said again."""
    return step_by_step(scenario, "bag", *patients)


def step_by_step(scenario: Scenario, *notations: str) -> Scenario:
    """The actions of seat 0, told as one step.

    A department that was the only one, and what follows once the move is over, are passed over; a
    colour change that is the only possibility is made.
    """
    events: list[Event] = []
    for number, notation in enumerate(notations):
        if number and not scenario.state.mid_move(0):
            break
        if notation.startswith("at:") and scenario.question(0) != "at_department":
            continue
        legal = scenario.legal(0)
        if notation not in legal and len(legal) == 1 and min(legal).startswith("change:"):
            events += scenario.when(0, *legal).events
            if not scenario.state.mid_move(0):
                break
        scenario.when(0, notation)
        events += scenario.events
    legal = scenario.legal(0)
    if len(legal) == 1 and min(legal).startswith("change:"):
        events += scenario.when(0, *legal).events
    scenario.events = events
    assert not scenario.state.mid_move(0), f"the move goes on\n{scenario.describe()}"
    return scenario


def outcome(own: Hospital) -> Outcome:
    """What can be told apart in a hospital after an effect."""
    lying = sorted(patient_notation(patient) for patient in own.beds if patient != NO_BED)
    gone = [
        LETTERS[number // 3] + ">" + LETTERS[number % 3]
        for number in range(9)
        for _ in range(own.discharged[number])
    ]
    return tuple(lying), tuple(gone), own.bags


def all_outcomes(
    position: Table, until: Sequence[str] = ("activate",), bags_after: bool = False
) -> set[Outcome]:
    """Everything that the move that seat 0 has begun can lead to, up to one of these questions.

    Args:
        bags_after: Bag heals after the move belong to it.
    """
    found: set[Outcome] = set()
    seen: set[str] = set()
    open_positions = [position]
    while open_positions:
        here = open_positions.pop()
        stack = here.stacks[0]
        if not stack or stack[-1].name() in until:
            found.add(outcome(here.hospitals[0]))
            if not stack or not bags_after:
                continue
        assert here.legal_actions(0), "the move leads nowhere"
        for action in here.legal_actions(0):
            if stack[-1].name() in until and action != act.BAG:
                continue
            after = here.copy()
            assert isinstance(after, Table)
            after.apply(0, action)
            digest = after.digest()
            if digest not in seen:
                seen.add(digest)
                open_positions.append(after)
    return found


def outcomes_at(scenario: Scenario, department: str, meeple: str = "nurse") -> set[Outcome]:
    """Everything that the department can do; nothing if it is not offered to the meeple."""
    if department not in offered(scenario, meeple):
        return set()
    begun = table(picking(scenario, department, meeple))
    return all_outcomes(begun, until=("activate", "pending"))


def beds(scenario: Scenario) -> list[str]:
    """The patients of seat 0 bed by bed; empty texts for empty beds."""
    return [
        patient_notation(patient) if patient != NO_BED else ""
        for patient in hospital(scenario, 0).beds
    ]


def sheet_row(scenario: Scenario, seat: int = 0, row: int = -1) -> dict[str, Any]:
    """A row of a seat's score sheet; the last one if not said otherwise."""
    found: dict[str, Any] = scenario.view(seat)["seats"][seat]["sheet"]["rounds"][row]
    return found
