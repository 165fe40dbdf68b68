"""Six stacks of Trajan tiles, face up. 100 x 184, or 344 x 76 on a small screen."""

from ulpia.games.trajan.names import STACKS
from ulpia.games.trajan.pictures.scene import Scene
from ulpia.games.trajan.pictures.tiles import trajan_tile
from ulpia.render.pieces import empty, heading
from ulpia.render.svg import NOTHING, Element, district, opt, rect, use


def stacks(scene: Scene) -> Element:
    """Draw the tiles that can be taken to the arch."""
    named = scene.noun("trays", "trajan")
    body = [heading(0, 12, "trajan", named, "var(--trajan)")]
    for i, stack in enumerate(STACKS):
        cx, cy = (27 + 57.5 * i, 46) if scene.small else (24 + 52 * (i % 2), 45 + 55 * (i // 2))
        top, left = scene.view.stacks[stack].top, len(scene.view.stacks[stack].below)
        halo = rect(cx - 24.5, cy - 24.5, 50, 51, 7.5)
        if not top:
            label = scene.say("hidden_stack" if left else "no_stack", name=scene.noun("stacks", stack))
            unknown = use("hidden", cx, cy, 20, "var(--ink-3)", "var(--inset)")
            place = empty(cx, cy, 44, 44, 6, dashed=True) + (unknown if left else NOTHING)
            body.append(opt(f"stack-{i}", place, halo=halo, label=label, data_help="stack"))
            continue
        one, other = (scene.noun("colours", colour) for colour in top.asks)
        reward = scene.noun("rewards", top.reward)
        label = scene.say("stack", one=one, other=other, points=top.points, reward=reward, left=left)
        under = rect(cx - 21, cy - 19.4, 46, 46, 6, fill="var(--face-2)", stroke="var(--edge)") if left else NOTHING
        tile = trajan_tile(cx, cy, 46, top)
        body.append(opt(f"stack-{i}", under, tile, halo=halo, label=label, data_help="stack"))
    w, h = (344, 76) if scene.small else (100, 184)
    return district("stacks", w, h, *body, label=named)
