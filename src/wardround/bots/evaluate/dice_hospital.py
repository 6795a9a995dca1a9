"""What a position of Dice Hospital is worth to a seat, in hundredths of a point.

Positions are compared as they will stand at the end of the present round:

- points scored, blood bags, fatality tokens, and points of this round's discharges so far;
- every patient by its value after the round's neglect: what it will bring in the rounds left;
- what the meeples, departments and blood bags not used yet would still do in this round, by a
  quick assignment (best heal first, a specialist's own effect at a part of its best result);
- improvements and the administrator by the rounds left;
- while ambulances are taken: the patients of the own ambulance, and early places in the order;
- in the solo game the medical reports completed, and what this round's discharges do for others.

The next round's dice and display are not looked at. Other hospitals are not looked at either:
hardly anything in the game touches them. Re-rolls are worked out as if the die showed its mean.

Only whole numbers are used: the bot chooses the same on every Python.
"""

from typing import Final

from wardround.core import State
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects, scoring
from wardround.games.dice_hospital.decisions import AtDepartment, Pending, PickPatient
from wardround.games.dice_hospital.material import (
    ANY,
    DEPARTMENTS,
    FACE,
    FLIP,
    HEAL,
    PARDON,
    PATTERN_ANY,
    PATTERN_SAME,
    REPAINT,
    REROLL,
    SPECIALISTS,
    STUDENT,
    TREATED,
    VALUE,
    WHOM_HEALED,
    WHOM_TWIN,
    Effect,
    treated,
    with_value,
)
from wardround.games.dice_hospital.round import SUPERBUG_STEPS
from wardround.games.dice_hospital.state import (
    COLLECTIONS,
    NO_BED,
    ROUNDS,
    Hospital,
    Table,
    new_patient,
)
from wardround.games.dice_hospital.values import BONUS, FATALITY_COST, SPARE_FROM

SCORING: Final = 5
"""The phase in which patients discharged are scored."""

POINT: Final = 100
EMPTY: Final = 5 * POINT
BAG: Final = 115
"""A blood bag before the last round, where it is a point."""

PATIENT: Final = [0, -110, -50, -10, 25, 85, 165]
"""A patient by its value (0: lost) when a further round begins, the fatality token not counted."""
LEFT_OVER: Final = [0, 0, 0, 0, 0, 0, 0]
"""A patient by its value after the last round."""
TO_COLLECT: Final = [0, -50, -50, -50, -50, -50, -50]
"""The same when the ambulances collect patients then: about every second one is left behind."""

CARED_FOR: Final = 6
CROWD: Final = 90
"""What each patient above that number costs when a round begins."""

DEPARTMENT_WORTH: Final = {
    "operating_theatre": 95,
    "orthopaedics": 95,
    "ent": 95,
    "cardiology": 45,
    "urology": 45,
    "immunology": 45,
    "anaesthesia": 50,
    "renal_medicine": 50,
    "allergy_centre": 50,
    "crash_centre": 20,
    "radiology": 60,
    "triage_centre": 60,
    "drug_trial_centre": 35,
    "physiotherapy": 20,
    "experimental_therapy": 65,
    "training_department": 60,
}
DEPARTMENT: Final = [DEPARTMENT_WORTH.get(card.id, 0) for card in DEPARTMENTS]
"""A department, for each round left; those printed on every board count nothing."""
SPECIALIST_WORTH: Final = {
    "surgeon": 55,
    "haematologist": 55,
    "pharmacist": 55,
    "anaesthetist": 60,
    "urologist": 60,
    "virologist": 60,
    "cardiologist": 70,
    "radiologist": 70,
    "microbiologist": 70,
    "triage_nurse": 80,
    "paramedic": 90,
    "general_practitioner": 105,
    "experimental_chemist": 50,
    "pathologist": 60,
    "registrar": 70,
    "haematology_technician": 75,
    "medical_student": 55,
    "physiotherapist": 45,
    "consultant": 75,
    "admissions_nurse": 60,
}
SPECIALIST: Final = [SPECIALIST_WORTH[card.id] for card in SPECIALISTS]
"""A specialist, for each round left."""
ADMINISTRATOR: Final = [25, 25, 25, 35, 40, 40, 40, 55]
"""An administrator, for each round left, in the order of the material."""

EFFECT_SHARE: Final = 60
TWIN_SHARE: Final = 35
"""Percent of its best result that a specialist's effect is counted for before it is used."""
SMALL_GAIN: Final = 40
"""A specialist that may gain a point or a bag, before it is placed."""
REPORT_SHARE: Final = 25
"""Percent of a medical report's swing that patients discharged towards it are counted for."""
LATER_PLACE: Final = 12
"""What each place later in the ambulance order costs."""

