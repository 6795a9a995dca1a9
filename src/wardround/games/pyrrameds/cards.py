"""Cards: their faces, how faces are written, and the decks that are made of them.

A card is a number: its place in the list base, Operations, Intensive Care (PY-1.25). A number means
the same kind of card in every deck; what is printed on it belongs to the deck in use.
"""

from typing import Final

from wardround.games.pyrrameds.paths import (
    BACKTRACK,
    ERROR,
    FIRST_SPECIAL,
    PATIENT_LIES,
    TELEPORT,
    WILD,
    Requirements,
)

MEDICINE: Final = 0
PATIENT: Final = 1
SPECIAL: Final = 2
KINDS: Final = ["medicine", "patient", "special"]

LETTERS: Final = "RBGOUT?"
"""Medicine types as letters; their places are the types' numbers."""
TYPES: Final = ["red", "blue", "green", "orange", "purple", "turquoise", "wildcard"]
SHOWN_ORDER: Final = [1, 2, 3, 4, 0, 5, WILD]
"""The fixed order in which requirements are listed (PY-1.50)."""
EVERY_TYPE: Final = (1 << WILD + 1) - 1
MASKED: Final = 0
"""The number of a card that shows "?"."""

EFFECTS: Final = [
    "remove",
    "add",
    "extend",
    "swap_hand",
    "see_hand",
    "replace_hand",
    "patient_easy",
    "path_teleport",
    "path_backtrack",
    "path_error",
    "swap_adjacent",
    "swap_no_reveal",
    "patient_reward_extra",
]
REMOVE: Final = 0
ADD: Final = 1
EXTEND: Final = 2
SWAP_HAND: Final = 3
SEE_HAND: Final = 4
REPLACE_HAND: Final = 5
PATIENT_EASY: Final = 6
PATH_TELEPORT: Final = 7
PATH_BACKTRACK: Final = 8
PATH_ERROR: Final = 9
SWAP_ADJACENT: Final = 10
SWAP_NO_REVEAL: Final = 11
PATIENT_REWARD_EXTRA: Final = 12
ONE_TIME: Final = PATIENT_EASY
"""Effects up to this one act once, when the card is laid; the others while it lies (PY-8.3 f.)."""
assert [FIRST_SPECIAL + effect for effect in (PATH_TELEPORT, PATH_BACKTRACK, PATH_ERROR)] == [
    TELEPORT,
    BACKTRACK,
    ERROR,
]
assert FIRST_SPECIAL + len(EFFECTS) == PATIENT_LIES

BASE: Final = 0
OPERATIONS: Final = 1
INTENSIVE_CARE: Final = 2
SETS: Final = ["base", "operations", "intensive_care"]
SET_LETTERS: Final = "bsi"
SIZES: Final = [38, 15, 24]
"""Cards of each set (PY-1.14 to PY-1.16)."""
FIRST: Final = [0, 38, 53]
"""The first card of each set."""
CARDS: Final = 77
IDS: Final = [
    f"{letter}{number:02d}"
    for letter, size in zip(SET_LETTERS, SIZES, strict=True)
    for number in range(1, size + 1)
]
"""The fixed id of every card (PY-1.24)."""


class Card:
    """What is printed on a card. It never changes.

    Args:
        kind: ``MEDICINE``, ``PATIENT`` or ``SPECIAL``.
        type: Medicine: its type; else -1.
        effect: Special: its effect; else -1.
        needs: Patient: its requirements as types; else empty.
        number: 1 to 9, or ``MASKED``.
        animal: Patient: the animal; else empty.
    """

    def __init__(
        self, kind: int, type: int, effect: int, needs: list[int], number: int, animal: str
    ) -> None:
        self.kind = kind
        self.type = type
        self.effect = effect
        self.needs = [one for one in SHOWN_ORDER for other in needs if other == one]
        self.number = number
        self.animal = animal
        self.requirements = Requirements(self.needs)
        self.lying = as_it_lies(kind, type, effect)
        self.wants = wanted_types(kind, type, needs)
        self.code = face_code(kind, type, effect, needs, number)
        self._without: dict[int, Requirements] = {}

    def without(self, type: int) -> Requirements:
        """The requirements of a patient with one of a type left out (PY-8.49)."""
        known = self._without.get(type)
        if known is None:
            rest = self.needs[:]
            rest.remove(type)
            known = Requirements(rest)
            self._without[type] = known
        return known

    def notation(self) -> str:
        """``R4``, ``T?``, ``P[BR]7`` or ``S[add]3``."""
        number = "?" if self.number == MASKED else str(self.number)
        if self.kind == MEDICINE:
            return LETTERS[self.type] + number
        if self.kind == PATIENT:
            return f"P[{letters(self.needs)}]{number}"
        return f"S[{EFFECTS[self.effect]}]{number}"


