"""Constants searched for a target: what is planted is found, chance is not, nothing is lost."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.cli.conftest import toy as toy
from tests.toy_game import GAME as TOY
from wardround.core import OptionError
from wardround.games import game as installed
from wardround.lab import LabError, Simulation
from wardround.lab.study_file import StudyFile
from wardround.lab.targets import quantities, target
from wardround.lab.tuning import Search, Tuning, result

BOTS = ("random", "random")


def search(text: str, over: tuple[str, ...] = (), trials: int = 12, **more: Any) -> Search:
    """A search of the toy game's options."""
    fixed = more.get("fixed", {})
    usual = Simulation.plan(TOY, BOTS, more.get("games", 12), more.get("seed", "t"), fixed, True)
    fresh, most = more.get("fresh", 20), more.get("most", 2)
    return Search.plan(usual, fixed, target(TOY, text, 2), over, trials, fresh, most)


def found(wanted: Search, file: StudyFile | None = None) -> dict[str, Any]:
    """What comes of a search."""
    tuning = Tuning(wanted, file)
    counts = list(tuning.play())
    assert [done for done, _ in counts] == sorted(done for done, _ in counts)
    assert counts[-1][0] == counts[-1][1]
    return result(tuning)


# --- targets --------------------------------------------------------------------------------


def test_a_target_has_a_value_and_a_distance() -> None:
    length = target(TOY, "length=90", 2)
    assert (length.wanted, length.distance(80), length.quantity.unit) == (90, 10, "minutes")
    assert target(TOY, "ties=5%", 2).wanted == target(TOY, "ties=0.05", 2).wanted == 0.05
    assert target(TOY, "seat_balance", 2).text().endswith("as little as possible")
    clash = installed("pyrrameds")
    assert "blocked" in quantities(clash)
    assert target(clash, "ended:dead=10%", 2).wanted == 0.1


def test_quantities_are_those_of_the_games() -> None:
    plan = Simulation.plan(TOY, BOTS, 8, "q")
    games = [plan.play(number) for number in range(plan.games)]
    known = quantities(TOY)
    for one in games:
        assert sum(known["seat_balance"].row(one)) == pytest.approx(1)
        assert known["length"].row(one) == [one.moves / 3]  # 20 seconds a move
        assert known["lead"].row(one) == [abs(one.scores[0] - one.scores[1])]
        assert 0 < one.moves <= sum(one.decisions)
    assert known["seat_balance"].of([0.7, 0.3]) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no target"),
        ("seat_balanc", "is seat_balance meant"),
        ("length", "of what value"),
        ("length=soon", "cannot be 'soon'"),
        ("length=nan", "cannot be"),
        ("length=-5", "cannot be"),
        ("ties=5", "cannot be"),
        ("ties=1e999", "cannot be"),
        ("blocked", "no target"),
        ("ended:", "no target"),
    ],
)
def test_targets_that_cannot_be_are_refused(text: str, told: str) -> None:
    with pytest.raises(LabError, match=told) as refused:
        target(TOY, text, 2)
    assert refused.value.expected


def test_alone_there_is_no_balance() -> None:
    with pytest.raises(LabError, match="plays alone"):
        target(installed("dice_hospital"), "seat_balance", 1)


# --- the search -----------------------------------------------------------------------------


def test_the_rule_that_decides_is_found_and_checked_on_fresh_seeds() -> None:
    data = found(search("rounds=3"))
    assert data["usual"]["fresh"]["value"] == 2
    (row,) = data["found"]
    assert row["changes"] == {"rounds": {"usual": 2, "changed": 3}}
    assert (row["rules_changed"], row["fresh"]["value"], row["nearer"]) == (1, 3, True)
    assert row["nearer_by"]["value"] == 1
    assert row["comparison"]["seed"] == "t/fresh"
    assert row["comparison"]["changed_options"] == {"rounds": {"a": 2, "b": 3}}
    assert any("1 rule changed (rounds 3 instead of 2)" in text for text in data["sentences"])
    assert json.loads(json.dumps(data)) == data


def test_what_changes_nothing_is_not_found() -> None:
    data = found(search("rounds=2"))
    assert data["found"] == []
    assert "Nothing among 12 proposals comes nearer" in data["sentences"][-1]
    assert found(search("decisions=1000", ("winner",)))["found"] == []


@pytest.mark.slow
def test_chance_is_seldom_told_as_a_find() -> None:
    """Who wins a game says nothing of its length: balance that is found there is chance."""
    told = 0
    for number in range(20):
        data = found(search("seat_balance", ("winner",), 3, seed=f"null {number}", fresh=40))
        told += any(row["nearer"] for row in data["found"])
        assert data.get("by_chance", 0.1) > 0
    assert told <= 4  # of those found at most one in twenty is expected


def test_what_comes_to_nothing_is_no_change() -> None:
    dice = installed("dice_hospital")
    usual = Simulation.plan(dice, BOTS, 2, "n")
    wanted = Search.plan(usual, {}, target(dice, "lead", 2), (), 4, 4, 2)
    names = [option.name for option in wanted.options]
    assert "solo_report_penalty" not in names  # means nothing with two players
    assert "material" not in names
    nurse = installed("dynamite_nurse")
    usual = Simulation.plan(nurse, ("random",) * 3, 2, "n")
    wanted = Search.plan(usual, {}, target(nurse, "lead", 3), (), 4, 4, 2)
    assert wanted.needed({"edition": "village", "second_event": "stay"}) == {"edition": "village"}


