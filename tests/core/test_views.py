from typing import Any

import pytest

from wardround.core.views import misused, round_of

RIGHT: dict[str, Any] = {
    "game": "toy",
    "viewer": 1,
    "round": 2,
    "seats": [{"seat": 0}, {}],
    "scores": [3, 0.5],
    "over": False,
    "ranking": None,
}


def test_shared_keys_that_are_right_or_not_there() -> None:
    assert misused(RIGHT, "toy", 1, 2, None) == ""
    assert misused({}, "toy", -1, 2, [[0], [1]]) == ""
    over = RIGHT | {"over": True, "ranking": [[1], [0]]}
    assert misused(over, "toy", 1, 2, [[1], [0]]) == ""


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("game", "other", "'toy'"),
        ("viewer", 0, "1, who sees it"),
        ("round", "first", "a whole number"),
        ("round", True, "a whole number"),
        ("round", -1, "a whole number"),
        ("seats", [{}], "a list of 2 objects"),
        ("seats", [1, 2], "a list of 2 objects"),
        ("seats", {"0": {}}, "a list of 2 objects"),
        ("scores", [1], "a list of 2 numbers"),
        ("scores", [1, None], "a list of 2 numbers"),
        ("over", True, "False"),
        ("over", 0, "False"),
        ("ranking", [[0, 1]], "None"),
    ],
)
def test_a_shared_key_that_is_misused_is_named(key: str, value: object, expected: str) -> None:
    text = misused(RIGHT | {key: value}, "toy", 1, 2, None)
    assert text.startswith(f"the key {key!r} of the view is {value!r}")
    assert expected in text


def test_seats_out_of_order_are_found() -> None:
    text = misused(RIGHT | {"seats": [{"seat": 1}, {"seat": 0}]}, "toy", 1, 2, None)
    assert text == "the view lists seat 1 in place 0 of 'seats'"


def test_the_round_of_a_view_that_tells_none_is_0() -> None:
    assert round_of(RIGHT) == 2
    assert round_of({}) == round_of({"round": "first"}) == round_of({"round": None}) == 0
