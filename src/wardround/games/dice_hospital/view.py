"""Zones and who sees them; the view of a seat; how choices are shown.

What is hidden in this game is only the order of the stacks and the administrators before they are
shown; both are declared here and nowhere else.
"""

from random import Random
from typing import Any, Final

from wardround.core import (
    Zone,
    everybody,
    nobody,
    observe,
    owner_only,
    reshuffle,
)
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects, scoring, text
from wardround.games.dice_hospital.effects import Use
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    COLOURS,
    CURRENT,
    DEPARTMENTS,
    FACE,
    ORIGINAL,
    PRINTED,
    SPECIALISTS,
    TREATED,
    VALUE,
    face,
    meeple_id,
    meeple_name,
    patient_notation,
)
from wardround.games.dice_hospital.state import (
    BEDS,
    FREE,
    NO_BED,
    NURSES,
    PHASES,
    ROUNDS,
    Hospital,
    Table,
)


def _set_department_stack(table: Table, owner: int, items: list[int]) -> None:
    table.department_stack = items


def _set_specialist_deck(table: Table, owner: int, items: list[int]) -> None:
    table.specialist_deck = items


def _set_out(table: Table, owner: int, items: list[int]) -> None:
    table.administrators_out = items


def _set_dealt(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].dealt = sorted(items)


def _set_kept(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].kept = items


def _set_dismissed(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].dismissed = items


DEPARTMENT_STACK: Final = Zone[Table](
    "department_stack",
    per_seat=False,
    kinds=len(DEPARTMENTS),
    pool="departments",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.department_stack,
    write=_set_department_stack,
)
SPECIALIST_DECK: Final = Zone[Table](
    "specialist_deck",
    per_seat=False,
    kinds=len(SPECIALISTS),
    pool="specialists",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.specialist_deck,
    write=_set_specialist_deck,
)
ADMINISTRATORS_OUT: Final = Zone[Table](
    "administrators_out",
    per_seat=False,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.administrators_out,
    write=_set_out,
)
DEALT: Final = Zone[Table](
    "dealt",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].dealt,
    write=_set_dealt,
)
KEPT: Final = Zone[Table](
    "kept",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].kept,
    write=_set_kept,
)
DISMISSED: Final = Zone[Table](
    "dismissed",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].dismissed,
    write=_set_dismissed,
)
ZONES: Final = (DEPARTMENT_STACK, SPECIALIST_DECK, ADMINISTRATORS_OUT, DEALT, KEPT, DISMISSED)
"""Every zone with something to hide. All else lies open (DH-3.9)."""


def hide(table: Table, viewer: int, rng: Random) -> None:
    """Reorder all that the viewer cannot know."""
    reshuffle(ZONES, table, table.players, viewer, rng)


# --- the view -------------------------------------------------------------------------------


def view(table: Table, viewer: int) -> dict[str, Any]:
    """The table as the viewer sees it."""
    return {
        "game": table.game.id,
        "viewer": viewer,
        "round": table.round,
        "rounds": ROUNDS,
        "phase": table.phase,
        "phase_name": PHASES[table.phase],
        "first_player": table.first_player if table.first_player >= 0 else None,
        "order": table.order[:],
        "bag": _bag(table),
        "ambulances": [_ambulance(table, number) for number in range(len(table.taken_by))],
        "rolled": _rolled(table),
        "display": {
            "departments": [
                department_view(f"display/department/{place}", tile)
                for place, tile in enumerate(table.shown_departments)
            ],
            "specialists": [
                _specialist(f"display/specialist/{place}", card)
                for place, card in enumerate(table.shown_specialists)
            ],
        },
        "department_stack": _stack(table, DEPARTMENT_STACK, viewer, "departments face down"),
        "specialist_deck": _stack(table, SPECIALIST_DECK, viewer, "specialists face down"),
        "seats": [_seat(table, seat, viewer) for seat in range(table.players)],
        "over": table.over,
        "ranking": scoring.ranking(table) if table.over else None,
    }


