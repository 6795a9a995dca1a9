"""DH-11: where blood bags come from, when they may be spent, what a bag heal does."""

import pytest

from tests.rules.dice_hospital.table import (
    House,
    activation,
    claiming,
    discharged,
    hospital,
    improvement,
    intake,
    neglect,
    patients,
    scoring,
    table,
)
from tests.rules.dice_hospital.ward import (
    ALL_NURSES,
    bag_heal,
    beds,
    last,
    picking,
    treat,
    use,
    ward,
)
from wardround.testing import Scenario, clause

FULL = "R1u R2u R4u Y2u Y3u Y5u G1u G3u G4u G6u"
SPENDING = {"bag", "change:R", "change:Y", "change:G"}


@clause("DH-11.1", "EX-42")
def test_the_lowest_ambulance_and_a_returned_improvement_bring_a_bag_each() -> None:
    s = claiming(["R2 R2 R2", "Y3 Y3 Y3", "G5 G5 G5"], hospitals=[House(departments=["urology"])])
    s.when(0, "ambulance:2").when(1, "ambulance:3")
    assert (hospital(s, 0).bags, hospital(s, 1).bags) == (1, 0)
    s.when(0, "pass").when(1, "pass").when(0, "return:urology")
    assert (hospital(s, 0).bags, hospital(s, 1).bags) == (2, 0)


@clause("R-27", "DH-11.1")
@pytest.mark.parametrize(("limit", "gained"), [("none", 1), ("printed", 0)])
def test_a_bag_beyond_the_sixteenth_is_gained_only_without_a_limit(limit: str, gained: int) -> None:
    houses = [House(bags=9, departments=["urology"]), House(bags=7)]
    s = improvement(hospitals=houses, players=2, options={"token_limits": limit})
    s.go_on().when(0, "return:urology")
    assert hospital(s, 0).bags == 9 + gained
    assert len(s.told("no_bag")) == 1 - gained


@clause("R-27")
def test_fatalities_are_counted_beyond_the_number_of_tokens() -> None:
    s = activation(
        "R1u", fatalities=14, options={"token_limits": "printed"}, others=["Y4u"], round_number=8
    )
    s.when(0, "done")
    assert hospital(s, 0).fatalities == 15


@clause("DH-11.2")
def test_a_bag_spent_is_in_the_supply_again() -> None:
    s = ward("R3u", bags=16, options={"token_limits": "printed"})
    bag_heal(s, "R3u")
    assert hospital(s, 0).bags == 15
    table(s).gain_bag(1)
    table(s).gain_bag(1)
    assert hospital(s, 1).bags == 1


@clause("DH-11.2", "DH-11.11")
@pytest.mark.parametrize(
    "scenario",
    [
        intake("R2 Y2 G2 R2 R3 R3 R3 R3 R3", hospitals=[House("R2u", bags=2)] * 2, players=2),
        claiming(["R2 R2 R2", "Y3 Y3 Y3", "G5 G5 G5"], hospitals=[House("R2u", bags=2)] * 2),
        claiming(["R2 R2 R2", "Y3 Y3 Y3", "G5 G5 G5"], hospitals=[House(FULL, bags=2), "Y2u"])
        .when(0, "ambulance:2")
        .when(1, "ambulance:1"),
        improvement(["urology"], ["surgeon"], hospitals=[House("R2u", bags=2)], players=2),
        neglect("R1u R3u", administrator="adm_spare_red", others=[House("Y1u", bags=2)]),
    ],
    ids=["sorting", "claiming", "removing", "improving", "sparing"],
)
def test_no_bag_can_be_spent_in_another_phase(scenario: Scenario) -> None:
    assert scenario.asked()
    for seat in scenario.asked():
        assert not scenario.legal(seat) & SPENDING
        scenario.refuses(seat, "bag")


@clause("DH-11.2")
def test_no_bag_can_be_spent_before_the_own_turn_in_a_sequential_activation() -> None:
    s = activation(
        "R3u",
        bags=1,
        others=[House("Y3u", bags=1)],
        active=(1, 0),
        options={"activation": "sequential"},
    )
    s.go_on()
    assert s.asked() == [1]
    s.refuses(0, "bag")
    s.when(1, "done")
    assert "bag" in s.legal(0)


@clause("DH-11.2", "EX-94", "R-41")
def test_after_being_done_nurse_and_bag_stay_unused() -> None:
    s = ward("R3u", bags=1, placed={"clinic": "nurse", "imaging": "nurse"})
    s.when(0, "done")
    assert s.asked() == [1]
    s.refuses(0, "bag")
    s.refuses(0, "place:nurse")
    assert hospital(s, 0).nurses == 1
    assert hospital(s, 0).bags == 1
    assert patients(s, 0) == ["R3u"]


