"""The questions of the game: who is asked, what may be chosen, what happens then.

First those of the turn, then those of cards. Each class answers in ``objection`` which clause
forbids a candidate. What follows an answer is done here or left as work for the flow.
"""

from collections import Counter
from typing import ClassVar, Final

from wardround.core import Decision, Objection, Questions, changed, without
from wardround.core.words import article, counted, listed
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse.pack import (
    ERASE,
    EVENTS,
    MARKERS,
    NONE,
    NURSES,
    TO_ENDS,
    TO_HAND,
    Step,
)
from wardround.games.dynamite_nurse.state import (
    GAIN_NURSE,
    KNOWN_TO_ALL,
    SETTLE_TITLE,
    STEP,
    TRADE_END,
    TRADE_PICK,
    Hospital,
    Table,
    beds_short,
)


class Question(Decision[Table]):
    """A question with up to four numbers; what it asks stands in the words of no edition."""

    asks: ClassVar[str] = ""

    def __init__(self, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
        self.a = a
        self.b = b
        self.c = c
        self.d = d

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None

    def elaborate(self, state: Table, seat: int, action: int, objection: Objection) -> str:
        return state.variant.voice.fill(objection.text)

    def ask(self, state: Table, seat: int) -> str:
        return state.variant.voice.fill(self.imperative(state, seat))

    def imperative(self, state: Table, seat: int) -> str:
        """The question with fields for the words of the edition."""
        return type(self).asks


def players(table: Table) -> list[int]:
    """Actions that name the players."""
    return list(range(act.PLAYER, act.PLAYER + table.players))


def own_places(table: Table, seat: int) -> list[int]:
    """Actions that name the seat's admitted patients."""
    first = act.ADMITTED + MARKERS * seat
    return list(range(first, first + len(table.hospitals[seat].admitted)))


def all_places(table: Table, first: int) -> list[int]:
    """Actions of a family that name the admitted patients of all players."""
    found: list[int] = []
    for seat in range(table.players):
        start = first + MARKERS * seat
        found += range(start, start + len(table.hospitals[seat].admitted))
    return found


def way_places(table: Table, first: int) -> list[int]:
    """Actions of a family that name the places of the ambulances."""
    return list(range(first, first + len(table.ambulances)))


def different(cards: list[int], first: int) -> list[int]:
    """Actions of a family that name the cards, each once."""
    found: list[int] = []
    add_different(found, sorted(cards), first)
    return found


def add_different(found: list[int], ordered: list[int], first: int) -> None:
    """Add the actions of a family that name the cards, which are in order, each once."""
    last = NONE
    for card in ordered:
        if card != last:
            found.append(first + card)
            last = card


# --- the Main Phase (DN-4) ------------------------------------------------------------------

NOT_IN_HAND: Final = Objection("DN-4.3", "Only a card in your hand can be played.")
NO_TREATMENT: Final = Objection("DN-4.22", "You have no {treatment} left in this phase.")
NO_PURCHASE: Final = Objection("DN-4.22", "You have no {purchase} left in this phase.")
NOT_YOURS: Final = Objection("DN-4.26", "Only a patient in your own {hospital} can be treated.")
TOO_FEW_POINTS: Final = Objection("DN-4.30", "You have too few {treatment_points} for that.")
NOT_CRITICAL: Final = Objection("DN-4.33", "{Care} is only for a patient that is {critical}.")
NO_CARE: Final = Objection("DN-4.33", "This patient has no value for {care}.")
EMPTY_PILE: Final = Objection("DN-4.45", "That {pile} is empty.")
NO_COST: Final = Objection("DN-9.10", "A card without a cost cannot be bought.")
TOO_LITTLE_GOLD: Final = Objection("DN-4.47", "You have {too_little_gold} for that.")
NO_SECOND: Final = Objection("DN-4.50", "There is no second card in the {event_pile}.")
NOTHING_OWED: Final = Objection("DN-4.58", "No upkeep is owed for this patient.")
PAID: Final = Objection("DN-42.10", "The upkeep of this patient is paid already.")
UPKEEP_POINTS: Final = Objection("DN-42.10", "You have too few {treatment_points} for the upkeep.")


class Main(Question):
    """What the turn player does next in the Main Phase (DN-4.1)."""

    asks: ClassVar[str] = "play a card, treat, buy, or end the {phase_0}"

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        found = [act.END, act.ASK, act.BUY_EVENT]
        found += different(hospital.hand + hospital.shown + hospital.play, act.PLAY)
        found += [act.BUY + slot for slot in piles(state)]
        found += all_places(state, act.OPERATE)
        found += all_places(state, act.CARE)
        found += range(act.UPKEEP, act.UPKEEP + len(hospital.admitted))
        return found

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action < act.BUY:
            if action >= act.PLAY:
                held = state.hospitals[seat].in_hand(action - act.PLAY)
                return None if held else NOT_IN_HAND
            return None if action == act.END else _event_objection(state, action)
        if action < act.CARD:
            return _buy_objection(state, action - act.BUY)
        if action < act.CARE:
            return _operation_objection(state, seat, action)
        if action < act.UPKEEP:
            return _care_objection(state, seat, action)
        return _upkeep_objection(state, seat, action - act.UPKEEP)

    def legal(self, state: Table, seat: int) -> list[int]:
        """By family; what the allowances or the points rule out for all is not looked at."""
        hospital = state.hospitals[seat]
        legal = [act.END]
        purchase = state.buy > 0 or state.either > 0
        if purchase:
            if len(state.events) > 1:
                legal.append(act.ASK)
            if state.events and state.pack.cards[state.events[-1]].cost <= state.gold:
                legal.append(act.BUY_EVENT)
        add_different(legal, hospital.hand_cards() if hospital.shown else hospital.hand, act.PLAY)
        if purchase:
            _add_purchases(state, legal)
        if state.treat or state.either:
            _add_treatments(state, seat, legal)
        for place in range(len(hospital.admitted)):
            if hospital.admitted[place] & 1 and _upkeep_objection(state, seat, place) is None:
                legal.append(act.UPKEEP + place)  # noqa: PERF401 (a call on 3.11)
        return legal

    def warning(self, state: Table, seat: int, action: int) -> str:
        """What the end of the phase leaves unplayed, untreated, or dying (DN-4.1)."""
        if action != act.END:
            return ""
        return " ".join(_left_undone(state, seat))

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.END:
            state.go_to("end_main_phase")
            state.say("end_main", seat)
        elif action == act.ASK:
            _ask_second(state, seat)
        elif action == act.BUY_EVENT:
            _buy_event(state, seat, len(state.events) - 1)
        elif action < act.BUY:
            _play(state, seat, action - act.PLAY)
        elif action < act.CARD:
            _buy(state, seat, action - act.BUY)
        elif action < act.CARE:
            _operate(state, seat, action)
        elif action < act.UPKEEP:
            _care(state, seat, action)
        else:
            _pay_upkeep(state, seat, action - act.UPKEEP)


def _left_undone(table: Table, seat: int) -> list[str]:
    """Sentences on what is lost if the Main Phase ends now."""
    hospital = table.hospitals[seat]
    voice = table.variant.voice
    told: list[str] = []
    names = [
        f"{copies} × {voice.card(card)}" if copies > 1 else voice.card(card)
        for card, copies in sorted(Counter(hospital.hand_cards()).items())
    ]
    if names:
        told.append(f"You have not played {listed(names)}.")
    payable = [
        voice.patient(hospital.admitted[place])
        for place in range(len(hospital.admitted))
        if _operation_objection(table, seat, act.OPERATE + MARKERS * seat + place) is None
    ]
    if payable:
        operation = article(voice.fill("{operation}"))
        told.append(f"You could still pay for {operation} on {listed(payable, 'or')}.")
    owed = sum([table.owes(seat, place) for place in range(len(hospital.admitted))])
    if owed:
        told.append(f"{counted(owed, 'patient')} without upkeep will die.")
    return told


def _add_purchases(table: Table, legal: list[int]) -> None:
    """Add the cards of the supply that can be paid (DN-4.45 to DN-4.47)."""
    supply = table.supply
    cards = table.pack.cards
    gold = table.gold
    for slot in table.pack.piles:
        if supply[slot] and 0 <= cards[slot].cost <= gold:
            legal.append(act.BUY + slot)  # noqa: PERF401 (a comprehension costs a call on 3.11)


def _add_treatments(table: Table, seat: int, legal: list[int]) -> None:
    """Add the Operations and Care that the points suffice for (DN-4.26 to DN-4.33)."""
    rows = table.pack.rows
    tp = table.tp
    owners = range(table.players) if table.elsewhere else range(seat, seat + 1)
    for owner in owners:
        place = act.OPERATE + MARKERS * owner
        for patient in table.hospitals[owner].admitted:
            if rows[patient >> 1].severity[patient & 1] <= tp:
                legal.append(place)
            place += 1
    for owner in owners:
        place = act.CARE + MARKERS * owner
        for patient in table.hospitals[owner].admitted:
            if patient & 1 and 0 <= rows[patient >> 1].care <= tp:
                legal.append(place)
            place += 1


def _event_objection(table: Table, action: int) -> Objection | None:
    """What forbids to buy the Event card or to ask for the second one."""
    if action == act.ASK:
        if len(table.events) < 2:
            return NO_SECOND
        return None if table.buy or table.either else NO_PURCHASE
    if not table.events:
        return EMPTY_PILE
    return _price_objection(table, table.events[-1])


def _price_objection(table: Table, card: int) -> Objection | None:
    if not table.buy and not table.either:
        return NO_PURCHASE
    return None if table.gold >= table.pack.cards[card].cost else TOO_LITTLE_GOLD


def piles(table: Table) -> list[int]:
    """Cards of which there is a supply pile, perhaps an empty one (DN-9.5, DN-9.10)."""
    supply = table.supply
    cards = table.pack.cards
    return [slot for slot in table.pack.piles if supply[slot] or cards[slot].cost >= 0]


def _buy_objection(table: Table, slot: int) -> Objection | None:
    if not table.supply[slot]:
        return EMPTY_PILE
    if table.pack.cards[slot].cost < 0:
        return NO_COST
    return _price_objection(table, slot)


def _target_objection(table: Table, seat: int, owner: int) -> Objection | None:
    """Whether a patient of this owner can be treated (DN-4.26, DN-20.10b)."""
    if owner != seat and not table.elsewhere:
        return NOT_YOURS
    return None if table.treat or table.either else NO_TREATMENT


def _operation_objection(table: Table, seat: int, action: int) -> Objection | None:
    owner, place = act.place(action, act.OPERATE)
    objection = _target_objection(table, seat, owner)
    if objection is not None:
        return objection
    cost = table.severity(table.hospitals[owner].admitted[place])
    return None if table.tp >= cost else TOO_FEW_POINTS


def _care_objection(table: Table, seat: int, action: int) -> Objection | None:
    owner, place = act.place(action, act.CARE)
    patient = table.hospitals[owner].admitted[place]
    if not patient & 1:
        return NOT_CRITICAL
    care = table.pack.rows[patient >> 1].care
    if care == NONE:
        return NO_CARE
    objection = _target_objection(table, seat, owner)
    if objection is not None:
        return objection
    return None if table.tp >= care else TOO_FEW_POINTS


def _upkeep_objection(table: Table, seat: int, place: int) -> Objection | None:
    hospital = table.hospitals[seat]
    patient = hospital.admitted[place]
    if hospital.paid[place]:
        return PAID
    if not table.owes(seat, place):
        return NOTHING_OWED
    return None if table.tp >= table.pack.rows[patient >> 1].upkeep else UPKEEP_POINTS


def _play(table: Table, seat: int, card: int) -> None:
    """Play a card (DN-4.5): it enters play, the title is noted, points, then its steps."""
    hospital = table.hospitals[seat]
    held = table.pack.cards[card]
    hospital.from_hand(card)
    hospital.play.append(card)
    table.note = table.title == seat
    table.erased = False
    table.played.append(card)
    table.gold += held.gold
    table.tp += held.tp
    table.say("play", seat, (card,))
    if any(step.kind == ERASE for step in held.steps):
        table.work.append([SETTLE_TITLE])
    for place in range(len(held.steps) - 1, -1, -1):
        table.work.append([STEP, card, place, 0])


def _buy(table: Table, seat: int, card: int) -> None:
    """A Purchase from a supply pile (DN-4.46)."""
    table.use_purchase()
    table.gold -= table.pack.cards[card].cost
    table.supply = changed(table.supply, card, table.supply[card] - 1)
    table.keep_bought(seat, card)


def _buy_event(table: Table, seat: int, place: int) -> None:
    """A Purchase of the top Event card (DN-4.46)."""
    table.use_purchase()
    table.gold -= table.pack.cards[table.events[place]].cost
    table.keep_bought(seat, table.take_event(place))


def _ask_second(table: Table, seat: int) -> None:
    """Ask for the second Event card: it uses up a Purchase (DN-4.50 to DN-4.55)."""
    table.use_purchase()
    table.chance.reveal()
    if table.variant.rotate:
        table.events = [table.events[-1], *table.events[:-1]]
        table.events_known = [KNOWN_TO_ALL, *table.events_known[:-1]]
        place = len(table.events) - 1
    else:
        place = len(table.events) - 2
        table.events_known = changed(table.events_known, place, KNOWN_TO_ALL)
    table.say("ask", seat, (table.events[place],))
    table.push(seat, BuyShown(place))


def _operate(table: Table, seat: int, action: int) -> None:
    """An Operation (DN-4.32); the nurses come as work above the gain of continuing effects."""
    owner, place = act.place(action, act.OPERATE)
    table.use_treatment()
    cost = table.severity(table.hospitals[owner].admitted[place])
    table.tp -= cost
    table.say("operate", seat, (table.hospitals[owner].admitted[place], owner, cost))
    table.acquire(owner, place)
    for _ in range(1 + table.extra_nurses):
        table.work.append([GAIN_NURSE])


def _care(table: Table, seat: int, action: int) -> None:
    """Care turns a patient to its normal side (DN-4.34)."""
    owner, place = act.place(action, act.CARE)
    hospital = table.hospitals[owner]
    table.use_treatment()
    patient = hospital.admitted[place]
    table.tp -= table.pack.rows[patient >> 1].care
    hospital.admitted[place] = patient & ~1
    table.say("care", seat, (patient, owner))


def _pay_upkeep(table: Table, seat: int, place: int) -> None:
    """Pay an upkeep (DN-4.58)."""
    hospital = table.hospitals[seat]
    patient = hospital.admitted[place]
    table.tp -= table.pack.rows[patient >> 1].upkeep
    hospital.paid[place] = 1
    table.say("upkeep", seat, (patient,))


class BuyShown(Question):
    """Whether the second Event card is bought (DN-4.54); ``a`` is its place in the pile."""

    asks: ClassVar[str] = "buy the second Event card, or decline"

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS, act.BUY_EVENT]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS or state.gold >= state.pack.cards[state.events[self.a]].cost:
            return None
        return TOO_LITTLE_GOLD

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = state.events[self.a]
        if action == act.PASS:
            state.say("decline_event", seat, (card,))
        else:
            state.gold -= state.pack.cards[card].cost
            state.keep_bought(seat, state.take_event(self.a))


