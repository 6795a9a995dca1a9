"""Games and bots of other packages: what does not work is named and left out, all else goes on."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import OURS as OUR_BOTS
from wardround.bots import Turn, make_bot
from wardround.bots.evaluate import Points, evaluation, evaluations, maker
from wardround.cli import render
from wardround.cli.render import show_view, tables
from wardround.core import Game, Problem, UnknownGame, plugins, problems
from wardround.core.plugins import _PROBLEMS, brought
from wardround.games import OURS, game, games

GROUP = "wardround.games"

GOOD = """
from tests.toy_game import toy
from wardround.core import Game

def named(id, kind=Game):
    game = toy(kind=kind)
    game.id = id
    return game
"""
MODULES = {
    "missing": "import nowhere_to_be_found",
    "syntax": "def (",
    "crash": "1 / 0",
    "leave": "import sys; sys.exit('bye\\n\\x1b[2J')",
    "abort": "class Stop(BaseException): pass\nraise Stop",
    "endless": "def f(): f()\nf()",
    "none": "GAME = None",
    "a_class": GOOD + "GAME = Game",
    "no_id": "from wardround.core import Game\nclass Bare(Game):\n    def __init__(self): pass\n"
    "Bare.__abstractmethods__ = frozenset()\nGAME = Bare()",
    "mute": GOOD + "class Mute(Game):\n    def to_json(self): return {'a': object()}\n"
    "GAME = named('mute', Mute)",
    "ill_named": GOOD + "GAME = named('another')",
    "odd_id": GOOD + "GAME = named('odd_id')\nGAME.id = ['odd_id']",
    "nameless": GOOD,
    "clinic": GOOD + "GAME = named('clinic')",
    "good": GOOD + "GAME = named('good')",
}
REASONS = {
    "missing": "cannot be imported (ModuleNotFoundError: No module named 'nowhere_to_be_found')",
    "syntax": "cannot be imported (SyntaxError",
    "crash": "cannot be imported (ZeroDivisionError",
    "leave": "cannot be imported (SystemExit: bye ?[2J)",
    "abort": "cannot be imported (Stop)",
    "endless": "cannot be imported (RecursionError",
    "none": "is no Game, but a NoneType",
    "a_class": "is no Game, but a class",
    "no_id": "cannot say what it is (AttributeError",
    "mute": "cannot say what it is (TypeError",
    "ill_named": "its id is 'another'",
    "odd_id": "its id is ['odd_id']",
    "nameless": "cannot be imported (AttributeError",
    "clinic": "the package wardround has one of this name",
}


COMPILED_REASONS = {"odd_id": "str object expected; got list"}
"""What the compiled engine notices first."""


def install(folder: Path, package: str, entries: str, metadata: bool = True) -> None:
    """Put an installed package's metadata into a folder."""
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    if metadata:
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entries)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of installed packages that Python finds."""
    monkeypatch.syspath_prepend(tmp_path)
    before = _PROBLEMS[:]
    _PROBLEMS.clear()
    maker.cache_clear()
    yield tmp_path
    maker.cache_clear()
    render._renderer.cache_clear()
    _PROBLEMS[:] = before
    for name in list(sys.modules):
        if name.startswith("theirs_"):
            del sys.modules[name]


def bring(site: Path, *names: str, package: str = "their-games") -> None:
    """Install games of these names."""
    for name in names:
        (site / f"theirs_{name}.py").write_text(MODULES[name])
    lines = [f"{name} = theirs_{name}:GAME" for name in names]
    install(site, package, "\n".join(["[wardround.games]", *lines]))


def found() -> dict[str, Game]:
    """The games of others as this process would find them now."""
    return plugins(GROUP, Game, OURS, lambda game: game.to_json(), entry_points)


@pytest.mark.parametrize("name", REASONS)
def test_a_game_that_does_not_work_is_left_out_and_named(
    site: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    caplog.set_level("DEBUG")
    bring(site, name, "good")
    assert list(found()) == ["good"]
    (problem,) = problems()
    assert (problem.group, problem.name, problem.package) == (GROUP, name, "their-games")
    compiled = COMPILED_REASONS.get(name, REASONS[name])
    assert REASONS[name] in problem.reason or compiled in problem.reason
    assert str(problem) in caplog.text
    assert str(problem).startswith(f"wardround.games '{name}' of the package their-games is left")
    assert str(problem).isprintable()
    found()
    assert len(problems()) == 1
    assert problems("wardround.bots") == []


def test_where_no_list_can_be_read_each_package_is_asked(site: Path) -> None:
    bring(site, "good", package="a-games")
    install(site, "b-games", "[wardround.games]\nother")
    install(site, "c-games", "[wardround.games]\nnone = theirs_none:GAME")
    install(site, "d-games", "[wardround.bots]\ngood = theirs_good:GAME")

    def unreadable(group: str) -> list[object]:
        raise ValueError("two\nlines")

    (site / "theirs_none.py").write_text(MODULES["none"])
    games = plugins(GROUP, Game, OURS, lambda game: game.to_json(), unreadable)
    assert list(games) == ["good"]
    told = {problem.package: (problem.name, problem.reason) for problem in problems(GROUP)}
    assert told["c-games"] == ("none", "it is no Game, but a NoneType")
    assert "a-games" not in told
    assert "d-games" not in told


def test_a_package_is_named_by_its_module_where_it_has_no_metadata() -> None:
    class Entry:
        name = "bare"
        value = "theirs_bare:GAME"

        def load(self) -> object:
            raise ValueError("first\n  second\x07")

    brought("wardround.none", lambda name, thing: "", lambda group: [Entry()])
    (problem,) = problems("wardround.none")
    _PROBLEMS.remove(problem)
    assert problem.package == "theirs_bare"
    assert problem.reason == "it cannot be imported (ValueError: first second?)"


def test_all_at_once(site: Path) -> None:
    bring(site, *MODULES)
    assert list(found()) == ["good"]
    assert sorted(problem.name for problem in problems()) == sorted(REASONS)


def test_of_two_packages_with_one_name_the_first_that_works_is_taken(site: Path) -> None:
    bring(site, "good", package="a-games")
    install(site, "b-games", "[wardround.games]\ngood = theirs_good:GAME")
    assert list(found()) == ["good"]
    (problem,) = problems()
    first, second = sorted(["a-games", "b-games"], key=lambda one: one == problem.package)
    assert (problem.package, problem.reason) == (
        second,
        f"the package {first} has one of this name",
    )


@pytest.mark.parametrize("line", ["no equals sign", "a = b = c: d !", "=", "good = not a module!"])
def test_a_broken_list_of_entry_points_concerns_its_package_alone(site: Path, line: str) -> None:
    bring(site, "good")
    install(site, "broken", f"[wardround.games]\n{line}\n")
    assert list(found()) == ["good"]
    assert "broken" in {problem.package for problem in problems()}


def test_a_package_without_metadata_is_named_by_its_module(site: Path) -> None:
    (site / "theirs_crash.py").write_text(MODULES["crash"])
    install(site, "bare", "[wardround.games]\ncrash = theirs_crash:GAME", metadata=False)
    assert found() == {}
    assert [problem.package for problem in problems()] == ["theirs_crash"]


def test_only_what_is_asked_for_is_imported(site: Path) -> None:
    bring(site, "good", "crash")
    assert game("clinic").id == "clinic"
    assert "theirs_good" not in sys.modules
    assert game("good").id == "good"
    assert problems() == []
    with pytest.raises(UnknownGame) as caught:
        game("crash")
    assert "of the package their-games is left out: it cannot be imported" in caught.value.message
    assert "clinic" in caught.value.expected


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("'bot'", "is no BotInfo, but a str"),
        ("BotInfo('other', 'T', 'D', print)", "its id is 'other'"),
        # Compiled, this one fails when it is made; plain, when it is read.
        ("BotInfo('bot', 7, 'D', print)", "(TypeError"),
        ("BotInfo('bot', 'T', 'D', None)", "cannot say what it is (TypeError"),
    ],
)
def test_a_bot_that_does_not_work_is_left_out_and_named(
    site: Path, value: str, reason: str
) -> None:
    (site / "theirs_bot.py").write_text(f"from wardround.bots import BotInfo\nBOT = {value}")
    install(site, "their-bots", "[wardround.bots]\nbot = theirs_bot:BOT")
    code = "from wardround.bots import bots, problems; print(list(bots()), *problems())"
    told = run(site, "-c", code)
    assert told.stdout.startswith(f"{list(OUR_BOTS)} ")
    assert reason in told.stdout
    assert reason in told.stderr


def test_a_game_of_others_brings_its_evaluation(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (site / "theirs_eye.py").write_text(
        "class Lucky:\n    declines = frozenset()\n"
        "    def __init__(self, position, seat): self.seat = seat\n"
        "    def worth(self, position): return 0.0\n"
        "    def sensible(self, position): return position.legal_actions(self.seat)[-1:]\n"
        "NUMBER = 7\n"
    )
    entries = ("toy = theirs_eye:Lucky", "flat = theirs_eye:NUMBER", "nil = theirs_eye:X")
    others = ("typo = theirs_eye:Lucky", "dice_hospital = theirs_eye:Lucky")
    install(site, "judges", "\n".join(["[wardround.evaluations]", *entries, *others]))
    monkeypatch.setattr("wardround.bots.evaluate.games", lambda: {"toy": TOY, "flat": TOY})
    state = TOY.new(2, 1)
    seat = state.asked()[0]
    assert type(evaluation(state, seat)).__name__ == "Lucky"
    assert make_bot("greedy", 1).choose(Turn(state, seat)) == state.legal_actions(seat)[-1]
    assert problems() == []
    assert maker("flat") is Points
    assert list(evaluations()) == ["toy"]
    assert {problem.name: problem.reason for problem in problems()} == {
        "flat": "it makes no evaluations: int",
        "nil": "it cannot be imported (AttributeError: module 'theirs_eye' has no attribute 'X')",
        "typo": "no game of this id is installed",
        "dice_hospital": "the package wardround has one of this name",
    }


def test_a_game_of_others_brings_its_table(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (site / "theirs_table.py").write_text(
        "def good(view, names): return f'{names[0]} sees \\x1b[2J {view[\"round\"]}'\n"
        "def bad(view, names): return view['nothing']\n"
        "def odd(view, names): return 7\n"
        "TEXT = 'text'\n"
    )
    names = ("good", "bad", "odd", "text", "typo", "clinic")
    values = [f"{name} = theirs_table:{name}" for name in names[:3]]
    values += [f"{name} = theirs_table:TEXT" for name in ("text",)]
    values += [f"{name} = theirs_table:good" for name in ("typo", "clinic")]
    install(site, "tables", "\n".join(["[wardround.tables]", *values]))
    monkeypatch.setattr(render, "games", lambda: dict.fromkeys((*names[:4], "plain")))
    render._renderer.cache_clear()
    for name in (*names[:4], "plain"):
        show_view({"game": name, "round": 3}, ["Ada"])
    shown = capsys.readouterr()
    assert shown.out.startswith("Ada sees \\x1b[2J 3\n")
    assert shown.out.count("round: 3") == 4
    assert "The table of bad fails: KeyError: 'nothing'." in shown.err
    assert "The table of odd fails: TypeError: it gives no text, but a int." in shown.err
    assert list(tables()) == ["good", "bad", "odd"]
    assert {problem.name: problem.reason for problem in problems()} == {
        "text": "it makes no text: str",
        "typo": "no game of this id is installed",
        "clinic": "the package wardround has one of this name",
    }


def test_nothing_is_left_out_where_nothing_of_others_is_installed(site: Path) -> None:
    assert games().keys() >= set(OURS)
    assert (found(), problems()) == ({}, [])
    assert str(Problem(GROUP, "", "p", "r")) == "wardround.games of the package p is left out: r."


# --- the commands, with such packages installed ---------------------------------------------------


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the packages of a folder installed."""
    places = [str(site), os.environ.get("PYTHONPATH", ""), str(Path.cwd())]
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places))},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


