"""Records: written, read, replayed, and every damage answered with its line."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toy_game import GAME
from wardround.core import Match, Record, RecordError, commitment, replay

Line = dict[str, Any]


def finished(seed: str = "toy", players: int = 3) -> Match:
    """A game played to the end by chance."""
    match = Match(GAME, players, seed, {"rounds": 1}, names=["Ada", "Bén", "Cleo"][:players])
    rng = Random(3)
    while not match.state.is_over:
        seat = rng.choice(match.state.asked())
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


def lines_of(match: Match, with_seed: bool = True) -> list[Line]:
    text = match.record(with_seed).to_text()
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


MATCH = finished()
LINES = lines_of(MATCH)
LAST = len(LINES)
ROLL = next(number for number, line in enumerate(LINES, 1) if line.get("do") == "roll")


def refused(text: str, name: str = "game.wrd") -> RecordError:
    """The error of reading and replaying the text."""
    with pytest.raises(RecordError) as caught:
        replay(Record.parse(text, name), GAME, name=name)
    return caught.value


# --- writing and reading ------------------------------------------------------------------------


def test_a_record_is_one_object_a_line() -> None:
    header, *steps, result = LINES
    assert header == {
        "wardround": 1,
        "game": "toy",
        "rules": "1",
        "players": 3,
        "options": {"rounds": 1, "demands": True, "winner": "high"},
        "names": ["Ada", "Bén", "Cleo"],
        "seed": "toy",
        "seed_hash": commitment("toy"),
        "setup": MATCH.setup_chance(),
    }
    assert all(step.keys() <= {"seat", "do", "chance"} for step in steps)
    assert [len(step["chance"]) for step in steps if step["do"] == "roll"] == [1] * sum(
        step["do"] == "roll" for step in steps
    )
    assert result == {"result": {"scores": MATCH.state.scores(), "ranking": MATCH.state.ranking()}}
    assert MATCH.record().to_text().isascii()


def test_who_has_only_so_much_time_ends_a_replay() -> None:
    seen: list[int] = []

    def before(played: int) -> None:
        seen.append(played)
        if played == 2:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        replay(MATCH.record(), GAME, before=before)
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("with_seed", [True, False])
def test_a_record_leads_to_the_same_game(with_seed: bool) -> None:
    text = MATCH.record(with_seed).to_text()
    record = Record.parse(text)
    assert record.to_text() == text
    replayed = replay(record, GAME)
    assert replayed.version == MATCH.version
    assert replayed.names == MATCH.names
    assert replayed.seed_hash == MATCH.seed_hash
    assert replayed.log(1) == MATCH.log(1)
    assert replayed.state.view(1) == MATCH.state.view(1)
    assert replayed.record(with_seed).to_text() == text
    assert (replayed.state.digest() == MATCH.state.digest()) == with_seed


def test_without_the_seed_only_its_hash_is_written() -> None:
    header = lines_of(MATCH, with_seed=False)[0]
    assert "seed" not in header
    assert header["seed_hash"] == commitment("toy")


@pytest.mark.parametrize("to", [0, 1, 3, len(LINES) - 2, 99])
def test_a_part_can_be_replayed(to: int) -> None:
    replayed = replay(Record.parse(text_of(LINES)), GAME, to=to)
    assert replayed.version == min(to, len(LINES) - 2)
    assert replayed.state.digest() == MATCH.at(replayed.version).state.digest()


def test_an_unfinished_game_has_no_result() -> None:
    match = Match(GAME, 2, "x")
    match.act(0, GAME.parse("bid:1"))
    record = match.record()
    assert record.result is None
    assert replay(Record.parse(record.to_text()), GAME).state.digest() == match.state.digest()


def test_a_file_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    MATCH.record().write(path)
    assert Record.read(path).to_text() == MATCH.record().to_text()
    assert replay(Record.read(str(path)), GAME).version == MATCH.version


def test_line_ends_of_other_systems_and_characters_of_other_scripts_are_read() -> None:
    changed = [{**LINES[0], "names": ["A\u2028da", "\u0085", "\x0b"]}, *LINES[1:]]
    text = "\r\n".join(json.dumps(line, ensure_ascii=False) for line in changed) + "\r\n"
    replayed = replay(Record.parse(text), GAME)
    assert replayed.names == ["A\u2028da", "\u0085", "\x0b"]
    assert replayed.version == MATCH.version


# --- damage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot be read"), (b"\xff\xfe\x00", "cannot be read"), (b"", "is empty")],
)
def test_unreadable_files(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "broken.wrd"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=message) as caught:
        Record.read(path)
    assert caught.value.where == str(path)
    assert caught.value.expected


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        Record.read(tmp_path)


HEADER_DAMAGE: list[tuple[Line, str, str]] = [
    ({"wardround": 2}, "The format version is 2.", "version 1"),
    ({"wardround": "1"}, "The value of 'wardround' is \"1\".", "the format version 1"),
    ({"wardround": True}, "The value of 'wardround' is true.", "the format version 1"),
    ({"game": "chess"}, "The record is of 'chess'.", "a game of 'toy'"),
    ({"game": 1}, "The value of 'game' is 1.", "a game's id"),
    ({"rules": "0"}, "The record was played with version 0 of the rules.", "version 1"),
    ({"rules": None}, "The value of 'rules' is null.", "a version of the rules"),
    ({"players": 5, "names": list("abcde")}, "Toy is not for 5 players.", "2 to 4 players"),
    ({"players": 2.0}, "The value of 'players' is 2.0.", "a number of seats"),
    ({"players": -1, "names": []}, "The names are [].", "-1 texts"),
    ({"names": ["Ada"]}, 'The names are ["Ada"].', "3 texts"),
    ({"names": [1, 2, 3]}, "The names are [1, 2, 3].", "3 texts"),
    ({"names": "abc"}, "The value of 'names' is \"abc\".", "a list of names"),
    ({"options": []}, "The value of 'options' is [].", "an object of options"),
    ({"options": {"speed": 1}}, "The game has no option 'speed'.", "one of demands"),
    ({"options": {"rounds": 9}}, "Rounds: '9' is not possible.", "a whole number from 1 to 3"),
    ({"options": {"rounds": [1]}}, "Rounds: '[1]' is not possible.", "a whole number from 1 to 3"),
    ({"seed": "other"}, "The seed does not have the hash", "a seed with SHA-256"),
    ({"seed": 5}, "The value of 'seed' is 5.", "the seed as text"),
    ({"seed": "\ud800"}, "The text holds half a character", "Unicode"),
    ({"seed_hash": "00"}, "The seed does not have the hash", "a seed with SHA-256 00"),
    ({"seed_hash": []}, "The value of 'seed_hash' is [].", "the SHA-256 of the seed"),
    ({"setup": [0]}, "The chance outcomes [0] are not those that were drawn.", "["),
    ({"setup": "0"}, "The value of 'setup' is \"0\".", "a list of whole numbers"),
    ({"setup": [True]}, "The value of 'setup' is [true].", "whole numbers"),
    ({"date": "today"}, "The key 'date' is unknown.", "only wardround, game"),
]


@pytest.mark.parametrize(
    ("damage", "message", "expected"),
    HEADER_DAMAGE,
    ids=[",".join(damage) for damage, *_ in HEADER_DAMAGE],
)
def test_a_damaged_header(damage: Line, message: str, expected: str) -> None:
    error = refused(text_of([{**LINES[0], **damage}, *LINES[1:]]))
    assert error.where == "game.wrd, line 1"
    assert error.message.startswith(message)
    assert error.expected.startswith(expected)


@pytest.mark.parametrize(
    "key", ["wardround", "game", "rules", "players", "options", "names", "seed_hash"]
)
def test_a_header_without_a_key(key: str) -> None:
    header = {name: value for name, value in LINES[0].items() if name != key}
    error = refused(text_of([header, *LINES[1:]]))
    assert error.where == "game.wrd, line 1"
    assert error.message == f"The key {key!r} is missing."


STEP_DAMAGE: list[tuple[Line, str, str]] = [
    ({"do": "fly"}, "Toy has no action written 'fly'.", "a notation such as"),
    ({"do": 3}, "The value of 'do' is 3.", "an action's notation"),
    ({"do": "bid:0"}, "That is not one of the answers", ""),
    ({"do": "roll", "seat": 9}, "There is no seat 9.", "a seat from 0 to 2"),
    ({"do": "roll", "seat": -1}, "There is no seat -1.", "a seat from 0 to 2"),
    ({"seat": True}, "The value of 'seat' is true.", "a seat from 0 to 2"),
    ({"seat": "0"}, "The value of 'seat' is \"0\".", "a seat from 0 to 2"),
    ({"seat": None}, "The value of 'seat' is null.", "a seat from 0 to 2"),
    ({"chance": 5}, "The value of 'chance' is 5.", "a list of whole numbers"),
    ({"chance": [1.5]}, "The value of 'chance' is [1.5].", "whole numbers"),
    ({"why": "because"}, "The key 'why' is unknown.", "only seat, do, chance"),
]


@pytest.mark.parametrize("with_seed", [True, False], ids=["seed", "outcomes"])
@pytest.mark.parametrize(
    ("damage", "message", "expected"),
    STEP_DAMAGE,
    ids=[",".join(damage) for damage, *_ in STEP_DAMAGE],
)
def test_a_damaged_step(damage: Line, message: str, expected: str, with_seed: bool) -> None:
    lines = lines_of(MATCH, with_seed)
    lines[ROLL - 1] = {**lines[ROLL - 1], **damage}
    error = refused(text_of(lines))
    assert error.where == f"game.wrd, line {ROLL}"
    assert error.message.startswith(message)
    assert error.expected.startswith(expected)


def test_a_step_without_a_key() -> None:
    for key in ("seat", "do"):
        step = {name: value for name, value in LINES[3].items() if name != key}
        error = refused(text_of([*LINES[:3], step, *LINES[4:]]))
        assert (error.where, error.message) == (
            "game.wrd, line 4",
            f"The key {key!r} is missing.",
        )


def test_an_action_against_the_rules_names_the_rule() -> None:
    first = 1 + MATCH.players
    seat = LINES[first]["seat"]
    damaged = {"seat": seat, "do": f"demand:{seat}"}
    error = refused(text_of([*LINES[:first], damaged, *LINES[first + 1 :]]))
    assert error.where == f"game.wrd, line {first + 1}"
    assert error.clause == "TOY-2.3"
    assert "There is no card to demand there." in str(error)


@pytest.mark.parametrize(
    ("with_seed", "chance", "message"),
    [
        (True, [99], "The chance outcomes [99] are not those that were drawn."),
        (True, [], "The chance outcomes [] are not those that were drawn."),
        (False, [99], "Chance: the record's chance outcome 99 is not between 0 and 5."),
        (False, [-1], "Chance: the record's chance outcome -1 is not between 0 and 5."),
        (False, [], "Chance: the record holds fewer chance outcomes than the game draws."),
        (False, [1, 2], "The chance outcomes [1, 2] are not those that were drawn."),
    ],
)
def test_chance_must_agree(with_seed: bool, chance: list[int], message: str) -> None:
    lines = lines_of(MATCH, with_seed)
    lines[ROLL - 1]["chance"] = chance
    error = refused(text_of(lines))
    assert error.where == f"game.wrd, line {ROLL}"
    assert error.message == message


@pytest.mark.parametrize("setup", [[], [99] * 14, [0] * 13, [0] * 15])
def test_the_set_up_must_agree_without_the_seed(setup: list[int]) -> None:
    lines = lines_of(MATCH, with_seed=False)
    lines[0]["setup"] = setup
    assert refused(text_of(lines)).where == "game.wrd, line 1"


RAW_DAMAGE: dict[str, Callable[[list[str]], tuple[list[str], int]]] = {
    "not JSON": lambda lines: ([*lines[:4], '{"seat":0,', *lines[5:]], 5),
    "cut off": lambda lines: ([*lines[:-1], lines[-1][: len(lines[-1]) // 2]], LAST),
    "an empty line": lambda lines: ([*lines[:2], "", *lines[2:]], 3),
    "a list": lambda lines: ([*lines[:2], "[1]", *lines[2:]], 3),
    "a number": lambda lines: ([*lines[:2], "7", *lines[2:]], 3),
    "a huge number": lambda lines: ([*lines[:2], "7" * 9000, *lines[2:]], 3),
    "too deep": lambda lines: ([*lines[:2], "[" * 100_000, *lines[2:]], 3),
    "deep in an object": lambda lines: ([lines[0], '{"do":' * 50_000, *lines[2:]], 2),
    "deep in a value": lambda lines: (
        [*lines[:2], '{"do":' + "[" * 900 + "]" * 900 + "}", *lines[2:]],
        3,
    ),
    "a byte order mark": lambda lines: (["\ufeff" + lines[0], *lines[1:]], 1),
    "no header": lambda lines: (lines[1:], 1),
    "the header twice": lambda lines: ([lines[0], *lines], 2),
    "a line after the result": lambda lines: ([*lines, lines[-2]], LAST + 1),
    "the result twice": lambda lines: ([*lines, lines[-1]], LAST + 1),
    "an action missing": lambda lines: ([*lines[:1], *lines[2:]], 4),
    "the last action missing": lambda lines: ([*lines[:-2], lines[-1]], LAST - 1),
    "an action twice": lambda lines: ([*lines[:2], *lines[1:]], 3),
    "more in the result line": lambda lines: ([*lines[:-1], lines[-1][:-1] + ',"x":1}'], LAST),
    "a result that is none": lambda lines: ([*lines[:-1], '{"result":[1]}'], LAST),
    "another result": lambda lines: ([*lines[:-1], '{"result":{"scores":[0,0,0]}}'], LAST),
}


@pytest.mark.parametrize("kind", RAW_DAMAGE)
def test_damaged_lines(kind: str) -> None:
    lines, where = RAW_DAMAGE[kind](text_of(LINES).splitlines())
    error = refused("\n".join(lines) + "\n")
    assert error.where == f"game.wrd, line {where}"
    assert error.message
    assert error.expected
    assert error.code == "record"


def test_a_value_nested_to_any_depth_is_answered() -> None:
    """Up to the depth that can just be read, but no longer be written into the message."""
    header = text_of(LINES[:1])
    for depth in range(850, 1010):
        error = refused(header + '{"seat":0,"do":' + "[" * depth + "]" * depth + "}\n")
        assert error.where == "game.wrd, line 2"
        assert len(error.message) < 300


# --- whatever comes, only RecordError -----------------------------------------------------------


def survive(text: str) -> None:
    """Reading and replaying either works or raises RecordError that names a place."""
    found: RecordError | None = None
    try:
        replay(Record.parse(text, "fuzz"), GAME, name="fuzz")
    except RecordError as error:
        found = error
    assert found is None or (found.message and found.where.startswith("fuzz"))


scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["roll", "draw", "bid:0", "stop", "\ud800", "toy"])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=6
)


@pytest.mark.slow
@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    survive(text)


@given(st.lists(values, max_size=5))
def test_any_json_is_answered(lines: list[Any]) -> None:
    survive("\n".join(json.dumps(line) for line in lines))


@given(
    with_seed=st.booleans(),
    line=st.integers(0, LAST - 1),
    key=st.sampled_from([*LINES[0], "seat", "do", "chance", "result", "x"]),
    value=values,
    remove=st.booleans(),
)
def test_any_change_of_a_value_is_answered(
    with_seed: bool, line: int, key: str, value: object, remove: bool
) -> None:
    lines = lines_of(MATCH, with_seed)
    if remove:
        lines[line].pop(key, None)
    else:
        lines[line][key] = value
    survive(text_of(lines))


@given(
    with_seed=st.booleans(),
    cuts=st.lists(st.tuples(st.integers(0, LAST - 1), st.integers(0, LAST - 1)), max_size=3),
    start=st.integers(0, 400),
    junk=st.text(max_size=3),
)
def test_any_change_of_the_text_is_answered(
    with_seed: bool, cuts: list[tuple[int, int]], start: int, junk: str
) -> None:
    lines = text_of(lines_of(MATCH, with_seed)).splitlines()
    for one, other in cuts:
        lines[one], lines[other] = lines[other], lines[one]
    text = "\n".join(lines)
    survive(text[:start] + junk + text[start + len(junk) :])
