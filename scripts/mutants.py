"""Mutation testing: changes the rules a little, many times, and counts how often a test notices.

``make mutants GAME=pyrrameds`` (or ``core``) lets mutmut write all its mutants of that package into
a copy of the project, draws a random sample of them, runs on each the tests that reach the changed
function, and lists those that the tests let live. Mutants that no test can tell from the original
are named in ``scripts/equivalent_mutants.txt``, with the reason. ``docs/testing.md`` tells what
came out.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "scripts", "docs", "pyproject.toml", "README.md", "Makefile")
EQUIVALENT = ROOT / "scripts" / "equivalent_mutants.txt"
STATUS = {0: "survived", 1: "killed", 3: "killed", 33: "no test", 34: "skipped", 5: "no test"}
CORE_TESTS = (
    "tests/core",
    "tests/testing/test_scenario.py",
    "tests/testing/test_check.py",
    "tests/games/test_guides.py",
    "tests/games/test_lessons.py",
    "tests/games/test_placing.py",
    "tests/games/test_plugins.py",
    "tests/games/test_public_interface.py",
    "tests/test_vector.py",
)
COUNTS_NAMES = "tests/games/test_public_interface.py::test_no_public_method_is_left_out"
"""A test that is not run: it would take every mutant for a public method."""
SELECTED = "not slow and not long and not browser and not wheel"
QUICKLY = ROOT / "scripts" / "mutmut_quickly.py"
LEAST = 90
"""Per cent of a sample that the tests must kill."""
LIMIT = 600
"""Seconds after which a mutant that is tried in a process of its own counts as running for ever."""
AT_IMPORT = """
import importlib, os, pathlib
os.environ["MUTANT_UNDER_TEST"] = "stats"
from mutmut.state import state
for path in sorted(pathlib.Path("src", *"{package}".split(".")).glob("*.py")):
    importlib.import_module("{package}" if path.stem == "__init__" else "{package}." + path.stem)
print("\\n".join(sorted(state()._stats)))
"""
"""Prints the functions that run while a package is imported."""


def tests_of(target: str) -> list[str]:
    """Arguments of pytest: the tests that are run on the mutants of a package."""
    if target == "core":
        return [*CORE_TESTS, "-m", SELECTED, "--deselect", COUNTS_NAMES]
    folders = [
        f"tests/rules/{target}",
        "tests/golden",
        "tests/records",
        "tests/games/test_material.py",
        "tests/testing/test_observations.py",
    ]
    return [*folders, "-m", f"golden or ({SELECTED})", "-k", target]


def package_of(target: str) -> str:
    """The dotted name of what is mutated."""
    return "wardround.core" if target == "core" else f"wardround.games.{target}"


def refresh(folder: Path) -> None:
    """Bring the tests of the copy up to date; its mutants and their results stay."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=ignore, dirs_exist_ok=True)
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)


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
        else:
            shutil.copy2(source, folder / name)
    selection = "\n    ".join(tests_of(target))
    (folder / "setup.cfg").write_text(
        "[mutmut]\n"
        "source_paths =\n    src\n"
        f"only_mutate =\n    src/{package_of(target).replace('.', '/')}/*\n"
        f"pytest_add_cli_args_test_selection =\n    {selection}\n"
        "pytest_add_cli_args =\n    -p\n    no:cacheprovider\n"
        "also_copy =\n    docs\n    scripts\n    README.md\n    Makefile\n"
        "use_git_change_detection = false\n"
        "track_dependencies = false\n"
        "timeout_multiplier = 3\n"
        "timeout_constant = 4\n"
    )
    return folder


def run(folder: Path, jobs: int, *names: str) -> None:
    """Let mutmut run these mutants; its own report is not needed."""
    command = [sys.executable, str(QUICKLY), "run", "--max-children", str(jobs), *names]
    # Tests start programs of their own, which are to find the mutants as well.
    environment = os.environ | {"PYTHONPATH": str(folder / "mutants" / "src")}
    with (folder / "mutmut.log").open("a") as log:
        subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=log, check=False)


