"""The source distribution: with client, docs and tests, and installed without Node."""

import sys
import tarfile
from pathlib import Path

import pytest

from scripts.build_wheel import REST, WheelError, build_sdist, build_wheel, copy_sources
from tests.packaging.wheels import names_in, output_of, pip_install

pytestmark = [pytest.mark.wheel, pytest.mark.slow]

PAGES = ("adding-a-game", "architecture", "protocol", "record-format", "benchmarks", "index")


@pytest.fixture(scope="module")
def unpacked(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked somewhere."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build_sdist(project_root, folder / "dist")) as archive:
        archive.extractall(folder, filter="data")
    (found,) = [path for path in folder.iterdir() if path.name.startswith("wardround-")]
    return found


@pytest.fixture(scope="module")
def site(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip installs from it where there is no Node."""
    folder = tmp_path_factory.mktemp("wheel")
    tools = folder / "tools"
    tools.mkdir()
    wheel, _ = build_wheel(unpacked, folder / "dist", plain=True, PATH=str(tools))
    pip_install(Path(sys.executable), "--no-deps", "--target", folder / "site", wheel)
    names = names_in(wheel)
    assert not [name for name in names if name.startswith(("docs/", "tests/")) or "png" in name]
    return folder / "site"


def wardround(site: Path, *words: str) -> str:
    """Run a command of the installed package."""
    start = f"import sys; sys.path.insert(0, {str(site)!r}); from wardround.cli import main; main()"
    return output_of(sys.executable, "-c", start, *words).decode()


def test_it_holds_client_docs_and_tests(unpacked: Path, project_root: Path) -> None:
    for name in (
        "src/wardround/server/static/index.html",
        "src/wardround/server/static/build.json",
        "src/wardround/examples/project/pyproject.toml",
        "src/wardround/examples/auction/drawing/table.js",
        "docs/adding-a-game.md",
        "docs/reference/core.md",
        "mkdocs.yml",
        "requirements/docs.txt",
        "tests/conftest.py",
        "tests/golden/clinic-2p.txt",
        "tests/records/1/clinic-00.wrd",
        "Makefile",
        "CONTRIBUTING.md",
    ):
        assert (unpacked / name).is_file(), name
    tests = {path.relative_to(project_root) for path in (project_root / "tests").rglob("*.py")}
    assert [name for name in tests if not (unpacked / name).is_file()] == []
    assert not (unpacked / "web" / "node_modules").exists()
    assert list(unpacked.rglob("*.so")) == []


def test_its_pages_are_read_from_the_installed_package(site: Path) -> None:
    listed = wardround(site, "docs")
    assert [page for page in PAGES if page not in listed] == []
    assert wardround(site, "docs", "adding-a-game").startswith("# Adding a game")
    assert (site / "wardround" / "docs" / "protocol.md").is_file()


def test_a_package_is_made_from_the_installed_one(site: Path, tmp_path: Path) -> None:
    wardround(site, "new", "night_shift", "--into", str(tmp_path))
    assert (tmp_path / "night_shift" / "src" / "night_shift" / "drawing" / "table.css").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["night_shift"]


def test_without_a_client_there_is_none(project_root: Path, tmp_path: Path) -> None:
    copy_sources(project_root, tmp_path)
    for name in REST:
        if (project_root / name).is_dir():
            (tmp_path / name).mkdir()
        else:
            (tmp_path / name).write_text("")
    (tmp_path / "src" / "wardround" / "server" / "static" / "index.html").unlink()
    with pytest.raises(WheelError, match="run `make client`"):
        build_sdist(tmp_path, tmp_path / "dist")
