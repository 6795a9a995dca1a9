"""A press on any piece is answered beside it: what it is, and whether it can be used."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player

OTHER = "section [data-spot*='/department/'][aria-disabled]"
"""A piece that is not asked for while an ambulance is."""


def at_ambulances(player: Player) -> Locator:
    """Come to the choice of an ambulance; a piece that has nothing to do with it."""
    player.play_now()
    player.play_until("Take an ambulance")
    if player.page.locator("[data-fold=departments]").count():
        player.unfold("departments")
    return player.page.locator(OTHER).first


def bubble_of(player: Player) -> Locator:
    """What the piece pressed last says."""
    return player.page.locator("[role=dialog][aria-modal=false]")


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_a_piece_that_is_not_asked_for_says_what_it_is(
    new_player: NewPlayer, size: tuple[int, int]
) -> None:
    player = new_player(size)
    piece = at_ambulances(player)
    version = player.version
    piece.scroll_into_view_if_needed()
    piece.click(force=True)
    bubble = bubble_of(player)
    label = str(piece.get_attribute("aria-label"))
    expect(bubble.get_by_role("heading")).to_contain_text(label)
    expect(bubble).to_contain_text("It cannot be used for what is asked of you now.")
    expect(bubble).to_contain_text("You are asked: Take an ambulance")
    shown, there = bubble.bounding_box(), piece.bounding_box()
    assert shown is not None
    assert there is not None
    right = shown["x"] - there["x"] - there["width"]
    left = there["x"] - shown["x"] - shown["width"]
    below = shown["y"] - there["y"] - there["height"]
    above = there["y"] - shown["y"] - shown["height"]
    assert 0 < max(right, left, below, above) < 20
    assert shown["x"] >= 0
    assert shown["x"] + shown["width"] <= size[0]
    assert player.overflow() <= 0
    bubble.get_by_role("button", name="Go to the choices").click()
    expect(bubble).to_have_count(0)
    expect(player.choices.first).to_be_focused()
    expect(player.choices.first).to_be_in_viewport()
    assert player.version == version


def test_the_word_of_the_guide_is_told(new_player: NewPlayer) -> None:
    player = new_player()
    at_ambulances(player)
    player.page.locator("[data-spot$='/nurses'][aria-disabled]").first.click(force=True)
    word = re.compile("^nurse: .{20}", re.IGNORECASE)
    expect(bubble_of(player).locator(".term")).to_contain_text(word)


def test_it_is_said_politely_and_the_table_stays_usable(new_player: NewPlayer) -> None:
    player = new_player()
    piece = at_ambulances(player)
    page = player.page
    piece.click(force=True)
    label = str(piece.get_attribute("aria-label"))
    expect(page.locator("[data-live=polite]")).to_contain_text(label)
    expect(page.locator("[data-live=polite]")).to_contain_text("You are asked")
    assert not page.evaluate("document.activeElement.closest('[role=dialog]')")
    player.press_first()
    expect(bubble_of(player)).to_have_count(0)


def test_escape_and_a_press_elsewhere_close_it(new_player: NewPlayer) -> None:
    player = new_player()
    piece = at_ambulances(player)
    bubble = bubble_of(player)
    piece.click(force=True)
    expect(bubble).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    piece.click(force=True)
    expect(bubble).to_be_visible()
    player.page.get_by_test_id("status").click()
    expect(bubble).to_have_count(0)
    piece.click(force=True)
    other = player.page.locator(OTHER).nth(3)  # the bubble does not cover it
    other.click(force=True)
    expect(bubble).to_have_count(1)
    expect(bubble).to_contain_text(str(other.get_attribute("aria-label")))


def test_the_keyboard_goes_in_and_comes_back(new_player: NewPlayer) -> None:
    player = new_player()
    piece = at_ambulances(player)
    page = player.page
    bubble = bubble_of(player)
    piece.focus()
    page.keyboard.press("Enter")
    expect(bubble).to_be_focused()
    for name in ("Close", "Go to the choices"):
        page.keyboard.press("Tab")
        expect(bubble.get_by_role("button", name=name)).to_be_focused()
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    expect(piece).to_be_focused()
    piece.click(force=True)
    expect(bubble).to_be_visible()
    page.keyboard.press("Tab")
    expect(bubble.get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(bubble).to_have_count(0)
    expect(piece).to_be_focused()


def test_who_watches_and_who_looks_back_may_ask_too(new_player: NewPlayer) -> None:
    player = new_player()
    piece = at_ambulances(player)
    page = player.page
    page.get_by_role("button", name="Look back from the start").click()
    page.get_by_text("Viewing move 0 of ").wait_for()
    piece = page.locator("[data-spot*='/department/']").first
    piece.click(force=True)
    expect(bubble_of(player)).to_contain_text("You are looking at an earlier move")
    guest = new_player()
    guest.visit("#/t/" + page.url.split("#/t/")[1].split("/")[0])
    guest.page.locator("[data-spot*='/department/']").first.click(force=True)
    expect(bubble_of(guest)).to_contain_text("You are watching.")
    assert guest.acts == []
