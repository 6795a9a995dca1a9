"""A network that learns, in JAX: first from lessons, then from games against itself.

Lessons (:mod:`wardround.lab.lessons`) make what the teacher chose likelier and bring the value near
the outcome. Then the network holds all seats of many games and improves its policy by proximal
policy optimisation (Schulman, Wolski, Dhariwal, Radford and Klimov, "Proximal Policy Optimization
Algorithms", 2017) with generalised advantages (Schulman, Moritz, Levine, Jordan and Abbeel, 2015).
In a part of the games a bot holds all seats but one: from its choices nothing is learned.

Needs the extra ``train``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from wardround.bots import Bot, Turn, make_bot
from wardround.core import Game, Sheet
from wardround.core.batch import Batch
from wardround.core.options import OptionValue
from wardround.lab.lessons import Lesson, outcomes
from wardround.network import ONE, Inputs, Network

if TYPE_CHECKING:
    from numpy.typing import NDArray

HIDDEN: Final = (128, 128)
GAMES: Final = 96
"""Games that are played side by side."""
STEPS: Final = 64
"""Choices in every game between two updates."""
EPOCHS: Final = 3
BATCHES: Final = 6
LAMBDA: Final = 0.95
CLIP: Final = 0.2
ENTROPY: Final = 0.003
VALUE: Final = 1.0
LESSON_RATE: Final = 1e-3
LESSON_BATCH: Final = 256
RATE: Final = 2e-4
NEVER: Final = -1e9
"""What the logit of an illegal action becomes."""

Layers = list[tuple[Any, Any]]


class Steps(NamedTuple):
    """What was seen and done: arrays with one row for each step, by time and game or in a line."""

    inputs: Any
    actions: Any
    chances: Any
    """The logarithm of the probability with which the action was chosen."""
    advantages: Any
    targets: Any
    weights: Any


def forward(layers: Layers, rows: Any, actions: int) -> tuple[Any, Any]:
    """Logits, those of illegal actions very low, and values, by row of inputs."""
    numbers = rows.astype(jnp.float32) / ONE
    for weights, biases in layers[:-1]:
        numbers = jax.nn.relu(numbers @ weights + biases)
    found = numbers @ layers[-1][0] + layers[-1][1]
    return jnp.where(rows[:, -actions:] > 0, found[:, :-1], NEVER), found[:, -1]


def lesson_loss(layers: Layers, actions: int, lesson: tuple[Any, Any, Any]) -> Any:
    """How unlikely the teacher's choices are, and how far the values are from the outcomes."""
    rows, chosen, values = lesson
    logits, expected = forward(layers, rows, actions)
    logs = jax.nn.log_softmax(logits)
    policy = -jnp.mean(jnp.take_along_axis(logs, chosen[:, None], 1))
    return policy + VALUE * jnp.mean((expected - values) ** 2)


def play_loss(layers: Layers, actions: int, steps: Steps) -> Any:
    """The clipped surrogate, the error of the values, less the entropy."""
    logits, values = forward(layers, steps.inputs, actions)
    logs = jax.nn.log_softmax(logits)
    chances = jnp.take_along_axis(logs, steps.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chances - steps.chances)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    gain = jnp.minimum(ratio * steps.advantages, clipped * steps.advantages)
    likely = jnp.where(logits > NEVER / 2, jnp.exp(logs) * logs, 0)
    each = VALUE * (values - steps.targets) ** 2 - gain + ENTROPY * jnp.sum(likely, 1)
    return jnp.sum(each * steps.weights) / jnp.maximum(jnp.sum(steps.weights), 1)


def optimiser() -> optax.GradientTransformation:
    """Adam with gradients of bounded length; its rate can be changed."""
    return optax.chain(
        optax.clip_by_global_norm(0.5), optax.inject_hyperparams(optax.adam)(learning_rate=RATE)
    )


@partial(jax.jit, static_argnums=(0, 1))
def improve(loss: Any, actions: int, layers: Layers, memory: Any, rate: Any, data: Any) -> Any:
    """One step of learning from a batch: the layers, what the optimiser keeps, the loss."""
    memory[1].hyperparams["learning_rate"] = rate
    found, gradients = jax.value_and_grad(loss)(layers, actions, data)
    changes, memory = optimiser().update(gradients, memory)
    return optax.apply_updates(layers, changes), memory, found


@partial(jax.jit, static_argnums=0)
def act(actions: int, layers: Layers, rows: Any, key: Any) -> Any:
    """An action for every row, by chance: with the logarithm of its probability, and the value."""
    logits, values = forward(layers, rows, actions)
    chosen = jax.random.categorical(key, logits)
    chances = jnp.take_along_axis(jax.nn.log_softmax(logits), chosen[:, None], 1)[:, 0]
    return chosen, chances, values


