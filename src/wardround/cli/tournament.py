"""What the command ``wardround tournament`` does: play, go on, show."""

from contextlib import closing
from pathlib import Path
from typing import Any

from wardround.cli.interrupt import Interrupted
from wardround.cli.output import InputError, Report, grid, progress, say, tell_json
from wardround.core import check_target
from wardround.lab import LabError
from wardround.lab.tournament import (
    Estimate,
    Journal,
    Result,
    Standings,
    Tournament,
    play_tournament,
    standings,
)
from wardround.pool import uninterrupted


def run_tournament(plan: Tournament, jobs: int, path: Path | None, as_json: bool) -> None:
    """Play a tournament until its end, or until something stops it, and tell what it shows.

    Args:
        plan: What is played.
        jobs: Processes that play.
        path: The journal, which may hold a part of the same tournament; None for none.
        as_json: Whether it is told to programs.

    Raises:
        LabError: The journal is of no use.
        Interrupted: A signal came; what was played was told.
    """
    journal = None if path is None else _journal(path, plan)
    results = [] if journal is None else journal.results[:]
    stopped: BaseException | None = None
    with progress("Games") as report:
        try:
            _play(plan, jobs, journal, results, report)
        except (Interrupted, Exception) as error:
            stopped = error
    _tell(plan, results, path, as_json)
    if stopped is not None:
        raise stopped


def _journal(path: Path, plan: Tournament) -> Journal:
    check_target(path, InputError)
    return Journal(path, plan)


def _play(
    plan: Tournament, jobs: int, journal: Journal | None, results: list[Result], report: Report
) -> None:
    report(len(results), plan.games)
    done = [one.number for one in results]
    with closing(play_tournament(plan, jobs, done)) as games:
        for one in games:
            with uninterrupted():  # what is counted stands in the journal, and the other way round
                if journal is not None:
                    journal.add(one)
                results.append(one)
            report(len(results), plan.games)


def _tell(plan: Tournament, results: list[Result], path: Path | None, as_json: bool) -> None:
    try:
        found = standings(plan, results)
    except LabError:
        found = None
    partial = len(results) < plan.games
    if as_json:
        if found is not None:
            tell_json(_json(found, len(results), partial))
        return
    if found is not None:
        show(found)
    if partial:
        later = f"; the same command goes on from {path}" if path is not None else ""
        say(f"Only {len(results)} of {plan.games} games were played{later}.")


def _json(found: Standings, played: int, partial: bool) -> dict[str, Any]:
    data = found.to_json()
    return {**data, "partial": True, "played_games": played} if partial else data


def show(found: Standings) -> None:
    """The tables of the entrants and of their pairings."""
    plan = found.plan
    rounds = (
        f"{found.rounds} rounds"
        if found.rounds == plan.rounds
        else f"{found.rounds} of {plan.rounds} rounds"
    )
    grid(
        ("", "rating#", "won#", "95 % interval#", "points#", "games#"),
        [
            (
                _name(plan, one.number),
                f"{one.rating:.0f} ± {one.error:.0f}",
                f"{one.wins.value:.1%}",
                between(one.wins),
                f"{one.score.value:.2f}",
                f"{one.games}",
            )
            for one in found.entrants
        ],
        f"{plan.game.title}, {plan.players} players, {rounds} of {len(plan.tables)} games, "
        f"seed {plan.seed}",
    )
    grid(
        ("", "against", "ahead#", "95 % interval#", "points ahead#", "95 % interval#", "games#"),
        [
            (
                _name(plan, one.first),
                _name(plan, one.second),
                f"{one.ahead.value:.1%}",
                between(one.ahead),
                f"{one.lead.value:+.2f}",
                between(one.lead, ".2f"),
                f"{one.games}",
            )
            for one in found.pairings
        ],
        "Pairings",
    )


def _name(plan: Tournament, number: int) -> str:
    """An entrant's name; with its number where the same bot enters twice."""
    name = plan.entrants[number]
    return name if plan.entrants.count(name) == 1 else f"{name} ({number + 1})"


def between(estimate: Estimate, form: str = ".1%") -> str:
    """The interval of an estimate; a dash if there is none."""
    if estimate.low is None or estimate.high is None:
        return "-"
    return f"{estimate.low:{form}} - {estimate.high:{form}}"
