"""What the search thinks of a position, and of every choice of a game that was played.

The search is that of :mod:`wardround.bots.search_bot`, and it sees what the seat saw: it works on
samples of the position, so it blames nobody for what could not be known.

The *value* of a choice is what the search expects of it for the seat, from 0 to 1: at the end of a
game nine tenths are the seat's return (1 for a win, 0 for a defeat) and one tenth its lead in
points; before that, the lead by the game's evaluation, 0.5 where it is level with its best rival.
"""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, SupportsIndex

from wardround.bots import make_bot
from wardround.bots.bot import Turn
from wardround.bots.search import Search
from wardround.bots.search_bot import EXPECTED, SearchBot
from wardround.core import Game, Match, Record, RecordError, State, UnknownBot, replay
from wardround.core.words import counted
from wardround.games import game as game_of

BOT: Final = "search:1000"
MISTAKE: Final = 0.05
"""The loss from which on a choice is called a mistake: what is less may be chance of the search."""
ALL_SHARE: Final = 4
"""One part in so many of the search is spread over the actions that were hardly looked at."""
ONE_SHARE: Final = 5
"""The action that was played gets at least one part in so many."""
LONGEST: Final = 6
"""Choices of a line at most."""
LEAST: Final = 2
"""Visits that a later choice of a line has at least."""


@dataclass(frozen=True)
class Line:
    """What the search found out about one legal action.

    Args:
        action: The action's id.
        notation: Its short text, as in records.
        sentence: What it does, for people.
        visits: How often the search tried it.
        value: What it expects of it for the seat, 0 to 1; the mean over the visits.
        plan: Notations of this action and of the choices that the seat would make after it. What
            others do in between, and chance, are left out: the plan is what did best on average.
        words: The same for people.
    """

    action: int
    notation: str
    sentence: str
    visits: int
    value: float
    plan: tuple[str, ...]
    words: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The line as plain data."""
        return {
            "action": self.notation,
            "sentence": self.sentence,
            "visits": self.visits,
            "value": round(self.value, 4),
            "line": list(self.plan),
        }


@dataclass(frozen=True)
class PositionAnalysis:
    """What the search thinks of a question put to a seat.

    Args:
        seat: The seat that is asked.
        lines: One for each legal action: the best one first, which a bot of the same seed plays,
            then by visits.
    """

    seat: int
    lines: tuple[Line, ...]

    @property
    def best(self) -> Line:
        """What the search chooses."""
        return self.lines[0]

    def line(self, action: int) -> Line:
        """The line of a legal action.

        Raises:
            KeyError: The action is not legal here.
        """
        for line in self.lines:
            if line.action == action:
                return line
        raise KeyError(action)


@dataclass(frozen=True)
class Asked:
    """A choice in a game that was played.

    Args:
        number: The number of the action in the record, from 1 on.
        seat: The seat that chose.
        position: The position before it.
        played: The id of the action that was chosen.
    """

    number: int
    seat: int
    position: State
    played: int


@dataclass(frozen=True)
class Judged:
    """A choice in a game that was played, and what the search thinks of it.

    Args:
        number: The number of the action in the record, from 1 on.
        seat: The seat that chose.
        played: What was chosen.
        best: What the search would have chosen.
        analysis: All that it thinks of the position.
    """

    number: int
    seat: int
    played: Line
    best: Line
    analysis: PositionAnalysis

    @property
    def loss(self) -> float:
        """How much of the value was given away, 0 to 1; 0 where nothing better was found."""
        return max(0.0, self.best.value - self.played.value)

    @property
    def mistake(self) -> bool:
        """Whether the loss is more than the search's own chance explains."""
        return self.loss >= MISTAKE

    def to_json(self) -> dict[str, Any]:
        """The choice as plain data."""
        return {
            "number": self.number,
            "seat": self.seat,
            "played": self.played.to_json(),
            "best": self.best.to_json(),
            "loss": round(self.loss, 4),
            "mistake": self.mistake,
            "actions": [line.to_json() for line in self.analysis.lines],
        }


def analyse_position(
    state: State,
    seat: SupportsIndex,
    bot: str = BOT,
    seed: int | str = 1,
    played: int | None = None,
) -> PositionAnalysis:
    """Search a position for a seat and tell what was found out about each legal action.

    Args:
        state: The position. It is not changed, and only what the seat may know of it is used.
        seat: A seat that is asked.
        bot: A search as bots are named: ``search``, ``search:300``, ``search:500ms`` ...
        seed: Fixes its chance; with a number of iterations it fixes the answer.
        played: A legal action that is looked at more closely, so that it can be compared.

    Raises:
        SeatError, NotAsked: The seat has nothing to decide.
        UnknownBot: The bot is no search.
        IllegalAction: ``played`` is not legal.
    """
    number = state.seat(seat)
    turn = Turn(state, number)
    if played is not None and played not in turn.legal:
        raise state.refusal(number, played)
    player = searcher(bot, seed)
    search, best = player.consider(turn)
    _look_at_all(player, search, turn, best, played)
    lines = [_line(state, search, number, action) for action in turn.legal]
    lines.sort(key=lambda line: (line.action != best, -line.visits, -line.value))
    return PositionAnalysis(number, tuple(lines))


