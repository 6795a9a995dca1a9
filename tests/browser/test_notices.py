"""Being told of one's turn while the page is in the background, and the way to the next table."""

import time
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, PATIENCE, WIDE, Player
from tests.browser.test_company import join

HIDE = """hidden => {
    Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""
NOTICES = """async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    const found = await worker.getNotifications();
    return found.map(({title, body, tag}) => [title, body, tag]);
}"""


REFUSE = """let leave = 'default';
Object.defineProperty(Notification, 'permission', {get: () => leave});
Notification.requestPermission = async () => (leave = 'denied');"""


def open_notices(player: Player) -> Locator:
    """Open what the settings say about notices; the switch."""
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_text("When it is your turn").click()
    return player.page.get_by_label("Show a notice while this page is in the background")


def await_notices(player: Player, wanted: list[list[str]]) -> None:
    """Wait until the browser shows these notices and no others."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := player.page.evaluate(NOTICES)) != wanted:
        assert time.monotonic() < end, found
        player.page.wait_for_timeout(50)


def two_players(new_player: NewPlayer) -> tuple[Player, Player, dict[str, Any]]:
    """Two people at a table of their own."""
    ada, bo = new_player(WIDE, seed=3), new_player(NARROW, seed=4)
    made = ada.begin("pyrrameds", 2, kinds=("me", "open"))
    join(bo, f"{ada.address}#/t/{made['table']}", "Bo")
    for player in (ada, bo):
        player.page.wait_for_selector("main[data-version]")
    return ada, bo, made


def play_until_asked(player: Player, other: Player) -> None:
    """Play on another's page until somebody is asked."""
    for _ in range(40):
        if player.choices.count():
            return
        if other.choices.count():
            other.click_something()
        player.page.wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_a_notice_tells_who_looks_elsewhere_that_it_is_their_turn(new_player: NewPlayer) -> None:
    ada, bo, made = two_players(new_player)
    ada.page.context.grant_permissions(["notifications"], origin=ada.address)
    ada.page.reload()
    ada.page.wait_for_selector("main[data-version]")
    switch = open_notices(ada)
    switch.check()
    expect(switch).to_be_checked()
    ada.page.wait_for_function(
        "navigator.serviceWorker.controller || navigator.serviceWorker.ready"
    )
    ada.page.get_by_role("button", name="Close").click()
    play_until_asked(bo, ada)
    ada.page.evaluate(HIDE, True)
    assert any('"type":"visible","visible":false' in text for text in ada.sent)
    play_until_asked(ada, bo)
    await_notices(ada, [["Pyrrameds", "Your turn", made["table"]]])
    ada.page.evaluate(HIDE, False)
    await_notices(ada, [])


def test_who_refuses_notices_reads_so_and_plays(new_player: NewPlayer) -> None:
    ada = new_player(NARROW, script=REFUSE)
    ada.play_now("Pyrrameds")
    switch = open_notices(ada)
    switch.click()
    expect(ada.page.get_by_text("This browser was told not to show notices")).to_be_visible()
    expect(switch).not_to_be_checked()
    expect(switch).to_be_disabled()
    assert ada.overflow() == 0
    ada.page.get_by_role("button", name="Close").click()
    ada.page.evaluate(HIDE, True)
    ada.click_something()
    ada.await_turn()


def test_a_button_leads_to_the_next_table_that_waits(new_player: NewPlayer) -> None:
    ada, bo, made = two_players(new_player)
    alone = ada.begin("pyrrameds", 2)
    ada.await_turn()
    ada.visit(f"#/t/{made['table']}")
    ada.page.wait_for_selector("main[data-version]")
    play_until_asked(bo, ada)
    link = ada.page.get_by_role("link", name="Next table that waits for you: Pyrrameds")
    assert ada.overflow() == 0
    link.click()
    ada.page.wait_for_url(f"**/t/{alone['table']}/**")
    ada.await_turn()
    expect(link).to_have_count(0)
    ada.visit()
    link.click()
    ada.page.wait_for_url(f"**/t/{alone['table']}/**")
