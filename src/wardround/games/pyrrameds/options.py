"""The options of the game, how they go together, and what a choice of them means."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from wardround.core import MaterialError, Option, OptionError, OptionValue, read_toml
from wardround.core.words import counted, listed
from wardround.games.pyrrameds.material import Material
from wardround.games.pyrrameds.state import loose_patient_swap, row_size, sets_of

SET_CHOICES: Final = (
    "base",
    "base+operations",
    "base+intensive_care",
    "base+operations+intensive_care",
)
ROW_SIZES: Final = ("as_preset", "fitted", "book", "4", "5", "6", "7", "8", "9", "10")

OPTIONS: Final = (
    Option(
        "preset",
        "choice",
        "recommended",
        "Preset",
        "By the book follows the rulebook to the letter: its row of 6 (8 with Intensive Care) and "
        "its strict swap. Then many games end blocked: nobody can lay a card any more. As "
        "recommended the row is longer and, with 2 players, the swap loose, so that few do.",
        values=("recommended", "book"),
        labels=("recommended", "by the book"),
        clause="PY-0.7",
    ),
    Option(
        "sets",
        "choice",
        "base",
        "Sets",
        "Operations adds 15 special cards, Intensive Care 24 cards with new types and wildcards.",
        values=SET_CHOICES,
        labels=(
            "base",
            "base and Operations",
            "base and Intensive Care",
            "base, Operations and Intensive Care",
        ),
        clause="PY-1.19",
    ),
    Option(
        "deck",
        "choice",
        "canonical",
        "Deck",
        "A fixed deck that makes games comparable, or a new one for this game from the author's "
        "generator.",
        values=("canonical", "generated"),
        labels=("always the same", "a new one"),
        clause="PY-1.28",
    ),
    Option(
        "material",
        "file",
        "",
        "Your own deck",
        "A material file with the cards of your own printed deck, used instead of the deck that is "
        "always the same.",
        clause="PY-1.27",
    ),
    Option(
        "row_size",
        "choice",
        "as_preset",
        "Starting row",
        "Cards in the starting row. A longer row blocks less.",
        values=ROW_SIZES,
        labels=("as the preset says", "by players and sets", "by the book", *ROW_SIZES[3:]),
        clause="PY-2.24",
        retired=("preset", "auto"),
    ),
    Option(
        "path_rule",
        "choice",
        "zigzag",
        "Paths",
        "What counts as going left or right: sideways steps only, the author's own computation, or "
        "every step that leans left or right. The last blocks many games.",
        values=("zigzag", "reference", "strict"),
        labels=("sideways steps only", "as the author's program", "strict"),
        clause="PY-6.16",
    ),
    Option(
        "loose_patient_swap",
        "choice",
        "preset",
        "Swaps by a patient",
        "Whether one wanted medicine is enough when a patient is revealed, or both must be wanted.",
        values=("preset", "auto", "off", "on"),
        labels=("as the preset says", "one is enough with 2 players", "both", "one is enough"),
        clause="PY-7.11",
    ),
    Option(
        "start_player",
        "choice",
        "random",
        "First player",
        "Who begins.",
        values=("random", "0", "1", "2", "3", "4", "5"),
        labels=("at random", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"),
        clause="PY-2.16",
    ),
    Option(
        "dead_test",
        "bool",
        True,
        "End dead games",
        "The game ends as soon as nobody could ever place a card again.",
        clause="PY-10.10",
    ),
    Option(
        "stall_rounds",
        "int",
        10,
        "Rounds without a placement",
        "After so many rounds in which nobody placed a card the game is blocked; 0 for never.",
        low=0,
        high=50,
        clause="PY-10.8",
    ),
    Option(
        "turn_cap",
        "int",
        200,
        "Most turns",
        "After so many turns the game is blocked; 0 for never.",
        low=0,
        high=1000,
        clause="PY-10.9",
    ),
    Option(
        "show_memory",
        "bool",
        True,
        "Show what you know",
        "Cards of other hands that you have seen stay visible to you until they leave the hand.",
        clause="PY-11.11",
    ),
)


def check(options: dict[str, OptionValue], players: int) -> None:
    """Object to options that do not go together.

    Raises:
        OptionError: A first player without a seat, or no limit at all to a blocked game.
        MaterialError: An entry of the own deck breaks the schema.
    """
    if options["material"]:
        Material(str(options["material"]), "material")
    first = str(options["start_player"])
    if first != "random" and int(first) >= players:
        raise OptionError(
            f"First player: there is no seat {int(first) + 1} in a game of {players}.",
            where="option start_player",
            expected=f"random or a seat from 0 to {players - 1}",
            clause="PY-2.16",
        )
    if not options["stall_rounds"] and not options["turn_cap"]:
        raise OptionError(
            "Most turns: with neither limit a blocked game would never end.",
            where="options stall_rounds and turn_cap",
            expected="at least one of the two above 0",
            clause="PY-10.9",
        )


# --- how many games end blocked (PY-17) ---------------------------------------------------------


BLOCKED: Final = read_toml(
    files("wardround.games.pyrrameds").joinpath("blocked.toml").read_text(encoding="utf-8"),
    "blocked.toml",
    MaterialError,
    "the table that scripts/blocked_games.py writes",
)["rows"]
"""By kind of bot and the facts of :func:`block_facts`: how many games were played and how many of
them ended blocked, and the 95 % interval of that share in percent."""


def block_facts(options: Mapping[str, OptionValue], players: int) -> list[object]:
    """What decides how often games end blocked: sets, players, row, loose swap, path rule."""
    sets, preset = str(options["sets"]), str(options["preset"])
    row = row_size(preset, str(options["row_size"]), sets_of(sets), players)
    loose = loose_patient_swap(preset, str(options["loose_patient_swap"]), players)
    return [sets, players, row, loose, str(options["path_rule"])]


def notes(options: Mapping[str, OptionValue], players: int) -> list[str]:
    """The row and the swap that are played, and how many games then end blocked (PY-0.7)."""
    facts = block_facts(options, players)
    shares = [
        f"{round(100 * blocked / games)} % between {bot} bots "
        f"(95 % interval {round(low)} to {round(high)} %, {counted(games, 'game')})"
        for bot, *known, games, blocked, low, high in BLOCKED
        if known == facts
    ]
    wanted = "one of the two cards" if facts[3] else "both cards"
    return [
        f"Starting row: {facts[2]} cards.",
        f"Swap by a patient: {wanted} must be medicine that it wants.",
        f"Games that end blocked: {listed(shares)}."
        if shares
        else "How many games end blocked was not measured for this row and this swap.",
    ]
