"""What ``wardround train`` does: its plan, its lessons, a run from beginning to end.

What needs JAX is run by ``make learning``; the rest wherever the tests are.
"""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.terminal import ROOT, environment
from wardround.bots import Turn, make_bot
from wardround.core import SeatError, UnknownBot
from wardround.games import game
from wardround.lab import LabError
from wardround.lab.lessons import Lesson, Task, outcomes, play_lesson
from wardround.lab.training import FileBot, Plan, Training
from wardround.network import Inputs, Network

PYRRAMEDS = game("pyrrameds")


def lesson(**more: Any) -> Lesson:
    """What one game of Pyrrameds shows."""
    return play_lesson(Task("pyrrameds", 2, {}, **{"teacher": "greedy", "seed": "1", **more}))


def plan(**more: Any) -> Plan:
    return Plan.made(PYRRAMEDS, 2, None, "seed", **more)


# --- plans ----------------------------------------------------------------------------------


def test_a_plan_holds_all_options_and_the_fewest_seats() -> None:
    made = Plan.made(game("dynamite_nurse"), None, None, "x")
    assert made.players == 3
    assert set(made.options) == {option.name for option in game("dynamite_nurse").options}
    assert Plan.made(game("dice_hospital"), None, None, "x").players == 2


def test_what_cannot_be_learned_is_refused() -> None:
    with pytest.raises(LabError, match="against others"):
        Plan.made(game("dice_hospital"), 1, None, "x")
    with pytest.raises(SeatError):
        Plan.made(game("clinic"), 9, None, "x")
    for bots in ({"teacher": "nobody"}, {"rival": "search:0"}, {"rival": "trained:nothing"}):
        with pytest.raises(UnknownBot):
            plan(**bots)


def test_a_run_goes_on_as_it_was_begun() -> None:
    begun = plan(lessons=2.0, share=50)
    assert begun.agreeing(plan(lessons=7.0, share=50), any_lessons=True) == begun
    for other, name in ((plan(lessons=7.0, share=50), "lessons"), (plan(lessons=2.0), "share")):
        with pytest.raises(LabError) as raised:
            begun.agreeing(other, any_lessons=False)
        assert raised.value.where == name
        assert "as it was begun" in raised.value.expected


# --- lessons --------------------------------------------------------------------------------


def test_a_lesson_shows_the_choices_of_the_teacher() -> None:
    found = lesson()
    actions = PYRRAMEDS.num_actions
    assert len(found) == len(found.inputs) == len(found.values) > 20
    legal = found.inputs[:, -actions:] > 0
    assert legal[np.arange(len(found)), found.actions].all()
    assert (legal.sum(1) > 1).all()
    assert len(set(found.values.tolist())) == 2  # one for each seat
    assert 0 <= found.values.min() < 0.5 < found.values.max() <= 1
    again = lesson()
    assert (again.inputs == found.inputs).all()
    assert (again.actions == found.actions).all()


def test_without_slips_the_lesson_is_the_teachers_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.lab.lessons.SLIPS", 0)
    state = PYRRAMEDS.new(2, "1")
    teachers = [make_bot("greedy", f"1/{seat}/0") for seat in range(2)]
    wanted = []
    while not state.is_over:
        seat = state.asked()[0]
        turn = Turn(state, seat)
        action = teachers[seat].choose(turn)
        wanted += [action] if len(turn.legal) > 1 else []
        state.apply(seat, action)
    found = lesson()
    assert found.actions.tolist() == wanted
    assert set(found.values.tolist()) == {
        float(np.float32(one)) for one in outcomes(PYRRAMEDS, state)
    }


