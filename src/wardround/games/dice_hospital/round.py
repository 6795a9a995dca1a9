"""The flow of the game, phase by phase: read it from top to bottom like the rulebook.

Each function is one step. It does what needs no decision and opens the questions that follow;
when these are answered, the flow goes on with the step that ``table.then`` names.
"""

from collections.abc import Callable
from typing import Final

from wardround.games.dice_hospital import decisions, scoring, text
from wardround.games.dice_hospital.actions import COLUMNS
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    BASE,
    CONSULTANT,
    CURRENT,
    DEPARTMENTS,
    EXPERIMENTAL,
    GREEN,
    ORIGINAL,
    PRINTED,
    RED,
    SPECIALISTS,
    TREATED,
    VALUE,
    YELLOW,
    face,
    recoloured,
    with_value,
)
from wardround.games.dice_hospital.state import (
    COLLECTIONS,
    FREE,
    NO_BED,
    NURSES,
    ROUNDS,
    Hospital,
    Table,
    new_patient,
)
from wardround.games.dice_hospital.values import NO_EVENT, NO_IMPROVEMENT, VERBS
from wardround.games.dice_hospital.zones import DEALT

STARTERS: Final = 3
CRISIS_STARTERS: Final = 5
DICE_OF_AN_AMBULANCE: Final = 3
SOLO_DICE: Final = 4
LOW_SUM: Final = 9
"""Solo: three dice below this sum bring a blood bag (DH-24.11)."""
SECOND_COPIES: Final = 4
"""Second copies of base tiles that stay in with 4 players and Experimental Medicine (DH-25.3)."""
SUPERBUG_STEPS: Final = 2
EMPTY_BAG: Final = [0, 0, 0]


# --- set-up (DH-2) --------------------------------------------------------------------------


def set_up_stacks(table: Table) -> None:
    """First player, stacks, decks, display (DH-2.1 to DH-2.8, DH-21.1, DH-24.6)."""
    table.first_player = table.chance.below(table.players)
    if not table.solo():
        table.tell("first_player", table.first_player)
    build_departments(table)
    build_specialists(table)
    table.chance.shuffle(table.department_stack)
    table.chance.shuffle(table.specialist_deck)
    if table.variant.events:
        table.event_deck = list(range(len(table.variant.values.events)))
        table.chance.shuffle(table.event_deck)
    if table.solo():
        deal_reports(table)
    table.then = draw_starters
    reveal_improvements(table)


def build_departments(table: Table) -> None:
    """The department tiles of this game (DH-1.7, DH-25.2, DH-25.3)."""
    base = [number for number, tile in enumerate(DEPARTMENTS) if tile.copies and not tile.box]
    if not table.variant.experimental_medicine:
        table.department_stack = base * 2
        return
    new = [number for number, tile in enumerate(DEPARTMENTS) if tile.box == EXPERIMENTAL]
    table.department_stack = base + new * 2
    if table.players == 4:
        table.departments_out = base[:]
        table.chance.shuffle(table.departments_out)
        for _ in range(SECOND_COPIES):
            table.department_stack.append(table.departments_out.pop())


def build_specialists(table: Table) -> None:
    """The specialist cards of this game (DH-1.8, DH-25.4, DH-26.2 to DH-26.4)."""
    base = [number for number, card in enumerate(SPECIALISTS) if card.box == BASE]
    new = [number for number, card in enumerate(SPECIALISTS) if card.box == EXPERIMENTAL]
    table.specialist_deck = base + new * 2 if table.variant.experimental_medicine else base * 2
    for promo in table.variant.promos:
        others = len(table.specialist_deck) - len(table.specialists_out)
        table.specialists_out.append(table.specialist_deck.pop(table.chance.below(others)))
        table.specialist_deck.append(promo)


def deal_reports(table: Table) -> None:
    """Solo: six medical reports in three columns of two (DH-24.6)."""
    table.chance.reveal()
    reports = list(range(len(table.variant.values.reports)))
    table.chance.shuffle(reports)
    table.reports = reports[: 2 * COLUMNS]
    dealt = [text.report_text(table.variant.values.reports[number]) for number in table.reports]
    table.tell("reports", -1, tuple(table.reports), words=tuple(dealt))


def reveal_improvements(table: Table) -> None:
    """The open display; with 2 players the first player chooses the third (DH-2.8 to DH-2.10)."""
    for _ in range(table.players - 1):
        table.reveal_department()
    for _ in range(table.players - 1):
        table.reveal_specialist()
    if table.players == 2:
        table.push(table.first_player, decisions.THIRD_IMPROVEMENT)


