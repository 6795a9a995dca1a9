"""DH-27: simultaneous or sequential activation."""

from random import Random
from typing import Any

import pytest

from tests.rules.dice_hospital.play import journey
from tests.rules.dice_hospital.table import (
    House,
    Options,
    activation,
    claiming,
    hospital,
    improvement,
    neglect,
    patients,
    scoring,
    set_up,
    shift_change,
    table,
)
from wardround.core import SPECTATOR, OptionError
from wardround.games.dice_hospital import GAME
from wardround.testing import Scenario, clause

SEQUENTIAL = {"activation": "sequential"}
HOUSES = [
    House("R3u R3u Y2u", bags=1, specialists=["surgeon"]),
    House("Y3u G6u", specialists=["paramedic"]),
    House("G1u G2u G5u", bags=2),
]
ACTIONS = {
    0: ["place:surgeon", "at:critical_care", "R3u", "use", "R4t", "bag", "Y2u"],
    1: ["place:paramedic", "at:clinic", "use"],
    2: ["bag", "G1u", "place:nurse", "at:intensive_care", "G2t", "place:nurse", "at:clinic", "G5u"],
}


def all_in_turn(mode: str) -> Scenario:
    """Three hospitals at the beginning of Phase 3, in ambulance order 1, 0, 2."""
    scenario = improvement([], [], hospitals=HOUSES, order=[1, 0, 2], options={"activation": mode})
    while scenario.question(scenario.asked()[0]) == "return_improvement":
        scenario.when(scenario.asked()[0], "pass")
    return scenario


@clause("DH-27.1", "DH-20.2")
def test_sequential_players_act_in_ambulance_order_and_each_finishes_first() -> None:
    scenario = all_in_turn("sequential")
    for seat in (1, 0, 2):
        assert scenario.asked() == [seat]
        for other in {0, 1, 2} - {seat}:
            scenario.refuses(other, "place:nurse")
        scenario.when(seat, "place:nurse")
        assert scenario.asked() == [seat]
        scenario.when(seat, *([min(scenario.legal(seat))] if scenario.legal(seat) else []))
        while scenario.question(seat) == "pick_patient":
            scenario.when(seat, min(scenario.legal(seat)))
        if scenario.asked() == [seat]:
            scenario.when(seat, "done")
    assert table(scenario).phase != 3


@clause("DH-27.2", "DH-6.20")
def test_simultaneous_players_act_in_any_order_until_all_are_done() -> None:
    scenario = all_in_turn("simultaneous")
    assert scenario.asked() == [0, 1, 2]
    scenario.when(2, "place:nurse").when(0, "bag").when(1, "place:nurse")
    assert scenario.question(2) == "at_department"
    scenario = all_in_turn("simultaneous")
    for seat in (2, 0):
        scenario.when(seat, "done")
        assert scenario.asked() != []
        assert table(scenario).phase == 3
    scenario.when(1, "done")
    assert table(scenario).phase != 3


def played(mode: str, order: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """All hospitals after ``ACTIONS``; order holds (seat, number of its actions) in turn."""
    scenario = all_in_turn(mode)
    left = {seat: list(actions) for seat, actions in ACTIONS.items()}
    for seat, number in order:
        scenario.when(seat, *left[seat][:number])
        del left[seat][:number]
    assert not any(left.values())
    hospitals: list[dict[str, Any]] = scenario.state.snapshot()["hospitals"]
    return hospitals


@clause("DH-27.3", "INV-25", "DH-27.2")
def test_any_interleaving_gives_the_same_hospitals() -> None:
    def run(seed: int) -> list[dict[str, Any]]:
        turns = [seat for seat, actions in ACTIONS.items() for _ in actions]
        Random(seed).shuffle(turns)
        return played("simultaneous", [(seat, 1) for seat in turns])

    results = [run(seed) for seed in range(6)]
    assert all(result == results[0] for result in results)


@clause("DH-27.3", "INV-25")
def test_both_modes_give_the_same_hospitals_for_the_same_actions() -> None:
    def finished(mode: str) -> list[list[str]]:
        scenario = all_in_turn(mode)
        for seat in (1, 0, 2):
            scenario.when(seat, *ACTIONS[seat])
            if seat != 2 and seat in scenario.asked():
                scenario.when(seat, "done")
        return [
            [*patients(scenario, seat), str(hospital(scenario, seat).bags)] for seat in range(3)
        ]

    assert finished("sequential") == finished("simultaneous")


@clause("DH-27.3", "R-40")
@pytest.mark.parametrize("players", [2, 4])
def test_no_chance_comes_into_phase_3(players: int) -> None:
    moments = 0
    for position in journey(players, seed=9):
        if position.phase == 3:
            assert moments == position.chance.moments
        moments = position.chance.moments


@clause("R-40")
def test_the_dice_of_one_player_do_not_depend_on_the_speed_of_the_others() -> None:
    chance, other = GAME.new(2, "R-40").chance, GAME.new(2, "R-40").chance
    first = [chance.below(6, lane=1) for _ in range(8)]
    for _ in range(5):
        other.below(6, lane=2)
    assert [other.below(6, lane=1) for _ in range(8)] == first


@clause("DH-27.4")
@pytest.mark.parametrize("viewer", [SPECTATOR, 1])
def test_what_a_player_does_at_the_same_time_is_visible_to_all(viewer: int) -> None:
    scenario = activation("R3u Y2u", bags=2, others=["Y3u"], active=(0, 1))
    scenario.when(0, "place:nurse", "at:critical_care")
    seat = scenario.view(viewer)["seats"][0]
    assert seat["beds"][0]["patient"]["value"] == 3
    assert scenario.question(0) == "pick_patient"
    assert (
        next(place for place in seat["departments"] if place["targeted"])["id"] == "critical_care"
    )
    scenario.when(0, "R3u")
    assert scenario.view(viewer)["seats"][0]["beds"][0]["patient"]["value"] == 4
    assert "Seat 1 heals red 3 to 4." in scenario.text(viewer)


def positions_of_other_phases(options: Options | None) -> list[Scenario]:
    loads = ["R2 R2 R2", "R3 R3 R3", "R4 R4 R4"]
    houses = [House("R1u R3u", administrator="adm_spare_red"), House("Y3t", discharged="R")]
    return [
        set_up(3, options),
        claiming(loads, options=options).when(0, "ambulance:2"),
        improvement(["urology"], ["surgeon"], options=options).when(0, "pass"),
        neglect("R1u R3u", administrator="adm_spare_red", options=options),
        scoring(houses, options=options),
        shift_change(houses, options=options),
    ]


@clause("DH-27.5")
def test_all_other_phases_are_the_same_in_both_modes() -> None:
    pairs = zip(positions_of_other_phases(None), positions_of_other_phases(SEQUENTIAL), strict=True)
    for simultaneous, sequential in pairs:
        assert simultaneous.asked() == sequential.asked()
        assert simultaneous.view(0) == sequential.view(0)


@clause("DH-27.1", "DH-27.2")
def test_another_mode_is_refused() -> None:
    with pytest.raises(OptionError) as refused:
        GAME.new(3, 1, {"activation": "at leisure"})
    assert refused.value.clause == "DH-27.1"
    assert refused.value.expected == "one of simultaneous, sequential"
