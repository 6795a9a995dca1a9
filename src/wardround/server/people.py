"""People with a name: their devices, their seats, their games, in the database.

Nobody needs a name to play. Who chooses one gets a recovery code, by which other devices sign in;
each gets a session of its own. Names need not differ: a person is known by an id that nobody is
told, so nobody can take a name away from others, or find out by one who is here; at a table equal
names are numbered.

Every method is one transaction. Nothing is kept in memory: any process may be asked.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from wardround.core import SeatError, apart_from
from wardround.rating import Rating, in_points
from wardround.server import codes
from wardround.server.errors import (
    ForgedToken,
    HeldByAnother,
    NotNamed,
    UnknownCode,
    UnknownSession,
)
from wardround.server.relations import (
    HoldingRow,
    PersonRow,
    ResultRow,
    ResultSeatRow,
    SessionRow,
    WishRow,
)
from wardround.server.results import forget_unheld
from wardround.server.schemas import NewSeat
from wardround.server.seats import hash_token, new_token
from wardround.server.shown import Json
from wardround.server.store import SeatRow, Store, TableRow, TalkRow, WriteConflict

ID_BYTES = 6
MOST_SESSIONS = 20
"""Devices that a person is signed in on at most; the one unseen for longest is signed out."""

SEEN_SECONDS = 3600
"""How exactly it is noted when a session was last used."""

MOST_TABLES = 500
"""Tables that are listed at most: those that were touched last."""

PAGE = 50
"""Games on a page of the history."""

SURE_GAMES = 5
"""Games from which on a rating says something."""

LONGEST_COURSE = 100
SOMEBODY = "Somebody"
"""Who sat at a table that is over, where their name was deleted."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Somebody who is signed in.

    Attributes:
        id: The person.
        name: Their name.
        created: When they chose it, in seconds since 1970.
        session: The number of the session.
        key: The key that their seat tokens are closed by.
    """

    id: str
    name: str
    created: int
    session: int
    key: bytes

    def to_json(self) -> Json:
        """The person, as they may read it."""
        return {"id": self.id, "name": self.name, "created": self.created}


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody who chose a name, as those who run the server list them.

    Attributes:
        id: The person.
        name: Their name.
        created: When they chose it, in seconds since 1970.
        seen: When a device of theirs was last used, to the hour; None if none is signed in.
        seats: How many seat tokens are linked to them.
    """

    id: str
    name: str
    created: int
    seen: int | None
    seats: int

    def to_json(self) -> Json:
        """It as plain data."""
        return asdict(self)


def check_rated(seats: Sequence[NewSeat], person: Signed | None) -> None:
    """Refuse a rated table that could not count.

    Raises:
        NotNamed: Who makes it has no name.
        SeatError: Fewer than two people are to play there, or two of them on one device.
    """
    if person is None:
        raise not_named()
    kinds = [seat.kind for seat in seats]
    if kinds.count("me") + kinds.count("open") < 2 or "device" in kinds:
        raise SeatError(
            "This game could not be rated.",
            where="seats",
            expected="two people or more, each on a device of their own",
        )


def not_named() -> NotNamed:
    """What is said at a rated table to who has no name."""
    return NotNamed(
        "This game is rated: who plays needs a name here.",
        where="rated",
        expected="signing in, or choosing a name",
    )


