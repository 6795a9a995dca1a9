"""Looking after a database: what is damaged in it, copies of it, what of it can be saved.

Checking, copying and exporting may be done while a server runs. Whatever writes needs the
database for itself (:meth:`wardround.server.store.Store.lock`).
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy import func, insert, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from wardround.core import Game, WardroundError, read_json, shown
from wardround.server.people_export import (
    StoredPerson,
    StoredPushKey,
    StoredResult,
    StoredTold,
    StoredWish,
    all_keys,
    all_people,
    all_results,
    all_told,
    all_wishes,
    insert_key,
    insert_person,
    insert_result,
    insert_told,
    insert_wish,
)
from wardround.server.relations import Base, PersonRow
from wardround.server.store import StorageError, Store, StoredTable, WriteConflict
from wardround.server.table import begin

FORMAT = 1
PARTS = ("tables", "seats", "entries", "talk")
"""The relations that hold tables."""
PEOPLE_PARTS = (
    "people",
    "sessions",
    "holdings",
    "results",
    "result_seats",
    "wishes",
    "told",
    "push_keys",
)
"""The relations of people, results and notices, each after those that it refers to."""
FIRST_LINE = {"wardround": "tables", "format": FORMAT}
MOST_TRIES = 1_000
"""Rows that are tried one by one where a page is damaged; then in ever larger steps."""

LAST_ROW = 2**62

Kept = StoredTable | StoredPerson | StoredResult | StoredWish | StoredTold | StoredPushKey
"""What a line of an export holds."""

PERSON, RESULT, WISH, TOLD, PUSH_KEY = "person", "result", "wish", "told", "push_key"
"""What a line about none of the tables has as its only key."""

_TABLE: TypeAdapter[StoredTable] = TypeAdapter(StoredTable)
_PERSON: TypeAdapter[StoredPerson] = TypeAdapter(StoredPerson)
_RESULT: TypeAdapter[StoredResult] = TypeAdapter(StoredResult)
_WISH: TypeAdapter[StoredWish] = TypeAdapter(StoredWish)
_TOLD: TypeAdapter[StoredTold] = TypeAdapter(StoredTold)
_PUSH_KEY: TypeAdapter[StoredPushKey] = TypeAdapter(StoredPushKey)


class ExportError(WardroundError):
    """A file of tables that cannot be read; ``where`` names the line."""

    code = "export"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong: with which table (empty: the database as a whole), and what."""

    table: str
    problem: str


@dataclass(slots=True)
class Repair:
    """What a repair did.

    Attributes:
        kept: Tables that are whole.
        shortened: Tables of which the last steps could not be read, with the steps that are left.
        lost: Ids of tables of which too much could not be read.
        damaged: The file as it was before.
        people: People with a name that could be read.
    """

    damaged: Path
    people: int = 0
    kept: int = 0
    shortened: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)


def check(store: Store, games: Mapping[str, Game]) -> Iterator[Finding | None]:
    """What is wrong: with the file, with each table; None for each table that is whole.

    Args:
        store: The database.
        games: The installed games: each table's history is played.

    Raises:
        StorageError: It holds no list of tables that can be read.
    """
    for fault in store.faults():
        yield Finding("", fault)
    for id in _readable(store):
        yield _checked(store, id, games)


def _readable(store: Store) -> list[str]:
    """The ids of all tables that can be read: a damaged page does not hide the others."""
    if store.is_sqlite:
        return [str(row["id"]) for row in _rows(_file_of(store), "tables")]
    return store.ids()


def _checked(store: Store, id: str, games: Mapping[str, Game]) -> Finding | None:
    try:
        stored = store.load(id)
        if stored is None:
            return Finding(id, "It cannot be found by its id.")
        if stored.game not in games:
            return Finding(id, f"It plays {stored.game!r}, which is not installed here.")
        versions = [entry.version for entry in stored.entries]
        if versions != list(range(1, len(versions) + 1)):
            return Finding(id, "Steps are missing from its history.")
        begin(stored, games[stored.game])
    except WardroundError as error:
        return Finding(id, str(error))
    return None


