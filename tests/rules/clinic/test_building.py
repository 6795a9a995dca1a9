"""Build: components, costs, limits, and the geometry (CL-5, CL-6)."""

from typing import Any

import pytest

from tests.rules.clinic.table import (
    CELL,
    COMPONENT_IDS,
    F1,
    F2,
    SMALL,
    Plan,
    at_table,
    building,
    clinic,
    component,
    places,
    table,
    thing_at,
    why,
)
from wardround.games.clinic import building as rules
from wardround.games.clinic.material import OBJECT_IDS
from wardround.games.clinic.state import hosts
from wardround.testing import Scenario, clause


def place_of(scenario: Scenario, thing: str) -> set[str]:
    """Where a component may come, after it was chosen on a branch."""
    branch = scenario.branch()
    branch.when(0, component(thing))
    if branch.question(0) != "place":
        return {"only one place"}
    return places(branch)


def refusal(scenario: Scenario, thing: str, cell: str, cash: int = 99) -> str:
    """The clause that forbids a component on a space; empty if there is none."""
    objection = rules.place_objection(
        table(scenario), clinic(scenario), COMPONENT_IDS.index(thing), CELL[cell], cash
    )
    return objection.clause if objection else ""


@clause("EX-2", "CL-6.8", "CL-6.10", "CL-6.17", "CL-6.20")
def test_the_building_example_is_one_building_with_an_active_room() -> None:
    s = building(F1)
    assert clinic(s).buildings == 1
    assert hosts(table(s), clinic(s), CELL["d1"]) == [0]


@clause("EX-3", "CL-6.2", "CL-6.1", "R-75")
def test_nothing_hangs_in_the_air() -> None:
    s = building(F1)
    assert refusal(s, "office", "c2.1") == "CL-6.2"
    assert refusal(building(F1.plus({"c2": "room"})), "office", "c2.1") == ""


@clause("EX-4", "CL-6.7", "CL-7.10", "CL-5.32", "CL-5.35", "CL-6.36", "CL-6.38", "CL-6.37", "R-13")
@pytest.mark.parametrize("cell", ["b3", "c3"])
@pytest.mark.parametrize("edges", ["strict", "one_side"])
def test_a_car_keeps_modules_away_but_neither_gardens_nor_lots(cell: str, edges: str) -> None:
    s = building(F1, options={"car_edge_rule": edges})
    for thing in ("eye_service", "room", "office", "laboratory"):
        assert refusal(s, thing, cell) == "CL-6.7"
    for thing in ("garden", "parking_lot"):
        trial = s.branch().when(0, component(thing), f"at:{cell}")
        assert thing_at(trial, cell) == thing
        assert clinic(trial).cash == 13


@clause("CL-7.7", "R-13")
def test_a_car_on_its_own_side_keeps_modules_away_from_one_space_only() -> None:
    s = building(F1.plus(cars=["side:b3E"]), options={"car_edge_rule": "per_space"})
    assert refusal(s, "eye_service", "b3") == "CL-6.7"
    assert refusal(s, "eye_service", "c3") == ""


@clause("EX-5", "CL-5.29", "CL-6.26", "CL-6.28", "CL-6.29", "CL-6.31", "R-30", "D-06", "MD-12")
def test_entrances_point_from_the_boundary_into_modules() -> None:
    s = building(F1).when(0, "build:entrance")
    assert places(s, "edge") == {"d1S", "d1E"}
    assert why(s, "edge:c1S") == "CL-6.29"
    assert why(s, "edge:a1W") == "CL-6.26"
    assert why(s, "edge:c1N") == "CL-6.26"
    s.when(0, "edge:d1E")
    assert clinic(s).cash == 13
    assert table(s).stocks[11] == table(building(F1)).stocks[11] - 1
    s.when(0, "build:entrance")
    assert sum(clinic(s).entrances) == 3


@clause("CL-6.30", "R-30")
def test_an_entrance_needs_an_edge_without_a_car() -> None:
    plan = SMALL.plus({"c1": "parking_lot"}, cars=["c1S"])
    s = building(plan)
    assert rules.entrance_objection(table(s), clinic(s), 7) is rules.POINTS_NOWHERE
    one_side = building(SMALL.plus(cars=["b1S"]), options={"car_edge_rule": "one_side"})
    found = rules.entrance_objection(table(one_side), clinic(one_side), 4)
    assert found is not None
    assert found.clause == "CL-6.30"


