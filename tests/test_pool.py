"""Work spread over processes: order, errors, and that nothing is left behind."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import SOON, all_gone, descendants_soon, is_running, wait_until_computed
from wardround.pool import WINDOW, PoolError, spread, uninterrupted


def double(number: int) -> int:
    return 2 * number


def slower_first(number: int) -> int:
    time.sleep(0.05 * (number % 3 == 0))
    return number


def first_is_slow(number: int) -> int:
    time.sleep(0.5 * (number == 0))
    return number


def pid(_number: int) -> int:
    return os.getpid()


def odd(number: int) -> int:
    if number % 4 == 3:
        raise ValueError(f"{number} is odd")
    return number


class Stubborn(Exception):
    """Cannot be read back by another process."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(one + two)


def stubborn(number: int) -> int:
    raise Stubborn(number, 1)


def unsendable(number: int) -> object:
    return lambda: number


def vanish(number: int) -> int:
    if number == 1:
        os._exit(7)
    return number


def test_results_come_in_the_order_of_the_tasks() -> None:
    assert list(spread(double, range(5))) == [0, 2, 4, 6, 8]
    assert list(spread(slower_first, range(20), 2)) == list(range(20))
    assert list(spread(double, [], 2)) == []


def test_every_process_works_and_none_is_left() -> None:
    used = set(spread(pid, range(40), 2))
    assert len(used) == 2
    assert os.getpid() not in used
    assert all_gone(used)


def test_leaving_early_ends_the_processes() -> None:
    results = spread(pid, range(1000), 2)
    first = next(results)
    assert is_running(first)
    results.close()
    assert not is_running(first)


def test_the_first_error_in_order_is_raised() -> None:
    found: list[int] = []
    with pytest.raises(ValueError, match="3 is odd") as raised:
        found.extend(spread(odd, range(50), 2))
    assert found == [0, 1, 2]
    assert "in odd" in "".join(raised.value.__notes__)


def test_an_error_that_cannot_travel_is_told_all_the_same() -> None:
    with pytest.raises(RuntimeError, match="Stubborn"):
        list(spread(stubborn, range(4), 2))
    with pytest.raises(Exception, match="lambda"):
        list(spread(unsendable, range(4), 2))


def test_a_process_that_ends_by_itself_is_told() -> None:
    with pytest.raises(PoolError, match="ended with status 7") as raised:
        list(spread(vanish, range(4), 2))
    assert "memory" in raised.value.expected


PARENT = """
import time
from tests.test_pool import forever
from wardround.pool import spread
if __name__ == "__main__":
    print("started", flush=True)
    list(spread(forever, range(4), 2))
"""


def forever(_number: int) -> None:
    end = time.monotonic() + 60  # never for ever: a failed test leaves nothing behind
    while time.monotonic() < end:
        pass


@pytest.fixture
def parent() -> Iterator["subprocess.Popen[str]"]:
    """A process that has started others, which work for a minute."""
    root = Path(__file__).parent.parent
    path = os.pathsep.join([str(root), str(root / "src"), os.environ.get("PYTHONPATH", "")])
    started = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "started\n"
    yield started
    started.kill()
    started.communicate()


@pytest.mark.parametrize("seconds", [0.0, 1.0], ids=["while they start", "while they work"])
def test_processes_end_when_the_one_that_started_them_is_killed(
    parent: "subprocess.Popen[str]", seconds: float
) -> None:
    found = descendants_soon(parent.pid, 3)  # two that work, one that counts
    wait_until_computed(found, seconds)
    parent.kill()
    assert all_gone(found)


@pytest.mark.parametrize("seconds", [0.0, 1.0], ids=["while they start", "while they work"])
def test_an_interrupted_process_takes_the_others_with_it_in_silence(
    parent: "subprocess.Popen[str]", seconds: float
) -> None:
    found = descendants_soon(parent.pid, 3)  # two that work, one that counts
    wait_until_computed(found, seconds)
    began = time.monotonic()
    for one in {parent.pid, *found}:  # as Ctrl+C does: to all that belong together
        with contextlib.suppress(ProcessLookupError):  # the first may have ended the next
            os.kill(one, signal.SIGINT)
    _, errors = parent.communicate(timeout=SOON)
    assert time.monotonic() - began < SOON
    assert all_gone(found)
    assert errors.count("KeyboardInterrupt") == errors.count("Traceback") == 1  # its own


def test_tasks_are_asked_for_only_when_they_can_be_worked_on() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = spread(slower_first, tasks(), 2)
    assert [next(results), next(results)] == [0, 1]
    assert len(asked) <= 2 + 2 * WINDOW
    results.close()
    assert len(asked) < 1000


def test_results_that_wait_for_a_slow_one_are_few() -> None:
    asked: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            asked.append(number)
            yield number

    results = spread(first_is_slow, tasks(), 2)
    assert next(results) == 0
    assert len(asked) <= 2 * WINDOW + 1
    results.close()


def test_what_is_done_whole_is_interrupted_afterwards() -> None:
    done: list[int] = []

    def interrupted_at_once() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        interrupted_at_once()
    assert done == [1]
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
