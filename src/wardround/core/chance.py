"""Chance as a keyed stream: reproducible everywhere, unpredictable from what was seen, provable.

The seed of a game is a text. Its SHA-256 is shown before the first move (the commitment) and the
seed itself after the last, so that anybody can check the shuffles: ``printf %s SEED | sha256sum``.
"""

import operator
from hashlib import blake2b, sha256
from typing import Any, Final, SupportsIndex

from mypy_extensions import i64

from wardround.core.errors import SeedError, Unforeseeable

Seed = str | bytes | SupportsIndex
"""What a game may be seeded with: a text, bytes, a whole number of any kind."""

BLOCK = 64
BYTES_DRAWN = 256
WORD = 1 << 64


def seed_text(seed: Seed) -> str:
    """The canonical text of a seed: numbers in decimal, bytes in hexadecimal.

    Raises:
        SeedError: It is none of these, or a text that cannot be written as UTF-8.
    """
    if isinstance(seed, bytes):
        return seed.hex()
    if isinstance(seed, str):
        try:
            seed.encode()
        except UnicodeEncodeError as error:
            raise SeedError(
                "The seed holds half a character (a lone surrogate).",
                where="seed",
                expected="a text of Unicode characters",
            ) from error
        return str(seed)
    try:
        return str(operator.index(seed))
    except TypeError as error:
        raise SeedError(
            f"{seed!r} is no seed.",
            where="seed",
            expected="a text, bytes or a whole number",
        ) from error


def commitment(seed: str) -> str:
    """The hash that is published before the game: SHA-256 of the seed's UTF-8 text, in hex."""
    return sha256(seed.encode()).hexdigest()


MULTIPLIER: Final = 1_791_398_085
LOW_32: Final = 0xFFFFFFFF
WARMING_UP: Final = 4
"""So many numbers of a mixer are not used: seeds that differ little begin alike."""


class Lane:
    """One of the independent streams of a seed: how far it has been read."""

    def __init__(self) -> None:
        self.counter = 0
        self.block = b""
        self.used = BLOCK

    def copy(self) -> "Lane":
        """The same lane at the same place."""
        other = Lane()
        other.counter = self.counter
        other.block = self.block
        other.used = self.used
        return other


