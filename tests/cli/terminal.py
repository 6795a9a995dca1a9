"""The command line as a process of its own: on a terminal, in pipes, interrupted by signals."""

import errno
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-c", "from wardround.cli import main; main()")
PATIENCE = 120.0
"""Seconds that a busy machine may take for anything."""
AGAIN = 2.0
"""Seconds after which Ctrl+C is pressed again, as a person would: one that arrives in the moment
between Python's showing a prompt and its waiting for the line is seen with the next key only."""
CTRL_C = "\x03"


@dataclass(frozen=True)
class Shown:
    """What a terminal showed and how the command ended."""

    status: int
    text: str

    @property
    def lines(self) -> list[str]:
        """The lines, without line ends."""
        return self.text.replace("\r\n", "\n").split("\n")


def environment(**given: str) -> dict[str, str]:
    """This process's environment, fit for a command of its own, with these variables."""
    left_out = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "TYPER_USE_RICH")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), given.get("PYTHONPATH", "")])
    return {**kept, "TERM": "xterm", **given, "PYTHONPATH": path}


def start(words: Sequence[object], **given: str) -> "subprocess.Popen[str]":
    """The command in pipes, in a process group of its own as a shell would start it."""
    return subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(**given),
        start_new_session=True,
    )


def shell(line: str, **given: str) -> "subprocess.CompletedProcess[bytes]":
    """A line for the shell, in which ``wardround`` is the command."""
    words = " ".join(f"'{word}'" for word in COMMAND)
    return subprocess.run(
        ["bash", "-c", f'wardround() {{ {words} "$@"; }}; {line}'],
        capture_output=True,
        env=environment(**given),
        check=False,
    )


def on_terminal(
    words: Sequence[object],
    columns: int,
    typed: Sequence[tuple[str, str]] = (),
    **given: str,
) -> Shown:
    """Run the command on a terminal so wide.

    Args:
        words: The command line.
        columns: The width.
        typed: What is waited for on the screen, and the keys that are pressed then, in order.
        given: Variables of the environment.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = termios.tcgetattr(theirs)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    with subprocess.Popen(
        [*COMMAND, *map(str, words)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(**given),
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(theirs, termios.TIOCSCTTY, 0),
    ) as process:
        os.close(theirs)
        try:
            text = ""
            for wanted, keys in typed:
                text += _read_until(ours, wanted)
                os.write(ours, keys.encode())
            again = CTRL_C if typed and typed[-1][1] == CTRL_C else ""
            text += _read_until(ours, None, again)
            status = process.wait(PATIENCE)
        finally:
            process.kill()
            os.close(ours)
    return Shown(status, text)


def _read_until(descriptor: int, wanted: str | None, again: str = "") -> str:
    """What the terminal shows up to this text, or up to the end of the process.

    Args:
        descriptor: Our end of the terminal.
        wanted: The text; nothing for the end of the process.
        again: Keys that are pressed again while nothing happens.

    Raises:
        TimeoutError: Nothing of it came in time.
    """
    found = b""
    end = time.monotonic() + PATIENCE
    while wanted is None or wanted not in found.decode("utf-8", "replace"):
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError(found.decode("utf-8", "replace"))
        try:
            if select.select([descriptor], [], [], min(left, AGAIN) if again else left)[0]:
                found += os.read(descriptor, 65536) or _gone()
            elif again:
                os.write(descriptor, again.encode())
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break  # the terminal of a process that is gone
    return found.decode("utf-8", "replace")


def _gone() -> bytes:
    """The end of what a terminal shows, told as Linux tells it."""
    raise OSError(errno.EIO, os.strerror(errno.EIO))
