"""What is said of a material file that breaks the schema: what, where, what was expected."""

from importlib.resources import files

import pytest

from wardround.core import MaterialError
from wardround.games.pyrrameds.material import Material
from wardround.testing import clause

GOOD = files("wardround.games.pyrrameds").joinpath("material.toml").read_text("utf-8")
ANIMALS = 'animals = ["dog", "cat", "rabbit", "sheep", "bird"]'
MARKS = (
    'provenance = { numbers = "RECON", patients = "RECON", counts = "FOUND", animals = "FOUND" }\n'
    f"{ANIMALS}"
)
MEDICINE = (
    "medicine = { R = [9, 8, 5, 4, 1], B = [2, 4, 9, 1, 6], "
    "G = [1, 5, 3, 7, 2], O = [9, 6, 8, 7, 3] }"
)
PATIENT = '["BGGOR", 5, "cat"],'
SET, SPECIAL = "set base", "special remove"
CASES = [
    (ANIMALS, "animals = 3", "'animals'", "3", f"{SET}, key animals", "a list of names"),
    (ANIMALS, "animals = []", "'animals'", "[]", f"{SET}, key animals", "a list of names"),
    (ANIMALS, "animals = [1]", "'animals'", "[1]", f"{SET}, key animals", "a list of names"),
    (
        MARKS,
        f"{ANIMALS}\n",
        "'provenance'",
        "None",
        f"{SET}, key provenance",
        "a mark for each field",
    ),
    (MEDICINE, "medicine = 3", "'medicine'", "3", f"{SET}, key medicine", "a table of types"),
    (
        MEDICINE,
        "medicine = { R = [1], Q = [2] }",
        "'medicine'",
        "R, Q",
        f"{SET}, key medicine",
        "R, B, G, O",
    ),
    (
        "R = [9, 8, 5, 4, 1]",
        "R = [9, 8, 5]",
        "'medicine.R'",
        "3 numbers",
        f"{SET}, key medicine.R",
        "5",
    ),
    (
        "R = [9, 8, 5, 4, 1]",
        "R = [9, 8, 5, 4, 0]",
        "'medicine'",
        "1 masked numbers",
        f"{SET}, key medicine",
        "0 masked numbers",
    ),
    (
        "R = [9, 8, 5, 4, 1]",
        "R = [9, 8, 5, 4, 10]",
        "'medicine.R'",
        "10",
        f"{SET}, key medicine.R",
        "whole numbers from 0 to 9",
    ),
    (
        "R = [9, 8, 5, 4, 1]",
        "R = 9",
        "'medicine.R'",
        "9",
        f"{SET}, key medicine.R",
        "a list of numbers",
    ),
    (PATIENT, "", "'patients'", "17 entries", f"{SET}, key patients", "18 entries"),
    (
        PATIENT,
        "4,",
        "'patients, entry 1'",
        "4",
        f"{SET}, key patients, entry 1",
        '["BGR", 5, "cat"]',
    ),
    (
        PATIENT,
        '["BX", 5, "cat"],',
        "'patients, entry 1'",
        "'BX'",
        f"{SET}, key patients, entry 1",
        "1 to 5 letters out of RBGO",
    ),
    (
        PATIENT,
        '["BG", 5, "wolf"],',
        "'patients, entry 1'",
        "'wolf'",
        f"{SET}, key patients, entry 1",
        "one of dog, cat, rabbit, sheep, bird",
    ),
    (
        PATIENT,
        '["BGGOR", 0, "cat"],',
        "'patients'",
        "1 masked numbers",
        f"{SET}, key patients",
        "0 masked numbers",
    ),
    (
        PATIENT,
        '["B", 5, "cat"],',
        "'patients'",
        "[1, 5, 4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2]",
        f"{SET}, key patients",
        "most requirements first",
    ),
    ('id = "add"', 'id = "remove"', "'id'", "'remove' stands twice", "special, key id", "once"),
    ('id = "base"', 'id = "basis"', "'id'", "missing", "set, key id", "base"),
    ('name = "Remove"', "name = 3", "'name'", "3", f"{SPECIAL}, key name", "a text"),
    ('clause = "PY-8.17"', 'clause = ""', "'clause'", "''", f"{SPECIAL}, key clause", "a text"),
    (
        "numbers = [3]",
        "numbers = [0]",
        "'numbers'",
        "0",
        f"{SPECIAL}, key numbers",
        "whole numbers from 1 to 9",
    ),
    ("numbers = [3]", "numbers = [3, 4]", "'numbers'", "16 cards", "special, key numbers", "15"),
]


@clause("PY-1.27")
@pytest.mark.parametrize(("old", "new", "key", "found", "where", "expected"), CASES)
def test_a_bad_entry_is_named(
    old: str, new: str, key: str, found: str, where: str, expected: str
) -> None:
    assert old in GOOD
    with pytest.raises(MaterialError) as error:
        Material(GOOD.replace(old, new, 1), "own.toml")
    assert error.value.message == f"The value of {key} is not possible: {found}."
    assert error.value.where == f"own.toml, {where}"
    assert expected in error.value.expected


@clause("PY-1.27")
@pytest.mark.parametrize("text", ["", "set = 3", "set = []", "set = [1]"])
def test_a_file_without_sets_says_so(text: str) -> None:
    with pytest.raises(MaterialError) as error:
        Material(text, "own.toml")
    assert error.value.message == "The file has no set."
    assert error.value.where == "own.toml"
    assert error.value.expected == "entries [[set]]"
