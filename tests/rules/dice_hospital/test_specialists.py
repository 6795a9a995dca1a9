"""DH-13: when a specialist's own effect may be used, and which patient is which in it."""

import pytest

from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    discharged,
    hospital,
    patients,
)
from tests.rules.dice_hospital.ward import (
    ALL_NURSES,
    bag_heal,
    bare,
    offered,
    outcomes_at,
    treat,
    use,
    ward,
)
from wardround.games.dice_hospital.material import DEPARTMENTS
from wardround.testing import Scenario, clause

FIVE = {"critical_care", "oncology", "pharmacy", "intensive_care", "imaging"}
ENOUGH = {letter: f"{letter}1u {letter}2u {letter}3u {letter}2t {letter}2t" for letter in "RYG"}
"""Patients of one colour with a run, three equal values and three low ones."""
TRIGGERS = {
    "surgeon": ("critical_care", "R3u"),
    "haematologist": ("oncology", "Y3u"),
    "pharmacist": ("pharmacy", "G3u"),
    "anaesthetist": ("critical_care", "R3u"),
    "urologist": ("oncology", "Y3u"),
    "virologist": ("pharmacy", "G3u"),
    "cardiologist": ("critical_care", "R3u"),
    "radiologist": ("oncology", "Y3u"),
    "microbiologist": ("pharmacy", "G3u"),
    "triage_nurse": ("oncology", "Y3u"),
    "paramedic": ("pharmacy", "G3u"),
    "general_practitioner": ("critical_care", "R3u"),
}
EASY = "R3u R3t Y3u Y3t G3u G3t R5u"


def ward_for(department: str, specialist: str, bags: int = 0) -> Scenario:
    """A hospital that has the specialist and can use the department."""
    tiles = [department] if department in BASE_DEPARTMENTS[6:] else []
    colour = DEPARTMENTS[BASE_DEPARTMENTS.index(department)].colour
    own = ENOUGH[colour[0].upper() if colour != "blue" else "R"]
    return ward(f"{own} Y4u G5u", bags=bags, departments=tiles, specialists=[specialist])


@clause("EX-36", "DH-16.1", "DH-16.5")
def test_a_nurse_may_go_to_every_free_printed_department_that_can_be_used() -> None:
    s = ward("R1u Y3u G5u", placed={"clinic": "nurse"})
    assert offered(s, "nurse") == FIVE


@clause("EX-37", "DH-13.1")
@pytest.mark.parametrize("specialist", BASE_SPECIALISTS)
def test_a_specialist_may_go_where_a_nurse_may_go(specialist: str) -> None:
    s = ward("R1u Y3u G5u", placed={"clinic": "nurse"}, specialists=[specialist])
    assert offered(s, specialist) == FIVE


@clause("DH-13.1", "DH-13.16", "R-49")
@pytest.mark.parametrize("department", BASE_DEPARTMENTS)
def test_a_department_does_the_same_for_a_specialist_as_for_a_nurse(department: str) -> None:
    s = ward_for(department, "surgeon")
    by_nurse = outcomes_at(s, department)
    by_surgeon = outcomes_at(s, department, "surgeon")
    assert by_nurse == by_surgeon != set()


@clause("EX-38", "DH-13.2", "R-45", "DH-18.1")
def test_the_department_effect_comes_first() -> None:
    s = ward("R6u R2u", specialists=["surgeon"])
    s.when(0, "place:surgeon")
    s.refuses(0, "use")
    s.when(0, "at:critical_care")
    s.refuses(0, "use")
    s.when(0, "R6u")
    assert discharged(s, 0) == ["R"]
    assert s.question(0) == "activate"
    assert patients(s, 0) == ["R2u"]


@clause("DH-13.3")
def test_what_another_meeple_healed_sets_no_specialist_off() -> None:
    s = ward("R3u G3u R5u", specialists=["surgeon"])
    treat(s, "critical_care", "R3u")
    assert s.question(0) == "activate"
    treat(s, "pharmacy", meeple="surgeon")
    assert s.question(0) == "activate"
    assert patients(s, 0) == ["G4t", "R4t", "R5u"]


@clause("DH-13.3", "DH-13.4")
def test_what_the_own_effect_healed_sets_the_effect_off_no_second_time() -> None:
    s = ward("R2u R3u R3t", specialists=["anaesthetist"])
    treat(s, "critical_care", "R2u", meeple="anaesthetist")
    use(s, "R3u")
    assert s.question(0) == "activate"
    s.refuses(0, "use")


