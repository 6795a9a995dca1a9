"""The questions of the game: who is asked, what may be chosen, what happens then.

In the order of the round. Each class answers in ``objection`` which clause forbids a candidate.
"""

from typing import Final

from wardround.core import Decision, Objection
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects
from wardround.games.dice_hospital.effects import Healed, Use
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    COLOURS,
    DEPARTMENTS,
    NURSE,
    ORIGINAL,
    PRINTED,
    SPECIALISTS,
    TREATED,
    face,
    meeple_name,
)
from wardround.games.dice_hospital.state import BEDS, Hospital, Table, new_patient

Question = Decision[Table]

START_VALUES: Final = [3, 4, 5]


# --- set-up ---------------------------------------------------------------------------------

NOT_DRAWN: Final = Objection("DH-2.14", "You have no die of that colour left to give a value.")
NOT_DEALT: Final = Objection("DH-2.18", "That administrator was not dealt to you.")


class ThirdImprovement(Question):
    """2 players: which kind of improvement is revealed as the third one (DH-2.9, DH-9.9)."""

    def name(self) -> str:
        return "third_improvement"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.REVEAL_DEPARTMENT, act.REVEAL_SPECIALIST]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None

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

    def name(self) -> str:
        return "start_value"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DIE, act.DIE + 1, act.DIE + 2]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if face(action - act.DIE, 1) in state.hospitals[seat].waiting:
            return None
        return NOT_DRAWN

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        die = face(action - act.DIE, self.value(hospital))
        hospital.waiting.remove(face(action - act.DIE, 1))
        hospital.admit(new_patient(die))
        state.tell("start_value", seat, (new_patient(die),))
        if hospital.waiting:
            state.reconsider(seat)
        else:
            state.pop(seat)

    def value(self, hospital: Hospital) -> int:
        """The value that is given next."""
        return START_VALUES[len(START_VALUES) - len(hospital.waiting)]

    def ask(self, state: Table, seat: int) -> str:
        return (
            f"choose the starting patient that gets the value {self.value(state.hospitals[seat])}"
        )


class KeepAdministrator(Question):
    """Which of the two administrators is kept, secretly (DH-2.18)."""

    def name(self) -> str:
        return "keep_administrator"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.KEEP + card for card in range(len(ADMINISTRATORS))]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if action - act.KEEP in state.hospitals[seat].dealt else NOT_DEALT

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        card = action - act.KEEP
        hospital.dealt.remove(card)
        hospital.dismissed = hospital.dealt
        hospital.dealt = []
        hospital.kept = [card]
        state.pop(seat)
        state.tell("keep", seat, secret=(card,), seen_by=1 << seat)

    def ask(self, state: Table, seat: int) -> str:
        return "keep one of the two administrators"


# --- phase 1 --------------------------------------------------------------------------------

NO_SUCH_DIE: Final = Objection("DH-4.7", "No die of that colour is in this group.")
NOT_FOR_FIRST: Final = Objection("DH-4.10", "The first player may not take ambulance 1.")
TAKEN: Final = Objection("DH-4.10", "That ambulance is taken already.")


class SortDice(Question):
    """Which colours of a group of equal values go into which ambulance (DH-4.5 to DH-4.8).

    The smaller part is named die by die: those that still fit, or those that are left over.
    """

    def name(self) -> str:
        return "sort_dice"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DIE, act.DIE + 1, act.DIE + 2]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        die = face(action - act.DIE, state.sorted_value())
        return None if state.rolled[die] else NO_SUCH_DIE

    def take(self, state: Table, seat: int, action: int) -> None:
        die = face(action - act.DIE, state.sorted_value())
        if state.leaves_over():
            state.rolled[die] -= 1
            state.left_over[die] += 1
            state.tell("leave_over", seat, (die, state.filling + 1))
        else:
            state.load(die)
            state.tell("load", seat, (die, state.filling + 1))
        state.pop(seat)

    def ask(self, state: Table, seat: int) -> str:
        value = state.sorted_value()
        if state.leaves_over():
            return f"choose a die of value {value} that ambulance {state.filling + 1} leaves over"
        return f"choose a die of value {value} for ambulance {state.filling + 1}"


class TakeAmbulance(Question):
    """Which ambulance is taken (DH-4.9)."""

    def name(self) -> str:
        return "take_ambulance"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.AMBULANCE, act.AMBULANCE + len(state.taken_by)))

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        ambulance = action - act.AMBULANCE
        if state.taken_by[ambulance] >= 0:
            return TAKEN
        if ambulance == 0 and seat == state.first_player:
            return NOT_FOR_FIRST
        return None

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        state.taken_by[action - act.AMBULANCE] = seat
        state.hospitals[seat].ambulance = action - act.AMBULANCE + 1
        if state.log is not None:
            state.tell("ambulance", seat, (action - act.AMBULANCE + 1,))

    def ask(self, state: Table, seat: int) -> str:
        return "take an ambulance"


