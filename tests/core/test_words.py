"""The small words of sentences."""

import pytest

from wardround.core.words import (
    article,
    counted,
    listed,
    lower_first,
    reflexive,
    sentence,
    upper_first,
)


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("die", "a die"),
        ("orange die", "an orange die"),
        ("Orange Patient", "an Orange Patient"),
        ("8", "an 8"),
        ("11-card hand", "an 11-card hand"),
        ("18", "an 18"),
        ("1", "a 1"),
        ("80", "an 80"),
        ("unit", "a unit"),
        ("Urologist", "a Urologist"),
        ("one-time effect", "a one-time effect"),
        ("hour", "an hour"),
        ("X-ray", "an X-ray"),
        ("TP", "a TP"),
        ("ICU bed", "an ICU bed"),
        ("“Event” card", "an “Event” card"),
        ("", "a "),
    ],
)
def test_articles_go_by_sound(noun: str, expected: str) -> None:
    assert article(noun) == expected


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 points"), (1, "1 point"), (-1, "-1 point"), (2, "2 points")]
)
def test_numbers_choose_the_noun(number: int, expected: str) -> None:
    assert counted(number, "point") == expected


def test_a_plural_of_its_own() -> None:
    assert counted(2, "die", "dice") == "2 dice"


@pytest.mark.parametrize(
    ("words", "last", "expected"),
    [
        ([], "and", ""),
        (["a"], "and", "a"),
        (["a", "b"], "or", "a or b"),
        (["a", "b", "c"], "and", "a, b and c"),
    ],
)
def test_lists(words: list[str], last: str, expected: str) -> None:
    assert listed(words, last) == expected


def test_heads_and_ends_of_sentences() -> None:
    assert upper_first("dice Hospital") == "Dice Hospital"
    assert lower_first("Dice Hospital") == "dice Hospital"
    assert sentence(" take a die ") == "Take a die."
    assert sentence("Done!") == "Done!"
    assert sentence("") == ""


def test_a_seat_that_acts_on_itself() -> None:
    assert reflexive(1, 1, "Ada") == "themselves"
    assert reflexive(0, 1, "Ada") == "Ada"
