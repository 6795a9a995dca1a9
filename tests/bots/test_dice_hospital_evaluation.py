"""The evaluation of Dice Hospital: sensible judgements about single positions."""

from collections.abc import Callable
from importlib.util import find_spec

import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import Turn, make_bot
from wardround.bots.evaluate import Points, evaluation
from wardround.bots.evaluate.dice_hospital import POINT, Outlook
from wardround.games import OURS
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital import decisions as ask
from wardround.games.dice_hospital.material import DEPARTMENTS, SPECIALISTS, kind
from wardround.games.dice_hospital.state import FREE, Hospital, Table

RED, YELLOW, GREEN = range(3)
UNTREATED = 0


def at_activation(round: int = 4) -> Table:
    """An activation of seat 0 with an empty hospital; seat 1 is done."""
    state = GAME.new(2, "evaluation", {"administrators": False})
    assert isinstance(state, Table)
    while state.phase != 3:
        seat = state.asked()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    state.round = round
    for hospital in state.hospitals:
        for bed in range(12):
            if hospital.beds[bed] >= 0:
                hospital.leave(bed)
        hospital.bags = 0
        del hospital.departments[6:], hospital.meeples[6:]
        hospital.specialists.clear()
        hospital.placed.clear()
    state.stacks[1] = []
    state.hospitals[1].done = True
    state.relist()
    return state


def fill(state: Table, *patients: tuple[int, int]) -> Hospital:
    """Untreated patients (colour, value) for seat 0."""
    hospital = state.hospitals[0]
    for colour, value in patients:
        hospital.admit(kind(colour, value, UNTREATED))
    state.relist()
    return hospital


def move(state: Table) -> list[str]:
    """The whole move that greedy makes."""
    bot = make_bot("greedy", 1)
    done: list[str] = []
    while not done or state.mid_move(0):
        action = bot.choose(Turn(state, 0))
        done.append(GAME.notation(action))
        state.apply(0, action)
    return done


def test_evaluations_are_found_by_game() -> None:
    assert isinstance(evaluation(GAME.new(2, 1), 0), Outlook)
    assert isinstance(evaluation(TOY.new(2, 1), 0), Points)
    assert all(find_spec(f"wardround.bots.evaluate.{id}") for id in OURS)


def test_another_games_position_is_refused() -> None:
    with pytest.raises(TypeError, match="Dice Hospital"):
        Outlook(TOY.new(2, 1), 0)


def test_at_the_end_only_points_count() -> None:
    state = at_activation(8)
    outlook = Outlook(state, 0)
    state.hospitals[0].score = 31
    state.over = True
    assert outlook.worth(state) == 31 * POINT


def changed(change: Callable[[Table], None], round: int = 4) -> float:
    """By how much a change makes a position better."""
    state = at_activation(round)
    fill(state, (RED, 4), (YELLOW, 3), (GREEN, 5), (GREEN, 4))
    outlook = Outlook(state, 0)
    before = outlook.worth(state)
    change(state)
    return outlook.worth(state) - before


def gain_specialist(state: Table) -> None:
    state.add_specialist(0, 0)


def gain_tile(state: Table) -> None:
    state.add_department(0, 6)


def gain_bag(state: Table) -> None:
    state.gain_bag(0)


def lose_nurse(state: Table) -> None:
    state.hospitals[0].nurses -= 1


def fatality(state: Table) -> None:
    state.hospitals[0].fatalities += 1


@pytest.mark.parametrize("gain", [gain_specialist, gain_tile, gain_bag])
def test_what_helps_is_worth_something(gain: Callable[[Table], None]) -> None:
    assert changed(gain) >= POINT


@pytest.mark.parametrize("gain", [gain_specialist, gain_tile])
def test_improvements_are_worth_more_the_more_rounds_are_left(
    gain: Callable[[Table], None],
) -> None:
    assert changed(gain, round=2) > changed(gain, round=6)


def test_a_fatality_costs_two_points_and_a_nurse_something() -> None:
    assert changed(fatality) == -2 * POINT
    assert changed(lose_nurse) < 0


