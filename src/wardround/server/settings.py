"""What can be set about a server: each setting once, with its option and its variable.

A field here is an option of ``wardround serve``, a variable of the environment and a key of the
file of settings, read by pydantic-settings; an option wins over a variable, a variable over the
file, the file over the default.
"""

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from wardround.core import WardroundError, read_file, read_toml, shown
from wardround.server.origins import place_of

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
LEASE_SECONDS = 6.0
STATIC = Path(__file__).parent / "static"
PREFIX = "WARDROUND_"


class SettingError(WardroundError):
    """A setting with a value that it cannot have; ``where`` names option and variable."""

    code: ClassVar[str] = "setting"


def default_database() -> str:
    """The address of the SQLite database in the user's data folder (the folder is made).

    Raises:
        SettingError: The folder cannot be made.
    """
    try:
        folder = user_data_path("wardround", appauthor=False, ensure_exists=True)
    except OSError as error:
        raise SettingError(
            f"The folder for the tables cannot be made: {error.strerror}.",
            where=str(error.filename or "the home folder"),
            expected=f"another place: {_both('database')} with sqlite:///FILE",
        ) from error
    return f"sqlite:///{(folder / 'tables.sqlite3').as_posix()}"


def _listed(said: object) -> object:
    """A list of words out of one text, as a variable holds it, or of several."""
    texts = [said] if isinstance(said, str) else said
    if isinstance(texts, list | tuple) and all(isinstance(text, str) for text in texts):
        return tuple(word for text in texts for word in re.split(r"[,\s]+", text) if word)
    return said


def _origin(text: str) -> str:
    if place_of(text) is None:
        raise ValueError(f"an origin such as https://example.org, not {shown(text)}")
    return text


def _host_name(text: str) -> str:
    place = place_of(f"http://{text}")
    if text != "*" and (place is None or place[1] != text.lower()):
        raise ValueError(f"a name such as play.example.org, or * for any, not {shown(text)}")
    return text.lower()


def _network(text: str) -> str:
    try:
        ip_network(text)
    except ValueError as error:
        raise ValueError(f"an address or a network such as 10.0.0.0/8 ({error})") from error
    return text


def _address(text: str) -> str:
    if text and place_of(f"http://{text}") is None:
        raise ValueError(f"a name or address such as 10.0.0.5 or 10.0.0.5:8100, not {shown(text)}")
    return text


def _metrics_path(text: str) -> str:
    if text and not re.fullmatch(r"/[\w.-]+", text):
        raise ValueError(f"a path such as /metrics, not {shown(text)}")
    return text


def _site(text: str) -> str:
    return _origin(text).rstrip("/") if text else ""


def _contact(text: str) -> str:
    if text and not re.fullmatch(r"mailto:[^\s@]+@[^\s@]+|https://[^\s/]+\S*", text):
        raise ValueError(f"mailto:somebody@example.org or https://..., not {shown(text)}")
    return text


def _mail_address(text: str) -> str:
    if text and not MAIL_ADDRESS.fullmatch(text):
        raise ValueError(f"an address such as wardround@example.org, not {shown(text)}")
    return text


Origin = Annotated[str, AfterValidator(_origin)]
HostName = Annotated[str, AfterValidator(_host_name)]
Network = Annotated[str, AfterValidator(_network)]
MAIL_ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9.-]{1,190}")
"""An address for mail, as plainly as anybody needs it."""
Listed = (NoDecode, BeforeValidator(_listed))
LONGEST_FILE = 100_000
"""Bytes of the largest file of settings."""


