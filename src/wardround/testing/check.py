"""``check_game``: random games that prove a game right, or say exactly where it is not."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial

from wardround.core import Game, UnknownAction
from wardround.core.declaration import declared
from wardround.pool import spread
from wardround.testing.configurations import Configuration, configurations
from wardround.testing.faults import CheckFailure, Fault
from wardround.testing.lessons import lesson_faults
from wardround.testing.playout import Invariants, Playout, Tally

GAMES = 100
"""How many games are played if nothing is said."""
ENOUGH = 5
"""So many positions with private information must show that determinizations vary it."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class CheckResult:
    """What was checked, without a fault being found.

    Args:
        game: The game's id.
        tally: Counts of games, actions, positions.
        configurations: How many games were played with each setting of seats and options.
    """

    game: str
    tally: Tally
    configurations: Mapping[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        tally = self.tally
        return (
            f"{self.game}: {tally.games} games in {len(self.configurations)} configurations, "
            f"{tally.actions} actions (longest game {tally.longest}), {tally.positions} positions "
            f"in full, {tally.varied} of them with something hidden, {tally.undone} undone"
        )

    def to_json(self) -> dict[str, object]:
        """The result as plain data."""
        counts = asdict(self.tally)
        del counts["orders"]
        return {
            "game": self.game,
            **counts,
            "configurations": dict(self.configurations),
        }


def check_game(
    game: Game,
    *,
    games: int = GAMES,
    seed: str = "check",
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    every: int | None = None,
    jobs: int = 1,
    invariants: Invariants | None = None,
    progress: Progress | None = None,
) -> CheckResult:
    """Play random games and check everything that a game promises.

    At every position: somebody can act; ids are ascending and equal the mask; kept lists equal
    fresh ones; results keep their form; the invariants hold. At a share of them: actions are
    accepted and refused as listed, copies are independent, previews and undo are exact, snapshots
    restore, views and observations keep their form, and nothing that a seat cannot know shows in
    what it sees, reads or may do. What is hidden in some games but never differs in a sample is
    named only where seats and options are free and there are games enough for all: under other
    options everybody may know it. At the end: the record leads to the same position, with the seed
    and without it.

    Args:
        game: The game.
        games: How many games to play. All pairs of option values (number of seats included) occur
            if there are at least as many games as :func:`configurations`.
        seed: Fixes everything.
        players: Play with this number of seats only.
        options: Options that stay fixed.
        every: One position in so many is checked in full; which ones shifts from game to game.
            Where nothing is said, about ten positions of a game are.
        jobs: Processes that play. With more than one, the game must be a constant of its
            package, and ``invariants`` a function of a module.
        invariants: Raises AssertionError if something that must hold in every position does not.
        progress: Called with the number of games played and of all games.

    Raises:
        CheckFailure: Something is wrong; the message says what and how to come there again.
        SeatError, OptionError: The fixed seats or options are not possible.
        ValueError: ``games``, ``every`` or ``jobs`` is below 1, or the game cannot be handed to
            other processes.
        PoolError: A process that played ended before its work was done.
    """
    for name, value in (("games", games), ("every", every), ("jobs", jobs)):
        if value is not None and value < 1:
            raise ValueError(f"{name} must be at least 1, not {value}")
    settings = configurations(game, players, options)
    try:
        check_declaration(game)
    except Fault as fault:
        first = settings[0]
        raise CheckFailure(game.id, seed, first.players, first.options, 0, str(fault)) from fault
    plans = [
        _Plan(settings[number % len(settings)], f"{seed} {number}", every or 0, number)
        for number in range(games)
    ]
    tally = Tally()
    for part in _all_tallies(game, plans, invariants, jobs):
        tally.add(part)
        if progress is not None:
            progress(tally.games, games)
    if tally.private >= ENOUGH and not tally.varied:
        what = "some seats see what others do not, but no determinization ever differs from another"
        raise CheckFailure(game.id, seed, settings[0].players, settings[0].options, 0, what)
    everything = players is None and not options and games >= min(len(settings), GAMES)
    for what in tally.orders.faults(game) if everything else ():
        raise CheckFailure(game.id, seed, settings[0].players, settings[0].options, 0, what)
    counts: dict[str, int] = {}
    for plan in plans:
        counts[str(plan.configuration)] = counts.get(str(plan.configuration), 0) + 1
    return CheckResult(game.id, tally, counts)


def check_declaration(game: Game) -> None:
    """What a game declares about itself fits together.

    Raises:
        Fault: It does not.
    """
    if not 1 <= game.min_players <= game.max_players:
        raise Fault(f"the game is for {game.min_players} to {game.max_players} players")
    for players in range(game.min_players, game.max_players + 1):
        lowest, highest = game.return_bounds(players)
        if lowest >= highest:
            raise Fault(f"returns are between {lowest} and {highest}")
    for table in game.material():
        if any(len(row) != len(table.columns) for row in table.rows):
            raise Fault(f"a row of the table {table.name!r} has not one text for each column")
    _check_notations(game)
    _check_rules(game)
    _check_guide(game)
    for what in lesson_faults(game):
        raise Fault(f"the guided game: {what}")


def _check_notations(game: Game) -> None:
    notations = [game.notation(action) for action in range(game.num_actions)]
    for action, notation in enumerate(notations):
        if not notation or any(letter.isspace() for letter in notation):
            raise Fault(f"action {action} has the notation {notation!r}: empty or with a space")
        if game.parse(notation) != action:
            raise Fault(f"the notation {notation!r} of action {action} means another action")
        if not game.action_text(action):
            raise Fault(f"the action {notation!r} has no words")
    try:
        game.parse("no such action")
    except UnknownAction:
        return
    raise Fault("a text that is no notation is read as an action")


def _check_rules(game: Game) -> None:
    clauses = game.rules().index()
    if not clauses:
        raise Fault("the rules have no clause")
    for option in game.options:
        if option.check(option.default) != option.default:
            raise Fault(f"the default of option {option.name!r} is none of its values")
        if option.clause and option.clause not in clauses:
            raise Fault(f"option {option.name!r} names {option.clause!r}, which is no clause")


def _check_guide(game: Game) -> None:
    guide = game.guide()
    if guide is None:
        return
    rules = game.rules()
    numbers = {*rules.index(), *(chapter.id for chapter in rules.chapters)}
    for what in guide.faults(numbers):
        raise Fault(f"the guide: {what}")


@dataclass(frozen=True)
class _Plan:
    configuration: Configuration
    seed: str
    every: int
    offset: int


def _all_tallies(
    game: Game, plans: list[_Plan], invariants: Invariants | None, jobs: int
) -> Iterator[Tally]:
    if jobs == 1:
        return map(partial(_play, game, invariants), plans)
    _require_constant(game)
    return spread(partial(_play, game, invariants), plans, jobs)


def _play(game: Game, invariants: Invariants | None, plan: _Plan) -> Tally:
    return Playout(game, plan.configuration, plan.seed, plan.every, plan.offset, invariants).run()


def _require_constant(game: Game) -> None:
    """Another process finds the game again by its package and id (see ``Declaration``)."""
    try:
        same = declared(game.package, game.id) is game
    except LookupError:
        same = False
    if not same:
        raise ValueError(
            f"to play {game.id} in several processes, keep it as a constant of {game.package}"
        )
