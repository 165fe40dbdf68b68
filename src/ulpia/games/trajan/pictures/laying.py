"""What stands in the mat's place while a hand is being sown: the order of laying, and what follows from it."""

from dataclasses import dataclass

from ulpia.games.trajan.names import SLOTS, TRAYS
from ulpia.games.trajan.pictures.plan import Plan
from ulpia.games.trajan.pictures.preview import GENTLE
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.wood import marker
from ulpia.render.pieces import badge, heading
from ulpia.render.svg import Element, district, group, measure, opt, rect, text, use

WIDTH = 344.0
ONE_ROW = len(TRAYS)
"""So many markers stand in one row; more in two."""
THEN = {
    "seaport": "then_seaport",
    "forum": "then_forum",
    "military": "then_military",
    "senate": "then_senate",
    "trajan": "then_trajan",
    "construction": "then_construction",
}
ENDS = {
    "nothing": "round_goes_on",
    "round": "round_ends",
    "two rounds": "rounds_end",
    "quarter": "quarter_ends",
}


@dataclass(frozen=True)
class Sheet:
    """How high things stand: on a table in the place of the mat, on a small screen in that of the hand."""

    name: str
    height: float
    row: float
    gap: float
    title: float
    notes: float
    pitch: float


FULL = {1: Sheet("mat", 224, 77, 0, 146, 172, 22.5), 2: Sheet("mat", 224, 50, 6, 149, 173, 21.5)}
SMALL = {1: Sheet("hand", 138, 62, 0, 0, 100, 17), 2: Sheet("hand", 172, 47, 5, 0, 137, 16)}


def order_of_laying(scene: Scene, plan: Plan, small: bool) -> tuple[str, Element]:
    """Draw the order of laying; return the name of the district that it stands for, and the picture."""
    rows = 1 if plan.count <= ONE_ROW else 2
    sheet = (SMALL if small else FULL)[rows]
    body = [heading(0, 12, "", scene.say("order"), fit=WIDTH), *_row(scene, plan, sheet, rows)]
    if sheet.title:
        body.append(heading(0, sheet.title, "", scene.say("if_confirmed"), fit=WIDTH))
    lines = notes(scene, plan)
    told = []
    for i, (sign, hue, words) in enumerate(lines):
        y = sheet.notes + sheet.pitch * i
        told.append(use(sign, 8, y - 4.5, 17, hue, "var(--slab)"))
        told.append(text(28, y, words, 13, 400, None, "start", fit=WIDTH - 28))
    said = ". ".join([*(_said(scene, plan, step) for step in range(plan.count)), *(words for _, _, words in lines)])
    body.append(group(*told, id="if-confirmed", aria_label=f"{said}.", data_told=""))
    return sheet.name, district(sheet.name, WIDTH, sheet.height, *body, label=scene.say("order"))


