"""DH-12: what a colour change is, where it may be attached, what reads which colour, how long."""

import pytest

from tests.rules.dice_hospital.table import (
    REPORT_IDS,
    House,
    activation,
    discharged,
    hospital,
    patients,
    table,
)
from tests.rules.dice_hospital.ward import (
    ALL_NURSES,
    bag_heal,
    last,
    offered,
    outcomes_at,
    picking,
    sheet_row,
    targets,
    treat,
    use,
    ward,
)
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.material import (
    COLOURS,
    CURRENT,
    LETTERS,
    ORIGINAL,
    TREATED,
    VALUE,
    patient_notation,
    recoloured,
)
from wardround.testing import Scenario, clause

SCOPES = ("printed", "activation", "round")
EXPERIMENTAL = {"experimental_medicine": True}


@clause("EX-14", "DH-11.5", "DH-12.10", "DH-12.1")
def test_a_red_patient_changed_to_green_is_healed_at_the_pharmacy() -> None:
    s = ward("R4u", bags=1, placed={"clinic": "nurse", "critical_care": "nurse"})
    treat(s, "pharmacy", "R4u")
    assert patients(s, 0) == ["R5t>G"]
    assert hospital(s, 0).bags == 0
    patient = s.view(0)["seats"][0]["beds"][0]["patient"]
    assert (patient["colour"], patient["current"]) == ("red", "green")


@clause("EX-14", "DH-12.10", "DH-16.11")
def test_without_a_bag_no_other_colour_is_healed_at_the_pharmacy() -> None:
    s = ward("R4u")
    s.when(0, "place:nurse")
    refusal = s.refuses(0, "at:pharmacy", clause="DH-6.10")
    assert refusal.message == ("Pharmacy cannot be used now: no patients fit its effect (DH-16.3).")


@clause("DH-12.1", "DH-12.2", "DH-12.4")
@pytest.mark.parametrize("kind", range(72))
@pytest.mark.parametrize("colour", range(3))
def test_a_change_sets_the_current_colour_only_and_treats(kind: int, colour: int) -> None:
    changed = recoloured(kind, colour)
    assert CURRENT[changed] == colour
    assert ORIGINAL[changed] == ORIGINAL[kind]
    assert VALUE[changed] == VALUE[kind]
    assert TREATED[changed]


@clause("DH-12.2", "R-37")
@pytest.mark.parametrize(
    ("patient", "colours"), [("R3u", "YG"), ("Y3t", "RG"), ("G3u", "RY"), ("R3t>G", "RY")]
)
def test_a_change_is_to_one_of_the_two_other_colours(patient: str, colours: str) -> None:
    s = picking(ward(patient, bags=1), "imaging")
    assert s.legal(0) == {patient, *(f"change:{letter}" for letter in colours)}


@clause("DH-12.2", "R-37")
def test_a_change_to_the_colour_that_a_patient_has_is_refused() -> None:
    s = picking(ward("R3u G3u Y3u", bags=1), "imaging").when(0, "change:Y")
    refusal = s.refuses(0, "Y3u", clause="DH-12.2")
    assert refusal.message == "The patient counts as that colour already."
    assert s.legal(0) == {"R3u", "G3u"}


@clause("R-37", "DH-12.13")
def test_a_patient_may_be_changed_back_to_its_own_colour() -> None:
    s = ward("R3t>G", bags=1)
    treat(s, "critical_care", "R3t>G")
    assert patients(s, 0) == ["R4t"]


@clause("DH-12.13")
def test_the_latest_of_several_changes_counts() -> None:
    s = ward("R2u", bags=2)
    treat(s, "pharmacy", "R2u")
    assert patients(s, 0) == ["R3t>G"]
    treat(s, "oncology", "R3t>G")
    assert patients(s, 0) == ["R4t>Y"]
    assert targets(s, "imaging") == {"R4t>Y"}
    assert "pharmacy" not in offered(s, "nurse")


