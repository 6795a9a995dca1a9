"""Web push: a short message to a browser while no page is open (RFC 8030, 8188, 8291, 8292).

The message is encrypted for the browser: the push service that passes it on cannot read it. The
server shows who it is by a key of its own (VAPID), made once and kept in the database.
"""

import base64
import binascii
import time
from importlib.util import find_spec

from wardround.server.errors import BadMessage
from wardround.server.outside import Address, can_call

KEPT_SECONDS = 86_400
"""How long a push service keeps a message for a browser that is off."""

SIGNED_SECONDS = 12 * 3600
POINT_BYTES, SHARED_BYTES = 65, 16
"""Bytes of a browser's key, and of what it shares with who may send."""


def can_push() -> bool:
    """Whether the packages for it are installed."""
    return can_call() and all(find_spec(name) for name in ("http_ece", "py_vapid"))


def decoded(text: str, size: int, where: str) -> bytes:
    """Bytes out of the base64 of URLs.

    Raises:
        BadMessage: It is none, or they are not so many.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != size:
        raise BadMessage(
            f"The field {where} is not right.",
            where=where,
            expected=f"{size} bytes in base64url, as the browser gives them",
        )
    return data


def encoded(data: bytes) -> str:
    """Bytes in the base64 of URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check_keys(key: str, secret: str) -> None:
    """Refuse keys that nothing could be encrypted for.

    Raises:
        BadMessage: They are none.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    point = decoded(key, POINT_BYTES, "keys.p256dh")
    decoded(secret, SHARED_BYTES, "keys.auth")
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError as error:
        raise BadMessage(
            "The field keys.p256dh is not right.",
            where="keys.p256dh",
            expected="a point of the curve P-256, as the browser gives it",
        ) from error


def fresh_pem() -> str:
    """A new key of a server."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return bytes(vapid.private_pem()).decode()


class PushKey:
    """The key of the server.

    Args:
        pem: The key, with its secret part.
        contact: Whom push services may turn to.
    """

    def __init__(self, pem: str, contact: str) -> None:
        from cryptography.hazmat.primitives import serialization
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_pem(pem.encode())
        self._contact = contact
        self.public = encoded(
            self._vapid.public_key.public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )
        """What a browser must know to let this server send."""

    def sealed(
        self, address: Address, key: str, secret: str, message: bytes
    ) -> tuple[bytes, dict[str, str]]:
        """A message, encrypted for a browser, and the headers that it is sent with.

        Args:
            address: The push service.
            key: The key of the browser.
            secret: What it shares.
            message: At most a few hundred bytes.
        """
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        body = http_ece.encrypt(
            message,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decoded(key, POINT_BYTES, "key"),
            auth_secret=decoded(secret, SHARED_BYTES, "secret"),
            version="aes128gcm",
        )
        expires = int(time.time()) + SIGNED_SECONDS
        claims = {"aud": address.origin, "exp": expires, "sub": self._contact}
        signed = dict(self._vapid.sign(claims))
        return body, {
            **signed,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
        }
