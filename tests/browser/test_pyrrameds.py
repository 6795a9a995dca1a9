"""Pyrrameds' own table: whole games, paths, reasons, clicks in any order, a phone's width."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer, sizes
from tests.browser.driver import NARROW, Player
from wardround.core import Record, replay
from wardround.games import game

CELLS = "svg.pyramids [data-spot^='cell/']"
LEGAL_CELLS = f"{CELLS}[data-legal]"
HAND = "section.hand [data-spot^='hand/']"
MOST_DEALS = 60
"""So many hands are dealt until one has the card that a test needs; about one in four has."""


def begin(player: Player, seats: int = 3, **options: str) -> None:
    """A game of this player and bots, the player at turn first."""
    player.begin("pyrrameds", seats, {"start_player": "0", **options})
    player.await_turn()


def choose(player: Player, words: str) -> None:
    """Press the first choice that contains the words."""
    player.choose_by(player.choices.filter(has_text=words).first.click)
    player.await_turn()


def begin_to_place(player: Player) -> None:
    """A game in which a card can be placed at once, and that is chosen; not every hand can."""
    for _ in range(MOST_DEALS):
        begin(player)
        if player.choices.filter(has_text="Place a card").count():
            break
    choose(player, "Place a card")


@sizes("narrow")
def test_a_whole_game_by_mouse(
    new_player: NewPlayer, size: tuple[int, int], tmp_path: Path
) -> None:
    player = new_player(size, seed=11)
    player.play_now("Pyrrameds")
    assert player.page.title() == "▶ Your turn – Pyrrameds"
    assert player.overflow() <= 0
    assert player.finish("click_something") > 10
    assert player.overflow() <= 0
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Save the game record").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert replay(Record.read(saved), game("pyrrameds")).state.is_over


def test_all_sets_fit_a_phone(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    begin(player, 2, sets="base+operations+intensive_care")
    assert player.overflow() <= 0
    expect(player.page.locator(f"{CELLS}.row")).to_have_count(9)
    box = player.page.locator(CELLS).first.bounding_box()
    assert box is not None
    assert box["width"] >= 30
    expect(player.page.locator(HAND)).to_have_count(34)


def test_the_form_says_what_the_options_mean(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    player.open_form(["me", "bot"], "Pyrrameds")
    notes = player.page.get_by_role("status", name="What these options mean")
    expect(notes).to_contain_text("Starting row: 8 cards.")
    expect(notes).to_contain_text("Games that end blocked:")
    player.page.get_by_label("Preset").select_option("by the book")
    expect(notes).to_contain_text("Starting row: 6 cards.")
    player.page.get_by_role("button", name="Add a seat").click()
    player.page.get_by_label("Sets").select_option("base and Intensive Care")
    expect(notes).to_contain_text("Starting row: 8 cards.")
    player.page.get_by_label("Preset").select_option("recommended")
    expect(notes).to_contain_text("Starting row: 10 cards.")
    assert player.overflow() <= 0


def test_the_path_of_a_patient_is_drawn_before_it_is_laid(new_player: NewPlayer) -> None:
    player = new_player()
    for _ in range(MOST_DEALS):
        begin_to_place(player)
        if player.choices.filter(has_text="Patient").count():
            break
    choose(player, "Patient")
    cell = player.page.locator(LEGAL_CELLS).first
    cell.hover()
    path = player.page.locator("polyline.path")
    expect(path).to_have_count(1)
    steps = player.page.locator("svg.pyramids .step").count()
    assert steps >= 2
    expect(player.page.locator(f"{CELLS}[data-chosen]")).to_have_count(steps)


def test_why_a_place_takes_no_card(new_player: NewPlayer) -> None:
    player = new_player()
    begin_to_place(player)
    if player.page.locator(f"{HAND}[data-legal]").count():
        player.page.locator(f"{HAND}[data-legal]").first.click()
    expect(player.page.locator(f"{HAND}[data-chosen]")).to_have_count(1)
    player.page.locator(f"{CELLS}.row").first.click(force=True)
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text("A card lies there already.")
    expect(dialog).to_contain_text(re.compile(r"PY-3\.9"))


def test_another_card_can_be_taken_while_the_place_is_asked_for(new_player: NewPlayer) -> None:
    player = new_player()
    begin_to_place(player)
    player.page.locator(f"{HAND}[data-legal]").first.wait_for()
    first, second = player.page.locator(f"{HAND}[data-legal]").all()[:2]
    names = [one.get_attribute("data-spot") for one in (first, second)]
    first.click()
    chosen = player.page.locator(f"{HAND}[data-chosen]")
    expect(chosen).to_have_attribute("data-spot", str(names[0]))
    player.page.locator(f"[data-spot='{names[1]}']").click(force=True)
    expect(chosen).to_have_attribute("data-spot", str(names[1]))


def test_the_hand_is_sorted_as_the_player_likes(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)

    def order() -> list[str | None]:
        player.page.locator(HAND).first.wait_for()
        return [card.get_attribute("data-spot") for card in player.page.locator(HAND).all()]

    by_type = order()
    player.page.get_by_label("Sort by").select_option("size")
    by_size = order()
    assert sorted(map(str, by_type)) == sorted(map(str, by_size))
    assert by_type != by_size
    player.page.reload()
    player.await_turn()
    assert order() == by_size
