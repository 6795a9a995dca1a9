"""The tables on disk: their relations, and the few questions that the server asks of them.

Every method is one transaction and returns only when the database has it: what is acknowledged
afterwards survives the death of the process. SQLite runs with a write-ahead log and
``synchronous=FULL``, so a power cut loses nothing either; the same code talks to PostgreSQL.

Where several processes serve one database (PostgreSQL), each write names the process that makes
it, and is refused unless the table is that process's own at the moment of the write
(:mod:`wardround.server.processes`).
"""

import logging
import os
import time
from asyncio import Future, Task, get_running_loop
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import (
    JSON,
    BigInteger,
    ColumnElement,
    DateTime,
    Engine,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    bindparam,
    create_engine,
    delete,
    event,
    exists,
    false,
    func,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.orm import Mapped, Session, mapped_column
from sqlalchemy.pool import ConnectionPoolEntry

from wardround.core import Pledge, WardroundError, pledge_hash
from wardround.server import results
from wardround.server.clock import Pace, Times, moment, read_pace, read_times
from wardround.server.proposals import NOTHING, Undecided, read_undecided
from wardround.server.relations import Base, ToldRow, WishRow
from wardround.server.results import Result
from wardround.server.settings import LEASE_SECONDS

if os.name == "posix":
    import fcntl

DAY = 86_400
TICK_SECONDS = 300.0
"""How often the time of service is counted."""

_MIGRATING = (0x57415244, 0)
"""The advisory lock of whoever brings the database to its present shape."""

LINES_KEPT = 200
"""Lines of what was said that a table keeps."""
LONGEST_SEED = 128
"""Characters of the longest seed that there is room for."""
P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

TableState = Literal["waiting", "playing", "over"]
SeatKind = Literal["me", "device", "open", "bot"]
EntryKind = Literal["act", "undo", "restart", "rewind"]
"""An action, or one or several own ones taken back, or the last own one by agreement."""

LessonState = Literal["guided", "left"]
Room = Literal["players", "spectators"]
"""Those who play and those who watch talk among themselves."""


class StorageError(WardroundError):
    """The database cannot be opened, or refused to store something."""

    code = "storage"


class WriteConflict(WardroundError):
    """Somebody else (another server process) wrote first; reading again shows what."""

    code = "conflict"


class NotOwner(WardroundError):
    """Another process of the server has the table: nothing was done, and it is asked there."""

    code = "moved"


class ServiceRow(Base):
    """How long servers ran on this database, in seconds: a clock that nobody can set."""

    __tablename__ = "service"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seconds: Mapped[int] = mapped_column(BigInteger)


class ProcessRow(Base):
    """A process that serves this database, where others reach it, and when it was last heard of.

    ``key`` proves to it that another process speaks.
    """

    __tablename__ = "processes"

    number: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(300))
    key: Mapped[str] = mapped_column(String(64))
    seen: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class TableRow(Base):
    """One table: which game, with what options, and the secret seed."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    rules_version: Mapped[str] = mapped_column(String(32))
    options: Mapped[dict[str, bool | int | str]] = mapped_column(JSON)
    seed: Mapped[str] = mapped_column(String(LONGEST_SEED))
    state: Mapped[str] = mapped_column(String(16))
    created: Mapped[int] = mapped_column(BigInteger)
    touched: Mapped[int] = mapped_column(BigInteger)
    served: Mapped[int] = mapped_column(BigInteger, server_default="0")
    host: Mapped[str | None] = mapped_column(String(64))
    next: Mapped[str | None] = mapped_column(String(32))
    quiet: Mapped[bool] = mapped_column(server_default=false())
    lesson: Mapped[str | None] = mapped_column(String(16))
    origin: Mapped[str | None] = mapped_column(String(32))
    opened: Mapped[bool] = mapped_column(server_default=false())
    salt: Mapped[str | None] = mapped_column(String(128))
    deal: Mapped[str | None] = mapped_column(Text)
    owner: Mapped[int | None]
    start: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    clock: Mapped[dict[str, int] | None] = mapped_column(JSON(none_as_null=True))
    times: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    rated: Mapped[bool] = mapped_column(server_default=false())
    undecided: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (Index("tables_by_age", "state", "served"),)


class SeatRow(Base):
    """One seat of a table; of its token only the hash is kept."""

    __tablename__ = "seats"

    table: Mapped[str] = mapped_column(
        String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(64))
    token_hash: Mapped[str | None] = mapped_column(String(64))
    stand_in: Mapped[str | None] = mapped_column(String(64))
    muted: Mapped[bool] = mapped_column(server_default=false())

    __table_args__ = (Index("seats_by_token", "token_hash"),)


class TalkRow(Base):
    """Something said at a table, among those who play or those who watch."""

    __tablename__ = "talk"

    table: Mapped[str] = mapped_column(
        String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    room: Mapped[str] = mapped_column(String(16))
    seat: Mapped[int]
    name: Mapped[str] = mapped_column(String(64))
    text: Mapped[str] = mapped_column(String(1000))
    at: Mapped[int] = mapped_column(BigInteger)


class EntryRow(Base):
    """One step of a table's history; an undo is a step as well, nothing is ever removed."""

    __tablename__ = "entries"

    table: Mapped[str] = mapped_column(
        String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    client_id: Mapped[str | None] = mapped_column(String(64))
    seat: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8))
    action: Mapped[str] = mapped_column(String(256))
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("table", "seat", "client_id", name="entries_client_id"),)


