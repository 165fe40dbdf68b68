"""A small SVG vocabulary for painters: shapes, groups, lettering, path data. Nothing here knows a game.

The unit is u, one CSS pixel on a screen of 1280 x 800.

How a painter is written: a function of plain values returns an `Element`; `one + other` and `joined(several)` put
elements side by side, `NOTHING` draws nothing. `group` and `opt` put them into a `<g>`; give an id to what changes by
itself, because only groups with an id can be sent alone. Functions of few, hashable values are cached (`shared`): the
element they return is used by many pictures and keeps its serialised text. Words and attributes are escaped when
a picture is finished (`render.tree`), so painters pass them as they are.
"""

import math
from functools import lru_cache

from ulpia.render.tree import (
    NO_ATTRIBUTES,
    NOTHING,
    Attributes,
    Element,
    Value,
    joined,
    shared,
)
from ulpia.render.tree import number as n

__all__ = ["NAMESPACE", "NOTHING", "Element", "Point", "joined", "n", "shared"]

Point = tuple[float, float]
SHAPES = 1 << 13
"""Shapes of each kind that are kept."""
NAMESPACE = "http://www.w3.org/2000/svg"


def polar(cx: float, cy: float, r: float, degrees: float) -> Point:
    """Return a point on a circle; 0 degrees is twelve o'clock, clockwise."""
    a = math.radians(degrees - 90)
    return cx + r * math.cos(a), cy + r * math.sin(a)


def el(tag: str, *children: Element | str, **attributes: Value) -> Element:
    """Return one element. Attribute names: class_ for class, underscores for hyphens; None leaves an attribute out."""
    return Element(tag, attributes, children)


@shared(SHAPES)
def path(d: str, **attributes: Value) -> Element:
    """Draw a path."""
    return Element("path", {"d": d, **attributes})


@shared(SHAPES)
def rect(x: float, y: float, w: float, h: float, r: float = 0, **attributes: Value) -> Element:
    """Draw a rectangle with corners of radius r."""
    return Element("rect", {"x": x, "y": y, "width": w, "height": h, "rx": r or None, **attributes})


@shared(SHAPES)
def circle(cx: float, cy: float, r: float, **attributes: Value) -> Element:
    """Draw a circle."""
    return Element("circle", {"cx": cx, "cy": cy, "r": r, **attributes})


@shared(SHAPES)
def ellipse(cx: float, cy: float, rx: float, ry: float, **attributes: Value) -> Element:
    """Draw an ellipse."""
    return Element("ellipse", {"cx": cx, "cy": cy, "rx": rx, "ry": ry, **attributes})


@shared(SHAPES)
def line(x1: float, y1: float, x2: float, y2: float, **attributes: Value) -> Element:
    """Draw a straight line."""
    return Element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **attributes})


def group(*body: Element, **attributes: Value) -> Element:
    """Put several elements into a group. With a label it is an image to screen readers, unless a role is given."""
    if attributes.get("aria_label") and "role" not in attributes:
        attributes["role"] = "img"
    return Element("g", attributes, body)


def moved(x: float, y: float, *body: Element, **attributes: Value) -> Element:
    """Put several elements into a group somewhere else."""
    return group(*body, transform=f"translate({n(x)} {n(y)})", **attributes)


@shared(SHAPES)
def text(
    x: float,
    y: float,
    words: object,
    size: float = 12,
    weight: int = 400,
    fill: str | None = None,
    anchor: str = "middle",
    serif: bool = False,
    spacing: float | None = None,
    fit: float | None = None,
    **attributes: Value,
) -> Element:
    """Draw a line of lettering; y is the base line. Longer than `fit` it is drawn together rather than cut."""
    style = f"font-size:{n(size)}px;font-weight:{weight}"
    style += (f";fill:{fill}" if fill else "") + (f";letter-spacing:{n(spacing)}px" if spacing else "")
    said = str(words)
    squeezed = fit is not None and measure(said, size, spacing or 0.0) > fit
    return Element(
        "text",
        {
            "x": x,
            "y": y,
            "text_anchor": None if anchor == "start" else anchor,
            "class_": "serif" if serif else None,
            "style": style,
            "textLength": fit if squeezed else None,
            "lengthAdjust": "spacingAndGlyphs" if squeezed else None,
            **attributes,
        },
        (said,),
    )


NARROW = frozenset("iljtfrI.,:;'!|()[] ")
WIDE = frozenset("mwMWÖÄÜOQG@—")


@lru_cache(1 << 12)
def measure(words: str, size: float, spacing: float = 0.0) -> float:
    """Estimate how wide a line of lettering will be, well enough to choose a size or a line break."""
    units = sum(0.30 if c in NARROW else 0.84 if c in WIDE else 0.68 if c.isupper() else 0.55 for c in words)
    return units * size + spacing * len(words)