def face_code(kind: int, type: int, effect: int, needs: list[int], number: int) -> int:
    """What is printed on a card (but the animal) as one number, for events."""
    code = 0
    for one in needs:
        code += 1 << 3 * one
    return ((code * 16 + effect + 1) * 16 + type + 1) * 48 + number * 3 + kind


def printed(code: int) -> Card:
    """The card of a :func:`face_code`."""
    code, last = divmod(code, 48)
    code, type = divmod(code, 16)
    code, effect = divmod(code, 16)
    needs: list[int] = []
    for one in range(WILD + 1):
        needs += [one] * ((code >> 3 * one) & 7)
    return Card(last % 3, type - 1, effect - 1, needs, last // 3, "")


def letters(types: list[int]) -> str:
    """Types as letters, as in notations."""
    return "".join([LETTERS[type] for type in types])


def as_it_lies(kind: int, type: int, effect: int) -> int:
    """What a card is to paths, swaps and standing effects where it lies (``paths.NOTHING``)."""
    if kind == MEDICINE:
        return type
    return PATIENT_LIES if kind == PATIENT else FIRST_SPECIAL + effect


def wanted_types(kind: int, type: int, needs: list[int]) -> int:
    """Types of medicine, as bits, that a revealed card makes swappable (PY-7.9 f., PY-9.16 ff.)."""
    types = needs if kind == PATIENT else [type] if kind == MEDICINE else []
    if not types:
        return 0
    if WILD in types:
        return EVERY_TYPE
    wanted = 1 << WILD
    for one in types:
        wanted |= 1 << one
    return wanted


def medicine(type: int, number: int) -> Card:
    """A medicine card."""
    return Card(MEDICINE, type, -1, [], number, "")


def patient(needs: list[int], number: int, animal: str) -> Card:
    """A patient."""
    return Card(PATIENT, -1, -1, needs, number, animal)


def special(effect: int, number: int) -> Card:
    """A special card."""
    return Card(SPECIAL, -1, effect, [], number, "")


def parse_card(text: str, animal: str = "") -> Card:
    """The card of a notation (:meth:`Card.notation`).

    Args:
        text: e.g. ``"R4"``, ``"P[BR]7"``, ``"S[add]3"``.
        animal: The animal of a patient.

    Raises:
        ValueError: The text is no such notation.
    """
    body, last = text[:-1], text[-1:]
    number = MASKED if last == "?" else int(last) if last in "123456789" and last else -1
    if number < 0:
        raise ValueError(f"{text!r} does not end with a number from 1 to 9 or '?'")
    if len(body) == 1 and body in LETTERS:
        return medicine(LETTERS.index(body), number)
    inner = body[2:-1]
    if body.startswith("P[") and body.endswith("]") and 1 <= len(inner) <= 5:
        if all(letter in LETTERS for letter in inner):
            return patient([LETTERS.index(letter) for letter in inner], number, animal)
    elif body.startswith("S[") and body.endswith("]") and inner in EFFECTS:
        return special(EFFECTS.index(inner), number)
    raise ValueError(f"{text!r} is no card: expected one such as 'R4', 'P[BR]7' or 'S[add]3'")


class Deck:
    """The cards of a game. It never changes.

    Args:
        faces: What is printed on each card, by card number (also of sets not in use).
        in_use: The cards of the sets in use, ascending.
    """

    def __init__(self, faces: list[Card], in_use: list[int]) -> None:
        self.faces = faces
        self.in_use = in_use
        self.printed: list[int] = []
        """What observations tell of the cards, once it was asked for."""

    def save(self) -> list[list[str]]:
        """Notation and animal of every card in use, as plain data."""
        return [[self.faces[card].notation(), self.faces[card].animal] for card in self.in_use]


def cards_of(sets: list[int]) -> list[int]:
    """The cards of some sets, ascending."""
    return [card for one in sorted(sets) for card in range(FIRST[one], FIRST[one] + SIZES[one])]
