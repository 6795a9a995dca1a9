"""The questions of the game: who is asked, what may be chosen, what happens then.

In the order of the round. Each class answers in ``objection`` which clause forbids a candidate.
"""

from typing import Final

from wardround.core import Decision, Objection, Questions, without
from wardround.core.words import counted, listed, upper_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects
from wardround.games.dice_hospital.effects import Healed, Use
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    BEDS,
    COLOURS,
    CONSULTANT,
    DEPARTMENTS,
    FLIP,
    GAIN_BAG,
    GAIN_POINT,
    HEAL,
    NURSE,
    NURSE_OF_ADMISSIONS,
    ORIGINAL,
    PARDON,
    PRINTED,
    REPAINT,
    REROLL,
    SPECIALISTS,
    STUDENT,
    TREATED,
    VALUE,
    face,
    meeple_name,
    with_value,
)
from wardround.games.dice_hospital.state import (
    FREE,
    NO_BED,
    Hospital,
    Table,
    new_patient,
)
from wardround.games.dice_hospital.values import NURSES_AT_MOST
from wardround.games.dice_hospital.zones import KEPT, PASSED_ON

Question = Decision[Table]

BEFORE_ASKING: Final = "2"
"""The version of the rules that spent blood bags unasked where nothing else was possible."""
START_VALUES: Final = [3, 4, 5]
CRISIS_VALUES: Final = [3, 3, 4, 5, 5]


class AnyAnswer(Question):
    """A question that no rule limits: every candidate is legal."""

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None

    def legal(self, state: Table, seat: int) -> list[int]:
        return self.candidates(state, seat)


# --- set-up ---------------------------------------------------------------------------------

NOT_DRAWN: Final = Objection("DH-2.14", "You have no die of that colour left to give a value.")
NOT_DEALT: Final = Objection("DH-2.18", "That administrator was not dealt to you.")


class ThirdImprovement(AnyAnswer):
    """2 players: which kind of improvement is revealed as the third one (DH-2.9, DH-9.9)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.REVEAL_DEPARTMENT, act.REVEAL_SPECIALIST]

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.tell("third", seat, (action,))
        if action == act.REVEAL_DEPARTMENT:
            state.reveal_department()
        else:
            state.reveal_specialist()

    def ask(self, state: Table, seat: int) -> str:
        return "choose the kind of the third improvement: department or specialist"


class StartValue(Question):
    """Which of the dice drawn gets the next value: 3, then 4, then 5 (DH-2.14)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DIE, act.DIE + 1, act.DIE + 2]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if face(action - act.DIE, 1) in state.hospitals[seat].waiting:
            return None
        return NOT_DRAWN

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        die = face(action - act.DIE, next_start_value(state, seat))
        hospital.waiting.remove(face(action - act.DIE, 1))
        hospital.admit(new_patient(die))
        state.tell("start_value", seat, (new_patient(die),))
        if hospital.waiting:
            state.reconsider(seat)
        else:
            state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the starting patient that gets the value {next_start_value(state, seat)}"


def next_start_value(state: Table, seat: int) -> int:
    """The value that one of the dice still waiting gets next (DH-2.14, DH-22.1)."""
    values = CRISIS_VALUES if state.variant.opening_crisis else START_VALUES
    return values[len(values) - len(state.hospitals[seat].waiting)]


class KeepAdministrator(Question):
    """Which of the two administrators is kept, secretly (DH-2.18)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.KEEP + card for card in range(len(ADMINISTRATORS))]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if action - act.KEEP in state.hospitals[seat].dealt else NOT_DEALT

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        card = action - act.KEEP
        hospital.dismissed = without(hospital.dealt, hospital.dealt.index(card))
        hospital.dealt = []
        hospital.kept = [card]
        state.pop(seat)
        audience = KEPT.audience(state, seat, state.players)
        state.tell("keep", seat, secret=(card,), seen_by=audience)

    def ask(self, state: Table, seat: int) -> str:
        return "keep one of the two administrators"


# --- events at the start of a round -----------------------------------------------------------

NOT_RAISABLE: Final = Objection("DH-21.14", "Only a patient of value 1 to 5 can be raised.")


class RaisePatient(Question):
    """Which patient a Quiet Night raises, if any (DH-21.14)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS] + [act.PATIENT + patient for patient in state.hospitals[seat].kinds()]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS or VALUE[action - act.PATIENT] < 6:
            return None
        return NOT_RAISABLE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action != act.PASS:
            hospital = state.hospitals[seat]
            patient = action - act.PATIENT
            hospital.become(hospital.beds.index(patient), with_value(patient, VALUE[patient] + 1))
            state.tell("raise", seat, (patient,))

    def ask(self, state: Table, seat: int) -> str:
        return "raise one of your patients by 1, or pass"


