"""Drawings that several games use, each under a name of its own."""

from ulpia.render.svg import star
from ulpia.render.symbols.strokes import box, cut, fill, stroke

ARCH = (
    fill("M2.4 22V7.4H21.6V22H16.4V14.6A4.4 4.4 0 0 0 7.6 14.6V22Z")
    + box(1.2, 4.8, 21.6, 2.4, 0.6)
    + box(3.6, 1.6, 16.8, 2.6, 0.6)
    + cut("M2.4 9.6H21.6", 1.2)
)
HAMMER = (
    fill("M1.8 1.8 13.4 5 11.9 11.9 5 13.4Z")
    + stroke("M11.2 11.2 13.8 13.8", 2.2)
    + stroke("M15.2 15.2 20.8 20.8", 4.6)
    + cut("M5 5 9.6 9.6", 1.3)
)
STAR = fill(star(12, 12, 11, 5, 8))
FOUNTAIN = (
    fill("M2.4 14.4H21.6C21.6 18 18.4 19.4 14.4 19.4H9.6C5.6 19.4 2.4 18 2.4 14.4Z")
    + box(10.2, 19, 3.6, 2.4)
    + box(6.8, 20.8, 10.4, 1.8)
    + stroke("M12 12.8V4.6M12 5.4C8 1.6 5.4 6.4 5.8 12M12 5.4C16 1.6 18.6 6.4 18.2 12", 2)
)
