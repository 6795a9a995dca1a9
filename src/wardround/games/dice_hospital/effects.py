"""What departments, blood bags and specialists do to patients: whom they may treat, and how.

A move in phase 3 picks its patients one by one. ``Use`` is the effect being used and the patients
picked so far; the functions answer which bed may be picked next and whether the effect can then
still be resolved in full (DH-6.10).
"""

from typing import Final

from wardround.core import Objection
from wardround.games.dice_hospital.material import (
    ANY,
    CURRENT,
    DEPARTMENTS,
    FACE,
    FLIP,
    HEAL,
    NURSE,
    PATTERN_ANY,
    PATTERN_RUN,
    PATTERN_SAME,
    PRINTED,
    REPAINT,
    REROLL,
    SPECIALISTS,
    STUDENT,
    VALUE,
    WHOM_HEALED,
    WHOM_OTHER,
    WHOM_OWN,
    WHOM_TWIN,
    Effect,
    face,
    recoloured,
    treated,
    with_value,
)
from wardround.games.dice_hospital.state import NO_BED, Hospital, Table

GONE: Final = 15
"""Bed of a healed patient that was discharged."""

BAG_HEAL: Final = Effect("DH-11.3", HEAL, 1, 1, ANY, 1, 6, PATTERN_ANY, 1, WHOM_OWN)
"""What a blood bag does."""

SOURCE_BAG: Final = 0
SOURCE_DEPARTMENT: Final = 1
SOURCE_SPECIALIST: Final = 2

NO_SUCH_PATIENT: Final = Objection("DH-6.9", "No such patient lies in your hospital.")
NEW_PATIENT: Final = Objection("DH-4.22", "New patients may not be removed.")
ALREADY_PICKED: Final = Objection("DH-10.15", "That patient is picked already; patients differ.")
NOT_SAME_VALUE: Final = Objection("DH-10.18", "All patients must show the same value.")
NOT_A_RUN: Final = Objection("DH-10.18", "The patients must show consecutive values.")
NOT_HEALED: Final = Objection(
    "DH-13.10", "Only a patient that set the effect off and is still here."
)
NOT_OTHER: Final = Objection("DH-13.9", "It must be another patient than the one healed before.")
NOT_IN_FULL: Final = Objection(
    "DH-6.10", "With that patient the effect could not be resolved in full."
)
NO_BAG: Final = Objection("DH-11.3", "You have no blood bag.")
NO_BAG_TO_RECOLOUR: Final = Objection(
    "DH-12.9", "A colour change costs a blood bag; you have none."
)
RECOLOUR_TWICE: Final = Objection("DH-12.9", "The colour of the next patient is chosen already.")
RECOLOUR_NOBODY: Final = Objection("DH-12.10", "No patient could be picked after that change.")
COLOUR_FIRST: Final = Objection("DH-12.3", "Choose the new colour first.")
NOT_A_HEAL: Final = Objection(
    "DH-12.12", "A blood bag changes the colour only of a patient that is healed right after."
)
SAME_COLOUR: Final = Objection("DH-12.2", "The patient counts as that colour already.")
MUST_HEAL_ALL: Final = Objection("DH-10.16", "The effect heals exactly as many as it says.")
NO_SECOND_PATIENT: Final = Objection(
    "DH-25.20", "One patient is healed and another worsened: there is no second one."
)
MUST_HEAL_TWO: Final = Objection("DH-18.19", "Another patient qualifies: both are healed.")


def _by_effect(text: str) -> dict[str, Objection]:
    """The same objection for every effect, each naming the effect's own clause."""
    effects = [card.effect for card in DEPARTMENTS] + [card.effect for card in SPECIALISTS]
    return {effect.clause: Objection(effect.clause, text) for effect in [*effects, BAG_HEAL]}


