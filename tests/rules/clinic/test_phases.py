"""What begins anew in every phase, who is asked first, options of moving (CL-10 ff.)."""

from typing import Any

import pytest

from tests.rules.clinic.table import (
    CELL,
    SERVICE_IDS,
    SMALL,
    Plan,
    asking,
    at_table,
    caring,
    clinic,
    doctors,
    flow,
    moving,
    patients,
    places,
    table,
    why,
)
from tests.rules.clinic.walk import Walk, moments
from wardround.games.clinic.care import helipad_costs, module_objection
from wardround.games.clinic.material import CLASS, COLUMN, place_of
from wardround.games.clinic.moving import BLOCKS, charges, goal_objection, next_person, settle
from wardround.games.clinic.state import LEDGER, UNPLACED, Clinic, Table
from wardround.testing import Scenario, clause

PAD = SMALL.plus({"b1.2": "helipad"}, staff=["out"])
THEATRE = Plan(
    {"b1": "psychiatric_service", "a1": "operating_room", "c1": "room", "c1.1": "office"},
    entrances=["b1S"],
    patients=["a1:psychiatric:W", "c1:psychiatric:W", "c1:psychiatric:Y"],
    cars=["a3N", "b3N", "c3N"],
)
"""An Operating Room whose Patient gets a place before the two of the Room."""


def asked_to_move(plan: Plan, **more: Any) -> Scenario:
    """The Move phase has begun; forced places are not given yet."""
    return flow(moving(plan, go_on=False, **more), "begin_move", "next_move")


def again(s: Scenario, step: str) -> Scenario:
    """A step of the flow is carried out with the order of the table."""
    return flow(s.edit(queue=list(table(s).order)), step)


@clause("CL-3.1", "CL-10.1", "CL-11.1", "CL-12.1")
def test_the_phase_is_shown() -> None:
    plan = SMALL.plus(doctors=["b1:W"], patients=["b1:psychiatric:W"], cars=["c2E", "c3E"])
    shown = [moving(plan).view(-1)["phase_name"], caring(plan).view(-1)["phase_name"]]
    s = flow(at_table(plan), "administer")
    shown.append(s.view(-1)["phase_name"])
    shown.append(flow(s, "new_order", "begin_round").view(-1)["phase_name"])
    assert shown == ["Move", "Business", "Administration", "Actions"]


@clause("CL-10.22", "CL-10.23", "CL-11.26", "D-13", "R-33")
def test_helipads_are_opened_and_used_anew_every_round() -> None:
    s = moving(PAD).when(0, "gate:open", "to:b1.1")
    assert helipad_costs(table(s), clinic(s)) == 3
    flow(s, "begin_round")
    assert helipad_costs(table(s), clinic(s)) == 1
    shut = moving(PAD).when(0, "gate:shut", "to:b1.1")
    assert clinic(shut).shut == [CELL["b1.2"]]
    shut = flow(shut, "begin_move", "next_move")
    assert clinic(shut).shut == []
    assert shut.question(0) == "gate"


@clause("CL-10.46", "CL-10.24", "CL-11.26")
def test_a_helipad_already_used_is_not_new() -> None:
    """Both Helipads lead to b1 in 10 minutes; the later person takes the one used before."""
    plan = Plan(
        {
            "a1": "psychiatric_service",
            "b1": "room",
            "c1": "laboratory",
            "a1.1": "helipad",
            "c1.1": "helipad",
            "b1.1": "office",
        },
        doctors=["out:R", "out:W"],
    )
    s = flow(moving(plan, go_on=False), "begin_move", "next_move")
    clinic(s).goals = [CELL["c1"], CELL["b1"]]
    used = [way.pads for way in charges(table(s), clinic(s))]
    assert used == [[CELL["c1.1"]], [CELL["c1.1"]]]


@clause("CL-11.8", "CL-11.26", "R-49")
def test_teams_work_again_in_the_next_round() -> None:
    plan = SMALL.plus(
        doctors=["b1:W"],
        nurses=["b1"],
        patients=["b1:psychiatric:Y", "b1:psychiatric:Y"],
        cars=["c2E", "c2N", "d1N", "d2N"],
    )
    s = caring(plan).when(0, "in:b1", "leave:c2E")
    objection = module_objection(table(s), clinic(s), CELL["b1"])
    assert objection is not None
    assert objection.clause == "CL-11.4"
    flow(s, "begin_care")
    assert module_objection(table(s), clinic(s), CELL["b1"]) is None
    assert clinic(s).ledger == [0] * len(LEDGER)


