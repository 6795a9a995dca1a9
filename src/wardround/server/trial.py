"""What if: tables of one's own that go on from a position of another.

From a game that is over, or a record that was brought, such a table goes on with the same seed and
history. From a game that is being played it goes on with a position that the seat cannot tell from
the true one (:meth:`wardround.core.State.determinize`). That position alone is stored: neither the
seed of the true game nor what happened in it is known to the new table, so nothing that is ever
sent from there can tell of them.
"""

from dataclasses import replace
from random import Random, SystemRandom

from wardround.core import Game
from wardround.server.proposals import NOTHING
from wardround.server.store import StoredSeat, StoredTable
from wardround.server.table import begin, rules_of


def tried(old: StoredTable, id: str, seat: int, bot: str, host: str) -> StoredTable:
    """The table that goes on from where another one is, with its seed.

    Args:
        old: The other table, with its history up to there.
        id: The id of the new table.
        seat: The seat to play on.
        bot: Plays where people did; bots stay.
        host: The hash of the token of who tries it out.
    """

    def as_tried(one: StoredSeat) -> StoredSeat:
        if one.seat == seat:
            return StoredSeat(seat, "me", one.name, None, host)
        return StoredSeat(one.seat, "bot", one.name, one.bot or bot, None)

    return replace(
        old,
        id=id,
        state="playing",
        seats=tuple(map(as_tried, old.seats)),
        entries=tuple(replace(entry, client_id=None) for entry in old.entries),
        host=host,
        next=None,
        quiet=False,
        lesson=None,
        origin=old.id,
        opened=False,
        salt=None,  # the seed is known, or there is none: there is nothing to promise
        deal=None,
        clock=None,
        times=None,
        since=0,
        rated=False,
        undecided=NOTHING,
    )


def guessed(
    table: StoredTable, game: Game, seat: int, generator: Random, deadline: float
) -> StoredTable:
    """The same table, where all that a seat cannot know is guessed anew, chance to come included.

    Args:
        table: The table, with a history that holds secrets.
        game: The game that it plays.
        seat: The seat.
        generator: What the guess is drawn from.
        deadline: When it is given up, on the clock of :func:`time.monotonic`.

    Raises:
        TableBroken: The history cannot be played by the installed rules.
        Overloaded: It was not played in time.
    """
    match = begin(table, game, deadline)
    assert match is not None
    with rules_of(game, table.id, f"a guess for seat {seat}"):
        start = match.state.determinize(seat, generator).snapshot()
    return replace(table, seed="", entries=(), start=start)


def fresh_generator() -> Random:
    """A generator that has nothing to do with the seed of any game."""
    return SystemRandom()