Gains = list[list[int]]
ROWS: Final = ("no change", "1 step", "2 steps", "3 steps", "4 steps", "re-roll", "flip")
REROLL_ROW: Final = 5
FLIP_ROW: Final = 6
MEAN_ROLL: Final = 4


def _row_of(effect: Effect) -> int:
    """Which row of the gains an effect has."""
    if effect.treatment == REROLL:
        return REROLL_ROW
    return FLIP_ROW if effect.treatment == FLIP else effect.steps


def after(row: int, value: int) -> int:
    """The value of a patient after a treatment; above 6 it is discharged."""
    if row == REROLL_ROW:
        return MEAN_ROLL
    return 7 - value if row == FLIP_ROW else value + row


class Outlook:
    """The evaluation of Dice Hospital for the moves of one seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    declines: frozenset[int] = frozenset()

    def __init__(self, position: State, seat: int) -> None:
        table = _table(position)
        self._seat = seat
        self._round = table.round
        self._left = ROUNDS - table.round
        variant = table.variant
        last = TO_COLLECT if variant.final_round_collections else LEFT_OVER
        self._fatality = POINT * scoring.fatality_points(table)
        self._patient = (PATIENT if self._left else last)[:]
        self._patient[0] = self._fatality
        if table.on(FATALITY_COST):
            self._patient[0] -= POINT * variant.values.events[table.event].points
        self._neglect = SUPERBUG_STEPS if variant.resistant_superbug else 1
        self._safe = variant.values.events[table.event].number if table.on(SPARE_FROM) else 7
        self.bag = BAG if self._left else POINT
        self._points = [POINT * variant.table.points(number) for number in range(40)]
        if table.on(BONUS):
            bonus = variant.values.events[table.event]
            for number in range(bonus.number, 40):
                self._points[number] += POINT * bonus.points
        self._gains: dict[int, Gains] = {}

    # --- worth ------------------------------------------------------------------------------

    def worth(self, position: State) -> float:
        """Hundredths of a point that the seat may expect."""
        table = _table(position)
        hospital = table.hospitals[self._seat]
        total = POINT * hospital.score
        if table.over:
            return total
        total += hospital.fatalities * self._fatality
        if table.phase == COLLECTIONS:
            return total + POINT * (hospital.bags - hospital.patients)
        total += self._left * self._equipment(hospital)
        if hospital.copied >= 0:
            total += SPECIALIST[hospital.copied]
        for patient in hospital.passed_on:
            total -= self._patient[VALUE[patient]]
        if table.solo():
            total += self._reports(table, hospital)
        if table.round != self._round or table.phase == 0:
            for patient in hospital.beds:
                if patient != NO_BED:
                    total += self._patient[VALUE[patient]]
            return total + hospital.bags * self.bag + self._crowd(hospital.patients)
        return total + self._end_of_round(table, hospital)

    def _reports(self, table: Table, hospital: Hospital) -> int:
        """Medical reports: what counts already, and what this round's discharges do for others."""
        total = POINT * scoring.report_points(table)
        have = [scoring.discharged_of(hospital, colour) for colour in range(3)]
        swing = 3 if table.variant.report_penalty else 2
        best = 0
        for number in table.reports[::2]:
            if number < 0 or table.phase >= SCORING:
                continue
            card = table.variant.values.reports[number]
            needed = sum(card.needs)
            met = sum([min(have[colour], card.needs[colour]) for colour in range(3)])
            share = 100 if met == needed else REPORT_SHARE * met // needed
            best = max(best, POINT * card.points * swing * share // 100)
        return total + best

    def _equipment(self, hospital: Hospital) -> int:
        """Improvements and administrator for one round."""
        total = 0
        for department in hospital.departments:
            total += DEPARTMENT[department]
        for specialist in hospital.specialists:
            total += SPECIALIST[specialist]
        if hospital.administrator >= 0:
            total += ADMINISTRATOR[hospital.administrator]
        for card in hospital.kept:
            total += ADMINISTRATOR[card]
        return total

    def _end_of_round(self, table: Table, hospital: Hospital) -> int:
        """This round's discharges and the patients as they will be when it ends."""
        patients = [patient for patient in hospital.beds if patient != NO_BED]
        patients += [new_patient(die) for die in hospital.waiting]
        bags = hospital.bags
        total = 0
        if table.phase < 3 and hospital.ambulance:
            first = 3 * (hospital.ambulance - 1)
            loaded = [die for die in table.dice[first : first + 3] if die != NO_BED]
            patients += [new_patient(die) for die in loaded]
            total -= LATER_PLACE * hospital.ambulance
            if loaded and hospital.ambulance == 1:
                bags += 1
            elif loaded and hospital.ambulance == 2 and table.taken_by[0] < 0:
                total += self.bag // 2
        total += bags * self.bag
        discharged = 0
        for count in hospital.discharged:
            discharged += count
        if hospital.spared != NO_BED:
            patient = hospital.beds[hospital.spared]
            total += self._patient[VALUE[patient]] - self._kept(patient)
        remaining = _Remaining(self, patients, discharged)
        if table.phase < 4 and not hospital.done:
            remaining.use_pending(table, self._seat)
            remaining.activate(hospital, bags)
        for patient in remaining.patients:
            total += self._kept(patient)
        if not remaining.patients:
            total += EMPTY
        total += self._crowd(len(remaining.patients))
        return total + remaining.gained + self._points[remaining.discharged]

    def _crowd(self, patients: int) -> int:
        """More patients than can be cared for in the next round."""
        return -CROWD * max(0, patients - CARED_FOR) if self._left else 0

    def _kept(self, patient: int) -> int:
        """A patient that stays: by its value after neglect."""
        value = VALUE[patient]
        if TREATED[patient] or value >= self._safe:
            return self._patient[value]
        return self._patient[max(0, value - self._neglect)]

    def gains(self, effect: Effect, discharged: int) -> list[int]:
        """What an effect is worth for a patient, by kind of patient."""
        table = self._gains.get(discharged)
        if table is None:
            point = self._points[discharged + 1] - self._points[discharged]
            table = [self._row(row, point) for row in range(len(ROWS))]
            self._gains[discharged] = table
        return table[_row_of(effect)]

    def _row(self, row: int, discharge: int) -> list[int]:
        gains: list[int] = []
        for patient in range(72):
            value = after(row, VALUE[patient])
            worth = discharge if value > 6 else self._patient[value]
            gains.append(worth - self._kept(patient))
        return gains

    # --- what need not be looked at -----------------------------------------------------------

    def sensible(self, position: State) -> list[int]:
        """Legal actions without those that cannot be better than others.

        A blood bag that recolours a patient for a heal of one step does no more than a blood bag
        that heals it. The patients of a group are picked in one order only.
        """
        legal = position.legal_actions(self._seat)
        table = _table(position)
        question = table.decision(self._seat)
        hospital = table.hospitals[self._seat]
        if isinstance(question, AtDepartment):
            found = [action for action in legal if _worth_a_meeple(hospital, action - act.AT)]
        elif isinstance(question, PickPatient):
            use = question.use
            last = act.PATIENT + hospital.beds[use.picked[-1]] if use.picked else 0
            found = [action for action in legal if _worth_a_pick(use, action, last)]
        else:
            return legal
        return found or legal


def _table(position: State) -> Table:
    if not isinstance(position, Table):
        raise TypeError(f"not a position of Dice Hospital: {type(position).__name__}")
    return position


def _worth_a_meeple(hospital: Hospital, department: int) -> bool:
    """Whether the department does more than a blood bag spent for its colour would."""
    effect = DEPARTMENTS[department].effect
    if effect.treatment != HEAL:
        return True
    return effect.most > 1 or effect.steps > 1 or any(hospital.faces[f] for f in effect.faces)


def _worth_a_pick(use: effects.Use, action: int, last: int) -> bool:
    if action >= act.PATIENT:
        return action >= last or use.colour != ANY or use.effect.treatment == STUDENT
    if action < act.RECOLOUR or use.effect.treatment == REPAINT:
        return True
    return (
        use.source == effects.SOURCE_DEPARTMENT
        and action == act.RECOLOUR + use.effect.colour
        and (use.effect.most > 1 or use.effect.steps > 1)
    )


class _Remaining:
    """What the rest of an activation would bring: the best heal first, again and again.

    Args:
        outlook: Says what heals are worth.
        patients: The patients of the hospital; the list is used up.
        discharged: Patients discharged so far this round.
    """

    def __init__(self, outlook: Outlook, patients: list[int], discharged: int) -> None:
        self._outlook = outlook
        self.patients = patients
        self.discharged = discharged
        self.gained = 0

    def use_pending(self, table: Table, seat: int) -> None:
        """The best use of a specialist's effect that waits to be used, if one does."""
        question = table.stacks[seat][-1] if table.stacks[seat] else None
        if not isinstance(question, Pending):
            return
        hospital = table.hospitals[seat]
        effect = question.use.effect
        if effect.treatment not in (HEAL, STUDENT, REROLL):
            return
        gains = self._outlook.gains(effect, self.discharged)
        fitting = [
            patient
            for bed, patient in enumerate(hospital.beds)
            if patient != NO_BED and effects.bed_objection(table, seat, question.use, bed) is None
        ]
        fitting.sort(key=gains.__getitem__, reverse=True)
        for patient in fitting[: 1 if effect.treatment == STUDENT else effect.most]:
            if gains[patient] > 0:
                self._treat(patient, effect)

    def activate(self, hospital: Hospital, bags: int) -> None:
        """Use the meeples that are not placed, then the blood bags."""
        free = [
            DEPARTMENTS[department].effect
            for slot, department in enumerate(hospital.departments)
            if hospital.meeples[slot] < 0
        ]
        cards = [
            card for slot, card in enumerate(hospital.specialists) if not hospital.placed[slot]
        ]
        for meeple in range(hospital.nurses + len(cards)):
            if not self._best_department(free):
                break
            if meeple < len(cards):
                self._best_effect(hospital, hospital.role(cards[meeple]))
        for _ in range(bags):
            if not self._best_bag():
                break

    def _best_department(self, free: list[Effect]) -> bool:
        """Use the department that brings most; whether one could be used."""
        best = 0
        chosen: list[int] = []
        used = -1
        for number, effect in enumerate(free):
            gains = self._outlook.gains(effect, self.discharged)
            gain, targets = self._targets(effect, gains)
            if gain > best:
                best, chosen, used = gain, targets, number
        if used < 0:
            return False
        effect = free.pop(used)
        for patient in chosen:
            self._treat(patient, effect)
        return True

    def _targets(self, effect: Effect, gains: list[int]) -> tuple[int, list[int]]:
        """The most that an effect can bring, and for which patients."""
        fits = effect.fits
        if effect.most == 1:
            best, chosen = 0, -1
            for patient in self.patients:
                if fits[FACE[patient]] and gains[patient] > best:
                    best, chosen = gains[patient], patient
            return best, [chosen]
        fitting = [patient for patient in self.patients if fits[FACE[patient]]]
        if len(fitting) < effect.least:
            return 0, []
        fitting.sort(key=gains.__getitem__, reverse=True)
        if effect.pattern == PATTERN_ANY:
            return _together(fitting[: effect.most], gains)
        best, targets = 0, list[int]()
        if effect.pattern == PATTERN_SAME:
            groups = [
                [patient for patient in fitting if VALUE[patient] == value][: effect.most]
                for value in range(1, 7)
            ]
        else:
            first = [0] * 7
            for patient in reversed(fitting):
                first[VALUE[patient]] = patient + 1
            groups = [[one - 1 for one in first[v : v + 3] if one] for v in range(1, 5)]
        for group in groups:
            if len(group) == effect.most:
                gain, _ = _together(group, gains)
                if gain > best:
                    best, targets = gain, group
        return best, targets

    def _treat(self, patient: int, effect: Effect) -> None:
        self.patients.remove(patient)
        value = after(_row_of(effect), VALUE[patient])
        if value > 6:
            self.discharged += 1
        else:
            self.patients.append(with_value(treated(patient), value))

    def _best_effect(self, hospital: Hospital, card: int) -> None:
        """Count a part of the best that the specialist's own effect can do."""
        if card < 0:
            return
        effect = SPECIALISTS[card].effect
        if effect.treatment == PARDON:
            self.gained += SMALL_GAIN if hospital.fatalities else 0
            return
        if effect.treatment not in (HEAL, STUDENT, REROLL):
            self.gained += SMALL_GAIN
            return
        gains = self._outlook.gains(effect, self.discharged)
        best = 0
        for patient in self.patients:
            suits = TREATED[patient] or effect.whom != WHOM_HEALED
            if suits and gains[patient] > best and effect.fits[FACE[patient]]:
                best = gains[patient]
        self.gained += best * (TWIN_SHARE if effect.whom == WHOM_TWIN else EFFECT_SHARE) // 100

    def _best_bag(self) -> bool:
        """Spend a blood bag if that brings more than keeping it."""
        gains = self._outlook.gains(effects.BAG_HEAL, self.discharged)
        best, chosen = 0, -1
        for patient in self.patients:
            if gains[patient] > best:
                best, chosen = gains[patient], patient
        if best <= self._outlook.bag:
            return False
        self.gained -= self._outlook.bag
        self._treat(chosen, effects.BAG_HEAL)
        return True


def _together(group: list[int], gains: list[int]) -> tuple[int, list[int]]:
    total = 0
    for patient in group:
        total += gains[patient]
    return total, group
