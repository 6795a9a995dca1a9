"""Names and sentences, in English."""

from collections.abc import Callable, Sequence
from typing import Final

from wardround.core import Event, MaterialTable
from wardround.core.words import article, counted, listed, lower_first
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    BOX,
    COLOURS,
    COPY,
    CURRENT,
    DEPARTMENTS,
    FLIP,
    GAIN_BAG,
    GAIN_POINT,
    HEAL,
    NURSE_OF_ADMISSIONS,
    ORIGINAL,
    PARDON,
    PATTERN_RUN,
    PATTERN_SAME,
    POINT_EACH,
    POINT_MOST,
    REPAINT,
    REROLL,
    SPECIALISTS,
    STUDENT,
    VALUE,
    WHOM_HEALED,
    WHOM_TWIN,
    Administrator,
    Effect,
    meeple_name,
)
from wardround.games.dice_hospital.options import DEFAULT, Variant
from wardround.games.dice_hospital.state import Hospital
from wardround.games.dice_hospital.values import (
    RECONSTRUCTED,
    VERBS,
    AmbulanceBack,
    EventCard,
    Report,
)

NUMBERS = ["no", "one", "two", "three", "four"]


def die_name(die: int) -> str:
    """The face in words: "red 3"."""
    return f"{COLOURS[die // 6]} {die % 6 + 1}"


def patient_short(patient: int) -> str:
    """The patient in a few words: "red 3", or "red 3 (as green)" after a colour change."""
    text = f"{COLOURS[ORIGINAL[patient]]} {VALUE[patient]}"
    if CURRENT[patient] != ORIGINAL[patient]:
        text += f" (as {COLOURS[CURRENT[patient]]})"
    return text


def patient_in_bed(hospital: Hospital, bed: int) -> str:
    """The patient of a bed in words, with the colour that outlasts phase 3."""
    words = act.patient_name(hospital.beds[bed])
    lasting = hospital.lasting_colour(bed)
    if lasting != ANY:
        words += f", in phase 5 as {COLOURS[lasting]}"
    return words


def effect_text(effect: Effect, variant: Variant, trigger: int = ANY) -> str:
    """What an effect does, generated from its pieces.

    Args:
        effect: The effect.
        variant: The options that it is played with.
        trigger: For specialists, the colour of the patients that set it off, or ``ANY``.
    """
    if effect.treatment in FIXED_TEXTS:
        return FIXED_TEXTS[effect.treatment]
    text = f"{TREATMENT_WORDS[effect.treatment]} {_targets_text(effect, trigger)}"
    if (effect.low, effect.high) != (1, 6):
        text += f" of value {values_text(effect)}"
    if effect.pattern == PATTERN_SAME:
        text += " of the same value"
    if effect.pattern == PATTERN_RUN:
        text += " of consecutive values"
    if effect.whom == WHOM_TWIN:
        text += " that shows the value which the healed patient had before"
    return text + _result_text(effect, variant)


def change_ends(effect: Effect, variant: Variant) -> str:
    """How long a colour change that comes with the effect lasts (R-01)."""
    return f"until the end of phase {5 if variant.outlasts_phase_3(effect) else 3}"


TREATMENT_WORDS: Final = {
    HEAL: "Heal",
    REROLL: "Re-roll",
    FLIP: "Turn over",
    REPAINT: "Change the colour of",
}
FIXED_TEXTS: Final = {
    STUDENT: "Heal one different patient by 1 step and worsen another by 1 step.",
    GAIN_POINT: "Gain 1 point.",
    GAIN_BAG: "Gain 1 blood bag.",
    PARDON: "Give back a fatality token and gain 1 blood bag.",
    NURSE_OF_ADMISSIONS: (
        "For each of them send another patient back into the bag, or draw and admit a new one."
    ),
    COPY: "Before the first action of each round, copy the effect of another of your specialists.",
}


def _targets_text(effect: Effect, trigger: int) -> str:
    """Whom an effect treats."""
    if effect.whom == WHOM_HEALED:
        return f"one of the {_coloured(trigger)}patients that were just healed"
    several = effect.most > 1
    number = NUMBERS[effect.most] if several else "one"
    if effect.treatment == REPAINT and several:
        number = f"{NUMBERS[effect.least]} or {number}"
    different = "different " if effect.whom else ""
    return f"{number} {different}{_coloured(effect.colour)}{'patients' if several else 'patient'}"


