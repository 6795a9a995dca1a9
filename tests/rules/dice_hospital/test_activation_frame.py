"""DH-6: the frame of Phase 3, Hospital Activation."""

import pytest

from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    House,
    activation,
    discharged,
    hospital,
    patients,
    shift_change,
    table,
)
from wardround.games.dice_hospital.material import PRINTED
from wardround.testing import clause

PRINTED_IDS = BASE_DEPARTMENTS[:PRINTED]
ONE_FOR_EACH = "R1u Y3u G5u"
"""With these patients every printed department can be used."""


# --- who does what when ---------------------------------------------------------------------


@clause("DH-6.1", "DH-27.2")
def test_all_hospitals_are_activated_at_once_by_default() -> None:
    scenario = activation("R3u", others=["Y3u"], active=(0, 1))
    assert scenario.asked() == [0, 1]
    scenario.when(1, "place:nurse", "at:imaging").when(0, "place:nurse", "at:imaging")
    assert (patients(scenario, 0), patients(scenario, 1)) == (["R4t"], ["Y4t"])


@clause("DH-6.1", "DH-27.1")
def test_hospitals_are_activated_one_after_the_other_if_so_chosen() -> None:
    options = {"activation": "sequential"}
    scenario = activation("R3u", others=["Y3u"], active=(0, 1), options=options)
    assert scenario.asked() == [0]
    scenario.refuses(1, "place:nurse")
    assert scenario.when(0, "done").asked() == [1]


@clause("DH-6.2", "D-10", "D-12", "D-13")
def test_the_owner_places_meeples_heals_with_bags_or_is_done() -> None:
    scenario = activation("R3u", bags=1, specialists=["surgeon", "paramedic"])
    assert scenario.legal(0) == {"done", "bag", "place:nurse", "place:surgeon", "place:paramedic"}


@clause("DH-6.2", "DH-13.5", "D-11")
def test_a_pending_specialist_effect_is_used_or_declined() -> None:
    scenario = activation("R3u Y2u", specialists=["surgeon"], bags=1)
    scenario.when(0, "place:surgeon", "at:critical_care", "R3u")
    assert scenario.legal(0) == {"use", "pass", "bag"}


@clause("DH-6.3", "DH-13.13")
def test_a_placement_is_finished_before_the_next_one() -> None:
    scenario = activation("R3u R4u", specialists=["surgeon"])
    scenario.when(0, "place:surgeon")
    for refused in ("place:nurse", "done"):
        scenario.refuses(0, refused)
    scenario.when(0, "at:critical_care")
    for refused in ("place:nurse", "at:imaging", "done"):
        scenario.refuses(0, refused)
    scenario.when(0, "R3u")
    assert scenario.question(0) == "pending"
    for refused in ("place:nurse", "done"):
        scenario.refuses(0, refused)
    scenario.when(0, "pass")
    assert "place:nurse" in scenario.legal(0)


@clause("DH-6.4")
def test_three_nurses_and_a_meeple_for_every_specialist_can_be_placed() -> None:
    cards = ["surgeon", "urologist"]
    scenario = activation(
        "R1u R2u R3u R4u R5u R6u", specialists=cards, others=["R3u"], active=(0, 1)
    )
    for meeple, place, patient in (
        ("nurse", "critical_care", "R6u"),
        ("nurse", "intensive_care", "R1u"),
        ("nurse", "imaging", "R3u"),
    ):
        scenario.when(0, f"place:{meeple}", f"at:{place}", patient)
    refusal = scenario.refuses(0, "place:nurse", clause="DH-6.5")
    assert refusal.expected == "done or place:surgeon or place:urologist"
    scenario.when(0, "place:urologist")
    assert patients(scenario, 0) == ["R2t", "R2u", "R4t", "R4u", "R6t"]


@clause("DH-6.5", "EX-46")
def test_a_meeple_is_placed_once_per_round() -> None:
    scenario = activation("R3u", specialists=["urologist"])
    scenario.when(0, "place:urologist", "at:imaging")
    refusal = scenario.refuses(0, "place:urologist", clause="DH-6.5")
    assert refusal.message == "All your meeples of that kind are placed already this round."
    scenario = shift_change([House("R3t", specialists=["urologist"]), "R3t", "R3t"])
    assert hospital(scenario, 0).placed == [0]


@clause("DH-6.6", "EX-45", "INV-07")
def test_a_department_is_used_once_per_round_by_one_meeple() -> None:
    scenario = activation("R3u Y4u", specialists=["surgeon"]).when(
        0, "place:nurse", "at:imaging", "R3u"
    )
    for meeple in ("nurse", "surgeon"):
        branch = scenario.branch().when(0, f"place:{meeple}")
        refusal = branch.refuses(0, "at:imaging", clause="DH-6.6")
        assert refusal.message == "A meeple stands there already."


@clause("DH-6.7")
@pytest.mark.parametrize("meeple", ["nurse", "surgeon", "microbiologist", "triage_nurse"])
def test_any_meeple_may_use_any_healing_department(meeple: str) -> None:
    specialists = () if meeple == "nurse" else (meeple,)
    tiles = ["ent", "crash_centre"]
    scenario = activation(ONE_FOR_EACH, specialists=specialists, departments=tiles)
    scenario.when(0, f"place:{meeple}")
    assert scenario.legal(0) == {f"at:{place}" for place in (*PRINTED_IDS, *tiles)}