class TakeNurse(Question):
    """Option ``nurse_gain`` = ``choice``: which nurse is acquired (DN-4.44)."""

    asks: ClassVar[str] = "{acquire} a nurse of your choice"

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.nurses, act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = action - act.CARD
        state.shuffle_pile(True, card, False)
        state.put_on_discard(seat, card)
        state.say("nurse", seat, (card,))


# --- Transportation (DN-5) ------------------------------------------------------------------

NO_MARKER: Final = Objection("DN-5.8", "That player has no unused {marker}.")


class AssignDuty(Question):
    """Who is in charge of the patient just transported (DN-5.8)."""

    def continues(self) -> bool:
        return True

    def candidates(self, state: Table, seat: int) -> list[int]:
        return players(state)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if state.hospitals[action - act.PLAYER].unused else NO_MARKER

    def legal(self, state: Table, seat: int) -> list[int]:
        """Every player with an unused marker."""
        legal: list[int] = []
        action = act.PLAYER
        for hospital in state.hospitals:
            if hospital.unused:
                legal.append(action)
            action += 1
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        owner = action - act.PLAYER
        patient = state.ambulances[-1]
        state.hospitals[owner].unused -= 1
        state.markers[-1] = owner
        state.say("assign", seat, (patient, owner))
        if state.is_emergency(patient) and state.variant.admit_emergencies:
            state.admit(owner, state.take_from_ambulances(len(state.ambulances) - 1))
            state.say("admit", owner, (patient,))

    def imperative(self, state: Table, seat: int) -> str:
        name = state.variant.voice.patient(state.ambulances[-1])
        return f"choose who is in charge of {name}"


