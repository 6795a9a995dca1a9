"""Pyrrameds: the base game with Operations and Intensive Care, for 2 to 6 players."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

from wardround.core import (
    SEAT_NAMES,
    Chance,
    Credit,
    Event,
    Game,
    MaterialTable,
    Option,
    OptionError,
    OptionValue,
)
from wardround.games.pyrrameds import actions, decisions, text
from wardround.games.pyrrameds.cards import (
    CARDS,
    IDS,
    ONE_TIME,
    PATIENT,
    SPECIAL,
    Deck,
    cards_of,
    parse_card,
)
from wardround.games.pyrrameds.material import BOX, Material, canonical
from wardround.games.pyrrameds.round import PyrramedsState
from wardround.games.pyrrameds.state import set_fields

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


class Pyrrameds(Game):
    """The game of patients that are cured by paths of medicine."""

    def __init__(self) -> None:
        super().__init__(
            id="pyrrameds",
            title="Pyrrameds",
            tagline="Build two pyramids of medicine, cure animals by paths through them, and be "
            "the first with an empty hand.",
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
            notations=[notation for notation, _ in actions.CATALOGUE],
            max_length=100_000,
            min_return=0.0,
            max_return=1.0,
            rules_text=files(__name__).joinpath("rules.md").read_text(encoding="utf-8"),
        )

    def check_options(
        self, raw: Mapping[str, object] | None, players: int
    ) -> dict[str, OptionValue]:
        """All options with their values.

        Raises:
            SeatError: The game is not for that many players.
            OptionError: An unknown option, a value that it does not take, a first player without a
                seat, or no limit at all to a blocked game.
            MaterialError: An entry of the own deck breaks the schema.
        """
        checked = super().check_options(raw, players)
        if checked["material"]:
            Material(str(checked["material"]), "material")
        first = str(checked["start_player"])
        if first != "random" and int(first) >= players:
            raise OptionError(
                f"First player: there is no seat {int(first) + 1} in a game of {players}.",
                where="option start_player",
                expected=f"random or a seat from 0 to {players - 1}",
                clause="PY-2.16",
            )
        if not checked["stall_rounds"] and not checked["turn_cap"]:
            raise OptionError(
                "Most turns: with neither limit a blocked game would never end.",
                where="options stall_rounds and turn_cap",
                expected="at least one of the two above 0",
                clause="PY-10.9",
            )
        return checked

    def begin(self, players: int, seed: str, options: dict[str, OptionValue]) -> PyrramedsState:
        state = PyrramedsState(self, players, Chance(seed))
        state.set_up(options)
        return state

    def restore(self, snapshot: Mapping[str, Any]) -> PyrramedsState:
        chance = Chance.load(snapshot["chance"])
        state = PyrramedsState(self, snapshot["players"], chance)
        set_fields(state, dict(snapshot))
        state.use_deck(_deck(state.sets(), snapshot["deck"]))
        state.stacks = [
            [decisions.restore(name, data) for name, data in stack]
            for stack in snapshot["questions"]
        ]
        state.relist()
        return state

    def event_text(self, event: Event, viewer: int, names: Sequence[str] = SEAT_NAMES) -> str:
        return text.event_text(event, viewer, names)

    def action_text(self, action: int) -> str:
        return actions.CATALOGUE[action][1]

    def material(self) -> list[MaterialTable]:
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


def _deck(sets: list[int], saved: list[list[str]]) -> Deck:
    """The deck of a snapshot: the canonical one, or the faces that were generated."""
    if not saved:
        return canonical(sets)
    faces = BOX.faces[:]
    for card, (notation, animal) in zip(cards_of(sets), saved, strict=True):
        faces[card] = parse_card(notation, animal)
    return Deck(faces, cards_of(sets))


GAME: Final = Pyrrameds()
assert len(BOX.faces) == CARDS
