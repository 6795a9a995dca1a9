"""Files that commands write: looked at before the work, and nothing replaced unasked."""

import os
import sys
from pathlib import Path

from wardround.cli.output import InputError, say_error
from wardround.core import check_target, free_name


class Output:
    """A file that a command will write when its work is done.

    Args:
        path: The file.
        replace: Whether a file that is there may be replaced; else the user is asked, if there is
            one to ask.

    Raises:
        InputError: It cannot be written, or is there already and shall stay.
    """

    def __init__(self, path: Path, replace: bool) -> None:
        check_target(path, InputError)
        self.path = path
        self.replace = replace
        if self._is_taken() and not self.replace:
            self.replace = agreed(f"{path} exists. Replace it? [y/N] ")
        if self._is_taken() and not self.replace:
            raise InputError(
                "The file exists already.",
                where=str(path),
                expected="another name, or --force to replace it",
            )

    def _is_taken(self) -> bool:
        return os.path.lexists(self.path) and (self.path.is_file() or not self.path.exists())

    def place(self) -> Path:
        """Where to write now: beside the path if a file came there during the work."""
        return free_name(self.path) if self._is_taken() and not self.replace else self.path


def agreed(question: str) -> bool:
    """Whether the user says yes; no if nobody is there to be asked."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    say_error(question.rstrip())
    try:
        return input().strip().lower() in ("y", "yes")
    except EOFError:
        return False
