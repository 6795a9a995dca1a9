"""Steps that the tests of the wheel share."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

from scripts.build_wheel import copy_sources

SIMULATE = (
    *("simulate", "dice_hospital", "--seats", "random,random"),
    *("--games", "5", "--seed", "1", "--json"),
)


def sources_with_client(root: Path, target: Path) -> Path:
    """Copy the project's sources with its built client.

    Args:
        root: the project's root folder.
        target: a folder that does not exist yet.

    Returns:
        The copy.
    """
    target.mkdir(parents=True)
    copy_sources(root, target)
    return target


def names_in(wheel: Path) -> set[str]:
    """List the files in a wheel."""
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def python_modules(root: Path) -> set[str]:
    """List the package's modules as a wheel names them."""
    source = root / "src"
    return {path.relative_to(source).as_posix() for path in source.rglob("*.py")}


def output_of(*command: str | Path) -> bytes:
    """Run a program away from the sources and return what it prints.

    Raises:
        AssertionError: when it fails; the message holds what it printed to standard error.
    """
    run = subprocess.run(command, cwd="/", capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout


def pip_install(python: Path, *arguments: str | Path) -> None:
    """Install into the environment of an interpreter, or into the folder that `--target` names."""
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    output_of(*pip, *arguments)
