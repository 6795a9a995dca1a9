"""What is skill: duels on the same deals, of a bot with its rivals and of a search with half of it.

Every deal is played with one player at every seat in turn among rivals, so that what deal and seat
give falls to both.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from wardround.lab.facts import Facts
from wardround.lab.figures import Row, mean, share, wins
from wardround.lab.simulate import Simulation
from wardround.lab.tournament import Estimate
from wardround.lab.worth import LEVEL, holm

RESAMPLES: Final = 500
"""Bootstrap samples of deals behind the intervals of luck and skill."""
FEWEST: Final = 2
"""Deals without which nothing is told."""

Duel = tuple[Simulation, ...]
"""The same deals with the player at every seat in turn."""


def whole_deals(duel: Duel, played: Sequence[list[Facts]]) -> int:
    """How many deals were played from every seat."""
    return min(map(len, played), default=0) if len(played) == len(duel) else 0


def _played(duel: Duel, deals: int) -> Row:
    """Who played against whom, how often, and the share of the win if both play alike."""
    seats = len(duel)
    return {
        "players": seats,
        "bot": duel[0].seats[0],
        "rival": duel[0].seats[1],
        "deals": deals,
        "games": deals * seats,
        "even": round(1 / seats, 4),
    }


def luck(duel: Duel, played: Sequence[list[Facts]]) -> Row | None:
    """How far points come from who plays, from the deal, and from neither.

    Each place of each deal has points under the bot and, as a mean, under its rivals: a two-way
    table, whose variance is taken apart (players fixed, deals drawn); intervals by bootstrap over
    deals.
    """
    import numpy as np

    deals = whole_deals(duel, played)
    if deals < FEWEST:
        return None
    seats = len(duel)
    table = np.zeros((deals, seats, 2))
    won = Fraction()
    for turn, facts in enumerate(played):
        for deal, one in enumerate(facts[:deals]):
            won += wins([one], turn)
            for seat, points in enumerate(one.played.scores):
                rivals = seat != turn
                table[deal, seat, int(rivals)] += points / (seats - 1 if rivals else 1)
    parts = _shares_of_variance(table)
    rng = np.random.default_rng(0)
    drawn = [_shares_of_variance(table[rng.integers(0, deals, deals)]) for _ in range(RESAMPLES)]
    low, high = np.quantile(np.array(drawn), (0.025, 0.975), axis=0)
    names = ("the player", "the deal and the seat", "the rest: play, later chance")
    return {
        **_played(duel, deals),
        "wins": share(won, deals * seats),
        "points": mean(list((table[:, :, 0] - table[:, :, 1]).mean(axis=1))),
        "variance": [
            {
                "part": name,
                "share": round(float(part), 4),
                "low": round(float(one), 4),
                "high": round(float(two), 4),
            }
            for name, part, one, two in zip(names, parts, low, high, strict=True)
        ],
    }


def _shares_of_variance(table: Any) -> list[float]:
    """The shares of the variance of points: player, deal and seat, rest.

    Args:
        table: Points by deal, seat, and player (0 or 1).
    """
    cells = table.reshape(-1, 2)
    count = len(cells)
    by_player, by_cell, middle = cells.mean(axis=0), cells.mean(axis=1), cells.mean()
    rest = ((cells - by_cell[:, None] - by_player + middle) ** 2).sum() / max(1, count - 1)
    between = 2 * ((by_cell - middle) ** 2).sum() / max(1, count - 1)
    parts = [
        max(0.0, float(((by_player - middle) ** 2).mean() - rest / (2 * count))),
        max(0.0, float(between - rest) / 2),
        float(rest),
    ]
    whole = sum(parts) or 1.0
    return [part / whole for part in parts]


def depth(ladder: Sequence[Duel], played: Sequence[list[list[Facts]]]) -> list[Row]:
    """How much a search gains by looking twice as long, a row for each rung.

    Deals are the independent samples: of each, the mean share of the win over all seats. Intervals
    are those of Student's t; whether twice as long wins more, or less, than its share is asked by
    t tests, adjusted by Holm's method.
    """
    rows = []
    for duel, games in zip(ladder, played, strict=False):
        deals = whole_deals(duel, games)
        if deals >= FEWEST:
            rows.append(_rung(duel, games, deals))
    for row, p in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row |= {"p": round(row["p"], 6), "p_adjusted": round(p, 6), "found": p < LEVEL}
    return rows


def _rung(duel: Duel, played: Sequence[list[Facts]], deals: int) -> Row:
    seats = len(duel)
    won = [
        sum(played[turn][deal].played.won(turn) for turn in range(seats)) / seats
        for deal in range(deals)
    ]
    more = [
        sum(_more(played[turn][deal], turn) for turn in range(seats)) / seats
        for deal in range(deals)
    ]
    found = Estimate.of_shares(won)
    assert found.low is not None
    assert found.high is not None
    return {
        **_played(duel, deals),
        "wins": {
            "share": round(found.value, 4),
            "low": round(found.low, 4),
            "high": round(found.high, 4),
        },
        "points": mean(more),
        "p": _against(won, 1 / seats),
    }


def _more(one: Facts, seat: int) -> float:
    """Points of a seat less the mean of the others'."""
    scores = one.played.scores
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def _against(won: Sequence[float], even: float) -> float:
    """How likely a mean so far from even is if both play alike."""
    from scipy import stats

    if min(won) == max(won):  # no spread: deals are then like throws of a coin
        count = round(won[0] * len(won))
        return 1.0 if won[0] == even else float(stats.binomtest(count, len(won), even).pvalue)
    return float(stats.ttest_1samp(won, even).pvalue)
