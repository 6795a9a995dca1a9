"""The guide of a game: what somebody reads who does not know it, and the words it explains.

A guide is the file ``guide.md`` beside a game's rules, with pictures in the folder ``guide``. It
is the first thing that "Rules" shows; the numbered rules stand behind it and decide.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from wardround.core.fields import Value
from wardround.core.rules import ID

WORDS: Final = "## Words and icons"
"""The heading of the glossary, the last part of a guide."""
MOST_WORDS: Final = 1500
PICTURE: Final = re.compile(r"!\[(?P<says>[^\]]*)\]\((?P<file>[\w-]+\.svg)\)")
TERM: Final = re.compile(
    r"^- (?:!\[[^\]]*\]\((?P<icon>[\w-]+\.svg)\) )?\*\*(?P<name>[^*]+)\*\*"
    r"(?: \((?P<forms>[^)]+)\))?: (?P<text>.+)$"
)


@dataclass(frozen=True)
class Term(Value):
    """A word or an icon of a game, explained in a sentence.

    Args:
        name: The word, as the table writes it.
        forms: Other forms in which texts use it, such as its plural.
        text: What it means, in Markdown.
        icon: The file of its picture; empty if there is none.
    """

    name: str
    forms: tuple[str, ...]
    text: str
    icon: str

    def to_json(self) -> dict[str, object]:
        """The term as plain data."""
        return {
            "name": self.name,
            "forms": list(self.forms),
            "text": self.text,
            "icon": self.icon,
        }


class Guide(Value):
    """A guide to a game.

    Args:
        game: The game's id.
        markdown: The text of its ``guide.md``. Its last part is the glossary: list items
            ``- ![icon](file.svg) **Term** (forms, of it): sentence``.
        pictures: The SVG of every picture, by its file.

    What is wrong with it (:meth:`faults`) keeps nobody from reading the rest.
    """

    def __init__(self, game: str, markdown: str, pictures: Mapping[str, str]) -> None:
        self.game = game
        self.markdown = markdown
        self.pictures = dict(pictures)

    @property
    def title(self) -> str:
        """Its heading."""
        return self.markdown.partition("\n")[0].removeprefix("# ").strip()

    @property
    def text(self) -> str:
        """Its Markdown without heading and glossary."""
        return self.markdown.partition("\n")[2].partition(WORDS)[0].strip()

    @property
    def terms(self) -> list[Term]:
        """Its glossary."""
        return [term for term in map(_term, self._glossary()) if term is not None]

    @property
    def words(self) -> int:
        """How many words it has, glossary included, pictures not."""
        return len(re.findall(r"\w[\w'.-]*", PICTURE.sub("", self.markdown)))

    def without_pictures(self) -> str:
        """Its whole Markdown, for where no pictures are shown; a picture's line goes with it."""
        lines = self.markdown.splitlines()
        kept = [PICTURE.sub("", line) for line in lines if not PICTURE.fullmatch(line.strip())]
        return re.sub(r"\n{3,}", "\n\n", re.sub(r"^- +", "- ", "\n".join(kept), flags=re.MULTILINE))

    def clauses(self) -> list[str]:
        """The numbers of rules that it refers to, in the order of the text."""
        return ID.findall(PICTURE.sub("", self.markdown))

    def faults(self, clauses: Collection[str]) -> list[str]:
        """What is wrong with it, in sentences.

        Args:
            clauses: The numbers of the game's clauses and chapters.
        """
        found = [
            f"it names {one}, which is no rule" for one in self.clauses() if one not in clauses
        ]
        found += [
            f"it shows {file}, which is not in guide/"
            for file in shown_pictures(self.markdown)
            if file not in self.pictures
        ]
        found += [f"{line!r} is no term" for line in self._glossary() if _term(line) is None]
        if self.words > MOST_WORDS:
            found.append(f"it has {self.words} words; at most {MOST_WORDS} are read")
        said = PICTURE.sub("", self.text).casefold()
        unused = [
            term.name
            for term in self.terms
            if not any(form.casefold() in said for form in (term.name, *term.forms))
        ]
        return found + [
            f"its text never uses {one!r}, which its glossary explains" for one in unused
        ]

    def to_json(self) -> dict[str, object]:
        """The guide as plain data."""
        return {
            "title": self.title,
            "text": self.text,
            "terms": [term.to_json() for term in self.terms],
            "pictures": self.pictures,
        }

    def _glossary(self) -> list[str]:
        lines = self.markdown.partition(WORDS)[2].splitlines()
        return [line for line in lines if line.strip()]


def _term(line: str) -> Term | None:
    """The term of a line of a glossary; None if it is none."""
    match = TERM.match(line)
    if match is None:
        return None
    forms = tuple(form.strip() for form in (match["forms"] or "").split(",") if form.strip())
    return Term(match["name"], forms, match["text"], match["icon"] or "")


def shown_pictures(markdown: str) -> list[str]:
    """The files of all pictures that a guide shows."""
    return [found["file"] for found in PICTURE.finditer(markdown)]


def read_guide(package: str, game: str) -> Guide | None:
    """The guide that lies in a package; None if there is none."""
    folder = files(package)
    page = folder.joinpath("guide.md")
    if not page.is_file():
        return None
    markdown = page.read_text(encoding="utf-8")
    pictures = {file: folder.joinpath("guide", file) for file in shown_pictures(markdown)}
    drawn = {
        file: place.read_text(encoding="utf-8")
        for file, place in pictures.items()
        if place.is_file()
    }
    return Guide(game, markdown, drawn)
