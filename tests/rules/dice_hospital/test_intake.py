"""DH-4: Phase 1, Patient Intake."""

import pytest

from tests.rules.dice_hospital.play import draws_of, journey, looks_uniform
from tests.rules.dice_hospital.table import (
    House,
    ambulances,
    claiming,
    conserved,
    flow,
    hospital,
    intake,
    patients,
    shift_change,
    table,
)
from wardround.core import SPECTATOR, Chance
from wardround.games.dice_hospital import round
from wardround.games.dice_hospital.state import NO_BED
from wardround.testing import Scenario, clause

TEN = "R1u R2u R4u Y2u Y3u Y5u G1u G3u G4u G6u"
TWELVE = "R1u R2u R3u R4u Y1u Y2u Y3u Y4u G1u G2u G3u G4u"
LOADS = ["R2 R2 R2", "R3 Y3 G3", "Y4 Y4 G4", "Y5 G5 G5"]
EX_04 = "R2 R2 Y2 G2 R3 Y3 G4 G4 Y4 R4 Y5 G5"


def before_intake(players: int, hospitals: list[str | House] | None = None) -> Scenario:
    """Phase 1 is about to begin."""
    scenario = shift_change(hospitals or ["R3u"] * players)
    if players == 2:
        scenario.edit(questions=[[], []])
    return scenario


def claimed(*numbers: int, first_player: int = 0, hospitals: list[str] | None = None) -> Scenario:
    """All ambulances of ``LOADS`` are claimed, in turn order."""
    scenario = claiming(LOADS, first_player=first_player, hospitals=hospitals or [])
    for step, number in enumerate(numbers):
        scenario.when((first_player + step) % 3, f"ambulance:{number}")
    return scenario


# --- drawing and rolling --------------------------------------------------------------------


@clause("DH-4.1", "EX-03", "EX-31", "C-10")
@pytest.mark.parametrize(("players", "dice"), [(2, 9), (3, 12), (4, 15)])
def test_three_dice_for_each_ambulance_leave_the_bag(players: int, dice: int) -> None:
    scenario = before_intake(players)
    before = sum(table(scenario).bag)
    flow(scenario, until=round.sort_dice)
    assert sum(table(scenario).rolled) == dice
    assert sum(table(scenario).bag) == before - dice


@clause("DH-4.1", "EX-31")
def test_nobody_is_asked_which_dice_are_drawn() -> None:
    scenario = before_intake(3)
    assert scenario.asked() == []
    draws = draws_of("RRRYYYGGGRYG", 18 - 3)
    rolls = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    scenario.edit(bag=[15, 15, 15])
    pairs = [outcome for pair in zip(draws, rolls, strict=True) for outcome in pair]
    scenario.chance(*pairs)
    flow(scenario, until=round.claim)
    assert ambulances(scenario) == ["R2 R2 R2", "Y3 Y3 Y3", "G4 G4 G4", "R5 Y5 G5"]


@clause("DH-4.2", "EX-03", "C-11", "DH-29.1")
def test_a_die_shows_2_to_5_with_equal_chances() -> None:
    scenario = before_intake(3)
    assert [roll(scenario, outcome) for outcome in range(4)] == [2, 3, 4, 5]
    with pytest.raises(AssertionError, match="not between 0 and 3"):
        roll(scenario, 4)


def roll(scenario: Scenario, outcome: int) -> int:
    values: list[int] = []
    scenario.chance(outcome).run(lambda: values.append(table(scenario).roll_for_intake()))
    return values[0]


@clause("DH-4.2", "INV-03")
def test_no_die_on_an_ambulance_shows_1_or_6() -> None:
    values = [
        die % 6 + 1
        for position in journey(4, seed=3)
        if position.then is round.claim
        for die in position.dice
        if die != NO_BED
    ]
    assert set(values) == {2, 3, 4, 5}


# --- sorting --------------------------------------------------------------------------------


@clause("DH-4.3", "EX-04", "EX-05", "DH-4.6", "D-04")
def test_dice_fill_the_ambulances_in_ascending_order() -> None:
    scenario = intake(EX_04).when(2, "die:G", "die:R")
    assert ambulances(scenario) == ["R2 R2 Y2", "G2 R3 Y3", "Y4 G4 G4", "R4 Y5 G5"]


