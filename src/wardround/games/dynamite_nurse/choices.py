"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import NOBODY, Choice
from wardround.core.words import counted, plural, stopped, upper_first
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse import decisions, text
from wardround.games.dynamite_nurse.pack import CARD_IDS, MARKERS, NONE, PATIENT_IDS
from wardround.games.dynamite_nurse.state import Table

GROUPS: Final = {
    "end": "Go on",
    "pass": "Go on",
    "skip": "Go on",
    "ask": "{Purchase}",
    "buy_event": "{Purchase}",
    "pile": "{Town}",
    "name": "Patients",
    "player": "Players",
    "play": "Cards",
    "buy": "{Purchase}",
    "card": "Cards",
    "operate": "{Treatment}",
    "care": "{Treatment}",
    "upkeep": "{Treatment}",
    "admitted": "Patients",
    "ambulance": "Patients",
    "to": "{Ambulances}",
    "acquired": "Patients",
    "grave": "Patients",
}
"""The heading under which lists show each kind of action."""


def choice(table: Table, seat: int, action: int) -> Choice:
    """How any action of the game is shown while the seat's question is open."""
    kind, number = act.ACTIONS.family(action)
    label, sentence = WORDS[kind](table, seat, number)
    voice = table.variant.voice
    return Choice(
        action,
        act.ACTIONS.notations[action],
        voice.fill(label),
        voice.fill(sentence),
        SPOTS[kind](table, seat, number),
        voice.fill(GROUPS[kind]),
    )


# --- labels and sentences -------------------------------------------------------------------
#
# Each function answers for every action of its family at every question: also for cards that the
# pack does not have, for places where nothing lies and for seats that nobody holds.

Words = Callable[[Table, int, int], tuple[str, str]]


def _asks(table: Table, seat: int) -> str:
    """The name of the seat's open question; empty if it is not asked."""
    return table.stacks[seat][-1].name() if table.stacks[seat] else ""


def _end(table: Table, seat: int, number: int) -> tuple[str, str]:
    return "End the {phase_0}", "End the {phase_0}; points left over are lost."


def _pass(table: Table, seat: int, number: int) -> tuple[str, str]:
    label, sentence = PASSING.get(_asks(table, seat), ("No more", "Choose no more."))
    return label, sentence


PASSING: Final = {
    "buy_shown": ("Decline", "Do not buy the Event card that is shown."),
    "skip_admission": ("Do not skip", "Do not skip the {phase_2}."),
    "admit": ("Admit no more", "Admit no more patients."),
    "keep": ("Keep none", "Keep no card."),
}


def _skip(table: Table, seat: int, number: int) -> tuple[str, str]:
    return "Skip", "Skip the {phase_2}: admit nobody, and nobody worsens for want of a bed."


def _ask(table: Table, seat: int, number: int) -> tuple[str, str]:
    top = "goes to the bottom" if table.variant.rotate else "stays on top"
    ask = f"Ask for the second card of the {{event_pile}}; the first one {top}."
    return "Second Event card", f"{ask} It uses up {{a_purchase}} in any case."


def _buy_event(table: Table, seat: int, number: int) -> tuple[str, str]:
    question = table.stacks[seat][-1] if table.stacks[seat] else None
    place = question.a if isinstance(question, decisions.BuyShown) else len(table.events) - 1
    if place < 0:
        return "Buy the Event card", "Buy the top card of the {event_pile}."
    return _buying(table, table.events[place])


def _buying(table: Table, card: int) -> tuple[str, str]:
    voice = table.variant.voice
    held = table.pack.cards[card]
    price = "" if held.cost == NONE else f" for {voice.gold(held.cost)}"
    return f"Buy {voice.card(card)}", _and_does(table, f"Buy {voice.card(card)}{price}", card)


def _and_does(table: Table, what: str, card: int) -> str:
    """What is done with a card, then what the card gives and does."""
    held = table.pack.cards[card]
    bonus = text.bonus_text(table.variant.voice, held)
    parts = [what, bonus and f"It gives {bonus}", text.card_text(table.variant, held)]
    return " ".join([stopped(part) for part in parts if part])


def _buy(table: Table, seat: int, number: int) -> tuple[str, str]:
    return _buying(table, number)


