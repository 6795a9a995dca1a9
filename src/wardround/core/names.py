"""Names of people: what a name may be, how equal ones are told apart, how one stands in a sentence.

People write their names in all scripts and both directions. Kept is what belongs to the writing:
marks, joiners inside a word, variation selectors. Dropped is what only disturbs others: control
characters, marks of direction, blanks that look like letters.
"""

from collections.abc import Collection, Sequence
from typing import ClassVar, Final
from unicodedata import bidirectional, category, combining, normalize

from wardround.core.errors import WardroundError

LONGEST_NAME: Final = 40
"""Characters (code points) of the longest name."""

MOST_MARKS: Final = 5
"""Marks that may stand over one letter: scripts need four, more would cover other lines."""

NOT_JOINING: Final = "\u200c"
JOINING: Final = "\u200d"
VIRAMA: Final = 9
"""The combining class of the sign after which Indic scripts end a word with a joiner."""

BLACK_FLAG: Final = "\U0001f3f4"
BLANKS: Final = "\u2800\U0001d159"
"""Signs that are printed as nothing: an empty Braille cell, an invisible note."""

FILLERS: Final = "\u3164\uffa0\ufffc"
"""Letters and signs that stand for something that is not there."""

ISOLATE: Final = "\u2068"
END_OF_ISOLATE: Final = "\u2069"
DIRECTIONS: Final = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""The characters that turn the direction of what follows them."""

IGNORABLE: Final = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFC),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""What is not printed by itself: Unicode's Default_Ignorable_Code_Point and annotation marks."""


class BadName(WardroundError):
    """A text that cannot be the name of somebody at the table."""

    code: ClassVar[str] = "name"


def clean_name(text: str) -> str:
    """A name as its owner wrote it, without what cannot be seen.

    Composed (NFC), trimmed, with single spaces; control characters, marks of direction, fillers
    and joiners that join nothing are dropped.

    Args:
        text: What was typed.

    Raises:
        BadName: Nothing visible remains, or more than :data:`LONGEST_NAME` characters do.
    """
    name = normalize("NFC", "".join(_kept(normalize("NFC", text))))
    if not any(is_visible(character) for character in name):
        raise BadName(
            "Nothing of this name can be seen.",
            where="name",
            expected="a name with at least one letter, digit or sign",
        )
    if len(name) > LONGEST_NAME:
        raise BadName(
            f"The name has {len(name)} characters.",
            where="name",
            expected=f"at most {LONGEST_NAME} characters",
        )
    return name


def is_visible(character: str) -> bool:
    """Whether the character is printed and needs no other one to stand on."""
    return (
        category(character)[0] not in "ZMC" or category(character) in ("Co", "Cn", "Cf")
    ) and not (_is_ignorable(character) or character in BLANKS or _is_no_character(character))


def _kept(text: str) -> list[str]:
    """The characters of the text that a name keeps, in order."""
    kept: list[str] = []
    marks = 0
    for character in text:
        if category(character)[0] == "Z" or character in BLANKS or character in "\t\n\v\f\r\x85":
            _end_word(kept)
            if kept:
                kept.append(" ")
        elif is_visible(character):
            kept.append(character)
            marks = 0
        elif _belongs(character, kept):
            marks += combining(character) != VIRAMA and category(character) in ("Mn", "Me")
            if marks <= MOST_MARKS:
                kept.append(character)
    _end_word(kept)
    return kept


def _end_word(kept: list[str]) -> None:
    """Drop the space or the joiner at the end, unless it shapes the letter before it."""
    while kept and (kept[-1] == " " or kept[-1] in (JOINING, NOT_JOINING)):
        if kept[-1] != " " and len(kept) > 1 and combining(kept[-2]) == VIRAMA:
            return
        kept.pop()


def _belongs(character: str, kept: Sequence[str]) -> bool:
    """Whether something invisible belongs to what stands before it: a mark, a joiner, a variant."""
    if not kept or kept[-1] == " ":
        return False
    if character in (JOINING, NOT_JOINING):
        return kept[-1] not in (JOINING, NOT_JOINING)
    if "\U000e0020" <= character <= "\U000e007f":  # the letters in a flag of a region
        return kept[-1] == BLACK_FLAG or "\U000e0020" <= kept[-1] <= "\U000e007e"
    if character in ("\u115f", "\u1160", "\u180e"):  # parts of old Korean and Mongolian words
        return True
    return category(character)[0] == "M"


def _is_ignorable(character: str) -> bool:
    code = ord(character)
    return any(first <= code <= last for first, last in IGNORABLE)


def _is_no_character(character: str) -> bool:
    """Whether Unicode promises that this will never be a character."""
    code = ord(character)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE


def apart_from(name: str, others: Collection[str]) -> str:
    """The name, numbered where somebody else's looks the same: "Ada", "Ada (2)", "Ada (3)".

    Two names look the same if they differ only in case, in how their characters are composed, in
    width, or in what is not printed.

    Args:
        name: A clean name.
        others: The names of the others.
    """
    taken = {_look(other) for other in others}
    number, own = 1, name
    while _look(own) in taken:
        number += 1
        own = f"{name} ({number})"
    return own


def told_apart(names: Sequence[str]) -> list[str]:
    """The names, each of several equal ones but the first with a number."""
    apart: list[str] = []
    for seat, name in enumerate(names):
        own = name
        if _look(name) in {_look(earlier) for earlier in names[:seat]}:
            own = apart_from(name, [*apart, *names[seat + 1 :]])
        apart.append(own)
    return apart


def _look(name: str) -> str:
    """What is left of a name to the eye that does not look closely."""
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return "".join([c for c in folded if not _is_ignorable(c)]).strip()


def isolated(name: str) -> str:
    """The name for the middle of a sentence: its direction of writing stays its own.

    A name without letters that run from right to left comes back as it is.
    """
    if not any(bidirectional(character) in ("R", "AL", "AN") for character in name):
        return name
    inner = "".join([character for character in name if character not in DIRECTIONS])
    return f"{ISOLATE}{inner}{END_OF_ISOLATE}"