class Learner:
    """A network and what it needs to learn on.

    Args:
        game: The game.
        players: Number of seats.
        options: Values by option name.
        seed: Fixes all chance.
        rival: Name of the bot that holds seats in a part of the games.
        share: Percent of the games in which it does.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Mapping[str, OptionValue],
        seed: str,
        rival: str,
        share: int,
    ) -> None:
        self.game, self.players, self.options = game, players, options
        self.seed, self.rival = seed, rival
        self.rivals = GAMES * share // 100
        """In so many games, the first ones, the rival holds all seats but one."""
        layout = game.new(players, seed, options).layout()
        self.inputs = Inputs.of(layout, game.num_actions)
        self.layers = self._blank()
        self.memory = optimiser().init(self.layers)
        self.table: _Table | None = None

    def _blank(self) -> Layers:
        """Layers that know nothing; the last one begins near zero."""
        rng = np.random.default_rng(list(self.seed.encode()))
        ends = (len(self.inputs), *HIDDEN, self.game.num_actions + 1)
        layers: Layers = []
        for number, (before, after) in enumerate(pairwise(ends)):
            spread = 0.01 if number == len(HIDDEN) else 1.4
            weights = rng.standard_normal((before, after)) * spread / np.sqrt(before)
            layers.append((jnp.asarray(weights, jnp.float32), jnp.zeros(after)))
        return layers

    # --- lessons ------------------------------------------------------------------------------

    def study(self, lesson: Lesson, round_number: int, batches: int, rate: float) -> float:
        """Learn from lessons.

        Args:
            lesson: What there is to learn from.
            round_number: Fixes the order.
            batches: Steps of learning.
            rate: How much is learned.

        Returns:
            The mean loss.
        """
        rng = np.random.default_rng([round_number, *self.seed.encode()])
        total = 0.0
        for _ in range(batches):
            rows = rng.integers(0, len(lesson), LESSON_BATCH)
            data = lesson.inputs[rows], lesson.actions[rows], lesson.values[rows]
            self.layers, self.memory, loss = improve(
                lesson_loss, self.game.num_actions, self.layers, self.memory, rate, data
            )
            total += float(loss)
        return total / batches

    # --- play ---------------------------------------------------------------------------------

    def play(self, round_number: int, rate: float) -> int:
        """Play, and learn from it.

        Args:
            round_number: Fixes all chance of the round.
            rate: How much is learned.

        Returns:
            The choices that were learned from.
        """
        if self.table is None:
            self.table = _Table(self, round_number)
        key = jax.random.key(round_number)
        steps = self.table.play(self.layers, key)
        used = np.flatnonzero(steps.weights)
        rng = np.random.default_rng([round_number, *self.seed.encode()])
        size = len(used) // BATCHES
        for _ in range(EPOCHS):
            order = rng.permutation(used)
            for place in range(BATCHES):
                rows = order[place * size : (place + 1) * size]
                self.layers, self.memory, _ = improve(
                    play_loss,
                    self.game.num_actions,
                    self.layers,
                    self.memory,
                    rate,
                    _padded(steps, rows),
                )
        return len(used)

    # --- what is kept -------------------------------------------------------------------------

    def network(self, facts: dict[str, Any]) -> Network:
        """The network as it plays, in whole numbers."""
        described = {"game": self.game.id, "players": self.players, **facts}
        return Network.rounded(described, self.layers, self.inputs)

    def kept(self) -> list[NDArray[Any]]:
        """Everything that learning goes on from, as arrays."""
        return [np.asarray(one) for one in jax.tree.leaves((self.layers, self.memory))]

    def restore(self, arrays: list[NDArray[Any]]) -> None:
        """Go on from what was kept.

        Raises:
            ValueError: It is of another network.
        """
        leaves, shape = jax.tree.flatten((self.layers, self.memory))
        if [one.shape for one in arrays] != [jnp.shape(one) for one in leaves]:
            raise ValueError("it is of another network")
        made = [jnp.asarray(one) for one in arrays]
        self.layers, self.memory = jax.tree.unflatten(shape, made)


def _padded(steps: Steps, rows: NDArray[np.int64]) -> Steps:
    """Some of the steps; always about as many, so that JAX need not compile anew."""
    step = 512
    more = -len(rows) % step
    filled = np.concatenate([rows, np.zeros(more, rows.dtype)])
    found = Steps(*(one[filled] for one in steps))
    found.weights[len(rows) :] = 0
    return found


class _Table:
    """The games that are played side by side, and who holds which seat."""

    def __init__(self, learner: Learner, round_number: int) -> None:
        self.learner = learner
        self.actions = learner.game.num_actions
        self.batch = Batch(
            learner.game,
            learner.players,
            GAMES,
            f"{learner.seed}/play/{round_number}",
            learner.options,
        )
        self._sheet = Sheet(len(self.batch.layout), GAMES)
        self._bots: list[dict[int, Bot]] = [self._seated(place) for place in range(GAMES)]
        self._settle()

    def _seated(self, place: int) -> dict[int, Bot]:
        """The rival's seats in the present game of a place."""
        if place >= self.learner.rivals:
            return {}
        own = (place + self.batch.begun[place]) % self.learner.players
        seed = self.batch.seed_of(place)
        return {
            seat: make_bot(self.learner.rival, f"{seed}/{seat}")
            for seat in range(self.learner.players)
            if seat != own
        }

    def _settle(self) -> dict[int, list[float]]:
        """Let the rivals choose until the network is asked everywhere.

        Returns:
            What every seat got in the games that ended meanwhile, by place.
        """
        ended: dict[int, list[float]] = {}
        for place in range(self.learner.rivals):
            while True:
                state = self.batch.states[place]
                if state.over:
                    ended[place] = outcomes(self.learner.game, state)
                    self._restart(place)
                    continue
                seat = state.first_asked()
                bot = self._bots[place].get(seat)
                if bot is None:
                    break
                state.apply(seat, bot.choose(Turn(state, seat)))
        return ended

    def _restart(self, place: int) -> None:
        self.batch.restart(place)
        self._bots[place] = self._seated(place)

    def _rows(self) -> NDArray[np.uint8]:
        self.batch.observe(0, self._sheet)
        seen = np.frombuffer(self._sheet.memory(), np.float64).reshape(GAMES, -1)
        legal = np.frombuffer(self.batch.masks(), np.uint8).reshape(GAMES, -1)
        return self.learner.inputs.rows(seen, legal)

    def _step(self, actions: list[int]) -> dict[int, list[float]]:
        """Carry out the network's choices, then those of the rivals."""
        ended: dict[int, list[float]] = {}
        for place in self.batch.step(actions):
            ended[place] = outcomes(self.learner.game, self.batch.states[place])
            self._restart(place)
        for place, got in self._settle().items():
            ended.setdefault(place, got)
        return ended

    def play(self, layers: Layers, key: Any) -> Steps:
        """Play a round."""
        shape = (STEPS, GAMES)
        inputs = np.empty((*shape, len(self.learner.inputs)), np.uint8)
        actions = np.empty(shape, np.int32)
        seats = np.empty((STEPS + 1, GAMES), np.int64)
        chances, values = np.empty(shape, np.float32), np.empty((STEPS + 1, GAMES), np.float32)
        ended = np.zeros(shape, np.bool_)
        returns = np.zeros((*shape, self.learner.players), np.float32)
        for time in range(STEPS + 1):
            rows = self._rows()
            key, one = jax.random.split(key)
            found = [np.asarray(got) for got in act(self.actions, layers, rows, one)]
            seats[time], values[time] = self.batch.seats(), found[2]
            if time == STEPS:
                break
            inputs[time], actions[time], chances[time] = rows, found[0], found[1]
            for place, got in self._step(found[0].tolist()).items():
                ended[time, place], returns[time, place] = True, got
        advantages, weights = credit(seats, values, ended, returns)
        targets = advantages + values[:-1]
        used = weights > 0
        advantages = (advantages - advantages[used].mean()) / (advantages[used].std() + 1e-8)
        parts = (inputs, actions, chances, advantages, targets, weights)
        return Steps(*(one.reshape(STEPS * GAMES, *one.shape[2:]) for one in parts))


