#!/usr/bin/env python3
"""Measure the tables of the browser client: what fits the screen, what a choice sends and takes.

Plays each game on each screen against two bots, choosing by chance, and prints the median and the
highest page in screens, the share of the pieces to choose from that were in view, bytes of a
choice, the median time from a press to the next picture that takes an answer, and pixels by which
the page was too wide. Needs the built client and Chromium.

Arguments: the number of choices of a game (default 60), then names of screens (default: all).
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.driver import Player, running_browser, running_server  # noqa: E402
from tests.browser.figures import GAMES, PHONES, WIDTHS, play  # noqa: E402


def main() -> None:
    """Measure and print, one line a game and screen."""
    choices = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    screens = sys.argv[2:] or list(WIDTHS)
    print("| game | screen | screens, median | highest | in view | a choice | time | too wide |")
    print("|---|---|---|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as address,
        running_browser() as browser,
    ):
        for game in GAMES:
            for screen in screens:
                width, height = WIDTHS[screen]
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    reduced_motion="reduce",
                    has_touch=screen in PHONES,
                    is_mobile=screen in PHONES,
                )
                figures = play(Player(context.new_page(), address, seed=5), game, choices)
                context.close()
                cells = [game, f"{width} x {height}", *figures.row()]
                print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