class PassPatient(AnyAnswer):
    """Which patient is passed on in a Ward Transfer, chosen secretly (DH-21.15)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PATIENT + patient for patient in state.hospitals[seat].kinds()]

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.hospitals[seat].passed_on = [action - act.PATIENT]
        audience = PASSED_ON.audience(state, seat, state.players)
        state.tell("pass_on", seat, secret=(action - act.PATIENT,), seen_by=audience)

    def ask(self, state: Table, seat: int) -> str:
        return "choose a patient to send back" if state.solo() else "choose a patient to pass on"


class CloseDepartment(AnyAnswer):
    """Which printed department a Power Cut shuts (DH-21.19)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.CLOSE, act.CLOSE + PRINTED))

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.closed = action - act.CLOSE
        state.tell("close", seat, (state.closed,))

    def ask(self, state: Table, seat: int) -> str:
        return "name the printed department that nobody may use this round"


# --- phase 1 --------------------------------------------------------------------------------

NO_SUCH_DIE: Final = Objection("DH-4.7", "No die of that colour is in this group.")
NOT_FOR_FIRST: Final = Objection("DH-4.10", "The first player may not take ambulance 1.")
TAKEN: Final = Objection("DH-4.10", "That ambulance is taken already.")


class SortDice(Question):
    """Which colours of a group of equal values go into which ambulance (DH-4.5 to DH-4.8).

    The smaller part is named die by die: those that still fit, or those that are left over.
    """

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DIE, act.DIE + 1, act.DIE + 2]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        die = face(action - act.DIE, state.sorted_value())
        return None if state.rolled[die] else NO_SUCH_DIE

    def legal(self, state: Table, seat: int) -> list[int]:
        """The colours of the group."""
        legal: list[int] = []
        die = face(0, state.sorted_value())
        for colour in range(3):
            if state.rolled[die + 6 * colour]:
                legal.append(act.DIE + colour)  # noqa: PERF401 (a call on 3.11)
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        die = face(action - act.DIE, state.sorted_value())
        if state.leaves_over():
            state.rolled[die] -= 1
            state.left_over[die] += 1
            state.tell("leave_over", seat, (die, state.filling + 1))
        else:
            state.load_die(die)
            state.tell("load", seat, (die, state.filling + 1))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        value = state.sorted_value()
        if state.leaves_over():
            return f"choose a die of value {value} that ambulance {state.filling + 1} leaves over"
        return f"choose a die of value {value} for ambulance {state.filling + 1}"


