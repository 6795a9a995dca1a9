"""How much one client may ask for, and what takes long done beside the event loop.

A client is an address (of IPv6, the network of it that one household gets). What it may do a
second it may also save up; who asks for more hears when there is room again.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from starlette.requests import HTTPConnection

from wardround.server.errors import Overloaded, TooMany
from wardround.server.settings import Settings, option

T = TypeVar("T")

SAVED_SECONDS = 10.0
"""Seconds' worth of requests that may come at once."""

MOST_KNOWN = 10_000
"""Clients that a limit remembers; who has asked for nothing longest is forgotten first."""

HOUSEHOLD = 64
"""Bits of an IPv6 address that tell households apart."""

MOST_WORK = 64
"""Pieces of work that may wait or be done; more are refused."""

WORKERS = 2


def client_name(host: str) -> str:
    """The name of the client at an address: the address, or the network of an IPv6 household."""
    try:
        address = ip_address(host)
    except ValueError:  # a socket of the file system, or a test
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), HOUSEHOLD), strict=False))
    return host


def client_of(connection: HTTPConnection) -> str:
    """The client that a request or a live connection comes from."""
    return client_name(connection.client.host) if connection.client else ""


class Bucket:
    """So many a second; what was not used is saved, up to ``most``.

    Args:
        rate: How many a second; 0 for any number.
        most: How many can be saved.
        clock: Seconds that only rise.
    """

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.most = max(1.0, most)
        self._clock = clock
        self._left = self.most
        self._at = clock()

    def take(self) -> float:
        """Take one; seconds to wait for it where there is none: then nothing was taken."""
        if not self.rate:
            return 0.0
        now = self._clock()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.rate


@dataclass(frozen=True, slots=True)
class Share:
    """What one client may have of something.

    Attributes:
        setting: The setting that says how much.
        what: What it is, as a sentence goes on after "There were too many".
        seconds: The time that the setting counts in.
        saved: How many seconds' worth may come at once.
    """

    setting: str
    what: str
    seconds: float = 1.0
    saved: float = SAVED_SECONDS


REQUESTS = Share("requests_per_second", "requests")
POSITIONS = Share("positions_per_second", "earlier positions asked for")
TABLES = Share("tables_per_hour", "tables made", 3600.0, 3600.0)
NAMES = Share("names_per_hour", "names chosen", 3600.0, 3600.0)
CODES = Share("names_per_hour", "recovery codes tried", 3600.0, 3600.0)
WISHES = Share("notices_per_hour", "wishes to be told", 3600.0, 3600.0)
EXPORTS = Share("names_per_hour", "files with everything about somebody", 3600.0, 3600.0)


class Limits:
    """What each client may still ask for.

    Args:
        settings: The server's settings.
        clock: Seconds that only rise.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._buckets: dict[Share, OrderedDict[str, Bucket]] = {}

    def take(self, share: Share, client: str) -> None:
        """Count one for a client.

        Raises:
            TooMany: The client has had its share.
        """
        allowed: float = getattr(self._settings, share.setting)
        known = self._buckets.setdefault(share, OrderedDict())
        bucket = known.pop(client, None)
        if bucket is None:
            rate = allowed / share.seconds
            bucket = Bucket(rate, rate * share.saved, self._clock)
        known[client] = bucket
        if len(known) > MOST_KNOWN:
            known.popitem(last=False)
        wait = bucket.take()
        if wait:
            raise TooMany(
                f"There were too many {share.what} from your address.",
                where=f"the limit {option(share.setting)} of this server",
                expected=f"the next one in {wait:.1f} seconds",
                seconds=wait,
            )


class Workbench:
    """Does what takes long in threads, for a while, and not too much of it at once.

    Args:
        seconds: The longest time for one piece of work.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="work")
        self._open = 0

    def deadline(self) -> float:
        """When work that begins now must be done, on the clock of :func:`time.monotonic`."""
        return time.monotonic() + self.seconds

    async def run(self, work: Callable[[], T]) -> T:
        """The result of some work.

        Work that can look at a clock stops itself at its deadline; the answer comes in any case.

        Raises:
            Overloaded: Too much work waits, or this took too long.
        """
        if self._open >= MOST_WORK:
            raise Overloaded(
                "The server has too much to do.", where="server", expected="trying again later"
            )
        self._open += 1
        done = asyncio.get_running_loop().run_in_executor(self._pool, work)
        done.add_done_callback(self._finished)
        try:
            return await asyncio.wait_for(asyncio.shield(done), self.seconds)
        except TimeoutError:
            raise too_long(self.seconds) from None

    def _finished(self, done: "asyncio.Future[T]") -> None:
        self._open -= 1
        if not done.cancelled():
            done.exception()  # who gave up on it hears nothing more of it

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def too_long(seconds: float) -> Overloaded:
    """What is said of work that took too long."""
    return Overloaded(
        f"This took longer than {seconds:g} seconds and was given up.",
        where="server",
        expected=f"something shorter, or a server with a larger {option('work_seconds')}",
    )
