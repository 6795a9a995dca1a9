"""Shortcuts stand beside the ordinary answers and are replaced by them (SC-1 to SC-6)."""

from typing import Any

import pytest

from tests.rules.clinic.table import (
    F1,
    F2,
    MOVED,
    PLACE_OF_CAR,
    SMALL,
    Plan,
    asking,
    at_table,
    caring,
    clinic,
    doctors,
    moving,
    patients,
    places,
    table,
    why,
)
from wardround.games.clinic.board import place_name
from wardround.testing import Scenario, clause

OPEN = Plan(
    {"a1": "psychiatric_service", "b1": "room", "b1.1": "office", "a2": "laboratory"},
    entrances=["a1S"],
)
"""An active Room, an Office, a Laboratory."""
PADS = OPEN.plus({"a2.1": "helipad", "b1.2": "helipad"})
TWO = OPEN.plus({"b1.1": "eye_service", "a1.1": "room", "c1": "office"})
"""Two active Rooms: b1 psychiatric, a1.1 eye."""


def parking(plan: Plan, **more: Any) -> Scenario:
    """Seat 0 parks a Car."""
    return asking(at_table(plan, acting=1, **more), 0, "hire", "park").go_on()


def leaving(plan: Plan, **more: Any) -> Scenario:
    """A Car of seat 0 leaves."""
    return asking(at_table(plan, acting=1, **more), 0, "hire", "car_leaves").go_on()


def cars(s: Scenario) -> dict[str, int]:
    """Where Cars stand."""
    return {place_name(place): count for place, count in enumerate(clinic(s).cars) if count}


def building_spaces(s: Scenario, plan: Plan) -> set[str]:
    """Empty ground spaces no edge of which carries a Car, found by names."""
    beset = {
        ground
        for name in cars(s)
        if name in PLACE_OF_CAR and ":" not in name
        for ground in beside(name)
    }
    empty = {f"{column}{row}" for column in "abcd" for row in (1, 2, 3)} - set(plan.things)
    return empty - beset


def beside(edge: str) -> set[str]:
    """The ground spaces at an edge, by its name."""
    column, row, side = edge[0], int(edge[1]), edge[2]
    east = chr(ord(column) + 1)
    other = {"E": f"{east}{row}", "N": f"{column}{row + 1}"}.get(side, "")
    return {edge[:2], other}


# --- SC-1, SC-2 ----------------------------------------------------------------------------------


@clause("EX-62", "SC-1")
def test_parking_where_no_building_space_is_lost() -> None:
    s = parking(F1)
    s.when(0, "auto:park")
    assert cars(s) == {"b3E": 1, "b3N": 1}


@clause("SC-1")
@pytest.mark.parametrize(
    "plan",
    [
        F1,
        F2.plus(cars=[]),
        SMALL,
        SMALL.plus({"c3": "parking_lot"}),
        SMALL.plus({"d3": "garden"}, cars=["d1N"]),
        F1.plus(cars=["b2N"]),
    ],
)
def test_no_other_place_costs_fewer_building_spaces(plan: Plan) -> None:
    s = parking(plan)
    before = building_spaces(s, plan)
    lost = {}
    for place in places(s, "park"):
        trial = s.branch().when(0, f"park:{place}")
        lost[PLACE_OF_CAR[place]] = len(before - building_spaces(trial, plan))
    suggested = s.branch().when(0, "auto:park")
    best = min(place for place, number in lost.items() if number == min(lost.values()))
    assert table(suggested).digest() == (
        table(s.branch().when(0, f"park:{place_name(best)}")).digest()
    )


@clause("SC-1", "SC-2")
def test_one_answer_needs_no_shortcut() -> None:
    full = F2.plus(
        cars=["a3W", "a3N", "a3E", "b3N", "b3E", "c3N", "c2N", "d1S", "d1E", *["lot:b3"] * 3]
    )
    s = asking(at_table(full, acting=1), 0, "hire", "park")
    assert s.legal(0) == {"park:lot:b3"}
    assert why(s, "auto:park") == "SC-1"
    s = asking(at_table(F1, acting=1), 0, "hire", "car_leaves")
    assert s.legal(0) == {"leave:b3E"}


@clause("SC-2")
@pytest.mark.parametrize(
    "parked",
    [
        ["b3E", "b3N", "c2E"],
        ["d2E", "d2N", "d3N", "c3N"],
        ["a3W", "b2N", "lot:c3", "lot:c3"],
        ["a3E", "b3E"],
        ["lot:c3", "c3N"],
    ],
)
def test_the_car_that_is_most_in_the_way_leaves(parked: list[str]) -> None:
    plan = SMALL.plus({"c3": "parking_lot"}, cars=parked)
    s = leaving(plan)
    before = building_spaces(s, plan)
    won = {}
    for place in places(s, "leave"):
        trial = s.branch().when(0, f"leave:{place}")
        won[PLACE_OF_CAR[place]] = len(building_spaces(trial, plan) - before)
    s.when(0, "auto:leave")
    best = min(place for place, number in won.items() if number == max(won.values()))
    gone = set(parked) - set(cars(s)) or {place for place in parked if parked.count(place) > 1}
    assert gone == {place_name(best)}


