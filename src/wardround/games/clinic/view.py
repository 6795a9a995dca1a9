"""The view of a seat, and its observation. What is hidden is asked of the zones."""

from random import Random
from typing import Any, Final

from wardround.core import Sheet
from wardround.core import observe as observe_zones
from wardround.core.words import counted, listed
from wardround.games.clinic import (
    building,
    care,
    choices,
    decisions,
    moving,
    parking,
    scoring,
    text,
)
from wardround.games.clinic.board import (
    EDGE_NAMES,
    GROUND,
    LOTS,
    SIDE_NAMES,
    SIDES,
    cell_name,
)
from wardround.games.clinic.material import (
    ACTIONS,
    ALL_SERVICES,
    BONUS,
    CLASS,
    COLOURS,
    COLUMN,
    COMPONENTS,
    DOCTOR,
    EMPTY,
    HELIPAD,
    NO_ACTION,
    NO_BONUS,
    NO_COMPONENT,
    NOBODY,
    NURSE,
    OBJECT_IDS,
    OBJECTS,
    OPERATING,
    OUT,
    PATIENT,
    PEOPLE,
    QUEUE,
    ROOM,
    SERVICES,
    STAFF,
    STOCK_OF,
    STOCKS,
    label_of,
    patient_place,
    place_of,
)
from wardround.games.clinic.round import expenses
from wardround.games.clinic.state import (
    BUSINESS,
    CHOSEN,
    LEDGER,
    PHASES,
    SET_UP,
    UNPLACED,
    Clinic,
    Table,
    hosts,
    lot_room,
)

MOST: Final = 999
"""There is never more of anything but money and minutes."""
MOST_MONEY: Final = 9999


def redraw(table: Table, viewer: int, rng: Random) -> None:
    """Give every other seat that has chosen in secret any action that it may have chosen."""
    for seat, clinic in enumerate(table.clinics):
        if clinic.chosen and not CHOSEN.sees(table, seat, viewer):
            allowed = [
                action
                for action in range(len(ACTIONS))
                if clinic.used_actions[action] < table.terms.max_same_action
            ]
            clinic.chosen = [allowed[rng.randrange(len(allowed))]]


def view(table: Table, viewer: int) -> dict[str, Any]:
    """What the viewer sees, as JSON data."""
    return {
        "game": table.game.id,
        "viewer": viewer,
        "round": table.round,
        "rounds": table.terms.rounds,
        "phase": table.phase,
        "phase_name": PHASES[table.phase],
        "action_phase": table.action_phase,
        "acting": ACTIONS[table.acting] if table.acting != NO_ACTION else None,
        "order": table.order[:],
        "board": {
            "columns": table.terms.board.columns,
            "rows": 3,
            "floors": table.terms.all_floors,
        },
        "tiles": [
            {"spot": f"bonus/{BONUS[tile].lower()}", "label": f"bonus tile {BONUS[tile]}"}
            for tile in table.tiles
        ],
        "rows": [_row(table, row) for row in range(table.rows())],
        "university": [_university(table, space) for space in range(len(table.university))],
        "nurses": {
            "spot": "nurses",
            "label": counted(table.nurses, "Nurse"),
            "count": table.nurses,
        },
        "staff": {"spot": "staff", "label": f"{table.staff} Staff", "count": table.staff},
        "pools": {
            "patients": {
                "spot": "pool/patients",
                "label": f"patient pool: {_counts(table.patient_pool)}",
                "counts": table.patient_pool[:],
            },
            "doctors": {
                "spot": "pool/doctors",
                "label": f"doctor pool: {_counts(table.doctor_pool)}",
                "counts": table.doctor_pool[:],
            },
        },
        "stocks": [_stock(table, stock) for stock in range(len(STOCKS))],
        "built_this_round": table.types_built[:],
        "seats": [_seat(table, seat, viewer) for seat in range(table.players)],
        "over": table.over,
        "ranking": table.ranking() or None,
    }


def _counts(pool: list[int]) -> str:
    return ", ".join([f"{pool[colour]} {COLOURS[colour]}" for colour in range(4)])


def _row(table: Table, row: int) -> dict[str, Any]:
    service = SERVICES[table.service_of(row)]
    spaces: list[dict[str, Any]] = []
    for space in range(QUEUE):
        colour = table.queues[QUEUE * row + space]
        who = f"{COLOURS[colour]} Patient" if colour != NOBODY else "empty"
        spaces.append(
            {
                "spot": f"queue/{row + 1}/{space + 1}",
                "label": f"{service} queue, space {space + 1}: {who}",
                "space": space + 1,
                "colour": COLOURS[colour] if colour != NOBODY else None,
            }
        )
    return {"row": row + 1, "service": service, "spaces": spaces}


