"""What a change of the rules changes: the same seeds under two choices of options.

Game i of both has the same seed and the same bots, so what both deals have in common cancels out.
Every difference has the 95 % interval of Student's t for paired samples; the p values are adjusted
for their number by Holm's method, so the chance that any of the changes told is none is 5 %.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from wardround.core import Game, OptionValue
from wardround.games import game as installed_game
from wardround.lab.errors import LabError
from wardround.lab.simulate import Played, Simulation
from wardround.pool import spread

LEVEL: Final = 0.05
"""The share of comparisons without any difference in which some difference is told."""
FEWEST: Final = 2
"""Games without which there is no spread."""

Pair = tuple[Played, Played]


@dataclass(frozen=True)
class Measure:
    """Something counted in every game.

    Args:
        name: What it is, for tables.
        more: A sentence about more of it; ``{}`` stands for how much.
        less: A sentence about less of it.
        share: Whether it is a share of games, shown in per cent.
        values: Its value in each game of both sides.
    """

    name: str
    more: str
    less: str
    share: bool
    values: tuple[list[float], list[float]] = field(repr=False)


@dataclass(frozen=True)
class Difference:
    """How a measure differs between the two sides.

    Args:
        measure: What was counted.
        a: Its mean in games of the first side.
        b: Its mean in games of the second.
        low: Lower end of the 95 % interval of ``b - a``.
        high: Its upper end.
        p: Chance of such a difference if there is none, adjusted for the number of measures.
    """

    measure: Measure
    a: float
    b: float
    low: float
    high: float
    p: float

    @property
    def changed(self) -> bool:
        """Whether it is more than chance."""
        return self.p < LEVEL

    def shown(self, value: float, sign: str = "") -> str:
        """A value of the measure for people."""
        return f"{value:{sign}.1%}" if self.measure.share else f"{value:{sign}.2f}"

    def sentence(self) -> str:
        """The difference in words."""
        change = self.b - self.a
        text = self.measure.more if change > 0 else self.measure.less
        ends = sorted((self.low, self.high)) if change > 0 else sorted((-self.low, -self.high))
        amounts = [f"{100 * one:.1f}" if self.measure.share else f"{one:.2f}" for one in ends]
        much = (
            f"{abs(100 * change):.1f} percentage points"
            if self.measure.share
            else f"{abs(change):.2f}"
        )
        interval = f"95 % interval {amounts[0]} to {amounts[1]}"
        return f"{text.format(much)} ({interval}; {self.shown(self.a)} before)."

    def to_json(self) -> dict[str, Any]:
        """The difference as plain data."""
        return {
            "measure": self.measure.name,
            "a": round(self.a, 6),
            "b": round(self.b, 6),
            "difference": round(self.b - self.a, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
            "p_adjusted": round(self.p, 6),
            "changed": self.changed,
        }


@dataclass(frozen=True)
class Comparison:
    """Two choices of options, compared.

    Args:
        a: The first side.
        b: The second side.
        games: How many games of each were played.
        differences: One for each measure.
        same: In how many games both sides had the same choices, points and ranks.
    """

    a: Simulation
    b: Simulation
    games: int
    differences: tuple[Difference, ...]
    same: int

    def set_apart(self) -> dict[str, tuple[OptionValue, OptionValue]]:
        """The options that are not the same, with their values on both sides."""
        return {
            name: (value, self.b.options[name])
            for name, value in self.a.options.items()
            if self.b.options[name] != value
        }

    def sentences(self) -> list[str]:
        """What the change changes, in words, the surest first."""
        if self.same == self.games:
            return ["Nothing changes: every game went alike."]
        found = sorted((one for one in self.differences if one.changed), key=lambda one: one.p)
        if not found:
            return [f"No difference in {self.games} games is more than chance."]
        return [one.sentence() for one in found]

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "game": self.a.game.id,
            "rules_version": self.a.game.rules_version,
            "seats": list(self.a.seats),
            "games": self.games,
            "seed": self.a.seed,
            "changed_options": {
                name: {"a": one, "b": two} for name, (one, two) in self.set_apart().items()
            },
            "same_games": self.same,
            "differences": [one.to_json() for one in self.differences],
            "sentences": self.sentences(),
        }


def play_pairs(a: Simulation, b: Simulation, jobs: int = 1) -> Generator[Pair]:
    """The games of both sides, pair by pair.

    Args:
        a: The first side.
        b: The second side, with the same seats, seed and number of games.
        jobs: Processes that play. With more than one, the game must be an installed one.
    """
    if jobs <= 1:
        return spread(partial(_pair, a, b), range(a.games))
    described = (a.game.id, a.seats, a.games, a.seed, a.rotate)
    work = partial(_pair_there, described, dict(a.options), dict(b.options))
    return spread(work, range(a.games), jobs)


def _pair(a: Simulation, b: Simulation, number: int) -> Pair:
    return a.play(number), b.play(number)


def _pair_there(
    described: tuple[str, tuple[str, ...], int, str, bool],
    a: Mapping[str, OptionValue],
    b: Mapping[str, OptionValue],
    number: int,
) -> Pair:
    id, seats, games, seed, rotate = described
    game = installed_game(id)
    return _pair(
        Simulation(game, seats, games, seed, a, rotate),
        Simulation(game, seats, games, seed, b, rotate),
        number,
    )


def two_sides(
    game: Game,
    seats: Sequence[str],
    games: int,
    seed: int | str,
    a: Mapping[str, object],
    b: Mapping[str, object],
) -> tuple[Simulation, Simulation]:
    """The simulations of two choices of options.

    Raises:
        LabError: Both are the same, or there are too few games.
        SeatError, OptionError, UnknownBot: See :meth:`Simulation.plan`.
    """
    if games < FEWEST:
        raise LabError(
            "One game shows no difference.", where="--games", expected=f"at least {FEWEST}"
        )
    first, second = (Simulation.plan(game, seats, games, seed, one, True) for one in (a, b))
    if first.options == second.options:
        raise LabError(
            "Both sides are the same.",
            where="--a, --b",
            expected="NAME=VALUE with another value on each side",
        )
    return first, second


def comparison(a: Simulation, b: Simulation, pairs: Sequence[Pair]) -> Comparison:
    """What the pairs of games show.

    Args:
        a: The first side.
        b: The second side.
        pairs: At least :data:`FEWEST` games of both.

    Raises:
        LabError: SciPy or statsmodels is not installed.
    """
    try:
        from statsmodels.stats.multitest import multipletests
    except ImportError as error:
        raise needs_lab("compare") from error
    measures = [one for one in _measures(pairs) if any(one.values[0] + one.values[1])]
    intervals = [_paired(one) for one in measures]
    adjusted = multipletests([p for _, _, p in intervals], method="holm")[1]
    found = tuple(
        Difference(one, _mean(one.values[0]), _mean(one.values[1]), low, high, float(p))
        for one, (low, high, _), p in zip(measures, intervals, adjusted, strict=True)
    )
    same = sum(replace(one, digest="") == replace(two, digest="") for one, two in pairs)
    return Comparison(a, b, len(pairs), found, same)


def needs_lab(command: str) -> LabError:
    """The error that says what a command needs."""
    return LabError(
        "The libraries for statistics are not installed.",
        where=f"wardround {command}",
        expected="pip install 'wardround[lab]'",
    )


def _measures(pairs: Sequence[Pair]) -> list[Measure]:
    def measure(name: str, more: str, less: str, count: Any, share: bool = False) -> Measure:
        sides = ([float(count(one[side])) for one in pairs] for side in (0, 1))
        return Measure(name, more, less, share, (next(sides), next(sides)))

    def ended(way: str, one: Played) -> float:
        return one.ending == way

    seats = len(pairs[0][0].bots)
    found = [
        measure(
            "decisions",
            "Games take {} decisions more",
            "Games take {} decisions less",
            lambda one: sum(one.decisions),
        ),
        measure(
            "rounds",
            "Games take {} rounds more",
            "Games take {} rounds less",
            lambda one: one.rounds,
        ),
        measure(
            "minutes",
            "Games take {} minutes more, as estimated",
            "Games take {} minutes less, as estimated",
            lambda one: one.minutes,
        ),
        measure(
            "points of a seat",
            "A seat has {} points more",
            "A seat has {} points less",
            lambda one: sum(one.scores) / seats,
        ),
    ]
    if seats > 1:
        found += [
            measure(
                "lead of the winner",
                "The winner leads by {} points more",
                "The winner leads by {} points less",
                lambda one: one.lead,
            ),
            measure(
                "shared wins",
                "Wins are shared more often: by {}",
                "Wins are shared less often: by {}",
                lambda one: one.winners > 1,
                True,
            ),
        ]
        found += [
            measure(
                f"won by seat {seat + 1}",
                f"Seat {seat + 1} wins more often: by {{}}",
                f"Seat {seat + 1} wins less often: by {{}}",
                partial(_share_of_win, seat),
                True,
            )
            for seat in range(seats)
        ]
    ways = sorted({one.ending for pair in pairs for one in pair})
    if len(ways) > 1:
        found += [
            measure(
                f"ended by {way}",
                f"Games end by {way!r} more often: by {{}}",
                f"Games end by {way!r} less often: by {{}}",
                partial(ended, way),
                True,
            )
            for way in ways
        ]
    return found


def _share_of_win(seat: int, one: Played) -> float:
    return one.won(seat)


def _paired(measure: Measure) -> tuple[float, float, float]:
    """The interval of the mean difference, and the chance of it if there is none."""
    from scipy import stats

    a, b = measure.values
    differences = [two - one for one, two in zip(a, b, strict=True)]
    if len(set(differences)) == 1:  # no spread: t is not defined
        return differences[0], differences[0], 0.0 if differences[0] else 1.0
    test = stats.ttest_1samp(differences, 0.0)
    interval = test.confidence_interval(0.95)
    return float(interval.low), float(interval.high), float(test.pvalue)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
