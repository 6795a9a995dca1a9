"""Experiments: many games between bots, their statistics, and how fast the engine is."""

from wardround.lab.bench import Benchmark, bench
from wardround.lab.errors import LabError
from wardround.lab.output import RowFile, RunFolder, check_path, is_file, write
from wardround.lab.questions import Balance, balance_of, changes_of, dots, endings_of
from wardround.lab.simulate import (
    Batch,
    Played,
    Simulation,
    play_match,
    simulate,
    simulate_batches,
)
from wardround.lab.statistics import (
    EndingSummary,
    Interval,
    Summary,
    Tally,
    mean_and_error,
    summarize,
    wilson,
)
from wardround.lab.tables import COLUMNS, table

__all__ = [
    "COLUMNS",
    "Balance",
    "Batch",
    "Benchmark",
    "EndingSummary",
    "Interval",
    "LabError",
    "Played",
    "RowFile",
    "RunFolder",
    "Simulation",
    "Summary",
    "Tally",
    "balance_of",
    "bench",
    "changes_of",
    "check_path",
    "dots",
    "endings_of",
    "is_file",
    "mean_and_error",
    "play_match",
    "simulate",
    "simulate_batches",
    "summarize",
    "table",
    "wilson",
    "write",
]
