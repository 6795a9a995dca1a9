"""The Given / When / Then builder."""

from typing import Any, SupportsIndex

import pytest

from tests.toy_game import GAME, ToyState
from tests.toy_game import toy as toy_game
from wardround.core import SPECTATOR, IllegalAction, NotAsked, OptionError, UnknownAction
from wardround.testing import Scenario, given


def at_turns() -> Scenario:
    scenario = given(GAME, players=3)
    for seat in range(3):
        scenario.when(seat, f"bid:{2 - seat}")
    return scenario


def toy(scenario: Scenario) -> ToyState:
    assert isinstance(scenario.state, ToyState)
    return scenario.state


def test_a_new_game_is_at_its_first_question() -> None:
    scenario = given(GAME, players=2, options={"rounds": 3})
    assert scenario.asked() == [0, 1]
    assert scenario.question(0) == "bid"
    assert scenario.legal(0) == {"bid:0", "bid:1", "bid:2"}
    assert scenario.view(SPECTATOR)["round"] == 1
    assert toy(scenario).rounds == 3
    with pytest.raises(OptionError):
        given(GAME, options={"speed": 1})


def test_actions_and_what_they_told() -> None:
    scenario = at_turns()
    assert [event.kind for event in scenario.events] == ["bid", "bids"]
    assert scenario.told("bids")[0].args == (2, 1, 0)
    assert scenario.text() == ["Seat 3 bids.", "The bids: 2, 1, 0."]
    assert scenario.text(2)[0] == "Seat 3 bids. It is 0."
    scenario.chance(4).when(0, "roll")
    assert [event.kind for event in scenario.events] == ["roll"]
    assert scenario.state.scores() == [5, 0, 0]


def test_several_actions_in_one_step() -> None:
    scenario = at_turns().edit(hands=[[0, 1], [2, 3], [4]])
    scenario.when(0, "demand:2").when(2, "give:4").when(0, "play:4")
    assert toy(scenario).points == [4, 0, 0]
    with pytest.raises(
        AssertionError, match=r"action 2 of 2: seat 1 cannot do 'roll': This seat has"
    ):
        scenario.when(1, "stop" if scenario.question(1) == "after" else "play:2", "roll")


def test_a_refused_step_fails_with_the_reason_and_what_was_possible() -> None:
    scenario = at_turns()
    with pytest.raises(AssertionError) as caught:
        scenario.when(0, "demand:0")
    message = str(caught.value)
    assert "seat 0 cannot do 'demand:0': There is no card to demand there." in message
    assert "TOY-2.3" in message
    assert "Seat 0 (turn):" in message
    assert "roll" in message
    with pytest.raises(UnknownAction):
        scenario.refuses(0, "fly")
    with pytest.raises(AssertionError, match="no action written 'fly'"):
        scenario.when(0, "fly")


def test_chance_must_be_scripted_exactly() -> None:
    with pytest.raises(AssertionError, match=r"scripted outcomes that nothing drew: \[1\]"):
        at_turns().chance(0, 1).when(0, "roll")
    with pytest.raises(AssertionError, match=r"does not fit: .* fewer chance outcomes"):
        at_turns().chance().when(0, "roll")
    with pytest.raises(AssertionError, match="9 is not between 0 and 5"):
        at_turns().chance(9).when(0, "roll")
    scenario = at_turns().chance(0).when(0, "roll")
    scenario.when(1, "roll")
    assert toy(scenario).points[0] == 1


def test_refusals_are_asserted() -> None:
    scenario = at_turns()
    error = scenario.refuses(0, "demand:0", clause="TOY-2.3")
    assert isinstance(error, IllegalAction)
    assert isinstance(scenario.refuses(1, "roll"), NotAsked)
    with pytest.raises(AssertionError, match=r"was refused by TOY-2\.3, not by TOY-1\.1"):
        scenario.refuses(0, "demand:0", clause="TOY-1.1")
    with pytest.raises(AssertionError, match="was refused by no clause, not by TOY-1"):
        scenario.refuses(0, "bid:0", clause="TOY-1.1")
    with pytest.raises(AssertionError, match="seat 0 could do 'roll'"):
        scenario.refuses(0, "roll")


def test_a_refusal_must_not_change_anything() -> None:
    scenario = at_turns()

    class Careless(ToyState):
        def apply(self, seat: SupportsIndex, action: SupportsIndex) -> None:
            self.round += 1
            super().apply(seat, action)

    game = toy_game(Careless)
    careless = game.restore(scenario.state.snapshot())
    with pytest.raises(AssertionError, match="it changed the position"):
        Scenario(game, careless).refuses(0, "demand:0")


def test_positions_are_edited() -> None:
    scenario = at_turns().edit(points=[7, 8, 9])
    assert scenario.state.scores() == [7, 8, 9]

    def change(snapshot: dict[str, Any]) -> None:
        snapshot["hands"][0] = []
        snapshot["questions"] = [[], [], [["give", [0]]]]

    scenario.edit_with(change)
    assert scenario.asked() == [2]
    with pytest.raises(
        KeyError, match="a snapshot of toy has no field 'money', only rules, rounds"
    ):
        scenario.edit(money=3)


def test_an_edited_position_waits_until_it_goes_on() -> None:
    def ask_the_empty_handed(snapshot: dict[str, Any]) -> None:
        snapshot["hands"][0] = []
        snapshot["queue"] = []
        snapshot["questions"] = [[["after", []]], [], []]

    scenario = at_turns().edit_with(ask_the_empty_handed)
    assert scenario.legal(0) == {"stop"}
    scenario.go_on()
    assert [event.kind for event in scenario.events] == ["stop"]
    assert scenario.question(0) == "bid"


def test_a_step_of_the_flow_can_be_run() -> None:
    scenario = at_turns()
    scenario.chance(0).run(lambda: toy(scenario).tell("roll", 1, (scenario.state.chance.below(6),)))
    assert scenario.text() == ["Seat 2 rolls 0."]


def test_branches_are_independent() -> None:
    scenario = at_turns()
    scenario.branch().when(0, "roll")
    assert scenario.state.scores() == [0, 0, 0]


def test_the_end_is_described() -> None:
    scenario = given(GAME, players=2, options={"rounds": 1})
    scenario.when(0, "bid:1").when(1, "bid:0").when(0, "roll").when(1, "roll")
    assert scenario.describe() == "The game is over."
    assert scenario.question(0) == ""
