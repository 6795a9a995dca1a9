"""The options of the game, how they go together, and what a choice of them means."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from wardround.core import (
    MaterialError,
    Option,
    OptionError,
    OptionValue,
    Places,
    Preset,
    check_options,
    read_toml,
)
from wardround.core.words import counted, listed
from wardround.games.pyrrameds.cards import INTENSIVE_CARE, OPERATIONS, SETS, Deck, cards_of
from wardround.games.pyrrameds.geometry import NOWHERE, hull
from wardround.games.pyrrameds.material import BOX, Material
from wardround.games.pyrrameds.paths import RULES

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
        main=True,
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
        main=True,
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
        main=True,
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
        main=True,
    ),
)

PRESETS: Final = (
    Preset("usual", "The usual game", "The base set, with a row that seldom blocks."),
    Preset("operations", "Operations", "With 15 special cards.", (("sets", "base+operations"),)),
    Preset(
        "everything",
        "Everything",
        "Both expansions together, with a deck made for this game.",
        (("sets", "base+operations+intensive_care"), ("deck", "generated")),
    ),
    Preset(
        "memory",
        "From memory",
        "What you have seen of other hands is yours to remember.",
        (("show_memory", False),),
    ),
    Preset(
        "book",
        "By the book",
        "To the letter of the rulebook: a short row and strict swaps. Many games end blocked.",
        (("preset", "book"),),
    ),
)
"""Ready-made choices."""


FITTED_ROWS: Final = {
    "base": (8, 7, 6, 6, 6),
    "base+operations": (8, 8, 8, 8, 8),
    "base+intensive_care": (10, 10, 10, 8, 8),
    "base+operations+intensive_care": (9, 9, 9, 9, 9),
}
"""The row sizes that block few games, by sets, for 2 to 6 players (PY-2.24)."""


def row_size(options: Mapping[str, OptionValue], players: int) -> int:
    """The number of cards in the starting row (PY-2.5 to PY-2.8, PY-2.24).

    ``preset`` and ``auto`` are what the first release called ``as_preset`` and ``fitted``; its row
    for Intensive Care was that of the rulebook.
    """
    sets, chosen = str(options["sets"]), str(options["row_size"])
    if chosen in ("as_preset", "preset") and options["preset"] == "book":
        chosen = "book"
    if chosen == "book" or (chosen in ("preset", "auto") and sets == "base+intensive_care"):
        return 8 if "intensive_care" in sets else 6
    return int(chosen) if chosen.isdecimal() else FITTED_ROWS[sets][players - 2]


def loose_patient_swap(options: Mapping[str, OptionValue], players: int) -> bool:
    """Whether one wanted medicine is enough when a patient is revealed (PY-7.11)."""
    chosen = str(options["loose_patient_swap"])
    if chosen == "preset":
        chosen = "off" if options["preset"] == "book" else "auto"
    return players == 2 if chosen == "auto" else chosen == "on"


class Terms:
    """What the options come to in one game; shared by all copies of its positions.

    Args:
        options: All options with checked values.
        players: Number of seats.
    """

    def __init__(self, options: Mapping[str, OptionValue], players: int) -> None:
        self.sets = [number for number, name in enumerate(SETS) if name in str(options["sets"])]
        self.operations = OPERATIONS in self.sets
        self.intensive_care = INTENSIVE_CARE in self.sets
        self.row = row_size(options, players)
        self.places = Places(hull(self.row), NOWHERE + 1)
        self.path_rule = RULES.index(str(options["path_rule"]))
        self.loose = loose_patient_swap(options, players)
        self.dead_test = bool(options["dead_test"])
        self.stall_rounds = int(options["stall_rounds"])
        self.turn_cap = int(options["turn_cap"])
        self.show_memory = bool(options["show_memory"])
        first = str(options["start_player"])
        self.first_seat = int(first) if first.isdecimal() else -1
        self.generated = options["deck"] == "generated"
        own = str(options["material"])
        faces = Material(own, "material").faces if own else BOX.faces
        self.deck = Deck(faces, cards_of(self.sets))


USUAL_TERMS: Final = Terms(check_options(OPTIONS, None), 2)


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
    terms = Terms(options, players)
    return [options["sets"], players, terms.row, terms.loose, RULES[terms.path_rule]]


def percent(part: int, whole: int) -> int:
    """A share in percent, halves rounded up."""
    return (200 * part + whole) // (2 * whole)


def notes(options: Mapping[str, OptionValue], players: int) -> list[str]:
    """The row and the swap that are played, and how many games then end blocked (PY-0.7)."""
    facts = block_facts(options, players)
    shares = [
        f"{percent(blocked, games)} % between {bot} bots "
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
