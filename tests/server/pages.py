"""Pages of a browser, played by the tests: they speak the protocol over a test connection."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any
from uuid import uuid4

from fastapi.testclient import TestClient
from starlette.testclient import WebSocketTestSession

from tests.wire import with_changes
from wardround.server import Settings

Json = dict[str, Any]

ME: Json = {"kind": "me", "name": "Ada"}
OPEN: Json = {"kind": "open"}
DEVICE: Json = {"kind": "device", "name": "Bo"}
BOT: Json = {"kind": "bot", "bot": "random"}


UNLIMITED: Json = {
    "allowed_hosts": ("testserver",),
    "requests_per_second": 0,
    "messages_per_second": 0,
    "positions_per_second": 0,
    "tables_per_hour": 0,
    "work_seconds": 60,
}
"""Settings of a server whose client may ask for anything, and as often as it likes.

A busy machine may take long: where work must be given up, the test says when.
"""


def changed(settings: Settings, **values: Any) -> Settings:
    """The settings with other values; even values that nobody could set."""
    return settings.model_copy(update=values)


class Page:
    """A page that shows a table."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.state: Json = {}
        self.whole: Json = {}
        self.raw: list[str] = []
        self.log: list[Json] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.session.send_text(json.dumps(message))

    def receive(self) -> Json:
        """The next message; a state is remembered."""
        text = self.session.receive_text()
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] == "change":
            message = with_changes(self.whole, message)
        if message["type"] == "state":
            self.state = self.whole = message
            kept = [line for line in self.log if line["version"] < message["log_from"]]
            self.log = kept + message["log"]
        return message

    def until(self, kind: str) -> Json:
        """The next message of this type."""
        while True:
            message = self.receive()
            if message["type"] == kind:
                return message

    def until_version(self, version: int) -> Json:
        """The next state of at least this version."""
        while self.state.get("version", -1) < version:
            self.receive()
        return self.state

    def hello(
        self, token: str | None, seat: int | None = None, have: int = -1, changes: bool = False
    ) -> Json:
        """Say who I am; the first state."""
        self.send(type="hello", token=token, have=have, seat=seat, changes=changes)
        return self.until("state")

    def act(self, seat: int, action: str, **changed: Any) -> Json:
        """Act on the state that was received last; the ack or the rejection."""
        message = {
            "type": "act",
            "id": str(uuid4()),
            "seat": seat,
            "expected": self.state["version"],
            "action": action,
            **changed,
        }
        self.send(**message)
        while True:
            answer = self.receive()
            if answer.get("id") == message["id"]:
                return answer


class House:
    """A server under test, and the ways to its tables."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def create(
        self, *seats: Json, game: str = "toy", clock: Json | None = None, **options: Any
    ) -> Json:
        """Make a table."""
        body = {"game": game, "seats": seats, "options": options, "clock": clock}
        answer = self.client.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def table(self, table: str) -> Json:
        """What the server tells of a table."""
        answer: Json = self.client.get(f"/api/tables/{table}").json()
        return answer

    @contextmanager
    def connect(self, table: str, **headers: str) -> Iterator[Page]:
        """Open a live connection without saying anything."""
        with self.client.websocket_connect(f"/api/tables/{table}/live", headers=headers) as session:
            yield Page(session)

    @contextmanager
    def page(
        self, table: str, token: str | None = None, seat: int | None = None, have: int = -1
    ) -> Iterator[Page]:
        """Open a page that has received its first state."""
        with self.connect(table) as page:
            page.hello(token, seat, have)
            yield page

    def play_out(self, table: str, token: str, seats: Sequence[int], seed: int = 1) -> None:
        """Play a table at random to its end by the holder of all seats."""
        rng = Random(seed)
        with self.page(table, token, seats[0]) as page:
            while not page.state["over"]:
                seat = page.state["asked"][0]
                if page.state["seat"] != seat:
                    page.send(type="look", seat=seat)
                    page.until("state")
                choice = rng.choice(page.state["choices"])
                assert page.act(seat, choice["notation"])["type"] == "ack"
                page.until("state")
