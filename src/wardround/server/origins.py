"""Web sites, as browsers name them, and the names by which this server may be called."""

import socket
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443}

Place = tuple[str, str, int]
"""Scheme, host and port of a web site."""


def place_of(origin: str) -> Place | None:
    """The web site of an origin such as ``https://example.org``; None if it is no such thing."""
    try:
        parts = urlsplit(origin)
        port = parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:  # http://[, or a port that is no number
        return None
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/"):
        return None
    if parts.query or parts.fragment or "@" in parts.netloc:
        return None
    return parts.scheme, parts.hostname, port


def own_names(allowed: Iterable[str], origins: Iterable[str]) -> frozenset[str]:
    """The names by which a server may be called; ``*`` among them allows any.

    Args:
        allowed: Names that the settings allow.
        origins: Web sites whose pages may play here: a proxy passes their names on.
    """
    machine = socket.gethostname().lower()
    sites = (place[1] for place in map(place_of, origins) if place is not None)
    return frozenset({"localhost", machine, f"{machine}.local", *sites, *allowed})


def is_called_rightly(host: str, names: frozenset[str]) -> bool:
    """Whether the host of a request is an address or one of the names.

    A page that makes its own name lead to this machine (DNS rebinding) calls it by that name: so
    names must be known, while an address is what it says.
    """
    place = place_of(f"http://{host}")
    if place is None:
        return False
    if "*" in names or place[1] in names:
        return True
    try:
        ip_address(place[1])
    except ValueError:
        return False
    return True
