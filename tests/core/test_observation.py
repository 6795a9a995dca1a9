"""Observations: sheets, layouts and the buffers that they are written into."""

import array
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy_game import GAME as TOY
from wardround.core import BadBuffer, Game, Layout, Piece, Places, SeatError, Sheet, State
from wardround.games import game, games

GAMES = [game(name) for name in games()]


def after(game: Game, players: int, actions: int, seed: int = 0) -> State:
    """A position some random actions into a game."""
    state = game.new(players, seed)
    rng = Random(seed)
    for _ in range(actions):
        if state.is_over:
            break
        seat = rng.choice(state.asked())
        state.apply(seat, rng.choice(state.legal_actions(seat)))
    return state


def test_a_sheet_is_written_from_left_to_right() -> None:
    sheet = Sheet(30, recording=True)
    sheet.piece("first", "numbers", high=9, low=-1)
    sheet.number(0.5)
    sheet.integer(-1)
    sheet.integers([7, 8])
    sheet.flag(True)
    sheet.flag(False)
    sheet.piece("choice", "one of three", step=2)
    sheet.one_hot(1, 3)
    sheet.one_hot(-1, 2)
    sheet.piece("cards", "counts", 4)
    sheet.count(3, 2.0)
    sheet.counts([0, 2, 0, -1], 4)
    sheet.piece("known", "bits")
    sheet.bits(0b101, 4)
    sheet.piece("placed", "some kinds", 4)
    sheet.counts_at([5, 1, 5, 3], Places([3, 5], 6))
    layout = sheet.layout()
    assert layout.named(sheet.values()) == {
        "first": [0.5, -1, 7, 8, 1, 0],
        "choice/2": [0, 1, 0, 0, 0],
        "cards": [2, 0, 1, 2],
        "known": [1, 0, 1, 0],
        "placed": [1, 2],
    }
    assert [(piece.name, piece.offset, piece.length) for piece in layout.pieces] == [
        ("first", 0, 6),
        ("choice/2", 6, 5),
        ("cards", 11, 4),
        ("known", 15, 4),
        ("placed", 19, 2),
    ]
    assert len(layout) == 21
    assert layout.lows()[:7] == [-1.0] * 6 + [0.0]
    assert layout.highs()[4:12] == [9.0, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 4.0]


@given(st.integers(0, (1 << 90) - 1))
def test_bits_of_any_length(bits: int) -> None:
    sheet = Sheet(90)
    sheet.bits(bits, 90)
    assert sheet.values() == [float(bits >> place & 1) for place in range(90)]


def test_rows_of_a_sheet_lie_below_each_other() -> None:
    sheet = Sheet(2, rows=3)
    for row in (2, 0):
        sheet.row(row)
        sheet.integers([row + 1, 9])
        sheet.end_row(row)
    assert sheet.values() == [1, 9, 0, 0, 3, 9]
    sheet.clear()
    assert sheet.values() == [0] * 6
    sheet.row(1)
    sheet.integer(1)
    with pytest.raises(ValueError, match="an observation of 1 numbers, where the layout has 2"):
        sheet.end_row(1)


def test_places_are_those_of_the_order() -> None:
    places = Places([4, 0], 5)
    assert [places.of(item) for item in range(-1, 5)] == [-1, 1, -1, -1, -1, 0]
    assert len(places) == 2
    again = pickle.loads(pickle.dumps(places))  # noqa: S301
    assert again.order == [4, 0]
    assert again.of(4) == 0


def test_a_layout_pickles() -> None:
    layout = Layout([Piece("hand", 0, 5, 0.0, 1.0, "cards")])
    again = pickle.loads(pickle.dumps(layout))  # noqa: S301
    assert again.to_json() == layout.to_json()
    assert layout.to_json()[0]["meaning"] == "cards"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_buffer_gets_the_same_numbers(game: Game) -> None:
    state = after(game, game.max_players, 60)
    length = len(state.layout())
    buffers: list[Any] = [
        np.full(length, 7, np.float32),
        np.full(length, 7, np.float64),
        np.full((3, length), 7, np.float32)[1],
        array.array("f", [7.0] * length),
        memoryview(array.array("f", [7.0] * length)),
        [7.0] * length,
    ]
    for seat in range(state.players):
        named = state.observation(seat)
        for buffer in buffers:
            state.observe_into(np.int64(seat), buffer)
            assert state.layout().named(buffer) == named
        mask = state.mask(seat)
        for place in (
            np.full(game.num_actions, 7, np.uint8),
            np.full(game.num_actions, True),
            bytearray(game.num_actions),
            array.array("B", bytes(game.num_actions)),
            [7] * game.num_actions,
        ):
            state.mask_into(seat, place)
            assert [int(value) for value in place] == list(mask)


@pytest.mark.parametrize(
    ("buffer", "what"),
    [
        (np.zeros(3, np.float32), "do not fit into 3 places"),
        (None, "do not fit into NoneType"),
        ("short", "do not fit into 5 places"),
    ],
)
def test_a_buffer_that_does_not_fit_is_refused(buffer: Any, what: str) -> None:
    state = after(TOY, 2, 3)
    with pytest.raises(BadBuffer, match=what) as refused:
        state.observe_into(0, buffer)
    assert refused.value.expected == f"an array of {len(state.layout())}"
    with pytest.raises(BadBuffer):
        state.mask_into(0, buffer)


def test_a_buffer_that_cannot_be_written_is_refused() -> None:
    state = after(TOY, 2, 3)
    length = len(state.layout())
    still = np.zeros(length, np.float32)
    still.flags.writeable = False
    for buffer in (still, (0.0,) * length, bytes(length)):
        with pytest.raises(BadBuffer, match="cannot be written into"):
            state.observe_into(0, buffer)
    with pytest.raises(SeatError):
        state.observe_into(-1, [0.0] * length)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_observations_are_small_and_explained(game: Game) -> None:
    layout = game.new(game.max_players, 1).layout()
    assert len(layout) <= 3000
    assert len({piece.name for piece in layout.pieces}) == len(layout.pieces)
    end = 0
    for piece in layout.pieces:
        assert piece.offset == end
        assert piece.low < piece.high
        assert piece.meaning
        end += piece.length
    assert end == len(layout)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_layout_is_that_of_players_and_options_alone(game: Game) -> None:
    for players in range(game.min_players, game.max_players + 1):
        layouts = [after(game, players, 90, seed).written_layout(0).to_json() for seed in (1, 2)]
        assert layouts[0] == layouts[1] == game.new(players, 3).layout().to_json()


def test_one_place_of_several_is_marked_and_none_beyond() -> None:
    sheet = Sheet(9, recording=True)
    sheet.piece("choice", "one of three")
    for place in (0, 2, -1):
        sheet.one_hot(place, 3)
    assert sheet.layout().named(sheet.values()) == {"choice": [1, 0, 0, 0, 0, 1, 0, 0, 0]}
    with pytest.raises(IndexError, match="place 3 of a piece of 3"):
        sheet.one_hot(3, 3)


def test_an_array_of_texts_is_named_by_its_kind() -> None:
    state = after(TOY, 2, 3)
    with pytest.raises(BadBuffer, match="cannot be written into bytes: "):
        state.observe_into(0, bytes(len(state.layout())))
    for piece in state.layout().pieces:
        assert len(state.observation(0)[piece.name]) == piece.length > 0
