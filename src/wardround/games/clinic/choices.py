"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import Choice
from wardround.core.words import article, counted, upper_first
from wardround.games.clinic import actions as act
from wardround.games.clinic import building, care, decisions, moving, text
from wardround.games.clinic.board import (
    EDGE_NAMES,
    LOTS,
    NOWHERE,
    SIDE_NAMES,
    SIDES,
    cell_name,
)
from wardround.games.clinic.material import (
    ACTIONS,
    BONUS,
    BUILD_DISC,
    BUILD_UPGRADE,
    COLOURS,
    COLUMN,
    COMPONENTS,
    NOBODY,
    OBJECTS,
    QUEUE,
    SERVICES,
    STOCK_OF,
    STOCKS,
    place_of,
)
from wardround.games.clinic.paths import FAR
from wardround.games.clinic.state import UNPLACED, Table

GROUPS: Final = {
    "single": "Go on",
    "bonus": "Bonus tiles",
    "choose": "Actions",
    "build": "Components",
    "at": "Places",
    "edge": "Edges",
    "park": "Car places",
    "leave": "Cars",
    "hire": "People to hire",
    "take": "Take to the column",
    "take_ec": "Take to Extreme Consultation",
    "swap_up": "Swap",
    "swap_down": "Swap",
    "gate": "Helipad",
    "to": "Destinations",
    "again": "Change the plan",
    "in": "Treatments",
    "treat": "Treatments",
    "buy": "Popularity",
}
"""The heading under which lists show each kind of action."""


def choice(table: Table, seat: int, action: int) -> Choice:
    """How an action is shown while the seat's open question is asked, whether it answers it or not.

    Raises:
        SeatError, NotAsked: See :meth:`State.decision`.
    """
    kind, number = act.family(action)
    notation, words = act.CATALOGUE[action]
    label, sentence = SENTENCES[kind](table, seat, table.decision(seat), number)
    label = upper_first(label or words)
    return Choice(
        action,
        notation,
        label,
        sentence or f"{label}.",
        SPOTS[kind](table, seat, number),
        GROUPS[kind],
    )


# --- sentences ------------------------------------------------------------------------------

Words = tuple[str, str]
"""Label (the catalogue's words if empty) and sentence (the label if empty)."""
Sentence = Callable[[Table, int, decisions.Question, int], Words]
CATALOGUE_WORDS: Final = ("", "")


