"""Making, joining and looking back at tables over REST, and what is refused there."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json
from tests.server.toy import GAME, toy
from wardround.core import Guide, Record, commitment, replay
from wardround.server import Settings, create_app
from wardround.server.store import NewStep, Store, StoredEntry

GUIDE = """# Toy

![A toy](toy.svg)

## Words and icons

- ![toy](toy.svg) **toy** (toys): It plays.
"""


def test_what_can_be_played_is_listed(house: House) -> None:
    about = house.client.get("/api/about").json()
    assert about["protocol"] == 1
    (game,) = house.client.get("/api/games").json()
    assert (game["id"], game["min_players"], game["max_players"]) == ("toy", 2, 4)
    assert [option["name"] for option in game["options"]] == ["rounds", "loud"]
    assert house.client.get("/api/games/toy").json() == game
    (brief,) = house.client.get("/api/games?options=false").json()
    assert game == {**brief, "options": game["options"], "presets": game["presets"]}
    assert "options" not in brief
    assert house.client.get("/api/games/chess").json()["code"] == "unknown_game"
    bots = {bot["id"] for bot in house.client.get("/api/bots").json()}
    assert "random" in bots
    assert "trained" not in bots  # it does not play every game
    rules = house.client.get("/api/games/toy/rules").json()
    assert rules["chapters"][1]["clauses"][0]["id"] == "TOY-2.1"
    assert rules["guide"] is None


def test_a_guide_comes_with_its_pictures_and_words(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = Guide("toy", GUIDE, {"toy.svg": "<svg/>"})
    monkeypatch.setattr(GAME, "guide", lambda: guide)
    assert house.client.get("/api/games/toy/rules").json()["guide"] == {
        "title": "Toy",
        "text": "![A toy](toy.svg)",
        "terms": [{"name": "toy", "forms": ["toys"], "text": "It plays.", "icon": "toy.svg"}],
        "pictures": {"toy.svg": "<svg/>"},
    }


def test_what_a_choice_of_options_means_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def notes(options: Json, players: int) -> list[str]:
        return [f"{options['rounds']} rounds for {players} players."]

    asked = {"options": {"rounds": "3"}, "players": 2}
    assert house.client.post("/api/games/toy/notes", json=asked).json() == []
    monkeypatch.setattr(GAME, "notes", notes)
    answer = house.client.post("/api/games/toy/notes", json=asked)
    assert answer.json() == ["3 rounds for 2 players."]
    for wrong, code in (
        ({"options": {"rounds": 9}, "players": 2}, "option"),
        ({"options": {}, "players": 7}, "seat"),
        ({"options": {}, "players": 99}, "bad_message"),
        ({"options": {}}, "bad_message"),
    ):
        assert house.client.post("/api/games/toy/notes", json=wrong).json()["code"] == code
    assert house.client.post("/api/games/chess/notes", json=asked).json()["code"] == "unknown_game"


def test_a_table_of_bots_and_me_begins_at_once(house: House) -> None:
    made = house.create(ME, BOT, rounds=3)
    assert made["watch"] == f"/#/t/{made['table']}"
    assert len(made["token"]) >= 22
    table = house.table(made["table"])
    assert table["state"] == "playing"
    assert table["options"] == {"rounds": 3, "loud": False}
    me = {"seat": 0, "kind": "me", "name": "Ada", "taken": True, "bot": None}
    assert table["seats"][0] == {**me, "stand_in": None, "muted": False}
    assert table["seats"][1]["bot"] == "random"
    assert len(table["seed_hash"]) == 64


def test_a_table_waits_until_its_open_seats_are_taken(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    join = f"/api/tables/{made['table']}/join"
    assert house.table(made["table"])["state"] == "waiting"
    second = house.client.post(join, json={"name": "Cy", "seat": 2}).json()
    assert second["seat"] == 2
    third = house.client.post(join, json={"name": "Di"}).json()
    assert third["seat"] == 1
    assert len({made["token"], second["token"], third["token"]}) == 3
    table = house.table(made["table"])
    assert table["state"] == "playing"
    assert [seat["name"] for seat in table["seats"]] == ["Ada", "Di", "Cy"]
    full = house.client.post(join, json={"name": "Ed"})
    assert full.status_code == 409
    assert full.json()["code"] == "table_full"


def test_names_are_cleaned_and_told_apart(house: House) -> None:
    made = house.create({**ME, "name": " Ada\t\u202e\x1b "}, {**OPEN, "name": "ADA"}, BOT, BOT)
    names = [seat["name"] for seat in house.table(made["table"])["seats"]]
    assert names == ["Ada", "ADA (2)", "Random", "Random (2)"]
    join = f"/api/tables/{made['table']}/join"
    assert house.client.post(join, json={"name": "Ada"}).status_code == 200
    assert house.table(made["table"])["seats"][1]["name"] == "Ada (2)"


MINE = "a-token_of_my_own_12345"


def test_who_joins_again_with_the_same_token_gets_the_same_seat(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    join = f"/api/tables/{made['table']}/join"
    for _ in range(2):
        answer = house.client.post(join, json={"name": "Cy", "token": MINE})
        assert answer.json() == {"token": MINE, "seat": 1}
    table = house.table(made["table"])
    assert (table["state"], [seat["taken"] for seat in table["seats"]]) == (
        "waiting",
        [True, True, False],
    )
    again = {"name": "Cy", "token": MINE, "seat": 1}
    assert house.client.post(join, json=again).json() == {"token": MINE, "seat": 1}
    with house.page(made["table"], MINE) as page:
        assert page.state["mine"] == [1]


def test_the_maker_who_opens_the_invitation_keeps_the_seat(house: House) -> None:
    made = house.create(ME, OPEN)
    answer = house.client.post(
        f"/api/tables/{made['table']}/join", json={"name": "Ada", "token": made["token"]}
    )
    assert answer.json() == {"token": made["token"], "seat": 0}
    assert house.table(made["table"])["state"] == "waiting"


def test_an_answer_that_was_lost_after_the_last_seat_is_given_again(house: House) -> None:
    made = house.create(ME, OPEN)
    join = f"/api/tables/{made['table']}/join"
    for _ in range(2):
        answer = house.client.post(join, json={"name": "Cy", "token": MINE})
        assert (answer.status_code, answer.json()) == (200, {"token": MINE, "seat": 1})
    assert house.table(made["table"])["state"] == "playing"
    other = house.client.post(join, json={"name": "Di", "token": MINE + "x"})
    assert other.json()["code"] == "table_full"


def test_one_token_may_take_several_seats_by_their_numbers(house: House) -> None:
    made = house.create(ME, OPEN, OPEN)
    join = f"/api/tables/{made['table']}/join"
    for seat in (2, 1):
        answer = house.client.post(join, json={"name": "Cy", "token": MINE, "seat": seat})
        assert answer.json() == {"token": MINE, "seat": seat}
    with house.page(made["table"], MINE) as page:
        assert page.state["mine"] == [1, 2]
    taken = house.client.post(join, json={"name": "Cy", "token": MINE, "seat": 0})
    assert taken.json()["code"] == "table_full"


def test_a_waiting_table_shows_no_game(house: House) -> None:
    made = house.create(ME, OPEN)
    with house.page(made["table"], made["token"]) as page:
        assert page.state["view"] is None
        assert page.state["version"] == 0
        assert page.act(0, "call-1")["code"] == "not_playing"
        house.client.post(f"/api/tables/{made['table']}/join", json={"name": "Cy"})
        begun = page.until("state")
        assert (begun["view"]["round"], begun["asked"]) == (1, [0, 1])
        assert begun["table"]["seats"][1]["name"] == "Cy"


def refused(house: House, body: Any) -> tuple[int, Json]:
    answer = house.client.post("/api/tables", json=body)
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    ("changed", "status", "code", "where", "expected"),
    [
        ({"game": "chess"}, 404, "unknown_game", "game", "toy"),
        ({"options": {"speed": 1}}, 422, "option", "option speed", "loud, rounds"),
        ({"options": {"rounds": 9}}, 422, "option", "option rounds", "from 1 to 4"),
        ({"options": {"loud": 3}}, 422, "option", "option loud", "on or off"),
        ({"seats": [ME]}, 422, "seat", "seats", "2 to 4"),
        ({"seats": [ME] * 2}, 422, "seat", "seats", "device"),
        ({"seats": [ME, {"kind": "bot"}]}, 422, "unknown_bot", "seats.1.bot", "random"),
        ({"seats": [ME, {"kind": "bot", "bot": "x"}]}, 422, "unknown_bot", "seats.1.bot", "random"),
        (
            {"seats": [ME, {"kind": "bot", "bot": "trained"}]},
            422,
            "unknown_bot",
            "seats.1.bot",
            "wardround train toy --players 2",
        ),
        ({"seats": [{**ME, "bot": "random"}, ME]}, 422, "seat", "seats", "device"),
        ({"seats": [{**OPEN, "bot": "random"}, ME]}, 422, "seat", "seats.0.bot", "no bot"),
        ({"seats": [{"kind": "cat"}, ME]}, 422, "bad_message", "seats.0.kind", "'me'"),
        (
            {"seats": [{"kind": "me", "name": " "}, OPEN]},
            422,
            "bad_message",
            "seats.0.name",
            "letter",
        ),
        (
            {"seats": [{**ME, "name": "\u200b\x07"}, BOT]},
            422,
            "bad_message",
            "seats.0.name",
            "letter",
        ),
        ({"seats": [{"kind": "me", "name": "a" * 41}, BOT]}, 422, "bad_message", "", "40"),
        ({"seats": [BOT] * 17}, 422, "bad_message", "seats", "16"),
        ({"seats": "two"}, 422, "bad_message", "seats", "list"),
        ({"colour": "red"}, 422, "bad_message", "colour", "no such field"),
    ],
)
def test_bad_tables_are_refused(
    house: House, changed: Json, status: int, code: str, where: str, expected: str
) -> None:
    body = {"game": "toy", "options": {}, "seats": [ME, BOT], **changed}
    answered, error = refused(house, body)
    assert (answered, error["code"]) == (status, code)
    assert error["message"].endswith(".")
    assert where in error["where"]
    assert expected in error["expected"]


def test_an_option_out_of_range_names_its_clause(house: House) -> None:
    _, error = refused(house, {"game": "toy", "options": {"rounds": 0}, "seats": [ME, BOT]})
    assert error["clause"] == "TOY-2.1"


def test_a_missing_field_and_broken_json_are_named(house: House) -> None:
    status, error = refused(house, {"game": "toy"})
    assert (status, error["where"]) == (422, "seats")
    assert error["message"] == "The field seats is missing."
    broken = house.client.post(
        "/api/tables", content=b"{", headers={"Content-Type": "application/json"}
    )
    assert (broken.status_code, broken.json()["code"]) == (422, "bad_message")
    assert broken.json()["message"] == "The message is not JSON."


def test_an_oversized_request_is_refused(house: House) -> None:
    answer = house.client.post("/api/tables", json={"game": "x" * 70_000, "seats": []})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert "65536" in answer.json()["expected"]
    streamed = house.client.post("/api/tables", content=iter([b"{}"]))
    assert (streamed.status_code, streamed.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["", "/at/0", "/record"])
def test_an_unknown_table_is_said_to_be_unknown(house: House, path: str) -> None:
    answer = house.client.get(f"/api/tables/nowhere{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")
    assert answer.json()["where"] == "table nowhere"


def test_an_unknown_address_is_answered_in_the_same_form(house: House) -> None:
    answer = house.client.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert house.client.get("/api/games/chess/rules").json()["code"] == "unknown_game"
    assert house.client.put("/api/tables").status_code in (404, 405)


@pytest.mark.parametrize(
    ("body", "code", "where"),
    [
        ({"name": "Cy", "seat": 0}, "table_full", "seat"),
        ({"name": "Cy", "seat": 5}, "seat", "seat"),
        ({"name": "Cy", "seat": -1}, "bad_message", "seat"),
        ({"name": 3}, "bad_message", "name"),
        ({"name": "\u2800"}, "bad_message", "name"),
        ({"name": "Cy", "token": "short"}, "bad_message", "token"),
        ({"name": "Cy", "token": "with a space in between"}, "bad_message", "token"),
        ({}, "bad_message", "name"),
    ],
)
def test_bad_joins_are_refused(house: House, body: Json, code: str, where: str) -> None:
    made = house.create(ME, OPEN)
    answer = house.client.post(f"/api/tables/{made['table']}/join", json=body)
    assert answer.json()["code"] == code
    assert answer.json()["where"] == where
    assert house.table(made["table"])["state"] == "waiting"


def test_earlier_positions_are_seen_as_they_were(house: House) -> None:
    made = house.create(ME, DEVICE)
    bearer = {"Authorization": f"Bearer {made['token']}"}
    at = f"/api/tables/{made['table']}/at"
    with house.page(made["table"], made["token"], 0) as page:
        before = page.state["view"]
        page.act(0, "call-1")
    mine = house.client.get(f"{at}/1?seat=0", headers=bearer).json()
    assert mine["view"]["seats"][0]["call"] == 1
    assert [line["text"] for line in mine["log"]] == ["Ada calls 1."]
    others = house.client.get(f"{at}/1?seat=1", headers=bearer).json()
    assert others["view"]["seats"][0]["call"] is None
    assert house.client.get(f"{at}/0?seat=0", headers=bearer).json()["view"] == before
    watched = house.client.get(f"{at}/1").json()
    assert [seat["card"]["value"] for seat in watched["view"]["seats"]] == [None, None]


@pytest.mark.parametrize(
    ("path", "token", "status", "code"),
    [
        ("/at/0?seat=0", None, 403, "not_your_seat"),
        ("/at/0?seat=0", "forged", 401, "forged_token"),
        ("/at/9", None, 422, "bad_message"),
        ("/at/-1", None, 422, "bad_message"),
        ("/at/x", None, 422, "bad_message"),
        ("/record", None, 409, "not_playing"),
    ],
)
def test_bad_looks_back_are_refused(
    house: House, path: str, token: str | None, status: int, code: str
) -> None:
    made = house.create(ME, DEVICE)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    answer = house.client.get(f"/api/tables/{made['table']}{path}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_end_reveals_the_seed_and_gives_the_record(house: House) -> None:
    made = house.create(ME, DEVICE)
    promised = house.table(made["table"])["seed_hash"]
    house.play_out(made["table"], made["token"], [0, 1])
    assert house.table(made["table"])["state"] == "over"
    with house.page(made["table"]) as page:
        assert page.state["over"]
        assert commitment(page.state["seed"]) == promised
        assert sorted(s for group in page.state["ranking"] for s in group) == [0, 1]
        assert len(page.state["scores"]) == 2
    answer = house.client.get(f"/api/tables/{made['table']}/record")
    assert answer.headers["content-disposition"].endswith(f'toy-{made["table"]}.wrd"')
    record = Record.parse(answer.text)
    assert record.header.names == ["Ada", "Bo"]
    assert replay(record, GAME).state.is_over


def test_there_is_a_limit_to_tables(small_house: House) -> None:
    small_house.create(ME, OPEN)
    small_house.create(ME, OPEN)
    status, error = refused(small_house, {"game": "toy", "seats": [ME, BOT]})
    assert (status, error["code"]) == (503, "storage")
    assert "2 tables" in error["message"]


def test_a_history_that_the_rules_forbid_says_where(settings: Settings) -> None:
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        table = House(client).create(ME, DEVICE)["table"]
    store = Store(settings.database)
    store.append(NewStep(table, StoredEntry(1, "a", 0, "act", "call-1"), over=False))
    store.append(NewStep(table, StoredEntry(2, "b", 0, "act", "call-1"), over=False))
    store.close()
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        error = client.get(f"/api/tables/{table}").json()
        assert (error["code"], error["where"]) == ("table_broken", f"table {table}, step 2")
        assert "This seat has nothing to decide now." in error["message"]


def test_a_table_of_other_rules_says_so(settings: Settings) -> None:
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        table = House(client).create(ME, BOT)["table"]
    with TestClient(create_app(settings, {"toy": toy("2")})) as client:
        error = client.get(f"/api/tables/{table}").json()
        assert error["code"] == "table_broken"
        assert "version 1 of the rules of Toy; this server plays version 2" in error["message"]
    with TestClient(create_app(settings, {})) as client:
        error = client.get(f"/api/tables/{table}").json()
        assert error["code"] == "table_broken"
        assert "'toy', which is not installed" in error["message"]
