"""What is printed: in pipes, on terminals of any width, in any encoding; where nothing can be."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.conftest import Run, answers, no_traceback
from tests.cli.terminal import on_terminal, shell
from wardround.bots import make_bot
from wardround.cli.output import clean, column_widths, shown_names, wrapped
from wardround.cli.streams import lookalike
from wardround.core import Match
from wardround.games.dice_hospital import GAME
from wardround.games.dynamite_nurse.pack import DEFAULT, DEFAULT_TEXT
from wardround.lab import play_match

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COMMANDS: list[tuple[object, ...]] = [
    ("games",),
    ("games", "clinic"),
    ("bots",),
    ("rules", "dice_hospital"),
    ("rules", "dice_hospital", "material"),
    ("pack", "show"),
    ("simulate", "dice_hospital", "--seats", "random,random", "--games", 2),
    ("strength", "dice_hospital", "--bot", "random", "--games", 1),
    ("endings", "pyrrameds", "--games", 1),
    ("text", "clinic", "--command", "echo 1", "--against", "random", "--rounds", 1),
    (
        *("tune", "pyrrameds", "--target", "blocked", "--seats", "random,random"),
        *("--trials", 3, "--games", 2, "--fresh", 2, "--jobs", 1),
    ),
    ("bench", "dice_hospital", "--runs", 1, "--seconds", 0.01),
    ("bench", "dice_hospital", "--runs", 1, "--seconds", 0.01, "--interfaces"),
    ("loadtest", "--tables", 0, "--saturated", 0, "--cold", 1),
    ("--help",),
    ("simulate", "--help"),
    ("train", "--help"),
]


def record(path: Path, names: Sequence[str]) -> Path:
    """A finished game with these names as a file."""
    match = Match(GAME, len(names), "record", names=list(names))
    play_match(match, {seat: make_bot("random", seat) for seat in range(len(names))})
    match.record().write(path)
    return path


# --- pipes ----------------------------------------------------------------------------------


def test_nothing_is_cut_or_wrapped_in_a_pipe(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = run("pack", "show").out
    assert "…" not in shown
    for number in DEFAULT.order:
        assert DEFAULT.cards[number].id in shown
    assert len({cell_len(line) for line in shown.splitlines() if line.startswith("│")}) <= 4
    for command in ("games", "bots", ("rules", "dice_hospital", "material")):
        words = (command,) if isinstance(command, str) else command
        assert "…" not in run(*words).out


def test_a_pipe_is_not_a_terminal_even_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    done = shell("wardround pack show | cat", FORCE_COLOR="1", COLUMNS="40")
    text = ESCAPES.sub("", done.stdout.decode())
    assert "…" not in text
    assert max(map(len, text.splitlines())) > 200


# --- terminals ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("columns", [80, 60, 40])
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(map(str, words)))
def test_terminals_of_any_width(words: tuple[object, ...], columns: int) -> None:
    done = on_terminal(words, columns, NO_COLOR="1")
    assert done.status == 0
    shown = ESCAPES.sub("", done.text).split("\r")  # the bar of progress stays on its line
    lines = [line for part in shown for line in part.split("\n")]
    assert max(map(cell_len, lines)) <= columns
    assert not any("…" in line for line in lines)


def test_a_table_that_does_not_fit_becomes_records() -> None:
    done = on_terminal(("games",), 40, NO_COLOR="1")
    assert "id:      dice_hospital" in done.lines
    assert "players: 1-4" in done.lines
    wide = on_terminal(("games",), 100, NO_COLOR="1")
    assert "│ dice_hospital  │ Dice Hospital  │ 1-4     │ Heal the dice" in wide.text


def test_widths_of_columns() -> None:
    numbers = ["won", "1,234 (1,000 - 2,000)"]
    text = ["", "a long text that can be broken between any of its words"]
    assert column_widths([numbers, text], [True, False], 200) == [21, 55]
    assert column_widths([numbers, text], [True, False], 50) == [21, 29]
    assert column_widths([numbers, text], [True, False], 40) is None
    assert column_widths([["id", "x" * 30]], [False], 29) is None
    assert column_widths([["名", "日本語"]], [False], 80) == [6]
    texts = ["", "word " * 30]
    assert column_widths([texts, texts], [False, False], 101) == [51, 50]


def test_lines_are_broken_between_words() -> None:
    assert wrapped("short", 40) == ["short"]
    assert wrapped("  12  a choice of many words, and a few", 26) == [
        "  12  a choice of many",
        "      words, and a few",
    ]
    long = "  where:    " + "/a" * 60
    assert wrapped(long, 40) == [long]  # it can be copied
    assert all(cell_len(part) <= 24 for part in wrapped("日本 " * 20, 24))


# --- encodings ------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "cp932", "latin-1", "ascii:strict", "utf-16"])
@pytest.mark.parametrize("line", ["pack show", "rules clinic all", "play clinic </dev/null"])
def test_any_encoding(encoding: str, line: str) -> None:
    done = shell(f"wardround {line}", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    assert len(done.stdout.decode(encoding.partition(":")[0])) > 500


def test_signs_have_lookalikes() -> None:
    text = "±1 – “ok” … é Ž 漢"
    ascii_text = text.encode("ascii", "wardround").decode()
    assert ascii_text == '+-1 - "ok" ... e Z ?'
    with pytest.raises(UnicodeDecodeError):
        lookalike(UnicodeDecodeError("ascii", b"\xff", 0, 1, "no"))


def test_json_loses_nothing_in_any_encoding(tmp_path: Path) -> None:
    path = record(tmp_path / "game.wrd", ["Žofie ±", "日本"])
    for encoding in ("ascii", "cp932", "utf-8"):
        done = shell(f"wardround replay --json '{path}'", PYTHONIOENCODING=encoding)
        assert json.loads(done.stdout.decode(encoding))["names"] == ["Žofie ±", "日本"]


# --- nowhere to write -----------------------------------------------------------------------


@pytest.mark.parametrize("words", ["pack show", "--help", "pack show --json"])
def test_output_that_cannot_be_written(words: str) -> None:
    full = shell(f"wardround {words} >/dev/full")
    assert full.returncode == 2
    assert full.stderr == b"Error: The output cannot be written: No space left on device.\n"
    plain = shell(f"wardround {words} >/dev/full", TYPER_USE_RICH="0")
    assert (plain.returncode, plain.stderr) == (2, full.stderr)
    closed = shell(f"wardround {words} >&-")
    assert closed.returncode == 2
    assert closed.stderr == b"Error: The output cannot be written: it is closed.\n"


@pytest.mark.parametrize("words", ["pack show", "rules clinic all", "games --json"])
def test_a_reader_that_leaves_is_no_error(words: str) -> None:
    done = shell(f"wardround {words} | head -c 1; exit ${{PIPESTATUS[0]}}")
    assert done.returncode in (0, 141)  # 0: all of it fits into the pipe
    assert done.stderr == b""


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_errors_that_cannot_be_written(where: str) -> None:
    done = shell(f"wardround rules chess {where}")
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


def test_nothing_is_lost_where_nothing_can_be_shown(tmp_path: Path) -> None:
    path, seats = tmp_path / "games.csv", "--seats random,random --games 2"
    done = shell(f"wardround simulate dice_hospital {seats} --out '{path}' >&-")
    assert done.returncode == 2
    assert len(path.read_text().splitlines()) == 5


def test_no_input() -> None:
    for closed in ("<&-", "</dev/null", "<<< $'\\xff\\xfe'"):
        done = shell(f"wardround play dice_hospital --seed 5 {closed}")
        assert done.returncode == 0
        assert b"The game is not finished." in done.stdout
        assert done.stderr == b""


# --- what others wrote ----------------------------------------------------------------------

HOSTILE = ["\x1b[2J\x1b]0;owned\x07Ann", "\u202eBob\u2066", "\x9b31mEve"]
RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067]")


def test_names_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    path = record(tmp_path / "game.wrd", HOSTILE)
    for words in (("replay", path), ("replay", path, "--check"), ("replay", path, "--json")):
        done = run(*words)
        assert done.status == 0
        assert not RAW.search(done.out + done.err)
        assert "Ann" in done.out
    assert json.loads(done.out)["names"] == HOSTILE


def test_packs_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    title = 'title = "\\u001b[2J[bold]Mine[/bold] :heart:"'
    path.write_text(DEFAULT_TEXT.replace('title = "Reconstructed cards"', title))
    for words in (
        ("pack", "check", path),
        ("pack", "show", path),
        ("pack", "show", path, "--json"),
    ):
        done = run(*words)
        assert done.status == 0
        assert not RAW.search(done.out)
        assert "[bold]Mine[/bold] :heart:" in done.out


def test_errors_cannot_command_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    path.write_text('{"wardround": 1, "\\u001b[2J": 2}')
    for words in (
        ("replay", path),
        ("replay", tmp_path / "\x1b[2J.wrd"),
        ("rules", "\x1b]0;x\x07"),
        ("rules", "clinic", "\udcff\x9b"),
        ("dance\x1b[1m",),
        ("simulate", "clinic", "--seats", "\x1b[1m"),
        ("simulate", "clinic", "--seats", "random", "--set", "\x1b[1m=\x1b"),
    ):
        done = run(*words)
        assert done.status == 2
        assert not RAW.search(done.err)
        no_traceback(done)


def test_answers_cannot_command_the_terminal(run: Run) -> None:
    done = run("play", "dice_hospital", answer=answers(["\x1b[2J", "w \x9b", "p \x1b", "? \x1b"]))
    assert not RAW.search(done.out)


def test_what_clean_leaves_and_spells_out() -> None:
    assert clean("a\tb\nc") == "a    b\nc"
    assert clean("\x1b[1m\x7f\x85\u202e\ud800") == "\\x1b[1m\\x7f\\x85\\u202e\\ud800"
    assert clean("family \U0001f468\u200d\U0001f469 क्‍ष") == "family \U0001f468\u200d\U0001f469 क्‍ष"
    assert clean("\u2068דנה\u2069 has bid") == "\u2068דנה\u2069 has bid"
    assert clean("\u2069\u2068x") == clean("\u2068x") == "x"  # what is opened is closed


def test_names_are_shown_as_people_write_them() -> None:
    assert shown_names(["Ann", "ann", "דנה"]) == ["Ann", "ann (2)", "\u2068דנה\u2069"]
    assert shown_names(["", "\u200b", "\x1b"]) == ["Seat 1", "Seat 2", "Seat 3"]
    (long,) = shown_names(["n" * 3000])
    assert long == "n" * 39 + "…"


def test_names_of_all_scripts_stand_in_columns(tmp_path: Path) -> None:
    names = ["דנה", "日本太郎", "नमस्ते", "Zoe\u0301"]
    path = record(tmp_path / "game.wrd", names)
    done = on_terminal(("replay", path), 100, NO_COLOR="1")
    rows = [line for line in done.lines if line.startswith("│")]
    assert len(rows) >= 4
    assert len({cell_len(row) for row in rows}) == 1
    assert "\u2068דנה\u2069" in rows[0]


@pytest.mark.parametrize(
    "words", [("play",), ("pack", "show"), ("analyse",), ("simulate",), ("text",), ("serve",), ()]
)
def test_help_fits_80_columns(words: tuple[str, ...]) -> None:
    done = on_terminal((*words, "--help"), 80, NO_COLOR="1")
    assert done.status == 0
    assert max(map(cell_len, (ESCAPES.sub("", line) for line in done.lines))) <= 80
    assert "…" not in done.text