def _coloured(colour: int) -> str:
    """A colour as it stands before a noun; nothing for any colour."""
    return "" if colour == ANY else f"{COLOURS[colour]} "


def _result_text(effect: Effect, variant: Variant) -> str:
    """What an effect does to its targets."""
    each = " each" if effect.most > 1 else ""
    if effect.treatment == HEAL:
        fewer = "; one alone if no second fits" if effect.least < effect.most else ""
        return f" by {counted(effect.steps, 'step')}{each}{fewer}."
    if effect.treatment == REROLL:
        return f"{each and ', each'} once; the result stands."
    if effect.treatment == FLIP:
        return ": value v becomes 7 - v."
    return f" {change_ends(effect, variant)}."


def values_text(effect: Effect) -> str:
    """The values that fit: "1 or 2", "1, 2 or 3"."""
    return listed([str(value) for value in range(effect.low, effect.high + 1)], "or")


def specialist_text(specialist: int, variant: Variant) -> str:
    """A specialist's trigger and effect."""
    card = SPECIALISTS[specialist]
    effect = effect_text(card.effect, variant, card.trigger)
    if card.effect.treatment == COPY:
        return effect
    deed = "discharging" if card.on_discharge else "healing"
    return f"After {deed} {article(f'{_coloured(card.trigger)}patient')}: {lower_first(effect)}"


def administrator_text(card: Administrator) -> str:
    """What an administrator does."""
    if card.spare != ANY:
        return f"Phase 4: one neglected {COLOURS[card.spare]} patient does not deteriorate."
    if card.point == POINT_MOST:
        return "Phase 5: 1 point if you discharged the most patients this round."
    if card.point == POINT_EACH:
        return "Phase 5: 1 point if you discharged a patient of each colour this round."
    number = NUMBERS[card.least]
    return f"Phase 5: 1 point if you discharged at least {number} {COLOURS[card.point]} patients."


def event_card_text(card: EventCard, solo: bool) -> str:
    """What an event does, to several players or in the solo game."""
    return EVENT_TEXTS[VERBS[card.verb]][int(solo)].format(
        colour=COLOURS[card.colour] if card.colour != ANY else "",
        number=card.number,
        points=counted(card.points, "point"),
    )


def event_material_text(card: EventCard) -> str:
    """What an event does, with what is different in the solo game."""
    several, solo = event_card_text(card, False), event_card_text(card, True)
    return (
        f"{several} Solo: {lower_first(solo)}" if VERBS[card.verb] in OTHERWISE_ALONE else several
    )


EVENT_TEXTS: Final = {
    "gain_bag": ("Each player gains a blood bag.", "You gain a blood bag."),
    "lose_bag": (
        "Each player with a blood bag returns one.",
        "If you have a blood bag, you return one.",
    ),
    "drop_highest": (
        "In each hospital one {colour} patient of the highest {colour} value loses a step.",
        "One {colour} patient of the highest {colour} value loses a step.",
    ),
    "raise_one": (
        "Each player may raise a patient of value 1 to 5 by 1.",
        "You may raise a patient of value 1 to 5 by 1.",
    ),
    "pass_left": (
        "Each player secretly picks a patient; all pass it to the left.",
        "You choose a patient that goes back into the bag; a new one is drawn and rolled.",
    ),
    "nurses_at_most": (
        "Each player may place at most {number} nurses this round.",
        "You may place at most {number} nurses this round.",
    ),
    "extra_nurse": (
        "The player with fewest points has one more nurse this round.",
        "You have one more nurse this round.",
    ),
    "extra_die": (
        "With each ambulance one more patient arrives this round.",
        "When you have kept three of the four dice, one more patient arrives this round.",
    ),
    "close_department": (
        "The first player names a printed department that nobody may use this round.",
        "A printed department, chosen by lot, may not be used this round.",
    ),
    "no_improvement": (
        "Nobody takes an improvement this round; each player gains a blood bag instead.",
        "You take no improvement this round and gain a blood bag instead.",
    ),
    "bonus": (
        "Each player who discharges {number} or more patients this round scores {points} extra.",
        "If you discharge {number} or more patients this round, you score {points} extra.",
    ),
    "spare_from": (
        "Neglected patients of value {number} or more do not deteriorate this round.",
        "Neglected patients of value {number} or more do not deteriorate this round.",
    ),
    "fatality_cost": (
        "Each fatality of this round costs its owner {points} at once.",
        "Each fatality of this round costs you {points} at once.",
    ),
}
"""For several players and for one (DH-21)."""
OTHERWISE_ALONE: Final = ("pass_left", "extra_nurse", "extra_die", "close_department")
"""Events whose effect is another one in the solo game."""