def _bag(table: Table) -> dict[str, Any]:
    red, yellow, green = table.bag
    count = red + yellow + green
    return {
        "spot": "bag",
        "label": f"Bag with {count} dice: {red} red, {yellow} yellow, {green} green",
        "count": count,
        "red": red,
        "yellow": yellow,
        "green": green,
    }


def _die(die: int) -> dict[str, Any]:
    return {"colour": COLOURS[die // 6], "value": die % 6 + 1, "label": text.die_name(die)}


def _ambulance(table: Table, number: int) -> dict[str, Any]:
    dice = [die for die in table.dice[3 * number : 3 * number + 3] if die != NO_BED]
    taken_by = table.taken_by[number]
    load = text.join([text.die_name(die) for die in dice]) if dice else "empty"
    return {
        "spot": f"ambulance/{number + 1}",
        "label": f"Ambulance {number + 1}: {load}",
        "number": number + 1,
        "dice": [_die(die) for die in dice],
        "taken_by": taken_by if taken_by >= 0 else None,
    }


def _rolled(table: Table) -> list[dict[str, Any]]:
    """All dice that are on no ambulance yet, low values first, as pieces (DH-4.8)."""
    dice: list[dict[str, Any]] = []
    for value in range(1, 7):
        for colour in range(len(COLOURS)):
            number = face(colour, value)
            for copy in range(table.rolled[number] + table.left_over[number]):
                die = _die(number)
                die["spot"] = f"rolled/{COLOURS[colour]}/{value}/{copy}"
                dice.append(die)
    return dice


def _stack(table: Table, zone: Zone[Table], viewer: int, what: str) -> dict[str, Any]:
    size = zone.size(table, -1, viewer)
    return {"spot": zone.name, "label": f"{size} {what}", "count": size}


def department_view(spot: str, number: int) -> dict[str, Any]:
    """A department as a piece of the table."""
    department = DEPARTMENTS[number]
    description = text.effect_text(department.effect)
    return {
        "spot": spot,
        "label": f"{department.name}. {description}",
        "id": department.id,
        "name": department.name,
        "colour": department.colour,
        "text": description,
        "clause": department.clause,
    }


def _specialist(spot: str, number: int) -> dict[str, Any]:
    card = SPECIALISTS[number]
    description = text.specialist_text(number)
    return {
        "spot": spot,
        "label": f"{card.name}. {description}",
        "id": card.id,
        "name": card.name,
        "colour": card.colour,
        "text": description,
        "clause": card.clause,
    }


def _administrator(spot: str, number: int) -> dict[str, Any]:
    card = ADMINISTRATORS[number]
    description = text.administrator_text(card)
    return {
        "spot": spot,
        "label": f"{card.name}. {description}",
        "id": card.id,
        "name": card.name,
        "text": description,
        "clause": card.clause,
    }


def _seat(table: Table, seat: int, viewer: int) -> dict[str, Any]:
    hospital = table.hospitals[seat]
    own = f"seat/{seat}"
    question = table.stacks[seat][-1] if table.stacks[seat] else None
    use = question.use if isinstance(question, decisions.PickPatient) else None
    return {
        "seat": seat,
        "score": hospital.score,
        "blood_bags": _count(f"{own}/bags", hospital.bags, "blood bag"),
        "fatalities": _count(f"{own}/morgue", hospital.fatalities, "fatality token"),
        "beds": [_bed(hospital, seat, bed) for bed in range(BEDS)],
        "departments": [
            _own_department(hospital, seat, slot, use) for slot in range(len(hospital.departments))
        ],
        "nurses": {
            "spot": f"{own}/nurses",
            "label": f"{hospital.nurses} of {NURSES} nurses free",
            "free": hospital.nurses,
            "total": NURSES,
        },
        "specialists": [
            _own_specialist(table, seat, slot) for slot in range(len(hospital.specialists))
        ],
        "administrator": _administrator_of(table, seat, viewer),
        "dealt": [
            _administrator(f"{own}/dealt/{ADMINISTRATORS[card].id}", card)
            for card in DEALT.seen(table, seat, viewer) or []
        ],
        "dealt_count": DEALT.size(table, seat, viewer),
        "discharged": [
            {"colour": COLOURS[number // 3], "label": f"discharged {COLOURS[number // 3]} patient"}
            for number in range(9)
            for _ in range(hospital.discharged[number])
        ],
        "waiting": _waiting(table, hospital, seat),
        "ambulance": hospital.ambulance or None,
        "chosen": [f"{own}/bed/{bed}" for bed in use.picked] if use else [],
        "recolour": COLOURS[use.colour] if use and use.colour != ANY else None,
        "done": hospital.done,
        "sheet": _sheet(table, hospital),
    }


def _count(spot: str, count: int, name: str) -> dict[str, Any]:
    plural = name if count == 1 else name + "s"
    return {"spot": spot, "label": f"{count} {plural}", "count": count}


def _bed(hospital: Hospital, seat: int, bed: int) -> dict[str, Any]:
    patient = hospital.beds[bed]
    label = f"Ward {bed // 3 + 1}, bed {bed % 3 + 1}: "
    return {
        "spot": f"seat/{seat}/bed/{bed}",
        "label": label + ("empty" if patient == NO_BED else act.patient_name(patient)),
        "ward": bed // 3 + 1,
        "patient": None if patient == NO_BED else _patient(patient),
    }


def _patient(patient: int) -> dict[str, Any]:
    return {
        "colour": COLOURS[ORIGINAL[patient]],
        "current": COLOURS[CURRENT[patient]],
        "value": VALUE[patient],
        "treated": TREATED[patient],
        "notation": patient_notation(patient),
    }


def _own_department(hospital: Hospital, seat: int, slot: int, use: Use | None) -> dict[str, Any]:
    meeple = hospital.meeples[slot]
    piece = department_view(f"seat/{seat}/department/{slot}", hospital.departments[slot])
    piece["printed"] = slot < PRINTED
    piece["used"] = meeple != FREE
    piece["meeple"] = None if meeple == FREE else meeple_id(meeple)
    piece["targeted"] = (
        use is not None and use.source == effects.SOURCE_DEPARTMENT and use.number == slot
    )
    if meeple != FREE:
        piece["label"] += f" Used by {meeple_name(meeple)}."
    return piece


def _own_specialist(table: Table, seat: int, slot: int) -> dict[str, Any]:
    hospital = table.hospitals[seat]
    number = hospital.specialists[slot]
    piece = _specialist(f"seat/{seat}/specialist/{slot}", number)
    piece["used"] = bool(hospital.placed[slot])
    piece["pending"] = any(
        isinstance(question, decisions.Pending) and question.use.number == number
        for question in table.stacks[seat]
    )
    if piece["used"]:
        piece["label"] += " Placed this round."
    return piece


def _administrator_of(table: Table, seat: int, viewer: int) -> dict[str, Any] | None:
    """The administrator shown, or the one kept in secret as far as the viewer sees it."""
    hospital = table.hospitals[seat]
    kept = KEPT.seen(table, seat, viewer)
    number = kept[0] if kept else hospital.administrator
    return _administrator(f"seat/{seat}/administrator", number) if number >= 0 else None


def _waiting(table: Table, hospital: Hospital, seat: int) -> list[dict[str, Any]]:
    """Dice in front of the hospital; starting dice have no value before one is given."""
    dice: list[dict[str, Any]] = []
    for place, die in enumerate(hospital.waiting):
        piece = _die(die)
        if table.phase == 0:
            piece["value"] = None
            piece["label"] = f"{COLOURS[die // 6]} starting patient without a value"
        piece["spot"] = f"seat/{seat}/waiting/{place}"
        dice.append(piece)
    return dice


def _sheet(table: Table, hospital: Hospital) -> dict[str, Any]:
    """Points by source: every round, and the end of the game as it would be now."""
    width = len(scoring.SHEET_COLUMNS)
    rounds = []
    for number in range(len(hospital.sheet) // width):
        row: dict[str, int] = {"round": number + 1}
        row.update(
            zip(
                scoring.SHEET_COLUMNS,
                hospital.sheet[number * width : number * width + width],
                strict=True,
            )
        )
        rounds.append(row)
    end = scoring.end_points(hospital)
    return {
        "rounds": rounds,
        "bags": hospital.bags,
        "fatalities": scoring.FATALITY_POINTS * hospital.fatalities,
        "total": hospital.score if table.over else hospital.score + end,
    }


# --- the observation ------------------------------------------------------------------------


def observation(table: Table, viewer: int) -> dict[str, list[float]]:
    """Named vectors of fixed length for the number of players; seats from the viewer clockwise."""
    pieces = observe(ZONES, table, table.players, viewer)
    pieces["time"] = _one_hot(table.round - 1, ROUNDS) + _one_hot(table.phase, len(PHASES))
    pieces["bag"] = [float(count) for count in table.bag]
    pieces["first_player"] = _one_hot(
        (table.first_player - viewer) % table.players if table.first_player >= 0 else -1,
        table.players,
    )
    pieces["offer"] = _counts(table.shown_departments, len(DEPARTMENTS)) + _counts(
        table.shown_specialists, len(SPECIALISTS)
    )
    pieces["rolled"] = [float(count) for count in table.rolled]
    pieces["left_over"] = [float(count) for count in table.left_over]
    for number in range(len(table.taken_by)):
        dice = [die for die in table.dice[3 * number : 3 * number + 3] if die != NO_BED]
        taken_by = table.taken_by[number]
        pieces[f"ambulance/{number + 1}"] = _counts(dice, 18) + _one_hot(
            (taken_by - viewer) % table.players if taken_by >= 0 else -1, table.players
        )
    for step in range(table.players):
        pieces[f"hospital/{step}"] = _hospital_vector(
            table.hospitals[(viewer + step) % table.players]
        )
    pieces["question"] = _question_vector(table, viewer)
    return pieces


def _one_hot(place: int, length: int) -> list[float]:
    vector = [0.0] * length
    if place >= 0:
        vector[place] = 1.0
    return vector


def _counts(items: list[int], kinds: int) -> list[float]:
    vector = [0.0] * kinds
    for item in items:
        vector[item] += 1.0
    return vector


def _hospital_vector(hospital: Hospital) -> list[float]:
    patients = [patient for patient in hospital.beds if patient != NO_BED]
    free = [
        department
        for slot, department in enumerate(hospital.departments)
        if hospital.meeples[slot] == FREE
    ]
    ready = [card for slot, card in enumerate(hospital.specialists) if not hospital.placed[slot]]
    numbers = [
        hospital.nurses,
        hospital.bags,
        hospital.fatalities,
        hospital.score,
        hospital.ambulance,
        int(hospital.done),
    ]
    return (
        _counts(patients, 72)
        + _counts(hospital.departments, len(DEPARTMENTS))
        + _counts(free, len(DEPARTMENTS))
        + _counts(hospital.specialists, len(SPECIALISTS))
        + _counts(ready, len(SPECIALISTS))
        + _one_hot(hospital.administrator, len(ADMINISTRATORS))
        + _counts(hospital.waiting, 18)
        + [float(count) for count in hospital.discharged]
        + [float(number) for number in numbers]
    )


def _question_vector(table: Table, seat: int) -> list[float]:
    """Which question is open, the department or specialist it is about, the patients picked."""
    vector = [0.0] * (len(decisions.NAMES) + len(DEPARTMENTS) + len(SPECIALISTS) + 18 + 4)
    stack = table.stacks[seat]
    if not stack:
        return vector
    question = stack[-1]
    vector[decisions.NAMES.index(question.name())] = 1.0
    start = len(decisions.NAMES)
    if isinstance(question, (decisions.PickPatient, decisions.Pending)):
        use = question.use
        if use.source == effects.SOURCE_DEPARTMENT:
            vector[start + table.hospitals[seat].departments[use.number]] = 1.0
        elif use.source == effects.SOURCE_SPECIALIST:
            vector[start + len(DEPARTMENTS) + use.number] = 1.0
        start += len(DEPARTMENTS) + len(SPECIALISTS)
        for bed in use.picked:
            vector[start + FACE[table.hospitals[seat].beds[bed]]] += 1.0
        vector[start + 18 + use.colour + 1] = 1.0
    return vector
