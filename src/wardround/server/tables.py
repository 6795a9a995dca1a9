"""All tables of a server: made, found, kept in memory as long as somebody needs them."""

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from wardround.bots import Bot, Turn, bot_named, bots
from wardround.core import Game, SeatError, UnknownBot, UnknownGame, shown, told_apart
from wardround.server.errors import TableBroken, UnknownTable
from wardround.server.schemas import Considered, NewSeat, NewTable
from wardround.server.seats import hash_token, is_taken, new_token
from wardround.server.settings import Settings
from wardround.server.store import StoredSeat, StoredTable, StoreThread
from wardround.server.table import Table, begin, rules_of

ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 12
TABLE_ID = re.compile("[a-z0-9]{1,32}")
SEED_BYTES = 32

log = logging.getLogger(__name__)


class Tables:
    """All tables of a server: made, found, kept in memory as long as somebody needs them.

    Args:
        settings: The server's settings.
        store: The database.
        games: The games that can be played, by id.
        build: The name of the client's build, for the client to notice a newer one.
    """

    def __init__(
        self, settings: Settings, store: StoreThread, games: Mapping[str, Game], build: str
    ) -> None:
        self.settings = settings
        self.store = store
        self.games = games
        self.build = build
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._bot_pool = ThreadPoolExecutor(settings.bot_workers, thread_name_prefix="bot")

    def game(self, game: str) -> Game:
        """The game of this id.

        Raises:
            UnknownGame: It is not installed.
        """
        if game not in self.games:
            raise UnknownGame(
                f"There is no game {shown(game)!r} here.",
                where="game",
                expected="one of " + ", ".join(sorted(self.games)),
            )
        return self.games[game]

    async def notes(self, game: str, request: Considered) -> list[str]:
        """What a choice of options means (:meth:`wardround.core.Game.notes`).

        Raises:
            UnknownGame, OptionError, SeatError: It is not possible.
        """
        chosen = self.game(game)

        def read() -> list[str]:
            options = chosen.check_options(request.options, request.players)
            return chosen.notes(options, request.players)

        with rules_of(chosen, "(new)", "options", may_refuse=True):
            return await asyncio.to_thread(read)

    async def create(self, request: NewTable) -> tuple[Table, str | None]:
        """Make a table; the table and the token of its maker's seats (None if there are none).

        Raises:
            UnknownGame, OptionError, SeatError, UnknownBot: What was asked for is not possible.
            StorageError: It could not be stored.
        """
        game = self.game(request.game)
        players = len(request.seats)
        if not game.min_players <= players <= game.max_players:
            raise SeatError(
                f"{game.title} is not played by {players}.",
                where="seats",
                expected=f"{game.min_players} to {game.max_players} seats",
            )
        if sum(seat.kind == "me" for seat in request.seats) > 1:
            raise SeatError(
                "Only one seat can be yours.",
                where="seats",
                expected='"device" for others who play on the same device',
            )
        with rules_of(game, "(new)", "options", may_refuse=True):
            options = await asyncio.to_thread(game.check_options, request.options, players)
        token = new_token()
        seats = _told_apart(
            [self._new_seat(number, seat, token) for number, seat in enumerate(request.seats)]
        )
        stored = StoredTable(
            id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
            game=game.id,
            rules_version=game.rules_version,
            options=dict(options),
            seed=secrets.token_hex(SEED_BYTES),
            state="playing" if all(map(is_taken, seats)) else "waiting",
            seats=seats,
        )
        table = Table(stored, game, self, await asyncio.to_thread(begin, stored, game))
        await self.store.run(self.store.store.create, stored, self.settings.max_tables)
        self._keep(table)
        held = any(seat.token_hash is not None for seat in seats)
        return table, token if held else None

    async def get(self, table: str) -> Table:
        """The table of this id, from memory or from disk.

        Raises:
            UnknownTable: There is none.
            TableBroken: Its history cannot be played by the installed rules.
        """
        live = self._alive.get(table)
        if live is None:
            stored = await self.read(table)
            if stored.game not in self.games:
                raise TableBroken(
                    f"This table plays {stored.game!r}, which is not installed here.",
                    where=f"table {table}",
                    expected="a server with that game",
                )
            game = self.games[stored.game]
            match = await asyncio.to_thread(begin, stored, game)
            live = self._alive.get(table) or Table(stored, game, self, match)
        return self._keep(live)

    async def read(self, table: str) -> StoredTable:
        """What the database holds of a table.

        Raises:
            UnknownTable: Nothing.
        """
        stored = None
        if TABLE_ID.fullmatch(table):
            stored = await self.store.run(self.store.store.load, table)
        if stored is None:
            raise UnknownTable(
                "There is no such table; tables that nobody touches are deleted after a while.",
                where=f"table {table[:ID_LENGTH].encode('ascii', 'replace').decode()}",
                expected="the address of a table on this server",
            )
        return stored

    async def think(self, bot: Bot, turn: Turn) -> int:
        """A bot's choice, found in a thread.

        Raises:
            TimeoutError: It thought for longer than the settings allow.
        """
        thinking = asyncio.get_running_loop().run_in_executor(self._bot_pool, bot.choose, turn)
        return await asyncio.wait_for(thinking, self.settings.bot_seconds)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside the caller until it ends or the server stops."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("a task of the server failed", exc_info=error)

    async def close(self) -> None:
        """Stop the bots and finish what is being stored."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bot_pool.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    def _new_seat(self, number: int, seat: NewSeat, token: str) -> StoredSeat:
        where, default = f"seats.{number}.bot", f"Player {number + 1}"
        if seat.kind == "bot":
            if not seat.bot:
                raise UnknownBot(
                    "The seat names no bot.", where=where, expected="one of " + ", ".join(bots())
                )
            default = bot_named(seat.bot, where).title
        elif seat.bot is not None:
            raise SeatError(
                "Only a seat of kind bot names one.", where=where, expected="no bot here"
            )
        held = seat.kind in ("me", "device")
        return StoredSeat(
            number, seat.kind, seat.name or default, seat.bot, hash_token(token) if held else None
        )

    def _keep(self, table: Table) -> Table:
        """Keep a table in memory, and let go of those that were used least recently.

        A table that somebody holds (a connection, a thinking bot) stays one object all the same.
        """
        self._alive[table.id] = table
        self._recent[table.id] = table
        self._recent.move_to_end(table.id)
        while len(self._recent) > self.settings.live_tables:
            self._recent.popitem(last=False)
        return table


def _told_apart(seats: Sequence[StoredSeat]) -> tuple[StoredSeat, ...]:
    """The seats, with a number at the names that were there before."""
    names = told_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
