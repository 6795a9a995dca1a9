"""The messages that clients send, as types; everything else is refused with the field's name."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from wardround.core import BadName, clean_name, read_json, shown
from wardround.server.clock import LONGEST_MOVE, LONGEST_RESERVE, Pace
from wardround.server.errors import BadMessage, TooLarge
from wardround.server.proposals import What
from wardround.server.relations import LONGEST_PLACE, Way

LONGEST_MESSAGE = 16 * 1024
"""Bytes of the longest message that the server reads."""

MOST_SEATS = 16


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except BadName as error:
        reason = {"message": error.message, "expected": error.expected}
        raise PydanticCustomError("name", "{message}", reason) from error


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a text of printable characters")
    return text


def _said(text: str) -> str:
    said = " ".join(text.split())
    if not said or not said.isprintable():
        raise ValueError("a text of printable characters")
    return said


Name = Annotated[str, AfterValidator(_name)]
Said = Annotated[str, StringConstraints(max_length=500), AfterValidator(_said)]
MessageId = Annotated[
    str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)
]
Notation = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Spot = Annotated[str, StringConstraints(min_length=1, max_length=256)]
Token = Annotated[str, StringConstraints(max_length=128)]
NewToken = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22,128}$")]
"""A token that a client made up: 22 letters hold 128 bits, which nobody guesses."""
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


class NewClock(Request):
    """How long each seat may think, in seconds: free for each turn, and beyond that in all."""

    move: Annotated[int, Field(ge=0, le=LONGEST_MOVE)] = 0
    reserve: Annotated[int, Field(ge=0, le=LONGEST_RESERVE)] = 0

    @model_validator(mode="after")
    def _leaves_time(self) -> "NewClock":
        if not self.move and not self.reserve:
            raise ValueError("a move or a reserve of at least 1 second, or null for no clock")
        return self


class NewTable(Request):
    """A table to create."""

    game: Annotated[str, StringConstraints(max_length=64)]
    options: dict[str, Any] = {}
    seats: Annotated[list[NewSeat], Field(max_length=MOST_SEATS)]
    clock: NewClock | None = None
    rated: bool = False

    @property
    def pace(self) -> Pace | None:
        """How long each seat may think; None without a clock."""
        return None if self.clock is None else Pace(self.clock.move, self.clock.reserve)


class NewLesson(Request):
    """A guided first game to begin: who is guided."""

    name: Name | None = None


class Considered(Request):
    """Options that somebody thinks of, and for how many players."""

    options: dict[str, Any] = {}
    players: Annotated[int, Field(ge=1, le=MOST_SEATS)]


class Join(Request):
    """Somebody takes an open seat: the given one, or the first.

    With a token of their own the seat is theirs under that token; asked again with it, the answer
    is the seat that they have.
    """

    name: Name
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None
    token: NewToken | None = None


class OpenRecord(Request):
    """The record of a game, to be looked at."""

    record: str


class WhatIf(Request):
    """A position of a game to go on from, on which seat, against which bot."""

    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] = 0
    bot: Annotated[str, StringConstraints(max_length=64)] = "greedy"


class Rematch(Request):
    """Another game of the same people; ``rotate``: everybody moves up by one seat."""

    rotate: bool = False


class PushKeys(Request):
    """What a browser tells for messages to be encrypted for it, in base64url."""

    p256dh: Annotated[str, StringConstraints(max_length=128)]
    auth: Annotated[str, StringConstraints(max_length=64)]


class NewWish(Request):
    """A wish to be told when it is one's turn: how, and where that goes to."""

    way: Way
    place: Annotated[str, StringConstraints(max_length=LONGEST_PLACE)]
    keys: PushKeys | None = None


class MailLink(Request):
    """What stands in the link of a mail."""

    token: Annotated[str, StringConstraints(max_length=64)]


class OwnName(Request):
    """The name that somebody chooses for themselves."""

    name: Name


class SignIn(Request):
    """The recovery code of a name."""

    code: Annotated[str, StringConstraints(max_length=100)]


class OwnSeat(Request):
    """A seat that somebody holds: its table and its token."""

    table: Annotated[str, StringConstraints(max_length=32)]
    token: Token


class OwnSeats(Request):
    """Seats that somebody takes for their own."""

    seats: Annotated[list[OwnSeat], Field(max_length=100)]


class Message(BaseModel):
    """A message of a live connection; fields that the server does not know are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


class Hello(Message):
    """The first message: who I am, what I have, which of my seats I look at."""

    type: Literal["hello"]
    token: Token | None = None
    have: Annotated[int, Field(ge=-1, le=2**31 - 1)] = -1
    seat: Seat | None = None
    changes: bool = False
    visible: bool = True


class Visible(Message):
    """I have the table in view, or not any more."""

    type: Literal["visible"]
    visible: bool


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


class Restart(Message):
    """Take back what I chose in this turn."""

    type: Literal["restart"]
    id: MessageId
    seat: Seat
    expected: Version


class Propose(Message):
    """I ask the others for what needs everybody's agreement."""

    type: Literal["propose"]
    id: MessageId
    seat: Seat
    expected: Version
    what: What


class Vote(Message):
    """I agree to what somebody proposes, or not; the proposal of my own I withdraw."""

    type: Literal["vote"]
    id: MessageId
    seat: Seat
    number: Version
    agree: bool