# --- SC-3 ----------------------------------------------------------------------------------------


@clause("EX-61", "SC-3")
def test_the_example_of_treating_everything() -> None:
    plan = OPEN.plus(
        doctors=["b1:W", "b1:O"],
        nurses=["b1"],
        patients=["b1:psychiatric:W", "b1:psychiatric:R"],
        cars=["c2E", "c2N", "c3E", "d1N", "d2N"],
    )
    s = caring(plan)
    assert "auto:care" in s.legal(0)
    s.when(0, "auto:care")
    treated = [event.args for event in s.told("treat")]
    assert [data[1:4] for data in treated] == [(3, 2, 1), (0, 0, 0)]
    assert clinic(s).ledger[0] == 32 + 8
    assert patients(s) == []
    assert clinic(s).parked() == 3


def everything(plan: Plan, **more: Any) -> tuple[int, int]:
    """Income by SC-3, and the most that any order of ordinary answers earns."""
    s = caring(plan, **more)
    if "auto:care" not in s.legal(0):
        return 0, 0
    best = 0
    todo = [s.branch()]
    seen = set()
    while todo:
        here = todo.pop()
        for module in places(here, "in"):
            first = here.branch().when(0, f"in:{module}")
            pairs = [a for a in first.legal(0) if a.startswith("treat:")]
            tries = [first.branch().when(0, pair) for pair in pairs] or [first]
            for after in tries:
                if after.question(0) == "car_leaves":
                    after.when(0, min(a for a in after.legal(0) if a != "auto:leave"))
                best = max(best, clinic(after).ledger[0])
                key = str((clinic(after).patients, sorted(clinic(after).busy_doctors)))
                if after.question(0) == "care" and key not in seen:
                    seen.add(key)
                    todo.append(after)
    return clinic(s.branch().when(0, "auto:care")).ledger[0], best


@clause("SC-3", "D-15", "D-16", "CL-11.11")
@pytest.mark.parametrize(
    ("staff", "sick", "nurses"),
    [
        ("WO", "WR", 1),
        ("WW", "YY", 1),
        ("YR", "OO", 1),
        ("WR", "YO", 2),
        ("OW", "RY", 0),
        ("YY", "WR", 2),
        ("W", "OW", 1),
        ("RO", "RO", 0),
    ],
)
def test_treating_everything_earns_the_most(staff: str, sick: str, nurses: int) -> None:
    plan = OPEN.plus(
        doctors=[f"b1:{colour}" for colour in staff],
        nurses=["b1"] * nurses,
        patients=[f"b1:psychiatric:{colour}" for colour in sick],
        cars=["c2E", "c2N", "c3E", "d1N", "d2N", "d3N"],
    )
    suggested, best = everything(plan)
    assert suggested == best


@clause("SC-3")
def test_modules_are_treated_one_after_another() -> None:
    plan = TWO.plus(
        doctors=["b1:Y", "a1.1:O"],
        patients=["b1:psychiatric:Y", "a1.1:eye:O"],
        cars=["c2E", "c2N", "c3E", "d1N"],
    )
    s = caring(plan).when(0, "auto:care")
    assert [event.args[0] for event in s.told("treat")] == [1, 12]
    assert len(s.told("car_leaves")) == 2
    assert clinic(s).ledger[0] == 12 + 20


@clause("SC-3")
def test_of_equal_incomes_more_patients_are_treated() -> None:
    """Orange pays 20; white and yellow together as much."""
    plan = OPEN.plus(
        doctors=["b1:W", "b1:Y"],
        nurses=["b1"],
        patients=["b1:psychiatric:O", "b1:psychiatric:W", "b1:psychiatric:Y"],
        cars=["c2E", "c2N", "c3E", "d1N", "d2N", "d3N"],
    )
    s = caring(plan).when(0, "auto:care")
    assert clinic(s).ledger[0] == 20 + 8
    assert patients(s) == ["b1:psychiatric:Y"]


# --- SC-4, SC-5 ----------------------------------------------------------------------------------


@clause("SC-4", "CL-10.39", "D-14")
def test_the_rest_stays() -> None:
    plan = F2.plus(doctors=["a1:W", "b1.1:Y", "out:R"], staff=["a2", "out"])
    s = moving(plan)
    assert "auto:rest" in s.legal(0)
    s.when(0, "auto:rest")
    assert doctors(s) == ["a1:W", "b1.1:Y", "b1:R"]
    assert patients(s) == ["column:psychiatric:R", "column:psychiatric:W"]
    assert sorted(clinic(s).staff) == [1, 4]
    assert clinic(s).minutes == max(0, 5 + 5 - 15)


