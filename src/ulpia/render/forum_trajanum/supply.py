"""Building tiles that are left: four colours of singles and doubles, each with both its faces."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.render.drawing import district, group, opt, rect, text
from ulpia.render.forum_trajanum.scene import Scene, built_symbol, slug
from ulpia.render.forum_trajanum.tiles import double, single
from ulpia.render.forum_trajanum.wording import noun, reconstructed, say, sentence
from ulpia.render.pieces import heading

WIDTH, HEIGHT = 106, 116
TOP, STEP, TILE = 18, 24.6, 21


@lru_cache(1 << 10)
def _choice(language: str, tile: str, x: float, cy: float, symbols: tuple[str, ...], has_any: bool) -> str:
    """One face of a tile, as it can be chosen."""
    w = TILE * len(symbols)
    body = (
        single(x + TILE / 2, cy, TILE, symbols[0])
        if len(symbols) == 1
        else double(x + TILE / 2, cy, TILE, TILE, False, symbols[0], symbols[1])
    )
    hit = f'<rect class="hit" x="{x - 2:g}" y="{cy - 12.3:g}" width="{w + 4:g}" height="24.6"/>'
    inside = group(body, class_=None if has_any else "dim")
    halo = rect(x - 1, cy - TILE / 2 - 1, w + 2, TILE + 2.4, 4)
    return opt(f"supply-{slug(tile)}", hit, inside, label=sentence(noun(language, "buildings", tile)), halo=halo)


@lru_cache(1 << 12)
def _row(language: str, number: int, colour: str, structure: str, grey: str, is_double: bool, count: int) -> str:
    """The tiles of one colour: both faces, and how many are left."""
    cy = TOP + STEP * (number + 0.5)
    structure_of = {colour: structure}
    coloured, stone = built_symbol(colour, structure_of), built_symbol(grey, structure_of)
    faces: tuple[tuple[str, tuple[str, ...], float], ...]
    if is_double:
        faces = ((f"{colour} with grey", (stone, coloured), 0.0), (f"{colour} twice", (coloured, coloured), 45.0))
    else:
        faces = ((grey, (stone,), 4.0), (colour, (coloured,), 36.0))
    body = [_choice(language, tile, x, cy, symbols, count > 0) for tile, symbols, x in faces]
    left = text(WIDTH if is_double else 84, cy + 4.6, count, 12.5, 700, None if count else "var(--ink-3)", "end")
    about = "double" if is_double else "single"
    return group(*body, left, id=f"{about}s-{colour}", data_help=about)


def _supply(scene: Scene, is_double: bool) -> str:
    language, stock = scene.language, scene.view["stock"]
    name = "doubles" if is_double else "singles"
    body = [heading(0, 12, "", say(language, name), fit=WIDTH)]
    for number, colour in enumerate(names.COLOURS):
        row = stock[colour]
        body.append(_row(language, number, colour, row["structure"], row["grey"], is_double, row[name]))
    return district(name, WIDTH, HEIGHT, *body, label=reconstructed(language, say(language, f"{name}_label")))


def singles(scene: Scene) -> str:
    """Single building tiles: grey or coloured."""
    return _supply(scene, False)


def doubles(scene: Scene) -> str:
    """Double building tiles: grey and coloured, or two coloured."""
    return _supply(scene, True)
