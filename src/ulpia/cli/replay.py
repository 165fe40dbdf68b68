"""ulpia replay, ulpia show: a recorded match in sentences, or its table at one moment."""

import argparse

import msgspec
from rich.markup import escape

from ulpia.cli.console import Terminal, read_text
from ulpia.cli.pictures import write_png, write_svg
from ulpia.cli.play import show_result
from ulpia.core.errors import BadSeat
from ulpia.match import Match
from ulpia.transcript import load

HIDDEN = "…"
"""In place of an action that the viewer may not know."""


def given_seat(options: argparse.Namespace, match: Match) -> int | None:
    """Return the seat of the viewer from 0; people count from 1. None is a spectator."""
    if options.seat is None:
        return None
    if not 1 <= options.seat <= match.seats:
        raise BadSeat(seat=options.seat, first=1, last=match.seats)
    return int(options.seat) - 1


def replay(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print a whole match, action by action."""
    match = load(read_text(options.file), options.components)
    names = match.game.seat_names(terminal.language, match.seats)
    viewer = match.viewer(given_seat(options, match))
    hides = None
    for number, entry in enumerate(match.entries):
        is_hidden = entry.action is not None and entry.seat != viewer and match.game.is_secret(entry.action)
        goes_on = is_hidden and hides == entry.seat  # the number of secret steps is secret too
        hides = entry.seat if is_hidden else None
        if entry.action is not None and not goes_on:
            action = HIDDEN if is_hidden else entry.action
            terminal.out.print(
                f"[bold]{number:>4}  {action}[/]  [dim]{escape(names[entry.seat or 0])}[/]",
                highlight=False,
            )
        for event in match.game.read_events(entry.events, viewer):
            sentence = match.game.say_event(event, terminal.language, names)
            terminal.out.print(f"      {sentence}", markup=False, highlight=False)
    show_result(match, terminal, names)
    return 0


def show(options: argparse.Namespace, terminal: Terminal) -> int:
    """Draw the table after a number of actions."""
    match = load(read_text(options.file), options.components)
    then = match.at(len(match.actions) if options.at is None else options.at)
    seat = given_seat(options, match)
    view = then.view(seat)
    if options.svg or options.png:
        picture = then.picture(terminal.language, seat, options.theme)
        for path, write in ((options.svg, write_svg), (options.png, write_png)):
            if path:
                write(path, picture)
                terminal.print("show", "painted", path=path)
        return 0
    if options.json:
        terminal.out.print_json(msgspec.json.encode(view).decode())
        return 0
    terminal.draw(match.game.sketch(view, terminal.language, match.game.seat_names(terminal.language, match.seats)))
    return 0