def _pile(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = "{event_pile}" if number else "{nurse_pile}"
    return f"The {name}", f"Look through the {name}."


def _name(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.condition(number)
    hit = 0
    for patient in table.ambulances:
        hit += int(not patient & 1 and table.pack.rows[patient >> 1].name == number)
    worsen = plural(hit, "{becomes_critical}", "{become_critical}")
    return name, f"Name {name}: {counted(hit, 'patient')} {{in_the_ambulances}} {worsen}."


def _seat_name(table: Table, seat: int) -> str:
    return table.names[seat] if seat < table.players else f"seat {seat + 1}"


def _player(table: Table, seat: int, number: int) -> tuple[str, str]:
    who = "yourself" if number == seat else _seat_name(table, number)
    asks = _asks(table, seat)
    sentence = (OWN_SEAT if number == seat else {}).get(asks) or OTHER_SEAT.get(
        asks, "Choose {it}."
    )
    if asks == "assign_duty" and table.ambulances:
        sentence = sentence.replace("{one}", table.variant.voice.patient(table.ambulances[-1]))
    label = who if number < table.players and number != seat else upper_first(who)
    return label, sentence.replace("{it}", who)


OTHER_SEAT: Final = {
    "assign_duty": "Put {it} in charge of {one}.",
    "give_to": "Put {it} in charge.",
    "return_to": "Put {it} in charge.",
    "nurse_player": "Take a nurse from the discard pile of {it}.",
    "trade_partner": "Trade with {it}.",
    "trade_first": "Let {it} pick first.",
}
"""What a player is chosen for, by question."""
OWN_SEAT: Final = {
    "assign_duty": "Take charge of {one}.",
    "nurse_player": "Take a nurse from your own discard pile.",
    "trade_first": "Pick first.",
}


def _play(table: Table, seat: int, number: int) -> tuple[str, str]:
    label = f"Play {table.variant.voice.card(number)}"
    return label, _and_does(table, label, number)


def _card(table: Table, seat: int, number: int) -> tuple[str, str]:
    label = f"{VERBS.get(_asks(table, seat), 'Choose')} {table.variant.voice.card(number)}"
    return label, stopped(label)


VERBS: Final = {
    "keep": "Keep",
    "discard_card": "Discard",
    "take_discarded": "Take",
    "swap_nurse": "Take",
    "take_nurse": "Take",
}


def _admitted_at(table: Table, owner: int, place: int) -> int:
    """The patient admitted there, or ``NONE``."""
    admitted = table.hospitals[owner].admitted if owner < table.players else []
    return admitted[place] if place < len(admitted) else NONE


def _patient_of(table: Table, seat: int, owner: int, place: int) -> str:
    patient = _admitted_at(table, owner, place)
    name = f"patient {place + 1}" if patient == NONE else table.variant.voice.patient(patient)
    return name if owner == seat else f"{name} of {_seat_name(table, owner)}"


def _operate(table: Table, seat: int, number: int) -> tuple[str, str]:
    owner, place = number // MARKERS, number % MARKERS
    name = _patient_of(table, seat, owner, place)
    patient = _admitted_at(table, owner, place)
    price = "" if patient == NONE else f" for {table.variant.voice.tp(table.severity(patient))}"
    return f"{{Operation}}: {name}", f"{{Operation}} on {name}{price}: {{acquire}} it."


def _care(table: Table, seat: int, number: int) -> tuple[str, str]:
    owner, place = number // MARKERS, number % MARKERS
    name = _patient_of(table, seat, owner, place)
    patient = _admitted_at(table, owner, place)
    care = NONE if patient == NONE else table.pack.rows[patient >> 1].care
    price = "" if care == NONE else f" for {table.variant.voice.tp(care)}"
    return f"{{Care}}: {name}", f"{{Care}} for {name}{price}: turn it to its normal side."


def _upkeep(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = _patient_of(table, seat, seat, number)
    patient = _admitted_at(table, seat, number)
    upkeep = NONE if patient == NONE else table.pack.rows[patient >> 1].upkeep
    price = "" if upkeep == NONE else f" of {table.variant.voice.tp(upkeep)}"
    return f"Upkeep: {name}", f"Pay the upkeep{price} for {name}."


def _chosen(table: Table, seat: int, patient: int, name: str) -> str:
    """What a patient is chosen for, by question."""
    asks = _asks(table, seat)
    if asks in WORSENING:
        worse = "it dies" if patient != NONE and patient & 1 else "it {becomes_critical}"
        return WORSENING[asks].replace("{worse}", worse).replace("{it}", name)
    return CHOSEN.get(asks, "Choose {it}.").replace("{it}", name)


WORSENING: Final = {
    "bed_check": "Leave {it} without a bed: {worse}.",
    "worsen_own": "Choose {it}: {worse}.",
    "worsen_other": "Choose {it}: {worse}.",
}
CHOSEN: Final = {
    "give_patient": "Give {it} to another player.",
    "pass_charge": "Pass {it} on to another player.",
    "return_patient": "Send {it} back into the {ambulances}.",
    "acquire_admitted": "{Acquire} {it}.",
    "admit": "Admit {it}.",
    "admit_now": "Admit {it}.",
    "move_patient": "Move {it}.",
    "restore": "Turn {it} to its normal side.",
    "trade_pick": "Pick {it}.",
}


def _admitted(table: Table, seat: int, number: int) -> tuple[str, str]:
    owner, place = number // MARKERS, number % MARKERS
    name = _patient_of(table, seat, owner, place)
    patient = _admitted_at(table, owner, place)
    return upper_first(name), _chosen(table, seat, patient, name)


def _ambulance(table: Table, seat: int, number: int) -> tuple[str, str]:
    if number >= len(table.ambulances):
        name = f"the patient at place {number + 1} {{in_the_ambulances}}"
        return f"Place {number + 1} {{in_the_ambulances}}", _chosen(table, seat, NONE, name)
    patient = table.ambulances[number]
    owner = table.markers[number]
    whose = "" if owner in (seat, NOBODY) else f" of {table.names[owner]}"
    name = f"{table.variant.voice.patient(patient)}{whose}"
    where = f"{name} at place {number + 1} {{in_the_ambulances}}"
    return name, _chosen(table, seat, patient, where)


def _to(table: Table, seat: int, number: int) -> tuple[str, str]:
    if number == 0:
        return "To the {leading} end", "Move the patient to the {leading} end."
    if number == len(table.ambulances) - 1:
        return "To the {trailing} end", "Move the patient to the {trailing} end."
    return f"To place {number + 1}", f"Move the patient to place {number + 1}."


def _acquired(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.patient(number)
    vp = table.pack.rows[number >> 1].vp[number & 1]
    return upper_first(name), _chosen(table, seat, number, f"the {{acquired}} {name}, {vp} VP")


def _grave(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.row(number)
    return upper_first(name), f"Shuffle {name} back into the {{dungeon}}."


WORDS: Final[dict[str, Words]] = {
    "end": _end,
    "pass": _pass,
    "skip": _skip,
    "ask": _ask,
    "buy_event": _buy_event,
    "pile": _pile,
    "name": _name,
    "player": _player,
    "play": _play,
    "buy": _buy,
    "card": _card,
    "operate": _operate,
    "care": _care,
    "upkeep": _upkeep,
    "admitted": _admitted,
    "ambulance": _ambulance,
    "to": _to,
    "acquired": _acquired,
    "grave": _grave,
}


# --- elements of the table ------------------------------------------------------------------

Spots = Callable[[Table, int, int], list[str]]


def _nowhere(table: Table, seat: int, number: int) -> list[str]:
    return []


def _events(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1] if table.stacks[seat] else None
    if isinstance(question, decisions.BuyShown) and question.a < len(table.events) - 1:
        return ["second_event"]
    return ["events"]


def _event_under(table: Table, seat: int, number: int) -> list[str]:
    """The card below the top Event: a click on the top card must not ask for it by mistake."""
    return ["events/under"] if len(table.events) > 1 else []


def _piles(table: Table, seat: int, number: int) -> list[str]:
    return ["events" if number else "nurses"]


def _seats(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{number}"] if number < table.players else []


def _copies(prefix: str, held: list[int], card: int) -> list[str]:
    return [f"{prefix}/{place}" for place, other in enumerate(held) if other == card]


def _hand(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    spots = _copies(f"seat/{seat}/hand", hospital.hand_cards(), number)
    return spots or _copies(f"seat/{seat}/play", hospital.play, number)


def _supply(table: Table, seat: int, number: int) -> list[str]:
    return [f"supply/{CARD_IDS[number]}"] if number in decisions.piles(table) else []


def _cards(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1] if table.stacks[seat] else None
    if isinstance(question, decisions.StackCard):
        where, held = "looked", table.nurses if question.d else table.events
    elif isinstance(question, decisions.TakeNurse):
        where, held = "looked", table.nurses
    elif isinstance(question, decisions.SwapNurse):
        where, held = f"seat/{question.d}/discard", table.hospitals[question.d].discard
    elif isinstance(question, decisions.TakeDiscarded):
        where, held = f"seat/{seat}/discard", table.hospitals[seat].discard
    else:
        return _hand(table, seat, number)
    return [f"{where}/{CARD_IDS[number]}"] if number in held else []


def _places(table: Table, seat: int, number: int) -> list[str]:
    owner, place = number // MARKERS, number % MARKERS
    there = _admitted_at(table, owner, place) != NONE
    return [f"seat/{owner}/admitted/{place}"] if there else []


def _own_places(table: Table, seat: int, number: int) -> list[str]:
    return _places(table, seat, MARKERS * seat + number)


def _ambulances(table: Table, seat: int, number: int) -> list[str]:
    return [f"ambulance/{number}"] if number < len(table.ambulances) else []


def _acquired_spots(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1] if table.stacks[seat] else None
    owner = question.a if isinstance(question, decisions.TradePick) else seat
    return _copies(f"seat/{owner}/acquired", table.hospitals[owner].acquired, number)


def _graves(table: Table, seat: int, number: int) -> list[str]:
    return [f"graveyard/{PATIENT_IDS[number]}"] if number in table.graveyard else []


SPOTS: Final[dict[str, Spots]] = {
    "end": _nowhere,
    "pass": _nowhere,
    "skip": _nowhere,
    "ask": _event_under,
    "buy_event": _events,
    "pile": _piles,
    "name": _nowhere,
    "player": _seats,
    "play": _hand,
    "buy": _supply,
    "card": _cards,
    "operate": _places,
    "care": _places,
    "upkeep": _own_places,
    "admitted": _places,
    "ambulance": _ambulances,
    "to": _ambulances,
    "acquired": _acquired_spots,
    "grave": _graves,
}
