"""Games on disk: what comes out of a file is what was played, and nothing is played twice."""

import json
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.cli.terminal import start
from tests.toy_game import GAME as TOY
from wardround.games import game
from wardround.lab import LabError, Simulation, balance_of
from wardround.lab.balance import Study, Watched, report
from wardround.lab.facts import Facts, watch
from wardround.lab.games_file import MARK, GamesFile


def seen(path: Path, plan: Simulation) -> list[Facts]:
    """What a simulation tells with a file."""
    with closing(GamesFile(path)) as file:
        return list(file.watch(plan))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are played."""
    numbers: list[int] = []
    play = Simulation.play

    def counting(plan: Simulation, number: int, witness: Any = None) -> Any:
        numbers.append(number)
        return play(plan, number, witness)

    monkeypatch.setattr(Simulation, "play", counting)
    return numbers


def test_what_comes_out_is_what_was_played(tmp_path: Path, counted: list[int]) -> None:
    for id, players in (("dice_hospital", 2), ("clinic", 3), ("dynamite_nurse", 3)):
        plan = Simulation.plan(game(id), ["random"] * players, 2, "k")
        fresh = list(watch(plan))
        assert seen(tmp_path / "games", plan) == fresh
        counted.clear()
        assert seen(tmp_path / "games", plan) == fresh
        assert counted == []


def test_only_what_is_missing_is_played(tmp_path: Path, counted: list[int]) -> None:
    path = tmp_path / "games"
    few = Simulation.plan(TOY, ["random"] * 2, 3, "k")
    many = Simulation.plan(TOY, ["random"] * 2, 5, "k")
    seen(path, few)
    counted.clear()
    assert seen(path, many) == list(watch(many))
    assert counted[:2] == [3, 4]
    assert len(seen(path, few)) == 3
    counted.clear()
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("DELETE FROM games WHERE number = 1")  # nothing after a gap is trusted
    assert len(seen(path, many)) == 5
    assert counted == [1, 2, 3, 4]


def test_other_games_are_other_games(tmp_path: Path, counted: list[int]) -> None:
    path = tmp_path / "games"
    id = game("pyrrameds")
    plans = [
        Simulation.plan(id, ["random"] * 2, 1, "k"),
        Simulation.plan(id, ["random"] * 3, 1, "k"),
        Simulation.plan(id, ["random", "greedy"], 1, "k"),
        Simulation.plan(id, ["random"] * 2, 1, "other"),
        Simulation.plan(id, ["random"] * 2, 1, "k", {"row_size": "9"}),
    ]
    for plan in plans:
        counted.clear()
        seen(path, plan)
        assert counted == [0]


def test_a_file_that_holds_something_else_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("a line\n" * 200)
    with pytest.raises(LabError, match="of no use"):
        GamesFile(text)
    assert text.read_text() == "a line\n" * 200
    other = tmp_path / "other"
    with closing(sqlite3.connect(other)) as file, file:
        file.execute("CREATE TABLE songs (title TEXT)")
    with pytest.raises(LabError, match="holds something else"):
        GamesFile(other)
    with pytest.raises(LabError, match="folder does not exist"):
        GamesFile(tmp_path / "nowhere" / "games")
    plan = Simulation.plan(TOY, ["random"] * 2, 1, "k")
    seen(tmp_path / "games", plan)
    with closing(sqlite3.connect(tmp_path / "games")) as file, file:
        file.execute("UPDATE games SET facts = x'00'")
        assert file.execute("PRAGMA application_id").fetchone() == (MARK,)
    with pytest.raises(LabError, match="Game 0 cannot be read"):
        seen(tmp_path / "games", plan)


def test_two_programs_do_not_write_at_once(tmp_path: Path) -> None:
    with closing(GamesFile(tmp_path / "games")), pytest.raises(LabError, match="Another program"):
        GamesFile(tmp_path / "games")
    GamesFile(tmp_path / "games").close()


def test_a_study_from_a_file_is_the_same_study(tmp_path: Path, counted: list[int]) -> None:
    study = Study.plan(TOY, [2], ["greedy"], "random", 5, "k", depth=[2], deals=2)
    alone, kept, again = Watched(study), Watched(study), Watched(study)
    list(alone.play())
    with closing(GamesFile(tmp_path / "games")) as file:
        list(kept.play(1, file))
        counted.clear()
        assert list(again.play(1, file)) == [*range(1, study.games + 1)]
        assert counted == []
    assert report(again) == report(kept) == report(alone)


def test_in_python_games_are_kept_too(tmp_path: Path, counted: list[int]) -> None:
    path = tmp_path / "games"
    first = balance_of("pyrrameds", [2], 4, ["random"], depth=[2], deals=2, keep=path)
    counted.clear()
    assert balance_of("pyrrameds", [2], 4, ["random"], depth=[2], deals=2, keep=path) == first
    assert counted == []
    assert first.part("depth")["games"].to_list() == [4]


BALANCE = ("balance", "pyrrameds", "--players", "2", "--rival", "greedy", "--jobs", "1", "--json")


def test_a_command_that_is_stopped_goes_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games"
    words = (*BALANCE, "--games", 5, "--keep", path)
    play = Simulation.play

    def stopping(plan: Simulation, number: int, witness: Any = None) -> Any:
        if number == 3:
            signal.raise_signal(signal.SIGINT)
        return play(plan, number, witness)

    with monkeypatch.context() as patched:
        patched.setattr(Simulation, "play", stopping)
        stopped = run(*words)
    assert stopped.status == 130
    assert json.loads(stopped.out)["games"] == 3
    done = run(*words)
    assert done.status == 0
    assert done.out == run(*BALANCE, "--games", 5).out
    assert "of no use" in run(*BALANCE, "--keep", __file__).err


@pytest.mark.slow
def test_a_command_that_is_killed_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games"
    words = (*BALANCE, "--bots", "random", "--rival", "random")
    killed = start((*words, "--games", 1_000_000, "--keep", path))
    try:
        while _games(path) < 2 and killed.poll() is None:
            time.sleep(0.1)
    finally:
        killed.kill()
        killed.communicate()
    few_more = ("--games", _games(path) + 2)
    assert few_more[1] >= 4
    assert run(*words, *few_more, "--keep", path).out == run(*words, *few_more).out


def _games(path: Path) -> int:
    """How many games stand in the file."""
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path, timeout=10)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:  # the tables are not there yet
            return 0
