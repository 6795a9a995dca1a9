"""Which process has a table, where several serve one database.

A table is one process's at a time: that one holds its game, its bots and its pages, and others
pass on to it what comes for the table (:mod:`wardround.server.forwarding`). ``tables.owner`` says
which; it is written in the transaction that takes the table, and each write about a table is
refused unless the row still names the process that writes. So nothing depends on a process knowing
in time that it has lost a table.

A process is there as long as its row in ``processes`` is. It proves that it lives in two ways: by
an advisory lock of its session, which the database frees the moment that the process dies, and by
a sign of life every second, for one that stands still, or whose machine is gone. Whoever notices
the lack of either deletes the row; from then on its tables are anybody's who is asked for them.
A process that finds its own row gone lets go of all its tables and begins anew under another
number. Sources: PostgreSQL's manual, "Advisory Locks"; M. Kleppmann, "How to do distributed
locking" (2016), on fencing.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any, ParamSpec, Protocol, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    DateTime,
    Integer,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from wardround.core import WardroundError
from wardround.server.store import (
    NotOwner,
    ProcessRow,
    StorageError,
    Store,
    StoreThread,
    TableRow,
    moved_away,
)

BEAT_SECONDS = 1.0
"""How often a process gives a sign of life, and looks whether the others do."""

MOVED = 1012
"""The code by which a page is told to connect again: its table is another process's now."""

KEY_BYTES = 32
BY_A_PROCESS = "wardround.by_a_process"
"""What marks a request, in its scope, as passed on by another process."""

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)


def is_passed_on(scope: Mapping[str, Any]) -> bool:
    """Whether another process has passed a request on: it has counted and checked the client."""
    return bool(scope.get(BY_A_PROCESS))


@dataclass(eq=False)
class Peer:
    """Another process.

    Attributes:
        number: Its number, never given twice.
        address: Where it is reached: HOST:PORT; empty if it cannot be.
        key: What proves to it that another process speaks.
        gone: Set when it has ended or stands still.
    """

    number: int
    address: str
    key: str
    gone: asyncio.Event = field(default_factory=asyncio.Event)


class Elsewhere(NotOwner):
    """A table is another process's.

    Args:
        table: The table's id.
        peer: The process.
    """

    def __init__(self, table: str, peer: Peer) -> None:
        said = moved_away(table)
        super().__init__(said.message, where=said.where, expected=said.expected)
        self.peer = peer


class Lost(Exception):
    """The process is no longer counted among those that serve."""


class Ownership(Protocol):
    """How a server comes to have a table."""

    door_port: int | None
    """The port of the door that other processes knock at; None without one."""

    retired: bool
    """Whether it has left all tables to those that come after it."""

    @property
    def keeps_house(self) -> bool:
        """Whether this process does what one of them is to do: counting time, deleting."""

    def check(self) -> None:
        """Raise what keeps this process from having tables."""

    def number_for_new(self) -> int | None:
        """The number under which this process makes a table."""

    async def take(self, table: str) -> int | None:
        """Have a table; the number under which this process does."""

    def drop(self, table: str) -> None:
        """Forget having a table."""

    async def retire(self) -> None:
        """Leave all tables to the others."""


class Alone:
    """The only process of a database: every table is its own, and nothing is asked or noted."""

    door_port: int | None = None
    keeps_house = True

    def __init__(self) -> None:
        self.retired = False

    def check(self) -> None:
        """Nothing keeps it from having tables."""

    def number_for_new(self) -> None:
        """Without others it needs no number."""

    async def take(self, table: str) -> None:
        """It is its own."""

    def drop(self, table: str) -> None:
        """There is nothing to forget."""

    async def retire(self) -> None:
        """Leave them to the next process, when there is one."""
        self.retired = True


