"""Information-set Monte Carlo tree search (experimental)."""

from math import sqrt
from random import Random
from typing import Any

from wardround.bots.bot import Bot, BotInfo, Turn
from wardround.bots.evaluate import Evaluation, MakeEvaluation, maker
from wardround.core import State


class Edge:
    def __init__(self, action: int, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.child: Node | None = None


class Node:
    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        self.edges: dict[int, Edge] = {}


class Constants:
    def __init__(self) -> None:
        self.scale = 1500.0
        self.explore = 1.0
        self.gap = 150.0
        self.depth = 0
        self.width = 1
        self.margin = 0.1
        self.rollout_noise = 0.0
        self.quiet = 0
        self.expand_at = 1
        self.rounds = 0


CONSTANTS: dict[str, dict[str, float]] = {}


def constants(game: str) -> Constants:
    c = Constants()
    for name, value in CONSTANTS.get(game, {}).items():
        setattr(c, name, value)
    return c


class Search:
    def __init__(self, game: str, seat: int, players: int, rng: Random) -> None:
        self.seat = seat
        self.players = players
        self.rng = rng
        self.make: MakeEvaluation = maker(game)
        self.c = constants(game)
        self.roots = [Node() for _ in range(players)]
        self.stats = [0, 0, 0]

    def iterate(self, state: State) -> None:
        nodes = self.roots[:]
        path: list[tuple[int, Node, Edge]] = []
        while not state.over:
            seat = self._asked(state)
            node = nodes[seat]
            legal = self._sensible(state, seat)
            if len(legal) == 1:
                state.apply(seat, legal[0])
                if seat == self.seat and not path:
                    pass
                edge = node.edges.get(legal[0])
                if edge is None:
                    edge = Edge(legal[0], 1.0)
                    node.edges[legal[0]] = edge
                if edge.child is None:
                    edge.child = Node()
                path.append((seat, node, edge))
                nodes[seat] = edge.child
                continue
            fresh = False
            for action in legal:
                if action not in node.edges:
                    fresh = True
                    break
            if fresh:
                self._expand(state, seat, node, legal)
            edge = self._select(node, legal)
            state.apply(seat, edge.action)
            path.append((seat, node, edge))
            child = edge.child
            if child is None:
                edge.child = Node()
                nodes[seat] = edge.child
                break
            nodes[seat] = child
        self._roll(state)
        values = self._values(state)
        for seat, node, edge in path:
            node.visits += 1
            node.total += values[seat]
            edge.visits += 1
            edge.total += values[seat]
        self.stats[0] += 1
        self.stats[1] += len(path)

    def _asked(self, state: State) -> int:
        if state.stacks[self.seat]:
            return self.seat
        seat = 0
        while not state.stacks[seat]:
            seat += 1
        return seat

    def _sensible(self, state: State, seat: int) -> list[int]:
        evaluation = self.make(state, seat)
        wide = getattr(evaluation, "searched", None)
        if wide is not None:
            found: list[int] = wide(state)
            return found
        return evaluation.sensible(state)

    def _expand(self, state: State, seat: int, node: Node, legal: list[int]) -> None:
        evaluation = self.make(state, seat)
        worths: list[float] = []
        best = -1e300
        for action in legal:
            after = state.copy()
            after.apply(seat, action)
            worth = float(evaluation.worth(after))
            worths.append(worth)
            if worth > best:
                best = worth
        weights: list[float] = []
        total = 0.0
        gap = self.c.gap
        for worth in worths:
            x = 1.0 + (best - worth) / gap
            weights.append(1.0 / (x * x))
            total += 1.0 / (x * x)
        for place, action in enumerate(legal):
            edge = node.edges.get(action)
            if edge is None:
                node.edges[action] = Edge(action, weights[place] / total)

    def _select(self, node: Node, legal: list[int]) -> Edge:
        best = -1e300
        found: Edge | None = None
        visits = 0
        for action in legal:
            visits += node.edges[action].visits
        root = self.c.explore * sqrt(visits + 1.0)
        mean = node.total / node.visits if node.visits else 0.5
        for action in legal:
            edge = node.edges[action]
            q = edge.total / edge.visits if edge.visits else mean
            score = q + root * edge.prior / (1.0 + edge.visits)
            if score > best:
                best = score
                found = edge
        assert found is not None
        return found

    def _roll(self, state: State) -> None:
        depth = int(self.c.depth)
        width = int(self.c.width)
        rng = self.rng
        quiet = int(self.c.quiet)
        while not state.over:
            if depth <= 0 and not (quiet and self._mid(state)):
                return
            depth -= 1
            if depth < -40:
                return
            seat = self._asked(state)
            evaluation = self.make(state, seat)
            legal = evaluation.sensible(state)
            if width <= 1 or len(legal) == 1:
                state.apply(seat, legal[int(rng.random() * len(legal))])
                continue
            if len(legal) > width:
                legal = rng.sample(legal, width)
            best = -1e300
            chosen: State = state
            action_best = legal[0]
            for action in legal:
                after = state.copy()
                after.apply(seat, action)
                worth = float(evaluation.worth(after))
                if worth > best:
                    best = worth
                    action_best = action
            state.apply(seat, action_best)

    def _mid(self, state: State) -> bool:
        for seat in range(self.players):
            if state.stacks[seat] and state.stacks[seat][-1].continues():
                return True
        return False

    def _values(self, state: State) -> list[float]:
        if state.over:
            returns = state.returns()
            span = state.game.max_return - state.game.min_return or 1.0
            base = [(one - state.game.min_return) / span for one in returns]
            scores = state.scores()
            share = self.c.margin
            if not share:
                return base
            lead = self._squashed([100.0 * one for one in scores])
            return [(1 - share) * a + share * b for a, b in zip(base, lead)]
        return self._squashed(
            [float(self.make(state, seat).worth(state)) for seat in range(self.players)]
        )

    def _squashed(self, worths: list[float]) -> list[float]:
        values: list[float] = []
        for seat, own in enumerate(worths):
            rival = -1e300
            for other, worth in enumerate(worths):
                if other != seat and worth > rival:
                    rival = worth
            x = (own - rival) / self.c.scale if self.players > 1 else own / self.c.scale
            values.append(0.5 + 0.5 * x / (1.0 + abs(x)))
        return values


class SearchBot(Bot):
    def __init__(self, seed: int | str, iterations: int = 1000) -> None:
        self._rng = Random(seed)
        self._iterations = iterations
        self._search: Search | None = None
        self._after: State | None = None

    def choose(self, turn: Turn) -> int:
        if len(turn.legal) == 1:
            return turn.legal[0]
        search = self._kept(turn)
        done = search.roots[turn.seat].visits
        for _ in range(max(self._iterations // 10, self._iterations - done)):
            search.iterate(turn.sample(self._rng))
        root = search.roots[turn.seat]
        best = max(
            (edge for edge in root.edges.values() if edge.action in turn.legal),
            key=lambda edge: (edge.visits, edge.total),
        )
        after = turn.sample(self._rng)
        after.apply(turn.seat, best.action)
        self._after = after
        self._search = search
        child = best.child
        roots = [Node() for _ in range(turn.players)]
        if child is not None:
            roots[turn.seat] = child
        search.roots = roots
        return best.action

    def _kept(self, turn: Turn) -> Search:
        search = self._search
        after = self._after
        if search is not None and after is not None and not after.over:
            if after.stacks[turn.seat] and after.legal_actions(turn.seat) == turn.legal:
                if after.view(turn.seat) == turn.view():
                    return search
        return Search(turn.game.id, turn.seat, turn.players, self._rng)


def configure(text: str) -> Any:
    n = int(text)
    return lambda seed: SearchBot(seed, n)


BOT: BotInfo = BotInfo(
    "search", "Search", "Searches a tree of what may come.", SearchBot, "iterations", configure
)
