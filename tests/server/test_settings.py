"""Settings: each has an option, a variable and its line in the docs; and a proxy is no obstacle."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.pages import changed
from tests.server.running import new_table, running
from wardround.cli import main
from wardround.cli.serving import help_of, text_of
from wardround.server import Settings
from wardround.server.settings import (
    SettingError,
    default_database,
    option,
    read_settings,
    variable,
)

NAMES = list(Settings.model_fields)
CONFIG = Path(__file__).parent / "settings.toml"
OTHER: dict[str, tuple[str, object]] = {
    "config": (str(CONFIG), CONFIG),
    "database": ("sqlite:///x.sqlite3", "sqlite:///x.sqlite3"),
    "host": ("0.0.0.0", "0.0.0.0"),  # noqa: S104
    "port": ("8123", 8123),
    "address": ("10.0.0.5:8100", "10.0.0.5:8100"),
    "lease_seconds": ("30", 30.0),
    "static": ("some/where", Path("some/where")),
    "origins": ("https://a.example", ("https://a.example",)),
    "allowed_hosts": ("play.example", ("play.example",)),
    "proxies": ("10.0.0.0/8", ("10.0.0.0/8",)),
    "max_tables": ("7", 7),
    "live_tables": ("8", 8),
    "max_connections": ("9", 9),
    "seat_connections": ("3", 3),
    "open_connections": ("11", 11),
    "client_connections": ("12", 12),
    "request_seconds": ("2.5", 2.5),
    "requests_per_second": ("4.5", 4.5),
    "messages_per_second": ("0", 0),
    "positions_per_second": ("1", 1),
    "tables_per_hour": ("6", 6),
    "people": ("false", False),
    "names_per_hour": ("5", 5),
    "work_seconds": ("0.5", 0.5),
    "log_level": ("info", "info"),
    "log_format": ("json", "json"),
    "metrics_path": ("/figures", "/figures"),
    "bot_workers": ("3", 3),
    "bot_seconds": ("1.5", 1.5),
    "hint_seconds": ("0.5", 0.5),
    "away_seconds": ("5", 5),
    "answer_seconds": ("5", 5),
    "site": ("https://play.example", "https://play.example"),
    "notice_seconds": ("2.5", 2.5),
    "notices_per_hour": ("3", 3),
    "push": ("false", False),
    "contact": ("mailto:host@example.org", "mailto:host@example.org"),
    "webhooks": ("true", True),
    "notice_hosts": ("hooks.example", ("hooks.example",)),
    "mail_host": ("mail.example", "mail.example"),
    "mail_port": ("465", 465),
    "mail_tls": ("tls", "tls"),
    "mail_user": ("table", "table"),
    "mail_password_file": ("some/password", Path("some/password")),
    "mail_from": ("table@example.org", "table@example.org"),
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
    default = f"`{text_of(field.default)}`" if plain else ""
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
        ("log_level", "loud", "'warning'"),
        ("metrics_path", "metrics", "a path such as /metrics"),
        ("metrics_path", "/a/b", "a path such as /metrics"),
        ("allowed_hosts", "https://a.example", "a name such as play.example.org"),
        ("allowed_hosts", "a.example:80", "a name such as play.example.org"),
        ("proxies", "10.0.0.0/99", "an address or a network"),
        ("bot_seconds", "0", "greater than 0"),
        ("bot_seconds", "inf", "finite"),
        ("bot_seconds", "nan", ""),
        ("hint_seconds", "11", "less than or equal to 10"),
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
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with running(settings) as port:
        table = new_table(port)["table"]
        with pytest.raises(InvalidStatus) as refused:
            asyncio.run(first_message(port, table))
    assert refused.value.response.status_code == 403
    told = json.loads(refused.value.response.body or b"")
    assert (told["code"], told["where"]) == ("foreign_origin", f"origin {SITE}")
    assert f"--origin {SITE}" in told["expected"]
    assert f"--origin {SITE}" in caplog.text
    with running(changed(settings, origins=(SITE,))) as port:
        assert asyncio.run(first_message(port, table)) == "state"


# --- the file -------------------------------------------------------------------------------------


def test_the_file_is_read_and_yields_to_variable_and_option(
    served: list[Settings], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "wardround.toml"
    file.write_text('port = 1\nmax_tables = 2\nlive_tables = 3\norigins = ["https://a.example"]\n')
    monkeypatch.setenv("WARDROUND_MAX_TABLES", "20")
    assert serve("--config", str(file), "--live-tables", "30") == 0
    found = served[0]
    assert (found.port, found.max_tables, found.live_tables) == (1, 20, 30)
    assert found.origins == ("https://a.example",)
    monkeypatch.setenv("WARDROUND_CONFIG", str(file))
    assert serve() == 0
    assert served[1].port == 1


@pytest.mark.parametrize(
    ("text", "where", "expected"),
    [
        ("colour = 1", "", "max_tables"),
        ('config = "x"', "", "one of database"),
        ("port = 70000", ", port", "65535"),
        ("port =", "", "port = 8001"),
        ("port = " + "[" * 10_000, "", "32 levels"),
        (None, "", "a TOML file"),
    ],
)
def test_a_file_that_cannot_be_says_where(
    served: list[Settings], tmp_path: Path, text: str | None, where: str, expected: str
) -> None:
    file = tmp_path / "wardround.toml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SettingError) as refused:
        read_settings({"config": str(file)})
    assert refused.value.where == f"{file}{where}"
    assert expected in refused.value.expected
    assert served == []
