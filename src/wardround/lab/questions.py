"""Questions asked in Python: data frames for notebooks, and drawings of estimates.

Every function plays what it needs and answers with a Polars frame, or with several of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wardround.games import game as installed_game
from wardround.lab.balance import FEWEST, Study, Watched, report
from wardround.lab.comparison import comparison, play_pairs, two_sides
from wardround.lab.errors import LabError
from wardround.lab.games_file import GamesFile
from wardround.lab.page import estimates
from wardround.lab.sentences import sentences
from wardround.lab.simulate import Simulation, simulate
from wardround.lab.statistics import wilson

if TYPE_CHECKING:
    import altair as alt
    import polars as pl

ITEM_COLUMNS = {
    "item": "String",
    "kind": "String",
    "stage": "String",
    "with": "Int64",
    "without": "Int64",
    "points": "Float64",
    "low": "Float64",
    "high": "Float64",
    "peers": "Float64",
    "p": "Float64",
    "p_adjusted": "Float64",
    "wins": "Float64",
    "wins_low": "Float64",
    "wins_high": "Float64",
    "found": "Boolean",
}
"""What :meth:`Balance.items` tells of each thing.

``p`` is its own, for a question asked of few things; ``p_adjusted`` and ``found`` are those of the
report, adjusted for all that it compares.
"""


@dataclass(frozen=True)
class Balance:
    """How balanced a game is: what ``wardround balance`` reports, as frames.

    Args:
        report: The report as plain data.
    """

    report: dict[str, Any]

    def part(self, name: str) -> "pl.DataFrame":
        """A part of the report with a row for each of its rows.

        Args:
            name: ``seats``, ``fairness``, ``length``, ``sources``, ``choices``, ``course``,
                ``endings``, ``rare`` or ``depth``.
        """
        import polars as pl

        rows = self.report[name]["found"] if name == "rare" else self.report[name]
        return pl.DataFrame([_flat(row) for row in rows], infer_schema_length=None)

    def items(self) -> "pl.DataFrame":
        """What each thing is worth, the dearest first; no rows where games are too few to say."""
        return self._things("items")

    def openings(self) -> "pl.DataFrame":
        """What it is worth to take each thing first, in the same columns."""
        return self._things("openings")

    def _things(self, name: str) -> "pl.DataFrame":
        import polars as pl

        rows = []
        for row in self.report[name]:
            points, wins = row["points"], row["wins"] or {}
            rows.append(
                {
                    **{name: row[name] for name in ("item", "kind", "stage", "with", "without")},
                    "points": points["value"],
                    **{name: points[name] for name in ("low", "high", "peers", "p", "p_adjusted")},
                    "wins": wins.get("value"),
                    "wins_low": wins.get("low"),
                    "wins_high": wins.get("high"),
                    "found": points["found"] or wins.get("found", False),
                }
            )
        kinds = {name: getattr(pl, kind) for name, kind in ITEM_COLUMNS.items()}
        return pl.DataFrame(rows, schema=kinds).sort("points", descending=True)

    def _repr_html_(self) -> str:
        """What it comes to in words, for notebooks."""
        return "".join(f"<p>{escape(text)}</p>" for text in sentences(self.report))


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose own parts are columns: ``wins.low`` becomes ``wins_low``."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name == "widths":
            continue
        if isinstance(value, Mapping):
            flat |= {f"{name}_{key}": one for key, one in value.items()}
        else:
            flat[name] = value
    return flat


def balance_of(
    game: str,
    players: Sequence[int] = (),
    games: int = 200,
    bots: Sequence[str] = ("greedy",),
    rival: str = "",
    seed: int | str = 1,
    options: Mapping[str, object] | None = None,
    jobs: int = 1,
    depth: Sequence[int] = (),
    deals: int = 100,
    keep: Path | None = None,
) -> Balance:
    """Play a game many times and say how balanced it is.

    Args:
        game: Its id.
        players: Numbers of players; all if empty.
        games: Games of each setting.
        bots: The bots, each among itself.
        rival: Whom the first bot also plays against on the same deals; nobody if empty.
        seed: Fixes everything.
        options: Options that are not as usual.
        jobs: Processes that play.
        depth: Iterations of searches that play against searches of twice as many.
        deals: Deals of each of those duels.
        keep: A file where the games are kept: those that are there are not played again.

    Raises:
        UnknownGame, UnknownBot, SeatError, OptionError: It cannot be played so.
        LabError: There are fewer than two games, nobody is there for ``depth`` to play against, the
            file is of no use, or the libraries for statistics are missing.
    """
    if games < FEWEST:
        raise LabError(f"{games} games tell nothing.", where="games", expected=f"at least {FEWEST}")
    chosen = installed_game(game)
    counts = list(players) or list(range(chosen.min_players, chosen.max_players + 1))
    study = Study.plan(
        chosen, counts, bots, rival or bots[0], games, str(seed), options, depth, deals
    )
    watched = Watched(study)
    with ExitStack() as stack:
        file = None if keep is None else stack.enter_context(closing(GamesFile(keep)))
        for _ in watched.play(jobs, file):
            pass
    return Balance(report(watched))


def endings_of(
    game: str,
    rules: Mapping[str, Mapping[str, object]],
    players: Sequence[int],
    games: int = 200,
    bot: str = "greedy",
    seed: int | str = 1,
    jobs: int = 1,
) -> "pl.DataFrame":
    """How often games end in which way, under several rules.

    Args:
        game: Its id.
        rules: Options that are not as usual, by the name that the frame shall have for them.
        players: Numbers of players.
        games: Games of each.
        bot: Who plays every seat.
        seed: Fixes everything.
        jobs: Processes that play.

    Returns:
        A row for each rule, number of players and ending that came up with any of them: ``rules``,
        ``players``, ``ending``, ``games``, ``count``, ``share``, ``low``, ``high`` (95 %, Wilson).

    Raises:
        UnknownGame, UnknownBot, SeatError, OptionError, LabError: It cannot be played so.
    """
    import polars as pl

    chosen = installed_game(game)
    plans = {
        (name, count): Simulation.plan(chosen, [bot] * count, games, str(seed), options)
        for name, options in rules.items()
        for count in players
    }
    counts = {
        key: Counter(one.ending for one in simulate(plan, jobs)) for key, plan in plans.items()
    }
    ways = sorted({way for found in counts.values() for way in found})
    return pl.DataFrame(
        [
            {
                "rules": name,
                "players": count,
                "ending": way,
                "games": games,
                **_share(found[way], games),
            }
            for (name, count), found in counts.items()
            for way in ways
        ]
    )


def _share(count: int, games: int) -> dict[str, Any]:
    found = wilson(Fraction(count), games)
    return {
        "count": count,
        "share": float(found.value),
        "low": float(found.low),
        "high": float(found.high),
    }


def changes_of(
    game: str,
    a: Mapping[str, object],
    b: Mapping[str, object],
    seats: Sequence[str] = ("greedy", "greedy"),
    games: int = 200,
    seed: int | str = 1,
    jobs: int = 1,
) -> "pl.DataFrame":
    """What one choice of options changes beside another one, on the same seeds.

    Args:
        game: Its id.
        a: Options of the first side.
        b: Options of the second side.
        seats: A bot for each seat.
        games: Games of each side.
        seed: Fixes everything.
        jobs: Processes that play.

    Returns:
        A row for each measure: ``measure``, ``a``, ``b``, ``difference``, ``low``, ``high``,
        ``p_adjusted`` (Holm), ``changed``.

    Raises:
        UnknownGame, UnknownBot, SeatError, OptionError: It cannot be played so.
        LabError: Both sides are the same, or the libraries for statistics are missing.
    """
    import polars as pl

    sides = two_sides(installed_game(game), seats, games, str(seed), a, b)
    found = comparison(*sides, list(play_pairs(*sides, jobs)))
    return pl.DataFrame([one.to_json() for one in found.differences])


def dots(
    frame: "pl.DataFrame", value: str, by: str, title: str, even: float | None = None
) -> "alt.Chart | alt.LayerChart":
    """Estimates as dots with their intervals as lines, as the report draws them.

    Args:
        frame: A row for each, with the ends of its interval as ``low`` and ``high``.
        value: The column of the estimate.
        by: The column that names them.
        title: What the numbers are.
        even: Where a dashed line stands; none if not given.

    Raises:
        LabError: Altair is not installed.
    """
    try:
        import altair as alt
    except ImportError as error:
        raise LabError(
            "The library for drawing (Altair) is not installed.",
            where="wardround.lab.dots",
            expected="pip install 'wardround[lab]'",
        ) from error
    rows = frame.select(value, by, "low", "high").to_dicts()
    spec = {**estimates(value, by, title, even), "data": {"values": rows}}
    return alt.LayerChart.from_dict(spec)
