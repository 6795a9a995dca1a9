"""Files that others will read: written whole or not at all, looked at before the work begins."""

import os
import secrets
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from wardround.core.errors import WardroundError

EXPECTED: Final = "a file that may be written"


def check_target(path: str | Path, kind: type[WardroundError]) -> None:
    """Make sure, before the work that fills it, that a file can be written; nothing is changed.

    Args:
        path: Where the file will be written.
        kind: The error to raise.

    Raises:
        WardroundError: There is no such folder, or the file may not be written; of the kind given.
    """
    folder = Path(path).parent
    if not folder.is_dir():
        raise kind("The folder does not exist.", where=str(folder), expected="an existing folder")
    try:
        target = _target(path)
        if target.is_dir():
            raise IsADirectoryError(None, "Is a directory")
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(None, "Permission denied")
        if not target.exists():
            beside = _beside(target)
            beside.touch(exist_ok=False)
            beside.unlink()
    except (OSError, ValueError) as error:
        raise _cannot(path, error, kind) from error


def write_file(path: str | Path, data: bytes, kind: type[WardroundError]) -> None:
    """Write a file so that nobody ever finds a half of it, whatever ends this process.

    Args:
        path: Where; a link is followed, what stands there is replaced.
        data: What.
        kind: The error to raise.

    Raises:
        WardroundError: It cannot be written: what stood there still does; of the kind given.
    """
    write_parts(path, [data], kind)


def write_parts(path: str | Path, parts: Iterable[bytes], kind: type[WardroundError]) -> None:
    """Write a file that is too large for the memory like :func:`write_file`, part after part.

    Args:
        path: Where; a link is followed, what stands there is replaced.
        parts: What, in order.
        kind: The error to raise.

    Raises:
        WardroundError: It cannot be written: what stood there still does; of the kind given.
    """
    try:
        target = _target(path)
        if target.exists() and not target.is_file():  # a device or a pipe
            with target.open("wb") as file:
                file.writelines(parts)
        else:
            _replace(target, parts)
    except (OSError, ValueError) as error:
        raise _cannot(path, error, kind) from error


def _replace(target: Path, parts: Iterable[bytes]) -> None:
    beside = _beside(target)
    try:
        with beside.open("xb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def free_name(path: str | Path) -> Path:
    """The path, or the first like it that is free: ``game.wrd``, ``game-2.wrd``, ``game-3.wrd``."""
    path = Path(path)
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def _target(path: str | Path) -> Path:
    return Path(os.path.realpath(path))


def _beside(target: Path) -> Path:
    """A name for the unfinished file: in the same folder, so that it can take the other's place."""
    return target.with_name(f".wardround-{secrets.token_hex(8)}")


def _cannot(path: str | Path, error: Exception, kind: type[WardroundError]) -> WardroundError:
    reason = getattr(error, "strerror", None) or str(error)
    return kind(f"The file cannot be written: {reason}.", where=str(path), expected=EXPECTED)
