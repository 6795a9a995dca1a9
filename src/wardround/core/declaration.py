"""What a game declares: facts, options, actions, questions, flow, zones, and how it is shown.

Everything here is fixed while a game is played. :class:`~wardround.core.game.Game` adds how to
begin it; a position refers to its declaration.
"""

import importlib
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Any, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from wardround.core.actions import Actions
from wardround.core.chance import Chance
from wardround.core.decision import Questions
from wardround.core.errors import SeatError, UnknownAction
from wardround.core.events import SEAT_NAMES, Event
from wardround.core.fields import Value
from wardround.core.guide import Guide, read_guide
from wardround.core.lesson import Lesson, read_lesson
from wardround.core.observation import Sheet
from wardround.core.options import Option, OptionValue, Preset, check_options, check_presets
from wardround.core.rules import Rules
from wardround.core.words import counted
from wardround.core.zones import Zone

Step = Callable[[Any], None]
"""A step of the flow: does what needs no decision and opens the questions that follow."""
EventText = Callable[[Event, int, Sequence[str]], str]
CheckOptions = Callable[[dict[str, OptionValue], int], None]
Notes = Callable[[Mapping[str, OptionValue], int], list[str]]

NO_QUESTIONS: Final = Questions(())


@dataclass(frozen=True)
class Credit(Value):
    """Whom a game is owed to. The year is None where it is not known."""

    designers: tuple[str, ...]
    publisher: str
    year: int | None
    note: str

    def to_json(self) -> dict[str, object]:
        """The credit as plain data."""
        return {
            "designers": list(self.designers),
            "publisher": self.publisher,
            "year": self.year,
            "note": self.note,
        }


