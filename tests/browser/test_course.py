"""Curves and breakdown of points at the end, and looking back by rounds."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player
from tests.browser.test_records import choose
from wardround.core import Match
from wardround.games import games

GAMES = games()
ROUNDS = ("clinic", "dice_hospital")


def finished(name: str) -> Match:
    """A game of two, by chance."""
    match = Match(GAMES[name], 3 if name == "dynamite_nurse" else 2, "curves", names=None)
    rng = Random(3)
    while not match.state.is_over:
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


def minus(number: str) -> str:
    """The number with the sign that is printed."""
    return number.replace("-", "−")


def opened(player: Player, match: Match, folder: Path) -> None:
    """Open the record of a game in the lobby; it is shown from its start."""
    file = folder / f"{match.game.id}.wrd"
    match.record().write(file)
    choose(player, file)
    player.page.get_by_text(f"Viewing move 0 of {match.version}").wait_for()


@pytest.mark.parametrize(
    ("name", "size"), [*((name, WIDE) for name in sorted(GAMES)), ("clinic", NARROW)]
)
def test_the_curves_tell_the_points_and_lead_to_a_position(
    new_player: NewPlayer, name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    match = finished(name)
    player = new_player(size)
    opened(player, match, tmp_path)
    page, last = player.page, match.version
    page.keyboard.press("Escape")
    page.locator("#result-title").wait_for()
    curves = page.get_by_role("slider", name="Points over the moves")
    scores = [str(score) for score in match.state.scores()]
    ends = ", ".join(f"Seat {seat}: {minus(score)}" for seat, score in enumerate(scores, 1))
    expect(curves).to_have_attribute("aria-valuetext", re.compile(f"^Move {last}.*: {ends}$"))
    assert player.overflow() <= 0
    sheet = page.locator(".result .sheet")
    totals = sheet.locator("tfoot td")
    expect(totals).to_have_count(len(scores))
    assert [total.replace("−", "-") for total in totals.all_inner_texts()] == scores
    # By keys, and by a press in the middle.
    curves.focus()
    page.keyboard.press("Home")
    expect(curves).to_have_attribute("aria-valuetext", re.compile("^Move 0"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.get_by_text(f"Viewing move 1 of {last}").wait_for()
    page.get_by_role("button", name="Back to now").click()
    box = curves.bounding_box()
    assert box is not None
    curves.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    banner = page.get_by_text(re.compile(rf"^Viewing move \d+ of {last}$"))
    shown = int(re.findall(r"\d+", banner.inner_text())[0])
    assert abs(shown - last / 2) <= 1 + last / 100
    page.get_by_role("button", name="Back to now").click()
    page.get_by_text("As a table").click()
    table = page.locator("section[aria-labelledby=curves] table")
    expect(table.locator("tfoot td")).to_have_text(list(map(minus, scores)))


@pytest.mark.parametrize("name", ROUNDS)
def test_the_past_is_walked_by_rounds(new_player: NewPlayer, name: str, tmp_path: Path) -> None:
    match = finished(name)
    player = new_player()
    opened(player, match, tmp_path)
    page, last = player.page, match.version
    rounds = page.get_by_role("combobox", name="Round", exact=True)
    expect(rounds).to_have_value("0")
    starts = [
        int(value) for value in rounds.locator("option").evaluate_all("o => o.map(i => i.value)")
    ]
    assert len(starts) > 2
    assert [match.at(start).state.round_number() for start in starts[:3]] == [1, 2, 3]
    page.keyboard.press("Shift+PageDown")
    page.get_by_text(f"Viewing move {starts[1]} of {last}").wait_for()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_text(f"Viewing move {starts[2]} of {last}").wait_for()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+PageUp")
    page.get_by_text(f"Viewing move {starts[1]} of {last}").wait_for()
    rounds.select_option(str(starts[2]))
    page.get_by_text(f"Viewing move {starts[2]} of {last}").wait_for()
    slider = page.get_by_role("slider", name="Move through the game")
    expect(slider).to_have_attribute(
        "aria-valuetext", f"Viewing move {starts[2]} of {last}, round 3"
    )


def test_a_game_without_rounds_offers_none(new_player: NewPlayer, tmp_path: Path) -> None:
    player = new_player()
    opened(player, finished("pyrrameds"), tmp_path)
    expect(player.page.get_by_label("Seen by")).to_be_visible()
    expect(player.page.get_by_role("combobox", name="Round", exact=True)).to_have_count(0)


def test_pyrrameds_tells_what_the_points_are_made_of(new_player: NewPlayer, tmp_path: Path) -> None:
    match = finished("pyrrameds")
    player = new_player()
    opened(player, match, tmp_path)
    page = player.page
    page.keyboard.press("Escape")
    sheet = page.locator(".result .sheet")
    expect(sheet.get_by_role("row", name=re.compile("^Cards dealt"))).to_be_visible()
    left = match.state.view(-1)["hands"]
    holding = [hand for hand in left if hand["cards"]]
    assert holding
    for hand in holding:
        expect(sheet).to_contain_text(", ".join(card["name"] for card in hand["cards"]))
