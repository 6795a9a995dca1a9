"""The command ``wardround``: play, serve, simulate, check, look up rules."""

import sys
from collections.abc import Sequence

from wardround.cli.interrupt import Interrupted, interruptible
from wardround.cli.streams import OutputLost, stand_ins

__all__ = ["main"]

BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    The exit status is 0 if all went well, 1 if a check failed, 2 if the input was not possible or
    the output could not be written, 130 after Ctrl+C (128 and the signal's number after any
    signal), 141 if nobody reads the output any more.

    Args:
        arguments: Words of the command line without the program's name; those of the process if
            nothing is given.
    """
    with stand_ins():
        status = _status(arguments)
    sys.exit(status)


def _status(arguments: Sequence[str] | None) -> int:
    try:
        with interruptible():
            from wardround.cli.run import run  # here: it takes half a second, and may be stopped

            status = run(arguments)
            sys.stdout.flush()
    except Interrupted as stop:
        print("Interrupted.", file=sys.stderr)
        return stop.status
    except OutputLost as lost:
        if lost.status == BAD_INPUT:
            print(f"Error: The output cannot be written: {lost.reason}.", file=sys.stderr)
        return lost.status
    return status
