"""Drawings of other packages: served from where they lie, and nothing besides."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.games.test_plugins import install
from tests.server.toy import GAME
from wardround.core.plugins import _PROBLEMS, problems
from wardround.server import Settings, create_app

MODULE = "export const mount = () => ({});"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages with a module that names drawings."""
    folder = tmp_path / "site"
    drawing = folder / "toy_drawing"
    (drawing / "inner").mkdir(parents=True)
    (drawing / "table.js").write_text(MODULE)
    (drawing / "table.css").write_text("b {}")
    (drawing / "inner" / "card.svg").write_text("<svg/>")
    (drawing / "notes.txt").write_text("not for all")
    (drawing / ".env.json").write_text("{}")
    (folder / "secret.js").write_text("secret")
    (drawing / "link.js").symlink_to(folder / "secret.js")
    (folder / "theirs_drawings.py").write_text(
        "from pathlib import Path\n"
        "HERE = Path(__file__).parent\n"
        "GOOD = HERE / 'toy_drawing' / 'table.js'\n"
        "TEXT = str(GOOD)\nMISSING = HERE / 'toy_drawing' / 'missing.js'\n"
        "STYLE = HERE / 'toy_drawing' / 'table.css'\nBARE = HERE / 'secret.js'\nNUMBER = 7\n"
    )
    monkeypatch.syspath_prepend(folder)
    before = _PROBLEMS[:]
    _PROBLEMS.clear()
    yield folder
    _PROBLEMS[:] = before


def client(site: Path, settings: Settings, **entries: str) -> TestClient:
    """A server that finds these drawings, by the name of the game."""
    lines = [f"{game} = theirs_drawings:{name}" for game, name in entries.items()]
    install(site, "drawings", "\n".join(["[wardround.drawings]", *lines]))
    return TestClient(create_app(settings, {GAME.id: GAME}))


@pytest.mark.parametrize("name", ["GOOD", "TEXT"])
def test_a_drawing_is_told_and_served(site: Path, settings: Settings, name: str) -> None:
    with client(site, settings, toy=name) as browser:
        (game,) = browser.get("/api/games").json()
        assert game["drawing"] == "plugins/toy/table.js"
        module = browser.get(f"/{game['drawing']}")
        assert (module.status_code, module.text) == (200, MODULE)
        assert module.headers["content-type"] == "text/javascript; charset=utf-8"
        assert module.headers["cache-control"] == "no-cache"
        assert "default-src 'self'" in module.headers["content-security-policy"]
        again = browser.get(
            "/plugins/toy/table.js", headers={"If-None-Match": module.headers["etag"]}
        )
        assert again.status_code == 304
        assert browser.get("/plugins/toy/table.css").headers["content-type"].startswith("text/css")
        assert browser.get("/plugins/toy/inner/card.svg").text == "<svg/>"
    assert problems() == []


@pytest.mark.parametrize(
    "path",
    [
        "toy/",
        "toy/inner",
        "toy/notes.txt",
        "toy/.env.json",
        "toy/nothing.js",
        "toy/link.js",
        "toy/../secret.js",
        "toy/..%2fsecret.js",
        "toy/%2e%2e/secret.js",
        "toy/..%5csecret.js",
        "toy//etc/passwd.js",
        "toy/%00.js",
        "toy/inner/..%2f..%2fsecret.js",
        "other/table.js",
        "../plugins/secret.js",
    ],
)
def test_nothing_else_is_served(site: Path, settings: Settings, path: str) -> None:
    (settings.static).mkdir()
    (settings.static / "index.html").write_text("<main></main>")
    with client(site, settings, toy="GOOD") as browser:
        answer = browser.get(f"/plugins/{path}")
        assert answer.status_code == 404
        assert "secret" not in answer.text.replace(path, "").replace("secret.js", "")
        assert browser.post("/plugins/toy/table.js").status_code == 405
        with pytest.raises(WebSocketDisconnect), browser.websocket_connect("/plugins/toy/table.js"):
            pass


def test_a_game_without_one_says_so(site: Path, settings: Settings) -> None:
    with client(site, settings) as browser:
        assert [game["drawing"] for game in browser.get("/api/games").json()] == [None]


def test_a_drawing_that_does_not_work_is_left_out_and_named(
    site: Path, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = {"toy": "MISSING", "a": "STYLE", "b": "BARE", "c": "NUMBER", "d": "NONE", "e": "GOOD"}
    with client(site, settings, clinic="GOOD", **wrong) as browser:
        assert [game["drawing"] for game in browser.get("/api/games").json()] == [None]
    reasons = {problem.name: problem.reason for problem in problems("wardround.drawings")}
    assert reasons == {
        "toy": "there is no ES module 'missing.js' (*.js or *.mjs) where it points",
        "a": "there is no ES module 'table.css' (*.js or *.mjs) where it points",
        "b": "its folder holds Python files; a drawing has a folder of its own",
        "c": "it is no path of a module, but a int",
        "d": "it cannot be imported (AttributeError: module 'theirs_drawings' has no attribute "
        "'NONE')",
        "e": "no game of this id is installed",
        "clinic": "the package wardround has one of this name",
    }
    assert "of the package drawings is left out" in caplog.text
