"""Results as tables: what they hold, and how they are gathered while games are played.

Four tables, each a list of columns that never depends on the game, so that any two runs can be put
together. Rows stand in the order in which things happened; game, seat and decision are counted from
0 and tie the tables together. All secrets of a game are in them: they are written when it is over.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wardround.core import State
from wardround.lab.simulate import Played, Simulation

if TYPE_CHECKING:
    import polars as pl

COLUMNS: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "games": {
        "game": ("Int64", "number of the game in the run"),
        "seed": ("String", "its seed: SEED/number"),
        "players": ("UInt8", "how many seats it had"),
        "decisions": ("UInt32", "choices of all seats; forced answers are none"),
        "moves": ("UInt32", "moves begun; a chain of choices is one move"),
        "rounds": ("UInt32", "the round in which it ended; 0 where rounds are not counted"),
        "winners": ("UInt8", "how many seats share the first rank"),
        "ending": ("String", "how it ended, in the game's word"),
        "digest": ("String", "hash of the last position"),
    },
    "seats": {
        "game": ("Int64", "number of the game in the run"),
        "seed": ("String", "its seed"),
        "seat": ("UInt8", "the seat"),
        "number": ("UInt8", "the place of its bot in --seats"),
        "bot": ("String", "the bot"),
        "score": ("Int32", "points at the end"),
        "rank": ("UInt8", "1 for the best; equal seats share it"),
        "return": ("Float64", "utility; a win is 1, shared by those who share it"),
        "decisions": ("UInt32", "how often it chose"),
        "rounds": ("UInt32", "the round in which the game ended"),
    },
    "decisions": {
        "game": ("Int64", "number of the game in the run"),
        "decision": ("UInt32", "number of the choice in the game"),
        "seat": ("UInt8", "who chose"),
        "question": ("String", "the kind of question"),
        "continues": ("Boolean", "whether it goes on with a move already begun"),
        "legal": ("List(UInt16)", "what could be chosen: numbers of actions (run.json names them)"),
        "action": ("UInt16", "what was chosen"),
        "scores": ("List(Int32)", "points of every seat before it"),
    },
    "events": {
        "game": ("Int64", "number of the game in the run"),
        "event": ("UInt32", "number of the event in the game"),
        "decision": ("UInt32", "how many choices of the game were made before it"),
        "kind": ("String", "the game's name for what happened"),
        "seat": ("Int8", "whom it concerns; -1 for the table"),
        "args": ("List(Int64)", "public numbers; their meaning belongs to the kind"),
        "secret": ("List(Int64)", "numbers that were hidden from some seats"),
        "words": ("List(String)", "texts of a player's own material"),
    },
}
"""Every table: its columns, each with the type of Polars and its meaning."""
TABLES: Final = tuple(COLUMNS)


@cache
def schema(table: str) -> "dict[str, pl.DataType]":
    """The columns of a table with their types, for Polars."""
    import polars as pl

    def type_of(name: str) -> Any:
        if name.startswith("List("):
            return pl.List(getattr(pl, name.removeprefix("List(").removesuffix(")")))
        return getattr(pl, name)

    return {name: type_of(kind) for name, (kind, _) in COLUMNS[table].items()}


class Recorder:
    """Gathers the rows of games while they are played.

    Args:
        plan: What is played.
        tables: The tables that are wanted.
    """

    def __init__(self, plan: Simulation, tables: Sequence[str]) -> None:
        self._plan = plan
        self._rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in tables}
        self._told: list[int] = []
        """For each choice of the game being played, how many events were told before it."""

    def sees(self, number: int, state: State, seat: int, action: int) -> None:
        """A row for the choice that is about to be made."""
        assert state.log is not None
        if "decisions" in self._rows:
            question = state.decision(seat)
            row = (
                number,
                len(self._told),
                seat,
                question.name(),
                question.continues(),
                state.legal_actions(seat),
                action,
                state.scores(),
            )
            self._rows["decisions"].append(row)
        self._told.append(len(state.log))

    def ends(self, played: Played, state: State) -> None:
        """The rows of a game that is over."""
        if "games" in self._rows:
            self._rows["games"].append(_game_row(played))
        if "seats" in self._rows:
            self._rows["seats"] += seat_rows(self._plan, played)
        if "events" in self._rows:
            self._rows["events"] += self._event_rows(played, state)
        self._told = []

    def _event_rows(self, played: Played, state: State) -> list[tuple[Any, ...]]:
        assert state.log is not None
        rows = []
        choices = 0
        for number, event in enumerate(state.log):
            while choices < len(self._told) and self._told[choices] <= number:
                choices += 1
            numbers = (list(event.args), list(event.secret), list(event.words))
            rows.append((played.number, number, choices, event.kind, event.seat, *numbers))
        return rows

    def frames(self) -> "dict[str, pl.DataFrame]":
        """The tables with all rows so far."""
        return {table: frame(table, rows) for table, rows in self._rows.items()}


def frame(table: str, rows: Sequence[tuple[Any, ...]]) -> "pl.DataFrame":
    """Rows as a data frame."""
    import polars as pl

    kinds = schema(table)
    columns = zip(*rows, strict=True) if rows else ((),) * len(kinds)
    return pl.DataFrame(
        [
            _column(name, kind, values)
            for (name, kind), values in zip(kinds.items(), columns, strict=True)
        ]
    )


def _column(name: str, kind: "pl.DataType", values: Sequence[Any]) -> "pl.Series":
    """A column. Lists are put together by Polars, from all numbers in a row: six times as fast."""
    import polars as pl

    if not isinstance(kind, pl.List):
        return pl.Series(name, values, dtype=kind)
    flat = pl.Series(name, [one for row in values for one in row], dtype=kind.inner)
    owners = [number for number, row in enumerate(values) for _ in row]
    items = pl.DataFrame([pl.Series("row", owners, dtype=pl.UInt32), flat])
    every = pl.DataFrame([pl.Series("row", range(len(values)), dtype=pl.UInt32)])
    lists = items.group_by("row", maintain_order=True).agg(name)
    return every.join(lists, on="row", how="left", maintain_order="left")[name].fill_null([])


def table(plan: Simulation, played: "Sequence[Played]") -> "pl.DataFrame":
    """A data frame with a row for every seat of every game."""
    return frame("seats", [row for one in played for row in seat_rows(plan, one)])


def _game_row(one: Played) -> tuple[Any, ...]:
    seats = len(one.bots)
    length = sum(one.decisions)
    ended = one.rounds, one.winners, one.ending, one.digest
    return one.number, one.seed, seats, length, one.moves, *ended


def seat_rows(plan: Simulation, one: Played) -> list[tuple[Any, ...]]:
    """The rows of a game in the table of seats."""
    return [
        (
            one.number,
            one.seed,
            seat,
            bot,
            plan.seats[bot],
            one.scores[seat],
            one.ranks[seat],
            one.returns[seat],
            one.decisions[seat],
            one.rounds,
        )
        for seat, bot in enumerate(one.bots)
    ]


def played_games(games: "pl.DataFrame", seats: "pl.DataFrame") -> list[Played]:
    """The games of the two tables, as they were when they were written."""
    found = []
    by_game = seats.partition_by("game", as_dict=True, maintain_order=True)
    for row in games.iter_rows(named=True):
        own = by_game[(row["game"],)]
        found.append(
            Played(
                row["game"],
                row["seed"],
                own["number"].to_list(),
                own["score"].to_list(),
                own["rank"].to_list(),
                row["winners"],
                own["return"].to_list(),
                own["decisions"].to_list(),
                row["moves"],
                row["rounds"],
                row["digest"],
                row["ending"],
            )
        )
    return found
