"""The action circle, six trays round an oculus, Trajan slots outside. 368 x 400."""

import math
from collections.abc import Sequence
from functools import lru_cache

from ulpia.games.trajan.names import SLOTS, TRAYS
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.symbols.boards import C, outline
from ulpia.games.trajan.pictures.tiles import trajan_tile
from ulpia.games.trajan.pictures.wood import loose_marker
from ulpia.render.pieces import badge, empty, piece, seat_mark, signed
from ulpia.render.svg import (
    NOTHING,
    Element,
    arc,
    circle,
    district,
    el,
    group,
    joined,
    opt,
    path,
    polar,
    rect,
    shortened,
    text,
    use,
)

ROWS = ((), (1,), (2,), (3,), (4,), (3, 2), (3, 3), (4, 3), (4, 4), (4, 3, 2), (4, 3, 3), (4, 4, 3), (5, 4, 3))
"""For each number of markers: how many lie in each row of a tray, from outside."""
RADII = ((), (111,), (121, 97), (124, 106, 88))
PALE = ("var(--ivory)", "var(--value)")
"""A number on dark ground."""
LETTERS = "font-size:11px;font-weight:700;letter-spacing:1.6px;fill:var(--card)"


def action_circle(scene: Scene) -> Element:
    """Draw the circle of the seat from which the table is seen."""
    states = tray_states(scene)
    trays = []
    for number, name in enumerate(TRAYS):
        counts = scene.me.trays[name]
        held = [colour for colour, count in counts.items() for _ in range(count)]
        trays.append(tray(scene, number, held, tray_markers(number, held), states.get(name, "")))
    asked_about = scene.about if scene.asked == "choose_tiles" else ""
    slots = [slot(scene, number, "target" if name == asked_about else "") for number, name in enumerate(SLOTS)]
    who = NOTHING if scene.view.viewer is not None else name_plate(scene)
    return whole_circle(scene, *trays, *slots, group(oculus(scene), id="oculus", data_help="points"), who)


def name_plate(scene: Scene) -> Element:
    """Name the seat whose circle a spectator sees."""
    name = shortened(scene.name(scene.own), 15, 110)
    return seat_mark(24, 18, 11, scene.own) + text(35, 23, name, 15, 600, anchor="start", serif=True)


def whole_circle(scene: Scene, *body: Element) -> Element:
    """Draw everything round the middle, on its bronze plate."""
    plate = circle(C, C, 152.5, fill="var(--bronze-2)") + circle(C, C, 150.5, fill="var(--slab)")
    return district("circle", 368, 400, plate, *body, left=16, label=scene.say("circle", name=scene.name(scene.own)))


def tray(scene: Scene, number: int, held: Sequence[str], inside: Element, state: str = "") -> Element:
    """Draw one tray; `held` are the markers it holds, for screen readers."""
    name = scene.noun("trays", TRAYS[number])
    extra = [scene.say("plus_two_here")] if TRAYS[number] in scene.me.plus_two else []
    colours = [scene.noun("colours", colour) for colour in held] or [scene.say("no_markers")]
    return opt(
        f"tray-{number}",
        ground(number, TRAYS[number], name),
        plus_two(number) if extra else NOTHING,
        inside,
        halo=path(outline(number), stroke_linejoin="round"),
        state=state,
        label=scene.say("tray", name=name, markers=", ".join(colours + extra)),
        data_help=f"tray-{TRAYS[number]}",
    )


def tray_states(scene: Scene) -> dict[str, str]:
    """Return the states of trays that need no list of options: which one is being filled, which one is the target."""
    if scene.asked == "arrange":
        return {scene.about: "target"}
    if scene.asked == "lay" and scene.view.target:
        return {scene.view.target: "target"}
    if scene.asked in ("fulfil", "perform"):
        return {scene.about: "chosen"}
    return {}


@lru_cache(32)
def ground(number: int, tray: str, name: str) -> Element:
    """Draw a tray without its markers: rim, name, sign."""
    mid = 60.0 * number
    lower = 90 < mid < 270
    ends = (mid + 28, mid - 28) if lower else (mid - 28, mid + 28)
    letters = el("textPath", name.upper(), href=f"#rim-{number}", startOffset="50%", text_anchor="middle")
    return (
        path(outline(number), fill="var(--tray)", stroke="var(--line-2)", stroke_linejoin="round", class_="ground")
        + use(f"tray-of-{tray}", C, C, 400)
        + path(arc(C, C, 143.7 if lower else 136.6, *ends), id=f"rim-{number}", fill="none")
        + el("text", letters, class_="serif", style=LETTERS)
    )


@lru_cache(6)
def plus_two(number: int) -> Element:
    """Draw the [+2] marker on a tray."""
    x, y = polar(C, C, 86, 60 * number + 19)
    body = rect(x - 11, y - 8, 22, 16, 8, fill="var(--p-trajan)", stroke="var(--ivory)", stroke_width=1.2)
    return piece("plus-two", body + text(x, y + 4.2, "+2", 11.5, 800, "var(--white)"), about="plus-two")


@lru_cache(16)
def spots(count: int) -> tuple[tuple[float, float, float], ...]:
    """Return where the markers of a tray lie: radius, angle from its middle, width; in one to three rows."""
    rows = ROWS[count]
    width = 31 if count < 3 else 29 if count == 3 else 24.5 if count < 7 else 21 if count < 9 else 17
    return tuple(
        (r, (i - (k - 1) / 2) * math.degrees((width + 2.2) / r), width)
        for k, r in zip(rows, RADII[len(rows)])
        for i in range(k)
    )


