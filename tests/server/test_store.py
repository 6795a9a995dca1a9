"""The database: its shape, its refusals, and the deletion of dead tables."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text, update

from wardround.server.relations import Base
from wardround.server.store import (
    DAY,
    NewStep,
    StorageError,
    Store,
    StoredEntry,
    StoredSeat,
    StoredTable,
    TableRow,
    TableState,
    WriteConflict,
    _migrations,
)


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of each kind."""
    if request.param == "postgresql":
        url = str(request.getfixturevalue("postgres_address"))
    else:
        url = f"sqlite:///{tmp_path / 't.sqlite3'}"
    made = Store(url)
    made.migrate()
    yield made
    with made.engine.begin() as connection:
        Base.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    made.close()


def a_table(name: str, state: TableState = "waiting") -> StoredTable:
    seats = (StoredSeat(0, "me", "Ada", None, "h"), StoredSeat(1, "open", "Bo", None, None))
    return StoredTable(name, "toy", "1", {"rounds": 2, "loud": False}, "s", state, seats)


def test_the_migrations_make_what_the_models_declare(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    store.migrate()


def test_a_table_is_read_as_it_was_stored(store: Store) -> None:
    table = a_table("a")
    store.create(table, 10)
    assert store.load("a") == table
    assert store.load("b") is None
    start = {"players": 2, "chance": ["secret", 0, [[1, 2]]]}
    tried = replace(a_table("c", "playing"), seed="", origin="a", start=start)
    store.create(tried, 10)
    assert store.load("c") == tried
    entries = (StoredEntry(1, "x", 0, "act", "roll"), StoredEntry(2, None, 1, "undo", ""))
    store.append(NewStep("a", entries[0], over=False))
    store.append(NewStep("a", entries[1], over=True))
    loaded = store.load("a")
    assert loaded is not None
    assert (loaded.entries, loaded.state) == (entries, "over")


@pytest.mark.parametrize(
    "entry", [StoredEntry(1, "y", 0, "act", "roll"), StoredEntry(2, "x", 0, "act", "roll")]
)
def test_a_version_and_a_client_id_exist_once(store: Store, entry: StoredEntry) -> None:
    store.create(a_table("a"), 10)
    first = StoredEntry(1, "x", 0, "act", "roll")
    store.append(NewStep("a", first, over=False))
    with pytest.raises(WriteConflict):
        store.append(NewStep("a", entry, over=True))
    loaded = store.load("a")
    assert loaded is not None
    assert (loaded.entries, loaded.state) == ((first,), "waiting")


def test_steps_of_several_tables_are_stored_together_but_fail_alone(store: Store) -> None:
    for name in ("a", "b", "c"):
        store.create(a_table(name), 10)
    first = StoredEntry(1, "x", 0, "act", "roll")
    store.append(NewStep("b", first, over=False))
    steps = [NewStep(name, first, over=False) for name in ("a", "b", "c")]
    outcomes = store.append_each(steps)
    assert [type(outcome) for outcome in outcomes] == [type(None), WriteConflict, type(None)]
    for name in ("a", "b", "c"):
        loaded = store.load(name)
        assert loaded is not None
        assert loaded.entries == (first,)


def test_bots_need_no_client_id(store: Store) -> None:
    store.create(a_table("a"), 10)
    for version in (1, 2):
        store.append(NewStep("a", StoredEntry(version, None, 1, "act", "roll"), over=False))


def test_a_seat_is_taken_once(store: Store) -> None:
    store.create(a_table("a"), 10)
    store.take_seat("a", 1, "Cy", "hash", starts=True)
    with pytest.raises(WriteConflict, match="taken a moment ago"):
        store.take_seat("a", 1, "Di", "other", starts=True)
    loaded = store.load("a")
    assert loaded is not None
    assert (loaded.seats[1].name, loaded.state) == ("Cy", "playing")


def test_there_is_a_limit(store: Store) -> None:
    store.create(a_table("a"), 1)
    with pytest.raises(StorageError, match="keeps 1 tables"):
        store.create(a_table("b"), 1)


def test_dead_tables_are_deleted_and_living_ones_kept(store: Store) -> None:
    ages: dict[tuple[TableState, int], bool] = {
        ("waiting", 13): True,
        ("waiting", 15): False,
        ("playing", 15): True,
        ("playing", 181): False,
        ("over", 179): True,
        ("over", 181): False,
    }
    for state, days in sorted(ages, key=lambda key: -key[1]):
        store.tick((200 - days) * DAY - store.served)
        store.create(a_table(f"{state}{days}", state), 10)
    store.append(NewStep("over181", StoredEntry(1, "x", 0, "act", "roll"), over=True))
    store.tick(200 * DAY - store.served)
    with store.engine.begin() as connection:
        connection.execute(update(TableRow).where(TableRow.id == "over181").values(served=19 * DAY))
    assert store.clean_up(0, 0) == []
    assert sorted(store.clean_up(14, 180)) == ["over181", "playing181", "waiting15"]
    for (state, days), kept in ages.items():
        assert (store.load(f"{state}{days}") is not None) is kept


def test_a_table_that_was_touched_is_young_again(store: Store) -> None:
    store.create(a_table("a"), 10)
    store.tick(20 * DAY)
    store.take_seat("a", 1, "Cy", "hash", starts=False)
    store.tick(13 * DAY)
    assert store.clean_up(14, 30) == []
    store.append(NewStep("a", StoredEntry(1, "x", 0, "act", "roll"), over=False))
    store.tick(13 * DAY)
    assert store.clean_up(14, 30) == []
    store.tick(2 * DAY)
    assert store.clean_up(14, 30) == ["a"]


def test_message_ids_are_a_seats_own(store: Store) -> None:
    store.create(a_table("a"), 10)
    for seat in (0, 1):
        entry = StoredEntry(seat + 1, "x", seat, "act", "roll")
        store.append(NewStep("a", entry, over=False))
    with pytest.raises(WriteConflict):
        store.append(NewStep("a", StoredEntry(3, "x", 1, "act", "roll"), over=False))


def test_a_database_of_the_first_version_is_brought_up_to_date(store: Store) -> None:
    store.create(a_table("a"), 10)
    entry = StoredEntry(1, "x", 0, "act", "roll")
    store.append(NewStep("a", entry, over=False))
    with store.engine.begin() as connection:
        config = _migrations()
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    store.migrate()
    store.tick(0)
    loaded = store.load("a")
    assert loaded == replace(a_table("a"), entries=(entry,))
    assert store.clean_up(1, 1) == []


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 't.sqlite3'}")
    with store.engine.connect() as connection:
        found = {
            pragma: connection.execute(text(f"PRAGMA {pragma}")).scalar()
            for pragma in ("journal_mode", "synchronous", "foreign_keys")
        }
    store.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "not usable"),
        ("mysql://localhost/x", "not usable"),
        ("sqlite://", "in memory"),
        ("postgresql+nothing://localhost/x", "not usable"),
    ],
)
def test_an_unusable_address_says_what_is_expected(url: str, message: str) -> None:
    with pytest.raises(StorageError, match=message) as refused:
        Store(url)
    assert "sqlite:///FILE" in refused.value.expected


@pytest.mark.parametrize("content", [None, b"this is not a database" * 100])
def test_a_database_that_cannot_be_opened_says_why(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "missing" / "t.sqlite3" if content is None else tmp_path / "t.sqlite3"
    if content is not None:
        file.write_bytes(content)
    store = Store(f"sqlite:///{file}")
    with pytest.raises(StorageError, match="cannot be opened") as refused:
        store.migrate()
    assert str(file) in refused.value.where
    store.close()


def test_a_password_is_not_shown() -> None:
    store = Store("postgresql+psycopg://ada:secret@127.0.0.1:1/x")
    with pytest.raises(StorageError) as refused:
        store.migrate()
    store.close()
    assert "secret" not in str(refused.value)


def test_a_database_of_a_newer_program_is_not_touched(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 't.sqlite3'}")
    store.migrate()
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match="newer version"):
        store.migrate()
    store.close()