@clause("DH-6.8", "DH-16.7", "DH-16.8", "DH-16.9", "DH-16.10")
def test_stations_areas_and_wards_take_no_meeples() -> None:
    assert not set(activation().game.notations) & {
        f"at:{place}" for place in ("nurses_station", "discharge_area", "morgue", "ward_1")
    }
    scenario = activation(ONE_FOR_EACH).when(0, "place:nurse")
    places = {spot for choice in scenario.state.choices(0) for spot in choice.spots}
    assert places == {f"seat/0/department/{slot}" for slot in range(PRINTED)}


# --- effects --------------------------------------------------------------------------------


@clause("DH-6.9", "D-10")
def test_the_owner_chooses_the_target() -> None:
    scenario = activation("R3u R5u Y4u").when(0, "place:nurse", "at:critical_care")
    assert scenario.legal(0) == {"R3u", "R5u"}
    scenario.when(0, "R5u")
    assert patients(scenario, 0) == ["R3u", "R6t", "Y4u"]


@clause("DH-6.9", "R-58")
def test_only_own_patients_are_targets() -> None:
    scenario = activation("R3u R4u", others=["R5u"], active=(0, 1))
    scenario.when(0, "place:nurse", "at:critical_care")
    refusal = scenario.refuses(0, "R5u")
    assert refusal.expected == "R3u or R4u"
    assert patients(scenario, 1) == ["R5u"]


@clause("DH-6.10", "R-02", "EX-40")
def test_a_department_that_cannot_be_resolved_in_full_cannot_be_activated() -> None:
    scenario = activation("G3u G3u", departments=["allergy_centre"]).when(0, "place:nurse")
    assert "at:allergy_centre" not in scenario.legal(0)
    refusal = scenario.refuses(0, "at:allergy_centre")
    assert refusal.clause in ("DH-6.10", "DH-17.9")
    assert "Allergy Centre" in refusal.message
    assert hospital(scenario, 0).nurses == 3


@clause("DH-6.10", "DH-12.10")
def test_colour_changes_count_when_it_is_checked_what_can_be_resolved() -> None:
    with_bag = activation("G3u G3u Y3u", bags=1, departments=["allergy_centre"])
    assert "at:allergy_centre" in with_bag.when(0, "place:nurse").legal(0)
    without = activation("G3u G3u Y3u", departments=["allergy_centre"])
    assert "at:allergy_centre" not in without.when(0, "place:nurse").legal(0)


@clause("DH-6.11", "DH-10.15", "DH-10.16")
def test_the_exact_number_of_distinct_targets_is_needed() -> None:
    scenario = activation("R3u R3u R3u R4u", departments=["anaesthesia"])
    scenario.when(0, "place:nurse", "at:anaesthesia")
    assert patients(scenario, 0) == ["R4t", "R4t", "R4t", "R4u"]
    lacking = activation("R3u R3u R4u R4u", departments=["anaesthesia"]).when(0, "place:nurse")
    assert "at:anaesthesia" not in lacking.legal(0)


@clause("DH-6.11", "DH-10.8")
def test_steps_beyond_7_leave_an_effect_complete() -> None:
    scenario = activation("R6u Y2u", departments=["operating_theatre"])
    scenario.when(0, "place:nurse", "at:operating_theatre")
    assert discharged(scenario, 0) == ["R"]


@clause("DH-6.12", "R-03")
def test_a_meeple_is_never_placed_without_using_the_department() -> None:
    scenario = activation("R5u").when(0, "place:nurse")
    assert scenario.legal(0) == {"at:critical_care", "at:clinic"}
    for refused in ("pass", "done"):
        scenario.refuses(0, refused)
    for place in ("oncology", "pharmacy", "intensive_care", "imaging"):
        scenario.refuses(0, f"at:{place}")


@clause("DH-6.12", "DH-6.18", "R-03", "R-41")
def test_no_meeple_is_placed_if_no_department_can_be_used() -> None:
    used = {"oncology": "nurse", "imaging": "nurse"}
    scenario = activation("Y3u", placed=used, others=["Y3u"], active=(0, 1))
    refusal = scenario.refuses(0, "place:nurse")
    assert refusal.message == "No free department can be used in full now."


@clause("DH-6.13", "R-42", "DH-10.19")
def test_all_targets_of_an_effect_change_together() -> None:
    scenario = activation("R2u R3u R4u", departments=["cardiology"])
    scenario.when(0, "place:nurse", "at:cardiology", "R2u", "R3u")
    assert patients(scenario, 0) == ["R3t", "R4t", "R5t"]
    assert hospital(scenario, 0).patients == 3


