"""The Move phase: order, places, ways, minutes (CL-10)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.clinic.table import (
    CELL,
    F1,
    F2,
    PLACE_OF_PERSON,
    SMALL,
    Plan,
    asking,
    at_table,
    clinic,
    doctors,
    moving,
    patients,
    place_people,
    places,
    table,
    why,
)
from wardround.games.clinic.care import helipad_costs
from wardround.games.clinic.material import CLASS, DOCTOR, OUT, SERVICE, STAFF, place_of
from wardround.games.clinic.moving import charge, goal_objection, lift_everybody, settle
from wardround.games.clinic.paths import FAR, minutes, route
from wardround.testing import Scenario, clause

NEWCOMERS = F2.plus(
    doctors=[*F2.doctors, "out:W"],
    staff=["a2", "out"],
    patients=[*F2.patients, "column:medicine:Y", "column:eye:O"],
)
"""The start of the movement example."""


def time(s: Scenario, start: str, goal: str) -> int:
    """Minutes of the cheapest way between two places."""
    return minutes(table(s), clinic(s), PLACE_OF_PERSON[start], CELL[goal])


@clause("EX-19", "EX-20", "EX-21", "CL-10.8", "CL-10.9", "CL-10.12", "CL-10.15", "CL-10.17")
@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [("out", "c1.2", 5), ("column", "a1", 5), ("out", "c1.1", 10), ("column", "b1.1", 10)],
)
def test_single_ways_of_the_example(start: str, goal: str, cost: int) -> None:
    assert time(at_table(NEWCOMERS), start, goal) == cost


@clause("EX-22", "CL-10.41", "CL-10.43", "CL-10.6", "CL-10.7", "CL-10.3", "D-14", "CL-10.1", "R-38")
def test_the_movement_example() -> None:
    s = moving(NEWCOMERS)
    place_people(s, "stay", "stay", "b1.1", "a1")
    place_people(s, "a1", "d3", "b1.1", "c1.2", "b1.1", "a2", "c1.1")
    assert clinic(s).minutes == 15
    assert s.told("clock")[0].args == (30, 15, 15, 15)
    assert "b1.1:eye:O" in patients(s)
    assert "c1.2:W" in doctors(s)


@clause("EX-23", "CL-1.19", "CL-10.44", "CL-10.45", "INV-10")
def test_the_clock_has_no_end() -> None:
    s = moving(NEWCOMERS.plus(minutes=350))
    s.when(0, "auto:move", "confirm")
    assert clinic(s).minutes >= 350
    s = at_table(F2.plus(minutes=365))
    assert s.view(0)["seats"][0]["clock"] == "6:05"


@clause("EX-44", "CL-10.13", "CL-10.14", "R-14", "CL-10.4", "R-70")
def test_people_walk_over_open_ground() -> None:
    s = at_table(F2)
    assert time(s, "a1", "d2") == 10
    found = route(table(s), clinic(s), CELL["a1"], CELL["d2"], [])
    assert found.stops == [CELL[name] for name in ("a1", "c1", "d1", "d2")]
    inside = at_table(F2, options={"walk_open_ground": False})
    assert time(inside, "a1", "d2") == 0 + 5 + 5 + 5
    alone = at_table(
        F2.plus(entrances=["b1S"]), options={"walk_open_ground": False, "exit_minutes": "none"}
    )
    assert time(alone, "a1", "d2") == FAR


@clause("CL-10.16", "CL-10.18", "CL-10.20", "R-34", "CL-10.21", "INV-23")
def test_the_outside_is_one_place() -> None:
    plan = Plan(
        {"a1": "psychiatric_service", "d3": "eye_service"}, entrances=["a1S", "d3N"], discs=[]
    )
    s = at_table(plan)
    assert time(s, "a1", "d3") == 10
    for options in ({"outside_transit": False}, {"exit_minutes": "none"}):
        assert time(at_table(plan, options=options), "a1", "d3") == 25
        assert time(at_table(plan, options=options), "out", "d3") == 5
    assert time(at_table(plan.plus(entrances=["a1S"])), "out", "d3") == 5 + 25


@clause("CL-10.5", "CL-10.10", "CL-10.11", "CL-10.12", "R-77", "INV-41")
def test_modules_are_passed_whoever_is_inside() -> None:
    plan = F1.plus(doctors=["d1:W", "d1:W", "c1:W"])
    s = at_table(plan)
    assert time(s, "c1", "d1.1") == 10
    assert time(s, "c1", "c1") == 0
    for a in ("c1", "d1", "d1.1"):
        for b in ("c1", "d1", "d1.1"):
            for c in ("c1", "d1", "d1.1"):
                assert time(s, a, c) <= time(s, a, b) + time(s, b, c)
                assert time(s, a, c) % 5 == 0


@clause("INV-42")
@pytest.mark.parametrize("more", ["disc", "entrance", "helipad"])
def test_more_ways_never_cost_more(more: str) -> None:
    before = at_table(F2.plus(discs=["a1", "b1"]))
    changed = {
        "disc": F2.plus(discs=["a1", "b1", "c1"]),
        "entrance": F2.plus(discs=["a1", "b1"], entrances=["d3N", "b1S", "a1W"]),
        "helipad": F2.plus({"c1.3": "helipad"}, discs=["a1", "b1"]),
    }[more]
    after = at_table(changed)
    for start in ("out", *F2.things):
        for goal in clinic(before).modules():
            begin = PLACE_OF_PERSON[start]
            if begin in clinic(before).modules() or begin == OUT:
                assert minutes(table(after), clinic(after), begin, goal) <= minutes(
                    table(before), clinic(before), begin, goal
                )


# --- final places -----------------------------------------------------------------------------

WARD = Plan(
    {
        "a1": "psychiatric_service",
        "b1": "room",
        "b2": "office",
        "a2": "operating_room",
        "b1.1": "extreme_consultation",
        "a1.1": "room",
        "a2.1": "office",
        "c1": "laboratory",
        "b2.1": "waiting_room",
    },
    entrances=["a1S"],
)


@clause("CL-10.25", "CL-10.26", "CL-10.27", "CL-10.28", "CL-10.29", "CL-10.34", "CL-10.35")
@clause("R-17", "R-35", "R-36", "R-63", "INV-33", "CL-10.30", "CL-10.31")
@pytest.mark.parametrize(
    ("kind", "goals"),
    [
        ("doctor", "a1 b1 a2 b1.1 a1.1 c1"),
        ("nurse", "a1 b1 a2 b1.1 a1.1"),
        ("staff", "a1 b2 a2.1"),
        ("patient", "b1 a2 b1.1"),
    ],
)
def test_who_may_end_where(kind: str, goals: str) -> None:
    people: dict[str, Any] = {
        "doctor": {"doctors": ["out:W"]},
        "nurse": {"nurses": ["out"]},
        "staff": {"staff": ["out"]},
        "patient": {"patients": ["column:psychiatric:W"]},
    }[kind]
    s = moving(replace(WARD, **people))
    assert places(s, "to") == set(goals.split())
    assert ("stay" in s.legal(0)) == (kind == "patient")
    clauses = {why(s, f"to:{name}") for name in WARD.things if name not in goals.split()}
    assert clauses <= {"CL-10.34", "CL-10.35"}
    if kind != "patient":
        assert why(s, "stay") == "CL-10.30"


@clause("CL-10.26", "CL-10.28", "CL-10.29", "R-17", "R-63", "CL-10.36")
@pytest.mark.parametrize(
    ("people", "place", "most"),
    [
        ({"doctors": ["out:W"] * 4}, "b1", 2),
        ({"doctors": ["out:W"] * 4}, "a2", 1),
        ({"doctors": ["out:W"] * 4}, "b1.1", 1),
        ({"doctors": ["out:W"] * 4}, "c1", 1),
        ({"staff": ["out"] * 3}, "b2", 1),
        ({"patients": ["column:psychiatric:W"] * 4}, "b1", 2),
        ({"patients": ["column:psychiatric:W"] * 4}, "a2", 1),
        ({"patients": ["column:psychiatric:W"] * 4}, "b1.1", 1),
        ({"nurses": ["out"] * 4}, "b1", 99),
    ],
)
def test_capacities(people: dict[str, Any], place: str, most: int) -> None:
    s = moving(replace(WARD, **people))
    total = len(next(iter(people.values())))
    for _ in range(min(most, total - 1)):
        assert why(s, f"to:{place}") == ""
        place_people(s, place)
    if most < total:
        assert why(s, f"to:{place}") in ("CL-10.26", "CL-10.28", "CL-10.29")


@clause("CL-10.26", "R-17", "R-63", "R-36")
def test_capacities_by_option() -> None:
    plan = WARD.plus(doctors=["out:W"] * 4)
    one = moving(plan, options={"room_doctors": "1"})
    assert why(place_people(one, "b1"), "to:b1") == "CL-10.26"
    many = moving(plan, options={"room_doctors": "unlimited", "lab_doctors": "unlimited"})
    place_people(many, "b1", "b1", "c1")
    assert {"b1", "c1"} <= places(many, "to")
    inactive = moving(plan, options={"inactive_room_employees": False})
    assert why(inactive, "to:a1.1") == "CL-10.26"


@clause("EX-46", "CL-10.30", "CL-10.32", "CL-10.33", "R-38", "CL-10.31")
def test_patients_of_rooms_and_consultations() -> None:
    three = moving(
        WARD.plus({"a2": "garden", "b1.1": "office"}, patients=["column:psychiatric:W"] * 3)
    )
    place_people(three, "b1", "b1")
    assert patients(three) == ["b1:psychiatric:W"] * 2 + ["column:psychiatric:W"]
    s = moving(WARD.plus(patients=["b1:psychiatric:W"]))
    assert why(s, "to:b1.1") == "CL-10.32"
    assert why(s, "stay") == "CL-10.30"
    assert why(s, "to:a2") == ""
    fixed = moving(WARD.plus(patients=["b1:psychiatric:W"]), options={"patient_room_change": False})
    assert patients(fixed) == ["b1:psychiatric:W"]
    no_or = moving(
        WARD.plus(patients=["b1:psychiatric:W"] * 2, doctors=["a1:W"]),
        options={"or_from_room": False},
    )
    assert no_or.question(0) == "destination"
    assert patients(no_or) == ["b1:psychiatric:W"] * 2
    stays = moving(WARD.plus(patients=["b1.1:eye:W"], doctors=["a1:W"]))
    assert stays.state.prompt(0) == "Choose where the white Doctor goes."


@clause("CL-10.19", "CL-10.31", "R-37")
def test_from_the_column_to_a_consultation_for_nothing() -> None:
    plan = WARD.plus(patients=["column:eye:W", "column:psychiatric:W"])
    s = moving(plan)
    person = clinic(s).people[1]
    assert charge(table(s), clinic(s), person, CELL["b1.1"], []).minutes == 0
    barred = moving(plan, options={"ec_from_column": False})
    objection = goal_objection(table(barred), clinic(barred), person, CELL["b1.1"])
    assert objection is not None
    assert objection.clause == "CL-10.19"
    assert time(s, "column", "b1.1") > 0


@clause("EX-45", "CL-10.36", "R-39", "CL-10.2")
def test_full_rooms_can_change_places() -> None:
    plan = WARD.plus({"c1": "eye_service", "c2": "room", "d2": "office"}, discs=[])
    plan = plan.plus(doctors=["b1:W", "b1:W", "c2:W", "c2:W"])
    s = moving(plan)
    place_people(s, "c2", "c2", "b1", "b1")
    assert doctors(s) == ["b1:W", "b1:W", "c2:W", "c2:W"]
    assert clinic(s).minutes > 0


@clause("CL-10.37")
def test_the_order_of_people() -> None:
    plan = WARD.plus(
        patients=["b1:psychiatric:W", "b1:psychiatric:R", "column:psychiatric:Y"],
        doctors=["a1:Y", "out:R"],
        nurses=["a1"],
        staff=["out"],
    )
    s = at_table(plan, options={"service_order": "PCSME"})
    lift_everybody(table(s), clinic(s))
    people = [(person // CLASS, place_of(person), person % 4) for person in clinic(s).people]
    assert [kind for kind, _, _ in people] == [0, 0, 0, 1, 1, 2, 3]
    assert [colour for kind, _, colour in people if kind == 0] == [3, 0, 1]
    assert [place for kind, place, _ in people if kind == 1] == [CELL["a1"], OUT]


@clause("CL-10.38")
def test_nobody_is_blocked_by_options() -> None:
    plan = WARD.plus(patients=["a2:psychiatric:W", "b1:psychiatric:W", "b1:psychiatric:Y"])
    s = moving(plan, options={"or_from_room": False})
    assert clinic(s).people == []
    assert patients(s) == ["a2:psychiatric:W", "b1:psychiatric:W", "b1:psychiatric:Y"]


@clause("CL-10.39", "SC-4", "CL-8.10", "R-39")
def test_the_rest_stays() -> None:
    plan = WARD.plus(doctors=["b1:W", "out:Y"], nurses=["out"], patients=["column:psychiatric:W"])
    s = moving(plan).when(0, "stay", "auto:rest")
    assert doctors(s) == ["a1:Y", "b1:W"]
    assert clinic(s).nurses == [CELL["a1"]]
    assert SERVICE == 1
    crowded = moving(plan.plus(doctors=["b1:R", "b1:R", "b1:Y"]))
    place_people(crowded, "stay", "a1")
    assert why(crowded, "auto:rest") == ""
    full = moving(WARD.plus(doctors=["a1:W", "b1:W", "b1:W"]))
    place_people(full, "b1", "b1")
    assert full.question(0) == "" or why(full, "auto:rest") == "CL-10.26"


@clause("CL-10.40")
def test_one_place_is_no_question() -> None:
    s = moving(F1.plus(staff=["out"]))
    assert s.question(0) == "destination"
    only = moving(Plan({"a1": "psychiatric_service"}, entrances=["a1S"], staff=["out"]))
    assert only.asked() == [1]
    assert clinic(only).staff == [CELL["a1"]]


# --- Helipads and Waiting Rooms -----------------------------------------------------------------

PAD = SMALL.plus({"b1.2": "helipad"}, staff=["out"])


@clause("EX-43", "CL-10.16", "CL-10.22", "CL-10.23", "CL-11.26", "D-13", "R-33", "R-05")
def test_an_open_helipad_is_used_and_paid() -> None:
    s = moving(PAD).when(0, "gate:open")
    assert why(s, "to:b1.1") == ""
    s.when(0, "to:b1.1")
    assert clinic(s).minutes == 5
    assert clinic(s).used_pads == [CELL["b1.2"]]
    assert helipad_costs(table(s), clinic(s)) == 3
    shut = moving(PAD).when(0, "gate:shut", "to:b1.1")
    assert clinic(shut).minutes == 15
    assert helipad_costs(table(shut), clinic(shut)) == 1
    unused = moving(PAD).when(0, "gate:open", "to:a1")
    assert helipad_costs(table(unused), clinic(unused)) == 1


@clause("CL-10.23", "CL-11.26", "R-33", "R-05", "CL-6.35", "R-32")
def test_what_using_a_helipad_means_by_option() -> None:
    counted = moving(PAD, options={"helipad_used_means": "queue_point"})
    counted.when(0, "gate:open", "to:b1.1")
    assert helipad_costs(table(counted), clinic(counted)) == 1
    owner = moving(PAD, options={"helipad_cost_owner": "operating_room"})
    owner.when(0, "gate:open", "to:b1.1")
    assert helipad_costs(table(owner), clinic(owner)) == 0
    only_points = moving(PAD, options={"helipad_is_entrance": False})
    assert only_points.question(0) == "destination"
    only_points.when(0, "to:b1.1")
    assert clinic(only_points).minutes == 15


@clause("EX-59", "CL-10.24", "CL-10.46", "R-33")
def test_ties_between_helipads() -> None:
    plan = Plan(
        {
            "a1": "psychiatric_service",
            "b1": "room",
            "c1": "laboratory",
            "a1.1": "helipad",
            "c1.1": "helipad",
            "b2": "office",
        },
        entrances=["a1S"],
    ).plus(entrances=[])
    s = at_table(plan)
    low, high = CELL["a1.1"], CELL["c1.1"]
    assert route(table(s), clinic(s), OUT, CELL["b1"], []).pads == [low]
    assert route(table(s), clinic(s), OUT, CELL["b1"], [high]).pads == [high]
    clinic(s).shut = [low]
    clinic(s).changed()
    assert route(table(s), clinic(s), OUT, CELL["b1"], []).pads == [high]


@clause("EX-42", "CL-10.41", "CL-10.42", "R-64", "MD-11")
@pytest.mark.parametrize(
    ("rooms", "options", "clock", "credit"),
    [
        (0, {}, 10, 0),
        (1, {}, 0, 0),
        (1, {"waiting_room_floor": "carry"}, 0, 5),
    ],
)
def test_waiting_rooms(rooms: int, options: dict[str, str], clock: int, credit: int) -> None:
    things = {"c3": "waiting_room"} if rooms else {}
    s = at_table(SMALL.plus(things, doctors=["out:W"]), options=options)
    lift_everybody(table(s), clinic(s))
    clinic(s).goals = [CELL["b1"]]
    settle(table(s), 0)
    assert (clinic(s).minutes, clinic(s).credit) == (clock, credit)


@clause("EX-42", "CL-10.42")
def test_several_waiting_rooms_add_up() -> None:
    things = {"c3": "waiting_room", "a3": "waiting_room"}
    s = at_table(SMALL.plus(things, doctors=["out:W"] * 2, nurses=["out"] * 2))
    lift_everybody(table(s), clinic(s))
    clinic(s).goals = [CELL["b1"]] * 4
    settle(table(s), 0)
    assert clinic(s).minutes == 40 - 30


@clause("CL-10.2", "CL-15.4", "INV-39")
def test_the_order_of_players_changes_nothing() -> None:
    plan = WARD.plus(doctors=["out:W"], staff=["out"])
    results = []
    for seats in ((0, 1), (1, 0)):
        s = moving(plan, plan)
        assert s.asked() == [0, 1]
        for seat in seats:
            place_people(s, "b1", "b2", seat=seat)
        results.append(s.state.view(-1)["seats"])
    assert results[0] == results[1]
    one_by_one = moving(plan, plan, options={"move_mode": "turn_order"})
    assert one_by_one.asked() == [0]


@clause("SC-6", "R-39")
def test_the_plan_of_the_whole_phase() -> None:
    s = moving(NEWCOMERS).when(0, "auto:move")
    assert s.question(0) == "review"
    goals = dict(zip(clinic(s).people, clinic(s).goals, strict=True))
    assert goals[CLASS * STAFF + OUT] == CELL["c1.1"] or CELL["d2.1"] in goals.values()
    treated = [person for person, goal in goals.items() if person < CLASS and goal == CELL["b1.1"]]
    assert treated, "the orange Eye Patient meets the yellow Doctor and the Nurse"
    shown = s.view(0)["seats"][0]["move"]["people"]
    assert all(person["to"] and person["minutes"] is not None for person in shown)
    assert all(person["path"] for person in shown)
    s.when(0, "again:b1.1")
    assert s.question(0) == "destination"
    s.when(0, "auto:move")
    assert why(s, "again:b1.1") == "SC-6"
    s.when(0, "confirm")
    assert clinic(s).people == []
    assert DOCTOR == 1


@clause("SC-5", "D-13")
def test_all_helipads_open() -> None:
    plan = SMALL.plus({"b1.2": "helipad", "a1.1": "helipad"}, staff=["out"])
    s = moving(plan).when(0, "auto:gates")
    assert s.question(0) == "destination"
    assert clinic(s).shut == []
    one = moving(PAD)
    assert why(one, "auto:gates") == "SC-5"
    assert asking(one, 0, "gate", gates=[CELL["b1.2"]]).legal(0) == {"gate:open", "gate:shut"}