_INSERT_ENTRY = insert(EntryRow)
_TOUCH_TABLE = (
    update(TableRow)
    .where(TableRow.id == bindparam("its_id"))
    .values(touched=bindparam("now"), served=bindparam("service"))
)
_OWNED = TableRow.owner == bindparam("its_owner")
_TOUCH = {
    (owned, over, timed): (_TOUCH_TABLE.where(_OWNED) if owned else _TOUCH_TABLE).values(
        ({"state": "over"} if over else {}) | ({"times": bindparam("its_times")} if timed else {})
    )
    for owned in (False, True)
    for over in (False, True)
    for timed in (False, True)
}
"""What is written of a table at a step: by whether it has an owner, is over, and has a clock."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat as it is stored.

    Attributes:
        seat: Its number.
        kind: Who sits there.
        name: The name to sit under.
        bot: The bot that sits there.
        token_hash: What proves who holds it.
        stand_in: The bot that plays for its holder, until they are back.
        muted: Whether what its holder says is refused.
    """

    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    token_hash: str | None
    stand_in: str | None = None
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Something said: by a seat, or (seat -1) by a spectator, or with no name by the table."""

    number: int
    room: Room
    seat: int
    name: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A step as it is stored: ``version`` is the number of steps with this one.

    ``action`` is the notation of an action; of a restart it is how many choices it took back.
    """

    version: int
    client_id: str | None
    seat: int
    kind: EntryKind
    action: str


