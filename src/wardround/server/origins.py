"""Web sites, as browsers name them."""

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
