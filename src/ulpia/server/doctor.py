"""Examine a database: SQLite's own check, the schema, the chain of every journal, and a replay of every game.

Nothing is changed. What is wrong is named, each game by its id.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from ulpia.core.errors import UlpiaError
from ulpia.server.errors import BrokenJournal, CannotStore, DamagedDatabase, OtherSchema, RulesChanged, UnknownTable
from ulpia.server.session.loading import replay
from ulpia.server.storage.backup import find_damage
from ulpia.server.storage.database import file_of
from ulpia.server.storage.migrations import newest_version, schema_version
from ulpia.server.storage.schema import metadata
from ulpia.server.storage.store import Store


class Report(NamedTuple):
    """What was found."""

    games: int
    """How many games there are."""
    general: list[UlpiaError]
    """What is wrong with the database."""
    hurt: dict[str, UlpiaError]
    """What is wrong with a game, by its id."""
    ended: dict[str, UlpiaError]
    """Games that are whole, but cannot go on under the installed rules."""

    @property
    def is_fine(self) -> bool:
        """Whether nothing is damaged."""
        return not self.general and not self.hurt


def examine(
    store: Store, on_progress: Callable[[int, int], None] = lambda _done, _all: None, is_replaying: bool = True
) -> Report:
    """Examine a database, and replay its games unless only digests are to be checked."""
    general: list[UlpiaError] = []
    path = file_of(store.engine)
    if path is not None:
        general += [DamagedDatabase(why=line) for line in find_damage(path)]
    report = Report(0, general, {}, {})
    try:
        general += _compare_schema(store)
        tables = _find_tables(store) if not any(isinstance(error, OtherSchema) for error in general) else []
    except CannotStore as error:
        general.append(error)
        return report
    for done, table in enumerate(tables):
        on_progress(done, len(tables))
        try:
            head, journal = store.head(table), store.journal(table)
            if is_replaying:
                replay(head, journal)
        except RulesChanged as error:
            report.ended[table] = error
        except UnknownTable:
            report.hurt[table] = BrokenJournal(table=table, what="head", row=0)
        except UlpiaError as error:
            report.hurt[table] = error
    return report._replace(games=len(tables))


def _find_tables(store: Store) -> list[str]:
    """Return the ids of all games, also of those that only their seats name, because the id itself is damaged."""
    tables, seated = store.table_ids(), list[str]()
    with suppress(CannotStore):  # damaged seats are found with their games
        seated = store.seated_table_ids()
    return list(dict.fromkeys([*tables, *seated]))


def _compare_schema(store: Store) -> list[UlpiaError]:
    with store.engine.connect() as connection:
        version, expected = schema_version(connection), newest_version()
        if version != expected:
            return [OtherSchema(found=version or "-", expected=expected)]
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    return [OtherSchema(found=str(difference[:2]), expected=expected) for difference in differences]
