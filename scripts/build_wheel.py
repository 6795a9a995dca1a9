#!/usr/bin/env python3
"""Build the wheel, or the source distribution, from a clean copy of the sources.

The copy keeps two builds apart and old build folders out of the wheel. The client must have been
built before (`make client`); the build hook refuses otherwise.

    build_wheel.py [--out dist] [--plain | --sdist]

Prints the path of what was built.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    "pyproject.toml",
    "setup.py",
    "MANIFEST.in",
    "LICENSE",
    "NOTICE",
    "README.md",
    "CHANGELOG.md",
    "src",
    "web",
    "scripts",
    "docs",
)
REST = ("CONTRIBUTING.md", "Makefile", "mkdocs.yml", "requirements", "tests", "deploy")
"""What a source distribution holds besides."""
LEFT_OUT = shutil.ignore_patterns(
    "__pycache__", "*.egg-info", "node_modules", "*.so", ".svelte-kit", ".env"
)


class WheelError(Exception):
    """The build backend refused; the message holds its output."""


def copy_sources(source: Path, target: Path, parts: Sequence[str] = PARTS) -> None:
    """Copy what a wheel is built from.

    Args:
        source: the project's root folder.
        target: an existing empty folder.
        parts: the files and folders to copy.
    """
    for name in parts:
        part = source / name
        if part.is_dir():
            shutil.copytree(part, target / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(part, target / name)


def build_wheel(
    source: Path,
    out: Path,
    *,
    python: str = sys.executable,
    plain: bool = False,
    **environment: str,
) -> tuple[Path, str]:
    """Build one wheel.

    Args:
        source: a folder with the project's sources (see `copy_sources`).
        out: the folder that receives the wheel.
        python: the interpreter to build with; it needs pip, setuptools and mypy.
        plain: leave the compiled modules out.
        environment: variables added to the build's environment.

    Returns:
        The wheel's path and the build's output.

    Raises:
        WheelError: when the build ends without a wheel.
    """
    out.mkdir(parents=True, exist_ok=True)
    command = [python, "-m", "pip", "wheel", "--verbose", "--no-deps", "--no-build-isolation"]
    with tempfile.TemporaryDirectory(prefix="wardround-wheel-") as folder:
        dist = Path(folder)
        run = subprocess.run(
            [*command, "--wheel-dir", str(dist), str(source)],
            env=os.environ | {"WARDROUND_PLAIN": "1" if plain else "0"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode:
            raise WheelError(run.stdout)
        built = next(dist.glob("wardround-*.whl"))
        return Path(shutil.move(built, out / built.name)), run.stdout


def build_sdist(source: Path, out: Path, python: str = sys.executable) -> Path:
    """Build the source distribution: with the built client, so that nobody needs Node for it.

    Args:
        source: the project's root folder.
        out: the folder that receives it.
        python: the interpreter to build with; it needs setuptools and mypy.

    Returns:
        The path of the archive.

    Raises:
        WheelError: when the build ends without one.
    """
    out.mkdir(parents=True, exist_ok=True)
    backend = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
    with tempfile.TemporaryDirectory(prefix="wardround-sdist-") as folder:
        copy, dist = Path(folder) / "sources", Path(folder) / "dist"
        copy.mkdir()
        dist.mkdir()
        copy_sources(source, copy, PARTS + REST)
        run = subprocess.run(
            [python, "-c", backend, str(dist)],
            cwd=copy,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if run.returncode:
            raise WheelError(run.stdout)
        built = next(dist.glob("wardround-*.tar.gz"))
        return Path(shutil.move(built, out / built.name))


def main() -> int:
    """Run the command line described above."""
    parser = argparse.ArgumentParser(
        description="Build the wheel or the source distribution from a clean copy of the sources."
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder for what is built")
    parser.add_argument("--plain", action="store_true", help="without compiled modules")
    parser.add_argument("--sdist", action="store_true", help="the source distribution instead")
    arguments = parser.parse_args()
    out, output = arguments.out.resolve(), ""
    try:
        if arguments.sdist:
            built = build_sdist(ROOT, out)
        else:
            with tempfile.TemporaryDirectory(prefix="wardround-sources-") as folder:
                copy_sources(ROOT, Path(folder))
                built, output = build_wheel(Path(folder), out, plain=arguments.plain)
    except WheelError as failure:
        print(failure, file=sys.stderr)
        return 1
    notes = [line.strip() for line in output.splitlines() if line.strip().startswith("wardround: ")]
    print("\n".join(notes), file=sys.stderr)
    print(built)
    return 0


if __name__ == "__main__":
    sys.exit(main())
