"""What can go wrong, said in a way that helps: what, where, what was expected, which rule.

Every error of the package derives from :class:`WardroundError`, so a caller (command line,
server, notebook) can show any of them in the same four parts.
"""

from typing import Any, ClassVar


class WardroundError(Exception):
    """An error that a person can act on.

    Args:
        message: One sentence: what is wrong.
        where: The place: a file and line, an option's name, a seat, a field.
        expected: What would have been accepted instead.
        clause: The numbered rule that decides, if one does.
    """

    code: ClassVar[str] = "error"

    def __init__(
        self, message: str, *, where: str = "", expected: str = "", clause: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.expected = expected
        self.clause = clause

    def __reduce__(self) -> tuple[Any, ...]:
        return (_again, (type(self), self.message, self.where, self.expected, self.clause))

    def __str__(self) -> str:
        parts = [self.message]
        if self.where:
            parts.append(f"Where: {self.where}.")
        if self.expected:
            parts.append(f"Expected: {self.expected}.")
        if self.clause:
            parts.append(f"Rule: {self.clause}.")
        return " ".join(parts)

    def to_json(self) -> dict[str, str]:
        """The four parts and the error's short code, as plain data."""
        return {
            "code": self.code,
            "message": self.message,
            "where": self.where,
            "expected": self.expected,
            "clause": self.clause,
        }


def _again(
    kind: type[WardroundError], message: str, where: str, expected: str, clause: str
) -> WardroundError:
    return kind(message, where=where, expected=expected, clause=clause)


class IllegalAction(WardroundError):
    """The rules forbid this action now; ``clause`` names the rule."""

    code: ClassVar[str] = "illegal_action"


class NotAsked(WardroundError):
    """The seat has no open decision: it is not its turn."""

    code: ClassVar[str] = "not_asked"


class UnknownAction(WardroundError):
    """No action of the game has this number or notation."""

    code: ClassVar[str] = "unknown_action"


class StaleAction(WardroundError):
    """The action answers an older position than the present one."""

    code: ClassVar[str] = "stale_action"


class UndoRefused(WardroundError):
    """The last action cannot be taken back."""

    code: ClassVar[str] = "undo_refused"


class SeatError(WardroundError):
    """No such seat, or a number of seats that the game does not take."""

    code: ClassVar[str] = "seat"


class OptionError(WardroundError):
    """An unknown option, or a value outside what the option takes."""

    code: ClassVar[str] = "option"


class BadBuffer(WardroundError):
    """An array that an observation or a mask cannot be written into."""

    code: ClassVar[str] = "buffer"


class SeedError(WardroundError):
    """A seed that is neither a text nor bytes nor a whole number."""

    code: ClassVar[str] = "seed"


class RecordError(WardroundError):
    """A game record that cannot be read or does not replay; ``where`` names the line."""

    code: ClassVar[str] = "record"


class MaterialError(WardroundError):
    """A material file that breaks its schema; ``where`` names file and key."""

    code: ClassVar[str] = "material"


class UnknownGame(WardroundError):
    """No game of this id is installed."""

    code: ClassVar[str] = "unknown_game"


class UnknownClause(WardroundError):
    """The rules of the game hold no clause of this number."""

    code: ClassVar[str] = "unknown_clause"


class UnknownBot(WardroundError):
    """No bot of this id is installed."""

    code: ClassVar[str] = "unknown_bot"


class Unforeseeable(Exception):
    """Chance or hidden information was needed while looking ahead (see :meth:`Chance.freeze`)."""


class EndlessFlow(Exception):
    """A game goes on for ever without asking anybody: a fault of its rules, which it names."""
