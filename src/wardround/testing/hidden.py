"""Checks that nobody learns what they cannot know: not from a view, not from what is possible.

The means is always the same: a determinization of a seat is a position that the seat must not be
able to tell from the true one. Whatever the seat can see or ask for must be equal in both.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from wardround.core import SPECTATOR, Event, Game, State, difference
from wardround.testing.faults import Fault
from wardround.testing.positions import check_asked, some_action, some_actions

WORLDS = 2
"""Determinizations that are compared at a position."""
OFTEN = 8
"""An order counts as hidden after so many positions in which nobody could see it."""
Path = tuple[str | int, ...]
NO_FIELDS = frozenset(["chance", "options", "questions", "players", "over", "then"])
STORY = 6
"""How many further actions two worlds are compared for."""
HINT = "if it reveals something, mark that with state.chance.reveal()"


def check_hidden(game: Game, state: State, seat: int, rng: Random) -> bool:
    """What a seat sees and may do does not depend on what it cannot know.

    Args:
        seat: The seat whose knowledge is checked.

    Returns:
        Whether something in the position was different in the worlds compared.

    Raises:
        Fault: Something hidden shows.
    """
    before = state.digest()
    seen = knowledge(state, seat)
    asked = some_actions(game, rng) if seat in state.asked() else []
    told = answers(state, seat, asked)
    worlds = []
    for _ in range(WORLDS):
        key = rng.getrandbits(64)
        world = state.determinize(seat, Random(key))
        if state.digest() != before:
            raise Fault(f"a determinization of seat {seat} changed the original")
        if world.digest() != state.determinize(seat, Random(key)).digest():
            raise Fault(f"two determinizations of seat {seat} with one random seed differ")
        if world.chance.save() == state.chance.save():
            raise Fault(f"a determinization of seat {seat} holds the future chance of the game")
        for what, true, other in _compare(
            {**seen, **told}, {**knowledge(world, seat), **answers(world, seat, asked)}
        ):
            raise Fault(f"the {what} of seat {seat} shows what it cannot know: {true} or {other}")
        check_asked(game, world)
        worlds.append(world)
    varied = _differ(worlds)
    for world in worlds:
        _check_foresight(game, state, world, seat, rng)
        _check_story(game, state, world, seat, rng)
        _play_on(world, rng)
    if state.digest() != before:
        raise Fault("what was done in a determinization changed the original")
    return varied


def knowledge(state: State, seat: int) -> dict[str, Any]:
    """Everything that a seat can see or ask for."""
    return {
        "view": state.view(seat),
        "spectator's view": state.view(SPECTATOR),
        "observation": state.observation(seat),
        "list of legal actions": state.legal_actions(seat),
        "list of choices": [choice.to_json() for choice in state.choices(seat)],
        "list of seats asked": state.asked(),
        "prompt": state.prompt(seat),
        "status": state.status(),
        "move": state.mid_move(seat),
        "list of scores": state.scores(),
        "end": [state.is_over, state.returns(), state.ranking()],
    }


def answers(state: State, seat: int, actions: Iterable[int]) -> dict[str, Any]:
    """What a seat is told that asks about actions, legal or not."""
    told = []
    for action in actions:
        objection = state.why_not(seat, action)
        reason = [] if objection is None else [objection.clause, objection.text]
        told.append([state.choice(seat, action).to_json(), reason])
    return {"answer to a question why": told}


def hides_something(state: State) -> bool:
    """Whether some seat sees anything that a spectator does not."""
    public = _without_viewer(state.view(SPECTATOR))
    return any(
        _without_viewer(state.view(seat)) != public and not state.is_over
        for seat in range(state.players)
    )


def _without_viewer(view: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in view.items() if key != "viewer"}


def _compare(true: dict[str, Any], other: dict[str, Any]) -> list[tuple[str, str, str]]:
    found = []
    for what, value in true.items():
        if value != other[what]:
            path, mine, theirs = difference(value, other[what])[0]
            found.append((f"{what}{' at ' + path if path else ''}", repr(mine), repr(theirs)))
    return found


def _play_on(world: State, rng: Random) -> None:
    for _ in range(STORY):
        if world.is_over:
            return
        world.apply(*some_action(world, rng))


def _differ(worlds: list[State]) -> bool:
    positions = []
    for world in worlds:
        trial = world.copy()
        trial.chance = worlds[0].chance.copy()
        positions.append(trial.digest())
    return len(set(positions)) > 1


# --- actions --------------------------------------------------------------------------------


def _check_foresight(game: Game, state: State, world: State, seat: int, rng: Random) -> None:
    """An action of the seat without chance and revelation does the same in every world."""
    for action in _some(state.legal_actions(seat), rng):
        name = f"{game.notation(action)!r} of seat {seat}"
        true, events, chance = _outcome(state, seat, action)
        other, other_events, other_chance = _outcome(world, seat, action)
        if chance != other_chance:
            raise Fault(
                f"whether {name} meets chance or reveals something depends on what the seat "
                f"cannot know; {HINT}"
            )
        if chance:
            continue
        if _texts(game, events, seat) != _texts(game, other_events, seat):
            raise Fault(f"what {name} tells depends on what the seat cannot know; {HINT}")
        for what, mine, theirs in _compare(knowledge(true, seat), knowledge(other, seat)):
            raise Fault(
                f"after {name} its {what} depends on what it could not know: "
                f"{mine} or {theirs}; {HINT}"
            )


def _check_story(game: Game, state: State, world: State, viewer: int, rng: Random) -> None:
    """What the seat reads and sees of the others' actions is the same in every world.

    The worlds share their chance, so they stay comparable until something hidden is shown.
    """
    true, other = state.copy(), world.copy()
    other.chance = true.chance.copy()
    for _ in range(STORY):
        common = [
            (seat, action)
            for seat in true.asked()
            for action in true.legal_actions(seat)
            if action in other.legal_actions(seat)
        ]
        if not common:
            return
        seat, action = rng.choice(common)
        true, events, chance = _outcome(true, seat, action)
        other, other_events, other_chance = _outcome(other, seat, action)
        name = f"{game.notation(action)!r} of seat {seat}"
        _check_secrets(game, events, other_events, viewer, name)
        if chance or other_chance:
            if _texts(game, events, viewer) != _texts(game, other_events, viewer):
                return
            if true.view(viewer) != other.view(viewer):
                return
            continue
        if _texts(game, events, viewer) != _texts(game, other_events, viewer):
            raise Fault(f"what seat {viewer} reads about {name} tells what it cannot know; {HINT}")
        for what, mine, theirs in _compare(_outside(true, viewer), _outside(other, viewer)):
            raise Fault(
                f"{name} shows seat {viewer} what it cannot know: {what}, {mine} or "
                f"{theirs}; {HINT}, or ask a secret question always (Decision.always_asked)"
            )


def _outside(state: State, viewer: int) -> dict[str, Any]:
    """What a seat sees while others act: the view, and who is asked what."""
    return {
        "view": state.view(viewer),
        "list of seats asked": state.asked(),
        "status": state.status(),
    }


def check_secret_actions(game: Game, state: State, viewer: int, rng: Random) -> None:
    """Two actions of another seat that look the same to a viewer read the same in the log.

    Raises:
        Fault: The log tells them apart.
    """
    for seat in state.asked():
        legal = state.legal_actions(seat)
        if seat == viewer or len(legal) < 2:
            continue
        first, second = rng.sample(legal, 2)
        one, events, chance = _outcome(state, seat, first)
        other, other_events, other_chance = _outcome(state, seat, second)
        if chance or other_chance or one.digest() == other.digest():
            continue
        if knowledge(one, viewer) != knowledge(other, viewer):
            continue
        mine, theirs = _texts(game, events, viewer), _texts(game, other_events, viewer)
        if mine != theirs:
            raise Fault(
                f"{game.notation(first)!r} and {game.notation(second)!r} of seat {seat} look the "
                f"same to seat {viewer}, but its log tells them apart: {mine} or {theirs}"
            )


@dataclass
class HiddenOrders:
    """Looks for things whose order a seat cannot know, but that no determinization changes.

    A list of a position is hidden from a seat where two of its items can change places without
    anything changing that the seat can see or ask for. Determinizations must then vary it.
    """

    hidden: dict[str, int] = field(default_factory=dict)
    varied: set[str] = field(default_factory=set)

    def add(self, other: "HiddenOrders") -> None:
        """Count what was seen in another game too."""
        for name, times in other.hidden.items():
            self.hidden[name] = self.hidden.get(name, 0) + times
        self.varied |= other.varied

    def look(self, game: Game, state: State, seat: int, rng: Random) -> None:
        """Look at the lists of one position."""
        if state.is_over:
            return
        data = state.snapshot()
        worlds = [state.determinize(seat, rng).snapshot() for _ in range(WORLDS)]
        seen: dict[str, Any] | None = None
        for path, items in _lists(data):
            name = _name(path)
            if any(_at(world, path) != items for world in worlds):
                self.varied.add(name)
            if name in self.varied or self.hidden.get(name, 0) >= OFTEN:
                continue
            changed = json.loads(json.dumps(data))
            _swap(_at(changed, path), rng)
            try:
                other = game.restore(changed)
                other.names = state.names
                found = knowledge(other, seat)
            except Exception:  # noqa: S112 (not every order is a position)
                continue
            seen = knowledge(state, seat) if seen is None else seen
            if found == seen:
                self.hidden[name] = self.hidden.get(name, 0) + 1

    def faults(self, game: Game) -> list[str]:
        """What is hidden but never varied: one sentence for each."""
        return [
            f"the order of {name!r} is hidden, but no determinization changes it: declare a zone "
            "for it or, if everybody can work it out, name it among the game's open_fields"
            for name, times in sorted(self.hidden.items())
            if times >= OFTEN and name not in self.varied and name not in game.open_fields
        ]


def _lists(data: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    """The lists of different numbers in a snapshot, with their places."""
    parts = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in parts:
        if path == () and key in NO_FIELDS:
            continue
        if isinstance(value, list) and all(isinstance(item, int) for item in value):
            if len(set(value)) > 1:
                yield (*path, key), value
        elif isinstance(value, (dict, list)):
            yield from _lists(value, (*path, key))


def _name(path: Path) -> str:
    return ".".join(str(part) for part in path if isinstance(part, str))


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _swap(items: list[Any], rng: Random) -> None:
    first = rng.randrange(len(items))
    second = rng.choice([place for place, item in enumerate(items) if item != items[first]])
    items[first], items[second] = items[second], items[first]


def _check_secrets(
    game: Game, events: list[Event], others: list[Event], viewer: int, name: str
) -> None:
    """Up to the first public difference, what is private to others reads the same."""
    for one, other in zip(events, others, strict=False):
        mine, theirs = game.event_text(one, viewer), game.event_text(other, viewer)
        if mine == theirs:
            continue
        if one.kind == other.kind and one.private and not one.shows_secret_to(viewer):
            raise Fault(
                f"the log of seat {viewer} tells a secret of {name}: {mine!r} or {theirs!r}"
            )
        return


def _outcome(state: State, seat: int, action: int) -> tuple[State, list[Event], bool]:
    """The position after the action, what was told, and whether chance or a revelation came in."""
    after = state.copy()
    events: list[Event] = []
    after.log = events
    after.apply(seat, action)
    after.log = None
    return after, events, after.chance.moments != state.chance.moments


def _texts(game: Game, events: list[Event], viewer: int) -> list[str]:
    texts = [game.event_text(event, viewer) for event in events]
    return [text for text in texts if text]


def _some(actions: list[int], rng: Random) -> list[int]:
    return rng.sample(actions, min(2, len(actions)))
