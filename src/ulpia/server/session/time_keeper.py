"""`TimeKeeper`: looks at the games in which something is due, also at those that are not in memory.

It asks the database again and again, by an index: a hundred thousand stored games cost nothing while nothing is due.
Any number of servers can ask; the clock of a game is changed by one of them.
"""

import asyncio
import logging

from ulpia.core.errors import UlpiaError
from ulpia.server.errors import CannotStore, Stale
from ulpia.server.session.tables import Tables
from ulpia.server.storage.store import Store
from ulpia.server.storage.uptime import Uptime
from ulpia.server.threads import WorkerThreads

log = logging.getLogger("ulpia.server")
SECONDS_BETWEEN_LOOKS = 1.0
MOST_GAMES = 100
"""The most games of one pass. The others follow in the next one."""


class TimeKeeper:
    """Counts uptime, and lets tables do what is due."""

    def __init__(self, tables: Tables, store: Store, uptime: Uptime, threads: WorkerThreads) -> None:
        self.tables, self.store, self.uptime, self.threads = tables, store, uptime, threads

    async def run(self, every: float = SECONDS_BETWEEN_LOOKS) -> None:
        """Look again and again, until cancelled."""
        while True:
            try:
                await self.look()
            except CannotStore:
                pass  # the store has logged why, and nobody can play either
            except Exception:
                log.exception("looking at the clocks of games failed")
            await asyncio.sleep(every)

    async def look(self) -> None:
        """Look once."""
        for game in await self.threads.run(self._find_due):
            await self._look_at(game)
        for table in self.tables.loaded:
            if table.clock.is_unsettled:
                await self._look_at(table.head.id)

    def _find_due(self) -> list[str]:
        found = list[str]()
        if self.uptime.is_tick_due():
            self.uptime.tick()
            found += self.store.clocks.due_for_holidays(self.uptime.source.wall(), MOST_GAMES)
        return list(dict.fromkeys([*found, *self.store.clocks.due(self.uptime.now(), MOST_GAMES)]))

    async def _look_at(self, game: str) -> None:
        try:
            table = await self.tables.get(game)
            await table.clock.look()
            table.computers.wake()
        except Stale:
            pass  # another server was faster
        except CannotStore:
            raise
        except UlpiaError as error:
            log.warning("the clock of table %s waits, because the game cannot go on: %s", game, error)
            await self.threads.run(lambda: self.store.clocks.postpone(game, self.uptime.now()))
