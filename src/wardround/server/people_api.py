"""The REST interface for people with a name: choosing one, devices, tables, games, everything.

The routes stand beside those of :mod:`wardround.server.api`, on the same router.
"""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Depends, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from wardround.core import WardroundError
from wardround.server.api import Person, Service, problems, router
from wardround.server.errors import ForgedToken, NoPeople
from wardround.server.limits import CODES, EXPORTS, NAMES, client_of
from wardround.server.people import Signed
from wardround.server.schemas import OwnName, OwnSeats, SignIn
from wardround.server.settings import option
from wardround.server.shown import Json
from wardround.server.tables import Tables

__all__ = ["router"]

LARGEST_NUMBER = 2**31 - 1
LOCKED = problems(401)
"""Who asks is not signed in."""


def _open(tables: Service) -> Tables:
    """The tables of a server that keeps names.

    Raises:
        NoPeople: This one keeps none.
    """
    if not tables.settings.people:
        raise NoPeople(
            "This server keeps no names of people.",
            where=f"the setting {option('people')} of this server",
            expected="playing without one: nothing else is missing",
        )
    return tables


House = Annotated[Tables, Depends(_open)]


async def _signed(_house: House, person: Person) -> Signed:
    """Who asks.

    Raises:
        ForgedToken: They are not signed in.
    """
    if person is None:
        raise ForgedToken(
            "Only who is signed in may ask for this.",
            where="Authorization",
            expected="Bearer and the token of a session",
        )
    return person


Me = Annotated[Signed, Depends(_signed)]


@router.post("/people", status_code=201)
async def choose_name(request: OwnName, http: Request, tables: House) -> Json:
    """Choose a name: the person, the recovery code (told this once), the token of a session."""
    tables.limits.take(NAMES, client_of(http))
    person, code, token = await tables.store.run(tables.people.choose, request.name)
    return {"person": person.to_json(), "code": code, "token": token}


@router.post("/people/sign-in")
async def sign_in(request: SignIn, http: Request, tables: House) -> Json:
    """Sign in by a recovery code: the person, and the token of a new session."""
    tables.limits.take(CODES, client_of(http))
    person, token = await tables.store.run(tables.people.sign_in, request.code)
    return {"person": person.to_json(), "token": token}


@router.get("/people/me", responses=LOCKED)
async def about_me(tables: House, me: Me) -> Json:
    """Who is signed in, and on which devices."""
    return {
        "person": me.to_json(),
        "sessions": await tables.store.run(tables.people.sessions, me),
    }


@router.delete("/people/me", responses=LOCKED)
async def forget_me(tables: House, me: Me) -> Json:
    """Delete everything about who is signed in. Seats of games that go on keep their tokens."""
    await tables.forget_person(me)
    return {"status": "deleted"}


@router.post("/people/me/name", responses=LOCKED)
async def rename_me(request: OwnName, tables: House, me: Me) -> Json:
    """Choose another name; seats that are taken already keep theirs."""
    await tables.store.run(tables.people.rename, me, request.name)
    return {"person": {**me.to_json(), "name": request.name}}


@router.post("/people/me/code", responses=LOCKED)
async def renew_code(tables: House, me: Me) -> Json:
    """A new recovery code, told this once; the one before is worth nothing any more."""
    return {"code": await tables.store.run(tables.people.renew_code, me)}


@router.delete("/people/me/sessions", responses=LOCKED)
async def sign_out_elsewhere(tables: House, me: Me) -> Json:
    """Sign out everywhere else; how many sessions ended."""
    return {"ended": await tables.store.run(tables.people.sign_out, me, None)}


@router.delete("/people/me/sessions/{number}", responses=problems(401, 404))
async def sign_out(
    number: Annotated[int, Path(ge=0, le=LARGEST_NUMBER)], tables: House, me: Me
) -> Json:
    """End one of my sessions, or this one."""
    return {"ended": await tables.store.run(tables.people.sign_out, me, number)}


@router.get("/people/me/tables", responses=LOCKED)
async def my_tables(tables: House, me: Me) -> list[Json]:
    """The tables where I have seats, with their tokens."""
    return await tables.store.run(tables.people.tables, me)


@router.post("/people/me/seats", responses=LOCKED)
async def link_seats(request: OwnSeats, tables: House, me: Me) -> Json:
    """Link seats that I hold to my name; by table, whether they are linked to it now."""
    seats = [(seat.table, seat.token) for seat in request.seats]
    return {"linked": await tables.store.run(tables.people.link_seats, me, seats)}


@router.get("/people/me/games", responses=LOCKED)
async def my_games(
    tables: House,
    me: Me,
    before: Annotated[int | None, Query(ge=0, le=LARGEST_NUMBER)] = None,
) -> list[Json]:
    """How my games ended, the last first, a page of them; ``before``: those before this number."""
    return await tables.store.run(tables.people.games, me, before)


@router.get("/people/me/statistics", responses=LOCKED)
async def my_statistics(tables: House, me: Me) -> list[Json]:
    """What I came to, by game and number of players: games, wins, mean points, rating."""
    return await tables.store.run(tables.people.statistics, me)


@router.get(
    "/people/me/everything",
    response_class=Response,
    responses={
        **LOCKED,
        200: {
            "content": {"application/json": {"schema": {"type": "object"}}},
            "description": "All that is kept about me",
        },
    },
)
async def everything(http: Request, tables: House, me: Me) -> Response:
    """All that is kept about me as one file, with the records of my finished games."""
    tables.limits.take(EXPORTS, client_of(http))
    told = await tables.store.run(tables.people.everything, me)
    return StreamingResponse(
        _file(tables, told),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="wardround-everything.json"'},
    )


async def _file(tables: Tables, told: Json) -> AsyncIterator[bytes]:
    """The file, the records one after another: each is played again, and may take its time."""
    yield to_json(told)[:-1] + b',"records":{'
    separator = b""
    for game in told["games"]:
        if game["kept"]:
            record = await _record(tables, game["table"])
            yield separator + to_json(game["table"]) + b":" + to_json(record)
            separator = b","
    yield b"}}"


async def _record(tables: Tables, table: str) -> str | None:
    """The record of a finished game; None where it cannot be played again now."""
    try:
        stored = await tables.read(table)
        if stored.state != "over":
            return None
        match = await tables.replay(stored, tables.game(stored.game))
    except WardroundError:
        return None
    return None if match is None else match.record().to_text()
