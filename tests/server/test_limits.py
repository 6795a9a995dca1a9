"""Nobody can stop the server: each attack is bounded, refused clearly, and others play on.

Each attack is measured from the side of somebody who plays meanwhile (tests/server/running.py).
"""

import inspect
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread
from typing import Any

import pytest
from fastapi.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server.pages import BOT, DEVICE, ME, UNLIMITED, House, Json, changed
from tests.server.running import (
    Bystander,
    bystander,
    everything,
    live_page,
    new_table,
    post,
    running,
    talk,
)
from tests.server.toy import GAME
from wardround.games.dynamite_nurse import GAME as NURSE
from wardround.server import Settings, create_app, doors, live
from wardround.server.errors import Overloaded, TooMany
from wardround.server.limits import MOST_WORK, TABLES, Bucket, Limits, Workbench, client_name

FIVE = {"code", "message", "where", "expected", "clause"}


@pytest.fixture
def hard(settings: Settings) -> Settings:
    """Settings with narrow limits."""
    return changed(
        settings, request_seconds=0.5, client_connections=20, open_connections=30, tables_per_hour=5
    )


@pytest.fixture
def port(hard: Settings) -> Iterator[int]:
    """The port of a server with narrow limits."""
    with running(hard, {GAME.id: GAME, NURSE.id: NURSE}) as port:
        yield port


def body_of(answer: bytes) -> Json:
    """The data of an answer."""
    data: Json = json.loads(answer.split(b"\r\n\r\n", 1)[1])
    assert set(data) == FIVE
    return data


# --- connections ----------------------------------------------------------------------------------