@clause("DH-6.13", "R-42")
@pytest.mark.parametrize("order", [("R2u", "R3u"), ("R3u", "R2u"), ("R4u", "R2u")])
def test_the_order_in_which_targets_are_named_does_not_matter(order: tuple[str, str]) -> None:
    scenario = activation("R2u R3u R4u R5u", departments=["cardiology"])
    scenario.when(0, "place:nurse", "at:cardiology", *order)
    if scenario.question(0) == "pick_patient":
        scenario.when(0, ({"R2u", "R3u", "R4u"} - set(order)).pop())
    assert patients(scenario, 0) == ["R3t", "R4t", "R5t", "R5u"]


@clause("DH-6.14", "DH-9.2")
def test_a_placed_meeple_stays_on_the_department() -> None:
    scenario = activation("R3u Y2u", specialists=["surgeon"])
    scenario.when(0, "place:surgeon", "at:critical_care", "pass")
    scenario.when(0, "place:nurse", "at:oncology")
    places = scenario.view(1)["seats"][0]["departments"]
    assert {place["id"]: place["meeple"] for place in places if place["used"]} == {
        "critical_care": "surgeon",
        "oncology": "nurse",
    }


@clause("DH-6.15")
def test_a_specialist_acts_directly_after_the_department_and_a_nurse_does_not() -> None:
    scenario = activation("R3u Y2u", specialists=["surgeon"])
    by_nurse = scenario.branch().when(0, "place:nurse", "at:critical_care")
    assert by_nurse.question(0) == "activate"
    scenario.when(0, "place:surgeon", "at:critical_care")
    assert scenario.question(0) == "pending"
    scenario.when(0, "use")
    assert patients(scenario, 0) == ["R5t", "Y2u"]


@clause("DH-6.16", "EX-49")
def test_a_patient_may_be_healed_several_times_by_different_effects() -> None:
    scenario = activation("G3u Y1u").when(0, "place:nurse", "at:imaging")
    scenario.when(0, "place:nurse", "at:pharmacy")
    assert patients(scenario, 0) == ["G5t", "Y1u"]


# --- being done -----------------------------------------------------------------------------


@clause("DH-6.17", "D-13", "EX-94")
def test_a_player_may_be_done_with_meeples_and_bags_left() -> None:
    scenario = activation("R3u Y3u", bags=1, others=["R3u"], active=(0, 1)).when(0, "done")
    assert hospital(scenario, 0).bags == 1
    assert hospital(scenario, 0).nurses == 3
    assert patients(scenario, 0) == ["R3u", "Y3u"]


@clause("DH-6.17", "DH-13.13", "D-13")
def test_nobody_is_done_while_a_specialist_effect_is_pending() -> None:
    scenario = activation("R3u Y3u", specialists=["surgeon"])
    scenario.when(0, "place:surgeon", "at:critical_care")
    scenario.refuses(0, "done")
    assert "done" in scenario.when(0, "pass").legal(0)


@clause("DH-6.18", "D-13", "EX-94", "R-41")
def test_done_is_final_for_the_round() -> None:
    scenario = activation("R3u", bags=1, others=["R3u"], active=(0, 1)).when(0, "done")
    for refused in ("place:nurse", "bag", "done"):
        scenario.refuses(0, refused)
    assert scenario.view(1)["seats"][0]["done"]


@clause("DH-6.18", "R-41", "EX-47", "DH-28.1")
def test_the_activation_ends_by_itself_when_nothing_can_be_done() -> None:
    used = {"oncology": "nurse", "imaging": "nurse"}
    scenario = activation("Y4u", placed={"oncology": "nurse"}, others=["Y3u"], active=(0, 1))
    scenario.when(0, "place:nurse")
    assert (patients(scenario, 0), scenario.question(0)) == (["Y5t"], "activate")
    scenario = activation("Y3u", placed=used, others=["Y3u"], active=(0, 1), bags=1)
    scenario.when(0, "bag")
    assert scenario.question(0) == ""
    assert hospital(scenario, 0).done
    assert [event.seat for event in scenario.told("done")] == [0]


@clause("DH-6.18", "R-41")
def test_a_blood_bag_that_can_heal_keeps_the_activation_open() -> None:
    used = {"oncology": "nurse", "imaging": "nurse"}
    scenario = activation("Y3u", placed=used, others=["Y3u"], active=(0, 1), bags=2)
    scenario.when(0, "bag", "Y3u")
    assert {"done", "bag"} <= scenario.legal(0)


@clause("DH-6.19", "EX-47")
def test_meeples_without_a_usable_department_stay_unused() -> None:
    scenario = activation("Y6u", others=["Y3u"], active=(0, 1), specialists=["surgeon"])
    scenario.when(0, "place:nurse", "at:oncology")
    assert hospital(scenario, 0).done
    assert hospital(scenario, 0).nurses == 2
    assert hospital(scenario, 0).placed == [0]


@clause("DH-6.20", "DH-7.1")
def test_the_phase_ends_when_everybody_is_done() -> None:
    scenario = activation("R3u", others=["Y3u"], active=(0, 1), round_number=8).when(1, "done")
    assert table(scenario).phase == 3
    assert patients(scenario, 1) == ["Y3u"]
    scenario.when(0, "done")
    assert scenario.state.is_over
    assert (patients(scenario, 0), patients(scenario, 1)) == (["R2u"], ["Y2u"])
