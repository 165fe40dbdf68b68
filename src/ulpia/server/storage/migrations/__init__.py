"""Migrations of the database schema. They run at every start; a published migration is never changed."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, to: str = "head") -> None:
    """Migrate the database of a connection to the present version, or to another one; all of it, or nothing."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # Python's driver begins none for changes of the schema
    command.upgrade(_config(connection), to)


def schema_version(connection: Connection) -> str | None:
    """Return the version of the schema of a database; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def is_known(version: str) -> bool:
    """Whether this program knows a version of the schema, so that it can migrate it."""
    return any(script.revision == version for script in ScriptDirectory.from_config(_config(None)).walk_revisions())


def newest_version() -> str | None:
    """Return the present version of the schema."""
    return ScriptDirectory.from_config(_config(None)).get_current_head()


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
