"""An independent reading of chapters 10 to 18: all that an effect can do, by trying everything.

Written from the tables of the rules, not from the game's code: patients lie in beds that can all
be told apart, every set of beds is tried with every colour change, and only the conditions decide.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

LETTERS = "RYG"
ANY_VALUE = (1, 2, 3, 4, 5, 6)

Outcome = tuple[tuple[str, ...], tuple[str, ...], int]


@dataclass(frozen=True)
class Patient:
    """A die in a bed."""

    own: str
    value: int
    treated: bool
    current: str

    @staticmethod
    def read(text: str) -> "Patient":
        """From its notation: ``R3u``, ``R3t>G``."""
        return Patient(text[0], int(text[1]), text[2] == "t", text[4:] or text[0])

    def __str__(self) -> str:
        text = f"{self.own}{self.value}{'t' if self.treated else 'u'}"
        return text if self.own == self.current else f"{text}>{self.current}"

    def changed(self, colour: str) -> "Patient":
        """With another current colour (DH-12.4: that treats it)."""
        return Patient(self.own, self.value, True, colour)


@dataclass(frozen=True)
class Ward:
    """The beds (None: empty), the discharge area in any order, the blood bags."""

    beds: tuple[Patient | None, ...]
    gone: tuple[str, ...]
    bags: int

    @staticmethod
    def read(patients: str, bags: int, gone: Sequence[str] = ()) -> "Ward":
        """From the notations of the patients, bed by bed."""
        return Ward(tuple(Patient.read(word) for word in patients.split()), tuple(gone), bags)

    def outcome(self) -> Outcome:
        """What can be told apart in it."""
        lying = sorted(str(patient) for patient in self.beds if patient)
        order = [f"{own}>{current}" for own in LETTERS for current in LETTERS]
        return tuple(lying), tuple(sorted(self.gone, key=order.index)), self.bags


@dataclass(frozen=True)
class Rule:
    """A row of the tables in DH-16 and DH-17: exactly so many targets, the condition, the steps."""

    targets: int
    colour: str
    values: tuple[int, ...]
    together: str
    steps: int


def _one(colour: str, steps: int) -> Rule:
    return Rule(1, colour, ANY_VALUE, "", steps)


DEPARTMENT_RULES = {
    "critical_care": _one("R", 1),
    "oncology": _one("Y", 1),
    "pharmacy": _one("G", 1),
    "intensive_care": Rule(1, LETTERS, (1, 2), "", 1),
    "imaging": Rule(1, LETTERS, (3, 4), "", 1),
    "clinic": Rule(1, LETTERS, (5, 6), "", 1),
    "operating_theatre": _one("R", 3),
    "orthopaedics": _one("Y", 3),
    "ent": _one("G", 3),
    "cardiology": Rule(3, "R", ANY_VALUE, "run", 1),
    "urology": Rule(3, "Y", ANY_VALUE, "run", 1),
    "immunology": Rule(3, "G", ANY_VALUE, "run", 1),
    "anaesthesia": Rule(3, "R", ANY_VALUE, "same", 1),
    "renal_medicine": Rule(3, "Y", ANY_VALUE, "same", 1),
    "allergy_centre": Rule(3, "G", ANY_VALUE, "same", 1),
    "crash_centre": Rule(1, LETTERS, (1, 2), "", 4),
    "radiology": Rule(3, LETTERS, (1, 2, 3), "", 1),
    "triage_centre": Rule(2, LETTERS, (1, 2, 3), "", 2),
}

SPECIALIST_RULES = {
    "surgeon": ("R", "extra"),
    "haematologist": ("Y", "extra"),
    "pharmacist": ("G", "extra"),
    "anaesthetist": ("R", "colour"),
    "urologist": ("Y", "colour"),
    "virologist": ("G", "colour"),
    "cardiologist": ("R", "before"),
    "radiologist": ("Y", "before"),
    "microbiologist": ("G", "before"),
    "triage_nurse": (LETTERS, "two low"),
    "paramedic": (LETTERS, "low"),
    "general_practitioner": (LETTERS, "high"),
}
"""By specialist: colours that set the effect off, and what the effect is (DH-18)."""


@dataclass(frozen=True)
class Healed:
    """A patient that the department healed: its bed, its current colour then, its value before."""

    bed: int
    colour: str
    before: int


@dataclass(frozen=True)
class After:
    """A way in which a department was used."""

    ward: Ward
    healed: tuple[Healed, ...]


def at_department(ward: Ward, id: str) -> Iterator[After]:
    """Everything that a meeple at this department may do (DH-6.10, DH-12.9, DH-12.10)."""
    rule = DEPARTMENT_RULES[id]
    lying = [bed for bed, patient in enumerate(ward.beds) if patient]
    for beds in combinations(lying, rule.targets):
        for changed in _changes(ward, beds):
            targets = [_at(changed, bed) for bed in beds]
            if all(one.current in rule.colour and one.value in rule.values for one in targets):
                values = sorted(one.value for one in targets)
                if not rule.together or _together(values, rule.together):
                    healed = [
                        Healed(bed, one.current, one.value)
                        for bed, one in zip(beds, targets, strict=True)
                    ]
                    yield After(heal(changed, beds, rule.steps), tuple(healed))


def _together(values: list[int], how: str) -> bool:
    if how == "same":
        return len(set(values)) == 1
    return values == [values[0], values[0] + 1, values[0] + 2]


def bag_heals(ward: Ward) -> Iterator[Ward]:
    """Every bag heal, a colour change for a second bag included (DH-11.3, DH-12.9)."""
    if ward.bags:
        paid = Ward(ward.beds, ward.gone, ward.bags - 1)
        for bed, patient in enumerate(ward.beds):
            if patient:
                for changed in _changes(paid, (bed,)):
                    yield heal(changed, (bed,), 1)


def effect(ward: Ward, id: str, healed: Sequence[Healed], all_healed: bool) -> Iterator[Ward]:
    """Every use of a specialist's effect after what the department healed (DH-13, DH-18)."""
    colours, kind = SPECIALIST_RULES[id]
    for trigger in healed:
        if trigger.colour not in colours:
            continue
        excluded = {one.bed for one in healed} if all_healed else {trigger.bed}
        others = [bed for bed, one in enumerate(ward.beds) if one and bed not in excluded]
        if kind == "extra":
            others = [trigger.bed] if ward.beds[trigger.bed] else []
        if kind == "two low":
            low = [bed for bed in others if _at(ward, bed).value <= 3]
            groups = list(combinations(low, min(2, len(low)))) if low else []
        else:
            groups = [(bed,) for bed in others]
        for beds in groups:
            for changed in _changes(ward, beds):
                if _fits(kind, colours, trigger, _at(changed, beds[0])):
                    yield heal(changed, beds, 2 if kind == "low" else 1)


