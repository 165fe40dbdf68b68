"""Tiles of Trajan: forum tiles, demands, construction, Trajan tiles. Bodies are symbols, numbers are text."""

from functools import cache, lru_cache

from ulpia.games.trajan.pictures.scene import hyphened
from ulpia.games.trajan.pictures.wood import marker
from ulpia.games.trajan.view.types import TrajanTile
from ulpia.render.pieces import ON_FACE, badge, empty, piece, points, signed
from ulpia.render.svg import NOTHING, Element, circle, group, rect, text, use

REWARDS = {
    "2 cards": ("cards", "2", "var(--p-seaport)"),
    "nothing more": ("", "", ""),
    "1 worker": ("worker", "", "var(--p-construction)"),
    "2 workers": ("worker", "2", "var(--p-construction)"),
    "1 legionnaire": ("legionnaire", "", "var(--p-military)"),
    "2 legionnaires": ("legionnaire", "2", "var(--p-military)"),
    "+2 marker": ("", "+2", "var(--p-trajan)"),
    "bread": ("bread", "", "var(--p-bread)"),
    "games": ("games", "", "var(--p-games)"),
    "religion": ("religion", "", "var(--p-religion)"),
}
"""Sign, number and hue of every reward."""


HELP_OF = {
    "cards": "reward-cards",
    "worker": "reward-workers",
    "legionnaire": "reward-legionnaires",
    "": "reward-plus-two",
    "bread": "reward-demand",
    "games": "reward-demand",
    "religion": "reward-demand",
}
"""For the sign of a reward: where a learner finds help."""


@lru_cache(1 << 10)
def tile(symbol: str, cx: float, cy: float, s: float) -> Element:
    """Draw the body of a tile of width s, its face centred on a point."""
    k = s / 36
    return use(symbol, cx, cy + k, 38 * k, height=40 * k)


@lru_cache(1 << 10)
def forum_tile(cx: float, cy: float, s: float, kind: str, count: int = 1, about: str | None = None) -> Element:
    """Draw any forum or extra-action tile; with a count where several lie on each other."""
    if kind.startswith("votes"):
        body = tile("tile-votes", cx, cy, s)
        body += text(cx, cy + 14.5 * s / 36, kind[-1], 16.5 * s / 36, 700, "var(--p-senate)")
    else:
        body = tile(f"tile-{hyphened(kind)}", cx, cy, s)
    body = piece(f"tile-{hyphened(kind)}", body, about=about)
    return body + (badge(cx + s * 0.4, cy - s * 0.38, count, 7.5, size=10.5) if count > 1 else NOTHING)


@cache
def help_on_tile(kind: str) -> str:
    """Return where a learner finds help on a tile of the forum."""
    if kind.startswith("extra"):
        return "extra-action"
    return "forum-tile-votes" if kind.startswith("votes") else f"forum-tile-{hyphened(kind)}"


@lru_cache(1 << 8)
def demand_tile(cx: float, cy: float, s: float, kind: str | None, met: bool = False, cost: int = 0) -> Element:
    """Draw a demand tile, met or with the points it costs. One not shown yet is a square with an eye struck out."""
    if kind is None:
        return empty(cx, cy, s, s, 6, dashed=True) + use("hidden", cx, cy, s * 0.42, "var(--ink-3)", "var(--inset)")
    body = piece(f"demand-{kind}", tile(f"demanded-{kind}", cx, cy, s))
    if met:
        x, y = cx + s * 0.42, cy - s * 0.42
        body += circle(x, y, s * 0.2, fill="var(--p-laurel)", stroke="var(--ivory)", stroke_width=1.2)
        body += use("check", x, y, s * 0.25, "var(--white)")
    elif cost:
        x, y, w, h = cx + s * 0.36, cy - s * 0.4, 22, 14
        body += rect(x - w / 2, y - h / 2, w, h, h / 2, fill="var(--warn)", stroke="var(--slab)", stroke_width=1.2)
        body += text(x, y + 3.9, signed(-cost), 11, 700, "var(--slab)")
    return body


@lru_cache(1 << 10)
def construction_tile(cx: float, cy: float, s: float, kind: str, value: int | None) -> Element:
    """Draw a building; without points where it is too small to read them."""
    k = s / 38
    if value is None:
        body = tile(f"built-{kind}", cx, cy, s)
    else:
        body = tile(f"building-{kind}", cx, cy, s) + points(cx + 10.5 * k, cy + 10 * k, value, 8.4 * k)
    return piece(f"construction-{kind}", body)


def trajan_tile(cx: float, cy: float, s: float, what: TrajanTile) -> Element:
    """Draw a Trajan tile: two markers above, points and reward below."""
    body = _trajan_tile(cx, cy, s, *what.asks, what.points, what.reward)
    return piece(trajan_kind(what), body)


def trajan_kind(what: TrajanTile) -> str:
    """Return the kind of piece of a Trajan tile: there are no two alike."""
    return f"trajan-tile-{what.tile}"


@lru_cache(1 << 12)
def _trajan_tile(cx: float, cy: float, s: float, one: str, other: str, value: int, reward: str) -> Element:
    x, y, k = cx - s / 2, cy - s / 2, s / 46
    sign, count, hue = REWARDS[reward]
    body = tile("trajan-tile", cx, cy, s)
    body += marker(cx - 10.5 * k, y + 13.5 * k, 18.5 * k, one) + marker(cx + 10.5 * k, y + 13.5 * k, 18.5 * k, other)
    if reward == "nothing more":
        return body + points(cx, y + 35.5 * k, value, 8.8 * k)
    body += points(x + 12.5 * k, y + 35.5 * k, value, 8.4 * k)
    if sign and count:
        gift = use(sign, x + 29.5 * k, y + 35.5 * k, 15 * k, hue, ON_FACE)
        gift += text(x + 41 * k, y + 39.5 * k, count, 11 * k, 700, hue)
    elif sign:
        gift = use(sign, x + 33 * k, y + 35.5 * k, 17 * k, hue, ON_FACE)
    else:
        gift = text(x + 33 * k, y + 40.5 * k, count, 14.5 * k, 800, hue)
    return body + group(gift, data_help=HELP_OF[sign])
