"""A search of constants on disk: Optuna's journal, which only ever takes trials that are complete.

So going on after a kill asks for the same trials that an unbroken search would have asked for.
"""

import fcntl
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wardround.core import check_target
from wardround.lab.errors import LabError

if TYPE_CHECKING:
    from optuna import Study
    from optuna.trial import FrozenTrial

NAME: Final = "wardround"
"""What the study is called in the file."""
PLAN: Final = "plan"
"""The attribute of the study that says what is searched."""


def quiet_optuna() -> Any:
    """Optuna, which says nothing by itself.

    Raises:
        LabError: It is not installed.
    """
    try:
        import optuna
    except ImportError as error:
        raise LabError(
            "The library that searches (Optuna) is not installed.",
            where="wardround tune",
            expected="pip install 'wardround[lab]'",
        ) from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


class StudyFile:
    """The file of one search. Only one program at a time may have it open; :meth:`close` ends that.

    Args:
        path: The file, which is made if it is not there.
        plan: What is searched, as plain data.
        resume: Whether to go on with what is there; else what is there is replaced.

    Raises:
        LabError: It cannot be written, holds another search or something else, or another program
            writes it.
    """

    def __init__(self, path: Path, plan: Mapping[str, Any], resume: bool) -> None:
        self.path = path
        if resume and not path.is_file():
            raise LabError(
                "There is no search to go on with.",
                where=str(path),
                expected="the file that `wardround tune --out` wrote",
            )
        check_target(path, LabError)
        self._lock = _locked(path)
        try:
            if resume:
                _cut(self._lock)
            else:
                os.ftruncate(self._lock, 0)
            self._study = self._opened(json.loads(json.dumps(plan)), resume)
        except BaseException:
            self.close()
            raise

    def _opened(self, plan: dict[str, Any], resume: bool) -> "Study":
        optuna = quiet_optuna()
        from optuna.storages import JournalStorage
        from optuna.storages.journal import JournalFileBackend

        try:
            storage = JournalStorage(JournalFileBackend(str(self.path)))
            study: Study = optuna.create_study(
                storage=storage, study_name=NAME, load_if_exists=resume
            )
            found = study.user_attrs.get(PLAN)
        except (ValueError, KeyError, TypeError, AssertionError) as error:
            raise LabError(
                "The search cannot be read.",
                where=str(self.path),
                expected="the file that `wardround tune --out` wrote",
            ) from error
        if found is None and not study.trials:
            study.set_user_attr(PLAN, plan)
        elif found != plan:
            names = [name for name in plan if (found or {}).get(name) != plan[name]]
            raise LabError(
                f"The file holds another search: {', '.join(names)} is not the same.",
                where=str(self.path),
                expected="the words with which it was begun, and --resume",
            )
        return study

    def trials(self) -> "list[FrozenTrial]":
        """The trials that stand in it, in order."""
        return self._study.trials

    def add(self, trial: "FrozenTrial") -> None:
        """Write a trial that is complete."""
        self._study.add_trial(trial)

    def close(self) -> None:
        """Let the file go."""
        os.close(self._lock)


def _locked(path: Path) -> int:
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise LabError(
            f"The file cannot be made: {error.strerror}.",
            where=str(path),
            expected="a file that may be written",
        ) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(file)
        raise LabError(
            "Another program is writing this search.",
            where=str(path),
            expected="to wait for its end",
        ) from error
    return file


def _cut(file: int) -> None:
    """Take away a last line that a kill left unfinished."""
    text = os.pread(file, os.fstat(file).st_size, 0)
    os.ftruncate(file, text.rfind(b"\n") + 1)
