"""Checks of a guided first game: it is played as it is written, and its texts are true."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from wardround.bots import bots
from wardround.core import Game, Lesson, LessonStep, Match, WardroundError
from wardround.core.lesson import LEARNER

FEWEST_STEPS: Final = 10
MOST_STEPS: Final = 15
MOST_WORDS: Final = 60
"""Words of a step, or of the closing, at most."""
NAMED: Final = re.compile(r"\*\*([^*]+)\*\*")
"""What a text names: it must be read on the table, in the question, its choices or the log."""


def lesson_faults(game: Game) -> list[str]:
    """What is wrong with the guided first game of a game, in sentences; nothing if it has none."""
    try:
        lesson = game.lesson()
        return [] if lesson is None else list(_faults(game, lesson))
    except WardroundError as error:
        return [str(error)]


def _faults(game: Game, lesson: Lesson) -> Iterator[str]:
    if not FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS:
        steps = len(lesson.steps)
        yield f"it has {steps} steps; {FEWEST_STEPS} to {MOST_STEPS} are expected"
    if lesson.bot not in bots():
        yield f"it names the bot {lesson.bot!r}, which is not installed"
    for where, text in [
        *((f"step {n}", step.text) for n, step in enumerate(lesson.steps, 1)),
        ("the closing", lesson.closing),
    ]:
        if len(text.split()) > MOST_WORDS:
            yield f"{where} has {len(text.split())} words; at most {MOST_WORDS} are read"
    yield from _played(game, lesson)


def _played(game: Game, lesson: Lesson) -> Iterator[str]:
    """What is wrong while it is played; nothing after the first action that cannot be done."""
    match = Match(game, lesson.players, lesson.seed, lesson.options, ["Learner", *lesson.rivals])
    for place in lesson.places:
        where = f"step {place.step + 1}, action {place.action!r} of seat {place.seat}"
        if match.place_in(lesson) != place:
            yield f"{where}: it is not possible there, or not what comes next"
            return
        if place.seat == LEARNER:
            step = lesson.steps[place.step]
            asks = step.presses[place.press].asks
            if not match.state.prompt(LEARNER).startswith(asks):
                yield f"{where}: the question is {match.state.prompt(LEARNER)!r}, not {asks!r}"
            if place.press == 0:
                yield from (f"step {place.step + 1}: {one}" for one in _untrue(match, step))
        elif LEARNER in match.state.asked():
            yield f"{where}: the learner is asked and waits for it"
        match.act(place.seat, game.parse(place.action))
    if match.state.is_over:
        yield "it leads to the end of the game: nothing is left to play freely"
    elif LEARNER not in match.state.asked():
        yield "it ends where the learner is not asked"


def _untrue(match: Match, step: LessonStep) -> Iterator[str]:
    """What a step says of the position that is not so."""
    view = match.state.view(LEARNER)
    labels = dict(_labels(view))
    yield from (f"the spot {spot!r} is not there" for spot in step.look if spot not in labels)
    for spot, words in step.facts.items():
        if words not in labels.get(spot, ""):
            yield f"the spot {spot!r} is {labels.get(spot, 'not there')!r}, not {words!r}"
    read = _readable(match, view)
    for name in NAMED.findall(step.text):
        if " ".join(name.casefold().split()) not in read:
            yield f"{name!r} is read nowhere on the table"


def _readable(match: Match, view: dict[str, Any]) -> str:
    """Everything that the learner can read now, and the words of the guide."""
    guide = match.game.guide()
    parts = [
        json.dumps(view, ensure_ascii=False),
        match.state.prompt(LEARNER),
        *(f"{one.label} {one.sentence} {one.group}" for one in match.state.choices(LEARNER)),
        *(line.text for line in match.log(LEARNER)),
        *(form for term in (guide.terms if guide else ()) for form in (term.name, *term.forms)),
    ]
    return " ".join(" ".join(parts).casefold().split())


def _labels(part: Any) -> Iterator[tuple[str, str]]:
    """Every piece of a view: its spot and its label."""
    if isinstance(part, dict):
        if isinstance(part.get("spot"), str):
            yield part["spot"], str(part.get("label", ""))
        for inner in part.values():
            yield from _labels(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from _labels(inner)
