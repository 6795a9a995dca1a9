"""What a thing is worth to who has it: effects adjusted for who gets it, and when.

Who takes a card is no chance: leaders can afford more, late offers are worth less. The effect of
taking is estimated by augmented inverse probability weighting (J. M. Robins, A. Rotnitzky and L. P.
Zhao, "Estimation of regression coefficients when some regressors are not always observed", 1994):
one model says how likely a seat was to take it, another one what it would have scored either way;
the estimate is right if either model is. Seats of one game are not independent, so standard errors
are those of games. It is right only as far as what is not in the models does not matter: see
``docs/balance.md`` for what is.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[Any, np.dtype[np.float64]]
    Flags = np.ndarray[Any, np.dtype[np.bool_]]

FEWEST: Final = 30
"""Samples with it, and as many without it, below which nothing is said."""
OVERLAP: Final = 0.02
"""Samples that were surer than this to have it, or not to, have nobody to be compared with."""
LEVEL: Final = 0.05
PEERS: Final = 4
"""Things of a kind from which their median says what such a thing is worth."""
MEDIAN: Final = 1.5708
"""The variance of a median of normal numbers by that of their mean: half of pi."""
RIDGE: Final = 1e-4
"""Keeps the fit of probabilities finite where a few samples are told apart for sure."""


@dataclass(frozen=True)
class Effect:
    """The mean difference that having something makes.

    Args:
        value: Outcome with it less outcome without it.
        low: Lower end of the 95 % interval.
        high: Its upper end.
        error: The standard error of the value.
        with_it: Samples that had it.
        without: Samples that did not.
        plain: The difference of the two means, not adjusted for anything.
    """

    value: float
    low: float
    high: float
    error: float
    with_it: int
    without: int
    plain: float


def effect(
    outcome: Sequence[float],
    treated: Sequence[bool],
    covariates: Sequence[Sequence[float]],
    groups: Sequence[int],
) -> Effect | None:
    """The effect of a treatment on an outcome, adjusted for covariates.

    Args:
        outcome: One number for each sample.
        treated: Whether the sample was treated.
        covariates: What is known of each sample before the treatment; all of one length.
        groups: Samples of the same group are not independent of each other.

    Returns:
        The effect; None where there are too few samples that can be compared.
    """
    import numpy as np
    from scipy import stats

    y = np.asarray(outcome, dtype=float)
    t = np.asarray(treated, dtype=bool)
    if not _enough(t):
        return None
    x = _standardized(np.asarray(covariates, dtype=float).reshape(len(y), -1))
    chance = _probabilities(t, x)
    both = (chance > OVERLAP) & (chance < 1 - OVERLAP)
    y, t, x, chance = y[both], t[both], x[both], chance[both]
    if not _enough(t):
        return None
    having, lacking = (_fitted(y[one], x[one], x) for one in (t, ~t))
    weights_with, weights_without = t / chance, (~t) / (1 - chance)
    single = having - lacking + weights_with * (y - having) - weights_without * (y - lacking)
    value = float(single.mean())
    error = _clustered_error(single - value, np.asarray(groups)[both])
    half = float(stats.norm.ppf(1 - LEVEL / 2)) * error
    plain = float(y[t].mean() - y[~t].mean())
    return Effect(value, value - half, value + half, error, int(t.sum()), int((~t).sum()), plain)


def against_peers(effects: Sequence[Effect]) -> tuple[float, list[float]]:
    """How far each of some like things is from the middle of them.

    That a seat gets to take anything says something of how it stands, which no covariate tells;
    it says so of every thing alike. What is balanced is worth what its peers are worth.

    Args:
        effects: Those of all things of a kind.

    Returns:
        The median, or 0 for fewer than :data:`PEERS`; and for each thing the chance to be so far
        from it if it is worth the same.
    """
    from statistics import fmean, median

    from scipy import stats

    middle, error = 0.0, 0.0
    if len(effects) >= PEERS:
        middle = median(one.value for one in effects)
        error = MEDIAN * fmean(one.error**2 for one in effects) / len(effects)
    chances = []
    for one in effects:
        whole = (one.error**2 + error) ** 0.5
        far = abs(one.value - middle)
        chances.append(2 * float(stats.norm.sf(far / whole)) if whole > 0 else float(far == 0))
    return middle, chances


def holm(chances: Sequence[float]) -> list[float]:
    """The p values, adjusted by Holm's method for how many they are."""
    from statsmodels.stats.multitest import multipletests

    return [float(p) for p in multipletests(chances, method="holm")[1]] if chances else []


def _enough(treated: "Flags") -> bool:
    return min(int(treated.sum()), int((~treated).sum())) >= FEWEST


def _standardized(x: "Numbers") -> "Numbers":
    """Columns with mean 0 and spread 1, those without spread left out, and a constant."""
    import numpy as np

    x = x[:, x.std(axis=0) > 1e-9]
    x = (x - x.mean(axis=0)) / x.std(axis=0) if x.shape[1] else x
    whole: Numbers = np.column_stack([np.ones(len(x)), x])
    return whole


def _probabilities(treated: "Flags", x: "Numbers") -> "Numbers":
    """How likely each sample was to be treated: a logistic regression."""
    import numpy as np
    import statsmodels.api as sm

    penalty = np.full(x.shape[1], RIDGE)
    penalty[0] = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = sm.GLM(treated.astype(float), x, family=sm.families.Binomial())
        found = model.fit_regularized(alpha=penalty, L1_wt=0.0)
    chances: Numbers = np.asarray(model.predict(found.params, x))
    return chances


def _fitted(y: "Numbers", x: "Numbers", everywhere: "Numbers") -> "Numbers":
    """What a linear regression on some samples expects of all; the shortest if there are many."""
    import numpy as np

    found: Numbers = everywhere @ np.linalg.lstsq(x, y, rcond=None)[0]
    return found


def _clustered_error(residuals: "Numbers", groups: "Numbers") -> float:
    """The standard error of a mean whose samples come in groups."""
    import numpy as np

    _, places = np.unique(groups, return_inverse=True)
    sums = np.bincount(places, weights=residuals)
    count = len(sums)
    return float(np.sqrt((sums**2).sum() * count / max(1, count - 1)) / len(residuals))
