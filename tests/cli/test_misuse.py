"""Command lines that cannot be: every one gets an answer, none a traceback."""

import random
from pathlib import Path

import pytest

from tests.cli.conftest import Run, no_traceback
from tests.cli.terminal import shell

SIMULATE = "simulate dice_hospital --seats random --games 1"
FEW = ("simulate", "dice_hospital", "--seats", "random", "--games", 1)
NONSENSE: list[tuple[object, ...]] = [
    ("simulate", "dice_hospital", "--seats", "random", "--games", -5),
    ("simulate", "dice_hospital", "--seats", "random", "--games", 1.5),
    ("simulate", "dice_hospital", "--seats", "random", "--games", "9" * 5_000),
    ("simulate", "dice_hospital", "--seats", "", "--games", 1),
    ("simulate", "dice_hospital", "--seats", ",", "--games", 1),
    ("simulate", "dice_hospital", "--seats", "me", "--games", 1),
    (*FEW, "--jobs", -1),
    (*FEW, "--jobs", 100_000),
    (*FEW, "--set", ""),
    (*FEW, "--set", "hard_mode=" + "x" * 5_000),
    (*FEW, "--out", ""),
    (*FEW, "--out", "/"),
    (*FEW, "--seed", "\udcff"),
    (*FEW, "--loud"),
    (*FEW, "more"),
    ("endings", "pyrrameds", "--players", "9" * 5_000),
    ("endings", "pyrrameds", "--players", "-1"),
    ("endings", "pyrrameds", "--players", "²"),
    ("endings", "pyrrameds", "--each", "\x1b"),
    ("bench", "dice_hospital", "--seconds", "nan"),
    ("bench", "dice_hospital", "--seconds", "inf"),
    ("bench", "dice_hospital", "--runs", 0),
    ("bench", "dice_hospital", "--players", 99),
    ("bench", "dice_hospital", "--players", 99, "--interfaces"),
    ("bench", "dice_hospital", "--interfaces", "--peers"),
    ("check", "dice_hospital", "--players", 0),
    ("loadtest", "--tables", -1),
    ("loadtest", "--rate", "nan"),
    ("loadtest", "--seconds", "inf"),
    ("loadtest", "--game", "\x1b"),
    ("loadtest", "--at", ""),
    ("loadtest", "--at", "http://[::1"),
    ("loadtest", "--at", "http://a:99999"),
    ("loadtest", "--database", "\0"),
    ("loadtest", "--database", "sqlite:////no/such/folder/x.sqlite3"),
    ("check", "dice_hospital", "--games", "many"),
    ("play", "dice_hospital", "--seats", "nobody"),
    ("play", "dice_hospital", "--seed", "\udcff"),
    ("play", "dice_hospital", "--record", "/no/such/game.wrd"),
    ("replay", "--to", -1, "x"),
    ("analyse", "--seat", 0, "x"),
    ("analyse", "\0"),
    ("analyse", "x", "--bot", "search:" + "9" * 5_000),
    ("text", "clinic", "--command", ""),
    ("text", "clinic", "--command", "\udcff"),
    ("text", "clinic", "--command", "x" * 5_000),
    ("text", "clinic", "--command", "true", "--timeout", "inf"),
    ("text", "clinic", "--command", "true", "--retries", -1),
    ("text", "clinic", "--command", "true", "--against", ""),
    ("text", "clinic", "--command", "true", "--transcript", "/"),
    ("text", "clinic", "--command", "true", "--players", 1),
    ("balance", "clinic", "--depth", "much"),
    ("balance", "clinic", "--depth", "0"),
    ("balance", "clinic", "--depth", "9" * 5_000),
    ("balance", "dice_hospital", "--players", 1, "--depth", 5),
    ("balance", "clinic", "--depth-deals", 1),
    ("balance", "clinic", "--keep", "/"),
    ("balance", "clinic", "--keep", "/no/such/games"),
    ("tune", "clinic", "--target", ""),
    ("tune", "clinic", "--target", "lead=" + "9" * 5_000),
    ("tune", "clinic", "--target", "length=\x1b"),
    ("tune", "clinic", "--target", "lead", "--over", "weather"),
    ("tune", "clinic", "--target", "lead", "--trials", 1),
    ("tune", "clinic", "--target", "lead", "--changes", 99),
    ("tune", "clinic", "--target", "lead", "--resume"),
    ("tune", "clinic", "--target", "lead", "--resume", "--out", "/no/such/study"),
    ("tune", "clinic", "--target", "lead", "--out", "/"),
    ("tune", "clinic"),
    ("train", "clinic"),
    ("train", "nothing", "--out", "x"),
    ("train", "clinic", "--out", "x", "--minutes", "nan"),
    ("train", "clinic", "--out", "x", "--every", "inf"),
    ("train", "clinic", "--out", "x", "--minutes", 0),
    ("train", "clinic", "--out", "x", "--players", 99),
    ("train", "dice_hospital", "--out", "x", "--players", 1),
    ("train", "clinic", "--out", "x", "--share", 101),
    ("train", "clinic", "--out", "x", "--teacher", "nobody"),
    ("train", "clinic", "--out", "x", "--rival", "trained"),
    ("train", "clinic", "--out", "x", "--set", "weather=fine"),
    ("train", "clinic", "--out", "/no/such/run", "--resume"),
    ("play", "clinic", "--seats", "trained:nothing,greedy"),
    ("simulate", "clinic", "--seats", "trained:../x,greedy", "--games", 1),
    ("tournament", "clinic", "--seats", "trained:nothing,greedy"),
    ("rules", "dice_hospital", ""),
    ("rules", "dice_hospital", "DH-" + "9" * 5_000),
    ("games", ""),
    ("pack", "show", "--edition", "\x1b[1m"),
    ("pack", "eat"),
    ("clauses", "dice_hospital", "--tests", "\0"),
    ("serve", "--port", "x"),
    ("--loud",),
    ("",),
]


