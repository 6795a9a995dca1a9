"""Standard output and standard error as they are found: in any encoding, closed, full, or cut off.

While a command runs they are replaced by stand-ins that write what an encoding lacks in another
way and that say in one way, :class:`OutputLost`, that nothing can be written any more.
"""

import codecs
import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, TextIO, cast
from unicodedata import normalize

READER_GONE = 141
"""What a shell shows for a program that wrote into a pipe that nobody reads."""
CANNOT = 2

LOOKALIKES = {
    "‐": "-",
    "‑": "-",
    "–": "-",
    "—": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "•": "*",
    "·": "*",
    "×": "x",
    "±": "+-",
    "→": "->",
    "←": "<-",
    "≤": "<=",
    "≥": ">=",
    "µ": "u",
    **{bar: str(height) for height, bar in enumerate("▁▂▃▄▅▆▇█", start=1)},
    "\u2068": "",
    "\u2069": "",
}
"""How signs are written where the encoding does not have them."""


class OutputLost(Exception):
    """Nothing more can be written to standard output.

    Args:
        error: Why.
    """

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.reason = error.strerror or str(error)
        self.status = READER_GONE if error.errno == errno.EPIPE else CANNOT


def lookalike(error: UnicodeError) -> tuple[str, int]:
    """Another way to write what an encoding lacks: a sign like it, its plain letter, or ``?``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wanted = error.object[error.start : error.end]
    return "".join(map(_in_ascii, wanted)), error.end


def _in_ascii(character: str) -> str:
    if character in LOOKALIKES:
        return LOOKALIKES[character]
    letters = normalize("NFKD", character).encode("ascii", "ignore").decode()
    return letters or "?"


codecs.register_error("wardround", lookalike)


class StandIn:
    """A stream that is written to in place of another one.

    Args:
        stream: The other one; None if it was closed when the program began.
        loses: Whether it says that nothing can be written; else that is passed over in silence.
    """

    def __init__(self, stream: TextIO | None, loses: bool) -> None:
        self._stream = stream
        self._loses = loses
        self._error: OSError | None = None
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="wardround")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @property
    def encoding(self) -> str:
        """The encoding; UTF-8 where nothing can be written anyway."""
        return getattr(self._stream, "encoding", None) or "utf-8"

    def isatty(self) -> bool:
        """Whether people read it at once."""
        return self._stream is not None and self._stream.isatty()

    def write(self, text: str) -> int:
        """Write the text."""
        try:
            if self._stream is None:
                raise OSError(errno.EBADF, "it is closed")
            self._stream.write(text)
        except OSError as error:
            self._lose(error)
        self._tell()
        return len(text)

    def flush(self) -> None:
        """Write what is held back."""
        try:
            if self._stream is not None:
                self._stream.flush()
        except OSError as error:
            self._lose(error)
        self._tell()

    def _lose(self, error: OSError) -> None:
        """From now on everything goes nowhere, what is held back too."""
        self._error = self._error or error
        if self._stream is not None:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())

    def _tell(self) -> None:
        """Say that something was lost, again and again: libraries overhear it."""
        if self._loses and self._error is not None:
            raise OutputLost(self._error)


@contextmanager
def stand_ins() -> Iterator[None]:
    """Replace standard output and standard error."""
    _occupy()
    before = sys.stdin, sys.stdout, sys.stderr
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    sys.stdout = cast("TextIO", StandIn(before[1], loses=True))
    sys.stderr = cast("TextIO", StandIn(before[2], loses=False))
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _occupy() -> None:
    """Open the three standard descriptors that are closed, lest a file that is opened gets one."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    while descriptor <= 2:
        descriptor = os.open(os.devnull, os.O_RDWR)
    os.close(descriptor)


def encodable(text: str, stream: IO[str]) -> str:
    """The text as the stream will show it, so that widths can be counted."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        return text.encode(encoding, "wardround").decode(encoding)
    except (LookupError, UnicodeError):
        return text
