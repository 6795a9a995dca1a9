"""Zones and who sees them: every place with something to hide, declared here and nowhere else.

What is hidden in this game is the order of stacks and decks, cards that were taken out of them, the
administrators before they are shown, and the patients of a Ward Transfer before they move. All else
lies open (DH-3.9).
"""

from typing import Final

from wardround.core import Zone, everybody, nobody, owner_only
from wardround.games.dice_hospital.material import ADMINISTRATORS, DEPARTMENTS, SPECIALISTS
from wardround.games.dice_hospital.state import Table
from wardround.games.dice_hospital.values import EVENTS_PRINTED


def _set_department_stack(table: Table, owner: int, items: list[int]) -> None:
    table.department_stack = items


def _set_specialist_deck(table: Table, owner: int, items: list[int]) -> None:
    table.specialist_deck = items


def _set_out(table: Table, owner: int, items: list[int]) -> None:
    table.administrators_out = items


def _set_dealt(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].dealt = sorted(items)


def _set_kept(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].kept = items


def _set_dismissed(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].dismissed = items


def _set_event_deck(table: Table, owner: int, items: list[int]) -> None:
    table.event_deck = items


def _set_departments_out(table: Table, owner: int, items: list[int]) -> None:
    table.departments_out = items


def _set_specialists_out(table: Table, owner: int, items: list[int]) -> None:
    table.specialists_out = items


def _set_passed_on(table: Table, owner: int, items: list[int]) -> None:
    table.hospitals[owner].passed_on = items


DEPARTMENT_STACK: Final = Zone[Table](
    "department_stack",
    per_seat=False,
    kinds=len(DEPARTMENTS),
    pool="departments",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.department_stack,
    write=_set_department_stack,
)
SPECIALIST_DECK: Final = Zone[Table](
    "specialist_deck",
    per_seat=False,
    kinds=len(SPECIALISTS),
    pool="specialists",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.specialist_deck,
    write=_set_specialist_deck,
)
ADMINISTRATORS_OUT: Final = Zone[Table](
    "administrators_out",
    per_seat=False,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.administrators_out,
    write=_set_out,
)
DEALT: Final = Zone[Table](
    "dealt",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].dealt,
    write=_set_dealt,
)
KEPT: Final = Zone[Table](
    "kept",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].kept,
    write=_set_kept,
)
DISMISSED: Final = Zone[Table](
    "dismissed",
    per_seat=True,
    kinds=len(ADMINISTRATORS),
    pool="administrators",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].dismissed,
    write=_set_dismissed,
)
EVENT_DECK: Final = Zone[Table](
    "event_deck",
    per_seat=False,
    kinds=EVENTS_PRINTED,
    pool="events",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.event_deck,
    write=_set_event_deck,
)
DEPARTMENTS_OUT: Final = Zone[Table](
    "departments_out",
    per_seat=False,
    kinds=len(DEPARTMENTS),
    pool="departments",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.departments_out,
    write=_set_departments_out,
)
SPECIALISTS_OUT: Final = Zone[Table](
    "specialists_out",
    per_seat=False,
    kinds=len(SPECIALISTS),
    pool="specialists",
    content=nobody,
    order=nobody,
    count=everybody,
    read=lambda table, owner: table.specialists_out,
    write=_set_specialists_out,
)
PASSED_ON: Final = Zone[Table](
    "passed_on",
    per_seat=True,
    kinds=72,
    pool="passed_on",
    content=owner_only,
    order=owner_only,
    count=everybody,
    read=lambda table, owner: table.hospitals[owner].passed_on,
    write=_set_passed_on,
)
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