def _fits(kind: str, colours: str, trigger: Healed, target: Patient) -> bool:
    """The target condition of a specialist's row, but for who is a different patient."""
    if kind == "colour":
        return target.current == colours
    if kind == "before":
        return target.value == trigger.before
    if kind == "low":
        return target.value <= 3
    return target.value >= 4 if kind == "high" else True


def _changes(ward: Ward, beds: tuple[int, ...]) -> Iterator[Ward]:
    """Colour changes for any of these patients, a bag each, to another colour (DH-12.2)."""
    for colours in product((None, *LETTERS), repeat=len(beds)):
        after = list(ward.beds)
        for bed, colour in zip(beds, colours, strict=True):
            if colour:
                after[bed] = _at(ward, bed).changed(colour)
        cost = sum(1 for colour in colours if colour)
        real = all(
            colour is None or _at(ward, bed).current != colour
            for bed, colour in zip(beds, colours, strict=True)
        )
        if cost <= ward.bags and real:
            yield Ward(tuple(after), ward.gone, ward.bags - cost)


def _at(ward: Ward, bed: int) -> Patient:
    patient = ward.beds[bed]
    assert patient is not None
    return patient


def heal(ward: Ward, beds: Sequence[int], steps: int) -> Ward:
    """Heal the patients of these beds together (DH-10.6 to DH-10.8)."""
    after = list(ward.beds)
    gone = list(ward.gone)
    for bed in beds:
        patient = _at(ward, bed)
        if patient.value + steps >= 7:
            after[bed] = None
            gone.append(f"{patient.own}>{patient.own}")
        else:
            after[bed] = Patient(patient.own, patient.value + steps, True, patient.current)
    return Ward(tuple(after), tuple(gone), ward.bags)


def with_pending(ward: Ward, id: str, healed: Sequence[Healed], all_healed: bool) -> set[Outcome]:
    """Every outcome of a pending effect: used at any time or never, bag heals before and after."""
    found: set[Outcome] = set()
    seen: set[tuple[Ward, bool]] = set()
    todo = [(ward, True)]
    while todo:
        here, waits = todo.pop()
        if (here, waits) in seen:
            continue
        seen.add((here, waits))
        found.add(here.outcome())
        todo += [(healthier, waits) for healthier in bag_heals(here)]
        if waits:
            todo += [(used, False) for used in effect(here, id, healed, all_healed)]
    return found
