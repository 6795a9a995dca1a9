"""Experiments: reproducible games, honest statistics, files that can be read back."""

import gc
import json
import math
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import polars as pl
import pytest

from tests.toy_game import GAME as TOY
from wardround.bots import Turn, make_bot
from wardround.core import Match, OptionError, SeatError, UnknownBot, UnknownGame
from wardround.games import game
from wardround.games.dice_hospital import GAME
from wardround.lab import (
    COLUMNS,
    LabError,
    RunFolder,
    Simulation,
    Tally,
    bench,
    mean_and_error,
    play_match,
    simulate,
    simulate_batches,
    summarize,
    table,
    wilson,
    write,
)


def toy_run(
    games: int = 12,
    seats: Sequence[str] = ("random", "greedy"),
    seed: str = "t",
    *,
    rotate: bool = False,
) -> Simulation:
    """A quick simulation."""
    return Simulation.plan(TOY, seats, games, seed, rotate=rotate)


# --- games ----------------------------------------------------------------------------------


def test_a_run_is_reproducible() -> None:
    first = list(simulate(toy_run()))
    assert first == list(simulate(toy_run()))
    assert [one.digest for one in first] != [one.digest for one in simulate(toy_run(seed="u"))]
    assert len({one.digest for one in first}) == len(first)


def test_a_longer_run_begins_with_the_games_of_a_shorter_one() -> None:
    assert list(simulate(toy_run(20)))[:12] == list(simulate(toy_run(12)))


def test_game_i_can_be_played_by_its_own_seed() -> None:
    played = list(simulate(toy_run()))[7]
    assert played.seed == "t/7"
    match = Match(TOY, 2, "t/7")
    play_match(match, {0: make_bot("random", "t/7/bot 0"), 1: make_bot("greedy", "t/7/bot 1")})
    assert match.state.digest() == played.digest
    assert match.version == sum(played.decisions)


def test_processes_change_nothing() -> None:
    plan = Simulation.plan(GAME, ["random"] * 3, 7, 1, {"activation": "sequential"}, rotate=True)
    assert list(simulate(plan, jobs=2)) == list(simulate(plan))


def test_a_run_may_be_left_before_its_end() -> None:
    plan = Simulation.plan(GAME, ["random"] * 2, 30, 1)
    first = next(iter(simulate(plan, jobs=2)))
    assert first == plan.play(0)


def test_rotation_moves_bots_on_by_a_seat() -> None:
    plan = toy_run(5, ("random", "greedy", "random"), rotate=True)
    assert [one.bots for one in simulate(plan)] == [
        [0, 1, 2],
        [2, 0, 1],
        [1, 2, 0],
        [0, 1, 2],
        [2, 0, 1],
    ]


def test_results_are_those_of_the_game() -> None:
    for one in simulate(Simulation.plan(GAME, ["random"] * 4, 6, "r")):
        best = max(one.scores)
        assert all(one.scores[seat] == best for seat in range(4) if one.ranks[seat] == 1)
        assert one.ranks.count(1) == one.winners
        assert min(one.ranks) == 1
        assert sum(one.returns) == pytest.approx(1.0)
        assert one.rounds == 8


def test_what_cannot_be_played_is_refused_at_once() -> None:
    with pytest.raises(SeatError, match="5 players"):
        Simulation.plan(GAME, ["random"] * 5, 1, 1)
    with pytest.raises(UnknownBot, match="nobody"):
        Simulation.plan(GAME, ["random", "nobody"], 1, 1)
    with pytest.raises(OptionError, match="weather"):
        Simulation.plan(GAME, ["random", "random"], 1, 1, {"weather": "fine"})
    with pytest.raises(LabError) as raised:
        Simulation.plan(GAME, ["random", "random"], 0, 1)
    assert raised.value.to_json()["code"] == "lab"
    assert "at least 1" in raised.value.expected


def test_other_processes_need_an_installed_game() -> None:
    with pytest.raises(UnknownGame, match="toy"):
        simulate(toy_run(), jobs=2)


def test_play_match_waits_for_seats_without_a_bot() -> None:
    match = Match(GAME, 2, "wait")
    play_match(match, {0: make_bot("random", 1)})
    assert match.state.asked() == [1]
    play_match(match, {seat: make_bot("random", seat) for seat in range(2)})
    assert match.state.is_over


