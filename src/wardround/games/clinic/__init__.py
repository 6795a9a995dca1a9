"""Clinic: 2 to 4 players build clinics floor by floor and treat patients in them."""

from typing import Final

from wardround.core import Credit, Game
from wardround.games.clinic import choices, scoring, text, view
from wardround.games.clinic.actions import ACTIONS
from wardround.games.clinic.decisions import QUESTIONS
from wardround.games.clinic.options import OPTIONS, PRESETS, parameters
from wardround.games.clinic.round import FLOW
from wardround.games.clinic.state import CHOSEN, FIRST_RELEASE, OPEN_FIELDS, Table

GAME: Final = Game(
    id="clinic",
    title="Clinic",
    tagline="Build a clinic in three dimensions, find people for it, and mind the clock.",
    credits=Credit(
        ("Alban Viard",),
        "AVStudioGames",
        2014,
        "Wardround is unofficial and not connected with the publisher or the designer.",
    ),
    rules_version="2",
    earlier_rules=(FIRST_RELEASE,),
    min_players=2,
    max_players=4,
    options=OPTIONS,
    presets=PRESETS,
    position=Table,
    actions=ACTIONS,
    questions=QUESTIONS,
    flow=FLOW,
    zones=(CHOSEN,),
    open_fields=OPEN_FIELDS,
    view=view.view,
    observe=view.observe,
    redraw=view.redraw,
    choice=choices.choice,
    scores=scoring.scores,
    ranking=scoring.ranking,
    round_of=lambda table: table.round,
    event_text=text.event_text,
    material=parameters,
    max_length=20_000,
    simultaneous=True,
    package=__name__,
)
