"""The command ``wardround text``."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Done, Run, no_traceback
from tests.cli.terminal import PATIENCE, ROOT, on_terminal, start
from tests.processes import all_gone, descendants, is_running
from wardround.core import Game
from wardround.lab import LabError
from wardround.lab.harness import Transcript

FIRST = "sh -c 'cat >/dev/null; echo I take the first.; echo 1'"
QUICK = ("--against", "random", "--rounds", 1)
KEYS = [
    "kind",
    "against",
    "game",
    "deal",
    "seat",
    "choice",
    "attempt",
    "prompt",
    "answer",
    "action",
    "refused",
    "by_chance",
    "failed",
    "seconds",
    "prompt_characters",
    "answer_characters",
]


@pytest.fixture(autouse=True)
def _installed(toy: Game) -> None:
    """Most tests play the toy game, which is short."""


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a transcript."""
    return [json.loads(line) for line in path.read_text("utf-8").split("\n")[:-1]]


def test_a_program_that_answers_is_scored_against_each_opponent(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    words = ("text", "toy", "--command", FIRST, "--against", "random,greedy", "--rounds", 2)
    done = run(*words, "--rules", "--transcript", path, "--json")
    assert (done.status, done.err) == (0, "")
    data = json.loads(done.out)
    assert [one["against"] for one in data["opponents"]] == ["random", "greedy"]
    *questions, summary = lines_of(path)
    assert summary == {"kind": "summary", **data}
    assert "partial" not in data
    for one in data["opponents"]:
        own = [line for line in questions if line["against"] == one["against"]]
        assert one["games"] == one["played_games"] == one["planned_games"] == 4
        assert one["questions"] == len(own)
        assert one["answers_refused"] == one["left_to_chance"] == 0
        assert one["prompt_characters"] == sum(len(line["prompt"]) for line in own)
        assert one["answer_characters"] == sum(len(line["answer"]) for line in own)
        assert 0 <= one["wins"]["low"] <= one["wins"]["value"] <= one["wins"]["high"] <= 1
        assert {(line["game"], line["deal"], line["seat"]) for line in own} == {
            (1, "1/0", 0),
            (2, "1/0", 1),
            (3, "1/1", 0),
            (4, "1/1", 1),
        }
    for line in questions:
        assert list(line) == KEYS
        assert line["action"]
        assert line["prompt"].startswith("RULES OF") == (line["choice"] == 1)
    again = run(*words, "--json")
    scores = [(one["wins"], one["points"]) for one in json.loads(again.out)["opponents"]]
    assert scores == [(one["wins"], one["points"]) for one in data["opponents"]]


def test_the_example_of_the_documentation_plays(run: Run, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "interfaces.md").read_text("utf-8")
    code = page.partition("cat > first.py <<'END'\n")[2].partition("END\n")[0]
    path = tmp_path / "first.py"
    path.write_text(code)
    done = run("text", "toy", "--command", f"{sys.executable} {path}", *QUICK, "--json")
    (counts,) = json.loads(done.out)["opponents"]
    assert counts["answers_refused"] == 0
    assert counts["questions"] > 0


def test_people_read_tables(run: Run) -> None:
    done = run("text", "toy", "--command", FIRST, *QUICK)
    assert done.status == 0
    assert "2 players, 1 round of 2 games, seed 1" in done.out
    assert "Questions and answers" in done.out
    assert "random" in done.out


def test_nonsense_is_left_to_chance_and_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    words = ("text", "toy", "--command", r"printf '\377 dunno'", *QUICK, "--retries", 1)
    done = run(*words, "--transcript", path)
    assert done.status == 0
    *questions, summary = lines_of(path)
    (counts,) = summary["opponents"]
    assert counts["questions"] == counts["answers_refused"] == 2 * counts["left_to_chance"] > 0
    assert {line["answer"] for line in questions} == {"� dunno"}
    assert f"The transcript stands in {path}." in done.out


def test_an_endless_answer_is_refused(run: Run) -> None:
    done = run("text", "toy", "--command", "yes", *QUICK, "--retries", 0, "--json")
    (counts,) = json.loads(done.out)["opponents"]
    assert done.status == 0
    assert counts["left_to_chance"] == counts["questions"] > 0


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo no memory >&2; exit 7", "The command ended with status 7 (no memory)."),
        ("sleep 600", "The command did not answer within 3 seconds."),
    ],
)
def test_a_program_that_fails_ends_the_games(
    run: Run, tmp_path: Path, script: str, told: str
) -> None:
    """It fails at the third question: what was played before is told and kept."""
    path, count = tmp_path / "toy.jsonl", tmp_path / "count"
    command = f"sh -c 'echo x >>{count}; test $(wc -l <{count}) -lt 3 && echo 1 && exit; {script}'"
    words = ("text", "toy", "--command", command, *QUICK, "--timeout", 3, "--transcript", path)
    before = descendants(os.getpid())
    done = run(*words, "--json")
    assert done.status == 2
    assert f"Error: {told}\n  where:    game 1 against random, choice 3, attempt 1\n" in done.err
    assert "expected: " in done.err
    data = json.loads(done.out)
    assert data["partial"] is True
    assert data["opponents"][0]["questions"] == 3
    first, second, failed, summary = lines_of(path)
    assert (first["failed"], second["failed"]) == ("", "")
    assert failed["failed"].startswith(told)
    assert summary == {"kind": "summary", **data}
    assert descendants(os.getpid()) <= before
    count.unlink()
    shown = run(*words[:-1], tmp_path / "again.jsonl")
    assert "Only 0 of 2 games were played." in shown.out
    no_traceback(shown)