@clause("DH-12.5", "R-11")
def test_a_recoloured_patient_keeps_its_bed_and_blocks_no_department() -> None:
    s = ward("R4u", bags=1)
    treat(s, "imaging", "change:G")
    assert patients(s, 0) == ["R5t>G"]
    assert hospital(s, 0).patients == 1
    assert "pharmacy" in offered(s, "nurse")
    treat(s, "pharmacy")
    assert patients(s, 0) == ["R6t>G"]


@clause("EX-90", "R-11", "DH-12.5")
@pytest.mark.parametrize(("hospital_of_0", "bonus"), [("R4u", 0), ("R6u", 5)])
def test_a_recoloured_patient_in_its_bed_prevents_the_bonus(hospital_of_0: str, bonus: int) -> None:
    s = last(hospital_of_0, bags=1, others=["Y4t"])
    treat(s, "pharmacy", hospital_of_0)
    if not s.state.is_over:
        s.when(0, "done")
    assert sheet_row(s)["empty"] == bonus


@clause("DH-12.6")
def test_departments_read_the_current_colour() -> None:
    s = ward("R3t>G R4u")
    assert targets(s, "pharmacy") == {"R3t>G"}
    assert targets(s, "critical_care") == {"R4u"}


@clause("DH-12.6", "DH-18.18")
@pytest.mark.parametrize(
    ("specialist", "sets_off"),
    [
        ("pharmacist", True),
        ("virologist", True),
        ("microbiologist", True),
        ("surgeon", False),
        ("anaesthetist", False),
        ("cardiologist", False),
    ],
)
def test_the_current_colour_sets_specialists_off(specialist: str, sets_off: bool) -> None:
    s = ward("R4u R4t G4u", bags=2, specialists=[specialist])
    s.when(0, f"place:{specialist}", "at:pharmacy", "change:G", "R4u")
    assert (s.question(0) == "pending") is sets_off


@clause("DH-12.6")
def test_specialist_targets_are_read_by_their_current_colour() -> None:
    s = ward("G3u R3t>G Y3u", specialists=["virologist"])
    treat(s, "pharmacy", "G3u", meeple="virologist")
    use(s)
    assert patients(s, 0) == ["G4t", "R4t>G", "Y3u"]


@clause("DH-12.7", "R-01")
@pytest.mark.parametrize(
    ("scope", "kept"), [("printed", "R4t"), ("activation", "R4t"), ("round", "R4t>G")]
)
def test_from_the_end_of_phase_3_the_original_colour_counts(scope: str, kept: str) -> None:
    s = activation(
        "R3u",
        bags=1,
        others=[House("G2u G3u", administrator="adm_spare_green")],
        active=(0,),
        options={"colour_change_scope": scope},
        placed={"clinic": "nurse", "intensive_care": "nurse"},
    )
    treat(s, "pharmacy", "R3u")
    assert s.question(1) == "spare_patient"
    assert patients(s, 0) == [kept]


@clause("DH-12.8", "DH-12.1")
def test_a_discharged_die_goes_to_the_discharge_area_as_what_it_is() -> None:
    s = ward("R6u Y2u", bags=1)
    before = table(s).bag
    treat(s, "pharmacy", "R6u")
    assert discharged(s, 0) == ["R"]
    assert s.view(0)["seats"][0]["discharged"][0]["colour"] == "red"
    assert table(s).bag == before


@clause("EX-59", "R-01", "DH-12.7", "DH-12.8", "DH-19.10")
@pytest.mark.parametrize(("scope", "points"), [("printed", 0), ("activation", 0), ("round", 1)])
def test_which_colour_an_administrator_counts(scope: str, points: int) -> None:
    s = last(
        "G6u R6u Y2u",
        bags=1,
        administrator="adm_two_green",
        others=["Y4t"],
        options={"colour_change_scope": scope},
    )
    s.when(0, "place:nurse", "at:clinic", "G6u")
    treat(s, "pharmacy", "R6u")
    s.when(0, "done")
    assert sheet_row(s)["discharged"] == 2
    assert sheet_row(s)["administrator"] == points


