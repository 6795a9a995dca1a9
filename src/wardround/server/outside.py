"""Calls to addresses that somebody else has named.

Whoever names an address must not reach with it what only this machine can: so calls go by https to
public addresses, looked up once and then called as what they were found to be, follow no redirects,
end in time, and nothing of the answer but its status is read. Names and addresses inside the own
network are called where the settings name them (``notice_hosts``).
"""

import asyncio
import socket
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from wardround.core import shown
from wardround.server.errors import BadMessage
from wardround.server.relations import LONGEST_PLACE
from wardround.server.settings import option

CALL_SECONDS = 10.0
"""How long a call may take in all."""

EMBEDDING = ip_network("64:ff9b::/96")
"""Addresses of IPv6 that lead to one of IPv4, written in their last 32 bits (RFC 6052)."""


class Unreached(Exception):
    """Nobody has answered there; the text says why, for the log."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address that may be called.

    Attributes:
        url: All of it.
        scheme: http or https.
        host: The name, or the address of a machine.
        port: The port.
        path: Path and query.
    """

    url: str
    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Scheme, host and port, as :rfc:`8292` wants to have them named."""
        usual = self.port == (443 if self.scheme == "https" else 80)
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if usual else f":{self.port}")


def can_call() -> bool:
    """Whether the package that calls is installed."""
    return find_spec("httpx2") is not None


def is_public(text: str) -> bool:
    """Whether an address of a machine is one of the public network."""
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in EMBEDDING:
            inner = IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return is_public(str(inner))
        if address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


def read_address(url: str, inside: Collection[str], where: str) -> Address:
    """An address that somebody names, looked at without asking anybody about it.

    Args:
        url: The address.
        inside: Hosts that may be called although they are not public.
        where: The field that it came in.

    Raises:
        BadMessage: It may not be called.
    """
    expected = "an address such as https://example.org/hook, on the public network"
    refusal = BadMessage(f"{shown(url)} cannot be called.", where=where, expected=expected)
    if len(url) > LONGEST_PLACE or not url.isascii() or not url.isprintable() or " " in url:
        raise refusal
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise refusal from None
    within = host in inside
    if parts.scheme not in (("http", "https") if within else ("https",)):
        raise refusal
    if not host or "@" in parts.netloc or port == 0:
        raise refusal
    if not within:
        try:
            right = is_public(host)
        except ValueError:  # a name: where it leads to is seen when it is called
            right = "." in host.strip(".") and not host.endswith((".localhost", ".local"))
        if not right:
            raise refusal
    path = parts.path or "/"
    if parts.query:
        path += f"?{parts.query}"
    return Address(url, parts.scheme, host, port or (443 if parts.scheme == "https" else 80), path)


async def _found(address: Address, inside: Collection[str]) -> str:
    """The machine to call.

    Raises:
        Unreached: There is none, or none that may be called.
    """
    loop = asyncio.get_running_loop()
    try:
        known = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Unreached(f"{address.host} is not found: {error}") from error
    machines = [str(one[4][0]) for one in known]
    if address.host not in inside:
        machines = [one for one in machines if is_public(one)]
    if not machines:
        raise Unreached(
            f"{address.host} leads to no public address; {option('notice_hosts')} "
            f"{address.host} would allow it"
        )
    return machines[0]


async def call(
    address: Address, body: bytes, headers: Mapping[str, str], inside: Collection[str]
) -> int:
    """Post something to an address; the status of the answer.

    Raises:
        Unreached: Nobody answered in time, or the address leads to where nobody may be called.
    """
    import httpx2  # the notify extra

    try:
        async with asyncio.timeout(CALL_SECONDS):
            machine = await _found(address, inside)
            host = f"[{machine}]" if ":" in machine else machine
            named = address.origin.partition("://")[2]
            async with (
                httpx2.AsyncClient(trust_env=False, timeout=CALL_SECONDS) as client,
                client.stream(
                    "POST",
                    f"{address.scheme}://{host}:{address.port}{address.path}",
                    content=body,
                    headers={**headers, "Host": named},
                    extensions={"sni_hostname": address.host},
                ) as answer,
            ):
                return answer.status_code
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
        raise Unreached(repr(error)) from error
