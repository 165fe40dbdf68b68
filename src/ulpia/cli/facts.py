"""ulpia facts: every printed figure of a game and how certain it is."""

import argparse
import json
from collections.abc import Iterator

from rich.markup import escape
from rich.table import Table as Grid

from ulpia.cli.console import Terminal
from ulpia.core.components import TomlEntries
from ulpia.registry import find_game

STYLES = {"rules": "green", "seen": "cyan", "likely": "yellow", "reconstruction": "red"}


def facts(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print all tables of the component file."""
    game = find_game(options.game)
    components = game.read_components(options.components)
    if options.json:
        terminal.out.print_json(
            json.dumps({"game": game.name, "digest": components.digest, "tables": components.tables}, default=str)
        )
        return 0
    title = terminal.say("facts", "title", game=game.texts.find(terminal.language, "title"), digest=components.digest)
    terminal.out.print(title, style="bold", highlight=False)
    for sure in STYLES:
        if any(table["sure"] == sure for table in components.tables.values()):
            terminal.out.print(f"  [{STYLES[sure]}]{sure:<15}[/] {terminal.say('facts', sure)}", highlight=False)
    for name, table in components.tables.items():
        grid = Grid(
            title=f"{name}  ([{STYLES[table['sure']]}]{table['sure']}[/])",
            title_justify="left",
            show_header=False,
        )
        for entry, value in flat(table):
            grid.add_row(escape(entry), escape(value))
        terminal.out.print(grid)
    return 0


def flat(table: TomlEntries, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield every entry of a table with its path."""
    for key, value in table.items():
        if key == "sure" and not prefix:
            continue
        place = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{place}.")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for at, row in enumerate(value):
                yield from flat(row, f"{place}[{at}].")
        else:
            yield place, format_value(value)


def format_value(value: object) -> str:
    """Format a figure or a list of figures; a list of lists has semicolons."""
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return "; ".join(" ".join(map(str, part)) for part in value)
    return ", ".join(map(str, value))