class People:
    """The people in the database.

    Args:
        store: The database.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- coming and going -----------------------------------------------------------------------

    def choose(self, name: str) -> tuple[Signed, str, str]:
        """Somebody chooses a name: who it is, the recovery code, the token of their session.

        Raises:
            StorageError: It could not be stored.
        """
        code, key = codes.new_code(), codes.new_key()
        bare = codes.bare_code(code)
        row = PersonRow(
            id=secrets.token_hex(ID_BYTES),
            name=name,
            code_hash=codes.hash_of(bare),
            code_key=codes.closed(key, bare),
            created=_now(),
        )
        with self._store.transaction() as session:
            session.add(row)
            session.flush()
            number, token = _begin_session(session, row.id, key)
        return Signed(row.id, row.name, row.created, number, key), code, token

    def sign_in(self, code: str) -> tuple[Signed, str]:
        """Sign in by a recovery code: who it is, and the token of the new session.

        Raises:
            UnknownCode: Nobody has this code.
            StorageError: It could not be stored.
        """
        bare = codes.bare_code(code)
        with self._store.transaction("look for the code") as session:
            hashed = PersonRow.code_hash == codes.hash_of(bare)
            row = session.scalar(select(PersonRow).where(hashed).with_for_update())
            if row is None:
                raise _unknown(bare)
            key = codes.opened(row.code_key, bare)
            number, token = _begin_session(session, row.id, key)
        return Signed(row.id, row.name, row.created, number, key), token

    def signed(self, token: str) -> Signed:
        """Who a session is of.

        Raises:
            ForgedToken: There is no such session (any more).
        """
        with self._store.transaction("look for the session") as session:
            row = session.scalar(
                select(SessionRow).where(SessionRow.token_hash == hash_token(token))
            )
            person = None if row is None else session.get(PersonRow, row.person)
            if row is None or person is None:
                raise ForgedToken(
                    "You are not signed in here, or not any more.",
                    where="Authorization",
                    expected="signing in with your recovery code",
                )
            if _now() - row.seen > SEEN_SECONDS:
                row.seen = _now()
            key = codes.opened(row.key, token)
            return Signed(person.id, person.name, person.created, row.number, key)

    def rename(self, person: Signed, name: str) -> None:
        """Choose another name; it is taken for seats from now on."""
        with self._store.transaction() as session:
            session.execute(update(PersonRow).where(PersonRow.id == person.id).values(name=name))

    def renew_code(self, person: Signed) -> str:
        """A new recovery code; the one before is worth nothing any more."""
        code = codes.new_code()
        bare = codes.bare_code(code)
        changed = {"code_hash": codes.hash_of(bare), "code_key": codes.closed(person.key, bare)}
        with self._store.transaction() as session:
            session.execute(update(PersonRow).where(PersonRow.id == person.id).values(changed))
        return code

    def sessions(self, person: Signed) -> list[Json]:
        """Where a person is signed in, the newest first."""
        with self._store.transaction("list the sessions") as session:
            found = session.scalars(
                select(SessionRow)
                .where(SessionRow.person == person.id)
                .order_by(SessionRow.seen.desc(), SessionRow.number.desc())
            )
            return [
                {
                    "number": row.number,
                    "began": row.began,
                    "seen": row.seen,
                    "mine": row.number == person.session,
                }
                for row in found
            ]

    def sign_out(self, person: Signed, number: int | None) -> int:
        """End a session, or (None) all but this one; how many ended.

        Raises:
            UnknownSession: The person has no session of this number.
        """
        which = (
            SessionRow.number != person.session if number is None else SessionRow.number == number
        )
        with self._store.transaction() as session:
            gone = delete(SessionRow).where(SessionRow.person == person.id, which)
            ended = len(session.scalars(gone.returning(SessionRow.number)).all())
        if number is not None and not ended:
            raise UnknownSession(
                "You have no such session.",
                where="number",
                expected="the number of a device that you are signed in on",
            )
        return ended

    # --- seats ----------------------------------------------------------------------------------

    def link(self, person: Signed, token: str) -> None:
        """Take a seat token for a person's own, and with it the seats and results that it holds.

        Raises:
            HeldByAnother: It is somebody else's.
            StorageError: It could not be stored.
        """
        hashed = hash_token(token)
        try:
            with self._store.transaction() as session:
                owner = session.scalar(
                    select(HoldingRow.person).where(HoldingRow.token_hash == hashed)
                )
                if owner is None:
                    sealed = codes.sealed(token, person.key)
                    session.add(HoldingRow(token_hash=hashed, person=person.id, sealed=sealed))
        except WriteConflict:  # another process has linked it meanwhile
            with self._store.transaction("look for the seat") as session:
                owner = session.scalar(
                    select(HoldingRow.person).where(HoldingRow.token_hash == hashed)
                )
        if owner not in (None, person.id):
            raise HeldByAnother(
                "This seat is linked to the name of somebody else.",
                where="token",
                expected="a seat of your own",
            )

    def link_seats(self, person: Signed, seats: Iterable[tuple[str, str]]) -> dict[str, bool]:
        """Take seats for a person's own, by table and token; which tables are theirs now.

        Not theirs are seats that do not exist, and those of others.

        Raises:
            StorageError: It could not be stored.
        """
        done: dict[str, bool] = {}
        for table, token in seats:
            with self._store.transaction("look for the seat") as session:
                seat = (SeatRow.table == table) & (SeatRow.token_hash == hash_token(token))
                there = session.scalar(select(SeatRow.seat).where(seat).limit(1)) is not None
            try:
                if there:
                    self.link(person, token)
                done[table] = there
            except HeldByAnother:
                done[table] = False
        return done

    def unlink_unused(self, token: str) -> None:
        """Forget that a token is somebody's where it holds nothing: its seat was not to be had."""
        hashed = hash_token(token)
        used = exists(select(SeatRow.seat).where(SeatRow.token_hash == hashed))
        played = exists(select(ResultSeatRow.seat).where(ResultSeatRow.holder == hashed))
        with self._store.transaction() as session:
            session.execute(
                delete(HoldingRow).where(HoldingRow.token_hash == hashed, ~used, ~played)
            )

    def holds(self, person: Signed, table: str) -> bool:
        """Whether a person has a seat at a table."""
        with self._store.transaction("look for the seat") as session:
            held = (
                select(SeatRow.seat)
                .join(HoldingRow, HoldingRow.token_hash == SeatRow.token_hash)
                .where(SeatRow.table == table, HoldingRow.person == person.id)
            )
            return session.scalar(held.limit(1)) is not None

    def tables(self, person: Signed) -> list[Json]:
        """The tables where a person has seats, those touched last first, with the seats' tokens."""
        with self._store.transaction("list the tables") as session:
            rows = session.execute(
                select(
                    TableRow.id,
                    TableRow.game,
                    TableRow.state,
                    TableRow.touched,
                    SeatRow.seat,
                    SeatRow.name,
                    HoldingRow.token_hash,
                    HoldingRow.sealed,
                )
                .join(SeatRow, SeatRow.table == TableRow.id)
                .join(HoldingRow, HoldingRow.token_hash == SeatRow.token_hash)
                .where(HoldingRow.person == person.id)
                .order_by(TableRow.touched.desc(), TableRow.id, SeatRow.seat)
            ).all()
        found: dict[str, Json] = {}
        for row in rows:
            if row.id not in found and len(found) == MOST_TABLES:
                break
            token = codes.unsealed(row.sealed, row.token_hash, person.key)
            if token is None:
                continue
            table = found.setdefault(row.id, _table_json(row))
            held = table["held"].setdefault(token, {"token": token, "seats": [], "names": []})
            held["seats"].append(row.seat)
            held["names"].append(row.name)
        return [{**table, "held": list(table["held"].values())} for table in found.values()]

    # --- games ----------------------------------------------------------------------------------

    def games(self, person: Signed, before: int | None, most: int | None = PAGE) -> list[Json]:
        """How the games ended in which a person played, the last one first.

        Args:
            person: Who asks.
            before: Only games that ended before the one of this number.
            most: How many; all if None.
        """
        with self._store.transaction("list the games") as session:
            mine = _mine(person.id)
            played = exists(
                select(ResultSeatRow.seat).where(
                    ResultSeatRow.result == ResultRow.number, ResultSeatRow.holder.in_(mine)
                )
            )
            wanted = select(ResultRow).where(played).order_by(ResultRow.number.desc())
            if before is not None:
                wanted = wanted.where(ResultRow.number < before)
            if most is not None:
                wanted = wanted.limit(most)
            found = session.scalars(wanted).all()
            held = set(session.scalars(mine))
            seats: dict[int, list[ResultSeatRow]] = {row.number: [] for row in found}
            kept: set[str] = set()
            for batch in _batches(found):
                numbers = [row.number for row in batch]
                of_them = select(ResultSeatRow).where(ResultSeatRow.result.in_(numbers))
                for seat in session.scalars(of_them.order_by(ResultSeatRow.seat)):
                    seats[seat.result].append(seat)
                there = select(TableRow.id).where(TableRow.id.in_([row.table for row in batch]))
                kept.update(session.scalars(there))
            return [_game_json(row, seats[row.number], held, row.table in kept) for row in found]

    def statistics(self, person: Signed) -> list[Json]:
        """What a person has come to, by game and number of players, what was played last first."""
        games = self.games(person, None, None)
        groups: dict[tuple[str, int], list[Json]] = {}
        for game in games:
            groups.setdefault((game["game"], game["players"]), []).append(game)
        return [_statistics(game, players, played) for (game, players), played in groups.items()]

    # --- all about somebody -----------------------------------------------------------------------

    def everything(self, person: Signed) -> Json:
        """All that is kept about a person, without what is secret: codes, tokens, running games."""
        tables = [
            {
                **{name: table[name] for name in ("table", "game", "state", "touched")},
                "seats": [seat for held in table["held"] for seat in held["seats"]],
            }
            for table in self.tables(person)
        ]
        with self._store.transaction("list what was said") as session:
            said = session.execute(
                select(TalkRow.table, TalkRow.name, TalkRow.text, TalkRow.at)
                .join(SeatRow, (SeatRow.table == TalkRow.table) & (SeatRow.seat == TalkRow.seat))
                .where(SeatRow.token_hash.in_(_mine(person.id)))
                .order_by(TalkRow.at, TalkRow.number)
            ).all()
            wished = select(WishRow).where(_wishes(person.id)).order_by(WishRow.number)
            wishes = [
                {"way": row.way, "place": row.place, "confirmed": row.confirmed}
                for row in session.scalars(wished)
            ]
        return {
            "person": person.to_json(),
            "wishes": wishes,
            "sessions": [
                {"began": one["began"], "seen": one["seen"]} for one in self.sessions(person)
            ],
            "tables": tables,
            "said": [dict(line._mapping) for line in said],
            "statistics": self.statistics(person),
            "games": self.games(person, None, None),
        }

    def known(self) -> list[Known]:
        """Everybody with a name, by name and then by the time that they chose it."""
        seen = select(func.max(SessionRow.seen)).where(SessionRow.person == PersonRow.id)
        seats = select(func.count()).where(HoldingRow.person == PersonRow.id)
        found = select(
            PersonRow.id,
            PersonRow.name,
            PersonRow.created,
            seen.scalar_subquery(),
            seats.select_from(HoldingRow).scalar_subquery(),
        ).order_by(PersonRow.name, PersonRow.created, PersonRow.id)
        with self._store.transaction("list the people") as session:
            return [Known(*row) for row in session.execute(found)]

    def forget(self, person: str) -> list[str]:
        """Delete a person: code, sessions, links, name; the finished tables that were changed.

        The seats of games that are not over keep their tokens and the names that others play with.

        Args:
            person: The id of the person.
        """
        with self._store.transaction("delete all about a person") as session:
            session.execute(
                select(PersonRow.id).where(PersonRow.id == person).with_for_update()
            ).all()
            mine = _mine(person)
            changed = _take_names_away(session, mine)
            tables = _empty_results(session, mine)
            session.execute(delete(WishRow).where(_wishes(person)))
            session.execute(delete(HoldingRow).where(HoldingRow.person == person))
            session.execute(delete(SessionRow).where(SessionRow.person == person))
            session.execute(delete(PersonRow).where(PersonRow.id == person))
            there = set(session.scalars(select(TableRow.id).where(TableRow.id.in_(tables))))
            forget_unheld(session.connection(), sorted(set(tables) - there))
        return changed


