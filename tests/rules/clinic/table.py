"""Clinic's own "given": clinics and phases, said in the words of the rules.

Spaces, edges and modules are written as in the notation (``c2.1``, ``b3E``, ``eye_service``).
People are written ``place:colour`` (Doctors), ``place`` (Nurses, Staff) and
``place:service:colour`` (Patients), places being spaces, ``column`` or ``out``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wardround.core import Objection, State
from wardround.games.clinic import GAME, round
from wardround.games.clinic.admission import queue_points
from wardround.games.clinic.board import CELLS, EDGE_NAMES, GROUND, PLACES, cell_name, place_name
from wardround.games.clinic.material import (
    COLUMN,
    COMPONENTS,
    EMPTY,
    KIND,
    LETTERS,
    NOBODY,
    OBJECT_IDS,
    OUT,
    QUEUE,
    SERVICES,
    STOCK_ENTRANCE,
    STOCK_OFFICE,
    STOCK_ROOM,
    id_of,
    patient,
)
from wardround.games.clinic.state import Clinic, Table
from wardround.testing import Scenario, given

Options = Mapping[str, object]
COMPONENT_IDS = [id_of(name) for name in COMPONENTS]
CELL = {cell_name(cell): cell for cell in range(CELLS)}
PLACE_OF_PERSON = {**CELL, "column": COLUMN, "out": OUT}
PLACE_OF_CAR = {place_name(place): place for place in range(PLACES)}
SERVICE_IDS = [service.lower() for service in SERVICES]
SEED = "scenario"


@dataclass(frozen=True)
class Plan:
    """What one player has: objects by space, edges, people, money."""

    things: Mapping[str, str] = field(default_factory=dict)
    entrances: Sequence[str] = ()
    cars: Sequence[str] = ()
    discs: Sequence[str] = ()
    doctors: Sequence[str] = ()
    nurses: Sequence[str] = ()
    staff: Sequence[str] = ()
    patients: Sequence[str] = ()
    cash: int = 15
    pp: int = 0
    minutes: int = 0

    def plus(self, things: Mapping[str, str] | None = None, **changes: Any) -> "Plan":
        """The same with more objects and other values."""
        return replace(self, things={**self.things, **(things or {})}, **changes)


F1 = Plan(
    {"c1": "psychiatric_service", "d1": "room", "d1.1": "office"}, entrances=["c1S"], cars=["b3E"]
)
"""Fixture F-1, the building example."""

F2 = Plan(
    {
        "a1": "room",
        "b1": "medicine_service",
        "c1": "operating_room",
        "d1": "garden",
        "a2": "office",
        "b2": "waiting_room",
        "d2": "room",
        "b3": "parking_lot",
        "d3": "psychiatric_service",
        "a2.1": "room",
        "b1.1": "room",
        "b2.1": "eye_service",
        "c1.1": "office",
        "d2.1": "office",
        "c1.2": "laboratory",
    },
    entrances=["d3N", "b1S"],
    discs=["a1", "b1", "c1", "c1.2"],
    doctors=["a1:W", "b1.1:Y", "d3:Y"],
    nurses=["b1.1"],
    staff=["a2"],
    patients=["column:psychiatric:W", "column:psychiatric:R"],
    cars=["a3W", "a3N", "a3E", "b3N", "b3E", "c3N", "c2N"],
)
"""Fixture F-2, the clinic of parking, movement, care and scoring."""

MOVED = F2.plus(
    doctors=["a1:W", "b1.1:Y", "d3:Y", "c1.2:W"],
    staff=["a2", "c1.1"],
    patients=[*F2.patients, "a1:medicine:Y", "b1.1:eye:O"],
    cars=[*F2.cars, "lot:b3", "lot:b3", "lot:b3", "lot:b3"],
    minutes=15,
)
"""F-2 after the movement example."""

SMALL = Plan({"a1": "psychiatric_service", "b1": "room", "b1.1": "office"}, entrances=["a1S"])

BUSY = SMALL.plus(doctors=["out:W"], cars=["d3E"])


# --- making positions ---------------------------------------------------------------------------


def table(scenario: Scenario | State) -> Table:
    """The position as this game's own type."""
    state = scenario.state if isinstance(scenario, Scenario) else scenario
    assert isinstance(state, Table)
    return state


def clinic(scenario: Scenario, seat: int = 0) -> Clinic:
    """A player's clinic."""
    return table(scenario).clinics[seat]


