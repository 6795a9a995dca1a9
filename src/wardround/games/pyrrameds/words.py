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


def place_name(cell: int) -> str:
    """A cell as people find it on the table: "place 3 of the row", "place 1 of upper layer 2".

    Places are counted from the left end that a layer has at first; an extension puts a place 0
    before it.
    """
    x, y = CELLS[cell]
    layer = abs(y)
    side = "upper" if y > 0 else "lower"
    return f"place {(x - layer) // 2 + 1} of {f'{side} layer {layer}' if layer else 'the row'}"
