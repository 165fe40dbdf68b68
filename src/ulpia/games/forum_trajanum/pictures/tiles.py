"""Colonia tiles, buildings and rewards, put together from their symbols."""

from collections.abc import Mapping
from functools import lru_cache

from ulpia.games.forum_trajanum.pictures.scene import good_symbol
from ulpia.render.pieces import piece
from ulpia.render.svg import NOTHING, Element, joined, n, path, rect, use

STONE = "var(--stone)"
SIGN_SIZE = 0.65
"""Of a building's sign, by the width of its square."""

PREMIUM_SIGNS: dict[str, tuple[str, ...]] = {
    "worker and tribune": ("any-worker", "tribune"),
    "a builder": ("builder",),
    "envoy on an eagle": ("envoy", "eagle"),
    "library tile": ("take-tile",),
    "two assistants": ("assistant", "assistant"),
    "two tribunes": ("tribune", "tribune"),
    "an upgrade": ("upgrade",),
    "one more building": ("build-again",),
    "one money": ("money",),
    "area bonus": ("any-bonus",),
    "envoy on any colour": ("envoy", "any-square"),
    "market tile": ("take-tile",),
}
BONUS_SIGNS: dict[str, tuple[str, ...]] = {
    "envoy": ("envoy", "any-square"),
    "area bonus": ("any-bonus",),
    "money or tribune": ("money", "tribune"),
    "money or assistant": ("money", "assistant"),
    "worker": ("any-worker",),
    "builder": ("builder",),
}
"""What the second citizen of a row gives."""


def tile_back(cx: float, cy: float, s: float, seat: int) -> Element:
    """Draw a colonia tile face down."""
    return use(f"back-{seat}", cx, cy, s)


def tile_face(cx: float, cy: float, s: float, face: str, structure_of: Mapping[str, str]) -> Element:
    """Draw a colonia tile face up: two symbols on the diagonal, or a citizen."""
    if " " not in face:
        return use(f"face-{face}", cx, cy, s)
    first, second = (good_symbol(name, structure_of) for name in face.split())
    body = use("blank-tile", cx, cy, s) + use(first, cx - s * 0.19, cy - s * 0.18, s * 0.45)
    return body + use(second, cx + s * 0.19, cy + s * 0.16, s * 0.45)


def tile_of(seat: int, drawn: Element, about: str | None = None) -> Element:
    """Draw a colonia tile, face up or down, as a piece: it has the colour of a seat on its back."""
    return piece(f"colonia-tile-{seat}", drawn, about=about)


def building_of(symbols: tuple[str, ...], drawn: Element) -> Element:
    """Draw a building tile as a piece; it comes from the supply."""
    coloured = [symbol.split("-")[1] for symbol in symbols if symbol.count("-") == 2]
    if len(symbols) == 1:
        tile = coloured[0] if coloured else symbols[0].split("-")[1]
    else:
        tile = f"{coloured[0]}-{'twice' if len(coloured) == 2 else 'with-grey'}"
    return piece(f"building-{tile}", drawn, origin=f"supply-{tile}")


def half_hue(symbol: str) -> str:
    """Return the ground of one half of a double, by its symbol."""
    parts = symbol.split("-")
    return STONE if len(parts) == 2 else f"var(--w-{parts[1]})"


@lru_cache(1 << 12)
def double(cx: float, cy: float, s: float, step: float, down: bool, first: str, second: str) -> Element:
    """Draw a double tile: one body, two halves. Its first half is in the middle (cx, cy), the second a step on."""
    x, y, r = cx - s / 2, cy - s / 2, s * 0.1
    w, h = (s, step + s) if down else (step + s, s)
    one, two = half_hue(first), half_hue(second)
    shadow = rect(x, y + s * 0.04, w, h, r, fill="var(--shade)", fill_opacity=0.55)
    if down:
        edge = y + h - r
        d = f"M{n(x)} {n(cy + step / 2)}H{n(x + s)}V{n(edge)}a{n(r)} {n(r)} 0 0 1{n(-r)} {n(r)}H{n(x + r)}"
        half = path(f"{d}a{n(r)} {n(r)} 0 0 1{n(-r)} {n(-r)}Z", fill=two)
    else:
        edge = x + w - r
        d = f"M{n(cx + step / 2)} {n(y)}H{n(edge)}a{n(r)} {n(r)} 0 0 1 {n(r)} {n(r)}V{n(y + s - r)}"
        half = path(f"{d}a{n(r)} {n(r)} 0 0 1{n(-r)} {n(r)}H{n(cx + step / 2)}Z", fill=two)
    ox, oy = (0.0, step) if down else (step, 0.0)
    signs = use(first.split("-")[-1], cx, cy, s * SIGN_SIZE, "var(--white)", one)
    signs += use(second.split("-")[-1], cx + ox, cy + oy, s * SIGN_SIZE, "var(--white)", two)
    return shadow + rect(x, y, w, h, r, fill=one) + (half if two != one else NOTHING) + signs


def single(cx: float, cy: float, s: float, symbol: str) -> Element:
    """Draw a single building tile."""
    return use(symbol, cx, cy, s)


@lru_cache(1 << 10)
def signs(cx: float, cy: float, s: float, which: tuple[str, ...], gap: float, ink: str = "var(--ink-2)") -> Element:
    """Draw several signs in a row, in the middle of a place."""
    first = cx - gap * (len(which) - 1) / 2
    return joined(use(sign, first + gap * i, cy, s, ink, "var(--card)") for i, sign in enumerate(which))
