"""Dynamite Nurse's own table: whole games, the words of an edition, the keyboard, previews."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer, sizes
from tests.browser.driver import NARROW, Player, number
from wardround.core import Record, replay
from wardround.games import game

HAND = "[data-section='hand'] [data-spot^='seat/0/hand/']"
MOST_STEPS = 600


def begin(player: Player, seats: int = 3, **options: str) -> None:
    """A game of this player and bots, the player at turn first."""
    player.begin("dynamite_nurse", seats, {"first_player": "1", **options})
    player.await_turn()


def quick(player: Player) -> None:
    """A card of the hand by the mouse now and then, else the last choice of the list."""
    cards = player.page.locator(f"{HAND}[data-legal]")
    if player.whim.random() < 0.4 and cards.count():
        player.choose_by(cards.first.click)
    else:
        player.press_last()
    player.await_turn()


@sizes("narrow")
def test_a_whole_game(new_player: NewPlayer, size: tuple[int, int], tmp_path: Path) -> None:
    player = new_player(size, seed=5)
    begin(player)
    page = player.page
    assert page.title() == "▶ Your turn – Dynamite Nurse"
    for step in range(MOST_STEPS):
        if player.over:
            break
        if step % 10 == 0:
            assert player.overflow() <= 0
        quick(player)
    assert player.over
    assert player.overflow() <= 0
    totals = [number(text) for text in page.locator(".sheet tfoot td").all_inner_texts()]
    points = [
        number(text) for text in page.locator(".ranking tbody td:last-child").all_inner_texts()
    ]
    assert len(totals) == 3
    assert points == sorted(totals, reverse=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the game record").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert replay(Record.read(saved), game("dynamite_nurse")).state.is_over


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("town", ["Town", "Ambulances", "Beds", "Duty Marker", "Examination"]),
        (
            "village",
            ["Village", "Ambulance cart queue", "Sick beds", "monastery marker", "History"],
        ),
    ],
)
def test_the_words_of_the_edition(new_player: NewPlayer, edition: str, words: list[str]) -> None:
    player = new_player(NARROW)
    begin(player, 5, edition=edition)
    assert player.overflow() <= 0
    board = player.page.get_by_role("region", name="The table")
    town, ambulances, beds, marker, start = words
    player.unfold("ambulances")
    expect(board.get_by_role("heading", name=ambulances, exact=True)).to_be_visible()
    player.page.keyboard.press("Escape")
    player.unfold("town")
    expect(board.get_by_role("heading", name=town, exact=True)).to_be_visible()
    player.page.keyboard.press("Escape")
    rival = player.page.locator("button[data-rival='1']")
    if rival.count():
        rival.click()
    expect(board.get_by_role("heading", name=beds, exact=True)).to_have_count(2)
    player.page.keyboard.press("Escape")
    expect(player.page.locator("[data-spot='seat/0/markers']")).to_have_attribute(
        "aria-label", re.compile(marker)
    )
    expect(player.page.locator(HAND).get_by_text(start, exact=True).first).to_be_visible()


def test_what_a_card_gives_is_shown_before_it_is_played(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    gold = player.page.locator("li.gold")
    before = int(gold.locator("[data-pool]").inner_text())
    card = player.page.locator(f"{HAND}[data-legal]").filter(has_text="Examination").first
    card.hover()
    expect(gold.locator(".next")).to_have_text(f"→ {before + 1}")
    player.choose_by(card.click)
    expect(gold.locator("[data-pool]")).to_have_text(str(before + 1))
    expect(player.page.locator("[data-spot='seat/0/play/0']")).to_be_visible()


def test_a_turn_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    page = player.page
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches(`{HAND}`)"):
            break
    left = page.locator(HAND).count()
    player.choose_by(lambda: page.keyboard.press("Enter"))
    expect(page.locator(HAND)).to_have_count(left - 1)
    assert page.evaluate("document.activeElement.matches('[data-spot], .choice')")


def test_why_a_card_cannot_be_bought(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    player.page.locator("[data-spot='supply/cutting_edge']").click(force=True)
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Gold")
    expect(dialog).to_contain_text(re.compile(r"DN-\d+\.\d+"))


def test_cards_of_a_kind_are_played_by_one_press(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    page = player.page
    for _ in range(MOST_STEPS):
        if page.locator("[data-all]").count():
            break
        quick(player)
    alike = page.locator("[data-all]").first
    notation = alike.get_attribute("data-all")
    copies = int(alike.inner_text().rsplit("×", 1)[1])
    before = len(player.acts)
    alike.click()
    for played in range(copies):
        player.await_act(before + played, seconds=30)
    assert player.acts[before:] == [notation] * copies
    expect(page.locator(f"[data-all='{notation}']")).to_have_count(0)


def test_what_would_be_wasted_is_asked_about_once_more(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    page = player.page
    before = len(player.acts)
    end = page.locator(".choice[data-action=end]")
    warning = page.get_by_role("alert").filter(has_text="You have not played")
    end.click()
    expect(warning).to_be_visible()
    page.get_by_role("button", name="Not now").click()
    expect(warning).to_have_count(0)
    assert len(player.acts) == before
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Ask before something is wasted").uncheck()
    page.keyboard.press("Escape")
    end.click()
    player.await_act(before, seconds=30)
    assert player.acts[before:] == ["end"]


def look_at_rival(player: Player, seat: int) -> None:
    """Open the board of `seat`, if it lies folded, from the panel of another that may cover it."""
    page = player.page
    folded = page.locator(f"button[data-rival='{seat}'][aria-expanded=false]")
    turn = page.locator(f"[data-turn-to='{seat}']")
    if turn.count():
        turn.click()
        expect(turn).to_have_count(0)
    elif folded.count():
        folded.click()


def test_from_the_board_of_one_rival_a_press_leads_to_the_next(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    page = player.page
    page.locator("button[data-rival='1'][aria-expanded=false]").click()
    page.locator("[data-turn-to='2']").click()
    expect(page.locator("button[data-rival='1']")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("button[data-rival='2']")).to_have_attribute("aria-expanded", "true")
    expect(page.locator("[data-hospital='2']")).to_be_visible()


def test_nothing_secret_of_others_is_drawn(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    page = player.page
    for _ in range(12):
        quick(player)
    for seat in (1, 2):
        look_at_rival(player, seat)
        other = page.locator(f"[data-hospital='{seat}']")
        expect(other).to_contain_text("in hand")
        assert page.locator(f"[data-spot^='seat/{seat}/hand/']").count() == 0
        assert page.locator(f"[data-spot^='seat/{seat}/deck/']").count() == 0
    page.keyboard.press("Escape")
    page.locator("[data-pile=deck] button").first.click()
    assert page.locator("[data-spot^='seat/0/deck/']").count() > 0 or (
        page.locator("[data-spot='seat/0/deck']").inner_text().strip().startswith("Your deck: 0")
    )
