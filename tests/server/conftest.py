"""A server in this process, with the toy game and a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from tests.server.pages import UNLIMITED, House, changed
from tests.server.toy import EVERY_GAME, GAME
from wardround.server import Settings, create_app


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
