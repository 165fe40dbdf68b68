"""The six actions of Trajan."""

from ulpia.render.svg import Element
from ulpia.render.symbols.signs import ARCH, HAMMER
from ulpia.render.symbols.strokes import (
    box,
    disc,
    dot,
    fill,
    ring,
    stroke,
)

SYMBOLS: dict[str, Element] = {
    "seaport": ring(12, 4.4, 2.3, 2)
    + stroke("M12 7V20.6M7.4 10.2H16.6", 2.2)
    + stroke("M4.2 14.6C4.6 18.6 8 20.8 12 20.8S19.4 18.6 19.8 14.6", 2.4)
    + fill("M1.8 17.2 4.3 11.8 8 16.2ZM22.2 17.2 19.7 11.8 16 16.2Z"),
    "forum": fill("M12 1.8 22.6 8.6H1.4Z")
    + box(2.8, 9.6, 18.4, 2)
    + box(4.4, 12.6, 2.8, 6)
    + box(10.6, 12.6, 2.8, 6)
    + box(16.8, 12.6, 2.8, 6)
    + box(1.8, 19.6, 20.4, 2.6)
    + dot(12, 6, 1.3),
    "military": fill(
        "M2.6 14.6C1.4 6.6 6.4 1.2 13 1.2 17.8 1.2 21.2 3.8 22 7.6L18.9 8.2"
        "C18 5.6 15.8 4.2 13 4.2 8.4 4.2 5.6 8 5.9 14.2Z"
    )
    + fill("M7.4 14.8V12C7.4 8.2 9.8 5.8 13.2 5.8S19 8.2 19 11.8V12.6H21.6V14.8Z")
    + fill("M9 16.2H15.8L14.9 21.4C14.7 22.5 13.3 22.9 12.4 22.1L9.4 19.6Z")
    + fill("M3 16.2H7.6L7.3 20.2 3.2 19Z"),
    "senate": fill("M2.2 4.4C5.6 7 18.4 7 21.8 4.4L22.6 6.8C18.6 9.6 5.4 9.6 1.4 6.8Z")
    + box(2.6, 10, 18.8, 2.6, 1)
    + stroke("M4.4 13.4C6 19 17.4 15.6 19.4 21.2M19.6 13.4C18 19 6.6 15.6 4.6 21.2", 2.5)
    + disc(12, 17, 2.5)
    + dot(12, 17, 1)
    + stroke("M2.8 21.8H6.8M17.2 21.8H21.2", 1.9)
    + stroke("M4.2 7.6V10M19.8 7.6V10", 2.2),
    "trajan": ARCH,
    "construction": HAMMER,
}
