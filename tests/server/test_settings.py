"""Settings: each has an option, a variable and its line in the docs; and a proxy is no obstacle."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.pages import DEVICE, ME, House, changed
from tests.server.toy import GAME
from wardround.cli import main
from wardround.cli.serving import help_of
from wardround.server import Settings, create_app
from wardround.server.app import Server, listen
from wardround.server.settings import (
    SettingError,
    default_database,
    option,
    read_settings,
    variable,
)

NAMES = list(Settings.model_fields)
OTHER: dict[str, tuple[str, object]] = {
    "database": ("sqlite:///x.sqlite3", "sqlite:///x.sqlite3"),
    "host": ("0.0.0.0", "0.0.0.0"),  # noqa: S104
    "port": ("8123", 8123),
    "static": ("some/where", Path("some/where")),
    "origins": ("https://a.example", ("https://a.example",)),
    "max_tables": ("7", 7),
    "live_tables": ("8", 8),
    "max_connections": ("9", 9),
    "bot_workers": ("3", 3),
    "bot_seconds": ("1.5", 1.5),
    "waiting_days": ("0", 0),
    "idle_days": ("4", 4),
}
"""A value of every setting, as text and as it is taken."""


@pytest.fixture(autouse=True)
def served(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """What the command would have served with; the environment says nothing."""
    for name in NAMES:
        monkeypatch.delenv(variable(name), raising=False)
    found: list[Settings] = []
    monkeypatch.setattr(
        "wardround.server.serve", lambda settings, open_browser=False: found.append(settings)
    )
    return found


def serve(*words: str) -> int:
    """Run the command; its exit status."""
    with pytest.raises(SystemExit) as end:
        main(["serve", *words])
    return int(end.value.code or 0)


def test_every_setting_is_tried_here() -> None:
    assert list(OTHER) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_has_an_option(served: list[Settings], name: str) -> None:
    text, value = OTHER[name]
    assert serve(option(name), text) == 0
    assert served == [read_settings({name: value})]
    assert getattr(served[0], name) == value


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_has_a_variable_and_the_option_wins(
    served: list[Settings], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, value = OTHER[name]
    monkeypatch.setenv(variable(name), text)
    assert serve() == 0
    assert getattr(served[0], name) == value
    assert getattr(Settings(), name) == value
    default = Settings.model_fields[name].default
    if isinstance(default, str | int | float):
        serve(option(name), str(default))
        assert getattr(served[1], name) == default


@pytest.mark.parametrize("name", NAMES)
def test_every_setting_stands_in_the_help_and_in_the_docs(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    project_root: Path,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert serve("--help") == 0
    shown = re.sub(r"[\s│]+", "", capsys.readouterr().out)
    assert option(name) in shown
    assert re.sub(r"\s+", "", help_of(name)) in shown
    field = Settings.model_fields[name]
    plain = isinstance(field.default, str | int | float)
    default = f"`{field.default}`" if plain else ""
    row = f"| `{option(name)}` | `{variable(name)}` | {default} | {field.description} |"
    assert row in (project_root / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_several_origins_by_option_and_by_variable(
    served: list[Settings], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = ("https://a.example", "http://b.example:8080")
    serve("--origin", both[0], "--origin", both[1])
    monkeypatch.setenv("WARDROUND_ORIGINS", ", ".join(both))
    serve()
    assert [settings.origins for settings in served] == [both, both]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "70000", "65535"),
        ("port", "-1", "0"),
        ("port", "http", "integer"),
        ("port", "9" * 5_000, "integer"),
        ("origins", "example.org", "an origin such as https://example.org"),
        ("origins", "http://[", "an origin such as"),
        ("origins", "https://example.org/play", "an origin such as"),
        ("max_tables", "0", "greater than or equal to 1"),
        ("bot_workers", "0", "1"),
        ("bot_seconds", "0", "greater than 0"),
        ("bot_seconds", "inf", "finite"),
        ("bot_seconds", "nan", ""),
        ("idle_days", "-1", "0"),
    ],
)
@pytest.mark.parametrize("by", ["option", "variable"])
def test_a_value_that_cannot_be_names_option_and_variable(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    served: list[Settings],
    name: str,
    text: str,
    expected: str,
    by: str,
) -> None:
    if by == "variable":
        monkeypatch.setenv(variable(name), text)
    assert serve(*([f"{option(name)}={text}"] if by == "option" else [])) == 2
    told = capsys.readouterr().err
    assert f"{option(name)} ({variable(name)})" in told
    assert expected in told
    assert len(told) < 1_000
    assert served == []


def test_a_setting_that_is_none_is_refused() -> None:
    with pytest.raises(SettingError, match="colour"):
        read_settings({"colour": "red"})


def test_a_home_that_cannot_be_written_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: Any, **_kwargs: Any) -> Path:
        raise PermissionError(13, "Permission denied", "/nowhere/.local")

    monkeypatch.setattr("wardround.server.settings.user_data_path", refuse)
    for ask in (default_database, Settings):
        with pytest.raises(SettingError, match="cannot be made: Permission denied") as caught:
            ask()
        assert caught.value.where == "/nowhere/.local"
        assert "--database (WARDROUND_DATABASE)" in caught.value.expected
    assert Settings(database="sqlite:///x").database == "sqlite:///x"


# --- behind a proxy -------------------------------------------------------------------------------


@contextmanager
def running(settings: Settings) -> Iterator[int]:
    """A server in a thread; its port."""
    listener = listen(settings)
    ready = Event()
    server = Server(create_app(settings, {GAME.id: GAME}), ready.set)
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    assert ready.wait(20)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(20)
    listener.close()


@asynccontextmanager
async def proxy(port: int) -> AsyncIterator[int]:
    """What nginx does by default: the Host becomes that of the server behind; its port."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    lines: list[asyncio.Task[Any]] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.current_task()
        assert line is not None
        lines.append(line)
        head = await reader.readuntil(b"\r\n\r\n")
        head = re.sub(rb"(?im)^host:.*?\r$", b"Host: 127.0.0.1:%d\r" % port, head)
        back, forth = await asyncio.open_connection("127.0.0.1", port)
        forth.write(head)
        await asyncio.gather(pump(reader, forth), pump(back, writer), return_exceptions=True)

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0)
    async with server:
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            await asyncio.wait_for(asyncio.gather(*lines), 10)


SITE = "https://play.example.org"


async def first_message(port: int, table: str) -> str:
    """The type of the first message that a page of the site gets through the proxy."""
    async with proxy(port) as outside:
        address = f"ws://127.0.0.1:{outside}/api/tables/{table}/live"
        headers = {"Host": "play.example.org"}
        async with connect(address, origin=SITE, additional_headers=headers) as page:  # type: ignore[arg-type]
            await page.send(json.dumps({"type": "hello", "seat": None}))
            told = json.loads(await asyncio.wait_for(page.recv(), 10))
        return str(told["type"])


def test_behind_a_proxy_that_changes_the_host_the_origin_is_named(
    house: House, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    table = house.create(ME, DEVICE)["table"]
    with running(settings) as port, pytest.raises(InvalidStatus) as refused:
        asyncio.run(first_message(port, table))
    assert refused.value.response.status_code == 403
    told = json.loads(refused.value.response.body or b"")
    assert (told["code"], told["where"]) == ("foreign_origin", f"origin {SITE}")
    assert f"--origin {SITE}" in told["expected"]
    assert f"--origin {SITE}" in caplog.text
    with running(changed(settings, origins=(SITE,))) as port:
        assert asyncio.run(first_message(port, table)) == "state"
