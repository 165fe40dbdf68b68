"""`Metrics`: counters and durations of one server, in the text format of Prometheus."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Summary, generate_latest

DURATIONS = {
    "rules": "Applying actions to a match.",
    "scenes": "Building what a client is sent after a change.",
    "commits": "Writing to the journal.",
    "loads": "Replaying a stored game.",
}


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._messages = Counter("ulpia_messages", "Messages from clients.", ["type"], registry=self.registry)
        self._refusals = Counter("ulpia_refusals", "Refusals by name.", ["name"], registry=self.registry)
        self._tables = Gauge("ulpia_tables", "Tables in memory.", registry=self.registry)
        self._clients = Gauge("ulpia_clients", "Connected clients.", registry=self.registry)
        self._durations = {
            name: Summary(f"ulpia_{name}_seconds", about, registry=self.registry) for name, about in DURATIONS.items()
        }
        Gauge("ulpia_started_seconds", "When the server started.", registry=self.registry).set(time.time())

    def count_message(self, kind: str) -> None:
        """Count a message of a client."""
        self._messages.labels(kind).inc()

    def count_refusal(self, name: str) -> None:
        """Count a refusal."""
        self._refusals.labels(name).inc()

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure how long something takes."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self._durations[name].observe(time.perf_counter() - begun)

    def page(self, tables: int, clients: int) -> bytes:
        """Return all metrics as text, with what holds at this moment."""
        self._tables.set(tables)
        self._clients.set(clients)
        return generate_latest(self.registry)
