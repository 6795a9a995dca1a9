#!/usr/bin/env python3
"""Take the pictures of the browser client that the documentation shows.

Plays games on a wide and on a narrow screen and writes docs/pictures/<what>-<width>.png. Needs the
built client and Chromium. Without arguments everything is taken; arguments name parts of it:
guided, bots, solo, variants, nurse, clinic, pyrrameds, plugged.
"""

import re
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser  # noqa: E402

from tests.browser.driver import (  # noqa: E402
    NARROW,
    WIDE,
    Player,
    packages,
    press_unseen,
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

SOLO_GAMES = 8
"""So many games alone are tried until a medical report can be completed in one."""

SOLO_OPTIONS = ("Events", "Experimental Medicine", "Promo: Consultant")

CLINIC_QUESTIONS = {
    "clinic-building": "Choose what to build",
    "clinic-move": "Go as planned",
}
"""The same for Clinic, in the order in which they are asked."""

CLINIC_ROUND = 2
"""The pictures of Clinic are of this round, or of the next ones."""

OUTSIDE = ("night_shift",)
"""The games of other packages, which only the part "plugged" is to show."""

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
            player.press_last()
        else:
            player.press_something()


def place_a_nurse(player: Player) -> None:
    """Click a nurse, a department and patients, until a meeple may be placed again."""
    for piece in ("/nurses", "/department/", "/bed/"):
        found = player.page.locator(f"[data-legal][data-spot*='{piece}']")
        if found.count():
            player.choose_by(found.first.click)


def take(player: Player, what: str) -> None:
    """Write a picture of the whole page."""
    player.page.evaluate("scrollTo(0, 0)")
    player.page.mouse.move(0, 0)
    player.page.wait_for_timeout(300)
    width = player.page.viewport_size["width"] if player.page.viewport_size else 0
    player.page.screenshot(path=PICTURES / f"{what}-{width}.png", full_page=True)


class Offer(NamedTuple):
    """A choice as the page lists it."""

    notation: str
    label: str
    sentence: str

    def value(self) -> int:
        """The value of the patient that is chosen, 0 if none is."""
        found = re.search(r"\b(?:Red|Yellow|Green) ([1-6])\b", self.label)
        return int(found[1]) if found else 0

    def worth(self) -> float:
        """How much a careful player likes it, among choices of its kind."""
        if not self.notation.startswith("at:"):
            return self.value()
        risky = re.search("Re-roll|colour|becomes 7", self.sentence)
        several = 2 * ("three" in self.sentence) + ("two" in self.sentence)
        return several + 2 * ("5 or 6" in self.sentence) - 9 * bool(risky)


FIRST = ("report:", "use", "place:", "at:", "take:")
"""What a careful player does when it is offered, in this order."""


def careful(asked: str, offers: list[Offer], whim: Random) -> Offer:
    """The choice of somebody who wants to discharge patients; any improvement is welcome."""
    if asked.startswith("Return"):
        return next(offer for offer in offers if offer.notation == "pass")
    if re.search("goes back|worsen|Remove", asked):
        return min(offers, key=Offer.value)
    for start in FIRST:
        fitting = [offer for offer in offers if offer.notation.startswith(start)]
        if fitting and start == "take:":
            return whim.choice(fitting)
        if fitting:
            return max(fitting, key=lambda offer: (offer.notation != "place:nurse", offer.worth()))
    going_on = [offer for offer in offers if offer.notation not in ("pass", "done", "enough")]
    return max(going_on or offers, key=Offer.worth)


def play_carefully(player: Player) -> None:
    """One careful choice."""
    listed = player.choices.evaluate_all(
        "all => all.map(e => [e.dataset.action, e.lastElementChild.textContent, e.title])"
    )
    chosen = careful(question(player), [Offer(*row) for row in listed], player.whim)
    player.choose_by(
        player.page.locator(f'section.choices .choice[data-action="{chosen.notation}"]').click
    )


def careful_until(player: Player, words: str, least: int = 0) -> bool:
    """Play carefully until such a question in round ``least`` or later, or the end of the game."""
    while True:
        player.await_turn()
        if player.over:
            return False
        if words in question(player) and round_of(player) >= least:
            return True
        play_carefully(player)


def round_of(player: Player) -> int:
    """The round shown on the track."""
    shown = re.search(r"[0-9]+", player.page.locator(".round b").inner_text())
    return int(shown[0]) if shown else 0


def picture_solo(player: Player) -> None:
    """A game alone: arrivals, a medical report that can be completed, the score by source."""
    for _ in range(SOLO_GAMES):
        player.open_form(["me"])
        for option in SOLO_OPTIONS:
            player.page.get_by_label(option, exact=True).check()
        player.page.get_by_role("button", name="Start").click()
        careful_until(player, "goes back into the bag", ROUND)
        take(player, "solo")
        if careful_until(player, "omplete a medical report"):
            take(player, "reports")
            careful_until(player, "nothing else")
            take(player, "solo-result")
            return
    raise SystemExit("pictures: no medical report could be completed; try again")


def picture_variants(player: Player) -> None:
    """Four hospitals with every variant: an event, the collections at the end."""
    player.set_up(["me", "bot", "bot", "bot"], everything=True)
    careful_until(player, "Place a meeple", ROUND)
    take(player, "events")
    careful_until(player, "matching space")
    take(player, "collections")


NURSE_QUESTIONS = {
    "nurse": ("Play a card", 30),
    "nurse-duty": ("Choose who is in charge", 30),
}
"""What a picture is called, the words of its question, and after how many choices at least."""

NURSE_LIKES = ("play:", "operate:", "care:", "upkeep:", "buy:", "ambulance:")
"""What a busy nurse does when it is offered, in this order."""


def play_by_taste(player: Player, likes: tuple[str, ...]) -> None:
    """One choice: the first one that begins like something liked, else any."""
    offered = player.choices.evaluate_all("all => all.map(e => e.dataset.action)")
    fitting = [at for start in likes for at, name in enumerate(offered) if name.startswith(start)]
    at = fitting[0] if fitting else player.whim.randrange(len(offered))
    player.choose_by(lambda: press_unseen(player.choices.nth(at)))


def picture_nurse(player: Player) -> None:
    """Dynamite Nurse against two bots: a turn, and whose patient the next one is."""
    player.play_now("Dynamite Nurse")
    for what, (words, least) in NURSE_QUESTIONS.items():
        choices = 0
        while choices < least or words not in question(player):
            play_by_taste(player, NURSE_LIKES)
            player.await_turn()
            choices += 1
            if player.over:
                raise SystemExit(f"pictures: the game was over before {what!r}; try again")
        take(player, what)


CLINIC_LIKES = ("auto:gates", "auto:move", "auto:care", "confirm", "build:", "in:", "take", "hire")
"""What somebody who runs a clinic does when it is offered, in this order."""


def picture_clinic(player: Player) -> None:
    """Clinic: what can be built, and the plan of who goes where."""
    player.play_now("Clinic")
    for what, words in CLINIC_QUESTIONS.items():
        while round_of(player) < CLINIC_ROUND or words not in question(player):
            play_by_taste(player, CLINIC_LIKES)
            player.await_turn()
            if player.over:
                raise SystemExit(f"pictures: the game was over before {what!r}; try again")
        take(player, what)


def picture_pyrrameds(player: Player) -> None:
    """Pyrrameds against two bots: where a card may be placed, in a pyramid that has grown."""
    player.play_now("Pyrrameds")
    words, placed = "Choose the place for", 0
    while placed <= ROUND:
        player.await_turn()
        if player.over:
            raise SystemExit("pictures: the game was over before the pyramid had grown; try again")
        placed += words in question(player)
        if placed <= ROUND:
            play_by_taste(player, ("place",))
    take(player, "pyrrameds")


def pictures(browser: Browser, address: str, size: tuple[int, int], parts: list[str]) -> None:
    """The pictures of one size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
    )
    player = Player(context.new_page(), address)
    for part in parts:
        PARTS[part](player)
    context.close()


def picture_bots(player: Player) -> None:
    """The lobby, the form, and a game against two bots."""
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


def picture_guided(player: Player) -> None:
    """The first step of a guided game."""
    player.visit()
    player.card_of("Dice Hospital").get_by_text("Learn by playing").first.click()
    player.await_turn()
    take(player, "guided")


def picture_plugged(player: Player) -> None:
    """A game of another package, made by ``wardround new``, on the drawing that it brings."""
    player.play_now("Night Shift")
    for _ in range(2):
        player.click_something()
        player.await_turn()
    player.page.get_by_role("button", name="can be chosen").last.hover()
    take(player, "plugged")


PARTS = {
    "guided": picture_guided,
    "bots": picture_bots,
    "solo": picture_solo,
    "variants": picture_variants,
    "nurse": picture_nurse,
    "clinic": picture_clinic,
    "pyrrameds": picture_pyrrameds,
    "plugged": picture_plugged,
}


def main(parts: list[str]) -> None:
    """Take the pictures of these parts."""
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise SystemExit(f"pictures: no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for games in ((), OUTSIDE):
        chosen = [part for part in parts if (part == "plugged") == bool(games)]
        if not chosen:
            continue
        with (
            tempfile.TemporaryDirectory() as folder,
            packages(Path(folder), *games),
            running_server(Path(folder)) as address,
            running_browser() as browser,
        ):
            for size in (WIDE, NARROW):
                pictures(browser, address, size, chosen)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PARTS))
