"""ulpia serve: the table in the browser."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from ulpia.cli.console import Bar, Desk
from ulpia.core.errors import MissingExtra
from ulpia.registry import GAMES, find_game

NEEDED = ("starlette", "uvicorn", "websockets", "sqlalchemy", "alembic")
WHOLE = 100


def serve(options: argparse.Namespace, desk: Desk) -> int:
    """Open the tables until somebody says stop."""
    try:
        from ulpia.server import serve as running
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise MissingExtra(package=error.name, extra="table") from None
    for game in GAMES:
        desk.prepare(find_game(game), "match")

    def tell(address: str, database: str) -> None:
        desk.tell("serve", "open", address=address)
        desk.tell("serve", "stored", database=database)

    with getting_ready(desk) as watch:
        running.run(options.host, options.port, options.database, not options.no_browser, tell, watch=watch)
    return 0


@contextmanager
def getting_ready(desk: Desk) -> Iterator[Callable[[str, float | None], None]]:
    """Show how far the opponents are while they are not ready; the tables are open meanwhile."""
    parts: dict[str, float] = {}
    with ExitStack() as shown:
        bars: list[Bar] = []

        def watch(game: str, part: float | None) -> None:
            parts[game] = 1.0 if part is None else part
            if not bars:
                bars.append(shown.enter_context(desk.progress(desk.say("serve", "preparing"), 1)))
            bars[0].set(round(WHOLE * sum(parts.values())), WHOLE * len(parts))
            if min(parts.values()) == 1.0:
                shown.close()
                bars.clear()

        yield watch
