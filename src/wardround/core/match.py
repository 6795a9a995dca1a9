"""One game being played: the position, the actions that led to it, the log, and undo.

The server, the command line and the tests all play through :class:`Match`; undo is defined here
and nowhere else.
"""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from wardround.core.chance import Seed, commitment, seed_text
from wardround.core.errors import (
    IllegalAction,
    NotAsked,
    RecordError,
    SeatError,
    StaleAction,
    UndoRefused,
    Unforeseeable,
    UnknownAction,
)
from wardround.core.events import SEAT_NAMES, Event
from wardround.core.fields import Value, field_names
from wardround.core.game import Game
from wardround.core.lesson import Lesson, LessonPlace
from wardround.core.names import isolated
from wardround.core.options import OptionValue
from wardround.core.pledge import Pledge
from wardround.core.record import Header, Record, Step
from wardround.core.state import State
from wardround.core.words import counted, lower_first


@dataclass(frozen=True)
class LogLine(Value):
    """A sentence of the log as one viewer reads it.

    Args:
        version: The version of the match after the action that it tells of (0: set-up).
        seat: The seat that it concerns, or -1.
        text: The sentence.
        private: Whether the viewer reads something here that others do not.
    """

    version: int
    seat: int
    text: str
    private: bool

    def to_json(self) -> dict[str, object]:
        """The line as plain data."""
        return {
            "version": self.version,
            "seat": self.seat,
            "text": self.text,
            "private": self.private,
        }


REWIND: Final = -(1 << 30)
"""In a history: the game went back to before the seat's last action, by agreement."""


@dataclass(frozen=True)
class Undo(Value):
    """Whether the seat may take back its last action: why not, or what it would take back.

    Args:
        allowed: Whether it may, by itself.
        reason: Why not.
        what: What it would take back.
        turn: Whether it could take back several choices at once (:meth:`Match.restart`).
        asks: Whether it may not, but can ask the others to (:meth:`Match.rewind`).
    """

    allowed: bool
    reason: str
    what: str
    turn: bool = False
    asks: bool = False

    def to_json(self) -> dict[str, object]:
        """The answer as plain data."""
        return {
            "allowed": self.allowed,
            "reason": self.reason,
            "what": self.what,
            "turn": self.turn,
            "asks": self.asks,
        }


@dataclass
class _Entry(Value):
    """An action that stands: what it drew, what it told, the position before it (for undo).

    ``kept`` says that the position stays, whatever comes after it: the history goes back there.
    """

    seat: int
    action: int
    drawn: list[int]
    before: State | None
    foreseeable: bool
    kept: bool = False