@clause("EX-59", "R-01")
@pytest.mark.parametrize(("scope", "points"), [("printed", 1), ("activation", 1), ("round", 0)])
def test_a_recoloured_red_patient_counts_as_red_only_with_the_original_colour(
    scope: str, points: int
) -> None:
    s = last(
        "R6u R6t Y2u",
        bags=1,
        administrator="adm_two_red",
        others=["Y4t"],
        options={"colour_change_scope": scope},
    )
    treat(s, "clinic", "R6u")
    treat(s, "pharmacy", "R6t")
    s.when(0, "done")
    assert sheet_row(s)["administrator"] == points


@clause("R-01", "DH-11.5")
@pytest.mark.parametrize(("scope", "phase"), [("printed", 3), ("activation", 3), ("round", 5)])
def test_the_offer_of_a_change_says_how_long_it_lasts(scope: str, phase: int) -> None:
    s = picking(ward("R4u", bags=1, options={"colour_change_scope": scope}), "imaging")
    offers = {choice.notation: choice.sentence for choice in s.state.choices(0)}
    end = f"until the end of phase {phase}."
    assert offers["change:G"] == (
        f"Spend a blood bag: the next patient you pick counts as green {end}"
    )


@clause("EX-59", "R-01", "DH-12.7", "DH-12.8", "DH-19.10", "DH-25.18")
@pytest.mark.parametrize(("scope", "points"), [("printed", 1), ("activation", 0), ("round", 1)])
def test_a_patient_of_the_physiotherapist_counts_in_the_new_colour(scope: str, points: int) -> None:
    s = last(
        "G6u R6u Y2u",
        administrator="adm_two_green",
        specialists=["physiotherapist"],
        others=["Y4t"],
        options={**EXPERIMENTAL, "colour_change_scope": scope},
    )
    s.when(0, "place:physiotherapist", "at:oncology", "use", "change:G", "R6u")
    s.when(0, "place:nurse", "at:clinic", "R6t>G", "place:nurse", "at:pharmacy", "done")
    assert sheet_row(s)["discharged"] == 2
    assert sheet_row(s)["administrator"] == points


@clause("R-01", "DH-24.16", "DH-25.18")
@pytest.mark.parametrize(
    ("scope", "reports"),
    [("printed", {"report:3"}), ("activation", set()), ("round", {"report:3"})],
)
def test_a_report_reads_the_colour_of_the_physiotherapist(scope: str, reports: set[str]) -> None:
    s = activation(
        "G6u R6u Y2u R1u",
        specialists=["physiotherapist"],
        players=1,
        options={**EXPERIMENTAL, "colour_change_scope": scope},
    )
    columns = [REPORT_IDS.index(id) for id in ("M01", "M13", "M02", "M14", "M03", "M15")]
    s.edit_with(lambda snapshot: snapshot.update(reports=columns))
    s.when(0, "place:physiotherapist", "at:oncology", "use", "change:G", "R6u")
    s.when(0, "place:nurse", "at:clinic", "R6t>G", "place:nurse", "at:pharmacy", "done")
    assert (s.legal(0) if s.question(0) == "complete_report" else {"pass"}) == {"pass", *reports}


@clause("R-01", "DH-12.13")
def test_a_change_that_lasts_longer_counts_again_when_a_later_one_ends() -> None:
    s = ward("R3u Y2u", bags=1, specialists=["physiotherapist"], options=EXPERIMENTAL)
    s.when(0, "place:physiotherapist", "at:oncology", "Y2u", "use", "change:G", "R3u")
    assert patients(s, 0) == ["R3t>G", "Y3t"]
    treat(s, "critical_care", "R3t>G")
    assert patients(s, 0) == ["R4t", "Y3t"]
    label = s.view(0)["seats"][0]["beds"][0]["label"]
    assert label == "Ward 1, bed 1: red 4, treated, in phase 5 as green"
    s.run(lambda: round.neglect(table(s)))
    assert patients(s, 0) == ["R4t>G", "Y3t"]
    s.run(lambda: round.discharge(table(s)))
    assert patients(s, 0) == ["R4t", "Y3t"]


