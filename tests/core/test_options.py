"""Options of a game: typed, in range, explained."""

import pytest

from tests.toy_game import toy
from wardround.core import Game, Option, OptionError, check_options
from wardround.games import games

LEVEL = Option("level", "int", 2, "Level", "How hard.", low=1, high=5, clause="TOY-1.1")
FAST = Option("fast", "bool", False, "Fast", "Whether it is fast.")
MODE = Option("mode", "choice", "a", "Mode", "Which mode.", values=("a", "b"), labels=("A", "B"))
SIZE = Option(
    "size", "choice", "auto", "Size", "How big.", values=("auto", "5", "10"), retired=("old",)
)
ALL = (LEVEL, FAST, MODE)


class Number:
    """A whole number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class NoNumber(Number):
    """What NumPy's truth values are: they have the method, and it refuses."""

    def __index__(self) -> int:
        raise TypeError


def test_defaults_fill_what_is_not_said() -> None:
    assert check_options(ALL, None) == {"level": 2, "fast": False, "mode": "a"}
    assert check_options(ALL, {"mode": "b"}) == {"level": 2, "fast": False, "mode": "b"}
    assert list(check_options(ALL, {"mode": "b", "level": 1})) == ["level", "fast", "mode"]


@pytest.mark.parametrize(
    ("option", "raw", "value"),
    [
        (LEVEL, 5, 5),
        (LEVEL, "3", 3),
        (FAST, True, True),
        (FAST, "on", True),
        (FAST, "OFF", False),
        (FAST, "true", True),
        (FAST, "no", False),
        (MODE, "b", "b"),
        (LEVEL, Number(3), 3),
        (SIZE, "10", "10"),
        (SIZE, 10, "10"),
        (SIZE, Number(5), "5"),
        (SIZE, "old", "old"),
    ],
)
def test_values_and_their_texts_are_taken(option: Option, raw: object, value: object) -> None:
    checked = option.check(raw)
    assert checked == value
    assert type(checked) is type(value)


@pytest.mark.parametrize(
    ("option", "raw", "expected"),
    [
        (LEVEL, 0, "a whole number from 1 to 5"),
        (LEVEL, 6, "a whole number from 1 to 5"),
        (LEVEL, "-2", "a whole number from 1 to 5"),
        (LEVEL, "--2", "a whole number from 1 to 5"),
        (LEVEL, "-", "a whole number from 1 to 5"),
        (LEVEL, "", "a whole number from 1 to 5"),
        (LEVEL, "2.0", "a whole number from 1 to 5"),
        (LEVEL, "\u0663", "a whole number from 1 to 5"),
        (LEVEL, 2.0, "a whole number from 1 to 5"),
        (LEVEL, True, "a whole number from 1 to 5"),
        (LEVEL, None, "a whole number from 1 to 5"),
        (LEVEL, "9" * 5000, "a whole number from 1 to 5"),
        (FAST, 1, "on or off"),
        (FAST, "perhaps", "on or off"),
        (FAST, None, "on or off"),
        (MODE, "c", "one of a, b"),
        (MODE, ["a"], "one of a, b"),
        (MODE, 1, "one of a, b"),
        (MODE, None, "one of a, b"),
        (LEVEL, NoNumber(1), "a whole number from 1 to 5"),
        (SIZE, 6, "one of auto, 5, 10"),
        (SIZE, 5.0, "one of auto, 5, 10"),
        (SIZE, True, "one of auto, 5, 10"),
        (SIZE, "05", "one of auto, 5, 10"),
        pytest.param(SIZE, 10**5000, "one of auto, 5, 10", id="huge"),
        (SIZE, "older", "one of auto, 5, 10"),
    ],
)
def test_other_values_are_refused(option: Option, raw: object, expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        check_options((*ALL, SIZE), {option.name: raw})
    error = caught.value
    assert error.code == "option"
    assert error.where == f"option {option.name}"
    assert error.expected == expected
    assert error.clause == option.clause
    assert option.title in error.message


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_values_that_are_numbers_are_taken_as_numbers_in_every_game(game: Game) -> None:
    for option in game.options:
        for value in option.values:
            if value.isdecimal():
                assert option.check(int(value)) == option.check(Number(int(value))) == value
        if option.kind == "int":
            assert option.check(Number(option.low)) == option.check(str(option.low)) == option.low


def test_a_retired_value_is_read_and_not_offered() -> None:
    assert "old" not in SIZE.expected()
    assert SIZE.to_json()["values"] == ["auto", "5", "10"]


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError) as caught:
        check_options(ALL, {"speed": 1})
    assert caught.value.message == "The game has no option 'speed'."
    assert caught.value.where == "option speed"
    assert caught.value.expected == "one of fast, level, mode"


def test_a_declaration_as_data() -> None:
    assert MODE.to_json() == {
        "name": "mode",
        "kind": "choice",
        "default": "a",
        "values": ["a", "b"],
        "labels": ["A", "B"],
        "players": [1, 99],
        "low": 0,
        "high": 0,
        "title": "Mode",
        "help": "Which mode.",
        "clause": "",
        "main": False,
    }
    assert Option("x", "choice", "a", "X", "", values=("a",)).to_json()["labels"] == ["a"]


def test_an_option_that_means_nothing_with_so_many_players_is_settled() -> None:
    alone = Option("alone", "bool", True, "Alone", "", players=(1, 1))
    assert alone.settled(True, 1) is True
    assert alone.settled(True, 2) is False
    mode = Option("mode", "choice", "a", "Mode", "", values=("a", "b"), players=(2, 4))
    assert mode.settled("b", 2) == "b"
    assert mode.settled("b", 1) == "a"


def test_what_is_no_longer_offered_is_still_taken() -> None:
    old = Option("old", "choice", "5", "Old", "As it was.", values=("5",), retired=("none",))
    game = toy()
    game.options = (old, FAST)
    assert game.offered_options() == [FAST]
    assert game.to_json()["options"] == [FAST.to_json()]
    assert game.check_options({"old": "none"}, 2) == {"old": "none", "fast": False}
    with pytest.raises(OptionError) as caught:
        game.check_options({"other": 1}, 2)
    assert caught.value.expected == "one of fast"