@clause(
    "EX-6", "EX-7", "CL-5.10", "CL-5.14", "CL-5.15", "CL-5.16", "CL-5.9", "D-08", "MD-6", "MD-7"
)
@pytest.mark.parametrize("cell", ["c2", "b1"])
def test_a_room_without_office_must_get_one_at_once(cell: str) -> None:
    s = building(F1).when(0, "build:room", f"at:{cell}")
    assert s.question(0) == "bonus_office"
    assert why(s, "none") == "CL-5.16"
    if cell == "c2":
        s.when(0, "at:c2.1")
        assert clinic(s).cash == 12
        rooms = [hosts(table(s), clinic(s), CELL[name]) for name in ("c2", "d1")]
        assert rooms == [[0], [0]]
        assert clinic(s).left == 1


@clause("EX-8", "CL-5.17", "CL-4.10", "R-25", "CL-1.17", "CL-15.1")
def test_room_and_office_are_paid_together_or_not_at_all() -> None:
    poor = F1.plus(cash=2)
    s = building(poor).when(0, "build:room", "at:c2")
    assert why(s, "at:c2.1") == "CL-4.10"
    assert "b2" in places(s)
    assert why(s, "at:d2.1") == "CL-5.14"
    s.when(0, "at:b2")
    assert clinic(s).cash == 0
    assert refusal(
        building(F1.plus({"b2": "garden", "c3": "garden", "d2": "garden"})), "room", "c2", 2
    ) == ("CL-5.17")


@clause("EX-9", "CL-5.18", "CL-5.21", "CL-6.18", "CL-6.19", "CL-5.19")
def test_beside_an_office_the_bonus_office_is_optional() -> None:
    s = building(F1).when(0, "build:room", "at:c1.1")
    assert clinic(s).cash == 12
    assert "none" in s.legal(0)
    assert hosts(table(s), clinic(s), CELL["c1.1"]) == []
    declined = s.branch().when(0, "none")
    assert declined.question(0) == "component"
    s.when(0, "at:c1.2")
    assert clinic(s).cash == 10


@clause("EX-10", "EX-11", "CL-6.11", "CL-6.13", "CL-6.14", "CL-5.3", "R-29", "INV-17")
def test_a_second_building_starts_with_a_service_and_stays_apart() -> None:
    s = building(F1).when(0, component("medicine_service"), "at:a3", "build:room", "at:a2", "at:a1")
    assert clinic(s).cash == 11
    assert clinic(s).buildings == 2
    assert hosts(table(s), clinic(s), CELL["a2"]) == [2]
    later = building(F1.plus({"a3": "medicine_service", "a2": "room", "a1": "office"}))
    assert refusal(later, "room", "b1") == "CL-6.15" or refusal(later, "room", "b1") == "CL-6.13"
    assert refusal(later, "laboratory", "b1") == "CL-6.13"
    later.when(0, "build:entrance")
    assert {"a3W", "a3N"} <= places(later, "edge")


@clause("EX-12", "CL-5.30", "CL-6.5", "CL-6.32", "CL-6.33", "CL-6.34", "R-32", "MD-13")
def test_a_helipad_stands_on_a_roof_and_nothing_above_it() -> None:
    s = building(F1).when(0, "build:helipad", "at:d1.2")
    assert clinic(s).cash == 11
    assert clinic(s).building[CELL["d1.2"]] == -1
    for thing in ("room", "office", "garden", "laboratory"):
        assert refusal(s, thing, "d1.3") == "CL-6.5"
    assert refusal(s, "helipad", "b1") == "CL-6.32"
    assert refusal(s, "helipad", "c2.1") == "CL-6.32"


@clause("CL-6.33", "R-32")
def test_a_helipad_on_floor_4_only_by_option() -> None:
    tower = F1.plus({"d1.2": "laboratory", "d1.3": "office"})
    assert refusal(building(tower), "helipad", "d1.4") == "CL-6.33"
    s = building(tower, options={"helipad_max_floor": "4"}).when(0, "build:helipad", "at:d1.4")
    assert clinic(s).cash == 15 - 6


@clause("EX-47", "CL-6.16", "CL-6.15", "CL-6.13", "CL-6.22")
def test_where_a_further_service_may_stand() -> None:
    s = building(F2.plus(cars=[]), players=3)
    assert refusal(s, "surgery_service", "c2") == "CL-6.13"
    assert refusal(s, "surgery_service", "a3") == "CL-6.16"
    assert refusal(s, "surgery_service", "c3") == "CL-6.15"


