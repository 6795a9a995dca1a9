"""The commands. Each one is a thin layer over functions that Python programs can call too."""

import os
import re
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, TypeVar

import typer

from wardround import __version__
from wardround.bots import bots as installed_bots
from wardround.cli import database, packs
from wardround.cli.files import Output
from wardround.cli.interrupt import Interrupted
from wardround.cli.output import (
    InputError,
    Report,
    grid,
    markdown,
    progress,
    say,
    say_error,
    shown_names,
    tell_error,
    tell_json,
    the_game,
)
from wardround.cli.seats import bot_list, seat_counts, seat_list
from wardround.cli.serving import said, with_settings
from wardround.cli.settings import Settings, settings
from wardround.core import (
    SPECTATOR,
    Game,
    Match,
    OptionValue,
    Record,
    RecordError,
    UnknownClause,
    WardroundError,
    check_options,
)
from wardround.core import replay as play_again
from wardround.games import games as installed_games
from wardround.lab import (
    Batch,
    Benchmark,
    LabError,
    RowFile,
    RunFolder,
    Simulation,
    Summary,
    Tally,
    bench,
    check_path,
    is_file,
    simulate_batches,
    wilson,
)
from wardround.lab.interfaces import Interfaces, measure_interfaces
from wardround.lab.output import GAMES_PER_FILE
from wardround.lab.peers import compare, save
from wardround.lab.peers import table as peers_table
from wardround.lab.tables import TABLES
from wardround.pool import uninterrupted
from wardround.server.settings import read_settings

FAILED = 1
MOST_JOBS = 1024
WORTH_IT = 0.5
"""Seconds after which a run is spread over all processors: as long as their start takes."""
NEEDED = ("games", "seats")
"""The tables from which a run is summed up again when it is resumed."""
SURROGATE = re.compile(r"[\ud800-\udfff]")
"""How Python writes bytes of the command line that are no text."""

app = typer.Typer(
    name="wardround",
    help="Hospital board games, exact to their rules: play, serve, simulate, check.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(packs.app)
app.add_typer(database.app)


def _text(given: str | None) -> str | None:
    """A text of the command line that is hashed or written: bytes that are no text are refused."""
    if given is not None and not given.isascii() and SURROGATE.search(given):
        raise InputError(
            f"{given!r} is no text.",
            where="--seed",
            expected="characters in the encoding of the terminal",
        )
    return given


GameId = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game, e.g. dice_hospital.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Material = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Play with the values of your own copy of the game."),
]
Jobs = Annotated[
    int,
    typer.Option(
        min=0, max=MOST_JOBS, help="Processes that play; 0 takes one for every processor."
    ),
]
Seed = Annotated[str, typer.Option(callback=_text, help="Fixes everything.")]
ME_AND_A_BOT = "me,greedy"
Force = Annotated[
    bool, typer.Option("--force", help="Replace the file if it exists; else you are asked.")
]


def examples(*lines: str) -> str:
    """The examples at the end of a command's help."""
    return "Examples\n\n" + "\n\n".join(f"  {line}" for line in lines)


def processes(jobs: int) -> int:
    """How many processes play."""
    return jobs or len(os.sched_getaffinity(0))


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


@app.command(
    epilog=examples(
        "wardround games",
        "wardround games dice_hospital",
        "wardround games pyrrameds --players 2 --set preset=book",
    )
)
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Show this game's options.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="Say what the options mean for so many players.")
    ] = None,
    options: Settings = None,
    as_json: Json = False,
) -> None:
    """List the games, or the options of one game and what a choice of them means."""
    if game is not None:
        chosen = the_game(game)
        _one_game(chosen, as_json, _notes(chosen, players, options))
        return
    if players is not None or options:
        raise InputError(
            "Options are those of a game.", where="GAME", expected="the id of a game before them"
        )
    found = installed_games().values()
    if as_json:
        tell_json([one.to_json() for one in found])
        return
    rows = [
        (one.id, one.title, f"{one.min_players}-{one.max_players}", one.tagline) for one in found
    ]
    grid(("id", "title", "players", ""), rows)


def _notes(game: Game, players: int | None, options: Sequence[str] | None) -> list[str] | None:
    """What the options given mean, as far as any were given."""
    if players is None and not options:
        return None
    seats = game.min_players if players is None else players
    return game.notes(game.check_options(settings(game, options), seats), seats)


