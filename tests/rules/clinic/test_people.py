"""Cars, hiring, admitting (CL-7, CL-8, CL-9)."""

from itertools import combinations, permutations

import pytest

from tests.rules.clinic.table import (
    CELL,
    F1,
    F2,
    PLACE_OF_CAR,
    SMALL,
    Plan,
    admitting,
    asking,
    at_table,
    building,
    caring,
    clinic,
    flow,
    hiring,
    patients,
    places,
    queue,
    table,
    why,
)
from wardround.games.clinic import admission, parking
from wardround.games.clinic.board import EDGE_NAMES
from wardround.games.clinic.material import OUT
from wardround.testing import Scenario, clause

FULL = SMALL.plus(cars=[])
"""A clinic for which tests close all car places."""


def parked(plan: Plan, **more: object) -> Scenario:
    """Seat 0 must park a Car."""
    return asking(at_table(plan, **more), 0, "park")  # type: ignore[arg-type]


def closed(plan: Plan) -> Plan:
    """The same clinic with a Car on every free edge."""
    s = at_table(plan)
    free = [
        name
        for name in EDGE_NAMES
        if parking.place_objection(table(s), clinic(s), PLACE_OF_CAR[name]) is None
    ]
    return plan.plus(cars=[*plan.cars, *free])


# --- cars -------------------------------------------------------------------------------------


@clause("EX-55", "CL-7.4", "CL-7.5", "CL-7.11", "CL-7.12", "R-13", "D-09", "MD-17", "INV-21")
def test_edges_of_modules_are_closed_for_cars() -> None:
    s = parked(SMALL.plus(entrances=[]))
    free = places(s, "park")
    assert len(free) == 24
    assert free.isdisjoint(["a1W", "a1S", "a1E", "a1N", "b1S", "b1E", "b1N"])
    assert why(s, "park:a1W") == "CL-7.5"
    assert why(s, "park:lot:a2") == "CL-7.4"
    s.when(0, "park:c2E")
    assert clinic(s).cars[PLACE_OF_CAR["c2E"]] == 1
    assert why(parked(SMALL.plus(cars=["c2E"])), "park:c2E") == "CL-7.4"


@clause("EX-18", "CL-6.30", "CL-7.5", "CL-7.15")
@pytest.mark.parametrize("edge", ["a2N", "b2E", "c2E", "d1N", "b1S"])
def test_where_the_example_has_no_place(edge: str) -> None:
    s = parked(F2)
    assert why(s, f"park:{edge}") in ("CL-7.5", "CL-6.30")


@clause("EX-17", "CL-7.1", "CL-7.2", "CL-7.9", "R-12")
def test_the_parking_example() -> None:
    s = at_table(F2)
    assert clinic(s).parked() == 7
    free = parking.room_for(table(s), clinic(s), 99)
    assert free == 13 - 7
    four_more = at_table(F2.plus(cars=[*F2.cars, *["lot:b3"] * 4]))
    assert clinic(four_more).parked() == 11
    assert parking.room_for(table(four_more), clinic(four_more), 99) == 2


@clause("CL-7.6", "R-13")
def test_one_free_side_is_enough_by_option() -> None:
    s = parked(SMALL, options={"car_edge_rule": "one_side"})
    assert {"b1E", "a1N"} <= places(s, "park")
    assert why(s, "park:a1E") == "CL-7.5"
    assert why(s, "park:a1S") == "CL-6.30"


@clause("CL-7.7")
def test_each_side_of_a_free_space_by_option() -> None:
    s = parked(SMALL, options={"car_edge_rule": "per_space"})
    free = {name for name in places(s, "park") if name.startswith("side")}
    assert len(free) == 4 * 10
    s.when(0, "park:side:c1W")
    again = asking(s, 0, "park")
    assert why(again, "park:side:c1W") == "CL-7.4"
    assert why(again, "park:side:a1N") == "CL-7.5"


