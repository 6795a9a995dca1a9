"""Sentences in the words of the edition: what cards and patients do, and what happened."""

from collections.abc import Callable, Sequence
from typing import Final

from wardround.core import SEAT_NAMES, Event
from wardround.core.words import counted, listed, plural, stopped, upper_first
from wardround.games.dynamite_nurse.options import Variant
from wardround.games.dynamite_nurse.pack import BOTH_PILES, NAMES, NONE, NURSES, Card, PatientRow
from wardround.games.dynamite_nurse.state import BY_CAP, BY_KILL_MARKS
from wardround.games.dynamite_nurse.words import VOICES, Voice

Numbers = list[int]


# --- what cards do --------------------------------------------------------------------------


def card_text(variant: Variant, card: Card) -> str:
    """The rule of a card in this game, generated from its steps and the options."""
    return " ".join(step_texts(variant, card))


def step_texts(variant: Variant, card: Card) -> list[str]:
    """A sentence for every step of a card, those for the end of the game last."""
    parts = [STEP_TEXTS[step.kind](variant, step.numbers) for step in card.steps]
    parts += [END_TEXTS[step.kind](variant, step.numbers) for step in card.end_steps]
    return [variant.voice.fill(part) for part in parts]


def bonus_text(voice: Voice, card: Card) -> str:
    """The Bonus Points of a card: "1 Gold and 2 TP"; empty if it has none."""
    return _amounts(voice, card.gold, card.tp)


def _amounts(voice: Voice, gold: int, tp: int, purchases: int = 0) -> str:
    """What is gained, without what is nothing: "1 Gold, 2 TP and 1 additional Purchase"."""
    parts = [voice.gold(gold)] if gold else []
    if tp:
        parts.append(voice.tp(tp))
    if purchases:
        parts.append(_additional(purchases, "{purchase}", "{purchases}"))
    return listed(parts)


def _additional(number: int, one: str, many: str) -> str:
    return f"{number} additional {plural(number, one, many)}"


def _up_to(number: int, one: str, many: str) -> str:
    """How many may be chosen: "1 patient", "up to 3 patients"."""
    return f"{'up to ' if number > 1 else ''}{counted(number, one, many)}"


def _repeated(number: int, text: str) -> str:
    """A sentence that is carried out so many times."""
    return text if number == 1 else f"{number} times: {text}"


def _add_actions(variant: Variant, n: Numbers) -> str:
    either, treat, buy = n
    parts = []
    if either:
        both = ("{treatment} or {purchase}", "{treatments} or {purchases}")
        parts.append(_additional(either, *both))
    if treat:
        parts.append(_additional(treat, "{treatment}", "{treatments}"))
    if buy:
        parts.append(_additional(buy, "{purchase}", "{purchases}"))
    return f"You have {listed(parts) or 'nothing additional'}."


def _gain(variant: Variant, n: Numbers) -> str:
    gold, tp, only_if_title = n
    what = f"gain {_amounts(variant.voice, gold, tp) or 'nothing'} more."
    return f"If you are the {{title}}, {what}" if only_if_title else upper_first(what)


def _draw(variant: Variant, n: Numbers) -> str:
    return f"Draw {counted(n[0], 'card')}."


def _discard_hand(variant: Variant, n: Numbers) -> str:
    return f"Discard {counted(n[0], 'card')} of your choice from your hand."


def _transport(variant: Variant, n: Numbers) -> str:
    if variant.voice.edition:
        return _repeated(n[0], "Someone gets hurt.")
    return f"Transport {counted(n[0], 'patient')}."


def _count_bonus(variant: Variant, n: Numbers) -> str:
    if variant.beyond_two:
        which = "the third and every further card"
    else:
        which = f"every {ordinal(n[0])} card"
    gained = variant.voice.tp(n[1])
    return f"With {which} of this name played in this phase gain {gained} more."