@clause("EX-16", "DH-13.6", "DH-13.17")
def test_an_effect_is_not_offered_if_no_patient_of_the_colour_was_healed() -> None:
    s = ward("R3u R3u R3u G2u", departments=["anaesthesia"], specialists=["pharmacist"])
    treat(s, "anaesthesia", meeple="pharmacist")
    assert patients(s, 0) == ["G2u", "R4t", "R4t", "R4t"]
    assert s.question(0) == "activate"


@clause("DH-13.6")
@pytest.mark.parametrize(
    ("specialist", "pending"), [("surgeon", True), ("haematologist", True), ("pharmacist", False)]
)
def test_one_patient_of_the_colour_among_several_sets_the_effect_off(
    specialist: str, pending: bool
) -> None:
    s = ward("R2u Y3u Y1u", departments=["radiology"], specialists=[specialist])
    treat(s, "radiology", "R2u", "Y3u", "Y1u", meeple=specialist)
    assert (s.question(0) == "pending") is pending


@clause("EX-39", "DH-13.4", "DH-18.3")
def test_the_effect_is_used_once_however_many_patients_were_healed() -> None:
    s = ward("G3u G3u G3u", departments=["allergy_centre"], specialists=["pharmacist"])
    treat(s, "allergy_centre", meeple="pharmacist")
    use(s)
    assert patients(s, 0) == ["G4t", "G4t", "G5t"]
    s.refuses(0, "use")


@clause("DH-13.5", "D-11")
def test_declining_an_effect_changes_nothing_else() -> None:
    s = ward("R3u R5u", specialists=["anaesthetist"], bags=1)
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u")
    assert s.legal(0) == {"use", "pass", "bag"}
    s.when(0, "pass")
    assert patients(s, 0) == ["R4t", "R5u"]
    assert hospital(s, 0).bags == 1
    assert hospital(s, 0).placed == [1]
    assert s.question(0) == "activate"


@clause("DH-13.5", "DH-13.15", "R-39", "DH-13.17")
@pytest.mark.parametrize("specialist", BASE_SPECIALISTS)
def test_no_effect_of_the_base_set_is_used_without_asking(specialist: str) -> None:
    department, target = TRIGGERS[specialist]
    s = ward(EASY, specialists=[specialist])
    treat(s, department, target, meeple=specialist)
    assert s.legal(0) == {"use", "pass"}
    view = s.view(1)["seats"][0]["specialists"][0]
    assert view["pending"] is True
    assert view["used"] is True


@clause("DH-13.7", "R-57")
def test_the_trigger_patient_is_chosen_with_the_target() -> None:
    """R2 R3 R4 became 3 4 5: the former 2 or the former 4 may be healed, by different triggers."""
    s = ward("R2u R3u R4u", departments=["cardiology"], specialists=["cardiologist"])
    treat(s, "cardiology", "R2u", "R3u", "R4u", meeple="cardiologist")
    s.when(0, "use")
    assert s.legal(0) == {"R3t", "R4t"}


@clause("EX-53", "R-04", "R-06", "DH-18.7")
def test_in_a_run_the_former_2_now_shows_what_the_former_3_showed() -> None:
    s = ward("R2u R3u R4u", departments=["cardiology"], specialists=["cardiologist"])
    treat(s, "cardiology", "R2u", "R3u", "R4u", meeple="cardiologist")
    s.when(0, "use", "R3t")
    assert patients(s, 0) == ["R4t", "R4t", "R5t"]


@clause("DH-13.8")
def test_a_discharged_patient_may_be_the_trigger_patient() -> None:
    s = ward("R6u R2u", specialists=["anaesthetist"])
    treat(s, "critical_care", "R6u", meeple="anaesthetist")
    use(s)
    assert patients(s, 0) == ["R3t"]
    assert discharged(s, 0) == ["R"]


@clause("EX-51", "R-04", "DH-13.9")
def test_after_a_group_another_healed_patient_is_a_different_one() -> None:
    s = ward("R3u R3u R3u", departments=["anaesthesia"], specialists=["anaesthetist"])
    treat(s, "anaesthesia", meeple="anaesthetist")
    use(s)
    assert patients(s, 0) == ["R4t", "R4t", "R5t"]


@clause("EX-51", "R-04", "DH-13.9", "DH-13.14")
def test_with_all_healed_no_patient_of_the_group_is_a_different_one() -> None:
    s = ward(
        "R3u R3u R3u",
        departments=["anaesthesia"],
        specialists=["anaesthetist"],
        options={"different_from": "all_healed"},
    )
    treat(s, "anaesthesia", meeple="anaesthetist")
    assert patients(s, 0) == ["R4t", "R4t", "R4t"]
    assert s.question(0) != "pending"


