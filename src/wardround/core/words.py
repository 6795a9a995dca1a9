"""The small words of sentences: articles, plurals, lists, a seat that acts on itself.

Every sentence of a game that holds a number, a name or a list of things is built with these, so
that "1 points", "a orange die" and "Ada gives Ada a card" cannot be written by accident;
:mod:`wardround.testing.sentences` reads what the games say.
"""

from collections.abc import Sequence
from typing import Final

VOWELS: Final = "aeiou"
SOUNDS_LIKE_A_CONSONANT: Final = ("one", "uni", "use", "usa", "eu", "uro")
SOUNDS_LIKE_A_VOWEL: Final = ("hour", "honest", "heir")
VOWEL_NUMBERS: Final = ("8", "11", "18")
LETTERS_WITH_A_VOWEL: Final = "AEFHILMNORSX"


def article(noun: str) -> str:
    """The noun with its indefinite article: "a die", "an orange die", "an 8", "an X-ray".

    Args:
        noun: The noun with whatever stands before it; the first word decides.
    """
    return f"{'an' if _begins_with_a_vowel_sound(noun) else 'a'} {noun}"


def _begins_with_a_vowel_sound(noun: str) -> bool:
    word = noun.split(" ", 1)[0].strip("\"'“‘([")
    if not word:
        return False
    number = word.split("-", 1)[0]
    if number.isdecimal():
        return number in VOWEL_NUMBERS or number.startswith("8")
    if number.isupper() and len(number) <= 3:
        return number[0] in LETTERS_WITH_A_VOWEL  # spelled letter by letter
    small = word.lower()
    if small.startswith(SOUNDS_LIKE_A_VOWEL):
        return True
    return small[0] in VOWELS and not small.startswith(SOUNDS_LIKE_A_CONSONANT)


def plural(number: int, one: str, many: str = "") -> str:
    """The noun that fits the number: "point" for 1 and -1, "points" for all others.

    Args:
        number: How many there are.
        one: The noun for one.
        many: The noun for several, where it is not the singular with an "s".
    """
    return one if number in (1, -1) else many or f"{one}s"


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things: "1 point", "2 points", "0 points"."""
    return f"{number} {plural(number, one, many)}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """A list in words: "a", "a and b", "a, b and c".

    Args:
        words: The items; none give an empty text.
        last: The word before the last item, "and" or "or".
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def upper_first(text: str) -> str:
    """The text with a capital at its head, and nothing else changed."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """The text with a small letter at its head, and nothing else changed."""
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """The phrase as a sentence: a capital at its head, one full stop (or ! or ?) at its end."""
    return stopped(upper_first(text.strip()))


def stopped(text: str) -> str:
    """The text with one full stop (or ! or ?) at its end; a name at its head stays as it is."""
    return text if not text or text[-1] in ".!?" else f"{text}."


def reflexive(seat: int, other: int, name: str) -> str:
    """Whom an action of ``seat`` is done to: "themselves" where it is the seat itself.

    Args:
        seat: Who acts.
        other: Whom it is done to.
        name: The name of ``other``.
    """
    return "themselves" if seat == other else name
