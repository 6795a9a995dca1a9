"""What a table costs its player: height, choices out of view, clicks, bytes, time to the picture.

``make table-figures`` plays every game and prints them beside the bounds; ``test_fits.py`` holds a
short game of each to the same bounds.
"""

from dataclasses import dataclass, field
from statistics import mean, median, quantiles

from tests.browser.driver import Player

GAMES = ("Dice Hospital", "Dynamite Nurse", "Clinic", "Pyrrameds")
"""The games with a drawing of their own."""
WIDTHS = {"desk": (1280, 800), "large": (1920, 1080), "phone": (390, 844), "small": (320, 568)}
"""The screens that the tables are made for."""
PHONES = ("phone", "small")
"""Those that are touched."""

SLOWER = 4
"""How many times slower than this machine the slow phone is."""
PICTURES = """(() => {
    window.pictures = [];
    let pressed = null;
    const shown = new MessageChannel();
    addEventListener('click', event => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => {
        if (pressed === null) return;
        const began = pressed;
        pressed = null;
        requestAnimationFrame(() => {
            shown.port1.onmessage = () => pictures.push(performance.now() - began);
            shown.port2.postMessage(0);
        });
    }).observe(document, {subtree: true, attributeFilter: ['data-version']});
})()"""
"""Notes in the page how long it takes from each press to the picture of what it led to.

A message that is sent before a picture is drawn arrives after it.
"""

SEEN = """() => {
    const pieces = [...document.querySelectorAll('.board [data-legal]')];
    const hidden = pieces.filter(piece => {
        const box = piece.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const there = document.elementFromPoint(x, y);
        return !there || !(piece.contains(there) || there.contains(piece));
    });
    return [document.documentElement.scrollHeight / innerHeight, pieces.length, hidden.length];
}"""
"""The height of the page, the pieces to choose from, and those of them whose middle is out of view,
or below something that lies over it."""


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
        """The figures as words: heights of the page (usual, 95 % within, highest), pieces in view,
        bytes, time, overflow."""
        return [
            f"{median(self.screens):.2f}",
            f"{within(self.screens):.2f}",
            f"{max(self.screens):.2f}",
            f"{100 * self.shown:.0f} %",
            f"{mean(self.sent) / 1000:.1f} KB",
            f"{median(self.delays):.0f} ms",
            str(self.overflow),
        ]


def within(values: list[float]) -> float:
    """What 95 % of the values do not exceed; there are two at least."""
    return quantiles(values, n=20, method="inclusive")[-1]


def look(player: Player, figures: Figures) -> None:
    """Add what is seen at this decision, scrolled to where the page begins."""
    player.page.wait_for_selector(".board > *")
    player.page.evaluate("scrollTo(0, 0); document.querySelector('.board').scrollTo(0, 0)")
    screens, pieces, hidden = player.page.evaluate(SEEN)
    figures.screens.append(screens)
    figures.pieces.append(pieces)
    figures.hidden.append(hidden)
    figures.overflow = max(figures.overflow, player.overflow())


def times_to_picture(player: Player, game: str, choices: int, slower: int) -> list[float]:
    """Milliseconds from presses to the picture with their effect, the way to the server included.

    Args:
        player: Somebody whose page runs the script :data:`PICTURES`.
        game: The title of what is played, against two bots.
        choices: How many own choices are made at most.
        slower: How many times slower the page's programs run than this machine's.
    """
    player.play_now(game)
    player.await_turn()
    devtools = player.page.context.new_cdp_session(player.page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for _ in range(choices):
        if player.over:
            break
        player.press_any()
        player.await_turn()
    times: list[float] = player.page.evaluate("pictures")
    return times


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