@clause("R-01", "DH-12.13")
def test_a_later_change_to_the_own_colour_by_a_physiotherapist_ends_the_earlier_one() -> None:
    s = ward("R3u Y2u", bags=1, specialists=["physiotherapist"], options=EXPERIMENTAL)
    treat(s, "pharmacy", "change:G", "R3u")
    s.when(0, "place:physiotherapist", "at:oncology", "use", "change:R", "R4t>G")
    assert patients(s, 0) == ["R4t", "Y3t"]
    s.run(lambda: round.neglect(table(s)))
    assert patients(s, 0) == ["R4t", "Y3t"]


@clause("R-01", "DH-11.5")
@pytest.mark.parametrize(
    ("scope", "department", "specialist"),
    [("printed", 3, 5), ("activation", 3, 3), ("round", 5, 5)],
)
def test_cards_and_choices_say_how_long_a_change_lasts(
    scope: str, department: int, specialist: int
) -> None:
    s = ward(
        "R3u Y2u",
        departments=["physiotherapy"],
        specialists=["physiotherapist"],
        options={**EXPERIMENTAL, "colour_change_scope": scope},
    )
    seat = s.view(0)["seats"][0]
    ends = [f"until the end of phase {phase}." for phase in (department, specialist)]
    assert seat["departments"][-1]["text"] == f"Change the colour of one or two patients {ends[0]}"
    assert seat["specialists"][0]["text"].endswith(f"change the colour of one patient {ends[1]}")
    assert _change(picking(s, "physiotherapy")).endswith(ends[0])
    s.when(0, "place:physiotherapist", "at:oncology", "use")
    assert _change(s).endswith(ends[1])


def _change(scenario: Scenario) -> str:
    """The sentence of the first colour that is offered."""
    return next(
        choice.sentence
        for choice in scenario.state.choices(0)
        if choice.notation.startswith("change:")
    )


@clause("R-01")
@pytest.mark.parametrize("scope", SCOPES)
def test_with_any_scope_the_next_round_begins_with_original_colours(scope: str) -> None:
    s = activation("R3u", bags=1, others=["Y4t"], options={"colour_change_scope": scope})
    treat(s, "pharmacy", "R3u")
    s.when(0, "done")
    assert s.view(0)["round"] == 2
    assert patients(s, 0) == ["R4u"]


@clause("EX-57", "DH-12.9", "R-10", "DH-12.10")
def test_two_patients_of_a_group_are_changed_for_a_bag_each() -> None:
    s = ward("R3u Y3u G3u", bags=2, departments=["anaesthesia"])
    s = picking(s, "anaesthesia")
    s.when(0, "R3u", "change:R", "Y3u", "change:R")
    assert patients(s, 0) == ["G4t>R", "R4t", "Y4t>R"]
    assert hospital(s, 0).bags == 0


@clause("EX-57", "DH-12.9", "DH-12.10")
def test_with_one_bag_two_patients_cannot_be_changed() -> None:
    s = ward("R3u Y3u G3u", bags=1, departments=["anaesthesia"])
    s.when(0, "place:nurse")
    s.refuses(0, "at:anaesthesia", clause="DH-6.10")


@clause("DH-12.9", "R-10")
def test_a_change_may_be_attached_to_a_specialist_effect() -> None:
    s = ward("R3u Y3u", bags=1, specialists=["anaesthetist"])
    s.when(0, "place:anaesthetist", "at:critical_care", "R3u")
    use(s)
    assert patients(s, 0) == ["R4t", "Y4t>R"]
    assert hospital(s, 0).bags == 0


@clause("DH-12.9", "R-10")
def test_a_change_may_be_attached_to_a_bag_heal_for_a_second_bag() -> None:
    s = ward("R3u", bags=2)
    bag_heal(s, "change:G", "R3u")
    assert patients(s, 0) == ["R4t>G"]
    assert hospital(s, 0).bags == 0
    alone = ward("R3u Y3u", bags=1).when(0, "bag")
    refusal = alone.refuses(0, "change:G", clause="DH-12.9")
    assert refusal.message == "A colour change costs a blood bag; you have none."


@clause("DH-12.9")
def test_two_changes_of_the_same_patient_do_not_fit_into_one_effect() -> None:
    s = picking(ward("R3u Y3u", bags=2), "imaging").when(0, "change:G")
    refusal = s.refuses(0, "change:Y", clause="DH-12.9")
    assert refusal.message == "The colour of the next patient is chosen already."