def test_silent_connections_are_let_go_and_shut_nobody_out(port: int) -> None:
    made = new_table(port)
    with ExitStack() as stack, bystander(port, made) as other:
        lines = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            for _ in range(19)
        ]
        refused = talk(port, b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert refused.startswith(b"HTTP/1.1 429")
        assert body_of(refused)["code"] == "too_many"
        for line in lines:
            answer = everything(line)
            assert answer.startswith(b"HTTP/1.1 408")
            assert "within 0.5 seconds" in body_of(answer)["expected"]
        assert new_table(port)["token"]
    assert not other.is_held_up, other


def test_the_server_has_only_so_many_connections(hard: Settings) -> None:
    with running(changed(hard, client_connections=1_000, open_connections=3)) as port:
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            answer = talk(port, b"")
            assert answer.startswith(b"HTTP/1.1 503")
            assert "--open-connections" in body_of(answer)["where"]
        deadline = time.monotonic() + 5
        while talk(port, b"GET /api/about HTTP/1.1\r\nHost: x\r\n\r\n")[9:12] != b"403":
            assert time.monotonic() < deadline


def test_connections_of_a_named_proxy_are_not_counted(hard: Settings) -> None:
    known = changed(hard, client_connections=1, proxies=("127.0.0.0/8",))
    with running(known) as port, live_page(port, new_table(port)) as page:
        assert new_table(port)["token"]
        page.send('{"type": "ping"}')
        assert json.loads(page.recv(10)) == {"type": "pong"}


HEAD = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"


SLOW = {
    "line": b"GET /api/ab",
    "blank": b"\r\n",
    "head": HEAD,
    "body": HEAD + b"Content-Length: 100\r\n\r\n{",
    "second request": b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\nGET /",
}


@pytest.mark.parametrize("first", SLOW.values(), ids=SLOW.keys())
def test_slow_requests_are_given_up(port: int, first: bytes) -> None:
    made = new_table(port)
    with bystander(port, made) as other:
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(first)

            def drip() -> None:
                try:
                    while True:
                        line.sendall(b"\r\n" if first == b"\r\n" else b"x")
                        time.sleep(0.05)
                except OSError:
                    return

            dripping = Thread(target=drip)
            dripping.start()
            answer = everything(line)
        dripping.join(10)
        assert time.monotonic() - began < 4
        if b"408" in answer:
            assert b"did not arrive in time" in answer
        else:
            assert answer == b"" or b"HTTP/1.1 " in answer
    assert not other.is_held_up, other


def test_a_quick_client_may_keep_its_connection(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        for _ in range(5):
            line.sendall(b"GET /api/about HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert line.recv(65_536).startswith(b"HTTP/1.1 200")
            time.sleep(0.2)


# --- live connections -----------------------------------------------------------------------------


def test_a_page_that_never_reads_holds_nothing_up_and_is_let_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "READING_SECONDS", 1.0)
    monkeypatch.setattr(doors, "GOODBYE_SECONDS", 0.1)
    waiting: list[int] = []
    notify = live.Connection.notify

    def counted(self: live.Connection, message: Json) -> None:
        notify(self, message)
        waiting.append(len(self._outbox))

    monkeypatch.setattr(live.Connection, "notify", counted)
    with running(settings) as port:
        made = new_table(port)
        with bystander(port, made) as other, socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", port))
            line.sendall(UPGRADE % made["table"].encode())
            assert b" 101 " in line.recv(1_000)
            line.sendall(frame({"type": "hello", "token": made["token"], "seat": 0}))
            ask = frame({"type": "why", "id": "x" * 60, "seat": 0, "spot": "seat/0/card"})
            line.settimeout(3)
            with pytest.raises(OSError, match=r"reset|pipe"):
                send_for_ever(line, ask)
        assert not other.is_held_up, other
    assert max(waiting) == live.MOST_ANSWERS


def send_for_ever(line: socket.socket, data: bytes) -> None:
    """Send something again and again, and read nothing."""
    while True:
        line.sendall(data)


UPGRADE = b"""GET /api/tables/%b/live HTTP/1.1\r
Host: localhost\r
Connection: Upgrade\r
Upgrade: websocket\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
\r
"""


def frame(message: Json) -> bytes:
    """A message as a WebSocket frame, masked with zeros."""
    text = json.dumps(message).ljust(126).encode()
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


def test_messages_that_come_too_fast_wait_their_turn(settings: Settings) -> None:
    slow = changed(settings, messages_per_second=20)
    with running(slow) as port:
        made = new_table(port)
        with live_page(port, made) as page, bystander(port, new_table(port)) as other:
            began = time.monotonic()
            for _ in range(220):
                page.send('{"type": "ping"}')
            for _ in range(220):
                assert json.loads(page.recv(20)) == {"type": "pong"}
            assert time.monotonic() - began > 0.8
    assert not other.is_held_up, other


def test_spectators_leave_room_for_those_who_play(settings: Settings) -> None:
    with running(changed(settings, max_connections=10)) as port:
        made = new_table(port)
        with ExitStack() as stack, bystander(port, made) as other:
            refused = 0
            for _ in range(30):
                address = f"ws://127.0.0.1:{port}/api/tables/{made['table']}/live"
                watcher = stack.enter_context(connect(address))
                watcher.send('{"type": "hello"}')
                told = json.loads(watcher.recv(10))
                refused += told.get("code") == "table_full"
                if told["type"] == "error":
                    with pytest.raises(ConnectionClosed):
                        watcher.recv(10)
            assert refused == 20
            with live_page(port, made):
                pass
    assert not other.is_held_up, other


# --- what is parsed, and what is made -------------------------------------------------------------

COSTLY: dict[str, Any] = {
    "dotted keys": "\n".join(f"a.b.c.d.e.f.k{n} = 1" for n in range(2_300)),
    "one key of many parts": ".".join("a" * 24_000) + " = 1",
    "headers": "\n".join(f"[a.b.c.d.e.f.g{n}]" for n in range(2_500)),
    "deep TOML": "a = " + "[" * 40_000,
    "long lists": "id = [" + "1," * 24_000 + "]",
    "blanks": "a" + " " * 50_000 + ".",
    "texts": "'''" * 16_000,
    "escapes": '"' + "\\" * 25_000,
}


@pytest.mark.parametrize("pack", COSTLY.values(), ids=COSTLY.keys())
def test_packs_that_are_costly_to_read_hold_nobody_up(port: int, pack: str) -> None:
    made = new_table(port)
    with bystander(port, made) as other:
        for _ in range(3):
            body = {"options": {"pack": pack}, "players": 3}
            status, error = post(port, f"/api/games/{NURSE.id}/notes", body)
            assert (status, set(error)) == (422, FIVE)
    assert not other.is_held_up, other


BROKEN = {
    "lists": "[" * 60_000,
    "objects": '{"a":' * 12_000,
    "halves": '"\\ud800"' * 7_000,
    "many halves": '{"a": "' + "\\ud800" * 10_000 + '"}',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN.keys())
def test_deep_and_broken_json_holds_nobody_up(port: int, text: str) -> None:
    made = new_table(port)
    head = HEAD + b"Content-Type: application/json\r\nConnection: close\r\n"
    with bystander(port, made) as other:
        for _ in range(5):
            data = text.encode()
            answer = talk(port, head + b"Content-Length: %d\r\n\r\n" % len(data) + data)
            assert body_of(answer)["code"] == "bad_message"
    assert not other.is_held_up, other


def test_one_client_makes_only_so_many_tables(port: int) -> None:
    made = new_table(port)
    with bystander(port, made) as other:
        body = {"game": "toy", "options": {}, "seats": [ME, DEVICE]}
        answers = [post(port, "/api/tables", body) for _ in range(8)]
    assert [status for status, _ in answers] == [201] * 4 + [429] * 4
    error = answers[-1][1]
    assert error["code"] == "too_many"
    assert "--tables-per-hour" in error["where"]
    assert "seconds" in error["expected"]
    assert not other.is_held_up, other


ATTACKS: list[tuple[Callable[..., None], Json]] = [
    (test_silent_connections_are_let_go_and_shut_nobody_out, {}),
    *((test_slow_requests_are_given_up, {"first": first}) for first in SLOW.values()),
    (test_a_page_that_never_reads_holds_nothing_up_and_is_let_go, {}),
    (test_messages_that_come_too_fast_wait_their_turn, {}),
    (test_spectators_leave_room_for_those_who_play, {}),
    *(
        (test_packs_that_are_costly_to_read_hold_nobody_up, {"pack": one})
        for one in COSTLY.values()
    ),
    *((test_deep_and_broken_json_holds_nobody_up, {"text": one}) for one in BROKEN.values()),
    (test_one_client_makes_only_so_many_tables, {}),
]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(ATTACKS)))
def test_others_wait_under_fifty_milliseconds(
    number: int, settings: Settings, hard: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same attacks, on a machine that has nothing else to do."""
    attack, given = ATTACKS[number]
    monkeypatch.setattr(Bystander, "strict", True)
    asked = inspect.signature(attack).parameters
    known: Json = {"settings": settings, "monkeypatch": monkeypatch, **given}
    with ExitStack() as stack:
        if "port" in asked:  # the others start a server of their own
            games = {GAME.id: GAME, NURSE.id: NURSE}
            known["port"] = stack.enter_context(running(hard, games))
        attack(**{name: known[name] for name in asked})


def test_requests_and_positions_are_counted_for_each_client(settings: Settings) -> None:
    few = changed(settings, requests_per_second=1.0, positions_per_second=0.3)
    with TestClient(create_app(few, {"toy": GAME})) as client:
        house = House(client)
        made = house.create(ME, DEVICE)
        path = f"/api/tables/{made['table']}/at/0"
        seen = [client.get(path).status_code for _ in range(4)]
        assert seen == [200, 200, 200, 429]
        answers = [client.get("/api/about") for _ in range(8)]
        assert answers[0].status_code == 200
        last = answers[-1]
        assert (last.status_code, last.json()["code"]) == (429, "too_many")
        assert int(last.headers["retry-after"]) >= 1
        assert client.get("/").status_code == 503, "pages are not counted, here there are none"
        other = TestClient(client.app, client=("10.0.0.9", 1))
        assert other.get("/api/about").status_code == 200


# --- bots -----------------------------------------------------------------------------------------


def test_bots_rest_when_nobody_watches(settings: Settings) -> None:
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        house = House(client)
        made = house.create(BOT, BOT, BOT, rounds=4)
        with house.page(made["table"]) as page:
            page.until_version(1)
        version = house.table(made["table"])["version"]
        time.sleep(0.2)
        settled = house.table(made["table"])["version"]
        assert settled <= version + 1
        time.sleep(0.2)
        assert house.table(made["table"])["version"] == settled
        assert house.table(made["table"])["state"] == "playing"
        with house.page(made["table"]) as page:
            while not page.state["over"]:
                page.receive()


# --- names and proxies ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("192.168.1.7:8000", 200),
        ("play.example.org", 200),
        ("PLAY.example.org:8000", 200),
        ("site.example", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("testserver", 403),
    ],
)
def test_a_name_that_leads_here_by_rebinding_is_refused(
    settings: Settings, host: str, status: int
) -> None:
    known = changed(
        settings, allowed_hosts=("play.example.org",), origins=("https://site.example",)
    )
    with TestClient(create_app(known, {"toy": GAME})) as client:
        answer = client.get("/api/about", headers={"Host": host})
        assert answer.status_code == status
        if status == 403:
            assert answer.json()["code"] == "foreign_host"
            assert "--allowed-host" in answer.json()["expected"]


@pytest.mark.parametrize(
    ("proxies", "counted_as"), [((), "127.0.0.1"), (("127.0.0.1",), "203.0.113.7")]
)
def test_forwarded_headers_are_believed_of_named_proxies_only(
    settings: Settings, proxies: tuple[str, ...], counted_as: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clients: list[str] = []
    monkeypatch.setattr(Limits, "take", lambda _self, _share, client: clients.append(client))
    with running(changed(settings, proxies=proxies)) as port:
        head = b"GET /api/about HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        assert b" 200 " in talk(port, head + b"X-Forwarded-For: 203.0.113.7\r\n\r\n")
    assert clients == [counted_as]


# --- the pieces -----------------------------------------------------------------------------------


def test_a_bucket_fills_up_again() -> None:
    now = 0.0
    bucket = Bucket(2, 3, lambda: now)
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]
    now = 0.5
    assert [bucket.take(), bucket.take()] == [0, 0.5]
    now = 100
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


def test_limits_forget_whom_they_have_not_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.server.limits.MOST_KNOWN", 3)
    limits = Limits(Settings(database="sqlite:///x", **{**UNLIMITED, "tables_per_hour": 1}))
    for client in "abcd":
        limits.take(TABLES, client)
    limits.take(TABLES, "a")
    with pytest.raises(TooMany, match="too many tables made"):
        limits.take(TABLES, "d")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_is_an_address_or_a_household(host: str, name: str) -> None:
    assert client_name(host) == name


@pytest.mark.anyio
async def test_work_is_bounded_in_time_and_number() -> None:
    bench = Workbench(0.05)
    with pytest.raises(Overloaded, match=r"longer than 0\.05 seconds"):
        await bench.run(lambda: time.sleep(0.3))
    bench._open = MOST_WORK
    with pytest.raises(Overloaded, match="too much to do"):
        await bench.run(lambda: None)
    bench.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
