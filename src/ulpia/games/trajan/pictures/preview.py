"""The action circle while a hand is being sown: the tray emptied, markers laid with their steps, the way round."""

from ulpia.games.trajan.names import SLOTS, TRAYS
from ulpia.games.trajan.pictures.circle import (
    places_in,
    slot,
    tray,
    whole_circle,
)
from ulpia.games.trajan.pictures.plan import Plan
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.symbols.boards import C
from ulpia.games.trajan.pictures.wood import loose_marker
from ulpia.render.svg import Element, circle, group, joined, n, octagon, opt, path, polar, poly, text, use
from ulpia.render.tree import Attributes

THUMB = 20.0
"""Half the width of what a finger finds on a phone, where the circle is about as wide as here."""
GENTLE = "gentle"
"""Can be tapped, but does not shine: the eye stays with the gesture."""


def sown_circle(scene: Scene, plan: Plan) -> Element:
    """Draw the circle as it would be."""
    trays = [_tray(scene, plan, number) for number in range(len(TRAYS))]
    slots = [slot(scene, number, slot_state(plan, number)) for number in range(len(SLOTS))]
    laid = [_laid(scene, plan, step) for step in range(plan.count)]
    middle = group(oculus(scene, plan), id="oculus", data_help="points")
    return whole_circle(scene, *trays, *slots, middle, group(*laid, id="laid"))


def _tray(scene: Scene, plan: Plan, number: int) -> Element:
    """Draw a tray with the markers that stay; the one taken up shows where they were, unless it gets some back."""
    lying = plan.lying(number)
    steps = plan.laid.get(number, [])
    spots = places_in(number, len(lying) + len(steps))
    inside = joined(loose_marker(*spot, colour) for spot, colour in zip(spots, lying))
    if number == plan.tray and not steps:
        dotted: Attributes = {"fill": "none", "stroke": "var(--sel)", "stroke_width": 1.4, "stroke_dasharray": "3 3"}
        inside += joined(path(octagon(x, y, w * 0.52), **dotted) for x, y, w in places_in(number, plan.count))
    state = "target" if number == plan.target else "chosen" if number == plan.tray else "" if steps else "dim"
    if number in instead(plan):
        state += f" {GENTLE}"
    return tray(scene, number, [*lying, *(plan.order[step] for step in steps)], inside, state.strip())


def instead(plan: Plan) -> list[int]:
    """Return other trays that could be taken up."""
    return [number for number in range(len(TRAYS)) if number != plan.tray and plan.lying(number)]


def slot_state(plan: Plan, number: int) -> str:
    """Return the state of a slot: laurel where a tile is fulfilled, dim where nothing happens."""
    if number == plan.target:
        return "fulfil" if plan.fulfils else ""
    takes_a_tile = TRAYS[plan.target] == "trajan" and plan.arch == SLOTS[number]
    return "" if takes_a_tile else "dim"


def _laid(scene: Scene, plan: Plan, step: int) -> Element:
    """Draw a marker on its new place, with its step."""
    tray_, colour = plan.path[step], plan.order[step]
    steps, lying = plan.laid[tray_], len(plan.lying(tray_))
    x, y, w = places_in(tray_, lying + len(steps))[lying + steps.index(step)]
    bx, by, r = x + w * 0.42, y - w * 0.46, 7.5 if w > 20 else 6.4
    reach = THUMB if len(steps) == 1 else max(w * 0.6, 11.0)
    named = {"step": step + 1, "colour": scene.noun("colours", colour), "tray": scene.noun("trays", TRAYS[tray_])}
    return opt(
        f"laid-{step + 1}",
        circle(x, y, reach, class_="hit"),
        group(
            path(octagon(x, y, w * 0.68), fill="var(--lit-glow)", fill_opacity=0.55, stroke="var(--lit)"),
            loose_marker(x, y, w, colour),
            circle(bx, by, r, fill="var(--terracotta)", stroke="var(--card)", stroke_width=1.2),
            text(bx, by + r * 0.52, step + 1, 10.5 if step < 9 or r > 7 else 10, 700, "var(--on-terracotta)"),
            class_="laid",
            style=f"--step:{step + 1}",
        ),
        halo=path(octagon(x, y, w * 0.68)),
        state=GENTLE,
        label=scene.say("laid", **named),
        data_help="laid-marker",
    )


def oculus(scene: Scene, plan: Plan) -> Element:
    """Draw the way round, the action it leads to, and the points to come."""
    target = TRAYS[plan.target]
    body = circle(C, C, 49, fill="var(--bronze-2)") + circle(C, C, 46.5, fill="var(--porphyry)") + way(plan)
    if not plan.fulfils:
        called = scene.noun("trays", target).upper()
        sign = use(target, C, C - 8, 34, "var(--gold)", "var(--porphyry)")
        return body + sign + text(C, C + 26, called, 10, 600, "var(--gold)", spacing=0.8, fit=74)
    return (
        body
        + use(target, C, C - 15, 26, "var(--gold)", "var(--porphyry)")
        + text(C, C + 20, f"+{plan.tile.points}", 25, 600, "var(--on-porphyry)", serif=True)
        + text(C, C + 34, scene.say("points").upper(), 10, 600, "var(--gold)", spacing=0.8)
    )


def way(plan: Plan) -> Element:
    """Draw an arrow from the tray taken up to the target; a second lap runs inside the first."""
    start, end = 60.0 * plan.tray + 8, 60.0 * (plan.tray + plan.count) - 3
    laps = plan.count > len(TRAYS)
    wide, outer = (3.0, 54.2) if laps else (6.0, 52.0)
    inner = 50.2 if laps else outer
    turns = max(2, int((end - start) / 6))
    corners = []
    for i in range(turns + 1):
        x, y = polar(C, C, outer + (inner - outer) * i / turns, start + (end - start) * i / turns)
        corners.append(f"{n(round(x, 1))} {n(round(y, 1))}")
    line: Attributes = {"fill": "none", "stroke": "var(--terracotta)", "stroke_width": wide, "stroke_linejoin": "round"}
    tip = [polar(C, C, inner, end + 7), polar(C, C, inner + 6.5, end - 4), polar(C, C, inner - 6.5, end - 4)]
    return path("M" + "L".join(corners), **line) + path(poly(tip), fill="var(--terracotta)")
