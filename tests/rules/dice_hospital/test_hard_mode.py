"""DH-22: hard mode, three independent switches."""

from collections import Counter
from typing import Any

import pytest

from tests.rules.dice_hospital.play import beginning, dealt
from tests.rules.dice_hospital.table import (
    House,
    activation,
    alone,
    ambulances,
    claiming,
    die_draw,
    flow,
    hospital,
    intake,
    neglect,
    patients,
    revealing,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.material import VALUE
from wardround.games.dice_hospital.state import NO_BED
from wardround.testing import Scenario, clause

CRISIS = {"opening_crisis": True}
EPIDEMIC = {"nationwide_epidemic": True}
SUPERBUG = {"resistant_superbug": True}
LOADS = ["R2 R2 R2", "R3 R3 R3", "Y4 Y4 Y4", "Y5 Y5 Y5"]
FULL = "R1u R1u R2u R2u Y1u Y1u Y2u Y2u G1u G1u G2u G2u"


def waiting(scenario: Scenario, seat: int) -> list[str]:
    """The dice in front of a hospital that are not in a bed yet, as everybody sees them."""
    return [die["label"] for die in scenario.view(SPECTATOR)["seats"][seat]["waiting"]]


# --- Opening Crisis ---------------------------------------------------------------------------


@clause("DH-22.1", "EX-89", "D-02", "C-04", "DH-2.20")
def test_five_starting_dice_get_the_values_3_3_4_5_5() -> None:
    scenario = dealt(3, 0, "RRYGGRRYGGRRYGG", CRISIS)
    assert len(waiting(scenario, 0)) == 5
    assert scenario.legal(0) == {"die:R", "die:Y", "die:G"}
    scenario.when(0, "die:G", "die:R")
    assert patients(scenario, 0) == ["G3u", "R3u"]
    scenario.when(0, "die:G")
    assert "G4u" in patients(scenario, 0)
    scenario.refuses(0, "die:G", clause="DH-2.14")
    scenario.when(0, "die:R")
    assert patients(scenario, 0) == ["G3u", "G4u", "R3u", "R5u", "Y5u"]


@clause("DH-22.1", "EX-89", "INV-04")
def test_every_assignment_of_the_five_values_can_be_reached() -> None:
    start = dealt(3, 0, "RRYGGRRYGGRRYGG", CRISIS)
    ends: set[tuple[str, ...]] = set()
    open_ends = [start]
    while open_ends:
        scenario = open_ends.pop()
        if len(patients(scenario, 0)) == 5:
            ends.add(tuple(patients(scenario, 0)))
            continue
        open_ends += [scenario.branch().when(0, action) for action in scenario.legal(0)]
    values = [Counter(patient[1] for patient in end) for end in ends]
    assert all(one == Counter("33455") for one in values)
    assert {end for end in ends if {"Y4u", "R3u", "R5u", "G3u", "G5u"} == set(end)}
    assert len(ends) == 4 + 3 + 4  # with yellow at 3, at 4, at 5


@clause("DH-22.1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_only_the_set_up_has_five_dice(players: int) -> None:
    scenario = beginning(players, CRISIS).go_on()
    while scenario.question(scenario.asked()[0]) in ("third_improvement", "start_value"):
        seat = scenario.asked()[0]
        scenario.when(seat, min(scenario.legal(seat)))
    counts = [own.patients for own in table(scenario).hospitals]
    assert counts == [5] * players
    for own in table(scenario).hospitals:
        values = sorted(VALUE[patient] for patient in own.beds if patient != NO_BED)
        assert values == [3, 3, 4, 5, 5]


@clause("DH-22.2", "R-48")
def test_the_five_patients_lie_in_two_wards_without_a_question() -> None:
    scenario = dealt(3, 0, "RRRRRYYYYYGGGGG", CRISIS, further=range(7, 0, -1))
    beds = scenario.view(0)["seats"][1]["beds"]
    assert {bed["ward"] for bed in beds if bed["patient"]} == {1, 2}
    assert not any(scenario.question(seat) == "start_value" for seat in range(3))


# --- Nationwide Epidemic -----------------------------------------------------------------------


@clause("DH-22.3", "DH-22.4", "C-12", "R-16")
def test_a_die_is_drawn_at_the_claim_before_the_next_player_claims() -> None:
    scenario = claiming(LOADS, options=EPIDEMIC)
    scenario.chance(*die_draw(scenario, "G4")).when(0, "ambulance:3")
    assert waiting(scenario, 0) == ["green 4"]
    assert scenario.asked() == [1]
    assert [event.args for event in scenario.told("extra_die")] == [(15,)]


@clause("DH-22.3", "C-12", "DH-29.1")
def test_the_epidemic_die_shows_2_to_5() -> None:
    for outcome, value in enumerate((2, 3, 4, 5)):
        scenario = claiming(LOADS, options=EPIDEMIC)
        scenario.chance(0, outcome).when(0, "ambulance:2")
        assert waiting(scenario, 0) == [f"red {value}"]


@clause("DH-22.3")
def test_without_the_option_no_further_die_is_drawn() -> None:
    scenario = claiming(LOADS).chance().when(0, "ambulance:2")
    assert waiting(scenario, 0) == []


@clause("DH-22.5", "INV-33")
def test_the_intake_is_four_patients() -> None:
    scenario = claiming(LOADS, options=EPIDEMIC)
    for seat, number in ((0, 2), (1, 3), (2, 1)):
        scenario.when(seat, f"ambulance:{number}")
    assert [hospital(scenario, seat).patients for seat in range(3)] == [4, 4, 4]
    admitted = {event.seat: event.args for event in scenario.told("admit")}
    assert {seat: len(dice) for seat, dice in admitted.items()} == {0: 4, 1: 4, 2: 4}


@clause("DH-22.5", "EX-69", "DH-4.20", "DH-4.22", "R-17", "D-06")
def test_with_full_wards_four_old_patients_go_and_the_new_die_stays() -> None:
    scenario = claiming(LOADS, options=EPIDEMIC, hospitals=[FULL])
    scenario.chance(*die_draw(scenario, "Y4")).when(0, "ambulance:2")
    scenario.when(1, "ambulance:3").when(2, "ambulance:4")
    assert scenario.asked() == [0]
    for number in range(4):
        assert hospital(scenario, 0).fatalities == number
        scenario.refuses(0, "Y4u", clause="DH-4.22")
        scenario.when(0, "R1u" if number < 2 else "Y1u")
    assert hospital(scenario, 0).fatalities == 4
    assert hospital(scenario, 0).patients == 12
    assert {"Y4u", "R3u"} <= set(patients(scenario, 0))


@clause("DH-22.6")
def test_the_extra_die_belongs_to_no_ambulance() -> None:
    scenario = claiming(LOADS, options=EPIDEMIC)
    scenario.chance(*die_draw(scenario, "G2")).when(0, "ambulance:4")
    scenario.chance(*die_draw(scenario, "G5")).when(1, "ambulance:2")
    assert ambulances(scenario)[2] == "Y4 Y4 Y4"
    scenario.when(2, "ambulance:3")
    assert (table(scenario).first_player, hospital(scenario, 1).bags) == (1, 1)
    rolled = intake("R2 R2 Y2 G2 R3 Y3 G4 G4 Y4 R4 Y5 G5", options=EPIDEMIC)
    assert sum(table(rolled).rolled) == 12


def empty_bag(options: dict[str, object], houses: int = 4, event: str | None = None) -> Scenario:
    """4 players, 12 patients each, 15 dice on the ambulances: the bag holds nothing."""
    rows = ["R1u R1u R1u R2u R2u R2u R3u R3u R3u R4u R4u R4u"]
    rows += [row.replace("R", "Y") for row in rows] + [row.replace("R", "G") for row in rows]
    rows.append("R5u R5u R5u R5u Y5u Y5u Y5u Y5u G5u G5u G5u G5u")
    loads = ["R2 Y2 G2", "R3 Y3 G3", "R4 Y4 G4", "R5 Y5 G5", "R5 Y5 G5"]
    scenario = claiming(loads, hospitals=rows[:houses], options=options, event=event)
    assert sum(table(scenario).bag) == 12 * (4 - houses)
    return scenario


def claim_all(scenario: Scenario) -> None:
    for seat, number in ((0, 2), (1, 3), (2, 4), (3, 5)):
        scenario.when(seat, f"ambulance:{number}")


@clause("DH-22.7", "EX-70", "R-16", "DH-4.13", "R-44", "INV-01")
@pytest.mark.parametrize(("event", "extra"), [(None, 1), ("E10", 2)])
def test_with_an_empty_bag_the_draws_are_owed_until_each_admission(
    event: str | None, extra: int
) -> None:
    scenario = empty_bag(dict(EPIDEMIC), event=event)
    claim_all(scenario)
    assert scenario.asked() == [0]
    assert [own.owed for own in table(scenario).hospitals] == [0, extra, extra, extra]
    assert sum(table(scenario).bag) == 3 - extra
    for seat in range(4):
        assert scenario.asked() == [seat]
        assert len(waiting(scenario, seat)) == 3 + extra
        for _ in range(3 + extra):
            scenario.when(seat, min(scenario.legal(seat)))
    assert [own.patients for own in table(scenario).hospitals] == [12] * 4
    assert [own.fatalities for own in table(scenario).hospitals] == [3 + extra] * 4
    assert [own.owed for own in table(scenario).hospitals] == [0] * 4
    assert sum(table(scenario).bag) == 15


@clause("DH-22.7", "R-16")
def test_a_bag_that_is_short_of_one_die_leaves_one_owed() -> None:
    scenario = empty_bag(dict(EPIDEMIC), event="E10")
    scenario.edit_with(_free_one_bed)
    scenario.when(0, "ambulance:2")
    assert (len(waiting(scenario, 0)), hospital(scenario, 0).owed) == (1, 1)


def _free_one_bed(snapshot: dict[str, Any]) -> None:
    own = snapshot["hospitals"][3]
    patient = own["beds"][0]
    own["beds"][0] = NO_BED
    snapshot["bag"][patient // 24] += 1


@clause("DH-22.7", "DH-4.25", "R-44")
def test_those_who_owe_nothing_are_asked_at_once() -> None:
    scenario = claiming(LOADS, options=EPIDEMIC, hospitals=[FULL, "R3u", FULL.replace("2", "3")])
    for seat, number in ((0, 2), (1, 3), (2, 4)):
        scenario.when(seat, f"ambulance:{number}")
    assert scenario.asked() == [0, 2]


@clause("DH-22.11", "R-33", "DH-22.6")
def test_solo_the_epidemic_die_comes_after_three_were_kept() -> None:
    scenario = alone("R2 Y2 G2 R5", options=EPIDEMIC)
    assert len(waiting(scenario, 0)) == 4
    draw = die_draw(scenario.branch(), "G5")
    before = table(scenario).bag[0]
    assert draw[0] == before + table(scenario).bag[1]
    scenario.chance(draw[0] + 1, draw[1]).when(0, "R5u")
    assert hospital(scenario, 0).bags == 1
    assert patients(scenario, 0) == ["G2u", "G5u", "R2u", "Y2u"]


# --- Resistant Superbug -------------------------------------------------------------------------


@clause("DH-22.8", "DH-22.9", "EX-61", "DH-7.3")
def test_neglect_costs_two_steps() -> None:
    scenario = neglect("R3u Y2u G1u", options=SUPERBUG)
    assert patients(scenario, 0) == ["R1u"]
    assert hospital(scenario, 0).fatalities == 2
    assert len(scenario.told("fatality")) == 2


@clause("DH-22.8", "DH-7.5")
def test_the_superbug_leaves_treated_patients_alone() -> None:
    scenario = neglect("R3t Y1t G6u", options=SUPERBUG)
    assert patients(scenario, 0) == ["G4u", "R3t", "Y1t"]


@clause("DH-19.13", "R-23")
def test_a_protected_patient_is_spared_both_steps() -> None:
    scenario = neglect("R2u R5u", administrator="adm_spare_red", options=SUPERBUG)
    scenario.when(0, "R2u")
    flow(scenario, until=round.discharge)
    assert hospital(scenario, 0).fatalities == 0
    assert {"R2u", "R3u"} <= set(patients(scenario, 0))


@clause("DH-22.10", "DH-25.17", "DH-25.20")
def test_the_superbug_does_not_touch_other_deteriorations() -> None:
    scenario = revealing("E03", ["R3u", "Y2u"], options=SUPERBUG)
    assert patients(scenario, 0) == ["R2u"]
    scenario = activation(
        "G3u R4u Y5u",
        specialists=["medical_student"],
        others=[House("Y3u")],
        active=(0, 1),
        options={**SUPERBUG, "experimental_medicine": True},
    )
    scenario.when(0, "place:medical_student", "at:pharmacy", "use", "R4u")
    assert patients(scenario, 0) == ["G4t", "R5t", "Y4t"]


@clause("DH-22.1", "DH-22.3", "DH-22.8")
@pytest.mark.parametrize("name", ["opening_crisis", "nationwide_epidemic", "resistant_superbug"])
def test_the_switches_are_independent(name: str) -> None:
    scenario = beginning(3, {name: True}).go_on()
    variant = table(scenario).variant
    switches = (variant.opening_crisis, variant.nationwide_epidemic, variant.resistant_superbug)
    assert sum(switches) == 1
    assert scenario.state.options[name] is True
