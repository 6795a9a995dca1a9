"""Notices: who is told that it is their turn, when, and how.

Somebody is told when something waits for them at a table (their turn has come, they are asked to
agree to something, the game is over) and for ``notice_seconds`` no page of theirs was in view that
shows the table. Then it is noted first, and sent once; whoever was told is told nothing more about
the table until they were there. Whoever saw that it is their turn, and went, knows it.

The process that has a table tells its people. What it knows of pages and of the time since when is
in memory: after a restart, or when another process takes the table over, the time begins anew, and
somebody who has seen their turn and left may be told once more.
"""

import asyncio
import contextlib
import hashlib
import hmac
import logging
import math
import time
from collections.abc import Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol

from wardround.core import WardroundError
from wardround.server.clock import moment
from wardround.server.errors import BadMessage, NoNotices
from wardround.server.mail import Post, Unsent
from wardround.server.outside import Unreached, call, can_call, read_address
from wardround.server.push import PushKey, can_push, check_keys, fresh_pem
from wardround.server.relations import Way
from wardround.server.schemas import NewWish
from wardround.server.settings import MAIL_ADDRESS, SettingError, Settings, option
from wardround.server.shown import Json, json_text
from wardround.server.store import StoreThread
from wardround.server.wishes import Owner, Wish, Wishes

if TYPE_CHECKING:
    from wardround.server.table import Table

What = Literal["turn", "answer", "over"]
"""It is their turn; they are asked to agree to something; the game is over."""

WORDS: dict[What, str] = {
    "turn": "It is your turn.",
    "answer": "Somebody asks you to agree to something.",
    "over": "The game is over.",
}
TRIES = (0.0, 5.0, 60.0)
"""How long is waited before each try to reach somebody's place."""

GONE = (404, 410)
"""Statuses that say that a place is there no more."""

MOST_SENDING = 1_000
"""Notices that may be on their way; what is more is not sent."""

ASKED_AGAIN = 60.0
"""Seconds after which it is asked again whether somebody who is away wishes to be told."""

AT_ONCE = 8
NOBODY = "mailto:nobody@wardround.invalid"
"""Whom push services may turn to where the settings name nobody."""

SIGNATURE = "X-Wardround-Signature"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """What somebody is told: nothing that is secret at the table.

    Attributes:
        table: The table.
        game: The title of its game.
        what: What waits for them.
    """

    table: str
    game: str
    what: What

    def facts(self) -> Json:
        """What programs read of it, in every way in which it is sent."""
        return {"table": self.table, "game": self.game, "what": self.what}

    def to_json(self, site: str) -> Json:
        """The notice as it is sent.

        Args:
            site: Where people reach the server; empty if that is not known.
        """
        return {
            **self.facts(),
            "text": f"{self.game}: {WORDS[self.what]}",
            "link": f"{site}/#/t/{self.table}" if site else None,
        }


