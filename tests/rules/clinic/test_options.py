"""Every option matters: for each, a position in which all its values lead to different things."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import pytest

from tests.rules.clinic.table import (
    CELL,
    F1,
    F2,
    MOVED,
    SMALL,
    Plan,
    admitting,
    asking,
    at_table,
    building,
    caring,
    clinic,
    doctors,
    finish_care,
    flow,
    hiring,
    moving,
    patients,
    place_people,
    places,
    queue,
    table,
    why,
)
from wardround.core import Option
from wardround.games.clinic import GAME, care, scoring
from wardround.games.clinic.material import STOCK_LOT, STOCK_OFFICE, STOCK_ROOM
from wardround.games.clinic.moving import lift_everybody
from wardround.games.clinic.paths import minutes
from wardround.testing import Scenario, clause

Options = dict[str, Any]
Probe = Callable[[Options], object]
"""What is to be seen in a position that is played with these options."""

WARD = SMALL.plus({"b2": "operating_room", "a2": "room"}, cars=["d3E", "d3N", "c3N"])
TWO_WARDS = Plan(
    {"b1": "psychiatric_service", "a1": "room", "c1": "operating_room", "a1.1": "office"},
    entrances=["b1S"],
    cars=["d3E", "d3N", "c3N"],
)
LABORATORY = SMALL.plus({"a1.1": "laboratory"}, cars=["d3E", "d3N", "c3N"])
PAD = SMALL.plus({"b1.2": "helipad"}, doctors=["out:W"], cars=["d3E"])
GARDEN_STAIRS = SMALL.plus({"a2": "garden", "a1.1": "office", "a2.1": "room", "a3": "eye_service"})
"""A module on a Garden, and a second building beside that Garden."""
TOWER = F1.plus({"d1.2": "laboratory", "d1.3": "office"})
BUILDINGS = dict.fromkeys(("a1", "c1", "b2", "d2"), "eye_service")


def new(options: Options, players: int = 2) -> Any:
    """A new game, as it stands at its first question."""
    return table(GAME.new(players, "options", options))


def laid_out(options: Options) -> object:
    """How many modules stand in the clinics when the bonus tiles are taken."""
    state = new(options)
    while state.tiles:
        seat = state.asked()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    return [len(own.modules()) for own in state.clinics]


def pool(options: Options, players: int) -> object:
    return table(flow(at_table(players=players, options=options), "fill_board")).patient_pool


def doctor_pool(options: Options) -> object:
    return table(flow(at_table(options=options), "fill_board")).doctor_pool


def prices(options: Options) -> object:
    return [one["price"] for one in hiring(F1, players=4, options=options).view(0)["university"]]


def cash_after(options: Options, hire: str) -> object:
    return clinic(hiring(F1, options=options).when(0, hire)).cash


def moved(plan: Plan, person: str = "", **more: Any) -> Scenario:
    """The Move phase of seat 0, everybody lifted; legality is asked of the first person."""
    s = at_table(plan, **more)

    def lift() -> None:
        lift_everybody(table(s), clinic(s))

    return asking(s.run(lift), 0, "destination")


def waiting_rooms(options: Options) -> object:
    """What is left over when nobody walks in a clinic with a Waiting Room."""
    plan = SMALL.plus({"b2": "waiting_room"}, doctors=["a1:W"], cars=["d3E"])
    return clinic(place_people(moving(plan, options=options), "a1")).credit


def graves(options: Options) -> object:
    s = flow(at_table(SMALL.plus(patients=["b1:psychiatric:R"]), options=options), "worsen")
    return table(s).patient_pool


def treated(options: Options) -> object:
    plan = SMALL.plus(doctors=["b1:W"], patients=["b1:psychiatric:W"], cars=["d3E", "d3N"])
    return table(caring(plan, options=options).when(0, "in:b1")).patient_pool


def last_round(options: Options) -> object:
    plan = SMALL.plus(doctors=["a1:O"], patients=["b1:psychiatric:W"], cars=["d3E", "d3N"])
    s = flow(at_table(plan, round=6, options=options), "administer")
    return doctors(s), patients(s)


def income(options: Options, module: str, patient: str) -> object:
    plan = SMALL.plus(
        {"b2": module}, doctors=["b2:W"], patients=[f"b2:{patient}"], cars=["d3E", "d3N"]
    )
    s = at_table(plan, options=options)
    return care.fee(table(s), clinic(s), CELL["b2"], 2)


def used_pads(options: Options) -> object:
    s = admitting(PAD, options=options)
    return (
        asking(s, 0)
        .edit(then="act_in_order", acting=1, queue=[], revealed=[2, 1])
        .go_on()
        .view(0)["seats"][0]["cells"]
    )


def nurses(options: Options) -> object:
    return table(flow(at_table(nurses=1, options=options), "common_board")).nurses


def kinds_of_cars(options: Options) -> object:
    return places(asking(at_table(SMALL, options=options), 0, "park"), "park")


def room_in_lots(options: Options, thing: str) -> object:
    s = at_table(SMALL.plus({"c3": thing}), options=options)
    (cell,) = [one for one in s.view(0)["seats"][0]["cells"] if one["cell"] == "c3"]
    return cell["room_for_cars"]


def offices(options: Options) -> object:
    s = building(SMALL.plus(cash=30), options=options)
    return s.when(0, "build:room", "at:a2", "at:a3", "build:room", "at:a1.1").question(0)


def theatre(options: Options) -> object:
    plan = TWO_WARDS.plus(patients=["a1:psychiatric:W"], doctors=["out:W"])
    s = moved(plan, options=options)
    return {cell: why(s, f"to:{cell}") for cell in ("a1", "c1")}


def room_change(options: Options) -> object:
    plan = TWO_WARDS.plus(
        {"b2": "room", "b2.1": "office"}, patients=["a1:psychiatric:W"], doctors=["out:W"]
    )
    return why(moved(plan, options=options), "to:b2")


def from_column(options: Options) -> object:
    plan = SMALL.plus({"b2": "extreme_consultation"}, patients=["column:psychiatric:W"])
    return why(moved(plan, options=options), "to:b2")


def second_doctor(options: Options, start: str, third: int) -> object:
    """To where further Doctors may go after ``third`` - 1 of them went there."""
    s = moved(WARD.plus({"a1.1": "laboratory"}, doctors=["a1:W"] * 4, cars=[]), options=options)
    answers = []
    for _ in range(third):
        answers.append(why(s, f"to:{start}"))
        s.when(0, f"to:{start}" if not answers[-1] else "to:a1")
    return answers


def idle_room(options: Options) -> object:
    plan = SMALL.plus({"a1.1": "office", "a1.2": "room"}, doctors=["a1:W"], cars=["d3E"])
    return why(moved(plan, options=options), "to:a1.2")


def garden_roof(options: Options) -> object:
    plan = F1.plus({"c1.1": "garden"})
    return why(building(plan, options=options).when(0, "build:laboratory"), "at:c1.1"), places(
        building(plan.plus({"d1.2": "room"}), options=options).when(0, "build:laboratory")
    )


def points(options: Options) -> object:
    plan = SMALL.plus(
        {"b1.1": "office", "b1.2": "room", "a1.1": "office", "a1.2": "eye_service"}
        | {"a1.3": "office", "b1.3": "laboratory", "a2": "room", "a2.1": "room"},
        doctors=[f"a1:{letter}" for letter in "WYOR"],
    )
    return sheet(options, plan)


def sheet(options: Options, plan: Plan) -> object:
    s = at_table(plan, options=options)
    return scoring.sheet(table(s), clinic(s))


def debts(options: Options) -> object:
    plan = SMALL.plus(cash=0)
    s = finish_care(caring(plan, options=options))
    return clinic(s).debt


def helpers(options: Options) -> object:
    """Nurses that an Operating Room needs for the hardest treatment."""
    return care.nurses_needed(table(at_table(options=options)), 8, 3, 0)


def swapped_rows(options: Options) -> object:
    return [row["service"] for row in at_table(players=4, options=options).view(0)["rows"]]


def who_admits(options: Options) -> object:
    s = at_table(SMALL, SMALL, queues={"psychiatric": "WW"}, revealed=[2, 2], options=options)
    return s.go_on().asked()


def hosts(options: Options) -> object:
    plan = F2.plus({"c1.1": "psychiatric_service"})
    s = at_table(plan, options=options)
    (theatre,) = [one for one in s.view(0)["seats"][0]["cells"] if one["cell"] == "c1"]
    return theatre["hosts"], theatre["label"]


def upgrades(options: Options) -> object:
    s = building(SMALL.plus({"c3": "parking_lot"}), options=options)
    return table(s.when(0, "build:lot_upgrade")).stocks[STOCK_LOT]


def university(options: Options) -> object:
    s = at_table(university=[-1, 1, 0], doctor_pool=[1, 0, 0, 0], options=options)
    return table(flow(s, "refill_university")).university


def red_doctor(options: Options) -> object:
    s = at_table(university=[3, 1, 0], doctor_pool=[0] * 4, options=options)
    return table(flow(s, "common_board")).university


def learned(options: Options, colour: str) -> object:
    s = at_table(LABORATORY.plus(doctors=[f"a1.1:{colour}"]), options=options)
    flow(s, "laboratories")
    return doctors(s), clinic(s).pp


def worsened(options: Options) -> object:
    plan = SMALL.plus(patients=["b1:psychiatric:W", "column:psychiatric:W"])
    s = flow(at_table(plan, queues={"eye": "W"}, options=options), "worsen")
    return patients(s), queue(s, "eye")


def operated(options: Options) -> object:
    s = at_table(PAD.plus({"a1.1": "operating_room"}), options=options)
    s.edit_with(lambda snapshot: snapshot["clinics"][0].update(operated=[CELL["a1.1"]]))
    return care.helipad_costs(table(s), clinic(s))


def box(options: Options) -> object:
    s = asking(at_table(SMALL, players=4, options=options, patient_pool=[200, 0, 0, 0]), 0, "hire")
    return why(s, "hire:staff")


def outside(options: Options) -> object:
    plan = Plan(
        {"a1": "psychiatric_service", "d3": "eye_service"},
        entrances=["a1S", "d3N"],
    )
    s = at_table(plan, options=options)
    return minutes(table(s), clinic(s), CELL["a1"], CELL["d3"])


def move_mode(options: Options) -> object:
    busy = SMALL.plus(doctors=["out:W", "out:W"], cars=["d3E", "d3N"])
    return moving(busy, busy.plus({"c1": "laboratory"}), options=options).asked()


PROBES: dict[str, Probe] = {
    "board": lambda o: new(o).view(0)["board"],
    "layout": laid_out,
    "move_mode": move_mode,
    "service_order": swapped_rows,
    "room_tiles": lambda o: new(o).stocks[STOCK_ROOM],
    "office_tiles": lambda o: new(o).stocks[STOCK_OFFICE],
    "patient_pool_2_yellow": lambda o: pool(o, 2),
    "patient_pool_3_yellow": lambda o: pool(o, 3),
    "doctor_pool_white": doctor_pool,
    "doctor_pool_yellow": doctor_pool,
    "doctor_pool_orange": doctor_pool,
    "doctor_pool_red": doctor_pool,
    "nurses_per_round": nurses,
    "nurses_refresh": nurses,
    "cube_supply": box,
    "cost_lot_upgrade": lambda o: why(
        building(SMALL.plus({"c3": "parking_lot"}), options=o), "build:lot_upgrade"
    ),
    "discs_per_module": lambda o: why(building(F2, options=o).when(0, "build:disc"), "at:a1"),
    "bonus_office_per_room": offices,
    "helipad_max_floor": lambda o: places(building(TOWER, options=o).when(0, "build:helipad")),
    "helipad_is_entrance": lambda o: moving(PAD, options=o).question(0),
    "garden_upper": lambda o: why(building(F1, options=o).when(0, "build:garden"), "at:d1.2"),
    "build_above_garden": garden_roof,
    "or_same_floor": hosts,
    "car_edge_rule": kinds_of_cars,
    "lot_capacity": lambda o: room_in_lots(o, "parking_lot"),
    "lot_capacity_upgraded": lambda o: room_in_lots(
        {"lot_capacity": "2"} | o, "upgraded_parking_lot"
    ),
    "lot_upgrade_uses_tile": upgrades,
    "free_reparking": lambda o: "repark" in building(F1, options=o).legal(0),
    "doctor_prices": prices,
    "nurse_price": lambda o: cash_after(o, "hire:nurse"),
    "staff_price": lambda o: cash_after(o, "hire:staff"),
    "column_slots": lambda o: [
        why(
            admitting(
                SMALL.plus(patients=["column:psychiatric:W"] * number),
                queues={"psychiatric": "W"},
                options=o,
            ),
            "take:1:1",
        )
        for number in (3, 4)
    ],
    "admit_order": who_admits,
    "outside_transit": outside,
    "walk_open_ground": lambda o: outside({"outside_transit": False} | o),
    "waiting_room_floor": waiting_rooms,
    "room_doctors": lambda o: second_doctor(o, "b1", 3),
    "lab_doctors": lambda o: second_doctor(o, "a1.1", 2),
    "inactive_room_employees": idle_room,
    "patient_room_change": room_change,
    "or_from_room": theatre,
    "ec_from_column": from_column,
    "ec_fee": lambda o: income(o, "extreme_consultation", "eye:O"),
    "or_virtual_nurses": helpers,
    "helipad_cost_owner": operated,
    "helipad_used_means": used_pads,
    "debt_rule": debts,
    "red_unhired_leaves": red_doctor,
    "university_resort": university,
    "lab_step": lambda o: learned(o, "W"),
    "lab_red_pp": lambda o: learned(o, "R"),
    "clinic_patients_worsen": worsened,
    "common_queue_worsens": worsened,
    "final_administration": last_round,
    "treated_to": treated,
    "dead_to": graves,
    "score_presets": points,
    "score_nurse": lambda o: sheet(o, SMALL.plus(nurses=["a1"])),
    "score_building_more": lambda o: sheet(o, Plan(BUILDINGS)),
    "time_unit_minutes": lambda o: sheet(o, MOVED.plus(minutes=240)),
}


def values(option: Option) -> Sequence[object]:
    """All values of an option; of a range its ends and the default."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "int":
        return sorted({option.low, int(option.default), option.high})
    return list(option.values)


