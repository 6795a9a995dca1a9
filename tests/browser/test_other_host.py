"""From another computer: a host name that is not this machine's own, over plain http.

There a browser counts the page as insecure and withholds much: crypto.randomUUID, the clipboard,
notifications, sharing. All of it must be playable without.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPlayer, sizes
from tests.browser.driver import NARROW, PATIENCE, Player
from tests.browser.serve import OTHER_HOST
from tests.browser.test_notices import open_notices

NO_STORAGE = """Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
});"""
FULL_STORAGE = """Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};"""
NO_COPYING = "document.execCommand = () => false;"


@pytest.fixture(scope="module")
def host() -> str:
    """The other host, for every test here."""
    return OTHER_HOST


def assert_insecure(page: Page) -> None:
    """The page is what it is on another computer."""
    assert page.evaluate("location.hostname") == OTHER_HOST
    assert page.evaluate("window.isSecureContext") is False
    assert page.evaluate("crypto.randomUUID") is None
    assert page.evaluate("navigator.clipboard") is None


def pasted(player: Player) -> str:
    """What is in the clipboard, pasted by keyboard into a field of the test's own."""
    player.page.evaluate(
        """const field = document.createElement('textarea');
        field.id = 'pasted';
        document.body.append(field);"""
    )
    field = player.page.locator("#pasted")
    field.press("Control+V")
    text = field.input_value()
    field.evaluate("field => field.remove()")
    return text


@sizes("narrow")
def test_a_whole_game_by_mouse(new_player: NewPlayer, size: tuple[int, int]) -> None:
    player = new_player(size, seed=11)
    player.play_now("Pyrrameds")
    assert_insecure(player.page)
    assert player.finish("click_something") > 10


def test_a_whole_game_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player(seed=4)
    player.play_now("Pyrrameds")
    assert player.finish("press_something") > 10


def test_the_invitation_is_copied_and_a_friend_joins_by_it(new_player: NewPlayer) -> None:
    host = new_player()
    host.set_up(["me", "open"], game="Pyrrameds")
    assert_insecure(host.page)
    link = host.page.get_by_label("Link to join or watch").input_value()
    assert f"//{OTHER_HOST}:" in link
    host.page.get_by_role("button", name="Copy the link").click()
    expect(host.page.get_by_role("button", name="Copied")).to_be_visible()

    friend = new_player(NARROW)
    friend.page.goto(link)
    friend.page.get_by_role("button", name="Join").wait_for()
    assert pasted(friend) == link
    friend.page.get_by_label("Your name").fill("Bo")
    friend.page.get_by_role("button", name="Join").click()
    for player in (host, friend):
        player.page.wait_for_selector("main[data-version]")
    for _ in range(6):
        asked = host if host.choices.count() else friend
        asked.await_turn()
        asked.click_something()


def test_a_link_that_the_browser_does_not_copy_is_marked_for_copying(new_player: NewPlayer) -> None:
    player = new_player(script=NO_COPYING)
    player.set_up(["me", "open"], game="Pyrrameds")
    player.page.get_by_role("button", name="Copy the link").click()
    expect(player.page.get_by_text("Copy the marked link yourself")).to_be_visible()
    field = player.page.get_by_label("Link to join or watch")
    expect(field).to_be_focused()
    marked = field.evaluate("field => [field.selectionStart, field.selectionEnd]")
    assert marked == [0, len(field.input_value())]


def test_a_page_without_notices_says_so_and_plays(new_player: NewPlayer) -> None:
    player = new_player(NARROW, seed=5)
    player.play_now("Pyrrameds")
    assert_insecure(player.page)
    switch = open_notices(player)
    expect(switch).to_be_disabled()
    why = player.page.get_by_text("Browsers show notices only for pages opened over https.")
    expect(why).to_be_visible()
    assert player.overflow() == 0
    player.page.get_by_role("button", name="Close").click()
    for _ in range(3):
        player.click_something()
        player.await_turn()


@pytest.mark.parametrize("script", [NO_STORAGE, FULL_STORAGE], ids=["blocked", "full"])
def test_a_browser_that_keeps_nothing_says_so_and_plays(new_player: NewPlayer, script: str) -> None:
    player = new_player(seed=2, script=script)
    player.play_now("Pyrrameds")
    note = player.page.get_by_role("status").filter(has_text="This browser keeps nothing")
    expect(note).to_be_visible()
    for _ in range(8):
        player.click_something()
        player.await_turn()
    with player.page.expect_event("dialog", timeout=PATIENCE) as asked:
        player.page.evaluate("setTimeout(() => location.reload(), 0)")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    note.get_by_role("button", name="Link to my seat").click()
    link = player.page.get_by_label("Link to my seat").input_value()
    friend = new_player()
    friend.page.goto(link)
    friend.await_turn()


@pytest.mark.parametrize(
    "fault",
    [
        "setTimeout(() => { throw new Error('the stairs are wet') }, 0)",
        "void Promise.reject(new Error('the stairs are wet'))",
    ],
    ids=["error", "rejection"],
)
def test_an_error_of_the_page_is_shown(new_player: NewPlayer, fault: str) -> None:
    player = new_player()
    player.play_now("Pyrrameds")
    player.page.evaluate(fault)
    shown = player.page.get_by_role("alert").filter(has_text="the stairs are wet")
    expect(shown).to_be_visible()
    expect(shown).to_contain_text("Something went wrong in this page")
    expect(shown.get_by_role("button", name="Reload")).to_be_visible()
    shown.get_by_role("button", name="Dismiss").click()
    expect(shown).to_have_count(0)
    assert any("the stairs are wet" in error for error in player.errors)
    player.errors.clear()


def test_a_request_without_answer_is_shown(new_player: NewPlayer) -> None:
    player = new_player()
    player.page.route(re.compile("/api/(games|bots)$"), lambda route: route.abort())
    player.visit()
    expect(player.page.get_by_role("alert")).to_contain_text("The server does not answer")
    assert all("Failed to load resource" in error for error in player.errors)
    player.errors.clear()


def test_a_part_of_the_page_that_cannot_be_loaded_is_shown_and_the_choices_stay(
    new_player: NewPlayer,
) -> None:
    player = new_player()
    player.page.route(re.compile("/assets/Pyrrameds.*js$"), lambda route: route.abort())
    player.play_now("Pyrrameds")
    expect(player.page.get_by_role("alert")).to_contain_text("The table cannot be drawn")
    player.choose_by(player.choices.first.click)
    assert all("Failed to load resource" in error for error in player.errors)
    player.errors.clear()
