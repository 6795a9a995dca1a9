"""Searches what may come."""

from random import Random
from time import perf_counter
from typing import Final

from wardround.bots.bot import Bot, BotInfo, MakeBot, Turn
from wardround.bots.search import Search
from wardround.core import State

USUAL: Final = 1000
MOST_ITERATIONS: Final = 1_000_000
MOST_MILLISECONDS: Final = 600_000
KEPT: Final = 10
"""A tree that was kept is searched on for at least one part in so many of the budget."""
PARANOID: Final = "/paranoid"
EXPECTED: Final = (
    "the iterations for a choice, such as 1000, or the time, such as 500ms; then perhaps /paranoid"
)


class SearchBot(Bot):
    """Searches the tree of what may come (:mod:`wardround.bots.search`).

    Between the choices of one seat the tree is kept as long as nothing happened but what the search
    foresaw for certain: the view is then the same that a sample shows after the choice.

    Args:
        seed: Fixes its chance.
        iterations: How often the position is played on for one choice; what a kept tree brings
            counts.
        milliseconds: How long it is searched instead; 0 for the number of iterations.
        paranoid: Whether all others are thought to play against it.
    """

    def __init__(
        self,
        seed: int | str,
        iterations: int = USUAL,
        milliseconds: int = 0,
        paranoid: bool = False,
    ) -> None:
        self._rng = Random(seed)
        self._iterations = iterations
        self._seconds = milliseconds / 1000
        self._paranoid = paranoid
        self._search: Search | None = None
        self._foreseen: State | None = None

    def choose(self, turn: Turn) -> int:
        """The choice that the search visited most."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        search = self._going_on(turn) or self._begun(turn)
        sample = turn.sample(self._rng)
        if len(search.actions(sample, turn.seat)) > 1:
            self._spend(search, turn)
        best = search.best(sample)
        sample.apply(turn.seat, best.action)
        search.descend(best)
        self._search = search
        self._foreseen = sample
        return best.action

    def consider(self, turn: Turn) -> tuple[Search, int]:
        """Search a question from the beginning, and choose nothing yet.

        Returns:
            The search, and the action that it visited most: what a new bot of the same seed
            chooses here.
        """
        search = self._begun(turn)
        sample = turn.sample(self._rng)
        self._spend(search, turn)
        return search, search.best(sample).action

    def insist(self, search: Search, turn: Turn, action: int, visits: int) -> None:
        """Search on with this first choice until it was visited so often.

        Args:
            search: A search of this question.
            action: A legal action, also one that the search would leave out.
            visits: How often it is visited in all.
        """
        for _ in range(visits - search.edge(action).visits):
            search.iterate(turn.sample(self._rng), action)

    def _begun(self, turn: Turn) -> Search:
        """A search that knows nothing yet."""
        return Search(turn.game.id, turn.seat, turn.players, self._paranoid)

    def _going_on(self, turn: Turn) -> Search | None:
        """The search of the last choice, if nothing came in between that it did not foresee."""
        foreseen = self._foreseen
        if self._search is None or foreseen is None or foreseen.is_over:
            return None
        if foreseen.legal_actions(turn.seat) != turn.legal:
            return None
        return self._search if foreseen.view(turn.seat) == turn.view() else None

    def _spend(self, search: Search, turn: Turn) -> None:
        """Search for as long as the budget allows."""
        if self._seconds:
            end = perf_counter() + self._seconds
            search.iterate(turn.sample(self._rng))
            while perf_counter() < end:
                search.iterate(turn.sample(self._rng))
            return
        done = search.roots[turn.seat].visits
        for _ in range(max(self._iterations - done, -(-self._iterations // KEPT))):
            search.iterate(turn.sample(self._rng))


def configure(text: str) -> MakeBot:
    """What makes a search of the budget in a text such as ``1000``, ``500ms``, ``1000/paranoid``.

    Raises:
        ValueError: It is none.
    """
    paranoid = text.endswith(PARANOID)
    budget = text.removesuffix(PARANOID)
    timed = budget.endswith("ms")
    digits = budget.removesuffix("ms")
    most = MOST_MILLISECONDS if timed else MOST_ITERATIONS
    if not digits.isascii() or not digits.isdecimal():
        raise ValueError(f"{text!r} is no budget for a search.")
    number = int(digits) if len(digits) <= len(str(most)) else most + 1
    if not 1 <= number <= most:
        unit = "milliseconds" if timed else "iterations"
        raise ValueError(f"a search takes 1 to {most} {unit}.")

    def make(seed: int | str) -> Bot:
        if timed:
            return SearchBot(seed, milliseconds=number, paranoid=paranoid)
        return SearchBot(seed, number, paranoid=paranoid)

    return make


BOT: BotInfo = BotInfo(
    "search",
    "Search",
    "Plays on in many samples of what it cannot see, and chooses what did best.",
    SearchBot,
    EXPECTED,
    configure,
)
