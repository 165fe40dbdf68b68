"""What a player has in hand: cranes and citizens of the set-up, tiles of this round, a building to be laid."""

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.colonia import street_sign
from ulpia.games.forum_trajanum.pictures.scene import Scene, built_symbol
from ulpia.games.forum_trajanum.pictures.tiles import (
    building_of,
    double,
    tile_back,
    tile_face,
    tile_of,
)
from ulpia.games.forum_trajanum.pictures.wording import face_words, sentence
from ulpia.games.forum_trajanum.view.types import Taken
from ulpia.render.pieces import (
    badge,
    heading,
    piece,
    seat_mark,
)
from ulpia.render.svg import NOTHING, Element, district, el, group, joined, moved, opt, rect, text, use

WIDTH, HEIGHT = 106, 118
SMALL_WIDTH, SMALL_HEIGHT = 344, 96
"""On a small screen the lower row stands beside the upper one."""
LEFT, RIGHT, ROW = 25, 79, 46
TILE = 46
CITIZEN = ("lay", "corners")
NOT_TAKEN = Taken(done=False, square=None, face=None, tribune=False)
"""What is seen of the taking of others."""


def hand(scene: Scene) -> Element:
    """Draw the small stage between ship and stores."""
    asked, me = scene.asked, scene.me
    if any(shown.crane is None for square, shown in me.colonia.items() if square in names.CORNERS):
        key, body = "cranes", _cranes(scene)
    elif asked in CITIZEN:
        key, body = "to_lay", _citizen(scene)
    elif asked in ("place", "first_reward"):
        key, body = "to_build", _building(scene)
    elif scene.is_taking:
        key, body = "taken", _taken(scene)
    else:
        key, body = "tiles", _tiles(scene)
    w, h = (SMALL_WIDTH, SMALL_HEIGHT) if scene.small else (WIDTH, HEIGHT)
    head = heading(0, 12, "", scene.say(f"hand_{key}"), fit=w)
    return district("hand", w, h, head, *body, label=scene.say(f"hand_{key}"))


def _place(cx: float, cy: float, s: float) -> Element:
    return rect(
        cx - s / 2, cy - s / 2, s, s, 5, class_="ground", fill="none", stroke="var(--line-2)", stroke_dasharray="3 3"
    )


def _caption(cx: float, y: float, words: str, fit: float = 52) -> Element:
    return text(cx, y, words, 10.5, 400, "var(--ink-2)", fit=fit)


