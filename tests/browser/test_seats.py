"""Several people: one device passed around, a link for a friend, somebody who watches."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player


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
                assert all(dealt(state, seat) == [] for state in player.states)
            page.get_by_role("button", name=re.compile("show my table$")).click()
            handover.wait_for(state="detached")
            continue
        state = player.states[-1]
        seat = state["seat"]
        assert all(dealt(state, other) == [] for other in (0, 1) if other != seat)
        cards = page.locator("[data-spot*='/dealt/'][data-legal]")
        if cards.count():
            secrets[seat] = dealt(state, seat)
            assert len(secrets[seat]) == 2
            kept.add(seat)
            player.choose_by(cards.first.click)
        else:
            player.press_first()
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
    asked.press_first()
    watcher.await_change(version)


def test_my_tables_are_remembered(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    table = player.page.url
    player.visit()
    player.page.get_by_role("link", name="Continue").click()
    player.await_turn()
    assert player.page.url == table


def open_table(player: Player, seats: list[str]) -> str:
    """Set up a table that waits for players; the address that invites to it."""
    player.set_up(seats, game="Pyrrameds")
    player.page.get_by_role("heading", name="Waiting for players").wait_for()
    link = player.page.get_by_label("Link to join or watch").input_value()
    return link[link.index("#") :]


def kept(player: Player) -> list[dict[str, Any]]:
    """The seats that the device of the player holds at its first table."""
    tables = json.loads(player.page.evaluate("localStorage.getItem('wardround.tables')"))
    held: list[dict[str, Any]] = tables[0]["held"]
    return held


def test_ones_own_invitation_leads_to_ones_own_seat(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    invitation = open_table(player, ["me", "open", "open"])
    mine = page.url
    before = kept(player)
    player.visit(invitation)
    page.get_by_role("heading", name="You have a seat at this table").wait_for()
    expect(page.get_by_role("button", name="Join")).to_have_count(0)
    page.get_by_role("link", name="Go to my seat").click()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    assert page.url == mine
    assert kept(player) == before


def test_several_seats_of_one_table_are_kept_side_by_side(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    invitation = open_table(player, ["me", "open", "open"])
    player.visit(invitation)
    page.get_by_role("button", name="Take another seat on this device").click()
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("button", name="Join").dblclick()
    page.get_by_role("heading", name="Waiting for players").wait_for()
    assert [own["seats"] for own in kept(player)] == [[0], [1]]
    assert len({own["token"] for own in kept(player)}) == 2

    friend = new_player()
    friend.visit(invitation)
    friend.page.get_by_label("Your name").fill("Cleo")
    friend.page.get_by_role("button", name="Join").click()
    for other in (player, friend):
        other.page.wait_for_selector("main[data-version]")
    seen = set()
    for name in ("Go to my seat: ", "Go to my seat: Bo"):
        player.visit(invitation)
        page.get_by_role("link", name=name).first.click()
        page.wait_for_selector("main[data-version]")
        seen.add(player.states[-1]["seat"])
    assert seen == {0, 1}
    page.get_by_role("navigation", name="Also on this device").get_by_role("link").click()
    page.wait_for_url(re.compile("/seat/0$"))
    player.await_state("mine", [0])


def test_no_address_holds_the_secret_of_a_seat(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    addresses: list[str] = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    player.play_now("Pyrrameds")
    token = kept(player)[0]["token"]
    table = page.url.split("#/t/")[1].split("/")[0]
    assert page.url.endswith(f"#/t/{table}/seat/0")
    assert token not in " ".join(addresses)
    page.reload()
    player.await_turn()
    copied = new_player()
    copied.page.goto(page.url)
    expect(copied.page.get_by_text("is not on this device")).to_be_visible()
    expect(copied.page.get_by_text("You are watching.")).to_be_visible()


def test_an_old_address_still_works_and_loses_its_secret(new_player: NewPlayer) -> None:
    owner = new_player()
    owner.play_now("Pyrrameds")
    token = kept(owner)[0]["token"]
    table = owner.page.url.split("#/t/")[1].split("/")[0]

    player = new_player()
    page = player.page
    player.visit()
    player.visit(f"#/t/{table}/{token}")
    player.await_turn()
    assert page.url.endswith(f"#/t/{table}/seat/0")
    assert [own["token"] for own in kept(player)] == [token]
    page.go_back()
    page.get_by_role("link", name="Continue").wait_for()
    page.go_forward()
    player.await_turn()
    assert page.url.endswith(f"#/t/{table}/seat/0")
    assert player.states[-1]["mine"] == [0]
    player.visit(f"#/t/{table}/{token}")
    page.wait_for_function("token => !location.href.includes(token)", arg=token)


def test_a_wrong_secret_is_refused_and_not_kept(new_player: NewPlayer) -> None:
    player = new_player()
    invitation = open_table(player, ["me", "open"])
    friend = new_player()
    friend.visit(f"{invitation}/{'x' * 32}")
    heading = friend.page.get_by_role("heading", name="This table cannot be opened.")
    expect(heading).to_be_visible()
    assert "xxx" not in friend.page.url
    friend.page.get_by_role("button", name="Open the table without a seat").click()
    friend.page.get_by_role("button", name="Join").wait_for()


def test_a_seat_moves_to_another_device_by_its_link(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now("Pyrrameds")
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_text("Link to my seat").click()
    link = player.page.get_by_label("Link to my seat").input_value()
    phone = new_player(NARROW)
    phone.page.goto(link)
    phone.await_turn()
    assert phone.states[-1]["mine"] == [0]
    assert phone.overflow() <= 0


def test_a_table_is_forgotten_only_when_asked_twice(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    player.play_now("Pyrrameds")
    player.visit()
    page.get_by_role("button", name="Forget the table").click()
    page.get_by_role("button", name="Keep it").click()
    page.get_by_role("link", name="Continue").wait_for()
    page.get_by_role("button", name="Forget the table").click()
    page.get_by_role("button", name="Forget it").click()
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)


def test_errors_of_the_server_are_shown(new_player: NewPlayer) -> None:
    player = new_player()
    player.visit("#/t/nosuchtable")
    expect(player.page.get_by_role("heading", name="This table cannot be opened.")).to_be_visible()
    expect(player.page.get_by_role("alert")).to_contain_text("nosuchtable")
