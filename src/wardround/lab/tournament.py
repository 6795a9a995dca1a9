"""Bots against each other: every seating with the same seeds, so that differences show early.

A round is one deal of the game, played at every table: every choice of as many entrants as seats,
in every order of seats. What is compared within a round has the same chance and the same seats, so
the rounds, not the games, are the independent samples behind every interval.
"""

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from typing import Any, Final

from wardround.bots import Bot, Turn, bot_for, make_bot
from wardround.core import Game, OptionValue, State
from wardround.games import game as installed_game
from wardround.lab.errors import LabError
from wardround.lab.statistics import wilson
from wardround.pool import spread
from wardround.rating import Z, after_game, beginning, in_points

MOST_TABLES: Final = 5000
"""Tables of one round: more are refused."""
FORMAT: Final = "wardround tournament 1"
"""The first line of a journal names it."""


@dataclass(frozen=True)
class Tournament:
    """What is played. The same tournament gives the same games everywhere.

    Args:
        game: The game.
        entrants: Names of the bots; one that stands there twice is two entrants.
        players: Seats of a table.
        rounds: How many deals are played; deal i has the seed ``SEED/i`` at every table.
        seed: Fixes everything.
        options: All options of the game with their values.
    """

    game: Game
    entrants: tuple[str, ...]
    players: int
    rounds: int
    seed: str
    options: Mapping[str, OptionValue]

    @classmethod
    def plan(
        cls,
        game: Game,
        entrants: Sequence[str],
        players: int | None,
        rounds: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
    ) -> "Tournament":
        """A tournament that can be played.

        Args:
            game: The game.
            entrants: Names of the bots, at least two.
            players: Seats of a table; None for as many as there are entrants, as far as possible.
            rounds: Deals, at least 1.
            seed: Fixes everything.
            options: Values by option name.

        Raises:
            SeatError, OptionError: The game is not for so many players or these options.
            UnknownBot: A bot is not installed, or cannot play the game.
            LabError: There are too few entrants or rounds, or too many tables.
        """
        seats = min(len(entrants), game.max_players) if players is None else players
        if not 2 <= seats <= len(entrants):
            raise LabError(
                f"{len(entrants)} entrants cannot be compared at tables of {seats}.",
                where="seats",
                expected=f"two entrants or more, and tables of 2 to {len(entrants)}",
            )
        for name in entrants:
            bot_for(name, game.id, seats)
        if rounds < 1:
            raise LabError(
                f"{rounds} rounds cannot be played.",
                where="number of rounds",
                expected="a whole number of at least 1",
            )
        made = cls(
            game, tuple(entrants), seats, rounds, str(seed), game.check_options(options, seats)
        )
        if len(made.tables) > MOST_TABLES:
            raise LabError(
                f"A round would have {len(made.tables)} tables.",
                where="seats",
                expected=f"at most {MOST_TABLES}: fewer entrants, or fewer players at a table",
            )
        return made

    @cached_property
    def tables(self) -> list[tuple[int, ...]]:
        """The tables of a round: the entrant at every seat. Equal bots are not told apart."""
        found: dict[tuple[str, ...], tuple[int, ...]] = {}
        for chosen in combinations(range(len(self.entrants)), self.players):
            for order in permutations(chosen):
                found.setdefault(tuple(self.entrants[one] for one in order), order)
                if len(found) > MOST_TABLES:
                    return [*found.values()]
        return [*found.values()]

    @property
    def games(self) -> int:
        """Games of all rounds."""
        return self.rounds * len(self.tables)

    def play(self, number: int) -> "Result":
        """Play one game: round ``number // len(tables)``, table ``number % len(tables)``."""
        bots = [self.bot(number, seat) for seat in range(self.players)]
        state = self.game.new(self.players, self.deal(number), self.options)
        while not state.is_over:
            seat = state.asked()[0]
            state.apply(seat, bots[seat].choose(Turn(state, seat)))
        return self.result(number, state)

    def order(self, number: int) -> tuple[int, ...]:
        """The entrant at every seat of a game."""
        return self.tables[number % len(self.tables)]

    def deal(self, number: int) -> str:
        """The seed of a game: all games of a round have the same."""
        return f"{self.seed}/{number // len(self.tables)}"

    def bot(self, number: int, seat: int) -> Bot:
        """The bot that holds a seat of a game."""
        entrant = self.order(number)[seat]
        return make_bot(self.entrants[entrant], f"{self.deal(number)}/bot {entrant}")

    def result(self, number: int, state: State) -> "Result":
        """How a game ended, by its last position."""
        ranks = [0] * self.players
        better = 0
        for group in state.ranking():
            for seat in group:
                ranks[seat] = better + 1
            better += len(group)
        return Result(number, list(self.order(number)), state.scores(), ranks)

    def to_json(self) -> dict[str, Any]:
        """The tournament as plain data: what a journal begins with."""
        return {
            "format": FORMAT,
            "game": self.game.id,
            "rules_version": self.game.rules_version,
            "entrants": list(self.entrants),
            "players": self.players,
            "rounds": self.rounds,
            "seed": self.seed,
            "options": dict(self.options),
        }


