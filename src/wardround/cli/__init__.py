"""The command ``wardround``: play, serve, simulate, check, look up rules."""

import os
import sys
from collections.abc import Sequence
from shutil import get_terminal_size

from wardround.cli.interrupt import Interrupted, interruptible
from wardround.cli.streams import OutputLost, stand_ins

__all__ = ["main"]

BAD_INPUT = 2
CTRL_C = 130
NARROW = 64
"""Columns that help laid out by Rich needs: in fewer it cuts words, so there it is set plainly."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    The exit status is 0 if all went well, 1 if a check failed, 2 if the input was not possible or
    the output could not be written, 130 after Ctrl+C (128 and the signal's number after any
    signal), 141 if nobody reads the output any more.

    Args:
        arguments: Words of the command line without the program's name; those of the process if
            nothing is given.
    """
    status = 0
    try:
        with interruptible() as came, stand_ins():
            status = _status(arguments, came)
    except Interrupted as again:  # while the first one was being answered
        status = again.status
    sys.exit(status)


def _status(arguments: Sequence[str] | None, came: Sequence[int]) -> int:
    try:
        columns = get_terminal_size().columns
        if columns < NARROW:  # asked for when Typer is imported
            os.environ.setdefault("TYPER_USE_RICH", "0")
        from wardround.cli.run import run  # here: it takes half a second, and may be stopped

        status = run(arguments, columns)
        sys.stdout.flush()
        if status == CTRL_C and came:  # Typer makes this of any interruption
            raise Interrupted(came[-1])
    except Interrupted as stop:
        print("Interrupted.", file=sys.stderr)
        return stop.status
    except OutputLost as lost:
        if lost.status == BAD_INPUT:
            print(f"Error: The output cannot be written: {lost.reason}.", file=sys.stderr)
        return lost.status
    return status
