"""Signals that ask the program to stop: Ctrl+C, the end of the session, a polite kill."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class Interrupted(KeyboardInterrupt):
    """The program shall stop; what is done so far is still told.

    Args:
        number: The signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        """The exit status by which shells know it: 130 for Ctrl+C."""


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Let the signals raise :class:`Interrupted`, every time; one that is ignored stays so.

    When one came, all are ignored after that: the process ends, and shall do so in peace.

    Yields:
        The signals that came.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return

    def interrupt(number: int, _frame: FrameType | None) -> None:
        came.append(number)
        raise Interrupted(number)

    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # as under nohup
            signal.signal(number, interrupt)
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if came else handler)
