"""A rival at a glance, 232 x 114: circle, points, cards, figures, votes, demands, buildings. And the display."""

from collections.abc import Mapping
from functools import lru_cache

from ulpia.games.trajan.names import CONSTRUCTIONS, DEMANDS
from ulpia.games.trajan.pictures.bonus import small_bonus
from ulpia.games.trajan.pictures.scene import Player, Scene, hyphened
from ulpia.games.trajan.pictures.small_circle import small_middle, small_trays
from ulpia.games.trajan.pictures.tiles import tile
from ulpia.render.pieces import (
    badge,
    piece,
    seat_colour,
    signed,
)
from ulpia.render.svg import (
    NOTHING,
    Element,
    district,
    group,
    joined,
    measure,
    opt,
    path,
    rect,
    shortened,
    text,
    unmarked,
    use,
)

LEFT, RIGHT = 117.0, 222.0
MOST_IN_A_ROW = 7
"""Kinds of goods that stand in one row of a rival's display."""
SHRUNK = "translate(3 6) scale(.9)"


def rival(scene: Scene, seat: int) -> Element:
    """Draw one rival's facts, in the same place and order for all."""
    player = scene.players[seat]
    decides = scene.view.seat == seat
    mark = use("play", LEFT + 4, 16, 10, "var(--terracotta)") if decides else NOTHING
    left = LEFT + (13 if decides else 0)
    room = RIGHT - 8 - 11 * len(str(player.points)) - left
    size = 15.0 if measure(scene.name(seat), 15) <= room else 13.0
    who = text(left, 22, shortened(scene.name(seat), size, room), size, 600, anchor="start", serif=True)
    total = text(RIGHT, 23, signed(player.points), 20, 600, anchor="end", serif=True, data_points=seat)
    label = scene.speech.say("player", name=scene.name(seat), points=player.points)
    hand = player.hand
    parts = [
        use("small-circle", 55.2, 58.2, 104.4),
        *(group(tray, transform=SHRUNK, id=f"rival-{seat}-tray-{i}") for i, tray in enumerate(small_trays(player))),
        group(small_middle(seat), transform=SHRUNK),
        group(mark + who + total, id=f"rival-{seat}-name"),
        group(facts(scene, player), id=f"rival-{seat}-facts"),
        group(pieces(player), id=f"rival-{seat}-pieces"),
        NOTHING if hand is None else group(*goods(scene, seat, hand, 73, "hand_cards", LEFT), id=f"rival-{seat}-hand"),
    ]
    ground = rect(0, 0, 232, 114, 10, fill="transparent")
    whole = opt(f"player-{seat}", ground, halo=rect(1, 1, 230, 112, 9), label=label, data_help="rival")
    home = None if scene.small else seat
    return district(f"player-{seat}", 232, 114, *parts, whole, label=scene.name(seat), lean=True, data_home=home)


def facts(scene: Scene, player: Player) -> Element:
    """Draw cards, figures, votes; then the demands that could be met."""
    first = (
        ("cards", player.cards, "var(--ink-2)", scene.say("rival_cards", count=player.cards)),
        ("figure", player.supply, seat_colour(player.seat), scene.say("rival_supply", count=player.supply)),
        ("senate", player.votes, "var(--senate)", scene.say("rival_votes", count=player.votes)),
    )
    second = []
    for demand in DEMANDS:
        count = player.demand_tiles[demand]
        label = scene.say("rival_demand", demand=scene.noun("demands", demand), count=count)
        second.append((demand, count, f"var(--ui-{demand})", label))
    high, low = (43, 62) if player.hand is None else (39, 56)
    rows = ((high, first), (low, tuple(second)))
    ident = f"rival-{player.seat}-fact"
    return joined(fact(ident, LEFT + 37 * i, y, *what) for y, row in rows for i, what in enumerate(row))


@lru_cache(1 << 10)
def fact(ident: str, x: float, y: float, sign: str, count: int, hue: str, label: str) -> Element:
    """Draw a sign and a number."""
    drawn = use(sign, x + 7, y, 14, hue, "var(--slab)") + text(x + 18, y + 4.3, count, 12, 700, anchor="start")
    return group(drawn, id=f"{ident}-{sign}", aria_label=label)


