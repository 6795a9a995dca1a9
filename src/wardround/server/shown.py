"""What is sent to people, in the shapes of the protocol."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic_core import from_json, to_json

from wardround.core import Objection, State, Undo, changed_parts

PROTOCOL = 1

Json = dict[str, Any]

NO_UNDO = Undo(allowed=False, reason="", what="")

WAITING: Json = {
    "view": None,
    "asked": [],
    "status": "Waiting for players.",
    "over": False,
    "scores": [],
    "ranking": None,
    "prompt": "",
    "choices": [],
    "undo": NO_UNDO.to_json(),
    "lesson": None,
}
"""What a state message says instead of a position while seats are open."""


ENDED_EARLY = "The game was ended early."


def position_json(state: State, viewer: int, *, ended: bool = False) -> Json:
    """A position as the viewer sees it.

    Scores are told at the end; before, what is public of them is in the game's view.

    Args:
        state: The position.
        viewer: The seat that is looked at, or SPECTATOR.
        ended: Whether people ended the game here by agreement: nobody is asked, nobody has won.
    """
    over = state.is_over or ended
    return {
        "view": state.view(viewer),
        "asked": [] if ended else state.asked(),
        "status": ENDED_EARLY if ended else state.status(),
        "over": over,
        "scores": state.scores() if over else [],
        "ranking": state.ranking() if state.is_over else None,
    }


@dataclass
class _Message:
    """A state message, without what differs among those who look, and its number."""

    serial: int
    text: str

    @cached_property
    def data(self) -> Json:
        """What its readers have: read once, to be compared with the message before and after."""
        data: Json = from_json(self.text)
        return data


class Audience:
    """What those who look at one seat are shown: the newest state message, and the one before.

    Args:
        serial: A number of its own for this message.
        text: The message, without what differs among those who look.
        earlier: What was shown before, if anything.
    """

    def __init__(self, serial: int, text: str, earlier: "Audience | None") -> None:
        self._message = _Message(serial, text)
        self._earlier = None if earlier is None else earlier._message
        self._changes: str | None = None

    @property
    def serial(self) -> int:
        """The number of the newest message."""
        return self._message.serial

    @property
    def text(self) -> str:
        """The newest message."""
        return self._message.text

    def text_for(self, basis: int | None) -> str:
        """The message for who has the one numbered ``basis``, or none: changes, where they do."""
        if self._earlier is None or basis != self._earlier.serial:
            return self.text
        if self._changes is None:
            before, after = self._earlier.data, self._message.data
            changes = {"type": "change", "version": after["version"]}
            parts = [[path, value] for path, _, value in changed_parts(before, after)]
            text = json_text({**changes, "set": parts})
            self._changes = min(text, self.text, key=len)
        return self._changes


def reason_json(sentence: str, objection: Objection | None) -> Json:
    """An action and what speaks against it; clause and text are empty if nothing does."""
    return {
        "sentence": sentence,
        "clause": "" if objection is None else objection.clause,
        "text": "" if objection is None else objection.text,
    }


def json_text(data: object) -> str:
    """Compact JSON."""
    return to_json(data).decode()
