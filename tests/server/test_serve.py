"""Starting and stopping the server, and what it serves besides tables."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import changed
from tests.server.toy import GAME
from wardround.server import Settings, create_app, serve
from wardround.server.app import listen
from wardround.server.errors import ServerBusy
from wardround.server.settings import default_database
from wardround.server.store import StorageError


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
