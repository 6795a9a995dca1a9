"""What the engine answers to bad input, word for word, is an approved text.

``python -m tests.core.test_errors`` writes it anew after a change that is meant.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.core.test_record import (
    HEADER_DAMAGE,
    LAST,
    LINES,
    RAW_DAMAGE,
    ROLL,
    STEP_DAMAGE,
    text_of,
)
from tests.core.test_rules import TEXT
from tests.toy_game import GAME, OPTIONS
from wardround.core import Match, Record, Rules, WardroundError, clean_name, replay, seed_text
from wardround.core.material import Row, read_entries
from wardround.core.options import check_options

TRANSCRIPT = Path(__file__).parent / "errors.txt"
ROW = {
    "text": "",
    "number": 9,
    "true": True,
    "list": [1, "a"],
    "pair": [5, 2],
    "short": [1],
    "high": [1, 10],
    "word": "perhaps",
}
Case = tuple[str, Callable[[], Any]]


def of_rows() -> Iterator[Case]:
    """Entries of material files."""
    row = Row(ROW, "cards.toml, card 3")
    for key in (*ROW, "missing"):
        yield f"row.text({key})", partial(row.text, key)
        yield f"row.number({key})", partial(row.number, key, 1, 8)
        yield f"row.numbers({key})", partial(row.numbers, key)
        yield f"row.texts({key})", partial(row.texts, key)
        yield f"row.one_of({key})", partial(row.one_of, key, ["yes", "no"])
        yield f"row.index({key})", partial(row.index, key, ["yes", "no"], 7)
        yield f"row.pair({key})", partial(row.pair, key, 1, 8)
        yield f"row.part({key})", partial(row.part, key)
    yield "row.number(missing, with a default)", partial(row.number, "missing", 1, 8, 4)
    for text in (
        "card = 3",
        '[[card]]\nid = "a"\n[[card]]\nid = "a"',
        "card = [1]",
        "card = [",
        "",
    ):
        yield f"read_entries({text!r})", partial(read_entries, text, "cards.toml")


def of_records() -> Iterator[Case]:
    """Damaged records."""

    def played(text: str) -> Match:
        return replay(Record.parse(text, "game.wrd"), GAME, name="game.wrd")

    for damage, _, _ in HEADER_DAMAGE:
        yield f"header {damage}", partial(played, text_of([{**LINES[0], **damage}, *LINES[1:]]))
    for damage, _, _ in STEP_DAMAGE:
        lines = [*LINES[: ROLL - 1], {**LINES[ROLL - 1], **damage}, *LINES[ROLL:]]
        yield f"step {damage}", partial(played, text_of(lines))
    for kind, damaged in RAW_DAMAGE.items():
        yield f"lines: {kind}", partial(played, "\n".join(damaged(text_of(LINES).splitlines())[0]))
    for key, value in (("checksums", 3), ("checksums", {"pack": 3})):
        yield f"header {key} {value}", partial(played, text_of([{**LINES[0], key: value}]))
    yield "a result too early", partial(played, text_of([*LINES[: LAST - 2], LINES[-1]]))


def of_values() -> Iterator[Case]:
    """Options, seeds, names, notations, seats, moves."""
    for option in OPTIONS:
        for value in (None, "perhaps", 99, 2.5, [1]):
            yield (
                f"option {option.name} {value!r}",
                partial(check_options, OPTIONS, {option.name: value}),
            )
    yield "an unknown option", partial(check_options, OPTIONS, {"speed": 1})
    seeds: list[Any] = [None, 1.5, "\ud800", [], b"\x01", "é", 7]
    for seed in seeds:
        yield f"seed {seed!r}", partial(seed_text, seed)
    for name in (
        "",
        "\u2800",
        "x" * 99,
        "\ue000",
        "a\u20dd\u20dd\u20dd\u20dd\u20dd\u20dd",
        "\u0378",
    ):
        yield f"name {name!r}", partial(clean_name, name)
    for text in ("fly", "", "bid:99"):
        yield f"parse {text!r}", partial(GAME.parse, text)
    match = Match(GAME, 3, "errors")
    yield "a stale action", partial(match.act, 0, 0, 9)
    yield "an action of nobody", partial(match.act, 9, 0)
    yield "an unknown action", partial(match.act, 0, 10**6)
    over = Match(GAME, 3, "errors", {"rounds": 1})
    while not over.state.is_over:
        seat = over.state.first_asked()
        over.act(seat, over.state.legal_actions(seat)[0])
    yield "nobody is asked", over.state.first_asked
    for action in ("demand:0", "draw", "bid:1"):
        yield f"why_not {action}", partial(match.state.why_not, 0, GAME.parse(action))


def of_rules() -> Iterator[Case]:
    """The text of rules as data."""
    yield "rules", lambda: json.dumps(Rules("toy", TEXT).to_json())
    yield "game", lambda: json.dumps(GAME.to_json(), default=str)


def answer(call: Callable[[], Any]) -> str:
    """What came back, or the four parts of the error."""
    try:
        found = call()
    except WardroundError as error:
        return ascii(str(error))
    return "-> " + ascii(found if isinstance(found, (str, int, list, dict)) else type(found))


def lines() -> Iterator[str]:
    """The transcript."""
    for cases in (of_rows, of_records, of_values, of_rules):
        for name, call in cases():
            yield f"{name!a} {answer(call)}"


def test_the_answers_are_the_approved_ones() -> None:
    assert list(lines()) == TRANSCRIPT.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    TRANSCRIPT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
