"""Stand-alone export: a tree without style sheet and symbol sheet, so that any program can show it.

Browsers know CSS variables; most other programs that read SVG do not. Each symbol is written once for each pair of
colours that it is used with, under an id made from its content, so that two pictures on one page do not disturb each
other.
"""

import math
import re
from functools import cache, lru_cache
from zlib import crc32

from ulpia.render.css import variables
from ulpia.render.interface import pictures_of
from ulpia.render.svg import el, polar, text
from ulpia.render.tree import Attributes, Element, number, to_string

VALUE = re.compile(r"var\(--([\w-]+)(?:,[^()]*)?\)")
LINK = re.compile(r"url\(#([\w-]+)\)")
ARC = re.compile(r"M([-\d.]+) ([-\d.]+)A([-\d.]+) [-\d.]+ 0 0 ([01]) ([-\d.]+) ([-\d.]+)")
CUT = "var(--cut,var(--face))"
INK, FACE = "var(--ink)", "var(--face)"
UNSEEN = ("halo", "hit")
"""Classes of shapes that only a page shows."""
LOOKS = {
    "dim": "opacity:.38",
    "ghost": "opacity:.55",
    "asleep": "opacity:.42",
}
"""What the style sheet says of the classes that a picture has without a page."""
WIDTHS = {
    **dict(A=0.72, B=0.61, C=0.67, D=0.77, E=0.56, F=0.53, G=0.74, H=0.8, I=0.34, J=0.36, K=0.72, L=0.56, M=0.93),
    **dict(N=0.8, O=0.78, P=0.6, Q=0.78, R=0.66, S=0.53, T=0.62, U=0.77, V=0.72, W=0.98, X=0.68, Y=0.66, Z=0.65),
    **dict(Ä=0.72, Ö=0.78, Ü=0.77),
}
"""Of capitals, in em."""

Names = frozenset[str]
NONE: Names = frozenset()


@cache
def exporter(game: str, theme: str) -> "Exporter":
    """Return the exporter of a game's pictures."""
    return Exporter(game, theme)


class Exporter:
    """Rewrites trees of one game in one theme. Elements that many pictures share are rewritten once."""

    def __init__(self, game: str, theme: str) -> None:
        self.definitions: dict[str, Element] = {}
        """Symbols and patterns by id."""
        self._symbols = pictures_of(game).symbols
        self._values = {name: value.replace('"', "'") for name, value in variables(game, theme).items()}
        self._resolved = lru_cache(1 << 11)(self._resolve)
        self._specialised = lru_cache(1 << 11)(self._specialise)
        self.portable = lru_cache(1 << 14)(self._portable)

    def _portable(self, element: Element) -> tuple[Element, Names]:
        """Return a tree without style sheet, and the ids of the definitions that it needs."""
        tag, attributes, children = element.tag, element.attributes, element.children
        if tag == "use":
            return self._use(attributes, INK, FACE)
        if tag == "text":
            attributes = _lettered(attributes)
        plain, needed = self._plain(tag, attributes)
        if not children or (tag == "text" and isinstance(children[0], str)):
            return Element(tag, plain, children), needed
        kept: list[Element | str] = []
        for child in children:
            if isinstance(child, str):
                kept.append(child)
            elif child.tag == "text" and isinstance(child.children[0], Element):
                kept += [self.portable(letter)[0] for letter in _straightened(child, children)]
            elif child.attributes.get("class_") not in UNSEEN:
                inner, names = self.portable(child)
                kept.append(inner)
                if names:
                    needed |= names
        return Element(tag, plain, tuple(kept)), needed

    def _plain(self, tag: str, attributes: Attributes) -> tuple[Attributes, Names]:
        """Resolve variables, write out classes, drop what only a page reads."""
        plain: Attributes = {}
        needed = NONE
        for name, value in attributes.items():
            if value is None or name.startswith("data_"):
                continue
            if isinstance(value, str) and "(" in value:
                value = self._resolved(value)
                if (link := LINK.fullmatch(value)) is not None:
                    needed |= {link[1]}
                    self.definitions[link[1]] = self._symbols.definitions[link[1]]
            plain[name] = value
            if name == "class_" and tag == "g":
                looks = [LOOKS[word] for word in str(value).split() if word in LOOKS]
                if looks:
                    plain["style"] = ";".join(looks)
        return plain, needed

    def _use(self, attributes: Attributes, color: str, cut: str) -> tuple[Element, Names]:
        """Refer to a symbol in the colours that it is used with."""
        color, cut = _paint(str(attributes.get("style") or ""), color, cut)
        ident, needed = self._specialised(str(attributes["href"])[1:], color, cut)
        kept = {name: value for name, value in attributes.items() if name != "style" and not name.startswith("data_")}
        return Element("use", kept | {"href": f"#{ident}"}), needed

    def _specialise(self, name: str, color: str, cut: str) -> tuple[str, Names]:
        """Define a symbol in two colours. Return its id, and the ids of all symbols that it needs with its own."""
        body, needed = self._coloured(self._symbols.drawings[name], color, cut)
        ident = f"{name}-{crc32(to_string(body).encode()):08x}"
        self.definitions[ident] = el("symbol", self._without_variables(body), id=ident, viewBox=self._symbols.box(name))
        return ident, needed | {ident}

    def _coloured(self, drawing: Element, color: str, cut: str) -> tuple[Element, Names]:
        if drawing.tag == "use":
            return self._use(drawing.attributes, color, cut)
        attributes = {
            name: value.replace(CUT, cut).replace("currentColor", color) if isinstance(value, str) else value
            for name, value in drawing.attributes.items()
        }
        kept: list[Element | str] = []
        needed = NONE
        for child in drawing.children:
            if isinstance(child, str):
                kept.append(child)
            else:
                inner, names = self._coloured(child, color, cut)
                kept.append(inner)
                needed |= names
        return Element(drawing.tag, attributes, tuple(kept)), needed

    def _without_variables(self, drawing: Element) -> Element:
        attributes = {
            name: self._resolved(value) if isinstance(value, str) and "(" in value else value
            for name, value in drawing.attributes.items()
        }
        inner = (child if isinstance(child, str) else self._without_variables(child) for child in drawing.children)
        return Element(drawing.tag, attributes, tuple(inner))

    def _resolve(self, value: str) -> str:
        return VALUE.sub(lambda match: self._values[match[1]], value)


