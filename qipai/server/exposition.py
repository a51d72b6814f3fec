"""Write the measures in the form that Prometheus reads.

Of several processes any may be asked, and each tells the measures of all: as all have stored them, its own included, so that no
counter is lower in a later answer.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from qipai.version import __version__

from .failures import report
from .measuring import Histogram, measures
from .storage import sharing

if TYPE_CHECKING:
    from .house import House

TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def house_exposition(house: "House") -> bytes:
    """Return the measures of every process of a house, labelled with its `process`; without the label where there is only one.

    While the store cannot be read they are those of the process that is asked.
    """
    if house.neighbours is None:
        return exposition(house)
    own, stored = house.neighbours.id, {}
    try:
        stored = await house.database.read(sharing.measured)
    except SQLAlchemyError as failure:
        report("reading what was measured", failure)
    return written(Labelled(stored if own in stored else {**stored, own: exposition(house)}))


def exposition(house: "House") -> bytes:
    """Return all measures of this process."""
    return written(Collected(house), of_process=True)


def written(collector: Any, of_process: bool = False) -> bytes:
    """Return the families of a collector as text; `of_process`: and those that the system keeps of this process."""
    from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    if of_process:
        ProcessCollector(registry=registry)
    registry.register(collector)
    return generate_latest(registry)


class Labelled:
    """The measures of several processes as one collector, from their texts by process."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self.texts = texts

    def collect(self) -> Iterator[Any]:
        """Yield each family with the samples of all processes, each with the label `process`."""
        from prometheus_client.core import Metric
        from prometheus_client.parser import text_string_to_metric_families

        families: dict[str, Metric] = {}
        for process, text in sorted(self.texts.items()):
            for family in text_string_to_metric_families(text.decode()):
                whole = families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
                for sample in family.samples:
                    whole.add_sample(sample.name, {**sample.labels, "process": process}, sample.value)
        yield from families.values()


class Collected:
    """The measures as a collector."""

    def __init__(self, house: "House") -> None:
        self.house = house

    def collect(self) -> Iterator[Any]:
        """Yield each family of measures."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        house = self.house
        about = GaugeMetricFamily("qipai_about", "Version of the server", labels=["version"])
        about.add_metric([__version__], 1)
        yield about
        people = {connection for table in house.live.values() for connection in table.connections}
        for name, says, value in (
            ("qipai_tables_live", "Tables in memory", len(house.live)),
            (
                "qipai_tables_watched",
                "Tables that somebody is connected to",
                sum(bool(t.connections) for t in house.live.values()),
            ),
            ("qipai_tables_damaged", "Tables whose log could not be read", len(measures.damaged)),
            ("qipai_store_faults", "Faults of the store that the examination at the start found", measures.faults),
            ("qipai_sockets", "Sockets at tables", len(people)),
            ("qipai_connections", "Connections that ask or have not asked yet, without those of sockets", house.doors()),
            ("qipai_guests_connected", "Different guests at tables", len({connection.guest for connection in people})),
            ("qipai_store_queue", "Changes that wait to be stored", house.database.waiting()),
            ("qipai_draining", "1 while the server ends", int(house.draining)),
        ):
            yield GaugeMetricFamily(name, says, value=value)
        for name, says, label, counts in (
            ("qipai_changes", "Stored changes, by who made them", "by", measures.acts),
            ("qipai_refusals", "Refusals, by their code", "code", measures.refusals),
            ("qipai_failures", "Failures, by what failed", "what", measures.failures),
            ("qipai_turned_away", "Connections that were closed unasked, by the reason", "why", measures.turned_away),
            (
                "qipai_bot_moves",
                "Decisions of bots: their own, or the default where none answered",
                "which",
                measures.bot_moves,
            ),
            ("qipai_purged", "What was deleted because it is kept no longer", "what", measures.purged),
        ):
            family = CounterMetricFamily(name, says, labels=[label])
            for value_of_label, count in sorted(counts.items()):
                family.add_metric([value_of_label], count)
            yield family
        yield CounterMetricFamily("qipai_bot_seconds", "Seconds that bots computed", value=measures.bot_seconds)
        histograms: tuple[tuple[str, str, Histogram], ...] = (
            ("qipai_store_write_seconds", "From asking for a change until it is stored", measures.writing),
            ("qipai_store_read_seconds", "From a question to the store until its answer", measures.reading),
            ("qipai_loop_lag_seconds", "How late the event loop is", measures.lag),
        )
        for name, says, histogram in histograms:
            yield HistogramMetricFamily(name, says, buckets=histogram.buckets(), sum_value=histogram.total)
