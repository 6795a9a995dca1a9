"""A game's balance from many games: seats, length, points, the worth of things, choices, luck."""

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Final

from wardround.core import Game
from wardround.lab.errors import LabError
from wardround.lab.facts import Facts, watch
from wardround.lab.figures import Row, mean, setting, share, wins
from wardround.lab.games_file import GamesFile
from wardround.lab.rare import rare
from wardround.lab.simulate import SECONDS_A_MOVE, Simulation
from wardround.lab.skill import depth, luck
from wardround.lab.things import items, openings
from wardround.lab.worth import LEVEL, holm

FEWEST: Final = 2
"""Games of a setting without which it is left out."""
BEHIND: Final = "share of the choices at which the winner is behind"
"""The measure of the course of a game that the report tells in words."""


@dataclass(frozen=True)
class Study:
    """What is played for a report.

    Args:
        game: The game.
        settings: Bots of one kind among themselves, for every number of players.
        duels: One bot among rivals on the same deals, at every seat in turn.
        ladder: Such duels of searches, of twice the iterations among rivals of once; a rung for
            each number of iterations.
    """

    game: Game
    settings: tuple[Simulation, ...]
    duels: tuple[Simulation, ...]
    ladder: tuple[tuple[Simulation, ...], ...] = ()

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
        depth: Sequence[int] = (),
        deals: int = 100,
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
            depth: Iterations of searches that play against searches of twice as many.
            deals: Deals of each of those duels.

        Raises:
            SeatError, OptionError, UnknownBot, LabError: See :meth:`Simulation.plan`; depth is
                asked for where nobody else plays.
        """
        settings = tuple(
            Simulation.plan(game, [bot] * count, games, f"{seed}/{bot}/{count}", options)
            for count in players
            for bot in bots
        )
        contest = next((count for count in players if count > 1), 0)
        if depth and not contest:
            raise LabError(
                "Skill is measured against others.",
                where="depth",
                expected="a number of players above 1",
            )
        duels: tuple[Simulation, ...] = ()
        if contest and rival != bots[0]:
            seats = [bots[0], *[rival] * (contest - 1)]
            duels = _at_every_seat(game, seats, games, f"{seed}/duels", options)
        ladder = tuple(
            _at_every_seat(
                game,
                [f"search:{2 * budget}", *[f"search:{budget}"] * (contest - 1)],
                deals,
                f"{seed}/depth",
                options,
            )
            for budget in depth
        )
        return cls(game, settings, duels, ladder)

    @property
    def games(self) -> int:
        """How many games it has."""
        return sum(plan.games for plan in (*self.settings, *self.duels, *chain(*self.ladder)))


def _at_every_seat(
    game: Game, seats: list[str], games: int, seed: str, options: Mapping[str, object] | None
) -> tuple[Simulation, ...]:
    """The same deals with the first bot at every seat in turn."""
    return tuple(
        Simulation.plan(game, seats[-turn:] + seats[:-turn], games, seed, options)
        for turn in range(len(seats))
    )


@dataclass
class Watched:
    """A study as far as it was played."""

    study: Study
    settings: list[list[Facts]] = field(default_factory=list)
    duels: list[list[Facts]] = field(default_factory=list)
    ladder: list[list[list[Facts]]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(map(len, (*self.settings, *self.duels, *chain(*self.ladder))))

    @property
    def enough(self) -> bool:
        """Whether there is something to tell."""
        return any(len(facts) >= FEWEST for facts in self.settings)

    def play(self, jobs: int = 1, file: GamesFile | None = None) -> Generator[int]:
        """Play all of it, and say after each game how many were played.

        Args:
            jobs: Processes that play.
            file: Where games are kept: those that are there are not played again.
        """
        see = watch if file is None else file.watch
        self.ladder = [[] for _ in self.study.ladder]
        for plans, kept in (
            (self.study.settings, self.settings),
            (self.study.duels, self.duels),
            *zip(self.study.ladder, self.ladder, strict=True),
        ):
            for plan in plans:
                kept.append([])
                with closing(see(plan, jobs)) as found:
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
        "items": items(study.game, told),
        "openings": openings(study.game, told),
        "choices": [row for one in told for row in _choices(*one)],
        "course": [row for one in told for row in _course(*one)],
        "endings": [row for one in told for row in _endings(*one)],
        "rare": rare(study.game, told),
        "luck": luck(study.duels, watched.duels) if study.duels else None,
        "depth": depth(study.ladder, watched.ladder),
    }


# --- seats, length, points -------------------------------------------------------------------


def _seats(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    return [
        {
            **setting(plan, facts),
            "seat": seat + 1,
            "wins": share(wins(facts, seat), len(facts)) if len(plan.seats) > 1 else None,
            "points": mean([one.played.scores[seat] for one in facts]),
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
            won = [float(wins(facts, seat)) for seat in seats]
            rows.append({**setting(plan, facts), "p": float(stats.chisquare(won).pvalue)})
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
            found = {**setting(plan, facts), "measure": name, **mean(values)}
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
                **setting(plan, facts),
                "source": source,
                "unit": unit,
                "phase": phase,
                **mean(values),
            }
        )
    return rows


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
            **setting(plan, facts),
            "decisions": total,
            **mean(means),
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
        "points between first and second": lambda one: one.played.lead,
        BEHIND: lambda one: one.drama.behind,
        "drama: how far the winner is behind then, from 0 to 1": lambda one: one.drama.mean,
        "drama where the winner is furthest behind": lambda one: one.drama.worst,
    }
    return [
        {**setting(plan, facts), "measure": name, **mean([count(one) for one in facts])}
        for name, count in measures.items()
    ]


def _endings(plan: Simulation, facts: Sequence[Facts]) -> list[Row]:
    """How games end: by their end, blocked, capped."""
    counts = Counter(one.played.ending for one in facts)
    return [
        {**setting(plan, facts), "ending": way, "count": count} | share(Fraction(count), len(facts))
        for way, count in counts.most_common()
    ]
