"""The forum in Rome: a thin joint inside an area, a wide one between areas; every square has its colour's sign."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Scene, square_id
from ulpia.games.forum_trajanum.pictures.wording import sentence
from ulpia.render.pieces import piece
from ulpia.render.svg import NOTHING, Element, district, el, group, n, opt, path, text, use
from ulpia.render.words import Wording

CELL = 40
GROUT = 3
"""Round all squares."""
EDGE = 10
"""Beside the grout: letters of columns and numbers of rows, which sentences name."""
SIDES = (("n", 0, -1), ("s", 0, 1), ("w", -1, 0), ("e", 1, 0))
THIN, WIDE = 0.6, 2.1
Shape = tuple[tuple[str, str, int | None], ...]
"""Squares with colour and area; the tableaus of a game do not change."""
BAND = 4
"""The tableaus of two players are one band, four squares wide: it lies on its side, so that squares are larger."""


@lru_cache(1 << 8)
def at(square: str, lies: bool) -> tuple[int, int]:
    """Return column and row of a square, as it is drawn; a quarter turned where the band lies."""
    column, row = ord(square[0]) - 97, int(square[1:]) - 1
    return (row, BAND - 1 - column) if lies else (column, row)


@lru_cache(256)
def floor(shape: Shape, lies: bool = False) -> Element:
    """Draw what never changes: the grout and the stones of each colour."""
    where = {at(square, lies): (colour, area) for square, colour, area in shape}
    side = CELL + 2 * GROUT
    grout = "".join(f"M{c * CELL - GROUT} {r * CELL - GROUT}h{side}v{side}h{-side}z" for c, r in where)
    body = [path(grout, fill="var(--grout)")]
    stones = {colour: "" for colour in names.COLOURS}
    for (c, r), (colour, area) in where.items():
        x, y = c * CELL, r * CELL
        if area is None:
            continue
        e = {side: THIN if where.get((c + dx, r + dy)) == (colour, area) else WIDE for side, dx, dy in SIDES}
        w, h = CELL - e["w"] - e["e"], CELL - e["n"] - e["s"]
        stones[colour] += f"M{n(x + e['w'])} {n(y + e['n'])}h{n(w)}v{n(h)}h{n(-w)}z"
    body += [path(d, fill=f"var(--t-{colour})") for colour, d in stones.items() if d]
    body.append(path("".join(stones.values()), fill="url(#tesserae)"))
    return group(*body, id="floor")


@lru_cache(256)
def coordinates(shape: Shape, lies: bool) -> Element:
    """Draw the letter or number of every line of squares above it or on its left."""
    left: dict[int, tuple[int, str]] = {}
    top: dict[int, tuple[int, str]] = {}
    for (c, r), square in sorted((at(square, lies), square) for square, _, _ in shape):
        letter, number = square[0], square[1:]
        left.setdefault(r, (c, letter if lies else number))
        top.setdefault(c, (r, number if lies else letter))
    body = [
        text(CELL * (c + 0.5), CELL * r - GROUT - 2.5, name, 10, 600, "var(--ink-3)") for c, (r, name) in top.items()
    ]
    body += [
        text(CELL * c - GROUT - EDGE / 2, CELL * (r + 0.5) + 3.5, name, 10, 600, "var(--ink-3)")
        for r, (c, name) in left.items()
    ]
    return group(*body, id="coordinates", aria_hidden="true")


@lru_cache(1 << 13)
def _square(
    wording: Wording, square: str, lies: bool, colour: str, structure: str, envoy: int | None, owner: str
) -> Element:
    """Draw one square: the sign of its colour, in the corner once it is taken; on an eagle the envoy stands aside."""
    c, r = at(square, lies)
    x, y = c * CELL, r * CELL
    mx, my = x + CELL // 2, y + CELL // 2
    sign = "" if colour == "eagle" else f"mark-{colour}-{structure}"
    body = el("path", class_="hit", d=f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    if not sign:
        body += use("eagle-cell", mx, my, CELL - 4)
    if envoy is None:
        body += use(sign, mx, my, 18) if sign else NOTHING
    elif sign:
        body += use(sign, x + 7, y + 7, 10) + _token(envoy, mx + 1, my + 1, 32)
    else:
        body += _token(envoy, mx + 7, my + 7, 22)
    label = f"{square}: {wording.noun('colours', colour)}, {owner or wording.say('empty')}"
    halo = path(f"M{x + 2} {y + 2}h{CELL - 4}v{CELL - 4}h{4 - CELL}z")
    about = None if sign else "eagle"
    return opt(square_id(square), body, label=label, halo=halo, state=f"on-colour {colour}", data_help=about)


def _token(seat: int, cx: float, cy: float, s: float) -> Element:
    """Draw an envoy who has arrived."""
    return piece(f"envoy-{seat}", use(f"token-{seat}", cx, cy, s), seat, about="envoy")


def mosaic(scene: Scene) -> Element:
    """Draw the squares of the forum with all envoys; as large as those that are used."""
    view, wording, structure_of = scene.view, scene.wording, scene.structures
    squares, lies = view.forum.squares, view.seats == 2
    shape = tuple((square, known.colour, known.area) for square, known in squares.items())
    stones = []
    for square, known in squares.items():
        colour, envoy = known.colour, known.envoy
        owner = "" if envoy is None else scene.name(envoy)
        stones.append(_square(wording, square, lies, colour, structure_of.get(colour, ""), envoy, owner))
    label = scene.with_doubt(sentence(wording.say("forum")), "mosaic")
    columns, rows = (1 + max(at(square, lies)[i] for square in squares) for i in (0, 1))
    sign = scene.doubt(-GROUT - EDGE / 2, -GROUT - EDGE / 2, "mosaic")
    body = (floor(shape, lies), coordinates(shape, lies), group(*stones, id="squares", data_help="forum-square"), sign)
    w, h = columns * CELL + 2 * GROUT + EDGE, rows * CELL + 2 * GROUT + EDGE
    return district("mosaic", w, h, *body, label=label, left=-GROUT - EDGE, top=-GROUT - EDGE)
