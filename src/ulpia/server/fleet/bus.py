"""Buses: how a server hears which tables other servers have changed.

What travels is the id of a table and whether its clients have changed, never content: the reader looks into the
database. PostgreSQL announces a change with the commit that makes it. Beside SQLite, servers send each other datagrams
on this machine after the commit. Either may lose an announcement; see `storage.changes`.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
import socket
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine, text

from ulpia.server.storage.changes import Announcer, What
from ulpia.server.storage.database import file_of

log = logging.getLogger("ulpia.server")
CHANNEL = "ulpia_changes"
KINDS: tuple[What, ...] = ("table", "presence")
SECONDS_BEFORE_RECONNECTING = 0.2
LONGEST_DATAGRAM = 4096
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', announced) FROM unnest(CAST(:announced AS text[])) AS announced")

Hear = Callable[[str, str], None]
"""Called with what has changed and the id of a table, or with two empty texts if announcements may have been missed."""


class Bus(Announcer, Protocol):
    """A way to announce changes, and to hear of them."""

    async def listen(self, hear: Hear) -> None:
        """Call a function for each announcement of another server, until cancelled."""

    def close(self) -> None:
        """Stop."""


class PostgresBus:
    """Announcements by NOTIFY and LISTEN."""

    def __init__(self, engine: Engine, server: str) -> None:
        self.engine, self.server = engine, server

    def within(self, connection: Connection, what: What, tables: Sequence[str]) -> None:
        """Announce with the commit of this transaction."""
        connection.execute(NOTIFY, {"announced": [f"{self.server} {what} {table}" for table in tables]})

    def after(self, what: What, tables: Sequence[str]) -> None:
        """Do nothing: it is announced already."""

    async def listen(self, hear: Hear) -> None:
        """Listen on a connection of its own, which is opened again whenever it is lost."""
        import psycopg

        _, how = self.engine.dialect.create_connect_args(self.engine.url)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(**how, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    hear("", "")
                    async for each in connection.notifies():
                        receive(each.payload, self.server, hear)
            except (psycopg.Error, OSError) as error:
                log.warning("the connection that hears of other servers was lost: %s", str(error).strip())
            await asyncio.sleep(SECONDS_BEFORE_RECONNECTING)

    def close(self) -> None:
        """Do nothing: the connection ends with its task."""


class DatagramBus:
    """Announcements between processes of one user on one machine, by datagrams to sockets in a folder."""

    def __init__(self, engine: Engine, server: str) -> None:
        self.server = server
        self.folder = folder_of(engine)
        self.path = self.folder / server
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(str(self.path))

    def within(self, connection: Connection, what: What, tables: Sequence[str]) -> None:
        """Do nothing: what is not committed must not be announced."""

    def after(self, what: What, tables: Sequence[str]) -> None:
        """Announce after a commit."""
        for table in tables:
            self._send(f"{self.server} {what} {table}")

    def _send(self, message: str) -> None:
        for other in self.folder.iterdir():
            if other == self.path:
                continue
            try:
                self.socket.sendto(message.encode(), str(other))
            except (ConnectionRefusedError, FileNotFoundError):
                with contextlib.suppress(OSError):
                    other.unlink()  # its server is gone
            except OSError:
                pass  # its server has not read for a while, and looks by itself

    async def listen(self, hear: Hear) -> None:
        """Read datagrams, until cancelled."""
        hear("", "")
        while True:
            message = await asyncio.get_running_loop().sock_recv(self.socket, LONGEST_DATAGRAM)
            receive(message.decode("ascii", "replace"), self.server, hear)

    def close(self) -> None:
        """Close the socket and remove its file."""
        self.socket.close()
        with contextlib.suppress(OSError):
            self.path.unlink()


def receive(message: str, server: str, hear: Hear) -> None:
    """Pass an announcement on, unless it is one's own or none."""
    sender, _, rest = message.partition(" ")
    what, _, table = rest.partition(" ")
    if sender != server and what in KINDS and table:
        hear(what, table)


def folder_of(engine: Engine) -> Path:
    """Return the folder with the sockets of all servers on an SQLite database; only this user can enter it."""
    path = file_of(engine)
    name = hashlib.sha256(str(path and path.resolve()).encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"ulpia-{os.getuid()}-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"{folder} belongs to another user")
    return folder


def new_server_id() -> str:
    """Return a name for a server that runs now."""
    return secrets.token_hex(8)
