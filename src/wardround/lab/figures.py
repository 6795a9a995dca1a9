"""Figures of a report as plain data: each with its sample and its 95 % interval."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from wardround.lab.facts import Facts
from wardround.lab.simulate import Simulation
from wardround.lab.statistics import wilson

Row = dict[str, Any]
Told = Sequence[tuple[Simulation, list[Facts]]]
"""Settings of a study with the games that were played of each."""


def setting(plan: Simulation, facts: Sequence[Facts]) -> Row:
    """What was played, and how often."""
    return {"players": len(plan.seats), "bot": plan.seats[0], "games": len(facts)}


def mean(values: Sequence[float]) -> Row:
    """A mean with the 95 % interval of Student's t."""
    from scipy import stats

    count = len(values)
    middle = float(sum(values) / count)
    error = float(stats.sem(values)) if count > 1 else 0.0
    half = float(stats.t.ppf(0.975, max(1, count - 1))) * error
    return {
        "mean": round(middle, 4),
        "low": round(middle - half, 4),
        "high": round(middle + half, 4),
    }


def share(count: Fraction, games: int) -> Row:
    """A share of games with Wilson's 95 % interval."""
    found = wilson(count, games)
    return {"share": float(found.value), "low": float(found.low), "high": float(found.high)}


def wins(facts: Iterable[Facts], seat: int) -> Fraction:
    """Games that a seat won; a shared win counts in part."""
    return sum(
        (Fraction(one.played.ranks[seat] == 1, one.played.winners) for one in facts), Fraction()
    )
