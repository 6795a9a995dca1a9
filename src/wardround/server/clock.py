"""A clock at a table: how long each seat may think, and how much of that it has used.

A seat has some free time for each of its turns; what it takes beyond that comes out of a reserve
for the whole game. Nothing is forced: who has used both up is out of time, and the others may let
a bot play for them (:mod:`wardround.server.company`).

A turn of a seat begins when it is asked and was not before, or when its own choice lets others be
asked as well, and ends when it is not asked any more. What a seat takes back costs it what it has
thought already: a turn that it goes back to goes on where it was.

Everything here is a value: what time it is, and who is asked, are told by the caller. Time is that
of :func:`moment`, which no change of date moves.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

DAY = 86_400
LONGEST_MOVE = 14 * DAY
LONGEST_RESERVE = 30 * DAY
"""Seconds of the longest free time for a turn, and of the longest reserve."""

Count = Annotated[int, Field(ge=0)]
T = TypeVar("T")


def moment() -> float:
    """Seconds on a clock that goes on evenly, from some moment on."""
    return time.monotonic()


@dataclass(frozen=True, slots=True)
class Pace:
    """How long each seat may think, in seconds.

    Attributes:
        move: Free time for each of its turns.
        reserve: For the whole game, what goes beyond that.
    """

    move: Annotated[int, Field(ge=0, le=LONGEST_MOVE)]
    reserve: Annotated[int, Field(ge=0, le=LONGEST_RESERVE)]


@dataclass(frozen=True, slots=True)
class SeatTime:
    """What a seat has used, in milliseconds.

    Attributes:
        used: Of its reserve.
        spent: In its turn, or in its last one while it has none.
        before: In the turn before, to which it may yet go back.
        paid: Of its reserve in that turn.
        choices: Its own choices in its turn, those taken back not counted.
    """

    used: Count = 0
    spent: Count = 0
    before: Count = 0
    paid: Count = 0
    choices: Count = 0


@dataclass(frozen=True, slots=True)
class Times:
    """What every seat has used, and the seats whose time runs."""

    seats: tuple[SeatTime, ...]
    running: tuple[Count, ...] = ()


@dataclass(frozen=True, slots=True)
class Taken:
    """A step of a seat, as far as time is concerned.

    Attributes:
        seat: The seat.
        before: Who was asked before it.
        after: Who is asked after it.
        back: How many choices it took back; 0 for an action.
    """

    seat: int
    before: Collection[int]
    after: Collection[int]
    back: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a table at some moment.

    Attributes:
        pace: How long each seat may think.
        times: What every seat has used until then, and whose time runs from then on.
        at: The moment, as :func:`moment` tells it.
    """

    pace: Pace
    times: Times
    at: float

    @classmethod
    def begun(cls, pace: Pace, seats: int, running: Sequence[int], at: float) -> "Clock":
        """A clock of which nothing is used."""
        return cls(pace, Times((SeatTime(),) * seats, tuple(running)), at)

    def passed(self, now: float) -> "Clock":
        """The clock at a later moment; an earlier one changes nothing."""
        milliseconds = max(0, int((now - self.at) * 1000))
        seats = [
            self._charged(time, milliseconds) if seat in self.times.running else time
            for seat, time in enumerate(self.times.seats)
        ]
        times = replace(self.times, seats=tuple(seats))
        return replace(self, times=times, at=self.at + milliseconds / 1000)

    def running(self, seats: Sequence[int]) -> "Clock":
        """From now on the time of these seats runs."""
        return replace(self, times=replace(self.times, running=tuple(seats)))

    def relieved(self, seat: int) -> "Clock":
        """The seat's person plays again: the free time of its turn is theirs again."""
        return self._with({seat: SeatTime(self.times.seats[seat].used)})

    def taken(self, step: Taken) -> "Clock":
        """The turns after a step: some have begun, or go on after something was taken back."""
        seat, before = step.seat, self.times.seats[step.seat]
        if step.back:
            choices = before.choices - step.back
            if choices >= 0:
                return self._with({seat: replace(before, choices=choices)})
            return self._with({seat: self._gone_back(before)})
        asked_anew = set(step.after) - set(step.before)
        changed = {one: self._begun(self.times.seats[one]) for one in asked_anew}
        if asked_anew and seat in step.after:
            # Its choices are not separated by a step of another: all of them may be taken back.
            begun = self._begun(before)
            earlier, paid = begun.before + before.before, begun.paid + before.paid
            changed[seat] = replace(begun, before=earlier, paid=paid)
        else:
            changed[seat] = replace(before, choices=before.choices + 1)
        return self._with(changed)

    def left(self, seat: int, *, asked: bool) -> tuple[int, int]:
        """What a seat has left: free time of its turn (of its next one, if it has none), reserve.

        Args:
            seat: The seat.
            asked: Whether it has its turn.

        Returns:
            Milliseconds of both.
        """
        time = self.times.seats[seat]
        free = self.pace.move * 1000 - (time.spent if asked else 0)
        return max(0, free), self.pace.reserve * 1000 - time.used

    def _beyond(self, spent: int) -> int:
        """What of the time of a turn goes beyond the free time."""
        return max(0, spent - self.pace.move * 1000)

    def _charged(self, time: SeatTime, milliseconds: int) -> SeatTime:
        """What a seat has used after some more of its time."""
        spent = time.spent + milliseconds
        return self._paid(
            replace(time, spent=spent), self._beyond(spent) - self._beyond(time.spent)
        )

    def _begun(self, time: SeatTime) -> SeatTime:
        """What a seat has used at the beginning of a turn."""
        return SeatTime(time.used, before=time.spent, paid=self._beyond(time.spent))

    def _gone_back(self, time: SeatTime) -> SeatTime:
        """What a seat has used that is back in its turn before: the two are one."""
        spent = time.before + time.spent
        due = self._beyond(spent) - self._beyond(time.spent) - time.paid
        return self._paid(SeatTime(time.used, spent), due)

    def _paid(self, time: SeatTime, milliseconds: int) -> SeatTime:
        """What a seat has used that pays so much out of its reserve, as far as that goes."""
        return replace(time, used=min(self.pace.reserve * 1000, time.used + milliseconds))

    def _with(self, changed: dict[int, SeatTime]) -> "Clock":
        seats = [changed.get(seat, time) for seat, time in enumerate(self.times.seats)]
        return replace(self, times=replace(self.times, seats=tuple(seats)))


_PACE: TypeAdapter[Pace] = TypeAdapter(Pace)
_TIMES: TypeAdapter[Times] = TypeAdapter(Times)


def read_pace(data: Any) -> Pace | None:
    """A clock's settings as they are stored; None where there are none.

    Raises:
        ValueError: They are none.
    """
    return None if data is None else _read(_PACE, data)


def read_times(data: Any, seats: int) -> Times | None:
    """What the seats of a table have used, as it is stored; None where nothing is.

    Raises:
        ValueError: It is nothing of that kind.
    """
    if data is None:
        return None
    times = _read(_TIMES, data)
    if len(times.seats) != seats or any(seat >= seats for seat in times.running):
        raise ValueError("a clock of other seats")
    return times


def _read(kind: TypeAdapter[T], data: Any) -> T:
    try:
        return kind.validate_python(data)
    except ValidationError as error:
        raise ValueError(f"a clock that is none: {data!r}") from error
