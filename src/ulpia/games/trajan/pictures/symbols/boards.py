"""Parts of boards that never change, as symbols, so that a move need not send them again: Trajan's circles and sea."""

from ulpia.render.svg import Element, Point, circle, joined, line, path, polar, poly, rect, sector, use

TRAYS = ("seaport", "forum", "military", "senate", "trajan", "construction")
C = 200.0
"""The middle of the large circle, on a square of 400."""
SMALL = 58.0
"""The middle of the small one, on a square of 116."""
SHORE: list[Point] = [
    *[(212, 0), (216, 8), (258, 24), (304, 46), (306, 88), (322, 108), (368, 96), (378, 138)],
    *[(396, 146), (396, 8), (388, 0)],
]
STRAITS = ((122, 38, 144, 36), (112, 64, 132, 82), (70, 74, 74, 95))
"""Where one crosses the sea."""


def outline(number: int) -> str:
    """Return the outline of a tray of the large circle, as path data."""
    return sector(C, C, 55, 149, 60.0 * number - 30, 60.0 * number + 30, 5)


def tray(number: int) -> Element:
    """Draw what lies on a tray's ground: its tint, its rim, its sign."""
    mid, hue = 60.0 * number, f"var(--{TRAYS[number]})"
    x, y = polar(C, C, 71.5, mid)
    return (
        path(outline(number), fill=hue, fill_opacity=0.1)
        + path(sector(C, C, 131.5, 149, mid - 30, mid + 30, 5), fill=hue)
        + use(TRAYS[number], x, y, 24.5, hue, "var(--tray)")
    )


def small_circle() -> Element:
    """Draw a rival's circle, empty."""
    body = [circle(SMALL, SMALL, 45.5, fill="var(--bronze-2)"), circle(SMALL, SMALL, 44.5, fill="var(--slab)")]
    for i, name in enumerate(TRAYS):
        ends = 60.0 * i - 30, 60.0 * i + 30
        body.append(path(sector(SMALL, SMALL, 15, 44, *ends, 1.6), fill="var(--tray)"))
        body.append(path(sector(SMALL, SMALL, 40.5, 44, *ends, 1.6), fill=f"var(--{name})"))
    return joined(body)


def sea(tall: float = 1.0) -> Element:
    """Draw the water, the shore beyond, a few quiet waves; stretched for an upright map."""
    ink = "var(--sea-line)"
    waves = "".join(
        f"M{x} {y}c4-4 8-4 12 0s8 4 12 0"
        for x, y in ((8, round(22 * tall)), (8, round(100 * tall)), (212, round(232 * tall)))
    )
    body = [
        rect(-8, 0, 404, round(236 * tall), 8, fill="var(--sea)"),
        path(poly([(x, y * tall) for x, y in SHORE]), fill="var(--inset)", fill_opacity=0.8),
        path(waves, fill="none", stroke=ink, stroke_width=1.6, stroke_linecap="round"),
    ]
    for x1, y1, x2, y2 in STRAITS:
        ends = (x1, y1 * tall, x2, y2 * tall)
        crossing = line(
            *ends, stroke="var(--coast)", stroke_width=2.2, stroke_dasharray="0.1 4.6", stroke_linecap="round"
        )
        body.append(crossing)
    return joined(body)


SYMBOLS = {
    **{f"tray-of-{name}": tray(i) for i, name in enumerate(TRAYS)},
    "small-circle": small_circle(),
    "sea": sea(),
    "sea-upright": sea(1.84),
}
BOXES = {
    **{f"tray-of-{name}": "0 0 400 400" for name in TRAYS},
    "small-circle": "0 0 116 116",
    "sea": "-8 0 404 236",
    "sea-upright": "-8 0 404 434",
}
