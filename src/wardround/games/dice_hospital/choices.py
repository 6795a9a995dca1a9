"""How the actions of an open question are shown: label, sentence, elements of the table."""

from collections.abc import Callable
from typing import Final

from wardround.core import Choice
from wardround.core.words import article, counted, sentence, upper_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import decisions, effects, text
from wardround.games.dice_hospital.decisions import Question
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
from wardround.games.dice_hospital.state import FREE, NO_BED, Table, new_patient

Sentence = Callable[[Table, int, Question, int], str]
"""What an action does, given state, seat, open question and number; empty: its words say all."""
Spots = Callable[[Table, int, int], list[str]]
"""The elements of the table that name an action, given state, seat and number."""


def choice(table: Table, seat: int, action: int) -> Choice:
    """How an action is shown at the seat's open question, whether it is offered there or not."""
    kind, number = act.ACTIONS.family(action)
    words = act.ACTIONS.words[action]
    question = table.stacks[seat][-1]
    group, told, spots = SHOWN[kind]
    label = LABELS[kind](table, seat, question, number) if kind in LABELS else words
    return Choice(
        action,
        act.ACTIONS.notations[action],
        upper_first(label),
        told(table, seat, question, number) or sentence(words),
        spots(table, seat, number),
        group,
    )


# --- sentences ------------------------------------------------------------------------------


def _words(table: Table, seat: int, question: Question, number: int) -> str:
    return ""


def _pass(table: Table, seat: int, question: Question, number: int) -> str:
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


def _use(table: Table, seat: int, question: Question, number: int) -> str:
    if isinstance(question, decisions.Pending):
        return text.specialist_text(question.use.number, table.variant)
    return ""


def _die(table: Table, seat: int, question: Question, number: int) -> str:
    if isinstance(question, (decisions.StartValue, decisions.SortDice)):
        return f"The {COLOURS[number]} die: {question.ask(table, seat)}."
    return ""


def _recolour(table: Table, seat: int, question: Question, number: int) -> str:
    use = decisions.use_of(question)
    paid = "" if use.effect.treatment == REPAINT else "spend a blood bag: "
    end = text.change_ends(use.effect, table.variant)
    return sentence(f"{paid}the next patient you pick counts as {COLOURS[number]} {end}")


def _keep(table: Table, seat: int, question: Question, number: int) -> str:
    card = ADMINISTRATORS[number]
    return f"Keep {card.name}. {text.administrator_text(card)}"


def _patient(table: Table, seat: int, question: Question, number: int) -> str:
    return _treated(question, _patient_label(table, seat, question, number), number)


def _bed(table: Table, seat: int, question: Question, number: int) -> str:
    patient = table.hospitals[seat].beds[number]
    if patient == NO_BED:
        return ""
    return _treated(question, _bed_label(table, seat, question, number), patient)


def _treated(question: Question, name: str, patient: int) -> str:
    """What picking a patient does."""
    if isinstance(question, decisions.PickPatient):
        return f"{upper_first(question.verb())} the patient {name}{_outcome(question, patient)}."
    return PATIENT_SENTENCES.get(question.name(), "").format(name=name)


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
BY_BED: Final = (decisions.PickPatient, decisions.Admissions)
"""Questions at which a patient may be named by its bed."""


def _patient_label(table: Table, seat: int, question: Question, number: int) -> str:
    """The patient in words, with what is pending on the one that is meant."""
    if number in table.hospitals[seat].beds and isinstance(question, BY_BED):
        use = decisions.use_of(question)
        return _in_bed(table, seat, use, effects.meant_bed(table, seat, use, number))
    return act.patient_name(number)


def _bed_label(table: Table, seat: int, question: Question, number: int) -> str:
    if table.hospitals[seat].beds[number] == NO_BED:
        return act.ACTIONS.words[act.BED + number]
    patient = _in_bed(table, seat, decisions.use_of(question), number)
    return f"{patient}, in {act.bed_name(number)}"


LABELS: Final[dict[str, Sentence]] = {"patient": _patient_label, "bed": _bed_label}
"""Labels that say more than the action's words."""


def _in_bed(table: Table, seat: int, use: effects.Use, bed: int) -> str:
    """The patient of a bed in words, with what is pending on it."""
    words = text.patient_in_bed(table.hospitals[seat], bed)
    return f"{words}, just healed" if effects.was_healed(use, bed) else words


def _at(table: Table, seat: int, question: Question, number: int) -> str:
    department = DEPARTMENTS[number]
    return f"At {department.name}. {text.effect_text(department.effect, table.variant)}"


def _take_department(table: Table, seat: int, question: Question, number: int) -> str:
    department = DEPARTMENTS[number + PRINTED]
    return f"Take {department.name}. {text.effect_text(department.effect, table.variant)}"


def _take_specialist(table: Table, seat: int, question: Question, number: int) -> str:
    return f"Take the {SPECIALISTS[number].name}. {text.specialist_text(number, table.variant)}"


def _copy(table: Table, seat: int, question: Question, number: int) -> str:
    effect = text.specialist_text(number, table.variant)
    return f"Copy the {SPECIALISTS[number].name} this round. {effect}"


def _report(table: Table, seat: int, question: Question, number: int) -> str:
    report = table.lower_report(number)
    if report < 0:
        return ""
    card = table.variant.values.reports[report]
    return f"Complete {card.id}: {text.report_text(card)}, {counted(card.points, 'point')}."


# --- elements of the table ------------------------------------------------------------------


