"""A table in play, holding the game that its stored history gives.

A step (an action or an undo) goes this way, under the table's lock: tried on the game in memory,
stored, acknowledged, shown to everybody. If storing fails, the game in memory is thrown away and
read anew from the database when next needed, so nothing is ever shown that is not on disk.
"""

import asyncio
import contextlib
import hmac
import logging
import math
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from wardround.bots import Bot, Turn, make_bot
from wardround.bots.analysis import PositionAnalysis
from wardround.core import (
    REWIND,
    SPECTATOR,
    Choice,
    Game,
    Lesson,
    LessonPlace,
    Match,
    SeatError,
    StaleAction,
    State,
    UndoRefused,
    WardroundError,
    apart_from,
    commitment,
    places,
    returned_to,
    why_not_there,
)
from wardround.core.lesson import LEARNER
from wardround.server.clock import Clock, Taken, moment
from wardround.server.company import Company
from wardround.server.errors import (
    BadMessage,
    BotFailed,
    ForgedToken,
    NoHints,
    NoLesson,
    NotPlaying,
    NoTrial,
    NotYourSeat,
    Overloaded,
    ReusedId,
    RulesFailed,
    ServerFault,
    TableBroken,
    TableFull,
)
from wardround.server.guidance import check_guided, lesson_json
from wardround.server.metrics import Metrics
from wardround.server.notices import Notices, Watch
from wardround.server.proposals import NOTHING, Undecided
from wardround.server.results import Result, result_of
from wardround.server.seats import hash_token, is_taken, new_token, plays_for, seat_json
from wardround.server.settings import Settings, option
from wardround.server.shown import (
    NO_UNDO,
    PROTOCOL,
    WAITING,
    Audience,
    Json,
    json_text,
    position_json,
    reason_json,
)
from wardround.server.store import (
    EntryKind,
    Line,
    NewStep,
    NotOwner,
    StorageError,
    StoredEntry,
    StoredSeat,
    StoredTable,
    StoreThread,
    TableState,
    WriteConflict,
)

if TYPE_CHECKING:
    from wardround.server.course import Course

REFUSALS_KEPT = 200
STEPS_AT_ONCE = 10
"""Steps of a history that are played before others get their turn."""
HINTS = 3
HELPED = "a game that is not rated or guided, and nobody who plays on another device"
"""Where those who play may be helped (:attr:`Table.helps`)."""
"""Choices that a hint names at most."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """What a seat wants to do.

    Attributes:
        id: The seat's unique name for this message; None for bots.
        seat: Who acts.
        kind: An action, or taking the last one back.
        action: The action's notation; empty for an undo.
        expected: The version of the table that the seat answered to.
    """

    id: str | None
    seat: int
    kind: EntryKind
    action: str
    expected: int


@dataclass(frozen=True, slots=True)
class Answer:
    """How a step was answered: the version that it made, or why it was refused."""

    step: Step
    version: int
    refusal: WardroundError | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked, and since which version it has been exactly this."""

    prompt: str
    choices: list[Choice]
    since: int

    def is_same(self, other: "Question") -> bool:
        """Whether prompt and choices are the same."""
        return self.prompt == other.prompt and self.meanings() == other.meanings()

    def meanings(self) -> list[tuple[int, str]]:
        """The choices as they read."""
        return [(choice.action, choice.sentence) for choice in self.choices]


class Onlooker(Protocol):
    """Somebody to whom a table is shown.

    ``mine`` are the seats that they hold, ``visible`` says whether they have it in view.
    """

    mine: list[int]
    visible: bool

    def table_changed(self) -> None:
        """There is a new position to show."""

    def people_changed(self) -> None:
        """Somebody came or went."""

    def hear(self, line: Line) -> None:
        """Somebody said something."""

    def notify(self, message: Json) -> None:
        """Pass on something about the table that everybody should know."""

    def dismiss(self) -> None:
        """The table is shown by another process now."""


