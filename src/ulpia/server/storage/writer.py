"""Writes what tables decide, many at once: whatever comes while one commit is made goes into the next.

Nobody is told that something is written before it is: `write` returns after the commit that holds it.
"""

import asyncio
import queue
from threading import Thread

from ulpia.server.metrics import Metrics
from ulpia.server.storage.store import Page, Store

MOST = 100
"""So many pages go into one commit."""

Waiting = tuple[Page, asyncio.Future[None]]


class Scribe:
    """One thread that writes the journals of all games."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store, self.metrics = store, metrics
        self._desk: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._work, name="ulpia-scribe", daemon=True)
        self._thread.start()

    async def write(self, page: Page) -> None:
        """Write a page, or raise why that could not be: Stale if somebody else was there first."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._desk.put((page, written))
        await written

    def close(self) -> None:
        """Write what lies on the desk, then go."""
        self._desk.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._desk.get()) is not None:
            batch = [first, *self._more()]
            errors = self._commit([page for page, _ in batch])
            batch[0][1].get_loop().call_soon_threadsafe(_answer, batch, errors)

    def _more(self) -> list[Waiting]:
        """What else lies there by now."""
        found: list[Waiting] = []
        while len(found) < MOST:
            try:
                waiting = self._desk.get_nowait()
            except queue.Empty:
                break
            if waiting is None:
                self._desk.put(None)  # after this batch it is time to go
                break
            found.append(waiting)
        return found

    def _commit(self, pages: list[Page]) -> list[Exception | None]:
        """All in one commit; if that fails, each by itself, so that nobody suffers for another."""
        try:
            with self.metrics.timed("commits"):
                self.store.write(pages)
        except Exception as error:
            return [self._commit([page])[0] for page in pages] if len(pages) > 1 else [error]
        return [None] * len(pages)


def _answer(batch: list[Waiting], errors: list[Exception | None]) -> None:
    for (_, written), error in zip(batch, errors):
        if written.done():
            continue
        if error is None:
            written.set_result(None)
        else:
            written.set_exception(error)