WRONG_COLOUR: Final = _by_effect("The patient does not have the colour that is needed.")
WRONG_VALUE: Final = _by_effect("The patient does not have a value that is needed.")
NOT_TWIN: Final = _by_effect(
    "Its value must be the one that the healed patient had before the department."
)


class Healed:
    """A patient that a department effect healed: its bed (``GONE``), colour and value before."""

    def __init__(self, bed: int, colour: int, before: int) -> None:
        self.bed = bed
        self.colour = colour
        self.before = before


class Use:
    """An effect being used: its source, and the beds picked so far.

    Args:
        source: ``SOURCE_BAG``, ``SOURCE_DEPARTMENT`` or ``SOURCE_SPECIALIST``.
        number: Slot of the department in the hospital, or type of the specialist.
        meeple: The meeple placed, for departments.
        picked: Beds picked so far.
        colour: Colour that the next patient is changed to with a blood bag, or ``ANY``.
        healed: For specialists, what the department effect healed.
    """

    def __init__(
        self,
        source: int,
        number: int,
        meeple: int,
        effect: Effect,
        picked: tuple[int, ...],
        colour: int,
        healed: list[Healed],
    ) -> None:
        self.source = source
        self.number = number
        self.meeple = meeple
        self.effect = effect
        self.picked = picked
        self.colour = colour
        self.healed = healed

    def with_colour(self, colour: int) -> "Use":
        """The same use with a colour change for the next patient."""
        return Use(
            self.source,
            self.number,
            self.meeple,
            self.effect,
            self.picked,
            colour,
            self.healed,
        )

    def with_pick(self, bed: int) -> "Use":
        """The same use with one more patient."""
        return Use(
            self.source,
            self.number,
            self.meeple,
            self.effect,
            (*self.picked, bed),
            ANY,
            self.healed,
        )


# --- may it be used at all ------------------------------------------------------------------


def usable(hospital: Hospital, effect: Effect) -> bool:
    """Whether a department effect can be resolved in full, bags for colour changes included."""
    faces = hospital.faces
    if effect.most == 1:
        if effect.colour != ANY and hospital.bags:
            return hospital.patients > 0
        for number in effect.faces:
            if faces[number]:
                return True
        return False
    if hospital.patients < effect.least:
        return False
    return _in_full(effect, faces, hospital.bags, effect.least, ())


def _in_full(
    effect: Effect, faces: list[int], bags: int, missing: int, values: tuple[int, ...]
) -> bool:
    """Whether ``missing`` further patients can be found among ``faces`` with ``bags`` to recolour.

    Args:
        values: Values of the patients picked already.
    """
    if effect.pattern == PATTERN_ANY:
        found = 0
        recolourable = 0
        for value in range(effect.low, effect.high + 1):
            found += _matching(effect, faces, value)
            recolourable += _shown(faces, value)
        return found + min(bags, recolourable - found) >= missing
    if effect.pattern == PATTERN_SAME:
        for value in range(1, 7) if not values else values[:1]:
            found = _matching(effect, faces, value)
            if found + min(bags, _shown(faces, value) - found) >= missing:
                return True
        return False
    for first in range(1, 5):
        run = (first, first + 1, first + 2)
        cost = 0
        for value in run:
            if value in values:
                continue
            if not _matching(effect, faces, value):
                cost += 1 if _shown(faces, value) else 99
        if cost <= bags and _within(values, run):
            return True
    return False


def _within(values: tuple[int, ...], run: tuple[int, ...]) -> bool:
    for value in values:
        if value not in run:
            return False
    return True


def _matching(effect: Effect, faces: list[int], value: int) -> int:
    """Patients of this value whose current colour fits."""
    if effect.colour == ANY:
        return _shown(faces, value)
    return faces[effect.colour * 6 + value - 1]


def _shown(faces: list[int], value: int) -> int:
    """Patients of this value, of any colour."""
    return faces[value - 1] + faces[5 + value] + faces[11 + value]


# --- picking patients -----------------------------------------------------------------------


