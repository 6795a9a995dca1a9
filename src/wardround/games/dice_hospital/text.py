"""Names and sentences, in English."""

from collections.abc import Callable, Sequence
from typing import Final

from wardround.core import Event
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital import effects
from wardround.games.dice_hospital.material import (
    ADMINISTRATORS,
    ANY,
    COLOURS,
    CURRENT,
    DEPARTMENTS,
    ORIGINAL,
    PATTERN_RUN,
    PATTERN_SAME,
    POINT_EACH,
    POINT_MOST,
    SPECIALISTS,
    VALUE,
    WHOM_HEALED,
    WHOM_TWIN,
    Administrator,
    Effect,
    meeple_name,
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


def join(words: Sequence[str]) -> str:
    """A list in words: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def effect_text(effect: Effect) -> str:
    """What an effect does, generated from its pieces."""
    several = effect.most > 1
    noun = "patients" if several else "patient"
    colour = "" if effect.colour == ANY else COLOURS[effect.colour] + " "
    if effect.whom == WHOM_HEALED:
        whom = "one of the patients that were just healed"
    else:
        number = NUMBERS[effect.most] if several else "one"
        different = "different " if effect.whom else ""
        whom = f"{number} {different}{colour}{noun}"
    text = f"Heal {whom}"
    if (effect.low, effect.high) != (1, 6):
        text += f" of value {values_text(effect)}"
    if effect.pattern == PATTERN_SAME:
        text += " of the same value"
    if effect.pattern == PATTERN_RUN:
        text += " of consecutive values"
    if effect.whom == WHOM_TWIN:
        text += " that shows the value which the healed patient had before"
    steps = "1 step" if effect.steps == 1 else f"{effect.steps} steps"
    return f"{text} by {steps}{' each' if several else ''}."


def values_text(effect: Effect) -> str:
    """The values that fit: "1 or 2", "1, 2 or 3"."""
    values = [str(value) for value in range(effect.low, effect.high + 1)]
    return ", ".join(values[:-1]) + " or " + values[-1]


def specialist_text(specialist: int) -> str:
    """A specialist's trigger and effect."""
    card = SPECIALISTS[specialist]
    colour = "a" if card.trigger == ANY else f"a {COLOURS[card.trigger]}"
    effect = effect_text(card.effect)
    return f"After healing {colour} patient: {effect[0].lower()}{effect[1:]}"


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


def event_text(event: Event, viewer: int, names: Sequence[str] | None) -> str:
    """The sentence of an event for a viewer; empty if there is nothing to read for them."""
    who = names[event.seat] if names and event.seat >= 0 else f"Seat {event.seat + 1}"
    if event.kind in SECRETS:
        return SECRETS[event.kind](event, who, event.shows_secret_to(viewer))
    if event.kind == "winners":
        return _winners(event.args, names)
    return EVENTS[event.kind](who, event.args)


# --- events whose sentence depends on the reader ----------------------------------------------


def _dealt(event: Event, who: str, shown: bool) -> str:
    cards = join([ADMINISTRATORS[card].name for card in event.secret])
    return f"{who} is dealt {cards}." if shown else f"{who} is dealt two administrators."


def _keep(event: Event, who: str, shown: bool) -> str:
    if shown:
        return f"{who} keeps {ADMINISTRATORS[event.secret[0]].name}."
    return f"{who} has chosen an administrator."


SECRETS: Final[dict[str, Callable[[Event, str, bool], str]]] = {"dealt": _dealt, "keep": _keep}


# --- open events ----------------------------------------------------------------------------

Args = tuple[int, ...]


def _starters(who: str, args: Args) -> str:
    return f"{who} draws {join([COLOURS[die // 6] for die in args])} as starting patients."


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
    return f"{who} admits {join([die_name(die) for die in args]) or 'nobody'}."


def _used(who: str, args: Args) -> str:
    source, number, meeple = args
    if source == effects.SOURCE_BAG:
        return f"{who} uses a blood bag."
    if source == effects.SOURCE_DEPARTMENT:
        return f"{who} places {_article(meeple_name(meeple))} at {DEPARTMENTS[number].name}."
    return f"{who} uses the effect of the {SPECIALISTS[number].name}."


def _article(name: str) -> str:
    return ("an " if name[0] in "AEIOU" else "a ") + name


def _recolour(who: str, args: Args) -> str:
    return f"{who} spends a blood bag: {patient_short(args[0])} counts as {COLOURS[args[1]]}."


def _neglect(who: str, args: Args) -> str:
    return f"{who} neglects {patient_short(args[0])}: it falls to {VALUE[args[0]] - 1}."


def _score(who: str, args: Args) -> str:
    discharged, table, administrator, empty = args
    parts = [f"{_points(table)} for {discharged} discharged"]
    if administrator:
        parts.append(f"{_points(administrator)} from the administrator")
    if empty:
        parts.append(f"{_points(empty)} for an empty hospital")
    return f"{who} scores {join(parts)}."


def _end(who: str, args: Args) -> str:
    bags, fatalities, points, score = args
    return (
        f"{who} ends with {_points(score)}: {_points(points)} for {bags} blood bags "
        f"and {fatalities} fatality tokens."
    )


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _winners(args: Args, names: Sequence[str] | None) -> str:
    winners = [names[seat] if names else f"Seat {seat + 1}" for seat in args]
    return f"{join(winners)} {'wins' if len(winners) == 1 else 'share the victory'}."


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
    "score": _score,
    "end": _end,
}
