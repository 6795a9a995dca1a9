"""All tables of a server: made, found, kept in memory as long as somebody needs them."""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from wardround.bots import Bot, Turn, bot_for, offered
from wardround.bots.analysis import PositionAnalysis, analyse_position
from wardround.core import (
    Game,
    Lesson,
    Match,
    SeatError,
    State,
    UnknownBot,
    UnknownGame,
    WardroundError,
    deal_text,
    file_checksums,
    new_salt,
    shown,
    told_apart,
)
from wardround.server.course import Course, course_of
from wardround.server.errors import (
    NoLesson,
    NotPlaying,
    NotYourSeat,
    TableBroken,
    TableFull,
    UnknownTable,
)
from wardround.server.guidance import lessons_of
from wardround.server.limits import Limits, Workbench
from wardround.server.metrics import Metrics
from wardround.server.notices import Notices
from wardround.server.origins import own_names
from wardround.server.people import People, Signed, check_rated, not_named
from wardround.server.processes import Alone, Elsewhere, Ownership
from wardround.server.records import brought, shown_table
from wardround.server.schemas import Considered, Join, NewLesson, NewSeat, NewTable
from wardround.server.seats import hash_token, is_taken, moved, new_token
from wardround.server.settings import Settings, option
from wardround.server.shown import Json
from wardround.server.store import TICK_SECONDS, StoredSeat, StoredTable, StoreThread
from wardround.server.table import Table, begin, rules_of
from wardround.server.trial import fresh_generator, guessed, tried

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
        ownership: How it comes to have a table; without it the database is this server's alone.
    """

    def __init__(
        self,
        settings: Settings,
        store: StoreThread,
        games: Mapping[str, Game],
        build: str,
        ownership: Ownership | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.ownership: Ownership = Alone() if ownership is None else ownership
        self.games = games
        self.lessons: Mapping[str, Lesson] = lessons_of(games)
        self.build = build
        self.limits = Limits(settings)
        self.people = People(store.store)
        self.names = own_names(settings.allowed_hosts, settings.origins)
        self.metrics = Metrics()
        self.metrics.tables.set_function(lambda: len(self._alive))
        self.bench = Workbench(settings.work_seconds)
        self._unserved = 0.0
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self.notices = Notices(settings, store, self.start)
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
            return await self.bench.run(read)

    async def teach(
        self, game: str, request: NewLesson, person: Signed | None = None
    ) -> tuple[Table, str | None]:
        """Make a table with the guided first game of a game; the table and the learner's token.

        Raises:
            UnknownGame, NoLesson: There is none.
            OptionError, SeatError, UnknownBot: It is not possible with what is installed.
            StorageError: It could not be stored.
        """
        chosen = self.game(game)
        lesson = self.lessons.get(game)
        if lesson is None:
            raise NoLesson(
                f"{chosen.title} has no guided game.",
                where="game",
                expected="one of " + (", ".join(sorted(self.lessons)) or "none that is installed"),
            )
        rivals = [NewSeat(kind="bot", name=name, bot=lesson.bot) for name in lesson.rivals]
        seats = [NewSeat(kind="me", name=request.name), *rivals]
        table = NewTable(game=game, options=lesson.options, seats=seats)
        return await self.create(table, lesson, person)

    async def create(
        self, request: NewTable, lesson: Lesson | None = None, person: Signed | None = None
    ) -> tuple[Table, str | None]:
        """Make a table; the table and the token of its maker's seats (None if there are none).

        Args:
            request: Game, options, seats and clock, and whether it is rated.
            lesson: The guided game that begins there.
            person: Who makes it, if they have a name: the seats are linked to it.

        Raises:
            NotNamed: It is rated, and they have none.
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
        if request.rated:
            check_rated(request.seats, person)
        with rules_of(game, "(new)", "options", may_refuse=True):
            options = await self.bench.run(partial(game.check_options, request.options, players))
        token = new_token()
        seats = _told_apart(
            [
                self._new_seat(game, players, number, seat, token)
                for number, seat in enumerate(request.seats)
            ]
        )
        stored = StoredTable(
            id=_new_id(),
            game=game.id,
            rules_version=game.rules_version,
            options=dict(options),
            seed=secrets.token_hex(SEED_BYTES) if lesson is None else lesson.seed,
            state="playing" if all(map(is_taken, seats)) else "waiting",
            seats=seats,
            host=hash_token(token),
            lesson=None if lesson is None else "guided",
            clock=request.pace,
            rated=request.rated,
        )
        if lesson is None:  # the deal of a lesson is known to everybody
            stored = _pledged(stored, game)
        table = await self._made(stored, game, await self.replay(stored, game))
        held = any(seat.token_hash is not None for seat in seats)
        if held and person is not None:
            await self.store.run(self.people.link, person, token)
        return table, token if held else None

    async def join(self, table: Table, request: Join, person: Signed | None) -> tuple[str, int]:
        """Take an open seat (:meth:`wardround.server.table.Table.join`), linked to a name.

        The link is stored first, so that no rated seat is ever without its person.

        Raises:
            NotNamed: The game is rated, and who joins has no name.
            TableFull: It is rated, and they have a seat there; or no seat is open.
            HeldByAnother: They bring a token that is linked to another name.
            SeatError: There is no such seat.
        """
        token = request.token
        if table.stored.rated:
            await self._check_joins_rated(table, token, person)
        if person is None:
            return await table.join(request.name, request.seat, token)
        token = token or new_token()
        await self.store.run(self.people.link, person, token)
        try:
            return await table.join(request.name, request.seat, token)
        except WardroundError:
            with contextlib.suppress(WardroundError):
                await self.store.run(self.people.unlink_unused, token)
            raise

    async def _check_joins_rated(
        self, table: Table, token: str | None, person: Signed | None
    ) -> None:
        if person is None:
            raise not_named()
        again = token is not None and bool(table.held_by(token))
        if not again and await self.store.run(self.people.holds, person, table.id):
            raise TableFull(
                "You have a seat here already, and this game is rated.",
                where=f"table {table.id}",
                expected="another person",
            )

    async def signed(self, token: str | None) -> Signed | None:
        """Who a session is of; None without one, or where the server keeps no names.

        Raises:
            ForgedToken: There is no such session (any more).
        """
        if token is None or not self.settings.people:
            return None
        return await self.store.run(self.people.signed, token)

    async def forget_person(self, person: Signed) -> None:
        """Delete all about a person; finished tables are read anew, without the name."""
        for id in await self.store.run(self.people.forget, person.id):
            self._alive.pop(id, None)
            self._recent.pop(id, None)

    async def open_record(self, text: str) -> tuple[Table, str]:
        """Make a table that shows the game of a record.

        Args:
            text: The record.

        Returns:
            The table, and the token of who brought the record: the host, who has no seat.

        Raises:
            UnknownGame: Its game is not installed.
            RecordError, TooLarge: It is no record, does not replay, or is too long.
            Overloaded: It took too long to play, or the server has too much to do.
            StorageError: It could not be stored.
        """
        match = await self.bench.run(partial(brought, text, self.games, self.bench.deadline()))
        token = new_token()
        stored = shown_table(_new_id(), match, hash_token(token))
        return await self._made(stored, match.game, match), token

    async def try_out(
        self, before: Table, version: int, seat: int, bot: str, token: str | None
    ) -> tuple[Table, str]:
        """A table of one's own that goes on from a position of another.

        Where nothing of the game is secret to who asks, it goes on with its seed; from a game that
        is being played, with a position that the seat cannot tell from the true one.

        Args:
            before: The other table.
            version: The number of its steps that have been taken there.
            seat: The seat to play on.
            bot: Plays where people did; bots stay.
            token: Of who asks.

        Returns:
            The table, and the token of its only seat that is held.

        Raises:
            ForgedToken, NotYourSeat, NoTrial: See :meth:`Table.check_trial`.
            NotPlaying: So, or it is over at that version.
            BadMessage: There is no such version.
            SeatError: There is no such seat.
            UnknownBot: There is no such bot.
            StorageError: It could not be stored.
        """
        is_open = before.is_open_to(token)
        if not is_open:
            before.check_trial(seat, token)
        old, game = await before.earlier(version), before.game
        if seat >= len(old.seats) or seat < 0:
            raise SeatError(
                f"There is no seat {seat}.",
                where="seat",
                expected=f"a number from 0 to {len(old.seats) - 1}",
            )
        bot_for(bot, game.id, len(old.seats), "bot")
        own = new_token()
        stored = tried(old, _new_id(), seat, bot, hash_token(own))
        if not is_open:
            guess = partial(guessed, stored, game, seat, fresh_generator(), self.bench.deadline())
            stored = await self.bench.run(guess)
        match = await self.replay(stored, game)
        if match is None or match.state.is_over:
            raise NotPlaying(
                "The game is over there.", where="version", expected="an earlier position"
            )
        return await self._made(stored, game, match), own

    async def _made(self, stored: StoredTable, game: Game, match: Match | None) -> Table:
        """The new table, stored, and this process's own."""
        owner = self.ownership.number_for_new()
        table = Table(stored, game, self, match, owner)
        await self.store.run(self.store.store.create, stored, self.settings.max_tables, owner)
        return self._keep(table)

    async def rematch(self, before: Table, token: str | None, *, rotate: bool) -> str:
        """The id of the table where the same people play again, each with the token that they have.

        Args:
            before: A table whose game is over.
            token: The token of somebody who played there.
            rotate: Whether everybody moves up by one seat.

        Raises:
            NotYourSeat: Who asks did not play.
            NotPlaying: The game is not over.
        """
        if not before.seats_of(token):
            raise NotYourSeat(
                "Only who played can ask for another game.",
                where="token",
                expected="a seat's token",
            )
        async with before.lock:
            before.check_over()
            if before.stored.next is None:
                before.followed_by(await self._follow(before, rotate=rotate))
            following = before.stored.next
        assert following is not None
        return following

    async def _follow(self, before: Table, *, rotate: bool) -> str:
        """Store the table of a rematch; its id, or that of one that was there first."""
        old, game = before.stored, before.game
        players = len(old.seats)
        with rules_of(game, "(new)", "options", may_refuse=True):
            check = partial(game.check_options, old.options, players)
            options = await self.bench.run(check)
        seats = [
            replace(moved(old.seats[(n + rotate) % players], n), stand_in=None)
            for n in range(players)
        ]
        after = StoredTable(
            id=_new_id(),
            game=old.game,
            rules_version=game.rules_version,
            options=dict(options),
            seed=secrets.token_hex(SEED_BYTES),
            state="playing",
            seats=tuple(seats),
            host=old.host,
            quiet=old.quiet,
            clock=old.clock,
            rated=old.rated,
        )
        limit, owner = self.settings.max_tables, self.ownership.number_for_new()
        follow = self.store.store.follow
        return await self.store.run(follow, old.id, _pledged(after, game), limit, owner)

    async def get(self, table: str) -> Table:
        """The table of this id, from memory or from disk.

        Raises:
            UnknownTable: There is none.
            Elsewhere: Another process has it.
            TableBroken: Its history cannot be played by the installed rules.
        """
        live = self._alive.get(table)
        if live is None:
            owner = await self.ownership.take(table) if TABLE_ID.fullmatch(table) else None
            stored = await self.read(table)
            if stored.game not in self.games:
                raise TableBroken(
                    f"This table plays {stored.game!r}, which is not installed here.",
                    where=f"table {table}",
                    expected="a server with that game",
                )
            game = self.games[stored.game]
            match = await self.replay(stored, game)
            live = self._alive.get(table)
            if live is None:
                live = Table(stored, game, self, match, owner)
                live.company.resume()
        return self._keep(live)

    async def about(self, table: str) -> Json:
        """A table without its game; of one that another process has, as it is stored.

        Who is connected to that is not known here: all its people are told as away.

        Raises:
            UnknownTable: There is none.
        """
        try:
            return (await self.get(table)).about()
        except Elsewhere:
            stored = await self.read(table)
            return Table(stored, self.game(stored.game), self, None).about()

    def forget(self, table: Table) -> None:
        """Another process has a table now: it is read anew if it comes back."""
        self.ownership.drop(table.id)
        if self._alive.get(table.id) is table:
            del self._alive[table.id]
            self._recent.pop(table.id, None)

    @property
    def ending(self) -> bool:
        """Whether this process leaves its tables to others."""
        return self.ownership.retired

    def let_go(self) -> None:
        """Other processes have all tables now."""
        for table in list(self._alive.values()):
            table.let_go()

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
                "There is no such table on this server.",
                where=f"table {table[:ID_LENGTH].encode('ascii', 'replace').decode()}",
                expected="the address of a table on this server",
            )
        return stored

    async def replay(self, stored: StoredTable, game: Game) -> Match | None:
        """The game that a table's history gives, played anew beside the event loop.

        Raises:
            TableBroken: The history cannot be played by the installed rules.
            Overloaded: It took too long, or the server has too much to do.
        """
        return await self.bench.run(partial(begin, stored, game, self.bench.deadline()))

    async def course(self, stored: StoredTable, game: Game) -> Course:
        """How the game of a table went, played anew beside the event loop.

        Raises:
            TableBroken: The history cannot be played by the installed rules.
            Overloaded: It took too long, or the server has too much to do.
        """
        return await self.bench.run(partial(course_of, stored, game, self.bench.deadline()))

    async def think(self, bot: Bot, turn: Turn) -> int:
        """A bot's choice, found in a thread.

        Raises:
            TimeoutError: It thought for longer than the settings allow.
        """
        thinking = asyncio.get_running_loop().run_in_executor(self._bot_pool, bot.choose, turn)
        return await asyncio.wait_for(thinking, self.settings.bot_seconds)

    async def advise(self, state: State, seat: int) -> PositionAnalysis:
        """What the search thinks of each choice of a seat, the best first.

        Args:
            state: The position; nobody else may use it any more.
            seat: A seat that is asked.

        Raises:
            Overloaded: The server has too much to do.
        """
        milliseconds = max(1, round(self.settings.hint_seconds * 1000))
        search, seed = f"search:{milliseconds}ms", secrets.token_hex(4)
        return await self.bench.run(partial(analyse_position, state, seat, search, seed))

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

    async def keep_house(self) -> None:
        """Count the time of service, and delete the tables that the settings call dead.

        Of several processes one does so; the others hear how long the service has been. What the
        database refuses is logged, and tried again the next time.
        """
        first = True
        while True:
            began = time.monotonic()
            with contextlib.suppress(WardroundError):
                await self._count(0)
                if first or not self.store.store.is_sqlite:
                    await self._watch_again()
                if self.ownership.keeps_house:
                    await self._delete_dead()
            first = False
            try:
                await asyncio.sleep(TICK_SECONDS)
            finally:
                if self.ownership.keeps_house:
                    self._unserved += time.monotonic() - began
            with contextlib.suppress(WardroundError):
                await self._count(int(self._unserved))

    async def _watch_again(self) -> None:
        """Watch the tables whose people may not have been told: a process has ended meanwhile."""
        if not self.notices.ways:
            return
        await self.store.run(self.notices.wishes.forget_unconfirmed)
        recent = self.settings.notice_seconds + 2 * TICK_SECONDS
        for id in await self.store.run(self.notices.wishes.to_watch, recent):
            with contextlib.suppress(WardroundError):  # another process has it, or it is broken
                if id not in self._alive:
                    (await self.get(id)).watch.look()

    async def _count(self, seconds: int) -> None:
        await self.store.run(self.store.store.tick, seconds)
        self._unserved -= seconds

    async def _delete_dead(self) -> None:
        waiting, idle = self.settings.waiting_days, self.settings.idle_days
        deleted = await self.store.run(self.store.store.clean_up, waiting, idle)
        if deleted:
            log.warning(
                "%d dead tables were deleted (%s %d, %s %d): %s",
                len(deleted),
                option("waiting_days"),
                waiting,
                option("idle_days"),
                idle,
                ", ".join(deleted),
            )

    async def close(self) -> None:
        """Stop the bots and finish what is being stored."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._bot_pool.shutdown(wait=False, cancel_futures=True)
        self.bench.close()
        self.notices.close()
        with contextlib.suppress(WardroundError):
            await self._count(int(self._unserved))
        await self.store.close()

    def _new_seat(
        self, game: Game, players: int, number: int, seat: NewSeat, token: str
    ) -> StoredSeat:
        where, default = f"seats.{number}.bot", f"Player {number + 1}"
        if seat.kind == "bot":
            if not seat.bot:
                raise UnknownBot(
                    "The seat names no bot.", where=where, expected="one of " + ", ".join(offered())
                )
            default = bot_for(seat.bot, game.id, players, where).title
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


def _new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def _pledged(table: StoredTable, game: Game) -> StoredTable:
    """A new table, with what is promised about its deal."""
    checksums = file_checksums(game, table.options)
    deal = deal_text(table.game, table.rules_version, len(table.seats), table.options, checksums)
    return replace(table, salt=new_salt(), deal=deal)


def _told_apart(seats: Sequence[StoredSeat]) -> tuple[StoredSeat, ...]:
    """The seats, with a number at the names that were there before."""
    names = told_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
