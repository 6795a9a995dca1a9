"""The web application and how it is run."""

import contextlib
import gc
import json
import logging
import math
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.routing import Match
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from wardround import __version__
from wardround.core import Game, WardroundError, shown
from wardround.games import games as installed_games
from wardround.server import api, live, logs, notices_api
from wardround.server.doors import Config, Doors
from wardround.server.drawings import PLACE, Drawing, address, drawings
from wardround.server.errors import (
    BadMessage,
    ForeignHost,
    ForgedToken,
    ServerBusy,
    TooLarge,
    TooMany,
    http_status,
)
from wardround.server.limits import REQUESTS, client_of
from wardround.server.metrics import CONTENT_TYPE
from wardround.server.origins import is_called_rightly, place_of
from wardround.server.processes import Ownership, Processes, is_passed_on
from wardround.server.schemas import bad_message
from wardround.server.settings import DEFAULT_HOST, Settings, option, variable
from wardround.server.store import Store, StoreThread
from wardround.server.tables import Tables

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not bound
COLLECTED = (50_000, 20, 100)
"""Thresholds of the garbage collector: many times Python's own."""

FILES_WANTED = 65_536
FILES_KEPT = 64
"""Files that the server may need beside its connections."""

LONGEST_FRAME = 1024 * 1024
"""A WebSocket frame beyond this closes the connection; shorter ones are refused politely."""

SMALL = 1000
"""Bytes below which an answer is not compressed."""

SECRET = ("/api/tables", "/api/people")
"""Addresses of answers with secrets."""

NOT_BUILT = (
    "The server runs, but its web client is not built.\n"
    "In a source tree, run: make client\n"
    "An installed package contains the client; if you see this there, please report it.\n"
)
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

log = logging.getLogger(__name__)


