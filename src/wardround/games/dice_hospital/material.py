"""What lies in the box, read from ``material.toml`` and checked entry by entry.

Departments, specialists and administrators are numbers in the order of the file: the six printed
departments first. A patient's kind and a die's face are numbers too; the tables below name them.
"""

import tomllib
from importlib.resources import files
from typing import Any, Final

from wardround.core import MaterialError

COLOURS: Final = ["red", "yellow", "green"]
LETTERS: Final = ["R", "Y", "G"]
RED: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
ANY: Final = -1

PATTERN_ANY: Final = 0
PATTERN_SAME: Final = 1
PATTERN_RUN: Final = 2
PATTERNS: Final = ["any", "same", "run"]

WHOM_OWN: Final = 0
WHOM_HEALED: Final = 1
WHOM_OTHER: Final = 2
WHOM_TWIN: Final = 3
WHOM: Final = ["own", "healed", "other", "twin"]

POINT_NONE: Final = -2
POINT_EACH: Final = 3
POINT_MOST: Final = 4


def face(colour: int, value: int) -> int:
    """The number of a die's face: 0 to 17 for red 1 ... green 6."""
    return colour * 6 + value - 1


def kind(colour: int, value: int, mark: int) -> int:
    """The number of a patient's kind, 0 to 71.

    Args:
        colour: The die's own colour.
        value: 1 to 6.
        mark: 0 untreated, 1 treated, 2 treated and recoloured to the next colour, 3 to the one
            after that (red, yellow, green, red).
    """
    return face(colour, value) * 4 + mark