def _row(scene: Scene, plan: Plan, sheet: Sheet, rows: int) -> list[Element]:
    """Draw a card for each step, an arrow between neighbours that differ."""
    per_row = -(-plan.count // rows)
    gap = 33.0 if per_row < 4 else 25.0 if per_row == 4 else 17.0
    w = min(92.0, (WIDTH - gap * (per_row - 1)) / per_row)
    body = []
    for step in range(plan.count):
        x, y = (w + gap) * (step % per_row), 22 + (sheet.row + sheet.gap) * (step // per_row)
        body.append(_card(scene, plan, step, x, y, w, sheet.row))
        if step + 1 in swaps(plan):
            cx, cy = x + w + gap / 2, y + sheet.row / 2
            body.append(
                opt(
                    f"swap-{step + 1}",
                    rect(cx - gap / 2 - 3, cy - 22, gap + 6, 44, class_="hit"),
                    use("swap", cx, cy, 16, "var(--ink-2)"),
                    halo=rect(cx - gap / 2 + 1, cy - 13, gap - 2, 26, 6),
                    state=GENTLE,
                    label=exchange(scene, plan, step, step + 1),
                    data_help="swap",
                )
            )
    return body


def swaps(plan: Plan) -> list[int]:
    """Return the steps, from 1, with an arrow to the next one: their markers differ, and they stand in one row."""
    per_row = plan.count if plan.count <= ONE_ROW else -(-plan.count // 2)
    return [step for step in range(1, plan.count) if plan.order[step - 1] != plan.order[step] and step % per_row]


def exchange(scene: Scene, plan: Plan, one: int, other: int) -> str:
    """Say that two steps are exchanged."""
    first, second = (scene.noun("colours", plan.order[step]) for step in (one, other))
    return scene.say("exchange", first=first, one=one + 1, second=second, other=other + 1)


def _card(scene: Scene, plan: Plan, step: int, x: float, y: float, w: float, h: float) -> Element:
    """Draw one step: its number, the marker, the tray it goes to."""
    tray, colour = TRAYS[plan.path[step]], plan.order[step]
    last = step == plan.count - 1
    named = scene.noun("trays", tray)
    cx, hue = x + w / 2, f"var(--{tray})"
    d = min(38.0, w * 0.6, h * 0.52)
    edge = {"stroke": "var(--terracotta)", "stroke_width": 2} if last else {"stroke": "var(--line-2)"}
    ground = rect(x, y, w, h, 7, fill="var(--card)", class_="ground", **edge)
    foot = y + h - (14 if h > 60 else 10)
    wide = measure(named, 12) + 19
    if w > 80:
        below = use(tray, cx - wide / 2 + 7, foot, 14, hue, "var(--card)")
        below += text(cx - wide / 2 + 17, foot + 4.2, named, 12, 600, None, "start")
    elif w > 50 and h > 60:
        below = use(tray, x + w - 10, y + 10, 13, hue, "var(--card)")
        below += text(cx, foot + 5, named, 11, 600, fit=w - 6)
    else:
        below = use(tray, cx, foot, 16 if h > 60 else 14, hue, "var(--card)")
    number = badge(x + 6, y + 6, step + 1, 8.5, "var(--terracotta)", "var(--on-terracotta)", 11)
    return opt(
        f"order-{step + 1}",
        ground,
        marker(cx, y + (h - 20) / 2 - (0 if h > 60 else -2), d, colour),
        below,
        number,
        halo=rect(x - 1, y - 1, w + 2, h + 2, 8),
        state=GENTLE,
        label=_said(scene, plan, step),
        data_help="laid-marker",
    )


def _said(scene: Scene, plan: Plan, step: int) -> str:
    """Say where the marker of a step goes."""
    words = {"colour": scene.noun("colours", plan.order[step]), "tray": scene.noun("trays", TRAYS[plan.path[step]])}
    return scene.say("laid", step=step + 1, **words)


def notes(scene: Scene, plan: Plan) -> list[tuple[str, str, str]]:
    """Return what follows: sign, hue and words of each line."""
    target = TRAYS[plan.target]
    return [
        ("time", "var(--terracotta)", _time(scene, plan)),
        ("laurel", "var(--laurel)" if plan.fulfils else "var(--ink-3)", _tile(scene, plan)),
        (target, f"var(--{target})", _action(scene, plan)),
    ]


def _time(scene: Scene, plan: Plan) -> str:
    """Say how many spaces pass, and what ends with this turn."""
    passes = scene.say("time_passes_one" if plan.spaces == 1 else "time_passes", count=plan.spaces)
    return f"{passes}; {scene.say(ENDS[plan.ends])}"


def _tile(scene: Scene, plan: Plan) -> str:
    """Say what happens to the tile at the target."""
    slot = SLOTS[plan.target]
    if not plan.fulfils:
        return scene.say("not_fulfilled" if plan.tile else "no_tile_there", slot=slot)
    said = scene.say("fulfilled", slot=slot, points=plan.tile.points)
    reward = plan.tile.reward
    return said if reward == "nothing more" else f"{said}, {scene.noun('rewards', reward)}"


def _action(scene: Scene, plan: Plan) -> str:
    """Say which action follows."""
    target = TRAYS[plan.target]
    name = scene.noun("trays", target)
    if target == "senate":
        if plan.senate_points is None:
            return scene.say("then_senate_top", name=name)
        return scene.say(THEN[target], name=name, points=plan.senate_points)
    if target == "trajan":
        return scene.say("then_trajan_centre" if plan.arch == "centre" else THEN[target], name=name, slot=plan.arch)
    return scene.say(THEN[target], name=name)