@pytest.mark.parametrize("option", GAME.offered_options(), ids=lambda option: option.name)
def test_every_value_of_every_option_matters(option: Option) -> None:
    seen = {value: PROBES[option.name]({option.name: value}) for value in values(option)}
    for one, other in combinations(seen, 2):
        assert seen[one] != seen[other], (one, other)


@clause("R-34")
def test_what_is_said_twice_is_offered_once() -> None:
    names = [option.name for option in GAME.offered_options()]
    assert "outside_transit" in names
    assert "exit_minutes" not in names
    assert outside({"exit_minutes": "none"}) == outside({"outside_transit": False})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_option_for_some_numbers_of_players_has_its_default_with_others(players: int) -> None:
    said: Options = {"patient_pool_2_yellow": 14, "patient_pool_3_yellow": 20}
    said |= {"nurses_per_round": "4", "cube_supply": "physical"}
    taken = GAME.check_options(said, players)
    assert {name for name, value in said.items() if taken[name] == value} == {
        2: {"patient_pool_2_yellow", "nurses_per_round"},
        3: {"patient_pool_3_yellow", "nurses_per_round", "cube_supply"},
        4: {"cube_supply"},
    }[players]


@clause("CL-10.11", "R-20")
def test_nobody_climbs_over_a_garden() -> None:
    s = at_table(GARDEN_STAIRS, options={"build_above_garden": True})
    assert minutes(table(s), clinic(s), CELL["a3"], CELL["a2.1"]) == 20