class TakeAmbulance(Question):
    """Which ambulance is taken (DH-4.9)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.AMBULANCE, act.AMBULANCE + len(state.taken_by)))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        ambulance = action - act.AMBULANCE
        if state.taken_by[ambulance] >= 0:
            return TAKEN
        if ambulance == 0 and seat == state.first_player:
            return NOT_FOR_FIRST
        return None

    def legal(self, state: Table, seat: int) -> list[int]:
        """The ambulances that are left; the first player may not take the first."""
        legal: list[int] = []
        action = act.AMBULANCE
        for owner in state.taken_by:
            if owner < 0 and (action > act.AMBULANCE or seat != state.first_player):
                legal.append(action)
            action += 1
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.taken_by[action - act.AMBULANCE] = seat
        state.hospitals[seat].ambulance = action - act.AMBULANCE + 1
        if state.log is not None:
            state.tell("ambulance", seat, (action - act.AMBULANCE + 1,))
        state.meet_extra_dice(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "take an ambulance"


class SendDieBack(AnyAnswer):
    """Solo: which of the four dice goes back into the bag (DH-24.9)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        kinds: list[int] = []
        for die in state.hospitals[seat].waiting:
            if new_patient(die) not in kinds:
                kinds.append(new_patient(die))
        kinds.sort()
        return [act.PATIENT + patient for patient in kinds]

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        die = (action - act.PATIENT) // 4
        state.hospitals[seat].waiting.remove(die)
        state.bag[die // 6] += 1
        state.tell("die_back", seat, (die,))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the die that goes back into the bag"


class RemovePatient(Question):
    """Which patient makes room for the new ones (DH-4.20 to DH-4.23)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        kinds = hospital.kinds()
        for die in hospital.waiting:
            if new_patient(die) not in kinds:
                kinds.append(new_patient(die))
        kinds.sort()
        return [act.PATIENT + patient for patient in kinds]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action - act.PATIENT in state.hospitals[seat].beds:
            return None
        return effects.NEW_PATIENT

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        state.lose(seat, hospital.beds.index(action - act.PATIENT))
        if surplus(hospital):
            state.reconsider(seat)
        else:
            state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return (
            f"remove {surplus(state.hospitals[seat])} of your patients: there are not enough beds"
        )


def surplus(hospital: Hospital) -> int:
    """How many patients must go so that the new ones find beds (DH-4.20)."""
    return max(0, hospital.patients + len(hospital.waiting) - BEDS)


# --- phase 2 --------------------------------------------------------------------------------


MUST_TAKE: Final = Objection("DH-24.12", "In the solo game one of the two must be taken.")


class TakeImprovement(Question):
    """Which improvement of the open display is taken, if any (DH-5.1, DH-5.2, DH-24.12)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return _each_once(
            act.TAKE_DEPARTMENT - PRINTED,
            state.shown_departments,
            act.TAKE_SPECIALIST,
            state.shown_specialists,
        )

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return MUST_TAKE if action == act.PASS and state.solo() else None

    def legal(self, state: Table, seat: int) -> list[int]:
        """All that is shown; passing too, but not in the solo game."""
        legal = self.candidates(state, seat)
        if state.solo():
            legal.remove(act.PASS)
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.PASS:
            state.tell("decline", seat)
        elif action < act.TAKE_SPECIALIST:
            tile = action - act.TAKE_DEPARTMENT + PRINTED
            state.shown_departments.remove(tile)
            state.add_department(seat, tile)
            state.tell("take_department", seat, (tile,))
        else:
            card = action - act.TAKE_SPECIALIST
            state.shown_specialists.remove(card)
            state.add_specialist(seat, card)
            state.tell("take_specialist", seat, (card,))

    def ask(self, state: Table, seat: int) -> str:
        return "take an improvement" if state.solo() else "take an improvement, or pass"


def _each_once(
    department: int, departments: list[int], specialist: int, specialists: list[int]
) -> list[int]:
    """Pass, and one action for each type of improvement, ascending."""
    found = [act.PASS]
    for tile in departments:
        if department + tile not in found:
            found.append(department + tile)
    for card in specialists:
        if specialist + card not in found:
            found.append(specialist + card)
    found.sort()
    return found


class ReturnImprovement(AnyAnswer):
    """Which own improvement is returned for a blood bag, if any (DH-5.10 to DH-5.14)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        return _each_once(
            act.RETURN_DEPARTMENT - PRINTED,
            hospital.departments[PRINTED:],
            act.RETURN_SPECIALIST,
            hospital.specialists,
        )

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        state.pop(seat)
        if action == act.PASS:
            return
        if action < act.RETURN_SPECIALIST:
            tile = action - act.RETURN_DEPARTMENT + PRINTED
            slot = hospital.departments.index(tile, PRINTED)
            hospital.departments = without(hospital.departments, slot)
            del hospital.meeples[slot]
            state.department_stack = [tile, *state.department_stack]
            state.tell("return_department", seat, (tile,))
        else:
            card = action - act.RETURN_SPECIALIST
            slot = hospital.specialists.index(card)
            hospital.specialists = without(hospital.specialists, slot)
            del hospital.placed[slot]
            state.specialist_deck = [card, *state.specialist_deck]
            state.tell("return_specialist", seat, (card,))
        state.gain_bag(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "return an improvement for a blood bag, or pass"


# --- phase 3 --------------------------------------------------------------------------------

PLACED: Final = Objection("DH-6.5", "All your meeples of that kind are placed already this round.")
TOO_FEW_NURSES: Final = Objection("DH-21.16", "No more nurses may be placed this round.")
SHUT: Final = Objection("DH-21.19", "That department is shut this round.")
NO_TOKEN: Final = Objection("DH-25.14", "You have no fatality token to give back.")
NOT_ITSELF: Final = Objection("DH-26.5", "The Consultant copies another specialist.")
EMPTY_BAG: Final = Objection("DH-26.8", "No die is in the bag.")
NO_DEPARTMENT: Final = Objection("DH-6.10", "No free department can be used in full now.")
OCCUPIED: Final = Objection("DH-6.6", "A meeple stands there already.")
NOT_USABLE: Final = Objection(
    "DH-6.10", "{department} cannot be used now: no patients fit its effect ({clause})."
)
NOBODY_TO_HEAL: Final = Objection("DH-11.3", "There is no patient to heal.")
STILL_PENDING: Final = Objection(
    "DH-13.13", "First use the effect that the specialist just placed has, or pass."
)
NO_USE: Final = Objection("DH-13.5", "{specialist} finds no patient for the effect ({clause}).")


def placements(hospital: Hospital) -> list[int]:
    """Placing each kind of meeple that the hospital has."""
    found = [act.PLACE + NURSE]
    if hospital.specialists:
        found += [act.PLACE + 1 + card for card in sorted(set(hospital.specialists))]
    return found


class CopySpecialist(Question):
    """Which other own specialist the Consultant copies this round (DH-26.5)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.COPY + card for card in sorted(set(state.hospitals[seat].specialists))]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return NOT_ITSELF if action == act.COPY + CONSULTANT else None

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.hospitals[seat].copied = action - act.COPY
        state.tell("copy", seat, (action - act.COPY,))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the specialist that your Consultant copies this round"


