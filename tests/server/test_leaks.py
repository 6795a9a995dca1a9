"""Nothing that a viewer must not know is in any byte that they are sent."""

import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, TypeVar

import pytest

from tests.server.pages import DEVICE, ME, House, Json
from tests.server.toy import EVERY_GAME
from wardround.core import SPECTATOR, Game
from wardround.server.table import Table, ask
from wardround.server.tables import Tables

T = TypeVar("T")
MOST_COMPARED = 150
MOST_SPOTS = 12


def everything_sent(house: House, table: str, viewer: int) -> str:
    """What a viewer is sent who connects, and asks what can be asked.

    That is: the preview and the reason of every action, and where each piece may be put.

    What each seat is asked is worked out anew: what was asked in the true world must not stand in
    the place of what is asked in the other.
    """
    service: Tables = house.client.app.state.tables  # type: ignore[attr-defined]

    async def collect() -> str:
        live = await service.get(table)
        async with live.lock:
            live._shown.clear()
            match = live._match
            assert match is not None
            asked = live._questions
            live._questions = ask(match.state, live.version, asked)
            message, *_ = await live.message(viewer, [] if viewer == SPECTATOR else [viewer], -1)
        parts: list[Any] = [message]
        state = json.loads(message)
        offered = [choice["notation"] for choice in state["choices"]]
        parts += [await live.preview(viewer, live.version, action) for action in offered]
        spots = sorted({spot for choice in state["choices"] for spot in choice["spots"]})
        parts += [await live.why(viewer, spot, None) for spot in spots[:MOST_SPOTS]]
        parts += [await live.places(viewer, live.version, spot) for spot in spots[:MOST_SPOTS]]
        parts += [await live.why(viewer, spots[0], None, spot) for spot in spots[:MOST_SPOTS]]
        if viewer in state["asked"]:
            parts += [await live.why(viewer, None, action) for action in some_actions(live.game)]
        live._questions = asked
        return json.dumps(parts)

    return call(house, collect)


def some_actions(game: Game) -> list[str]:
    """Actions of a game, spread over its whole catalogue: legal, illegal, senseless ones."""
    count = game.num_actions
    return [game.notation(action) for action in range(0, count, 1 + count // 8)]


def call(house: House, work: Callable[[], Awaitable[T]]) -> T:
    """Run something in the server's event loop."""
    assert house.client.portal is not None
    return house.client.portal.call(work)


def live_table(house: House, table: str) -> Table:
    service: Tables = house.client.app.state.tables  # type: ignore[attr-defined]
    return call(house, lambda: service.get(table))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", EVERY_GAME)
def test_messages_do_not_depend_on_what_the_viewer_cannot_know(
    full_house: House, game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "wardround.server.tables.secrets.token_hex", lambda size: f"{seed:0{2 * size}x}"
    )
    rng = Random(seed)
    made = full_house.create(ME, DEVICE, DEVICE, game=game)
    table = live_table(full_house, made["table"])
    compared = 0
    with full_house.page(made["table"], made["token"], 0) as page:
        while not page.state["over"] and compared < MOST_COMPARED:
            match = table._match
            assert match is not None
            real = match.state
            for viewer in (0, 1, 2):
                sent = everything_sent(full_house, made["table"], viewer)
                match.state = real.determinize(viewer, rng)
                assert everything_sent(full_house, made["table"], viewer) == sent
                match.state = real
                compared += 1
            step(page.state, page, rng)
    assert compared >= 30


def step(state: Json, page: Any, rng: Random) -> None:
    """One random action of an asked seat."""
    seat = state["asked"][0]
    page.send(type="look", seat=seat)
    while page.state["seat"] != seat:
        page.receive()
    page.act(seat, rng.choice(page.state["choices"])["notation"])
    page.until_version(state["version"] + 1)


def test_a_spectator_is_sent_what_all_seats_see_alike(house: House) -> None:
    made = house.create(ME, DEVICE)
    table = live_table(house, made["table"])
    match = table._match
    assert match is not None
    sent = everything_sent(house, made["table"], SPECTATOR)
    for number in range(20):
        other = match.state.determinize(number % 2, Random(number))
        match.state = other.determinize((number + 1) % 2, Random(number))
        assert everything_sent(house, made["table"], SPECTATOR) == sent


def test_the_seed_is_in_no_message_before_the_end(house: House) -> None:
    made = house.create(ME, DEVICE)
    stored = live_table(house, made["table"])._stored
    seed, salt = stored.seed, stored.salt
    assert salt is not None
    assert len(seed) == len(salt) == 64
    with house.page(made["table"], made["token"], 0) as page, house.page(made["table"]) as other:
        rng = Random(1)
        while not page.state["over"]:
            step(page.state, page, rng)
        other.until_version(page.state["version"])
        for sent in (page.raw, other.raw):
            assert seed in sent[-1]
            assert not any(salt in text for text in sent)
            early = [text for text in sent if not json.loads(text).get("over")]
            assert early
            assert not any(seed in text for text in early)


def test_no_token_is_ever_told_to_others(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"]) as page:
        assert made["token"] not in page.raw[0]
    assert made["token"] not in json.dumps(house.table(made["table"]))
