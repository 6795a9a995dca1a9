"""Names as people write them: long ones, of any script and direction, on the narrowest screen."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player
from wardround.games import games

LONG = "W" * 40
HEBREW = "דוד בן־גוריון"
PERSIAN = "علی\u200cرضا"
EMOJI = "\U0001f469\u200d\U0001f52c Marie"
NAMES = (LONG, HEBREW, PERSIAN, "長" * 40, EMOJI)

OPEN_HANDS = "localStorage.setItem('wardround.settings', JSON.stringify({ openHands: true }))"
WIDER = """() => [...document.querySelectorAll('main *')]
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1)
    .filter(one => {
        for (let up = one.parentElement; up !== document.body; up = up.parentElement) {
            const { overflowX } = getComputedStyle(up);
            if (overflowX !== 'visible') return false;
        }
        return true;
    })
    .map(one => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 30)}`)
    .slice(0, 5)"""
"""What makes a page wider than the screen."""


def begin(player: Player, game: str, names: tuple[str, ...], kind: str = "device") -> None:
    """Open a table for people of these names."""
    seats = [{"kind": "me" if not at else kind, "name": name} for at, name in enumerate(names)]
    if kind == "open":
        seats = [seats[0], *({"kind": "open"} for _ in names[1:])]
    player.visit()
    made: dict[str, Any] = player.page.evaluate(
        """async body => (await fetch('api/tables', {
            method: 'POST',
            headers: {'content-type': 'application/json'},
            body: JSON.stringify(body),
        })).json()""",
        {"game": game, "options": {}, "seats": seats},
    )
    player.visit(f"#/t/{made['table']}/{made['token']}")


def fits(player: Player) -> None:
    assert player.overflow() == 0, player.page.evaluate(WIDER)


@pytest.mark.parametrize("game", sorted(games()))
def test_long_names_do_not_widen_the_page(new_player: NewPlayer, game: str) -> None:
    player = new_player(NARROW)
    page = player.page
    most = games()[game].max_players
    begin(player, game, (NAMES * 2)[:most])
    page.locator("[data-handover]").wait_for()
    fits(player)
    page.add_init_script(OPEN_HANDS)
    page.reload()
    for _ in range(3 * most):
        player.await_turn()
        fits(player)
        player.press_first()
    for summary in page.locator("summary").all():
        summary.click()
    fits(player)
    for handle in page.locator(".board .handle").all():
        handle.click()
        fits(player)
        page.keyboard.press("Escape")


def test_long_names_fit_everywhere_else(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    page = player.page
    begin(player, "pyrrameds", NAMES[:3], kind="open")
    page.get_by_role("heading", name="Waiting for players").wait_for()
    fits(player)
    friend = new_player(NARROW)
    friend.visit(page.url.partition("#")[2].join(("#", "")))
    friend.page.get_by_label("Your name").fill(HEBREW)
    fits(friend)
    player.visit()
    page.get_by_role("heading", name="My tables").wait_for()
    fits(player)


def test_the_result_and_the_sheet_of_long_names_fit(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    player.page.add_init_script(OPEN_HANDS)
    begin(player, "dynamite_nurse", NAMES[:3])
    player.finish("press_last")
    fits(player)
    expect(player.page.locator(".ranking bdi").get_by_text(LONG)).to_be_visible()


def test_a_name_keeps_its_direction_in_sentences(new_player: NewPlayer) -> None:
    player = new_player(WIDE)
    page = player.page
    page.add_init_script(OPEN_HANDS)
    begin(player, "dice_hospital", (HEBREW, EMOJI))
    player.press_first()
    page.locator("ol", has_text=HEBREW).wait_for()
    assert f"\u2068{HEBREW}\u2069" in page.locator("ol", has_text=HEBREW).inner_text()
    expect(page.locator("bdi", has_text=HEBREW).first).to_be_visible()
    expect(page.locator("bdi", has_text=EMOJI).first).to_be_visible()


def test_equal_names_are_told_apart_and_invisible_ones_refused(new_player: NewPlayer) -> None:
    host, friend = new_player(WIDE), new_player(WIDE)
    begin(host, "dice_hospital", ("Ada", ""), kind="open")
    host.page.get_by_role("heading", name="Waiting for players").wait_for()
    link = host.page.evaluate("location.hash")
    friend.visit(link)
    friend.page.get_by_label("Your name").fill("\u200b\u2800\u3164")
    friend.page.get_by_role("button", name="Join").click()
    expect(friend.page.get_by_role("alert")).to_contain_text("Nothing of this name can be seen")
    friend.page.get_by_label("Your name").fill("  ada\u200d ")
    friend.page.get_by_role("button", name="Join").click()
    friend.page.locator("main[data-version]").wait_for()
    expect(host.page.get_by_text(re.compile(r"ada \(2\)")).first).to_be_visible()
    assert [e for e in friend.errors if "422" not in e] == []
    friend.errors.clear()
