"""Positions as compact text, and answers in text as actions: for language models, and for people.

    prompt = question(state, seat)
    action = read_answer(answer_of_the_model(prompt), state, seat)

The text holds what the seat sees (``State.view``, its question and its choices) and nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

from wardround.core import Choice, State, WardroundError
from wardround.core.words import counted

View = dict[str, Any]

UNTOLD: Final = frozenset(
    ("spot", "provenance", "reconstructed", "material", "pack", "words", "game", "viewer")
)
"""Keys of a view that say where data come from, or what is said already, but nothing of a position
that matters to a choice."""
LONGEST_SHOWN: Final = 80
"""Characters of a wrong answer that are shown."""


class AnswerError(WardroundError):
    """A text that names none of the legal choices."""

    code: ClassVar[str] = "answer"


def describe(view: View) -> str:
    """A view as compact text: a piece of the table is its label, what is empty is left out.

    Args:
        view: What a viewer sees (``State.view``).
    """
    return "\n".join(_lines(view, 0))


def question(
    state: State, seat: int, news: Iterable[str] = (), rules: bool = False, refused: str = ""
) -> str:
    """The whole text that is put to a seat: the table, what it is asked, its choices.

    Args:
        state: The position.
        seat: The seat that is asked.
        news: What happened since its last choice, in sentences that it may read.
        rules: Whether the rules of the game come first.
        refused: Why its last answer was not accepted.

    Raises:
        SeatError, NotAsked: The seat has nothing to decide.
    """
    number = state.seat(seat)
    state.decision(number)
    game = state.game
    parts: list[str] = []
    if rules:
        parts.append(f"RULES OF {game.title.upper()}\n{_rules(state)}")
    parts.append(
        f"{game.title}, {counted(state.players, 'player')}. You are {state.names[number]}; where "
        f"the table below counts seats, from 0 on, you are {number}."
    )
    parts.append(f"TABLE\n{describe(state.view(number))}")
    told = [line for line in news if line]
    if told:
        parts.append("SINCE YOUR LAST CHOICE\n" + "\n".join(told))
    parts.append(f"QUESTION\n{state.prompt(number)}")
    parts.append("CHOICES\n" + "\n".join(_choices(state.choices(number))))
    if refused:
        parts.append(f"YOUR LAST ANSWER WAS NOT ACCEPTED\n{refused}")
    parts.append(
        "Choose one. The last line of your answer must be nothing but its number, or its notation "
        "in brackets."
    )
    return "\n\n".join(parts) + "\n"


def read_answer(text: str, state: State, seat: int) -> int:
    """The action that an answer names.

    Args:
        text: The answer. Its last line that is not blank decides: the number of a choice, from 1
            on, or a notation, bare or in square brackets.
        state: The position that was asked about.
        seat: The seat that was asked.

    Raises:
        SeatError, NotAsked: The seat has nothing to decide.
        AnswerError: No choice is named.
        IllegalAction: What it names is an action of the game, but not legal; ``clause`` names the
            rule.
    """
    state.decision(seat)
    legal = state.legal_actions(seat)
    expected = f"a number from 1 to {len(legal)}, or the notation of a choice"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise AnswerError("The answer is empty.", where="last line", expected=expected)
    word = lines[-1]
    if word.isascii() and word.isdecimal():
        number = int(word) if len(word) <= len(str(len(legal))) else 0
        if not 1 <= number <= len(legal):
            raise AnswerError(
                f"There is no choice {word[:LONGEST_SHOWN]}.", where="last line", expected=expected
            )
        return legal[number - 1]
    notation = word[1:-1] if word.startswith("[") and word.endswith("]") else word
    if notation not in state.game.notations:
        shown = word if len(word) <= LONGEST_SHOWN else f"{word[:LONGEST_SHOWN]}..."
        raise AnswerError(f"{shown!r} is no choice.", where="last line", expected=expected)
    action = state.game.parse(notation)
    if action not in legal:
        raise state.refusal(seat, action)
    return action


def _rules(state: State) -> str:
    rules = state.game.rules()
    return "\n".join(f"{clause.id} {clause.text}" for clause in rules.clauses())


def _choices(choices: Sequence[Choice]) -> Iterator[str]:
    for number, choice in enumerate(choices, 1):
        warning = f" {choice.warning}" if choice.warning else ""
        yield f"{number}. [{choice.notation}] {choice.sentence}{warning}"


# --- a view as text -------------------------------------------------------------------------


def _lines(data: View, depth: int) -> Iterator[str]:
    """A dict: what fits into a word first, on one line, then everything else."""
    pad = " " * depth
    told = {key: value for key, value in data.items() if key not in UNTOLD and not _empty(value)}
    words = [f"{key}: {_words(value)}" for key, value in told.items() if _is_words(value)]
    if words:
        yield pad + "; ".join(words)
    for key, value in told.items():
        if not _is_words(value):
            yield from _part(key, value, depth)


def _part(key: str, value: Any, depth: int) -> Iterator[str]:
    pad = " " * depth
    if isinstance(value, dict):
        yield from _block(key, value, depth)
    elif all(_is_small_piece(one) for one in value):
        yield f"{pad}{key}: {_grouped(value)}"
    elif all(_is_row(one) and one.keys() == value[0].keys() for one in value):
        names = [name for name in value[0] if name not in UNTOLD]
        rows = ", ".join("/".join(_words(one[name]) for name in names) for one in value)
        yield f"{pad}{key} ({'/'.join(names)}): {rows}"
    else:
        for number, one in enumerate(value):
            yield from _block(f"{key} {number}", one, depth)


def _block(key: str, value: Any, depth: int) -> Iterator[str]:
    """One part of a position, on a line of its own or on several."""
    pad = " " * depth
    if not isinstance(value, dict):
        yield f"{pad}{key}: {_nested(value)}"
    elif _is_small_piece(value):
        yield f"{pad}{key}: {_piece(value)}"
    elif _is_row(value):
        row = {name: one for name, one in value.items() if name not in UNTOLD}
        yield f"{pad}{key}: " + ", ".join(f"{name} {_words(one)}" for name, one in row.items())
    else:
        yield f"{pad}{key}: {value['label']}" if _is_piece(value) else f"{pad}{key}:"
        yield from _lines({name: one for name, one in value.items() if name != "label"}, depth + 1)


def _piece(piece: View) -> str:
    """A small piece: its label, and the numbers that a label seldom says."""
    inside = [
        f"{key}: {_words(value)}"
        for key, value in piece.items()
        if isinstance(value, list) and value and all(_is_number(one) for one in value)
    ]
    label = str(piece["label"])
    return f"{label} ({'; '.join(inside)})" if inside else label


def _grouped(pieces: list[View]) -> str:
    """Pieces side by side; those of which the same is said ("a1: empty") are named together."""
    said: dict[str, list[str]] = {}
    for piece in pieces:
        text = _piece(piece)
        name, colon, rest = text.partition(": ")
        if colon and text == piece["label"]:
            said.setdefault(f": {rest}", []).append(name)
        else:
            said.setdefault(text, []).append("")
    return "; ".join(
        ", ".join(names) + text if names[0] else "; ".join([text] * len(names))
        for text, names in said.items()
    )


def _is_piece(value: Any) -> bool:
    return isinstance(value, dict) and "label" in value


def _is_small_piece(value: Any) -> bool:
    """Whether it is a piece on which no other pieces lie."""
    return _is_piece(value) and not any(
        _is_piece(one) or (isinstance(one, list) and any(_is_piece(inner) for inner in one))
        for one in value.values()
    )


def _is_row(value: Any) -> bool:
    """Whether it is a dict of words alone."""
    return (
        isinstance(value, dict)
        and not _is_piece(value)
        and all(_is_words(one) for key, one in value.items() if key not in UNTOLD)
    )


def _is_words(value: Any) -> bool:
    """Whether it is a word, a number, or a list of them."""
    if isinstance(value, list):
        return all(not isinstance(one, (dict, list)) for one in value)
    return not isinstance(value, dict) or not value


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _empty(value: Any) -> bool:
    return value is None or value in ("", [], {})


def _words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_words(one) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None or value == {} else str(value)


def _nested(value: Any) -> str:
    if isinstance(value, list):
        return f"({', '.join(_nested(one) for one in value)})"
    return _words(value)