def _begin_session(session: Session, person: str, key: bytes) -> tuple[int, str]:
    """Sign a device in; the number and the token of its session."""
    token = new_token()
    row = SessionRow(
        person=person,
        token_hash=hash_token(token),
        key=codes.closed(key, token),
        began=_now(),
        seen=_now(),
    )
    session.add(row)
    session.flush()
    newest = (
        select(SessionRow.number)
        .where(SessionRow.person == person)
        .order_by(SessionRow.seen.desc(), SessionRow.number.desc())
        .limit(MOST_SESSIONS)
    )
    numbers = list(session.scalars(newest))
    session.execute(
        delete(SessionRow).where(SessionRow.person == person, SessionRow.number.not_in(numbers))
    )
    return row.number, token


def _now() -> int:
    return int(time.time())


def _unknown(bare: str) -> UnknownCode:
    if len(bare) != codes.LENGTH:
        return UnknownCode(
            f"The code has {len(bare)} letters and digits.",
            where="code",
            expected=f"{codes.LENGTH} of them, in {codes.GROUPS} groups of {codes.GROUP}",
        )
    return UnknownCode(
        "Nobody has this code. A new one makes the one before invalid.",
        where="code",
        expected="the recovery code of a name on this server, without a typing error",
    )


def _mine(person: str) -> Select[str]:
    """The hashes of the tokens that a person has."""
    return select(HoldingRow.token_hash).where(HoldingRow.person == person)


