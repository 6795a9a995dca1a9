"""A program that answers questions: it reads one on its standard input and writes the answer.

    program = Program("python3 first.py", timeout=60)
    answer = program.answer(prompt)

It is started anew for every question, without a shell, in a process group of its own, of which
nothing is left when the answer is there, when the time is over, or when this process is told to
stop.
"""

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from math import isfinite
from selectors import EVENT_READ, DefaultSelector
from shutil import which
from tempfile import TemporaryFile
from time import monotonic
from typing import IO, ClassVar, Final

from wardround.adapters.text import AnswerError
from wardround.core import WardroundError, shown
from wardround.pool import uninterrupted

LONGEST_ANSWER: Final = 1_000_000
"""Bytes of an answer; one that is longer is none."""
LONGEST_COMPLAINT: Final = 300
"""Characters of what a program writes about its failure that are shown."""
KEPT: Final = 4 * LONGEST_COMPLAINT
"""Bytes at the end of the standard error that are kept."""
CHUNK: Final = 65_536
PATIENCE: Final = 0.05
"""Seconds after which it is looked whether a program ended whose output others hold open."""
LONGEST_TIMEOUT: Final = 1_000_000.0
"""Seconds: a clock that counts further is no clock."""


class ProgramError(WardroundError):
    """A program that cannot be started, fails, or takes too long."""

    code: ClassVar[str] = "program"


class Program:
    """A command that answers questions.

    Args:
        command: Its words as a shell reads them; no shell runs it.
        timeout: Seconds that an answer may take.

    Raises:
        ProgramError: These are no words, no program of this name is found, or the timeout is none.
    """

    def __init__(self, command: str, timeout: float) -> None:
        if not (isfinite(timeout) and 0 < timeout <= LONGEST_TIMEOUT):
            raise ProgramError(
                f"An answer cannot take {timeout:g} seconds.",
                where="timeout",
                expected=f"more than 0 seconds, at most {LONGEST_TIMEOUT:,.0f}",
            )
        self.command = command
        self.timeout = timeout
        self.words = _words(command)

    def answer(self, prompt: str) -> str:
        """What the program answers; bytes that are no UTF-8 are replaced.

        Args:
            prompt: What stands on its standard input.

        Raises:
            ProgramError: It cannot be started, ends with another status than 0, or takes too long.
            AnswerError: The answer is too long.
        """
        process: subprocess.Popen[bytes] | None = None
        with TemporaryFile() as question:
            question.write(prompt.encode("utf-8", "replace"))
            question.seek(0)
            try:
                with uninterrupted():
                    process = self._start(question)
                return self._answer(process)
            finally:
                if process is not None:
                    _end(process)

    def _start(self, question: IO[bytes]) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(  # noqa: S603
                self.words,
                stdin=question,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(
                f"The command cannot be started: {error.strerror or error}.",
                expected=f"a program instead of {shown(self.words[0])!r}",
            ) from error

    def _answer(self, process: "subprocess.Popen[bytes]") -> str:
        until = monotonic() + self.timeout
        written, complaint = bytearray(), bytearray()
        try:
            self._read(process, written, complaint, until)
            status = process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired as error:
            raise ProgramError(
                f"The command did not answer within {self.timeout:g} seconds{_quoted(complaint)}.",
                expected="an answer and the end of the program in this time, or a longer one "
                "(timeout)",
            ) from error
        if status:
            how = f"by signal {-status}" if status < 0 else f"with status {status}"
            raise ProgramError(
                f"The command ended {how}{_quoted(complaint)}.",
                expected="an answer on its standard output, and status 0",
            )
        return written.decode("utf-8", "replace")

    def _read(
        self,
        process: "subprocess.Popen[bytes]",
        written: bytearray,
        complaint: bytearray,
        until: float,
    ) -> None:
        """Read both outputs until they end, or the program did and nothing more is in them."""
        with DefaultSelector() as outputs:
            for pipe, kept in ((process.stdout, written), (process.stderr, complaint)):
                assert pipe is not None
                outputs.register(pipe, EVENT_READ, kept)
            while outputs.get_map():
                left = until - monotonic()
                if left <= 0:
                    raise subprocess.TimeoutExpired(self.words, self.timeout)
                ready = outputs.select(min(left, PATIENCE))
                if not ready and process.poll() is not None:
                    return
                for key, _ in ready:
                    chunk = os.read(key.fd, CHUNK)
                    key.data.extend(chunk)
                    if not chunk:
                        outputs.unregister(key.fileobj)
                del complaint[:-KEPT]
                if len(written) > LONGEST_ANSWER:
                    raise AnswerError(
                        f"The answer is longer than {LONGEST_ANSWER:,} bytes.",
                        where="answer",
                        expected="a short answer",
                    )


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(
            f"{shown(command)!r} is no command: {error}.",
            where="command",
            expected="words as a shell reads them, every quotation closed",
        ) from error
    if not words or "\0" in command or which(words[0]) is None:
        raise ProgramError(
            f"There is no program {shown(words[0] if words else '')!r}.",
            where="command",
            expected="a program that is installed or the path of one, and its arguments",
        )
    return words


def _quoted(complaint: bytearray) -> str:
    """The last line of what a program wrote about its failure, to be put behind a sentence."""
    lines = complaint.decode("utf-8", "replace").strip().splitlines()
    return f" ({lines[-1][:LONGEST_COMPLAINT].strip().rstrip('.')})" if lines else ""


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kill what is left of a program and of all that it started."""
    with uninterrupted():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
