"""`Tables`: all tables in memory. A table is loaded when a client comes and dropped after it has been idle."""

import asyncio
import time

from ulpia.server.session.table import Table, TableServices


class Tables:
    """Loads tables and keeps them in memory."""

    def __init__(self, services: TableServices) -> None:
        self.services = services
        self._tables: dict[str, asyncio.Task[Table]] = {}
        services.warmup.listeners.append(self._announce_warmup)

    async def get(self, game: str) -> Table:
        """Return a table, loaded from the store if it is not in memory."""
        if game not in self._tables:
            self._tables[game] = asyncio.create_task(self._load(game))
        task = self._tables[game]
        try:
            table = await asyncio.shield(task)
        except Exception:
            if self._tables.get(game) is task:
                del self._tables[game]
            raise
        table.last_used = time.monotonic()
        return table

    def find_loaded(self, game: str) -> Table | None:
        """Return a table if it is in memory."""
        task = self._tables.get(game)
        return task.result() if task is not None and task.done() and not task.exception() else None

    @property
    def loaded(self) -> list[Table]:
        """All tables in memory."""
        return [table for game in self._tables if (table := self.find_loaded(game)) is not None]

    async def _load(self, game: str) -> Table:
        head, history = await self.services.threads.run(lambda: self.services.load_game(game))
        return Table(head, history, self.services)

    def _announce_warmup(self, game: str, _progress: float | None) -> None:
        """Show the players of a game how far the compilation of its search is."""
        for table in self.loaded:
            if table.head.game == game:
                table.announce()

    async def drop_idle(self, every: float = 30.0) -> None:
        """Drop idle tables again and again, until cancelled."""
        while True:
            await asyncio.sleep(every)
            for table in self.loaded:
                if table.is_idle:
                    del self._tables[table.head.id]
                    await self.services.fleet.release(table.head.id)

    async def close(self) -> None:
        """Stop the computers, write what is queued."""
        for table in self.loaded:
            await table.computers.stop()
        self.services.writer.close()
