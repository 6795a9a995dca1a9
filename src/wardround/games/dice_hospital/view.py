"""The view of a seat, and its observation. What is hidden is asked of the zones."""

from random import Random
from typing import Any

from wardround.core import Zone, counts, observe, one_hot, reshuffle
from wardround.core.words import counted, listed, upper_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects, scoring, text
from wardround.games.dice_hospital.effects import Use
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    BEDS,
    COLOURS,
    CURRENT,
    DEPARTMENTS,
    FACE,
    NURSE,
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
    FREE,
    NO_BED,
    PHASES,
    ROUNDS,
    Hospital,
    Table,
)
from wardround.games.dice_hospital.values import EVENTS_PRINTED, REPORTS_PRINTED
from wardround.games.dice_hospital.zones import (
    DEALT,
    DEPARTMENT_STACK,
    KEPT,
    PASSED_ON,
    SPECIALIST_DECK,
    ZONES,
)


def hide(table: Table, viewer: int, rng: Random) -> None:
    """Reorder all that the viewer cannot know; a patient passed on stays one of its hospital."""
    exchanged = [zone for zone in ZONES if zone is not PASSED_ON]
    reshuffle(exchanged, table, table.players, viewer, rng)
    for seat, hospital in enumerate(table.hospitals):
        if hospital.passed_on and not PASSED_ON.seen_by(table, seat, viewer):
            hospital.passed_on = [rng.choice(hospital.kinds())]


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
                _department(table, f"display/department/{place}", tile)
                for place, tile in enumerate(table.shown_departments)
            ],
            "specialists": [
                _specialist(table, f"display/specialist/{place}", card)
                for place, card in enumerate(table.shown_specialists)
            ],
        },
        "department_stack": _stack(table, DEPARTMENT_STACK, viewer, "departments face down"),
        "specialist_deck": _stack(table, SPECIALIST_DECK, viewer, "specialists face down"),
        "event": _event(table),
        "closed": DEPARTMENTS[table.closed].id if table.closed >= 0 else None,
        "reports": _reports(table),
        "completed": [_report("completed", number, table) for number in table.completed],
        "collections": _collections(table),
        "discharge_table": _discharge_table(table),
        "material": _material(table),
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


def _event(table: Table) -> dict[str, Any] | None:
    """The event of the round."""
    if table.event < 0:
        return None
    card = table.variant.values.events[table.event]
    description = text.event_card_text(card, table.solo())
    return {
        "spot": "event",
        "label": f"Event: {card.name}. {description}",
        "id": card.id,
        "name": card.name,
        "text": description,
        "clause": card.clause,
        "provenance": card.tag,
    }


def _report(place: str, number: int, table: Table) -> dict[str, Any]:
    card = table.variant.values.reports[number]
    needs = text.report_text(card)
    return {
        "spot": f"report/{place}" if place != "completed" else f"report/completed/{card.id}",
        "label": f"Medical report {card.id}: {needs}, {counted(card.points, 'point')}",
        "id": card.id,
        "colours": [
            COLOURS[colour] for colour, count in enumerate(card.needs) for _ in range(count)
        ],
        "points": card.points,
        "provenance": card.tag,
    }