def _one_game(game: Game, as_json: bool, notes: list[str] | None) -> None:
    if as_json:
        tell_json(game.to_json() if notes is None else {**game.to_json(), "notes": notes})
        return
    credit = game.credits
    say(f"{game.title}: {game.tagline}", "bold")
    say(f"{game.min_players} to {game.max_players} players. Rules version {game.rules_version}.")
    published = ", ".join(str(part) for part in (credit.publisher, credit.year) if part)
    say(f"By {', '.join(credit.designers)} ({published}). {credit.note}")
    if game.presets:
        say("Ready-made:")
    for preset in game.presets:
        chosen = " ".join(f"--set {name}={_value(value)}" for name, value in preset.options)
        say(f"  {preset.title}{f': {chosen}' if chosen else ''}")
        say(f"      {preset.help}")
    say("Options (--set NAME=VALUE):")
    for one in game.offered_options():
        say(f"  {one.name}: {one.expected()} (default {_value(one.default)}; rule {one.clause})")
        say(f"      {one.title}. {one.help}")
    for note in notes or []:
        say(note)


def _value(value: OptionValue) -> str:
    """A value as ``--set`` takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


@app.command(
    epilog=examples(
        "wardround rules dice_hospital",
        "wardround rules dice_hospital DH-4",
        "wardround rules dice_hospital DH-4.10",
        "wardround rules dice_hospital material",
        "wardround rules clinic --guide",
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
    guide: Annotated[
        bool, typer.Option("--guide", help="What to read who does not know the game.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Read the rules: a clause, a chapter, the tables of the material, everything, or a guide."""
    chosen = the_game(game)
    if guide and what is not None:
        raise InputError(
            "A guide has no clauses.", where=what, expected=f"wardround rules {chosen.id} --guide"
        )
    if guide:
        _guide(chosen, as_json)
    elif what == "material":
        _material(chosen, as_json)
    elif what is None or what == "all":
        _all_rules(chosen, as_json, contents=what is None)
    else:
        _some_rules(chosen, what, as_json)


def _guide(game: Game, as_json: bool) -> None:
    """The guide, without the pictures that a terminal cannot show."""
    guide = game.guide()
    if guide is None:
        raise InputError(
            f"{game.title} has no guide.", where="--guide", expected=f"wardround rules {game.id}"
        )
    if as_json:
        tell_json(guide.to_json())
    else:
        markdown(guide.without_pictures())


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
        if game.guide() is not None:
            say(f"Is the game new to you? wardround rules {game.id} --guide")
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


@app.command(
    epilog=examples("wardround layout clinic", "wardround layout pyrrameds --players 3 --json")
)
def layout(
    game: GameId,
    players: Annotated[
        int | None, typer.Option(min=1, help="Number of seats; the most if not given.")
    ] = None,
    options: Settings = None,
    material: Material = None,
    as_json: Json = False,
) -> None:
    """Explain the numbers of an observation: where each piece lies, its bounds, its meaning."""
    found = the_game(game)
    seats = found.max_players if players is None else players
    pieces = found.new(seats, 0, settings(found, options, material)).layout()
    if as_json:
        tell_json(pieces.to_json())
        return
    say(f"{len(pieces):,} numbers for {seats} players")
    grid(
        ("piece", "offset#", "length#", "from#", "to#", "meaning"),
        [
            (
                one.name,
                f"{one.offset}",
                f"{one.length}",
                f"{one.low:g}",
                f"{one.high:g}",
                one.meaning,
            )
            for one in pieces.pieces
        ],
    )


@app.command(epilog=examples("wardround bots"))
def bots(as_json: Json = False) -> None:
    """List the bots."""
    found = installed_bots().values()
    if as_json:
        tell_json([{"id": b.id, "title": b.title, "description": b.description} for b in found])
        return
    grid(("id", "title", ""), [(b.id, b.title, b.description) for b in found])


@app.command(epilog=examples("wardround docs", "wardround docs adding-a-game"))
def docs(
    page: Annotated[
        str | None, typer.Argument(metavar="[PAGE]", help="Show this page; else all are listed.")
    ] = None,
) -> None:
    """Read the documentation: how the house is built, how to add a game, formats, figures."""
    from wardround.cli import pages

    if page is not None:
        markdown(pages.page(page))
        return
    grid(("page", ""), [(name, pages.title(path)) for name, path in pages.pages().items()])
    say("Read one with: wardround docs adding-a-game")