# --- Admission (DN-6) -----------------------------------------------------------------------

NOT_YOUR_CHARGE: Final = Objection("DN-6.2", "Another player is in charge of this patient.")
CHOSEN: Final = Objection("DN-6.8", "No patient worsens twice in one bed check.")


class SkipAdmission(Question):
    """Whether the Admission Phase is skipped (DN-30.11b)."""

    asks: ClassVar[str] = "skip the {phase_2}, or not"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS, act.SKIP]

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.SKIP:
            state.go_to("cleanup_phase")
            state.say("skip", seat)


class Admit(Question):
    """Which own charges are admitted, one by one (DN-6.1)."""

    asks: ClassVar[str] = "admit {charges} of yours, or stop"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS, *way_places(state, act.AMBULANCE)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS or state.markers[action - act.AMBULANCE] == seat:
            return None
        return NOT_YOUR_CHARGE

    def legal(self, state: Table, seat: int) -> list[int]:
        """The own charges, or to stop."""
        legal = [act.PASS]
        action = act.AMBULANCE
        for owner in state.markers:
            if owner == seat:
                legal.append(action)
            action += 1
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        if action == act.PASS:
            state.pop(seat)
            return
        patient = state.take_from_ambulances(action - act.AMBULANCE)
        state.admit(seat, patient)
        state.say("admit", seat, (patient,))
        state.reconsider(seat)


