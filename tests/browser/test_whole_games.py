"""Whole games against two bots, by mouse and by keyboard, on a wide and on a narrow screen."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer, sizes
from tests.browser.driver import Player, number
from wardround.core import Record, replay
from wardround.games import game


def check_result(player: Player, folder: Path) -> None:
    """Ranking, points, seed and the saved record are there, and the record is right."""
    page = player.page
    expect(page.locator(".ranking tbody tr")).to_have_count(3)
    totals = [number(text) for text in page.locator(".sheet tfoot td").all_inner_texts()]
    assert len(totals) == 3
    points = [
        number(text) for text in page.locator(".ranking tbody td:last-child").all_inner_texts()
    ]
    assert points == sorted(totals, reverse=True)
    page.get_by_text("Fair chance").click()
    expect(page.get_by_text("The promise was kept")).to_be_visible()
    expect(page.get_by_text("This device noted the hash")).to_be_visible()
    assert page.get_by_test_id("seed").inner_text().strip()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the game record").click()
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    match = replay(Record.read(saved), game("dice_hospital"))
    assert sorted(match.state.scores(), reverse=True) == points


@sizes("wide")
def test_by_mouse(new_player: NewPlayer, size: tuple[int, int], tmp_path: Path) -> None:
    player = new_player(size, seed=7)
    player.play_now()
    assert player.page.title() == "▶ Your turn – Dice Hospital"
    assert player.overflow() <= 0
    assert player.finish("click_something") > 30
    assert player.overflow() <= 0
    check_result(player, tmp_path)


@sizes("narrow")
def test_by_keyboard(new_player: NewPlayer, size: tuple[int, int], tmp_path: Path) -> None:
    player = new_player(size, seed=8)
    player.visit()
    player.page.get_by_role("button", name="Play now").first.wait_for()
    player.press_tab_to("Play now")
    player.page.keyboard.press("Enter")
    player.await_turn()
    assert player.finish("press_something") > 30
    check_result(player, tmp_path)


def test_again_with_the_same_set_up(new_player: NewPlayer) -> None:
    player = new_player(seed=9)
    player.play_now()
    player.finish("press_last")
    before = player.page.url
    player.page.get_by_role("button", name="Play again").click()
    player.page.wait_for_function("before => location.href !== before", arg=before)
    player.page.wait_for_selector("section.choices .choice")
    assert player.version < 20
