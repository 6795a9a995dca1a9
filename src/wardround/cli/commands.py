"""The commands. Each one is a thin layer over functions that Python programs can call too."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import cpu_count
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from wardround import __version__
from wardround.bots import bots as installed_bots
from wardround.cli import packs
from wardround.cli.output import (
    InputError,
    Report,
    err,
    grid,
    markdown,
    out,
    progress,
    say,
    tell_error,
    tell_json,
    the_game,
)
from wardround.core import (
    SPECTATOR,
    Game,
    Match,
    Option,
    OptionError,
    Record,
    RecordError,
    UnknownClause,
    check_options,
)
from wardround.core import replay as play_again
from wardround.games import games as installed_games
from wardround.lab import (
    Played,
    Simulation,
    Summary,
    check_path,
    simulate,
    summarize,
    table,
    wilson,
    write,
)

FAILED = 1

app = typer.Typer(
    name="wardround",
    help="Hospital board games, exact to their rules: play, serve, simulate, check.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(packs.app)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game, e.g. dice_hospital.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game; may be repeated."),
]
Material = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Play with the values of your own copy of the game."),
]
Jobs = Annotated[
    int, typer.Option(min=0, help="Processes that play; 0 takes one for every processor.")
]


def examples(*lines: str) -> str:
    """The examples at the end of a command's help."""
    return "[bold]Examples[/bold]\n\n" + "\n\n".join(f"  {line}" for line in lines)


def settings(
    game: Game, raw: Iterable[str] | None, material: Path | None = None
) -> dict[str, object]:
    """The options given with ``--set`` and ``--material``; for a file option the file is read.

    Raises:
        OptionError: One is not of the form NAME=VALUE, or stands twice, or a file cannot be read.
    """
    given = list(raw or ())
    if material is not None:
        given.append(f"material={material}")
    files = {option.name for option in game.options if option.kind == "file"}
    chosen: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(
                f"{text!r} sets nothing.", where="--set", expected="NAME=VALUE, without spaces"
            )
        if name in chosen:
            raise OptionError(
                f"{name!r} is set twice.", where="--set", expected="each option at most once"
            )
        chosen[name] = _text_of(name, Path(value)) if name in files and value else value
    return chosen


