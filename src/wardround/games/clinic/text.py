"""Names and sentences, in English."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from wardround.core import SEAT_NAMES, Event
from wardround.core.words import article, counted, listed, sentence
from wardround.games.clinic.actions import place_words
from wardround.games.clinic.board import EDGE_NAMES, cell_name
from wardround.games.clinic.material import (
    ACTIONS,
    BONUS,
    BUILD_UPGRADE,
    CARDS,
    CLASS,
    COLOURS,
    COLUMN,
    COMPONENTS,
    DOCTOR,
    NOBODY,
    OUT,
    PATIENT,
    PEOPLE,
    SERVICES,
    label_of,
)


def person_name(person: int) -> str:
    """A person in words: "red Eye Patient", "white Doctor", "Nurse"."""
    kind = person // CLASS
    if kind == PATIENT:
        return f"{COLOURS[person % 4]} {SERVICES[label_of(person)]} Patient"
    name = PEOPLE[kind]
    return f"{COLOURS[person % CLASS % 4]} {name}" if kind == DOCTOR else name


def place_name(place: int) -> str:
    """A place in words."""
    if place == COLUMN:
        return "the column"
    return "outside" if place == OUT else cell_name(place)


def way(stops: Sequence[int]) -> str:
    """A path in words: "outside, b1, c1"."""
    return ", ".join([place_name(stop) for stop in stops])


def money(amount: int) -> str:
    """An amount in dollars; a minus stands before the sign."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def prices_text(prices: Sequence[Sequence[int]]) -> str:
    """Prices by floor in words.

    Args:
        prices: [floor, price], from the lowest floor up.
    """
    (floor, price), more = prices[0], [after[1] - before[1] for before, after in pairwise(prices)]
    if not any(more):
        return f"${price}"
    where = f"on floor {floor}" if floor else "on the ground"
    return f"${price} {where}, ${more[0]} more on each floor above"


def colours(values: Sequence[int]) -> str:
    """Colours in words; what is empty is left out."""
    return listed([COLOURS[value] for value in values if value != NOBODY]) or "nobody"


Telling = Callable[[Event, str, Sequence[str]], str]


