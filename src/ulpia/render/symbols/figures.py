"""Figures, the shapes of the four seats, and the roundel for points."""

from ulpia.render.svg import Element, circle
from ulpia.render.symbols.strokes import box, disc, fill, stroke

PAWN = "M5 21.6C5 15.2 8 11.4 12 11.4S19 15.2 19 21.6Z"

SYMBOLS: dict[str, Element] = {
    "figure": disc(12, 6.4, 4) + fill(PAWN),
    "worker": disc(8.2, 7.2, 3.8)
    + fill("M1.2 22C1.2 15.8 4.2 12.2 8.2 12.2S15.2 15.8 15.2 22Z")
    + stroke("M18.8 8V21.2", 2.4)
    + box(14, 2.6, 9.4, 5.6, 1.2),
    "seat-0": disc(12, 12, 10),
    "seat-1": box(3, 3, 18, 18, 2.5),
    "seat-2": fill("M12 .8 23.2 12 12 23.2 .8 12Z"),
    "seat-3": fill("M12 1.4 23.4 21.6H.6Z"),
    "roundel": circle(12, 12, 10.6, fill="var(--p-laurel)", stroke="var(--ivory)", stroke_width=1.5),
}
