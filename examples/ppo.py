"""Proximal policy optimisation in one file, on many games at once, with masks, in JAX.

    pip install 'wardround[train]'
    python examples/ppo.py --game pyrrameds --players 2 --minutes 45 --out build/ppo

One policy plays all seats of 128 games (``wardround.vector``) and learns from what every seat gets
at the end. Now and then it plays whole games against ``random`` and ``greedy``, with deals that it
has never seen. Ctrl+C ends it, and what was learned is kept: ``policy.msgpack``, which ``--start``
goes on from, ``curve.json`` and ``curve.svg``.

The algorithm is that of Schulman, Wolski, Dhariwal, Radford and Klimov, "Proximal Policy
Optimization Algorithms" (2017), with the advantages of "High-Dimensional Continuous Control Using
Generalized Advantage Estimation" (2015); illegal actions get no probability.
"""

from __future__ import annotations

import argparse
from functools import partial
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from curve import Curve, add_options
from flax import linen, serialization

from wardround.bots import Bot, Turn
from wardround.core import Layout, WardroundError
from wardround.games import game as installed_game
from wardround.vector import Vector

GAMES = 128
STEPS = 64
"""Steps in every game between two updates."""
EPOCHS = 3
BATCHES = 4
HIDDEN = 256
RATE = 5e-4
"""Of learning, at the start; it falls to a tenth."""
DISCOUNT = 1.0
LAMBDA = 0.95
CLIP = 0.2
ENTROPY = 0.01
VALUE = 0.5
WIDEST = 40
"""Numbers with wider bounds, points up to 9,999 for example, mostly lie far below them."""
NEVER = -1e9
"""What the logit of an illegal action becomes."""


class Network(linen.Module):
    """From what a seat sees to a logit for every action, and the return that it expects.

    Args:
        actions: How many actions the game has.
    """

    actions: int

    @linen.compact
    def __call__(self, seen: jax.Array) -> tuple[jax.Array, jax.Array]:
        """The logits and the values of a batch of rows."""
        for _ in range(2):
            seen = linen.relu(linen.LayerNorm()(linen.Dense(HIDDEN)(seen)))
        small = linen.initializers.orthogonal(0.01)
        logits = linen.Dense(self.actions, kernel_init=small)(seen)
        return logits, linen.Dense(1, kernel_init=small)(seen)[..., 0]


class Policy:
    """The network with the bounds of its game, which bring most numbers to between 0 and 1."""

    def __init__(self, layout: Layout, actions: int) -> None:
        lows, highs = np.array(layout.lows()), np.array(layout.highs())
        self.lows = jnp.asarray(lows, jnp.float32)
        self.spans = jnp.asarray(np.clip(highs - lows, 1, WIDEST), jnp.float32)
        self.network = Network(actions)

    def begin(self, key: jax.Array) -> Any:
        """Parameters that know nothing."""
        return self.network.init(key, self.lows[None])

    def __call__(self, parameters: Any, seen: jax.Array, mask: jax.Array) -> Any:
        """Logits, those of illegal actions very low, and values."""
        logits, values = self.network.apply(parameters, (seen - self.lows) / self.spans)
        return jnp.where(mask, logits, NEVER), values


class Steps(NamedTuple):
    """What was seen and done: arrays with one row for each step, by time and game or in a line."""

    seen: Any
    masks: Any
    actions: Any
    chances: Any
    """The logarithm of the probability with which the action was chosen."""
    advantages: Any
    targets: Any
    weights: Any


@partial(jax.jit, static_argnums=0)
def act(policy: Policy, parameters: Any, seen: Any, masks: Any, key: jax.Array) -> Any:
    """An action for every game, by chance: with the logarithm of its probability, and the value."""
    logits, values = policy(parameters, seen, masks)
    actions = jax.random.categorical(key, logits)
    chances = jnp.take_along_axis(jax.nn.log_softmax(logits), actions[:, None], 1)[:, 0]
    return actions, chances, values


@partial(jax.jit, static_argnums=0)
def best(policy: Policy, parameters: Any, seen: Any, mask: Any) -> Any:
    """The likeliest action."""
    return jnp.argmax(policy(parameters, seen, mask)[0])


def loss(parameters: Any, policy: Policy, steps: Steps) -> jax.Array:
    """What learning makes small: the clipped surrogate, the error of values, less the entropy."""
    logits, values = policy(parameters, steps.seen, steps.masks)
    logs = jax.nn.log_softmax(logits)
    chances = jnp.take_along_axis(logs, steps.actions[:, None], 1)[:, 0]
    ratio = jnp.exp(chances - steps.chances)
    clipped = jnp.clip(ratio, 1 - CLIP, 1 + CLIP)
    gain = jnp.minimum(ratio * steps.advantages, clipped * steps.advantages)
    entropy = -jnp.sum(jnp.where(steps.masks, jnp.exp(logs) * logs, 0), 1)
    error = (values - steps.targets) ** 2
    each = VALUE * error - gain - ENTROPY * entropy
    return jnp.sum(each * steps.weights) / jnp.maximum(jnp.sum(steps.weights), 1)


def optimiser() -> optax.GradientTransformation:
    """Adam with gradients of bounded length; its rate can be changed."""
    return optax.chain(
        optax.clip_by_global_norm(0.5), optax.inject_hyperparams(optax.adam)(learning_rate=RATE)
    )


@partial(jax.jit, static_argnums=0)
def learn(policy: Policy, parameters: Any, memory: Any, rate: Any, steps: Steps) -> Any:
    """One step of learning from a batch."""
    memory[1].hyperparams["learning_rate"] = rate
    gradients = jax.grad(loss)(parameters, policy, steps)
    changes, memory = optimiser().update(gradients, memory)
    return optax.apply_updates(parameters, changes), memory


