"""The view of a seat, and its observation. What is hidden is asked of the zones."""

from random import Random
from typing import Any, Final

from wardround.core import Sheet, Zone, reshuffle
from wardround.core import observe as observe_zones
from wardround.core.words import counted, listed, upper_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects, scoring, text
from wardround.games.dice_hospital.effects import Use
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    BEDS,
    COLOURS,
    COPIES,
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
    DICE_OF_A_COLOUR,
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

DICE: Final = 3 * max(DICE_OF_A_COLOUR.values())
"""More dice there are not."""
MOST_POINTS: Final = 999
"""More points, up or down, no seat can have."""


EXCHANGED: Final = [zone for zone in ZONES if zone is not PASSED_ON]
"""What lies hidden there may be exchanged; a patient passed on stays one of its hospital."""


def redraw(table: Table, viewer: int, rng: Random) -> None:
    """Reorder all that the viewer cannot know; a patient passed on stays one of its hospital."""
    reshuffle(EXCHANGED, table, table.players, viewer, rng)
    for seat, hospital in enumerate(table.hospitals):
        if hospital.passed_on and not PASSED_ON.sees(table, seat, viewer):
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


def observe(table: Table, viewer: int, sheet: Sheet) -> None:
    """Write what a seat sees as numbers; seats from the viewer clockwise."""
    players = table.players
    observe_zones(ZONES, table, players, viewer, sheet)
    sheet.piece("round", "the round")
    sheet.one_hot(table.round - 1, ROUNDS)
    sheet.piece("phase", "the phase of the round")
    sheet.one_hot(table.phase, len(PHASES))
    sheet.piece("bag", "dice of each colour in the bag", DICE)
    sheet.integers(table.bag)
    sheet.piece("first_player", "who is first player this round")
    sheet.one_hot(table.steps(viewer, table.first_player), players)
    sheet.piece("offered_departments", "departments on offer", COPIES)
    sheet.counts(table.shown_departments, len(DEPARTMENTS))
    sheet.piece("offered_specialists", "specialists on offer", COPIES)
    sheet.counts(table.shown_specialists, len(SPECIALISTS))
    sheet.piece("event", "the event of this round")
    sheet.one_hot(table.event, EVENTS_PRINTED)
    sheet.piece("closed", "the printed department that is closed this round")
    sheet.one_hot(table.closed, PRINTED)
    sheet.piece("reports", "report cards on the table")
    sheet.counts(table.reports, REPORTS_PRINTED)
    sheet.piece("lower_reports", "report cards that show their lower half")
    sheet.counts(table.reports[::2], REPORTS_PRINTED)
    sheet.piece("completed", "report cards that are completed")
    sheet.counts(table.completed, REPORTS_PRINTED)
    sheet.piece("unused", "meeples of each kind that were not used, in solo games", BEDS * 3)
    sheet.integers(table.unused or [0, 0, 0])
    sheet.piece("spaces", "patients on the spaces of a solo game, by colour and value", DICE)
    sheet.counts(table.spaces, 18)
    sheet.piece("rolled", "dice rolled this round, by colour and value", DICE)
    sheet.integers(table.rolled)
    sheet.piece("left_over", "dice that nobody took, by colour and value", DICE)
    sheet.integers(table.left_over)
    for number in range(len(table.taken_by)):
        sheet.piece("ambulance", "dice on the ambulance, by colour and value", 3, 0, number)
        sheet.counts(table.dice[3 * number : 3 * number + 3], 18)
        sheet.piece("ambulance_taken_by", "who took the ambulance", step=number)
        sheet.one_hot(table.steps(viewer, table.taken_by[number]), players)
    for step in range(players):
        _observe_hospital(table.hospitals[(viewer + step) % players], step, sheet)
    _observe_beds(table, viewer, sheet)
    _observe_question(table, viewer, sheet)


