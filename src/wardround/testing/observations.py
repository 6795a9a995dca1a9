"""Pages that explain the numbers of observations, generated from the games.

python -m wardround.testing.observations docs/observations
"""

import argparse
from pathlib import Path

from wardround.core import Game, Layout
from wardround.games import games


def table(layout: Layout) -> str:
    """The pieces of a layout as a table in Markdown."""
    lines = ["| piece | offset | length | from | to | meaning |", "|---|---|---|---|---|---|"]
    lines += [
        f"| `{piece.name}` | {piece.offset} | {piece.length} | {piece.low:g} | {piece.high:g} "
        f"| {piece.meaning} |"
        for piece in layout.pieces
    ]
    return "\n".join(lines) + "\n"


def page(game: Game) -> str:
    """What an observation of the game holds, for most players and the options as they are."""
    players = game.max_players
    layout = game.new(players, 1).layout()
    kinds = "\n".join(f"| {place} | `{name}` |" for place, name in enumerate(game.questions.names))
    return (
        f"# What a seat of {game.title} observes\n\n"
        f"One row of {len(layout):,} numbers for {players} players and the options as they are "
        f"(`wardround layout {game.id}` for others). Pieces that end in `/0`, `/1` ... belong to "
        "the seats from the observer on, clockwise, or to places of the table.\n\n"
        f"{table(layout)}\n"
        "The places of the piece `question`:\n\n| place | question |\n|---|---|\n"
        f"{kinds}\n"
    )


def main() -> None:
    """Write a page for every game that ships."""
    parser = argparse.ArgumentParser(description="Write the pages that explain observations.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for game in games().values():
        (folder / f"{game.id}.md").write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
