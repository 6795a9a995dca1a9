"""The command that makes a network: it learns a game by playing it."""

from pathlib import Path
from typing import Annotated

import typer

from wardround.cli.commands import GameId, Jobs, Material, Seed, examples
from wardround.cli.commands import processes as how_many
from wardround.cli.loadtest import app
from wardround.cli.output import InputError, say, the_game
from wardround.cli.settings import Settings, settings

__all__ = ["app"]


@app.command(
    name="train",
    epilog=examples(
        "wardround train pyrrameds --minutes 60 --lessons 20 --jobs 0 --out nets/pyrrameds",
        "wardround train dynamite_nurse --players 3 --minutes 30 --seed 2 --out nets/nurse",
        "wardround train pyrrameds --minutes 30 --resume --out nets/pyrrameds",
    ),
)
def train_command(
    game: GameId,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where everything is written.")],
    minutes: Annotated[
        float, typer.Option(min=0.001, help="How long it learns; evaluations come on top.")
    ] = 30.0,
    players: Annotated[
        int | None, typer.Option(min=2, help="Seats; two, or the fewest of the game.")
    ] = None,
    teacher: Annotated[str, typer.Option(help="The bot that gives lessons first.")] = "greedy",
    lessons: Annotated[
        float | None,
        typer.Option(min=0, help="Minutes of lessons; a third of all if not given."),
    ] = None,
    rival: Annotated[
        str, typer.Option(help="The bot that holds all other seats in a part of the games.")
    ] = "greedy",
    share: Annotated[int, typer.Option(min=0, max=100, help="Percent of such games.")] = 25,
    every: Annotated[
        float, typer.Option(min=0.001, help="Minutes of learning between evaluations.")
    ] = 5.0,
    rounds: Annotated[
        int, typer.Option(min=1, help="Deals of an evaluation; each is played from every seat.")
    ] = 50,
    seed: Seed = "1",
    options: Settings = None,
    material: Material = None,
    jobs: Jobs = 1,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run in the folder.")
    ] = False,
) -> None:
    """Make a network that plays a game: lessons by a bot, then games against itself.

    It is evaluated against random and greedy as it learns; network.npz in the folder is what the
    bot trained plays with. Ctrl+C keeps what was learned.
    """
    from wardround.lab.training import Plan, Training, begun

    if not minutes < float("inf") or not every < float("inf"):
        raise InputError("It has to end.", where="--minutes", expected="a number of minutes")
    chosen = the_game(game)
    said = settings(chosen, options, material)
    first = minutes / 3 if lessons is None else lessons
    plan = Plan.made(chosen, players, said, seed, teacher, first, rival, share)
    if resume:
        plan = begun(out).agreeing(plan, lessons is None)
    training = Training(plan, out, resume, rounds, how_many(jobs), say)
    training.run(minutes, every)
    say(f"Wrote {out / 'network.npz'}. To play against it:")
    say(
        f"WARDROUND_NETWORKS={out} wardround tournament {chosen.id} "
        f"--seats trained:network,{','.join(['greedy'] * (plan.players - 1))}"
    )