def _places(prefix: str, held: list[int], item: int) -> list[str]:
    return [f"{prefix}/{place}" for place, other in enumerate(held) if other == item]


def _free(prefix: str, held: list[int], item: int, free: list[bool]) -> list[str]:
    """Copies of an item: the free ones if there are any, else all of them."""
    slots = [slot for slot, other in enumerate(held) if other == item]
    chosen = [slot for slot in slots if free[slot]] or slots
    return [f"{prefix}/{slot}" for slot in chosen]


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
    free = decisions.use_of(table.stacks[seat][-1]).effect.treatment == REPAINT
    return [] if free else _bags(table, seat, number)


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
    question = table.stacks[seat][-1]
    if isinstance(question, decisions.SendDieBack) or number not in hospital.beds:
        new = [new_patient(die) for die in hospital.waiting]
        return _places(f"seat/{seat}/waiting", new, number)
    if isinstance(question, BY_BED):
        use = decisions.use_of(question)
        return _beds(table, seat, effects.meant_bed(table, seat, use, number))
    return _places(f"seat/{seat}/bed", hospital.beds, number)


def _beds(table: Table, seat: int, number: int) -> list[str]:
    """The beds of all patients that nothing tells apart from that of a bed."""
    hospital = table.hospitals[seat]
    use = decisions.use_of(table.stacks[seat][-1])
    return [
        f"seat/{seat}/bed/{bed}"
        for bed in range(len(hospital.beds))
        if hospital.beds[number] != NO_BED and effects.alike(hospital, use, number, bed)
    ]


def _meeples(table: Table, seat: int, number: int) -> list[str]:
    if number == NURSE:
        return [f"seat/{seat}/nurses"]
    hospital = table.hospitals[seat]
    ready = [not placed for placed in hospital.placed]
    return _free(f"seat/{seat}/specialist", hospital.specialists, number - 1, ready)


def _departments(table: Table, seat: int, number: int) -> list[str]:
    hospital = table.hospitals[seat]
    free = [meeple == FREE for meeple in hospital.meeples]
    return _free(f"seat/{seat}/department", hospital.departments, number, free)


def _shown_departments(table: Table, seat: int, number: int) -> list[str]:
    return _places("display/department", table.shown_departments, number + PRINTED)


def _shown_specialists(table: Table, seat: int, number: int) -> list[str]:
    return _places("display/specialist", table.shown_specialists, number)


def _own_tiles(table: Table, seat: int, number: int) -> list[str]:
    departments = table.hospitals[seat].departments
    return _places(f"seat/{seat}/department", departments, number + PRINTED)


def _own_cards(table: Table, seat: int, number: int) -> list[str]:
    return _places(f"seat/{seat}/specialist", table.hospitals[seat].specialists, number)


def _reports(table: Table, seat: int, number: int) -> list[str]:
    return [f"report/{number}/lower"] if table.lower_report(number) >= 0 else []


# --- all together ---------------------------------------------------------------------------

GO_ON: Final = "Go on"
BLOOD: Final = "Effects and blood bags"
PATIENTS: Final = "Patients"
TILES: Final = "Departments"
CARDS: Final = "Specialists"

SHOWN: Final[dict[str, tuple[str, Sentence, Spots]]] = {
    "done": (GO_ON, lambda *_: "End your activation for this round.", _nowhere),
    "pass": (GO_ON, _pass, _nowhere),
    "enough": (GO_ON, lambda *_: "End the effect with the patients picked.", _nowhere),
    "use": (BLOOD, _use, _used_specialist),
    "bag": (BLOOD, lambda *_: "Spend a blood bag to heal any patient by 1 step.", _bags),
    "recolour": (BLOOD, _recolour, _next_patient),
    "reveal": (
        "Third improvement",
        _words,
        lambda table, seat, number: ["specialist_deck" if number else "department_stack"],
    ),
    "ambulance": (
        "Ambulances",
        lambda table, seat, question, number: f"Take ambulance {number + 1}.",
        _ambulance,
    ),
    "die": ("Dice", _die, _dice),
    "keep": ("Administrators", _keep, _dealt),
    "patient": (PATIENTS, _patient, _patients),
    "bed": (PATIENTS, _bed, _beds),
    "draw": (
        PATIENTS,
        lambda *_: "Draw a die from the bag, roll it and admit it.",
        lambda *_: ["bag"],
    ),
    "place": (
        "Meeples",
        lambda table, seat, question, number: f"Place {article(meeple_name(number))}.",
        _meeples,
    ),
    "at": (TILES, _at, _departments),
    "take_department": (TILES, _take_department, _shown_departments),
    "take_specialist": (CARDS, _take_specialist, _shown_specialists),
    "return_department": (
        TILES,
        lambda table, seat, question, number: (
            f"Return {DEPARTMENTS[number + PRINTED].name} and gain a blood bag."
        ),
        _own_tiles,
    ),
    "return_specialist": (
        CARDS,
        lambda table, seat, question, number: (
            f"Return the {SPECIALISTS[number].name} and gain a blood bag."
        ),
        _own_cards,
    ),
    "copy": (CARDS, _copy, _own_cards),
    "close": (
        TILES,
        lambda table, seat, question, number: (
            f"Shut {DEPARTMENTS[number].name} for everybody this round."
        ),
        lambda table, seat, number: [f"seat/{seat}/department/{number}"],
    ),
    "report": ("Medical reports", _report, _reports),
}
"""For each kind of action the heading under which lists show it, its sentence, its elements."""
