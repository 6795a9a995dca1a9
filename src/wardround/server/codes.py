"""Recovery codes, and the key by which a person's seat tokens are kept closed.

A code is a row of letters that nobody can guess, so a plain hash of it is enough to know it again.
Seat tokens are kept for their person, but not so that the database alone would give anybody a seat:
each is closed by a key of the person, and that key by the recovery code and by the token of every
session, of which the database has hashes only. Closing is exclusive-or with the output of SHAKE-256
(FIPS 202) for a secret and what it is used for; no secret is ever used for two texts.
"""

import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not taken for one another, neither written nor read aloud."""

GROUPS, GROUP = 7, 4
LENGTH = GROUPS * GROUP
"""Letters of a code: they hold 138 bits."""

KEY_BYTES = 32


def new_code() -> str:
    """A fresh recovery code, in groups: ``k7qm-...``."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def bare_code(text: str) -> str:
    """The letters of a code as somebody typed it: large or small, with or without what parts it."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def new_key() -> bytes:
    """A fresh key of a person."""
    return secrets.token_bytes(KEY_BYTES)


def closed(key: bytes, secret: str) -> str:
    """A person's key as it is kept, closed by a recovery code or the token of a session."""
    return _crossed(key, f"key\n{secret}").hex()


def opened(kept: str, secret: str) -> bytes:
    """A person's key, out of what is kept."""
    return _crossed(bytes.fromhex(kept), f"key\n{secret}")


def sealed(token: str, key: bytes) -> str:
    """A seat token as it is kept for its person."""
    return _crossed(token.encode(), _of_token(key, hash_of(token))).hex()


def unsealed(kept: str, token_hash: str, key: bytes) -> str | None:
    """The seat token out of what is kept; None if it is damaged."""
    found = _crossed(bytes.fromhex(kept), _of_token(key, token_hash)).decode("ascii", "replace")
    return found if hmac.compare_digest(hash_of(found), token_hash) else None


def hash_of(secret: str) -> str:
    """What is kept of a secret that nobody can guess."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _of_token(key: bytes, token_hash: str) -> str:
    return f"token\n{key.hex()}\n{token_hash}"


def _crossed(data: bytes, use: str) -> bytes:
    stream = hashlib.shake_256(f"wardround\n{use}".encode()).digest(len(data))
    return bytes(one ^ other for one, other in zip(data, stream, strict=True))