@dataclass(frozen=True)
class Result:
    """How one game ended.

    Args:
        number: Its number in the tournament, from 0.
        entrants: The entrant at each seat.
        scores: Points of each seat.
        ranks: Rank of each seat, 1 for the best; equal seats share it.
    """

    number: int
    entrants: list[int]
    scores: list[int]
    ranks: list[int]


def play_tournament(plan: Tournament, jobs: int = 1, done: Iterable[int] = ()) -> Generator[Result]:
    """Play the games of a tournament, in order.

    Args:
        plan: What is played.
        jobs: Processes that play. With more than one, the game must be an installed one.
        done: Numbers of games that were played before: they are left out.

    Raises:
        UnknownGame: Other processes could not find the game.
        PoolError: One of the processes ended before its work was done.
    """
    before = set(done)
    left = [number for number in range(plan.games) if number not in before]
    if jobs <= 1:
        return spread(plan.play, left)
    installed_game(plan.game.id)
    described = (
        plan.game.id,
        plan.entrants,
        plan.players,
        plan.rounds,
        plan.seed,
        dict(plan.options),
    )
    return spread(partial(_play, described), left, jobs)


Described = tuple[str, tuple[str, ...], int, int, str, dict[str, OptionValue]]


def _play(described: Described, number: int) -> Result:
    """Play one game in a process of its own: a game is looked up there, it does not travel."""
    game, entrants, players, rounds, seed, options = described
    return Tournament(installed_game(game), entrants, players, rounds, seed, options).play(number)


# --- the journal ----------------------------------------------------------------------------


class Journal:
    """A file that grows by a line with every game, so that a tournament that was stopped goes on.

    The first line says what is played, every other one how a game ended. A last line that was cut
    off is dropped.

    Args:
        path: The file; made if it is not there.
        plan: What is played.

    Raises:
        LabError: It cannot be read or written, or holds something else.
    """

    def __init__(self, path: Path, plan: Tournament) -> None:
        self.path = path
        self.plan = plan
        self.results = self._read() if path.exists() else []
        lines = [plan.to_json(), *(asdict(one) for one in self.results)]
        try:
            path.write_text("".join([json.dumps(line) + "\n" for line in lines]), encoding="utf-8")
        except OSError as error:
            raise self._fault(f"it cannot be written ({error.strerror})", "a file") from error

    def add(self, result: Result) -> None:
        """Write down how a game ended.

        Raises:
            LabError: The file cannot be written.
        """
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(result)) + "\n")
        except OSError as error:
            raise self._fault(f"it cannot be written ({error.strerror})", "a file") from error
        self.results.append(result)

    def _read(self) -> list[Result]:
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise self._fault(f"it cannot be read ({error})", "a journal") from error
        lines = text.split("\n")[:-1]  # what stands behind the last line feed was cut off
        if not lines:
            return []
        if self._data(lines[0], 1) != self.plan.to_json():
            raise self._fault(
                "it holds another tournament", "a file that is not there, or the same words as then"
            )
        found: dict[int, Result] = {}
        for number, line in enumerate(lines[1:], 2):
            result = self._result(line, number)
            if result.number in found:
                raise self._fault(f"line {number} is no game of it, but one again", "a journal")
            found[result.number] = result
        return [*found.values()]

    def _data(self, line: str, number: int) -> Any:
        try:
            return json.loads(line)
        except ValueError as error:
            raise self._fault(f"line {number} is no JSON", "a journal") from error

    def _result(self, line: str, number: int) -> Result:
        data = self._data(line, number)
        try:
            result = Result(**data)
            order = list(self.plan.tables[result.number % len(self.plan.tables)])
            if result.entrants != order or not 0 <= result.number < self.plan.games:
                raise ValueError(result)
            if len(result.scores) != len(order) or len(result.ranks) != len(order):
                raise ValueError(result)
        except (TypeError, ValueError, IndexError) as error:
            raise self._fault(f"line {number} is no game of it", "a journal") from error
        return result

    def _fault(self, what: str, expected: str) -> LabError:
        return LabError(
            f"The journal is of no use: {what}.", where=str(self.path), expected=expected
        )