class Service(Protocol):
    """What a table needs of the server that it belongs to."""

    store: StoreThread
    metrics: Metrics
    settings: Settings
    build: str
    lessons: Mapping[str, Lesson]
    notices: Notices

    @property
    def ending(self) -> bool:
        """Whether this process leaves its tables to others."""

    async def read(self, table: str) -> StoredTable:
        """What the database holds of a table."""

    async def replay(self, stored: StoredTable, game: Game) -> Match | None:
        """The game that a table's history gives, played anew beside the event loop."""

    async def course(self, stored: StoredTable, game: Game) -> "Course":
        """How a table's game went, played anew beside the event loop."""

    async def think(self, bot: Bot, turn: Turn) -> int:
        """A bot's choice, found beside the event loop."""

    async def advise(self, state: State, seat: int) -> PositionAnalysis:
        """What the search thinks of each choice of a seat, the best first."""

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside the caller."""

    def forget(self, table: "Table") -> None:
        """Another process has the table now."""


NO_QUESTION = Question("", [], 0)


class Table:
    """A live table.

    Args:
        stored: What the database holds.
        game: The game that is played.
        service: The service that the table belongs to.
        match: The game in play; None while the table waits for players.
        owner: The number under which this process has it, where several serve the database.
    """

    def __init__(
        self,
        stored: StoredTable,
        game: Game,
        service: Service,
        match: Match | None,
        owner: int | None = None,
    ) -> None:
        self.id = stored.id
        self.game = game
        self.owner = owner
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self._service = service
        self._stored = stored
        self._pledge_hash = stored.pledge.hash if stored.pledge else None
        self._match = match
        self._version = 0
        self._answers: dict[tuple[int, str], Answer] = {}
        self._refusals: OrderedDict[tuple[int, str], Answer] = OrderedDict()
        self._questions: list[Question] = []
        self._shown: dict[int, Audience] = {}
        self._told_of_table: Json | None = None
        self._earlier: dict[int, Audience] = {}
        self._serials = count(1)
        self._course: tuple[int, Course | None] = (0, None)
        self._bots: dict[int, Bot] = {}
        self._bot_task: asyncio.Task[None] | None = None
        self.seating = 0
        self.company = Company(self, service.settings, stored.undecided)
        self._told_away: list[int] | None = None
        self.watch = Watch(self, service.notices)
        self._clock: Clock | None = None
        self._take_over(stored, match)

    # --- who sits here ----------------------------------------------------------------------

    @property
    def state(self) -> TableState:
        """Whether the table waits for players, plays, or is over."""
        return self._stored.state

    @property
    def version(self) -> int:
        """The number of stored steps."""
        return self._version

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return [seat.name for seat in self._stored.seats]

    @property
    def seats(self) -> Sequence[StoredSeat]:
        """Who sits where."""
        return self._stored.seats

    @property
    def stored(self) -> StoredTable:
        """The table as it is stored, without its history."""
        return self._stored

    @property
    def quiet(self) -> bool:
        """Whether spectators may not talk."""
        return self._stored.quiet

    @property
    def store(self) -> StoreThread:
        """The database."""
        return self._service.store

    def is_host(self, token: str | None) -> bool:
        """Whether a token is that of whoever made the table."""
        host = self._stored.host
        return None not in (token, host) and hmac.compare_digest(hash_token(str(token)), str(host))

    async def arrange(self, seats: Sequence[StoredSeat], *, quiet: bool | None = None) -> None:
        """Store who sits where, and tell everybody. The caller holds the lock.

        Raises:
            StorageError: It could not be stored; nothing has changed.
        """
        silent = self.quiet if quiet is None else quiet
        arrange = self.store.store.arrange
        clock = self._arranged_clock(seats)
        times = None if clock is None else clock.times
        await self.write(arrange, self.id, seats, quiet=silent, owner=self.owner, times=times)
        self._stored = replace(self._stored, seats=tuple(seats), quiet=silent)
        self._clock = clock
        for seat in seats:
            if plays_for(seat) is None:
                self._bots.pop(seat.seat, None)
        self.seating += 1
        self._changed()

    def tell_company(self) -> None:
        """Tell everybody what is new about the people here; the game is as it was."""
        self._set_clock()
        self._outdate()
        for onlooker in self.onlookers:
            onlooker.people_changed()
        self.watch.look()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something about this table beside the caller."""
        return self._service.start(work)

    async def write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Store something about this table, in the name of its owner.

        Raises:
            NotOwner: Another process has it; here it is let go.
            StorageError: It could not be stored; nothing has changed.
        """
        try:
            return await self.store.run(work, *args, **kwargs)
        except NotOwner:
            self.let_go()
            raise

    def let_go(self) -> None:
        """Another process has this table: who looks on asks again, and is led there."""
        self._forget_match()
        self.watch.stop()
        self._service.forget(self)
        for onlooker in list(self.onlookers):
            onlooker.dismiss()

    def followed_by(self, table: str) -> None:
        """Tell everybody where the next game is played."""
        self._stored = replace(self._stored, next=table)
        self._changed()

    def tell_presence(self) -> None:
        """Tell everybody who is away, if that has changed since it was told."""
        away = self.company.away()
        if away != self._told_away:
            self._told_away = away
            self.tell_company()

    def seats_of(self, token: str | None) -> list[int]:
        """The seats that a token holds; none without a token.

        Raises:
            ForgedToken: This table never gave out such a token.
        """
        if token is None:
            return []
        mine = self.held_by(token)
        if not mine and not self.is_host(token):
            raise ForgedToken(
                "The seat token is not one of this table.",
                where="token",
                expected="the token that came with the seat, or none to watch",
            )
        return mine

    def held_by(self, token: str) -> list[int]:
        """The seats that a token holds; none if it is no token of this table."""
        given = hash_token(token)
        return [
            seat.seat
            for seat in self._stored.seats
            if seat.token_hash is not None and hmac.compare_digest(seat.token_hash, given)
        ]

    def check_over(self) -> None:
        """Refuse what is for finished games.

        Raises:
            NotPlaying: The game is not over.
        """
        if self.state != "over":
            raise NotPlaying(
                "The game is not over.", where=f"table {self.id}", expected="a finished game"
            )

    def is_open_to(self, token: str | None) -> bool:
        """Whether nothing of the game is secret to who holds a token.

        It is over, or they brought its record, which holds everything.
        """
        return self.state == "over" or (self._stored.opened and self.is_host(token))

    def check_open_to(self, token: str | None) -> None:
        """Refuse what is for those to whom nothing of the game is secret.

        Raises:
            NotPlaying: The game is not over, and they did not bring its record.
        """
        if not self.is_open_to(token):
            self.check_over()

    def check_trial(self, seat: int, token: str | None) -> None:
        """Refuse to try something out from a game that goes on.

        Raises:
            ForgedToken: The token is none of this table's.
            NotPlaying: The game is not over, and the token holds no seat or there is none; or the
                game has not begun.
            NotYourSeat: The token does not hold this seat.
            NoTrial: Nothing is tried out here before the end.
        """
        mine = self.seats_of(token)
        if not mine:
            self.check_over()
        self.check_going()
        self.check_seat(seat, mine)
        if not self.helps:
            raise NoTrial(
                "Nothing can be tried out from this game before it is over.",
                where=f"table {self.id}",
                expected=HELPED,
            )

    def check_past(self, seat: int, token: str | None) -> None:
        """Refuse a seat through whose eyes the past may not be seen.

        Raises:
            NotYourSeat: The seat is not held by the token, and not everything is open to it.
        """
        every = [one.seat for one in self.seats]
        self.check_seat(seat, every if self.is_open_to(token) else self.seats_of(token))

    def check_seat(self, seat: int, mine: Sequence[int]) -> None:
        """Refuse a seat that a token does not hold.

        Raises:
            NotYourSeat: The seat is none of ``mine``.
        """
        if seat not in mine:
            raise NotYourSeat(
                f"You do not hold seat {seat}.",
                where="seat",
                expected="one of your seats: " + (", ".join(map(str, mine)) or "you have none"),
            )

    async def join(self, name: str, seat: int | None, token: str | None) -> tuple[str, int]:
        """Take an open seat; the last one to be taken starts the game.

        Args:
            name: The name to sit under; numbered if somebody has it already.
            seat: The seat, or None for the first open one.
            token: A token that the seat shall have; a new one if None. If it holds this seat, or
                (where none is named) any, nothing is taken: that seat is the answer again.

        Returns:
            The token of the seat, and the seat.

        Raises:
            TableFull: No seat is open, or not this one.
            SeatError: No such seat.
        """
        async with self.lock:
            held = [] if token is None else self.held_by(token)
            if token is not None and held and (seat is None or seat in held):
                return token, held[0] if seat is None else seat
            chosen = self._open_seat(seat)
            token = token or new_token()
            others = [s.name for s in self._stored.seats if s is not chosen and is_taken(s)]
            taken = replace(chosen, name=apart_from(name, others), token_hash=hash_token(token))
            await self._seat(taken)
        self.wake_bots()
        return token, chosen.seat

    async def _seat(self, taken: StoredSeat) -> None:
        """Store who took a seat, and begin the game if it was the last open one."""
        seats = tuple(taken if s.seat == taken.seat else s for s in self._stored.seats)
        starts = all(map(is_taken, seats))
        stored = replace(self._stored, seats=seats, state="playing" if starts else "waiting")
        match = await self._service.replay(stored, self.game)
        assert taken.token_hash is not None
        try:
            await self.write(
                self.store.store.take_seat,
                self.id,
                taken.seat,
                taken.name,
                taken.token_hash,
                starts=starts,
                owner=self.owner,
            )
        except WriteConflict as error:
            await self._reload()
            raise TableFull(
                "Somebody else took this seat first.", where=f"seat {taken.seat}"
            ) from error
        self._take_over(stored, match)
        self.seating += 1
        self._changed()

    def _open_seat(self, seat: int | None) -> StoredSeat:
        players = len(self._stored.seats)
        waits = self.state == "waiting"  # nobody can sit down where a record is shown
        if seat is not None and not 0 <= seat < players:
            raise SeatError(
                f"There is no seat {seat}.",
                where="seat",
                expected=f"a seat from 0 to {players - 1}",
            )
        for candidate in self._stored.seats:
            if waits and not is_taken(candidate) and seat in (None, candidate.seat):
                return candidate
        raise TableFull(
            "No seat is open here." if seat is None else f"Seat {seat} is not open.",
            where="seat",
            expected="an open seat, or watching",
        )

    # --- steps ------------------------------------------------------------------------------

    async def take(self, step: Step) -> int:
        """Carry out a step of a player; the version that it made.

        A step whose id is known is answered as it was the first time, and nothing is done.

        Raises:
            WardroundError: It is refused: nothing was done, or (``StorageError``) it is
                uncertain; the same message may then be sent again.
        """
        async with self.lock:
            await self._playing()
            first = self._first_answer(step) or await self._attempt(step)
        self.wake_bots()
        if first.refusal is not None:
            raise first.refusal
        return first.version

    def _first_answer(self, step: Step) -> Answer | None:
        if step.id is None:
            return None
        named = (step.seat, step.id)
        answer = self._answers.get(named) or self._refusals.get(named)
        if answer is None:
            return None
        before = answer.step
        if before.kind != step.kind or (step.kind == "act" and before.action != step.action):
            raise ReusedId(
                "This message id belongs to another action.",
                where="id",
                expected="a new id for every action, the same id for repeating one",
            )
        return answer

    async def _attempt(self, step: Step) -> Answer:
        match = await self._playing()
        asked = () if self._clock is None else match.state.asked()
        try:
            if self.ended:
                self.check_going()
            self._check_fresh(step)
            where = f"seat {step.seat}, action {step.action}"
            with rules_of(self.game, self.id, where, may_refuse=True):
                step = self._try(match, step)
            with rules_of(self.game, self.id, where):
                questions = ask(match.state, self._version + 1, self._questions, step.seat)
        except RulesFailed:
            self._forget_match()
            name = self._stored.seats[step.seat].name
            self._tell(
                RulesFailed(
                    f"The program of {self.game.title} failed at an action of {name}; nothing was "
                    "done.",
                    where=f"seat {step.seat} ({name})",
                    expected="another action of this seat; please report this one",
                )
            )
            raise
        except WardroundError as refusal:
            return self._refuse(step, refusal)
        entry = StoredEntry(self._version + 1, step.id, step.seat, step.kind, step.action)
        over = match.state.is_over
        clock = self._stepped_clock(entry, asked, match)
        times = None if clock is None else clock.times
        try:
            result = self._result(match) if over else None
            new = NewStep(self.id, entry, over, self.owner, times, result)
            await self._service.store.append(new)
        except WriteConflict:
            await self._reload()
            return self._first_answer(step) or self._refuse(step, self._stale(step.expected))
        except NotOwner:
            self.let_go()
            raise
        except BaseException as error:
            self._forget_match()
            known = isinstance(error, StorageError)  # logged where it came up
            words = "table %s: step %d was not stored"
            log.error(words, self.id, entry.version, exc_info=not known)
            raise
        self._version = entry.version
        self._service.metrics.steps.labels("bot" if step.id is None else "player").inc()
        answer = Answer(step, entry.version)
        if step.id is not None:
            self._answers[step.seat, step.id] = answer
        if over:
            self._stored = replace(self._stored, state="over")
        self._questions = questions
        self._clock = clock
        self.company.acted(step.seat)
        self._changed()
        return answer

    @property
    def moves(self) -> bool:
        """Whether this process leaves the table to another."""
        return self._service.ending

    @property
    def ended(self) -> bool:
        """Whether people ended the game before its end."""
        return self.state == "over" and self._match is not None and not self._match.state.is_over

    def check_going(self) -> None:
        """Refuse what needs a game that is being played.

        Raises:
            NotPlaying: It has not begun, or is over.
        """
        if self.state != "playing":
            raise NotPlaying(
                "The game has not begun." if self.state == "waiting" else "The game is over.",
                where=f"table {self.id}",
                expected="a game that is being played",
            )

    async def end(self) -> None:
        """End the game as it stands, as was agreed on. The caller holds the lock.

        Raises:
            NotOwner: Another process has the table.
            StorageError: It could not be stored; the game goes on.
        """
        result = self._result(await self._playing())
        await self.write(self.store.store.end, self.id, owner=self.owner, result=result)
        self._stored = replace(self._stored, state="over")
        self._changed()

    def _result(self, match: Match) -> Result | None:
        """How the game ends, where that is kept for people with names."""
        if not self._service.settings.people:
            return None
        with rules_of(self.game, self.id, "the result"):
            return result_of(self._stored, match.state)

    async def check_askable(self, seat: int, expected: int) -> None:
        """Refuse to ask the others to take an action back. The caller holds the lock.

        Raises:
            StaleAction: The table has moved on.
            UndoRefused: The seat has not acted, or can take it back by itself.
        """
        match = await self._playing()
        if expected != self._version:
            raise self._stale(expected)
        with rules_of(self.game, self.id, f"seat {seat}, undo"):
            undo = match.can_undo(seat)
        if not undo.asks:
            raise UndoRefused(
                undo.reason or "You can take it back without asking.",
                where=f"seat {seat}",
                expected="an action of yours that you cannot take back by yourself",
            )

    async def rewind(self, seat: int) -> None:
        """Go back to before a seat's last action, as was agreed on. The caller holds the lock.

        The game is played again beside the event loop; the one in memory stays until the step is
        stored.

        Raises:
            UndoRefused: It cannot be done.
            NotOwner: Another process has the table.
            Overloaded: It took too long to play again.
            StorageError: It could not be stored; nothing has changed.
        """
        asked = (await self._playing()).state.asked()
        stored = await self._service.read(self.id)
        entry = StoredEntry(len(stored.entries) + 1, None, seat, "rewind", "")
        after = replace(stored, entries=(*stored.entries, entry))
        match = await self._service.replay(after, self.game)
        assert match is not None
        clock = self._stepped_clock(entry, asked, match)
        times = None if clock is None else clock.times
        try:
            await self._service.store.append(NewStep(self.id, entry, False, self.owner, times))
        except WriteConflict:
            await self._reload()
            raise
        except NotOwner:
            self.let_go()
            raise
        self._take_over(replace(after, times=times, since=0), match)
        self._changed()

    def _try(self, match: Match, step: Step) -> Step:
        """Carry the step out in memory; the step with its action in the canonical notation."""
        if step.kind != "act" and match.state.is_over:
            raise UndoRefused(
                "The game is over and its secrets are told.", where=f"seat {step.seat}"
            )
        if step.kind == "undo":
            match.undo(step.seat)
            return step
        if step.kind == "restart":
            return replace(step, action=str(match.restart(step.seat)))
        action = self.game.parse(step.action)
        place = self._place(match)
        if place is not None and not place.is_over:
            check_guided(match, place, step.seat, action)
        match.act(step.seat, action)
        return replace(step, action=self.game.notation(action))

    def _refuse(self, step: Step, refusal: WardroundError) -> Answer:
        answer = Answer(step, self._version, refusal)
        if step.id is not None:
            self._refusals[step.seat, step.id] = answer
            if len(self._refusals) > REFUSALS_KEPT:
                self._refusals.popitem(last=False)
        return answer

    def _check_fresh(self, step: Step) -> None:
        """Refuse a step that answers an older position.

        Where several seats decide at once, the others' steps are no reason to refuse: a seat's
        step is fresh as long as what the seat is asked (the sentence and all choices) has not
        changed since the version that it answers. After a restart of the server the count
        begins at the version that was read from disk.
        """
        if step.expected > self._version or step.expected < self._questions[step.seat].since:
            raise self._stale(step.expected)

    def _stale(self, expected: int) -> StaleAction:
        return StaleAction(
            f"The table has moved on: it is at version {self._version}, "
            f"this answers version {expected}.",
            where="expected",
            expected=str(self._version),
        )

    # --- a guided game --------------------------------------------------------------------------

    def _place(self, match: Match | None) -> LessonPlace | None:
        """How far the game has come in its lesson; None where it goes freely."""
        lesson = self._lesson
        return None if lesson is None or match is None else match.place_in(lesson)

    @property
    def _lesson(self) -> Lesson | None:
        guided = self._stored.lesson == "guided"
        return self._service.lessons.get(self.game.id) if guided else None

    async def leave_lesson(self) -> None:
        """Go on freely from here.

        Raises:
            NoLesson: The table is no guided game, or goes on freely already.
            StorageError: It could not be stored; nothing has changed.
        """
        async with self.lock:
            if self._place(await self._playing()) is None:
                raise NoLesson(
                    "This is no guided game.",
                    where=f"table {self.id}",
                    expected="nothing: you play freely here",
                )
            await self.write(self.store.store.leave_lesson, self.id, owner=self.owner)
            self._stored = replace(self._stored, lesson="left")
            self._changed()
        self.wake_bots()

    # --- the game in memory -------------------------------------------------------------------

    def _take_over(self, stored: StoredTable, match: Match | None) -> None:
        questions: list[Question] = []
        if match is not None:
            with rules_of(self.game, self.id, f"table {self.id}"):
                questions = ask(match.state, len(stored.entries))
        self._questions = questions
        self._match = match
        self._version = len(stored.entries)
        self._answers = {
            (entry.seat, entry.client_id): Answer(
                Step(entry.client_id, entry.seat, entry.kind, entry.action, entry.version - 1),
                entry.version,
            )
            for entry in stored.entries
            if entry.client_id is not None
        }
        # The steps are on disk and in the match; here they are not needed a third time.
        self._stored = replace(stored, entries=(), times=None, since=0, undecided=NOTHING)
        self._clock = self._stored_clock(stored)

    async def _playing(self) -> Match:
        if self.state == "waiting":
            raise NotPlaying(
                "The game has not begun: a seat is still open.",
                where=f"table {self.id}",
                expected="a player for every seat",
            )
        if self._match is None:
            await self._reload()
        if self._match is None:
            raise TableBroken("The game of this table is not there.", where=f"table {self.id}")
        return self._match

    async def _reload(self) -> None:
        """Read the table anew from the database."""
        stored = await self._service.read(self.id)
        match = await self._service.replay(stored, self.game)
        self._take_over(stored, match)
        self._changed()

    def _forget_match(self) -> None:
        self._match = None
        self._outdate()
        self._earlier.clear()

    def _outdate(self) -> None:
        """What was shown so far is no longer what there is to show."""
        self._earlier.update(self._shown)
        self._shown.clear()
        self._told_of_table = None

    def _changed(self) -> None:
        self._set_clock()
        self._outdate()
        for onlooker in self.onlookers:
            onlooker.table_changed()
        self.watch.look()

    # --- the clock ------------------------------------------------------------------------------

    def is_out_of_time(self, seat: int) -> bool:
        """Whether a seat is asked and has used up all of its time."""
        if self._clock is None or seat not in self._asked():
            return False
        return not any(self._clock.passed(moment()).left(seat, asked=True))

    def times_json(self) -> Json | None:
        """What each seat has left now, in milliseconds; None where no clock runs."""
        if self._clock is None or self.state != "playing":
            return None
        now, asked = self._clock.passed(moment()), self._asked()

        def left(seat: StoredSeat) -> Json | None:
            if seat.bot is not None:
                return None
            free, reserve = now.left(seat.seat, asked=seat.seat in asked)
            return {"free": free, "reserve": reserve}

        return {"running": list(now.times.running), "seats": [left(seat) for seat in self.seats]}

    @property
    def is_in_memory(self) -> bool:
        """Whether it is known what is asked here."""
        return self.state == "waiting" or self._match is not None

    def asked_people(self) -> list[int]:
        """The seats of people who have a turn and play themselves."""
        return played_by_people(self._asked(), self.seats) if self.state == "playing" else []

    def _asked(self) -> Sequence[int]:
        """Who has a turn; while the game is not in memory, whose time runs."""
        if self._match is not None:
            return self._match.state.asked()
        return () if self._clock is None else self._clock.times.running

    def _running(self, seats: Sequence[StoredSeat]) -> list[int]:
        """The seats whose time runs, where these sit here."""
        if self.state != "playing" or self.company.proposal is not None:
            return []
        return played_by_people(self._asked(), seats)

    def _stored_clock(self, stored: StoredTable) -> Clock | None:
        """The clock as it was stored, with the time of service since then."""
        if stored.clock is None:
            return None
        now = moment()
        began = now - stored.since
        running = self._running(stored.seats)
        if stored.times is None:
            clock = Clock.begun(stored.clock, len(stored.seats), running, began)
        else:
            clock = Clock(stored.clock, stored.times, began)
        return clock.passed(now).running(running)

    def _stepped_clock(
        self, entry: StoredEntry, asked: Sequence[int], match: Match
    ) -> Clock | None:
        """The clock after a step; whatever was proposed is answered by it."""
        if self._clock is None:
            return None
        match entry.kind:
            case "act":
                back = 0
            case "restart":
                back = _taken_back(entry)
            case "undo" | "rewind":
                back = 1
        after = match.state.asked()
        clock = self._clock.passed(moment()).taken(Taken(entry.seat, asked, after, back))
        return clock.running(played_by_people(after, self.seats))

    def _arranged_clock(self, seats: Sequence[StoredSeat]) -> Clock | None:
        """The clock once these sit here."""
        if self._clock is None:
            return None
        clock = self._clock.passed(moment())
        for before, after in zip(self.seats, seats, strict=True):
            if before.stand_in is not None and after.stand_in is None:
                clock = clock.relieved(after.seat)
        return clock.running(self._running(seats))

    def _set_clock(self) -> None:
        """Let the time of those run whose it is now; that is stored beside the caller."""
        if self._clock is None or self._match is None:
            return
        running = self._running(self.seats)
        if running != list(self._clock.times.running):
            self._clock = self._clock.passed(moment()).running(running)
            self.start(self._keep_clock())

    async def keep_undecided(self, undecided: Undecided) -> None:
        """Store what people are asked; a proposal stops the clock. The caller holds the lock.

        Raises:
            NotOwner: Another process has the table.
            StorageError: It could not be stored.
        """
        times = None
        if self._clock is not None:
            running = [] if undecided.proposal is not None else self._running(self.seats)
            times = self._clock.passed(moment()).running(running).times
        keep = self.store.store.keep_undecided
        await self.write(keep, self.id, undecided, owner=self.owner, times=times)

    async def _keep_clock(self) -> None:
        with contextlib.suppress(WardroundError):  # logged where it came up
            async with self.lock:
                if self._clock is not None and self.state == "playing":
                    self._clock = self._clock.passed(moment())
                    keep, times = self.store.store.keep_times, self._clock.times
                    await self.write(keep, self.id, times, owner=self.owner)

    # --- what is shown --------------------------------------------------------------------------

    def about(self) -> Json:
        """The table without its game: seats, options, and how far it is."""
        return {
            "table": self.id,
            "game": self._stored.game,
            "rules_version": self._stored.rules_version,
            "options": self._stored.options,
            "seats": [seat_json(seat) for seat in self._stored.seats],
            "hints": self.gives_hints,
            "trials": self.helps and not self._stored.opened,
            "state": self.state,
            "seed_hash": self._seed_hash,
            "pledge": self._pledge_hash,
            "version": self._version,
            "away": self.company.away(),
            "proposal": self.company.proposal_json(),
            "quiet": self.quiet,
            "next": self._stored.next,
            "origin": self._stored.origin,
            "opened": self._stored.opened,
            "guessed": self._stored.start is not None,
            "rated": self._stored.rated,
            "clock": None if self._stored.clock is None else asdict(self._stored.clock),
        }

    async def message(
        self,
        viewer: int,
        mine: Sequence[int],
        have: int,
        host: bool = False,
        basis: int | None = None,
    ) -> tuple[str, int, int]:
        """The state message for a viewer, the version that it shows, and its number.

        Args:
            viewer: The seat that is looked at, or SPECTATOR; only its secrets are in.
            mine: The seats of the viewer's token.
            have: The version that the viewer has the log of; -1 for nothing. One that never
                was gets the whole log.
            host: Whether the viewer is the host of the table.
            basis: The number of the state message that the viewer has last been sent, if it takes
                changes to that instead of the whole.

        The caller holds the lock.
        """
        match = None if self.state == "waiting" else await self._playing()
        if have > self._version:
            have = -1
        with rules_of(self.game, self.id, f"the view of seat {viewer}"):
            if viewer not in self._shown:
                text = json_text(self._body(match, viewer))
                earlier = self._earlier.pop(viewer, None)
                self._shown[viewer] = Audience(next(self._serials), text, earlier)
            lines = [] if match is None else match.log(viewer, have + 1)
        tail = {
            "mine": list(mine),
            "host": host,
            "times": self.times_json(),
            "log_from": have + 1,
            "log": [line.to_json() for line in lines],
        }
        audience = self._shown[viewer]
        text = audience.text_for(basis)[:-1] + "," + json_text(tail)[1:]
        return text, self._version, audience.serial

    def _body(self, match: Match | None, viewer: int) -> Json:
        if self._told_of_table is None:  # the same for all who are shown this position
            self._told_of_table = self.about()
        return {
            "type": "state",
            "protocol": PROTOCOL,
            "build": self._service.build,
            "version": self._version,
            "table": self._told_of_table,
            "seat": viewer,
            **(WAITING if match is None else self._position(match, viewer)),
            "seed": self._told_seed,
        }

    @property
    def _told_seed(self) -> str | None:
        """The seed, when the game is over; None where it has none."""
        return self._stored.seed or None if self.state == "over" else None

    @property
    def _seed_hash(self) -> str | None:
        """The hash of the seed; None where the game has none."""
        return commitment(self._stored.seed) if self._stored.seed else None

    def _position(self, match: Match, viewer: int) -> Json:
        state = match.state
        over = self.state == "over"
        question = NO_QUESTION if viewer == SPECTATOR or over else self._questions[viewer]
        undoable = viewer != SPECTATOR and not over
        return {
            **position_json(state, viewer, ended=self.ended),
            "prompt": question.prompt,
            "choices": [choice.to_json() for choice in question.choices],
            "undo": (match.can_undo(viewer) if undoable else NO_UNDO).to_json(),
            "lesson": self._told_lesson(match, viewer),
        }

    def _told_lesson(self, match: Match, viewer: int) -> Json | None:
        """What a guided game says to a viewer: only the learner reads it."""
        place, lesson = self._place(match), self._lesson
        if viewer != LEARNER or place is None or lesson is None:
            return None
        return lesson_json(lesson, place)

    async def position_at(self, version: int, viewer: int) -> Json:
        """The position after the first ``version`` steps, as the viewer saw it.

        Raises:
            BadMessage: There is no such version.
            NotPlaying: The game has not begun.
        """
        async with self.lock:
            await self._playing()
            ended = self.ended and version == self._version
        match = await self._service.replay(await self.earlier(version), self.game)
        assert match is not None
        with rules_of(self.game, self.id, f"version {version}"):
            return {
                "version": version,
                "last": self._version,
                "seat": viewer,
                **position_json(match.state, viewer, ended=ended),
                "log": [line.to_json() for line in match.log(viewer, version)],
            }

    async def course(self, token: str | None) -> Json:
        """How the game went: when rounds began, and to whom nothing is secret, the points.

        Raises:
            NotPlaying: The game has not begun.
            Overloaded: It took too long to play again, or the server has too much to do.
        """
        version, course = self._course
        if course is None or version != self._version:
            async with self.lock:
                await self._playing()
                version = self._version
            course = await self._service.course(await self.earlier(version), self.game)
            self._course = version, course
        return course.to_json(with_points=self.is_open_to(token))

    async def earlier(self, version: int) -> StoredTable:
        """The table as it was stored after its first ``version`` steps.

        Raises:
            BadMessage: There is no such version.
        """
        if not 0 <= version <= self._version:
            raise BadMessage(
                f"There is no version {version} of this table.",
                where="version",
                expected=f"a number from 0 to {self._version}",
            )
        stored = await self._service.read(self.id)
        return replace(stored, entries=stored.entries[:version])

    async def record(self) -> str:
        """The finished game as a record.

        Raises:
            NotPlaying: The game is not over, or goes on from a position that was guessed.
        """
        async with self.lock:
            if self._stored.start is not None:
                raise NotPlaying(
                    "There is no record of what was tried out here: its beginning was guessed.",
                    where=f"table {self.id}",
                    expected="a game that was played from its beginning",
                )
            if self.state != "over":
                raise NotPlaying(
                    "The record holds every secret of the game, so it is given out at its end.",
                    where=f"table {self.id}",
                    expected="a finished game",
                )
            match = await self._playing()
            with rules_of(self.game, self.id, "the record"):
                return match.record().to_text()

    def fairness(self) -> Json:
        """What was promised about the deal, and after the end what it was."""
        pledge, over = self._stored.pledge, self.state == "over"
        return {
            "pledge": None if pledge is None else pledge.hash,
            "deal": None if pledge is None else pledge.deal,
            "seed_hash": self._seed_hash,
            "seed": self._told_seed,
            "salt": pledge.salt if over and pledge is not None else None,
        }

    async def preview(self, seat: int, expected: int, action: str) -> Json:
        """What an action would change, as far as no chance comes in.

        Raises:
            WardroundError: The action is stale or refused.
        """
        async with self.lock:
            match = await self._playing()
            self._check_fresh(Step(None, seat, "act", action, expected))
            with rules_of(self.game, self.id, f"seat {seat}, action {action}", may_refuse=True):
                preview = match.state.preview(seat, self.game.parse(action))
            return {"version": self._version, **preview.to_json()}

    async def places(self, seat: int, expected: int, piece: str) -> Json:
        """Where a piece may be put: for each place the ways there, as notations.

        Raises:
            WardroundError: The question is stale, or the seat is not asked.
        """
        async with self.lock:
            match = await self._playing()
            self._check_fresh(Step(None, seat, "act", "", expected))
            with rules_of(self.game, self.id, f"seat {seat}, {piece}", may_refuse=True):
                found = places(match.state, seat, piece)
            ways = {
                place: [[self.game.notation(action) for action in way] for way in several]
                for place, several in found.items()
            }
            return {"version": self._version, "places": ways}

    async def why(
        self, seat: int, spot: str | None, action: str | None, piece: str | None = None
    ) -> list[Json]:
        """What speaks against an action, or against everything that an element names.

        Args:
            seat: Who asks.
            spot: The element.
            action: The action, where no element is asked about.
            piece: A piece that somebody wants to put at the element.

        Raises:
            WardroundError: The seat is not asked, or the action is unknown.
        """
        async with self.lock:
            state = (await self._playing()).state
            where = f"seat {seat}, {spot or action}"
            with rules_of(self.game, self.id, where, may_refuse=True):
                if spot is not None:
                    answers = (
                        state.explain(seat, spot)
                        if piece is None
                        else why_not_there(state, seat, piece, spot)
                    )
                    return [reason_json(text, no) for text, no in answers]
                assert action is not None
                number = self.game.parse(action)
                objection = state.why_not(seat, number)
                return [reason_json(state.choice(seat, number).sentence, objection)]

    @property
    def helps(self) -> bool:
        """Whether those who play may be helped, by hints or by trying out: see :data:`HELPED`."""
        if self._stored.rated:
            return False
        devices = {one.token_hash for one in self.seats if one.bot is None}
        place = self._place(self._match)
        if place is not None and not place.is_over:
            return False  # the guided game has said what to do
        return len(devices) == 1

    @property
    def gives_hints(self) -> bool:
        """Whether who is asked may ask what is good."""
        return self.helps and self._service.settings.hint_seconds > 0

    async def hint(self, seat: int, expected: int) -> Json:
        """What the search would choose for a seat, and what it thinks of the next best.

        Args:
            seat: The seat that is asked; the search sees what it sees.
            expected: The version whose question it is.

        Raises:
            WardroundError: No hints are given here, or the seat is asked something else.
        """
        if not self.gives_hints:
            raise NoHints(
                "There are no hints at this table.",
                where=f"table {self.id}",
                expected=f"{HELPED}; a server with {option('hint_seconds')} above 0",
            )
        async with self.lock:
            state = (await self._playing()).state.copy()
            self._check_fresh(Step(None, seat, "act", "", expected))
            version = self._version
        with rules_of(self.game, self.id, f"a hint for seat {seat}", may_refuse=True):
            found = await self._service.advise(state, seat)
        return {"version": version, "choices": [line.to_json() for line in found.lines[:HINTS]]}

    # --- bots -----------------------------------------------------------------------------------

    def wake_bots(self) -> None:
        """Let bots that are asked think, beside the event loop."""
        if self._bot_task is None and self._bots_may_go_on() and self._bot_may_be_asked():
            self._bot_task = self._service.start(self._run_bots())

    def _bots_may_go_on(self) -> bool:
        """Whether people play here or somebody watches, and nothing is proposed."""
        somebody = bool(self.onlookers) or any(plays_for(seat) is None for seat in self.seats)
        return self.state == "playing" and somebody and self.company.proposal is None

    def _bot_may_be_asked(self) -> bool:
        if self._match is None:  # to be read from disk first
            return any(plays_for(seat) is not None for seat in self.seats)
        return self._asked_bot(self._match.state) is not None

    def _asked_bot(self, state: State) -> StoredSeat | None:
        asked = state.asked()
        place = self._place(self._match)
        if place is not None and not place.is_over:
            asked = [place.seat]
        return next((s for s in self.seats if plays_for(s) is not None and s.seat in asked), None)

    async def _run_bots(self) -> None:
        try:
            while self._bots_may_go_on() and await self._run_bot():
                pass
        except NotOwner:
            pass  # they go on where the table is now
        except WardroundError as error:
            self._tell(_stopped(error))
        except Exception:
            log.exception("table %s: the bots stopped", self.id)
            self._tell(_stopped(ServerFault()))
        finally:
            self._bot_task = None

    async def _run_bot(self) -> bool:
        """Let one bot make one choice; whether one was asked."""
        async with self.lock:
            state = (await self._playing()).state
            seat = self._asked_bot(state)
            if seat is None:
                return False
            version = self._version
            with rules_of(self.game, self.id, f"seat {seat.seat} ({seat.name})"):
                legal = state.legal_actions(seat.seat)
                position = state.copy()
            place = self._place(self._match)
        if place is not None and not place.is_over:
            action = self.game.parse(place.action)
        else:
            action = legal[0] if len(legal) == 1 else await self._think(seat, position, legal)
        step = Step(None, seat.seat, "act", self.game.notation(action), version)
        async with self.lock:
            # Whoever came back while it thought decides for themselves; to a proposal bots agree.
            is_wanted = plays_for(self.seats[seat.seat]) is not None and self._bots_may_go_on()
            if is_wanted and version >= self._questions[seat.seat].since:
                answer = await self._attempt(step)
                if answer.refusal is not None:
                    raise answer.refusal
        return True

    async def _think(self, seat: StoredSeat, position: State, legal: list[int]) -> int:
        name = plays_for(seat)
        assert name is not None
        try:
            if seat.seat not in self._bots:
                self._bots[seat.seat] = make_bot(name, secrets.randbits(63))
            chosen = await self._service.think(self._bots[seat.seat], Turn(position, seat.seat))
            if chosen not in legal:
                raise ValueError(f"the bot chose {chosen}, which is not legal")
        except (Exception, SystemExit) as error:
            log.exception("table %s: bot %s failed", self.id, name)
            why = "it thought for too long" if isinstance(error, TimeoutError) else "it failed"
            self._tell(
                BotFailed(
                    f"Bot {name} could not decide: {why}. Chance chose for it.",
                    where=f"seat {seat.seat} ({seat.name})",
                )
            )
            return secrets.choice(legal)
        return chosen

    def _tell(self, error: WardroundError) -> None:
        for onlooker in self.onlookers:
            onlooker.notify({"type": "error", **error.to_json()})


def played_by_people(asked: Sequence[int], seats: Sequence[StoredSeat]) -> list[int]:
    """Those of the seats asked that are people's who play themselves."""
    return [seat for seat in asked if plays_for(seats[seat]) is None]