def draw_starters(table: Table) -> None:
    """Every player draws patients and gives them values (DH-2.13 to DH-2.16, DH-22.1)."""
    starters = CRISIS_STARTERS if table.variant.opening_crisis else STARTERS
    for seat in table.turn_order():
        hospital = table.hospitals[seat]
        hospital.waiting = sorted([face(table.draw_die(), 1) for _ in range(starters)])
        table.tell("starters", seat, tuple(hospital.waiting))
    for seat in range(table.players):
        table.push(seat, decisions.START_VALUE)
    table.then = deal_administrators if table.variant.administrators else begin_round


def deal_administrators(table: Table) -> None:
    """Two administrators for each player; one is kept, in secret (DH-2.17 to DH-2.19)."""
    cards = list(range(len(ADMINISTRATORS)))
    table.chance.shuffle(cards)
    for seat in table.turn_order():
        table.hospitals[seat].dealt = sorted([cards.pop(), cards.pop()])
        dealt = tuple(table.hospitals[seat].dealt)
        table.tell("dealt", seat, secret=dealt, seen_by=DEALT.audience(table, seat, table.players))
    table.administrators_out = cards
    for seat in range(table.players):
        table.push(seat, decisions.KEEP_ADMINISTRATOR)
    table.then = show_administrators


def show_administrators(table: Table) -> None:
    """The administrators that were kept are shown together (DH-2.18)."""
    table.chance.reveal()
    for seat, hospital in enumerate(table.hospitals):
        hospital.administrator = hospital.kept[0]
        hospital.kept = []
        table.tell("administrator", seat, (hospital.administrator,))
    table.then = begin_round


# --- the start of a round: events (DH-21) -----------------------------------------------------


def begin_round(table: Table) -> None:
    """From round 2 on an event is revealed and carried out (DH-21.2, DH-21.3)."""
    table.phase = 1
    table.tell("round", -1, (table.round,))
    table.then = take_in
    if table.variant.events and table.round > 1:
        table.chance.reveal()
        table.event = table.event_deck[-1]
        table.event_deck = table.event_deck[:-1]
        card = table.variant.values.events[table.event]
        words = (card.name, text.event_card_text(card, table.solo()))
        table.tell("event", -1, (table.event,), words=words)
        happens = EVENTS.get(VERBS[card.verb])
        if happens is not None:
            happens(table)


def everyone_gains_bag(table: Table) -> None:
    """Each player gains a blood bag (DH-21.9)."""
    for seat in table.turn_order():
        table.gain_bag(seat)


def everyone_loses_bag(table: Table) -> None:
    """Each player with a blood bag returns one (DH-21.10)."""
    for seat in table.turn_order():
        if table.hospitals[seat].bags:
            table.hospitals[seat].bags -= 1
            table.tell("lose_bag", seat)


def drop_highest(table: Table) -> None:
    """In each hospital the best patient of a colour loses a step (DH-21.11 to DH-21.13)."""
    colour = table.variant.values.events[table.event].colour
    for seat in table.turn_order():
        hospital = table.hospitals[seat]
        own = [patient for patient in hospital.kinds() if ORIGINAL[patient] == colour]
        if own:
            deteriorate_by(table, seat, hospital.beds.index(own[-1]), 1)


def raise_one(table: Table) -> None:
    """Each player may raise a patient of value 1 to 5 (DH-21.14)."""
    for seat, hospital in enumerate(table.hospitals):
        if hospital.patients:
            table.push(seat, decisions.RAISE_PATIENT)


def pass_left(table: Table) -> None:
    """Everybody chooses a patient to pass to the left, in secret (DH-21.15)."""
    for seat, hospital in enumerate(table.hospitals):
        if hospital.patients:
            table.push(seat, decisions.PASS_PATIENT)
    table.then = hand_over


def hand_over(table: Table) -> None:
    """The patients chosen move to the left; solo: one goes, a new one comes (DH-21.15)."""
    table.chance.reveal()
    moving = [hospital.passed_on[:] for hospital in table.hospitals]
    for seat, hospital in enumerate(table.hospitals):
        hospital.passed_on = []
        for patient in moving[seat]:
            bed = hospital.beds.index(patient)
            if table.solo():
                table.send_back(seat, bed)
                die = face(table.draw_die(), table.roll_for_intake())
                hospital.admit(new_patient(die))
                table.tell("admit", seat, (die,))
            else:
                hospital.leave(bed)
    if not table.solo():
        for seat in range(table.players):
            left = (seat + 1) % table.players
            for patient in moving[seat]:
                table.hospitals[left].admit(patient)
                table.tell("passed", seat, (patient, left))
    table.then = take_in


