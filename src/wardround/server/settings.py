"""What can be set about a server: one typed record, from the command line or the environment."""

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
STATIC = Path(__file__).parent / "static"


def default_database() -> str:
    """The address of the SQLite database in the user's data folder (the folder is made)."""
    folder = user_data_path("wardround", appauthor=False, ensure_exists=True)
    return f"sqlite:///{(folder / 'tables.sqlite3').as_posix()}"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a server can be told.

    Attributes:
        database: SQLAlchemy address of the database: ``sqlite:///FILE`` or
            ``postgresql+psycopg://USER:PASSWORD@HOST/NAME``.
        host: The network address to listen on; ``0.0.0.0`` for every interface.
        port: The TCP port to listen on; 0 takes any free one.
        static: The folder that holds the built client.
        origins: Further web origins (``https://example.org``) whose pages may open a live
            connection; the server's own is always allowed.
        max_tables: Tables kept in the database at most, finished ones included.
        live_tables: Tables kept in memory although nobody is connected to them.
        max_connections: Live connections to one table at most.
        bot_workers: Threads that think for bots.
        bot_seconds: The longest a bot may think about one choice; then chance chooses for it.
        waiting_days: Tables that never began are deleted after this many days.
        idle_days: Tables that nobody touched for this many days are deleted; 0 keeps all.
    """

    database: str = field(default_factory=default_database)
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    static: Path = STATIC
    origins: tuple[str, ...] = ()
    max_tables: int = 20_000
    live_tables: int = 500
    max_connections: int = 100
    bot_workers: int = 2
    bot_seconds: float = 20.0
    waiting_days: int = 14
    idle_days: int = 180
