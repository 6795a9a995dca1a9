"""Two people at one table, on a phone and on a screen, from another computer over plain http."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, WIDE, Player, on_host, running_server
from tests.browser.serve import OTHER_HOST
from wardround.core import Record, replay
from wardround.games import game


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Iterator[str]:
    """A server that calls somebody away at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARDROUND_AWAY_SECONDS", "0")
        with running_server(tmp_path_factory.mktemp("server")) as found:
            yield on_host(found, OTHER_HOST)


def join(player: Player, link: str, name: str) -> None:
    player.page.goto(link)
    player.page.get_by_label("Your name").fill(name)
    player.page.get_by_role("button", name="Join").click()


def say(player: Player, words: str) -> None:
    player.page.get_by_label("Say something").fill(words)
    player.page.get_by_role("button", name="Send").click()
    expect(player.page.get_by_label("Say something")).to_have_value("")


def heard(player: Player, words: str) -> None:
    expect(player.page.locator(".talk li").filter(has_text=words)).to_be_visible()


def promised(player: Player) -> str:
    """The hash that the waiting room shows."""
    player.page.get_by_text("Fair chance").click()
    expect(player.page.get_by_text("fixed already")).to_be_visible()
    return player.page.get_by_test_id("pledge").inner_text()


def test_two_people_agree_to_take_a_choice_back(new_player: NewPlayer) -> None:
    ada, bo = new_player(WIDE, seed=8), new_player(NARROW, seed=9)
    ada.set_up(["me", "open"], game="Pyrrameds")
    join(bo, ada.page.get_by_label("Link to join or watch").input_value(), "Bo")
    for player in (ada, bo):
        player.page.wait_for_selector("main[data-version]")
    ask = ada.page.get_by_role("button", name="Ask to take back")
    while not ask.count():
        assert not ada.over
        for player in (ada, bo):
            if player.choices.count():
                player.click_something()
        ada.page.wait_for_timeout(50)

    # Refused: everything stays. Agreed: everybody is back before that choice.
    for answer, words in (("Play on", "does not agree"), ("Agree", "agree")):
        version = int(ada.page.locator("main").get_attribute("data-version") or "")
        ask.click()
        expect(ada.page.get_by_text("Not yet answered: Bo")).to_be_visible()
        expect(ask).to_have_count(0)
        bar = bo.page.get_by_test_id("proposal")
        expect(bar).to_contain_text("asks to take back their last choice.")
        expect(bo.page.locator("[aria-live=polite]").first).to_contain_text("asks to take back")
        assert bo.overflow() == 0
        bar.get_by_role("button", name=answer).click()
        expect(bar).to_have_count(0)
        expect(ada.page.get_by_test_id("proposal")).to_have_count(0)
        for player in (ada, bo):
            live = player.page.locator("[aria-live=polite]").first
            expect(live).to_contain_text(words, ignore_case=True)
            back = version + (answer == "Agree")
            expect(player.page.locator("main")).to_have_attribute("data-version", str(back))


def test_two_people_agree_to_end_the_game(new_player: NewPlayer) -> None:
    ada, bo = new_player(WIDE, seed=8), new_player(NARROW, seed=9)
    ada.set_up(["me", "open"], game="Pyrrameds")
    join(bo, ada.page.get_by_label("Link to join or watch").input_value(), "Bo")
    for player in (ada, bo):
        player.page.wait_for_selector("main[data-version]")
    ada.page.get_by_role("button", name="Talk").click()
    ada.page.get_by_role("button", name="End the game early").click()
    expect(ada.page.get_by_text("If all agree")).to_be_visible()
    ada.page.get_by_role("button", name="Ask the others").click()
    expect(ada.page.get_by_role("button", name="End the game early")).to_have_count(0)
    ada.page.get_by_role("button", name="Close").click()
    bar = bo.page.get_by_test_id("proposal")
    expect(bar).to_contain_text("asks to end the game here")
    assert bo.overflow() == 0
    bar.get_by_role("button", name="Agree").click()
    for player in (ada, bo):
        expect(player.page.locator("#result-title")).to_have_text("Nobody has won")
        expect(player.page.get_by_test_id("status")).to_contain_text("The game was ended early.")
        expect(player.page.locator(".ranking tbody tr")).to_have_count(2)
        assert player.choices.count() == 0
        assert player.overflow() == 0
        player.page.reload()
        expect(player.page.locator("#result-title")).to_have_text("Nobody has won")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Save the game record").click()
    assert not replay(Record.read(download.value.path()), game("pyrrameds")).state.is_over


