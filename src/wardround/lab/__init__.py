"""Experiments: many games between bots, their statistics, and how fast the engine is."""

from wardround.lab.bench import Benchmark, bench
from wardround.lab.errors import LabError
from wardround.lab.output import check_path, table, write
from wardround.lab.simulate import Played, Simulation, play_match, simulate
from wardround.lab.statistics import (
    EndingSummary,
    Interval,
    Summary,
    mean_and_error,
    summarize,
    wilson,
)

__all__ = [
    "Benchmark",
    "EndingSummary",
    "Interval",
    "LabError",
    "Played",
    "Simulation",
    "Summary",
    "bench",
    "check_path",
    "mean_and_error",
    "play_match",
    "simulate",
    "summarize",
    "table",
    "wilson",
    "write",
]