def pick_objection(table: Table, seat: int, use: Use, patient: int) -> Objection | None:
    """Why no patient of this kind may be picked next; None if one may."""
    effect = use.effect
    if effect.simple and use.colour == ANY:
        return None if effect.fits[FACE[patient]] else _misfit(effect, patient)
    hospital = table.hospitals[seat]
    objection: Objection | None = NO_SUCH_PATIENT
    for bed in range(len(hospital.beds)):
        if hospital.beds[bed] == patient:
            objection = bed_objection(table, seat, use, bed)
            if objection is None:
                return None
    return objection


def alike(hospital: Hospital, use: Use, bed: int, other: int) -> bool:
    """Whether nothing tells the patients of two beds apart (DH-1.19)."""
    return (
        hospital.beds[bed] == hospital.beds[other]
        and hospital.lasting_colour(bed) == hospital.lasting_colour(other)
        and (bed in use.picked) == (other in use.picked)
        and _healing_of(use, bed) == _healing_of(use, other)
    )


def _healing_of(use: Use, bed: int) -> int:
    """What the department just did to the patient of a bed, as a number; -1: nothing."""
    for one in use.healed:
        if one.bed == bed:
            return one.colour * 6 + one.before
    return -1


def meant_bed(table: Table, seat: int, use: Use, patient: int) -> int:
    """The bed of the patient that is meant by its kind: one that may be picked if there is any."""
    bed = pick_bed(table, seat, use, patient)
    return bed if bed != NO_BED else table.hospitals[seat].beds.index(patient)


def set_apart(table: Table, seat: int, use: Use) -> list[int]:
    """Beds that are named themselves: their patient is unlike the one meant by its kind.

    Of patients that are alike the first bed stands for all.
    """
    hospital = table.hospitals[seat]
    found: list[int] = []
    for bed in range(len(hospital.beds)):
        patient = hospital.beds[bed]
        if patient == NO_BED or hospital.beds.count(patient) == 1:
            continue
        if alike(hospital, use, bed, meant_bed(table, seat, use, patient)):
            continue
        if not _stands_for(hospital, use, found, bed):
            found.append(bed)
    return found


def _stands_for(hospital: Hospital, use: Use, beds: list[int], bed: int) -> bool:
    """Whether one of the beds holds a patient like that of another bed."""
    for other in beds:
        if alike(hospital, use, bed, other):
            return True
    return False


def pick_bed(table: Table, seat: int, use: Use, patient: int) -> int:
    """The bed of the legal patient of this kind that leaves most freedom for what follows.

    Patients of one kind can differ only in having been healed by the department just now; one
    that was not keeps every trigger patient possible (DH-13.7).
    """
    hospital = table.hospitals[seat]
    chosen = NO_BED
    for bed in range(len(hospital.beds)):
        if hospital.beds[bed] == patient and bed_objection(table, seat, use, bed) is None:
            if not was_healed(use, bed):
                return bed
            if chosen == NO_BED:
                chosen = bed
    return chosen


def bed_objection(table: Table, seat: int, use: Use, bed: int) -> Objection | None:
    """Why the patient of this bed may not be picked next; None if it may."""
    hospital = table.hospitals[seat]
    effect = use.effect
    patient = hospital.beds[bed]
    if bed in use.picked:
        return ALREADY_PICKED
    bags = hospital.bags
    if use.colour != ANY:
        if CURRENT[patient] == use.colour:
            return SAME_COLOUR
        patient = recoloured(patient, use.colour)
        if effect.treatment != REPAINT:
            bags -= 1
    elif effect.treatment == REPAINT:
        return COLOUR_FIRST
    if not effect.fits[FACE[patient]]:
        return _misfit(effect, patient)
    if effect.whom != WHOM_OWN:
        objection = _trigger_objection(table, hospital, use, bed)
        if objection is not None:
            return objection
    if effect.treatment == STUDENT and not use.picked:
        return None if _pair_possible(table, seat, use, bed) else NO_SECOND_PATIENT
    if effect.most > 1:
        return _group_objection(hospital, use, bed, patient, bags)
    return None


