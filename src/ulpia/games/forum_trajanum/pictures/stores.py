"""What a player has: resources, the ship with envoys in waiting, foreign tiles lying open beside the colonia."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Scene, good_symbol, slug
from ulpia.games.forum_trajanum.pictures.tiles import tile_back, tile_face, tile_of
from ulpia.games.forum_trajanum.pictures.wording import face_words, sentence
from ulpia.render.pieces import (
    badge,
    heading,
    piece,
    seat_colour,
)
from ulpia.render.svg import Element, district, group, opt, path, rect, text, use
from ulpia.render.tree import Attributes
from ulpia.render.uncertainty import doubt_sign
from ulpia.render.words import Wording

STORES_WIDTH, STORES_HEIGHT = 552, 66
SMALL_WIDTH, SMALL_SHIP = 344, 220
SHIP_WIDTH, BESIDE_WIDTH, HEIGHT = 128, 104, 118
NOTE_WIDTH, NOTE_HEIGHT = 344, 13


@lru_cache(1 << 10)
def _store(wording: Wording, number: int, name: str, symbol: str, count: int, step: float, columns: int) -> Element:
    """Draw one kind of resource: its sign, how many, its name."""
    h = STORES_HEIGHT
    x, y = step * (number % columns), (h + 2) * (number // columns)
    cx = x + step / 2
    words = wording.noun("colours" if name in names.COLOURS else "resources", name)
    ground = rect(x + 2, y + 1, step - 4, h - 2, 8, class_="ground", fill="var(--card)", stroke="var(--line)")
    inside = group(
        rect(cx - 31, y + 6, 40, 40, 7, fill="var(--face)"),
        use(symbol, cx - 11, y + 26, 34),
        text(cx + 21, y + 34, count, 20, 700),
        text(cx, y + 58, sentence(words), 11, 400, "var(--ink-2)", fit=step - 8),
        class_=None if count else "dim",
    )
    label = f"{sentence(wording.noun('resources', name))}: {count}"
    about = "worker" if name in names.COLOURS else name
    return opt(f"resource-{name}", ground, inside, label=label, halo=rect(x + 1, y, step - 2, h, 9), data_help=about)


def resources(scene: Scene) -> Element:
    """Draw stores of eight kinds; on a small screen in two rows."""
    counts, structure_of, kinds = scene.me.resources, scene.structures, len(names.RESOURCES)
    columns, w, h = (4, SMALL_WIDTH, 2 * STORES_HEIGHT + 2) if scene.small else (kinds, STORES_WIDTH, STORES_HEIGHT)
    body = [
        _store(scene.wording, number, name, good_symbol(name, structure_of), counts[name], w / columns, columns)
        for number, name in enumerate(names.RESOURCES)
    ]
    return district("resources", w, h, *body, label=scene.say("resources"))


def ship(scene: Scene) -> Element:
    """Draw own tiles waiting as envoys; what is on the first one's other side only its owner knows."""
    wording, me, count = scene.wording, scene.me, scene.me.ship
    edge = (SHIP_WIDTH - SMALL_SHIP) / 2 if scene.small else 0
    body = [heading(edge, 12, "envoy", wording.say("ship"), seat_colour(scene.own), SHIP_WIDTH)]
    body.append(
        path("M2 82C-1 68 2 60 9 56", fill="none", stroke="var(--ship-line)", stroke_width=3, stroke_linecap="round")
    )
    step = 38.5 if count <= 3 else (SHIP_WIDTH - 16 - 39) / (count - 1)
    first = me.first_envoy
    for i in range(count):
        cx = 27 + step * i
        tile = piece(f"envoy-{scene.own}", tile_back(cx, 62, 38, scene.own))
        words, about = wording.say("envoy_waits"), "envoy"
        if i == 0 and first is not None and first != "hidden":
            tile += tile_face(cx - 9, 51, 17, first, scene.structures)
            words, about = wording.say("first_envoy", face=face_words(wording, first)), "first-envoy"
        halo = rect(cx - 20.5, 41.5, 41, 41, 6)
        body.append(opt(f"ship-tile-{i}", tile, label=words, halo=halo, data_help=about))
    hull = path(
        "M2 82H126C125 100 117 114 103 114H25C11 114 3 100 2 82Z",
        fill="var(--hull)",
        stroke="var(--ship-line)",
        stroke_width=1.8,
        stroke_linejoin="round",
    )
    body.append(hull + path("M6 92H122", stroke="var(--hull-line)", stroke_width=2))
    waiting = wording.say("envoys_wait" if count != 1 else "envoy_waits_one", count=count)
    body.append(group(text(64, 107, waiting, 11, 600, "var(--ivory)", fit=98), id="ship-count"))
    w = SMALL_SHIP if scene.small else SHIP_WIDTH
    return district("ship", w, HEIGHT, *body, label=wording.say("ship"), left=edge, data_help="ship")


def beside(scene: Scene) -> Element:
    """Draw foreign tiles lying open: few of them large, many of them small."""
    wording, tiles = scene.wording, scene.me.beside
    w, h, most = (SMALL_WIDTH, 72, 8) if scene.small else (BESIDE_WIDTH, HEIGHT, 4)
    step, columns = max((min((h - 22) / -(-max(1, len(tiles)) // c), w / c, 48), c) for c in range(1, most + 1))
    body = [heading(0, 12, "", wording.say("beside"), fit=w)]
    for i, (face, count) in enumerate(tiles.items()):
        s = step - 4
        cx, cy = step * (i % columns) + s / 2 + 1, 22 + step * (i // columns) + s / 2
        inside = tile_of(scene.giver, tile_face(cx, cy, s, face, scene.structures))
        if count > 1:
            inside += badge(cx + s * 0.42, cy - s * 0.42, count, 7)
        words = f"{face_words(wording, face)}" + (f" × {count}" if count > 1 else "")
        halo = rect(cx - s / 2 - 1.5, cy - s / 2 - 1.5, s + 3, s + 4, 6)
        body.append(opt(f"beside-{slug(face)}", inside, label=words, halo=halo))
    if not tiles:
        edge: Attributes = {"stroke": "var(--line-2)", "stroke_width": 1.2, "stroke_dasharray": "3 3"}
        body.append(rect(1, 22, 44, 44, 5, fill="none", **edge))
    body.append(scene.doubt(w - 8, 8, "resource_tiles"))
    label = scene.with_doubt(wording.say("beside_label"), "resource_tiles")
    return district("beside", w, h, *body, label=label, data_help="beside")


def note(scene: Scene) -> Element:
    """Say what the sign for reconstructed figures means, if there is one on the table."""
    words = scene.say("reconstruction_note")
    if not scene.view.reconstructed:
        return district("note", NOTE_WIDTH, NOTE_HEIGHT, label="")
    sign = doubt_sign(5, NOTE_HEIGHT / 2, scene.say("reconstruction"))
    line = text(13, NOTE_HEIGHT / 2 + 3.6, words, 10.5, 400, "var(--ink-3)", "start", fit=NOTE_WIDTH - 14)
    return district("note", NOTE_WIDTH, NOTE_HEIGHT, sign, line, label=words)