def _text_of(option: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(
            f"The file cannot be read: {error}.",
            where=f"option {option}",
            expected="the path of a text file",
        ) from error


def seat_list(text: str) -> list[str]:
    """The seats given with ``--seats``."""
    return [seat.strip() for seat in text.split(",")]


def processes(jobs: int) -> int:
    """How many processes play."""
    return jobs or cpu_count() or 1


def _version(wanted: bool) -> None:
    if wanted:
        say(f"wardround {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Hospital board games, exact to their rules: play, serve, simulate, check."""


# --- what there is --------------------------------------------------------------------------


@app.command(epilog=examples("wardround games", "wardround games dice_hospital"))
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Show this game's options.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games, or the options of one game."""
    if game is not None:
        _one_game(the_game(game), as_json)
        return
    found = installed_games().values()
    if as_json:
        tell_json([one.to_json() for one in found])
        return
    rows = [
        (one.id, one.title, f"{one.min_players}-{one.max_players}", one.tagline) for one in found
    ]
    grid(("id", "title", "players", ""), rows)


def _one_game(game: Game, as_json: bool) -> None:
    if as_json:
        tell_json(game.to_json())
        return
    credit = game.credits
    say(f"{game.title}: {game.tagline}", "bold")
    say(f"{game.min_players} to {game.max_players} players. Rules version {game.rules_version}.")
    published = ", ".join(str(part) for part in (credit.publisher, credit.year) if part)
    say(f"By {', '.join(credit.designers)} ({published}). {credit.note}")
    say("Options (--set NAME=VALUE):")
    for one in game.options:
        say(f"  {one.name}: {one.expected()} (default {_default(one)}; rule {one.clause})")
        say(f"      {one.title}. {one.help}")


def _default(option: Option) -> str:
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    return str(option.default)


@app.command(
    epilog=examples(
        "wardround rules dice_hospital",
        "wardround rules dice_hospital DH-4",
        "wardround rules dice_hospital DH-4.10",
        "wardround rules dice_hospital material",
    )
)
def rules(
    game: GameId,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[CLAUSE]", help="A clause, a chapter, 'material' or 'all'; else the contents."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read the rules: a clause, a chapter, the tables of the material, or everything."""
    chosen = the_game(game)
    if what == "material":
        _material(chosen, as_json)
    elif what is None or what == "all":
        _all_rules(chosen, as_json, contents=what is None)
    else:
        _some_rules(chosen, what, as_json)


def _material(game: Game, as_json: bool) -> None:
    tables = game.material()
    if as_json:
        tell_json([{"name": one.name, "columns": one.columns, "rows": one.rows} for one in tables])
        return
    for one in tables:
        grid(one.columns, one.rows, one.name)


def _all_rules(game: Game, as_json: bool, contents: bool) -> None:
    text = game.rules()
    if as_json:
        tell_json(text.to_json())
    elif contents:
        rows = [(one.id, one.title, str(len(one.clauses))) for one in text.chapters]
        grid(("chapter", "title", "clauses#"), rows, text.title)
        say(f"Read one with: wardround rules {game.id} {text.chapters[0].id}")
    else:
        markdown(f"# {text.title}\n\n{text.introduction}")
        for chapter in text.chapters:
            markdown(f"## {chapter.id} {chapter.title}\n\n{chapter.text}")


def _some_rules(game: Game, what: str, as_json: bool) -> None:
    text = game.rules()
    try:
        chapter = text.chapter(what)
    except UnknownClause:
        clause = text.clause(what)
        if as_json:
            tell_json(clause.to_json())
        else:
            markdown(f"**{clause.id}** {clause.text}")
        return
    if as_json:
        tell_json(chapter.to_json())
    else:
        markdown(f"## {chapter.id} {chapter.title}\n\n{chapter.text}")


@app.command(epilog=examples("wardround bots"))
def bots(as_json: Json = False) -> None:
    """List the bots."""
    found = installed_bots().values()
    if as_json:
        tell_json([{"id": b.id, "title": b.title, "description": b.description} for b in found])
        return
    grid(("id", "title", ""), [(b.id, b.title, b.description) for b in found])


# --- playing --------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "wardround play dice_hospital",
        "wardround play dice_hospital --seats me,greedy,greedy --set administrators=off",
        "wardround play dice_hospital --seats me,me --record evening.wrd",
        "wardround play dice_hospital --resume evening.wrd",
    )
)
def play(
    game: GameId,
    seats: Annotated[
        str, typer.Option(help="Who plays: 'me' or a bot for each seat, with commas.")
    ] = "me,greedy",
    seed: Annotated[
        str | None, typer.Option(help="Fixes all chance; a secret one if not given.")
    ] = None,
    options: Settings = None,
    material: Material = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE.wrd", help="Write the game to this file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE.wrd", help="Go on with a game that was saved.")
    ] = None,
) -> None:
    """Play in the terminal with numbered choices."""
    from wardround.cli.play import begin

    chosen = the_game(game)
    begin(chosen, seat_list(seats), seed, settings(chosen, options, material), record, resume)


@app.command(
    epilog=examples(
        "wardround serve --open",
        "wardround serve --host 0.0.0.0 --port 80",
        "wardround serve --database sqlite:///tables.sqlite3",
    )
)
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; else this machine only.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one; else 8000."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Where tables are kept; else the user's data folder."),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
) -> None:
    """Serve tables for the browser until interrupted."""
    from wardround import server

    said: dict[str, Any] = {"host": host, "port": port, "database": database}
    chosen = server.Settings(**{name: value for name, value in said.items() if value is not None})
    server.serve(chosen, open_browser=open_browser)