def _university(table: Table, space: int) -> dict[str, Any]:
    colour = table.university[space]
    price = table.terms.doctor_prices[space]
    who = f"{COLOURS[colour]} Doctor" if colour != NOBODY else "empty"
    return {
        "spot": f"university/{space + 1}",
        "label": f"University space {space + 1} (${price}): {who}",
        "price": price,
        "colour": COLOURS[colour] if colour != NOBODY else None,
    }


def _stock(table: Table, stock: int) -> dict[str, Any]:
    left = table.stocks[stock]
    number: int | None = left if left < 1000 else None
    words = "unlimited" if number is None else str(number)
    components = [
        component
        for component in range(len(COMPONENTS))
        if STOCK_OF[component] == stock and building.in_game(table, component)
    ]
    prices = [building.prices(table, component) for component in components]
    names = [f"{COMPONENTS[component]} " if len(components) > 1 else "" for component in components]
    dear = [name + text.prices_text(price) for name, price in zip(names, prices, strict=True)]
    return {
        "spot": choices.stock_spot(stock),
        "label": "; ".join([f"{STOCKS[stock]}: {words} in stock", *dear]),
        "name": STOCKS[stock],
        "count": number,
        "costs": [
            {"component": COMPONENTS[component], "prices": price}
            for component, price in zip(components, prices, strict=True)
        ],
    }


def _question(table: Table, seat: int) -> dict[str, Any] | None:
    """What a seat is asked now, and for which component a place is looked for."""
    if not table.stacks[seat]:
        return None
    question = table.stacks[seat][-1]
    component = decisions.component_of(question, table, seat)
    known = component != NO_COMPONENT
    return {
        "kind": question.name(),
        "component": COMPONENTS[component] if known else None,
        "stock": choices.stock_spot(STOCK_OF[component]) if known else None,
    }


# --- one player -------------------------------------------------------------------------------


