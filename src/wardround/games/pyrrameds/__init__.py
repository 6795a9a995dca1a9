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
    OptionValue,
)
from wardround.games.pyrrameds import actions, decisions, options, text
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
from wardround.games.pyrrameds.material import BOX, canonical
from wardround.games.pyrrameds.options import notes
from wardround.games.pyrrameds.round import PyrramedsState
from wardround.games.pyrrameds.state import set_fields


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
            options=options.OPTIONS,
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
            OptionError, MaterialError: See :func:`wardround.games.pyrrameds.options.check`; or an
                unknown option, or a value that it does not take.
        """
        checked = super().check_options(raw, players)
        options.check(checked, players)
        return checked

    def notes(self, options: Mapping[str, OptionValue], players: int) -> list[str]:
        return notes(options, players)

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
