"""ulpia rules: the rule book of a game in the terminal."""

import argparse
from collections.abc import Iterator

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from ulpia.cli.console import Terminal
from ulpia.core.errors import UnknownSection
from ulpia.rulebook import Part, Section, book
from ulpia.rulebook.book import plain

WIDTH = 100


def rules(options: argparse.Namespace, terminal: Terminal) -> int:
    """Print the whole book, or one section of it."""
    read = book(options.game, terminal.language, options.components)
    sections = read.sections
    if options.section is not None:
        found = read.section(options.section)
        if found is None:
            known = ", ".join(section.id for section in read.sections)
            raise UnknownSection(game=read.title, section=options.section, known=known)
        sections = (found,)
    else:
        terminal.out.print(Text(read.title.upper(), style="bold"))
        terminal.out.print(Text(read.about, style="italic"), width=_width(terminal))
    for section in sections:
        _print_section(section, terminal)
    return 0


def _width(terminal: Terminal) -> int:
    return min(WIDTH, terminal.out.width)


def _print_section(section: Section, terminal: Terminal) -> None:
    terminal.out.print()
    title = Text(section.title, style="bold yellow")
    terminal.out.print(title + Text(f"  #{section.id}", style="dim"), highlight=False)
    for part in section.parts:
        terminal.out.print()
        for line in _lines(part, terminal):
            terminal.out.print(line, width=_width(terminal), highlight=False)


def _lines(part: Part, terminal: Terminal) -> Iterator[Text | Padding | Grid]:
    """Yield the lines of a part: its kind, text, list and table, and the rulings it is based on."""
    remarks = [terminal.say("rules", kind) for kind in (part.kind, part.doubt) if kind not in ("", "text")]
    rulings = Text(f"  [{', '.join(part.rulings)}]" if part.rulings else "", style="dim")
    head = Text("".join(f"{remark}: " for remark in remarks), style="italic cyan")
    if part.text or remarks:
        yield head + Text(plain(part.text)) + ("" if part.items or part.rows else rulings)
    for at, item in enumerate(part.items, 1):
        mark = f"{at}." if part.is_numbered else "•"
        last = at == len(part.items)
        yield Padding(Text(f"{mark} {plain(item)}") + (rulings if last else ""), (0, 0, 0, 2))
    if part.rows:
        grid = Grid(*map(plain, part.head), show_header=bool(part.head), caption=rulings, caption_justify="left")
        for row in part.rows:
            grid.add_row(*(Text(plain(cell)) for cell in row))
        yield grid
