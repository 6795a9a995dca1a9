"""Many games between bots: the same games for the same seed, however many processes play them."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from wardround.bots import Bot, Turn, bot_named, make_bot
from wardround.core import SPECTATOR, Game, Match, OptionValue
from wardround.core.views import round_of
from wardround.games import game as installed_game
from wardround.lab.errors import LabError
from wardround.pool import spread


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
            bot_named(seat)
        return cls(game, tuple(seats), games, str(seed), checked, rotate)

    def bot_at(self, seat: int, number: int) -> int:
        """The number of the bot that holds a seat in game ``number``."""
        return (seat - number) % len(self.seats) if self.rotate else seat

    def play(self, number: int) -> "Played":
        """Play one game of the run."""
        seed = f"{self.seed}/{number}"
        order = [self.bot_at(seat, number) for seat in range(len(self.seats))]
        bots = [make_bot(self.seats[bot], f"{seed}/bot {bot}") for bot in order]
        state = self.game.new(len(order), seed, self.options)
        decisions = [0] * len(order)
        while not state.is_over:
            seat = state.asked()[0]
            state.apply(seat, bots[seat].choose(Turn(state, seat)))
            decisions[seat] += 1
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
            decisions,
            round_of(state.view(SPECTATOR)),
            state.digest(),
            state.ending(),
        )


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
    rounds: int
    digest: str
    ending: str


def simulate(plan: Simulation, jobs: int = 1) -> Generator[Played]:
    """Play all games of a simulation, in order.

    Args:
        plan: What is played.
        jobs: Processes that play. With more than one, the game must be an installed one.

    Raises:
        UnknownGame: Other processes could not find the game.
        PoolError: One of the processes ended before its work was done.
    """
    if jobs <= 1:
        return spread(plan.play, range(plan.games))
    installed_game(plan.game.id)
    described = (plan.game.id, plan.seats, plan.games, plan.seed, dict(plan.options), plan.rotate)
    return spread(partial(_play, described), range(plan.games), jobs)


Described = tuple[str, tuple[str, ...], int, str, dict[str, OptionValue], bool]


def _play(described: Described, number: int) -> Played:
    """Play one game in a process of its own: a game is looked up there, it does not travel."""
    game, seats, games, seed, options, rotate = described
    return Simulation(installed_game(game), seats, games, seed, options, rotate).play(number)


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
