"""The notebooks: they run from above to below, and what is committed came from such a run."""

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "lab"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LARGEST = 300_000
FEW = "3"
PLACE = re.compile(r"(?<![\w.])/(home|root|tmp|usr|work|Users|var)/|[A-Z]:\\\\")

names = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: str(path.stem))


def cells(path: Path) -> list[Any]:
    """The cells of a notebook that hold a program."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["administrators", "blocked", "strategies"]


@names
def test_what_is_committed_was_run(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.encode()) < LARGEST
    assert not PLACE.search(text)
    programs = cells(path)
    assert [cell.execution_count for cell in programs] == list(range(1, len(programs) + 1))
    outputs = [output for cell in programs for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert any("text/html" in output.get("data", {}) for output in outputs)
    nbformat.validate(nbformat.read(path, as_version=4))  # type: ignore[no-untyped-call]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@names
def test_it_runs(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARDROUND_NOTEBOOK_GAMES", FEW)
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    programs = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in programs)
    assert not [
        output for cell in programs for output in cell.outputs if output.output_type == "error"
    ]
