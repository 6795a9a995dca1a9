"""Work spread over the machines of a Ray cluster (``pip install wardround[ray]``)."""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from wardround.lab.errors import LabError

Task = TypeVar("Task")
Result = TypeVar("Result")

LOCAL = "local"
"""The address that stands for a cluster of this machine alone, started for the run."""
AHEAD = 2
"""Tasks for each processor that are given out before the first of them is done."""


def spread_over_cluster(
    work: Callable[[Task], Result], tasks: Iterable[Task], address: str
) -> Generator[Result]:
    """The results of all tasks, in order: :func:`wardround.pool.spread`, on many machines.

    The package must be installed on every machine, in the same version.

    Args:
        work: Does one task; it can be pickled, as can tasks and results.
        tasks: What is to be done; each is asked for only when there is room for it.
        address: Of the cluster (``ray start`` prints it), or :data:`LOCAL`.

    Raises:
        LabError: Ray is not installed, or there is no cluster at this address.
    """
    ray = _ray()
    left = iter(tasks)
    pending: deque[Any] = deque()
    try:
        _join(ray, address)
        remote = ray.remote(max_retries=3)(_do)
        room = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
        while True:
            while len(pending) < room:
                try:
                    task = next(left)
                except StopIteration:
                    break
                pending.append(remote.remote(work, task))
            if not pending:
                return
            yield ray.get(pending.popleft())
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, Exception) else error from error
    except ray.exceptions.RayError as error:
        raise LabError(
            f"The cluster failed: {error}.", where="--cluster", expected="a cluster that runs"
        ) from error
    finally:
        ray.shutdown()


def _do(work: Callable[[Task], Result], task: Task) -> Result:
    """What Ray carries out: it takes a function, and the work may be more than that."""
    return work(task)


def _join(ray: Any, address: str) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise LabError(
            f"No cluster answers: {str(error).splitlines()[0]}",
            where=f"--cluster {address}",
            expected=f"the address that `ray start --head` printed, or {LOCAL}",
        ) from error


def _ray() -> Any:
    try:
        import ray
    except ImportError as error:
        raise LabError(
            "Ray is not installed.", where="--cluster", expected="pip install 'wardround[ray]'"
        ) from error
    return ray
