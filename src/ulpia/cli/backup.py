"""ulpia backup: a copy of all games in one file."""

import argparse

from ulpia.cli.console import Terminal
from ulpia.cli.serve import needs_table_extra


def backup(options: argparse.Namespace, terminal: Terminal) -> int:
    """Copy a database; the exit status is 1 if it is damaged."""
    with needs_table_extra():
        from ulpia.server.storage.backup import back_up
        from ulpia.server.storage.database import default_url
    done = back_up(options.database or default_url(), options.file)
    terminal.print("backup", "done", games=done.games, path=options.file)
    for line in done.damage:
        terminal.errors.print(terminal.say("backup", "damaged", damage=line), markup=False, highlight=False)
    return 1 if done.damage else 0
