"""Zones and who sees them: every place with something to hide, declared here and nowhere else.

Hidden are the order of decks and piles, hands, and the Nurse pile (DN-11). Which cards a player
owns is always known to all, so the hidden cards of a player stay among each other. Cards that were
seen at their place of a pile (returned, searched, shown) stay known there until the next shuffle.
"""

from functools import partial
from typing import Final

from wardround.core import Places, Zone, everybody, nobody, owner_only
from wardround.games.dynamite_nurse.pack import ACTION_CARDS, CARDS, NURSE_CARDS, ROWS
from wardround.games.dynamite_nurse.state import KNOWN_TO_ALL, KNOWN_TO_NOBODY, Table

ALL_CARDS: Final = ACTION_CARDS + NURSE_CARDS


def _event_places(table: Table, known: bool) -> list[int]:
    """Places below the top of the Event pile whose cards are known, or are not."""
    knowers = table.events_known
    if not known and KNOWN_TO_ALL not in knowers:  # as mostly
        return list(range(len(table.events) - 1))
    return [
        place for place in range(len(table.events) - 1) if (knowers[place] == KNOWN_TO_ALL) == known
    ]


def _nurse_places(table: Table, who: int) -> list[int]:
    """Places of the Nurse pile whose cards are known to somebody."""
    if who not in table.nurses_known:
        return []
    return [place for place, knower in enumerate(table.nurses_known) if knower == who]


def _nurses(table: Table, who: int) -> list[int]:
    """The nurses of the pile that are known to somebody."""
    return [table.nurses[place] for place in _nurse_places(table, who)]


def _put(pile: list[int], places: list[int], items: list[int]) -> list[int]:
    """The pile with these items at these places."""
    pile = pile[:]
    for number, place in enumerate(places):
        pile[place] = items[number]
    return pile


def _set_events(table: Table, owner: int, items: list[int]) -> None:
    table.events = _put(table.events, _event_places(table, False), items)


def _set_nurses(table: Table, owner: int, items: list[int]) -> None:
    table.nurses = _put(table.nurses, _nurse_places(table, KNOWN_TO_NOBODY), items)


def _set_own_nurses(table: Table, owner: int, items: list[int]) -> None:
    table.nurses = _put(table.nurses, _nurse_places(table, owner), items)


def _set_dungeon(table: Table, owner: int, items: list[int]) -> None:
    table.dungeon = items + table.dungeon[-1:]


def _cards(table: Table) -> Places:
    return table.pack.card_places


def _rows(table: Table) -> Places:
    return table.pack.row_places


OF_CARDS: Final = partial(
    Zone[Table],
    kinds=CARDS,
    per_seat=True,
    places=_cards,
    copies=ACTION_CARDS,
    room=ALL_CARDS,
)
"""What every player has of cards."""
DECK: Final = OF_CARDS(
    "deck", seen_by=owner_only, pool="own cards", order_seen_by=nobody, own_pool=True
)
"""A deck: its owner knows which cards are left in it, being all that are nowhere else."""
HAND: Final = OF_CARDS("hand", seen_by=owner_only, pool="own cards", ascending=True, own_pool=True)
SHOWN: Final = OF_CARDS("shown", seen_by=everybody)
"""Cards of a hand that came there from an open place (DN-11.19)."""
EVENT_PILE: Final = Zone[Table](
    "event_pile",
    CARDS,
    nobody,
    read=lambda table, owner: [table.events[place] for place in _event_places(table, False)],
    write=_set_events,
)
SEEN_EVENTS: Final = Zone[Table](
    "seen_events",
    CARDS,
    everybody,
    read=lambda table, owner: [table.events[place] for place in _event_places(table, True)],
)
TOP_EVENT: Final = Zone[Table](
    "top_event", CARDS, everybody, read=lambda table, owner: table.events[-1:], places=_cards
)
NURSE_PILE: Final = Zone[Table](
    "nurse_pile",
    CARDS,
    nobody,
    pool="nurses",
    read=lambda table, owner: _nurses(table, KNOWN_TO_NOBODY),
    write=_set_nurses,
)
RETURNED_NURSES: Final = Zone[Table](
    "returned_nurses", CARDS, everybody, read=lambda table, owner: _nurses(table, KNOWN_TO_ALL)
)
OWN_NURSES: Final = Zone[Table](
    "own_nurses",
    CARDS,
    owner_only,
    pool="nurses",
    per_seat=True,
    read=_nurses,
    write=_set_own_nurses,
)
"""The nurse that a player put on top of the pile (DN-11.21)."""
DUNGEON: Final = Zone[Table](
    "dungeon",
    ROWS,
    nobody,
    read=lambda table, owner: table.dungeon[:-1],
    write=_set_dungeon,
)
TOP_PATIENT: Final = Zone[Table](
    "top_patient", ROWS, everybody, read=lambda table, owner: table.dungeon[-1:], places=_rows
)
OBSERVED_ZONES: Final = (DECK, HAND, SHOWN, TOP_EVENT, TOP_PATIENT)
"""The zones of observations, which tell besides how high the piles are (INV-32)."""
ZONES: Final = (
    *OBSERVED_ZONES,
    EVENT_PILE,
    NURSE_PILE,
    DUNGEON,
    SEEN_EVENTS,
    RETURNED_NURSES,
    OWN_NURSES,
)