@pytest.mark.parametrize("words", NONSENSE, ids=lambda words: " ".join(map(str, words))[:60])
def test_nonsense_is_answered(run: Run, words: tuple[object, ...]) -> None:
    done = run(*words)
    assert done.status == 2
    assert done.err.startswith("Error: ")
    assert "where: " in done.err
    assert "expected: " in done.err
    assert len(done.err) < 3_000
    assert done.out == ""
    no_traceback(done)


def test_people_do_not_simulate(run: Run) -> None:
    done = run("simulate", "dice_hospital", "--seats", "me,random")
    assert "only in `wardround play`" in done.err


def test_any_words(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Words of the command line in any order, with values that nobody expects."""
    monkeypatch.chdir(tmp_path)
    rng = random.Random(5)
    quick = ["games", "rules", "bots", "replay", "analyse", "clauses", "pack", "check", "show"]
    options = ["--json", "--to", "--check", "--missing", "--tests", "--edition", "--", "-h", "-x"]
    values = ["", "0", "-1", "1e9", "dice_hospital", "DH-4", "all", "\udc80", "\x1b", "日本", "a=b"]
    for _ in range(150):
        words = [rng.choice(quick)]
        words += ["--games", "1"] if words == ["check"] else []
        words += [rng.choice(options + 2 * values) for _ in range(rng.randrange(4))]
        done = run(*words)
        assert done.status in (0, 1, 2), words
        no_traceback(done)
        assert done.status == 0 or done.err or done.out, words


# --- what others installed ------------------------------------------------------------------


@pytest.fixture
def broken_plugins(tmp_path: Path) -> str:
    """A folder for PYTHONPATH with a package whose game and bot cannot be imported."""
    (tmp_path / "sick_game.py").write_text("raise RuntimeError('\\x1b[1mill')\n")
    info = tmp_path / "sick_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sick-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[wardround.games]\nsick = sick_game:GAME\n[wardround.bots]\nsick = sick_game:BOT\n"
    )
    return str(tmp_path)


@pytest.mark.parametrize("line", ["games", "bots", SIMULATE])
def test_a_broken_plugin_is_named_and_left_out(broken_plugins: str, line: str) -> None:
    done = shell(f"wardround {line}", PYTHONPATH=broken_plugins)
    assert done.returncode == 0
    assert b"sick-game" in done.stderr or line == SIMULATE
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr
    assert done.stdout


def test_what_a_broken_plugin_brings_is_told_with_its_reason(broken_plugins: str) -> None:
    done = shell("wardround rules sick", PYTHONPATH=broken_plugins)
    assert done.returncode == 2
    assert b"RuntimeError" in done.stderr
    assert b"Traceback" not in done.stderr


# --- a home that cannot be written ----------------------------------------------------------


def test_playing_needs_no_home() -> None:
    done = shell(
        "wardround play dice_hospital --seats random,random --seed 1",
        HOME="/dev/null",
        XDG_DATA_HOME="/dev/null/data",
    )
    assert (done.returncode, done.stderr) == (0, b"")
