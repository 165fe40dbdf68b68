"""Wooden persons: a figure with the shape of its seat for a shield."""

from ulpia.render.svg import Element, group, path, use
from ulpia.render.symbols.figures import SYMBOLS as SHARED
from ulpia.render.symbols.strokes import CUT, INK, cut, disc, dot, fill, stroke

SYMBOLS: dict[str, Element] = {
    "leader": stroke("M4.8 6.8C5.2 2.4 12 2.4 12.4 6.8", 2.4)
    + disc(8.6, 8.6, 3.5)
    + fill("M.8 22C.8 16.2 4 13.2 8.6 13.2S16.4 16.2 16.4 22Z")
    + cut("M4.8 14.6 8.6 19.4 12.4 14.6", 1.4)
    + stroke("M19.2 2.2V21.8", 2)
    + fill("M15 3.6H23.4V12.4L19.2 10.2 15 12.4Z")
    + dot(19.2, 6.8, 1.3),
    "legionnaire": stroke("M7.4 6.2C7.8 1.8 14.2 1.8 14.6 6.2", 2.4)
    + disc(11, 8, 3.4)
    + fill("M3 21.4C3 15.6 6.2 12.6 11 12.6S19 15.6 19 21.4Z")
    + path("M6 13.2H16V19C16 20.8 13.8 22.2 11 22.8 8.2 22.2 6 20.8 6 19Z", fill=INK, stroke=CUT, stroke_width=1.4)
    + dot(11, 17.4, 1.7)
    + stroke("M21.2 5.4V22", 1.9)
    + fill("M21.2 .8 23.2 6.2H19.2Z"),
}

SHIELDS = {"leader": 8.6, "legionnaire": 11.0, "worker": 8.2}
"""Where a person holds the shield, across."""
SEATS = 4
FATTER = 2.4
PERSON_BOX = "-1 -1 26 28"


def rim(kind: str) -> Element:
    """Draw the same silhouette, fatter by a unit all round: it stands out on any ground."""
    drawing = SYMBOLS[kind] if kind in SYMBOLS else SHARED[kind]
    return group(_fat(drawing), stroke=INK, stroke_width=FATTER, stroke_linejoin="round")


def _fat(drawing: Element) -> Element:
    """Widen every stroke and fill every hole."""
    attributes = {name: INK if value == CUT else value for name, value in drawing.attributes.items()}
    if isinstance(width := attributes.get("stroke_width"), (int, float)):
        attributes["stroke_width"] = f"{width + FATTER:g}"
    children = tuple(child if isinstance(child, str) else _fat(child) for child in drawing.children)
    return Element(drawing.tag, attributes, children)


def person(kind: str, seat: int) -> Element:
    """Draw a wooden person of a seat: rim, body, shield."""
    x, y, shape, colour = SHIELDS[kind], 19.0, f"seat-{seat}", f"var(--seat-{seat})"
    return (
        use(f"{kind}-rim", 12, 12, 24, "var(--card)")
        + use(kind, 12, 12, 24, colour, "var(--card)")
        + use(shape, x, y, 14.3, "var(--card)")
        + use(shape, x, y, 10.1, colour)
    )


SYMBOLS |= {f"{kind}-rim": rim(kind) for kind in SHIELDS}
PERSONS = {f"{kind}-{seat}": person(kind, seat) for kind in SHIELDS for seat in range(SEATS)}
SYMBOLS |= PERSONS
BOXES = dict.fromkeys(PERSONS, PERSON_BOX)
