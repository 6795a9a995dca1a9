"""Wardround beside other systems for playing and learning, measured on one machine in one go.

The others run in an environment of their own, made from the package index when first asked for
(``peers.txt`` holds their versions); :mod:`~wardround.lab.peer_runner` measures them there.
"""

import json
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

import platformdirs

from wardround.core import Game, WardroundError, write_file
from wardround.lab.bench import bench, processor
from wardround.lab.interfaces import measure_interfaces
from wardround.lab.peer_runner import LEARN, PLAY

REQUIREMENTS = files("wardround.lab").joinpath("peers.txt")
RUNNER = Path(__file__).parent / "peer_runner.py"
TOLD = 12
"""Lines of a failed installation that are told."""


class PeersError(WardroundError):
    """The environment of the peers cannot be made, or does not run."""

    code: ClassVar[str] = "peers"


@dataclass(frozen=True)
class Figure:
    """How fast a game is in a system.

    Args:
        system: The system's package.
        version: Its version.
        game: The game.
        what: ``play`` (random play with lists of legal actions) or ``learn`` (the same with
            observation and mask of the seat that acts).
        median: Decisions per second of the processor, median over the runs.
        slowest: The slowest run.
        fastest: The fastest run.
    """

    system: str
    version: str
    game: str
    what: str
    median: int
    slowest: int
    fastest: int


@dataclass(frozen=True)
class Comparison:
    """All figures, and what they were measured on.

    Args:
        figures: What was measured.
        failed: A sentence for each peer that could not be measured.
        runs: Runs for each figure.
        seconds: Least length of a run.
        python: Version of Python.
        processor: The processor's name.
    """

    figures: tuple[Figure, ...]
    failed: tuple[str, ...]
    runs: int
    seconds: float
    python: str
    processor: str

    def to_json(self) -> dict[str, object]:
        """The comparison as plain data."""
        return asdict(self)


def environment() -> Path:
    """The interpreter of the peers' environment, which is made if it is not there.

    Raises:
        PeersError: It cannot be made: no network, for example.
    """
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    name = f"{platform.python_version()}-{sha256(wanted.encode()).hexdigest()[:12]}"
    folder = platformdirs.user_cache_path("wardround") / "peers" / name
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    ready = folder / "ready"
    if ready.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.create(folder, with_pip=True)
        listed = folder / "peers.txt"
        listed.write_text(wanted, encoding="utf-8")
        command = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        done = subprocess.run(  # noqa: S603 (our own command)
            [*command, "--require-hashes", "-r", str(listed)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise PeersError(
                "The other systems cannot be installed: "
                + "\n".join(done.stderr.strip().splitlines()[-TOLD:]),
                where=str(folder),
                expected="a package index that can be reached",
            )
        ready.touch()
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return python


def compare(
    games: list[Game], runs: int, seconds: float, report: Callable[[str], None]
) -> Comparison:
    """Measure Wardround's games and the peers, one after the other.

    Args:
        games: The games of Wardround.
        runs: Runs for each figure.
        seconds: Least length of a run.
        report: Is told what is measured now.

    Raises:
        PeersError: The environment of the peers cannot be made or does not run.
    """
    report("the environment of the peers")
    python = environment()
    figures: list[Figure] = []
    for game in games:
        report(f"wardround: {game.id}")
        figures += _own(game, runs, seconds)
    failed: list[str] = []
    for line in _lines([str(python), str(RUNNER), "measure", str(runs), str(seconds)]):
        found = json.loads(line)
        report(f"{found['system']}: {found['game']}")
        if "error" in found:
            failed.append(f"{found['system']}: {found['game']}: {found['error']}")
        else:
            figures.append(_theirs(found))
    return Comparison(
        tuple(figures), tuple(failed), runs, seconds, platform.python_version(), processor()
    )


def _own(game: Game, runs: int, seconds: float) -> list[Figure]:
    found = bench(game, None, runs, seconds)
    kind = f"{game.id}, {found.players} seats" + ("" if found.compiled else ", plain")
    own = version("wardround")
    figures = [
        Figure(
            "wardround",
            own,
            kind,
            PLAY,
            found.decisions_per_second,
            found.slowest,
            found.fastest,
        )
    ]
    if find_spec("numpy") is not None:
        measured = measure_interfaces(game, found.players, runs, seconds)
        figures += [
            Figure(
                "wardround",
                own,
                f"{kind}, {rate.interface}",
                LEARN,
                rate.median,
                rate.slowest,
                rate.fastest,
            )
            for rate in measured.rates
        ]
    return figures


def _theirs(found: dict[str, Any]) -> Figure:
    rates = found["rates"]
    return Figure(
        found["system"],
        found["version"],
        found["game"],
        found["what"],
        round(median(rates)),
        round(min(rates)),
        round(max(rates)),
    )


def _lines(command: list[str]) -> Iterator[str]:
    with subprocess.Popen(  # noqa: S603 (our own command)
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            yield from process.stdout
            said = process.stderr.read()
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise PeersError(
            "The other systems cannot be measured: " + "\n".join(said.strip().splitlines()[-TOLD:]),
            where=command[0],
            expected="an environment that runs; remove its folder to have it made again",
        )


def table(found: Comparison) -> str:
    """The comparison as tables in Markdown, the fastest first."""
    lines: list[str] = []
    for what, title in (
        (PLAY, "Random play with lists of legal actions, decisions a second"),
        (LEARN, "With observation and mask of the seat that acts, decisions a second"),
    ):
        lines += [f"{title}:", "", "| system | game | median | from - to |", "|---|---|---|---|"]
        rows = sorted(
            [one for one in found.figures if one.what == what], key=lambda one: -one.median
        )
        lines += [
            f"| {one.system} {one.version} | {one.game} | {one.median:,} "
            f"| {one.slowest:,} - {one.fastest:,} |"
            for one in rows
        ]
        lines.append("")
    lines.append(
        f"One core, {found.runs} runs of {found.seconds:g} s, seconds of the processor; "
        f"Python {found.python}; {found.processor}."
    )
    return "\n".join(lines) + "\n"


def save(found: Comparison, folder: Path) -> list[Path]:
    """Write ``peers.json``, ``peers.md`` and the picture ``peers.svg`` into a folder.

    Raises:
        PeersError: The folder cannot be written to, or the picture cannot be drawn.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PeersError(
            f"{folder} cannot be made: {error.strerror}.", where="--out", expected="a folder"
        ) from error
    data, text, picture = (folder / f"peers.{kind}" for kind in ("json", "md", "svg"))
    write_file(data, (json.dumps(found.to_json(), indent=1) + "\n").encode(), PeersError)
    write_file(text, table(found).encode(), PeersError)
    list(_lines([str(environment()), str(RUNNER), "draw", str(data), str(picture)]))
    return [data, text, picture]
