"""The prestige slider: its head tells what a fulfilled task is worth, its body what the largest group scores."""

from functools import lru_cache

from ulpia.games.forum_trajanum.pictures.scene import Scene
from ulpia.render.pieces import heading
from ulpia.render.svg import Element, district, group, n, opt, path, rect, text, use
from ulpia.render.tree import Attributes
from ulpia.render.words import Wording

WIDTH, HEIGHT = 182, 118
SMALL_WIDTH = 344
GROUP = 27
"""Room for one size of groups, at least."""
LEAD = 46
"""Room for the words before the table of groups."""


@lru_cache(1 << 12)
def _track(
    wording: Wording,
    width: float,
    heads: tuple[int, ...],
    cypresses: tuple[int, ...],
    position: int,
    after: int,
    reverse: bool,
) -> Element:
    """Draw the places of the slider's head; a dotted one is where an upgrade would go."""
    last = len(heads) - 1
    w = width / len(heads)
    body = []
    for i, head in enumerate(heads):
        x, here = w * i, i == position
        face = "var(--trajan)" if here else "var(--card)"
        place = rect(x, 36, w - 2, 23, 4, fill=face, stroke="var(--line-2)")
        if i == after and after != position:
            edge: Attributes = {"stroke": "var(--trajan)", "stroke_width": 1.6, "stroke_dasharray": "3 2.4"}
            place = rect(x, 36, w - 2, 23, 4, fill=face, **edge)
        body.append(place + text(x + w / 2 - 1, 52.5, head, 14, 700, "var(--card)" if here else "var(--ink-2)"))
        if i in cypresses:
            body.append(use("cypress", x + w / 2 - 1, 26.5, 17, "var(--laurel)", "var(--slab)"))
    body.append(path(f"M{n(w * position + w / 2 - 8)} 67h14l-7-7z", fill="var(--trajan)"))
    label = wording.say("slider_at", position=position, last=last, head=heads[position])
    if reverse:
        label += f", {wording.say('turned_over')}"
        body.append(use("swap", width - 8, 8, 13, "var(--trajan)"))
    ground = rect(-2, 17, width + 2, 51, 6, class_="ground", fill="none")
    return opt("slider", ground, *body, label=label, halo=rect(-2, 17, width + 2, 51, 6), data_help="slider")


@lru_cache(1 << 12)
def _groups(wording: Wording, width: float, scores: tuple[int, ...], mine: int, points: int) -> Element:
    """Draw what groups of envoys score now, the own largest one in the middle if it can be."""
    shown = min(len(scores), int((width - LEAD) // GROUP))
    start = max(1, min(mine - shown // 2 if mine else 1, len(scores) - shown + 1))
    body = [
        text(0, 85, wording.say("group"), 11, 400, "var(--ink-2)", "start", fit=LEAD - 6),
        text(0, 107, wording.say("scores"), 11, 400, "var(--ink-2)", "start", fit=LEAD - 6),
    ]
    step = (width - LEAD) / shown
    for i in range(shown):
        size, x = start + i, LEAD + step * (i + 0.5)
        if size == mine:
            edge: Attributes = {"stroke": "var(--laurel)", "stroke_width": 1.4}
            body.append(rect(x - 13, 71, 26, 45, 6, fill="var(--laurel-2)", **edge))
        body.append(text(x, 85, size, 12, 600, "var(--ink-2)") + text(x, 107, scores[size - 1], 15, 700))
    label = wording.say("group_label", envoys=mine, points=points)
    return group(*body, id="groups", aria_label=label, data_help="group")


def prestige(scene: Scene) -> Element:
    """Draw slider and table of the large seat."""
    wording, me, board = scene.wording, scene.me.prestige, scene.view.prestige
    w = SMALL_WIDTH if scene.small else WIDTH
    forecast = scene.me.forecast
    cypresses = tuple(sorted(set(board.next_cypress)))
    track = (tuple(board.head), cypresses, me.position, me.upgraded.position, me.reverse)
    body = [
        heading(0, 12, "upgrade", wording.say("prestige"), "var(--trajan)", w - 20),
        scene.doubt(w - 26, 8, "prestige"),
        _track(wording, w, *track),
        _groups(wording, w, tuple(me.group_points), forecast.envoys, forecast.group),
    ]
    label = scene.with_doubt(wording.say("prestige"), "prestige")
    return district("prestige", w, HEIGHT, *body, label=label)
