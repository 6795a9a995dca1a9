"""MaskablePPO of sb3-contrib on one seat of a game, against bots, through Gymnasium.

    pip install 'wardround[gymnasium,lab]' -r examples/requirements.txt
    python examples/maskable_ppo.py --game dynamite_nurse --minutes 45 --out build/maskable_ppo

It learns against ``greedy`` at all other seats, or against the bots that ``--bots`` names, at a
seat that is drawn anew for every game. Now and then it plays whole games against ``random`` and
``greedy``, with deals that it has never seen. Ctrl+C ends it, and what was learned is kept:
``policy.zip``, which ``--start`` goes on from, ``curve.json`` and ``curve.svg``.

The masks are those of Huang and Ontañón, "A Closer Look at Invalid Action Masking in Policy
Gradient Algorithms" (2022).
"""

from __future__ import annotations

import argparse
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any

import gymnasium
import numpy as np
import torch
from curve import Curve, add_options
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from wardround.adapters.gymnasium import title
from wardround.bots import Bot, Turn
from wardround.core import WardroundError
from wardround.games import game as installed_game

ENVIRONMENTS = 16
STEPS = 256
"""Steps in every environment between two updates."""
BATCH = 1024
EPOCHS = 4
WIDEST = 40
"""Numbers with wider bounds, points up to 9,999 for example, mostly lie far below them."""
FOREVER = 10**9


class Scaled(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Brings most numbers of an observation to between 0 and 1, by their bounds.

    Args:
        env: The environment.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        space = env.observation_space
        self.lows, self.spans = space.low, np.clip(space.high - space.low, 1, WIDEST)
        self.observation_space = gymnasium.spaces.Box(
            np.zeros_like(space.low), self.scaled(space.high), dtype=np.float32
        )

    def scaled(self, row: Any) -> Any:
        """A row of numbers, scaled."""
        return (row - self.lows) / self.spans

    def observation(self, observation: Any) -> Any:
        """A row of numbers, scaled."""
        return self.scaled(observation)

    def action_masks(self) -> Any:
        """The legal actions, where MaskablePPO looks for them."""
        return self.env.unwrapped.action_masks()


class Learned(Bot):
    """What was learned, at a seat: it takes the likeliest action.

    Args:
        model: What was learned.
        scale: Brings observations to what the model has learned from.
    """

    def __init__(self, model: MaskablePPO, scale: Scaled) -> None:
        self.model = model
        self.scale = scale

    def choose(self, turn: Turn) -> int:
        """The likeliest action."""
        row = np.fromiter(chain.from_iterable(turn.observation().values()), np.float32)
        mask = np.zeros(self.model.action_space.n, np.bool_)
        mask[turn.legal] = True
        seen = self.scale.scaled(row)
        return int(self.model.predict(seen, action_masks=mask, deterministic=True)[0])


class Looks(BaseCallback):
    """Stops the clock now and then, evaluates, saves, and ends when it is time.

    Args:
        bot: What is evaluated.
        curve: Takes the evaluations.
        minutes: How long it learns, in minutes of the processor.
        every: Minutes between evaluations.
    """

    def __init__(self, bot: Learned, curve: Curve, minutes: float, every: float) -> None:
        super().__init__()
        self.bot = bot
        self.curve = curve
        self.minutes = minutes
        self.every = every
        self.spent = self.seen = 0.0
        self.since = process_time()

    def _on_training_start(self) -> None:
        self.look()

    def _on_step(self) -> bool:
        now = process_time()
        self.spent += (now - self.since) / 60
        self.since = now
        if self.spent - self.seen >= self.every:
            self.look()
        return self.spent < self.minutes

    def look(self) -> None:
        """Save, and play against bots; the clock of training stands still."""
        self.seen = self.spent
        self.model.save(self.curve.folder / "policy.zip")
        self.curve.look(self.bot, self.spent, self.num_timesteps)
        self.since = process_time()


def prepared(wish: argparse.Namespace) -> tuple[MaskablePPO, Looks]:
    """What learns, and what looks at it.

    Args:
        wish: The options of the command.

    Raises:
        WardroundError: There is no such game, table or bot.
        OSError, ValueError: A file or folder is of no use.
    """
    game = installed_game(wish.game)
    players = max(2, game.min_players) if wish.players is None else wish.players
    kinds = wish.bots.split(",") if "," in wish.bots else wish.bots
    seats = {"players": players, "bots": kinds, "seat": None}

    def make() -> Scaled:
        return Scaled(gymnasium.make(f"wardround/{title(wish.game)}-v0", **seats))

    torch.set_num_threads(1)
    games = DummyVecEnv([make] * ENVIRONMENTS)
    games.seed(wish.seed)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=STEPS,
        batch_size=BATCH,
        n_epochs=EPOCHS,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        seed=wish.seed,
    )
    if wish.start:
        model.set_parameters(wish.start)
    curve = Curve(
        wish.out, f"MaskablePPO against {wish.bots}", game, players, wish.rounds, wish.seed
    )
    looks = Looks(Learned(model, make()), curve, wish.minutes, wish.every)
    looks.init_callback(model)
    return model, looks


def main() -> None:
    """Read the options, and learn."""
    reader = argparse.ArgumentParser(description="MaskablePPO against bots.")
    reader.add_argument("--game", default="dynamite_nurse", help="id of the game")
    reader.add_argument("--bots", default="greedy", help="at the other seats: one kind, or A,B,...")
    reader.add_argument("--start", type=Path, help="a policy.zip to go on from")
    add_options(reader, Path("build/maskable_ppo"))
    wish = reader.parse_args()
    try:
        model, looks = prepared(wish)
    except (WardroundError, OSError, ValueError) as error:
        reader.error(str(error))
    try:
        model.learn(FOREVER, looks)
    except KeyboardInterrupt:
        print("Stopped.")
    if looks.spent > looks.seen:
        looks.look()


if __name__ == "__main__":
    main()
