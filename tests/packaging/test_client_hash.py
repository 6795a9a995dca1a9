"""The manifest of the built client: exact, and every way of being wrong has its sentence."""

import json
from pathlib import Path

import pytest

from scripts.client_hash import problem, source_hash, sources, static_folder, write_manifest


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with a client of two source files, built."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "index.html").write_text("<main></main>")
    (tmp_path / "web" / "src" / "main.ts").write_text("export {};")
    static_folder(tmp_path).mkdir(parents=True)
    (static_folder(tmp_path) / "index.html").write_text("<main></main>")
    write_manifest(tmp_path)
    return tmp_path


def test_a_client_just_built_is_up_to_date(tree: Path) -> None:
    manifest = json.loads((static_folder(tree) / "build.json").read_text())
    assert manifest == {"build": source_hash(tree)}
    assert problem(tree) == ""


@pytest.mark.parametrize("name", ["index.html", "build.json"])
def test_a_missing_part_is_named(tree: Path, name: str) -> None:
    (static_folder(tree) / name).unlink()
    assert f"static/{name}" in problem(tree)
    assert "make client" in problem(tree)


def test_a_changed_source_makes_it_stale(tree: Path) -> None:
    before = source_hash(tree)
    (tree / "web" / "src" / "main.ts").write_text("export {}; // changed")
    said = problem(tree)
    assert "stale" in said
    assert before in said
    assert source_hash(tree) in said


def test_a_renamed_source_makes_it_stale(tree: Path) -> None:
    (tree / "web" / "src" / "main.ts").rename(tree / "web" / "src" / "other.ts")
    assert "stale" in problem(tree)


@pytest.mark.parametrize("content", ["", "{", "[]", "null"])
def test_an_unreadable_manifest_is_stale(tree: Path, content: str) -> None:
    (static_folder(tree) / "build.json").write_text(content)
    assert "'unreadable'" in problem(tree)


@pytest.mark.parametrize("name", ["node_modules/a/index.js", ".svelte-kit/x.js", "a.tsbuildinfo"])
def test_what_tools_make_is_no_source(tree: Path, name: str) -> None:
    made = tree / "web" / name
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text("made")
    assert made not in sources(tree)
    assert problem(tree) == ""
