"""Every action of the game: a dense id, a notation, a few words.

An id means the same in every position. Patients are named by what can be told apart (DH-1.19):
colour, value, treated, current colour. Only where patients of one kind differ in what is pending
are they named by their beds.
"""

from typing import Final

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
    meeple_id,
    meeple_name,
    patient_notation,
)

BEDS_OF_A_WARD: Final = 3
COLUMNS: Final = 3
"""Columns of medical reports in the solo game."""
TILES: Final = len(DEPARTMENTS) - PRINTED
MEEPLES: Final = 1 + len(SPECIALISTS)

DONE: Final = 0
PASS: Final = 1
USE: Final = 2
BAG: Final = 3
ENOUGH: Final = 4
REVEAL_DEPARTMENT: Final = 5
REVEAL_SPECIALIST: Final = 6
AMBULANCE: Final = 7
"""Ambulance number k is AMBULANCE + k - 1."""
DIE: Final = AMBULANCE + 5
RECOLOUR: Final = DIE + 3
KEEP: Final = RECOLOUR + 3
PATIENT: Final = KEEP + len(ADMINISTRATORS)
PLACE: Final = PATIENT + 72
AT: Final = PLACE + MEEPLES
TAKE_DEPARTMENT: Final = AT + len(DEPARTMENTS)
TAKE_SPECIALIST: Final = TAKE_DEPARTMENT + TILES
RETURN_DEPARTMENT: Final = TAKE_SPECIALIST + len(SPECIALISTS)
RETURN_SPECIALIST: Final = RETURN_DEPARTMENT + TILES
COPY: Final = RETURN_SPECIALIST + len(SPECIALISTS)
DRAW: Final = COPY + len(SPECIALISTS)
CLOSE: Final = DRAW + 1
REPORT: Final = CLOSE + PRINTED
"""The report at the bottom of column k is REPORT + k."""
BED: Final = REPORT + COLUMNS
"""The patient of a bed, where its kind would mean another one (DH-1.19)."""
ACTIONS: Final = BED + BEDS


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


def _catalogue() -> list[tuple[str, str]]:
    """Notation and words of every action, in the order of the ids."""
    tiles = DEPARTMENTS[PRINTED:]
    rows = [
        ("done", "done"),
        ("pass", "pass"),
        ("use", "use the specialist's effect"),
        ("bag", "heal with a blood bag"),
        ("enough", "no further patient"),
        ("reveal:department", "reveal a department"),
        ("reveal:specialist", "reveal a specialist"),
    ]
    rows += [(f"ambulance:{number}", f"ambulance {number}") for number in range(1, 6)]
    rows += [
        (f"die:{letter}", f"the {colour} die")
        for letter, colour in zip(LETTERS, COLOURS, strict=True)
    ]
    rows += [
        (f"change:{letter}", f"the next patient becomes {colour}")
        for letter, colour in zip(LETTERS, COLOURS, strict=True)
    ]
    rows += [(f"keep:{card.id}", f"keep {card.name}") for card in ADMINISTRATORS]
    rows += [(patient_notation(patient), patient_name(patient)) for patient in range(72)]
    rows += [
        (f"place:{meeple_id(meeple)}", f"place {meeple_name(meeple)}") for meeple in range(MEEPLES)
    ]
    rows += [(f"at:{department.id}", f"at {department.name}") for department in DEPARTMENTS]
    rows += [(f"take:{tile.id}", f"take {tile.name}") for tile in tiles]
    rows += [(f"take:{card.id}", f"take {card.name}") for card in SPECIALISTS]
    rows += [(f"return:{tile.id}", f"return {tile.name}") for tile in tiles]
    rows += [(f"return:{card.id}", f"return {card.name}") for card in SPECIALISTS]
    rows += [(f"copy:{card.id}", f"copy {card.name}") for card in SPECIALISTS]
    rows.append(("draw", "draw a new patient"))
    rows += [(f"close:{card.id}", f"close {card.name}") for card in DEPARTMENTS[:PRINTED]]
    rows += [
        (f"report:{column}", f"complete the report of column {column}")
        for column in range(1, COLUMNS + 1)
    ]
    rows += [(f"bed:{bed + 1}", f"the patient in {bed_name(bed)}") for bed in range(BEDS)]
    return rows


CATALOGUE: Final = _catalogue()
assert len(CATALOGUE) == ACTIONS

FAMILIES: Final = (
    ("done", DONE),
    ("pass", PASS),
    ("use", USE),
    ("bag", BAG),
    ("enough", ENOUGH),
    ("reveal", REVEAL_DEPARTMENT),
    ("ambulance", AMBULANCE),
    ("die", DIE),
    ("recolour", RECOLOUR),
    ("keep", KEEP),
    ("patient", PATIENT),
    ("place", PLACE),
    ("at", AT),
    ("take_department", TAKE_DEPARTMENT),
    ("take_specialist", TAKE_SPECIALIST),
    ("return_department", RETURN_DEPARTMENT),
    ("return_specialist", RETURN_SPECIALIST),
    ("copy", COPY),
    ("draw", DRAW),
    ("close", CLOSE),
    ("report", REPORT),
    ("bed", BED),
)
"""Kinds of actions, each with its first id."""


def family(action: int) -> tuple[str, int]:
    """The kind of an action, and its number within the kind."""
    name, first = FAMILIES[0]
    for other, start in FAMILIES:
        if action >= start:
            name, first = other, start
    return name, action - first
