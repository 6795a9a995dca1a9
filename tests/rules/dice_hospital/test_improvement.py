"""DH-5: Phase 2, Hospital Improvement."""

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    House,
    claiming,
    discharged,
    display,
    hospital,
    improvement,
    owned,
    patients,
    table,
)
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.material import DEPARTMENTS, PRINTED, SPECIALISTS
from wardround.testing import Scenario, clause


def bottom(scenario: Scenario, count: int) -> tuple[list[str], list[str]]:
    """The lowest tiles and cards of the stacks, lowest first."""
    position = table(scenario)
    return (
        [DEPARTMENTS[tile].id for tile in position.department_stack[:count]],
        [SPECIALISTS[card].id for card in position.specialist_deck[:count]],
    )


def at_returns(*hospitals: House, order: tuple[int, ...] = (0, 1)) -> Scenario:
    """Everybody declined; returns are asked next."""
    scenario = improvement(
        ["crash_centre"],
        ["paramedic"],
        hospitals=hospitals,
        players=len(order),
        order=order,
    )
    for seat in order:
        scenario.when(seat, "pass")
    return scenario


# --- taking ---------------------------------------------------------------------------------


@clause("DH-5.1", "D-07")
def test_everybody_in_ambulance_order_may_take_one_improvement_of_the_display() -> None:
    scenario = improvement(["urology", "crash_centre"], ["surgeon", "paramedic"], order=[2, 1, 0])
    taken = []
    for id in ("paramedic", "urology", "surgeon"):
        seat = scenario.asked()[0]
        assert scenario.asked() == [seat]
        taken.append(seat)
        scenario.when(seat, f"take:{id}")
    assert taken == [2, 1, 0]
    assert [owned(scenario, seat) for seat in (2, 1, 0)] == [
        ["paramedic"],
        ["urology"],
        ["surgeon"],
    ]


@clause("DH-5.1", "D-07")
def test_only_what_is_in_the_display_can_be_taken() -> None:
    scenario = improvement(["urology"], ["surgeon"])
    assert scenario.legal(0) == {"pass", "take:urology", "take:surgeon"}
    scenario.refuses(0, "take:cardiology")
    scenario.refuses(1, "take:urology")


@clause("DH-5.2", "D-07", "R-20")
def test_taking_may_be_declined() -> None:
    scenario = improvement(["urology"], ["surgeon"]).when(0, "pass")
    assert owned(scenario, 0) == []
    assert scenario.asked() == [1]
    assert scenario.text() == ["Seat 1 takes no improvement."]


@clause("DH-5.3")
def test_the_display_is_not_refilled_within_the_phase() -> None:
    scenario = improvement(["urology", "crash_centre"], ["surgeon"]).when(0, "take:urology")
    assert display(scenario) == (["crash_centre"], ["surgeon"])
    assert scenario.legal(1) == {"pass", "take:crash_centre", "take:surgeon"}
    scenario.refuses(1, "take:urology")


@clause("DH-5.4")
@pytest.mark.parametrize(("players", "offered"), [(2, 3), (3, 4), (4, 6)])
def test_there_is_always_a_real_choice(players: int, offered: int) -> None:
    sizes = set()
    for position in journey(players, seed=6):
        if position.then is round.improve and len(position.queue) == players:
            shown = len(position.shown_departments) + len(position.shown_specialists)
            sizes.add(shown)
            assert shown > players
    assert sizes == {offered}


@clause("DH-5.5", "DH-28.2")
def test_a_tile_joins_the_hospital_without_a_choice_of_its_position() -> None:
    scenario = improvement(["urology"], ["surgeon"]).when(0, "take:urology")
    assert scenario.asked() == [1]
    places = scenario.view(0)["seats"][0]["departments"]
    assert [place["id"] for place in places] == [*BASE_DEPARTMENTS[:PRINTED], "urology"]
    assert not places[-1]["printed"]


@clause("DH-5.6", "INV-15")
def test_a_specialist_comes_with_a_meeple_on_the_card() -> None:
    scenario = improvement(["urology"], ["surgeon"]).when(0, "take:surgeon")
    card = scenario.view(0)["seats"][0]["specialists"][0]
    assert (card["id"], card["colour"], card["used"]) == ("surgeon", "red", False)
    assert hospital(scenario, 0).unused(1 + BASE_SPECIALISTS.index("surgeon")) == 1