@app.command(
    epilog=examples(
        "wardround replay evening.wrd",
        "wardround replay evening.wrd --to 40",
        "wardround replay evening.wrd --check",
    )
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record (.wrd).")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this many actions.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether the record is right (status 1: no).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a recorded game as a spectator sees it, or check it."""
    try:
        match, record = replayed(file, to)
    except RecordError as error:
        if not check:
            raise
        tell_error(error)
        raise typer.Exit(FAILED) from error
    if as_json:
        tell_json(_replay_json(match, record))
    elif check:
        end = _result(match) if match.state.is_over else "not finished"
        say(f"{file}: right, {match.version} actions, {end}.")
    else:
        _show_replay(match)


def replayed(file: Path, to: int | None = None) -> tuple[Match, Record]:
    """The game of a record file, played again.

    Raises:
        RecordError: The file cannot be read or does not replay, or has fewer actions.
        UnknownGame: Its game is not installed.
    """
    record = Record.read(file)
    game = the_game(record.header.game)
    if to is not None and to > len(record.steps):
        raise RecordError(
            f"The record has no action {to}.",
            where=f"{file}, --to",
            expected=f"a number from 0 to {len(record.steps)}",
        )
    return play_again(record, game, to, str(file)), record


def _replay_json(match: Match, record: Record) -> dict[str, Any]:
    state = match.state
    return {
        "game": match.game.id,
        "players": match.players,
        "names": match.names,
        "options": dict(match.options),
        "seed_hash": match.seed_hash,
        "actions": match.version,
        "recorded_actions": len(record.steps),
        "over": state.is_over,
        "scores": state.scores(),
        "ranking": state.ranking(),
        "log": [line.to_json() for line in match.log(SPECTATOR)],
        "view": state.view(SPECTATOR),
    }


def _show_replay(match: Match) -> None:
    from wardround.cli.render import show_view

    for line in match.log(SPECTATOR):
        say(f"{line.version:5}  {line.text}")
    say()
    show_view(match.state.view(SPECTATOR), match.names)
    say(_result(match) if match.state.is_over else match.state.status())


def _result(match: Match) -> str:
    scores = match.state.scores()
    places = [
        " and ".join(f"{match.names[seat]} ({scores[seat]})" for seat in group)
        for group in match.state.ranking()
    ]
    return "result: " + ", then ".join(places)


# --- experiments ----------------------------------------------------------------------------


@app.command(
    name="simulate",
    epilog=examples(
        "wardround simulate dice_hospital --seats random,greedy --games 400 --rotate",
        "wardround simulate dice_hospital --seats greedy,greedy --jobs 0 --out games.parquet",
        "wardround simulate dice_hospital --seats random,random --set discharge_table=B --json",
    ),
)
def simulate_command(
    game: GameId,
    seats: Annotated[str, typer.Option(help="A bot for each seat, with commas.")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="Fixes everything.")] = "1",
    options: Settings = None,
    material: Material = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Let the bots move on by a seat with every game.")
    ] = False,
    jobs: Jobs = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write a row per seat and game: .parquet, .csv, .jsonl."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games and say who won how often.

    The JSON depends on game, seats, seed and options alone: the same bytes everywhere.
    """
    if output is not None:
        check_path(output)
    chosen = the_game(game)
    said = settings(chosen, options, material)
    plan = Simulation.plan(chosen, seat_list(seats), number, seed, said, rotate)
    began = perf_counter()
    with progress("Games") as report:
        played = list(_counted(simulate(plan, processes(jobs)), plan.games, report))
    spent = perf_counter() - began
    summary = summarize(plan, played)
    if output is not None:
        write(table(plan, played), output)
    if as_json:
        tell_json(summary.to_json())
        return
    _show_summary(summary, spent)
    if output is not None:
        say(f"{len(played) * len(plan.seats)} rows written to {output}.")


@app.command(
    name="endings",
    epilog=examples(
        "wardround endings pyrrameds --bot random --games 200 --each path_rule",
        "wardround endings pyrrameds --bot greedy --players 2,3 --set preset=book --json",
    ),
)
def endings_command(
    game: GameId,
    bot: Annotated[str, typer.Option(help="The bot that holds every seat.")] = "random",
    players: Annotated[
        str, typer.Option(help="Numbers of players, with commas; all if not given.")
    ] = "",
    each: Annotated[
        str, typer.Option(metavar="OPTION", help="Play with every value of this option.")
    ] = "",
    number: Annotated[int, typer.Option("--games", min=1, help="How many games of each.")] = 100,
    seed: Annotated[str, typer.Option(help="Fixes everything.")] = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Let one bot play all seats and say how often games end in which way.

    A row for every number of players and, with --each, every value of an option. The shares have
    95 % intervals.
    """
    found = the_game(game)
    said = settings(found, options, material)
    plans = [
        Simulation.plan(found, [bot] * count, number, seed, {**said, **value})
        for count in seat_counts(found, players)
        for value in option_values(found, each)
    ]
    summaries: list[Summary] = []
    with progress("Games") as report:
        for place, plan in enumerate(plans):
            played = simulate(plan, processes(jobs))
            total = number * len(plans)
            summaries.append(summarize(plan, _counted(played, total, report, place * number)))
    if as_json:
        tell_json([one.to_json() for one in summaries])
        return
    _show_ways(summaries, each)


def seat_counts(game: Game, text: str) -> list[int]:
    """The numbers of players given with ``--players``.

    Raises:
        InputError: One is not a whole number.
    """
    if not text:
        return list(range(game.min_players, game.max_players + 1))
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not word.isdecimal():
            raise InputError(
                f"{word!r} is no number of players.",
                where="--players",
                expected="whole numbers with commas, e.g. 2,3",
            )
    return [int(word) for word in words]


