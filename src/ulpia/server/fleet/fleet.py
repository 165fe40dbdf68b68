"""`Fleet`: this server among the servers on one database.

A server hears which tables others have changed and lets those that are in its memory catch up. Once a second it also
looks by itself, so nothing depends on an announcement. The computers of a table are played by one server, which claims
the table; when that server stops or dies, another one does.

A server that is alone on its database does nothing of this.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

from ulpia.server.errors import CannotStore
from ulpia.server.fleet.bus import Bus, DatagramBus, PostgresBus, new_server_id
from ulpia.server.storage.members import ALIVE_SECONDS, Known, Members, Viewer
from ulpia.server.storage.store import Store
from ulpia.server.threads import WorkerThreads

log = logging.getLogger("ulpia.server")
BEAT_SECONDS = 1.0
"""How often a server says that it runs, and looks for changes by itself."""
GATHERING_SECONDS = 0.02
"""Announcements that come within this time are looked up together, and so is who came and went."""


class FleetTable(Protocol):
    """A table in memory, as the fleet knows it."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def viewers(self) -> Sequence[Viewer]:
        """Who is connected to it at this server."""

    def has_changed(self, known: Known) -> bool:
        """Whether the database knows more of it."""

    async def catch_up(self) -> None:
        """Read and show what is new."""

    def show_elsewhere(self, viewers: tuple[Viewer, ...]) -> None:
        """Show who is connected to it at other servers."""

    def wake_computers(self) -> None:
        """Let computers play if it is their turn."""


class Fleet:
    """This server among others."""

    def __init__(self, store: Store, threads: WorkerThreads, is_shared: bool) -> None:
        self.server, self.threads, self.is_shared = new_server_id(), threads, is_shared
        self.members = Members(store.engine, store.changes)
        self.store = store
        self.tables: Callable[[], Iterable[FleetTable]] = tuple
        """Returns all tables in memory."""
        self.bus: Bus | None = None
        self._driving: set[str] = set()
        self._drivers: dict[str, str | None] = {}
        """Who plays the computers of the tables in memory, as far as this server knows."""
        self._alive: frozenset[str] = frozenset()
        self._last_beat = -ALIVE_SECONDS
        self._changed: set[str] = set()
        self._moved: set[str] = set()
        """Tables whose clients here have changed."""
        self._is_presence_due = self._is_check_due = False
        self._has_news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._catching_up: set[asyncio.Task[None]] = set()

    # Computers

    def drives(self, table: str) -> bool:
        """Whether this server plays the computers of a table, as far as it knows."""
        if not self.is_shared:
            return True
        return table in self._driving and time.monotonic() - self._last_beat < ALIVE_SECONDS

    async def may_drive(self, table: str) -> bool:
        """Claim a table, unless a server that runs plays its computers; return whether this server does now."""
        if self.drives(table):
            return True
        driver = self._drivers.get(table)
        if driver != self.server and driver in self._alive:
            return False
        is_mine = await self.threads.run(lambda: self.members.claim(self.server, table))
        if is_mine:
            self._driving.add(table)
        return is_mine

    async def release(self, table: str) -> None:
        """Let another server play the computers of a table that leaves the memory."""
        self._drivers.pop(table, None)
        if self.is_shared and table in self._driving:
            self._driving.discard(table)
            await self.threads.run(lambda: self.members.release(self.server, table))

    # Clients

    def presence_changed(self, table: str) -> None:
        """A client has come to a table or has left it."""
        if self.is_shared:
            self._moved.add(table)
            self._has_news.set()

    # The life of the server

    async def start(self, tables: Callable[[], Iterable[FleetTable]]) -> None:
        """Begin to take part."""
        self.tables = tables
        if not self.is_shared:
            return
        kind = PostgresBus if self.store.engine.dialect.name == "postgresql" else DatagramBus
        self.bus = self.store.changes.announcer = kind(self.store.engine, self.server)
        await self._beat()
        self._tasks = [
            asyncio.create_task(self.bus.listen(self._hear)),
            asyncio.create_task(self._again_and_again()),
            asyncio.create_task(self._follow()),
        ]

    async def stop(self) -> None:
        """Take no part any more; others go on at once."""
        for task in [*self._tasks, *self._catching_up]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._catching_up, return_exceptions=True)
        if self.bus is None:
            return
        self.store.changes.announcer = None
        driven = sorted(self._driving)
        self._driving.clear()
        try:
            await self.threads.run(lambda: self.members.leave(self.server, driven))
        except CannotStore:
            log.warning("could not say that this server stops; others will notice")
        self.bus.close()

    def _hear(self, what: str, table: str) -> None:
        if what == "presence":
            self._is_presence_due = True
        elif table:
            self._changed.add(table)
        else:
            self._is_check_due = self._is_presence_due = True
        self._has_news.set()

    async def _again_and_again(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self._without_failing(self._beat)
            self._is_check_due = self._is_presence_due = True
            self._has_news.set()

    async def _beat(self) -> None:
        begun = time.monotonic()
        self._alive = await self.threads.run(lambda: self.members.beat(self.server))
        if begun - self._last_beat >= ALIVE_SECONDS:
            self._driving.clear()  # others may have taken over meanwhile
        self._last_beat = begun

    async def _follow(self) -> None:
        while True:
            await self._has_news.wait()
            await asyncio.sleep(GATHERING_SECONDS)
            self._has_news.clear()
            await self._without_failing(self._tell_presence)
            await self._without_failing(self._look)
            await self._without_failing(self._read_presence)

    async def _without_failing(self, step: Callable[[], Awaitable[None]]) -> None:
        try:
            await step()
        except CannotStore:
            pass  # the store has logged why, and a second later it is tried again
        except Exception:
            log.exception("keeping up with other servers failed")

    async def _tell_presence(self) -> None:
        if not self._moved:
            return
        moved, tables = set(self._moved), {table.id: table for table in self.tables()}
        viewers = {table: list(tables[table].viewers) if table in tables else [] for table in moved}
        await self.threads.run(lambda: self.members.show_presence(self.server, viewers))
        self._moved -= moved

    async def _look(self) -> None:
        """Let tables that have changed elsewhere catch up."""
        is_whole, changed = self._is_check_due, set(self._changed)
        tables = {table.id: table for table in self.tables() if is_whole or table.id in changed}
        if not tables:
            self._changed -= changed
            return
        known = await self.threads.run(lambda: self.members.known(sorted(tables)))
        self._changed -= changed
        self._is_check_due = False
        for name, table in tables.items():
            if name not in known:
                continue
            self._drivers[name] = known[name].driver
            if known[name].driver != self.server:
                self._driving.discard(name)
            if table.has_changed(known[name]):
                task = asyncio.create_task(self._without_failing(table.catch_up))
                self._catching_up.add(task)
                task.add_done_callback(self._catching_up.discard)
            elif is_whole:
                table.wake_computers()

    async def _read_presence(self) -> None:
        """Show at each table who is connected to it at other servers."""
        if not self._is_presence_due:
            return
        self._is_presence_due = False
        tables = {table.id: table for table in self.tables()}
        found: dict[str, tuple[Viewer, ...]] = {}
        if tables and len(self._alive) > 1:
            found = await self.threads.run(lambda: self.members.presence_elsewhere(self.server, sorted(tables)))
        for name, table in tables.items():
            table.show_elsewhere(found.get(name, ()))
