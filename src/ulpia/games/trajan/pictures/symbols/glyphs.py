"""The glyphs of the six markers: colour never speaks alone."""

from ulpia.render.svg import Element, joined, polar, star
from ulpia.render.symbols.strokes import (
    cut,
    disc,
    dot,
    fill,
    ring,
    stroke,
)

SYMBOLS: dict[str, Element] = {
    "glyph-white": ring(12, 12, 5.6, 3.2),
    "glyph-blue": stroke(
        "M3.6 9.4C6.4 6 9.2 6 12 9.4S17.6 12.8 20.4 9.4M3.6 16C6.4 12.6 9.2 12.6 12 16S17.6 19.4 20.4 16", 2.9
    ),
    "glyph-yellow": fill(star(12, 12, 9.6, 4.1, 8)),
    "glyph-green": fill("M4.4 19.8C3.6 10.4 9.4 4 20 4 20.4 14.4 14.4 20.6 6.6 18.4Z") + cut("M5.4 18.8 14.6 9.6", 1.8),
    "glyph-pink": joined(disc(*polar(12, 12, 4.7, 90 * i), 4.2) for i in range(4)) + dot(12, 12, 2.2),
    "glyph-orange": fill(
        "M12.6 2.2C17.4 6.2 19.6 10 19 14.2 18.4 18.4 15.6 21 12 21S5.4 18.4 5 14.2"
        "C4.8 11 6.6 8.8 8.4 7 9.4 8.2 10 9.4 10.2 10.4 12.2 8.2 13 5.2 12.6 2.2Z"
    ),
}
