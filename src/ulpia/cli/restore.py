"""ulpia restore: the games of a backup in a database."""

import argparse

from ulpia.cli.console import Terminal
from ulpia.cli.serve import needs_table_extra


def restore(options: argparse.Namespace, terminal: Terminal) -> int:
    """Put a backup into a database; the exit status is 1 if one of its games is damaged."""
    with needs_table_extra():
        from ulpia.server.storage import backup
        from ulpia.server.storage.database import connect, default_url
    url = options.database or default_url()
    done = backup.restore(options.file, url, options.replace)
    shown = connect(url).url.render_as_string(hide_password=True)
    terminal.print("restore", "done", games=done.games, database=shown)
    if done.kept is not None:
        terminal.print("restore", "kept", path=done.kept)
    for error in done.hurt.values():
        terminal.print_error(error)
    return 1 if done.hurt else 0
