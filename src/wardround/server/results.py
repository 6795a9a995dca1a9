"""How games end: what is kept of it for the people who played, and what it does to their ratings.

A result is written in the transaction that stores the end of the game, once: a server that is
killed has stored both or neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, exists, insert, select

from wardround.core import State
from wardround.rating import Rating, after_game, beginning
from wardround.server.relations import HoldingRow, PersonRow, ResultRow, ResultSeatRow

if TYPE_CHECKING:
    from wardround.server.store import StoredTable


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat came to.

    Attributes:
        seat: Its number.
        name: The name that sat there.
        bot: The bot that sat there, or played for its holder at the end.
        holder: The hash of the token that held it; None for a bot's.
        points: Its points.
        rank: Its rank, 1 for the best; None where the game was ended early.
    """

    seat: int
    name: str
    bot: str | None
    holder: str | None
    points: int
    rank: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """How the game of a table ended.

    Attributes:
        table: The table's id.
        game: The game's id.
        rated: Whether it is to count for ratings: it does if only people with names played.
        seats: What each seat came to.
    """

    table: str
    game: str
    rated: bool
    seats: tuple[SeatResult, ...]

    @property
    def early(self) -> bool:
        """Whether people ended the game before its end."""
        return any(seat.rank is None for seat in self.seats)


def result_of(stored: "StoredTable", state: State) -> Result | None:
    """How the game of a table ended; None where it is no game of its own.

    Guided games, records that were brought and what is tried out from another game are none.

    Args:
        stored: The table; its history is not looked at.
        state: The last position.
    """
    if stored.lesson is not None or stored.origin is not None or stored.opened:
        return None
    ranks: dict[int, int] = {}
    if state.is_over:
        for group in state.ranking():
            ranks.update(dict.fromkeys(group, len(ranks) + 1))
    points = state.scores()
    seats = tuple(
        SeatResult(
            seat.seat,
            seat.name,
            seat.bot or seat.stand_in,
            seat.token_hash,
            points[seat.seat],
            ranks.get(seat.seat),
        )
        for seat in stored.seats
    )
    return Result(stored.id, stored.game, stored.rated, seats)


def note(connection: Connection, result: Result, now: int) -> None:
    """Write how a game ended, with the ratings of those for whom it counts, unless that is done.

    Args:
        connection: In the transaction that stores the end.
        result: How it ended.
        now: The time, in seconds since 1970.
    """
    known = select(ResultRow.number).where(ResultRow.table == result.table)
    if connection.scalar(known) is not None:
        return  # a history that was repaired was played to its end again
    ratings = _new_ratings(connection, result)
    row = {
        "table": result.table,
        "game": result.game,
        "players": len(result.seats),
        "rated": bool(ratings),
        "early": result.early,
        "ended": now,
    }
    number = connection.scalar(insert(ResultRow).values(row).returning(ResultRow.number))
    connection.execute(
        insert(ResultSeatRow), [_seat_values(number, seat, ratings) for seat in result.seats]
    )


def _seat_values(
    number: int | None, seat: SeatResult, ratings: dict[int, Rating]
) -> dict[str, int | float | str | None]:
    rating = ratings.get(seat.seat)
    return {
        "result": number,
        "seat": seat.seat,
        "name": seat.name,
        "bot": seat.bot,
        "holder": seat.holder,
        "points": seat.points,
        "rank": seat.rank,
        "mu": None if rating is None else rating.mu,
        "sigma": None if rating is None else rating.sigma,
    }


def _new_ratings(connection: Connection, result: Result) -> dict[int, Rating]:
    """The ratings after a game, by seat; none where it does not count.

    It counts where it was to, was played to its end, and every seat that is no bot's is held by
    another person with a name who plays there at the end, two of them at least. Bots have no part
    in it. The people are locked in one order, so that nobody reads a rating that another process is
    about to change, and no two processes wait for each other.
    """
    people = [seat for seat in result.seats if seat.holder is not None]
    ranks = [seat.rank for seat in people if seat.rank is not None]
    played = len(ranks) == len(people) and all(seat.bot is None for seat in people)
    if not result.rated or len(people) < 2 or not played:
        return {}
    held = select(HoldingRow.token_hash, HoldingRow.person)
    hashes = [seat.holder for seat in people]
    holders = dict(connection.execute(held.where(HoldingRow.token_hash.in_(hashes))).all())
    named = sorted(set(holders.values()))
    locked = select(PersonRow.id).where(PersonRow.id.in_(named)).order_by(PersonRow.id)
    there = connection.scalars(locked.with_for_update()).all()
    if len(there) != len(people):
        return {}
    size = len(result.seats)
    before = [
        _rating(connection, holders[seat.holder], result.game, size)
        for seat in people
        if seat.holder is not None
    ]
    after = after_game(before, ranks, changing=True)
    return {seat.seat: rating for seat, rating in zip(people, after, strict=True)}


def _rating(connection: Connection, person: str, game: str, players: int) -> Rating:
    """The rating of a person in a game of so many: after the last one that counted."""
    found = connection.execute(
        select(ResultSeatRow.mu, ResultSeatRow.sigma)
        .join(ResultRow, ResultRow.number == ResultSeatRow.result)
        .join(HoldingRow, HoldingRow.token_hash == ResultSeatRow.holder)
        .where(
            HoldingRow.person == person,
            ResultRow.game == game,
            ResultRow.players == players,
            ResultSeatRow.mu.is_not(None),
        )
        .order_by(ResultRow.number.desc())
        .limit(1)
    ).first()
    return beginning() if found is None else Rating(found.mu, found.sigma)


def forget_unheld(connection: Connection, tables: Sequence[str]) -> None:
    """Forget how the games of tables ended that are gone, where nobody with a name played.

    Args:
        connection: In the transaction that deletes the tables, or the last person.
        tables: The tables; there is none of them any more.
    """
    held = (
        select(ResultSeatRow.seat)
        .join(HoldingRow, HoldingRow.token_hash == ResultSeatRow.holder)
        .where(ResultSeatRow.result == ResultRow.number)
    )
    unheld = select(ResultRow.number).where(ResultRow.table.in_(tables), ~exists(held))
    numbers = connection.scalars(unheld).all()
    connection.execute(delete(ResultSeatRow).where(ResultSeatRow.result.in_(numbers)))
    connection.execute(delete(ResultRow).where(ResultRow.number.in_(numbers)))