def option_values(game: Game, name: str) -> list[dict[str, object]]:
    """Every value of the option given with ``--each``; nothing set if none was given.

    Raises:
        InputError: The game has no such option, or one without a list of values.
    """
    if not name:
        return [{}]
    lists = {
        option.name: list(option.values) if option.kind == "choice" else [True, False]
        for option in game.options
        if option.kind in ("choice", "bool")
    }
    if name not in lists:
        raise InputError(
            f"{name!r} has no list of values.",
            where="--each",
            expected="one of " + ", ".join(lists),
        )
    return [{name: value} for value in lists[name]]


def _show_ways(summaries: Sequence[Summary], each: str) -> None:
    """A table with a row for each run and a column for each way of ending."""
    ways = sorted({ending.ending for one in summaries for ending in one.endings})
    rows = []
    for one in summaries:
        shares = {ending.ending: ending.share for ending in one.endings}
        never = wilson(Fraction(), one.plan.games)
        cells = [shares.get(way, never) for way in ways]
        rows.append(
            (
                f"{len(one.plan.seats)}",
                *([str(one.plan.options[each])] if each else []),
                *(f"{cell.value:.1%} ({cell.low:.1%} - {cell.high:.1%})" for cell in cells),
            )
        )
    plan = summaries[0].plan
    grid(
        ("players#", *([each] if each else []), *(f"{way}#" for way in ways)),
        rows,
        f"How games of {plan.game.title} end: {plan.games} of each by {plan.seats[0]}, "
        f"seed {plan.seed}",
    )


