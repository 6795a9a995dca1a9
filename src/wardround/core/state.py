"""A position of a game: who is asked, what they may do, what they see."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, ClassVar, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from wardround.core.chance import Chance
from wardround.core.decision import Decision, Objection
from wardround.core.declaration import Declaration, Step, step_name, whole_number
from wardround.core.errors import (
    EndlessFlow,
    IllegalAction,
    NotAsked,
    SeatError,
    Unforeseeable,
)
from wardround.core.events import EVERYBODY, SEAT_NAMES, Event
from wardround.core.fields import Holder, Value, fields_of, set_fields
from wardround.core.observation import LONGEST, NO_PLACE, Layout, Sheet, write
from wardround.core.options import OptionValue
from wardround.core.words import listed, sentence
from wardround.core.zones import observe, reshuffle

SPECTATOR: Final = -1
"""The viewer that holds no seat."""
NOT_A_CANDIDATE: Final = "That is not one of the answers to the open question: {}."
UNSAID: Final = -2
NOBODY: Final = -1
"""No seat, where a seat is told."""
ENDLESS: Final = 100_000
"""Steps and forced answers in a row after which a flow counts as endless."""


class Choice(Value):
    """A legal action as it is offered to a person.

    Args:
        action: The action's id.
        notation: Its short stable text, as in records.
        label: A few words, for a button.
        sentence: What it does, for people and screen readers.
        spots: Elements of the view that name this action when clicked.
        group: Heading under which lists show it.
        warning: What it leaves unused for good; empty if nothing.
    """

    def __init__(
        self,
        action: int,
        notation: str,
        label: str,
        sentence: str,
        spots: list[str],
        group: str,
        warning: str = "",
    ) -> None:
        self.action = action
        self.notation = notation
        self.label = label
        self.sentence = sentence
        self.spots = spots
        self.group = group
        self.warning = warning

    def to_json(self) -> dict[str, Any]:
        """The choice as plain data; ``warning`` only where there is one."""
        told: dict[str, Any] = {
            "action": self.action,
            "notation": self.notation,
            "label": self.label,
            "sentence": self.sentence,
            "spots": self.spots,
            "group": self.group,
        }
        if self.warning:
            told["warning"] = self.warning
        return told


class Preview(Value):
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
class State(Holder):
    """A position. Games subclass it with what lies on their table.

    The rules run like this: :meth:`apply` lets the innermost open question of the seat carry out
    the action; then forced answers are given and, while nobody is asked, :meth:`proceed` carries
    out the step of the flow that comes next, until a question with a real choice is open or the
    game is over.

    A subclass gives its fields their empty values in ``__init__`` and what follows from the
    options in :meth:`set_up`. ``rules`` is the version of the rules that it is played by: an
    earlier one if a record or a table of then goes on. ``names`` is what sentences and labels call
    the seats; it is no part of the position.
    """

    derived: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Declaration, players: int, chance: Chance) -> None:
        self.game = game
        self.players = players
        self.chance = chance
        self.options: Mapping[str, OptionValue] = {}
        self.rules = game.rules_version
        self.over = False
        self.then: Step = nowhere
        self.stacks: list[list[Decision[Any]]] = []
        self.log: list[Event] | None = None
        self.names: Sequence[str] = SEAT_NAMES
        self._legal: list[list[int] | None] = []
        self._layout: Layout | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self.game, self.snapshot(), self.names, self.chance, self.log))

    # --- what a game supplies -------------------------------------------------------------

    def set_up(self, options: Mapping[str, OptionValue]) -> None:
        """Fix what follows from the options, on an empty table. It must draw no chance."""

    def copy(self) -> "State":
        """An independent copy; the event log is not carried along.

        This one serves any game; where speed matters, a game copies its fields by hand, and
        ``check_game`` names the field that was forgotten.
        """
        other: State = self.game.position(self.game, self.players, self.chance.copy())
        other.open_stacks()
        other.set_up(self.options)
        set_fields(other, fields_of(self))
        self.share_base(other)
        return other

    def proceed(self) -> None:
        """Carry out the step of the flow that comes next: nobody is asked."""
        self.then(self)

    # --- what is seen ----------------------------------------------------------------------

    def view(self, viewer: SupportsIndex) -> dict[str, Any]:
        """What the viewer sees, as JSON data. Dicts with ``spot`` and ``label`` are pieces.

        Args:
            viewer: A seat, or :data:`SPECTATOR`.

        Raises:
            SeatError: No such viewer.
        """
        return self.game.view(self, self.viewer(viewer))

    def observation(self, seat: SupportsIndex) -> dict[str, list[float]]:
        """What the seat sees, as named vectors of fixed length (:meth:`layout` tells which).

        Raises:
            SeatError: No such seat.
        """
        return self.layout().named(self._observed(self.seat(seat)).values())

    def observe_into(self, seat: SupportsIndex, buffer: Any) -> None:
        """Write what the seat sees as one row of numbers, as :meth:`layout` says.

        Args:
            seat: The seat.
            buffer: An array that takes ``len(state.layout())`` numbers: NumPy's float32, a
                memoryview, a list ...

        Raises:
            SeatError: No such seat.
            BadBuffer: The array has another length, or takes no such numbers.
        """
        self._observed(self.seat(seat)).write_into(buffer)

    def layout(self) -> Layout:
        """Where everything lies in an observation; the same all through a game, for all seats."""
        layout = self._layout
        if layout is None:
            layout = self.written_layout(0)
            self._layout = layout
        return layout

    def written_layout(self, seat: int) -> Layout:
        """The layout of what the seat's observation writes at this position."""
        sheet = Sheet(LONGEST, recording=True)
        self.observe(seat, sheet)
        return sheet.layout()

    def _observed(self, seat: int) -> Sheet:
        sheet = self.layout().sheet()
        self.observe(seat, sheet)
        sheet.end_row(0)
        return sheet

    def observe(self, seat: int, sheet: Sheet) -> None:
        """Write what the seat sees where the sheet goes on."""
        observe_game = self.game.observe
        if observe_game is None:
            observe(self.game.zones, self, self.players, seat, sheet)
        else:
            observe_game(self, seat, sheet)
        questions = self.game.questions
        stack = self.stacks[seat]
        sheet.piece("question", "the own open question: one place for each kind")
        sheet.one_hot(questions.place(stack[-1]) if stack else NO_PLACE, len(questions.names))

    def redraw(self, seat: SupportsIndex, rng: Random) -> None:
        """Put everything that the seat cannot know into a random order consistent with its view.

        Raises:
            SeatError: No such seat.
        """
        number = self.seat(seat)
        redraw = self.game.redraw
        if redraw is None:
            reshuffle(self.game.zones, self, self.players, number, rng)
        else:
            redraw(self, number, rng)

    def round_number(self) -> int:
        """The number of the round that is played; 0 where the game has no rounds."""
        round_of = self.game.round_of
        return 0 if round_of is None else round_of(self)

    def scores(self) -> list[int]:
        """Points of every seat now (at the end: final)."""
        return self.game.scores(self)

    def ranking(self) -> list[list[int]]:
        """Seats in groups of equal rank, best first; empty before the end of the game."""
        if not self.over:
            return []
        ranking = self.game.ranking
        return by_scores(self.scores()) if ranking is None else ranking(self)

    def returns(self) -> list[float]:
        """Utility of every seat at the end of the game; zeros before."""
        if not self.over:
            return [0.0] * self.players
        returns = self.game.returns
        return shared_win(self.ranking()[0], self.players) if returns is None else returns(self)

    def ending(self) -> str:
        """How the game ended, in a word for statistics; empty before. Games may have several."""
        ending = self.game.ending
        if not self.over or ending is None:
            return "finished" if self.over else ""
        return ending(self)

    def choice(self, seat: SupportsIndex, action: SupportsIndex) -> Choice:
        """How an action of the game would be shown at the open question of the seat.

        Raises:
            SeatError, NotAsked: See :meth:`decision`.
            UnknownAction: The game has no action of this number.
        """
        number = self.seat(seat)
        decision = self.decision(number)
        wanted = self.game.action(action)
        choice: Choice = self.game.choice(self, number, wanted)
        choice.warning = decision.warning(self, number, wanted)
        return choice

    def seat(self, seat: object) -> int:
        """The seat as a plain number: the one place that says which seats there are.

        Raises:
            SeatError: No such seat.
        """
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.players:
            return seat
        number = whole_number(seat)
        if number is None or not 0 <= number < self.players:
            raise SeatError(
                f"There is no seat {seat!r}.",
                where="seat",
                expected=f"a seat from 0 to {self.players - 1}",
            )
        return number

    def viewer(self, viewer: object) -> int:
        """The viewer as a plain number: a seat, or :data:`SPECTATOR`.

        Raises:
            SeatError: No such viewer.
        """
        return SPECTATOR if whole_number(viewer) == SPECTATOR else self.seat(viewer)

    # --- questions ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.over

    def asked(self) -> list[int]:
        """Seats that must choose now. Several at once where decisions are simultaneous."""
        return [seat for seat in range(self.players) if self.stacks[seat]]

    def first_asked(self) -> int:
        """The first seat that must choose now.

        Raises:
            NotAsked: The game is over.
        """
        for seat, stack in enumerate(self.stacks):
            if stack:
                return seat
        raise NotAsked("The game is over.", where="seats", expected="a game that goes on")

    def steps(self, viewer: int, seat: int) -> int:
        """How many seats clockwise from the viewer a seat sits; ``NOBODY`` stays it."""
        return (seat - viewer) % self.players if seat >= 0 else NOBODY

    def decision(self, seat: SupportsIndex) -> Decision[Any]:
        """The innermost open question of the seat.

        Raises:
            SeatError: No such seat.
            NotAsked: The seat has nothing to decide now.
        """
        number = self.seat(seat)
        stack = self.stacks[number]
        if not stack:
            raise NotAsked(
                "The game is over." if self.over else "This seat has nothing to decide now.",
                where=f"seat {number}",
                expected="no action" if self.over else f"an action of {_seats(self.asked())}",
            )
        return stack[-1]

    def legal_actions(self, seat: SupportsIndex) -> list[int]:
        """Ids of all legal actions of the seat, ascending; empty if it is not asked.

        Raises:
            SeatError: No such seat.
        """
        number = seat if type(seat) is int and 0 <= seat < self.players else self.seat(seat)
        legal = self._legal[number]
        return [] if legal is None else (legal or self._listed(number))[:]

    def mask(self, seat: SupportsIndex) -> bytearray:
        """One byte per action of the game: 1 where legal for the seat.

        Raises:
            SeatError: No such seat.
        """
        mask = bytearray(self.game.num_actions)
        for action in self.legal_actions(seat):
            mask[action] = 1
        return mask

    def mask_into(self, seat: SupportsIndex, buffer: Any) -> None:
        """Write the mask: 1 for each action of the game that is legal for the seat, 0 for others.

        Args:
            seat: The seat.
            buffer: An array of ``game.num_actions`` places: NumPy's uint8 or bool, a bytearray ...

        Raises:
            SeatError: No such seat.
            BadBuffer: The array has another length, or takes no such numbers.
        """
        write(self.mask(seat), buffer)

    def why_not(self, seat: SupportsIndex, action: SupportsIndex) -> Objection | None:
        """The rule that forbids the action now, or None if it is legal.

        Raises:
            SeatError, NotAsked: See :meth:`decision`.
            UnknownAction: The game has no action of this number.
        """
        number, chosen = self.seat(seat), self.game.action(action)
        decision = self.decision(number)
        if chosen not in decision.candidates(self, number):
            return Objection("", NOT_A_CANDIDATE.format(decision.ask(self, number)))
        objection = decision.objection(self, number, chosen)
        if objection is None:
            return None
        return Objection(objection.clause, decision.elaborate(self, number, chosen, objection))

    def explain(self, seat: SupportsIndex, spot: str) -> list[tuple[str, Objection | None]]:
        """What could be tried with an element of the table, and what forbids it.

        Args:
            spot: The element's id in the view.

        Returns:
            For each candidate action that the element names: its sentence and its objection.
        """
        number = self.seat(seat)
        answers: list[tuple[str, Objection | None]] = []
        for action in self.decision(number).candidates(self, number):
            choice = self.choice(number, action)
            if spot in choice.spots:
                answers.append((choice.sentence, self.why_not(number, action)))
        return answers

    def choices(self, seat: SupportsIndex) -> list[Choice]:
        """The legal actions of the seat, as offered to a person."""
        return [self.choice(seat, action) for action in self.legal_actions(seat)]

    def mid_move(self, seat: SupportsIndex) -> bool:
        """Whether the open question of the seat continues a move that it has begun.

        Raises:
            SeatError: No such seat.
        """
        stack = self.stacks[self.seat(seat)]
        return bool(stack) and stack[-1].continues()

    def prompt(self, seat: SupportsIndex) -> str:
        """What the seat is asked, as a sentence in the imperative; empty if it is not asked.

        Raises:
            SeatError: No such seat.
        """
        number = self.seat(seat)
        stack = self.stacks[number]
        return sentence(stack[-1].ask(self, number)) if stack else ""

    def status(self) -> str:
        """Whose decisions are awaited, for everybody to read."""
        if self.over:
            return "The game is over."
        waiting: dict[str, list[str]] = {}
        for seat in self.asked():
            question = self.stacks[seat][-1].announce(self, seat)
            waiting.setdefault(question, []).append(self.names[seat])
        return " ".join(f"{listed(who)}: {text}." for text, who in waiting.items())

    # --- play -----------------------------------------------------------------------------

    def apply(self, seat: SupportsIndex, action: SupportsIndex) -> None:
        """Carry out a legal action of the seat.

        Raises:
            SeatError, NotAsked: See :meth:`decision`.
            UnknownAction: The game has no action of this number.
            IllegalAction: The rules forbid it; ``clause`` names the rule. Nothing has changed.
        """
        number = seat if type(seat) is int and 0 <= seat < self.players else self.seat(seat)
        chosen = action if type(action) is int else self.game.action(action)
        legal = self._legal[number]
        if legal is None or chosen not in (legal or self._listed(number)):
            raise self.refusal(number, chosen)
        self._carry_out(number, chosen)

    def _carry_out(self, seat: int, action: int) -> None:
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
            seat = self.first_asked()
            legal = self._legal[seat] or self._listed(seat)
            self._carry_out(seat, legal[int(rng.random() * len(legal))])
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
        """Give forced answers and run the flow until a real choice is open or the game is over.

        Raises:
            EndlessFlow: It goes on for ever: a fault of the game.
        """
        left = ENDLESS
        while left:
            if self._settle() or self.over:
                return
            self.proceed()
            left -= 1
        raise EndlessFlow(
            f"{self.game.id}: after {ENDLESS} steps of the flow nobody is asked and the game is "
            f"not over; the next step is {step_name(self.then)}"
        )

    def _settle(self) -> bool:
        """Bring every asked seat to a question with a choice; whether any seat is asked."""
        last = NOBODY
        left = ENDLESS
        while left:
            left -= 1
            asked = False
            forced = NOBODY
            for seat, stack in enumerate(self.stacks):
                if stack:
                    asked = True
                    if self._legal[seat] is None:
                        legal = stack[-1].legal(self, seat)
                        if len(legal) == 1 and self._is_forced(seat, legal[0]):
                            stack[-1].take(self, seat, legal[0])
                            forced = seat
                            break
                        self._legal[seat] = legal
            if forced == NOBODY:
                return asked
            last = forced
        question = self.stacks[last][-1].name() if self.stacks[last] else "another question"
        raise EndlessFlow(
            f"{self.game.id}: forced answers never end; seat {last} is asked {question!r} "
            "again and again"
        )

    def _is_forced(self, seat: int, action: int) -> bool:
        """Whether the only legal answer to the open question is given without asking."""
        question = self.stacks[seat][-1]
        return not question.always_asked() and not question.spends(self, seat, action)

    def _listed(self, seat: int) -> list[int]:
        """The legal actions of a seat of a sample, worked out when they are first asked for."""
        legal = self.stacks[seat][-1].legal(self, seat)
        self._legal[seat] = legal
        return legal

    def relist(self) -> None:
        """Work out all legal actions anew, without giving forced answers."""
        self._legal = [
            stack[-1].legal(self, seat) if stack else None for seat, stack in enumerate(self.stacks)
        ]

    def open_stacks(self) -> None:
        """Nobody is asked anything: an empty stack of questions for every seat."""
        self.stacks = [[] for _ in range(self.players)]
        self._legal = [None] * self.players

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
        seen_by: int = UNSAID,
        words: tuple[str, ...] = (),
    ) -> None:
        """Append an event to the log, if one is kept.

        Args:
            kind: The game's name for it.
            seat: The seat that it concerns, or ``NOBODY``.
            args: Public numbers.
            secret: Numbers that only some seats may know.
            seen_by: Which seats those are, as bits; :meth:`Zone.audience` tells. It must be said
                where anything is secret.
            words: Public texts from a player's own material.

        Raises:
            ValueError: Something is secret, but nothing says from whom.
        """
        if self.log is None:
            return
        if seen_by == UNSAID:
            if secret:
                raise ValueError(f"the event {kind!r} has a secret part, but no seen_by")
            seen_by = EVERYBODY
        self.log.append(Event(kind, seat, args, secret, seen_by, words))

    def share_base(self, other: "State") -> None:
        """Give a fresh copy the open questions of this position (questions are immutable)."""
        other.options = self.options
        other.rules = self.rules
        other.over = self.over
        other.then = self.then
        other.names = self.names
        other.stacks = [stack[:] for stack in self.stacks]
        other._legal = self._legal[:]
        other._layout = self._layout

    # --- snapshots ---------------------------------------------------------------------------

    def saved_names(self) -> list[str]:
        """The fields of the game: those of this base class are saved in their own ways."""
        return [name for name in super().saved_names() if name not in BASE_FIELDS]

    def snapshot(self) -> dict[str, Any]:
        """The whole position with all secrets, as JSON data (``game.restore`` reads it)."""
        data = fields_of(self)
        data["players"] = self.players
        data["options"] = dict(self.options)
        data["over"] = self.over
        data["then"] = step_name(self.then)
        data["questions"] = [
            [[question.name(), question.data()] for question in stack] for stack in self.stacks
        ]
        data["chance"] = self.chance.save()
        return data

    def load(self, snapshot: Mapping[str, Any]) -> None:
        """Take over the position of a snapshot; the options were fixed by :meth:`set_up`."""
        set_fields(self, snapshot)
        self.chance = Chance.load(snapshot["chance"])
        self.over = bool(snapshot["over"])
        self.then = self.game.step(snapshot["then"])
        self.stacks = [
            [self.game.questions.restore(self, seat, name, numbers) for name, numbers in stack]
            for seat, stack in enumerate(snapshot["questions"])
        ]
        self.relist()

    # --- looking ahead ----------------------------------------------------------------------

    def determinize(self, seat: SupportsIndex, rng: Random) -> "State":
        """A position that the seat cannot tell from this one, drawn with ``rng``.

        Everything that the seat sees stays; everything else, future chance included, is new.

        Raises:
            SeatError: No such seat.
        """
        number = self.seat(seat)
        other = self.copy()
        other.chance = Chance(f"determinized {rng.getrandbits(64):x}")
        other.redraw(number, rng)
        for asked in other.asked():
            if asked != number:  # what a seat may do never depends on what is hidden from it
                other._legal[asked] = []
        return other

    def preview(self, seat: SupportsIndex, action: SupportsIndex) -> Preview:
        """What the action would change, where no chance and no hidden information is involved.

        Raises:
            The errors of :meth:`apply`.
        """
        number = self.seat(seat)
        trial = self.copy()
        trial.chance.freeze()
        events: list[Event] = []
        trial.log = events
        chance = False
        try:
            trial.apply(number, action)
        except Unforeseeable:
            chance = True
        sentences = [self.game.event_text(event, number, self.names) for event in events]
        changes = [] if chance else difference(self.view(number), trial.view(number))
        return Preview([text for text in sentences if text], changes, chance)

    def digest(self) -> str:
        """A hash of the whole position, secrets and place in the stream of chance included."""
        text = json.dumps(self.snapshot(), sort_keys=True, separators=(",", ":"))
        return blake2b(text.encode(), digest_size=16).hexdigest()


