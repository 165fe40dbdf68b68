"""The sundial: how far the round is, which quarter; below or beside it what the people demand."""

from functools import lru_cache

from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.tiles import demand_tile
from ulpia.render.pieces import ROMAN, piece, seat_colour, signed
from ulpia.render.svg import Element, circle, district, group, joined, path, polar, sector, shortened, text, use
from ulpia.render.tree import Attributes

CX, CY = 101.0, 88.0


def crumb(scene: Scene) -> str:
    """Return where the game stands, in a few words."""
    if scene.view.over:
        return scene.say("crumb_over")
    number = min(scene.view.round, scene.view.printed.rounds)
    return scene.say("crumb", quarter=ROMAN[scene.view.quarter - 1], round=number)


def clock(scene: Scene, ahead: int = 0) -> Element:
    """Draw time and demands; `ahead`: so many spaces are about to pass."""
    view = scene.view
    space, spaces = view.time.space, view.time.spaces
    dial = ring(space, spaces, ahead, scene.say("time_space", space=space, spaces=spaces))
    body = [group(dial, id="dial", data_help="time")]
    body.append(group(ended(scene) if view.over else moment(scene), id="moment", data_help="quarter"))
    middle, below, size, wide = (266, 80, 40, 156) if scene.small else (101, 190, 34, 190)
    shown, met, costs = view.demands, scene.me.demands_met, scene.me.demand_costs
    total = signed(-sum(costs))
    title = scene.say("demanded_unmet", total=total) if any(costs) else scene.say("demanded")
    body.append(group(text(middle, below, title, 11, 600, "var(--ink-2)", fit=wide), id="demanded"))
    places = max(view.printed.rounds - 1, len(shown))
    for i in range(places):
        x, y = middle + (size + 10) * (i - (places - 1) / 2), below + 8 + size / 2
        if i < len(shown):
            said = scene.say("met") if met[i] else scene.say("unmet", cost=signed(-costs[i]), total=total)
            label = f"{scene.noun('demands', shown[i])}, {said}"
            tile = demand_tile(x, y, size, shown[i], met[i], costs[i])
        else:
            label, tile = scene.say("not_shown"), demand_tile(x, y, size, None)
        about = "demand" if i < len(shown) else "demand-hidden"
        body.append(group(tile, id=f"demand-{i}", aria_label=label, data_help=about))
    left, w, h = (12, 344, 176) if scene.small else (0, 202, 236)
    return district("time", w, h, *body, label=scene.say("time"), left=left)


@lru_cache(1 << 8)
def ring(space: int, spaces: int, ahead: int, label: str) -> Element:
    """Draw the spaces of the round and the time marker; where it is about to go, dotted."""
    step = 360 / spaces
    soon = {(space + 1 + i) % spaces for i in range(ahead)}
    body = [circle(CX, CY, 84, fill="var(--card)", stroke="var(--line)")]
    for i in range(spaces):
        done = i <= space and i not in soon
        place = path(
            sector(CX, CY, 62, 80, step * (i - 0.5), step * (i + 0.5), 2.2),
            fill="var(--lit-glow)" if i in soon else "var(--bronze-2)" if done else "var(--inset)",
            fill_opacity=0.55 if done else None,
        )
        body.append(group(place, id=f"time-{i}"))
    x, y = polar(CX, CY, 71, 0)
    body.append(use("sun", x, y, 14, "var(--ink)"))
    if ahead:
        x, y = polar(CX, CY, 71, step * (space + ahead))
        edge: Attributes = {"stroke": "var(--terracotta)", "stroke_width": 2, "stroke_dasharray": "3 2.4"}
        body.append(circle(x, y, 10, fill="var(--card)", **edge))
        body.append(text(x, y + 4, f"+{ahead}", 11, 700, "var(--terracotta)", fit=18))
    x, y = polar(CX, CY, 71, step * space)
    marker = (
        circle(x, y + 1.4, 11, fill="var(--shade)", fill_opacity=0.5)
        + circle(x, y, 11, fill="var(--terracotta)", stroke="var(--card)", stroke_width=1.6)
        + use("time", x, y, 14, "var(--on-terracotta)")
    )
    here = group(piece("time-marker", marker), id=f"time-at-{space}")
    body.append(group(here, id="time-marker", aria_label=label))
    return joined(body)


def moment(scene: Scene) -> Element:
    """Draw quarter and round."""
    number, rounds = scene.view.round, scene.view.printed.rounds
    dots = [
        circle(
            CX + (i - (rounds - 1) / 2) * 12,
            CY + 38,
            3.6,
            fill="var(--terracotta)" if i < number else "none",
            stroke="var(--terracotta)",
            stroke_width=1.2,
        )
        for i in range(rounds)
    ]
    words = scene.say("round_of", round=min(number, rounds), rounds=rounds)
    return (
        text(CX, CY - 30, scene.say("quarter"), 10.5, 600, "var(--ink-3)", spacing=1.4)
        + text(CX, CY + 8, ROMAN[scene.view.quarter - 1], 40, 600, "var(--ink)", serif=True)
        + text(CX, CY + 26, words, 11, 600, "var(--ink-2)", fit=112)
        + joined(dots)
    )


def ended(scene: Scene) -> Element:
    """Draw the end of the game: the winner."""
    seat = scene.view.leading[0]
    return (
        text(CX, CY - 36, scene.say("final"), 10.5, 600, "var(--ink-3)", spacing=1.4)
        + use("wreath", CX, CY - 3, 54, "var(--laurel)")
        + use(f"seat-{seat}", CX, CY - 4, 20, seat_colour(seat))
        + text(CX, CY + 38, shortened(scene.name(seat), 15, 108), 15, 600, serif=True)
        + text(CX, CY + 52, scene.say("winner"), 11, 400, "var(--ink-2)")
    )
