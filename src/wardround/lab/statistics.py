"""What a run of games shows, with honest error bars.

Everything is worked out in whole numbers, fractions and decimals of fixed precision, so the same
games give the same digits on every machine.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from wardround.lab.simulate import Played, Simulation

Z95 = Decimal("1.959963984540054")
"""95 % of a normal distribution lie within so many standard deviations."""
PLACES = Decimal("0.0001")
PRECISION = 40


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: Decimal
    low: Decimal
    high: Decimal


def wilson(wins: Fraction, games: int) -> Interval:
    """The share of games won, with Wilson's 95 % score interval.

    Args:
        wins: Games won; a shared win counts in part.
        games: Games played, at least 1.
    """
    with localcontext(prec=PRECISION):
        share = _decimal(wins / games)
        spread = Z95 * Z95 / games
        centre = (share + spread / 2) / (1 + spread)
        half = (Z95 / (1 + spread)) * (share * (1 - share) / games + spread / games / 4).sqrt()
        low = max(Decimal(0), centre - half)
        high = min(Decimal(1), centre + half)
        return Interval(_rounded(share), _rounded(low), _rounded(high))


def mean_and_error(values: Sequence[int]) -> tuple[Decimal, Decimal]:
    """The mean of whole numbers and its standard error (0 for a single number)."""
    found = Moments()
    for value in values:
        found.add(value)
    return found.mean_and_error()


def _decimal(fraction: Fraction) -> Decimal:
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def _rounded(value: Decimal) -> Decimal:
    return value.quantize(PLACES)


@dataclass
class Moments:
    """Whole numbers that are forgotten one by one: what is left is their mean and their spread."""

    count: int = 0
    total: int = 0
    squares: int = 0
    lowest: int = 0
    highest: int = 0

    def add(self, value: int) -> None:
        """Take one more number."""
        self.lowest = min(self.lowest, value) if self.count else value
        self.highest = max(self.highest, value) if self.count else value
        self.count += 1
        self.total += value
        self.squares += value * value

    def mean_and_error(self) -> tuple[Decimal, Decimal]:
        """The mean and its standard error (0 for a single number)."""
        count = self.count
        with localcontext(prec=PRECISION):
            mean = _decimal(Fraction(self.total, count))
            if count < 2:
                return _rounded(mean), _rounded(Decimal(0))
            variance = Fraction(self.squares * count - self.total * self.total, count * (count - 1))
            return _rounded(mean), _rounded((_decimal(variance) / count).sqrt())


@dataclass
class _BotTally:
    wins: Fraction = field(default_factory=Fraction)
    scores: Moments = field(default_factory=Moments)
    ranks: Moments = field(default_factory=Moments)
    decisions: int = 0


@dataclass(frozen=True)
class BotSummary:
    """How one bot of a run did.

    Args:
        number: Its place in the list of seats.
        bot: Its id.
        wins: Share of games won (a shared win counts in part).
        score: Mean points.
        error: Standard error of the mean.
        lowest: Fewest points.
        highest: Most points.
        rank: Mean rank.
        decisions: How often it chose, in all games.
    """

    number: int
    bot: str
    wins: Interval
    score: Decimal
    error: Decimal
    lowest: int
    highest: int
    rank: Decimal
    decisions: int

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            "number": self.number,
            "bot": self.bot,
            "win_rate": float(self.wins.value),
            "win_rate_low": float(self.wins.low),
            "win_rate_high": float(self.wins.high),
            "mean_score": float(self.score),
            "standard_error": float(self.error),
            "lowest_score": self.lowest,
            "highest_score": self.highest,
            "mean_rank": float(self.rank),
            "decisions": self.decisions,
        }


@dataclass(frozen=True)
class EndingSummary:
    """How often the games of a run ended in one way, and who won those.

    Args:
        ending: The game's word for it.
        games: How many games ended so.
        share: Their share of all games.
        wins: Each bot's share of the games won among them, in the order of the seats given.
    """

    ending: str
    games: int
    share: Interval
    wins: tuple[Interval, ...]

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {
            "ending": self.ending,
            "games": self.games,
            "share": float(self.share.value),
            "share_low": float(self.share.low),
            "share_high": float(self.share.high),
            "win_rates": [float(one.value) for one in self.wins],
            "win_rates_low": [float(one.low) for one in self.wins],
            "win_rates_high": [float(one.high) for one in self.wins],
        }


@dataclass(frozen=True)
class Summary:
    """What a simulation showed.

    Args:
        plan: What was played.
        bots: One summary per bot, in the order of the seats given.
        endings: One summary per way in which games ended, most frequent first.
        decisions: Choices in all games.
        longest: Choices in the longest game.
        digest: A hash over the last position of every game.
    """

    plan: Simulation
    bots: tuple[BotSummary, ...]
    endings: tuple[EndingSummary, ...]
    decisions: int
    longest: int
    digest: str

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data: a function of the plan alone, no times and no machine."""
        return {
            "game": self.plan.game.id,
            "rules_version": self.plan.game.rules_version,
            "seats": list(self.plan.seats),
            "rotate": self.plan.rotate,
            "games": self.plan.games,
            "seed": self.plan.seed,
            "options": dict(self.plan.options),
            "decisions": self.decisions,
            "longest_game": self.longest,
            "last_positions": self.digest,
            "endings": [one.to_json() for one in self.endings],
            "bots": [one.to_json() for one in self.bots],
        }


