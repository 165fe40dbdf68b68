"""Figures, the shapes of the four seats, and wooden persons: a figure with the shape of its seat for a shield."""

import re

from ulpia.render.svg import group, path, use
from ulpia.render.symbols.strokes import (
    CUT,
    INK,
    box,
    cut,
    disc,
    dot,
    fill,
    stroke,
)

PAWN = "M5 21.6C5 15.2 8 11.4 12 11.4S19 15.2 19 21.6Z"

SYMBOLS: dict[str, str] = {
    "figure": disc(12, 6.4, 4) + fill(PAWN),
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
    "worker": disc(8.2, 7.2, 3.8)
    + fill("M1.2 22C1.2 15.8 4.2 12.2 8.2 12.2S15.2 15.8 15.2 22Z")
    + stroke("M18.8 8V21.2", 2.4)
    + box(14, 2.6, 9.4, 5.6, 1.2),
    "seat-0": disc(12, 12, 10),
    "seat-1": box(3, 3, 18, 18, 2.5),
    "seat-2": fill("M12 .8 23.2 12 12 23.2 .8 12Z"),
    "seat-3": fill("M12 1.4 23.4 21.6H.6Z"),
}

SHIELDS = {"leader": 8.6, "legionnaire": 11.0, "worker": 8.2}
"""Where a person holds the shield, across."""
SEATS = 4
PERSON_BOX = "-1 -1 26 28"


def rim(kind: str) -> str:
    """The same silhouette, fatter by a unit all round: what stands out on any ground."""
    fat = re.sub(r'stroke-width="([\d.]+)"', lambda m: f'stroke-width="{float(m[1]) + 2.4:g}"', SYMBOLS[kind])
    return group(fat.replace(CUT, INK), stroke=INK, stroke_width=2.4, stroke_linejoin="round")


def person(kind: str, seat: int) -> str:
    """A wooden person of a seat: rim, body, shield."""
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
