"""Several people: one device passed around, a link for a friend, somebody who watches."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player


def states(player: Player) -> list[dict[str, Any]]:
    """The positions that the server has sent to this page."""
    messages = [json.loads(text) for text in player.received]
    return [message for message in messages if message["type"] == "state"]


def dealt(state: dict[str, Any], seat: int) -> list[str]:
    """The administrators dealt to a seat, as far as the position tells."""
    return [card["label"] for card in state["view"]["seats"][seat]["dealt"]]


def test_passing_the_device_shows_no_secret_of_another_seat(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    player.set_up(["me", "device", "bot"])
    secrets: dict[int, list[str]] = {}
    kept: set[int] = set()
    while len(kept) < 2:
        page.wait_for_selector("[data-handover], section.choices .choice")
        handover = page.locator("[data-handover]")
        if handover.count():
            seat = int(handover.get_attribute("data-handover") or -1)
            shown = page.content()
            assert "data-spot" not in shown
            assert not any(card in shown for cards in secrets.values() for card in cards)
            if seat not in secrets:
                assert all(dealt(state, seat) == [] for state in states(player))
            page.get_by_role("button", name=re.compile("show my table$")).click()
            handover.wait_for(state="detached")
            continue
        state = states(player)[-1]
        seat = state["seat"]
        assert all(dealt(state, other) == [] for other in (0, 1) if other != seat)
        cards = page.locator("[data-spot*='/dealt/'][data-legal]")
        version = player.version
        if cards.count():
            secrets[seat] = dealt(state, seat)
            assert len(secrets[seat]) == 2
            kept.add(seat)
            cards.first.click()
        else:
            page.keyboard.press("1")
        if len(kept) < 2:
            player.await_change(version)
    assert set(secrets) == {0, 1}


def test_a_friend_joins_by_link_and_somebody_watches(new_player: NewPlayer) -> None:
    host = new_player()
    host.set_up(["me", "open"])
    host.page.get_by_role("heading", name="Waiting for players").wait_for()
    link = host.page.get_by_label("Link to join or watch").input_value()
    fragment = link[link.index("#") :]
    assert fragment.count("/") == 2, "the link must not hold the host's token"

    friend = new_player(NARROW)
    friend.visit(fragment)
    friend.page.get_by_label("Your name").fill("Bo")
    friend.page.get_by_role("button", name="Join").click()
    for player in (host, friend):
        player.page.wait_for_selector("main[data-version]")
    expect(host.page.get_by_text("Bo").first).to_be_visible()

    watcher = new_player()
    watcher.visit(fragment)
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    assert watcher.choices.count() == 0
    assert watcher.pieces.count() == 0
    version = watcher.version
    asked = host if host.choices.count() else friend
    asked.page.keyboard.press("1")
    watcher.await_change(version)


def test_my_tables_are_remembered(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    table = player.page.url
    player.visit()
    player.page.get_by_role("link", name="Continue").click()
    player.await_turn()
    assert player.page.url == table


def test_errors_of_the_server_are_shown(new_player: NewPlayer) -> None:
    player = new_player()
    player.visit("#/t/nosuchtable")
    expect(player.page.get_by_role("heading", name="This table cannot be opened.")).to_be_visible()
    expect(player.page.get_by_role("alert")).to_contain_text("nosuchtable")