class Learner:
    """A policy that plays all seats of many games and learns from them.

    Args:
        game: The game's id.
        players: Number of seats; two, or the fewest that the game takes, where nothing is said.
        seed: Fixes the deals and what the policy leaves to chance.
    """

    def __init__(self, game: str, players: int | None, seed: int) -> None:
        played = installed_game(game)
        seats = max(2, played.min_players) if players is None else players
        self.games = Vector(played, GAMES, players=seats, seed=seed)
        self.policy = Policy(self.games.layout, self.games.game.num_actions)
        self.key, first = jax.random.split(jax.random.key(seed))
        self.parameters = self.policy.begin(first)
        self.memory = optimiser().init(self.parameters)
        self.rng = np.random.default_rng(seed)
        self.steps = 0

    def update(self, rate: float) -> None:
        """Play, and learn from it.

        Args:
            rate: How much.
        """
        steps = self._play()
        count = len(steps.actions)
        for _ in range(EPOCHS):
            for rows in np.split(self.rng.permutation(count), BATCHES):
                batch = Steps(*(one[rows] for one in steps))
                self.parameters, self.memory = learn(
                    self.policy, self.parameters, self.memory, rate, batch
                )
        jax.block_until_ready(self.parameters)
        self.steps += count

    def _act(self) -> tuple[Any, Any, Any]:
        self.key, key = jax.random.split(self.key)
        found = act(self.policy, self.parameters, self.games.observations, self.masks, key)
        return tuple(np.asarray(one) for one in found)

    @property
    def masks(self) -> Any:
        """The legal actions."""
        return self.games.masks.view(np.bool_)

    def _play(self) -> Steps:
        games = self.games
        shape = (STEPS, GAMES)
        seen = np.empty((*shape, len(games.layout)), np.float32)
        masks = np.empty((*shape, games.game.num_actions), np.bool_)
        actions, seats = np.empty(shape, np.int64), np.empty(shape, np.int64)
        chances, values = np.empty(shape, np.float32), np.empty((STEPS + 1, GAMES), np.float32)
        ended, returns = np.empty(shape, np.bool_), np.empty((*shape, games.players), np.float32)
        for time in range(STEPS):
            seen[time], masks[time], seats[time] = games.observations, self.masks, games.seats
            actions[time], chances[time], values[time] = self._act()
            games.step(actions[time])
            ended[time], returns[time] = games.ended, games.returns
        values[STEPS] = self._act()[2]
        advantages, weights = credit(
            np.concatenate([seats, games.seats[None]]), values, ended, returns
        )
        targets = advantages + values[:-1]
        used = weights > 0
        advantages = (advantages - advantages[used].mean()) / (advantages[used].std() + 1e-8)
        parts = (seen, masks, actions, chances, advantages, targets, weights)
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
        surprise = DISCOUNT * later[who] - values[time]
        advantages[time] = weights[time] * (surprise + DISCOUNT * LAMBDA * gain[who])
        later[who], gain[who], known[who] = values[time], advantages[time], True
    return advantages, weights


class Learned(Bot):
    """What was learned, at a seat: it takes the likeliest action."""

    def __init__(self, learner: Learner) -> None:
        self.policy, self.parameters = learner.policy, learner.parameters
        self.actions = learner.games.game.num_actions

    def choose(self, turn: Turn) -> int:
        """The likeliest action."""
        seen = np.fromiter(chain.from_iterable(turn.observation().values()), np.float32)
        mask = np.zeros(self.actions, np.bool_)
        mask[turn.legal] = True
        return int(best(self.policy, self.parameters, seen, mask))


def train(learner: Learner, curve: Curve, minutes: float, every: float) -> None:
    """Learn, and see now and then how well it plays.

    Args:
        learner: Learns.
        curve: Takes the evaluations.
        minutes: How long it learns, in minutes of the processor; evaluations come on top.
        every: Minutes between evaluations.
    """
    spent = seen = 0.0
    try:
        curve.look(Learned(learner), 0.0, 0)
        while spent < minutes:
            start = process_time()
            learner.update(RATE * (1 - 0.9 * spent / minutes))
            spent += (process_time() - start) / 60
            if spent - seen >= every:
                seen = spent
                save(learner, curve)
                curve.look(Learned(learner), spent, learner.steps)
    except KeyboardInterrupt:
        print("Stopped.")
    save(learner, curve)
    if spent > seen:
        curve.look(Learned(learner), spent, learner.steps)


def save(learner: Learner, curve: Curve) -> None:
    """Write what was learned."""
    (curve.folder / "policy.msgpack").write_bytes(serialization.to_bytes(learner.parameters))


def main() -> None:
    """Read the options, and learn."""
    reader = argparse.ArgumentParser(description="PPO on many games at once, by self-play.")
    reader.add_argument("--game", default="pyrrameds", help="id of the game")
    reader.add_argument("--start", type=Path, help="a policy.msgpack to go on from")
    add_options(reader, Path("build/ppo"))
    wish = reader.parse_args()
    try:
        learner = Learner(wish.game, wish.players, wish.seed)
        if wish.start:
            learner.parameters = serialization.from_bytes(
                learner.parameters, wish.start.read_bytes()
            )
        games = learner.games
        method = "PPO by self-play"
        curve = Curve(wish.out, method, games.game, games.players, wish.rounds, wish.seed)
    except (WardroundError, OSError, ValueError) as error:
        reader.error(str(error))
    train(learner, curve, wish.minutes, wish.every)


if __name__ == "__main__":
    main()
