"""The comparison with other systems, as far as it can be tried without them."""

import json
import sys
from pathlib import Path

import pytest

from tests.toy_game import GAME
from wardround.lab import peers
from wardround.lab.peer_runner import LEARN, PLAY, rate
from wardround.lab.peers import Comparison, Figure, PeersError, compare, environment, save, table

FOUND = Comparison(
    (
        Figure("slow", "1.0", "chess", PLAY, 1200, 1100, 1300),
        Figure("quick", "2.0", "go", PLAY, 34000, 33000, 35000),
        Figure("quick", "2.0", "go", LEARN, 500, 400, 600),
    ),
    (),
    3,
    0.5,
    "3.11",
    "a processor",
)


def test_the_fastest_come_first() -> None:
    lines = table(FOUND).splitlines()
    assert lines.index("| quick 2.0 | go | 34,000 | 33,000 - 35,000 |") + 1 == lines.index(
        "| slow 1.0 | chess | 1,200 | 1,100 - 1,300 |"
    )
    assert "| quick 2.0 | go | 500 | 400 - 600 |" in lines
    assert lines[-1] == (
        "One core, 3 runs of 0.5 s, seconds of the processor; Python 3.11; a processor."
    )


def test_a_peer_that_fails_is_named_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "environment", lambda: Path(sys.executable))
    told: list[str] = []
    found = compare([GAME], 1, 0.01, told.append)
    systems = {one.system for one in found.figures}
    assert "wardround" in systems
    assert systems.isdisjoint({"rlcard", "catanatron"})  # no tests need them: they are not there
    assert {one.what for one in found.figures if one.system == "wardround"} == {PLAY, LEARN}
    assert any(sentence.startswith("rlcard: uno: PackageNotFound") for sentence in found.failed)
    assert any(sentence.startswith("catanatron: ") for sentence in found.failed)
    assert told[:2] == ["the environment of the peers", "wardround: toy"]
    assert json.loads(json.dumps(found.to_json()))["runs"] == 1


def test_a_runner_that_ends_early_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "runner.py"
    broken.write_text("raise SystemExit('no such thing')")
    monkeypatch.setattr(peers, "RUNNER", broken)
    monkeypatch.setattr(peers, "environment", lambda: Path(sys.executable))
    with pytest.raises(PeersError, match="cannot be measured: no such thing"):
        compare([], 1, 0.01, lambda what: None)


def test_an_environment_that_cannot_be_made_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = tmp_path / "wanted.txt"
    wanted.write_text("nowhere-to-be-found==1.0 --hash=sha256:" + "0" * 64)
    monkeypatch.setattr(peers, "REQUIREMENTS", wanted)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(PeersError, match="cannot be installed"):
        environment()
    assert list((tmp_path / "cache").rglob("peers/*")) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(PeersError, match="cannot be made"):
        save(FOUND, tmp_path / "file" / "folder")


def test_the_rate_is_that_of_whole_games() -> None:
    played: list[int] = []

    def play() -> int:
        played.append(1)
        return 10

    assert rate(play, 0.001) > 0
    assert played
