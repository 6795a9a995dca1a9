"""Texts of others: whatever they hold, they are read at once or refused with a sentence."""

import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardround.core import (
    MaterialError,
    Record,
    RecordError,
    WardroundError,
    decoded,
    read_entries,
    read_file,
    read_json,
    read_toml,
    shown,
)
from wardround.core.reading import LONGEST_SHOWN, MOST_DIGITS, MOST_NESTED, MOST_PARTS
from wardround.games.dynamite_nurse.pack import DEFAULT_TEXT, Pack

LARGEST = 10 ** (MOST_DIGITS - 1)

SOON = 2.0
"""Seconds within which any text of the size of an option is read or refused."""

HOSTILE_JSON = {
    "deep lists": "[" * 100_000,
    "deep objects": '{"a":' * 100_000,
    "deep and closed": "[" * 5_000 + "]" * 5_000,
    "just too deep": "[" * (MOST_NESTED + 1) + "]" * (MOST_NESTED + 1),
    "a long number": "9" * 5_000,
    "a long negative number": "-" + "9" * 5_000,
    "an endless number": "1e999",
    "no number": "NaN",
    "infinity": '{"a": -Infinity}',
    "half a character": '"\\ud800"',
    "half a character as a key": '{"\\udfff": 1}',
    "half a character deep inside": '[[{"a": ["x\\ud8ff"]}]]',
    "half a character unescaped": '"\ud800"',
    "a key twice": '{"a": 1, "a": 2}',
    "a null character": '"\x00"',
    "an open text": '"' + "\\" * 99_999,
    "nothing": "",
    "two values": "1 2",
    "a comma": "[1,]",
}

HOSTILE_TOML = {
    "brackets": "a = " + "[" * 20_000,
    "braces": "a = " + "{a=" * 15_000,
    "brackets after a quotation": 'a = "[" \nb = ' + "[" * 1_000,
    "a long number": "a = " + "9" * 5_000,
    "a long hexadecimal number": "a = 0x" + "F" * 40_000,
    "dotted keys": ".".join("a" * 25_000) + " = 1",
    "dotted keys with blanks": " . ".join("a" * 12_000) + " = 1",
    "dotted keys in quotes": ".".join(['"a"'] * 12_000) + " = 1",
    "a dotted header": "[" + ".".join("a" * 25_000) + "]",
    "dotted keys inside": "a = {" + ".".join("a" * 20_000) + " = 1}",
    "a long key": "a" * 50_000 + " = 1",
    "half a character": 'a = "\ud800"',
    "half a character escaped": 'a = "\\ud800"',
    "a null character": 'a = "\x00"',
    "an open text": 'a = "' + '\\"' * 25_000,
    "an open text of lines": 'a = """\n' + '\\"""\n' * 10_000,
    "open texts": "a = '''" + "''\n" * 15_000,
    "a key twice": "a = 1\na = 2",
    "no date": "a = 2026-99-99",
}


def said_in_full(error: WardroundError) -> None:
    """An error has all that a person needs, and can be sent."""
    assert error.message.endswith(".")
    assert error.where
    assert error.expected
    assert len(str(error).encode()) < 2_000


