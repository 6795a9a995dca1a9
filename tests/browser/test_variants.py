"""Whole games with every variant, alone and with four hospitals; own material; touch screens."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player, number
from wardround.core import Record, replay
from wardround.games import game


def saved_scores(player: Player, folder: Path) -> list[int]:
    """The scores of the game that the page saves, played again from its record."""
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Save the game record").click()
    saved = folder / download.value.suggested_filename
    download.value.save_as(saved)
    return replay(Record.read(saved), game("dice_hospital")).state.scores()


def sections(player: Player) -> set[str]:
    """The parts of the table, open and folded."""
    player.page.locator("[data-section]").first.wait_for()
    found = player.page.locator("[data-section], [data-fold]").all()
    return {
        str(section.get_attribute("data-section") or section.get_attribute("data-fold"))
        for section in found
    } - {"None", ""}


def test_a_solo_game_with_everything_on(new_player: NewPlayer, tmp_path: Path) -> None:
    player = new_player(WIDE, seed=3)
    page = player.page
    player.set_up(["me"], everything=True)
    player.await_turn()
    assert sections(player) == {"own", "reports", "market", "ambulances"}
    player.unfold("reports")
    expect(page.locator("[data-spot^='report/'][data-spot$='/lower']")).to_have_count(3)
    expect(page.locator("[data-spot^='ambulance/']")).to_have_count(0)
    player.play_until("goes back into the bag")
    dice = page.locator("[data-spot*='/waiting/']")
    expect(dice).to_have_count(4)
    assert dice.evaluate_all("dice => dice.every(die => 'legal' in die.dataset)")
    player.finish("press_something")
    expect(page.locator("#result-title")).to_contain_text("Your score:")
    expect(page.get_by_text("wins")).to_have_count(0)
    (score,) = saved_scores(player, tmp_path)
    sources = page.locator(".sheet .sources")
    points = [number(text) for text in sources.locator("tbody td.number").all_inner_texts()]
    assert sum(points) == score
    assert number(sources.locator("tfoot td.number").inner_text()) == score
    assert player.overflow() <= 0


@pytest.mark.long
def test_four_hospitals_with_every_variant(new_player: NewPlayer, tmp_path: Path) -> None:
    player = new_player(NARROW, seed=4)
    page = player.page
    player.set_up(["me", "bot", "bot", "bot"], everything=True, bot="random")
    seen = set()
    while True:
        player.await_turn()
        seen |= sections(player)
        if page.get_by_role("region", name="Event of this round").count():
            seen.add("event")
        if player.over:
            break
        player.press_last()
    assert seen >= {"own", "market", "ambulances", "collections", "event"}
    player.unfold("collections")
    expect(page.locator("[data-section=collections] [role=img]")).to_have_count(12)
    page.keyboard.press("Escape")
    table = page.locator(".sheet")
    totals = [number(text) for text in table.locator("tfoot td").all_inner_texts()]
    assert totals == saved_scores(player, tmp_path)
    expect(table.get_by_text("Patients left behind")).to_be_visible()
    assert player.overflow() <= 0


def test_options_that_mean_nothing_are_off_with_the_reason(new_player: NewPlayer) -> None:
    player = new_player()
    page = player.page
    player.open_form(["me", "bot"])
    reports = page.get_by_label("Solo: dear reports")
    expect(reports).to_be_disabled()
    expect(page.get_by_text("Only with 1 player.")).to_have_count(2)
    player.open_form(["me"])
    expect(reports).to_be_enabled()
    expect(page.get_by_label("Final Round Collections")).to_be_disabled()


def test_a_file_of_ones_own(new_player: NewPlayer, tmp_path: Path) -> None:
    player = new_player()
    page = player.page
    player.open_form(["me"])
    page.get_by_label("Choose a file: Own material").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": b"[[event]]\nid = 'E01'\n"}
    )
    expect(page.get_by_text("mine.toml, 2 lines")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The file holds 1 entries of the kind 'event'.")
    expect(alert).to_contain_text("15 entries, or none")
    player.errors.clear()  # The browser complains of every answer 4xx.
    page.get_by_role("button", name="Clear").click()
    expect(alert).to_have_count(0)
    page.get_by_text("Or paste its text").click()
    page.get_by_label("Or paste the text here: Own material").fill(own_reports())
    page.get_by_role("button", name="Start").click()
    player.await_turn()
    player.unfold("reports")
    expect(page.get_by_text("Own material", exact=True)).to_be_visible()
    expect(page.locator("[data-section=reports]").get_by_text("9", exact=True)).to_have_count(6)
    expect(page.locator("[data-section=reports]").get_by_text("reconstructed")).to_have_count(0)


def own_reports() -> str:
    """A material file in which every report has the same points."""
    rows = [
        f"[[report]]\nid = 'X{place}'\npatients = 'R'\npoints = 9\nprovenance = 'OWN'\n"
        for place in range(15)
    ]
    return "\n".join(rows)


@pytest.mark.parametrize("touch", [True, False])
def test_without_a_mouse_every_choice_can_be_looked_at_first(
    new_player: NewPlayer, touch: bool
) -> None:
    player = new_player(NARROW, touch=touch)
    page = player.page
    player.visit()
    page.get_by_role("button", name="Play alone").click()
    player.await_turn()
    first = page.locator("section.choices .inspect").first
    if not touch:
        expect(first).to_be_hidden()
        return
    version = player.version
    first.tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".preview")).to_contain_text("Player 1")
    assert player.version == version
    dialog.get_by_role("button", name="Do it").tap()
    player.await_change(version)


def test_on_a_phone_tab_follows_what_is_seen(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    player.visit()
    player.page.get_by_role("button", name="Play alone").click()
    player.play_until("Place a meeple")
    tops = player.page.evaluate(
        """[...document.querySelectorAll('main [tabindex="0"], main button, main summary')]
        .filter(e => e.getClientRects().length && !e.closest('.status, [tabindex="-1"]'))
        .map(e => [e.closest('section, .fold, details.card')?.getBoundingClientRect().top ?? 0])"""
    )
    assert tops == sorted(tops)
