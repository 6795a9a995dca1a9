"""The commands that answer questions about a game by playing it many times."""

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Any

import typer

from wardround.adapters.program import Program
from wardround.cli.commands import Force, GameId, Jobs, Json, Material, Seed, app, examples
from wardround.cli.commands import processes as how_many
from wardround.cli.files import Output
from wardround.cli.interrupt import Interrupted
from wardround.cli.output import InputError, grid, progress, say, tell_json, the_game
from wardround.cli.seats import bot_list, seat_counts, whole_numbers
from wardround.cli.settings import Settings, settings
from wardround.cli.text import opponents, run_text
from wardround.core import Game, write_file
from wardround.lab import LabError
from wardround.lab.balance import Study, Watched, report
from wardround.lab.comparison import (
    FEWEST,
    Comparison,
    Pair,
    comparison,
    needs_lab,
    play_pairs,
    two_sides,
)
from wardround.lab.games_file import GamesFile
from wardround.lab.harness import MOST_RETRIES, Manner, duel
from wardround.lab.page import library, page
from wardround.lab.sentences import sentences
from wardround.lab.simulate import Simulation
from wardround.lab.study_file import StudyFile, quiet_optuna
from wardround.lab.targets import target as target_named
from wardround.lab.tuning import Search, Tuning, result

__all__ = ["app"]

BOT = "greedy"
"""Who plays where nothing is said."""


def chosen_seats(game: Game, text: str) -> list[str]:
    """The bots given, or the usual one for the fewest players that make a contest."""
    return bot_list(text) if text else [BOT] * max(2, game.min_players)


def check_libraries(command: str) -> None:
    """Make sure, before anything is played, that what comes after it can be worked out.

    Raises:
        LabError: The libraries for statistics are not installed.
    """
    try:
        import statsmodels.stats.multitest  # noqa: F401
    except ImportError as error:
        raise needs_lab(command) from error