@clause("DH-11.3", "D-12")
@pytest.mark.parametrize("colour", "RYG")
@pytest.mark.parametrize("value", range(1, 6))
@pytest.mark.parametrize("space", "ut")
def test_a_bag_heals_any_patient_one_step(colour: str, value: int, space: str) -> None:
    s = ward(f"{colour}{value}{space}", bags=1)
    bag_heal(s)
    assert patients(s, 0) == [f"{colour}{value + 1}t"]
    assert hospital(s, 0).bags == 0


@clause("DH-11.3")
def test_every_own_patient_may_be_healed_with_a_bag() -> None:
    s = ward("R1u R1t Y6u G4t G4u", bags=1)
    s.when(0, "bag")
    assert s.legal(0) == {"R1u", "R1t", "Y6u", "G4t", "G4u"}


@clause("DH-11.3")
def test_without_bag_or_patient_there_is_no_bag_heal() -> None:
    refusal = ward("R3u").refuses(0, "bag", clause="DH-11.3")
    assert refusal.message == "You have no blood bag."
    refusal = ward("", bags=1).refuses(0, "bag", clause="DH-11.3")
    assert refusal.message == "There is no patient to heal."


@clause("DH-11.4")
def test_a_bag_treats_the_patient_in_its_bed() -> None:
    s = ward("R3u Y2u", bags=1)
    bag_heal(s, "R3u")
    assert beds(s)[:2] == ["R4t", "Y2u"]


@clause("DH-11.4", "EX-41", "DH-11.12")
def test_a_bag_discharges_a_patient_of_value_6_and_the_unused_one_is_a_point() -> None:
    s = last("R6u Y3u", bags=2, others=["Y4t"])
    bag_heal(s, "R6u")
    assert discharged(s, 0) == ["R"]
    assert beds(s)[0] == ""
    s.when(0, "done")
    assert s.state.is_over
    assert hospital(s, 0).score == 1 + 1


@clause("DH-11.6", "EX-60", "R-10")
def test_a_colour_change_alone_is_no_action() -> None:
    s = ward("R3u Y2u", bags=1)
    assert s.legal(0) == {"done", "bag", "place:nurse"}
    for letter in "RYG":
        s.refuses(0, f"change:{letter}")


@clause("DH-11.5", "DH-11.6")
def test_a_colour_change_is_paid_with_the_pick_and_only_with_it() -> None:
    s = ward("R4u Y2u", bags=1)
    s.when(0, "place:nurse", "at:pharmacy", "change:G")
    assert s.legal(0) == {"R4u", "Y2u"}
    assert s.view(0)["seats"][0]["recolour"] == "green"
    assert hospital(s, 0).bags == 1
    s.when(0, "R4u")
    assert hospital(s, 0).bags == 0
    assert patients(s, 0) == ["R5t>G", "Y2u"]


@clause("DH-11.7", "R-09")
def test_a_bag_heals_before_between_and_after_the_placements() -> None:
    s = ward("R2u R6t", bags=3, placed={"clinic": "nurse", "imaging": "nurse"})
    assert "bag" in s.legal(0)
    bag_heal(s, "R2u")
    assert "bag" in s.legal(0)
    treat(s, "critical_care", "R6t")
    assert hospital(s, 0).nurses == 0
    assert s.legal(0) == {"bag", "done"}
    bag_heal(s, "R3t")
    assert patients(s, 0) == ["R4t"]


@clause("DH-11.7", "R-09")
def test_no_bag_heals_between_the_placement_and_the_end_of_the_department_effect() -> None:
    s = ward("R2u R3u R4u Y3u", bags=2, departments=["cardiology", "radiology"])
    s.when(0, "place:nurse")
    s.refuses(0, "bag")
    s.when(0, "at:radiology")
    s.refuses(0, "bag")
    s.when(0, "R2u")
    s.refuses(0, "bag")
    s.when(0, "R3u", "Y3u")
    assert "bag" in s.legal(0)


@clause("DH-11.7", "R-09")
def test_no_bag_heals_inside_a_specialist_effect_or_another_bag_heal() -> None:
    s = ward("Y6u R1u R2u R3u", bags=2, specialists=["triage_nurse"])
    s.when(0, "place:triage_nurse", "at:clinic", "Y6u")
    assert s.legal(0) == {"use", "pass", "bag"}
    inside = s.branch().when(0, "use", "R1u")
    inside.refuses(0, "bag")
    s.when(0, "bag")
    s.refuses(0, "bag")


