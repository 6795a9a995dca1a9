"""The games through the interfaces that other programs already use.

| module | what it needs |
|---|---|
| :mod:`wardround.adapters.pettingzoo` | ``pip install wardround[pettingzoo]`` |
| :mod:`wardround.adapters.gymnasium` | ``pip install wardround[gymnasium]`` |
| :mod:`wardround.adapters.openspiel` | ``pip install wardround[openspiel]`` |
| :mod:`wardround.adapters.text` | nothing more |
| :mod:`wardround.adapters.program` | nothing more |
"""

from typing import ClassVar

from wardround.core import WardroundError

__all__ = ["AdapterError", "missing"]


class AdapterError(WardroundError):
    """Something that the other interface cannot express, or a wish that does not fit the game."""

    code: ClassVar[str] = "adapter"


def missing(module: str, extra: str, error: ImportError) -> ImportError:
    """What is raised where a package that an adapter needs is not installed.

    Args:
        module: The adapter.
        extra: The extra of this package that brings it.
        error: What Python said.
    """
    return ImportError(
        f"{module} needs {error.name}: pip install 'wardround[{extra}]'", name=error.name
    )