@clause("DH-12.10")
def test_a_change_after_which_nobody_fits_is_refused() -> None:
    s = picking(ward("R3u R5u", bags=1), "critical_care")
    refusal = s.refuses(0, "change:G", clause="DH-12.10")
    assert refusal.message == "No patient could be picked after that change."


@clause("DH-12.10")
def test_a_change_may_complete_a_run_and_a_group() -> None:
    run = ward("R2u Y3u R4u", bags=1, departments=["cardiology"])
    assert outcomes_at(run, "cardiology") == {(("R3t", "R5t", "Y4t>R"), (), 0)}
    group = ward("G5u G5t Y5u", bags=1, departments=["allergy_centre"])
    assert outcomes_at(group, "allergy_centre") == {(("G6t", "G6t", "Y6t>G"), (), 0)}


@clause("EX-58", "DH-12.11")
def test_a_change_at_a_neutral_department_sets_a_specialist_off() -> None:
    s = ward("Y3u", bags=1, specialists=["surgeon"])
    treat(s, "imaging", "change:R", meeple="surgeon")
    assert patients(s, 0) == ["Y4t>R"]
    use(s)
    assert patients(s, 0) == ["Y5t>R"]


@clause("DH-12.11", "DH-12.14")
def test_a_change_without_any_use_is_legal_too() -> None:
    s = ward("Y3u", bags=1)
    treat(s, "imaging", "change:G")
    assert patients(s, 0) == ["Y4t>G"]
    assert hospital(s, 0).bags == 0


@clause("DH-12.3")
def test_without_bags_nothing_changes_a_colour() -> None:
    kinds = "R3u Y3u G3u R3t>Y"
    departments = ["operating_theatre", "radiology", "triage_centre"]
    s = ward(kinds, departments=departments, specialists=["paramedic"])
    for department in offered(s, "nurse"):
        for lying, _, _ in outcomes_at(s, department):
            letters = sorted(name.replace(">", "")[0] + name[3:] for name in lying)
            assert letters == ["G", "R", "R>Y", "Y"]


@clause("R-10")
@pytest.mark.parametrize("bags", [0, 1, 2, 3])
def test_every_number_of_a_groups_patients_may_be_changed(bags: int) -> None:
    s = ward("Y2u Y2t Y3u", bags=bags, departments=["radiology"])
    used = {bags - left for _, _, left in outcomes_at(s, "radiology")}
    assert used == set(range(bags + 1))


@clause("DH-12.9")
def test_a_picked_patient_shows_its_new_colour_before_the_group_is_complete() -> None:
    s = picking(ward("R3u Y3u G3u G2u", bags=1, departments=["radiology"]), "radiology")
    s.when(0, "change:R", "Y3u")
    assert patients(s, 0) == ["G2u", "G3u", "R3u", "Y3t>R"]
    s.refuses(0, "Y3t>R", clause="DH-10.15")
    assert s.legal(0) == {"R3u", "G3u", "G2u"}


@clause("DH-12.4")
def test_what_can_be_told_apart_in_a_recoloured_patient_is_written_and_shown() -> None:
    for kind in range(72):
        if CURRENT[kind] != ORIGINAL[kind]:
            notation = patient_notation(kind)
            assert notation[2:] == f"t>{LETTERS[CURRENT[kind]]}"
            assert _label(ward(notation)).endswith(
                f"{VALUE[kind]}, treated, counts as {COLOURS[CURRENT[kind]]}"
            )


def _label(scenario: Scenario) -> str:
    return str(scenario.view(0)["seats"][0]["beds"][0]["label"])


@clause("DH-12.5", "R-11")
def test_recoloured_patients_count_to_the_twelve() -> None:
    s = activation(
        "R3u R3t R3t R4t R4t R4t R5t R5t R5t G3t G3t G3t",
        bags=1,
        placed=ALL_NURSES,
        others=["Y4t"],
        active=(0, 1),
    )
    bag_heal(s, "R3u")
    assert hospital(s, 0).patients == 12
