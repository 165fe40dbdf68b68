"""A game in one small picture: its emblem for the door, and the miniature of a seat for a list of tables.

Both stand in a page that has read the sheet of symbols.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ulpia.games.forum_trajanum.pictures.mosaic import CELL, floor
from ulpia.games.forum_trajanum.pictures.scene import structures
from ulpia.games.forum_trajanum.pictures.town import TOWN, town
from ulpia.games.trajan.pictures.small_circle import small_middle, small_trays
from ulpia.render.pieces import marker
from ulpia.render.svg import (
    circle,
    path,
    polar,
    sector,
    svg,
    use,
)
from ulpia.render.symbols.boards import SMALL, TRAYS

SOWN = (("blue", "orange"), ("white", "pink", "yellow"), ("green",), ("orange", "pink", "green"), ("yellow", "yellow"))
MARKERS = (*SOWN, ("blue", "white"))
"""What lies on the trays of the emblem, from the seaport on."""
PAVED = ("BBBOGBBR", "GERROBER", "GGRROOOR", "GBBOOGRR")
"""The squares of the emblem, by the first letter of their colour; E is an eagle."""
STANDING = {(1, 0): 1, (3, 1): 0, (1, 2): 0, (2, 2): 0, (5, 0): 2, (5, 1): 2, (6, 2): 3, (3, 3): 1, (6, 3): 3}
"""Envoys: column, row and seat."""
COLOURS = {"B": ("blue", "fountain"), "G": ("green", "park"), "R": ("red", "house"), "O": ("orange", "stable")}


def _circle() -> str:
    """The action circle without tiles and numbers."""
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


def _pavement() -> str:
    """A piece of the forum's mosaic with some envoys."""
    squares = {(c, r): letter for r, row in enumerate(PAVED) for c, letter in enumerate(row)}
    shape = tuple(
        (f"{chr(97 + c)}{r + 1}", "eagle" if letter == "E" else COLOURS[letter][0], None if letter == "E" else 0)
        for (c, r), letter in squares.items()
    )
    body = [floor(shape)]
    for (c, r), letter in squares.items():
        x, y = CELL * (c + 0.5), CELL * (r + 0.5)
        sign = "eagle-cell" if letter == "E" else "mark-{}-{}".format(*COLOURS[letter])
        if (c, r) in STANDING:
            body.append(use(sign, x - 13, y - 13, 10) + use(f"token-{STANDING[c, r]}", x + 1, y + 1, 32))
        else:
            body.append(use(sign, x, y, CELL - 4 if letter == "E" else 18))
    width, height = CELL * len(PAVED[0]) + 8, CELL * len(PAVED) + 8
    return svg(width, height, f'<g transform="translate(4 4)">{"".join(body)}</g>', aria_hidden="true")


EMBLEMS = {"trajan": _circle, "forum_trajanum": _pavement}


@cache
def emblem(game: str) -> str:
    """What a game is known by."""
    return EMBLEMS[game]()


def miniature(view: Mapping[str, Any], seat: int) -> str:
    """One seat at a table, very small: its circle, or its town."""
    player = view["players"][seat]
    if view["game"] == "trajan":
        side, body = 2 * SMALL, use("small-circle", SMALL, SMALL, 2 * SMALL) + "".join(small_trays(player))
        return svg(side, side, body, small_middle(seat), aria_hidden="true")
    return svg(TOWN + 14, TOWN, town(player, structures(view)), aria_hidden="true")
