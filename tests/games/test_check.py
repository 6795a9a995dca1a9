"""Every installed game keeps what a game promises, in random games over all seats and options."""

import pytest

from tests.rules.clinic.invariants import invariants as clinic_invariants
from tests.rules.dice_hospital.table import conserved
from tests.rules.dynamite_nurse.holding import hold
from tests.rules.pyrrameds.board import conserved as cards_conserved
from wardround.games import games
from wardround.testing import Invariants, check_game, configurations

INVARIANTS: dict[str, Invariants] = {
    "clinic": clinic_invariants,
    "dice_hospital": conserved,
    "dynamite_nurse": hold,
    "pyrrameds": cards_conserved,
}
SHORT: dict[str, dict[str, object]] = {
    "clinic": {"service_order": "PEMSC"},
    "pyrrameds": {"stall_rounds": 3, "turn_cap": 120, "start_player": "random"},
}
"""Options that keep the quick games short or few; the many games take all."""


def test_every_game_has_invariants() -> None:
    assert INVARIANTS.keys() == games().keys()


@pytest.mark.slow
@pytest.mark.parametrize("id", INVARIANTS)
def test_every_configuration(id: str) -> None:
    """One game in each of the configurations that cover all pairs of options."""
    game, options = games()[id], SHORT.get(id)
    number = len(configurations(game, options=options))
    result = check_game(
        game,
        games=number,
        seed="each",
        options=options,
        every=400 if id == "clinic" else 120,
        invariants=INVARIANTS[id],
    )
    assert len(result.configurations) == number
    assert result.tally.positions >= number
    assert result.tally.varied > 0
    assert result.tally.orders.faults(game) == []


@pytest.mark.parametrize("id", INVARIANTS)
@pytest.mark.parametrize("options", [None, SHORT], ids=["free", "fixed"])
def test_few_games_accuse_nobody(id: str, options: dict[str, dict[str, object]] | None) -> None:
    """With some options nothing is hidden: that says nothing about what samples ought to change."""
    every = 2 if id == "pyrrameds" else 20
    check_game(games()[id], games=1, seed="x1", options=options and options.get(id), every=every)


@pytest.mark.long
@pytest.mark.parametrize("id", INVARIANTS)
def test_many_games(id: str) -> None:
    result = check_game(games()[id], games=150, seed="many", jobs=2, invariants=INVARIANTS[id])
    assert result.tally.games == 150
    assert result.tally.undone > 150
