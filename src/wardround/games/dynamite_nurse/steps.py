"""What the steps of cards do: one small function for each step of the vocabulary (DN-14.12).

A function gets the table, the card and the step, and how often it is still to be carried out. It
does what needs no decision and opens the question that follows, if there is anything to choose.
"""

from collections.abc import Callable
from typing import Final

from wardround.core import NOBODY, Decision
from wardround.games.dynamite_nurse import decisions
from wardround.games.dynamite_nurse.pack import ERASE, EVENTS, NURSES, Step
from wardround.games.dynamite_nurse.state import (
    BY_DUNGEON,
    DO_TRANSPORT,
    GAIN_NURSE,
    PAY_ACQUISITION,
    SETTLE_TITLE,
    STEP,
    TRADE_PICK,
    Table,
)

Use = Callable[[Table, int, int, int], None]
"""Carries out a step: table, card, place of the step on the card, times left (0: not begun)."""


def step_of(table: Table, card: int, place: int) -> Step:
    """A step of a card."""
    return table.pack.cards[card].steps[place]


def _times(table: Table, card: int, place: int, left: int) -> int:
    """How often a step with a number of times is still to be carried out."""
    return left or step_of(table, card, place).numbers[0]


# --- points and cards -----------------------------------------------------------------------


def add_actions(table: Table, card: int, place: int, left: int) -> None:
    """More Treatments and Purchases (DN-4.21)."""
    either, treat, buy = step_of(table, card, place).numbers
    table.either += either
    table.treat += treat
    table.buy += buy


def gain(table: Table, card: int, place: int, left: int) -> None:
    """More Bonus Points, perhaps only for the Dynamite Nurse (DN-4.6)."""
    gold, tp, only_if_title = step_of(table, card, place).numbers
    if only_if_title and not table.note:
        return
    table.gold += gold
    table.tp += tp
    table.say("gain", table.turn, (gold, tp, 0))


def draw(table: Table, card: int, place: int, left: int) -> None:
    """Draw cards (DN-13.8)."""
    table.draw(table.turn, step_of(table, card, place).numbers[0])


def discard_hand(table: Table, card: int, place: int, left: int) -> None:
    """Discard cards of one's choice, all if there are fewer (DN-30.7b)."""
    times = _times(table, card, place, left)
    hospital = table.hospitals[table.turn]
    cards = hospital.hand_cards()
    if len(cards) > times:
        if times:
            table.push(table.turn, decisions.DiscardCard(card, place, times))
        return
    hospital.hand = []
    hospital.shown = []
    for one in cards:
        table.put_on_discard(table.turn, one)
    if cards:
        table.chance.reveal()
        table.say("discard", table.turn, tuple(cards))


def transport(table: Table, card: int, place: int, left: int) -> None:
    """Transports in a row (DN-5.2)."""
    for _ in range(step_of(table, card, place).numbers[0]):
        table.work.append([DO_TRANSPORT])


def count_bonus(table: Table, card: int, place: int, left: int) -> None:
    """More TP for every so many cards of this name (DN-20.7)."""
    group, tp = step_of(table, card, place).numbers
    count = table.played.count(card)
    due = count >= 3 if table.variant.beyond_two else count % group == 0
    if due:
        table.tp += tp
        table.say("gain", table.turn, (0, tp, 0))


# --- patients -------------------------------------------------------------------------------


def give_admitted(table: Table, card: int, place: int, left: int) -> None:
    """Admitted patients may be given to other players (DN-20.9)."""
    seat = table.turn
    if table.hospitals[seat].admitted and table.others_with_markers(seat):
        times = _times(table, card, place, left)
        table.push(seat, decisions.GivePatient(card, place, times))


def acquire_admitted(table: Table, card: int, place: int, left: int) -> None:
    """An admitted patient may be acquired without an Operation (DN-20.13, DN-20.14)."""
    step = step_of(table, card, place)
    for patient in table.hospitals[table.turn].admitted:
        if decisions.acquire_objection(table, step, patient) is None:
            table.push(table.turn, decisions.AcquireAdmitted(card, place))
            return


def all_admitted_worsen(table: Table, card: int, place: int, left: int) -> None:
    """All admitted patients worsen as one batch (DN-20.15)."""
    spared = bool(step_of(table, card, place).numbers[0]) and table.note
    seats: list[int] = []
    places: list[int] = []
    for seat in range(table.players):
        if spared and seat == table.turn:
            continue
        admitted = table.hospitals[seat].admitted
        for number in range(len(admitted)):
            if table.variant.critical_event_kills or not admitted[number] & 1:
                seats.append(seat)
                places.append(number)
    table.worsen_admitted(seats, places)