@app.command(epilog=examples("wardround new night_shift", "wardround new night_shift --into games"))
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its id, such as night_shift.")],
    into: Annotated[
        Path, typer.Option(metavar="DIR", help="The folder in which the package's folder is made.")
    ] = Path(),
) -> None:
    """Write a package with a small game that runs at once, to make your own game of it."""
    from wardround.cli.new import new_package

    made = new_package(name, into)
    say(f"{made} holds the game {name}. Now:", "bold")
    say(f"  pip install -e {made}")
    say(f"  wardround play {name} --seats me,greedy")
    say("  wardround serve --open")
    say(f"  wardround check {name}")
    say(f"  wardround simulate {name} --seats {name}_steady,greedy --games 100")
    say(f"  pytest {made}")
    say(f"{made / 'README.md'} says what stands where.")


# --- playing --------------------------------------------------------------------------------


@app.command(
    epilog=examples(
        "wardround play dice_hospital",
        "wardround play dice_hospital --lesson",
        "wardround play dice_hospital --seats me,greedy,greedy --set administrators=off",
        "wardround play dice_hospital --seats me,me --record evening.wrd",
        "wardround play dice_hospital --resume evening.wrd",
    )
)
def play(
    game: GameId,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Learn the game by a guided first game.")
    ] = False,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who plays: 'me' or a bot for each seat, with commas.", show_default=ME_AND_A_BOT
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(callback=_text, help="Fixes all chance; a secret one if not given."),
    ] = None,
    options: Settings = None,
    material: Material = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE.wrd", help="Write the game to this file.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE.wrd", help="Go on with a game that was saved.")
    ] = None,
    force: Force = False,
) -> None:
    """Play in the terminal with numbered choices."""
    from wardround.cli.play import begin, begin_lesson

    chosen = the_game(game)
    if lesson:
        if any(given is not None for given in (seats, seed, options, material)):
            raise InputError(
                "A guided game has its seats, seed and options already.",
                where="--seats, --seed, --set, --material",
                expected="none of them with --lesson",
            )
        begin_lesson(chosen, record, resume, force)
        return
    given = settings(chosen, options, material)
    begin(chosen, seat_list(seats or ME_AND_A_BOT), seed, given, record, resume, force)


@app.command(
    epilog=examples(
        "wardround serve --open",
        "wardround serve --host 0.0.0.0 --port 80",
        "wardround serve --database sqlite:///tables.sqlite3",
        "wardround serve --origin https://example.org",
    )
)
@with_settings
def serve(
    *,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    **values: Any,
) -> None:
    """Serve tables for the browser until interrupted.

    Every option can also be given as the variable in parentheses.
    """
    from wardround import server

    server.serve(read_settings(said(values)), open_browser=open_browser)


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
        return
    match.names[:] = shown_names(match.names)  # in place: the positions share the list
    if check:
        end = _result(match) if match.state.is_over else "not finished"
        say(f"{file}: right, {match.version} actions, {end}.")
        say(_pledge_told(record))
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


def _pledge_told(record: Record) -> str:
    """What a record that replays shows about what was promised before the first move."""
    head = record.header
    if head.pledge is None:
        return "Pledge: none in this record. Only the hash of the seed tells that it was fixed."
    if not head.seed:
        return f"Pledge: {head.pledge.hash}, not to be checked before seed and salt are told."
    return (
        f"Pledge: kept. {head.pledge.hash} is the hash of salt, seed and deal. It proves something "
        "to who saw this hash before the first move."
    )


def _replay_json(match: Match, record: Record) -> dict[str, Any]:
    state = match.state
    return {
        "game": match.game.id,
        "players": match.players,
        "names": match.names,
        "options": dict(match.options),
        "seed_hash": match.seed_hash,
        "pledge": None if match.pledge is None else match.pledge.hash,
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


@app.command(
    epilog=examples(
        "wardround analyse evening.wrd",
        "wardround analyse evening.wrd --seat 1 --top 10",
        "wardround analyse evening.wrd --from 40 --to 60 --bot search:500ms",
        "wardround analyse evening.wrd --bot search:300 --json",
    )
)
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record (.wrd).")],
    bot: Annotated[str, typer.Option(help="The search that judges.")] = "search:1000",
    seat: Annotated[
        int | None, typer.Option(min=1, help="Only the choices of this seat; the first one is 1.")
    ] = None,
    first: Annotated[
        int, typer.Option("--from", min=1, help="The number of the first action.")
    ] = 1,
    last: Annotated[
        int | None, typer.Option("--to", min=1, help="The number of the last action.")
    ] = None,
    top: Annotated[int, typer.Option(min=0, help="How many mistakes are explained.")] = 5,
    seed: Seed = "1",
    as_json: Json = False,
) -> None:
    """Let the search judge the choices of a recorded game: mistakes, chances.

    It knows what the seat knew. Ctrl+C shows what was judged so far.
    """
    from wardround.cli.analyse import Wanted, run_analysis

    run_analysis(file, Wanted(bot, seed, seat, first, last), top, as_json)


