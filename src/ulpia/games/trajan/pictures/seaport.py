"""The seaport: three ships, the hidden pile and the two open ones. 248 x 184."""

from collections.abc import Sequence
from functools import lru_cache

from ulpia.games.trajan.names import PILES, SHIPS
from ulpia.games.trajan.pictures.cards import (
    HIDDEN,
    TALL,
    card,
    lying,
)
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.tiles import tile
from ulpia.render.pieces import empty, heading, piece
from ulpia.render.svg import NOTHING, Element, circle, district, joined, opt, path, poly, rect, text, use

WIDTH = 44.0
"""Of a card."""


def seaport(scene: Scene) -> Element:
    """Draw ships and piles."""
    named = scene.noun("trays", "seaport")
    body = [heading(0, 12, "seaport", named, "var(--seaport)")]
    body += [ship_row(scene, i, ship) for i, ship in enumerate(SHIPS)]
    cards = scene.view.cards
    hidden = cards.hidden
    pile = rect(162, 27, WIDTH, WIDTH * TALL, 5, fill="var(--back-edge)") + card(159, 24, WIDTH, "")
    label = scene.say("hidden_pile", count=hidden)
    place = empty(181, 24 + WIDTH * TALL / 2, WIDTH, WIDTH * TALL, dashed=True)
    halo = rect(157, 22, 51, 69, 7)
    number = text(213, 52, hidden, 16, 700, "var(--ink)", "start")
    body.append(opt(HIDDEN, pile if hidden else place, number, halo=halo, label=label, data_help="hidden-pile"))
    body.append(text(213, 66, scene.say("left"), 11, 400, "var(--ink-2)", "start", fit=35))
    body.append(text(201, 109, scene.say("open_piles"), 11, 400, "var(--ink-2)", fit=92))
    body += [open_pile(scene, i, cards.pile(pile)) for i, pile in enumerate(PILES)]
    return district("seaport", 248, 184, *body, label=named)


def ship_row(scene: Scene, number: int, kind: str) -> Element:
    """Draw a ship, what it asks for, and its points for one, two, three ..."""
    y, view = 24 + 55 * number, scene.view
    grey = view.ships[kind] == "grey"
    asked = view.question
    is_loading = asked is not None and asked.kind == "load" and asked.about == kind
    load, loaded = (view.load, view.loaded) if is_loading else ({}, 0)
    called = scene.say(kind)
    body = ship(0, y + 6, kind, grey) + text(61, y + 14, called, 11, 600, "var(--ink-2)", "start", fit=88)
    for i, value in enumerate(view.ship_points[kind]):
        x = 61 + 21 * i
        now = loaded == i + 1
        face = rect(
            x,
            y + 20,
            20,
            20,
            3.5,
            fill="var(--laurel-2)" if now else "var(--card)",
            stroke="var(--laurel)" if now else "var(--line-2)",
            stroke_width=1.6 if now else None,
        )
        body += face + text(x + 10, y + 34.5, value, 12, 700, "var(--ink-2)" if grey else "var(--ink)")
    body += cargo(y + 34, tuple(good for good, count in load.items() for _ in range(count)))
    points = ", ".join(map(str, view.ship_points[kind]))
    label = scene.say("ship_grey" if grey else "ship", name=called, points=points)
    return opt(f"ship-{kind}", body, halo=rect(-4, y - 1, 153, 48, 7), label=label, data_help=f"ship-{kind}")


@lru_cache(1 << 8)
def cargo(y: float, goods: tuple[str, ...]) -> Element:
    """Draw what has been loaded, on a plate before the hull."""
    if not goods:
        return NOTHING
    step = min(15.0, 52 / len(goods))
    left = 27.5 - step * len(goods) / 2
    plate = rect(left - 2, y - 9, step * len(goods) + 4, 18, 4, fill="var(--face)", stroke="var(--edge)")
    return plate + joined(
        piece("tile-any-commodity", tile("tile-any-commodity", left + step * (i + 0.5), y - 0.5, 11))
        if good == "wild"
        else lying(good, use(good, left + step * (i + 0.5), y, 13))
        for i, good in enumerate(goods)
    )


def open_pile(scene: Scene, number: int, goods: Sequence[str]) -> Element:
    """Draw an open pile; the last card is on top."""
    x, y = 155 + 48 * number, 115
    halo = rect(x - 1.5, y - 1.5, 47, WIDTH * TALL + 4, 6.5)
    ident = f"pile-open-{number + 1}"
    if not goods:
        place = empty(x + WIDTH / 2, y + WIDTH * TALL / 2, WIDTH, WIDTH * TALL, dashed=True)
        return opt(ident, place, halo=halo, label=scene.say("no_pile"), data_help="open-pile")
    edge = {"fill": "var(--face-2)", "stroke": "var(--edge)"}
    under = joined(
        lying(goods[-1 - i], rect(x + 1.4 * i, y + 1.4 * i, WIDTH, WIDTH * TALL, 5, **edge))
        for i in range(min(len(goods), 3) - 1, 0, -1)
    )
    label = scene.say("open_pile", good=scene.noun("goods", goods[-1]), count=len(goods))
    top = lying(goods[-1], card(x, y, WIDTH, goods[-1]))
    return opt(ident, under, top, halo=halo, label=label, data_help="open-pile")


@lru_cache(16)
def ship(x: float, y: float, kind: str, grey: bool) -> Element:
    """Draw a ship, 55 wide; its sail shows what it asks for."""
    k = 55 / 64
    sail = "var(--grey-side)" if grey else f"var(--sail-{kind})"
    ink = "var(--grey-ink)" if grey else "var(--sail-ink)" if kind == "pairs" else "var(--ivory)"
    cx, cy = x + 33 * k, y + 15 * k
    hull = use("ship", x + 32 * k, y + 22 * k, 64 * k, sail, height=44 * k)
    return hull + _emblem(kind, cx, cy, k, ink)


def _emblem(kind: str, cx: float, cy: float, k: float, ink: str) -> Element:
    def block(dx: float) -> Element:
        return rect(cx + (dx - 2.3) * k, cy - 4.5 * k, 4.6 * k, 9 * k, 1 * k, fill=ink)

    def ball(dx: float) -> Element:
        return circle(cx + dx * k, cy, 3.15 * k, fill=ink)

    if kind == "equal":
        return joined(map(block, (-10.5, -3.5, 3.5, 10.5)))
    if kind == "pairs":
        return block(-9) + block(-3.6) + ball(4.4) + ball(11.6)
    wedge = poly([(cx + 4.4 * k, cy - 4.2 * k), (cx + 8.2 * k, cy + 3.4 * k), (cx + 0.6 * k, cy + 3.4 * k)])
    gem = poly([(cx + 13.4 * k, cy - 4.6 * k), (cx + 17 * k, cy), (cx + 13.4 * k, cy + 4.6 * k), (cx + 9.8 * k, cy)])
    return block(-11.7) + ball(-3.6) + path(wedge + gem, fill=ink)