def test_a_pupil_plays_while_the_teacher_speaks(tmp_path: Path) -> None:
    inputs = Inputs.of(PYRRAMEDS.new(2, 1).layout(), PYRRAMEDS.num_actions)
    blank = [(np.zeros((len(inputs), PYRRAMEDS.num_actions + 1)), np.zeros(inputs.actions + 1))]
    path = tmp_path / "pupil.npz"
    Network.rounded({"game": "pyrrameds", "players": 2}, blank, inputs).save(path)
    shown = lesson(pupil=str(path))
    assert len(shown) > 20
    own = lesson()
    assert shown.actions.tolist() != own.actions.tolist()
    joined = Lesson.joined([own, shown])
    assert len(joined) == len(own) + len(shown)
    assert joined.inputs[len(own) :].tolist() == shown.inputs.tolist()
    # the network on its own: it takes the first legal action, since it likes all as much
    state = PYRRAMEDS.new(2, "f")
    seat = state.asked()[0]
    assert FileBot(str(path), 1).choose(Turn(state, seat)) == state.legal_actions(seat)[0]


def test_the_libraries_are_missed_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "wardround.lab.learner", raising=False)
    with pytest.raises(LabError) as raised:
        Training(plan(), tmp_path / "run", False, 1, 1, print)
    assert raised.value.expected == "pip install 'wardround[train]'"
    assert not (tmp_path / "run").exists()


# --- with JAX -------------------------------------------------------------------------------


@pytest.fixture
def learner() -> Any:
    pytest.importorskip("optax", reason="the extra train is not installed: see make learning")
    return pytest.importorskip("wardround.lab.learner")


def credit(learner: Any, seats: list[int], values: list[float], end: int | None) -> Any:
    """The advantages of one game of two seats; the first gets 1 where it ends."""
    count = len(seats) - 1
    ended, returns = np.zeros((count, 1), bool), np.zeros((count, 1, 2), np.float32)
    if end is not None:
        ended[end], returns[end, 0] = True, (1, 0)
    rows = np.array(values, np.float32)[:, None]
    found = learner.credit(np.array(seats)[:, None], rows, ended, returns)
    return [one[:, 0].tolist() for one in found]


def test_a_step_is_followed_by_the_next_of_the_same_seat(learner: Any) -> None:
    advantages, weights = credit(learner, [0, 1, 0, 0], [0.5, 0.2, 0.6, 0.9], None)
    assert weights == [1, 0, 1]
    assert advantages == pytest.approx([0.1 + learner.LAMBDA * 0.3, 0, 0.3])


def test_what_is_not_known_says_nothing_about_what_came_before(learner: Any) -> None:
    advantages, weights = credit(learner, [1, 1, 0, 0], [0.2, 0.4, 0.6, 0.9], None)
    assert weights == [1, 0, 1]
    assert advantages == pytest.approx([0.2, 0, 0.3])


def test_the_end_pays_every_seat(learner: Any) -> None:
    advantages, weights = credit(learner, [0, 1, 0, 0], [0.5, 0.2, 0.6, 0.9], 1)
    assert weights == [1, 1, 1]
    assert advantages == pytest.approx([0.5, -0.2, 0.3])


def test_the_network_says_what_was_learned(learner: Any) -> None:
    """Whole numbers say nearly what floating point said, for inputs as they come."""
    made = learner.Learner(PYRRAMEDS, 2, {}, "s", "greedy", 50)
    shown = lesson()
    for _ in range(3):
        made.study(shown, 1, 20, learner.LESSON_RATE)
    network = made.network({"minutes": 1})
    logits, values = learner.forward(made.layers, shown.inputs, PYRRAMEDS.num_actions)
    found = network.run(shown.inputs)
    legal = shown.inputs[:, -PYRRAMEDS.num_actions :] > 0
    assert np.abs(found[0] - np.asarray(logits))[legal].max() < 0.1
    assert np.abs(found[1] - np.clip(np.asarray(values), 0, 1)).max() < 0.05
    assert network.facts["players"] == 2


def test_lessons_are_learned(learner: Any) -> None:
    made = learner.Learner(PYRRAMEDS, 2, {}, "s", "greedy", 50)
    shown = lesson()
    first = made.study(shown, 1, 10, learner.LESSON_RATE)
    for number in range(10):
        last = made.study(shown, 2 + number, 10, learner.LESSON_RATE)
    assert last < first / 2


