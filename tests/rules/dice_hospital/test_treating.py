"""DH-10: treating, healing, deteriorating, fatality, discharge; how groups of patients are read."""

from itertools import permutations

import pytest

from tests.rules.dice_hospital.table import (
    House,
    claiming,
    discharged,
    hospital,
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
    offered,
    outcomes_at,
    picking,
    sheet_row,
    step_by_step,
    targets,
    treat,
    use,
    ward,
)
from wardround.testing import clause


@clause("EX-10", "DH-10.2", "DH-16.3")
def test_a_nurse_at_the_pharmacy_heals_the_green_patient_and_both_are_used_up() -> None:
    s = ward("G3u Y2u", placed={"clinic": "nurse", "intensive_care": "nurse"})
    treat(s, "pharmacy")
    assert patients(s, 0) == ["G4t", "Y2u"]
    assert hospital(s, 0).nurses == 0
    assert s.asked() == [1]


@clause("DH-10.1", "EX-19")
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("steps", range(1, 5))
def test_a_patient_stays_with_values_1_to_6_and_is_discharged_above(value: int, steps: int) -> None:
    s = ward(f"R{value}u")
    gone = table(s).heal(0, 0, steps)
    stays = value + steps <= 6
    assert gone is not stays
    assert patients(s, 0) == ([f"R{value + steps}t"] if stays else [])
    assert discharged(s, 0) == ([] if stays else ["R"])


@clause("EX-19", "DH-10.12", "DH-10.10", "DH-10.11")
def test_a_loss_to_0_is_a_fatality_and_a_loss_to_1_is_not() -> None:
    s = neglect("R1u R2u")
    assert patients(s, 0) == ["R1u"]
    assert hospital(s, 0).fatalities == 1


@clause("DH-10.12", "DH-10.14")
def test_the_die_of_a_fatality_is_in_the_bag_at_once() -> None:
    before = table(ward("G1u")).bag
    s = neglect("G1u", others=["Y4u"])
    assert table(s).bag == [before[0], before[1], before[2] + 1]
    assert hospital(s, 0).fatalities == 1


@clause("DH-10.12")
def test_a_patient_removed_for_lack_of_beds_is_one_fatality_and_goes_into_the_bag() -> None:
    full = "R1u R2u R4u Y2u Y3u Y5u G1u G3u G4u G6u"
    s = claiming(["R2 R2 R2", "Y4 G4 R5", "G5 G5 G5"], hospitals=[full])
    s.when(0, "ambulance:2").when(1, "ambulance:3")
    before = table(s).bag[0]
    s.when(0, "R1u")
    assert hospital(s, 0).fatalities == 1
    assert table(s).bag[0] == before + 1


@clause("DH-10.13")
def test_a_fatality_token_costs_nothing_before_the_end_of_the_game() -> None:
    s = scoring([House("R3t", fatalities=3, score=7), "Y3t"])
    assert hospital(s, 0).score == 7
    ended = scoring([House("R3t", fatalities=3, score=7), "Y3t"], round_number=8, finish=True)
    assert hospital(ended, 0).score == 1


