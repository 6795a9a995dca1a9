"""What the server refuses besides what the rules forbid, and with which HTTP status."""

from wardround.core import (
    IllegalAction,
    MaterialError,
    NotAsked,
    OptionError,
    RecordError,
    SeatError,
    StaleAction,
    UndoRefused,
    UnknownAction,
    UnknownBot,
    UnknownClause,
    UnknownGame,
    WardroundError,
)
from wardround.server.store import NotOwner, StorageError, WriteConflict


class BadMessage(WardroundError):
    """A message or request that is not understood; ``where`` names the field.

    Args:
        message: What is wrong.
        where: The field.
        expected: What it should hold.
        clause: Never one.
        id: The id of the message, if it has one, so that its sender knows which it was.
    """

    code = "bad_message"

    def __init__(
        self, message: str, *, where: str = "", expected: str = "", clause: str = "", id: str = ""
    ) -> None:
        super().__init__(message, where=where, expected=expected, clause=clause)
        self.id = id

    def to_json(self) -> dict[str, str]:
        """The parts of an error, and the message's id if it has one."""
        return {**({"id": self.id} if self.id else {}), **super().to_json()}


class TooLarge(WardroundError):
    """A message or request that is longer than the server reads."""

    code = "too_large"


class UnknownTable(WardroundError):
    """No table of this id, or it was deleted."""

    code = "unknown_table"


class ForgedToken(WardroundError):
    """A seat token that this table never gave out."""

    code = "forged_token"


class NotYourSeat(WardroundError):
    """The token does not hold the seat that the message speaks for."""

    code = "not_your_seat"


class TableFull(WardroundError):
    """No open seat is left, or the table has all the onlookers that it takes."""

    code = "table_full"


class NotPlaying(WardroundError):
    """The table waits for players, or the request needs a finished game."""

    code = "not_playing"


class NotHost(WardroundError):
    """Only who made the table may do this."""

    code = "not_host"


class Silenced(WardroundError):
    """The host has muted them."""

    code = "silenced"


class Present(WardroundError):
    """Nobody plays for somebody who is here."""

    code = "present"


class NotProposed(WardroundError):
    """This is not proposed (any more), or something is proposed already."""

    code = "not_proposed"


class NoHints(WardroundError):
    """No hints are given here: others play who would have none, or the settings say so."""

    code = "no_hints"


class NoTrial(WardroundError):
    """Nothing is tried out from a game that goes on: others play who would have no such help."""

    code = "no_trial"


class NoPeople(WardroundError):
    """This server keeps no names."""

    code = "no_people"


class UnknownCode(WardroundError):
    """Nobody has this recovery code (any more)."""

    code = "unknown_code"


class UnknownSession(WardroundError):
    """Nobody is signed in by this number who is the one that asks."""

    code = "unknown_session"


class NotNamed(WardroundError):
    """Only who has a name here may do this."""

    code = "not_named"


class HeldByAnother(WardroundError):
    """The seat is linked to the name of somebody else."""

    code = "held_by_another"


class NoNotices(WardroundError):
    """This server tells nobody in this way."""

    code = "no_notices"


class UnknownWish(WardroundError):
    """Who asks wishes to be told in no such way (any more)."""

    code = "unknown_wish"


class LessonAsks(WardroundError):
    """The guided game is about another action here; who leaves it may do this one."""

    code = "lesson"


class NoLesson(WardroundError):
    """The game brings no guided game, or the table is none (any more)."""

    code = "no_lesson"


class ReusedId(WardroundError):
    """The seat used the message id for another action."""

    code = "reused_id"


class TableBroken(WardroundError):
    """The stored history cannot be played by the installed rules."""

    code = "table_broken"


class RulesFailed(TableBroken):
    """The program of the game failed; the server's log says how. The table is as it was."""


class ServerFault(WardroundError):
    """A fault of the server itself; its log says which. Nothing about it is told to anybody."""

    code = "server_fault"

    def __init__(self) -> None:
        super().__init__(
            "The server failed at this; its log says why.",
            where="server",
            expected="something else; please report this",
        )


class ForeignOrigin(WardroundError):
    """A page of another web site tried to open a live connection."""

    code = "foreign_origin"


class ForeignHost(WardroundError):
    """The server was called by a name that is none of its own."""

    code = "foreign_host"


class TooMany(WardroundError):
    """A client asks for more than its share; ``seconds`` later there is room again.

    Args:
        message: What there was too much of.
        where: Which limit.
        expected: How much is allowed.
        clause: Never one.
        seconds: When to try again.
    """

    code = "too_many"

    def __init__(
        self,
        message: str,
        *,
        where: str = "",
        expected: str = "",
        clause: str = "",
        seconds: float = 1.0,
    ) -> None:
        super().__init__(message, where=where, expected=expected, clause=clause)
        self.seconds = seconds


class Overloaded(WardroundError):
    """The server has too much to do, or this took longer than the settings allow."""

    code = "overloaded"


class BrokeOff(WardroundError):
    """The process that has the table ended, or stands still, while it was asked for something."""

    code = "broke_off"


class BotFailed(WardroundError):
    """A bot crashed, thought for too long, or what it chose could not be stored."""

    code = "bot_failed"


class ServerBusy(WardroundError):
    """The address to listen on cannot be had."""

    code = "address"


_STATUS: dict[type[WardroundError], int] = {
    BadMessage: 422,
    BrokeOff: 503,
    ForeignHost: 403,
    ForeignOrigin: 403,
    ForgedToken: 401,
    HeldByAnother: 409,
    IllegalAction: 409,
    LessonAsks: 409,
    MaterialError: 422,
    NotAsked: 409,
    NoHints: 403,
    NoLesson: 404,
    NoNotices: 403,
    NoTrial: 403,
    NoPeople: 403,
    NotHost: 403,
    NotNamed: 403,
    NotOwner: 503,
    NotPlaying: 409,
    NotProposed: 409,
    NotYourSeat: 403,
    OptionError: 422,
    Overloaded: 503,
    Present: 409,
    RecordError: 422,
    ReusedId: 409,
    RulesFailed: 500,
    SeatError: 422,
    ServerFault: 500,
    Silenced: 403,
    StaleAction: 409,
    StorageError: 503,
    TableBroken: 409,
    TableFull: 409,
    TooLarge: 413,
    TooMany: 429,
    UndoRefused: 409,
    UnknownAction: 422,
    UnknownBot: 422,
    UnknownClause: 404,
    UnknownCode: 403,
    UnknownGame: 404,
    UnknownSession: 404,
    UnknownTable: 404,
    UnknownWish: 404,
    WriteConflict: 409,
}


def http_status(error: WardroundError) -> int:
    """The HTTP status that fits the error."""
    kinds = (kind for kind in type(error).__mro__ if kind in _STATUS)
    return _STATUS.get(next(kinds, type(error)), 400)
