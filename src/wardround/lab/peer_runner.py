"""Runs inside the environment of the peers: measures them, or draws the picture of all figures.

    python peer_runner.py measure RUNS SECONDS     # one line of JSON for each figure
    python peer_runner.py draw FIGURES.json PICTURE.svg

It imports nothing of Wardround: the environment holds the peers alone.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from time import process_time
from typing import Any

PLAY = "play"
"""Random play with lists of legal actions."""
LEARN = "learn"
"""The same, and observation and legal actions of the seat that acts, as the interface gives them
to a learner."""

Game = Callable[[], int]
"""Plays one whole game at random; the number of decisions."""


def spiel_game(name: str, tensors: bool) -> Game:
    """A game of OpenSpiel through its Python interface."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name)
    observed = game.get_type().provides_observation_tensor

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
                continue
            if tensors:
                player = state.current_player()
                if observed:
                    state.observation_tensor(player)
                else:
                    state.information_state_tensor(player)
                state.legal_actions_mask(player)
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return play


def classic_game(name: str) -> Game:
    """A classic game of PettingZoo through its AEC interface."""
    numpy: Any = import_module("numpy")
    env = import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            found = observation if isinstance(observation, dict) else info
            env.step(int(random.choice(numpy.flatnonzero(found["action_mask"]))))
            decisions += 1
        return decisions

    return play


def card_game(name: str) -> Game:
    """A game of RLCard; its step always extracts what the next player sees."""
    env = import_module("rlcard").make(name)

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def catan_game() -> Game:
    """Catan for four as catanatron plays it."""
    catanatron: Any = import_module("catanatron")
    colours = list(catanatron.Color)

    def play() -> int:
        game = catanatron.Game([catanatron.RandomPlayer(colour) for colour in colours])
        game.play()
        return len(game.state.actions)

    return play


def peers() -> Iterator[tuple[str, str, str, Callable[[], Game]]]:
    """System, game, what is measured, and how to begin."""
    yield "catanatron", "Catan, 4 players", PLAY, catan_game
    for name in ("gin_rummy", "backgammon", "hanabi", "hearts", "crazy_eights", "dou_dizhu"):
        yield "open_spiel", name, PLAY, partial(spiel_game, name, False)
        yield "open_spiel", name, LEARN, partial(spiel_game, name, True)
    for name in ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "hanabi_v5", "chess_v6"):
        yield "pettingzoo", name, LEARN, partial(classic_game, name)
    for name in ("gin-rummy", "uno", "doudizhu", "mahjong"):
        yield "rlcard", name, LEARN, partial(card_game, name)


def rate(play: Game, seconds: float) -> float:
    """Decisions per second of the processor: whole games until the time is over."""
    decisions = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        decisions += play()
    return decisions / spent


def measure(runs: int, seconds: float) -> None:
    """Write a line for each figure; a peer that fails says why."""
    random.seed(0)
    for system, game, what, begin in peers():
        figure: dict[str, Any] = {"system": system, "game": game, "what": what}
        try:
            figure["version"] = version(system)
            play = begin()
            figure["rates"] = [rate(play, seconds) for _ in range(runs)]
        except Exception as error:
            figure["error"] = f"{type(error).__name__}: {error}"
        sys.stdout.write(json.dumps(figure) + "\n")
        sys.stdout.flush()


def draw(figures: Path, picture: Path) -> None:
    """Draw all figures as bars, on a scale on which each step is ten times the one before."""
    matplotlib: Any = import_module("matplotlib")
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "wardround"
    pyplot: Any = import_module("matplotlib.pyplot")
    rows = json.loads(figures.read_text(encoding="utf-8"))["figures"]
    parts = [(PLAY, "Random play: decisions a second"), (LEARN, "With observation and mask")]
    most = max(len([row for row in rows if row["what"] == what]) for what, _ in parts)
    chart, axes = pyplot.subplots(1, 2, figsize=(12, 0.3 * most + 1.2), layout="constrained")
    for axis, (what, title) in zip(axes, parts, strict=True):
        shown = sorted(
            (row for row in rows if row["what"] == what), key=lambda row: float(row["median"])
        )
        names = [f"{row['system']}: {row['game']}" for row in shown]
        colours = ["#1f7a5c" if row["system"] == "wardround" else "#9aa5b1" for row in shown]
        bars = axis.barh(names, [row["median"] for row in shown], color=colours)
        axis.bar_label(bars, [f" {row['median']:,}" for row in shown], fontsize=8)
        axis.set_xscale("log")
        axis.set_title(title, fontsize=10)
        axis.tick_params(labelsize=8)
        axis.margins(x=0.35)
    chart.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    if sys.argv[1] == "measure":
        measure(int(sys.argv[2]), float(sys.argv[3]))
    else:
        draw(Path(sys.argv[2]), Path(sys.argv[3]))
