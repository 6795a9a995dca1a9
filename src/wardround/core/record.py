"""The record of a game: a ``.wrd`` file, one JSON object a line.

The first line is the header, each further line one action with the chance outcomes that it drew,
the last line of a finished game its result. ``docs/record-format.md`` describes it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wardround.core.chance import commitment
from wardround.core.errors import RecordError, WardroundError
from wardround.core.options import OptionValue
from wardround.core.reading import read_file, read_json, shown
from wardround.core.words import listed
from wardround.core.writing import write_file

if TYPE_CHECKING:
    from wardround.core.game import Game
    from wardround.core.match import Match

FORMAT = 1
LONGEST_RECORD = 64_000_000
"""Bytes of a record's file."""


@dataclass
class Header:
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


@dataclass
class Step:
    """One action: whose, which, and the chance outcomes that it drew."""

    seat: int
    action: str
    chance: list[int] = field(default_factory=list)


@dataclass
class Record:
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

    def replay(self, game: "Game", to: int | None = None, name: str = "record") -> "Match":
        """Play the record again.

        With the seed in the header chance comes from the seed and must agree with the recorded
        outcomes; without it the recorded outcomes are used.

        Args:
            game: The game of the header.
            to: Stop after this many actions.
            name: How error messages call the record.

        Raises:
            RecordError: It does not belong to this game or version, an action is not legal, chance
                does not agree, or the result differs; ``where`` names the line.
        """
        from wardround.core.match import Match

        head = self.header
        first = f"{name}, line 1"
        if head.game != game.id:
            raise RecordError(
                f"The record is of {head.game!r}.", where=first, expected=f"a game of {game.id!r}"
            )
        if head.rules not in game.rules_versions:
            raise RecordError(
                f"The record was played with version {head.rules} of the rules.",
                where=first,
                expected=f"version {listed(game.rules_versions, 'or')}",
            )
        if head.checksums != file_checksums(game, head.options):
            raise RecordError(
                "The files in the options do not have the checksums of the record.",
                where=first,
                expected=json.dumps(file_checksums(game, head.options)),
            )
        if head.seed and commitment(head.seed) != head.seed_hash:
            raise RecordError(
                "The seed does not have the hash that was promised.",
                where=first,
                expected=f"a seed with SHA-256 {head.seed_hash}",
            )
        scripted = not head.seed
        match: Match = _located(
            first,
            lambda: Match(
                game,
                head.players,
                head.seed,
                head.options,
                head.names,
                script=head.setup if scripted else None,
                rules=head.rules,
            ),
        )
        if scripted:
            match.seed_hash = head.seed_hash
        _same_chance(match.setup_chance(), head.setup, first)
        for number, step in enumerate(self.steps[:to], start=2):
            where = f"{name}, line {number}"
            action: int = _located(where, lambda step=step: game.parse(step.action))  # type: ignore[misc]
            script = step.chance if scripted else None
            _located(
                where,
                lambda step=step, action=action, script=script: match.act(  # type: ignore[misc]
                    step.seat, action, script=script
                ),
            )
            _same_chance(match.last_chance(), step.chance, where)
        if to is None or to >= len(self.steps):
            self._check_result(match, f"{name}, line {len(self.steps) + 2}")
        return match

    def _check_result(self, match: "Match", where: str) -> None:
        if self.result is None:
            return
        if not match.state.is_over:
            raise RecordError(
                "The record gives a result, but the game is not over.",
                where=where,
                expected="all actions up to the end of the game",
            )
        found = {"scores": match.state.scores(), "ranking": match.state.ranking()}
        if found != self.result:
            raise RecordError(
                f"The result differs from the one played: {_shown(self.result)}.",
                where=where,
                expected=json.dumps(found),
            )


def file_checksums(game: "Game", options: Mapping[str, OptionValue]) -> dict[str, str]:
    """SHA-256 of every file that the options hold, by option (those without a file left out)."""
    return {
        option.name: sha256(str(options[option.name]).encode()).hexdigest()
        for option in game.options
        if option.kind == "file" and options.get(option.name)
    }


def _same_chance(drawn: list[int], recorded: list[int], where: str) -> None:
    if drawn != recorded:
        raise RecordError(
            f"The chance outcomes {_shown(recorded)} are not those that were drawn.",
            where=where,
            expected=_shown(drawn),
        )


def _located(where: str, run: Callable[[], Any]) -> Any:
    try:
        return run()
    except WardroundError as error:
        raise RecordError(
            error.message, where=where, expected=error.expected, clause=error.clause
        ) from error
    except ValueError as fault:  # a name of its own: compiled, a name has one type
        raise RecordError(
            f"Chance: {fault}.", where=where, expected="the outcomes that the game drew"
        ) from fault


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
            raise self.error(f"The value of {key!r} is {_shown(value)}.", expected)
        return value

    def numbers(self, key: str) -> list[int]:
        values = self.take(key, list, "a list of whole numbers", [])
        if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
            raise self.error(f"The value of {key!r} is {_shown(values)}.", "whole numbers")
        return list(values)

    def nothing_else(self, *known: str) -> None:
        for key in self.data:
            if key not in known:
                raise self.error(f"The key {shown(key)!r} is unknown.", "only " + ", ".join(known))


def _shown(value: object) -> str:
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
        "checksums",
        "setup",
    )
    players = line.take("players", int, "a number of seats")
    names = line.take("names", list, "a list of names")
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise line.error(f"The names are {_shown(names)}.", f"{players} texts")
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
    )


def _step(line: _Line, players: int) -> Step:
    line.nothing_else("seat", "do", "chance")
    seat = line.take("seat", int, f"a seat from 0 to {players - 1}")
    return Step(seat, line.take("do", str, "an action's notation"), line.numbers("chance"))
