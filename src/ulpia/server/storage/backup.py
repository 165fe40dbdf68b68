"""Backups of databases. A backup is an SQLite file with the same tables, from SQLite and PostgreSQL alike.

So a backup moves games from one to the other, and can itself be looked at, examined and served.
"""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, MetaData, Table, delete, func, insert, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from ulpia.core.errors import UlpiaError, UnwritableFile
from ulpia.server.errors import (
    BadDatabase,
    DatabaseInUse,
    DatabaseNotEmpty,
    NewerDatabase,
    NotABackup,
)
from ulpia.server.storage.database import (
    SQLITE_ERRORS,
    connect,
    copy_file,
    existing_url,
    file_of,
    first_line,
    open_database,
    open_to_read,
)
from ulpia.server.storage.migrations import schema_version, upgrade
from ulpia.server.storage.schema import games, metadata
from ulpia.server.storage.store import Store

ROWS_AT_ONCE = 1000
MAX_LINES = 20
"""The most lines of an integrity check that are read."""
COMPANIONS = ("", "-wal", "-shm")
"""Endings of the files of an SQLite database in WAL mode."""


class BackedUp(NamedTuple):
    """What a backup holds."""

    games: int
    damage: list[str]
    """What SQLite finds wrong with it."""


class Restored(NamedTuple):
    """What a database holds after a backup was restored."""

    games: int
    kept: Path | None
    """Where the games are that were in the database before."""
    hurt: dict[str, UlpiaError]
    """What is wrong with a game of the backup, by its id."""


def back_up(url: str, path: Path) -> BackedUp:
    """Copy a database into a new file, as it was at one moment. A server may use it meanwhile."""
    if path.exists():
        raise UnwritableFile(path=path, why=os.strerror(errno.EEXIST))
    engine = connect(existing_url(url))
    shown, source = engine.url.render_as_string(hide_password=True), file_of(engine)
    try:
        with _new_file(path) as part:
            if source is not None:
                copy_file(source, part)
            else:
                _copy_from_server(engine, part)
            return BackedUp(_count(part), find_damage(part))
    except (SQLAlchemyError, *SQLITE_ERRORS) as error:
        raise BadDatabase(url=shown, why=first_line(error)) from error
    finally:
        engine.dispose()


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Yield the path of a file to write; it gets its name when it is whole and on the disk."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(path)
    except OSError as error:
        raise UnwritableFile(path=path, why=error.strerror or error) from None
    finally:
        part.unlink(missing_ok=True)


def _copy_from_server(engine: Engine, target: Path) -> None:
    """Copy the tables of a server's database into an SQLite file of the same schema version."""
    copy = connect(_url(target))
    try:
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as source, copy.connect() as to:
            version = schema_version(source)
            if version is None:
                raise BadDatabase(url=engine.url.render_as_string(hide_password=True), why=games.name)
            upgrade(to, version)
            to.commit()
            known = MetaData()
            known.reflect(to)
            for table in known.sorted_tables:
                if table.name != "alembic_version":
                    _copy_rows(source, to, table)
            to.commit()
        with copy.connect() as to:
            to.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        copy.dispose()


def _copy_rows(source: Connection, target: Connection, table: Table) -> None:
    rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)).mappings()
    for some in rows.partitions():
        target.execute(insert(table), [dict(row) for row in some])


def restore(path: Path, url: str, is_replacing: bool = False) -> Restored:
    """Put a backup into a database, which must be empty unless it is to be replaced.

    What was there before is kept: beside the file of an SQLite database, or beside the backup.
    """
    if not path.is_file():
        raise NotABackup(path=path, why=os.strerror(errno.ENOENT))
    engine = connect(url)
    target = file_of(engine)
    shown = engine.url.render_as_string(hide_password=True)
    folder = path.parent if target is None else target.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".restoring-") as temporary:
            copy = Path(temporary) / "copy.sqlite"
            _check_backup(path, copy)
            count, hurt = _count(copy), _find_hurt_games(copy)
            if target is not None:
                kept = _restore_file(copy, target, shown, is_replacing)
            else:
                kept = _restore_server(copy, path, url, is_replacing)
            return Restored(count, kept, hurt)
    except OSError as error:
        raise UnwritableFile(path=folder, why=error.strerror or error) from None
    finally:
        engine.dispose()