def buildings(cells: Sequence[int]) -> list[int]:
    """The buildings of a plan, found anew by filling (CL-6.8)."""
    found = [-1] * CELLS
    number = 0
    for start in range(CELLS):
        if KIND[cells[start]] and found[start] < 0:
            todo = [start]
            while todo:
                cell = todo.pop()
                if found[cell] < 0:
                    found[cell] = number
                    todo += [other for other in touching(cell) if KIND[cells[other]]]
            number += 1
    return found


def touching(cell: int) -> list[int]:
    """Spaces of the larger board that share a face, found by coordinates."""
    floor, row, column = cell // GROUND, cell % GROUND // 4, cell % 4
    near = [
        (floor + df, row + dr, column + dc)
        for df, dr, dc in ((0, 0, 1), (0, 0, -1), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 0))
    ]
    return [f * GROUND + r * 4 + c for f, r, c in near if 0 <= f < 5 and 0 <= r < 3 and 0 <= c < 4]


def put_plan(values: dict[str, Any], plan: Plan) -> None:
    """Write a plan into the snapshot of a clinic."""
    cells = [EMPTY] * CELLS
    for name, thing in plan.things.items():
        cells[CELL[name]] = OBJECT_IDS.index(thing)
    values["cells"] = cells
    values["building"] = buildings(cells)
    values["buildings"] = max(values["building"]) + 1
    values["height"] = [
        next(f for f in range(6) if f == 5 or not cells[g + f * GROUND]) for g in range(GROUND)
    ]
    values["discs"] = sorted(CELL[name] for name in plan.discs)
    values["entrances"] = [int(name in plan.entrances) for name in EDGE_NAMES]
    values["cars"] = [0] * PLACES
    for name in plan.cars:
        values["cars"][PLACE_OF_CAR[name]] += 1
    values["doctors"] = sorted(_doctor(text) for text in plan.doctors)
    values["nurses"] = sorted(PLACE_OF_PERSON[name] for name in plan.nurses)
    values["staff"] = sorted(PLACE_OF_PERSON[name] for name in plan.staff)
    values["patients"] = sorted(_patient(text) for text in plan.patients)
    values["cash"], values["pp"], values["minutes"] = plan.cash, plan.pp, plan.minutes


def _doctor(text: str) -> int:
    place, colour = text.split(":")
    return PLACE_OF_PERSON[place] * 4 + LETTERS.index(colour)


def _patient(text: str) -> int:
    place, service, colour = text.split(":")
    return patient(PLACE_OF_PERSON[place], SERVICE_IDS.index(service), LETTERS.index(colour))


def at_table(
    *plans: Plan,
    players: int = 2,
    options: Options | None = None,
    queues: Mapping[str, str] | None = None,
    **fields: Any,
) -> Scenario:
    """A position between two questions with these clinics; the turn order is 0, 1, 2 ...

    Args:
        queues: Rows by service, colours head first: ``{"eye": "WR"}``; others are empty.
        fields: Further fields of the table.
    """
    scenario = given(GAME, players, {"layout": "beginner", **(options or {})}, SEED)

    def change(snapshot: dict[str, Any]) -> None:
        terms = table(scenario).terms
        snapshot["order"] = list(range(players))
        snapshot["questions"] = [[] for _ in range(players)]
        snapshot["tiles"] = []
        snapshot["patient_pool"] = terms.patient_pool[:]
        snapshot["doctor_pool"] = terms.doctor_pool[:]
        snapshot["nurses"], snapshot["staff"] = terms.nurses, terms.staff
        snapshot["queue"] = []
        for stock in (0, STOCK_ROOM, STOCK_OFFICE, STOCK_ENTRANCE):
            snapshot["stocks"][stock] -= players
        snapshot["queues"] = [NOBODY] * len(snapshot["queues"])
        for name, colours in (queues or {}).items():
            row = terms.service_order.index(SERVICE_IDS.index(name))
            for space, letter in enumerate(colours):
                snapshot["queues"][QUEUE * row + space] = LETTERS.index(letter)
        for seat in range(players):
            put_plan(snapshot["clinics"][seat], plans[seat] if seat < len(plans) else SMALL)
            snapshot["clinics"][seat]["arrival"] = players - seat
        snapshot["arrivals"] = players
        snapshot["phase"], snapshot["acting"], snapshot["action_phase"] = 1, NOBODY, 1
        snapshot["then"] = "act_in_order"
        snapshot["revealed"] = [NOBODY] * players
        for name, value in fields.items():
            assert name in snapshot, name
            snapshot[name] = value

    return scenario.edit_with(change)


