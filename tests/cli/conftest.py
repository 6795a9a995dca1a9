"""The command line in this process: what it prints and with which status it ends."""

import signal
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tests.toy_game import GAME as TOY
from wardround.cli import main
from wardround.cli.interrupt import SIGNALS
from wardround.core import Game
from wardround.games import game as installed_game


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs ``wardround`` with these words; ``answer`` answers its questions."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TYPER_USE_RICH", "1")

    def run(*words: object, answer: Callable[[str], str] | None = None) -> Done:
        def ask(prompt: str = "") -> str:
            print(prompt)
            if answer is None:
                raise EOFError
            return answer(prompt)

        monkeypatch.setattr("builtins.input", ask)
        capsys.readouterr()
        before = {number: signal.getsignal(number) for number in SIGNALS}
        try:
            main([str(word) for word in words])
        except SystemExit as end:
            printed = capsys.readouterr()
            return Done(int(end.code or 0), printed.out, printed.err)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)  # a process that was interrupted ignores them
        raise AssertionError("the command line did not exit")

    return run


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game, installed for the command line."""

    def find(id: str) -> Game:
        return TOY if id == TOY.id else installed_game(id)

    monkeypatch.setattr("wardround.cli.output.find_game", find)
    return TOY


def no_traceback(done: Done) -> None:
    """Assert that an error was told to people, not to programmers."""
    assert "Traceback" not in done.out + done.err


def answers(lines: list[str]) -> Callable[[str], str]:
    """Answers with these lines; Enter where the terminal changes hands; then end of input."""
    left = iter(lines)

    def answer(prompt: str) -> str:
        if "Hand over" in prompt:
            return ""
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return answer
