"""Sentences in the words of the edition: what cards do, and what happened."""

from collections.abc import Callable, Sequence
from typing import Final

from wardround.core import SEAT_NAMES, Event
from wardround.games.dynamite_nurse.pack import BOTH_PILES, NONE, NURSES, PENALTIES, Card
from wardround.games.dynamite_nurse.state import BY_CAP, BY_KILL_MARKS
from wardround.games.dynamite_nurse.words import VOICES, Voice, join

Numbers = list[int]
TIMES: Final = ["no", "one", "two", "three", "four", "five", "six"]


def count(number: int) -> str:
    """A small number in words."""
    return TIMES[number] if number < len(TIMES) else str(number)


def some(number: int, one: str, many: str) -> str:
    """A number of things: ``1 card``, ``3 cards``."""
    return f"{number} {one if number == 1 else many}"


# --- what cards do --------------------------------------------------------------------------


def card_text(voice: Voice, card: Card) -> str:
    """The rule of a card, generated from its steps."""
    return " ".join(step_texts(voice, card))


def step_texts(voice: Voice, card: Card) -> list[str]:
    """A sentence for every step of a card, those for the end of the game last."""
    parts = [STEP_TEXTS[step.kind](voice, step.numbers) for step in card.steps]
    parts += [END_TEXTS[step.kind](voice, step.numbers) for step in card.end_steps]
    return [voice.fill(part) for part in parts]


def bonus_text(voice: Voice, card: Card) -> str:
    """The Bonus Points of a card: "1 Gold and 2 TP"; empty if it has none."""
    parts = []
    if card.gold:
        parts.append(voice.gold(card.gold))
    if card.tp:
        parts.append(voice.tp(card.tp))
    return join(parts)


def _add_actions(voice: Voice, n: Numbers) -> str:
    either, treat, buy = n
    parts = []
    if either:
        parts.append(f"{either} additional {{treatment}} or {{purchase}}")
    if treat:
        parts.append(f"{treat} additional {{treatment{'s' if treat > 1 else ''}}}")
    if buy:
        parts.append(f"{buy} additional {{purchase{'s' if buy > 1 else ''}}}")
    return f"You have {join(parts)}." if parts else "You have nothing additional."


def _gain(voice: Voice, n: Numbers) -> str:
    gold, tp, only_if_title = n
    parts = [voice.gold(gold)] if gold else []
    if tp:
        parts.append(voice.tp(tp))
    what = f"gain {join(parts) or 'nothing'} more."
    return f"If you are the {{title}}, {what}" if only_if_title else what.capitalize()


def _draw(voice: Voice, n: Numbers) -> str:
    return f"Draw {some(n[0], 'card', 'cards')}."


def _discard_hand(voice: Voice, n: Numbers) -> str:
    return f"Discard {some(n[0], 'card', 'cards')} of your choice from your hand."


def _transport(voice: Voice, n: Numbers) -> str:
    if voice.edition:
        return "Someone gets hurt." if n[0] == 1 else f"Someone gets hurt, {count(n[0])} times."
    return f"Transport {some(n[0], 'patient', 'patients')}."


def _count_bonus(voice: Voice, n: Numbers) -> str:
    return (
        f"With every {ordinal(n[0])} card of this name played in this phase gain "
        f"{voice.tp(n[1])} more."
    )


def ordinal(number: int) -> str:
    """The number of a place in a row: ``second``."""
    return {2: "second", 3: "third", 4: "fourth"}.get(number, f"{number}th")


def _give_admitted(voice: Voice, n: Numbers) -> str:
    return (
        f"You may give {some(n[0], 'admitted patient', 'admitted patients')} of yours to another "
        "player who has an unused {marker}."
    )


def _treat_elsewhere(voice: Voice, n: Numbers) -> str:
    return "In this phase your {treatments} may target patients admitted by other players."


def _on_acquire(voice: Voice, n: Numbers) -> str:
    parts = [voice.gold(n[0])] if n[0] else []
    if n[1]:
        parts.append(some(n[1], "additional {purchase}", "additional {purchases}"))
    return f"Each time you {{acquire}} a patient in this phase, gain {join(parts) or 'nothing'}."


def _acquire_admitted(voice: Voice, n: Numbers) -> str:
    side = "" if n[1] else " on its normal side"
    limit = "" if n[0] == NONE else f" with a Severity of {n[0]} or less"
    return f"You may {{acquire}} one of your admitted patients{side}{limit}, without a nurse."


