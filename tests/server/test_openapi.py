"""The interface is as it describes itself: statuses, methods, schemas, and the page about it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given
from hypothesis import settings as searching
from schemathesis import checks
from schemathesis.core.result import Ok

from tests.server.pages import BOT, DEVICE, ME, OPEN, UNLIMITED, House
from tests.server.running import post, running
from tests.server.toy import GAME
from wardround.server import Settings, create_app
from wardround.server.errors import _STATUS
from wardround.server.people_api import router
from wardround.server.schemas import ClientMessage

TABLES: dict[str, str] = {}


def settings_of_all(folder: Path) -> Settings:
    """Settings of a server that may be called by any name."""
    return Settings(
        database=f"sqlite:///{folder}/t.sqlite3",
        static=folder,
        port=0,
        **{**UNLIMITED, "allowed_hosts": ("*",)},
    )


@pytest.fixture(scope="module")
def house_of_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server with tables in every state."""
    settings = settings_of_all(tmp_path_factory.mktemp("server"))
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        house = House(client)
        over = house.create(ME, DEVICE)
        house.play_out(over["table"], over["token"], (0, 1))
        TABLES["over"] = over["table"]
        TABLES["playing"] = house.create(ME, DEVICE)["table"]
        TABLES["waiting"] = house.create(ME, OPEN)["table"]
        yield house


@pytest.mark.slow
def test_whatever_is_asked_is_answered_as_described(tmp_path: Path) -> None:
    """All checks of schemathesis on every address; two of three cases name a real table.

    But for one: what the schema allows may still be refused with 422, since the options of a game
    and what may be a name are not in the schema.
    """
    with running(settings_of_all(tmp_path)) as port:
        for seats in ([ME, DEVICE], [ME, OPEN], [BOT, BOT]):
            body = {"game": "toy", "options": {}, "seats": seats}
            TABLES[str(seats)] = post(port, "/api/tables", body)[1]["table"]
        try_everything(f"http://127.0.0.1:{port}/api/openapi.json")


def try_everything(url: str) -> None:
    """Ask everything that the description allows, and what it does not."""
    schema = schemathesis.openapi.from_url(url)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == len(router.routes)
    for operation in operations:

        @searching(max_examples=40, suppress_health_check=list(HealthCheck), deadline=None)
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            named = case.path_parameters or {}
            if "table" in named:
                ids = [*TABLES.values(), named["table"]]
                named["table"] = ids[len(str(case.query)) % len(ids)]
            if "game" in named and len(str(case.body)) % 2:
                named["game"] = GAME.id
            case.call_and_validate(excluded_checks=[checks.positive_data_acceptance])

        ask()


def test_every_address_lists_the_statuses_that_can_come(house_of_all: House) -> None:
    told = house_of_all.client.get("/api/openapi.json").json()
    for path, methods in told["paths"].items():
        for about in methods.values():
            listed = set(about["responses"])
            assert {"403", "413", "422", "429", "500", "503"} <= listed
            if "{" in path:
                assert "404" in listed
            if "{table}" in path:
                assert "409" in listed
    position = told["paths"]["/api/tables/{table}/at/{version}"]["get"]
    assert "401" in position["responses"]
    assert position["security"] == [{"HTTPBearer": []}, {}]
    assert set(_STATUS.values()) <= {401, 403, 404, 409, 413, 422, 429, 500, 503}


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])
@pytest.mark.parametrize("path", sorted({route.path for route in router.routes}))  # type: ignore[attr-defined]
def test_wrong_methods_get_405_with_the_right_ones(
    house_of_all: House, path: str, method: str
) -> None:
    real = path.format(table=TABLES["playing"], game="toy", version=0, number=0)
    right = {m for route in router.routes if route.path == path for m in route.methods}  # type: ignore[attr-defined]
    answer = house_of_all.client.request(method, real)
    if method in right:
        assert answer.status_code != 405
        return
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == right
    if method != "HEAD":
        assert answer.json()["code"] == "http"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_understood_in_any_case(house: House, scheme: str) -> None:
    made = house.create(ME, DEVICE)
    path = f"/api/tables/{made['table']}/at/0?seat=0"
    answer = house.client.get(path, headers={"Authorization": f"{scheme} {made['token']}"})
    assert answer.json()["seat"] == 0
    refused = house.client.get(path, headers={"Authorization": f"Basic {made['token']}"})
    assert (refused.status_code, refused.json()["code"]) == (401, "forged_token")
    assert refused.headers["www-authenticate"] == "Bearer"


def test_the_same_id_of_two_seats_names_two_messages(house: House) -> None:
    made = house.create(ME, DEVICE)
    with house.page(made["table"], made["token"], 0) as page:
        assert page.act(0, "call-9", id="x")["code"] == "unknown_action"
        assert page.act(1, "call-2", id="x")["type"] == "ack"
        assert page.act(0, "call-1", id="x")["code"] == "reused_id"
        assert page.act(1, "call-2", id="x")["version"] == 1


def test_the_page_about_the_protocol_names_every_message_and_field(project_root: Path) -> None:
    page = (project_root / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r'^\| `(\{"type":"(?:\w+)".*?\})` \| (.*) \|$', page, re.MULTILINE))
    found = {re.findall(r'"type":"(\w+)"', row)[0]: row + text for row, text in rows.items()}
    union = get_args(ClientMessage)[0]
    types = {get_args(m.model_fields["type"].annotation)[0]: m for m in get_args(union)}
    assert set(found) == set(types)
    for kind, message in types.items():
        for field in message.model_fields:
            assert f'"{field}"' in found[kind], (kind, field)