def ordinal(number: int) -> str:
    """The number of a place in a row: ``second``, ``22nd``."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return {2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}{ending}")


def _give_admitted(variant: Variant, n: Numbers) -> str:
    number = _up_to(n[0], "admitted patient", "admitted patients")
    return f"You may give {number} of yours to another player who has an unused {{marker}}."


def _treat_elsewhere(variant: Variant, n: Numbers) -> str:
    return "In this phase your {treatments} may target patients admitted by other players."


def _on_acquire(variant: Variant, n: Numbers) -> str:
    gained = _amounts(variant.voice, n[0], 0, n[1]) or "nothing"
    return f"Each time you {{acquire}} a patient in this phase, gain {gained}."


def _acquire_admitted(variant: Variant, n: Numbers) -> str:
    side = "" if n[1] else " on its normal side"
    limit = "" if n[0] == NONE else f" with a Severity of {n[0]} or less"
    return f"You may {{acquire}} one of your admitted patients{side}{limit}, without a nurse."


def _all_admitted_worsen(variant: Variant, n: Numbers) -> str:
    if variant.critical_event_kills:
        hit = (
            "All admitted patients of all players {become_critical}; those that are {critical} "
            "already die."
        )
    else:
        hit = "All admitted patients of all players on their normal side {become_critical}."
    return f"{hit} If you are the {{title}}, yours are spared." if n[0] else hit


def _own_admitted_worsens(variant: Variant, n: Numbers) -> str:
    return _repeated(n[0], "One of your admitted patients {becomes_critical}.")


def _stack_pile(variant: Variant, n: Numbers) -> str:
    if not n[0]:
        return "Look through no {pile}."
    pile = "{event_pile}"
    if n[0] == BOTH_PILES:
        pile = "{nurse_pile} or the {event_pile}"
    elif n[0] & NURSES:
        pile = "{nurse_pile}"
    return f"Look through the {pile}, shuffle it and put one card of it on top."


def _erase(variant: Variant, n: Numbers) -> str:
    return (
        f"Return {variant.voice.marks(n[0])} of yours and shuffle {counted(n[1], 'patient')} of "
        "the {graveyard} into the {dungeon}."
    )


def _return_self(variant: Variant, n: Numbers) -> str:
    unless = " unless you are the {title}" if n[0] else ""
    return f"Then return this card to the {{town}}{unless}."


def _pass_charges(variant: Variant, n: Numbers) -> str:
    k, k_if_title, everywhere = n
    where = "{in_the_ambulances} or admitted" if everywhere else "{in_the_ambulances}"
    most = f" (up to {k_if_title} if you are the {{title}})" if k_if_title != k else ""
    number = _up_to(k, "{charge} of yours", "{charges} of yours")
    return f"You may pass {number} {where}{most} to another player who has an unused {{marker}}."


def _return_admitted(variant: Variant, n: Numbers) -> str:
    return (
        "You may send any number of your admitted patients back into the {ambulances}, each with "
        "an unused {marker} of another player."
    )


def _other_admitted_critical(variant: Variant, n: Numbers) -> str:
    return _repeated(
        n[0], "A patient on its normal side, admitted by another player, {becomes_critical}."
    )


def _name_transport_critical(variant: Variant, n: Numbers) -> str:
    names = listed([variant.voice.condition(name) for name in range(len(NAMES))], "or")
    return (
        f"Name {names}: all patients of that name on their normal side {{in_the_ambulances}} "
        "{become_critical}."
    )


def _swap_nurse(variant: Variant, n: Numbers) -> str:
    where = "to your discard pile" if n[0] else "into your hand"
    return f"Exchange this card for a Nurse Card in any discard pile, which comes {where}."


def _trade_acquired(variant: Variant, n: Numbers) -> str:
    if variant.pick_other:
        return "Choose another player: each of you two picks {a_acquired} patient of the other."
    return "Choose another player: each of you two gives the other {a_acquired} patient."


def _extra_nurse(variant: Variant, n: Numbers) -> str:
    return f"In this phase each {{operation}} of yours lets you {{acquire}} {_more_nurses(n[0])}."


def _more_nurses(number: int) -> str:
    return f"{counted(number, 'nurse')} more"


def _take_from_discard(variant: Variant, n: Numbers) -> str:
    return f"Take {counted(n[0], 'card')} of your discard pile into your hand."


def _may_skip_admission(variant: Variant, n: Numbers) -> str:
    return "You may skip the {phase_2} of this turn."


def _leading_worsens(variant: Variant, n: Numbers) -> str:
    return "The {leading} patient {in_the_ambulances} {becomes_critical}."


def _move_transport(variant: Variant, n: Numbers) -> str:
    where = "to any place" if n[1] else "to either end"
    return f"Move {counted(n[0], 'patient')} {{in_the_ambulances}} {where}."


def _admit_now(variant: Variant, n: Numbers) -> str:
    return f"You may admit {_up_to(n[0], '{charge} of yours', '{charges} of yours')} now."


def _restore_transport(variant: Variant, n: Numbers) -> str:
    number = _up_to(n[0], "{charge} of yours", "{charges} of yours")
    return f"You may turn {number} {{in_the_ambulances}} to the normal side."


def _purchases_to_hand(variant: Variant, n: Numbers) -> str:
    return "Cards that you buy in this phase come into your hand."


StepText = Callable[[Variant, Numbers], str]
STEP_TEXTS: Final[list[StepText]] = [
    _add_actions,
    _gain,
    _draw,
    _discard_hand,
    _transport,
    _count_bonus,
    _give_admitted,
    _treat_elsewhere,
    _on_acquire,
    _acquire_admitted,
    _all_admitted_worsen,
    _own_admitted_worsens,
    _stack_pile,
    _erase,
    _return_self,
    _pass_charges,
    _return_admitted,
    _other_admitted_critical,
    _name_transport_critical,
    _swap_nurse,
    _trade_acquired,
    _extra_nurse,
    _take_from_discard,
    _may_skip_admission,
    _leading_worsens,
    _move_transport,
    _admit_now,
    _restore_transport,
    _purchases_to_hand,
]
"""The sentence of each step, in the order of ``pack.STEPS``."""


def _end_kill_marks(variant: Variant, n: Numbers) -> str:
    number = -n[0]
    if not number:
        return "At the end of the game all your {kill_mark}s count."
    return f"At the end of the game {number} of your {{kill_mark}}s {_do(number)} not count."


def _do(number: int) -> str:
    return plural(number, "does", "do")


def _end_best_name(variant: Variant, n: Numbers) -> str:
    return (
        f"At the end of the game {n[0]:+} VP for each {{acquired}} patient of one name, the one "
        "of which you have most."
    )


def _end_emergency(variant: Variant, n: Numbers) -> str:
    return f"At the end of the game {n[0]:+} VP for each {{acquired}} {{emergency_patient}}."


END_TEXTS: Final[list[StepText]] = [_end_kill_marks, _end_best_name, _end_emergency]


def patient_text(variant: Variant, row: PatientRow) -> str:
    """The rule of an Emergency Case (DN-42), both sides; empty for other patients."""
    if not row.emergency:
        return ""
    parts = []
    if variant.admit_emergencies:
        parts.append(
            "When it comes out of the {dungeon} it is admitted at once by the player in charge."
        )
    if row.upkeep > 0:
        price = variant.voice.tp(row.upkeep)
        parts.append(
            "While it is admitted and {critical}, it dies at the end of its player's {phase_0} "
            f"unless its upkeep of {price} was paid in that phase."
        )
    return variant.voice.fill(" ".join(parts))


# --- what happened --------------------------------------------------------------------------


class Told:
    """An event as it is told to a viewer.

    Args:
        event: What happened; the first of its numbers names the voice.
        who: The name of its seat.
        names: The names of all seats.
        shown: Whether the viewer may read the secret part.
    """

    def __init__(self, event: Event, who: str, names: Sequence[str], shown: bool) -> None:
        self.voice = VOICES[event.args[0]]
        self.args = list(event.args[1:])
        self.secret = list(event.secret)
        self.seat = event.seat
        self.who = who
        self.names = names
        self.shown = shown

    def cards(self, slots: Sequence[int]) -> str:
        """Names of cards, equal ones counted."""
        parts = []
        for slot in sorted(set(slots)):
            number = list(slots).count(slot)
            name = self.voice.card(slot)
            parts.append(name if number == 1 else f"{number} x {name}")
        return listed(parts)

    def card(self, place: int = 0) -> str:
        """The name of the card that one of the event's numbers names."""
        return self.voice.card(self.args[place])

    def patient(self) -> str:
        """The patient that the event's first number names."""
        return self.voice.patient(self.args[0])

    def player(self, place: int) -> str:
        """The player whom one of the event's numbers names."""
        return self.names[self.args[place]]

    def of(self, place: int) -> str:
        """Whose patient it is, if another player's: `` of Ann``."""
        return "" if self.args[place] == self.seat else f" of {self.player(place)}"


