"""What a game tells a designer: seen while it is played, kept in a few numbers."""

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final

from wardround.core import Declaration, OptionValue, State
from wardround.games import game as installed_game
from wardround.lab.simulate import Played, Simulation
from wardround.pool import spread

MOST_ACTIONS: Final = 60
"""Families of a game that says nothing of its items count as such up to this many actions."""
QUARTERS: Final = 4
ROUND: Final = "round"
"""The kind of event by which games tell that a round begins."""


@dataclass(frozen=True)
class Kind:
    """A kind of things that players take or use, told by the actions that do so.

    Args:
        title: What they are, for people.
        family: The family of the actions.
        verb: What the action does with one of them, for people.
        question: Only at questions of this name; at all of them if empty.
    """

    title: str
    family: str
    verb: str
    question: str = ""


ITEMS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "dice_hospital": (
        Kind("administrator", "keep", "kept"),
        Kind("department", "take_department", "taken"),
        Kind("specialist", "take_specialist", "taken"),
        Kind("department", "at", "used"),
        Kind("specialist", "place", "used"),
    ),
    "dynamite_nurse": (Kind("card", "buy", "bought"), Kind("card", "play", "played")),
    "clinic": (
        Kind("bonus tile", "bonus", "taken"),
        Kind("module", "build", "built"),
        Kind("person", "hire", "hired"),
        Kind("action", "choose", "chosen"),
    ),
    "pyrrameds": (Kind("card", "card", "laid", "place_card"),),
}
"""What is worth something in our games."""


@cache
def item_kinds(game: Declaration) -> tuple[Kind, ...]:
    """The kinds of items of a game; where nobody says, its families of actions."""
    if game.id in ITEMS:
        return ITEMS[game.id]
    sizes = Counter(game.actions.family(action)[0] for action in range(game.num_actions))
    return tuple(
        Kind(family, family, "chosen") for family, size in sizes.items() if 1 < size <= MOST_ACTIONS
    )


@cache
def _asked_of(game: Declaration) -> dict[int, tuple[tuple[int, str], ...]]:
    """By action, the kinds that it takes a thing of: their places, and at which questions."""
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for action in range(game.num_actions):
        family = game.actions.family(action)[0]
        kinds = enumerate(item_kinds(game))
        takes = tuple((place, kind.question) for place, kind in kinds if kind.family == family)
        if takes:
            found[action] = takes
    return found


def kind_at(game: Declaration, action: int, question: str) -> int | None:
    """The place in :func:`item_kinds` of what an action takes at a question; None if nothing."""
    for place, asked in _asked_of(game).get(action, ()):
        if asked in ("", question):
            return place
    return None


