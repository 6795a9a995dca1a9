"""Mutation testing: changes the rules a little, many times, and counts how often a test notices.

``make mutants GAME=pyrrameds`` (or ``core``) makes a copy of the project, lets mutmut write all its
mutants of that package, draws a random sample of them, runs the tests on each, and lists those that
the tests let live. Mutants that change nothing that can be seen are named in
``scripts/equivalent_mutants.txt``, with the reason.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "scripts", "docs", "examples", "pyproject.toml", "README.md", "Makefile")
EQUIVALENT = ROOT / "scripts" / "equivalent_mutants.txt"
STATUS = {0: "survived", 1: "killed", 3: "killed", 33: "no test", 34: "skipped", 5: "no test"}
CORE_TESTS = ("tests/core", "tests/testing")
LEAST = 90
"""Per cent of a sample that the tests must kill."""


def tests_of(target: str) -> list[str]:
    """The tests that are run on the mutants of a package."""
    if target == "core":
        return list(CORE_TESTS)
    return [f"tests/rules/{target}", "tests/golden", "tests/records"]


def workspace(target: str) -> Path:
    """A fresh copy of the project with mutmut's settings for one package."""
    folder = ROOT / ".cache" / "mutants" / target
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    ignore = shutil.ignore_patterns("node_modules", "static", "__pycache__", "*.egg-info")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignore)
        elif source.exists():
            shutil.copy2(source, folder / name)
    package = "core" if target == "core" else f"games/{target}"
    selection = "\n    ".join(
        [*tests_of(target), "-m", "not slow and not long and not browser and not wheel"]
        + (["-k", target] if target != "core" else [])
    )
    (folder / "setup.cfg").write_text(
        "[mutmut]\n"
        "source_paths =\n    src\n"
        f"only_mutate =\n    src/wardround/{package}/*\n"
        f"pytest_add_cli_args_test_selection =\n    {selection}\n"
        "pytest_add_cli_args =\n    -p\n    no:cacheprovider\n"
        "also_copy =\n    docs\n    scripts\n    README.md\n    Makefile\n"
        "use_git_change_detection = false\n"
    )
    return folder


def run(folder: Path, jobs: int, *names: str) -> None:
    """Let mutmut run these mutants; its own report is not needed."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *names]
    with (folder / "mutmut.log").open("a") as log:
        subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=False)


def results(folder: Path) -> dict[str, int | None]:
    """Exit code of every mutant, or None where it was not run."""
    found: dict[str, int | None] = {}
    for meta in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(meta.read_text())["exit_code_by_key"]
    return found


def equivalents() -> dict[str, str]:
    """Mutants that no test can tell from the original, with the reason."""
    if not EQUIVALENT.exists():
        return {}
    rows = [line.split(None, 1) for line in EQUIVALENT.read_text().splitlines() if line.strip()]
    return {row[0]: row[1] for row in rows if not row[0].startswith("#")}


def shown(folder: Path, name: str) -> str:
    """The change that a mutant makes."""
    command = [sys.executable, "-m", "mutmut", "show", name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def main() -> None:
    """Run the command.

    Raises:
        SystemExit: Too many mutants lived, or none could be made.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("target", help="core or a game's id")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants are run")
    parser.add_argument("--seed", default="mutants", help="which ones are drawn")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--show", action="store_true", help="print the change of each survivor")
    asked = parser.parse_args()
    folder = workspace(asked.target)
    run(folder, asked.jobs, "no such mutant")
    names = sorted(results(folder))
    if not names:
        raise SystemExit(f"no mutants were made: see {folder / 'mutmut.log'}")
    drawn = random.Random(asked.seed).sample(names, min(asked.sample, len(names)))
    run(folder, asked.jobs, *drawn)
    codes = results(folder)
    if any(codes[name] is None for name in drawn):
        raise SystemExit(f"not every mutant was run: see {folder / 'mutmut.log'}")
    status = {name: STATUS.get(codes[name] or 0, "timed out") for name in drawn}
    same = equivalents()
    alive = [name for name in drawn if status[name] in {"survived", "no test"}]
    living = [name for name in alive if name not in same]
    counts = Counter(status.values())
    killed = len(drawn) - len(alive)
    share = 100 * killed / (len(drawn) - (len(alive) - len(living)) or 1)
    print(f"{asked.target}: {len(names)} mutants, {len(drawn)} drawn with seed {asked.seed!r}")
    print("  " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    print(f"  {len(alive) - len(living)} equivalent; {share:.1f} % of the others were noticed")
    for name in living:
        print(f"  {status[name]}: {name}")
        if asked.show:
            print(shown(folder, name))
    if share < LEAST:
        raise SystemExit(f"{asked.target}: the tests should notice {LEAST} %")


if __name__ == "__main__":
    main()
