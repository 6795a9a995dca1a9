"""PY-8.72 to PY-8.74: the search for paths with path specials, against the letter."""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from wardround.games.pyrrameds.geometry import NEIGHBOURS, NUMBER
from wardround.games.pyrrameds.paths import (
    BACKTRACK,
    ERROR,
    FRESH,
    MAY_CUT,
    MAY_ERR,
    MAY_JUMP,
    NOTHING,
    PATIENT_LIES,
    TELEPORT,
    WILD,
    Ground,
    Requirements,
    direction,
    horizontal_sign,
    vertical_sign,
)
from wardround.testing import clause

FIELD: Final = [(2, 0), (4, 0), (6, 0), (3, 1), (5, 1), (4, 2), (3, -1), (5, -1), (7, 1)]
STARTS: Final = [(1, 1), (2, 2), (6, 2), (4, -2), (1, -1), (7, -1)]
"""Cells beside those of ``FIELD``, where nothing lies."""
LYING: Final = [0, 1, 2, WILD, PATIENT_LIES, TELEPORT, TELEPORT, BACKTRACK, ERROR]

Path = tuple[int, ...]
Walked = list[tuple[int, int]]
"""The steps of a path, jumps left out."""


def bent_paths(
    ground: Ground, path: Path, walked: Walked, medicine: list[int], todo: int, specials: int
) -> Iterator[tuple[Path, Walked, list[int]]]:
    """Every way to go on from the end of a path: cells, steps and medicine; signs do not matter."""
    if todo == 0:
        yield path, walked, medicine
        return
    for other in NEIGHBOURS[path[-1]]:
        card = ground.lying[other]
        if card == NOTHING or other in path:
            continue
        on, steps = (*path, other), [*walked, (path[-1], other)]
        if card <= WILD:
            yield from bent_paths(ground, on, steps, [*medicine, card], todo - 1, specials)
        if specials & MAY_ERR:
            yield from bent_paths(ground, on, steps, medicine, todo, specials - MAY_ERR)
        if card == TELEPORT and specials & MAY_JUMP:
            for exit in ground.teleports:
                if exit not in on:
                    yield from bent_paths(
                        ground, (*on, exit), steps, medicine, todo, specials - MAY_JUMP
                    )


def one_way(rule: int, walked: Walked) -> bool:
    """Whether no two steps have opposite signs (PY-6.15, PY-6.16)."""
    across = {horizontal_sign(rule, *step) for step in walked}
    along = {vertical_sign(*step) for step in walked}
    return not ({-1, 1} <= across or {-1, 1} <= along)


def allowed(rule: int, walked: Walked, specials: int) -> bool:
    """The same, where the steps may be cut once into two runs (PY-8.56)."""
    cuts = range(len(walked)) if specials & MAY_CUT else range(1)
    return any(one_way(rule, walked[:cut]) and one_way(rule, walked[cut:]) for cut in cuts)


def meets(medicine: list[int], needs: list[int]) -> bool:
    """Whether the medicine meets the requirements one by one in some order (PY-9.9 to PY-9.12)."""
    return any(
        all(WILD in (card, need) or card == need for card, need in zip(order, needs, strict=True))
        for order in permutations(medicine)
    )


@clause("PY-8.72", "PY-8.73", "PY-8.74", "PY-8.54", "PY-8.56", "PY-8.60", "PY-8.61")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from(LYING), min_size=len(FIELD), max_size=len(FIELD)),
    st.lists(st.sampled_from([0, 1, 2, WILD]), min_size=1, max_size=3),
    st.sampled_from(range(3)),
)
def test_bent_paths_are_those_of_the_clauses(lying: list[int], needs: list[int], rule: int) -> None:
    ground = Ground(rule)
    for cell, card in zip(FIELD, lying, strict=True):
        ground.lay(NUMBER[cell], card)
    wanted = Requirements(needs)
    starts = [NUMBER[cell] for cell in STARTS]
    legal = ground.starts(starts, wanted)
    for start in starts:
        paths = {
            path[1:]
            for path, walked, medicine in bent_paths(
                ground, (start,), [], [], len(needs), ground.specials()
            )
            if meets(medicine, needs) and allowed(rule, walked, ground.specials())
        }
        assert (start in legal) == bool(paths)
        found = tuple(ground.path(start, wanted))
        assert found in paths if paths else not found
    assert ground.starts(starts, wanted, 1) == legal[:1]


def test_no_direction_is_the_fresh_one() -> None:
    assert direction(0, 0) == FRESH
