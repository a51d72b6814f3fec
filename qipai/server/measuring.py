"""Count what an operator looks at.  Numbers only: no name, code, card or token is ever a part of them.

The counts are plain; `exposition` writes them in Prometheus' form.
"""

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
BEAT = 0.5  # seconds between looks at how late the event loop is


@dataclass
class Histogram:
    """How often something took how long: counts by upper bound, and the sum."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[next((place for place, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return, for each bound as text, how many durations were at most that; "+Inf" last."""
        seen, found = 0, []
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self.counts, strict=True):
            seen += count
            found.append((bound, float(seen)))
        return found


@dataclass
class Measures:
    """The counts of a server since its start."""

    acts: Counter[str] = field(default_factory=Counter)  # stored changes, by who made them: seat, bot, host, table, clock
    refusals: Counter[str] = field(default_factory=Counter)  # by code
    failures: Counter[str] = field(default_factory=Counter)  # by what failed
    turned_away: Counter[str] = field(default_factory=Counter)  # connections: full, headers, body
    bot_moves: Counter[str] = field(default_factory=Counter)  # by outcome: move, default
    bot_seconds: float = 0.0
    purged: Counter[str] = field(default_factory=Counter)  # by kind
    writing: Histogram = field(default_factory=Histogram)  # from asking until it is stored
    reading: Histogram = field(default_factory=Histogram)
    lag: Histogram = field(default_factory=Histogram)  # of the event loop
    faults: int = 0  # of the store, as found at the start
    damaged: set[str] = field(default_factory=set)  # tables whose logs cannot be read


measures = Measures()


async def watch_loop() -> None:
    """Measure for ever how late the event loop is."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(BEAT)
        measures.lag.observe(max(0.0, time.perf_counter() - began - BEAT))