def first_release(scenario: Scenario) -> Scenario:
    """The position as one of a game of the first release."""
    table(scenario).rules = "1"
    for each in table(scenario).clinics:
        each.changed()
    table(scenario).relist()
    return scenario


@clause("R-80")
def test_games_of_the_first_release_are_played_by_its_rulings() -> None:
    assert GAME.rules_versions == ("2", "1")
    leftovers = first_release(at_table(nurses=1, options={"nurses_refresh": False}))
    assert table(flow(leftovers, "common_board")).nurses == 2
    options: Options = {"free_reparking": True, "build_above_garden": True}
    lots = building(F1.plus({"a1": "parking_lot"}, cars=["lot:a1"]), options=options)
    assert why(first_release(lots).when(0, "repark"), "park:lot:a1") == ""
    roof = first_release(building(F1.plus({"c1.1": "garden"}), options=options))
    assert "c1.2" in places(roof.when(0, "build:garden"))
    stairs = first_release(at_table(GARDEN_STAIRS, options=options))
    assert minutes(table(stairs), clinic(stairs), CELL["a3"], CELL["a2.1"]) == 10
    theatre = TWO_WARDS.plus({"c1.1": "eye_service"}, patients=["a1:psychiatric:W", "c1:eye:W"])
    for make, clause_of in ((lambda s: s, "CL-10.38"), (first_release, "")):
        s = moved(theatre, options={"or_same_floor": False})
        assert why(make(s), "to:c1") == clause_of