@app.command(
    epilog=examples(
        "wardround strength dice_hospital",
        "wardround strength dice_hospital --bot greedy --games 400 --jobs 0",
        "wardround strength dice_hospital --set events=on --json",
    )
)
def strength(
    game: GameId,
    bot: Annotated[str, typer.Option(help="The bot that is measured.")] = "greedy",
    rival: Annotated[str, typer.Option(help="The bot that holds all other seats.")] = "random",
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each row.")] = 100,
    seed: Annotated[str, typer.Option(help="Fixes everything.")] = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Measure one bot against another for every number of players; alone, by its points."""
    chosen = the_game(game)
    said = settings(chosen, options, material)
    rows: list[Summary] = []
    with progress("Games") as report:
        sizes = range(chosen.min_players, chosen.max_players + 1)
        for row, players in enumerate(sizes):
            seats = [bot] + [rival] * (players - 1)
            plan = Simulation.plan(chosen, seats, number, seed, said, rotate=True)
            played = simulate(plan, processes(jobs))
            total = number * len(sizes)
            rows.append(summarize(plan, _counted(played, total, report, row * number)))
    if as_json:
        tell_json([one.to_json() for one in rows])
        return
    grid(
        ("players#", "won#", "95 % interval#", "points#", "from - to#"),
        [_strength_row(one) for one in rows],
        f"{bot} against {rival}, {number} games a row, seats rotated, seed {seed}",
    )


def _strength_row(summary: Summary) -> tuple[str, ...]:
    one = summary.bots[0]
    alone = len(summary.bots) == 1
    return (
        f"{len(summary.bots)}",
        "-" if alone else f"{one.wins.value:.1%}",
        "-" if alone else f"{one.wins.low:.1%} - {one.wins.high:.1%}",
        f"{one.score:.2f} ± {one.error:.2f}",
        f"{one.lowest} - {one.highest}",
    )


def _counted(
    played: Iterable[Played], total: int, report: Report, before: int = 0
) -> Iterator[Played]:
    for done, one in enumerate(played, before + 1):
        report(done, total)
        yield one


def _show_summary(summary: Summary, seconds: float) -> None:
    rows = [
        (
            f"{one.number + 1}",
            one.bot,
            f"{one.wins.value:.1%}",
            f"{one.wins.low:.1%} - {one.wins.high:.1%}",
            f"{one.score:.2f} ± {one.error:.2f}",
            f"{one.lowest} - {one.highest}",
            f"{one.rank:.2f}",
        )
        for one in summary.bots
    ]
    plan = summary.plan
    seat = "bot" if plan.rotate else "seat"
    grid(
        (f"{seat}#", "", "won#", "95 % interval#", "points#", "from - to#", "mean rank#"),
        rows,
        f"{plan.games} games of {plan.game.title}, seed {plan.seed}",
    )
    if len(summary.endings) > 1:
        _show_endings(summary)
    say(
        f"{summary.decisions} decisions in {seconds:.1f} s "
        f"({summary.decisions / seconds:,.0f} a second); longest game {summary.longest}."
    )


def _show_endings(summary: Summary) -> None:
    """How often games ended in which way, and who won those: only where there are several ways."""
    rows = [
        (
            one.ending,
            f"{one.games}",
            f"{one.share.value:.1%}",
            f"{one.share.low:.1%} - {one.share.high:.1%}",
            ", ".join(f"{wins.value:.1%}" for wins in one.wins),
        )
        for one in summary.endings
    ]
    grid(("ended by", "games#", "share#", "95 % interval#", "won by 1, 2 ..."), rows, "Endings")


@dataclass(frozen=True)
class _Tested:
    """Clauses of a game and the tests that name them."""

    clause: str
    text: str
    tests: list[str]


@app.command(
    epilog=examples(
        "wardround check dice_hospital --games 1000 --jobs 0",
        "wardround check dice_hospital --players 2 --set activation=sequential",
    )
)
def check(
    game: GameId,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Annotated[str, typer.Option(help="Fixes everything.")] = "check",
    players: Annotated[
        int | None, typer.Option(min=1, help="Only games with this number of seats.")
    ] = None,
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Play random games over all options and check all that a game promises (status 1: broken)."""
    from wardround.testing import CheckFailure, check_game

    chosen = the_game(game)
    said = settings(chosen, options, material)
    checked = check_options(chosen.options, said)
    fixed = {name: checked[name] for name in said}
    try:
        with progress("Games") as report:
            result = check_game(
                chosen,
                games=number,
                seed=seed,
                players=players,
                options=fixed,
                jobs=processes(jobs),
                progress=report,
            )
    except CheckFailure as failure:
        if as_json:
            tell_json({"ok": False, **failure.to_json()})
        else:
            err.print(f"Broken: {failure}", style="bold red", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from failure
    if as_json:
        tell_json({"ok": True, **result.to_json()})
    else:
        say(str(result))


@app.command(
    epilog=examples(
        "wardround clauses dice_hospital",
        "wardround clauses dice_hospital --missing",
        "wardround clauses dice_hospital --tests tests/rules/dice_hospital --json",
    )
)
def clauses(
    game: GameId,
    only_missing: Annotated[
        bool, typer.Option("--missing", help="Only clauses without a test (status 1: some).")
    ] = False,
    tests: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where tests are: tests/rules/GAME if not given."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which test proves which clause of the rules."""
    chosen = the_game(game)
    found = _tested(chosen, Path("tests", "rules", chosen.id) if tests is None else tests)
    shown = [one for one in found if not (only_missing and one.tests)]
    if as_json:
        tell_json([{"clause": one.clause, "tests": one.tests} for one in shown])
    elif only_missing:
        for one in shown:
            say(f"{one.clause} {one.text}")
    else:
        grid(("clause", "tests"), [(one.clause, "\n".join(one.tests)) for one in shown])
        counts = Counter(bool(one.tests) for one in found)
        say(f"{counts[True]} clauses with a test, {counts[False]} without.")
    if only_missing and shown:
        raise typer.Exit(FAILED)


def _tested(game: Game, folder: Path) -> list[_Tested]:
    from wardround.testing import index, missing

    if not folder.is_dir():
        raise InputError(
            "There is no such folder of tests.",
            where=str(folder),
            expected="a folder with test_*.py files (--tests DIR)",
        )
    try:
        missing(game.rules(), folder)
        found = index(folder)
    except (ValueError, SyntaxError) as error:
        raise InputError(
            f"The tests cannot be read: {error}.", where=str(folder), expected="Python tests"
        ) from error
    return [_Tested(one.id, one.text, found.get(one.id, [])) for one in game.rules().clauses()]


@app.command(
    name="bench", epilog=examples("wardround bench", "wardround bench dice_hospital --json")
)
def bench_command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only this game; else all.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, help="Number of seats; the most if not given.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="How many runs.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Least length of a run.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure random play with lists of legal actions, on one core."""
    from wardround.lab import bench

    chosen = [the_game(game)] if game is not None else list(installed_games().values())
    with progress("Games measured") as report:
        found = []
        for done, one in enumerate(chosen):
            report(done, len(chosen))
            found.append(bench(one, players, runs, seconds))
    if as_json:
        data = [one.to_json() for one in found]
        tell_json(data[0] if game is not None else data)
        return
    rows = [
        (
            one.game,
            f"{one.players}",
            f"{one.decisions_per_second:,} ({one.slowest:,}-{one.fastest:,})",
            f"{one.rollout_per_second:,}",
            f"{one.copy_microseconds:.1f} µs",
        )
        for one in found
    ]
    grid(("game", "seats#", "decisions/s (from-to)#", "rollout/s#", "copy#"), rows)
    kind = "compiled" if found[0].compiled else "plain"
    out.print(
        f"{runs} runs of {seconds:g} s; {kind}; Python {found[0].python}; {found[0].processor}",
        markup=False,
    )
