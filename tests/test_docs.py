"""The pages of the documentation: their examples run, and what they quote is what it is."""

from pathlib import Path

from wardround.examples import auction


def test_the_page_shows_the_game_that_ships(project_root: Path) -> None:
    page = (project_root / "docs" / "adding-a-game.md").read_text("utf-8")
    place = "src/wardround/examples/auction/__init__.py"
    assert Path(auction.__file__).read_text("utf-8") == (project_root / place).read_text("utf-8")
    shown = page.partition(f"<!-- {place} -->\n```python\n")[2].partition("```")[0]
    assert shown == Path(auction.__file__).read_text("utf-8"), (
        f"{place} changed: put it into docs/adding-a-game.md again"
    )
