"""mutmut, with a switch between original and mutant that costs next to nothing.

mutmut wraps every function it mutates and asks at each call, of the environment, which mutant is
under test; whole games then take six times as long. Here a wrapper remembers what it found for the
mutant under test. Called like mutmut; with ``--pytest`` and a mutant's name first, like pytest.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

import pytest
from mutmut.core import MutmutProgrammaticFailException
from mutmut.mutation import trampoline
from mutmut.stats import record_trampoline_hit

Function = Callable[..., Any]
original_wrap = trampoline.wrap_in_trampoline


def wrap(
    mutants: dict[str, Function], is_classmethod: bool = False
) -> Callable[[Function], Function]:
    """What stands in for a mutated function: see ``mutmut.mutation.trampoline``."""

    def wrapped(function: Function) -> Function:
        if is_classmethod or inspect.isgeneratorfunction(function):
            return original_wrap(mutants, is_classmethod)(function)
        module = function.__module__
        known: list[Any] = [None, None]

        def recorded(*args: Any, **kwargs: Any) -> Any:
            unmutated = mutants["_mutmut_orig"]
            record_trampoline_hit(f"{module}.{unmutated.__name__.removesuffix('__mutmut_orig')}")
            return unmutated(*args, **kwargs)

        def failing(*args: Any, **kwargs: Any) -> Any:
            raise MutmutProgrammaticFailException

        def chosen(name: str) -> Function:
            if name in {"stats", "fail"}:
                return recorded if name == "stats" else failing
            place, _, mutant = name.rpartition(".")
            unmutated = mutants["_mutmut_orig"]
            return mutants.get(mutant, unmutated) if place == module else unmutated

        @functools.wraps(function)
        def switch(*args: Any, **kwargs: Any) -> Any:
            name = trampoline._mutant_under_test
            if name is not known[0]:
                known[:] = [name, chosen(name)]
            return known[1](*args, **kwargs)

        return switch

    return wrapped


if __name__ == "__main__":
    trampoline.wrap_in_trampoline = wrap
    if sys.argv[1] == "--pytest":
        trampoline.set_mutant_under_test(sys.argv[2])
        sys.exit(pytest.main(sys.argv[3:]))
    trampoline.set_mutant_under_test("")
    from mutmut.__main__ import cli

    cli()