def pieces(player: Player) -> Element:
    """Draw bonus tiles, buildings by type, wilds and extra actions, smaller where they are many."""
    built = [(kind, sum(1 for each in player.constructions if each.type == kind)) for kind in CONSTRUCTIONS]
    strip: list[tuple[str, str, int]] = [(f"bonus {side}", name, 1) for name, side in player.bonus_tiles.items()]
    strip += [("built", kind, count) for kind, count in built if count]
    strip += [("tile", kind, count) for kind, count in player.tiles.items() if kind.startswith(("any", "extra"))]
    if not strip:
        return NOTHING
    room = RIGHT - LEFT
    is_open = player.hand is not None
    rows = 1 if len(strip) <= 5 or is_open else 2
    per_row = -(-len(strip) // rows)
    step = min(18.5 if rows > 1 else 24.0 if is_open else 29.0, room / per_row)
    size, top = step - 2.5, 73.0 if rows > 1 else 86.0 if is_open else 76.0
    body = []
    for i, what in enumerate(strip):
        x, y = LEFT + step * (i % per_row), top + (18.5 if rows > 1 else 0) * (i // per_row)
        body.append(thing(x, y, min(size, 27.0), *what))
    return joined(body)


@lru_cache(1 << 10)
def thing(x: float, y: float, s: float, kind: str, name: str, count: int) -> Element:
    """Draw one small thing; equal ones once, with their number."""
    if kind.startswith("bonus"):
        return piece(f"bonus-{hyphened(name)}", small_bonus(x, y, s, name, kind[6:]))
    symbol = f"built-{name}" if kind == "built" else f"tile-{hyphened(name)}"
    called = f"construction-{name}" if kind == "built" else symbol
    body = piece(called, tile(symbol, x + s / 2, y + s / 2, s))
    return body + (badge(x + s - 1, y + s - 1, count, 5.8, size=10) if count > 1 else NOTHING)


def rival_display(scene: Scene, seat: int) -> Element:
    """Draw what a rival has laid out, and the known cards of the hand, on wide screens. 130 x 102."""
    player = scene.players[seat]
    body = [path("M-8 8V94", stroke="var(--line)")]
    body.append(text(0, 14, scene.say("display"), 11.5, 600, "var(--ink-2)", "start"))
    body += goods(scene, seat, player.display, 33, "displayed")
    known, said = (player.known, "known") if player.hand is None else (player.hand, "hand")
    if known:
        body.append(text(0, 64, scene.say(said), 11.5, 600, "var(--ink-2)", "start", fit=130))
        body += goods(scene, seat, known, 83, "hand_cards")
    label = f"{scene.name(seat)}: {scene.say('display')}"
    return district(f"display-{seat}", 130, 102, *body, label=label, lean=True, data_help="display")


def goods(
    scene: Scene, owner: int, counts: Mapping[str, int], y: float, words: str, left: float = 0.0
) -> list[Element]:
    """Draw goods and how many of each, smaller where there are many; more than fit in one row stand in two."""
    if not counts:
        return [text(left, y + 4, scene.say("no_cards"), 11, 400, "var(--ink-3)", "start")]
    room, most = (RIGHT - LEFT, 16.0) if left else (130.0, 24.0)
    shown = list(counts.items())
    half = -(-len(shown) // 2)
    rows = [shown] if left or len(shown) <= MOST_IN_A_ROW else [shown[:half], shown[half:]]
    body = []
    for number, row in enumerate(rows):
        size = min(most, room / sum(1.5 if count > 1 else 1 for _, count in row), 17.0 if len(rows) > 1 else most)
        x, cy = left, y + 16 * (number - (len(rows) - 1) / 2)
        for good, count in row:
            label = scene.say(words, good=scene.noun("goods", good), count=count)
            sign = piece(f"card-{good}", use(good, x + size / 2, cy, size * 0.92), owner)
            tall = max(10.0, size * 0.5)
            number_ = text(x + size - 0.5, cy + 4.2, count, tall, 700, anchor="start") if count > 1 else NOTHING
            body.append(group(sign, number_, aria_label=label))
            x += size * (1.5 if count > 1 else 1)
    return body


def strip(scene: Scene, seat: int) -> Element:
    """Draw a rival for the top of a small screen: circle, name, points. 114 x 54."""
    player, name = scene.players[seat], scene.name(seat)
    trays = (group(unmarked(tray), id=f"strip-{seat}-tray-{i}") for i, tray in enumerate(small_trays(player)))
    small = (use("small-circle", 58, 58, 116), *trays, small_middle(seat))
    who = (
        rect(-3, 4, 3, 45, 1.5, fill="var(--terracotta)") if scene.view.seat == seat else NOTHING,
        text(57, 24, shortened(name, 12, 58), 12, 400, "var(--ink-2)", "start"),
        text(57, 43, signed(player.points), 18, 600, anchor="start", serif=True, data_points=seat),
    )
    label = scene.speech.say("player", name=name, points=player.points)
    parts = (
        group(*small, id=f"strip-{seat}-circle", transform="translate(0 2) scale(.43)"),
        group(*who, id=f"strip-{seat}-name", aria_label=label),
    )
    return district(f"strip-{seat}", 114, 54, *parts, label=name, lean=True, data_home=seat, data_help="rival")
