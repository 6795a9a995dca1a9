"""Connections before anything is understood of them: how many, from whom, how slow.

uvicorn waits for ever for the head of a request, and for a reader that never reads. Here each
connection is counted, must have said its request in time, and must read what it asked for.
"""

import json
from asyncio import TimerHandle, Transport
from asyncio.transports import BaseTransport
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import get_local_addr, get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from wardround.core import WardroundError
from wardround.server.errors import BadMessage, Overloaded, TooMany, http_status
from wardround.server.limits import client_name
from wardround.server.settings import Settings, option

READING_SECONDS = 30.0
"""How long a client may leave unread what waits for it."""

GOODBYE_SECONDS = 2.0
"""How long a closed connection may take to read the last words."""

PROCESSES = "(processes)"
"""The name under which connections of other processes are counted."""

REASONS = {408: b"Request Timeout", 429: b"Too Many Requests", 503: b"Service Unavailable"}


class Doors:
    """Who is connected.

    Args:
        settings: The server's settings.
        most: Connections at most, where the system allows fewer than the settings.
        for_processes: The port of the door that only other processes of this server use: each
            of their connections is for a client that was counted when it came to them.
    """

    def __init__(
        self, settings: Settings, most: int | None = None, for_processes: int | None = None
    ) -> None:
        self.seconds = settings.request_seconds
        self._most = min(settings.open_connections, most or settings.open_connections)
        self._of_client = settings.client_connections
        self._for_processes = for_processes
        self._proxies = [ip_network(proxy) for proxy in settings.proxies]
        self._inside: dict[BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._inside)

    def enter(self, transport: Transport) -> WardroundError | None:
        """Count a connection in; why it must go, if it must."""
        address, here = get_remote_addr(transport), get_local_addr(transport)
        client = client_name(address[0]) if address else ""
        if here is not None and here[1] == self._for_processes:
            client = PROCESSES
        self._inside[transport] = client
        self._counts[client] += 1
        by_processes = self._counts[PROCESSES]
        alike = by_processes if client == PROCESSES else len(self._inside) - by_processes
        if alike > self._most:
            return Overloaded(
                "This server has all the connections that it takes.",
                where=f"the limit {option('open_connections')} of this server",
                expected=f"at most {self._most}; try again later",
            )
        if client == PROCESSES or self._is_proxy(client):
            return None
        if self._counts[client] > self._of_client:
            return TooMany(
                "Your address has all the connections that one may have here.",
                where=f"the limit {option('client_connections')} of this server",
                expected=f"at most {self._of_client}",
            )
        return None

    def leave(self, transport: BaseTransport) -> None:
        """Count a connection out."""
        client = self._inside.pop(transport, None)
        if client is None:
            return
        self._counts[client] -= 1
        if not self._counts[client]:
            del self._counts[client]

    def _is_proxy(self, client: str) -> bool:
        try:
            address = ip_address(client)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


class Config(uvicorn.Config):
    """uvicorn's settings, and the doors that its connections go through.

    Args:
        app: The application.
        doors: The doors.
        settings: More of uvicorn's settings.
    """

    def __init__(self, app: Any, doors: Doors, **settings: Any) -> None:
        super().__init__(app, http=Requests, ws=LiveLine, **settings)
        self.doors = doors


class Requests(HttpToolsProtocol):
    """A connection that speaks HTTP: its requests must arrive, its answers be read in time."""

    _late: TimerHandle | None = None
    _unread: TimerHandle | None = None

    @property
    def doors(self) -> Doors:
        """The doors that this came through."""
        return cast("Config", self.config).doors

    @property
    def _cycle(self) -> RequestResponseCycle | None:
        """The newest request, once there was one."""
        return cast("RequestResponseCycle | None", self.cycle)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Let a connection in, or say why not."""
        super().connection_made(transport)
        refusal = self.doors.enter(transport)
        if refusal is not None:
            self._refuse(refusal)
        else:
            self._wait()

    def data_received(self, data: bytes) -> None:
        """Take in a piece of a request."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.transport.is_closing():
            self._hurry()
        elif self.transport.get_protocol() is self:
            cycle = self._cycle
            if cycle is not None and not cycle.more_body and not cycle.response_complete:
                self._stop_waiting()
            else:
                self._wait()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to those that stay."""
        self._stop_waiting()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it out."""
        self._stop_waiting()
        self.resume_writing()
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client does not read what waits for it."""
        super().pause_writing()
        self._unread = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.doors.seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if self._cycle is not None and self._cycle.response_started:
            self.transport.close()
            self._hurry()
            return
        self._refuse(
            BadMessage(
                "The request did not arrive in time.",
                where="connection",
                expected=f"its head and body within {self.doors.seconds:g} seconds",
            ),
            408,
        )

    def _refuse(self, refusal: WardroundError, status: int | None = None) -> None:
        status = status or http_status(refusal)
        body = json.dumps(refusal.to_json()).encode()
        head = b"HTTP/1.1 %d %b\r\n" % (status, REASONS[status])
        head += b"content-type: application/json\r\nconnection: close\r\n"
        self.transport.write(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        self.transport.close()
        self._hurry()

    def _hurry(self) -> None:
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)


class LiveLine(WebSocketsSansIOProtocol):
    """A live connection: what waits for it must be read in time."""

    _unread: TimerHandle | None = None

    @property
    def doors(self) -> Doors:
        """The doors that this came through."""
        return cast("Config", self.config).doors

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it out."""
        self.resume_writing()
        self.doors.leave(self.transport)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The page does not read what waits for it."""
        super().pause_writing()
        self._unread = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    async def run_asgi(self) -> None:
        """Serve the page; afterwards it has a moment to read the last words."""
        await super().run_asgi()
        self.loop.call_later(GOODBYE_SECONDS + self.close_timeout, self.transport.abort)
