"""The pages that explain observations say what the games do."""

from pathlib import Path

import pytest

from wardround.games import game, games
from wardround.testing.observations import page, table

PAGES = Path(__file__).parent.parent.parent / "docs" / "observations"


@pytest.mark.parametrize("id", list(games()))
def test_the_page_of_a_game_is_true(id: str) -> None:
    written = (PAGES / f"{id}.md").read_text(encoding="utf-8")
    assert written == page(game(id)), "run make observations"


def test_every_piece_has_a_row() -> None:
    layout = game("clinic").new(2, 1).layout()
    assert len(table(layout).splitlines()) == 2 + len(layout.pieces)
