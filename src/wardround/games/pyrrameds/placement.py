"""Where a card may be laid, and what forbids it (PY-3.16 ff., PY-4.9 ff., PY-5, PY-8.26 ff.)."""

from typing import Final

from wardround.core import Objection
from wardround.core.words import listed
from wardround.games.pyrrameds.cards import EVERY_TYPE, MASKED, MEDICINE, PATIENT, Card
from wardround.games.pyrrameds.geometry import NEIGHBOURS, NOWHERE, Y, layer_ends
from wardround.games.pyrrameds.paths import WILD, Ground, Requirements
from wardround.games.pyrrameds.state import ABOVE_ALL, Table, layers
from wardround.games.pyrrameds.words import need_words

OCCUPIED: Final = Objection("PY-3.9", "A card lies there already.")
NO_SUPPORT: Final = Objection(
    "PY-3.17", "No card carries this place: a card must rest on one or two others."
)
EQUAL: Final = Objection("PY-4.13", "")
BETWEEN: Final = Objection("PY-4.14", "")
NO_PATH: Final = Objection("PY-5.4", "")


def cell_objection(table: Table, cell: int) -> Objection | None:
    """Why no card may be laid in a cell of the pyramid at all."""
    if table.cells[cell] >= 0:
        return OCCUPIED
    return None if table.supporters(cell) else NO_SUPPORT


def number_objection(card: Card, low: int, high: int) -> Objection | None:
    """Why a number fails between the supports' smallest and largest number (PY-4.12 to PY-4.14)."""
    number = card.number
    if number == MASKED or number < low or number > high:
        return None
    return EQUAL if number in (low, high) else BETWEEN


def path_objection(ground: Ground, needs: Requirements, cell: int) -> Objection | None:
    """Why a patient with these requirements finds no path from a cell (PY-5.4)."""
    return None if ground.allows(cell, needs) else NO_PATH


def objection(table: Table, card: int, cell: int) -> Objection | None:
    """Why the card may not be laid in a cell of the pyramid by the usual rules."""
    face = table.faces[card]
    found = cell_objection(table, cell)
    if found is not None:
        return found
    if face.kind == PATIENT:
        return path_objection(table.openings().ground, face.requirements, cell)
    low, high = table.limits(cell)
    return number_objection(face, low, high)


def fits_somewhere(table: Table, card: int) -> bool:
    """Whether the card may be laid in any open cell."""
    openings = table.openings()
    face = table.faces[card]
    if face.kind != PATIENT:
        return (openings.taken_somewhere >> face.number) & 1 == 1
    known = openings.fitting.get(card)
    if known is None:
        known = len(openings.ground.starts(openings.cells, face.requirements, 1)) > 0
        openings.fitting[card] = known
    return known


def fits(table: Table, card: int, most: int = NOWHERE) -> list[int]:
    """The open cells where the card may be laid, in cell order, no more than ``most`` of them."""
    openings = table.openings()
    face = table.faces[card]
    if face.kind == PATIENT:
        return openings.ground.starts(openings.cells, face.requirements, most)
    found: list[int] = []
    number = 1 << face.number
    if openings.taken_somewhere & number:
        for place, cell in enumerate(openings.cells):
            if openings.takes[place] & number:
                found.append(cell)
                if len(found) == most:
                    break
    return found


def can_place(table: Table, seat: int) -> bool:
    """Whether the seat has a card that may be laid somewhere (PY-4.3)."""
    for card in table.hands[seat]:
        if fits_somewhere(table, card):
            return True
    return False


# --- extend (PY-8.25 to PY-8.28) ----------------------------------------------------------------


def extension_cells(table: Table) -> list[int]:
    """The cells beyond the ends of every layer that holds a card, in cell order (PY-8.26)."""
    found: list[int] = []
    for y in layers(table.belonging):
        for cell in table.belonging:
            if Y[cell] == y and table.cells[cell] >= 0:
                found += layer_ends(table.terms.row, table.belonging, y)
                break
    found.sort()
    return found


def extension_objection(table: Table, card: int, cell: int) -> Objection | None:
    """Why the card may not be laid in an extension cell (PY-8.27, PY-8.28)."""
    face = table.faces[card]
    if Y[cell] != 0 and not table.supporters(cell):
        return NO_SUPPORT
    if face.kind == PATIENT:
        return path_objection(table.openings().ground, face.requirements, cell)
    low, high = table.limits(cell)
    return number_objection(face, low, high)


# --- in words -----------------------------------------------------------------------------------


def elaborate(table: Table, card: Card, needs: Requirements, cell: int, found: Objection) -> str:
    """The sentence of an objection to laying a card in a cell."""
    if found.clause in (EQUAL.clause, BETWEEN.clause):
        return _number_sentence(table, card, cell)
    if found.clause == NO_PATH.clause:
        return _path_sentence(table, needs, cell)
    return found.text


def _number_sentence(table: Table, card: Card, cell: int) -> str:
    low, high = table.limits(cell)
    if low == high:
        return f"{card.number} is neither above nor below {low}: it is equal."
    if card.number in (low, high):
        return f"{card.number} is neither above nor below both {low} and {high}: it equals one."
    return f"{card.number} is neither above nor below both {low} and {high}."


def _path_sentence(table: Table, needs: Requirements, cell: int) -> str:
    wanted = need_words(needs.types)
    ground = table.openings().ground
    if not ground.specials():
        beside = 0
        for other in NEIGHBOURS[cell]:
            beside |= 1 << ground.lying[other] & EVERY_TYPE
        if not beside:
            return "No medicine lies beside this place, so no path can begin here."
        if not needs.spare and not beside & (needs.once | 1 << WILD):
            return f"No medicine beside this place is wanted: the patient needs {wanted}."
    return (
        f"No path from here passes {wanted}, nothing more and nothing less, without going backward."
    )


def allowed_numbers(table: Table, cell: int) -> str:
    """The numbers that a cell takes, in words: ``"1, 2, 8 and 9"``."""
    low, high = table.limits(cell)
    if low == ABOVE_ALL:
        return "every number"
    numbers = [str(number) for number in range(1, 10) if number < low or number > high]
    return listed(numbers) or "no number"


def standing_numbers(table: Table, cell: int) -> list[int]:
    """The numbers of the cards that carry a cell, masked ones left out."""
    numbers = [table.faces[card].number for card in table.supporters(cell)]
    return [number for number in numbers if number != MASKED]


def is_medicine(table: Table, cell: int) -> bool:
    """Whether medicine lies in a cell."""
    card = table.cells[cell]
    return card >= 0 and table.faces[card].kind == MEDICINE