def report_text(card: Report) -> str:
    """The patients that complete a medical report."""
    return listed(
        [f"{number} {COLOURS[colour]}" for colour, number in enumerate(card.needs) if number]
    )


def back_text(back: AmbulanceBack) -> str:
    """The patients that an ambulance collects."""
    return listed([f"{COLOURS[colour]} {value}" for colour, value in enumerate(back.values)])


def event_text(event: Event, viewer: int, names: Sequence[str]) -> str:
    """The sentence of an event for a viewer; empty if there is nothing to read for them."""
    who = names[event.seat] if event.seat >= 0 else ""
    if event.kind in SECRETS:
        return SECRETS[event.kind](event, who, event.shows_secret_to(viewer))
    if event.kind in NAMING:
        return NAMING[event.kind](who, event, names)
    return EVENTS[event.kind](who, event.args)


# --- events whose sentence depends on the reader ----------------------------------------------


def _dealt(event: Event, who: str, shown: bool) -> str:
    cards = listed([ADMINISTRATORS[card].name for card in event.secret])
    return f"{who} is dealt {cards}." if shown else f"{who} is dealt two administrators."


def _keep(event: Event, who: str, shown: bool) -> str:
    if shown:
        return f"{who} keeps {ADMINISTRATORS[event.secret[0]].name}."
    return f"{who} has chosen an administrator."


def _pass_on(event: Event, who: str, shown: bool) -> str:
    what = patient_short(event.secret[0]) if shown else "a patient"
    return f"{who} has chosen {what} for the ward transfer."


SECRETS: Final[dict[str, Callable[[Event, str, bool], str]]] = {
    "dealt": _dealt,
    "keep": _keep,
    "pass_on": _pass_on,
}


# --- open events ----------------------------------------------------------------------------

Args = tuple[int, ...]


def _starters(who: str, args: Args) -> str:
    return f"{who} draws {listed([COLOURS[die // 6] for die in args])} as starting patients."


def _third(who: str, args: Args) -> str:
    what = "department" if args[0] == act.REVEAL_DEPARTMENT else "specialist"
    return f"{who} has another {what} revealed."


def _ambulances(who: str, args: Args) -> str:
    loads = []
    for place in range(0, len(args), 3):
        dice = [die_name(die) for die in args[place : place + 3] if die >= 0]
        loads.append(f"{place // 3 + 1}: {', '.join(dice) or 'empty'}")
    return f"Ambulances {'; '.join(loads)}."


def _left_over(who: str, args: Args) -> str:
    return f"Ambulance {args[0]} is left over; its dice go back into the bag."


def _admit(who: str, args: Args) -> str:
    return f"{who} admits {listed([die_name(die) for die in args]) or 'nobody'}."


def _used(who: str, args: Args) -> str:
    source, number, meeple = args
    if source == effects.SOURCE_BAG:
        return f"{who} uses a blood bag."
    if source == effects.SOURCE_DEPARTMENT:
        return f"{who} places {article(meeple_name(meeple))} at {DEPARTMENTS[number].name}."
    return f"{who} uses the effect of the {SPECIALISTS[number].name}."


def _recolour(who: str, args: Args) -> str:
    paid = "spends a blood bag" if args[2] else "changes a colour"
    return f"{who} {paid}: {patient_short(args[0])} counts as {COLOURS[args[1]]}."


def _neglect(who: str, args: Args) -> str:
    return f"{who} neglects {patient_short(args[0])}: it falls to {VALUE[args[0]] - args[1]}."


