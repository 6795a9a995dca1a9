"""The guided first games: by mouse, by keyboard and by touch, from the lobby to playing freely."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import IN_LONG, NewPlayer
from tests.browser.driver import NARROW, Player, press_unseen
from wardround.core import Lesson
from wardround.games import games

GAMES = games()
DESK = (1280, 800)
SMALLEST = (320, 568)


def lesson_of(game: str) -> Lesson:
    lesson = GAMES[game].lesson()
    assert lesson is not None
    return lesson


def guide(player: Player) -> Locator:
    """The card of the guided game."""
    return player.page.get_by_test_id("lesson")


def step(player: Player) -> int:
    """The number of the step shown."""
    found = re.search(r"Step (\d+) of \d+", guide(player).inner_text())
    assert found
    return int(found[1])


def starred(player: Player) -> Locator:
    """The choice that is asked for, in the list."""
    return player.choices.filter(has=player.page.locator(".star"))


def by_mouse(player: Player) -> None:
    """Click the piece at which the arrow points, or the choice with the star."""
    piece = player.page.locator("[data-lesson=do][data-legal]")
    (piece if piece.count() else starred(player)).first.click()


def by_keys(player: Player) -> None:
    """Type the number of the choice with the star."""
    player.type_number(int(starred(player).locator(".number").inner_text()))


def by_touch(player: Player) -> None:
    """Tap the button of the card."""
    guide(player).locator(".do").tap()


def plain(markdown: str) -> str:
    return markdown.replace("**", "")


READ = """() => {
    const card = document.querySelector('.lesson').cloneNode(true);
    card.querySelectorAll('[role=tooltip]').forEach(tip => tip.remove());
    const words = one => card.querySelector(one).textContent.replace(/\\s+/g, ' ').trim();
    return [words('.step'), words('.text')];
}"""
"""The number of the step and its text, without explanations that are open."""


def follow(player: Player, lesson: Lesson, press: Callable[[Player], None]) -> None:
    """Do all that the guided game asks for, reading each step."""
    texts = [plain(one.text) for one in lesson.steps]
    met = set()
    for _ in range(sum(len(one.presses) for one in lesson.steps) + 1):
        player.await_turn()
        player.page.wait_for_timeout(100)  # a click on a card may stand for two actions
        player.await_turn()
        if not guide(player).locator(".do").count():
            break
        number, text = player.page.evaluate(READ)
        at = int(number.split()[1])
        assert (number, text) == (f"Step {at} of {len(texts)}", texts[at - 1])
        met.add(at)
        player.choose_by(lambda: press(player))
    assert met == set(range(1, len(texts) + 1))
    expect(guide(player)).to_contain_text("The guided part is over")
    expect(guide(player)).to_contain_text(plain(lesson.closing))


BY_MOUSE = ("dice_hospital",)
"""The others are played by keyboard and touch below, and by mouse too in ``make long``."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in BY_MOUSE else IN_LONG) for game in GAMES]
)
def test_a_guided_game_by_mouse(new_player: NewPlayer, game: str) -> None:
    player = new_player(DESK)
    player.learn(GAMES[game].title)
    lesson = lesson_of(game)
    follow(player, lesson, by_mouse)
    assert player.acts == [press.action for one in lesson.steps for press in one.presses]
    assert player.overflow() <= 0
    guide(player).get_by_role("button", name="Read the guide").click()
    book = player.page.get_by_role("dialog", name="Rules")
    expect(book.get_by_role("heading", name=re.compile("the guide$"))).to_be_visible()
    player.page.keyboard.press("Escape")
    guide(player).get_by_role("button", name="Go on").click()
    expect(guide(player)).to_have_count(0)
    player.press_first()
    player.press_last()
    expect(guide(player)).to_have_count(0)


