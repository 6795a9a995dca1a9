"""Records that people bring: read and played again, before anything of them is stored."""

from collections.abc import Mapping
from functools import partial

from wardround.core import (
    BadName,
    Game,
    Match,
    Record,
    RecordError,
    UnknownGame,
    clean_name,
    replay,
    shown,
    told_apart,
)
from wardround.server.errors import TooLarge
from wardround.server.store import LONGEST_SEED, StoredEntry, StoredSeat, StoredTable
from wardround.server.table import keep_time, rules_of

NAME = "record"
"""What refusals call the record."""

HEADER = f"{NAME}, line 1"
LONGEST_BROUGHT = 512 * 1024
"""Bytes of the longest record that is read: whole games of ours have some 30,000."""


def brought(text: str, games: Mapping[str, Game], deadline: float) -> Match:
    """The game of a record that somebody brought, played again from its seed.

    Args:
        text: The record.
        games: The games that are installed, by id.
        deadline: When it is given up, on the clock of :func:`time.monotonic`.

    Raises:
        UnknownGame: Its game is not installed.
        RecordError: It is no record, holds no seed, or does not replay; ``where`` names the line.
        RulesFailed: The game's program failed at it.
        TooLarge: It is longer than :data:`LONGEST_BROUGHT`.
        Overloaded: It was not played in time.
    """
    size = len(text.encode())
    if size > LONGEST_BROUGHT:
        raise TooLarge(
            f"The record has {size} bytes.",
            where=NAME,
            expected=f"at most {LONGEST_BROUGHT} bytes",
        )
    record = Record.parse(text, NAME)
    head = record.header
    game = games.get(head.game)
    if game is None:
        raise UnknownGame(
            f"The record is of the game {shown(head.game)!r}, which is not here.",
            where=HEADER,
            expected="one of " + ", ".join(sorted(games)),
        )
    if not 0 < len(head.seed) <= LONGEST_SEED:
        raise RecordError(
            "The record does not tell its seed." if not head.seed else "The seed is too long.",
            where=HEADER,
            expected=f"a seed of at most {LONGEST_SEED} characters, as games that are over have it",
        )
    names = told_apart([_name(name) for name in head.names])
    with rules_of(game, "(new)", NAME, may_refuse=True):
        match = replay(record, game, name=NAME, before=partial(keep_time, deadline, NAME))
        match.rename(names)
    return match


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except BadName as error:
        raise RecordError(error.message, where=HEADER, expected=error.expected) from error


def shown_table(id: str, match: Match, host: str) -> StoredTable:
    """The table that shows a game that was brought: nobody plays there.

    Args:
        id: The id of the new table.
        match: The game.
        host: The hash of the token of who brought it.
    """
    names = enumerate(match.names)
    steps = enumerate(match.standing(), start=1)
    return StoredTable(
        id=id,
        game=match.game.id,
        rules_version=match.state.rules,
        options=dict(match.options),
        seed=match.seed,
        state="over" if match.state.is_over else "playing",
        seats=tuple(StoredSeat(seat, "open", name, None, None) for seat, name in names),
        entries=tuple(StoredEntry(n, None, seat, "act", action) for n, (seat, action) in steps),
        host=host,
        opened=True,
        salt=match.pledge.salt if match.pledge else None,
        deal=match.pledge.deal if match.pledge else None,
    )
