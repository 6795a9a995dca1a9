"""Pyrrameds: the base game with Operations and Intensive Care, for 2 to 6 players."""

from typing import Final

from wardround.core import (
    Credit,
    Game,
    MaterialTable,
)
from wardround.games.pyrrameds import choices, endings, options, text, view
from wardround.games.pyrrameds.actions import ACTIONS
from wardround.games.pyrrameds.cards import (
    CARDS,
    IDS,
    ONE_TIME,
    PATIENT,
    SPECIAL,
)
from wardround.games.pyrrameds.decisions import QUESTIONS
from wardround.games.pyrrameds.material import BOX
from wardround.games.pyrrameds.round import FLOW
from wardround.games.pyrrameds.state import EMPTY_HAND, ENDINGS, Table


def tables() -> list[MaterialTable]:
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
    options=options.OPTIONS,
    presets=options.PRESETS,
    check=options.check,
    notes=options.notes,
    position=Table,
    actions=ACTIONS,
    questions=QUESTIONS,
    flow=FLOW,
    zones=view.ZONES,
    open_fields=("belonging",),
    view=view.view,
    observe=view.observe,
    redraw=view.redraw,
    choice=choices.choice,
    scores=endings.scores,
    ranking=endings.ranking,
    ending=endings.ending,
    meant_ending=ENDINGS[EMPTY_HAND],
    event_text=text.event_text,
    material=tables,
    max_length=100_000,
    package=__name__,
)
assert len(BOX.faces) == CARDS
