"""Chance as a keyed stream: reproducible everywhere, unpredictable from what was seen, provable.

The seed of a game is a text. Its SHA-256 is shown before the first move (the commitment) and the
seed itself after the last, so that anybody can check the shuffles: ``printf %s SEED | sha256sum``.
"""

from hashlib import blake2b, sha256

from wardround.core.errors import Unforeseeable

BLOCK = 64
BYTES_DRAWN = 256
WORD = 1 << 64


def seed_text(seed: int | str | bytes) -> str:
    """The canonical text of a seed: numbers in decimal, bytes in hexadecimal."""
    if isinstance(seed, bytes):
        return seed.hex()
    return str(seed)


def commitment(seed: str) -> str:
    """The hash that is published before the game: SHA-256 of the seed's UTF-8 text, in hex."""
    return sha256(seed.encode()).hexdigest()


class Chance:
    """A counter-mode random stream (keyed BLAKE2b) with unbiased draws.

    Args:
        seed: The secret seed of the game.
        stream: Streams of one seed with different numbers are independent of each other, so a
            game can give every seat its own dice (the speed of one seat never changes another's).
    """

    def __init__(self, seed: str, stream: int) -> None:
        self.seed = seed
        self.stream = stream
        self.key = b""
        self.counter = 0
        self.block = b""
        self.used = BLOCK
        self.moments = 0
        self.frozen = False
        self.drawn: list[int] | None = None
        self.script: list[int] | None = None

    def copy(self) -> "Chance":
        """The same stream at the same place; a recording or a script is not carried along."""
        other = Chance(self.seed, self.stream)
        other.key = self.key
        other.counter = self.counter
        other.block = self.block
        other.used = self.used
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

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each equally likely.

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
            outcome = self._byte_below(n)
        else:
            outcome = self._word_below(n)
        if self.drawn is not None:
            self.drawn.append(outcome)
        return outcome

    def shuffle(self, items: list[int]) -> None:
        """Put the items into a random order, every order equally likely (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def save(self) -> list[str | int]:
        """Seed, stream and place in it, as plain data. It holds the secret."""
        return [self.seed, self.stream, self.counter, self.used, self.moments]

    @staticmethod
    def load(data: "list[str | int]") -> "Chance":
        """The stream of :meth:`save`, at the same place."""
        seed, stream, counter, used, moments = data
        chance = Chance(str(seed), int(stream))
        if counter:
            chance.counter = int(counter) - 1
            chance._next_block()
        chance.used = int(used)
        chance.moments = int(moments)
        return chance

    def _scripted(self, script: list[int], n: int) -> int:
        if not script:
            raise ValueError("the record holds fewer chance outcomes than the game draws")
        outcome = script.pop(0)
        if not 0 <= outcome < n:
            raise ValueError(f"the record's chance outcome {outcome} is not between 0 and {n - 1}")
        return outcome

    def _byte_below(self, n: int) -> int:
        limit = BYTES_DRAWN - BYTES_DRAWN % n
        while True:
            if self.used == BLOCK:
                self._next_block()
            byte = self.block[self.used]
            self.used += 1
            if byte < limit:
                return byte % n

    def _word_below(self, n: int) -> int:
        limit = WORD - WORD % n
        while True:
            if self.used > BLOCK - 8:
                self._next_block()
            word = int.from_bytes(self.block[self.used : self.used + 8], "big")
            self.used += 8
            if word < limit:
                return word % n

    def _next_block(self) -> None:
        if not self.key:
            self.key = blake2b(self.seed.encode(), digest_size=32, person=b"wardround-key").digest()
        self.block = blake2b(
            self.counter.to_bytes(8, "big"),
            key=self.key,
            salt=self.stream.to_bytes(4, "big"),
            person=b"wardround-draw",
        ).digest()
        self.counter += 1
        self.used = 0
