"""``wardround new``: the package runs at once; names and folders that are not possible are told."""

import os
import subprocess
import sys
import tomllib
import venv
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.conftest import Run, no_traceback
from tests.games.test_plugins import install
from wardround.cli.new import EXAMPLE, package, prefix
from wardround.examples import auction

MAIN = ("-c", "from wardround.cli import main; main()")

BOT = "night_shift_steady"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package as ``wardround new`` writes it."""
    folder = tmp_path_factory.mktemp("new")
    done = command(folder, *MAIN, "new", "night_shift")
    assert done.returncode == 0, done.stderr
    assert "pip install -e night_shift" in done.stdout
    return folder / "night_shift"


@pytest.fixture(scope="module")
def site(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages that holds it."""
    folder = tmp_path_factory.mktemp("site")
    install(folder, "night-shift", entry_points(made))
    return folder


def entry_points(made: Path) -> str:
    """The entry points of a package, as they stand among the metadata of an installed one."""
    declared = tomllib.loads((made / "pyproject.toml").read_text())["project"]["entry-points"]
    lines = []
    for group, entries in declared.items():
        lines += [f"[{group}]", *[f"{name} = {value}" for name, value in entries.items()]]
    return "\n".join(lines)


def command(cwd: Path, *words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python somewhere, with these folders before others."""
    places = os.pathsep.join(filter(None, [path, os.environ.get("PYTHONPATH", "")]))
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": places, "COLUMNS": "120"},
        input="1\n1\nq\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("games",), "night_shift"),
        (("bots",), BOT),
        (("rules", "night_shift", "NS-2.4"), "highest bid"),
        (("rules", "night_shift", "--guide"), "# Night Shift: the guide"),
        (("check", "night_shift", "--games", "6"), "night_shift: 6 games"),
        (("clauses", "night_shift", "--tests", "tests"), "NS-2.4"),
        (("simulate", "night_shift", "--seats", f"{BOT},greedy", "--games", "3"), "Night Shift"),
        (("play", "night_shift", "--seats", f"me,{BOT}"), " points, holds 1 2 3"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_the_package_runs(made: Path, site: Path, words: tuple[str, ...], expected: str) -> None:
    path = os.pathsep.join([str(made / "src"), str(site)])
    done = command(made if "tests" in words else site, *MAIN, *words, path=path)
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
    assert "left out" not in done.stderr


def test_its_tests_pass_and_name_every_rule(made: Path, site: Path) -> None:
    path = os.pathsep.join([str(made / "src"), str(site)])
    tested = command(made, "-m", "pytest", "-q", "-p", "no:cacheprovider", path=path)
    assert tested.returncode == 0, tested.stdout
    missing = command(
        made, *MAIN, "clauses", "night_shift", "--missing", "--tests", "tests", path=path
    )
    assert (missing.returncode, missing.stdout) == (0, "")


def test_nothing_of_the_example_is_left(made: Path) -> None:
    written = [path for path in made.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(written) > 7
    for path in written:
        text = path.read_text()
        assert EXAMPLE not in text.lower().replace("goofspiel", ""), path
        assert "AU-" not in text, path


def test_all_files_of_the_example_are_templates() -> None:
    folder = Path(auction.__file__).parent
    here = {path.name for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    assert here == {
        path.name.replace("night_shift", EXAMPLE)
        for path in package("night_shift")
        if path.suffix != ".toml" and path.name != "README.md"
    }


@pytest.mark.parametrize(
    ("name", "letters"), [("night_shift", "NS"), ("pig", "PI"), ("game_2048", "GA"), ("x", "X")]
)
def test_clauses_are_numbered_by_letters_of_the_name(name: str, letters: str) -> None:
    assert prefix(name) == letters


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Night", "no name of a package"),
        ("night-shift", "no name of a package"),
        ("night__shift", "no name of a package"),
        ("2night", "no name of a package"),
        ("", "no name of a package"),
        ("../night", "no name of a package"),
        ("n" * 41, "no name of a package"),
        ("nächte", "no name of a package"),
        ("lambda", "a word of Python's own"),
        ("match", "a word of Python's own"),
        ("random", "a module 'random' already"),
        ("pytest", "a module 'pytest' already"),
        ("wardround", "a module 'wardround' already"),
        ("clinic", "a game 'clinic' already"),
    ],
)
def test_a_name_that_is_not_possible_is_refused(
    run: Run, tmp_path: Path, name: str, reason: str
) -> None:
    done = run("new", "--into", tmp_path, "--", name)
    assert done.status == 2
    assert reason in done.err
    assert "such as night_shift" in done.err
    assert list(tmp_path.iterdir()) == []
    no_traceback(done)


def test_what_is_there_stays(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder_there").mkdir()
    (tmp_path / "file_there").write_text("mine")
    (tmp_path / "link_there").symlink_to("nowhere")
    for name in ("folder_there", "file_there", "link_there"):
        done = run("new", name, "--into", tmp_path)
        assert done.status == 2
        assert f"something called {name} already" in done.err
    assert len(list(tmp_path.iterdir())) == 3
    assert (tmp_path / "file_there").read_text() == "mine"


def test_a_folder_that_is_missing_or_no_folder_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for into in ("missing", "file"):
        done = run("new", "night_shift", "--into", tmp_path / into)
        assert done.status == 2
        assert "The folder does not exist." in done.err


def test_where_nothing_can_be_written_nothing_is_left(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, *_: object, **__: object) -> int:
        if self.name == "rules.md":
            raise OSError(28, "No space left on device")
        return 0

    monkeypatch.setattr(Path, "write_text", full)
    done = run("new", "night_shift", "--into", tmp_path)
    assert done.status == 2
    assert "The package cannot be written: No space left on device." in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_pip_installs_it(made: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=False)
    python = str(tmp_path / "venv" / "bin" / "python")
    here = Path(sys.executable).parent.parent / "lib"
    (ours,) = here.glob("python3*/site-packages")
    (site,) = (tmp_path / "venv" / "lib").glob("python3*/site-packages")
    # what this environment has is there as well, what it has by links too
    (site / "ours.pth").write_text(f"import site; site.addsitedir({str(ours)!r})\n")
    flags = ("--no-build-isolation", "--no-deps", "--disable-pip-version-check", "--quiet")
    for words in (
        ("-m", "pip", "install", *flags, "--editable", str(made)),
        (*MAIN, "check", "night_shift", "--games", "3"),
        (*MAIN, "play", "night_shift", "--seats", f"{BOT},greedy"),
        ("-m", "pytest", "-q", "-p", "no:cacheprovider", str(made)),
    ):
        done = subprocess.run(
            [python, *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert find_spec("night_shift") is None
