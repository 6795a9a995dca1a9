"""``wardround loadtest`` measures what it says, on either database, and leaves nothing behind."""

import json
from contextlib import closing
from typing import Any

import pytest

from tests.cli.conftest import Run, run
from tests.server.running import running
from wardround.games.pyrrameds import GAME as PYRRAMEDS
from wardround.server import Settings
from wardround.server.load import apply_changes
from wardround.server.store import Store

__all__ = ["run"]

BRIEF = ("--tables", 1, "--rate", 50, "--saturated", 1, "--seconds", 0.5, "--game", "pyrrameds")


@pytest.fixture(autouse=True)
def _collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """Garbage is collected in the other tests as ever."""
    monkeypatch.setattr("wardround.server.load.calm_collector", lambda: None)


def check_loads(loads: list[Any], *, own: bool) -> None:
    """Two loads were measured, and their figures fit one another."""
    assert [load["rate"] for load in loads] == [50, 0]
    for load in loads:
        assert load["tables"] == 1
        assert load["actions"] >= 2
        assert load["refused"] == 0
        assert 0 < load["p50_ms"] <= load["p99_ms"] <= load["longest_ms"]
        assert load["kilobytes_per_action"] > 0.1
        if own:
            assert load["core_percent"] >= 0
        else:
            assert load["core_percent"] is load["per_processor_second"] is None


def test_a_server_of_its_own_is_measured(run: Run) -> None:
    found = json.loads(run("loadtest", *BRIEF, "--cold", 30, "--json").out)
    check_loads(found["loads"], own=True)
    assert {one["game"] for one in found["cold"]} >= {"dice_hospital", "pyrrameds"}
    for one in found["cold"]:
        assert one["actions"] >= 30
        assert one["games"] >= 1
        assert one["processor_ms_for_1000"] > 0
        assert one["ms_for_1000"] > 0
    assert found["database"] == "sqlite"
    assert found["cores"] >= 1
    assert found["processor"]


def test_postgresql_is_measured_and_is_empty_afterwards(run: Run, own_postgres: str) -> None:
    done = run("loadtest", *BRIEF, "--cold", 5, "--database", own_postgres)
    assert "a processor second" in done.out
    assert "postgresql; " in done.out
    with closing(Store(own_postgres)) as store:
        assert store.ids() == []


def test_a_server_that_runs_is_measured(run: Run, settings: Settings) -> None:
    with running(settings, {PYRRAMEDS.id: PYRRAMEDS}) as port:
        address = f"http://127.0.0.1:{port}"
        refused = run("loadtest", "--at", address, *BRIEF[:-2], "--game", "clinic")
        assert refused.status == 2
        assert "The server refuses: " in refused.err
        found = json.loads(run("loadtest", "--at", address + "/", *BRIEF, "--json").out)
    check_loads(found["loads"], own=False)
    assert found["cold"] == []


def test_changes_make_the_state_that_they_stand_for() -> None:
    before = {"type": "state", "version": 1, "view": {"a": [1, 2], "b": 0}, "over": False}
    change = {"type": "change", "version": 2, "set": [[["view", "a", 1], 5], [["over"], True]]}
    assert apply_changes(before, change) == {
        "type": "state",
        "version": 2,
        "view": {"a": [1, 5], "b": 0},
        "over": True,
    }
