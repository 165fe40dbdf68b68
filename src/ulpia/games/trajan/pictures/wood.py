"""Wooden pieces: persons and markers."""

from functools import lru_cache

from ulpia.render.pieces import piece
from ulpia.render.svg import Element, use


@lru_cache(1 << 12)
def figure(cx: float, cy: float, s: float, kind: str, seat: int) -> Element:
    """Draw a wooden person in the colour of its seat, with the seat's shield and a pale rim."""
    return use(f"{kind}-{seat}", cx, cy + s / 24, s * 26 / 24, height=s * 28 / 24)


@lru_cache(1 << 12)
def person(cx: float, cy: float, s: float, kind: str, seat: int) -> Element:
    """Draw a figure that stands somewhere: it can be moved, and asked about."""
    return piece(f"{kind}-{seat}", figure(cx, cy, s, kind, seat), seat, about=kind)


@lru_cache(1 << 8)
def marker(cx: float, cy: float, d: float, colour: str) -> Element:
    """Draw a marker about d wide."""
    s = d * 24 / 21
    return use(f"marker-{colour}", cx, cy + d * 0.02, s)


@lru_cache(1 << 11)
def loose_marker(cx: float, cy: float, d: float, colour: str) -> Element:
    """Draw a marker that lies in a tray or in a hand, so that it can be moved."""
    return piece(f"marker-{colour}", marker(cx, cy, d, colour))
