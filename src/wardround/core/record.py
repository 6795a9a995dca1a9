"""The record of a game: a ``.wrd`` file, one JSON object a line.

The first line is the header, each further line one action with the chance outcomes that it drew,
the last line of a finished game its result. ``docs/record-format.md`` describes it.
"""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wardround.core.errors import RecordError
from wardround.core.fields import Value
from wardround.core.options import OptionValue
from wardround.core.pledge import Pledge
from wardround.core.reading import read_file, read_json, shown
from wardround.core.writing import write_file

FORMAT = 1
LONGEST_RECORD = 64_000_000
"""Bytes of a record's file."""


@dataclass
class Header(Value):
    """What is fixed before the first action.

    Args:
        game: The game's id.
        rules: The version of its rules.
        players: Number of seats.
        options: All options with their values.
        names: Names of the seats.
        seed: The seed, or empty if only its hash is known.
        seed_hash: SHA-256 of the seed.
        setup: Chance outcomes of the set-up.
        checksums: SHA-256 of every file that the options hold, by option.
        pledge: What was promised before the first action; None where nothing was.
    """

    game: str
    rules: str
    players: int
    options: dict[str, OptionValue]
    names: list[str]
    seed: str
    seed_hash: str
    setup: list[int]
    checksums: dict[str, str] = field(default_factory=dict)
    pledge: Pledge | None = None


@dataclass
class Step(Value):
    """One action: whose, which, and the chance outcomes that it drew."""

    seat: int
    action: str
    chance: list[int] = field(default_factory=list)


@dataclass
class Record(Value):
    """A whole game as text.

    Args:
        header: What is fixed before the first action.
        steps: The actions in order.
        result: Scores and ranking, if the game was finished.
    """

    header: Header
    steps: list[Step]
    result: dict[str, Any] | None = None

    def to_text(self) -> str:
        """The record in the ``.wrd`` format."""
        head = self.header
        first: dict[str, Any] = {
            "wardround": FORMAT,
            "game": head.game,
            "rules": head.rules,
            "players": head.players,
            "options": head.options,
            "names": head.names,
        }
        if head.seed:
            first["seed"] = head.seed
        first["seed_hash"] = head.seed_hash
        if head.pledge is not None:
            first["pledge"] = _pledge_json(head.pledge)
        if head.checksums:
            first["checksums"] = head.checksums
        first["setup"] = head.setup
        lines: list[dict[str, Any]] = [first]
        for step in self.steps:
            line: dict[str, Any] = {"seat": step.seat, "do": step.action}
            if step.chance:
                line["chance"] = step.chance
            lines.append(line)
        if self.result is not None:
            lines.append({"result": self.result})
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)

    def write(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all.

        Raises:
            RecordError: The file cannot be written.
        """
        write_file(path, self.to_text().encode(), RecordError)

    @classmethod
    def read(cls, path: str | Path) -> "Record":
        """Read a record from a file.

        Raises:
            RecordError: The file cannot be read, or a line breaks the format.
        """
        text = read_file(path, LONGEST_RECORD, RecordError, "a text file in the .wrd format")
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, name: str = "record") -> "Record":
        """Read a record from its text.

        Args:
            name: How error messages call it.

        Raises:
            RecordError: A line breaks the format; ``where`` names the line.
        """
        lines = text.rstrip().split("\n")
        if not lines[0]:
            raise RecordError("The record is empty.", where=name, expected="a header line")
        header = _header(_Line(lines[0], f"{name}, line 1"))
        steps: list[Step] = []
        result: dict[str, Any] | None = None
        for number, raw in enumerate(lines[1:], start=2):
            line = _Line(raw, f"{name}, line {number}")
            if result is not None:
                raise line.error("There is a line after the result.", "the result as last line")
            if "result" in line.data:
                result = line.take("result", dict, "an object with scores and ranking")
                line.nothing_else("result")
            else:
                steps.append(_step(line, header.players))
        return cls(header, steps, result)


class _Line:
    """One line of a record being read, with exact complaints."""

    def __init__(self, raw: str, where: str) -> None:
        self.where = where
        data = read_json(raw, where, RecordError, "one JSON object")
        if not isinstance(data, dict):
            raise RecordError("The line is not a JSON object.", where=where, expected="{...}")
        self.data: dict[str, Any] = data

    def error(self, message: str, expected: str) -> RecordError:
        return RecordError(message, where=self.where, expected=expected)

    def take(self, key: str, kind: type, expected: str, default: Any = None) -> Any:
        if key not in self.data:
            if default is not None:
                return default
            raise self.error(f"The key {key!r} is missing.", expected)
        value = self.data[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"The value of {key!r} is {shown_value(value)}.", expected)
        return value

    def numbers(self, key: str) -> list[int]:
        values = self.take(key, list, "a list of whole numbers", [])
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise self.error(f"The value of {key!r} is {shown_value(values)}.", "whole numbers")
        return list(values)

    def nothing_else(self, *known: str) -> None:
        for key in self.data:
            if key not in known:
                raise self.error(f"The key {shown(key)!r} is unknown.", "only " + ", ".join(known))


def shown_value(value: object) -> str:
    """A wrong value as JSON, short enough for a message."""
    return shown(json.dumps(value))


def _header(line: _Line) -> Header:
    version = line.take("wardround", int, f"the format version {FORMAT}")
    if version != FORMAT:
        raise line.error(f"The format version is {version}.", f"version {FORMAT}")
    line.nothing_else(
        "wardround",
        "game",
        "rules",
        "players",
        "options",
        "names",
        "seed",
        "seed_hash",
        "pledge",
        "checksums",
        "setup",
    )
    players = line.take("players", int, "a number of seats")
    names = line.take("names", list, "a list of names")
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise line.error(f"The names are {shown_value(names)}.", f"{players} texts")
    seed = line.take("seed", str, "the seed as text", "")
    return Header(
        game=line.take("game", str, "a game's id"),
        rules=line.take("rules", str, "a version of the rules"),
        players=players,
        options=line.take("options", dict, "an object of options"),
        names=names,
        seed=seed,
        seed_hash=line.take("seed_hash", str, "the SHA-256 of the seed"),
        setup=line.numbers("setup"),
        checksums=line.take("checksums", dict, "an object of SHA-256 by option", {}),
        pledge=_pledge(line),
    )


def _pledge(line: _Line) -> Pledge | None:
    expected = "an object with the texts deal and hash, and salt where the seed is told"
    told = line.take("pledge", dict, expected, {})
    if not told:
        return None
    parts = {"deal": "", "hash": "", "salt": "", **told}
    if len(parts) > 3 or not all(isinstance(part, str) for part in parts.values()):
        raise line.error(f"The pledge is {shown_value(told)}.", expected)
    if not re.fullmatch("[0-9a-f]{64}", parts["hash"]):
        raise line.error(f"The hash of the pledge is {shown_value(parts['hash'])}.", "a SHA-256")
    if "\n" in parts["salt"] or "\n" in parts["deal"]:
        raise line.error("The pledge holds an end of line.", "salt and deal, each one line")
    return Pledge(parts["deal"], parts["hash"], parts["salt"])


def _pledge_json(pledge: Pledge) -> dict[str, str]:
    told = {"deal": pledge.deal, "hash": pledge.hash}
    return {**told, "salt": pledge.salt} if pledge.salt else told


def _step(line: _Line, players: int) -> Step:
    line.nothing_else("seat", "do", "chance")
    seat = line.take("seat", int, f"a seat from 0 to {players - 1}")
    return Step(seat, line.take("do", str, "an action's notation"), line.numbers("chance"))
