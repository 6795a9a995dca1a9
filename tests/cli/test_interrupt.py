"""Signals: at once, with what is done so far, nothing left behind, nothing replaced unasked."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.cli.conftest import Run, answers, no_traceback
from tests.cli.terminal import PATIENCE, Shown, on_terminal, start
from tests.processes import all_gone, descendants_soon, wait_until_caught, wait_until_computed
from wardround.core import Record
from wardround.lab import Batch, Played, Simulation, simulate_batches
from wardround.lab.simulate import Witness
from wardround.pool import PoolError

MANY = 1_000_000
SIMULATE = ("simulate", "dice_hospital", "--seats", "random,random", "--games", MANY)
SECOND = 5.0
"""What "at once" may take on a machine that several developers use; by itself it takes 0.3 s."""


@contextmanager
def started(words: Sequence[object]) -> Iterator["subprocess.Popen[str]"]:
    """A command that is killed with all its processes in the end."""
    with start(words) as process:
        try:
            yield process
        finally:
            process.kill()


def interrupted(
    words: Sequence[object], number: int = signal.SIGINT, seconds: float = 2.5, jobs: int = 2
) -> tuple[int, str, str, float]:
    """Let the command play for some time in several processes, then send them all a signal.

    Half a second goes into the start of every process; the seconds are those of the processor.
    """
    with started([*words, "--jobs", jobs]) as process:
        found = descendants_soon(process.pid, jobs + 1 if jobs > 1 else 0)
        wait_until_computed(found or {process.pid}, seconds)
        began = time.monotonic()
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE)
        spent = time.monotonic() - began
        assert all_gone(found)
    return process.returncode, out, err, spent


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_simulation_tells_what_it_has_found(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "games.parquet"
    status, out, err, spent = interrupted((*SIMULATE, "--out", path), jobs=jobs)
    assert status == 130
    assert spent < SECOND
    assert f"of {MANY} games of Dice Hospital, seed 1" in out
    done = int(out.partition("only ")[2].split()[0])
    assert done > 0
    assert f"{2 * done} rows written to {path}." in out
    assert pl.read_parquet(path).height == 2 * done
    assert err == "Interrupted.\n"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_what_was_played_of_a_long_run_is_a_shorter_run(run: Run) -> None:
    status, out, _, spent = interrupted((*SIMULATE, "--json"), signal.SIGTERM)
    assert status == 143
    assert spent < SECOND
    data = json.loads(out)
    assert data.pop("partial") is True
    assert data.pop("planned_games") == MANY
    again = run(*SIMULATE[:-1], data["games"], "--json")
    assert json.loads(again.out) == data


@pytest.mark.slow
def test_an_interrupted_check_says_how_far_it_came() -> None:
    words = ("check", "dice_hospital", "--games", MANY)
    status, out, err, spent = interrupted(words, seconds=5.0)
    assert status == 130
    assert spent < SECOND
    assert out.startswith("Only ")
    assert f" of {MANY} games were checked: nothing is wrong so far." in out
    assert err == "Interrupted.\n"


@pytest.mark.slow
def test_interrupted_strength_and_endings_show_the_rows_that_they_have() -> None:
    for words in (
        ("strength", "dice_hospital", "--bot", "random", "--games", 20_000),
        ("endings", "dice_hospital", "--games", 20_000),
    ):
        status, out, err, spent = interrupted(words)
        assert status == 130
        assert spent < SECOND
        assert "The last row is of only " in out
        assert err == "Interrupted.\n"


@pytest.mark.slow
@pytest.mark.parametrize("computed", [0.0, 0.1, 0.2, 0.4])
def test_the_start_can_be_interrupted_too(computed: float) -> None:
    with started((*SIMULATE, "--jobs", 2)) as process:
        wait_until_caught(process.pid, signal.SIGTERM)  # before that, it is Python that starts
        wait_until_computed({process.pid}, computed)
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
        if process.poll() is None:  # once more, for those who are impatient
            os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in out + err


@pytest.mark.slow
def test_nobody_is_left_when_the_command_is_killed() -> None:
    with started((*SIMULATE, "--jobs", 2)) as process:
        found = descendants_soon(process.pid, 3)
        wait_until_computed(found, 2.0)
        process.kill()
        process.communicate()
        assert all_gone(found)


# --- files ----------------------------------------------------------------------------------

FEW = (*SIMULATE[:-1], 2)


def test_nothing_is_replaced_unasked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine")
    done = run(*FEW, "--out", path)
    assert done.status == 2
    assert "exists already" in done.err
    assert "--force" in done.err
    assert done.out == ""
    assert path.read_text() == "mine"
    assert run(*FEW, "--out", path, "--force").status == 0
    assert pl.read_csv(path).height == 4


def test_the_user_is_asked_where_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine")
    no = on_terminal((*FEW, "--out", path), 80, [("[y/N]", "n\n")])
    assert (no.status, path.read_text()) == (2, "mine")
    assert "games.csv exists. Replace it? [y/N]" in " ".join(no.text.split())
    yes = on_terminal((*FEW, "--out", path), 80, [("[y/N]", "y\n")])
    assert yes.status == 0
    assert pl.read_csv(path).height == 4


def test_a_file_that_comes_meanwhile_stays(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.csv"

    def play(*given: Any) -> Generator[Batch]:
        path.write_text("another's")
        return simulate_batches(*given)

    monkeypatch.setattr("wardround.cli.commands.simulate_batches", play)
    done = run(*FEW, "--out", path)
    assert done.status == 0
    assert path.read_text() == "another's"
    assert f"4 rows written to {tmp_path / 'games-2.csv'}." in done.out


def test_what_cannot_be_written_is_known_before_and_takes_nothing_with_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.csv").mkdir()
    early = run(*FEW, "--out", tmp_path / "games.csv")
    assert (early.status, early.out) == (2, "")
    assert "cannot be written" in early.err

    def full(file: int) -> None:
        if Path(f"/proc/self/fd/{file}").resolve().is_relative_to(tmp_path):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    late = run(*FEW, "--out", tmp_path / "late.csv")
    assert late.status == 2
    assert "2 games of Dice Hospital" in late.out
    assert "No space left on device" in late.err
    assert not (tmp_path / "late.csv").exists()


def test_an_error_in_the_middle_shows_what_was_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Simulation.play

    def fails(plan: Simulation, number: int, witness: Witness | None = None) -> Played:
        if number == 3:
            raise PoolError("A process ended.")
        return play(plan, number, witness)

    monkeypatch.setattr(Simulation, "play", fails)
    done = run(*SIMULATE[:-1], 10, "--out", tmp_path / "games.csv")
    assert done.status == 2
    assert "only 3 of 10 games" in done.out
    assert pl.read_csv(tmp_path / "games.csv").height == 6
    assert "A process ended." in done.err


# --- folders --------------------------------------------------------------------------------

GROWING = ("simulate", "dice_hospital", "--seats", "random,greedy", "--rotate", "--per-file", 4)


def bytes_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(
    run: Run, tmp_path: Path, number: int
) -> None:
    path = tmp_path / "run"
    words = (*GROWING, "--games", MANY, "--out", path)
    with started((*words, "--jobs", 2)) as process:
        found = descendants_soon(process.pid, 3)
        end = time.monotonic() + PATIENCE
        while not list(path.glob("games/*1.parquet")) and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(number)
        out, _ = process.communicate(timeout=PATIENCE)
        assert all_gone(found)
    games = pl.read_parquet(path / "games").height
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert f"only {games} of {MANY} games" in out
        assert f"{games} games stand in {path}." in out
    more = games + 5
    resumed = run(*GROWING, "--games", more, "--out", path, "--resume", "--json")
    whole = run(*GROWING, "--games", more, "--out", tmp_path / "whole", "--jobs", 1, "--json")
    assert resumed.status == whole.status == 0
    assert resumed.out == whole.out
    assert bytes_in(path) == bytes_in(tmp_path / "whole")


def test_a_folder_is_looked_at_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run"
    assert run(*GROWING, "--games", 3, "--out", path).status == 0
    before = bytes_in(path)
    taken = run(*GROWING, "--games", 3, "--out", path)
    assert (taken.status, taken.out) == (2, "")
    assert "--resume to go on with it" in taken.err
    other = run(*GROWING, "--games", 3, "--out", path, "--resume", "--seed", "other")
    assert (other.status, other.out) == (2, "")
    assert "another run: its 'seed'" in other.err
    fewer = run(*GROWING, "--games", 2, "--out", path, "--resume")
    assert "holds 3 games already" in fewer.err
    assert bytes_in(path) == before
    assert run(*GROWING, "--games", 1, "--out", path, "--force").status == 0
    assert pl.read_parquet(path / "games").height == 1
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter").write_text("dear")
    other = run(*GROWING, "--out", mine, "--force")
    assert "holds other things than a run" in other.err
    assert [file.name for file in mine.iterdir()] == ["letter"]
    nowhere = run(*GROWING, "--out", tmp_path / "no" / "run")
    assert "folder does not exist" in nowhere.err
    assert "There is no table 'moves'" in run(*GROWING, "--out", path, "--tables", "moves").err
    single = run(*GROWING, "--out", tmp_path / "games.csv", "--resume")
    assert "One file cannot be resumed" in single.err
    assert "nothing to resume" in run(*GROWING, "--resume").err


@pytest.mark.slow
def test_one_program_at_a_time_writes_a_folder(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "run"
    with started((*GROWING, "--games", MANY, "--out", path, "--jobs", 1)) as process:
        end = time.monotonic() + PATIENCE
        while not (path / "run.json").exists() and time.monotonic() < end:
            time.sleep(0.02)
        second = run(*GROWING, "--games", MANY, "--out", path, "--resume")
        assert second.status == 2
        assert "Another program is writing this run" in second.err
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert run(*GROWING, "--games", 50, "--out", path, "--resume").status in (0, 2)


# --- play -----------------------------------------------------------------------------------

PLAY = ("play", "dice_hospital", "--seed", 5)


def test_a_record_is_not_replaced_unasked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    words = (*PLAY, "--seats", "random,random", "--record", path)
    assert run(*words).status == 0
    finished = path.read_bytes()
    done = run("play", "dice_hospital", "--seed", 6, "--record", path, answer=answers(["1"]))
    assert done.status == 2
    assert "exists already" in done.err
    assert path.read_bytes() == finished
    assert run(*words, "--force").status == 0


def interrupt_after(lines: list[str], number: int = signal.SIGINT) -> Callable[[str], str]:
    """Answers with these lines, then the signal."""
    left = iter(lines)

    def answer(_prompt: str) -> str:
        found = next(left, None)
        if found is None:
            signal.raise_signal(number)
            raise AssertionError
        return found

    return answer


def test_an_interrupted_game_is_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*PLAY, answer=interrupt_after(["1", "1"]))
    assert done.status == 130
    (path,) = tmp_path.iterdir()
    assert len(Record.read(path).steps) >= 2
    assert f"--seats me,greedy --resume {path.name}" in done.out
    again = run(*PLAY, answer=interrupt_after(["1"], signal.SIGTERM))
    assert again.status == 143
    assert len(list(tmp_path.iterdir())) == 2  # the first one stays
    untouched = run(*PLAY, answer=interrupt_after([]))
    assert untouched.status == 130
    assert len(list(tmp_path.iterdir())) == 2


def test_a_resumed_game_is_saved_where_it_was(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a game.wrd"
    run(*PLAY, "--record", path, answer=answers(["1"]))
    steps = len(Record.read(path).steps)
    done = run("play", "dice_hospital", "--resume", path, answer=answers(["1", "1", "q"]))
    assert len(Record.read(path).steps) > steps
    assert f"--resume '{path}'" in done.out
    assert list(tmp_path.iterdir()) == [path]


def test_a_game_that_cannot_be_saved_is_saved_elsewhere(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "there" / "game.wrd"
    path.parent.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def leave(prompt: str) -> str:
        path.parent.rmdir()
        raise EOFError

    done = run(*PLAY, "--record", path, answer=leave)
    assert done.status == 2
    assert f"The game is saved in {tmp_path / 'game.wrd'} instead." in done.err
    assert Record.read(tmp_path / "game.wrd").header.seed == "5"
    no_traceback(done)


def test_ctrl_c_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    done: Shown = on_terminal((*PLAY, "--record", path), 80, [("> ", "1\n"), ("> ", "\x03")])
    assert done.status == 130
    assert path.exists()
    assert "Interrupted." in done.text
    assert "Traceback" not in done.text
