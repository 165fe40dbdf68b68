"""`Changes`: transactions that change a table, counted and announced to the other servers on the same database.

A server that is told that a table has changed reads what is new to it: rows of the journal beyond the length that it
knows, and everything else if `games.changes` is another number. So an announcement that is lost or comes twice does no
harm; servers also look by themselves every second.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, Protocol

from sqlalchemy import Connection, Engine, update

from ulpia.server.storage.schema import games

What = Literal["table", "presence"]
"""What has changed: a table, or who is connected to it."""


class Announcer(Protocol):
    """Tells other servers which tables have changed."""

    def within(self, connection: Connection, what: What, tables: Sequence[str]) -> None:
        """Announce with the commit of this transaction, if the database can do that."""

    def after(self, what: What, tables: Sequence[str]) -> None:
        """Announce after a commit, if the database cannot. Called in any thread."""


class Changes:
    """Transactions of one server."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.announcer: Announcer | None = None
        """None while no other server is there to be told."""

    @contextmanager
    def of(self, table: str) -> Iterator[Connection]:
        """Change something of a table that is not its journal.

        The counter is raised first. It locks the table for other transactions, so notices and lines of the chat are
        committed in the order of their numbers, and a reader misses none of them.
        """
        with self.transaction([table]) as connection:
            connection.execute(update(games).where(games.c.id == table).values(changes=games.c.changes + 1))
            yield connection

    @contextmanager
    def transaction(self, tables: Sequence[str], what: What = "table") -> Iterator[Connection]:
        """Yield a connection whose commit is announced for these tables."""
        announcer = self.announcer
        with self.engine.begin() as connection:
            yield connection
            if announcer is not None:
                announcer.within(connection, what, tables)
        if announcer is not None:
            announcer.after(what, tables)
