"""The provinces: an inlaid floor. Corners are shared, so a common edge is a border."""

from functools import lru_cache

from ulpia.games.trajan.pictures.scene import Scene, hyphened
from ulpia.games.trajan.pictures.tiles import forum_tile, help_on_tile
from ulpia.games.trajan.pictures.wood import person
from ulpia.render.pieces import heading, points
from ulpia.render.svg import NOTHING, Element, Point, district, group, joined, opt, path, poly, text, use

Item = tuple[str, object, float]
"""A kind of piece, which one, how wide."""

CORNERS: dict[str, Point] = {
    "A": (148, 18),
    "B": (212, 8),
    "C": (226, 46),
    "D": (208, 68),
    "E": (166, 74),
    "F": (142, 48),
    "G": (258, 24),
    "H": (304, 46),
    "I": (306, 88),
    "K": (250, 104),
    "M": (126, 84),
    "N": (232, 138),
    "O": (170, 142),
    "P": (134, 118),
    "Q": (158, 174),
    "R": (106, 166),
    "T": (14, 116),
    "U": (62, 96),
    "V": (32, 142),
    "W": (102, 210),
    "X": (62, 226),
    "Y": (22, 210),
    "Z": (12, 166),
    "a": (206, 190),
    "b": (202, 220),
    "c": (150, 230),
    "d": (262, 162),
    "e": (246, 194),
    "f": (322, 108),
    "g": (320, 152),
    "h": (368, 96),
    "i": (378, 138),
    "j": (362, 168),
    "k": (368, 206),
    "l": (316, 228),
    "m": (258, 218),
}
OUTLINES = {
    "germania inferior": "ABCDEF",
    "germania superior": "CGHIKD",
    "belgica": "MEDKNOP",
    "lugdunensis": "UMPOQRVT",
    "aquitania": "VRWXYZ",
    "narbonensis": "RQabcW",
    "alpes": "ONdeaQ",
    "raetia": "KIfgdN",
    "noricum": "fhijg",
}
CAMP = "dgjklme"
BRITANNIA: list[Point] = [(38, 12), (92, 5), (120, 20), (125, 50), (106, 68), (58, 74), (32, 60), (24, 34)]
PLACES: dict[str, tuple[float, float, float]] = {
    "britannia": (75, 46, 84),
    "germania inferior": (184, 52, 66),
    "germania superior": (266, 79, 72),
    "belgica": (186, 112, 92),
    "lugdunensis": (86, 138, 104),
    "aquitania": (64, 197, 78),
    "narbonensis": (154, 206, 84),
    "alpes": (212, 171, 76),
    "raetia": (283, 136, 74),
    "noricum": (349, 141, 50),
}
"""Middle of the row of pieces, and how wide it may be; the name stands above it."""
SEPARATE = {"germania inferior", "germania superior"}
"""Names in two lines."""
FLAT, TALL, LARGER = 1.0, 1.84, 1.22
"""How far the land is stretched, on a table and on an upright screen; and how much larger the pieces are there."""
NEUTRAL_POINTS = ((3, "var(--land-a)"), (6, "var(--land-b)"))


def provinces(scene: Scene) -> Element:
    """Draw the map with all its pieces, 404 x 236.

    On a small screen it stands upright, 404 x 434: the land is stretched; its pieces are not, though larger.
    """
    return _map(scene, TALL, "sea-upright") if scene.small else _map(scene, FLAT, "sea")


def _map(scene: Scene, tall: float, sea: str) -> Element:
    height = round(236 * tall)
    body = [use(sea, 194, height / 2, 404, height=height)]
    for name, place in scene.view.provinces.items():
        outline = outline_of(name, tall)
        land = next((ground for most, ground in NEUTRAL_POINTS if place.points <= most), "var(--land-c)")
        tile = [scene.noun("forum_tiles", place.tile)] if place.tile else []
        about = [
            scene.say("province", name=scene.noun("provinces", name), points=place.points),
            *tile,
            *scene.names_of("leads", place.leaders),
            *scene.names_of("holds", place.legionnaires),
        ]
        pieces = [("leader", seat) for seat in place.leaders]
        pieces += [("legionnaire", seat) for seat in place.legionnaires]
        body.append(
            opt(
                f"province-{hyphened(name)}",
                path(
                    outline,
                    fill=land,
                    stroke="var(--coast)",
                    stroke_width=1.3,
                    stroke_linejoin="round",
                    class_="ground",
                ),
                inside(name, scene.noun("provinces", name), place.points, place.tile, tuple(pieces), tall),
                halo=path(outline, stroke_linejoin="round"),
                label=", ".join(about),
                data_help="province",
            )
        )
    leaders = tuple(player.seat for player in scene.players if player.leader == "camp")
    waiting = tuple((player.seat, player.legionnaires) for player in scene.players if player.legionnaires)
    body.append(camp(scene.say("camp"), leaders, waiting, tall))
    body.append(heading(278, 21, "military", scene.say("provinces"), "var(--military)", 112))
    return district("provinces", 404, height, *body, left=-8, label=scene.say("provinces"))