def _stopped(error: WardroundError) -> BotFailed:
    """What is told when no bot goes on."""
    return BotFailed(
        f"The bots stopped: {error.message}",
        where=error.where,
        expected=error.expected or "the next action here, they go on with it",
        clause=error.clause,
    )


@contextmanager
def rules_of(game: Game, table: str, where: str, *, may_refuse: bool = False) -> Iterator[None]:
    """Whatever goes wrong inside is logged, and said without a secret.

    Args:
        game: The game whose program runs inside.
        table: The table's id, for the log.
        where: What it was doing.
        may_refuse: Whether what is asked for may be refused by the rules: such errors pass.

    Raises:
        RulesFailed: The game's program failed.
    """
    try:
        yield
    except RulesFailed:
        raise
    except (Exception, SystemExit) as error:
        if may_refuse and isinstance(error, WardroundError):
            raise
        log.exception("table %s: the program of %s failed at %s", table, game.id, where)
        raise RulesFailed(
            f"The program of {game.title} failed here; the table is as it was.",
            where=where,
            expected="another action; please report this",
        ) from error


def ask(
    state: State, version: int, before: Sequence[Question] = (), acted: int | None = None
) -> list[Question]:
    """What every seat is asked, and since when.

    Args:
        state: The position.
        version: Its version.
        before: What was asked one version earlier; a question that stays the same keeps its age.
        acted: The seat whose step led here: what it is asked is new in any case.
    """
    after = []
    for seat in range(state.players):
        question = Question(state.prompt(seat), state.choices(seat), version)
        if before and seat != acted and question.is_same(before[seat]):
            question = replace(question, since=before[seat].since)
        after.append(question)
    return after


