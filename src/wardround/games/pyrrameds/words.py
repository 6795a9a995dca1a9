"""Names of cards, requirements and places in words."""

from wardround.core.words import listed
from wardround.games.pyrrameds.cards import MASKED, MEDICINE, PATIENT, TYPES, Card
from wardround.games.pyrrameds.geometry import CELLS
from wardround.games.pyrrameds.material import BOX


def need_words(types: list[int]) -> str:
    """Requirements in words: "blue, green and green"."""
    return listed([TYPES[type] for type in types]) or "nothing"


def card_name(card: Card) -> str:
    """A card in words: "red 4", "patient 7 (blue and red)", "special 3 (Remove)", "blue “?”"."""
    number = "“?”" if card.number == MASKED else str(card.number)
    if card.kind == MEDICINE:
        return f"{TYPES[card.type]} {number}"
    if card.kind == PATIENT:
        return f"patient {number} ({need_words(card.needs)})"
    return f"special {number} ({BOX.specials[card.effect].name})"


def short_name(card: Card) -> str:
    """A card in as few words as tell it from others on the table: "red 4", "patient 7"."""
    return card_name(card).partition(" (")[0]


def place_name(cell: int) -> str:
    """A cell as people find it on the table: "place 3 of the row", "place 1 of upper layer 2".

    Places are counted from the left end that a layer has at first; one that is added to the left of
    them is "the left end".
    """
    x, y = CELLS[cell]
    layer = f"{'upper' if y > 0 else 'lower'} layer {abs(y)}" if y else "the row"
    number = (x - abs(y)) // 2 + 1
    return f"place {number} of {layer}" if number else f"the left end of {layer}"
