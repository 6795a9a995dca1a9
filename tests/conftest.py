"""What every test can use: the project's folder, a reproducible Hypothesis, a home of its own."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from wardround.core import state

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    """Make sure that a run meant for compiled modules does not test the plain sources.

    Signals are heard again: a run in the background of a shell was started with Ctrl+C ignored, and
    so would be every program that a test starts and interrupts.

    Raises:
        UsageError: WARDROUND_TESTED asks for another kind than the one imported.
    """
    kind = "plain" if str(state.__file__).endswith(".py") else "compiled"
    if os.environ.get("WARDROUND_TESTED", kind) != kind:
        raise pytest.UsageError(f"the modules tested are {kind}: {state.__file__}")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of the wheel: they take longest and mostly wait for a compiler."""
    items.sort(key=lambda item: item.get_closest_marker("wheel") is None)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Trace nothing in tests marked ``no_cover``.

    pytest-cov stops one measurement for them; in each of several processes it has begun another one
    before, which would go on.
    """
    coverage = sys.modules.get("coverage")
    stopped = []
    if coverage and item.get_closest_marker("no_cover"):
        while (measured := coverage.Coverage.current()) is not None:
            measured.stop()
            stopped.append(measured)
    try:
        yield
    finally:
        for measured in reversed(stopped):
            measured.start()


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The folder that holds pyproject.toml."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep tests, and the programs they start, away from the user's own data and settings."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name, folder in (
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_STATE_HOME", "state"),
        ):
            patch.setenv(name, str(home / folder))
        yield


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """A running Chromium: one for each process of tests, which can have no second."""
    from tests.browser.driver import running_browser  # others need no browser's driver

    with running_browser() as found:
        yield found
