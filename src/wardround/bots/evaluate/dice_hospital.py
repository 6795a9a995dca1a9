"""What a position of Dice Hospital is worth to a seat, in hundredths of a point.

Positions are compared as they will stand at the end of the present round:

- points scored, blood bags, fatality tokens, and points of this round's discharges so far;
- every patient by its value after the round's neglect: what it will bring in the rounds left;
- what the meeples, departments and blood bags not used yet would still do in this round, by a
  quick assignment (best heal first, a specialist's own effect at a part of its best result);
- improvements and the administrator by the rounds left;
- while ambulances are taken: the patients of the own ambulance, and early places in the order.

The next round's dice and display are not looked at, so no sample of chance decides a move. Other
hospitals are not looked at either: nothing in the base game touches them.

Only whole numbers are used: the bot chooses the same on every Python.
"""

from typing import Final

from wardround.core import State
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects
from wardround.games.dice_hospital.decisions import AtDepartment, Pending, PickPatient
from wardround.games.dice_hospital.material import (
    ANY,
    DEPARTMENTS,
    FACE,
    PATTERN_ANY,
    PATTERN_SAME,
    PRINTED,
    SPECIALISTS,
    TREATED,
    VALUE,
    WHOM_HEALED,
    WHOM_TWIN,
    Effect,
    treated,
    with_value,
)
from wardround.games.dice_hospital.state import NO_BED, ROUNDS, Hospital, Table, new_patient

POINT: Final = 100
FATALITY: Final = -2 * POINT
EMPTY: Final = 5 * POINT
BAG: Final = 115
"""A blood bag before the last round, where it is a point."""

PATIENT: Final = [FATALITY, -110, -50, -10, 25, 85, 165]
"""A patient by its value (0: lost) when a further round begins."""
LEFT_OVER: Final = [FATALITY, 0, 0, 0, 0, 0, 0]
"""A patient by its value after the last round."""

CARED_FOR: Final = 6
CROWD: Final = 90
"""What each patient above that number costs when a round begins."""

DEPARTMENT: Final = [0] * PRINTED + [95, 95, 95, 45, 45, 45, 50, 50, 50, 20, 60, 60]
"""A department tile, for each round left, in the order of the material."""
SPECIALIST: Final = [55, 55, 55, 60, 60, 60, 70, 70, 70, 80, 90, 105]
"""A specialist, for each round left, in the order of the material."""
ADMINISTRATOR: Final = [25, 25, 25, 35, 40, 40, 40, 55]
"""An administrator, for each round left, in the order of the material."""

EFFECT_SHARE: Final = 60
TWIN_SHARE: Final = 35
"""Percent of its best result that a specialist's effect is counted for before it is used."""
LATER_PLACE: Final = 12
"""What each place later in the ambulance order costs."""

Gains = list[list[int]]


class Outlook:
    """The evaluation of Dice Hospital for the moves of one seat.

    Args:
        position: The position at the begin of the move.
        seat: Whose moves are compared.
    """

    def __init__(self, position: State, seat: int) -> None:
        table = _table(position)
        self._seat = seat
        self._round = table.round
        self._left = ROUNDS - table.round
        self._patient = PATIENT if self._left else LEFT_OVER
        self.bag = BAG if self._left else POINT
        self._points = [POINT * table.variant.table.points(number) for number in range(40)]
        self._gains: dict[int, Gains] = {}

    # --- worth ------------------------------------------------------------------------------

    def worth(self, position: State) -> float:
        """Hundredths of a point that the seat may expect."""
        table = _table(position)
        hospital = table.hospitals[self._seat]
        total = POINT * hospital.score
        if table.over:
            return total
        total += hospital.fatalities * FATALITY
        total += self._left * self._equipment(hospital)
        if table.round != self._round or table.phase == 0:
            for patient in hospital.beds:
                if patient != NO_BED:
                    total += self._patient[VALUE[patient]]
            return total + hospital.bags * self.bag + self._crowd(hospital.patients)
        return total + self._end_of_round(table, hospital)

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
        return self._patient[VALUE[patient] if TREATED[patient] else VALUE[patient] - 1]

    def gains(self, discharged: int) -> Gains:
        """What healing a patient by 1 to 4 steps is worth, by steps and kind of patient."""
        gains = self._gains.get(discharged)
        if gains is None:
            point = self._points[discharged + 1] - self._points[discharged]
            gains = [
                [self._gain(patient, steps, point) for patient in range(72)] for steps in range(5)
            ]
            self._gains[discharged] = gains
        return gains

    def _gain(self, patient: int, steps: int, discharge: int) -> int:
        value = VALUE[patient] + steps
        return (discharge if value > 6 else self._patient[value]) - self._kept(patient)

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
    return effect.most > 1 or effect.steps > 1 or any(hospital.faces[f] for f in effect.faces)


def _worth_a_pick(use: effects.Use, action: int, last: int) -> bool:
    if action >= act.PATIENT:
        return action >= last or use.colour != ANY
    if action < act.RECOLOUR:
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
        gains = self._outlook.gains(self.discharged)[question.use.effect.steps]
        fitting = [
            patient
            for bed, patient in enumerate(hospital.beds)
            if patient != NO_BED and effects.bed_objection(table, seat, question.use, bed) is None
        ]
        fitting.sort(key=gains.__getitem__, reverse=True)
        for patient in fitting[: question.use.effect.most]:
            if gains[patient] > 0:
                self._heal(patient, question.use.effect.steps)

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
                self._best_effect(cards[meeple])
        for _ in range(bags):
            if not self._best_bag():
                break

    def _best_department(self, free: list[Effect]) -> bool:
        """Use the department that brings most; whether one could be used."""
        best = 0
        chosen: list[int] = []
        used = -1
        gains = self._outlook.gains(self.discharged)
        for number, effect in enumerate(free):
            gain, targets = self._targets(effect, gains[effect.steps])
            if gain > best:
                best, chosen, used = gain, targets, number
        if used < 0:
            return False
        steps = free.pop(used).steps
        for patient in chosen:
            self._heal(patient, steps)
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
        if len(fitting) < effect.most:
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

    def _heal(self, patient: int, steps: int) -> None:
        self.patients.remove(patient)
        if VALUE[patient] + steps > 6:
            self.discharged += 1
        else:
            self.patients.append(with_value(treated(patient), VALUE[patient] + steps))

    def _best_effect(self, card: int) -> None:
        """Count a part of the best that the specialist's own effect can do."""
        effect = SPECIALISTS[card].effect
        gains = self._outlook.gains(self.discharged)[effect.steps]
        best = 0
        for patient in self.patients:
            suits = TREATED[patient] or effect.whom != WHOM_HEALED
            if suits and gains[patient] > best and effect.fits[FACE[patient]]:
                best = gains[patient]
        self.gained += best * (TWIN_SHARE if effect.whom == WHOM_TWIN else EFFECT_SHARE) // 100

    def _best_bag(self) -> bool:
        """Spend a blood bag if that brings more than keeping it."""
        gains = self._outlook.gains(self.discharged)[1]
        best, chosen = 0, -1
        for patient in self.patients:
            if gains[patient] > best:
                best, chosen = gains[patient], patient
        if best <= self._outlook.bag:
            return False
        self.gained -= self._outlook.bag
        self._heal(chosen, 1)
        return True


def _together(group: list[int], gains: list[int]) -> tuple[int, list[int]]:
    total = 0
    for patient in group:
        total += gains[patient]
    return total, group
