"""What other packages bring: found by entry point, and left out where it does not work.

Nothing that another package does wrong may stop what is there without it. What is left out is
named, with package and reason, once in the log and for good in :func:`problems`.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import distributions
from typing import Any, Final

from wardround.core.reading import shown

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Problem:
    """What another package brings and is left out.

    Args:
        group: The entry point group, such as ``wardround.games``.
        name: The name of the entry point; empty if none of the package's can be read.
        package: The package that brings it.
        reason: What is wrong with it, as a clause.
    """

    group: str
    name: str
    package: str
    reason: str

    def __str__(self) -> str:
        what = f"{self.group} {self.name!r}" if self.name else self.group
        return f"{what} of the package {self.package} is left out: {self.reason}."


_PROBLEMS: Final[list[Problem]] = []


def problems(group: str = "") -> list[Problem]:
    """What was left out up to now.

    Args:
        group: Only what belongs to this entry point group.
    """
    return [problem for problem in _PROBLEMS if group in ("", problem.group)]


def plugins(
    group: str,
    kind: type,
    taken: Collection[str],
    told: Callable[[Any], object],
    listed: Callable[..., Iterable[Any]],
    only: str = "",
) -> dict[str, Any]:
    """What other packages bring of a kind, by id, in the order in which it is found.

    Args:
        group: The entry point group.
        kind: The class of which every entry must be an instance with an ``id``, its name.
        taken: Ids that are ours.
        told: What the server tells of one, as JSON data: it is left out if this fails.
        listed: Lists the entry points of a group (``importlib.metadata.entry_points``).
        only: Look for this id alone and import nothing else.
    """
    return brought(group, partial(_unidentified, kind, told), listed, taken, only)


def brought(
    group: str,
    fault: Callable[[str, Any], str],
    listed: Callable[..., Iterable[Any]],
    taken: Collection[str] = (),
    only: str = "",
) -> dict[str, Any]:
    """What other packages bring to a group, by the name of the entry, as it is found.

    Args:
        group: The entry point group.
        fault: What is wrong with the thing of this name, as a clause; empty if nothing is. An
            exception counts as wrong too.
        listed: Lists the entry points of a group (``importlib.metadata.entry_points``).
        taken: Names that are ours.
        only: Look for this name alone and import nothing else.
    """
    found: dict[str, Any] = {}
    packages: dict[str, str] = dict.fromkeys(taken, "wardround")
    for entry in _entries(group, listed):
        name, package = str(entry.name), _package(entry)
        if only not in ("", name):
            continue
        if name in packages:
            if packages[name] != package:
                reason = f"the package {packages[name]} has one of this name"
                _leave_out(Problem(group, name, package, reason))
            continue
        thing, reason = _loaded(entry, fault)
        if reason:
            _leave_out(Problem(group, name, package, reason))
        else:
            found[name] = thing
            packages[name] = package
    return found


def _entries(group: str, listed: Callable[..., Iterable[Any]]) -> list[Any]:
    try:
        return list(listed(group=group))
    except Exception:  # one package's list is broken: read those of all others
        return _entries_one_by_one(group)


def _entries_one_by_one(group: str) -> list[Any]:
    found: list[Any] = []
    seen: list[str] = []
    for distribution in distributions():
        name = "(without a name)"
        try:
            name = str(distribution.metadata["Name"])
            if name not in seen:
                seen.append(name)
                found += distribution.entry_points.select(group=group)
        except Exception as error:
            reason = f"its list of entry points cannot be read ({_said(error)})"
            _leave_out(Problem(group, "", name, reason))
    return found


def _loaded(entry: Any, fault: Callable[[str, Any], str]) -> tuple[Any, str]:
    """What an entry point names, or why it cannot be had."""
    try:
        thing = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        log.debug("%s", entry, exc_info=True)
        return None, f"it cannot be imported ({_said(error)})"
    try:
        return thing, fault(str(entry.name), thing)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        log.debug("%s", entry, exc_info=True)
        return None, f"it cannot say what it is ({_said(error)})"


def _unidentified(kind: type, told: Callable[[Any], object], name: str, thing: Any) -> str:
    """Why a thing is none of this kind with this id."""
    if not isinstance(thing, kind):
        one = "class" if isinstance(thing, type) else type(thing).__name__
        return f"it is no {kind.__name__}, but a {one}"
    id = thing.id  # type: ignore[attr-defined]
    json.dumps(told(thing))
    return "" if id == name else f"its id is {shown(repr(id))}"


def _package(entry: Any) -> str:
    """The package of an entry point; without metadata the module that it names."""
    try:
        name = entry.dist.metadata["Name"]
    except Exception:
        name = None
    return str(name or getattr(entry, "value", "") or "(unknown)").partition(":")[0]


def _said(error: BaseException) -> str:
    """An error in one printable line."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    words = "".join([letter if letter.isprintable() else "?" for letter in words])
    return shown(f"{type(error).__name__}: {words}" if words else type(error).__name__)


def _leave_out(problem: Problem) -> None:
    if problem not in _PROBLEMS:
        _PROBLEMS.append(problem)
        log.warning("%s", problem)
