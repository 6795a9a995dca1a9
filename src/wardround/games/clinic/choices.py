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
    id_of,
    place_of,
)
from wardround.games.clinic.paths import FAR
from wardround.games.clinic.state import UNPLACED, Table


def choice(table: Table, seat: int, action: int) -> Choice:
    """How an action is shown while the seat's open question is asked, whether it answers it or not.

    Args:
        seat: A seat that is asked.
    """
    kind, number = act.ACTIONS.family(action)
    group, say, spots = SHOWN.get(kind, GO_ON)
    label, sentence = say(table, seat, number)
    label = upper_first(label or act.ACTIONS.words[action])
    return Choice(
        action,
        act.ACTIONS.notations[action],
        label,
        sentence or SINGLE.get(kind) or f"{label}.",
        spots(table, seat, number),
        group,
    )


# --- sentences ------------------------------------------------------------------------------

Words = tuple[str, str]
"""Label (the catalogue's words if empty) and sentence (the label if empty)."""
CATALOGUE_WORDS: Final = ("", "")
SINGLE: Final = {
    "stay": "The Patient stays in the column, and will worsen.",
    "auto:park": "Park on the free place that costs you the fewest spaces for building.",
    "auto:leave": "Send the Car away that keeps most spaces from being built on.",
    "auto:care": "Carry out the best treatments in every module.",
    "auto:rest": "Everybody not placed stays; people outside go to the nearest Service.",
    "auto:move": "Plan places for everybody who has none; you can still change the plan.",
    "auto:gates": "Open all your Helipads for this round.",
    "repark": "Move one of your Cars to another free place.",
}
"""Sentences of single actions."""


def _plain(table: Table, seat: int, number: int) -> Words:
    return CATALOGUE_WORDS


def _confirm(table: Table, seat: int, number: int) -> Words:
    clinic = table.clinics[seat]
    total = sum([route.minutes for route in moving.charges(table, clinic)])
    off = moving.waiting_minutes(table, clinic)
    less = f", less {off} for Waiting Rooms" if off else ""
    return "", f"Everybody goes as planned: {counted(total, 'minute')}{less}."


def _build(table: Table, seat: int, number: int) -> Words:
    left = table.stocks[STOCK_OF[number]]
    stock = f" {left} left." if left < 1000 else ""
    price = text.prices_text(building.prices(table, number))
    if number == BUILD_UPGRADE:
        return COMPONENTS[number], f"Upgrade a Parking lot: {price}."
    return COMPONENTS[number], f"Build {article(COMPONENTS[number])}: {price}.{stock}"


def _at(table: Table, seat: int, number: int) -> Words:
    name = cell_name(number)
    question = table.decision(seat)
    if isinstance(question, decisions.Place):
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


def _take(table: Table, seat: int, number: int) -> Words:
    return _take_to(table, number, "your column")


def _take_ec(table: Table, seat: int, number: int) -> Words:
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


def _swap_up(table: Table, seat: int, number: int) -> Words:
    return _swap(table, number // QUEUE + 1, number % QUEUE, number // QUEUE)


def _swap_down(table: Table, seat: int, number: int) -> Words:
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


def _gate(table: Table, seat: int, number: int) -> Words:
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


def _to(table: Table, seat: int, number: int) -> Words:
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


def _in(table: Table, seat: int, number: int) -> Words:
    clinic = table.clinics[seat]
    thing = OBJECTS[clinic.cells[number]]
    return f"{thing} {cell_name(number)}", f"Treat a Patient in the {thing} {cell_name(number)}."


def _treat(table: Table, seat: int, number: int) -> Words:
    sick, doctor = divmod(number, 4)
    question = table.decision(seat)
    if not isinstance(question, decisions.Pair):
        return CATALOGUE_WORDS
    clinic = table.clinics[seat]
    needed = care.nurses_needed(table, clinic.cells[question.cell], sick, doctor)
    pay = care.fee(table, clinic, question.cell, sick)
    return "", upper_first(text.treatment(sick, doctor, needed, pay))


def _buy(table: Table, seat: int, number: int) -> Words:
    if not number:
        return "buy nothing", "Buy no PP and keep the money."
    price = number * table.terms.pp_buy
    return f"{number} PP (${price})", f"Buy {number} PP for ${price}."


# --- elements of the table ------------------------------------------------------------------


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
    return f"stock/{id_of(STOCKS[stock])}"


def _no_spots(table: Table, seat: int, number: int) -> list[str]:
    return []


def _column_spots(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/column"]


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


GO_ON: Final = ("Go on", _plain, _no_spots)
SHOWN: Final[
    dict[
        str,
        tuple[str, Callable[[Table, int, int], Words], Callable[[Table, int, int], list[str]]],
    ]
] = {
    "stay": ("Go on", _plain, _column_spots),
    "confirm": ("Go on", _confirm, _no_spots),
    "bonus": ("Bonus tiles", _plain, _bonus_spots),
    "choose": ("Actions", _plain, _action_spots),
    "build": ("Components", _build, _stock_spots),
    "at": ("Places", _at, _cell_spots),
    "edge": ("Edges", _plain, _edge_spots),
    "park": ("Car places", _plain, _car_spots),
    "leave": ("Cars", _plain, _car_spots),
    "hire": ("People to hire", _plain, _hire_spots),
    "take": ("Take to the column", _take, _queue_spots),
    "take_ec": ("Take to Extreme Consultation", _take_ec, _queue_spots),
    "swap_up": ("Swap", _swap_up, _up_spots),
    "swap_down": ("Swap", _swap_down, _queue_spots),
    "gate": ("Helipad", _gate, _gate_spots),
    "to": ("Destinations", _to, _cell_spots),
    "again": ("Change the plan", _plain, _again_spots),
    "in": ("Treatments", _in, _cell_spots),
    "treat": ("Treatments", _treat, _treat_spots),
    "buy": ("Popularity", _buy, _pp_spots),
}
"""For each kind of action: the heading in lists, its words, the elements that name it."""
