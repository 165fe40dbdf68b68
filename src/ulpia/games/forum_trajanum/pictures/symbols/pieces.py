"""The pieces of Forum Trajanum as whole pieces: one symbol each, because a table shows a hundred of them.

Which colour is which structure is printed on the tiles and may be corrected, so there is a symbol for every pairing.
"""

from ulpia.render.svg import Element, circle, group, joined, path, rect, use

COLOURS = ("blue", "green", "red", "orange")
STRUCTURES = ("fountain", "park", "house", "stable")
GREY = ("library", "basilica", "market", "column")
CLASSES = ("patrician", "merchant", "craftsman")
RESOURCES = ("builder", "assistant", "money", "tribune", "upgrade")
SEATS = 4
PAIRS = tuple((colour, structure) for colour in COLOURS for structure in STRUCTURES)
QUAD = tuple(zip(COLOURS, ((-1, -1), (0, -1), (-1, 0), (0, 0))))
"""All four colours as one square: any of them."""


def body(face: str = "var(--face)") -> Element:
    """Draw a tile: its face, and its edge again a little lower."""
    edge = "var(--edge)"
    return rect(0.4, 1.2, 23.2, 22.6, 2.5, fill=edge) + rect(
        0.4, 0.4, 23.2, 22.6, 2.5, fill=face, stroke=edge, stroke_width=0.5
    )


def back(seat: int) -> Element:
    """Draw a colonia tile face down: an envoy in waiting."""
    ground = f"var(--back-{seat})"
    return (
        body() + rect(2, 2, 20, 19.4, 1.5, fill=ground) + use("envoy", 12, 11.7, 14, f"var(--backink-{seat})", ground)
    )


def citizen(kind: str) -> Element:
    """Draw a citizen on the hue of his class."""
    hue = f"var(--c-{kind})"
    return body() + rect(2, 2, 20, 19.4, 1.5, fill=hue) + use(kind, 12, 11.7, 14.4, "var(--ivory)", hue)


def worker(colour: str, structure: str) -> Element:
    """Draw a worker with the sign of his structure, so that colour is not the only difference."""
    hue = f"var(--w-{colour})"
    badge = circle(18.2, 17.6, 5.8, fill=hue, stroke="var(--face)", stroke_width=0.9)
    return (
        use("worker", 10.4, 10.8, 21, hue, "var(--face)") + badge + use(structure, 18.2, 17.6, 7.8, "var(--white)", hue)
    )


def building(sign: str, hue: str) -> Element:
    """Draw a building: grey ones in stone, structures in their colour, both with a white sign."""
    shadow = rect(0, 0.9, 24, 23.1, 2.5, fill="var(--shade)", fill_opacity=0.55)
    return shadow + rect(0, 0, 24, 23.1, 2.5, fill=hue) + use(sign, 12, 11.6, 15.6, "var(--white)", hue)


def crane(colour: str, structure: str) -> Element:
    """Draw a crane that waits for its scoring: a frame in its colour, and the sign."""
    hue, face = f"var(--w-{colour})", "var(--face)"
    frame = rect(0.6, 0.6, 22.8, 22.8, 2.2, fill=face, stroke=hue, stroke_width=1.2)
    return frame + use("crane", 13, 12.6, 15, hue, face) + use(structure, 5, 5, 6, hue, face)


def scored_crane() -> Element:
    """Draw a crane that has been scored: grey, with a tick."""
    place = rect(0.6, 0.6, 22.8, 22.8, 2.2, fill="var(--inset)", stroke="var(--line-2)", stroke_width=0.6)
    faint = group(use("crane", 12, 12.6, 14.6, "var(--ink-3)", "var(--inset)"), style="opacity:.6")
    return place + faint + use("check", 19, 4.6, 6, "var(--laurel)")


def pin(colour: str, structure: str) -> Element:
    """Draw what lies below a tile: a colour with its sign."""
    hue = f"var(--w-{colour})"
    return circle(12, 12, 11, fill=hue, stroke="var(--ivory)", stroke_width=1.6) + use(
        structure, 12, 12, 14, "var(--white)", hue
    )


