"""Information-set Monte Carlo tree search for any number of seats.

Each iteration plays on in a new sample of the position, drawn from what the searching seat sees
(Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012) 120-143, single observer):

- *selection*: every seat goes down its own tree (:mod:`wardround.bots.tree`), by PUCT;
- *expansion*: a node met again gets its edges; their priors are what the game's evaluation
  (``bots/evaluate``) says of the position after each choice;
- *evaluation*: at the first node that is new, or at the end, each seat's position is worth what the
  evaluation says, less that of its best rival, squashed into 0 to 1; at the end of the game its
  return counts above all;
- *back-up*: every choice made on the way gets the value for the seat that made it (max^n); or,
  paranoid, the others get what the searching seat loses;
- *choice*: what was visited most.

Only sums, products, quotients and square roots of floating point numbers are used, which are
exact everywhere: the same seed and number of iterations give the same choice on every Python.
"""

from collections.abc import Callable
from typing import Final

from wardround.bots.bot import Breath
from wardround.bots.constants import Constants, constants
from wardround.bots.evaluate import Evaluation, maker
from wardround.bots.tree import Edge, Node
from wardround.core import State

POINT: Final = 100.0
"""Points of a finished game in the unit of the evaluations."""
ANY: Final = -1
"""The first choice is what the search selects."""


class Search:
    """A search for one seat, from one of its questions on.

    Args:
        game: The game's id.
        seat: The seat that searches.
        players: Number of seats.
        paranoid: Whether the others are thought to play against this seat, not for themselves.
    """

    def __init__(self, game: str, seat: int, players: int, paranoid: bool = False) -> None:
        self.seat = seat
        self.players = players
        self.paranoid = paranoid
        self._make: Callable[[State, int], Evaluation] = maker(game)
        self._constants: Constants = constants(game)
        self._guides: list[Evaluation | None] = [None] * players
        self.roots: list[Node] = [Node() for _ in range(players)]
        self._breath = Breath()

    def iterate(self, state: State, first: int = ANY) -> None:
        """Play on in a sample of the position, which is used up.

        Args:
            state: A position that the seat cannot tell from the true one.
            first: The first choice, a legal action of the seat; ``ANY`` leaves it to the search.
        """
        self._breath.take()
        nodes = self.roots[:]
        seats: list[int] = []
        left: list[Node] = []
        path: list[Edge] = []
        known = True
        while known and not state.over:
            seat = self._asked(state)
            node = nodes[seat]
            actions = self.actions(state, seat)
            forced = len(actions) == 1
            if first != ANY:
                actions = [first]
                first = ANY
            if node.misses(actions):
                self._expand(state, seat, node, actions)
            edge = node.select(actions, self._constants.explore)
            known = edge.child is not None or forced
            state.apply(seat, edge.action)
            seats.append(seat)
            left.append(node)
            path.append(edge)
            nodes[seat] = edge.follow()
        self._back_up(seats, left, path, self._values(state))

    def best(self, state: State) -> Edge:
        """What the search chooses in a sample of the position."""
        root = self.roots[self.seat]
        actions = self.actions(state, self.seat)
        if root.misses(actions):
            self._expand(state, self.seat, root, actions)
        return root.best(actions)

    def edge(self, action: int) -> Edge:
        """What is known of a choice of the seat: of one not looked at yet, nothing."""
        return self.roots[self.seat].edges.get(action) or Edge(action, 0.0)

    def descend(self, edge: Edge) -> None:
        """Keep what is known of the time after a choice of the seat; others begin anew."""
        self.roots = [Node() for _ in range(self.players)]
        self.roots[self.seat] = edge.follow()

    # --- selection ----------------------------------------------------------------------------

    def _asked(self, state: State) -> int:
        """The seat that chooses next: of several that are asked at once, the searching one."""
        if state.stacks[self.seat]:
            return self.seat
        seat = 0
        while not state.stacks[seat]:
            seat += 1
        return seat

    def actions(self, state: State, seat: int) -> list[int]:
        """The legal actions of a seat that are worth a look."""
        guide = self._guides[seat]
        if guide is None:
            guide = self._make(state, seat)
            self._guides[seat] = guide
        wide = self._constants.wide
        if wide and state.stacks[seat][-1].name() in wide:
            return state.legal_actions(seat)
        return guide.sensible(state)

    # --- expansion ----------------------------------------------------------------------------

    def _expand(self, state: State, seat: int, node: Node, actions: list[int]) -> None:
        worths: list[float] = []
        if len(actions) == 1:
            worths.append(0.0)
        else:
            evaluation = self._make(state, seat)
            for action in actions:
                after = state.copy()
                after.apply(seat, action)
                worths.append(float(evaluation.worth(after)))
        node.expand(actions, worths, self._constants.gap)

    # --- evaluation ---------------------------------------------------------------------------

    def _values(self, state: State) -> list[float]:
        """What the position is worth to every seat, 0 to 1."""
        return self.ended(state) if state.over else self._estimate(state)

    def _estimate(self, state: State) -> list[float]:
        """What a position before the end is worth to every seat, 0 to 1."""
        return self.squashed(
            [float(self._make(state, seat).worth(state)) for seat in range(self.players)]
        )

    def ended(self, state: State) -> list[float]:
        """The return of every seat; the points stand behind it, so that none is thrown away."""
        lowest, highest = state.game.return_bounds(self.players)
        share = self._constants.margin if self.players > 1 else 1.0
        leads = self.squashed([POINT * points for points in state.scores()])
        return [
            (1.0 - share) * (one - lowest) / (highest - lowest) + share * lead
            for one, lead in zip(state.returns(), leads, strict=True)
        ]

    def squashed(self, worths: list[float]) -> list[float]:
        """Every seat's worth, less that of its best rival, as a value from 0 to 1."""
        values: list[float] = []
        for seat, own in enumerate(worths):
            lead = own
            if self.players > 1:
                lead -= max([one for other, one in enumerate(worths) if other != seat])
            lead /= self._constants.scale
            values.append(0.5 + 0.5 * lead / (1.0 + abs(lead)))
        return values

    # --- back-up ------------------------------------------------------------------------------

    def _back_up(
        self, seats: list[int], nodes: list[Node], path: list[Edge], values: list[float]
    ) -> None:
        against = 1.0 - values[self.seat]
        for place, seat in enumerate(seats):
            value = against if self.paranoid and seat != self.seat else values[seat]
            node = nodes[place]
            node.visits += 1
            node.total += value
            edge = path[place]
            edge.visits += 1
            edge.total += value