def _misfit(effect: Effect, patient: int) -> Objection:
    if effect.colour not in (ANY, CURRENT[patient]):
        return WRONG_COLOUR[effect.clause]
    return WRONG_VALUE[effect.clause]


def _group_objection(
    hospital: Hospital, use: Use, bed: int, patient: int, bags: int
) -> Objection | None:
    """Why this patient does not go together with those picked, or not with enough others."""
    effect = use.effect
    value = VALUE[patient]
    values = tuple([VALUE[hospital.beds[other]] for other in use.picked])
    if effect.pattern == PATTERN_SAME and values and value != values[0]:
        return NOT_SAME_VALUE
    if effect.pattern == PATTERN_RUN and not _runs(values, value):
        return NOT_A_RUN
    missing = effect.least - len(values) - 1
    if missing <= 0:
        return None
    faces = hospital.faces[:]
    for other in use.picked:
        faces[FACE[hospital.beds[other]]] -= 1
    faces[FACE[hospital.beds[bed]]] -= 1
    if not _in_full(effect, faces, bags, missing, (*values, value)):
        return NOT_IN_FULL if effect.pattern == PATTERN_ANY or not values else _not_together(effect)
    return None


def _runs(values: tuple[int, ...], value: int) -> bool:
    """Whether a further value can stand in one run v, v+1, v+2 with these (DH-10.18)."""
    for other in values:
        if not 0 < abs(value - other) < 3:
            return False
    return True


def _not_together(effect: Effect) -> Objection:
    return NOT_IN_FULL if effect.pattern == PATTERN_SAME else NOT_A_RUN


# --- trigger patients of specialists --------------------------------------------------------


def triggers(specialist: int, healed: list[Healed]) -> list[Healed]:
    """The healed patients that set this specialist's effect off (DH-13.6, DH-13.8)."""
    card = SPECIALISTS[specialist]
    return [
        one
        for one in healed
        if card.trigger in (ANY, one.colour) and (one.bed == GONE or not card.on_discharge)
    ]


def _trigger_objection(table: Table, hospital: Hospital, use: Use, bed: int) -> Objection | None:
    """Why this bed does not suit any possible trigger patient.

    The owner picks the trigger patient as part of using the effect (DH-13.7). It matters only in
    what it excludes, so it is never asked: a choice of targets is legal if some trigger patient
    allows it.
    """
    effect = use.effect
    candidates = triggers(use.number, use.healed)
    if effect.whom == WHOM_HEALED:
        for one in candidates:
            if one.bed == bed and hospital.beds[bed] != NO_BED:
                return None
        return NOT_HEALED
    if table.variant.other_than_all_healed and was_healed(use, bed):
        return NOT_OTHER
    suits_one = False
    for one in candidates:
        if one.bed != bed and one.bed not in use.picked:
            if effect.whom == WHOM_OTHER or VALUE[hospital.beds[bed]] == one.before:
                return None
            suits_one = True
    return NOT_TWIN[effect.clause] if suits_one and effect.whom == WHOM_TWIN else NOT_OTHER


def was_healed(use: Use, bed: int) -> bool:
    """Whether the department effect just now healed the patient of a bed."""
    return _healing_of(use, bed) >= 0


def enough_objection(table: Table, seat: int, use: Use) -> Objection | None:
    """Why the effect may not end with the patients picked so far (DH-18.19, DH-10.17)."""
    if use.colour != ANY:
        return RECOLOUR_TWICE
    if len(use.picked) < use.effect.least:
        return MUST_HEAL_ALL
    if use.effect.treatment == REPAINT:
        return None
    candidates = triggers(use.number, use.healed)
    for one in candidates:
        if one.bed not in use.picked and not _another(table, seat, use, one):
            return None
    return MUST_HEAL_TWO


