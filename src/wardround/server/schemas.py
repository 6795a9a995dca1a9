"""The messages that clients send, as types; everything else is refused with the field's name."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from wardround.server.errors import BadMessage, TooLarge

LONGEST_MESSAGE = 16 * 1024
"""Bytes of the longest message that the server reads."""

LONGEST_NAME = 40
MOST_SEATS = 16


def _printable(name: str) -> str:
    if not name.isprintable():
        raise ValueError("a name of printable characters was expected")
    return name


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME),
    AfterValidator(_printable),
]
MessageId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Notation = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Spot = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Token = Annotated[str, StringConstraints(max_length=128)]
Version = Annotated[int, Field(ge=0, le=2**31 - 1)]
Seat = Annotated[int, Field(ge=-1, lt=MOST_SEATS)]


class Request(BaseModel):
    """The body of a REST request: unknown fields are refused, they would be typing errors."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Request):
    """One seat of a new table: who will sit there."""

    kind: Literal["me", "device", "open", "bot"]
    name: Name | None = None
    bot: Annotated[str, StringConstraints(max_length=64)] | None = None


class NewTable(Request):
    """A table to create."""

    game: Annotated[str, StringConstraints(max_length=64)]
    options: dict[str, Any] = {}
    seats: Annotated[list[NewSeat], Field(max_length=MOST_SEATS)]


class Join(Request):
    """Somebody takes an open seat: the given one, or the first."""

    name: Name
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None


class Message(BaseModel):
    """A message of a live connection; fields that the server does not know are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


class Hello(Message):
    """The first message: who I am, what I have, which of my seats I look at."""

    type: Literal["hello"]
    token: Token | None = None
    have: Annotated[int, Field(ge=-1, le=2**31 - 1)] = -1
    seat: Seat | None = None


class Look(Message):
    """Look at another of my seats, or (-1) at what everybody sees."""

    type: Literal["look"]
    seat: Seat


class Act(Message):
    """Carry out an action."""

    type: Literal["act"]
    id: MessageId
    seat: Seat
    expected: Version
    action: Notation


class Undo(Message):
    """Take my last action back."""

    type: Literal["undo"]
    id: MessageId
    seat: Seat
    expected: Version


class Ask(Message):
    """What would this action change?"""

    type: Literal["preview"]
    id: MessageId
    seat: Seat
    expected: Version
    action: Notation


class Why(Message):
    """Why can't I do this, or something with that element?"""

    type: Literal["why"]
    id: MessageId
    seat: Seat
    spot: Spot | None = None
    action: Notation | None = None


class Ping(Message):
    """Are you there?"""

    type: Literal["ping"]


ClientMessage = Annotated[Hello | Look | Act | Undo | Ask | Why | Ping, Field(discriminator="type")]
_MESSAGES: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def read_message(text: str) -> ClientMessage:
    """The message that a client sent.

    Raises:
        TooLarge: It is longer than :data:`LONGEST_MESSAGE`.
        BadMessage: It is not JSON, of no known type, or a field is missing or wrong.
    """
    size = len(text.encode())
    if size > LONGEST_MESSAGE:
        raise TooLarge(
            f"The message has {size} bytes.",
            where="message",
            expected=f"at most {LONGEST_MESSAGE} bytes",
        )
    try:
        message = _MESSAGES.validate_json(text)
    except ValidationError as error:
        raise bad_message(error.errors(include_url=False, include_context=True)) from error
    if isinstance(message, Why) and (message.spot is None) == (message.action is None):
        raise BadMessage(
            "A question why names one thing.", where="spot", expected="either spot or action"
        )
    return message


def bad_message(problems: Sequence[Any]) -> BadMessage:
    """The first of pydantic's problems, said our way."""
    problem = problems[0]
    kinds = ("body", *_MESSAGE_KINDS)
    where = ".".join(str(part) for part in problem["loc"] if part not in kinds)
    what = str(problem["msg"])
    context = problem.get("ctx") or {}
    match problem["type"]:
        case "json_invalid":
            return BadMessage("The message is not JSON.", where="message", expected=what)
        case "union_tag_invalid":
            return BadMessage(
                f"There is no message of type {context.get('tag', '')!r}.",
                where="type",
                expected=f"one of {context.get('expected_tags', '')}",
            )
        case "union_tag_not_found":
            return BadMessage(
                "The message has no type.", where="type", expected="one of " + ", ".join(kinds[1:])
            )
        case "missing":
            return BadMessage(f"The field {where} is missing.", where=where, expected="a value")
        case "extra_forbidden":
            return BadMessage(f"There is no field {where}.", where=where, expected="no such field")
    return BadMessage(
        f"The field {where or 'message'} is not right.",
        where=where or "message",
        expected=what.removeprefix("Input should be ").removeprefix("Value error, "),
    )


_MESSAGE_KINDS = ("hello", "look", "act", "undo", "preview", "why", "ping")
