"""What lies before a player: buildings by type, tiles, bonus tiles, figures. 344 x 224."""

from functools import lru_cache

from ulpia.games.trajan.names import COLOURS, CONSTRUCTIONS
from ulpia.games.trajan.pictures.bonus import bonus_tile, worth
from ulpia.games.trajan.pictures.scene import Scene, hyphened, spread
from ulpia.games.trajan.pictures.tiles import (
    construction_tile,
    forum_tile,
    help_on_tile,
    tile,
)
from ulpia.games.trajan.pictures.wood import marker
from ulpia.render.pieces import heading, piece, points, seat_colour
from ulpia.render.svg import Element, district, group, measure, opt, path, rect, text, use

WIDTH = 344.0


def mat(scene: Scene) -> Element:
    """Draw the mat of the seat from which the table is seen; while markers are arranged, the pairs to choose from."""
    label = scene.say("mat", name=scene.name(scene.own))
    if scene.asked == "arrange":
        return district("mat", WIDTH, 224, *arranging(scene), label=label, data_home=scene.own)
    body = (*built(scene), *own_tiles(scene), *figures(scene))
    return district("mat", WIDTH, 224, *body, label=label, data_home=scene.own)


def built(scene: Scene) -> list[Element]:
    """Draw buildings, a cell for each type; an empty one shows what the first of its type grants."""
    three, four = scene.view.printed.sets
    said = scene.say("sets", three=three, four=four)
    body = [heading(0, 12, "construction", scene.say("built"), fit=WIDTH - 12 - measure(said, 11))]
    body.append(text(WIDTH, 12, said, 11, 400, "var(--ink-2)", "end"))
    for i, kind in enumerate(CONSTRUCTIONS):
        x = 69.6 * i
        values = sorted(tile.points for tile in scene.me.constructions if tile.type == kind)
        worth_each = ", ".join(map(str, values)) or scene.say("empty")
        label = f"{scene.noun('constructions', kind)}: {worth_each}"
        inside = buildings(x, kind, tuple(values), scene.view.printed.grants[kind], scene.me.set_points[kind] > 0)
        body.append(group(inside, id=f"built-{kind}-own", aria_label=label, data_help="built"))
    return body


