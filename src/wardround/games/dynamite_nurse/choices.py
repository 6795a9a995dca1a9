"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import Choice
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
    """How a candidate of the seat's open question is shown."""
    kind, number = act.family(action)
    label, sentence = WORDS[kind](table, seat, number)
    voice = table.variant.voice
    return Choice(
        action,
        act.CATALOGUE[action][0],
        voice.fill(label),
        voice.fill(sentence),
        SPOTS[kind](table, seat, number),
        voice.fill(GROUPS[kind]),
    )


# --- labels and sentences -------------------------------------------------------------------

Words = Callable[[Table, int, int], tuple[str, str]]


def _end(table: Table, seat: int, number: int) -> tuple[str, str]:
    owed = 0
    for place in range(len(table.hospitals[seat].admitted)):
        owed += int(table.owes(seat, place))
    warning = f" {text.some(owed, 'patient', 'patients')} without upkeep will die." if owed else ""
    return "End the {phase_0}", f"End the {{phase_0}}; points left over are lost.{warning}"


def _pass(table: Table, seat: int, number: int) -> tuple[str, str]:
    label, sentence = PASSING.get(table.stacks[seat][-1].name(), ("No more", "Choose no more."))
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
    return (
        "Second Event card",
        "Ask for the second card of the {event_pile}. It uses up a {purchase} in any case.",
    )


def _buy_event(table: Table, seat: int, number: int) -> tuple[str, str]:
    question = table.stacks[seat][-1]
    place = question.a if isinstance(question, decisions.BuyShown) else len(table.events) - 1
    if place < 0:
        return "Buy the Event card", "Buy the top card of the {event_pile}."
    return _buying(table, table.events[place])


def _buying(table: Table, card: int) -> tuple[str, str]:
    voice = table.variant.voice
    held = table.pack.cards[card]
    price = "" if held.cost == NONE else f" for {voice.gold(held.cost)}"
    return f"Buy {voice.card(card)}", f"Buy {voice.card(card)}{price}. {_does(table, card)}".strip()


def _does(table: Table, card: int) -> str:
    """What a card gives and does."""
    voice = table.variant.voice
    held = table.pack.cards[card]
    bonus = text.bonus_text(voice, held)
    return " ".join([part for part in (bonus and f"{bonus}.", text.card_text(voice, held)) if part])


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
    return name, f"Name {name}: {text.some(hit, 'patient', 'patients')} {{in_the_ambulances}}."


def _player(table: Table, seat: int, number: int) -> tuple[str, str]:
    who = "Yourself" if number == seat else table.names[number]
    return who, f"{who}."


def _play(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.card(number)
    return f"Play {name}", f"Play {name}. {_does(table, number)}".strip()


def _card(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.card(number)
    verb = VERBS.get(table.stacks[seat][-1].name(), "Choose")
    return f"{verb} {name}", f"{verb} {name}."


VERBS: Final = {
    "keep": "Keep",
    "discard_card": "Discard",
    "take_discarded": "Take",
    "swap_nurse": "Take",
    "take_nurse": "Take",
}


def _patient_of(table: Table, seat: int, owner: int, place: int) -> str:
    name = table.variant.voice.patient(table.hospitals[owner].admitted[place])
    return name if owner == seat else f"{name} of {table.names[owner]}"


def _operate(table: Table, seat: int, number: int) -> tuple[str, str]:
    owner, place = number // MARKERS, number % MARKERS
    cost = table.severity(table.hospitals[owner].admitted[place])
    name = _patient_of(table, seat, owner, place)
    price = table.variant.voice.tp(cost)
    return f"{{Operation}}: {name}", f"{{Operation}} on {name} for {price}: {{acquire}} it."


def _care(table: Table, seat: int, number: int) -> tuple[str, str]:
    owner, place = number // MARKERS, number % MARKERS
    care = table.pack.rows[table.hospitals[owner].admitted[place] >> 1].care
    name = _patient_of(table, seat, owner, place)
    price = "" if care == NONE else f" for {table.variant.voice.tp(care)}"
    return f"{{Care}}: {name}", f"{{Care}} for {name}{price}: turn it to its normal side."


def _upkeep(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = _patient_of(table, seat, seat, number)
    upkeep = table.pack.rows[table.hospitals[seat].admitted[number] >> 1].upkeep
    price = "" if upkeep == NONE else f" of {table.variant.voice.tp(upkeep)}"
    return f"Upkeep: {name}", f"Pay the upkeep{price} for {name}."


def _admitted(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = _patient_of(table, seat, number // MARKERS, number % MARKERS)
    return name, f"The admitted patient {name}."


def _ambulance(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.patient(table.ambulances[number])
    owner = table.markers[number]
    whose = "" if owner in (seat, -1) else f" of {table.names[owner]}"
    return (
        f"{name}{whose}",
        f"The patient {name}{whose} at place {number + 1} {{in_the_ambulances}}.",
    )


def _to(table: Table, seat: int, number: int) -> tuple[str, str]:
    if number == 0:
        return "To the {leading} end", "Move the patient to the {leading} end."
    if number == len(table.ambulances) - 1:
        return "To the {trailing} end", "Move the patient to the {trailing} end."
    return f"To place {number + 1}", f"Move the patient to place {number + 1}."


def _acquired(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.patient(number)
    vp = table.pack.rows[number >> 1].vp[number & 1]
    return name, f"The {{acquired}} patient {name}, {vp} VP."


def _grave(table: Table, seat: int, number: int) -> tuple[str, str]:
    name = table.variant.voice.row(number)
    return name, f"Shuffle {name} back into the {{dungeon}}."


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
    question = table.stacks[seat][-1]
    if isinstance(question, decisions.BuyShown) and question.a < len(table.events) - 1:
        return ["second_event"]
    return ["events"]


def _event_under(table: Table, seat: int, number: int) -> list[str]:
    """The card below the top Event: a click on the top card must not ask for it by mistake."""
    return ["events/under"]


def _piles(table: Table, seat: int, number: int) -> list[str]:
    return ["events" if number else "nurses"]


def _seats(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{number}"]


def _copies(prefix: str, held: list[int], card: int) -> list[str]:
    return [f"{prefix}/{place}" for place, other in enumerate(held) if other == card]


def _hand(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    spots = _copies(f"seat/{seat}/hand", hospital.hand_cards(), number)
    return spots or _copies(f"seat/{seat}/play", hospital.play, number)


def _supply(table: Table, seat: int, number: int) -> list[str]:
    return [f"supply/{CARD_IDS[number]}"]


def _cards(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1]
    if isinstance(question, (decisions.StackCard, decisions.TakeNurse)):
        return [f"looked/{CARD_IDS[number]}"]
    if isinstance(question, decisions.SwapNurse):
        return [f"seat/{question.d}/discard/{CARD_IDS[number]}"]
    if isinstance(question, decisions.TakeDiscarded):
        return [f"seat/{seat}/discard/{CARD_IDS[number]}"]
    return _hand(table, seat, number)


def _places(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{number // MARKERS}/admitted/{number % MARKERS}"]


def _own_places(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/admitted/{number}"]


def _ambulances(table: Table, seat: int, number: int) -> list[str]:
    return [f"ambulance/{number}"]


def _acquired_spots(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1]
    owner = question.a if isinstance(question, decisions.TradePick) else seat
    return _copies(f"seat/{owner}/acquired", table.hospitals[owner].acquired, number)


def _graves(table: Table, seat: int, number: int) -> list[str]:
    return [f"graveyard/{PATIENT_IDS[number]}"]


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
