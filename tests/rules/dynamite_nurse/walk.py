"""Whole random games for properties: every step with the position before it and what was told."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from wardround.core import Event
from wardround.games.dynamite_nurse import GAME
from wardround.games.dynamite_nurse import actions as act
from wardround.games.dynamite_nurse.state import KNOWN_TO_NOBODY, Table

CHOICES = {
    option.name: option.values if option.kind == "choice" else (True, False)
    for option in GAME.options
    if option.kind in {"choice", "bool"} and option.name != "first_player"
}
RELUCTANT = (act.END, act.PASS)


@dataclass(frozen=True)
class Walk:
    """A random game: players, options, the seed of chance and choices.

    Args:
        stock: How many cards of the Town every player has in the discard pile at the beginning,
            so that all kinds of cards are played early.
        eager: How often ending or passing is put off while something else is legal, 0 to 9.
    """

    players: int
    options: dict[str, Any]
    seed: int
    stock: int
    eager: int


@dataclass
class Moment:
    """A step of a game: an action of a seat, or a step of the flow (``action`` is None).

    ``stable`` says whether somebody has to decide now, or the game is over.
    """

    before: Table
    after: Table
    seat: int
    action: int | None
    stable: bool
    events: list[Event]

    def told(self, kind: str) -> list[Event]:
        """The events of this kind."""
        return [event for event in self.events if event.kind == kind]


def walks() -> st.SearchStrategy[Walk]:
    """Games for all numbers of players with any options."""
    options = st.fixed_dictionaries(
        {}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()}
    )
    return st.builds(
        Walk,
        st.integers(3, 5),
        options,
        st.integers(0, 2**32),
        st.sampled_from([6, 0, 3]),
        st.sampled_from([9, 5, 0]),
    )


def begin(walk: Walk) -> Table:
    """The position at the first choice."""
    position = GAME.new(walk.players, walk.seed, walk.options)
    assert isinstance(position, Table)
    rng = Random(walk.seed)
    for hospital in position.hospitals:
        for _ in range(walk.stock):
            hospital.discard.append(_from_the_town(position, rng))
        hospital.discard.sort()
    return position


def _from_the_town(position: Table, rng: Random) -> int:
    """Take a card out of a pile of the Town, but for its top card."""
    kind = rng.randrange(3)
    pile = position.events if kind == 1 else position.nurses
    if kind == 0 or len(pile) < 4:
        card = rng.choice([slot for slot, number in enumerate(position.supply) if number])
        position.supply[card] -= 1
        return card
    card = pile.pop(rng.randrange(len(pile) - 1))
    position.events_known = [KNOWN_TO_NOBODY] * len(position.events)
    position.nurses_known = [KNOWN_TO_NOBODY] * len(position.nurses)
    return card


def choose(walk: Walk, rng: Random, legal: list[int]) -> int:
    """A random action, as eager as the walk says."""
    if rng.randrange(10) < walk.eager:
        legal = [action for action in legal if action not in RELUCTANT] or legal
    return rng.choice(legal)


def moments(walk: Walk) -> Iterator[Moment]:
    """The whole game, step by step. ``after`` is the position itself: do not keep it."""
    rng = Random(walk.seed)
    position = begin(walk)
    asked = True
    while not position.over:
        before = position.copy()
        events: list[Event] = []
        position.log = events
        seat, action = -1, None
        if asked:
            seat = position.asked()[0]
            action = choose(walk, rng, position.legal_actions(seat))
            position._legal[seat] = None
            position.stacks[seat][-1].take(position, seat, action)
        else:
            position.proceed()
        asked = position._settle()
        position.log = None
        yield Moment(before, position, seat, action, asked or position.over, events)
