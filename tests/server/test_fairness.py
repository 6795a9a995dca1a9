"""The shuffles are fixed before the first move, and anybody can check it."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update

from tests.server.pages import DEVICE, ME, OPEN, House, Json
from tests.server.toy import GAME
from wardround.core import Record, pledge_hash, replay
from wardround.server import Settings, create_app
from wardround.server.store import Store, TableRow


def fairness(house: House, table: str) -> Json:
    answer = house.client.get(f"/api/tables/{table}/fairness")
    assert answer.status_code == 200
    told: Json = answer.json()
    return told


def record_of(house: House, table: str) -> str:
    return str(house.client.get(f"/api/tables/{table}/record").text)


def test_the_pledge_is_shown_from_the_start_and_kept_at_the_end(house: House) -> None:
    made = house.create(ME, OPEN, rounds=1)
    table = made["table"]
    promised = fairness(house, table)
    assert promised["seed"] is None
    assert promised["salt"] is None
    assert re.fullmatch("[0-9a-f]{64}", promised["pledge"])
    deal = json.loads(promised["deal"])
    assert (deal["game"], deal["rules"], deal["players"]) == ("toy", "1", 2)
    assert deal["options"]["rounds"] == 1
    assert house.table(table)["pledge"] == promised["pledge"]
    body = {"name": "Bo", "token": made["token"] + "x"}
    token = house.client.post(f"/api/tables/{table}/join", json=body).json()["token"]
    with house.page(table, made["token"]) as ada, house.page(table, token) as bo:
        assert ada.state["table"]["pledge"] == promised["pledge"]
        for page, seat, action in ((ada, 0, "call-1"), (bo, 1, "call-2"), (ada, 0, "stay")):
            assert page.act(seat, action, expected=page.state["version"])["type"] == "ack"
            ada.until_version(page.state["version"] + 1)
            bo.until_version(ada.state["version"])
            assert fairness(house, table) == promised
        assert bo.act(1, "stay")["type"] == "ack"
        assert bo.until_version(4)["over"]
    told = fairness(house, table)
    assert (told["pledge"], told["deal"]) == (promised["pledge"], promised["deal"])
    assert pledge_hash(told["salt"], told["seed"], told["deal"]) == promised["pledge"]
    match = replay(Record.parse(record_of(house, table)), GAME)
    assert match.pledge is not None
    assert (match.pledge.hash, match.pledge.salt) == (promised["pledge"], told["salt"])


def test_the_pledge_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        table = House(client).create(ME, DEVICE)["table"]
        promised = fairness(House(client), table)
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        assert fairness(House(client), table) == promised


def test_a_table_of_an_older_server_promised_nothing_and_plays_on(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        made = House(client).create(ME, DEVICE)
    store = Store(settings.database)
    with store.engine.begin() as connection:
        connection.execute(update(TableRow).values(salt=None, deal=None))
    store.close()
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        house.play_out(made["table"], made["token"], (0, 1))
        told = fairness(house, made["table"])
        assert (told["pledge"], told["deal"], told["salt"]) == (None, None, None)
        assert told["seed"]
        assert "pledge" not in record_of(house, made["table"])


def test_where_the_seed_is_known_nothing_is_promised(house: House) -> None:
    made = house.create(ME, DEVICE)
    table = made["table"]
    house.play_out(table, made["token"], (0, 1))
    before = fairness(house, table)
    headers = {"Authorization": f"Bearer {made['token']}"}
    tried = house.client.post(f"/api/tables/{table}/what-if", json={"version": 0, "bot": "random"})
    assert fairness(house, tried.json()["table"])["pledge"] is None
    again = house.client.post(f"/api/tables/{table}/rematch", json={}, headers=headers).json()
    assert again["pledge"] not in (None, before["pledge"])
    opened = house.client.post("/api/records", json={"record": record_of(house, table)}).json()
    assert fairness(house, opened["table"]) == before


def test_an_opened_record_that_is_not_finished_tells_neither_seed_nor_salt(house: House) -> None:
    made = house.create(ME, DEVICE)
    house.play_out(made["table"], made["token"], (0, 1))
    first, *steps = record_of(house, made["table"]).splitlines()
    text = "\n".join([first, steps[0]])
    opened = house.client.post("/api/records", json={"record": text}).json()
    told = fairness(house, opened["table"])
    assert told["pledge"] == fairness(house, made["table"])["pledge"]
    assert (told["seed"], told["salt"]) == (None, None)


def test_a_record_with_a_broken_pledge_is_refused(house: House) -> None:
    made = house.create(ME, DEVICE)
    house.play_out(made["table"], made["token"], (0, 1))
    first, rest = record_of(house, made["table"]).split("\n", 1)
    header = json.loads(first)
    header["pledge"]["salt"] = "0" * 64
    text = f"{json.dumps(header)}\n{rest}"
    answer = house.client.post("/api/records", json={"record": text})
    assert answer.status_code == 422
    assert "broken" in answer.json()["message"]


# --- the programs of the page -----------------------------------------------------------------


def program(project_root: Path, language: str) -> str:
    page = (project_root / "docs" / "fairness.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
    return str(found)


@pytest.mark.parametrize(
    ("language", "command", "ending"), [("js", "node", "mjs"), ("perl", "perl", "pl")]
)
def test_the_programs_of_the_page_check_a_record(
    house: House, project_root: Path, tmp_path: Path, language: str, command: str, ending: str
) -> None:
    if shutil.which(command) is None:
        pytest.skip(f"there is no {command} here")
    file = tmp_path / f"verify.{ending}"
    file.write_text(program(project_root, language), encoding="utf-8")
    made = house.create({**ME, "name": "Ädä"}, DEVICE)
    pledge = house.table(made["table"])["pledge"]
    house.play_out(made["table"], made["token"], (0, 1))
    text = record_of(house, made["table"])
    header = json.loads(text.split("\n")[0])

    def checked(**changes: Any) -> str:
        (tmp_path / "game.wrd").write_text(json.dumps({**header, **changes}) + "\n", "utf-8")
        words = [command, file.name, "game.wrd"]
        return subprocess.run(
            words, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()

    (tmp_path / "game.wrd").write_text(text, "utf-8")
    assert checked() == f"kept {pledge}"
    assert checked(seed="0" * 64).startswith("BROKEN")
    assert checked(players=3).startswith("BROKEN")
