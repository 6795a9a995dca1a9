"""One command line, carried out: every way in which it can fail ends in a clear answer."""

from collections.abc import Sequence

import typer

from wardround.cli.output import InputError, say_error, tell_error
from wardround.cli.training import app
from wardround.core import WardroundError

BAD_INPUT = 2
UsageError = typer.BadParameter.__mro__[1]
"""What the parser of command lines raises; Typer does not export it."""


def run(arguments: Sequence[str] | None, columns: int) -> int:
    """Carry out a command line.

    Args:
        arguments: Its words without the program's name; those of the process if None.
        columns: How wide the terminal is.

    Returns:
        The exit status.
    """
    try:
        words = None if arguments is None else list(arguments)
        found = app(
            args=words, prog_name="wardround", standalone_mode=False, terminal_width=columns
        )
    except WardroundError as error:
        tell_error(error)
    except typer.Abort:
        say_error("Nothing was done.")
    except OSError as error:
        tell_error(
            InputError(
                f"{error.strerror or error}.",
                where=str(error.filename or ""),
                expected="files, folders and addresses that may be used",
            )
        )
    except Exception as error:
        if not isinstance(error, UsageError):
            raise
        _tell_misuse(error)
    else:
        return found if isinstance(found, int) else 0
    return BAD_INPUT


def _tell_misuse(error: Exception) -> None:
    """Words that are no command line: what is wrong with them and where to read what would be."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":  # the help is printed already
        return
    message = str(getattr(error, "format_message", lambda: error)())
    usage = context.get_usage().removeprefix("Usage: ") if context is not None else "wardround"
    command = context.command_path if context is not None else "wardround"
    tell_error(
        InputError(
            message.splitlines()[0] if message else "The command line is not complete.",
            where=command,
            expected=f"{' '.join(usage.split())}; see {command} --help",
        )
    )
