"""What a seat sees, as numbers: one flat row, written piece by piece.

A game says what a seat sees in one function that writes to a :class:`Sheet`: it names each piece,
with what it means and how large its numbers get, and writes the numbers. From the same function
come the row itself, the named vectors and the layout that tells where everything lies.
"""

from collections.abc import Sequence
from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wardround.core.errors import BadBuffer
from wardround.core.fields import Value

COMMON_PIECE: Final = -1
"""The step of a piece that belongs to no seat."""
NO_PLACE: Final = -1
LONGEST: Final = 1 << 14
"""No observation is longer."""


@final
class Piece(Value):
    """A named part of an observation.

    Args:
        name: Its name; pieces of seats end in ``/0``, ``/1`` ...: the seats from the observer on,
            clockwise.
        offset: Where it begins in the row.
        length: How many numbers it has.
        low: No number of it is lower.
        high: No number of it is higher.
        meaning: What the numbers tell.
    """

    def __init__(
        self, name: str, offset: int, length: int, low: float, high: float, meaning: str
    ) -> None:
        self.name = name
        self.offset = offset
        self.length = length
        self.low = low
        self.high = high
        self.meaning = meaning

    def to_json(self) -> dict[str, Any]:
        """The piece as plain data."""
        return {
            "name": self.name,
            "offset": self.offset,
            "length": self.length,
            "low": self.low,
            "high": self.high,
            "meaning": self.meaning,
        }