@clause("DH-10.3")
def test_whatever_targets_a_patient_treats_it() -> None:
    s = ward("R3u G3u Y3u Y6u", bags=2, specialists=["anaesthetist"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u", "use", "change:R", "Y3u")
    bag_heal(s, "G3u")
    assert patients(s, 0) == ["G4t", "R4t", "Y4t>R", "Y6u"]


@clause("DH-10.3", "R-43", "DH-10.21")
def test_a_loss_in_phase_4_does_not_treat_a_patient() -> None:
    s = neglect("R3u G5t")
    assert patients(s, 0) == ["G5t", "R2u"]


@clause("DH-10.4", "EX-49", "DH-10.5")
def test_the_second_treatment_leaves_the_patient_in_its_treated_space() -> None:
    s = ward("Y2u G3u")
    bed = beds(s).index("G3u")
    treat(s, "imaging")
    assert beds(s)[bed] == "G4t"
    treat(s, "pharmacy")
    assert beds(s)[bed] == "G5t"
    assert patients(s, 0) == ["G5t", "Y2u"]


@clause("DH-10.5")
def test_treated_patients_may_be_picked_like_untreated_ones() -> None:
    s = ward("G3u G3t G4t")
    assert targets(s, "pharmacy") == {"G3u", "G3t", "G4t"}


@clause("DH-10.6")
def test_healing_by_several_steps_is_one_healing() -> None:
    s = ward("R2u", departments=["operating_theatre"], specialists=["surgeon"])
    treat(s, "operating_theatre", meeple="surgeon")
    assert patients(s, 0) == ["R5t"]
    assert len(s.told("heal")) == 1
    use(s)
    assert patients(s, 0) == ["R6t"]
    assert s.question(0) != "pending"


@clause("EX-17", "DH-10.7", "DH-16.2")
def test_a_patient_of_value_6_is_discharged_and_its_bed_is_free() -> None:
    s = ward("Y6u")
    treat(s, "oncology")
    assert discharged(s, 0) == ["Y"]
    assert beds(s) == [""] * 12


@clause("EX-12", "DH-10.8", "DH-17.1")
def test_healing_steps_beyond_7_are_lost() -> None:
    s = ward("R5u G2u", departments=["operating_theatre"])
    treat(s, "operating_theatre")
    assert discharged(s, 0) == ["R"]
    assert patients(s, 0) == ["G2u"]


@clause("DH-10.9")
def test_a_discharged_patient_is_no_target_any_more() -> None:
    s = ward("R6u R2u", bags=1)
    assert "critical_care" in offered(s, "nurse")
    treat(s, "clinic", "R6u")
    assert targets(s, "critical_care") == {"R2u"}
    s.when(0, "bag")
    s.refuses(0, "R6t")
    assert not [patient for patient in beds(s) if patient.startswith("R6")]


@clause("DH-10.9")
def test_a_discharged_patient_counts_in_phase_5_of_the_same_round() -> None:
    s = last("R6u G3u", placed={"clinic": "nurse", "imaging": "nurse"})
    s.when(0, "place:nurse", "at:critical_care")
    assert s.state.is_over
    row = sheet_row(s)
    assert (row["discharged"], row["table"], row["empty"]) == (1, 1, 0)


@clause("DH-10.15")
def test_one_die_cannot_fill_two_places_of_a_group() -> None:
    assert "anaesthesia" not in offered(ward("R3u R3u", departments=["anaesthesia"]), "nurse")
    s = picking(ward("R2u R3u R4u", bags=1, departments=["cardiology"]), "cardiology")
    s.when(0, "R2u")
    refusal = s.refuses(0, "R2u", clause="DH-10.15")
    assert refusal.message == "That patient is picked already; patients differ."


@clause("EX-87", "DH-10.16", "DH-17.11")
def test_radiology_heals_exactly_three_of_four_patients() -> None:
    s = ward("R1u Y2u G3u R3u", departments=["radiology"])
    assert {lying for lying, _, _ in outcomes_at(s, "radiology")} == {
        ("G4t", "R2t", "R3u", "Y3t"),
        ("G3u", "R2t", "R4t", "Y3t"),
        ("G4t", "R2t", "R4t", "Y2u"),
        ("G4t", "R1u", "R4t", "Y3t"),
    }


@clause("EX-87", "DH-10.16")
def test_radiology_does_not_end_after_two_patients() -> None:
    s = picking(ward("R1u Y2u G3u R3u", departments=["radiology"]), "radiology")
    s.when(0, "R1u", "Y2u")
    s.refuses(0, "enough")
    assert s.legal(0) == {"G3u", "R3u"}
    assert patients(s, 0) == ["G3u", "R1u", "R3u", "Y2u"]


@clause("DH-10.17", "R-37")
def test_an_effect_that_may_heal_fewer_patients_never_heals_none() -> None:
    s = ward("Y6u R3u", specialists=["triage_nurse"], bags=1)
    s.when(0, "place:triage_nurse", "at:oncology", "Y6u", "use")
    s.refuses(0, "enough")
    s.when(0, "R3u")
    assert patients(s, 0) == ["R4t"]


@clause("EX-20", "DH-10.18", "DH-17.4")
def test_cardiology_heals_the_only_run_there_is() -> None:
    s = ward("R2u R3u R4u R6u", departments=["cardiology"])
    assert outcomes_at(s, "cardiology") == {(("R3t", "R4t", "R5t", "R6u"), (), 0)}


@clause("EX-20", "DH-10.18")
@pytest.mark.parametrize("picks", list(permutations(["R2u", "R3u", "R4t"], 2)))
def test_the_patient_beside_the_run_is_refused_at_every_pick(picks: tuple[str, str]) -> None:
    s = ward("R2u R3u R4t Y4u R6u", bags=1, departments=["cardiology"])
    s = picking(s, "cardiology")
    s.refuses(0, "R6u", clause="DH-6.10")
    for pick in picks:
        s.when(0, pick)
        if s.question(0) == "pick_patient":
            refusal = s.refuses(0, "R6u", clause="DH-10.18")
            assert refusal.message == "The patients must show consecutive values."


@clause("DH-10.18")
@pytest.mark.parametrize(
    ("hospital", "runs"),
    [
        ("R1u R2u R3u", True),
        ("R2u R3u R4u", True),
        ("R3u R4u R5u", True),
        ("R4u R5u R6u", True),
        ("R5u R6u R1u", False),
        ("R6u R1u R2u", False),
        ("R1u R3u R5u", False),
        ("R2u R2u R3u", False),
        ("R2u R3u Y4u", False),
    ],
)
def test_consecutive_values_are_v_v1_v2(hospital: str, runs: bool) -> None:
    s = ward(hospital, departments=["cardiology"])
    assert ("cardiology" in offered(s, "nurse")) is runs


@clause("DH-10.18", "EX-11", "EX-21")
@pytest.mark.parametrize(
    ("hospital", "department", "fits"),
    [
        ("R3u R3u R4u", "anaesthesia", False),
        ("R3u R3u R3u", "anaesthesia", True),
        ("G3u G3u G3u", "allergy_centre", True),
        ("G3u G3u G4u", "allergy_centre", False),
        ("R3u R3u Y3u", "anaesthesia", False),
    ],
)
def test_same_value_means_one_value_common_to_all(
    hospital: str, department: str, fits: bool
) -> None:
    s = ward(hospital, departments=[department])
    assert (department in offered(s, "nurse")) is fits


@clause("DH-10.18")
def test_another_value_is_refused_where_all_must_show_the_same() -> None:
    s = ward("R3u R3u R3t R3t R5u R5u R5t", departments=["anaesthesia"])
    s = picking(s, "anaesthesia").when(0, "R3u")
    refusal = s.refuses(0, "R5u", clause="DH-10.18")
    assert refusal.message == "All patients must show the same value."


@clause("EX-21", "DH-17.9")
def test_the_allergy_centre_heals_three_patients_of_one_value() -> None:
    s = ward("G3u G3u G3u Y3u", departments=["allergy_centre"])
    treat(s, "allergy_centre")
    assert patients(s, 0) == ["G4t", "G4t", "G4t", "Y3u"]


@clause("DH-10.19", "R-42")
@pytest.mark.parametrize("order", list(permutations(["R2u", "R3u", "R4u"])))
def test_a_run_is_read_before_anybody_is_healed(order: tuple[str, str, str]) -> None:
    s = picking(ward("R2u R3u R4u", bags=1, departments=["cardiology"]), "cardiology")
    step_by_step(s, *order)
    assert patients(s, 0) == ["R3t", "R4t", "R5t"]


@clause("DH-10.19", "R-42")
def test_nobody_is_healed_before_the_whole_group_is_picked() -> None:
    s = ward("R3u R3t Y3u", bags=1, departments=["radiology"])
    s = picking(s, "radiology").when(0, "R3u", "R3t")
    assert patients(s, 0) == ["R3t", "R3u", "Y3u"]
    s.when(0, "Y3u")
    assert patients(s, 0) == ["R4t", "R4t", "Y4t"]


@clause("DH-10.18", "DH-10.16")
def test_a_pick_that_no_group_could_follow_is_refused() -> None:
    s = picking(ward("R3u R3u R3u R4u", departments=["anaesthesia"]), "anaesthesia")
    refusal = s.refuses(0, "R4u", clause="DH-6.10")
    assert refusal.message == "With that patient the effect could not be resolved in full."


@clause("R-58")
def test_patients_of_another_hospital_are_no_targets() -> None:
    s = ward("R2u R3u", placed=ALL_NURSES, bags=1)
    s.when(0, "bag")
    assert s.legal(0) == {"R2u", "R3u"}
    refusal = s.refuses(0, "Y4u")
    assert "heal with the blood bag" in refusal.message