@dataclass(frozen=True)
class MaterialTable(Value):
    """A table of the game's material, for people: rows with their provenance."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Declaration:
    """Everything about a game that does not change while it is played.

    Args:
        id: Short name in commands, addresses and records.
        title: Name for people.
        tagline: One sentence about it.
        credits: Designers and publisher.
        rules_version: Changes whenever the same actions could lead to another position.
        earlier_rules: Versions before that its positions still know how to play.
        min_players: Fewest seats.
        max_players: Most seats.
        position: The class of its positions.
        actions: All its actions.
        flow: The steps of a game, the first one first.
        view: What a viewer of a position sees, as JSON data; dicts with ``spot`` and ``label`` are
            pieces.
        choice: How an action would be shown at the open question of a seat.
        scores: Points of every seat now.
        event_text: The sentence of an event for a viewer, given the names of the seats; empty if
            there is nothing for them to read.
        max_length: No game has more actions than this.
        package: The importable module that holds the game as a constant (``__name__``); a file
            ``rules.md`` beside it is its rules, a file ``guide.md`` its guide, a file
            ``lesson.toml`` its guided first game.
        options: The declared options.
        questions: All its kinds of questions.
        zones: Every place with something to hide.
        observe: Writes what a seat sees as numbers, piece by piece: the same pieces of the same
            length for all seats all through a game; the zones where nothing is said.
        redraw: Puts all that a seat cannot know into a random order; by the zones where nothing is
            said.
        ranking: Seats in groups of equal rank, best first, at the end; by scores where nothing is
            said.
        returns: Utility of every seat at the end; a win shared by the first where nothing is said.
        ending: How a game ended, in a word for statistics; "finished" where nothing is said.
        meant_ending: The word of the ending that a game is meant to have, where with all others it
            got stuck.
        round_of: The number of the round that is played, as it stands in the key ``round`` of the
            view; a game without rounds says nothing.
        open_fields: Lists of a position that everybody can work out although no view shows them:
            ``check_game`` does not take them for something hidden.
        material: Tables of its material with provenance.
        presets: Ready-made choices of options, the usual game first.
        notes: What a choice of options means, in sentences for those who choose, given all options
            with their values and the number of players.
        check: Objects to options that do not go together, given all of them and the number of
            players, by raising OptionError or MaterialError.
        min_return: Least utility of a seat.
        max_return: Greatest utility of a seat.
        solo_returns: Least and greatest utility of one who plays alone, where they are others.
        rules_text: The Markdown of the numbered rules, where no file holds them; there is no guide
            and no guided game then.
        simultaneous: Whether several seats may be asked at the same time. What one of them does
            then changes nothing that another may do.
    """

    def __init__(
        self,
        *,
        id: str,
        title: str,
        tagline: str,
        credits: Credit,
        rules_version: str,
        min_players: int,
        max_players: int,
        position: Callable[[Any, int, Chance], Any],
        actions: Actions,
        flow: Sequence[Step],
        view: Callable[[Any, int], dict[str, Any]],
        choice: Callable[[Any, int, int], Any],
        scores: Callable[[Any], list[int]],
        event_text: EventText,
        max_length: int,
        package: str,
        options: Sequence[Option] = (),
        presets: Sequence[Preset] = (),
        questions: Questions = NO_QUESTIONS,
        zones: Sequence[Zone[Any]] = (),
        observe: Callable[[Any, int, Sheet], None] | None = None,
        redraw: Callable[[Any, int, Random], None] | None = None,
        ranking: Callable[[Any], list[list[int]]] | None = None,
        returns: Callable[[Any], list[float]] | None = None,
        ending: Callable[[Any], str] | None = None,
        meant_ending: str = "",
        round_of: Callable[[Any], int] | None = None,
        open_fields: Sequence[str] = (),
        material: Callable[[], list[MaterialTable]] | None = None,
        notes: Notes | None = None,
        check: CheckOptions | None = None,
        min_return: float = 0.0,
        max_return: float = 1.0,
        solo_returns: tuple[float, float] | None = None,
        rules_text: str | None = None,
        simultaneous: bool = False,
        earlier_rules: Sequence[str] = (),
    ) -> None:
        self.id = id
        self.title = title
        self.tagline = tagline
        self.credits = credits
        self.rules_version = rules_version
        self.rules_versions = (rules_version, *earlier_rules)
        self.min_players = min_players
        self.max_players = max_players
        self.options = tuple(options)
        self.presets = tuple(presets)
        check_presets(self.presets, self.options)
        self.position = position
        self.actions = actions
        self.notations = tuple(actions.notations)
        self.num_actions = len(self.notations)
        self.questions = questions
        self.flow = tuple(flow)
        self.zones = tuple(zones)
        self.open_fields = tuple(open_fields)
        self.view = view
        self.choice = choice
        self.scores = scores
        self.observe = observe
        self.redraw = redraw
        self.ranking = ranking
        self.returns = returns
        self.ending = ending
        self.meant_ending = meant_ending
        self.round_of = round_of
        self.max_length = max_length
        self.simultaneous = simultaneous
        self._returns = (min_return, max_return)
        self._solo_returns = self._returns if solo_returns is None else solo_returns
        self.min_return = min(min_return, self._solo_returns[0])
        self.max_return = max(max_return, self._solo_returns[1])
        self.package = package
        self._event_text = event_text
        self._material = material
        self._notes = notes
        self._check = check
        self._steps: dict[str, Step] = {step_name(step): step for step in self.flow}
        self._ids = {text: action for action, text in enumerate(self.notations)}
        self._in_files = rules_text is None
        if rules_text is None:
            rules_text = files(package).joinpath("rules.md").read_text(encoding="utf-8")
        self._rules = Rules(id, rules_text)
        if len(self._ids) != self.num_actions:
            raise ValueError(f"two actions of {id} have the same notation")
        if len(self._steps) != len(self.flow):
            raise ValueError(f"two steps in the flow of {id} have the same name")

    def __reduce__(self) -> tuple[Any, ...]:
        return (declared, (self.package, self.id))

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        """The sentence of an event for a viewer; empty if there is nothing for them to read."""
        return self._event_text(event, viewer, names)

    def action_text(self, action: SupportsIndex) -> str:
        """What the action is, in a few words, without a position.

        Raises:
            UnknownAction: There is no such action.
        """
        return self.actions.words[self.action(action)]

    def material(self) -> list[MaterialTable]:
        """Tables of the game's material with provenance."""
        return [] if self._material is None else self._material()

    def notes(self, options: Mapping[str, OptionValue], players: int) -> list[str]:
        """What a choice of options means, in sentences for those who choose; mostly nothing.

        Args:
            options: All options with their values (:meth:`check_options`).
            players: Number of seats.
        """
        return [] if self._notes is None else self._notes(options, players)

    def step(self, name: str) -> Step:
        """The step of the flow with this name (see :func:`step_name`)."""
        return self._steps[name]

    def check_options(
        self, raw: Mapping[str, object] | None, players: SupportsIndex
    ) -> dict[str, OptionValue]:
        """All options with their values.

        Raises:
            SeatError: The game is not for that many players.
            OptionError: An unknown option, a value that it does not take, or options that do not
                go together.
            MaterialError: A file among the options breaks its schema.
        """
        number = self.number_of_seats(players)
        checked = check_options(self.options, raw)
        settled = {
            option.name: option.settled(checked[option.name], number) for option in self.options
        }
        if self._check is not None:
            self._check(settled, number)
        return settled

    def return_bounds(self, players: int) -> tuple[float, float]:
        """The least and the greatest utility of a seat with so many seats.

        ``min_return`` and ``max_return`` bound the utilities with any number of seats.
        """
        return self._solo_returns if players == 1 else self._returns

    def offered_options(self) -> list[Option]:
        """The options that a table may be made with, without those that only records still hold."""
        return [option for option in self.options if option.offered]

    def number_of_seats(self, players: object) -> int:
        """The number of seats as a plain number.

        Raises:
            SeatError: The game is not for that many players.
        """
        number = whole_number(players)
        if number is None or not self.min_players <= number <= self.max_players:
            shown = counted(number, "player") if number is not None else f"{players!r} players"
            raise SeatError(
                f"{self.title} is not for {shown}.",
                where="number of seats",
                expected=f"{self.min_players} to {self.max_players} players",
            )
        return number

    def action(self, action: object) -> int:
        """The number of an action as a plain number.

        Raises:
            UnknownAction: There is no such action.
        """
        number = whole_number(action)
        if number is None or not 0 <= number < self.num_actions:
            raise UnknownAction(
                f"{self.title} has no action {action!r}.",
                where="action",
                expected=f"a number from 0 to {self.num_actions - 1}",
            )
        return number

    def notation(self, action: SupportsIndex) -> str:
        """The action's short stable text.

        Raises:
            UnknownAction: There is no such action.
        """
        return self.notations[self.action(action)]

    def parse(self, text: str) -> int:
        """The action of a notation.

        Raises:
            UnknownAction: No action is written so.
        """
        action = self._ids.get(text)
        if action is None:
            raise UnknownAction(
                f"{self.title} has no action written {text!r}.",
                where="action",
                expected=f"a notation such as {self.notations[0]!r} or {self.notations[-1]!r}",
            )
        return action

    def rules(self) -> Rules:
        """The numbered rules."""
        return self._rules

    def guide(self) -> Guide | None:
        """What to read who does not know the game; None if its package brings no guide."""
        return read_guide(self.package, self.id) if self._in_files else None

    def lesson(self) -> Lesson | None:
        """The guided first game; None if its package brings none.

        Raises:
            MaterialError: The file that it brings is no lesson.
        """
        return read_lesson(self.package) if self._in_files else None

    def to_json(self) -> dict[str, object]:
        """The declaration as plain data, for forms and documentation."""
        return {
            "id": self.id,
            "title": self.title,
            "tagline": self.tagline,
            "credits": self.credits.to_json(),
            "rules_version": self.rules_version,
            "min_players": self.min_players,
            "max_players": self.max_players,
            "options": [option.to_json() for option in self.offered_options()],
            "presets": [preset.to_json() for preset in self.presets],
            "num_actions": self.num_actions,
        }


def whole_number(raw: object) -> int | None:
    """A whole number of any kind, NumPy's included, as Python's own; None for anything else."""
    if isinstance(raw, int):
        return int(raw)
    try:
        return operator.index(raw)  # type: ignore[arg-type]
    except TypeError:
        return None


def step_name(step: Step) -> str:
    """The name of a step of the flow: that of its function."""
    name: str = step.__name__
    return name


def declared(package: str, id: str) -> Declaration:
    """The game of this id that a module holds as a constant: what a game pickles as.

    Raises:
        LookupError: The module holds no such game.
    """
    for value in vars(importlib.import_module(package)).values():
        if isinstance(value, Declaration) and value.id == id:
            return value
    raise LookupError(f"{package} holds no game {id!r} as a constant")
