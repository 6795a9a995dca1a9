"""Zones and who sees them: every place with something to hide, declared here and nowhere else.

What is hidden in this game is the order of stacks and decks, cards that were taken out of them, the
administrators before they are shown, and the patients of a Ward Transfer before they move. All else
lies open (DH-3.9).
"""

from typing import Final

from wardround.core import Zone, nobody, owner_only
from wardround.games.dice_hospital.material import ADMINISTRATORS, COPIES, DEPARTMENTS, SPECIALISTS
from wardround.games.dice_hospital.state import Table
from wardround.games.dice_hospital.values import EVENTS_PRINTED

TILES: Final = len(DEPARTMENTS)
CARDS: Final = len(SPECIALISTS)
ADMINS: Final = len(ADMINISTRATORS)

DEPARTMENT_STACK: Final = Zone[Table](
    "department_stack", TILES, nobody, pool="departments", copies=COPIES
)
SPECIALIST_DECK: Final = Zone[Table](
    "specialist_deck", CARDS, nobody, pool="specialists", copies=COPIES
)
ADMINISTRATORS_OUT: Final = Zone[Table]("administrators_out", ADMINS, nobody, pool="administrators")
DEALT: Final = Zone[Table](
    "dealt", ADMINS, owner_only, pool="administrators", per_seat=True, ascending=True
)
KEPT: Final = Zone[Table]("kept", ADMINS, owner_only, pool="administrators", per_seat=True)
DISMISSED: Final = Zone[Table](
    "dismissed", ADMINS, owner_only, pool="administrators", per_seat=True
)
EVENT_DECK: Final = Zone[Table]("event_deck", EVENTS_PRINTED, nobody, pool="events")
DEPARTMENTS_OUT: Final = Zone[Table](
    "departments_out", TILES, nobody, pool="departments", copies=COPIES
)
SPECIALISTS_OUT: Final = Zone[Table](
    "specialists_out", CARDS, nobody, pool="specialists", copies=COPIES
)
PASSED_ON: Final = Zone[Table]("passed_on", 72, owner_only, per_seat=True)
ZONES: Final = (
    DEPARTMENT_STACK,
    SPECIALIST_DECK,
    ADMINISTRATORS_OUT,
    DEALT,
    KEPT,
    DISMISSED,
    EVENT_DECK,
    DEPARTMENTS_OUT,
    SPECIALISTS_OUT,
    PASSED_ON,
)
