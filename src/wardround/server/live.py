"""The live connection: one WebSocket for each page that shows a table."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable

from fastapi import APIRouter, WebSocket
from fastapi.responses import JSONResponse
from starlette.websockets import WebSocketDisconnect

from wardround.core import SPECTATOR, WardroundError, shown
from wardround.server.company import line_json
from wardround.server.errors import (
    BadMessage,
    ForeignOrigin,
    RulesFailed,
    ServerFault,
    TableFull,
    TooMany,
    http_status,
)
from wardround.server.limits import SAVED_SECONDS, Bucket
from wardround.server.metrics import Metrics
from wardround.server.origins import place_of
from wardround.server.processes import MOVED
from wardround.server.schemas import (
    Act,
    Ask,
    Back,
    ClientMessage,
    Company,
    Hello,
    Hint,
    Kick,
    Leave,
    LeaveLesson,
    Look,
    Mute,
    Ping,
    Propose,
    Rename,
    Restart,
    Say,
    StandIn,
    Swap,
    Undo,
    Visible,
    Vote,
    Where,
    Why,
    read_message,
)
from wardround.server.settings import Settings, option
from wardround.server.shown import Json, json_text
from wardround.server.store import Line, NotOwner, Room
from wardround.server.table import Step, Table
from wardround.server.tables import Tables

HELLO_SECONDS = 10.0
"""How long a new connection may take to say who it is."""

MOST_WAITING = 200
"""Notices that may wait for a slow reader before the connection is closed."""

MOST_ANSWERS = 20
"""Answers that may wait for a slow reader before more of its messages are read."""

TALK_PER_SECOND = 1.0
TALK_AT_ONCE = 5.0
"""How much one connection may say."""

GOODBYE_SECONDS = 2.0
"""How long the last words to a page may take."""

CLOSE_CODES = 4000
"""A connection is closed with this plus the HTTP status of the error."""

TOO_SLOW = 1013

router = APIRouter()

log = logging.getLogger(__name__)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Play or watch at a table."""
    tables: Tables = socket.app.state.tables
    origin, host = socket.headers.get("origin"), socket.headers.get("host", "")
    refusal = foreign_origin(origin, host, tables.settings.origins)
    if refusal is not None:
        log.warning("%s", refusal)  # a browser does not show the answer to anybody
        await socket.send_denial_response(
            JSONResponse(refusal.to_json(), status_code=http_status(refusal))
        )
        return
    await socket.accept()
    try:
        await _serve(socket, tables, table)
    except NotOwner as error:
        await _say_goodbye(socket, MOVED, error.code)
    except WardroundError as error:
        tables.metrics.refusals.labels(error.code).inc()
        await _close(socket, error)
    except WebSocketDisconnect:
        pass
    except Exception:
        log.exception("table %s: a live connection failed", table)
        await _close(socket, ServerFault())


async def _serve(socket: WebSocket, tables: Tables, table_id: str) -> None:
    table = await tables.get(table_id)
    try:
        text = await asyncio.wait_for(receive(socket), HELLO_SECONDS)
    except TimeoutError:
        raise BadMessage("Nothing was said.", where="message", expected="a hello") from None
    hello = read_message(text)
    if not isinstance(hello, Hello):
        raise BadMessage(
            f"The first message is of type {hello.type}.", where="type", expected="hello"
        )
    await table.company.load()
    connection = Connection(socket, table, tables.settings, tables.metrics)
    connection.greet(hello)
    table.onlookers.add(connection)
    tables.metrics.pages.inc()
    reader = asyncio.create_task(connection.read())
    writer = asyncio.create_task(connection.write())
    try:
        table.wake_bots()
        table.tell_presence()
        table.watch.look()
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
        if reader.done():
            reader.result()
    finally:
        table.onlookers.discard(connection)
        table.company.left(connection.mine)
        table.tell_presence()
        table.watch.look()
        tables.metrics.pages.dec()
        reader.cancel()
        writer.cancel()
        await asyncio.wait((reader, writer))
    if connection.too_slow:
        await _say_goodbye(socket, TOO_SLOW, "too many unread answers")
    elif connection.dismissed:
        await _say_goodbye(socket, MOVED, NotOwner.code)