@final
class Layout(Value):
    """Where everything lies in an observation: the same for all seats and moments of a game.

    Args:
        pieces: The pieces in order; together they are the row, without gaps.
    """

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self._blank = Sheet(len(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Layout, (self.pieces,))

    def sheet(self) -> "Sheet":
        """A blank row."""
        return Sheet(0, like=self._blank)

    def __len__(self) -> int:
        """How many numbers a row has."""
        return self.pieces[-1].offset + self.pieces[-1].length if self.pieces else 0

    def lows(self) -> list[float]:
        """The lower bound of every number."""
        return [piece.low for piece in self.pieces for _ in range(piece.length)]

    def highs(self) -> list[float]:
        """The upper bound of every number."""
        return [piece.high for piece in self.pieces for _ in range(piece.length)]

    def named(self, row: Sequence[float]) -> dict[str, list[float]]:
        """A row as named vectors."""
        return {
            piece.name: [float(row[piece.offset + place]) for place in range(piece.length)]
            for piece in self.pieces
        }

    def to_json(self) -> list[dict[str, Any]]:
        """The layout as plain data."""
        return [piece.to_json() for piece in self.pieces]


@final
class Places(Value):
    """At which place of a piece each item is counted, where not every item is in the game.

    Args:
        order: The items that have a place, in the order of their places.
        items: How many items there are.
    """

    def __init__(self, order: list[int], items: int) -> None:
        self.order = order
        self.items = items
        self._of: list[int] = [NO_PLACE] * items
        for place, item in enumerate(order):
            self._of[item] = place

    def __reduce__(self) -> tuple[Any, ...]:
        return (Places, (self.order, self.items))

    def __len__(self) -> int:
        """How many places there are."""
        return len(self.order)

    def of(self, item: int) -> int:
        """The place of an item; -1 for no item, or one without a place."""
        return self._of[item] if item >= 0 else NO_PLACE


@final
class Sheet:
    """Rows of numbers that are written from left to right. Only what is not zero costs much.

    Args:
        length: How many numbers a row has.
        rows: How many rows there are.
        recording: Whether to note the pieces, for a layout.
        like: Another sheet, of the same length and rows: its zeros are copied, which is quick.
    """

    def __init__(
        self,
        length: int,
        rows: int = 1,
        recording: bool = False,
        like: "Sheet | None" = None,
    ) -> None:
        if like is None:
            self.length: i64 = length
            self.rows: i64 = rows
            self._zeros: vec[float] = vec[float]([0.0] * (length * rows))
        else:
            self.length = like.length
            self.rows = like.rows
            self._zeros = like._zeros
        self._numbers: vec[float] = self._zeros[:]
        self._at: i64 = 0
        self._recorded: list[Piece] | None = [] if recording else None

    def clear(self) -> None:
        """Make all rows zero again."""
        self._numbers = self._zeros[:]
        self._at = 0

    def row(self, number: i64) -> None:
        """Go on at the beginning of a row."""
        self._at = number * self.length

    def end_row(self, number: i64) -> None:
        """Say that a row is full.

        Raises:
            ValueError: It is not: an observation has another length than its layout.
        """
        if self._at != (number + 1) * self.length:
            raise ValueError(
                f"an observation of {self._at - number * self.length} numbers, "
                f"where the layout has {self.length}"
            )

    # --- writing: what the functions of the games call ------------------------------------

    def piece(
        self,
        name: str,
        meaning: str,
        high: float = 1.0,
        low: float = 0.0,
        step: i64 = COMMON_PIECE,
    ) -> None:
        """Begin a piece.

        Args:
            name: Its name.
            meaning: What its numbers tell.
            high: No number of it is higher.
            low: No number of it is lower.
            step: Of the seat that it belongs to: how many seats clockwise from the observer.
        """
        if self._recorded is not None:
            self._close()
            whole = name if step == COMMON_PIECE else f"{name}/{step}"
            self._recorded.append(Piece(whole, self._at, 0, float(low), float(high), meaning))

    def number(self, value: float) -> None:
        """Write one number."""
        self._numbers[self._at] = value
        self._at += 1

    def integer(self, value: i64) -> None:
        """Write one whole number."""
        self._numbers[self._at] = float(value)
        self._at += 1

    def flag(self, value: bool) -> None:
        """Write 1 for true, 0 for false."""
        if value:
            self._numbers[self._at] = 1.0
        self._at += 1

    def integers(self, values: list[int]) -> None:
        """Write whole numbers one after another."""
        numbers, at = self._numbers, self._at
        for value in values:
            number: i64 = value
            if number:
                numbers[at] = float(number)
            at += 1
        self._at = at

    def integers_of(self, values: list[int], places: list[int]) -> None:
        """Write those of the whole numbers that stand at the places, one after another."""
        numbers, at = self._numbers, self._at
        for place in places:
            number: i64 = values[place]
            if number:
                numbers[at] = float(number)
            at += 1
        self._at = at

    def one_hot(self, place: i64, length: i64) -> None:
        """Write 1 at one of so many places; all zeros if the place is negative: none."""
        if place >= length:
            raise IndexError(f"place {place} of a piece of {length}")
        if place >= 0:
            self._numbers[self._at + place] = 1.0
        self._at += length

    def counts(self, items: list[int], kinds: i64) -> None:
        """Write how often each kind occurs among the items; negative items are none."""
        numbers, at = self._numbers, self._at
        for item in items:
            kind: i64 = item
            if kind >= kinds:
                raise IndexError(f"item {item} of {kinds} kinds")
            if kind >= 0:
                numbers[at + kind] = numbers[at + kind] + 1.0
        self._at = at + kinds

    def counts_at(self, items: list[int], places: Places) -> None:
        """Write how often each item with a place occurs."""
        numbers, at, of = self._numbers, self._at, places._of
        for item in items:
            place: i64 = of[item]
            if place >= 0:
                numbers[at + place] = numbers[at + place] + 1.0
        self._at = at + len(places.order)

    def count(self, place: i64, times: float = 1.0) -> None:
        """Add to a number that stands so many places after what is written, which stays the end."""
        at = self._at + place
        self._numbers[at] = self._numbers[at] + times

    def bits(self, bits: int, length: i64) -> None:
        """Write 1 for each of the lowest bits that is set."""
        place: i64 = 0
        while bits:
            low: i64 = bits & 0xFFFFFFFF
            step: i64 = place
            while low:
                if low & 1:
                    self._numbers[self._at + step] = 1.0
                low >>= 1
                step += 1
            bits >>= 32
            place += 32
        self._at += length

    def skip(self, length: i64) -> None:
        """Leave so many zeros."""
        self._at += length

    # --- reading --------------------------------------------------------------------------

    def layout(self) -> Layout:
        """The layout of what a recording sheet has recorded."""
        self._close()
        return Layout([] if self._recorded is None else self._recorded)

    def _close(self) -> None:
        if self._recorded:
            self._recorded[-1].length = self._at - self._recorded[-1].offset

    def values(self) -> list[float]:
        """All numbers as a list."""
        return list(self._numbers)

    def memory(self) -> Any:
        """All numbers as memory that NumPy reads in place, until the sheet is cleared."""
        return self._numbers

    def write_into(self, buffer: Any) -> None:
        """Copy all numbers into an array of the same length.

        Args:
            buffer: A NumPy array, a memoryview, an array, a list ...: anything with a length and
                places that take numbers.

        Raises:
            BadBuffer: Its length is another, or it takes no numbers.
        """
        write(self._numbers, buffer)


EVERYTHING: Final = slice(None)


def write(numbers: Any, buffer: Any) -> None:
    """Copy numbers into a buffer of the same length.

    Args:
        numbers: What is copied; it has a length and shows its memory to NumPy.
        buffer: See :meth:`Sheet.write_into`.

    Raises:
        BadBuffer: Its length is another, or it takes no such numbers.
    """
    length = len(numbers)
    try:
        room = len(buffer)
    except TypeError:
        room = -1
    if room != length:
        shown = f"{room} places" if room >= 0 else type(buffer).__name__
        raise BadBuffer(
            f"{length} numbers do not fit into {shown}.",
            where="buffer",
            expected=f"an array of {length}",
        )
    try:
        buffer[EVERYTHING] = numbers
    except (TypeError, ValueError):
        _write_singly(numbers, buffer)  # a memoryview or an array of another type of numbers


def _write_singly(numbers: Any, buffer: Any) -> None:
    try:
        for place, number in enumerate(numbers):
            buffer[place] = number
    except (TypeError, ValueError) as error:
        raise BadBuffer(
            f"The numbers cannot be written into {type(buffer).__name__}: {error}.",
            where="buffer",
            expected="an array of float32 (uint8 for masks) that can be written to",
        ) from error