@clause("EX-48", "CL-5.22", "CL-5.23", "CL-5.26", "R-28", "INV-24", "MD-2", "MD-3")
def test_services_are_limited_by_round() -> None:
    s = building(F1, SMALL).when(0, component("eye_service"), "at:a3")
    assert why(s, component("medicine_service")) == "CL-5.22"
    other = at_table(F1, SMALL, types_built=[3])
    objection = rules.limit_objection(table(other), clinic(other, 1), 3)
    assert objection is not None
    assert objection.clause == "CL-5.23"
    assert rules.limit_objection(table(other), clinic(other, 1), 4) is None
    fresh = building(F1.plus({"a3": "eye_service"}))
    assert why(fresh, component("eye_service")) == ""


@clause("CL-5.24", "CL-5.25", "CL-5.27", "MD-8", "MD-10", "MD-11", "CL-6.23", "CL-6.25", "CL-5.12")
def test_specialised_modules_are_limited_by_round() -> None:
    s = building(F1, types_built=[8])
    assert why(s, component("extreme_consultation")) == "CL-5.25"
    s.when(0, component("laboratory"), "at:c1.1")
    assert clinic(s).cash == 12
    assert why(s, component("waiting_room")) == "CL-5.24"
    assert refusal(building(F1.plus({"c1.1": "laboratory"})), "waiting_room", "c1.2") == "CL-6.15"


@clause("CL-5.28", "MD-4", "MD-5", "CL-2.2")
@pytest.mark.parametrize(("players", "closed"), [(2, "surgery"), (3, "cardiology")])
def test_only_open_services_are_built(players: int, closed: str) -> None:
    s = building(F1, players=players)
    assert why(s, component(f"{closed}_service")) == "CL-5.28"
    assert why(building(F1, players=4), component(f"{closed}_service")) == ""


@clause(
    "CL-5.1", "CL-5.2", "CL-5.5", "CL-5.7", "CL-5.8", "R-58", "D-04", "D-05", "INV-26", "CL-4.7"
)
def test_a_build_action_is_up_to_two_components() -> None:
    s = building(F1).when(0, "build:garden", "at:a1", "build:garden", "at:a2")
    assert s.question(0) != "component"
    assert clinic(s).cash == 11
    one = building(F1).when(0, "build:garden", "at:a1", "end")
    assert one.question(0) != "component"
    poor = building(F1.plus(cash=1))
    assert {n for n in poor.legal(0) if n.startswith("build")} == {"build:office"}
    assert why(poor, "build:garden") == "CL-5.5"


@clause("CL-5.6", "CL-1.10", "CL-1.7", "R-27", "INV-6", "CL-1.8", "CL-1.9")
def test_stocks_run_out() -> None:
    stocks = table(building(F1)).stocks[:]
    for name, number in (("room", 5), ("office", 6), ("entrance", 11), ("parking_lot", 12)):
        empty = stocks[:]
        empty[number] = 0
        s = building(F1, stocks=empty)
        assert why(s, f"build:{name}") == "CL-1.10"
    assert [stocks[number] for number in (11, 12, 13, 14)] == [16, 24, 12, 20]
    assert stocks[5:7] == [12, 12]
    assert table(building(F1, options={"room_tiles": "16"})).stocks[5] == 14


@clause("CL-5.4", "CL-5.11", "CL-5.13", "CL-1.3", "CL-6.3", "CL-6.4", "CL-6.6", "R-66", "R-67")
def test_every_space_has_an_answer() -> None:
    s = building(F1).when(0, component("eye_service"))
    assert why(s, "at:c1") == "CL-6.4"
    assert why(s, "at:c2.1") == "CL-6.2"
    assert why(s, "at:b1") == "CL-6.15"
    assert why(s, "at:d2") == "CL-6.16"
    assert why(s, "at:b3") == "CL-6.7"
    assert "d1.2" in places(s)
    s.when(0, "at:d1.2")
    assert clinic(s).cash == 11
    for name in ("c1", "d1.2"):
        reasons = [objection for _, objection in s.state.explain(0, f"seat/0/cell/{name}")]
        assert all(reasons)
    assert refusal(building(F1), "room", "d1.4") in ("CL-6.3", "CL-6.2")