class Tally:
    """The results of a run, added up game by game; the games themselves are not kept.

    Args:
        plan: What is played.
    """

    def __init__(self, plan: Simulation) -> None:
        self.plan = plan
        self.games = 0
        self._bots = [_BotTally() for _ in plan.seats]
        self._endings: dict[str, list[Fraction]] = {}
        self._counts: Counter[str] = Counter()
        self._digest = hashlib.sha256()
        self._decisions = self._longest = 0

    def add(self, one: Played) -> None:
        """Take the next game."""
        self.games += 1
        self._digest.update(one.digest.encode())
        length = sum(one.decisions)
        self._decisions += length
        self._longest = max(self._longest, length)
        self._counts[one.ending] += 1
        ended = self._endings.setdefault(one.ending, [Fraction()] * len(self._bots))
        for seat, bot in enumerate(one.bots):
            tally = self._bots[bot]
            tally.scores.add(one.scores[seat])
            tally.ranks.add(one.ranks[seat])
            tally.decisions += one.decisions[seat]
            if one.ranks[seat] == 1:
                tally.wins += Fraction(1, one.winners)
                ended[bot] += Fraction(1, one.winners)

    def summary(self) -> Summary:
        """What the games so far show: the games of a run are the first ones of a longer run."""
        bots = tuple(
            _bot_summary(number, bot, tally)
            for number, (bot, tally) in enumerate(zip(self.plan.seats, self._bots, strict=True))
        )
        return Summary(
            replace(self.plan, games=self.games),
            bots,
            _ending_summaries(self._counts, self._endings),
            self._decisions,
            self._longest,
            self._digest.hexdigest(),
        )


def summarize(plan: Simulation, played: Iterable[Played]) -> Summary:
    """Win rates, scores and ranks of every bot of a run."""
    tally = Tally(plan)
    for one in played:
        tally.add(one)
    return tally.summary()


def _ending_summaries(
    counts: Counter[str], wins: dict[str, list[Fraction]]
) -> tuple[EndingSummary, ...]:
    games = sum(counts.values())
    return tuple(
        EndingSummary(
            ending,
            count,
            wilson(Fraction(count), games),
            tuple(wilson(won, count) for won in wins[ending]),
        )
        for ending, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    )


def _bot_summary(number: int, bot: str, tally: _BotTally) -> BotSummary:
    score, error = tally.scores.mean_and_error()
    return BotSummary(
        number=number,
        bot=bot,
        wins=wilson(tally.wins, tally.scores.count),
        score=score,
        error=error,
        lowest=tally.scores.lowest,
        highest=tally.scores.highest,
        rank=tally.ranks.mean_and_error()[0],
        decisions=tally.decisions,
    )
