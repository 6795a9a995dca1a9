"""Files are written whole or not at all, and looked at before."""

import os
import stat
import threading
from pathlib import Path

import pytest

from wardround.core import RecordError, check_target, free_name, write_file


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    write_file(path, b"one", RecordError)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    path.chmod(0o600)
    write_file(path, b"two", RecordError)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "game.wrd", tmp_path / "last.wrd"
    link.symlink_to(path)
    write_file(link, b"one", RecordError)
    assert link.is_symlink()
    assert path.read_bytes() == b"one"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    write_file(path, b"one", RecordError)
    reader.join(10)
    assert found == [b"one"]


def test_what_stood_there_stays_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.wrd"
    path.write_bytes(b"old")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(RecordError, match="No space left on device") as raised:
        write_file(path, b"new", RecordError)
    assert raised.value.where == str(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["no/such/game.wrd", ".", "n" * 300, "nul\0l"])
def test_what_cannot_be_written_is_known_before(tmp_path: Path, name: str) -> None:
    with pytest.raises(RecordError) as raised:
        check_target(tmp_path / name, RecordError)
    missing = name == "no/such/game.wrd"
    told = (raised.value.where, raised.value.expected)
    if missing:
        assert told == (str(tmp_path / "no/such"), "an existing folder")
    else:
        assert told == (str(tmp_path / name), "a file that may be written")
    assert "[Errno" not in raised.value.message
    with pytest.raises(RecordError):
        write_file(tmp_path / name, b"", RecordError)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_may_not_be_written_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.wrd"
    path.write_bytes(b"old")
    check_target(path, RecordError)
    assert path.read_bytes() == b"old"
    monkeypatch.setattr("os.access", lambda *_: False)  # tests may run as root, who may do all
    with pytest.raises(RecordError, match="Permission denied"):
        check_target(path, RecordError)


def test_a_folder_in_which_nothing_may_be_made_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_target(tmp_path / "game.wrd", RecordError)
    assert list(tmp_path.iterdir()) == []

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(RecordError, match="Permission denied"):
        check_target(tmp_path / "game.wrd", RecordError)


def test_a_free_name_is_found(tmp_path: Path) -> None:
    path = tmp_path / "game.wrd"
    assert free_name(path) == path
    path.touch()
    (tmp_path / "game-2.wrd").symlink_to("nowhere")
    assert free_name(path) == tmp_path / "game-3.wrd"