@clause("DH-5.7", "EX-44")
def test_a_second_specialist_of_the_same_name_is_a_second_meeple() -> None:
    houses = [House("R2u R3u R5u", specialists=["surgeon"])]
    scenario = improvement([], ["surgeon"], hospitals=houses, players=2).when(0, "take:surgeon")
    assert owned(scenario, 0) == ["surgeon", "surgeon"]
    scenario.when(0, "pass")
    scenario.when(0, "place:surgeon", "at:critical_care", "R2u", "pass")
    assert "place:surgeon" in scenario.legal(0)
    scenario.when(0, "place:surgeon", "at:imaging", "R3u", "pass")
    scenario.refuses(0, "place:surgeon", clause="DH-6.5")


@clause("DH-5.7")
def test_a_second_tile_of_the_same_name_is_a_second_department() -> None:
    houses = [House("R1u G5u", departments=["operating_theatre"])]
    scenario = improvement(["operating_theatre"], [], hospitals=houses, players=2)
    scenario.when(0, "take:operating_theatre").when(0, "pass")
    scenario.when(0, "place:nurse", "at:operating_theatre")
    assert patients(scenario, 0) == ["G5u", "R4t"]
    scenario.when(0, "place:nurse", "at:operating_theatre")
    assert discharged(scenario, 0) == ["R"]


@clause("DH-5.8")
def test_the_number_of_improvements_is_not_limited() -> None:
    many = House(departments=BASE_DEPARTMENTS[PRINTED:], specialists=BASE_SPECIALISTS)
    scenario = improvement(["urology"], ["surgeon"], hospitals=[many]).when(0, "take:urology")
    assert len(owned(scenario, 0)) == 25


@clause("DH-5.9", "R-51")
def test_a_new_improvement_is_used_in_the_same_round() -> None:
    scenario = improvement(["crash_centre"], ["surgeon"], hospitals=["R2u", "R3u"], players=2)
    scenario.when(0, "take:crash_centre").when(1, "take:surgeon").when(0, "pass").when(1, "pass")
    assert "at:crash_centre" in scenario.branch().when(0, "place:nurse").legal(0)
    assert "place:surgeon" in scenario.legal(1)


# --- returning ------------------------------------------------------------------------------


@clause("DH-5.10", "D-08", "R-20")
def test_returns_are_asked_after_the_last_take() -> None:
    scenario = improvement(
        ["urology"], ["surgeon"], hospitals=[House(departments=["ent"])], players=2
    )
    scenario.when(0, "take:urology")
    assert (scenario.asked(), scenario.question(1)) == ([1], "take_improvement")
    scenario.when(1, "pass")
    assert (scenario.asked(), scenario.question(0)) == ([0], "return_improvement")


@clause("DH-5.10", "DH-11.1")
def test_a_returned_improvement_is_worth_one_blood_bag() -> None:
    scenario = at_returns(House("R3u", departments=["urology"])).when(0, "return:urology")
    assert hospital(scenario, 0).bags == 1
    assert owned(scenario, 0) == []
    assert scenario.text()[:2] == ["Seat 1 returns Urology.", "Seat 1 gains a blood bag."]


@clause("DH-5.10", "D-08")
def test_returning_may_be_declined() -> None:
    scenario = at_returns(House("R3u", departments=["urology"])).when(0, "pass")
    assert owned(scenario, 0) == ["urology"]
    assert hospital(scenario, 0).bags == 0


@clause("DH-5.11", "EX-72", "DH-5.13", "R-28")
def test_the_improvement_just_taken_may_be_returned() -> None:
    scenario = improvement([], ["surgeon"], hospitals=["R3u"], players=2)
    scenario.when(0, "take:surgeon").when(0, "return:surgeon")
    assert bottom(scenario, 1)[1] == ["surgeon"]
    assert hospital(scenario, 0).bags == 1
    assert scenario.view(0)["seats"][0]["specialists"] == []
    assert "place:surgeon" not in scenario.legal(0)