def own_admitted_worsens(table: Table, card: int, place: int, left: int) -> None:
    """Own admitted patients of one's choice worsen (DN-20.16a)."""
    if table.hospitals[table.turn].admitted:
        times = _times(table, card, place, left)
        table.push(table.turn, decisions.WorsenOwn(card, place, times))


def other_admitted_critical(table: Table, card: int, place: int, left: int) -> None:
    """Patients admitted by other players become Critical (DN-20.20)."""
    for seat in range(table.players):
        if seat == table.turn:
            continue
        for patient in table.hospitals[seat].admitted:
            if not patient & 1:
                times = _times(table, card, place, left)
                table.push(table.turn, decisions.WorsenOther(card, place, times))
                return


def name_transport_critical(table: Table, card: int, place: int, left: int) -> None:
    """Patients of one name become Critical in the ambulances (DN-20.21)."""
    table.push(table.turn, decisions.NameCondition(card, place))


def pass_charges(table: Table, card: int, place: int, left: int) -> None:
    """Charges may be passed to other players (DN-20.18)."""
    seat = table.turn
    k, k_if_title, everywhere = step_of(table, card, place).numbers
    times = left or (k_if_title if table.note else k)
    held = table.markers.count(seat)
    if everywhere:
        held += len(table.hospitals[seat].admitted)
    if times and held and table.others_with_markers(seat):
        table.push(seat, decisions.PassCharge(card, place, times))


def return_admitted(table: Table, card: int, place: int, left: int) -> None:
    """Admitted patients may be sent back into the ambulances, again and again (DN-20.19)."""
    seat = table.turn
    if table.hospitals[seat].admitted and table.others_with_markers(seat):
        table.push(seat, decisions.ReturnPatient(card, place))


def leading_worsens(table: Table, card: int, place: int, left: int) -> None:
    """The leading patient worsens (DN-30.12b)."""
    if table.ambulances:
        table.worsen_on_the_way(0)


def move_transport(table: Table, card: int, place: int, left: int) -> None:
    """Patients in the ambulances are moved (DN-30.13b)."""
    if table.ambulances:
        times = _times(table, card, place, left)
        table.push(table.turn, decisions.MovePatient(card, place, times))


def admit_now(table: Table, card: int, place: int, left: int) -> None:
    """Charges may be admitted at once (DN-30.17b)."""
    if table.turn in table.markers:
        times = _times(table, card, place, left)
        table.push(table.turn, decisions.AdmitNow(card, place, times))


def restore_transport(table: Table, card: int, place: int, left: int) -> None:
    """Charges in the ambulances may be turned to their normal side (DN-30.18b)."""
    for number in range(len(table.ambulances)):
        if table.markers[number] == table.turn and table.ambulances[number] & 1:
            times = _times(table, card, place, left)
            table.push(table.turn, decisions.Restore(card, place, times))
            return


def trade_acquired(table: Table, card: int, place: int, left: int) -> None:
    """Acquired patients are traded with another player (DN-30.5)."""
    table.push(table.turn, decisions.TradePartner(card, place))


def trade_pick(table: Table, seat: int) -> None:
    """One side of a trade picks a patient, if there is one (DN-30.5d, DN-30.5f)."""
    partner = table.trade[0]
    other = partner if seat == table.turn else table.turn
    owner = other if table.variant.pick_other else seat
    if table.hospitals[owner].acquired:
        table.push(seat, decisions.TradePick(owner, int(seat == table.turn)))


def trade_end(table: Table) -> None:
    """The patients picked change owners at the same time (DN-30.5e)."""
    partner, given, received = table.trade
    mine = table.hospitals[table.turn].acquired[:]
    theirs = table.hospitals[partner].acquired[:]
    if given >= 0:
        mine.remove(given)
        theirs.append(given)
    if received >= 0:
        theirs.remove(received)
        mine.append(received)
    table.hospitals[table.turn].acquired = sorted(mine)
    table.hospitals[partner].acquired = sorted(theirs)
    table.trade = []
    table.say("trade_end", table.turn, (partner, given, received))


# --- piles ----------------------------------------------------------------------------------


def stack_pile(table: Table, card: int, place: int, left: int) -> None:
    """A card of a pile is looked up and put on top (DN-20.16b)."""
    piles = step_of(table, card, place).numbers[0]
    if (piles & NURSES and table.nurses) or (piles & EVENTS and table.events):
        table.push(table.turn, decisions.ChoosePile(card, place))


def erase(table: Table, card: int, place: int, left: int) -> None:
    """Kill Marks go back, and patients of the graveyard into the Dungeon (DN-20.17a to c)."""
    marks, patients = step_of(table, card, place).numbers
    hospital = table.hospitals[table.turn]
    gone = min(marks, hospital.marks)
    if not gone:
        return
    table.erased = True
    hospital.marks -= gone
    table.mark_pile += gone
    table.say("erase", table.turn, (gone,))
    if table.graveyard:
        table.push(table.turn, decisions.RaiseDead(card, place, patients))