BASE_FIELDS: Final = frozenset(
    ["game", "players", "chance", "options", "over", "then", "stacks", "log", "names"]
)


def nowhere(state: Any) -> None:
    """The step of a position that no flow was given to.

    Raises:
        RuntimeError: Always.
    """
    raise RuntimeError("the position was made without Game.begin: no step of the flow comes next")


def _unpickled(
    game: Any,
    snapshot: Mapping[str, Any],
    names: Sequence[str],
    chance: Chance,
    log: list[Event] | None,
) -> State:
    state: State = game.restore(snapshot)
    state.names = names
    state.chance = chance
    state.log = log
    return state


def by_scores(scores: Sequence[int]) -> list[list[int]]:
    """Seats in groups of equal points, most points first."""
    return [
        [seat for seat, points in enumerate(scores) if points == most]
        for most in sorted(set(scores), reverse=True)
    ]


def shared_win(winners: Sequence[int], players: int) -> list[float]:
    """Returns in which one win is shared among the winners and all others have nothing."""
    returns = [0.0] * players
    for seat in winners:
        returns[seat] = 1.0 / len(winners)
    return returns


def difference(before: Any, after: Any) -> list[list[Any]]:
    """``[path, before, after]`` for every part in which two pieces of JSON data differ.

    The path is a text with a slash before each key and place (:func:`changed_parts`).
    """
    return [
        ["".join([f"/{step}" for step in path]), old, new]
        for path, old, new in changed_parts(before, after)
    ]


def changed_parts(before: Any, after: Any) -> list[tuple[list[str | int], Any, Any]]:
    """Path, before and after for every part in which two pieces of JSON data differ.

    A path is a list of keys and places. A list of another length, or a dict with other keys, is
    one part. Values that Python calls equal are: nothing is a number at one time and a truth value
    at another.
    """
    found: list[tuple[list[str | int], Any, Any]] = []
    if before != after:
        _compare(before, after, [], found)
    return found


def _compare(
    before: Any,
    after: Any,
    path: list[str | int],
    found: list[tuple[list[str | int], Any, Any]],
) -> None:
    """Take down where two pieces differ that are not equal."""
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key, value in after.items():
            if before[key] != value:
                _compare(before[key], value, [*path, key], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, value in enumerate(after):
            if before[place] != value:
                _compare(before[place], value, [*path, place], found)
    else:
        found.append((path, before, after))


def _seats(seats: Sequence[int]) -> str:
    return listed([f"seat {seat}" for seat in seats]) or "nobody"
