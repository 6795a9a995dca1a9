"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import Choice
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, text
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    COLOURS,
    DEPARTMENTS,
    NURSE,
    PRINTED,
    SPECIALISTS,
    VALUE,
)
from wardround.games.dice_hospital.state import FREE, Hospital, Table, new_patient

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
}
"""The heading under which lists show each kind of action."""


def choice(table: Table, seat: int, action: int) -> Choice:
    """How a candidate of the seat's open question is shown."""
    kind, number = act.family(action)
    notation, words = act.CATALOGUE[action]
    label = words[0].upper() + words[1:]
    question = table.stacks[seat][-1]
    sentence = SENTENCES[kind](table, seat, question, number)
    return Choice(
        action,
        notation,
        label,
        sentence or f"{label}.",
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
    return PASSING[question.name()]


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
        return text.specialist_text(question.use.number)
    return ""


def _bag(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "Spend a blood bag to heal any patient by 1 step."


def _enough(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "End the effect with the patients picked."


def _die(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"The {COLOURS[number]} die: {question.ask(table, seat)}."


def _recolour(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    free = isinstance(question, decisions.PickPatient) and question.recolours()
    paid = "" if free else "Spend a blood bag: "
    phase = 5 if table.variant.colour_for_round else 3
    text = (
        f"{paid}the next patient you pick counts as {COLOURS[number]} "
        f"until the end of phase {phase}."
    )
    return text[0].upper() + text[1:]


def _keep(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    card = ADMINISTRATORS[number]
    return f"Keep {card.name}. {text.administrator_text(card)}"


def _patient(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    name = act.patient_name(number)
    if isinstance(question, decisions.PickPatient):
        return f"{question.verb().capitalize()} the patient {name}{_outcome(question, number)}."
    return PATIENT_SENTENCES[question.name()].format(name=name)


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
    "raise_patient": "Raise the patient {name} by 1.",
    "pass_patient": "Choose the patient {name}.",
    "send_die_back": "Put {name} back into the bag.",
    "admissions": "Send the patient {name} back into the bag.",
    "collect": "Move the patient {name} onto an ambulance: 1 point.",
}


def _at(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    department = DEPARTMENTS[number]
    return f"At {department.name}. {text.effect_text(department.effect)}"


def _take_department(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    department = DEPARTMENTS[number + PRINTED]
    return f"Take {department.name}. {text.effect_text(department.effect)}"


def _take_specialist(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Take the {SPECIALISTS[number].name}. {text.specialist_text(number)}"


def _return_department(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Return {DEPARTMENTS[number + PRINTED].name} and gain a blood bag."


def _return_specialist(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Return the {SPECIALISTS[number].name} and gain a blood bag."


def _copy(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Copy the {SPECIALISTS[number].name} this round. {text.specialist_text(number)}"


def _draw(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return "Draw a die from the bag, roll it and admit it."


def _close(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    return f"Shut {DEPARTMENTS[number].name} for everybody this round."


def _report(table: Table, seat: int, question: decisions.Question, number: int) -> str:
    report = table.lower_report(number)
    if report < 0:
        return ""
    card = table.variant.values.reports[report]
    return f"Complete {card.id}: {text.report_text(card)}, {card.points} points."


SENTENCES: Final[dict[str, Sentence]] = {
    "done": _done,
    "pass": _pass,
    "use": _use,
    "bag": _bag,
    "enough": _enough,
    "reveal": _label_only,
    "ambulance": _label_only,
    "die": _die,
    "recolour": _recolour,
    "keep": _keep,
    "patient": _patient,
    "place": _label_only,
    "at": _at,
    "take_department": _take_department,
    "take_specialist": _take_specialist,
    "return_department": _return_department,
    "return_specialist": _return_specialist,
    "copy": _copy,
    "draw": _draw,
    "close": _close,
    "report": _report,
}


# --- elements of the table ------------------------------------------------------------------

Spots = Callable[[Table, int, int], list[str]]


def _places(prefix: str, held: list[int], item: int) -> list[str]:
    return [f"{prefix}/{place}" for place, other in enumerate(held) if other == item]


def _nowhere(table: Table, seat: int, number: int) -> list[str]:
    return []


def _used_specialist(table: Table, seat: int, number: int) -> list[str]:
    question = table.stacks[seat][-1]
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
    question = table.stacks[seat][-1]
    if isinstance(question, decisions.PickPatient) and question.recolours():
        return []
    return _bags(table, seat, number)


def _stacks(table: Table, seat: int, number: int) -> list[str]:
    return ["specialist_deck" if number else "department_stack"]


def _ambulance(table: Table, seat: int, number: int) -> list[str]:
    return [f"ambulance/{number + 1}"]


def _dice(table: Table, seat: int, number: int) -> list[str]:
    waiting = table.hospitals[seat].waiting
    if waiting:
        return _places(f"seat/{seat}/waiting", [die // 6 for die in waiting], number)
    value = table.sorted_value()
    count = table.group(value)[number]
    return [f"rolled/{COLOURS[number]}/{value}/{copy}" for copy in range(count)]


def _dealt(table: Table, seat: int, number: int) -> list[str]:
    return [f"seat/{seat}/dealt/{ADMINISTRATORS[number].id}"]


def _patients(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    new = [new_patient(die) for die in hospital.waiting]
    waiting = _places(f"seat/{seat}/waiting", new, number)
    if isinstance(table.stacks[seat][-1], decisions.SendDieBack):
        return waiting
    return _places(f"seat/{seat}/bed", hospital.beds, number) or waiting


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
    return [f"report/{number}/lower"]


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
}
