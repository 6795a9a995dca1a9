"""Play the games behind the shares of blocked games of Pyrrameds, and write them down.

For every choice of sets, players, preset and path rule, bots of one kind play each other with the
deck that is always the same. The same games for the same seed, so the figures are the same on every
machine. They go into the file that the set-up form and the terminal read (blocked.toml) and into
the tables of PY-17.3 and PY-17.7 in the rules.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from wardround import __version__
from wardround.core import WardroundError
from wardround.core.writing import check_target, write_file
from wardround.games.pyrrameds import GAME
from wardround.games.pyrrameds.options import block_facts, percent
from wardround.lab import LabError, Simulation, simulate, wilson

FOLDER = Path(__file__).parents[1] / "src/wardround/games/pyrrameds"
FILE = "blocked.toml"
RULES = "rules.md"
CLAUSES = {"greedy": "PY-17.3", "random": "PY-17.7"}
"""Where the rules tell the shares, by kind of bot."""
SEED = "blocked"
GAMES = {
    ("greedy", "base"): 200,
    ("greedy", "base+operations"): 80,
    ("greedy", "base+intensive_care"): 80,
    ("greedy", "base+operations+intensive_care"): 40,
}
"""How many games are played, by bot and sets."""
RANDOM_GAMES = 300

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


def choices() -> Iterator[tuple[str, str, str, int, list[object]]]:
    """Sets, preset, path rule and players of every choice, and what it comes to."""
    values = {option.name: option.values for option in GAME.options}
    for sets in values["sets"]:
        for preset in values["preset"]:
            for path_rule in values["path_rule"]:
                options = {"sets": sets, "preset": preset, "path_rule": path_rule}
                for players in range(GAME.min_players, GAME.max_players + 1):
                    facts = block_facts(GAME.check_options(options, players), players)
                    yield sets, preset, path_rule, players, facts


def plans() -> Iterator[tuple[str, list[object], Simulation]]:
    """What is played: kind of bot, what the choice of options comes to, and the simulation."""
    for bot in CLAUSES:
        seen: list[list[object]] = []
        for sets, _preset, _path_rule, _players, facts in choices():
            if facts not in seen:
                seen.append(facts)
                yield bot, facts, plan(bot, facts, GAMES.get((bot, sets), RANDOM_GAMES))


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
    blocked = sum(game.ending != GAME.meant_ending for game in simulate(simulation, jobs))
    share = wilson(Fraction(blocked), simulation.games)
    interval = [round(100 * float(end), 1) for end in (share.low, share.high)]
    return [bot, *facts, simulation.games, blocked, *interval]


def written(row: list[object]) -> str:
    """A row in TOML."""
    texts = [str(one).lower() if isinstance(one, bool) else repr(one) for one in row]
    return "    [" + ", ".join(texts).replace("'", '"') + "],\n"


def told(rules: str, rows: Sequence[Sequence[object]]) -> str:
    """The rules with the shares of these rows in the tables of their clauses."""
    for bot, clause in CLAUSES.items():
        lines = [f"| sets | preset | path_rule |{''.join(f' {n} p |' for n in range(2, 7))}"]
        lines.append("|---" * 8 + "|")
        cells: list[str] = []
        for sets, preset, path_rule, players, facts in choices():
            games, blocked = next((row[6], row[7]) for row in rows if row[:6] == [bot, *facts])
            cells.append(f" {percent(int(str(blocked)), int(str(games)))} % |")
            if players == GAME.max_players:
                lines.append(f"| {sets} | {preset} | {path_rule} |{''.join(cells)}")
                cells = []
        table = re.compile(rf"(^- {re.escape(clause)} .*\n\n)(?:\|.*\n)+", re.MULTILINE)
        rules = table.sub(lambda found: found[1] + "\n".join(lines) + "\n", rules)  # noqa: B023
    return rules


def main() -> None:
    """Play everything and write it down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER, help="holds both files")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    chosen = parser.parse_args()
    data, rules = chosen.folder / FILE, chosen.folder / RULES
    try:
        for path in (data, rules):
            check_target(path, LabError)
        rows: list[list[object]] = []
        for bot, facts, simulation in plans():
            rows.append(row_of(bot, facts, simulation, chosen.jobs))
            print(*rows[-1], flush=True)
        head = HEAD.format(seed=SEED, version=__version__, rules=GAME.rules_version)
        text = head + "".join(written(row) for row in rows) + "]\n"
        write_file(data, text.encode(), LabError)
        text = told(rules.read_text(encoding="utf-8"), rows)
        write_file(rules, text.encode(), LabError)
    except WardroundError as error:
        parser.error(f"{error.where}: {error.message} Expected: {error.expected}.")


if __name__ == "__main__":
    main()