def extra_nurse(table: Table) -> None:
    """The player with fewest points has one more nurse (DH-21.17)."""
    order = table.turn_order()
    order.reverse()
    fewest = order[0]
    for seat in order:
        if table.hospitals[seat].score < table.hospitals[fewest].score:
            fewest = seat
    table.hospitals[fewest].nurses += 1
    table.tell("extra_nurse", fewest)


def nurses_at_most(table: Table) -> None:
    """Fewer nurses may be placed this round (DH-21.16)."""
    number = table.variant.values.events[table.event].number
    for hospital in table.hospitals:
        hospital.nurses = min(hospital.nurses, number)


def close_department(table: Table) -> None:
    """The first player names a printed department that is shut; solo: by lot (DH-21.19)."""
    if table.solo():
        table.closed = table.chance.below(PRINTED)
        table.tell("close", 0, (table.closed,))
    else:
        table.push(table.first_player, decisions.CLOSE_A_DEPARTMENT)


# --- phase 1: patient intake (DH-4) ---------------------------------------------------------


def take_in(table: Table) -> None:
    """The first player draws and rolls three dice for each ambulance (DH-4.1, DH-4.2, R-15)."""
    if table.solo():
        take_in_alone(table)
        return
    table.filling = 0
    for _ in range(DICE_OF_AN_AMBULANCE * len(table.taken_by)):
        if table.bag == EMPTY_BAG:
            table.tell("empty_bag", -1)
            continue
        die = face(table.draw_die(), table.roll_for_intake())
        table.rolled[die] += 1
    table.then = sort_dice


def take_in_alone(table: Table) -> None:
    """Solo: four dice are rolled, three of them stay (DH-24.8, DH-24.9)."""
    hospital = table.hospitals[0]
    for _ in range(SOLO_DICE):
        hospital.waiting.append(face(table.draw_die(), table.roll_for_intake()))
    table.tell("solo_dice", 0, tuple(hospital.waiting))
    table.push(0, decisions.SEND_DIE_BACK)
    table.then = count_alone


def count_alone(table: Table) -> None:
    """Solo: a blood bag for a low sum; extra dice come now (DH-24.11, DH-22.11)."""
    if sum([die % 6 + 1 for die in table.hospitals[0].waiting]) < LOW_SUM:
        table.gain_bag(0)
    table.meet_extra_dice(0)
    table.order = [0]
    table.queue = [0]
    table.then = admit


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
            table.load_die(face(RED, value))
        for _ in range(min(yellow, room)):
            table.load_die(face(YELLOW, value))
        for _ in range(min(green, room)):
            table.load_die(face(GREEN, value))
    table.tell("ambulances", -1, tuple(table.dice))
    table.queue = table.turn_order()
    table.then = claim


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
    for ambulance, seat in enumerate(table.taken_by):
        if seat >= 0:
            unload(table, ambulance, table.hospitals[seat])
    table.queue = table.order[:]
    table.then = admit


def unload(table: Table, ambulance: int, hospital: Hospital) -> None:
    """The patients of an ambulance wait in front of the hospital (DH-4.18)."""
    for place in range(3 * ambulance, 3 * ambulance + 3):
        if table.dice[place] != NO_BED:
            hospital.waiting.append(table.dice[place])
            table.dice[place] = NO_BED


