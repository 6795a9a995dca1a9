"""What a server counts for those who run it, in the format of Prometheus. No name, no secret."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
LAG_SECONDS = 0.5
"""How often the event loop is asked whether it is late."""

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.06, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Bounds, in seconds, that times are sorted by."""


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.steps = Counter(
            "wardround_steps", "Actions and undos that were stored.", ["by"], registry=self.registry
        )
        self.step_seconds = Histogram(
            "wardround_step_seconds",
            "From the arrival of a player's step to its acknowledgement, or its refusal.",
            buckets=TIMES,
            registry=self.registry,
        )
        self.refusals = Counter(
            "wardround_refusals",
            "Errors that were told to clients, by code.",
            ["code"],
            registry=self.registry,
        )
        self.tables = Gauge(
            "wardround_tables_in_memory", "Tables in memory.", registry=self.registry
        )
        self.pages = Gauge("wardround_live_pages", "Greeted live pages.", registry=self.registry)
        self.forwarded = Gauge(
            "wardround_forwarded_pages",
            "Live pages of this process whose table another process has.",
            registry=self.registry,
        )
        self.connections = Gauge(
            "wardround_open_connections", "Open connections of any kind.", registry=self.registry
        )
        self.lag = Histogram(
            "wardround_loop_lag_seconds",
            "How late the event loop was.",
            buckets=TIMES,
            registry=self.registry,
        )

    @contextmanager
    def timed_step(self) -> Iterator[None]:
        """Measure how long a player's step takes."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.step_seconds.observe(time.perf_counter() - began)

    async def watch_loop(self) -> None:
        """Measure again and again how late the event loop is."""
        while True:
            due = time.perf_counter() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, time.perf_counter() - due))

    def text(self) -> bytes:
        """All figures."""
        return generate_latest(self.registry)