@clause("DH-5.11", "EX-71", "D-08")
def test_at_most_one_improvement_is_returned_in_a_round() -> None:
    house = House("R3u", departments=["urology", "ent"])
    scenario = at_returns(house).when(0, "return:urology")
    assert scenario.question(0) == "activate"
    scenario.refuses(0, "return:ent")
    assert owned(scenario, 0) == ["ent"]


@clause("DH-5.12", "EX-71", "R-20")
def test_a_player_who_declined_may_return_an_older_improvement() -> None:
    scenario = improvement(
        ["crash_centre"], [], hospitals=[House("R3u", departments=["urology"])], players=2
    )
    scenario.when(0, "pass").when(1, "take:crash_centre")
    assert scenario.legal(0) == {"pass", "return:urology"}
    scenario.when(0, "return:urology")
    assert hospital(scenario, 0).bags == 1


@clause("DH-5.13")
def test_returned_improvements_go_face_down_under_their_own_stack() -> None:
    houses = [House(departments=["urology"]), House("R3u", specialists=["virologist"])]
    scenario = at_returns(*houses)
    sizes = [
        len(table(scenario).department_stack),
        len(table(scenario).specialist_deck),
    ]
    scenario.when(0, "return:urology").when(1, "return:virologist")
    assert bottom(scenario, 1) == (["urology"], ["virologist"])
    assert scenario.view(0)["department_stack"]["count"] == sizes[0] + 1
    assert scenario.view(0)["specialist_deck"]["count"] == sizes[1] + 1


@clause("DH-5.13", "DH-5.6", "INV-15")
def test_one_meeple_leaves_with_one_of_two_equal_specialists() -> None:
    scenario = at_returns(House("R3u", specialists=["surgeon", "surgeon"]))
    scenario.when(0, "return:surgeon")
    assert owned(scenario, 0) == ["surgeon"]
    assert hospital(scenario, 0).unused(1 + BASE_SPECIALISTS.index("surgeon")) == 1


@clause("DH-5.14", "R-20", "D-08")
def test_returns_are_decided_and_stacked_in_ambulance_order() -> None:
    houses = [House("R3u", departments=[id]) for id in ("urology", "ent", "radiology")]
    scenario = at_returns(*houses, order=(2, 1, 0))
    for seat, id in ((2, "radiology"), (1, "ent"), (0, "urology")):
        assert scenario.asked() == [seat]
        scenario.when(seat, f"return:{id}")
    assert bottom(scenario, 3)[0] == ["urology", "ent", "radiology"]


@clause("DH-5.15")
def test_returned_improvements_do_not_enter_the_display() -> None:
    scenario = at_returns(House("R3u", departments=["urology"]))
    shown = display(scenario)
    assert display(scenario.when(0, "return:urology")) == shown == (["crash_centre"], ["paramedic"])


@clause("R-21", "DH-16.12")
def test_printed_departments_nurses_and_administrators_cannot_be_returned() -> None:
    scenario = at_returns(House("R3u", departments=["urology"], administrator="adm_most"))
    assert scenario.legal(0) == {"pass", "return:urology"}


@clause("R-21")
def test_a_tile_in_the_middle_of_the_layout_may_be_returned() -> None:
    scenario = at_returns(House("R3u", departments=["urology", "ent", "radiology"]))
    scenario.when(0, "return:ent")
    assert owned(scenario, 0) == ["urology", "radiology"]
    assert len(hospital(scenario, 0).meeples) == PRINTED + 2


@clause("DH-28.1", "D-08")
def test_a_player_who_owns_nothing_is_not_asked_what_to_return() -> None:
    scenario = at_returns(House("R3u"), House("R3u", departments=["urology"]))
    assert scenario.asked() == [1]


@clause("EX-42", "DH-11.1")
def test_a_bag_for_the_lowest_ambulance_and_one_for_an_improvement_in_one_round() -> None:
    house = House("R3u", departments=["urology"])
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"], hospitals=[house])
    scenario.when(0, "ambulance:2").when(1, "ambulance:3").when(0, "pass").when(1, "pass")
    scenario.when(0, "return:urology")
    assert hospital(scenario, 0).bags == 2
