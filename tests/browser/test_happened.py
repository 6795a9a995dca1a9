"""What others did: shown one by one or at once, skipped, marked, listed; and the end."""

import itertools
import re
from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import IN_LONG, NewPlayer
from tests.browser.driver import NARROW, WIDE, Player

WATCH = """
    window.shown = [];
    new MutationObserver(() => {
        const version = document.querySelector('main[data-version]')?.dataset.version;
        if (version && window.shown.at(-1)?.[0] !== Number(version))
            window.shown.push([Number(version), performance.now()]);
    }).observe(document, {subtree: true, childList: true, attributeFilter: ['data-version']});
"""
"""Notes each version that the page shows, with the time in milliseconds."""
PACE = 700
SLOW = f"localStorage.setItem('wardround.settings', JSON.stringify({{pace: {PACE}}}));"
GAMES = ("clinic", "dice_hospital", "dynamite_nurse", "pyrrameds")
MOST_CHOICES = 60


def shown(player: Player) -> list[list[Any]]:
    """The versions that the page has shown so far, each with its time in milliseconds."""
    found: list[list[Any]] = player.page.evaluate("window.shown")
    return found


def since(player: Player) -> Locator:
    """The list of what happened since the last own turn."""
    return player.page.get_by_test_id("since")


def told(player: Player, version: int) -> list[str]:
    """The lines of the log for later versions, up to the one that is shown."""
    newest = player.version
    lines = (line for state in player.states for line in state["log"])
    return [line["text"] for line in lines if version < line["version"] <= newest]


def end_turn(player: Player) -> int:
    """Choose until this seat is asked nothing more, or the game is over.

    Returns:
        The version that the last own choice led to. Where moves of others are not shown one by
        one, the page may show a later one by then.
    """
    for _ in range(MOST_CHOICES):
        version = player.await_turn()
        player.press_last()
        led_to = player.await_state_after(version)
        if led_to["over"] or led_to["seat"] not in led_to["asked"]:
            return int(led_to["version"])
    raise AssertionError("the turn does not end")


def far_behind(player: Player, moves: int = 2) -> int:
    """Come to a point where the page still shows an old position; the version shown."""
    for _ in range(MOST_CHOICES):
        version = end_turn(player)
        end = monotonic() + PACE / 1000
        while monotonic() < end and player.version == version:
            if player.states[-1]["version"] >= version + moves:
                return version
            player.page.wait_for_timeout(10)
        player.await_turn()
    raise AssertionError("the bots have no moves")


def test_moves_of_others_are_shown_one_after_another(new_player: NewPlayer) -> None:
    player = new_player(motion=True, script=WATCH + SLOW)
    player.begin("dice_hospital", 3)
    version = far_behind(player)
    assert not player.choices.count()
    player.await_turn()
    times = [time for at, time in shown(player) if at >= version]
    assert len(times) >= 3, "the moves were not shown one by one"
    # One picture may come late where the machine has much to do, and the next one in time.
    assert (times[-1] - times[0]) / (len(times) - 1) > PACE * 0.75
    assert player.version == player.states[-1]["version"]
    assert player.page.title().startswith("▶ Your turn")


@pytest.mark.parametrize(
    ("way", "size"),
    [("key", WIDE), ("button", NARROW), ("click", WIDE), ("click", NARROW)],
    ids=["key", "button", "click", "tap"],
)
def test_moves_of_others_are_skipped(
    new_player: NewPlayer, size: tuple[int, int], way: str
) -> None:
    player = new_player(size, motion=True, script=WATCH + SLOW)
    player.begin("dice_hospital", 4)
    version = far_behind(player, moves=3)
    newest, before = player.states[-1]["version"], len(shown(player))
    match way:
        case "key":
            player.page.keyboard.press("Escape")
        case "button":
            player.page.locator("button.skip").click()
        case _:
            # At once: the piece may be drawn anew at any time.
            player.page.evaluate("document.querySelector('[data-spot]').click()")
    player.await_change(newest - 1)
    # One move more may have been shown in its time before the press came.
    assert newest > version
    assert max(at for at, _ in shown(player)[before : before + 2]) >= newest
    expect(player.page.get_by_role("dialog")).to_have_count(0)
    player.page.wait_for_function(
        "lines => lines.every(line => document.body.textContent.includes(line))",
        arg=told(player, version),
    )


