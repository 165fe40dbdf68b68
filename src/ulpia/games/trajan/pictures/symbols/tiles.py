"""Bodies of Trajan's tiles and cards as symbols, because a table shows a hundred. Numbers are laid on top as text.

A tile is 36 units wide and has 1.6 units of edge below; a card is 56 x 80, a bonus tile 46 x 52.
"""

from ulpia.games.trajan.pictures.symbols.constructions import SYMBOLS as BUILDINGS
from ulpia.games.trajan.pictures.symbols.goods import SYMBOLS as GOODS
from ulpia.render.svg import NOTHING, Element, circle, clipped, path, rect, use

TILE_BOX = "-1 -1 38 40"
CARD_BOX = "-1 -1 58 84"
SHIP_BOX = "0 0 64 44"
FACE, IVORY, WHITE = "var(--face)", "var(--ivory)", "var(--white)"
ACTIONS = ("seaport", "forum", "military", "senate", "trajan", "construction")
MIDDLE = 18.0


def body(face: str = FACE, edge: str = "var(--edge)", w: float = 36, h: float = 36, r: float = 5) -> Element:
    """Draw a face, and its edge again a little lower."""
    return rect(0, 1.6, w, h, r, fill=edge) + rect(0, 0, w, h, r, fill=face, stroke=edge)


def demand(kind: str) -> Element:
    """Draw a demand tile of the forum: one sign in its hue."""
    return body() + use(kind, MIDDLE, MIDDLE, 24, f"var(--p-{kind})", FACE)


def votes() -> Element:
    """Draw a curule seat; the number comes below."""
    return body() + use("senate", MIDDLE, 12, 16.6, "var(--p-senate)", FACE)


def wild(sign: str) -> Element:
    """Draw gold ground with a star behind the sign."""
    star = use("wild", MIDDLE, MIDDLE, 35, "var(--wild-star)")
    return (
        body("var(--wild)", "var(--wild-edge)") + star + use(sign, MIDDLE, MIDDLE, 20, "var(--wild-ink)", "var(--wild)")
    )


def extra(sign: str, hue: str) -> Element:
    """Draw an extra-action tile: eight sides in the hue of the action, a plus in the corner."""
    return (
        path(clipped(MIDDLE, MIDDLE + 1.6, 36, 8), fill=hue)
        + path(clipped(MIDDLE, MIDDLE + 1.6, 36, 8), fill_opacity=0.45)
        + path(clipped(MIDDLE, MIDDLE, 36, 8), fill=hue)
        + use(sign, 16.9, 16.2, 19.4, IVORY, hue)
        + circle(28.8, 28.8, 6.8, fill=IVORY)
        + use("plus", 28.8, 28.8, 8.6, hue)
    )


def wild_extra() -> Element:
    """Draw the extra-action tile for any action."""
    return extra("any-action", "var(--wild-extra)") + use("wild", 30, 6, 10.8, "var(--yellow-side)")


def kept(kind: str) -> Element:
    """Draw a demand kept from a Trajan tile: it answers in every quarter."""
    wreath = use("laurel", MIDDLE, 19, 34.6, "var(--kept)", FACE)
    return body() + wreath + use(kind, MIDDLE, MIDDLE, 16.6, f"var(--p-{kind})", FACE)


def demanded(kind: str) -> Element:
    """Draw a demand tile: full hue, white sign."""
    hue = f"var(--p-{kind})"
    return (
        rect(0, 1.6, 36, 36, 6, fill="var(--shade)")
        + rect(0, 0, 36, 36, 6, fill=hue)
        + use(kind, MIDDLE, MIDDLE, 23, IVORY, hue)
    )


def construction(kind: str, aside: bool) -> Element:
    """Draw a building; with `aside` the sign leaves room for the points in the corner."""
    hue = f"var(--b-{kind})"
    tint = rect(0, 0, 36, 36, 4, fill=hue, fill_opacity=0.13)
    sign = (
        use(kind, 14.2, 14.7, 23.7, hue, "var(--b-ground)")
        if aside
        else use(kind, 18, 18, 25.6, hue, "var(--b-ground)")
    )
    return body(FACE, hue, r=4) + tint + sign


