"""DH-26: the promo specialists."""

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from tests.rules.dice_hospital.play import looks_uniform
from tests.rules.dice_hospital.table import (
    BASE_SPECIALISTS,
    SPECIALIST_IDS,
    House,
    activation,
    die_draw,
    discharged,
    hospital,
    opening,
    patients,
    set_up,
    shift_change,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital.material import PROMO, SPECIALISTS
from wardround.games.dice_hospital.state import Table
from wardround.testing import Scenario, clause

CONSULTANT = {"promo_consultant": True}
ADMISSIONS = {"promo_admissions_nurse": True}
BOTH = {**CONSULTANT, **ADMISSIONS}
ALL = {**BOTH, "experimental_medicine": True}
BESIDE = House("Y4u")


def cards(position: Table) -> Counter[str]:
    """Ids of the specialists in the deck and on display."""
    return Counter(SPECIALIST_IDS[n] for n in position.specialist_deck + position.shown_specialists)


def nurse(
    lying: str,
    *,
    departments: Sequence[str] = (),
    specialists: Sequence[str] = ("admissions_nurse",),
    bags: int = 0,
    options: Mapping[str, object] = ADMISSIONS,
) -> Scenario:
    """Seat 0 at its menu with the Admissions Nurse; seat 1 is not done either."""
    return activation(
        lying,
        departments=departments,
        specialists=specialists,
        bags=bags,
        others=[BESIDE],
        active=(0, 1),
        options=options,
    )


def consult(house: House, options: Mapping[str, object] = CONSULTANT) -> Scenario:
    """Phase 3 begins; seat 1 has something to do as well."""
    return opening([house, BESIDE], options=options)


# --- the deck -----------------------------------------------------------------------------------


@clause("DH-26.1", "DH-1.16", "R-54", "DH-2.20")
@pytest.mark.parametrize("consultant", [False, True])
@pytest.mark.parametrize("admissions", [False, True])
def test_each_promo_is_one_card_and_independent(consultant: bool, admissions: bool) -> None:
    options = {"promo_consultant": consultant, "promo_admissions_nurse": admissions}
    found = cards(table(set_up(3, options)))
    assert (found["consultant"], found["admissions_nurse"]) == (consultant, admissions)
    assert found.total() == 24


@clause("DH-26.2", "DH-26.3")
def test_every_promo_takes_the_place_of_one_card() -> None:
    for number in range(40):
        position = table(set_up(3, BOTH, f"DH-26.3 {number}"))
        found = cards(position)
        assert {id: found[id] for id in ("consultant", "admissions_nurse")} == {
            "consultant": 1,
            "admissions_nurse": 1,
        }
        assert sum(found[id] for id in BASE_SPECIALISTS) == 22
        assert all(SPECIALISTS[card].box != PROMO for card in position.specialists_out)
        assert len(position.specialists_out) == 2


@clause("DH-26.2")
def test_promos_are_shuffled_into_the_deck() -> None:
    number = SPECIALIST_IDS.index("consultant")
    places = [
        table(set_up(1, CONSULTANT, f"DH-26.2 {n}")).specialist_deck.index(number)
        for n in range(480)
    ]
    assert looks_uniform(places, 24)


@clause("C-09", "DH-26.2")
def test_every_other_card_is_equally_likely_to_be_exchanged() -> None:
    out = [card for n in range(400) for card in table(set_up(3, BOTH, f"C-09 {n}")).specialists_out]
    assert looks_uniform(out, 12)


@clause("DH-26.4", "R-47", "C-09")
def test_with_experimental_medicine_its_deck_is_exchanged() -> None:
    experimental: set[str] = set()
    for number in range(40):
        position = table(set_up(2, ALL, f"R-47 {number}"))
        found = cards(position)
        out = Counter(SPECIALIST_IDS[card] for card in position.specialists_out)
        assert found.total() == 24
        whole = found + out
        assert {whole[id] for id in BASE_SPECIALISTS} == {1}
        experimental |= set(out) - set(BASE_SPECIALISTS)
    assert experimental


@clause("R-47", "DH-26.2", "INV-26")
def test_exchanged_cards_are_not_shown() -> None:
    scenario = set_up(3, BOTH)
    assert not [key for key in scenario.view(SPECTATOR) if "out" in key]
    texts = {str(scenario.view(viewer)) for viewer in (SPECTATOR, 0, 1, 2)}
    assert not any("specialists_out" in text for text in texts)


# --- Consultant ---------------------------------------------------------------------------------


@clause("DH-26.5", "D-09", "R-12")
def test_the_consultants_owner_must_choose_before_the_first_action() -> None:
    house = House("R2u R3u", specialists=["consultant", "surgeon", "paramedic"])
    scenario = consult(house)
    assert scenario.asked() == [0, 1]
    assert scenario.question(0) == "copy_specialist"
    assert scenario.legal(0) == {"copy:surgeon", "copy:paramedic"}
    scenario.refuses(0, "copy:consultant", clause="DH-26.5")
    scenario.refuses(0, "done")
    scenario.when(0, "copy:paramedic")
    assert scenario.question(0) == "activate"
    assert scenario.view(1)["seats"][0]["copied"] == "paramedic"
    assert scenario.text(1) == ["Seat 1's Consultant copies the Paramedic."]


@clause("DH-26.5", "DH-28.1", "D-09")
def test_with_one_other_specialist_there_is_nothing_to_choose() -> None:
    scenario = consult(House("R2u R3u", specialists=["surgeon", "surgeon", "consultant"]))
    assert scenario.question(0) == "activate"
    assert scenario.view(0)["seats"][0]["copied"] == "surgeon"


@clause("DH-26.5", "DH-27.1", "R-12", "D-09")
def test_in_sequential_activation_the_choice_comes_with_the_own_turn() -> None:
    house = House("R2u R3u", specialists=["consultant", "surgeon", "paramedic"])
    scenario = opening(
        [House("Y4u Y3u"), house], options={**CONSULTANT, "activation": "sequential"}
    )
    assert scenario.asked() == [0]
    scenario.when(0, "done")
    assert (scenario.asked(), scenario.question(1)) == ([1], "copy_specialist")


@clause("DH-26.6", "EX-76", "DH-26.5")
def test_both_may_use_the_effect_each_once() -> None:
    scenario = consult(House("R2u R3u", specialists=["consultant", "surgeon"]))
    scenario.when(0, "place:consultant", "at:intensive_care")
    assert patients(scenario, 0) == ["R3t", "R3u"]
    scenario.when(0, "use")
    assert patients(scenario, 0) == ["R3u", "R4t"]
    scenario.when(0, "place:surgeon", "at:critical_care", "R3u", "use")
    assert patients(scenario, 0) == ["R4t", "R5t"]
    scenario.refuses(0, "place:consultant", clause="DH-6.5")


@clause("DH-26.6", "DH-26.5")
def test_while_the_effect_waits_the_consultants_card_is_marked() -> None:
    scenario = consult(House("R2u R3u", specialists=["surgeon", "consultant"]))
    scenario.when(0, "place:consultant", "at:intensive_care")
    marks = {card["id"]: card["pending"] for card in scenario.view(0)["seats"][0]["specialists"]}
    assert marks == {"surgeon": False, "consultant": True}
    use = next(choice for choice in scenario.state.choices(0) if choice.notation == "use")
    assert use.spots == ["seat/0/specialist/1"]


@clause("DH-26.6", "R-12")
def test_the_choice_is_made_anew_each_round() -> None:
    houses = [House("R2t R3t", specialists=["consultant", "surgeon"]), House("Y4t")]
    scenario = shift_change(houses, options=CONSULTANT)
    assert scenario.view(0)["seats"][0]["copied"] is None
    scenario = consult(House("R2u R3u", specialists=["consultant", "surgeon"]))
    assert scenario.view(0)["seats"][0]["copied"] == "surgeon"


@clause("DH-26.7", "R-12")
def test_a_lone_consultant_works_like_a_nurse() -> None:
    scenario = consult(House("R2u R3u", specialists=["consultant"]))
    assert scenario.question(0) == "activate"
    scenario.when(0, "place:consultant", "at:intensive_care")
    assert patients(scenario, 0) == ["R3t", "R3u"]
    assert scenario.question(0) == "activate"


@clause("DH-26.5", "R-04", "DH-13.6")
def test_the_copied_effect_keeps_its_trigger() -> None:
    scenario = consult(House("R2u Y2u Y5u", specialists=["consultant", "urologist"]))
    other = scenario.branch()
    scenario.when(0, "place:consultant", "at:intensive_care", "R2u")
    assert scenario.question(0) == "activate"
    other.when(0, "place:consultant", "at:intensive_care", "Y2u", "use")
    assert patients(other, 0) == ["R2u", "Y3t", "Y6t"]


# --- Admissions Nurse ---------------------------------------------------------------------------


@clause("DH-26.8", "D-14", "DH-10.14", "DH-26.10", "DH-13.4")
def test_a_patient_may_be_returned_to_the_bag() -> None:
    s = nurse("G6u R1u Y4u")
    bag = table(s).bag[:]
    s.when(0, "place:admissions_nurse", "at:pharmacy")
    assert s.question(0) == "admissions"
    assert s.legal(0) == {"pass", "draw", "R1u", "Y4u"}
    s.when(0, "R1u")
    assert patients(s, 0) == ["Y4u"]
    assert table(s).bag == [bag[0] + 1, bag[1], bag[2]]
    assert (hospital(s, 0).fatalities, s.state.scores()[0]) == (0, 0)
    assert s.question(0) == "activate"


@clause("DH-26.8", "C-14", "DH-26.10", "R-52", "D-14")
@pytest.mark.parametrize("value", [2, 5])
def test_a_new_patient_may_be_drawn_and_is_untreated(value: int) -> None:
    s = nurse("G6u R1u Y4u")
    s.when(0, "place:admissions_nurse", "at:pharmacy")
    s.chance(*die_draw(s, f"Y{value}")).when(0, "draw")
    assert sorted(patients(s, 0)) == sorted(["R1u", "Y4u", f"Y{value}u"])
    assert f"Seat 1 admits yellow {value}." in s.text(SPECTATOR)
    s.when(0, "place:nurse", "at:oncology", f"Y{value}u")
    assert f"Y{value + 1}t" in patients(s, 0)


@clause("DH-26.8", "DH-26.9", "EX-75", "R-13", "DH-8.7")
def test_three_discharges_give_three_uses_each_may_be_declined() -> None:
    s = nurse("G6u G6u G6u R1u", departments=["allergy_centre"])
    s.when(0, "place:admissions_nurse", "at:allergy_centre")
    assert discharged(s, 0) == ["G", "G", "G"]
    s.when(0, "R1u")
    assert s.legal(0) == {"pass", "draw"}
    s.when(0, "pass")
    assert s.question(0) == "admissions"
    s.when(0, "pass")
    assert s.question(0) != "admissions"
    assert (patients(s, 0), hospital(s, 0).fatalities) == ([], 0)
    s.when(1, "done")
    row = s.view(0)["seats"][0]["sheet"]["rounds"][0]
    assert (row["table"], row["empty"]) == (5, 5)


@clause("DH-26.9")
def test_each_use_sees_the_result_of_the_one_before() -> None:
    s = nurse("G6u G6u G6u R1u", departments=["allergy_centre"])
    s.when(0, "place:admissions_nurse", "at:allergy_centre")
    s.chance(*die_draw(s, "Y3")).when(0, "draw")
    assert s.legal(0) == {"pass", "draw", "R1u", "Y3u"}
    s.when(0, "Y3u")
    assert s.legal(0) == {"pass", "draw", "R1u"}


@clause("DH-26.11", "INV-02", "INV-29")
def test_there_is_always_a_bed_for_a_new_patient() -> None:
    twelve = "G6u G6u G6u R1u R2u R3u Y1u Y2u Y3u Y4u R4u R5u"
    s = nurse(twelve, departments=["allergy_centre"])
    s.when(0, "place:admissions_nurse", "at:allergy_centre", "draw", "draw", "draw")
    assert hospital(s, 0).patients == 12


@clause("DH-26.8", "R-13", "DH-13.3")
def test_without_a_discharge_by_the_department_there_is_no_use() -> None:
    s = nurse("G5u R1u Y6u", bags=1)
    s.when(0, "place:admissions_nurse", "at:pharmacy", "G5u")
    assert s.question(0) == "activate"
    s.when(0, "bag", "Y6u")
    assert s.question(0) == "activate"


@clause("DH-13.13", "DH-26.9", "R-09", "D-12")
def test_bag_heals_are_possible_between_the_uses_but_no_placement() -> None:
    s = nurse("G6u R1u Y6u", bags=1)
    s.when(0, "place:admissions_nurse", "at:pharmacy", "G6u")
    s.refuses(0, "place:nurse", clause="DH-13.13")
    s.refuses(0, "done", clause="DH-13.13")
    s.when(0, "bag", "Y6u")
    assert (s.question(0), discharged(s, 0)) == ("admissions", ["G", "Y"])
    s.when(0, "pass")
    assert s.question(0) == "activate"


@clause("DH-26.12", "DH-26.5", "R-15")
def test_a_consultant_may_copy_the_admissions_nurse() -> None:
    house = House("G6u Y6u R1u", specialists=["consultant", "admissions_nurse"])
    scenario = consult(house, BOTH)
    scenario.when(0, "place:consultant", "at:pharmacy")
    assert scenario.question(0) == "admissions"
    scenario.when(0, "R1u")
    scenario.when(0, "place:admissions_nurse", "at:oncology")
    assert scenario.question(0) == "admissions"
    assert scenario.legal(0) == {"pass", "draw"}


@clause("DH-26.12", "DH-25.15", "DH-26.5")
def test_a_consultant_may_copy_an_automatic_effect() -> None:
    house = House("G6u Y3u R1u", specialists=["consultant", "registrar"])
    scenario = consult(house, ALL)
    scenario.when(0, "place:consultant", "at:pharmacy")
    assert scenario.state.scores()[0] == 1
    assert scenario.question(0) == "activate"


@clause("R-15", "DH-26.8")
def test_from_an_empty_bag_nobody_is_drawn() -> None:
    s = nurse("G6u R1u Y4u")
    s.when(0, "place:admissions_nurse", "at:pharmacy").edit(bag=[0, 0, 0])
    s.refuses(0, "draw", clause="DH-26.8")


@clause("R-40", "C-14")
def test_draws_come_in_order_of_arrival_from_the_common_bag() -> None:
    house = House("G6u R1u", specialists=["admissions_nurse"])
    s = activation(
        house.patients, specialists=house.specialists, others=[BESIDE], active=(0, 1),
        options=ADMISSIONS,
    )  # fmt: skip
    s.when(0, "place:admissions_nurse", "at:pharmacy")
    size = sum(table(s).bag)
    s.when(0, "draw")
    assert sum(table(s).bag) == size - 1
    assert len(s.told("admit")) == 1
