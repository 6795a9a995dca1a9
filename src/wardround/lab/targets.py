"""What the constants of a game can be searched for: a number that every run of games has.

A target is worked out from one row of numbers for each game, as a function of the mean of the rows:
so one bootstrap over games gives the interval of any of them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from wardround.core import Game
from wardround.lab.errors import LabError
from wardround.lab.simulate import Played

ENDED: Final = "ended:"
"""What stands before the name of an ending that is a target."""
LARGEST: Final = 1_000_000.0
"""No value beyond this is understood."""


@dataclass(frozen=True)
class Quantity:
    """Something that a target is about.

    Args:
        name: As it is written.
        title: What it is, for people.
        unit: What it is counted in; ``%`` for a share.
        row: The numbers of one game.
        of: The quantity, from the mean of the rows.
        least: Whether as little as possible is wanted where no value is given.
        contest: Whether it needs two seats.
    """

    name: str
    title: str
    unit: str
    row: Callable[[Played], Sequence[float]]
    of: Callable[[Sequence[float]], float]
    least: bool
    contest: bool = False

    def shown(self, value: float, sign: str = "") -> str:
        """A value for people."""
        return f"{value:{sign}.1%}" if self.unit == "%" else f"{value:{sign}.2f} {self.unit}"


@dataclass(frozen=True)
class Target:
    """A quantity and what it shall be.

    Args:
        quantity: The quantity.
        wanted: Its value; 0 where as little as possible is wanted.
    """

    quantity: Quantity
    wanted: float

    def distance(self, value: float) -> float:
        """How far a value is from what is wanted."""
        return abs(value - self.wanted)

    def text(self) -> str:
        """The target in words."""
        if self.quantity.least and not self.wanted:
            return f"{self.quantity.title}, as little as possible"
        return f"{self.quantity.title}, {self.quantity.shown(self.wanted)}"


def _gap(shares: Sequence[float]) -> float:
    return max(shares) - min(shares)


def _only(values: Sequence[float]) -> float:
    return values[0]


def _seats(one: Played) -> list[float]:
    return [one.won(seat) for seat in range(len(one.ranks))]


QUANTITIES: Final = (
    Quantity(
        "seat_balance",
        "wins of the best seat less those of the worst",
        "%",
        _seats,
        _gap,
        True,
        True,
    ),
    Quantity("length", "length of a game", "minutes", lambda one: [one.minutes], _only, False),
    Quantity("rounds", "length of a game", "rounds", lambda one: [one.rounds], _only, False),
    Quantity(
        "decisions",
        "length of a game",
        "decisions",
        lambda one: [sum(one.decisions)],
        _only,
        False,
    ),
    Quantity(
        "points",
        "points of a seat",
        "points",
        lambda one: [sum(one.scores) / len(one.scores)],
        _only,
        False,
    ),
    Quantity(
        "lead", "lead of the winner", "points", lambda one: [one.lead], _only, True, contest=True
    ),
    Quantity(
        "ties",
        "games whose win is shared",
        "%",
        lambda one: [one.winners > 1],
        _only,
        True,
        contest=True,
    ),
)


def quantities(game: Game) -> dict[str, Quantity]:
    """What can be wanted of a game by name; ``ended:WAY`` comes to it where it has endings."""
    found = {one.name: one for one in QUANTITIES}
    if meant := game.meant_ending:
        found["blocked"] = Quantity(
            "blocked", "blocked games", "%", lambda one: [one.ending != meant], _only, True
        )
    return found


def target(game: Game, text: str, seats: int) -> Target:
    """The target that is written ``NAME`` or ``NAME=VALUE``.

    Args:
        game: The game that shall have it.
        text: The target; a share may be written 5% or 0.05.
        seats: How many play.

    Raises:
        LabError: There is no such target, it needs a value or cannot have it, or it means nothing
            with one seat.
    """
    name, equals, value = text.partition("=")
    quantity = _quantity(game, name.strip())
    if quantity.contest and seats < 2:
        raise LabError(
            f"{quantity.name} means nothing where one plays alone.",
            where="--seats",
            expected="at least two bots",
        )
    if equals:
        return Target(quantity, _wanted(quantity, value.strip()))
    if not quantity.least:
        raise LabError(
            f"{quantity.name} of what value?",
            where="--target",
            expected=f"{quantity.name}=NUMBER, in {quantity.unit}",
        )
    return Target(quantity, 0.0)


def _quantity(game: Game, name: str) -> Quantity:
    known = quantities(game)
    if name in known:
        return known[name]
    way = name.removeprefix(ENDED)
    if way != name and way and game.ending is not None:
        return Quantity(
            name, f"games ended by {way!r:.40}", "%", lambda one: [one.ending == way], _only, False
        )
    names = [*known, f"{ENDED}WAY"] if game.ending is not None else list(known)
    near = get_close_matches(name, names, 1)
    raise LabError(
        f"There is no target {name!r:.60}" + (f"; is {near[0]} meant?" if near else "."),
        where="--target",
        expected="one of " + ", ".join(names),
    )


def _wanted(quantity: Quantity, text: str) -> float:
    share = quantity.unit == "%"
    percent = share and text.endswith("%")
    try:
        value = float(text.removesuffix("%") if percent else text)
    except ValueError:
        value = math.nan
    value = value / 100 if percent else value
    lowest = -LARGEST if quantity.name == "points" else 0.0
    if not lowest <= value <= (1.0 if share else LARGEST):  # not a number is nowhere
        raise LabError(
            f"{quantity.name} cannot be {text!r:.60}.",
            where="--target",
            expected="a share, such as 5% or 0.05" if share else f"a number of {quantity.unit}",
        )
    return value
