#!/usr/bin/env python3
"""Take the pictures of the browser client that the documentation shows.

Plays a game against two bots on a wide and on a narrow screen and writes
docs/pictures/<what>-<width>.png. Needs the built client and Chromium.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser  # noqa: E402

from tests.browser.driver import (  # noqa: E402
    NARROW,
    WIDE,
    Player,
    running_browser,
    running_server,
)

PICTURES = ROOT / "docs" / "pictures"
QUESTIONS = {
    "intake": "Take an ambulance",
    "improvement": "Take an improvement",
    "activation": "Place a meeple",
}
"""What a picture is called, and the words of the question that it shows."""

ROUND = 4
"""The pictures are of this round, or of the next ones."""


def question(player: Player) -> str:
    """What the seat is asked now."""
    return player.page.get_by_test_id("status").inner_text()


def play_until(player: Player, words: str | None) -> None:
    """Play like somebody who likes improvements until such a question, or the end of the game."""
    while True:
        player.await_turn()
        if player.over or (words and round_of(player) >= ROUND and words in question(player)):
            return
        if "Return" in question(player):
            player.hurry()
        else:
            player.press_something()


def place_a_nurse(player: Player) -> None:
    """Click a nurse, a department and patients, until a meeple may be placed again."""
    for piece in ("/nurses", "/department/", "/bed/"):
        version = player.version
        found = player.page.locator(f"[data-legal][data-spot*='{piece}']")
        if found.count():
            found.first.click()
            player.await_change(version)


def take(player: Player, what: str) -> None:
    """Write a picture of the whole page."""
    player.page.evaluate("scrollTo(0, 0)")
    player.page.mouse.move(0, 0)
    player.page.wait_for_timeout(300)
    width = player.page.viewport_size["width"] if player.page.viewport_size else 0
    player.page.screenshot(path=PICTURES / f"{what}-{width}.png", full_page=True)


def round_of(player: Player) -> int:
    """The round shown on the track."""
    return int(player.page.locator(".round b").inner_text().split()[1])


def picture_game(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """All pictures of one size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    player = Player(context.new_page(), address)
    player.visit()
    player.card_of("Dice Hospital").get_by_role("button", name="Play now").wait_for()
    take(player, "lobby")
    player.card_of("Dice Hospital").get_by_role("link", name="Set up a table").click()
    take(player, "set-up")
    player.play_now()
    for what, words in QUESTIONS.items():
        play_until(player, words)
        if what == "activation":
            place_a_nurse(player)
        take(player, what)
    play_until(player, None)
    take(player, "result")
    context.close()


def main() -> None:
    """Take all pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as address,
        running_browser() as browser,
    ):
        for size in (WIDE, NARROW):
            picture_game(browser, address, size)


if __name__ == "__main__":
    main()
