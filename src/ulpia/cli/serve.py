"""ulpia serve: the table in the browser."""

import argparse

from ulpia.catalogue import GAMES, find_game
from ulpia.cli.desk import Desk
from ulpia.kernel.errors import MissingExtra

NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy", "alembic")


def serve(options: argparse.Namespace, desk: Desk) -> int:
    """Open the tables until somebody says stop."""
    try:
        from ulpia.server import running
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise MissingExtra(package=error.name, extra="table") from None
    for game in GAMES:
        desk.prepare(find_game(game), "match")

    def tell(address: str, database: str) -> None:
        desk.tell("serve", "open", address=address)
        desk.tell("serve", "stored", database=database)

    running.run(options.host, options.port, options.database, not options.no_browser, tell)
    return 0
