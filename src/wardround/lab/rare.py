"""What hardly ever comes up: kinds of events, questions, things taken and other actions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from wardround.core import Game
from wardround.lab.facts import Facts, item_kinds
from wardround.lab.figures import Row, Told, setting
from wardround.lab.worth import LEVEL, holm

RARE: Final = 0.05
"""What comes up in a smaller share of games is rare."""

What = tuple[str, str]
"""A word for what it is, and its name."""


def rare(game: Game, told: Told) -> Row:
    """What comes up in fewer games than :data:`RARE`, by more than chance explains.

    The share of games has the interval of Clopper and Pearson ("The use of confidence or fiducial
    limits illustrated in the case of the binomial", Biometrika 26, 1934), which also holds where
    nothing was counted: up to about 3 in so many games. Where games differ in players or bots, it
    is on the safe side. Binomial tests say what is rare, adjusted by Holm's method.
    """
    counts = [Counter(what for one in facts for what in _seen(game, one)) for _, facts in told]
    whole = sum(counts, Counter[What]())
    games = sum(len(facts) for _, facts in told)
    names = sorted({*whole, *_declared(game), *_offered(game, told)})
    chances = holm([_chance(whole[name], games) for name in names])
    rows = []
    for name, p in zip(names, chances, strict=True):
        if p < LEVEL:
            most = max(
                range(len(told)), key=lambda place: counts[place][name] / len(told[place][1])
            )
            row = {"what": name[0], "name": name[1], **_share(whole[name], games)}
            often = {**setting(*told[most]), "count": counts[most][name]} if whole[name] else None
            rows.append(row | {"p_adjusted": round(p, 6), "most": often})
    return {
        "games": games,
        "looked_at": len(names),
        "below": RARE,
        "found": sorted(rows, key=lambda row: (row["count"], row["what"], row["name"])),
    }


def _seen(game: Game, one: Facts) -> Iterator[What]:
    """What came up in a game."""
    yield from (("event", kind) for kind in one.events)
    yield from (("question", name) for name in one.questions)
    yield from _things(game, (chance.action for chance in one.chances if chance.taken))
    yield from {("action", name) for name in _families(game, one.actions)}


def _declared(game: Game) -> Iterator[What]:
    """What could come up by the game's own word."""
    yield from (("question", name) for name in game.questions.names)
    yield from (("action", name) for name in _families(game, range(game.num_actions)))


def _offered(game: Game, told: Told) -> Iterator[What]:
    """The things that somebody could take."""
    seen = {chance.action for _, facts in told for one in facts for chance in one.chances}
    yield from _things(game, seen)


def _things(game: Game, actions: Iterable[int]) -> set[What]:
    return {("thing", game.action_text(action)) for action in actions}


def _families(game: Game, actions: Iterable[int]) -> set[str]:
    """The families of actions, without those of things: of these each is looked at."""
    kinds = {kind.family for kind in item_kinds(game)}
    return {game.actions.family(action)[0] for action in actions} - kinds


def _chance(count: int, games: int) -> float:
    """How likely so few games are if it comes up in a share of :data:`RARE` of them."""
    from scipy import stats

    return float(stats.binom.cdf(count, games, RARE))


def _share(count: int, games: int) -> Row:
    from statsmodels.stats.proportion import proportion_confint

    low, high = proportion_confint(count, games, LEVEL, method="beta")
    return {
        "count": count,
        "games": games,
        "share": round(count / games, 6),
        "low": round(float(low), 6),
        "high": round(float(high), 6),
    }
