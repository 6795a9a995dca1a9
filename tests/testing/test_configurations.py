"""Few configurations that cover all pairs of values."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy_game import GAME
from wardround.core import OptionError, OptionValue, SeatError
from wardround.games import games
from wardround.testing import configurations
from wardround.testing.configurations import Pair, pairwise


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6))
def test_every_pair_occurs(sizes: list[int]) -> None:
    levels = [[f"{column}{value}" for value in range(size)] for column, size in enumerate(sizes)]
    rows = pairwise(levels)
    for row in rows:
        assert all(value in values for value, values in zip(row, levels, strict=True))
    for (a, first), (b, second) in combinations(enumerate(levels), 2):
        assert {(row[a], row[b]) for row in rows} == set(product(first, second))
    assert {row[0] for row in rows} == set(levels[0])
    largest = sorted(sizes)[-2:]
    assert len(rows) >= largest[0] * largest[-1] or len(sizes) == 1
    assert len(rows) <= 3 * largest[0] * largest[-1]


def test_truth_values_are_not_numbers() -> None:
    rows = pairwise([[2, 3, 4], [True, False], [1, 0]])
    assert {(type(row[1]), row[1], row[2]) for row in rows} == set(
        product([bool], [True, False], [1, 0])
    )
    assert all(isinstance(row[1], bool) and not isinstance(row[2], bool) for row in rows)


def test_seats_and_options_of_a_game() -> None:
    found = configurations(GAME)
    assert str(found[0]) == "2p rounds=2 demands=True winner=high"
    assert {one.players for one in found} == {2, 3, 4}
    assert {one.options["rounds"] for one in found} == {1, 2, 3}
    assert len(found) < 3 * 3 * 2 * 2


def test_dice_hospital_needs_few() -> None:
    found = configurations(games()["dice_hospital"])
    assert len(found) <= 13
    assert {one.players for one in found} == {1, 2, 3, 4}


def test_fixed_seats_and_options_stay() -> None:
    found = configurations(GAME, players=3, options={"rounds": "3", "demands": False})
    assert [str(one) for one in found] == [
        "3p rounds=3 demands=False winner=high",
        "3p rounds=3 demands=False winner=low",
    ]
    assert [str(one) for one in configurations(GAME, 2, found[0].options)] == [
        "2p rounds=3 demands=False winner=high"
    ]
    with pytest.raises(SeatError):
        configurations(GAME, players=1)
    with pytest.raises(OptionError):
        configurations(GAME, options={"rounds": 7})


def test_what_a_game_refuses_is_left_out() -> None:
    game = games()["pyrrameds"]
    found = configurations(game)
    for one in found:
        assert game.check_options(one.options, one.players) == one.options
    starts = {(one.players, one.options["start_player"]) for one in found}
    assert {(2, "1"), (4, "3"), (6, "5")} <= starts
    limits = {(one.options["stall_rounds"], one.options["turn_cap"]) for one in found}
    assert {(0, 200), (10, 0)} <= limits
    assert (0, 0) not in limits


def test_refused_pairs_do_not_occur() -> None:
    levels: list[list[OptionValue]] = [[1, 2, 3], ["a", "b"], [True, False]]
    refused: set[Pair] = {((0, 2), (1, "b")), ((1, "a"), (2, False))}
    rows = pairwise(levels, refused)
    seen = {((a, row[a]), (b, row[b])) for row in rows for a, b in combinations(range(3), 2)}
    assert not seen & refused
    wanted = {
        ((a, x), (b, y))
        for (a, first), (b, second) in combinations(enumerate(levels), 2)
        for x, y in product(first, second)
    }
    assert {((0, 2), (2, False))} == wanted - refused - seen, "it would need a refused pair"
