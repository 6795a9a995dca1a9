"""What lies in the box, read from ``material.toml`` and checked entry by entry."""

from importlib.resources import files
from typing import Any, Final

from wardround.core import MaterialError, read_toml
from wardround.games.pyrrameds.cards import (
    BASE,
    EFFECTS,
    INTENSIVE_CARE,
    LETTERS,
    SETS,
    SHOWN_ORDER,
    Card,
    Deck,
    cards_of,
    medicine,
    parse_card,
    patient,
    special,
)

MEDICINE_TYPES: Final = {BASE: [0, 1, 2, 3], INTENSIVE_CARE: [4, 5, 6]}
"""Types of medicine in a set, in the order of the cards (PY-1.26)."""
COPIES: Final = {BASE: 5, INTENSIVE_CARE: 4}
"""Medicine cards of each type in a set (PY-1.14, PY-1.16)."""
PATIENTS: Final = {BASE: 18, INTENSIVE_CARE: 12}
"""Patients of a set."""
MASKED_OF_A_KIND: Final = {BASE: 0, INTENSIVE_CARE: 2}
"""Masked numbers among the medicine cards, and among the patients, of a set (PY-1.4)."""
SPECIALS: Final = 15


class Special:
    """A kind of special card: what people read about it."""

    def __init__(self, id: str, name: str, clause: str, text: str, numbers: list[int]) -> None:
        self.id = id
        self.name = name
        self.clause = clause
        self.text = text
        self.numbers = numbers


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
        self.provenance: dict[str, str] = {}
        data = read_toml(text, name, MaterialError, "a material file in TOML")
        sets = {self._text(row, "set", "id"): row for row in self._rows(data, "set")}
        for number in (BASE, INTENSIVE_CARE):
            if SETS[number] not in sets:
                raise self._error("set", "id", "missing", SETS[number])
        self.animals = {
            number: self._animals(sets[SETS[number]]) for number in (BASE, INTENSIVE_CARE)
        }
        self.specials = self._specials(data)
        self.faces = (
            self._set(sets[SETS[BASE]], BASE)
            + [
                special(effect, number)
                for effect, kind in enumerate(self.specials)
                for number in kind.numbers
            ]
            + self._set(sets[SETS[INTENSIVE_CARE]], INTENSIVE_CARE)
        )

    # --- entries ----------------------------------------------------------------------------

    def _set(self, row: dict[str, Any], number: int) -> list[Card]:
        entry = f"set {SETS[number]}"
        self._trace(row, entry)
        return self._medicine(row, number, entry) + self._patients(row, number, entry)

    def _medicine(self, row: dict[str, Any], number: int, entry: str) -> list[Card]:
        shown = row.get("medicine")
        if not isinstance(shown, dict):
            raise self._error(entry, "medicine", repr(shown), "a table of types")
        wanted = [LETTERS[type] for type in MEDICINE_TYPES[number]]
        if sorted(shown) != sorted(wanted):
            raise self._error(entry, "medicine", ", ".join(shown), ", ".join(wanted))
        cards: list[Card] = []
        for type in MEDICINE_TYPES[number]:
            numbers = self._numbers(shown[LETTERS[type]], entry, f"medicine.{LETTERS[type]}", 0)
            if len(numbers) != COPIES[number]:
                found = f"{len(numbers)} numbers"
                raise self._error(entry, f"medicine.{LETTERS[type]}", found, f"{COPIES[number]}")
            cards += [medicine(type, one) for one in numbers]
        self._masked(cards, number, entry, "medicine")
        return cards

    def _patients(self, row: dict[str, Any], number: int, entry: str) -> list[Card]:
        shown = row.get("patients")
        if not isinstance(shown, list) or len(shown) != PATIENTS[number]:
            size = f"{len(shown)} entries" if isinstance(shown, list) else repr(shown)
            raise self._error(entry, "patients", size, f"{PATIENTS[number]} entries")
        cards = [self._patient(one, number, entry, place) for place, one in enumerate(shown, 1)]
        sizes = [len(card.needs) for card in cards]
        if sizes != sorted(sizes, reverse=True):
            raise self._error(entry, "patients", str(sizes), "most requirements first")
        self._masked(cards, number, entry, "patients")
        return cards

    def _patient(self, shown: Any, number: int, entry: str, place: int) -> Card:
        key = f"patients, entry {place}"
        if not isinstance(shown, list) or len(shown) != 3:
            raise self._error(entry, key, repr(shown), '["BGR", 5, "cat"]')
        needs, own, animal = shown
        known = "RBGO" if number == BASE else LETTERS
        if not isinstance(needs, str) or not 1 <= len(needs) <= 5 or not set(needs) <= set(known):
            raise self._error(entry, key, repr(needs), f"1 to 5 letters out of {known}")
        if animal not in self.animals[number]:
            raise self._error(entry, key, repr(animal), "one of " + ", ".join(self.animals[number]))
        value = self._numbers([own], entry, key, 0)[0]
        return patient([LETTERS.index(letter) for letter in needs], value, str(animal))

    def _masked(self, cards: list[Card], number: int, entry: str, key: str) -> None:
        masked = len([card for card in cards if card.number == 0])
        if masked != MASKED_OF_A_KIND[number]:
            expected = f"{MASKED_OF_A_KIND[number]} masked numbers"
            raise self._error(entry, key, f"{masked} masked numbers", expected)

    def _specials(self, data: dict[str, Any]) -> list[Special]:
        rows = {self._text(row, "special", "id"): row for row in self._rows(data, "special")}
        if list(rows) != EFFECTS:
            raise self._error("special", "id", ", ".join(rows), ", ".join(EFFECTS))
        kinds: list[Special] = []
        for id, row in rows.items():
            entry = f"special {id}"
            self._trace(row, entry)
            kinds.append(
                Special(
                    id,
                    self._text(row, entry, "name"),
                    self._text(row, entry, "clause"),
                    self._text(row, entry, "text"),
                    self._numbers(row.get("numbers"), entry, "numbers", 1),
                )
            )
        count = sum([len(kind.numbers) for kind in kinds])
        if count != SPECIALS:
            raise self._error("special", "numbers", f"{count} cards", f"{SPECIALS} cards")
        return kinds

    def _animals(self, row: dict[str, Any]) -> list[str]:
        value = row.get("animals")
        if not isinstance(value, list) or not value or not all(isinstance(x, str) for x in value):
            raise self._error(f"set {row.get('id')}", "animals", repr(value), "a list of names")
        return [str(name) for name in value]

    def _trace(self, row: dict[str, Any], entry: str) -> None:
        marks = row.get("provenance")
        if not isinstance(marks, dict) or not marks:
            raise self._error(entry, "provenance", repr(marks), "a mark for each field")
        for field, mark in marks.items():
            self.provenance[f"{entry} {field}"] = str(mark)

    # --- reading ----------------------------------------------------------------------------

    def _error(self, entry: str, key: str, found: str, expected: str) -> MaterialError:
        return MaterialError(
            f"The value of {key!r} is not possible: {found}.",
            where=f"{self.name}, {entry}, key {key}",
            expected=expected,
        )

    def _rows(self, data: dict[str, Any], key: str) -> list[dict[str, Any]]:
        rows = data.get(key)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            raise MaterialError(
                f"The file has no {key}.", where=self.name, expected=f"entries [[{key}]]"
            )
        ids = [row.get("id") for row in rows]
        for id in ids:
            if ids.count(id) > 1:
                raise self._error(key, "id", f"{id!r} stands twice", "an id used once")
        return [dict(row) for row in rows]

    def _text(self, row: dict[str, Any], entry: str, key: str) -> str:
        value = row.get(key)
        if not isinstance(value, str) or not value:
            raise self._error(entry, key, repr(value), "a text")
        return value

    def _numbers(self, value: Any, entry: str, key: str, low: int) -> list[int]:
        if not isinstance(value, list) or not value:
            raise self._error(entry, key, repr(value), "a list of numbers")
        for one in value:
            if not isinstance(one, int) or isinstance(one, bool) or not low <= one <= 9:
                raise self._error(entry, key, repr(one), f"whole numbers from {low} to 9")
        return [int(one) for one in value]


BOX: Final = Material(
    files("wardround.games.pyrrameds").joinpath("material.toml").read_text(encoding="utf-8"),
    "material.toml",
)


def saved_deck(sets: list[int], saved: list[list[str]]) -> Deck:
    """The deck of :meth:`Deck.save`: notation and animal of every card of these sets."""
    faces = BOX.faces[:]
    for card, (notation, animal) in zip(cards_of(sets), saved, strict=True):
        faces[card] = parse_card(notation, animal)
    return Deck(faces, cards_of(sets))


def type_order(types: list[int]) -> list[int]:
    """Types in the order in which requirements are listed (PY-1.50)."""
    return [one for one in SHOWN_ORDER if one in types]