def back_up(store: Store, target: Path) -> None:
    """Copy an SQLite database, whole and consistent, while it may be in use.

    Raises:
        StorageError: It could not be copied, or is none of SQLite.
    """
    if not store.is_sqlite:
        raise StorageError(
            "Only SQLite databases are copied here.",
            where=store.shown_url,
            expected="pg_dump for PostgreSQL, or wardround db export",
        )
    half = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with (
            closing(sqlite3.connect(f"file:{_file_of(store)}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(half)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        half.replace(target)
    except (sqlite3.Error, OSError) as error:
        half.unlink(missing_ok=True)
        raise StorageError(f"The copy failed: {error}.", where=str(target)) from error


def _file_of(store: Store) -> Path:
    return Path(str(store.engine.url.database))


def kept_in(store: Store, ids: list[str] | None = None) -> Iterator[Kept]:
    """Tables, people, results and wishes of a database.

    Args:
        store: The database.
        ids: Only these tables, and nobody; all if None.

    Raises:
        StorageError: There is no such table, or one cannot be read.
    """
    for id in store.ids() if ids is None else ids:
        table = store.load(id)
        if table is None:
            raise StorageError("There is no such table.", where=f"table {shown(id)}")
        yield table
    if ids is None:
        yield from all_people(store)
        yield from all_results(store)
        yield from all_wishes(store)
        yield from all_told(store)
        yield from all_keys(store)


def lines_of(kept: Iterable[Kept]) -> Iterator[str]:
    """An export, as lines of JSON. They hold every secret of unfinished games."""
    yield to_json(FIRST_LINE).decode()
    for one in kept:
        data = asdict(one)
        match one:
            case StoredPerson():
                data = {PERSON: data}
            case StoredResult():
                data = {RESULT: data}
            case StoredWish():
                data = {WISH: data}
            case StoredTold():
                data = {TOLD: data}
            case StoredPushKey():
                data = {PUSH_KEY: data}
        yield to_json(data).decode()


def read_lines(lines: Iterator[str], where: str) -> Iterator[Kept]:
    """The tables, people and results of exported lines.

    Args:
        lines: The lines.
        where: How errors call them.

    Raises:
        ExportError: A line is none of them.
    """
    expected = "lines of wardround db export"
    for number, line in enumerate(lines, 1):
        place = f"{where}, line {number}"
        data: Any = read_json(line, place, ExportError, expected)
        if number == 1:
            if data != FIRST_LINE:
                raise ExportError("This is no export of tables.", where=place, expected=expected)
            continue
        try:
            yield _kept(data)
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            raise ExportError(
                "The line is no table, person or result.",
                where=f"{place}, {'.'.join(map(str, problem['loc']))}",
                expected=problem["msg"],
            ) from error


def _kept(data: Any) -> Kept:
    """What a line holds.

    Raises:
        ValidationError: It is nothing that is kept.
    """
    match data:
        case {"person": person, **others} if not others:
            return _PERSON.validate_python(person)
        case {"result": result, **others} if not others:
            return _RESULT.validate_python(result)
        case {"wish": wish, **others} if not others:
            return _WISH.validate_python(wish)
        case {"told": told, **others} if not others:
            return _TOLD.validate_python(told)
        case {"push_key": key, **others} if not others:
            return _PUSH_KEY.validate_python(key)
    return _TABLE.validate_python(data)


@dataclass(slots=True)
class TakenIn:
    """What was taken in.

    Attributes:
        tables: How many tables.
        people: How many people.
        there: What was there already and stays as it is.
    """

    tables: int = 0
    people: int = 0
    there: list[str] = field(default_factory=list)


def take_in(store: Store, kept: Iterator[Kept]) -> TakenIn:
    """Store tables, people and results.

    Raises:
        StorageError, ExportError: It was stopped; what was stored before stays.
    """
    done = TakenIn()
    for one in kept:
        match one:
            case StoredTable():
                done.tables += _is_new(done, f"Table {one.id}", partial(store.insert, one))
            case StoredPerson():
                done.people += _is_new(done, f"Person {one.id}", partial(insert_person, store, one))
            case StoredResult():
                with contextlib.suppress(WriteConflict):  # it goes with its table
                    insert_result(store, one)
            case StoredWish():
                insert_wish(store, one)
            case StoredTold():
                with contextlib.suppress(WriteConflict):  # it goes with its table
                    insert_told(store, one)
            case StoredPushKey():
                insert_key(store, one)
    return done


def _is_new(done: TakenIn, name: str, store_it: Callable[[], None]) -> bool:
    """Store something, unless it is there already."""
    try:
        store_it()
    except WriteConflict:
        done.there.append(name)
        return False
    return True


def repair(url: str) -> Repair:
    """Save what can be read of a damaged SQLite database, and put it in its place.

    The damaged file is kept beside it. A table whose seats cannot be read is lost; a history with
    a gap ends before it.

    Args:
        url: The address of the database.

    Raises:
        StorageError: It is none of SQLite, in use, or nothing of it can be read.
    """
    path = Path(str(make_url(url).database))
    store = Store(url)
    with closing(store):
        if not store.is_sqlite:
            raise StorageError(
                "Only SQLite databases are repaired here.",
                where=store.shown_url,
                expected="the tools of PostgreSQL",
            )
        if not path.is_file():
            raise StorageError("There is no such file.", where=str(path), expected="a database")
        store.lock()
        rows = {name: list(_rows(path, name)) for name in PARTS}
        steps, seats = _numbered(path, "entries", "version"), _numbered(path, "seats", "seat")
        if not rows["tables"]:
            raise StorageError(
                "No table of it can be read.", where=str(path), expected="a copy to go back to"
            )
        fresh = path.with_name(f"{path.name}.new")
        fresh.unlink(missing_ok=True)
        done = Repair(_free(path))
        there = {row["id"] for row in rows["tables"]}
        done.lost += sorted({*seats, *(seat["table"] for seat in rows["seats"])} - there)
        for row in list(rows["tables"]):
            known = sum(seat["table"] == row["id"] for seat in rows["seats"])
            if known <= seats.get(row["id"], 0):
                rows["tables"].remove(row)
                done.lost.append(str(row["id"]))
        people = {name: list(_rows(path, name)) for name in PEOPLE_PARTS}
        _fill(fresh, rows, steps, people, done)
        for suffix in ("-wal", "-shm"):
            beside = Path(f"{path}{suffix}")
            if beside.exists():
                beside.rename(f"{done.damaged}{suffix}")
        path.rename(done.damaged)
        fresh.rename(path)
    return done


def _free(path: Path) -> Path:
    number = 1
    while (found := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return found


def _rows(path: Path, relation: str) -> Iterator[dict[str, Any]]:
    """The rows of a relation that can be read; damaged pages are stepped over."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        # The names are our own.
        query = f"SELECT rowid AS place, * FROM {relation} WHERE rowid >= ? ORDER BY rowid"  # noqa: S608
        at, tries = 0, 0
        while at < LAST_ROW:
            # After a failure one row at a time: Python drops the row before the one that fails.
            single = " LIMIT 1" if tries else ""
            try:
                found = at
                for row in connection.execute(query + single, (at,)):
                    at = row["place"] + 1
                    yield dict(row)
                if not single or found == at:
                    return
                tries = 0
            except sqlite3.DatabaseError:
                if tries:
                    at += 1 if tries < MOST_TRIES else 2 ** min(62, tries - MOST_TRIES)
                tries += 1


def _numbered(path: Path, relation: str, column: str) -> dict[str, int]:
    """The highest number of each table, as far as the index of a relation can be read."""
    found: dict[str, int] = {}
    query = f'SELECT "table", {column} FROM {relation} ORDER BY '  # noqa: S608 - names of ours
    with closing(sqlite3.connect(path)) as connection:
        for order in (f'"table", {column}', f'"table" DESC, {column} DESC'):
            with contextlib.suppress(sqlite3.DatabaseError):
                for table, number in connection.execute(query + order):
                    found[table] = max(number, found.get(table, number))
    return found


def _fill(
    fresh: Path,
    rows: Mapping[str, list[dict[str, Any]]],
    last: Mapping[str, int],
    people: Mapping[str, list[dict[str, Any]]],
    done: Repair,
) -> None:
    """Write the rows that make whole tables into a new database."""
    seats: dict[str, list[dict[str, Any]]] = {}
    entries: dict[str, dict[int, dict[str, Any]]] = {}
    for row in rows["seats"]:
        seats.setdefault(row["table"], []).append(row)
    for row in rows["entries"]:
        entries.setdefault(row["table"], {})[row["version"]] = row
    with closing(Store(f"sqlite:///{fresh}")) as store:
        store.migrate()
        for row in rows["tables"]:
            history = entries.get(row["id"], {})
            whole = 0
            while whole + 1 in history:
                whole += 1
            steps = [history[version] for version in range(1, whole + 1)]
            shortened = whole < max(len(history), last.get(row["id"], 0))
            if shortened and row["state"] == "over":
                row["state"] = "playing"  # it can be played to its end again
            talk = [line for line in rows["talk"] if line["table"] == row["id"]]
            if not _write(store, [row], sorted(seats.get(row["id"], []), key=_seat), steps, talk):
                done.lost.append(str(row["id"]))
            elif shortened:
                done.shortened[str(row["id"])] = whole
            else:
                done.kept += 1
        store.tick(max(int(row.get("served") or 0) for row in rows["tables"]))
        done.people = _write_people(store, people)


def _write_people(store: Store, rows: Mapping[str, list[dict[str, Any]]]) -> int:
    """Write what can be read of people and results, row by row; how many people these are."""
    with store.engine.begin() as connection:
        for name in PEOPLE_PARTS:
            relation = Base.metadata.tables[name]
            for row in rows[name]:
                # What belongs to a row that is lost goes with it.
                with contextlib.suppress(SQLAlchemyError, KeyError):
                    values = {column.name: row[column.name] for column in relation.columns}
                    connection.execute(insert(relation).values(values))
        return connection.scalar(select(func.count()).select_from(PersonRow)) or 0


def _seat(row: Mapping[str, Any]) -> int:
    return int(row["seat"])


def _write(
    store: Store,
    table: list[dict[str, Any]],
    seats: list[dict[str, Any]],
    steps: list[dict[str, Any]],
    talk: list[dict[str, Any]],
) -> bool:
    """Write one table; whether what was written can be read as one."""
    id = str(table[0]["id"])
    if [seat["seat"] for seat in seats] != list(range(len(seats))) or not seats:
        return False
    relations = Base.metadata.tables
    try:
        with closing(store.engine.raw_connection()) as raw:
            for name, rows in zip(PARTS, (table, seats, steps, talk), strict=True):
                if not rows:
                    continue
                columns = [column.name for column in relations[name].columns]
                kept = [column for column in columns if column in rows[0]]
                named = ", ".join(f'"{column}"' for column in kept)
                marks = ", ".join("?" * len(kept))
                raw.cursor().executemany(
                    f'INSERT INTO "{name}" ({named}) VALUES ({marks})',  # noqa: S608
                    [[row[column] for column in kept] for row in rows],
                )
            raw.commit()
        loaded = store.load(id)
    except (sqlite3.Error, StorageError):
        loaded = None
    if loaded is None:
        store.delete([id])
        return False
    return True