@dataclass
class _Told(Value):
    version: int
    events: list[Event] = field(default_factory=list)
    note: str = ""
    own_note: str = ""
    seat: int = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Match:
    """A game being played.

    Args:
        game: The game.
        players: Number of seats.
        seed: The secret seed.
        options: Values by option name.
        names: Names of the seats as people wrote them ("Seat 1" ... if not given).
        script: Chance outcomes of the set-up to use instead of the stream's.
        rules: The version of the rules, one that the game knows (its own if not given).
        start: A position to go on from in the place of a set-up. It stays as it is; seed, options
            and script are not used then, and there is no record: what led there is not known.

    ``pledge`` is what was promised before the first action, where somebody did: it is written into
    the record. ``returns`` are versions of a history to be played to which it will go back
    (:func:`returned_to`): there it has to look back no further.

    Raises:
        SeatError, OptionError: See :meth:`Game.new`.
    """

    def __init__(
        self,
        game: Game,
        players: SupportsIndex,
        seed: Seed,
        options: Mapping[str, object] | None = None,
        names: Sequence[str] | None = None,
        script: Sequence[int] | None = None,
        rules: str = "",
        start: State | None = None,
    ) -> None:
        self.game = game
        self.start = start
        seats = game.number_of_seats(players)
        if start is not None:
            options = start.options
        self.options = game.check_options(options, seats)
        self.names: list[str] = []
        self._spoken: list[str] = []
        self.version = 0
        self.seed = seed_text(seed)
        self.seed_hash = commitment(self.seed)
        self.pledge: Pledge | None = None
        self.returns: set[int] = set()
        self._entries: list[_Entry] = []
        self._past: list[tuple[int, int, list[int]]] = []
        state = game.begin(seats, self.seed, self.options) if start is None else start.copy()
        state.rules = rules or game.rules_version
        state.names = self._spoken
        self.state = state
        self.rename(names or SEAT_NAMES[:seats])
        self._begin(state, script)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, ({name: getattr(self, name) for name in field_names(self)},))

    def _begin(self, state: State, script: Sequence[int] | None) -> None:
        told = _Told(0)
        state.log = told.events
        if script is not None:
            state.chance.script = list(script)
        self._setup = state.chance.record()
        if self.start is None:
            state.go_on()
        state.log = None
        state.chance.drawn = None
        self._told = [told]
        self.state = state

    @property
    def players(self) -> int:
        """Number of seats."""
        return self.state.players

    def rename(self, names: Sequence[str]) -> None:
        """Call the seats otherwise, in the log so far as well.

        Args:
            names: Names of all seats, as they stand in records; sentences isolate them.

        Raises:
            SeatError: There are more or fewer names than seats.
        """
        if len(names) != self.players:
            raise SeatError(
                f"There are {counted(len(names), 'name')} for {counted(self.players, 'seat')}.",
                where="names",
                expected=counted(self.players, "name"),
            )
        self.names[:] = names
        # In place: every position of the match, earlier ones too, shares this list.
        self._spoken[:] = [isolated(name) for name in names]

    # --- play -----------------------------------------------------------------------------

    def act(
        self,
        seat: SupportsIndex,
        action: SupportsIndex,
        expected: SupportsIndex | None = None,
        script: Sequence[int] | None = None,
    ) -> None:
        """Carry out an action of the seat.

        Args:
            expected: The version that the action answers to; None to take it as it is.
            script: Chance outcomes to use instead of the stream's (replay without the seed).

        Raises:
            StaleAction: The match is at another version than expected.
            SeatError, NotAsked, UnknownAction, IllegalAction: See :meth:`State.apply`.
                Nothing has changed then.
        """
        if expected is not None and operator.index(expected) != self.version:
            raise StaleAction(
                f"The table has moved on: it is at version {self.version}, not {expected}.",
                where="expected",
                expected=f"version {self.version}",
            )
        number, chosen = self.state.seat(seat), self.game.action(action)
        self._act(number, chosen, script)
        self._past.append((number, chosen, self._entries[-1].drawn))

    def _act(self, seat: int, action: int, script: Sequence[int] | None) -> None:
        if script is not None and self.state.why_not(seat, action) is None:
            self.state.chance.script = list(script)
        before = self.state.copy()
        moments = self.state.chance.moments
        told = _Told(self.version + 1)
        self.state.log = told.events
        drawn = self.state.chance.record()
        try:
            self.state.apply(seat, action)
        except BaseException:
            self.state = before
            raise
        self.state.log = None
        self.state.chance.drawn = None
        foreseeable = self.state.chance.moments == moments
        returns = self.version + 1 in self.returns
        if returns:
            for entry in self._entries:
                entry.kept = entry.before is not None
        if not foreseeable:
            for entry in self._entries:
                entry.before = entry.before if entry.kept else None
        kept = before if foreseeable or returns else None
        self._entries.append(_Entry(seat, action, drawn, kept, foreseeable, returns))
        self._told.append(told)
        self.version += 1

    # --- undo -----------------------------------------------------------------------------

    def can_undo(self, seat: SupportsIndex) -> Undo:
        """Whether the seat's last action can be taken back.

        It can until chance was drawn, hidden information came into the open, or another seat
        decided something that was not open to it already (simultaneous decisions of others stay).
        """
        number = self.state.seat(seat)
        index = self._last_of(number)
        if index is None:
            return Undo(False, "You have not acted yet.", "")
        if self.state.is_over:
            return Undo(False, "The game is over; its seed is no longer secret.", "")
        what = self._deed(self._entries[index])
        if any(not entry.foreseeable for entry in self._entries[index:]):
            reason = "Chance was drawn or something hidden was revealed since."
            return Undo(False, reason, what, asks=True)
        if self._without(index) is None:
            return Undo(False, "Another player has answered to it.", what, asks=True)
        return Undo(True, "", what, turn=len(self._turn_of(number, 2)) > 1)

    def undo(self, seat: SupportsIndex) -> None:
        """Take back the seat's last action. The version grows by one.

        Raises:
            SeatError: No such seat.
            UndoRefused: It cannot be taken back; the message says why.
        """
        self._take_back(self.state.seat(seat), 1)

    def restart(self, seat: SupportsIndex, count: SupportsIndex | None = None) -> int:
        """Go back to the beginning of the seat's turn. The version grows by one.

        The turn begins with the first of its choices in this round after which each could still be
        taken back by itself (:meth:`undo`).

        Args:
            count: How many choices to take back, where a history says it; None for all of them.

        Returns:
            How many choices were taken back.

        Raises:
            SeatError: No such seat.
            UndoRefused: They cannot be taken back; the message says why.
        """
        number = self.state.seat(seat)
        turn = len(self._turn_of(number))
        wanted = max(1, turn) if count is None else operator.index(count)
        self._take_back(number, wanted)
        return wanted

    def _take_back(self, seat: int, count: int) -> None:
        answer = self.can_undo(seat)
        if not answer.allowed:
            raise UndoRefused(answer.reason, where=f"seat {seat}")
        turn = self._turn_of(seat, count)
        if not 0 < count <= len(turn):
            raise UndoRefused(
                f"{count} choices cannot be taken back.",
                where=f"seat {seat}",
                expected=f"a number from 1 to {len(turn)}",
            )
        index = turn[count - 1]
        position = self._without(index)
        start = self._entries[index].before
        assert position is not None
        assert start is not None
        later = [entry for entry in self._entries[index + 1 :] if entry.seat != seat]
        self._entries = self._entries[:index]
        for entry in later:
            before = start.copy()
            start.apply(entry.seat, entry.action)
            self._entries.append(_Entry(entry.seat, entry.action, entry.drawn, before, True))
        self.state = position
        name = self._spoken[seat]
        if count == 1:
            note, own_note = "takes back a choice.", f"takes back: {answer.what}."
        else:
            note = own_note = f"takes back {counted(count, 'choice')}."
        self._note(seat, f"{name} {note}", f"{name} {own_note}")
        self._past.append((seat, -count, []))

    def rewind(self, seat: SupportsIndex) -> None:
        """Go back to before the seat's last action, whatever came after it.

        For those who agreed on it: what was drawn and shown since is known to who saw it. The same
        actions lead to the same dice and cards again. The version grows by one.

        Raises:
            SeatError: No such seat.
            UndoRefused: The seat has not acted, or the game is over.
        """
        number = self.state.seat(seat)
        index = self._last_of(number)
        if index is None or self.state.is_over:
            raise UndoRefused(self.can_undo(number).reason, where=f"seat {number}")
        entry = self._entries[index]
        if entry.kept and entry.before is not None:
            self.state = entry.before.copy()
            self._entries = self._entries[:index]
        else:
            self._go_back(index)
        name = self._spoken[number]
        told = f"By agreement the game goes back to before the last choice of {name}."
        self._note(number, told, told)
        self._past.append((number, REWIND, []))

    def _go_back(self, index: int) -> None:
        """Play the first actions that stand again, from the beginning."""
        earlier = self._anew()
        for entry in self._entries[:index]:
            script = entry.drawn if self._is_scripted() else None
            earlier.act(entry.seat, entry.action, script=script)
        for entry in earlier._entries:
            if entry.before is not None:
                entry.before.names = self._spoken
        self._entries = earlier._entries
        self.state = earlier.state
        self.state.names = self._spoken

    def _note(self, seat: int, note: str, own_note: str) -> None:
        """A step that is no action of the rules: what all read of it, and the seat itself."""
        self.version += 1
        self._told.append(_Told(self.version, note=note, own_note=own_note, seat=seat))

    def _turn_of(self, seat: int, most: int | None = None) -> list[int]:
        """The seat's actions, the last one first, that it could take back one after the other.

        Args:
            most: As many as that are enough.
        """
        turn: list[int] = []
        round_number = -1
        for index in range(len(self._entries) - 1, -1, -1):
            entry = self._entries[index]
            if len(turn) == most or not entry.foreseeable or entry.before is None:
                break
            if entry.seat != seat:
                continue
            number = entry.before.round_number()
            if (turn and number != round_number) or self._without(index) is None:
                break
            round_number = number
            turn.append(index)
        return turn

    def _deed(self, entry: _Entry) -> str:
        """What an action did, as a phrase: its first sentence in the position before it."""
        if entry.before is None:
            return self.game.action_text(entry.action)
        sentence = entry.before.choice(entry.seat, entry.action).sentence
        return lower_first(sentence.split(". ")[0].rstrip("."))

    def _last_of(self, seat: int) -> int | None:
        for index in range(len(self._entries) - 1, -1, -1):
            if self._entries[index].seat == seat:
                return index
        return None

    def _without(self, index: int) -> State | None:
        """The position without that action and the later ones of its seat.

        None unless those of others were open before it as well.
        """
        before, seat = self._entries[index].before, self._entries[index].seat
        if before is None:
            return None
        position = before.copy()
        trial = position.copy()
        trial.chance.freeze()
        try:
            for entry in self._entries[index + 1 :]:
                if entry.seat == seat:
                    continue
                trial.apply(entry.seat, entry.action)
                position.apply(entry.seat, entry.action)
        except (IllegalAction, NotAsked, Unforeseeable):
            return None
        return position

    # --- looking back -----------------------------------------------------------------------

    def log(self, viewer: SupportsIndex, since: SupportsIndex = 0) -> list[LogLine]:
        """The log as the viewer may read it.

        Args:
            viewer: A seat, or :data:`~wardround.core.state.SPECTATOR`.
            since: Only lines of this version or later.

        Raises:
            SeatError: No such viewer.
        """
        reader, first = self.state.viewer(viewer), operator.index(since)
        lines: list[LogLine] = []
        begin = len(self._told)
        while begin and self._told[begin - 1].version >= first:
            begin -= 1
        for told in self._told[begin:]:
            if told.note:
                own = reader == told.seat
                text = told.own_note if own else told.note
                lines.append(LogLine(told.version, told.seat, text, own))
            for event in told.events:
                text = self.game.event_text(event, reader, self._spoken)
                if text:
                    private = event.private and event.shows_secret_to(reader)
                    lines.append(LogLine(told.version, event.seat, text, private))
        return lines

    def at(self, version: SupportsIndex) -> "Match":
        """The match as it was at an earlier version.

        Raises:
            StaleAction: There is no such version.
        """
        wanted = operator.index(version)
        if not 0 <= wanted <= self.version:
            raise StaleAction(
                f"There is no version {wanted} of this game.",
                where="version",
                expected=f"a version from 0 to {self.version}",
            )
        earlier = self._anew()
        earlier.seed_hash = self.seed_hash
        earlier.pledge = self.pledge
        past = self._past[:wanted]
        earlier.returns = returned_to([(seat, action) for seat, action, _ in past])
        for seat, action, drawn in past:
            if action == REWIND:
                earlier.rewind(seat)
            elif action < 0:
                earlier._take_back(seat, -action)
            else:
                script = drawn if self._is_scripted() else None
                earlier.act(seat, action, script=script)
        return earlier

    def _anew(self) -> "Match":
        """The match before its first action."""
        setup = self._setup if self._is_scripted() else None
        rules, start = self.state.rules, self.start
        return Match(
            self.game, self.players, self.seed, self.options, self.names, setup, rules, start
        )

    def _is_scripted(self) -> bool:
        """Whether it is played again by its chance outcomes: nothing else tells them."""
        return not self.seed and self.start is None

    def standing(self) -> list[tuple[int, str]]:
        """The actions that stand, without those taken back: seat and notation."""
        return [(entry.seat, self.game.notation(entry.action)) for entry in self._entries]

    def place_in(self, lesson: Lesson) -> LessonPlace | None:
        """How far the match has come in a guided game.

        Args:
            lesson: The guided game.

        Returns:
            Where it is; None if it is another game, went another way, goes on freely, or if the
            rules do not allow what the lesson would do next.
        """
        if (self.seed, self.players) != (lesson.seed, lesson.players):
            return None
        place = lesson.place(self.standing())
        if place is None or place.is_over:
            return place
        return place if self._allows(place.seat, place.action) else None

    def meant_instead(self, place: LessonPlace, seat: int, action: int) -> str | None:
        """What a guided game is about in the place of an action that the rules allow.

        Args:
            place: Where the guided game is, not over (:meth:`place_in`).
            seat: Who would act.
            action: What they would do.

        Returns:
            A sentence; None where this action is meant, or the rules forbid it anyway.

        Raises:
            SeatError, NotAsked, UnknownAction: See :meth:`wardround.core.State.why_not`.
        """
        if (seat, self.game.notation(action)) == (place.seat, place.action):
            return None
        if self.state.why_not(seat, action) is not None:
            return None
        if place.seat != seat:
            return "The others play first."
        return self.state.choice(seat, self.game.parse(place.action)).sentence

    def _allows(self, seat: int, notation: str) -> bool:
        if seat not in self.state.asked():
            return False
        try:
            return self.game.parse(notation) in self.state.legal_actions(seat)
        except UnknownAction:
            return False

    def setup_chance(self) -> list[int]:
        """The chance outcomes of the set-up. They hold secrets."""
        return list(self._setup)

    def last_chance(self) -> list[int]:
        """The chance outcomes that the last action drew. They hold secrets."""
        return list(self._entries[-1].drawn) if self._entries else []

    def record(self, with_seed: bool = True) -> Record:
        """The game so far as a record. It holds every secret: hand it out after the end only.

        Args:
            with_seed: False writes the seed's hash and relies on the recorded chance outcomes.

        Raises:
            RecordError: It goes on from a position: a record tells a game from its deal on.
        """
        if self.start is not None:
            raise RecordError(
                "What goes on from a position has no record: that tells a game from its deal on.",
                where="match",
                expected="a game that was played from its beginning",
            )
        pledge = self.pledge
        if pledge is not None and not with_seed:
            pledge = Pledge(pledge.deal, pledge.hash)
        header = Header(
            game=self.game.id,
            rules=self.state.rules,
            players=self.players,
            options=dict(self.options),
            names=list(self.names),
            seed=self.seed if with_seed else "",
            seed_hash=self.seed_hash,
            setup=list(self._setup),
            checksums=file_checksums(self.game, self.options),
            pledge=pledge,
        )
        steps = [
            Step(entry.seat, self.game.notation(entry.action), list(entry.drawn))
            for entry in self._entries
        ]
        result = None
        if self.state.is_over:
            result = {
                "scores": self.state.scores(),
                "ranking": self.state.ranking(),
            }
        return Record(header, steps, result)


