"""What every test can use: the project's folder, a reproducible Hypothesis, a home of its own."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from wardround.core import state

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_configure() -> None:
    """Make sure that a run meant for compiled modules does not test the plain sources.

    Raises:
        UsageError: WARDROUND_TESTED asks for another kind than the one imported.
    """
    kind = "plain" if str(state.__file__).endswith(".py") else "compiled"
    if os.environ.get("WARDROUND_TESTED", kind) != kind:
        raise pytest.UsageError(f"the modules tested are {kind}: {state.__file__}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of the wheel: they take longest and mostly wait for a compiler."""
    items.sort(key=lambda item: item.get_closest_marker("wheel") is None)


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