def begin(
    stored: StoredTable,
    game: Game,
    deadline: float = math.inf,
    seen: Callable[[Match], None] | None = None,
) -> Match | None:
    """The game that a table's history gives; None while it waits for players.

    Args:
        stored: The table, with its history.
        game: The game that it plays.
        deadline: When it is given up, on the clock of :func:`time.monotonic`.
        seen: Called with the game after its set-up and after each step.

    Raises:
        TableBroken: The history cannot be played by the installed rules.
        Overloaded: It was not played in time.
    """
    if stored.state == "waiting":
        return None
    if stored.rules_version not in game.rules_versions:
        raise TableBroken(
            f"This table was begun with version {stored.rules_version} of the rules of "
            f"{game.title}; this server plays version {game.rules_version}.",
            where=f"table {stored.id}",
            expected="a server with that version of the rules",
        )
    names = [seat.name for seat in stored.seats]
    with rules_of(game, stored.id, f"table {stored.id}", may_refuse=True):
        played = Match(
            game,
            len(stored.seats),
            stored.seed,
            stored.options,
            names,
            rules=stored.rules_version,
            start=None if stored.start is None else game.restore(stored.start),
        )
        played.pledge = stored.pledge
        played.returns = returned_to([_in_history(entry) for entry in stored.entries])
        if seen is not None:
            seen(played)
    for entry in stored.entries:
        step = f"table {stored.id}, step {entry.version}"
        keep_time(deadline, f"table {stored.id}", entry.version)
        try:
            with rules_of(game, stored.id, step, may_refuse=True):
                match entry.kind:
                    case "act":
                        played.act(entry.seat, game.parse(entry.action))
                    case "undo":
                        played.undo(entry.seat)
                    case "restart":
                        played.restart(entry.seat, _taken_back(entry))
                    case "rewind":
                        played.rewind(entry.seat)
                if seen is not None:
                    seen(played)
        except RulesFailed:
            raise
        except WardroundError as error:
            raise TableBroken(
                f"Step {entry.version} of this table cannot be played: {error.message}",
                where=step,
                expected="a history that the rules allow",
                clause=error.clause,
            ) from error
    return played


def _in_history(entry: StoredEntry) -> tuple[int, int]:
    """A step as :func:`wardround.core.returned_to` reads it."""
    match entry.kind:
        case "act":
            return entry.seat, 0
        case "undo":
            return entry.seat, -1
        case "restart":
            return entry.seat, -_taken_back(entry)
        case "rewind":
            return entry.seat, REWIND


def _taken_back(entry: StoredEntry) -> int:
    """How many choices a restart took back; 0 is refused where it is played."""
    return int(entry.action) if entry.action.isdecimal() and len(entry.action) < 9 else 0


def keep_time(deadline: float, what: str, step: int) -> None:
    """Let others in now and then while a history is played, and give it up when it takes too long.

    Args:
        deadline: When it is given up, on the clock of :func:`time.monotonic`.
        what: Whose history it is.
        step: The number of the step that comes next.

    Raises:
        Overloaded: It is later than the deadline.
    """
    if step % STEPS_AT_ONCE:
        return
    time.sleep(0)  # compiled rules let no other thread in by themselves
    if time.monotonic() > deadline:
        raise Overloaded(
            "This game took too long to play again.",
            where=f"{what}, step {step}",
            expected="trying again when the server has less to do",
        )