def refused(done: Done, told: str) -> bool:
    """Whether the command said so before it did anything."""
    assert done.status == 2
    assert done.out == ""
    no_traceback(done)
    return told in done.err


def test_wrong_words_are_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    words = ("text", "toy", "--transcript", path, "--command")
    assert refused(run(*words, "no-such-program"), "There is no program 'no-such-program'.")
    assert refused(run(*words, "sh 'x"), "No closing quotation")
    assert refused(run(*words, FIRST, "--against", "nobody"), "No bot 'nobody' is installed.")
    assert refused(run(*words, FIRST, "--against", "me"), "where:    --against")
    assert refused(run(*words, FIRST, "--against", "random,random"), "stands there twice")
    assert refused(run(*words, FIRST, "--players", 9), "is not for 9 players")
    assert refused(run(*words, FIRST, "--timeout", "nan"), "cannot take nan seconds")
    assert refused(run("text", "toy"), "Missing option '--command'")
    assert not path.exists()


def test_a_transcript_is_never_replaced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    path.write_text("mine")
    words = ("text", "toy", "--command", FIRST, *QUICK, "--transcript")
    assert refused(run(*words, path), "The file exists already.")
    assert path.read_text() == "mine"
    assert refused(run(*words, tmp_path / "no" / "toy.jsonl"), "folder does not exist")


def test_a_transcript_that_cannot_be_written_any_more_ends_the_games(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_self: Transcript, _line: object) -> None:
        raise LabError("The transcript cannot be written: No space left on device.")

    monkeypatch.setattr(Transcript, "add", full)
    done = run("text", "toy", "--command", FIRST, *QUICK, "--transcript", tmp_path / "toy.jsonl")
    assert done.status == 2
    assert "Only 0 of 2 games were played." in done.out
    assert done.err.count("No space left on device") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_tells_what_was_played_and_leaves_nobody(tmp_path: Path, number: int) -> None:
    path, seen = tmp_path / "clinic.jsonl", tmp_path / "seen"
    command = f"sh -c 'test -e {seen} && sleep 600; echo $$ >{seen}; echo 1'"
    words = ("text", "clinic", "--command", command, *QUICK, "--transcript", path)
    with start(words) as process:
        end = time.monotonic() + PATIENCE
        while len(found := descendants(process.pid)) < 2 and time.monotonic() < end:
            time.sleep(0.02)  # the shell and what it waits for
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + number
    assert err == "Interrupted.\n"
    assert "Only 0 of 2 games were played." in out
    assert all_gone(found)
    assert not is_running(process.pid)
    one, summary = lines_of(path)
    assert one["action"]
    assert (summary["kind"], summary["partial"]) == ("summary", True)


def test_ctrl_c_on_a_terminal() -> None:
    words = ("text", "clinic", "--command", "sleep 600", *QUICK)
    done = on_terminal(words, 80, [("Games", "\x03")])
    assert done.status == 130
    assert "Interrupted." in done.text
    assert "Traceback" not in done.text