ORIGINAL: Final = [number // 24 for number in range(72)]
VALUE: Final = [number // 4 % 6 + 1 for number in range(72)]
TREATED: Final = [number % 4 > 0 for number in range(72)]
CURRENT: Final = [(number // 24 + max(0, number % 4 - 1)) % 3 for number in range(72)]
FACE: Final = [CURRENT[number] * 6 + VALUE[number] - 1 for number in range(72)]


def treated(patient: int) -> int:
    """The same patient, treated (DH-10.4)."""
    return patient if TREATED[patient] else patient + 1


def recoloured(patient: int, colour: int) -> int:
    """The same patient with another current colour; that treats it (DH-12.4)."""
    return patient - patient % 4 + 1 + (colour - ORIGINAL[patient]) % 3


def with_value(patient: int, value: int) -> int:
    """The same patient with another value from 1 to 6."""
    return patient + 4 * (value - VALUE[patient])


def patient_notation(patient: int) -> str:
    """``R3u`` untreated, ``R3t`` treated, ``R3t>G`` treated and counting as green."""
    text = f"{LETTERS[ORIGINAL[patient]]}{VALUE[patient]}{'t' if TREATED[patient] else 'u'}"
    if CURRENT[patient] != ORIGINAL[patient]:
        text += ">" + LETTERS[CURRENT[patient]]
    return text


class Effect:
    """Healing, described by a few independent pieces (the head of the material file names them)."""

    def __init__(
        self,
        clause: str,
        least: int,
        most: int,
        colour: int,
        low: int,
        high: int,
        pattern: int,
        steps: int,
        whom: int,
    ) -> None:
        self.clause = clause
        self.least = least
        self.most = most
        self.colour = colour
        self.low = low
        self.high = high
        self.pattern = pattern
        self.steps = steps
        self.whom = whom
        self.faces = [
            face(own, value)
            for own in range(3)
            if colour in (ANY, own)
            for value in range(low, high + 1)
        ]
        self.fits = [number in self.faces for number in range(18)]


class Department:
    """A type of department: printed on every board (``copies`` 0) or a tile."""

    def __init__(
        self, id: str, name: str, clause: str, colour: str, copies: int, effect: Effect
    ) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.colour = colour
        self.copies = copies
        self.effect = effect


class Specialist:
    """A type of specialist: what sets the own effect off, and the effect.

    Args:
        trigger: The colour that a healed patient must have had, or ``ANY``.
    """

    def __init__(
        self,
        id: str,
        name: str,
        clause: str,
        colour: str,
        copies: int,
        trigger: int,
        effect: Effect,
    ) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.colour = colour
        self.copies = copies
        self.trigger = trigger
        self.effect = effect


class Administrator:
    """An administrator: a point in phase 5 or a spared patient in phase 4.

    Args:
        point: Colour whose discharges count, ``POINT_EACH``, ``POINT_MOST`` or ``POINT_NONE``.
        least: Discharges needed (of the colour, of each colour, or in all).
        spare: Colour of the neglected patient that is spared, or ``ANY`` for none.
    """

    def __init__(self, id: str, name: str, clause: str, point: int, least: int, spare: int) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.point = point
        self.least = least
        self.spare = spare


class DischargeTable:
    """Points for the number of patients discharged in one round (DH-14.1)."""

    def __init__(self, id: str, points: list[int], above: int) -> None:
        self.id = id
        self._points = points
        self._above = above

    def points(self, discharged: int) -> int:
        """The points of one round."""
        last = len(self._points) - 1
        if discharged <= last:
            return self._points[discharged]
        return self._points[last] + self._above * (discharged - last)


class Provenance:
    """Where the value of one field of one entry comes from."""

    def __init__(self, entry: str, field: str, tag: str) -> None:
        self.entry = entry
        self.field = field
        self.tag = tag


class Material:
    """Everything in the box.

    Args:
        text: A material file in TOML.
        name: How errors call the file.

    Raises:
        MaterialError: An entry breaks the schema; ``where`` names file, entry and key.
    """

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.provenance: list[Provenance] = []
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise MaterialError(f"The file is not TOML: {error}.", where=name) from error
        self.departments = [self._department(row) for row in self._rows(data, "department")]
        self.specialists = [self._specialist(row) for row in self._rows(data, "specialist")]
        self.administrators = [
            self._administrator(row) for row in self._rows(data, "administrator")
        ]
        self.tables = [self._table(row) for row in self._rows(data, "discharge_table")]

    def _rows(self, data: dict[str, Any], key: str) -> list["_Row"]:
        rows = data.get(key)
        if not isinstance(rows, list) or not rows:
            raise MaterialError(
                f"The file has no {key}.", where=self.name, expected=f"entries [[{key}]]"
            )
        entries = [_Row(row, f"{self.name}, {key} {number}") for number, row in enumerate(rows, 1)]
        ids = [entry.text("id") for entry in entries]
        for number, id in enumerate(ids):
            if id in ids[:number]:
                raise entries[number].error("id", f"{id!r} stands twice", "an id used once")
        return entries

    def _effect(self, row: "_Row", clause: str) -> Effect:
        most = row.number("targets", 1, 12)
        values = row.pair("values", 1, 6)
        return Effect(
            clause,
            row.number("least", 1, most, default=most),
            most,
            row.index("colour", COLOURS, default=ANY),
            values[0],
            values[1],
            row.index("pattern", PATTERNS, default=PATTERN_ANY),
            row.number("steps", 1, 6),
            row.index("whom", WHOM, default=WHOM_OWN),
        )

    def _department(self, row: "_Row") -> Department:
        self._trace(row)
        clause = row.text("clause")
        return Department(
            row.text("id"),
            row.text("name"),
            clause,
            row.one_of("colour", [*COLOURS, "blue"]),
            row.number("copies", 0, 9),
            self._effect(row.part("effect"), clause),
        )

    def _specialist(self, row: "_Row") -> Specialist:
        self._trace(row)
        clause = row.text("clause")
        return Specialist(
            row.text("id"),
            row.text("name"),
            clause,
            row.one_of("colour", [*COLOURS, "blue"]),
            row.number("copies", 1, 9),
            row.part("trigger").index("healed", COLOURS, default=ANY),
            self._effect(row.part("effect"), clause),
        )

    def _administrator(self, row: "_Row") -> Administrator:
        self._trace(row)
        point = POINT_NONE
        least = 0
        spare = row.index("spare", COLOURS, default=ANY)
        if spare == ANY:
            part = row.part("point")
            point = part.index("colour", [*COLOURS, "each", "most"], default=POINT_NONE)
            least = part.number("least", 1, 12)
        return Administrator(
            row.text("id"), row.text("name"), row.text("clause"), point, least, spare
        )

    def _table(self, row: "_Row") -> DischargeTable:
        points = row.numbers("points")
        tags = row.texts("provenance")
        if len(tags) != len(points):
            raise row.error("provenance", f"{len(tags)} tags", f"one for each of {len(points)}")
        for number, tag in enumerate(tags):
            self.provenance.append(Provenance(f"table {row.text('id')}", str(number), tag))
        return DischargeTable(row.text("id"), points, row.number("above", 0, 99))

    def _trace(self, row: "_Row") -> None:
        for key, tag in row.part("provenance").data.items():
            self.provenance.append(Provenance(row.text("id"), key, str(tag)))


class _Row:
    """One entry of a material file, read with exact complaints."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise MaterialError(
                "The entry is not a table.", where=where, expected="keys and values"
            )
        self.data: dict[str, Any] = data
        self.where = where

    def error(self, key: str, found: str, expected: str) -> MaterialError:
        return MaterialError(
            f"The value of {key!r} is not possible: {found}.",
            where=f"{self.where}, key {key}",
            expected=expected,
        )

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value:
            raise self.error(key, repr(value), "a text")
        return value

    def one_of(self, key: str, values: list[str]) -> str:
        value = self.text(key)
        if value not in values:
            raise self.error(key, repr(value), "one of " + ", ".join(values))
        return value

    def index(self, key: str, values: list[str], default: int) -> int:
        if key not in self.data or (self.data[key] == "any" and "any" not in values):
            return default
        return values.index(self.one_of(key, values))

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        if key not in self.data and default is not None:
            return default
        value = self.data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.error(key, repr(value), f"a whole number from {low} to {high}")
        return value

    def numbers(self, key: str) -> list[int]:
        values = self.data.get(key)
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            raise self.error(key, repr(values), "a list of whole numbers")
        return [int(value) for value in values]

    def texts(self, key: str) -> list[str]:
        values = self.data.get(key)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise self.error(key, repr(values), "a list of texts")
        return [str(value) for value in values]

    def pair(self, key: str, low: int, high: int) -> list[int]:
        if key not in self.data:
            return [low, high]
        values = self.numbers(key)
        if len(values) != 2 or not low <= values[0] <= values[1] <= high:
            raise self.error(key, repr(values), f"[lowest, highest] from {low} to {high}")
        return values

    def part(self, key: str) -> "_Row":
        return _Row(self.data.get(key), f"{self.where}, {key}")


BOX: Final = Material(
    files("wardround.games.dice_hospital").joinpath("material.toml").read_text(encoding="utf-8"),
    "material.toml",
)
DEPARTMENTS: Final = BOX.departments
SPECIALISTS: Final = BOX.specialists
ADMINISTRATORS: Final = BOX.administrators
PRINTED: Final = len([department for department in DEPARTMENTS if department.copies == 0])
"""The first departments are those printed on every board."""
NURSE: Final = 0
"""Meeple of a nurse; a specialist's meeple is 1 + its type."""


def meeple_id(meeple: int) -> str:
    """``nurse`` or the id of the specialist."""
    return "nurse" if meeple == NURSE else SPECIALISTS[meeple - 1].id


def meeple_name(meeple: int) -> str:
    """``Nurse`` or the name of the specialist."""
    return "Nurse" if meeple == NURSE else SPECIALISTS[meeple - 1].name
