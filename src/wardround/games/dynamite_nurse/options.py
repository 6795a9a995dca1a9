"""What the maker of a table may choose (DN-0)."""

from collections.abc import Mapping
from typing import Final

from wardround.core import Option, OptionError, OptionValue, Preset
from wardround.games.dynamite_nurse.pack import Pack, read_pack
from wardround.games.dynamite_nurse.words import EDITIONS, VILLAGE, voice

BY_EDITION: Final = "edition"
SEATS: Final = ["1", "2", "3", "4", "5"]
ROTATE: Final = "rotate"
STAY: Final = "stay"
BOTTOM: Final = "bottom"
TOP: Final = "top"
SHORTEST: Final = 100
LONGEST: Final = 10_000

OPTIONS: Final = (
    Option(
        "edition",
        "choice",
        "town",
        "Edition",
        "The words of the English rulebook, or of Dynamite Nurse Returns, with their rules for "
        "Event cards.",
        values=("town", "village"),
        labels=("Town (English rulebook)", "Village (Returns)"),
        clause="DN-0.1",
        main=True,
    ),
    Option(
        "second_event",
        "choice",
        BY_EDITION,
        "Second Event card",
        "Where the top Event card goes when a player asks for the second one.",
        values=(BY_EDITION, ROTATE, STAY),
        labels=("as in the edition", "to the bottom of the pile", "it stays on top"),
        clause="DN-0.5",
    ),
    Option(
        "event_return",
        "choice",
        BY_EDITION,
        "Returned Event card",
        "Where an Event card goes that is returned.",
        values=(BY_EDITION, BOTTOM, TOP),
        labels=("as in the edition", "to the bottom, unseen", "on top, face-up"),
        clause="DN-0.6",
    ),
    Option(
        "turn_cap",
        "int",
        1000,
        "Longest game",
        "After so many turns the game is ended and scored. It is hardly ever reached.",
        low=SHORTEST,
        high=LONGEST,
        clause="DN-0.7",
    ),
    Option(
        "first_player",
        "choice",
        "random",
        "First player",
        "Who takes the first turn.",
        values=("random", *SEATS),
        labels=("random", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5"),
        clause="DN-0.8",
    ),
    Option(
        "critical_event_kills",
        "bool",
        True,
        "Critical Condition kills",
        "Whether the Event of that name kills patients that are Critical already.",
        clause="DN-0.9",
    ),
    Option(
        "nurse_gain",
        "choice",
        "top",
        "Nurse gained",
        "Whether a nurse gained is the top card of the Nurse pile or chosen from all of it.",
        values=("top", "choice"),
        labels=("the top card", "any card"),
        clause="DN-0.10",
        main=True,
    ),
    Option(
        "white_magic",
        "choice",
        "pairs",
        "White Magic",
        "How the extra points of White Magic are counted.",
        values=("pairs", "beyond_two"),
        labels=("for every second card", "for every card from the third"),
        clause="DN-0.11",
    ),
    Option(
        "emergency_front",
        "choice",
        "admit",
        "Emergency Cases",
        "Whether an Emergency Case is admitted at once when it is transported.",
        values=("admit", "none"),
        labels=("admitted at once", "wait like others"),
        clause="DN-0.12",
    ),
    Option(
        "ivanna_pick",
        "choice",
        "own",
        "Calypso Ivanna",
        "Whether each side of her trade picks a patient of its own or of the other side.",
        values=("own", "other"),
        labels=("an own patient", "one of the other side"),
        clause="DN-0.13",
    ),
    Option(
        "tiebreak_marks",
        "choice",
        "counted",
        "Tie-break",
        "Whether ties are broken by counted Kill Marks or by Kill Mark cards.",
        values=("counted", "cards"),
        labels=("counted Kill Marks", "Kill Mark cards"),
        clause="DN-0.14",
    ),
    Option(
        "pack",
        "file",
        "",
        "Card pack",
        "A card pack with the values of your own copy of the game. Most values of ours are "
        "reconstructed.",
        clause="DN-14.1",
        main=True,
    ),
)

PRESETS: Final = (
    Preset("town", "Town", "The English rulebook."),
    Preset(
        "village",
        "Village",
        "The words and the Event cards of Dynamite Nurse Returns.",
        (("edition", "village"),),
    ),
    Preset(
        "choice",
        "Nurses of your choice",
        "Whoever gains a nurse chooses her from the whole pile: less luck, more to read.",
        (("nurse_gain", "choice"),),
    ),
)
"""Ready-made choices."""


def check(options: dict[str, OptionValue], players: int) -> None:
    """Fill in the edition's defaults; object to what does not go together.

    Raises:
        OptionError: The first player's seat is none of this game.
        MaterialError: The card pack is refused.
    """
    village = options["edition"] == EDITIONS[VILLAGE]
    if options["second_event"] == BY_EDITION:
        options["second_event"] = STAY if village else ROTATE
    if options["event_return"] == BY_EDITION:
        options["event_return"] = TOP if village else BOTTOM
    first = str(options["first_player"])
    if first != "random" and int(first) > players:
        raise OptionError(
            f"First player: there is no seat {first} in a game of {players} players.",
            where="option first_player",
            expected=f"random, or a seat from 1 to {players}",
            clause="DN-0.8",
        )
    read_pack(str(options["pack"]))


class Variant:
    """The options of one game, read once; shared by all copies of its positions.

    Args:
        options: All options, settled.
        pack: A pack in the place of the one that the options name.
    """

    def __init__(self, options: Mapping[str, OptionValue], pack: Pack | None = None) -> None:
        self.pack = pack or read_pack(str(options["pack"]))
        self.voice = voice(self.pack, EDITIONS.index(str(options["edition"])))
        self.rotate = options["second_event"] == ROTATE
        self.return_on_top = options["event_return"] == TOP
        self.turn_cap = int(options["turn_cap"])
        first = str(options["first_player"])
        self.first_player = -1 if first == "random" else int(first) - 1
        self.critical_event_kills = bool(options["critical_event_kills"])
        self.choose_nurse = options["nurse_gain"] == "choice"
        self.beyond_two = options["white_magic"] == "beyond_two"
        self.admit_emergencies = options["emergency_front"] == "admit"
        self.pick_other = options["ivanna_pick"] == "other"
        self.counted_marks = options["tiebreak_marks"] == "counted"


def _default_variant() -> Variant:
    options = {option.name: option.default for option in OPTIONS}
    check(options, len(SEATS))
    return Variant(options)


DEFAULT_VARIANT: Final = _default_variant()
"""The game with all defaults: what a position has before its options are known."""
