"""The same position with two colours exchanged everywhere: dice, tiles, cards, administrators."""

from dataclasses import dataclass
from typing import Any

from tests.rules.dice_hospital.table import ADMINISTRATOR_IDS, DEPARTMENT_IDS, SPECIALIST_IDS
from wardround.games.dice_hospital.material import (
    CURRENT,
    LETTERS,
    ORIGINAL,
    TREATED,
    VALUE,
    kind,
)

Snapshot = dict[str, Any]

TRIPLES = [
    ("critical_care", "oncology", "pharmacy"),
    ("operating_theatre", "orthopaedics", "ent"),
    ("cardiology", "urology", "immunology"),
    ("anaesthesia", "renal_medicine", "allergy_centre"),
    ("surgeon", "haematologist", "pharmacist"),
    ("anaesthetist", "urologist", "virologist"),
    ("cardiologist", "radiologist", "microbiologist"),
    ("adm_two_red", "adm_two_yellow", "adm_two_green"),
    ("adm_spare_red", "adm_spare_yellow", "adm_spare_green"),
]
"""What differs in colour only: red, yellow, green."""
PRINTED = 6


@dataclass(frozen=True)
class Swap:
    """An exchange of two colours (0 red, 1 yellow, 2 green)."""

    one: int
    other: int

    def colour(self, colour: int) -> int:
        """The colour that this one becomes; -1 (none) stays."""
        return {self.one: self.other, self.other: self.one}.get(colour, colour)

    def id(self, id: str) -> str:
        """The department, specialist or administrator that this one becomes."""
        for triple in TRIPLES:
            if id in triple:
                return triple[self.colour(triple.index(id))]
        return id

    def notation(self, text: str) -> str:
        """The action that this one becomes."""
        if text[0] in LETTERS:
            head, _, current = text.partition(">")
            mark = f">{self._letter(current)}" if current else ""
            return self._letter(head[0]) + head[1:] + mark
        name, _, what = text.partition(":")
        if not what:
            return text
        return f"{name}:{self._letter(what) if what in LETTERS else self.id(what)}"

    def _letter(self, letter: str) -> str:
        return LETTERS[self.colour(LETTERS.index(letter))]

    def face(self, die: int) -> int:
        """The die's face that this one becomes."""
        return die if die < 0 else self.colour(die // 6) * 6 + die % 6

    def patient(self, patient: int) -> int:
        """The patient that this one becomes."""
        if patient < 0:
            return patient
        own, current = self.colour(ORIGINAL[patient]), self.colour(CURRENT[patient])
        mark = 1 + (current - own) % 3 if TREATED[patient] else 0
        return kind(own, VALUE[patient], mark)

    def number(self, ids: list[str], number: int) -> int:
        """A department, specialist or administrator by its number."""
        return number if number < 0 else ids.index(self.id(ids[number]))

    def department(self, number: int) -> int:
        """A type of department."""
        return self.number(DEPARTMENT_IDS, number)

    def specialist(self, number: int) -> int:
        """A type of specialist."""
        return self.number(SPECIALIST_IDS, number)

    def meeple(self, meeple: int) -> int:
        """A kind of meeple; free (-1) and nurses (0) stay."""
        return meeple if meeple <= 0 else 1 + self.specialist(meeple - 1)

    def slot(self, slot: int) -> int:
        """A department's place in a hospital: the printed ones change places."""
        return self.department(slot) if slot < PRINTED else slot

    def counts(self, counts: list[int], width: int) -> list[int]:
        """Counts by colour, ``width`` numbers for each colour."""
        rows = [counts[colour * width : (colour + 1) * width] for colour in range(3)]
        return [number for colour in range(3) for number in rows[self.colour(colour)]]

    def snapshot(self, before: Snapshot) -> Snapshot:
        """The whole position with the two colours exchanged."""
        after = dict(before)
        after["bag"] = self.counts(before["bag"], 1)
        after["dice"] = [self.face(die) for die in before["dice"]]
        after["rolled"] = self.counts(before["rolled"], 6)
        after["left_over"] = self.counts(before["left_over"], 6)
        for name in ("department_stack", "shown_departments"):
            after[name] = [self.department(tile) for tile in before[name]]
        for name in ("specialist_deck", "shown_specialists"):
            after[name] = [self.specialist(card) for card in before[name]]
        after["administrators_out"] = self._administrators(before["administrators_out"])
        after["hospitals"] = [self._hospital(hospital) for hospital in before["hospitals"]]
        after["questions"] = [
            [[name, self._question(name, data)] for name, data in stack]
            for stack in before["questions"]
        ]
        return after

    def _administrators(self, cards: list[int]) -> list[int]:
        return [self.number(ADMINISTRATOR_IDS, card) for card in cards]

    def _hospital(self, before: Snapshot) -> Snapshot:
        after = dict(before)
        after["beds"] = [self.patient(patient) for patient in before["beds"]]
        after["lasting"] = [one // 3 * 3 + self.colour(one % 3) for one in before["lasting"]]
        after["discharged"] = [
            before["discharged"][self.colour(own) * 3 + self.colour(current)]
            for own in range(3)
            for current in range(3)
        ]
        after["departments"] = list(range(PRINTED)) + [
            self.department(tile) for tile in before["departments"][PRINTED:]
        ]
        meeples = [self.meeple(meeple) for meeple in before["meeples"]]
        after["meeples"] = [meeples[self.slot(slot)] for slot in range(len(meeples))]
        after["specialists"] = [self.specialist(card) for card in before["specialists"]]
        after["waiting"] = [self.face(die) for die in before["waiting"]]
        for name in ("dealt", "kept", "dismissed"):
            after[name] = self._administrators(before[name])
        after["administrator"] = self._administrators([before["administrator"]])[0]
        return after

    def _question(self, name: str, data: list[int]) -> list[int]:
        if name == "at_department":
            return [self.meeple(data[0])]
        if name == "pending":
            return [self.specialist(data[0]), self.meeple(data[1]), *self._healed(data[2:])]
        if name != "pick_patient":
            return data
        source, number, meeple, colour, size = data[:5]
        if source == 1:
            number = self.slot(number)
        elif source == 2:
            number = self.specialist(number)
        picked = data[5 : 5 + size]
        head = [source, number, self.meeple(meeple), self.colour(colour), size, *picked]
        return head + self._healed(data[5 + size :])

    def _healed(self, data: list[int]) -> list[int]:
        found: list[int] = []
        for place in range(0, len(data), 3):
            bed, colour, before = data[place : place + 3]
            found += [bed, self.colour(colour), before]
        return found


def unordered(snapshot: Snapshot) -> Snapshot:
    """Without the orders that have no effect: dice inside an ambulance and in front of a seat."""
    after = dict(snapshot)
    dice = snapshot["dice"]
    after["dice"] = [
        die for place in range(0, len(dice), 3) for die in sorted(dice[place : place + 3])
    ]
    after["hospitals"] = [dict(hospital) for hospital in snapshot["hospitals"]]
    for hospital in after["hospitals"]:
        for name in ("waiting", "dealt"):
            hospital[name] = sorted(hospital[name])
    return after
