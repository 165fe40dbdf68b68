"""What is built in the construction district."""

from ulpia.render.svg import Element
from ulpia.render.symbols.signs import FOUNTAIN
from ulpia.render.symbols.strokes import (
    box,
    cut,
    dot,
    fill,
    hole,
)

SYMBOLS: dict[str, Element] = {
    "stairs": fill("M1.8 21.6V17H6.8V12.6H11.6V8.2H16.4V3.8H22.2V21.6Z")
    + cut("M6.8 17H22M11.6 12.6H22M16.4 8.2H22", 1.2),
    "door": fill("M4 20.4V10A8 8 0 0 1 20 10V20.4H22V22.4H2V20.4Z")
    + cut("M12 4.6V20.2M6.6 20V10.4A5.4 5.4 0 0 1 17.4 10.4V20", 1.3)
    + dot(10, 13.4, 1)
    + dot(14, 13.4, 1),
    "fountain": FOUNTAIN,
    "roof": fill("M12 1.4 23.4 16.6H.6Z")
    + cut(
        "M9.7 8A2.3 2.6 0 0 0 14.3 8M7.4 12A2.3 2.6 0 0 0 12 12 2.3 2.6 0 0 0 16.6 12M4.9 16"
        "A2.4 2.6 0 0 0 9.7 16 2.3 2.6 0 0 0 14.3 16 2.4 2.6 0 0 0 19.1 16",
        1.3,
    )
    + box(2.4, 18, 19.2, 1.8)
    + box(4.4, 20.8, 15.2, 1.8),
    "window": box(2.2, 1.8, 19.6, 2.8, 0.6)
    + box(4.4, 5.2, 15.2, 13.8, 0.2)
    + box(2.2, 19.6, 19.6, 2.8, 0.6)
    + hole("M6.6 7.2H11.2V11.4H6.6ZM12.8 7.2H17.4V11.4H12.8ZM6.6 13H11.2V17.2H6.6ZM12.8 13H17.4V17.2H12.8Z"),
}