# --- what it shows --------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimate:
    """A mean over rounds with its 95 % interval; without one where a single round was played."""

    value: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, samples: Sequence[float]) -> "Estimate":
        """The mean of independent samples, at least one, by Student's t distribution."""
        count = len(samples)
        mean = sum(samples) / count
        if count < 2:
            return cls(mean, None, None)
        variance = sum((one - mean) ** 2 for one in samples) / (count - 1)
        half = student(count - 1) * sqrt(variance / count)
        return cls(mean, mean - half, mean + half)

    @classmethod
    def of_shares(cls, samples: Sequence[float]) -> "Estimate":
        """The mean of shares from 0 to 1; where no two differ, Wilson's interval tells more."""
        found = cls.of(samples)
        if found.low is None or found.high is None:
            return found
        if min(samples) == max(samples):
            bounds = wilson(Fraction(found.value) * len(samples), len(samples))
            return cls(found.value, float(bounds.low), float(bounds.high))
        return cls(found.value, max(0.0, found.low), min(1.0, found.high))

    def to_json(self) -> dict[str, float | None]:
        """The estimate as plain data."""
        return {"value": self.value, "low": self.low, "high": self.high}


SMALL_STUDENT: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution.

    From 7 degrees of freedom on by the expansion 26.7.5 of Abramowitz and Stegun, "Handbook of
    Mathematical Functions" (1964), which is then right to three digits.

    Args:
        freedom: Degrees of freedom, at least 1.
    """
    if freedom <= len(SMALL_STUDENT):
        return SMALL_STUDENT[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


@dataclass(frozen=True)
class Pairing:
    """Two entrants at the same tables.

    Args:
        first: An entrant.
        second: Another one.
        games: Games in which both sat.
        ahead: How often the first was ahead of the second, of 1; equal ranks count half.
        lead: How many points the first was ahead.
    """

    first: int
    second: int
    games: int
    ahead: Estimate
    lead: Estimate

    def to_json(self) -> dict[str, Any]:
        """The pairing as plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "ahead": self.ahead.to_json(),
            "lead": self.lead.to_json(),
        }


@dataclass(frozen=True)
class Standing:
    """How an entrant did.

    Args:
        number: Its place in the list of entrants.
        bot: Its name.
        games: Games that it played.
        wins: Share of them that it won; a shared win counts in part.
        score: Mean points.
        rating: Rating points; 400 more mean ten times the chances at a table of two.
        error: Half the width of the rating's 95 % interval.
    """

    number: int
    bot: str
    games: int
    wins: Estimate
    score: Estimate
    rating: float
    error: float

    def to_json(self) -> dict[str, Any]:
        """The standing as plain data."""
        return {
            "number": self.number,
            "bot": self.bot,
            "games": self.games,
            "wins": self.wins.to_json(),
            "score": self.score.to_json(),
            "rating": self.rating,
            "rating_error": self.error,
        }


