"""A very small SVG vocabulary: numbers, shapes, groups, lettering. Whatever is a word or an attribute is escaped here.

The unit is u, one CSS pixel on a screen of 1280 x 800. Every function gives a string; nothing here knows a game.
"""

import math
import re
from functools import lru_cache
from html import escape

Point = tuple[float, float]
NAMESPACE = "http://www.w3.org/2000/svg"


def n(x: float) -> str:
    """A number as short as it can be written."""
    if isinstance(x, int):
        return str(x)
    return f"{x:.2f}".rstrip("0").rstrip(".")


def polar(cx: float, cy: float, r: float, degrees: float) -> Point:
    """A point on a circle; 0 degrees is twelve o'clock, clockwise."""
    a = math.radians(degrees - 90)
    return cx + r * math.cos(a), cy + r * math.sin(a)


@lru_cache(1 << 15, typed=True)
def _attribute(key: str, value: object) -> str:
    """Remembered, because a table has ten thousand attributes and most of them again and again."""
    name = "class" if key == "class_" else key.replace("_", "-")
    return f' {name}="{n(value) if isinstance(value, (int, float)) else escape(str(value))}"'


def el(tag: str, body: str = "", /, **attrs: object) -> str:
    """One element. Attribute names: class_ for class, underscores for hyphens; None leaves an attribute out."""
    head = tag + "".join([_attribute(key, value) for key, value in attrs.items() if value is not None])
    return f"<{head}>{body}</{tag}>" if body or tag == "g" else f"<{head}/>"


def path(d: str, **a: object) -> str:
    """A path."""
    return el("path", d=d, **a)


def rect(x: float, y: float, w: float, h: float, r: float = 0, **a: object) -> str:
    """A rectangle with corners of radius r."""
    return el("rect", x=x, y=y, width=w, height=h, rx=r or None, **a)


def circle(cx: float, cy: float, r: float, **a: object) -> str:
    """A circle."""
    return el("circle", cx=cx, cy=cy, r=r, **a)


def ellipse(cx: float, cy: float, rx: float, ry: float, **a: object) -> str:
    """An ellipse."""
    return el("ellipse", cx=cx, cy=cy, rx=rx, ry=ry, **a)


def line(x1: float, y1: float, x2: float, y2: float, **a: object) -> str:
    """A straight line."""
    return el("line", x1=x1, y1=y1, x2=x2, y2=y2, **a)


def group(*body: str, **a: object) -> str:
    """Several things as one."""
    return el("g", "".join(body), **a)


def moved(x: float, y: float, *body: str, **a: object) -> str:
    """Several things as one, somewhere else."""
    return el("g", "".join(body), transform=f"translate({n(x)} {n(y)})", **a)


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
    **a: object,
) -> str:
    """A line of lettering; y is the base line. Longer than `fit` it is drawn together rather than cut."""
    style = f"font-size:{n(size)}px;font-weight:{weight}"
    style += (f";fill:{fill}" if fill else "") + (f";letter-spacing:{n(spacing)}px" if spacing else "")
    said = str(words)
    squeezed = fit is not None and measure(said, size, spacing or 0.0) > fit
    return el(
        "text",
        escape(said),
        x=x,
        y=y,
        text_anchor=None if anchor == "start" else anchor,
        class_="serif" if serif else None,
        style=style,
        textLength=fit if squeezed else None,
        lengthAdjust="spacingAndGlyphs" if squeezed else None,
        **a,
    )


NARROW = frozenset("iljtfrI.,:;'!|()[] ")
WIDE = frozenset("mwMWÖÄÜOQG@—")


@lru_cache(1 << 12)
def measure(words: str, size: float, spacing: float = 0.0) -> float:
    """About how wide a line of lettering will be: a guess that is good enough to choose a size or a line break."""
    units = sum(0.30 if c in NARROW else 0.84 if c in WIDE else 0.68 if c.isupper() else 0.55 for c in words)
    return units * size + spacing * len(words)


