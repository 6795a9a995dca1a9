"""Seats: who holds one, and the secret that proves it."""

import hashlib
import secrets
from dataclasses import replace

from wardround.server.shown import Json
from wardround.server.store import StoredSeat

TOKEN_BYTES = 24


def new_token() -> str:
    """A fresh secret for the holder of a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """What is stored of a token: it has entropy enough for a plain hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_taken(seat: StoredSeat) -> bool:
    """Whether somebody sits there."""
    return seat.kind == "bot" or seat.token_hash is not None


def vacated(seat: StoredSeat) -> StoredSeat:
    """The seat, open for anybody."""
    return StoredSeat(seat.seat, "open", f"Player {seat.seat + 1}", None, None)


def moved(seat: StoredSeat, number: int) -> StoredSeat:
    """Who sits there, at another seat."""
    return replace(seat, seat=number)


def plays_for(seat: StoredSeat) -> str | None:
    """The bot that decides for a seat; None if a person does."""
    return seat.bot or seat.stand_in


def seat_json(seat: StoredSeat) -> Json:
    """A seat as everybody may see it."""
    return {
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "taken": is_taken(seat),
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "muted": seat.muted,
    }