def test_two_people_meet_talk_are_played_for_and_play_again(new_player: NewPlayer) -> None:
    ada, bo = new_player(WIDE, seed=3), new_player(NARROW, seed=4)
    ada.set_up(["me", "open", "open"], game="Pyrrameds")
    link = ada.page.get_by_label("Link to join or watch").input_value()
    join(bo, link, "Bob")
    for player in (ada, bo):
        expect(player.page.get_by_text("Waiting for players")).to_be_visible()

    # Before the game: another name, another seat, the host opens a seat, and talk.
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Change the name").click()
    expect(ada.page.get_by_role("button", name="Open the seat of Bo")).to_be_visible()
    bo.page.get_by_role("button", name="Sit here: Seat 3").click()
    expect(bo.page.get_by_role("button", name="Sit here: Seat 2")).to_be_visible()
    say(bo, "hello there")
    heard(ada, "hello there")
    ada.page.get_by_role("button", name="Open the seat of Bo").click()
    bo.page.get_by_role("button", name="Join").wait_for()
    join(bo, link, "Bo")
    assert bo.overflow() == 0
    pledges = [promised(player) for player in (ada, bo)]
    assert pledges[0] == pledges[1]
    assert bo.overflow() == 0
    cy = new_player(WIDE, seed=5)
    join(cy, link, "Cy")
    for player in (ada, bo, cy):
        player.page.wait_for_selector("main[data-version]")

    # Somebody goes: the others vote, and a bot plays on.
    cy.visit("#/")
    ada.page.get_by_role("button", name="Talk").click()
    ada.page.get_by_role("button", name="Vote for a bot to play for Cy").click()
    heard(ada, "1 of 2 agree")
    ada.page.get_by_role("button", name="Close").click()
    bo.page.get_by_role("button", name="Talk").click()
    bo.page.get_by_role("button", name="Vote for a bot to play for Cy").click()
    heard(bo, "plays for Cy now")
    assert bo.overflow() == 0
    bo.page.get_by_role("button", name="Close").click()

    while not (ada.over or bo.over):
        for player in (ada, bo):
            if not player.over and player.choices.count():
                player.click_something()
        ada.page.wait_for_timeout(50)

    # What was promised while seats were open was kept; the page says so on plain http, too.
    for player in (ada, bo):
        player.page.get_by_text("Fair chance").click()
        expect(player.page.get_by_text("The promise was kept")).to_be_visible()
        expect(player.page.get_by_text("noted the hash before the first move")).to_be_visible()
        expect(player.page.get_by_test_id("pledge")).to_have_text(pledges[0])
        assert player.overflow() == 0

    # Again: the one asks, the other follows.
    ada.page.get_by_role("button", name="everybody one seat further").click()
    bo.page.get_by_role("button", name="Go there").click()
    before = link.split("/t/")[1]
    tables = []
    for player in (ada, bo):
        player.page.wait_for_function("id => !location.hash.includes(id)", arg=before)
        secrets = [json.loads(text).get("token") for text in player.sent]
        assert not any(secret and secret in player.page.url for secret in secrets)
        player.page.wait_for_selector("main[data-version]:has(section)")
        expect(player.page.locator("#result-title")).to_have_count(0)
        tables.append(player.states[-1]["table"]["table"])
    assert tables[0] == tables[1] != before
    assert [player.states[-1]["mine"] for player in (ada, bo)] == [[2], [0]]
