"""What can be set about a server: each setting once, with its option and its variable.

A field here is an option of ``wardround serve`` and a variable of the environment, read by
pydantic-settings; an option wins over a variable, a variable over the default.
"""

import re
from pathlib import Path
from typing import Annotated, Any, ClassVar

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from wardround.core import WardroundError, shown
from wardround.server.origins import place_of

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
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


Origin = Annotated[str, AfterValidator(_origin)]


class Settings(BaseSettings):
    """Everything a server can be told."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid"
    )

    database: str = Field(
        default_factory=default_database,
        description="Address of the database: sqlite:///FILE or "
        "postgresql+psycopg://USER:PW@HOST/DB; else a file in your data folder.",
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
    static: Path = Field(
        default=STATIC, description="Folder of the built client, if not the package's."
    )
    origins: Annotated[tuple[Origin, ...], NoDecode, BeforeValidator(_listed)] = Field(
        default=(),
        description="Web site (https://example.org) whose pages may play here besides the "
        "server's own: needed behind a proxy that does not pass the Host on.",
    )
    max_tables: int = Field(
        default=20_000, ge=1, description="Tables in the database at most, finished ones included."
    )
    live_tables: int = Field(
        default=500, ge=1, description="Tables kept in memory although nobody is connected to them."
    )
    max_connections: int = Field(
        default=100, ge=1, description="Live connections to one table at most."
    )
    bot_workers: int = Field(default=2, ge=1, le=256, description="Threads that think for bots.")
    bot_seconds: float = Field(
        default=20.0,
        gt=0,
        allow_inf_nan=False,
        description="Longest time for one choice of a bot; then chance chooses for it.",
    )
    waiting_days: int = Field(
        default=14,
        ge=0,
        description="Days after which a table that never began is deleted; 0 keeps all.",
    )
    idle_days: int = Field(
        default=180,
        ge=0,
        description="Days after which a table nobody touched is deleted; 0 keeps all.",
    )


def option(name: str) -> str:
    """The option of ``wardround serve`` for a setting; a list has one option for each item."""
    word = name.removesuffix("s") if Settings.model_fields[name].default == () else name
    return "--" + word.replace("_", "-")


def variable(name: str) -> str:
    """The variable of the environment for a setting."""
    return PREFIX + name.upper()


def _both(name: str) -> str:
    return f"{option(name)} ({variable(name)})"


def read_settings(said: dict[str, Any]) -> Settings:
    """The settings: what was said on the command line, else what the environment says.

    Args:
        said: Values by setting; texts will do.

    Raises:
        SettingError: A value is not possible.
    """
    try:
        return Settings(**said)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        name = str(problem["loc"][0])
        expected = problem["msg"].removeprefix("Input should be ").removeprefix("Value error, ")
        raise SettingError(
            f"The setting {name} cannot be {shown(str(problem['input']))!r}.",
            where=_both(name) if name in Settings.model_fields else name,
            expected=expected,
        ) from error
