"""What ``wardround train`` does: lessons, then play against itself, with a curve, in a folder.

The folder holds ``network.npz`` (what the bot ``trained`` plays with), ``best.npz`` (the one that
did best against ``greedy`` so far), ``curve.json`` and ``curve.svg``, and ``training.npz``, from
which the run goes on. Everything follows from the seed and the numbers of rounds; how many rounds
there are in some minutes depends on the machine.
"""

from __future__ import annotations

import io
import json
import os
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from wardround.bots import bot_for
from wardround.bots.bot import Bot, Turn
from wardround.core import Game, write_file
from wardround.core.options import OptionValue
from wardround.games import game as installed_game
from wardround.lab.curve import AGAINST, Curve
from wardround.lab.errors import LabError
from wardround.pool import spread, uninterrupted

if TYPE_CHECKING:
    from wardround.lab.learner import Learner
    from wardround.lab.lessons import Lesson

FORMAT: Final = "wardround training 1"
NETWORK: Final = "network.npz"
BEST: Final = "best.npz"
STATE: Final = "training.npz"
LESSON_GAMES: Final = 48
"""Games of a round of lessons; in every second one the pupil plays, once it knows something."""
KEPT: Final = 120_000
"""Choices of the latest lessons that are learned from."""
OFTEN: Final = 6
"""How often each choice of a lesson is looked at, on average, when it comes."""
SAVED_EVERY: Final = 60.0
"""Seconds."""


@dataclass(frozen=True)
class Plan:
    """What shall be learned, and how.

    Args:
        game: Id of the game.
        players: Number of seats, at least 2.
        options: All options of the game with their values.
        seed: Fixes all chance.
        teacher: Name of the bot from which the network learns first.
        lessons: Minutes of lessons.
        rival: Name of the bot that holds seats in a part of the games after the lessons.
        share: Percent of those games in which it does.
    """

    game: str
    players: int
    options: Mapping[str, OptionValue]
    seed: str
    teacher: str
    lessons: float
    rival: str
    share: int

    @classmethod
    def made(
        cls,
        game: Game,
        players: int | None,
        options: Mapping[str, object] | None,
        seed: str,
        teacher: str = "greedy",
        lessons: float = 10.0,
        rival: str = "greedy",
        share: int = 25,
    ) -> Plan:
        """A plan that can be carried out.

        Raises:
            SeatError, OptionError: The game is not for so many players or these options.
            UnknownBot: A bot is not installed.
            LabError: Somebody who plays alone has nobody to learn with.
        """
        seats = game.number_of_seats(max(2, game.min_players) if players is None else players)
        if seats < 2:
            raise LabError(
                "A network learns by playing against others.",
                where="players",
                expected="at least 2",
            )
        for bot in (teacher, rival):
            bot_for(bot, game.id, seats)
        chosen = game.check_options(options, seats)
        return cls(game.id, seats, dict(chosen), seed, teacher, lessons, rival, share)

    def agreeing(self, other: Plan, any_lessons: bool) -> Plan:
        """This plan, which was begun, if another one says the same.

        Args:
            other: What is asked for now.
            any_lessons: Whether it says nothing of the minutes of lessons.

        Raises:
            LabError: It says something else.
        """
        wanted = replace(other, lessons=self.lessons) if any_lessons else other
        for name, value in asdict(self).items():
            if asdict(wanted)[name] != value:
                raise LabError(
                    f"The run in the folder was begun with other {name}.",
                    where=name,
                    expected=f"{value}, as it was begun",
                )
        return self


@dataclass
class Progress:
    """How far a run is.

    Args:
        rounds: Rounds of lessons and of play so far.
        lesson_rounds: Those of lessons.
        minutes: Spent on learning; evaluations come on top.
        lesson_minutes: Spent on lessons.
        choices: Choices that were learned from.
        best: The lower end of the best result against ``greedy`` until now.
    """

    rounds: int = 0
    lesson_rounds: int = 0
    minutes: float = 0.0
    lesson_minutes: float = 0.0
    choices: int = 0
    best: float = -1.0


