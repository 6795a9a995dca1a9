"""Looks one whole move ahead."""

from random import Random

from wardround.bots.bot import Bot, BotInfo, Breath, Turn
from wardround.bots.evaluate import Evaluation, evaluation
from wardround.core import State

POSITIONS = 5000
"""A move with more final positions than this is not explored further; the best so far counts."""
NOTHING = float("-inf")


class GreedyBot(Bot):
    """Plays the move after which the position is worth most to its seat.

    A move that is made of several single choices is explored to its end in a sample of the
    position; each final position is scored by the game's evaluation (``bots/evaluate``). The best
    move is played, a random one among equals; its further choices are made as planned while they
    stay legal. Where the evaluation sees no gain in going on, the bot stops or declines: others
    are not asked, and nothing is done, for nothing.

    Args:
        seed: Fixes its choices.
    """

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)
        self._plan: list[int] = []

    def choose(self, turn: Turn) -> int:
        """The next choice of the best move."""
        if len(turn.legal) == 1:
            return turn.legal[0]
        if not (turn.mid_move and self._plan and self._plan[0] in turn.legal):
            position = turn.sample(self._rng)
            search = _Search(evaluation(position, turn.seat), turn.seat, self._rng)
            search.explore(position, [])
            self._plan = search.best
        return self._plan.pop(0)


class _Search:
    """Depth first through one move; ``best`` holds the choices of the best one found."""

    def __init__(self, evaluation: Evaluation, seat: int, rng: Random) -> None:
        self._evaluation = evaluation
        self._seat = seat
        self._rng = rng
        self._left = POSITIONS
        self._breath = Breath()
        self._worth = NOTHING
        self._equals = 0
        self.best: list[int] = []

    def explore(self, position: State, begun: list[int], floor: float = NOTHING) -> float:
        """Try every sensible choice of a position and go on until the move is complete.

        Args:
            position: Where the move has come to.
            begun: The choices made so far.
            floor: What the seat has for stopping earlier in the move: the rest must be worth more.

        Returns:
            What the best of these moves is worth.
        """
        declines = self._evaluation.declines
        found = NOTHING
        for action in sorted(
            self._evaluation.sensible(position), key=lambda one: one not in declines
        ):
            if not self._left:
                break
            after = position.copy()
            after.apply(self._seat, action)
            move = [*begun, action]
            if after.mid_move(self._seat):
                worth = self.explore(after, move, floor)
            else:
                self._left -= 1
                self._breath.take()
                worth = self._evaluation.worth(after)
                if worth > floor:
                    self._compare(worth, move)
            found = max(found, worth)
            if action in declines:
                floor = max(floor, worth)
        return found

    def _compare(self, worth: float, move: list[int]) -> None:
        if worth > self._worth:
            self._worth = worth
            self._equals = 0
        if worth == self._worth:
            self._equals += 1
            if self._rng.randrange(self._equals) == 0:
                self.best = move


BOT: BotInfo = BotInfo(
    "greedy",
    "Greedy",
    "Looks one whole move ahead and plays what leaves it with the best position.",
    GreedyBot,
)
