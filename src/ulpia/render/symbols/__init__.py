"""Symbols: drawings that are used more than once, as `<symbol>` elements that `<use>` refers to.

A file is a subject; each has a dict SYMBOLS of name and drawing on a square of 24 units. Signs that every game uses are
here (`SHARED`); the pictures of a game add their own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ulpia.render.svg import NAMESPACE, Element, el
from ulpia.render.symbols import figures, interface

SQUARE = "0 0 24 24"


@dataclass(frozen=True)
class SymbolSet:
    """Drawings by name, and other definitions that pictures refer to by id."""

    drawings: dict[str, Element]
    boxes: dict[str, str] = field(default_factory=dict)
    """The viewBox of each symbol that is not square."""
    definitions: dict[str, Element] = field(default_factory=dict)
    """Patterns and the like, by id."""

    def __or__(self, other: "SymbolSet") -> "SymbolSet":
        """Return both sets as one; of two symbols with one name, the other's."""
        return SymbolSet(self.drawings | other.drawings, self.boxes | other.boxes, self.definitions | other.definitions)

    def box(self, name: str) -> str:
        """Return the viewBox of a symbol."""
        return self.boxes.get(name, SQUARE)

    def symbol(self, name: str) -> Element:
        """Return one drawing as a `<symbol>`."""
        return el("symbol", self.drawings[name], id=name, viewBox=self.box(name))

    def references(self, drawing: Element) -> set[str]:
        """Return the names of the symbols that a drawing uses, itself and through one another."""
        found: set[str] = set()
        waiting = set(used(drawing))
        while waiting:
            found |= waiting
            waiting = {inner for name in waiting for inner in used(self.drawings[name])} - found
        return found

    def sheet(self, names: Iterable[str] | None = None) -> Element:
        """Return the hidden picture with these symbols, or all of them, that opens every page."""
        chosen = sorted(names) if names is not None else self.drawings
        defs = el("defs", *map(self.symbol, chosen), *self.definitions.values())
        return el("svg", defs, width=0, height=0, style="position:absolute", aria_hidden="true", xmlns=NAMESPACE)


def used(drawing: Element) -> Iterator[str]:
    """Yield the name of every symbol that a drawing uses."""
    if drawing.tag == "use":
        yield str(drawing.attributes["href"])[1:]
    for child in drawing.children:
        if not isinstance(child, str):
            yield from used(child)


SHARED = SymbolSet(interface.SYMBOLS | figures.SYMBOLS)
