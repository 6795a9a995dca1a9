"""Pieces are dragged by mouse and by finger to where they may be put."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, PATIENCE, Player
from tests.browser.test_clinic import choose_build, legal

GHOST = ".ghost"
RESTS_MS = 700
"""Longer than a finger must rest on a piece before it is picked up."""


class Hand:
    """The mouse or a finger on a page.

    Args:
        player: Whose page it is.
        by_finger: A finger, not the mouse.
    """

    def __init__(self, player: Player, by_finger: bool = False) -> None:
        self.page = player.page
        self.by_finger = by_finger
        self._touch = self.page.context.new_cdp_session(self.page) if by_finger else None
        self.x = self.y = 0.0

    def take(self, piece: Locator) -> None:
        """Pick the piece up, and wait until the table shows where it may be put."""
        piece.scroll_into_view_if_needed()
        self.press(piece)
        if self.by_finger:
            self.page.wait_for_timeout(RESTS_MS)
        self.move(self.x + 12, self.y + 12)
        self.page.locator("[data-drop]").first.wait_for(state="attached")

    def press(self, piece: Locator) -> None:
        """Press on the middle of the piece."""
        self.x, self.y = middle(piece)
        if self._touch:
            self._send("touchStart")
        else:
            self.page.mouse.move(self.x, self.y)
            self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        """Move to a point of the screen, in some steps."""
        steps = 6
        from_x, from_y = self.x, self.y
        for step in range(1, steps + 1):
            self.x = from_x + (x - from_x) * step / steps
            self.y = from_y + (y - from_y) * step / steps
            if self._touch:
                self._send("touchMove")
            else:
                self.page.mouse.move(self.x, self.y)

    def over(self, place: Locator) -> None:
        """Move to the middle of a place; the table scrolls it into view."""
        scrolled = place.evaluate(
            "place => { place.scrollIntoView({block: 'center'}); return place.dataset.spot; }"
        )
        assert scrolled
        self.move(*middle(place))

    def release(self) -> None:
        """Let go."""
        if self._touch:
            self._send("touchEnd")
        else:
            self.page.mouse.up()

    def _send(self, kind: str) -> None:
        assert self._touch
        points = [] if kind == "touchEnd" else [{"x": self.x, "y": self.y}]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def middle(piece: Locator) -> tuple[float, float]:
    """The middle of a piece on the screen."""
    box = piece.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def await_that(player: Player, words: str, holds: Callable[[], bool]) -> None:
    """Wait until something holds; how long it takes does not matter."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, words
        player.page.wait_for_timeout(50)


def card_in_hand(player: Player) -> Locator:
    """A card of the own hand that may be chosen."""
    return player.page.locator("[data-spot^='hand/'][data-legal]").first


def at_pyrrameds(player: Player) -> Locator:
    """Begin Pyrrameds: a card of the own hand that may be placed."""
    player.begin("pyrrameds", 3)
    player.await_turn()
    return card_in_hand(player)


def at_nurses(player: Player) -> Locator:
    """Come to the activation in Dice Hospital: the own nurses."""
    player.play_now()
    player.play_until("Place a meeple")
    return player.page.locator("[data-spot$='/nurses'][data-legal]").first


GAMES: list[tuple[Callable[[Player], Locator], int]] = [(at_pyrrameds, 3), (at_nurses, 2)]
"""How to come to a piece that can be dragged, and how many answers put it somewhere."""


