"""The single-file PPO: whose next step is whose, and a whole short run (``make learning``)."""

import json
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("optax", reason="the extra train is not installed: see make learning")
np = pytest.importorskip("numpy")

from tests.cli.terminal import ROOT, environment  # noqa: E402

SCRIPT = ROOT / "examples" / "ppo.py"
SHORT = ["--game", "pyrrameds", "--minutes", "0.05", "--every", "0.05", "--rounds", "1"]


@pytest.fixture
def ppo(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    return import_module("ppo")


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, words)],
        capture_output=True,
        text=True,
        env=environment(PYTHONPATH=str(ROOT / "src")),
        check=False,
    )


def credit(ppo: Any, seats: list[int], values: list[float], end: int | None) -> Any:
    """The advantages of one game of two seats; the first gets 1 where it ends."""
    count = len(seats) - 1
    ended, returns = np.zeros((count, 1), bool), np.zeros((count, 1, 2), np.float32)
    if end is not None:
        ended[end], returns[end, 0] = True, (1, 0)
    rows = np.array(values, np.float32)[:, None]
    found = ppo.credit(np.array(seats)[:, None], rows, ended, returns)
    return [one[:, 0].tolist() for one in found]


def test_a_step_is_followed_by_the_next_of_the_same_seat(ppo: Any) -> None:
    advantages, weights = credit(ppo, [0, 1, 0, 0], [0.5, 0.2, 0.6, 0.9], None)
    third = 0.9 - 0.6
    assert advantages == pytest.approx([0.6 - 0.5 + ppo.LAMBDA * third, 0.0, third])
    assert weights == [1, 0, 1]  # nobody knows how it went on for seat 1


def test_what_is_not_known_says_nothing_about_what_came_before(ppo: Any) -> None:
    advantages, weights = credit(ppo, [1, 1, 0, 0], [0.2, 0.4, 0.6, 0.9], None)
    assert weights == [1, 0, 1]
    assert advantages == pytest.approx([ppo.DISCOUNT * 0.4 - 0.2, 0, ppo.DISCOUNT * 0.9 - 0.6])


def test_the_end_counts_for_every_seat_and_not_for_the_next_game(ppo: Any) -> None:
    advantages, weights = credit(ppo, [0, 1, 0, 1], [0.5, 0.2, 0.6, 0.9], 1)
    assert advantages == pytest.approx([1 - 0.5, 0 - 0.2, 0.0])
    assert weights == [1, 1, 0]


def test_a_learner_learns_from_legal_actions_only(ppo: Any) -> None:
    learner = ppo.Learner("dynamite_nurse", 3, 1)
    steps = learner._play()
    assert steps.masks[np.arange(len(steps.actions)), steps.actions].all()
    assert np.isfinite(steps.targets).all()
    before = ppo.jax.tree.map(np.array, learner.parameters)
    learner.update(1e-3)
    assert learner.steps == ppo.STEPS * ppo.GAMES
    same = ppo.jax.tree.map(
        lambda one, other: np.array_equal(one, other), before, learner.parameters
    )
    assert not all(ppo.jax.tree.leaves(same))


def test_a_bot_sees_what_the_learner_sees(ppo: Any) -> None:
    from wardround.bots import Turn
    from wardround.games import game

    learner = ppo.Learner("pyrrameds", 2, 1)
    state = game("pyrrameds").new(2, 3)
    seat = state.asked()[0]
    row = np.zeros(len(state.layout()), np.float32)
    state.observe_into(seat, row)
    mask = np.zeros(learner.games.game.num_actions, bool)
    state.mask_into(seat, mask.view(np.uint8))
    wanted = int(ppo.best(learner.policy, learner.parameters, row, mask))
    assert ppo.Learned(learner).choose(Turn(state, seat)) == wanted


def test_a_run_writes_everything_and_another_goes_on_from_it(tmp_path: Path) -> None:
    done = run(*SHORT, "--out", tmp_path / "one")
    assert done.returncode == 0, done.stderr
    assert "against greedy" in done.stdout
    written = {path.name for path in (tmp_path / "one").iterdir()}
    assert written == {"curve.json", "curve.svg", "policy.msgpack"}
    assert json.loads((tmp_path / "one" / "curve.json").read_text())["points"]
    start = tmp_path / "one" / "policy.msgpack"
    again = run(*SHORT, "--start", start, "--out", tmp_path / "two")
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "two" / "policy.msgpack").read_bytes() != start.read_bytes()


def test_an_interrupt_keeps_what_was_learned(tmp_path: Path) -> None:
    words = ["--minutes", "60", "--every", "0.02", "--rounds", "1", "--out", str(tmp_path / "run")]
    with subprocess.Popen(
        [sys.executable, str(SCRIPT), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(PYTHONPATH=str(ROOT / "src")),
    ) as running:
        assert running.stdout is not None
        assert "against random" in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate()
    assert running.returncode == 0, errors
    assert "Stopped." in told
    assert json.loads((tmp_path / "run" / "curve.json").read_text())["points"]
    assert (tmp_path / "run" / "policy.msgpack").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--game", "chess"], "chess"),
        (["--players", "9"], "9"),
        (["--start", "nothing.msgpack"], "nothing.msgpack"),
        (["--start", str(SCRIPT)], "error"),
        (["--game", "dice_hospital", "--players", "1"], "cannot be compared"),
    ],
)
def test_what_cannot_be_run_is_told(words: list[str], told: str, tmp_path: Path) -> None:
    done = run(*words, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "run").exists()
