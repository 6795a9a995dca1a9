"""One server and one browser for each process of tests.

The pages are opened on the server's own address, or on the host name in WARDROUND_BROWSER_HOST:
``make browser BROWSER_HOST=wardround.test`` runs everything as if from another computer.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.driver import NARROW, WIDE, Player, on_host, running_server
from tests.browser.serve import DEALS

NewPlayer = Callable[..., Player]
IN_LONG = (pytest.mark.long,)


def sizes(usual: str) -> pytest.MarkDecorator:
    """A desk and a phone, for tests of whole games: one with the others, both in ``make long``.

    Args:
        usual: ``wide`` or ``narrow``: the one that is played with the others.
    """
    both = {"wide": WIDE, "narrow": NARROW}
    return pytest.mark.parametrize(
        "size",
        [
            pytest.param(size, id=name, marks=() if name == usual else IN_LONG)
            for name, size in both.items()
        ],
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here is a browser test."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The file that tells the servers which test is running."""
    path = tmp_path_factory.mktemp("deals") / "test"
    path.write_text("", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DEALS, str(path))
        yield path


@pytest.fixture(autouse=True)
def _own_deals(deals: Path, request: pytest.FixtureRequest) -> None:
    """Every test has deals of its own, the same each time."""
    unfinished = deals.with_suffix(".new")
    unfinished.write_text(request.node.nodeid, encoding="utf-8")
    unfinished.replace(deals)


@pytest.fixture(scope="module")
def host() -> str:
    """The host name on which the pages are opened; empty for the server's own address."""
    return os.environ.get("WARDROUND_BROWSER_HOST", "")


@pytest.fixture(scope="session")
def server(
    tmp_path_factory: pytest.TempPathFactory, project_root: Path, deals: Path
) -> Iterator[str]:
    """The address of a running server with the built client."""
    index = project_root / "src/wardround/server/static/index.html"
    assert index.is_file(), "The client is not built: run `make client` first."
    with running_server(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def address(server: str, host: str) -> str:
    """The address at which the pages are opened."""
    return on_host(server, host)


@pytest.fixture
def new_player(browser: Browser, address: str) -> Iterator[NewPlayer]:
    """Makes players with a browser profile of their own; at the end none may have seen an error."""
    players: list[Player] = []

    def make(
        size: tuple[int, int] = WIDE,
        seed: int = 1,
        touch: bool = False,
        script: str = "",
        motion: bool = False,
    ) -> Player:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        if script:
            context.add_init_script(script)
        players.append(Player(context.new_page(), address, seed))
        return players[-1]

    yield make
    for player in players:
        errors = player.wait_for_errors()
        player.page.context.close()
        assert errors == []