class Starts(Protocol):
    """What runs something beside the caller until it ends or the server stops."""

    def __call__(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run it."""


class Notices:
    """The ways in which this server tells people, and what is on its way.

    Args:
        settings: The server's settings.
        store: The database.
        start: Runs what is to be sent.

    Raises:
        SettingError: A way is set that this server cannot go.
    """

    def __init__(self, settings: Settings, store: StoreThread, start: Starts) -> None:
        self.settings = settings
        self.wishes = Wishes(store.store)
        self._store = store
        self._start = start
        self._lines = asyncio.Semaphore(AT_ONCE)
        self._sending = 0
        if settings.webhooks and not can_call():
            raise SettingError(
                "Webhooks need a package that is not installed.",
                where=option("webhooks"),
                expected='pip install "wardround[notify]"',
            )
        if settings.push and not can_push():
            log.info('no web push: it needs pip install "wardround[notify]"')
        goes: dict[Way, bool] = {
            "push": settings.push and can_push(),
            "webhook": settings.webhooks,
            "mail": bool(settings.mail_host),
        }
        self.ways = frozenset(way for way, there in goes.items() if there)
        self._post = Post(settings) if settings.mail_host else None
        self._mailing = ThreadPoolExecutor(1, thread_name_prefix="mail")
        self._key: PushKey | None = None

    # --- what is wished -------------------------------------------------------------------------

    async def about(self) -> Json:
        """What a page must know to offer the ways that there are."""
        return {
            "ways": sorted(self.ways),
            "key": (await self._push_key()).public if "push" in self.ways else None,
            "seconds": self.settings.notice_seconds,
        }

    async def _push_key(self) -> PushKey:
        """The key of the server; the first process that asks for it makes it."""
        if self._key is None:
            pem = await self._store.run(self.wishes.push_key, fresh_pem())
            contact = self.settings.contact or self.settings.site
            good = contact.startswith(("mailto:", "https:"))
            self._key = PushKey(pem, contact if good else NOBODY)
        return self._key

    async def wish(self, owner: Owner, wish: NewWish) -> Json:
        """Take in a wish; of a webhook with the secret that signs its calls.

        Raises:
            NoNotices: This server does not tell people in that way.
            BadMessage: The place is none.
            TooMany: They are told in too many ways already.
            StorageError: It could not be stored.
        """
        if wish.way not in self.ways:
            raise NoNotices(
                f"This server tells nobody by {wish.way}.",
                where="way",
                expected="one of " + (", ".join(sorted(self.ways)) or "none that is set up"),
            )
        key, secret = "", None
        if wish.way == "mail":
            if not MAIL_ADDRESS.fullmatch(wish.place):
                raise BadMessage(
                    "This is no address for mail.",
                    where="place",
                    expected="an address such as ada@example.org",
                )
        else:
            read_address(wish.place, self.settings.notice_hosts, "place")
        if wish.way == "push":
            if wish.keys is None:
                raise BadMessage(
                    "The field keys is missing.", where="keys", expected="p256dh and auth"
                )
            key, secret = wish.keys.p256dh, wish.keys.auth
            check_keys(key, secret)
        kept, is_new = await self._store.run(
            self.wishes.add, owner, wish.way, wish.place, key, secret
        )
        if kept.way == "mail" and is_new:
            self._send(self._ask_to_confirm(kept))
        told = kept.to_json()
        return {**told, "secret": kept.secret} if kept.way == "webhook" else told

    # --- telling --------------------------------------------------------------------------------

    async def tell(self, holder: str, notice: Notice) -> None:
        """Tell who holds a token, as they wish; whoever was told and not there since, nothing."""
        try:
            wishes = await self._store.run(self.wishes.begin_telling, notice.table, holder)
        except WardroundError:
            return  # logged where it came up
        for wish in wishes:
            if wish.way in self.ways:
                self._send(self._deliver(wish, notice))

    async def without_wishes(self, holders: Collection[str]) -> set[str]:
        """Those of the holders of tokens who do not wish to be told of anything."""
        try:
            return await self._store.run(self.wishes.of_none, holders)
        except WardroundError:
            return set(holders)  # logged where it came up

    def was_there(self, table: str, holder: str) -> None:
        """Who holds a token has seen a table."""
        self._start(self._note_presence(table, holder))

    async def _note_presence(self, table: str, holder: str) -> None:
        with contextlib.suppress(WardroundError):  # logged where it came up
            await self._store.run(self.wishes.was_there, table, holder)

    def _send(self, work: Coroutine[Any, Any, None]) -> None:
        if self._sending >= MOST_SENDING:
            log.warning("a notice was not sent: %d are on their way", self._sending)
            work.close()
            return
        self._sending += 1
        self._start(self._sent(work))

    async def _sent(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            self._sending -= 1

    async def _deliver(self, wish: Wish, notice: Notice) -> None:
        """Bring a notice to a place; a place that is gone is forgotten."""
        why = ""
        for wait in TRIES:
            await asyncio.sleep(wait)
            try:
                async with self._lines:
                    status = await self._try(wish, notice)
            except (Unreached, Unsent) as error:
                why = str(error)
                continue
            if status in GONE:
                with contextlib.suppress(WardroundError):
                    await self._store.run(self.wishes.drop, wish.number)
                return
            if status < 500 and status != 429:
                if status >= 300:
                    log.warning("a notice by %s was refused with %d", wish.way, status)
                return
            why = f"status {status}"
        log.warning("a notice by %s could not be sent: %s", wish.way, why)

    async def _try(self, wish: Wish, notice: Notice) -> int:
        """One try; the status of the answer.

        Raises:
            Unreached, Unsent: Nobody took it.
        """
        data = notice.to_json(self.settings.site)
        if wish.way == "mail":
            text = f"{data['text']}\n\n{data['link']}\n\n{self._foot(wish)}"
            await self._mail(wish, data["text"], text)
            return 200
        inside = self.settings.notice_hosts
        address = read_address(wish.place, inside, "place")
        if wish.way == "push":
            said = json_text({**notice.facts(), "text": WORDS[notice.what]}).encode()
            key = await self._push_key()
            body, headers = key.sealed(address, wish.key, wish.secret, said)
        else:
            body = json_text({**data, "at": int(time.time())}).encode()
            headers = {"Content-Type": "application/json", SIGNATURE: signature(wish.secret, body)}
        return await call(address, body, headers, inside)

    # --- mail -------------------------------------------------------------------------------------

    def _link(self, what: str, wish: Wish) -> str:
        return f"{self.settings.site}/#/notices/{what}/{wish.secret}"

    def _foot(self, wish: Wish) -> str:
        return f"No more of these: {self._link('stop', wish)}"

    async def _mail(self, wish: Wish, subject: str, text: str) -> None:
        """Hand a mail over, beside the event loop.

        Raises:
            Unsent: It was not taken.
        """
        assert self._post is not None
        send = partial(self._post.send, wish.place, subject, text, self._link("stop", wish))
        await asyncio.get_running_loop().run_in_executor(self._mailing, send)

    async def _ask_to_confirm(self, wish: Wish) -> None:
        text = (
            "Somebody, probably you, wishes to be told at this address when it is their turn at "
            f"{self.settings.site}.\n\nYes, tell me: {self._link('confirm', wish)}\n\n"
            "If you know nothing of this, do nothing: the address is forgotten after two days."
        )
        with contextlib.suppress(WardroundError):
            try:
                await self._mail(wish, "Shall we tell you when it is your turn?", text)
            except Unsent as error:
                log.warning("a mail could not be sent: %s", error)

    def close(self) -> None:
        """Let go of what sends mail."""
        self._mailing.shutdown(wait=False, cancel_futures=True)


def signature(secret: str, body: bytes) -> str:
    """What shows the receiver of a call that it comes from here: HMAC-SHA256 under the secret."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


class Watch:
    """Who at a table has something waiting for them and no page in view.

    Args:
        table: The table.
        notices: The ways in which people are told.
    """

    def __init__(self, table: "Table", notices: Notices) -> None:
        self._table = table
        self._notices = notices
        self._known: dict[str, What] = {}
        """What waits for holders who know it: they have seen it, or were told."""
        self._since: dict[str, float] = {}
        """Since when something has been waiting for holders who do not."""
        self._there: set[str] = set()
        """Holders of whom it is noted that they were there."""
        self._indifferent: dict[str, float] = {}
        """When it was last found that holders do not wish to be told of anything."""
        self._was_playing = False
        self._waiting: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Something has changed: the position, what is proposed, or which pages are in view."""
        if not self._notices.ways or not self._table.is_in_memory:
            return
        self._was_playing |= self._table.state == "playing"
        wanted, here = self._wanted(), self._in_view()
        self._known = {one: what for one, what in self._known.items() if one in wanted}
        for holder in here - self._there:
            self._notices.was_there(self._table.id, holder)
            self._indifferent.pop(holder, None)
        self._there |= here
        for holder, what in wanted.items():
            if holder in here:
                self._known[holder] = what
        now = moment()
        unknown = {
            one
            for one, what in wanted.items()
            if self._known.get(one) != what
            and now - self._indifferent.get(one, -math.inf) >= ASKED_AGAIN
        }
        self._since = {one: self._since.get(one, now) for one in unknown}
        if self._since and self._waiting is None:
            self._waiting = self._table.start(self._wait())

    def stop(self) -> None:
        """Another process has the table, and watches."""
        self._since.clear()
        self._known.clear()
        self._there.clear()

    def waits_for(self, holder: str | None) -> What | None:
        """What waits for who holds a token, given by its hash, while the game is played."""
        return None if holder is None else self._asked().get(holder)

    def _wanted(self) -> dict[str, What]:
        """What there is to tell, and to whom: by the hash of their token."""
        if self._table.state != "over":
            return self._asked()
        holders = (one.token_hash for one in self._table.seats if one.token_hash is not None)
        return dict.fromkeys(holders, "over") if self._was_playing else {}

    def _asked(self) -> dict[str, What]:
        """What those who are asked something are asked."""
        table = self._table
        people = {one.seat: one.token_hash for one in table.seats if one.token_hash is not None}
        proposal = table.company.proposal_json()
        wanted: dict[str, What] = {}
        for seat in table.asked_people():
            if seat in people:
                wanted[people[seat]] = "turn"
        for seat in proposal["asked"] if proposal is not None else ():
            if seat in people:
                wanted[people[seat]] = "answer"
        return wanted

    def _in_view(self) -> set[str]:
        """The holders who have a page of the table in view."""
        seats = {seat for one in self._table.onlookers if one.visible for seat in one.mine}
        held = (self._table.seats[seat].token_hash for seat in seats)
        return {holder for holder in held if holder is not None}

    async def _wait(self) -> None:
        """Tell each of those who do not know once they have not known it for long enough.

        A table is kept in memory for that long only where somebody wishes to be told.
        """
        seconds = self._notices.settings.notice_seconds
        try:
            while self._since:
                for holder in await self._notices.without_wishes(list(self._since)):
                    self._since.pop(holder, None)
                    self._indifferent[holder] = moment()
                if not self._since:
                    return
                holder = min(self._since, key=self._since.__getitem__)
                rest = self._since[holder] + seconds - moment()
                if rest > 0:
                    await asyncio.sleep(rest)
                    continue
                what = self._wanted().get(holder)
                del self._since[holder]
                if what is not None:
                    self._known[holder] = what
                    self._there.discard(holder)
                    notice = Notice(self._table.id, self._table.game.title, what)
                    await self._notices.tell(holder, notice)
        finally:
            self._waiting = None