# --- moves ----------------------------------------------------------------------------------


def test_the_last_round_is_for_discharges_only() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 6), (GREEN, 3), (GREEN, 4))
    hospital.nurses = 1
    move(state)
    assert hospital.sheet[-6:] == [1, 1, 0, 0, 0, 0]


def test_a_dying_patient_is_treated_in_the_last_round() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 1), (GREEN, 3), (GREEN, 4))
    hospital.nurses = 1
    move(state)
    assert hospital.fatalities == 0


def test_the_last_bag_is_kept_if_it_discharges_only_one() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 5), (GREEN, 3))
    hospital.nurses, hospital.bags = 0, 1
    state.relist()
    assert move(state) == ["done"]


def test_a_bag_saves_a_patient() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 1), (GREEN, 3))
    hospital.nurses, hospital.bags = 0, 1
    state.relist()
    assert move(state) == ["bag", "R1u"]


def test_a_bag_changes_a_colour_where_that_heals_three() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 6), (RED, 6), (GREEN, 6))
    hospital.nurses, hospital.bags = 1, 1
    state.add_department(0, [one.id for one in DEPARTMENTS].index("anaesthesia"))
    state.relist()
    made = move(state)
    assert made[:2] == ["place:nurse", "at:anaesthesia"]
    assert "change:R" in made
    assert hospital.sheet[-6:] == [3, 5, 0, 0, 0, 5]


def test_a_specialists_effect_is_used() -> None:
    state = at_activation(8)
    hospital = fill(state, (RED, 5), (GREEN, 3))
    hospital.nurses = 0
    state.add_specialist(0, [one.id for one in SPECIALISTS].index("surgeon"))
    state.relist()
    while state.asked() == [0] and not hospital.done:
        move(state)
    assert sum(state.hospitals[0].sheet[0::6]) == 1


def test_colour_changes_that_only_cost_a_bag_are_not_looked_at() -> None:
    state = at_activation()
    hospital = fill(state, (GREEN, 3), (GREEN, 4), (YELLOW, 5))
    hospital.bags = 2
    state.relist()
    state.apply(0, GAME.parse("place:nurse"))
    notations = [GAME.notation(action) for action in Outlook(state, 0).sensible(state)]
    assert "at:critical_care" not in notations
    assert "at:pharmacy" in notations
    state.apply(0, GAME.parse("at:pharmacy"))
    assert GAME.parse("change:G") in state.legal_actions(0)
    notations = [GAME.notation(action) for action in Outlook(state, 0).sensible(state)]
    assert notations == ["G3u", "G4u"]


def test_patients_of_a_group_are_looked_at_in_one_order() -> None:
    state = at_activation()
    fill(state, (RED, 1), (GREEN, 2), (YELLOW, 3))
    state.add_department(0, [one.id for one in DEPARTMENTS].index("radiology"))
    state.relist()
    for notation in ("place:nurse", "at:radiology", "Y3u"):
        state.apply(0, GAME.parse(notation))
    assert isinstance(state.decision(0), ask.PickPatient)
    notations = [GAME.notation(action) for action in Outlook(state, 0).sensible(state)]
    assert notations == ["G2u"]


def test_the_first_ambulance_brings_a_blood_bag() -> None:
    state = GAME.new(3, "ambulance", {"administrators": False})
    assert isinstance(state, Table)
    while state.phase != 1 or state.decision(state.asked()[0]).name() != "take_ambulance":
        seat = state.asked()[0]
        state.apply(seat, state.legal_actions(seat)[0])
    state.dice = [4] * 12
    state.apply(state.asked()[0], GAME.parse("ambulance:4"))
    seat = state.asked()[0]
    assert GAME.notation(make_bot("greedy", 1).choose(Turn(state, seat))) == "ambulance:1"


def test_free_slots_stay_as_they_are() -> None:
    state = at_activation()
    fill(state, (RED, 3))
    before = state.digest()
    outlook = Outlook(state, 0)
    outlook.worth(state)
    outlook.sensible(state)
    assert state.digest() == before
    assert state.hospitals[0].meeples == [FREE] * 6
