"""The words of the two editions, and the names of things in a pack (DN-0.18 to DN-0.20)."""

import re
from typing import Final

from wardround.core.words import article, counted, upper_first
from wardround.games.dynamite_nurse.pack import CARD_IDS, DEFAULT, PATIENT_IDS, Card, Pack

TOWN: Final = 0
VILLAGE: Final = 1
EDITIONS: Final = ["town", "village"]

WORDS: Final[dict[str, tuple[str, str]]] = {
    "town": ("Town", "village"),
    "hospital": ("Hospital", "monastery"),
    "beds": ("beds", "sick beds"),
    "phase 0": ("Main Phase", "Main Phase"),
    "phase 1": ("Transportation Phase", "Someone gets hurt"),
    "phase 2": ("Admission Phase", "Admission Phase"),
    "phase 3": ("Cleanup Phase", "Cleanup Phase"),
    "action card": ("Action Card", "play card"),
    "type 0": ("Examination", "Diagnosis"),
    "type 1": ("Treatment", "Healing"),
    "type 2": ("Duty", "Paperwork"),
    "type 3": ("Event", "Event"),
    "nurse 0": ("Doctor", "doctor"),
    "nurse 1": ("Paramedic", "emergency medical technician"),
    "treatment": ("Treatment", "healing"),
    "operation": ("Operation", "surgery"),
    "care": ("Care", "bandaging"),
    "tp": ("TP", "healing points"),
    "1 tp": ("TP", "healing point"),
    "treatment points": ("Treatment Points", "healing points"),
    "gold": ("Gold", "gold coins"),
    "1 gold": ("Gold", "gold coin"),
    "too little gold": ("too little Gold", "too few gold coins"),
    "bonus": ("Bonus Points", "bonus"),
    "purchase": ("Purchase", "buy"),
    "purchases": ("Purchases", "buys"),
    "critical": ("in Critical Condition", "deteriorated"),
    "Critical": ("Critical", "deteriorated"),
    "becomes critical": ("enters Critical Condition", "deteriorates"),
    "become critical": ("enter Critical Condition", "deteriorate"),
    "crisis": ("Deterioration from Transportation", "ambulance crisis"),
    "bed check": ("Deterioration of Admitted Patients", "admitted patients deterioration"),
    "emergency": ("Emergency Case", "Acute"),
    "emergency patient": ("Emergency Case", "Acute patient"),
    "name 0": ("Sick", "Ill"),
    "name 1": ("Wounded", "Wounded"),
    "name 2": ("Cursed", "Cursed"),
    "name 3": ("Poisoned", "Poisoned"),
    "marker": ("Duty Marker", "monastery marker"),
    "charge": ("charge", "patient"),
    "charges": ("charges", "patients"),
    "ambulances": ("Ambulances", "ambulance cart queue"),
    "in the ambulances": ("in the Ambulances", "in the ambulance cart queue"),
    "leading": ("leading", "front"),
    "trailing": ("trailing", "hindmost"),
    "acquire": ("acquire", "gain"),
    "acquires": ("acquires", "gains"),
    "acquired": ("acquired", "gained"),
    "transport": ("transport", "let someone get hurt"),
    "nurse pile": ("Nurse pile", "nurse deck"),
    "event pile": ("Event pile", "event deck"),
    "pile": ("pile", "deck"),
    "deck": ("deck", "draw deck"),
    "dungeon": ("Dungeon", "dungeon"),
    "graveyard": ("graveyard", "graveyard"),
    "kill mark": ("Kill Mark", "kill mark"),
    "title": ("Dynamite Nurse", "Dynamite nurse"),
    "treatments": ("Treatments", "healings"),
}
"""Each word in the town and in the village edition."""


def _fields(edition: int) -> dict[str, str]:
    fields: dict[str, str] = {}
    for key, words in WORDS.items():
        name, word = key.replace(" ", "_"), words[edition]
        fields.setdefault(upper_first(name), upper_first(word))
        fields[name] = word
        fields[f"a_{name}"] = article(word)
    return fields


FIELDS: Final[list[dict[str, str]]] = [_fields(edition) for edition in (TOWN, VILLAGE)]
"""The words of each edition as fields: ``{pile}``, with its article ``{a_pile}``, at the head of a
sentence ``{Pile}``."""

FIELD: Final = re.compile(r"\{(\w+)\}")


class Voice:
    """The words of one game: an edition and a pack.

    Args:
        pack: Whose names of cards are used.
        edition: ``TOWN`` or ``VILLAGE``.
    """

    def __init__(self, pack: Pack, edition: int, number: int) -> None:
        self.pack = pack
        self.edition = edition
        self.number = number

    def word(self, key: str) -> str:
        """A fixed word of the edition."""
        return WORDS[key][self.edition]

    def fill(self, text: str) -> str:
        """A sentence with its ``{fields}`` put into the words of the edition.

        Braces that are no field stay: names of players and of a pack's cards may hold them.
        """
        words = FIELDS[self.edition]
        return FIELD.sub(lambda found: words.get(found[1], found[0]), text)

    def phase(self, phase: int) -> str:
        """The name of a phase."""
        return self.word(f"phase {phase}")

    def card(self, slot: int) -> str:
        """The name of a card; of a card that the pack does not have, its id in notations."""
        return self.pack.cards[slot].names[self.edition] or f"card {CARD_IDS[slot]}"

    def kind(self, card: Card) -> str:
        """The sub-type of a card."""
        return self.word(f"nurse {card.kind}" if card.is_nurse else f"type {card.kind}")

    def condition(self, name: int) -> str:
        """One of the four patient names."""
        return self.word(f"name {name}")

    def row(self, row: int) -> str:
        """A patient row: "Sick P02", "Sick P04 (Emergency Case)"."""
        return self._patient(row, [])

    def patient(self, patient: int) -> str:
        """A patient and the side that is up: "Sick P02 (Critical)"."""
        return self._patient(patient >> 1, [self.word("Critical")] if patient & 1 else [])

    def _patient(self, row: int, states: list[str]) -> str:
        held = self.pack.rows[row]
        if not held.id:
            return f"patient {PATIENT_IDS[row]}"
        if held.emergency:
            states = [self.word("emergency"), *states]
        name = f"{self.condition(held.name)} {held.id}"
        return f"{name} ({', '.join(states)})" if states else name

    def tp(self, number: int) -> str:
        """A number of Treatment Points."""
        return counted(number, self.word("1 tp"), self.word("tp"))

    def gold(self, number: int) -> str:
        """A number of Gold."""
        return counted(number, self.word("1 gold"), self.word("gold"))

    def marks(self, number: int) -> str:
        """A number of Kill Marks."""
        return counted(number, self.word("kill mark"))


VOICES: Final[list[Voice]] = [Voice(DEFAULT, TOWN, 0), Voice(DEFAULT, VILLAGE, 1)]
"""The voices in use. An event names its voice by number."""
_numbers: dict[tuple[str, int], int] = {(DEFAULT.checksum, TOWN): 0, (DEFAULT.checksum, VILLAGE): 1}


def voice(pack: Pack, edition: int) -> Voice:
    """The voice of a pack in an edition."""
    key = (pack.checksum, edition)
    number = _numbers.get(key)
    if number is None:
        number = len(VOICES)
        VOICES.append(Voice(pack, edition, number))
        _numbers[key] = number
    return VOICES[number]
