"""`Members`: the servers on one database, which of them plays the computers of a table, and who is connected where.

Times are those of the database, so that servers whose clocks differ agree on who is gone.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Engine, and_, cast, delete, extract, func, insert, literal, or_, select, update

from ulpia.server.storage.changes import Changes
from ulpia.server.storage.schema import games, now, presence, servers

ALIVE_SECONDS = 4.0
"""A server that has not said for so long that it runs is gone."""
FORGOTTEN_SECONDS = 60.0
"""Rows of servers that are gone for so long are deleted."""
MOST_AT_ONCE = 500
"""The most tables in one query."""

Viewer = int | None


class Known(NamedTuple):
    """How far a table has come in the database."""

    length: int
    """Rows of its journal."""
    changes: int
    """Changes of everything else."""
    driver: str | None
    """The server that plays its computers; it may be gone."""


class Members:
    """Reads and writes what servers tell each other."""

    def __init__(self, engine: Engine, changes: Changes) -> None:
        self.engine, self.changes = engine, changes

    def _now(self) -> Any:
        """Return an SQL expression for the milliseconds since 1970 by the clock of the database."""
        if self.engine.dialect.name == "postgresql":
            return cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
        return literal(now())  # SQLite has the clock of this machine, and so have all its servers

    def beat(self, server: str) -> frozenset[str]:
        """Say that a server runs; forget servers that are long gone. Return those that run."""
        until = self._now() + round(ALIVE_SECONDS * 1000)
        with self.engine.begin() as connection:
            if connection.execute(update(servers).where(servers.c.id == server).values(until=until)).rowcount == 0:
                connection.execute(insert(servers).values(id=server, until=until))
            rows = connection.execute(select(servers.c.id, servers.c.until - self._now())).all()
            long_gone = [row[0] for row in rows if row[1] < -FORGOTTEN_SECONDS * 1000]
            if long_gone:
                connection.execute(delete(presence).where(presence.c.server.in_(long_gone)))
                connection.execute(delete(servers).where(servers.c.id.in_(long_gone)))
        return frozenset(row[0] for row in rows if row[1] > 0)

    def leave(self, server: str, driven: Iterable[str]) -> None:
        """Say that a server stops; other servers play the computers that it has played."""
        with self.engine.begin() as connection:
            connection.execute(delete(presence).where(presence.c.server == server))
            connection.execute(delete(servers).where(servers.c.id == server))
            for table in sorted(driven):
                connection.execute(update(games).where(_drives(server, table)).values(driver=None))

    def claim(self, server: str, table: str) -> bool:
        """Let a server play the computers of a table, unless another one does that runs. Return whether it does now."""
        alive = select(servers.c.id).where(servers.c.until > self._now())
        is_free = or_(games.c.driver.is_(None), games.c.driver == server, games.c.driver.not_in(alive))
        with self.engine.begin() as connection:
            claimed = update(games).where(and_(games.c.id == table, is_free)).values(driver=server)
            return connection.execute(claimed).rowcount == 1

    def release(self, server: str, table: str) -> None:
        """Let another server play the computers of a table."""
        with self.engine.begin() as connection:
            connection.execute(update(games).where(_drives(server, table)).values(driver=None))

    def known(self, tables: Sequence[str]) -> dict[str, Known]:
        """Return how far these tables have come."""
        found: dict[str, Known] = {}
        columns = (games.c.id, games.c.length, games.c.changes, games.c.driver)
        with self.engine.connect() as connection:
            for begin in range(0, len(tables), MOST_AT_ONCE):
                query = select(*columns).where(games.c.id.in_(tables[begin : begin + MOST_AT_ONCE]))
                found |= {row.id: Known(row.length, row.changes, row.driver) for row in connection.execute(query)}
        return found

    def show_presence(self, server: str, viewers: Mapping[str, Sequence[Viewer]]) -> None:
        """Store who is connected to some tables at a server, and announce it."""
        tables = sorted(viewers)
        with self.changes.transaction(tables, "presence") as connection:
            for table in tables:
                of_table = and_(presence.c.server == server, presence.c.game == table)
                connection.execute(delete(presence).where(of_table))
                if viewers[table]:
                    row = {"server": server, "game": table, "viewers": json.dumps(viewers[table])}
                    connection.execute(insert(presence).values(row))

    def presence_elsewhere(self, server: str, tables: Sequence[str]) -> dict[str, tuple[Viewer, ...]]:
        """Return who is connected to these tables at other servers that run."""
        found: dict[str, list[Viewer]] = {}
        alive = select(servers.c.id).where(servers.c.until > self._now(), servers.c.id != server)
        with self.engine.connect() as connection:
            for begin in range(0, len(tables), MOST_AT_ONCE):
                asked = presence.c.game.in_(tables[begin : begin + MOST_AT_ONCE])
                query = select(presence.c.game, presence.c.viewers).where(asked, presence.c.server.in_(alive))
                for row in connection.execute(query.order_by(presence.c.server)):
                    found.setdefault(row.game, []).extend(json.loads(row.viewers))
        return {table: tuple(viewers) for table, viewers in found.items()}


def _drives(server: str, table: str) -> Any:
    return and_(games.c.id == table, games.c.driver == server)
