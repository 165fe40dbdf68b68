"""The other players: their town small, and the same facts in the same order as one's own."""

from functools import lru_cache

from ulpia.games.forum_trajanum import names
from ulpia.games.forum_trajanum.pictures.scene import Player, Scene, good_symbol
from ulpia.games.forum_trajanum.pictures.tiles import tile_back, tile_face, tile_of
from ulpia.games.forum_trajanum.pictures.town import town
from ulpia.games.forum_trajanum.pictures.wording import face_words, sentence
from ulpia.render.pieces import (
    badge,
    piece,
    seat_colour,
    seat_mark,
)
from ulpia.render.svg import (
    NOTHING,
    Element,
    district,
    group,
    joined,
    opt,
    path,
    rect,
    shortened,
    text,
    title,
    unmarked,
    use,
)

WIDTH, HEIGHT = 206, 98
FACTS_X = 112
COLUMN = 24
MOST_BESIDE = 3
"""So many tiles lying open are drawn; of more, their number."""


@lru_cache(1 << 12)
def _fact(ident: str, x: float, y: float, symbol: str, value: int, words: str, ink: str) -> Element:
    """Draw a sign and a number."""
    number = text(x + 13.3, y + 4, value, 11, 700, None if value else "var(--ink-3)", "start", fit=10)
    return group(title(f"{words}: {value}"), use(symbol, x + 6, y, 13, ink, "var(--slab)"), number, id=ident)


def _tiles(scene: Scene, player: Player) -> Element:
    """Draw the tiles of this round: known ones open, others face down; in a replay also the first envoy's face."""
    seat, body = player.seat, []
    giver = player.gets_from
    taking = player.taking
    held = [("own", player.own, seat), ("received", player.received, giver)]
    if taking and not any(face for _, face, _ in held):
        held = [("own", taking.card(card).face, seat) for card in names.CARDS]
    for i, (kind, face, owner) in enumerate(held):
        if face is not None:
            body.append(_tile(scene, FACTS_X + 8 + 20 * i, 88, 17, face, owner, scene.say(f"tile_{kind}")))
    first, most = player.first_envoy, MOST_BESIDE
    if first not in (None, "hidden"):
        most -= 1
        words = scene.say("first_envoy_of")
        tile = unmarked(_tile(scene, FACTS_X + 48, 88, 17, first, seat, words))
        body.append(tile + use("envoy", FACTS_X + 56, 80, 9, seat_colour(seat), "var(--slab)"))
    faces = [face for face, count in player.beside.items() for _ in range(count)]
    shown = most if len(faces) <= most else most - 1
    if len(faces) > shown:
        body.append(text(WIDTH, 93, f"+{len(faces) - shown}", 10.5, 600, "var(--ink-2)", "end", fit=15))
    for i, face in enumerate(faces[:shown]):
        x = WIDTH - 7 - 16 * (most - 1 - i)
        body.append(_tile(scene, x, 89, 14, face, giver, scene.say("beside_label")))
    return joined(body)


def _tile(scene: Scene, cx: float, cy: float, s: float, face: str, owner: int, words: str) -> Element:
    """Draw one colonia tile, open if its face is known."""
    if face == "hidden":
        tile, said = tile_back(cx, cy, s, owner), scene.say("hidden")
    else:
        tile, said = tile_face(cx, cy, s, face, scene.structures), face_words(scene.wording, face)
    return group(title(f"{words}: {said}"), tile_of(owner, tile))