@pytest.mark.parametrize("by_finger", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize(("begin", "answers"), GAMES, ids=["pyrrameds", "dice_hospital"])
def test_a_piece_is_put_where_it_may_be(
    new_player: NewPlayer, begin: Callable[[Player], Locator], answers: int, by_finger: bool
) -> None:
    player = new_player(NARROW, touch=True) if by_finger else new_player()
    piece = begin(player)
    spot = piece.get_attribute("data-spot")
    before = len(player.acts)
    hand = Hand(player, by_finger)
    hand.take(piece)
    expect(player.page.locator(GHOST)).to_have_count(1)
    expect(player.page.locator("[data-held]")).to_have_attribute("data-spot", str(spot))
    places = player.page.locator("[data-drop]")
    assert len(player.acts) == before
    place = places.first
    there = str(place.get_attribute("data-spot"))
    hand.over(place)
    expect(player.page.locator("[data-drop=over]")).to_have_attribute("data-spot", there)
    hand.release()
    await_that(player, "it is put there", lambda: len(player.acts) == before + answers)
    expect(player.page.locator(GHOST)).to_have_count(0)
    expect(places).to_have_count(0)
    if begin is at_nurses:
        assert player.acts[before] == "place:nurse"
        assert player.acts[-1].startswith("at:")
    else:
        assert player.acts[before:] == ["place", str(spot).split("/")[1], there.split("/")[1]]


def test_a_place_that_is_forbidden_says_why(new_player: NewPlayer) -> None:
    player = new_player()
    card = at_pyrrameds(player)
    hand = Hand(player)
    hand.take(card)
    taken = player.page.locator("[data-spot^='cell/']:not([data-drop])").first
    hand.over(taken)
    hand.release()
    bubble = player.page.locator("[role=dialog][aria-modal=false]")
    expect(bubble.get_by_role("heading")).to_contain_text("Why not")
    expect(bubble.locator(".reason").first).not_to_be_empty()
    expect(player.page.locator(GHOST)).to_have_count(0)
    assert player.acts == []
    player.page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_escape_and_a_drop_beside_everything_put_it_back(new_player: NewPlayer) -> None:
    player = new_player(motion=True)
    card = at_pyrrameds(player)
    hand = Hand(player)
    hand.take(card)
    player.page.keyboard.press("Escape")
    expect(player.page.locator(GHOST)).to_have_count(0)
    hand.release()
    hand.take(card)
    hand.move(640, 60)
    hand.release()
    expect(player.page.locator(GHOST)).to_have_count(0)
    expect(player.page.locator("[data-held], [data-drop]")).to_have_count(0)
    expect(player.page.locator("dialog, [role=dialog]")).to_have_count(0)
    assert player.acts == []
    card.click()
    offered = player.page.locator("dialog[open]")
    await_that(player, "a click chooses", lambda: bool(player.acts) or offered.count() > 0)


def test_a_finger_that_moves_at_once_scrolls(new_player: NewPlayer) -> None:
    player = new_player(NARROW, touch=True)
    piece = at_nurses(player)
    page = player.page
    piece.evaluate("piece => piece.scrollIntoView({block: 'center'})")
    before = page.evaluate("scrollY")
    room = page.evaluate("document.documentElement.scrollHeight - innerHeight - scrollY")
    assert before + room > 0
    acts = list(player.acts)
    hand = Hand(player, by_finger=True)
    hand.press(piece)
    hand.move(hand.x, hand.y + (-150 if room > before else 150))
    expect(page.locator(GHOST)).to_have_count(0)
    hand.release()
    page.wait_for_function("before => scrollY !== before", arg=before)
    assert player.acts == acts


def test_what_was_chosen_can_be_put_somewhere(new_player: NewPlayer) -> None:
    player = new_player()
    at_pyrrameds(player)
    player.choose_by(lambda: player.page.locator("[data-action=place]").first.click())
    card = card_in_hand(player)
    spot = str(card.get_attribute("data-spot"))
    player.choose_by(lambda: card.click())
    hand = Hand(player)
    hand.take(player.page.locator(f"[data-spot='{spot}'][data-chosen]"))
    expect(player.page.locator("[data-drop]")).to_have_count(player.choices.count())
    place = player.page.locator("[data-drop]").first
    there = str(place.get_attribute("data-spot")).split("/")[1]
    hand.over(place)
    player.choose_by(hand.release)
    assert player.acts[-1] == there


def test_what_is_built_in_clinic_is_put_in_its_place(new_player: NewPlayer) -> None:
    player = new_player()
    player.begin("clinic", 2)
    choose_build(player)
    before = len(player.acts)
    hand = Hand(player)
    hand.take(legal(player, "stock/office").first)
    place = player.page.locator("[data-drop]").first
    hand.over(place)
    there = str(place.get_attribute("data-spot")).rsplit("/", 1)[1]
    hand.release()
    await_that(player, "it is built there", lambda: len(player.acts) >= before + 2)
    assert player.acts[before:][:2] == ["build:office", f"at:{there}"]