class BedCheck(Question):
    """Which admitted patients have no bed (DN-6.7); ``a`` marks those already chosen by bits."""

    def continues(self) -> bool:
        return self.a > 0

    def candidates(self, state: Table, seat: int) -> list[int]:
        return own_places(state, seat)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        place = act.place(action, act.ADMITTED)[1]
        return CHOSEN if self.a >> place & 1 else None

    def take(self, state: Table, seat: int, action: int) -> None:
        chosen = self.a | 1 << act.place(action, act.ADMITTED)[1]
        places = bits(chosen)
        if len(places) < beds_short(state.hospitals[seat]):
            state.replace(seat, BedCheck(chosen))
            return
        state.pop(seat)
        state.say("bed_check", seat, (len(places),))
        state.worsen_admitted([seat] * len(places), places)

    def imperative(self, state: Table, seat: int) -> str:
        short = beds_short(state.hospitals[seat]) - len(bits(self.a))
        return f"choose {_number_of(short, 'patient')} without a bed"


def _number_of(number: int, noun: str) -> str:
    """``a card``, ``2 cards``."""
    return article(noun) if number == 1 else counted(number, noun)


def bits(mask: int) -> list[int]:
    """The places of the bits that are set, ascending."""
    found: list[int] = []
    for place in range(MARKERS):
        if mask >> place & 1:
            found.append(place)  # noqa: PERF401 (a comprehension costs a call on 3.11)
    return found


