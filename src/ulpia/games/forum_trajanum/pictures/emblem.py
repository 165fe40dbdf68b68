"""Small pictures of Forum Trajanum: the emblem of the game, and the thumbnail of a seat."""

from ulpia.games.forum_trajanum.pictures.mosaic import CELL, floor
from ulpia.games.forum_trajanum.pictures.scene import ForumTrajanumView, structures
from ulpia.games.forum_trajanum.pictures.town import TOWN, town
from ulpia.render.svg import Element, moved, svg, use

PAVED = ("BBBOGBBR", "GERROBER", "GGRROOOR", "GBBOOGRR")
"""The squares of the emblem, by the first letter of their colour; E is an eagle."""
STANDING = {(1, 0): 1, (3, 1): 0, (1, 2): 0, (2, 2): 0, (5, 0): 2, (5, 1): 2, (6, 2): 3, (3, 3): 1, (6, 3): 3}
"""Envoys: column, row and seat."""
COLOURS = {"B": ("blue", "fountain"), "G": ("green", "park"), "R": ("red", "house"), "O": ("orange", "stable")}


def emblem() -> Element:
    """Draw a piece of the forum's mosaic with some envoys."""
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
    return svg(width, height, moved(4, 4, *body), aria_hidden="true")


def miniature(view: ForumTrajanumView, seat: int) -> Element:
    """Draw the town of a seat, very small."""
    return svg(TOWN + 14, TOWN, town(view.players[seat], structures(view)), aria_hidden="true")
