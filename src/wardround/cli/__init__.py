"""The command ``wardround``: play, serve, simulate, check, look up rules."""

import sys
from collections.abc import Sequence

from wardround.cli.commands import app
from wardround.cli.output import tell_error
from wardround.core import WardroundError

__all__ = ["app", "main"]

BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    The exit status is 0 if all went well, 1 if a check failed, 2 if the input was not possible.

    Args:
        arguments: Words of the command line without the program's name; those of the process if
            nothing is given.
    """
    try:
        app(args=None if arguments is None else list(arguments), prog_name="wardround")
    except WardroundError as error:
        tell_error(error)
        sys.exit(BAD_INPUT)
