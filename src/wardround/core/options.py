"""Options of a game: declared once, with range and explanation; checked in one place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from textwrap import shorten
from typing import SupportsIndex, cast

from wardround.core.errors import OptionError
from wardround.core.fields import Value
from wardround.core.reading import shown

OptionValue = str | int | bool

LONGEST_FILE = 50_000
"""Characters of a file option."""

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,18}")
SWITCH = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


@dataclass(frozen=True)
class Option(Value):
    """One thing that the maker of a table may choose.

    Args:
        name: The key, as used on command lines and in records.
        kind: ``"choice"`` (one of ``values``), ``"bool"``, ``"int"`` (``low`` to ``high``) or
            ``"file"`` (the text of a file that the game reads; empty for none).
        default: The value when nothing is said.
        title: A short name for people.
        help: One or two sentences: what it changes.
        values: The values of a choice, default first.
        low: The least whole number taken.
        high: The greatest whole number taken.
        clause: The numbered rule that speaks of it.
        labels: Names of ``values`` for people, in the same order (the values themselves if empty).
        players: The numbers of players, from and to, with whom it means anything. With others a
            switch is off and everything else has its default.
        main: One of the few choices that make another game; the others are house rules and
            readings of the rules, which forms may fold.
        retired: Values of earlier versions: nobody is offered them, but records that hold them
            replay.
    """

    name: str
    kind: str
    default: OptionValue
    title: str
    help: str
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    clause: str = ""
    labels: tuple[str, ...] = ()
    players: tuple[int, int] = (1, 99)
    retired: tuple[str, ...] = ()
    main: bool = False

    @property
    def offered(self) -> bool:
        """Whether there is something to choose: not where but one value is not retired."""
        return self.kind != "choice" or len(self.values) > 1

    def expected(self) -> str:
        """What this option takes, in words."""
        if self.kind == "bool":
            return "on or off"
        if self.kind == "file":
            return f"the text of a file, at most {LONGEST_FILE} characters"
        if self.kind == "int":
            return f"a whole number from {self.low} to {self.high}"
        return "one of " + ", ".join(self.values)

    def check(self, raw: object) -> OptionValue:
        """The value in its own type.

        Args:
            raw: A value of the right type, or its text; for a choice also the number whose text it
                takes. Numbers may be of any whole kind, NumPy's included.

        Raises:
            OptionError: The value is not one that the option takes.
        """
        if self.kind == "bool":
            if isinstance(raw, bool):
                return raw
            if isinstance(raw, str) and raw.lower() in SWITCH:
                return SWITCH[raw.lower()]
        elif self.kind == "int":
            number = _whole_number(raw)
            if number is not None and self.low <= number <= self.high:
                return number
        elif self.kind == "file":
            if isinstance(raw, str) and len(raw) <= LONGEST_FILE:
                return raw
        else:
            for value in self.values + self.retired:
                if _names(raw, value):
                    return value
        raise OptionError(
            f"{self.title}: {shorten(shown(raw), 60)!r} is not possible.",
            where=f"option {self.name}",
            expected=self.expected(),
            clause=self.clause,
        )

    def settled(self, value: OptionValue, players: int) -> OptionValue:
        """The value that counts with that many players."""
        if self.players[0] <= players <= self.players[1]:
            return value
        return False if self.kind == "bool" else self.default

    def to_json(self) -> dict[str, object]:
        """The declaration as plain data, for forms and documentation."""
        return {
            "name": self.name,
            "kind": self.kind,
            "default": self.default,
            "values": list(self.values),
            "labels": list(self.labels or self.values),
            "players": list(self.players),
            "low": self.low,
            "high": self.high,
            "title": self.title,
            "help": self.help,
            "clause": self.clause,
            "main": self.main,
        }


@dataclass(frozen=True)
class Preset(Value):
    """A ready-made choice of options with a name, such as a first game.

    Args:
        name: The key.
        title: A short name for people.
        help: One sentence: for whom it is, or what it is like.
        options: The options whose values are not the defaults.
    """

    name: str
    title: str
    help: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    def to_json(self) -> dict[str, object]:
        """The preset as plain data."""
        return {
            "name": self.name,
            "title": self.title,
            "help": self.help,
            "options": dict(self.options),
        }


def check_presets(presets: Sequence[Preset], declared: Sequence[Option]) -> None:
    """Hold ready-made choices to the options that a game declares.

    Raises:
        OptionError: One names an option that is not declared, or a value that it does not take.
        ValueError: Two have the same name, or one repeats a default.
    """
    defaults = {option.name: option.default for option in declared}
    if len({preset.name for preset in presets}) != len(presets):
        raise ValueError("two presets have the same name")
    for preset in presets:
        checked = check_options(declared, dict(preset.options))
        for name, _ in preset.options:
            if checked[name] == defaults[name]:
                raise ValueError(f"the preset {preset.name} repeats the default of {name}")


def _whole_number(raw: object) -> int | None:
    if isinstance(raw, bool):
        return None
    if isinstance(raw, str):
        return int(raw) if WHOLE_NUMBER.fullmatch(raw) else None
    try:
        return index(cast("SupportsIndex", raw))
    except TypeError:
        return None


def _names(raw: object, value: str) -> bool:
    """Whether this is the value of a choice, or the number that the value writes."""
    if isinstance(raw, str):
        return raw == value
    number = _whole_number(raw)
    return number is not None and number == _whole_number(value)


def check_options(
    declared: Sequence[Option], raw: Mapping[str, object] | None
) -> dict[str, OptionValue]:
    """Every declared option with its value: the given one if there is one, else the default.

    Raises:
        OptionError: An option that the game does not know, or a value that it does not take.
    """
    given = dict(raw or {})
    known = {option.name: option for option in declared}
    offered = [option.name for option in declared if option.offered]
    for name in given:
        if name not in known:
            raise OptionError(
                f"The game has no option {shown(name)!r}.",
                where=f"option {shown(name)}",
                expected="one of " + ", ".join(sorted(offered)),
            )
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in known.items()
    }
