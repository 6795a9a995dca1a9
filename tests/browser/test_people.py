"""People with a name, from other computers over plain http: two who play, a second device."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import NARROW, Player
from tests.browser.serve import OTHER_HOST
from tests.browser.test_axe import Axe, axe, check

__all__ = ["axe"]
ACT = """async ([table, tokens]) => {
    const open = (token, seat) => new Promise(done => {
        const page = {socket: new WebSocket(`ws://${location.host}/api/tables/${table}/live`)};
        page.socket.onopen = () => page.socket.send(
            JSON.stringify({type: 'hello', token, seat, have: -1}));
        page.socket.onmessage = ({data}) => {
            const message = JSON.parse(data);
            if (message.type !== 'state') return;
            page.state = message;
            done(page);
            page.came?.();
        };
    });
    const pages = await Promise.all(tokens.map(open));
    const come = (page, version) => new Promise(done => {
        page.came = () => { if (page.state.version >= version) done(); };
        page.came();
    });
    let steps = 0;
    while (!pages[0].state.over) {
        const seat = pages[0].state.asked[0];
        const {version, choices} = pages[seat].state;
        pages[seat].socket.send(JSON.stringify({type: 'act', id: `t${steps++}`, seat,
            expected: version, action: choices[0].notation}));
        await Promise.all(pages.map(page => come(page, version + 1)));
    }
    pages.forEach(page => page.socket.close());
    return steps;
}"""
"""Plays a table of two to its end, each seat by its own live connection."""


@pytest.fixture(scope="module")
def host() -> str:
    """The other host, for every test here."""
    return OTHER_HOST


def choose_name(player: Player, name: str) -> str:
    """Choose a name; the recovery code."""
    page = player.page
    player.visit()
    page.get_by_role("link", name="Your name").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Choose a name").click()
    expect(page.get_by_role("heading", name="Write this code down")).to_be_focused()
    code = page.get_by_label("Recovery code").input_value()
    page.get_by_role("button", name="Copy the code").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    return code


def token_of(page: Page, table: str) -> str:
    """The token that the browser keeps for its seat at a table."""
    kept = json.loads(page.evaluate("localStorage['wardround.tables']"))
    token: str = next(one["held"][0]["token"] for one in kept if one["table"] == table)
    return token


def test_two_people_play_a_rated_game_and_one_goes_on_elsewhere_and_is_forgotten(
    new_player: NewPlayer, axe: Axe
) -> None:
    ada, bo = new_player(), new_player(NARROW)
    early = ada.begin("pyrrameds", 2, {"start_player": "0"})["table"]  # before she has a name
    ada.await_turn()
    code = choose_name(ada, "Ada")
    check(ada.page, axe)
    ada.page.get_by_role("button", name="I have written it down").click()
    choose_name(bo, "Bo")
    bo.page.get_by_role("button", name="I have written it down").click()

    ada.page.get_by_role("button", name="Link to my name").click()
    linked = ada.page.get_by_role("status").filter(has_text="linked to your name")
    expect(linked).to_contain_text("1 table is")
    ada.open_form(["me", "open"], "Pyrrameds")
    ada.page.get_by_label("Rated game").check()
    ada.page.get_by_role("button", name="Start").click()
    link = ada.page.get_by_label("Link to join or watch").input_value()
    stranger = new_player(NARROW)
    stranger.page.goto(link)
    stranger.page.get_by_label("Your name").fill("Dan")
    stranger.page.get_by_role("button", name="Join").click()
    expect(stranger.page.get_by_role("alert")).to_contain_text("needs a name here")
    stranger.errors.clear()  # the refusal, as the browser notes it
    bo.page.goto(link)
    expect(bo.page.get_by_label("Your name")).to_have_value("Bo")
    bo.page.get_by_role("button", name="Join").click()
    for player in (ada, bo):
        player.page.wait_for_selector("main[data-version]")
    expect(ada.page.get_by_role("button", name="Hint")).to_have_count(0)
    table = link.rsplit("/", 1)[-1]
    elsewhere = new_player(NARROW)
    elsewhere.visit("#/me")
    elsewhere.page.get_by_label("Recovery code").fill(f" {code.upper()} ")
    elsewhere.page.get_by_label("Recovery code").press("Enter")
    elsewhere.page.get_by_role("heading", name="Signed in as Ada").wait_for()
    elsewhere.visit()
    others = elsewhere.page.get_by_role("link", name="Continue", exact=True)
    expect(others).to_have_count(2)
    check(elsewhere.page, axe)
    elsewhere.page.locator("li", has_text=table).get_by_role("link", name="Continue").click()
    elsewhere.page.wait_for_selector("main[data-version]")
    token = token_of(elsewhere.page, table)
    assert token == token_of(ada.page, table)
    tokens = [token, token_of(bo.page, table)]
    for player in (ada, bo, elsewhere):  # nobody looks on: three pages would draw every step
        player.visit()
    assert ada.page.evaluate(ACT, [table, tokens]) > 10

    for player, name in ((elsewhere, "Ada"), (bo, "Bo")):
        player.visit("#/me")
        page = player.page
        statistics = page.get_by_role("region", name="Pyrrameds, 2 players")
        expect(statistics).to_contain_text("1 rated game, not yet certain")
        history = page.get_by_role("region", name="History")
        expect(history).to_contain_text(f"{name} (you)")
        assert player.overflow() <= 0
    check(elsewhere.page, axe)
    elsewhere.page.get_by_role("link", name="Look back").click()
    elsewhere.page.wait_for_selector("main[data-version]")
    assert f"#/t/{table}" in elsewhere.page.url

    elsewhere.visit("#/me")
    with elsewhere.page.expect_download() as saving:
        elsewhere.page.get_by_role("button", name="Save it as a file").click()
    told = json.loads(Path(saving.value.path()).read_text(encoding="utf-8"))
    assert list(told["records"]) == [table]
    assert {one["table"] for one in told["tables"]} == {table, early}
    assert token not in json.dumps(told)
    elsewhere.page.get_by_role("button", name="Delete everything").click()
    check(elsewhere.page, axe)
    elsewhere.page.get_by_role("button", name="Yes, delete everything").click()
    expect(elsewhere.page.get_by_role("status")).to_contain_text("has been deleted")
    bo.page.reload()
    expect(bo.page.get_by_role("region", name="History")).to_contain_text("Somebody")
    ada.visit("#/me")
    expect(ada.page.get_by_role("alert")).to_contain_text("not signed in here")
    ada.errors.clear()
    ada.visit(f"#/t/{early}/seat/0")
    ada.await_turn()


def test_signing_out_everywhere_else(new_player: NewPlayer, axe: Axe) -> None:
    ada, other = new_player(), new_player()
    code = choose_name(ada, "Ada")
    ada.page.get_by_role("button", name="I have written it down").click()
    other.visit("#/me")
    other.page.get_by_label("Recovery code").fill("abcd")
    check(other.page, axe)
    other.page.get_by_role("button", name="Sign in").click()
    expect(other.page.get_by_role("alert")).to_contain_text("The code has 4 letters")
    other.errors.clear()
    other.page.get_by_label("Recovery code").fill(code)
    other.page.get_by_role("button", name="Sign in").click()
    other.page.get_by_role("button", name="Sign out everywhere else").click()
    expect(other.page.get_by_role("button", name="Sign out everywhere else")).to_have_count(0)
    ada.visit()
    ada.card_of("Pyrrameds").get_by_role("button", name="Play now").click()
    ada.await_turn()  # as nobody, without a word
    ada.errors.clear()
    ada.visit()
    expect(ada.page.get_by_role("link", name="Your name")).to_be_visible()


def test_a_server_without_names_shows_nothing_of_them(new_player: NewPlayer) -> None:
    player = new_player()
    player.page.route("**/api/about", lambda route: route.fulfill(json={"people": False}))
    player.page.add_init_script(
        "localStorage['wardround.person'] = JSON.stringify({token: 't', name: 'Ada'})"
    )
    player.visit()
    player.page.get_by_role("button", name="Play now").first.wait_for()
    player.page.wait_for_load_state("networkidle")
    expect(player.page.locator("header").get_by_role("link", name="Ada")).to_have_count(0)
    player.open_form(["me", "open"], "Pyrrameds")
    player.page.get_by_role("button", name="Start").wait_for()
    expect(player.page.get_by_label("Rated game")).to_have_count(0)
    player.visit("#/me")
    expect(player.page.get_by_text("This server keeps no names")).to_be_visible()