class Registry:
    """The processes of a database, as the database knows them. Every method blocks.

    Args:
        store: The database, PostgreSQL.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._session: Connection | None = None

    def enter(self, address: str) -> ProcessRow:
        """Be one of them, for as long as the session lasts that is opened here.

        Raises:
            StorageError: The database refuses.
        """
        self.hang_up()
        with self._store.errors("take this process in"):
            self._session = self._store.engine.connect()
            with self._session.begin():
                row = {"address": address, "key": secrets.token_hex(KEY_BYTES), "seen": _now()}
                made = insert(ProcessRow).values(row).returning(ProcessRow.number, ProcessRow.key)
                number, key = self._session.execute(made).one()
                self._session.execute(select(func.pg_advisory_lock(_lock_class(), number)))
        return ProcessRow(number=number, address=address, key=key)

    def beat(self, me: int) -> list[ProcessRow]:
        """Give a sign of life, strike out who is dead or stands still; the others.

        Raises:
            Lost: This process was struck out, or its session is over.
        """
        if self._session is None:
            raise Lost("its session is over")
        try:
            with self._session.begin():
                alive = update(ProcessRow).where(ProcessRow.number == me).values(seen=_now())
                if not self._session.execute(alive).rowcount:
                    raise Lost("another process has struck it out: it stood still")
                others = ProcessRow.number != me
                silent = ProcessRow.seen < _now() - timedelta(seconds=self._store.lease_seconds)
                # A lock that can be had is one whose holder is dead; it ends with the transaction.
                dead = func.pg_try_advisory_xact_lock_shared(_lock_class(), ProcessRow.number)
                self._session.execute(delete(ProcessRow).where(others, or_(silent, dead)))
                found = select(ProcessRow.number, ProcessRow.address, ProcessRow.key)
                rows = self._session.execute(found.where(others)).all()
        except SQLAlchemyError as error:
            raise Lost(f"its session failed ({type(error).__name__})") from error
        return [ProcessRow(number=n, address=address, key=key) for n, address, key in rows]

    def leave(self, me: int) -> None:
        """Be none of them any more: what this process has is anybody's."""
        with contextlib.suppress(SQLAlchemyError, WardroundError):
            if self._session is not None:
                with self._session.begin():
                    self._session.execute(delete(ProcessRow).where(ProcessRow.number == me))
        self.hang_up()

    def hang_up(self) -> None:
        """End the session; its lock is freed."""
        if self._session is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._session.invalidate()
                self._session.close()
            self._session = None

    def check_nobody(self) -> None:
        """Refuse while a process lives: it would not hear of what is changed beside it.

        Raises:
            StorageError: One does, or the database refuses.
        """
        with self._store.transaction("find the processes that live") as session:
            dead = func.pg_try_advisory_xact_lock_shared(_lock_class(), ProcessRow.number)
            rows = session.execute(select(ProcessRow.address, dead)).all()
        living = [address for address, is_dead in rows if not is_dead]
        if living:
            raise StorageError(
                f"Servers are using this database: {', '.join(sorted(living))}.",
                where=self._store.shown_url,
                expected="none: end them first",
            )

    def claim(self, table: str, me: int) -> ProcessRow | None:
        """Have a table, unless another process that lives has it; who has it now.

        A table that does not exist is nobody's, and stays so.

        Raises:
            NotOwner: This process is none of them any more.
            StorageError: The database refuses.
        """
        doing, where = "find the process that has the table", f"table {table}"
        with self._store.transaction(doing, where) as session:
            owner = _owner(session, table)
            if owner is None:
                row = select(TableRow.id).where(TableRow.id == table)
                if session.scalar(row.with_for_update(key_share=True)) is None:
                    return None
                owner = _owner(session, table)
            if owner is not None:
                return owner
            still = select(ProcessRow).where(ProcessRow.number == me)
            mine = session.scalar(still.with_for_update(read=True, key_share=True))
            if mine is None:
                raise moved_away(table)
            session.execute(update(TableRow).where(TableRow.id == table).values(owner=me))
        return mine


def _owner(session: Session, table: str) -> ProcessRow | None:
    """The process that has a table; None if that is dead, or there is none."""
    having = ProcessRow.number == TableRow.owner
    return session.scalars(
        select(ProcessRow)
        .join(TableRow, having)
        .where(TableRow.id == table)
        .execution_options(populate_existing=True)
    ).first()


def _now() -> ColumnElement[datetime]:
    """The database's clock: those of the machines may differ."""
    return func.clock_timestamp(type_=DateTime(timezone=True))


def _lock_class() -> ColumnElement[int]:
    """What the locks of processes have in common, apart from those of another schema."""
    return func.hashtext(text("'wardround ' || current_schema()"), type_=Integer)


