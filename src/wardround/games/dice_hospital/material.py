"""What is printed, read from ``material.toml`` and checked entry by entry.

Departments, specialists and administrators are numbers in
the order of the file, the six printed departments first. A patient's kind and a die's face are
numbers too; the tables below name them. What had to be reconstructed stands in ``values.py``.
"""

from importlib.resources import files
from typing import Final

from wardround.core import MaterialError, Row, read_entries

COLOURS: Final = ["red", "yellow", "green"]
LETTERS: Final = ["R", "Y", "G"]
RED: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
ANY: Final = -1

BEDS: Final = 12

PATTERN_ANY: Final = 0
PATTERN_SAME: Final = 1
PATTERN_RUN: Final = 2
PATTERNS: Final = ["any", "same", "run"]

WHOM_OWN: Final = 0
WHOM_HEALED: Final = 1
WHOM_OTHER: Final = 2
WHOM_TWIN: Final = 3
WHOM: Final = ["own", "healed", "other", "twin"]

LASTS: Final = ["phase", "round"]

TREATMENTS: Final = [
    "heal",
    "reroll",
    "flip",
    "recolour",
    "student",
    "point",
    "bag",
    "pardon",
    "nurse",
    "copy",
]
HEAL: Final = 0
REROLL: Final = 1
FLIP: Final = 2
REPAINT: Final = 3
STUDENT: Final = 4
GAIN_POINT: Final = 5
GAIN_BAG: Final = 6
PARDON: Final = 7
NURSE_OF_ADMISSIONS: Final = 8
COPY: Final = 9

SETS: Final = ["base", "experimental", "promo"]
BASE: Final = 0
EXPERIMENTAL: Final = 1
PROMO: Final = 2

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
    """A treatment, described by a few independent pieces (the head of the file names them).

    ``all_round`` says that a colour change lasts for the rest of the round by the printed text.
    """

    def __init__(
        self,
        clause: str,
        treatment: int,
        least: int,
        most: int,
        colour: int,
        low: int,
        high: int,
        pattern: int,
        steps: int,
        whom: int,
        all_round: bool = False,
    ) -> None:
        self.clause = clause
        self.treatment = treatment
        self.least = least
        self.most = most
        self.colour = colour
        self.low = low
        self.high = high
        self.pattern = pattern
        self.steps = steps
        self.whom = whom
        self.all_round = all_round
        self.simple = most == 1 and whom == WHOM_OWN and treatment in (HEAL, REROLL, FLIP)
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
        self, id: str, name: str, clause: str, box: int, colour: str, copies: int, effect: Effect
    ) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.box = box
        self.colour = colour
        self.copies = copies
        self.effect = effect


class Specialist:
    """A type of specialist: what sets the own effect off, and the effect.

    Args:
        trigger: The colour that a healed patient must have had, or ``ANY``.
        on_discharge: Whether a patient must have been discharged.
    """

    def __init__(
        self,
        id: str,
        name: str,
        clause: str,
        box: int,
        colour: str,
        copies: int,
        trigger: int,
        on_discharge: bool,
        effect: Effect,
    ) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.box = box
        self.colour = colour
        self.copies = copies
        self.trigger = trigger
        self.on_discharge = on_discharge
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


class Provenance:
    """Where the value of one field of one entry comes from."""

    def __init__(self, entry: str, field: str, tag: str) -> None:
        self.entry = entry
        self.field = field
        self.tag = tag


class Material:
    """Everything that is printed.

    Args:
        text: A material file in TOML.
        name: How errors call the file.

    Raises:
        MaterialError: An entry breaks the schema; ``where`` names file, entry and key.
    """

    def __init__(self, text: str, name: str) -> None:
        self.provenance: list[Provenance] = []
        entries = read_entries(text, name)
        for key in ("department", "specialist", "administrator"):
            if key not in entries:
                raise MaterialError(
                    f"The file has no {key}.", where=name, expected=f"entries [[{key}]]"
                )
        self.departments = [self._department(row) for row in entries["department"]]
        self.specialists = [self._specialist(row) for row in entries["specialist"]]
        self.administrators = [self._administrator(row) for row in entries["administrator"]]

    def _effect(self, row: Row, clause: str) -> Effect:
        treatment = row.index("treatment", TREATMENTS, default=HEAL)
        has_targets = treatment in (HEAL, REROLL, FLIP, REPAINT, STUDENT)
        most = row.number("targets", 1, 12, default=None if has_targets else 0)
        values = row.pair("values", 1, 6)
        heals = treatment in (HEAL, STUDENT)
        return Effect(
            clause,
            treatment,
            row.number("least", 1, most, default=most),
            most,
            row.index("colour", COLOURS, default=ANY),
            values[0],
            values[1],
            row.index("pattern", PATTERNS, default=PATTERN_ANY),
            row.number("steps", 1, 6, default=None if heals else 0),
            row.index("whom", WHOM, default=WHOM_OWN),
            row.index("lasts", LASTS, default=0) == LASTS.index("round"),
        )

    def _department(self, row: Row) -> Department:
        self._trace(row)
        clause = row.text("clause")
        return Department(
            row.text("id"),
            row.text("name"),
            clause,
            row.index("set", SETS, default=BASE),
            row.one_of("colour", [*COLOURS, "blue"]),
            row.number("copies", 0, 9),
            self._effect(row.part("effect"), clause),
        )

    def _specialist(self, row: Row) -> Specialist:
        self._trace(row)
        clause = row.text("clause")
        trigger = row.part("trigger")
        return Specialist(
            row.text("id"),
            row.text("name"),
            clause,
            row.index("set", SETS, default=BASE),
            row.one_of("colour", [*COLOURS, "blue"]),
            row.number("copies", 1, 9),
            trigger.index("healed", COLOURS, default=ANY),
            "discharged" in trigger.data,
            self._effect(row.part("effect"), clause),
        )

    def _administrator(self, row: Row) -> Administrator:
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

    def _trace(self, row: Row) -> None:
        for key, tag in row.part("provenance").data.items():
            self.provenance.append(Provenance(row.text("id"), key, str(tag)))


def packaged(name: str) -> str:
    """The text of a file of this folder."""
    return files("wardround.games.dice_hospital").joinpath(name).read_text(encoding="utf-8")


BOX: Final = Material(packaged("material.toml"), "material.toml")
DEPARTMENTS: Final = BOX.departments
SPECIALISTS: Final = BOX.specialists
ADMINISTRATORS: Final = BOX.administrators
COPIES: Final = max(
    [department.copies for department in DEPARTMENTS] + [card.copies for card in SPECIALISTS]
)
"""How many tiles or cards of one kind there are at most."""
PRINTED: Final = len([department for department in DEPARTMENTS if department.copies == 0])
"""The first departments are those printed on every board."""
CONSULTANT: Final = [card.effect.treatment for card in SPECIALISTS].index(COPY)
NURSE: Final = 0
"""Meeple of a nurse; a specialist's meeple is 1 + its type."""


def meeple_id(meeple: int) -> str:
    """``nurse`` or the id of the specialist."""
    return "nurse" if meeple == NURSE else SPECIALISTS[meeple - 1].id


def meeple_name(meeple: int) -> str:
    """``Nurse`` or the name of the specialist."""
    return "Nurse" if meeple == NURSE else SPECIALISTS[meeple - 1].name
