"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import Choice
from wardround.core.words import article, counted, sentence, upper_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects, text
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    COLOURS,
    DEPARTMENTS,
    NURSE,
    PRINTED,
    REPAINT,
    SPECIALISTS,
    VALUE,
    meeple_name,
)
from wardround.games.dice_hospital.state import FREE, NO_BED, Hospital, Table, new_patient

GROUPS: Final = {
    "done": "Go on",
    "pass": "Go on",
    "enough": "Go on",
    "use": "Effects and blood bags",
    "bag": "Effects and blood bags",
    "recolour": "Effects and blood bags",
    "reveal": "Third improvement",
    "ambulance": "Ambulances",
    "die": "Dice",
    "keep": "Administrators",
    "patient": "Patients",
    "place": "Meeples",
    "at": "Departments",
    "take_department": "Departments",
    "take_specialist": "Specialists",
    "return_department": "Departments",
    "return_specialist": "Specialists",
    "copy": "Specialists",
    "draw": "Patients",
    "close": "Departments",
    "report": "Medical reports",
    "bed": "Patients",
}
"""The heading under which lists show each kind of action."""


def choice(table: Table, seat: int, action: int) -> Choice:
    """How an action is shown at the seat's open question, whether it is offered there or not."""
    kind, number = act.family(action)
    notation, words = act.CATALOGUE[action]
    question = table.decision(seat)
    told = SENTENCES[kind](table, seat, question, number)
    return Choice(
        action,
        notation,
        upper_first(LABELS[kind](table, seat, question, number) if kind in LABELS else words),
        told or sentence(words),
        SPOTS[kind](table, seat, number),
        GROUPS[kind],
    )


# --- sentences ------------------------------------------------------------------------------

Sentence = Callable[[Table, int, decisions.Question, int], str]


