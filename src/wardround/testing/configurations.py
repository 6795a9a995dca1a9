"""Few configurations of a game in which every pair of option values occurs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from wardround.core import Game, Option, OptionError, OptionValue

PLAYERS = "players"
Pair = tuple[tuple[int, OptionValue], tuple[int, OptionValue]]


@dataclass(frozen=True)
class Configuration:
    """How a game is set up: number of seats and all options."""

    players: int
    options: Mapping[str, OptionValue]

    def __str__(self) -> str:
        return " ".join([f"{self.players}p", *(f"{k}={v}" for k, v in self.options.items())])


def configurations(
    game: Game, players: int | None = None, options: Mapping[str, object] | None = None
) -> list[Configuration]:
    """Configurations that cover every pair of values of two options, number of seats included.

    Pairs that the game refuses are left out.

    Args:
        game: The game.
        players: A fixed number of seats; None for all.
        options: Values of options that stay fixed.

    Raises:
        SeatError, OptionError: The fixed values are not possible.
    """
    least = game.min_players if players is None else players
    fixed = game.check_options(options, least)
    seats = range(game.min_players, game.max_players + 1) if players is None else [players]
    given = options or {}
    varied = [option for option in game.options if option.offered or option.name in given]
    names = [option.name for option in varied]
    levels = [
        [fixed[option.name]] if option.name in given else _levels(option) for option in varied
    ]
    levels.insert(0, list(seats))
    rows = [[seat, *(values[0] for values in levels[1:])] for seat in levels[0]]
    refused = {
        pair
        for pair in _all_pairs(levels)
        if not any(_possible(game, names, _with_pair(row, pair)) for row in rows)
    }
    return [
        Configuration(int(row[0]), dict(zip(names, row[1:], strict=True)))
        for row in pairwise(levels, refused)
        if _possible(game, names, row)
    ]


def _possible(game: Game, names: Sequence[str], row: Sequence[OptionValue]) -> bool:
    """Whether the game takes this number of seats and these options together."""
    try:
        game.check_options(dict(zip(names, row[1:], strict=True)), int(row[0]))
    except OptionError:
        return False
    return True


def _with_pair(row: Sequence[OptionValue], pair: Pair) -> list[OptionValue]:
    """The row with two of its values replaced."""
    changed = list(row)
    for column, value in pair:
        changed[column] = value
    return changed


def _levels(option: Option) -> list[OptionValue]:
    """The values of an option that are tried, its default first; of a range default and ends."""
    if option.kind == "bool":
        return [option.default, not option.default]
    if option.kind == "int":
        return list(dict.fromkeys([option.default, option.low, option.high]))
    return list(dict.fromkeys([option.default, *option.values]))


def pairwise(
    levels: Sequence[Sequence[OptionValue]], refused: Collection[Pair] = ()
) -> list[list[OptionValue]]:
    """Rows with one value of each column, so that every pair of two columns' values occurs.

    Greedy and deterministic: each row takes a pair that is not covered yet and then, column by
    column, the value that covers most, of those the one used least. The first row holds the first
    values.

    Args:
        levels: The values of each column.
        refused: Pairs that do not occur, nor those that cannot occur without them.
    """
    missing = _all_pairs(levels) - set(refused)
    rows = [[values[0] for values in levels]]
    missing -= _pairs(rows[0])
    if len(levels) == 1:
        return [[value] for value in levels[0]]
    while missing:
        seed = min(missing, key=repr)
        row = _row(levels, seed, missing, refused, rows)
        missing -= {seed, *_pairs(row)}
        if not _pairs(row) & set(refused):
            rows.append(row)
    return rows


def _all_pairs(levels: Sequence[Sequence[OptionValue]]) -> set[Pair]:
    return {
        _pair(a, x, b, y)
        for (a, first), (b, second) in combinations(enumerate(levels), 2)
        for x, y in product(first, second)
    }


def _row(
    levels: Sequence[Sequence[OptionValue]],
    seed: Pair,
    missing: Collection[Pair],
    refused: Collection[Pair],
    rows: Sequence[list[OptionValue]],
) -> list[OptionValue]:
    chosen: dict[int, OptionValue] = dict(seed)
    for column, values in enumerate(levels):
        if column not in chosen:
            used = [row[column] for row in rows]
            chosen[column] = max(
                values,
                key=lambda value: (
                    -_shared(chosen, column, value, refused),
                    _shared(chosen, column, value, missing),
                    -used.count(value),
                ),
            )
    return [chosen[column] for column in range(len(levels))]


def _shared(
    chosen: Mapping[int, OptionValue], column: int, value: OptionValue, pairs: Collection[Pair]
) -> int:
    """With how many of the values chosen this one makes one of the pairs."""
    return sum(_pair(other, taken, column, value) in pairs for other, taken in chosen.items())


def _pair(a: int, x: OptionValue, b: int, y: OptionValue) -> Pair:
    return ((a, x), (b, y)) if a < b else ((b, y), (a, x))


def _pairs(row: Sequence[OptionValue]) -> set[Pair]:
    return {_pair(a, x, b, y) for (a, x), (b, y) in combinations(enumerate(row), 2)}