def _wishes(person: str) -> ColumnElement[bool]:
    """Which wishes to be told are a person's, or belong to their seats."""
    return or_(WishRow.person == person, WishRow.holder.in_(_mine(person)))


def _batches(rows: Sequence[ResultRow], size: int = 200) -> Iterable[Sequence[ResultRow]]:
    return (rows[start : start + size] for start in range(0, len(rows), size))


def _table_json(row: Any) -> Json:
    told = {"table": row.id, "game": row.game, "state": row.state, "touched": row.touched}
    return {**told, "held": {}}


def _game_json(row: ResultRow, seats: Sequence[ResultSeatRow], held: set[str], kept: bool) -> Json:
    """How a game ended, for one who played; ``kept``: its table can still be looked at."""
    return {
        "number": row.number,
        "table": row.table,
        "game": row.game,
        "players": row.players,
        "rated": row.rated,
        "early": row.early,
        "ended": row.ended,
        "kept": kept,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name or None,
                "bot": seat.bot,
                "mine": seat.holder in held,
                "points": seat.points,
                "rank": seat.rank,
            }
            for seat in seats
        ],
        "rating": next((_rating_of(seat) for seat in seats if seat.holder in held), None),
    }


def _rating_of(seat: ResultSeatRow) -> Json | None:
    if seat.mu is None or seat.sigma is None:
        return None
    points = in_points(Rating(seat.mu, seat.sigma))
    return {"value": round(points.value), "spread": round(points.spread)}


