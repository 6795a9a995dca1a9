"""What is sent to people, in the shapes of the protocol."""

from typing import Any

from pydantic_core import to_json

from wardround.core import Objection, State, Undo

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


def position_json(state: State, viewer: int) -> Json:
    """A position as the viewer sees it.

    Scores are told at the end; before, what is public of them is in the game's view.
    """
    over = state.is_over
    return {
        "view": state.view(viewer),
        "asked": state.asked(),
        "status": state.status(),
        "over": over,
        "scores": state.scores() if over else [],
        "ranking": state.ranking() if over else None,
    }


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