def needs_train() -> LabError:
    """The error that says what the command needs."""
    return LabError(
        "The libraries that learn and draw are not all installed (JAX, Optax, vl-convert).",
        where="wardround train",
        expected="pip install 'wardround[train]'",
    )


class FileBot(Bot):
    """Plays by the network in a file.

    Args:
        path: The file.
        seed: Says nothing.
    """

    def __init__(self, path: str, seed: int | str) -> None:
        from wardround.network import Network

        self._network = Network.load(Path(path))

    def choose(self, turn: Turn) -> int:
        """The likeliest action."""
        return self._network.choice(turn.observation(), turn.legal)


class Training:
    """A run in its folder.

    Args:
        plan: What is learned.
        folder: Of the run.
        resume: Whether to go on with the run that is there; else the folder must not be there.
        rounds: Deals of an evaluation; each is played once from every seat.
        jobs: Processes that play lessons and evaluations.
        tell: Takes what there is to say.

    Raises:
        LabError: The extra ``train`` is missing, or the folder does not fit.
    """

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        resume: bool,
        rounds: int,
        jobs: int,
        tell: Callable[[str], None],
    ) -> None:
        try:
            import vl_convert  # noqa: F401

            from wardround.lab.learner import Learner
        except ImportError as error:
            raise needs_train() from error
        self.plan, self.folder, self.jobs, self.tell = plan, folder, jobs, tell
        game = installed_game(plan.game)
        self.progress = Progress()
        self._lessons: deque[Lesson] = deque()
        self.learner: Learner = Learner(
            game, plan.players, plan.options, plan.seed, plan.rival, plan.share
        )
        if resume:
            self._restore()
        elif os.path.lexists(folder):
            raise LabError(
                "The folder exists already.",
                where=str(folder),
                expected="a new one, or --resume to go on with the run in it",
            )
        try:
            self.curve = Curve(
                folder,
                f"Lessons by {plan.teacher}, then self-play",
                game,
                plan.players,
                rounds,
                plan.seed,
                plan.options,
                resume,
                "minutes of learning",
                tell,
            )
        except OSError as error:
            raise LabError(
                f"The folder cannot be made: {error.strerror}.",
                where=str(folder),
                expected="a folder that can be written to",
            ) from error
        known = self.progress.choices  # what a run that was killed had seen after that is forgotten
        self.curve.points = [one for one in self.curve.points if one.steps <= known]
        self._whole = (self.learner.kept(), replace(self.progress))

    # --- running ------------------------------------------------------------------------------

    def run(self, minutes: float, every: float) -> None:
        """Learn, and see now and then how well it plays. What was learned is kept, come what may.

        Args:
            minutes: How long it learns; evaluations come on top.
            every: Minutes between evaluations.
        """
        end = self.progress.minutes + minutes
        looked = self.progress.minutes
        saved = float("-inf")
        try:
            while self.progress.minutes < end:
                self.round()
                if monotonic() - saved > SAVED_EVERY:
                    self.save()
                    saved = monotonic()
                if self.progress.minutes - looked >= every and self.progress.minutes < end:
                    looked = self.progress.minutes
                    self.look()
                    self.save()
            self.look()
        finally:
            self.save()

    def round(self) -> None:
        """One round of lessons, or of play."""
        begun = monotonic()
        now = replace(self.progress)
        lessons = now.lesson_minutes < self.plan.lessons
        if lessons:
            now.choices += self._study(now)
            now.lesson_rounds += 1
        else:
            self._lessons.clear()
            now.choices += self._play(now)
        now.rounds += 1
        spent = (monotonic() - begun) / 60
        now.minutes += spent
        if lessons:
            now.lesson_minutes += spent
        self._keep(now)

    def _keep(self, now: Progress) -> None:
        """A round is whole: from here the run can go on."""
        with uninterrupted():
            self.progress = now
            self._whole = (self.learner.kept(), replace(now))

    def _study(self, now: Progress) -> int:
        from wardround.lab.learner import LESSON_BATCH, LESSON_RATE
        from wardround.lab.lessons import Task, play_lesson

        pupil = ""
        if now.lesson_rounds:
            path = self.folder / f"pupil-{now.rounds}.npz"
            self._write_network(path)
            pupil = str(path)
        plan = self.plan
        tasks = [
            Task(
                plan.game,
                plan.players,
                plan.options,
                plan.teacher,
                f"{plan.seed}/lesson/{now.rounds}/{number}",
                pupil if number % 2 else "",
            )
            for number in range(LESSON_GAMES)
        ]
        try:
            with closing(spread(play_lesson, tasks, self.jobs)) as found:
                new = self._joined([*found])
        finally:
            if pupil:
                Path(pupil).unlink(missing_ok=True)
        self._lessons.append(new)
        while sum(map(len, self._lessons)) - len(self._lessons[0]) > KEPT:
            self._lessons.popleft()
        batches = max(1, OFTEN * len(new) // LESSON_BATCH)
        loss = self.learner.study(self._joined([*self._lessons]), now.rounds, batches, LESSON_RATE)
        self.tell(
            f"{now.minutes:5.1f} min  lessons, round {now.rounds + 1}: {len(new):,} choices, "
            f"loss {loss:.3f}"
        )
        return len(new)

    def _joined(self, lessons: list[Lesson]) -> Lesson:
        from wardround.lab.lessons import Lesson

        return Lesson.joined(lessons)

    def _play(self, now: Progress) -> int:
        from wardround.lab.learner import RATE

        choices = self.learner.play(now.rounds, RATE)
        self.tell(f"{now.minutes:5.1f} min  play, round {now.rounds + 1}: {choices:,} choices")
        return choices

    def look(self) -> None:
        """See how well it plays."""
        path = self.folder / NETWORK
        self._write_network(path)
        make = partial(FileBot, str(path))
        self.curve.examine(make, self.progress.minutes, self.progress.choices, self.jobs)
        found = self.curve.points[-1]
        if found.against == AGAINST[-1] and found.low > self.progress.best:
            self._keep(replace(self.progress, best=found.low))
            write_file(self.folder / BEST, path.read_bytes(), LabError)

    # --- files --------------------------------------------------------------------------------

    def _write_network(self, path: Path) -> None:
        facts = {
            "options": dict(self.plan.options),
            "seed": self.plan.seed,
            "teacher": self.plan.teacher,
            "rival": self.plan.rival,
            "share": self.plan.share,
            "rounds": self.progress.rounds,
            "lesson_rounds": self.progress.lesson_rounds,
            "choices": self.progress.choices,
            "minutes": round(self.progress.minutes, 1),
        }
        self.learner.network(facts).save(path)

    def save(self) -> None:
        """Write the network and what the run goes on from, as after the last whole round."""
        import numpy as np

        arrays, progress = self._whole
        file = io.BytesIO()
        np.savez(
            file,
            allow_pickle=False,
            format=np.array(FORMAT),
            plan=np.array(json.dumps(asdict(self.plan))),
            progress=np.array(json.dumps(asdict(progress))),
            **{f"array{number}": one for number, one in enumerate(arrays)},
        )
        with uninterrupted():
            self.learner.restore(arrays)
            self.progress = replace(progress)
            self._write_network(self.folder / NETWORK)
            write_file(self.folder / STATE, file.getvalue(), LabError)

    def _restore(self) -> None:
        _, progress, arrays = _read(self.folder / STATE)
        self.progress = Progress(**progress)
        try:
            self.learner.restore(arrays)
        except ValueError as error:
            raise _no_training(self.folder / STATE, error) from error


def begun(folder: Path) -> Plan:
    """The plan of the run in a folder.

    Raises:
        LabError: There is none.
    """
    return Plan(**_read(folder / STATE)[0])


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any], list[Any]]:
    import zipfile

    try:
        import numpy as np
    except ImportError as error:
        raise needs_train() from error
    try:
        with np.load(path, allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise ValueError(f"its format is {str(file['format'])!r}")
            count = sum(name.startswith("array") for name in file.files)
            arrays = [file[f"array{number}"] for number in range(count)]
            return json.loads(str(file["plan"])), json.loads(str(file["progress"])), arrays
    except (EOFError, OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise _no_training(path, error) from error


def _no_training(path: Path, error: Exception) -> LabError:
    return LabError(
        f"There is no training to go on with: {error}.",
        where=str(path),
        expected="the folder of a run of wardround train",
    )
