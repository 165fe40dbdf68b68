"""Open a database: SQLite in the user's data folder by default, PostgreSQL by its URL."""

from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from ulpia.core.errors import MissingExtra
from ulpia.server.errors import BadDatabase, NewerDatabase
from ulpia.server.storage.migrations import upgrade

BUSY_SECONDS = 10.0
"""How long to wait while another process writes."""


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
            upgrade(connection)
            connection.commit()
    except BaseException as error:
        engine.dispose()
        if isinstance(error, CommandError):
            raise NewerDatabase(url=shown) from error
        if isinstance(error, (SQLAlchemyError, UnicodeDecodeError)):  # a damaged name of a column is no UTF-8
            raise BadDatabase(url=shown, why=first_line(error)) from error
        raise
    return engine


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
