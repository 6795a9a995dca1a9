"""``wardround pack``: check and show card packs of Dynamite Nurse."""

from pathlib import Path
from typing import Annotated

import typer

from wardround.cli.output import InputError, grid, say, tell_json
from wardround.cli.settings import Settings, settings
from wardround.core import read_file
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse.options import Variant
from wardround.games.dynamite_nurse.pack import Pack
from wardround.games.dynamite_nurse.tables import pack_tables

app = typer.Typer(
    name="pack",
    help="Card packs of Dynamite Nurse: check and show the cards of your own box.",
    no_args_is_help=True,
)

PackFile = Annotated[Path, typer.Argument(metavar="FILE", help="A card pack in TOML.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
LARGEST = 1_000_000
"""Bytes of the largest file that is read."""


def read_pack(path: Path) -> Pack:
    """The pack of a file.

    Raises:
        InputError: The file cannot be read.
        MaterialError: The pack is refused.
    """
    return Pack(read_file(path, LARGEST, InputError, "a card pack in TOML"), path.name)


@app.command()
def check(file: PackFile, as_json: Json = False) -> None:
    """Check a card pack: say what is wrong and where, or what is odd."""
    pack = read_pack(file)
    if as_json:
        tell_json({**_about(pack), "warnings": pack.warnings})
        return
    say(f"{pack.title}, version {pack.version}: the pack can be played.")
    for warning in pack.warnings:
        say(f"  warning: {warning}", "yellow")


@app.command()
def show(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A card pack; ours if not given.")
    ] = None,
    edition: Annotated[
        str | None, typer.Option(help="Words of the town or the village edition.")
    ] = None,
    options: Settings = None,
    as_json: Json = False,
) -> None:
    """Show a card pack as tables: every value with the mark of its provenance.

    The rules on the cards are those of the options given.
    """
    said = settings(GAME, [*(options or ()), *([f"edition={edition}"] if edition else ())])
    if file is not None and "pack" in said:
        raise InputError(
            "Two card packs are given.", where="--set pack", expected="one pack: a FILE, or --set"
        )
    checked = GAME.check_options(said, GAME.max_players)
    variant = Variant(checked, None if file is None else read_pack(file))
    pack, tables = variant.pack, pack_tables(variant)
    if as_json:
        tell_json(
            {
                **_about(pack),
                "tables": [
                    {"name": one.name, "columns": one.columns, "rows": one.rows} for one in tables
                ],
            }
        )
        return
    say(f"{pack.title}, version {pack.version}, by {pack.author}")
    say("[B] rulebook, [Q] card FAQ, [F] found, [R] reconstructed: not the printed value")
    for one in tables:
        grid(one.columns, one.rows, one.name)


def _about(pack: Pack) -> dict[str, object]:
    return {
        "id": pack.id,
        "title": pack.title,
        "version": pack.version,
        "author": pack.author,
        "checksum": pack.checksum,
    }
