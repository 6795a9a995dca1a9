"""Who is told that something waits for them: when, how, how often, and what is said."""

import asyncio
import base64
import hashlib
import hmac
import json
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from fastapi.testclient import TestClient
from py_vapid import Vapid02
from websockets.sync.client import connect

from tests.server.cluster import neighbour
from tests.server.notices import Hook, MailServer, hook, mail_server, wait_for
from tests.server.pages import BOT, DEVICE, ME, OPEN, House, Json, Page, changed
from tests.server.test_company import join
from tests.server.test_keeping import db
from tests.server.test_people import Somebody, somebody
from tests.server.toy import GAME
from wardround.server import Settings, create_app
from wardround.server.errors import BadMessage
from wardround.server.notices import SIGNATURE
from wardround.server.outside import Unreached, call, is_public, read_address
from wardround.server.push import encoded
from wardround.server.settings import SettingError
from wardround.server.wishes import MOST_WISHES

LOCAL = ("127.0.0.1",)


@pytest.fixture
def place() -> Iterator[Hook]:
    """An address that may be called."""
    with hook() as found:
        yield found


@pytest.fixture
def post() -> Iterator[MailServer]:
    """A mail server."""
    with mail_server() as found:
        yield found


@pytest.fixture(autouse=True)
def _try_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardround.server.notices.TRIES", (0.0, 0.0, 0.0))


@pytest.fixture
def telling(settings: Settings) -> Settings:
    """Settings of a server that tells people soon."""
    return changed(
        settings,
        notice_seconds=0.05,
        notices_per_hour=0,
        webhooks=True,
        notice_hosts=LOCAL,
        site="https://play.example.org",
    )


@contextmanager
def running(settings: Settings) -> Iterator[House]:
    """A running server."""
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        yield House(client)


