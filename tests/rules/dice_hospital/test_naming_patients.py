"""Which of several patients of one kind is meant (DH-1.19): the one whose bed was clicked."""

import pytest

from tests.rules.dice_hospital.table import discharged, hospital, patients
from tests.rules.dice_hospital.ward import beds, treat, ward
from wardround.core import Choice
from wardround.games.dice_hospital import decisions
from wardround.testing import Scenario, clause

EXPERIMENTAL = {"experimental_medicine": True, "promo_admissions_nurse": True}


def choices(scenario: Scenario) -> dict[str, Choice]:
    """The legal actions of seat 0 as they are offered."""
    return {choice.notation: choice for choice in scenario.state.choices(0)}


def pending(lying: str = "R3u R4t", bags: int = 1) -> Scenario:
    """A Surgeon has healed the red 3 in bed 1 to 4; another red 4 lies beside it."""
    s = ward(lying, bags=bags, specialists=["surgeon"])
    return treat(s, "critical_care", "R3u", meeple="surgeon")


@clause("DH-1.19", "DH-28.2")
def test_of_two_equal_patients_the_one_that_is_named_is_healed() -> None:
    s = pending().when(0, "bag")
    assert s.legal(0) == {"R4t", "bed:1"}
    other = s.branch()
    s.when(0, "R4t")
    assert beds(s)[:2] == ["R4t", "R5t"]
    other.when(0, "bed:1")
    assert beds(other)[:2] == ["R5t", "R4t"]
    other.when(0, "use")
    assert beds(other)[:2] == ["R6t", "R4t"]


@clause("DH-1.19")
def test_each_of_two_equal_patients_is_clicked_by_its_own_bed_and_told_apart() -> None:
    offered = choices(pending().when(0, "bag"))
    assert offered["R4t"].spots == ["seat/0/bed/1"]
    assert offered["bed:1"].spots == ["seat/0/bed/0"]
    assert offered["R4t"].sentence == "Heal the patient red 4, treated: it rises to 5."
    assert offered["bed:1"].sentence == (
        "Heal the patient red 4, treated, just healed, in ward 1, bed 1: it rises to 5."
    )
    assert offered["bed:1"].label == "Red 4, treated, just healed, in ward 1, bed 1"


@clause("DH-1.19", "DH-13.10")
def test_a_click_on_the_patient_that_was_not_healed_says_why_it_is_not_meant() -> None:
    s = pending(bags=0)
    s.state.push(0, _effect_of(s))
    s.state.relist()
    assert s.legal(0) == {"R4t"}
    assert choices(s)["R4t"].spots == ["seat/0/bed/0"]
    ((sentence, objection),) = s.state.explain(0, "seat/0/bed/1")
    assert "in ward 1, bed 2" in sentence
    assert objection is not None
    assert objection.clause == "DH-13.10"
    s.refuses(0, "bed:2", clause="DH-13.10")


def _effect_of(scenario: Scenario) -> decisions.PickPatient:
    """The question that follows on "use"."""
    question = scenario.state.stacks[0][-1]
    assert isinstance(question, decisions.Pending)
    return decisions.PickPatient(question.use)


@clause("DH-1.19", "DH-10.15")
def test_a_click_on_a_patient_that_is_picked_already_does_not_mean_another_one() -> None:
    s = ward("R2u R2u R2u Y3u", departments=["radiology"])
    s.when(0, "place:nurse", "at:radiology", "R2u")
    assert choices(s)["R2u"].spots == ["seat/0/bed/1", "seat/0/bed/2"]
    ((_, objection),) = s.state.explain(0, "seat/0/bed/0")
    assert objection is not None
    assert objection.clause == "DH-10.15"


@clause("DH-1.19")
def test_patients_that_nothing_tells_apart_are_one_choice() -> None:
    s = ward("R3u R3u G2t", bags=1).when(0, "bag")
    assert s.legal(0) == {"R3u", "G2t"}
    assert choices(s)["R3u"].spots == ["seat/0/bed/0", "seat/0/bed/1"]


def recoloured(options: dict[str, object]) -> Scenario:
    """Two red 6 count as green: the first one by a Physiotherapist, the second by Physiotherapy."""
    s = ward(
        "R6u R6u Y2u",
        bags=1,
        specialists=["physiotherapist", "admissions_nurse"],
        departments=["physiotherapy"],
        options={**EXPERIMENTAL, **options},
    )
    s.when(0, "place:physiotherapist", "at:oncology", "Y2u", "use", "change:G", "R6u")
    return s.when(0, "place:nurse", "at:physiotherapy", "change:G", "R6u", "enough")


@clause("DH-1.19", "R-01")
@pytest.mark.parametrize(("named", "gone"), [("R6t>G", "R>G"), ("bed:2", "R")])
def test_patients_whose_colours_last_differently_are_told_apart(named: str, gone: str) -> None:
    s = recoloured({}).when(0, "bag")
    offered = choices(s)
    assert offered["R6t>G"].spots == ["seat/0/bed/0"]
    assert offered["R6t>G"].label.endswith("counts as green, in phase 5 as green")
    assert offered["bed:2"].spots == ["seat/0/bed/1"]
    s.when(0, named)
    assert discharged(s, 0) == [gone]


@clause("DH-1.19", "R-01")
@pytest.mark.parametrize("scope", ["activation", "round"])
def test_with_one_scope_for_all_changes_they_are_one_choice(scope: str) -> None:
    s = recoloured({"colour_change_scope": scope}).when(0, "bag")
    assert {name for name in s.legal(0) if name.startswith(("R6", "bed"))} == {"R6t>G"}


@clause("DH-1.19", "DH-26.8")
def test_the_admissions_nurse_sends_the_one_back_that_is_named() -> None:
    s = recoloured({}).edit_with(
        lambda snapshot: snapshot["questions"][0].append(["admissions", [1]])
    )
    assert {"R6t>G", "bed:2"} <= s.legal(0)
    s.when(0, "bed:2")
    assert patients(s, 0) == ["R6t>G", "Y3t"]
    assert hospital(s, 0).lasting
