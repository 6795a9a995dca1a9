"""What tests want to know about processes that a process started."""

import os
import time
from pathlib import Path

SOON = 10.0
"""Seconds within which a process that has nothing to do any more is gone on a busy machine."""


def is_running(process: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def all_gone(processes: set[int]) -> bool:
    """Whether the processes end soon."""
    end = time.monotonic() + SOON
    while any(map(is_running, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def descendants(process: int) -> set[int]:
    """The processes that this one started, and those that they started."""
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found |= {child, *descendants(child)}
    return found


def descendants_soon(process: int, number: int) -> set[int]:
    """The descendants, as soon as there are so many."""
    end = time.monotonic() + 3 * SOON
    while len(found := descendants(process)) < number and time.monotonic() < end:
        time.sleep(0.01)
    assert len(found) >= number
    return found


def computed(process: int) -> float:
    """Seconds of the processor that a process has used."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_computed(processes: set[int], seconds: float) -> None:
    """Wait until the busiest of the processes has computed for so long: the clock says nothing."""
    end = time.monotonic() + 10 * SOON
    while max(map(computed, processes)) < seconds and time.monotonic() < end:
        time.sleep(0.02)


def wait_until_caught(process: int, signal: int) -> None:
    """Wait until a process catches a signal."""
    end = time.monotonic() + 3 * SOON
    while time.monotonic() < end:
        status = Path(f"/proc/{process}/status").read_text()
        if int(status.partition("SigCgt:")[2].split()[0], 16) >> (signal - 1) & 1:
            return
        time.sleep(0.005)