# --- Cleanup (DN-7) -------------------------------------------------------------------------

PLAYED: Final = Objection("DN-7.4", "A card played this turn cannot be kept.")


class Keep(Question):
    """Which card of the hand is kept, if any (DN-7.1)."""

    asks: ClassVar[str] = "keep a card of your hand, or none"

    def candidates(self, state: Table, seat: int) -> list[int]:
        hospital = state.hospitals[seat]
        return [act.PASS, *different(hospital.hand + hospital.shown + hospital.play, act.CARD)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS or state.hospitals[seat].in_hand(action - act.CARD):
            return None
        return PLAYED

    def legal(self, state: Table, seat: int) -> list[int]:
        """Any card of the hand, or none."""
        legal = [act.PASS]
        add_different(legal, state.hospitals[seat].hand_cards(), act.CARD)
        return legal

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        hospital = state.hospitals[seat]
        if action == act.PASS:
            out = hospital.hand_cards()
            hospital.hand = []
            hospital.shown = []
            state.say("keep_none", seat)
        else:
            out = keep_one(hospital, action - act.CARD)
            state.say("keep", seat, (), (action - act.CARD,))
        if out:
            state.chance.reveal()
            state.say("discard", seat, tuple(out))
        for card in out:
            state.put_on_discard(seat, card)


def keep_one(hospital: Hospital, card: int) -> list[int]:
    """All cards but one leave the hand; which. It stays known if it was among the known ones."""
    hidden = card in hospital.hand
    out = hospital.hand_cards()
    out.remove(card)
    hospital.hand = [card] if hidden else []
    hospital.shown = [] if hidden else [card]
    return out


# --- questions of cards ---------------------------------------------------------------------

NOT_THAT_PLAYER: Final = Objection("DN-13.10", "It must be another player.")
PASSING: Final = Objection("DN-13.9", "That player has no unused {marker}.")


class StepQuestion(Question):
    """A question of a card's step: ``a`` card, ``b`` place of the step, ``c`` times left."""

    def continues(self) -> bool:
        return True

    def step(self, state: Table) -> Step:
        """The step that asks."""
        return state.pack.cards[self.a].steps[self.b]

    def again(self, state: Table) -> None:
        """Ask for the next time that the step is carried out, if there is one (DN-14.16)."""
        if self.c > 1:
            state.work.append([STEP, self.a, self.b, self.c - 1])


class MayChoose(StepQuestion):
    """A question of a step that can be declined (DN-14.15): which own admitted patient is meant."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS, *own_places(state, seat)]

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        if action == act.PASS:
            state.say("decline", seat, (self.a,))
        else:
            self.choose(state, seat, action)

    def choose(self, state: Table, seat: int, action: int) -> None:
        """Carry out an answer that is not declining."""
        raise NotImplementedError


class MayChooseCharge(MayChoose):
    """The same, of the own charges in the ambulances."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.PASS, *way_places(state, act.AMBULANCE)]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action < act.AMBULANCE or state.markers[action - act.AMBULANCE] == seat:
            return None
        return NOT_YOUR_CHARGE


class NewOwner(StepQuestion):
    """Which other player is in charge of a patient instead; ``d`` is the patient's place."""

    asks: ClassVar[str] = "choose the player who is in charge now"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return players(state)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        other = action - act.PLAYER
        if other == seat:
            return NOT_THAT_PLAYER
        return None if state.hospitals[other].unused else PASSING


class GiveTo(NewOwner):
    """Who gets a patient (DN-20.9b, DN-20.18a); a place from 100 on is one in the ambulances."""

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        other = action - act.PLAYER
        state.swap_marker(seat, other)
        if self.d >= ON_THE_WAY:
            place = self.d - ON_THE_WAY
            state.markers[place] = other
            state.say("pass", seat, (state.ambulances[place], other))
        else:
            patient = state.release(seat, self.d)
            state.admit(other, patient)
            state.say("give", seat, (patient, other))
        self.again(state)


ON_THE_WAY: Final = 100


class GivePatient(MayChoose):
    """Which admitted patient is given to another player, if any (DN-20.9a)."""

    asks: ClassVar[str] = "choose an admitted patient to give away, or none"

    def choose(self, state: Table, seat: int, action: int) -> None:
        place = act.place(action, act.ADMITTED)[1]
        state.push(seat, GiveTo(self.a, self.b, self.c, place))


class PassCharge(MayChooseCharge):
    """Which charge is passed to another player, if any (DN-20.18a)."""

    asks: ClassVar[str] = "choose a {charge} of yours to pass on, or none"

    def candidates(self, state: Table, seat: int) -> list[int]:
        admitted = own_places(state, seat) if self.step(state).numbers[2] else []
        return [act.PASS, *admitted, *way_places(state, act.AMBULANCE)]

    def choose(self, state: Table, seat: int, action: int) -> None:
        if action >= act.AMBULANCE:
            place = action - act.AMBULANCE + ON_THE_WAY
        else:
            place = act.place(action, act.ADMITTED)[1]
        state.push(seat, GiveTo(self.a, self.b, self.c, place))


class ReturnPatient(MayChoose):
    """Which admitted patient is returned to the ambulances, or stop (DN-20.19a)."""

    asks: ClassVar[str] = "choose an admitted patient to send back into the {ambulances}, or stop"

    def choose(self, state: Table, seat: int, action: int) -> None:
        place = act.place(action, act.ADMITTED)[1]
        state.push(seat, ReturnTo(self.a, self.b, self.c, place))


class ReturnTo(NewOwner):
    """Whose marker a returned patient gets (DN-20.19b)."""

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        other = action - act.PLAYER
        state.swap_marker(seat, other)
        patient = state.release(seat, self.d)
        state.ambulances.append(patient)
        state.markers.append(other)
        state.say("send_back", seat, (patient, other))
        state.work.append([STEP, self.a, self.b, 0])
        if len(state.ambulances) > state.players:
            state.crisis()


TOO_SEVERE: Final = Objection("DN-20.13a", "The Severity of this patient is too high for the card.")
NOT_FOR_CRITICAL: Final = Objection(
    "DN-20.13a", "The card is not for a patient that is {critical}."
)


class AcquireAdmitted(MayChoose):
    """Which admitted patient is acquired by the card, if any (DN-20.13a, DN-20.14a)."""

    asks: ClassVar[str] = "{acquire} an admitted patient with the card, or none"

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if action == act.PASS:
            return None
        place = act.place(action, act.ADMITTED)[1]
        return acquire_objection(state, self.step(state), state.hospitals[seat].admitted[place])

    def choose(self, state: Table, seat: int, action: int) -> None:
        state.acquire(seat, act.place(action, act.ADMITTED)[1])


def acquire_objection(table: Table, step: Step, patient: int) -> Objection | None:
    """What forbids to acquire a patient by equipment."""
    limit, critical_allowed = step.numbers
    if patient & 1 and not critical_allowed:
        return NOT_FOR_CRITICAL
    return None if limit == NONE or table.severity(patient) <= limit else TOO_SEVERE


class WorsenOwn(StepQuestion):
    """Which of the own admitted patients worsens (DN-20.16a)."""

    asks: ClassVar[str] = "choose one of your admitted patients that worsens"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return own_places(state, seat)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        self.again(state)
        state.worsen_admitted([seat], [act.place(action, act.ADMITTED)[1]])


NOT_THAT_PILE: Final = Objection("DN-20.16b", "The card does not look through that {pile}.")
NOTHING_THERE: Final = Objection("DN-20.16b", "That {pile} is empty.")


class ChoosePile(StepQuestion):
    """Which pile is looked through (DN-20.16b)."""

    asks: ClassVar[str] = "choose the {pile} to look through"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return [act.NURSE_PILE, act.EVENT_PILE]

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        nurses = action == act.NURSE_PILE
        if not self.step(state).numbers[0] & (NURSES if nurses else EVENTS):
            return NOT_THAT_PILE
        return None if (state.nurses if nurses else state.events) else NOTHING_THERE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.chance.reveal()
        nurses = action == act.NURSE_PILE
        state.say("look", seat, (int(nurses),))
        state.replace(seat, StackCard(self.a, self.b, self.c, int(nurses)))


class StackCard(StepQuestion):
    """Which card of the pile is put on top (DN-20.16b); ``d`` is 1 for the Nurse pile."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.nurses if self.d else state.events, act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = action - act.CARD
        state.shuffle_pile(self.d == 1, card, True)
        if self.d:
            state.say("stack_nurse", seat, (), (card,))
        else:
            state.say("stack_event", seat, (card,))

    def imperative(self, state: Table, seat: int) -> str:
        pile = "{nurse_pile}" if self.d else "{event_pile}"
        return f"choose the card that goes on top of the {pile}"


class RaiseDead(StepQuestion):
    """Which patient of the graveyard goes back into the Dungeon (DN-20.17c)."""

    asks: ClassVar[str] = "choose a patient in the {graveyard} that goes back into the {dungeon}"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.graveyard, act.GRAVE)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        row = action - act.GRAVE
        state.graveyard = without(state.graveyard, state.graveyard.index(row))
        state.dungeon = sorted([*state.dungeon, row])
        state.chance.reveal()
        state.chance.shuffle(state.dungeon)
        state.say("raise_dead", seat, (row,))
        if self.c > 1 and state.graveyard:
            state.push(seat, RaiseDead(self.a, self.b, self.c - 1))


NOT_NORMAL: Final = Objection("DN-20.20a", "This patient is {critical} already.")
YOUR_OWN: Final = Objection("DN-20.20a", "It must be a patient of another player.")


class WorsenOther(StepQuestion):
    """Which patient admitted by another player becomes Critical (DN-20.20a)."""

    asks: ClassVar[str] = "choose a patient of another player that {becomes_critical}"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return all_places(state, act.ADMITTED)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        owner, place = act.place(action, act.ADMITTED)
        if owner == seat:
            return YOUR_OWN
        return NOT_NORMAL if state.hospitals[owner].admitted[place] & 1 else None

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        self.again(state)
        owner, place = act.place(action, act.ADMITTED)
        state.worsen_admitted([owner], [place])


class NameCondition(StepQuestion):
    """Which patient name the Epidemic hits (DN-20.21a)."""

    asks: ClassVar[str] = "name the patients that worsen {in_the_ambulances}"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return list(range(act.NAME, act.PLAYER))

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        name = action - act.NAME
        state.say("epidemic", seat, (name,))
        for place in range(len(state.ambulances)):
            patient = state.ambulances[place]
            if not patient & 1 and state.pack.rows[patient >> 1].name == name:
                state.worsen_on_the_way(place)


NO_NURSE_THERE: Final = Objection("DN-30.2b", "No Nurse Card lies in that discard pile.")
NOT_A_NURSE: Final = Objection("DN-30.2b", "It must be a Nurse Card.")


def has_nurse(table: Table, seat: int) -> bool:
    """Whether a Nurse Card lies in the seat's discard pile."""
    for card in table.hospitals[seat].discard:
        if table.pack.cards[card].is_nurse:
            return True
    return False


class NursePlayer(StepQuestion):
    """In whose discard pile the nurse lies that is exchanged (DN-30.2b)."""

    asks: ClassVar[str] = "choose the player from whose discard pile you take a nurse"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return players(state)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if has_nurse(state, action - act.PLAYER) else NO_NURSE_THERE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.replace(seat, SwapNurse(self.a, self.b, self.c, action - act.PLAYER))


class SwapNurse(StepQuestion):
    """Which nurse of a discard pile is exchanged (DN-30.2b); ``d`` is whose pile it is."""

    asks: ClassVar[str] = "choose the nurse that you take"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.hospitals[self.d].discard, act.CARD)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return None if state.pack.cards[action - act.CARD].is_nurse else NOT_A_NURSE

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = action - act.CARD
        state.hospitals[self.d].discard.remove(card)
        state.hospitals[seat].play.remove(self.a)
        state.put_on_discard(self.d, self.a)
        if self.step(state).numbers[0] == TO_HAND:
            state.put_into_hand(seat, card)
        else:
            state.put_on_discard(seat, card)
        state.say("swap_nurse", seat, (self.a, card, self.d))


