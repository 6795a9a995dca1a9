"""DH-23: Final Round Collections."""

import pytest

from tests.rules.dice_hospital.table import (
    House,
    activation,
    collecting,
    hospital,
    patients,
    scoring,
    set_up,
    table,
)
from wardround.core import SPECTATOR
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.state import COLLECTIONS, PHASES
from wardround.games.dice_hospital.values import RECONSTRUCTED
from wardround.testing import Scenario, clause

ON = {"final_round_collections": True}
BACKS = {1: "R3 Y5 G2", 2: "R6 Y2 G4", 3: "R1 Y4 G6", 4: "R5 Y3 G1", 5: "R2 Y6 G3"}


def wanted(scenario: Scenario) -> dict[int, str]:
    """The spaces that are still empty, by ambulance: ``{1: "R3 Y5 G2"}``."""
    found: dict[int, list[str]] = {}
    for space in scenario.view(SPECTATOR)["collections"]:
        if not space["filled"]:
            die = f"{space['colour'][0].upper()}{space['value']}"
            found.setdefault(space["ambulance"], []).append(die)
    return {number: " ".join(dice) for number, dice in found.items()}


@clause("DH-23.1", "DH-15.2")
def test_collections_come_after_phase_5_of_round_8_and_before_tokens_count() -> None:
    houses = [House("R3t Y3t", bags=2, discharged="G"), House("Y5t", fatalities=1)]
    scenario = scoring(houses, options=ON, round_number=8, finish=True)
    assert (table(scenario).phase, PHASES[COLLECTIONS]) == (7, "Final Round Collections")
    assert scenario.asked() == [0]
    assert scenario.question(0) == "collect"
    assert scenario.state.scores() == [1, 0]
    scenario.when(0, "R3t").when(1, "Y5t")
    assert scenario.state.is_over
    assert scenario.state.scores() == [1 + 1 - 1 + 2, 0 + 1 - 2]


@clause("DH-23.1", "DH-15.2")
def test_without_the_option_the_game_ends_at_once() -> None:
    scenario = scoring(["R3t", "Y5t"], round_number=8, finish=True)
    assert scenario.state.is_over
    assert scenario.state.scores() == [0, 0]


@clause("DH-23.1")
def test_there_are_no_collections_before_round_8() -> None:
    scenario = scoring(["R3t", "Y5t"], options=ON, round_number=7)
    assert table(scenario).phase == 5
    assert wanted(scenario) == {}


@clause("DH-23.1", "DH-24.2", "R-32")
def test_the_solo_game_has_none() -> None:
    assert GAME.check_options(ON, 1)["final_round_collections"] is False
    assert GAME.check_options(ON, 2)["final_round_collections"] is True
    assert set_up(1, ON).view(0)["collections"] == []


@clause("DH-23.2", "DH-23.3", "DH-23.12", "DH-23.13", "DH-1.10")
@pytest.mark.parametrize(("players", "spaces"), [(2, 6), (3, 9), (4, 12)])
def test_ambulances_1_to_n_show_one_space_of_each_colour(players: int, spaces: int) -> None:
    scenario = collecting(["R3t R6t"] * players)
    assert wanted(scenario) == {number: BACKS[number] for number in range(1, players + 1)}
    assert len(table(scenario).spaces) == spaces


@clause("DH-23.12", "R-56")
def test_the_backs_are_marked_as_reconstructed() -> None:
    assert {back.number: back.tag for back in RECONSTRUCTED.backs} == dict.fromkeys(BACKS, "RECON")
    rows = next(part for part in GAME.material() if part.name == "Ambulance backs").rows
    assert [row[0] for row in rows] == list("12345")
    assert rows[4][1] == "red 2, yellow 6 and green 3"
    space = collecting(["R3t R6t"] * 2).view(0)["collections"][0]
    assert space["provenance"] == "RECON"


@clause("DH-23.4", "DH-3.5", "R-26", "D-22")
def test_the_current_first_player_begins_and_the_others_follow_clockwise() -> None:
    scenario = collecting(["R3t R6t Y2t", "R3t G4t", "Y5t R1t"], first_player=2)
    assert scenario.asked() == [2]
    scenario.when(2, "R1t")
    assert scenario.asked() == [0]
    scenario.when(0, "R6t")
    assert scenario.asked() == [1]
    scenario.when(1, "G4t")
    assert scenario.asked() == [2]


@clause("DH-23.4", "DH-23.5", "EX-23")
def test_a_patient_moved_fills_the_space_and_scores_a_point() -> None:
    scenario = collecting(["R3t Y1t", "Y5t G2u"])
    scenario.when(0, "R3t")
    assert scenario.state.scores()[0] == 1
    assert patients(scenario, 0) == ["Y1t"]
    assert wanted(scenario)[1] == "Y5 G2"
    assert scenario.view(0)["collections"][0]["filled"] is True
    assert scenario.text(SPECTATOR)[0] == "Seat 1 sends red 3 off: 1 point."