@dataclass(frozen=True, slots=True)
class Chance:
    """A seat could have an item: at its first opportunity, and whether it ever took it.

    Args:
        action: The action that takes it.
        seat: The seat.
        taken: Whether it took it, then or later.
        lead: Its points less the mean of the others' at the first opportunity.
        when: How many choices of the game were made before.
        width: Among how many choices it was.
    """

    action: int
    seat: int
    taken: bool
    lead: float
    when: int
    width: int


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that a seat gained or lost.

    Args:
        seat: The seat.
        source: The kind of event that told of it, or the family of the action.
        phase: The round, from 1 on, or the quarter of the game where rounds are not told.
        points: How many.
    """

    seat: int
    source: str
    phase: int
    points: int


@dataclass(frozen=True, slots=True)
class First:
    """The first thing of a kind that a seat took.

    Args:
        kind: The place of the kind in :func:`item_kinds`.
        seat: The seat.
        action: The action that took it.
        instead: The other things of the kind that it could have taken.
        lead: Its points less the mean of the others' then.
        when: How many choices of the game were made before.
        width: Among how many choices it was.
    """

    kind: int
    seat: int
    action: int
    instead: tuple[int, ...]
    lead: float
    when: int
    width: int


@dataclass(frozen=True, slots=True)
class Drama:
    """How far the winner of a game was behind on the way: Browne's drama, counted in points.

    At every choice the winner is behind by what the best of the others has more than it, as a share
    of the widest gap between two seats in that game. After C. Browne, "Automatic Generation and
    Evaluation of Recombination Games" (thesis, Queensland University of Technology, 2008), drama is
    the mean of the square roots of that over the choices at which it is behind. A shared win counts
    as that of the winner who is ahead at the time.

    Args:
        mean: The mean; 0 where the winner was never behind.
        worst: The square root where it was furthest behind; 0 likewise.
        behind: The share of the choices at which it was behind.
    """

    mean: float
    worst: float
    behind: float


@dataclass(frozen=True, slots=True)
class Facts:
    """A game in a few numbers.

    Args:
        played: How it ended.
        chances: One for each seat and item that it could have.
        gains: Points by seat, source and phase.
        by_rounds: Whether phases are rounds, or else quarters of the game.
        widths: How often there were so many legal choices.
        lead_changes: How often another seat came to lead alone.
        settled: The share of the game after which its winner was never behind again.
        drama: How far the winner was behind on the way.
        firsts: What each seat took first of each kind of things.
        events: The kinds of events that happened.
        questions: The questions that were asked.
        actions: The actions that were carried out.
    """

    played: Played
    chances: tuple[Chance, ...]
    gains: tuple[Gain, ...]
    by_rounds: bool
    widths: Mapping[int, int]
    lead_changes: int
    settled: float
    drama: Drama
    firsts: tuple[First, ...]
    events: tuple[str, ...]
    questions: tuple[str, ...]
    actions: tuple[int, ...]


@dataclass
class _Begun:
    """The game that is being watched."""

    scores: list[list[int]] = field(default_factory=list)
    chances: dict[tuple[int, int], Chance] = field(default_factory=dict)
    taken: set[tuple[int, int]] = field(default_factory=set)
    changes: list[tuple[int, int, int, str, int]] = field(default_factory=list)
    """Choices made, round, seat, source, points."""
    widths: Counter[int] = field(default_factory=Counter)
    firsts: dict[tuple[int, int], First] = field(default_factory=dict)
    """By kind and seat."""
    questions: set[str] = field(default_factory=set)
    actions: set[int] = field(default_factory=set)
    told: int = 0
    round: int = 0
    family: str = ""


class Watcher:
    """Gathers the facts of one game after the other."""

    def __init__(self) -> None:
        self._now = _Begun()
        self.facts: list[Facts] = []

    def sees(self, number: int, state: State, seat: int, action: int) -> None:
        """A choice is about to be made."""
        now = self._now
        self._notice(state)
        question = state.decision(seat).name()
        legal = state.legal_actions(seat)
        now.widths[len(legal)] += 1
        now.questions.add(question)
        now.actions.add(action)
        now.family = state.game.actions.family(action)[0]
        scores = now.scores[-1]
        others = [points for other, points in enumerate(scores) if other != seat] or [0]
        lead = scores[seat] - sum(others) / len(others)
        when, width = len(now.scores) - 1, len(legal)
        kinds = {one: kind_at(state.game, one, question) for one in legal}
        for one, kind in kinds.items():
            if kind is not None and (one, seat) not in now.chances:
                now.chances[one, seat] = Chance(one, seat, False, lead, when, width)
        taken = kinds[action]
        if taken is not None:
            now.taken.add((action, seat))
            if (taken, seat) not in now.firsts:
                alike = (one for one, kind in kinds.items() if kind == taken and one != action)
                now.firsts[taken, seat] = First(
                    taken, seat, action, tuple(alike), lead, when, width
                )

    def _notice(self, state: State) -> None:
        """Whose points changed since the last choice, and what happened meanwhile."""
        now = self._now
        assert state.log is not None
        happened = state.log[now.told :]
        now.told = len(state.log)
        begun = sum(event.kind == ROUND for event in happened)
        ending = now.round or begun  # what changes points at the turn of a round belongs to the old
        now.round += begun
        before = now.scores[-1] if now.scores else [0] * state.players
        after = state.scores()
        for seat, (old, new) in enumerate(zip(before, after, strict=True)):
            if new != old:
                own = [event.kind for event in happened if event.seat == seat and _tells(event)]
                source = own[-1] if own else now.family
                now.changes.append((len(now.scores), ending, seat, source, new - old))
        now.scores.append(after)

    def ends(self, played: Played, state: State) -> None:
        """The game is over."""
        self._notice(state)
        now = self._now
        chances = tuple(
            Chance(one.action, one.seat, key in now.taken, one.lead, one.when, one.width)
            for key, one in now.chances.items()
        )
        changes, settled = _leads(now.scores, played.ranks)
        assert state.log is not None
        self.facts.append(
            Facts(
                played,
                chances,
                _gains(now),
                now.round > 0,
                dict(now.widths),
                changes,
                settled,
                drama(now.scores, played.ranks),
                tuple(now.firsts.values()),
                tuple(sorted({event.kind for event in state.log})),
                tuple(sorted(now.questions)),
                tuple(sorted(now.actions)),
            )
        )
        self._now = _Begun()


def _tells(event: object) -> bool:
    """Whether an event may be what points come from: the end and the winners only tell of them."""
    return getattr(event, "kind", "") not in ("done", "winners", "turn", "reveal")


def _gains(now: _Begun) -> tuple[Gain, ...]:
    length = max(1, len(now.scores) - 1)
    total: Counter[tuple[int, str, int]] = Counter()
    for when, round, seat, source, points in now.changes:
        phase = round if now.round else min(QUARTERS, 1 + QUARTERS * when // length)
        total[seat, source, phase] += points
    return tuple(
        Gain(seat, source, phase, points) for (seat, source, phase), points in total.items()
    )


def _leads(scores: Sequence[Sequence[int]], ranks: Sequence[int]) -> tuple[int, float]:
    """How often the lead changed, and the share of the game when the winner had it for good."""
    leader = -1
    changes = 0
    behind = 0
    for number, now in enumerate(scores):
        best = max(now)
        ahead = [seat for seat, points in enumerate(now) if points == best]
        if len(ahead) == 1 and ahead[0] != leader:
            changes += leader >= 0
            leader = ahead[0]
        if all(ranks[seat] != 1 for seat in ahead):
            behind = number + 1
    return changes, min(1.0, behind / max(1, len(scores) - 1))


def drama(scores: Sequence[Sequence[int]], ranks: Sequence[int]) -> Drama:
    """How far the winner was behind on the way.

    Args:
        scores: The points of every seat at each choice, and at the end.
        ranks: The ranks of the seats.
    """
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    widest = max(max(now) - min(now) for now in scores)
    gaps = [max(now) - max(now[seat] for seat in winners) for now in scores[:-1]]
    roots = [(gap / widest) ** 0.5 for gap in gaps if gap > 0]
    if not roots:
        return Drama(0.0, 0.0, 0.0)
    return Drama(sum(roots) / len(roots), max(roots), len(roots) / len(gaps))


def watch(plan: Simulation, jobs: int = 1, first: int = 0) -> Generator[Facts]:
    """Play the games of a simulation, in order, and say what they tell.

    Args:
        plan: What is played.
        jobs: Processes that play. With more than one, the game must be an installed one.
        first: The number of the first game that is played.
    """
    if jobs <= 1:
        return spread(partial(_watch, plan), range(first, plan.games))
    installed_game(plan.game.id)
    described = (plan.game.id, plan.seats, plan.games, plan.seed, plan.rotate)
    return spread(
        partial(_watch_there, described, dict(plan.options)), range(first, plan.games), jobs
    )


def _watch(plan: Simulation, number: int) -> Facts:
    watcher = Watcher()
    plan.play(number, watcher)
    return watcher.facts[0]


def _watch_there(
    described: tuple[str, tuple[str, ...], int, str, bool],
    options: Mapping[str, OptionValue],
    number: int,
) -> Facts:
    id, seats, games, seed, rotate = described
    return _watch(Simulation(installed_game(id), seats, games, seed, options, rotate), number)
