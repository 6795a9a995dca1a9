"""Starting and stopping the server, and what it serves besides tables."""

import json
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import BOT, ME, House, changed
from tests.server.toy import GAME
from wardround.server import Settings, create_app, serve
from wardround.server.app import listen, own_addresses
from wardround.server.errors import ServerBusy
from wardround.server.settings import default_database
from wardround.server.store import StorageError, Store


def test_an_occupied_port_is_said_with_the_way_out(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ServerBusy) as refused:
            serve(changed(settings, port=port))
    assert f"Port {port} of 127.0.0.1 cannot be used: Address already in use." in str(refused.value)
    assert refused.value.where == f"port {port}"
    assert f"wardround serve --port {port + 1}" in refused.value.expected


@pytest.mark.parametrize(
    ("host", "port"), [("127.0.0.1", 70_000), ("nowhere.invalid", 0), ("192.0.2.1", 0)]
)
def test_an_impossible_address_is_refused(settings: Settings, host: str, port: int) -> None:
    with pytest.raises(ServerBusy) as refused:
        listen(changed(settings, host=host, port=port)).close()
    assert host in str(refused.value) or str(port) in str(refused.value)


def test_a_database_that_cannot_be_opened_stops_the_start(
    settings: Settings, tmp_path: Path
) -> None:
    with pytest.raises(StorageError, match="cannot be opened"):
        serve(changed(settings, database=f"sqlite:///{tmp_path}/no/where.sqlite3"))


def test_the_database_lies_in_the_users_data_folder() -> None:
    url = default_database()
    assert url.startswith("sqlite:///")
    assert Path(url.removeprefix("sqlite:///")).parent.is_dir()


