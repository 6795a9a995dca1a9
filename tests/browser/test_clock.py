"""A table with a clock: chosen in the form, told to two people, used up by one, who comes back."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player
from tests.browser.test_company import heard, join


def clock(player: Player) -> str:
    """What the clock says, in one line."""
    return " ".join(player.page.get_by_test_id("clock").inner_text().split())


def test_a_clock_is_chosen_told_and_remembered(new_player: NewPlayer) -> None:
    ada = new_player(WIDE)
    ada.open_form(["me", "open"], "Pyrrameds")
    ada.page.get_by_label("Clock").select_option("1 minute a turn and 10 minutes")
    assert ada.overflow() == 0
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.get_by_text("Clock: 1 minute a turn and 10 minutes.")).to_be_visible()
    ada.open_form(["me", "open"], "Clinic")
    expect(ada.page.get_by_label("Clock")).to_have_value("steady")
    ada.page.get_by_label("Clock").select_option("Own times")
    ada.page.get_by_label("Free time for each turn", exact=True).fill("3")
    ada.page.get_by_label("Unit: Reserve for the whole game").select_option("hours")
    ada.page.get_by_label("Reserve for the whole game", exact=True).fill("1.5")
    assert ada.overflow() == 0
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.get_by_text("3 minutes a turn and 1 hour 30 minutes.")).to_be_visible()
    ada.open_form(["me", "open"], "Clinic")
    ada.page.get_by_label("Clock").select_option("None")
    ada.page.get_by_role("button", name="Start").click()
    expect(ada.page.get_by_text("Waiting for players")).to_be_visible()
    assert ada.page.get_by_text("Clock:").count() == 0


def test_time_is_used_up_a_bot_plays_and_the_player_is_back(new_player: NewPlayer) -> None:
    players = new_player(WIDE, seed=8), new_player(NARROW, seed=9)
    made = players[0].begin("pyrrameds", 2, kinds=("me", "open"), clock={"move": 2, "reserve": 0})
    join(players[1], f"{players[0].address}#/t/{made['table']}", "Bo")
    for player in players:
        player.page.wait_for_selector("main[data-version]")
        expect(player.page.get_by_test_id("clock")).to_be_visible()
        assert player.overflow() == 0
    slow, other = sorted(players, key=lambda player: player.choices.count() == 0)
    name = "Bo" if slow is players[1] else "Ada"

    # Whoever is asked lets the time go by: it is told here and there, and nothing is forced.
    expect(slow.page.get_by_test_id("clock")).to_contain_text("out of time")
    expect(slow.page.locator("[data-live=polite]")).to_contain_text("Your time is used up.")
    expect(other.page.get_by_test_id("clock")).to_contain_text("out of time")
    assert re.match(rf"You 0:02 .*{name}.* 0:00 out of time", clock(other))
    assert slow.choices.count() > 0
    for player in players:
        assert player.overflow() == 0

    other.page.get_by_role("button", name="Talk").click()
    expect(other.page.get_by_role("dialog").get_by_text("out of time")).to_be_visible()
    other.page.get_by_role("button", name=f"Vote for a bot to play for {name}").click()
    heard(other, f"plays for {name} now")
    assert other.overflow() == 0
    other.page.get_by_role("button", name="Close").click()
    slow.page.get_by_role("button", name="I am back: play myself").click()
    expect(slow.page.get_by_role("button", name="I am back: play myself")).to_have_count(0)
    expect(slow.page.get_by_test_id("clock")).to_be_visible()
    for player in players:
        assert player.overflow() == 0


def test_a_table_without_a_clock_shows_none(new_player: NewPlayer) -> None:
    ada = new_player(WIDE)
    ada.play_now("Pyrrameds")
    assert ada.page.get_by_test_id("clock").count() == 0