def _seat(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    clinic = table.clinics[seat]
    lines = scoring.sheet(table, clinic)
    chosen = CHOSEN.seen(table, seat, viewer)
    standing = _standing(clinic)
    data: dict[str, Any] = {
        "seat": seat,
        "cash": clinic.cash,
        "minutes": clinic.minutes,
        "clock": text.clock_text(clinic.minutes),
        "debt": clinic.debt,
        "popularity": {
            "spot": f"seat/{seat}/popularity",
            "label": counted(clinic.pp, "popularity point"),
            "points": clinic.pp,
        },
        "bonus": BONUS[clinic.bonus] if clinic.bonus != NO_BONUS else None,
        "actions": [
            {
                "spot": f"seat/{seat}/action/{name.lower()}",
                "label": f"{name}, chosen {counted(used, 'time')} this round",
                "name": name,
                "used": used,
            }
            for name, used in zip(ACTIONS, clinic.used_actions, strict=True)
        ],
        "has_chosen": bool(CHOSEN.size(table, seat, viewer)),
        "chosen": ACTIONS[chosen[0]] if chosen else None,
        "revealed": ACTIONS[table.revealed[seat]] if table.revealed[seat] != NO_ACTION else None,
        "components_left": clinic.left,
        "queue_points": clinic.qp,
        "question": _question(table, seat),
        "cells": [
            _cell(table, clinic, seat, cell, standing.get(cell, [])) for cell in table.terms.cells
        ],
        "edges": [_edge(table, clinic, seat, edge) for edge in table.terms.board.edges],
        "column": _column(table, seat, standing.get(COLUMN, [])),
        "outside": [_person(person) for person in standing.get(OUT, [])],
        "move": _move(table, clinic),
        "ledger": dict(zip(LEDGER, clinic.ledger, strict=True)),
        "forecast": (
            dict(zip(LEDGER, care.forecast(table, clinic), strict=True))
            if SET_UP < table.phase < BUSINESS or table.then is expenses
            else None
        ),
        "sheet": {**dict(zip(scoring.LINES, lines, strict=True)), "total": sum(lines)},
        "score": sum(lines),
    }
    if table.terms.per_space:
        data["sides"] = _sides(table, clinic, seat)
    return data


def _standing(clinic: Clinic) -> dict[int, list[int]]:
    """Who stands where: by place, Patients first, then Doctors, Nurses and Staff."""
    people = clinic.patients[:]
    people += [CLASS * DOCTOR + code for code in clinic.doctors]
    people += [CLASS * NURSE + code for code in clinic.nurses]
    people += [CLASS * STAFF + code for code in clinic.staff]
    found: dict[int, list[int]] = {}
    for person in people:
        found.setdefault(place_of(person), []).append(person)
    return found


def _person(person: int) -> dict[str, Any]:
    kind = person // CLASS
    return {
        "kind": PEOPLE[kind],
        "colour": COLOURS[person % CLASS % 4] if kind in (PATIENT, DOCTOR) else None,
        "service": SERVICES[label_of(person)] if kind == PATIENT else None,
        "name": text.person_name(person),
    }


def _cell(table: Table, clinic: Clinic, seat: int, cell: int, people: list[int]) -> dict[str, Any]:
    thing = clinic.cells[cell]
    services = [SERVICES[service] for service in hosts(table, clinic, cell)]
    discs = clinic.discs.count(cell)
    label = f"{cell_name(cell)}: {OBJECTS[thing]}"
    if thing in (ROOM, OPERATING):
        label += f" for {listed(services)}" if services else " (not active)"
    if discs:
        label += ", disc"
    room = lot_room(table, clinic, cell)
    cars = clinic.cars[LOTS + cell] if room else 0
    if room:
        label += f", {cars} of {room} Cars"
    if people:
        label += ", " + listed([text.person_name(person) for person in people])
    return {
        "spot": choices.cell_spot(seat, cell),
        "label": label,
        "cell": cell_name(cell),
        "floor": cell // GROUND,
        "row": cell % GROUND // 4 + 1,
        "column": cell % 4 + 1,
        "thing": OBJECT_IDS[thing] if thing != EMPTY else None,
        "name": OBJECTS[thing],
        "hosts": services,
        "building": clinic.building[cell] if clinic.building[cell] >= 0 else None,
        "discs": discs,
        "shut": thing == HELIPAD and cell in clinic.shut,
        "used": thing == HELIPAD and cell in clinic.used_pads,
        "cars": cars,
        "room_for_cars": room,
        "people": [_person(person) for person in people],
    }


def _edge(table: Table, clinic: Clinic, seat: int, edge: int) -> dict[str, Any]:
    what = "Entrance" if clinic.entrances[edge] else "Car" if clinic.cars[edge] else "free"
    return {
        "spot": choices.edge_spot(seat, edge),
        "label": f"edge {EDGE_NAMES[edge]}: {what}",
        "edge": EDGE_NAMES[edge],
        "boundary": edge in table.terms.board.boundary,
        "entrance": bool(clinic.entrances[edge]),
        "car": clinic.cars[edge] > 0,
    }


def _sides(table: Table, clinic: Clinic, seat: int) -> list[dict[str, Any]]:
    return [
        {
            "spot": choices.car_spot(seat, SIDES + 4 * ground + side),
            "label": f"side {cell_name(ground)}{SIDE_NAMES[side]}: "
            + ("Car" if clinic.cars[SIDES + 4 * ground + side] else "free"),
            "car": clinic.cars[SIDES + 4 * ground + side] > 0,
        }
        for ground in table.terms.board.ground
        for side in range(4)
    ]


def _column(table: Table, seat: int, waiting: list[int]) -> dict[str, Any]:
    names = listed([text.person_name(code) for code in waiting]) or "nobody"
    return {
        "spot": f"seat/{seat}/column",
        "label": f"column: {names}",
        "patients": [_person(code) for code in waiting],
        "slots": table.terms.column_slots if table.terms.column_slots < 100 else None,
    }


def _move(table: Table, clinic: Clinic) -> dict[str, Any] | None:
    """The plan of the Move phase so far: who goes where, by which way, in how many minutes."""
    if not clinic.people:
        return None
    routes = moving.charges(table, clinic)
    asked = moving.next_person(clinic)
    people: list[dict[str, Any]] = []
    for number, person in enumerate(clinic.people):
        entry: dict[str, Any] = {**_person(person), "from": text.place_name(place_of(person))}
        goal = clinic.goals[number]
        entry["to"] = text.place_name(goal) if goal != UNPLACED else None
        known = number < len(routes)
        entry["minutes"] = routes[number].minutes if known else None
        entry["path"] = [text.place_name(stop) for stop in routes[number].stops] if known else []
        people.append(entry)
    return {
        "people": people,
        "asked": asked if asked != UNPLACED else None,
        "minutes": sum([route.minutes for route in routes]),
        "saved": moving.waiting_minutes(table, clinic) + clinic.credit,
    }


# --- observation --------------------------------------------------------------------------------


def observe(table: Table, viewer: int, sheet: Sheet) -> None:
    """Write what a seat sees as numbers: the table, then every seat from the own one on."""
    players = table.players
    observe_zones(table.game.zones, table, players, viewer, sheet)
    sheet.piece("round", "the round", 99)
    sheet.integer(table.round)
    sheet.piece("phase", "the phase of the round")
    sheet.one_hot(table.phase, len(PHASES))
    sheet.piece("action_phase", "which choice of an action it is in this round", 9)
    sheet.integer(table.action_phase)
    sheet.piece("acting", "the action that is carried out: BUILD, HIRE, ADMIT")
    sheet.one_hot(table.acting, len(ACTIONS))
    sheet.piece("order", "place of every seat in the order of popularity, least popular 0", players)
    for step in range(players):
        seat = (viewer + step) % players
        sheet.integer(table.order.index(seat) if seat in table.order else 0)
    sheet.piece("queues", "colours of the Patients in the open rows, head first: 0 for none", 4)
    for colour in table.queues:
        sheet.integer(colour + 1)
    sheet.piece("university", "colours of the Doctors on offer: 0 for none", 4)
    for colour in table.university:
        sheet.integer(colour + 1)
    sheet.piece("employees", "Nurses and Staff on the main board", MOST)
    sheet.integer(table.nurses)
    sheet.integer(table.staff)
    sheet.piece("patient_pool", "Patients not drawn yet, by colour", MOST)
    sheet.integers(table.patient_pool)
    sheet.piece("doctor_pool", "Doctors not drawn yet, by colour", MOST)
    sheet.integers(table.doctor_pool)
    sheet.piece("stocks", "tiles left of each type; 99 for as many as one likes", 99)
    for number in table.stocks:
        sheet.integer(min(number, 99))
    sheet.piece("bonus_tiles", "bonus tiles on offer")
    sheet.counts(table.tiles, len(BONUS))
    sheet.piece("swapped", "spaces of the queues whose Patients the seat that admits swapped")
    sheet.counts([place for clinic in table.clinics for place in clinic.xs], len(table.queues))
    for step in range(players):
        _observe_clinic(table, table.clinics[(viewer + step) % players], step, sheet)
    _observe_moving(table, table.clinics[viewer], sheet)


def _observe_clinic(table: Table, clinic: Clinic, step: int, sheet: Sheet) -> None:
    terms = table.terms
    sheet.piece("money", "cash", MOST_MONEY, -MOST_MONEY, step)
    sheet.integer(clinic.cash)
    sheet.piece("debt", "debt of the round before", MOST_MONEY, 0, step)
    sheet.integer(clinic.debt)
    sheet.piece("popularity", "popularity points", MOST, 0, step)
    sheet.integer(clinic.pp)
    sheet.piece("minutes", "minutes spent", MOST_MONEY, 0, step)
    sheet.integer(clinic.minutes)
    sheet.piece("cells", "number of the object on each space: 0 for none", len(OBJECTS), 0, step)
    sheet.integers_of(clinic.cells, terms.cells)
    sheet.piece("discs", "discs on each space", MOST, 0, step)
    sheet.counts_at(clinic.discs, terms.cell_places)
    sheet.piece("entrances", "Entrances on each edge", 1, 0, step)
    sheet.integers_of(clinic.entrances, terms.board.edges)
    sheet.piece("cars", "Cars on each place", MOST, 0, step)
    sheet.integers_of(clinic.cars, parking.places(table))
    sheet.piece("patients", "Patients on each space and in the column, by colour", MOST, 0, step)
    for code in clinic.patients:
        sheet.count(terms.cube_places.of(4 * patient_place(code) + code % 4))
    sheet.skip(len(terms.cube_places))
    sheet.piece("column", "Patients in the column, by Service and colour", MOST, 0, step)
    for code in clinic.patients:
        if patient_place(code) == COLUMN:
            sheet.count(4 * label_of(code) + code % 4)
    sheet.skip(4 * ALL_SERVICES)
    sheet.piece("doctors", "Doctors on each space and outside, by colour", MOST, 0, step)
    sheet.counts_at(clinic.doctors, terms.cube_places)
    sheet.piece("nurses", "Nurses on each space and outside", MOST, 0, step)
    sheet.counts_at(clinic.nurses, terms.people_places)
    sheet.piece("staff", "Staff on each space and outside", MOST, 0, step)
    sheet.counts_at(clinic.staff, terms.people_places)
    sheet.piece("used_actions", "how often each action was chosen this round", 9, 0, step)
    sheet.integers(clinic.used_actions)
    sheet.piece(
        "running", "steps left of the action carried out, and its qualification", MOST, 0, step
    )
    sheet.integer(clinic.left)
    sheet.integer(clinic.qp)


def _observe_moving(table: Table, clinic: Clinic, sheet: Sheet) -> None:
    """The own person whose place is asked for."""
    number = moving.next_person(clinic)
    person = clinic.people[number] if number != UNPLACED else UNPLACED
    sheet.piece("moving", "class of the person that moves")
    sheet.one_hot(person // CLASS if person >= 0 else -1, len(PEOPLE))
    sheet.piece("moving_colour", "colour of the Patient or Doctor that moves")
    coloured = person >= 0 and person // CLASS in (PATIENT, DOCTOR)
    sheet.one_hot(person % CLASS % 4 if coloured else -1, 4)
    sheet.piece("moving_from", "where the person that moves stands")
    places = table.terms.people_places
    sheet.one_hot(places.of(place_of(person)) if person >= 0 else -1, len(places))
