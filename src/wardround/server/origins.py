"""Whose pages may open a live connection: those of this server and those that its settings name."""

from urllib.parse import urlsplit

from wardround.core import shown
from wardround.server.errors import ForeignOrigin

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


def foreign_origin(origin: str | None, host: str, allowed: tuple[str, ...]) -> ForeignOrigin | None:
    """The refusal of a page that another web site serves; None for our own pages and programs.

    Args:
        origin: Where the page comes from, as its browser says; programs need not say it.
        host: What the page calls this server.
        allowed: Origins that the settings allow.
    """
    if origin is None:
        return None
    place = place_of(origin)
    if place is not None and place in map(place_of, allowed):
        return None
    if place is not None and place == place_of(f"{place[0]}://{host}"):
        return None
    return ForeignOrigin(
        "A page of another site may not connect here.",
        where=f"origin {shown(origin)}",
        expected=f"a page of {shown(host)}, or a server started with --origin {shown(origin)}",
    )