@clause("CL-7.8", "CL-7.9", "CL-7.10", "R-12")
@pytest.mark.parametrize(
    ("thing", "options", "room"),
    [
        ("parking_lot", {}, 4),
        ("upgraded_parking_lot", {}, 8),
        ("parking_lot", {"lot_capacity": "3"}, 3),
        ("upgraded_parking_lot", {"lot_capacity": "3", "lot_capacity_upgraded": "double"}, 6),
    ],
)
def test_lots(thing: str, options: dict[str, str], room: int) -> None:
    plan = SMALL.plus({"d3": thing})
    s = parked(plan, options=options)
    assert {"d3N", "d3E", "lot:d3"} <= places(s, "park")
    full = parked(plan.plus(cars=["lot:d3"] * room), options=options)
    assert why(full, "park:lot:d3") == "CL-7.9"


@clause("CL-7.13", "R-65", "D-19")
def test_cars_are_moved_only_by_option() -> None:
    plan = F1.plus(cars=["b3E"])
    assert "repark" not in building(plan).legal(0)
    s = building(plan, options={"free_reparking": True})
    s.when(0, "repark", "park:a3W")
    assert clinic(s).cars[PLACE_OF_CAR["a3W"]] == 1
    assert clinic(s).cars[PLACE_OF_CAR["b3E"]] == 0
    assert why(s, "repark") == "CL-7.13"
    assert clinic(s).left == 2


@clause("CL-7.13", "R-65")
def test_a_car_moves_to_another_place() -> None:
    options = {"free_reparking": True}
    plan = F1.plus({"a1": "parking_lot"}, cars=["lot:a1"])
    s = building(plan.plus(cars=["lot:a1", "b3E"]), options=options)
    assert why(s.when(0, "repark", "leave:lot:a1"), "park:lot:a1") == "CL-7.13"
    full = plan.plus({"a2": "eye_service", "a3": "garden", "b2": "room", "b3": "parking_lot"})
    walled = full.plus(
        {"b1": "office", "c2": "office", "d2": "room", "c3": "medicine_service", "d3": "room"},
        cars=["lot:a1", "a1W", "a1S", "a3W", "a3N"],
    )
    s = building(walled, options=options).when(0, "repark")
    assert places(s, "leave") == {"lot:a1", "a1W", "a1S", "a3W", "a3N"}
    alone = building(walled.plus({"b3": "office"}), options=options).when(0, "repark")
    assert why(alone, "leave:lot:a1") == "CL-7.13"
    assert places(alone, "leave") == {"a1W", "a1S", "a3W", "a3N"}


@clause("CL-7.13", "CL-1.13")
def test_a_car_is_moved_even_when_the_cubes_are_used_up() -> None:
    options = {"free_reparking": True, "cube_supply": "physical"}
    s = building(F1, players=4, options=options, patient_pool=[200, 0, 0, 0])
    assert "repark" in s.legal(0)


@clause("CL-7.14", "D-17", "INV-35")
def test_the_owner_chooses_which_car_leaves() -> None:
    s = asking(at_table(F1.plus(cars=["b3E", "a3W"])), 0, "car_leaves")
    assert places(s, "leave") == {"b3E", "a3W"}
    assert why(s, "leave:a3N") == "CL-7.14"
    s.when(0, "leave:a3W")
    assert clinic(s).parked() == 1


@clause("CL-7.16", "CL-7.17", "CL-1.13")
def test_without_cubes_no_car_is_parked() -> None:
    s = parked(SMALL, players=4, options={"cube_supply": "physical"})
    assert places(s, "park")
    table(s).patient_pool[0] += 185
    assert why(s, "park:c2E") == "CL-1.13"


# --- hire -------------------------------------------------------------------------------------


@clause("CL-8.1", "CL-8.2", "CL-8.3", "CL-8.4", "CL-8.5", "CL-8.7", "CL-8.8", "CL-8.10", "R-08")
@clause("D-10", "INV-27", "CL-8.11", "CL-8.13")
def test_a_doctor_and_one_other() -> None:
    s = hiring(F1, university=[2, 1, 0])
    assert why(s, "hire:doctor:4") == "CL-8.5"
    s.when(0, "hire:nurse", "auto:park")
    assert clinic(s).cash == 13
    assert clinic(s).nurses == [OUT]
    assert why(s, "hire:staff") == "CL-8.1"
    s.when(0, "hire:doctor:2", "auto:park")
    assert clinic(s).cash == 10
    assert clinic(s).doctors == [OUT * 4 + 1]
    assert clinic(s).parked() == 3
    assert s.question(0) != "hire"
    assert (table(s).nurses, table(s).staff) == (1, 4)


