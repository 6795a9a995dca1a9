"""The transcript tool: writes, compares, adds, and says what is wrong."""

from pathlib import Path

import pytest

from wardround.testing import golden

TOY = "tests.toy_game:GAME"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    golden.add(tmp_path, f"{TOY} 3")
    return tmp_path


def test_a_transcript_shows_every_part_of_the_interface(folder: Path) -> None:
    text = (folder / "toy-3p.txt").read_text()
    lines = text.splitlines()
    assert lines[:2] == [golden.FIRST, f"{TOY} 3"]
    assert lines[2].startswith("0 begin ~")
    assert "0? bid:0 bid:1 bid:2" in lines
    assert any(line.startswith(".0 Seat 1 is dealt a card. It is ") for line in lines)
    assert any(line.startswith(". Seat 1 is dealt a card. / Seat 1 is dealt") for line in lines)
    positions = [line for line in lines if line.startswith("= ")]
    actions = [line for line in lines if line[0].isdigit() and "?" not in line.split()[0]]
    assert len(positions) == len(actions)
    assert len(set(positions)) == len(positions)
    assert lines[-1].startswith("over scores [")
    assert len({line.split()[2] for line in actions[1:]}) > 8, "many kinds of actions are shown"


def test_a_transcript_is_always_the_same(folder: Path) -> None:
    before = (folder / "toy-3p.txt").read_text()
    assert golden.check(folder) == []
    assert golden.write(folder) == [folder / "toy-3p.txt"]
    assert (folder / "toy-3p.txt").read_text() == before


def test_options_that_differ_are_named(tmp_path: Path) -> None:
    path = golden.add(tmp_path, f"{TOY} 2 demands=off rounds=2 winner=low")
    assert path.name == "toy-2p-demands-off-winner-low.txt"
    assert path.read_text().splitlines()[1] == f"{TOY} 2 demands=off winner=low"
    assert "demand:" not in path.read_text()
    assert golden.check(tmp_path) == []


def test_a_difference_is_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "toy-3p.txt"
    path.write_text(path.read_text().replace("rolls", "throws"))
    (difference,) = golden.check(folder)
    assert difference.startswith("--- toy-3p.txt\n+++ now")
    assert "throws" in difference
    assert golden.main(["--check", str(folder)]) == 1
    assert "throws" in capsys.readouterr().err
    assert golden.main(["--write", str(folder)]) == 0
    assert golden.main(["--check", str(folder)]) == 0


def test_the_command_adds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert golden.main(["--write", str(tmp_path), "--add", TOY, "2", "rounds=1"]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "toy-2p-rounds-1.txt")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (TOY, "has not the form MODULE:NAME PLAYERS"),
        (f"{TOY} two", "has not the form"),
        (f"{TOY} 2 rounds", "has not the form"),
        (f"{TOY} 9", "not for 9 players"),
        (f"{TOY} 2 speed=1", "no option 'speed'"),
        ("tests.toy_game:NOTHING 2", "there is no game 'tests.toy_game:NOTHING'"),
        ("no.such.module:GAME 2", "there is no game"),
        (":GAME 2", "there is no game"),
        ("tests.toy_game:RULES 2", "is no game"),
    ],
)
def test_an_impossible_setting_is_refused(
    setting: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        golden.main(["--write", str(tmp_path), "--add", *setting.split()])
    assert caught.value.code == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_other_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("hello\n")
    with pytest.raises(ValueError, match="is no golden transcript"):
        golden.check(tmp_path)
    for wrong in (["--check", str(tmp_path / "none")], ["--check", str(tmp_path), "--add", "x"]):
        with pytest.raises(SystemExit):
            golden.main(wrong)
        assert "error:" in capsys.readouterr().err