def _reports(table: Table) -> list[dict[str, Any]]:
    """Solo: the columns of medical reports, each with its lower and its upper one."""
    columns: list[dict[str, Any]] = []
    for column in range(len(table.reports) // 2):
        rows: dict[str, Any] = {"column": column + 1}
        for row, name in enumerate(("lower", "upper")):
            number = table.reports[2 * column + row]
            rows[name] = None if number < 0 else _report(f"{column}/{name}", number, table)
        columns.append(rows)
    return columns


def _collections(table: Table) -> list[dict[str, Any]]:
    """Final Round Collections: the spaces of the ambulance backs."""
    spaces: list[dict[str, Any]] = []
    filled = table.filled[:]
    if not table.spaces and not filled:
        return spaces
    for back in table.variant.values.backs[: table.players]:
        for colour, value in enumerate(back.values):
            number = face(colour, value)
            taken = number in filled
            if taken:
                filled.remove(number)
            piece = _die(number)
            piece["spot"] = f"collection/{back.number}/{COLOURS[colour]}"
            piece["ambulance"] = back.number
            piece["filled"] = taken
            piece["label"] = (
                f"Ambulance {back.number}: {text.die_name(number)}, "
                f"{'taken' if taken else 'wanted'}"
            )
            piece["provenance"] = back.tag
            spaces.append(piece)
    return spaces


def _discharge_table(table: Table) -> list[dict[str, Any]]:
    """Points for the number of patients discharged in a round (DH-14.1), with provenance."""
    points = table.variant.table
    return [
        {"patients": number, "points": points.points(number), "provenance": tag}
        for number, tag in enumerate(points.tags)
    ]


def _material(table: Table) -> dict[str, Any]:
    """Which values are played with: ours, or those of a player's own file."""
    values = table.variant.values
    return {"own": values.own, "checksum": values.checksum}


def _die(die: int) -> dict[str, Any]:
    return {"colour": COLOURS[die // 6], "value": die % 6 + 1, "label": text.die_name(die)}


def _ambulance(table: Table, number: int) -> dict[str, Any]:
    dice = [die for die in table.dice[3 * number : 3 * number + 3] if die != NO_BED]
    taken_by = table.taken_by[number]
    load = listed([text.die_name(die) for die in dice]) if dice else "empty"
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


def _department(table: Table, spot: str, number: int) -> dict[str, Any]:
    """A department as a piece of the table."""
    department = DEPARTMENTS[number]
    description = text.effect_text(department.effect, table.variant)
    return {
        "spot": spot,
        "label": f"{department.name}. {description}",
        "id": department.id,
        "name": department.name,
        "colour": department.colour,
        "text": description,
        "clause": department.clause,
    }


def _specialist(table: Table, spot: str, number: int) -> dict[str, Any]:
    card = SPECIALISTS[number]
    description = text.specialist_text(number, table.variant)
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
            _own_department(table, seat, slot, use) for slot in range(len(hospital.departments))
        ],
        "nurses": {
            "spot": f"{own}/nurses",
            "label": f"{hospital.nurses} of {_nurses(hospital)} nurses free",
            "free": hospital.nurses,
            "total": _nurses(hospital),
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
            _discharged(number // 3, number % 3)
            for number in range(9)
            for _ in range(hospital.discharged[number])
        ],
        "waiting": _waiting(table, hospital, seat),
        "ambulance": hospital.ambulance or None,
        "chosen": [f"{own}/bed/{bed}" for bed in use.picked] if use else [],
        "spared": f"{own}/bed/{hospital.spared}" if hospital.spared != NO_BED else None,
        "recolour": COLOURS[use.colour] if use and use.colour != ANY else None,
        "done": hospital.done,
        "copied": SPECIALISTS[hospital.copied].id if hospital.copied >= 0 else None,
        "passed_on": [
            {"spot": f"{own}/passed_on", "label": f"to be passed on: {text.patient_short(patient)}"}
            for patient in PASSED_ON.seen(table, seat, viewer) or []
        ],
        "sheet": _sheet(table, hospital),
    }


def _discharged(own: int, current: int) -> dict[str, Any]:
    label = f"discharged {COLOURS[own]} patient"
    if current != own:
        label += f", counts as {COLOURS[current]}"
    return {"colour": COLOURS[own], "current": COLOURS[current], "label": label}


def _nurses(hospital: Hospital) -> int:
    """Nurses that may be placed this round, those placed included."""
    return hospital.nurses + hospital.meeples.count(NURSE)


def _count(spot: str, count: int, name: str) -> dict[str, Any]:
    return {"spot": spot, "label": counted(count, name), "count": count}


def _bed(hospital: Hospital, seat: int, bed: int) -> dict[str, Any]:
    empty = hospital.beds[bed] == NO_BED
    label = upper_first(act.bed_name(bed))
    return {
        "spot": f"seat/{seat}/bed/{bed}",
        "label": f"{label}: {'empty' if empty else text.patient_in_bed(hospital, bed)}",
        "ward": bed // act.BEDS_OF_A_WARD + 1,
        "patient": None if empty else _patient(hospital, bed),
    }


def _patient(hospital: Hospital, bed: int) -> dict[str, Any]:
    patient = hospital.beds[bed]
    return {
        "colour": COLOURS[ORIGINAL[patient]],
        "current": COLOURS[CURRENT[patient]],
        "after_phase_3": COLOURS[hospital.colour_after_phase_3(bed)],
        "value": VALUE[patient],
        "treated": TREATED[patient],
        "notation": patient_notation(patient),
    }


def _own_department(table: Table, seat: int, slot: int, use: Use | None) -> dict[str, Any]:
    hospital = table.hospitals[seat]
    meeple = hospital.meeples[slot]
    piece = _department(table, f"seat/{seat}/department/{slot}", hospital.departments[slot])
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
    piece = _specialist(table, f"seat/{seat}/specialist/{slot}", number)
    piece["used"] = bool(hospital.placed[slot])
    piece["pending"] = any(
        isinstance(question, decisions.Pending) and question.use.meeple == number + 1
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
    now = hospital.bags + scoring.fatality_points(table) * hospital.fatalities
    return {
        "rounds": rounds,
        "collected": hospital.collected,
        "left_behind": -hospital.left_behind,
        "reports": hospital.report_points,
        "bags": hospital.bags,
        "fatalities": scoring.fatality_points(table) * hospital.fatalities,
        "total": hospital.score if table.over else hospital.score + now,
    }


# --- the observation ------------------------------------------------------------------------


def observation(table: Table, viewer: int) -> dict[str, list[float]]:
    """Named vectors of fixed length for the number of players; seats from the viewer clockwise."""
    pieces = observe(ZONES, table, table.players, viewer)
    pieces["time"] = one_hot(table.round - 1, ROUNDS) + one_hot(table.phase, len(PHASES))
    pieces["bag"] = [float(count) for count in table.bag]
    pieces["first_player"] = one_hot(
        (table.first_player - viewer) % table.players if table.first_player >= 0 else -1,
        table.players,
    )
    pieces["offer"] = counts(table.shown_departments, len(DEPARTMENTS)) + counts(
        table.shown_specialists, len(SPECIALISTS)
    )
    pieces["event"] = one_hot(table.event, EVENTS_PRINTED) + one_hot(table.closed, PRINTED)
    pieces["reports"] = counts([number for number in table.reports if number >= 0], REPORTS_PRINTED)
    pieces["lower_reports"] = counts(
        [number for number in table.reports[::2] if number >= 0], REPORTS_PRINTED
    )
    pieces["completed"] = counts(table.completed, REPORTS_PRINTED)
    pieces["unused"] = [float(count) for count in table.unused or [0, 0, 0]]
    pieces["spaces"] = counts(table.spaces, 18)
    pieces["rolled"] = [float(count) for count in table.rolled]
    pieces["left_over"] = [float(count) for count in table.left_over]
    for number in range(len(table.taken_by)):
        dice = [die for die in table.dice[3 * number : 3 * number + 3] if die != NO_BED]
        taken_by = table.taken_by[number]
        pieces[f"ambulance/{number + 1}"] = counts(dice, 18) + one_hot(
            (taken_by - viewer) % table.players if taken_by >= 0 else -1, table.players
        )
    for step in range(table.players):
        pieces[f"hospital/{step}"] = _hospital_vector(
            table.hospitals[(viewer + step) % table.players]
        )
    pieces["beds"] = _beds_vector(table, viewer)
    pieces["question"] = _question_vector(table, viewer)
    return pieces


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
        hospital.owed,
        hospital.collected,
        VALUE[hospital.beds[hospital.spared]] if hospital.spared != NO_BED else 0,
    ]
    return (
        counts(patients, 72)
        + counts(hospital.departments, len(DEPARTMENTS))
        + counts(free, len(DEPARTMENTS))
        + counts(hospital.specialists, len(SPECIALISTS))
        + counts(ready, len(SPECIALISTS))
        + one_hot(hospital.administrator, len(ADMINISTRATORS))
        + one_hot(hospital.copied, len(SPECIALISTS))
        + counts(hospital.waiting, 18)
        + counts([ORIGINAL[hospital.beds[one // 3]] * 3 + one % 3 for one in hospital.lasting], 9)
        + [float(count) for count in hospital.discharged]
        + [float(number) for number in numbers]
    )


def _beds_vector(table: Table, seat: int) -> list[float]:
    """Bed by bed what the actions that name beds need: kind, lasting colour, what is pending."""
    hospital = table.hospitals[seat]
    stack = table.stacks[seat]
    use = decisions.use_of(stack[-1] if stack else None)
    vector: list[float] = []
    for bed, patient in enumerate(hospital.beds):
        if patient == NO_BED:
            vector += [0.0] * 12
            continue
        vector += one_hot(ORIGINAL[patient], 3) + one_hot(CURRENT[patient], 3)
        vector += one_hot(hospital.lasting_colour(bed), 3)
        vector += [
            float(VALUE[patient] + 6 * int(TREATED[patient])),
            float(effects.was_healed(use, bed)),
            float(bed in use.picked),
        ]
    return vector


def _question_vector(table: Table, seat: int) -> list[float]:
    """Which question is open, the department or specialist it is about, the patients picked."""
    vector = [0.0] * (len(decisions.QUESTIONS.names) + len(DEPARTMENTS) + len(SPECIALISTS) + 18 + 5)
    stack = table.stacks[seat]
    if not stack:
        return vector
    question = stack[-1]
    vector[decisions.QUESTIONS.names.index(question.name())] = 1.0
    start = len(decisions.QUESTIONS.names)
    if isinstance(question, decisions.Admissions):
        vector[-1] = float(question.uses)
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
