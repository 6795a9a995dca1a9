"""DH-18: the effect of every specialist, and every way in which it may be used."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rules.dice_hospital.reading import SPECIALIST_RULES, Healed, Ward, heal
from tests.rules.dice_hospital.reading import with_pending as outcomes_by_the_rules
from tests.rules.dice_hospital.table import (
    BASE_SPECIALISTS,
    Snapshot,
    discharged,
    hospital,
    patients,
    table,
)
from tests.rules.dice_hospital.ward import (
    ALL_NURSES,
    all_outcomes,
    beds,
    offered,
    treat,
    use,
    ward,
)
from wardround.games.dice_hospital import effects
from wardround.testing import Scenario, clause

COLOURED = {
    "R": ("critical_care", "surgeon", "anaesthetist", "cardiologist"),
    "Y": ("oncology", "haematologist", "urologist", "radiologist"),
    "G": ("pharmacy", "pharmacist", "virologist", "microbiologist"),
}
EXTRA = [(letter, names[0], names[1]) for letter, names in COLOURED.items()]
DIFFERENT = [(letter, names[0], names[2]) for letter, names in COLOURED.items()]
SAME_AS_BEFORE = [(letter, names[0], names[3]) for letter, names in COLOURED.items()]
OTHER = {"R": "Y", "Y": "G", "G": "R"}


def pending(
    lying: str,
    department: str,
    *picks: str,
    specialist: str,
    bags: int = 0,
    tiles: tuple[str, ...] = (),
) -> Scenario:
    """The specialist has been placed there; bags come after that."""
    s = ward(lying, departments=tiles, specialists=[specialist, "paramedic"])
    treat(s, department, *picks, meeple=specialist)
    if bags:
        s.edit_with(lambda snapshot: snapshot["hospitals"][0].update(bags=bags))
    return s


# --- every effect against an independent reading of the rules -----------------------------------


@st.composite
def healings(draw: st.DrawFn) -> tuple[list[str], int, list[str], int]:
    """Patients that a department heals (a first one of no colour yet), steps, others, bags."""
    value = draw(st.integers(1, 6))
    near = st.integers(value - 1, value + 2).map(lambda number: min(6, max(1, number)))
    patient = st.builds(
        lambda own, number, mark: f"{own}{number}{mark}",
        st.sampled_from("RYG"),
        near,
        st.sampled_from("ut"),
    )
    first = f"{value}{draw(st.sampled_from('ut'))}"
    healed = draw(st.lists(patient, max_size=2))
    others = draw(st.lists(patient, max_size=4 - len(healed)))
    return [first, *healed], draw(st.sampled_from([1, 1, 1, 2, 3])), others, draw(st.integers(0, 2))


@pytest.mark.slow
@clause("DH-13.3", "DH-13.5", "DH-13.6", "DH-13.7", "DH-13.8", "DH-13.9", "DH-13.10", "DH-13.11")
@clause("DH-13.13", "DH-18.15", "DH-18.16", "DH-18.19", "DH-12.9", "R-04", "R-05", "R-06", "R-57")
@clause("R-09", "DH-11.7", "DH-11.10")
@pytest.mark.parametrize("specialist", BASE_SPECIALISTS)
@pytest.mark.parametrize("different_from", ["trigger", "all_healed"])
@settings(max_examples=25)
@given(healings(), st.randoms(use_true_random=False))
@example((["2u"], 1, ["R3t", "Y3t", "G3t", "Y6t"], 1), Random(1))
@example((["3u", "R4u", "Y2u"], 1, ["G3u", "R3t"], 1), Random(2))
def test_a_pending_effect_can_do_exactly_what_its_row_says(
    different_from: str,
    specialist: str,
    healing: tuple[list[str], int, list[str], int],
    rng: Random,
) -> None:
    (first, *further), steps, others, bags = healing
    lying = [rng.choice(SPECIALIST_RULES[specialist][0]) + first, *further, *others]
    targets = list(range(1 + len(further)))
    order = rng.sample(range(len(lying)), len(lying))
    before = Ward.read(" ".join(lying[place] for place in order), bags)
    at = [order.index(target) for target in targets]
    healed = tuple(Healed(bed, one.own, one.value) for bed in at if (one := before.beds[bed]))
    after = heal(before, at, steps)
    s = _waiting(after, specialist, healed, different_from)
    expected = outcomes_by_the_rules(after, specialist, healed, different_from == "all_healed")
    assert all_outcomes(table(s), bags_after=True) == expected


def _waiting(
    after: Ward, specialist: str, healed: tuple[Healed, ...], different_from: str
) -> Scenario:
    """The department has done its work; the effect of the specialist placed there is pending."""
    lying = [bed for bed, patient in enumerate(after.beds) if patient]
    number = BASE_SPECIALISTS.index(specialist)
    data = [number, number + 1]
    for one in healed:
        bed = lying.index(one.bed) if one.bed in lying else effects.GONE
        data += [bed, "RYG".index(one.colour), one.before]

    def wait(snapshot: Snapshot) -> None:
        snapshot["questions"][0] = [["activate", []], ["pending", data]]

    return ward(
        " ".join(str(after.beds[bed]) for bed in lying),
        bags=after.bags,
        discharged=" ".join(word[0] for word in after.gone),
        placed=ALL_NURSES,
        options={"different_from": different_from},
    ).edit_with(wait)


@clause("DH-13.3", "DH-13.8")
def test_a_pending_effect_remembers_whom_the_department_healed() -> None:
    """The property above starts from the very position that play leads to."""
    s = ward("R4u R6u Y5u", departments=["cardiology"], specialists=["surgeon"], bags=1)
    s.when(0, "place:surgeon", "at:cardiology", "change:R", "R4u")
    surgeon, red = 0, 0
    data = [surgeon, surgeon + 1, 2, red, 5, 0, red, 4, effects.GONE, red, 6]
    assert s.state.snapshot()["questions"][0][-1] == ["pending", data]


# --- the extra step -----------------------------------------------------------------------------


@clause("DH-18.1", "DH-18.2", "DH-18.3", "EX-13")
@pytest.mark.parametrize(("letter", "department", "specialist"), EXTRA)
def test_an_extra_step_for_a_healed_patient_of_the_colour(
    letter: str, department: str, specialist: str
) -> None:
    s = pending(f"{letter}2u {letter}4u", "intensive_care", specialist=specialist)
    assert patients(s, 0) == [f"{letter}3t", f"{letter}4u"]
    use(s)
    assert patients(s, 0) == [f"{letter}4t", f"{letter}4u"]
    other = OTHER[letter]
    unmet = pending(f"{other}2u {letter}4u", "intensive_care", specialist=specialist)
    assert unmet.question(0) == "activate"
    assert department in offered(unmet, "nurse")


@clause("DH-18.14", "DH-18.1")
def test_the_extra_step_is_a_second_healing_and_may_discharge() -> None:
    s = pending("R5u R2u", "critical_care", "R5u", specialist="surgeon")
    use(s)
    assert discharged(s, 0) == ["R"]
    assert len(s.told("discharge")) == 1


@clause("DH-18.1", "DH-18.2", "DH-18.3")
@pytest.mark.parametrize(("letter", "department", "specialist"), EXTRA)
def test_no_extra_step_if_all_were_discharged(
    letter: str, department: str, specialist: str
) -> None:
    s = pending(f"{letter}6u {letter}2u", department, f"{letter}6u", specialist=specialist)
    assert s.question(0) == "activate"


# --- a different patient of the colour ----------------------------------------------------------


@clause("DH-18.4", "DH-18.5", "DH-18.6")
@pytest.mark.parametrize(("letter", "department", "specialist"), DIFFERENT)
def test_a_different_patient_of_the_colour_is_healed(
    letter: str, department: str, specialist: str
) -> None:
    other = OTHER[letter]
    lying = f"{letter}2u {letter}4u {letter}6u {other}4u"
    s = pending(lying, department, f"{letter}2u", specialist=specialist)
    s.when(0, "use")
    assert s.legal(0) == {f"{letter}4u", f"{letter}6u"}
    s.when(0, f"{letter}6u")
    assert discharged(s, 0) == [letter]


@clause("DH-18.4", "DH-18.5", "DH-18.6")
@pytest.mark.parametrize(("letter", "department", "specialist"), DIFFERENT)
@pytest.mark.parametrize("bags", [0, 1])
def test_no_different_patient_unless_a_bag_recolours_one(
    letter: str, department: str, specialist: str, bags: int
) -> None:
    other = OTHER[letter]
    s = ward(f"{letter}2u {other}4u", bags=bags, specialists=[specialist])
    treat(s, department, f"{letter}2u", meeple=specialist)
    assert ("use" in s.legal(0)) is bool(bags)
    if bags:
        use(s)
        assert f"{other}5t>{letter}" in patients(s, 0)


@clause("DH-18.4", "DH-18.5", "DH-18.6")
@pytest.mark.parametrize(("letter", "department", "specialist"), DIFFERENT)
def test_a_patient_of_another_colour_is_refused_with_the_cards_own_clause(
    letter: str, department: str, specialist: str
) -> None:
    s = ward(f"{letter}2u {letter}4u {OTHER[letter]}4u", bags=1, specialists=[specialist])
    treat(s, department, f"{letter}2u", meeple=specialist).when(0, "use")
    own = f"DH-18.{BASE_SPECIALISTS.index(specialist) + 1}"
    refusal = s.refuses(0, f"{OTHER[letter]}4u", clause=own)
    assert refusal.message == "The patient does not have the colour that is needed."


# --- a patient that shows the value of before ---------------------------------------------------


@clause("DH-18.7", "DH-18.8", "DH-18.9")
@pytest.mark.parametrize(("letter", "department", "specialist"), SAME_AS_BEFORE)
def test_a_patient_that_shows_what_the_trigger_patient_showed_is_healed(
    letter: str, department: str, specialist: str
) -> None:
    lying = f"{letter}2u R2t Y2t G2t {letter}3u Y1u"
    s = pending(lying, department, f"{letter}2u", specialist=specialist)
    s.when(0, "use")
    assert s.legal(0) == {"R2t", "Y2t", "G2t"}


@clause("DH-18.7", "DH-18.8", "DH-18.9")
@pytest.mark.parametrize(("letter", "department", "specialist"), SAME_AS_BEFORE)
def test_another_value_is_refused_with_the_cards_own_clause(
    letter: str, department: str, specialist: str
) -> None:
    s = ward(f"{letter}2u R2t Y2t G2t Y5u", specialists=[specialist])
    treat(s, department, f"{letter}2u", meeple=specialist).when(0, "use")
    own = f"DH-18.{BASE_SPECIALISTS.index(specialist) + 1}"
    refusal = s.refuses(0, "Y5u", clause=own)
    assert refusal.message == (
        "Its value must be the one that the healed patient had before the department."
    )


@clause("EX-52", "R-06", "DH-18.15", "DH-18.7")
def test_the_value_before_a_department_of_three_steps_counts() -> None:
    s = pending(
        "R2u G2u G2t Y5u",
        "operating_theatre",
        specialist="cardiologist",
        tiles=("operating_theatre",),
    )
    s.when(0, "use")
    assert s.legal(0) == {"G2u", "G2t"}
    s.refuses(0, "Y5u", clause="DH-18.7")
    s.when(0, "G2u")
    assert patients(s, 0) == ["G2t", "G3t", "R5t", "Y5u"]


@clause("DH-18.15", "DH-13.8")
def test_the_value_of_a_discharged_trigger_patient_counts_too() -> None:
    s = pending("R6u Y6u G2u", "critical_care", specialist="cardiologist")
    use(s)
    assert discharged(s, 0) == ["R", "Y"]


# --- low and high values ------------------------------------------------------------------------


@clause("DH-18.10", "DH-18.17")
@pytest.mark.parametrize("colour", "RYG")
def test_the_triage_nurse_heals_two_other_patients_of_value_1_to_3(colour: str) -> None:
    s = pending(f"{colour}4u R1u Y3u G4u", "imaging", f"{colour}4u", specialist="triage_nurse")
    s.when(0, "use")
    assert s.legal(0) == {"R1u", "Y3u"}
    s.when(0, "R1u")
    assert sorted([f"{colour}5t", "G4u", "R2t", "Y4t"]) == patients(s, 0)


@clause("EX-54", "R-05", "DH-18.10", "DH-18.19")
def test_the_triage_nurse_heals_one_patient_if_only_one_qualifies() -> None:
    s = pending("Y5u R3u", "clinic", specialist="triage_nurse")
    use(s)
    assert patients(s, 0) == ["R4t", "Y6t"]


@clause("DH-18.19", "R-05")
def test_the_triage_nurse_does_not_stop_after_one_while_another_qualifies() -> None:
    s = pending("Y5u R3u G1u R2u", "clinic", specialist="triage_nurse")
    s.when(0, "use", "R3u")
    assert s.legal(0) == {"G1u", "R2u"}
    refusal = s.refuses(0, "enough", clause="DH-18.19")
    assert refusal.message == "Another patient qualifies: both are healed."
    s.when(0, "G1u")
    assert patients(s, 0) == ["G2t", "R2u", "R4t", "Y6t"]


@clause("DH-18.10", "DH-18.19", "R-57", "R-05")
def test_the_triage_nurse_after_a_group_may_heal_one_or_two_by_the_choice_of_trigger() -> None:
    """After a group, the trigger patient that is chosen says how many qualify beside it.

    Now 2 (was 1), 6 and 6 (were 5): with the 2 as trigger patient only the untreated 3 qualifies,
    with a 6 both do.
    """
    s = ward("R1u R2u R3u Y3u", departments=["cardiology"], specialists=["triage_nurse"])
    treat(s, "cardiology", "R1u", "R2u", "R3u", meeple="triage_nurse")
    assert patients(s, 0) == ["R2t", "R3t", "R4t", "Y3u"]
    s.when(0, "use", "R2t")
    assert s.legal(0) == {"R3t", "Y3u"}
    s.refuses(0, "enough", clause="DH-18.19")
    two = pending("Y2u Y6u R3u", "oncology", "Y2u", specialist="triage_nurse")
    use(two)
    assert patients(two, 0) == ["R4t", "Y3t", "Y6u"]


@clause("DH-18.10", "DH-18.19", "R-57")
def test_the_triage_nurse_may_stop_after_one_if_some_trigger_patient_allows_it() -> None:
    """Triage Centre made 1 and 3 into 3 and 5. Beside the 3 only Y2 qualifies, beside the 5 two."""
    s = ward("R1u R3u Y2u", departments=["triage_centre"], specialists=["triage_nurse"])
    treat(s, "triage_centre", "R1u", "R3u", meeple="triage_nurse")
    s.when(0, "use", "Y2u")
    assert s.legal(0) == {"R3t", "enough"}
    one = s.branch().when(0, "enough")
    assert patients(one, 0) == ["R3t", "R5t", "Y3t"]
    s.when(0, "R3t")
    assert patients(s, 0) == ["R4t", "R5t", "Y3t"]


@clause("DH-18.11", "DH-18.17")
@pytest.mark.parametrize("value", range(1, 7))
def test_the_paramedic_heals_another_patient_of_value_1_to_3_by_two(value: int) -> None:
    s = ward(f"Y4u R{value}u", specialists=["paramedic"])
    treat(s, "imaging", "Y4u", meeple="paramedic") if value in (3, 4) else treat(
        s, "oncology", meeple="paramedic"
    )
    assert (s.question(0) == "pending") is (value <= 3)
    if value <= 3:
        use(s)
        assert patients(s, 0) == [f"R{value + 2}t", "Y5t"]
        assert discharged(s, 0) == []


@clause("DH-18.12")
@pytest.mark.parametrize("value", range(1, 7))
def test_the_general_practitioner_heals_another_patient_of_value_4_to_6(value: int) -> None:
    s = ward(f"Y4u R{value}u", specialists=["general_practitioner"])
    treat(s, "oncology", meeple="general_practitioner")
    assert (s.question(0) == "pending") is (value >= 4)
    if value >= 4:
        use(s)
        assert patients(s, 0) == ([f"R{value + 1}t", "Y5t"] if value < 6 else ["Y5t"])
        assert discharged(s, 0) == ([] if value < 6 else ["R"])


@clause("DH-18.10", "DH-18.11", "DH-18.12")
@pytest.mark.parametrize("specialist", ["triage_nurse", "paramedic", "general_practitioner"])
@pytest.mark.parametrize("letter", "RYG")
def test_the_blue_specialists_are_set_off_by_any_colour(specialist: str, letter: str) -> None:
    s = pending(f"{letter}5u R2u Y5t", "clinic", f"{letter}5u", specialist=specialist)
    assert s.question(0) == "pending"


@clause("DH-18.10", "DH-18.11", "DH-18.12")
@pytest.mark.parametrize(
    ("specialist", "misfit"),
    [("triage_nurse", "G4u"), ("paramedic", "G4u"), ("general_practitioner", "R2u")],
)
def test_a_value_that_does_not_fit_is_refused_with_the_cards_own_clause(
    specialist: str, misfit: str
) -> None:
    lying = "Y5u R2u Y1u Y3u G4u G5u"
    s = pending(lying, "clinic", "Y5u", specialist=specialist).when(0, "use")
    own = f"DH-18.{BASE_SPECIALISTS.index(specialist) + 1}"
    refusal = s.refuses(0, misfit, clause=own)
    assert refusal.message == "The patient does not have a value that is needed."


# --- all of them --------------------------------------------------------------------------------


@clause("DH-18.16", "DH-10.4")
@pytest.mark.parametrize("specialist", BASE_SPECIALISTS)
def test_the_effect_treats_its_targets(specialist: str) -> None:
    letter = SPECIALIST_RULES[specialist][0][0]
    department = COLOURED[letter][0]
    lying = f"{letter}3u {letter}3t {letter}4u R1u Y2u"
    s = pending(lying, department, f"{letter}3u", specialist=specialist)
    untreated = {patient for patient in beds(s) if patient.endswith("u")}
    s.when(0, "use")
    rng = Random(1)
    while s.question(0) == "pick_patient":
        s.when(0, rng.choice(sorted(s.legal(0))))
    targets = [event.args[0] for event in s.told("heal")]
    assert targets
    now = {patient for patient in beds(s) if patient.endswith("u")}
    assert now <= untreated
    assert len(s.told("heal")) <= 2


@clause("DH-18.13", "R-28")
def test_the_supply_of_meeples_never_runs_out() -> None:
    """All six red cards in one hospital, and both copies of one more red type beside them."""
    reds = ["surgeon", "surgeon", "anaesthetist", "anaesthetist", "cardiologist", "cardiologist"]
    s = ward("R3u", specialists=reds)
    seat = s.view(0)["seats"][0]
    assert [card["colour"] for card in seat["specialists"]] == ["red"] * 6
    assert hospital(s, 0).unused(BASE_SPECIALISTS.index("surgeon") + 1) == 2


@clause("DH-18.18")
@pytest.mark.parametrize("specialist", BASE_SPECIALISTS[:9])
def test_a_recoloured_patient_sets_off_the_specialists_of_its_new_colour(specialist: str) -> None:
    s = ward("R4u R4t G4t", bags=2, specialists=[specialist])
    treat(s, "pharmacy", "change:G", "R4u", meeple=specialist)
    assert (s.question(0) == "pending") is (SPECIALIST_RULES[specialist][0] == "G")


@clause("R-54")
def test_the_base_set_is_twelve_specialists() -> None:
    assert len(BASE_SPECIALISTS) == 12
    assert not {"consultant", "admissions_nurse"} & set(BASE_SPECIALISTS)
