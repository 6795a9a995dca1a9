"""Guided first games: what is said to the learner, and what is refused.

A guided game is an ordinary table with the seed, the options and the rivals of the game's lesson.
How far it has come follows from the actions that stand; only that somebody left it is stored.
"""

import logging
from collections.abc import Mapping

from wardround.core import Game, Lesson, LessonPlace, Match, WardroundError
from wardround.core.lesson import LEARNER
from wardround.server.errors import LessonAsks
from wardround.server.shown import Json

log = logging.getLogger(__name__)


def lessons_of(games: Mapping[str, Game]) -> dict[str, Lesson]:
    """The guided games that can be played, by game; one that cannot be read is logged."""
    found: dict[str, Lesson] = {}
    for id, game in games.items():
        try:
            lesson = game.lesson()
        except (WardroundError, OSError, UnicodeError) as error:
            log.warning("the guided game of %s is left out: %s", id, error)
            continue
        if lesson is not None:
            found[id] = lesson
    return found


def lesson_json(lesson: Lesson, place: LessonPlace) -> Json:
    """What the learner is told: the step, and which action it is about.

    While rivals play there is no text yet: it speaks of the position that they lead to.
    """
    about: Json = {
        "step": min(place.step + 1, len(lesson.steps)),
        "steps": len(lesson.steps),
        "over": place.is_over,
        "text": "",
        "action": None,
        "look": [],
    }
    if place.is_over:
        return {**about, "text": lesson.closing}
    if place.seat != LEARNER:
        return about
    step = lesson.steps[place.step]
    look = list(step.look) if place.press == 0 else []
    return {**about, "text": step.text, "action": place.action, "look": look}


def check_guided(match: Match, place: LessonPlace, seat: int, action: int) -> None:
    """Refuse what the guided game is not about; what the rules forbid is left to them.

    Raises:
        LessonAsks: It is possible, but something else is meant here.
        SeatError, NotAsked, UnknownAction: See :meth:`wardround.core.Match.meant_instead`.
    """
    meant = match.meant_instead(place, seat, action)
    if meant is None:
        return
    raise LessonAsks(
        f"The guided game is about something else here. {meant}",
        where=f"seat {seat}, action {match.game.notation(action)}",
        expected=f"{place.action}, or leaving the guided game to play freely",
    )