def _another(table: Table, seat: int, use: Use, trigger: Healed) -> bool:
    """Whether a further patient qualifies beside this trigger patient."""
    hospital = table.hospitals[seat]
    for bed in range(len(hospital.beds)):
        patient = hospital.beds[bed]
        if patient == NO_BED or bed in use.picked or bed == trigger.bed:
            continue
        if table.variant.other_than_all_healed and was_healed(use, bed):
            continue
        if use.effect.fits[FACE[patient]]:
            return True
    return False


def _pair_possible(table: Table, seat: int, use: Use, bed: int) -> bool:
    """Whether another patient can be worsened if this one is healed (DH-25.20, R-35)."""
    first = use.with_pick(bed)
    for one in triggers(use.number, use.healed):
        if one.bed != bed and _another(table, seat, first, one):
            return True
    return False


def anybody(table: Table, seat: int, use: Use) -> bool:
    """Whether some patient may be picked next, a colour change with a blood bag included."""
    hospital = table.hospitals[seat]
    for bed in range(len(hospital.beds)):
        if hospital.beds[bed] != NO_BED and bed_objection(table, seat, use, bed) is None:
            return True
    if use.colour != ANY or not may_recolour(hospital, use):
        return False
    for colour in range(3):
        if anybody(table, seat, use.with_colour(colour)):
            return True
    return False


def may_recolour(hospital: Hospital, use: Use) -> bool:
    """Whether a colour can be chosen for the next patient: by the effect itself or with a bag."""
    if use.effect.treatment == REPAINT:
        return True
    return hospital.bags > 0 and next_is_healed(use)


def next_is_healed(use: Use) -> bool:
    """Whether the effect heals the patient picked next (DH-12.9, DH-12.12)."""
    if use.effect.treatment == STUDENT:
        return not use.picked
    return use.effect.treatment == HEAL


def recolour_objection(table: Table, seat: int, use: Use, colour: int) -> Objection | None:
    """Why the next patient may not be changed to this colour (DH-12.9 to DH-12.12)."""
    hospital = table.hospitals[seat]
    if use.effect.treatment != REPAINT:
        if not next_is_healed(use):
            return NOT_A_HEAL
        if not hospital.bags:
            return NO_BAG_TO_RECOLOUR
    if use.colour != ANY:
        return RECOLOUR_TWICE
    if use.effect.simple:
        return None if fits_recoloured(hospital, use.effect, colour) else RECOLOUR_NOBODY
    return None if anybody(table, seat, use.with_colour(colour)) else RECOLOUR_NOBODY


def fits_recoloured(hospital: Hospital, effect: Effect, colour: int) -> bool:
    """Whether a patient of another colour would fit the effect in this one."""
    faces = hospital.faces
    for value in range(6):
        if effect.fits[colour * 6 + value]:
            alike = faces[value] + faces[6 + value] + faces[12 + value]
            if alike > faces[colour * 6 + value]:
                return True
    return False


def fits_next(use: Use, patient: int) -> bool:
    """Whether a patient fits a simple effect, counting as the colour chosen for it, if any."""
    if use.colour == ANY:
        return use.effect.fits[FACE[patient]]
    return CURRENT[patient] != use.colour and use.effect.fits[face(use.colour, VALUE[patient])]


def pick(table: Table, seat: int, use: Use, bed: int) -> Use:
    """Pick the patient of a bed; a colour change chosen for it is paid and made."""
    if use.colour != ANY:
        hospital = table.hospitals[seat]
        paid = use.effect.treatment != REPAINT
        if paid:
            hospital.bags -= 1
        before = hospital.beds[bed]
        hospital.recolour(bed, use.colour, table.variant.outlasts_phase_3(use.effect))
        if table.log is not None:
            table.tell("recolour", seat, (before, use.colour, int(paid)))
    return use.with_pick(bed)


