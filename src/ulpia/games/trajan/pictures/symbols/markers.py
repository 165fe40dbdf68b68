"""The six markers as pieces: an octagon in its colour with its glyph. One symbol each, because a table shows fifty."""

from ulpia.render.svg import Element, octagon, path, use

COLOURS = ("white", "blue", "yellow", "green", "pink", "orange")
CORNER = 0.5412 * 21
"""From the middle to a corner of an octagon 21 units wide."""


def marker(colour: str) -> Element:
    """Draw one marker on its square of 24 units, face above its lower edge."""
    return (
        path(octagon(12, 12.9, CORNER), fill="var(--pi)", fill_opacity=0.55)
        + path(
            octagon(12, 11.6, CORNER),
            fill=f"var(--m-{colour})",
            stroke="var(--shade)",
            stroke_width=1.1,
            stroke_opacity=0.75,
            stroke_linejoin="round",
        )
        + use(f"glyph-{colour}", 12, 11.6, 14, f"var(--g-{colour})", f"var(--m-{colour})")
    )


SYMBOLS: dict[str, Element] = {f"marker-{colour}": marker(colour) for colour in COLOURS}