@lru_cache(1 << 10)
def wrapped(words: str, size: float, width: float) -> tuple[str, ...]:
    """The same words in lines that are no wider than `width`, as far as words can be parted."""
    lines: list[str] = []
    for word in words.split():
        if lines and measure(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


@lru_cache(1 << 10)
def shortened(words: str, size: float, width: float) -> str:
    """The same words, cut with an ellipsis where they are wider than `width`."""
    if measure(words, size) <= width:
        return words
    while words and measure(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def title(words: str) -> str:
    """Words that show when the pointer rests."""
    return f"<title>{escape(words)}</title>"


def poly(points: list[Point]) -> str:
    """A closed polygon as path data."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "Z"


def star(cx: float, cy: float, outer: float, inner: float, arms: int, turn: float = 0) -> str:
    """A star as path data."""
    corners = range(2 * arms)
    return poly([polar(cx, cy, outer if i % 2 == 0 else inner, turn + i * 180 / arms) for i in corners])


def octagon(cx: float, cy: float, r: float) -> str:
    """Eight sides as path data, flat above; r reaches the corners."""
    return poly([polar(cx, cy, r, 22.5 + 45 * i) for i in range(8)])


def clipped(cx: float, cy: float, s: float, corner: float) -> str:
    """A square of width s with its corners cut off, as path data."""
    c, h = corner, s / 2
    right = f"M{n(cx - h + c)} {n(cy - h)}H{n(cx + h - c)}L{n(cx + h)} {n(cy - h + c)}V{n(cy + h - c)}"
    return right + f"L{n(cx + h - c)} {n(cy + h)}H{n(cx - h + c)}L{n(cx - h)} {n(cy + h - c)}V{n(cy - h + c)}Z"


@lru_cache(1 << 10)
def sector(cx: float, cy: float, r1: float, r2: float, a1: float, a2: float, gap: float = 0.0) -> str:
    """A piece of a ring from angle a1 to a2, its straight sides parallel to the neighbour's at a distance `gap`."""

    def shift(r: float) -> float:
        return math.degrees(math.asin(min(1, gap / 2 / r))) if gap else 0

    (x1, y1), (x2, y2) = polar(cx, cy, r2, a1 + shift(r2)), polar(cx, cy, r2, a2 - shift(r2))
    (x3, y3), (x4, y4) = polar(cx, cy, r1, a2 - shift(r1)), polar(cx, cy, r1, a1 + shift(r1))
    big = 1 if (a2 - a1) > 180 else 0
    outer = f"M{n(x1)} {n(y1)}A{n(r2)} {n(r2)} 0 {big} 1 {n(x2)} {n(y2)}"
    return outer + f"L{n(x3)} {n(y3)}A{n(r1)} {n(r1)} 0 {big} 0 {n(x4)} {n(y4)}Z"


@lru_cache(1 << 10)
def arc(cx: float, cy: float, r: float, a1: float, a2: float) -> str:
    """An open arc as path data, clockwise if a2 > a1, else anticlockwise."""
    (x1, y1), (x2, y2) = polar(cx, cy, r, a1), polar(cx, cy, r, a2)
    big, sweep = (1 if abs(a2 - a1) > 180 else 0), (1 if a2 > a1 else 0)
    return f"M{n(x1)} {n(y1)}A{n(r)} {n(r)} 0 {big} {sweep} {n(x2)} {n(y2)}"


@lru_cache(1 << 13)
def use(
    name: str,
    cx: float,
    cy: float,
    size: float,
    color: str | None = None,
    cut: str | None = None,
    opacity: float | None = None,
    height: float | None = None,
) -> str:
    """A symbol centred on a point. `color` paints the sign, `cut` its inner lines (the colour of what lies behind)."""
    style = (f"color:{color};" if color else "") + (f"--cut:{cut}" if cut else "")
    tall = size if height is None else height
    return el(
        "use",
        href=f"#{name}",
        x=cx - size / 2,
        y=cy - tall / 2,
        width=size,
        height=tall,
        opacity=opacity,
        style=style or None,
    )


@lru_cache(1 << 13)
def tagged(body: str, **a: object) -> str:
    """The same with more attributes: of its only element, or of a group round several."""
    if body.count("<") != 1:
        return group(body, **a)
    more = el("", **a)[1:-2]
    tag, rest = body.split(" ", 1)
    first, quote, rest = rest.partition('" ')
    return f"{tag} {first}{quote[:1]}{more}{quote[1:]}{rest}"


MARKS = re.compile(r' data-\w+="[^"]*"')


def unmarked(markup: str) -> str:
    """Without what only a page reads: pieces, owners, help."""
    return MARKS.sub("", markup)


def opt(ident: str, *body: str, label: str, halo: str = "", state: str = "", **a: object) -> str:
    """Something a player may choose. `halo` is its silhouette as a drawn element, laid on top; `label` is for ears."""
    for tag in ("<path", "<rect", "<circle"):
        halo = halo.replace(tag, f'{tag} class="halo"', 1)
    return group(*body, halo, class_=f"opt {state}".strip(), id=ident, aria_label=label, **a)


def svg(w: float, h: float, *body: str, **a: object) -> str:
    """A picture with its own viewBox."""
    return el("svg", "".join(body), viewBox=f"0 0 {n(w)} {n(h)}", xmlns=NAMESPACE, **a)


def district(
    name: str,
    w: float,
    h: float,
    *body: str,
    label: str,
    left: float = 0,
    top: float = 0,
    lean: bool = False,
    **a: object,
) -> str:
    """One district of the table: its own picture, so that the same drawing serves every grid.

    Where its place is too wide it stands in the middle, or at the left if it leans.
    """
    return el(
        "svg",
        "".join(body),
        class_="district",
        id=f"district-{name}",
        viewBox=f"{n(left)} {n(top)} {n(w)} {n(h)}",
        preserveAspectRatio="xMinYMid" if lean else None,
        role="group",
        aria_label=label,
        xmlns=NAMESPACE,
        **a,
    )