def searcher(name: str, seed: int | str) -> SearchBot:
    """The search of a name.

    Raises:
        UnknownBot: The name is of another bot, or of none.
    """
    bot = make_bot(name, seed)
    if not isinstance(bot, SearchBot):
        raise UnknownBot(
            f"The bot {name!r} does not search.",
            where="bot",
            expected=f"search, or search: and {EXPECTED}",
        )
    return bot


def _look_at_all(
    player: SearchBot, search: Search, turn: Turn, best: int, played: int | None
) -> None:
    """See to it that every action was tried, and the one played often enough."""
    done = search.roots[turn.seat].visits
    least = max(1, done // (ALL_SHARE * len(turn.legal)))
    most = max(1, search.edge(best).visits)
    for action in turn.legal:
        wanted = max(1, done // ONE_SHARE) if action == played else least
        player.insist(search, turn, action, min(wanted, most))


def _line(state: State, search: Search, seat: int, action: int) -> Line:
    edge = search.edge(action)
    choice = state.choice(seat, action)
    plan = edge.plan(LONGEST, LEAST)
    game = state.game
    return Line(
        action,
        choice.notation,
        choice.sentence,
        edge.visits,
        edge.value(),
        tuple([game.notation(one) for one in plan]),
        tuple([game.action_text(one) for one in plan]),
    )


# --- a game that was played -------------------------------------------------------------------


def choices_of(
    record: Record,
    seats: Sequence[int] | None = None,
    first: SupportsIndex = 1,
    last: SupportsIndex | None = None,
    game: Game | None = None,
    name: str = "record",
) -> list[Asked]:
    """The choices of a recorded game where there was something to choose.

    Args:
        record: The record.
        seats: Only choices of these seats; of all if not given.
        first: The number of the first action that counts, from 1 on.
        last: The number of the last one; that of the record if not given.
        game: The game of its header; looked up if not given.
        name: How error messages call the record.

    Raises:
        RecordError: The record does not replay, or has no such actions.
        SeatError: There is no such seat.
        UnknownGame: The game is not installed.
    """
    played = game_of(record.header.game) if game is None else game
    begin, end = _span(record, operator.index(first), last, name)
    match = replay(record, played, name=name).at(0)
    wanted = [match.state.seat(seat) for seat in seats or range(match.players)]
    found: list[Asked] = []
    for number, step in enumerate(record.steps[:end], start=1):
        action = played.parse(step.action)
        counts = number >= begin and step.seat in wanted
        if counts and len(match.state.legal_actions(step.seat)) > 1:
            found.append(Asked(number, step.seat, match.state.copy(), action))
        _go_on(match, record, number, action)
    return found


def _go_on(match: Match, record: Record, number: int, action: int) -> None:
    """Play the action of this number; without the seed, with the chance that was recorded."""
    step = record.steps[number - 1]
    match.act(step.seat, action, script=None if record.header.seed else step.chance)


def _span(record: Record, first: int, last: SupportsIndex | None, name: str) -> tuple[int, int]:
    actions = len(record.steps)
    end = actions if last is None else operator.index(last)
    for number, what in ((first, "from"), (end, "to")):
        if not 1 <= number <= actions:
            raise RecordError(
                f"The record has no action {number}; it has {counted(actions, 'action')}.",
                where=f"{name}, {what}",
                expected=f"a number from 1 to {actions}" if actions else "a game that was begun",
            )
    if first > end:
        raise RecordError(
            f"Action {first} comes after action {end}.",
            where=f"{name}, from",
            expected=f"a number from 1 to {end}",
        )
    return first, end


def judge(asked: Asked, bot: str = BOT, seed: int | str = 1) -> Judged:
    """What the search thinks of a choice in a game that was played.

    Args:
        asked: The choice.
        bot: See :func:`analyse_position`.
        seed: Fixes the search together with the number of the action: what is said about a choice
            does not depend on which others are looked at.

    Raises:
        UnknownBot: The bot is no search.
    """
    found = analyse_position(
        asked.position, asked.seat, bot, f"{seed}/{asked.number}", asked.played
    )
    return Judged(asked.number, asked.seat, found.line(asked.played), found.best, found)


def analyse(
    record: Record,
    bot: str = BOT,
    seed: int | str = 1,
    seats: Sequence[int] | None = None,
    first: SupportsIndex = 1,
    last: SupportsIndex | None = None,
    game: Game | None = None,
) -> Iterator[Judged]:
    """What the search thinks of the choices of a recorded game, one after another.

    Where one action only was legal, nothing was chosen, and nothing is said.

    Args:
        record: The record.
        bot: See :func:`analyse_position`.
        seed: See :func:`judge`.
        seats, first, last, game: See :func:`choices_of`.

    Raises:
        UnknownBot: The bot is no search.
        RecordError, SeatError, UnknownGame: See :func:`choices_of`.
    """
    searcher(bot, seed)
    found = choices_of(record, seats, first, last, game)
    return _judged(found, bot, seed)


def _judged(found: list[Asked], bot: str, seed: int | str) -> Iterator[Judged]:
    for asked in found:
        yield judge(asked, bot, seed)
