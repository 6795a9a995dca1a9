"""Data is kept: no clock deletes it, damage stays where it is, copies can be gone back to."""

import json
import logging
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from tests.server.pages import DEVICE, ME, OPEN, House, Json, changed
from tests.server.toy import GAME
from wardround.cli import main
from wardround.server import Settings, create_app
from wardround.server.store import DAY, StorageError, Store


def db(*words: str) -> int:
    """Run ``wardround db``; its exit status."""
    with pytest.raises(SystemExit) as end:
        main(["db", *words])
    return int(end.value.code or 0)


@pytest.fixture(autouse=True)
def _the_toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.cli.database.games", lambda: {GAME.id: GAME})


def file_of(settings: Settings) -> Path:
    return Path(settings.database.removeprefix("sqlite:///"))


@pytest.fixture
def played(settings: Settings) -> list[Json]:
    """Tables on disk: one begun, one over, one that waits; no server runs any more."""
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        made = [house.create(ME, DEVICE), house.create(ME, DEVICE), house.create(ME, OPEN)]
        with house.page(made[0]["table"], made[0]["token"], 0) as page:
            page.act(0, "call-1")
        house.play_out(made[1]["table"], made[1]["token"], (0, 1))
    return made


def told(settings: Settings) -> list[Json]:
    """What a new server tells of its tables."""
    store = Store(settings.database)
    with closing(store):
        ids = store.ids()
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        return [House(client).table(id) for id in ids]


# --- clocks ---------------------------------------------------------------------------------------


