"""Random games stopped at every step, set-ups with chosen chance, and fairness of outcomes."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from math import sqrt
from random import Random

from tests.rules.dice_hospital.table import SEED, Options, set_up, table
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital.material import LETTERS
from wardround.games.dice_hospital.state import DICE_OF_A_COLOUR, Table
from wardround.testing import Scenario

UNSHUFFLED = list(range(23, 0, -1))
"""The outcomes that leave a stack of 24 in its order: each item changes places with itself."""


def journey(
    players: int = 3, seed: int = 1, options: Options | None = None, at: Table | None = None
) -> Iterator[Table]:
    """A random game, stopped at every question and between all steps of the flow.

    Args:
        at: Start from this position; a new game if not given.
    """
    position = at if at is not None else table(set_up(players, options, f"journey {seed}"))
    rng = Random(seed)
    while not position.over:
        yield position
        if not position._settle():
            position.proceed()
            continue
        seat = rng.choice(position.asked())
        action = rng.choice(position.legal_actions(seat))
        position._legal[seat] = None
        position.stacks[seat][-1].take(position, seat, action)
    yield position


def beginning(players: int, options: Options | None = None) -> Scenario:
    """Before the set-up: the next step draws the first player and everything after."""
    checked = GAME.check_options(options, players)
    return Scenario(GAME, GAME.begin(players, SEED, checked))


def dealt(
    players: int,
    first_player: int,
    colours: str,
    options: Options | None = None,
    further: Iterable[int] = (),
) -> Scenario:
    """A set-up with unshuffled stacks and these starting dice, at its first question.

    Args:
        players: 3 or 4 (with 2 the set-up stops before the dice).
        colours: The starting dice in the order in which they are drawn, e.g. ``"YRGRRRYYY"``.
        further: Outcomes of what is drawn after them, if nobody has a choice before.
    """
    draws = [first_player, *UNSHUFFLED, *UNSHUFFLED]
    draws += draws_of(colours, DICE_OF_A_COLOUR[players])
    return beginning(players, options).chance(*draws, *further).go_on()


def draws_of(colours: str, of_a_colour: int) -> list[int]:
    """The outcomes that draw these colours from a bag with so many dice of each."""
    bag = [of_a_colour] * 3
    draws: list[int] = []
    for letter in colours:
        colour = LETTERS.index(letter)
        draws.append(sum(bag[:colour]))
        bag[colour] -= 1
    return draws


def looks_uniform(outcomes: Iterable[Hashable], kinds: int) -> bool:
    """Whether all kinds occur about equally often (a chi-square test with a wide margin)."""
    counts = Counter(outcomes)
    expected = counts.total() / kinds
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    freedom = kinds - 1
    return len(counts) == kinds and chi_square < freedom + 5 * sqrt(2 * freedom)
