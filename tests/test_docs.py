"""The documentation: examples run, what is quoted is what it is, pages can be read anywhere."""

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.cli.conftest import Run, no_traceback, run
from wardround.cli import pages
from wardround.examples import auction
from wardround.lab import COLUMNS

__all__ = ["run"]

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
GAME = "src/wardround/examples/auction/__init__.py"


def blocks(page: Path) -> list[tuple[int, str]]:
    """The Python examples of a page, each with the line before it."""
    return [
        (token.map[0] + 1, token.content)
        for token in MarkdownIt().parse(page.read_text("utf-8"))
        if token.type == "fence" and token.info == "python" and token.map is not None
    ]


EXAMPLES = [
    pytest.param(page, line, code, id=f"{page.name}:{line}")
    for page in PAGES
    for line, code in blocks(page)
]


@pytest.mark.parametrize(("page", "line", "code"), EXAMPLES)
def test_an_example_runs(page: Path, line: int, code: str) -> None:
    source = "\n" * line + code  # errors name the line of the page
    module = auction.__name__ if "package=__name__" in code else "example"
    exec(compile(source, str(page), "exec"), {"__name__": module})  # noqa: S102


def test_there_are_examples() -> None:
    assert {example.values[0] for example in EXAMPLES} >= {
        ROOT / "README.md",
        ROOT / "docs" / "adding-a-game.md",
    }


def test_the_page_shows_the_game_that_ships() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    shown = page.partition(f"<!-- {GAME} -->\n```python\n")[2].partition("```")[0]
    assert shown == (ROOT / GAME).read_text("utf-8"), (
        f"{GAME} changed: put it into docs/adding-a-game.md again"
    )


def links(page: Path) -> list[str]:
    """The places in this project to which a page links."""
    found = []
    for token in MarkdownIt().parse(page.read_text("utf-8")):
        for part in token.children or ():
            address = str(part.attrGet("href") or part.attrGet("src") or "").partition("#")[0]
            if address and ":" not in address:
                found.append(address)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_links_lead_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


def test_every_page_is_in_the_contents_of_the_site() -> None:
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    places = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    assert [place.as_posix() for place in places if place.as_posix() not in site] == []
    front = links(ROOT / "docs" / "index.md")
    assert {path.name for path in PAGES[1:]} == {*front, "index.md"}


def test_pages_are_listed_and_shown_in_the_terminal(run: Run) -> None:
    listed = run("docs")
    assert listed.status == 0
    for path in PAGES[1:]:
        assert path.stem in listed.out
    assert "Adding a game" in listed.out
    for name in ("adding-a-game", "adding-a-game.md"):
        shown = run("docs", name)
        assert shown.out.startswith("# Adding a game\n")
        assert "class BidCard" in shown.out
        assert "<!--" not in shown.out


def test_a_page_that_is_not_there_is_told(run: Run) -> None:
    done = run("docs", "../README")
    assert done.status == 2
    assert "There is no page '../README'." in done.err
    assert "adding-a-game" in done.err
    no_traceback(done)


def test_an_installed_package_has_its_own_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "one.md").write_text("# One\n")
    monkeypatch.setattr("wardround.__file__", str(tmp_path / "__init__.py"))
    assert {name: pages.title(path) for name, path in pages.pages().items()} == {"one": "One"}


def test_the_columns_of_the_tables_are_those_that_are_written() -> None:
    page = (ROOT / "docs" / "scale.md").read_text("utf-8")
    shown = page.partition("<!-- columns -->\n")[2].partition("\n<!-- end of columns -->")[0]
    lines = []
    for table, columns in COLUMNS.items():
        lines += [f"| `{table}` | type | meaning |", "|---|---|---|"]
        lines += [f"| `{name}` | {kind} | {text} |" for name, (kind, text) in columns.items()]
        lines.append("")
    assert shown.splitlines() == lines[:-1]
