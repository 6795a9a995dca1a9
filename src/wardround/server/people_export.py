"""People, results and wishes as plain data: for moving them to another database."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from wardround.server.relations import (
    HoldingRow,
    PersonRow,
    PushKeyRow,
    ResultRow,
    ResultSeatRow,
    SessionRow,
    ToldRow,
    WishRow,
)
from wardround.server.store import Store


@dataclass(frozen=True, slots=True)
class StoredSession:
    """A device that a person is signed in on (:class:`wardround.server.relations.SessionRow`)."""

    token_hash: str
    key: str
    began: int
    seen: int


@dataclass(frozen=True, slots=True)
class StoredHolding:
    """A seat token that a person has (:class:`wardround.server.relations.HoldingRow`)."""

    token_hash: str
    sealed: str


@dataclass(frozen=True, slots=True)
class StoredWish:
    """A wish to be told (:class:`wardround.server.relations.WishRow`); a person's has no holder."""

    holder: str | None
    way: str
    place: str
    key: str
    secret: str
    confirmed: bool
    made: int


@dataclass(frozen=True, slots=True)
class StoredTold:
    """That somebody was told about a table (:class:`wardround.server.relations.ToldRow`)."""

    table: str
    holder: str


@dataclass(frozen=True, slots=True)
class StoredPushKey:
    """The key for push services (:class:`wardround.server.relations.PushKeyRow`)."""

    pem: str


@dataclass(frozen=True, slots=True)
class StoredPerson:
    """A person (:class:`wardround.server.relations.PersonRow`), with all that is theirs."""

    id: str
    name: str
    code_hash: str
    code_key: str
    created: int
    sessions: tuple[StoredSession, ...]
    holdings: tuple[StoredHolding, ...]
    wishes: tuple[StoredWish, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredResultSeat:
    """What a seat came to (:class:`wardround.server.relations.ResultSeatRow`)."""

    seat: int
    name: str
    bot: str | None
    holder: str | None
    points: int
    rank: int | None
    mu: float | None
    sigma: float | None


@dataclass(frozen=True, slots=True)
class StoredResult:
    """How a game ended (:class:`wardround.server.relations.ResultRow`), with its seats."""

    table: str
    game: str
    players: int
    rated: bool
    early: bool
    ended: int
    seats: tuple[StoredResultSeat, ...]


def all_people(store: Store) -> Iterator[StoredPerson]:
    """All people in a database."""
    with store.transaction("list its people") as session:
        ids = session.scalars(select(PersonRow.id).order_by(PersonRow.created, PersonRow.id)).all()
    for id in ids:
        with store.transaction("read a person") as session:
            row = session.get(PersonRow, id)
            if row is None:
                continue
            sessions = select(SessionRow).where(SessionRow.person == id)
            holdings = select(HoldingRow).where(HoldingRow.person == id)
            yield StoredPerson(
                row.id,
                row.name,
                row.code_hash,
                row.code_key,
                row.created,
                tuple(
                    StoredSession(one.token_hash, one.key, one.began, one.seen)
                    for one in session.scalars(sessions.order_by(SessionRow.number))
                ),
                tuple(
                    StoredHolding(one.token_hash, one.sealed)
                    for one in session.scalars(holdings.order_by(HoldingRow.token_hash))
                ),
                _wishes(session, WishRow.person == id),
            )


def all_wishes(store: Store) -> Iterator[StoredWish]:
    """The wishes of those who hold seat tokens."""
    with store.transaction("list its wishes") as session:
        found = _wishes(session, WishRow.holder.is_not(None))
    yield from found


def all_told(store: Store) -> Iterator[StoredTold]:
    """Who was told about which table, and was not there since."""
    with store.transaction("list who was told") as session:
        rows = session.scalars(select(ToldRow).order_by(ToldRow.table, ToldRow.holder))
        found = [StoredTold(row.table, row.holder) for row in rows]
    yield from found


def all_keys(store: Store) -> Iterator[StoredPushKey]:
    """The key for push services, if there is one."""
    with store.transaction("read its key") as session:
        found = session.scalars(select(PushKeyRow.pem)).all()
    yield from map(StoredPushKey, found)


def _wishes(session: Session, which: ColumnElement[bool]) -> tuple[StoredWish, ...]:
    rows = session.scalars(select(WishRow).where(which).order_by(WishRow.number))
    return tuple(
        StoredWish(one.holder, one.way, one.place, one.key, one.secret, one.confirmed, one.made)
        for one in rows
    )


def all_results(store: Store) -> Iterator[StoredResult]:
    """All results in a database, in the order in which the games ended."""
    with store.transaction("list its results") as session:
        numbers = session.scalars(select(ResultRow.number).order_by(ResultRow.number)).all()
    for number in numbers:
        with store.transaction("read a result") as session:
            row = session.get(ResultRow, number)
            if row is None:
                continue
            seats = select(ResultSeatRow).where(ResultSeatRow.result == number)
            yield StoredResult(
                row.table,
                row.game,
                row.players,
                row.rated,
                row.early,
                row.ended,
                tuple(
                    StoredResultSeat(
                        one.seat,
                        one.name,
                        one.bot,
                        one.holder,
                        one.points,
                        one.rank,
                        one.mu,
                        one.sigma,
                    )
                    for one in session.scalars(seats.order_by(ResultSeatRow.seat))
                ),
            )


def insert_person(store: Store, person: StoredPerson) -> None:
    """Store a person.

    Raises:
        WriteConflict: There is one of this id, or with one of these secrets.
        StorageError: The write failed.
    """
    values = asdict(person)
    sessions, holdings = values.pop("sessions"), values.pop("holdings")
    wishes = values.pop("wishes")
    with store.transaction() as session:
        session.add(PersonRow(**values))
        session.flush()
        session.add_all(SessionRow(person=person.id, **one) for one in sessions)
        session.add_all(HoldingRow(person=person.id, **one) for one in holdings)
        session.add_all(WishRow(person=person.id, **one) for one in wishes)


def insert_wish(store: Store, wish: StoredWish) -> None:
    """Store a wish of who holds a seat token, unless it is there.

    Raises:
        StorageError: The write failed.
    """
    with store.transaction() as session:
        same = (WishRow.holder == wish.holder) & (WishRow.place == wish.place)
        if session.scalar(select(WishRow.number).where(same).limit(1)) is None:
            session.add(WishRow(**asdict(wish)))


def insert_told(store: Store, told: StoredTold) -> None:
    """Store that somebody was told, unless that is there.

    Raises:
        WriteConflict: The table is not there.
        StorageError: The write failed.
    """
    with store.transaction() as session:
        if session.get(ToldRow, (told.table, told.holder)) is None:
            session.add(ToldRow(**asdict(told)))


def insert_key(store: Store, key: StoredPushKey) -> None:
    """Store the key for push services, unless there is one.

    Raises:
        StorageError: The write failed.
    """
    with store.transaction() as session:
        if session.get(PushKeyRow, 1) is None:
            session.add(PushKeyRow(number=1, pem=key.pem))


def insert_result(store: Store, result: StoredResult) -> None:
    """Store how a game ended, as the last one so far.

    Raises:
        WriteConflict: It is known of this table already.
        StorageError: The write failed.
    """
    values = asdict(result)
    seats = values.pop("seats")
    with store.transaction() as session:
        row = ResultRow(**values)
        session.add(row)
        session.flush()
        session.add_all(ResultSeatRow(result=row.number, **one) for one in seats)
