"""No game gets more than 15 % slower than it was, by a yardstick that is measured in the same run.

``python -m tests.games.test_speed`` measures anew and writes ``speed.toml``, for the kind of engine
(plain or compiled) that it finds. The table holds decisions in the time of one yardstick, on one
version of Python, since each makes the games faster or slower in its own way. Machines differ too,
plain Python by a fifth between two kinds of virtual cores: the table is of the slower one.
"""

import json
import platform
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

import pytest

from wardround.core import Game, state
from wardround.games import game, games

TABLE = Path(__file__).parent / "speed.toml"
PYTHON = (3, 11)
"""The version of Python of the table."""
SLOWER = 0.15
ATTEMPTS = 6
"""A machine that is busy with something else gets so many chances."""
PAIRS = 7
DECISIONS = {"plain": 1500, "compiled": 8000}
COMPILED = not str(state.__file__).endswith(".py")
KIND = "compiled" if COMPILED else "plain"


def python_work() -> None:
    """Steps of the kind that plain rules take: calls, lists, attributes, comparisons."""

    class Thing:
        def __init__(self, number: int) -> None:
            self.number = number

        def fits(self, other: int) -> bool:
            return self.number % 7 != other % 5

    things = [Thing(number) for number in range(300)]
    for other in range(40):
        found = []
        for thing in things:
            if thing.fits(other):
                found.append(thing.number)  # noqa: PERF401
        found.sort()


NUMBERS = [Random(1).randrange(10**6) for _ in range(400)]


def library_work() -> None:
    """Steps of the kind that compiled rules take: small objects made and let go in C."""
    for _ in range(25):
        json.loads(json.dumps(NUMBERS))
        sorted(NUMBERS)
        [number for number in NUMBERS if number % 3]
        dict.fromkeys(NUMBERS, 0)


YARDSTICK: Callable[[], None] = library_work if COMPILED else python_work


def play(game: Game) -> int:
    """A fixed piece of random play; how many decisions it has."""
    rng = Random("speed")
    decisions = number = 0
    while decisions < DECISIONS[KIND]:
        decisions += game.new(game.max_players, f"speed {number}").rollout(rng)
        number += 1
    return decisions


def seconds(work: Callable[[], object]) -> float:
    """What a piece of work takes of the processor."""
    start = process_time()
    work()
    return process_time() - start


def measured(game: Game) -> float:
    """Decisions in the time of one yardstick: each measured where it was disturbed least."""
    pairs = [(seconds(YARDSTICK), seconds(partial(play, game))) for _ in range(PAIRS)]
    return play(game) * min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs)


@pytest.mark.speed
@pytest.mark.skipif(sys.version_info[:2] != PYTHON, reason="the table is of another Python")
@pytest.mark.parametrize("id", list(games()))
def test_a_game_is_not_slower_than_it_was(id: str) -> None:
    written = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    assert KIND in written, "run python -m tests.games.test_speed"
    least = written[KIND][id] * (1 - SLOWER)
    found: list[float] = []
    while len(found) < ATTEMPTS:
        found.append(measured(game(id)))
        if found[-1] >= least:
            return
    raise AssertionError(f"{id}, {KIND}: {max(found):.1f} decisions a yardstick, not {least:.1f}")


if __name__ == "__main__":
    table = tomllib.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    table[KIND] = {id: round(measured(game(id)), 1) for id in games()}
    lines = [f"# Decisions in the time of one yardstick, on Python {platform.python_version()}."]
    for kind in sorted(table):
        lines += ["", f"[{kind}]", *[f"{id} = {rate}" for id, rate in sorted(table[kind].items())]]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