def _check_backup(path: Path, copy: Path) -> None:
    """Copy a backup, check the copy, and migrate it to the present schema. The backup itself stays as it is."""
    try:
        copy_file(path, copy)
        if damage := find_damage(copy):
            raise NotABackup(path=path, why=damage[0])
        backup = connect(_url(copy))
        with backup.connect() as connection:
            has_games = inspect(connection).has_table(games.name) and schema_version(connection) is not None
        backup.dispose()
        if not has_games:
            raise NotABackup(path=path, why=games.name)
        open_database(_url(copy)).dispose()
    except (SQLAlchemyError, *SQLITE_ERRORS) as error:
        raise NotABackup(path=path, why=first_line(error)) from error
    except (BadDatabase, NewerDatabase) as error:
        raise NotABackup(path=path, why=error) from error


def _restore_file(copy: Path, target: Path, shown: str, is_replacing: bool) -> Path | None:
    kept: Path | None = None
    if target.exists():
        count = _count_or_unknown(target, shown)
        if count != 0 and not is_replacing:
            raise DatabaseNotEmpty(url=shown, games="?" if count is None else count)
        kept = target.with_name(f"{target.name}.replaced-{_stamp()}")
        for ending in COMPANIONS:
            found = target.with_name(target.name + ending)
            if found.exists():
                found.rename(kept.with_name(kept.name + ending))
        if count == 0:
            for ending in COMPANIONS:
                kept.with_name(kept.name + ending).unlink(missing_ok=True)
            kept = None
    with copy.open("rb") as written:
        os.fsync(written.fileno())
    copy.rename(target)
    return kept


def _count_or_unknown(path: Path, shown: str) -> int | None:
    """Return the number of games of a database that nobody else uses; None if it is too damaged to tell."""
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("BEGIN IMMEDIATE")
            tables = connection.execute("select count(*) from sqlite_master where name = 'games'").fetchone()[0]
            return int(connection.execute("select count(*) from games").fetchone()[0]) if tables else 0
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise DatabaseInUse(url=shown) from None
        return None
    except SQLITE_ERRORS:
        return None


def _restore_server(copy: Path, path: Path, url: str, is_replacing: bool) -> Path | None:
    target, source = open_database(url), open_database(_url(copy))
    kept: Path | None = None
    try:
        with source.connect() as one, target.begin() as other:
            count = other.scalar(select(func.count()).select_from(games)) or 0
            if count and not is_replacing:
                raise DatabaseNotEmpty(url=target.url.render_as_string(hide_password=True), games=count)
            if count:
                kept = path.with_name(f"{path.name}.replaced-{_stamp()}")
                back_up(url, kept)
            for table in reversed(metadata.sorted_tables):
                other.execute(delete(table))
            for table in metadata.sorted_tables:
                _copy_rows(one, other, table)
                _continue_numbers(other, table)
    finally:
        source.dispose()
        target.dispose()
    return kept


def _continue_numbers(connection: Connection, table: Table) -> None:
    """Let PostgreSQL count on from the highest number of a table that numbers its own rows."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name != "postgresql":
        return
    sequence = connection.scalar(select(func.pg_get_serial_sequence(table.name, column.name)))
    highest = connection.scalar(select(func.max(column)))
    if sequence is not None and highest is not None:
        connection.execute(select(func.setval(sequence, highest)))


def _find_hurt_games(path: Path) -> dict[str, UlpiaError]:
    store, hurt = Store(_url(path)), dict[str, UlpiaError]()
    for table in store.table_ids():
        try:
            store.head(table)
            store.journal(table)
        except UlpiaError as error:
            hurt[table] = error
    store.close()
    return hurt


def find_damage(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file; an empty list if it is whole."""
    try:
        with closing(open_to_read(path)) as connection:
            return integrity_check(connection)
    except SQLITE_ERRORS as error:
        return [first_line(error)]


def integrity_check(connection: sqlite3.Connection) -> list[str]:
    """Return what SQLite finds wrong with an open database."""
    connection.text_factory = lambda text: text.decode(errors="replace")
    found = [str(line) for (line,) in connection.execute(f"PRAGMA integrity_check({MAX_LINES})")]
    orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(MAX_LINES)
    return [line for line in found if line != "ok"] + [f"{table} -> {parent}" for table, _, parent, _ in orphans]


def _count(path: Path) -> int:
    try:
        with closing(open_to_read(path)) as connection:
            return int(connection.execute("select count(*) from games").fetchone()[0])
    except SQLITE_ERRORS:
        return 0


def _url(path: Path) -> str:
    return URL.create("sqlite", database=str(path)).render_as_string()


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
