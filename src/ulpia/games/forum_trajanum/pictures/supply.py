"""Building tiles that are left: four colours of singles and doubles, each with both its faces."""

from dataclasses import dataclass
from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Scene, built_symbol, slug
from ulpia.games.forum_trajanum.pictures.tiles import double, single
from ulpia.games.forum_trajanum.pictures.wording import sentence
from ulpia.render.pieces import heading
from ulpia.render.svg import NOTHING, Element, district, el, group, opt, rect, text
from ulpia.render.words import Wording

Spot = tuple[float, float]


@dataclass(frozen=True)
class Shelf:
    """How the tiles of one size stand: colours below each other in a corner, or beside each other in a row."""

    width: float
    height: float
    tile: float
    top: float
    """Where the tiles begin; 0: without a heading."""
    is_row: bool = True
    lines: int = 1
    """In a row: both faces beside each other, or one above the other."""

    def faces(self, number: int, is_double: bool) -> tuple[Spot, Spot]:
        """Return where both faces of a colour stand: their left edge and the height of their middle."""
        if not self.is_row:
            cy = self.top + 24.6 * (number + 0.5)
            return ((0.0, cy), (45.0, cy)) if is_double else ((4.0, cy), (36.0, cy))
        x, cy = self.width / 4 * number, self.top + self.tile / 2 + 2
        wide = self.tile * (2 if is_double else 1)
        return ((x, cy), (x, cy + self.tile + 5)) if self.lines == 2 else ((x, cy), (x + wide + 3, cy))

    def count(self, number: int, is_double: bool) -> tuple[float, float, str]:
        """Return where the number of tiles stands, and how it is anchored."""
        (_, cy), (x, below) = self.faces(number, is_double)
        if not self.is_row:
            return (self.width if is_double else 84.0), cy, "end"
        return x + self.tile * (2 if is_double else 1) + 4, (cy + below) / 2, "start"


CORNER = Shelf(106, 116, 21, 18, is_row=False)
LOW = {False: Shelf(412, 32, 28, 0), True: Shelf(412, 32, 19.5, 5)}
HIGH = {False: Shelf(412, 62, 39, 18), True: Shelf(412, 106, 39, 18, lines=2)}
SMALL = {False: Shelf(344, 54, 31, 18), True: Shelf(344, 90, 31, 18, lines=2)}
"""For singles and for doubles."""


def shelf(scene: Scene, is_double: bool) -> Shelf:
    """Return the shelf: the mosaic of four seats leaves corners, the others leave room below."""
    if scene.small:
        return SMALL[is_double]
    return CORNER if scene.view.seats == 4 else (LOW if scene.view.seats == 3 else HIGH)[is_double]


@lru_cache(1 << 11)
def _choice(
    wording: Wording, tile: str, x: float, cy: float, size: float, symbols: tuple[str, ...], has_any: bool
) -> Element:
    """Draw one face of a tile, as it can be chosen."""
    w = size * len(symbols)
    body = (
        single(x + size / 2, cy, size, symbols[0])
        if len(symbols) == 1
        else double(x + size / 2, cy, size, size, False, symbols[0], symbols[1])
    )
    reach = size + 3.6
    hit = el("rect", class_="hit", x=x - 2, y=cy - reach / 2, width=w + 4, height=reach)
    inside = group(body, class_=None if has_any else "dim")
    halo = rect(x - 1, cy - size / 2 - 1, w + 2, size + 2.4, 4)
    return opt(f"supply-{slug(tile)}", hit, inside, label=sentence(wording.noun("buildings", tile)), halo=halo)


@lru_cache(1 << 12)
def _row(
    wording: Wording, at: Shelf, number: int, colour: str, structure: str, grey: str, is_double: bool, count: int
) -> Element:
    """Draw the tiles of one colour: both faces, and how many are left."""
    structure_of = {colour: structure}
    coloured, stone = built_symbol(colour, structure_of), built_symbol(grey, structure_of)
    faces: tuple[tuple[str, tuple[str, ...]], ...] = ((grey, (stone,)), (colour, (coloured,)))
    if is_double:
        faces = ((f"{colour} with grey", (stone, coloured)), (f"{colour} twice", (coloured, coloured)))
    body = [
        _choice(wording, tile, *spot, at.tile, symbols, count > 0)
        for (tile, symbols), spot in zip(faces, at.faces(number, is_double))
    ]
    x, y, anchor = at.count(number, is_double)
    size = 12.5 if at.tile < 30 else 14
    left = text(x, y + size * 0.37, count, size, 700, None if count else "var(--ink-3)", anchor)
    about = "double" if is_double else "single"
    return group(*body, left, id=f"{about}s-{colour}", data_help=about)


def _supply(scene: Scene, is_double: bool) -> Element:
    wording, stock, name = scene.wording, scene.view.stock, "doubles" if is_double else "singles"
    at = shelf(scene, is_double)
    body = [heading(0, 12, "", wording.say(name), fit=at.width)] if at.top > 10 else []
    for number, colour in enumerate(names.COLOURS):
        row = stock[colour]
        body.append(
            _row(
                wording,
                at,
                number,
                colour,
                row.structure,
                row.grey,
                is_double,
                row.doubles if is_double else row.singles,
            )
        )
    body.append(scene.doubt(at.width - 8, 8, "structures") if at.top > 10 else NOTHING)
    label = scene.with_doubt(wording.say(f"{name}_label"), "structures")
    return district(name, at.width, at.height, *body, label=label)


def singles(scene: Scene) -> Element:
    """Draw single building tiles: grey or coloured."""
    return _supply(scene, False)


def doubles(scene: Scene) -> Element:
    """Draw double building tiles: grey and coloured, or two coloured."""
    return _supply(scene, True)
