"""The command ``wardround tournament``."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import PATIENCE, start
from tests.processes import wait_until_computed
from wardround.lab.tournament import Journal, Result

COMMAND = ("tournament", "pyrrameds", "--seats", "greedy,random", "--rounds", 2)


def test_the_command_shows_standings_and_pairings(run: Run) -> None:
    done = run(*COMMAND)
    assert done.status == 0
    assert "2 rounds of 2 games" in done.out
    assert "Pairings" in done.out


def test_the_command_goes_on_from_a_journal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    first = run(*COMMAND, "--journal", path, "--json")
    assert first.status == 0
    lines = path.read_text().splitlines()
    assert len(lines) == 5
    path.write_text("".join([f"{line}\n" for line in lines[:3]]))
    again = run(*COMMAND, "--journal", path, "--json")
    assert json.loads(again.out) == json.loads(first.out)
    assert path.read_text().splitlines() == lines
    other = run(*COMMAND, "--seed", 2, "--journal", path)
    assert other.status == 2
    assert "another tournament" in other.err
    nowhere = run(*COMMAND, "--journal", tmp_path / "no" / "games.jsonl")
    assert nowhere.status == 2


@pytest.mark.parametrize("moment", ["before", "after"])
def test_what_is_counted_stands_in_the_journal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    write = Journal.add

    def add(journal: Journal, result: Result) -> None:
        if result.number == 2 and moment == "before":
            signal.raise_signal(signal.SIGINT)
        write(journal, result)
        if result.number == 2 and moment == "after":
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Journal, "add", add)
    path = tmp_path / "games.jsonl"
    words = ("tournament", "pyrrameds", "--seats", "random,random", "--rounds", 9)
    done = run(*words, "--journal", path)
    assert done.status == 130
    assert "Only 3 of 9 games were played" in done.out
    assert len(path.read_text().splitlines()) == 1 + 3


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_tournament_that_was_stopped_goes_on(run: Run, tmp_path: Path, number: int) -> None:
    path = tmp_path / "games.jsonl"
    words = ("tournament", "pyrrameds", "--seats", "random,random", "--seed", 5, "--journal", path)
    with start([*words, "--rounds", 100_000]) as process:
        wait_until_computed({process.pid}, 2.5)
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE)
    lines = path.read_text().splitlines()
    assert len(lines) > 2
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert f"Only {len(lines) - 1} of 100000 games were played; the same command goes" in out
        assert err == "Interrupted.\n"
    rounds = len(lines) + 3
    short = path.with_name("short.jsonl")
    head = lines[0].replace("100000", str(rounds))
    short.write_text("".join([f"{line}\n" for line in (head, *lines[1:])]))
    done = run(*words[:-1], short, "--rounds", rounds, "--json")
    assert done.status == 0
    assert json.loads(done.out)["rounds"] == rounds
    assert json.loads(done.out) == json.loads(run(*words[:-2], "--rounds", rounds, "--json").out)