class TradePartner(StepQuestion):
    """With whom acquired patients are traded (DN-30.5b)."""

    asks: ClassVar[str] = "choose the player with whom you trade"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return players(state)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        return NOT_THAT_PLAYER if action - act.PLAYER == seat else None

    def take(self, state: Table, seat: int, action: int) -> None:
        partner = action - act.PLAYER
        state.trade = [partner, NONE, NONE]
        state.say("trade", seat, (partner,))
        if state.hospitals[seat].acquired and state.hospitals[partner].acquired:
            state.replace(seat, TradeFirst(self.a, self.b, self.c, partner))
        else:
            state.pop(seat)
            open_trade(state, seat, partner)


def open_trade(table: Table, first: int, second: int) -> None:
    """The picks of a trade in their order, then the exchange."""
    table.work.append([TRADE_END])
    table.work.append([TRADE_PICK, second])
    table.work.append([TRADE_PICK, first])


class TradeFirst(StepQuestion):
    """Which side of a trade chooses first (DN-30.5c); ``d`` is the partner."""

    asks: ClassVar[str] = "choose who picks first"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return sorted([act.PLAYER + seat, act.PLAYER + self.d])

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        first = action - act.PLAYER
        open_trade(state, first, self.d if first == seat else seat)


class TradePick(Question):
    """Which patient a side of a trade picks (DN-30.5d); ``a`` is whose acquired patients."""

    asks: ClassVar[str] = "pick {a_acquired} patient for the trade"

    def continues(self) -> bool:
        return self.b == 1

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.hospitals[self.a].acquired, act.ACQUIRED)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        patient = action - act.ACQUIRED
        state.trade = changed(state.trade, 1 if self.a == state.turn else 2, patient)
        state.say("trade_pick", seat, (patient, self.a))


