"""What lies on the table, and the elementary ways in which it changes."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from wardround.core import Chance, Declaration, Holder, OptionValue, State, without
from wardround.games.dice_hospital.material import (
    ANY,
    BEDS,
    CONSULTANT,
    FACE,
    NURSE,
    ORIGINAL,
    PRINTED,
    VALUE,
    face,
    recoloured,
    treated,
    with_value,
)
from wardround.games.dice_hospital.options import DEFAULT, Variant
from wardround.games.dice_hospital.values import EXTRA_DIE, FATALITY_COST, NO_EVENT, SPARE_FROM

NURSES: Final = 3
ROUNDS: Final = 8
BLOOD_BAGS: Final = 16
NO_BED: Final = -1
FREE: Final = -1
DICE_OF_A_COLOUR: Final = {1: 11, 2: 15, 3: 18, 4: 21}

PHASES: Final = [
    "Set-up",
    "Patient Intake",
    "Hospital Improvement",
    "Hospital Activation",
    "Neglected Patients",
    "Discharged Patients",
    "Shift Change",
    "Final Round Collections",
]
COLLECTIONS: Final = 7
"""The phase after the last round."""


class Hospital(Holder):
    """One player's hospital and everything in front of the player.

    Patients lie in 12 beds (-1: empty); which bed has no effect (DH-4.19), but a patient stays in
    its bed. ``lasting`` names the patients whose other colour outlasts phase 3 (R-01): 3 * bed +
    colour, ascending. ``faces`` counts the patients by current colour and value, ``discharged``
    those discharged this round by 3 * own colour + colour in phase 5. ``waiting`` holds dice that
    are not in a bed yet: starting dice as faces of value 1 (no value yet), new patients as faces;
    ``owed`` counts extra dice that could not be drawn yet. ``sheet`` holds the numbers of each
    round scored (``scoring.SHEET_COLUMNS``). ``passed_on`` is the patient chosen secretly in a Ward
    Transfer.
    """

    derived: ClassVar[tuple[str, ...]] = ("faces", "patients")

    def __init__(self, like: "Hospital | None" = None) -> None:
        """What every player receives (DH-2.2, DH-2.3, DH-16), or a copy of a hospital."""
        if like is None:
            self.beds: list[int] = [NO_BED] * BEDS
            self.lasting: list[int] = []
            self.faces: list[int] = [0] * 18
            self.departments: list[int] = list(range(PRINTED))
            self.meeples: list[int] = [FREE] * PRINTED
            self.specialists: list[int] = []
            self.placed: list[int] = []
            self.discharged: list[int] = [0] * 9
            self.waiting: list[int] = []
            self.dealt: list[int] = []
            self.kept: list[int] = []
            self.dismissed: list[int] = []
            self.passed_on: list[int] = []
            self.sheet: list[int] = []
            self.administrator = -1
            self.patients = 0
            self.nurses = NURSES
            self.bags = 0
            self.fatalities = 0
            self.score = 0
            self.ambulance = 0
            self.spared = NO_BED
            self.done = False
            self.owed = 0
            self.copied = FREE
            self.event_points = 0
            self.registrar_points = 0
            self.collected = 0
            self.left_behind = 0
            self.report_points = 0
        else:
            self.beds = like.beds[:]
            self.lasting = like.lasting
            self.faces = like.faces[:]
            self.departments = like.departments
            self.meeples = like.meeples[:]
            self.specialists = like.specialists
            self.placed = like.placed[:]
            self.discharged = like.discharged[:]
            self.waiting = like.waiting[:]
            self.dealt = like.dealt
            self.kept = like.kept
            self.dismissed = like.dismissed
            self.passed_on = like.passed_on
            self.sheet = like.sheet
            self.administrator = like.administrator
            self.patients = like.patients
            self.nurses = like.nurses
            self.bags = like.bags
            self.fatalities = like.fatalities
            self.score = like.score
            self.ambulance = like.ambulance
            self.spared = like.spared
            self.done = like.done
            self.owed = like.owed
            self.copied = like.copied
            self.event_points = like.event_points
            self.registrar_points = like.registrar_points
            self.collected = like.collected
            self.left_behind = like.left_behind
            self.report_points = like.report_points

    def count_patients(self) -> None:
        """Derive the counts from the beds."""
        self.faces = [0] * 18
        self.patients = 0
        for patient in self.beds:
            if patient != NO_BED:
                self.faces[FACE[patient]] += 1
                self.patients += 1

    def role(self, specialist: int) -> int:
        """Whose effect a specialist has this round: its own, or the one copied (DH-26.5)."""
        return self.copied if specialist == CONSULTANT else specialist

    def kinds(self) -> list[int]:
        """The kinds of the patients here, ascending, each once."""
        ordered = self.beds[:]
        ordered.sort()
        found: list[int] = []
        last = NO_BED
        for patient in ordered:
            if patient != last:
                found.append(patient)
                last = patient
        return found

    def admit(self, patient: int) -> None:
        """A patient lies down in the first empty bed (DH-4.18)."""
        bed = self.beds.index(NO_BED)
        self.beds[bed] = patient
        self.faces[FACE[patient]] += 1
        self.patients += 1

    def leave(self, bed: int) -> int:
        """The patient of the bed goes; which one it was."""
        patient = self.beds[bed]
        self.beds[bed] = NO_BED
        if self.lasting:
            self.forget_lasting(bed)
        self.faces[FACE[patient]] -= 1
        self.patients -= 1
        return patient

    def become(self, bed: int, patient: int) -> None:
        """The patient of the bed changes value, colour or treated state."""
        self.faces[FACE[self.beds[bed]]] -= 1
        self.beds[bed] = patient
        self.faces[FACE[patient]] += 1

    def recolour(self, bed: int, colour: int, outlasts_phase_3: bool) -> None:
        """The patient of the bed counts as another colour (DH-12.2, R-01)."""
        patient = self.beds[bed]
        self.become(bed, recoloured(patient, colour))
        if outlasts_phase_3:
            self.forget_lasting(bed)
            if colour != ORIGINAL[patient]:
                self.lasting = sorted([*self.lasting, bed * 3 + colour])

    def forget_lasting(self, bed: int) -> None:
        """No colour of the patient of the bed outlasts phase 3 any more."""
        self.lasting = [one for one in self.lasting if one // 3 != bed]

    def lasting_colour(self, bed: int) -> int:
        """The other colour of the patient of the bed that outlasts phase 3, or ``ANY``."""
        for one in self.lasting:
            if one // 3 == bed:
                return one % 3
        return ANY

    def colour_after_phase_3(self, bed: int) -> int:
        """As what the patient of the bed counts from the end of phase 3 on (DH-12.7)."""
        lasting = self.lasting_colour(bed)
        return lasting if lasting != ANY else ORIGINAL[self.beds[bed]]

    def discharges(self) -> int:
        """How many patients were discharged this round (DH-8.2)."""
        count = 0
        for number in self.discharged:
            count += number
        return count

    def unused(self, meeple: int) -> int:
        """How many meeples of this kind can still be placed this round (DH-6.5)."""
        if meeple == NURSE:
            return self.nurses
        count = 0
        for slot in range(len(self.specialists)):
            if self.specialists[slot] == meeple - 1 and not self.placed[slot]:
                count += 1
        return count

    def unused_meeples(self) -> list[int]:
        """The kinds of meeples that can still be placed this round, ascending, each once."""
        found: list[int] = []
        if self.nurses:
            found.append(NURSE)
        for slot in range(len(self.specialists)):
            meeple = self.specialists[slot] + 1
            if not self.placed[slot] and meeple not in found:
                found.append(meeple)
        found.sort()
        return found


class Table(State):
    """The position: everything that lies on the table, and where in the round it is.

    Stacks and decks are lists with the top last. Dice on ambulances are faces in one list, three
    places for each ambulance, -1 where empty. ``queue`` holds the seats that are still to be asked
    in order. Copies share the lists that are replaced where they change, never changed in place.
    """

    derived: ClassVar[tuple[str, ...]] = ("variant",)

    def __init__(
        self, game: Declaration, players: int, chance: Chance, like: "Table | None" = None
    ) -> None:
        super().__init__(game, players, chance)
        if like is None:
            self.variant = DEFAULT
            self.round = 1
            self.phase = 0
            self.first_player = -1
            self.filling = 0
            self.queue: list[int] = []
            self.order: list[int] = []
            self.bag: list[int] = []
            self.dice: list[int] = []
            self.taken_by: list[int] = []
            self.rolled: list[int] = []
            self.left_over: list[int] = []
            self.department_stack: list[int] = []
            self.specialist_deck: list[int] = []
            self.shown_departments: list[int] = []
            self.shown_specialists: list[int] = []
            self.departments_out: list[int] = []
            self.specialists_out: list[int] = []
            self.administrators_out: list[int] = []
            self.event_deck: list[int] = []
            self.event = NO_EVENT
            self.closed = FREE
            self.reports: list[int] = []
            self.completed: list[int] = []
            self.unused: list[int] = []
            self.spaces: list[int] = []
            self.filled: list[int] = []
            self.hospitals: list[Hospital] = []
        else:
            like.share_base(self)
            self.variant = like.variant
            self.round = like.round
            self.phase = like.phase
            self.first_player = like.first_player
            self.filling = like.filling
            self.queue = like.queue[:]
            self.order = like.order
            self.bag = like.bag[:]
            self.dice = like.dice[:]
            self.taken_by = like.taken_by[:]
            self.rolled = like.rolled[:]
            self.left_over = like.left_over[:]
            self.department_stack = like.department_stack
            self.specialist_deck = like.specialist_deck
            self.shown_departments = like.shown_departments[:]
            self.shown_specialists = like.shown_specialists[:]
            self.departments_out = like.departments_out
            self.specialists_out = like.specialists_out
            self.administrators_out = like.administrators_out
            self.event_deck = like.event_deck
            self.event = like.event
            self.closed = like.closed
            self.reports = like.reports
            self.completed = like.completed
            self.unused = like.unused
            self.spaces = like.spaces
            self.filled = like.filled
            self.hospitals = [Hospital(hospital) for hospital in like.hospitals]

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """Lay out the empty table (DH-2.2 to DH-2.12); the flow of the set-up does the rest."""
        self.variant = Variant(options)
        ambulances = 0 if self.solo() else self.players + 1
        self.bag = [DICE_OF_A_COLOUR[self.players]] * 3
        self.dice = [NO_BED] * (3 * ambulances)
        self.taken_by = [-1] * ambulances
        self.rolled = [0] * 18
        self.left_over = [0] * 18
        self.hospitals = [Hospital() for _ in range(self.players)]

    def holder(self, seat: int) -> Hospital:
        return self.hospitals[seat]

    def load(self, snapshot: Mapping[str, Any]) -> None:
        super().load(snapshot)
        for hospital in self.hospitals:
            hospital.count_patients()
        self.relist()

    def solo(self) -> bool:
        """Whether one player plays alone (DH-24)."""
        return self.players == 1

    def on(self, verb: int) -> bool:
        """Whether the event of this round has that effect."""
        return self.event != NO_EVENT and self.variant.values.events[self.event].verb == verb

    def safe_from(self) -> int:
        """From this value on neglected patients do not deteriorate this round (DH-21.22)."""
        if self.on(SPARE_FROM):
            return self.variant.values.events[self.event].number
        return 7

    def copy(self) -> "Table":
        return Table(self.game, self.players, self.chance.copy(), like=self)

    # --- orders -----------------------------------------------------------------------------

    def turn_order(self) -> list[int]:
        """Clockwise from the first player (DH-3.5)."""
        return [(self.first_player + step) % self.players for step in range(self.players)]

    def right_of_first_player(self) -> int:
        """The last player in turn order (DH-3.7)."""
        return (self.first_player - 1) % self.players

    # --- the bag ------------------------------------------------------------------------------

    def draw_die(self) -> int:
        """A random die leaves the bag; its colour."""
        red, yellow, green = self.bag
        place = self.chance.below(red + yellow + green)
        colour = 0 if place < red else 1 if place < red + yellow else 2
        self.bag[colour] -= 1
        return colour

    def roll_for_intake(self, lane: int = 0) -> int:
        """A value from 2 to 5: a 1 or 6 would be rolled again (DH-4.2, DH-29.1)."""
        return 2 + self.chance.below(4, lane)

    def bag_is_empty(self) -> bool:
        """Whether no die can be drawn."""
        return not (self.bag[0] or self.bag[1] or self.bag[2])

    def meet_extra_dice(self, seat: int) -> None:
        """Extra patients of an epidemic or a Major Incident (DH-22.3 to DH-22.7, DH-21.18)."""
        extra = int(self.variant.nationwide_epidemic) + int(self.on(EXTRA_DIE))
        self.hospitals[seat].owed += extra
        if extra and not self.bag_is_empty():
            self.draw_owed(seat)

    def draw_owed(self, seat: int) -> None:
        """Draw and roll the extra dice that the seat owes, as far as the bag holds any (R-16)."""
        hospital = self.hospitals[seat]
        while hospital.owed and not self.bag_is_empty():
            hospital.owed -= 1
            die = face(self.draw_die(), self.roll_for_intake())
            hospital.waiting.append(die)
            self.tell("extra_die", seat, (die,))

    # --- sorting the dice rolled (DH-4.3 to DH-4.8) -----------------------------------------------

    def room(self) -> int:
        """Empty places on the ambulance that is being filled."""
        room = 0
        for place in range(3 * self.filling, 3 * self.filling + 3):
            if self.dice[place] == NO_BED:
                room += 1
        return room

    def sorted_value(self) -> int:
        """The lowest value among the dice that are not on an ambulance yet."""
        for value in range(1, 7):
            if self.rolled[value - 1] or self.rolled[5 + value] or self.rolled[11 + value]:
                return value
        return 0

    def group(self, value: int) -> list[int]:
        """How many dice of each colour show that value (those left over aside)."""
        return [self.rolled[value - 1], self.rolled[5 + value], self.rolled[11 + value]]

    def leaves_over(self) -> bool:
        """Whether fewer dice of the group are left over than still fit: then those are named."""
        room = self.room()
        return sum(self.group(self.sorted_value())) - room < room

    def load_die(self, die: int) -> None:
        """A die goes onto the ambulance that is being filled."""
        self.rolled[die] -= 1
        place = 3 * self.filling
        while self.dice[place] != NO_BED:
            place += 1
        self.dice[place] = die

    def next_ambulance(self) -> None:
        """The ambulance is full; what it left over comes first in the next one."""
        self.filling += 1
        for die in range(18):
            if self.left_over[die]:
                self.rolled[die] += self.left_over[die]
                self.left_over[die] = 0

    # --- patients -----------------------------------------------------------------------------

    def heal(self, seat: int, bed: int, steps: int) -> bool:
        """Heal and treat the patient of a bed (DH-10.4, DH-10.6); whether it was discharged."""
        hospital = self.hospitals[seat]
        patient = hospital.beds[bed]
        value = VALUE[patient] + steps
        if value > 6:
            self.discharge(seat, bed)
            return True
        hospital.become(bed, with_value(treated(patient), value))
        return False

    def discharge(self, seat: int, bed: int) -> None:
        """The patient of a bed goes to the discharge area (DH-10.7, DH-12.8)."""
        hospital = self.hospitals[seat]
        colour = hospital.colour_after_phase_3(bed)
        patient = hospital.leave(bed)
        hospital.discharged[ORIGINAL[patient] * 3 + colour] += 1

    def lose(self, seat: int, bed: int) -> None:
        """The patient of a bed becomes a fatality (DH-10.12)."""
        hospital = self.hospitals[seat]
        patient = hospital.leave(bed)
        self.bag[ORIGINAL[patient]] += 1
        hospital.fatalities += 1
        if self.log is not None:
            self.tell("fatality", seat, (patient,))
        if self.on(FATALITY_COST):
            self.score_event(seat, -self.variant.values.events[self.event].points)

    def send_back(self, seat: int, bed: int) -> None:
        """The patient of a bed goes back into the bag, without score or token (DH-10.14)."""
        patient = self.hospitals[seat].leave(bed)
        self.bag[ORIGINAL[patient]] += 1
        self.tell("send_back", seat, (patient,))

    def score_event(self, seat: int, points: int) -> None:
        """The event of the round gives or costs points (DH-8.5)."""
        hospital = self.hospitals[seat]
        hospital.score += points
        hospital.event_points += points
        self.tell("event_points", seat, (points,))

    def collect(self, seat: int, patient: int) -> None:
        """A patient moves onto an ambulance back; 1 point (DH-23.4, DH-23.5)."""
        hospital = self.hospitals[seat]
        hospital.leave(hospital.beds.index(patient))
        die = patient // 4
        self.spaces = without(self.spaces, self.spaces.index(die))
        self.filled = [*self.filled, die]
        hospital.score += 1
        hospital.collected += 1
        self.tell("collect", seat, (die,))

    # --- medical reports (DH-24) --------------------------------------------------------------

    def lower_report(self, column: int) -> int:
        """The report in the lower row of a column, or -1. Reports lie lower, upper by column."""
        return self.reports[2 * column] if self.reports else FREE

    def complete_report(self, seat: int, column: int) -> None:
        """Put a completed report aside; the one above slides down (DH-24.17, DH-24.18)."""
        number = self.reports[2 * column]
        report = self.variant.values.reports[number]
        self.unused = [left - need for left, need in zip(self.unused, report.needs, strict=True)]
        self.completed = [*self.completed, number]
        reports = self.reports[:]
        reports[2 * column] = reports[2 * column + 1]
        reports[2 * column + 1] = FREE
        self.reports = reports
        self.tell("report", seat, (number, report.points), words=(report.id,))

    # --- tokens and improvements ----------------------------------------------------------------

    def gain_bag(self, seat: int) -> None:
        """The seat gains a blood bag, as far as the supply allows (DH-1.12, R-27)."""
        if self.variant.printed_limits:
            held = sum(hospital.bags for hospital in self.hospitals)
            if held >= BLOOD_BAGS:
                self.tell("no_bag", seat)
                return
        self.hospitals[seat].bags += 1
        if self.log is not None:
            self.tell("gain_bag", seat)

    def add_department(self, seat: int, department: int) -> None:
        """A department tile joins the hospital (DH-5.5)."""
        hospital = self.hospitals[seat]
        hospital.departments = [*hospital.departments, department]
        hospital.meeples.append(FREE)

    def add_specialist(self, seat: int, specialist: int) -> None:
        """A specialist joins the hospital, with a meeple on the card (DH-5.6)."""
        hospital = self.hospitals[seat]
        hospital.specialists = [*hospital.specialists, specialist]
        hospital.placed.append(0)

    def reveal_department(self) -> None:
        """The top department tile joins the open display."""
        self.chance.reveal()
        tile = self.department_stack[-1]
        self.department_stack = self.department_stack[:-1]
        self.shown_departments.append(tile)
        self.tell("show_department", -1, (tile,))

    def reveal_specialist(self) -> None:
        """The top specialist card joins the open display."""
        self.chance.reveal()
        card = self.specialist_deck[-1]
        self.specialist_deck = self.specialist_deck[:-1]
        self.shown_specialists.append(card)
        self.tell("show_specialist", -1, (card,))


def new_patient(die: int) -> int:
    """The untreated patient of a die's face."""
    return die * 4