def returned_to(history: Sequence[tuple[int, int]]) -> set[int]:
    """The versions of those actions to before which a history goes back by agreement.

    Args:
        history: For each step the seat, and an action (0 or more), how many choices it took back
            (as a negative number), or :data:`REWIND`.
    """
    standing: list[tuple[int, int]] = []
    found: set[int] = set()
    for version, (seat, action) in enumerate(history, start=1):
        if action >= 0:
            standing.append((version, seat))
            continue
        own = [place for place, (_, who) in enumerate(standing) if who == seat]
        if action == REWIND and own:
            found.add(standing[own[-1]][0])
            del standing[own[-1] :]
        elif action != REWIND:
            for place in reversed(own[action:]):
                del standing[place]
    return found


def file_checksums(game: Game, options: Mapping[str, OptionValue]) -> dict[str, str]:
    """SHA-256 of every file that the options hold, by option (those without a file left out)."""
    return {
        option.name: sha256(str(options[option.name]).encode()).hexdigest()
        for option in game.options
        if option.kind == "file" and options.get(option.name)
    }


def _unpickled(fields: Mapping[str, Any]) -> Match:
    match: Match = Match.__new__(Match)
    for name, value in fields.items():
        setattr(match, name, value)
    match.state.names = match._spoken
    return match
