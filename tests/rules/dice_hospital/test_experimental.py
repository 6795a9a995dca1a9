"""DH-25: Experimental Medicine."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tests.rules.dice_hospital.play import looks_uniform
from tests.rules.dice_hospital.table import (
    BASE_DEPARTMENTS,
    BASE_SPECIALISTS,
    House,
    activation,
    discharged,
    hospital,
    neglect,
    patients,
    set_up,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.material import DEPARTMENTS, EXPERIMENTAL, PRINTED, SPECIALISTS
from wardround.testing import Scenario, clause

ON = {"experimental_medicine": True}
TILES = ["drug_trial_centre", "physiotherapy", "experimental_therapy", "training_department"]
CARDS = [
    "experimental_chemist", "pathologist", "registrar", "haematology_technician",
    "medical_student", "physiotherapist",
]  # fmt: skip


def lab(
    lying: str,
    *,
    specialists: Sequence[str] = (),
    bags: int = 0,
    fatalities: int = 0,
    departments: Sequence[str] = (),
    placed: Mapping[str, str] | None = None,
    options: Mapping[str, object] | None = None,
) -> Scenario:
    """Seat 0 at its activation menu, with Experimental Medicine; seat 1 is not done either."""
    return activation(
        lying,
        specialists=specialists,
        bags=bags,
        fatalities=fatalities,
        departments=departments,
        placed=placed,
        others=[House("Y4u")],
        active=(0, 1),
        options={**ON, **(options or {})},
    )


# --- decks --------------------------------------------------------------------------------------


@clause("DH-25.1", "DH-1.15")
def test_the_mini_expansion_is_ten_types_in_two_copies() -> None:
    tiles = [tile for tile in DEPARTMENTS if tile.box == EXPERIMENTAL]
    cards = [card for card in SPECIALISTS if card.box == EXPERIMENTAL]
    assert ([tile.id for tile in tiles], [card.id for card in cards]) == (TILES, CARDS)
    assert {tile.copies for tile in tiles} == {card.copies for card in cards} == {2}
    position = table(set_up(3))
    drawn = {DEPARTMENTS[tile].id for tile in position.department_stack}
    assert not drawn & set(TILES)


@clause("DH-25.2", "DH-25.4", "EX-81", "DH-9.11")
@pytest.mark.parametrize("players", [1, 2, 3])
def test_with_1_to_3_players_every_base_type_is_there_once(players: int) -> None:
    position = table(set_up(players, ON))
    tiles = Counter(
        DEPARTMENTS[tile].id for tile in position.department_stack + position.shown_departments
    )
    assert tiles == dict.fromkeys(BASE_DEPARTMENTS[PRINTED:], 1) | dict.fromkeys(TILES, 2)
    assert tiles.total() == 20 >= 8 * (players - 1)


@clause("DH-25.3", "EX-81")
def test_with_4_players_four_second_copies_stay() -> None:
    position = table(set_up(4, ON))
    tiles = Counter(
        DEPARTMENTS[tile].id for tile in position.department_stack + position.shown_departments
    )
    assert tiles.total() == 24
    assert {tiles[id] for id in TILES} == {2}
    base = Counter(tiles[id] for id in BASE_DEPARTMENTS[PRINTED:])
    assert base == {1: 8, 2: 4}


@clause("DH-25.4", "EX-81")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_deck_holds_every_base_specialist_once_and_all_new_ones(players: int) -> None:
    position = table(set_up(players, ON))
    cards = Counter(
        SPECIALISTS[card].id for card in position.specialist_deck + position.shown_specialists
    )
    assert cards == dict.fromkeys(BASE_SPECIALISTS, 1) | dict.fromkeys(CARDS, 2)
    assert cards.total() == 24


@clause("C-08", "DH-25.3")
def test_every_base_tile_is_equally_likely_to_be_removed() -> None:
    found = [tile for n in range(120) for tile in table(set_up(4, ON, f"C-08 {n}")).departments_out]
    assert len(found) == 120 * 8
    assert looks_uniform(found, 12)


@clause("DH-25.5", "C-08", "INV-26")
def test_what_was_removed_stays_hidden() -> None:
    scenario = set_up(4, ON)
    out = table(scenario).departments_out
    assert len(out) == 8
    position = scenario.branch().edit_with(_exchange_a_removed_tile)
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        assert position.view(viewer) == scenario.view(viewer)
    assert "departments_out" not in scenario.view(SPECTATOR)


def _exchange_a_removed_tile(snapshot: dict[str, list[int]]) -> None:
    stack, out = snapshot["department_stack"], snapshot["departments_out"]
    place = next(n for n, tile in enumerate(stack) if tile not in out and tile < 18)
    stack[place], out[0] = out[0], stack[place]


# --- departments --------------------------------------------------------------------------------


@clause("DH-25.6", "DH-25.10", "DH-25.11", "R-36", "C-13", "DH-10.20")
@pytest.mark.parametrize("results", [(4, 1), (6, 1), (2, 5), (6, 6)])
def test_drug_trial_re_rolls_two_patients_and_every_result_stands(
    results: tuple[int, int],
) -> None:
    s = lab("R2u Y5u G3u", departments=["drug_trial_centre"])
    s.when(0, "place:nurse", "at:drug_trial_centre", "R2u")
    s.chance(*(value - 1 for value in results)).when(0, "Y5u")
    assert patients(s, 0) == ["G3u", f"R{results[0]}t", f"Y{results[1]}t"]
    assert (hospital(s, 0).fatalities, discharged(s, 0)) == (0, [])
    assert f"Seat 1 re-rolls red 2: {results[0]}." in s.text(SPECTATOR)


@clause("DH-25.6", "R-59", "DH-10.15")
def test_drug_trial_needs_two_different_patients() -> None:
    placed = {"critical_care": "nurse", "intensive_care": "nurse"}
    s = lab("R2u", departments=["drug_trial_centre"], placed=placed)
    s.refuses(0, "place:nurse", clause="DH-6.10")
    s = lab("R2u Y2u G1u", departments=["drug_trial_centre"])
    s.when(0, "place:nurse", "at:drug_trial_centre", "R2u")
    s.refuses(0, "R2u", clause="DH-10.15")
    assert s.legal(0) == {"Y2u", "G1u"}


@clause("DH-25.6", "EX-73", "R-08", "DH-25.14", "D-15")
def test_a_patient_that_rose_by_a_re_roll_was_healed() -> None:
    s = lab(
        "R2u Y5u",
        departments=["drug_trial_centre"],
        specialists=["pathologist"],
        fatalities=1,
    )
    s.when(0, "place:pathologist").chance(3, 0).when(0, "at:drug_trial_centre", "R2u")
    assert patients(s, 0) == ["R4t", "Y1t"]
    assert s.question(0) == "pending"
    s.when(0, "use")
    assert (hospital(s, 0).fatalities, hospital(s, 0).bags) == (0, 1)


@clause("EX-73", "R-08", "DH-10.20", "DH-13.12")
@pytest.mark.parametrize("results", [(2, 4), (1, 5)])
def test_unchanged_or_lowered_patients_were_not_healed(results: tuple[int, int]) -> None:
    s = lab(
        "R2u Y5u",
        departments=["drug_trial_centre"],
        specialists=["pathologist"],
        fatalities=1,
    )
    s.when(0, "place:pathologist").chance(*(value - 1 for value in results))
    s.when(0, "at:drug_trial_centre", "R2u")
    assert s.question(0) == "activate"
    assert hospital(s, 0).fatalities == 1


@clause("R-08", "DH-10.20")
def test_with_the_other_reading_no_re_roll_is_a_heal() -> None:
    options = {"raised_by_treatment_is_heal": False}
    for is_heal in (True, False):
        s = lab(
            "R2u Y2u",
            departments=["drug_trial_centre"],
            specialists=["surgeon"],
            options={} if is_heal else options,
        )
        s.when(0, "place:surgeon").chance(4, 4).when(0, "at:drug_trial_centre", "R2u")
        assert (s.question(0) == "pending") is is_heal
        assert patients(s, 0) == ["R5t", "Y5t"]


@clause("R-08", "DH-13.6", "DH-18.1")
def test_only_the_colour_that_rose_sets_a_specialist_off() -> None:
    s = lab("R4u Y2u", departments=["drug_trial_centre"], specialists=["surgeon"])
    s.when(0, "place:surgeon").chance(1, 4).when(0, "at:drug_trial_centre", "R4u")
    assert patients(s, 0) == ["R2t", "Y5t"]
    assert s.question(0) == "activate"


@clause("DH-25.6", "DH-13.9", "R-06")
def test_a_rise_by_re_roll_gives_the_value_before_to_the_cardiologist() -> None:
    s = lab(
        "R2u Y5u G2u",
        departments=["drug_trial_centre"],
        specialists=["cardiologist"],
    )
    s.when(0, "place:cardiologist", "at:drug_trial_centre", "R2u")
    s.chance(3, 0).when(0, "Y5u")
    s.when(0, "use")
    assert patients(s, 0) == ["G3t", "R4t", "Y1t"]


@clause("DH-25.7", "EX-84", "DH-13.12", "DH-12.3", "D-16", "R-37")
def test_physiotherapy_recolours_one_or_two_patients() -> None:
    s = lab("R2u G3u Y1u", departments=["physiotherapy"], specialists=["surgeon"])
    s.when(0, "place:surgeon", "at:physiotherapy")
    assert s.legal(0) == {"change:R", "change:Y", "change:G"}
    s.refuses(0, "R2u", clause="DH-12.3")
    s.when(0, "change:G")
    assert s.legal(0) == {"R2u", "Y1u"}
    s.refuses(0, "G3u", clause="DH-12.2")
    s.when(0, "R2u")
    assert "enough" in s.legal(0)
    s.when(0, "change:R", "Y1u")
    assert patients(s, 0) == ["G3u", "R2t>G", "Y1t>R"]
    assert s.question(0) == "activate"
    s.when(0, "place:nurse", "at:pharmacy")
    assert s.legal(0) >= {"R2t>G", "G3u"}
    s.when(0, "R2t>G")
    assert "R3t>G" in patients(s, 0)


@clause("EX-84", "DH-12.4", "DH-7.2")
def test_recoloured_patients_are_not_neglected() -> None:
    scenario = neglect("G3u R2t>G Y1t>R", options=ON)
    assert patients(scenario, 0) == ["G2u", "R2t", "Y1t"]


@clause("DH-25.7", "R-37", "DH-10.15")
def test_physiotherapy_may_end_with_one_patient_and_costs_no_bag() -> None:
    s = lab("R2u R3u Y1u", departments=["physiotherapy"], bags=1)
    s.when(0, "place:nurse", "at:physiotherapy", "change:Y", "R2u", "change:G")
    s.refuses(0, "enough", clause="DH-12.9")
    s.refuses(0, "R2t>Y", clause="DH-10.15")
    s = lab("R2u G3u", departments=["physiotherapy"], bags=1)
    s.when(0, "place:nurse", "at:physiotherapy", "change:Y", "R2u", "enough")
    assert patients(s, 0) == ["G3u", "R2t>Y"]
    assert hospital(s, 0).bags == 1


@clause("R-37", "DH-25.7", "DH-25.18")
def test_a_patient_may_get_its_own_colour_back() -> None:
    s = lab("R2t>Y G3u", departments=["physiotherapy"])
    s.when(0, "place:nurse", "at:physiotherapy", "change:R", "R2t>Y", "enough")
    assert patients(s, 0) == ["G3u", "R2t"]


@clause("DH-25.7")
def test_physiotherapy_needs_a_patient() -> None:
    s = lab("R3t", departments=["physiotherapy"])
    assert "place:nurse" in s.go_on().legal(0)
    s = lab("", departments=["physiotherapy"], bags=1)
    s.refuses(0, "place:nurse", clause="DH-6.10")


@clause("DH-25.8", "EX-22", "DH-25.10", "DH-10.20")
@pytest.mark.parametrize("value", range(1, 7))
def test_experimental_therapy_turns_v_into_7_minus_v(value: int) -> None:
    s = lab(f"Y{value}u R3u", departments=["experimental_therapy"])
    s.when(0, "place:nurse", "at:experimental_therapy", f"Y{value}u")
    assert patients(s, 0) == ["R3u", f"Y{7 - value}t"]
    assert (hospital(s, 0).fatalities, discharged(s, 0)) == (0, [])


@clause("DH-25.8", "R-08", "DH-13.12")
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("is_heal", [True, False])
def test_a_flip_heals_only_if_the_value_rose(value: int, is_heal: bool) -> None:
    s = lab(
        f"Y{value}u R3u",
        departments=["experimental_therapy"],
        specialists=["paramedic"],
        options={"raised_by_treatment_is_heal": is_heal},
    )
    s.when(0, "place:paramedic", "at:experimental_therapy", f"Y{value}u")
    assert (s.question(0) == "pending") is (value <= 3 and is_heal)


@clause("DH-25.9", "R-38", "DH-10.18")
def test_training_heals_two_patients_of_one_value() -> None:
    s = lab("R3u Y3u G3u G4u G6u Y6u", departments=["training_department"])
    s.when(0, "place:nurse", "at:training_department")
    s.refuses(0, "G4u", clause="DH-6.10")
    s.when(0, "R3u")
    s.refuses(0, "G6u", clause="DH-10.18")
    s.when(0, "Y3u")
    assert patients(s, 0) == ["G3u", "G4u", "G6u", "R4t", "Y4t", "Y6u"]


@clause("DH-25.9")
def test_training_discharges_two_sixes_and_needs_two_of_a_value() -> None:
    s = lab("G6u Y6u R2u", departments=["training_department"])
    s.when(0, "place:nurse", "at:training_department", "G6u")
    assert discharged(s, 0) == ["G", "Y"]
    s = lab("G6u Y5u R2u", departments=["training_department"])
    s.when(0, "place:nurse")
    s.refuses(0, "at:training_department", clause="DH-6.10")


@clause("DH-25.10", "DH-10.4")
@pytest.mark.parametrize("department", TILES)
def test_all_four_departments_treat_their_targets(department: str) -> None:
    s = lab("R3u Y3u", departments=[department])
    s.when(0, "place:nurse", f"at:{department}")
    while s.question(0) == "pick_patient":
        s.when(0, min(s.legal(0)))
    treated = [patient for patient in patients(s, 0) if patient[2] == "t"]
    assert len(treated) == (1 if department == "experimental_therapy" else 2)


@clause("DH-25.12", "DH-12.12", "R-10")
def test_bag_changes_go_with_training_but_not_with_the_other_three() -> None:
    s = lab("R3u Y3u G3u", departments=["training_department"], bags=1, specialists=["surgeon"])
    s.when(0, "place:surgeon", "at:training_department", "change:R", "Y3u", "G3u")
    assert patients(s, 0) == ["G4t", "R3u", "Y4t>R"]
    assert (hospital(s, 0).bags, s.question(0)) == (0, "pending")
    for department in ("drug_trial_centre", "experimental_therapy"):
        s = lab("R3u Y3u G3u", departments=[department], bags=1)
        s.when(0, "place:nurse", f"at:{department}")
        s.refuses(0, "change:R", clause="DH-12.12")
    s = lab("R3u Y3u G3u", departments=["physiotherapy"], bags=1)
    s.when(0, "place:nurse", "at:physiotherapy", "change:R", "Y3u", "enough")
    assert hospital(s, 0).bags == 1


# --- specialists --------------------------------------------------------------------------------


@clause("DH-25.13", "DH-25.11", "EX-85", "R-36", "C-13", "DH-25.23")
@pytest.mark.parametrize("result", [1, 5, 6])
def test_the_chemist_re_rolls_a_different_patient(result: int) -> None:
    s = lab("R3u Y5u", specialists=["experimental_chemist"])
    s.when(0, "place:experimental_chemist", "at:critical_care")
    assert patients(s, 0) == ["R4t", "Y5u"]
    s.chance(result - 1).when(0, "use")
    assert patients(s, 0) == ["R4t", f"Y{result}t"]
    assert s.question(0) == "activate"


@clause("DH-25.13", "DH-13.14", "R-40")
def test_the_chemist_needs_a_different_patient_and_may_decline() -> None:
    s = lab("R3u", specialists=["experimental_chemist"])
    s.when(0, "place:experimental_chemist", "at:critical_care")
    assert s.question(0) == "activate"
    s = lab("R3u Y5u", specialists=["experimental_chemist"])
    s.when(0, "place:experimental_chemist", "at:critical_care").chance().when(0, "pass")
    assert patients(s, 0) == ["R4t", "Y5u"]


@clause("R-40", "INV-25")
def test_the_dice_of_a_seat_do_not_depend_on_the_other_seats() -> None:
    def results(order: Sequence[int]) -> list[list[str]]:
        house = House("R3u Y2u", specialists=["experimental_chemist"])
        s = activation(
            house.patients, specialists=house.specialists, others=[house], active=(0, 1), options=ON
        )
        for seat in order:
            s.when(seat, "place:experimental_chemist", "at:critical_care", "use")
        return [patients(s, seat) for seat in (0, 1)]

    assert results([0, 1]) == results([1, 0])


@clause("DH-25.14", "DH-25.24", "D-15", "DH-11.9")
def test_the_pathologist_gives_back_a_token_for_a_bag_usable_at_once() -> None:
    s = lab("R3u Y6u", specialists=["pathologist"], fatalities=2)
    s.when(0, "place:pathologist", "at:critical_care")
    assert s.legal(0) == {"pass", "use"}
    s.when(0, "use")
    assert (hospital(s, 0).fatalities, hospital(s, 0).bags) == (1, 1)
    s.when(0, "bag", "Y6u")
    assert discharged(s, 0) == ["Y"]
    assert s.view(0)["seats"][0]["sheet"]["fatalities"] == -2


@clause("DH-25.14", "D-15")
def test_the_pathologist_may_decline_and_needs_a_token() -> None:
    s = lab("R3u", specialists=["pathologist"], fatalities=1)
    s.when(0, "place:pathologist", "at:critical_care", "pass")
    assert (hospital(s, 0).fatalities, hospital(s, 0).bags) == (1, 0)
    s = lab("R3u Y3u", specialists=["pathologist"])
    s.when(0, "place:pathologist", "at:critical_care")
    assert s.question(0) == "activate"
    s = lab("R3u Y3u", specialists=["pathologist"], bags=1)
    s.when(0, "place:pathologist", "at:critical_care", "R3u")
    s.refuses(0, "use", clause="DH-25.14")


@clause("DH-25.15", "DH-25.22", "R-39", "DH-13.15", "DH-14.7")
def test_the_registrar_scores_one_point_however_many_are_discharged() -> None:
    for lying, department, points in (
        ("G6u G6u G6u R2u", "allergy_centre", 1),
        ("G6u R2u", "pharmacy", 1),
        ("G5u R2u", "pharmacy", 0),
    ):
        tiles = [department] if department == "allergy_centre" else []
        s = lab(lying, specialists=["registrar"], departments=tiles)
        s.when(0, "place:registrar", f"at:{department}")
        while s.question(0) == "pick_patient":
            s.when(0, "G6u")
        assert s.state.scores()[0] == points
        assert s.question(0) == "activate"


@clause("DH-25.15", "DH-14.7", "INV-18")
def test_the_registrars_point_stands_in_the_sheet() -> None:
    s = lab("G6u R2u", specialists=["registrar"])
    s.when(0, "place:registrar", "at:pharmacy", "done").when(1, "done")
    row = s.view(0)["seats"][0]["sheet"]["rounds"][0]
    assert (row["registrar"], row["table"]) == (1, 1)
    assert s.state.scores()[0] == 2


@clause("DH-25.16", "DH-25.22", "EX-88", "R-39", "DH-11.1", "DH-11.9")
def test_the_technician_gains_a_bag_usable_at_once() -> None:
    s = lab("Y6u R5u", specialists=["haematology_technician"])
    s.when(0, "place:haematology_technician", "at:oncology")
    assert hospital(s, 0).bags == 1
    s.when(0, "bag")
    assert patients(s, 0) == ["R6t"]
    assert hospital(s, 0).bags == 0


@clause("R-39", "DH-13.3", "DH-25.15", "DH-25.16")
def test_a_bag_heal_is_not_the_deed_of_the_meeple() -> None:
    for specialist in ("registrar", "haematology_technician"):
        s = lab("Y5u R6u", specialists=[specialist], bags=1)
        s.when(0, f"place:{specialist}", "at:oncology", "Y5u", "bag", "R6u")
        assert discharged(s, 0) == ["R"]
        assert (s.state.scores()[0], hospital(s, 0).bags) == (0, 0)


@clause("DH-25.17", "DH-25.20", "EX-74", "R-35", "DH-10.12", "DH-10.3")
def test_the_student_heals_one_and_worsens_another() -> None:
    s = lab("G3u R4u Y1u", specialists=["medical_student"])
    s.when(0, "place:medical_student", "at:pharmacy", "use")
    assert s.legal(0) == {"R4u", "Y1u"}
    s.when(0, "R4u")
    assert patients(s, 0) == ["G4t", "R5t"]
    assert hospital(s, 0).fatalities == 1
    s = lab("G3u R4u Y2u", specialists=["medical_student"])
    s.when(0, "place:medical_student", "at:pharmacy", "use", "Y2u")
    assert patients(s, 0) == ["G4t", "R3t", "Y3t"]


@clause("DH-25.17", "DH-25.20", "EX-74", "R-35", "DH-13.9")
def test_the_student_needs_two_patients_beside_the_trigger() -> None:
    for lying in ("G3u Y1u", "G3u"):
        s = lab(lying, specialists=["medical_student"])
        s.when(0, "place:medical_student", "at:pharmacy")
        assert s.question(0) == "activate"
    s = lab("G3u Y1u", specialists=["medical_student"], bags=1)
    s.when(0, "place:medical_student", "at:pharmacy", "G3u")
    s.refuses(0, "use")
    assert s.legal(0) == {"pass", "bag"}


@clause("DH-25.20", "DH-13.8", "DH-13.9")
def test_a_discharged_trigger_patient_leaves_two_others() -> None:
    s = lab("G6u Y1u", specialists=["medical_student"])
    s.when(0, "place:medical_student", "at:pharmacy")
    assert s.question(0) == "activate"
    s = lab("G6u Y1u R3u", specialists=["medical_student"])
    s.when(0, "place:medical_student", "at:pharmacy", "use", "R3u")
    assert (patients(s, 0), hospital(s, 0).fatalities) == (["R4t"], 1)


@clause("DH-25.20", "R-04", "DH-13.9")
@pytest.mark.parametrize("different_from", ["trigger", "all_healed"])
def test_the_student_after_a_group_department(different_from: str) -> None:
    s = lab(
        "G3u G3u G3u",
        departments=["allergy_centre"],
        specialists=["medical_student"],
        options={"different_from": different_from},
    )
    s.when(0, "place:medical_student", "at:allergy_centre")
    if different_from == "all_healed":
        assert s.question(0) == "activate"
        return
    s.when(0, "use")
    assert patients(s, 0) == ["G3t", "G4t", "G5t"]


@clause("DH-25.17", "DH-12.12", "R-10")
def test_a_bag_change_goes_with_the_students_heal_only() -> None:
    s = lab("G3u R4u Y2u R6u", specialists=["medical_student"], bags=2)
    s.when(0, "place:medical_student", "at:pharmacy", "G3u", "use", "change:G", "Y2u")
    s.refuses(0, "change:R", clause="DH-12.12")
    s.when(0, "R4u")
    assert patients(s, 0) == ["G4t", "R3t", "R6u", "Y3t>G"]
    assert hospital(s, 0).bags == 1


@clause("DH-25.18", "DH-25.21", "D-16", "R-37", "DH-12.3", "DH-12.4")
def test_the_physiotherapist_recolours_any_patient_the_trigger_included() -> None:
    s = lab("R3u Y2u", specialists=["physiotherapist"])
    s.when(0, "place:physiotherapist", "at:critical_care", "use", "change:G")
    assert s.legal(0) == {"R4t", "Y2u"}
    trigger = s.branch().when(0, "R4t")
    assert patients(trigger, 0) == ["R4t>G", "Y2u"]
    s.when(0, "Y2u")
    assert patients(s, 0) == ["R4t", "Y2t>G"]
    assert hospital(s, 0).bags == 0


@clause("DH-25.18", "D-16", "DH-13.14")
def test_the_physiotherapist_may_decline_and_needs_a_patient() -> None:
    s = lab("R3u Y2u", specialists=["physiotherapist"])
    s.when(0, "place:physiotherapist", "at:critical_care", "pass")
    assert patients(s, 0) == ["R4t", "Y2u"]
    s = lab("R6u", specialists=["physiotherapist"])
    s.when(0, "place:physiotherapist", "at:critical_care")
    assert s.question(0) == ""
    assert discharged(s, 0) == ["R"]


@clause("DH-12.7", "R-01", "DH-25.18")
@pytest.mark.parametrize(
    ("scope", "left"), [("printed", "Y2t>G"), ("activation", "Y2t"), ("round", "Y2t>G")]
)
def test_a_colour_that_a_physiotherapist_changed_lasts_for_the_round(scope: str, left: str) -> None:
    s = lab("R3u Y2u", specialists=["physiotherapist"], options={"colour_change_scope": scope})
    s.when(0, "place:physiotherapist", "at:critical_care", "use", "change:G", "Y2u", "done")
    s.edit_with(lambda snapshot: snapshot["questions"][1].clear())
    s.run(lambda: round.neglect(table(s)))
    assert patients(s, 0) == ["R4t", left]
    s.run(lambda: round.discharge(table(s)))
    assert patients(s, 0) == ["R4t", "Y2t"]


@clause("DH-12.7", "R-01", "DH-25.7")
@pytest.mark.parametrize(
    ("scope", "left"), [("printed", "Y2t"), ("activation", "Y2t"), ("round", "Y2t>G")]
)
def test_a_colour_that_physiotherapy_changed_ends_with_phase_3(scope: str, left: str) -> None:
    s = lab("R3u Y2u", departments=["physiotherapy"], options={"colour_change_scope": scope})
    s.when(0, "place:nurse", "at:physiotherapy", "change:G", "Y2u", "enough", "done")
    s.edit_with(lambda snapshot: snapshot["questions"][1].clear())
    s.run(lambda: round.neglect(table(s)))
    assert patients(s, 0) == ["R3u", left]


@clause("DH-25.19")
def test_the_provenance_of_the_ten_types_is_told() -> None:
    for name, ids in (("Departments", TILES), ("Specialists", CARDS)):
        rows = next(part for part in GAME.material() if part.name == name).rows
        marks = {row[1]: row[-1] for row in rows}
        assert {marks[id] for id in ids} == {"RB"}
    clauses = [tile.clause for tile in DEPARTMENTS if tile.box == EXPERIMENTAL]
    clauses += [card.clause for card in SPECIALISTS if card.box == EXPERIMENTAL]
    assert clauses == [f"DH-25.{number}" for number in (6, 7, 8, 9, *range(13, 19))]


@clause("DH-25.14", "R-27")
def test_with_printed_limits_the_token_goes_back_even_without_a_bag() -> None:
    s = lab("R3u", specialists=["pathologist"], fatalities=1, options={"token_limits": "printed"})
    s.edit_with(lambda snapshot: snapshot["hospitals"][1].update(bags=16))
    s.when(0, "place:pathologist", "at:critical_care", "use")
    assert (hospital(s, 0).fatalities, hospital(s, 0).bags) == (0, 0)
