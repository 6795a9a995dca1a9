"""Programs that answer: what they may do wrong, and that nothing of them is left."""

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.processes import all_gone
from wardround.adapters.program import LONGEST_ANSWER, Program, ProgramError
from wardround.adapters.text import AnswerError

PATIENT = 60.0


def shell(script: str, timeout: float = PATIENT) -> Program:
    """A program that a shell runs."""
    return Program(f"sh -c '{script}'", timeout)


def written(path: Path) -> set[int]:
    """The numbers of processes in a file, as soon as they stand there."""
    end = time.monotonic() + PATIENT
    while not (path.exists() and path.read_text().endswith("\n")) and time.monotonic() < end:
        time.sleep(0.01)
    return set(map(int, path.read_text().split()))


def test_a_program_reads_the_question_and_writes_the_answer() -> None:
    assert shell("cat").answer("Žofie?\n1. [a]\n") == "Žofie?\n1. [a]\n"
    assert shell("cat").answer("x" * 500_000) == "x" * 500_000
    assert shell("echo 1").answer("x" * 500_000) == "1\n"


def test_no_shell_reads_the_command() -> None:
    assert Program("echo '$HOME' ; echo *", PATIENT).answer("") == "$HOME ; echo *\n"


def test_what_it_complains_about_is_no_part_of_the_answer() -> None:
    assert shell("head -c 3000000 /dev/zero >&2; echo 1").answer("") == "1\n"


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert shell(r'printf "\377\376\n1\n"').answer("") == "��\n1\n"


def test_an_answer_without_end_is_refused_at_once() -> None:
    began = time.monotonic()
    with pytest.raises(AnswerError, match="longer than 1,000,000 bytes"):
        Program("yes", PATIENT).answer("")
    assert time.monotonic() - began < PATIENT / 2
    whole = f"head -c {LONGEST_ANSWER} /dev/zero"
    assert len(Program(whole, PATIENT).answer("")) == LONGEST_ANSWER


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 3", "The command ended with status 3."),
        ("echo 1; echo no model. >&2; exit 1", r"The command ended with status 1 \(no model\)."),
        ("kill -9 $$", "The command ended by signal 9."),
    ],
)
def test_a_program_that_fails_is_told_with_its_last_words(script: str, told: str) -> None:
    with pytest.raises(ProgramError, match=told):
        shell(script).answer("")


@pytest.mark.parametrize("script", ["sleep 600", "exec >&- 2>&-; sleep 600", "echo 1; wait"])
def test_a_program_that_hangs_is_killed_with_all_that_it_started(
    script: str, tmp_path: Path
) -> None:
    path = tmp_path / "processes"
    with pytest.raises(ProgramError, match="did not answer within 2 seconds"):
        shell(f"sleep 600 & echo $$ $! > {path}; {script}", 2).answer("")
    assert all_gone(written(path))


def test_what_a_program_leaves_behind_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "processes"
    began = time.monotonic()
    assert shell(f"sleep 600 & echo $! > {path}; echo 1").answer("") == "1\n"
    assert time.monotonic() - began < PATIENT / 2
    assert all_gone(written(path))


def test_a_program_is_killed_when_this_process_is_told_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "processes"

    def press() -> None:
        written(path)
        os.kill(os.getpid(), signal.SIGINT)

    presser = threading.Thread(target=press)
    presser.start()
    with pytest.raises(KeyboardInterrupt):
        shell(f"sleep 600 & echo $$ $! > {path}; wait").answer("")
    presser.join()
    assert all_gone(written(path))


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("", "no program ''"),
        ("no-such-program --now", "no program 'no-such-program'"),
        ("/", "no program '/'"),
        ("sh -c 'open", "is no command: No closing quotation"),
        ("sh \0", "no program"),
    ],
)
def test_what_is_no_command_is_refused_before_anything_is_asked(command: str, told: str) -> None:
    with pytest.raises(ProgramError, match=told):
        Program(command, PATIENT)


@pytest.mark.parametrize("timeout", [0, -1, float("nan"), float("inf"), 1e300])
def test_a_time_that_is_none_is_refused(timeout: float) -> None:
    with pytest.raises(ProgramError, match="cannot take"):
        Program(sys.executable, timeout)


def test_a_program_that_cannot_be_started_any_more_is_told(tmp_path: Path) -> None:
    path = tmp_path / "model"
    path.write_text("not a program")
    path.chmod(0o755)
    program = Program(str(path), PATIENT)
    with pytest.raises(ProgramError, match="cannot be started: Exec format error"):
        program.answer("")
    path.unlink()
    with pytest.raises(ProgramError, match="cannot be started: No such file"):
        program.answer("")