def asking(scenario: Scenario, seat: int, *questions: str, **fields: Any) -> Scenario:
    """Open questions of a seat (innermost last) and set fields of its clinic."""

    def change(snapshot: dict[str, Any]) -> None:
        snapshot["questions"][seat] = [[name, []] for name in questions]
        for name, value in fields.items():
            assert name in snapshot["clinics"][seat], name
            snapshot["clinics"][seat][name] = value

    return scenario.edit_with(change)


def building(*plans: Plan, left: int = 2, **more: Any) -> Scenario:
    """Seat 0 carries out a Build action."""
    return asking(at_table(*plans, acting=0, **more), 0, "component", left=left)


def hiring(*plans: Plan, **more: Any) -> Scenario:
    """Seat 0 carries out a Hire action."""
    return asking(at_table(*plans, acting=1, **more), 0, "hire")


def admitting(*plans: Plan, points: int | None = None, **more: Any) -> Scenario:
    """Seat 0 carries out an Admit action."""
    more.setdefault("patient_pool", [0, 0, 0, 0])
    scenario = at_table(*plans, acting=2, **more)
    ways = queue_points(table(scenario), clinic(scenario))
    return asking(scenario, 0, "admit", qp=ways if points is None else points)


def moving(*plans: Plan, go_on: bool = True, **more: Any) -> Scenario:
    """The Move phase begins; a seat without a plan has a Doctor to place, so the phase goes on."""
    others = [BUSY] * (more.get("players", 2) - len(plans))
    scenario = at_table(*plans, *others, then="begin_move", **more)
    return scenario.go_on() if go_on else scenario


def caring(*plans: Plan, **more: Any) -> Scenario:
    """Business begins."""
    return at_table(*plans, then="begin_care", **more).go_on()


def flow(scenario: Scenario, *steps: str) -> Scenario:
    """Run single steps of the flow by name, whatever is asked."""
    for name in steps:
        scenario.run(lambda name=name: getattr(round, name)(table(scenario)))  # type: ignore[misc]
    return scenario


# --- doing and asking ----------------------------------------------------------------------------


def component(thing: str) -> str:
    """The action that chooses a component."""
    assert thing in COMPONENT_IDS, thing
    return f"build:{thing}"


def why(scenario: Scenario, notation: str, seat: int = 0) -> str:
    """The clause that forbids an action; empty if it is legal."""
    objection: Objection | None = scenario.state.why_not(seat, GAME.parse(notation))
    return objection.clause if objection else ""


def places(scenario: Scenario, prefix: str = "at", seat: int = 0) -> set[str]:
    """What stands behind the prefix in the legal actions."""
    return {
        notation.split(":", 1)[1]
        for notation in scenario.legal(seat)
        if notation.startswith(prefix + ":")
    }


def thing_at(scenario: Scenario, cell: str, seat: int = 0) -> str:
    """The object on a space."""
    return OBJECT_IDS[clinic(scenario, seat).cells[CELL[cell]]]


def queue(scenario: Scenario, service: str) -> str:
    """The colours of a row, head first."""
    position = table(scenario)
    row = position.terms.service_order.index(SERVICE_IDS.index(service))
    colours = position.queues[QUEUE * row : QUEUE * row + QUEUE]
    return "".join(LETTERS[colour] for colour in colours if colour != NOBODY)


def patients(scenario: Scenario, seat: int = 0) -> list[str]:
    """The Patients of a player, as in a plan."""
    names = {place: name for name, place in PLACE_OF_PERSON.items()}
    return sorted(
        f"{names[code // 20]}:{SERVICE_IDS[code // 4 % 5]}:{LETTERS[code % 4]}"
        for code in clinic(scenario, seat).patients
    )


def doctors(scenario: Scenario, seat: int = 0) -> list[str]:
    """The Doctors of a player, as in a plan."""
    names = {place: name for name, place in PLACE_OF_PERSON.items()}
    return sorted(
        f"{names[code // 4]}:{LETTERS[code % 4]}" for code in clinic(scenario, seat).doctors
    )


def place_people(scenario: Scenario, *goals: str, seat: int = 0) -> Scenario:
    """Answer the destinations in order: a space, or ``stay``."""
    return scenario.when(seat, *[goal if goal == "stay" else f"to:{goal}" for goal in goals])


def finish_care(scenario: Scenario, seats: Iterable[int] = (0, 1)) -> Scenario:
    """End care for everybody who is still asked about it."""
    for seat in seats:
        while scenario.question(seat) == "care":
            scenario.when(seat, "end")
    return scenario
