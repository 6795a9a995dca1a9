"""How the cost of a decision grows: with players, with the course of a game, with the pyramid.

``make growth`` measures random play, prints the figures and draws ``docs/pictures/growth.svg``.
The picture is drawn in the environment of ``wardround bench --peers``, which has Matplotlib.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "growth.svg"
SECONDS = 1.0
TENTHS = 10
Points = list[tuple[float, float]]


def cost(id: str, players: int, options: Mapping[str, object]) -> float:
    """Microseconds a decision of random play."""
    from wardround.games import game

    rng = Random("growth")
    decisions = number = 0
    start = process_time()
    while (spent := process_time() - start) < SECONDS:
        decisions += game(id).new(players, f"growth {number}", options).rollout(rng)
        number += 1
    return 1e6 * spent / decisions


def course(id: str) -> Points:
    """Microseconds a decision by tenths of a game of most players."""
    from wardround.games import game

    found: list[list[float]] = [[] for _ in range(TENTHS)]
    for number in range(12):
        rng = Random(f"growth {number}")
        state = game(id).new(game(id).max_players, f"growth {number}")
        times: list[float] = []
        while not state.is_over:
            seat = state.asked()[0]
            legal = state.legal_actions(seat)
            action = legal[int(rng.random() * len(legal))]
            start = process_time()
            state.apply(seat, action)
            times.append(process_time() - start)
        for tenth in range(TENTHS):
            part = times[tenth * len(times) // TENTHS : (tenth + 1) * len(times) // TENTHS]
            found[tenth].append(1e6 * mean(part))
    return [(10.0 * tenth + 5, mean(part)) for tenth, part in enumerate(found)]


def measure() -> dict[str, dict[str, Points]]:
    """By picture and line: the points."""
    from wardround.games import game, games

    by_players: dict[str, Points] = {}
    for id in games():
        counts = range(game(id).min_players, game(id).max_players + 1)
        by_players[id] = [(float(players), cost(id, players, {})) for players in counts]
    rows = [str(size) for size in range(4, 11)]
    pyramids: dict[str, Points] = {
        f"{sets}, 3 players": [
            (float(row), cost("pyrrameds", 3, {"row_size": row, "sets": sets})) for row in rows
        ]
        for sets in ("base", "base+operations+intensive_care")
    }
    return {
        "players": by_players,
        "per cent of the game": {id: course(id) for id in games()},
        "longest row of the pyramid (Pyrrameds)": pyramids,
    }


DRAW = """
import json, sys
import matplotlib
matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "wardround"
import matplotlib.pyplot as plt
found = json.load(open(sys.argv[1]))
chart, axes = plt.subplots(1, len(found), figsize=(13, 4), layout="constrained")
for axis, (name, lines) in zip(axes, found.items()):
    for label, points in lines.items():
        axis.plot([x for x, _ in points], [y for _, y in points], marker="o", label=label)
    axis.set_xlabel(name)
    axis.set_ylabel("microseconds a decision")
    axis.set_ylim(bottom=0)
    axis.legend(fontsize=8)
chart.savefig(sys.argv[2], metadata={"Date": None})
"""


def main(tell: Callable[[str], Any] = print) -> None:
    """Measure, print the figures, draw the picture."""
    from wardround.lab.peers import environment

    found = measure()
    for name, lines in found.items():
        for label, points in lines.items():
            shown = ", ".join(f"{x:g}: {y:.1f}" for x, y in points)
            tell(f"{name}; {label}; {shown}")
    data = ROOT / "build" / "growth.json"
    data.parent.mkdir(exist_ok=True)
    data.write_text(json.dumps(found))
    command = [str(environment()), "-c", DRAW, str(data), str(PICTURE)]
    sys.exit(subprocess.run(command, check=False).returncode)


if __name__ == "__main__":
    main()