def _drop(who: str, args: Args) -> str:
    return f"{who}: {patient_short(args[0])} falls to {VALUE[args[0]] - args[1]}."


def _solo_dice(who: str, args: Args) -> str:
    return f"{who} rolls {listed([die_name(die) for die in args])}."


def _event_points(who: str, args: Args) -> str:
    verb = "gains" if args[0] > 0 else "loses"
    return f"{who} {verb} {counted(abs(args[0]), 'point')} by the event."


def _score(who: str, args: Args) -> str:
    discharged, table, administrator, empty = args
    parts = [f"{counted(table, 'point')} for {discharged} discharged"]
    if administrator:
        parts.append(f"{counted(administrator, 'point')} from the administrator")
    if empty:
        parts.append(f"{counted(empty, 'point')} for an empty hospital")
    return f"{who} scores {listed(parts)}."


def _end(who: str, args: Args) -> str:
    bags, fatalities, points, score = args
    return (
        f"{who} ends with {counted(score, 'point')}: {counted(points, 'point')} at the end, "
        f"with {counted(bags, 'blood bag')} and {counted(fatalities, 'fatality token')}."
    )


# --- open events that name cards or several people ----------------------------------------------


def _winners(who: str, event: Event, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in event.args]
    return f"{listed(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."


def _passed(who: str, event: Event, names: Sequence[str]) -> str:
    return f"{who} passes {patient_short(event.args[0])} to {names[event.args[1]]}."


def _event_card(who: str, event: Event, names: Sequence[str]) -> str:
    return f"Event: {event.words[0]}. {event.words[1]}"


def _reports_dealt(who: str, event: Event, names: Sequence[str]) -> str:
    return f"Medical reports are dealt: {'; '.join(event.words)}."


def _report_done(who: str, event: Event, names: Sequence[str]) -> str:
    return (
        f"{who} completes report {event.words[0]} ({counted(event.args[1], 'point')} at the end)."
    )


NAMING: Final[dict[str, Callable[[str, Event, Sequence[str]], str]]] = {
    "winners": _winners,
    "passed": _passed,
    "event": _event_card,
    "reports": _reports_dealt,
    "report": _report_done,
}