def rival(scene: Scene, seat: int) -> Element:
    """Draw one rival."""
    view, wording, structure_of = scene.view, scene.wording, scene.structures
    player = view.players[seat]
    name = scene.name(seat)
    x, hue, ink = FACTS_X, seat_colour(seat), "var(--ink-2)"
    is_first = view.first == seat
    room = WIDTH - x - 18 - 10 * len(str(player.points))
    head = [
        rect(-4, -4, WIDTH + 8, HEIGHT + 8, 6, class_="ground", fill="none"),
        rect(-7, 6, 3.5, HEIGHT - 16, 1.7, fill="var(--terracotta)") if view.seat == seat else NOTHING,
        seat_mark(x + 5, 5 if is_first else 9, 10, seat),
        piece("first-player", use("statue", x + 5, 17, 11, "var(--bronze)", "var(--slab)")) if is_first else NOTHING,
        text(x + 14, 14, shortened(name, 13.5, room), 13.5, 600, anchor="start", serif=True, fit=room),
        text(WIDTH, 16, player.points, 18, 600, anchor="end", serif=True, data_points=seat),
    ]
    rows = [
        ("envoy", player.ship, wording.say("ship"), hue),
        ("patrician", player.active_citizens, wording.say("active_citizens"), ink),
        ("upgrade", player.prestige.head, wording.say("head"), "var(--trajan)"),
        ("group-sign", player.forecast.envoys, wording.say("largest_group"), hue),
    ]
    for resource in names.RESOURCES:
        words = sentence(wording.noun("resources", resource))
        symbol = good_symbol(resource, structure_of) if resource in names.COLOURS else resource
        rows.append((symbol, player.resources[resource], words, ink))
    facts = [
        _fact(f"facts-{seat}-{i}", x + COLUMN * (i % 4), (33, 52, 70)[i // 4], *what) for i, what in enumerate(rows)
    ]
    label = wording.say("player", name=name, points=player.points)
    parts = (
        opt(f"player-{seat}", *head, label=label, halo=rect(-4, -4, WIDTH + 8, HEIGHT + 8, 8)),
        group(town(player, structure_of, f"town-{seat}"), id=f"town-{seat}"),
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
        lean=True,
        data_home=None if scene.small else seat,
        data_help="rival",
    )


def rival_display(scene: Scene, seat: int) -> Element:
    """Draw tiles lying open beside the colonia, and how far the markers have come, on wide screens. 98 x 98."""
    wording, player = scene.wording, scene.view.players[seat]
    giver = player.gets_from
    words = wording.say("beside_label")
    body = [path("M-8 4V94", stroke="var(--line)")]
    body.append(text(0, 11, wording.say("beside"), 11.5, 600, "var(--ink-2)", "start", fit=98))
    tiles = list(player.beside.items())
    step, columns = (24.5, 4) if len(tiles) <= 8 else (16.0, 6)
    for i, (face, count) in enumerate(tiles):
        cx, cy = step * (i % columns) + step / 2 - 1.5, 19 + step * (i // columns) + step / 2
        body.append(_tile(scene, cx, cy, step - 3, face, giver, words))
        body.append(badge(cx + step * 0.36, cy - step * 0.36, count, 5.8, size=10) if count > 1 else NOTHING)
    if not tiles:
        body.append(text(0, 33, "–", 12, 400, "var(--ink-3)", "start"))
    for i, (track, at) in enumerate(player.tracks.items()):
        number = use("check", 33 * i + 24, 90, 11, "var(--laurel)") if at.home else NOTHING
        number = number or text(33 * i + 20, 94, at.reached, 12, 700, anchor="start")
        said = title(f"{wording.say('premium_tracks')}, {wording.noun('grey', track)}: {at.reached}")
        body.append(group(said, use(f"built-{track}", 33 * i + 8, 90, 17), number))
    label = f"{scene.name(seat)}: {wording.say('beside')}"
    return district(f"display-{seat}", 98, 98, *body, label=label, lean=True, data_help="rival")


def strip(scene: Scene, seat: int) -> Element:
    """Draw a rival for the top of a small screen: town, name, points. 114 x 54."""
    view, player, name = scene.view, scene.view.players[seat], scene.name(seat)
    small = unmarked(town(player, scene.structures, f"strip-{seat}-town"))
    who = (
        rect(-3, 4, 3, 45, 1.5, fill="var(--terracotta)") if view.seat == seat else NOTHING,
        text(57, 24, shortened(name, 12, 58), 12, 400, "var(--ink-2)", "start"),
        text(57, 43, player.points, 18, 600, anchor="start", serif=True, data_points=seat),
    )
    label = scene.say("player", name=name, points=player.points)
    parts = (
        group(small, id=f"strip-{seat}-town", transform="translate(1 4) scale(.5)"),
        group(*who, id=f"strip-{seat}-name", aria_label=label),
    )
    return district(f"strip-{seat}", 114, 54, *parts, label=name, lean=True, data_home=seat, data_help="rival")