def results(folder: Path) -> dict[str, int | None]:
    """Exit code of every mutant, or None where it was not run."""
    found: dict[str, int | None] = {}
    for meta in sorted((folder / "mutants").rglob("*.meta")):
        found |= json.loads(meta.read_text())["exit_code_by_key"]
    return found


def at_import(folder: Path, target: str) -> set[str]:
    """The functions that run while the package is imported.

    mutmut imports once and then branches off a process for every mutant: what such a function made
    is made already. Its mutants are tried in a process of their own.
    """
    done = subprocess.run(
        [sys.executable, "-c", AT_IMPORT.format(package=package_of(target))],
        cwd=folder / "mutants",
        env=os.environ | {"PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def alone(folder: Path, target: str, name: str) -> str:
    """What the tests say of a mutant that is there from the first import on."""
    command = [sys.executable, str(QUICKLY), "--pytest", name, "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, *tests_of(target)],
            cwd=folder / "mutants",
            env=os.environ | {"PYTHONPATH": "src"},
            capture_output=True,
            check=False,
            timeout=LIMIT,
        )
    except subprocess.TimeoutExpired:
        return "timed out"
    return "killed" if done.returncode else "survived"


def equivalents() -> dict[str, str]:
    """Mutants that no test can tell from the original, with the reason."""
    rows = [line.split(None, 1) for line in EQUIVALENT.read_text().splitlines() if line.strip()]
    return {row[0]: row[1] for row in rows if not row[0].startswith("#")}


def shown(folder: Path, name: str) -> str:
    """The change that a mutant makes."""
    command = [sys.executable, "-m", "mutmut", "show", name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def tried(folder: Path, target: str, jobs: int, names: list[str]) -> dict[str, str]:
    """Run these mutants and say what became of each.

    Raises:
        SystemExit: mutmut left some out.
    """
    run(folder, jobs, *names)
    codes = results(folder)
    if any(codes[name] is None for name in names):
        raise SystemExit(f"not every mutant was run: see {folder / 'mutmut.log'}")
    status = {name: STATUS.get(codes[name] or 0, "timed out") for name in names}
    early = at_import(folder, target)
    for name in names:
        if status[name] in {"survived", "no test"} and name.rpartition("__mutmut_")[0] in early:
            status[name] = alone(folder, target, name)
    return status


def report(folder: Path, target: str, status: dict[str, str], show: bool) -> float:
    """Print what became of a sample; the share that the tests noticed, in per cent."""
    same = equivalents()
    alive = [name for name in status if status[name] in {"survived", "no test"}]
    living = [name for name in alive if name not in same]
    counts = Counter(status.values())
    judged = len(status) - len(alive) + len(living)
    share = 100 * (judged - len(living)) / (judged or 1)
    print(f"{target}: " + ", ".join(f"{count} {word}" for word, count in sorted(counts.items())))
    print(f"  {len(alive) - len(living)} equivalent; {share:.1f} % of the others were noticed")
    for name in living:
        print(f"  {status[name]}: {name}")
        if show:
            print(shown(folder, name))
    return share


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
    parser.add_argument("--again", action="store_true", help="only those that lived the last time")
    asked = parser.parse_args()
    folder = ROOT / ".cache" / "mutants" / asked.target
    kept = folder / "sample.json"
    status: dict[str, str] = {}
    if asked.again:
        status = json.loads(kept.read_text())
        drawn = [name for name in status if status[name] in {"survived", "no test"}]
        refresh(folder)
    else:
        workspace(asked.target)
        run(folder, asked.jobs, "none")
        names = sorted(results(folder))
        if not names:
            raise SystemExit(f"no mutants were made: see {folder / 'mutmut.log'}")
        drawn = random.Random(asked.seed).sample(names, min(asked.sample, len(names)))
        print(f"{len(names)} mutants, {len(drawn)} drawn with seed {asked.seed!r}")
    status |= tried(folder, asked.target, asked.jobs, drawn)
    kept.write_text(json.dumps(status, indent=1))
    if report(folder, asked.target, status, asked.show) < LEAST:
        raise SystemExit(f"{asked.target}: the tests should notice {LEAST} %")


if __name__ == "__main__":
    main()
