"""A copy shares lists with its origin only where the games never change them in place."""

from collections.abc import Iterator
from random import Random

import pytest

from wardround.core import Game, Holder
from wardround.core.fields import field_names
from wardround.games import games
from wardround.testing.configurations import Configuration, configurations

SETUPS = [
    pytest.param(game, configuration, id=f"{game.id}-{number}")
    for game in games().values()
    for number, configuration in enumerate(configurations(game)[:9])
]
MOST_DECISIONS = 400
OF_ALL_POSITIONS = {"names", "options", "_legal", "_layout"}
"""What no rule changes."""


def held_lists(holder: Holder) -> Iterator[list[object]]:
    """Every list in a position, those of what it holds included."""
    for name in field_names(holder):
        value = getattr(holder, name)
        for item in [value, *value] if isinstance(value, list) else [value]:
            if isinstance(item, Holder):
                yield from held_lists(item)
            elif isinstance(item, list) and name not in OF_ALL_POSITIONS:
                yield item


@pytest.mark.parametrize(("game", "configuration"), SETUPS)
def test_shared_lists_are_never_changed(game: Game, configuration: Configuration) -> None:
    rng = Random(3)
    state = game.new(configuration.players, seed=5, options=configuration.options)
    shared: dict[int, tuple[list[object], list[object]]] = {}
    for _ in range(MOST_DECISIONS):
        if state.over:
            break
        own = {id(held) for held in held_lists(state)}
        sample = state.determinize(state.first_asked(), rng)
        for held in [*held_lists(state.copy()), *held_lists(sample)]:
            if id(held) in own:
                shared.setdefault(id(held), (held, held[:]))
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert shared
    for held, before in shared.values():
        assert held == before
