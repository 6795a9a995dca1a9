"""The view of a seat, and its observation. What is hidden is asked of the zones."""

from random import Random
from typing import Any

from wardround.core import counts, observe
from wardround.core.words import counted, listed
from wardround.games.clinic import building, care, choices, decisions, moving, scoring, text
from wardround.games.clinic.board import (
    CELLS,
    EDGE_NAMES,
    GROUND,
    LOTS,
    PLACES,
    SIDE_NAMES,
    SIDES,
    cell_name,
)
from wardround.games.clinic.material import (
    ACTIONS,
    BONUS,
    CLASS,
    COLOURS,
    COLUMN,
    COMPONENTS,
    DOCTOR,
    EMPTY,
    HELIPAD,
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


def hide(table: Table, viewer: int, rng: Random) -> None:
    """Give every other seat that has chosen in secret any action that it may have chosen."""
    for seat, clinic in enumerate(table.clinics):
        if clinic.chosen and not CHOSEN.seen_by(table, seat, viewer):
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
        "acting": ACTIONS[table.acting] if table.acting != NOBODY else None,
        "order": table.order[:],
        "board": {
            "columns": table.terms.board.columns,
            "rows": 3,
            "floors": _floors(table),
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


def _floors(table: Table) -> int:
    return max(table.terms.board.floors, table.terms.helipad_max_floor + 1)


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
    known = component != NOBODY
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
        "bonus": BONUS[clinic.bonus] if clinic.bonus != NOBODY else None,
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
        "revealed": ACTIONS[table.revealed[seat]] if table.revealed[seat] != NOBODY else None,
        "components_left": clinic.left,
        "queue_points": clinic.qp,
        "question": _question(table, seat),
        "cells": [
            _cell(table, clinic, seat, cell, standing.get(cell, [])) for cell in _cells(table)
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


def _cells(table: Table) -> list[int]:
    return [
        floor * GROUND + ground
        for floor in range(_floors(table))
        for ground in table.terms.board.ground
    ]


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


def observation(table: Table, seat: int) -> dict[str, list[float]]:
    """What the seat sees, as named vectors: the table, then every seat from the own one on."""
    pieces = observe(table.game.zones, table, table.players, seat)
    pieces["time"] = [float(table.round), float(table.phase), float(table.action_phase)]
    pieces["order"] = [
        float(table.order.index((seat + step) % table.players)) if table.order else 0.0
        for step in range(table.players)
    ]
    pieces["queues"] = [float(colour + 1) for colour in table.queues]
    pieces["university"] = [float(colour + 1) for colour in table.university]
    pieces["board"] = [float(table.nurses), float(table.staff)]
    pieces["pools"] = [float(number) for number in table.patient_pool + table.doctor_pool]
    pieces["stocks"] = [float(min(number, 99)) for number in table.stocks]
    pieces["bonus_tiles"] = [float(tile in table.tiles) for tile in range(len(BONUS))]
    for step in range(table.players):
        clinic = table.clinics[(seat + step) % table.players]
        for name, vector in _clinic_pieces(table, clinic).items():
            pieces[f"{name}/{step}"] = vector
    return pieces


def _clinic_pieces(table: Table, clinic: Clinic) -> dict[str, list[float]]:
    patients = [4 * patient_place(code) + code % 4 for code in clinic.patients]
    asked = moving.next_person(clinic)
    person = clinic.people[asked] if asked != UNPLACED else -1
    return {
        "money": [float(clinic.cash), float(clinic.pp), float(clinic.minutes), float(clinic.debt)],
        "cells": [float(thing) for thing in clinic.cells],
        "discs": counts(clinic.discs, CELLS),
        "entrances": [float(number) for number in clinic.entrances],
        "cars": [float(clinic.cars[place]) for place in range(PLACES)],
        "patients": counts(patients, 4 * (CELLS + 1)),
        "doctors": counts(clinic.doctors, 4 * (OUT + 1)),
        "nurses": counts(clinic.nurses, OUT + 1),
        "staff": counts(clinic.staff, OUT + 1),
        "used_actions": [float(number) for number in clinic.used_actions],
        "moving": [
            float(person // CLASS if person >= 0 else -1),
            float(place_of(person) if person >= 0 else -1),
            float(person % CLASS % 4 if person >= 0 else -1),
        ],
        "running": [float(clinic.left), float(clinic.qp), float(len(clinic.xs))],
    }