@pytest.mark.parametrize("motion", [True, False], ids=["motion", "reduced"])
@pytest.mark.parametrize("name", GAMES)
def test_what_changed_is_marked_and_listed(new_player: NewPlayer, name: str, motion: bool) -> None:
    player = new_player(motion=motion, script=WATCH)
    player.begin(name, 3)
    marks = player.page.locator("[data-changed]")
    for _ in range(6):
        version = end_turn(player)
        player.await_turn()
        if player.over:
            pytest.skip("the game was over before anything was marked")
        lines = told(player, version)
        if lines and marks.count():
            break
    assert lines
    listed = since(player).locator("li").all_inner_texts()
    assert [text for text in lines[-3:] if text not in " ".join(listed)] == []
    assert marks.count()
    assert marks.first.evaluate("mark => getComputedStyle(mark).animationName") in (
        ("none", "changed") if motion else ("none",)
    )
    if not motion:
        own = [at for at, _ in shown(player)]
        assert version in own or own[-1] > version


def test_with_reduced_motion_the_newest_position_is_there_at_once(new_player: NewPlayer) -> None:
    player = new_player(script=WATCH + SLOW)
    player.begin("dice_hospital", 4)
    for _ in range(5):
        end_turn(player)
        player.await_turn()
        assert player.page.locator("button.skip").count() == 0
    times = [time for _, time in shown(player)]
    waits = [later - sooner for sooner, later in itertools.pairwise(times)]
    assert min(waits) < PACE / 2


def test_a_page_that_comes_late_shows_the_newest_position(new_player: NewPlayer) -> None:
    player = new_player(motion=True, script=WATCH + SLOW)
    player.begin("dice_hospital", 4)
    version = far_behind(player)
    newest = player.states[-1]["version"]
    player.page.reload()
    player.page.wait_for_selector("main[data-version]")
    first = shown(player)[0][0]
    assert first >= newest > version
    expect(since(player)).to_be_visible()


def test_the_tab_says_whose_turn_it_is(new_player: NewPlayer) -> None:
    player = new_player(motion=True, script=SLOW)
    player.begin("dice_hospital", 3)
    icon = player.page.locator("link[rel=icon]")
    player.await_turn()
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    assert player.page.request.get(player.address + "icon-turn.svg").ok
    far_behind(player)
    expect(icon).to_have_attribute("href", re.compile(r"icon\.svg"))
    assert not player.page.title().startswith("▶")


def test_pace_and_sound_are_settings_of_the_device(new_player: NewPlayer) -> None:
    player = new_player(motion=True)
    player.begin("dice_hospital", 3)
    player.await_turn()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Moves of others").select_option(label="All at once")
    player.page.get_by_label("Sounds").select_option(label="Soft")
    player.page.keyboard.press("Escape")
    for _ in range(3):
        end_turn(player)
        player.await_turn()
        assert player.page.locator("button.skip").count() == 0
    player.page.reload()
    player.await_turn()
    player.page.get_by_role("button", name="Settings").click()
    expect(player.page.get_by_label("Moves of others")).to_have_value("0")
    expect(player.page.get_by_label("Sounds")).to_have_value("soft")


@pytest.mark.parametrize(
    ("size", "motion"),
    [pytest.param(WIDE, True, marks=IN_LONG), (NARROW, False)],
    ids=["wide-motion", "narrow-reduced"],
)
def test_the_winner_is_told_and_the_result_in_view(
    new_player: NewPlayer, size: tuple[int, int], motion: bool
) -> None:
    player = new_player(size, motion=motion, script="" if not motion else WATCH)
    player.begin("dice_hospital", 2)
    while not player.over:
        player.await_turn()
        if not player.over:
            player.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            player.press_last()
    state = player.states[-1]
    names = [seat["name"] for seat in state["table"]["seats"]]
    status = player.page.get_by_test_id("status")
    for seat in state["ranking"][0]:
        expect(status).to_contain_text(names[seat])
    expect(player.page.locator("#result-title")).to_be_in_viewport()
    expect(status).to_be_in_viewport()
