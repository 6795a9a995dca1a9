"""Visibility, declared once per zone: who sees its content, its order, its count.

From the declarations come the parts of a view, the pieces of an observation, the audience of an
event and the reshuffling of everything that a seat cannot know. No game filters by hand.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Generic, TypeVar

from wardround.core.chance import Mixer
from wardround.core.fields import Holder
from wardround.core.observation import COMMON_PIECE, Places, Sheet

S = TypeVar("S")

COMMON = -1
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


NOBODY: Final = 0
OWNER: Final = 1
EVERYBODY: Final = 2
OTHERS: Final = 3


class _Rule(Generic[S]):
    """Who sees something of a zone: quick for the three usual audiences.

    Args:
        seen_by: The rule, given state, owner and viewer.
    """

    def __init__(self, seen_by: Callable[[S, int, int], bool]) -> None:
        self._seen_by = seen_by
        rule: object = seen_by
        self.audience = OTHERS
        if rule is everybody:
            self.audience = EVERYBODY
        elif rule is owner_only:
            self.audience = OWNER
        elif rule is nobody:
            self.audience = NOBODY

    def sees(self, state: S, owner: int, viewer: int) -> bool:
        """Whether the viewer sees it."""
        if self.audience == OWNER:
            return viewer == owner
        if self.audience == OTHERS:
            return self._seen_by(state, owner, viewer)
        return self.audience == EVERYBODY


class Zone(Generic[S]):
    """A place that holds cards, tiles or other items with an identity.

    Args:
        name: Its name in the game's words, and that of the field that holds it: a field of the
            state. Where every seat has one, a field of ``state.holder(seat)`` or, where the state
            itself is the holder, a list by seat.
        kinds: Number of different items; items are numbers from 0 to kinds-1.
        seen_by: Who sees which items lie there.
        pool: Hidden items of zones with the same pool may be exchanged for each other by
            :func:`reshuffle`; a pool of its own where nothing is said.
        per_seat: Whether every seat has one (owner = seat) or all share one (owner =
            ``COMMON``).
        order_seen_by: Who sees in which order they lie (only asked of those who see the content);
            those who see the content, where nothing is said.
        count_seen_by: Who sees how many there are.
        ascending: Whether the items always lie in ascending order, so that their order tells
            nothing.
        field: The field that holds it, where that is not called as the zone.
        read: The items, given state and owner, where no field holds them.
        write: Puts back as many items as were read; needed with ``read`` where something is hidden
            from somebody.
        known: The items, as bits, that a viewer knows to lie there although the content is hidden,
            given state, owner and viewer: a card that was shown and went back to the hand, for
            example. Items of such a zone must all be different.
        own_pool: Whether every owner has a pool of its own: hidden items are then exchanged only
            between zones of one owner (a deck and a hand whose cards together are known).
        places: The places of an observation at which the items are counted, given the state; one
            for each kind where nothing is said.
        copies: How many items of one kind there are at most: the bound of what an observation
            counts.
        room: How many items fit there at most: the bound of the size; all, where nothing is said.
    """

    def __init__(
        self,
        name: str,
        kinds: int,
        seen_by: Callable[[S, int, int], bool],
        *,
        pool: str = "",
        per_seat: bool = False,
        order_seen_by: Callable[[S, int, int], bool] | None = None,
        count_seen_by: Callable[[S, int, int], bool] = everybody,
        ascending: bool = False,
        field: str = "",
        read: Callable[[S, int], list[int]] | None = None,
        write: Callable[[S, int, list[int]], None] | None = None,
        known: Callable[[S, int, int], int] | None = None,
        own_pool: bool = False,
        places: Callable[[S], Places] | None = None,
        copies: int = 1,
        room: int | None = None,
    ) -> None:
        self.name = name
        self.kinds = kinds
        self.pool = pool or name
        self.per_seat = per_seat
        self.ascending = ascending
        self._field = field or name
        self._read = read
        self._write = write
        self.known = known
        self.own_pool = own_pool
        self.places = places
        self.copies = copies
        self.room = kinds * copies if room is None else room
        self._content = _Rule(seen_by)
        self._order = _Rule(order_seen_by or seen_by)
        self._count = _Rule(count_seen_by)
        self._size_name = f"{name}_size"
        self._kinds_shown = f"{name}: how many of each kind are known to lie there"
        self._size_shown = f"{name}: how many lie there; -1 where that is hidden"

    def read(self, state: S, owner: int) -> list[int]:
        """The items that lie there."""
        if self._read is not None:
            return self._read(state, owner)
        holder = self._holder(state, owner)
        held: Any = getattr(holder, self._field)
        if self.per_seat and holder is state:
            held = held[owner]
        items: list[int] = held
        return items

    def write(self, state: S, owner: int, items: list[int]) -> None:
        """Put other items there.

        Raises:
            TypeError: The zone says how it is read, but not how it is written.
        """
        if self.ascending:
            items = sorted(items)
        if self._write is not None:
            self._write(state, owner, items)
            return
        if self._read is not None:
            raise TypeError(f"the zone {self.name!r} hides something, but says no way to write it")
        holder = self._holder(state, owner)
        if self.per_seat and holder is state:
            getattr(holder, self._field)[owner] = items
        else:
            setattr(holder, self._field, items)

    def _holder(self, state: Any, owner: int) -> Any:
        if owner == COMMON:
            return state
        return state.holder(owner) if isinstance(state, Holder) else state

    def owners(self, players: int) -> list[int]:
        """The owners of this zone in a game with that many seats."""
        return list(range(players)) if self.per_seat else [COMMON]

    def seen(self, state: S, owner: int, viewer: int) -> list[int] | None:
        """The items as the viewer knows them: in order, sorted if the order is hidden, or None."""
        if not self.sees(state, owner, viewer):
            return None
        items = self.read(state, owner)
        return items[:] if self.sees_order(state, owner, viewer) else sorted(items)

    def knows(self, state: S, owner: int, item: int, viewer: int) -> bool:
        """Whether the viewer knows that this item of the zone lies there."""
        if self.sees(state, owner, viewer):
            return True
        return self.known is not None and bool(self.known(state, owner, viewer) >> item & 1)

    def known_items(self, state: S, owner: int, viewer: int) -> list[int]:
        """The items that the viewer knows to lie there, ascending; all, if it sees the content."""
        items = sorted(self.read(state, owner))
        if self.sees(state, owner, viewer):
            return items
        known = 0 if self.known is None else self.known(state, owner, viewer)
        return [item for item in items if known >> item & 1]

    def size(self, state: S, owner: int, viewer: int) -> int | None:
        """The number of items, if the viewer sees it."""
        return len(self.read(state, owner)) if self._count.sees(state, owner, viewer) else None

    def observe(self, sheet: Sheet, state: S, owner: int, viewer: int, step: int) -> None:
        """Write what the viewer knows of the content, and the size.

        Args:
            sheet: Where to write.
            state: The position.
            owner: Whose zone it is.
            viewer: Who looks.
            step: How many seats the owner sits from the viewer; ``COMMON`` for one that all share.
        """
        if self._may_be_known(owner, viewer):
            sheet.piece(self.name, self._kinds_shown, self.copies, step=step)
            if self.sees(state, owner, viewer):
                self._count_items(sheet, state, self.read(state, owner))
            elif self.known is None or self.places is not None:
                self._count_items(sheet, state, self.known_items(state, owner, viewer))
            else:
                sheet.bits(self.known(state, owner, viewer), self.kinds)
        if self._count.audience != NOBODY:
            sheet.piece(self._size_name, self._size_shown, self.room, -1.0, step)
            size = self.size(state, owner, viewer)
            sheet.integer(-1 if size is None else size)

    def _count_items(self, sheet: Sheet, state: S, items: list[int]) -> None:
        if self.places is None:
            sheet.counts(items, self.kinds)
        else:
            sheet.counts_at(items, self.places(state))

    def _may_be_known(self, owner: int, viewer: int) -> bool:
        """Whether the rules of the zone can show its content to this viewer at all."""
        if self.known is not None:
            return True
        audience = self._content.audience
        return viewer == owner if audience == OWNER else audience != NOBODY

    def open(self) -> bool:
        """Whether nothing of it is ever hidden, not even the order."""
        return self._content.audience == EVERYBODY and self._order.audience == EVERYBODY

    def sees(self, state: S, owner: int, viewer: int) -> bool:
        """Whether the viewer sees the content."""
        return self._content.sees(state, owner, viewer)

    def sees_order(self, state: S, owner: int, viewer: int) -> bool:
        """Whether the viewer sees in which order the items lie."""
        return self._order.sees(state, owner, viewer)

    def unknown(self, state: S, owner: int, held: list[int], viewer: int) -> list[int] | None:
        """The places of items of which the viewer does not know that they lie there; None: all."""
        if self.known is None:
            return None
        known = self.known(state, owner, viewer)
        return [place for place, item in enumerate(held) if not known >> item & 1]

    def audience(self, state: S, owner: int, players: int) -> int:
        """Bit mask of the seats that see the content (-1 if spectators do too): for events."""
        if self.sees(state, owner, -1):
            return -1
        mask = 0
        for seat in range(players):
            if self.sees(state, owner, seat):
                mask |= 1 << seat
        return mask


def observe(zones: Sequence[Zone[S]], state: S, players: int, viewer: int, sheet: Sheet) -> None:
    """Write each zone: how many of each kind the viewer knows to lie there, and how many lie there.

    Zones of seats come in the order viewer first, then clockwise. What the rules of a zone show to
    nobody, or only to its owner, takes no place where it is never shown.
    """
    for zone in zones:
        for step in range(players if zone.per_seat else 1):
            owner = (viewer + step) % players if zone.per_seat else COMMON
            zone.observe(sheet, state, owner, viewer, step if zone.per_seat else COMMON_PIECE)


def reshuffle(
    zones: Sequence[Zone[S]], state: S, players: int, viewer: int, rng: Random
) -> "dict[tuple[str, int], list[tuple[int, int]]]":
    """Exchange, within each pool, all items that the viewer cannot know; forget hidden orders.

    What comes out depends on what the viewer sees and on the generator alone: two positions that
    look the same give the same one.

    Returns:
        By name and owner of the zones of which single items can be known: for every item that could
        move, what lay there and what lies there now (a game uses it to carry along what others know
        of the place).
    """
    mixer = Mixer(rng.getrandbits(62))
    pools: dict[tuple[str, int], list[_Hidden]] = {}
    for zone in zones:
        if zone.open():
            continue
        for owner in zone.owners(players):
            sees = zone.sees(state, owner, viewer)
            if sees and zone.sees_order(state, owner, viewer):
                continue
            held = zone.read(state, owner)
            if not held:
                continue
            if sees:
                zone.write(state, owner, mixer.mixed(held))
                continue
            pool = (zone.pool, owner if zone.own_pool else COMMON)
            if pool not in pools:
                pools[pool] = []
            pools[pool].append(_Hidden(zone, owner, held, zone.unknown(state, owner, held, viewer)))
    moved: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for lying in pools.values():
        items: list[int] = []
        for one in lying:
            items += one.unknown()
        items = mixer.mixed(items)
        for one in lying:
            if one.places is None:
                one.take(state, items)
            else:
                moved[one.zone.name, one.owner] = one.take_at(state, items, one.places)
    return moved


class _Hidden:
    """Items of a zone of which a viewer does not know where they are.

    Args:
        zone: The zone.
        owner: Whose it is.
        held: What lies there.
        places: Which places hold something unknown; None for all.
    """

    def __init__(
        self, zone: Zone[Any], owner: int, held: list[int], places: list[int] | None
    ) -> None:
        self.zone = zone
        self.owner = owner
        self.held = held
        self.places = places

    def unknown(self) -> list[int]:
        """The items that are unknown."""
        held = self.held
        return held if self.places is None else [held[place] for place in self.places]

    def take(self, state: Any, items: list[int]) -> None:
        """Take as many of the mixed items, the last one first."""
        now = items[-len(self.held) :]
        del items[-len(self.held) :]
        now.reverse()
        self.zone.write(state, self.owner, now)

    def take_at(self, state: Any, items: list[int], places: list[int]) -> list[tuple[int, int]]:
        """The same for some places; what lay at each and what lies there now."""
        now = self.held[:]
        moved: list[tuple[int, int]] = []
        for place in places:
            item = items.pop()
            moved.append((now[place], item))
            now[place] = item
        self.zone.write(state, self.owner, now)
        return moved
