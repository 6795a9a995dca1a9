"""The build hook: what it refuses, what it does without a C compiler, and what it never does."""

import os
import sys
from pathlib import Path

import pytest

from scripts.build_wheel import WheelError, build_wheel
from tests.packaging.wheels import (
    SIMULATE,
    names_in,
    output_of,
    pip_install,
    python_modules,
    sources_with_client,
)

pytestmark = [pytest.mark.wheel, pytest.mark.slow]


@pytest.fixture
def sources(project_root: Path, tmp_path: Path) -> Path:
    """A copy of the project with its built client."""
    return sources_with_client(project_root, tmp_path / "sources")


@pytest.mark.parametrize("name", ["index.html", "build.json"])
def test_no_wheel_without_a_client(sources: Path, tmp_path: Path, name: str) -> None:
    (sources / "src" / "wardround" / "server" / "static" / name).unlink()
    with pytest.raises(WheelError, match="the built client is missing") as refused:
        build_wheel(sources, tmp_path / "dist", plain=True)
    assert "run `make client`" in str(refused.value)
    assert list((tmp_path / "dist").iterdir()) == []


def test_no_wheel_with_a_stale_client(sources: Path, tmp_path: Path) -> None:
    with (sources / "web" / "index.html").open("a") as page:
        page.write("<!-- changed after the build -->\n")
    with pytest.raises(WheelError, match="the built client is stale"):
        build_wheel(sources, tmp_path / "dist", plain=True)


def test_no_wheel_of_a_level_that_there_is_not(sources: Path, tmp_path: Path) -> None:
    with pytest.raises(WheelError, match=r"WARDROUND_OPTIMISE is 'fast'; it is one of 0, 1, 2, 3"):
        build_wheel(sources, tmp_path / "dist", WARDROUND_OPTIMISE="fast")


def test_without_a_compiler_it_is_plain_and_says_so(
    sources: Path, tmp_path: Path, project_root: Path
) -> None:
    missing = str(tmp_path / "no-such-compiler")
    wheel, output = build_wheel(sources, tmp_path / "dist", CC=missing, LDSHARED=missing)
    assert "building a plain wheel, slower at play: no working C compiler" in output
    assert wheel.name.endswith("-py3-none-any.whl")
    names = names_in(wheel)
    assert python_modules(project_root) <= names
    assert "wardround/server/static/index.html" in names
    assert not [name for name in names if name.endswith(".so")]


def test_a_plain_wheel_plays(sources: Path, tmp_path: Path) -> None:
    wheel, output = build_wheel(sources, tmp_path / "dist", plain=True)
    assert "WARDROUND_PLAIN is set" in output
    pip_install(Path(sys.executable), "--no-deps", "--target", tmp_path / "site", wheel)
    start = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "from wardround.cli import main; main()"
    )
    played = output_of(sys.executable, "-c", start, *SIMULATE)
    assert played == output_of(Path(sys.executable).parent / "wardround", *SIMULATE)


def test_the_hook_never_runs_npm(sources: Path, tmp_path: Path) -> None:
    called = tmp_path / "called"
    for program in ("npm", "npx", "node"):
        stand_in = tmp_path / "bin" / program
        stand_in.parent.mkdir(exist_ok=True)
        stand_in.write_text(f"#!/bin/sh\necho {program} >>'{called}'\n")
        stand_in.chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    build_wheel(sources, tmp_path / "dist", plain=True, PATH=path)
    assert not called.exists()
