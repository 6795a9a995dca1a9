"""What axe-core finds to complain of, on every screen: nothing.

Each is looked at wide and light, and narrow and dark; ``make long`` takes all four pairs.

One of its rules is replaced for the pieces of the table: it wants everything written on a control
to stand in its name in the same order, and a piece is a drawing whose name says in words what it
shows in signs ("gives 1 Gold" for a coin and "+1"). Of a piece, the words must be in its name.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import IN_LONG, NewPlayer
from tests.browser.driver import NARROW, Player
from wardround.core import Game
from wardround.games import games

DESK = (1280, 800)
Screens = tuple[tuple[tuple[int, int], Literal["light", "dark"]], ...]
USUAL: Screens = ((DESK, "light"), (NARROW, "dark"))
OTHERS: Screens = ((DESK, "dark"), (NARROW, "light"))
GAMES = {
    "dice_hospital": {},
    "clinic": {},
    "dynamite_nurse": {"first_player": "1"},
    "pyrrameds": {"start_player": "0"},
}
"""The games with options by which the own seat is asked first."""
PREPARE = """() => axe.configure({
    rules: [{id: 'label-content-name-mismatch', selector: '*:not([data-spot])'}],
})"""
AUDIT = """async () => {
    const found = await axe.run(document, {resultTypes: ['violations']});
    return found.violations.flatMap(({id, nodes}) =>
        nodes.map(({target, failureSummary}) => [id, target.join(' '), failureSummary]));
}"""
MISNAMED = """() => {
    const words = text => (text.match(/[A-Z]?[a-z]{3,}/g) ?? []).map(word =>
        word.toLowerCase().slice(0, 5));
    const texts = node => node.nodeType === Node.TEXT_NODE ? [node.data]
        : node.nodeType === Node.ELEMENT_NODE && node.checkVisibility()
        ? [...node.childNodes].flatMap(texts) : [];
    return [...document.querySelectorAll('[data-spot][role=button]')].flatMap(piece => {
        const name = words(piece.getAttribute('aria-label'));
        const shown = words(texts(piece).join(' '));
        const found = shown.filter(word => name.some(one => one.startsWith(word))).length;
        return shown.length > 0 && found < shown.length / 2
            ? [`${piece.getAttribute('aria-label')}: ${shown.join(' ')}`] : [];
    });
}"""
"""The pieces of which less than half of the words, short or not, stand in their names."""


@dataclass(frozen=True)
class Axe:
    """The program of axe-core, and how a page is to look while it runs."""

    program: str
    screens: Screens


@pytest.fixture(
    params=[USUAL, pytest.param(OTHERS, marks=IN_LONG)], ids=["usual", "others"], scope="module"
)
def axe(project_root: Path, request: pytest.FixtureRequest) -> Axe:
    """What looks at the pages."""
    found = project_root / "web/node_modules/axe-core/axe.min.js"
    assert found.is_file(), "axe-core is not installed: run `make modules` first."
    return Axe(found.read_text(encoding="utf-8"), request.param)


@pytest.fixture
def player(new_player: NewPlayer) -> Player:
    """Somebody whose window is made narrow by the checks."""
    return new_player(DESK)


def check(page: Page, axe: Axe) -> None:
    """Nothing is wrong with the page as it is now, on each kind of screen."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.program)
        page.evaluate(PREPARE)
    found = [f"name of a piece: {name}" for name in page.evaluate(MISNAMED)]
    for (width, height), scheme in axe.screens:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for rule, target, summary in page.evaluate(AUDIT):
            found.append(f"{width} {scheme}: {rule}: {target}: {summary}")
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert not found, "\n".join(found)


def begin(player: Player, game: str, seats: int = 3) -> dict[str, Any]:
    """A table of this player and bots, with something asked of the player."""
    made = player.begin(game, seats, GAMES[game])
    player.await_turn()
    return made


def test_lobby(player: Player, axe: Axe) -> None:
    player.begin("pyrrameds", 2)
    player.await_turn()
    player.visit()
    page = player.page
    page.get_by_role("button", name="Play now").first.wait_for()
    page.get_by_role("heading", name="My tables").wait_for()
    check(page, axe)
    page.get_by_role("button", name="Forget the table").first.click()
    page.get_by_role("dialog").wait_for()
    check(page, axe)
    page.keyboard.press("Escape")
    player.visit("#/no/such/page")
    page.get_by_text("There is no such page.").wait_for()
    check(page, axe)


