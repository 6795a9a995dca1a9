"""Who wishes to be told when it is their turn, and who was told, in the database.

A wish is a person's, for all their tables, or belongs to whoever holds a seat token, for the tables
where that sits (a rematch has the same). Every method is one transaction; any process may be asked.
"""

import hmac
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import cast, get_args

from sqlalchemy import ColumnElement, delete, exists, func, or_, select
from sqlalchemy.orm import Session

from wardround.server.errors import TooMany, UnknownWish
from wardround.server.relations import HoldingRow, PushKeyRow, ToldRow, Way, WishRow
from wardround.server.shown import Json
from wardround.server.store import SeatRow, Store, TableRow, WriteConflict

MOST_WISHES = 10
"""Wishes of one person, or of one seat token, at most."""

UNCONFIRMED_SECONDS = 2 * 86_400
"""How long an address for mail waits to be confirmed."""

SECRET_BYTES = 24


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose wish it is: a person's id, or the hash of a seat token."""

    person: str | None = None
    holder: str | None = None

    def owns(self) -> ColumnElement[bool]:
        """Which wishes are theirs."""
        if self.person is not None:
            return WishRow.person == self.person
        return WishRow.holder == self.holder


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish to be told, as it is kept (:class:`wardround.server.relations.WishRow`)."""

    number: int
    way: Way
    place: str
    key: str
    secret: str
    confirmed: bool

    def to_json(self) -> Json:
        """The wish as its owner may read it again: without its secrets."""
        return {
            "number": self.number,
            "way": self.way,
            "place": self.place,
            "confirmed": self.confirmed,
        }


class Wishes:
    """The wishes in the database.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(
        self, owner: Owner, way: Way, place: str, key: str = "", secret: str | None = None
    ) -> tuple[Wish, bool]:
        """Take in a wish; it, and whether it is new. The same place again is the same wish.

        Args:
            owner: Whose it is.
            way: How they are told.
            place: Where that goes to.
            key: The key of a browser.
            secret: What it shares; of other ways a new one is made.

        Raises:
            TooMany: They have as many as they may have.
            StorageError: It could not be stored.
        """
        with self._store.transaction() as session:
            theirs = owner.owns()
            row = session.scalar(
                select(WishRow).where(theirs, WishRow.way == way, WishRow.place == place)
            )
            if row is not None:
                if secret is not None:  # the browser has made itself a new key
                    row.key, row.secret = key, secret
                return _wish(row), False
            count = session.scalar(select(func.count()).select_from(WishRow).where(theirs)) or 0
            if count >= MOST_WISHES:
                raise TooMany(
                    f"You are told in {count} ways already.",
                    where="way",
                    expected=f"at most {MOST_WISHES}: end one first",
                )
            row = WishRow(
                person=owner.person,
                holder=owner.holder,
                way=way,
                place=place,
                key=key,
                secret=secrets.token_urlsafe(SECRET_BYTES) if secret is None else secret,
                confirmed=way != "mail",
                made=int(time.time()),
            )
            session.add(row)
            session.flush()
            return _wish(row), True

    def of(self, owner: Owner) -> list[Wish]:
        """Somebody's wishes, the oldest first."""
        with self._store.transaction("list the wishes") as session:
            rows = session.scalars(select(WishRow).where(owner.owns()).order_by(WishRow.number))
            return [_wish(row) for row in rows]

    def end(self, owner: Owner, number: int) -> None:
        """Take a wish back.

        Raises:
            UnknownWish: They have none of this number.
        """
        with self._store.transaction() as session:
            gone = delete(WishRow).where(owner.owns(), WishRow.number == number)
            if not session.scalars(gone.returning(WishRow.number)).all():
                raise UnknownWish(
                    "You do not wish to be told in such a way.",
                    where="number",
                    expected="the number of a wish of yours",
                )

    def drop(self, number: int) -> None:
        """Forget a wish whose place is gone."""
        with self._store.transaction() as session:
            session.execute(delete(WishRow).where(WishRow.number == number))

    def confirm(self, secret: str) -> str:
        """Take an address for mail as confirmed; the address.

        Raises:
            UnknownWish: The link is none, or not any more.
        """
        with self._store.transaction() as session:
            row = _of_link(session, secret)
            row.confirmed = True
            return row.place

    def stop(self, secret: str) -> str:
        """End the wish that the link of a mail belongs to; the address.

        Raises:
            UnknownWish: The link is none, or not any more.
        """
        with self._store.transaction() as session:
            row = _of_link(session, secret)
            session.delete(row)
            return row.place

    def begin_telling(self, table: str, holder: str) -> list[Wish]:
        """Note that who holds a token is told about a table; how they wish to be told.

        It is noted before anything is sent: whatever happens then, nobody is told twice.

        Returns:
            Nothing where they have been told and were not there since, or wish nothing.
        """
        with self._store.transaction() as session:
            mine = select(HoldingRow.person).where(HoldingRow.token_hash == holder)
            theirs = or_(WishRow.holder == holder, WishRow.person.in_(mine))
            rows = session.scalars(
                select(WishRow).where(theirs, WishRow.confirmed).order_by(WishRow.number)
            ).all()
            if not rows or session.get(ToldRow, (table, holder)) is not None:
                return []
            session.add(ToldRow(table=table, holder=holder))
            places: dict[tuple[str, str], Wish] = {}
            for row in rows:  # as a person, and at this table as well: once
                places.setdefault((row.way, row.place), _wish(row))
            return list(places.values())

    def of_none(self, holders: Collection[str]) -> set[str]:
        """Those of the holders of tokens who do not wish to be told of anything."""
        with self._store.transaction() as session:
            as_people = (
                select(HoldingRow.token_hash)
                .join(WishRow, WishRow.person == HoldingRow.person)
                .where(HoldingRow.token_hash.in_(holders), WishRow.confirmed)
            )
            here = select(WishRow.holder).where(WishRow.holder.in_(holders), WishRow.confirmed)
            return set(holders) - set(session.scalars(as_people)) - set(session.scalars(here))

    def was_there(self, table: str, holder: str) -> None:
        """Who holds a token has seen a table: they may be told about it again."""
        with self._store.transaction() as session:
            told = session.get(ToldRow, (table, holder))
            if told is not None:
                session.delete(told)

    def to_watch(self, seconds: float) -> list[str]:
        """Tables that are played, were touched in the last seconds of service, and have wishes."""
        with self._store.transaction("list the tables with wishes") as session:
            wished = or_(
                exists().where(WishRow.holder == SeatRow.token_hash),
                exists().where(
                    HoldingRow.token_hash == SeatRow.token_hash,
                    WishRow.person == HoldingRow.person,
                ),
            )
            recent = TableRow.served >= self._store.service - seconds
            found = (
                select(TableRow.id)
                .join(SeatRow, SeatRow.table == TableRow.id)
                .where(TableRow.state == "playing", recent, wished)
            )
            return sorted(set(session.scalars(found)))

    def forget_unconfirmed(self) -> None:
        """Forget the addresses for mail that nobody has confirmed in time."""
        before = int(time.time()) - UNCONFIRMED_SECONDS
        with self._store.transaction("forget what nobody confirmed") as session:
            session.execute(delete(WishRow).where(~WishRow.confirmed, WishRow.made < before))

    def push_key(self, fresh: str) -> str:
        """The key by which push services know this server; the fresh one if there was none."""
        try:
            with self._store.transaction() as session:
                row = session.get(PushKeyRow, 1)
                if row is None:
                    row = PushKeyRow(number=1, pem=fresh)
                    session.add(row)
                return row.pem
        except WriteConflict:  # another process was quicker
            return self.push_key(fresh)


def _wish(row: WishRow) -> Wish:
    return Wish(row.number, _way(row.way), row.place, row.key, row.secret, row.confirmed)


def _way(text: str) -> Way:
    for way in get_args(Way):
        if way == text:
            return cast("Way", way)
    raise ValueError(f"a way to tell somebody that is none: {text!r}")


def _of_link(session: Session, secret: str) -> WishRow:
    """The wish that the link of a mail belongs to.

    Raises:
        UnknownWish: The link is none, or not any more.
    """
    row = session.scalar(select(WishRow).where(WishRow.way == "mail", WishRow.secret == secret))
    if row is None or not hmac.compare_digest(row.secret, secret):
        raise UnknownWish(
            "This link is not valid, or not any more.",
            where="token",
            expected="the link of a mail of this server; a new one confirms for two days",
        )
    return row
