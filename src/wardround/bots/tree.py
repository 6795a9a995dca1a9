"""The tree of a search: what a seat may choose, one choice after another, and what came of it.

A tree belongs to one seat, and its edges are the choices of that seat alone. What others choose
is, like dice and cards, a part of what may happen in between. So no choice depends on anything that
the seat cannot have seen, neither on hidden things nor on what others choose at the same time.
"""

from math import sqrt
from typing import Final

UNKNOWN: Final = 0.5
"""The value of what was never tried where nothing else was either."""


class Edge:
    """One choice in a node.

    Args:
        action: The action's id.
        prior: How likely it is to be the best, before it was tried.
    """

    def __init__(self, action: int, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.child: Node | None = None

    def value(self) -> float:
        """The mean value for the seat, 0 to 1, of what came of it."""
        return self.total / self.visits if self.visits else UNKNOWN

    def follow(self) -> "Node":
        """The node in which the seat chooses next; made where it is not there yet."""
        child = self.child
        if child is None:
            child = Node()
            self.child = child
        return child

    def plan(self, longest: int, least: int) -> list[int]:
        """This choice and those that the seat would make after it, each what was visited most.

        Args:
            longest: How many choices it holds at most.
            least: Visits that a choice needs to be a part of it; the first one is in any case.
        """
        plan = [self.action]
        child = self.child
        while child is not None and child.edges and len(plan) < longest:
            edge = child.best(list(child.edges))
            if edge.visits < least:
                break
            plan.append(edge.action)
            child = edge.child
        return plan


class Node:
    """All that a seat chose so far leads here; an edge for every action seen to be legal here."""

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.edges: dict[int, Edge] = {}

    def misses(self, actions: list[int]) -> bool:
        """Whether one of the actions has no edge yet."""
        edges = self.edges
        for action in actions:  # noqa: SIM110 (a generator costs a call, compiled too)
            if action not in edges:
                return True
        return False

    def expand(self, actions: list[int], worths: list[float], gap: float) -> None:
        """Make the edges that are missing.

        Args:
            actions: What is legal now.
            worths: What the position after each action is worth to the seat.
            gap: The difference to the best at which a prior is a quarter of the best one's.
        """
        best = max(worths)
        weights: list[float] = []
        total = 0.0
        for worth in worths:
            far = 1.0 + (best - worth) / gap
            weight = 1.0 / (far * far)
            weights.append(weight)
            total += weight
        self.grow(actions, [weight / total for weight in weights])

    def grow(self, actions: list[int], priors: list[float]) -> None:
        """Make the edges that are missing.

        Args:
            actions: What is legal now.
            priors: How likely each of them is to be the best.
        """
        for place, action in enumerate(actions):
            if action not in self.edges:
                self.edges[action] = Edge(action, priors[place])

    def select(self, actions: list[int], explore: float) -> Edge:
        """The edge with the highest upper bound among those that are legal now.

        The bound is that of PUCT (Rosin, "Multi-armed bandits with episode context", Annals of
        Mathematics and Artificial Intelligence 61 (2011) 203-230, as AlphaZero has it). As in
        Cowling, Powley and Whitehouse, a choice competes only where it was legal: visits of
        choices that are not legal now do not count.

        Args:
            actions: What is legal now; all have an edge.
            explore: The weight of what is little known.
        """
        edges = self.edges
        visits = 0
        for action in actions:
            visits += edges[action].visits
        bonus = explore * sqrt(visits + 1.0)
        mean = self.total / self.visits if self.visits else UNKNOWN
        found = edges[actions[0]]
        best = -1.0
        for action in actions:
            edge = edges[action]
            value = edge.total / edge.visits if edge.visits else mean
            bound = value + bonus * edge.prior / (1.0 + edge.visits)
            if bound > best:
                best = bound
                found = edge
        return found

    def best(self, actions: list[int]) -> Edge:
        """The edge that was visited most among those legal now; of equal ones the better, first."""
        found = self.edges[actions[0]]
        for action in actions:
            edge = self.edges[action]
            if (edge.visits, edge.total) > (found.visits, found.total):
                found = edge
        return found
