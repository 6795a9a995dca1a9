"""The command ``wardround analyse``."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from tests.cli.conftest import Done, Run, no_traceback
from tests.cli.terminal import PATIENCE, on_terminal, shell, start
from tests.cli.test_output import ESCAPES
from tests.processes import wait_until_computed
from wardround.bots.analysis import Judged, analyse, judge
from wardround.cli.analyse import BARS, COLUMNS, curve
from wardround.core import Match, Record
from wardround.games import OURS, game

QUICK = ("--bot", "search:30")


def written(path: Path, id: str = "dice_hospital", actions: int = 40) -> Path:
    """The beginning of a game in which everything is left to chance, as a file."""
    found = game(id)
    match = Match(
        found,
        max(2, found.min_players),
        "analyse",
        names=["Ann", "Bob", "Cem"][: max(2, found.min_players)],
    )
    rng = Random(1)
    while match.version < actions:
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    match.record().write(path)
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return written(tmp_path / "game.wrd")


@pytest.mark.no_cover
@pytest.mark.parametrize("id", OURS)
def test_every_choice_of_every_game_is_shown(run: Run, tmp_path: Path, id: str) -> None:
    path = written(tmp_path / "game.wrd", id, 24)
    done = run("analyse", path, *QUICK)
    assert done.status == 0
    assert done.err == ""
    assert done.out.startswith(f"{game(id).title}: {path}, 24 actions, judged by search:30, seed 1")
    for one in analyse(Record.read(path), "search:30"):
        name = ("Ann", "Bob", "Cem")[one.seat]
        (line,) = [line for line in done.out.splitlines() if line.startswith(f"{one.number:6}  0.")]
        assert f"{one.best.value:.2f}  {name}: {one.played.notation}" in line
        assert (f"; {one.best.notation} is " in line) == (one.best is not one.played)
    assert "Expected result from action" in done.out


@pytest.mark.no_cover
def test_json_holds_what_the_search_says(run: Run, record: Path) -> None:
    done = run("analyse", record, *QUICK, "--from", 8, "--to", 30, "--json")
    data = json.loads(done.out)
    found = list(analyse(Record.read(record), "search:30", "1", first=8, last=30))
    assert data["choices"] == [one.to_json() for one in found]
    assert data["names"] == ["Ann", "Bob"]
    assert (data["game"], data["players"]) == ("dice_hospital", 2)
    assert (data["bot"], data["seed"]) == ("search:30", "1")
    wrong = sorted((one for one in found if one.mistake), key=lambda one: -one.loss)
    assert wrong
    assert data["mistakes"] == [one.number for one in wrong]
    points = [point for one in data["curves"] for point in one["points"]]
    assert sorted(points) == [[one.number, round(one.best.value, 4)] for one in found]
    assert "partial" not in data
    assert run("analyse", record, *QUICK, "--from", 8, "--to", 30, "--json").out == done.out


@pytest.mark.no_cover
def test_the_biggest_mistakes_come_first(run: Run, record: Path) -> None:
    wrong = json.loads(run("analyse", record, *QUICK, "--json").out)["mistakes"]
    assert len(wrong) > 2
    shown = run("analyse", record, *QUICK, "--top", 2).out
    explained = [line.split()[0] for line in shown.splitlines() if " loses " in line]
    assert explained == [str(number) for number in wrong[:2]]
    assert f"The biggest mistakes, 2 of {len(wrong)}" in shown
    assert shown.count("        better:  ") == 2
    assert "mistakes, " not in run("analyse", record, *QUICK, "--top", 0).out


@pytest.mark.no_cover
def test_one_seat_is_judged_alone(run: Run, record: Path) -> None:
    whole = json.loads(run("analyse", record, *QUICK, "--json").out)
    alone = json.loads(run("analyse", record, *QUICK, "--seat", 2, "--json").out)
    assert alone["choices"] == [one for one in whole["choices"] if one["seat"] == 1]
    assert alone["curves"] == [one for one in whole["curves"] if one["seat"] == 1]
    assert alone["choices"]


def test_another_seed_is_said(run: Run, record: Path) -> None:
    done = run("analyse", record, *QUICK, "--seed", "more", "--to", 4)
    assert done.out.splitlines()[0].endswith("judged by search:30, seed more")


def test_nothing_to_choose_is_said(run: Run, record: Path) -> None:
    found = Record.read(record)
    other = next(number for number, step in enumerate(found.steps, start=1) if step.seat == 1)
    done = run("analyse", record, *QUICK, "--seat", 1, "--from", other, "--to", other)
    assert done.status == 0
    assert done.out.splitlines()[1:] == ["There was nothing to choose."]


# --- what is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seat", 3), "The record has no seat 3."),
        (("--from", 41), "The record has no action 41"),
        (("--to", 41), "The record has no action 41"),
        (("--from", 9, "--to", 8), "Action 9 comes after action 8."),
        (("--from", 0), "--from"),
        (("--bot", "greedy"), "The bot 'greedy' does not search."),
        (("--bot", "search:x"), "'search:x' names no bot"),
        (("--seed", "\udcff"), "is no text"),
    ],
)
def test_what_cannot_be_is_answered(
    run: Run, record: Path, words: tuple[object, ...], message: str
) -> None:
    done = run("analyse", record, *words)
    assert done.status == 2
    assert message in done.err
    assert "expected: " in done.err
    assert done.out == ""
    no_traceback(done)


def _line_5(path: Path) -> None:
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], '{"seat":0,"do":"nothing"}', *lines[5:]]))


@pytest.mark.parametrize(
    "spoil",
    [
        Path.unlink,
        lambda path: path.write_text(""),
        lambda path: path.write_bytes(b"\xff\x00"),
        lambda path: path.write_text("no JSON"),
        lambda path: path.write_text(path.read_text().replace("dice_hospital", "chess")),
        _line_5,
    ],
    ids=["missing", "empty", "bytes", "words", "game", "line 5"],
)
def test_a_wrong_file_is_answered_as_replay_answers(
    run: Run, record: Path, spoil: Callable[[Path], object]
) -> None:
    spoil(record)
    done = run("analyse", record, *QUICK)
    assert done == run("replay", record)
    assert done.status == 2
    assert done.err.startswith("Error: ")


# --- terminals and pipes --------------------------------------------------------------------


def test_it_fits_80_columns(record: Path) -> None:
    done = on_terminal(("analyse", record, *QUICK), 80, NO_COLOR="1")
    assert done.status == 0
    shown = ESCAPES.sub("", done.text).split("\r")
    lines = [line for part in shown for line in part.split("\n")]
    assert max(map(cell_len, lines)) <= 80
    assert not any("…" in line for line in lines)
    assert "Choices" in done.text  # the progress


def test_a_pipe_gets_neither_colours_nor_progress(record: Path) -> None:
    done = shell(f"wardround analyse {record} --bot search:30 --to 12 | cat")
    assert b"\x1b" not in done.stdout
    assert b"\r" not in done.stdout
    assert done.stderr == b""
    shown = done.stdout.decode().splitlines()
    assert shown[0].endswith("40 actions, judged by search:30, seed 1")  # not wrapped


def test_bars_are_digits_where_there_are_none(record: Path) -> None:
    line = f"wardround analyse {record} --bot search:30 --to 12"
    done = shell(line, PYTHONIOENCODING="ascii")
    shown = done.stdout.decode("ascii").splitlines()
    whole = shell(line, PYTHONIOENCODING="utf-8").stdout.decode().splitlines()
    bars = [row.split("│")[2].strip() for row in whole if row.startswith("│")]
    digits = [row.split("|")[2].strip() for row in shown if row.startswith(("| Ann", "| Bob"))]
    assert bars
    assert digits == ["".join(str(BARS.index(bar) + 1) for bar in row) for row in bars]


def judged(number: int, value: float, one: Judged) -> Judged:
    line = one.best.__class__(**{**one.best.__dict__, "value": value})
    return Judged(number, 0, line, line, one.analysis)


def test_a_curve_goes_on_where_the_seat_did_not_choose(record: Path) -> None:
    one = next(analyse(Record.read(record), "search:1"))
    points = [judged(1, 0.0, one), judged(2, 0.5, one), judged(4, 1.0, one)]
    assert curve(points, 1, 5) == "▁▅▅██"
    many = [judged(number, 0.3, one) for number in range(10, 500)]
    assert curve(many, 1, 600) == "▃" * COLUMNS
    assert curve([judged(3, 0.13, one)], 3, 3) == "▂"


# --- Ctrl+C ---------------------------------------------------------------------------------


def interrupted_after(
    run: Run, path: Path, monkeypatch: pytest.MonkeyPatch, *words: object
) -> Done:
    """The command, where Ctrl+C comes while the fourth choice is judged."""
    calls: list[int] = []

    def pressed(*given: object) -> Judged:
        calls.append(1)
        if len(calls) == 4:
            os.kill(os.getpid(), signal.SIGINT)
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("wardround.cli.analyse.judge", pressed)
    return run("analyse", path, *QUICK, *words)


def test_ctrl_c_tells_what_was_judged(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = len(json.loads(run("analyse", record, *QUICK, "--json").out)["choices"])
    with monkeypatch.context() as patch:
        done = interrupted_after(run, record, patch)
    assert done.status == 130
    assert f"Only 3 of {planned} choices were judged." in done.out
    assert "Expected result from action" in done.out
    assert done.err == "Interrupted.\n"
    with monkeypatch.context() as patch:
        data = json.loads(interrupted_after(run, record, patch, "--json").out)
    assert len(data["choices"]) == 3
    assert (data["partial"], data["planned_choices"]) == (True, planned)


@pytest.mark.slow
def test_ctrl_c_in_the_middle_of_a_search(record: Path) -> None:
    with start(("analyse", record, "--bot", "search:1000000", "--from", 10)) as process:
        wait_until_computed({process.pid}, 2.5)
        os.kill(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Only 0 of " in out
    assert err == "Interrupted.\n"