NOT_CHOSEN: Final = Objection("DN-30.13b", "A patient is moved to an end of the {ambulances}.")


class MovePatient(StepQuestion):
    """Which patient in the ambulances is moved (DN-30.13b)."""

    asks: ClassVar[str] = "choose a patient {in_the_ambulances} to move"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return way_places(state, act.AMBULANCE)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.replace(seat, MoveTo(self.a, self.b, self.c, action - act.AMBULANCE))


class MoveTo(StepQuestion):
    """Where a patient in the ambulances is moved (DN-30.13b); ``d`` is its place."""

    asks: ClassVar[str] = "choose the place {in_the_ambulances}"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return way_places(state, act.TO)

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        if self.step(state).numbers[1] != TO_ENDS:
            return None
        place = action - act.TO
        return None if place in (0, len(state.ambulances) - 1) else NOT_CHOSEN

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        place = action - act.TO
        marker = state.markers[self.d]
        patient = state.take_from_ambulances(self.d)
        state.ambulances.insert(place, patient)
        state.markers.insert(place, marker)
        state.say("move", seat, (patient, place + 1))
        self.again(state)


class AdmitNow(MayChooseCharge):
    """Which charge is admitted by a card, if any (DN-30.17b)."""

    asks: ClassVar[str] = "admit a {charge} of yours now, or none"

    def choose(self, state: Table, seat: int, action: int) -> None:
        patient = state.take_from_ambulances(action - act.AMBULANCE)
        state.admit(seat, patient)
        state.say("admit", seat, (patient,))
        self.again(state)