def _plain(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    return CATALOGUE_WORDS


SINGLE: Final = {
    act.STAY: "The Patient stays in the column, and will worsen.",
    act.AUTO_PARK: "Park on the free place that costs you the fewest spaces for building.",
    act.AUTO_LEAVE: "Send the Car away that keeps most spaces from being built on.",
    act.AUTO_CARE: "Carry out the best treatments in every module.",
    act.AUTO_REST: "Everybody not placed stays; people outside go to the nearest Service.",
    act.AUTO_MOVE: "Plan places for everybody who has none; you can still change the plan.",
    act.AUTO_GATES: "Open all your Helipads for this round.",
    act.REPARK: "Move one of your Cars to another free place.",
}


def _single(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    if number == act.CONFIRM:
        clinic = table.clinics[seat]
        total = sum([route.minutes for route in moving.charges(table, clinic)])
        off = moving.waiting_minutes(table, clinic)
        less = f", less {off} for Waiting Rooms" if off else ""
        return "", f"Everybody goes as planned: {counted(total, 'minute')}{less}."
    return "", SINGLE.get(number, "")


def _build(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    left = table.stocks[STOCK_OF[number]]
    stock = f" {left} left." if left < 1000 else ""
    price = text.prices_text(building.prices(table, number))
    if number == BUILD_UPGRADE:
        return COMPONENTS[number], f"Upgrade a Parking lot: {price}."
    return COMPONENTS[number], f"Build {article(COMPONENTS[number])}: {price}.{stock}"


def _at(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    name = cell_name(number)
    if isinstance(question, decisions.PlaceComponent):
        what = COMPONENTS[question.component]
        if question.component == BUILD_DISC and question.partner == NOWHERE:
            return f"disc in {name}", f"Put a disc into {name}."
        price = building.cost(table, question.component, number)
        if question.component == BUILD_UPGRADE:
            return f"at {name} (${price})", f"Upgrade the Parking lot {name} for ${price}."
        return f"at {name} (${price})", f"Build the {what} at {name} for ${price}."
    if isinstance(question, decisions.BonusOffice):
        price = 0 if question.free else building.cost(table, 1, number)
        return f"at {name} (${price})", f"Build the Office at {name} for ${price}."
    return CATALOGUE_WORDS


def _take(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    return _take_to(table, number, "your column")


def _take_ec(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    return _take_to(table, number, "an Extreme Consultation")


def _take_to(table: Table, number: int, place: str) -> Words:
    row, space = divmod(number, QUEUE)
    if row >= table.rows():
        return CATALOGUE_WORDS
    who = _queued(table, row, space)
    points = counted(space + 1, "queue point")
    return f"{who}, space {space + 1}", f"Take the {who} to {place} for {points}."


def _queued(table: Table, row: int, space: int) -> str:
    colour = table.queues[QUEUE * row + space]
    service = SERVICES[table.service_of(row)]
    return f"{COLOURS[colour]} {service} Patient" if colour != NOBODY else f"{service} Patient"


def _swap_up(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    return _swap(table, number // QUEUE + 1, number % QUEUE, number // QUEUE)


def _swap_down(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    return _swap(table, number // QUEUE, number % QUEUE, number // QUEUE + 1)


def _swap(table: Table, row: int, space: int, other: int) -> Words:
    if max(row, other) >= table.rows():
        return CATALOGUE_WORDS
    to = SERVICES[table.service_of(other)]
    who = _queued(table, row, space)
    return (
        f"{who}, space {space + 1}, to {to}",
        f"Move the {who} to the row {to} for 1 queue point.",
    )


def _gate(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    gates = table.clinics[seat].gates
    if not gates:
        return CATALOGUE_WORDS
    name = cell_name(gates[0])
    terms = table.terms
    idle = "" if terms.or_pays else f", which costs ${terms.idle}"
    used = "" if terms.or_pays else f", which costs ${terms.used} if used"
    if number:
        return f"close {name}", f"Nobody uses the Helipad {name} this round{idle}."
    return f"open {name}", f"Ways may lead through the Helipad {name}{used}."


def _to(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    clinic = table.clinics[seat]
    asked = moving.next_person(clinic)
    if asked == UNPLACED:
        return CATALOGUE_WORDS
    person = clinic.people[asked]
    name = f"{OBJECTS[clinic.cells[number]]} {cell_name(number)}"
    goes = f"The {text.person_name(person)} goes to the {name}"
    if place_of(person) == number:
        return f"{name} (0 min)", f"The {text.person_name(person)} stays in the {name}."
    if not clinic.is_module(number):
        return name, f"{goes}."
    used = clinic.used_pads[:]
    for route in moving.charges(table, clinic):
        used += route.pads
    route = moving.charge(table, clinic, person, number, used)
    if route.minutes >= FAR:
        return name, f"{goes}."
    way = text.way(route.stops)
    return (
        f"{name} ({route.minutes} min)",
        f"{goes}: {counted(route.minutes, 'minute')} ({way}).",
    )


def _in(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    clinic = table.clinics[seat]
    thing = OBJECTS[clinic.cells[number]]
    return f"{thing} {cell_name(number)}", f"Treat a Patient in the {thing} {cell_name(number)}."


def _treat(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    sick, doctor = divmod(number, 4)
    if not isinstance(question, decisions.Pair):
        return CATALOGUE_WORDS
    clinic = table.clinics[seat]
    needed = care.nurses_needed(table, clinic.cells[question.cell], sick, doctor)
    pay = care.fee(table, clinic, question.cell, sick)
    return "", upper_first(text.treatment(sick, doctor, needed, pay))


def _buy(table: Table, seat: int, question: decisions.Question, number: int) -> Words:
    if not number:
        return "buy nothing", "Buy no PP and keep the money."
    price = number * table.terms.pp_buy
    return f"{number} PP (${price})", f"Buy {number} PP for ${price}."


SENTENCES: Final[dict[str, Sentence]] = {
    "single": _single,
    "bonus": _plain,
    "choose": _plain,
    "build": _build,
    "at": _at,
    "edge": _plain,
    "park": _plain,
    "leave": _plain,
    "hire": _plain,
    "take": _take,
    "take_ec": _take_ec,
    "swap_up": _swap_up,
    "swap_down": _swap_down,
    "gate": _gate,
    "to": _to,
    "again": _plain,
    "in": _in,
    "treat": _treat,
    "buy": _buy,
}

# --- elements of the table ------------------------------------------------------------------

Spots = Callable[[Table, int, int], list[str]]


def cell_spot(seat: int, cell: int) -> str:
    """The element of a space."""
    return f"seat/{seat}/cell/{cell_name(cell)}"


def edge_spot(seat: int, edge: int) -> str:
    """The element of an edge."""
    return f"seat/{seat}/edge/{EDGE_NAMES[edge]}"


def car_spot(seat: int, place: int) -> str:
    """The element of a car place: an edge, a lot's space, or one side of a space."""
    if place < LOTS:
        return edge_spot(seat, place)
    if place < SIDES:
        return cell_spot(seat, place - LOTS)
    number = place - SIDES
    return f"seat/{seat}/side/{cell_name(number // 4)}{SIDE_NAMES[number % 4]}"


def stock_spot(stock: int) -> str:
    """The element of a stock."""
    return f"stock/{STOCKS[stock].lower().replace(' / ', '_').replace(' ', '_')}"


def _single_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/column"] if number == act.STAY else []


def _bonus_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"bonus/{BONUS[number].lower()}"] if number in table.tiles else []


def _action_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/action/{ACTIONS[number].lower()}"]


def _stock_spots(table: Table, seat: int, number: int) -> list[str]:
    return [stock_spot(STOCK_OF[number])]


def _cell_spots(table: Table, seat: int, number: int) -> list[str]:
    return [cell_spot(seat, number)]


def _again_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/column" if number == COLUMN else cell_spot(seat, number)]


def _edge_spots(table: Table, seat: int, number: int) -> list[str]:
    return [edge_spot(seat, number)]


def _car_spots(table: Table, seat: int, number: int) -> list[str]:
    return [car_spot(seat, number)]


def _hire_spots(table: Table, seat: int, number: int) -> list[str]:
    if number < len(table.university):
        return [f"university/{number + 1}"]
    return [] if number < 5 else ["nurses" if number == 5 else "staff"]


def _queue_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"queue/{number // QUEUE + 1}/{number % QUEUE + 1}"]


def _up_spots(table: Table, seat: int, number: int) -> list[str]:
    return _queue_spots(table, seat, number + QUEUE)


def _gate_spots(table: Table, seat: int, number: int) -> list[str]:
    return [cell_spot(seat, pad) for pad in table.clinics[seat].gates[:1]]


def _treat_spots(table: Table, seat: int, number: int) -> list[str]:
    question = table.decision(seat)
    return [cell_spot(seat, question.cell)] if isinstance(question, decisions.Pair) else []


def _pp_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/popularity"]


SPOTS: Final[dict[str, Spots]] = {
    "single": _single_spots,
    "bonus": _bonus_spots,
    "choose": _action_spots,
    "build": _stock_spots,
    "at": _cell_spots,
    "edge": _edge_spots,
    "park": _car_spots,
    "leave": _car_spots,
    "hire": _hire_spots,
    "take": _queue_spots,
    "take_ec": _queue_spots,
    "swap_up": _up_spots,
    "swap_down": _queue_spots,
    "gate": _gate_spots,
    "to": _cell_spots,
    "again": _again_spots,
    "in": _cell_spots,
    "treat": _treat_spots,
    "buy": _pp_spots,
}