def test_options_that_cannot_be_searched_are_refused() -> None:
    with pytest.raises(OptionError, match="no option of the game"):
        search("lead", ("weather",))
    with pytest.raises(OptionError, match="cannot be searched here"):
        search("lead", ("rounds",), fixed={"rounds": 3})
    everything = {"rounds": 2, "demands": True, "winner": "low"}
    with pytest.raises(LabError, match="no option left"):
        search("lead", fixed=everything)


def test_values_that_do_not_go_together_are_left_out() -> None:
    pyrrameds = installed("pyrrameds")
    usual = Simulation.plan(pyrrameds, BOTS, 2, "r")
    wanted = target(pyrrameds, "decisions=30", 2)
    data = found(Search.plan(usual, {}, wanted, ("start_player",), 10, 4, 1))
    assert data["refused"] >= 2  # the seats of others
    assert data["tried"] == 10


# --- the same again ---------------------------------------------------------------------------


def test_the_same_seed_finds_the_same() -> None:
    wanted = search("decisions=9", most=3)
    tuning = Tuning(wanted)
    list(tuning.play())
    again = Tuning(wanted)
    list(again.play())
    assert again.proposals == tuning.proposals
    other = Tuning(search("decisions=9", most=3, seed="other"))
    list(other.play())
    assert other.proposals != tuning.proposals


@pytest.mark.parametrize("torn", [b"", b'{"op_code": 4, "wor'])
def test_going_on_finds_what_an_unbroken_search_finds(tmp_path: Path, torn: bytes) -> None:
    wanted = search("decisions=9", most=3)
    path = tmp_path / "toy.study"
    file = StudyFile(path, wanted.to_json(), resume=False)
    tuning = Tuning(wanted, file)
    games = tuning.play()
    while tuning.tried < 7:
        next(games)
    games.close()
    file.close()
    path.write_bytes(path.read_bytes() + torn)  # killed while it wrote
    file = StudyFile(path, wanted.to_json(), resume=True)
    assert len(file.trials()) == 7
    gone_on = found(wanted, file)
    file.close()
    assert gone_on == found(wanted)


def test_another_search_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "toy.study"
    plan = search("lead").to_json()
    with pytest.raises(LabError, match="no search to go on with"):
        StudyFile(path, plan, resume=True)
    file = StudyFile(path, plan, resume=False)
    with pytest.raises(LabError, match="Another program"):
        StudyFile(path, plan, resume=True)
    file.close()
    with pytest.raises(LabError, match="target is not the same"):
        StudyFile(path, search("ties").to_json(), resume=True)
    path.write_text("a letter\nof two lines\n")
    with pytest.raises(LabError, match="cannot be read"):
        StudyFile(path, plan, resume=True)


# --- the command ----------------------------------------------------------------------------

TUNE = ("tune", "toy", "--seats", "random,random", "--games", 6, "--fresh", 8, "--trials", 8)


@pytest.mark.usefixtures("toy")
def test_the_command_tells_what_it_would_cost(run: Run, tmp_path: Path) -> None:
    words = (*TUNE, "--target", "rounds=3", "--jobs", 1)
    shown = run(*words)
    assert shown.status == 0
    assert "1 rule changed (rounds 3 instead of 2): 3.00 rounds" in shown.out
    assert "What else rounds would change:" in shown.out
    assert "8 of 8 proposals, 6 games each by random,random." in shown.out
    assert shown.err == ""
    data = json.loads(run(*words, "--json").out)
    kept = tmp_path / "kept.study"
    assert json.loads(run(*words, "--json", "--out", kept).out) == data
    assert json.loads(run(*words, "--json", "--out", kept, "--resume").out) == data
    assert "exists already" in run(*words, "--out", kept).err
    assert "another search" in run(*words, "--out", kept, "--resume", "--seed", 2).err
    assert "nothing to resume" in run(*words, "--resume").err
    assert run(*words, "--out", kept, "--force").status == 0


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("games", [10, 20, 51])  # in the search, and in both parts of the check
def test_what_is_found_before_ctrl_c_is_told(
    run: Run, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    play = Simulation.play
    count = 0

    def counted(plan: Simulation, number: int, witness: Any = None) -> Any:
        nonlocal count
        count += 1
        if count > games:
            signal.raise_signal(signal.SIGINT)
        return play(plan, number, witness)

    monkeypatch.setattr(Simulation, "play", counted)
    words = (*TUNE, "--target", "rounds=3", "--over", "rounds", "--fresh", 60, "--json")
    done = run(*words, "--jobs", 1)
    assert done.status == 130
    data = json.loads(done.out)
    assert data["partial"]
    assert data["usual"]["search"] == 2


def test_a_game_that_has_no_such_thing_says_so(run: Run) -> None:
    words = ("--seats", "random,random", "--games", 2, "--jobs", 1, "--trials", 2)
    done = run("tune", "pyrrameds", "--target", "rounds=5", *words)
    assert done.status == 2
    assert (done.out, "counts no rounds" in done.err) == ("", True)
    done = run("tune", "clinic", "--target", "blocked", *words)
    assert done.status == 2
    assert "There is no target 'blocked'" in done.err


def test_without_optuna_it_is_told() -> None:
    program = (
        "import sys; sys.modules['optuna'] = None; from wardround.cli import main; "
        "main(['tune', 'clinic', '--target', 'lead'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert "pip install 'wardround[lab]'" in done.stderr


@pytest.mark.slow
def test_processes_change_nothing(run: Run) -> None:
    words = ("--seats", "random,random", "--trials", 4, "--games", 4, "--fresh", 6, "--json")
    wanted = ("--target", "decisions=60", "--over", "row_size")
    one, two = (run("tune", "pyrrameds", *wanted, *words, "--jobs", jobs) for jobs in (1, 2))
    assert one.status == two.status == 0
    assert one.out == two.out
