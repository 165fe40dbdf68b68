"""Every drawing that is used more than once, as a <symbol>: read once, then referred to by <use>.

A file is a subject; each has a dict SYMBOLS of name and drawing on a square of 24 units.
"""

import re
from collections.abc import Iterable
from functools import cache

from ulpia.render.svg import NAMESPACE, el, rect
from ulpia.render.symbols import (
    actions,
    boards,
    buildings,
    citizens,
    colonia,
    constructions,
    demands,
    figures,
    glyphs,
    goods,
    house,
    markers,
    streets,
    tiles,
)

SQUARE = "0 0 24 24"
SUBJECTS = (
    actions,
    demands,
    constructions,
    figures,
    glyphs,
    markers,
    goods,
    citizens,
    buildings,
    colonia,
    streets,
    house,
    tiles,
    boards,
)
DRAWINGS: dict[str, str] = {name: body for subject in SUBJECTS for name, body in subject.SYMBOLS.items()}
DRAWINGS["ship"] = goods.SHIP
BOXES = {"ship": "0 0 64 44"} | tiles.BOXES | figures.BOXES | boards.BOXES
"""Symbols that are not square."""

TESSERAE = el(
    "pattern",
    rect(0.5, 0.5, 5.6, 5.6, 1, fill="none", stroke="#fff", stroke_opacity=0.16, stroke_width=0.8),
    id="tesserae",
    width=6.6,
    height=6.6,
    patternUnits="userSpaceOnUse",
)
"""Little stones, laid over the squares of a mosaic."""

REFERENCE = re.compile(r'<use href="#([\w-]+)"')


def box(name: str) -> str:
    """The viewBox of a symbol."""
    return BOXES.get(name, SQUARE)


def references(drawing: str) -> set[str]:
    """The symbols a drawing uses, itself and through one another."""
    found: set[str] = set()
    waiting = set(REFERENCE.findall(drawing))
    while waiting:
        found |= waiting
        waiting = {inner for name in waiting for inner in REFERENCE.findall(DRAWINGS[name])} - found
    return found


@cache
def _symbol(name: str) -> str:
    return el("symbol", DRAWINGS[name], id=name, viewBox=box(name))


def symbols(names: Iterable[str] | None = None) -> str:
    """Symbols by name, or all of them, to be put into <defs>."""
    return "".join(_symbol(name) for name in (sorted(names) if names is not None else DRAWINGS)) + TESSERAE


def sheet(names: Iterable[str] | None = None) -> str:
    """The sheet that opens every page: hidden, read once."""
    defs = el("defs", symbols(names))
    return el("svg", defs, width=0, height=0, style="position:absolute", aria_hidden="true", xmlns=NAMESPACE)
