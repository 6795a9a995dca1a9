"""The curve of a learner: what it plays, what it writes, and the options of the scripts."""

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wardround.bots import make_bot
from wardround.core import SeatError
from wardround.games import game
from wardround.lab import LabError

SCRIPTS = Path(__file__).resolve().parents[2] / "examples"

pytest.importorskip("vl_convert", reason="nothing draws")


@pytest.fixture
def curve(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(SCRIPTS)
    return import_module("curve")


def test_an_evaluation_is_told_and_written(
    curve: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nurse = game("dynamite_nurse")
    found = curve.Curve(tmp_path / "run", "Chance", nurse, 3, 2, 1)
    found.look(make_bot("random", 1), 0.5, 100)
    found.look(make_bot("random", 1), 1.0, 200)
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 4
    assert "100 steps  against random" in told[0]
    assert "of 6 games" in told[0]
    written = json.loads((tmp_path / "run" / "curve.json").read_text())
    assert (written["method"], written["game"], written["seed"]) == ("Chance", nurse.id, 1)
    assert [one["against"] for one in written["points"]] == ["random", "greedy"] * 2
    for one in written["points"]:
        assert 0 <= one["low"] <= one["wins"] <= one["high"] <= 1
    picture = (tmp_path / "run" / "curve.svg").read_text()
    assert picture.startswith("<svg")
    assert "Chance, Dynamite Nurse, 3 players" in picture


def test_what_cannot_be_evaluated_is_refused_before_anything_is_written(
    curve: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    with pytest.raises(LabError):
        curve.Curve(folder, "Chance", game("dice_hospital"), 1, 2, 1)
    with pytest.raises(SeatError):
        curve.Curve(folder, "Chance", game("dice_hospital"), 9, 2, 1)
    assert not folder.exists()
    folder.mkdir()
    with pytest.raises(FileExistsError):
        curve.Curve(folder, "Chance", game("clinic"), 2, 2, 1)


@pytest.mark.parametrize(
    "words",
    [
        ["--minutes", "0"],
        ["--minutes", "nan"],
        ["--minutes", "inf"],
        ["--every", "-1"],
        ["--rounds", "0"],
        ["--players", "two"],
        ["--minutes", "long"],
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    curve: Any, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    reader = argparse.ArgumentParser()
    curve.add_options(reader, Path("build"))
    with pytest.raises(SystemExit) as ended:
        reader.parse_args(words)
    assert ended.value.code == 2
    assert f"argument {words[0]}: {words[1]!r} is no" in capsys.readouterr().err
    read = reader.parse_args(["--players", "3", "--minutes", "0.5"])
    assert (read.players, read.minutes, read.every) == (3, 0.5, 3)
