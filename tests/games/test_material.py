"""The tables of the games' material are as they were read and approved.

``python -m tests.games.test_material`` writes them anew; what changed is read in the difference.
"""

from pathlib import Path

import pytest

from wardround.core import Game
from wardround.games import game, games

FOLDER = Path(__file__).parent / "material"


def written(game: Game) -> str:
    """All tables of a game as text, a line for each row."""
    lines: list[str] = []
    for table in game.material():
        lines += [f"# {table.name}", " | ".join(table.columns)]
        lines += [" | ".join(row) for row in table.rows]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("id", list(games()))
def test_the_material_is_as_it_was_approved(id: str) -> None:
    approved = (FOLDER / f"{id}.txt").read_text(encoding="utf-8")
    assert written(game(id)) == approved, "run python -m tests.games.test_material"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for one in games().values():
        (FOLDER / f"{one.id}.txt").write_text(written(one), encoding="utf-8")
