"""Numbers of the search, one row a game. What they mean stands at :class:`Constants`."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Constants:
    """How a game is searched. Worths are in the unit of the game's evaluation.

    Args:
        scale: The lead that counts as three wins in four.
        gap: The loss against the best choice at which a prior is a quarter of the best one's.
        explore: The weight of what is little known.
        margin: How much of a finished game's value is its points; the rest is its return.
        wide: Names of the questions that are searched in full, even where the evaluation leaves
            choices out.
    """

    scale: float = 10.0
    gap: float = 1.0
    explore: float = 1.0
    margin: float = 0.1
    wide: tuple[str, ...] = ()


CONSTANTS: Final[dict[str, Constants]] = {
    "dice_hospital": Constants(scale=1500.0, gap=150.0),
    "dynamite_nurse": Constants(scale=800.0, gap=150.0),
    "clinic": Constants(scale=1500.0, gap=150.0, wide=("choose_action",)),
    "pyrrameds": Constants(scale=3000.0, gap=400.0),
}
USUAL: Final = Constants()
"""For a game that was not measured: worths are points."""


def constants(game: str) -> Constants:
    """The numbers for a game."""
    return CONSTANTS.get(game, USUAL)
