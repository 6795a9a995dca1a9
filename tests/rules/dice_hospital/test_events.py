"""DH-21: events."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.rules.dice_hospital.play import looks_uniform
from tests.rules.dice_hospital.table import (
    DEPARTMENT_IDS,
    EVENT_IDS,
    House,
    activation,
    ambulances,
    claiming,
    die_draw,
    display,
    flow,
    hospital,
    improvement,
    neglect,
    opening,
    owned,
    patients,
    revealing,
    scoring,
    set_up,
    shift_change,
    table,
)
from tests.rules.dice_hospital.walk import Walk, moments
from wardround.core import SPECTATOR, OptionError
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.material import PRINTED
from wardround.games.dice_hospital.values import EVENT_CLAUSES, RECONSTRUCTED
from wardround.testing import Scenario, clause

EVENTS = {"events": True}
THREE = ["R3u G2u", "Y4u", "R1u Y2u G5u"]
LOADS = ["R2 R2 R2", "R3 R3 R3", "Y4 Y4 Y4", "Y5 Y5 Y5"]


def told(scenario: Scenario) -> list[str]:
    """What everybody has read about the event."""
    return [line for line in scenario.text(SPECTATOR) if line.startswith("Event: ")]


# --- the deck ---------------------------------------------------------------------------------


@clause("DH-21.1", "DH-1.14", "DH-2.20")
def test_the_fifteen_events_are_shuffled_face_down() -> None:
    scenario = set_up(3, EVENTS)
    assert sorted(table(scenario).event_deck) == list(range(15))
    assert table(scenario).event_deck != list(range(15))
    assert table(set_up(3)).event_deck == []
    for viewer in (SPECTATOR, 0, 1, 2):
        assert scenario.view(viewer)["event"] is None


@clause("C-06", "DH-21.1")
@pytest.mark.parametrize("place", [0, 14])
def test_every_event_is_equally_likely_at_every_place_of_the_deck(place: int) -> None:
    found = [table(set_up(2, EVENTS, f"C-06 {n}")).event_deck[place] for n in range(450)]
    assert looks_uniform(found, 15)


@clause("DH-21.2", "DH-3.4", "C-16", "R-43", "DH-21.5")
@pytest.mark.parametrize("players", [1, 3])
def test_seven_events_are_revealed_at_the_start_of_rounds_2_to_8(players: int) -> None:
    found: list[tuple[int, int]] = []
    for moment in moments(Walk(players, EVENTS, players, 9)):
        for event in moment.told("event"):
            deck = moment.before.event_deck
            assert event.args == (deck[-1],)
            assert moment.after.event_deck == deck[:-1]
            assert moment.before.then is round.begin_round
            found.append((moment.after.round, event.args[0]))
    assert [number for number, _ in found] == [2, 3, 4, 5, 6, 7, 8]
    assert len({card for _, card in found}) == 7
    assert len(moment.after.event_deck) == 8


@clause("DH-3.4")
def test_without_the_option_no_event_is_revealed() -> None:
    for moment in moments(Walk(2, {}, 2, 9)):
        assert moment.told("event") == []


@clause("DH-21.2", "DH-21.3")
def test_the_event_is_revealed_before_any_die_is_drawn() -> None:
    scenario = revealing("E01", THREE)
    assert table(scenario).then is round.take_in
    assert ambulances(scenario) == [""] * 4
    assert told(scenario) == ["Event: Blood Drive. Each player gains a blood bag."]
    view = scenario.view(SPECTATOR)["event"]
    assert (view["id"], view["name"], view["clause"]) == ("E01", "Blood Drive", "DH-21.9")


@clause("DH-21.3")
def test_a_one_off_event_is_finished_before_phase_1() -> None:
    scenario = revealing("E06", ["R3u", "Y2u"])
    assert scenario.asked() == [0, 1]
    scenario.when(0, "pass")
    assert table(scenario).then is round.take_in
    assert scenario.asked() == [1]
    scenario.when(1, "Y2u")
    assert ambulances(scenario) != [""] * 3


@clause("DH-21.4", "DH-21.5")
def test_an_ongoing_event_lasts_until_phase_6_and_does_not_come_back() -> None:
    scenario = scoring([House(discharged="R R R R"), House()], event="E13", round_number=3)
    assert scenario.view(SPECTATOR)["event"]["id"] == "E13"
    flow(scenario, until=round.begin_round)
    assert scenario.view(SPECTATOR)["event"] is None
    assert EVENT_IDS.index("E13") not in table(scenario).event_deck


@clause("DH-9.10", "DH-21.5")
def test_the_current_event_is_discarded_in_phase_6() -> None:
    scenario = shift_change(["R3t", "Y4t"], event="E08")
    assert scenario.view(SPECTATOR)["event"] is None
    scenario = shift_change(["R3t", "Y4t"], event="E11")
    assert table(scenario).closed == -1


@clause("DH-21.6", "R-56")
def test_all_events_are_marked_as_reconstructed() -> None:
    assert [card.id for card in RECONSTRUCTED.events] == [f"E{n:02}" for n in range(1, 16)]
    assert {card.tag for card in RECONSTRUCTED.events} == {"RECON"}
    rows = next(part for part in GAME.material() if part.name == "Events").rows
    assert [row[0] for row in rows] == [f"DH-21.{n}" for n in range(9, 24)]
    assert {row[-1] for row in rows} == {"RECON"}
    assert revealing("E01", THREE).view(0)["event"]["provenance"] == "RECON"


@clause("DH-21.6")
def test_every_event_names_its_clause() -> None:
    rules = GAME.rules().index()
    for card in RECONSTRUCTED.events:
        assert f"`{card.id}`" in rules[card.clause].text
        assert card.name in rules[card.clause].text
    assert len(EVENT_CLAUSES) == 13


@clause("DH-21.7", "DH-21.19")
def test_the_first_player_of_an_event_is_the_holder_at_its_reveal() -> None:
    scenario = revealing("E11", THREE, first_player=2)
    assert scenario.asked() == [2]


@clause("DH-21.8", "DH-10.21", "R-43")
@pytest.mark.parametrize("event", ["E03", "E04", "E05", "E06"])
def test_value_changes_by_events_treat_nobody(event: str) -> None:
    scenario = revealing(event, ["R3u Y3u G3u", "R3u Y3u G3u"])
    for seat in scenario.asked():
        scenario.when(seat, "Y3u")
        break
    assert all(patient[2] == "u" for patient in patients(scenario, 0))
    assert patients(scenario, 0) != ["G3u", "R3u", "Y3u"]


@clause("DH-21.8", "DH-10.12", "R-43")
def test_a_fall_to_0_is_a_fatality_and_no_event_discharges() -> None:
    scenario = revealing("E03", ["R1u G6u", "R6u"])
    assert patients(scenario, 0) == ["G6u"]
    assert (hospital(scenario, 0).fatalities, hospital(scenario, 1).fatalities) == (1, 0)
    raised = revealing("E06", ["R6u G5u", "R6u"])
    raised.refuses(0, "R6u", clause="DH-21.14")
    assert raised.legal(0) == {"pass", "G5u"}
    assert raised.asked() == [0]


def test_events_take_an_on_or_off() -> None:
    with pytest.raises(OptionError):
        GAME.new(3, 1, {"events": "sometimes"})


# --- blood bags -------------------------------------------------------------------------------


@clause("DH-21.9", "DH-11.1")
def test_blood_drive_gives_everybody_a_bag() -> None:
    scenario = revealing("E01", [House("R3u", bags=2), "Y4u", "G5u"])
    assert [hospital(scenario, seat).bags for seat in range(3)] == [3, 1, 1]


@clause("DH-21.9", "DH-21.7", "R-27")
def test_bags_that_run_out_go_to_the_first_in_turn_order() -> None:
    houses = [House("R3u", bags=14), House("Y4u"), House("G5u")]
    limited = {"token_limits": "printed"}
    scenario = revealing("E01", houses, first_player=1, options=limited)
    assert [hospital(scenario, seat).bags for seat in range(3)] == [14, 1, 1]


@clause("DH-21.10", "INV-08")
def test_fridge_failure_costs_a_bag_where_there_is_one() -> None:
    scenario = revealing("E02", [House("R3u", bags=2), House("Y4u", bags=1), "G5u"])
    assert [hospital(scenario, seat).bags for seat in range(3)] == [1, 0, 0]
    assert [event.seat for event in scenario.told("lose_bag")] == [0, 1]


# --- patients that fall, rise, move -----------------------------------------------------------


@clause("DH-21.11", "DH-21.12", "DH-21.13")
@pytest.mark.parametrize(("event", "letter"), [("E03", "R"), ("E04", "Y"), ("E05", "G")])
def test_the_best_patient_of_the_colour_drops_a_step(event: str, letter: str) -> None:
    others = [other for other in "RYG" if other != letter]
    houses = [
        f"{letter}2u {letter}5u {letter}5u {others[0]}6u",
        f"{letter}1u {others[1]}6u",
        f"{others[0]}4u {others[1]}6u",
    ]
    scenario = revealing(event, houses)
    assert patients(scenario, 0) == sorted(
        [f"{letter}2u", f"{letter}4u", f"{letter}5u", f"{others[0]}6u"]
    )
    assert patients(scenario, 1) == [f"{others[1]}6u"]
    assert hospital(scenario, 1).fatalities == 1
    assert patients(scenario, 2) == sorted([f"{others[0]}4u", f"{others[1]}6u"])
    assert scenario.asked() == []


@clause("DH-21.14", "D-19", "DH-28.1")
def test_quiet_night_lets_everybody_raise_one_patient_or_decline() -> None:
    scenario = revealing("E06", ["R3u R3u G5u Y6u", "Y1u", "R6u", ""])
    assert scenario.asked() == [0, 1]
    assert scenario.legal(0) == {"pass", "R3u", "G5u"}
    assert scenario.question(0) == scenario.question(1) == "raise_patient"
    scenario.when(0, "G5u")
    assert patients(scenario, 0) == ["G6u", "R3u", "R3u", "Y6u"]
    assert "Seat 1 raises green 5 to 6." in scenario.text(SPECTATOR)
    scenario = revealing("E06", ["R3u", "Y1u"]).when(0, "pass")
    assert patients(scenario, 0) == ["R3u"]


@clause("DH-21.15", "D-20")
def test_ward_transfer_passes_a_patient_of_everybody_to_the_left() -> None:
    scenario = revealing("E07", ["R3u G2u", "Y4u Y1u", "G5u R6u"])
    assert scenario.asked() == [0, 1, 2]
    assert scenario.legal(0) == {"R3u", "G2u"}
    scenario.refuses(0, "pass")
    scenario.when(2, "R6u").when(0, "G2u")
    assert patients(scenario, 0) == ["G2u", "R3u"]
    scenario.when(1, "Y4u")
    told_passes = [event.args for event in scenario.told("passed")]
    assert [left for _, left in told_passes] == [1, 2, 0]
    after = [patient for patient in patients(scenario, 0) if patient in ("R3u", "R6u")]
    assert after == ["R3u", "R6u"]
    assert "G2u" in patients(scenario, 1)
    assert "Y4u" in patients(scenario, 2)


@clause("DH-21.15", "D-20", "DH-3.10", "INV-26")
def test_the_choice_of_a_ward_transfer_is_secret() -> None:
    scenario = revealing("E07", ["R3u G2u", "Y4u Y1u", "G5u R6u"])
    scenario.when(0, "G2u")
    for viewer in (SPECTATOR, 1, 2):
        assert scenario.view(viewer)["seats"][0]["passed_on"] == []
        assert scenario.text(viewer) == ["Seat 1 has chosen a patient for the ward transfer."]
    assert "green 2" in scenario.view(0)["seats"][0]["passed_on"][0]["label"]
    assert scenario.text(0) == ["Seat 1 has chosen green 2 for the ward transfer."]


@clause("INV-26", "DH-21.15")
def test_a_redrawn_position_passes_on_patients_that_are_there() -> None:
    scenario = revealing("E07", ["R3u G2u", "Y4u Y1u", "G5u R6u"])
    scenario.when(0, "G2u").when(1, "Y1u")
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(40):
        other = scenario.state.determinize(2, Random(number))
        other.apply(2, GAME.parse("G5u"))
        assert len(other.asked()) > 0
        hidden = scenario.state.determinize(2, Random(number)).snapshot()["hospitals"]
        found[tuple(hidden[0]["passed_on"] + hidden[1]["passed_on"])] += 1
    assert len(found) == 4


@clause("DH-21.15")
def test_an_empty_hospital_passes_nobody_but_receives() -> None:
    scenario = revealing("E07", ["R3u G2u", "", "G5u"])
    assert scenario.asked() == [0]
    scenario.when(0, "R3u")
    assert [event.args[1] for event in scenario.told("passed")] == [1, 0]
    assert "R3u" in patients(scenario, 1)
    assert len(patients(scenario, 1)) == 1
    assert {"G2u", "G5u"} <= set(patients(scenario, 0))
    assert patients(scenario, 2) == []


@clause("DH-21.15")
def test_if_all_hospitals_are_empty_nothing_is_passed() -> None:
    scenario = revealing("E07", ["", "", ""])
    assert scenario.asked() == []
    assert table(scenario).then is round.take_in


@clause("DH-21.15")
def test_full_hospitals_do_not_overflow_by_a_ward_transfer() -> None:
    full = "R1u R2u R3u R4u Y1u Y2u Y3u Y4u G1u G2u G3u G4u"
    scenario = revealing("E07", [full, full])
    scenario.when(0, "R1u").when(1, "G4u")
    assert [hospital(scenario, seat).patients for seat in range(2)] == [12, 12]
    assert [hospital(scenario, seat).fatalities for seat in range(2)] == [0, 0]


@clause("DH-21.15", "C-17", "DH-10.14", "R-43")
def test_solo_ward_transfer_exchanges_a_patient_with_the_bag() -> None:
    scenario = revealing("E07", ["R3u G2u"])
    first_yellow = table(scenario).bag[0]
    four_red_dice = [0, 0, 0, 1, 0, 2, 0, 3]
    scenario.chance(first_yellow, 3, *four_red_dice).when(0, "G2u")
    assert patients(scenario, 0) == ["R3u", "Y5u"]
    assert [event.kind for event in scenario.events][1:3] == ["send_back", "admit"]
    assert hospital(scenario, 0).fatalities == 0
    assert "Seat 1 admits yellow 5." in scenario.text(SPECTATOR)


# --- nurses -----------------------------------------------------------------------------------


@clause("DH-21.16", "DH-6.4", "R-49", "DH-13.16")
def test_staff_sickness_leaves_two_nurses_and_all_specialists() -> None:
    scenario = revealing("E08", [House("R3u Y3u G3u", specialists=["surgeon"]), "Y4u"])
    assert [own["nurses"]["free"] for own in scenario.view(0)["seats"]] == [2, 2]
    scenario = opening([House("R3u Y3u G3u", specialists=["surgeon"]), "Y4u"], event="E08")
    scenario.edit_with(two_nurses)
    scenario.when(0, "place:nurse", "at:oncology")
    scenario.when(0, "place:nurse", "at:pharmacy")
    scenario.refuses(0, "place:nurse", clause="DH-21.16")
    assert scenario.legal(0) == {"done", "place:surgeon"}


def two_nurses(snapshot: dict[str, Any]) -> None:
    for own in snapshot["hospitals"]:
        own["nurses"] = 2


@clause("DH-21.16", "DH-21.5")
def test_after_staff_sickness_three_nurses_work_again() -> None:
    scenario = shift_change(["R3t", "Y4t"], event="E08")
    assert [hospital(scenario, seat).nurses for seat in range(2)] == [3, 3]


@clause("DH-21.17", "R-49")
def test_the_player_with_fewest_points_has_a_fourth_nurse() -> None:
    houses = [House("R3u", score=4), House("Y4u", score=-2), House("G5u", score=0)]
    scenario = revealing("E09", houses)
    assert [hospital(scenario, seat).nurses for seat in range(3)] == [3, 4, 3]
    assert scenario.view(0)["seats"][1]["nurses"]["total"] == 4


@clause("DH-21.17", "DH-21.7", "R-43")
@pytest.mark.parametrize(("first_player", "extra"), [(0, 2), (1, 2), (2, 1)])
def test_a_tie_for_fewest_points_goes_to_the_last_in_turn_order(
    first_player: int, extra: int
) -> None:
    houses = [House("R3u", score=3), House("Y4u", score=1), House("G5u", score=1)]
    scenario = revealing("E09", houses, first_player=first_player)
    expected = [4 if seat == extra else 3 for seat in range(3)]
    assert [hospital(scenario, seat).nurses for seat in range(3)] == expected


@clause("DH-21.17")
def test_all_four_nurses_can_be_placed_and_solo_the_player_has_them() -> None:
    scenario = revealing("E09", ["R3u"])
    assert hospital(scenario, 0).nurses == 4
    lying = "R3u R4u Y3u G3u G6u"
    scenario = activation(lying, others=["Y3u"], active=(0, 1), event="E09")
    scenario.edit_with(lambda snapshot: snapshot["hospitals"][0].update(nurses=4))
    scenario.when(0, "place:nurse", "at:critical_care", "R3u")
    scenario.when(0, "place:nurse", "at:oncology")
    scenario.when(0, "place:nurse", "at:pharmacy", "G3u")
    scenario.when(0, "place:nurse", "at:clinic")
    scenario.refuses(0, "place:nurse")
    again = shift_change(["R3t", "Y4t"], event="E09")
    assert hospital(again, 0).nurses == 3


# --- extra dice -------------------------------------------------------------------------------


@clause("DH-21.18", "C-12", "R-16")
def test_major_incident_brings_a_die_with_every_ambulance() -> None:
    scenario = claiming(LOADS, event="E10")
    scenario.chance(*die_draw(scenario, "G4")).when(0, "ambulance:2")
    assert [die["label"] for die in scenario.view(1)["seats"][0]["waiting"]] == ["green 4"]
    assert "Seat 1 must admit green 4 as well." in scenario.text(SPECTATOR)
    scenario.chance(*die_draw(scenario, "R2")).when(1, "ambulance:3")
    scenario.chance(*die_draw(scenario, "Y5")).when(2, "ambulance:4")
    assert patients(scenario, 0) == ["G4u", "R3u", "R3u", "R3u"]
    assert patients(scenario, 1) == ["R2u", "Y4u", "Y4u", "Y4u"]
    assert patients(scenario, 2) == ["Y5u", "Y5u", "Y5u", "Y5u"]


@clause("DH-21.18", "DH-22.3", "INV-33")
def test_major_incident_adds_to_the_epidemic() -> None:
    scenario = claiming(LOADS, event="E10", options={"nationwide_epidemic": True})
    for seat, number in ((0, 2), (1, 3), (2, 4)):
        scenario.when(seat, f"ambulance:{number}")
    assert [hospital(scenario, seat).patients for seat in range(3)] == [5, 5, 5]


@clause("DH-21.18", "DH-4.20", "DH-4.22")
def test_the_incident_die_counts_for_the_overflow_and_stays() -> None:
    eleven = "R1u R1u R2u R2u Y1u Y1u Y2u Y2u G1u G1u G2u"
    scenario = claiming(LOADS, event="E10", hospitals=[eleven])
    scenario.chance(*die_draw(scenario, "G5")).when(0, "ambulance:2")
    scenario.when(1, "ambulance:3").when(2, "ambulance:4")
    assert scenario.asked() == [0]
    for _ in range(3):
        scenario.refuses(0, "G5u", clause="DH-4.22")
        scenario.when(0, min(scenario.legal(0)))
    assert hospital(scenario, 0).fatalities == 3
    assert "G5u" in patients(scenario, 0)


# --- departments and improvements --------------------------------------------------------------


@clause("DH-21.19", "D-21")
def test_power_cut_shuts_a_printed_department_for_everybody() -> None:
    scenario = revealing("E11", THREE)
    assert scenario.legal(0) == {f"close:{id}" for id in DEPARTMENT_IDS[:PRINTED]}
    scenario.when(0, "close:imaging")
    assert scenario.view(2)["closed"] == "imaging"
    scenario = activation("R3u Y3u", others=["Y3u G3u"], active=(0, 1), event="E11")
    scenario.edit(closed=DEPARTMENT_IDS.index("imaging"))
    for seat in (0, 1):
        scenario.when(seat, "place:nurse")
        scenario.refuses(seat, "at:imaging", clause="DH-21.19")
    assert scenario.legal(0) == {"at:critical_care", "at:oncology"}


@clause("DH-21.19")
def test_if_only_the_shut_department_would_do_no_meeple_can_be_placed() -> None:
    scenario = activation("Y3u", placed={"oncology": "nurse"}, event="E11", players=2)
    scenario.edit(closed=DEPARTMENT_IDS.index("imaging"))
    scenario.refuses(0, "place:nurse", clause="DH-6.10")
    assert scenario.legal(0) == {"done"}


@clause("DH-21.19", "C-18")
def test_solo_power_cut_is_decided_by_chance() -> None:
    for outcome, id in enumerate(DEPARTMENT_IDS[:PRINTED]):
        scenario = revealing("E11", ["R3u"], chance=[outcome])
        assert scenario.view(0)["closed"] == id
        assert scenario.asked() == []
        assert "is shut this round." in scenario.text(SPECTATOR)[-1]


@clause("DH-21.20", "EX-92")
def test_hiring_freeze_gives_bags_instead_of_improvements() -> None:
    tiles, cards = ["urology", "ent"], ["surgeon", "paramedic"]
    houses = [House("R3u", departments=["cardiology"]), House("Y3u"), House("G3u")]
    scenario = claiming(LOADS, event="E12", hospitals=houses)
    shown = [*display(scenario)[0], *display(scenario)[1]]
    assert len(shown) == len(tiles) + len(cards)
    scenario.when(0, "ambulance:2").when(1, "ambulance:3").when(2, "ambulance:4")
    assert scenario.told("take_department") == scenario.told("take_specialist") == []
    assert [hospital(scenario, seat).bags for seat in range(3)] == [2, 1, 1]
    assert (scenario.asked(), scenario.question(0)) == ([0], "return_improvement")
    scenario.when(0, "return:cardiology")
    assert (hospital(scenario, 0).bags, owned(scenario, 0)) == (3, [])
    assert [*display(scenario)[0], *display(scenario)[1]] == shown


@clause("DH-21.20", "EX-92", "DH-9.7")
def test_after_a_hiring_freeze_the_whole_display_is_cycled() -> None:
    tiles, cards = ["urology", "ent"], ["surgeon", "paramedic"]
    scenario = shift_change(["R3t"] * 3, tiles, cards, event="E12")
    position = table(scenario)
    under = {DEPARTMENT_IDS[tile] for tile in position.department_stack[:2]}
    assert under == set(tiles)
    assert len(position.shown_departments) == len(position.shown_specialists) == 2


# --- points and neglect -------------------------------------------------------------------------


@clause("DH-21.21", "DH-8.5", "DH-14.7")
@pytest.mark.parametrize(("number", "extra"), [(3, 0), (4, 2), (5, 2)])
def test_press_day_gives_two_points_for_four_discharges(number: int, extra: int) -> None:
    houses = [House("R3t", discharged=" ".join(["G"] * number)), House("Y3t")]
    scenario = scoring(houses, event="E13", round_number=2)
    plain = scoring(houses, round_number=2)
    assert scenario.state.scores()[0] - plain.state.scores()[0] == extra
    assert scenario.state.scores()[1] == 0
    assert scenario.view(0)["seats"][0]["sheet"]["rounds"][0]["event"] == extra


@clause("DH-21.22")
def test_infection_control_spares_high_values() -> None:
    scenario = neglect("R4u Y5u G6u R3u Y1u", event="E14")
    assert patients(scenario, 0) == ["G6u", "R2u", "R4u", "Y5u"]
    assert hospital(scenario, 0).fatalities == 1


@clause("DH-21.22", "EX-91", "DH-22.8")
def test_infection_control_holds_against_the_superbug() -> None:
    scenario = neglect("R4u R3u", event="E14", options={"resistant_superbug": True})
    assert patients(scenario, 0) == ["R1u", "R4u"]


@clause("DH-21.22", "R-23", "D-17")
def test_an_administrator_spares_only_who_would_deteriorate() -> None:
    scenario = neglect("R5u R3u R2u", administrator="adm_spare_red", event="E14")
    assert scenario.legal(0) == {"R2u", "R3u"}
    scenario.refuses(0, "R5u", clause="DH-21.22")
    scenario = neglect("R5u R6u Y2u", administrator="adm_spare_red", event="E14")
    assert scenario.asked() == []
    assert patients(scenario, 0) == ["R5u", "R6u", "Y1u"]


@clause("DH-21.23", "DH-3.11", "R-46", "DH-8.5")
def test_public_inquiry_costs_a_point_for_each_fatality_at_once() -> None:
    scenario = neglect("R1u Y1u G4u", event="E15", others=["Y1u"])
    assert scenario.state.scores() == [-2, -1]
    assert hospital(scenario, 0).fatalities == 2
    assert "Seat 1 loses 1 point by the event." in scenario.text(SPECTATOR)


@clause("DH-21.23", "DH-4.21")
def test_public_inquiry_counts_fatalities_for_lack_of_beds() -> None:
    full = "R1u R1u R2u R2u Y1u Y1u Y2u Y2u G1u G1u G2u G2u"
    scenario = claiming(LOADS, event="E15", hospitals=[House(full, score=1)])
    scenario.when(0, "ambulance:2").when(1, "ambulance:3").when(2, "ambulance:4")
    scenario.when(0, "R1u")
    assert scenario.state.scores()[0] == 0
    scenario.when(0, "R1u", "R2u")
    assert scenario.state.scores()[0] == -2


@clause("DH-21.23", "DH-14.7", "INV-18")
def test_what_the_inquiry_costs_stands_in_the_sheet_of_the_round() -> None:
    scenario = neglect("R1u Y1u G4u", event="E15", others=["Y3u"])
    flow(scenario, until=round.shift_change)
    row = scenario.view(0)["seats"][0]["sheet"]["rounds"][0]
    assert (row["event"], scenario.state.scores()[0]) == (-2, -2)


@clause("DH-21.23", "DH-25.14")
def test_the_pathologist_does_not_refund_the_inquiry() -> None:
    scenario = activation(
        "R3u",
        specialists=["pathologist"],
        fatalities=1,
        score=-1,
        event="E15",
        others=["Y3u"],
        active=(0, 1),
        options={"experimental_medicine": True},
    )
    scenario.when(0, "place:pathologist", "at:critical_care", "use")
    assert (hospital(scenario, 0).fatalities, hospital(scenario, 0).bags) == (0, 1)
    assert scenario.state.scores()[0] == -1


@clause("DH-21.20", "DH-24.12", "R-43")
def test_solo_hiring_freeze_reveals_nothing() -> None:
    scenario = improvement([], [], hospitals=["R3u"], players=1, event="E12")
    assert display(scenario) == ([], [])
