"""What a clinic keeps about its spaces is what is found when everything is looked at anew."""

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from wardround.core import OptionError, State
from wardround.core.decision import Decision
from wardround.games.clinic import GAME, building, paths
from wardround.games.clinic.material import BUILD_DISC, BUILD_ENTRANCE, COMPONENTS, OBJECTS
from wardround.games.clinic.state import Clinic, Table, hosts

CHANGES: list[dict[str, Any]] = [
    {},
    {"board": "3x3", "layout": "beginner"},
    {"car_edge_rule": "per_space", "free_reparking": True, "cube_supply": "physical"},
    {"helipad_max_floor": 4, "garden_upper": False, "or_same_floor": False},
    {"build_above_garden": True, "discs_per_module": "unlimited", "outside_transit": False},
]


def looked_at_anew(table: Table) -> Table:
    """The same position with clinics that keep nothing."""
    other = table.copy()
    for clinic in other.clinics:
        clinic.changed()
    return other


def found(table: Table, clinic: Clinic) -> dict[str, Any]:
    """Everything that is kept, asked for by the functions that keep it."""
    modules = clinic.modules()
    return {
        "modules": modules,
        "pads": clinic.pads(),
        "counts": [clinic.count(thing) for thing in range(len(OBJECTS))],
        "hosts": {cell: hosts(table, clinic, cell) for cell in modules},
        "walks": {cell: paths.walks(table, clinic, cell) for cell in modules},
        "sites": {
            component: building.sites(table, clinic, component)
            for component in range(len(COMPONENTS))
            if component not in (BUILD_ENTRANCE, BUILD_DISC)
        },
    }


def check(table: Table) -> None:
    """Kept and found anew, listed at once and one by one: all the same."""
    anew = looked_at_anew(table)
    for clinic, other in zip(table.clinics, anew.clinics, strict=True):
        kept, fresh = found(table, clinic), found(anew, other)
        for name in kept:
            assert kept[name] == fresh[name], name
    for seat in table.asked():
        question = table.decision(seat)
        assert Decision.legal(question, anew, seat) == table.legal_actions(seat)


@pytest.mark.no_cover
@pytest.mark.parametrize("changes", CHANGES, ids=lambda changes: "+".join(changes) or "usual")
@settings(max_examples=6, phases=[Phase.explicit, Phase.generate])
@given(seed=st.integers(0, 10**6), players=st.integers(2, 4))
def test_what_is_kept_is_right_at_every_decision(
    changes: dict[str, Any], seed: int, players: int
) -> None:
    rng = Random(seed)
    try:
        state: State = GAME.new(players, seed, changes)
    except OptionError:
        return
    copies: list[Table] = []
    for _ in range(150):
        if state.is_over:
            break
        assert isinstance(state, Table)
        check(state)
        if rng.random() < 0.05:
            copies.append(state.copy())
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    for copy in copies:
        check(copy)
