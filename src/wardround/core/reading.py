"""Texts of others, read under limits: files, JSON and TOML that cannot bring the reader down.

What comes from a file, a request or an option may hold anything: a million brackets, a number of
a million digits, halves of characters. Here it becomes plain data that the rest of the program
can keep, print and send, or an error that says what is wrong.
"""

import json
import math
import os
import re
import select
import stat
import tomllib
from pathlib import Path
from typing import Any, Final

from wardround.core.errors import WardroundError

MOST_NESTED: Final = 32
"""Lists and tables that may stand inside each other."""

MOST_PARTS: Final = 8
"""Parts of a dotted TOML key."""

LONGEST_KEY: Final = 200
"""Characters of a key in TOML."""

MOST_DIGITS: Final = 300
"""Digits of a whole number: what is longer, Python itself may refuse to print."""

LONGEST_SHOWN: Final = 200
"""Characters of a wrong value that an error shows."""

PATIENCE: Final = 2.0
"""Seconds that a pipe may stay without anybody who writes into it."""

_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")
_JSON_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[\]{}]")
_TOML_TEXT: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}(?!")|\Z)'
    r"|'''.*?(?:'{3,5}(?!')|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Texts and comments. One that is never closed reaches as far as it could: the parser refuses it,
and to look for its end once is enough."""
_LONG_KEY: Final = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def shown(value: object) -> str:
    """A wrong value, short enough for a message."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):
        text = "something endless"
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + " ..."


def read_file(path: str | Path, longest: int, kind: type[WardroundError], expected: str) -> str:
    """The text of a file, as any editor may have saved it: see :func:`decoded`.

    Args:
        path: The file.
        longest: Bytes that are read at most.
        kind: The error to raise.
        expected: What the file should have been.

    Raises:
        WardroundError: It cannot be read, is too long, or is no text; of the kind given.
    """
    try:
        data = _bytes(path, longest + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = getattr(error, "strerror", None) or str(error)
        raise kind(
            f"The file cannot be read: {reason}.", where=str(path), expected=expected
        ) from error
    if not data:
        raise kind("The file is empty.", where=str(path), expected=expected)
    if len(data) > longest:
        raise kind(
            "The file is too long.",
            where=str(path),
            expected=f"{expected}, of at most {longest} bytes",
        )
    return decoded(data, str(path), kind, expected)


def _bytes(path: str | Path, most: int) -> bytes:
    """The first bytes of a file; a pipe into which nobody writes does not hold the program up."""
    with open(path, "rb", opener=_without_waiting) as file:
        mode = os.fstat(file.fileno()).st_mode
        if stat.S_ISFIFO(mode):
            select.select([file], [], [], PATIENCE)
        if not stat.S_ISREG(mode):
            os.set_blocking(file.fileno(), True)
        return file.read(most)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def decoded(data: bytes, where: str, kind: type[WardroundError], expected: str) -> str:
    """The text of bytes in UTF-8, UTF-16 or UTF-32, marked or not; with Unix ends of line.

    The texts that are read here begin with a character of ASCII, so these tell themselves apart.

    Args:
        data: The bytes.
        where: How errors call them.
        kind: The error to raise.
        expected: What they should have been.

    Raises:
        WardroundError: They are no text; of the kind given.
    """
    try:
        text = data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise kind(
            f"The text cannot be read: it is not in UTF-8 (byte 0x{data[error.start]:02x}).",
            where=_at_line(where, line),
            expected=f"{expected}, saved as UTF-8 and not as Latin-1, ANSI or the like",
        ) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _at_line(where: str, line: int) -> str:
    """The place in a text; what has one line only needs no number."""
    return f"{where}, line {line}" if line > 1 else where


def read_json(
    text: str, where: str, kind: type[WardroundError], expected: str, what: str = "line"
) -> Any:
    """The data of a JSON text.

    Args:
        text: The text.
        where: How errors call it.
        kind: The error to raise.
        expected: What it should have been.
        what: The word for it.

    Raises:
        WardroundError: It is not JSON, nests more than :data:`MOST_NESTED` levels, or holds a key
            twice, a number out of range or half a character; of the kind given.
    """
    _check_depth(text, _JSON_STRING, where, kind)
    try:
        data = json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_finite_number,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except _Unfit as unfit:  # a name of its own: compiled, a name has one type
        raise kind(f"{unfit}.", where=where, expected=unfit.expected) from unfit
    except (ValueError, RecursionError) as error:
        raise kind(
            f"The {what} is not JSON.", where=where, expected=f"{expected} ({error})"
        ) from error
    if "\\u" in text or _SURROGATE.search(text):
        _check_characters(data, where, kind)
    return data


def read_toml(text: str, where: str, kind: type[WardroundError], expected: str) -> dict[str, Any]:
    """The data of a TOML text.

    Args:
        text: The text.
        where: How errors call it.
        kind: The error to raise.
        expected: What it should have been.

    Raises:
        WardroundError: It is not TOML, nests more than :data:`MOST_NESTED` levels, or holds a key
            of too many parts, a number out of range or half a character; of the kind given.
    """
    if _SURROGATE.search(text):
        raise _half_a_character(where, kind)
    bare = _check_depth(text, _TOML_TEXT, where, kind)
    long = _LONG_KEY.search(bare)
    if long is not None:
        line = bare.count("\n", 0, long.start()) + 1
        raise kind(
            "A key has too many parts.",
            where=_at_line(where, line),
            expected=f"at most {MOST_PARTS} parts between dots",
        )
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise kind(f"The file is not TOML: {error}.", where=where, expected=expected) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits
        raise kind(
            "A whole number is too long.", where=where, expected=f"at most {MOST_DIGITS} digits"
        ) from error
    _check_values(data, where, kind)
    return data


class _Unfit(Exception):
    """A piece of JSON that nobody could go on with."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


def _whole_number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise _Unfit(f"The number {shown(text)} is too long", f"at most {MOST_DIGITS} digits")
    return int(text)


def _finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Unfit(f"The number {shown(text)} is too large", "a finite number")
    return number


def _no_number(text: str) -> float:
    raise _Unfit(f"{text} is no number of JSON", "a finite number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise _Unfit(f"The key {shown(double)!r} stands twice", "every key once")
    return found


def _check_depth(text: str, quoted: re.Pattern[str], where: str, kind: type[WardroundError]) -> str:
    """The text with quotations emptied, line by line as before, if its brackets nest not too deep.

    Parsers of JSON and TOML call themselves for every level: they must not meet a thousand.
    """
    bare = quoted.sub(_emptied, text)
    depth = 0
    for match in _BRACKET.finditer(bare):
        depth += 1 if match.group() in "[{" else -1
        if depth > MOST_NESTED:
            line = bare.count("\n", 0, match.start()) + 1
            raise kind(
                "Lists and tables stand too deep inside each other.",
                where=_at_line(where, line),
                expected=f"at most {MOST_NESTED} levels",
            )
    return bare


def _emptied(match: re.Match[str]) -> str:
    text = match.group()
    return "_" * (text[0] != "#") + "\n" * text.count("\n")


def _check_characters(data: Any, where: str, kind: type[WardroundError]) -> None:
    """Refuse halves of surrogate pairs, which JSON can write and nobody can send."""
    if isinstance(data, str):
        if _SURROGATE.search(data):
            raise _half_a_character(where, kind)
    elif isinstance(data, list):
        for value in data:
            _check_characters(value, where, kind)
    elif isinstance(data, dict):
        for key, value in data.items():
            _check_characters(key, where, kind)
            _check_characters(value, where, kind)


def _half_a_character(where: str, kind: type[WardroundError]) -> WardroundError:
    return kind(
        "The text holds half a character (a surrogate without its other half).",
        where=where,
        expected="Unicode characters",
    )


def _check_values(data: Any, where: str, kind: type[WardroundError]) -> None:
    """Refuse keys and whole numbers that nobody could print."""
    if isinstance(data, list):
        for value in data:
            _check_values(value, where, kind)
    elif isinstance(data, dict):
        for key, value in data.items():
            if len(key) > LONGEST_KEY:
                raise kind(
                    f"The key {shown(key)!r} is too long.",
                    where=where,
                    expected=f"at most {LONGEST_KEY} characters",
                )
            _check_values(value, where, kind)
    elif isinstance(data, int) and abs(data) >= 10**MOST_DIGITS:
        raise kind(
            "A whole number is too long.", where=where, expected=f"at most {MOST_DIGITS} digits"
        )
