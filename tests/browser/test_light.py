"""What comes over the wire until the lobby, and the first table, can be used."""

import pytest

from tests.browser.conftest import NewPlayer
from tests.browser.driver import Player
from tests.browser.figures import GAMES

LOBBY, TABLE = 70_000, 110_000
"""Bytes at most, headers and all, for somebody who was never here."""


def received(player: Player) -> int:
    """Bytes of all answers since the page was opened, without those of the live connection."""
    size: int = player.page.evaluate(
        """['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
        .reduce((sum, one) => sum + one.transferSize, 0)"""
    )
    return size


def test_the_lobby_is_light(new_player: NewPlayer) -> None:
    player = new_player()
    player.visit()
    player.page.get_by_role("button", name="Play now").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    assert 10_000 < received(player) < LOBBY


@pytest.mark.parametrize("game", GAMES)
def test_the_first_table_is_light(new_player: NewPlayer, game: str) -> None:
    player = new_player()
    player.play_now(game)
    player.page.wait_for_load_state("networkidle")
    assert 10_000 < received(player) < TABLE
