"""A cluster of machines: the same bytes as one process (``make cluster``, which installs Ray)."""

import builtins
from pathlib import Path
from typing import Any

import pytest

from tests.lab.test_lab import stored
from wardround.games.dice_hospital import GAME
from wardround.lab import LabError, RunFolder, Simulation, simulate_batches


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_gives_the_same_bytes(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="see make cluster")
    plan = Simulation.plan(GAME, ["random"] * 2, 9, 1)
    stored(plan, tmp_path / "one", games_per_file=4).close()
    store = RunFolder(tmp_path / "many", plan, games_per_file=4)
    for batch in simulate_batches(plan, tables=store.tables, cluster="local"):
        store.add(batch.tables)
    store.flush()
    store.close()
    one, many = (
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.*")}
        for folder in (tmp_path / "one", tmp_path / "many")
    )
    assert len(one) == 1 + 4 * 3
    assert one == many


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    find = builtins.__import__

    def without_ray(name: str, *given: Any, **said: Any) -> Any:
        if name == "ray":
            raise ImportError(name)
        return find(name, *given, **said)

    monkeypatch.setattr(builtins, "__import__", without_ray)
    plan = Simulation.plan(GAME, ["random"] * 2, 9, 1)
    with pytest.raises(LabError, match="Ray is not installed") as raised:
        next(simulate_batches(plan, cluster="local"))
    assert "wardround[ray]" in raised.value.expected
