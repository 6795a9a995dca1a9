"""Many games of one kind in one object, as arrays: for learning.

    games = Vector("dice_hospital", 256, players=4, seed=1)
    while learning:
        actions = policy(games.observations, games.masks)
        games.step(actions)

:class:`Vector` plays in this process, :class:`SharedVector` spreads the games over several, which
write into the same arrays. Both need NumPy (``pip install wardround[vector]``).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.shared_memory import SharedMemory
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wardround.core import Game, Layout, Seed, Sheet, WardroundError, seed_text
from wardround.core.batch import Batch
from wardround.games import game as installed_game

try:
    import numpy as np
except ImportError as error:
    raise ImportError(
        "wardround.vector needs NumPy: pip install 'wardround[vector]'", name="numpy"
    ) from error

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from numpy.typing import ArrayLike, NDArray

BLOCK: Final = 16
"""Rows that are written at a time: so many stay in a processor's cache."""


class VectorError(WardroundError):
    """Games that cannot be played together, or actions that do not fit them."""

    code: ClassVar[str] = "vector"


class Arrays:
    """What a vector of games shows, by place; the arrays stay the same and are written anew.

    Args:
        count: How many games.
        players: Number of seats.
        numbers: How many numbers an observation has.
        num_actions: How many actions the game has.
        memory: Where they lie, if other processes shall see them.
    """

    def __init__(
        self,
        count: int,
        players: int,
        numbers: int,
        num_actions: int,
        memory: memoryview | None = None,
    ) -> None:
        shapes: dict[str, tuple[tuple[int, ...], type]] = {
            "observations": ((count, numbers), np.float32),
            "final_observations": ((count, numbers), np.float32),
            "returns": ((count, players), np.float32),
            "seats": ((count,), np.int64),
            "masks": ((count, num_actions), np.uint8),
            "ended": ((count,), np.bool_),
        }
        made: dict[str, NDArray[Any]] = {}
        start = 0
        for name, (shape, kind) in shapes.items():
            array: NDArray[Any]
            if memory is None:
                array = np.zeros(shape, kind)
            else:
                array = np.ndarray(shape, kind, memory, start)
            made[name] = array
            start += -(-array.nbytes // 64) * 64
        self.size = start
        """Bytes that all of them take."""
        self.observations: NDArray[np.float32] = made["observations"]
        """What the seat that acts sees (:attr:`Vector.layout` explains the numbers)."""
        self.final_observations: NDArray[np.float32] = made["final_observations"]
        """What the seat that acted last saw at the end, where a game ended in the last step."""
        self.returns: NDArray[np.float32] = made["returns"]
        """Utility of every seat where a game ended in the last step, zeros elsewhere."""
        self.seats: NDArray[np.int64] = made["seats"]
        """The seat that acts."""
        self.masks: NDArray[np.uint8] = made["masks"]
        """1 for each action that is legal for the seat that acts."""
        self.ended: NDArray[np.bool_] = made["ended"]
        """Whether a game ended in the last step; the next one has begun in its place."""

    def part(self, first: int, end: int) -> Arrays:
        """The arrays of some places."""
        part: Arrays = object.__new__(Arrays)
        for name, value in vars(self).items():
            setattr(part, name, value if name == "size" else value[first:end])
        return part


class Vector(Arrays):
    """Games of one kind, stepped together in this process.

    In every game that one seat acts that is asked first (``seats``). A game that ended is followed
    at once by the next one in its place, and ``observations``, ``masks`` and ``seats`` are of that
    one already.

    Args:
        game: The game, or its id.
        count: How many games.
        players: Number of seats; the fewest that the game takes, where nothing is said.
        seed: What all chance follows from: game ``n`` (from 1) at a place is
            ``game.new(players, vector.seed_of(place))`` at that time.
        options: Values by option name.
        arrays: Where to write; own arrays where nothing is said.
        first: The number of the first place, in seeds.

    Raises:
        UnknownGame: No game has this id.
        SeatError, SeedError, OptionError, MaterialError: See :meth:`Game.new`.
        VectorError: ``count`` is below 1.
    """

    def __init__(
        self,
        game: Game | str,
        count: int,
        *,
        players: int | None = None,
        seed: Seed = 0,
        options: Mapping[str, object] | None = None,
        arrays: Arrays | None = None,
        first: int = 0,
    ) -> None:
        played = installed_game(game) if isinstance(game, str) else game
        if count < 1:
            raise VectorError(f"{count} games are no games.", where="count", expected="at least 1")
        seats = played.number_of_seats(played.min_players if players is None else players)
        self.game = played
        self.players = seats
        self.count = count
        self._batch = Batch(played, seats, count, seed_text(seed), options, first)
        self.layout: Layout = self._batch.layout
        """Where everything lies in an observation."""
        if arrays is None:
            super().__init__(count, seats, len(self.layout), played.num_actions)
        else:
            vars(self).update(vars(arrays))
        self._sheet = Sheet(len(self.layout), min(count, BLOCK))
        self._row = Sheet(len(self.layout))
        self._write()

    def seed_of(self, place: int) -> str:
        """The seed of the present game of a place."""
        return self._batch.seed_of(place)

    def step(self, actions: ArrayLike) -> None:
        """Carry out one action in every game, and write the arrays anew.

        Args:
            actions: By place, a legal action of the seat that acts.

        Raises:
            VectorError: There are too many or too few actions, or they are no whole numbers.
            IllegalAction, UnknownAction: One is not legal; no game has changed.
        """
        chosen = whole(actions, self.count)
        self._batch.check(chosen)
        seats = self.seats.tolist()
        ended = self._batch.step(chosen)
        self.ended.fill(False)
        self.returns.fill(0.0)
        for place in ended:
            state = self._batch.states[place]
            self.ended[place] = True
            self.returns[place] = state.returns()
            state.observe_into(seats[place], self.final_observations[place])
            self._batch.restart(place)
        self._write()

    def random_actions(self, rng: Random) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely."""
        return np.array(self._batch.random_actions(rng), np.int64)

    def _write(self) -> None:
        self.seats[:] = self._batch.seats()
        self.masks[:] = np.frombuffer(self._batch.masks(), np.uint8).reshape(self.masks.shape)
        for first in range(0, self.count, BLOCK):
            self._batch.observe(first, self._sheet)
            rows = np.frombuffer(self._sheet.memory(), np.float64).reshape(-1, len(self.layout))
            self.observations[first : first + BLOCK] = rows[: self.count - first]


def whole(actions: ArrayLike, count: int) -> list[int]:
    """The actions as plain numbers.

    Raises:
        VectorError: There are too many or too few, or they are no whole numbers.
    """
    array = np.asarray(actions)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise VectorError(
            f"The actions are of shape {array.shape} and type {array.dtype}.",
            where="actions",
            expected=f"{count} whole numbers, one for each game",
        )
    chosen: list[int] = array.tolist()
    return chosen


class SharedVector(Arrays):
    """The same games as a :class:`Vector` of the same seed, played by several processes.

    The processes write into arrays that this one sees. They end with :meth:`close`, with the
    ``with`` block, or when this process is gone, however it ended.

    Args:
        game: The game's id.
        count: How many games.
        workers: How many processes.
        players: See :class:`Vector`.
        seed: See :class:`Vector`.
        options: See :class:`Vector`.

    Raises:
        The errors of :class:`Vector`.
        VectorError: There are fewer games than processes.
    """

    def __init__(
        self,
        game: str,
        count: int,
        workers: int,
        *,
        players: int | None = None,
        seed: Seed = 0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if not 1 <= workers <= count:
            raise VectorError(
                f"{workers} processes cannot share {count} games.",
                where="workers",
                expected=f"1 to {count}",
            )
        self._workers: list[tuple[SpawnProcess, Connection[Any, Any], int, int]] = []
        self._memory: SharedMemory | None = None
        one = Vector(game, 1, players=players, seed=seed, options=options)
        self.game = one.game
        self.players = one.players
        self.count = count
        self.layout = one.layout
        shape = (count, self.players, len(self.layout), self.game.num_actions)
        self._memory = SharedMemory(create=True, size=Arrays(*shape).size)
        super().__init__(*shape, self._memory.buf)
        try:
            context = get_context("spawn")
            for worker in range(workers):
                first, end = worker * count // workers, (worker + 1) * count // workers
                ours, theirs = context.Pipe()
                made = (game, self.players, seed_text(seed), dict(options or {}))
                process = context.Process(
                    target=serve, args=(theirs, self._memory.name, shape, first, end, made)
                )
                process.daemon = True
                process.start()
                theirs.close()
                self._workers.append((process, ours, first, end))
            self._wait()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> SharedVector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def step(self, actions: ArrayLike) -> None:
        """Carry out one action in every game, and write the arrays anew.

        Raises:
            The errors of :meth:`Vector.step`; the games of other processes may have gone on.
        """
        chosen = whole(actions, self.count)
        for _, line, first, end in self._running():
            line.send(chosen[first:end])
        self._wait()

    def random_actions(self, rng: Random) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely."""
        drawn = [legal[int(rng.random() * len(legal))] for legal in map(np.flatnonzero, self.masks)]
        return np.array(drawn, np.int64)

    def _running(self) -> list[tuple[SpawnProcess, Connection[Any, Any], int, int]]:
        if not self._workers:
            raise VectorError("The vector is closed.", where="step", expected="an open one")
        return self._workers

    def _wait(self) -> None:
        errors = [_answer(line) for _, line, _, _ in self._running()]
        for error in errors:
            if error is not None:
                raise error

    def close(self) -> None:
        """End the processes; the arrays keep what they show."""
        for process, line, _, _ in self._workers:
            line.close()
            process.join(1)
            process.kill()
        self._workers = []
        if self._memory is not None:
            for name, value in list(vars(self).items()):
                if isinstance(value, np.ndarray):
                    setattr(self, name, value.copy())
            memory, self._memory = self._memory, None
            with suppress(BufferError):  # somebody still holds one of the arrays
                memory.close()
            memory.unlink()


def _answer(line: Connection[Any, Any]) -> Exception | None:
    try:
        error: Exception | None = line.recv()
    except EOFError:
        return VectorError(
            "A process that plays has ended.", where="vector", expected="that it runs"
        )
    return error


def serve(
    line: Connection[Any, Any],
    memory: str,
    shape: tuple[int, int, int, int],
    first: int,
    end: int,
    made: tuple[str, int, str, dict[str, object]],
) -> None:
    """Play some of the games of a :class:`SharedVector`, until nobody listens any more."""
    shared = SharedMemory(memory)
    arrays = Arrays.__new__(Arrays)
    name, players, seed, options = made
    try:
        Arrays.__init__(arrays, *shape, shared.buf)
        games = Vector(
            name,
            end - first,
            players=players,
            seed=seed,
            options=options,
            arrays=arrays.part(first, end),
            first=first,
        )
        line.send(None)
        while True:
            actions = line.recv()
            try:
                games.step(np.array(actions, np.int64))
            except WardroundError as error:
                line.send(error)
            else:
                line.send(None)
    except (EOFError, OSError, KeyboardInterrupt):
        pass
