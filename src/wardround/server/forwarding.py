"""Passing on what comes for a table to the process that has it, and taking in what others pass on.

People reach any process, through a proxy or directly. What comes for a table
(``/api/tables/ID/...``, live connections too) is answered by the process that has the table; the
one that was asked passes question and answer on, byte for byte. Whatever counts or refuses clients
is done by the one that was asked, with two exceptions: shares that an address of the interface
counts itself, and the places at a table. For these the client's address goes along.

Processes speak to each other through a door of their own, a second port. What comes in there is
believed only with a signature under the key of the process that is spoken to, which stands in the
database that all of them share; there is no other way to speak as a process. The line itself is
not encrypted: it belongs into a private network.
"""

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
import time
from collections.abc import Awaitable, Iterable
from typing import Any, TypeVar
from urllib.parse import quote

import httpx2
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from wardround.server.errors import BrokeOff
from wardround.server.metrics import Metrics
from wardround.server.processes import (
    BY_A_PROCESS,
    MOVED,
    Elsewhere,
    Peer,
    Processes,
    is_passed_on,
)
from wardround.server.store import NotOwner, StorageError

OPEN_SECONDS = 2.0
"""How long another process may take to let a question in."""

ANSWER_SECONDS = 30.0
"""How long it may take to answer; what takes long there has shorter limits of its own."""

PATIENCE_SECONDS = 4.0
"""How much longer than the lease one that cannot be reached is asked again: until it is known to
stand still."""

PAUSE_SECONDS = 0.1
IDLE_SECONDS = 2.0
"""How long a line between processes is kept without use; the other side keeps it for longer."""

MISDIRECTED = 421
"""The status by which a process says that the table is not its own, or the signature not right."""

SIGNATURE, CLIENT, HOST = "x-wardround-signature", "x-wardround-client", "x-wardround-host"
OURS = frozenset({SIGNATURE, CLIENT, HOST})
OF_A_LINE = frozenset(
    {
        *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te"),
        *("trailer", "transfer-encoding", "upgrade", "content-length", "date", "server"),
    }
)
"""Headers that are about one line, not about what is said on it; or that each process adds."""

IN_AN_ADDRESS = "/%:@!$&'()*+,;=~?"
OF_A_HANDSHAKE = re.compile("sec-websocket-.*")
FOR_A_TABLE = re.compile("/api/tables/([a-z0-9]{1,32})(?:/.*)?", re.DOTALL)
T = TypeVar("T")

log = logging.getLogger(__name__)


class Gone(Exception):
    """Another process ended, or stands still, before it had answered."""


class Unreached(Exception):
    """Another process did not take a question in: nothing was done there."""


def table_of(scope: Scope) -> str | None:
    """The id of the table that a request or a live connection is for."""
    if scope["type"] not in ("http", "websocket"):
        return None
    found = FOR_A_TABLE.fullmatch(scope["path"])
    return None if found is None else found[1]