class Settings(BaseSettings):
    """Everything a server can be told."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid"
    )

    config: Path | None = Field(
        default=None, description="TOML file with settings, each by its name: port = 8001."
    )
    database: str = Field(
        default_factory=default_database,
        description="Address of the database: sqlite:///FILE or "
        "postgresql+psycopg://.. (else a file in your data folder).",
    )
    host: str = Field(
        default=DEFAULT_HOST,
        description="Network address to listen on: 0.0.0.0 for every interface.",
    )
    port: int = Field(
        default=DEFAULT_PORT,
        ge=0,
        le=65_535,
        description="TCP port to listen on; 0 takes any free one.",
    )
    address: Annotated[str, AfterValidator(_address)] = Field(
        default="",
        description="Where other processes on the same PostgreSQL database reach this one: HOST "
        "or HOST:PORT; else this machine in its network, at any free port.",
    )
    lease_seconds: float = Field(
        default=LEASE_SECONDS,
        ge=2,
        allow_inf_nan=False,
        description="How long a process may stand still before others on the same PostgreSQL "
        "database take its tables over; of one that dies they do so at once.",
    )
    static: Path = Field(
        default=STATIC, description="Folder of the built client, if not the package's."
    )
    origins: Annotated[tuple[Origin, ...], *Listed] = Field(
        default=(),
        description="Web site (https://example.org) whose pages may play here besides the "
        "server's own: needed behind a proxy that does not pass the Host on.",
    )
    allowed_hosts: Annotated[tuple[HostName, ...], *Listed] = Field(
        default=(),
        description="Name by which this server may be called besides addresses, localhost, this "
        "machine's names and those of the origins; * allows any.",
    )
    proxies: Annotated[tuple[Network, ...], *Listed] = Field(
        default=(),
        description="Address or network of a proxy whose X-Forwarded-For and -Proto are believed.",
    )
    max_tables: int = Field(
        default=20_000, ge=1, description="Tables in the database at most, finished ones included."
    )
    live_tables: int = Field(
        default=500, ge=1, description="Tables kept in memory although nobody is connected to them."
    )
    max_connections: int = Field(
        default=100,
        ge=1,
        description="Spectators of one table at most; who holds a seat has a place beside them.",
    )
    seat_connections: int = Field(
        default=8, ge=1, description="Live connections of one seat holder at most."
    )
    open_connections: int = Field(
        default=2_000, ge=1, description="Open connections of all clients at most, silent ones too."
    )
    client_connections: int = Field(
        default=200,
        ge=1,
        description="Open connections of one client (one address) at most; named proxies aside.",
    )
    request_seconds: float = Field(
        default=15.0,
        gt=0,
        allow_inf_nan=False,
        description="Longest time for the head and body of a request to arrive.",
    )
    requests_per_second: float = Field(
        default=30.0,
        ge=0,
        allow_inf_nan=False,
        description="Requests of one client to the interface, ten seconds' worth at once; 0: any.",
    )
    messages_per_second: float = Field(
        default=30.0,
        ge=0,
        allow_inf_nan=False,
        description="Messages of one live connection; what is more waits; 0: any.",
    )
    positions_per_second: float = Field(
        default=10.0,
        ge=0,
        allow_inf_nan=False,
        description="Earlier positions that one client may read, ten seconds' worth at once; "
        "0: any.",
    )
    tables_per_hour: float = Field(
        default=120.0,
        ge=0,
        allow_inf_nan=False,
        description="Tables that one client may make, all of them at once; 0: any.",
    )
    people: bool = Field(
        default=True,
        description="Whether people may choose a name that leads them to their tables on all their "
        "devices, with a history and ratings: true or false.",
    )
    names_per_hour: float = Field(
        default=30.0,
        ge=0,
        allow_inf_nan=False,
        description="Names that one client may choose, all of them at once, and as often recovery "
        "codes that it may try; 0: any.",
    )
    work_seconds: float = Field(
        default=5.0,
        gt=0,
        allow_inf_nan=False,
        description="Longest time for reading a text of somebody's or a table's history.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="warning", description="Lowest level that is logged; debug logs every request."
    )
    log_format: Literal["text", "json"] = Field(
        default="text", description="How the log is written to standard error."
    )
    metrics_path: Annotated[str, AfterValidator(_metrics_path)] = Field(
        default="",
        description="Where Prometheus finds its figures, such as /metrics; nowhere if not set.",
    )
    bot_workers: int = Field(default=2, ge=1, le=256, description="Threads that think for bots.")
    bot_seconds: float = Field(
        default=20.0,
        gt=0,
        allow_inf_nan=False,
        description="Longest time for one choice of a bot; then chance chooses for it.",
    )
    hint_seconds: float = Field(
        default=1.0,
        ge=0,
        le=10,
        allow_inf_nan=False,
        description="How long a hint is thought about; none are given if 0.",
    )
    away_seconds: float = Field(
        default=60.0,
        ge=0,
        allow_inf_nan=False,
        description="How long somebody is away before the others may vote for a bot.",
    )
    answer_seconds: float = Field(
        default=60.0,
        gt=0,
        allow_inf_nan=False,
        description="How long a player's proposal waits for answers; whoever has been away for so "
        "long is not asked.",
    )
    site: Annotated[str, AfterValidator(_site)] = Field(
        default="",
        description="Where people reach this server (https://play.example.org): webhooks and mails "
        "lead there.",
    )
    notice_seconds: float = Field(
        default=30.0,
        ge=0,
        allow_inf_nan=False,
        description="How long somebody whose turn it has become has no page of the table in view "
        "before they are told, where they wish it.",
    )
    notices_per_hour: float = Field(
        default=30.0,
        ge=0,
        allow_inf_nan=False,
        description="Ways of being told that one client may add, all of them at once: each address "
        "for mail gets a mail that asks; 0: any.",
    )
    push: bool = Field(
        default=True,
        description="Whether browsers may be told while no page is open, by the push services that "
        "they come with (needs the extra notify): true or false.",
    )
    contact: Annotated[str, AfterValidator(_contact)] = Field(
        default="",
        description="Whom push services may turn to (mailto:somebody@example.org); some want it.",
    )
    webhooks: bool = Field(
        default=False,
        description="Whether players may have an address of their own called (needs "
        "the extra notify): true or false.",
    )
    notice_hosts: Annotated[tuple[HostName, ...], *Listed] = Field(
        default=(),
        description="Name or address inside your network that notices may go to, by http as well; "
        "else they go to public addresses, by https.",
    )
    mail_host: str = Field(
        default="", description="Mail server that notices are handed to; no mail if not set."
    )
    mail_port: int = Field(default=587, ge=1, le=65_535, description="Its TCP port.")
    mail_tls: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="How the line to it is secured."
    )
    mail_user: str = Field(default="", description="Name to sign in there with; none if not set.")
    mail_password_file: Path | None = Field(
        default=None, description="File whose first line is the password for it."
    )
    mail_from: Annotated[str, AfterValidator(_mail_address)] = Field(
        default="", description="Address that mails come from."
    )
    waiting_days: int = Field(
        default=0,
        ge=0,
        description="Days of service after which a table that never began is deleted; 0 keeps all.",
    )
    idle_days: int = Field(
        default=0,
        ge=0,
        description="Days of service after which a table nobody touched is deleted; 0 keeps all.",
    )


def is_list(name: str) -> bool:
    """Whether a setting holds several values."""
    return bool(Settings.model_fields[name].default == ())


def option(name: str) -> str:
    """The option of ``wardround serve`` for a setting; a list has one option for each item."""
    word = name
    if is_list(name):
        word = name.removesuffix("ies") + "y" if name.endswith("ies") else name.removesuffix("s")
    return "--" + word.replace("_", "-")


def variable(name: str) -> str:
    """The variable of the environment for a setting."""
    return PREFIX + name.upper()


def _both(name: str) -> str:
    return f"{option(name)} ({variable(name)})"


def read_settings(said: dict[str, Any]) -> Settings:
    """The settings: what was said on the command line, in the environment, in the file.

    Args:
        said: Values by setting; texts will do.

    Raises:
        SettingError: A value is not possible, or the file cannot be read.
    """
    written: dict[str, Any] = {}
    file = said.get("config") or os.environ.get(variable("config"))
    if file:
        written = _written(Path(file))
    try:
        return Settings(**{**written, **said})
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        name = str(problem["loc"][0])
        expected = problem["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        where = _both(name) if name in Settings.model_fields else name
        if name in written and name not in said:
            where = f"{file}, {name}"
        raise SettingError(
            f"The setting {name} cannot be {shown(str(problem['input']))!r}.",
            where=where,
            expected=expected,
        ) from error


def _written(file: Path) -> dict[str, Any]:
    """What a file says of the settings that no variable names."""
    expected = "a TOML file with settings, such as: port = 8001"
    data = read_toml(
        read_file(file, LONGEST_FILE, SettingError, expected), str(file), SettingError, expected
    )
    for name in data:
        if name not in Settings.model_fields or name == "config":
            raise SettingError(
                f"There is no setting {shown(name)!r}.",
                where=str(file),
                expected="one of " + ", ".join(n for n in Settings.model_fields if n != "config"),
            )
    return {name: value for name, value in data.items() if not os.environ.get(variable(name))}