class Activate(Question):
    """The menu of an activation: place a meeple, heal with a bag, be done (DH-6.2)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DONE, act.BAG, *placements(state.hospitals[seat])]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.DONE:
            return None
        hospital = state.hospitals[seat]
        if action == act.BAG:
            return bag_objection(hospital)
        if not hospital.unused(action - act.PLACE):
            limited = action == act.PLACE + NURSE and state.on(NURSES_AT_MOST)
            return TOO_FEW_NURSES if limited else PLACED
        return None if effects.some_department_usable(state, seat) else NO_DEPARTMENT

    def legal(self, state: Table, seat: int) -> list[int]:
        """Whether a department is usable is the same for every meeple: it is found out once."""
        hospital = state.hospitals[seat]
        legal = [act.DONE]
        if bag_objection(hospital) is None:
            legal.append(act.BAG)
        meeples = hospital.unused_meeples()
        if meeples and effects.some_department_usable(state, seat):
            for meeple in meeples:
                legal.append(act.PLACE + meeple)  # noqa: PERF401 (a call on 3.11)
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.DONE:
            state.pop(seat)
            state.hospitals[seat].done = True
            if state.log is not None:
                state.tell("done", seat)
        elif action == act.BAG:
            use_bag(state, seat, BAG_USE)
        else:
            state.push(seat, AT_DEPARTMENT[action - act.PLACE])

    def warning(self, state: Table, seat: int, action: int) -> str:
        """Meeples that could be placed and are not do nothing this round (DH-6.2)."""
        if action != act.DONE or not effects.some_department_usable(state, seat):
            return ""
        return _left_unplaced(state.hospitals[seat])

    def ask(self, state: Table, seat: int) -> str:
        return "place a meeple, heal with a blood bag, or be done"


def _left_unplaced(hospital: Hospital) -> str:
    """Which meeples would be left; empty if none."""
    idle = hospital.unused_meeples()
    if not idle:
        return ""
    names: list[str] = []
    for meeple in idle:
        nurse = meeple == NURSE
        names.append(counted(hospital.nurses, "Nurse") if nurse else f"the {meeple_name(meeple)}")
    return f"{upper_first(listed(names))} could still be placed this round."


class AtDepartment(Question):
    """Which department the meeple is placed at (DH-6.7)."""

    def __init__(self, meeple: int) -> None:
        self.meeple = meeple

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        departments = state.hospitals[seat].departments
        if len(departments) == PRINTED:
            return PRINTED_ONLY
        return PRINTED_ONLY + sorted({act.AT + tile for tile in departments[PRINTED:]})

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        hospital = state.hospitals[seat]
        department = action - act.AT
        if effects.free_slot(hospital, department) < 0:
            return OCCUPIED
        if department == state.closed:
            return SHUT
        if effects.usable(hospital, DEPARTMENTS[department].effect):
            return None
        return NOT_USABLE

    def legal(self, state: Table, seat: int) -> list[int]:
        """The departments of all free slots that can be used."""
        legal: list[int] = []
        for department in effects.usable_departments(state, seat):
            if act.AT + department not in legal:
                legal.append(act.AT + department)
        legal.sort()
        return legal

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        department = DEPARTMENTS[action - act.AT]
        return objection.text.format(department=department.name, clause=department.clause)

    def take(self, state: Table, seat: int, action: int) -> None:
        department = action - act.AT
        slot = effects.free_slot(state.hospitals[seat], department)
        effect = DEPARTMENTS[department].effect
        use = Use(effects.SOURCE_DEPARTMENT, slot, self.meeple, effect, (), ANY, [])
        state.replace(seat, PickPatient(use))

    def ask(self, state: Table, seat: int) -> str:
        return f"choose the department for your {meeple_name(self.meeple)}"


class PickPatient(Question):
    """Which patient an effect heals next, with a colour change or without (DH-6.9, DH-12.9)."""

    def __init__(self, use: Use) -> None:
        self.use = use

    def data(self) -> list[int]:
        use = self.use
        values = [use.source, use.number, use.meeple, use.colour, len(use.picked), *use.picked]
        for one in use.healed:
            values += [one.bed, one.colour, one.before]
        return values

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        found = []
        if self.use.picked and self.use.effect.least < self.use.effect.most:
            found.append(act.ENOUGH)
        found += [act.RECOLOUR, act.RECOLOUR + 1, act.RECOLOUR + 2]
        found += [act.PATIENT + patient for patient in hospital.kinds()]
        if self.use.healed or self.use.picked or hospital.lasting:
            found += [act.BED + bed for bed in effects.set_apart(state, seat, self.use)]
        return found

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action >= act.PATIENT:
            if action < act.BED:
                return effects.pick_objection(state, seat, self.use, action - act.PATIENT)
            return effects.bed_objection(state, seat, self.use, action - act.BED)
        if action == act.ENOUGH:
            return effects.enough_objection(state, seat, self.use)
        return effects.recolour_objection(state, seat, self.use, action - act.RECOLOUR)

    def legal(self, state: Table, seat: int) -> list[int]:
        """A simple effect takes whoever shows a face that fits, so nobody is tried out."""
        use = self.use
        hospital = state.hospitals[seat]
        if not use.effect.simple or use.healed or hospital.lasting:
            return super().legal(state, seat)
        legal: list[int] = []
        if use.colour == ANY and effects.may_recolour(hospital, use):
            for colour in range(3):
                if effects.fits_recoloured(hospital, use.effect, colour):
                    legal.append(act.RECOLOUR + colour)  # noqa: PERF401 (a call on 3.11)
        for patient in hospital.beds:
            fits = patient != NO_BED and effects.fits_next(use, patient)
            if fits and act.PATIENT + patient not in legal:
                legal.append(act.PATIENT + patient)
        legal.sort()
        return legal

    def spends(self, state: Table, seat: int, action: int) -> bool:
        """A colour change is paid with a blood bag (DH-28.1)."""
        recolours = act.RECOLOUR <= action < act.RECOLOUR + 3
        return recolours and not self.recolours() and state.rules != BEFORE_ASKING

    def take(self, state: Table, seat: int, action: int) -> None:
        if action >= act.PATIENT:
            bed = action - act.BED
            if bed < 0:
                bed = effects.pick_bed(state, seat, self.use, action - act.PATIENT)
            use = effects.pick(state, seat, self.use, bed)
            if len(use.picked) == use.effect.most:
                resolve(state, seat, use)
            else:
                state.replace(seat, PickPatient(use))
        elif action == act.ENOUGH:
            resolve(state, seat, self.use)
        else:
            state.replace(seat, PickPatient(self.use.with_colour(action - act.RECOLOUR)))

    def ask(self, state: Table, seat: int) -> str:
        use = self.use
        if use.source == effects.SOURCE_BAG:
            where = "with the blood bag"
        elif use.source == effects.SOURCE_DEPARTMENT:
            slot = state.hospitals[seat].departments[use.number]
            where = f"at {DEPARTMENTS[slot].name}"
        else:
            where = f"with the {SPECIALISTS[use.number].name}'s effect"
        if use.effect.treatment == REPAINT and use.colour == ANY:
            text = f"choose the new colour of a patient {where}"
        else:
            text = f"choose a patient to {self.verb()} {where}"
        if use.effect.most > 1:
            text += f" ({len(use.picked) + 1} of {use.effect.most})"
        if use.colour != ANY:
            text += f", counting as {COLOURS[use.colour]}"
        return text

    def recolours(self) -> bool:
        """Whether the effect itself changes colours."""
        return self.use.effect.treatment == REPAINT

    def verb(self) -> str:
        """What happens to the patient picked next, as an infinitive."""
        if self.use.effect.treatment == STUDENT and self.use.picked:
            return "worsen"
        return TREATMENT_VERBS[self.use.effect.treatment]


TREATMENT_VERBS: Final = {
    HEAL: "heal",
    STUDENT: "heal",
    REROLL: "re-roll",
    FLIP: "turn over",
    REPAINT: "recolour",
}


class Pending(Question):
    """A specialist's own effect waits to be used or declined (DH-13.5, DH-13.17).

    Args:
        specialist: Whose effect it is (for a Consultant: the specialist copied).
        meeple: The meeple placed.
        healed: What the department effect healed.
    """

    def __init__(self, specialist: int, meeple: int, healed: list[Healed]) -> None:
        effect = SPECIALISTS[specialist].effect
        self.use = Use(effects.SOURCE_SPECIALIST, specialist, meeple, effect, (), ANY, healed)

    def data(self) -> list[int]:
        values = [self.use.number, self.use.meeple]
        for one in self.use.healed:
            values += [one.bed, one.colour, one.before]
        return values

    def candidates(self, state: Table, seat: int) -> list[int]:
        others = placements(state.hospitals[seat])
        return [act.DONE, act.PASS, act.USE, act.BAG, *others]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS:
            return None
        if action == act.BAG:
            return bag_objection(state.hospitals[seat])
        if action != act.USE:
            return STILL_PENDING
        if self.use.effect.treatment == PARDON:
            return None if state.hospitals[seat].fatalities else NO_TOKEN
        return None if effects.anybody(state, seat, self.use) else NO_USE

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        specialist = SPECIALISTS[self.use.number]
        return objection.text.format(specialist=specialist.name, clause=specialist.clause)

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.PASS:
            state.pop(seat)
        elif action == act.BAG:
            use_bag(state, seat, bag_use(self.use.healed))
        elif self.use.effect.treatment == PARDON:
            state.pop(seat)
            state.hospitals[seat].fatalities -= 1
            state.tell("pardon", seat)
            state.gain_bag(seat)
        else:
            state.replace(seat, PickPatient(self.use))

    def ask(self, state: Table, seat: int) -> str:
        return f"use the {SPECIALISTS[self.use.number].name}'s effect, or pass"


class Admissions(Question):
    """The Admissions Nurse, once for each patient discharged (DH-26.8 to DH-26.11)."""

    def __init__(self, uses: int) -> None:
        self.uses = uses

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        patients = [act.PATIENT + patient for patient in hospital.kinds()]
        beds = [act.BED + bed for bed in effects.set_apart(state, seat, BAG_USE)]
        return [act.DONE, act.PASS, act.BAG, *patients, *placements(hospital), act.DRAW, *beds]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.BAG:
            return bag_objection(state.hospitals[seat])
        if action == act.DONE or act.PLACE <= action < act.AT:
            return STILL_PENDING
        return EMPTY_BAG if action == act.DRAW and state.bag_is_empty() else None

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        if action == act.BAG:
            use_bag(state, seat, BAG_USE)
            return
        if action == act.DRAW:
            die = face(state.draw_die(), state.roll_for_intake(seat + 1))
            hospital.admit(new_patient(die))
            state.tell("admit", seat, (die,))
        elif action >= act.BED:
            state.send_back(seat, action - act.BED)
        elif action != act.PASS:
            state.send_back(seat, hospital.beds.index(action - act.PATIENT))
        if self.uses > 1:
            state.replace(seat, Admissions(self.uses - 1))
        else:
            state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "send a patient back into the bag, draw a new one, or pass"


def bag_objection(hospital: Hospital) -> Objection | None:
    """Why no patient may be healed with a blood bag now (DH-11.3)."""
    if not hospital.bags:
        return effects.NO_BAG
    return None if hospital.patients else NOBODY_TO_HEAL


def bag_use(healed: list[Healed]) -> Use:
    """A bag heal; ``healed`` is what the department healed while a specialist's effect waits."""
    return Use(effects.SOURCE_BAG, 0, NURSE, effects.BAG_HEAL, (), ANY, healed)