@lru_cache(1 << 9)
def buildings(x: float, kind: str, values: tuple[int, ...], action: str, is_set: bool) -> Element:
    """Draw one type: nothing yet and what it would grant, one tile, or several with their points."""
    body = cell(x, is_set)
    if not values:
        body += use(kind, x + 22, 47, 27, "var(--ink-3)", "var(--inset)", opacity=0.5)
        return body + use(action, x + 51.5, 47, 19, f"var(--{action})", "var(--inset)")
    if len(values) == 1:
        body += construction_tile(x + 22.5, 46.5, 37, kind, values[0])
        return body + use("check", x + 53.5, 47, 13, "var(--laurel)")
    body += construction_tile(x + 17, 46.5, 28, kind, None)
    for i, value in enumerate(values):
        flat = len(values) == 2
        at = (x + 48.5, 37 + 19.0 * i) if flat else (x + 40 + 16.6 * (i % 2), 37 + 19.0 * (i // 2))
        body += points(*at, value, 8.2)
    return body


def cell(x: float, is_set: bool) -> Element:
    """Draw the ground of one type; a set of three wears laurel."""
    if is_set:
        return rect(x, 22, 65.6, 50, 7, fill="var(--laurel-2)", stroke="var(--laurel)", stroke_width=1.4)
    return rect(x, 22, 65.6, 50, 7, fill="var(--inset)", stroke="var(--line)")


def own_tiles(scene: Scene) -> list[Element]:
    """Draw demands kept for good, forum tiles by kind, bonus tiles."""
    bonus = scene.me.bonus_tiles
    few = len(bonus) < 3
    wide = 44.0 if few else 36.0
    left = WIDTH - 93 if few else WIDTH - len(bonus) * (wide + 3) + 3
    titles = (
        heading(0, 97, "forum", scene.say("tiles"), fit=left - 8),
        heading(left, 97, "laurel", scene.say("bonus"), fit=WIDTH - left),
    )
    body = [group(*titles, id="own-tiles-titles")]
    pieces = [
        (f"kept-{kind}", scene.say("own_kept", demand=scene.noun("demands", kind)), "", 1)
        for kind, count in scene.me.kept_demands.items()
        for _ in range(count)
    ]
    pieces += [
        (hyphened(kind), scene.say("own_tile", tile=scene.noun("forum_tiles", kind)), kind, count)
        for kind, count in scene.me.tiles.items()
    ]
    one_row = len(pieces) * 40.5 <= left - 6
    size, rows = (
        (36.0, [pieces]) if one_row else (25.0, [pieces[: -(-len(pieces) // 2)], pieces[-(-len(pieces) // 2) :]])
    )
    seen: dict[str, int] = {}
    shown = []
    for number, row in enumerate(rows):
        y = 127.0 if one_row else 120.5 + 29 * number
        for x, (ident, label, kind, count) in zip(spread(len(row), size / 2, left - 6, size + 4.5), row):
            seen[ident] = seen.get(ident, 0) + 1
            drawn = forum_tile(x, y, size, kind, count) if kind else piece(ident, tile(ident, x, y, size))
            halo = rect(x - size / 2 - 1.5, y - size / 2 - 1.5, size + 3, size + 3, 7)
            again = f"-{seen[ident]}" if seen[ident] > 1 else ""
            said = label if count < 2 else f"{label}, {count}"
            about = help_on_tile(kind) if kind else "kept-demand"
            shown.append(opt(f"own-{ident}{again}", drawn, halo=halo, label=said, data_help=about))
    body.append(group(*shown, id="own-tiles"))
    shown = []
    values = scene.view.printed.bonus_values
    for i, (name, side) in enumerate(bonus.items()):
        value = values[name][0 if side == "yellow" else 1]
        label = f"{scene.say('bonus')}: {scene.noun('bonus_tiles', name)}, {worth(value)}"
        drawn = bonus_tile(left + (wide + (5 if few else 3)) * i, 107, wide, name, value, side)
        lying = piece(f"bonus-{hyphened(name)}", drawn)
        shown.append(group(lying, aria_label=label, id=f"own-bonus-{hyphened(name)}"))
    return [*body, group(*shown, id="own-bonus-tiles", data_help="bonus-tile")]


def figures(scene: Scene) -> list[Element]:
    """Draw supply, legion, workers, votes."""
    me, hue = scene.me, seat_colour(scene.own)
    body = [path("M0 176H344", stroke="var(--line)")]
    rows = (
        ("supply", "figure", me.supply, hue),
        ("legion", "legionnaire", me.legionnaires, hue),
        ("workers", "worker", me.workers, hue),
        ("votes", "senate", me.votes, "var(--senate)"),
    )
    for i, (key, sign, count, colour) in enumerate(rows):
        x, called = 88.0 * i, scene.say(key)
        body.append(
            opt(
                f"own-{key}",
                use(sign, x + 13, 204, 27, colour, "var(--slab)"),
                text(x + 31, 202, count, 17, 700, "var(--ink)", "start"),
                text(x + 31, 216, called, 11, 400, "var(--ink-2)", "start", fit=50),
                halo=rect(x - 4, 182, 86, 41, 8),
                label=f"{called}: {count}",
                data_help=key,
            )
        )
    return body


def arranging(scene: Scene) -> list[Element]:
    """Draw every pair that can still be laid in the set-up, for the tray that is asked about."""
    left = scene.view.sowing
    pairs = [
        (one, other)
        for i, one in enumerate(COLOURS)
        for other in COLOURS[i:]
        if left.get(one, 0) > (1 if one == other else 0) and left.get(other, 0) > 0
    ]
    title = f"{scene.say('arrange')}: {scene.noun('trays', scene.about)}"
    body = [heading(0, 12, scene.about, title, f"var(--{scene.about})", WIDTH)]
    for i, (one, other) in enumerate(pairs):
        x, y = 49.4 * (i % 7), 26 + 66 * (i // 7)
        label = scene.say("pair", first=scene.noun("colours", one), second=scene.noun("colours", other))
        ground = rect(x, y, 45, 60, 7, fill="var(--card)", stroke="var(--line-2)", class_="ground")
        pieces = marker(x + 22.5, y + 17, 24, one) + marker(x + 22.5, y + 43, 24, other)
        halo = rect(x - 1, y - 1, 47, 62, 8)
        body.append(opt(f"pair-{one}-{other}", ground, pieces, halo=halo, label=label, data_help="pair"))
    return body
