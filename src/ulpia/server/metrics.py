"""`Metrics`: counters and histograms of one server, in the text format of Prometheus."""

import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from ulpia import __version__

Result = TypeVar("Result")
DURATIONS = {
    "rules": "Applying actions to a match.",
    "scenes": "Building what a client is sent after a change, with its pictures.",
    "commits": "Writing to the journal: one commit, with the pages of all tables that waited for it.",
    "loads": "Reading a stored game and replaying it.",
    "thinking": "Searches of computer players.",
    "thinking_wait": "How long the searches of computer players waited for a thread.",
}
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._messages = Counter("ulpia_messages", "Messages from clients.", ["type"], registry=self.registry)
        self._refusals = Counter("ulpia_refusals", "Refusals by name.", ["name"], registry=self.registry)
        self._tables = Gauge("ulpia_tables", "Tables in memory.", registry=self.registry)
        self._clients = Gauge("ulpia_clients", "Connected clients.", registry=self.registry)
        self._answers = self._histogram("answers", "From a message of a client to its answer.", ["type"])
        self._requests = self._histogram("requests", "From an HTTP request to its answer.", ["status"])
        self._durations = {name: self._histogram(name, about) for name, about in DURATIONS.items()}
        Gauge("ulpia_started_seconds", "When the server started.", registry=self.registry).set(time.time())
        build = Gauge("ulpia_build", "1; the labels say what runs.", ["version", "python"], registry=self.registry)
        build.labels(__version__, platform.python_version()).set(1)
        ProcessCollector(registry=self.registry)

    def _histogram(self, name: str, about: str, labels: list[str] | None = None) -> Histogram:
        return Histogram(f"ulpia_{name}_seconds", about, labels or [], buckets=BUCKETS, registry=self.registry)

    def count_message(self, kind: str) -> None:
        """Count a message of a client."""
        self._messages.labels(kind).inc()

    def count_refusal(self, name: str) -> None:
        """Count a refusal."""
        self._refusals.labels(name).inc()

    def observe_request(self, status: int, seconds: float) -> None:
        """Add the answer to an HTTP request; 0 is the status of one that was never answered."""
        self._requests.labels(f"{status // 100}xx").observe(seconds)

    @contextmanager
    def timed_answer(self, kind: str) -> Iterator[None]:
        """Measure how long the answer to a message takes."""
        with self._answers.labels(kind).time():
            yield

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Measure how long something takes."""
        with self._durations[name].time():
            yield

    def timed_search(self, search: Callable[[], Result]) -> Callable[[], Result]:
        """Return a search that measures how long it waits from now on until it starts, and how long it takes."""
        asked = time.perf_counter()

        def measured() -> Result:
            self._durations["thinking_wait"].observe(time.perf_counter() - asked)
            with self._durations["thinking"].time():
                return search()

        return measured

    def page(self, tables: int, clients: int) -> bytes:
        """Return all metrics as text, with what holds at this moment."""
        self._tables.set(tables)
        self._clients.set(clients)
        return generate_latest(self.registry)
