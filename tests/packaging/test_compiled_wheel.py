"""The wheel as people get it: compiled, in an empty environment, playing the same games."""

import importlib.machinery
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from scripts.build_wheel import build_wheel
from tests.packaging.wheels import (
    SIMULATE,
    names_in,
    output_of,
    pip_install,
    python_modules,
    sources_with_client,
)

pytestmark = [pytest.mark.wheel, pytest.mark.slow]

COMPILED_MODULES = ("wardround/core/state", "wardround/games/dice_hospital/__init__")


@pytest.fixture(scope="module")
def wheel(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the project's sources give; the compiler may be quick about it."""
    folder = tmp_path_factory.mktemp("compiled")
    sources = sources_with_client(project_root, folder / "sources")
    return build_wheel(sources, folder / "dist", WARDROUND_OPTIMISE="1")[0]


@pytest.fixture(scope="module")
def installed(wheel: Path, project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds the locked packages, the wheel, and nothing else; its `bin`."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=True, symlinks=True)
    python = home / "bin" / "python"
    lock = project_root / "requirements" / "base.txt"
    pip_install(python, "--require-hashes", "-r", lock)
    pip_install(python, "--no-deps", wheel)
    return home / "bin"


def test_it_holds_the_sources_the_compiled_modules_and_the_client(
    wheel: Path, project_root: Path
) -> None:
    names = names_in(wheel)
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    assert python_modules(project_root) <= names
    assert {module + suffix for module in COMPILED_MODULES} <= names
    assert "wardround/server/static/index.html" in names
    assert "wardround/server/static/build.json" in names
    assert "wardround/py.typed" in names
    assert "wardround/games/dice_hospital/rules.md" in names
    assert "wardround/games/dice_hospital/guide.md" in names
    assert "wardround/games/dice_hospital/guide/red.svg" in names
    assert "wardround/examples/auction/guide/prize.svg" in names
    assert not [name for name in names if name.split("/")[0] in {"web", "tests", "scripts"}]


def test_it_runs_the_compiled_modules(installed: Path) -> None:
    shown = output_of(
        *(installed / "python", "-I", "-c"),
        "from wardround.core import state; from wardround.games import dice_hospital\n"
        "print(state.__file__); print(dice_hospital.__file__)",
    )
    files = shown.decode().split()
    assert len(files) == 2
    assert all(name.endswith(importlib.machinery.EXTENSION_SUFFIXES[0]) for name in files)


def test_it_lacks_nothing(installed: Path) -> None:
    assert b"No broken requirements" in output_of(installed / "python", "-m", "pip", "check")


def test_it_plays_the_same_games_as_the_sources(installed: Path) -> None:
    played = output_of(installed / "wardround", *SIMULATE)
    assert json.loads(played)["games"] == 5
    assert played == output_of(Path(sys.executable).parent / "wardround", *SIMULATE)


def test_every_position_of_whole_games_is_the_same(installed: Path, project_root: Path) -> None:
    parity = project_root / "scripts" / "parity.py"
    compiled = output_of(installed / "python", "-I", parity, "--games", "5", "--positions", "5")
    plain = output_of(sys.executable, "-I", parity, "--games", "5", "--positions", "5")
    assert len(plain.splitlines()) >= 5
    assert len(json.loads(plain.splitlines()[0])["digests"]) > 50
    assert compiled == plain


def test_it_serves_the_client(installed: Path, project_root: Path) -> None:
    folder = output_of(
        *(installed / "python", "-I", "-c"),
        "from importlib.resources import files\nprint(files('wardround') / 'server' / 'static')",
    )
    manifest = Path(folder.decode().strip()) / "build.json"
    built = project_root / "src" / "wardround" / "server" / "static" / "build.json"
    assert manifest.read_bytes() == built.read_bytes()


def test_the_tests_of_the_engine_and_the_games_pass_compiled(
    wheel: Path, project_root: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pip_install(Path(sys.executable), "--no-deps", "--target", site, wheel)
    folders = [project_root / "tests" / name for name in ("core", "games", "rules", "testing")]
    tested = [str(folder) for folder in folders if folder.is_dir()]
    assert len(tested) >= 2
    threads = "test_other_threads_get_their_turn_while_it_thinks"
    tested.append(f"{project_root}/tests/bots/test_search.py::{threads}")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider"),
            *("-m", "not slow and not long", *tested),
        ],
        cwd=project_root,
        env=os.environ | {"PYTHONPATH": str(site), "WARDROUND_TESTED": "compiled"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert " passed" in run.stdout