def trajan() -> Element:
    """Draw a Trajan tile without its markers, points and reward."""
    return body(r=4.7) + path("M4 20H32", stroke="var(--face-2)")


def card(good: str, named: bool) -> Element:
    """Draw a commodity card; with `named` there is room for the word below."""
    frame = rect(4, 4, 48, 72, 3.5, fill="none", stroke="var(--face-2)", stroke_width=1.2)
    return body(w=56, h=80, r=6) + frame + (use(good, 28, 34.5, 34) if named else use(good, 28, 40, 34))


def back() -> Element:
    """Draw the back of a card."""
    frame = rect(4, 4, 48, 72, 3.5, fill="none", stroke="var(--gold-3)", stroke_width=1.2)
    wreath = use("laurel", 28, 40, 28, "var(--gold-2)", "var(--back)")
    return body("var(--back)", "var(--back-edge)", 56, 80, 6) + frame + wreath


def bonus(w: float, h: float, r: float, side: str, ground: Element, star: Element = NOTHING) -> Element:
    """Draw a bonus tile without its value and what it counts. The star marks the yellow side."""
    return (
        body(f"var(--{side}-side)", f"var(--{side}-edge)", w, h, r) + ground + (star if side == "yellow" else NOTHING)
    )


def bonus_tile(side: str) -> Element:
    """Draw one that a player has."""
    ground = rect(3, 21, 40, 28, 3, fill=IVORY, fill_opacity=0.82)
    return bonus(46, 52, 5, side, ground, use("wild", 8, 10.5, 9, "var(--yellow-star)"))


def small_bonus(side: str) -> Element:
    """Draw one that a rival has: square, without a value."""
    ground = rect(2, 9, 23, 16, 2.5, fill=IVORY, fill_opacity=0.88)
    return bonus(27, 27, 4, side, ground, use("wild", 13.5, 4.8, 7, "var(--yellow-star)"))


def both_sides() -> Element:
    """Draw one that waits in the senate: half yellow, half grey."""
    grey = path("M23 0h18a5 5 0 0 1 5 5v17h-23Z", fill="var(--grey-side)")
    ground = rect(3, 22, 40, 37, 3, fill=IVORY, fill_opacity=0.88)
    return bonus(46, 62, 5, "yellow", grey + ground, use("wild", 6, 6, 7, "var(--yellow-star)"))


SIDES = ("yellow", "grey")
BONUS_TILES = {f"bonus-{side}": bonus_tile(side) for side in SIDES}
SMALL_BONUS_TILES = {f"bonus-small-{side}": small_bonus(side) for side in SIDES}
TILES = {
    **{f"tile-{kind}": demand(kind) for kind in ("bread", "games", "religion")},
    "tile-votes": votes(),
    **{f"tile-{kind}": wild(kind) for kind in ("any-demand", "any-commodity", "any-construction")},
    "tile-any-extra-action": wild_extra(),
    **{f"tile-extra-{action}": extra(action, f"var(--p-{action})") for action in ACTIONS},
    **{f"kept-{kind}": kept(kind) for kind in ("bread", "games", "religion")},
    **{f"demanded-{kind}": demanded(kind) for kind in ("bread", "games", "religion")},
    **{f"building-{kind}": construction(kind, True) for kind in BUILDINGS},
    **{f"built-{kind}": construction(kind, False) for kind in BUILDINGS},
    "trajan-tile": trajan(),
}
CARDS = {
    **{f"card-{good}": card(good, True) for good in GOODS},
    **{f"good-{good}": card(good, False) for good in GOODS},
    "card-back": back(),
}
SYMBOLS = TILES | CARDS | BONUS_TILES | SMALL_BONUS_TILES | {"bonus-both": both_sides()}
BOXES = dict.fromkeys(TILES, TILE_BOX) | dict.fromkeys(CARDS, CARD_BOX)
BOXES |= dict.fromkeys(BONUS_TILES, "-1 -1 48 56") | dict.fromkeys(SMALL_BONUS_TILES, "-1 -1 29 31")
BOXES |= {"bonus-both": "-1 -1 48 66"}
