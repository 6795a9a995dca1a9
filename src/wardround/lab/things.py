"""What things are worth to who has them: departments, cards, modules, and what is taken first."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from wardround.core import Game
from wardround.lab.facts import Chance, First, item_kinds
from wardround.lab.figures import Row, Told
from wardround.lab.worth import LEVEL, Effect, against_peers, effect, holm

MOST_SEATS: Final = 16


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat of a game: its outcomes, and what is known of it before it chose anything."""

    game: int
    points: float
    wins: float | None
    """The share of the win; None where nobody else played."""
    known: list[float]


@dataclass(frozen=True)
class _Case:
    """A question asked of some seats: those that had something, and those that had it not.

    Args:
        action: The action by which it is had.
        kind: The place of its kind in :func:`item_kinds`.
        stage: What having it means, for people.
        seats: The seats.
        treated: Whether each of them had it.
        before: What is known of each besides, at the time when it could have had it.
    """

    action: int
    kind: int
    stage: str
    seats: Sequence[_Seat]
    treated: Sequence[bool]
    before: Sequence[Sequence[float]]

    def effect(self, outcome: Callable[[_Seat], float | None]) -> Effect | None:
        """What it adds to an outcome."""
        told = [place for place, one in enumerate(self.seats) if outcome(one) is not None]
        return effect(
            [value for one in self.seats if (value := outcome(one)) is not None],
            [self.treated[place] for place in told],
            [[*self.seats[place].known, *self.before[place]] for place in told],
            [self.seats[place].game for place in told],
        )


def items(game: Game, told: Told) -> list[Row]:
    """What it is worth to a seat that a thing is there for it, and to take it."""
    return _worth(game, _chances(game, told))


def openings(game: Game, told: Told) -> list[Row]:
    """What it is worth to a seat to take a thing as its first one of that kind.

    Of the seats that could have: those that took another thing of the kind then are what it is
    compared with.
    """
    return _worth(game, _firsts(game, told))


def _seats(told: Told) -> Iterator[_Seat]:
    """All seats of all games, in order."""
    for place, (plan, facts) in enumerate(told):
        players = len(plan.seats)
        setting = [float(place == other) for other in range(1, len(told))]
        known = [setting + _at_seat(seat, players) for seat in range(players)]
        for one in facts:
            played = one.played
            group = place * 10_000_000 + played.number
            for seat in range(players):
                won = played.won(seat) if players > 1 else None
                yield _Seat(group, float(played.scores[seat]), won, known[seat])


def _at_seat(seat: int, players: int) -> list[float]:
    found = [float(seat == other) for other in range(1, players)]
    return found + [0.0] * (MOST_SEATS - len(found))


def _before(one: Chance | First) -> tuple[float, float, float]:
    return one.lead, float(one.when), float(one.width)


def _chances(game: Game, told: Told) -> Iterator[_Case]:
    """For every thing: whether it was there for a seat, and whether a seat took it."""
    seats = list(_seats(told))
    found: dict[int, dict[int, Chance]] = defaultdict(dict)
    start = 0
    for plan, facts in told:
        for one in facts:
            for chance in one.chances:
                found[chance.action][start + chance.seat] = chance
            start += len(plan.seats)
    nothing: list[Sequence[float]] = [()] * len(seats)
    for action, had in sorted(found.items()):
        kind = _kind(game, action)
        verb = item_kinds(game)[kind].verb
        there = [place in had for place in range(len(seats))]
        yield _Case(action, kind, f"can be {verb}", seats, there, nothing)
        yield _Case(
            action,
            kind,
            verb,
            [seats[place] for place in had],
            [chance.taken for chance in had.values()],
            [_before(chance) for chance in had.values()],
        )


def _firsts(game: Game, told: Told) -> Iterator[_Case]:
    """For every thing: whether a seat took it first, or another one of the kind."""
    seats = list(_seats(told))
    found: dict[tuple[int, int], list[tuple[int, First]]] = defaultdict(list)
    start = 0
    for plan, facts in told:
        for one in facts:
            for first in one.firsts:
                for action in (first.action, *first.instead) if first.instead else ():
                    found[action, first.kind].append((start + first.seat, first))
            start += len(plan.seats)
    for (action, kind), had in sorted(found.items()):
        yield _Case(
            action,
            kind,
            f"{item_kinds(game)[kind].verb} first",
            [seats[place] for place, _ in had],
            [first.action == action for _, first in had],
            [_before(first) for _, first in had],
        )


def _kind(game: Game, action: int) -> int:
    family = game.actions.family(action)[0]
    kinds = enumerate(item_kinds(game))
    return next(place for place, kind in kinds if kind.family == family)


def _worth(game: Game, cases: Iterator[_Case]) -> list[Row]:
    """A row for every case that has enough seats; each tested against its peers."""
    rows: list[Row] = []
    peers: dict[tuple[str, str, str], list[tuple[Row, Effect]]] = defaultdict(list)
    for case in cases:
        points = case.effect(lambda one: one.points)
        if points is None:
            continue
        row: Row = {
            "item": game.action_text(case.action),
            "notation": game.notation(case.action),
            "kind": item_kinds(game)[case.kind].title,
            "stage": case.stage,
            "with": points.with_it,
            "without": points.without,
        }
        rows.append(row)
        for name, found in (("points", points), ("wins", case.effect(lambda one: one.wins))):
            row[name] = None if found is None else _effect_row(found)
            if found is not None:
                peers[name, row["kind"], row["stage"]].append((row[name], found))
    _test(rows, peers)
    return rows


def _test(
    rows: Sequence[Row], peers: Mapping[tuple[str, str, str], list[tuple[Row, Effect]]]
) -> None:
    """Say of each how far it is from its peers, and whether that is more than chance."""
    for likes in peers.values():
        middle, chances = against_peers([found for _, found in likes])
        for (outcome, _), p in zip(likes, chances, strict=True):
            outcome |= {"peers": round(middle, 4), "p": p}
    outcomes = [row[name] for row in rows for name in ("points", "wins") if row[name]]
    for one, p in zip(outcomes, holm([one["p"] for one in outcomes]), strict=True):
        one |= {"p": round(one["p"], 6), "p_adjusted": round(p, 6), "found": p < LEVEL}


def _effect_row(found: Effect) -> Row:
    return {
        "value": round(found.value, 4),
        "low": round(found.low, 4),
        "high": round(found.high, 4),
        "plain": round(found.plain, 4),
    }
