"""What a player has: resources, the ship with envoys in waiting, foreign tiles lying open beside the colonia."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.render.drawing import district, group, opt, path, rect, text, use
from ulpia.render.forum_trajanum.scene import Scene, good_symbol, slug
from ulpia.render.forum_trajanum.tiles import tile_back, tile_face, tile_of
from ulpia.render.forum_trajanum.wording import face_words, noun, reconstructed, say, sentence
from ulpia.render.pieces import badge, heading, piece, seat_colour

STORES_WIDTH, STORES_HEIGHT = 552, 66
SHIP_WIDTH, BESIDE_WIDTH, HEIGHT = 128, 104, 118


@lru_cache(1 << 10)
def _store(language: str, number: int, name: str, symbol: str, count: int) -> str:
    """One kind of resource: its sign, how many, its name."""
    step, h = STORES_WIDTH / len(names.RESOURCES), STORES_HEIGHT
    x = step * number
    cx = x + step / 2
    words = noun(language, "colours" if name in names.COLOURS else "resources", name)
    ground = rect(x + 2, 1, step - 4, h - 2, 8, class_="ground", fill="var(--card)", stroke="var(--line)")
    inside = group(
        rect(cx - 31, 6, 40, 40, 7, fill="var(--face)"),
        use(symbol, cx - 11, 26, 34),
        text(cx + 21, 34, count, 20, 700),
        text(cx, 58, sentence(words), 11, 400, "var(--ink-2)", fit=step - 8),
        class_=None if count else "dim",
    )
    label = f"{sentence(noun(language, 'resources', name))}: {count}"
    about = "worker" if name in names.COLOURS else name
    return opt(f"resource-{name}", ground, inside, label=label, halo=rect(x + 1, 0, step - 2, h, 9), data_help=about)


def resources(scene: Scene) -> str:
    """Stores of eight kinds."""
    counts, structure_of = scene.me["resources"], scene.structures
    body = [
        _store(scene.language, number, name, good_symbol(name, structure_of), counts[name])
        for number, name in enumerate(names.RESOURCES)
    ]
    return district("resources", STORES_WIDTH, STORES_HEIGHT, *body, label=say(scene.language, "resources"))


def ship(scene: Scene) -> str:
    """Own tiles waiting as envoys; what is on the first one's other side only its owner knows."""
    language, me, count = scene.language, scene.me, scene.me["ship"]
    body = [heading(0, 12, "envoy", say(language, "ship"), seat_colour(scene.seat), SHIP_WIDTH)]
    body.append(
        path("M2 82C-1 68 2 60 9 56", fill="none", stroke="var(--ship-line)", stroke_width=3, stroke_linecap="round")
    )
    step = 38.5 if count <= 3 else (SHIP_WIDTH - 16 - 39) / (count - 1)
    first = me["first_envoy"]
    for i in range(count):
        cx = 27 + step * i
        tile = piece(f"envoy-{scene.seat}", tile_back(cx, 62, 38, scene.seat))
        words, about = say(language, "envoy_waits"), "envoy"
        if i == 0 and first is not None and first != "hidden":
            tile += tile_face(cx - 9, 51, 17, first, scene.structures)
            words, about = say(language, "first_envoy", face=face_words(language, first)), "first-envoy"
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
    waiting = say(language, "envoys_wait" if count != 1 else "envoy_waits_one", count=count)
    body.append(group(text(64, 107, waiting, 11, 600, "var(--ivory)", fit=98), id="ship-count"))
    return district("ship", SHIP_WIDTH, HEIGHT, *body, label=say(language, "ship"), data_help="ship")


def beside(scene: Scene) -> str:
    """Foreign tiles lying open: few of them large, many of them small."""
    language, tiles = scene.language, scene.me["beside"]
    step, columns = max((min(96 / -(-max(1, len(tiles)) // c), BESIDE_WIDTH / c, 48), c) for c in (1, 2, 3, 4))
    body = [heading(0, 12, "", say(language, "beside"), fit=BESIDE_WIDTH)]
    for i, (face, count) in enumerate(tiles.items()):
        s = step - 4
        cx, cy = step * (i % columns) + s / 2 + 1, 22 + step * (i // columns) + s / 2
        inside = tile_of(scene.giver, tile_face(cx, cy, s, face, scene.structures))
        if count > 1:
            inside += badge(cx + s * 0.42, cy - s * 0.42, count, 7)
        words = f"{face_words(language, face)}" + (f" × {count}" if count > 1 else "")
        halo = rect(cx - s / 2 - 1.5, cy - s / 2 - 1.5, s + 3, s + 4, 6)
        body.append(opt(f"beside-{slug(face)}", inside, label=words, halo=halo))
    if not tiles:
        edge = {"stroke": "var(--line-2)", "stroke_width": 1.2, "stroke_dasharray": "3 3"}
        body.append(rect(1, 22, 44, 44, 5, fill="none", **edge))
    label = reconstructed(language, say(language, "beside_label"))
    return district("beside", BESIDE_WIDTH, HEIGHT, *body, label=label, data_help="beside")