@clause("EX-56", "R-09", "DH-11.7", "DH-13.11", "DH-13.13")
def test_a_bag_heal_while_an_effect_is_pending_changes_who_fits() -> None:
    s = ward("R3u G2u", bags=1, specialists=["cardiologist"])
    s.when(0, "place:cardiologist", "at:critical_care", "R3u")
    assert s.legal(0) == {"pass", "bag"}
    s.refuses(0, "use", clause="DH-13.5")
    bag_heal(s, "G2u")
    assert s.legal(0) == {"pass", "use"}
    use(s)
    assert patients(s, 0) == ["G4t", "R4t"]


@clause("DH-11.8")
def test_any_number_of_bags_may_be_spent_in_one_activation() -> None:
    s = ward("R1u", bags=6, placed=ALL_NURSES)
    for _ in range(6):
        bag_heal(s, beds(s)[0])
    assert discharged(s, 0) == ["R"]
    assert hospital(s, 0).bags == 0


@clause("DH-11.9")
def test_a_bag_gained_during_the_activation_may_be_spent_in_it() -> None:
    s = ward("R3u")
    treat(s, "imaging")
    assert "bag" not in s.legal(0)
    table(s).gain_bag(0)
    s.go_on()
    assert "bag" in s.legal(0)
    bag_heal(s, "R4t")
    assert patients(s, 0) == ["R5t"]


@clause("DH-11.10", "R-39", "DH-13.3")
def test_a_bag_heal_sets_no_specialist_off() -> None:
    s = ward("R3u G3u", bags=2, specialists=["surgeon", "virologist"])
    bag_heal(s, "R3u")
    assert s.question(0) == "activate"
    treat(s, "pharmacy", "G3u", meeple="surgeon")
    assert s.question(0) == "activate"
    bag_heal(s, "R4t")
    assert s.question(0) == "activate"
    assert patients(s, 0) == ["G4t", "R5t"]


@clause("DH-11.10", "DH-13.10")
def test_a_patient_healed_by_a_bag_does_not_become_a_trigger_patient() -> None:
    s = ward("R2u R4u", bags=1, specialists=["surgeon"])
    s.when(0, "place:surgeon", "at:intensive_care", "R2u")
    bag_heal(s, "R4u")
    use(s)
    assert patients(s, 0) == ["R4t", "R5t"]


@clause("DH-11.11")
def test_bags_prevent_no_fatality_in_phase_4() -> None:
    s = neglect("R4t", others=[House("R1u", bags=2)])
    assert hospital(s, 1).fatalities == 1
    assert hospital(s, 1).bags == 2


@clause("DH-11.11")
def test_bags_prevent_no_fatality_in_phase_1() -> None:
    s = claiming(["R2 R2 R2", "Y3 Y3 Y3", "G5 G5 G5"], hospitals=[House(FULL, bags=2)])
    s.when(0, "ambulance:2").when(1, "ambulance:1")
    assert s.legal(0) == set(FULL.split())
    s.when(0, "G1u")
    assert hospital(s, 0).fatalities == 1
    assert hospital(s, 0).bags == 2


@clause("DH-11.12")
@pytest.mark.parametrize("bags", [0, 1, 5])
def test_every_bag_left_is_worth_a_point_at_the_end(bags: int) -> None:
    s = scoring([House("R3t", bags=bags), "Y3t"], round_number=8, finish=True)
    assert hospital(s, 0).score == bags
    assert s.view(0)["seats"][0]["sheet"]["bags"] == bags


@clause("DH-11.10")
@pytest.mark.parametrize("trigger", ["A", "B"])
def test_of_two_equal_patients_the_bag_heals_the_one_that_leaves_more_freedom(
    trigger: str,
) -> None:
    """The trigger patient may not be the General Practitioner's; the equal one beside it may."""
    hospital_of = {"A": "R2u R3t Y6t", "B": "R3t R2u Y6t"}[trigger]
    s = ward(hospital_of, specialists=["general_practitioner"])
    s.when(0, "place:general_practitioner", "at:intensive_care")
    assert patients(s, 0) == ["R3t", "R3t", "Y6t"]
    s.edit_with(lambda snapshot: snapshot["hospitals"][0].update(bags=1))
    s.when(0, "bag", "R3t", "use", "R4t")
    assert patients(s, 0) == ["R3t", "R5t", "Y6t"]


@clause("DH-11.5")
def test_a_bag_that_changes_a_colour_says_so_in_the_log() -> None:
    s = picking(ward("R4u Y2u", bags=1), "pharmacy").when(0, "change:G", "R4u")
    assert "Seat 1 spends a blood bag: red 4 counts as green." in s.text()
