"""Every action of the game: a dense id, a notation, a few words.

An id means the same in every position. Patients are named by what can be told apart (DH-1.19):
colour, value, treated, current colour. Only where patients of one kind differ in what is pending
are they named by their beds.
"""

from collections.abc import Sequence
from typing import Final

from wardround.core import Actions
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    BEDS,
    COLOURS,
    CURRENT,
    DEPARTMENTS,
    LETTERS,
    ORIGINAL,
    PRINTED,
    SPECIALISTS,
    TREATED,
    VALUE,
    Administrator,
    Department,
    Specialist,
    meeple_id,
    meeple_name,
    patient_notation,
)

BEDS_OF_A_WARD: Final = 3
COLUMNS: Final = 3
"""Columns of medical reports in the solo game."""
MEEPLES: Final = 1 + len(SPECIALISTS)
TILES: Final = DEPARTMENTS[PRINTED:]


def patient_name(patient: int) -> str:
    """The patient in words: "red 3, treated, counts as green"."""
    words = f"{COLOURS[ORIGINAL[patient]]} {VALUE[patient]}"
    words += ", treated" if TREATED[patient] else ", untreated"
    if CURRENT[patient] != ORIGINAL[patient]:
        words += f", counts as {COLOURS[CURRENT[patient]]}"
    return words


def bed_name(bed: int) -> str:
    """Where a bed is: "ward 2, bed 1"."""
    return f"ward {bed // BEDS_OF_A_WARD + 1}, bed {bed % BEDS_OF_A_WARD + 1}"


def _colours(verb: str, words: str) -> list[tuple[str, str]]:
    return [
        (f"{verb}:{letter}", words.format(colour))
        for letter, colour in zip(LETTERS, COLOURS, strict=True)
    ]


def _cards(
    verb: str, cards: Sequence[Department | Specialist | Administrator]
) -> list[tuple[str, str]]:
    return [(f"{verb}:{card.id}", f"{verb} {card.name}") for card in cards]


ACTIONS: Final = Actions()
DONE: Final = ACTIONS.one("done", "done")
PASS: Final = ACTIONS.one("pass", "pass")
USE: Final = ACTIONS.one("use", "use the specialist's effect")
BAG: Final = ACTIONS.one("bag", "heal with a blood bag")
ENOUGH: Final = ACTIONS.one("enough", "no further patient")
REVEAL_DEPARTMENT: Final = ACTIONS.many(
    "reveal",
    [
        ("reveal:department", "reveal a department"),
        ("reveal:specialist", "reveal a specialist"),
    ],
)
REVEAL_SPECIALIST: Final = REVEAL_DEPARTMENT + 1
AMBULANCE: Final = ACTIONS.many(
    "ambulance", [(f"ambulance:{number}", f"ambulance {number}") for number in range(1, 6)]
)
"""Ambulance number k is AMBULANCE + k - 1."""
DIE: Final = ACTIONS.many("die", _colours("die", "the {} die"))
RECOLOUR: Final = ACTIONS.many("recolour", _colours("change", "the next patient becomes {}"))
KEEP: Final = ACTIONS.many("keep", _cards("keep", ADMINISTRATORS))
PATIENT: Final = ACTIONS.many(
    "patient", [(patient_notation(patient), patient_name(patient)) for patient in range(72)]
)
PLACE: Final = ACTIONS.many(
    "place",
    [(f"place:{meeple_id(meeple)}", f"place {meeple_name(meeple)}") for meeple in range(MEEPLES)],
)
AT: Final = ACTIONS.many("at", _cards("at", DEPARTMENTS))
TAKE_DEPARTMENT: Final = ACTIONS.many("take_department", _cards("take", TILES))
TAKE_SPECIALIST: Final = ACTIONS.many("take_specialist", _cards("take", SPECIALISTS))
RETURN_DEPARTMENT: Final = ACTIONS.many("return_department", _cards("return", TILES))
RETURN_SPECIALIST: Final = ACTIONS.many("return_specialist", _cards("return", SPECIALISTS))
COPY: Final = ACTIONS.many("copy", _cards("copy", SPECIALISTS))
DRAW: Final = ACTIONS.one("draw", "draw a new patient")
CLOSE: Final = ACTIONS.many("close", _cards("close", DEPARTMENTS[:PRINTED]))
REPORT: Final = ACTIONS.many(
    "report",
    [
        (f"report:{column}", f"complete the report of column {column}")
        for column in range(1, COLUMNS + 1)
    ],
)
"""The report at the bottom of column k is REPORT + k."""
BED: Final = ACTIONS.many(
    "bed", [(f"bed:{bed + 1}", f"the patient in {bed_name(bed)}") for bed in range(BEDS)]
)
"""The patient of a bed, where its kind would mean another one (DH-1.19)."""
