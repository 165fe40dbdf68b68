"""Cards in the hand (340 x 110) and in the display (234 x 110)."""

from collections.abc import Mapping

from ulpia.games.trajan.pictures.cards import (
    TALL,
    card,
    lying,
    pack,
)
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.render.pieces import badge, heading
from ulpia.render.svg import NOTHING, Element, district, group, joined, measure, opt, rect, text


def hand(scene: Scene) -> Element:
    """Draw the own cards, equal ones on each other; for a spectator what all players know, and the rest face down."""
    me, said = scene.me, scene.say("hand")
    cards: Mapping[str, int] = me.hand if me.hand is not None else me.known
    unknown = me.cards - sum(cards.values())
    packs = [*cards.items(), *([("", unknown)] if unknown else [])]
    w, rows = _fit(len(packs), 340)
    body = [heading(0, 12, "cards", said)]
    body.append(text(26 + measure(said.upper(), 11.5, 1.3), 12, me.cards, 12, 700, "var(--ink-2)", "start"))
    if scene.small:
        laid_out = scene.say("display_count", count=sum(me.display.values()))
        body.append(text(340, 12, laid_out, 12, 400, "var(--ink-2)", "end"))
    for i, (good, count) in enumerate(packs):
        x, y = _place(i, w, rows, len(packs))
        name = scene.noun("goods", good) if good and w > 50 else ""
        halo = rect(x - 1.5, y - 1.5, w + 3, w * TALL + 4, 8)
        if good:
            label = scene.say("hand_cards", good=scene.noun("goods", good), count=count)
            body.append(opt(f"hand-{i}", pack(x, y, w, good, count, name), halo=halo, label=label, data_help="card"))
        else:
            label = scene.say("unknown_cards", count=count)
            body.append(group(backs(x, y, w, count), aria_label=label, data_help="card-back"))
    if not packs:
        body.append(text(0, 60, scene.say("no_cards"), 12, 400, "var(--ink-3)", "start"))
    return district("hand", 340, 110, *body, label=said)


def display(scene: Scene) -> Element:
    """Draw cards laid out, one pack for each good."""
    shown = scene.me.display
    w, rows = _fit(len(shown), 234, 46)
    body = [heading(0, 12, "seaport", scene.say("display"))]
    for i, (good, count) in enumerate(shown.items()):
        x, y = _place(i, w, rows, len(shown), 11)
        label = scene.say("displayed", good=scene.noun("goods", good), count=count)
        cards = pack(x, y, w, good, count)
        body.append(group(cards, aria_label=label, id=f"displayed-{good}", data_help="display"))
    if not shown:
        body.append(text(0, 60, scene.say("no_cards"), 12, 400, "var(--ink-3)", "start"))
    return district("display", 234, 110, *body, label=scene.say("display"))


def _fit(count: int, room: float, widest: float = 60) -> tuple[float, int]:
    """Return how wide a card may be, and in how many rows."""
    if count * (widest + 7) <= room + 7:
        return widest, 1
    if count * 44 <= room:
        return min(widest, room / count - 7), 1
    return min(28.0, room / -(-count // 2) - 7), 2


def _place(number: int, w: float, rows: int, count: int, gap: float = 7) -> tuple[float, float]:
    per_row = -(-count // rows)
    gap = gap if rows == 1 else 10
    return 1 + (number % per_row) * (w + gap), (20.0 if rows == 1 else 22.0) + 45 * (number // per_row)


def backs(x: float, y: float, w: float, count: int) -> Element:
    """Draw cards face down, and how many."""
    under = joined(
        rect(x + 2.5 * i, y + 2.5 * i, w, w * TALL, 5, fill="var(--back)", stroke="var(--back-edge)")
        for i in range(min(count, 3) - 1, 0, -1)
    )
    return under + lying("", card(x, y, w, "")) + pack_number(x + w - 2, y + 2, count)


def pack_number(x: float, y: float, count: int) -> Element:
    """Draw how many lie on each other."""
    return badge(x, y, count, 8.5) if count > 1 else NOTHING
