"""Dice Hospital: 1 to 4 players, with every variant of the rulebook."""

from typing import Final

from wardround.core import Credit, Game
from wardround.games.dice_hospital import choices, options, scoring, text, view
from wardround.games.dice_hospital.actions import ACTIONS
from wardround.games.dice_hospital.decisions import QUESTIONS
from wardround.games.dice_hospital.round import FLOW
from wardround.games.dice_hospital.state import Table
from wardround.games.dice_hospital.zones import ZONES

GAME: Final = Game(
    id="dice_hospital",
    title="Dice Hospital",
    tagline="Heal the dice: run a hospital for eight rounds and send patients home.",
    credits=Credit(
        ("Stan Kordonskiy", "Mike Nudd"),
        "Alley Cat Games",
        2018,
        "Wardround is unofficial and not connected with the publisher or the designers.",
    ),
    rules_version="3",
    earlier_rules=("2",),
    min_players=1,
    max_players=4,
    options=options.OPTIONS,
    presets=options.PRESETS,
    check=options.check,
    position=Table,
    actions=ACTIONS,
    questions=QUESTIONS,
    flow=FLOW,
    zones=ZONES,
    open_fields=("queue", "dice", "spaces", "filled", "hospitals.lasting"),
    view=view.view,
    observe=view.observe,
    redraw=view.redraw,
    choice=choices.choice,
    event_text=text.event_text,
    material=text.material,
    scores=scoring.scores,
    ranking=scoring.ranking,
    returns=scoring.returns,
    round_of=lambda table: table.round,
    max_length=5000,
    simultaneous=True,
    solo_returns=(-10.0, 10.0),
    package=__name__,
)