def create_app(settings: Settings, games: Mapping[str, Game] | None = None) -> FastAPI:
    """The web application.

    Args:
        settings: The server's settings. The database is opened, and brought up to date, here.
        games: The games to offer; all that are installed if not given.

    Raises:
        StorageError: The database cannot be opened.
    """
    store = Store(settings.database, settings.lease_seconds)
    try:
        store.lock()
        store.migrate()
    except WardroundError:
        store.close()
        raise
    known = installed_games() if games is None else games
    thread = StoreThread(store)
    processes = None if store.is_sqlite else Processes(thread)
    tables = Tables(settings, thread, known, build_name(settings.static), processes)

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if processes is not None:
            processes.lost = tables.let_go
            await processes.beat()
            tables.start(processes.keep())
        tables.start(tables.keep_house())
        tables.start(tables.metrics.watch_loop())
        yield
        await tables.ownership.retire()
        for close in app.state.closing:
            await close()
        await tables.close()

    app = FastAPI(
        title="Wardround",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.tables = tables
    app.state.closing = []
    drawn = drawings(known)
    app.state.drawings = {game: address(game, module) for game, module in drawn.items()}
    app.add_middleware(Compress)
    if processes is not None:
        from wardround.server.forwarding import Entrance, Forward, Lines  # the postgres extra

        lines = Lines()
        app.state.closing.append(lines.close)
        app.add_middleware(Forward, processes=processes, lines=lines, metrics=tables.metrics)
    app.add_middleware(Guard, tables=tables)
    if processes is not None:
        app.add_middleware(Entrance, processes=processes)
    app.add_exception_handler(WardroundError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.include_router(notices_api.router)  # that of api, with the routes for people and notices
    app.include_router(live.router)
    if settings.metrics_path:
        app.add_route(settings.metrics_path, _metrics)
    for game, module in drawn.items():
        app.mount(f"{PLACE}/{game}", Drawing(module))
    app.mount("/", Client(settings.static))
    return app


class Compress:
    """Compresses what everybody may read: the client, guides and rules, but nothing of a table.

    Where a secret and what a stranger wrote are compressed together, lengths tell of the secret
    (BREACH, 2013).

    Args:
        app: What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed = GZipMiddleware(app, minimum_size=SMALL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        public = scope["type"] == "http" and not scope["path"].startswith(SECRET)
        await (self._compressed if public else self._app)(scope, receive, send)


def build_name(static: Path) -> str:
    """The name of the built client, from the manifest beside it; "none" without one."""
    try:
        return str(json.loads((static / "build.json").read_text(encoding="utf-8"))["build"])
    except (OSError, ValueError, KeyError, TypeError):
        return "none"


class Client(StaticFiles):
    """The built client: its first page is asked for anew, what has a hash in its name is kept.

    Args:
        folder: Where it was built to.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whatever is no address of the interface."""
        answer: ASGIApp = super().__call__
        if scope["type"] != "http":
            answer = WebSocketClose()
        elif scope["path"].startswith(("/api/", f"{PLACE}/")):
            allowed = methods_at(scope)
            if allowed:
                raise HTTPException(405, headers={"Allow": ", ".join(sorted(allowed))})
            raise HTTPException(404)
        elif not (self.folder / "index.html").is_file():
            answer = PlainTextResponse(NOT_BUILT, status_code=503)
        await answer(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the client."""
        response = await super().get_response(path, scope)
        kept = path.startswith("assets" + os.sep)
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if kept else "no-cache"
        )
        return response


def methods_at(scope: Scope) -> set[str]:
    """The methods by which an address of the interface may be asked."""
    return {
        method
        for route in api.router.routes
        if route.matches(scope)[0] == Match.PARTIAL
        for method in getattr(route, "methods", ())
    }


class Guard:
    """Refuses what speaks against a request as a whole, and adds the security headers.

    Args:
        app: The application behind it.
        tables: The server's tables: they know its limits, its names and what it counts.
    """

    def __init__(self, app: ASGIApp, tables: Tables) -> None:
        self.app = app
        self.tables = tables

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, receive, send_guarded)
        except WardroundError as error:  # nothing has been answered
            self.tables.metrics.refusals.labels(error.code).inc()
            await refusal_of(error)(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Raise what speaks against a request as a whole; another process has asked so already."""
        if is_passed_on(scope):
            return
        connection = HTTPConnection(scope)
        headers = connection.headers
        if scope["type"] == "http":
            _check_length(headers, api.LONGEST_BODIES.get(scope["path"], api.LONGEST_BODY))
        host = headers.get("host", "localhost")
        if place_of(f"http://{host}") is None:
            raise BadMessage(
                "The host of the request is none.",
                where="Host",
                expected="the name or address of this server",
            )
        if not is_called_rightly(host, self.tables.names):
            raise ForeignHost(
                f"This server is not called {shown(host)}.",
                where="Host",
                expected="its address, or a server started with --allowed-host and that name",
            )
        if scope["path"].startswith("/api/"):
            self.tables.limits.take(REQUESTS, client_of(connection))


def _check_length(headers: Headers, longest: int) -> None:
    length = headers.get("content-length", "0")
    digits = length.isdecimal() and len(length) < 20
    if "transfer-encoding" in headers or not digits or int(length) > longest:
        raise TooLarge(
            "The request is too long, or does not say how long it is.",
            where="Content-Length",
            expected=f"at most {longest} bytes",
        )


def refusal_of(error: WardroundError) -> Response:
    """The answer that tells an error, to a request or instead of a live connection."""
    headers = {}
    if isinstance(error, TooMany):
        headers["Retry-After"] = str(math.ceil(error.seconds))
    if isinstance(error, ForgedToken):
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(error.to_json(), status_code=http_status(error), headers=headers)


async def _metrics(request: Request) -> Response:
    tables: Tables = request.app.state.tables
    return Response(tables.metrics.text(), media_type=CONTENT_TYPE)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, WardroundError)
    tables: Tables = request.app.state.tables
    tables.metrics.refusals.labels(error.code).inc()
    return refusal_of(error)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    refusal = bad_message(error.errors())
    return JSONResponse(refusal.to_json(), status_code=http_status(refusal))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    body = {
        "code": "not_found" if error.status_code == 404 else "http",
        "message": str(error.detail) + ".",
        "where": shown(f"{request.method} {request.url.path}"),
        "expected": "an address of this server (GET /api/openapi.json lists them)",
        "clause": "",
    }
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


def serve(settings: Settings, open_browser: bool = False) -> None:
    """Run a server until it is interrupted; its addresses are printed when it is ready.

    Args:
        settings: The server's settings.
        open_browser: Whether to open the first page in the user's browser.

    Raises:
        ServerBusy: The address is in use or not this machine's.
        StorageError: The database cannot be opened.
    """
    logs.set_up(settings.log_level, settings.log_format)
    listener = listen(settings)
    with contextlib.closing(listener):
        app = create_app(settings)
        own, others = own_addresses(settings.host, listener.getsockname()[1])
        sockets = [listener, *doors_for_processes(app, listener)]

        def announce() -> None:
            print(f"Wardround is at {own} (Ctrl+C stops it)", flush=True)
            if others:
                print(f"Others in your network open {others}", flush=True)
            if not (settings.static / "index.html").is_file():
                print(NOT_BUILT, end="", file=sys.stderr, flush=True)
            elif open_browser:
                webbrowser.open(own)

        with contextlib.suppress(KeyboardInterrupt):
            Server(app, announce).run(sockets=sockets)


def doors_for_processes(app: FastAPI, listener: socket.socket) -> list[socket.socket]:
    """What an application listens to besides: the door for other processes, if there can be any.

    Args:
        app: The application.
        listener: Where people come in.

    Raises:
        ServerBusy: Its port cannot be had.
    """
    tables: Tables = app.state.tables
    if not isinstance(tables.ownership, Processes):
        return []
    door, tables.ownership.address = open_door(tables.settings)
    tables.ownership.door_port = door.getsockname()[1]
    if tables.ownership.door_port == listener.getsockname()[1]:
        door.close()
        raise ServerBusy(
            "People and other processes cannot come in by the same port.",
            where=f"{option('address')} ({variable('address')})",
            expected=f"another port than {tables.ownership.door_port}, or none",
        )
    return [door]


def open_door(settings: Settings) -> tuple[socket.socket, str]:
    """A socket for the other processes of a database, and the address by which they find it.

    It listens at that address, or at every one where the address is none of this machine's own
    (that of a container's host, say).

    Raises:
        ServerBusy: The port cannot be had.
    """
    said = urlsplit(f"//{settings.address}")
    named, port = said.hostname or settings.host, said.port or 0
    if named in ANYWHERE:
        named = _address_in_the_network(socket.AF_INET) or DEFAULT_HOST
    refusal: ServerBusy | None = None
    for host in (named, *ANYWHERE[:1]):
        try:
            door = listen(settings.model_copy(update={"host": host, "port": port}))
        except ServerBusy as error:
            refusal = refusal or error
        else:
            shown_host = f"[{named}]" if ":" in named else named
            return door, f"{shown_host}:{door.getsockname()[1]}"
    assert refusal is not None
    raise ServerBusy(
        f"Other processes would not reach this one. {refusal.message}",
        where=f"{option('address')} ({variable('address')})",
        expected="a name or address of this machine, and a free port or none",
    ) from refusal


def listen(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say.

    Raises:
        ServerBusy: The address is in use, not allowed, or not this machine's.
    """
    if not 0 <= settings.port <= 65_535:
        raise ServerBusy(
            f"There is no port {settings.port}.",
            where="--port",
            expected="a number from 0 to 65535",
        )
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except OSError as error:
        raise ServerBusy(
            f"There is no address {settings.host!r} to listen on: {error.strerror}.",
            where="--host",
            expected="an address of this machine, such as 127.0.0.1 or 0.0.0.0",
        ) from error
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise ServerBusy(
            f"Port {settings.port} of {settings.host} cannot be used: {error.strerror}.",
            where=f"port {settings.port}",
            expected="a free port of this machine, for example: "
            f"wardround serve --port {settings.port + 1} (or --port 0 for any)",
        ) from error
    return listener


class Server(uvicorn.Server):
    """The program that listens.

    Args:
        app: The application that answers.
        ready: Called when it is ready.
    """

    def __init__(self, app: FastAPI, ready: Callable[[], None]) -> None:
        settings: Settings = app.state.tables.settings
        self._ownership: Ownership = app.state.tables.ownership
        doors = Doors(settings, most_connections(), self._ownership.door_port)
        app.state.tables.metrics.connections.set_function(lambda: len(doors))
        config = Config(
            app,
            doors,
            log_config=None,
            log_level=settings.log_level,
            access_log=settings.log_level == "debug",
            ws_max_size=LONGEST_FRAME,
            timeout_graceful_shutdown=3,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
        )
        super().__init__(config)
        self.ready = ready
        logging.getLogger("uvicorn.error").addFilter(_is_ours)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets=sockets)
        calm_collector()
        if not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End: other processes have the tables before the pages here are told to connect again."""
        await self._ownership.retire()
        await super().shutdown(sockets=sockets)


def most_connections() -> int | None:
    """Connections that the system allows, with room for files; None if it tells no number.

    What one may raise without asking is raised.
    """
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with contextlib.suppress(OSError, ValueError):
            wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, FILES_WANTED)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else max(16, soft - FILES_KEPT)


def _is_ours(record: logging.LogRecord) -> bool:
    """What uvicorn logs as a fault of the server although a client is at fault, or nobody."""
    if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
        record.exc_info = None  # a frame that is no text: said, but without a traceback
    # uvicorn says this whenever a live connection is refused with an answer of ours
    return record.getMessage() != "ASGI callable returned without completing handshake."


def own_addresses(host: str, port: int) -> tuple[str, str]:
    """Where to open a server on this machine, and on others (empty: nowhere).

    Args:
        host: What it listens on.
        port: Its port.
    """
    if host in ANYWHERE:
        other = _address_in_the_network(socket.AF_INET6 if host == "::" else socket.AF_INET)
        return _page("localhost", port), _page(other, port) if other else ""
    return _page(host, port), ""


def _page(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _address_in_the_network(family: socket.AddressFamily) -> str:
    """This machine's address for others; empty if it is in no network.

    Connecting a socket of datagrams sends nothing: the system only chooses an address.
    """
    elsewhere = "2001:db8::1" if family == socket.AF_INET6 else "192.0.2.1"
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((elsewhere, 9))
        return str(probe.getsockname()[0])
    return ""


def calm_collector() -> None:
    """Keep the garbage collector from stopping all tables.

    What the start made lives as long as the server: it is never looked at again. What a move
    makes is freed at once, so the rest need not be looked through often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
