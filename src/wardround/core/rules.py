"""Numbered rules: a Markdown file with one clause a line, read into chapters and clauses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from wardround.core.errors import UnknownClause
from wardround.core.fields import Value

CHAPTER = re.compile(r"^## (?P<id>[A-Z]+-\d+) (?P<title>.+)$")
PART = re.compile(r"^## (?P<title>.+)$")
BULLET = re.compile(r"^- (?P<id>[A-Z]+-\d+(?:\.\d+[a-z]?)?) (?P<text>.+)$")
ROW = re.compile(r"^\| (?P<id>[A-Z]+-\d+(?:\.\d+[a-z]?)?) \| (?P<text>.+) \|$")
ID = re.compile(r"\b[A-Z]+-\d+(?:\.\d+[a-z]?)?")
"""The number of a rule, or of a chapter, in a text."""
APART = frozenset(("D", "DEC", "C", "CH", "EX", "INV"))
"""Letters of what programs are written and tested by: decisions, chance, examples, invariants."""
TAG = re.compile(r"\[(FOUND|DERIVED|RECON|RB|R-\d+|RUL-\d+|[BQFR](?=[\],; ]))[^\]]*\]")


@dataclass(frozen=True)
class Clause(Value):
    """One numbered rule.

    Args:
        id: e.g. ``"DH-4.10"``.
        text: The rule, in Markdown.
        chapter: Id of its chapter.
        tags: Provenance marks in the text, e.g. ``"RECON"`` or ``"R-14"``.
    """

    id: str
    text: str
    chapter: str
    tags: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """The clause as plain data."""
        return {"id": self.id, "text": self.text, "tags": list(self.tags)}


@dataclass(frozen=True)
class Chapter(Value):
    """A chapter: its clauses, and its whole text in Markdown (tables included)."""

    id: str
    title: str
    clauses: list[Clause] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The chapter's Markdown without its heading."""
        return "\n".join(self.lines).strip()

    @property
    def for_players(self) -> bool:
        """Whether it is written for players, not for those who program or test the game."""
        return not any(clause.id.partition("-")[0] in APART for clause in self.clauses)

    def to_json(self) -> dict[str, object]:
        """The chapter as plain data."""
        return {
            "id": self.id,
            "title": self.title,
            "text": self.text,
            "players": self.for_players,
            "clauses": [clause.to_json() for clause in self.clauses],
        }


class Rules:
    """The rules of one game.

    Args:
        game: The game's id.
        markdown: The text of its ``rules.md``. Chapters are headings ``## DH-4 Title``; clauses
            are list items ``- DH-4.10 text`` or table rows ``| DH-16.1 | ... |``.
    """

    def __init__(self, game: str, markdown: str) -> None:
        self.game = game
        self.title = ""
        self.introduction = ""
        self.chapters: list[Chapter] = []
        self._clauses: dict[str, Clause] = {}
        self._ids: dict[str, str] = {}
        """Ids by their capital letters: people may write a number in small or capital letters."""
        self._markdown = markdown
        self._read(markdown)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Rules, (self.game, self._markdown))

    def clauses(self) -> Iterator[Clause]:
        """All clauses in the order of the text."""
        return iter(self._clauses.values())

    def index(self) -> dict[str, Clause]:
        """Clauses by id."""
        return dict(self._clauses)

    def clause(self, id: str) -> Clause:
        """The clause of this number.

        Raises:
            UnknownClause: There is none.
        """
        clause = self._clauses.get(self._ids.get(id.upper(), ""))
        if clause is None:
            raise UnknownClause(
                f"The rules of {self.game} have no clause {id!r}.",
                where="clause",
                expected=f"a number such as {next(iter(self._clauses), 'none')}; "
                f"chapters are {', '.join(chapter.id for chapter in self.chapters)}",
            )
        return clause

    def chapter(self, id: str) -> Chapter:
        """The chapter of this number.

        Raises:
            UnknownClause: There is none.
        """
        for chapter in self.chapters:
            if chapter.id == id.upper():
                return chapter
        raise UnknownClause(
            f"The rules of {self.game} have no chapter {id!r}.",
            where="chapter",
            expected=", ".join(chapter.id for chapter in self.chapters),
        )

    def to_json(self) -> dict[str, object]:
        """The whole text as plain data."""
        return {
            "game": self.game,
            "title": self.title,
            "introduction": self.introduction,
            "chapters": [chapter.to_json() for chapter in self.chapters],
        }

    def _read(self, markdown: str) -> None:
        chapter: Chapter | None = None
        introduction: list[str] = []
        for line in markdown.splitlines():
            if line.startswith("# "):
                self.title = line[2:].strip()
            elif line.startswith("## "):
                chapter = self._heading(line)
                self.chapters.append(chapter)
            elif chapter is None:
                introduction.append(line)
            else:
                chapter.lines.append(line)
                self._clause(line, chapter)
        self.introduction = "\n".join(introduction).strip()

    def _heading(self, line: str) -> Chapter:
        match = CHAPTER.match(line)
        if match:
            return Chapter(match["id"], match["title"].strip())
        title = line[3:].strip()
        return Chapter(title.split()[0].upper(), title)

    def _clause(self, line: str, chapter: Chapter) -> None:
        match = BULLET.match(line) or ROW.match(line)
        if match is None:
            return
        text = match["text"].strip()
        clause = Clause(match["id"], text, chapter.id, tuple(TAG.findall(text)))
        if clause.id in self._clauses:
            raise ValueError(f"clause {clause.id} stands twice in the rules of {self.game}")
        chapter.clauses.append(clause)
        self._clauses[clause.id] = clause
        self._ids[clause.id.upper()] = clause.id
