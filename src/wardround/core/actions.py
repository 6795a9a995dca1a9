"""The actions of a game: each declared once, with its id, its notation and a few words."""

from bisect import bisect_right
from collections.abc import Iterable


class Actions:
    """The actions of a game in the order of their ids, family by family.

    An id means the same in every position and never changes once records were written: new
    families are added at the end.
    """

    def __init__(self) -> None:
        self.notations: list[str] = []
        self.words: list[str] = []
        self._families: list[str] = []
        self._firsts: list[int] = []

    def one(self, notation: str, words: str, family: str = "") -> int:
        """Declare a single action.

        Args:
            notation: Its short stable text, as in records.
            words: What it is, in a few words, without a position.
            family: The name of its kind; the notation where nothing is said.

        Returns:
            Its id.
        """
        return self.many(family or notation, [(notation, words)])

    def many(self, family: str, rows: Iterable[tuple[str, str]]) -> int:
        """Declare the actions of a family: number k has the id ``first + k``.

        Args:
            family: The name of their kind.
            rows: Notation and words of each.

        Returns:
            The id of the first.
        """
        first = len(self.notations)
        self._families.append(family)
        self._firsts.append(first)
        for notation, words in rows:
            self.notations.append(notation)
            self.words.append(words)
        return first

    def family(self, action: int) -> tuple[str, int]:
        """The kind of an action, and its number within the kind."""
        place = bisect_right(self._firsts, action) - 1
        return self._families[place], action - self._firsts[place]

    def __len__(self) -> int:
        return len(self.notations)
