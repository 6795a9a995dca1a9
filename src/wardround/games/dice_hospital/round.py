"""The flow of the game, phase by phase: read it from top to bottom like the rulebook.

Each function is one step. It does what needs no decision and opens the questions that follow;
when these are answered, the flow goes on with the step that ``table.step`` names.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from wardround.core import Choice
from wardround.core.chance import Chance
from wardround.games.dice_hospital import choices, decisions, scoring, view
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    CURRENT,
    GREEN,
    ORIGINAL,
    RED,
    TREATED,
    VALUE,
    YELLOW,
    face,
    with_value,
)
from wardround.games.dice_hospital.state import (
    FREE,
    HOSPITAL_FIELDS,
    NO_BED,
    NURSES,
    ROUNDS,
    TABLE_FIELDS,
    Hospital,
    Table,
    fields_of,
    new_patient,
)

STARTERS: Final = 3
DICE_OF_AN_AMBULANCE: Final = 3
EMPTY_BAG: Final = [0, 0, 0]


# --- set-up (DH-2) --------------------------------------------------------------------------


def set_up_stacks(table: Table) -> None:
    """First player, stacks, display (DH-2.1 to DH-2.8)."""
    table.first_player = table.chance.below(table.players)
    table.tell("first_player", table.first_player)
    table.chance.shuffle(table.department_stack)
    table.chance.shuffle(table.specialist_deck)
    table.step = DRAW_STARTERS
    reveal_improvements(table)


def reveal_improvements(table: Table) -> None:
    """The open display; with 2 players the first player chooses the third (DH-2.8 to DH-2.10)."""
    for _ in range(table.players - 1):
        table.reveal_department()
    for _ in range(table.players - 1):
        table.reveal_specialist()
    if table.players == 2:
        table.push(table.first_player, decisions.THIRD_IMPROVEMENT)


def draw_starters(table: Table) -> None:
    """Every player draws three patients and gives them values (DH-2.13 to DH-2.16)."""
    for seat in table.turn_order():
        hospital = table.hospitals[seat]
        hospital.waiting = sorted([face(table.draw_die(), 1) for _ in range(STARTERS)])
        table.tell("starters", seat, tuple(hospital.waiting))
    for seat in range(table.players):
        table.push(seat, decisions.START_VALUE)
    table.step = DEAL_ADMINISTRATORS if table.administrators else TAKE_IN


def deal_administrators(table: Table) -> None:
    """Two administrators for each player; one is kept, in secret (DH-2.17 to DH-2.19)."""
    cards = list(range(len(ADMINISTRATORS)))
    table.chance.shuffle(cards)
    for seat in table.turn_order():
        table.hospitals[seat].dealt = sorted([cards.pop(), cards.pop()])
        dealt = tuple(table.hospitals[seat].dealt)
        table.tell(
            "dealt", seat, secret=dealt, seen_by=view.DEALT.audience(table, seat, table.players)
        )
    table.administrators_out = cards
    for seat in range(table.players):
        table.push(seat, decisions.KEEP_ADMINISTRATOR)
    table.step = SHOW_ADMINISTRATORS


def show_administrators(table: Table) -> None:
    """The administrators that were kept are shown together (DH-2.18)."""
    table.chance.reveal()
    for seat, hospital in enumerate(table.hospitals):
        hospital.administrator = hospital.kept.pop()
        table.tell("administrator", seat, (hospital.administrator,))
    table.step = TAKE_IN


# --- phase 1: patient intake (DH-4) ---------------------------------------------------------


def take_in(table: Table) -> None:
    """The first player draws and rolls three dice for each ambulance (DH-4.1, DH-4.2, R-15)."""
    table.phase = 1
    table.tell("round", -1, (table.round,))
    table.filling = 0
    for _ in range(DICE_OF_AN_AMBULANCE * len(table.taken_by)):
        if table.bag == EMPTY_BAG:
            table.tell("empty_bag", -1)
            continue
        die = face(table.draw_die(), table.roll_for_intake())
        table.rolled[die] += 1
    table.step = SORT


def sort_dice(table: Table) -> None:
    """Ambulances fill in ascending order; ties of several colours are decided (DH-4.3 to 4.8)."""
    while table.filling < len(table.taken_by):
        room = table.room()
        value = table.sorted_value()
        if room == 0 or value == 0:
            table.next_ambulance()
            continue
        red, yellow, green = table.group(value)
        size = red + yellow + green
        if size > room and size not in (red, yellow, green):
            table.push(table.right_of_first_player(), decisions.SORT_DICE)
            return
        for _ in range(min(red, room)):
            table.load(face(RED, value))
        for _ in range(min(yellow, room)):
            table.load(face(YELLOW, value))
        for _ in range(min(green, room)):
            table.load(face(GREEN, value))
    table.tell("ambulances", -1, tuple(table.dice))
    table.queue = table.turn_order()
    table.step = CLAIM


def claim(table: Table) -> None:
    """Each player in turn order takes an ambulance (DH-4.9, DH-4.10)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.TAKE_AMBULANCE)
        return
    table.order = [seat for seat in table.taken_by if seat >= 0]
    return_left_over(table)
    lowest = table.order[0]
    table.gain_bag(lowest)
    if lowest != table.first_player:
        table.first_player = lowest
        table.tell("first_player", lowest)
    table.step = ADMIT


