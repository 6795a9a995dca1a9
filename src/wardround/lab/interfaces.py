"""How fast a game is through each interface, beside the engine itself: random play on one core.

A step is one decision with the observation and the mask of the seat that acts, which whoever learns
needs. Actions are drawn in the same way everywhere, so that what differs is the interface.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from wardround.core import Game
from wardround.games import games
from wardround.lab.bench import (
    GAMES,
    RUNS,
    SECONDS,
    SEED,
    is_compiled,
    observing,
    processor,
)
from wardround.lab.errors import LabError

if TYPE_CHECKING:
    from wardround.core import State

ENGINE: Final = "engine"
"""The name of what the others are compared with."""

Play = Callable[[], int]
"""Plays for a while at random; the number of steps."""


@dataclass(frozen=True)
class Rate:
    """Steps a second through an interface.

    Args:
        interface: What was measured.
        median: Steps per second of the processor, median over the runs.
        slowest: The slowest run.
        fastest: The fastest run.
        share: Of the engine's steps in the same run, median over the runs.
    """

    interface: str
    median: int
    slowest: int
    fastest: int
    share: float


def engine(game: Game, players: int) -> Play:
    """The engine: a step, and what the seat sees and may do, written into arrays."""
    play, rng, number = observing(game, players), Random(SEED), Random(SEED)
    return lambda: play(game.new(players, number.getrandbits(32)), rng)


def vector(game: Game, players: int, count: int) -> Play:
    """Many games as arrays (:mod:`wardround.vector`)."""
    from wardround.vector import Vector

    many, rng = Vector(game, count, players=players, seed=SEED), Random(SEED)

    def play() -> int:
        many.step(many.random_actions(rng))
        return count

    return play


def self_play(game: Game, players: int) -> Play:
    """256 games as a vector environment of Gymnasium, without copies."""
    from wardround.adapters.gymnasium import SelfPlayVectorEnv

    env, rng = SelfPlayVectorEnv(game, GAMES, players, copy=False), Random(SEED)
    env.reset(seed=1)

    def play() -> int:
        env.step(env.random_actions(rng))
        return GAMES

    return play


def one_seat(game: Game, players: int) -> Play:
    """One seat of a game, in Gymnasium; a step holds what random bots do between."""
    from wardround.adapters.gymnasium import Env

    env, rng = Env(game, players), Random(SEED)
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps, ended = 0, env.position.over
        while not ended:
            _, _, ended, _, _ = env.step(drawn(env.position, rng))
            steps += 1
        return steps

    return play


def raw(game: Game, players: int) -> Play:
    """All seats, in PettingZoo, without wrappers."""
    from wardround.adapters.pettingzoo import raw_env

    return agents(raw_env(game, players))


def wrapped(game: Game, players: int) -> Play:
    """All seats, in PettingZoo, with its usual wrappers."""
    from wardround.adapters.pettingzoo import env

    return agents(env(game, players))


def agents(env: Any) -> Play:
    """Whole games in an environment of PettingZoo."""
    rng, inner = Random(SEED), env.unwrapped
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            _, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(drawn(inner.position, rng))
                steps += 1
        return steps

    return play


def spiel(game: Game, players: int) -> Play:
    """All seats, in OpenSpiel, with tensor and mask."""
    import pyspiel

    from wardround.adapters.openspiel import DEALS, short_name

    made, rng = pyspiel.load_game(f"{short_name(game.id)}(players={players})"), Random(SEED)

    def play() -> int:
        state = made.new_initial_state()
        state.apply_action(rng.randrange(DEALS))
        steps = 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def drawn(state: State, rng: Random) -> int:
    """A legal action of the seat that is asked first."""
    legal = state.legal_actions(state.first_asked())
    return legal[int(rng.random() * len(legal))]


INTERFACES: Final[dict[str, tuple[str, Callable[[Game, int], Play]]]] = {
    ENGINE: ("numpy", engine),
    "vector, 16 games": ("numpy", partial(vector, count=16)),
    "vector, 256 games": ("numpy", partial(vector, count=256)),
    "Gymnasium, 256 games": ("gymnasium", self_play),
    "Gymnasium, one seat": ("gymnasium", one_seat),
    "PettingZoo, raw": ("pettingzoo", raw),
    "PettingZoo, wrapped": ("pettingzoo", wrapped),
    "OpenSpiel": ("pyspiel", spiel),
}
"""By name: the package that is needed, and what begins to play through it."""


@dataclass(frozen=True)
class Interfaces:
    """What was measured, and on what.

    Args:
        game: The game's id.
        players: Number of seats.
        compiled: Whether the engine's modules are compiled.
        rates: By interface, the engine's first.
        left_out: A sentence for each interface that was not measured.
        runs: How many runs.
        seconds: How long each interface played in a run, at least.
        python: Version of Python.
        processor: The processor's name.
    """

    game: str
    players: int
    compiled: bool
    rates: tuple[Rate, ...]
    left_out: tuple[str, ...]
    runs: int
    seconds: float
    python: str
    processor: str

    def to_json(self) -> dict[str, Any]:
        """The measurement as plain data."""
        return asdict(self)


def measure_interfaces(
    game: Game, players: int | None = None, runs: int = RUNS, seconds: float = SECONDS
) -> Interfaces:
    """Measure all interfaces, one after another in each run.

    Args:
        game: The game.
        players: Number of seats; the most that the game takes if nothing is said.
        runs: How many runs.
        seconds: How long each interface plays in a run, at least.

    Raises:
        SeatError: The game is not for that many players.
        LabError: NumPy is not installed.
    """
    if find_spec("numpy") is None:
        raise LabError(
            "Without NumPy there are no arrays to write into.",
            where="wardround bench --interfaces",
            expected="pip install 'wardround[vector]'",
        )
    seats = game.number_of_seats(game.max_players if players is None else players)
    plays: dict[str, Play] = {}
    left_out: list[str] = []
    for name, (package, begin) in INTERFACES.items():
        if find_spec(package) is None:
            left_out.append(f"{name}: {package} is not installed")
        elif begin is spiel and game.id not in games():
            left_out.append(f"{name}: it knows installed games only")
        else:
            plays[name] = begin(game, seats)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(runs):
        for name, play in plays.items():
            rates[name].append(_rate(play, seconds))
    return Interfaces(
        game=game.id,
        players=seats,
        compiled=is_compiled(),
        rates=tuple(_summary(name, values, rates[ENGINE]) for name, values in rates.items()),
        left_out=tuple(left_out),
        runs=runs,
        seconds=seconds,
        python=platform.python_version(),
        processor=processor(),
    )


def _summary(name: str, values: list[float], own: list[float]) -> Rate:
    share = median(one / base for one, base in zip(values, own, strict=True))
    return Rate(
        name, round(median(values)), round(min(values)), round(max(values)), round(share, 3)
    )


def _rate(play: Play, seconds: float) -> float:
    steps = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        steps += play()
    return steps / spent
