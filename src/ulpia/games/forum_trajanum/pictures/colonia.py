"""The colonia in the large place: six by six squares, a street symbol at every row and column."""

from collections.abc import Mapping
from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Scene, built_symbol, cell_id
from ulpia.games.forum_trajanum.pictures.tiles import (
    building_of,
    double,
    single,
    tile_back,
    tile_face,
    tile_of,
)
from ulpia.games.forum_trajanum.pictures.wording import face_words
from ulpia.games.forum_trajanum.view.types import Square
from ulpia.render.pieces import (
    badge,
    piece,
    points,
    seat_mark,
)
from ulpia.render.svg import NOTHING, Element, circle, district, el, group, opt, rect, text, use
from ulpia.render.tree import Attributes
from ulpia.render.words import Wording

CELL, MARGIN = 60, 34
SIZE = MARGIN + CELL * names.SIDE + 1
TILE = CELL - 10
SECOND_HALVES = ("left", "above")
COLUMNS = "abcdef"
Crane = tuple[str, str, bool, bool]
"""Colour, structure, open, scored."""


def street_symbol(street: str) -> str:
    """Return the sign of a street card: "row 4" is street-r4, "column e" is street-c5."""
    kind, which = street.split()
    return f"street-r{which}" if kind == "row" else f"street-c{COLUMNS.index(which) + 1}"


def street_hue(street: str) -> str:
    """Return the hue of a street: rows are clay squares, columns blue discs."""
    return "var(--street-r)" if street.startswith("row") else "var(--street-c)"


@lru_cache(1 << 10)
def street_sign(street: str, cx: float, cy: float, s: float) -> Element:
    """Draw the sign of a street: a square for a row, a disc for a column."""
    hue, h = street_hue(street), s / 2
    is_row = street.startswith("row")
    face = rect(cx - h, cy - h, s, s, s * 0.19, fill=hue) if is_row else circle(cx, cy, h * 1.04, fill=hue)
    return face + use(street_symbol(street), cx, cy, s * 0.65, "var(--ivory)", hue)


@lru_cache(1 << 12)
def _sign(wording: Wording, card: str, street: str, shown: bool, left: int) -> Element:
    """Draw a street symbol at its row or column: a ring if a card of this round means it, a dot for a card to come."""
    is_row = street.startswith("row")
    at = MARGIN + CELL * (names.STREETS.index(street) % names.SIDE + 0.5)
    x, y = (14.0, at) if is_row else (at, 14.0)
    body = [street_sign(card, x, y, 26)]
    if shown:
        ring: Attributes = {"fill": "none", "stroke": "var(--lit)", "stroke_width": 2.5}
        body.append(rect(x - 15.2, y - 15.2, 30.4, 30.4, 7, **ring) if is_row else circle(x, y, 15.6, **ring))
    for i in range(left):
        off = 4.0 * i - 2.0 * (left - 1)
        px, py = (x + 17.2, y + off) if is_row else (x + off, y + 17.2)
        body.append(circle(px, py, 1.5, fill="var(--ink-3)"))
    label = f"{wording.noun('streets', street)}, {wording.say('cards_to_come', count=left)}"
    which = street.split()[1]
    ix, iy = (x, y + 27) if is_row else (x + 22, y + 4)
    body.append(text(ix, iy, which, 11, 600, "var(--ink-3)"))
    ident = f"street-sign-{street_symbol(street)[7:]}"
    return group(*body, id=ident, aria_label=label, data_help="street-sign")


@lru_cache(1 << 8)
def _bands(streets: tuple[str, ...]) -> Element:
    """Draw the streets of this round, as lit paving."""
    body = NOTHING
    for street in streets:
        i, far = names.STREETS.index(street) % names.SIDE, CELL * names.SIDE + 2
        x, y, w, h = (MARGIN - 2, MARGIN + CELL * i + 1, far, CELL - 2)
        if not street.startswith("row"):
            x, y, w, h = y, x, h, w
        body += rect(x, y, w, h, 7, fill="var(--lit-fill)")
    edge = CELL * names.SIDE + 1
    frame = rect(MARGIN - 0.5, MARGIN - 0.5, edge, edge, 8, fill="none", stroke="var(--line-2)", stroke_width=1.2)
    return group(body, frame, id="street-bands")


