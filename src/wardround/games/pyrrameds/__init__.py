"""Pyrrameds: the base game with Operations and Intensive Care, for 2 to 6 players."""

from typing import Final

from wardround.core import (
    Credit,
    Game,
    MaterialTable,
    Option,
    OptionError,
    OptionValue,
)
from wardround.games.pyrrameds import choices, endings, text, view
from wardround.games.pyrrameds.actions import ACTIONS
from wardround.games.pyrrameds.cards import (
    CARDS,
    IDS,
    ONE_TIME,
    PATIENT,
    SPECIAL,
)
from wardround.games.pyrrameds.decisions import QUESTIONS
from wardround.games.pyrrameds.material import BOX, Material
from wardround.games.pyrrameds.round import FLOW
from wardround.games.pyrrameds.state import Table

SET_CHOICES: Final = (
    "base",
    "base+operations",
    "base+intensive_care",
    "base+operations+intensive_care",
)
ROW_SIZES: Final = ("preset", "auto", "book", "4", "5", "6", "7", "8", "9", "10")

OPTIONS: Final = (
    Option(
        "preset",
        "choice",
        "recommended",
        "Preset",
        "By the book follows the rulebook to the letter: its row of 6 (8 with Intensive Care) and "
        "its strict swap. Then greedy bots block about 73 % of games with 2 players, 10 % with 3, "
        "3 % with 4 and hardly any with more. As recommended, with a longer row for 2 and 3 "
        "players and a loose swap for 2, they block 1 % with 2 or 3 players.",
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
        "preset",
        "Starting row",
        "Cards in the starting row. A longer row blocks less.",
        values=ROW_SIZES,
        labels=("as the preset says", "by players and sets", "by the book", *ROW_SIZES[3:]),
        clause="PY-2.6",
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


def material() -> list[MaterialTable]:
    """The canonical deck, and the special cards."""
    return [
        MaterialTable(
            "Canonical deck",
            ("id", "card", "animal", "provenance"),
            tuple(
                (IDS[card], face.notation(), face.animal, _provenance(card))
                for card, face in enumerate(BOX.faces)
            ),
        ),
        MaterialTable(
            "Special cards",
            ("clause", "id", "name", "effect", "acts", "provenance"),
            tuple(
                (
                    kind.clause,
                    kind.id,
                    kind.name,
                    kind.text,
                    "once" if effect <= ONE_TIME else "while it lies in the pyramid",
                    BOX.provenance[f"special {kind.id} effect"],
                )
                for effect, kind in enumerate(BOX.specials)
            ),
        ),
    ]


def _provenance(card: int) -> str:
    face = BOX.faces[card]
    if face.kind == SPECIAL:
        return BOX.provenance[f"special {BOX.specials[face.effect].id} numbers"]
    entry = "base" if IDS[card].startswith("b") else "intensive_care"
    return BOX.provenance[f"set {entry} {'patients' if face.kind == PATIENT else 'numbers'}"]


GAME: Final = Game(
    id="pyrrameds",
    title="Pyrrameds",
    tagline="Build two pyramids of medicine, cure animals by paths through them, and be the first "
    "with an empty hand.",
    credits=Credit(
        ("Pandaqi",),
        "print and play",
        None,
        "Wardround is unofficial and not connected with the designer.",
    ),
    rules_version="1",
    min_players=2,
    max_players=6,
    options=OPTIONS,
    check=check,
    table=Table,
    actions=ACTIONS,
    questions=QUESTIONS,
    flow=FLOW,
    zones=view.ZONES,
    open_fields=("belonging",),
    view=view.view,
    observation=view.observation,
    hide=view.hide,
    choice=choices.choice,
    scores=endings.scores,
    ranking=endings.ranking,
    ending=endings.ending,
    event_text=text.event_text,
    material=material,
    max_length=100_000,
    package=__name__,
)
assert len(BOX.faces) == CARDS