def credit(seats: Any, values: Any, ended: Any, returns: Any) -> tuple[Any, Any]:
    """The advantage of every step: how much better it came for the seat that acted than expected.

    The next step of a seat is the next in which the same seat acts. A step whose seat does not act
    again before the rows end, in a game that goes on, says nothing: its weight is 0.

    Args:
        seats: Who acts, by time and game; one row more than there are steps.
        values: What that seat expected; one row more, too.
        ended: Whether the game ended with the step.
        returns: What every seat got where it ended.
    """
    count, games = ended.shape
    places = np.arange(games)
    later = np.zeros((games, returns.shape[2]), np.float32)
    gain = np.zeros_like(later)
    known = np.zeros_like(later, np.bool_)
    later[places, seats[count]], known[places, seats[count]] = values[count], True
    advantages, weights = np.zeros((count, games), np.float32), np.zeros((count, games), np.float32)
    for time in reversed(range(count)):
        over = ended[time]
        later[over], gain[over], known[over] = returns[time][over], 0.0, True
        who = (places, seats[time])
        weights[time] = known[who]
        surprise = later[who] - values[time]
        advantages[time] = weights[time] * (surprise + LAMBDA * gain[who])
        later[who], gain[who], known[who] = values[time], advantages[time], True
    return advantages, weights