def ask(house: House, method: str, path: str, token: str | None, body: Any = None) -> Any:
    """The answer to a request of who holds a token."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return house.client.request(method, path, headers=headers, json=body)


def wish(house: House, made: Json, token: str, **body: Any) -> Json:
    """Wish to be told at a table."""
    answer = ask(house, "POST", f"/api/tables/{made['table']}/notices", token, body)
    assert answer.status_code == 201, answer.text
    data: Json = answer.json()
    return data


def wishes(house: House, made: Json, token: str) -> list[Json]:
    """What somebody wishes at a table."""
    found: list[Json] = ask(house, "GET", f"/api/tables/{made['table']}/notices", token).json()
    return found


def with_seat(house: House) -> tuple[Json, str]:
    """A table that does not begin, and the token of somebody who sits there: wishes come first."""
    made = house.create(ME, OPEN, OPEN)
    return made, join(house, made["table"], "Bo")


def two(house: House, *wished: Json) -> tuple[Json, str, list[Json]]:
    """A table of two people who have not been there yet.

    Args:
        house: The server.
        wished: What the second one has wished before it began.

    Returns:
        The table, the token of the second one, and the wishes.
    """
    before, bo = with_seat(house)
    kept = [wish(house, before, bo, **one) for one in wished]
    made = house.create(ME, OPEN)
    body = {"name": "Bo", "token": bo}
    assert house.client.post(f"/api/tables/{made['table']}/join", json=body).status_code == 200
    return made, bo, kept


def called(place: Hook, path: str) -> Json:
    """The wish that an address is called."""
    return {"way": "webhook", "place": place.origin + path}


# --- when -----------------------------------------------------------------------------------------


def test_who_is_away_is_told_once_also_after_a_restart(telling: Settings, place: Hook) -> None:
    with running(telling) as house:
        made, bo, [kept] = two(house, called(place, "/bo"))
        with house.page(made["table"], made["token"]) as ada:
            wish(house, made, made["token"], **called(place, "/ada"))
            [told] = place.wait("/bo")
            assert ada.act(0, "call-1")["type"] == "ack"
    assert told.data == {
        "table": made["table"],
        "game": "Toy",
        "what": "turn",
        "text": "Toy: It is your turn.",
        "link": f"https://play.example.org/#/t/{made['table']}",
        "at": told.data["at"],
    }
    signed = hmac.new(kept["secret"].encode(), told.body, hashlib.sha256).hexdigest()
    assert told.headers[SIGNATURE] == f"sha256={signed}"
    with running(telling) as house:
        with house.page(made["table"], bo, 1) as page:  # he comes, is asked, and has his turn
            assert page.act(1, "call-2")["type"] == "ack"
        place.wait("/ada")
    assert len(place.to("/bo")) == 1


def test_who_was_told_and_did_not_come_is_told_no_more(telling: Settings, place: Hook) -> None:
    with running(telling) as house:
        made, _, _ = two(house, called(place, "/bo"))
        with house.page(made["table"], made["token"]):
            place.wait("/bo")
    with running(telling) as house:
        with house.page(made["table"], made["token"]) as ada:  # his time begins anew
            assert ada.state["asked"] == [0, 1]
            assert ada.act(0, "call-1")["type"] == "ack"
            house.client.portal.call(settled, house, made["table"])  # type: ignore[union-attr]
        assert len(place.to("/bo")) == 1


async def settled(house: House, table: str) -> None:
    """Wait until nobody at a table is about to be told."""
    tables: Any = house.client.app.state.tables  # type: ignore[attr-defined]
    live = await tables.get(table)
    while live.watch._waiting or tables.notices._sending:
        await asyncio.sleep(0.01)


def test_who_comes_back_may_be_told_again(telling: Settings, place: Hook) -> None:
    with running(telling) as house:
        made, bo, _ = two(house, called(place, "/bo"))
        with house.page(made["table"], made["token"]) as ada:
            place.wait("/bo")
            with house.page(made["table"], bo, 1) as page:
                assert page.act(1, "call-2")["type"] == "ack"
                page.send(type="visible", visible=False)
                assert ada.act(0, "call-1")["type"] == "ack"
                play_until_asked(ada, 0, 1)
                place.wait("/bo", 2)


def play_until_asked(page: Page, own: int, other: int) -> None:
    """Play on one's own seat until it is the other's turn."""
    while other not in page.until("state")["asked"]:
        if own in page.state["asked"] and page.state["choices"]:
            page.act(own, page.state["choices"][0]["notation"])


def test_a_page_in_the_background_is_not_in_view(telling: Settings, place: Hook) -> None:
    with running(telling) as house:
        made = house.create(ME, DEVICE)
        wish(house, made, made["token"], **called(place, "/ada"))
        with house.connect(made["table"]) as page:
            page.send(type="hello", token=made["token"], visible=True)
            page.until("state")
            house.client.portal.call(settled, house, made["table"])  # type: ignore[union-attr]
            assert place.calls == []
            page.act(0, "call-1")
            page.send(type="visible", visible=False)
            house.client.portal.call(settled, house, made["table"])  # type: ignore[union-attr]
            assert place.calls == []  # who saw their turn and went knows it


def test_a_proposal_and_the_end_are_told(telling: Settings, place: Hook) -> None:
    with running(telling) as house:
        made, bo, _ = two(house)
        with house.page(made["table"], bo, 1) as page, house.page(made["table"], made["token"]):
            wish(house, made, made["token"], **called(place, "/ada"))
            assert page.act(1, "call-2")["type"] == "ack"
        with house.connect(made["table"]) as hidden:
            hidden.send(type="hello", token=made["token"], visible=False)
            hidden.until("state")
            with house.page(made["table"], bo, 1) as page:
                page.send(
                    type="propose", id="e", seat=1, expected=page.state["version"], what="end"
                )
                [told] = place.wait("/ada")
                assert told.data["what"] == "answer"
                assert told.data["text"] == "Toy: Somebody asks you to agree to something."


def test_who_is_asked_is_told_what_waits(telling: Settings) -> None:
    with running(telling) as house:
        made, bo, _ = two(house)
        path = f"/api/tables/{made['table']}/waiting"
        with house.page(made["table"], bo, 1) as page:
            assert ask(house, "GET", path, bo).json() == {"state": "playing", "waits": "turn"}
            page.act(1, "call-2")
            assert ask(house, "GET", path, bo).json() == {"state": "playing", "waits": None}
        assert ask(house, "GET", path, made["token"]).json()["waits"] == "turn"
        assert ask(house, "GET", path, None).status_code == 401
        assert ask(house, "GET", path, "forged").status_code == 401


# --- how ------------------------------------------------------------------------------------------


class Browser:
    """A browser with the keys by which it reads messages."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))

    @property
    def keys(self) -> Json:
        """What it tells for messages to be encrypted for it."""
        form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        point = self.key.public_key().public_bytes(*form)
        return {"p256dh": encoded(point), "auth": encoded(self.auth)}

    def read(self, body: bytes) -> Json:
        """What a message says."""
        said = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
        data: Json = json.loads(said)
        return data


