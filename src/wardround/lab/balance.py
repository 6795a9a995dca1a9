"""A game's balance from many games: seats, length, points, the worth of things, choices, luck."""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from wardround.core import Game
from wardround.lab.facts import Facts, Kind, item_kinds, watch
from wardround.lab.simulate import SECONDS_A_MOVE, Simulation
from wardround.lab.statistics import wilson
from wardround.lab.worth import LEVEL, Effect, against_peers, effect, holm

FEWEST: Final = 2
"""Games of a setting without which it is left out."""
RESAMPLES: Final = 500
"""Bootstrap samples of deals behind the intervals of luck and skill."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Study:
    """What is played for a report.

    Args:
        game: The game.
        settings: Bots of one kind among themselves, for every number of players.
        duels: One bot among rivals on the same deals, at every seat in turn.
    """

    game: Game
    settings: tuple[Simulation, ...]
    duels: tuple[Simulation, ...]

    @classmethod
    def plan(
        cls,
        game: Game,
        players: Sequence[int],
        bots: Sequence[str],
        rival: str,
        games: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
    ) -> "Study":
        """A study that can be played.

        Args:
            game: The game.
            players: Numbers of players.
            bots: The bots, each among itself; the first one also plays against the rival.
            rival: Whom it plays against.
            games: Games of each setting, and deals of the duels.
            seed: Fixes everything.
            options: Options of the game.

        Raises:
            SeatError, OptionError, UnknownBot, LabError: See :meth:`Simulation.plan`.
        """
        settings = tuple(
            Simulation.plan(game, [bot] * count, games, f"{seed}/{bot}/{count}", options)
            for count in players
            for bot in bots
        )
        contests = [count for count in players if count > 1]
        duels: tuple[Simulation, ...] = ()
        if contests and rival != bots[0]:
            count = contests[0]
            seats = [bots[0], *[rival] * (count - 1)]
            duels = tuple(
                Simulation.plan(
                    game, seats[-turn:] + seats[:-turn], games, f"{seed}/duels", options
                )
                for turn in range(count)
            )
        return cls(game, settings, duels)

    @property
    def games(self) -> int:
        """How many games it has."""
        return sum(plan.games for plan in (*self.settings, *self.duels))


@dataclass
class Watched:
    """A study as far as it was played."""

    study: Study
    settings: list[list[Facts]] = field(default_factory=list)
    duels: list[list[Facts]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(map(len, (*self.settings, *self.duels)))

    @property
    def enough(self) -> bool:
        """Whether there is something to tell."""
        return any(len(facts) >= FEWEST for facts in self.settings)

    def play(self, jobs: int = 1) -> Generator[int]:
        """Play all of it, and say after each game how many were played."""
        for plans, kept in (
            (self.study.settings, self.settings),
            (self.study.duels, self.duels),
        ):
            for plan in plans:
                kept.append([])
                with closing(watch(plan, jobs)) as found:
                    for one in found:
                        kept[-1].append(one)
                        yield self.games

    def told(self) -> list[tuple[Simulation, list[Facts]]]:
        """The settings of which there is something to tell."""
        pairs = zip(self.study.settings, self.settings, strict=False)
        return [(plan, facts) for plan, facts in pairs if len(facts) >= FEWEST]


def report(watched: Watched) -> Row:
    """What the games show, as plain data: every figure with its sample and its 95 % interval."""
    study = watched.study
    told = watched.told()
    return {
        "game": study.game.id,
        "title": study.game.title,
        "rules_version": study.game.rules_version,
        "seed": study.settings[0].seed.partition("/")[0],
        "options": dict(study.settings[0].options),
        "games": watched.games,
        "planned_games": study.games,
        "seconds_a_move": SECONDS_A_MOVE,
        "level": LEVEL,
        "seats": [row for one in told for row in _seats(*one)],
        "fairness": _fairness(told),
        "length": [row for one in told for row in _lengths(*one)],
        "sources": [row for one in told for row in _sources(*one)],
        "items": _items(study.game, told),
        "choices": [row for one in told for row in _choices(*one)],
        "course": [row for one in told for row in _course(*one)],
        "endings": [row for one in told for row in _endings(*one)],
        "luck": _luck(watched),
    }


def _setting(plan: Simulation, facts: Sequence[Facts]) -> Row:
    return {"players": len(plan.seats), "bot": plan.seats[0], "games": len(facts)}


def _mean(values: Sequence[float]) -> Row:
    """A mean with the 95 % interval of Student's t."""
    from scipy import stats

    count = len(values)
    mean = float(sum(values) / count)
    error = float(stats.sem(values)) if count > 1 else 0.0
    half = float(stats.t.ppf(0.975, max(1, count - 1))) * error
    return {"mean": round(mean, 4), "low": round(mean - half, 4), "high": round(mean + half, 4)}


