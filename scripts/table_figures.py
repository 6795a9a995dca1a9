#!/usr/bin/env python3
"""Measure the tables of the browser client: what fits the screen, what a choice sends and takes.

Plays each game on each screen against two bots, choosing by chance, and prints the page in
screens (the median, what 95 % are within, the highest), the share of the pieces to choose from that
were in view, bytes of a choice, the median time from a press to the next picture that takes an
answer, and pixels by which the page was too wide. Then, on a phone whose programs run four times
slower, the milliseconds from a press to the picture of what it led to. Needs the built client and
Chromium.

Arguments: the number of choices of a game (default 60), then names of screens (default: all).
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser  # noqa: E402

from tests.browser.driver import Player, running_browser, running_server  # noqa: E402
from tests.browser.figures import (  # noqa: E402
    GAMES,
    PHONES,
    PICTURES,
    SLOWER,
    WIDTHS,
    play,
    times_to_picture,
    within,
)


def main() -> None:
    """Measure and print, one line a game and screen, then one a game."""
    choices = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    screens = sys.argv[2:] or list(WIDTHS)
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as address,
        running_browser() as browser,
    ):
        print_tables(browser, address, choices, screens)
        print_pictures(browser, address, choices)


def player_at(browser: Browser, address: str, screen: str, script: str = "") -> Player:
    """Somebody with a browser profile of their own."""
    width, height = WIDTHS[screen]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        has_touch=screen in PHONES,
        is_mobile=screen in PHONES,
    )
    if script:
        context.add_init_script(script)
    return Player(context.new_page(), address, seed=5)


def print_pictures(browser: Browser, address: str, choices: int) -> None:
    """How long a slow phone takes from a press to the picture."""
    print(f"\n| game | presses | median, {SLOWER} times slower | 95 % within | highest |")
    print("|---|---|---|---|---|")
    for game in GAMES:
        player = player_at(browser, address, "phone", PICTURES)
        times = times_to_picture(player, game, choices, SLOWER)
        player.page.context.close()
        figures = [f"{time:.0f} ms" for time in (median(times), within(times), max(times))]
        print("| " + " | ".join([game, str(len(times)), *figures]) + " |", flush=True)


def print_tables(browser: Browser, address: str, choices: int, screens: list[str]) -> None:
    """What fits each screen, and what a choice sends and takes."""
    print(
        "| game | screen | screens, median | 95 % within | highest | in view | a choice | time "
        "| too wide |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for game in GAMES:
        for screen in screens:
            player = player_at(browser, address, screen)
            figures = play(player, game, choices)
            player.page.context.close()
            width, height = WIDTHS[screen]
            print(
                "| " + " | ".join([game, f"{width} x {height}", *figures.row()]) + " |", flush=True
            )


if __name__ == "__main__":
    main()