@lru_cache(32)
def outline_of(name: str, tall: float) -> str:
    """Return the border of a province as path data."""
    corners = BRITANNIA if name == "britannia" else [CORNERS[corner] for corner in OUTLINES[name]]
    return poly([(x, y * tall) for x, y in corners])


@lru_cache(1 << 11)
def inside(
    name: str, called: str, value: int, tile: str | None, figures: tuple[tuple[str, int], ...], tall: float
) -> Element:
    """Name, points and pieces of a province; more than fit in one row stand in two."""
    x, y, room = PLACES[name]
    items: list[Item] = [("points", value, 20.0)]
    if tile:
        items.append(("tile", tile, 25.0))
    k = 1.0 if tall == FLAT else LARGER
    y *= tall
    if k > 1:
        rows = [items, *_fitting([], figures, room / k)] if figures else [items]
        pitch, lift = 24.0, 0.55
    else:
        rows = _fitting(items, figures, room)
        pitch, lift = (21.0 if len(rows) == 2 else 17.0), (0.62 if name == "noricum" else 0.4)
    y -= pitch * k * lift * (len(rows) - 1)
    lines = called.split() if name in SEPARATE else [called]
    size = 10 * k
    body = [text(x, y - 16 * k - size * i, words, size, 600, "var(--ink-2)") for i, words in enumerate(reversed(lines))]
    for row in rows:
        at = x - k * (sum(w for _, _, w in row) + 2.5 * (len(row) - 1)) / 2
        for kind, what, w in row:
            cx = at + k * w / 2
            at += k * (w + 2.5)
            if kind == "points":
                body.append(points(cx, y, what, 9 * k))
            elif kind == "tile":
                body.append(forum_tile(cx, y, 23 * k, str(what), about=help_on_tile(str(what))))
            else:
                body.append(person(cx, y - 1, w * k, kind, int(str(what))))
        y += pitch * k
    return joined(body)


def _fitting(items: list[Item], figures: tuple[tuple[str, int], ...], room: float) -> list[list[Item]]:
    """Return all pieces in rows; figures are smaller where they are many."""
    for width in (22.0 if len(figures) < 2 else 20.0, 17.0, 15.5):
        rows = _rows(items, figures, width, room)
        if len(rows) == 1:
            return rows
    for width in (17.0, 14.0, 12.0):
        rows = _rows(items, figures, width, room)
        if len(rows) == 2:
            break
    return rows


def _rows(items: list[Item], figures: tuple[tuple[str, int], ...], width: float, room: float) -> list[list[Item]]:
    """Return pieces in rows that are no wider than the room."""
    rows: list[list[Item]] = [[]]
    for item in (*items, *((kind, seat, width) for kind, seat in figures)):
        if sum(w + 2.5 for _, _, w in rows[-1]) + item[2] > room:
            rows.append([])
        rows[-1].append(item)
    return rows


@lru_cache(1 << 9)
def camp(called: str, leaders: tuple[int, ...], waiting: tuple[tuple[int, int], ...], tall: float) -> Element:
    """Draw the military camp: leaders who have not set out, legionnaires and how many."""
    outline = poly([(CORNERS[corner][0], CORNERS[corner][1] * tall) for corner in CAMP])
    k = 1.0 if tall == FLAT else LARGER
    rows = [[("leader", seat, 0) for seat in leaders], [("legionnaire", seat, count) for seat, count in waiting]]
    if k > 1:
        both = rows[0] + rows[1]
        rows = [both[at : at + 2] for at in range(0, max(1, len(both)), 2)]
    elif len(leaders) + len(waiting) <= 3 or not leaders or not waiting:
        rows = [rows[0] + rows[1]]
    y = 197 * tall - 9.0 * k * (len(rows) - 1)
    body = [
        path(outline, fill="var(--camp)", stroke="var(--coast)", stroke_width=1.3, stroke_linejoin="round"),
        text(309, y - k * (18 - (2 if len(rows) > 1 else 0)), called, 10 * k, 600, "var(--ink-2)"),
    ]
    for row in rows:
        step = 27 if len(row) < 4 else 25
        wide = sum(step if count else 20 for _, _, count in row) - 2
        at = 309 - k * wide / 2
        for kind, seat, count in row:
            body.append(person(at + 8 * k, y, 17.5 * k, kind, seat))
            body.append(text(at + 17 * k, y + 5, count, 11 * k, 700, anchor="start") if count else NOTHING)
            at += k * (step if count else 20)
        y += 20 * k
    return group(*body, id="military-camp", data_help="camp")
