"""Golden transcripts: one whole game as text, every part of the interface at every position.

A transcript is written once, read by people when it changes, and compared ever after::

    python -m wardround.testing.golden --check tests/golden
    python -m wardround.testing.golden --write tests/golden
    python -m wardround.testing.golden --write tests/golden --add games.chess:GAME 2 clock=on

The game is named by the module and the name of its constant.

What it holds, line by line: an action with its chance outcomes (``3 1 roll ~5``), what was told
(``. Seat 2 rolls 6.``), the hash of the position with the hashes of all views and observations, the
legal actions of every seat asked, if they changed (``1? play:2 draw roll``).
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from hashlib import blake2b
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from wardround.core import SPECTATOR, Game, Match, OptionValue, State, WardroundError

SEED = "golden"
FIRST = "# A golden transcript: never edit it, write it anew (python -m wardround.testing.golden)."
HASH_DIGITS = 8
DIFFERENCES = 40
"""So many lines of a difference are shown."""


@dataclass(frozen=True)
class Setting:
    """What a transcript is of.

    Args:
        address: Where the game is, ``"module:NAME"``.
        game: The game.
        players: Number of seats.
        options: Options that differ from the defaults.
    """

    address: str
    game: Game
    players: int
    options: Mapping[str, OptionValue]

    @property
    def file(self) -> str:
        """The name of the transcript's file."""
        parts = [self.game.id, f"{self.players}p"]
        parts += [f"{name}-{_value(value)}" for name, value in self.options.items()]
        return "-".join(parts) + ".txt"

    @property
    def line(self) -> str:
        """The setting as the second line of the transcript; :func:`read_setting` reads it."""
        parts = [self.address, str(self.players)]
        parts += [f"{name}={_value(value)}" for name, value in self.options.items()]
        return " ".join(parts)


def read_setting(line: str) -> Setting:
    """The setting of a line ``MODULE:NAME PLAYERS OPTION=VALUE ...``.

    Raises:
        ValueError: It has another form, or there is no game at that place.
        SeatError, OptionError: The game cannot be played so.
    """
    address, _, rest = line.partition(" ")
    players, *words = rest.split() or [""]
    if not players.isdecimal() or not all("=" in word for word in words):
        raise ValueError(f"{line!r} has not the form MODULE:NAME PLAYERS OPTION=VALUE ...")
    game = _game(address)
    given = dict(word.split("=", 1) for word in words)
    options = game.check_options(given, int(players))
    defaults = game.check_options(None, int(players))
    changed = {name: value for name, value in options.items() if value != defaults[name]}
    return Setting(address, game, int(players), changed)


def transcript(of: Setting) -> str:
    """The whole game as text."""
    return "\n".join([FIRST, of.line, *_lines(of)]) + "\n"


def check(folder: str | Path) -> list[str]:
    """What differs between the transcripts of a folder and the games as they are now.

    Returns:
        For every transcript that differs, its name and the first differing lines.

    Raises:
        ValueError: A file is no transcript, or its game cannot be found.
    """
    found = []
    for path, of in _transcripts(Path(folder)):
        old, new = path.read_text(encoding="utf-8"), transcript(of)
        if old != new:
            lines = unified_diff(old.splitlines(), new.splitlines(), path.name, "now", lineterm="")
            found.append("\n".join(islice(lines, DIFFERENCES)))
    return found


def write(folder: str | Path) -> list[Path]:
    """Write all transcripts of a folder anew.

    Raises:
        ValueError: See :func:`check`.
    """
    written = []
    for path, of in list(_transcripts(Path(folder))):
        path.write_text(transcript(of), encoding="utf-8")
        written.append(path)
    return written


def add(folder: str | Path, line: str) -> Path:
    """Write a new transcript.

    Args:
        folder: Where.
        line: The setting, as :func:`read_setting` takes it.

    Raises:
        ValueError, SeatError, OptionError: There is no such game or setting.
    """
    of = read_setting(line)
    path = Path(folder) / of.file
    path.write_text(transcript(of), encoding="utf-8")
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 if all is well, 1 if a transcript differs, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m wardround.testing.golden")
    parser.add_argument("folder", metavar="DIR", type=Path, help="folder of the transcripts")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="compare all with the games as they are")
    what.add_argument("--write", action="store_true", help="write all anew")
    parser.add_argument(
        "--add", nargs="+", metavar="WORD", help="write one more: MODULE:NAME PLAYERS ..."
    )
    given = parser.parse_args(arguments)
    if not given.folder.is_dir():
        parser.error(f"{given.folder} is no folder")
    if given.add and not given.write:
        parser.error("--add needs --write")
    try:
        if given.check:
            return _report(check(given.folder))
        written = write(given.folder)
        if given.add:
            written.append(add(given.folder, " ".join(given.add)))
    except (ValueError, WardroundError) as error:
        parser.error(str(error))
    print("\n".join(str(path) for path in written))
    return 0


