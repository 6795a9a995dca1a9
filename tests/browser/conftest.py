"""One server and one browser for each file of tests."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import WIDE, Player, running_browser, running_server

NewPlayer = Callable[..., Player]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Iterator[str]:
    """The address of a running server with the built client."""
    index = project_root / "src/wardround/server/static/index.html"
    assert index.is_file(), "The client is not built: run `make client` first."
    with running_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with running_browser() as found:
        yield found


@pytest.fixture
def new_player(browser: Browser, address: str) -> Iterator[NewPlayer]:
    """Makes players with a browser profile of their own; at the end none may have seen an error."""
    players: list[Player] = []

    def make(size: tuple[int, int] = WIDE, seed: int = 1, touch: bool = False) -> Player:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        players.append(Player(context.new_page(), address, seed))
        return players[-1]

    yield make
    for player in players:
        errors = player.wait_for_errors()
        player.page.context.close()
        assert errors == []
