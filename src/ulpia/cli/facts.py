"""ulpia facts: every printed figure, with how sure we are of it."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from ulpia.cli.console import Desk
from ulpia.registry import find_game

STYLES = {"rules": "green", "seen": "cyan", "likely": "yellow", "reconstruction": "red"}


def facts(options: argparse.Namespace, desk: Desk) -> int:
    """Print all tables of the component file."""
    game = find_game(options.game)
    components = game.read_components(options.components)
    if options.json:
        desk.out.print_json(
            json.dumps({"game": game.name, "digest": components.digest, "tables": components.tables}, default=str)
        )
        return 0
    title = desk.say("facts", "title", game=game.texts.find(desk.language, "title"), digest=components.digest)
    desk.out.print(title, style="bold", highlight=False)
    for sure in STYLES:
        if any(table["sure"] == sure for table in components.tables.values()):
            desk.out.print(f"  [{STYLES[sure]}]{sure:<15}[/] {desk.say('facts', sure)}", highlight=False)
    for name, table in components.tables.items():
        grid = Grid(
            title=f"{name}  ([{STYLES[table['sure']]}]{table['sure']}[/])",
            title_justify="left",
            show_header=False,
        )
        for entry, value in flat(table):
            grid.add_row(escape(entry), escape(value))
        desk.out.print(grid)
    return 0


def flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every entry of a table with its place."""
    for key, value in table.items():
        if key == "sure" and not before:
            continue
        place = f"{before}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{place}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for at, row in enumerate(value):
                yield from flat(row, f"{place}[{at}].")
        else:
            yield place, said(value)


def said(value: object) -> str:
    """A figure, or a list of them; a list of lists has semicolons between."""
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return "; ".join(" ".join(map(str, part)) for part in value)
    return ", ".join(map(str, value))
