"""DH-3: the frame of a round, orders, what everybody may know."""

from itertools import pairwise
from typing import Any

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import (
    House,
    activation,
    claiming,
    flow,
    improvement,
    intake,
    scoring,
    set_up,
    shift_change,
    table,
)
from wardround.core import SPECTATOR, Chance
from wardround.core.fields import fields_of
from wardround.games.dice_hospital import GAME, round
from wardround.games.dice_hospital.state import PHASES, Table
from wardround.testing import clause

LOADS = ["R2 R2 R2", "R3 R3 R3", "R4 R4 R4", "Y5 Y5 Y5"]
FOUR_LOADS = [*LOADS, "G5 G5 G5"]


def phases(players: int, seed: int) -> list[tuple[int, int]]:
    """Round and phase of every step of a random game, each once."""
    found: list[tuple[int, int]] = []
    current = 0
    for position in journey(players, seed):
        current += position.phase == 1 and (not found or found[-1][1] != 1)
        if position.phase and found[-1:] != [(current, position.phase)]:
            found.append((current, position.phase))
    return found


# --- rounds and phases ----------------------------------------------------------------------


@clause("DH-3.1", "DH-3.2", "DH-3.3", "DH-9.1", "DH-15.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_eight_rounds_of_six_phases_in_order_the_last_without_the_sixth(players: int) -> None:
    expected = [(number, phase) for number in range(1, 9) for phase in range(1, 7)]
    assert phases(players, seed=players) == expected[:-1]


@clause("DH-3.2")
def test_the_phases_have_the_names_of_the_rules() -> None:
    shown = {position.phase: position.view(0)["phase_name"] for position in journey(2, 5)}
    chapters = {chapter.id: chapter.title for chapter in GAME.rules().chapters}
    for phase in range(1, 7):
        assert chapters[f"DH-{3 + phase}"] == f"Phase {phase}: {shown[phase]}"
    assert PHASES[7:] == ["Final Round Collections"]


@clause("DH-3.3", "DH-8.8", "EX-64", "R-25")
def test_round_8_ends_with_phase_5_and_the_bonus_for_empty_wards() -> None:
    scenario = activation("Y5u", placed={"oncology": "nurse"}, bags=2, round_number=8)
    scenario.when(0, "bag", "Y5u", "bag")
    assert scenario.state.is_over
    assert table(scenario).phase == 5
    assert [seat["sheet"]["rounds"][-1]["empty"] for seat in scenario.view(0)["seats"]] == [5, 5]
    assert table(scenario).taken_by != [-1, -1, -1]


@clause("DH-3.4", "DH-9.6")
def test_a_new_round_begins_with_the_intake_at_once() -> None:
    scenario = shift_change(["R3t", "G3u", "Y3u"], ["urology"], ["surgeon"], round_number=3)
    flow(scenario, until=round.sort_dice)
    assert scenario.text() == ["Round 4 begins."]
    assert sum(table(scenario).rolled) == 12


# --- orders ---------------------------------------------------------------------------------


@clause("DH-3.5", "DH-4.9")
@pytest.mark.parametrize("first_player", [0, 1, 2, 3])
def test_ambulances_are_claimed_clockwise_from_the_first_player(first_player: int) -> None:
    scenario = claiming(FOUR_LOADS, first_player=first_player)
    asked = []
    for number in (2, 3, 4, 5):
        asked += scenario.asked()
        scenario.when(scenario.asked()[0], f"ambulance:{number}")
    assert asked == [(first_player + step) % 4 for step in range(4)]


@clause("DH-3.6", "DH-4.11", "R-44")
def test_ambulance_order_follows_the_numbers_taken() -> None:
    scenario = claiming(LOADS)
    scenario.when(0, "ambulance:4").when(1, "ambulance:3").when(2, "ambulance:1")
    assert scenario.view(0)["order"] == [2, 1, 0]
    assert [event.seat for event in scenario.told("admit")] == [2, 1, 0]
    assert scenario.asked() == [2]
    assert scenario.when(2, "pass").asked() == [1]
    assert scenario.when(1, "pass").asked() == [0]


@clause("DH-3.6", "DH-27.1")
def test_ambulance_order_is_the_order_of_sequential_activation() -> None:
    scenario = improvement(
        [],
        [],
        hospitals=["R3u", "R3u", "R3u"],
        order=[1, 0, 2],
        options={"activation": "sequential"},
    )
    assert scenario.asked() == [1]
    assert scenario.when(1, "done").asked() == [0]
    assert scenario.when(0, "done").asked() == [2]


@clause("DH-3.7", "DH-4.6", "EX-32")
@pytest.mark.parametrize("first_player", [0, 1, 2, 3])
def test_the_last_player_in_turn_order_sorts_tied_dice(first_player: int) -> None:
    dice = "R2 R2 R2 Y2 R3 R3 R4 R4 R4 R5 R5 R5 Y5 Y5 Y5"
    scenario = intake(dice, first_player=first_player, players=4)
    assert scenario.asked() == [(first_player + 3) % 4]
    assert scenario.question(scenario.asked()[0]) == "sort_dice"


@clause("DH-3.7", "R-18", "EX-68")
@pytest.mark.parametrize("first_player", [0, 1])
def test_with_2_players_the_other_player_sorts_tied_dice(first_player: int) -> None:
    dice = "R2 R2 R2 Y2 R3 R3 R4 R4 R4"
    scenario = intake(dice, first_player=first_player, players=2)
    assert scenario.asked() == [1 - first_player]


@clause("DH-3.8", "R-26", "INV-09")
@pytest.mark.parametrize("seed", range(4))
def test_the_token_changes_hands_in_phase_1_only(seed: int) -> None:
    holders = [
        (position.phase, position.first_player) for position in journey(3, seed) if position.phase
    ]
    changes = [(before, after) for before, after in pairwise(holders) if before[1] != after[1]]
    assert changes
    assert all(before[0] == after[0] == 1 for before, after in changes)


@clause("DH-3.8", "R-26", "EX-09", "DH-9.9", "D-18")
def test_the_new_first_player_acts_in_phase_6_and_begins_the_next_round() -> None:
    loads = ["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"]
    scenario = claiming(loads, first_player=0, hospitals=["Y6u", "Y6u"])
    scenario.when(0, "ambulance:2").when(1, "ambulance:1")
    scenario.when(1, "pass").when(0, "pass").when(0, "done").when(1, "done")
    assert table(scenario).phase == 6
    assert scenario.asked() == [1]
    scenario.when(1, "reveal:department")
    while scenario.question(scenario.asked()[0]) == "sort_dice":
        seat = scenario.asked()[0]
        assert seat == 0
        scenario.when(seat, min(scenario.legal(seat)))
    assert scenario.asked() == [1]
    scenario.refuses(1, "ambulance:1", clause="DH-4.10")


# --- information ----------------------------------------------------------------------------


def without_viewer(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "viewer"}


@clause("DH-3.9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_once_the_administrators_are_shown_everybody_sees_the_same(players: int) -> None:
    for position in journey(players, seed=7):
        if position.phase:
            spectator = without_viewer(position.view(SPECTATOR))
            for seat in range(players):
                assert without_viewer(position.view(seat)) == spectator


@clause("DH-3.9")
def test_what_lies_open_is_shown_with_the_colours_in_the_bag() -> None:
    other = House(
        "Y2t>R", 2, ["urology"], ["surgeon"], "adm_most", 1, 17, {"urology": "surgeon"}, "G>R"
    )
    view = activation("R3u", others=[other], active=(0, 1)).view(0)
    seat = view["seats"][1]
    assert {"red": 14, "yellow": 14, "green": 14, "count": 42}.items() <= view["bag"].items()
    assert (view["department_stack"]["count"], view["specialist_deck"]["count"]) == (22, 22)
    patient = seat["beds"][0]["patient"]
    assert (patient["colour"], patient["current"], patient["value"]) == ("yellow", "red", 2)
    assert patient["treated"]
    assert (seat["blood_bags"]["count"], seat["fatalities"]["count"], seat["score"]) == (2, 1, 17)
    assert seat["departments"][-1]["id"] == "urology"
    assert seat["departments"][-1]["meeple"] == "surgeon"
    assert seat["specialists"][0]["used"]
    assert seat["administrator"]["id"] == "adm_most"
    assert [die["colour"] for die in seat["discharged"]] == ["green"]


@clause("DH-3.9", "DH-4.8")
@pytest.mark.parametrize(
    ("rolled", "players", "sorting"),
    [
        ("R2 R2 Y2 G2 R3 Y3 G4 G4 Y4 R4 Y5 G5", 3, ["die:G", "die:R"]),
        ("R2 R2 Y2 Y2 G2 G3 G3 Y3 R4", 2, ["die:G", "die:R", "die:Y"]),
    ],
)
def test_all_dice_rolled_are_visible_while_they_are_sorted(
    rolled: str, players: int, sorting: list[str]
) -> None:
    scenario = intake(rolled, players=players)
    for choice in ("", *sorting):
        if choice:
            scenario.when(players - 1, choice)
        for viewer in (SPECTATOR, 0, players - 1):
            view = scenario.view(viewer)
            dice = view["rolled"] + [die for load in view["ambulances"] for die in load["dice"]]
            shown = [f"{die['colour'][0].upper()}{die['value']}" for die in dice]
            assert sorted(shown) == sorted(rolled.split())


@clause("DH-4.8")
def test_a_choice_of_sorting_names_dice_that_are_shown() -> None:
    scenario = intake("R2 R2 Y2 Y2 G2 G3 G3 Y3 R4", players=2).when(1, "die:G")
    shown = {die["spot"] for die in scenario.view(1)["rolled"]}
    named = [spot for choice in scenario.state.choices(1) for spot in choice.spots]
    assert set(named) < shown
    assert len(named) == 4


@clause("DH-3.10")
def test_the_order_of_the_stacks_makes_no_difference_to_any_view() -> None:
    scenario = set_up(3)
    other = scenario.branch()
    other.edit(
        department_stack=table(scenario).department_stack[::-1],
        specialist_deck=table(scenario).specialist_deck[::-1],
    )
    for viewer in (SPECTATOR, 0, 1, 2):
        assert scenario.view(viewer) == other.view(viewer)
        if viewer >= 0:
            assert scenario.state.observation(viewer) == other.state.observation(viewer)


@clause("DH-3.10")
def test_administrators_dealt_to_others_make_no_difference_to_a_view() -> None:
    scenario = set_up(3)
    while scenario.question(scenario.asked()[0]) == "start_value":
        seat = scenario.asked()[0]
        scenario.when(seat, min(scenario.legal(seat)))
    first, second = (table(scenario).hospitals[seat].dealt for seat in (1, 2))
    other = scenario.branch().edit_with(
        lambda snapshot: [
            snapshot["hospitals"][1].update(dealt=second),
            snapshot["hospitals"][2].update(dealt=first),
        ][0]
    )
    for viewer in (SPECTATOR, 0):
        assert scenario.view(viewer) == other.view(viewer)
    assert scenario.state.observation(0) == other.state.observation(0)
    assert scenario.view(1) != other.view(1)


@clause("DH-3.10")
def test_future_chance_makes_no_difference_to_any_view() -> None:
    scenario = activation("R3u")
    other = scenario.branch().edit(chance=Chance("another seed").save())
    for viewer in (SPECTATOR, 0, 1):
        assert scenario.view(viewer) == other.view(viewer)


# --- scores and interaction -----------------------------------------------------------------


@clause("DH-3.11", "R-46")
def test_a_score_may_be_negative() -> None:
    scenario = scoring([House("R3u", fatalities=3), "R3u"], round_number=8, finish=True)
    assert scenario.state.scores() == [-6, 0]


@clause("DH-3.11")
def test_a_score_has_no_upper_limit() -> None:
    scenario = scoring([House(discharged="R R R R R R R R R R R R", score=998), "R3u"])
    assert scenario.state.scores() == [998 + 33 + 5, 0]


@clause("DH-3.12", "R-58")
@pytest.mark.parametrize("mode", ["simultaneous", "sequential"])
def test_what_a_player_does_in_phase_3_changes_no_other_hospital(mode: str) -> None:
    tried = 0
    for position in journey(3, seed=11, options={"activation": mode}):
        if position.phase != 3 or not position._settle():
            continue
        hospitals = [fields_of(own) for own in position.hospitals]
        for seat in position.asked():
            for action in position.legal_actions(seat):
                other = position.copy()
                assert isinstance(other, Table)
                other.stacks[seat][-1].take(other, seat, action)
                tried += 1
                for number, own in enumerate(other.hospitals):
                    assert number == seat or fields_of(own) == hospitals[number]
    assert tried > 500


@clause("DH-3.12", "R-58", "DH-6.9")
def test_patients_of_another_hospital_cannot_be_healed() -> None:
    scenario = activation("R3u Y3u", bags=1, others=["G3u"], active=(0, 1)).when(0, "bag")
    assert scenario.legal(0) == {"R3u", "Y3u"}
    scenario.refuses(0, "G3u")
    scenario.refuses(1, "bag", clause="DH-11.3")
