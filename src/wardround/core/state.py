"""A position of a game: who is asked, what they may do, what they see."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from wardround.core.chance import Chance
from wardround.core.decision import Decision, Objection
from wardround.core.errors import IllegalAction, NotAsked, SeatError, Unforeseeable, UnknownAction
from wardround.core.events import SEAT_NAMES, Event

if TYPE_CHECKING:
    from wardround.core.game import Game

SPECTATOR = -1
"""The viewer that holds no seat."""

NOT_A_CANDIDATE = "That is not one of the answers to the open question: {}."


class Choice:
    """A legal action as it is offered to a person.

    Args:
        action: The action's id.
        notation: Its short stable text, as in records.
        label: A few words, for a button.
        sentence: What it does, for people and screen readers.
        spots: Elements of the view that name this action when clicked.
        group: Heading under which lists show it.
    """

    def __init__(
        self, action: int, notation: str, label: str, sentence: str, spots: list[str], group: str
    ) -> None:
        self.action = action
        self.notation = notation
        self.label = label
        self.sentence = sentence
        self.spots = spots
        self.group = group

    def to_json(self) -> dict[str, Any]:
        """The choice as plain data."""
        return {
            "action": self.action,
            "notation": self.notation,
            "label": self.label,
            "sentence": self.sentence,
            "spots": self.spots,
            "group": self.group,
        }


class Preview:
    """What an action would change, as far as no chance and no hidden information comes in.

    Args:
        sentences: What would happen, in order.
        changes: ``[path, before, after]`` for every value of the seat's view that would change.
        chance: True if chance or hidden information follows; the sentences end there, and
            ``changes`` is empty.
    """

    def __init__(self, sentences: list[str], changes: list[list[Any]], chance: bool) -> None:
        self.sentences = sentences
        self.changes = changes
        self.chance = chance

    def to_json(self) -> dict[str, Any]:
        """The preview as plain data."""
        return {"sentences": self.sentences, "changes": self.changes, "chance": self.chance}


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position. Games subclass it with what lies on their table.

    The rules run like this: :meth:`apply` lets the innermost open question of the seat carry out
    the action; then forced answers are given and, while nobody is asked, :meth:`proceed` goes on
    with the round, until a question with a real choice is open or the game is over.

    ``rules`` is the version of the rules that it is played by: an earlier one if a record or a
    table of then goes on. ``names`` is what sentences and labels call the seats; it is no part of
    the position.
    """

    def __init__(self, game: "Game", players: int, chance: Chance) -> None:
        self.game = game
        self.players = players
        self.chance = chance
        self.rules = game.rules_version
        self.over = False
        self.stacks: list[list[Decision[Any]]] = []
        self.log: list[Event] | None = None
        self.names: Sequence[str] = SEAT_NAMES
        self._legal: list[list[int] | None] = []

    # --- what a game supplies -------------------------------------------------------------

    @abstractmethod
    def copy(self) -> "State":
        """An independent copy. It costs microseconds; the event log is not carried along."""

    @abstractmethod
    def proceed(self) -> None:
        """Go on with the flow of the round: nobody is asked. Opens questions or ends the game."""

    @abstractmethod
    def view(self, viewer: int) -> dict[str, Any]:
        """What the viewer sees, as JSON data. Dicts with ``spot`` and ``label`` are pieces.

        Args:
            viewer: A seat, or :data:`SPECTATOR`.
        """

    @abstractmethod
    def observation(self, seat: int) -> dict[str, list[float]]:
        """What the seat sees, as named vectors of fixed length."""

    @abstractmethod
    def hide(self, seat: int, rng: Random) -> None:
        """Put everything that the seat cannot know into a random order consistent with its view."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Points of every seat now (at the end: final)."""

    @abstractmethod
    def returns(self) -> list[float]:
        """Utility of every seat at the end of the game; zeros before."""

    @abstractmethod
    def ranking(self) -> list[list[int]]:
        """Seats in groups of equal rank, best first; empty before the end of the game."""

    def ending(self) -> str:
        """How the game ended, in a word for statistics; empty before. Games may have several."""
        return "finished" if self.over else ""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """The whole position with all secrets, as JSON data (``game.restore`` reads it)."""

    @abstractmethod
    def choice(self, seat: int, action: int) -> Choice:
        """How a candidate of the seat's open question is shown."""

    # --- questions ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.over

    def asked(self) -> list[int]:
        """Seats that must choose now. Several at once where decisions are simultaneous."""
        return [seat for seat in range(self.players) if self.stacks[seat]]

    def decision(self, seat: int) -> Decision[Any]:
        """The innermost open question of the seat.

        Raises:
            SeatError: No such seat.
            NotAsked: The seat has nothing to decide now.
        """
        if not 0 <= seat < self.players:
            raise SeatError(
                f"There is no seat {seat}.",
                where="seat",
                expected=f"a seat from 0 to {self.players - 1}",
            )
        stack = self.stacks[seat]
        if not stack:
            raise NotAsked(
                "The game is over." if self.over else "This seat has nothing to decide now.",
                where=f"seat {seat}",
                expected="no action" if self.over else f"an action of {_seats(self.asked())}",
            )
        return stack[-1]

    def legal_actions(self, seat: int) -> list[int]:
        """Ids of all legal actions of the seat, ascending; empty if it is not asked."""
        legal = self._legal[seat]
        return [] if legal is None else legal[:]

    def mask(self, seat: int) -> bytearray:
        """One byte per action of the game: 1 where legal for the seat."""
        mask = bytearray(self.game.num_actions)
        for action in self.legal_actions(seat):
            mask[action] = 1
        return mask

    def why_not(self, seat: int, action: int) -> Objection | None:
        """The rule that forbids the action now, or None if it is legal.

        Raises:
            SeatError, NotAsked: See :meth:`decision`.
            UnknownAction: The game has no action of this number.
        """
        decision = self.decision(seat)
        if not 0 <= action < self.game.num_actions:
            raise UnknownAction(
                f"There is no action {action}.",
                where="action",
                expected=f"a number from 0 to {self.game.num_actions - 1}",
            )
        if action not in decision.candidates(self, seat):
            return Objection("", NOT_A_CANDIDATE.format(decision.ask(self, seat)))
        objection = decision.objection(self, seat, action)
        if objection is None:
            return None
        return Objection(objection.clause, decision.elaborate(self, seat, action, objection))

    def explain(self, seat: int, spot: str) -> list[tuple[str, Objection | None]]:
        """What could be tried with an element of the table, and what forbids it.

        Args:
            spot: The element's id in the view.

        Returns:
            For each candidate action that the element names: its sentence and its objection.
        """
        decision = self.decision(seat)
        answers: list[tuple[str, Objection | None]] = []
        for action in decision.candidates(self, seat):
            choice = self.choice(seat, action)
            if spot in choice.spots:
                answers.append((choice.sentence, self.why_not(seat, action)))
        return answers

    def choices(self, seat: int) -> list[Choice]:
        """The legal actions of the seat, as offered to a person."""
        return [self.choice(seat, action) for action in self.legal_actions(seat)]

    def mid_move(self, seat: int) -> bool:
        """Whether the open question of the seat continues a move that it has begun."""
        stack = self.stacks[seat]
        return bool(stack) and stack[-1].continues()

    def prompt(self, seat: int) -> str:
        """What the seat is asked, as a sentence in the imperative; empty if it is not asked."""
        stack = self.stacks[seat]
        if not stack:
            return ""
        text = stack[-1].ask(self, seat)
        return text[:1].upper() + text[1:] + "."

    def status(self) -> str:
        """Whose decisions are awaited, for everybody to read."""
        if self.over:
            return "The game is over."
        waiting: dict[str, list[str]] = {}
        for seat in self.asked():
            question = self.stacks[seat][-1].announce(self, seat)
            waiting.setdefault(question, []).append(self.names[seat])
        return " ".join(f"{_join(who)}: {text}." for text, who in waiting.items())

    # --- play -----------------------------------------------------------------------------

    def apply(self, seat: int, action: int) -> None:
        """Carry out a legal action of the seat.

        Raises:
            SeatError, NotAsked: See :meth:`decision`.
            UnknownAction: The game has no action of this number.
            IllegalAction: The rules forbid it; ``clause`` names the rule. Nothing has changed.
        """
        legal = self._legal[seat] if 0 <= seat < self.players else None
        if legal is None or action not in legal:
            raise self.refusal(seat, action)
        self._legal[seat] = None
        self.stacks[seat][-1].take(self, seat, action)
        self.go_on()

    def rollout(self, rng: Random) -> int:
        """Play uniformly random legal actions to the end of the game.

        Args:
            rng: The source of the choices (chance in the game has its own stream).

        Returns:
            The number of decisions taken.
        """
        decisions = 0
        while not self.over:
            seat = self.asked()[0]
            legal = self.legal_actions(seat)
            self.apply(seat, legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    def refusal(self, seat: int, action: int) -> IllegalAction:
        """The error that says why this action cannot be carried out."""
        objection = self.why_not(seat, action)
        assert objection is not None
        return IllegalAction(
            objection.text,
            where=f"seat {seat}, action {self.game.notation(action)}",
            expected=" or ".join(self.game.notation(other) for other in self.legal_actions(seat)),
            clause=objection.clause,
        )

    def go_on(self) -> None:
        """Give forced answers and run the flow until a real choice is open or the game is over."""
        while not self._settle():
            if self.over:
                return
            self.proceed()

    def _settle(self) -> bool:
        """Bring every asked seat to a question with a choice; whether any seat is asked."""
        settled = False
        while not settled:
            asked = False
            settled = True
            for seat, stack in enumerate(self.stacks):
                if stack:
                    asked = True
                    if self._legal[seat] is None:
                        legal = self._unopposed(seat)
                        if len(legal) == 1 and not stack[-1].spends(self, seat, legal[0]):
                            stack[-1].take(self, seat, legal[0])
                            settled = False
                            break
                        self._legal[seat] = legal
        return asked

    def _unopposed(self, seat: int) -> list[int]:
        """The candidates of the seat's open question that no clause forbids."""
        decision = self.stacks[seat][-1]
        legal: list[int] = []
        for action in decision.candidates(self, seat):
            if decision.objection(self, seat, action) is None:
                legal.append(action)  # noqa: PERF401 (a comprehension costs a call on 3.11)
        return legal

    def relist(self) -> None:
        """Work out all legal actions anew, without giving forced answers."""
        self._legal = [
            self._unopposed(seat) if self.stacks[seat] else None for seat in range(self.players)
        ]

    def push(self, seat: int, decision: Decision[Any]) -> None:
        """Open a question of the seat above its other open questions."""
        self.stacks[seat].append(decision)
        self._legal[seat] = None

    def pop(self, seat: int) -> None:
        """Close the innermost question of the seat."""
        self.stacks[seat].pop()
        self._legal[seat] = None

    def replace(self, seat: int, decision: Decision[Any]) -> None:
        """Put another question in the place of the innermost one of the seat."""
        self.stacks[seat][-1] = decision
        self._legal[seat] = None

    def reconsider(self, seat: int) -> None:
        """The seat's legal actions may have changed: work them out again."""
        self._legal[seat] = None

    def tell(
        self,
        kind: str,
        seat: int,
        args: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        seen_by: int = -1,
        words: tuple[str, ...] = (),
    ) -> None:
        """Append an event to the log, if one is kept."""
        if self.log is not None:
            self.log.append(Event(kind, seat, args, secret, seen_by, words))

    def share_base(self, other: "State") -> None:
        """Give a fresh copy the open questions of this position (questions are immutable)."""
        other.rules = self.rules
        other.over = self.over
        other.names = self.names
        other.stacks = [stack[:] for stack in self.stacks]
        other._legal = self._legal[:]

    # --- looking ahead ----------------------------------------------------------------------

    def determinize(self, seat: int, rng: Random) -> "State":
        """A position that the seat cannot tell from this one, drawn with ``rng``.

        Everything that the seat sees stays; everything else, future chance included, is new.
        """
        other = self.copy()
        other.chance = Chance(f"determinized {rng.getrandbits(64):x}")
        other.hide(seat, rng)
        other.relist()
        return other

    def preview(self, seat: int, action: int) -> Preview:
        """What the action would change, where no chance and no hidden information is involved.

        Raises:
            The errors of :meth:`apply`.
        """
        trial = self.copy()
        trial.chance.freeze()
        events: list[Event] = []
        trial.log = events
        chance = False
        try:
            trial.apply(seat, action)
        except Unforeseeable:
            chance = True
        sentences = [self.game.event_text(event, seat, self.names) for event in events]
        changes = [] if chance else difference(self.view(seat), trial.view(seat))
        return Preview([text for text in sentences if text], changes, chance)

    def digest(self) -> str:
        """A hash of the whole position, secrets and place in the stream of chance included."""
        text = json.dumps(self.snapshot(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()


def difference(before: Any, after: Any, path: str = "") -> list[list[Any]]:
    """``[path, before, after]`` for every leaf in which two pieces of JSON data differ."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        found: list[list[Any]] = []
        for key in before:
            found += difference(before[key], after[key], f"{path}/{key}")
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        found = []
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            found += difference(old, new, f"{path}/{index}")
        return found
    return [] if before == after else [[path, before, after]]


def _join(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def _seats(seats: Sequence[int]) -> str:
    return _join([f"seat {seat}" for seat in seats]) or "nobody"