@clause("CL-6.12", "R-29")
def test_only_a_service_on_the_ground_stands_alone() -> None:
    s = building(F1)
    for thing in ("office", "laboratory", "room"):
        assert refusal(s, thing, "a2") == "CL-6.12"
    assert refusal(s, "medicine_service", "a2") == ""


@clause("CL-6.21", "R-69", "CL-6.24", "R-68")
def test_an_office_needs_no_room_and_an_operating_room_needs_no_office() -> None:
    s = building(F1)
    assert refusal(s, "office", "b1") == ""
    assert refusal(s, "operating_room", "b1") == ""
    assert refusal(s, "operating_room", "c1.1") == ""
    above = F1.plus({"c1.1": "operating_room"})
    assert hosts(table(building(above)), clinic(building(above)), CELL["c1.1"]) == []
    loose = building(above, options={"or_same_floor": False})
    assert hosts(table(loose), clinic(loose), CELL["c1.1"]) == [0]


@clause("EX-58", "CL-6.19", "CL-6.22", "CL-5.11")
def test_a_service_activates_a_room_on_its_floor() -> None:
    plan = F1.plus({"b1": "room", "b2": "office", "c1.1": "room"})
    s = building(plan)
    assert hosts(table(s), clinic(s), CELL["c1.1"]) == []
    s.when(0, component("eye_service"), "at:b1.1")
    assert clinic(s).cash == 12
    assert hosts(table(s), clinic(s), CELL["c1.1"]) == [1]


@clause("CL-5.20", "CL-5.39", "R-26", "CL-5.19")
def test_two_rooms_bring_two_offices_or_one_by_option() -> None:
    plan = SMALL.plus(cash=30)
    s = building(plan).when(0, "build:room", "at:a2", "at:a3", "build:room", "at:a1.1")
    assert s.question(0) == "bonus_office"
    assert "none" in s.legal(0)
    once = building(plan, options={"bonus_office_per_room": "action"})
    once.when(0, "build:room", "at:a2", "at:a3", "build:room", "at:a1.1")
    assert once.question(0) != "bonus_office"


@clause("CL-6.36", "R-20", "MD-14", "CL-6.9")
def test_gardens_stand_on_the_ground_and_on_roofs() -> None:
    s = building(F1).when(0, "build:garden", "at:d1.2")
    assert clinic(s).cash == 11
    assert refusal(s, "office", "d1.3") == "CL-6.5"
    assert refusal(building(F1, options={"garden_upper": False}), "garden", "d1.2") == "CL-6.36"
    roof = F1.plus({"c1.1": "garden"})
    assert refusal(building(roof), "room", "c1.2") == "CL-6.5"
    above = building(roof, options={"build_above_garden": True})
    assert refusal(above, "laboratory", "c1.2") == "CL-6.12"
    tall = building(roof.plus({"d1.2": "laboratory"}), options={"build_above_garden": True})
    assert refusal(tall, "eye_service", "c1.2") == ""
    assert refusal(tall, "garden", "c1.2") == "CL-6.5"
    assert refusal(tall, "helipad", "c1.2") == "CL-6.32"


@clause("CL-5.33", "CL-5.34", "MD-15", "R-66")
def test_a_lot_is_upgraded_once() -> None:
    plan = F1.plus({"a1": "parking_lot"})
    s = building(plan)
    tiles = table(s).stocks[12]
    s.when(0, "build:lot_upgrade")
    assert thing_at(s, "a1") == "upgraded_parking_lot"
    assert clinic(s).cash == 13
    assert table(s).stocks[12] == tiles
    assert why(s, "build:lot_upgrade") == "CL-5.5"
    assert (
        why(building(plan, options={"cost_lot_upgrade": "none"}), "build:lot_upgrade") == "CL-5.33"
    )
    tile = building(plan, options={"lot_upgrade_uses_tile": True}).when(0, "build:lot_upgrade")
    assert table(tile).stocks[12] == tiles - 1


@clause("CL-5.36", "CL-5.37", "CL-6.39", "CL-6.40", "CL-6.41", "CL-6.42", "R-62", "D-07", "MD-16")
def test_discs_lie_in_line() -> None:
    s = building(F1).when(0, "build:disc")
    assert why(s, "at:a1") == "CL-6.39"
    s.when(0, "at:d1")
    assert why(s, "at:d1") == "CL-6.39"
    assert places(s) == {"c1", "d1.1"}
    s.when(0, "at:c1")
    assert clinic(s).discs == [CELL["c1"], CELL["d1"]]
    assert clinic(s).cash == 13
    s.when(0, "build:disc")
    assert len(clinic(s).discs) == 3
    assert clinic(s).cash == 11


