"""What is asked fits the screen: at a desk without scrolling, on a phone without pushing aside."""

from statistics import median

import pytest

from tests.browser.conftest import NewPlayer
from tests.browser.figures import GAMES, PHONES, WIDTHS, play

EACH_GAME = pytest.mark.parametrize("game", GAMES)
CHOICES = 14
USUAL_SCREENS = 2
"""Of a phone, at half of the decisions: 1.5 to 1.8 are taken."""
MOST_SCREENS = 2.2
"""At nearly all: 1.7 to 1.95 at 95 of 100."""
SHOWN = 0.7
"""The share of the pieces to choose from in view on a phone: 0.92 to 1 are."""


@EACH_GAME
@pytest.mark.parametrize("screen", ["desk", "large"])
def test_at_a_desk_the_page_never_scrolls(new_player: NewPlayer, game: str, screen: str) -> None:
    figures = play(new_player(WIDTHS[screen], seed=5), game, CHOICES)
    assert max(figures.screens) == 1
    assert figures.shown >= 0.97
    assert figures.overflow == 0


@EACH_GAME
@pytest.mark.parametrize("screen", PHONES)
def test_nothing_is_wider_than_a_phone(new_player: NewPlayer, game: str, screen: str) -> None:
    figures = play(new_player(WIDTHS[screen], seed=5, touch=True), game, CHOICES)
    assert figures.overflow == 0
    if screen == "phone":
        assert median(figures.screens) <= USUAL_SCREENS
        assert sorted(figures.screens)[-2] <= MOST_SCREENS
        assert figures.shown >= SHOWN


def test_what_folds_opens_and_closes(new_player: NewPlayer) -> None:
    player = new_player(WIDTHS["desk"])
    player.play_now("Clinic")
    player.await_turn()
    page = player.page
    handle = page.get_by_role("button", name="Accounts")
    panel = page.get_by_role("region", name="Accounts")
    handle.click()
    assert panel.get_by_text("Points as things stand").is_visible()
    assert page.locator("section.choices .choice").first.is_visible()
    page.keyboard.press("Escape")
    assert panel.count() == 0
    assert handle.evaluate("button => button === document.activeElement")
    handle.press("Enter")
    page.locator("[data-section=clinic] h2").click()
    assert panel.count() == 0