class Connection:
    """A connected page: what it looks at, what it has seen, what waits to be sent.

    Args:
        socket: The accepted WebSocket.
        table: The table that it shows.
        settings: The server's settings.
        metrics: What the server counts.
    """

    def __init__(
        self, socket: WebSocket, table: Table, settings: Settings, metrics: Metrics
    ) -> None:
        self.socket = socket
        self.table = table
        self.too_slow = False
        self.dismissed = False
        self.mine: list[int] = []
        self.visible = True
        self.token: str | None = None
        self._seating = table.seating
        self._talking = Bucket(TALK_PER_SECOND, TALK_AT_ONCE)
        self._settings = settings
        self._metrics = metrics
        rate = settings.messages_per_second
        self._allowed = Bucket(rate, rate * SAVED_SECONDS)
        self._room = asyncio.Event()
        self._room.set()
        self.seat = SPECTATOR
        self.have = -1
        self._takes_changes = False
        self._basis: int | None = None
        self._outbox: list[Json] = []
        self._behind = True
        self._greeted = False
        self._wake = asyncio.Event()
        self._hint: asyncio.Task[None] | None = None

    # --- as an onlooker of the table ----------------------------------------------------------

    def table_changed(self) -> None:
        """There is a new position to show."""
        self._behind = True
        self._wake.set()

    def people_changed(self) -> None:
        """Pass on who is here; the first position will tell it in any case."""
        if self._greeted:
            table = self.table
            self.notify({"type": "table", "table": table.about(), "times": table.times_json()})

    @property
    def room(self) -> Room:
        """Where what this page says is heard."""
        return "players" if self.mine else "spectators"

    def hear(self, line: Line) -> None:
        """Pass on what was said among those who do as this page does, or by the table."""
        if line.room == self.room or not line.name:
            self.notify({"type": "talk", "lines": [line_json(line)]})

    def notify(self, message: Json) -> None:
        """Put a message into the outbox; who lets too many wait there is let go."""
        if len(self._outbox) >= MOST_WAITING:
            self.too_slow = True
        else:
            self._outbox.append(message)
        if len(self._outbox) >= MOST_ANSWERS:
            self._room.clear()
        self._wake.set()

    def dismiss(self) -> None:
        """Send the page to where its table is now."""
        self.dismissed = True
        self._wake.set()

    # --- writing --------------------------------------------------------------------------------

    async def write(self) -> None:
        """Send what waits, answers first, then the newest position, for as long as it lasts.

        Only the first message of all is always a position. A reader too slow for every position
        gets only the newest one, with all lines of the log.
        """
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self.too_slow or self.dismissed:
                    return
                for text in await self._next_messages():
                    if not await _send(self.socket, text):
                        return  # the reading side notices and tidies up
        except WardroundError as error:
            await _close(self.socket, error)
        except Exception:
            log.exception("table %s: a page cannot be written to", self.table.id)
            await _close(self.socket, ServerFault())

    async def _next_messages(self) -> list[str]:
        position = await self._position() if self._behind else []
        answers = [json_text(message) for message in self._outbox]
        self._outbox.clear()
        self._room.set()
        if self._greeted:
            return answers + position
        self._greeted = True
        return position + answers

    async def _position(self) -> list[str]:
        """The newest position; an error in its place if the game cannot show it."""
        async with self.table.lock:
            self._behind = False
            self._follow_seats()
            try:
                host = self.table.is_host(self.token)
                text, self.have, number = await self.table.message(
                    self.seat, self.mine, self.have, host, self._basis
                )
                self._basis = number if self._takes_changes else None
            except RulesFailed as error:
                self._basis = None
                text = json_text({"type": "error", **error.to_json()})
        return [text]

    def _follow_seats(self) -> None:
        """Take in what has become of the seats of this page's token."""
        if self._seating == self.table.seating or self.token is None:
            return
        self._seating = self.table.seating
        self.mine = self.table.held_by(self.token)
        if self.seat not in self.mine:
            self.seat = self.mine[0] if len(self.mine) == 1 else SPECTATOR
            self.have = -1

    # --- reading --------------------------------------------------------------------------------

    async def read(self) -> None:
        """Answer messages until the page leaves; what comes too fast waits its turn."""
        while True:
            await self._room.wait()
            while wait := self._allowed.take():
                await asyncio.sleep(wait)
            try:
                message = read_message(await receive(self.socket))
            except WebSocketDisconnect:
                return
            except WardroundError as error:
                self.notify({"type": "error", **error.to_json()})
                continue
            await self._heed(message)

    async def _heed(self, message: ClientMessage) -> None:
        match message:
            case Hello() | Look():
                await self._answer_plain(message)
            case Visible():
                self.visible = message.visible
                self.table.watch.look()
            case Act() | Undo() | Restart():
                await self._answer(message.id, self._step(message))
            case Ask() | Why() | Where():
                await self._answer(message.id, self._tell(message))
            case Hint():
                self._think(message)
            case LeaveLesson():
                await self._answer(message.id, self._leave_lesson(message))
            case Propose() | Vote():
                await self._answer(message.id, self._proposal(message))
            case Ping():
                self.notify({"type": "pong"})
            case _:
                await self._answer(message.id, self._company(message))

    def greet(self, hello: Hello) -> None:
        """Take in who is there; later hellos are wishes to be sent everything anew.

        Without a wish to look at a certain seat, the holder of one seat looks at it. Who holds
        several (several people at one device) sees what everybody sees until they ask for one.

        Raises:
            ForgedToken: The table never gave out such a token.
            NotYourSeat: The token does not hold the seat to look at.
            TableFull: There are as many connections like this one as the settings allow.
        """
        mine = self.table.seats_of(hello.token)
        seat = hello.seat
        if seat is None:
            seat = mine[0] if len(mine) == 1 else SPECTATOR
        if seat != SPECTATOR:
            self.table.check_seat(seat, mine)
        self._check_room(mine)
        self.mine, self.seat, self.have = mine, seat, hello.have
        self.token, self._seating = hello.token, self.table.seating
        self._takes_changes, self._basis = hello.changes, None
        self.visible = hello.visible
        self.table_changed()
        lines = self.table.company.heard_in(self.room)
        if lines:
            self.notify({"type": "talk", "lines": [line_json(line) for line in lines]})

    def _check_room(self, mine: list[int]) -> None:
        """Refuse a connection where its kind has all its places: those of a holder, or to watch."""
        others = (one for one in self.table.onlookers if one is not self)
        taken = sum(one.mine == mine for one in others)
        setting = "seat_connections" if mine else "max_connections"
        most: int = getattr(self._settings, setting)
        if taken >= most:
            raise TableFull(
                "Your seat has all the connections that it may have."
                if mine
                else "This table has all the spectators that it takes.",
                where=f"table {self.table.id}",
                expected=f"at most {most} ({option(setting)})",
            )

    async def _answer_plain(self, message: Hello | Look) -> None:
        try:
            if isinstance(message, Hello):
                self.greet(message)
            else:
                if message.seat != SPECTATOR:
                    self.table.check_seat(message.seat, self.mine)
                self.seat, self.have = message.seat, -1
                self.table_changed()
        except WardroundError as error:
            self.notify({"type": "error", **error.to_json()})

    async def _answer(self, message_id: str, work: Awaitable[Json]) -> None:
        try:
            self.notify({**await work, "id": message_id})
        except NotOwner:
            pass  # unanswered: the page is being dismissed, and asks again where the table is
        except WardroundError as error:
            self._reject(message_id, error)
            if error.code == "stale_action":
                self.table_changed()
        except Exception:
            log.exception("table %s: a message of seats %s failed", self.table.id, self.mine)
            self._reject(message_id, ServerFault())

    def _reject(self, message_id: str, error: WardroundError) -> None:
        self._metrics.refusals.labels(error.code).inc()
        refusal = {"type": "reject", "id": message_id, "version": self.table.version}
        self.notify({**refusal, **error.to_json()})

    async def _step(self, message: Act | Undo | Restart) -> Json:
        self.table.check_seat(message.seat, self.mine)
        action = message.action if isinstance(message, Act) else ""
        kind = message.type
        step = Step(message.id, message.seat, kind, action, message.expected)
        with self._metrics.timed_step():
            return {"type": "ack", "version": await self.table.take(step)}

    async def _tell(self, message: Ask | Why | Where) -> Json:
        """What the rules say to something that is not done yet."""
        table, seat = self.table, message.seat
        table.check_seat(seat, self.mine)
        match message:
            case Ask():
                preview = await table.preview(seat, message.expected, message.action)
                return {"type": "preview", **preview}
            case Where():
                places = await table.places(seat, message.expected, message.piece)
                return {"type": "places", **places}
            case Why():
                reasons = await table.why(seat, message.spot, message.action, message.piece)
                return {"type": "why", "reasons": reasons}

    async def _leave_lesson(self, message: LeaveLesson) -> Json:
        self.table.check_seat(message.seat, self.mine)
        await self.table.leave_lesson()
        return {"type": "ack", "version": self.table.version}

    def _think(self, message: Hint) -> None:
        """Think about a hint beside the other messages; about one at a time."""
        if self._hint is not None and not self._hint.done():
            self._reject(
                message.id,
                TooMany(
                    "A hint is being thought about.", where="hint", expected="its answer first"
                ),
            )
            return
        self._hint = asyncio.create_task(self._answer(message.id, self._advice(message)))

    async def _advice(self, message: Hint) -> Json:
        self.table.check_seat(message.seat, self.mine)
        return {"type": "hint", **await self.table.hint(message.seat, message.expected)}

    async def _proposal(self, message: Propose | Vote) -> Json:
        """Ask the others for something, or answer to what is asked."""
        self.table.check_seat(message.seat, self.mine)
        company = self.table.company
        if isinstance(message, Vote):
            await company.answer(message.seat, message.number, agree=message.agree)
        else:
            self._take_turn_to_talk()
            await company.propose(message.seat, message.what, message.expected)
        return {"type": "ack", "version": self.table.version}

    async def _company(self, message: Company) -> Json:
        """Carry out what is about people rather than the game."""
        company = self.table.company
        by_host = self.table.is_host(self.token)
        match message:
            case Kick() | Mute():
                company.check_host(self.token)
            case Swap() if by_host:
                pass
            case Rename() | Leave() | Swap() | StandIn() | Back():
                self.table.check_seat(message.seat, self.mine)
        match message:
            case Rename():
                await company.rename(message.seat, message.name)
            case Leave():
                await company.vacate(message.seat)
            case Kick():
                await company.vacate(message.who)
            case Swap():
                await company.swap(message.seat, message.to, by_host=by_host)
            case Say():
                await self._say(message)
            case Mute():
                await company.mute(message.who, message.muted)
            case StandIn():
                await company.vote(message.seat, message.who, message.bot)
            case Back():
                await company.back(message.seat)
        return {"type": "ack", "version": self.table.version}

    def _take_turn_to_talk(self) -> None:
        wait = self._talking.take()
        if wait:
            raise TooMany(
                "You talk too fast.",
                where="text",
                expected=f"the next line in {wait:.1f} seconds",
                seconds=wait,
            )

    async def _say(self, message: Say) -> None:
        self._take_turn_to_talk()
        seat = message.seat
        if seat is None:
            seat = self.mine[0] if self.mine else SPECTATOR
        if self.mine or seat != SPECTATOR:
            self.table.check_seat(seat, self.mine)
        await self.table.company.say(seat, message.name or "Spectator", message.text)