@clause("CL-8.4", "R-08")
@pytest.mark.parametrize(
    ("prices", "nurse", "staff"), [("5,4,3,2,1", "1", "3"), ("4,3,3,2,2", "3", "1")]
)
def test_other_prices(prices: str, nurse: str, staff: str) -> None:
    options = {"doctor_prices": prices, "nurse_price": nurse, "staff_price": staff}
    s = hiring(F1, university=[0, 0, 0], options=options)
    s.when(0, "hire:doctor:3", "auto:park", "hire:staff", "auto:park")
    assert clinic(s).cash == 15 - 3 - int(staff)


@clause("EX-50", "CL-8.6", "CL-12.3", "CL-12.5", "R-41", "CH-7")
def test_the_university_example() -> None:
    s = hiring(F1, F1, players=4, university=[2, 1, 1, 0, 0])
    s.when(0, "hire:doctor:2", "auto:park", "end")
    assert table(s).university == [2, -1, 1, 0, 0]
    assert clinic(s).cash == 12
    again = asking(s, 1, "hire")
    assert why(again, "hire:doctor:2", 1) == "CL-8.3"
    again.when(1, "hire:doctor:3", "auto:park")
    assert clinic(again, 1).cash == 13
    back = at_table(players=4, university=[2, -1, 1, 0, 0], doctor_pool=[1, 0, 0, 0])
    flow(back, "common_board")
    assert table(back).university == [3, 2, 1, 1, 0]


@clause("CL-8.9", "EX-54", "CL-7.3", "R-25")
def test_no_hire_without_money_or_a_car_place() -> None:
    s = hiring(F1.plus(cash=1), university=[2, 1, 0], nurses=0)
    assert why(s, "hire:nurse") == "CL-8.7"
    assert why(s, "hire:doctor:3") == "CL-8.9"
    full = hiring(closed(SMALL), university=[0, 0, 0])
    assert full.legal(0) == {"end"}
    stuck = asking(at_table(closed(SMALL), university=[0, 0, 0]), 0, "hire")
    assert stuck.legal(0) == {"end"}
    assert why(stuck, "hire:doctor:1") == "CL-7.3"
    nobody = admitting(closed(SMALL), queues={"psychiatric": "WW"})
    assert nobody.legal(0) == {"end"}
    assert why(nobody, "take:1:1") == "CL-9.8"


@clause("CL-8.12", "R-43", "CL-9.24", "CL-9.25", "CL-9.26")
def test_nobody_is_dismissed_sent_back_or_fetched_elsewhere() -> None:
    from wardround.games.clinic import GAME

    words = [GAME.action_text(action) for action in range(GAME.num_actions)]
    assert not any(word in text for text in words for word in ("dismiss", "sell", "back to"))
    s = admitting(F1, queues={"psychiatric": "W"}).when(0, "take:1:1", "auto:park")
    assert patients(s) == ["column:psychiatric:W"]


# --- admit ------------------------------------------------------------------------------------

GREEN = SMALL.plus({"c1": "eye_service"}, entrances=["a1S", "a1W"])