def _cranes(scene: Scene) -> list[Element]:
    """Draw the cranes that have no corner yet."""
    town, structure_of = scene.me.colonia, scene.structures
    laid = {crane.colour for corner in names.CORNERS if (crane := town[corner].crane)}
    body = []
    for i, colour in enumerate(names.COLOURS):
        cx, cy, s = (24 + 56 * i, 46, 44) if scene.small else (24 + 52 * (i % 2), 43 + 49 * (i // 2), 44)
        if colour in laid:
            body.append(_place(cx, cy, s))
            continue
        inside = piece(f"crane-{colour}", use(f"open-crane-{colour}-{structure_of[colour]}", cx, cy, s))
        label = sentence(scene.say("crane_open").format(colour=scene.noun("colours", colour)))
        halo = rect(cx - 23, cy - 23, 46, 46, 5)
        body.append(opt(f"crane-{colour}", inside, label=label, halo=halo, data_help="crane"))
    return body


def _citizen(scene: Scene) -> list[Element]:
    """Draw the citizen to be laid."""
    kind = scene.about
    citizen = tile_of(scene.own, use(f"face-{kind}", 53, 54, 58), about=kind)
    return [citizen, _caption(53, 94 if scene.small else 104, sentence(scene.noun("citizens", kind)))]


def _building(scene: Scene) -> list[Element]:
    """Draw the building tile being laid; of a double both halves, to choose which is rewarded first."""
    kind, about, stock = scene.asked, scene.about, scene.view.stock
    structure_of, wording = scene.structures, scene.wording
    tile = f"{about} with grey" if kind == "first_reward" else str(about)
    if " " not in tile:
        words = _building_name(scene, tile)
        symbol = built_symbol(tile, structure_of)
        drawn = group(building_of((symbol,), use(symbol, 53, 54, 58)), data_help="building-to-lay")
        return [drawn, _caption(53, 94 if scene.small else 104, words)]
    colour = tile.split()[0]
    first = stock[colour].grey if tile.endswith("grey") else colour
    halves = (built_symbol(first, structure_of), built_symbol(colour, structure_of))
    drawn = building_of(halves, double(28, 54, 48, 50, False, *halves))
    body = [group(drawn, data_help="building-to-lay")]
    if kind == "first_reward":
        for half, cx in (("grey", 28.0), ("coloured", 78.0)):
            words = sentence(wording.noun("halves", half))
            hit = el("rect", class_="hit", x=cx - 24, y=30, width=48, height=48)
            halo = rect(cx - 25, 29, 50, 51, 6)
            body.append(opt(f"half-{half}", hit, label=words, halo=halo, data_help="building-to-lay"))
    return [*body, _caption(28, 96, _building_name(scene, first)), _caption(78, 96, _building_name(scene, colour))]


def _building_name(scene: Scene, building: str) -> str:
    """Return a building by its own noun, not by its colour."""
    structure = scene.structures.get(building)
    if structure is None:
        return sentence(scene.noun("grey", building))
    return sentence(scene.noun("structures", structure))


def _taken(scene: Scene) -> list[Element]:
    """Draw what has been taken for each street card; which one is kept."""
    wording, taking, shown = scene.wording, scene.me.taking, scene.view.streets.shown
    body = []
    for cx, (number, card) in zip((LEFT, RIGHT), enumerate(names.CARDS)):
        done = taking.card(card) if taking else NOT_TAKEN
        face = done.face
        if face is None:
            inside = _place(cx, ROW, TILE - 2)
            words = wording.say("nothing_taken" if done.done else "not_taken")
            inside += use("close", cx, ROW, 14, "var(--ink-3)") if done.done else NOTHING
        else:
            inside = tile_of(scene.own, tile_face(cx, ROW, TILE, face, scene.structures))
            words = face_words(wording, face)
        if done.tribune:
            inside += use("good-tribune", cx + 17, ROW - 20, 15)
        if taking and taking.keeps and face == taking.keeps:
            inside += use("check", cx - 17, ROW - 20, 14, "var(--laurel)")
        halo = rect(cx - TILE / 2 - 1.5, ROW - TILE / 2 - 1.5, TILE + 3, TILE + 4, 6)
        body.append(opt(f"tile-{card}", inside, label=words, halo=halo, data_help="taken-tile"))
        if number < len(shown):
            body.append(street_sign(shown[number], cx, 86, 20))
    middle, y = (176, 50) if scene.small else (WIDTH / 2, 112)
    body.append(_caption(middle, y, wording.say("keep_one"), WIDTH))
    return body


def _tiles(scene: Scene) -> list[Element]:
    """Draw the own tile, the one received, both for two tribunes; what was passed on."""
    me, wording = scene.me, scene.wording
    body = []
    for cx, kind in ((LEFT, "own"), (RIGHT, "received")):
        face, owner = me.own if kind == "own" else me.received, scene.own if kind == "own" else scene.giver
        if face is None:
            inside, words = _place(cx, ROW, TILE - 2), wording.say("empty")
        elif face == "hidden":
            inside, words = tile_of(owner, tile_back(cx, ROW, TILE, owner)), wording.say("hidden")
        else:
            inside = tile_of(owner, tile_face(cx, ROW, TILE, face, scene.structures))
            words = face_words(wording, face)
        if kind == "received" and face is not None:
            inside += seat_mark(cx + 19, ROW - 19, 9, owner)
        halo = rect(cx - TILE / 2 - 1.5, ROW - TILE / 2 - 1.5, TILE + 3, TILE + 4, 6)
        caption = wording.say(f"tile_{kind}")
        label = f"{caption}: {words}"
        body.append(opt(f"tile-{kind}", inside, label=label, halo=halo, data_help=f"{kind}-tile"))
        body.append(_caption(cx, 82, caption))
    lower = (_both(scene), _passed(scene))
    return [*body, moved(126, -57, *lower) if scene.small else joined(lower)]


def _both(scene: Scene) -> Element:
    """Draw both tiles, for two tribunes."""
    wording, me = scene.wording, scene.me
    legal = me.own is not None and me.received is not None and me.can_pay_both
    ground = rect(2, 89, 56, 27, 6, class_="ground", fill="var(--card)", stroke="var(--line)")
    inside = group(
        use("good-tribune", 15, 102.5, 16) + badge(23, 96, "2", 5.5, size=10),
        use("arrow", 32, 102.5, 10, "var(--ink-3)"),
        rect(39, 95, 9, 9, 2, fill="none", stroke="var(--ink-2)", stroke_width=1.4),
        rect(44, 101, 9, 9, 2, fill="var(--card)", stroke="var(--ink-2)", stroke_width=1.4),
        class_=None if legal else "dim",
    )
    halo = rect(0.5, 87.5, 59, 30, 7)
    return opt("tile-both", ground, inside, label=wording.say("tile_both"), halo=halo, data_help="both-tiles")


def _passed(scene: Scene) -> Element:
    """Draw the tile that was passed on, and to whom."""
    face, right = scene.me.passed, scene.me.passes_to
    if face is None:
        return NOTHING
    tile = tile_back(73, 103, 24, scene.own) if face == "hidden" else tile_face(73, 103, 24, face, scene.structures)
    label = scene.say("tile_passed", name=scene.name(right))
    words = scene.say("hidden") if face == "hidden" else face_words(scene.wording, face)
    arrow = use("arrow", 91, 103, 10, "var(--ink-3)") + seat_mark(102, 103, 9, right)
    given = tile_of(scene.own, tile)
    said = f"{label}: {words}"
    return group(given, arrow, id=f"passed-{scene.own}", aria_label=said, data_help="passed-tile")
