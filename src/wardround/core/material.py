"""Reading material files: TOML made of entries, with exact complaints.

A material file is a list of entries for each kind of thing in the box (``[[department]]`` ...).
"""

from typing import Any

from wardround.core.errors import MaterialError
from wardround.core.reading import read_toml, shown


def read_entries(text: str, name: str) -> dict[str, list["Row"]]:
    """The entries of a material file by kind, ids checked to be unique.

    Raises:
        MaterialError: The text is not TOML or is not made of entries.
    """
    data = read_toml(text, name, MaterialError, "a material file in TOML")
    found: dict[str, list[Row]] = {}
    for key, rows in data.items():
        if not isinstance(rows, list) or not rows:
            raise MaterialError(
                f"{key!r} is not a list of entries.", where=name, expected=f"entries [[{key}]]"
            )
        found[key] = [Row(row, f"{name}, {key} {place}") for place, row in enumerate(rows, 1)]
        _unique(found[key])
    return found


def _unique(rows: list["Row"]) -> None:
    seen: list[str] = []
    for row in rows:
        if "id" in row.data:
            id = row.text("id")
            if id in seen:
                raise row.error("id", f"{id!r} stands twice", "an id used once")
            seen.append(id)


class Row:
    """One entry of a material file.

    Every reading method raises :class:`MaterialError`, naming file, entry and key, if the value is
    missing or not what it should be.
    """

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise MaterialError(
                "The entry is not a table.", where=where, expected="keys and values"
            )
        self.data: dict[str, Any] = data
        self.where = where

    def error(self, key: str, found: str, expected: str) -> MaterialError:
        """The error that says what is wrong with a key."""
        return MaterialError(
            f"The value of {key!r} is not possible: {shown(found)}.",
            where=f"{self.where}, key {key}",
            expected=expected,
        )

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self.data.get(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, repr(value), "a text")
        return value

    def one_of(self, key: str, values: list[str]) -> str:
        """A text out of a list."""
        value = self.text(key)
        if value not in values:
            raise self.error(key, repr(value), "one of " + ", ".join(values))
        return value

    def index(self, key: str, values: list[str], default: int) -> int:
        """The place of a text in a list; ``default`` if the key is missing or says "any"."""
        if key not in self.data or (self.data[key] == "any" and "any" not in values):
            return default
        return values.index(self.one_of(key, values))

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number in a range; ``default`` (if not None) where the key is missing."""
        if key not in self.data and default is not None:
            return default
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(key, repr(value), f"a whole number from {low} to {high}")
        return value

    def numbers(self, key: str) -> list[int]:
        """A list of whole numbers."""
        values = self.data.get(key)
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            raise self.error(key, repr(values), "a list of whole numbers")
        return [int(value) for value in values]

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        values = self.data.get(key)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.error(key, repr(values), "a list of texts")
        return [str(value) for value in values]

    def pair(self, key: str, low: int, high: int) -> list[int]:
        """Two numbers in ascending order; the whole range if the key is missing."""
        if key not in self.data:
            return [low, high]
        values = self.numbers(key)
        if len(values) != 2 or not low <= values[0] <= values[1] <= high:
            raise self.error(key, repr(values), f"[lowest, highest] from {low} to {high}")
        return values

    def part(self, key: str) -> "Row":
        """The entry that stands under a key."""
        return Row(self.data.get(key), f"{self.where}, {key}")
