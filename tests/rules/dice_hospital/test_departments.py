"""DH-16 and DH-17: what every department heals, and every way in which it may be used."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.rules.dice_hospital.reading import DEPARTMENT_RULES, Ward, at_department
from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    House,
    discharged,
    improvement,
    neglect,
    patients,
    scoring,
)
from tests.rules.dice_hospital.ward import (
    offered,
    outcomes_at,
    picking,
    targets,
    treat,
    ward,
)
from wardround.core import UnknownAction
from wardround.games.dice_hospital import GAME
from wardround.testing import clause

PRINTED = BASE_DEPARTMENTS[:6]
TILES = BASE_DEPARTMENTS[6:]
COLOUR_OF = {"R": "red", "Y": "yellow", "G": "green"}
SINGLE = [(colour, value, space) for colour in "RYG" for value in range(1, 7) for space in "ut"]
EVERYBODY = "R1u R6u Y2u Y5u G3u G4u"


def kinds() -> st.SearchStrategy[str]:
    """A patient, recoloured ones now and then."""
    marks = ["u", "u", "t", "t>R", "t>Y", "t>G"]
    return st.builds(
        lambda own, value, mark: f"{own}{value}{mark.replace('>' + own, '')}",
        st.sampled_from("RRYG"),
        st.integers(1, 6),
        st.sampled_from(marks),
    )


# --- every effect against an independent reading of the rules ----------------------------------


@pytest.mark.slow
@clause("DH-6.10", "DH-6.11", "DH-10.8", "DH-10.15", "DH-10.16", "DH-10.18", "DH-10.19")
@clause("DH-12.2", "DH-12.6", "DH-12.9", "DH-12.10", "DH-12.11", "DH-16.11", "DH-17.17", "R-10")
@pytest.mark.parametrize("department", BASE_DEPARTMENTS)
@given(st.lists(kinds(), min_size=1, max_size=5), st.integers(0, 3))
@example(["R2u", "R3u", "R4u", "R6u"], 0)
@example(["R3u", "Y3u", "G3u"], 2)
@example(["R3u", "R3u", "R4u", "Y5t", "G5t>R"], 2)
@example(["R3u", "R3u", "R4u", "Y5t"], 1)
@example(["G4u", "Y4u", "R4u"], 1)
@example(["Y2u", "R3u", "G4u"], 1)
def test_a_department_can_do_exactly_what_its_row_says(
    department: str, lying: list[str], bags: int
) -> None:
    tiles = [department] if department in TILES else []
    s = ward(" ".join(lying), bags=bags, departments=tiles)
    expected = {
        after.ward.outcome()
        for after in at_department(Ward.read(" ".join(lying), bags), department)
    }
    assert (department in offered(s, "nurse")) is bool(expected)
    assert outcomes_at(s, department) == expected


# --- the printed departments --------------------------------------------------------------------


@clause("DH-16.1", "DH-16.2", "DH-16.3")
@pytest.mark.parametrize(
    ("department", "letter"), [("critical_care", "R"), ("oncology", "Y"), ("pharmacy", "G")]
)
@pytest.mark.parametrize(("colour", "value", "space"), SINGLE)
def test_a_coloured_printed_department_heals_its_colour_by_one(
    department: str, letter: str, colour: str, value: int, space: str
) -> None:
    s = ward(f"{colour}{value}{space}")
    assert (department in offered(s, "nurse")) is (colour == letter)
    if colour == letter:
        treat(s, department)
        healed = f"{colour}{value + 1}t"
        assert patients(s, 0) == ([healed] if value < 6 else [])
        assert discharged(s, 0) == ([] if value < 6 else [colour])


@clause("DH-16.4", "DH-16.5", "DH-16.6")
@pytest.mark.parametrize(
    ("department", "values"), [("intensive_care", (1, 2)), ("imaging", (3, 4)), ("clinic", (5, 6))]
)
@pytest.mark.parametrize(("colour", "value", "space"), SINGLE)
def test_a_neutral_printed_department_heals_its_values_by_one(
    department: str, values: tuple[int, int], colour: str, value: int, space: str
) -> None:
    s = ward(f"{colour}{value}{space}")
    assert (department in offered(s, "nurse")) is (value in values)
    if value in values:
        treat(s, department)
        healed = f"{colour}{value + 1}t"
        assert patients(s, 0) == ([healed] if value < 6 else [])
        assert discharged(s, 0) == ([] if value < 6 else [colour])


@clause("DH-16.7", "DH-16.8", "DH-16.9", "DH-16.10")
@pytest.mark.parametrize("place", ["nurses_station", "discharge_area", "morgue", "ward_1"])
def test_stations_areas_and_wards_are_no_departments(place: str) -> None:
    with pytest.raises(UnknownAction):
        GAME.parse(f"at:{place}")
    own = ward(EVERYBODY).view(0)["seats"][0]["departments"]
    assert [department["id"] for department in own] == PRINTED
    assert all(department["printed"] for department in own)


@clause("DH-16.7")
def test_the_nurses_station_holds_the_unused_nurses() -> None:
    s = ward(EVERYBODY)
    assert s.view(0)["seats"][0]["nurses"]["free"] == 3
    treat(s, "imaging", "G3u")
    assert s.view(0)["seats"][0]["nurses"]["free"] == 2


@clause("DH-16.8")
def test_the_discharge_area_holds_the_dice_discharged_this_round() -> None:
    s = ward("R6u G2u")
    treat(s, "critical_care")
    assert [die["colour"] for die in s.view(1)["seats"][0]["discharged"]] == ["red"]
    scored = scoring([House("G2t", discharged="R Y"), "Y2t"])
    assert scored.view(1)["seats"][0]["discharged"] == []


@clause("DH-16.9")
def test_the_morgue_holds_the_fatality_tokens() -> None:
    s = neglect("R1u G1u Y3t")
    morgue = s.view(1)["seats"][0]["fatalities"]
    assert morgue["count"] == 2
    assert morgue["spot"] == "seat/0/morgue"


@clause("DH-16.10")
def test_there_are_four_wards_of_three_beds() -> None:
    beds = ward(EVERYBODY).view(0)["seats"][0]["beds"]
    assert [bed["ward"] for bed in beds] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


@clause("DH-16.11")
@pytest.mark.parametrize("bags", [0, 1])
def test_a_bag_opens_coloured_departments_but_no_neutral_ones(bags: int) -> None:
    s = ward("R3u", bags=bags)
    coloured = {"critical_care", "oncology", "pharmacy"} if bags else {"critical_care"}
    assert offered(s, "nurse") == coloured | {"imaging"}


@clause("DH-16.12")
def test_printed_departments_cannot_be_returned() -> None:
    for department in PRINTED:
        with pytest.raises(UnknownAction):
            GAME.parse(f"return:{department}")
    s = improvement(["urology"], ["surgeon"], hospitals=[House(departments=["ent"])], players=2)
    s.when(0, "pass").when(1, "pass")
    assert s.legal(0) == {"pass", "return:ent"}
    s.when(0, "return:ent")
    own = s.view(0)["seats"][0]["departments"]
    assert [department["id"] for department in own] == PRINTED


# --- the tiles ----------------------------------------------------------------------------------


@clause("DH-17.1", "DH-17.2", "DH-17.3", "DH-17.17")
@pytest.mark.parametrize(
    ("tile", "letter"), [("operating_theatre", "R"), ("orthopaedics", "Y"), ("ent", "G")]
)
@pytest.mark.parametrize(("colour", "value", "space"), SINGLE)
def test_a_three_step_department_heals_its_colour_by_three(
    tile: str, letter: str, colour: str, value: int, space: str
) -> None:
    s = ward(f"{colour}{value}{space}", departments=[tile])
    assert (tile in offered(s, "nurse")) is (colour == letter)
    if colour == letter:
        treat(s, tile)
        assert patients(s, 0) == ([f"{colour}{value + 3}t"] if value < 4 else [])
        assert discharged(s, 0) == ([] if value < 4 else [colour])


@clause("DH-17.4", "DH-17.5", "DH-17.6", "DH-17.18")
@pytest.mark.parametrize(
    ("tile", "letter"), [("cardiology", "R"), ("urology", "Y"), ("immunology", "G")]
)
@pytest.mark.parametrize("first", range(1, 5))
def test_a_run_department_heals_three_consecutive_values_of_its_colour(
    tile: str, letter: str, first: int
) -> None:
    run = [f"{letter}{first + step}u" for step in range(3)]
    other = {"R": "Y", "Y": "G", "G": "R"}[letter]
    s = ward(" ".join([*run, f"{other}1u"]), departments=[tile])
    treat(s, tile, *run)
    raised = [f"{letter}{first + step + 1}t" for step in range(3) if first + step < 6]
    assert patients(s, 0) == sorted([*raised, f"{other}1u"])
    assert discharged(s, 0) == ([letter] if first == 4 else [])
    wrong = ward(" ".join([*run[:2], f"{other}{first + 2}u"]), departments=[tile])
    assert tile not in offered(wrong, "nurse")


@clause("DH-17.7", "DH-17.8", "DH-17.9", "DH-17.18")
@pytest.mark.parametrize(
    ("tile", "letter"), [("anaesthesia", "R"), ("renal_medicine", "Y"), ("allergy_centre", "G")]
)
@pytest.mark.parametrize("value", range(1, 7))
def test_an_equals_department_heals_three_equal_values_of_its_colour(
    tile: str, letter: str, value: int
) -> None:
    s = ward(" ".join([f"{letter}{value}u"] * 3), departments=[tile])
    treat(s, tile)
    assert patients(s, 0) == ([f"{letter}{value + 1}t"] * 3 if value < 6 else [])
    assert discharged(s, 0) == ([] if value < 6 else [letter] * 3)
    two = ward(f"{letter}{value}u {letter}{value}u", departments=[tile])
    assert tile not in offered(two, "nurse")


@clause("DH-17.4", "DH-17.7")
@pytest.mark.parametrize("tile", ["cardiology", "anaesthesia"])
def test_one_value_of_two_colours_is_no_group(tile: str) -> None:
    s = ward("R2u R3u Y4u R3t Y3u", departments=[tile])
    assert tile not in offered(s, "nurse")


@clause("EX-86", "DH-17.10", "DH-17.15")
@pytest.mark.parametrize("colour", "RYG")
@pytest.mark.parametrize("value", range(1, 7))
def test_the_crash_centre_raises_values_1_and_2_by_four(colour: str, value: int) -> None:
    s = ward(f"{colour}{value}u", departments=["crash_centre"])
    assert ("crash_centre" in offered(s, "nurse")) is (value <= 2)
    if value <= 2:
        treat(s, "crash_centre")
        assert patients(s, 0) == [f"{colour}{value + 4}t"]
        assert discharged(s, 0) == []


@clause("DH-17.11", "DH-17.16")
def test_radiology_needs_three_patients_of_value_1_to_3_of_any_colours() -> None:
    s = ward("R1u Y2u G3u R4u", departments=["radiology"])
    assert targets(s, "radiology") == {"R1u", "Y2u", "G3u"}
    assert outcomes_at(s, "radiology") == {(("G4t", "R2t", "R4u", "Y3t"), (), 0)}
    assert "radiology" not in offered(ward("R1u Y2u R4u", departments=["radiology"]), "nurse")


@clause("DH-17.12", "DH-17.16")
def test_the_triage_centre_heals_two_patients_of_value_1_to_3_by_two() -> None:
    s = ward("R1u G3u Y4u", departments=["triage_centre"])
    assert outcomes_at(s, "triage_centre") == {(("G5t", "R3t", "Y4u"), (), 0)}
    assert "triage_centre" not in offered(ward("R1u Y4u", departments=["triage_centre"]), "nurse")


@clause("DH-17.14", "R-59")
@pytest.mark.parametrize(("tile", "too_few"), [("radiology", "R3u Y3u"), ("triage_centre", "R3u")])
def test_the_targets_of_radiology_and_triage_centre_are_distinct_dice(
    tile: str, too_few: str
) -> None:
    assert tile not in offered(ward(too_few, departments=[tile]), "nurse")
    s = picking(ward("R3u R2u Y3u Y2u", departments=[tile]), tile).when(0, "R3u")
    s.refuses(0, "R3u", clause="DH-10.15")


@clause("DH-17.13", "DH-18.13")
def test_the_colours_of_tiles_and_meeples_have_no_effect() -> None:
    tiles = ["operating_theatre", "orthopaedics", "ent", "crash_centre"]
    s = ward("R1u Y1u G1u", departments=tiles, specialists=BASE_SPECIALISTS)
    colours = {one["colour"] for one in s.view(0)["seats"][0]["departments"]}
    assert colours == {"red", "yellow", "green", "blue"}
    for meeple in ["nurse", *BASE_SPECIALISTS]:
        assert set(tiles) <= offered(s, meeple)


@clause("EX-83", "DH-17.1")
def test_two_copies_of_a_department_are_two_departments() -> None:
    s = ward("R1u", departments=["operating_theatre", "operating_theatre"])
    treat(s, "operating_theatre")
    assert patients(s, 0) == ["R4t"]
    treat(s, "operating_theatre")
    assert discharged(s, 0) == ["R"]
    assert [one["used"] for one in s.view(0)["seats"][0]["departments"][6:]] == [True, True]


@clause("EX-15", "DH-17.8", "DH-18.2")
def test_haematologist_at_renal_medicine() -> None:
    s = ward("Y3u Y3u Y3u", departments=["renal_medicine"], specialists=["haematologist"])
    treat(s, "renal_medicine", meeple="haematologist")
    s.when(0, "use")
    assert patients(s, 0) == ["Y4t", "Y4t", "Y5t"]


@clause("EX-11", "DH-17.7")
def test_why_a_department_cannot_be_used_is_said_with_its_own_clause() -> None:
    s = ward("R3u R3t R4u", departments=["anaesthesia"])
    s.when(0, "place:nurse")
    refusal = s.refuses(0, "at:anaesthesia", clause="DH-6.10")
    assert refusal.message == (
        "Anaesthesia cannot be used now: no patients fit its effect (DH-17.7)."
    )


@clause("DH-16.1", "DH-16.4")
@pytest.mark.parametrize("department", BASE_DEPARTMENTS)
def test_a_patient_that_does_not_fit_is_refused_with_the_departments_own_clause(
    department: str,
) -> None:
    rule = DEPARTMENT_RULES[department]
    letter = rule.colour[0]
    fits = {
        "run": [f"{letter}1u", f"{letter}2u", f"{letter}3u", f"{letter}3t"],
        "same": [f"{letter}3u", f"{letter}3u", f"{letter}3t", f"{letter}3t"],
        "": [
            f"{letter}{rule.values[0]}u",
            f"{letter}{rule.values[0]}t",
            f"{letter}{rule.values[1]}u",
        ],
    }[rule.together]
    misfit = "Y1t>G" if letter == "R" and len(rule.colour) == 1 else "R1t>Y"
    wrong = "The patient does not have the colour that is needed."
    if letter == "Y":
        misfit = "R1t>G"
    if len(rule.colour) > 1:
        misfit = "R5t>Y" if rule.values[-1] < 5 else "R4t>Y"
        wrong = "The patient does not have a value that is needed."
    tiles = [department] if department in TILES else []
    s = picking(ward(" ".join([*fits, misfit]), departments=tiles), department)
    number = BASE_DEPARTMENTS.index(department)
    own = f"DH-16.{number + 1}" if number < 6 else f"DH-17.{number - 5}"
    refusal = s.refuses(0, misfit, clause=own)
    assert refusal.message == wrong


@clause("DH-17.13")
@pytest.mark.parametrize("department", BASE_DEPARTMENTS)
def test_what_a_department_does_is_written_on_it(department: str) -> None:
    tiles = [department] if department in TILES else []
    shown = next(
        one
        for one in ward("R1u", departments=tiles).view(0)["seats"][0]["departments"]
        if one["id"] == department
    )
    rule = DEPARTMENT_RULES[department]
    steps = "1 step" if rule.steps == 1 else f"{rule.steps} steps"
    assert steps in shown["text"]
    assert (COLOUR_OF[rule.colour] in shown["text"]) if len(rule.colour) == 1 else True
    assert {1: "one", 2: "two", 3: "three"}[rule.targets] in shown["text"]
