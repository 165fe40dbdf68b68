"""What the people demand, and what stands for anything."""

from ulpia.render.svg import Element, el, group, joined, polar, sector
from ulpia.render.symbols.signs import STAR
from ulpia.render.symbols.strokes import (
    CUT,
    box,
    cut,
    disc,
    fill,
    hole,
    rays,
    ring,
)

SYMBOLS: dict[str, Element] = {
    "bread": joined(disc(*polar(12, 12, 6, 22.5 + 45 * i), 4.4) for i in range(8))
    + disc(12, 12, 6)
    + cut(rays(3.2, 9.2), 1.3)
    + ring(12, 12, 2.9, 1.2, CUT),
    "games": fill("M3.2 3.4C8 1.6 16 1.6 20.8 3.4V10.6C20.8 17.4 16.6 22 12 22S3.2 17.4 3.2 10.6Z")
    + cut("M6 7.2C7.2 5.8 9.2 5.8 10.4 7M13.6 7C14.8 5.8 16.8 5.8 18 7.2", 1.3)
    + hole(
        "M6.2 10.6C7.2 8.8 9.4 8.8 10.4 10.6 9.2 11.4 7.4 11.4 6.2 10.6ZM13.6 10.6"
        "C14.6 8.8 16.8 8.8 17.8 10.6 16.6 11.4 14.8 11.4 13.6 10.6Z"
    )
    + hole("M6.8 13.6C9.6 15 14.4 15 17.2 13.6 17 17.6 14.8 19.4 12 19.4S7 17.6 6.8 13.6Z"),
    "religion": box(3.4, 11.6, 17.2, 2.6, 0.6)
    + box(6, 15, 12, 3.8, 0.2)
    + box(3.8, 19.6, 16.4, 2.6, 0.6)
    + fill(
        "M12.2 1C15 3.4 16 5.4 15.6 7.4 15.2 9.4 13.8 10.6 12 10.6S8.6 9.4 8.4 7.4"
        "C8.3 6 9.2 5 10 4.2 10.5 4.8 10.8 5.3 10.9 5.8 11.9 4.6 12.5 2.8 12.2 1Z"
    ),
    "wild": STAR,
    "any-demand": group(
        el("use", href="#religion", x="7", y="0.6", width="10", height="10"),
        el("use", href="#bread", x="0.8", y="12.4", width="10.4", height="10.4"),
        el("use", href="#games", x="13", y="12.6", width="10.2", height="10.2"),
    ),
    "any-commodity": fill("M2.4 7.4 12 3 21.6 7.4V17.4L12 22 2.4 17.4Z")
    + cut("M2.8 7.6 12 12 21.2 7.6M12 12V21.4M7.2 5.3 16.6 9.8V13.4"),
    "any-construction": box(2, 15.6, 9.2, 6, 0.8)
    + box(12.8, 15.6, 9.2, 6, 0.8)
    + box(7.4, 8.4, 9.2, 6, 0.8)
    + fill("M12 1 15 7H9Z"),
    "any-action": joined(fill(sector(12, 12, 5, 11, 60 * i, 60 * i + 60, 1.8)) for i in range(6)) + disc(12, 12, 2.8),
}
