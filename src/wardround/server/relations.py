"""The relations of people: who has a name here, how games ended, who wishes to be told of turns.

A person is known by an id; what proves to be one, a recovery code or the token of a session, is
kept as a hash. What belongs to whom is told by the hashes of seat tokens: a person has tokens, and
has the seats and the results of whoever has these tokens.
"""

from typing import Literal

from sqlalchemy import BigInteger, Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Way = Literal["push", "webhook", "mail"]
"""How somebody is told: by the push service of their browser, a call of an address, or mail."""

LONGEST_PLACE = 1000
"""Characters of the longest address that a notice goes to."""


class Base(DeclarativeBase):
    """The relations of the server."""


class PersonRow(Base):
    """Somebody who chose a name.

    ``code_hash`` is the hash of the recovery code; ``code_key`` the person's key, closed by it.
    """

    __tablename__ = "people"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)
    code_key: Mapped[str] = mapped_column(String(64))
    created: Mapped[int] = mapped_column(BigInteger)


class SessionRow(Base):
    """A device that a person is signed in on; ``key`` is the person's key, closed by its token."""

    __tablename__ = "sessions"

    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(
        String(16), ForeignKey("people.id", ondelete="CASCADE"), index=True
    )
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    key: Mapped[str] = mapped_column(String(64))
    began: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)


class HoldingRow(Base):
    """A seat token that a person has; ``sealed`` is the token, closed by the person's key."""

    __tablename__ = "holdings"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(
        String(16), ForeignKey("people.id", ondelete="CASCADE"), index=True
    )
    sealed: Mapped[str] = mapped_column(String(256))


class WishRow(Base):
    """Somebody wishes to be told when it is their turn: a person, or who holds a seat token.

    ``way`` is push, webhook or mail, ``place`` where that goes to. Of push, ``key`` is the key of
    the browser and ``secret`` what it shares; of a webhook ``secret`` signs; of mail it stands in
    the links.
    """

    __tablename__ = "wishes"

    number: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[str | None] = mapped_column(
        String(16), ForeignKey("people.id", ondelete="CASCADE"), index=True
    )
    holder: Mapped[str | None] = mapped_column(String(64), index=True)
    way: Mapped[str] = mapped_column(String(16))
    place: Mapped[str] = mapped_column(String(LONGEST_PLACE))
    key: Mapped[str] = mapped_column(String(128))
    secret: Mapped[str] = mapped_column(String(64), index=True)
    confirmed: Mapped[bool]
    made: Mapped[int] = mapped_column(BigInteger)


class ToldRow(Base):
    """Who holds a seat token was told about a table, and has not been there since."""

    __tablename__ = "told"

    table: Mapped[str] = mapped_column(
        String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    holder: Mapped[str] = mapped_column(String(64), primary_key=True)


class PushKeyRow(Base):
    """The key by which push services know this server; there is one. ``pem`` holds its secret."""

    __tablename__ = "push_keys"

    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    pem: Mapped[str] = mapped_column(Text)


class ResultRow(Base):
    """How the game of a table ended; it outlasts the table.

    ``rated`` says that it counted for ratings, ``early`` that people ended it before its end.
    """

    __tablename__ = "results"

    number: Mapped[int] = mapped_column(primary_key=True)
    table: Mapped[str] = mapped_column(String(32), unique=True)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int]
    rated: Mapped[bool]
    early: Mapped[bool]
    ended: Mapped[int] = mapped_column(BigInteger)


class ResultSeatRow(Base):
    """What a seat came to: its points, its rank (none where the game ended early), its rating.

    ``holder`` is the hash of the token that held it, ``name`` the name that it had at the table,
    empty where that was deleted. ``mu`` and ``sigma`` are the holder's rating after the game, in
    the unit of :mod:`wardround.rating`, where the game counted.
    """

    __tablename__ = "result_seats"

    result: Mapped[int] = mapped_column(
        ForeignKey("results.number", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(64))
    bot: Mapped[str | None] = mapped_column(String(64))
    holder: Mapped[str | None] = mapped_column(String(64))
    points: Mapped[int]
    rank: Mapped[int | None]
    mu: Mapped[float | None] = mapped_column(Double)
    sigma: Mapped[float | None] = mapped_column(Double)

    __table_args__ = (Index("result_seats_by_holder", "holder"),)