def event_text(event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
    """The sentence of an event as the viewer reads it; empty if there is nothing to read."""
    if event.kind == "choose":
        who = names[event.seat]
        if event.shows_secret_to(viewer) and event.secret:
            return f"{who} chooses {ACTIONS[event.secret[0]]}, in secret."
        return f"{who} has chosen an action."
    who = names[event.seat] if event.seat >= 0 else ""
    return TELLINGS[event.kind](event, who, names)


def _order(event: Event, who: str, names: Sequence[str]) -> str:
    seats = listed([names[seat] for seat in event.args])
    return f"Turn order, least popular first: {seats}."


def _tiles(event: Event, who: str, names: Sequence[str]) -> str:
    return f"Bonus tiles: {listed([BONUS[tile] for tile in event.args])}."


def _bonus(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} takes the bonus tile {BONUS[event.args[0]]}."


def _start_service(event: Event, who: str, names: Sequence[str]) -> str:
    cell, edge = event.args
    return f"{who} opens with the Psychiatric Service at {cell_name(cell)}, {EDGE_NAMES[edge]}."


def _build(event: Event, who: str, names: Sequence[str]) -> str:
    component, price, *cells = event.args
    if component == BUILD_UPGRADE:
        return f"{who} upgrades the Parking lot {cell_name(cells[0])} for ${price}."
    where = listed([cell_name(cell) for cell in cells])
    what = article(COMPONENTS[component]) if len(cells) == 1 else f"{COMPONENTS[component]}s"
    return f"{who} builds {what} at {where} for ${price}."


def _entrance(event: Event, who: str, names: Sequence[str]) -> str:
    edge, price = event.args
    return f"{who} builds an Entrance at {EDGE_NAMES[edge]} for ${price}."


def _card(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} draws the {CARDS[event.args[0]]} card and gets its clinic."


def _university(event: Event, who: str, names: Sequence[str]) -> str:
    return f"At the University: {colours(event.args)}."


def _round(event: Event, who: str, names: Sequence[str]) -> str:
    return f"Round {event.args[0]}."


def _reveal(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} has chosen {ACTIONS[event.args[0]]}."


def _park(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} parks a Car at {place_words(event.args[0])}."


def _repark(event: Event, who: str, names: Sequence[str]) -> str:
    origin, place = event.args
    return f"{who} moves a Car from {place_words(origin)} to {place_words(place)}."


def _car_leaves(event: Event, who: str, names: Sequence[str]) -> str:
    return f"A Car of {who} leaves {place_words(event.args[0])}."


def _hire(event: Event, who: str, names: Sequence[str]) -> str:
    number, colour, price = event.args
    hired = f"{COLOURS[colour]} Doctor" if colour != NOBODY else ("Nurse", "Staff")[number - 5]
    return f"{who} hires {article(hired)} for ${price}."


def _swap(event: Event, who: str, names: Sequence[str]) -> str:
    row, space, other, colour = event.args
    return (
        f"{who} swaps the {COLOURS[colour]} Patient on space {space + 1} of row {row + 1} "
        f"to row {other + 1}."
    )


def _admit(event: Event, who: str, names: Sequence[str]) -> str:
    row, space, colour, cell = event.args
    to = "the column" if cell < 0 else f"Extreme Consultation {cell_name(cell)}"
    return (
        f"{who} takes the {COLOURS[colour]} Patient on space {space + 1} of row {row + 1} to {to}."
    )


def _arrive(event: Event, who: str, names: Sequence[str]) -> str:
    row, colour = event.args
    return sentence(f"{article(COLOURS[colour])} Patient joins row {row + 1}")


def _move_phase(event: Event, who: str, names: Sequence[str]) -> str:
    return "Move."


def _shut(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} closes the Helipad {cell_name(event.args[0])} for this round."


def _plan(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} has a plan for everybody."


def _lift(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} plans the people of {place_name(event.args[0])} differently."


def _walk(event: Event, who: str, names: Sequence[str]) -> str:
    person, walked, *stops = event.args
    return f"{who}: the {person_name(person)} walks {counted(walked, 'minute')}: {way(stops)}."


def _clock(event: Event, who: str, names: Sequence[str]) -> str:
    total, saved, added, clock = event.args
    off = f", less {saved} for Waiting Rooms" if saved else ""
    walked = counted(total, "minute")
    return f"{who} walks {walked}{off}: the clock goes on by {added} to {clock_text(clock)}."


def clock_text(clock: int) -> str:
    """Minutes as hours and minutes: "6:05"."""
    return f"{clock // 60}:{clock % 60:02d}"


def _business(event: Event, who: str, names: Sequence[str]) -> str:
    return "Business."


def _treat(event: Event, who: str, names: Sequence[str]) -> str:
    cell, sick, doctor, nurses, pay = event.args
    return f"{who}: in {cell_name(cell)} {treatment(sick, doctor, nurses, pay)}"


def treatment(sick: int, doctor: int, nurses: int, pay: int) -> str:
    """A treatment, without a capital at its head."""
    helped = f" with {counted(nurses, 'Nurse')}" if nurses else ""
    return f"the {COLOURS[doctor]} Doctor{helped} treats the {COLOURS[sick]} Patient for ${pay}."


def _expenses(event: Event, who: str, names: Sequence[str]) -> str:
    earned, salaries, upkeep, saved, pads, result, _, sold, missing, _, cash, owed = event.args
    debt = f", debt ${owed}" if owed else ""
    text = (
        f"{who}: care ${earned}, salaries ${salaries}, upkeep ${upkeep - saved}, "
        f"Helipads ${pads}{debt}; result {money(result)}, cash ${cash}"
    )
    if sold:
        text += f"; {sold} PP sold"
    if missing:
        text += f"; ${missing} cannot be paid"
    return f"{text}."


def _buy(event: Event, who: str, names: Sequence[str]) -> str:
    bought, price = event.args
    return f"{who} buys {bought} PP for ${price}."


def _administration(event: Event, who: str, names: Sequence[str]) -> str:
    return "Administration: Doctors and Patients change."


def _gives_up(event: Event, who: str, names: Sequence[str]) -> str:
    row, colour = event.args
    return f"The {COLOURS[colour]} Patient at the head of row {row + 1} leaves."


def _doctor_leaves(event: Event, who: str, names: Sequence[str]) -> str:
    return "A red Doctor whom nobody hired leaves."


def _progress(event: Event, who: str, names: Sequence[str]) -> str:
    before, after = event.args
    return f"{who}: the {COLOURS[before]} Doctor in the Laboratory becomes {COLOURS[after]}."


def _death(event: Event, who: str, names: Sequence[str]) -> str:
    dead, points = event.args
    return f"{who} loses {counted(dead, 'Patient')}: -{points} PP."


def _score(event: Event, who: str, names: Sequence[str]) -> str:
    return f"{who} scores {counted(sum(event.args), 'point')}."


TELLINGS: Final[dict[str, Telling]] = {
    "order": _order,
    "tiles": _tiles,
    "bonus": _bonus,
    "start_service": _start_service,
    "build": _build,
    "entrance": _entrance,
    "card": _card,
    "university": _university,
    "round": _round,
    "reveal": _reveal,
    "park": _park,
    "repark": _repark,
    "car_leaves": _car_leaves,
    "hire": _hire,
    "swap": _swap,
    "admit": _admit,
    "arrive": _arrive,
    "move_phase": _move_phase,
    "shut": _shut,
    "plan": _plan,
    "lift": _lift,
    "walk": _walk,
    "clock": _clock,
    "business": _business,
    "treat": _treat,
    "expenses": _expenses,
    "buy": _buy,
    "administration": _administration,
    "gives_up": _gives_up,
    "doctor_leaves": _doctor_leaves,
    "progress": _progress,
    "death": _death,
    "score": _score,
}
