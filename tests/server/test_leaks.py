"""Nothing that a viewer must not know is in any byte that they are sent."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest

from tests.server.cluster import neighbour
from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json
from tests.server.test_company import ask as ask_page
from tests.server.test_company import no, ok
from tests.server.test_proposals import page_at, together
from tests.server.toy import EVERY_GAME
from wardround.core import SPECTATOR, Game, Match
from wardround.server.company import line_json
from wardround.server.store import Room
from wardround.server.table import Table, ask
from wardround.server.tables import Tables

T = TypeVar("T")
MOST_COMPARED = 150
MOST_SPOTS = 12
ALL_ACTIONS_EVERY = 60
"""Of the positions that are compared, one in so many is asked about with every action."""


def everything_sent(house: House, table: str, viewer: int, number: int = 0) -> str:
    """What a viewer is sent who connects, and asks what can be asked.

    That is: the preview of every choice, what speaks against actions and places, where each piece
    may be put, and what was said. Of the game's actions it is all in some positions (those whose
    ``number`` ALL_ACTIONS_EVERY divides), and in the others a part that is another each time.

    What each seat is asked is worked out anew: what was asked in the true world must not stand in
    the place of what is asked in the other.
    """
    service: Tables = house.client.app.state.tables  # type: ignore[attr-defined]

    async def collect() -> str:
        live = await service.get(table)
        async with live.lock:
            live._outdate()
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
            parts += [
                await live.why(viewer, None, action) for action in actions_of(live.game, number)
            ]
        room: Room = "spectators" if viewer == SPECTATOR else "players"
        parts += map(line_json, live.company.heard_in(room))
        live._questions = asked
        return json.dumps(parts)

    return call(house, collect)


def actions_of(game: Game, number: int) -> list[str]:
    """Actions of a game, spread over its whole catalogue: legal, illegal, senseless ones."""
    stride = 1 if number % ALL_ACTIONS_EVERY == 0 else 1 + game.num_actions // 8
    chosen = range(number % stride, game.num_actions, stride)
    return [game.notation(action) for action in chosen]


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
    # Bots act when the test lets them: never while the other world stands in the true one's place.
    monkeypatch.setattr(Table, "wake_bots", lambda table: None)
    rng = Random(seed)
    made = full_house.create(ME, DEVICE, BOT if seed else DEVICE, game=game)
    table = live_table(full_house, made["table"])
    compared = 0
    seen: dict[tuple[int, int], Any] = {}
    with full_house.page(made["table"], made["token"], 0) as page:
        page.send(type="say", id="s", seat=1, text="Between us.")
        page.until("ack")
        while not page.state["over"] and compared < MOST_COMPARED:
            match = table._match
            assert match is not None
            real = match.state
            for viewer in (0, 1, 2):
                sent = everything_sent(full_house, made["table"], viewer, compared)
                match.state = real.determinize(viewer, rng)
                assert everything_sent(full_house, made["table"], viewer, compared) == sent
                match.state = real
                seen[table.version, viewer] = json.loads(json.loads(sent)[0])["view"]
                compared += 1
            if page.state["asked"] != [2] or not seed:
                step(page.state, page, rng)
            call(full_house, table._run_bots)
            page.until_version(table.version)
        assert compared >= 20
        # Who looks back is shown what was shown then, and nothing of what came out since.
        for version, viewer in rng.sample(sorted(seen), 8):
            past = call(full_house, partial(table.position_at, version, viewer))
            assert json.loads(json.dumps(past["view"])) == seen[version, viewer]


def test_no_other_process_tells_more_than_the_table_s(own_postgres: str) -> None:
    """Each looks on at a process of their own, and asks there."""
    with neighbour(own_postgres) as one, neighbour(own_postgres) as two:
        body = {"game": "dynamite_nurse", "options": {}, "seats": [ME, OPEN, BOT]}
        made = one.made("/api/tables", body)
        table = made["table"]
        bo_s = two.made(f"/api/tables/{table}/join", {"name": "Bo", "seat": 1})["token"]
        with (
            page_at(one.address, table, made["token"]) as ada,
            page_at(two.address, table, bo_s) as bo,
            page_at(one.address, table, None) as near,
            page_at(two.address, table, None) as far,
        ):
            pages, rng = (ada, bo), Random(3)
            while len(ada.raw) < 60 and not ada.state["over"]:
                version = together(ada, bo, near, far)
                asked = [seat for seat in (0, 1) if pages[seat].state["choices"]]
                if not asked:  # the bot's turn
                    ada.until_version(version + 1)
                    continue
                seat = asked[0]
                page, other = pages[seat], pages[1 - seat]
                action = rng.choice(page.state["choices"])["notation"]
                question = {"seat": seat, "expected": version, "action": action}
                assert no(other, "preview", **question)["code"] == "not_your_seat"
                assert no(far, "preview", **question)["code"] == "not_your_seat"
                assert (
                    no(far, "why", seat=seat, spot=None, action=action)["code"] == "not_your_seat"
                )
                # The bot may have acted meanwhile: then neither is any more about what is there.
                for answer in (
                    ask_page(page, "preview", **question),
                    page.act(seat, action, expected=version),
                ):
                    assert answer["type"] in ("preview", "ack") or answer["code"] == "stale_action"
            ok(bo, "say", seat=1, text="Between us.")
            ok(near, "say", text="Among those who watch.", name="Eve")
            together(ada, bo, near, far)
            for watcher in (near, far):
                assert "Between us." not in "".join(watcher.raw)
            for path in ("", "/at/3", "/at/3?seat=0"):
                answers = [at.ask(f"/api/tables/{table}{path}") for at in (one, two)]
                assert answers[0] == answers[1]
            assert answers[0][0] == 403
            stored = one.tables.store.store.load(table)
        assert stored is not None
        match = Match(
            EVERY_GAME[stored.game],
            len(stored.seats),
            stored.seed,
            stored.options,
            [seat.name for seat in stored.seats],
            rules=stored.rules_version,
        )
        views = {(0, viewer): match.state.view(viewer) for viewer in (SPECTATOR, 0, 1)}
        for entry in stored.entries:
            match.act(entry.seat, match.game.parse(entry.action))
            views |= {(entry.version, at): match.state.view(at) for at in (SPECTATOR, 0, 1)}
        for viewer, page in ((0, ada), (1, bo), (SPECTATOR, near), (SPECTATOR, far)):
            for said in page.raw:
                assert stored.seed not in said
                assert not any(token in said for token in (made["token"], bo_s))
                if (told := json.loads(said))["type"] == "state":
                    shown = views[told["version"], viewer]
                    assert told["view"] == json.loads(json.dumps(shown))


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