@lru_cache(1 << 9)
def _paint(style: str, color: str, cut: str) -> tuple[str, str]:
    """Return the colours that a style gives, or those it inherits."""
    for part in style.split(";"):
        key, _, value = part.partition(":")
        if key == "color":
            color = value
        elif key == "--cut":
            cut = value
    return color, cut


def _lettered(attributes: Attributes) -> Attributes:
    """Write out the fonts and the ink of a line of lettering."""
    style = str(attributes["style"])
    family = "var(--serif)" if attributes.get("class_") == "serif" else "var(--sans)"
    ink = "" if "fill:" in style else f";fill:{INK}"
    return attributes | {"style": f"{style}{ink};font-family:{family}"}


def _straightened(curved: Element, siblings: tuple[Element | str, ...]) -> list[Element]:
    """Set lettering along an arc letter by letter: few programs but browsers can bend a line of text.

    The arc is a path beside the text.
    """
    along = curved.children[0]
    assert isinstance(along, Element)
    ident = str(along.attributes["href"])[1:]
    arc = next(path for path in siblings if isinstance(path, Element) and path.attributes.get("id") == ident)
    found = ARC.fullmatch(str(arc.attributes["d"]))
    if found is None:
        return []
    x1, y1, r, x2, y2 = (float(found[group]) for group in (1, 2, 3, 5, 6))
    side = 1 if found[4] == "1" else -1
    dx, dy = x2 - x1, y2 - y1
    half = math.hypot(dx, dy) / 2
    away = math.sqrt(max(0.0, r * r - half * half)) / (2 * half)
    cx, cy = (x1 + x2) / 2 - side * dy * away, (y1 + y2) / 2 + side * dx * away
    style = dict(part.split(":", 1) for part in str(curved.attributes["style"]).split(";"))
    size, spacing = (float(style[key].removesuffix("px")) for key in ("font-size", "letter-spacing"))
    words = str(along.children[0])
    widths = [WIDTHS.get(letter, 0.7) * size + spacing for letter in words]
    middle = math.degrees(math.atan2((y1 + y2) / 2 - cy, (x1 + x2) / 2 - cx)) + 90
    at, letters = -(sum(widths) - spacing) / 2, []
    for letter, width in zip(words, widths):
        turn = middle + side * math.degrees((at + (width - spacing) / 2) / r)
        x, y = polar(cx, cy, r, turn)
        tilt = f"rotate({number(turn if side > 0 else turn + 180)} {number(x)} {number(y)})"
        letters.append(text(x, y, letter, size, 700, "var(--card)", serif=True, transform=tilt))
        at += width
    return letters