def _all_admitted_worsen(voice: Voice, n: Numbers) -> str:
    spared = " If you are the {title}, yours do not." if n[0] else ""
    return f"All admitted patients of all players {{become_critical}}.{spared}"


def _own_admitted_worsens(voice: Voice, n: Numbers) -> str:
    if n[0] == 1:
        return "One of your admitted patients {becomes_critical}."
    return f"{count(n[0]).capitalize()} times, one of your admitted patients {{becomes_critical}}."


def _stack_pile(voice: Voice, n: Numbers) -> str:
    if not n[0]:
        return "Look through no {pile}."
    pile = "{event_pile}"
    if n[0] == BOTH_PILES:
        pile = "{nurse_pile} or the {event_pile}"
    elif n[0] & NURSES:
        pile = "{nurse_pile}"
    return f"Look through the {pile}, shuffle it and put one card of it on top."


def _erase(voice: Voice, n: Numbers) -> str:
    return (
        f"Return {voice.marks(n[0])} of yours and shuffle "
        f"{some(n[1], 'patient', 'patients')} of the {{graveyard}} into the {{dungeon}}."
    )


def _return_self(voice: Voice, n: Numbers) -> str:
    unless = " unless you are the {title}" if n[0] else ""
    return f"Then return this card to the {{town}}{unless}."


def _pass_charges(voice: Voice, n: Numbers) -> str:
    k, k_if_title, everywhere = n
    where = "{in_the_ambulances} or admitted" if everywhere else "{in_the_ambulances}"
    most = f" (up to {k_if_title} if you are the {{title}})" if k_if_title != k else ""
    number = some(k, "{charge} of yours", "{charges} of yours")
    return f"You may pass {number} {where}{most} to another player who has an unused {{marker}}."


def _return_admitted(voice: Voice, n: Numbers) -> str:
    return (
        "You may send any number of your admitted patients back {in_the_ambulances}, each with an "
        "unused {marker} of another player."
    )


def _other_admitted_critical(voice: Voice, n: Numbers) -> str:
    times = "" if n[0] == 1 else f"{count(n[0]).capitalize()} times: "
    return f"{times}A patient on its normal side, admitted by another player, {{becomes_critical}}."


def _name_transport_critical(voice: Voice, n: Numbers) -> str:
    names = join([voice.condition(name) for name in range(4)])
    return (
        f"Name {names.replace(' and ', ' or ')}: all patients of that name on their normal side "
        "{in_the_ambulances} {become_critical}."
    )


def _swap_nurse(voice: Voice, n: Numbers) -> str:
    where = "to your discard pile" if n[0] else "into your hand"
    return f"Exchange this card for a Nurse Card in any discard pile, which comes {where}."


def _trade_acquired(voice: Voice, n: Numbers) -> str:
    return "Choose another player: each of you two gives the other an {acquired} patient."


def _extra_nurse(voice: Voice, n: Numbers) -> str:
    return (
        f"In this phase each {{operation}} of yours lets you {{acquire}} "
        f"{some(n[0], 'nurse', 'nurses')} more."
    )


def _take_from_discard(voice: Voice, n: Numbers) -> str:
    return f"Take {some(n[0], 'card', 'cards')} of your discard pile into your hand."


def _may_skip_admission(voice: Voice, n: Numbers) -> str:
    return "You may skip the {phase_2} of this turn."


def _leading_worsens(voice: Voice, n: Numbers) -> str:
    return "The {leading} patient {in_the_ambulances} {becomes_critical}."


def _move_transport(voice: Voice, n: Numbers) -> str:
    where = "to any place" if n[1] else "to either end"
    return f"Move {some(n[0], 'patient', 'patients')} {{in_the_ambulances}} {where}."


def _admit_now(voice: Voice, n: Numbers) -> str:
    return f"You may admit {some(n[0], '{charge} of yours', '{charges} of yours')} now."


def _restore_transport(voice: Voice, n: Numbers) -> str:
    number = some(n[0], "{charge} of yours", "{charges} of yours")
    return f"You may turn {number} {{in_the_ambulances}} to the normal side."


def _purchases_to_hand(voice: Voice, n: Numbers) -> str:
    return "Cards that you buy in this phase come into your hand."


StepText = Callable[[Voice, Numbers], str]
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


