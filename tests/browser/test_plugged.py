"""Games of other packages in the browser: two from ``wardround new``, one with a broken drawing."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, on_host, packages, running_server

GAMES = ("night_shift", "tea_break", "lost_property")
BROKEN = "export function mount() { throw new Error('lost on the way'); }"


@pytest.fixture(scope="module")
def address(
    tmp_path_factory: pytest.TempPathFactory, project_root: Path, host: str
) -> Iterator[str]:
    """A server with the packages installed."""
    site = tmp_path_factory.mktemp("site")
    with packages(site, *GAMES):
        drawing = site / "lost_property" / "src" / "lost_property" / "drawing"
        (drawing / "table.js").write_text(BROKEN)
        with running_server(tmp_path_factory.mktemp("server")) as found:
            yield on_host(found, host)


@pytest.mark.parametrize(("name", "title"), [(GAMES[0], "Night Shift"), (GAMES[1], "Tea Break")])
def test_a_game_is_played_on_its_own_drawing(new_player: NewPlayer, name: str, title: str) -> None:
    player = new_player()
    player.play_now(title)
    drawing = player.page.locator(f".drawing .{name}")
    expect(drawing.locator(".prize")).to_have_css("border-radius", "50%")
    expect(drawing.locator(".own [data-legal]")).to_have_count(6)
    card = drawing.get_by_role("button", name="card 3, can be chosen")
    card.focus()
    player.choose_by(lambda: player.page.keyboard.press("Enter"))
    assert player.acts == ["bid:3"]
    player.finish("click_something")
    expect(player.page.locator("#result-title")).to_be_visible()
    assert player.overflow() <= 0


def test_its_guide_is_read_first_and_explains_its_words(new_player: NewPlayer) -> None:
    player = new_player()
    player.visit("#/rules/night_shift")
    page = player.page
    expect(page.get_by_role("heading", name="Night Shift: the guide")).to_be_in_viewport()
    picture = page.get_by_role("img", name="A face-up prize of 4 points")
    assert picture.evaluate("one => one.naturalWidth") > 0
    page.get_by_role("button", name="prize", exact=True).first.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Counts as many points as its number")
    page.get_by_role("link", name="NS-2.4").first.click()
    expect(page.locator("[data-clause='NS-2.4']")).to_be_in_viewport()


def test_a_drawing_fits_a_phone(new_player: NewPlayer) -> None:
    player = new_player(NARROW, touch=True)
    player.play_now("Night Shift")
    expect(player.page.locator(".drawing [data-legal]").first).to_be_visible()
    assert player.overflow() <= 0


def test_where_a_drawing_fails_the_default_table_is_played(
    browser: Browser, new_player: NewPlayer
) -> None:
    player = new_player()
    player.play_now("Lost Property")
    expect(player.page.get_by_role("alert")).to_contain_text("lost on the way")
    player.finish("click_something")
    assert all("lost on the way" in error for error in player.wait_for_errors())
    player.errors.clear()