def use_of(question: Question | None) -> Use:
    """The effect that a question is about; a bag heal, which fits all, if it is about none."""
    if isinstance(question, PickPatient):
        return question.use
    return question.use if isinstance(question, Pending) else BAG_USE


def use_bag(state: Table, seat: int, use: Use) -> None:
    """Spend a blood bag and ask which patient it heals (DH-11.3)."""
    state.hospitals[seat].bags -= 1
    state.reconsider(seat)
    state.push(seat, PickPatient(use))


def resolve(state: Table, seat: int, use: Use) -> None:
    """Carry out the effect with the patients picked; a specialist placed may then act."""
    state.pop(seat)
    if state.log is not None:
        state.tell("use", seat, (use.source, _source(state, seat, use), use.meeple))
    if use.source == effects.SOURCE_DEPARTMENT:
        effects.occupy(state, seat, use)
    healed = effects.treat_picked(state, seat, use)
    state.reconsider(seat)
    if use.source == effects.SOURCE_DEPARTMENT and use.meeple != NURSE:
        trigger(state, seat, use.meeple - 1, healed)


def trigger(state: Table, seat: int, placed: int, healed: list[Healed]) -> None:
    """The specialist's own effect, if the department effect set it off (DH-13.2, DH-13.15)."""
    specialist = state.hospitals[seat].role(placed)
    if specialist == FREE or not effects.triggers(specialist, healed):
        return
    treatment = SPECIALISTS[specialist].effect.treatment
    if treatment == GAIN_POINT:
        state.hospitals[seat].score += 1
        state.hospitals[seat].registrar_points += 1
        state.tell("registrar", seat)
    elif treatment == GAIN_BAG:
        state.gain_bag(seat)
    elif treatment == NURSE_OF_ADMISSIONS:
        state.push(seat, Admissions(len(effects.triggers(specialist, healed))))
    else:
        state.push(seat, Pending(specialist, placed + 1, healed))


