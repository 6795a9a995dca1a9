"""The REST interface: what can be played, making and joining tables, looking back."""

import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from wardround import __version__
from wardround.bots import bots
from wardround.core import SPECTATOR, WardroundError, decoded
from wardround.server.errors import BadMessage, ServerFault, http_status
from wardround.server.schemas import Considered, Join, NewTable, read_data
from wardround.server.shown import PROTOCOL, Json
from wardround.server.tables import Tables

log = logging.getLogger(__name__)


class ReadRequest(Request):
    """A request whose body was read under the limits of :mod:`wardround.core.reading`."""

    data: Any = None

    async def json(self) -> Any:
        """The data of the body."""
        return self.data


class Route(APIRoute):
    """An address of the interface: bodies are read under limits, and nothing fails in silence."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """What answers a request."""
        answer = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            try:
                return await answer(await self._read(request))
            except (WardroundError, HTTPException, RequestValidationError):
                raise
            except Exception:
                log.exception("%s %s failed", request.method, request.url.path)
                fault = ServerFault()
                return JSONResponse(fault.to_json(), status_code=http_status(fault))

        return guarded

    async def _read(self, request: Request) -> Request:
        if self.body_field is None:
            return request
        read = ReadRequest(request.scope, request.receive)
        try:
            body = await read.body()
        except ClientDisconnect as error:
            raise BadMessage(
                "The request broke off.", where="message", expected="all of its body"
            ) from error
        read.data = read_data(decoded(body, "message", BadMessage, "JSON in UTF-8"))
        return read


router = APIRouter(prefix="/api", route_class=Route)


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


Service = Annotated[Tables, Depends(_tables)]


@router.get("/about")
async def about(tables: Service) -> Json:
    """Which program and which protocol answers here."""
    return {"version": __version__, "protocol": PROTOCOL, "build": tables.build}


@router.get("/games")
async def list_games(request: Request, tables: Service) -> list[Json]:
    """The games that can be played, with their options and where a drawing of theirs lies."""
    drawn = request.app.state.drawings
    return [{**game.to_json(), "drawing": drawn.get(id)} for id, game in tables.games.items()]


@router.get("/bots")
async def list_bots() -> list[Json]:
    """The bots that can take a seat."""
    return [{"id": b.id, "title": b.title, "description": b.description} for b in bots().values()]


@router.get("/games/{game}/rules")
async def rules(game: str, tables: Service) -> Json:
    """The numbered rules of a game, and its guide for who does not know it."""
    chosen = tables.game(game)
    guide = chosen.guide()
    return {**chosen.rules().to_json(), "guide": guide.to_json() if guide else None}


@router.post("/games/{game}/notes")
async def notes(game: str, request: Considered, tables: Service) -> list[str]:
    """What a choice of options means, in sentences for those who make it."""
    return await tables.notes(game, request)


@router.post("/tables", status_code=201)
async def create_table(request: NewTable, tables: Service) -> Json:
    """Make a table; the token holds the seats of its maker (null if they have none)."""
    table, token = await tables.create(request)
    return {
        "table": table.id,
        "token": token,
        "seats": table.about()["seats"],
        "watch": f"/#/t/{table.id}",
    }


@router.get("/tables/{table}")
async def show_table(table: str, tables: Service) -> Json:
    """Who sits at a table and how far it is."""
    return (await tables.get(table)).about()


@router.post("/tables/{table}/join")
async def join_table(table: str, request: Join, tables: Service) -> Json:
    """Take an open seat, or hear again which one one has; the game begins with the last one."""
    token, seat = await (await tables.get(table)).join(request.name, request.seat, request.token)
    return {"token": token, "seat": seat}


@router.get("/tables/{table}/at/{version}")
async def position_at(
    table: str,
    version: int,
    tables: Service,
    seat: Annotated[int | None, Query()] = None,
    authorization: Annotated[str | None, Header()] = None,
) -> Json:
    """An earlier position, as the holder of the token (or anybody) saw it then."""
    live = await tables.get(table)
    mine = live.seats_of(_bearer(authorization))
    if seat is None:
        seat = mine[0] if len(mine) == 1 else SPECTATOR
    if seat != SPECTATOR:
        live.check_seat(seat, mine)
    return await live.position_at(version, seat)


@router.get("/tables/{table}/record", response_class=Response)
async def record(table: str, tables: Service) -> Response:
    """The record of a finished game, as a file."""
    live = await tables.get(table)
    name = f"{live.game.id}-{live.id}.wrd"
    return Response(
        await live.record(),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _bearer(authorization: str | None) -> str | None:
    if authorization is None:
        return None
    return authorization.removeprefix("Bearer ").strip()
