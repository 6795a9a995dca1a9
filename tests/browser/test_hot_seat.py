"""One device, several people: what one may know is nowhere while it is handed to the next."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import NewPlayer
from tests.browser.driver import Player
from wardround.games import games

HANDOVERS = 6
MOST_CHOICES = 150
SHORTEST = 8
"""Shorter words say nothing by themselves: names of colours, kinds, phases."""

PLAYERS = {"dice_hospital": 3, "dynamite_nurse": 3, "clinic": 3, "pyrrameds": 3}
FEWEST_LINES = {"dice_hospital": 0, "dynamite_nurse": 3, "clinic": 0, "pyrrameds": 0}
"""Private lines of the log that such a test must have seen, where the game has them early."""


def words(value: Any) -> Iterator[str]:
    """Every text in a position, labels and notations alike."""
    if isinstance(value, dict):
        for part in value.values():
            yield from words(part)
    elif isinstance(value, list):
        for part in value:
            yield from words(part)
    elif isinstance(value, str) and len(value) >= SHORTEST:
        yield value


def secrets(seen: list[dict[str, Any]], public: dict[str, Any]) -> set[str]:
    """What the seat was shown that a spectator is not, now or in the log."""
    told = json.dumps(public, ensure_ascii=False)
    private = {line["text"] for state in seen for line in state["log"]}
    private |= {text for state in seen[-1:] for text in words([state["view"], state["choices"]])}
    return {text for text in private if json.dumps(text, ensure_ascii=False)[1:-1] not in told}


def whole_page(player: Player) -> str:
    """All that is in the page: text, attributes, live regions, fields, the title."""
    return str(
        player.page.evaluate(
            """[document.title, document.documentElement.outerHTML,
                ...[...document.querySelectorAll('input, textarea')].map(field => field.value)
               ].join('\\n')"""
        )
    )


def plain(html: str) -> str:
    """Without the marks that HTML needs."""
    for mark, sign in (("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"')):
        html = html.replace(mark, sign)
    return html.replace("\xa0", " ")


@pytest.mark.parametrize("name", sorted(games()))
def test_nothing_private_is_left_when_the_device_is_handed_over(
    new_player: NewPlayer, name: str
) -> None:
    player = new_player(seed=5)
    page = player.page
    player.begin(name, PLAYERS.get(name, 3), kinds=("me", "device"))
    shown: dict[int, list[dict[str, Any]]] = {}
    handovers = lines = found = 0
    last: int | None = None
    for _ in range(MOST_CHOICES):
        page.wait_for_selector("[data-handover], section.choices .choice, #result-title")
        if player.over or handovers >= HANDOVERS:
            break
        handover = page.locator("[data-handover]")
        if not handover.count():
            state = player.states[-1]
            assert state["seat"] in (0, 1)
            shown.setdefault(state["seat"], []).append(state)
            last = state["seat"]
            player.press_any()
            continue

        page.wait_for_timeout(250)  # late answers would arrive now
        public = player.states[-1]
        assert public["seat"] == -1, "a page that is handed over is sent the spectator's view"
        if last is not None:
            seen = shown[last] + [s for s in player.states if s["seat"] == last][-1:]
            hidden = secrets(seen, public)
            found += len(hidden)
            lines += sum(line["private"] for state in seen for line in state["log"])
            content = plain(whole_page(player))
            assert [text for text in hidden if text in content] == []
        assert page.locator("[data-spot], [title], dialog, section.choices").count() == 0
        next_one = int(handover.get_attribute("data-handover") or -1)
        spoken = " ".join(page.locator("[data-live]").all_inner_texts()).strip()
        assert spoken in ("", page.locator("h1").inner_text())
        page.get_by_role("button", name=re.compile("show my table$")).click()
        handover.wait_for(state="detached")
        page.wait_for_selector("section.choices .choice")
        mine = player.states[-1]
        assert mine["seat"] == next_one
        if last is not None and last != next_one:
            told = json.dumps(mine, ensure_ascii=False)
            content = plain(whole_page(player))
            leaked = [text for text in hidden if text not in told and text in content]
            assert leaked == []
        handovers += 1
    assert handovers >= 3
    assert found > 0, "nothing private was looked for"
    assert lines >= FEWEST_LINES.get(name, 0)
