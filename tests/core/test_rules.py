"""Numbered rules, read from Markdown."""

import pytest

from wardround.core import Rules, UnknownClause

TEXT = """# The rules

An introduction.

With two paragraphs.

## How to read

- no clause here
- R3 is a die, not a clause

| tag | meaning |
|---|---|
| R-01x | not a clause either |

## AB-1 First things

- AB-1.1 The first rule [FOUND].
- AB-1.2 The second rule [R-14]; see AB-1.1 [DERIVED, as usual].

Some text between.

## AB-10 Tables

| clause | what |
|---|---|
| AB-10.1 | a row | with [RECON] |
| D-03 | a decision |

## AB-11 Examples

- EX-01 **Given** this **When** that **Then** so. [AB-1.1]
- INV-02 Always.
"""


@pytest.fixture
def rules() -> Rules:
    return Rules("ab", TEXT)


def test_chapters_and_clauses(rules: Rules) -> None:
    assert rules.title == "The rules"
    assert rules.introduction == "An introduction.\n\nWith two paragraphs."
    assert [chapter.id for chapter in rules.chapters] == ["HOW", "AB-1", "AB-10", "AB-11"]
    assert [chapter.title for chapter in rules.chapters][:2] == ["How to read", "First things"]
    assert [clause.id for clause in rules.clauses()] == [
        "AB-1.1",
        "AB-1.2",
        "AB-10.1",
        "D-03",
        "EX-01",
        "INV-02",
    ]
    assert list(rules.index()) == [clause.id for clause in rules.clauses()]


def test_a_clause_knows_its_text_chapter_and_tags(rules: Rules) -> None:
    clause = rules.clause("ab-1.2")
    assert clause.id == "AB-1.2"
    assert clause.chapter == "AB-1"
    assert clause.text == "The second rule [R-14]; see AB-1.1 [DERIVED, as usual]."
    assert clause.tags == ("R-14", "DERIVED")
    assert rules.clause("AB-10.1").text == "a row | with [RECON]"
    assert rules.clause("AB-10.1").tags == ("RECON",)
    assert rules.clause("EX-01").tags == ()


def test_what_programs_are_tested_by_is_not_for_players(rules: Rules) -> None:
    shown = {chapter.id: chapter.for_players for chapter in rules.chapters}
    assert shown == {"HOW": True, "AB-1": True, "AB-10": False, "AB-11": False}
    assert rules.to_json()["chapters"][1]["players"] is True  # type: ignore[index]


def test_a_chapter_keeps_its_whole_text(rules: Rules) -> None:
    chapter = rules.chapter("AB-10")
    assert chapter.text.startswith("| clause | what |")
    assert [clause.id for clause in chapter.clauses] == ["AB-10.1", "D-03"]
    assert "Some text between." in rules.chapter("ab-1").text


def test_unknown_numbers_are_refused(rules: Rules) -> None:
    with pytest.raises(UnknownClause) as caught:
        rules.clause("AB-9.9")
    assert "ab have no clause 'AB-9.9'" in caught.value.message
    assert "AB-1.1" in caught.value.expected
    assert "AB-10" in caught.value.expected
    with pytest.raises(UnknownClause, match="no chapter 'AB-9'"):
        rules.chapter("AB-9")


def test_a_number_may_have_a_letter_in_either_case() -> None:
    rules = Rules("toy", "# Rules\n\n## AB-1 Cards\n\n- AB-1.1a Draw.\n- AB-1.1b Discard.\n")
    for id in ("AB-1.1b", "ab-1.1b", "AB-1.1B"):
        assert rules.clause(id).text == "Discard."


def test_a_number_stands_once() -> None:
    with pytest.raises(ValueError, match=r"clause AB-1\.1 stands twice in the rules of ab"):
        Rules("ab", "## AB-1 X\n\n- AB-1.1 one\n- AB-1.1 two\n")


def test_rules_without_clauses_are_readable_too() -> None:
    rules = Rules("none", "# Nothing\n")
    assert list(rules.clauses()) == []
    with pytest.raises(UnknownClause) as caught:
        rules.clause("X-1")
    assert caught.value.where == "clause"
    assert caught.value.expected.startswith("a number such as none; ")


def test_rules_without_a_heading_have_no_title() -> None:
    rules = Rules("ab", "## AB-1 X\n\n- AB-1.1 one\n")
    assert (rules.title, rules.introduction) == ("", "")


def test_the_whole_text_as_data(rules: Rules) -> None:
    data = rules.to_json()
    assert data["game"] == "ab"
    chapters = data["chapters"]
    assert isinstance(chapters, list)
    assert chapters[1] == {
        "id": "AB-1",
        "title": "First things",
        "text": rules.chapter("AB-1").text,
        "players": True,
        "clauses": [rules.clause(id).to_json() for id in ("AB-1.1", "AB-1.2")],
    }
