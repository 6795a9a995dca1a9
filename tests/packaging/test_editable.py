"""A working copy runs its plain sources: nothing compiled lies among them."""

from pathlib import Path

from wardround.core import state


def test_the_tests_run_the_sources(project_root: Path) -> None:
    assert Path(state.__file__) == project_root / "src" / "wardround" / "core" / "state.py"
    assert list((project_root / "src").rglob("*.so")) == []