@clause("CL-11.26", "R-05")
def test_an_operating_room_is_used_anew_every_round() -> None:
    plan = THEATRE.plus(doctors=["a1:W"], cars=[*THEATRE.cars, "d3N"])
    s = caring(plan, options={"helipad_cost_owner": "operating_room"}).when(0, "in:a1")
    s.when(0, next(iter(s.legal(0) - {"auto:leave"})))
    assert clinic(s).ledger[4] == 3
    flow(s, "begin_care")
    assert helipad_costs(table(s), clinic(s)) == 1


@clause("CL-11.2", "CL-11.3", "CL-12.15", "D-18")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_popularity_is_gained_in_turn_order(order: list[int]) -> None:
    s = at_table(SMALL.plus(pp=4), SMALL.plus(pp=4), order=order)
    for seat in (0, 1):
        asking(s, seat, ledger=[20, *[0] * 11])
    s.edit(then="expenses", university=[0, 0, 0]).go_on()
    assert s.asked() == [order[0]]
    s.when(order[0], "buy:2")
    assert s.asked() == [order[1]]
    s.when(order[1], "buy:2")
    assert [own.pp for own in table(s).clinics] == [6, 6]
    assert table(s).order == order[::-1]


@clause("CL-11.34", "CL-12.15", "EX-60", "R-45")
@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_points_are_sold_in_turn_order(order: list[int]) -> None:
    poor = SMALL.plus(cash=0, pp=9)
    s = at_table(poor, poor, order=order)
    flow(s, "expenses")
    assert [own.pp for own in table(s).clinics] == [6, 6]
    assert table(s).by_popularity() == order[::-1]


@clause("CL-11.35", "CL-11.36", "CL-11.37", "INV-11")
@pytest.mark.parametrize("bought", [0, 1, 3])
def test_what_is_bought_is_paid(bought: int) -> None:
    ledger = [0] * len(LEDGER)
    ledger[5] = 11
    s = asking(at_table(SMALL), 0, "buy", ledger=ledger, cash=40, pp=1)
    s.edit(queue=[], then="popularity", university=[0, 0, 0])
    assert s.legal(0) == {f"buy:{number}" for number in range(4)}
    s.when(0, f"buy:{bought}")
    own = clinic(s)
    assert (own.cash, own.pp) == (40 - 3 * bought, 1 + bought)
    assert (own.ledger[9], own.ledger[10]) == (bought, 40 - 3 * bought)


