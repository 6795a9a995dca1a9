"""Random games keep the invariants (INV); shortcuts for Cars (SC-1, SC-2)."""

from random import Random

import pytest

from tests.rules.clinic.invariants import invariants
from tests.rules.clinic.table import F1, PLACE_OF_CAR, SMALL, asking, at_table, clinic
from wardround.games.clinic import GAME
from wardround.games.clinic.material import BIG_LOT, EMPTY, LOT, OUT, STOCK_OF
from wardround.games.clinic.paths import FAR, minutes
from wardround.games.clinic.state import Table
from wardround.testing import check_game, clause


@pytest.mark.slow
@clause("INV-1", "INV-2", "INV-3", "INV-4", "INV-5", "INV-6", "INV-7", "INV-8", "INV-9", "INV-10")
@clause("INV-13", "INV-14", "INV-15", "INV-16", "INV-17", "INV-19", "INV-20", "INV-21", "INV-22")
@clause("INV-29", "INV-30", "INV-31", "INV-38", "INV-40", "INV-43")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["4x3", "3x3"])
def test_random_games_keep_the_invariants(players: int, board: str) -> None:
    result = check_game(
        GAME,
        games=1,
        players=players,
        options={option.name: option.default for option in GAME.options} | {"board": board},
        invariants=invariants,
        every=50,
    )
    assert result.tally.games == 1


@pytest.mark.slow
@clause("INV-1", "INV-40")
def test_random_games_under_all_kinds_of_options() -> None:
    result = check_game(GAME, games=24, invariants=invariants, every=80, seed="options")
    assert result.tally.games == 24


@clause("INV-18", "INV-24", "INV-25", "INV-26", "INV-27", "INV-28", "INV-33", "INV-34", "INV-23")
@pytest.mark.parametrize("seed", range(3))
def test_from_step_to_step(seed: int) -> None:
    state = GAME.new(2 + seed, seed)
    assert isinstance(state, Table)
    rng = Random(seed)
    before = [mine.cells[:] for mine in state.clinics]
    clocks = [0] * state.players
    while not state.is_over:
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
        for number, mine in enumerate(state.clinics):
            for old, new in zip(before[number], mine.cells, strict=True):
                assert old in (EMPTY, new) or (old, new) == (LOT, BIG_LOT), "INV-18"
            assert mine.minutes >= clocks[number], "INV-10"
            assert max(mine.used_actions) <= 2, "INV-25"
            assert sum(mine.used_actions) <= 3, "INV-25"
            assert mine.qp >= 0, "INV-28"
            before[number], clocks[number] = mine.cells[:], mine.minutes
            if state.phase == 3:
                outside = [code for code in mine.doctors if code // 4 == OUT]
                assert not outside, "INV-33"
                assert OUT not in mine.nurses + mine.staff, "INV-33"
        assert len(state.types_built) == len(set(state.types_built)), "INV-24"
    for mine in state.clinics:
        for start in (OUT, *mine.modules()):
            assert all(minutes(state, mine, start, goal) < FAR for goal in mine.modules()), "INV-23"


@clause("EX-62", "SC-1")
def test_where_the_shortcut_parks() -> None:
    s = asking(at_table(F1), 0, "park").when(0, "auto:park")
    assert clinic(s).cars[PLACE_OF_CAR["b3N"]] == 1


@clause("SC-2")
def test_which_car_the_shortcut_sends_away() -> None:
    plan = SMALL.plus({"c1": "parking_lot"}, cars=["lot:c1", "d2E", "c3E", "c3N"])
    s = asking(at_table(plan), 0, "car_leaves").when(0, "auto:leave")
    assert clinic(s).cars[PLACE_OF_CAR["d2E"]] == 0
    assert STOCK_OF[0] == 5
