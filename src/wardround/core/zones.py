"""Visibility, declared once per zone: who sees its content, its order, its count.

From the declarations come the parts of a view, the pieces of an observation, the audience of an
event and the reshuffling of everything that a seat cannot know. No game filters by hand.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

S = TypeVar("S")

TABLE = -1
"""The owner of zones that belong to no seat."""


def everybody(state: object, owner: int, viewer: int) -> bool:
    """Seen by all, spectators included."""
    return True


def owner_only(state: object, owner: int, viewer: int) -> bool:
    """Seen by the seat that owns the zone."""
    return viewer == owner


def nobody(state: object, owner: int, viewer: int) -> bool:
    """Seen by no one."""
    return False


class Zone(Generic[S]):
    """A place that holds cards, tiles or other items with an identity.

    Args:
        name: Its name in the game's words.
        per_seat: Whether every seat has one (owner = seat) or the table has one (owner = -1).
        kinds: Number of different items; items are numbers from 0 to kinds-1.
        pool: Hidden items of zones with the same pool may be exchanged for each other by
            :func:`reshuffle`.
        content: Who sees which items lie there.
        order: Who sees in which order they lie (only asked of those who see the content).
        count: Who sees how many there are.
        read: The items, given state and owner.
        write: Puts back as many items as were read (for :func:`reshuffle`).
    """

    def __init__(
        self,
        name: str,
        *,
        per_seat: bool,
        kinds: int,
        pool: str,
        content: Callable[[S, int, int], bool],
        order: Callable[[S, int, int], bool],
        count: Callable[[S, int, int], bool],
        read: Callable[[S, int], list[int]],
        write: Callable[[S, int, list[int]], None],
    ) -> None:
        self.name = name
        self.per_seat = per_seat
        self.kinds = kinds
        self.pool = pool
        self.content = content
        self.order = order
        self.count = count
        self.read = read
        self.write = write

    def owners(self, players: int) -> list[int]:
        """The owners of this zone in a game with that many seats."""
        return list(range(players)) if self.per_seat else [TABLE]

    def seen(self, state: S, owner: int, viewer: int) -> list[int] | None:
        """The items as the viewer knows them: in order, sorted if the order is hidden, or None."""
        if not self.content(state, owner, viewer):
            return None
        items = self.read(state, owner)
        return items[:] if self.order(state, owner, viewer) else sorted(items)

    def size(self, state: S, owner: int, viewer: int) -> int | None:
        """The number of items, if the viewer sees it."""
        return len(self.read(state, owner)) if self.count(state, owner, viewer) else None

    def audience(self, state: S, owner: int, players: int) -> int:
        """Bit mask of the seats that see the content (-1 if spectators do too): for events."""
        if self.content(state, owner, -1):
            return -1
        mask = 0
        for seat in range(players):
            if self.content(state, owner, seat):
                mask |= 1 << seat
        return mask


def observe(
    zones: Sequence[Zone[S]], state: S, players: int, viewer: int
) -> dict[str, list[float]]:
    """Each zone as a named vector: how many of each kind, then the count; zeros where hidden.

    Zones of seats come in the order viewer first, then clockwise, as ``name/0``, ``name/1`` ...
    """
    pieces: dict[str, list[float]] = {}
    for zone in zones:
        for owner in zone.owners(players):
            vector = [0.0] * (zone.kinds + 1)
            items = zone.seen(state, owner, viewer)
            for item in items or []:
                vector[item] += 1.0
            size = zone.size(state, owner, viewer)
            vector[zone.kinds] = -1.0 if size is None else float(size)
            name = f"{zone.name}/{(owner - viewer) % players}" if zone.per_seat else zone.name
            pieces[name] = vector
    return pieces


def reshuffle(zones: Sequence[Zone[S]], state: S, players: int, viewer: int, rng: Random) -> None:
    """Exchange, within each pool, all items that the viewer cannot see; forget hidden orders."""
    hidden: dict[str, list[tuple[Zone[S], int, int]]] = {}
    items: dict[str, list[int]] = {}
    for zone in zones:
        for owner in zone.owners(players):
            held = zone.read(state, owner)
            if not zone.content(state, owner, viewer):
                hidden.setdefault(zone.pool, []).append((zone, owner, len(held)))
                items.setdefault(zone.pool, []).extend(held)
            elif not zone.order(state, owner, viewer):
                mixed = held[:]
                rng.shuffle(mixed)
                zone.write(state, owner, mixed)
    for pool, places in hidden.items():
        mixed = items[pool]
        rng.shuffle(mixed)
        start = 0
        for zone, owner, size in places:
            zone.write(state, owner, mixed[start : start + size])
            start += size
