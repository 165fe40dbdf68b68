"""A rival's action circle, small: colours and glyphs, no lettering. About 112 x 112 round its middle."""

from functools import lru_cache

from ulpia.games.trajan.names import SLOTS, TRAYS
from ulpia.games.trajan.pictures.scene import Player
from ulpia.games.trajan.pictures.symbols.boards import SMALL as C
from ulpia.games.trajan.pictures.tiles import trajan_kind
from ulpia.games.trajan.pictures.wood import loose_marker, marker
from ulpia.render.pieces import badge, piece, seat_colour
from ulpia.render.svg import NOTHING, Element, circle, joined, polar, rect, use

SPOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((29, 0),),
    ((30, -12.5), (30, 12.5)),
    ((34, -11), (34, 11), (22, 0)),
    ((34, -11), (34, 11), (22.5, -15), (22.5, 15)),
    ((34.5, -19), (34.5, 0), (34.5, 19), (23, -14), (23, 14)),
)
"""Where up to five markers lie: radius and angle. Of more, four are shown and the number."""


def small_trays(player: Player) -> list[Element]:
    """Draw each tray with its markers, its Trajan tile or the arch."""
    body = []
    for i, tray in enumerate(TRAYS):
        colours = tuple(colour for colour, count in player.trays[tray].items() for _ in range(count))
        drawn = tray_markers(i, colours)
        if tray in player.plus_two:
            x, y = polar(C, C, 21, 60 * i)
            mark = rect(x - 6.5, y - 4.5, 13, 9, 4.5, fill="var(--p-trajan)") + use("plus", x, y, 7, "var(--white)")
            drawn += piece("plus-two", mark)
        body.append(drawn + slot(player, i))
    return body


@lru_cache(4)
def small_middle(seat: int) -> Element:
    """Draw the middle: whose circle it is."""
    return circle(C, C, 14, fill=seat_colour(seat)) + use(f"seat-{seat}", C, C, 11, "var(--card)")


@lru_cache(1 << 10)
def tray_markers(number: int, colours: tuple[str, ...]) -> Element:
    """Draw the markers of a tray; of more than five some, and the number."""
    crowded = len(colours) > 5
    shown = colours[:4] if crowded else colours
    width = 9.6 if len(colours) >= 5 else 11.5
    body = []
    for (r, off), colour in zip(SPOTS[len(shown)], shown):
        x, y = polar(C, C, r, 60 * number + off)
        body.append(loose_marker(round(x, 1), round(y, 1), width, colour))
    if crowded:
        x, y = polar(C, C, 28.5, 60 * number)
        body.append(badge(round(x, 1), round(y, 1), len(colours), 6.8, size=10))
    return joined(body)


def slot(player: Player, number: int) -> Element:
    """Draw what a Trajan tile asks for, or the arch."""
    tile = player.slots[SLOTS[number]]
    x, y = polar(C, C, 51.5 if number % 3 == 0 else 54, 60 * number)
    if tile:
        return piece(trajan_kind(tile), asked(round(x, 1), round(y, 1), *tile.asks))
    if player.arch == SLOTS[number]:
        return piece("arch", use("trajan", round(x, 1), round(y, 1), 11, "var(--bronze)", "var(--slab)"))
    return NOTHING


@lru_cache(1 << 9)
def asked(x: float, y: float, one: str, other: str) -> Element:
    """Draw two markers on a small tile."""
    body = rect(x - 9, y - 5.5, 18, 11, 2.5, fill="var(--face)", stroke="var(--edge)", stroke_width=0.8)
    return body + marker(x - 4, y, 7.4, one) + marker(x + 4, y, 7.4, other)
