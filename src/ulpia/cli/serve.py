"""ulpia serve: the tables in the browser."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

from ulpia.cli.console import Bar, Terminal
from ulpia.core.errors import MissingExtra
from ulpia.registry import find_game, game_names

TABLE_PACKAGES = ("starlette", "uvicorn", "websockets", "sqlalchemy", "alembic", "prometheus_client")
"""Packages of the extra `table`."""
PERCENT = 100


def origin(text: str) -> str:
    """Check an origin, such as https://table.example:8443."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise ValueError(text)
    return text.rstrip("/").lower()


@contextmanager
def needs_table_extra() -> Iterator[None]:
    """Raise MissingExtra if an import in this block fails for want of the extra `table`."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in TABLE_PACKAGES:
            raise
        raise MissingExtra(package=error.name, extra="table") from None


def serve(options: argparse.Namespace, terminal: Terminal) -> int:
    """Serve the tables until interrupted."""
    with needs_table_extra():
        from ulpia.server.serve import ServeOptions, run
    for name in game_names():
        game = find_game(name)
        if not terminal.errors.is_terminal and not game.is_prepared("match"):  # a terminal shows a progress bar
            title = game.texts.find(terminal.language, "title")
            terminal.errors.print(terminal.say("serve", "compiling", game=title), markup=False, highlight=False)
        terminal.prepare(game, "match")

    def on_ready(address: str, database: str) -> None:
        terminal.print("serve", "open", address=address)
        terminal.print("serve", "stored", database=database)

    how = ServeOptions(
        host=options.host,
        port=options.port,
        database=options.database,
        origins=tuple(options.origin),
        open_browser=not options.no_browser,
        log_format=options.log_format,
        log_level=options.log_level,
    )
    with warmup_bar(terminal) as on_progress:
        run(how, on_ready, on_progress)
    return 0


@contextmanager
def warmup_bar(terminal: Terminal) -> Iterator[Callable[[str, float | None], None]]:
    """Show a progress bar while the search of the games is compiled."""
    progress: dict[str, float] = {}
    with ExitStack() as shown:
        bars: list[Bar] = []

        def on_progress(game: str, part: float | None) -> None:
            progress[game] = 1.0 if part is None else part
            if not bars:
                bars.append(shown.enter_context(terminal.progress(terminal.say("serve", "preparing"), 1)))
            bars[0].set(round(PERCENT * sum(progress.values())), PERCENT * len(progress))
            if min(progress.values()) == 1.0:
                shown.close()
                bars.clear()

        yield on_progress