def return_left_over(table: Table) -> None:
    """The dice of the ambulance that nobody took go back into the bag (DH-4.13)."""
    ambulance = table.taken_by.index(-1)
    for place in range(3 * ambulance, 3 * ambulance + 3):
        if table.dice[place] != NO_BED:
            table.bag[table.dice[place] // 6] += 1
            table.dice[place] = NO_BED
    table.tell("left_over", -1, (ambulance + 1,))


def admit(table: Table) -> None:
    """The patients of the ambulances arrive; where beds are short, old ones go (DH-4.18 ff.)."""
    for ambulance, seat in enumerate(table.taken_by):
        if seat < 0:
            continue
        hospital = table.hospitals[seat]
        for place in range(3 * ambulance, 3 * ambulance + 3):
            if table.dice[place] != NO_BED:
                hospital.waiting.append(table.dice[place])
                table.dice[place] = NO_BED
        if decisions.surplus(hospital):
            table.push(seat, decisions.REMOVE_PATIENT)
    table.step = FILL_BEDS


def fill_beds(table: Table) -> None:
    """The new patients lie down in untreated spaces (DH-4.18)."""
    for seat in table.order:
        hospital = table.hospitals[seat]
        table.tell("admit", seat, tuple(hospital.waiting))
        for die in hospital.waiting:
            hospital.admit(new_patient(die))
        hospital.waiting.clear()
    table.queue = table.order[:]
    table.phase = 2
    table.step = IMPROVE


# --- phase 2: hospital improvement (DH-5) ---------------------------------------------------


def improve(table: Table) -> None:
    """In ambulance order each player may take an improvement (DH-5.1)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.TAKE_IMPROVEMENT)
        return
    table.queue = table.order[:]
    table.step = GIVE_BACK


def give_back(table: Table) -> None:
    """Afterwards each player may return one for a blood bag (DH-5.10)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.RETURN_IMPROVEMENT)
        return
    table.queue = table.order[:]
    table.phase = 3
    for hospital in table.hospitals:
        hospital.done = False
    table.step = ACTIVATE


# --- phase 3: hospital activation (DH-6) ----------------------------------------------------


def activate(table: Table) -> None:
    """Every player activates the own hospital: all at once, or in ambulance order (DH-27)."""
    if not table.queue:
        table.step = NEGLECT
        return
    if table.sequential:
        table.push(table.queue.pop(0), decisions.ACTIVATE)
        return
    for seat in table.queue:
        table.push(seat, decisions.ACTIVATE)
    table.queue.clear()


# --- phase 4: neglected patients (DH-7) -----------------------------------------------------


def neglect(table: Table) -> None:
    """Colour changes end; administrators spare a patient (DH-12.7, DH-7.6)."""
    table.phase = 4
    if not table.colour_for_round:
        end_colour_changes(table)
    for seat, hospital in enumerate(table.hospitals):
        if hospital.administrator >= 0 and spareable(hospital):
            table.push(seat, decisions.SPARE_PATIENT)
    table.step = DETERIORATE


def spareable(hospital: Hospital) -> bool:
    """Whether the administrator can spare a neglected patient (DH-19.5 to DH-19.7)."""
    colour = ADMINISTRATORS[hospital.administrator].spare
    if colour == ANY:
        return False
    for patient in hospital.beds:
        if patient != NO_BED and not TREATED[patient] and ORIGINAL[patient] == colour:
            return True
    return False


def end_colour_changes(table: Table) -> None:
    """From the end of phase 3 the original colour counts again (DH-12.7)."""
    for hospital in table.hospitals:
        for bed, patient in enumerate(hospital.beds):
            if patient != NO_BED and CURRENT[patient] != ORIGINAL[patient]:
                hospital.become(bed, patient - patient % 4 + 1)


def deteriorate(table: Table) -> None:
    """Every neglected patient loses a step; at 0 it is a fatality (DH-7.3, DH-7.4)."""
    for seat, hospital in enumerate(table.hospitals):
        for bed in range(len(hospital.beds)):
            patient = hospital.beds[bed]
            if patient == NO_BED or TREATED[patient] or bed == hospital.spared:
                continue
            if VALUE[patient] == 1:
                table.lose(seat, bed)
            else:
                hospital.become(bed, with_value(patient, VALUE[patient] - 1))
                if table.log is not None:
                    table.tell("neglect", seat, (patient,))
        hospital.spared = NO_BED
    table.step = DISCHARGE