# --- experiments ----------------------------------------------------------------------------


@app.command(
    name="simulate",
    epilog=examples(
        "wardround simulate dice_hospital --seats random,greedy --games 400 --rotate",
        "wardround simulate dice_hospital --seats greedy,greedy --out games.parquet",
        "wardround simulate clinic --seats greedy,greedy --games 10000 --out run --resume",
        "wardround simulate dice_hospital --seats random,random --set discharge_table=B --json",
    ),
)
def simulate_command(
    game: GameId,
    seats: Annotated[str, typer.Option(help="A bot for each seat, with commas.")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Let the bots move on by a seat with every game.")
    ] = False,
    jobs: Jobs = 0,
    cluster: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Let a Ray cluster play: its address, or 'local' (needs wardround[[ray]).",
        ),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="PATH",
            help="Write a row per seat and game: .parquet, .csv, .jsonl; or, without an ending, "
            "a folder of tables: games, seats, decisions, events.",
        ),
    ] = None,
    tables: Annotated[
        str, typer.Option(help="Which tables go into the folder, with commas.", show_default="all")
    ] = ",".join(TABLES),
    per_file: Annotated[
        int, typer.Option(min=1, metavar="N", help="Games in each file of the folder.")
    ] = GAMES_PER_FILE,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in the folder, if there is one.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Let bots play many games and say who won how often.

    The JSON depends on game, seats, seed and options alone: the same bytes everywhere, however
    many processes play. A folder grows with the run; --resume goes on where it stopped.
    """
    chosen = the_game(game)
    said = settings(chosen, options, material)
    with ExitStack() as stack:
        target: Output | None = None
        if output is not None and is_file(output):
            if resume:
                raise InputError(
                    "One file cannot be resumed.",
                    where="--resume",
                    expected="--out with a folder: a name without an ending",
                )
            check_path(output)
            target = Output(output, force)
        plan = Simulation.plan(chosen, bot_list(seats), number, seed, said, rotate)
        store: RowFile | RunFolder | None = None
        if target is not None:
            store = RowFile(target.path, plan)
        elif output is not None:
            store = RunFolder(output, plan, table_list(tables), per_file, resume, force)
        elif resume:
            raise InputError(
                "There is nothing to resume.", where="--resume", expected="--out FOLDER"
            )
        if store is not None:
            stack.callback(store.close)
        _simulate(plan, (jobs, cluster), store, target, as_json)


def _simulate(
    plan: Simulation,
    players: tuple[int, str],
    store: RowFile | RunFolder | None,
    target: Output | None,
    as_json: bool,
) -> None:
    """Play, keep what was played, tell it."""
    began = perf_counter()
    with progress("Games") as report:
        run = played_so_far(plan, players[0], report, plan.games, store=store, cluster=players[1])
    spent = perf_counter() - began
    written = ""
    if store is not None and run.done:
        try:
            if isinstance(store, RunFolder):
                store.flush()
                written = f"{run.done} games stand in {store.path}."
            else:
                assert target is not None
                place = target.place()
                written = f"{store.write(place)} rows written to {place}."
        except LabError as error:
            run = replace(run, stopped=run.stopped or error)
    if as_json:
        if run.done:
            tell_json(run.to_json())
    else:
        if run.done:
            _show_summary(run, spent)
        if written:
            say(written)
    run.go_on()


def table_list(text: str) -> list[str]:
    """The tables given with ``--tables``, in their usual order.

    Raises:
        InputError: There is no table of that name.
    """
    wanted = [name.strip() for name in text.split(",") if name.strip()]
    for name in wanted:
        if name not in TABLES:
            raise InputError(
                f"There is no table {name!r}.",
                where="--tables",
                expected="some of " + ", ".join(TABLES),
            )
    return [name for name in TABLES if name in wanted or name in NEEDED]


@dataclass(frozen=True)
class _Run:
    """A simulation as far as it was played.

    Args:
        planned: What was to be played.
        tally: The results of the games that were, from the first one on.
        stopped: What kept it from being played to its end.
        before: Games that were not played now: they stood in the folder.
    """

    planned: Simulation
    tally: Tally
    stopped: BaseException | None
    before: int = 0

    @property
    def done(self) -> int:
        """How many games there are."""
        return self.tally.games

    @property
    def is_partial(self) -> bool:
        """Whether games are missing."""
        return self.done < self.planned.games

    def summary(self) -> Summary:
        """What the games show."""
        return self.tally.summary()

    def games(self) -> str:
        """How many games it has, in words."""
        done, planned = self.done, self.planned.games
        return f"only {done} of {planned} games" if self.is_partial else f"{planned} games"

    def to_json(self) -> dict[str, Any]:
        """The summary as plain data; a partial one says so."""
        data = self.summary().to_json()
        if self.is_partial:
            data |= {"partial": True, "planned_games": self.planned.games}
        return data

    def go_on(self) -> None:
        """Let what stopped the run stop the command, now that everything is told."""
        if self.stopped is not None:
            raise self.stopped


def played_so_far(
    plan: Simulation,
    jobs: int,
    report: Report,
    total: int,
    before: int = 0,
    store: RowFile | RunFolder | None = None,
    cluster: str = "",
) -> _Run:
    """Play a simulation until its end, or until something stops it: an error, a signal.

    Args:
        plan: What is played.
        jobs: Processes that play; 0 for all processors, if it is worth it.
        report: Takes how far the whole command is.
        total: Games of the whole command.
        before: Games that it has played already.
        store: Takes the rows; what stands in it is not played again.
        cluster: The address of a Ray cluster that plays instead.
    """
    tally = Tally(plan)
    found = 0
    try:
        if isinstance(store, RunFolder):
            for one in store.played():
                tally.add(one)
            found = tally.games
        tables = () if store is None else store.tables
        for batch in _batches(plan, jobs, tables, found, cluster):
            with uninterrupted():
                for one in batch.played:
                    tally.add(one)
                if store is not None:
                    store.add(batch.tables)
            report(before + tally.games, total)
    except (Interrupted, Exception) as stopped:
        return _Run(plan, tally, stopped, found)
    return _Run(plan, tally, None, found)


def _batches(
    plan: Simulation, jobs: int, tables: Sequence[str], first: int, cluster: str
) -> Generator[Batch]:
    """The games in order; with 0 jobs first in this process, then, if that lasts, in many."""
    if jobs == 0 and not cluster:
        began = perf_counter()
        with closing(simulate_batches(plan, 1, tables, first)) as batches:
            for batch in batches:
                first += len(batch.played)
                yield batch
                if perf_counter() - began > WORTH_IT and processes(0) > 1:
                    break
    with closing(simulate_batches(plan, processes(jobs), tables, first, cluster)) as batches:
        yield from batches


def runs_so_far(plans: Sequence[Simulation], jobs: int) -> list[_Run]:
    """The runs of all plans, one after the other; the last one may be partial."""
    runs: list[_Run] = []
    total = sum(plan.games for plan in plans)
    with progress("Games") as report:
        for plan in plans:
            before = sum(one.done for one in runs)
            runs.append(played_so_far(plan, jobs, report, total, before))
            if runs[-1].stopped is not None:
                break
    return runs


def told_runs(runs: Sequence[_Run]) -> list[_Run]:
    """The runs of which there is something to tell."""
    return [one for one in runs if one.done]


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
    seed: Seed = "1",
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
    runs = runs_so_far(plans, jobs)
    if as_json:
        tell_json([one.to_json() for one in told_runs(runs)])
    else:
        _show_ways(told_runs(runs), each)
    runs[-1].go_on()


def option_values(game: Game, name: str) -> list[dict[str, object]]:
    """Every value of the option given with ``--each``; nothing set if none was given.

    Raises:
        InputError: The game has no such option, or one without a list of values.
    """
    if not name:
        return [{}]
    lists = {
        option.name: list(option.values) if option.kind == "choice" else [True, False]
        for option in game.offered_options()
        if option.kind in ("choice", "bool")
    }
    if name not in lists:
        raise InputError(
            f"{name!r} has no list of values.",
            where="--each",
            expected="one of " + ", ".join(lists),
        )
    return [{name: value} for value in lists[name]]


def _show_ways(runs: Sequence[_Run], each: str) -> None:
    """A table with a row for each run and a column for each way of ending."""
    if not runs:
        return
    summaries = [one.summary() for one in runs]
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
    plan = runs[0].planned
    grid(
        ("players#", *([each] if each else []), *(f"{way}#" for way in ways)),
        rows,
        f"How games of {plan.game.title} end: {plan.games} of each by {plan.seats[0]}, "
        f"seed {plan.seed}",
    )
    _tell_partial(runs)


def _tell_partial(runs: Sequence[_Run]) -> None:
    """Say of the last row that it is of fewer games than the others."""
    if runs and runs[-1].is_partial:
        say(f"The last row is of {runs[-1].games()}.")


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
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    as_json: Json = False,
) -> None:
    """Measure one bot against another for every number of players; alone, by its points."""
    chosen = the_game(game)
    said = settings(chosen, options, material)
    plans = [
        Simulation.plan(chosen, [bot] + [rival] * (count - 1), number, seed, said, rotate=True)
        for count in range(chosen.min_players, chosen.max_players + 1)
    ]
    runs = runs_so_far(plans, jobs)
    shown = told_runs(runs)
    if as_json:
        tell_json([one.to_json() for one in shown])
    elif shown:
        grid(
            ("players#", "won#", "95 % interval#", "points#", "from - to#"),
            [_strength_row(one.summary()) for one in shown],
            f"{bot} against {rival}, {number} games a row, seats rotated, seed {seed}",
        )
        _tell_partial(shown)
    runs[-1].go_on()


@app.command(
    epilog=examples(
        "wardround tournament dice_hospital --seats search:300,greedy,random --players 2",
        "wardround tournament dynamite_nurse --seats search,greedy,greedy --rounds 100 --jobs 0",
        "wardround tournament clinic --seats professor,resident --journal clinic.jsonl --json",
    )
)
def tournament(
    game: GameId,
    seats: Annotated[str, typer.Option(help="The bots that enter, with commas.")],
    players: Annotated[
        int | None,
        typer.Option(min=2, help="Seats of a table; as many as bots enter if not given."),
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, help="Deals; each is played in every seating.")
    ] = 20,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            help="Write down every game here, and go on with what stands there already.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other in every seating with the same seeds: ratings, pairings.

    All intervals are of 95 %; deals are the independent samples.
    """
    from wardround.cli.tournament import run_tournament
    from wardround.lab.tournament import Tournament

    chosen = the_game(game)
    said = settings(chosen, options, material)
    plan = Tournament.plan(chosen, bot_list(seats), players, rounds, seed, said)
    run_tournament(plan, processes(jobs), journal, as_json)


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