# --- statistics -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (8, 10, 0.4901, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
    ],
)
def test_wilson_gives_the_published_values(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(Fraction(wins), games)
    assert float(found.value) == wins / games
    assert float(found.low) == pytest.approx(low, abs=1.1e-4)
    assert float(found.high) == pytest.approx(high, abs=1.1e-4)


def test_shared_wins_count_in_part() -> None:
    assert wilson(Fraction(1, 3), 1).value == Decimal("0.3333")


def test_mean_and_standard_error_agree_with_the_textbook() -> None:
    values = [3, -7, 12, 12, 0, 41]
    found, error = mean_and_error(values)
    assert float(found) == pytest.approx(mean(values), abs=1e-4)
    assert float(error) == pytest.approx(stdev(values) / math.sqrt(6), abs=1e-4)
    assert mean_and_error([5]) == (Decimal(5), Decimal(0))


def test_a_summary_adds_up() -> None:
    plan = toy_run(15, ("random", "random", "greedy"), rotate=True)
    played = list(simulate(plan))
    summary = summarize(plan, played)
    assert float(sum(one.wins.value for one in summary.bots)) == pytest.approx(1, abs=2e-4)
    assert summary.decisions == sum(sum(one.decisions) for one in played)
    assert summary.longest == max(sum(one.decisions) for one in played)
    third = [one.scores[one.bots.index(2)] for one in played]
    assert float(summary.bots[2].score) == pytest.approx(mean(third), abs=1e-4)
    assert (summary.bots[2].lowest, summary.bots[2].highest) == (min(third), max(third))


@pytest.mark.slow
def test_endings_are_counted_with_who_won_them() -> None:
    plan = Simulation.plan(
        game("pyrrameds"), ("greedy", "random"), 12, "ends", {"preset": "book"}, rotate=True
    )
    played = list(simulate(plan))
    summary = summarize(plan, played)
    counts = Counter(one.ending for one in played)
    assert {one.ending: one.games for one in summary.endings} == counts
    assert len(counts) > 1
    for one in summary.endings:
        assert float(one.share.value) == pytest.approx(counts[one.ending] / 12, abs=1e-4)
        assert one.share.low < one.share.value < one.share.high
        assert float(sum(wins.value for wins in one.wins)) == pytest.approx(1, abs=2e-4)
    toy = toy_run()
    (only,) = summarize(toy, simulate(toy)).endings
    assert (only.ending, only.games, float(only.share.value)) == ("finished", 12, 1.0)


def test_a_summary_holds_nothing_but_results() -> None:
    plan = toy_run()
    data = summarize(plan, simulate(plan)).to_json()
    assert json.dumps(data) == json.dumps(summarize(plan, simulate(plan)).to_json())
    assert set(data) == {
        "game",
        "rules_version",
        "seats",
        "rotate",
        "games",
        "seed",
        "options",
        "decisions",
        "longest_game",
        "last_positions",
        "endings",
        "bots",
    }
    for bot in data["bots"]:
        for value in bot.values():
            if isinstance(value, float):
                assert value == round(value, 4)


# --- tables ---------------------------------------------------------------------------------


def stored(plan: Simulation, path: Path, jobs: int = 1, **said: Any) -> RunFolder:
    """A run in a folder, played to its end."""
    store = RunFolder(path, plan, **said)
    for batch in simulate_batches(plan, jobs, store.tables, store.done):
        store.add(batch.tables)
    store.flush()
    return store


def test_tables_hold_what_happened(tmp_path: Path) -> None:
    plan = toy_run(5, rotate=True)
    played = list(simulate(plan))
    stored(plan, tmp_path / "run", games_per_file=2).close()
    tables = {
        name: pl.read_parquet(tmp_path / "run" / name / "*.parquet", glob=True) for name in COLUMNS
    }
    for name, columns in COLUMNS.items():
        assert list(tables[name].columns) == list(columns)
    assert tables["seats"].equals(table(plan, played))
    assert tables["games"]["digest"].to_list() == [one.digest for one in played]
    match = Match(TOY, 2, "t/3")
    bots = [make_bot(plan.seats[bot], f"t/3/bot {bot}") for bot in played[3].bots]
    decisions = tables["decisions"].filter(game=3)
    assert decisions.height == sum(played[3].decisions)
    for row in decisions.iter_rows(named=True):
        seat = match.state.asked()[0]
        assert row["seat"] == seat
        assert row["question"] == match.state.decision(seat).name()
        assert row["legal"] == match.state.legal_actions(seat)
        assert row["scores"] == match.state.scores()
        assert row["action"] == bots[seat].choose(Turn(match.state, seat))
        match.act(seat, row["action"])
    events = tables["events"].filter(game=3)
    assert events["event"].to_list() == list(range(events.height))
    assert events.filter(decision=0)["kind"].unique().to_list() == ["deal"]
    drawn = events.filter(kind="draw")
    assert all(len(cards) == 1 for cards in drawn["secret"])
    for row in events.filter(kind="roll").iter_rows(named=True):
        roll = decisions.row(row["decision"] - 1, named=True)
        assert (TOY.notation(roll["action"]), roll["seat"]) == ("roll", row["seat"])


def test_a_folder_is_the_same_however_it_was_played(tmp_path: Path) -> None:
    plan = Simulation.plan(GAME, ["random"] * 2, 7, 1)
    stored(plan, tmp_path / "one", games_per_file=3).close()
    stored(plan, tmp_path / "two", jobs=2, games_per_file=3).close()
    begun = stored(replace(plan, games=4), tmp_path / "three", games_per_file=3)
    begun.close()
    half = tmp_path / "three" / "seats" / ".wardround-half"
    half.write_bytes(b"killed here")
    (tmp_path / "three" / "events" / "000002.parquet").write_bytes(b"never complete")
    resumed = stored(plan, tmp_path / "three", games_per_file=3, resume=True)
    assert resumed.done == 7
    assert list(resumed.played()) == list(simulate(plan))
    resumed.close()
    files = [
        {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.*")}
        for folder in (tmp_path / "one", tmp_path / "two", tmp_path / "three")
    ]
    assert len(files[0]) == 1 + 4 * 3
    assert files[0] == files[1] == files[2]


@pytest.mark.no_cover
def test_a_run_takes_no_more_memory_when_it_is_longer() -> None:
    def peak(games: int) -> int:
        """The most that is held after a batch, without what waits for the collector."""
        plan = toy_run(games, ("random", "random"))
        gc.collect()
        tracemalloc.start()
        tally = Tally(plan)
        found = 0
        for batch in simulate_batches(plan):
            for one in batch.played:
                tally.add(one)
            gc.collect()
            found = max(found, tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        return found

    peak(50)
    assert peak(1500) - peak(500) < 1000 * 250  # bytes: a game that is kept takes more


def test_a_broken_folder_is_named(tmp_path: Path) -> None:
    plan = toy_run(3)
    stored(plan, tmp_path / "run").close()
    (tmp_path / "run" / "run.json").write_text("{")
    with pytest.raises(LabError, match="cannot be read") as raised:
        RunFolder(tmp_path / "run", plan, resume=True)
    assert raised.value.where.endswith("run.json")
    stored(plan, tmp_path / "other").close()
    (tmp_path / "other" / "games" / "000000.parquet").write_bytes(b"cut off")
    with pytest.raises(LabError, match="cannot be read") as raised:
        RunFolder(tmp_path / "other", plan, resume=True)
    assert raised.value.where.endswith("000000.parquet")


# --- files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".jsonl"])
def test_rows_are_written_and_read_back(tmp_path: Path, suffix: str) -> None:
    plan = toy_run(4, ("random", "greedy"), rotate=True)
    played = list(simulate(plan))
    frame = table(plan, played)
    assert frame.height == 8
    path = tmp_path / f"games{suffix}"
    write(frame, path)
    readers: dict[str, Callable[[Path], pl.DataFrame]] = {
        ".parquet": pl.read_parquet,
        ".csv": pl.read_csv,
        ".jsonl": pl.read_ndjson,
    }
    assert readers[suffix](path).rows() == frame.rows()
    third = frame.row(by_predicate=(pl.col("game") == 2) & (pl.col("seat") == 1), named=True)
    assert third["bot"] == "greedy"
    assert third["score"] == played[2].scores[1]
    assert third["seed"] == "t/2"


def test_files_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    frame = pl.DataFrame({"a": [1]})
    with pytest.raises(LabError, match="format") as raised:
        write(frame, tmp_path / "games.xlsx")
    assert ".parquet, .csv, .jsonl" in raised.value.expected
    with pytest.raises(LabError, match="folder"):
        write(frame, tmp_path / "nowhere" / "games.csv")
    (tmp_path / "taken.csv").mkdir()
    with pytest.raises(LabError, match="cannot be written"):
        write(frame, tmp_path / "taken.csv")


# --- speed ----------------------------------------------------------------------------------


def test_bench_measures() -> None:
    found = bench(TOY, players=2, runs=3, seconds=0.02)
    assert found.game == TOY.id
    assert found.players == 2
    assert 0 < found.slowest <= found.decisions_per_second <= found.fastest
    assert 0 < found.copy_microseconds < 10_000
    assert found.processor
    assert json.loads(json.dumps(found.to_json()))["runs"] == 3


def test_bench_takes_the_most_seats_and_refuses_too_many() -> None:
    assert bench(TOY, runs=1, seconds=0.01).players == TOY.max_players
    with pytest.raises(SeatError):
        bench(TOY, players=99)