def test_a_push_is_sealed_signed_and_ends_where_the_browser_is_gone(
    telling: Settings, place: Hook
) -> None:
    browser = Browser()
    with running(changed(telling, contact="mailto:host@example.org")) as house:
        about = house.client.get("/api/notices").json()
        assert about["ways"] == ["push", "webhook"]
        place.answers[:] = [503, 410]
        sealed = {"way": "push", "place": f"{place.origin}/push", "keys": browser.keys}
        made, bo, _ = two(house, sealed)
        assert wishes(house, made, bo)[0]["way"] == "push"
        with house.page(made["table"], made["token"]):
            first, second = place.wait("/push", 2)
            wait_for(lambda: not wishes(house, made, bo), "the end of the wish")
    assert browser.read(first.body) == browser.read(second.body)
    assert browser.read(first.body) == {
        "table": made["table"],
        "game": "Toy",
        "what": "turn",
        "text": "It is your turn.",
    }
    assert made["table"].encode() not in first.body
    assert first.headers["Content-Encoding"] == "aes128gcm"
    assert int(first.headers["TTL"]) > 0
    signed = first.headers["Authorization"]
    assert signed.endswith(f"k={about['key']}")
    assert Vapid02.verify(signed)
    claims = signed.split("t=")[1].split(".")[1]
    said = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert (said["aud"], said["sub"]) == (place.origin, "mailto:host@example.org")


def test_the_key_for_push_services_stays(telling: Settings) -> None:
    keys = set()
    for _ in range(2):
        with running(telling) as house:
            keys.add(house.client.get("/api/notices").json()["key"])
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        (None, "keys"),
        ({"p256dh": "AAAA", "auth": encoded(bytes(16))}, "keys.p256dh"),
        ({"p256dh": encoded(b"\4" + bytes(64)), "auth": encoded(bytes(16))}, "keys.p256dh"),
        ({**Browser().keys, "auth": "no base64!"}, "keys.auth"),
    ],
)
def test_keys_that_nothing_can_be_sealed_for_are_refused(
    telling: Settings, keys: Json | None, where: str
) -> None:
    with running(telling) as house:
        made, bo, _ = two(house)
        body = {"way": "push", "place": "https://push.example.org/x", "keys": keys}
        answer = ask(house, "POST", f"/api/tables/{made['table']}/notices", bo, body)
    assert (answer.status_code, answer.json()["where"]) == (422, where)


def link_in(mail: Message, what: str) -> str:
    """The secret in a link of a mail."""
    text = str(mail.get_payload(decode=True), "utf-8")  # type: ignore[arg-type]
    found = re.search(rf"https://play\.example\.org/#/notices/{what}/(\S+)", text)
    assert found, text
    return found[1]


def test_mail_goes_only_to_who_has_confirmed_and_can_be_stopped(
    telling: Settings, post: MailServer, place: Hook
) -> None:
    mailing = {"mail_host": "127.0.0.1", "mail_port": post.port, "mail_tls": "none"}
    with running(changed(telling, **mailing, mail_from="table@example.org")) as house:
        mail = {"way": "mail", "place": "bo@example.org"}
        made, bo, kept = two(house, mail, called(place, "/bo"))
        assert [one["confirmed"] for one in kept] == [False, True]
        [asking] = post.to("bo@example.org")
        secret = link_in(asking, "confirm")
        with house.page(made["table"], made["token"]):
            place.wait("/bo")
            assert len(post.mails) == 1
            answer = house.client.post("/api/notices/confirm", json={"token": secret})
            assert answer.json() == {"place": "bo@example.org"}
            with house.page(made["table"], bo, 1) as page:
                page.act(1, "call-2")
                page.send(type="visible", visible=False)
                with house.page(made["table"], made["token"], 0) as ada:
                    ada.act(0, "call-1")
                    play_until_asked(ada, 0, 1)
                    told = post.to("bo@example.org", 2)[1]
        assert told["Subject"] == "Toy: It is your turn."
        assert told["Auto-Submitted"] == "auto-generated"
        stop = link_in(told, "stop")
        assert (
            told["List-Unsubscribe"].strip() == f"<https://play.example.org/#/notices/stop/{stop}>"
        )
        assert house.client.post("/api/notices/stop", json={"token": stop}).status_code == 200
        assert [one["way"] for one in wishes(house, made, bo)] == ["webhook"]
        for what in ("confirm", "stop"):
            answer = house.client.post(f"/api/notices/{what}", json={"token": stop})
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_wish")


