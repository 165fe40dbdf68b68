"""Bonus tiles: what they count, and for how much. A star marks the yellow side, so that colour does not speak alone."""

from functools import lru_cache

from ulpia.render.drawing import n, path, rect, text, use
from ulpia.render.pieces import IVORY, slab

SIGNS = {"workers": "worker", "legionnaires": "legionnaire"}
HUES = {
    "bread": "var(--p-bread)",
    "games": "var(--p-games)",
    "religion": "var(--p-religion)",
    "legionnaire": "var(--p-military)",
    "worker": "var(--p-construction)",
}
SIDES = {"yellow": ("var(--yellow-side)", "var(--yellow-edge)"), "grey": ("var(--grey-side)", "var(--grey-edge)")}
HALF = "½"


def worth(value: float) -> str:
    """A value as printed: halves are a sign of their own."""
    whole = int(value)
    return str(whole) if whole == value else (str(whole) if whole else "") + HALF


def signs(name: str, cx: float, cy: float, size: float, apart: float) -> str:
    """What a bonus tile counts: one sign, two goods, or bonus tiles themselves."""
    if name == "bonus tiles":
        k = size / 22
        back = rect(
            cx - 10 * k, cy - 10 * k, 14 * k, 16 * k, 2.5 * k, fill="var(--grey-side)", stroke="var(--grey-edge)"
        )
        top = rect(
            cx - 4 * k, cy - 6 * k, 14 * k, 16 * k, 2.5 * k, fill="var(--yellow-side)", stroke="var(--yellow-edge)"
        )
        return back + top + use("wild", cx + 3 * k, cy + 2 * k, 9 * k, "var(--yellow-star)")
    counted = [SIGNS.get(part, part) for part in ([name] if name in SIGNS else name.split())]
    left = cx - apart * (len(counted) - 1) / 2
    return "".join(
        use(
            sign,
            left + apart * i,
            cy,
            size if len(counted) == 1 else size * 0.9,
            HUES.get(sign, "var(--wild-ink)"),
            IVORY,
        )
        for i, sign in enumerate(counted)
    )


@lru_cache(1 << 8)
def bonus_tile(x: float, y: float, w: float, h: float, name: str, value: float, side: str) -> str:
    """Value above, what it counts below."""
    face, edge = SIDES[side]
    k = h / 52
    size = min(20 * k, (w - 7 * k) / 2 if " " in name and name != "bonus tiles" else w - 8 * k)
    return (
        slab(x, y, w, h, face, edge, 5 * k)
        + rect(x + 3 * k, y + 21 * k, w - 6 * k, h - 24 * k, 3 * k, fill=IVORY, fill_opacity=0.82)
        + text(x + w / 2 + (3 * k if side == "yellow" else 0), y + 16.5 * k, worth(value), 15 * k, 800, "var(--value)")
        + (use("wild", x + 8 * k, y + 10.5 * k, 9 * k, "var(--yellow-star)") if side == "yellow" else "")
        + signs(name, x + w / 2, y + 35 * k, size, size * 1.0)
    )


@lru_cache(1 << 8)
def small_bonus(x: float, y: float, s: float, name: str, side: str) -> str:
    """A rival's bonus tile: no value, a star above on the yellow side."""
    face, edge = SIDES[side]
    k = s / 27
    star = use("wild", x + s / 2, y + 4.8 * k, 7 * k, "var(--yellow-star)") if side == "yellow" else ""
    ground = rect(x + 2 * k, y + 9 * k, s - 4 * k, s - 11 * k, 2.5 * k, fill=IVORY, fill_opacity=0.88)
    return slab(x, y, s, s, face, edge, 4 * k) + ground + star + signs(name, x + s / 2, y + 17 * k, 14 * k, 11.5 * k)


@lru_cache(1 << 8)
def two_sided_bonus(x: float, y: float, name: str, yellow: float, grey: float) -> str:
    """In the senate the head shows both halves: yellow for the consul, grey for the vice-consul. 46 x 62."""
    w, h = 46.0, 62.0
    return (
        slab(x, y, w, h, "var(--yellow-side)", "var(--yellow-edge)", 5)
        + path(f"M{n(x + 23)} {n(y)}h18a5 5 0 0 1 5 5v17h-23Z", fill="var(--grey-side)")
        + rect(x + 3, y + 22, w - 6, h - 25, 3, fill=IVORY, fill_opacity=0.88)
        + use("wild", x + 6, y + 6, 7, "var(--yellow-star)")
        + text(x + 13, y + 17, worth(yellow), 14, 800, "var(--value)")
        + text(x + 34.5, y + 16.5, worth(grey), 14, 800, "var(--value)")
        + signs(name, x + 23, y + 41, 22, 19.5)
    )