# --- carrying out ---------------------------------------------------------------------------


def treat_picked(table: Table, seat: int, use: Use) -> list[Healed]:
    """Treat all picked patients together (DH-6.13); who was healed, as triggers see it."""
    treatment = use.effect.treatment
    healed: list[Healed] = []
    for place, bed in enumerate(use.picked):
        if treatment == HEAL or (treatment == STUDENT and place == 0):
            healed.append(_heal(table, seat, bed, use.effect.steps))
        elif treatment == STUDENT:
            _worsen(table, seat, bed)
        elif treatment in (REROLL, FLIP):
            _turn(table, seat, bed, treatment, healed)
    return healed


def _heal(table: Table, seat: int, bed: int, steps: int) -> Healed:
    patient = table.hospitals[seat].beds[bed]
    gone = table.heal(seat, bed, steps)
    if table.log is not None:
        table.tell("discharge" if gone else "heal", seat, (patient, steps))
    return Healed(GONE if gone else bed, CURRENT[patient], VALUE[patient])


def _worsen(table: Table, seat: int, bed: int) -> None:
    """The Medical Student's price: one step down, treated (DH-25.17, DH-25.20)."""
    hospital = table.hospitals[seat]
    patient = hospital.beds[bed]
    if VALUE[patient] == 1:
        table.lose(seat, bed)
        return
    hospital.become(bed, with_value(treated(patient), VALUE[patient] - 1))
    table.tell("worsen", seat, (patient,))


def _turn(table: Table, seat: int, bed: int, treatment: int, healed: list[Healed]) -> None:
    """Re-roll or flip a die; a rise counts as healing (DH-10.20, DH-25.8, DH-25.11, R-40)."""
    hospital = table.hospitals[seat]
    patient = hospital.beds[bed]
    before = VALUE[patient]
    value = 1 + table.chance.below(6, seat + 1) if treatment == REROLL else 7 - before
    hospital.become(bed, with_value(treated(patient), value))
    table.tell("reroll" if treatment == REROLL else "flip", seat, (patient, value))
    if value > before and table.variant.raised_is_heal:
        healed.append(Healed(bed, CURRENT[patient], before))


def occupy(table: Table, seat: int, use: Use) -> None:
    """The meeple stands on the department until phase 6 (DH-6.14)."""
    hospital = table.hospitals[seat]
    hospital.meeples[use.number] = use.meeple
    if use.meeple == NURSE:
        hospital.nurses -= 1
    else:
        for slot in range(len(hospital.specialists)):
            if hospital.specialists[slot] == use.meeple - 1 and not hospital.placed[slot]:
                hospital.placed[slot] = 1
                break


def free_slot(hospital: Hospital, department: int) -> int:
    """The first copy of the department without a meeple, or -1."""
    if department < PRINTED:
        return department if hospital.meeples[department] < 0 else -1
    for slot in range(PRINTED, len(hospital.departments)):
        if hospital.departments[slot] == department and hospital.meeples[slot] < 0:
            return slot
    return -1


def some_department_usable(table: Table, seat: int) -> bool:
    """Whether any free department can be activated (DH-6.18)."""
    hospital = table.hospitals[seat]
    for slot in range(len(hospital.departments)):
        if _slot_usable(table, hospital, slot):
            return True
    return False


def usable_departments(table: Table, seat: int) -> list[int]:
    """The departments of all free slots that can be activated, in the order of the slots."""
    hospital = table.hospitals[seat]
    found: list[int] = []
    for slot in range(len(hospital.departments)):
        if _slot_usable(table, hospital, slot):
            found.append(hospital.departments[slot])  # noqa: PERF401 (a call on 3.11)
    return found


def _slot_usable(table: Table, hospital: Hospital, slot: int) -> bool:
    if hospital.meeples[slot] >= 0 or slot == table.closed:
        return False
    return usable(hospital, DEPARTMENTS[hospital.departments[slot]].effect)