@pytest.mark.parametrize(
    ("values", "missing"),
    [
        ({"mail_host": "mail.example.org"}, "--mail-from"),
        ({"mail_host": "mail.example.org", "mail_from": "a@example.org"}, "--site"),
    ],
)
def test_a_way_that_is_set_by_halves_is_refused_at_the_start(
    settings: Settings, values: Json, missing: str
) -> None:
    with pytest.raises(SettingError) as refused:
        create_app(changed(settings, **values), {GAME.id: GAME})
    assert missing in str(refused.value.to_json())


def test_without_the_packages_there_is_no_push_and_webhooks_are_refused(
    telling: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("can_call", "can_push"):
        monkeypatch.setattr(f"wardround.server.notices.{name}", lambda: False)
    with running(changed(telling, webhooks=False)) as house:
        about = house.client.get("/api/notices").json()
        assert about == {"ways": [], "key": None, "seconds": 0.05}
    with pytest.raises(SettingError) as refused:
        create_app(changed(telling, database=f"{telling.database}2"), {GAME.id: GAME})
    assert "wardround[notify]" in str(refused.value.to_json())


# --- where to -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://printer/",
        "https://printer.local/",
        "https://10.0.0.5/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.5]/",
        "https://[64:ff9b::7f00:1]/",
        "https://somebody@example.org/",
        "https://example.org:0/",
        "https://example.org/\r\nHost: x",
        "https:///x",
        "https://[/",
        "no address",
        "https://example.org/" + "x" * 1000,
    ],
)
def test_addresses_that_only_this_machine_can_reach_are_refused(url: str) -> None:
    with pytest.raises(BadMessage):
        read_address(url, (), "place")


def test_an_address_is_public_or_named_by_the_settings() -> None:
    assert read_address("https://example.org/a?b", (), "place").path == "/a?b"
    inside = read_address("http://10.0.0.5:8080/", ("10.0.0.5",), "place")
    assert (inside.port, inside.origin) == (8080, "http://10.0.0.5:8080")
    assert is_public("2606:4700::1111")
    assert not is_public("2002:7f00:1::")


def test_a_name_that_leads_inside_is_not_called(
    monkeypatch: pytest.MonkeyPatch, place: Hook
) -> None:
    def found(*_words: object, **_more: object) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    address = read_address("https://innocent.example.org/", (), "place")
    with pytest.raises(Unreached, match="no public address"):
        asyncio.run(call(address, b"", {}, ()))
    assert place.calls == []


