"""The REST interface: what can be played, making and joining tables, looking back."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from wardround import __version__
from wardround.bots import offered
from wardround.core import SPECTATOR, Game, WardroundError, decoded
from wardround.server.errors import BadMessage, ForgedToken, ServerFault, http_status
from wardround.server.limits import POSITIONS, TABLES, client_of
from wardround.server.people import Signed
from wardround.server.records import LONGEST_BROUGHT
from wardround.server.schemas import (
    Considered,
    Join,
    NewLesson,
    NewTable,
    OpenRecord,
    Rematch,
    WhatIf,
    read_data,
)
from wardround.server.shown import PROTOCOL, Json
from wardround.server.table import Table
from wardround.server.tables import Tables

SHORT_BODY = 4 * 1024
"""Bytes of a body that is read at once; a longer one is read beside the event loop."""

LONGEST_BODY = 64 * 1024
LONGEST_BODIES = {"/api/records": 2 * LONGEST_BROUGHT}
"""Bytes of the longest body: of most requests, and of those that bring more.

As a text of JSON a record is longer: every quotation mark in it gets a backslash.
"""

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
        if len(body) <= SHORT_BODY:
            read.data = _data_of(body)
        else:
            tables: Tables = request.app.state.tables
            read.data = await tables.bench.run(partial(_data_of, body))
        return read


def _data_of(body: bytes) -> Any:
    return read_data(decoded(body, "message", BadMessage, "JSON in UTF-8"))


class Problem(BaseModel):
    """What every refusal holds."""

    code: str
    message: str
    where: str
    expected: str
    clause: str
    id: str | None = None


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals with these statuses, for the description of the interface."""
    return {
        status: {"model": Problem, "description": HTTPStatus(status).phrase} for status in statuses
    }


AT_A_TABLE = problems(404, 409)
"""There is no such table, or it is not in a state for this."""

router = APIRouter(
    prefix="/api", route_class=Route, responses=problems(403, 413, 422, 429, 500, 503)
)


BEARER = HTTPBearer(auto_error=False, description="The token of a seat.")
SESSION = HTTPBearer(
    auto_error=False, scheme_name="Session", description="The token of somebody's session."
)


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


Service = Annotated[Tables, Depends(_tables)]


@router.get("/about")
async def about(tables: Service) -> Json:
    """Which program and which protocol answers here."""
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "build": tables.build,
        "longest_record": LONGEST_BROUGHT,
        "people": tables.settings.people,
    }


@router.get("/health")
async def health() -> Json:
    """Whether the process answers."""
    return {"status": "ok"}


@router.get("/ready")
async def ready(tables: Service) -> Json:
    """Whether tables can be played: the database answers. A proxy may ask before it sends people.

    Raises:
        StorageError: It does not, or this process is about to end.
    """
    tables.ownership.check()
    await tables.store.run(tables.store.store.tick, 0)
    return {"status": "ok"}


@router.get("/games")
async def list_games(request: Request, tables: Service, options: bool = True) -> list[Json]:
    """The games that can be played: options, where a drawing lies, whether one is guided in it.

    Without options there are no presets either: most of the answer is about these.
    """
    left_out = () if options else ("options", "presets")
    games = [_offered(request, tables, game) for game in tables.games.values()]
    return [{key: game[key] for key in game if key not in left_out} for game in games]


@router.get("/games/{game}", responses=problems(404))
async def one_game(game: str, request: Request, tables: Service) -> Json:
    """A game that can be played, as it stands in the list."""
    return _offered(request, tables, tables.game(game))


def _offered(request: Request, tables: Tables, game: Game) -> Json:
    drawing = request.app.state.drawings.get(game.id)
    return {**game.to_json(), "drawing": drawing, "lesson": game.id in tables.lessons}


@router.get("/bots")
async def list_bots() -> list[Json]:
    """The bots that can take a seat of any game."""
    return [
        {"id": b.id, "title": b.title, "description": b.description} for b in offered().values()
    ]


@router.get("/games/{game}/rules", responses=problems(404))
async def rules(game: str, tables: Service) -> Json:
    """The numbered rules of a game, and its guide for who does not know it."""
    chosen = tables.game(game)
    guide = chosen.guide()
    return {**chosen.rules().to_json(), "guide": guide.to_json() if guide else None}


@router.post("/games/{game}/notes", responses=problems(404))
async def notes(game: str, request: Considered, tables: Service) -> list[str]:
    """What a choice of options means, in sentences for those who make it."""
    return await tables.notes(game, request)


async def _person(
    http: Request,
    tables: Service,
    session: Annotated[HTTPAuthorizationCredentials | None, Depends(SESSION)] = None,
) -> Signed | None:
    """Who asks, if they are signed in.

    Raises:
        ForgedToken: They say so, but are not.
    """
    return await tables.signed(bearer_of(http, session))


Person = Annotated[Signed | None, Depends(_person)]


@router.post(
    "/tables",
    status_code=201,
    responses=problems(401, 404, 409),
    openapi_extra={"security": [{}]},  # nobody needs a name
)
async def create_table(request: NewTable, http: Request, tables: Service, person: Person) -> Json:
    """Make a table; the token holds the seats of its maker (null if they have none)."""
    tables.limits.take(TABLES, client_of(http))
    return _made(*await tables.create(request, person=person))