def token(seat: int) -> Element:
    """Draw an envoy on the forum: his seat's shape, ringed in pale stone."""
    shape, hue, low = f"seat-{seat}", f"var(--token-{seat})", seat == 3
    return (
        use(shape, 12, 12.9, 22, "var(--shade)", opacity=0.45)
        + use(shape, 12, 11.8, 22, "var(--ivory)")
        + use(shape, 12, 12.2 if low else 11.8, 16.6, hue)
        + use("envoy", 12.4, 14.2 if low else 11.8, 8 if low else 9.6, "var(--ivory)", hue)
    )


def quad(cx: float, cy: float, s: float) -> Element:
    """Draw all four colours: they stand for any of them."""
    h = s / 2
    return joined(rect(cx + dx * h, cy + dy * h, h, h, fill=f"var(--w-{colour})") for colour, (dx, dy) in QUAD)


REWARDS: dict[str, Element] = {
    "any-worker": use("worker", 10.8, 11.2, 21) + quad(19, 18.6, 9),
    "any-square": quad(12, 12, 20),
    "any-bonus": quad(12, 12, 20) + use("wild", 12, 12, 12, "var(--ivory)"),
    "take-tile": rect(2, 2, 20, 20, 3, fill="none", stroke="currentColor", stroke_width=2)
    + use("assistant", 12, 12, 13),
    "marker-home": use("column", 8.6, 12, 22) + circle(18.6, 17.6, 4.6, fill="currentColor"),
    "group-sign": path("M2.5 2.5h9v9h-9zM12.5 2.5h9v9h-9zM2.5 12.5h9v9h-9z", fill="currentColor"),
    "build-again": use("construction", 11, 13, 20) + use("plus", 19, 5, 9, "var(--terracotta)"),
}
"""What a premium or a second citizen gives, as one sign."""

GROUND: dict[str, Element] = {
    "free-cell": rect(0, 0, 24, 24, 2.2, fill="var(--paving)")
    + path("M9.4 12H14.6M12 9.4V14.6", stroke="var(--line-2)", stroke_width=0.6, stroke_linecap="round"),
    "temple-cell": rect(0.3, 0.3, 23.4, 23.4, 2.2, fill="var(--temple)", stroke="var(--bronze-2)", stroke_width=0.6)
    + use("temple", 12, 12, 16, "var(--bronze)", "var(--temple)"),
    "eagle-cell": rect(0.5, 0.5, 23, 23, 1.8, fill="var(--eagle)", stroke="var(--eagle-edge)", stroke_width=1)
    + use("eagle", 12, 12, 18.4, "var(--eagle-ink)", "var(--eagle)"),
}
"""What may lie on a square of the colonia or of the forum without being a tile."""

SYMBOLS: dict[str, Element] = {
    **{f"back-{seat}": back(seat) for seat in range(SEATS)},
    **{f"token-{seat}": token(seat) for seat in range(SEATS)},
    "blank-tile": body(),
    **{f"face-{kind}": citizen(kind) for kind in CLASSES},
    **{f"good-{kind}": use(kind, 12, 12, 22, f"var(--r-{kind})", "var(--face)") for kind in RESOURCES},
    **{f"good-{colour}-{structure}": worker(colour, structure) for colour, structure in PAIRS},
    **{f"built-{kind}": building(kind, "var(--stone)") for kind in GREY},
    **{f"built-{colour}-{structure}": building(structure, f"var(--w-{colour})") for colour, structure in PAIRS},
    **{f"open-crane-{colour}-{structure}": crane(colour, structure) for colour, structure in PAIRS},
    "scored-crane": scored_crane(),
    **{f"pin-{colour}-{structure}": pin(colour, structure) for colour, structure in PAIRS},
    **{
        f"mark-{colour}-{structure}": use(structure, 12, 12, 24, "var(--white)", f"var(--t-{colour})")
        for colour, structure in PAIRS
    },
    **REWARDS,
    **GROUND,
}