@dataclass(frozen=True)
class Standings:
    """What whole rounds of a tournament show.

    Args:
        plan: What was to be played.
        rounds: Whole rounds that were.
        entrants: Best rating first.
        pairings: Of all entrants that sat together.
    """

    plan: Tournament
    rounds: int
    entrants: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]

    def to_json(self) -> dict[str, Any]:
        """The standings as plain data: a function of the tournament alone."""
        return {
            **self.plan.to_json(),
            "rounds": self.rounds,
            "planned_rounds": self.plan.rounds,
            "tables": len(self.plan.tables),
            "games": self.rounds * len(self.plan.tables),
            "standings": [one.to_json() for one in self.entrants],
            "pairings": [one.to_json() for one in self.pairings],
        }


@dataclass
class _Tally:
    """Sums of one round."""

    games: int = 0
    total: float = 0.0
    points: float = 0.0


@dataclass
class _Rounds:
    """Sums by round, and by entrant or pair."""

    sums: dict[tuple[int, ...], dict[int, _Tally]] = field(default_factory=dict)

    def add(self, who: tuple[int, ...], deal: int, value: float, points: float) -> None:
        tally = self.sums.setdefault(who, {}).setdefault(deal, _Tally())
        tally.games += 1
        tally.total += value
        tally.points += points

    def games(self, who: tuple[int, ...]) -> int:
        return sum(one.games for one in self.sums[who].values())

    def values(self, who: tuple[int, ...]) -> Estimate:
        found = [one.total / one.games for one in self.sums[who].values()]
        return Estimate.of_shares(found)

    def points(self, who: tuple[int, ...]) -> Estimate:
        return Estimate.of([one.points / one.games for one in self.sums[who].values()])


def standings(plan: Tournament, results: Iterable[Result]) -> Standings:
    """What the games of whole rounds show; games of a round that is not whole are left out.

    Raises:
        LabError: No round is whole.
    """
    by_round: dict[int, list[Result]] = {}
    for result in sorted(results, key=lambda one: one.number):
        by_round.setdefault(result.number // len(plan.tables), []).append(result)
    whole = [games for games in by_round.values() if len(games) == len(plan.tables)]
    if not whole:
        raise LabError(
            "No round was played to its end.",
            where="tournament",
            expected=f"at least the {len(plan.tables)} games of one round",
        )
    alone, pairs = _Rounds(), _Rounds()
    for deal, games in enumerate(whole):
        for one in games:
            _count(one, deal, alone, pairs)
    ratings = _ratings(len(plan.entrants), [one for games in whole for one in games])
    found = [
        Standing(
            number,
            plan.entrants[number],
            alone.games((number,)),
            alone.values((number,)),
            alone.points((number,)),
            *ratings[number],
        )
        for number in range(len(plan.entrants))
        if (number,) in alone.sums
    ]
    found.sort(key=lambda one: -one.rating)
    pairings = [
        Pairing(pair[0], pair[1], pairs.games(pair), pairs.values(pair), pairs.points(pair))
        for pair in sorted(pairs.sums)
    ]
    return Standings(plan, len(whole), tuple(found), tuple(pairings))


def _count(result: Result, deal: int, alone: _Rounds, pairs: _Rounds) -> None:
    winners = result.ranks.count(1)
    for seat, entrant in enumerate(result.entrants):
        won = 1 / winners if result.ranks[seat] == 1 else 0.0
        alone.add((entrant,), deal, won, result.scores[seat])
        for other, rival in enumerate(result.entrants):
            if entrant < rival:
                mine, theirs = result.ranks[seat], result.ranks[other]
                ahead = 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
                lead = result.scores[seat] - result.scores[other]
                pairs.add((entrant, rival), deal, ahead, lead)


def _ratings(entrants: int, results: Sequence[Result]) -> list[tuple[float, float]]:
    """Rating points of every entrant, and half their 95 % intervals.

    They are those of :mod:`wardround.rating`, here for players whose skill does not change.
    """
    ratings = [beginning()] * entrants
    for result in results:
        before = [ratings[one] for one in result.entrants]
        after = after_game(before, result.ranks, changing=False)
        for entrant, rating in zip(result.entrants, after, strict=True):
            ratings[entrant] = rating
    shown = map(in_points, ratings)
    return [(one.value, one.spread) for one in shown]