@clause("DH-23.4")
def test_colour_and_value_must_fit_exactly_and_each_space_holds_one() -> None:
    scenario = collecting(["R3t R3u R5t Y3t", "Y5t G2u"])
    assert scenario.legal(0) == {"pass", "R3t", "R3u"}
    scenario.refuses(0, "R5t", clause="DH-23.4")
    scenario.refuses(0, "Y3t", clause="DH-23.4")
    scenario.when(0, "R3u")
    assert scenario.asked() == [1]
    scenario.when(1, "Y5t")
    assert hospital(scenario, 0).patients == 3


@clause("DH-23.6", "DH-28.1", "D-22")
def test_a_player_without_a_match_passes_for_good() -> None:
    scenario = collecting(["R5t", "Y5t G2u"])
    assert scenario.asked() == [1]
    assert [event.seat for event in scenario.told("stop_collecting")] == [0]


@clause("DH-23.6", "R-32")
def test_a_voluntary_pass_is_final() -> None:
    scenario = collecting(["R3t R6t", "Y5t G2u"])
    scenario.when(0, "pass")
    scenario.when(1, "Y5t")
    assert scenario.asked() == [1]
    scenario.when(1, "G2u")
    assert scenario.state.is_over
    assert scenario.state.scores() == [-2, 2]


@clause("DH-23.7")
def test_the_turns_end_when_every_space_is_filled() -> None:
    scenario = collecting(["R3t R6t Y5t R3u", "Y2t G2u G4t G4u"])
    for seat, who in ((0, "R3t"), (1, "Y2t"), (0, "R6t"), (1, "G2u"), (0, "Y5t"), (1, "G4t")):
        assert not scenario.state.is_over
        scenario.when(seat, who)
    assert wanted(scenario) == {}
    assert scenario.state.is_over
    assert scenario.state.scores() == [3 - 1, 3 - 1]


@clause("DH-23.7", "DH-23.8", "EX-79", "DH-14.6", "DH-15.8")
def test_the_turns_end_when_everybody_has_passed() -> None:
    scenario = collecting(["R3t R3t G1u", "G4t Y5t"])
    scenario.when(0, "R3t").when(1, "G4t")
    assert scenario.asked() == [1]
    scenario.when(1, "Y5t")
    assert scenario.state.is_over
    assert scenario.state.scores() == [1 - 2, 2]
    sheets = [seat["sheet"] for seat in scenario.view(0)["seats"]]
    assert [(one["collected"], one["left_behind"]) for one in sheets] == [(1, -2), (2, 0)]


@clause("DH-23.8", "DH-3.11", "R-46", "DH-23.6")
def test_each_patient_left_costs_a_point() -> None:
    scenario = collecting(["R5t Y6t G5t", ""])
    assert scenario.state.is_over
    assert scenario.state.scores() == [-3, 0]


@clause("DH-23.9", "R-32")
def test_a_hospital_emptied_by_collections_gets_no_bonus() -> None:
    scenario = collecting(["R3t", "Y5t G1t"])
    scenario.when(0, "R3t").when(1, "pass")
    assert scenario.state.is_over
    assert scenario.state.scores()[0] == 1


@clause("DH-23.10", "EX-95", "R-01", "DH-12.7")
@pytest.mark.parametrize("scope", ["printed", "activation", "round"])
def test_a_recoloured_patient_counts_with_its_own_colour(scope: str) -> None:
    scenario = activation(
        "R2t>Y Y3t",
        others=["Y5t Y2t"],
        round_number=8,
        options={**ON, "colour_change_scope": scope},
        placed={"oncology": "nurse", "critical_care": "nurse", "imaging": "nurse"},
    )
    scenario.go_on()
    assert patients(scenario, 0) == ["R2t", "Y3t"]
    assert scenario.asked() == [1]
    assert scenario.legal(1) == {"pass", "Y2t", "Y5t"}


@clause("DH-23.10")
def test_the_treated_state_is_irrelevant() -> None:
    scenario = collecting(["R3t R6u", "Y5u G2t"])
    assert scenario.legal(0) == {"pass", "R3t", "R6u"}
    scenario.when(0, "R6u")
    assert scenario.legal(1) == {"pass", "Y5u", "G2t"}


@clause("DH-23.11", "DH-11.2")
def test_blood_bags_cannot_be_used() -> None:
    scenario = collecting([House("R3t R5t", bags=3), House("Y5t", bags=1)])
    scenario.refuses(0, "bag")
    scenario.when(0, "R3t").when(1, "Y5t")
    assert [hospital(scenario, seat).bags for seat in range(2)] == [3, 1]


@clause("DH-15.8", "DH-15.5")
def test_the_tie_break_counts_who_is_left_after_the_collections() -> None:
    scenario = collecting([House("R3t R6t", score=1), House("Y1t", score=2)])
    scenario.when(0, "R3t", "R6t") if scenario.asked() == [0] else None
    assert scenario.state.scores() == [3, 1]
    tie = collecting([House("R3t", score=0), House("Y1t", score=2)])
    tie.when(0, "R3t")
    assert tie.state.scores() == [1, 1]
    assert tie.state.ranking() == [[0], [1]]


@clause("INV-01", "DH-23.4")
def test_dice_on_ambulance_backs_stay_in_the_game() -> None:
    scenario = collecting(["R3t R6t", "Y5t"])
    bag = sum(table(scenario).bag)
    scenario.when(0, "R3t")
    assert sum(table(scenario).bag) == bag
    assert len(table(scenario).filled) == 1
