"""DH-7: Phase 4, Neglected Patients."""

from itertools import chain

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import (
    House,
    activation,
    flow,
    hospital,
    neglect,
    patients,
    table,
)
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.material import TREATED, VALUE
from wardround.games.dice_hospital.state import NO_BED
from wardround.testing import clause


@clause("DH-7.1", "R-45")
def test_all_hospitals_are_handled_when_everybody_has_finished() -> None:
    scenario = activation("R3u", others=["Y3u", "G1u"], active=(0, 1), players=3, round_number=8)
    scenario.when(0, "done")
    assert [patients(scenario, seat) for seat in range(3)] == [["R3u"], ["Y3u"], ["G1u"]]
    scenario.when(1, "done")
    assert [patients(scenario, seat) for seat in range(3)] == [["R2u"], ["Y2u"], []]


@clause("DH-7.2", "DH-7.3", "DH-7.5", "EX-18")
def test_every_untreated_patient_loses_a_step_and_no_treated_one() -> None:
    scenario = neglect("R3u Y2u G4t G1t")
    assert patients(scenario, 0) == ["G1t", "G4t", "R2u", "Y1u"]
    assert hospital(scenario, 0).fatalities == 0


@clause("DH-7.2", "DH-10.11")
def test_what_counts_is_the_treated_state_at_the_start_of_the_phase() -> None:
    scenario = activation("R3u Y3u", round_number=8).when(0, "place:nurse", "at:oncology")
    scenario.when(0, "done")
    assert patients(scenario, 0) == ["R2u", "Y4t"]


@clause("DH-7.3", "INV-19")
def test_a_neglected_patient_loses_exactly_one_step() -> None:
    scenario = neglect("R6u R5u R4u R3u R2u")
    assert patients(scenario, 0) == ["R1u", "R2u", "R3u", "R4u", "R5u"]


@clause("DH-7.3", "INV-19", "DH-7.5", "DH-7.8")
def test_in_play_the_phase_only_lowers_untreated_patients_and_treats_nobody() -> None:
    checked = 0
    before: list[list[int]] = []
    for position in journey(3, seed=5):
        beds = [own.beds[:] for own in position.hospitals]
        if before:
            for old, new in zip(chain(*before), chain(*beds), strict=True):
                checked += old != new
                assert new == old or not TREATED[old]
                assert new in (old, NO_BED) or VALUE[new] == VALUE[old] - 1
                assert new == NO_BED or TREATED[new] == TREATED[old]
        asked = any(position.stacks)
        before = beds if position.then is round.deteriorate and not asked else []
    assert checked > 20


@clause("DH-7.4", "DH-10.12")
def test_a_neglected_patient_of_value_1_becomes_a_fatality() -> None:
    scenario = neglect("R1u R3u")
    assert patients(scenario, 0) == ["R2u"]
    assert hospital(scenario, 0).fatalities == 1
    assert table(scenario).bag[0] == 15 - 1
    assert "Seat 1 loses red 1: a fatality." in scenario.text()


@clause("DH-7.6", "EX-62", "R-23", "D-17")
def test_the_holder_chooses_whom_to_spare_before_anything_deteriorates() -> None:
    scenario = neglect("R1u R3u Y1u R2t", administrator="adm_spare_red")
    assert (scenario.asked(), scenario.question(0)) == ([0], "spare_patient")
    assert scenario.legal(0) == {"R1u", "R3u"}
    assert patients(scenario, 0) == ["R1u", "R2t", "R3u", "Y1u"]


@clause("DH-7.6", "EX-62", "R-23", "DH-19.13")
def test_a_spared_patient_keeps_its_value_untreated() -> None:
    scenario = neglect("R1u R3u", administrator="adm_spare_red", round_number=8).when(0, "R1u")
    assert patients(scenario, 0) == ["R1u", "R2u"]
    assert hospital(scenario, 0).fatalities == 0


@clause("DH-7.6", "DH-19.9")
def test_a_protection_ends_with_the_phase() -> None:
    scenario = neglect("R2u", administrator="adm_spare_red")
    assert patients(scenario, 0) == ["R2u"]
    yellow = neglect("Y3u").state.snapshot()["hospitals"][0]
    scenario.edit_with(lambda snapshot: snapshot["hospitals"][0].update(beds=yellow["beds"]))
    flow(scenario.edit(then=round.neglect.__name__), until=round.discharge)
    assert patients(scenario, 0) == ["Y1u"]


@clause("DH-7.6", "EX-62", "R-23", "DH-28.1", "D-17")
@pytest.mark.parametrize("alike", ["R2u", "R2u R2u"])
def test_nobody_is_asked_if_the_patients_to_spare_are_alike(alike: str) -> None:
    scenario = neglect(f"{alike} Y3u", administrator="adm_spare_red")
    assert scenario.asked() == []
    assert patients(scenario, 0) == sorted(["R1u"] * (len(alike.split()) - 1) + ["R2u", "Y2u"])


@clause("DH-7.6", "R-23", "D-17")
def test_only_a_neglected_patient_of_the_colour_is_spared_and_one_must_be() -> None:
    scenario = neglect("R1u R3u R4t Y2u", administrator="adm_spare_red")
    refusal = scenario.refuses(0, "R4t", clause="DH-7.6")
    assert refusal.message == "Only a neglected patient can be spared."
    refusal = scenario.refuses(0, "Y2u", clause="DH-7.6")
    assert refusal.message == "Your administrator spares patients of another colour."
    scenario.refuses(0, "pass")


@clause("DH-7.6", "D-17", "R-45")
def test_holders_choose_at_once_and_all_losses_come_afterwards() -> None:
    others = [House("Y1u Y2u", administrator="adm_spare_yellow")]
    scenario = neglect("R1u R3u", administrator="adm_spare_red", others=others, round_number=8)
    assert scenario.asked() == [0, 1]
    scenario.when(1, "Y2u")
    assert patients(scenario, 1) == ["Y1u", "Y2u"]
    scenario.when(0, "R3u")
    assert (patients(scenario, 0), patients(scenario, 1)) == (["R3u"], ["Y2u"])


@clause("DH-7.7", "DH-11.11", "DH-11.2")
def test_no_blood_bag_helps_in_this_phase() -> None:
    scenario = activation("R1u R2u", bags=3, administrator="adm_spare_red", round_number=8)
    scenario.when(0, "done")
    assert scenario.legal(0) == {"R1u", "R2u"}
    scenario.refuses(0, "bag")
    scenario.when(0, "R2u")
    assert (patients(scenario, 0), hospital(scenario, 0).bags) == (["R2u"], 3)


@clause("DH-7.8", "DH-10.21", "R-43")
def test_losses_from_neglect_do_not_treat() -> None:
    assert patients(neglect("R3u Y6u"), 0) == ["R2u", "Y5u"]


@clause("R-45", "DH-7.6")
def test_protections_come_before_all_losses_of_a_phase() -> None:
    scenario = neglect("R1u R2u Y1u", administrator="adm_spare_red", round_number=8)
    scenario.when(0, "R2u")
    kinds = [event.kind for event in scenario.events]
    assert kinds.index("spare") < kinds.index("fatality")
    assert patients(scenario, 0) == ["R2u"]
