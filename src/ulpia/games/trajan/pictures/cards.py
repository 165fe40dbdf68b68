"""Commodity cards, face and back, and packs of equal ones."""

from functools import lru_cache

from ulpia.render.pieces import badge, piece
from ulpia.render.svg import NOTHING, Element, joined, rect, text, use

HIDDEN = "pile-hidden"
TALL = 80 / 56
"""Height of a card for its width."""


@lru_cache(1 << 10)
def card(x: float, y: float, w: float, good: str, name: str = "") -> Element:
    """Draw a card from its upper left corner; where there is a name there is room for it."""
    k = w / 56
    symbol = "card-back" if not good else f"card-{good}" if name else f"good-{good}"
    body = use(symbol, x + w / 2, y + 41 * k, 58 * k, height=84 * k)
    if not name:
        return body
    return body + text(x + w / 2, y + 68.5 * k, name, max(10.0, 10.5 * k), 600, "var(--card-ink)", fit=w - 9 * k)


@lru_cache(1 << 10)
def pack(x: float, y: float, w: float, good: str, count: int, name: str = "") -> Element:
    """Draw equal cards on each other, and how many."""
    k = w / 56
    under = joined(
        lying(
            good, rect(x + 3.4 * k * i, y + 3.2 * k * i, w, w * TALL, 6 * k, fill="var(--face)", stroke="var(--edge)")
        )
        for i in range(min(count, 4) - 1, 0, -1)
    )
    number = badge(x + w - 2, y + 2, count, 8.5) if count > 1 else NOTHING
    return under + lying(good, card(x, y, w, good, name)) + number


def lying(good: str, body: Element) -> Element:
    """Draw a card that lies somewhere; where it was not seen before it came from the hidden pile."""
    return piece(f"card-{good or 'back'}", body, origin=HIDDEN)