@clause(
    "EX-13", "EX-16", "CL-9.1", "CL-9.3", "CL-9.4", "CL-9.5", "CL-9.6", "R-74", "D-11", "CL-9.2"
)
def test_green_takes_three_or_one() -> None:
    queues = {"psychiatric": "WYR", "eye": "W"}
    s = admitting(GREEN, players=3, queues=queues)
    assert clinic(s).qp == 3
    red = s.branch().when(0, "take:1:3", "auto:park")
    assert red.question(0) != "admit"
    assert patients(red) == ["column:psychiatric:R"]
    s.when(0, "take:1:1", "auto:park")
    assert queue(s, "psychiatric") == "YR"
    last = s.branch().when(0, "take:1:1", "auto:park", "take:1:1", "auto:park")
    assert "column:psychiatric:R" in patients(last)
    s.when(0, "take:1:1", "auto:park", "take:2:1", "auto:park")
    assert patients(s) == ["column:eye:W", "column:psychiatric:W", "column:psychiatric:Y"]
    assert clinic(s).parked() == 3
    assert clinic(s).qp == 0


BROWN = Plan(
    {"a1": "psychiatric_service", "a3": "eye_service", "c1": "medicine_service"},
    entrances=["a1S", "a1W"],
    patients=["column:medicine:W"] * 4,
    cars=["d1E", "d2E", "d3E", "d3N"],
)


@clause("EX-14", "CL-9.7", "CL-9.14", "CL-9.15", "CL-9.18", "CL-9.23", "R-60", "R-11", "CL-9.10")
@clause("R-79", "INV-28", "R-61", "CL-9.9", "CL-9.17", "CL-9.29")
def test_brown_swaps_to_reach_a_patient() -> None:
    s = admitting(BROWN, players=3, queues={"medicine": "WO", "eye": "YR"})
    assert why(s, "take:3:1") == "CL-9.7"
    s.when(0, "up:3:2")
    assert queue(s, "eye") == "YO"
    assert queue(s, "medicine") == "WR"
    assert why(s, "down:2:2") == "CL-9.17"
    assert why(s, "end") == "CL-9.21"
    s.when(0, "take:2:1", "auto:park")
    assert s.question(0) == "park", "taking E is the only answer left"
    s.when(0, "auto:park")
    assert queue(s, "eye") == ""
    assert [p for p in patients(s) if "eye" in p] == ["column:eye:O", "column:eye:Y"]


@clause("EX-15", "EX-16")
def test_natural_takes_two() -> None:
    plan = SMALL.plus({"c2": "surgery_service"})
    s = admitting(plan, players=3, queues={"psychiatric": "W", "surgery": "R"})
    s.when(0, "take:1:1", "auto:park", "take:4:1", "auto:park")
    assert patients(s) == ["column:psychiatric:W", "column:surgery:R"]


@clause("EX-32", "CL-9.16")
def test_a_swap_into_a_gap() -> None:
    plan = SMALL.plus({"c2": "eye_service"})
    s = admitting(plan, queues={"medicine": "WYO"}, points=2).when(0, "up:3:3")
    assert s.told("swap")[0].args == (2, 2, 1, 2)
    assert queue(s, "medicine") == "WY"
    assert s.question(0) == "park", "taking Z is the only answer left"
    s.when(0, "auto:park")
    assert patients(s) == ["column:eye:O"]


@clause("EX-33", "CL-9.19", "CL-9.20", "CL-9.21", "CL-9.22", "CL-9.28")
def test_who_is_swapped_must_be_admitted() -> None:
    plan = SMALL.plus({"c2": "eye_service", "c3": "room"})
    queues = {"eye": "YR", "medicine": "WO"}
    short = admitting(plan, queues=queues, points=2)
    assert why(short, "up:3:2") == "CL-9.19"
    s = admitting(plan, queues=queues, points=3).when(0, "up:3:2")
    assert why(s, "end") == "CL-9.21"
    assert why(s, "take:3:2") == "CL-9.7"
    owned = admitting(plan.plus({"a3": "medicine_service"}), queues=queues, points=3)
    owned.when(0, "up:3:2")
    assert why(owned, "take:3:2") == "CL-9.19"


@clause("EX-34", "CL-9.11", "CL-9.20")
def test_a_swap_into_a_row_that_is_not_owned() -> None:
    queues = {"psychiatric": "WW", "eye": "YY"}
    s = admitting(SMALL, queues=queues, points=4)
    assert why(s, "down:1:1") == "CL-9.19"
    clinic_with_ec = SMALL.plus({"c1": "extreme_consultation"})
    helped = admitting(clinic_with_ec, queues=queues, points=4).when(0, "down:1:1")
    assert why(helped, "down:1:2") == "CL-9.19"
    helped.when(0, "ec:2:1", "auto:park")
    assert patients(helped) == ["c1:eye:W"]