@pytest.mark.parametrize("text", HOSTILE_JSON.values(), ids=HOSTILE_JSON.keys())
def test_hostile_json_is_refused_at_once(text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(RecordError) as caught:
        read_json(text, "line 1", RecordError, "one JSON object")
    assert time.perf_counter() - begun < SOON
    said_in_full(caught.value)


@pytest.mark.parametrize("text", HOSTILE_TOML.values(), ids=HOSTILE_TOML.keys())
@pytest.mark.parametrize("reader", [read_entries, Pack], ids=["entries", "pack"])
def test_hostile_toml_is_refused_at_once(reader: Any, text: str) -> None:
    begun = time.perf_counter()
    with pytest.raises(MaterialError) as caught:
        reader(text, "material.toml")
    assert time.perf_counter() - begun < SOON
    said_in_full(caught.value)


def test_what_is_wrong_stands_with_its_line() -> None:
    deep = 'a = 1 # [\nb = """[\n["""\nc = ' + "[" * (MOST_NESTED + 1)
    with pytest.raises(MaterialError) as caught:
        read_toml(deep, "cards.toml", MaterialError, "cards")
    assert caught.value.where == "cards.toml, line 4"
    long = "a = 1\n" + ".".join("b" * (MOST_PARTS + 1)) + " = 2"
    with pytest.raises(MaterialError) as caught:
        read_toml(long, "cards.toml", MaterialError, "cards")
    assert caught.value.where == "cards.toml, line 2"


def test_what_is_no_more_than_allowed_is_read() -> None:
    lists = "[" * MOST_NESTED + "]" * MOST_NESTED
    assert read_json(lists, "", RecordError, "")
    assert read_toml(f"a = {lists}", "", MaterialError, "")
    key = ".".join("a" * MOST_PARTS)
    assert read_toml(f"{key} = 1\n[b.{key[2:]}]", "", MaterialError, "")
    assert read_toml(f"a = {LARGEST}", "", MaterialError, "") == {"a": LARGEST}
    assert read_json(f"[-{LARGEST // 10}, 1.5]", "", RecordError, "") == [-(LARGEST // 10), 1.5]


def test_brackets_and_dots_in_texts_do_not_count() -> None:
    many = "[{" * 100 + ".a" * 100
    data = {"a": many}
    assert read_json(f'{{"a": "\\"{many}"}}', "", RecordError, "") == {"a": '"' + many}
    quoted = [f'"{many}"', f"'{many}'", f'"""\n{many}"""', f"'''{many}'''"]
    for text in quoted:
        assert read_toml(f"a = {text} # {many}", "", MaterialError, "") == data
    assert read_toml(f'a = """{many}"""""', "", MaterialError, "") == {"a": many + '""'}
    assert read_toml("a = [" + "1.5, " * 100 + "]", "", MaterialError, "") == {"a": [1.5] * 100}


def test_whole_characters_in_two_escapes_are_read() -> None:
    assert read_json('"\\ud83d\\ude00"', "", RecordError, "") == "\U0001f600"


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.text("[]{}\",:.0123456789eE+-\\untrfals =#'\n\ud800") | st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    for reader, kind in ((read_json, RecordError), (read_toml, MaterialError)):
        try:
            reader(text, "here", kind, "data")
        except kind as error:
            said_in_full(error)
    try:
        Record.parse(text)
    except RecordError as error:
        said_in_full(error)


@given(st.integers(0, len(DEFAULT_TEXT)), st.integers(0, 30), st.text("[]{}\"'=.#\n0", max_size=9))
def test_a_card_pack_cut_and_mended_anywhere_is_read_or_refused(
    at: int, cut: int, put: str
) -> None:
    try:
        Pack(DEFAULT_TEXT[:at] + put + DEFAULT_TEXT[at + cut :], "pack.toml")
    except MaterialError as error:
        said_in_full(error)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_are_read_as_any_editor_saves_them(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "pack.toml"
    path.write_bytes("a = 'Zoë'\nb = 2\n".replace("\n", end).encode(encoding))
    text = read_file(path, 1_000, MaterialError, "a card pack")
    assert text == "a = 'Zoë'\nb = 2\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff", "it is not in UTF-8"),
        (b"a\nb\xc3\x28", "it is not in UTF-8"),
        (b"\xed\xa0\x80", "it is not in UTF-8"),
        (b"\xff\xfea", "it is not in UTF-8"),
        (b"x" * 101, "too long"),
    ],
)
def test_files_that_are_no_text_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "pack.toml"
    path.write_bytes(content)
    with pytest.raises(MaterialError, match=message) as caught:
        read_file(path, 100, MaterialError, "a card pack")
    said_in_full(caught.value)
    assert str(path) in caught.value.where


@pytest.mark.parametrize("path", ["nowhere/pack.toml", ".", "a\x00b", "x" * 5_000])
def test_files_that_are_not_there_are_refused(path: str) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        read_file(path, 100, RecordError, "a record")


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(RecordError, match="too long"):
        read_file("/dev/zero", 10_000, RecordError, "a record")


def test_the_line_of_wrong_bytes_is_named() -> None:
    with pytest.raises(RecordError) as caught:
        decoded(b"one\ntwo\n\xff", "game.wrd", RecordError, "a record")
    assert caught.value.where == "game.wrd, line 3"
    with pytest.raises(RecordError) as caught:
        decoded(b"one\n\xff\nthree\n", "game.wrd", RecordError, "a record")
    assert caught.value.where == "game.wrd, line 2"
    assert "0xff" in caught.value.message


def test_long_values_are_shown_short() -> None:
    assert shown("a" * 500) == "a" * LONGEST_SHOWN + " ..."
    assert shown([1, "b"]) == "[1, 'b']"
    assert shown(10**5_000) == "something endless"