class RemovePatient(Question):
    """Which patient makes room for the new ones (DH-4.20 to DH-4.23)."""

    def name(self) -> str:
        return "remove_patient"

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


class TakeImprovement(Question):
    """Which improvement of the open display is taken, if any (DH-5.1, DH-5.2)."""

    def name(self) -> str:
        return "take_improvement"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return _each_once(
            act.TAKE_DEPARTMENT - PRINTED,
            state.shown_departments,
            act.TAKE_SPECIALIST,
            state.shown_specialists,
        )

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None

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
        return "take an improvement, or pass"


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


class ReturnImprovement(Question):
    """Which own improvement is returned for a blood bag, if any (DH-5.10 to DH-5.14)."""

    def name(self) -> str:
        return "return_improvement"

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        return _each_once(
            act.RETURN_DEPARTMENT - PRINTED,
            hospital.departments[PRINTED:],
            act.RETURN_SPECIALIST,
            hospital.specialists,
        )

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        state.pop(seat)
        if action == act.PASS:
            return
        if action < act.RETURN_SPECIALIST:
            tile = action - act.RETURN_DEPARTMENT + PRINTED
            slot = hospital.departments.index(tile, PRINTED)
            del hospital.departments[slot]
            del hospital.meeples[slot]
            state.department_stack.insert(0, tile)
            state.tell("return_department", seat, (tile,))
        else:
            card = action - act.RETURN_SPECIALIST
            slot = hospital.specialists.index(card)
            del hospital.specialists[slot]
            del hospital.placed[slot]
            state.specialist_deck.insert(0, card)
            state.tell("return_specialist", seat, (card,))
        state.gain_bag(seat)

    def ask(self, state: Table, seat: int) -> str:
        return "return an improvement for a blood bag, or pass"


# --- phase 3 --------------------------------------------------------------------------------

PLACED: Final = Objection("DH-6.5", "All your meeples of that kind are placed already this round.")
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


class Activate(Question):
    """The menu of an activation: place a meeple, heal with a bag, be done (DH-6.2)."""

    def name(self) -> str:
        return "activate"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DONE, act.BAG, *placements(state.hospitals[seat])]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.DONE:
            return None
        hospital = state.hospitals[seat]
        if action == act.BAG:
            return bag_objection(hospital)
        if not hospital.unused(action - act.PLACE):
            return PLACED
        return None if effects.some_department_usable(hospital) else NO_DEPARTMENT

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

    def ask(self, state: Table, seat: int) -> str:
        return "place a meeple, heal with a blood bag, or be done"


class AtDepartment(Question):
    """Which department the meeple is placed at (DH-6.7)."""

    def __init__(self, meeple: int) -> None:
        self.meeple = meeple

    def name(self) -> str:
        return "at_department"

    def data(self) -> list[int]:
        return [self.meeple]

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
        if effects.usable(hospital, DEPARTMENTS[department].effect):
            return None
        return NOT_USABLE

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

    def name(self) -> str:
        return "pick_patient"

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
        return found

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action >= act.PATIENT:
            return effects.pick_objection(state, seat, self.use, action - act.PATIENT)
        if action == act.ENOUGH:
            return effects.enough_objection(state, seat, self.use)
        return effects.recolour_objection(state, seat, self.use, action - act.RECOLOUR)

    def take(self, state: Table, seat: int, action: int) -> None:
        if action >= act.PATIENT:
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
            what = "heal with the blood bag"
        elif use.source == effects.SOURCE_DEPARTMENT:
            slot = state.hospitals[seat].departments[use.number]
            what = f"heal at {DEPARTMENTS[slot].name}"
        else:
            what = f"heal with the {SPECIALISTS[use.number].name}'s effect"
        text = f"choose a patient to {what}"
        if use.effect.most > 1:
            text += f" ({len(use.picked) + 1} of {use.effect.most})"
        if use.colour != ANY:
            text += f", counting as {COLOURS[use.colour]}"
        return text


class Pending(Question):
    """A specialist's own effect waits to be used or declined (DH-13.5, DH-13.17)."""

    def __init__(self, specialist: int, healed: list[Healed]) -> None:
        effect = SPECIALISTS[specialist].effect
        self.use = Use(effects.SOURCE_SPECIALIST, specialist, NURSE, effect, (), ANY, healed)

    def name(self) -> str:
        return "pending"

    def data(self) -> list[int]:
        values = [self.use.number]
        for one in self.use.healed:
            values += [one.bed, one.colour, one.before]
        return values

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.DONE, act.PASS, act.USE, act.BAG, *placements(state.hospitals[seat])]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS:
            return None
        if action == act.BAG:
            return bag_objection(state.hospitals[seat])
        if action != act.USE:
            return STILL_PENDING
        return None if effects.anybody(state, seat, self.use) else NO_USE

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        specialist = SPECIALISTS[self.use.number]
        return objection.text.format(specialist=specialist.name, clause=specialist.clause)

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.PASS:
            state.pop(seat)
        elif action == act.BAG:
            use_bag(state, seat, bag_use(self.use.healed))
        else:
            state.replace(seat, PickPatient(self.use))

    def ask(self, state: Table, seat: int) -> str:
        return f"use the {SPECIALISTS[self.use.number].name}'s effect, or pass"


