"""The other players: their town small, and the same facts in the same order as one's own."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ulpia.games.forum_trajanum import names
from ulpia.render.drawing import circle, district, group, opt, path, rect, shortened, text, use
from ulpia.render.forum_trajanum.scene import Scene, built_symbol, good_symbol
from ulpia.render.forum_trajanum.tiles import building_of, tile_back, tile_face, tile_of
from ulpia.render.forum_trajanum.wording import face_words, noun, say, sentence, title
from ulpia.render.layout import rivals_of
from ulpia.render.pieces import piece, seat_colour, seat_mark

WIDTH, HEIGHT = 206, 98
CELL = 15
TOWN = CELL * names.SIDE
FACTS_X = 112
COLUMN = 24
MOST_BESIDE = 3
"""So many tiles lying open are drawn; of more, their number."""


@lru_cache(1 << 14)
def _square(at: int, temple: bool, crane: str | None, building: str | None) -> str:
    cx, cy = CELL * (at % names.SIDE + 0.5), CELL * (at // names.SIDE + 0.5)
    if building is not None:
        return building_of((building,), use(building, cx, cy + 0.2, 13.6))
    if temple:
        return use("temple", cx, cy, 12, "var(--bronze)", "var(--paving)")
    if crane is not None:
        drawn = use(crane, cx, cy, 13.4)
        return piece(f"crane-{crane.split('-')[2]}", drawn) if crane.startswith("open-crane") else drawn
    return ""


def _corner(shown: Mapping[str, Any], structure_of: Mapping[str, str]) -> str | None:
    """What a corner shows: its crane, or a citizen lying on it."""
    crane = shown["crane"]
    if shown["cover"] == "open" and shown["face"] in names.CLASSES:
        return f"face-{shown['face']}"
    if crane is None:
        return None
    if crane["scored"]:
        return "scored-crane"
    return f"open-crane-{crane['colour']}-{structure_of[crane['colour']]}"


@lru_cache(1 << 10)
def _row_marks(row: int, seat: int, citizens: int, active: bool) -> str:
    """Two dots beside a row of the town: filled an active citizen, hollow an inactive one."""
    y, hue = CELL * (row + 0.5), seat_colour(seat)
    return "".join(
        circle(TOWN + 5 + 6.4 * i, y, 2.4, fill=hue if active else "none", stroke=hue, stroke_width=1)
        for i in range(citizens)
    )


def town(player: Mapping[str, Any], structure_of: Mapping[str, str]) -> str:
    """A town, small: what is built, what is still face down, citizens beside their rows. Each row is a part."""
    seat = player["seat"]
    rows, backs = [""] * names.SIDE, ""
    for at, shown in enumerate(player["colonia"].values()):
        building = shown["building"]
        if shown["cover"] == "face down":
            x, y = CELL * (at % names.SIDE), CELL * (at // names.SIDE)
            backs += f"M{x + 2} {y + 2}h11v11h-11z"
            continue
        symbol = None if building is None else built_symbol(building, structure_of)
        rows[at // names.SIDE] += _square(at, shown["temple"], _corner(shown, structure_of), symbol)
    body = [rect(0, 0, TOWN, TOWN, 4, fill="var(--paving)")]
    body += [group(row, id=f"town-{seat}-{at + 1}") for at, row in enumerate(rows)]
    edge = {"stroke": "var(--line-2)", "stroke_width": 0.5, "stroke_linejoin": "round"}
    body.append(group(path(backs, fill=f"var(--back-{seat})", **edge) if backs else "", id=f"town-{seat}-backs"))
    marks = [
        _row_marks(at, seat, sum(owner is not None for owner in row["spaces"]), row["active"])
        for at, row in enumerate(player["citizens"].values())
    ]
    return "".join([*body, group(*marks, id=f"town-{seat}-citizens")])


@lru_cache(1 << 12)
def _fact(ident: str, x: float, y: float, symbol: str, value: int, words: str, ink: str) -> str:
    """A sign and a number."""
    number = text(x + 13.5, y + 4, value, 11, 700, None if value else "var(--ink-3)", "start")
    return group(title(f"{words}: {value}"), use(symbol, x + 6, y, 13, ink, "var(--slab)"), number, id=ident)


def _tiles(scene: Scene, player: Mapping[str, Any]) -> str:
    """The tiles of this round: known ones open, the others face down."""
    seat, language, body = player["seat"], scene.language, []
    giver = (seat + 1) % scene.view["seats"]
    for i, (kind, owner) in enumerate((("own", seat), ("received", giver))):
        face = player[kind]
        if face is None:
            continue
        cx, cy = FACTS_X + 8 + 20 * i, 88
        tile = tile_back(cx, cy, 17, owner) if face == "hidden" else tile_face(cx, cy, 17, face, scene.structures)
        tile = tile_of(owner, tile)
        words = say(language, "hidden") if face == "hidden" else face_words(language, face)
        body.append(group(title(f"{say(language, f'tile_{kind}')}: {words}"), tile))
    faces = [face for face, count in player["beside"].items() for _ in range(count)]
    shown = MOST_BESIDE if len(faces) <= MOST_BESIDE else MOST_BESIDE - 1
    if len(faces) > shown:
        body.append(text(WIDTH, 93, f"+{len(faces) - shown}", 10.5, 600, "var(--ink-2)", "end"))
    for i, face in enumerate(faces[:shown]):
        tile = tile_of(giver, tile_face(WIDTH - 7 - 16 * (MOST_BESIDE - 1 - i), 89, 14, face, scene.structures))
        body.append(group(title(f"{say(language, 'beside_label')}: {face_words(language, face)}"), tile))
    return "".join(body)


def rival(scene: Scene, seat: int) -> str:
    """One of the others."""
    view, language, structure_of = scene.view, scene.language, scene.structures
    player = view["players"][seat]
    name = scene.seat_names[seat]
    x, hue, ink = FACTS_X, seat_colour(seat), "var(--ink-2)"
    is_first = view["first"] == seat
    room = WIDTH - x - 18 - 10 * len(str(player["points"]))
    head = [
        rect(-4, -4, WIDTH + 8, HEIGHT + 8, 6, class_="ground", fill="none"),
        rect(-7, 6, 3.5, HEIGHT - 16, 1.7, fill="var(--terracotta)") if view["seat"] == seat else "",
        seat_mark(x + 5, 5 if is_first else 9, 10, seat),
        piece("first-player", use("statue", x + 5, 17, 11, "var(--bronze)", "var(--slab)")) if is_first else "",
        text(x + 14, 14, shortened(name, 13.5, room), 13.5, 600, anchor="start", serif=True, fit=room),
        text(WIDTH, 16, player["points"], 18, 600, anchor="end", serif=True, data_points=seat),
    ]
    rows = [
        ("envoy", player["ship"], say(language, "ship"), hue),
        ("patrician", player["active_citizens"], say(language, "active_citizens"), ink),
        ("upgrade", player["prestige"]["head"], say(language, "head"), "var(--trajan)"),
        ("group-sign", player["forecast"]["envoys"], say(language, "largest_group"), hue),
    ]
    for resource in names.RESOURCES:
        words = sentence(noun(language, "resources", resource))
        rows.append((good_symbol(resource, structure_of), player["resources"][resource], words, ink))
    facts = [
        _fact(f"facts-{seat}-{i}", x + COLUMN * (i % 4), (33, 52, 70)[i // 4], *what) for i, what in enumerate(rows)
    ]
    label = say(language, "player", name=name, points=player["points"])
    parts = (
        opt(f"player-{seat}", *head, label=label, halo=rect(-4, -4, WIDTH + 8, HEIGHT + 8, 8)),
        group(town(player, structure_of), id=f"town-{seat}"),
        group(*facts, id=f"facts-{seat}"),
        group(_tiles(scene, player), id=f"tiles-{seat}"),
    )
    return district(
        f"player-{seat}",
        WIDTH + 20,
        HEIGHT + 16,
        *parts,
        label=name,
        left=-10,
        top=-8,
        data_home=seat,
        data_help="rival",
    )


def rivals(scene: Scene) -> dict[str, str]:
    """Everybody else, clockwise from the large seat."""
    return {f"player-{seat}": rival(scene, seat) for seat in rivals_of(scene.view["viewer"], scene.view["seats"])}