def tray_markers(number: int, colours: Sequence[str]) -> Element:
    """Draw the markers of one tray."""
    lying = zip(places_in(number, len(colours)), colours)
    return group(*(loose_marker(x, y, w, colour) for (x, y, w), colour in lying), data_help="marker")


@lru_cache(1 << 7)
def places_in(number: int, count: int) -> tuple[tuple[float, float, float], ...]:
    """Return where so many markers lie in a tray: their middles and their width."""
    found = []
    for r, off, w in spots(count):
        x, y = polar(C, C, r, 60 * number + off)
        found.append((round(x, 1), round(y, 1), w))
    return tuple(found)


def slot(scene: Scene, number: int, state: str = "") -> Element:
    """Draw a place for a Trajan tile, perhaps with the arch; with a flag where the tile is about to be fulfilled."""
    name = SLOTS[number]
    tile = scene.me.slots[name]
    x, y = slot_place(number)
    halo = rect(x - 24.5, y - 24.5, 49, 49, 7.5)
    if tile:
        one, other = (scene.noun("colours", colour) for colour in tile.asks)
        reward = scene.noun("rewards", tile.reward)
        label = scene.say("slot", slot=name, one=one, other=other, points=tile.points, reward=reward)
        under_arch = arch(x + 24, y - 22, 15, "var(--page)") if _arch(scene) == number else NOTHING
        below, above = fulfilling(number, x, y, tile.points) if state == "fulfil" else (NOTHING, NOTHING)
        inside = below + trajan_tile(x, y, 46, tile) + under_arch + above
        return opt(f"slot-{number + 1}", inside, halo=halo, label=label, state=state, data_help="trajan-tile")
    body = empty(x, y, 44, 44, 7, dashed=True)
    if _arch(scene) == number:
        body += arch(x, y + 1, 33, "var(--inset)")
        label = scene.say("slot_arch", slot=name)
    else:
        body += text(x, y + 6, name, 17, 600, "var(--ink-3)", serif=True)
        label = scene.say("slot_empty", slot=name)
    return opt(f"slot-{number + 1}", body, halo=halo, label=label, state=state, data_help="slot")


def arch(x: float, y: float, s: float, cut: str) -> Element:
    """Draw the arch, where the next tile goes."""
    return piece("arch", use("trajan", x, y, s, "var(--bronze)", cut), about="arch")


def fulfilling(number: int, x: float, y: float, value: int) -> tuple[Element, Element]:
    """Draw laurel round a tile and a flag with its points; at the lowest slot the flag stands aside."""
    glow = rect(x - 26.5, y - 26.5, 53, 53, 10, fill="var(--laurel-2)")
    fx, fy = (x + 45, y) if number == 3 else (x, y + 33.5)
    flag = rect(fx - 17, fy - 9.5, 34, 19, 9.5, fill="var(--p-laurel)", stroke="var(--card)", stroke_width=1.4)
    return glow, flag + text(fx, fy + 4.5, f"+{value}", 13, 800, "var(--white)")


@lru_cache(6)
def slot_place(number: int) -> tuple[float, float]:
    """Return the middle of a slot."""
    x, y = polar(C, C, 174 if number % 3 == 0 else 181, 60 * number)
    return round(x, 1), round(y, 1)


def _arch(scene: Scene) -> int:
    arch = scene.me.arch
    return -1 if arch == "centre" else SLOTS.index(arch)


def oculus(scene: Scene) -> Element:
    """Draw the middle: the points; while sowing, what is still in the hand."""
    rim = circle(C, C, 49, fill="var(--bronze-2)") + circle(C, C, 46.5, fill="var(--porphyry)")
    if scene.asked == "lay":
        return rim + in_hand(scene)
    ring = circle(C, C, 41.5, fill="none", stroke="var(--gold-2)", stroke_opacity=0.55)
    at_centre = scene.me.arch == "centre"
    sign = use(f"seat-{scene.own}", C, C - 27, 9, "var(--gold)")
    if at_centre:
        sign = piece("arch", use("trajan", C, C - 27, 15, "var(--gold)", "var(--porphyry)"), about="arch")
    return (
        rim
        + ring
        + text(C, C + 9, signed(scene.me.points), 32, 600, "var(--on-porphyry)", serif=True, data_points=scene.own)
        + text(C, C + 26, scene.say("points").upper(), 10, 600, "var(--gold)", spacing=1.1)
        + sign
    )


def in_hand(scene: Scene) -> Element:
    """Draw the markers taken up, one place for each colour, in the order in which they are named."""
    sowing = scene.view.sowing
    body = []
    for i, (colour, count) in enumerate(sowing.items()):
        x, y = (C, C) if len(sowing) == 1 else polar(C, C, 21 if len(sowing) < 4 else 28, 360 / len(sowing) * i)
        w = 30 if len(sowing) < 3 else 26
        number = badge(x + w * 0.42, y - w * 0.42, count, 7.5, *PALE, 10.5) if count > 1 else NOTHING
        halo = circle(x, y, w * 0.6)
        label = scene.say("in_hand", colour=scene.noun("colours", colour))
        body.append(
            opt(f"lay-{colour}", loose_marker(x, y, w, colour), number, halo=halo, label=label, data_help="in-hand")
        )
    return joined(body)