def _observe_hospital(hospital: Hospital, step: int, sheet: Sheet) -> None:
    sheet.piece("patients", "patients in the beds, by kind", BEDS, step=step)
    sheet.counts(hospital.beds, 72)
    sheet.piece("departments", "departments, by kind", BEDS, step=step)
    sheet.counts(hospital.departments, len(DEPARTMENTS))
    sheet.piece("free_departments", "departments without a meeple", BEDS, step=step)
    for slot, department in enumerate(hospital.departments):
        if hospital.meeples[slot] == FREE:
            sheet.count(department)
    sheet.skip(len(DEPARTMENTS))
    sheet.piece("specialists", "specialists hired", BEDS, step=step)
    sheet.counts(hospital.specialists, len(SPECIALISTS))
    sheet.piece("ready_specialists", "specialists not placed yet this round", BEDS, step=step)
    for slot, card in enumerate(hospital.specialists):
        if not hospital.placed[slot]:
            sheet.count(card)
    sheet.skip(len(SPECIALISTS))
    sheet.piece("administrator", "the administrator, once it is shown", step=step)
    sheet.one_hot(hospital.administrator, len(ADMINISTRATORS))
    sheet.piece("copied", "the specialist whose effect is copied this round", step=step)
    sheet.one_hot(hospital.copied, len(SPECIALISTS))
    sheet.piece("waiting", "patients that wait for a bed, by colour and value", BEDS, step=step)
    sheet.counts(hospital.waiting, 18)
    sheet.piece("lasting", "patients by own colour and by the one that lasts", BEDS, step=step)
    for one in hospital.lasting:
        sheet.count(ORIGINAL[hospital.beds[one // 3]] * 3 + one % 3)
    sheet.skip(9)
    sheet.piece("discharged", "patients discharged, by colour and by what they were", DICE, 0, step)
    sheet.integers(hospital.discharged)
    sheet.piece("nurses", "nurses not placed yet", BEDS, step=step)
    sheet.integer(hospital.nurses)
    sheet.piece("bags", "blood bags", DICE, step=step)
    sheet.integer(hospital.bags)
    sheet.piece("fatalities", "fatalities", DICE, step=step)
    sheet.integer(hospital.fatalities)
    sheet.piece("points", "points", MOST_POINTS, -MOST_POINTS, step)
    sheet.integer(hospital.score)
    sheet.piece("ambulance_place", "the ambulance taken this round, 0 for none", 9, 0, step)
    sheet.integer(hospital.ambulance)
    sheet.piece("done", "whether the seat has ended its activation", step=step)
    sheet.flag(hospital.done)
    sheet.piece("owed", "improvements that the seat may still take", BEDS, 0, step)
    sheet.integer(hospital.owed)
    sheet.piece("collected", "points that its administrator has collected", MOST_POINTS, 0, step)
    sheet.integer(hospital.collected)
    sheet.piece("spared", "value of the patient spared this round, 0 for none", 6, 0, step)
    sheet.integer(VALUE[hospital.beds[hospital.spared]] if hospital.spared != NO_BED else 0)


def _observe_beds(table: Table, seat: int, sheet: Sheet) -> None:
    """Bed by bed what the actions that name beds need: kind, lasting colour, what is pending."""
    hospital = table.hospitals[seat]
    stack = table.stacks[seat]
    use = decisions.use_of(stack[-1] if stack else None)
    for bed, patient in enumerate(hospital.beds):
        occupied = patient != NO_BED
        sheet.piece("bed_colours", "own bed: own colour, present colour, lasting one", step=bed)
        sheet.one_hot(ORIGINAL[patient] if occupied else -1, 3)
        sheet.one_hot(CURRENT[patient] if occupied else -1, 3)
        sheet.one_hot(hospital.lasting_colour(bed) if occupied else -1, 3)
        sheet.piece("bed_value", "own bed: value, 0 if empty; 6 more if treated", 12, 0, bed)
        sheet.integer(VALUE[patient] + 6 * int(TREATED[patient]) if occupied else 0)
        sheet.piece("bed_use", "own bed: healed in this use; picked for this use", step=bed)
        sheet.flag(occupied and effects.was_healed(use, bed))
        sheet.flag(occupied and bed in use.picked)


def _observe_question(table: Table, seat: int, sheet: Sheet) -> None:
    """The department or specialist that the question is about, and the patients picked."""
    stack = table.stacks[seat]
    question = stack[-1] if stack else None
    use = decisions.use_of(question)
    hospital = table.hospitals[seat]
    sheet.piece("question_department", "the department that is used")
    of_department = use.source == effects.SOURCE_DEPARTMENT
    sheet.one_hot(hospital.departments[use.number] if of_department else -1, len(DEPARTMENTS))
    sheet.piece("question_specialist", "the specialist that is used")
    of_specialist = use.source == effects.SOURCE_SPECIALIST
    sheet.one_hot(use.number if of_specialist else -1, len(SPECIALISTS))
    sheet.piece("picked", "patients picked for this use, by colour and value", BEDS)
    for bed in use.picked:
        sheet.count(FACE[hospital.beds[bed]])
    sheet.skip(18)
    sheet.piece("use_colour", "the colour chosen for this use; the first place: none")
    sheet.one_hot(use.colour + 1, 1 + len(COLOURS))
    sheet.piece("uses", "uses left of the admissions", BEDS)
    sheet.integer(question.uses if isinstance(question, decisions.Admissions) else 0)