@clause("EX-35", "CL-9.8", "CL-9.11", "CL-9.12", "CL-11.7", "CL-11.18", "R-37", "R-06", "MD-9")
def test_extreme_consultation() -> None:
    plan = SMALL.plus({"c1": "extreme_consultation"}, doctors=["c1:W"], cars=["d3E"])
    s = admitting(plan, players=3, queues={"surgery": "R"}, points=2)
    assert why(s, "take:4:1") == "CL-9.7"
    s.when(0, "ec:4:1")
    assert clinic(s).qp == 1
    s.when(0, "auto:park")
    assert patients(s) == ["c1:surgery:R"]
    treated = caring(plan.plus(patients=["c1:surgery:R"], cars=["d3E", "d3N"]), players=3)
    treated.when(0, "in:c1")
    assert clinic(treated).ledger[0] == 6
    fee = caring(
        plan.plus(patients=["c1:surgery:R"], cars=["d3E", "d3N"]),
        players=3,
        options={"ec_fee": "by_colour"},
    ).when(0, "in:c1")
    assert clinic(fee).ledger[0] == 32


@clause("CL-9.13", "D-12", "CL-9.11")
def test_one_of_several_consultations() -> None:
    plan = SMALL.plus({"c1": "extreme_consultation", "a2": "extreme_consultation"})
    s = admitting(plan, queues={"eye": "R"}).when(0, "ec:2:1")
    assert places(s) == {"c1", "a2"}
    assert why(s, "at:b1") == "CL-9.11"
    s.when(0, "at:a2", "auto:park")
    assert patients(s) == ["a2:eye:R"]
    again = admitting(plan.plus(patients=["a2:eye:R", "c1:eye:R"]), queues={"eye": "R"})
    assert why(again, "ec:2:1") == "CL-9.11"


@clause("CL-9.1", "R-31", "CL-6.35", "R-32")
def test_helipads_and_entrances_give_queue_points() -> None:
    plan = SMALL.plus({"b1.2": "helipad"}, entrances=["a1S", "a1W"])
    assert clinic(admitting(plan, queues={"eye": "R"})).qp == 4
    without = admitting(plan, queues={"eye": "R"}, options={"helipad_is_entrance": False})
    assert clinic(without).qp == 4


@clause("CL-9.7", "R-11")
def test_a_slot_holds_four() -> None:
    full = SMALL.plus(patients=["column:psychiatric:W"] * 4)
    queues = {"psychiatric": "W"}
    assert why(admitting(full, queues=queues), "take:1:1") == "CL-9.7"
    more = admitting(full, queues=queues, options={"column_slots": "unlimited"})
    assert why(more, "take:1:1") == ""
    three = SMALL.plus(patients=["column:psychiatric:W"] * 3)
    less = admitting(three, queues=queues, options={"column_slots": "3"})
    assert why(less, "take:1:1") == "CL-9.7"
    few = admitting(SMALL, queues={"psychiatric": "WWWW"}, points=2)
    assert why(few, "take:1:3") == "CL-9.4"
    assert why(few, "take:2:1") == "CL-9.4"


@clause("CL-9.20")
@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_the_cost_of_a_set_is_the_cheapest_order_of_takes(length: int) -> None:
    for size in range(1, length + 1):
        for chosen in combinations(range(length), size):
            costs = []
            for order in permutations(chosen):
                row, cost = list(range(length)), 0
                for who in order:
                    cost += row.index(who) + 1
                    row.remove(who)
                costs.append(cost)
            assert admission.takes(sum(1 << place for place in chosen)) == (min(costs), size)


def test_closed_plans_have_no_place() -> None:
    s = at_table(closed(FULL))
    assert not parking.free_place(table(s), clinic(s))
    assert CELL["a1"] == 0
