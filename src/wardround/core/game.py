"""A game: what it is called, who made it, what may be chosen, and how to begin it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from wardround.core.chance import seed_text
from wardround.core.errors import SeatError, UnknownAction
from wardround.core.events import SEAT_NAMES
from wardround.core.options import Option, OptionValue, check_options
from wardround.core.rules import Rules

if TYPE_CHECKING:
    from wardround.core.events import Event
    from wardround.core.state import State


@dataclass(frozen=True)
class Credit:
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
class MaterialTable:
    """A table of the game's material, for people: rows with their provenance."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
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
        options: The declared options.
        notations: Notation of every action, in the order of the ids.
        max_length: No game has more actions than this.
        min_return: Least utility of a seat.
        max_return: Greatest utility of a seat.
        rules_text: The Markdown of the numbered rules.
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
        options: Sequence[Option],
        notations: Sequence[str],
        max_length: int,
        min_return: float,
        max_return: float,
        rules_text: str,
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
        self.notations = tuple(notations)
        self.num_actions = len(self.notations)
        self.max_length = max_length
        self.min_return = min_return
        self.max_return = max_return
        self._ids = {text: action for action, text in enumerate(self.notations)}
        self._rules = Rules(id, rules_text)
        if len(self._ids) != self.num_actions:
            raise ValueError(f"two actions of {id} have the same notation")

    @abstractmethod
    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> "State":
        """A new position with checked options, before the first question was looked for."""

    @abstractmethod
    def restore(self, snapshot: Mapping[str, Any]) -> "State":
        """The position of a snapshot (:meth:`State.snapshot`)."""

    @abstractmethod
    def event_text(self, event: "Event", viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        """The sentence of an event for a viewer; empty if there is nothing for them to read."""

    @abstractmethod
    def action_text(self, action: int) -> str:
        """What the action is, in a few words, without a position."""

    @abstractmethod
    def material(self) -> list[MaterialTable]:
        """Tables of the game's material with provenance."""

    def new(
        self,
        players: int,
        seed: int | str | bytes,
        options: Mapping[str, object] | None = None,
    ) -> "State":
        """A new game at its first question.

        Args:
            players: Number of seats.
            seed: Fixes every chance event. Keep it secret while the game is on.
            options: Values by option name; defaults where nothing is said.

        Raises:
            SeatError: The game is not for that many players.
            OptionError: An unknown option or a value that it does not take.
        """
        checked = self.check_options(options, players)
        state = self.begin(players, seed_text(seed), checked)
        state.go_on()
        return state

    def check_options(
        self, raw: Mapping[str, object] | None, players: int
    ) -> dict[str, OptionValue]:
        """All options with their values.

        Raises:
            SeatError: The game is not for that many players.
            OptionError: An unknown option or a value that it does not take.
        """
        if not self.min_players <= players <= self.max_players:
            raise SeatError(
                f"{self.title} is not for {players} player{'s' if players != 1 else ''}.",
                where="number of seats",
                expected=f"{self.min_players} to {self.max_players} players",
            )
        checked = check_options(self.options, raw)
        return {
            option.name: option.settled(checked[option.name], players) for option in self.options
        }

    def offered_options(self) -> list[Option]:
        """The options that a table may be made with, without those that only records still hold."""
        return [option for option in self.options if option.offered]

    def notes(self, options: Mapping[str, OptionValue], players: int) -> list[str]:
        """What a choice of options means, in sentences for those who choose; mostly nothing.

        Args:
            options: All options with their values (:meth:`check_options`).
            players: Number of seats.
        """
        return []

    def notation(self, action: int) -> str:
        """The action's short stable text.

        Raises:
            UnknownAction: There is no such action.
        """
        if not 0 <= action < self.num_actions:
            raise UnknownAction(
                f"{self.title} has no action {action}.",
                where="action",
                expected=f"a number from 0 to {self.num_actions - 1}",
            )
        return self.notations[action]

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
            "num_actions": self.num_actions,
        }
