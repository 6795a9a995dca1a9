"""Dynamite Nurse: 3 to 5 players, in the town and in the village edition."""

from typing import Final

from wardround.core import Credit, Game
from wardround.games.dynamite_nurse import choices, options, scoring, tables, text, view
from wardround.games.dynamite_nurse.actions import ACTIONS
from wardround.games.dynamite_nurse.decisions import QUESTIONS
from wardround.games.dynamite_nurse.round import FLOW
from wardround.games.dynamite_nurse.state import REASONS, Table
from wardround.games.dynamite_nurse.zones import ZONES

CHOICES_OF_A_TURN: Final = 500

GAME: Final = Game(
    id="dynamite_nurse",
    title="Dynamite Nurse",
    tagline="Build a deck, heal your patients, and put others in charge of the rest.",
    credits=Credit(
        ("Atsuo Yoshizawa",),
        "Arclight",
        2011,
        "Wardround is unofficial and not connected with the publishers or the designer. Most card "
        "values are reconstructed.",
    ),
    rules_version="1",
    min_players=3,
    max_players=5,
    options=options.OPTIONS,
    presets=options.PRESETS,
    check=options.check,
    position=Table,
    actions=ACTIONS,
    questions=QUESTIONS,
    flow=FLOW,
    zones=ZONES,
    open_fields=("box", "graveyard", "events_known", "nurses_known", "hospitals.discard"),
    view=view.view,
    observe=view.observe,
    choice=choices.choice,
    event_text=text.event_text,
    material=lambda: tables.pack_tables(options.DEFAULT_VARIANT),
    scores=scoring.scores,
    ranking=scoring.ranking,
    ending=lambda table: REASONS[table.reason],
    max_length=CHOICES_OF_A_TURN * options.LONGEST,
    package=__name__,
)
