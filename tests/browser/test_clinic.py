"""Clinic's own table: a whole game, every part of the table, reasons, a phone's width."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer, sizes
from tests.browser.driver import MOST_CHOICES, NARROW, Player, number
from wardround.core import Record, replay
from wardround.games import game

SPACES = "[data-section=clinic] [data-spot*='/cell/']"
QUICK = (
    "Open all Helipads",
    "Move everyone sensibly",
    "Go as planned",
    "Treat everybody who can be treated",
)
"""Choices that settle much at once."""


def begin(player: Player, seats: int = 2, **options: str) -> None:
    """A game of this player and bots."""
    player.begin("clinic", seats, options)
    player.await_turn()


def question(player: Player) -> str:
    """What the seat is asked now."""
    return player.page.get_by_test_id("status").inner_text()


def legal(player: Player, start: str = "") -> Locator:
    """The pieces that may be chosen and whose name begins so."""
    return player.page.locator(f"[data-legal][data-spot^='{start}']")


def quick(player: Player) -> None:
    """One choice: one that settles much if there is one, else by a click on a piece."""
    player.choose_by(lambda: press_quickly(player))


def press_quickly(player: Player) -> None:
    """Press a choice that settles much if there is one, else a piece."""
    for words in QUICK:
        found = player.choices.filter(has_text=words)
        if found.count():
            found.first.press("Enter")
            return
    if not player.pieces.count():
        player.choices.first.press("Enter")
    else:
        player.pieces.nth(player.whim.randrange(player.pieces.count())).click()
        offered = player.page.locator("dialog[open] .choice")
        if offered.count():
            offered.nth(player.whim.randrange(offered.count())).press("Enter")


def quick_until(player: Player, words: str) -> bool:
    """Play until such a question is open; whether that came before the end."""
    for _ in range(MOST_CHOICES):
        player.await_turn()
        if player.over:
            return False
        if words in question(player):
            return True
        quick(player)
    raise AssertionError("the game does not end")


def choose_build(player: Player) -> None:
    """Play to the actions, and choose Build by its tile."""
    assert quick_until(player, "Choose your action")
    player.choose_by(legal(player, "seat/0/action/build").click)
    assert quick_until(player, "Choose what to build")


@sizes("wide")
def test_a_whole_game(new_player: NewPlayer, size: tuple[int, int], tmp_path: Path) -> None:
    player = new_player(size, seed=5)
    begin(player)
    page = player.page
    assert page.title() == "▶ Your turn – Clinic"
    assert player.overflow() <= 0
    assert not quick_until(player, "no such question")
    assert player.overflow() <= 0
    totals = [
        number(text) for text in page_texts(player, ".outcome .sheet tfoot td") if text.strip()
    ]
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the game record").click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    state = replay(Record.read(saved), game("clinic")).state
    assert state.is_over
    assert totals == state.scores()


def test_every_part_of_the_table_is_there(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player, 4)
    assert quick_until(player, "Choose your action")
    page = player.page
    expect(page.locator(f"{SPACES}:not([data-spot*='.'])")).to_have_count(12)
    expect(page.locator("[data-spot^='queue/']")).to_have_count(5 * 4)
    expect(page.locator("[data-spot^='university/']")).to_have_count(5)
    page.get_by_role("button", name="Pools").click()
    expect(page.locator("[data-spot^='pool/']")).to_have_count(2)
    page.keyboard.press("Escape")
    player.unfold("supply")
    expect(page.locator("[data-spot^='stock/']")).to_have_count(15)
    expect(page.locator("section.others .fold")).to_have_count(3)
    page.locator("section.others .handle").first.click()
    others = page.locator("section.others [data-spot^='seat/1/cell/']")
    expect(others.nth(11)).to_be_attached()
    expect(page.get_by_role("img", name=re.compile("Seen from the front"))).to_have_count(1)


def test_prices_are_on_the_spaces_and_a_closed_space_says_why(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    choose_build(player)
    player.unfold("accounts")
    expect(player.page.locator("[data-ledger=forecast]")).to_contain_text("Salaries")
    room = player.page.locator("[data-spot='stock/room']")
    expect(room).to_contain_text("$2–$5")
    player.choose_by(legal(player, "stock/room").click)
    expect(room).to_have_attribute("data-chosen", "")
    priced = page_texts(player, f"{SPACES}[data-legal] .cost")
    assert priced
    assert all(re.fullmatch(r"\$\d+", text) for text in priced)
    player.page.locator(f"{SPACES}:not([data-legal])").first.click(force=True)
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(r"CL-\d+\.\d+"))


def page_texts(player: Player, selector: str) -> list[str]:
    """The texts of all elements found."""
    return player.page.locator(selector).all_text_contents()


def test_building_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player()
    begin(player)
    choose_build(player)
    stock = legal(player, "stock/room")
    stock.focus()
    player.choose_by(lambda: player.page.keyboard.press("Enter"))
    space = legal(player, "seat/0/cell/").first
    space.focus()
    expect(player.page.get_by_test_id("status")).to_contain_text("place of the Room")
    player.choose_by(lambda: player.page.keyboard.press("Enter"))
    expect(player.page.locator(f"{SPACES}[aria-label*=': Room']")).not_to_have_count(1)


def test_the_plan_shows_ways(new_player: NewPlayer) -> None:
    player = new_player(seed=3)
    begin(player, 2, layout="beginner")
    assert quick_until(player, "goes")
    player.choose_by(player.choices.filter(has_text="Move everyone sensibly").click)
    plan = player.page.locator(".plan li")
    expect(plan.nth(0)).to_be_attached()
    walking = plan.filter(has_text="min").locator("button").first
    walking.hover()
    expect(player.page.locator("polyline.way").nth(1)).to_be_attached()
    player.page.mouse.move(0, 0)
    expect(player.page.locator("polyline.way")).to_have_count(0)


def test_the_small_board_and_car_places_on_every_side_fit_a_phone(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    begin(player, 2, board="3x3", car_edge_rule="per_space")
    assert quick_until(player, "Park the Car")
    expect(player.page.locator(f"{SPACES}:not([data-spot*='.'])")).to_have_count(9)
    expect(legal(player, "seat/0/side/").nth(3)).to_be_attached()
    assert player.overflow() <= 0
    player.choose_by(legal(player, "seat/0/side/").first.click)


def test_four_players_fit_a_phone(new_player: NewPlayer) -> None:
    player = new_player(NARROW)
    begin(player, 4)
    assert quick_until(player, "Choose your action")
    assert player.overflow() <= 0
    expect(player.choices.first).to_be_visible()
    player.page.locator("section.others .handle").first.click()
    assert player.overflow() <= 0
