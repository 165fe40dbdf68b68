"""What a Trajan card asks for, as a little drawing: squares of a town above, things to have below."""

from functools import lru_cache

from ulpia.render.svg import Element, joined, path, rect, use

BUILD: dict[str, tuple[str, ...]] = {
    "coloured between grey across": ("gcg",),
    "temple above and below": ("a", "T", "a"),
    "two grey down": ("g", "h"),
    "crane both sides": ("Ka", "a."),
    "square of four": ("aa", "aa"),
    "grey between coloured down": ("c", "g", "c"),
    "all four colours": ("BG", "RO"),
    "coloured between grey down": ("g", "c", "g"),
    "two grey between coloured down": ("c", "g", "g", "c"),
    "three colours down": ("B", "G", "R"),
    "temple four corners": ("c.c", ".T.", "c.c"),
    "three grey down": ("g", "h", "i"),
}
"""g h i grey, all different; c a structure of any colour, B G R O of that one; a any building; T temple, K crane."""

COLLECT: dict[str, tuple[str, ...]] = {
    "tribune money": ("good-tribune", "good-money"),
    "two classes envoy": ("face-patrician", "face-merchant", "envoy"),
    "two assistants money": ("good-assistant", "good-assistant", "good-money"),
    "builder worker assistant": ("good-builder", "any-worker", "good-assistant"),
    "assistant two money": ("good-assistant", "good-money", "good-money"),
    "tribune builder assistant": ("good-tribune", "good-builder", "good-assistant"),
    "worker two columns": ("any-worker", "built-column", "built-column"),
    "two cranes two classes": ("scored-crane", "scored-crane", "face-patrician", "face-merchant"),
    "every class": ("face-patrician", "face-merchant", "face-craftsman"),
    "column tribune builder": ("built-column", "good-tribune", "good-builder"),
    "two cranes two workers": ("scored-crane", "scored-crane", "any-worker", "any-worker"),
    "marker assistant money": ("marker-home", "good-assistant", "good-money"),
}
GREYS = {"g": "var(--grey-dark)", "h": "var(--grey-mid)", "i": "var(--grey-light)"}
COLOUR_OF = {"B": "blue", "G": "green", "R": "red", "O": "orange"}


def _any_building(x: float, y: float, s: float) -> Element:
    """Draw a square that is grey or coloured: one half of each."""
    half = path(f"M{x} {y}h{s}l-{s} {s}z", fill="var(--stone)")
    return use("any-square", x + s / 2, y + s / 2, s * 1.2) + half


@lru_cache(1 << 9)
def formation(task: str, cx: float, cy: float, size: float, structure_of: tuple[tuple[str, str], ...]) -> Element:
    """Draw the upper task, in the middle of a square of that size."""
    rows = BUILD[task]
    columns = max(map(len, rows))
    gap = 1.2
    s = min(15.0, (size + gap) / max(len(rows), columns) - gap)
    left, top = cx - (columns * (s + gap) - gap) / 2, cy - (len(rows) * (s + gap) - gap) / 2
    body = []
    for r, row in enumerate(rows):
        for c, kind in enumerate(row):
            x, y = round(left + c * (s + gap), 2), round(top + r * (s + gap), 2)
            mx, my = x + s / 2, y + s / 2
            if kind in GREYS:
                body.append(rect(x, y, s, s, 1.6, fill=GREYS[kind]))
            elif kind in COLOUR_OF:
                colour = COLOUR_OF[kind]
                body.append(use(f"built-{colour}-{dict(structure_of)[colour]}", mx, my, s))
            elif kind == "c":
                body.append(use("any-square", mx, my, s * 1.2))
            elif kind == "a":
                body.append(_any_building(x, y, round(s, 2)))
            elif kind == "T":
                body.append(use("temple-cell", mx, my, s))
            elif kind == "K":
                body.append(use("crane", mx, my, s, "var(--card-ink)", "var(--face)"))
    return joined(body)


@lru_cache(1 << 9)
def collection(task: str, x: float, cy: float, size: float, gap: float) -> Element:
    """Draw the lower task: what to have, from left to right."""
    ink, cut = "var(--card-ink)", "var(--face)"
    return joined(use(sign, x + gap * i, cy, size, ink, cut) for i, sign in enumerate(COLLECT[task]))