NOT_WORSE: Final = Objection("DN-30.18b", "This patient is on its normal side.")


class Restore(MayChooseCharge):
    """Which charge in the ambulances is turned to its normal side, if any (DN-30.18b)."""

    asks: ClassVar[str] = "turn a {charge} of yours {in_the_ambulances} to its normal side, or none"

    def objection(self, state: Table, seat: int, action: int) -> Objection | None:
        objection = super().objection(state, seat, action)
        if action == act.PASS or objection is not None:
            return objection
        return None if state.ambulances[action - act.AMBULANCE] & 1 else NOT_WORSE

    def choose(self, state: Table, seat: int, action: int) -> None:
        place = action - act.AMBULANCE
        patient = state.ambulances[place]
        state.ambulances[place] = patient & ~1
        state.say("restore", seat, (patient,))
        self.again(state)


class DiscardCard(StepQuestion):
    """Which card of the hand is discarded (DN-30.7b)."""

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.hospitals[seat].hand_cards(), act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = action - act.CARD
        state.hospitals[seat].from_hand(card)
        state.put_on_discard(seat, card)
        state.say("discard", seat, (card,))
        self.again(state)

    def imperative(self, state: Table, seat: int) -> str:
        return f"discard {_number_of(self.c, 'card')} of your hand"


class TakeDiscarded(StepQuestion):
    """Which card of the own discard pile is taken into the hand (DN-30.10a)."""

    asks: ClassVar[str] = "take a card of your discard pile into your hand"

    def candidates(self, state: Table, seat: int) -> list[int]:
        return different(state.hospitals[seat].discard, act.CARD)

    def take(self, state: Table, seat: int, action: int) -> None:
        state.pop(seat)
        card = action - act.CARD
        state.hospitals[seat].discard.remove(card)
        state.put_into_hand(seat, card)
        state.say("take_discarded", seat, (card,))
        self.again(state)


QUESTIONS: Final = Questions(
    (
        Main,
        BuyShown,
        TakeNurse,
        AssignDuty,
        SkipAdmission,
        Admit,
        BedCheck,
        Keep,
        GiveTo,
        GivePatient,
        PassCharge,
        ReturnPatient,
        ReturnTo,
        AcquireAdmitted,
        WorsenOwn,
        ChoosePile,
        StackCard,
        RaiseDead,
        WorsenOther,
        NameCondition,
        NursePlayer,
        SwapNurse,
        TradePartner,
        TradeFirst,
        TradePick,
        MovePatient,
        MoveTo,
        AdmitNow,
        Restore,
        DiscardCard,
        TakeDiscarded,
    )
)