@lru_cache(1 << 10)
def wrapped(words: str, size: float, width: float) -> tuple[str, ...]:
    """Return the same words in lines that are no wider than `width`, as far as words can be parted."""
    lines: list[str] = []
    for word in words.split():
        if lines and measure(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@lru_cache(1 << 10)
def shortened(words: str, size: float, width: float) -> str:
    """Return the same words, cut with an ellipsis where they are wider than `width`."""
    if measure(words, size) <= width:
        return words
    while words and measure(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


@shared(SHAPES)
def title(words: str) -> Element:
    """Return words that show when the pointer rests."""
    return Element("title", NO_ATTRIBUTES, (words,))


def poly(points: list[Point]) -> str:
    """Return a closed polygon as path data."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z"


def star(cx: float, cy: float, outer: float, inner: float, arms: int, turn: float = 0) -> str:
    """Return a star as path data."""
    corners = range(2 * arms)
    return poly([polar(cx, cy, outer if i % 2 == 0 else inner, turn + i * 180 / arms) for i in corners])


def octagon(cx: float, cy: float, r: float) -> str:
    """Return eight sides as path data, flat above; r reaches the corners."""
    return poly([polar(cx, cy, r, 22.5 + 45 * i) for i in range(8)])


def clipped(cx: float, cy: float, s: float, corner: float) -> str:
    """Return a square of width s with its corners cut off, as path data."""
    c, h = corner, s / 2
    right = f"M{n(cx - h + c)} {n(cy - h)}H{n(cx + h - c)}L{n(cx + h)} {n(cy - h + c)}V{n(cy + h - c)}"
    return right + f"L{n(cx + h - c)} {n(cy + h)}H{n(cx - h + c)}L{n(cx - h)} {n(cy + h - c)}V{n(cy - h + c)}Z"


@lru_cache(1 << 10)
def sector(cx: float, cy: float, r1: float, r2: float, a1: float, a2: float, gap: float = 0.0) -> str:
    """Return a piece of a ring from angle a1 to a2, its straight sides `gap` apart from the neighbour's."""

    def shift(r: float) -> float:
        return math.degrees(math.asin(min(1, gap / 2 / r))) if gap else 0

    (x1, y1), (x2, y2) = polar(cx, cy, r2, a1 + shift(r2)), polar(cx, cy, r2, a2 - shift(r2))
    (x3, y3), (x4, y4) = polar(cx, cy, r1, a2 - shift(r1)), polar(cx, cy, r1, a1 + shift(r1))
    big = 1 if (a2 - a1) > 180 else 0
    outer = f"M{n(x1)} {n(y1)}A{n(r2)} {n(r2)} 0 {big} 1 {n(x2)} {n(y2)}"
    return outer + f"L{n(x3)} {n(y3)}A{n(r1)} {n(r1)} 0 {big} 0 {n(x4)} {n(y4)}Z"


@lru_cache(1 << 10)
def arc(cx: float, cy: float, r: float, a1: float, a2: float) -> str:
    """Return an open arc as path data, clockwise if a2 > a1, else anticlockwise."""
    (x1, y1), (x2, y2) = polar(cx, cy, r, a1), polar(cx, cy, r, a2)
    big, sweep = (1 if abs(a2 - a1) > 180 else 0), (1 if a2 > a1 else 0)
    return f"M{n(x1)} {n(y1)}A{n(r)} {n(r)} 0 {big} {sweep} {n(x2)} {n(y2)}"


@shared(SHAPES)
def use(
    name: str,
    cx: float,
    cy: float,
    size: float,
    color: str | None = None,
    cut: str | None = None,
    opacity: float | None = None,
    height: float | None = None,
) -> Element:
    """Draw a symbol round a point. `color` paints the sign, `cut` its inner lines (the colour of what lies behind)."""
    style = (f"color:{color};" if color else "") + (f"--cut:{cut}" if cut else "")
    tall = size if height is None else height
    return Element(
        "use",
        {
            "href": f"#{name}",
            "x": cx - size / 2,
            "y": cy - tall / 2,
            "width": size,
            "height": tall,
            "opacity": opacity,
            "style": style or None,
        },
    )


def tagged(body: Element, **attributes: Value) -> Element:
    """Return the same with more attributes: of its only element, or of a group round several."""
    if not body.tag and len(body.children) == 1 and isinstance(body.children[0], Element):
        body = body.children[0]
    if not body.tag or body.children:
        return Element("g", attributes, (body,))
    (name, value), *rest = body.attributes.items()
    return Element(body.tag, {name: value, **attributes, **dict(rest)})


def unmarked(element: Element) -> Element:
    """Return the same without what only a page reads: pieces, owners, help."""
    attributes, children = element.attributes, element.children
    if any(name.startswith("data_") for name in attributes):
        attributes = {name: value for name, value in attributes.items() if not name.startswith("data_")}
    return Element(element.tag, attributes, tuple([c if isinstance(c, str) else unmarked(c) for c in children]))


def opt(
    ident: str, *body: Element, label: str, halo: Element = NOTHING, state: str = "", **attributes: Value
) -> Element:
    """Draw something a player may choose. `halo` is its silhouette, laid on top; `label` is for screen readers."""
    if halo:
        body = (*body, Element(halo.tag, {"class_": "halo", **halo.attributes}))
    named: Attributes = {"class_": f"opt {state}" if state else "opt", "id": ident}
    return group(*body, **named, aria_label=label, **attributes)


def svg(w: float, h: float, *body: Element, **attributes: Value) -> Element:
    """Draw a picture with its own viewBox."""
    return Element("svg", {"viewBox": f"0 0 {n(w)} {n(h)}", "xmlns": NAMESPACE, **attributes}, body)


def district(
    name: str,
    w: float,
    h: float,
    *body: Element,
    label: str,
    left: float = 0,
    top: float = 0,
    lean: bool = False,
    **attributes: Value,
) -> Element:
    """Draw one district of the table as a picture of its own, so that it fits every grid.

    Where its place is too wide it stands in the middle, or at the left if it leans.
    """
    return Element(
        "svg",
        {
            "class_": "district",
            "id": f"district-{name}",
            "viewBox": f"{n(left)} {n(top)} {n(w)} {n(h)}",
            "preserveAspectRatio": "xMinYMid" if lean else None,
            "role": "group",
            "aria_label": label,
            "xmlns": NAMESPACE,
            **attributes,
        },
        body,
    )