def _statistics(game: str, players: int, played: Sequence[Json]) -> Json:
    """What somebody came to in games of one kind, the last one first.

    Counted are games that were played to their end and in which they had one seat.
    """
    mine = [[seat for seat in one["seats"] if seat["mine"]] for one in played if not one["early"]]
    alone = [seats[0] for seats in mine if len(seats) == 1]
    course = [one["rating"] for one in reversed(played) if one["rating"] is not None]
    rating = (
        {**course[-1], "games": len(course), "sure": len(course) >= SURE_GAMES} if course else None
    )
    return {
        "game": game,
        "players": players,
        "games": len(alone),
        "wins": sum(seat["rank"] == 1 for seat in alone),
        "mean": round(sum(seat["points"] for seat in alone) / len(alone), 1) if alone else None,
        "rating": rating,
        "course": [one["value"] for one in course[-LONGEST_COURSE:]],
    }


def _take_names_away(session: Session, mine: Select[str]) -> list[str]:
    """Take names away from finished tables, and what was said from all; the finished tables."""
    seats = session.execute(
        select(SeatRow.table, SeatRow.seat, TableRow.state)
        .join(TableRow, TableRow.id == SeatRow.table)
        .where(SeatRow.token_hash.in_(mine))
        .order_by(SeatRow.table, SeatRow.seat)
    ).all()
    over: list[str] = []
    for table, seat, state in seats:
        said = (TalkRow.table == table) & (TalkRow.seat == seat)
        session.execute(delete(TalkRow).where(said))
        if state == "over":
            others = select(SeatRow.name).where(SeatRow.table == table, SeatRow.seat != seat)
            name = apart_from(SOMEBODY, session.scalars(others).all())
            at = (SeatRow.table == table) & (SeatRow.seat == seat)
            session.execute(update(SeatRow).where(at).values(name=name))
            over.append(table)
    return sorted(set(over))


def _empty_results(session: Session, mine: Select[str]) -> list[str]:
    """Take names out of results; the tables that these are of."""
    found = session.scalars(
        select(ResultRow.table)
        .join(ResultSeatRow, ResultSeatRow.result == ResultRow.number)
        .where(ResultSeatRow.holder.in_(mine))
    ).all()
    session.execute(
        update(ResultSeatRow).where(ResultSeatRow.holder.in_(mine)).values(name="", holder=None)
    )
    return list(set(found))