def test_a_clock_that_jumped_deletes_nothing(
    settings: Settings, played: list[Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    keen = changed(settings, waiting_days=1, idle_days=1)
    for days in (181, -181, 100_000):
        with monkeypatch.context() as jumped:
            jumped.setattr("wardround.server.store._now", lambda days=days: 1_800_000_000 + days)
            assert len(told(keen)) == 3


def test_dead_tables_are_deleted_only_where_it_is_set_and_that_is_said(
    settings: Settings, played: list[Json], caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(settings.database)
    with closing(store):
        store.tick(15 * DAY)
    assert len(told(settings)) == 3
    assert "deleted" not in caplog.text
    keen = changed(settings, waiting_days=14)
    with TestClient(create_app(keen, {GAME.id: GAME})) as client:
        waiting = played[2]["table"]
        while "were deleted" not in caplog.text:
            client.get("/api/about")
        assert "1 dead tables were deleted (--waiting-days 14, --idle-days 0)" in caplog.text
        assert waiting in caplog.text
        assert House(client).table(waiting)["code"] == "unknown_table"
        assert House(client).table(played[0]["table"])["state"] == "playing"


def test_the_time_of_service_is_counted(settings: Settings) -> None:
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        app: Any = client.app
        app.state.tables._unserved = 7.9
    store = Store(settings.database)
    with closing(store):
        store.tick(0)
        assert store.served == 7


# --- one process ----------------------------------------------------------------------------------


def test_a_second_process_on_one_sqlite_file_is_refused(
    settings: Settings, project_root: Path
) -> None:
    script = "import sys; from wardround.server.store import Store; Store(sys.argv[1]).lock()"
    command = [sys.executable, "-c", script, settings.database]
    with TestClient(create_app(settings, {GAME.id: GAME})):
        for _ in range(2):
            with pytest.raises(StorageError, match=rf"Another process \({os.getpid()}\) is using"):
                create_app(settings, {GAME.id: GAME})
        second = subprocess.run(
            command, check=False, capture_output=True, text=True, cwd=project_root
        )
        assert "Another process" in second.stderr
        assert "one process for each SQLite database" in second.stderr
        assert db("delete", "x", "--yes", "--database", settings.database) == 2
    assert subprocess.run(command, check=False, cwd=project_root).returncode == 0


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE tables SET options = '{'", "damaged row"),
        ("UPDATE tables SET options = '[]'", "damaged row"),
        ("UPDATE tables SET state = 'gone'", "unknown state"),
        ("UPDATE tables SET game = 'chess'", "not installed"),
        ("UPDATE tables SET options = CAST(x'ff' AS TEXT)", "could not read the table"),
    ],
)
def test_a_damaged_row_lets_all_others_play(
    settings: Settings,
    played: list[Json],
    change: str,
    words: str,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad, good = played[1]["table"], played[0]
    with closing(sqlite3.connect(file_of(settings))) as connection, connection:
        connection.execute(f"{change} WHERE id = ?", (bad,))
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        error = house.table(bad)
        assert words in error["message"]
        if error["code"] == "storage":
            assert error["message"] in caplog.text
        assert house.create(ME, DEVICE)["token"]
        with house.page(good["table"], good["token"], 1) as page:
            assert page.act(1, "call-1")["type"] == "ack"
    assert db("check", "--json", "--database", settings.database) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["whole"] == 3
    assert [one["table"] for one in found["problems"]] == [bad]


def overwrite(file: Path, page_of: str, connection: sqlite3.Connection) -> None:
    """Fill a page that holds rows of a relation with nonsense."""
    page = connection.execute(
        "SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (page_of,)
    ).fetchone()[0]
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.close()
    with file.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(b"\xa5" * size)


@pytest.fixture
def many(settings: Settings) -> list[Json]:
    """Enough tables that their rows fill several pages."""
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        made = [house.create(ME, DEVICE) for _ in range(60)]
        for one in made[:20]:
            house.play_out(one["table"], one["token"], (0, 1))
    return made


@pytest.mark.parametrize("relation", ["tables", "seats", "entries"])
def test_a_damaged_page_lets_everything_else_start_and_can_be_repaired(
    settings: Settings, many: list[Json], relation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = file_of(settings)
    connection = sqlite3.connect(file)
    try:
        overwrite(file, relation, connection)
    except sqlite3.OperationalError:
        pytest.skip("this SQLite has no dbstat")
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        answers = [House(client).table(one["table"]) for one in many]
        good = [answer for answer in answers if "state" in answer]
        bad = [answer for answer in answers if "code" in answer]
        assert good
        assert bad
        assert {answer["code"] for answer in bad} == {"storage"}
        assert all("malformed" in answer["message"] for answer in bad)
        one = next(made for made, answer in zip(many, answers, strict=True) if answer in good)
        with House(client).page(one["table"], one["token"], 0) as page:
            assert page.state["type"] == "state"
    assert db("check", "--database", settings.database) == 1
    assert db("repair", "--database", settings.database) == 1
    said = capsys.readouterr().out
    assert "The damaged file is" in said
    assert db("check", "--database", settings.database) == 0
    assert len(told(settings)) >= len(good)


def test_what_cannot_be_counted_is_logged_and_ends_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: Any) -> None:
        raise StorageError("The database could not count its service: malformed.")

    monkeypatch.setattr(Store, "tick", broken)
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        assert House(client).create(ME, DEVICE)["token"]
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize("doing", ["insert", "select"])
def test_a_storage_error_has_the_same_words_in_log_and_answer(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, doing: str
) -> None:
    def full(*_args: Any) -> None:
        problem = sqlite3.OperationalError("database or disk is full")
        raise OperationalError("secret statement", {"seed": "secret"}, problem)

    caplog.set_level(logging.ERROR)
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        if doing == "insert":
            monkeypatch.setattr("wardround.server.store._entry_values", full)
            error = page.act(0, "call-1")
        else:
            monkeypatch.setattr("wardround.server.store._stored_seat", full)
            error = house.client.get(f"/api/tables/{made['table']}/at/0").json()
    assert error["code"] == "storage"
    assert "database or disk is full" in error["message"]
    assert error["message"] in caplog.text
    assert "secret" not in caplog.text + json.dumps(error)


# --- copies ---------------------------------------------------------------------------------------


def test_a_copy_is_made_while_a_server_runs(settings: Settings, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        made = House(client).create(ME, DEVICE)
        assert db("backup", str(copy), "--database", settings.database) == 0
        assert db("backup", str(copy), "--database", settings.database) == 2
        assert db("backup", str(copy), "--force", "--database", settings.database) == 0
    again = changed(settings, database=f"sqlite:///{copy}")
    assert [table["table"] for table in told(again)] == [made["table"]]


def test_tables_move_to_another_database(
    settings: Settings, played: list[Json], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = changed(settings, database=f"sqlite:///{tmp_path / 'other.sqlite3'}")
    file = tmp_path / "tables.jsonl"
    assert db("export", str(file), "--database", settings.database) == 0
    assert "3 tables written" in capsys.readouterr().out
    assert db("import", str(file), "--database", other.database) == 0
    assert told(other) == told(settings)
    assert db("import", str(file), "--database", other.database) == 1
    assert capsys.readouterr().out.count("is there already") == 3
    one = played[0]["table"]
    assert db("export", "--table", one, "--database", other.database) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line).get("id") for line in lines] == [None, one]
    assert db("delete", one, "--database", other.database) == 2
    assert db("delete", one, "--yes", "--database", other.database) == 0
    assert len(told(other)) == 2


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{}", "line 1"),
        ("nonsense", "line 1"),
        ('{"wardround":"tables","format":1}\n{"id": 1}', "line 2, "),
        ('{"wardround":"tables","format":1}\n' + "[" * 90, "line 2"),
    ],
)
def test_a_file_that_is_no_export_says_where(
    settings: Settings,
    tmp_path: Path,
    text: str,
    where: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "tables.jsonl"
    file.write_text(text)
    assert db("import", str(file), "--database", settings.database) == 2
    assert where in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "backup copy", "export", "repair"])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "none.sqlite3"
    assert db(*command.split(), "--database", f"sqlite:///{file}") == 2
    assert not file.exists()
