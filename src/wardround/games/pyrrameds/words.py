"""Names of cards and types in words."""

from collections.abc import Sequence

from wardround.games.pyrrameds.cards import MASKED, MEDICINE, PATIENT, TYPES, Card
from wardround.games.pyrrameds.material import BOX


def join(words: Sequence[str]) -> str:
    """A list in words: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def need_words(types: list[int]) -> str:
    """Requirements in words: "blue, green and green"."""
    return join([TYPES[type] for type in types]) or "nothing"


def card_name(card: Card) -> str:
    """A card in words: "red 4", "patient 7 (blue and red)", "Remove 3"."""
    number = "?" if card.number == MASKED else str(card.number)
    if card.kind == MEDICINE:
        return f"{TYPES[card.type] if card.type < len(TYPES) - 1 else 'wildcard'} {number}"
    if card.kind == PATIENT:
        return f"patient {number} ({need_words(card.needs)})"
    return f"{BOX.specials[card.effect].name} {number}"
