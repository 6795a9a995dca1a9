"""What the command ``wardround text`` does: let a program play against bots, and tell."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wardround.adapters.program import Program
from wardround.bots import bot_named
from wardround.cli.interrupt import Interrupted
from wardround.cli.output import InputError, Report, grid, progress, say, tell_json
from wardround.cli.seats import seat_list
from wardround.cli.tournament import between
from wardround.core import WardroundError, check_target
from wardround.core.words import counted
from wardround.lab.harness import (
    FORMAT,
    Counts,
    Manner,
    Question,
    Score,
    Transcript,
    play_duel,
    score,
)
from wardround.lab.tournament import Result, Tournament
from wardround.pool import uninterrupted


def opponents(text: str) -> list[str]:
    """The bots given with ``--against``.

    Raises:
        UnknownBot: One is not installed.
        InputError: One stands there twice.
    """
    names = seat_list(text)
    for place, name in enumerate(names):
        bot_named(name, "--against")
        if name in names[:place]:
            raise InputError(
                f"{name!r} stands there twice.",
                where="--against",
                expected="each opponent at most once",
            )
    return names


@dataclass
class _Run:
    """The games against one opponent, as far as they were played."""

    plan: Tournament
    results: list[Result] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)

    def score(self) -> Score:
        return score(self.plan, self.results, self.counts)


def run_text(
    plans: Sequence[Tournament],
    program: Program,
    manner: Manner,
    path: Path | None,
    as_json: bool,
) -> None:
    """Play all duels until their end, or until something stops them, and tell what they show.

    Args:
        plans: A duel for each opponent.
        program: Who is asked.
        manner: How it is asked.
        path: Where the transcript is written; None for none.
        as_json: Whether it is told to programs.

    Raises:
        InputError, LabError: The transcript cannot be written.
        ProgramError: The program failed; what was played was told.
        Interrupted: A signal came; what was played was told.
    """
    runs = [_Run(plan) for plan in plans]
    stopped: BaseException | None = None
    with ExitStack() as stack:
        transcript = None
        if path is not None:
            check_target(path, InputError)
            transcript = stack.enter_context(Transcript(path))
        try:
            with progress("Games") as report:
                _play(runs, program, manner, transcript, report)
        except (Interrupted, Exception) as error:
            stopped = error
        data = _json(runs, program, manner)
        if transcript is not None:
            try:
                transcript.add({"kind": "summary", **data})
            except WardroundError as error:
                stopped = stopped or error
    if as_json:
        tell_json(data)
    else:
        _show(runs, program)
        if path is not None:
            say(f"The transcript stands in {path}.")
    if stopped is not None:
        raise stopped


def _play(
    runs: Sequence[_Run],
    program: Program,
    manner: Manner,
    transcript: Transcript | None,
    report: Report,
) -> None:
    total, done = sum(run.plan.games for run in runs), 0
    report(done, total)
    for run in runs:

        def hear(one: Question, counts: Counts = run.counts) -> None:
            with uninterrupted():  # what is counted stands in the transcript
                if transcript is not None:
                    transcript.add(one.to_json())
                counts.add(one)

        for result in play_duel(run.plan, program.answer, manner, hear):
            run.results.append(result)
            done += 1
            report(done, total)


def _json(runs: Sequence[_Run], program: Program, manner: Manner) -> dict[str, Any]:
    plan = runs[0].plan
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": plan.game.id,
        "rules_version": plan.game.rules_version,
        "command": program.command,
        "timeout": program.timeout,
        "retries": manner.retries,
        "rules": manner.rules,
        "players": plan.players,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "options": dict(plan.options),
        "opponents": [run.score().to_json() for run in runs],
    }
    return {**data, "partial": True} if _played(runs) < _planned(runs) else data


def _played(runs: Sequence[_Run]) -> int:
    return sum(len(run.results) for run in runs)


def _planned(runs: Sequence[_Run]) -> int:
    return sum(run.plan.games for run in runs)


def _show(runs: Sequence[_Run], program: Program) -> None:
    plan = runs[0].plan
    scores = [run.score() for run in runs if run.counts.questions]
    if scores:
        grid(
            ("against", "won#", "95 % interval#", "points#", "theirs#", "games#"),
            [_score_row(one) for one in scores],
            f"{plan.game.title}, {plan.players} players, {counted(plan.rounds, 'round')} of "
            f"{plan.players} games, seed {plan.seed}: {program.command}",
        )
        grid(
            (
                "against",
                "questions#",
                "refused#",
                "left to chance#",
                "characters asked#",
                "answered#",
                "s an answer#",
            ),
            [_counts_row(one) for one in scores],
            "Questions and answers",
        )
    if _played(runs) < _planned(runs):
        say(f"Only {_played(runs)} of {_planned(runs)} games were played.")


def _score_row(one: Score) -> tuple[str, ...]:
    if one.wins is None or one.points is None or one.points_of_others is None:
        return (one.against, "-", "-", "-", "-", "0")
    return (
        one.against,
        f"{one.wins.value:.1%}",
        between(one.wins),
        f"{one.points.value:.2f}",
        f"{one.points_of_others:.2f}",
        f"{one.games}",
    )


def _counts_row(one: Score) -> tuple[str, ...]:
    counts = one.counts
    return (
        one.against,
        f"{counts.questions}",
        f"{counts.refused}",
        f"{counts.left_to_chance}",
        f"{counts.prompt_characters:,}",
        f"{counts.answer_characters:,}",
        f"{counts.seconds_per_answer:.2f}",
    )
