"""What a table costs its player: height, choices out of view, clicks, bytes, time to the picture.

``make table-figures`` plays every game and prints them beside the bounds; ``test_fits.py`` holds a
short game of each to the same bounds.
"""

from dataclasses import dataclass, field
from statistics import mean, median

from tests.browser.driver import Player

GAMES = ("Dice Hospital", "Dynamite Nurse", "Clinic", "Pyrrameds")
"""The games with a drawing of their own."""
WIDTHS = {"desk": (1280, 800), "large": (1920, 1080), "phone": (390, 844), "small": (320, 568)}
"""The screens that the tables are made for."""
PHONES = ("phone", "small")
"""Those that are touched."""

SEEN = """() => {
    const room = document.querySelector('.board').getBoundingClientRect();
    const top = Math.max(0, room.top), bottom = Math.min(innerHeight, room.bottom);
    const pieces = [...document.querySelectorAll('.board [data-legal]')];
    const hidden = pieces.filter(piece => {
        const box = piece.getBoundingClientRect();
        const middle = (box.top + box.bottom) / 2;
        return middle < top || middle > bottom;
    });
    return [document.documentElement.scrollHeight / innerHeight, pieces.length, hidden.length];
}"""


@dataclass
class Figures:
    """What was seen at the own decisions of one game on one screen.

    Args:
        screens: The height of the page at each decision, in screens.
        pieces: How many pieces could be chosen, at each decision.
        hidden: How many of those were out of view.
        sent: Bytes of the states that the server sent, as text, for each own choice.
        delays: Milliseconds from the press to the next picture that takes an answer, for each.
    """

    screens: list[float] = field(default_factory=list)
    pieces: list[int] = field(default_factory=list)
    hidden: list[int] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    overflow: int = 0

    @property
    def shown(self) -> float:
        """The share of the pieces to choose from that were in view, at all decisions together."""
        return 1 - sum(self.hidden) / max(1, sum(self.pieces))

    def row(self) -> list[str]:
        """The figures as words: usual and highest page, pieces in view, bytes, time, overflow."""
        return [
            f"{median(self.screens):.2f}",
            f"{max(self.screens):.2f}",
            f"{100 * self.shown:.0f} %",
            f"{mean(self.sent) / 1000:.1f} KB",
            f"{median(self.delays):.0f} ms",
            str(self.overflow),
        ]


def look(player: Player, figures: Figures) -> None:
    """Add what is seen at this decision, scrolled to where the page begins."""
    player.page.wait_for_selector(".board > *")
    player.page.evaluate("scrollTo(0, 0); document.querySelector('.board').scrollTo(0, 0)")
    screens, pieces, hidden = player.page.evaluate(SEEN)
    figures.screens.append(screens)
    figures.pieces.append(pieces)
    figures.hidden.append(hidden)
    figures.overflow = max(figures.overflow, player.overflow())


def play(player: Player, game: str, choices: int) -> Figures:
    """Start a table of ``game`` against two bots, and make up to so many choices."""
    figures = Figures()
    player.play_now(game)
    player.await_turn()
    for _ in range(choices):
        if player.over:
            break
        look(player, figures)
        heard = sum(len(text) for text in player.received)
        began = player.page.evaluate("performance.now()")
        player.press_any()
        player.await_turn()
        figures.delays.append(player.page.evaluate("performance.now()") - began)
        figures.sent.append(sum(len(text) for text in player.received) - heard)
    return figures
