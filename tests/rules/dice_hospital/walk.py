"""Whole random games for properties: every step with the position before it and what was told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from wardround.core import Event
from wardround.games.dice_hospital import GAME
from wardround.games.dice_hospital import actions as act
from wardround.games.dice_hospital.state import Table

CHOICES = {
    option.name: option.values if option.kind == "choice" else (True, False)
    for option in GAME.options
    if option.kind != "file"
}
VARIANTS = [
    "events",
    "opening_crisis",
    "nationwide_epidemic",
    "resistant_superbug",
    "final_round_collections",
    "experimental_medicine",
    "promo_consultant",
    "promo_admissions_nurse",
    "solo_fatality_penalty",
    "solo_report_penalty",
]
"""Options that add something to the base game."""
SYMMETRIC = ["opening_crisis", "nationwide_epidemic", "resistant_superbug"]
"""Variants that treat all colours alike."""
RELUCTANT = (act.DONE, act.PASS)


@dataclass(frozen=True)
class Walk:
    """A random game: players, options, the seed of chance and choices, eagerness.

    Args:
        eager: How often being done or passing is put off while something else is legal, 0 to 9.
    """

    players: int
    options: dict[str, Any]
    seed: int
    eager: int


@dataclass
class Moment:
    """A step of a game: an action of a seat, or a step of the flow (``action`` is None)."""

    before: Table
    after: Table
    seat: int
    action: int | None
    events: list[Event]

    def told(self, kind: str) -> list[Event]:
        """The events of this kind."""
        return [event for event in self.events if event.kind == kind]


def walks(least: int = 1, without: Sequence[str] = ()) -> st.SearchStrategy[Walk]:
    """Games for all numbers of players with any options.

    Args:
        least: The least number of players.
        without: Options that keep their default.
    """
    options = st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(values) for name, values in CHOICES.items() if name not in without
        },
    )
    return st.builds(
        Walk, st.integers(least, 4), options, st.integers(0, 2**32), st.sampled_from([9, 9, 5, 0])
    )


def begin(walk: Walk) -> Table:
    """The table before the set-up."""
    options = GAME.check_options(walk.options, walk.players)
    position = GAME.begin(walk.players, str(walk.seed), options)
    assert isinstance(position, Table)
    return position


def choose(walk: Walk, rng: Random, legal: list[int]) -> int:
    """A random action, as eager as the walk says."""
    if rng.randrange(10) < walk.eager:
        legal = [action for action in legal if action not in RELUCTANT] or legal
    return rng.choice(legal)


def moments(walk: Walk) -> Iterator[Moment]:
    """The whole game, step by step. ``after`` is the position itself: do not keep it."""
    rng = Random(walk.seed)
    position = begin(walk)
    asked = False
    while not position.over:
        before = position.copy()
        assert isinstance(before, Table)
        events: list[Event] = []
        position.log = events
        seat, action = -1, None
        if asked:
            seat = rng.choice(position.asked())
            action = choose(walk, rng, position.legal_actions(seat))
            position._legal[seat] = None
            position.stacks[seat][-1].take(position, seat, action)
        else:
            position.proceed()
        asked = position._settle()
        position.log = None
        yield Moment(before, position, seat, action, events)


def questions(walk: Walk, every: int = 1) -> Iterator[Table]:
    """The positions in which somebody is asked, now and then: a copy of every so manieth."""
    number = 0
    for moment in moments(walk):
        if moment.after.asked():
            number += 1
            if number % every == 0:
                here = moment.after.copy()
                assert isinstance(here, Table)
                yield here


def played(walk: Walk) -> tuple[Table, list[tuple[int, int]]]:
    """The game at its end, and who did what."""
    rng = Random(walk.seed)
    position = begin(walk)
    position.go_on()
    done: list[tuple[int, int]] = []
    while not position.over:
        seat = rng.choice(position.asked())
        action = choose(walk, rng, position.legal_actions(seat))
        position.apply(seat, action)
        done.append((seat, action))
    return position, done
