"""Clients that mean no good: every one gets an answer, and everybody else goes on playing."""

import json
import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given
from hypothesis import settings as searching
from hypothesis import strategies as st
from starlette.testclient import WebSocketDenialResponse
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.pages import BOT, DEVICE, ME, OPEN, UNLIMITED, House, Json, changed
from tests.server.running import new_table, running, talk
from tests.server.toy import GAME
from wardround.games.dynamite_nurse import GAME as NURSE
from wardround.server import Settings, create_app

FIVE = {"code", "message", "where", "expected", "clause"}
DEEP = "[" * 5_000 + "]" * 5_000
HALF = '"\\ud800"'


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """One server for all that is tried here: it must live through everything."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "static").mkdir()
    (folder / "static" / "index.html").write_text("<main></main>")
    return Settings(
        database=f"sqlite:///{folder}/t.sqlite3",
        static=folder / "static",
        port=0,
        **{**UNLIMITED, "allowed_hosts": ("*",)},
    )


@pytest.fixture(scope="module")
def house(settings: Settings) -> Iterator[House]:
    """The running server."""
    with TestClient(create_app(settings, {GAME.id: GAME, NURSE.id: NURSE})) as client:
        yield House(client)


def act(**changed: str) -> str:
    """An act whose fields are JSON texts."""
    fields = {"id": '"a"', "seat": "0", "expected": "0", "action": '"call-1"', **changed}
    return '{"type": "act", ' + ", ".join(f'"{k}": {v}' for k, v in fields.items()) + "}"


HOSTILE_FRAMES = {
    "deep lists": DEEP,
    "deep lists in a message": act(extra=DEEP),
    "deep objects": '{"a":' * 2_000 + "1" + "}" * 2_000,
    "half a character as id": act(id=HALF),
    "half a character in the id": act(id='"a\\udc00b"'),
    "half a character as action": act(action=HALF),
    "half a character as type": '{"type": "\\ud800"}',
    "half a character as a key": '{"type": "ping", "\\ud800": 1}',
    "half a character as token": '{"type": "hello", "token": "\\ud800"}',
    "half a character as spot": '{"type": "why", "id": "a", "seat": 0, "spot": "\\ud800"}',
    "a null character in the id": act(id='"a\\u0000"'),
    "a direction mark in the id": act(id='"a\\u202e"'),
    "an empty id": act(id='""'),
    "a long id": act(id='"' + "x" * 10_000 + '"'),
    "an id that is a number": act(id="1"),
    "an id that is a list": act(id="[]"),
    "a long action": act(action='"' + "x" * 10_000 + '"'),
    "a long number": act(seat="9" * 5_000),
    "a large number": act(seat=str(2**63)),
    "a large version": act(expected=str(2**31)),
    "a number with a point": act(seat="0.0"),
    "an endless number": act(seat="1e999"),
    "no number": act(seat="NaN"),
    "infinity": act(expected="-Infinity"),
    "a switch for a seat": act(seat="false"),
    "nothing for a seat": act(seat="null"),
    "a key twice": '{"type": "ping", "type": "act"}',
    "a type that is a list": '{"type": []}',
    "a type that is long": '{"type": "' + "x" * 10_000 + '"}',
    "no message": "null",
    "a text": '"ping"',
    "a null character": "\x00",
    "nothing": "",
    "blanks": " " * 1_000,
    "a mark at the beginning": "\ufeff" + '{"type": "ping"',
}


@pytest.mark.parametrize("frame", HOSTILE_FRAMES.values(), ids=HOSTILE_FRAMES.keys())
def test_hostile_frames_are_answered_and_the_page_lives(house: House, frame: str) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        page.session.send_text(frame)
        error = page.until("error")
        assert set(error) - {"id", "type"} == FIVE
        assert error["code"] == "bad_message"
        assert error["where"]
        assert error["expected"]
        assert len(json.dumps(error)) < 2_000
        assert page.act(0, "call-1")["type"] == "ack"


@pytest.mark.parametrize("frame", HOSTILE_FRAMES.values(), ids=HOSTILE_FRAMES.keys())
def test_hostile_greetings_are_answered_and_closed(house: House, frame: str) -> None:
    made = house.create(ME, DEVICE)
    with house.connect(made["table"]) as page:
        page.session.send_text(frame)
        assert page.receive()["type"] == "error"
        assert page.session.receive()["type"] == "websocket.close"


ANY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        ["act", "hello", "look", "why", "undo", "preview", "places", "hint", "ping", "\ud800"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "id", "seat", "expected", "action"]), inner)
    ),
    max_leaves=8,
)
FRAMES = (
    st.text(max_size=60)
    | st.builds(json.dumps, ANY)
    | st.builds(
        lambda **fields: json.dumps(fields),
        type=st.sampled_from(
            ["act", "hello", "look", "why", "undo", "preview", "places", "hint", "ping"]
        ),
        id=ANY | st.just("a"),
        seat=ANY | st.integers(-2, 4),
        expected=ANY | st.integers(-1, 5),
        action=ANY | st.sampled_from(["call-1", "roll", "stay", "x"]),
        spot=ANY | st.just("deck"),
        token=ANY,
        have=ANY,
    )
)


@searching(max_examples=150, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(FRAMES, max_size=12))
def test_whatever_is_sent_the_page_lives(house: House, frames: list[str]) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        for frame in frames:
            page.session.send_text(frame.encode("utf-8", "replace").decode())
        page.send(type="hello", token=made["token"], have=-1, seat=0)
        page.send(type="ping")
        page.until("pong")
        assert page.act(0, "call-9")["type"] == "reject"


@pytest.mark.parametrize(
    "origin",
    [
        "http://[",
        "http://[::1",
        "http://host:port",
        "http://host:99999",
        "null",
        "",
        "file://",
        "http://",
        "http://testserver@evil.example",
        "http://testserver.evil.example",
        "http://testserver:8000",
        "http://evil.example#testserver",
        "http://evil.example/http://testserver",
        "x" * 5_000,
    ],
)
def test_odd_origins_are_refused(house: House, origin: str) -> None:
    table = house.create(ME, BOT)["table"]
    with pytest.raises(WebSocketDenialResponse) as denied, house.connect(table, origin=origin):
        pass
    assert denied.value.status_code == 403
    assert denied.value.json()["code"] == "foreign_origin"
    assert len(denied.value.text) < 1_500


@pytest.mark.parametrize(
    "origin", ["http://TESTSERVER", "http://testserver:80", "https://testserver"]
)
def test_our_own_pages_however_written_may_connect(house: House, origin: str) -> None:
    with house.connect(house.create(ME, BOT)["table"], origin=origin) as page:
        assert page.hello(None)["seat"] == -1


# --- requests -------------------------------------------------------------------------------------


def table_of(**changed: str) -> str:
    """The body that makes a table; its fields are JSON texts."""
    fields = {"game": '"toy"', "options": "{}", "seats": json.dumps([ME, BOT]), **changed}
    return "{" + ", ".join(f'"{key}": {value}' for key, value in fields.items()) + "}"


HOSTILE_BODIES: dict[str, str | bytes] = {
    "deep lists": DEEP,
    "deep options": table_of(options='{"rounds": ' + DEEP + "}"),
    "deep objects": '{"a":' * 5_000 + "1" + "}" * 5_000,
    "half a character as game": table_of(game=HALF),
    "half a character as option": table_of(options='{"\\ud800": 1}'),
    "half a character as value": table_of(options='{"rounds": "\\ud800"}'),
    "half a character as name": table_of(seats='[{"kind": "me", "name": "\\ud800"}]'),
    "a long number": table_of(options='{"rounds": ' + "9" * 5_000 + "}"),
    "a large number": table_of(options='{"rounds": ' + "9" * 290 + "}"),
    "an endless number": table_of(options='{"rounds": 1e999}'),
    "no number": table_of(options='{"rounds": NaN}'),
    "a list as value": table_of(options='{"rounds": [[[]]]}'),
    "an object as value": table_of(options='{"rounds": {"a": {}}}'),
    "nothing as value": table_of(options='{"rounds": null}'),
    "options that are a list": table_of(options="[]"),
    "a long option": table_of(options='{"' + "x" * 50_000 + '": 1}'),
    "a long value": table_of(options='{"rounds": "' + "x" * 50_000 + '"}'),
    "a long game": table_of(game='"' + "x" * 50_000 + '"'),
    "a long field": table_of(**{"x" * 50_000: "1"}),
    "a null character as game": table_of(game='"\\u0000"'),
    "an invisible name": table_of(seats='[{"kind": "me", "name": "\\u200b\\u00ad"}]'),
    "a long name": table_of(seats='[{"kind": "me", "name": "' + "x" * 50_000 + '"}]'),
    "many seats": table_of(seats="[" + ",".join(["{}"] * 9_000) + "]"),
    "a key twice": '{"game": "toy", "game": "toy"}',
    "bytes that are no text": b'{"game": "\xff"}',
    "half a character in bytes": b'{"game": "\xed\xa0\x80"}',
    "a null byte": b"\x00",
    "nothing": b"",
    "no object": b"null",
    "another encoding": table_of().encode("cp037"),
}


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/TABLE/join"])
@pytest.mark.parametrize("body", HOSTILE_BODIES.values(), ids=HOSTILE_BODIES.keys())
def test_hostile_bodies_are_refused(house: House, body: str | bytes, path: str) -> None:
    table = house.create(ME, OPEN)["table"]
    headers = {"Content-Type": "application/json"}
    answer = house.client.post(path.replace("TABLE", table), content=body, headers=headers)
    error = answer.json()
    assert answer.status_code in (404, 422)
    assert set(error) == FIVE
    assert error["message"].endswith(".")
    assert error["where"]
    assert error["expected"]
    assert len(answer.content) < 2_000
    assert house.table(table)["state"] == "waiting"


HOSTILE_PACKS = {
    "brackets": "a = " + "[" * 20_000,
    "a long number": "a = " + "9" * 5_000,
    "a long hexadecimal number": "a = 0x" + "F" * 40_000,
    "dotted keys": ".".join("a" * 24_000) + " = 1",
    "an open text": 'a = """\n' + '\\"""\n' * 6_000,
    "a null character": "a = '\x00'",
}


@pytest.mark.parametrize("pack", HOSTILE_PACKS.values(), ids=HOSTILE_PACKS.keys())
def test_hostile_files_in_options_are_refused_at_once(house: House, pack: str) -> None:
    body = {"game": NURSE.id, "options": {"pack": pack}, "seats": [ME, BOT, BOT]}
    answer = house.client.post("/api/tables", json=body)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()) == FIVE
    assert len(answer.content) < 2_000
    assert answer.elapsed.total_seconds() < 2


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/%ed%a0%80",
        "/api/tables/" + "x" * 5_000,
        "/api/tables/..%2f..%2fetc",
        "/api/tables/'%20or%201=1",
        "/api/tables/%0d%0aX:%20y",
        "/api/tables/TABLE/at/" + "9" * 5_000,
        "/api/tables/TABLE/at/" + "9" * 4_300,
        "/api/tables/TABLE/at/-" + "9" * 19,
        "/api/tables/TABLE/at/1.0",
        "/api/tables/TABLE/at/NaN",
        "/api/tables/TABLE/at/0?seat=%ed%a0%80",
        "/api/tables/TABLE/at/0?seat=%00",
        "/api/tables/TABLE/at/0?seat=" + "9" * 5_000,
        "/api/tables/TABLE/at/0?seat=%",
        "/api/tables/TABLE/at/0?seat=0&seat=x",
        "/api/games/%00/rules",
        "/api/games/%ff/rules",
        "/api/games/" + "x" * 5_000 + "/rules",
        "/api/%00",
        "/%00",
        "/%ff%ed%a0%80",
        "/assets/%00",
        "/" + "x" * 5_000,
    ],
)
def test_odd_addresses_are_refused(house: House, path: str) -> None:
    table = house.create(ME, DEVICE)["table"]
    answer = house.client.get(path.replace("TABLE", table))
    assert answer.status_code in (403, 404, 422), answer.text
    assert set(answer.json()) == FIVE
    assert len(answer.content) < 6_000


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer \xff\x80"},
        {"Authorization": "Bearer " + "x" * 10_000},
        {"Authorization": "x"},
        {"Content-Length": "9" * 5_000},
        {"Content-Length": "-1"},
        {"Content-Length": "\xb2"},
        {"Host": "["},
        {"Host": "a:b"},
        {"Host": "a/b"},
        {"Host": ""},
    ],
    ids=repr,
)
def test_odd_headers_are_refused(house: House, headers: dict[str, str]) -> None:
    table = house.create(ME, DEVICE)["table"]
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    answer = house.client.get(f"/api/tables/{table}/at/0", headers=raw)
    assert answer.status_code in (401, 413, 422)
    assert set(answer.json()) == FIVE


# --- over a real line -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def port(settings: Settings) -> Iterator[int]:
    """The port of a server of its own."""
    database = settings.database.replace("t.sqlite3", "line.sqlite3")
    with running(changed(settings, database=database)) as port:
        yield port


@contextmanager
def line_to(port: int, made: Json, stage: str = "greeted") -> Iterator[ClientConnection]:
    """A live connection, before or after its hello."""
    with connect(f"ws://127.0.0.1:{port}/api/tables/{made['table']}/live") as page:
        if stage == "greeted":
            page.send(json.dumps({"type": "hello", "token": made["token"], "seat": 0}))
            assert json.loads(page.recv(10))["type"] == "state"
        yield page


def closed(page: ClientConnection) -> int:
    """The code with which the server closes a connection."""
    while True:
        try:
            page.recv(10)
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 0


@pytest.mark.parametrize("stage", ["new", "greeted"])
def test_frames_that_are_no_text_close_one_connection_without_a_traceback(
    port: int, stage: str, caplog: pytest.LogCaptureFixture
) -> None:
    made = new_table(port)
    with line_to(port, made) as other:
        with line_to(port, made, stage) as page:
            page.send(b"\xff\xfe{", text=True)
            assert closed(page) == 1007
        other.send('{"type": "ping"}')
        assert json.loads(other.recv(10)) == {"type": "pong"}
    assert [record for record in caplog.records if record.exc_info] == []
    assert any("UTF-8" in record.message for record in caplog.records)


def test_a_huge_frame_closes_one_connection(port: int) -> None:
    made = new_table(port)
    with line_to(port, made) as page:
        page.send("x" * (2 * 1024 * 1024))
        assert closed(page) == 1009
    with line_to(port, made) as page:
        page.send("x" * 100_000)
        assert json.loads(page.recv(10))["code"] == "too_large"


UPGRADE = b"\r\n".join(
    [
        b"Connection: Upgrade",
        b"Upgrade: websocket",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        b"\r\n",
    ]
)


@pytest.mark.parametrize(
    "line",
    [
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n",
        b"GET /api/games/ HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n",
        b"GET /api/tables/\xff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/tables/%FF?seat=%FF HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 4_400 + b"\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        b"GET /api/tables/abc/live HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\n" + UPGRADE,
    ],
)
def test_odd_bytes_get_no_fault_of_the_server(
    port: int, line: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = talk(port, line)
    assert answer.startswith(b"HTTP/1.1 4"), answer
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert new_table(port)["token"]


def test_a_request_that_breaks_off_is_no_fault(port: int, caplog: pytest.LogCaptureFixture) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    assert new_table(port)["token"]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