def bag_objection(hospital: Hospital) -> Objection | None:
    """Why no patient may be healed with a blood bag now (DH-11.3)."""
    if not hospital.bags:
        return effects.NO_BAG
    return None if hospital.patients else NOBODY_TO_HEAL


def bag_use(healed: list[Healed]) -> Use:
    """A bag heal; ``healed`` is what the department healed while a specialist's effect waits."""
    return Use(effects.SOURCE_BAG, 0, NURSE, effects.BAG_HEAL, (), ANY, healed)


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
    healed = effects.heal_picked(state, seat, use)
    state.reconsider(seat)
    if use.source == effects.SOURCE_DEPARTMENT and use.meeple != NURSE:
        specialist = use.meeple - 1
        if effects.triggers(specialist, healed):
            state.push(seat, Pending(specialist, healed))


def _source(state: Table, seat: int, use: Use) -> int:
    if use.source == effects.SOURCE_DEPARTMENT:
        return state.hospitals[seat].departments[use.number]
    return use.number


# --- phase 4 --------------------------------------------------------------------------------

NOT_NEGLECTED: Final = Objection("DH-7.6", "Only a neglected patient can be spared.")
OTHER_COLOUR: Final = Objection("DH-7.6", "Your administrator spares patients of another colour.")


class SparePatient(Question):
    """Which neglected patient the administrator spares (DH-7.6)."""

    def name(self) -> str:
        return "spare_patient"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PATIENT + patient for patient in state.hospitals[seat].kinds()]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        patient = action - act.PATIENT
        if TREATED[patient]:
            return NOT_NEGLECTED
        spare = ADMINISTRATORS[state.hospitals[seat].administrator].spare
        return None if ORIGINAL[patient] == spare else OTHER_COLOUR

    def take(self, state: Table, seat: int, action: int) -> None:
        hospital = state.hospitals[seat]
        hospital.spared = hospital.beds.index(action - act.PATIENT)
        state.pop(seat)
        state.tell("spare", seat, (action - act.PATIENT,))

    def ask(self, state: Table, seat: int) -> str:
        return "choose the neglected patient that your administrator spares"


THIRD_IMPROVEMENT: Final = ThirdImprovement()
START_VALUE: Final = StartValue()
KEEP_ADMINISTRATOR: Final = KeepAdministrator()
SORT_DICE: Final = SortDice()
TAKE_AMBULANCE: Final = TakeAmbulance()
REMOVE_PATIENT: Final = RemovePatient()
TAKE_IMPROVEMENT: Final = TakeImprovement()
RETURN_IMPROVEMENT: Final = ReturnImprovement()
ACTIVATE: Final = Activate()
AT_DEPARTMENT: Final = [AtDepartment(meeple) for meeple in range(act.MEEPLES)]
PRINTED_ONLY: Final = [act.AT + department for department in range(PRINTED)]
BAG_USE: Final = bag_use([])
SPARE_PATIENT: Final = SparePatient()


SIMPLE: Final[dict[str, Question]] = {
    question.name(): question
    for question in (
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
    )
}
"""Questions that hold nothing."""
NAMES: Final = [*SIMPLE, "at_department", "pick_patient", "pending"]


def restore(state: Table, seat: int, name: str, data: list[int]) -> Question:
    """The question of a snapshot."""
    if name == "at_department":
        return AT_DEPARTMENT[data[0]]
    if name == "pending":
        return Pending(data[0], _healed(data[1:]))
    if name == "pick_patient":
        return PickPatient(_use(state.hospitals[seat], data))
    return SIMPLE[name]


def _use(hospital: Hospital, data: list[int]) -> Use:
    source, number, meeple, colour, size = data[:5]
    if source == effects.SOURCE_BAG:
        effect = effects.BAG_HEAL
    elif source == effects.SOURCE_DEPARTMENT:
        effect = DEPARTMENTS[hospital.departments[number]].effect
    else:
        effect = SPECIALISTS[number].effect
    return Use(
        source,
        number,
        meeple,
        effect,
        tuple(data[5 : 5 + size]),
        colour,
        _healed(data[5 + size :]),
    )


def _healed(data: list[int]) -> list[Healed]:
    return [Healed(*data[place : place + 3]) for place in range(0, len(data), 3)]