EVENTS: Final[dict[str, Callable[[str, Args], str]]] = {
    "round": lambda who, args: f"Round {args[0]} begins.",
    "first_player": lambda who, args: f"{who} is first player.",
    "starters": _starters,
    "start_value": lambda who, args: f"{who} starts with {die_name(args[0] // 4)}.",
    "administrator": lambda who, args: (
        f"{who} shows the administrator {ADMINISTRATORS[args[0]].name}."
    ),
    "third": _third,
    "show_department": lambda who, args: f"{DEPARTMENTS[args[0]].name} is on offer.",
    "show_specialist": lambda who, args: f"{SPECIALISTS[args[0]].name} is on offer.",
    "leave_over": lambda who, args: (
        f"{who} leaves {die_name(args[0])} over at ambulance {args[1]}."
    ),
    "load": lambda who, args: f"{who} puts {die_name(args[0])} into ambulance {args[1]}.",
    "empty_bag": lambda who, args: "The bag is empty: a die cannot be drawn.",
    "ambulances": _ambulances,
    "ambulance": lambda who, args: f"{who} takes ambulance {args[0]}.",
    "left_over": _left_over,
    "admit": _admit,
    "fatality": lambda who, args: f"{who} loses {patient_short(args[0])}: a fatality.",
    "decline": lambda who, args: f"{who} takes no improvement.",
    "take_department": lambda who, args: f"{who} takes {DEPARTMENTS[args[0]].name}.",
    "take_specialist": lambda who, args: f"{who} takes the {SPECIALISTS[args[0]].name}.",
    "return_department": lambda who, args: f"{who} returns {DEPARTMENTS[args[0]].name}.",
    "return_specialist": lambda who, args: f"{who} returns the {SPECIALISTS[args[0]].name}.",
    "gain_bag": lambda who, args: f"{who} gains a blood bag.",
    "no_bag": lambda who, args: f"No blood bag is left for {who}.",
    "use": _used,
    "heal": lambda who, args: (
        f"{who} heals {patient_short(args[0])} to {VALUE[args[0]] + args[1]}."
    ),
    "discharge": lambda who, args: f"{who} discharges {patient_short(args[0])}.",
    "recolour": _recolour,
    "done": lambda who, args: f"{who} is done.",
    "spare": lambda who, args: f"{who} spares {patient_short(args[0])}.",
    "neglect": _neglect,
    "drop": _drop,
    "solo_dice": _solo_dice,
    "die_back": lambda who, args: f"{who} puts {die_name(args[0])} back into the bag.",
    "extra_die": lambda who, args: f"{who} must admit {die_name(args[0])} as well.",
    "lose_bag": lambda who, args: f"{who} returns a blood bag.",
    "raise": lambda who, args: f"{who} raises {patient_short(args[0])} to {VALUE[args[0]] + 1}.",
    "send_back": lambda who, args: f"{who} sends {patient_short(args[0])} back into the bag.",
    "extra_nurse": lambda who, args: f"{who} has one more nurse this round.",
    "close": lambda who, args: f"{DEPARTMENTS[args[0]].name} is shut this round.",
    "event_points": _event_points,
    "worsen": lambda who, args: f"{who} worsens {patient_short(args[0])} to {VALUE[args[0]] - 1}.",
    "reroll": lambda who, args: f"{who} re-rolls {patient_short(args[0])}: {args[1]}.",
    "flip": lambda who, args: f"{who} turns {patient_short(args[0])} over: {args[1]}.",
    "registrar": lambda who, args: f"{who} gains 1 point with the Registrar.",
    "pardon": lambda who, args: f"{who} gives back a fatality token.",
    "copy": lambda who, args: f"{who}'s Consultant copies the {SPECIALISTS[args[0]].name}.",
    "collections": lambda who, args: (
        f"The ambulances collect {listed([die_name(die) for die in args])}."
    ),
    "collect": lambda who, args: f"{who} sends {die_name(args[0])} off: 1 point.",
    "stop_collecting": lambda who, args: f"{who} collects no more.",
    "left_behind": lambda who, args: f"{who} loses {counted(args[0], 'point')} for patients left.",
    "score": _score,
    "end": _end,
}


# --- the material as tables ------------------------------------------------------------------


CARD_COLUMNS: Final = ("clause", "id", "name", "effect", "provenance")


def material() -> list[MaterialTable]:
    """All that is printed, and where each effect or value comes from."""
    marks = {one.entry: one.tag for one in BOX.provenance if one.field == "effect"}
    departments = [
        (card.clause, card.id, card.name, effect_text(card.effect, DEFAULT), marks[card.id])
        for card in DEPARTMENTS
    ]
    specialists = [
        (card.clause, card.id, card.name, specialist_text(number, DEFAULT), marks[card.id])
        for number, card in enumerate(SPECIALISTS)
    ]
    administrators = [
        (card.clause, card.id, card.name, administrator_text(card), marks[card.id])
        for card in ADMINISTRATORS
    ]
    first, second = RECONSTRUCTED.tables
    points = [
        (str(number), str(first.points(number)), str(second.points(number)), tag, other)
        for number, (tag, other) in enumerate(zip(first.tags, second.tags, strict=True))
    ]
    events = [
        (card.clause, card.id, card.name, event_material_text(card), card.tag)
        for card in RECONSTRUCTED.events
    ]
    reports = [
        (card.id, report_text(card), str(card.points), card.tag) for card in RECONSTRUCTED.reports
    ]
    backs = [(str(back.number), back_text(back), back.tag) for back in RECONSTRUCTED.backs]
    return [
        MaterialTable("Departments", CARD_COLUMNS, tuple(departments)),
        MaterialTable("Specialists", CARD_COLUMNS, tuple(specialists)),
        MaterialTable("Administrators", CARD_COLUMNS, tuple(administrators)),
        MaterialTable(
            "Discharge table", ("patients", "table A", "table B", "A", "B"), tuple(points)
        ),
        MaterialTable("Events", CARD_COLUMNS, tuple(events)),
        MaterialTable(
            "Medical reports", ("id", "patients", "points", "provenance"), tuple(reports)
        ),
        MaterialTable("Ambulance backs", ("ambulance", "spaces", "provenance"), tuple(backs)),
    ]