@clause("DH-4.3", "INV-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_value_is_larger_than_one_on_a_higher_ambulance(players: int) -> None:
    claims = 0
    for position in journey(players, seed=players):
        if position.then is round.claim and NO_BED not in position.dice:
            values = [die % 6 for die in position.dice]
            for first in range(0, len(values) - 3, 3):
                assert max(values[first : first + 3]) <= min(values[first + 3 : first + 6])
                claims += 1
    assert claims > 8


@clause("DH-4.4")
def test_an_ambulance_shows_low_dice_before_high_ones() -> None:
    scenario = intake("G2 R5 Y3 R3 R4 Y2 G4 R2 Y4", players=2)
    for ambulance in scenario.view(0)["ambulances"]:
        values = [die["value"] for die in ambulance["dice"]]
        assert values == sorted(values)


@clause("DH-4.5", "DH-28.1")
def test_a_group_of_one_colour_over_a_boundary_needs_no_decision() -> None:
    scenario = intake("R2 R2 R2 R2 R2 Y3 Y3 Y3 Y3", players=2)
    assert scenario.question(0) == "take_ambulance"
    assert ambulances(scenario) == ["R2 R2 R2", "R2 R2 Y3", "Y3 Y3 Y3"]


@clause("DH-4.5", "EX-04")
def test_a_group_of_several_colours_within_one_ambulance_needs_no_decision() -> None:
    scenario = intake("R2 Y2 G2 R3 Y3 G3 R4 Y4 G5", players=2)
    assert scenario.question(0) == "take_ambulance"


@clause("DH-4.5", "DH-4.7")
def test_a_group_that_becomes_one_colour_is_not_asked_further() -> None:
    scenario = intake("R2 R2 R2 R2 Y2 R3 R3 R3 R3", players=2)
    assert scenario.question(1) == "sort_dice"
    scenario.when(1, "die:Y")
    assert scenario.question(0) == "take_ambulance"
    assert ambulances(scenario) == ["R2 R2 R2", "R2 Y2 R3", "R3 R3 R3"]


@clause("DH-4.6", "R-18")
def test_the_holder_of_the_token_at_the_start_of_the_phase_fixes_who_sorts() -> None:
    scenario = intake(EX_04, first_player=1)
    assert scenario.asked() == [0]
    for seat in (1, 2):
        scenario.refuses(seat, "die:G")


@clause("DH-4.7", "EX-04")
def test_only_the_colours_are_chosen_out_of_the_group() -> None:
    scenario = intake("R2 R2 Y2 Y2 G3 G3 G3 G3 G3", players=2)
    assert scenario.legal(1) == {"die:R", "die:Y"}
    scenario.refuses(1, "die:G", clause="DH-4.7")


@clause("DH-4.7")
def test_the_number_of_dice_per_ambulance_is_fixed() -> None:
    scenario = intake("R2 Y3 Y3 Y3 G3 G3 R4 R4 R4", players=2)
    assert scenario.state.prompt(1) == "Choose a die of value 3 for ambulance 1."
    scenario.when(1, "die:G", "die:G")
    assert ambulances(scenario) == ["R2 G3 G3", "Y3 Y3 Y3", "R4 R4 R4"]


@clause("DH-4.8", "EX-04", "D-04")
def test_groups_are_decided_in_ascending_order_with_every_distinct_option() -> None:
    scenario = intake(EX_04)
    assert (scenario.asked(), scenario.legal(2)) == ([2], {"die:R", "die:Y", "die:G"})
    assert scenario.state.prompt(2).startswith("Choose a die of value 2 ")
    scenario.when(2, "die:G")
    assert (scenario.asked(), scenario.legal(2)) == ([2], {"die:R", "die:Y", "die:G"})
    assert scenario.state.prompt(2).startswith("Choose a die of value 4 ")
    scenario.when(2, "die:R")
    assert scenario.question(0) == "take_ambulance"


@clause("DH-4.8", "DH-4.5")
def test_a_group_over_two_boundaries_is_decided_for_each() -> None:
    scenario = intake("R2 R2 R3 R3 R3 Y3 G3 G4 G4", players=2)
    scenario.when(1, "die:G", "die:Y")
    assert ambulances(scenario) == ["R2 R2 G3", "R3 R3 R3", "Y3 G4 G4"]


@clause("DH-4.8", "R-18")
def test_sorting_is_told_to_everybody() -> None:
    scenario = intake(EX_04).when(2, "die:G")
    assert scenario.text(SPECTATOR) == ["Seat 3 leaves green 2 over at ambulance 1."]


# --- claiming -------------------------------------------------------------------------------


@clause("DH-4.9", "D-05")
def test_nobody_may_pass_on_an_ambulance() -> None:
    scenario = claiming(LOADS)
    assert scenario.legal(0) == {"ambulance:2", "ambulance:3", "ambulance:4"}
    for refused in ("pass", "done"):
        scenario.refuses(0, refused)


@clause("DH-4.9", "D-05")
def test_an_ambulance_is_taken_once_and_in_turn() -> None:
    scenario = claiming(LOADS)
    scenario.refuses(1, "ambulance:3")
    scenario.when(0, "ambulance:3")
    scenario.refuses(0, "ambulance:4")
    scenario.refuses(1, "ambulance:3", clause="DH-4.10")


@clause("DH-4.10", "EX-93", "INV-10")
def test_the_first_player_may_not_take_ambulance_1() -> None:
    scenario = claiming(["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"])
    assert scenario.legal(0) == {"ambulance:2", "ambulance:3"}
    refusal = scenario.refuses(0, "ambulance:1", clause="DH-4.10")
    assert refusal.message == "The first player may not take ambulance 1."
    assert scenario.when(0, "ambulance:3").legal(1) == {"ambulance:1", "ambulance:2"}


@clause("DH-4.10")
def test_every_other_player_may_take_any_ambulance_left() -> None:
    scenario = claiming(LOADS, first_player=1).when(1, "ambulance:3")
    assert scenario.legal(2) == {"ambulance:1", "ambulance:2", "ambulance:4"}
    assert scenario.when(2, "ambulance:2").legal(0) == {"ambulance:1", "ambulance:4"}


@clause("DH-4.11")
def test_the_ambulances_taken_fix_the_order_of_the_round() -> None:
    assert table(claimed(3, 1, 2)).order == [1, 2, 0]
    assert table(claimed(4, 2, 3)).order == [1, 2, 0]


@clause("DH-4.12", "DH-4.28")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_exactly_one_ambulance_is_left_over(players: int) -> None:
    for position in journey(players, seed=2):
        if position.then is round.admit:
            taken = [seat for seat in position.taken_by if seat >= 0]
            assert sorted(taken) == list(range(players))
            assert position.taken_by.count(-1) == 1


@clause("DH-4.13", "EX-33")
def test_the_dice_of_the_left_over_ambulance_go_back_into_the_bag() -> None:
    loads = ["R2 R2 R2", "R3 R3 R3", "R4 Y4 G4", "G5 G5 G5"]
    scenario = claiming(loads)
    before = table(scenario).bag[:]
    scenario.when(0, "ambulance:2").when(1, "ambulance:1").when(2, "ambulance:4")
    assert table(scenario).bag == [number + 1 for number in before]
    assert ambulances(scenario)[2] == ""
    assert "Ambulance 3 is left over; its dice go back into the bag." in scenario.text()


@clause("DH-4.14", "DH-4.15", "DH-4.17", "EX-08", "EX-33", "R-26")
def test_the_first_player_with_the_lowest_ambulance_gains_the_bag_and_keeps_the_token() -> None:
    scenario = claimed(2, 3, 4)
    assert [own.bags for own in table(scenario).hospitals] == [1, 0, 0]
    assert table(scenario).first_player == 0
    assert table(scenario).bag[0] == 18 - 1


@clause("DH-4.14", "DH-4.15", "DH-4.17", "EX-09")
def test_another_player_with_the_lowest_ambulance_gains_the_bag_and_the_token() -> None:
    scenario = claimed(3, 1, 2)
    assert [own.bags for own in table(scenario).hospitals] == [0, 1, 0]
    assert table(scenario).first_player == 1
    assert table(scenario).order == [1, 2, 0]


@clause("DH-4.16", "DH-4.14")
def test_a_left_over_ambulance_1_gives_its_bag_to_the_holder_of_2_only() -> None:
    scenario = claimed(3, 4, 2)
    assert [own.bags for own in table(scenario).hospitals] == [0, 0, 1]
    assert len(scenario.told("gain_bag")) == 1


@clause("DH-4.17", "DH-3.8")
def test_the_token_has_changed_hands_before_the_patients_are_admitted() -> None:
    scenario = claimed(2, 1, 3, hospitals=[TWELVE])
    assert scenario.question(0) == "remove_patient"
    assert scenario.view(0)["first_player"] == 1
    assert scenario.view(0)["phase"] == 1


# --- admitting ------------------------------------------------------------------------------


@clause("DH-4.18", "EX-07")
def test_the_patients_of_the_ambulance_are_admitted_untreated_without_a_question() -> None:
    scenario = claiming(["Y2 Y2 Y2", "R2 Y3 G3", "R4 R4 R4"], hospitals=["G6u"])
    scenario.when(0, "ambulance:2").when(1, "ambulance:1")
    assert patients(scenario, 0) == ["G3u", "G6u", "R2u", "Y3u"]
    assert scenario.question(1) == "take_improvement"


@clause("DH-4.18", "DH-10.4")
def test_new_patients_lie_in_beds_that_were_empty() -> None:
    scenario = claimed(2, 1, 3, hospitals=["R6u Y6u G6u"])
    beds = [bed["patient"]["notation"] for bed in scenario.view(0)["seats"][0]["beds"][:6]]
    assert beds[:3] == ["R6u", "Y6u", "G6u"]
    assert sorted(beds[3:]) == ["G3u", "R3u", "Y3u"]


@clause("DH-4.19", "EX-07", "R-48")
def test_new_patients_may_lie_in_several_wards() -> None:
    scenario = claimed(2, 1, 3, hospitals=["R6u Y6u"])
    occupied = [bed["ward"] for bed in scenario.view(0)["seats"][0]["beds"] if bed["patient"]]
    assert occupied == [1, 1, 1, 2, 2]


@clause("DH-4.20", "EX-06", "DH-4.23", "D-06", "R-17")
def test_the_surplus_is_removed_by_choice_of_the_owner() -> None:
    loads = ["R2 R2 R2", "Y4 R5 G2", "R3 R3 R3"]
    scenario = claiming(loads, hospitals=[TEN]).when(0, "ambulance:2")
    red = table(scenario).bag[0]
    scenario.when(1, "ambulance:1")
    assert scenario.state.prompt(0) == ("Remove 1 of your patients: there are not enough beds.")
    assert scenario.legal(0) == set(TEN.split())
    red += 3
    scenario.when(0, "R1u")
    assert hospital(scenario, 0).patients == 12
    assert hospital(scenario, 0).fatalities == 1
    assert table(scenario).bag[0] == red + 1
    assert {"Y4u", "R5u", "G2u"} <= set(patients(scenario, 0))
    assert "R1u" not in patients(scenario, 0)


@clause("DH-4.20", "EX-06", "EX-34", "D-06")
@pytest.mark.parametrize(("old", "surplus"), [(TEN, 1), (TEN + " G6u", 2), (TWELVE, 3)])
def test_exactly_the_surplus_is_removed(old: str, surplus: int) -> None:
    scenario = claimed(2, 1, 3, hospitals=[old])
    for _ in range(surplus):
        assert scenario.question(0) == "remove_patient"
        scenario.refuses(0, "done")
        scenario.refuses(0, "pass")
        scenario.when(0, min(scenario.legal(0)))
    assert scenario.question(0) != "remove_patient"
    assert hospital(scenario, 0).patients == 12
    assert hospital(scenario, 0).fatalities == surplus


@clause("DH-4.21", "DH-10.12")
def test_every_removed_patient_is_a_fatality_and_its_die_goes_into_the_bag() -> None:
    scenario = claimed(2, 1, 3, hospitals=[TWELVE])
    before = table(scenario).bag[:]
    scenario.when(0, "R1u", "G4u", "Y2u")
    assert table(scenario).bag == [number + 1 for number in before]
    assert hospital(scenario, 0).fatalities == 3
    assert len(scenario.told("fatality")) == 3
    conserved(scenario.state)


@clause("DH-4.22", "EX-06", "EX-34")
def test_new_patients_cannot_be_removed() -> None:
    loads = ["R2 R2 R2", "Y5 R5 G5", "R3 R3 R3"]
    scenario = claiming(loads, hospitals=[TWELVE])
    scenario.when(0, "ambulance:2").when(1, "ambulance:1")
    for new in ("Y5u", "R5u", "G5u"):
        refusal = scenario.refuses(0, new, clause="DH-4.22")
        assert refusal.message == "New patients may not be removed."


@clause("DH-4.23", "DH-1.19")
def test_patients_are_removed_by_colour_and_value() -> None:
    old = "R1u R1u R1u R1u Y6u Y6u Y6u Y6u G3u G3u G3u G3u"
    scenario = claimed(2, 1, 3, hospitals=[old])
    assert scenario.legal(0) == {"R1u", "Y6u", "G3u"}
    scenario.when(0, "Y6u", "Y6u", "R1u")
    assert patients(scenario, 0).count("Y6u") == 2
    assert patients(scenario, 0).count("R1u") == 3


@clause("DH-4.24")
def test_nobody_removes_patients_while_there_is_room() -> None:
    scenario = claimed(2, 1, 3, hospitals=["R1u R2u R3u R4u Y1u Y2u Y3u Y4u G1u"])
    assert scenario.question(1) == "take_improvement"
    assert hospital(scenario, 0).patients == 12
    scenario.refuses(0, "R1u")


@clause("DH-4.25", "D-06", "R-44")
def test_players_without_room_are_asked_at_once() -> None:
    scenario = claimed(2, 1, 3, hospitals=[TWELVE, "R3u", TEN.replace("R", "Y")])
    assert scenario.asked() == [0, 2]
    scenario.when(2, "G1u").when(0, "R1u", "R2u", "R3u")
    assert [event.seat for event in scenario.told("admit")] == [1, 0, 2]


@clause("DH-4.26", "DH-9.5")
def test_emptied_ambulances_stay_with_their_players_until_phase_6() -> None:
    for position in journey(3, seed=4):
        if 2 <= position.phase <= 5 and position.then is not round.take_in:
            assert sorted(own.ambulance for own in position.hospitals) == sorted(
                number + 1 for number, seat in enumerate(position.taken_by) if seat >= 0
            )
            assert set(position.dice) == {NO_BED}


@clause("DH-4.27", "EX-43", "R-15", "INV-12")
@pytest.mark.parametrize(("players", "left", "drawn"), [(2, 21, 9), (3, 18, 12), (4, 15, 15)])
def test_the_bag_suffices_even_if_all_hospitals_are_full(
    players: int, left: int, drawn: int
) -> None:
    scenario = before_intake(players, [TWELVE] * players)
    assert sum(table(scenario).bag) == left
    flow(scenario, until=round.sort_dice)
    assert sum(table(scenario).bag) == left - drawn
    assert not scenario.told("empty_bag")


@clause("R-15")
def test_a_draw_from_an_empty_bag_would_be_skipped_and_logged() -> None:
    scenario = before_intake(3).edit(bag=[10, 0, 0])
    flow(scenario, until=round.claim)
    assert scenario.text().count("The bag is empty: a die cannot be drawn.") == 2
    assert [len(load.split()) for load in ambulances(scenario)] == [3, 3, 3, 1]
    scenario.go_on()
    first = scenario.asked()[0]
    scenario.when(first, "ambulance:4")
    for _ in range(2):
        scenario.when(scenario.asked()[0], max(scenario.legal(scenario.asked()[0])))
    assert hospital(scenario, first).patients == 1 + 1


@clause("DH-4.28", "EX-33")
def test_the_left_over_ambulance_is_used_again_in_the_next_round() -> None:
    scenario = claimed(2, 1, 3)
    assert scenario.view(0)["ambulances"][3]["taken_by"] is None
    rounds = {
        (position.round, len(position.view(0)["ambulances"])) for position in journey(3, seed=8)
    }
    assert rounds == {(number, 4) for number in range(1, 9)}


@clause("C-11", "DH-29.1")
def test_values_rolled_in_play_are_uniform() -> None:
    values = []
    for seed in range(12):
        scenario = before_intake(3).edit(chance=Chance(f"{seed}").save())
        flow(scenario, until=round.sort_dice)
        for die, count in enumerate(table(scenario).rolled):
            values += [die % 6 + 1] * count
    assert set(values) == {2, 3, 4, 5}
    assert looks_uniform(values, kinds=4)
