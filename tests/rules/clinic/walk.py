"""Whole random games for properties: every step with the position before it and what was told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from wardround.core import Event, Option
from wardround.games.clinic import GAME
from wardround.games.clinic import actions as act
from wardround.games.clinic.state import Table

RELUCTANT = (act.END, act.NONE, act.STAY, act.AUTO_REST)
"""Actions that do little."""
MOVES = (act.AUTO_MOVE, act.CONFIRM)
RULES = [
    option
    for option in GAME.offered_options()
    if option.name not in ("board", "layout", "move_mode")
]
"""Options that change a rule or a number."""


@dataclass(frozen=True)
class Walk:
    """A random game: players, options, the seed of chance and choices, eagerness.

    Args:
        eager: How often doing little is put off while something else is legal, 0 to 9; as often
            everybody is moved sensibly.
    """

    players: int
    options: dict[str, Any]
    seed: int
    eager: int


@dataclass
class Moment:
    """A step of a game: an action of a seat, or a step of the flow (``action`` is empty)."""

    before: Table
    after: Table
    seat: int
    action: str
    events: list[Event]

    def told(self, kind: str) -> list[Event]:
        """The events of this kind."""
        return [event for event in self.events if event.kind == kind]


def values(option: Option) -> st.SearchStrategy[Any]:
    """Values of an option."""
    if option.kind == "bool":
        return st.booleans()
    if option.kind == "int":
        return st.integers(option.low, option.high)
    return st.sampled_from(option.values)


def walks(varied: Sequence[Option] = ()) -> st.SearchStrategy[Walk]:
    """Games for all numbers of players on all boards and layouts.

    Args:
        varied: Options that take other values than the default now and then.
    """
    tables = {
        "board": st.sampled_from(["4x3", "3x3"]),
        "layout": st.sampled_from(["free", "beginner"]),
        "move_mode": st.sampled_from(["simultaneous", "turn_order"]),
    }
    options = st.fixed_dictionaries(
        tables, optional={option.name: values(option) for option in varied}
    )
    return st.builds(
        Walk, st.integers(2, 4), options, st.integers(0, 2**32), st.sampled_from([9, 9, 8, 4, 0])
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
        sensible = [action for action in legal if action in MOVES]
        legal = sensible or [action for action in legal if action not in RELUCTANT] or legal
    return rng.choice(legal)


def moments(walk: Walk) -> Iterator[Moment]:
    """The whole game, step by step; forced answers are steps of their own.

    ``after`` is the position itself: do not keep it.
    """
    rng = Random(walk.seed)
    position = begin(walk)
    while not position.over:
        before = position.copy()
        assert isinstance(before, Table)
        events: list[Event] = []
        position.log = events
        asked = [seat for seat, stack in enumerate(position.stacks) if stack]
        seat, action = -1, ""
        if asked:
            seat = rng.choice(asked)
            number = choose(walk, rng, position.decision(seat).legal(position, seat))
            action = GAME.notation(number)
            position.stacks[seat][-1].take(position, seat, number)
        else:
            position.proceed()
        position.log = None
        yield Moment(before, position, seat, action, events)


def played(walk: Walk, turned: bool = False) -> tuple[Table, list[tuple[int, int]]]:
    """The game at its end, and who did what.

    Args:
        turned: Of the seats asked at the same time the last one answers first.
    """
    rngs = [Random(f"{walk.seed} {seat}") for seat in range(walk.players)]
    position = begin(walk)
    position.go_on()
    done: list[tuple[int, int]] = []
    while not position.over:
        seat = position.asked()[-1 if turned else 0]
        action = choose(walk, rngs[seat], position.legal_actions(seat))
        position.apply(seat, action)
        done.append((seat, action))
    return position, done