WARDROUND = ("-c", "from wardround.cli import main; main()")


def test_the_commands_go_on_and_say_what_is_left_out(site: Path) -> None:
    bring(site, "missing", "leave", "a_class", "ill_named", "clinic", "good")
    (site / "theirs_bot.py").write_text("raise SystemExit(3)")
    install(site, "their-bots", "[wardround.bots]\nbot = theirs_bot:BOT")
    listed = run(site, *WARDROUND, "games", "--json")
    assert listed.returncode == 0, listed.stderr
    assert [one["id"] for one in json.loads(listed.stdout)] == [*OURS, "good"]
    for name in ("missing", "leave", "a_class", "ill_named", "clinic"):
        assert re.search(rf"'{name}' of the package their-games is left out", listed.stderr)
    assert "Traceback" not in listed.stderr
    words = ("simulate", "good", "--seats", "random,random", "--games", "2", "--json")
    played = run(site, *WARDROUND, *words)
    assert played.returncode == 0, played.stderr
    unknown = run(site, *WARDROUND, "simulate", "missing", "--seats", "random,bot", "--games", "1")
    assert unknown.returncode == 2
    assert "their-games" in unknown.stderr
    assert "Traceback" not in unknown.stderr


def test_the_server_goes_on_with_the_rest(site: Path, tmp_path: Path) -> None:
    bring(site, "missing", "leave", "mute", "good")
    code = (
        "import sys; from fastapi.testclient import TestClient\n"
        "from wardround.server import Settings, create_app\n"
        "settings = Settings(database=sys.argv[1], allowed_hosts=('*',))\n"
        "with TestClient(create_app(settings)) as client:\n"
        "    print([game['id'] for game in client.get('/api/games').json()])"
    )
    served = run(site, "-W", "ignore", "-c", code, f"sqlite:///{tmp_path}/t.sqlite3")
    assert served.stdout.strip() == str([*OURS, "good"]), served.stderr
    assert "missing" in served.stderr
