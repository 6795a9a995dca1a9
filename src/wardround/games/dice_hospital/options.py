"""What the maker of a table may choose: variants and rule constants."""

from collections.abc import Mapping
from typing import Final

from wardround.core import Option, OptionValue, Preset
from wardround.games.dice_hospital.material import PROMO, SPECIALISTS, Effect
from wardround.games.dice_hospital.values import RECONSTRUCTED, TABLES, Values

ALONE: Final = (1, 1)
SEVERAL: Final = (2, 4)

OPTIONS: Final = (
    Option(
        "administrators",
        "bool",
        True,
        "Administrators",
        "Every player has an administrator with a small power. Off for a first game.",
        clause="DH-20.1",
        players=SEVERAL,
        main=True,
    ),
    Option(
        "activation",
        "choice",
        "simultaneous",
        "Activation",
        "Whether all hospitals are activated at the same time or one after the other.",
        values=("simultaneous", "sequential"),
        labels=("all at the same time", "one after the other"),
        clause="DH-27.1",
        players=SEVERAL,
    ),
    Option(
        "events",
        "bool",
        False,
        "Events",
        "At the start of rounds 2 to 8 an event is revealed. Its card text is reconstructed.",
        clause="DH-21.1",
        main=True,
    ),
    Option(
        "opening_crisis",
        "bool",
        False,
        "Opening Crisis",
        "Every player starts with five patients instead of three.",
        clause="DH-22.1",
    ),
    Option(
        "nationwide_epidemic",
        "bool",
        False,
        "Nationwide Epidemic",
        "With each ambulance one more patient arrives.",
        clause="DH-22.3",
    ),
    Option(
        "resistant_superbug",
        "bool",
        False,
        "Resistant Superbug",
        "Neglected patients lose two steps instead of one.",
        clause="DH-22.8",
    ),
    Option(
        "final_round_collections",
        "bool",
        False,
        "Final Round Collections",
        "After round 8 the ambulances collect patients; those left behind cost points. "
        "Not in the solo game.",
        clause="DH-23.1",
        players=SEVERAL,
        main=True,
    ),
    Option(
        "experimental_medicine",
        "bool",
        False,
        "Experimental Medicine",
        "The mini-expansion: 4 more departments and 6 more specialists, some of them risky.",
        clause="DH-25.1",
        main=True,
    ),
    Option(
        "promo_consultant",
        "bool",
        False,
        "Promo: Consultant",
        "A specialist that copies another one every round.",
        clause="DH-26.5",
    ),
    Option(
        "promo_admissions_nurse",
        "bool",
        False,
        "Promo: Admissions Nurse",
        "A specialist that sends patients back or fetches new ones after discharges.",
        clause="DH-26.8",
    ),
    Option(
        "solo_fatality_penalty",
        "bool",
        False,
        "Solo: dear fatalities",
        "A fatality token costs 4 points instead of 2. Solo game only.",
        clause="DH-24.24",
        players=ALONE,
    ),
    Option(
        "solo_report_penalty",
        "bool",
        False,
        "Solo: dear reports",
        "A report that is not completed costs twice its points. Solo game only.",
        clause="DH-24.25",
        players=ALONE,
    ),
    Option(
        "discharge_table",
        "choice",
        "A",
        "Discharge table",
        "Points for patients discharged in a round. Both tables are partly reconstructed.",
        values=("A", "B"),
        labels=("table A", "table B (more points for many)"),
        clause="DH-14.1",
    ),
    Option(
        "colour_change_scope",
        "choice",
        "printed",
        "Colour changes last",
        "As each source says (a Physiotherapist's through phase 5, all others until the end of "
        "phase 3), all until the end of phase 3, or all through phase 5.",
        values=("printed", "activation", "round"),
        labels=("as each source says", "for the activation", "for the round"),
        clause="R-01",
    ),
    Option(
        "different_from",
        "choice",
        "trigger",
        "A different patient",
        "Different from the one patient that set a specialist's effect off, or from all healed.",
        values=("trigger", "all_healed"),
        labels=("than the trigger patient", "than all patients healed"),
        clause="R-04",
    ),
    Option(
        "raised_by_treatment_is_heal",
        "bool",
        True,
        "A raise is a heal",
        "Whether a re-roll or a flip that raises a patient sets off specialists.",
        clause="R-08",
    ),
    Option(
        "most_discharged_tie",
        "choice",
        "shared",
        "Ties for most discharged",
        "Whether the administrator for most discharged patients scores in a tie.",
        values=("shared", "strict"),
        labels=("score", "do not score"),
        clause="R-22",
        players=SEVERAL,
    ),
    Option(
        "token_limits",
        "choice",
        "none",
        "Token limits",
        "Whether blood bags run out when all 16 printed tokens are in use.",
        values=("none", "printed"),
        labels=("no limit", "as printed"),
        clause="R-27",
    ),
    Option(
        "material",
        "file",
        "",
        "Own material",
        "A file with the values of your own copy of the game: discharge table, events, medical "
        "reports, ambulance backs. Ours are partly reconstructed.",
        clause="R-56",
    ),
)

