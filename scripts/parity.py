#!/usr/bin/env python3
"""Play whole games at random and print everything that must not depend on how the code runs.

Run it under two interpreters, or on the plain sources and on the compiled wheel: the outputs must
be the same, byte for byte. One JSON line per game: its options, its record, a digest of every
position, and a hash over everything that the seats and a spectator saw.

    parity.py [GAME ...] [--games 8] [--seed parity] [--positions 1]

Games take turns in the number of players; options are drawn from the game's own declarations.
`--positions N` looks at observations and views only in every Nth position.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Sequence
from typing import Any

from wardround.core import SPECTATOR, Game, Match, Option, OptionError, OptionValue, State
from wardround.games import game as find_game
from wardround.games import games


def draw_option(option: Option, rng: random.Random) -> OptionValue:
    """Draw a value of a switch or a choice; numbers and files keep their defaults."""
    if option.kind == "bool":
        return rng.random() < 0.5
    return rng.choice(option.values) if option.kind == "choice" else option.default


def draw_options(game: Game, players: int, rng: random.Random) -> dict[str, OptionValue]:
    """Draw options that go together."""
    while True:
        options = {option.name: draw_option(option, rng) for option in game.options}
        try:
            return game.check_options(options, players)
        except OptionError:
            continue


def _hash_json(digest: hashlib._Hash, content: object) -> None:
    digest.update(json.dumps(content, sort_keys=True, ensure_ascii=False).encode())
    digest.update(b"\n")


def play(game: Game, players: int, seed: str, every: int) -> dict[str, Any]:
    """Play one game with random choices.

    Args:
        game: what to play.
        players: the number of seats.
        seed: decides the options, the chance in the game and the choices.
        every: look at what the seats see in every Nth position.

    Returns:
        The line printed for this game.
    """
    rng = random.Random(seed)
    options = draw_options(game, players, rng)
    match = Match(game, players, seed, options)
    digests = [match.state.digest()]
    seen = hashlib.sha256()
    while not match.state.is_over:
        state: State = match.state
        seat = rng.choice(state.asked())
        legal = state.legal_actions(seat)
        _hash_json(seen, [seat, legal])
        if len(digests) % every == 0:
            for viewer in range(players):
                _hash_json(seen, state.observation(viewer))
            for viewer in (SPECTATOR, *range(players)):
                _hash_json(seen, state.view(viewer))
        match.act(seat, rng.choice(legal))
        digests.append(match.state.digest())
    return {
        "game": game.id,
        "players": players,
        "seed": seed,
        "options": options,
        "returns": match.state.returns(),
        "ranking": match.state.ranking(),
        "record": match.record().to_text(),
        "digests": digests,
        "seen": seen.hexdigest(),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line described above."""
    parser = argparse.ArgumentParser(
        description="Print whole games for a byte-for-byte comparison."
    )
    parser.add_argument("game", nargs="*", help="ids of games (all that are installed)")
    parser.add_argument("--games", type=int, default=8, help="games to play of each")
    parser.add_argument("--seed", default="parity", help="any text")
    parser.add_argument("--positions", type=int, default=1, help="look at every Nth position")
    given = parser.parse_args(arguments)
    for name in given.game or sorted(games()):
        game = find_game(name)
        seats = range(game.min_players, game.max_players + 1)
        for index in range(given.games):
            players = seats[index % len(seats)]
            line = play(game, players, f"{given.seed} {index}", max(1, given.positions))
            print(json.dumps(line, sort_keys=True, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
