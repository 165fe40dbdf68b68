"""ulpia replay, ulpia show: a recorded match in sentences, or the table at one moment of it."""

import argparse
import json

from rich.markup import escape

from ulpia.cli.console import Desk, read_text
from ulpia.cli.pictures import write_png, write_svg
from ulpia.cli.play import show_result
from ulpia.match import Match
from ulpia.transcript import load

HIDDEN = "…"
"""In place of an action that the viewer may not know."""


def names_of(match: Match, desk: Desk) -> list[str]:
    """Names of the seats, as the game calls them."""
    return [match.game.texts.say(desk.language, "seat", number=seat) for seat in range(match.seats)]


def replay(options: argparse.Namespace, desk: Desk) -> int:
    """Tell a whole match, action by action."""
    match = load(read_text(options.file), options.components)
    names = names_of(match, desk)
    viewer = match.viewer(options.seat)
    hides = None
    for number, entry in enumerate(match.entries):
        is_hidden = entry.action is not None and entry.seat != viewer and match.game.is_secret(entry.action)
        goes_on = is_hidden and hides == entry.seat  # how many secret steps somebody took would tell something, too
        hides = entry.seat if is_hidden else None
        if entry.action is not None and not goes_on:
            action = HIDDEN if is_hidden else entry.action
            desk.out.print(
                f"[bold]{number:>4}  {action}[/]  [dim]{escape(names[entry.seat or 0])}[/]",
                highlight=False,
            )
        for event in match.game.events(entry.log, viewer):
            sentence = match.game.say_event(event, desk.language, names)
            desk.out.print(f"      {sentence}", markup=False, highlight=False)
    show_result(match, desk, names)
    return 0


def show(options: argparse.Namespace, desk: Desk) -> int:
    """Draw the table after so many actions."""
    match = load(read_text(options.file), options.components)
    then = match.at(len(match.actions) if options.at is None else options.at)
    view = then.view(options.seat)
    if options.svg or options.png:
        picture = then.picture(desk.language, options.seat, options.theme)
        for path, write in ((options.svg, write_svg), (options.png, write_png)):
            if path:
                write(path, picture)
                desk.tell("show", "painted", path=path)
        return 0
    if options.json:
        desk.out.print_json(json.dumps(view))
        return 0
    desk.draw(match.game.sketch(view, desk.language, names_of(match, desk)))
    return 0
