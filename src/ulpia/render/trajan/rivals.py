"""A rival at a glance, 232 x 114: circle, points, cards, figures, votes, demands, buildings. And the display."""

from functools import lru_cache

from ulpia.games.trajan.names import CONSTRUCTIONS, DEMANDS
from ulpia.render.drawing import district, group, measure, opt, rect, shortened, text, use
from ulpia.render.pieces import badge, piece, seat_colour, signed
from ulpia.render.trajan.bonus import small_bonus
from ulpia.render.trajan.cards import card, lying
from ulpia.render.trajan.scene import Player, Scene, hyphened
from ulpia.render.trajan.small_circle import small_middle, small_trays
from ulpia.render.trajan.tiles import tile

LEFT, RIGHT = 117.0, 222.0
SHRUNK = "translate(3 6) scale(.9)"


def rival(scene: Scene, seat: int) -> str:
    """One rival's facts, in the same place and order for all."""
    player = scene.players[seat]
    decides = scene.view["seat"] == seat
    mark = use("play", LEFT + 4, 16, 10, "var(--terracotta)") if decides else ""
    left = LEFT + (13 if decides else 0)
    room = RIGHT - 8 - 11 * len(str(player["points"])) - left
    size = 15.0 if measure(scene.name(seat), 15) <= room else 13.0
    who = text(left, 22, shortened(scene.name(seat), size, room), size, 600, anchor="start", serif=True)
    total = text(RIGHT, 23, signed(player["points"]), 20, 600, anchor="end", serif=True, data_points=seat)
    label = scene.speech.say("player", name=scene.name(seat), points=player["points"])
    parts = [
        use("small-circle", 55.2, 58.2, 104.4),
        *(group(tray, transform=SHRUNK, id=f"rival-{seat}-tray-{i}") for i, tray in enumerate(small_trays(player))),
        group(small_middle(seat), transform=SHRUNK),
        group(mark + who + total, id=f"rival-{seat}-name"),
        group(facts(scene, player), id=f"rival-{seat}-facts"),
        group(pieces(player), id=f"rival-{seat}-pieces"),
    ]
    ground = rect(0, 0, 232, 114, 10, fill="transparent")
    whole = opt(f"player-{seat}", ground, halo=rect(1, 1, 230, 112, 9), label=label, data_help="rival")
    return district(f"player-{seat}", 232, 114, *parts, whole, label=scene.name(seat), data_home=seat)


def facts(scene: Scene, player: Player) -> str:
    """Cards, figures, votes; then the demands that could be met."""
    first = (
        ("cards", player["cards"], "var(--ink-2)", scene.say("rival_cards", count=player["cards"])),
        ("figure", player["supply"], seat_colour(player["seat"]), scene.say("rival_supply", count=player["supply"])),
        ("senate", scene.votes(player), "var(--senate)", scene.say("rival_votes", count=scene.votes(player))),
    )
    second = []
    for demand in DEMANDS:
        count = player["kept_demands"].get(demand, 0) + player["tiles"].get(demand, 0)
        label = scene.say("rival_demand", demand=scene.noun("demands", demand), count=count)
        second.append((demand, count, f"var(--ui-{demand})", label))
    rows = ((43, first), (62, tuple(second)))
    ident = f"rival-{player['seat']}-fact"
    return "".join(fact(ident, LEFT + 37 * i, y, *what) for y, row in rows for i, what in enumerate(row))


@lru_cache(1 << 10)
def fact(ident: str, x: float, y: float, sign: str, count: int, hue: str, label: str) -> str:
    """A sign and a number."""
    drawn = use(sign, x + 7, y, 14, hue, "var(--slab)") + text(x + 18, y + 4.3, count, 12, 700, anchor="start")
    return group(drawn, id=f"{ident}-{sign}", role="img", aria_label=label)


def pieces(player: Player) -> str:
    """Bonus tiles, buildings by type, wilds and extra actions: as many as there are, smaller where they are many."""
    built = [(kind, sum(1 for each in player["constructions"] if each["type"] == kind)) for kind in CONSTRUCTIONS]
    strip: list[tuple[str, str, int]] = [(f"bonus {side}", name, 1) for name, side in player["bonus_tiles"].items()]
    strip += [("built", kind, count) for kind, count in built if count]
    strip += [("tile", kind, count) for kind, count in player["tiles"].items() if kind.startswith(("any", "extra"))]
    if not strip:
        return ""
    room = RIGHT - LEFT
    rows = 1 if len(strip) <= 5 else 2
    per_row = -(-len(strip) // rows)
    step = min(29.0 if rows == 1 else 18.5, room / per_row)
    size, top = step - 2.5, 76.0 if rows == 1 else 73.0
    body = []
    for i, what in enumerate(strip):
        x, y = LEFT + step * (i % per_row), top + (18.5 if rows > 1 else 0) * (i // per_row)
        body.append(thing(x, y, min(size, 27.0), *what))
    return "".join(body)


@lru_cache(1 << 10)
def thing(x: float, y: float, s: float, kind: str, name: str, count: int) -> str:
    """One small thing; equal ones once, with their number."""
    if kind.startswith("bonus"):
        return piece(f"bonus-{hyphened(name)}", small_bonus(x, y, s, name, kind[6:]))
    symbol = f"built-{name}" if kind == "built" else f"tile-{hyphened(name)}"
    called = f"construction-{name}" if kind == "built" else symbol
    body = piece(called, tile(symbol, x + s / 2, y + s / 2, s))
    return body + (badge(x + s - 1, y + s - 1, count, 5.8, size=10) if count > 1 else "")


def rival_display(scene: Scene, seat: int) -> str:
    """Where there is room: a rival's display, and cards of the hand that everybody knows. 200 x 102."""
    player = scene.players[seat]
    body = [text(0, 11, scene.say("display"), 11.5, 600, "var(--ink-2)", "start")]
    body += goods(scene, player["display"], 17, "displayed")
    if player["known"]:
        body.append(text(0, 63, scene.say("known"), 11.5, 600, "var(--ink-2)", "start"))
        body += goods(scene, player["known"], 69, "hand_cards")
    label = f"{scene.name(seat)}: {scene.say('display')}"
    return district(f"display-{seat}", 200, 102, *body, label=label, data_help="display")


def goods(scene: Scene, counts: dict[str, int], y: float, words: str) -> list[str]:
    """A row of small cards and how many of each."""
    step = min(31.0, 200 / max(1, len(counts)))
    body = []
    for i, (good, count) in enumerate(counts.items()):
        label = scene.say(words, good=scene.noun("goods", good), count=count)
        number = badge(step * i + 21, y + 3, count, 6.5, size=10.5) if count > 1 else ""
        shown = lying(good, card(step * i, y, 23, good))
        body.append(group(shown, number, role="img", aria_label=label))
    return body