@clause("DH-13.9", "R-04")
@pytest.mark.parametrize(
    ("specialist", "legal"),
    [
        ("anaesthetist", {"R2u", "R6u"}),
        ("cardiologist", {"R2u", "G2u", "Y1u"}),
        ("triage_nurse", {"R2u", "G2u", "Y1u"}),
        ("paramedic", {"R2u", "G2u", "Y1u"}),
        ("general_practitioner", {"Y5u", "Y6u", "R6u"}),
    ],
)
def test_with_all_healed_only_patients_that_were_not_healed_are_different(
    specialist: str, legal: set[str]
) -> None:
    s = ward(
        "R1u R2t R3u R2u R6u G2u Y1u Y5u Y6u",
        departments=["cardiology"],
        specialists=[specialist],
        options={"different_from": "all_healed"},
    )
    treat(s, "cardiology", "R1u", "R2t", "R3u", meeple=specialist)
    assert s.when(0, "use").legal(0) == legal


@clause("DH-13.9")
def test_healed_patients_are_refused_with_the_rule_on_different_patients() -> None:
    s = ward("R3u R4u R5u", bags=1, specialists=["anaesthetist"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u", "use")
    refusal = s.refuses(0, "R4t", clause="DH-13.9")
    assert refusal.message == "It must be another patient than the one healed before."


@clause("EX-55", "DH-13.10", "R-07", "DH-18.14", "DH-17.18")
def test_after_a_partial_discharge_the_surgeon_heals_one_that_is_still_here() -> None:
    s = ward("R4u R5u R6u", departments=["cardiology"], specialists=["surgeon"])
    treat(s, "cardiology", "R4u", "R5u", "R6u", meeple="surgeon")
    assert patients(s, 0) == ["R5t", "R6t"]
    assert discharged(s, 0) == ["R"]
    s.when(0, "use")
    assert s.legal(0) == {"R5t", "R6t"}
    s.when(0, "R6t")
    assert discharged(s, 0) == ["R", "R"]


@clause("DH-13.10")
def test_the_extra_step_is_for_patients_that_set_the_effect_off() -> None:
    s = ward("R2u Y2u G2u R4u", departments=["radiology"], specialists=["surgeon"], bags=1)
    s.when(0, "place:surgeon", "at:radiology", "R2u", "Y2u", "G2u", "use")
    assert bare(s.legal(0)) == {"R3t"}
    for patient in ("Y3t", "G3t", "R4u"):
        refusal = s.refuses(0, patient, clause="DH-13.10")
        assert refusal.message == "Only a patient that set the effect off and is still here."


@clause("R-07", "DH-13.10", "DH-13.14")
def test_a_trigger_patient_discharged_by_a_bag_is_no_target_any_more() -> None:
    s = ward("R5u Y2u", bags=1, specialists=["surgeon"])
    s.when(0, "place:surgeon", "at:critical_care", "R5u")
    bag_heal(s, "R6t")
    assert discharged(s, 0) == ["R"]
    assert s.question(0) == "activate"


@clause("DH-13.8", "DH-13.9", "R-09")
def test_a_trigger_patient_discharged_by_a_bag_still_is_the_trigger_patient() -> None:
    s = ward("R5u R2u", bags=1, specialists=["anaesthetist"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R5u")
    bag_heal(s, "R6t")
    assert s.question(0) == "pending"
    use(s)
    assert patients(s, 0) == ["R3t"]


@clause("DH-13.11")
def test_targets_are_checked_when_the_effect_is_used() -> None:
    s = ward("G3u Y3u", bags=1, specialists=["paramedic"])
    s.when(0, "place:paramedic", "at:pharmacy", "G3u")
    assert "use" in s.legal(0)
    bag_heal(s, "Y3u")
    assert s.question(0) == "activate"
    assert patients(s, 0) == ["G4t", "Y4t"]


@clause("DH-13.12")
@pytest.mark.parametrize("department", BASE_DEPARTMENTS)
def test_every_department_effect_heals_and_so_sets_effects_off(department: str) -> None:
    s = ward_for(department, "paramedic", bags=1)
    s.when(0, "place:paramedic", f"at:{department}")
    while s.question(0) == "pick_patient":
        s.when(0, min(s.legal(0)))
    assert s.question(0) == "pending"


@clause("DH-13.13")
def test_a_pending_effect_must_be_used_or_declined_before_anything_else() -> None:
    s = ward("R3u R5u", specialists=["anaesthetist", "surgeon"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u")
    for action in ("place:nurse", "place:surgeon", "done"):
        refusal = s.refuses(0, action, clause="DH-13.13")
        assert (
            refusal.message == "First use the effect that the specialist just placed has, or pass."
        )
    s.when(0, "pass")
    assert {"place:nurse", "place:surgeon", "done"} <= s.legal(0)


@clause("DH-13.13", "DH-11.7")
def test_several_bag_heals_fit_before_a_pending_effect_is_used() -> None:
    s = ward("R3u R2u", bags=2, specialists=["anaesthetist"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u")
    bag_heal(s, "R2u")
    bag_heal(s, "R3t")
    use(s)
    assert patients(s, 0) == ["R4t", "R5t"]


@clause("DH-13.14")
def test_an_effect_without_use_is_declined_by_itself_only_if_no_bag_is_left() -> None:
    alone = ward("R6u Y3u", specialists=["surgeon"])
    treat(alone, "critical_care", meeple="surgeon")
    assert alone.question(0) == "activate"
    with_bag = ward("R6u Y3u", bags=1, specialists=["surgeon"])
    treat(with_bag, "critical_care", "R6u", meeple="surgeon")
    assert with_bag.question(0) == "pending"
    refusal = with_bag.refuses(0, "use", clause="DH-13.5")
    assert refusal.message == "Surgeon finds no patient for the effect (DH-18.1)."


@clause("DH-13.17", "DH-13.5")
@pytest.mark.parametrize("end", ["use", "pass"])
def test_an_effect_is_pending_until_it_is_used_or_declined(end: str) -> None:
    s = ward("R3u", specialists=["surgeon"])
    treat(s, "critical_care", meeple="surgeon")
    assert s.view(0)["seats"][0]["specialists"][0]["pending"] is True
    s.when(0, end)
    assert s.view(0)["seats"][0]["specialists"][0]["pending"] is False


@clause("EX-45", "DH-13.1")
@pytest.mark.parametrize("meeple", ["nurse", "surgeon"])
def test_no_second_meeple_goes_to_a_department(meeple: str) -> None:
    s = ward("R5u Y4u", placed={"clinic": "nurse"}, specialists=["surgeon"])
    s.when(0, f"place:{meeple}")
    refusal = s.refuses(0, "at:clinic", clause="DH-6.6")
    assert refusal.message == "A meeple stands there already."


@clause("EX-46", "DH-13.4")
def test_a_meeple_is_placed_once_a_round() -> None:
    s = ward("R5u Y4u", placed={"critical_care": "surgeon"}, specialists=["surgeon"])
    refusal = s.refuses(0, "place:surgeon", clause="DH-6.5")
    assert refusal.message == "All your meeples of that kind are placed already this round."
    nurses = ward("R5u Y4u", placed=ALL_NURSES, bags=1)
    nurses.refuses(0, "place:nurse", clause="DH-6.5")


@clause("EX-47")
def test_with_all_departments_used_a_specialist_stays_and_done_is_automatic() -> None:
    s = ward(
        "R6u R4t",
        placed={
            "critical_care": "nurse",
            "oncology": "nurse",
            "pharmacy": "nurse",
            "intensive_care": "surgeon",
            "imaging": "anaesthetist",
        },
        specialists=["surgeon", "anaesthetist", "cardiologist", "paramedic"],
    )
    treat(s, "clinic", meeple="paramedic")
    assert s.asked() == [1]
    assert hospital(s, 0).done
    assert hospital(s, 0).placed == [1, 1, 0, 1]


@clause("EX-48", "DH-18.13")
def test_meeples_of_one_colour_are_told_apart() -> None:
    s = ward("R3u", specialists=["surgeon", "cardiologist"])
    assert {"place:surgeon", "place:cardiologist"} <= s.legal(0)
    treat(s, "critical_care", meeple="cardiologist")
    seat = s.view(1)["seats"][0]
    assert [card["used"] for card in seat["specialists"]] == [False, True]
    assert {card["colour"] for card in seat["specialists"]} == {"red"}
    assert seat["departments"][0]["meeple"] == "cardiologist"


@clause("EX-40", "R-02", "DH-6.10")
def test_a_department_that_cannot_be_used_in_full_keeps_no_meeple() -> None:
    s = ward("G3u G3t Y4u", departments=["allergy_centre"])
    s.when(0, "place:nurse")
    s.refuses(0, "at:allergy_centre", clause="DH-6.10")
    assert hospital(s, 0).nurses == 3
    s.when(0, "at:oncology")
    assert hospital(s, 0).nurses == 2


@clause("R-03")
def test_no_meeple_is_placed_without_the_effect_of_a_department() -> None:
    s = ward("R3u Y3u", bags=1)
    s.when(0, "place:nurse", "at:imaging")
    s.refuses(0, "pass")
    s.refuses(0, "done")
    s.refuses(0, "enough")
    nobody = ward("", bags=1)
    refusal = nobody.refuses(0, "place:nurse", clause="DH-6.10")
    assert refusal.message == "No free department can be used in full now."