@clause("CL-10.37", "R-21")
@pytest.mark.parametrize(
    ("rows", "order"), [("PEMSC", ["eye", "cardiology"]), ("PCSME", ["cardiology", "eye"])]
)
def test_the_column_is_asked_in_the_order_of_rows(rows: str, order: list[str]) -> None:
    plan = SMALL.plus(
        {"c1": "eye_service", "d1": "room", "d2": "office", "c3": "cardiology_service"},
        patients=["column:cardiology:R", "column:eye:R"],
        cars=["a3N", "b3N"],
    )
    s = asked_to_move(plan, players=4, options={"service_order": rows})
    asked = [SERVICE_IDS[person // 4 % 5] for person in clinic(s).people]
    assert asked == order


@clause("CL-10.38", "R-38")
def test_no_patient_of_a_module_is_left_without_a_place() -> None:
    free = asked_to_move(THEATRE)
    assert why(free, "to:c1") == ""
    bound = asked_to_move(THEATRE, options={"or_from_room": False})
    assert why(bound, "to:c1") == "CL-10.38"
    assert patients(moving(THEATRE, options={"or_from_room": False})) == sorted(THEATRE.patients)
    one = THEATRE.plus(patients=THEATRE.patients[:2], cars=["a3N", "b3N"])
    room = asked_to_move(one, options={"or_from_room": False})
    assert why(room, "to:c1") == ""
    still = asked_to_move(one, options={"patient_room_change": False})
    assert why(still, "to:c1") == "CL-10.32"


@clause("CL-10.38", "CL-6.24", "R-68")
def test_a_theatre_of_two_services_stays_free_for_who_has_no_other_place() -> None:
    plan = THEATRE.plus(
        {"a1": "room", "c1": "operating_room", "c1.1": "eye_service", "a1.1": "office"},
        patients=["a1:psychiatric:W", "c1:eye:W"],
        cars=["a3N", "b3N"],
    )
    options = {"or_same_floor": False}
    assert why(asked_to_move(plan, options=options), "to:c1") == "CL-10.38"
    free = plan.plus(patients=["a1:psychiatric:W"], cars=["a3N"])
    assert why(asked_to_move(free, options=options), "to:c1") == ""


@clause("CL-10.38", "SC-6")
def test_the_plan_leaves_everybody_a_place() -> None:
    crowd = [*THEATRE.patients, "column:psychiatric:R"]
    s = moving(THEATRE.plus(patients=crowd, doctors=["b1:R"], cars=["a3N", "b3N", "c3N", "d3N"]))
    s.when(0, "to:c1", "auto:move")
    assert s.question(0) == "review"
    assert sorted(clinic(s).goals[:3]) == [CELL["a1"], CELL["c1"], CELL["c1"]]


def all_fit(position: Table, own: Clinic) -> bool:
    """Whether every Patient in a module finds a place, by trying all ways."""
    for number, person in enumerate(own.people):
        if person < CLASS and place_of(person) != COLUMN and own.goals[number] == UNPLACED:
            for cell in own.modules():
                if goal_objection(position, own, person, cell) in (None, BLOCKS):
                    own.goals[number] = cell
                    found = all_fit(position, own)
                    own.goals[number] = UNPLACED
                    if found:
                        return True
            return False
    return True


@clause("CL-10.38", "INV-40")
@pytest.mark.parametrize("seed", range(8))
def test_a_place_is_refused_exactly_if_somebody_would_lose_the_last_one(seed: int) -> None:
    options = {"or_same_floor": False, "or_from_room": seed % 2 == 0, "walk_open_ground": seed < 4}
    for moment in moments(Walk(2 + seed % 3, options, seed, 9)):
        position = moment.before
        for seat in position.asked():
            own = position.clinics[seat]
            number = next_person(own)
            if position.decision(seat).name() == "destination" and own.people[number] < CLASS:
                for cell in own.modules():
                    found = goal_objection(position, own, own.people[number], cell)
                    if found in (None, BLOCKS):
                        own.goals[number] = cell
                        assert all_fit(position, own) == (found is None)
                        own.goals[number] = UNPLACED


@clause("CL-10.32", "CL-10.33", "R-37", "R-38")
def test_who_lies_in_a_consultation_stays() -> None:
    plan = THEATRE.plus(
        {"b2": "extreme_consultation"}, patients=["b2:psychiatric:W", "c1:psychiatric:O"]
    )
    s = asked_to_move(plan.plus(cars=["a3N", "b3N"]))
    first = "c1:psychiatric:O"
    assert why(s, "to:b2") == "CL-10.32", first
    flow(s)
    s = s.go_on().when(0, "to:c1")
    assert patients(s) == ["b2:psychiatric:W", "c1:psychiatric:O"]
    alone = asked_to_move(plan.plus(patients=["b2:psychiatric:W"], cars=["a3N"]))
    assert {why(alone, f"to:{cell}") for cell in ("a1", "c1")} == {"CL-10.33"}
    assert why(alone, "to:b2") == ""


@clause("CL-10.19", "CL-10.31", "R-37")
def test_a_consultation_is_filled_from_queues_only_by_option() -> None:
    plan = THEATRE.plus(
        {"b2": "extreme_consultation"},
        patients=["b2:psychiatric:W"],
        doctors=["b1:W"],
        cars=["a3N", "b3N"],
    )
    s = moving(plan, options={"ec_from_column": False})
    assert s.question(0) == "destination"
    s.when(0, "to:b2")
    assert patients(s) == ["b2:psychiatric:W"]
    assert doctors(s) == ["b2:W"]


@clause("CL-10.26", "R-36")
def test_an_operating_room_without_service_takes_doctors_by_any_option() -> None:
    plan = SMALL.plus({"d2": "operating_room", "d1": "room", "d1.1": "office"}, doctors=["out:W"])
    for value in (True, False):
        s = moving(plan, options={"inactive_room_employees": value})
        assert "d2" in places(s, "to")
        assert ("d1" in places(s, "to")) == value
        assert "b1" in places(s, "to")


@clause("R-64", "CL-10.41")
def test_carried_minutes_are_used_up() -> None:
    plan = SMALL.plus({"c3": "waiting_room"}, doctors=["a1:W"])
    s = asked_to_move(plan, options={"waiting_room_floor": "carry"})
    clock = []
    for goal in ("b1", "a1", "b1"):
        s.go_on().when(0, f"to:{goal}")
        clock.append((clinic(s).minutes, clinic(s).credit))
        s = flow(s.edit(then="begin_move", questions=[[], []]), "begin_move", "next_move")
    assert clock == [(0, 10), (0, 20), (0, 30)]
    new = [f"out:{colour}" for colour in "WWYYOORR"]
    walkers = plan.plus(doctors=new, cars=[])
    busy = asked_to_move(walkers, options={"waiting_room_floor": "carry"})
    asking(busy, 0, credit=20, people=clinic(busy).people, goals=[CELL["a1"]] * 8)
    settle(table(busy), 0)
    assert (clinic(busy).minutes, clinic(busy).credit) == (40 - 15 - 20, 0)