def test_nothing_is_followed_and_no_answer_is_one(place: Hook) -> None:
    place.answers[:] = [302]
    address = read_address(f"{place.origin}/hook", LOCAL, "place")
    assert asyncio.run(call(address, b"{}", {}, LOCAL)) == 302
    assert [one.path for one in place.calls] == ["/hook"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    nobody = read_address(f"http://127.0.0.1:{port}/", LOCAL, "place")
    with pytest.raises(Unreached):
        asyncio.run(call(nobody, b"{}", {}, LOCAL))


# --- whose ----------------------------------------------------------------------------------------


def test_wishes_are_refused_with_reasons(telling: Settings) -> None:
    with running(changed(telling, webhooks=False)) as house:
        made, bo, _ = two(house)
        path = f"/api/tables/{made['table']}/notices"
        hooked = {"way": "webhook", "place": "https://example.org/"}
        for token, body, status, code in [
            (None, hooked, 401, "forged_token"),
            (bo, hooked, 403, "no_notices"),
            (bo, {"way": "mail", "place": "bo@example.org"}, 403, "no_notices"),
            (bo, {"way": "smoke", "place": "x"}, 422, "bad_message"),
        ]:
            answer = ask(house, "POST", path, token, body)
            assert (answer.status_code, answer.json()["code"]) == (status, code)
        bots = house.create(BOT, OPEN)
        assert bots["token"] is None
    with running(telling) as house:
        for number in range(MOST_WISHES):
            wish(house, made, bo, way="webhook", place=f"https://example.org/{number}")
        again = wish(house, made, bo, way="webhook", place="https://example.org/3")
        assert again["number"] == wishes(house, made, bo)[3]["number"]
        answer = ask(house, "POST", path, bo, hooked)
        assert (answer.status_code, answer.json()["where"]) == (429, "way")
        assert all("secret" not in one for one in wishes(house, made, bo))
        assert wishes(house, made, made["token"]) == []
        first = f"{path}/{again['number']}"
        assert ask(house, "DELETE", first, made["token"]).status_code == 404
        assert ask(house, "DELETE", first, bo).status_code == 200
        assert len(wishes(house, made, bo)) == MOST_WISHES - 1
    with running(changed(telling, notices_per_hour=1)) as house:
        assert ask(house, "POST", path, bo, hooked).status_code == 201
        assert ask(house, "POST", path, bo, hooked).json()["code"] == "too_many"


def test_a_person_is_told_at_all_tables_and_takes_the_wish_along(
    telling: Settings, place: Hook
) -> None:
    with running(telling) as house:
        bo = somebody(house, "Bo")
        bo.ask("/notices", "POST", {"way": "webhook", "place": f"{place.origin}/bo"})
        made = house.create(ME, OPEN)
        seat = bo.call(f"/api/tables/{made['table']}/join", body={"name": "Bo"}).json()["token"]
        with house.page(made["table"], made["token"]):
            assert place.wait("/bo")[0].data["table"] == made["table"]
        wish(house, made, seat, **called(place, "/here"))
        assert [one["place"] for one in bo.ask("/everything")["wishes"]] == [
            f"{place.origin}/bo",
            f"{place.origin}/here",
        ]
        [mine] = bo.ask("/notices")
        assert bo.call(f"/api/people/me/notices/{mine['number']}", "DELETE").status_code == 200
        assert bo.ask("/notices") == []
        bo.call("/api/people/me", "DELETE")
        assert wishes(house, made, seat) == []


def test_wishes_and_the_key_move_to_another_database(
    telling: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: Hook
) -> None:
    monkeypatch.setattr("wardround.cli.database.games", lambda: {GAME.id: GAME})
    with running(telling) as house:
        made, bo, [kept] = two(house, called(place, "/bo"))
        ada = somebody(house, "Ada")
        ada.ask("/notices", "POST", {"way": "webhook", "place": "https://example.org/ada"})
        key = house.client.get("/api/notices").json()["key"]
        with house.page(made["table"], made["token"]):
            place.wait("/bo")
    file, other = tmp_path / "all.jsonl", f"sqlite:///{tmp_path / 'other.sqlite3'}"
    assert db("export", str(file), "--database", telling.database) == 0
    assert db("import", str(file), "--database", other) == 0
    assert db("import", str(file), "--database", other) == 1  # the table is there already
    with running(changed(telling, database=other)) as house:
        assert house.client.get("/api/notices").json()["key"] == key
        [moved] = wishes(house, made, bo)
        assert moved["place"] == kept["place"]
        again = Somebody(house, {"token": ada.token, "person": {"name": "Ada"}})
        assert [one["place"] for one in again.ask("/notices")] == ["https://example.org/ada"]
        with house.page(made["table"], made["token"]) as page:
            house.client.portal.call(settled, house, made["table"])  # type: ignore[union-attr]
            assert len(place.to("/bo")) == 1
            with house.page(made["table"], bo, 1) as his:
                his.act(1, "call-2")
            page.act(0, "call-1")
            play_until_asked(page, 0, 1)
            told = place.wait("/bo", 2)[1]
    signed = hmac.new(kept["secret"].encode(), told.body, hashlib.sha256).hexdigest()
    assert told.headers[SIGNATURE] == f"sha256={signed}"


def test_one_process_tells_and_the_next_owner_does_not_tell_again(
    own_postgres: str, place: Hook
) -> None:
    values: Json = {"notice_seconds": 0.05, "webhooks": True, "notice_hosts": LOCAL}
    with neighbour(own_postgres, **values) as second:
        with neighbour(own_postgres, **values) as first:
            before = first.made("/api/tables", {"game": "toy", "seats": [ME, OPEN, OPEN]})
            path = f"/api/tables/{before['table']}"
            bo = second.made(f"{path}/join", {"name": "Bo"})["token"]
            key = {"Authorization": f"Bearer {bo}"}
            assert second.ask(f"{path}/notices", called(place, "/bo"), key)[0] == 201
            made = first.made("/api/tables", {"game": "toy", "seats": [ME, OPEN]})
            path = f"/api/tables/{made['table']}"
            second.made(f"{path}/join", {"name": "Bo", "token": bo})
            place.wait("/bo")
        host = {"Authorization": f"Bearer {made['token']}"}
        body = called(place, "/ada")
        wait_for(lambda: second.ask(f"{path}/notices", body, host)[0] == 201, "the next owner")
        with connect(f"ws://{second.address}{path}/live") as page:
            page.send('{"type":"hello","token":null}')
            place.wait("/ada")
    assert len(place.to("/bo")) == 1