def return_self(table: Table, card: int, place: int, left: int) -> None:
    """The card goes back to the Town (DN-20.17d)."""
    for earlier in range(place):
        if step_of(table, card, earlier).kind == ERASE and not table.erased:
            return
    if step_of(table, card, place).numbers[0] and table.note:
        return
    if card in table.hospitals[table.turn].play:
        table.return_to_town(table.turn, card)


def swap_with_discarded_nurse(table: Table, card: int, place: int, left: int) -> None:
    """The card is exchanged for a nurse in a discard pile (DN-30.2b to d)."""
    if card not in table.hospitals[table.turn].play:
        return
    for seat in range(table.players):
        if decisions.has_nurse(table, seat):
            table.push(table.turn, decisions.NursePlayer(card, place))
            return


def take_from_discard(table: Table, card: int, place: int, left: int) -> None:
    """Cards of the own discard pile come into the hand (DN-30.10)."""
    times = _times(table, card, place, left)
    if times and table.hospitals[table.turn].discard:
        table.push(table.turn, decisions.TakeDiscarded(card, place, times))


# --- continuing effects ---------------------------------------------------------------------


def treat_elsewhere(table: Table, card: int, place: int, left: int) -> None:
    """Treatments may target other players' patients (DN-20.10b)."""
    table.elsewhere = True


def on_acquire(table: Table, card: int, place: int, left: int) -> None:
    """Gold and Purchases for every patient acquired from now on (DN-20.12)."""
    gold, buy = step_of(table, card, place).numbers
    table.acquire_gold += gold
    table.acquire_buy += buy


def extra_nurse(table: Table, card: int, place: int, left: int) -> None:
    """More nurses after each Operation (DN-30.8b)."""
    table.extra_nurses += step_of(table, card, place).numbers[0]


def may_skip_admission(table: Table, card: int, place: int, left: int) -> None:
    """The Admission Phase of this turn may be skipped (DN-30.11b)."""
    table.may_skip = True


def purchases_to_hand(table: Table, card: int, place: int, left: int) -> None:
    """Purchases come into the hand (DN-30.19b)."""
    table.to_hand = True


USES: Final[list[Use]] = [
    add_actions,
    gain,
    draw,
    discard_hand,
    transport,
    count_bonus,
    give_admitted,
    treat_elsewhere,
    on_acquire,
    acquire_admitted,
    all_admitted_worsen,
    own_admitted_worsens,
    stack_pile,
    erase,
    return_self,
    pass_charges,
    return_admitted,
    other_admitted_critical,
    name_transport_critical,
    swap_with_discarded_nurse,
    trade_acquired,
    extra_nurse,
    take_from_discard,
    may_skip_admission,
    leading_worsens,
    move_transport,
    admit_now,
    restore_transport,
    purchases_to_hand,
]
"""What each step does, in the order of ``pack.STEPS``."""


# --- work -----------------------------------------------------------------------------------


def do_work(table: Table) -> None:
    """Carry out the next piece of work."""
    work = table.work.pop()
    kind = work[0]
    if kind == STEP:
        USES[step_of(table, work[1], work[2]).kind](table, work[1], work[2], work[3])
    elif kind == DO_TRANSPORT:
        do_transport(table)
    elif kind == GAIN_NURSE:
        gain_nurse(table)
    elif kind == PAY_ACQUISITION:
        table.gold += work[1]
        table.buy += work[2]
        table.say("gain", table.turn, (work[1], 0, work[2]))
    elif kind == SETTLE_TITLE:
        table.settle_title()
    elif kind == TRADE_PICK:
        trade_pick(table, work[1])
    else:
        trade_end(table)


def gain_nurse(table: Table) -> None:
    """Acquire a nurse (DN-4.41 to DN-4.44)."""
    if table.nurses and table.variant.choose_nurse:
        table.chance.reveal()
        question: Decision[Table] = decisions.TakeNurse()
        table.push(table.turn, question)
    else:
        table.gain_top_nurse(table.turn)


def do_transport(table: Table) -> None:
    """A transport by the turn player (DN-5.3 to DN-5.8)."""
    if len(table.ambulances) >= table.players:
        table.crisis()
        return
    if not table.hospitals[table.turn].unused and not table.others_with_markers(table.turn):
        if table.ambulances:
            table.crisis()
        else:
            table.say("no_transport", table.turn)
        return
    table.chance.reveal()
    row = table.dungeon[-1]
    table.dungeon = table.dungeon[:-1]
    table.say("transport", table.turn, (2 * row,))
    if not table.dungeon:
        table.aside = row
        table.end(BY_DUNGEON)
        return
    table.ambulances.append(2 * row)
    table.markers.append(NOBODY)
    table.push(table.turn, decisions.AssignDuty())
