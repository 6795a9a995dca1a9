"""How a game went: rounds for whoever looks back, points for those to whom nothing is secret."""

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import DEVICE, ME, House, Json, changed
from tests.server.test_records import bearer, opened, played
from tests.server.toy import EVERY_GAME, GAME
from wardround.core import SPECTATOR
from wardround.core.views import round_of
from wardround.server import Settings, create_app


def course(house: House, made: Json, token: bool = True) -> Json:
    address = f"/api/tables/{made['table']}/course"
    answer = house.client.get(address, headers=bearer(made) if token else {})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.parametrize("game", EVERY_GAME)
def test_it_tells_points_and_rounds_as_the_game_had_them(full_house: House, game: str) -> None:
    match = played(EVERY_GAME[game])
    found = course(full_house, opened(full_house, match), token=False)
    assert len(found["points"]) == match.version + 1
    assert found["points"][-1] == match.state.scores()
    middle = match.version // 2
    earlier = match.at(middle).state
    assert found["points"][middle] == earlier.scores()
    begun = [number for version, number in found["rounds"] if version <= middle]
    assert (begun or [0])[-1] == round_of(earlier.view(SPECTATOR))
    versions = [version for version, _ in found["rounds"]]
    assert versions == sorted(set(versions))
    rounds = [number for _, number in found["rounds"]]
    assert rounds == list(range(1, round_of(match.state.view(SPECTATOR)) + 1))
    assert (len(rounds) > 1) == (game in ("clinic", "dice_hospital", "toy"))


def test_points_are_no_secret_only_after_the_end(house: House) -> None:
    made = house.create(ME, DEVICE)
    assert course(house, made)["points"] is None
    unfinished = opened(house, played(actions=4))
    assert len(course(house, unfinished)["points"]) == 5
    assert course(house, unfinished, token=False)["points"] is None


def test_it_goes_on_with_the_game(full_house: House) -> None:
    made = full_house.create(ME, DEVICE, game="clinic")
    before = course(full_house, made)
    with full_house.page(made["table"], made["token"], 0) as page:
        while page.state["table"]["version"] < 6:
            seat = page.state["asked"][0]
            if page.state["seat"] != seat:
                page.send(type="look", seat=seat)
                page.until("state")
            page.act(seat, page.state["choices"][0]["notation"])
            page.until("state")
    assert course(full_house, made)["rounds"][: len(before["rounds"])] == before["rounds"]


def test_who_asks_must_be_let_in(house: House) -> None:
    made = house.create(ME, DEVICE)
    address = f"/api/tables/{made['table']}/course"
    forged = {"Authorization": "Bearer nobody"}
    assert house.client.get(address, headers=forged).status_code == 401
    assert house.client.get("/api/tables/nowhere/course").status_code == 404
    waiting = house.create(ME, {"kind": "open"})
    answer = house.client.get(f"/api/tables/{waiting['table']}/course")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_playing")


def test_it_has_its_time(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        made = opened(House(client), played())
        client.app.state.tables.bench.seconds = 1e-9  # type: ignore[attr-defined]
        answer = client.get(f"/api/tables/{made['table']}/course")
    assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")


def test_it_is_asked_for_only_so_often(settings: Settings) -> None:
    few = changed(settings, positions_per_second=0.2)
    with TestClient(create_app(few, {GAME.id: GAME})) as client:
        made = opened(House(client), played())
        answers = [client.get(f"/api/tables/{made['table']}/course") for _ in range(4)]
    assert 429 in [answer.status_code for answer in answers]