def _end_kill_marks(voice: Voice, n: Numbers) -> str:
    return f"End of the game: {voice.marks(-n[0])} of yours count less."


def _end_best_name(voice: Voice, n: Numbers) -> str:
    return f"End of the game: {n[0]:+} VP for each {{acquired}} patient of one name."


def _end_emergency(voice: Voice, n: Numbers) -> str:
    return f"End of the game: {n[0]:+} VP for each {{acquired}} patient that is {{emergency}}."


END_TEXTS: Final[list[StepText]] = [_end_kill_marks, _end_best_name, _end_emergency]


def penalty_text(penalty: Sequence[int]) -> str:
    """The penalties for Kill Marks: "0, -1, -2 ... -12 from 6 on"."""
    last = PENALTIES - 1
    return (
        ", ".join([str(-value) for value in penalty[:last]]) + f", {-penalty[last]} from {last} on"
    )


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
        return join(parts)


def event_text(event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
    """The sentence of an event for a viewer."""
    who = names[event.seat] if event.seat >= 0 else ""
    told = Told(event, who, names, event.shows_secret_to(viewer))
    return told.voice.fill(EVENTS[event.kind](told))


def _draw_event(told: Told) -> str:
    if not told.args[0]:
        return f"{told.who} has no card left to draw."
    if told.shown and told.secret:
        return f"{told.who} draws {told.cards(told.secret)}."
    return f"{told.who} draws {some(told.args[0], 'card', 'cards')}."


def _buy_event(told: Told) -> str:
    where = " into the hand" if told.args[1] else ""
    return f"{told.who} buys {told.voice.card(told.args[0])}{where}."


def _gain_event(told: Told) -> str:
    gold, tp = told.args
    parts = [told.voice.gold(gold)] if gold else []
    if tp:
        parts.append(told.voice.tp(tp))
    return f"{told.who} gains {join(parts) or 'no points'} more."


def _of(told: Told, owner: int) -> str:
    """Whose patient it is, if another player's: `` of Ann``."""
    return "" if owner == told.seat else f" of {told.names[owner]}"


def _operate_event(told: Told) -> str:
    patient, owner, cost = told.args
    name = told.voice.patient(patient)
    return f"{told.who}: {{operation}} on {name}{_of(told, owner)} for {told.voice.tp(cost)}."


def _care_event(told: Told) -> str:
    name = told.voice.patient(told.args[0])
    return f"{told.who}: {{care}} for {name}{_of(told, told.args[1])}."


def _acquire_event(told: Told) -> str:
    name = told.voice.patient(told.args[0])
    return f"{told.who} {{acquires}} {name}{_of(told, told.args[1])}."


def _worsen_event(told: Told) -> str:
    patient = told.args[0]
    name = told.voice.row(patient >> 1)
    if patient & 1:
        return f"{name} of {told.who} dies."
    return f"{name} of {told.who} {{becomes_critical}}."


def _trade_end_event(told: Told) -> str:
    partner, given, received = told.args
    other = told.names[partner]
    if given < 0 and received < 0:
        return f"{told.who} and {other} have no {{acquired}} patient to trade."
    parts = []
    if given >= 0:
        parts.append(f"{other} receives {told.voice.patient(given)}")
    if received >= 0:
        parts.append(f"{told.who} receives {told.voice.patient(received)}")
    return f"{join(parts)}."


def _keep_event(told: Told) -> str:
    if told.shown and told.secret:
        return f"{told.who} keeps {told.voice.card(told.secret[0])}."
    return f"{told.who} keeps a card."


def _stack_nurse_event(told: Told) -> str:
    if told.shown and told.secret:
        return f"{told.who} puts {told.voice.card(told.secret[0])} on top of the {{nurse_pile}}."
    return f"{told.who} puts a card on top of the {{nurse_pile}}."


def _end_event(told: Told) -> str:
    if told.args[0] == BY_KILL_MARKS:
        return "The last {kill_mark} is taken: the game is over."
    if told.args[0] == BY_CAP:
        return "The game has reached its longest length and is scored."
    return "The {dungeon} is empty: the game is over."


def _patient(told: Told) -> str:
    return told.voice.patient(told.args[0])


EVENTS: Final[dict[str, Callable[[Told], str]]] = {
    "first_player": lambda told: f"{told.who} takes the first turn.",
    "turn": lambda told: f"Turn {told.args[0]}: {told.who}.",
    "draw": _draw_event,
    "rebuild": lambda told: (
        f"{told.who} shuffles the discard pile ({told.args[0]}) into a new {{deck}}."
    ),
    "play": lambda told: f"{told.who} plays {told.voice.card(told.args[0])}.",
    "gain": _gain_event,
    "buy": _buy_event,
    "ask": lambda told: (
        f"{told.who} asks for the second card of the {{event_pile}}: "
        f"{told.voice.card(told.args[0])}."
    ),
    "decline_event": lambda told: f"{told.who} does not buy {told.voice.card(told.args[0])}.",
    "decline": lambda told: f"{told.who} does no more with {told.voice.card(told.args[0])}.",
    "operate": _operate_event,
    "care": _care_event,
    "upkeep": lambda told: f"{told.who} pays the upkeep of {_patient(told)}.",
    "unpaid": lambda told: f"{told.who} has not paid {some(told.args[0], 'upkeep', 'upkeeps')}.",
    "acquire": _acquire_event,
    "nurse": lambda told: f"{told.who} {{acquires}} the nurse {told.voice.card(told.args[0])}.",
    "no_nurse": lambda told: f"No nurse is left for {told.who}.",
    "end_main": lambda told: f"{told.who} ends the {{phase_0}}.",
    "transport": lambda told: f"{_patient(told)} comes out of the {{dungeon}}.",
    "no_transport": lambda told: "Nobody has an unused {marker}: nothing happens.",
    "assign": lambda told: (
        f"{told.who} puts {told.names[told.args[1]]} in charge of {_patient(told)}."
    ),
    "crisis": lambda told: "The {ambulances} cannot take a patient: {crisis}.",
    "admit": lambda told: f"{told.who} admits {_patient(told)}.",
    "skip": lambda told: f"{told.who} skips the {{phase_2}}.",
    "bed_check": lambda told: (
        f"{told.who} has no bed for {some(told.args[0], 'patient', 'patients')}: {{bed_check}}."
    ),
    "worsen": _worsen_event,
    "kill_marks": lambda told: f"{told.who} takes {told.voice.marks(told.args[0])}.",
    "title": lambda told: f"{told.who} is the {{title}} now.",
    "give": lambda told: f"{told.who} gives {_patient(told)} to {told.names[told.args[1]]}.",
    "pass": lambda told: f"{told.who} passes {_patient(told)} to {told.names[told.args[1]]}.",
    "send_back": lambda told: (
        f"{told.who} sends {_patient(told)} back, with {told.names[told.args[1]]} in charge."
    ),
    "look": lambda told: (
        f"{told.who} looks through the {'{nurse_pile}' if told.args[0] else '{event_pile}'}."
    ),
    "stack_nurse": _stack_nurse_event,
    "stack_event": lambda told: (
        f"{told.who} puts {told.voice.card(told.args[0])} on top of the {{event_pile}}."
    ),
    "erase": lambda told: f"{told.who} returns {told.voice.marks(told.args[0])}.",
    "raise_dead": lambda told: (
        f"{told.who} shuffles {told.voice.row(told.args[0])} back into the {{dungeon}}."
    ),
    "return": lambda told: f"{told.voice.card(told.args[0])} returns to the {{town}}.",
    "epidemic": lambda told: f"{told.who} names {told.voice.condition(told.args[0])}.",
    "swap_nurse": lambda told: (
        f"{told.who} leaves {told.voice.card(told.args[0])} in the discard pile of "
        f"{told.names[told.args[2]]} and takes {told.voice.card(told.args[1])}."
    ),
    "trade": lambda told: f"{told.who} trades with {told.names[told.args[0]]}.",
    "trade_pick": lambda told: f"{told.who} picks {_patient(told)} of {told.names[told.args[1]]}.",
    "trade_end": _trade_end_event,
    "move": lambda told: f"{told.who} moves {_patient(told)} to place {told.args[1]}.",
    "restore": lambda told: f"{told.who} turns {_patient(told)} to its normal side.",
    "keep": _keep_event,
    "keep_none": lambda told: f"{told.who} keeps no card.",
    "discard": lambda told: f"{told.who} discards {told.cards(told.args)}.",
    "take_discarded": lambda told: f"{told.who} takes {told.voice.card(told.args[0])} back.",
    "end": _end_event,
}
