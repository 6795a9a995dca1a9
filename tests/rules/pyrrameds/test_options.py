"""Every value of every option matters: some position tells it from every other value."""

from collections.abc import Callable
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from tests.rules.pyrrameds.board import ALL, INTENSIVE, ROW1, ROW2, Board, new
from wardround.core import Option, OptionValue
from wardround.games.pyrrameds import GAME

OWN_DECK = (
    files("wardround.games.pyrrameds")
    .joinpath("material.toml")
    .read_text(encoding="utf-8")
    .replace('["BO", 8, "sheep"]', '["BO", 3, "sheep"]')
)

Probe = Callable[[OptionValue], object]
"""What comes of a value of an option in some position."""


def row(players: int, **others: Any) -> Probe:
    return lambda value: new(players, row_size=value, **others).terms.row


def preset(value: OptionValue) -> object:
    return new(2, preset=value).terms.row


def cards(value: OptionValue) -> object:
    return new(2, sets=value).deck.in_use


def printed_faces(name: str) -> Probe:
    def printed(value: OptionValue) -> object:
        state = new(3, **{name: value})
        return [state.faces[card].notation() for card in state.deck.in_use]

    return printed


def path(cell: tuple[int, int], laid: dict[tuple[int, int], str], cards: str) -> Probe:
    return lambda value: Board(cards, laid, path_rule=value).why_not("P[RB]1", cell)


def swaps(players: int, **others: Any) -> Probe:
    def pairs(value: OptionValue) -> object:
        return Board(ROW1, players=players, loose_patient_swap=value, **others).pairs("P[RG]3")

    return pairs


def beginners(value: OptionValue) -> object:
    seats = [str(seat) for seat in range(6)]
    if value == "random":
        return {new(6, seed).start_player for seed in range(20)}
    return {seats.index(str(value)), new(6, 1, start_player=value).start_player}


def dead(value: OptionValue) -> object:
    hands = ["P[BGR]1 R9", "P[BBOO]2", "P[BGOR]3"]
    row = "P[GG]1 P[OO]2 R3 B4 P[RR]5 P[RR]6"
    return Board(row, hands=hands, dead_test=value).place(0, "R9", (1, 1)).state.ending()


def ends(field: str, reached: int, name: str, **others: Any) -> Probe:
    """How the game stands after a turn without a placement, so many turns having passed."""

    def ending(value: OptionValue) -> object:
        options: dict[str, Any] = {name: value, **others}
        board = Board(ROW1, hands=["R1 R9"] * 3, **options)
        setattr(board.state, field, reached - 1)
        return board.swap(0, "R1", (0, 0), (8, 0)).state.ending()

    return ending


def remembered(value: OptionValue) -> object:
    board = Board(ROW1, hands=["G7 R8", "R1", "R2"], show_memory=value)
    return len(board.do(0, "swap", "G7", (0, 0)).state.view(1)["hands"][0]["cards"])


PROBES: dict[str, tuple[Probe, ...]] = {
    "preset": (preset,),
    "sets": (cards,),
    "deck": (printed_faces("deck"),),
    "material": (printed_faces("material"),),
    "row_size": (
        row(2, sets=INTENSIVE, preset="book"),
        row(2, sets=INTENSIVE),
        row(2),
        row(3, sets=ALL),
    ),
    "path_rule": (
        path((5, 1), {}, ROW2),
        path((4, 2), {(3, 1): "R8"}, "P[GG]1 P[OO]2 B3 P[GO]4 P[RR]5 P[BB]6"),
    ),
    "loose_patient_swap": (swaps(2), swaps(3), swaps(2, preset="book")),
    "start_player": (beginners,),
    "dead_test": (dead,),
    "stall_rounds": (ends("idle", 30, "stall_rounds"), ends("idle", 150, "stall_rounds")),
    "turn_cap": (
        ends("turns", 200, "turn_cap", stall_rounds=50),
        ends("turns", 1000, "turn_cap", stall_rounds=50),
    ),
    "show_memory": (remembered,),
}


def values(option: Option) -> list[OptionValue]:
    """The values of an option; of a range the default and the ends."""
    if option.kind == "bool":
        return [True, False]
    if option.kind == "int":
        return [option.default, option.low, option.high]
    return ["", OWN_DECK] if option.kind == "file" else list(option.values)


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.name)
def test_some_position_tells_every_two_values_apart(option: Option) -> None:
    found = {value: [probe(value) for probe in PROBES[option.name]] for value in values(option)}
    for one, other in combinations(found, 2):
        assert found[one] != found[other], f"{one} and {other} are one"
