"""The server of the browser tests: ``python -m tests.browser.serve DATABASE``."""

import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

from wardround.server import Settings, serve, table, tables

T = TypeVar("T")

OTHER_HOST = "wardround.test"
"""A host name that leads to this machine in the browser driven here, and is none of its own: over
plain http its pages are what pages from another computer are, an insecure context."""
DEALS = "WARDROUND_TEST_DEALS"
"""The environment variable that names the file with the name of the running test."""


class Deals:
    """Stands in for ``secrets`` where games and bots draw, so that a test that fails fails again.

    Args:
        path: The file with the test's name; each name begins a row of draws of its own.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.test = ""
        self.drawn = Random()

    def _chance(self) -> Random:
        test = self.path.read_text(encoding="utf-8")
        if test != self.test:
            self.test, self.drawn = test, Random(test)
        return self.drawn

    def token_hex(self, size: int) -> str:
        """As many bytes in hexadecimal digits."""
        return self._chance().randbytes(size).hex()

    def randbits(self, size: int) -> int:
        """A number of so many bits."""
        return self._chance().getrandbits(size)

    def choice(self, things: Sequence[T]) -> T:
        """Any of the things."""
        return secrets.choice(things)


if __name__ == "__main__":
    if DEALS in os.environ:
        deals = Deals(Path(os.environ[DEALS]))
        for module in (table, tables):
            vars(module)["secrets"] = deals
    serve(
        Settings(
            database=f"sqlite:///{sys.argv[1]}",
            port=0,
            work_seconds=60,
            tables_per_hour=0,
            allowed_hosts=(OTHER_HOST,),
        )
    )