def return_left_over(table: Table) -> None:
    """The dice of the ambulance that nobody took go back into the bag (DH-4.13)."""
    ambulance = table.taken_by.index(-1)
    for place in range(3 * ambulance, 3 * ambulance + 3):
        if table.dice[place] != NO_BED:
            table.bag[table.dice[place] // 6] += 1
            table.dice[place] = NO_BED
    table.tell("left_over", -1, (ambulance + 1,))


def admit(table: Table) -> None:
    """In ambulance order the patients arrive; where beds are short, old ones go (DH-4.18 ff.).

    All are asked at once, except that a seat which still owes dice (R-16) waits for those before
    it: their fatalities fill the bag.
    """
    while table.queue:
        seat = table.queue.pop(0)
        table.draw_owed(seat)
        if decisions.surplus(table.hospitals[seat]):
            table.push(seat, decisions.REMOVE_PATIENT)
            if any(table.hospitals[other].owed for other in table.queue):
                return
    table.then = fill_beds


def fill_beds(table: Table) -> None:
    """The new patients lie down in untreated spaces (DH-4.18)."""
    for seat in table.order:
        hospital = table.hospitals[seat]
        if table.log is not None:
            table.tell("admit", seat, tuple(hospital.waiting))
        for die in hospital.waiting:
            hospital.admit(new_patient(die))
        hospital.waiting.clear()
    table.phase = 2
    table.queue = table.order[:]
    table.then = improve
    if table.on(NO_IMPROVEMENT):
        freeze_hiring(table)
    elif table.solo():
        table.reveal_specialist()
        table.reveal_department()


def freeze_hiring(table: Table) -> None:
    """Nobody takes an improvement; everybody gains a blood bag instead (DH-21.20)."""
    for seat in table.queue:
        table.gain_bag(seat)
    table.queue.clear()


# --- phase 2: hospital improvement (DH-5) ---------------------------------------------------


def improve(table: Table) -> None:
    """In ambulance order each player may take an improvement (DH-5.1)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.TAKE_IMPROVEMENT)
        return
    if table.solo():
        put_away(table)
    table.queue = table.order[:]
    table.then = give_back


def give_back(table: Table) -> None:
    """Afterwards each player may return one for a blood bag (DH-5.10)."""
    if table.queue:
        table.push(table.queue.pop(0), decisions.RETURN_IMPROVEMENT)
        return
    table.queue = table.order[:]
    table.phase = 3
    for hospital in table.hospitals:
        hospital.done = False
    table.then = activate


# --- phase 3: hospital activation (DH-6) ----------------------------------------------------


def activate(table: Table) -> None:
    """Every player activates the own hospital: all at once, or in ambulance order (DH-27)."""
    if not table.queue:
        table.then = neglect
        return
    if table.variant.sequential:
        open_activation(table, table.queue.pop(0))
        return
    for seat in table.queue:
        open_activation(table, seat)
    table.queue.clear()


def open_activation(table: Table, seat: int) -> None:
    """The seat activates its hospital; a Consultant copies somebody first (DH-26.5)."""
    hospital = table.hospitals[seat]
    table.push(seat, decisions.ACTIVATE)
    if CONSULTANT in hospital.specialists and len(hospital.specialists) > 1:
        table.push(seat, decisions.COPY_SPECIALIST)


# --- phase 4: neglected patients (DH-7) -----------------------------------------------------


def neglect(table: Table) -> None:
    """Colour changes end; administrators spare a patient (DH-12.7, DH-7.6)."""
    table.phase = 4
    end_colour_changes(table)
    for seat, hospital in enumerate(table.hospitals):
        if hospital.administrator >= 0 and spareable(table, hospital):
            table.push(seat, decisions.SPARE_PATIENT)
    table.then = deteriorate


def spareable(table: Table, hospital: Hospital) -> bool:
    """Whether the administrator can spare a patient that would deteriorate (DH-19.5, R-23)."""
    colour = ADMINISTRATORS[hospital.administrator].spare
    if colour == ANY:
        return False
    safe = table.safe_from()
    for patient in hospital.beds:
        neglected = patient != NO_BED and not TREATED[patient]
        if neglected and ORIGINAL[patient] == colour and VALUE[patient] < safe:
            return True
    return False


def end_colour_changes(table: Table) -> None:
    """Every patient counts as the colour that it has when the changes of phase 3 are over."""
    for hospital in table.hospitals:
        for bed, patient in enumerate(hospital.beds):
            if patient == NO_BED:
                continue
            if hospital.lasting or CURRENT[patient] != ORIGINAL[patient]:
                end_colour_change(hospital, bed)


def end_colour_change(hospital: Hospital, bed: int) -> None:
    """The patient of a bed counts as what it is after phase 3 (DH-12.7)."""
    patient = hospital.beds[bed]
    colour = hospital.colour_after_phase_3(bed)
    if colour != CURRENT[patient]:
        hospital.become(bed, recoloured(patient, colour))


def deteriorate(table: Table) -> None:
    """Every neglected patient loses a step; at 0 it is a fatality (DH-7.3, DH-7.4, DH-22.8)."""
    steps = SUPERBUG_STEPS if table.variant.resistant_superbug else 1
    safe = table.safe_from()
    for seat, hospital in enumerate(table.hospitals):
        for bed in range(len(hospital.beds)):
            patient = hospital.beds[bed]
            if patient == NO_BED or TREATED[patient] or bed == hospital.spared:
                continue
            if VALUE[patient] < safe:
                deteriorate_by(table, seat, bed, steps)
        hospital.spared = NO_BED
    table.then = complete_reports if table.solo() else discharge


def deteriorate_by(table: Table, seat: int, bed: int, steps: int) -> None:
    """A patient loses steps without being treated (DH-10.21)."""
    hospital = table.hospitals[seat]
    patient = hospital.beds[bed]
    if VALUE[patient] <= steps:
        table.lose(seat, bed)
        return
    hospital.become(bed, with_value(patient, VALUE[patient] - steps))
    if table.log is not None:
        table.tell("neglect" if table.phase == 4 else "drop", seat, (patient, steps))


# --- phase 5: discharged patients (DH-8) ----------------------------------------------------


def complete_reports(table: Table) -> None:
    """Solo: medical reports may be completed first (DH-24.15)."""
    table.phase = 5
    table.unused = [scoring.discharged_of(table.hospitals[0], colour) for colour in range(3)]
    table.push(0, decisions.COMPLETE_REPORT)
    table.then = discharge


def discharge(table: Table) -> None:
    """Every player scores the patients discharged this round (DH-8)."""
    table.phase = 5
    table.unused = []
    scoring.score_round(table)
    for hospital in table.hospitals:
        hospital.lasting = []
    end_colour_changes(table)
    if table.round < ROUNDS:
        table.then = shift_change
    elif table.variant.final_round_collections:
        table.then = open_collections
    else:
        table.then = end


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
        hospital.copied = FREE
    table.taken_by = [-1] * len(table.taken_by)
    table.order = []
    table.round += 1
    discard_event(table)
    put_away(table)
    table.then = begin_round
    reveal_improvements(table)


def discard_event(table: Table) -> None:
    """The event of the round is over (DH-9.10, DH-21.5)."""
    table.event = NO_EVENT
    table.closed = FREE


def put_away(table: Table) -> None:
    """Improvements that nobody took go under their stack in random order (DH-9.7)."""
    for shown in (table.shown_departments, table.shown_specialists):
        table.chance.shuffle(shown)
    table.department_stack = table.shown_departments + table.department_stack
    table.specialist_deck = table.shown_specialists + table.specialist_deck
    table.shown_departments = []
    table.shown_specialists = []


# --- Final Round Collections (DH-23) ----------------------------------------------------------


def open_collections(table: Table) -> None:
    """The ambulances but the highest turn their backs with wanted patients up (DH-23.2, 23.3)."""
    table.phase = COLLECTIONS
    discard_event(table)
    backs = table.variant.values.backs[: table.players]
    table.spaces = [
        face(colour, value) for back in backs for colour, value in enumerate(back.values)
    ]
    table.tell("collections", -1, tuple(table.spaces))
    table.queue = table.turn_order()
    table.then = collect


def collect(table: Table) -> None:
    """In turn order patients move to the ambulances; those left cost a point (DH-23.4 ff.)."""
    if table.queue and table.spaces:
        table.push(table.queue.pop(0), decisions.COLLECT)
        return
    table.queue.clear()
    for seat, hospital in enumerate(table.hospitals):
        hospital.left_behind = hospital.patients
        hospital.score -= hospital.patients
        table.tell("left_behind", seat, (hospital.patients,))
    table.then = end


# --- the end (DH-15) ------------------------------------------------------------------------


def end(table: Table) -> None:
    """Tokens and reports count (DH-14.4, DH-14.5, DH-24.22); the game is over."""
    discard_event(table)
    for seat, hospital in enumerate(table.hospitals):
        if table.solo():
            hospital.report_points = scoring.report_points(table)
        points = scoring.end_points(table, hospital)
        hospital.score += points
        table.tell("end", seat, (hospital.bags, hospital.fatalities, points, hospital.score))
    table.over = True
    if not table.solo():
        table.tell("winners", -1, tuple(scoring.ranking(table)[0]))


EVENTS: Final[dict[str, Callable[[Table], None]]] = {
    "gain_bag": everyone_gains_bag,
    "lose_bag": everyone_loses_bag,
    "drop_highest": drop_highest,
    "raise_one": raise_one,
    "pass_left": pass_left,
    "nurses_at_most": nurses_at_most,
    "extra_nurse": extra_nurse,
    "close_department": close_department,
}
"""What events do when they are revealed; at the others the phases that they concern look."""


FLOW: Final = (
    set_up_stacks,
    draw_starters,
    deal_administrators,
    show_administrators,
    begin_round,
    hand_over,
    take_in,
    count_alone,
    sort_dice,
    claim,
    admit,
    fill_beds,
    improve,
    give_back,
    activate,
    neglect,
    deteriorate,
    complete_reports,
    discharge,
    shift_change,
    open_collections,
    collect,
    end,
)
"""All steps of a game, the first one first."""
