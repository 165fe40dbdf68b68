"""Open a database: SQLite in the user's data folder by default, PostgreSQL by its URL.

When an open database fails, because its disk is full or its server does not answer, the error becomes `CannotStore`.
Connections that saw such an error are closed, so that the next request finds out whether the cause is gone.
"""

import errno
import logging
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ulpia.core.errors import MissingExtra
from ulpia.server.errors import BadDatabase, CannotStore, NewerDatabase
from ulpia.server.storage.migrations import is_known, newest_version, schema_version, upgrade

log = logging.getLogger("ulpia.server")
BUSY_SECONDS = 10.0
"""How long to wait while another process writes."""
SECONDS_BETWEEN_REPORTS = 60.0
"""An error of the database that goes on is logged this often."""
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors of SQLite's driver. It cannot read an error message that quotes damaged text."""
SQLITE_REASONS = {
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
    "SQLITE_ERROR": "damaged",  # such as a table that is missing
    "SQLITE_CANTOPEN": "unreachable",
    "SQLITE_BUSY": "busy",
    "SQLITE_LOCKED": "busy",
}
"""Reasons by the beginning of the name of an SQLite error."""
POSTGRES_REASONS = {
    "53100": "full",
    "25006": "read_only",
    "42P01": "damaged",
    "42703": "damaged",
    "XX": "damaged",
    "08": "unreachable",
    "57P": "unreachable",
    "53": "busy",
    "55P03": "busy",
    "40": "busy",
}
"""Reasons by the beginning of an SQLSTATE."""


def default_url() -> str:
    """Return the URL of an SQLite file in the data folder, which is created if necessary."""
    folder = user_data_path("ulpia", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadDatabase(url=folder, why=error.strerror or error) from None
    return URL.create("sqlite", database=str(folder / "games.sqlite")).render_as_string()


def open_database(url: str, is_upgraded: bool = True) -> Engine:
    """Connect, and migrate the schema to the present version unless the database is to be left as it is."""
    engine = connect(url)
    shown = engine.url.render_as_string(hide_password=True)
    try:
        with engine.connect() as connection:
            version = schema_version(connection)
            connection.rollback()
            if is_upgraded and version != newest_version():
                if version is not None and is_known(version):
                    _keep_copy(engine, version)
                upgrade(connection)
                connection.commit()
    except BaseException as error:
        engine.dispose()
        if isinstance(error, CommandError):
            raise NewerDatabase(url=shown) from error
        if isinstance(error, (SQLAlchemyError, *SQLITE_ERRORS)):
            raise BadDatabase(url=shown, why=first_line(error)) from error
        raise
    Reporter().watch(engine)
    return engine


def connect(url: str) -> Engine:
    """Return an engine for a URL, which need not lead to a database of games."""
    try:
        parsed = _with_driver(make_url(url))
    except ArgumentError:
        raise BadDatabase(url=url, why="?") from None
    try:
        return _engine(parsed)
    except ModuleNotFoundError as error:
        raise MissingExtra(package=error.name, extra="postgres") from None
    except SQLAlchemyError as error:
        raise BadDatabase(url=parsed.render_as_string(hide_password=True), why=error) from None


def existing_url(url: str | None) -> str:
    """Return the URL of a database that is there, or of the default one; raise BadDatabase if there is none."""
    url = url or default_url()
    engine = connect(url)
    path = file_of(engine)
    if path is not None and not path.is_file():
        raise BadDatabase(url=engine.url.render_as_string(hide_password=True), why=os.strerror(errno.ENOENT))
    return url


def file_of(engine: Engine) -> Path | None:
    """Return the file of an SQLite database; None if the database is no file."""
    name = engine.url.database
    return Path(name) if engine.dialect.name == "sqlite" and name and name != ":memory:" else None


def _keep_copy(engine: Engine, version: str) -> None:
    """Copy an SQLite database before its schema changes, for the release that played its games."""
    path = file_of(engine)
    if path is None:
        return
    copy = path.with_name(f"{path.name}.schema-{version}")
    if not copy.exists():
        copy_file(path, copy)
        log.info("the database is upgraded; as it was, it is in %s", copy)


def copy_file(source: Path, target: Path) -> None:
    """Copy an SQLite database with SQLite's own means, which see what is not in the main file yet."""
    with closing(open_to_read(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
        other.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open an SQLite database without writing to it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


class Reporter:
    """Turns errors of an open database into `CannotStore`, and logs them, but not each of many."""

    def __init__(self) -> None:
        self._logged: dict[str, float] = {}

    def watch(self, engine: Engine) -> None:
        """Translate the errors of an engine from now on."""
        event.listen(engine, "handle_error", self._translate, retval=True)

    def _translate(self, context: ExceptionContext) -> CannotStore | None:
        if context.is_pre_ping:
            return None
        reason = find_reason(context.original_exception, context.is_disconnect)
        if reason is None:
            return None
        if reason != "busy":
            context.is_disconnect = True  # a new connection finds out whether the cause is gone
        now = time.monotonic()
        if now - self._logged.get(reason, -SECONDS_BETWEEN_REPORTS) >= SECONDS_BETWEEN_REPORTS:
            self._logged[reason] = now
            assert isinstance(context.original_exception, Exception)
            log.error("cannot store (%s): %s", reason, first_line(context.original_exception))
        return CannotStore(reason=reason)


def find_reason(error: BaseException, is_disconnect: bool) -> str | None:
    """Return why a database failed, as a key of the texts `storage`; None if it did not fail, but refused a value."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, UnicodeDecodeError) or "UTF-8" in str(error):
        return "damaged"
    if "Error" not in kinds or kinds & {"IntegrityError", "DataError"}:
        return None
    name, state = getattr(error, "sqlite_errorname", None), getattr(error, "sqlstate", None)
    for code, reasons in ((name, SQLITE_REASONS), (state, POSTGRES_REASONS)):
        for beginning, reason in reasons.items():
            if code is not None and code.startswith(beginning):
                return reason
    if is_disconnect or (state is None and "OperationalError" in kinds and name is None):
        return "unreachable"
    return "other" if kinds & {"OperationalError", "InternalError", "DatabaseError"} else None


def first_line(error: Exception) -> str:
    """Return the first line of what a database said."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _with_driver(url: URL) -> URL:
    """Use psycopg, the driver of the extra `postgres`, for postgresql:// URLs."""
    return url.set(drivername="postgresql+psycopg") if url.drivername in ("postgresql", "postgres") else url


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_size=4, max_overflow=8, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _configure(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine
