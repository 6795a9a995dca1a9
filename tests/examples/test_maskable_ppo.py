"""MaskablePPO of sb3-contrib on the games: only where it is installed (it needs PyTorch)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib", reason="see examples/requirements.txt")

from tests.cli.terminal import ROOT, environment

SCRIPT = ROOT / "examples" / "maskable_ppo.py"
SHORT = ["--minutes", "0.05", "--every", "0.05", "--rounds", "1"]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(ROOT / "src")),
        check=False,
    )


def test_a_run_writes_everything_and_another_goes_on_from_it(tmp_path: Path) -> None:
    done = run(*SHORT, "--bots", "greedy,random", "--out", tmp_path / "one")
    assert done.returncode == 0, done.stderr
    written = {path.name for path in (tmp_path / "one").iterdir()}
    assert written == {"curve.json", "curve.svg", "policy.zip"}
    assert json.loads((tmp_path / "one" / "curve.json").read_text())["points"]
    again = run(*SHORT, "--start", tmp_path / "one" / "policy.zip", "--out", tmp_path / "two")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "chess"], "chess"),
        (["--players", "9"], "9"),
        (["--bots", "nobody"], "nobody"),
        (["--bots", "greedy,greedy,greedy"], "3 bots"),
        (["--start", "nothing.zip"], "nothing.zip"),
        (["--start", str(SCRIPT)], "error"),
    ],
)
def test_what_cannot_be_run_is_told(words: list[str], told: str, tmp_path: Path) -> None:
    done = run(*words, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()
