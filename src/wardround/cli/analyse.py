"""What the command ``wardround analyse`` does: let the search judge, and tell what it says."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from wardround.bots.analysis import Asked, Judged, choices_of, judge, searcher
from wardround.cli.interrupt import Interrupted
from wardround.cli.output import InputError, grid, progress, say, shown_names, tell_json, the_game
from wardround.core import Game, Record

BARS = "▁▂▃▄▅▆▇█"
COLUMNS = 24
"""Of a curve at most."""
SAME = 0.005
"""A loss below this is none to the eye: it is shown as 0.00."""


@dataclass(frozen=True)
class Wanted:
    """What of a record is judged, and by whom.

    Args:
        bot: The search.
        seed: Fixes its chance.
        seat: The seat that is judged, from 1 on; None for all.
        first: The number of the first action, from 1 on.
        last: The number of the last one; None for that of the record.
    """

    bot: str
    seed: str
    seat: int | None
    first: int
    last: int | None


def run_analysis(file: Path, wanted: Wanted, top: int, as_json: bool) -> None:
    """Judge the choices of a record until the end, or until something stops it, and tell.

    Args:
        file: The record.
        wanted: What is judged, and by whom.
        top: Mistakes that are explained.
        as_json: Whether it is told to programs.

    Raises:
        UnknownBot: The bot is no search.
        RecordError, UnknownGame: See :func:`wardround.cli.commands.replayed`.
        InputError: There is no such seat.
        Interrupted: A signal came; what was judged was told.
    """
    searcher(wanted.bot, wanted.seed)
    record = Record.read(file)
    game = the_game(record.header.game)
    seats = None if wanted.seat is None else [_seat(record, wanted.seat)]
    found = choices_of(record, seats, wanted.first, wanted.last, game, str(file))
    judged: list[Judged] = []
    stopped: BaseException | None = None
    with progress("Choices") as report:
        try:
            for asked in found:
                judged.append(judge(asked, wanted.bot, wanted.seed))
                report(len(judged), len(found))
        except (Interrupted, Exception) as error:
            stopped = error
    if as_json:
        tell_json(_json(record, wanted, judged, len(found)))
    else:
        _show(_title(game, file, record, wanted), record, judged, found, top)
    if stopped is not None:
        raise stopped


def _seat(record: Record, number: int) -> int:
    players = record.header.players
    if number > players:
        raise InputError(
            f"The record has no seat {number}.",
            where="--seat",
            expected=f"a number from 1 to {players}",
        )
    return number - 1


# --- for programs ---------------------------------------------------------------------------


def _json(record: Record, wanted: Wanted, judged: list[Judged], planned: int) -> dict[str, Any]:
    head = record.header
    data: dict[str, Any] = {
        "game": head.game,
        "players": head.players,
        "names": head.names,
        "bot": wanted.bot,
        "seed": wanted.seed,
        "choices": [one.to_json() for one in judged],
        "mistakes": [one.number for one in _mistakes(judged)],
        "curves": [
            {"seat": seat, "points": [[one.number, round(one.best.value, 4)] for one in own]}
            for seat, own in _by_seat(judged).items()
        ],
    }
    partial = len(judged) < planned
    return {**data, "partial": True, "planned_choices": planned} if partial else data


# --- for people -----------------------------------------------------------------------------


def _title(game: Game, file: Path, record: Record, wanted: Wanted) -> str:
    actions = len(record.steps)
    return f"{game.title}: {file}, {actions} actions, judged by {wanted.bot}, seed {wanted.seed}"


def _show(
    title: str, record: Record, judged: list[Judged], found: Sequence[Asked], top: int
) -> None:
    names = shown_names(record.header.names)
    say(title, "bold")
    if not found:
        say("There was nothing to choose.")
    if judged:
        say("Action, expected result for the seat (0 lost, 1 won), what it chose:")
    for one in judged:
        say(_sentence(one, names))
    _show_mistakes(_mistakes(judged), names, top)
    _show_curves(judged, names)
    if len(judged) < len(found):
        say(f"Only {len(judged)} of {len(found)} choices were judged.")


def _sentence(one: Judged, names: Sequence[str]) -> str:
    begin = f"{one.number:6}  {one.best.value:.2f}  {names[one.seat]}: {one.played.notation}"
    if one.best is one.played:
        return begin
    if one.loss < SAME:
        return f"{begin}; {one.best.notation} is as good"
    return f"{begin}; {one.best.notation} is better by {one.loss:.2f}"


def _mistakes(judged: Sequence[Judged]) -> list[Judged]:
    """The mistakes, the biggest first; of equal ones the earlier."""
    return sorted((one for one in judged if one.mistake), key=lambda one: -one.loss)


def _show_mistakes(mistakes: Sequence[Judged], names: Sequence[str], top: int) -> None:
    shown = mistakes[:top]
    if not shown:
        return
    say()
    say(f"The biggest mistakes, {len(shown)} of {len(mistakes)}", "bold")
    for one in shown:
        values = f"{one.best.value:.2f} to {one.played.value:.2f}"
        say(f"{one.number:6}  {names[one.seat]} loses {one.loss:.2f}, from {values}.")
        say(f"        played:  {one.played.sentence}")
        say(f"        better:  {one.best.sentence}")
        if len(one.best.words) > 1:
            say(f"        then:    {', '.join(one.best.words[1:])}")


def _by_seat(judged: Sequence[Judged]) -> dict[int, list[Judged]]:
    seats = sorted({one.seat for one in judged})
    return {seat: [one for one in judged if one.seat == seat] for seat in seats}


def _show_curves(judged: Sequence[Judged], names: Sequence[str]) -> None:
    if not judged:
        return
    say()
    first, last = judged[0].number, judged[-1].number
    grid(
        ("seat", "chances", "first#", "last#", "choices#", "mistakes#", "loss#"),
        [
            (
                names[seat],
                curve(own, first, last),
                f"{own[0].best.value:.2f}",
                f"{own[-1].best.value:.2f}",
                f"{len(own)}",
                f"{len(_mistakes(own))}",
                f"{sum(one.loss for one in own):.2f}",
            )
            for seat, own in _by_seat(judged).items()
        ],
        f"Expected result from action {first} to {last}, and what was lost in all",
    )


def curve(own: Sequence[Judged], first: int, last: int) -> str:
    """What a seat could expect before its choices, as a row of bars.

    Args:
        own: The choices of the seat; at least one.
        first: The action at the left end.
        last: The action at the right end; where the seat did not choose, the bar before goes on.
    """
    width = min(COLUMNS, last - first + 1)
    places: list[list[float]] = [[] for _ in range(width)]
    for one in own:
        places[(one.number - first) * width // (last - first + 1)].append(one.best.value)
    bars = ""
    height = own[0].best.value
    for values in places:
        height = fmean(values) if values else height
        bars += BARS[min(int(height * len(BARS)), len(BARS) - 1)]
    return bars