@dataclass(frozen=True, slots=True)
class NewStep:
    """A step to store.

    Attributes:
        table: The table's id.
        entry: The step.
        over: Whether it ended the game.
        owner: The process that stores it, where several serve the database.
        times: What the seats have used by then, where the table has a clock.
        result: How the game ended, where that is kept: in the same transaction.
    """

    table: str
    entry: StoredEntry
    over: bool
    owner: int | None = None
    times: Times | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with its seats and its whole history.

    ``host`` is the hash of the token of whoever made it, ``next`` the table of the rematch,
    ``quiet`` says that spectators may not talk, ``lesson`` that it began as a guided game, and
    whether that was left, ``origin`` the table from which something is tried out here, ``opened``
    that somebody brought the record of a game: nobody plays here, and its host may see all of it.
    ``salt`` and ``deal`` are what was promised with the seed, where something was. ``clock`` says
    how long the seats may think, ``times`` what they had used when it was last written, and
    ``since`` for how many seconds servers ran after that. ``rated`` says that the game is to count
    for the ratings of people. ``start`` is the snapshot of a position that the game goes on from,
    where it does not begin with a deal: the history begins there, and there is no seed.
    ``undecided`` is what people were asked, and have not all answered.
    """

    id: str
    game: str
    rules_version: str
    options: dict[str, bool | int | str]
    seed: str
    state: TableState
    seats: tuple[StoredSeat, ...]
    entries: tuple[StoredEntry, ...] = ()
    host: str | None = None
    next: str | None = None
    quiet: bool = False
    lesson: LessonState | None = None
    origin: str | None = None
    opened: bool = False
    salt: str | None = None
    deal: str | None = None
    start: dict[str, Any] | None = None
    clock: Pace | None = None
    times: Times | None = None
    since: int = 0
    rated: bool = False
    undecided: Undecided = NOTHING

    @property
    def pledge(self) -> Pledge | None:
        """What was promised before the first move; None where nothing was."""
        if self.salt is None or self.deal is None:
            return None
        return Pledge(self.deal, pledge_hash(self.salt, self.seed, self.deal), self.salt)


class Store:
    """The database behind the server.

    Args:
        url: SQLAlchemy address of the database.
        lease_seconds: How long a process may stand still before others have its tables: then
            PostgreSQL has ended its transactions.

    Raises:
        StorageError: The address is not understood or the database cannot be reached.
    """

    def __init__(self, url: str, lease_seconds: float = LEASE_SECONDS) -> None:
        self.url = url
        self.lease_seconds = lease_seconds
        self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        prepare = _prepare_sqlite if self.is_sqlite else self._prepare_postgres
        event.listen(self.engine, "connect", prepare)
        self.served = 0
        self._service: tuple[float, float] | None = None
        self._lock: int | None = None

    def migrate(self) -> None:
        """Bring the database to the shape this version expects, and hear how long it has served.

        Raises:
            StorageError: It cannot be opened, or a newer version of the program has shaped it.
        """
        config = _migrations()
        try:
            with self.engine.begin() as connection:
                if not self.is_sqlite:  # processes that start at once do it one after another
                    for patient in ("idle_in_transaction_session_timeout", "lock_timeout"):
                        connection.execute(text(f"SET LOCAL {patient} = 0"))
                    connection.execute(select(func.pg_advisory_xact_lock(*_MIGRATING)))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except CommandError as error:
            raise StorageError(
                "The database was made by a newer version of this program.",
                where=self.shown_url,
                expected="that version, or another database (--database)",
            ) from error
        except (SQLAlchemyError, OSError) as error:
            raise self._unreachable(error) from error
        with suppress(StorageError):  # logged; tables can be played all the same
            self.tick(0)

    def look(self) -> None:
        """Make sure that the database is there and has the shape this version expects.

        Raises:
            StorageError: It has not: nothing is made or changed here.
        """
        path = Path(str(self.engine.url.database))
        if self.is_sqlite and not path.is_file():
            raise StorageError(
                "There is no such database.",
                where=self.shown_url,
                expected="the database of a server (--database)",
            )
        try:
            with self.engine.connect() as connection:
                found = MigrationContext.configure(connection).get_current_revision()
        except (SQLAlchemyError, OSError) as error:
            raise self._unreachable(error) from error
        if found != ScriptDirectory.from_config(_migrations()).get_current_head():
            raise StorageError(
                "The database has the shape of another version of this program.",
                where=self.shown_url,
                expected="a database that a server of this version has opened",
            )

    def lock(self) -> None:
        """Keep other processes from writing to an SQLite database while this one does.

        Two processes would not hear of each other's actions. The lock ends with the process,
        however it ends. PostgreSQL is not locked.

        Raises:
            StorageError: Another process has it.
        """
        if not self.is_sqlite or os.name != "posix":
            return
        path = f"{self.engine.url.database}.lock"
        try:
            self._lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            assert self._lock is not None
            other = os.read(self._lock, 20).decode("ascii", "replace").strip()
            self._unlock()
            raise StorageError(
                f"Another process{f' ({other})' if other else ''} is using this database.",
                where=self.shown_url,
                expected="one process for each SQLite database: end the other one, or choose "
                "another database (--database)",
            ) from error
        except OSError as error:
            raise self._unreachable(error) from error
        os.ftruncate(self._lock, 0)
        os.write(self._lock, f"{os.getpid()}\n".encode())

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def shown_url(self) -> str:
        """The address without its password."""
        return self.engine.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()
        self._unlock()

    def create(self, table: StoredTable, limit: int, owner: int | None = None) -> None:
        """Store a new table; ``owner`` is the process that has it.

        Raises:
            StorageError: There are ``limit`` tables already, or the write failed.
        """
        self._check_room(limit)
        now = _now()
        row = TableRow(
            id=table.id,
            game=table.game,
            rules_version=table.rules_version,
            options=table.options,
            seed=table.seed,
            state=table.state,
            created=now,
            touched=now,
            served=self.service,
            host=table.host,
            next=table.next,
            quiet=table.quiet,
            lesson=table.lesson,
            origin=table.origin,
            opened=table.opened,
            salt=table.salt,
            deal=table.deal,
            owner=owner,
            start=table.start,
            clock=_plain(table.clock),
            times=_plain(table.times),
            rated=table.rated,
            undecided=table.undecided.to_json(),
        )
        with self.transaction() as session:
            session.add(row)
            session.flush()
            session.add_all(_seat_row(table.id, seat) for seat in table.seats)
            session.add_all(
                EntryRow(**_entry_values(table.id, entry, now)) for entry in table.entries
            )

    def _check_room(self, limit: int) -> None:
        try:
            with self.transaction("count its tables") as session:
                found = session.scalar(select(func.count()).select_from(TableRow)) or 0
        except StorageError:
            return  # damaged: said in the log, and no reason to begin nothing more
        if found >= limit:
            raise StorageError(
                f"This server keeps {limit} tables and has no room for another.",
                where="the limit --max-tables of this server",
                expected="fewer tables: whoever runs the server can delete some (wardround db)",
            )

    def faults(self) -> Iterator[str]:
        """What an SQLite database finds wrong with its own file, up to a few faults."""
        if not self.is_sqlite:
            return
        try:
            with self.engine.connect() as connection:
                for (fault,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
                    if fault != "ok":
                        yield str(fault)
        except SQLAlchemyError as error:
            yield _reason(error)

    def ids(self) -> list[str]:
        """The ids of all tables."""
        with self.transaction("list its tables") as session:
            return list(session.scalars(select(TableRow.id).order_by(TableRow.created)))

    def load(self, table: str) -> StoredTable | None:
        """A table with its seats and steps; None when there is none of this id.

        Raises:
            StorageError: It cannot be read; others may be.
        """
        try:
            return self._load(table)
        except (ValueError, TypeError, LookupError) as error:
            damaged = StorageError(
                f"The database holds a damaged row: {error}.",
                where=f"table {table}",
                expected="another table; wardround db check tells more",
            )
            log.error("%s", damaged)
            raise damaged from error

    def _load(self, table: str) -> StoredTable | None:
        with self.transaction("read the table", f"table {table}") as session:
            row = session.get(TableRow, table)
            if row is None:
                return None
            found = session.scalars(
                select(SeatRow).where(SeatRow.table == table).order_by(SeatRow.seat)
            )
            entries = session.execute(
                select(
                    EntryRow.version,
                    EntryRow.client_id,
                    EntryRow.seat,
                    EntryRow.kind,
                    EntryRow.action,
                )
                .where(EntryRow.table == table)
                .order_by(EntryRow.version)
            )
            if not isinstance(row.options, dict):
                raise TypeError("options that are no options")
            seats = tuple(map(_stored_seat, found))
            steps = tuple(
                StoredEntry(version, client_id, seat, _entry_kind(kind), action)
                for version, client_id, seat, kind, action in entries
            )
            return StoredTable(
                id=row.id,
                game=row.game,
                rules_version=row.rules_version,
                options=row.options,
                seed=row.seed,
                state=_table_state(row.state),
                seats=seats,
                entries=steps,
                host=row.host,
                next=row.next,
                quiet=row.quiet,
                lesson=_lesson_state(row.lesson),
                origin=row.origin,
                opened=row.opened,
                salt=row.salt,
                deal=row.deal,
                start=row.start,
                clock=read_pace(row.clock),
                times=read_times(row.times, len(seats)),
                since=0 if row.clock is None else self._since(row.served),
                rated=row.rated,
                undecided=_undecided(row, seats, steps),
            )

    def append(self, *steps: NewStep) -> None:
        """Store steps, all or none.

        Raises:
            NotOwner: Another process has one of the tables.
            WriteConflict: A step of this version, or with this client id, is stored already.
            StorageError: The write failed.
        """
        now = _now()
        touched: dict[tuple[bool, bool, bool], list[dict[str, Any]]] = {}
        for step in steps:
            where: dict[str, Any] = {"its_id": step.table, "now": now, "service": self.service}
            if step.owner is not None:
                where["its_owner"] = step.owner
            if step.times is not None:
                where["its_times"] = _plain(step.times)
            alike = step.owner is not None, step.over, step.times is not None
            touched.setdefault(alike, []).append(where)
        with self.errors(), self.engine.begin() as connection:
            for alike, tables in touched.items():
                found = connection.execute(_TOUCH[alike], tables).rowcount
                if alike[0] and found != len(tables):
                    raise moved_away(tables[0]["its_id"])  # or another: each is tried by itself
            connection.execute(
                _INSERT_ENTRY, [_entry_values(step.table, step.entry, now) for step in steps]
            )
            for step in steps:
                if step.result is not None:
                    results.note(connection, step.result, now)

    def append_each(self, steps: Sequence[NewStep]) -> list[WardroundError | None]:
        """Store steps of different tables, in one transaction if none of them fails.

        Returns:
            For each step the error of :meth:`append`, or None if it is stored.
        """
        try:
            self.append(*steps)
        except WardroundError as error:
            if len(steps) == 1:
                return [error]
            return [self.append_each([step])[0] for step in steps]
        return [None] * len(steps)

    def take_seat(
        self,
        table: str,
        seat: int,
        name: str,
        token_hash: str,
        *,
        starts: bool,
        owner: int | None = None,
    ) -> None:
        """Give an open seat to somebody; ``starts`` says that it was the last open one.

        Raises:
            NotOwner: Another process has the table.
            WriteConflict: The seat was taken in the meantime.
            StorageError: The write failed; nothing was stored.
        """
        with self.transaction() as session:
            self._check_owner(session, table, owner)
            taken = session.scalars(
                update(SeatRow)
                .where(SeatRow.table == table, SeatRow.seat == seat, SeatRow.token_hash.is_(None))
                .values(name=name, token_hash=token_hash)
                .returning(SeatRow.seat)
            ).all()
            if not taken:
                raise WriteConflict("The seat was taken a moment ago.", where=f"seat {seat}")
            changed: dict[str, int | str] = {"touched": _now(), "served": self.service}
            if starts:
                changed["state"] = "playing"
            session.execute(update(TableRow).where(TableRow.id == table).values(**changed))

    def arrange(
        self,
        table: str,
        seats: Sequence[StoredSeat],
        *,
        quiet: bool,
        owner: int | None = None,
        times: Times | None = None,
    ) -> None:
        """Store who sits where, as the caller knows it to be now; ``times`` where there is a clock.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed; nothing was stored.
        """
        with self.transaction() as session:
            self._check_owner(session, table, owner)
            session.execute(delete(SeatRow).where(SeatRow.table == table))
            session.add_all(_seat_row(table, seat) for seat in seats)
            changed: dict[str, Any] = {"touched": _now(), "served": self.service, "quiet": quiet}
            if times is not None:
                changed["times"] = _plain(times)
            session.execute(update(TableRow).where(TableRow.id == table).values(**changed))

    def leave_lesson(self, table: str, owner: int | None = None) -> None:
        """Store that a guided game goes on freely.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed; nothing was stored.
        """
        self._change(table, owner, lesson="left")

    def end(self, table: str, owner: int | None = None, result: Result | None = None) -> None:
        """Store that a game was ended by agreement: it is over, as far as its history goes.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed; nothing was stored.
        """
        with self.transaction() as session:
            self._change_in(session, table, owner, state="over")
            if result is not None:
                results.note(session.connection(), result, _now())

    def keep_times(self, table: str, times: Times, owner: int | None = None) -> None:
        """Store what the seats have used, and whose time runs.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed; nothing was stored.
        """
        self._change(table, owner, times=_plain(times))

    def keep_undecided(
        self,
        table: str,
        undecided: Undecided,
        owner: int | None = None,
        times: Times | None = None,
    ) -> None:
        """Store what people are asked now; ``times`` where there is a clock.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed; nothing was stored.
        """
        changed: dict[str, Any] = {"undecided": undecided.to_json()}
        if times is not None:
            changed["times"] = _plain(times)
        self._change(table, owner, **changed)

    def _change(self, table: str, owner: int | None, **changed: Any) -> None:
        with self.transaction() as session:
            self._change_in(session, table, owner, **changed)

    def _change_in(self, session: Session, table: str, owner: int | None, **changed: Any) -> None:
        self._check_owner(session, table, owner)
        touched = {"touched": _now(), "served": self.service}
        session.execute(update(TableRow).where(TableRow.id == table).values(**touched, **changed))

    def say(
        self, table: str, room: Room, seat: int, name: str, text: str, owner: int | None = None
    ) -> Line:
        """Store something said; the oldest lines beyond :data:`LINES_KEPT` are forgotten.

        Raises:
            NotOwner: Another process has the table.
            StorageError: The write failed.
        """
        with self.transaction() as session:
            self._check_owner(session, table, owner)
            of_table = select(func.max(TalkRow.number)).where(TalkRow.table == table)
            line = Line((session.scalar(of_table) or 0) + 1, room, seat, name, text, _now())
            session.add(TalkRow(table=table, **asdict(line)))
            old = (TalkRow.table == table) & (TalkRow.number <= line.number - LINES_KEPT)
            session.execute(delete(TalkRow).where(old))
        return line

    def talk(self, table: str) -> list[Line]:
        """What was said at a table, oldest first."""
        with self.transaction("read what was said", f"table {table}") as session:
            found = select(TalkRow).where(TalkRow.table == table).order_by(TalkRow.number)
            return [
                Line(row.number, _room(row.room), row.seat, row.name, row.text, row.at)
                for row in session.scalars(found)
            ]

    def follow(self, before: str, after: StoredTable, limit: int, owner: int | None = None) -> str:
        """Store a table that follows another, unless one follows already; the id of the one.

        Raises:
            StorageError: The write failed.
        """
        self.create(after, limit, owner)
        with self.transaction() as session:
            won = session.scalars(
                update(TableRow)
                .where(TableRow.id == before, TableRow.next.is_(None))
                .values(next=after.id)
                .returning(TableRow.next)
            ).all()
            if won:
                return after.id
            there = session.scalar(select(TableRow.next).where(TableRow.id == before))
        self.delete([after.id])
        if there is None:
            raise StorageError("The table is gone.", where=f"table {before}")
        return there

    def tick(self, seconds: int) -> None:
        """Count time that a server ran.

        Raises:
            StorageError: It could not be counted.
        """
        with self.transaction("count its service") as session:
            counted = session.scalar(
                update(ServiceRow)
                .values(seconds=ServiceRow.seconds + seconds)
                .returning(ServiceRow.seconds)
            )
        self.served = counted or 0
        if self._service is None or self.served > self.service:
            self._service = (self.served, moment())

    @property
    def service(self) -> int:
        """How many seconds servers have run until now: those counted, and what came since."""
        if self._service is None:
            return self.served
        counted, at = self._service
        return int(counted + moment() - at)

    def _since(self, written: int) -> int:
        """Seconds of service since something was written: no more than there were.

        Of several processes one counts, and the others hear of it now and then; what they cannot
        know is left out.
        """
        unsure = 1 if self.is_sqlite else 1 + round(TICK_SECONDS)
        return max(0, self.service - written - unsure)

    def clean_up(self, waiting_days: int, idle_days: int) -> list[str]:
        """Delete dead tables; returns their ids.

        Days are time that servers ran (:meth:`tick`), not dates: a clock that jumps, or a server
        that was off for a year, makes no table older.

        Args:
            waiting_days: Delete tables that have waited for players this long; 0 keeps them.
            idle_days: Delete tables that nobody has touched this long; 0 keeps them.

        Raises:
            StorageError: They could not be deleted.
        """
        dead: list[ColumnElement[bool]] = []
        if waiting_days:
            long = TableRow.served < self.served - waiting_days * DAY
            dead.append((TableRow.state == "waiting") & long)
        if idle_days:
            dead.append(TableRow.served < self.served - idle_days * DAY)
        if not dead:
            return []
        with self.transaction("delete dead tables") as session:
            ids = session.scalars(select(TableRow.id).where(or_(*dead))).all()
        self.delete(ids)
        return list(ids)

    def delete(self, ids: Sequence[str]) -> int:
        """Delete tables with their seats and steps; how many of them there were.

        How their games ended is kept for the people who played there.

        Raises:
            StorageError: Nothing was deleted.
        """
        found = 0
        with self.transaction("delete tables") as session:
            for batch in _batches(ids, 500):
                session.execute(delete(EntryRow).where(EntryRow.table.in_(batch)))
                sat = select(SeatRow.token_hash).where(SeatRow.table.in_(batch))
                holders = set(session.scalars(sat)) - {None}
                session.execute(delete(SeatRow).where(SeatRow.table.in_(batch)))
                seated = exists().where(SeatRow.token_hash == WishRow.holder)
                for some in _batches(sorted(filter(None, holders)), 500):
                    session.execute(delete(WishRow).where(WishRow.holder.in_(some), ~seated))
                session.execute(delete(ToldRow).where(ToldRow.table.in_(batch)))
                session.execute(delete(TalkRow).where(TalkRow.table.in_(batch)))
                gone = delete(TableRow).where(TableRow.id.in_(batch)).returning(TableRow.id)
                found += len(session.scalars(gone).all())
                results.forget_unheld(session.connection(), batch)
        return found

    def insert(self, table: StoredTable) -> None:
        """Store a table with its whole history.

        Raises:
            WriteConflict: There is one of this id.
            StorageError: The write failed.
        """
        self.create(replace(table, entries=()), limit=2**62)
        if table.entries:
            over = table.state == "over"
            self.append(*(NewStep(table.id, entry, over) for entry in table.entries))

    def _prepare_postgres(self, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        """Set up one connection to PostgreSQL.

        A process that stands still in the middle of a transaction must not keep others from its
        tables: the database ends that transaction.
        """
        milliseconds = round(self.lease_seconds * 1000)
        cursor = connection.cursor()
        cursor.execute(f"SET idle_in_transaction_session_timeout = {milliseconds}")
        cursor.execute(f"SET lock_timeout = {2 * milliseconds}")
        cursor.close()
        connection.commit()

    def _check_owner(self, session: Session, table: str, owner: int | None) -> None:
        """Refuse to write about a table of another process; none takes it in this transaction."""
        if owner is None:
            return
        found = select(TableRow.owner).where(TableRow.id == table)
        if session.scalar(found.with_for_update(key_share=True)) != owner:
            raise moved_away(table)

    @contextmanager
    def transaction(self, doing: str = "store it", where: str = "database") -> Iterator[Session]:
        """One transaction; what the database refuses is a :class:`StorageError`.

        Args:
            doing: What it is for, as a sentence goes on after "The database could not".
            where: What it is about.

        Raises:
            WriteConflict: Another process wrote the same at the same time.
            StorageError: The database refused.
        """
        with (
            self.errors(doing, where),
            Session(self.engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    @contextmanager
    def errors(self, doing: str = "store it", where: str = "database") -> Iterator[None]:
        """What the database refuses reaches log and client in the same words, without a secret.

        Args:
            doing: What is done inside, as a sentence goes on after "The database could not".
            where: What it is about.

        Raises:
            WriteConflict: Another process wrote the same at the same time.
            StorageError: The database refused.
        """
        try:
            yield
        except IntegrityError as error:
            raise WriteConflict("Another process changed this table at the same time.") from error
        except SQLAlchemyError as error:
            refusal = StorageError(
                f"The database could not {doing}: {_reason(error)}.",
                where=where,
                expected="trying again; whoever runs the server finds these words in its log",
            )
            log.error("%s", refusal)
            raise refusal from error

    def _unreachable(self, error: Exception) -> StorageError:
        return StorageError(
            f"The database cannot be opened: {_reason(error)}.",
            where=self.shown_url,
            expected="the address of a database that can be written to (--database); "
            "wardround db repair saves what it can of a damaged one",
        )


class StoreThread:
    """Runs the store's blocking work beside the event loop.

    Steps that arrive while others are being written wait for these and then share one
    transaction: one wait for the disk serves many tables.

    Args:
        store: The store to run. SQLite has one writer at a time anyway, so one thread serves it;
            PostgreSQL gets several.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        workers = 1 if store.is_sqlite else 8
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="store")
        self._waiting: list[tuple[NewStep, Future[None]]] = []
        self._writer: Task[None] | None = None

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of ``work(*args, **kwargs)``, computed in a thread of the store."""
        return await get_running_loop().run_in_executor(self._pool, partial(work, *args, **kwargs))

    async def append(self, step: NewStep) -> None:
        """Store a step; returns when it is on disk.

        Raises:
            WriteConflict, StorageError: See :meth:`Store.append`.
        """
        stored: Future[None] = get_running_loop().create_future()
        self._waiting.append((step, stored))
        if self._writer is None:
            self._writer = get_running_loop().create_task(self._write())
        await stored

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            errors: list[WardroundError | None]
            try:
                errors = await self.run(self.store.append_each, [step for step, _ in batch])
            except Exception as error:  # a fault of ours must not leave anybody waiting
                log.exception("storing failed")
                fault = StorageError(f"Storing failed: {type(error).__name__}.", where="database")
                errors = [fault] * len(batch)
            for (_, stored), refusal in zip(batch, errors, strict=True):
                if stored.done():  # nobody waits for it any more
                    continue
                if refusal is None:
                    stored.set_result(None)
                else:
                    stored.set_exception(refusal)
        self._writer = None

    async def close(self) -> None:
        """Finish what was begun and close the database."""
        if self._writer is not None:
            await self._writer
        self._pool.shutdown(wait=True)
        self.store.close()


def _migrations() -> Config:
    """Where the steps lie by which the database came to its present shape."""
    config = Config()
    place = str(Path(__file__).parent / "migrations").replace("%", "%%")
    config.set_main_option("script_location", place)
    return config


_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How long libpq waits for a database that has gone silent (its own names and units)."""


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise ArgumentError("only SQLite and PostgreSQL are known")
        if parsed.get_backend_name() == "sqlite" and not parsed.database:
            raise ArgumentError("tables in memory would be lost with the process")
        postgres = parsed.get_backend_name() == "postgresql"
        engine = create_engine(
            parsed,
            pool_pre_ping=postgres,
            hide_parameters=True,
            connect_args=_PATIENCE if postgres else {},
        )
    except (ArgumentError, ImportError) as error:
        raise StorageError(
            f"The database address is not usable: {error}.",
            where="--database",
            expected="sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME "
            "(which needs the package's postgres extra)",
        ) from error
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up one SQLite connection.

    With a write-ahead log a committed transaction survives the death of the process in any case
    (the operating system has it); ``synchronous=FULL`` makes it survive a power cut as well.
    """
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def moved_away(table: str) -> NotOwner:
    """What is said of a table that another process has."""
    return NotOwner(
        "Another process of this server has the table now.",
        where=f"table {table}",
        expected="asking again, which leads there",
    )


def _reason(error: Exception) -> str:
    """What the database says, without what it was asked: that may hold secrets."""
    reason = getattr(error, "orig", None)
    if reason is None and isinstance(error, SQLAlchemyError):
        return type(error).__name__
    lines = str(reason or error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def _now() -> int:
    return int(time.time())


def _plain(value: Pace | Times | None) -> dict[str, Any] | None:
    """A clock as plain data."""
    return None if value is None else asdict(value)


def _entry_values(table: str, entry: StoredEntry, now: int) -> dict[str, str | int | None]:
    return {
        "table": table,
        "version": entry.version,
        "client_id": entry.client_id,
        "seat": entry.seat,
        "kind": entry.kind,
        "action": entry.action,
        "at": now,
    }


def _seat_row(table: str, seat: StoredSeat) -> SeatRow:
    return SeatRow(
        table=table,
        seat=seat.seat,
        kind=seat.kind,
        name=seat.name,
        bot=seat.bot,
        token_hash=seat.token_hash,
        stand_in=seat.stand_in,
        muted=seat.muted,
    )


def _undecided(
    row: TableRow, seats: Sequence[StoredSeat], steps: Sequence[StoredEntry]
) -> Undecided:
    """What people at a table were asked that no step has decided, nor the end of the game."""
    if row.state != "playing":
        return NOTHING
    stepped = {one.seat: 0 for one in seats} | {step.seat: step.version for step in steps}
    return read_undecided(row.undecided, len(steps), stepped)


def _stored_seat(row: SeatRow) -> StoredSeat:
    return StoredSeat(
        row.seat,
        _seat_kind(row.kind),
        row.name,
        row.bot,
        row.token_hash,
        row.stand_in,
        row.muted,
    )


def _table_state(text: str) -> TableState:
    match text:
        case "waiting" | "playing" | "over":
            return text
    raise ValueError(f"a table in an unknown state: {text!r}")


def _seat_kind(text: str) -> SeatKind:
    match text:
        case "me" | "device" | "open" | "bot":
            return text
    raise ValueError(f"a seat of an unknown kind: {text!r}")


def _lesson_state(text: str | None) -> LessonState | None:
    match text:
        case "guided" | "left" | None:
            return text
    raise ValueError(f"a guided game in an unknown state: {text!r}")


def _entry_kind(text: str) -> EntryKind:
    match text:
        case "act" | "undo" | "restart" | "rewind":
            return text
    raise ValueError(f"a step of an unknown kind: {text!r}")


def _room(text: str) -> Room:
    match text:
        case "players" | "spectators":
            return text
    raise ValueError(f"a line of an unknown room: {text!r}")


def _batches(items: Sequence[str], size: int) -> Iterable[Sequence[str]]:
    return (items[start : start + size] for start in range(0, len(items), size))
