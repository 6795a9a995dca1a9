"""A guided first game: a prepared deal, and what to do in it, step by step.

A lesson is the file ``lesson.toml`` beside a game's rules: the seed, the options, the rivals, and
every action of the guided part with a text for each step of the learner. It asks nothing itself:
the game asks as always, and the lesson only says which answer it is about. How far a game has come
in its lesson follows from the actions that stand, so undo and reload need nothing of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from wardround.core.errors import MaterialError
from wardround.core.fields import Value
from wardround.core.material import Row
from wardround.core.reading import read_toml

LEARNER: Final = 0
"""The seat of whoever is guided."""
FILE: Final = "lesson.toml"


@dataclass(frozen=True)
class Press(Value):
    """One action of the learner.

    Args:
        asks: How the question begins that it answers.
        action: The action, in its notation.
    """

    asks: str
    action: str


@dataclass(frozen=True)
class LessonStep(Value):
    """What the learner does with one text.

    Args:
        text: Why, and what to look at.
        presses: What to do, one action after the other.
        look: Spots of the table to look at.
        facts: What the text relies on: for spots of the table, words of their labels.
        then: What the rivals do before the next step: seat and notation.
    """

    text: str
    presses: tuple[Press, ...]
    look: tuple[str, ...]
    facts: dict[str, str]
    then: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class LessonPlace(Value):
    """How far a game has come in its lesson.

    Args:
        step: The number of the step, from 0; the number of all steps at the end.
        press: The number of its press, from 0.
        seat: Whose action comes next; -1 when the guided part is over.
        action: That action, in its notation; empty when the guided part is over.
    """

    step: int
    press: int
    seat: int
    action: str

    @property
    def is_over(self) -> bool:
        """Whether the guided part is over."""
        return not self.action


class Lesson(Value):
    """A guided first game.

    Args:
        seed: The seed of the prepared deal.
        options: Values by option name; defaults where nothing is said.
        bot: The bot that plays for the rivals when the guided part is over.
        rivals: Their names, from seat 1 on.
        before: What they do before the first step: seat and notation.
        steps: The steps of the learner, who sits on seat 0.
        closing: What is said when the guided part is over.
    """

    def __init__(
        self,
        seed: str,
        options: dict[str, Any],
        bot: str,
        rivals: Sequence[str],
        before: Sequence[tuple[int, str]],
        steps: Sequence[LessonStep],
        closing: str,
    ) -> None:
        self.seed = seed
        self.options = options
        self.bot = bot
        self.rivals = tuple(rivals)
        self.before = tuple(before)
        self.steps = tuple(steps)
        self.closing = closing
        self.places = _places(self)

    @property
    def players(self) -> int:
        """Number of seats."""
        return 1 + len(self.rivals)

    def place(self, actions: Sequence[tuple[int, str]]) -> LessonPlace | None:
        """How far a game has come; None if it went another way, or goes on freely.

        Each seat is compared by itself: after an undo the actions of others may stand that came
        later.

        Args:
            actions: The actions that stand: seat and notation.
        """
        own: list[list[str]] = [[] for _ in range(self.players)]
        for place in self.places:
            own[place.seat].append(place.action)
        done = [0] * self.players
        for seat, action in actions:
            if done[seat] < len(own[seat]) and own[seat][done[seat]] != action:
                return None
            done[seat] += 1
        if done[LEARNER] > len(own[LEARNER]):
            return None
        passed = [0] * self.players
        for place in self.places:
            if passed[place.seat] == done[place.seat]:
                return place
            passed[place.seat] += 1
        return LessonPlace(len(self.steps), 0, -1, "")


def _places(lesson: Lesson) -> tuple[LessonPlace, ...]:
    """Every action of a lesson in turn, with the step to which it leads or belongs."""
    found = [LessonPlace(0, 0, seat, action) for seat, action in lesson.before]
    for number, step in enumerate(lesson.steps):
        for place, press in enumerate(step.presses):
            found.append(LessonPlace(number, place, LEARNER, press.action))
        found += [LessonPlace(number + 1, 0, seat, action) for seat, action in step.then]
    return tuple(found)


def read_lesson(package: str) -> Lesson | None:
    """The lesson that lies in a package; None if there is none.

    Raises:
        MaterialError: The file is no lesson.
    """
    page = files(package).joinpath(FILE)
    if not page.is_file():
        return None
    return lesson_of(page.read_text(encoding="utf-8"), f"{package}/{FILE}")


def lesson_of(text: str, name: str) -> Lesson:
    """The lesson of a text in TOML.

    Args:
        text: The text.
        name: How errors call it.

    Raises:
        MaterialError: It is no lesson.
    """
    data = Row(read_toml(text, name, MaterialError, "a lesson in TOML"), name)
    rivals = data.texts("rivals")
    rows = data.data.get("steps")
    if not isinstance(rows, list) or not rows:
        raise data.error("steps", repr(rows), "steps [[steps]]")
    players = 1 + len(rivals)
    return Lesson(
        data.text("seed"),
        _table(data, "options"),
        data.text("bot"),
        rivals,
        _deeds(data, "before", players),
        [_step(Row(row, f"{name}, step {n}"), players) for n, row in enumerate(rows, 1)],
        _words(data, "closing"),
    )


def _step(row: Row, players: int) -> LessonStep:
    presses = row.data.get("does")
    if not isinstance(presses, list) or not presses or not all(map(_is_pair, presses)):
        raise row.error("does", repr(presses), 'pairs ["how the question begins", "notation"]')
    return LessonStep(
        _words(row, "text"),
        tuple(Press(str(asks), str(action)) for asks, action in presses),
        tuple(row.texts("look")) if "look" in row.data else (),
        {spot: str(words) for spot, words in _table(row, "facts").items()},
        tuple(_deeds(row, "then", players)),
    )


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(part, str) and part for part in value)
    )


def _words(row: Row, key: str) -> str:
    """A text, its lines joined."""
    return " ".join(row.text(key).split())


def _table(row: Row, key: str) -> dict[str, Any]:
    value = row.data.get(key, {})
    if not isinstance(value, dict):
        raise row.error(key, repr(value), "keys and values")
    return {str(name): one for name, one in value.items()}


def _deeds(row: Row, key: str, players: int) -> list[tuple[int, str]]:
    """Actions of rivals: "1 notation"."""
    deeds: list[tuple[int, str]] = []
    for text in row.texts(key) if key in row.data else []:
        seat, _, action = text.partition(" ")
        if not seat.isascii() or not seat.isdecimal() or not action:
            raise row.error(key, repr(text), "a seat, a space, and the notation of its action")
        if not LEARNER < int(seat[:9]) < players:
            raise row.error(key, repr(text), f"the seat of a rival, from 1 to {players - 1}")
        deeds.append((int(seat), action))
    return deeds
