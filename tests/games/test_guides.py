"""The guides: short enough to be read, true to the numbers of the rules, with every picture."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from wardround.core import Game, Guide
from wardround.core.guide import MOST_WORDS, PICTURE, read_guide
from wardround.examples.auction import GAME as AUCTION
from wardround.games import games

ALL = [*games().values(), AUCTION]
TEXT = """# Stones: the guide

Take a **stone**.

![A heap of stones.](heap.svg)

## Words and icons

- ![stone](stone.svg) **stone** (stones): Lies on the heap (AB-1.2).
- **heap**: Where stones lie.
"""
PICTURES = {"heap.svg": "<svg/>", "stone.svg": "<svg/>"}


def guide_of(game: Game) -> Guide:
    guide = game.guide()
    assert guide is not None
    return guide


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_every_guide_is_short_and_names_rules_and_terms_that_are_there(game: Game) -> None:
    guide, rules = guide_of(game), game.rules()
    assert guide.faults({*rules.index(), *(chapter.id for chapter in rules.chapters)}) == []
    assert 80 < guide.words <= MOST_WORDS
    assert guide.clauses(), "it refers to no rule"
    assert len({form for term in guide.terms for form in (term.name, *term.forms)}) == sum(
        1 + len(term.forms) for term in guide.terms
    )


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)
def test_a_guide_says_what_a_newcomer_asks(game: Game) -> None:
    headings = re.findall(r"^## (.+)$", guide_of(game).text, re.MULTILINE)
    for asked in ("What it is about", "Good to know"):
        assert asked in headings
    assert any("round" in one or "turn" in one for one in headings)
    assert any(one in ("Scoring", "The end") for one in headings)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_pictures_are_drawings_that_fetch_and_run_nothing(game: Game) -> None:
    guide = guide_of(game)
    for file, drawing in guide.pictures.items():
        root = ET.fromstring(drawing)  # noqa: S314 - from this repository
        assert root.tag == "{http://www.w3.org/2000/svg}svg", file
        assert {"width", "height", "viewBox"} <= set(root.attrib), file
        for element in root.iter():
            assert not element.tag.endswith(("}script", "}image", "}foreignObject")), file
            assert not any("href" in name or name.startswith("on") for name in element.attrib)
    for says, _ in PICTURE.findall(guide.markdown):
        assert says, "a picture without words"
    package = Path(str(__import__(game.package, fromlist=["_"]).__file__)).parent
    drawn = {path.name for path in (package / "guide").iterdir()}
    assert drawn == set(guide.pictures), "pictures that no guide shows"


def test_a_guide_is_read_into_text_and_terms() -> None:
    guide = Guide("ab", TEXT, PICTURES)
    assert guide.title == "Stones: the guide"
    assert guide.text.endswith("![A heap of stones.](heap.svg)")
    assert [(term.name, term.forms, term.icon) for term in guide.terms] == [
        ("stone", ("stones",), "stone.svg"),
        ("heap", (), ""),
    ]
    assert "svg" not in guide.without_pictures()
    assert "- **stone** (stones): Lies" in guide.without_pictures()
    assert "\n\n\n" not in guide.without_pictures()


def test_a_guide_is_told_as_plain_data() -> None:
    guide = Guide("ab", TEXT, PICTURES)
    told = guide.to_json()
    assert told["title"] == guide.title
    assert told["text"] == guide.text
    assert told["pictures"] == PICTURES
    assert told["terms"] == [
        {"name": "stone", "forms": ["stones"], "text": guide.terms[0].text, "icon": "stone.svg"},
        {"name": "heap", "forms": [], "text": guide.terms[1].text, "icon": ""},
    ]
    assert set(told) == {"title", "text", "terms", "pictures"}


def test_what_is_wrong_with_a_guide_is_said() -> None:
    guide = Guide("ab", TEXT, PICTURES)
    assert guide.faults({"AB-1.2"}) == [
        "its text never uses 'heap', which its glossary explains",
    ]
    assert "it names AB-1.2, which is no rule" in guide.faults(set())
    long = Guide("ab", TEXT.replace("Take", "Take " * MOST_WORDS), PICTURES)
    assert f"at most {MOST_WORDS} are read" in long.faults({"AB-1.2"})[0]


def test_a_missing_picture_and_a_line_that_is_no_term_are_told_and_left_out() -> None:
    bare = Guide("ab", TEXT, {"stone.svg": "<svg/>"})
    assert "it shows heap.svg, which is not in guide/" in bare.faults({"AB-1.2"})
    more = Guide("ab", f"{TEXT}- stone\n", PICTURES)
    assert "'- stone' is no term" in more.faults({"AB-1.2"})
    assert more.terms == Guide("ab", TEXT, PICTURES).terms


def test_a_package_without_a_guide_has_none() -> None:
    assert read_guide("wardround.examples", "ab") is None
