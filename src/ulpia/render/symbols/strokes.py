"""How a symbol is drawn, on a square of 24 units.

A *sign* is one silhouette in currentColor; its inner lines are cut in var(--cut), 1.2 to 1.7 units wide; free strokes
are 2 to 2.6 units. A *thing* (a good) is a coloured object with an outline of 1.4 units. Round joins, no gradients,
nothing narrower than 1.2 units, one unit of air at the rim, so that each still reads at 24 pixels.
"""

from ulpia.render.svg import Element, arc, circle, el, joined, n, path, polar, rect

INK = "currentColor"
CUT = "var(--cut,var(--face))"
OUTLINE = "var(--pi)"


def fill(d: str) -> Element:
    """Draw a silhouette."""
    return path(d, fill=INK)


def stroke(d: str, w: float = 2.0) -> Element:
    """Draw a free stroke."""
    return path(d, fill="none", stroke=INK, stroke_width=w, stroke_linecap="round", stroke_linejoin="round")


def cut(d: str, w: float = 1.4) -> Element:
    """Draw an inner line."""
    return path(d, fill="none", stroke=CUT, stroke_width=w, stroke_linecap="round", stroke_linejoin="round")


def hole(d: str) -> Element:
    """Draw a part cut out of the silhouette."""
    return path(d, fill=CUT)


def disc(cx: float, cy: float, r: float) -> Element:
    """Draw a round silhouette."""
    return circle(cx, cy, r, fill=INK)


def dot(cx: float, cy: float, r: float) -> Element:
    """Draw a round hole."""
    return circle(cx, cy, r, fill=CUT)


def ring(cx: float, cy: float, r: float, w: float, ink: str = INK) -> Element:
    """Draw a ring."""
    return circle(cx, cy, r, fill="none", stroke=ink, stroke_width=w)


def box(x: float, y: float, w: float, h: float, r: float = 0.5) -> Element:
    """Draw a square silhouette."""
    return rect(x, y, w, h, r, fill=INK)


def rays(inner: float, outer: float, count: int = 8) -> str:
    """Return short lines round the middle, as path data."""
    ends = [(polar(12, 12, inner, 360 / count * i), polar(12, 12, outer, 360 / count * i)) for i in range(count)]
    return "".join(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}" for (x1, y1), (x2, y2) in ends)


def thing(d: str, colour: str) -> Element:
    """Draw a coloured object with its outline."""
    return path(d, fill=colour, stroke=OUTLINE, stroke_width=1.4, stroke_linejoin="round", stroke_linecap="round")


def wire(d: str, w: float = 1.4, colour: str = OUTLINE) -> Element:
    """Draw a line on a thing."""
    return path(d, fill="none", stroke=colour, stroke_width=w, stroke_linecap="round", stroke_linejoin="round")


def ball(cx: float, cy: float, r: float, colour: str) -> Element:
    """Draw a coloured ball with its outline."""
    return circle(cx, cy, r, fill=colour, stroke=OUTLINE, stroke_width=1.4)


def oval(cx: float, cy: float, rx: float, ry: float, turn: float, colour: str = INK, line: bool = False) -> Element:
    """Draw a turned ellipse."""
    return el(
        "ellipse",
        cx=cx,
        cy=cy,
        rx=rx,
        ry=ry,
        transform=f"rotate({n(turn)} {n(cx)} {n(cy)})",
        fill=colour,
        stroke=OUTLINE if line else None,
        stroke_width=1.2 if line else None,
    )


def leaf(x: float, y: float, length: float, width: float, degrees: float) -> str:
    """Return an almond-shaped leaf from its foot (x, y) in the given direction, as path data."""
    (tx, ty), (sx, sy) = polar(x, y, length, degrees), polar(x, y, length * 0.45, degrees)
    (lx, ly), (rx, ry) = polar(sx, sy, width, degrees - 90), polar(sx, sy, width, degrees + 90)
    return f"M{n(x)} {n(y)}Q{n(lx)} {n(ly)} {n(tx)} {n(ty)}Q{n(rx)} {n(ry)} {n(x)} {n(y)}Z"


def wreath(r: float, leaves: int, length: float, width: float, opening: float, stem: float) -> Element:
    """Draw two laurel branches that cross below and stay open above; leaves in pairs, smaller towards the tips."""
    cx, cy, d, stems = 12.0, 11.8, "", ""
    for side in (1, -1):
        for i in range(leaves):
            a = 166 - (166 - opening) * i / (leaves - 1)
            x, y = polar(cx, cy, r, side * a)
            grow, k = side * (a - 90), 1 - 0.28 * i / (leaves - 1)
            d += leaf(x, y, length * k, width * k, grow - side * 38)
            d += leaf(x, y, length * k * 0.92, width * k, grow + side * 40)
        x, y = polar(cx, cy, r, side * opening)
        d += leaf(x, y, length * 0.8, width * 0.75, side * (opening - 90))
        stems += arc(cx, cy, r, side * 190, side * opening)
    return path(d, fill=INK) + path(stems, fill="none", stroke=INK, stroke_width=stem, stroke_linecap="round")


def sprigs(cx: float, cy: float, r: float, leaves: int, size: float, opening: float) -> Element:
    """Draw the wreath for small sizes: few, fat leaves."""
    body = []
    for side in (1, -1):
        for i in range(leaves):
            a = 172 - (172 - opening) * i / (leaves - 1)
            for off, lean in ((0.42, 38), (-0.42, -38)):
                x, y = polar(cx, cy, r + off * size, side * a)
                body.append(oval(x, y, size * 0.46, size, side * (a - 90 - lean)))
        stem = arc(cx, cy, r, side * 176, side * (opening + 6))
        body.append(path(stem, fill="none", stroke=INK, stroke_width=size * 0.36))
    return joined(body)
