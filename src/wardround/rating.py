"""Ratings: how strong somebody is, as far as their games tell, and how sure that is.

The model is that of Weng and Lin, "A Bayesian Approximation Method for Online Ranking", Journal of
Machine Learning Research 12 (2011), for Plackett and Luce's model, as ``openskill`` works it out: a
normal distribution of the strength for each player, changed by each game's ranks. It is shown in
points like those of chess: 400 points ahead are odds of ten to one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE: Final = 1500.0
"""The rating in points from which everybody begins."""

Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of somebody: its mean and standard deviation, in the model's own unit."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Points:
    """A rating in points, and half of its 95 % interval."""

    value: float
    spread: float


@lru_cache
def _model(changing: bool) -> "PlackettLuce":
    from openskill.models import PlackettLuce  # here: it takes long to load

    return PlackettLuce() if changing else PlackettLuce(tau=0.0)


def beginning() -> Rating:
    """The rating of somebody of whom no game is known."""
    model = _model(True)
    return Rating(model.mu, model.sigma)


def after_game(before: Sequence[Rating], ranks: Sequence[int], *, changing: bool) -> list[Rating]:
    """The ratings after a game.

    Args:
        before: Of each player, before it.
        ranks: The rank of each player, 1 for the best; equal players share it.
        changing: Whether players get stronger or weaker with time, as people do: then no rating
            ever becomes quite certain.
    """
    model = _model(changing)
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(one.mu, one.sigma) for (one,) in rated]


def in_points(rating: Rating) -> Points:
    """A rating as it is shown."""
    model = _model(True)
    point = 400 / log(10) / (model.beta * sqrt(2))
    return Points(MIDDLE + point * (rating.mu - model.mu), point * Z * rating.sigma)
