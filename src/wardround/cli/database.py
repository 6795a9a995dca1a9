"""``wardround db``: check, copy, repair, empty and move the tables of a server."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from wardround.cli.files import Output, agreed
from wardround.cli.output import InputError, grid, say, tell_json
from wardround.core import read_file
from wardround.games import games
from wardround.server.settings import Settings, read_settings

if TYPE_CHECKING:
    from wardround.server.store import Store

T = TypeVar("T")
FAILED = 1
LARGEST = 1_000_000_000
"""Bytes of the largest file of tables that is read."""

app = typer.Typer(
    name="db",
    help="The tables of a server: check, copy, repair, delete, export, import; and its people.",
    no_args_is_help=True,
)

Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="DATABASE",
        help="Address of the database, as for wardround serve (WARDROUND_DATABASE).",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Force = Annotated[
    bool, typer.Option("--force", help="Replace the file if it exists; else you are asked.")
]
Tables = Annotated[list[str], typer.Argument(metavar="TABLE...", help="Ids of tables.")]


def _settings(database: str | None) -> Settings:
    return read_settings({"database": database} if database else {})


def _open(database: str | None, *, write: bool = False) -> "closing[Store]":
    """The database in the shape of this program; one to be written to is nobody else's."""
    from wardround.server.processes import Registry  # here: what it needs takes long to load
    from wardround.server.store import Store

    store = Store(_settings(database).database)
    try:
        if write:
            store.lock()
            store.migrate()
            if not store.is_sqlite:
                Registry(store).check_nobody()
        else:
            store.look()
    except BaseException:
        store.close()
        raise
    return closing(store)


@app.command()
def check(database: Database = None, as_json: Json = False) -> None:
    """Say what is damaged: the file, single tables, histories that cannot be played (status 1).

    A server may run meanwhile.
    """
    from wardround.server import keeping

    with _open(database) as store:
        found = list(keeping.check(store, games()))
    whole = found.count(None)
    findings = [finding for finding in found if finding is not None]
    if as_json:
        problems = [{"table": one.table, "problem": one.problem} for one in findings]
        tell_json({"whole": whole, "problems": problems})
    else:
        for one in findings:
            say(f"{f'Table {one.table}' if one.table else 'The database'}: {one.problem}", "red")
        say(f"{_count(whole)} whole, {len(findings)} problems.")
    if findings:
        raise typer.Exit(FAILED)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    database: Database = None,
    force: Force = False,
) -> None:
    """Copy an SQLite database while a server may be using it."""
    from wardround.server import keeping

    target = Output(file, force)
    with _open(database) as store:
        place = target.place()
        keeping.back_up(store, place)
    say(f"The copy is {place}. It holds the secrets of all games.")


@app.command()
def repair(database: Database = None) -> None:
    """Save what can be read of a damaged SQLite database; the damaged file is kept beside it."""
    from wardround.server import keeping

    done = keeping.repair(_settings(database).database)
    say(f"{_count(done.kept)}{_and_people(done.people)} kept. The damaged file is {done.damaged}.")
    for table, steps in done.shortened.items():
        say(f"Table {table}: its history ends after step {steps}.", "yellow")
    for table in done.lost:
        say(f"Table {table} is lost.", "red")
    if done.shortened or done.lost:
        raise typer.Exit(FAILED)


@app.command()
def delete(
    tables: Tables,
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete tables, with everything that was played there."""
    with _open(database, write=True) as store:
        known = set(store.ids())
        for table in tables:
            if table not in known:
                raise InputError(
                    "There is no such table.",
                    where=f"table {table}",
                    expected="ids that stand in the addresses of tables",
                )
        if not yes and not agreed(f"Delete {_count(len(set(tables)))} for good? [y/N] "):
            raise typer.Abort
        say(f"{_count(store.delete(list(set(tables))))} deleted.")


@app.command()
def people(database: Database = None, as_json: Json = False) -> None:
    """List those who chose a name: ids for wardround db forget. A server may run meanwhile."""
    from wardround.server.people import People

    with _open(database) as store:
        known = People(store).known()
    if as_json:
        tell_json({"people": [one.to_json() for one in known]})
    elif not known:
        say("Nobody has chosen a name.")
    else:
        rows = [
            (one.id, one.name, _day(one.created), _day(one.seen), f"{one.seats}") for one in known
        ]
        grid(("person", "name", "since", "last here", "seats#"), rows)


def _day(at: int | None) -> str:
    """A time in seconds since 1970 as its day."""
    return "" if at is None else datetime.fromtimestamp(at, UTC).date().isoformat()


@app.command()
def forget(
    person: Annotated[
        str, typer.Argument(metavar="PERSON", help="The id of a person (wardround db people).")
    ],
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete a person who cannot do it: name, code, links, history, what they said.

    It is what "Delete everything" does; games that go on keep the name that sits there.
    """
    from wardround.server.people import People

    with _open(database, write=True) as store:
        everybody = People(store)
        found = [one for one in everybody.known() if one.id == person]
        if not found:
            raise InputError(
                "There is no such person.",
                where=f"person {person}",
                expected="an id from wardround db people",
            )
        if not yes and not agreed(f"Delete {found[0].name} for good? [y/N] "):
            raise typer.Abort
        changed = everybody.forget(person)
    say(f"{found[0].name} is deleted; {_count(len(changed))} without the name now.")


@app.command("export")
def export_command(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Where to; printed if not given.")
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="TABLE", help="Only this; repeatable.")
    ] = None,
    database: Database = None,
    force: Force = False,
) -> None:
    """Write tables, people and results as lines of JSON, which any server can import.

    They hold the secrets of unfinished games. A server may run meanwhile.
    """
    from wardround.server import keeping
    from wardround.server.people_export import StoredPerson
    from wardround.server.store import StoredTable

    target = None if file is None else Output(file, force)
    with _open(database) as store:
        kept = keeping.kept_in(store, table or None)
        if target is None:
            for line in keeping.lines_of(kept):
                sys.stdout.write(line + "\n")
            return
        place = target.place()
        counts: Counter[type[keeping.Kept]] = Counter()
        with place.open("w", encoding="utf-8") as out:
            for line in keeping.lines_of(_counted(kept, counts)):
                out.write(line + "\n")
    tables, people = counts[StoredTable], counts[StoredPerson]
    written = f"{_count(tables)}{_and_people(people)} written to {place}."
    say(f"{written} The file holds the secrets of all games.")


@app.command("import")
def import_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of wardround db export.")],
    database: Database = None,
) -> None:
    """Take in what was exported; what is there already stays as it is (status 1)."""
    from wardround.server import keeping

    text = read_file(file, LARGEST, keeping.ExportError, "a file of wardround db export")
    with _open(database, write=True) as store:
        done = keeping.take_in(store, keeping.read_lines(_lines(text), str(file)))
    say(f"{_count(done.tables)}{_and_people(done.people)} taken in.")
    for one in done.there:
        say(f"{one} is there already.", "yellow")
    if done.there:
        raise typer.Exit(FAILED)


def _lines(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if line)


def _counted(things: Iterable[T], counts: Counter[type[T]]) -> Iterator[T]:
    """The same things, counted by their kind as they pass."""
    for one in things:
        counts[type(one)] += 1
        yield one


def _and_people(people: int) -> str:
    if not people:
        return ""
    return f" and {people} {'person' if people == 1 else 'people'}"


def _count(tables: int) -> str:
    return "1 table" if tables == 1 else f"{tables} tables"
