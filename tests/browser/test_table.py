"""What the table offers beside the moves: pieces, reasons, rules, undo, the past, accessibility."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player


def play_until_one_ambulance_is_forbidden(player: Player) -> None:
    """Until this seat chooses an ambulance, and one of them is taken or not for it."""
    forbidden = player.page.locator("[data-spot^='ambulance/'][aria-disabled]")
    for _ in range(8):
        player.play_until("Take an ambulance")
        if forbidden.count():
            return
        player.press_last()
    raise AssertionError("all ambulances may be taken")


def test_placing_a_nurse_by_piece_and_taking_it_back(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Place a meeple")
    nurses = player.page.locator("[data-spot$='/nurses'][data-legal]")
    player.choose_by(nurses.click)
    expect(player.page.locator("[data-spot*='/department/'][data-legal]").first).to_be_visible()
    expect(nurses).to_have_count(0)
    version = player.await_turn()
    player.page.get_by_role("button", name=re.compile("^Undo: ")).click()
    player.await_change(version)
    expect(nurses).to_have_count(1)


def test_a_preview_is_shown_before_the_click(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Take an ambulance")
    player.pieces.first.hover()
    preview = player.page.get_by_role("region", name="What would happen")
    expect(preview).to_contain_text("ambulance")


def test_a_click_on_what_is_not_allowed_says_why_with_the_rule(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    play_until_one_ambulance_is_forbidden(player)
    version = player.version
    player.page.locator("[data-spot^='ambulance/'][aria-disabled]").first.click(force=True)
    why = player.page.get_by_role("dialog", name=re.compile("^Why not"))
    expect(why).to_be_visible()
    rule = why.get_by_role("button", name=re.compile("^Rule ")).first
    clause = rule.inner_text().removeprefix("Rule ")
    rule.click()
    book = player.page.get_by_role("dialog", name="Rules")
    expect(book.locator(f"[data-clause='{clause}']")).to_be_in_viewport()
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("Escape")
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    assert player.version == version


def test_the_past_is_shown_read_only(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Place a meeple")
    player.page.get_by_role("button", name="Look back from the start").click()
    banner = player.page.get_by_text("Viewing move 0 of ")
    expect(banner).to_be_visible()
    expect(player.pieces).to_have_count(0)
    player.page.keyboard.press("ArrowRight")
    expect(player.page.get_by_text("Viewing move 1 of ")).to_be_visible()
    player.page.keyboard.press("End")
    expect(player.page.get_by_text("Viewing move")).to_have_count(0)
    expect(player.pieces.nth(0)).to_be_attached()


def test_arrow_keys_walk_over_the_pieces(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Place a meeple")
    player.pieces.first.focus()
    spots = set()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        player.page.keyboard.press(key)
        spots.add(player.page.evaluate("document.activeElement.dataset.spot"))
    assert len(spots) >= 3
    assert None not in spots


def test_everything_that_takes_the_focus_has_a_name(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Place a meeple")
    nameless = player.page.evaluate(
        """[...document.querySelectorAll('button, a, input, select, [role=button], [role=img]')]
        .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
        .map(e => e.outerHTML.slice(0, 200))"""
    )
    assert nameless == []


def test_what_can_be_chosen_is_large_enough_for_a_finger(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    player.play_now()
    for question in ("Take an ambulance", "Place a meeple"):
        player.play_until(question)
        small = player.page.evaluate(
            """[...document.querySelectorAll('[data-legal], .choice, button')]
            .filter(e => e.closest('ol') === null)
            .map(e => [e.dataset.spot ?? e.textContent.trim(), e.getBoundingClientRect()])
            .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
            .map(([name, box]) => [name, box.width, box.height])"""
        )
        assert small == []
        assert player.overflow() <= 0


@pytest.mark.parametrize("game", ["Dice Hospital", "Pyrrameds"])
def test_a_hint_names_good_choices_and_marks_the_best(new_player: NewPlayer, game: str) -> None:
    player = new_player()
    player.play_now(game)
    while player.choices.count() < 2:
        player.press_first()
    page = player.page
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_test_id("hint")
    expect(hint.locator("li").first).to_contain_text("%")
    assert hint.locator("li").count() <= 3
    best = page.locator("section.choices .choice", has=page.locator(".star"))
    expect(best).to_have_count(1)
    player.choose_by(best.click)
    expect(hint.locator("li")).to_have_count(0)


def test_there_is_no_hint_against_people_elsewhere(new_player: NewPlayer) -> None:
    host = new_player()
    made = host.begin("pyrrameds", 2, {"start_player": "0"}, kinds=("me", "open"))
    friend = new_player()
    friend.visit(f"#/t/{made['table']}")
    friend.page.get_by_label("Your name").fill("Bo")
    friend.page.get_by_role("button", name="Join").click()
    host.await_turn()
    expect(host.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_heal_takes_two_presses(new_player: NewPlayer) -> None:
    player = new_player()
    player.play_now()
    player.play_until("Place a meeple")
    page, status = player.page, player.page.get_by_test_id("status")
    free = page.locator("[data-section=own] [data-spot*='/department/'][aria-disabled]")
    for department in free.all():
        own = len(player.acts)
        department.click(force=True)
        player.await_act(own + 1)
        player.await_turn()
        if "patient" in status.inner_text():
            break
        page.keyboard.press("Escape")
        version = player.version
        page.locator(".bar .undo").click()
        player.await_change(version)
    assert [action.partition(":")[0] for action in player.acts[-2:]] == ["place", "at"]
    player.choose_by(page.locator("[data-spot*='/bed/'][data-legal]").first.click)
    assert len(player.acts) == own + 3


def test_what_if_goes_on_from_a_position_of_a_finished_game(new_player: NewPlayer) -> None:
    player = new_player(seed=9)
    player.play_now("Pyrrameds")
    player.finish("press_last")
    page = player.page
    first = page.url
    page.get_by_role("button", name="Look back from the start").click()
    page.get_by_role("button", name="Play on from here").wait_for()
    page.get_by_role("slider", name="Move through the game").fill("4")
    expect(page).to_have_url(re.compile("/at/4$"))
    own = page.get_by_role("heading", name="Your hand")
    expect(own).to_be_visible()
    page.get_by_label("Seen by").select_option("everybody")
    expect(own).to_have_count(0)
    page.get_by_label("Seen by").select_option("Dr Birch")
    expect(own).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_text("Tried out: what if?").wait_for()
    player.await_turn()
    assert page.url != first
    version = player.version
    player.press_first()
    assert player.version > version
    page.get_by_role("link", name="The game that this comes from").click()
    page.locator("#result-title").wait_for()


def test_what_if_from_a_game_that_goes_on_is_a_guess(new_player: NewPlayer) -> None:
    player = new_player(seed=9)
    player.play_now("Pyrrameds")
    player.press_first()
    player.await_turn()
    page, version, game = player.page, player.version, player.page.url
    board = page.locator(".board")
    assert board.evaluate("board => getComputedStyle(board).outlineStyle") == "none"
    page.get_by_role("button", name="Try out").click()
    page.get_by_text("not what the others really hold").wait_for()
    player.await_turn()
    tried = page.url
    assert tried != game
    assert player.version == 0
    assert board.evaluate("board => getComputedStyle(board).outlineStyle") == "dashed"
    player.press_first()
    assert player.version > 0
    page.get_by_role("link", name="Back to the game").click()
    player.await_turn()
    assert (page.url, player.version) == (game, version)
    page.get_by_role("button", name="Look back from the start").click()
    page.get_by_role("button", name="Try out from here").click()
    page.get_by_text("not what the others really hold").wait_for()
    player.await_turn()
    assert page.url not in (game, tried)
    player.visit()
    expect(page.get_by_text("Pyrrameds: what if?")).to_have_count(2)


def test_the_address_leads_to_the_position(new_player: NewPlayer) -> None:
    player = new_player(seed=9)
    player.play_now()
    for _ in range(3):
        player.press_first()
    page = player.page
    page.get_by_role("button", name="Look back from the start").click()
    page.get_by_text("Viewing move 0 of ").wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.get_by_text("Viewing move 3 of ").wait_for()
    address = page.url
    assert address.endswith("/at/3")
    page.reload()
    page.get_by_text("Viewing move 3 of ").wait_for()
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(address)
    player.await_turn()
