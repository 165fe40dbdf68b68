"""Open a database: SQLite in the user's data folder by default, PostgreSQL by its URL.

When an open database fails, because its disk is full or its server does not answer, the error becomes `CannotStore`.
Connections that saw such an error are closed, so that the next request finds out whether the cause is gone.
"""

import logging
import time

from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, ExceptionContext
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ulpia.core.errors import MissingExtra
from ulpia.server.errors import BadDatabase, CannotStore, NewerDatabase
from ulpia.server.storage.migrations import newest_version, schema_version, upgrade

log = logging.getLogger("ulpia.server")
BUSY_SECONDS = 10.0
"""How long to wait while another process writes."""
SECONDS_BETWEEN_REPORTS = 60.0
"""An error of the database that goes on is logged this often."""
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


def open_database(url: str) -> Engine:
    """Connect and migrate the schema to the present version."""
    try:
        parsed = _with_driver(make_url(url))
    except ArgumentError:
        raise BadDatabase(url=url, why="?") from None
    shown = parsed.render_as_string(hide_password=True)
    try:
        engine = _engine(parsed)
    except ModuleNotFoundError as error:
        raise MissingExtra(package=error.name, extra="postgres") from None
    except SQLAlchemyError as error:
        raise BadDatabase(url=shown, why=error) from None
    try:
        with engine.connect() as connection:
            is_current = schema_version(connection) == newest_version()
            connection.rollback()
            if not is_current:
                upgrade(connection)
                connection.commit()
    except BaseException as error:
        engine.dispose()
        if isinstance(error, CommandError):
            raise NewerDatabase(url=shown) from error
        if isinstance(error, (SQLAlchemyError, UnicodeDecodeError)):  # a damaged name of a column is no UTF-8
            raise BadDatabase(url=shown, why=first_line(error)) from error
        raise
    Reporter().watch(engine)
    return engine


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
