"""Places that notices go to: an address that is called, a push service, a mail server."""

import email
import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.server.pages import Json

PATIENCE = 120.0
"""Seconds after which a test gives up waiting: machines may be slow and busy."""


def wait_for(holds: Callable[[], Any], what: str) -> None:
    """Wait for something to be the case."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


@dataclass
class Called:
    """A call that came: the path, headers and bytes."""

    path: str
    headers: Message
    body: bytes

    @property
    def data(self) -> Json:
        """The data of the body."""
        found: Json = json.loads(self.body)
        return found


@dataclass
class Hook:
    """An address of somebody else's, and what has been sent there.

    Attributes:
        origin: Where it is.
        calls: What came, in order.
        answers: The statuses that it answers with next; 201 where there are none.
    """

    origin: str = ""
    calls: list[Called] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def to(self, path: str) -> list[Called]:
        """The calls to a path."""
        return [one for one in self.calls if one.path == path]

    def wait(self, path: str, count: int = 1) -> list[Called]:
        """The calls to a path, once there are so many."""
        wait_for(lambda: len(self.to(path)) >= count, f"{count} calls of {path}")
        return self.to(path)


@contextmanager
def hook() -> Iterator[Hook]:
    """A running address."""
    found = Hook()

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = found.answers.pop(0) if found.answers else 201
            self.send_response(status)
            self.send_header("Location", f"{found.origin}/elsewhere")
            self.end_headers()
            found.calls.append(Called(self.path, self.headers, body))

        def log_message(self, *_words: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        found.origin = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()


@dataclass
class MailServer:
    """A mail server that takes everything."""

    port: int = 0
    mails: list[Message] = field(default_factory=list)

    def to(self, address: str, count: int = 1) -> list[Message]:
        """The mails to an address, once there are so many."""

        def there() -> list[Message]:
            return [mail for mail in self.mails if mail["To"] == address]

        wait_for(lambda: len(there()) >= count, f"{count} mails to {address}")
        return there()


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A running mail server."""
    found = MailServer()

    class Line(socketserver.StreamRequestHandler):
        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.say("354 go on")
                    lines = list(iter(self.rfile.readline, b".\r\n"))
                    found.mails.append(email.message_from_bytes(b"".join(lines)))
                self.say("221 bye" if word == b"QUIT" else "250 yes")
                if word == b"QUIT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Line) as server:
        found.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()