def sign(key: str, method: str, table: str, client: str, host: str) -> str:
    """What proves that a process passes something on.

    Args:
        key: The key of the process that is spoken to.
        method: The method of the request; empty for a live connection.
        table: The table that it is for.
        client: The address of whoever asked.
        host: What they called the server.
    """
    said = f"{method}\n{table}\n{client}\n{host}"
    return hmac.new(key.encode(), said.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


class Entrance:
    """The first thing that a request meets: is it another process that speaks?

    Args:
        app: The application.
        processes: The processes of the database.
    """

    def __init__(self, app: ASGIApp, processes: Processes) -> None:
        self._app = app
        self._processes = processes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take in what comes through the door for processes, if it is signed; all else as it is."""
        server = scope.get("server")
        door = self._processes.door_port
        if door is None or server is None or server[1] != door:
            await self._app(scope, receive, send)
            return
        heard = self._heard(scope)
        answer: ASGIApp = Response(status_code=MISDIRECTED) if heard is None else self._app
        await answer(heard or scope, receive, send)

    def _heard(self, scope: Scope) -> Scope | None:
        """What was passed on, as if its client had asked here; None if no process speaks."""
        headers, table, key = Headers(scope=scope), table_of(scope), self._processes.key
        given, client, host = (headers.get(name, "") for name in (SIGNATURE, CLIENT, HOST))
        if table is None or key is None:
            return None
        right = sign(key, scope.get("method", ""), table, client, host)
        if not hmac.compare_digest(given.encode(), right.encode()):
            log.info("something that is no process of this server knocked at the door for them")
            return None
        kept = [(name, said) for name, said in scope["headers"] if name != b"host"]
        return {
            **scope,
            "headers": [*kept, (b"host", host.encode("latin-1"))],
            "client": (client, 0),
            BY_A_PROCESS: True,
        }


class Forward:
    """Answers for tables that this process has or can have; asks the one that has the others.

    Args:
        app: The application.
        processes: The processes of the database.
        lines: The lines to the others.
        metrics: What the server counts.
    """

    def __init__(
        self, app: ASGIApp, processes: Processes, lines: "Lines", metrics: Metrics
    ) -> None:
        self._app = app
        self._processes = processes
        self._lines = lines
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or serve one live connection."""
        table = table_of(scope)
        if table is None or self._processes.has(table):
            await self._app(scope, receive, send)
        elif is_passed_on(scope):
            await self._answer_process(table, scope, receive, send)
        else:
            await self._answer_client(table, scope, receive, send)

    async def _answer_process(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, if the table is or becomes this process's own; nothing is passed on twice."""
        answer: ASGIApp = self._app
        try:
            await self._processes.take(table)
        except (NotOwner, StorageError):
            answer = Response(status_code=MISDIRECTED)
        await answer(scope, receive, send)

    async def _answer_client(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        question = Question(table, scope, receive, send)
        until = time.monotonic() + self._processes.lease_seconds + PATIENCE_SECONDS
        while True:
            try:
                await self._processes.take(table)
            except Elsewhere as found:
                peer = found.peer
            except NotOwner:  # this process was struck out: it begins anew, or says why not
                await self._processes.beat()
                continue
            else:
                await self._app(scope, question.receive_again, send)
                return
            try:
                await self._pass_on(peer, question)
            except Unreached as reason:
                if time.monotonic() > until:
                    raise self._unreachable(table, peer, reason) from reason
                await self._processes.beat()
                await asyncio.sleep(PAUSE_SECONDS)
            except ClientDisconnect:
                return
            else:
                return

    async def _pass_on(self, peer: Peer, question: "Question") -> None:
        if not peer.address:
            raise Unreached("it has no address")
        if question.scope["type"] == "http":
            await self._lines.ask(peer, question)
        else:
            with self._metrics.forwarded.track_inprogress():
                await self._lines.show(peer, question)

    def _unreachable(self, table: str, peer: Peer, reason: Unreached) -> BrokeOff:
        log.error("process %d cannot be reached at %s: %s", peer.number, peer.address, reason)
        return BrokeOff(
            "The process of this server that has the table cannot be reached.",
            where=f"table {table}",
            expected="asking again; whoever runs the server finds the address in its log",
        )


class Question:
    """Something that a client asks, to be asked of one process or another.

    Args:
        table: The table that it is about.
        scope: Who asks what.
        receive: Gives what the client sends.
        send: Takes what the client is to be sent.
    """

    def __init__(self, table: str, scope: Scope, receive: Receive, send: Send) -> None:
        self.table = table
        self.scope = scope
        self.receive = receive
        self.send = send
        self._body: bytes | None = None
        self._begun = False

    @property
    def method(self) -> str:
        """The method of a request; empty for a live connection."""
        return str(self.scope.get("method", ""))

    @property
    def may_be_repeated(self) -> bool:
        """Whether asking twice is as good as asking once."""
        return self.method in ("GET", "HEAD", "OPTIONS")

    @property
    def target(self) -> str:
        """The path and query that are asked for, with whatever an address cannot hold escaped."""
        path = quote(self.scope["raw_path"], IN_AN_ADDRESS)
        query = quote(self.scope["query_string"], IN_AN_ADDRESS)
        return f"{path}?{query}" if query else path

    def headers_for(self, peer: Peer) -> list[tuple[str, str]]:
        """What the client said about its question, with the signature for a process."""
        connection = HTTPConnection(self.scope)
        client = connection.client.host if connection.client else ""
        host = connection.headers.get("host", "localhost")
        kept = [
            (name, value)
            for name, value in connection.headers.items()
            if name not in OF_A_LINE | OURS | {"host"} and not OF_A_HANDSHAKE.fullmatch(name)
        ]
        signature = sign(peer.key, self.method, self.table, client, host)
        return [*kept, (CLIENT, client), (HOST, host), (SIGNATURE, signature)]

    async def body(self) -> bytes:
        """The whole body of a request; its length was checked before.

        Raises:
            ClientDisconnect: The client is gone.
        """
        if self._body is None:
            parts, more = [], True
            while more:
                message = await self.receive()
                if message["type"] == "http.disconnect":
                    raise ClientDisconnect
                parts.append(message.get("body", b""))
                more = message.get("more_body", False)
            self._body = b"".join(parts)
        return self._body

    async def receive_again(self) -> Message:
        """What the client sends, from the beginning."""
        if self._body is None or self._begun:
            return await self.receive()
        self._begun = True
        return {"type": "http.request", "body": self._body, "more_body": False}


class Lines:
    """The lines to other processes."""

    def __init__(self) -> None:
        self._client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(ANSWER_SECONDS, connect=OPEN_SECONDS),
            limits=httpx2.Limits(max_connections=None, keepalive_expiry=IDLE_SECONDS),
            trust_env=False,
        )

    async def ask(self, peer: Peer, question: Question) -> None:
        """Pass a request on, and its answer back.

        Raises:
            Unreached: The process did not take it in, or it may be asked again.
            BrokeOff: It ended while it answered something that may not be asked twice.
        """
        body = await question.body()
        asked = self._client.request(
            question.method,
            f"http://{peer.address}{question.target}",
            headers=[
                (name.encode("latin-1"), value.encode("latin-1"))
                for name, value in question.headers_for(peer)
            ],
            content=body,
        )
        try:
            answer = await unless_gone(peer, asked)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol) as error:
            raise Unreached(repr(error)) from error
        except (httpx2.HTTPError, Gone) as error:
            if question.may_be_repeated:
                raise Unreached(repr(error)) from error
            raise _broke_off(question.table) from error
        if answer.status_code == MISDIRECTED:
            raise Unreached("the table is not its own")
        await _send_answer(
            question, answer.status_code, answer.headers.multi_items(), answer.content
        )

    async def show(self, peer: Peer, question: Question) -> None:
        """Pass on what a live connection says, both ways, until one side is gone.

        Raises:
            Unreached: The process did not take it in.
        """
        opening = connect(
            f"ws://{peer.address}{question.target}",
            additional_headers=question.headers_for(peer),
            compression=None,
            max_size=None,
            open_timeout=OPEN_SECONDS,
            user_agent_header=None,
            proxy=None,
        )
        try:
            line = await unless_gone(peer, opening)
        except InvalidStatus as error:
            refusal = error.response
            if refusal.status_code == MISDIRECTED:
                raise Unreached("the table is not its own") from error
            headers = list(refusal.headers.raw_items())
            await _send_answer(question, refusal.status_code, headers, bytes(refusal.body or b""))
            return
        except (OSError, InvalidHandshake, Gone) as error:
            raise Unreached(repr(error)) from error
        try:
            await _pass_on(peer, line, question)
        finally:
            line.transport.abort()

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()


async def unless_gone(peer: Peer, asked: Awaitable[T]) -> T:
    """What a process answers.

    Raises:
        Gone: It ended, or stands still.
    """
    answer = asyncio.ensure_future(asked)
    gone = asyncio.ensure_future(peer.gone.wait())
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise Gone(f"process {peer.number} is gone")
        return answer.result()
    finally:
        await _stop(answer, gone)


async def _stop(*tasks: "asyncio.Future[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _pass_on(peer: Peer, line: ClientConnection, question: Question) -> None:
    """Pass on what is said on both sides of a live connection until one of them ends it."""
    message = await question.receive()
    if message["type"] != "websocket.connect":
        return
    await question.send({"type": "websocket.accept"})
    to_page = asyncio.ensure_future(_to_page(line, question.send))
    from_page = asyncio.ensure_future(_from_page(line, question.receive))
    gone = asyncio.ensure_future(peer.gone.wait())
    try:
        await asyncio.wait((to_page, from_page, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        left = from_page.done() and not from_page.cancelled() and from_page.exception() is None
        await _stop(to_page, from_page, gone)
    if left and from_page.result() is not None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(line.close(from_page.result() or 1000), OPEN_SECONDS)
        return
    code, reason = line.close_code, line.close_reason
    if code is None or not _can_be_sent(code):
        code, reason = MOVED, NotOwner.code  # it died, or stands still
    with contextlib.suppress(OSError, RuntimeError):  # the page may be gone, too
        await question.send({"type": "websocket.close", "code": code, "reason": reason or ""})


async def _to_page(line: ClientConnection, send: Send) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            heard = await line.recv()
            part = {"text": heard} if isinstance(heard, str) else {"bytes": heard}
            await send({"type": "websocket.send", **part})


async def _from_page(line: ClientConnection, receive: Receive) -> int | None:
    """Pass on what a page says; the code with which it left, None if the line ended before."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code") or 1000
            return code if _can_be_sent(code) else 1000
        said = message.get("text")
        try:
            await line.send(message["bytes"] if said is None else said)
        except ConnectionClosed:
            return None


def _can_be_sent(code: int) -> bool:
    """Whether a connection may be closed with a code (RFC 6455, 7.4)."""
    return 1000 <= code < 5000 and code not in (1004, 1005, 1006, 1015)


async def _send_answer(
    question: Question, status: int, headers: Iterable[tuple[str, str]], body: bytes
) -> None:
    kept = {
        name.lower(): value
        for name, value in headers
        if name.lower() not in OF_A_LINE and not OF_A_HANDSHAKE.fullmatch(name.lower())
    }
    await Response(body, status, kept)(question.scope, question.receive, question.send)


def _broke_off(table: str) -> BrokeOff:
    return BrokeOff(
        "The process of this server that has the table broke off; perhaps this was done.",
        where=f"table {table}",
        expected="asking again: a rematch, and a join with its token, are answered as before",
    )
