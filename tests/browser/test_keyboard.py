"""The keyboard: a key acts once, for the question it was pressed for; every badge can be typed."""

import json
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player

REPEATS = 40
HELD = {"key": "1", "code": "Digit1", "windowsVirtualKeyCode": 49, "text": "1"}
ENTER = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"}


def hold(player: Player, key: dict[str, object], pause: float = 0.03) -> None:
    """Hold a key for a while, as the system reports it: pressed once, then again and again."""
    devtools = player.page.context.new_cdp_session(player.page)
    for count in range(REPEATS):
        devtools.send("Input.dispatchKeyEvent", {"type": "keyDown", "autoRepeat": count > 0, **key})
        time.sleep(pause)
    devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **key})
    devtools.detach()


def many_choices(player: Player) -> int:
    """Come to a question with more than nine answers; how many there are."""
    player.begin("pyrrameds", 2, {"start_player": "0", "sets": "base+operations+intensive_care"})
    for _ in range(60):
        player.await_turn()
        if player.choices.count() > 12:
            player.await_turn()
            return player.choices.count()
        player.click_something()
    raise AssertionError("no question with many answers")


def test_a_held_digit_plays_one_move(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.await_turn()
    before = len(player.acts)
    hold(player, HELD)
    player.await_turn()
    assert len(player.acts) - before == 1
    player.press_first()
    assert len(player.acts) - before == 2


def test_a_held_enter_plays_one_move(new_player: NewPlayer) -> None:
    for target in ("section.choices .choice", "[data-legal]"):
        player = new_player()
        player.play_now("Clinic")
        player.await_turn()
        player.page.locator(target).first.focus()
        before = len(player.acts)
        hold(player, ENTER)
        player.await_turn()
        assert len(player.acts) - before == 1


def test_a_held_enter_opens_one_table_and_takes_one_seat(new_player: NewPlayer) -> None:
    player = new_player()
    player.visit()
    made: list[str] = []
    player.page.on("request", lambda r: made.append(r.url) if r.method == "POST" else None)
    player.page.get_by_role("button", name="Play now").first.focus()
    hold(player, ENTER)
    player.await_turn()
    assert len(made) == 1
    assert player.acts == []


def undone(player: Player) -> bool:
    """Whether the page has asked to take a choice back."""
    return any(json.loads(text)["type"] == "undo" for text in player.sent)


def test_letters_lead_around_the_table(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    player.play_now()
    player.play_until("Place a meeple")
    player.press_first()
    player.await_turn()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Undo your last choice")
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    assert not undone(player)
    page.keyboard.press("c")
    expect(player.choices.first).to_be_focused()
    for seat in ("1", "2", "1"):
        page.keyboard.press("r")
        expect(page.locator(f"[data-rival='{seat}']")).to_be_focused()
    page.keyboard.press("l")
    expect(page.locator(".log li button").last).to_be_focused()
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint").locator("li").first).to_be_visible()
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert undone(player)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Keys of one letter").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("game", ["Clinic", "Dynamite Nurse", "Pyrrameds"])
def test_a_letter_leads_to_every_rival(new_player: NewPlayer, game: str) -> None:
    player = new_player()
    player.play_now(game)
    for seat in ("1", "2", "1"):
        player.page.keyboard.press("r")
        expect(player.page.locator(f"[data-rival='{seat}']")).to_be_focused()


def test_every_badge_is_typed(new_player: NewPlayer) -> None:
    player = new_player(seed=6)
    count = many_choices(player)
    badges = [b for b in player.page.locator("section.choices .number").all_inner_texts() if b]
    assert badges == [str(number + 1) for number in range(count)]
    before = len(player.acts)
    wanted = player.choices.nth(11).get_attribute("data-action")
    player.page.keyboard.press("1")
    typed = player.page.locator("[data-typed]")
    expect(typed).to_contain_text("1")
    time.sleep(2)
    assert player.acts[before:] == []
    player.page.keyboard.press("2")
    player.await_act(before)
    assert player.acts[before:] == [wanted]


def test_enter_takes_the_typed_number_and_escape_drops_it(new_player: NewPlayer) -> None:
    player = new_player(seed=6)
    many_choices(player)
    before = len(player.acts)
    typed = player.page.locator("[data-typed]")
    player.page.keyboard.press("1")
    player.page.keyboard.press("Escape")
    expect(typed).to_have_count(0)
    player.page.keyboard.press("1")
    player.page.keyboard.press("Tab")
    expect(typed).to_have_count(0)
    player.choices.nth(3).focus()
    wanted = player.choices.nth(0).get_attribute("data-action")
    player.page.keyboard.press("1")
    player.page.keyboard.press("Enter")
    player.await_act(before)
    assert player.acts[before:] == [wanted]


def test_on_a_narrow_page_the_key_of_the_log_unfolds_it(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    player.begin("dice_hospital", 3)
    player.await_turn()
    page = player.page
    expect(page.locator(".log li")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".log li button").last).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".log li")).to_have_count(0)
