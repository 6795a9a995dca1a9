"""How fast the engine is: random play through the public interface, on one core.

Times are seconds of the processor, so other programs on the machine disturb them little.
"""

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from wardround.core import Game, State, state

RUNS = 5
SECONDS = 2.0
COPIES = 500
SEED = "bench"
GAMES = 256
"""Games of a vector."""
DETERMINIZING = Random(SEED)


@dataclass(frozen=True)
class Benchmark:
    """What was measured, and on what.

    Args:
        game: The game's id.
        players: Number of seats.
        compiled: Whether the engine's modules are compiled.
        decisions_per_second: Median over the runs, each choice made by this module's loop.
        slowest: The slowest run.
        fastest: The fastest run.
        rollout_per_second: Median over the runs of :meth:`State.rollout`, which chooses inside the
            engine.
        runs: How many runs.
        seconds: How long each run lasted at least.
        copy_microseconds: Median time of ``State.copy()`` over positions of random games.
        determinize_microseconds: Median time of ``State.determinize()`` over the same positions.
        observed_per_second: Median over the runs of steps for which observation and mask of the
            seat that acts are written into arrays; None without NumPy.
        vector_per_second: The same for a :class:`~wardround.vector.Vector` of 256 games.
        python: Version of Python.
        processor: The processor's name.
    """

    game: str
    players: int
    compiled: bool
    decisions_per_second: int
    slowest: int
    fastest: int
    rollout_per_second: int
    runs: int
    seconds: float
    copy_microseconds: float
    determinize_microseconds: float
    observed_per_second: int | None
    vector_per_second: int | None
    python: str
    processor: str

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return asdict(self)


def bench(
    game: Game, players: int | None = None, runs: int = RUNS, seconds: float = SECONDS
) -> Benchmark:
    """Measure random play, copies, samples of what is hidden, and observations for learning.

    Args:
        game: The game.
        players: Number of seats; the most that the game takes if nothing is said.
        runs: How many runs.
        seconds: How long each run lasts at least.

    Raises:
        SeatError: The game is not for that many players.
    """
    seats = game.max_players if players is None else players
    game.check_options(None, seats)
    rates = sorted(_rate(game, seats, run, seconds, _driven) for run in range(runs))
    rollouts = [_rate(game, seats, run, seconds, State.rollout) for run in range(runs)]
    positions = _positions(game, seats)
    observed = vector = None
    if find_spec("numpy") is not None:
        play = observing(game, seats)
        observed = round(median([_rate(game, seats, run, seconds, play) for run in range(runs)]))
        vector = round(median([_vector_rate(game, seats, run, seconds) for run in range(runs)]))
    return Benchmark(
        game=game.id,
        players=seats,
        compiled=is_compiled(),
        decisions_per_second=round(median(rates)),
        slowest=round(rates[0]),
        fastest=round(rates[-1]),
        rollout_per_second=round(median(rollouts)),
        runs=runs,
        seconds=seconds,
        copy_microseconds=round(_microseconds(positions, _copied), 2),
        determinize_microseconds=round(_microseconds(positions, _determinized), 2),
        observed_per_second=observed,
        vector_per_second=vector,
        python=platform.python_version(),
        processor=processor(),
    )


def _rate(
    game: Game, players: int, run: int, seconds: float, play: Callable[[State, Random], int]
) -> float:
    """Decisions per second of one run: whole games, set-up included, until the time is over."""
    rng = Random(f"{SEED} {run}")
    decisions = 0
    number = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        decisions += play(game.new(players, f"{SEED} {run} {number}"), rng)
        number += 1
    return decisions / spent


def _driven(position: State, rng: Random) -> int:
    """Play a game at random from outside the engine; the number of decisions."""
    random = rng.random
    decisions = 0
    while not position.is_over:
        for seat in position.asked():
            legal = position.legal_actions(seat)
            if legal:
                position.apply(seat, legal[int(random() * len(legal))])
                decisions += 1
    return decisions


def observing(game: Game, players: int) -> Callable[[State, Random], int]:
    """Random play in which everything that a learner needs is written into arrays.

    Args:
        game: The game.
        players: Number of seats.

    Returns:
        Plays a position to the end of its game; it returns the number of decisions.
    """
    return _Arrays(game, players).play


class _Arrays:
    """Play from outside the engine that writes everything that a learner needs into arrays."""

    def __init__(self, game: Game, players: int) -> None:
        import numpy as np

        self.row = np.zeros(len(game.new(players, SEED).layout()), np.float32)
        self.mask = np.zeros(game.num_actions, np.uint8)

    def play(self, position: State, rng: Random) -> int:
        """Play a game at random; the number of decisions."""
        random = rng.random
        decisions = 0
        while not position.is_over:
            seat = position.asked()[0]
            position.observe_into(seat, self.row)
            position.mask_into(seat, self.mask)
            legal = position.legal_actions(seat)
            position.apply(seat, legal[int(random() * len(legal))])
            decisions += 1
        return decisions


def _vector_rate(game: Game, players: int, run: int, seconds: float) -> float:
    from wardround.vector import Vector

    games = Vector(game, GAMES, players=players, seed=f"{SEED} {run}")
    rng = Random(f"{SEED} {run}")
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        games.step(games.random_actions(rng))
        steps += GAMES
    return steps / spent


def _copied(position: State) -> State:
    return position.copy()


def _determinized(position: State) -> State:
    return position.determinize(0, DETERMINIZING)


def _microseconds(positions: list[State], work: Callable[[State], State]) -> float:
    """The median time of a piece of work over positions from all parts of games."""
    times: list[float] = []
    for position in positions:
        start = process_time()
        for _ in range(10):
            work(position)
        times.append((process_time() - start) / 10)
    return 1e6 * median(times)


def _positions(game: Game, players: int) -> list[State]:
    rng = Random(SEED)
    found: list[State] = []
    while len(found) < COPIES:
        position = game.new(players, f"{SEED} {len(found)}")
        while not position.is_over:
            seat = rng.choice(position.asked())
            position.apply(seat, rng.choice(position.legal_actions(seat)))
            if rng.random() < 0.1:
                found.append(position.copy())
    return found[:COPIES]


def is_compiled() -> bool:
    """Whether the engine's modules are compiled."""
    return not str(state.__file__).endswith(".py")


def processor() -> str:
    """The name of this machine's processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