@clause("SC-4", "CL-10.39", "CL-10.36")
def test_the_rest_cannot_stay_where_places_are_taken() -> None:
    plan = TWO.plus(doctors=["a2:Y", "b1:W"], cars=["c2E", "c2N"])
    s = moving(plan).when(0, "to:b1")
    assert s.question(0) == "destination"
    assert "auto:rest" in s.legal(0)
    other = moving(plan.plus(doctors=["a1:R", "a2:Y"])).when(0, "to:a2")
    assert "auto:rest" not in other.legal(0)
    assert why(other, "auto:rest") == "CL-10.26"


@clause("SC-5", "D-13", "CL-10.22")
def test_all_helipads_open() -> None:
    s = moving(PADS.plus(doctors=["out:W"]))
    assert s.legal(0) == {"auto:gates", "gate:open", "gate:shut"}
    trial = s.branch().when(0, "auto:gates")
    ordinary = s.branch().when(0, "gate:open", "gate:open")
    assert clinic(trial).shut == []
    assert table(trial).digest() == table(ordinary).digest()
    shut = s.when(0, "gate:shut")
    assert shut.legal(0) == {"gate:open", "gate:shut"}
    shut.when(0, "gate:open")
    assert len(clinic(shut).shut) == 1


@clause("SC-5", "D-18", "CL-11.35")
def test_buying_all_or_nothing_are_ordinary_answers() -> None:
    s = asking(at_table(SMALL, acting=-1), 0, "buy", ledger=[0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0])
    assert s.legal(0) == {"buy:0", "buy:1", "buy:2"}


# --- SC-6 ----------------------------------------------------------------------------------------

CROWD = OPEN.plus(
    doctors=["out:W", "out:Y", "a1:O"],
    nurses=["out"],
    staff=["out", "a1"],
    patients=["column:psychiatric:R", "column:psychiatric:Y", "column:psychiatric:W"],
    cars=["c2E", "c2N", "c3E", "d1N", "d2N", "d3N", "c3N", "d1S", "d1E"],
)


@clause("SC-6", "D-14")
def test_a_sensible_plan_treats_what_pays_most() -> None:
    s = moving(CROWD).when(0, "auto:move")
    assert s.question(0) == "review"
    assert "confirm" in s.legal(0)
    s.when(0, "confirm")
    assert patients(s) == [
        "b1:psychiatric:R",
        "b1:psychiatric:Y",
        "column:psychiatric:W",
    ]
    assert doctors(s) == ["a2:W", "b1:O", "b1:Y"]
    assert clinic(s).nurses == [1]
    assert sorted(clinic(s).staff) == [0, 13]


@clause("SC-6")
def test_whoever_has_a_place_keeps_it() -> None:
    """The first Patient (red) stays; only the others are planned."""
    s = moving(CROWD).when(0, "stay", "auto:move", "confirm")
    assert "column:psychiatric:R" in patients(s)
    assert patients(s)[:2] == ["b1:psychiatric:W", "b1:psychiatric:Y"]


@clause("SC-6", "CL-10.36")
def test_the_people_of_a_place_may_go_elsewhere_once() -> None:
    s = moving(CROWD).when(0, "auto:move", "again:a2")
    assert s.question(0) == "destination"
    s.when(0, "to:a1")
    assert s.question(0) == "review"
    assert "again:a2" not in s.legal(0)
    assert "again:b1" in s.legal(0)
    s.when(0, "again:a1")
    while s.question(0) == "destination":
        s.when(0, "to:a1")
    assert why(s, "again:a1") == "SC-6"
    s.when(0, "confirm")
    assert "a1:W" in doctors(s)


@clause("SC-6")
def test_staff_walk_only_where_it_pays() -> None:
    """An Office saves $3 a round; upkeep below zero is not saved."""
    far = Plan(
        {"a1": "psychiatric_service", "d3": "eye_service", "d2": "office"},
        entrances=["a1S"],
        staff=["a1"],
        cars=["b2N"],
    )
    s = moving(far.plus(staff=["a1", "a1"])).when(0, "auto:move", "confirm")
    assert sorted(clinic(s).staff) == [0, 7]
    near = moving(OPEN.plus(staff=["a1", "a1"], cars=["c2E", "d2E"]))
    near.when(0, "auto:move", "confirm")
    assert sorted(clinic(near).staff) == [0, 13]


@clause("SC-6", "CL-15.2")
def test_nobody_loses_a_place_by_the_plan() -> None:
    s = moving(MOVED).when(0, "auto:move")
    assert s.question(0) == "review"
    s.when(0, "confirm")
    assert patients(s) == [
        "b1.1:eye:O",
        "c1:medicine:Y",
        "column:psychiatric:R",
        "d2:psychiatric:W",
    ]
    assert clinic(s).minutes == MOVED.minutes + 10 + 10 + 10 - 15


@clause("SC-6")
def test_the_plan_needs_several_answers() -> None:
    plan = SMALL.plus(patients=["b1:psychiatric:W"], cars=["c2E"])
    s = asking(
        moving(plan, go_on=False),
        0,
        "destination",
        people=clinic(moving(plan, go_on=False)).patients[:],
        goals=[-1],
    )
    assert s.legal(0) == {"to:b1"}
    assert why(s, "auto:move") == "SC-1"