@router.post(
    "/games/{game}/lesson",
    status_code=201,
    responses=problems(401, 404, 409),
    openapi_extra={"security": [{}]},
)
async def begin_lesson(
    game: str, request: NewLesson, http: Request, tables: Service, person: Person
) -> Json:
    """Make a table with the guided first game of a game; the token holds the learner's seat."""
    tables.limits.take(TABLES, client_of(http))
    return _made(*await tables.teach(game, request, person))


@router.post("/records", status_code=201, responses=problems(404, 409))
async def open_record(request: OpenRecord, http: Request, tables: Service) -> Json:
    """Make a table that shows the game of a record; the token is that of who brought it."""
    tables.limits.take(TABLES, client_of(http))
    return _made(*await tables.open_record(request.record))


@router.get("/tables/{table}", responses=AT_A_TABLE)
async def show_table(table: str, tables: Service) -> Json:
    """Who sits at a table and how far it is."""
    return (await tables.get(table)).about()


@router.post(
    "/tables/{table}/join",
    responses={**AT_A_TABLE, **problems(401)},
    openapi_extra={"security": [{}]},
)
async def join_table(table: str, request: Join, tables: Service, person: Person) -> Json:
    """Take an open seat, or hear again which one one has; the game begins with the last one."""
    token, seat = await tables.join(await tables.get(table), request, person)
    return {"token": token, "seat": seat}


@router.post(
    "/tables/{table}/rematch",
    responses={**AT_A_TABLE, **problems(401)},
    openapi_extra={"security": [{}]},
)
async def rematch(
    table: str,
    request: Rematch,
    http: Request,
    tables: Service,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> Json:
    """Another game of the same people after this one; asked again, it is the same table.

    Everybody's token is valid there too.
    """
    tables.limits.take(TABLES, client_of(http))
    token = bearer_of(http, bearer)
    following = await tables.rematch(await tables.get(table), token, rotate=request.rotate)
    return await tables.about(following)


@router.post(
    "/tables/{table}/what-if",
    status_code=201,
    responses={**AT_A_TABLE, **problems(401)},
    openapi_extra={"security": [{}]},  # a finished game is open to all
)
async def what_if(
    table: str,
    request: WhatIf,
    http: Request,
    tables: Service,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> Json:
    """A table of one's own from a position of a finished game, or of a record that one brought.

    From a game that is being played, too, for who holds the seat: what is hidden from it is guessed
    there. The other seats are bots'.
    """
    tables.limits.take(TABLES, client_of(http))
    before, token = await tables.get(table), bearer_of(http, bearer)
    return _made(*await tables.try_out(before, request.version, request.seat, request.bot, token))


@router.get(
    "/tables/{table}/at/{version}",
    responses={**AT_A_TABLE, **problems(401)},
    openapi_extra={"security": [{}]},  # who has no token watches
)
async def position_at(
    table: str,
    version: Annotated[int, Path(ge=0, le=2**31 - 1)],
    http: Request,
    tables: Service,
    seat: Annotated[int | None, Query()] = None,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> Json:
    """An earlier position, as the holder of the token (or anybody) saw it then.

    After the end any seat's: then nothing is secret any more. Nor is it in a record, to its host.
    """
    tables.limits.take(POSITIONS, client_of(http))
    live = await tables.get(table)
    token = bearer_of(http, bearer)
    mine = live.seats_of(token)
    if seat is None:
        seat = mine[0] if len(mine) == 1 else SPECTATOR
    if seat != SPECTATOR:
        live.check_past(seat, token)
    return await live.position_at(version, seat)


@router.get(
    "/tables/{table}/course",
    responses={**AT_A_TABLE, **problems(401)},
    openapi_extra={"security": [{}]},  # who has no token watches
)
async def course(
    table: str,
    http: Request,
    tables: Service,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> Json:
    """When the rounds of a game began, and where nothing is secret, the points after every step."""
    tables.limits.take(POSITIONS, client_of(http))
    live, token = await tables.get(table), bearer_of(http, bearer)
    live.seats_of(token)  # a token that is none of this table's is refused
    return await live.course(token)


@router.get("/tables/{table}/fairness", responses=AT_A_TABLE)
async def fairness(table: str, tables: Service) -> Json:
    """What was promised about the deal before the first move, and after the game what it was."""
    return (await tables.get(table)).fairness()


@router.get(
    "/tables/{table}/record",
    response_class=Response,
    responses={
        **AT_A_TABLE,
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "A .wrd"},
    },
)
async def record(table: str, tables: Service) -> Response:
    """The record of a finished game, as a file."""
    live = await tables.get(table)
    name = f"{live.game.id}-{live.id}.wrd"
    return PlainTextResponse(
        await live.record(),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _made(table: Table, token: str | None) -> Json:
    return {
        "table": table.id,
        "token": token,
        "seats": table.about()["seats"],
        "watch": f"/#/t/{table.id}",
    }


def bearer_of(http: Request, bearer: HTTPAuthorizationCredentials | None) -> str | None:
    """The token of a request.

    Raises:
        ForgedToken: The header holds something else.
    """
    if bearer is not None:
        return bearer.credentials
    if "authorization" in http.headers:
        raise ForgedToken(
            "The header Authorization holds no token.",
            where="Authorization",
            expected="Bearer and the token, or no such header to watch",
        )
    return None
