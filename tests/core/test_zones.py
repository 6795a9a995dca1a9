"""Zones: who sees content, order and count; observation, audience and reshuffling from that."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from wardround.core import (
    COMMON,
    Places,
    Sheet,
    Zone,
    everybody,
    nobody,
    observe,
    owner_only,
    reshuffle,
)

Sees = Callable[[object, int, int], bool]
PLAYERS = 3
SPECTATOR = -1


class Table:
    """Piles by name; those of seats are lists of lists."""

    def __init__(self, **piles: list[list[int]]) -> None:
        self.piles = piles

    def zone(
        self,
        name: str,
        content: Sees,
        order: Sees,
        count: Sees = everybody,
        pool: str = "cards",
    ) -> Zone["Table"]:
        def write(table: Table, owner: int, items: list[int]) -> None:
            table.piles[name][owner] = items

        return Zone(
            name,
            kinds=5,
            seen_by=content,
            pool=pool,
            per_seat=len(self.piles[name]) > 1,
            order_seen_by=order,
            count_seen_by=count,
            read=lambda table, owner: table.piles[name][owner],
            write=write,
        )


def observed(zones: list[Zone[Table]], table: Table, viewer: int) -> dict[str, list[float]]:
    """What an observation of the zones tells."""
    sheet = Sheet(99, recording=True)
    observe(zones, table, PLAYERS, viewer, sheet)
    return sheet.layout().named(sheet.values())


def test_what_is_seen_of_a_zone() -> None:
    table = Table(hand=[[3, 1], [2], []], deck=[[4, 0]], market=[[1, 0]], well=[[2, 1, 2]])
    hand = table.zone("hand", owner_only, owner_only)
    deck = table.zone("deck", nobody, nobody)
    market = table.zone("market", everybody, everybody)
    well = table.zone("well", everybody, nobody, count=nobody)
    assert hand.seen(table, 0, 0) == [3, 1]
    assert hand.seen(table, 0, 1) is None
    assert hand.seen(table, 0, SPECTATOR) is None
    assert hand.size(table, 0, 1) == 2
    assert deck.seen(table, COMMON, 0) is None
    assert deck.size(table, COMMON, SPECTATOR) == 2
    assert market.seen(table, COMMON, SPECTATOR) == [1, 0]
    assert well.seen(table, COMMON, 0) == [1, 2, 2]
    assert well.size(table, COMMON, 0) is None
    assert hand.owners(PLAYERS) == [0, 1, 2]
    assert deck.owners(PLAYERS) == [COMMON]


def test_what_is_seen_is_a_copy() -> None:
    table = Table(market=[[1, 0]])
    market = table.zone("market", everybody, everybody)
    seen = market.seen(table, COMMON, 0)
    assert seen is not None
    seen.append(4)
    assert table.piles["market"] == [[1, 0]]


def test_the_audience_of_an_event() -> None:
    table = Table(hand=[[1], [2], [3]], deck=[[4]], market=[[0]])
    assert table.zone("hand", owner_only, owner_only).audience(table, 1, PLAYERS) == 0b010
    assert table.zone("deck", nobody, nobody).audience(table, COMMON, PLAYERS) == 0
    assert table.zone("market", everybody, everybody).audience(table, COMMON, PLAYERS) == -1

    def neighbours(_: object, owner: int, viewer: int) -> bool:
        return viewer in (owner, owner + 1)

    assert table.zone("hand", neighbours, nobody).audience(table, 1, PLAYERS) == 0b110


def test_an_observation_counts_what_is_seen() -> None:
    table = Table(hand=[[3, 1, 1], [2], []], deck=[[4, 0]], well=[[2, 2]])
    zones = [
        table.zone("hand", owner_only, owner_only),
        table.zone("deck", nobody, nobody),
        table.zone("well", everybody, nobody, count=nobody),
    ]
    assert observed(zones, table, 0) == {
        "hand/0": [0, 2, 0, 1, 0],
        "hand_size/0": [3],
        "hand_size/1": [1],
        "hand_size/2": [0],
        "deck_size": [2],
        "well": [0, 0, 2, 0, 0],
    }
    seen_by_last = observed(zones, table, 2)
    assert list(seen_by_last) == list(observed(zones, table, 0))
    assert seen_by_last["hand_size/1"] == [3]
    assert seen_by_last["hand/0"] == [0, 0, 0, 0, 0]


def test_a_hidden_size_is_told_apart_from_none() -> None:
    table = Table(hand=[[3, 1, 1], [2], []])
    secret = table.zone("hand", owner_only, owner_only, count=owner_only)
    assert observed([secret], table, 1)["hand_size/0"] == [1]
    assert observed([secret], table, 1)["hand_size/1"] == [-1]


def test_items_are_counted_at_their_places() -> None:
    table = Table(deck=[[4, 0, 4, 2]])
    deck = table.zone("deck", everybody, everybody)
    deck.places = lambda table: Places([4, 0], 5)
    assert observed([deck], table, 0) == {"deck": [2, 1], "deck_size": [4]}


items = st.lists(st.integers(0, 4), max_size=6)


@given(
    hands=st.lists(items, min_size=PLAYERS, max_size=PLAYERS),
    deck=items,
    coins=st.lists(items, min_size=PLAYERS, max_size=PLAYERS),
    viewer=st.integers(-1, PLAYERS - 1),
    seed=st.integers(),
)
def test_reshuffling_exchanges_exactly_what_the_viewer_cannot_see(
    hands: list[list[int]], deck: list[int], coins: list[list[int]], viewer: int, seed: int
) -> None:
    table = Table(
        hand=[hand[:] for hand in hands], deck=[deck[:]], coin=[coin[:] for coin in coins]
    )
    zones = [
        table.zone("hand", owner_only, owner_only),
        table.zone("deck", nobody, nobody),
        table.zone("coin", owner_only, owner_only, pool="coins"),
    ]
    before = observed(zones, table, viewer)
    reshuffle(zones, table, PLAYERS, viewer, Random(seed))
    assert observed(zones, table, viewer) == before
    now = table.piles
    if viewer >= 0:
        assert now["hand"][viewer] == hands[viewer]
        assert now["coin"][viewer] == coins[viewer]
    for name, old in (("hand", hands), ("coin", coins), ("deck", [deck])):
        assert [len(pile) for pile in now[name]] == [len(pile) for pile in old]
    assert Counter(chain(*now["hand"], *now["deck"])) == Counter(chain(*hands, deck))
    assert Counter(chain(*now["coin"])) == Counter(chain(*coins))


def test_reshuffling_reaches_every_consistent_position() -> None:
    found = set()
    for seed in range(300):
        table = Table(hand=[[0], [1], [2]], deck=[[3]])
        zones = [
            table.zone("hand", owner_only, owner_only),
            table.zone("deck", nobody, nobody),
        ]
        reshuffle(zones, table, PLAYERS, 0, Random(seed))
        found.add((*table.piles["hand"][1], *table.piles["hand"][2], *table.piles["deck"][0]))
        assert table.piles["hand"][0] == [0]
    assert len(found) == 6


def test_an_order_that_nobody_knows_is_forgotten() -> None:
    orders = set()
    for seed in range(60):
        table = Table(well=[[0, 1, 2]])
        well = table.zone("well", everybody, nobody)
        reshuffle([well], table, PLAYERS, 0, Random(seed))
        orders.add(tuple(table.piles["well"][0]))
        assert sorted(table.piles["well"][0]) == [0, 1, 2]
    assert len(orders) == 6


def shown(cards: set[tuple[int, int]]) -> Callable[[Table, int, int], int]:
    """Knowledge of single cards of hands: pairs of viewer and card."""
    return lambda table, owner, viewer: sum(
        1 << card for card in table.piles["hand"][owner] if (viewer, card) in cards
    )


def test_single_items_of_a_hidden_zone_can_be_known() -> None:
    table = Table(hand=[[3, 1], [2, 0], [4]], deck=[[]])
    hand = table.zone("hand", owner_only, owner_only)
    assert hand.known_items(table, 1, 0) == []
    assert not hand.knows(table, 1, 2, 0)
    hand.known = shown({(0, 2), (2, 0), (SPECTATOR, 4)})
    assert hand.known_items(table, 1, 0) == [2]
    assert hand.known_items(table, 1, 1) == [0, 2]
    assert hand.knows(table, 1, 0, 2)
    assert not hand.knows(table, 1, 2, 2)
    assert hand.knows(table, 1, 2, 0)
    assert not hand.knows(table, 1, 0, 0)
    assert hand.knows(table, 0, 1, 0)
    assert hand.known_items(table, 2, SPECTATOR) == [4]
    assert hand.seen(table, 1, 0) is None
    pieces = observed([hand], table, 0)
    assert pieces["hand/1"] == [0, 0, 1, 0, 0]
    assert pieces["hand_size/1"] == [2]
    assert pieces["hand/2"] == [0, 0, 0, 0, 0]


@given(st.integers(0, 10**6))
def test_known_items_stay_when_the_rest_is_exchanged(seed: int) -> None:
    table = Table(hand=[[3], [2, 0], [4, 1]], deck=[[5, 6, 7]])
    hand = table.zone("hand", owner_only, owner_only)
    hand.known = shown({(0, 2), (0, 1)})
    deck = table.zone("deck", nobody, nobody)
    moved = reshuffle([hand, deck], table, PLAYERS, 0, Random(seed))
    hands = table.piles["hand"]
    assert hands[0] == [3]
    assert hands[1][0] == 2
    assert hands[2][1] == 1
    assert sorted([hands[1][1], hands[2][0], *table.piles["deck"][0]]) == [0, 4, 5, 6, 7]
    assert moved == {("hand", 1): [(0, hands[1][1])], ("hand", 2): [(4, hands[2][0])]}


def test_an_observation_shows_single_items_that_are_known() -> None:
    table = Table(hand=[[3, 1], [2, 0], [4]], deck=[[]])
    hand = table.zone("hand", owner_only, owner_only)
    hand.places = lambda state: Places([4, 2, 0], 5)
    hand.known = shown({(0, 2), (2, 0)})
    pieces = observed([hand], table, 0)
    assert pieces["hand/0"] == [0, 0, 0]
    assert pieces["hand/1"] == [0, 1, 0]
    assert pieces["hand/2"] == [0, 0, 0]
    assert observed([hand], table, 2)["hand/0"] == [1, 0, 0]
