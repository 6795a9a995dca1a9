"""``wardround pack``: card packs are checked and shown."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, no_traceback
from wardround.games.dynamite_nurse.pack import DEFAULT, DEFAULT_TEXT


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of one's own."""
    path = tmp_path / "mine.toml"
    text = DEFAULT_TEXT.replace('title = "Reconstructed cards"', 'title = "My own box"')
    path.write_text(text.replace("9, 12]", "9, 13]"), encoding="utf-8")
    return path


def test_a_pack_is_checked(run: Run, pack: Path) -> None:
    done = run("pack", "check", pack)
    assert done.status == 0
    assert "My own box, version 1.0.0: the pack can be played." in done.out
    assert "warning: The penalty for 6 Kill Marks is 13, not 12." in done.out
    data = json.loads(run("pack", "check", pack, "--json").out)
    assert data["title"] == "My own box"
    assert len(data["warnings"]) == 1


def test_a_bad_pack_is_refused(run: Run, pack: Path, tmp_path: Path) -> None:
    pack.write_text(DEFAULT_TEXT.replace("cost = 3", "cost = -3", 1), encoding="utf-8")
    done = run("pack", "check", pack)
    assert done.status == 2
    assert "mine.toml, action_cards detailed_exam, key cost" in done.err
    assert "a whole number from 0 to 99" in done.err
    no_traceback(done)
    for path in (tmp_path / "none.toml", tmp_path):
        done = run("pack", "check", path)
        assert done.status == 2
        assert "cannot be read" in done.err
    binary = tmp_path / "picture.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not in UTF-8" in run("pack", "check", binary).err
    large = tmp_path / "large.toml"
    large.write_text("#" * 1_000_001, encoding="utf-8")
    assert "too long" in run("pack", "check", large).err


def test_a_pack_is_shown_with_provenance(run: Run, pack: Path) -> None:
    done = run("pack", "show")
    assert done.status == 0
    assert "reconstructed: not the printed value" in done.out
    data = json.loads(run("pack", "show", pack, "--edition", "village", "--json").out)
    actions, nurses, patients, penalty = data["tables"]
    assert actions["rows"][0][1] == "History [B]"
    assert len(actions["rows"]) + len(nurses["rows"]) == len(DEFAULT.order)
    assert patients["rows"][0][0] == "P01"
    assert penalty["rows"][6][1] == "-13 [B]"
    assert patients["rows"][0][1] == "Ill [R]"
    bad = run("pack", "show", "--edition", "city")
    assert bad.status == 2
    assert "town, village" in bad.err


def test_a_pack_is_shown_with_the_rules_of_the_options(run: Run, pack: Path) -> None:
    def rules(*options: str) -> str:
        return run("pack", "show", *[word for one in options for word in ("--set", one)]).out

    assert "With every second card" in rules()
    assert "With the third and every further card" in rules("white_magic=beyond_two")
    assert "on their normal side deteriorate" in rules(
        "critical_event_kills=off", "edition=village"
    )
    assert "My own box" in rules(f"pack={pack}")
    for words in (("--set", "edition=town", "--edition", "village"), ("--set", "speed=9")):
        done = run("pack", "show", *words)
        assert done.status == 2
        no_traceback(done)
    two = run("pack", "show", pack, "--set", f"pack={pack}")
    assert two.status == 2
    assert "one pack" in two.err


def test_a_game_is_played_with_a_pack(run: Run, pack: Path) -> None:
    seats = "random,random,random"
    words = ("simulate", "dynamite_nurse", "--seats", seats, "--games", 2, "--json")
    done = run(*words, "--set", f"pack={pack}")
    assert done.status == 0
