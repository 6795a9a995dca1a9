"""Opening a record in the lobby: looked through, and played on from."""

import base64
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player
from wardround.core import Match
from wardround.games import games

GAME = games()["pyrrameds"]


def record(actions: int | None = None) -> Match:
    """A game of chance, to its end or so many actions far."""
    match = Match(GAME, 3, "opened", names=["Ada", "Bo", "Cleo"])
    rng = Random(1)
    while not match.state.is_over and match.version != actions:
        seat = match.state.asked()[0]
        match.act(seat, rng.choice(match.state.legal_actions(seat)))
    return match


FINISHED = record()
UNFINISHED = record(FINISHED.version // 2)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The file of a finished game."""
    FINISHED.record().write(tmp_path / "whole.wrd")
    return tmp_path / "whole.wrd"


def choose(player: Player, file: Path) -> None:
    player.visit()
    with player.page.expect_file_chooser() as chooser:
        player.page.get_by_text("Open a record").click()
    chooser.value.set_files(file)


def drop(player: Player, file: Path) -> None:
    """Drop a file on the lobby, as a browser tells it."""
    player.visit()
    player.page.get_by_text("Open a record").wait_for()
    player.page.evaluate(
        """([name, text]) => {
            const data = new DataTransfer();
            const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
            data.items.add(new File([bytes], name));
            for (const type of ['dragover', 'drop'])
                document.querySelector('main').dispatchEvent(new DragEvent(
                    type, {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [file.name, base64.b64encode(file.read_bytes()).decode()],
    )


@pytest.mark.parametrize("bring", [choose, drop])
def test_a_finished_game_is_looked_through(
    new_player: NewPlayer, whole: Path, bring: Callable[[Player, Path], None]
) -> None:
    player = new_player()
    bring(player, whole)
    page, last = player.page, FINISHED.version
    page.get_by_text(f"Viewing move 0 of {last}").wait_for()
    expect(page.get_by_text("From a record file")).to_be_visible()
    page.get_by_role("slider", name="Move through the game").fill(str(last // 2))
    page.get_by_text(f"Viewing move {last // 2} of {last}").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(f"Viewing move {last // 2 + 1} of {last}").wait_for()
    own = page.get_by_role("heading", name="Your hand")
    expect(own).to_have_count(0)
    page.get_by_label("Seen by").select_option("Bo")
    expect(own).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#result-title")).to_be_visible()
    page.get_by_role("button", name="Look back from the start").click()
    page.get_by_label("Seen by").select_option("Cleo")
    page.get_by_role("button", name="Play on from here as Cleo").click()
    page.get_by_text("Tried out: what if?").wait_for()
    player.await_turn()
    player.press_first()


def test_an_unfinished_game_is_played_on_from_where_it_ends(
    new_player: NewPlayer, tmp_path: Path
) -> None:
    file = tmp_path / "half.wrd"
    UNFINISHED.record().write(file)
    player = new_player(NARROW)
    choose(player, file)
    page, last = player.page, UNFINISHED.version
    page.get_by_text(f"Viewing move {last} of {last}").wait_for()
    expect(page.get_by_text("The game is not finished")).to_be_visible()
    assert player.overflow() <= 0
    page.get_by_label("Seen by").select_option("Bo")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.get_by_text(f"Viewing move {last - 1} of {last}").wait_for()
    page.get_by_role("button", name="Last position").click()
    page.get_by_text(f"Viewing move {last} of {last}").wait_for()
    shown = page.url
    page.get_by_role("button", name="Play on from here as Bo").click()
    page.get_by_text("Tried out: what if?").wait_for()
    player.await_turn()
    player.press_first()
    # It is still there, from the list of the own tables, and from its address.
    player.visit()
    page.get_by_role("link", name="Continue").last.click()
    page.get_by_text("From a record file").wait_for()
    page.goto(shown)
    page.get_by_text(f"Viewing move {last} of {last}").wait_for()
    # Who has only the address sees what everybody may see.
    other = new_player()
    other.page.goto(shown)
    other.page.get_by_text("Viewing move").wait_for()
    expect(other.page.get_by_label("Seen by")).to_have_count(0)
    expect(other.page.get_by_role("button", name=re.compile("^Play on"))).to_have_count(0)


def test_what_cannot_be_opened_says_why(new_player: NewPlayer, whole: Path, tmp_path: Path) -> None:
    player = new_player()
    lines = whole.read_text().splitlines()
    other = tmp_path / "other.wrd"
    other.write_text(lines[0].replace("pyrrameds", "chess"))
    choose(player, other)
    page = player.page
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("'chess', which is not here")
    expect(page.get_by_text("other.wrd cannot be opened")).to_be_visible()
    broken = tmp_path / "broken.wrd"
    broken.write_text("\n".join([lines[0], '{"seat":0,"do":"fly"}']))
    choose(player, broken)
    expect(alert).to_contain_text("record, line 2")
    long = tmp_path / "long.wrd"
    long.write_text("x" * 600_000)
    choose(player, long)
    expect(alert).to_contain_text("600000 bytes")
    expect(alert).to_contain_text("at most 524288 bytes")
    player.errors.clear()  # the browser itself writes refused requests to its console