def test_set_up_form(player: Player, axe: Axe) -> None:
    player.open_form(["me", "device", "open", "bot"])
    player.page.get_by_role("button", name="Start").wait_for()
    check(player.page, axe)


def test_waiting_room_and_invitation(player: Player, new_player: NewPlayer, axe: Axe) -> None:
    made = player.begin("clinic", 2, kinds=("me", "open"))
    page = player.page
    page.get_by_role("heading", name="Waiting for players").wait_for()
    check(page, axe)
    guest = new_player(DESK)
    guest.visit(f"#/t/{made['table']}")
    guest.page.get_by_role("heading", name="Join this table").wait_for()
    check(guest.page, axe)


@pytest.mark.parametrize("game", GAMES)
def test_table(player: Player, game: str, axe: Axe) -> None:
    begin(player, game)
    page = player.page
    page.locator(".board details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    if player.choices.count() > 1:
        page.get_by_role("button", name="Hint").click()
        page.get_by_test_id("hint").locator("li").first.wait_for()
    check(page, axe)
    folded = page.locator(".board .handle")
    if folded.count():
        folded.first.click()
        check(page, axe)


def test_dialogs(player: Player, axe: Axe) -> None:
    begin(player, "dice_hospital")
    page = player.page
    player.choices.first.dispatch_event("pointerenter")
    for button in ("Talk", "Settings"):
        page.get_by_role("button", name=button).click()
        page.get_by_role(
            "dialog", name=button if button != "Talk" else "People and talk"
        ).wait_for()
        check(page, axe)
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    check(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.get_by_role("dialog", name="Rules").get_by_role("article").wait_for()
    check(page, axe)
    page.keyboard.press("Escape")
    page.locator("section.choices .inspect").first.evaluate("button => button.click()")
    page.get_by_role("button", name="Do it").wait_for()
    check(page, axe)
    page.keyboard.press("Escape")
    page.locator("[data-spot][aria-disabled]").first.click(force=True)
    page.locator("[role=dialog][aria-modal=false]").wait_for()
    check(page, axe)


def test_tried_out(player: Player, axe: Axe) -> None:
    begin(player, "pyrrameds")
    page = player.page
    page.get_by_role("button", name="Try out").click()
    page.get_by_text("not what the others really hold").wait_for()
    player.await_turn()
    check(page, axe)


def test_hand_over(player: Player, axe: Axe) -> None:
    player.begin("dice_hospital", 2, kinds=("me", "device"))
    page = player.page
    page.locator("[data-handover]").wait_for()
    check(page, axe)


@pytest.mark.parametrize("game", GAMES)
def test_guide_and_rules(player: Player, game: str, axe: Axe) -> None:
    player.visit(f"#/rules/{game}")
    page = player.page
    page.get_by_role("button", name="Open all chapters").click()
    page.locator("li[data-clause]").first.wait_for()
    check(page, axe)


@pytest.mark.parametrize("game", GAMES)
def test_result(player: Player, game: str, axe: Axe) -> None:
    page = player.page
    bots = [{"kind": "bot", "bot": "random"}] * 3
    made = page.request.post(f"{player.address}api/tables", data={"game": game, "seats": bots})
    player.visit(f"#/t/{made.json()['table']}")
    page.locator("#result-title").wait_for()
    page.locator(".result summary", has_text="Fair chance").click()
    check(page, axe)


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_guided_game(player: Player, axe: Axe, game: Game) -> None:
    player.learn(game.title)
    guide = player.page.get_by_test_id("lesson")
    check(player.page, axe)
    player.choose_by(guide.locator(".do").click)
    player.await_turn()
    guide.get_by_role("button", name="Leave the guided game").click()
    check(player.page, axe)


def test_clock(player: Player, axe: Axe) -> None:
    player.begin("pyrrameds", 2, GAMES["pyrrameds"], clock={"move": 1, "reserve": 0})
    page = player.page
    page.get_by_test_id("clock").filter(has_text="out of time").wait_for()
    check(page, axe)
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("dialog").get_by_text("out of time").wait_for()
    check(page, axe)
