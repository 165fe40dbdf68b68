"""ulpia inspect: what is stored of one table."""

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ulpia.cli.console import Terminal, write_text
from ulpia.cli.serve import needs_table_extra
from ulpia.core.errors import UlpiaError
from ulpia.registry import find_game

if TYPE_CHECKING:
    from ulpia.server.storage.store import Head, Store


def inspect(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print head, seats and journal of a table; the exit status is 1 if it is damaged or cannot go on."""
    with needs_table_extra():
        from ulpia.server.session.loading import replay, stored_transcript
        from ulpia.server.storage.database import existing_url
        from ulpia.server.storage.store import Store
    store = Store(existing_url(options.database), is_upgraded=False)
    try:
        _print_rows(store, options.table, terminal)
        head, journal = store.head(options.table), store.journal(options.table)
        _print_head(head, terminal)
        if options.transcript:
            write_text(options.transcript, stored_transcript(head, journal))
            terminal.print("inspect", "written", path=options.transcript)
        terminal.print("inspect", "fine", rows=journal.length)
        replay(head, journal)
    except UlpiaError as error:
        terminal.print_error(error)
        return 1
    finally:
        store.close()
    return 0


def _print_rows(store: "Store", table: str, terminal: Terminal) -> None:
    actions = find_game(store.game_of(table)).actions
    for row in store.journal_rows(table):
        is_action = isinstance(row.number, int) and 0 <= row.number < len(actions)
        action = (
            actions[row.number] if is_action else terminal.say("inspect", "undo") if row.number == -1 else row.number
        )
        seat = row.seat + 1 if isinstance(row.seat, int) else row.seat
        facts = {"row": str(row.position + 1), "time": _time(row.made), "seat": seat, "action": action}
        terminal.print("inspect", "row", **facts)


def _print_head(head: "Head", terminal: Terminal) -> None:
    created, version = _time(head.created), head.version
    terminal.print("inspect", "head", table=head.id, game=head.game, seats=len(head.seats), created=created)
    facts = {"release": version.release, "rules": version.rules, "components": version.components}
    terminal.print("inspect", "version", **facts)
    for seat in head.seats:
        kind = terminal.say("inspect", seat.kind)
        terminal.print("inspect", "seat", seat=seat.seat + 1, kind=kind, agent=seat.agent or "", name=seat.name)
    if head.outcome is not None:
        ranking = " > ".join(" = ".join(str(seat + 1) for seat in place) for place in head.outcome.ranking)
        points = ", ".join(map(str, head.outcome.points))
        terminal.print("inspect", "finished", time=_time(head.finished), ranking=ranking, points=points)
    elif head.deciding is not None:
        terminal.print("inspect", "running", seat=head.deciding + 1)


def _time(milliseconds: object) -> str:
    if not isinstance(milliseconds, int):
        return str(milliseconds)
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, OSError, ValueError):
        return str(milliseconds)