PRESETS: Final = (
    Preset("usual", "The usual game", "With administrators, without events."),
    Preset(
        "first",
        "First game",
        "Without administrators; the hospitals act one after the other.",
        (("administrators", False), ("activation", "sequential")),
    ),
    Preset(
        "eventful",
        "Eventful",
        "Events from round 2, and the ambulances collect patients at the end.",
        (("events", True), ("final_round_collections", True)),
    ),
    Preset(
        "experimental",
        "Experimental Medicine",
        "The mini-expansion and both promos: more departments and specialists.",
        (
            ("experimental_medicine", True),
            ("promo_consultant", True),
            ("promo_admissions_nurse", True),
        ),
    ),
    Preset(
        "experts",
        "Experts",
        "Everything that makes it harder: more patients, who get worse faster, and events.",
        (
            ("events", True),
            ("opening_crisis", True),
            ("nationwide_epidemic", True),
            ("resistant_superbug", True),
        ),
    ),
)
"""Ready-made choices."""


def own_values(options: Mapping[str, OptionValue]) -> Values:
    """The values of the player's own material file, or ours.

    Raises:
        MaterialError: The file breaks the schema.
    """
    text = str(options["material"])
    return Values(text, "material file") if text else RECONSTRUCTED


def check(options: dict[str, OptionValue], players: int) -> None:
    """An own material file is read before a game is begun with it.

    Raises:
        MaterialError: The file breaks the schema.
    """
    own_values(options)


class Variant:
    """The options of one game, read once; shared by all copies of its positions."""

    def __init__(self, options: Mapping[str, OptionValue]) -> None:
        self.values = own_values(options)
        self.administrators = bool(options["administrators"])
        self.sequential = options["activation"] == "sequential"
        self.events = bool(options["events"])
        self.opening_crisis = bool(options["opening_crisis"])
        self.nationwide_epidemic = bool(options["nationwide_epidemic"])
        self.resistant_superbug = bool(options["resistant_superbug"])
        self.final_round_collections = bool(options["final_round_collections"])
        self.experimental_medicine = bool(options["experimental_medicine"])
        self.fatality_penalty = bool(options["solo_fatality_penalty"])
        self.report_penalty = bool(options["solo_report_penalty"])
        self.promos = [
            number
            for number, card in enumerate(SPECIALISTS)
            if card.box == PROMO and bool(options[f"promo_{card.id}"])
        ]
        self.table = self.values.tables[TABLES.index(str(options["discharge_table"]))]
        self.colour_change_scope = options["colour_change_scope"]
        self.other_than_all_healed = options["different_from"] == "all_healed"
        self.raised_is_heal = bool(options["raised_by_treatment_is_heal"])
        self.strict_most = options["most_discharged_tie"] == "strict"
        self.printed_limits = options["token_limits"] == "printed"

    def outlasts_phase_3(self, effect: Effect) -> bool:
        """Whether a colour change that comes with the effect lasts through phase 5 (R-01)."""
        if self.colour_change_scope == "printed":
            return effect.all_round
        return self.colour_change_scope == "round"


DEFAULT: Final = Variant({option.name: option.default for option in OPTIONS})
"""The game as it is played when nothing is said."""
