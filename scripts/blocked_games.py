"""Play the games behind the shares of blocked games of Pyrrameds, and write their table.

For every choice of sets, players, preset and path rule, bots of one kind play each other with the
deck that is always the same. The same games for the same seed, so the table is the same on every
machine.
"""

import argparse
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from wardround import __version__
from wardround.core import WardroundError
from wardround.core.writing import check_target, write_file
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.options import block_facts
from wardround.lab import LabError, Simulation, simulate, wilson

TABLE = Path(__file__).parents[1] / "src/wardround/games/pyrrameds/blocked.toml"
SEED = "blocked"
GAMES = {
    ("greedy", "base"): 100,
    ("greedy", "base+operations"): 40,
    ("greedy", "base+intensive_care"): 40,
    ("greedy", "base+operations+intensive_care"): 24,
}
"""How many games are played, by bot and sets."""
RANDOM_GAMES = 200

HEAD = """\
# How many games end blocked: written by scripts/blocked_games.py (make blocked), not by hand.
# The intervals are Wilson's 95 % intervals in percent.

seed = "{seed}"
version = "{version}"
rules_version = "{rules}"
columns = [
    "bot", "sets", "players", "row", "loose", "path_rule", "games", "blocked", "low", "high"
]
rows = [
"""


def plans() -> Iterator[tuple[str, list[object], Simulation]]:
    """What is played: kind of bot, what the choice of options comes to, and the simulation."""
    values = {option.name: option.values for option in GAME.options}
    seen: list[list[object]] = []
    for bot in ("greedy", "random"):
        for sets in values["sets"]:
            for players in range(GAME.min_players, GAME.max_players + 1):
                for preset in values["preset"]:
                    for path_rule in values["path_rule"]:
                        options = {"sets": sets, "preset": preset, "path_rule": path_rule}
                        facts = block_facts(GAME.check_options(options, players), players)
                        if [bot, *facts] not in seen:
                            seen.append([bot, *facts])
                            games = GAMES.get((bot, sets), RANDOM_GAMES)
                            yield bot, facts, plan(bot, facts, games)


def plan(bot: str, facts: list[object], games: int, seed: str = SEED) -> Simulation:
    """The simulation of one row of the table."""
    sets, players, row, loose, path_rule = facts
    options = {
        "sets": sets,
        "row_size": row,
        "loose_patient_swap": "on" if loose else "off",
        "path_rule": path_rule,
    }
    return Simulation.plan(GAME, [bot] * int(str(players)), games, seed, options)


def row_of(bot: str, facts: list[object], simulation: Simulation, jobs: int = 1) -> list[object]:
    """Play the games of a row."""
    blocked = sum(game.ending != "empty_hand" for game in simulate(simulation, jobs))
    share = wilson(Fraction(blocked), simulation.games)
    interval = [round(100 * float(end), 1) for end in (share.low, share.high)]
    return [bot, *facts, simulation.games, blocked, *interval]


def written(row: list[object]) -> str:
    """A row in TOML."""
    texts = [str(one).lower() if isinstance(one, bool) else repr(one) for one in row]
    return "    [" + ", ".join(texts).replace("'", '"') + "],\n"


def main() -> None:
    """Play everything and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=TABLE, help="where to write it")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    chosen = parser.parse_args()
    try:
        check_target(chosen.file, LabError)
        text = HEAD.format(seed=SEED, version=__version__, rules=GAME.rules_version)
        for bot, facts, simulation in plans():
            row = row_of(bot, facts, simulation, chosen.jobs)
            print(*row, flush=True)
            text += written(row)
        write_file(chosen.file, f"{text}]\n".encode(), LabError)
    except WardroundError as error:
        parser.error(f"{error.where}: {error.message} Expected: {error.expected}.")


if __name__ == "__main__":
    main()