def _source(state: Table, seat: int, use: Use) -> int:
    if use.source == effects.SOURCE_DEPARTMENT:
        return state.hospitals[seat].departments[use.number]
    return use.number


# --- phase 4 --------------------------------------------------------------------------------

SAFE_ANYWAY: Final = Objection("DH-21.22", "That patient does not deteriorate this round anyway.")
NOT_NEGLECTED: Final = Objection("DH-7.6", "Only a neglected patient can be spared.")
OTHER_COLOUR: Final = Objection("DH-7.6", "Your administrator spares patients of another colour.")


class SparePatient(Question):
    """Which neglected patient the administrator spares (DH-7.6)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PATIENT + patient for patient in state.hospitals[seat].kinds()]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        patient = action - act.PATIENT
        if TREATED[patient]:
            return NOT_NEGLECTED
        if VALUE[patient] >= state.safe_from():
            return SAFE_ANYWAY
        spare = ADMINISTRATORS[state.hospitals[seat].administrator].spare
        return None if ORIGINAL[patient] == spare else OTHER_COLOUR

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        hospital.spared = hospital.beds.index(action - act.PATIENT)
        state.pop(seat)
        state.tell("spare", seat, (action - act.PATIENT,))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the neglected patient that your administrator spares"


# --- phase 5, solo --------------------------------------------------------------------------

NO_REPORT: Final = Objection("DH-24.16", "No report lies there.")
REPORT_NEEDS: Final = Objection(
    "DH-24.16", "The patients discharged and not yet used do not have the colours it shows."
)


class CompleteReport(Question):
    """Which medical report is completed next, or none (DH-24.15 to DH-24.19)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS] + [act.REPORT + column for column in range(act.COLUMNS)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS:
            return None
        number = state.lower_report(action - act.REPORT)
        if number < 0:
            return NO_REPORT
        needs = state.variant.values.reports[number].needs
        for colour in range(3):
            if state.unused[colour] < needs[colour]:
                return REPORT_NEEDS
        return None

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.PASS:
            state.pop(seat)
        else:
            state.complete_report(seat, action - act.REPORT)
            state.reconsider(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "complete a medical report, or pass"


# --- Final Round Collections ----------------------------------------------------------------

NO_SPACE: Final = Objection("DH-23.4", "No empty space has exactly that colour and value.")


class Collect(Question):
    """Which patient moves onto a matching space of an ambulance; passing is final (DH-23.4)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS] + [act.PATIENT + patient for patient in state.hospitals[seat].kinds()]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS or (action - act.PATIENT) // 4 in state.spaces:
            return None
        return NO_SPACE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.PASS:
            state.tell("stop_collecting", seat)
        else:
            state.collect(seat, action - act.PATIENT)
            state.queue.append(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "move a patient onto a matching space, or pass for good"


THIRD_IMPROVEMENT: Final = ThirdImprovement()
START_VALUE: Final = StartValue()
KEEP_ADMINISTRATOR: Final = KeepAdministrator()
RAISE_PATIENT: Final = RaisePatient()
PASS_PATIENT: Final = PassPatient()
CLOSE_A_DEPARTMENT: Final = CloseDepartment()
SORT_DICE: Final = SortDice()
SEND_DIE_BACK: Final = SendDieBack()
TAKE_AMBULANCE: Final = TakeAmbulance()
REMOVE_PATIENT: Final = RemovePatient()
TAKE_IMPROVEMENT: Final = TakeImprovement()
RETURN_IMPROVEMENT: Final = ReturnImprovement()
COPY_SPECIALIST: Final = CopySpecialist()
ACTIVATE: Final = Activate()
AT_DEPARTMENT: Final = [AtDepartment(meeple) for meeple in range(act.MEEPLES)]
PRINTED_ONLY: Final = [act.AT + department for department in range(PRINTED)]
BAG_USE: Final = bag_use([])
SPARE_PATIENT: Final = SparePatient()
COMPLETE_REPORT: Final = CompleteReport()
COLLECT: Final = Collect()


def _restore_pick(state: Table, seat: int, data: list[int]) -> PickPatient:
    """The question of a snapshot (``PickPatient.data``)."""
    source, number, meeple, colour, size = data[:5]
    if source == effects.SOURCE_BAG:
        effect = effects.BAG_HEAL
    elif source == effects.SOURCE_DEPARTMENT:
        effect = DEPARTMENTS[state.hospitals[seat].departments[number]].effect
    else:
        effect = SPECIALISTS[number].effect
    picked = tuple(data[5 : 5 + size])
    healed = _healed(data[5 + size :])
    return PickPatient(Use(source, number, meeple, effect, picked, colour, healed))


def _restore_pending(state: Table, seat: int, data: list[int]) -> Pending:
    """The question of a snapshot (``Pending.data``)."""
    return Pending(data[0], data[1], _healed(data[2:]))


def _healed(data: list[int]) -> list[Healed]:
    return [Healed(*data[place : place + 3]) for place in range(0, len(data), 3)]


QUESTIONS: Final = Questions(
    (
        THIRD_IMPROVEMENT,
        START_VALUE,
        KEEP_ADMINISTRATOR,
        SORT_DICE,
        TAKE_AMBULANCE,
        REMOVE_PATIENT,
        TAKE_IMPROVEMENT,
        RETURN_IMPROVEMENT,
        ACTIVATE,
        SPARE_PATIENT,
        RAISE_PATIENT,
        PASS_PATIENT,
        CLOSE_A_DEPARTMENT,
        SEND_DIE_BACK,
        COPY_SPECIALIST,
        COMPLETE_REPORT,
        COLLECT,
        AtDepartment,
    ),
    {
        PickPatient: _restore_pick,
        Pending: _restore_pending,
        Admissions: lambda state, seat, data: Admissions(data[0]),
    },
)
