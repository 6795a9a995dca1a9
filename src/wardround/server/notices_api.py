"""The REST interface for those who wish to be told when it is their turn.

The routes stand beside those of :mod:`wardround.server.api`, on the same router: for who holds a
seat, at a table; for a person with a name, at all tables of theirs.
"""

from typing import Annotated

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials

from wardround.server.api import AT_A_TABLE, BEARER, Service, bearer_of, problems, router
from wardround.server.errors import ForgedToken, NotYourSeat
from wardround.server.limits import WISHES, client_of
from wardround.server.people_api import LARGEST_NUMBER, LOCKED, House, Me
from wardround.server.schemas import MailLink, NewWish
from wardround.server.seats import hash_token
from wardround.server.shown import Json
from wardround.server.wishes import Owner

__all__ = ["router"]

Number = Annotated[int, Path(ge=0, le=LARGEST_NUMBER)]


async def _holder(
    table: str,
    http: Request,
    tables: Service,
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(BEARER)] = None,
) -> Owner:
    """Who asks, by the token of a seat at a table.

    Raises:
        ForgedToken: They have none, or none of this table.
        NotYourSeat: The token holds no seat there.
    """
    token = bearer_of(http, bearer)
    if token is None:
        raise ForgedToken(
            "Only who holds a seat may ask for this.",
            where="Authorization",
            expected="Bearer and the token of a seat",
        )
    if not (await tables.get(table)).seats_of(token):
        raise NotYourSeat(
            "Nothing waits here for who holds no seat.",
            where="token",
            expected="a seat's token",
        )
    return Owner(holder=hash_token(token))


def _person(me: Me) -> Owner:
    return Owner(person=me.id)


Holder = Annotated[Owner, Depends(_holder)]
Person = Annotated[Owner, Depends(_person)]

HELD = {**AT_A_TABLE, **problems(401)}
NUMBERED = problems(401, 404)


@router.get("/notices")
async def ways(tables: Service) -> Json:
    """How this server tells people, the key for push services, and after how many seconds."""
    return await tables.notices.about()


@router.get("/tables/{table}/waiting", responses=HELD)
async def waiting(table: str, tables: Service, holder: Holder) -> Json:
    """What waits at a table for who holds the token: a turn, an answer, or nothing (null)."""
    live = await tables.get(table)
    return {"state": live.state, "waits": live.watch.waits_for(holder.holder)}


@router.get("/tables/{table}/notices", responses=HELD)
async def seat_wishes(table: str, tables: Service, holder: Holder) -> list[Json]:
    """How who holds the token wishes to be told."""
    found = await tables.store.run(tables.notices.wishes.of, holder)
    return [wish.to_json() for wish in found]


@router.post("/tables/{table}/notices", status_code=201, responses=HELD)
async def wish_at_table(
    table: str, request: NewWish, http: Request, tables: Service, holder: Holder
) -> Json:
    """Wish to be told when it is one's turn at the tables where the token sits."""
    tables.limits.take(WISHES, client_of(http))
    return await tables.notices.wish(holder, request)


@router.delete("/tables/{table}/notices/{number}", responses=HELD)
async def end_at_table(table: str, number: Number, tables: Service, holder: Holder) -> Json:
    """Wish it no more."""
    await tables.store.run(tables.notices.wishes.end, holder, number)
    return {"status": "ended"}


@router.get("/people/me/notices", responses=LOCKED)
async def my_wishes(tables: House, me: Person) -> list[Json]:
    """How I wish to be told."""
    found = await tables.store.run(tables.notices.wishes.of, me)
    return [wish.to_json() for wish in found]


@router.post("/people/me/notices", status_code=201, responses=LOCKED)
async def wish_as_me(request: NewWish, http: Request, tables: House, me: Person) -> Json:
    """Wish to be told when it is my turn, at any of my tables."""
    tables.limits.take(WISHES, client_of(http))
    return await tables.notices.wish(me, request)


@router.delete("/people/me/notices/{number}", responses=NUMBERED)
async def end_as_me(number: Number, tables: House, me: Person) -> Json:
    """Wish it no more."""
    await tables.store.run(tables.notices.wishes.end, me, number)
    return {"status": "ended"}


@router.post("/notices/confirm", responses=problems(404))
async def confirm(request: MailLink, tables: Service) -> Json:
    """Confirm an address for mail, by what stands in the link of the mail; the address."""
    return {"place": await tables.store.run(tables.notices.wishes.confirm, request.token)}


@router.post("/notices/stop", responses=problems(404))
async def stop(request: MailLink, tables: Service) -> Json:
    """No more mail, by what stands in the link of the mail; the address."""
    return {"place": await tables.store.run(tables.notices.wishes.stop, request.token)}
