"""The author's deck generator (PY-1.36 to PY-1.40): every game its own deck."""

from fractions import Fraction
from typing import Final

from wardround.core import Chance
from wardround.games.pyrrameds.cards import (
    BASE,
    FIRST,
    INTENSIVE_CARE,
    MASKED,
    OPERATIONS,
    SIZES,
    Card,
    Deck,
    cards_of,
    medicine,
    patient,
    special,
)
from wardround.games.pyrrameds.material import (
    BOX,
    COPIES,
    MASKED_OF_A_KIND,
    MEDICINE_TYPES,
    PATIENTS,
)

SHARES: Final = [(1, 5), (2, 25), (3, 30), (4, 30), (5, 10), (6, 0)]
"""Size of a patient and its share in percent."""
TOLERANCE: Final = 2
"""A type may be picked while its score is at most this much above the lowest."""
PENALTIES: Final = {BASE: [0, 0, 0, 0], INTENSIVE_CARE: [4, 4, 4, 4, 0, 0, 0]}
"""By set, for every type that its patients may require: what counts as picked already."""


def patient_sizes(number: int) -> list[int]:
    """Numbers of requirements of a set's patients, largest first."""
    pool: list[int] = []
    for size, share in SHARES:
        count = Fraction(share * PATIENTS[number], 100)
        pool += [size] * (-(-count.numerator // count.denominator))
    return [pool.pop() for _ in range(PATIENTS[number])]


class Picker:
    """Picks requirements so that all types come up about equally often (PY-1.37).

    Args:
        number: The set.
    """

    def __init__(self, number: int) -> None:
        self.scores = PENALTIES[number][:]

    def pick(self, chance: Chance) -> int:
        """A type, each of those picked least so far being equally likely."""
        low = min(self.scores)
        options = [type for type, score in enumerate(self.scores) if score - low <= TOLERANCE]
        type = options[chance.below(len(options))]
        self.scores[type] += 1
        return type


def shuffled_numbers(size: int, chance: Chance) -> list[int]:
    """1 to 9 written repeatedly until there are enough, shuffled; as many as there are cards."""
    numbers: list[int] = []
    while len(numbers) < size:
        numbers += list(range(1, 10))
    chance.shuffle(numbers)
    return numbers[:size]


def generate_specials(chance: Chance) -> list[Card]:
    """The fifteen specials with new numbers."""
    effects = [effect for effect, kind in enumerate(BOX.specials) for _ in kind.numbers]
    numbers = shuffled_numbers(len(effects), chance)
    return [special(effect, number) for effect, number in zip(effects, numbers, strict=True)]


def generate_set(number: int, chance: Chance) -> list[Card]:
    """Medicine and patients of a set: requirements, masks, numbers, animals, in this order."""
    types = [type for type in MEDICINE_TYPES[number] for _ in range(COPIES[number])]
    picker = Picker(number)
    needs = [[picker.pick(chance) for _ in range(size)] for size in patient_sizes(number)]
    masked = _masked(len(types), number, chance)
    masked += [len(types) + place for place in _masked(len(needs), number, chance)]
    numbers = shuffled_numbers(len(types) + len(needs), chance)
    for place in masked:
        numbers[place] = MASKED
    animals = _animals(number, chance)
    return [medicine(type, numbers[place]) for place, type in enumerate(types)] + [
        patient(one, numbers[len(types) + place], animals[place]) for place, one in enumerate(needs)
    ]


def _masked(size: int, number: int, chance: Chance) -> list[int]:
    """Which of so many cards hide their number."""
    if not MASKED_OF_A_KIND[number]:
        return []
    places = list(range(size))
    chance.shuffle(places)
    return places[: MASKED_OF_A_KIND[number]]


def _animals(number: int, chance: Chance) -> list[str]:
    names = BOX.animals[number]
    copies = -(-PATIENTS[number] // len(names))
    places = list(range(copies * len(names)))
    chance.shuffle(places)
    return [names[place % len(names)] for place in places[: PATIENTS[number]]]


def generate(sets: list[int], chance: Chance) -> Deck:
    """A new deck of some sets, set by set."""
    faces = BOX.faces[:]
    for number in (BASE, OPERATIONS, INTENSIVE_CARE):
        if number in sets:
            first = FIRST[number]
            cards = (
                generate_specials(chance) if number == OPERATIONS else generate_set(number, chance)
            )
            faces[first : first + SIZES[number]] = cards
    return Deck(faces, cards_of(sets))
