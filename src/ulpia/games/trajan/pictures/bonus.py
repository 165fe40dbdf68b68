"""Bonus tiles: what they count, and for how much. A star marks the yellow side, so that colour does not speak alone."""

from functools import lru_cache

from ulpia.games.trajan.pictures.symbols import SYMBOLS
from ulpia.render.pieces import IVORY
from ulpia.render.svg import Element, joined, rect, text, use

SIGNS = {"workers": "worker", "legionnaires": "legionnaire"}
HUES = {
    "bread": "var(--p-bread)",
    "games": "var(--p-games)",
    "religion": "var(--p-religion)",
    "legionnaire": "var(--p-military)",
    "worker": "var(--p-construction)",
}
HALF = "½"


def worth(value: float) -> str:
    """Return a value as printed: halves are a sign of their own."""
    whole = int(value)
    return str(whole) if whole == value else (str(whole) if whole else "") + HALF


def signs(name: str, cx: float, cy: float, size: float, apart: float) -> Element:
    """Draw what a bonus tile counts: one sign, two goods, or bonus tiles themselves."""
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
    return joined(
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


def body(name: str, x: float, y: float, k: float) -> Element:
    """Draw a symbol of a tile, its face k times as large as drawn, with its corner at a point."""
    left, top, w, h = (k * float(side) for side in SYMBOLS.box(name).split())
    return use(name, x + left + w / 2, y + top + h / 2, w, height=h)


@lru_cache(1 << 8)
def bonus_tile(x: float, y: float, w: float, name: str, value: float, side: str) -> Element:
    """Draw a bonus tile: its value above, what it counts below. It is 52 high where it is 46 wide."""
    k = w / 46
    size = k * (19.5 if " " in name and name != "bonus tiles" else 20)
    aside = 3 * k if side == "yellow" else 0
    return (
        body(f"bonus-{side}", x, y, k)
        + text(x + w / 2 + aside, y + 16.5 * k, worth(value), 15 * k, 800, "var(--value)")
        + signs(name, x + w / 2, y + 35 * k, size, size * 1.0)
    )


@lru_cache(1 << 8)
def small_bonus(x: float, y: float, s: float, name: str, side: str) -> Element:
    """Draw a rival's bonus tile: no value, a star above on the yellow side."""
    k = s / 27
    return body(f"bonus-small-{side}", x, y, k) + signs(name, x + s / 2, y + 17 * k, 14 * k, 11.5 * k)


@lru_cache(1 << 8)
def two_sided_bonus(x: float, y: float, name: str, yellow: float, grey: float) -> Element:
    """Draw a bonus tile of the senate with both halves: yellow for the consul, grey for the vice-consul. 46 x 62."""
    return (
        body("bonus-both", x, y, 1)
        + text(x + 13, y + 17, worth(yellow), 14, 800, "var(--value)")
        + text(x + 34.5, y + 16.5, worth(grey), 14, 800, "var(--value)")
        + signs(name, x + 23, y + 41, 22, 19.5)
    )