def _report(differences: list[str]) -> int:
    for difference in differences:
        print(difference, file=sys.stderr)
    return 1 if differences else 0


def _transcripts(folder: Path) -> Iterator[tuple[Path, Setting]]:
    for path in sorted(folder.glob("*.txt")):
        first, _, rest = path.read_text(encoding="utf-8").partition("\n")
        if first != FIRST:
            raise ValueError(f"{path} is no golden transcript: it begins {first!r}")
        yield path, read_setting(rest.partition("\n")[0])


def _game(address: str) -> Game:
    module, _, name = address.partition(":")
    try:
        game = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"there is no game {address!r}: {error}") from error
    if not isinstance(game, Game):
        raise ValueError(f"{address!r} is no game")
    return game


def _lines(of: Setting) -> Iterator[str]:
    match = Match(of.game, of.players, SEED, of.options)
    yield f"0 begin{_outcomes(match.setup_chance())}"
    shown: dict[int, str] = {}
    used = [0] * of.game.num_actions
    number = 0
    while True:
        for viewer in (SPECTATOR, *range(of.players)):
            yield from _told(match, viewer, number)
        yield _hashes(match.state)
        yield from _offers(of.game, match.state, shown)
        if match.state.is_over:
            break
        number += 1
        seat, action = _chosen(match.state, number, used)
        match.act(seat, action)
        yield f"{number} {seat} {of.game.notation(action)}{_outcomes(match.last_chance())}"
    state = match.state
    yield f"over scores {state.scores()} ranking {state.ranking()} returns {state.returns()}"


def _told(match: Match, viewer: int, version: int) -> Iterator[str]:
    """What everybody reads, and for each seat what only it reads."""
    public = [line.text for line in match.log(SPECTATOR, since=version)]
    if viewer == SPECTATOR:
        if public:
            yield ". " + " / ".join(public)
        return
    own = [line.text for line in match.log(viewer, since=version) if line.text not in public]
    if own:
        yield f".{viewer} " + " / ".join(own)


def _offers(game: Game, state: State, shown: dict[int, str]) -> Iterator[str]:
    """The legal actions of every seat that is asked, where they changed."""
    for seat in range(state.players):
        legal = " ".join(game.notation(action) for action in state.legal_actions(seat))
        if legal != shown.get(seat, ""):
            shown[seat] = legal
            yield f"{seat}? {legal or '-'}"


def _hashes(state: State) -> str:
    seats = range(state.players)
    views = [_hash(state.view(viewer)) for viewer in (SPECTATOR, *seats)]
    observations = [_hash(state.observation(seat)) for seat in seats]
    choices = _hash([[choice.to_json() for choice in state.choices(seat)] for seat in seats])
    asked = _hash([state.status(), *[state.prompt(seat) for seat in seats]])
    digest = state.digest()[:HASH_DIGITS]
    return (
        f"= {digest} views {' '.join(views)} seen {' '.join(observations)} choices {choices} "
        f"asked {asked}"
    )


def _hash(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=HASH_DIGITS // 2).hexdigest()


def _chosen(state: State, number: int, used: list[int]) -> tuple[int, int]:
    """Somebody's least used action: shows many, by a fixed rule without a random generator.

    Args:
        number: Which action of the game it is.
        used: How often each action was chosen before.
    """
    seats, turn = blake2b(f"{SEED} {number}".encode(), digest_size=2).digest()
    asked = state.asked()
    seat = asked[seats % len(asked)]
    legal = state.legal_actions(seat)
    first = turn % len(legal)
    action = min(legal[first:] + legal[:first], key=lambda action: used[action])
    used[action] += 1
    return seat, action


def _outcomes(drawn: Sequence[int]) -> str:
    return " ~" + ",".join(str(outcome) for outcome in drawn) if drawn else ""


def _value(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


if __name__ == "__main__":
    sys.exit(main())