class Chance:
    """A counter-mode random stream (keyed BLAKE2b) with unbiased draws.

    A stream has lanes that are independent of each other. Lane 0 is the table's; a game can give
    every seat a lane of its own, so that the speed of one seat never changes another's dice.

    Args:
        seed: The secret seed of the game.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.key = b""
        self.lanes: list[Lane] = [Lane()]
        self.moments = 0
        self.frozen = False
        self.drawn: list[int] | None = None
        self.script: list[int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickled, (self.save(), self.frozen, self.drawn, self.script))

    def copy(self) -> "Chance":
        """The same stream at the same place; a recording or a script is not carried along."""
        other = Chance(self.seed)
        other.key = self.key
        other.lanes = [lane.copy() for lane in self.lanes]
        other.moments = self.moments
        other.frozen = self.frozen
        return other

    def freeze(self) -> None:
        """From now on every draw and every reveal raises :class:`Unforeseeable`."""
        self.frozen = True

    def record(self) -> list[int]:
        """Begin a new list of outcomes and return it; later draws are appended to it."""
        drawn: list[int] = []
        self.drawn = drawn
        return drawn

    def reveal(self) -> None:
        """Mark that hidden information comes into the open (it ends undo and preview)."""
        if self.frozen:
            raise Unforeseeable()
        self.moments += 1

    def below(self, n: int, lane: int = 0) -> int:
        """A whole number from 0 to n-1, each equally likely.

        Args:
            n: The number of possible outcomes.
            lane: Which of the independent lanes is read; 0 is the table's.

        Raises:
            Unforeseeable: The stream is frozen.
            ValueError: n is less than 1, or a scripted outcome is not below n.
        """
        if self.frozen:
            raise Unforeseeable()
        if n < 1:
            raise ValueError(f"a draw needs at least one possible outcome, not {n}")
        self.moments += 1
        script = self.script
        if script is not None:
            outcome = self._scripted(script, n)
        elif n <= BYTES_DRAWN:
            outcome = self._byte_below(n, lane)
        else:
            outcome = self._word_below(n, lane)
        if self.drawn is not None:
            self.drawn.append(outcome)
        return outcome

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, every order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def save(self) -> list[Any]:
        """Seed and place in every lane, as plain data. It holds the secret."""
        return [self.seed, self.moments, [[lane.counter, lane.used] for lane in self.lanes]]

    @staticmethod
    def load(data: list[Any]) -> "Chance":
        """The stream of :meth:`save`, at the same place."""
        seed, moments, lanes = data
        chance = Chance(str(seed))
        chance.moments = int(moments)
        for number, (counter, used) in enumerate(lanes):
            lane = chance._lane(number)
            if counter:
                lane.counter = int(counter) - 1
                chance._next_block(lane, number)
            lane.used = int(used)
        return chance

    def _scripted(self, script: list[int], n: int) -> int:
        if not script:
            raise ValueError("the record holds fewer chance outcomes than the game draws")
        outcome = script.pop(0)
        if not 0 <= outcome < n:
            raise ValueError(f"the record's chance outcome {outcome} is not between 0 and {n - 1}")
        return outcome

    def _lane(self, number: int) -> Lane:
        while len(self.lanes) <= number:
            self.lanes.append(Lane())
        return self.lanes[number]

    def _byte_below(self, n: int, number: int) -> int:
        lane = self._lane(number)
        limit = BYTES_DRAWN - BYTES_DRAWN % n
        while True:
            if lane.used == BLOCK:
                self._next_block(lane, number)
            byte = lane.block[lane.used]
            lane.used += 1
            if byte < limit:
                return byte % n

    def _word_below(self, n: int, number: int) -> int:
        lane = self._lane(number)
        limit = WORD - WORD % n
        while True:
            if lane.used > BLOCK - 8:
                self._next_block(lane, number)
            word = int.from_bytes(lane.block[lane.used : lane.used + 8], "big")
            lane.used += 8
            if word < limit:
                return word % n

    def _next_block(self, lane: Lane, number: int) -> None:
        if not self.key:
            self.key = blake2b(self.seed.encode(), digest_size=32, person=b"wardround-key").digest()
        lane.block = blake2b(
            lane.counter.to_bytes(8, "big"),
            key=self.key,
            salt=number.to_bytes(4, "big"),
            person=b"wardround-draw",
        ).digest()
        lane.counter += 1
        lane.used = 0


class Mixer:
    """Quick random orders for positions that are only imagined.

    A multiply-with-carry generator (George Marsaglia, "Random Number Generators", Journal of Modern
    Applied Statistical Methods 2 (2003) 2-13): lag 1, base 2^32, period above 2^61. Compiled and
    plain it gives the same numbers. Real chance comes from :class:`Chance`.

    Args:
        seed: Any whole number of at most 62 bits.
    """

    def __init__(self, seed: int) -> None:
        self._state: i64 = seed | 1
        for _ in range(WARMING_UP):
            self._next()

    def _next(self) -> i64:
        low: i64 = self._state & LOW_32
        self._state = MULTIPLIER * low + (self._state >> 32)
        return self._state & LOW_32

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1; n is below 2^31 (the chances differ by 2^-32 at most)."""
        bound: i64 = n
        return (self._next() * bound) >> 32

    def mixed(self, items: list[int]) -> list[int]:
        """The items in a random order that owes nothing to the present one."""
        order = sorted(items)
        last: i64 = len(order) - 1
        while last > 0:
            other: i64 = (self._next() * (last + 1)) >> 32
            item = order[last]
            order[last] = order[other]
            order[other] = item
            last -= 1
        return order


def _unpickled(
    saved: list[Any], frozen: bool, drawn: list[int] | None, script: list[int] | None
) -> Chance:
    chance = Chance.load(saved)
    chance.frozen = frozen
    chance.drawn = drawn
    chance.script = script
    return chance