@app.command(
    name="compare",
    epilog=examples(
        "wardround compare dice_hospital --a discharge_table=A --b discharge_table=B",
        "wardround compare pyrrameds --b row_size=9 --seats greedy,greedy --games 400",
        "wardround compare clinic --set board=3x3 --b nurse_price=1 --json",
    ),
)
def compare_command(
    game: GameId,
    a: Annotated[
        list[str] | None,
        typer.Option("--a", metavar="NAME=VALUE", help="An option of the first side."),
    ] = None,
    b: Annotated[
        list[str] | None,
        typer.Option("--b", metavar="NAME=VALUE", help="An option of the second side."),
    ] = None,
    seats: Annotated[
        str, typer.Option(help="A bot for each seat, with commas; greedy if not given.")
    ] = "",
    number: Annotated[int, typer.Option("--games", min=2, help="Games of each side.")] = 200,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Play the same seeds with two choices of options and say what the second one changes.

    Differences have 95 % intervals; only what is more than chance is told in words.
    """
    check_libraries("compare")
    chosen = the_game(game)
    both = settings(chosen, options, material)
    first, second = two_sides(
        chosen,
        chosen_seats(chosen, seats),
        number,
        seed,
        {**both, **settings(chosen, a)},
        {**both, **settings(chosen, b)},
    )
    pairs: list[Pair] = []
    stopped: Interrupted | None = None
    with progress("Pairs of games") as report:
        try:
            with closing(play_pairs(first, second, how_many(jobs))) as found:
                for pair in found:
                    pairs.append(pair)
                    report(len(pairs), number)
        except Interrupted as interrupted:
            stopped = interrupted
    if len(pairs) >= FEWEST:
        _tell_comparison(comparison(first, second, pairs), number, as_json)
    if stopped is not None:
        raise stopped


def _tell_comparison(found: Comparison, planned: int, as_json: bool) -> None:
    partial = found.games < planned
    if as_json:
        data = found.to_json()
        tell_json({**data, "partial": True, "planned_games": planned} if partial else data)
        return
    sides = found.set_apart().items()
    games = f"only {found.games} of {planned}" if partial else f"{found.games}"
    grid(
        ("measure", "a#", "b#", "b - a#", "95 % interval#", "p#"),
        [
            (
                one.measure.name,
                one.shown(one.a),
                one.shown(one.b),
                one.shown(one.b - one.a, "+"),
                f"{one.shown(one.low, '+')} to {one.shown(one.high, '+')}",
                "< 0.001" if one.p < 0.001 else f"{one.p:.3f}",
            )
            for one in found.differences
        ],
        f"{found.a.game.title}: {games} pairs of games by {','.join(found.a.seats)}, "
        f"seed {found.a.seed}",
    )
    for name, (one, two) in sides:
        say(f"{name}: a has {one!r:.60}, b has {two!r:.60}.")
    for sentence in found.sentences():
        say(sentence)


@app.command(
    name="tune",
    epilog=examples(
        "wardround tune pyrrameds --set preset=book --target blocked",
        "wardround tune clinic --target length=90 --trials 100 --out clinic.study",
        "wardround tune dice_hospital --target seat_balance --over activation,discharge_table",
    ),
)
def tune_command(
    game: GameId,
    target: Annotated[
        str,
        typer.Option(
            metavar="NAME[=VALUE]",
            help="What is wanted: seat_balance, length=MINUTES, rounds=, decisions=, points=, "
            "lead, ties, blocked, ended:WAY=SHARE.",
        ),
    ],
    over: Annotated[
        str, typer.Option(metavar="OPTIONS", help="Options to search, with commas; all if none.")
    ] = "",
    seats: Annotated[
        str, typer.Option(help="A bot for each seat, with commas; greedy if not given.")
    ] = "",
    trials: Annotated[int, typer.Option(min=2, help="Proposals that are played.")] = 60,
    number: Annotated[int, typer.Option("--games", min=2, help="Games of each proposal.")] = 50,
    fresh: Annotated[
        int, typer.Option(min=2, help="Games on fresh seeds that check what was found.")
    ] = 400,
    changes: Annotated[
        int, typer.Option(min=1, max=8, help="Options that a proposal changes at most.")
    ] = 3,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 0,
    output: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Keep the search there (Optuna's journal)."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the search that stands in --out.")
    ] = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Search a game's options for a target, and say how many rules that would change.

    What is found is played on fresh seeds beside the usual rules: the defaults, with --set. Ctrl+C
    tells what was found so far.
    """
    check_libraries("tune")
    quiet_optuna()
    chosen = the_game(game)
    fixed = settings(chosen, options, material)
    bots = chosen_seats(chosen, seats)
    usual = Simulation.plan(chosen, bots, number, seed, fixed, True)
    names = [name.strip() for name in over.split(",") if name.strip()]
    wanted = target_named(chosen, target, len(bots))
    search = Search.plan(usual, fixed, wanted, names, trials, fresh, changes)
    if resume and output is None:
        raise InputError("There is nothing to resume.", where="--resume", expected="--out FILE")
    stopped: Exception | Interrupted | None = None
    with ExitStack() as stack:
        file = None
        if output is not None:
            place = output if resume else Output(output, force).place()
            file = StudyFile(place, search.to_json(), resume)
            stack.callback(file.close)
        tuning = Tuning(search, file)
        show = stack.enter_context(progress("Games"))
        try:
            with closing(tuning.play(how_many(jobs))) as played:
                for done, whole in played:
                    show(done, whole)
        except (Exception, Interrupted) as error:
            stopped = error
    if tuning.proposals and not isinstance(stopped, LabError):
        _tell_tuning(result(tuning), as_json)
    if stopped is not None:
        raise stopped


def _tell_tuning(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        tell_json(found)
        return
    for sentence in found["sentences"]:
        say(sentence)
    for row in found["found"]:
        if row["comparison"] is not None:
            say(f"What else {' and '.join(row['changes'])} would change:")
            for sentence in row["comparison"]["sentences"]:
                say(f"  {sentence}")
    proposals = f"{found['tried']} of {found['trials']} proposals"
    refused = f", {found['refused']} of values that do not go together" if found["refused"] else ""
    say(f"{proposals}{refused}, {found['games']} games each by {','.join(found['seats'])}.")


@app.command(
    name="balance",
    epilog=examples(
        "wardround balance dice_hospital --out dice_hospital.html",
        "wardround balance clinic --players 2,3 --games 2000 --json",
        "wardround balance pyrrameds --set preset=book --bots greedy,random",
    ),
)
def balance_command(
    game: GameId,
    bots: Annotated[str, typer.Option(help="Bots, with commas: each plays among itself.")] = BOT,
    rival: Annotated[
        str, typer.Option(help="Whom the first bot also plays against, on the same deals.")
    ] = "random",
    players: Annotated[
        str, typer.Option(help="Numbers of players, with commas; all if not given.")
    ] = "",
    number: Annotated[
        int, typer.Option("--games", min=2, help="Games of each setting, and deals of the duels.")
    ] = 200,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    depth: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help="Iterations of searches, with commas: each plays against twice as many.",
        ),
    ] = "",
    deals: Annotated[
        int, typer.Option("--depth-deals", min=2, help="Deals of each duel of --depth.")
    ] = 100,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the games there, and do not play again those that are there already.",
        ),
    ] = None,
    jobs: Jobs = 0,
    output: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", help="Write the report: one HTML file."),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Play many games and report how balanced they are.

    Seats, length, where points come from, what each thing is worth, choices, luck and skill; each
    figure with its sample and interval, as a page with drawings (--out) or as JSON (--json).
    """
    check_libraries("balance")
    target = None
    if output is not None:
        if output.suffix != ".html":
            raise InputError(
                "The report is a page.", where=str(output), expected="a name that ends in .html"
            )
        library()
        target = Output(output, force)
    chosen = the_game(game)
    said = settings(chosen, options, material)
    counts = seat_counts(chosen, players)
    budgets = whole_numbers(depth, "--depth", "number of iterations", "25,50,100")
    study = Study.plan(chosen, counts, bot_list(bots), rival, number, seed, said, budgets, deals)
    watched = Watched(study)
    stopped: Exception | Interrupted | None = None
    with ExitStack() as stack:
        file = None
        if keep is not None:
            file = stack.enter_context(closing(GamesFile(keep)))
        show = stack.enter_context(progress("Games"))
        try:
            with closing(watched.play(how_many(jobs), file)) as played:
                for done in played:
                    show(done, watched.study.games)
        except (Exception, Interrupted) as error:
            stopped = error
    if watched.enough:
        try:
            _tell_balance(report(watched), target, as_json)
        except LabError as error:
            stopped = stopped or error
    if stopped is not None:
        raise stopped


def _tell_balance(found: dict[str, Any], target: Output | None, as_json: bool) -> None:
    if as_json:
        tell_json(found)
    else:
        for sentence in sentences(found):
            say(sentence)
        _show_items(found["items"])
    if target is not None:
        place = target.place()
        write_file(place, page(found).encode(), LabError)
        if not as_json:
            say(f"The whole report stands in {place}.")


@app.command(
    name="text",
    epilog=examples(
        'wardround text clinic --command "python3 first.py" --rounds 5',
        'wardround text pyrrameds --command "./model.sh" --rules-always --against student,resident',
        'wardround text clinic --command "./model.sh" --transcript clinic.jsonl --json',
    ),
)
def text_command(
    game: GameId,
    command: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="The program: started for every question, which it reads from standard input.",
        ),
    ],
    against: Annotated[
        str, typer.Option(help="Bots, with commas: each in turn holds all other seats.")
    ] = BOT,
    players: Annotated[
        int | None, typer.Option(min=2, help="Seats of a table; the fewest if not given.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, help="Deals; each is played once from every seat.")
    ] = 10,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    rules: Annotated[
        bool, typer.Option("--rules", help="Put the rules before the first question of a game.")
    ] = False,
    rules_always: Annotated[
        bool,
        typer.Option(
            "--rules-always", help="Before every question: for a program that remembers nothing."
        ),
    ] = False,
    retries: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_RETRIES,
            help="How often it is asked again after a refused answer; then chance chooses.",
        ),
    ] = 3,
    timeout: Annotated[float, typer.Option(help="Seconds that an answer may take.")] = 120.0,
    transcript: Annotated[
        Path | None,
        typer.Option(metavar="FILE.jsonl", help="Write every question and answer to a new file."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let a program that reads and writes text, such as a language model, play against bots.

    The last line of an answer is the number or the notation of a choice. All intervals are of
    95 %; deals are the independent samples.
    """
    chosen = the_game(game)
    said = settings(chosen, options, material)
    seats = max(2, chosen.min_players) if players is None else players
    plans = [duel(chosen, one, seats, rounds, seed, said) for one in opponents(against)]
    program = Program(command, timeout)
    manner = Manner("always" if rules_always else "first" if rules else "never", retries)
    run_text(plans, program, manner, transcript, as_json)


SHOWN = 20
"""Things that the terminal shows; the report holds all."""


def _show_items(items: list[dict[str, Any]]) -> None:
    rows = sorted(items, key=lambda row: row["points"]["p"])[:SHOWN]
    if rows:
        grid(
            (
                "thing",
                "",
                "with#",
                "without#",
                "points#",
                "95 % interval#",
                "peers#",
                "wins#",
                "p#",
            ),
            [
                (
                    row["item"],
                    row["stage"],
                    f"{row['with']}",
                    f"{row['without']}",
                    f"{row['points']['value']:+.2f}",
                    f"{row['points']['low']:+.2f} to {row['points']['high']:+.2f}",
                    f"{row['points']['peers']:+.2f}",
                    f"{row['wins']['value']:+.1%}" if row["wins"] else "-",
                    f"{row['points']['p_adjusted']:.3f}",
                )
                for row in rows
            ],
            f"What things are worth: the {len(rows)} surest of {len(items)}",
        )