def event_text(event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
    """The sentence of an event for a viewer."""
    who = names[event.seat] if event.seat >= 0 else ""
    told = Told(event, who, names, event.shows_secret_to(viewer))
    return stopped(told.voice.fill(EVENTS[event.kind](told)))


def _draw_event(told: Told) -> str:
    if not told.args[0]:
        return f"{told.who} has no card left to draw"
    if told.shown and told.secret:
        return f"{told.who} draws {told.cards(told.secret)}"
    return f"{told.who} draws {counted(told.args[0], 'card')}"


def _buy_event(told: Told) -> str:
    where = " into the hand" if told.args[1] else ""
    return f"{told.who} buys {told.card()}{where}"


def _gain_event(told: Told) -> str:
    gold, tp, purchases = told.args
    gained = _amounts(told.voice, gold, tp) and f"{_amounts(told.voice, gold, tp)} more"
    more = _amounts(told.voice, 0, 0, purchases)
    return f"{told.who} gains {listed([part for part in (gained, more) if part]) or 'nothing'}"


def _operate_event(told: Told) -> str:
    price = told.voice.tp(told.args[2])
    return f"{told.who} does {{a_operation}} on {told.patient()}{told.of(1)} for {price}"


def _assign_event(told: Told) -> str:
    if told.args[1] == told.seat:
        return f"{told.who} takes charge of {told.patient()}"
    return f"{told.who} puts {told.player(1)} in charge of {told.patient()}"


def _worsen_event(told: Told) -> str:
    patient = told.args[0]
    what = "dies" if patient & 1 else "{becomes_critical}"
    return f"{told.voice.row(patient >> 1)} of {told.who} {what}"


def _swap_nurse_event(told: Told) -> str:
    own = told.args[2] == told.seat
    pile = "their own discard pile" if own else f"the discard pile of {told.player(2)}"
    return f"{told.who} leaves {told.card(0)} in {pile} and takes {told.card(1)}"


def _trade_end_event(told: Told) -> str:
    partner, given, received = told.args
    other = told.names[partner]
    if given < 0 and received < 0:
        return f"{told.who} and {other} have no {{acquired}} patient to trade"
    parts = []
    if given >= 0:
        parts.append(f"{other} receives {told.voice.patient(given)}")
    if received >= 0:
        parts.append(f"{told.who} receives {told.voice.patient(received)}")
    return listed(parts)


def _secret_card(told: Told) -> str:
    """The card of the secret part, for those who may know it."""
    return told.voice.card(told.secret[0]) if told.shown and told.secret else "a card"


def _end_event(told: Told) -> str:
    if told.args[0] == BY_KILL_MARKS:
        return "The last {kill_mark} is taken: the game is over"
    if told.args[0] == BY_CAP:
        return "The game has reached its longest length and is scored"
    return "The {dungeon} is empty: the game is over"


EVENTS: Final[dict[str, Callable[[Told], str]]] = {
    "first_player": lambda told: f"{told.who} takes the first turn",
    "turn": lambda told: f"Turn {told.args[0]}: {told.who}",
    "draw": _draw_event,
    "rebuild": lambda told: (
        f"{told.who} makes a new {{deck}} of the discard pile, {counted(told.args[0], 'card')}"
    ),
    "play": lambda told: f"{told.who} plays {told.card()}",
    "gain": _gain_event,
    "buy": _buy_event,
    "ask": lambda told: f"{told.who} asks for the second card of the {{event_pile}}: {told.card()}",
    "decline_event": lambda told: f"{told.who} does not buy {told.card()}",
    "decline": lambda told: f"{told.who} does no more with {told.card()}",
    "operate": _operate_event,
    "care": lambda told: f"{told.who} treats {told.patient()}{told.of(1)} with {{care}}",
    "upkeep": lambda told: f"{told.who} pays the upkeep of {told.patient()}",
    "unpaid": lambda told: (
        f"{told.who} has not paid the upkeep of {counted(told.args[0], 'patient')}"
    ),
    "acquire": lambda told: f"{told.who} {{acquires}} {told.patient()}{told.of(1)}",
    "nurse": lambda told: f"{told.who} {{acquires}} the nurse {told.card()}",
    "no_nurse": lambda told: f"No nurse is left for {told.who}",
    "end_main": lambda told: f"{told.who} ends the {{phase_0}}",
    "transport": lambda told: f"{told.patient()} comes out of the {{dungeon}}",
    "no_transport": lambda told: "Nobody has an unused {marker}: nothing happens",
    "assign": _assign_event,
    "crisis": lambda told: "The {ambulances} cannot take a patient: {crisis}",
    "admit": lambda told: f"{told.who} admits {told.patient()}",
    "skip": lambda told: f"{told.who} skips the {{phase_2}}",
    "bed_check": lambda told: (
        f"{told.who} has no bed for {counted(told.args[0], 'patient')}: {{bed_check}}"
    ),
    "worsen": _worsen_event,
    "kill_marks": lambda told: f"{told.who} takes {told.voice.marks(told.args[0])}",
    "title": lambda told: f"{told.who} is the {{title}} now",
    "give": lambda told: f"{told.who} gives {told.patient()} to {told.player(1)}",
    "pass": lambda told: f"{told.who} passes {told.patient()} to {told.player(1)}",
    "send_back": lambda told: (
        f"{told.who} sends {told.patient()} back, with {told.player(1)} in charge"
    ),
    "look": lambda told: (
        f"{told.who} looks through the {'{nurse_pile}' if told.args[0] else '{event_pile}'}"
    ),
    "stack_nurse": lambda told: (
        f"{told.who} puts {_secret_card(told)} on top of the {{nurse_pile}}"
    ),
    "stack_event": lambda told: f"{told.who} puts {told.card()} on top of the {{event_pile}}",
    "erase": lambda told: f"{told.who} returns {told.voice.marks(told.args[0])}",
    "raise_dead": lambda told: (
        f"{told.who} shuffles {told.voice.row(told.args[0])} back into the {{dungeon}}"
    ),
    "return": lambda told: f"{told.card()} returns to the {{town}}",
    "epidemic": lambda told: f"{told.who} names {told.voice.condition(told.args[0])}",
    "swap_nurse": _swap_nurse_event,
    "trade": lambda told: f"{told.who} trades with {told.player(0)}",
    "trade_pick": lambda told: f"{told.who} picks {told.patient()}{told.of(1)}",
    "trade_end": _trade_end_event,
    "move": lambda told: (
        f"{told.who} moves {told.patient()} to place {told.args[1]} {{in_the_ambulances}}"
    ),
    "restore": lambda told: f"{told.who} turns {told.patient()} to its normal side",
    "keep": lambda told: f"{told.who} keeps {_secret_card(told)}",
    "keep_none": lambda told: f"{told.who} keeps no card",
    "discard": lambda told: f"{told.who} discards {told.cards(told.args)}",
    "take_discarded": lambda told: f"{told.who} takes {told.card()} back from the discard pile",
    "end": _end_event,
}
"""What every kind of event says, without capital and full stop."""
