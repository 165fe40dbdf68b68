"""`JournalWriter`: one thread that writes the journals of all games, many pages in one commit.

Pages that arrive during a commit go into the next one. `write` returns after the commit that holds its page.
"""

import asyncio
import queue
from threading import Thread

from ulpia.server.metrics import Metrics
from ulpia.server.storage.store import Page, Store

MAX_PAGES = 100
"""The most pages in one commit."""

Waiting = tuple[Page, asyncio.Future[None]]


class JournalWriter:
    """Writes pages in a thread of its own."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store, self.metrics = store, metrics
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = Thread(target=self._work, name="ulpia-journal", daemon=True)
        self._thread.start()

    async def write(self, page: Page) -> None:
        """Write a page; raise Stale if another server has written at its position."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put((page, written))
        await written

    def close(self) -> None:
        """Write what is queued, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first, *self._more()]
            errors = self._commit([page for page, _ in batch])
            batch[0][1].get_loop().call_soon_threadsafe(_answer, batch, errors)

    def _more(self) -> list[Waiting]:
        """Return what else is queued by now."""
        found: list[Waiting] = []
        while len(found) < MAX_PAGES:
            try:
                waiting = self._queue.get_nowait()
            except queue.Empty:
                break
            if waiting is None:
                self._queue.put(None)  # stop after this batch
                break
            found.append(waiting)
        return found

    def _commit(self, pages: list[Page]) -> list[Exception | None]:
        """Write all pages in one commit; if that fails, each page in its own, so that only the bad ones fail."""
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