# --- phase 5: discharged patients (DH-8) ----------------------------------------------------


def discharge(table: Table) -> None:
    """Every player scores the patients discharged this round (DH-8)."""
    table.phase = 5
    scoring.score_round(table)
    end_colour_changes(table)
    table.step = END if table.round == ROUNDS else SHIFT_CHANGE


# --- phase 6: shift change (DH-9) -----------------------------------------------------------


def shift_change(table: Table) -> None:
    """Everything is made ready for the next round (DH-9)."""
    table.phase = 6
    for hospital in table.hospitals:
        hospital.nurses = NURSES
        for slot in range(len(hospital.meeples)):
            hospital.meeples[slot] = FREE
        for slot in range(len(hospital.placed)):
            hospital.placed[slot] = 0
        for bed, patient in enumerate(hospital.beds):
            if patient != NO_BED and TREATED[patient]:
                hospital.become(bed, patient - patient % 4)
        hospital.ambulance = 0
        hospital.done = False
    table.taken_by = [-1] * len(table.taken_by)
    table.order = []
    table.round += 1
    put_under(table, table.shown_departments, table.department_stack)
    put_under(table, table.shown_specialists, table.specialist_deck)
    table.step = TAKE_IN
    reveal_improvements(table)


def put_under(table: Table, shown: list[int], stack: list[int]) -> None:
    """Improvements that nobody took go under their stack in random order (DH-9.7)."""
    table.chance.shuffle(shown)
    stack[:0] = shown
    shown.clear()


# --- the end (DH-15) ------------------------------------------------------------------------


def end(table: Table) -> None:
    """Blood bags and fatality tokens count (DH-14.4, DH-14.5); the game is over."""
    for seat, hospital in enumerate(table.hospitals):
        points = scoring.end_points(hospital)
        hospital.score += points
        table.tell("end", seat, (hospital.bags, hospital.fatalities, points, hospital.score))
    table.over = True
    for group in scoring.ranking(table)[:1]:
        table.tell("winners", -1, tuple(group))


FLOW: Final[list[Callable[[Table], None]]] = [
    set_up_stacks,
    draw_starters,
    deal_administrators,
    show_administrators,
    take_in,
    sort_dice,
    claim,
    admit,
    fill_beds,
    improve,
    give_back,
    activate,
    neglect,
    deteriorate,
    discharge,
    shift_change,
    end,
]
DRAW_STARTERS: Final = 1
DEAL_ADMINISTRATORS: Final = 2
SHOW_ADMINISTRATORS: Final = 3
TAKE_IN: Final = 4
SORT: Final = 5
CLAIM: Final = 6
ADMIT: Final = 7
FILL_BEDS: Final = 8
IMPROVE: Final = 9
GIVE_BACK: Final = 10
ACTIVATE: Final = 11
NEGLECT: Final = 12
DETERIORATE: Final = 13
DISCHARGE: Final = 14
SHIFT_CHANGE: Final = 15
END: Final = 16


class DiceHospitalState(Table):
    """A position of Dice Hospital, with the flow of the game and what can be seen of it."""

    def copy(self) -> "DiceHospitalState":
        other = DiceHospitalState(self.game, self.players, self.chance.copy())
        self.copy_onto(other)
        return other

    def proceed(self) -> None:
        FLOW[self.step](self)

    def view(self, viewer: int) -> dict[str, Any]:
        return view.view(self, viewer)

    def observation(self, seat: int) -> dict[str, list[float]]:
        return view.observation(self, seat)

    def hide(self, seat: int, rng: Random) -> None:
        view.hide(self, seat, rng)

    def choice(self, seat: int, action: int) -> Choice:
        return choices.choice(self, seat, action)

    def scores(self) -> list[int]:
        return [hospital.score for hospital in self.hospitals]

    def ranking(self) -> list[list[int]]:
        return scoring.ranking(self) if self.over else []

    def returns(self) -> list[float]:
        """1 for the winner, shared equally by tied winners; 0 for the others (DH-15.4 ff.)."""
        values = [0.0] * self.players
        if self.over:
            winners = scoring.ranking(self)[0]
            for seat in winners:
                values[seat] = 1.0 / len(winners)
        return values

    def snapshot(self) -> dict[str, Any]:
        data = fields_of(self, TABLE_FIELDS)
        data["players"] = self.players
        data["hospitals"] = [fields_of(hospital, HOSPITAL_FIELDS) for hospital in self.hospitals]
        data["questions"] = [
            [[question.name(), question.data()] for question in stack] for stack in self.stacks
        ]
        chance: Chance = self.chance
        data["chance"] = chance.save()
        return data
