"""Games in a database without a server, for the tests of the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, create_engine, make_url

from ulpia.server.storage import database
from ulpia.server.storage.migrations import upgrade
from ulpia.server.storage.store import COMPUTER, PERSON, NewGame, Seat, Store
from ulpia.server.tokens import digest

OLD_GAME = f"('g', 'trajan', 3, 7, '{{}}', 'c0ffee', 1, 700, '{'1' * 64}', 1000, NULL, NULL)"
"""A game as version 0001 stored it."""
ME, FRIEND = "1" * 64, "2" * 64
TOKEN, INVITATION = "token", "invitation"


@contextmanager
def older_database(url: str, version: str) -> Iterator[Connection]:
    """A database as an earlier version of the program left it."""
    engine = create_engine(database._with_driver(make_url(url)))
    with engine.begin() as connection:
        upgrade(connection, version)
        yield connection
    engine.dispose()


def create(store: Store, game: str = "g", owner: str = ME, **more: Any) -> None:
    """A table of which the owner has seat 0, a friend is invited to seat 1, and a computer has seat 2."""
    sitting = (
        Seat(0, PERSON, None, "Ada"),
        Seat(1, PERSON, None, ""),
        Seat(2, COMPUTER, "random", ""),
    )
    head = {"game": "trajan", "seed": 2**256 - 1, "settings": {"setup": "dealt"}, "components": "c0ffee", "rules": 1}
    secrets = {"tokens": {0: digest(game + TOKEN)}, "invitations": {1: digest(game + INVITATION)}}
    new = NewGame(id=game, pace=700, owner=owner, seats=sitting, **head, **secrets, **more)  # type: ignore[arg-type]
    store.create(new)