def test_a_round_of_play_changes_the_network_which_can_be_put_back(
    learner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner, "GAMES", 8)
    monkeypatch.setattr(learner, "STEPS", 24)
    made = learner.Learner(PYRRAMEDS, 2, {}, "s", "random", 50)
    assert made.rivals == 4
    before = [one.copy() for one in made.kept()]
    assert 0 < made.play(0, learner.RATE) <= 8 * 24
    assert any((one != other).any() for one, other in zip(before, made.kept(), strict=True))
    made.restore(before)
    assert all((one == other).all() for one, other in zip(before, made.kept(), strict=True))
    with pytest.raises(ValueError, match="another network"):
        made.restore(before[1:])


def train(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A short run of the command."""
    return subprocess.run(
        [*COMMAND, *SHORT, "--out", str(folder), *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(ROOT / "src")),
        check=False,
    )


SMALL = """
from wardround.cli import main
from wardround.lab import learner, training

training.LESSON_GAMES = 2
learner.GAMES, learner.STEPS = 8, 24
main()
"""
COMMAND = (sys.executable, "-c", SMALL, "train", "pyrrameds", "--teacher", "random")
SHORT = ("--minutes", "0.001", "--rounds", "1", "--lessons", "0.00001")
"""One round, which takes longer however quick the machine: of lessons, then, resumed, of play."""


def read(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return dict(json.loads(str(file["progress"])))


@pytest.mark.usefixtures("learner")
def test_a_run_makes_a_network_and_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = train(folder)
    assert done.returncode == 0, done.stderr
    assert "lessons, round 1" in done.stdout
    assert "against greedy" in done.stdout
    assert "Wrote" in done.stdout
    assert {path.name for path in folder.iterdir()} == {
        "network.npz",
        "best.npz",
        "training.npz",
        "curve.json",
        "curve.svg",
    }
    before = read(folder / "training.npz")
    facts = Network.load(folder / "network.npz").facts
    assert (facts["game"], facts["players"], facts["seed"]) == ("pyrrameds", 2, "1")
    assert (folder / "network.npz").stat().st_size < 2_000_000
    again = train(folder, "--resume")
    assert again.returncode == 0, again.stderr
    assert "play, round 2" in again.stdout
    after = read(folder / "training.npz")
    assert (before["rounds"], after["rounds"]) == (1, 2)
    assert after["lesson_rounds"] == before["lesson_rounds"] == 1
    points = json.loads((folder / "curve.json").read_text())["points"]
    assert [point["against"] for point in points] == ["random", "greedy"] * 2
    assert points[2]["steps"] > points[0]["steps"]


@pytest.mark.usefixtures("learner")
def test_what_stands_in_the_way_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    for words, text in (((), "exists already"), (("--resume",), "no training to go on with")):
        done = train(folder, *words)
        assert done.returncode == 2
        assert text in done.stderr
        assert "Traceback" not in done.stderr
    assert not any(folder.iterdir())


@pytest.mark.usefixtures("learner")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_learned_outlasts_an_interruption(tmp_path: Path, number: int) -> None:
    folder = tmp_path / "run"
    more = ("--every", "0.001", "--minutes", "60", "--out", str(folder))
    env = environment(PYTHONPATH=str(ROOT / "src"))
    with subprocess.Popen([*COMMAND, *SHORT, *more], env=env) as process:
        try:
            while not (folder / "best.npz").exists():
                assert process.poll() is None
                time.sleep(0.1)
            process.send_signal(number)
            status = process.wait()
        finally:
            process.kill()
    assert status == (143 if number == signal.SIGTERM else -9)
    assert Network.load(folder / "network.npz").facts["rounds"] >= 1
    before = read(folder / "training.npz")
    assert before["rounds"] >= 1
    done = train(folder, "--resume")
    assert done.returncode == 0, done.stderr
    assert read(folder / "training.npz")["rounds"] > before["rounds"]