@pytest.mark.slow
def test_the_server_says_where_it_is_and_ends_on_interrupt(
    tmp_path: Path, project_root: Path
) -> None:
    command = [sys.executable, "-m", "tests.server.run_server", str(tmp_path / "t.sqlite3"), "0"]
    with subprocess.Popen(
        command, cwd=project_root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        line = process.stdout.readline()
        assert line.startswith("Wardround is at http://127.0.0.1:")
        assert "make client" in process.stderr.readline() + process.stderr.readline()
        process.send_signal(2)
        assert process.wait(20) == 0
        assert "Traceback" not in process.stderr.read()


def test_a_server_for_others_says_where_they_find_it(monkeypatch: pytest.MonkeyPatch) -> None:
    own, others = own_addresses("0.0.0.0", 8000)  # noqa: S104
    assert own == "http://localhost:8000/"
    assert others == "" or re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8000/", others)
    assert "0.0.0.0" not in others  # noqa: S104
    assert own_addresses("127.0.0.1", 1) == ("http://127.0.0.1:1/", "")
    assert own_addresses("::1", 1) == ("http://[::1]:1/", "")

    def refuse(*_args: object) -> None:
        raise OSError("no network")

    monkeypatch.setattr("wardround.server.app.socket.socket", refuse)
    assert own_addresses("0.0.0.0", 8000) == (own, "")  # noqa: S104


def test_the_collector_does_not_look_at_what_the_start_made() -> None:
    script = (
        "import gc; from wardround.server.app import COLLECTED, calm_collector; calm_collector();"
        "assert gc.get_freeze_count() > 10_000, gc.get_freeze_count();"
        "assert gc.get_threshold() == COLLECTED"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


# --- for those who run it -------------------------------------------------------------------------


def test_health_and_readiness_tell_two_things(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object) -> None:
        raise StorageError("The database could not count its service: malformed.")

    with TestClient(create_app(settings, {"toy": GAME})) as client:
        assert client.get("/api/health").json() == {"status": "ok"}
        assert client.get("/api/ready").json() == {"status": "ok"}
        monkeypatch.setattr(Store, "tick", broken)
        answer = client.get("/api/ready")
        assert (answer.status_code, answer.json()["code"]) == (503, "storage")
        assert client.get("/api/health").status_code == 200


def test_figures_are_told_where_it_is_set_and_hold_no_secret(settings: Settings) -> None:
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        assert "wardround_steps" not in client.get("/metrics").text
    with TestClient(
        create_app(changed(settings, metrics_path="/metrics"), {"toy": GAME})
    ) as client:
        house = House(client)
        made = house.create(ME, BOT)
        with house.page(made["table"], made["token"], 0) as page:
            page.until_version(1)
            assert page.act(0, "call-9")["type"] == "reject"
            assert page.act(0, "call-1")["type"] == "ack"
            text = client.get("/metrics").text
        client.get("/api/tables/nowhere")
        after = client.get("/metrics").text
    for line in (
        'wardround_steps_total{by="player"} 1.0',
        'wardround_refusals_total{code="unknown_action"} 1.0',
        "wardround_step_seconds_count 2.0",
        "wardround_live_pages 1.0",
        "wardround_tables_in_memory 1.0",
    ):
        assert line in text.splitlines()
    assert 'wardround_refusals_total{code="unknown_table"} 1.0' in after.splitlines()
    assert "wardround_live_pages 0.0" in after.splitlines()
    assert made["token"] not in text
    assert made["table"] not in text


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_log_is_lines_for_people_or_for_programs(form: str) -> None:
    script = (
        "import logging, sys; from wardround.server import logs; logs.set_up('info', sys.argv[1]);"
        "log = logging.getLogger('wardround.x'); log.debug('no'); log.info('yes %s', 1)\n"
        "try: 1 / 0\nexcept ZeroDivisionError: log.exception('failed')"
    )
    command = [sys.executable, "-c", script, form]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    lines = run.stderr.splitlines()
    if form == "text":
        assert re.fullmatch(r"[\d-]+ [\d:,]+ INFO wardround\.x: yes 1", lines[0])
        assert "ZeroDivisionError" in run.stderr
        return
    first, second = map(json.loads, lines)
    assert (first["level"], first["logger"], first["message"]) == ("info", "wardround.x", "yes 1")
    assert "ZeroDivisionError" in second["traceback"]


# --- the client ---------------------------------------------------------------------------------


@pytest.fixture
def built(settings: Settings) -> Settings:
    """Settings of a server whose client is built."""
    assets = settings.static / "assets"
    assets.mkdir(parents=True)
    (settings.static / "index.html").write_text("<main></main>")
    (settings.static / "build.json").write_text('{"build": "abc"}')
    (assets / "main-1a2b.js").write_text("export {};")
    return settings


def test_hashed_files_are_kept_and_the_first_page_is_not(built: Settings) -> None:
    with TestClient(create_app(built, {"toy": GAME})) as client:
        page = client.get("/")
        assert (page.status_code, page.text) == (200, "<main></main>")
        assert page.headers["cache-control"] == "no-cache"
        script = client.get("/assets/main-1a2b.js")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert client.get("/assets/gone.js").status_code == 404
        assert client.get("/api/about").json()["build"] == "abc"
        for answer in (page, script, client.get("/api/about"), client.get("/api/nothing")):
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_what_everybody_may_read_is_compressed_and_tables_are_not(built: Settings) -> None:
    (built.static / "assets" / "large-3c4d.js").write_text("export const word = 'ward';" * 100)
    with TestClient(create_app(built, {"toy": GAME})) as client:
        script = client.get("/assets/large-3c4d.js")
        assert script.headers["content-encoding"] == "gzip"
        assert "Accept-Encoding" in script.headers["vary"]
        assert script.text.startswith("export const")
        plain = client.get("/assets/large-3c4d.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == script.text
        same = client.get(
            "/assets/large-3c4d.js", headers={"if-none-match": script.headers["etag"]}
        )
        assert same.status_code == 304
        names = [{"kind": "me", "name": "Ada"}] + [{"kind": "device", "name": "B" * 30}] * 3
        made = client.post("/api/tables", json={"game": "toy", "seats": names})
        table = client.get(f"/api/tables/{made.json()['table']}")
        assert "content-encoding" not in made.headers
        assert "content-encoding" not in table.headers


def test_nothing_outside_the_client_is_served(built: Settings) -> None:
    (built.static.parent / "secret.txt").write_text("secret")
    with TestClient(create_app(built, {"toy": GAME})) as client:
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert "secret" not in answer.text.replace("secret.txt", "")


def test_a_missing_client_is_explained(settings: Settings) -> None:
    with TestClient(create_app(settings, {"toy": GAME})) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "make client" in answer.text
        assert client.get("/api/about").json()["build"] == "none"