def _share(count: Fraction, games: int) -> Row:
    found = wilson(count, games)
    return {"share": float(found.value), "low": float(found.low), "high": float(found.high)}


# --- seats, length, points -------------------------------------------------------------------


def _wins(facts: Iterable[Facts], seat: int) -> Fraction:
    return sum(
        (Fraction(one.played.ranks[seat] == 1, one.played.winners) for one in facts), Fraction()
    )


def _seats(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    return [
        {
            **_setting(plan, facts),
            "seat": seat + 1,
            "wins": _share(_wins(facts, seat), len(facts)) if len(plan.seats) > 1 else None,
            "points": _mean([one.played.scores[seat] for one in facts]),
        }
        for seat in range(len(plan.seats))
    ]


def _fairness(told: Sequence[tuple[Simulation, list[Facts]]]) -> list[Row]:
    """Whether some seat wins more than its share: chi-square tests, adjusted by Holm's method."""
    from scipy import stats

    rows = []
    for plan, facts in told:
        seats = range(len(plan.seats))
        if len(seats) > 1:
            wins = [float(_wins(facts, seat)) for seat in seats]
            rows.append({**_setting(plan, facts), "p": float(stats.chisquare(wins).pvalue)})
    for row, p in zip(rows, holm([row["p"] for row in rows]), strict=True):
        row |= {"p": round(row["p"], 6), "p_adjusted": round(p, 6), "unfair": p < LEVEL}
    return rows


def _lengths(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    measures: dict[str, Callable[[Facts], float]] = {
        "rounds": lambda one: one.played.rounds,
        "decisions": lambda one: sum(one.played.decisions),
        "minutes": lambda one: one.played.minutes,
    }
    rows = []
    for name, count in measures.items():
        values = sorted(count(one) for one in facts)
        if values[-1] > 0:
            found = {**_setting(plan, facts), "measure": name, **_mean(values)}
            rows.append(found | {f"p{share}": _quantile(values, share) for share in (5, 50, 95)})
    return rows


def _quantile(values: Sequence[float], share: int) -> float:
    return round(values[min(len(values) - 1, len(values) * share // 100)], 2)


def _sources(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    """Points of a seat by what they come from, in each round or quarter of the game."""
    seats = len(plan.seats)
    found: dict[tuple[str, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for number, one in enumerate(facts):
        for gain in one.gains:
            found[gain.source, gain.phase][number] += gain.points / seats
    rows = []
    for (source, phase), by_game in sorted(found.items()):
        values = [by_game.get(number, 0.0) for number in range(len(facts))]
        unit = "round" if facts[0].by_rounds else "quarter"
        rows.append(
            {
                **_setting(plan, facts),
                "source": source,
                "unit": unit,
                "phase": phase,
                **_mean(values),
            }
        )
    return rows


# --- the worth of things ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Sample:
    """A seat of a game: its outcomes, and what is known of it before it chose anything."""

    game: int
    points: float
    wins: float | None
    """The share of the win; None where nobody else played."""
    known: list[float]


@dataclass
class _Cases:
    """All seats that a question is asked of, and how it is answered for them."""

    samples: list[_Sample] = field(default_factory=list)
    treated: list[bool] = field(default_factory=list)

    def add(self, sample: _Sample, treated: bool) -> None:
        self.samples.append(sample)
        self.treated.append(treated)

    def effect(self, outcome: Callable[[_Sample], float | None]) -> Effect | None:
        values = [outcome(one) for one in self.samples]
        told = [place for place, value in enumerate(values) if value is not None]
        return effect(
            [value for value in values if value is not None],
            [self.treated[place] for place in told],
            [self.samples[place].known for place in told],
            [self.samples[place].game for place in told],
        )


def _items(game: Game, told: Sequence[tuple[Simulation, list[Facts]]]) -> list[Row]:
    """What it is worth to a seat that an item is there for it, and to take it."""
    rows: list[Row] = []
    peers: dict[tuple[str, str, str], list[tuple[Row, Effect]]] = defaultdict(list)
    for (action, stage), cases in sorted(_cases(told).items()):
        points = cases.effect(lambda one: one.points)
        wins = cases.effect(lambda one: one.wins)
        if points is None:
            continue
        kind = _kind(game, action)
        row: Row = {
            "item": game.action_text(action),
            "notation": game.notation(action),
            "kind": kind.title,
            "stage": f"can be {kind.verb}" if stage == 0 else kind.verb,
            "with": points.with_it,
            "without": points.without,
        }
        rows.append(row)
        for name, found in (("points", points), ("wins", wins)):
            row[name] = None if found is None else _effect_row(found)
            if found is not None:
                peers[name, row["kind"], row["stage"]].append((row[name], found))
    for likes in peers.values():
        middle, chances = against_peers([found for _, found in likes])
        for (outcome, _), p in zip(likes, chances, strict=True):
            outcome |= {"peers": round(middle, 4), "p": p}
    outcomes = [row[name] for row in rows for name in ("points", "wins") if row[name]]
    for one, p in zip(outcomes, holm([one["p"] for one in outcomes]), strict=True):
        one |= {"p": round(one["p"], 6), "p_adjusted": round(p, 6), "found": p < LEVEL}
    return rows


def _kind(game: Game, action: int) -> Kind:
    family = game.actions.family(action)[0]
    return next(kind for kind in item_kinds(game) if kind.family == family)


def _effect_row(found: Effect) -> Row:
    return {
        "value": round(found.value, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "plain": round(found.plain, 4),
    }


def _cases(told: Sequence[tuple[Simulation, list[Facts]]]) -> dict[tuple[int, int], _Cases]:
    """By action, and by stage: 0 whether it was there for a seat, 1 whether the seat took it."""
    seen = sorted({one.action for _, facts in told for game in facts for one in game.chances})
    found: dict[tuple[int, int], _Cases] = defaultdict(_Cases)
    for place, (plan, facts) in enumerate(told):
        players = len(plan.seats)
        setting = [float(place == other) for other in range(1, len(told))]
        for one in facts:
            group = place * 10_000_000 + one.played.number
            chances = {(chance.action, chance.seat): chance for chance in one.chances}
            for seat in range(players):
                at_seat = [float(seat == other) for other in range(1, players)]
                known = setting + _padded(at_seat)
                won = (one.played.ranks[seat] == 1) / one.played.winners if players > 1 else None
                points = float(one.played.scores[seat])
                whole = _Sample(group, points, won, known)
                for action in seen:
                    chance = chances.get((action, seat))
                    found[action, 0].add(whole, chance is not None)
                    if chance is not None:
                        before = [chance.lead, float(chance.when), float(chance.width)]
                        sample = _Sample(group, points, won, known + before)
                        found[action, 1].add(sample, chance.taken)
    return found


MOST_SEATS: Final = 16


def _padded(at_seat: list[float]) -> list[float]:
    return at_seat + [0.0] * (MOST_SEATS - len(at_seat))


# --- choices and the course of a game ---------------------------------------------------------


def _choices(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    """Among how many choices seats chose."""
    widths: Counter[int] = Counter()
    for one in facts:
        widths.update(one.widths)
    total = sum(widths.values())
    means = [
        sum(width * count for width, count in one.widths.items()) / sum(one.widths.values())
        for one in facts
        if one.widths
    ]
    listed = sorted(widths.elements())
    return [
        {
            **_setting(plan, facts),
            "decisions": total,
            **_mean(means),
            "p50": listed[total // 2],
            "p95": listed[total * 95 // 100],
            "single": round(widths[1] / total, 4),
            "two": round(widths[2] / total, 4),
            "widths": {str(width): count for width, count in sorted(widths.items())},
        }
    ]


def _course(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    """How often the lead changes, when the winner has it for good, and by how much."""
    if len(plan.seats) < 2:
        return []
    measures: dict[str, Callable[[Facts], float]] = {
        "lead changes": lambda one: one.lead_changes,
        "share of the game until the winner is never behind again": lambda one: one.settled,
        "points between first and second": lambda one: _margin(one.played.scores),
    }
    return [
        {**_setting(plan, facts), "measure": name, **_mean([count(one) for one in facts])}
        for name, count in measures.items()
    ]


def _margin(scores: Sequence[int]) -> int:
    first, second = sorted(scores, reverse=True)[:2]
    return first - second


def _endings(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    """How games end: by their end, blocked, capped."""
    counts = Counter(one.played.ending for one in facts)
    return [
        {**_setting(plan, facts), "ending": way, "count": count}
        | _share(Fraction(count), len(facts))
        for way, count in counts.most_common()
    ]


# --- luck and skill -----------------------------------------------------------------------------


def _luck(watched: Watched) -> Row | None:
    """How far points come from who plays, from the deal, and from neither.

    Every deal is played with the first bot at every seat in turn. Each place of each deal then has
    points under the bot and, as a mean, under its rivals: a two-way table, whose variance is taken
    apart (players fixed, deals drawn); intervals by bootstrap over deals.
    """
    import numpy as np

    deals = min(map(len, watched.duels), default=0)
    if deals < FEWEST or len(watched.duels) < len(watched.study.duels):
        return None
    plan = watched.study.duels[0]
    seats = len(plan.seats)
    table = np.zeros((deals, seats, 2))
    won = Fraction()
    for turn, facts in enumerate(watched.duels):
        for deal, one in enumerate(facts[:deals]):
            won += _wins([one], turn)
            for seat, points in enumerate(one.played.scores):
                rivals = seat != turn
                table[deal, seat, int(rivals)] += points / (seats - 1 if rivals else 1)
    parts = _shares_of_variance(table)
    rng = np.random.default_rng(0)
    drawn = [_shares_of_variance(table[rng.integers(0, deals, deals)]) for _ in range(RESAMPLES)]
    low, high = np.quantile(np.array(drawn), (0.025, 0.975), axis=0)
    names = ("the player", "the deal and the seat", "the rest: play, later chance")
    return {
        "players": seats,
        "bot": plan.seats[0],
        "rival": next(bot for place, bot in enumerate(plan.seats) if place),
        "deals": deals,
        "games": deals * seats,
        "wins": _share(won, deals * seats),
        "even": round(1 / seats, 4),
        "points": _mean(list((table[:, :, 0] - table[:, :, 1]).mean(axis=1))),
        "variance": [
            {
                "part": name,
                "share": round(float(share), 4),
                "low": round(float(one), 4),
                "high": round(float(two), 4),
            }
            for name, share, one, two in zip(names, parts, low, high, strict=True)
        ],
    }


def _shares_of_variance(table: Any) -> list[float]:
    """The shares of the variance of points: player, deal and seat, rest.

    Args:
        table: Points by deal, seat, and player (0 or 1).
    """
    cells = table.reshape(-1, 2)
    count = len(cells)
    by_player, by_cell, mean = cells.mean(axis=0), cells.mean(axis=1), cells.mean()
    rest = ((cells - by_cell[:, None] - by_player + mean) ** 2).sum() / max(1, count - 1)
    between = 2 * ((by_cell - mean) ** 2).sum() / max(1, count - 1)
    parts = [
        max(0.0, float(((by_player - mean) ** 2).mean() - rest / (2 * count))),
        max(0.0, float(between - rest) / 2),
        float(rest),
    ]
    whole = sum(parts) or 1.0
    return [part / whole for part in parts]