@lru_cache(1 << 14)
def _cell(
    wording: Wording,
    square: str,
    seat: int,
    cover: str,
    face: str | None,
    temple: bool,
    crane: Crane | None,
    building: tuple[str, str] | None,
    joined: str | None,
    partner: str,
    value: int,
    taken: int,
    asked: bool,
    structure_of: tuple[tuple[str, str], ...],
) -> Element:
    """Draw one square and what lies on it. `building`: name and symbol; `taken`: for which card; `asked`: about it."""
    at = names.SQUARES.index(square)
    cx, cy = MARGIN + CELL * (at % names.SIDE + 0.5), MARGIN + CELL * (at // names.SIDE + 0.5)
    body, about = NOTHING, "square"
    said: list[str] = []
    if building is not None:
        about = building[0] if building[0] in names.GREY else "structure"
        said.append(wording.noun("buildings", building[0]))
        if joined is None:
            body = use("free-cell", cx, cy, CELL - 6) + building_of(building[1:], single(cx, cy, TILE, building[1]))
        elif joined not in SECOND_HALVES:
            body = use("free-cell", cx, cy, CELL - 6)
            both = double(cx, cy, TILE, CELL, joined == "below", building[1], partner)
            body += building_of((building[1], partner), both)
    elif temple:
        about = "temple"
        body = use("temple-cell", cx, cy, CELL - 6)
        said.append(wording.say("temple"))
    else:
        body, said = _ground(wording, cx, cy, crane, value, cover != "none")
        if crane is not None:
            about = "crane-scored" if crane[3] else "crane"
        if cover != "none":
            about = "citizen-tile" if face in names.CLASSES else "colonia-tile"
            if face is not None:
                tile = tile_face(cx, cy, TILE - 2, face, dict(structure_of))
                said.insert(0, face_words(wording, face))
            else:
                tile = tile_back(cx, cy, TILE, seat)
                said.insert(0, wording.say("face_down"))
            is_here = tile_of(seat, tile)
            body += group(tile, class_="dim") + badge(cx + 19, cy - 19, taken, 8) if taken else is_here
            if crane is not None:
                body += use(f"pin-{crane[0]}-{crane[1]}", cx - 21, cy - 21, 16)
    label = f"{square}: {', '.join(said)}"
    h = TILE / 2
    hit = el("rect", class_="hit", x=cx - 30, y=cy - 30, width=60, height=60) if not body else NOTHING
    halo = rect(cx - h - 2, cy - h - 2, TILE + 4, TILE + 5, 8)
    state = "chosen" if asked else ""
    return opt(cell_id(square), hit, body, label=label, halo=halo, state=state, data_help=about)


def _ground(
    wording: Wording, cx: float, cy: float, crane: Crane | None, value: int, is_covered: bool
) -> tuple[Element, list[str]]:
    """Draw a square without building: paving, or the crane of a corner. A tile may lie on it."""
    if crane is None:
        return use("free-cell", cx, cy, CELL - 6), [] if is_covered else [wording.say("empty")]
    colour, structure, is_open, is_scored = crane
    crane_words = wording.say(f"crane_{'scored' if is_scored else 'open' if is_open else 'covered'}")
    said = [crane_words.format(colour=wording.noun("colours", colour))]
    if is_scored:
        return piece(f"crane-{colour}", use("scored-crane", cx, cy, CELL - 6)), said
    body = piece(f"crane-{colour}", use(f"open-crane-{colour}-{structure}", cx, cy, CELL - 6))
    if is_open and value:
        body += points(cx + 17, cy + 17, value, 8.5)
        said.append(wording.say("worth_now", points=value))
    return body, said


def _partner(square: str, joined: str | None, town: Mapping[str, Square], structure_of: Mapping[str, str]) -> str:
    """Return the symbol of the other half of a double, seen from its first half."""
    if joined is None or joined in SECOND_HALVES:
        return ""
    column, row = square[0], int(square[1:])
    other = f"{chr(ord(column) + 1)}{row}" if joined == "right" else f"{column}{row + 1}"
    return built_symbol(town[other].building or "", structure_of)


def colonia(scene: Scene) -> Element:
    """Draw the whole board of the large seat."""
    me, view, wording = scene.me, scene.view, scene.wording
    town, structure_of = me.colonia, scene.structures
    fixed = tuple(structure_of.items())
    taken = {}
    for number, card in enumerate(names.CARDS, 1):
        if me.taking and (square := me.taking.card(card).square):
            taken[square] = number
    meant = () if view.over else tuple(me.streets)
    body = [_bands(meant if scene.is_taking else ()), _corner(scene)]
    card_of = {street: card for card, street in me.street_of.items()}
    left = view.streets.left
    for street in names.STREETS:
        card = card_of[street]
        body.append(_sign(wording, card, street, street in meant, left.get(card, 0)))
    for square, shown in town.items():
        building, crane, joined = shown.building, shown.crane, shown.joined
        kept = None
        if crane is not None:
            kept = (crane.colour, structure_of[crane.colour], crane.open, crane.scored)
        body.append(
            _cell(
                wording,
                square,
                scene.own,
                shown.cover,
                shown.face,
                shown.temple,
                kept,
                None if building is None else (building, built_symbol(building, structure_of)),
                joined,
                _partner(square, joined, town, structure_of),
                0 if crane is None else crane.points,
                taken.get(square, 0),
                square == scene.about,
                fixed,
            )
        )
    label = wording.say("colonia_of", name=scene.name(scene.own))
    tables = ("temples",) if view.side == "A" else ("temples", "street_symbols")
    body.append(scene.doubt(SIZE - 1, SIZE - 1, *tables))
    label = scene.with_doubt(label, *tables)
    return district("colonia", SIZE, SIZE, *body, label=label, data_home=scene.own)


def _corner(scene: Scene) -> Element:
    """Draw the corner above the rows: whose town this is, and the points; bonus points are taken here."""
    seat, me = scene.own, scene.me
    label = scene.say("player", name=scene.name(seat), points=me.points)
    ground = el("rect", class_="ground", x=-3, y=-3, width=34, height=34, rx=7, fill="none")
    is_first = scene.view.first == seat
    mark = seat_mark(10 if is_first else 14, 5, 11, seat)
    if is_first:
        mark += piece("first-player", use("statue", 22, 5, 12, "var(--bronze)"), about="first-player")
    number = text(14, 25, me.points, 15, 700, serif=True, data_points=seat)
    return opt("own-points", ground, mark, number, label=label, halo=rect(-3, -3, 34, 34, 7), data_help="points")
