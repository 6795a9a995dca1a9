"""The evaluation of Clinic: sensible judgements, and strength against random play."""

import pytest

from tests.rules.clinic.table import (
    BUSY,
    F1,
    admitting,
    asking,
    at_table,
    building,
    hiring,
    moving,
    table,
)
from tests.toy_game import GAME as TOY
from wardround.bots import Turn, make_bot
from wardround.bots.evaluate.clinic import Outlook
from wardround.games.clinic import GAME
from wardround.testing import Scenario


def next_action(scenario: Scenario) -> str:
    """What greedy does now."""
    return GAME.notation(make_bot("greedy", 1).choose(Turn(scenario.state, 0)))


def worth(scenario: Scenario) -> float:
    """What the position is worth to seat 0."""
    return Outlook(scenario.state, 0).worth(scenario.state)


def test_popularity_and_doctors_are_worth_something() -> None:
    plain = at_table(BUSY)
    assert worth(at_table(BUSY.plus(pp=5))) == worth(plain) + 500
    assert worth(at_table(BUSY.plus(doctors=["out:W", "out:W"]), round=6)) > worth(
        at_table(BUSY, round=6)
    )


def test_money_is_kept_for_a_loss_but_worth_little_at_the_end() -> None:
    early = worth(at_table(BUSY.plus(cash=9))) - worth(at_table(BUSY.plus(cash=6)))
    late = worth(at_table(BUSY.plus(cash=30), round=6)) - worth(
        at_table(BUSY.plus(cash=27), round=6)
    )
    assert early > 100 > late


def test_a_patient_who_can_be_treated_is_taken() -> None:
    s = admitting(BUSY, queues={"psychiatric": "WR"})
    assert next_action(s) == "take:1:1"


def test_the_last_round_hires_for_points() -> None:
    s = hiring(BUSY, round=6, university=[2, 1, 0])
    assert next_action(s).startswith("hire:")


def test_nothing_is_built_that_only_costs() -> None:
    s = building(F1.plus(cars=["b3E"]), left=1)
    assert next_action(s) not in ("build:waiting_room", "build:garden", "build:parking_lot")


def test_shortcuts_are_taken() -> None:
    s = moving(BUSY, BUSY)
    assert next_action(s) == "auto:move"
    s.when(0, "auto:move")
    assert next_action(s) == "confirm"
    assert next_action(asking(at_table(BUSY), 0, "park")) == "auto:park"


def test_only_positions_of_clinic_are_judged() -> None:
    with pytest.raises(TypeError):
        Outlook(TOY.new(2, 1), 0)
    assert table(at_table()).players == 2


@pytest.mark.slow
def test_greedy_beats_random_and_ends_above_zero() -> None:
    wins, points = 0, 0
    for seed in range(12):
        state = GAME.new(2, seed)
        seat = seed % 2
        bots = [make_bot("greedy" if other == seat else "random", seed) for other in (0, 1)]
        while not state.is_over:
            asked = state.asked()[0]
            state.apply(asked, bots[asked].choose(Turn(state, asked)))
        wins += state.ranking()[0] == [seat]
        points += state.scores()[seat]
    assert wins >= 11
    assert points > 0
