"""A whole turn by what a screen reader has: roles, names, and what live regions say.

What is said is noted as it comes. A choice is looked for by its role and its name, inside the group
that is named before it; nothing here knows of colours, places or classes.
"""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPlayer
from tests.browser.driver import PATIENCE, Player
from wardround.games import games

LISTEN = """
    window.heard = [];
    new MutationObserver(() => {
        const handedOver = document.querySelector('[data-handover]') !== null;
        for (const region of document.querySelectorAll(
                '[aria-live], [role=status], [role=alert], [role=log]')) {
            const text = region.textContent.trim();
            if (region.said === text) continue;
            region.said = text;
            if (text) window.heard.push([text, handedOver]);
        }
    }).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Notes all that any live region says, and whether the device was being handed over then."""

GAMES: dict[str, dict[str, str]] = {
    "dice_hospital": {},
    "clinic": {},
    "dynamite_nurse": {"first_player": "1"},
    "pyrrameds": {"start_player": "0"},
}
"""The games with options by which the own seat is asked first."""
MOST_CHOICES = 60
HANDOVERS = 4


def heard(player: Player) -> list[tuple[str, bool]]:
    """What was said so far, and whether the device was being handed over then."""
    return [(text, bool(over)) for text, over in player.page.evaluate("window.heard")]


def await_words(player: Player, words: str, since: int) -> None:
    """Wait until a live region has said the words, after the first ``since`` things said."""
    player.page.wait_for_function(
        "([words, since]) => window.heard.slice(since).some(([text]) => text.includes(words))",
        arg=[words, since],
        timeout=PATIENCE,
    )


def choices(player: Player) -> Locator:
    """The region with what may be done."""
    return player.page.get_by_role("region", name="What you may do")


def button(player: Player, choice: dict[str, Any]) -> Locator:
    """The control of a choice, by the name of its group and its own."""
    group = choice["group"] or "What you may do"
    found = choices(player).get_by_role("group", name=group, exact=True)
    return found.get_by_role("button", name=choice["label"], exact=True)


def all_are_named(player: Player, state: dict[str, Any]) -> None:
    """Each choice stands in the accessibility tree; what has the same name does the same."""
    snapshot = choices(player).aria_snapshot().replace('\\"', '"')
    for choice in state["choices"]:
        assert f'button "{choice["label"]}"' in snapshot, choice
        same = [one for one in state["choices"] if _name(one) == _name(choice)]
        assert {one["sentence"] for one in same} == {choice["sentence"]}
        expect(button(player, choice)).to_have_count(len(same))


def _name(choice: dict[str, Any]) -> tuple[str, str]:
    return choice["group"], choice["label"]


def lines(state: dict[str, Any], version: int) -> list[str]:
    """What the log tells of later versions."""
    return [line["text"] for line in state["log"] if line["version"] > version]


@pytest.mark.parametrize("name", sorted(games()))
def test_a_whole_turn_by_roles_and_names(new_player: NewPlayer, name: str) -> None:
    player = new_player(script=LISTEN)
    page = player.page
    player.begin(name, 3, GAMES.get(name))
    player.await_turn()
    state = player.states[-1]
    seat = state["seat"]
    assert seat in state["asked"]
    said = 0
    acted = 0
    for _ in range(MOST_CHOICES):
        await_words(player, state["prompt"], said)
        asked = page.get_by_role("group", name="What happens")
        expect(asked).to_contain_text(state["prompt"])
        all_are_named(player, state)
        said = len(heard(player))
        own = len(player.acts)
        version = state["version"]
        control = button(player, state["choices"][0]).first
        control.focus()
        page.keyboard.press("Enter")
        player.await_act(own, PATIENCE / 1000)
        player.await_change(version)
        acted += 1
        # What came of it is said: the lines of the log.
        result = next(one for one in player.states if one["version"] > version)
        for line in lines(result, version):
            await_words(player, line, said)
        if result["over"] or seat not in result["asked"]:
            break
        player.await_turn()
        state = player.states[-1]
    else:
        raise AssertionError("the turn does not end")
    assert acted > 0
    # The others have their turns: all that the log tells of them is said before the next own one.
    player.await_turn()
    end = player.version
    told = [
        line for one in player.states for line in one["log"] if version < line["version"] <= end
    ]
    assert any(line["seat"] != seat for line in told)
    for line in told:
        await_words(player, line["text"], said)
    if not player.over:
        await_words(player, player.states[-1]["prompt"], said)


@pytest.mark.parametrize("name", sorted(games()))
def test_nothing_private_is_said_while_the_device_is_handed_over(
    new_player: NewPlayer, name: str
) -> None:
    player = new_player(seed=5, script=LISTEN)
    page = player.page
    player.begin(name, 3, GAMES.get(name), kinds=("me", "device"))
    handovers = 0
    for _ in range(MOST_CHOICES):
        page.wait_for_selector("[data-handover], section.choices .choice, #result-title")
        if player.over or handovers == HANDOVERS:
            break
        if not page.locator("[data-handover]").count():
            player.press_any()
            continue
        handovers += 1
        page.wait_for_timeout(250)  # late answers would be said now
        title = page.get_by_role("heading", level=1).inner_text()
        snapshot = page.locator("body").aria_snapshot()
        roles = re.findall(r"^ *- '?(\w+)", snapshot, re.MULTILINE)
        assert roles == ["log", "main", "heading", "paragraph", "button"], snapshot
        assert snapshot.startswith(f"- log: {title}\n")
        page.get_by_role("button", name=re.compile("^I am .*: show my table$")).press("Enter")
        page.locator("[data-handover]").wait_for(state="detached")
        page.wait_for_selector("section.choices .choice, #result-title")
        over = {text for text, handed_over in heard(player) if handed_over}
        assert all(text.startswith("Pass the device to ") for text in over), over
        # What is said from the call on is for the next one: nothing that only others may know.
        said = [text for text, _ in heard(player)]
        calls = [at for at, text in enumerate(said) if text == title]
        others = private(player) - private(player, player.states[-1]["seat"])
        told = " ".join(said[calls[-1] :])
        assert [line for line in others if line in told] == []
    assert handovers >= 2


def private(player: Player, seat: int | None = None) -> set[str]:
    """The private lines that were sent to this device, or to one of its seats."""
    return {
        line["text"]
        for one in player.states
        if seat in (None, one["seat"])
        for line in one["log"]
        if line["private"]
    }