class Processes:
    """The processes that serve one PostgreSQL database, as one of them sees it.

    Args:
        store: The database.

    Attributes:
        address: Where others reach this process: HOST:PORT; empty if they cannot.
        door_port: The port of the door that others knock at; None without one.
        lost: Called when all tables of this process are to be let go.
    """

    def __init__(self, store: StoreThread) -> None:
        self._store = store
        self._registry = Registry(store.store)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="processes")
        self._beating = asyncio.Lock()
        self._beats = 0
        self._me: ProcessRow | None = None
        self.retired = False
        self._mine: set[str] = set()
        self._peers: dict[int, Peer] = {}
        self.address = ""
        self.door_port: int | None = None
        self.lost: Callable[[], None] = lambda: None

    # --- as those of the server who need tables see it ----------------------------------------

    @property
    def keeps_house(self) -> bool:
        """Whether this is the eldest of them."""
        return self._me is not None and self._me.number < min(self._peers, default=2**31)

    @property
    def key(self) -> str | None:
        """What others must prove to know; None while this process is none of them."""
        return None if self._me is None else self._me.key

    @property
    def lease_seconds(self) -> float:
        """How long one of them may stand still."""
        return self._store.store.lease_seconds

    @property
    def peers(self) -> list[Peer]:
        """The others."""
        return list(self._peers.values())

    def check(self) -> None:
        """Refuse while this process is none of them.

        Raises:
            StorageError: It is not; it tries to be again, unless it is about to end.
        """
        self.number_for_new()

    def number_for_new(self) -> int:
        """The number under which this process makes a table.

        Raises:
            StorageError: It has none now.
        """
        if self._me is None:
            ends = "This process of the server is about to end."
            broken = "This process of the server has lost its connection with the database."
            raise StorageError(
                ends if self.retired else broken,
                where="server",
                expected="asking again in a moment",
            )
        return self._me.number

    def has(self, table: str) -> bool:
        """Whether a table is this process's own, as far as it knows."""
        return self._me is not None and table in self._mine

    async def take(self, table: str) -> int:
        """Have a table, if there is such a one; the number under which this process does.

        Raises:
            Elsewhere: Another process has it.
            NotOwner, StorageError: This process is none of them now.
        """
        number = self.number_for_new()
        if table in self._mine:
            return number
        owner = await self._store.run(self._registry.claim, table, number)
        if self._me is None or self._me.number != number:
            raise moved_away(table)
        if owner is not None and owner.number != number:
            raise Elsewhere(table, self._known(owner))
        if owner is not None:
            self._mine.add(table)
        return number

    def drop(self, table: str) -> None:
        """Forget having a table."""
        self._mine.discard(table)

    # --- as the others see it -----------------------------------------------------------------

    async def keep(self) -> None:
        """Be one of them until the server ends, whatever becomes of the database."""
        while True:
            await self.beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def beat(self) -> None:
        """Give a sign of life now, and see who else gives one; become one of them, if none.

        Whoever asks while others do shares what they see.
        """
        asked_at = self._beats
        async with self._beating:
            if self.retired or self._beats > asked_at + 1:
                return
            self._beats += 1
            if self._me is None:
                await self._enter()
            if self._me is not None:
                await self._beat(self._me.number)

    async def _enter(self) -> None:
        with contextlib.suppress(StorageError):  # logged where it came up; tried again
            self._me = await self._run(self._registry.enter, self.address)
            log.info("this is process %d at %s", self._me.number, self.address)

    async def _beat(self, number: int) -> None:
        try:
            rows = await self._run(self._registry.beat, number)
        except Lost as error:
            log.error("process %d lets go of its tables: %s", number, error)
            self._let_go()
            await self._run(self._registry.hang_up)
            return
        there = {row.number for row in rows}
        for row in rows:
            self._known(row)
        for gone in self._peers.keys() - there:
            peer = self._peers.pop(gone)
            peer.gone.set()
            log.warning("process %d at %s is gone", peer.number, peer.address)

    def _known(self, row: ProcessRow) -> Peer:
        return self._peers.setdefault(row.number, Peer(row.number, row.address, row.key))

    def _let_go(self) -> None:
        self._me = None
        self._mine.clear()
        self.lost()

    async def retire(self) -> None:
        """Leave all tables to the others, and be none of them any more."""
        async with self._beating:
            if self.retired:
                return
            self.retired = True
            me, self._me = self._me, None
            if me is not None:
                await self._run(self._registry.leave, me.number)
            self._let_go()
        self._thread.shutdown(wait=False)

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        asked = partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._thread, asked)
