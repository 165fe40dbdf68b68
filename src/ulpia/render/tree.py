"""Pictures as trees: elements while they are drawn, finished pictures when they are kept, compared and sent.

`Element` is a node of SVG. `finish` serialises a tree once, into a `Picture`: text in which every group with an id is a
part of its own, so that two pictures can be compared part by part and a part can be sent alone.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import ParamSpec, TypeVar, Union

from msgspec import Struct

P = ParamSpec("P")
R = TypeVar("R")

Value = str | int | float | None
"""Of an attribute; None leaves the attribute out."""
Attributes = dict[str, Value]
"""Names are written as Python has them: `class_` for class, underscores for hyphens."""


class Picture(Struct, frozen=True, gc=False):
    """Serialised SVG. Groups with an id are pictures within it."""

    id: str
    pieces: tuple[Union[str, "Picture"], ...]

    def to_string(self, quote: str = '"') -> str:
        """Return the SVG with attributes in these quotes; within attributes and text, both kinds are escaped."""
        found: list[str] = []
        self._collect(found)
        joined = "".join(found)
        return joined if quote == '"' else joined.replace('"', quote)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of the picture and of all groups within it."""
        return frozenset(self._ids())

    def _collect(self, found: list[str]) -> None:
        for piece in self.pieces:
            if isinstance(piece, str):
                found.append(piece)
            else:
                piece._collect(found)

    def _ids(self) -> Iterator[str]:
        yield self.id
        for piece in self.pieces:
            if not isinstance(piece, str):
                yield from piece._ids()


Written = str | Picture | tuple[str | Picture, ...]


class Element(Struct, gc=False, eq=False):
    """A node of SVG: tag, attributes, children; a child that is a string is text. Never changed once it is made.

    Without a tag it is a fragment: several elements side by side, as `one + other` makes them.
    """

    tag: str
    attributes: Attributes
    children: tuple[Union["Element", str], ...] = ()
    written: Written | None = None
    """The serialised element, kept because most elements are drawn once and used in many pictures."""

    def __add__(self, other: "Element") -> "Element":
        left = (self,) if self.tag else self.children
        return Element("", NO_ATTRIBUTES, left + ((other,) if other.tag else other.children))

    def __bool__(self) -> bool:
        """Whether there is anything to be seen."""
        return bool(self.tag or self.children)


NO_ATTRIBUTES: Attributes = {}
NOTHING = Element("", NO_ATTRIBUTES)
PARTS = ("g", "svg")
"""Elements that are a part of their own where they have an id."""


def shared(size: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the latest results of a pure function: equal calls return the same element, serialised once."""
    return lru_cache(size)  # type: ignore[return-value]


def joined(elements: Iterable[Element]) -> Element:
    """Return several elements as one fragment."""
    return Element("", NO_ATTRIBUTES, tuple(elements))


def number(x: float) -> str:
    """Return a number as short as it can be written."""
    if isinstance(x, int):
        return str(x)
    return f"{x:.2f}".rstrip("0").rstrip(".")


def finish(element: Element) -> Picture:
    """Serialise a tree."""
    written = _write(element)
    if isinstance(written, Picture):
        return written
    return Picture("", (written,) if isinstance(written, str) else written)


def to_string(element: Element, quote: str = '"') -> str:
    """Return a tree as SVG text."""
    return finish(element).to_string(quote)


def _write(element: Element) -> Written:
    if element.written is not None:
        return element.written
    tag, attributes, children = element.tag, element.attributes, element.children
    head = tag + "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    if not children:
        found: Written = f"<{head}/>" if tag and tag != "g" else f"<{head}></g>" if tag else ""
    else:
        pieces: list[str | Picture] = []
        texts: list[str] = []
        for child in children:
            written = _escaped(child) if isinstance(child, str) else child.written or _write(child)
            if isinstance(written, str):
                texts.append(written)
                continue
            if texts:
                pieces.append("".join(texts))
                texts = []
            if isinstance(written, tuple):
                pieces += written
            else:
                pieces.append(written)
        found = _enclosed(tag, head, pieces, "".join(texts))
    if tag in PARTS and (ident := attributes.get("id")):
        found = Picture(str(ident), found if isinstance(found, tuple) else (found,))
    element.written = found
    return found


def _enclosed(tag: str, head: str, pieces: list[str | Picture], rest: str) -> str | tuple[str | Picture, ...]:
    """Put serialised children between the tags of their element."""
    if not pieces:
        return f"<{head}>{rest}</{tag}>" if tag and (rest or tag == "g") else f"<{head}/>" if tag else rest
    if tag:
        if isinstance(pieces[0], str):
            pieces[0] = f"<{head}>{pieces[0]}"
        else:
            pieces.insert(0, f"<{head}>")
        rest += f"</{tag}>"
    if rest:
        pieces.append(rest)
    return tuple(pieces)


@lru_cache(1 << 15, typed=True)
def _attribute(key: str, value: Value) -> str:
    """Return an attribute as text. Cached: a table has ten thousand, most of them equal to others."""
    name = "class" if key == "class_" else key.replace("_", "-")
    return f' {name}="{number(value) if isinstance(value, (int, float)) else escape(str(value))}"'


_escaped = lru_cache(1 << 13)(escape)