def _label_only(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return ""


def _done(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "End your activation for this round."


def _pass(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    if isinstance(question, decisions.Pending):
        return f"Do not use the effect of the {SPECIALISTS[question.use.number].name}."
    return PASSING.get(question.name(), "")


PASSING: Final = {
    "take_improvement": "Take no improvement.",
    "return_improvement": "Return no improvement.",
    "raise_patient": "Raise nobody.",
    "admissions": "Send nobody back and draw nobody.",
    "complete_report": "Complete no further report this round.",
    "collect": "Collect no further patient.",
}


def _use(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    if isinstance(question, decisions.Pending):
        return text.specialist_text(question.use.number, table.variant)
    return ""


def _bag(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "Spend a blood bag to heal any patient by 1 step."


def _enough(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "End the effect with the patients picked."


def _die(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    if not isinstance(question, (decisions.StartValue, decisions.SortDice)):
        return ""
    return f"The {COLOURS[number]} die: {question.ask(table, seat)}."


def _recolour(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    use = decisions.use_of(question)
    paid = "" if use.effect.treatment == REPAINT else "spend a blood bag: "
    end = text.change_ends(use.effect, table.variant)
    return sentence(f"{paid}the next patient you pick counts as {COLOURS[number]} {end}")


def _keep(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    card = ADMINISTRATORS[number]
    return f"Keep {card.name}. {text.administrator_text(card)}"


def _patient(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    name = _patient_label(table, seat, question, number)
    if isinstance(question, decisions.PickPatient):
        return f"{upper_first(question.verb())} the patient {name}{_outcome(question, number)}."
    return PATIENT_SENTENCES.get(question.name(), "").format(name=name)


def _patient_label(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    """The patient in words, with what is pending on the one that is meant."""
    if number in table.hospitals[seat].beds and isinstance(question, BY_BED):
        use = decisions.use_of(question)
        return _in_bed(table, seat, use, effects.meant_bed(table, seat, use, number))
    return act.patient_name(number)


def _bed(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    patient = table.hospitals[seat].beds[number]
    if patient == NO_BED:
        return ""
    where = _bed_label(table, seat, question, number)
    if isinstance(question, decisions.PickPatient):
        return f"{upper_first(question.verb())} the patient {where}{_outcome(question, patient)}."
    return PATIENT_SENTENCES.get(question.name(), "").format(name=where)


def _bed_label(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    if table.hospitals[seat].beds[number] == NO_BED:
        return act.CATALOGUE[act.BED + number][1]
    patient = _in_bed(table, seat, decisions.use_of(question), number)
    return f"{patient}, in {act.bed_name(number)}"


def _in_bed(table: Table, seat: int, use: effects.Use, bed: int) -> str:
    """The patient of a bed in words, with what is pending on it."""
    words = text.patient_in_bed(table.hospitals[seat], bed)
    return f"{words}, just healed" if effects.was_healed(use, bed) else words


BY_BED: Final = (decisions.PickPatient, decisions.Admissions)
"""Questions at which a patient may be named by its bed."""


def _outcome(question: decisions.PickPatient, patient: int) -> str:
    """What a treatment makes of a patient."""
    verb = question.verb()
    if verb == "heal":
        value = VALUE[patient] + question.use.effect.steps
        return ": it is discharged" if value > 6 else f": it rises to {value}"
    if verb == "worsen":
        value = VALUE[patient] - 1
        return f": it falls to {value}" if value else ": a fatality"
    return f": it becomes {7 - VALUE[patient]}" if verb == "turn over" else ""


PATIENT_SENTENCES: Final = {
    "spare_patient": "Spare the patient {name}: it does not deteriorate.",
    "remove_patient": "Remove the patient {name}: a fatality.",
    "raise_patient": "Raise the patient {name}, by 1.",
    "pass_patient": "Choose the patient {name}.",
    "send_die_back": "Put {name}, back into the bag.",
    "admissions": "Send the patient {name}, back into the bag.",
    "collect": "Move the patient {name}, onto an ambulance: 1 point.",
}


def _ambulance_taken(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Take ambulance {number + 1}."


def _place(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Place {article(meeple_name(number))}."


def _at(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    department = DEPARTMENTS[number]
    return f"At {department.name}. {text.effect_text(department.effect, table.variant)}"


def _take_department(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    department = DEPARTMENTS[number + PRINTED]
    return f"Take {department.name}. {text.effect_text(department.effect, table.variant)}"


def _take_specialist(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Take the {SPECIALISTS[number].name}. {text.specialist_text(number, table.variant)}"


def _return_department(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Return {DEPARTMENTS[number + PRINTED].name} and gain a blood bag."


def _return_specialist(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Return the {SPECIALISTS[number].name} and gain a blood bag."


def _copy(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    effect = text.specialist_text(number, table.variant)
    return f"Copy the {SPECIALISTS[number].name} this round. {effect}"


def _draw(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "Draw a die from the bag, roll it and admit it."


def _close(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Shut {DEPARTMENTS[number].name} for everybody this round."


def _report(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    report = table.lower_report(number)
    if report < 0:
        return ""
    card = table.variant.values.reports[report]
    return f"Complete {card.id}: {text.report_text(card)}, {counted(card.points, 'point')}."


SENTENCES: Final[dict[str, Sentence]] = {
    "done": _done,
    "pass": _pass,
    "use": _use,
    "bag": _bag,
    "enough": _enough,
    "reveal": _label_only,
    "ambulance": _ambulance_taken,
    "die": _die,
    "recolour": _recolour,
    "keep": _keep,
    "patient": _patient,
    "place": _place,
    "at": _at,
    "take_department": _take_department,
    "take_specialist": _take_specialist,
    "return_department": _return_department,
    "return_specialist": _return_specialist,
    "copy": _copy,
    "draw": _draw,
    "close": _close,
    "report": _report,
    "bed": _bed,
}
LABELS: Final[dict[str, Sentence]] = {"patient": _patient_label, "bed": _bed_label}
"""Labels that say more than the action's words."""


# --- elements of the table ------------------------------------------------------------------

Spots = Callable[[Table, int, int], list[str]]


def _places(prefix: str, held: list[int], item: int) -> list[str]:
    return [f"{prefix}/{place}" for place, other in enumerate(held) if other == item]


def _nowhere(table: Table, seat: int, number: int) -> list[str]:
    return []


def _used_specialist(table: Table, seat: int, number: int) -> list[str]:
    question = table.decision(seat)
    if not isinstance(question, decisions.Pending):
        return []
    hospital = table.hospitals[seat]
    return [
        f"seat/{seat}/specialist/{slot}"
        for slot, card in enumerate(hospital.specialists)
        if card == question.use.meeple - 1 and hospital.placed[slot]
    ]


def _bags(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/bags"]


def _next_patient(table: Table, seat: int, number: int) -> list[str]:
    """A colour change is paid with a blood bag, unless the effect itself makes it."""
    if decisions.use_of(table.decision(seat)).effect.treatment == REPAINT:
        return []
    return _bags(table, seat, number)


def _stacks(table: Table, seat: int, number: int) -> list[str]:
    return ["specialist_deck" if number else "department_stack"]


def _ambulance(table: Table, seat: int, number: int) -> list[str]:
    return [f"ambulance/{number + 1}"] if number < len(table.taken_by) else []


def _dice(table: Table, seat: int, number: int) -> list[str]:
    waiting = table.hospitals[seat].waiting
    if waiting:
        return _places(f"seat/{seat}/waiting", [die // 6 for die in waiting], number)
    value = table.sorted_value()
    if not value:
        return []
    count = table.group(value)[number]
    return [f"rolled/{COLOURS[number]}/{value}/{copy}" for copy in range(count)]


def _dealt(table: Table, seat: int, number: int) -> list[str]:
    dealt = number in table.hospitals[seat].dealt
    return [f"seat/{seat}/dealt/{ADMINISTRATORS[number].id}"] if dealt else []


def _patients(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    new = [new_patient(die) for die in hospital.waiting]
    waiting = _places(f"seat/{seat}/waiting", new, number)
    question = table.decision(seat)
    if isinstance(question, decisions.SendDieBack) or number not in hospital.beds:
        return waiting
    if isinstance(question, BY_BED):
        return _like(
            table, seat, effects.meant_bed(table, seat, decisions.use_of(question), number)
        )
    return _places(f"seat/{seat}/bed", hospital.beds, number)


def _beds(table: Table, seat: int, number: int) -> list[str]:
    empty = table.hospitals[seat].beds[number] == NO_BED
    return [] if empty else _like(table, seat, number)


def _like(table: Table, seat: int, bed: int) -> list[str]:
    """The beds of all patients that nothing tells apart from that of a bed."""
    hospital = table.hospitals[seat]
    use = decisions.use_of(table.decision(seat))
    return [
        f"seat/{seat}/bed/{other}"
        for other in range(len(hospital.beds))
        if effects.alike(hospital, use, bed, other)
    ]


def _meeples(table: Table, seat: int, number: int) -> list[str]:
    if number == NURSE:
        return [f"seat/{seat}/nurses"]
    hospital = table.hospitals[seat]
    return _free(f"seat/{seat}/specialist", hospital.specialists, number - 1, _unplaced(hospital))


def _departments(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    free = [slot for slot, meeple in enumerate(hospital.meeples) if meeple == FREE]
    return _free(f"seat/{seat}/department", hospital.departments, number, free)


def _unplaced(hospital: Hospital) -> list[int]:
    return [slot for slot, placed in enumerate(hospital.placed) if not placed]


def _free(prefix: str, held: list[int], item: int, free: list[int]) -> list[str]:
    """Copies of an item: the free ones if there are any, else all of them."""
    slots = [slot for slot, other in enumerate(held) if other == item]
    chosen = [slot for slot in slots if slot in free] or slots
    return [f"{prefix}/{slot}" for slot in chosen]


def _shown_departments(table: Table, seat: int, number: int) -> list[str]:
    return _places("display/department", table.shown_departments, number + PRINTED)


def _shown_specialists(table: Table, seat: int, number: int) -> list[str]:
    return _places("display/specialist", table.shown_specialists, number)


def _own_tiles(table: Table, seat: int, number: int) -> list[str]:
    departments = table.hospitals[seat].departments
    return _places(f"seat/{seat}/department", departments, number + PRINTED)


def _own_cards(table: Table, seat: int, number: int) -> list[str]:
    return _places(f"seat/{seat}/specialist", table.hospitals[seat].specialists, number)


def _bag_of_dice(table: Table, seat: int, number: int) -> list[str]:
    return ["bag"]


def _printed(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/department/{number}"]


def _reports(table: Table, seat: int, number: int) -> list[str]:
    return [f"report/{number}/lower"] if table.lower_report(number) >= 0 else []


SPOTS: Final[dict[str, Spots]] = {
    "done": _nowhere,
    "pass": _nowhere,
    "use": _used_specialist,
    "bag": _bags,
    "enough": _nowhere,
    "reveal": _stacks,
    "ambulance": _ambulance,
    "die": _dice,
    "recolour": _next_patient,
    "keep": _dealt,
    "patient": _patients,
    "place": _meeples,
    "at": _departments,
    "take_department": _shown_departments,
    "take_specialist": _shown_specialists,
    "return_department": _own_tiles,
    "return_specialist": _own_cards,
    "copy": _own_cards,
    "draw": _bag_of_dice,
    "close": _printed,
    "report": _reports,
    "bed": _beds,
}