class Ask(Message):
    """What would this action change?"""

    type: Literal["preview"]
    id: MessageId
    seat: Seat
    expected: Version
    action: Notation


class Why(Message):
    """Why can't I do this, or something with that element, or put a piece there?"""

    type: Literal["why"]
    id: MessageId
    seat: Seat
    spot: Spot | None = None
    action: Notation | None = None
    piece: Spot | None = None


class Where(Message):
    """Where may I put this piece?"""

    type: Literal["places"]
    id: MessageId
    seat: Seat
    expected: Version
    piece: Spot


class Hint(Message):
    """What is good here?"""

    type: Literal["hint"]
    id: MessageId
    seat: Seat
    expected: Version


class Rename(Message):
    """I want to sit here under another name."""

    type: Literal["rename"]
    id: MessageId
    seat: Seat
    name: Name


class Leave(Message):
    """I leave my seat, before the game begins."""

    type: Literal["leave"]
    id: MessageId
    seat: Seat


class Kick(Message):
    """The host sends somebody away, before the game begins."""

    type: Literal["kick"]
    id: MessageId
    who: Seat


class Swap(Message):
    """I go to an open seat, or as host change two seats, before the game begins."""

    type: Literal["swap"]
    id: MessageId
    seat: Seat
    to: Seat


class Say(Message):
    """I say something to those who play, or to those who watch, as I do."""

    type: Literal["say"]
    id: MessageId
    text: Said
    seat: Seat | None = None
    name: Name | None = None


class Mute(Message):
    """The host silences a seat, or (-1) all spectators, or lets them speak again."""

    type: Literal["mute"]
    id: MessageId
    who: Seat
    muted: bool


class StandIn(Message):
    """I am for a bot playing for somebody who is away."""

    type: Literal["stand_in"]
    id: MessageId
    seat: Seat
    who: Seat
    bot: Annotated[str, StringConstraints(max_length=64)]


class Back(Message):
    """I am back, and play myself."""

    type: Literal["back"]
    id: MessageId
    seat: Seat


class LeaveLesson(Message):
    """I have seen enough of the guided game and want to play freely."""

    type: Literal["leave_lesson"]
    id: MessageId
    seat: Seat


class Ping(Message):
    """Are you there?"""

    type: Literal["ping"]


Company = Rename | Leave | Kick | Swap | Say | Mute | StandIn | Back
"""Messages about people rather than the game."""

ClientMessage = Annotated[
    Hello
    | Look
    | Visible
    | Act
    | Undo
    | Restart
    | Propose
    | Vote
    | Ask
    | Why
    | Where
    | Hint
    | LeaveLesson
    | Company
    | Ping,
    Field(discriminator="type"),
]
_MESSAGES: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


def read_message(text: str) -> ClientMessage:
    """The message that a client sent.

    Raises:
        TooLarge: It is longer than :data:`LONGEST_MESSAGE`.
        BadMessage: It is not JSON, of no known type, or a field is missing or wrong; ``id`` is the
            message's, if it could be read.
    """
    size = len(text.encode(errors="replace"))
    if size > LONGEST_MESSAGE:
        raise TooLarge(
            f"The message has {size} bytes.",
            where="message",
            expected=f"at most {LONGEST_MESSAGE} bytes",
        )
    data = read_data(text)
    try:
        message = _MESSAGES.validate_python(data)
    except ValidationError as error:
        raise bad_message(error.errors(include_url=False), _id_of(data)) from error
    if isinstance(message, Why) and (message.spot is None) == (message.action is None):
        raise BadMessage(
            "A question why names one thing.",
            where="spot",
            expected="either spot or action",
            id=message.id,
        )
    return message


def read_data(text: str) -> Any:
    """The data of a message or of the body of a request.

    Raises:
        BadMessage: It is not JSON that could be worked with.
    """
    return read_json(text, "message", BadMessage, "a JSON object", "message")


def _id_of(data: Any) -> str:
    """The id of a message that could not be understood, so that its sender knows which."""
    found = data.get("id") if isinstance(data, dict) else None
    return found[:64] if isinstance(found, str) else ""


def bad_message(problems: Sequence[Any], id: str = "") -> BadMessage:
    """The first of pydantic's problems, said our way.

    Args:
        problems: What pydantic found.
        id: The message's, if it has one.
    """
    problem = problems[0]
    kinds = ("body", *_MESSAGE_KINDS)
    where = shown(".".join(str(part) for part in problem["loc"] if part not in kinds)) or "message"
    context = problem.get("ctx") or {}
    message = f"The field {where} is not right."
    expected = str(problem["msg"]).removeprefix("Input should be ").removeprefix("Value error, ")
    match problem["type"]:
        case "name":
            message, expected = context["message"], context["expected"]
        case "union_tag_invalid":
            message = f"There is no message of type {shown(context.get('tag', ''))!r}."
            where, expected = "type", f"one of {context.get('expected_tags', '')}"
        case "union_tag_not_found":
            message = "The message has no type."
            where, expected = "type", "one of " + ", ".join(_MESSAGE_KINDS)
        case "missing":
            message, expected = f"The field {where} is missing.", "a value"
        case "extra_forbidden":
            message, expected = f"There is no field {where}.", "no such field"
    return BadMessage(message, where=where, expected=expected, id=id)


_MESSAGE_KINDS = tuple(
    get_args(message.model_fields["type"].annotation)[0]
    for message in get_args(get_args(ClientMessage)[0])
)
