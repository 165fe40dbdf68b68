"""ulpia doctor: what is wrong with a database of games."""

import argparse
import json

from ulpia.cli.console import Terminal
from ulpia.cli.serve import needs_table_extra


def doctor(options: argparse.Namespace, terminal: Terminal) -> int:
    """Examine a database; the exit status is 1 if something is damaged."""
    with needs_table_extra():
        from ulpia.server.doctor import examine
        from ulpia.server.storage.database import existing_url
        from ulpia.server.storage.store import Store
    store = Store(existing_url(options.database), is_upgraded=False)
    try:
        with terminal.progress(terminal.say("doctor", "examining"), 1) as bar:
            report = examine(store, bar.set, is_replaying=not options.quick)
    finally:
        store.close()
    language = terminal.language
    if options.json:
        found = {
            "games": report.games,
            "general": [error.say(language) for error in report.general],
            "hurt": {table: error.say(language) for table, error in report.hurt.items()},
            "ended": {table: error.say(language) for table, error in report.ended.items()},
        }
        terminal.out.print_json(json.dumps(found))
        return 0 if report.is_fine else 1
    for error in report.general:
        terminal.out.print(error.say(language), markup=False, highlight=False)
    for table, error in report.hurt.items():
        terminal.print("doctor", "game", table=table, what=error.say(language))
    for table, error in report.ended.items():
        terminal.print("doctor", "ended", table=table, what=error.say(language))
    if report.is_fine:
        terminal.print("doctor", "fine", games=report.games)
        return 0
    terminal.print("doctor", "hurt", hurt=len(report.hurt), games=report.games)
    return 1
