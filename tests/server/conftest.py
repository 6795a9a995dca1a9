"""A server in this process, with the toy game and a database of its own; and a PostgreSQL."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server import postgres
from tests.server.pages import UNLIMITED, House, changed
from tests.server.toy import EVERY_GAME, GAME
from wardround.server import Settings, create_app


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """A PostgreSQL database: the one that WARDROUND_TEST_POSTGRES names, else one of our own."""
    named = os.environ.get("WARDROUND_TEST_POSTGRES")
    folder = postgres.binaries()
    if named:
        yield named
    elif folder is None:
        pytest.skip("PostgreSQL is not installed")
    else:
        with postgres.running(folder) as address:
            yield address


@pytest.fixture
def own_postgres(postgres_address: str) -> Iterator[str]:
    """An empty PostgreSQL database that no other test uses."""
    with postgres.fresh(postgres_address) as address:
        yield address


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a server in a fresh folder."""
    return Settings(
        database=f"sqlite:///{tmp_path / 'tables.sqlite3'}",
        static=tmp_path / "static",
        port=0,
        **UNLIMITED,
    )


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    """A running server."""
    with TestClient(create_app(settings, {GAME.id: GAME})) as client:
        yield House(client)


@pytest.fixture
def full_house(settings: Settings) -> Iterator[House]:
    """A running server with every game that there is."""
    with TestClient(create_app(settings, EVERY_GAME)) as client:
        yield House(client)


@pytest.fixture
def small_house(settings: Settings) -> Iterator[House]:
    """A running server with room for one table in memory, two on disk, three connections each."""
    small = changed(settings, live_tables=1, max_tables=2, max_connections=3)
    with TestClient(create_app(small, {GAME.id: GAME})) as client:
        yield House(client)
