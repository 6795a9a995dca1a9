"""The round and the secret choice of actions (CL-3, CL-4)."""

import pytest

from tests.rules.clinic.table import (
    F1,
    SMALL,
    admitting,
    asking,
    at_table,
    building,
    clinic,
    flow,
    queue,
    table,
    why,
)
from wardround.games.clinic import GAME
from wardround.games.clinic.state import Table
from wardround.testing import Scenario, clause


def choosing(used: list[int] | None = None, players: int = 2) -> Scenario:
    """Everybody chooses an action; seat 0 has used these before."""
    s = at_table(players=players, then="choose", action_phase=0)
    s = asking(s, 0, used_actions=used or [0, 0, 0])
    return s.go_on()


@clause("CL-4.1", "CL-4.4", "D-03", "CL-4.8")
def test_choices_are_secret_until_all_have_chosen() -> None:
    s = choosing()
    assert s.asked() == [0, 1]
    s.when(0, "choose:hire")
    assert s.view(0)["seats"][0]["chosen"] == "Hire"
    for viewer in (1, -1):
        seat = s.view(viewer)["seats"][0]
        assert seat["chosen"] is None
        assert seat["has_chosen"]
        assert seat["revealed"] is None
        assert s.text(viewer) == ["Seat 1 has chosen an action."]
    s.when(1, "choose:hire")
    assert [seat["revealed"] for seat in s.view(-1)["seats"]] == ["Hire", "Hire"]


@clause("EX-52", "CL-4.2", "CL-4.9", "INV-25")
def test_an_action_is_chosen_twice_at_most() -> None:
    s = choosing([2, 0, 0])
    assert s.legal(0) == {"choose:hire", "choose:admit"}
    assert why(s, "choose:build") == "CL-4.2"


@clause("CL-4.3", "CL-5.26", "CL-12.20")
def test_counters_start_anew_every_round() -> None:
    s = asking(at_table(types_built=[3]), 0, used_actions=[2, 1, 0], service_built=True)
    flow(s, "begin_round")
    assert clinic(s).used_actions == [0, 0, 0]
    assert not clinic(s).service_built
    assert table(s).types_built == []


@clause("CL-4.5", "R-58", "CL-4.6")
def test_a_choice_is_final_even_if_useless() -> None:
    s = choosing()
    s.when(0, "choose:admit")
    assert s.asked() == [1]
    poor = asking(choosing(), 0, "choose_action", cash=0)
    assert "choose:hire" in poor.legal(0)


@clause("CL-3.2", "CL-3.3", "CL-3.4", "CL-3.5", "CL-3.6", "CL-3.7", "R-16")
def test_build_then_hire_then_admit_each_in_turn_order() -> None:
    s = at_table(
        F1, F1, F1, players=3, order=[2, 0, 1], revealed=[2, 0, 2], queues={"psychiatric": "WWW"}
    )
    s.edit(then="act_in_order", university=[0, 0, 0, 0]).go_on()
    assert (s.asked(), s.question(1)) == ([1], "component")
    s.when(1, "end")
    assert (s.asked(), s.question(2)) == ([2], "admit")
    s.when(2, "end")
    assert (s.asked(), s.question(0)) == ([0], "admit")
    other = at_table(
        F1,
        F1,
        F1,
        players=3,
        order=[2, 0, 1],
        revealed=[2, 0, 2],
        queues={"psychiatric": "WWW"},
        options={"admit_order": "most_popular_first"},
    )
    other.go_on().when(1, "end")
    assert other.asked() == [0]


@clause("CL-3.8", "R-73", "INV-43")
def test_popularity_does_not_shift_the_order_at_once() -> None:
    s = at_table(F1, SMALL)
    table(s).change_pp(0, 9)
    assert table(s).order == [0, 1]
    assert table(s).by_popularity() == [1, 0]


@clause("EX-53", "CL-3.9", "CL-3.10", "CL-3.11", "CH-6", "R-59", "INV-29")
def test_new_patients_join_rows_that_are_not_full() -> None:
    s = at_table(queues={"psychiatric": "WWWW", "eye": "W"}, patient_pool=[0, 0, 0, 1])
    flow(s, "new_patients")
    assert [queue(s, name) for name in ("psychiatric", "eye", "medicine")] == ["WWWW", "WR", ""]
    flow(s, "new_patients")
    assert queue(s, "medicine") == ""


@clause("CL-3.12")
def test_the_row_closes_up_at_once() -> None:
    s = admitting(F1, queues={"psychiatric": "WYOR"}, points=4).when(0, "take:1:2", "auto:park")
    assert queue(s, "psychiatric") == "WOR"


@clause("CL-3.1", "CL-3.13", "CL-3.14", "INV-44")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_has_six_rounds_of_three_actions(players: int) -> None:
    from random import Random

    state = GAME.new(players, 5)
    assert isinstance(state, Table)
    state.log = []
    state.rollout(Random(5))
    kinds = [event.kind for event in state.log]
    assert kinds.count("round") == 6
    assert kinds.count("reveal") == 18 * players
    assert kinds.count("move_phase") == kinds.count("business") == 6
    assert kinds.count("administration") == 6
    assert state.over
    order = [
        kind for kind in kinds if kind in ("round", "move_phase", "business", "administration")
    ]
    assert order == ["round", "move_phase", "business", "administration"] * 6


@clause("CL-4.7", "CL-4.10")
def test_less_may_be_done_and_all_is_paid_at_once() -> None:
    s = building(F1).when(0, "build:garden", "at:a1")
    assert clinic(s).cash == 13
    assert "end" in s.legal(0)
