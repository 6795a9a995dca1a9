"""Two choices of options, compared: what is different is told, what is chance is not."""

import json
import signal
from collections.abc import Sequence

import pytest
from scipy import stats

from tests.cli.conftest import Run
from tests.cli.conftest import run as run
from tests.toy_game import GAME as TOY
from wardround.core import OptionError
from wardround.games.dice_hospital import GAME
from wardround.lab import LabError, Played, Simulation
from wardround.lab.comparison import (
    Comparison,
    Difference,
    Measure,
    comparison,
    play_pairs,
    two_sides,
)

BOTS = ("random", "random")


def compared(
    a: dict[str, object], b: dict[str, object], games: int = 60, seats: Sequence[str] = BOTS
) -> Comparison:
    """A comparison of the toy game."""
    sides = two_sides(TOY, seats, games, "c", a, b)
    return comparison(*sides, list(play_pairs(*sides)))


def test_what_changes_is_told_with_its_interval() -> None:
    found = compared({}, {"rounds": 3})
    assert found.set_apart() == {"rounds": (2, 3)}
    by_name = {one.measure.name: one for one in found.differences}
    rounds = by_name["rounds"]
    assert (rounds.a, rounds.b, rounds.low, rounds.high) == (2, 3, 1, 1)
    decisions = by_name["decisions"]
    assert decisions.changed
    assert decisions.low < decisions.b - decisions.a < decisions.high
    a, b = decisions.measure.values
    test = stats.ttest_rel(b, a)
    assert decisions.low == pytest.approx(test.confidence_interval(0.95).low)
    assert decisions.p >= test.pvalue  # adjusted
    assert any("Games take 1.00 rounds more" in text for text in found.sentences())
    assert json.loads(json.dumps(found.to_json()))["changed_options"] == {
        "rounds": {"a": 2, "b": 3}
    }


def test_a_share_is_told_in_percentage_points() -> None:
    found = compared({}, {"winner": "low"})
    by_name = {one.measure.name: one for one in found.differences}
    assert not by_name["decisions"].changed
    one, two = (by_name[f"won by seat {seat}"] for seat in (1, 2))
    assert one.b - one.a == pytest.approx(two.a - two.b)
    ties = Measure("ties", "More ties: by {}", "Fewer ties: by {}", True, ([], []))
    fewer = Difference(ties, 0.5, 0.375, -0.2, -0.05, 0.001)
    assert fewer.sentence() == (
        "Fewer ties: by 12.5 percentage points (95 % interval 5.0 to 20.0; 50.0% before)."
    )
    unsure = Difference(ties, 0.5, 0.375, -0.3, 0.05, 0.5)
    assert not unsure.changed


def test_what_changes_nothing_is_not_told() -> None:
    found = compared({"demands": True}, {"demands": True, "rounds": 2, "winner": "low"})
    told = [one.measure.name for one in found.differences if one.changed]
    assert "decisions" not in told
    sides = two_sides(GAME, BOTS, 4, "c", {}, {"solo_report_penalty": True, "events": True})
    assert sides[1].options["solo_report_penalty"] is False
    sides = two_sides(GAME, BOTS, 4, "c", {}, {"token_limits": "printed"})
    found = comparison(*sides, list(play_pairs(*sides)))
    assert found.same == 4
    assert found.sentences() == ["Nothing changes: every game went alike."]


@pytest.mark.long
def test_chance_alone_is_seldom_told() -> None:
    """Two halves of the same games: of 40 comparisons at most a few may tell of a difference."""
    plan, _ = two_sides(TOY, BOTS, 40 * 30, "null", {}, {"rounds": 3})
    played = [plan.play(number) for number in range(plan.games)]
    told = 0
    for place in range(0, len(played), 30):
        half = played[place : place + 30]
        pairs = list(zip(half[:15], half[15:], strict=True))
        told += any(one.changed for one in comparison(plan, plan, pairs).differences)
    assert told <= 6  # 5 % of 40 are 2; more than 6 has a chance of 1 in 300


def test_processes_change_nothing() -> None:
    sides = two_sides(GAME, BOTS, 3, "c", {}, {"discharge_table": "B"})
    assert list(play_pairs(*sides, jobs=2)) == list(play_pairs(*sides))


def test_sides_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(LabError, match="Both sides are the same"):
        two_sides(TOY, BOTS, 4, "c", {"rounds": 2}, {})
    with pytest.raises(OptionError, match="weather"):
        two_sides(TOY, BOTS, 4, "c", {"weather": "fine"}, {})
    with pytest.raises(LabError, match="no difference"):
        two_sides(TOY, BOTS, 1, "c", {"rounds": 3}, {})


# --- the command ----------------------------------------------------------------------------

COMPARE = ("compare", "dice_hospital", "--seats", "random,random", "--games", 6)


def test_the_command_tells_both(run: Run) -> None:
    words = (*COMPARE, "--b", "events=on", "--jobs", 1)
    shown = run(*words)
    assert shown.status == 0
    assert "events: a has False, b has True." in shown.out
    assert "6 pairs of games by random,random" in shown.out
    data = json.loads(run(*words, "--json").out)
    assert data["games"] == 6
    assert {one["measure"] for one in data["differences"]} >= {"decisions", "won by seat 2"}
    again = run(*COMPARE, "--b", "events=on", "--jobs", 2, "--json")
    assert json.loads(again.out) == data
    assert "Both sides are the same" in run(*COMPARE).err
    assert "set twice" in run(*COMPARE, "--b", "events=on", "--b", "events=off").err


def test_what_is_compared_before_ctrl_c_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Simulation.play
    played = 0

    def counted(plan: Simulation, number: int) -> Played:
        nonlocal played
        played += 1
        if played > 6:
            signal.raise_signal(signal.SIGINT)
        return play(plan, number)

    monkeypatch.setattr(Simulation, "play", counted)
    done = run(*COMPARE, "--b", "events=on", "--jobs", 1, "--json")
    assert done.status == 130
    data = json.loads(done.out)
    assert (data["partial"], data["games"], data["planned_games"]) == (True, 3, 6)