@clause("EX-49", "CL-5.38", "CL-6.42")
def test_the_first_purchase_needs_two_discs_and_later_ones_a_line() -> None:
    stocks = table(building(F1)).stocks[:]
    stocks[14] = 1
    assert why(building(F1, stocks=stocks), "build:disc") == "CL-1.10"
    plan = Plan(
        {"a1": "room", "a1.1": "laboratory", "a1.2": "office", "a1.3": "room"}
        | {"b1": "psychiatric_service", "c1": "room", "c2": "office"},
        entrances=["b1S"],
        discs=["a1", "b1"],
    )
    s = building(plan).when(0, "build:disc")
    assert {"a1.3", "c1"} <= places(s)
    assert why(s, "at:c2") == "CL-6.42"


@clause("CL-6.43", "CL-6.44", "R-62")
def test_discs_link_across_buildings_and_restrict_nothing() -> None:
    s = building(F2.plus(discs=["a1", "c1"]))
    assert clinic(s).buildings == 2
    s.when(0, "build:disc")
    assert "d3" not in places(s)
    apart = building(F2.plus(discs=[])).when(0, "build:disc", "at:a2")
    assert "d2" in places(apart)
    assert refusal(building(F2), "helipad", "c1.3") == ""


@clause("CL-6.39", "R-62")
def test_many_discs_in_a_module_by_option() -> None:
    s = building(F1.plus(discs=["c1", "d1"]), options={"discs_per_module": "unlimited"})
    assert "c1" in place_of(s, "disc")


@clause("CL-5.31", "CL-5.40", "INV-13", "INV-14")
def test_all_objects_are_named_once() -> None:
    assert len(set(OBJECT_IDS)) == len(OBJECT_IDS)
    assert len(set(COMPONENT_IDS)) == 17


def stock(scenario: Scenario, name: str) -> dict[str, Any]:
    """A stock as everybody sees it."""
    found: list[dict[str, Any]] = scenario.view(-1)["stocks"]
    return next(one for one in found if one["name"] == name)


@clause("CL-5.9", "CL-5.29", "CL-5.33")
def test_prices_are_shown_before_anything_is_chosen() -> None:
    s = building(F1)
    assert stock(s, "Room")["costs"] == [
        {"component": "Room", "prices": [[0, 2], [1, 3], [2, 4], [3, 5]]}
    ]
    assert stock(s, "Room")["label"] == (
        "Room: 12 in stock; $2 on the ground, $1 more on each floor above"
    )
    assert stock(s, "Entrance / Helipad")["costs"] == [
        {"component": "Entrance", "prices": [[0, 2]]},
        {"component": "Helipad", "prices": [[1, 3], [2, 4], [3, 5]]},
    ]
    lots = [one["component"] for one in stock(s, "Parking lot")["costs"]]
    assert lots == ["Parking lot", "lot upgrade"]


@clause("CL-6.33", "CL-6.36", "CL-6.38", "CL-5.33")
def test_prices_stand_only_for_floors_and_components_of_the_game() -> None:
    def floors(thing: str, **options: object) -> list[int]:
        at = table(building(F1, options=options))
        return [floor for floor, _ in rules.prices(at, COMPONENT_IDS.index(thing))]

    assert floors("helipad", helipad_max_floor="4") == [1, 2, 3, 4]
    assert floors("garden") == [0, 1, 2, 3]
    assert floors("garden", garden_upper=False) == floors("parking_lot") == [0]
    s = building(F1, options={"cost_lot_upgrade": "none"})
    assert [one["component"] for one in stock(s, "Parking lot")["costs"]] == ["Parking lot"]


@clause("CL-5.1", "CL-5.14")
def test_everybody_sees_for_which_component_a_place_is_looked_for() -> None:
    s = building(F1)

    def question(viewer: int = 0) -> Any:
        return s.view(viewer)["seats"][0]["question"]

    assert question() == {"kind": "component", "component": None, "stock": None}
    s.when(0, "build:entrance")
    assert question()["component"] == "Entrance"
    s = building(F1).when(0, "build:room")
    assert question() == {"kind": "place", "component": "Room", "stock": "stock/room"}
    assert question(1) == question(-1) == question()
    s.when(0, f"at:{min(places(s))}")
    assert question()["stock"] == "stock/office"
    assert s.view(0)["seats"][1]["question"] is None
