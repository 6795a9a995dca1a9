"""A PostgreSQL server of the tests' own: made in a temporary folder, gone afterwards."""

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, make_url, text


def binaries() -> Path | None:
    """The folder of the newest installed PostgreSQL, or None."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3]
    )
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    return Path(on_path).parent if on_path else None


def _version(initdb: Path) -> int:
    """The major version of /usr/lib/postgresql/15/bin/initdb."""
    return int(initdb.parts[-3])


@contextmanager
def running(bin_folder: Path) -> Iterator[str]:
    """Run a server while the block lasts; the SQLAlchemy address of its database.

    PostgreSQL refuses to run as root, so root runs it as the user that Debian's package makes.
    """
    user = "postgres" if os.geteuid() == 0 else getpass.getuser()
    become = ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="wardround-pg-"))
    data = folder / "data"
    if become:
        shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    control = [*become, str(bin_folder / "pg_ctl"), "--pgdata", str(data), "--silent", "--wait"]
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    try:
        subprocess.run(
            [
                *become,
                str(bin_folder / "initdb"),
                *("--pgdata", str(data), "--username", "wardround", "--auth", "trust"),
                *("--encoding", "UTF8", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd="/",
        )
        subprocess.run(
            [*control, "--log", str(folder / "log"), "--options", options, "start"],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        try:
            yield f"postgresql+psycopg://wardround@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "--mode", "fast", "stop"], check=True, cwd="/")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def fresh(address: str) -> Iterator[str]:
    """Make an empty database on a server; its address."""
    name = f"wardround_{uuid4().hex}"
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield make_url(address).set(database=name).render_as_string(hide_password=False)
    finally:
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        engine.dispose()
