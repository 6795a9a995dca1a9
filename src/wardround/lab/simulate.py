"""Many games between bots: the same games for the same seed, however many processes play them."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from wardround.bots import Bot, Turn, bot_for, make_bot
from wardround.core import SPECTATOR, Game, Match, OptionValue, State
from wardround.core.views import round_of
from wardround.games import game as installed_game
from wardround.lab.cluster import spread_over_cluster
from wardround.lab.errors import LabError
from wardround.pool import spread

if TYPE_CHECKING:
    import polars as pl

PACE = 0.2
"""Seconds that a process plays before it hands over what it has."""
SECONDS_A_MOVE = 20
"""What people take for a move, to estimate minutes; a chain of choices is one move."""
MOST_IN_BATCH = 256
"""Games that are handed over at once at most."""


@dataclass(frozen=True)
class Simulation:
    """What is played. The same simulation gives the same games everywhere.

    Args:
        game: The game.
        seats: Names of the bots; the place in this list is the bot's number.
        games: How many games are played.
        seed: Game i of the run has the seed ``SEED/i``; the bots' seeds are derived from it.
        options: All options of the game with their values.
        rotate: Whether the bots move on by one seat with every game.
    """

    game: Game
    seats: tuple[str, ...]
    games: int
    seed: str
    options: Mapping[str, OptionValue]
    rotate: bool

    @classmethod
    def plan(
        cls,
        game: Game,
        seats: Sequence[str],
        games: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
        rotate: bool = False,
    ) -> "Simulation":
        """A simulation that can be played.

        Raises:
            SeatError, OptionError: The game is not for these seats or options.
            UnknownBot: No bot of that name is installed.
            LabError: The number of games is below 1.
        """
        if games < 1:
            raise LabError(
                f"{games} games cannot be played.",
                where="number of games",
                expected="a whole number of at least 1",
            )
        checked = game.check_options(options, len(seats))
        for seat in seats:
            bot_for(seat, game.id, len(seats))
        return cls(game, tuple(seats), games, str(seed), checked, rotate)

    def bot_at(self, seat: int, number: int) -> int:
        """The number of the bot that holds a seat in game ``number``."""
        return (seat - number) % len(self.seats) if self.rotate else seat

    def play(self, number: int, witness: "Witness | None" = None) -> "Played":
        """Play one game of the run.

        Args:
            number: Its number, from 0.
            witness: Sees the game as it is played; without one no events are built.
        """
        seed = f"{self.seed}/{number}"
        order = [self.bot_at(seat, number) for seat in range(len(self.seats))]
        bots = [make_bot(self.seats[bot], f"{seed}/bot {bot}") for bot in order]
        state = self.game.begin(len(order), seed, dict(self.options))
        if witness is not None:
            state.log = []
        state.go_on()
        decisions = [0] * len(order)
        moves = 0
        while not state.is_over:
            seat = state.asked()[0]
            action = bots[seat].choose(Turn(state, seat))
            if witness is not None:
                witness.sees(number, state, seat, action)
            moves += not state.decision(seat).continues()
            state.apply(seat, action)
            decisions[seat] += 1
        played = self._result(number, seed, order, (decisions, moves), state)
        if witness is not None:
            witness.ends(played, state)
        return played

    def _result(
        self, number: int, seed: str, order: list[int], counts: tuple[list[int], int], state: State
    ) -> "Played":
        ranking = state.ranking()
        ranks = [0] * len(order)
        better = 0
        for group in ranking:
            for seat in group:
                ranks[seat] = better + 1
            better += len(group)
        return Played(
            number,
            seed,
            order,
            state.scores(),
            ranks,
            len(ranking[0]),
            state.returns(),
            *counts,
            round_of(state.view(SPECTATOR)),
            state.digest(),
            state.ending(),
        )


class Witness(Protocol):
    """Sees games as they are played, all secrets included: for statistics, never for bots."""

    def sees(self, number: int, state: State, seat: int, action: int) -> None:
        """In game ``number`` the seat is about to carry out an action at this position."""

    def ends(self, played: "Played", state: State) -> None:
        """A game is over; ``state.log`` holds all that happened in it."""


@dataclass(frozen=True)
class Played:
    """How one game ended.

    Args:
        number: Its number in the run, from 0.
        seed: Its seed.
        bots: The number of the bot at each seat.
        scores: Points of each seat.
        ranks: Rank of each seat, 1 for the best; equal seats share it.
        winners: How many seats share the first rank.
        returns: Utility of each seat.
        decisions: How often each seat chose.
        moves: Moves begun: choices that do not go on with another one.
        rounds: The round in which it ended, or 0 where the game does not count rounds.
        digest: Hash of the last position.
        ending: How it ended, in the game's word.
    """

    number: int
    seed: str
    bots: list[int]
    scores: list[int]
    ranks: list[int]
    winners: int
    returns: list[float]
    decisions: list[int]
    moves: int
    rounds: int
    digest: str
    ending: str

    @property
    def minutes(self) -> float:
        """How long people would play, estimated."""
        return self.moves * SECONDS_A_MOVE / 60

    @property
    def lead(self) -> int:
        """Points of the first less those of the second; 0 for one who plays alone."""
        points = sorted(self.scores, reverse=True)
        return points[0] - points[1] if len(points) > 1 else 0

    def won(self, seat: int) -> float:
        """The share of the win that a seat has."""
        return (self.ranks[seat] == 1) / self.winners


@dataclass(frozen=True)
class Batch:
    """Games of a run that one process played in one go.

    Args:
        played: The games, in order.
        tables: Their rows by the name of the table, as far as tables were asked for.
        seconds: How long it took.
    """

    played: list[Played]
    tables: "Mapping[str, pl.DataFrame]"
    seconds: float


def simulate(plan: Simulation, jobs: int = 1) -> Generator[Played]:
    """Play all games of a simulation, in order.

    Args:
        plan: What is played.
        jobs: Processes that play. With more than one, the game must be an installed one.

    Raises:
        UnknownGame: Other processes could not find the game.
        PoolError: One of the processes ended before its work was done.
    """
    return (one for batch in simulate_batches(plan, jobs) for one in batch.played)


def simulate_batches(
    plan: Simulation,
    jobs: int = 1,
    tables: Sequence[str] = (),
    first: int = 0,
    cluster: str = "",
) -> Generator[Batch]:
    """Play the games of a simulation, in order, and hand them out by handfuls.

    How many games a handful has depends on how fast they are played; what is in them does not.

    Args:
        plan: What is played.
        jobs: Processes that play. With more than one, the game must be an installed one.
        tables: Which rows are wanted (:data:`wardround.lab.tables.TABLES`).
        first: The number of the first game that is played.
        cluster: The address of a Ray cluster that plays in place of processes of this machine.

    Raises:
        UnknownGame: Other processes could not find the game.
        PoolError: One of the processes ended before its work was done.
        LabError: There is no such cluster.
    """
    if jobs <= 1 and not cluster:
        work: Callable[[range], Batch] = partial(_play, plan, tuple(tables))
        return _paced(partial(spread, work), plan, first)
    installed_game(plan.game.id)
    described = (plan.game.id, plan.seats, plan.games, plan.seed, plan.options, plan.rotate)
    work = partial(_play_there, described, tuple(tables))
    if cluster:
        return _paced(partial(spread_over_cluster, work, address=cluster), plan, first)
    return _paced(partial(spread, work, jobs=jobs), plan, first)


def _paced(
    play: Callable[[Iterable[range]], Generator[Batch]], plan: Simulation, first: int
) -> Generator[Batch]:
    """Batches of about :data:`PACE` seconds: few enough to cost nothing, enough to tell by."""
    size = 1

    def handfuls() -> Iterator[range]:
        place = first
        while place < plan.games:
            yield range(place, place := min(place + size, plan.games))

    with closing(play(handfuls())) as batches:
        for batch in batches:
            wanted = int(PACE * len(batch.played) / max(batch.seconds, 1e-6))
            size = max(1, min(wanted, 2 * size, MOST_IN_BATCH))
            yield batch


Described = tuple[str, tuple[str, ...], int, str, Mapping[str, OptionValue], bool]


def _play_there(described: Described, tables: tuple[str, ...], numbers: range) -> Batch:
    """Play in a process of its own: a game is looked up there, it does not travel."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # the other processors play, too
    game, seats, games, seed, options, rotate = described
    plan = Simulation(installed_game(game), seats, games, seed, options, rotate)
    return _play(plan, tables, numbers)


def _play(plan: Simulation, tables: tuple[str, ...], numbers: range) -> Batch:
    from wardround.lab.tables import Recorder

    began = perf_counter()
    recorder = Recorder(plan, tables) if tables else None
    played = [plan.play(number, recorder) for number in numbers]
    rows = {} if recorder is None else recorder.frames()
    return Batch(played, rows, perf_counter() - began)


def play_match(match: Match, bots: Mapping[int, Bot]) -> None:
    """Let bots act in a match until none of them is asked: another seat is, or it is over.

    Args:
        match: The game being played.
        bots: Bots by the seat that they hold.
    """
    while True:
        seat = next((seat for seat in match.state.asked() if seat in bots), None)
        if seat is None:
            return
        match.act(seat, bots[seat].choose(Turn(match.state, seat)))
