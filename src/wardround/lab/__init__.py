"""Experiments: many games between bots, their statistics, and how fast the engine is."""

from wardround.lab.bench import Benchmark, bench
from wardround.lab.errors import LabError
from wardround.lab.output import RowFile, RunFolder, check_path, is_file, write
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
    "bench",
    "check_path",
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
