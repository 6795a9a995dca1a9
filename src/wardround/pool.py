"""Work spread over processes: results in order, stopped at once, no process left behind."""

import atexit
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from traceback import format_exc
from typing import Any, ClassVar, NoReturn, TypeVar

from wardround.core import WardroundError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 2
"""Tasks that a process has at once: one to work on, one so that it need not wait for the next."""
WINDOW = 32
"""Results for each process that may wait for an earlier one: so much memory they take, not more."""
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)


class PoolError(WardroundError):
    """A process that worked for this one ended before its work was done."""

    code: ClassVar[str] = "pool"


def spread(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int = 1
) -> Generator[Result]:
    """The results of all tasks, in order, each as soon as it is there.

    However many processes work, results and errors are the same. When the iterator is closed or
    an exception passes through it, the processes are killed; they also end by themselves when
    this process is gone, however it ended. Signals that interrupt are left to this process.

    Args:
        work: Does one task. For several processes it can be pickled, as can tasks and results.
        tasks: What is to be done; each is asked for only when a process can take it.
        jobs: Processes that work; 1 works in this one.

    Raises:
        PoolError: A process ended by itself.
    """
    workers = min(jobs, len(tasks)) if isinstance(tasks, Sized) else jobs
    if workers <= 1:
        yield from map(work, tasks)
        return
    pool = _Pool(work, workers)
    try:
        yield from pool.results(tasks)
    finally:
        pool.stop()


class _Pool:
    """Processes that wait for tasks, with a line to each of them."""

    def __init__(self, work: Callable[[Any], Any], workers: int) -> None:
        self.workers: dict[Any, SpawnProcess] = {}
        """By the end of the line that is ours: a Connection, whose type differs by system."""
        atexit.register(self.stop)  # before multiprocessing waits for processes that still run
        context = get_context("spawn")
        try:
            with _undisturbed():
                for _ in range(workers):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_serve, args=(work, theirs))
                    process.start()
                    self.workers[ours] = process
                    theirs.close()
        except BaseException:
            self.stop()
            raise

    def results(self, tasks: Iterable[Any]) -> Iterator[Any]:
        """The results in the order of the tasks."""
        left = iter(tasks)
        free = deque([*self.workers] * AHEAD)
        done: dict[int, tuple[bool, Any]] = {}
        given = place = 0
        while True:
            while free and given - place < WINDOW * len(self.workers):
                try:
                    task = next(left)
                except StopIteration:
                    break
                self._give(free.popleft(), given, task)
                given += 1
            if place == given:
                return
            if place in done:
                fine, found = done.pop(place)
                if not fine:
                    raise found
                place += 1
                yield found
                continue
            for line in wait([*self.workers]):
                number, fine, found = self._answer(line)
                done[number] = fine, found
                free.append(line)
                if not fine:
                    left = iter(())  # what comes after a failure is not asked for

    def _give(self, line: Any, number: int, task: Any) -> None:
        try:
            line.send((number, task))
        except OSError:
            self._ended(line)

    def _answer(self, line: Any) -> tuple[int, bool, Any]:
        try:
            number, fine, found = line.recv()
        except (EOFError, OSError):
            self._ended(line)
        return number, fine, found

    def _ended(self, line: Any) -> NoReturn:
        process = self.workers[line]
        process.join()
        code = process.exitcode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with status {code}"
        raise PoolError(
            f"A process that worked for this one ended {how}.",
            where="processes",
            expected="enough memory for all of them, or fewer of them",
        )

    def stop(self) -> None:
        """Kill all processes that are left."""
        with _undisturbed():
            for process in self.workers.values():
                process.kill()
            while self.workers:
                line, process = self.workers.popitem()
                process.join()
                process.close()
                line.close()
        atexit.unregister(self.stop)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep interrupting signals back, and so, from their first moment, from processes started."""
    if not hasattr(signal, "pthread_sigmask"):  # not a POSIX system
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would let signals in again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Do something whole: signals that interrupt take effect after it, those ignored do not."""
    if current_thread() is not main_thread():
        yield
        return
    came: list[int] = []
    waiting = [*INTERRUPTIONS, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = {number: signal.getsignal(number) for number in waiting}
    handlers = {number: found for number, found in before.items() if callable(found)}
    try:
        for held in handlers:
            signal.signal(held, lambda number, _frame: came.append(number))
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for one in came:
        signal.raise_signal(one)


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """Do tasks as they come, until nobody is there who would give any."""
    for number in INTERRUPTIONS:
        signal.signal(number, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            number, task = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send((number, True, work(task)))
        except Exception as error:
            line.send((number, False, _that_travels(error)))


def _that_travels(error: Exception) -> Exception:
    """The error, with the place where it was raised, in a form that another process can read."""
    error.add_note(f"In another process:\n{format_exc()}")
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301
    except Exception:
        return RuntimeError(format_exc())
    return error


def _end_with_parent() -> None:
    """End this process in the middle of its work when the one that started it is gone."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