def _show_summary(run: _Run, seconds: float) -> None:
    summary = run.summary()
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
        f"{run.games()} of {plan.game.title}, seed {plan.seed}",
    )
    if len(summary.endings) > 1:
        _show_endings(summary)
    pace = f" in {seconds:.1f} s ({summary.decisions / seconds:,.0f} a second)"
    say(
        f"{summary.decisions} decisions{'' if run.before else pace}; "
        f"longest game {summary.longest}."
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
    seed: Seed = "check",
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
    checked_games = 0

    def count(done: int, total: int) -> None:
        nonlocal checked_games
        checked_games = done
        report(done, total)

    try:
        with progress("Games") as report:
            result = check_game(
                chosen,
                games=number,
                seed=seed,
                players=players,
                options=fixed,
                jobs=processes(jobs),
                progress=count,
            )
    except CheckFailure as failure:
        if as_json:
            tell_json({"ok": False, **failure.to_json()})
        else:
            say_error(f"Broken: {failure}", "bold red")
        raise typer.Exit(FAILED) from failure
    except Interrupted:
        if as_json:
            tell_json({"partial": True, "games": checked_games, "planned_games": number})
        else:
            say(f"Only {checked_games} of {number} games were checked: nothing is wrong so far.")
        raise
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
    name="bench",
    epilog=examples(
        "wardround bench",
        "wardround bench dice_hospital --json",
        "wardround bench clinic --interfaces",
    ),
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
    interfaces: Annotated[
        bool,
        typer.Option(
            "--interfaces",
            help="Measure steps with observation and mask through each interface that is "
            "installed: PettingZoo, Gymnasium, OpenSpiel, many games at once.",
        ),
    ] = False,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Compare with catanatron, OpenSpiel, PettingZoo and RLCard, which are installed "
            "from the package index into an environment of their own (400 MB).",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="With --peers: a folder for peers.json, peers.md and peers.svg."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure random play, copies and what a learner reads, on one core."""
    if out is not None and not peers:
        raise InputError("--out goes with --peers.", where="--out", expected="--peers")
    if interfaces and peers:
        raise InputError(
            "Peers are compared with every interface already.",
            where="--interfaces",
            expected="one of --interfaces and --peers",
        )
    if not isfinite(seconds):
        raise InputError(
            f"A run cannot last {seconds} seconds.",
            where="--seconds",
            expected="a number of at least 0.01",
        )
    chosen = [the_game(game)] if game is not None else list(installed_games().values())
    if peers:
        if players is not None:
            raise InputError(
                "Peers are compared at the most players.",
                where="--players",
                expected="no --players",
            )
        _bench_peers(chosen, runs, seconds, out, as_json)
        return
    if interfaces:
        _bench_each(
            chosen,
            lambda one: measure_interfaces(one, players, runs, seconds),
            lambda found: _show_interfaces(found, as_json, game is not None),
        )
        return
    _bench_each(
        chosen,
        lambda one: bench(one, players, runs, seconds),
        lambda found: _show_bench(found, as_json, game is not None),
    )


Found = TypeVar("Found")


def _bench_each(
    games: list[Game], measure: Callable[[Game], Found], show: Callable[[list[Found]], None]
) -> None:
    """Measure one game after another; what was measured is shown, also after an interruption."""
    found: list[Found] = []
    stopped: BaseException | None = None
    with progress("Games measured") as report:
        try:
            for done, one in enumerate(games):
                report(done, len(games))
                found.append(measure(one))
        except (Interrupted, WardroundError) as error:
            stopped = error
    if found:
        show(found)
    if stopped is not None:
        raise stopped


def _show_interfaces(found: Sequence[Interfaces], as_json: bool, only_one: bool) -> None:
    if as_json:
        data = [one.to_json() for one in found]
        tell_json(data[0] if only_one else data)
        return
    rows = [
        (
            one.game,
            f"{one.players}",
            rate.interface,
            f"{rate.median:,} ({rate.slowest:,}-{rate.fastest:,})",
            f"{rate.share:.0%}",
        )
        for one in found
        for rate in one.rates
    ]
    grid(("game", "seats#", "interface", "steps/s (from-to)#", "of the engine#"), rows)
    first = found[0]
    for sentence in first.left_out:
        say_error(f"not measured: {sentence}")
    _say_conditions(first)


def _bench_peers(
    games: list[Game], runs: int, seconds: float, folder: Path | None, as_json: bool
) -> None:
    found = compare(games, runs, seconds, lambda what: say_error(f"measuring {what}"))
    if as_json:
        tell_json(found.to_json())
    else:
        markdown(peers_table(found))
    for sentence in found.failed:
        say_error(f"not measured: {sentence}")
    if folder is not None:
        for path in save(found, folder):
            say_error(f"wrote {path}")


def _show_bench(found: Sequence[Benchmark], as_json: bool, only_one: bool) -> None:
    if as_json:
        data = [one.to_json() for one in found]
        tell_json(data[0] if only_one else data)
        return
    rows = [
        (
            one.game,
            f"{one.players}",
            f"{one.decisions_per_second:,} ({one.slowest:,}-{one.fastest:,})",
            f"{one.rollout_per_second:,}",
            f"{one.copy_microseconds:.1f} µs",
            f"{one.determinize_microseconds:.1f} µs",
            "no NumPy" if one.observed_per_second is None else f"{one.observed_per_second:,}",
            "no NumPy" if one.vector_per_second is None else f"{one.vector_per_second:,}",
        )
        for one in found
    ]
    heads = ("decisions/s (from-to)#", "rollout/s#", "copy#", "sample#", "observed/s#", "vector/s#")
    grid(("game", "seats#", *heads), rows)
    _say_conditions(found[0])


def _say_conditions(one: Benchmark | Interfaces) -> None:
    kind = "compiled" if one.compiled else "plain"
    say(f"{one.runs} runs of {one.seconds:g} s; {kind}; Python {one.python}; {one.processor}")
