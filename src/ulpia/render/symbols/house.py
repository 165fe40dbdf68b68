"""The house's own signs: buttons, time, eyes, laurel."""

from ulpia.render.drawing import group, rect
from ulpia.render.symbols.strokes import CUT, INK, box, cut, disc, dot, fill, rays, ring, sprigs, stroke, wreath

SYMBOLS: dict[str, str] = {
    "cards": group(
        rect(8.4, 3.2, 11.6, 16.4, 1.8, fill=INK, transform="rotate(9 14 11)"),
        rect(3.4, 3.6, 11.6, 16.8, 1.8, fill=INK, stroke=CUT, stroke_width=1.4),
    ),
    "laurel": sprigs(12, 12, 8.2, 6, 2.7, 34),
    "time": ring(12, 12, 9.4, 2.4) + stroke("M12 6.4V12L15.6 14.6", 2.4),
    "undo": stroke("M8.4 4.4 3.6 9.2 8.4 14M4.4 9.2H14C23 9.2 22 20.4 13 20.4H9.4", 2.4),
    "check": stroke("M4 12.8 9.6 18.6 20.4 6", 3.2),
    "close": stroke("M5.4 5.4 18.6 18.6M18.6 5.4 5.4 18.6", 2.8),
    "help": stroke("M7.6 8.4C7.6 2.4 16.6 2.6 16.4 8 16.2 11.2 12 11.4 12 15.2", 2.6) + disc(12, 20, 1.8),
    "hint": fill("M5.4 12H17.6L23 10.4C22 16.6 18.4 19.2 14.4 19.4H8.6C5.6 19 3.6 16 5.4 12Z")
    + ring(4.4, 13.6, 2.7, 1.9)
    + box(7.4, 19.8, 8, 2.2, 0.8)
    + fill("M20.6 1.4C22.8 3.6 23.4 5.2 22.8 6.8 22.4 8 21.4 8.6 20.4 8.6S18.2 7.8 18.1 6.6C18 4.8 20 3.8 20.6 1.4Z")
    + box(9.4, 9.6, 4.4, 2.2, 1),
    "sound": fill("M2.4 8.6H6.6L12.6 3.4V20.6L6.6 15.4H2.4Z")
    + stroke("M16 8.4C18 10.4 18 13.6 16 15.6M19 5.4C22.6 9 22.6 15 19 18.6", 2.1),
    "sun": disc(12, 12, 4.8) + stroke(rays(8, 10.4), 2),
    "moon": fill("M19.8 15.6C12.4 17.8 6.8 11.4 9.4 3.4 4.6 5 2 9.4 2.8 13.8 4.4 22.6 16.4 24 19.8 15.6Z"),
    "menu": stroke("M4 6.4H20M4 12H20M4 17.6H20", 2.4),
    "next": stroke("M8.4 4.4 16 12 8.4 19.6", 2.8),
    "arrow": stroke("M3 12H19.6M13.4 5.4 20 12 13.4 18.6", 2.6),
    "swap": stroke("M4 8.4H19M15 4.2 19.4 8.4 15 12.6M20 16.4H5M9 12.2 4.6 16.4 9 20.6", 2),
    "plus": stroke("M12 4V20M4 12H20", 3),
    "minus": stroke("M4 12H20", 3),
    "statue": fill(
        "M12 1.4C15 1.4 17 3.6 17 6.4 17 9 15.8 10.8 14.6 11.6V13C18 13.6 20 15.4 20 18H4"
        "C4 15.4 6 13.6 9.4 13V11.6C8.2 10.8 7 9 7 6.4 7 3.6 9 1.4 12 1.4Z"
    )
    + box(8.6, 18.6, 6.8, 1.8, 0.2)
    + box(6.4, 20.8, 11.2, 2, 0.4)
    + cut("M8 5.2C10.4 6.2 13.6 6.2 16 5.2", 1.3),
    "person": disc(12, 7, 4.6) + fill("M3 22C3 16 6.8 13 12 13S21 16 21 22Z"),
    "hidden": fill("M12 5C6.4 5 2.6 9 1 12 2.6 15 6.4 19 12 19S21.4 15 23 12C21.4 9 17.6 5 12 5Z")
    + dot(12, 12, 4)
    + disc(12, 12, 2)
    + stroke("M4 21 20 3", 2.2),
    "wreath": wreath(8.4, 9, 3.1, 1.25, 22, 0.45),
    "eye": fill("M12 5C6.4 5 2.6 9 1 12 2.6 15 6.4 19 12 19S21.4 15 23 12C21.4 9 17.6 5 12 5Z")
    + dot(12, 12, 4.2)
    + disc(12, 12, 2.2),
    "play": fill("M6 2.8 21 12 6 21.2Z"),
    "home": fill("M12 2.4 22.4 11.4H19.4V21.6H4.6V11.4H1.6Z"),
}
