"""Files that are read: as editors of all systems save them, and as nobody should."""

import codecs
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run, no_traceback
from tests.cli.terminal import start
from wardround.bots import make_bot
from wardround.core import Match
from wardround.games.dice_hospital import GAME
from wardround.games.dynamite_nurse.pack import DEFAULT_TEXT
from wardround.lab import play_match

SAVED: dict[str, Callable[[str], bytes]] = {
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 of Windows": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16, big end first": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-16 without a mark": lambda text: text.encode("utf-16-le"),
    "ends of line of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "ends of line of old Macs": lambda text: text.replace("\n", "\r").encode(),
    "no end of line at the end": lambda text: text.rstrip("\n").encode(),
    "blank lines at the end": lambda text: f"{text}\n \n".encode(),
}
NAMED = DEFAULT_TEXT.replace('title = "Reconstructed cards"', 'title = "Schachtel für Zoë"')
BACKS = "\n".join(
    f'[[ambulance_back]]\nnumber = {number}\nred = 1\nyellow = 2\ngreen = 3\nprovenance = "OWN"'
    for number in range(1, 6)
)


@pytest.fixture(scope="module")
def record() -> str:
    """The text of a finished game."""
    match = Match(GAME, 2, "record", names=["Zoë", "日本"])
    play_match(match, {seat: make_bot("random", seat) for seat in range(2)})
    return match.record().to_text()


@pytest.mark.parametrize("how", SAVED)
def test_files_are_read_as_editors_save_them(
    run: Run, tmp_path: Path, record: str, how: str
) -> None:
    save = SAVED[how]
    (tmp_path / "game.wrd").write_bytes(save(record))
    (tmp_path / "pack.toml").write_bytes(save(NAMED))
    (tmp_path / "own.toml").write_bytes(save(BACKS))
    done = run("replay", tmp_path / "game.wrd", "--check")
    assert (done.status, done.err) == (0, "")
    done = run("pack", "check", tmp_path / "pack.toml")
    assert "Schachtel für Zoë" in done.out
    seats = ("--seats", "random,random", "--games", 1, "--set", "final_round_collections=on")
    done = run("simulate", "dice_hospital", *seats, "--material", tmp_path / "own.toml")
    assert (done.status, done.err) == (0, "")


def test_other_encodings_are_refused_with_their_place(
    run: Run, tmp_path: Path, record: str
) -> None:
    (tmp_path / "pack.toml").write_bytes(NAMED.encode("latin-1"))
    line = NAMED[: NAMED.index("für")].count("\n") + 1
    done = run("pack", "check", tmp_path / "pack.toml")
    assert done.status == 2
    assert "not in UTF-8 (byte 0xfc)" in done.err
    assert f"pack.toml, line {line}" in done.err
    assert "saved as UTF-8 and not as Latin-1" in done.err


def test_a_pipe_is_read(tmp_path: Path, record: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("w") as file:
            time.sleep(0.5)
            file.write(record)

    writer = threading.Thread(target=write)
    with start(("replay", pipe, "--check")) as process:
        writer.start()
        out, err = process.communicate(timeout=60)
        writer.join(10)
    assert (process.returncode, err) == (0, "")
    assert "right" in out


HOSTILE = {
    "brackets.toml": "x = " + "[" * 20_000,
    "tables.toml": "x = " + "{a = " * 20_000,
    "digits.toml": "x = " + "9" * 5_000,
    "dots.toml": "a." * 25_000 + "a = 1",
    "table.toml": "[" + ".".join("a" * 25_000) + "]",
    "nul.toml": "\0" * 1_000,
    "empty.toml": "",
    "lists.wrd": "[" * 100_000,
    "objects.wrd": '{"a":' * 50_000,
    "digits.wrd": '{"wardround": ' + "9" * 5_000 + "}",
    "surrogate.wrd": '{"wardround": 1, "game": "\\ud800"}',
    "infinite.wrd": '{"wardround": Infinity}',
    "seats.wrd": '{"wardround": 1, "game": "clinic", "rules": "1", "players": 1000000000, '
    '"options": {}, "names": [], "seed_hash": "", "setup": []}',
    "empty.wrd": "",
}
READERS: list[tuple[object, ...]] = [
    ("pack", "check"),
    ("pack", "show"),
    ("replay",),
    ("play", "dice_hospital", "--resume"),
    ("simulate", "dice_hospital", "--seats", "random", "--games", 1, "--material"),
    ("play", "dynamite_nurse", "--seats", "random,random,random", "--material"),
]
BINARY = {
    "invalid.toml": b'title = "\xff"',
    "noise.wrd": bytes(range(128, 256)),
    "half": b"\xff\xfe\0",
}


@pytest.mark.parametrize("words", READERS, ids=lambda words: " ".join(map(str, words)))
def test_hostile_files_are_answered(
    run: Run, tmp_path: Path, words: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wardround.core.reading.PATIENCE", 0.05)
    for name, text in HOSTILE.items():
        (tmp_path / name).write_text(text)
    for name, data in BINARY.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "large").write_bytes(
        b"#" * 70_000_000 if words[0] == "replay" else b"#" * 2_000_000
    )
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for path in [
        *sorted(tmp_path.iterdir()),
        tmp_path / "missing",
        Path("/dev/null"),
        Path("nul\0l"),
    ]:
        done = run(*words, path)
        assert done.status == 2, path
        assert done.err.startswith("Error: "), path
        assert "where: " in done.err
        assert "expected: " in done.err
        assert len(done.err) < 2_000, path
        no_traceback(done)


def test_a_file_that_may_not_be_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(
        "wardround.core.reading._bytes", refuse
    )  # tests may run as root, who may read all
    done = run("replay", tmp_path / "game.wrd")
    assert done.status == 2
    assert "Permission denied" in done.err