def test_a_guided_game_by_keyboard(new_player: NewPlayer) -> None:
    player = new_player(DESK)
    page = player.page
    player.visit()
    page.locator("button", has_text="Learn by playing").last.focus()
    page.keyboard.press("Enter")
    player.await_turn()
    lesson = lesson_of("pyrrameds")
    live = page.locator("[data-live=polite]")
    expect(live).to_contain_text(plain(lesson.steps[0].text))
    follow(player, lesson, by_keys)
    expect(live).to_contain_text(plain(lesson.closing))
    guide(player).get_by_role("button", name="Go on").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()


def test_focus_goes_to_what_is_asked_next(new_player: NewPlayer) -> None:
    player = new_player(DESK)
    player.learn("Pyrrameds")
    do = guide(player).locator(".do")
    do.focus()
    player.choose_by(lambda: player.page.keyboard.press("Enter"))
    player.await_turn()
    expect(do).to_be_focused()


@pytest.mark.parametrize("size", [NARROW, SMALLEST])
def test_a_guided_game_by_touch(new_player: NewPlayer, size: tuple[int, int]) -> None:
    player = new_player(size, touch=True)
    game = "dynamite_nurse" if size == NARROW else "clinic"
    player.learn(GAMES[game].title)
    assert player.overflow() <= 0
    follow(player, lesson_of(game), by_touch)
    assert player.overflow() <= 0


def test_something_else_is_refused_kindly_and_undo_leads_back(new_player: NewPlayer) -> None:
    player = new_player(DESK)
    page = player.page
    player.learn("Pyrrameds")
    before = len(player.acts)
    other = player.choices.filter(has_text="Swap two cards")
    other.click()
    player.await_act(before)
    expect(page.get_by_role("alert")).to_contain_text(
        "The guided game is about something else here. Place one of your cards"
    )
    assert player.acts[before:] == ["swap"]
    assert step(player) == 1
    for _ in range(2):
        player.choose_by(starred(player).click)
    player.await_turn()
    assert step(player) == 2
    version = player.version
    page.get_by_role("button", name=re.compile("^Undo: ")).click()
    player.await_change(version)
    assert step(player) == 1
    expect(starred(player)).to_have_text(re.compile("Red 4"))


def test_it_goes_on_after_a_reload_and_can_be_left(new_player: NewPlayer) -> None:
    player = new_player(DESK)
    player.learn("Dice Hospital")
    for _ in range(4):
        player.choose_by(lambda: by_mouse(player))
    player.await_turn()
    before = guide(player).inner_text()
    player.page.reload()
    player.await_turn()
    expect(guide(player)).to_contain_text("Step 4 of 15")
    assert guide(player).inner_text() == before
    leave = guide(player).get_by_role("button", name="Leave the guided game")
    leave.click()
    guide(player).get_by_role("button", name="Stay").click()
    leave.click()
    guide(player).get_by_role("button", name="Play freely").click()
    expect(guide(player)).to_have_count(0)
    expect(player.page.locator("[data-lesson]")).to_have_count(0)
    player.press_last()
    player.await_turn()
    player.page.reload()
    player.await_turn()
    expect(guide(player)).to_have_count(0)


def test_what_the_arrow_points_at_is_said_and_words_are_explained(new_player: NewPlayer) -> None:
    player = new_player(DESK)
    player.learn("Dice Hospital")
    press_unseen(guide(player).locator(".do"))
    player.page.wait_for_timeout(300)
    player.await_turn()
    named = player.page.get_by_role("button", name=re.compile("asked for now"))
    expect(named.first).to_be_visible()
    assert named.count() == player.page.locator("[data-lesson=do]").count()
    expect(player.page.locator("[data-lesson=look]").first).to_have_attribute(
        "aria-label", re.compile("look here$")
    )
    player.choose_by(lambda: by_mouse(player))
    player.choose_by(lambda: by_mouse(player))
    player.await_turn()
    guide(player).get_by_role("button", name="blood bag").click()
    expect(player.page.get_by_role("tooltip")).to_contain_text("Spend it to heal")
