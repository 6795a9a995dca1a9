"""Steps a second through every interface: what is measured, and what is left out."""

from importlib.util import find_spec

import pytest

from tests.toy_game import GAME as TOY
from wardround.core import SeatError
from wardround.games import game
from wardround.lab import LabError, interfaces
from wardround.lab.interfaces import ENGINE, INTERFACES, measure_interfaces

pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")
pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")


def test_a_game_of_others_is_measured_where_it_can_be() -> None:
    found = measure_interfaces(TOY, 3, 2, 0.01)
    assert [one.interface for one in found.rates] == [*INTERFACES][:-1]
    assert found.left_out == ("OpenSpiel: it knows installed games only",)
    assert (found.rates[0].interface, found.rates[0].share) == (ENGINE, 1.0)
    for one in found.rates:
        assert 0 < one.slowest <= one.median <= one.fastest
        assert one.share > 0
    assert (found.game, found.players, found.runs) == ("toy", 3, 2)


def test_a_seat_too_many_is_refused() -> None:
    with pytest.raises(SeatError):
        measure_interfaces(game("clinic"), 9, 1, 0.01)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        interfaces, "find_spec", lambda name: None if name == "pettingzoo" else find_spec(name)
    )
    found = measure_interfaces(TOY, 2, 1, 0.01)
    assert "PettingZoo, raw: pettingzoo is not installed" in found.left_out
    monkeypatch.setattr(interfaces, "find_spec", lambda name: None)
    with pytest.raises(LabError, match="NumPy"):
        measure_interfaces(TOY, 2, 1, 0.01)


@pytest.mark.parametrize("name", [*INTERFACES])
def test_a_step_is_a_decision(name: str) -> None:
    _, begin = INTERFACES[name]
    play = begin(game("pyrrameds"), 2)
    steps = [play() for _ in range(2)]
    assert all(step > 10 for step in steps)
