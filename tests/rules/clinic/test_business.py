"""Business: care, income, expenses, popularity (CL-11)."""

import pytest

from tests.rules.clinic.table import (
    CELL,
    MOVED,
    SMALL,
    Plan,
    asking,
    at_table,
    building,
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
from wardround.games.clinic import GAME, care
from wardround.games.clinic.material import CONSULTATION, OPERATING, ROOM
from wardround.testing import Scenario, clause, given

COLOURS = "WYOR"


def ward(*people: str, **more: object) -> Plan:
    """A clinic with a Room b1, an Operating Room a2 and two Gardens by the Room."""
    things = {"a2": "operating_room", "c1": "garden", "b2": "garden"}
    sick = [name for name in people if name.count(":") == 2]
    teams = [name for name in people if name.count(":") == 1]
    return SMALL.plus(
        things, patients=sick, doctors=teams, cars=["d3E"] * 0 + EDGES[: len(people)], **more
    )


EDGES = ["c3N", "d1E", "d2E", "d3E", "d3N", "c2E", "c3E", "a3W"]


def settled(cash: int, pp: int, result: int, **options: object) -> Scenario:
    """The expenses of a clinic whose care brought so much that this is the result."""
    s = at_table(
        Plan({"a1": "psychiatric_service"}, entrances=["a1S"], cash=cash, pp=pp), options=options
    )
    s = asking(s, 0, ledger=[result + 1, *[0] * 11])
    return flow(s, "expenses")


@clause("EX-1", "CL-11.5")
def test_nurses_are_the_difference_of_levels() -> None:
    at = table(at_table())
    needed = [care.nurses_needed(at, ROOM, 3, doctor) for doctor in range(4)]
    assert needed == [3, 2, 1, 0]
    assert care.nurses_needed(at, ROOM, 0, 2) == 2


@clause("EX-36", "CL-11.6", "R-07", "MD-8")
def test_an_operating_room_stands_for_one_nurse() -> None:
    pairs = [(1, 0, 0), (2, 0, 1), (3, 0, 2), (1, 1, 0)]
    for value, less in (("1", 0), ("0", 1), ("unlimited", -9)):
        at = table(at_table(options={"or_virtual_nurses": value}))
        for sick, doctor, needed in pairs:
            plain = needed + (1 if less == 1 and sick != doctor else 0)
            expected = 0 if less < 0 else plain
            assert care.nurses_needed(at, OPERATING, sick, doctor) == expected
            assert care.nurses_needed(at, CONSULTATION, sick, doctor) == 0


@clause(
    "EX-24", "EX-25", "CL-11.4", "CL-11.12", "CL-11.13", "CL-11.14", "D-15", "INV-35", "CL-11.1"
)
@clause("CL-11.10", "R-18")
def test_the_care_example() -> None:
    s = caring(MOVED)
    assert places(s, "in") == {"b1.1"}
    assert why(s, "in:a1") == "CL-11.5"
    assert why(s, "in:b1") == "CL-11.10"
    assert why(s, "in:d2") == "CL-11.4"
    pool = table(s).patient_pool[:]
    s.when(0, "in:b1.1")
    assert s.told("treat")[0].args == (CELL["b1.1"], 2, 1, 1, 20)
    assert table(s).patient_pool[2] == pool[2] + 1
    s.when(0, "leave:a3W")
    assert clinic(s).parked() == 10
    assert "b1.1:Y" in doctors(s)


@clause("EX-26", "CL-11.20", "CL-11.21", "CL-11.22", "CL-11.23", "CL-11.24", "CL-11.27", "CL-11.28")
@clause("R-53")
def test_the_expenses_example() -> None:
    s = at_table(MOVED)
    at, mine = table(s), clinic(s)
    assert care.salaries(at, mine) == 6 + 1 + 2
    assert care.upkeep(at, mine) == 13 + 1
    assert care.saving(at, mine) == 6
    assert care.helipad_costs(at, mine) == 0


@clause("EX-27", "CL-11.29", "CL-11.35", "CL-11.36", "CL-11.37", "D-18", "INV-11", "R-55", "R-71")
@pytest.mark.parametrize("bought", [0, 1])
def test_the_popularity_example(bought: int) -> None:
    s = caring(MOVED).when(0, "in:b1.1", "leave:a3W")
    assert s.legal(0) == {"buy:0", "buy:1"}
    assert clinic(s).ledger[5] == 3
    assert why(s, "buy:2") == "CL-11.35"
    sheet = asking(s, 0, "buy")
    sheet.edit(queue=[], then="popularity")
    flow(sheet)
    before = clinic(sheet).cash
    sheet.state.stacks[0][-1].take(sheet.state, 0, sheet.game.parse(f"buy:{bought}"))
    assert before == 18
    assert clinic(sheet).cash == 18 - 3 * bought
    assert clinic(sheet).pp == bought


@clause("EX-37", "CL-11.8", "CL-11.9", "R-49", "R-50")
def test_a_nurse_helps_once() -> None:
    plan = ward("b1:W", "b1:W", "b1:psychiatric:Y", "b1:psychiatric:Y", nurses=["b1"])
    s = caring(plan).when(0, "in:b1", "auto:leave")
    assert s.question(0) != "care"
    assert clinic(s).ledger[0] == 12 + 4
    assert clinic(s).pp == 0


@clause("CL-11.8", "CL-11.11", "R-49", "R-50", "D-16", "CL-15.2")
def test_patient_and_doctor_are_chosen_and_work_once() -> None:
    plan = ward("b1:W", "b1:R", "b1:psychiatric:W", "b1:psychiatric:R", nurses=["b1"] * 3)
    s = caring(plan).when(0, "in:b1")
    assert places(s, "treat") == {"WW", "WR", "RR", "RW"}
    assert why(s, "treat:YW") == "CL-11.4"
    assert why(s, "treat:WY") == "CL-11.8"
    s.when(0, "treat:RW", "auto:leave")
    assert s.question(0) != "care", "no Nurse is free for the other team"
    assert patients(s) == ["b1:psychiatric:W"]
    exact = caring(plan).when(0, "in:b1", "treat:WW", "auto:leave")
    assert places(exact, "in") == {"b1"}
    exact.when(0, "end")
    assert exact.told("death")[0].args == (1, 3), "a possible treatment was left out"


@clause("EX-38", "CL-11.15", "CL-11.16", "R-51", "MD-14")
def test_gardens_pay_for_every_patient_in_a_room() -> None:
    plan = ward("b1:W", "b1:W", "b1:psychiatric:W", "b1:psychiatric:W")
    s = caring(plan).when(0, "auto:care")
    assert clinic(s).ledger[0] == 24


@clause("CL-11.15", "CL-11.17", "CL-11.18", "CL-11.19")
@pytest.mark.parametrize(("colour", "pay"), [("W", 8), ("Y", 12), ("O", 20), ("R", 32)])
def test_income_by_colour(colour: str, pay: int) -> None:
    at = at_table(ward().plus({"a2.1": "garden", "c2": "extreme_consultation"}))
    sick = COLOURS.index(colour)
    assert care.fee(table(at), clinic(at), CELL["b1"], sick) == pay + 4
    assert care.fee(table(at), clinic(at), CELL["a2"], sick) == pay
    assert care.fee(table(at), clinic(at), CELL["c2"], sick) == 6


@clause("CL-11.10", "CL-6.24")
def test_nobody_is_treated_in_an_inactive_room() -> None:
    plan = SMALL.plus({"a1.1": "room"}, doctors=["a1.1:W"], cars=["d3E"])
    s = at_table(plan)
    objection = care.module_objection(table(s), clinic(s), CELL["a1.1"])
    assert objection is not None
    assert objection.clause == "CL-11.10"


@clause("CL-11.24", "CL-11.25", "R-52")
@pytest.mark.parametrize(("staff", "saved"), [(["b1.1"], 3), (["a1"], 0), (["b1.1", "b2.1"], 5)])
def test_staff_lower_the_upkeep_to_zero_at_most(staff: list[str], saved: int) -> None:
    plan = SMALL.plus({"b2": "laboratory", "b2.1": "office"}, staff=staff)
    s = at_table(plan)
    assert care.upkeep(table(s), clinic(s)) == 5
    assert care.saving(table(s), clinic(s)) == saved


@clause("CL-11.26", "R-05")
def test_operating_rooms_pay_instead_by_option() -> None:
    plan = ward("a2:W", "a2:psychiatric:W")
    s = caring(plan, options={"helipad_cost_owner": "operating_room"}).when(0, "in:a2")
    assert care.helipad_costs(table(s), clinic(s)) == 3 or clinic(s).ledger[4] == 3
    idle = at_table(ward(), options={"helipad_cost_owner": "operating_room"})
    assert care.helipad_costs(table(idle), clinic(idle)) == 1


@clause("EX-39", "CL-11.30", "CL-11.31", "CL-11.32", "CL-11.33", "R-19", "R-54", "INV-8", "INV-9")
@clause("INV-12", "CL-11.34", "CL-1.17", "CL-1.18")
@pytest.mark.parametrize(
    ("cash", "pp", "result", "after"),
    [(4, 2, -7, (0, 0, 2, 1)), (4, 5, -7, (0, 2, 3, 0)), (4, 6, -3, (1, 6, 0, 0))],
)
def test_debts(cash: int, pp: int, result: int, after: tuple[int, int, int, int]) -> None:
    mine = clinic(settled(cash, pp, result))
    assert (mine.cash, mine.pp, mine.ledger[7], mine.ledger[8]) == after
    assert mine.debt == 0


@clause("CL-11.32", "R-19")
def test_debts_are_carried_by_option() -> None:
    s = settled(4, 2, -7, debt_rule="carry")
    assert clinic(s).debt == 1
    clinic(s).ledger = [10 + 1, *[0] * 11]
    flow(s, "expenses")
    ledger = s.view(0)["seats"][0]["ledger"]
    spent = ledger["salaries"] + ledger["upkeep"] - ledger["saved"] + ledger["helipads"]
    assert ledger["result"] == ledger["care"] - spent - ledger["owed"] == 9
    assert ledger["owed"] == 1
    assert clinic(s).debt == 0


@clause("EX-60", "CL-11.3", "CL-12.15", "CL-11.2", "INV-39")
def test_markers_are_stacked_in_turn_order() -> None:
    plan = Plan({"a1": "psychiatric_service"}, entrances=["a1S"], cash=0, pp=6)
    s = at_table(plan, plan)
    flow(s, "expenses")
    assert [clinic(s, seat).pp for seat in (0, 1)] == [5, 5]
    assert table(s).by_popularity() == [1, 0]


@clause("EX-40", "CL-11.39", "CL-12.16", "R-45")
def test_who_arrives_later_is_less_popular() -> None:
    plans = [SMALL.plus(pp=pp) for pp in (5, 5, 3)]
    s = at_table(*plans, players=3)
    clinic(s, 0).arrival, clinic(s, 1).arrival = 1, 2
    table(s).change_pp(2, 2)
    assert table(s).by_popularity() == [2, 1, 0]


@clause("CL-11.38", "CL-11.35")
@pytest.mark.parametrize("result", [-1, 0, 2])
def test_without_profit_nothing_is_bought(result: int) -> None:
    s = settled(20, 3, result)
    flow(s, "popularity")
    assert s.asked() == []


@clause("SC-3", "EX-61", "R-50")
def test_treat_everything() -> None:
    plan = ward("b1:W", "b1:O", "b1:psychiatric:W", "b1:psychiatric:R", nurses=["b1"])
    bare = plan.plus({"c1": "parking_lot", "b2": "laboratory"})
    s = caring(bare).when(0, "auto:care")
    assert clinic(s).ledger[0] == 40
    assert [event.args[1:4] for event in s.told("treat")] == [(3, 2, 1), (0, 0, 0)]


@clause("CL-11.13", "R-18")
def test_treated_patients_leave_the_game_by_option() -> None:
    plan = ward("b1:W", "b1:psychiatric:W")
    s = caring(plan, options={"treated_to": "supply"}).when(0, "in:b1")
    assert table(s).patients_out == 1


@clause("CL-11.29", "CL-11.30", "SC-3", "CL-10.23")
def test_the_forecast_is_what_the_business_then_brings() -> None:
    """From the finished plan of the Move phase on, if everybody is treated."""
    plan = MOVED.plus({"c1.3": "helipad"}, staff=["a2", "out"], entrances=["d3N"])
    s = moving(plan).when(0, "gate:open", "auto:move")
    forecasts = [s.view(0)["seats"][0]["forecast"]]
    s.when(0, "confirm").when(1, "auto:rest")
    forecasts.append(s.view(1)["seats"][0]["forecast"])
    assert places(s, "in") == {"b1.1", "c1", "d2"}
    s.when(0, "in:c1")
    forecasts.append(s.view(-1)["seats"][0]["forecast"])
    s.when(0, "auto:leave", "auto:care")
    got = s.view(0)["seats"][0]
    assert got["forecast"] is None
    assert got["ledger"]["care"] > 0
    assert got["ledger"]["helipads"] == 3
    assert forecasts == [got["ledger"]] * 3


@clause("CL-11.20", "CL-11.29")
def test_the_forecast_of_the_actions_counts_people_where_they_stand() -> None:
    s = building(MOVED)
    forecast = s.view(1)["seats"][0]["forecast"]
    assert forecast["cash_before"] == 15
    assert forecast["salaries"] == care.salaries(table(s), clinic(s))
    assert forecast["care"] > 0
    before = forecast["upkeep"]
    s.when(0, "build:garden", "at:c2")
    assert s.view(1)["seats"][0]["forecast"]["upkeep"] > before
    set_up = given(GAME, 2, {}, "forecast")
    assert set_up.view(0)["seats"][0]["forecast"] is None