def foreign_origin(origin: str | None, host: str, allowed: tuple[str, ...]) -> ForeignOrigin | None:
    """The refusal of a page that another web site serves; None for our own pages and programs.

    Args:
        origin: Where the page comes from, as its browser says; programs need not say it.
        host: What the page calls this server.
        allowed: Origins that the settings allow.
    """
    if origin is None:
        return None
    place = place_of(origin)
    if place is not None and place in map(place_of, allowed):
        return None
    if place is not None and place == place_of(f"{place[0]}://{host}"):
        return None
    return ForeignOrigin(
        "A page of another site may not connect here.",
        where=f"origin {shown(origin)}",
        expected=f"a page of {shown(host)}, or a server started with --origin {shown(origin)}",
    )


async def receive(socket: WebSocket) -> str:
    """The next text message.

    Raises:
        WebSocketDisconnect: The other side is gone.
        BadMessage: It is not text.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    if not isinstance(text, str):
        raise BadMessage("The message is not text.", where="message", expected="JSON text")
    return text


async def _close(socket: WebSocket, error: WardroundError) -> None:
    told = _send(socket, json_text({"type": "error", **error.to_json()}))
    with contextlib.suppress(TimeoutError):
        if not await asyncio.wait_for(told, GOODBYE_SECONDS):
            return
        await _say_goodbye(socket, CLOSE_CODES + http_status(error), error.code)


async def _send(socket: WebSocket, text: str) -> bool:
    """Send a message; whether the other side is still there."""
    try:
        await socket.send_text(text)
    except (WebSocketDisconnect, RuntimeError):
        return False
    return True


async def _say_goodbye(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        # The other side may be gone, or read nothing: then its line is cut.
        await asyncio.wait_for(socket.close(code, reason), GOODBYE_SECONDS)
