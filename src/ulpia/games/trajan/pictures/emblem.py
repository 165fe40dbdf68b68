"""Small pictures of Trajan: the emblem of the game, and the thumbnail of a seat."""

from ulpia.games.trajan.pictures.scene import TrajanView
from ulpia.games.trajan.pictures.small_circle import small_middle, small_trays
from ulpia.games.trajan.pictures.symbols.boards import SMALL, TRAYS
from ulpia.games.trajan.pictures.wood import marker
from ulpia.render.svg import Element, circle, path, polar, sector, svg, use

SOWN = (("blue", "orange"), ("white", "pink", "yellow"), ("green",), ("orange", "pink", "green"), ("yellow", "yellow"))
MARKERS = (*SOWN, ("blue", "white"))
"""What lies on the trays of the emblem, from the seaport on."""


def emblem() -> Element:
    """Draw the action circle without tiles and numbers."""
    c = 100.0
    body = [circle(c, c, 96, fill="var(--bronze-2)"), circle(c, c, 94, fill="var(--slab)")]
    for i, (action, colours) in enumerate(zip(TRAYS, MARKERS)):
        mid, hue = 60.0 * i, f"var(--{action})"
        shape = sector(c, c, 33, 92, mid - 30, mid + 30, 3)
        body.append(path(shape, fill="var(--tray)") + path(shape, fill=hue, fill_opacity=0.1))
        body.append(path(sector(c, c, 81, 92, mid - 30, mid + 30, 3), fill=hue))
        body.append(use(action, *polar(c, c, 45, mid), 15, hue, "var(--tray)"))
        for j, colour in enumerate(colours):
            body.append(marker(*polar(c, c, 67.5, mid + (j - (len(colours) - 1) / 2) * 17), 18.5, colour))
    oculus = circle(c, c, 30, fill="var(--bronze-2)") + circle(c, c, 28, fill="var(--porphyry)")
    return svg(200, 200, *body, oculus, use("trajan", c, c, 29, "var(--gold)", "var(--porphyry)"), aria_hidden="true")


def miniature(view: TrajanView, seat: int) -> Element:
    """Draw the action circle of a seat, very small."""
    side = 2 * SMALL
    body = (use("small-circle", SMALL, SMALL, side), *small_trays(view.players[seat]), small_middle(seat))
    return svg(side, side, *body, aria_hidden="true")
